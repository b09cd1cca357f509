// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A find of the broad phase: new candidates from the trees, merged into the sorted ones, of which those are kept whose
// fat boxes still overlap and those reported whose boxes do.

#include "detect/broad/broad_phase.h"

#include "core/alloc.h"

// Candidates of removed and forgotten slots, by their marks.
static void drop_forgotten(bl_broad_phase* phase)
{
    size_t count = (size_t)arrlen(phase->forgotten), kept = 0;
    if (count == 0) return;
    for (ptrdiff_t i = 0; i < arrlen(phase->candidates); i++) {
        bl_key_pair c = phase->candidates[i];
        if (!phase->states[c.first].is_forgotten && !phase->states[c.second].is_forgotten)
            phase->candidates[kept++] = c;
    }
    if (phase->candidates != NULL) arrsetlen(phase->candidates, kept);
    for (size_t i = 0; i < count; i++)
        phase->states[phase->forgotten[i]].is_forgotten = false;
    arrsetlen(phase->forgotten, 0);
}

typedef struct look_around {
    bl_broad_phase* phase;
    uint32_t slot; // around which to look
    bl_broad_phase_accept_fn* accept;
    void* context;
    const belay_allocator* allocator;
    bool ok;
} look_around;

static bool add_candidate(look_around* look, uint32_t slot, uint32_t other)
{
    bl_broad_phase* phase = look->phase;
    if (bl_box_overlaps(&phase->fats[slot].known, &phase->fats[other].known)) return true;
    bool in_order = phase->states[slot].id < phase->states[other].id;
    uint32_t a = in_order ? slot : other, b = in_order ? other : slot;
    if (!look->accept(look->context, a, b)) return true;
    BL_ARRAY_RESERVE(phase->fresh, arrlen(phase->fresh) + 1, look->allocator, &look->ok);
    if (!look->ok) return false;
    bl_key_pair pair = {phase->states[a].id, phase->states[b].id, a, b};
    arrput(phase->fresh, pair);
    return true;
}

// Of two moved ones the lower slot makes the pair: each finds the other.
static bool add_found(void* context, uint32_t other)
{
    look_around* look = context;
    if (other == look->slot || (look->phase->states[other].is_moved && other < look->slot)) return true;
    return add_candidate(look, look->slot, other);
}

static bool look_around_each(look_around* look)
{
    const bl_broad_phase* phase = look->phase;
    for (ptrdiff_t i = 0; look->ok && i < arrlen(phase->moved); i++) {
        look->slot = phase->moved[i];
        if (!bl_broad_phase_has(phase, look->slot)) continue;
        const bl_box* fat = &phase->fats[look->slot].fat;
        bl_box_tree_visit(&phase->moving, fat, add_found, look);
        if (look->ok && phase->states[look->slot].is_moving) bl_box_tree_visit(&phase->still, fat, add_found, look);
    }
    return look->ok;
}

static bool add_met(void* context, uint32_t a, uint32_t b)
{
    look_around* look = context;
    const bl_proxy_state* states = look->phase->states;
    return (!states[a].is_moved && !states[b].is_moved) || add_candidate(look, a, b);
}

static bool look_at_all(look_around* look)
{
    const bl_broad_phase* phase = look->phase;
    bl_box_tree_visit_pairs(&phase->moving, &phase->moving, add_met, look);
    if (look->ok) bl_box_tree_visit_pairs(&phase->moving, &phase->still, add_met, look);
    return look->ok;
}

#define WALK_SHARE 4 // looking around one leaf in so many costs as much as walking the trees

static bool find_fresh(look_around* look)
{
    bl_broad_phase* phase = look->phase;
    if (phase->fresh != NULL) arrsetlen(phase->fresh, 0);
    bool many = (size_t)arrlen(phase->moved) > phase->moving.leaf_count / WALK_SHARE;
    return many ? look_at_all(look) : look_around_each(look);
}

