// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "models/joint_spring.h"

#include "belay/elementary.h"
#include "math/pi.h"
#include "models/model_tolerances.h"

// A - 1 of the exact solution. With z the two exponents, A = K / |1 - exp(-z)| |1 - exp(-z')|.
static double exact_excess(double K, double D)
{
    double under = K - 0.25 * D * D;
    if (under < 0.0) {
        double fast = 0.5 * D + sqrt(-under), slow = K / fast;
        return K / (belay_expm1(-fast) * belay_expm1(-slow)) - 1.0;
    }
    double e = belay_expm1(-0.5 * D), s = belay_sin(0.5 * fmin(sqrt(under), BL_HALF_PI));
    return K / (e * e + 4.0 * (1.0 + e) * s * s) - 1.0;
}

bl_joint_spring bl_joint_spring_fit(double k, double d, double w, double h)
{
    double K = h * h * w * k;
    double D = fmax(h * w * d, 2.0 * (sqrt(K) - BL_HALF_PI));
    if (K + D == 0.0) {
        bl_joint_spring still = {0.25 * h * k + 0.5 * d, 0.5 * d - 0.25 * h * k};
        return still;
    }
    // 2 / (1 + c) - 1 = tanh(D/2)
    double decay = belay_tanh(0.5 * D), excess = 0.25 * K * (1.0 + decay) + decay;
    if (K > BL_JOINT_SLOW_SPRING) excess = fmax(excess, exact_excess(K, D));
    if (K <= BL_JOINT_SLOW_SPRING && D > BL_JOINT_SLOW_SPRING)
        excess = fmax(excess, D / -belay_expm1(-D) - 1.0); // K -> 0 of the same
    double lost = -belay_expm1(-D);                        // 1 - c
    bl_joint_spring fit = {excess / (h * w), (lost - (1.0 - lost) * excess) / (h * w)};
    return fit;
}
