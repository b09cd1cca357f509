// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Chains of capsules on ball joints.

#ifndef BELAY_DEMOS_SCENES_CHAIN_H
#define BELAY_DEMOS_SCENES_CHAIN_H

#include "scenes/build.h"

// The links that join the points one by one; their colliders touch nothing of the chain itself.
typedef struct chain {
    int link_count;
    belay_body_id* links;
    double length;    // m
    double link_mass; // kg, of one link
} chain;

// Hangs links of `radius` between the points (link_count + 1 of them, evenly spaced), each jointed to the next.
void chain_build(chain* c, experiment* e, const belay_vec3* points, int link_count, double radius,
                 const build_stuff* stuff);
// Holds the first (end 0) or last (end 1) link at its free end: to a body, or to the world when that is null.
void chain_hold(chain* c, experiment* e, int end, belay_body_id body);
// The free end of the first or last link, m, world.
belay_vec3 chain_end(const chain* c, const experiment* e, int end);

// The sum of the gaps of all joints of the experiment over the length of its chain, and the widest one, m.
double chain_stretch(const chain* c, const experiment* e, double* widest);
void chain_fini(chain* c);

#endif