static bool reserve_results(bl_broad_phase* phase, const belay_allocator* allocator)
{
    size_t fresh = (size_t)arrlen(phase->fresh), count = (size_t)arrlen(phase->candidates) + fresh;
    bool ok = true;
    BL_ARRAY_RESERVE(phase->scratch, fresh, allocator, &ok);
    BL_ARRAY_RESERVE(phase->candidates, count, allocator, &ok);
    BL_ARRAY_RESERVE(phase->pairs, count, allocator, &ok);
    return ok;
}

// -1, 0, 1
static int compare(const bl_key_pair* a, const bl_key_pair* b)
{
    if (a->major != b->major) return a->major < b->major ? -1 : 1;
    return (a->minor > b->minor) - (a->minor < b->minor);
}

// Takes from the sorted fresh ones those that are candidates already: pairs with a slot that began to move, say.
static size_t drop_known(bl_key_pair* fresh, size_t fresh_count, const bl_key_pair* candidates, size_t count)
{
    size_t kept = 0, at = 0;
    for (size_t i = 0; i < fresh_count; i++) {
        while (at < count && compare(&candidates[at], &fresh[i]) < 0)
            at++;
        if (at == count || compare(&candidates[at], &fresh[i]) != 0) fresh[kept++] = fresh[i];
    }
    return kept;
}

// From the back, so that it needs no other room and stops where the last fresh one has found its place.
static void merge_fresh(bl_broad_phase* phase)
{
    size_t count = (size_t)arrlen(phase->candidates), fresh_count = (size_t)arrlen(phase->fresh);
    if (fresh_count == 0) return;
    bl_key_pair *fresh = phase->fresh, *candidates = phase->candidates;
    bl_key_pairs_sort(fresh, phase->scratch, fresh_count);
    fresh_count = drop_known(fresh, fresh_count, candidates, count);
    arrsetlen(phase->candidates, count + fresh_count);
    for (size_t to = count + fresh_count; fresh_count > 0;) {
        bool old_is_last = count > 0 && compare(&candidates[count - 1], &fresh[fresh_count - 1]) > 0;
        candidates[--to] = old_is_last ? candidates[--count] : fresh[--fresh_count];
    }
}

static void settle_moved(bl_broad_phase* phase)
{
    for (ptrdiff_t i = 0; i < arrlen(phase->moved); i++) {
        uint32_t slot = phase->moved[i];
        phase->states[slot].is_moved = false;
        phase->fats[slot].known = phase->fats[slot].fat;
    }
    if (phase->moved != NULL) arrsetlen(phase->moved, 0);
}

static void report(bl_broad_phase* phase)
{
    size_t count = (size_t)arrlen(phase->candidates), kept = 0, found = 0;
    bl_key_pair *candidates = phase->candidates, *pairs = phase->pairs;
    for (size_t i = 0; i < count; i++) {
        bl_key_pair c = candidates[i];
        const bl_proxy_state *a = &phase->states[c.first], *b = &phase->states[c.second];
        if (!a->is_moving && !b->is_moving) continue;
        bool overlap = bl_box_overlaps(&a->box, &b->box);
        if (overlap)
            pairs[found++] = c;
        else if (!bl_box_overlaps(&phase->fats[c.first].fat, &phase->fats[c.second].fat))
            continue;
        candidates[kept++] = c;
    }
    arrsetlen(phase->candidates, kept);
    arrsetlen(phase->pairs, found);
}

bool bl_broad_phase_find(bl_broad_phase* phase, bl_broad_phase_accept_fn* accept, void* context,
                         const belay_allocator* allocator)
{
    if (phase->pairs != NULL) arrsetlen(phase->pairs, 0);
    drop_forgotten(phase);
    look_around look = {phase, 0, accept, context, allocator, true};
    bl_broad_phase_commit(phase);
    if (!find_fresh(&look) || !reserve_results(phase, allocator)) return false;
    merge_fresh(phase);
    settle_moved(phase);
    report(phase);
    return true;
}
