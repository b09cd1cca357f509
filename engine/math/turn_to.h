// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The shortest turns that carry an axis to a unit vector.

#ifndef BELAY_ENGINE_MATH_TURN_TO_H
#define BELAY_ENGINE_MATH_TURN_TO_H

#include "belay/quat.h"
#include "math/math_tolerances.h"

static inline belay_quat bl_turn_x_to(belay_vec3 a)
{
    if (a.x < -1.0 + BL_OPPOSITE_AXIS) return (belay_quat){0.0, 0.0, 1.0, 0.0};
    belay_vec3 c = v3_cross(v3(1.0, 0.0, 0.0), a);
    return q_normalize((belay_quat){1.0 + a.x, c.x, c.y, c.z});
}

static inline belay_quat bl_turn_z_to(belay_vec3 a)
{
    if (a.z < -1.0 + BL_OPPOSITE_AXIS) return (belay_quat){0.0, 1.0, 0.0, 0.0};
    return q_normalize((belay_quat){1.0 + a.z, -a.y, a.x, 0.0});
}

#endif
