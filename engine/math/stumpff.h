// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The Stumpff functions c_n(t) = sum_k (-t)^k / (n + 2k)!. With t the square of an angle they are what is left of
// cosine and sine when the leading terms are taken off and divided out: c_0 = cos a, c_1 = sin a / a,
// c_2 = (1 - cos a) / a^2, c_3 = (a - sin a) / a^3. They are smooth at t = 0, and c_n = 1/n! - t c_(n+2),
// dc_n/dt = (n c_(n+2) - c_(n+1)) / 2.

#ifndef BELAY_ENGINE_MATH_STUMPFF_H
#define BELAY_ENGINE_MATH_STUMPFF_H

// c_0 to c_7 at t >= 0, to about the rounding of their values at 0.
void bl_stumpff(double t, double c[8]);

#endif
