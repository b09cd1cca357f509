// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The broad phase against brute force through random histories of everything that can be done to it, its independence
// of those histories, what it costs at rest, and its state when memory runs out.

#include "detect/broad/broad_phase.h"

#include "core/alloc.h"
#include "support/chance.h"
#include "support/tracking_allocator.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#define MAX_SLOTS 6000

static belay_vec3 random_vector(uint64_t* lot, double low, double high)
{
    double x = low + (high - low) * chance_next(lot), y = low + (high - low) * chance_next(lot);
    return v3(x, y, low + (high - low) * chance_next(lot));
}

static bl_box random_box(uint64_t* lot, double spread)
{
    belay_vec3 lower = random_vector(lot, -spread, spread);
    double size = pow(10.0, 2.0 * chance_next(lot) - 1.5);
    bl_box box = {lower, v3_add(lower, v3_scale(size, random_vector(lot, 0.1, 1.0)))};
    return box;
}

// What should be there, beside the broad phase. Two of the same group, if it is not 0, are not accepted.
typedef struct stage {
    bl_broad_phase phase;
    tracking_allocator memory;
    belay_allocator allocator;
    uint32_t slots;
    bool is_in[MAX_SLOTS], is_moving[MAX_SLOTS];
    bl_box box[MAX_SLOTS];
    uint64_t id[MAX_SLOTS];
    int group[MAX_SLOTS];
    uint64_t next_id;
    long accepts;
} stage;

static stage* stage_create(uint32_t slots)
{
    stage* s = calloc(1, sizeof *s);
    s->allocator = tracking_allocator_hooks(&s->memory);
    s->slots = slots;
    bl_broad_phase_init(&s->phase);
    cr_assert(bl_broad_phase_reserve(&s->phase, slots, &s->allocator));
    return s;
}

static void stage_destroy(stage* s)
{
    bl_broad_phase_fini(&s->phase);
    free(s);
}

// Ids in an order that has nothing to do with that of the slots; never twice the same.
static uint64_t new_id(stage* s)
{
    uint64_t n = ++s->next_id;
    return n % 3 * 1000000007u + n * 40503u % 65536u * 65536u + n;
}

static void add(stage* s, uint32_t slot, bl_box box, double skin, bool is_moving)
{
    s->is_in[slot] = true;
    s->is_moving[slot] = is_moving;
    s->box[slot] = box;
    s->id[slot] = new_id(s);
    bl_broad_phase_add(&s->phase, slot, s->id[slot], &box, skin, is_moving);
}

static void drop(stage* s, uint32_t slot)
{
    s->is_in[slot] = false;
    bl_broad_phase_remove(&s->phase, slot);
}

static void place(stage* s, uint32_t slot, bl_box box, double skin)
{
    s->box[slot] = box;
    bl_broad_phase_update(&s->phase, slot, &box, skin);
}

static void set_moving(stage* s, uint32_t slot, bool is_moving)
{
    s->is_moving[slot] = is_moving;
    bl_broad_phase_set_moving(&s->phase, slot, is_moving);
}

static bool accept(void* context, uint32_t a, uint32_t b)
{
    stage* s = context;
    s->accepts++;
    cr_assert(s->is_in[a] && s->is_in[b] && s->id[a] < s->id[b]);
    return s->group[a] == 0 || s->group[a] != s->group[b];
}

static bool find(stage* s)
{
    return bl_broad_phase_find(&s->phase, accept, s, &s->allocator);
}

static bool is_pair(const stage* s, uint32_t a, uint32_t b)
{
    return s->is_in[a] && s->is_in[b] && (s->is_moving[a] || s->is_moving[b]) &&
           (s->group[a] == 0 || s->group[a] != s->group[b]) && bl_box_overlaps(&s->box[a], &s->box[b]);
}

// Sorted, each once, right each, and as many as there are: so these are all.
static void check_pairs(const stage* s)
{
    const bl_key_pair* pairs = s->phase.pairs;
    size_t count = (size_t)arrlen(pairs), right = 0;
    for (size_t i = 0; i < count; i++) {
        bl_key_pair p = pairs[i];
        cr_assert(p.major == s->id[p.first] && p.minor == s->id[p.second] && p.major < p.minor);
        cr_assert(is_pair(s, p.first, p.second));
        cr_assert(i == 0 || pairs[i - 1].major < p.major ||
                  (pairs[i - 1].major == p.major && pairs[i - 1].minor < p.minor));
    }
    for (uint32_t a = 0; a < s->slots; a++)
        for (uint32_t b = 0; b < a; b++)
            right += is_pair(s, a, b);
    cr_assert_eq(count, right);
}

