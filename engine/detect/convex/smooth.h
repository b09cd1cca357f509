// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The surface of a smooth core where its outward normal has a direction: all that contact asks of it.

#ifndef BELAY_ENGINE_DETECT_CONVEX_SMOOTH_H
#define BELAY_ENGINE_DETECT_CONVEX_SMOOTH_H

#include "detect/convex/contact_candidate.h"
#include "geometry/convex/shape_ops.h"

static inline bool bl_is_smooth(const bl_convex* core)
{
    return bl_core_of(core)->core_class == BL_CORE_SMOOTH;
}

typedef struct bl_smooth_point {
    belay_vec3 point; // from the core's origin
    bl_side side;     // its reference is the centre of the smaller radius of curvature
} bl_smooth_point;

// Of a core that is turned by `rotation`, where its normal is `outward` (unit).
bl_smooth_point bl_smooth_point_at(const bl_convex* core, const belay_mat33* rotation, belay_vec3 outward);

#endif
