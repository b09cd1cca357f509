// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A tree of boxes with what should be in it, for its tests.

#ifndef BELAY_TESTS_UNIT_GEOMETRY_BOX_TREE_PEN_H
#define BELAY_TESTS_UNIT_GEOMETRY_BOX_TREE_PEN_H

#include "geometry/box_tree.h"

#include <stdbool.h>
#include <stdint.h>

#define PEN_MAX_KEYS 4096

// A tree and, beside it, what should be in it: leaf[key] is BL_BOX_TREE_NONE for keys that are out.
typedef struct pen {
    bl_box_tree tree;
    bl_box box[PEN_MAX_KEYS];
    uint32_t leaf[PEN_MAX_KEYS];
} pen;

// What a visit found, and after how many keys it is to stop.
typedef struct pen_found_keys {
    int times[PEN_MAX_KEYS];
    int count, stop_after;
} pen_found_keys;

// With room in the tree for so many boxes; no key is in.
pen* pen_create(uint32_t room);
void pen_destroy(pen* p);
belay_vec3 pen_random_vector(uint64_t* lot, double low, double high);
// Sizes over three decades.
bl_box pen_random_box(uint64_t* lot);
// Puts a box in, or moves the one that is in by that key.
void pen_put(pen* p, uint32_t key, bl_box box);
void pen_take(pen* p, uint32_t key);
// That the tree is whole, and has what should be in it.
void pen_check_tree(const pen* p);
// For visits: `context` is a pen_found_keys.
bool pen_note(void* context, uint32_t key);
// That a visit finds the keys that brute force finds, each once; likewise of rays.
void pen_check_visit(const pen* p, const bl_box* box);
// One random change; `fullness` of the keys are in on average.
void pen_change(pen* p, uint64_t* lot, uint32_t keys, double fullness);
// By brute force in long double: whether the ray meets the box, widened by the extent, and when.
bool pen_is_met(const bl_box* box, belay_vec3 origin, belay_vec3 way, belay_vec3 extent, double max_time,
                long double* enter);
void pen_check_ray(const pen* p, belay_vec3 origin, belay_vec3 way, belay_vec3 extent, double max_time);

#endif