static void change_one(stage* s, uint64_t* lot, uint32_t slot, double spread, double skin)
{
    double what = chance_next(lot);
    if (!s->is_in[slot]) {
        if (what < 0.5) add(s, slot, random_box(lot, spread), skin, chance_next(lot) < 0.6);
    } else if (what < 0.1) {
        drop(s, slot);
        if (what < 0.03) add(s, slot, random_box(lot, spread), skin, what < 0.02);
    } else if (what < 0.3) {
        set_moving(s, slot, !s->is_moving[slot]);
        if (what < 0.13) set_moving(s, slot, !s->is_moving[slot]);
    } else if (what < 0.4) {
        s->group[slot] = (int)chance_below(lot, 4);
        bl_broad_phase_forget(&s->phase, slot);
    } else if (what < 0.5) {
        place(s, slot, random_box(lot, spread), skin);
    }
}

static void drift(stage* s, uint64_t* lot, double step, double skin)
{
    for (uint32_t i = 0; i < s->slots; i++) {
        if (!s->is_in[i] || !s->is_moving[i]) continue;
        belay_vec3 way = random_vector(lot, -step, step);
        bl_box box = {v3_add(s->box[i].lower, way), v3_add(s->box[i].upper, way)};
        place(s, i, box, skin);
    }
}

// `share` of the slots change in every step, beside the drift of all that move.
static void check_history(uint64_t seed, uint32_t slots, int steps, double share, double spread, double step,
                          double skin)
{
    uint64_t lot = seed;
    stage* s = stage_create(slots);
    for (int i = 0; i < steps; i++) {
        for (uint32_t k = 0; k < slots; k++)
            if (chance_next(&lot) < share) change_one(s, &lot, k, spread, skin);
        if (i % 3 != 0) drift(s, &lot, step, skin);
        if (i % 5 == 4) bl_broad_phase_commit(&s->phase);
        if (i % 7 == 6) continue;
        cr_assert(find(s));
        check_pairs(s);
    }
    if (slots > 1) cr_assert_gt(20 * s->accepts, steps, "the history must bring boxes together");
    stage_destroy(s);
}

Test(broad_phase, pairs_are_those_of_brute_force_when_few_change)
{
    check_history(1, 150, 2000, 0.01, 2.0, 0.01, 0.1);
    check_history(2, 150, 1000, 0.03, 2.0, 0.001, 0.01);
}

Test(broad_phase, pairs_are_those_of_brute_force_when_many_change)
{
    check_history(3, 120, 1500, 0.3, 2.0, 0.1, 0.05);
    check_history(4, 120, 500, 0.9, 2.0, 1.0, 0.3);
}

Test(broad_phase, pairs_are_those_of_brute_force_without_a_skin)
{
    check_history(5, 100, 1000, 0.05, 2.0, 0.01, 0.0);
}

Test(broad_phase, pairs_are_those_of_brute_force_among_few)
{
    check_history(6, 1, 300, 0.5, 0.4, 0.1, 0.1);
    check_history(7, 2, 1000, 0.5, 0.4, 0.05, 0.1);
    check_history(8, 5, 3000, 0.5, 0.4, 0.05, 0.1);
}

// Adds everything of `from` in another order, into the same slots or others.
static stage* rebuild(const stage* from, uint64_t* lot, double skin)
{
    stage* s = stage_create(from->slots);
    for (uint32_t done = 0; done < 4 * from->slots; done++) {
        uint32_t slot = done < 3 * from->slots ? chance_below(lot, from->slots) : done - 3 * from->slots;
        if (!from->is_in[slot] || s->is_in[slot]) continue;
        s->is_in[slot] = true;
        s->is_moving[slot] = from->is_moving[slot];
        s->box[slot] = from->box[slot];
        s->id[slot] = from->id[slot];
        s->group[slot] = from->group[slot];
        bl_broad_phase_add(&s->phase, slot, s->id[slot], &s->box[slot], skin, s->is_moving[slot]);
    }
    return s;
}

static void check_equal_pairs(const stage* a, const stage* b)
{
    cr_assert_eq(arrlen(a->phase.pairs), arrlen(b->phase.pairs));
    cr_assert_arr_eq(a->phase.pairs, b->phase.pairs, (size_t)arrlen(a->phase.pairs) * sizeof(bl_key_pair));
}

Test(broad_phase, pairs_do_not_depend_on_the_history)
{
    uint64_t lot = 9;
    stage* s = stage_create(300);
    for (int i = 0; i < 300; i++) {
        for (uint32_t k = 0; k < s->slots; k++)
            if (chance_next(&lot) < 0.05) change_one(s, &lot, k, 3.0, 0.05);
        drift(s, &lot, 0.02, 0.05);
        cr_assert(find(s));
        if (i % 10 != 0) continue;
        stage* other = rebuild(s, &lot, 0.2 * chance_next(&lot));
        cr_assert(find(other));
        check_equal_pairs(s, other);
        stage_destroy(other);
    }
    stage_destroy(s);
}

