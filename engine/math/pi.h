// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Half a turn and a quarter of one, rad: C11 has no name for them.

#ifndef BELAY_ENGINE_MATH_PI_H
#define BELAY_ENGINE_MATH_PI_H

#define BL_PI 3.14159265358979323846
#define BL_HALF_PI 1.57079632679489661923

#endif
