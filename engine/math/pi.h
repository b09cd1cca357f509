// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Half a turn and a quarter of one, rad, by short names.

#ifndef BELAY_ENGINE_MATH_PI_H
#define BELAY_ENGINE_MATH_PI_H

#include "belay/math.h"

#define BL_PI BELAY_PI
#define BL_HALF_PI 1.57079632679489661923

#endif