Test(broad_phase, cleared_and_filled_again)
{
    uint64_t lot = 10;
    stage* s = stage_create(200);
    for (int round = 0; round < 5; round++) {
        for (uint32_t i = 0; i < 200; i++)
            add(s, i, random_box(&lot, 2.0), 0.1, i % 3 != 0);
        cr_assert(find(s));
        check_pairs(s);
        cr_assert_gt(arrlen(s->phase.pairs), 0);
        for (uint32_t i = 0; i < 200; i += 4)
            drop(s, i);
        bl_broad_phase_clear(&s->phase);
        memset(s->is_in, 0, sizeof s->is_in);
        cr_assert(find(s));
        cr_assert_eq(arrlen(s->phase.pairs), 0);
        for (uint32_t i = 0; i < 200; i++)
            cr_assert_not(bl_broad_phase_has(&s->phase, i));
    }
    stage_destroy(s);
}

static bl_box cube_at(belay_vec3 center)
{
    bl_box box = {v3_sub(center, v3(0.5, 0.5, 0.5)), v3_add(center, v3(0.5, 0.5, 0.5))};
    return box;
}

// Cubes of edge 1 a little closer than that, on a slab: every cube touches those around it.
static void fill_pile(stage* s, uint32_t count, bool is_moving)
{
    uint64_t lot = 11;
    for (uint32_t i = 0; i < count; i++) {
        belay_vec3 center = v3(0.97 * (i % 17), 0.97 * (i / 17 % 17), 0.97 * (i / 289));
        add(s, i, cube_at(v3_add(center, random_vector(&lot, -0.05, 0.05))), 0.05, is_moving);
    }
    bl_box slab = {v3(-100.0, -100.0, -3.0), v3(100.0, 100.0, -0.4)};
    add(s, count, slab, 0.05, false);
}

Test(broad_phase, a_pile_at_rest_is_only_looked_over)
{
    stage* s = stage_create(5001);
    fill_pile(s, 5000, true);
    cr_assert(find(s));
    check_pairs(s);
    cr_assert_geq(arrlen(s->phase.pairs), 20000);
    long accepts = s->accepts;
    uint64_t lot = 12;
    for (int step = 0; step < 50; step++) {
        for (uint32_t i = 0; i < 5000; i++)
            place(s, i,
                  cube_at(v3_add(v3_scale(0.5, v3_add(s->box[i].lower, s->box[i].upper)),
                                 random_vector(&lot, -1e-5, 1e-5))),
                  0.05);
        cr_assert_eq(arrlen(s->phase.moved), 0);
        cr_assert(find(s));
    }
    cr_assert_eq(s->accepts, accepts);
    check_pairs(s);
    stage_destroy(s);
}

Test(broad_phase, what_is_still_makes_no_candidates)
{
    stage* s = stage_create(5002);
    fill_pile(s, 5000, true);
    cr_assert(find(s));
    for (uint32_t i = 0; i < 5000; i++)
        set_moving(s, i, false);
    long accepts = s->accepts;
    cr_assert(find(s));
    cr_assert_eq(arrlen(s->phase.candidates), 0);
    cr_assert_eq(arrlen(s->phase.pairs), 0);
    cr_assert_eq(s->accepts, accepts);
    add(s, 5001, cube_at(v3(8.0, 8.0, 8.0)), 0.05, true);
    cr_assert(find(s));
    check_pairs(s);
    cr_assert_leq(s->accepts - accepts, 27);
    for (uint32_t i = 0; i < 5000; i++)
        set_moving(s, i, true);
    cr_assert(find(s));
    check_pairs(s);
    cr_assert_gt(arrlen(s->phase.pairs), 20000);
    stage_destroy(s);
}

// A long box of a fast motion leaves no long fat box behind.
Test(broad_phase, fat_boxes_shrink_again)
{
    stage* s = stage_create(2);
    bl_box cube = cube_at(v3_zero()), stretched = cube;
    stretched.upper.x += 100.0;
    add(s, 0, stretched, 0.1, true);
    add(s, 1, cube_at(v3(50.0, 0.0, 0.0)), 0.1, true);
    cr_assert(find(s));
    cr_assert_eq(arrlen(s->phase.pairs), 1);
    place(s, 0, cube, 0.1);
    cr_assert(find(s));
    cr_assert_eq(arrlen(s->phase.candidates), 0);
    stage_destroy(s);
}

