// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Curves for tests of tubes and of what is on them; `free` gives them back.

#ifndef BELAY_TESTS_SUPPORT_SHAPES_CURVES_H
#define BELAY_TESTS_SUPPORT_SHAPES_CURVES_H

#include "geometry/curve/curve.h"

#define CURVES_MAX_POINTS 512

// Ends the test when the engine refuses it. `radius` is that of the tube.
bl_curve* curve_of(const belay_vec3* points, int count, bool is_closed, double radius);
// About z; `radius` is the circle's.
bl_curve* curve_circle(int count, double radius, double tube_radius);
// Closed, within 3 m of the origin, with points unevenly spaced.
bl_curve* curve_knot(int count, double radius);
belay_vec3 curve_knot_point(int i, int count);

#endif
