// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// How exactly the impulses of an island obey the laws of their contacts and joints, and how exactly they should.

#ifndef BELAY_ENGINE_SOLVER_ROWS_ISLAND_RESIDUAL_H
#define BELAY_ENGINE_SOLVER_ROWS_ISLAND_RESIDUAL_H

#include "solver/rows/row_set.h"

#include <float.h>

// The sum of squares of the scaled natural map over the elements.
double bl_island_natural_squared(const bl_row_set* set, const uint32_t* order, uint32_t count,
                                 const bl_velocity* velocities);

// The same, or where it is above `most`, any number above that: the sum is not gone on with.
double bl_island_natural_up_to(const bl_row_set* set, const uint32_t* order, uint32_t count,
                               const bl_velocity* velocities, double most);

// What that sum is compared with. Relative velocities are differences of the bodies' speeds, and those are sums of what
// impulses change them by; a few units in the last place of all these are what rounding alone leaves in the natural
// map, and no solver can do better: where bodies fall side by side the free relative velocities are themselves no more
// than that, and where a load of tons presses on a pebble its impulses round by more than the pebble weighs. So that is
// taken off before the natural map is judged, by the solver and by what a step reports alike.
typedef struct bl_island_scale {
    double free_squared;     // |q|^2 over the elements
    double rounding_squared; // of the natural map, for the present velocities and impulses
} bl_island_scale;

// What rounding leaves of a sum of velocities of this size, squared.
static inline double bl_rounding_squared(double speed)
{
    double rounding = 4.0 * DBL_EPSILON * speed;
    return rounding * rounding;
}

bl_island_scale bl_island_scale_of(const bl_row_set* set, const uint32_t* order, uint32_t count,
                                   const bl_velocity* velocities);

// The part of one element in rounding_squared.
double bl_element_rounding_squared(const bl_row_set* set, uint32_t element, const bl_velocity* velocities);

// What the sum must come to.
static inline double bl_island_goal_squared(const bl_island_scale* scale, double tolerance)
{
    return tolerance * tolerance * scale->free_squared + scale->rounding_squared;
}

#endif
