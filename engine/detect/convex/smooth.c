// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "detect/convex/smooth.h"

#include "detect/contact_tolerance.h"

// The principal values of the symmetric matrix ((tt, ts), (ts, ss)); `along` is that of the larger one.
static bl_side principal_side(belay_vec3 t, belay_vec3 s, double tt, double ts, double ss)
{
    double mean = 0.5 * (tt + ss), half = 0.5 * (tt - ss), apart = sqrt(half * half + ts * ts);
    if (apart <= BL_CONTACT_SAME_RADIUS * mean) return bl_side_ball(mean);
    double larger = mean + apart, smaller = (tt * ss - ts * ts) / larger;
    // (x, y) with half x + ts y = apart x and ts x - half y = apart y, from the row that loses no digits.
    double x = half > 0.0 ? apart + half : ts, y = half > 0.0 ? ts : apart - half, length = sqrt(x * x + y * y);
    belay_vec3 along = v3_add_scaled(v3_scale(x / length, t), y / length, s);
    bl_side side = bl_side_make(along, larger, smaller, smaller);
    side.twist = v3_scale(sqrt(larger - smaller), along);
    return side;
}

bl_smooth_point bl_smooth_point_at(const bl_convex* core, const belay_mat33* rotation, belay_vec3 outward)
{
    belay_vec3 own = m3_mul_transposed_v3(*rotation, outward), t = v3_any_orthogonal(own), s = v3_cross(own, t);
    belay_mat33 spread;
    belay_vec3 x = bl_core_of(core)->spread(core, own, &spread);
    belay_vec3 with_t = m3_mul_v3(spread, t), with_s = m3_mul_v3(spread, s);
    bl_smooth_point place = {m3_mul_v3(*rotation, x),
                             principal_side(m3_mul_v3(*rotation, t), m3_mul_v3(*rotation, s), v3_dot(t, with_t),
                                            v3_dot(s, with_t), v3_dot(s, with_s))};
    return place;
}
