// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The spring of a mass-spring chain against the angle at a vertex. Private to rod_mass_spring*.c.

#ifndef BELAY_ENGINE_MODELS_ROD_LUMPED_ROD_MASS_SPRING_BEND_H
#define BELAY_ENGINE_MODELS_ROD_LUMPED_ROD_MASS_SPRING_BEND_H

#include "models/rod/lumped/rod_lumped.h"

// One side of a vertex: an edge, or the direction that a clamp holds.
typedef struct bl_spring_side {
    belay_vec3 direction;
    double per_length; // 1/m; a clamp's direction counts as an edge of unit length
} bl_spring_side;

typedef struct bl_spring_bend {
    double moment;        // N m, dE / da
    double stiffness;     // N m, d2E / da2
    double across;        // N m, against one edge turning out of the plane against the other
    belay_vec3 axis;      // unit, about which it bends
    belay_vec3 slope[2];  // 1/m, da / de of the edges before and after
    belay_vec3 aslant[2]; // 1/m, how edges out of the plane count for `across`
} bl_spring_bend;

// The turn from one frame's direction to the other's, in the axes of the latter: bl_lumped_model.turn.
belay_vec3 bl_spring_turn(belay_quat before, belay_quat after);
// The direction of half an element at rest against the clamp, at either end.
bl_spring_side bl_spring_clamp_side(const bl_lumped* r, int end);
bl_spring_side bl_spring_edge_side(const bl_lumped_edge* edge);
// The spring at a vertex, between what is given and from the nodes.
bl_spring_bend bl_spring_bend_between(const bl_lumped* r, uint32_t vertex, const bl_spring_side* before,
                                      const bl_spring_side* after);
bl_spring_bend bl_spring_bend_at(const bl_lumped* r, uint32_t vertex);

#endif
