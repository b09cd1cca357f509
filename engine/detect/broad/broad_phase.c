// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "detect/broad/broad_phase.h"

#include "core/alloc.h"
#include "core/assert.h"
#include "detect/contact_tolerance.h"

#include <string.h>

void bl_broad_phase_init(bl_broad_phase* phase)
{
    memset(phase, 0, sizeof *phase);
    bl_box_tree_init(&phase->still);
    bl_box_tree_init(&phase->moving);
}

void bl_broad_phase_fini(bl_broad_phase* phase)
{
    bl_box_tree_fini(&phase->still);
    bl_box_tree_fini(&phase->moving);
    arrfree(phase->states);
    arrfree(phase->fats);
    arrfree(phase->moved);
    arrfree(phase->forgotten);
    arrfree(phase->candidates);
    arrfree(phase->pairs);
    arrfree(phase->fresh);
    arrfree(phase->scratch);
    bl_broad_phase_init(phase);
}

static void empty_slot(bl_proxy_state* state)
{
    memset(state, 0, sizeof *state);
    state->leaf = BL_BOX_TREE_NONE;
}

void bl_broad_phase_clear(bl_broad_phase* phase)
{
    bl_box_tree_clear(&phase->still);
    bl_box_tree_clear(&phase->moving);
    for (ptrdiff_t i = 0; i < arrlen(phase->states); i++)
        empty_slot(&phase->states[i]);
    if (phase->moved != NULL) arrsetlen(phase->moved, 0);
    if (phase->forgotten != NULL) arrsetlen(phase->forgotten, 0);
    if (phase->candidates != NULL) arrsetlen(phase->candidates, 0);
    if (phase->pairs != NULL) arrsetlen(phase->pairs, 0);
    phase->count = 0;
}

bool bl_broad_phase_reserve(bl_broad_phase* phase, uint32_t slot_count, const belay_allocator* allocator)
{
    bool ok = true;
    BL_ARRAY_RESERVE(phase->states, slot_count, allocator, &ok);
    BL_ARRAY_RESERVE(phase->fats, slot_count, allocator, &ok);
    BL_ARRAY_RESERVE(phase->moved, slot_count, allocator, &ok);
    BL_ARRAY_RESERVE(phase->forgotten, slot_count, allocator, &ok);
    ok = ok && bl_box_tree_reserve(&phase->still, slot_count, allocator) &&
         bl_box_tree_reserve(&phase->moving, slot_count, allocator);
    if (!ok) return false;
    size_t old_count = (size_t)arrlen(phase->states);
    if (slot_count <= old_count) return true;
    arrsetlen(phase->states, slot_count);
    arrsetlen(phase->fats, slot_count);
    for (size_t i = old_count; i < slot_count; i++) {
        empty_slot(&phase->states[i]);
        memset(&phase->fats[i], 0, sizeof phase->fats[i]);
    }
    return true;
}

bool bl_broad_phase_has(const bl_broad_phase* phase, uint32_t slot)
{
    return slot < (size_t)arrlen(phase->states) && phase->states[slot].leaf != BL_BOX_TREE_NONE;
}

static bl_box_tree* tree_of(bl_broad_phase* phase, uint32_t slot)
{
    return phase->states[slot].is_moving ? &phase->moving : &phase->still;
}

static void mark_moved(bl_broad_phase* phase, uint32_t slot)
{
    if (phase->states[slot].is_moved) return;
    phase->states[slot].is_moved = true;
    arrput(phase->moved, slot);
}

static void know_nothing(bl_broad_phase* phase, uint32_t slot)
{
    bl_box nothing = {v3(NAN, NAN, NAN), v3(NAN, NAN, NAN)};
    phase->fats[slot].known = nothing;
    mark_moved(phase, slot);
}

static void mark_forgotten(bl_broad_phase* phase, uint32_t slot)
{
    if (phase->states[slot].is_forgotten) return;
    phase->states[slot].is_forgotten = true;
    arrput(phase->forgotten, slot);
}

void bl_broad_phase_add(bl_broad_phase* phase, uint32_t slot, uint64_t id, const bl_box* box, double skin,
                        bool is_moving)
{
    BELAY_ASSERT(!bl_broad_phase_has(phase, slot));
    bl_proxy_state* state = &phase->states[slot];
    state->box = *box;
    state->id = id;
    state->is_moving = is_moving;
    phase->fats[slot].fat = bl_box_widen(box, skin);
    state->leaf = bl_box_tree_insert_loose(tree_of(phase, slot), phase->fats[slot].fat, slot);
    know_nothing(phase, slot);
    phase->count++;
}

// The marks stay until the next find, also when the slot is taken again.
void bl_broad_phase_remove(bl_broad_phase* phase, uint32_t slot)
{
    BELAY_ASSERT(bl_broad_phase_has(phase, slot));
    bl_proxy_state* state = &phase->states[slot];
    bl_box_tree_remove(tree_of(phase, slot), state->leaf);
    state->leaf = BL_BOX_TREE_NONE;
    mark_forgotten(phase, slot);
    phase->count--;
}

