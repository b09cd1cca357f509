// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "belay/quat.h"

belay_quat belay_quat_from_axis_angle(belay_vec3 axis, double angle)
{
    return q_exp(v3_scale(angle, v3_normalize_or(axis, v3_zero())));
}

belay_vec3 belay_quat_rotate(belay_quat q, belay_vec3 v)
{
    return q_rotate(q, v);
}

belay_quat belay_quat_multiply(belay_quat a, belay_quat b)
{
    return q_mul(a, b);
}
