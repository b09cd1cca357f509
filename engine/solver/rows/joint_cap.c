// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/rows/joint_cap.h"

#include "core/assert.h"

#include <float.h>

#define MAX_ITERATIONS 60

// B = (A + mu)^-1.
static belay_mat33 shifted_inverse(belay_mat33 a, double mu)
{
    belay_mat33 inverse = m3_diagonal(v3_zero());
    m3_invert(m3_add(a, m3_diagonal(v3(mu, mu, mu))), 0.0, &inverse);
    return inverse;
}

// |r(mu)| falls from above the cap to below it between mu = 0 and |c|/cap. Newton's method on 1/|r|, which is nearly
// straight in mu (for a symmetric A it is concave, so that from mu = 0 on no step goes too far); a step that leaves the
// bracket is replaced by halving it.
belay_vec3 bl_joint_cap_solve(belay_mat33 a, belay_vec3 c, double cap)
{
    BELAY_ASSERT(cap >= 0.0);
    if (cap == 0.0) return v3_zero();
    double low = 0.0, high = v3_length(c) / cap, mu = 0.0;
    belay_vec3 r = v3_zero();
    for (int k = 0; k < MAX_ITERATIONS; k++) {
        belay_mat33 b = shifted_inverse(a, mu);
        r = m3_mul_v3(b, c);
        double length = v3_length(r);
        if (mu == 0.0 && length <= cap) return r;
        if (fabs(length - cap) <= 4.0 * DBL_EPSILON * cap) break;
        *(length > cap ? &low : &high) = mu;
        // d|r|/dmu = -r . B r / |r|
        double slope = v3_dot(r, m3_mul_v3(b, r));
        double next = mu + (length / cap - 1.0) * length * length / slope;
        mu = next > low && next < high ? next : 0.5 * (low + high);
    }
    return v3_scale(cap / v3_length(r), r);
}
