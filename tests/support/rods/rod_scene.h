// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Rods in scenes. As in scene.h, what the engine refuses ends the test.

#ifndef BELAY_TESTS_SUPPORT_RODS_ROD_SCENE_H
#define BELAY_TESTS_SUPPORT_RODS_ROD_SCENE_H

#include "support/scene.h"

#define ROD_MAX_NODES 1024

static const belay_body_id the_world = {0};

belay_rod_id rod_make(belay_world* world, const belay_rod_def* def);
// A round rod from its direct stiffnesses: line mass, E A, E I (and G J = E I / 1.3), radius; drag 0.
belay_rod_def rod_of(double line_mass, double stretch, double bend, double radius);

// Holds the rod at s where it is now; returns the attachment's number.
int rod_hold(belay_world* world, belay_rod_id rod, belay_rod_attachment_type type, double s, belay_body_id body);
belay_rod_attachment_state rod_held(const belay_world* world, belay_rod_id rod, int attachment);

double rod_length(const belay_world* world, belay_rod_id rod);
// Places of the nodes; returns their number.
int rod_nodes(const belay_world* world, belay_rod_id rod, belay_vec3 nodes[ROD_MAX_NODES]);
belay_vec3 rod_node(const belay_world* world, belay_rod_id rod, int node); // < 0: from the end
double rod_fastest(const belay_world* world, belay_rod_id rod);
// All but what gravity can still give.
double rod_energy(const belay_world* world, belay_rod_id rod);
// Length of the polyline now.
double rod_reach(const belay_world* world, belay_rod_id rod);
// Gives all nodes one velocity.
void rod_move(belay_world* world, belay_rod_id rod, belay_vec3 velocity);
void rod_push(belay_world* world, belay_rod_id rod, double s, belay_vec3 force);

// A ball without a collider: a weight.
belay_body_id rod_weight(belay_world* world, double mass, belay_vec3 position);
// A static drum about the y axis through the origin.
belay_body_id rod_drum(belay_world* world, double radius, double width, belay_material material);

belay_rod_info rod_info(const belay_world* world, belay_rod_id rod);
bool rod_is_awake(const belay_world* world, belay_rod_id rod);
// That the nodes of two rods are as many and no further apart than `tolerance`, m.
void rod_check_same_nodes(belay_world* a, belay_rod_id rod_a, belay_world* b, belay_rod_id rod_b, double tolerance,
                          const char* what);

#endif
