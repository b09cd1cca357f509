// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// One who calls the engine's interface: a world, every handle ever seen, and random arguments, some of them odd.

#ifndef BELAY_TESTS_FUZZ_API_CALLER_H
#define BELAY_TESTS_FUZZ_API_CALLER_H

#include "fuzz/fuzz_world.h"

#include "belay/query.h"
#include "belay/view.h"

enum { CALLER_HANDLES = 256 };

typedef struct caller {
    fuzz* f;
    belay_world* world;
    belay_component_id component;
    uint64_t handles[CALLER_HANDLES]; // ever given out, by anything
    int handle_count;
    double nonsense;   // share of arguments that are odd
    double no_memory;  // share of allocations that fail
    bool is_in_system; // the calls to come are made inside one
    bool is_wild;      // something was accepted that a step may make anything of
    long errors_told;  // to the logger
    belay_iterator iterator;
    belay_view view;
    unsigned char* snapshot;
    size_t snapshot_size;
} caller;

// Numbers up to `size` on both sides of zero; amounts from a tenth of it on.
double any_number(caller* c, double size);
double any_amount(caller* c, double size);
belay_vec3 any_vector(caller* c, double size);
belay_pose any_pose(caller* c);
// 0 to count - 1.
int any_whole(caller* c, int count);
bool any_flag(caller* c);
// The pointer, or now and then null.
void* any_or_null(caller* c, void* pointer);

// Any handle; those of a kind are mostly of something that is there.
uint64_t any_handle(caller* c);
belay_body_id any_body(caller* c);
belay_body_id any_body_or_none(caller* c);
belay_collider_id any_collider(caller* c);
belay_joint_id any_joint(caller* c);
belay_rod_id any_rod(caller* c);
// Remembers a handle that was given out.
void caller_keep(caller* c, uint64_t id);

belay_material any_material(caller* c);
belay_filter any_filter(caller* c);
// The shape points into the arrays.
belay_shape any_shape(caller* c, belay_vec3 points[16], int32_t indices[24], double heights[16]);
belay_joint_axis any_axis(caller* c);
belay_mass any_mass(caller* c);

#endif
