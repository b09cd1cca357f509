// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "step/motion/step_damping.h"

#include "belay/elementary.h"

// exp(-damping h), which is exactly how speed decays under a drag in proportion to it.
static double share_left(double damping, double h)
{
    return 1.0 + belay_expm1(-damping * h);
}

void bl_step_damp(const bl_body* body, double h, bl_velocity* v)
{
    if (body->type != BELAY_BODY_DYNAMIC) return;
    if (body->linear_damping != 0.0) v->linear = v3_scale(share_left(body->linear_damping, h), v->linear);
    if (body->angular_damping != 0.0) v->angular = v3_scale(share_left(body->angular_damping, h), v->angular);
}
