// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Which rods and colliders come near rods in a step, by the trees of runs and those of the broad phase. Planes have no
// box: they are near to all.
//
// A box of a run holds its segments with the way that they go, and is widened by as much as that way is long: contact
// looks as far as two can come towards each other, in whatever direction they lie.

#include "step/detect/step_rod_near.h"

#include "core/alloc.h"
#include "step/detect/step_contact_hooks.h"

// ---------------------------------------------------------------------------------------------------------------------
// Trees
// ---------------------------------------------------------------------------------------------------------------------

static bl_box run_box(const bl_step_rods* s, const bl_run* run, double around)
{
    const bl_step_rod* r = &s->rods[run->rod];
    uint32_t last = run->first + BL_RUN_SEGMENTS < r->node_count ? run->first + BL_RUN_SEGMENTS : r->node_count - 1;
    bl_box box = {v3(HUGE_VAL, HUGE_VAL, HUGE_VAL), v3(-HUGE_VAL, -HUGE_VAL, -HUGE_VAL)};
    double farthest = 0.0;
    for (uint32_t k = run->first; k <= last; k++) {
        belay_vec3 p = s->points[r->first_node + k], way = s->travel[r->first_node + k];
        bl_box here = {p, p}, there = {v3_add(p, way), v3_add(p, way)};
        box = bl_box_join(&box, &here);
        box = bl_box_join(&box, &there);
        farthest = fmax(farthest, v3_length(way));
    }
    return bl_box_widen(&box, around + farthest);
}

// What has gone beyond all numbers has no box, and is near nothing.
static bl_box box_or_point(bl_box box)
{
    if (v3_is_finite(box.lower) && v3_is_finite(box.upper)) return box;
    return (bl_box){v3_zero(), v3_zero()};
}

static bool lay_out(const bl_detect_parts* d, bl_run_trees* trees)
{
    bl_step_rods* s = &d->s->rods;
    uint32_t count = bl_rod_count_of(d->entities);
    bool ok = true;
    BL_ARRAY_RESERVE(s->near_layout, count, &d->def->allocator, &ok);
    if (!ok) return false;
    for (uint32_t i = 0; i < count; i++) {
        const bl_rod_record* record = &bl_rods_of(d->entities)[i];
        s->near_layout[i] = (bl_run_rod){record->id, 0, record->body.segment_count, bl_rod_is_awake(record), false};
    }
    return bl_run_trees_lay_out(trees, s->near_layout, count, &d->def->allocator);
}

// A sleeper stands where it stood when the trees were laid out.
static void set_boxes(const bl_detect_parts* d, bl_run_trees* trees)
{
    for (ptrdiff_t i = 0; i < arrlen(trees->rods); i++) {
        bl_run_rod* rod = &trees->rods[i];
        if (rod->has_box && !rod->is_awake) continue;
        const bl_rod_record* record = &bl_rods_of(d->entities)[i];
        double around = record->body.section.radius + bl_rod_margin(d->def, record);
        for (uint32_t k = rod->first; k < rod->first + rod->count; k++) {
            bl_box box = box_or_point(run_box(&d->s->rods, &trees->runs[k], around));
            bl_run_trees_set(trees, k, &box);
        }
        rod->has_box = true;
    }
    bl_run_trees_commit(trees);
}

// ---------------------------------------------------------------------------------------------------------------------
// Pairs
// ---------------------------------------------------------------------------------------------------------------------

typedef struct walk {
    const bl_detect_parts* d;
    const bl_pair_finder* finder;
    bool ok;
} walk;

static bool add(walk* w, bl_key_pair** list, bl_key_pair pair)
{
    BL_ARRAY_RESERVE(*list, arrlen(*list) + 1, &w->d->def->allocator, &w->ok);
    if (w->ok) arrput(*list, pair);
    return w->ok;
}

static bool meet_rods(void* context, uint32_t run_a, uint32_t run_b)
{
    walk* w = context;
    const bl_run_trees* trees = &w->finder->rods;
    uint32_t a = trees->runs[run_a].rod, b = trees->runs[run_b].rod;
    if (a == b) return true;
    bool in_order = trees->rods[a].id < trees->rods[b].id;
    bl_key_pair pair = {in_order ? a : b, in_order ? b : a, 0, 0};
    if (!bl_step_rods_may_meet(bl_rods_of(w->d->entities), &w->d->s->rods, (uint32_t)pair.major, (uint32_t)pair.minor))
        return true;
    pair.first = (uint32_t)pair.major;
    pair.second = (uint32_t)pair.minor;
    return add(w, &w->d->s->rods.near_rods, pair);
}

