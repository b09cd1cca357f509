// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Beyond these bounds nothing is meant, and products of numbers leave the range of doubles or their precision.

#ifndef BELAY_ENGINE_OBJECTS_OBJECT_TOLERANCES_H
#define BELAY_ENGINE_OBJECTS_OBJECT_TOLERANCES_H

#include "math/pi.h"

// Of what the section of a rod comes to: m, kg/m, N, N m^2; the most of all of these. A wave of stretch (m/s) that is
// faster goes 1e8 elements in a step. With wider bounds messages come later, as numbers that are not finite.
#define BL_ROD_LEAST_RADIUS 1e-9
#define BL_ROD_LEAST_LINE_MASS 1e-15
#define BL_ROD_LEAST_STRETCH 1e-12
#define BL_ROD_LEAST_BEND 1e-24
#define BL_ROD_MOST 1e18
#define BL_ROD_MOST_WAVE_SPEED 1e7

// M: a dynamic body larger than this was most likely meant in millimetres. The logger is warned, nothing else.
#define BL_COLLIDER_LARGE 1000.0
// Of the sum of a mesh's areas, what they may leave as vectors where it is closed: rounding of coordinates.
#define BL_MESH_CLOSED 1e-9

// Rad: whole turns of a joint are counted as far as this. With more a turn is known to fewer digits.
#define BL_JOINT_MOST_TWIST (1e4 * 2.0 * BL_PI)

// The ratio of a coupling, in size: beyond them one side is held and the other does not feel it.
#define BL_JOINT_LEAST_RATIO 1e-6
#define BL_JOINT_MOST_RATIO 1e6

// Rad, the most that a wheel is steered by: a quarter turn would put it across. And what of `up` must be across its
// axle, of its length: with less the axes of its joint are rounding.
#define BL_WHEEL_MOST_STEERING 1.5
#define BL_WHEEL_LEAST_ACROSS 1e-6

#endif
