// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Pieces of the scene with joints: a bridge of planks, a crank that drives a slider, a jointed puppet.

#ifndef BELAY_DEMOS_SCENES_EXPERIMENTS_JOINTED_H
#define BELAY_DEMOS_SCENES_EXPERIMENTS_JOINTED_H

#include "scenes/build.h"

// The largest error of all joints: m, and rad in *angle.
double jointed_worst_error(const experiment* e, double* angle);

// A bridge of `planks` planks, hinged to each other and to two banks whose upper edges are at `left` and `right`.
typedef struct jointed_bridge {
    belay_joint_id ends[2]; // the hinges on the banks, of which the plank is body A
    double mass;            // kg, of all planks
    belay_vec3 middle;      // m, a point on the planks, halfway
} jointed_bridge;

// Builds it between two anchors, of so many planks.
void jointed_bridge_build(jointed_bridge* b, experiment* e, belay_vec3 left, belay_vec3 right, int planks);

// A wheel about the y axis with a motor, and a rod from its pin to a block that slides along x.
typedef struct jointed_crank {
    belay_joint_id motor;
    belay_body_id wheel, block;
    belay_vec3 center;
    double radius, rod, speed; // m, m, rad/s
} jointed_crank;

// Builds it about the centre of its wheel.
void jointed_crank_build(jointed_crank* c, experiment* e, belay_vec3 center);
// Where the block is and where the angle of the wheel puts it: radius cos a + sqrt(rod^2 - radius^2 sin^2 a), m.
double jointed_crank_error(const jointed_crank* c, const experiment* e);

// A doll of capsules, 0.9 m tall, its feet at `feet`, looking along -y. Its mass, kg, is returned.
double jointed_puppet_build(experiment* e, belay_vec3 feet, int tone);

#endif