static bool add_run(walk* w, uint32_t run, uint32_t collider)
{
    const bl_run* r = &w->finder->rods.runs[run];
    bl_key_pair pair = {(uint64_t)r->rod << 32 | collider, r->first, r->first, collider};
    return add(w, &w->d->s->rods.near_colliders, pair);
}

static bool meet_collider(void* context, uint32_t run, uint32_t collider)
{
    walk* w = context;
    const bl_box* box = &w->finder->phase.states[collider].box;
    if (!bl_box_overlaps(bl_run_trees_box(&w->finder->rods, run), box)) return true;
    if (!bl_step_rod_may_touch(w->d->entities, w->d->s, w->finder->rods.runs[run].rod, collider)) return true;
    return add_run(w, run, collider);
}

static bool meet_planes(walk* w)
{
    const bl_run_trees* trees = &w->finder->rods;
    for (ptrdiff_t k = 0; k < arrlen(w->finder->planes); k++)
        for (ptrdiff_t i = 0; i < arrlen(trees->rods); i++) {
            uint32_t plane = w->finder->planes[k].collider;
            if (!bl_step_rod_may_touch(w->d->entities, w->d->s, (uint32_t)i, plane)) continue;
            for (uint32_t run = trees->rods[i].first; run < trees->rods[i].first + trees->rods[i].count; run++)
                if (!add_run(w, run, plane)) return false;
        }
    return true;
}

// Two that both sleep, or stand still, are no pair.
static bool walk_trees(walk* w)
{
    const bl_run_trees* rods = &w->finder->rods;
    const bl_broad_phase* phase = &w->finder->phase;
    bl_box_tree_visit_pairs(&rods->awake, &rods->awake, meet_rods, w);
    if (w->ok) bl_box_tree_visit_pairs(&rods->awake, &rods->asleep, meet_rods, w);
    if (w->ok) bl_box_tree_visit_pairs(&rods->awake, &phase->moving, meet_collider, w);
    if (w->ok) bl_box_tree_visit_pairs(&rods->awake, &phase->still, meet_collider, w);
    if (w->ok) bl_box_tree_visit_pairs(&rods->asleep, &phase->moving, meet_collider, w);
    return w->ok && meet_planes(w);
}

// In order, each once: two rods may come near each other by several runs.
static bool sort(walk* w, bl_key_pair* list)
{
    bl_step_rods* s = &w->d->s->rods;
    size_t count = (size_t)arrlen(list), kept = 0;
    BL_ARRAY_RESERVE(s->near_scratch, count, &w->d->def->allocator, &w->ok);
    if (!w->ok || count == 0) return w->ok;
    bl_key_pairs_sort(list, s->near_scratch, count);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || list[i].major != list[i - 1].major || list[i].minor != list[i - 1].minor) list[kept++] = list[i];
    arrsetlen(list, kept);
    return true;
}

bool bl_step_rods_find_near(const bl_detect_parts* d, bl_pair_finder* finder)
{
    bl_step_rods* s = &d->s->rods;
    walk w = {d, finder, true};
    if (s->near_rods != NULL) arrsetlen(s->near_rods, 0);
    if (s->near_colliders != NULL) arrsetlen(s->near_colliders, 0);
    if (!lay_out(d, &finder->rods)) return false;
    set_boxes(d, &finder->rods);
    if (!walk_trees(&w) || !sort(&w, s->near_rods) || !sort(&w, s->near_colliders)) return false;
    bl_step_ask_rod_filter(d);
    return true;
}

bool bl_step_rods_next_near(const bl_step_rods* rods, ptrdiff_t* at, bl_rod_near_collider* near)
{
    ptrdiff_t count = arrlen(rods->near_colliders), begin = *at;
    if (begin >= count) return false;
    const bl_key_pair* first = &rods->near_colliders[begin];
    while (*at < count && rods->near_colliders[*at].major == first->major)
        ++*at;
    *near = (bl_rod_near_collider){(uint32_t)(first->major >> 32), first->second, first, (uint32_t)(*at - begin)};
    return true;
}
