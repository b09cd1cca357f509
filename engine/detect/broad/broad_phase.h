// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Which boxes overlap, step after step, at a cost that goes with what moves. Every box stands in a tree by a *fat* copy
// of itself, widened by a skin, so that small motions change nothing; the pairs of overlapping fat boxes are kept as
// candidates, sorted; a find looks around only those whose fat box changed and then passes over the candidates. When
// many changed at once, trees are rebuilt rather than mended, and walked against each other.
//
// Boxes are moving or still (static ones, and what sleeps). Two still ones are never a pair, and still ones that
// nothing moves near cost nothing: they are not even candidates.
//
// The pairs found are those whose boxes (not the fat ones) overlap, of which at least one is moving, and which `accept`
// accepts; sorted by id. So they are a function of the boxes, classes and ids alone: they are the same after
// everything has been removed and added again, in any order.
//
// Slots are small numbers of the caller's, used as indices; ids are what pairs are sorted by. Nothing allocates but
// bl_broad_phase_reserve, and bl_broad_phase_find while there are more pairs than ever before.

#ifndef BELAY_ENGINE_DETECT_BROAD_BROAD_PHASE_H
#define BELAY_ENGINE_DETECT_BROAD_BROAD_PHASE_H

#include "core/sort.h"
#include "geometry/box_tree.h"

// One slot, in 64 bytes: a find touches those of all candidates.
typedef struct bl_proxy_state {
    bl_box box;
    uint64_t id;
    uint32_t leaf; // in the tree of its class; BL_BOX_TREE_NONE: the slot is empty
    bool is_moving;
    bool is_moved;     // in `moved`
    bool is_forgotten; // in `forgotten`
    bool unused;
} bl_proxy_state;

// `known` is the fat box at the last find that succeeded, empty (lower > upper) before the first and when the pairs
// with the slot must be found anew: two overlapping known boxes of which one was moving have been judged already.
typedef struct bl_proxy_fat {
    bl_box fat, known;
} bl_proxy_fat;

typedef struct bl_broad_phase {
    bl_box_tree still, moving;
    // stb_ds arrays
    bl_proxy_state* states;  // by slot
    bl_proxy_fat* fats;      // by slot
    uint32_t* moved;         // slots to look around at the next find, each once
    uint32_t* forgotten;     // slots whose candidates are to go at the next find, each once
    bl_key_pair* candidates; // major < minor: ids; first, second: their slots
    bl_key_pair* pairs;      // the result of the last find, likewise
    bl_key_pair *fresh, *scratch;
    uint32_t count;
} bl_broad_phase;

// Whether a pair may be made at all; slot_a has the smaller id. Asked when two fat boxes come to overlap, not at every
// step; bl_broad_phase_forget makes it be asked again.
typedef bool bl_broad_phase_accept_fn(void* context, uint32_t slot_a, uint32_t slot_b);

void bl_broad_phase_init(bl_broad_phase* phase);
void bl_broad_phase_fini(bl_broad_phase* phase);
// Removes everything and keeps the room.
void bl_broad_phase_clear(bl_broad_phase* phase);

// Makes room for slots below `slot_count`. False when memory runs out; what is there stays good.
bool bl_broad_phase_reserve(bl_broad_phase* phase, uint32_t slot_count, const belay_allocator* allocator);

// Puts a box into an empty slot, for which there is room. The id must be of no other slot. The box, here and below, is
// not empty and has no NaN; skin >= 0 is the width by which its fat copy is larger. Lengths in one unit.
void bl_broad_phase_add(bl_broad_phase* phase, uint32_t slot, uint64_t id, const bl_box* box, double skin,
                        bool is_moving);
void bl_broad_phase_remove(bl_broad_phase* phase, uint32_t slot);
// Gives a box, moving or still, another place.
void bl_broad_phase_update(bl_broad_phase* phase, uint32_t slot, const bl_box* box, double skin);
// Changes its class.
void bl_broad_phase_set_moving(bl_broad_phase* phase, uint32_t slot, bool is_moving);
// Judges all pairs with the slot anew at the next find: for when `accept` would answer otherwise.
void bl_broad_phase_forget(bl_broad_phase* phase, uint32_t slot);

// Whether there is a box in the slot; any number may be asked.
bool bl_broad_phase_has(const bl_broad_phase* phase, uint32_t slot);

// Fills phase->pairs. False when memory runs out: no pairs then, and the next find does what this one left.
bool bl_broad_phase_find(bl_broad_phase* phase, bl_broad_phase_accept_fn* accept, void* context,
                         const belay_allocator* allocator);

// Brings the trees up to date: needed before a visit when something was added, updated or set moving since the last
// find or commit.
void bl_broad_phase_commit(bl_broad_phase* phase);

// Calls `visit` with every slot, moving or still, whose box (not the fat one) overlaps, until it returns false. Any
// order.
void bl_broad_phase_visit(const bl_broad_phase* phase, const bl_box* box, bl_box_tree_visit_fn* visit, void* context);
// The same along a ray, as bl_box_tree_visit_ray does, by the fat boxes.
void bl_broad_phase_visit_ray(const bl_broad_phase* phase, belay_vec3 origin, belay_vec3 displacement,
                              belay_vec3 extent, double* max_time, bl_box_tree_visit_fn* visit, void* context);

#endif
