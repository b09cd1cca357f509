// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What both drivers ask of Belay alike. Inline, as the tests link the one without the other. A failure is said on
// standard error.

#ifndef BELAY_TESTS_BENCH_RIGID_BELAY_SIDE_H
#define BELAY_TESTS_BENCH_RIGID_BELAY_SIDE_H

#include "belay/belay.h"

#include <stdio.h>

// A world that is measured; first in what an adapter keeps, so that it is the world of the adapter's calls.
typedef struct belay_side {
    belay_world* world;
    belay_body_id* bodies;
} belay_side;

static inline bool belay_side_check(const belay_side* s, belay_result result)
{
    if (result != BELAY_OK) fprintf(stderr, "bench: Belay: %s\n", belay_world_last_error(s->world));
    return result == BELAY_OK;
}

// False: there is no world, and it has said why.
static inline bool belay_side_open(belay_side* s, const belay_world_def* def)
{
    belay_error error;
    if (belay_world_create(def, &s->world, &error) == BELAY_OK) return true;
    fprintf(stderr, "bench: Belay: %s\n", error.message);
    return false;
}

static inline bool belay_side_step(void* world)
{
    belay_side* s = world;
    return belay_side_check(s, belay_world_step(s->world));
}

static inline belay_body_state belay_side_state(const belay_side* s, int body)
{
    belay_body_state now = {.pose = belay_pose_identity()};
    belay_side_check(s, belay_body_get_state(s->world, s->bodies[body], &now));
    return now;
}

static inline void belay_side_set_velocity(void* world, int body, belay_vec3 linear, belay_vec3 angular)
{
    belay_side* s = world;
    belay_side_check(s, belay_body_set_velocity(s->world, s->bodies[body], linear, angular));
}

#endif