static bool still_fits(const bl_box* fat, const bl_box* box, double skin)
{
    if (!bl_box_holds(fat, box)) return false;
    bl_box largest = bl_box_widen(box, BL_BROAD_PHASE_LARGEST_SKINS * skin);
    return bl_box_holds(&largest, fat);
}

void bl_broad_phase_update(bl_broad_phase* phase, uint32_t slot, const bl_box* box, double skin)
{
    BELAY_ASSERT(bl_broad_phase_has(phase, slot));
    bl_proxy_state* state = &phase->states[slot];
    bl_box* fat = &phase->fats[slot].fat;
    state->box = *box;
    if (still_fits(fat, box, skin)) return;
    *fat = bl_box_widen(box, skin);
    mark_moved(phase, slot);
}

// One that begins to move may make pairs with still ones, which were not looked for. One that stops keeps those with
// moving ones; the others go at the next find.
void bl_broad_phase_set_moving(bl_broad_phase* phase, uint32_t slot, bool is_moving)
{
    bl_proxy_state* state = &phase->states[slot];
    if (state->is_moving == is_moving) return;
    bl_box_tree_remove(tree_of(phase, slot), state->leaf);
    state->is_moving = is_moving;
    state->leaf = bl_box_tree_insert_loose(tree_of(phase, slot), phase->fats[slot].fat, slot);
    if (is_moving)
        know_nothing(phase, slot);
    else
        mark_moved(phase, slot);
}

void bl_broad_phase_forget(bl_broad_phase* phase, uint32_t slot)
{
    mark_forgotten(phase, slot);
    know_nothing(phase, slot);
}

// Whether the leaf of a slot in `moved` is not yet where it belongs.
static bool is_pending(const bl_broad_phase* phase, const bl_box_tree* tree, uint32_t slot)
{
    uint32_t leaf = phase->states[slot].leaf;
    const bl_box *there = &tree->nodes[leaf].box, *fat = &phase->fats[slot].fat;
    return bl_box_tree_is_loose(tree, leaf) || !bl_box_holds(there, fat) || !bl_box_holds(fat, there);
}

#define REFRESH_SHARE 12 // moving one leaf in so many costs as much as refreshing the tree

static void commit_tree(bl_broad_phase* phase, bl_box_tree* tree)
{
    uint32_t pending = 0;
    for (ptrdiff_t i = 0; i < arrlen(phase->moved); i++) {
        uint32_t slot = phase->moved[i];
        if (bl_broad_phase_has(phase, slot) && tree_of(phase, slot) == tree) pending += is_pending(phase, tree, slot);
    }
    if (pending == 0) return;
    bool refresh = pending > tree->leaf_count / REFRESH_SHARE;
    for (ptrdiff_t i = 0; i < arrlen(phase->moved); i++) {
        uint32_t slot = phase->moved[i];
        if (!bl_broad_phase_has(phase, slot) || tree_of(phase, slot) != tree) continue;
        if (refresh)
            tree->nodes[phase->states[slot].leaf].box = phase->fats[slot].fat;
        else if (is_pending(phase, tree, slot))
            bl_box_tree_move(tree, phase->states[slot].leaf, phase->fats[slot].fat);
    }
    if (refresh) bl_box_tree_refresh(tree);
}

void bl_broad_phase_commit(bl_broad_phase* phase)
{
    commit_tree(phase, &phase->still);
    commit_tree(phase, &phase->moving);
}

typedef struct tight_visit {
    const bl_broad_phase* phase;
    const bl_box* box;
    bl_box_tree_visit_fn* visit;
    void* context;
    bool is_over;
} tight_visit;

static bool visit_tight(void* context, uint32_t slot)
{
    tight_visit* t = context;
    if (bl_box_overlaps(&t->phase->states[slot].box, t->box)) t->is_over = !t->visit(t->context, slot);
    return !t->is_over;
}

void bl_broad_phase_visit(const bl_broad_phase* phase, const bl_box* box, bl_box_tree_visit_fn* visit, void* context)
{
    tight_visit t = {phase, box, visit, context, false};
    bl_box_tree_visit(&phase->moving, box, visit_tight, &t);
    if (!t.is_over) bl_box_tree_visit(&phase->still, box, visit_tight, &t);
}

typedef struct ray_visit {
    bl_box_tree_visit_fn* visit;
    void* context;
    bool is_over;
} ray_visit;

static bool visit_on_ray(void* context, uint32_t slot)
{
    ray_visit* r = context;
    r->is_over = !r->visit(r->context, slot);
    return !r->is_over;
}

void bl_broad_phase_visit_ray(const bl_broad_phase* phase, belay_vec3 origin, belay_vec3 displacement,
                              belay_vec3 extent, double* max_time, bl_box_tree_visit_fn* visit, void* context)
{
    ray_visit r = {visit, context, false};
    bl_box_tree_visit_ray(&phase->moving, origin, displacement, extent, max_time, visit_on_ray, &r);
    if (!r.is_over) bl_box_tree_visit_ray(&phase->still, origin, displacement, extent, max_time, visit_on_ray, &r);
}