Test(broad_phase, allocates_nothing_once_warm)
{
    uint64_t lot = 13;
    stage* s = stage_create(1000);
    for (uint32_t i = 0; i < 1000; i++)
        add(s, i, random_box(&lot, 2.0), 0.1, true);
    cr_assert(find(s));
    for (int step = 0; step < 20; step++) {
        drift(s, &lot, 0.05, 0.1);
        cr_assert(find(s));
    }
    long calls = s->memory.calls;
    for (int step = 0; step < 50; step++) {
        for (uint32_t i = 0; i < 1000; i++) {
            if (chance_next(&lot) < 0.1) set_moving(s, i, !s->is_moving[i]);
            if (chance_next(&lot) < 0.02) drop(s, i), add(s, i, s->box[i], 0.1, true);
        }
        drift(s, &lot, 0.02, 0.1);
        cr_assert(find(s));
        check_pairs(s);
    }
    cr_assert_eq(s->memory.calls, calls);
    stage_destroy(s);
}

// Whichever allocation fails, the find says so and the next one makes up for it.
Test(broad_phase, survives_without_memory)
{
    uint64_t lot = 14;
    stage* s = stage_create(400);
    int failures = 0;
    for (int i = 0; i < 400; i++) {
        for (uint32_t k = 0; k < (uint32_t)i; k++)
            if (chance_next(&lot) < 0.05) change_one(s, &lot, k, 1.0 + 2.0 / (1.0 + i), 0.1);
        drift(s, &lot, 0.02, 0.1);
        s->memory.fail_from = i % 2 == 0 ? 1 : 0;
        bool ok = find(s);
        failures += !ok;
        s->memory.fail_from = 0;
        if (ok) check_pairs(s);
        if (!ok) cr_assert_eq(arrlen(s->phase.pairs), 0);
        if (i % 4 < 2) continue; // some finds fail twice
        cr_assert(find(s));
        check_pairs(s);
    }
    cr_assert_geq(failures, 3);
    s->memory.fail_from = 1;
    cr_assert_not(bl_broad_phase_reserve(&s->phase, 5000, &s->allocator));
    s->memory.fail_from = 0;
    cr_assert(find(s));
    check_pairs(s);
    stage_destroy(s);
}

Test(broad_phase, grows_while_in_use)
{
    uint64_t lot = 15;
    stage* s = stage_create(1);
    for (uint32_t i = 0; i < 300; i++) {
        cr_assert_not(bl_broad_phase_has(&s->phase, i + 1));
        cr_assert(bl_broad_phase_reserve(&s->phase, i + 1, &s->allocator));
        s->slots = i + 1;
        add(s, i, random_box(&lot, 1.0), 0.1, i % 4 != 0);
        drift(s, &lot, 0.02, 0.1);
        cr_assert(find(s));
        check_pairs(s);
    }
    stage_destroy(s);
}

typedef struct found_slots {
    int times[400];
    int count, stop_after;
} found_slots;

static bool note(void* context, uint32_t slot)
{
    found_slots* found = context;
    found->times[slot]++;
    return ++found->count != found->stop_after;
}

Test(broad_phase, visits_see_what_was_committed)
{
    uint64_t lot = 16;
    stage* s = stage_create(400);
    for (int i = 0; i < 200; i++) {
        for (uint32_t k = 0; k < s->slots; k++)
            if (chance_next(&lot) < (i % 2 == 0 ? 0.02 : 0.5)) change_one(s, &lot, k, 3.0, 0.1);
        drift(s, &lot, 0.05, 0.1);
        bl_broad_phase_commit(&s->phase);
        bl_box box = random_box(&lot, 3.0);
        found_slots found = {0}, on_ray = {0};
        bl_broad_phase_visit(&s->phase, &box, note, &found);
        double max_time = 1.0;
        belay_vec3 middle = v3_scale(0.5, v3_add(box.lower, box.upper)), half = v3_sub(box.upper, middle);
        bl_broad_phase_visit_ray(&s->phase, middle, v3(1e-9, 0.0, 0.0), half, &max_time, note, &on_ray);
        for (uint32_t k = 0; k < s->slots; k++) {
            bool is_there = s->is_in[k] && bl_box_overlaps(&s->box[k], &box);
            cr_assert_eq(found.times[k], is_there);
            cr_assert_geq(on_ray.times[k], (int)is_there);
        }
        if (i % 3 == 0) cr_assert(find(s));
    }
    found_slots first = {.stop_after = 1}, other = {.stop_after = 1};
    bl_box all = {v3(-1e3, -1e3, -1e3), v3(1e3, 1e3, 1e3)};
    double max_time = 1.0;
    bl_broad_phase_visit(&s->phase, &all, note, &first);
    cr_assert_eq(first.count, 1);
    bl_broad_phase_visit_ray(&s->phase, v3_zero(), v3(1.0, 0.0, 0.0), all.upper, &max_time, note, &other);
    cr_assert_eq(other.count, 1);
    stage_destroy(s);
}
