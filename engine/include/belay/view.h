// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Views: where everything is after a step, for threads that draw, listen or send while the world already makes the next
// one. A view is whole, all of one moment, and stays as it is while it is held. The thread that steps makes one after
// each step and never waits for readers; readers never wait for it.
//
//     belay_view view;                                        // any thread
//     if (belay_world_acquire_view(world, &view) == BELAY_OK) {
//         for (int32_t i = 0; i < view.body_count; i++) draw(view.bodies[i].state.pose);
//         belay_world_release_view(world, &view);
//     }
//
// A world makes views when its `view_readers` (world.h) is not 0. They take no part in the simulation: same bits with
// and without.

#ifndef BELAY_VIEW_H
#define BELAY_VIEW_H

#include "belay/body.h"
#include "belay/ecs.h"
#include "belay/math.h"

#ifdef __cplusplus
extern "C" {
#endif

// A body in a view.
typedef struct belay_view_body {
    belay_body_id body;     // good while it lives in the world
    belay_body_state state; // at the end of the step, as belay_body_get_state gives it
    bool is_awake;          // as belay_body_get_is_awake
} belay_view_body;

// A rod in a view.
typedef struct belay_view_rod {
    belay_rod_id rod;               // likewise
    int32_t first_node, node_count; // its part of belay_view.nodes
} belay_view_rod;

// One moment of a world. The arrays belong to the world and are good until the view is released.
typedef struct belay_view {
    uint64_t number;               // of the view, from 1: never smaller in a later one. 0: none has been made yet
    uint64_t step;                 // as belay_world_get_step_count then: smaller again after a restore
    double time;                   // s, as belay_world_get_time
    double step_seconds;           // s, h
    const belay_view_body* bodies; // all of them, static ones too, in the order of iterators
    int32_t body_count;            // of `bodies`
    const belay_view_rod* rods;    // all of them, in the order of iterators
    int32_t rod_count;             // of `rods`
    const belay_vec3* nodes;       // m, world: the polylines of all rods
    int32_t node_count;            // of `nodes`
    // private
    const uint32_t* indices; // by entity slot: index in `bodies` + 1
    uint32_t index_count;
    uint32_t slot;
} belay_view;

// Takes hold of the newest view. Before the first step, and belay_world_publish_view, it is empty, with number 0. Any
// thread, also while the world is stepped; not while it is destroyed. Never waits: two atomic operations, no copy. Hold
// it for as long as it takes to read, and two of them to draw in between. Errors: HANDLE (null world), VALUE (null
// view), CAPACITY (`view_readers` views are held, or it is 0). Failures leave no message.
belay_result belay_world_acquire_view(const belay_world* world, belay_view* view);

// Lets go of a view and zeroes it; an empty or null one does nothing. Any thread, also another than took it.
void belay_world_release_view(const belay_world* world, belay_view* view);

// The body in the view, or null when it was not there at that moment. Any thread that may read the view. Cost: O(1).
const belay_view_body* belay_view_find(const belay_view* view, belay_body_id body);

// Makes a view of the world as it is now, for programs that change or restore it without a step; steps do it by
// themselves. From the thread that steps. Cost: a copy of all bodies and nodes of rods, some 30 ns each. Errors: STATE
// (view_readers is 0), MEMORY, BUSY.
belay_result belay_world_publish_view(belay_world* world);

#ifdef __cplusplus
}
#endif

#endif
