// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What a step looks at beside rods, against all rods and colliders there are, through random lives of worlds: rods and
// bodies come and go, sleep and wake, move fast, and snapshots are restored.

#include "core/alloc.h"
#include "step/detect/step_rod_near.h"
#include "step/motion/step_rods.h"
#include "step/step_reserve.h"
#include "support/chance.h"
#include "support/pairs.h"
#include "support/scene.h"

#include <criterion/criterion.h>
#include <stdlib.h>

enum { MOST_RODS = 24, MOST_BODIES = 40, BYTES = 1 << 20 };

typedef struct life {
    uint64_t lot;
    belay_world* world;
    belay_rod_id rods[MOST_RODS];
    belay_body_id bodies[MOST_BODIES];
    int rod_count, body_count;
    unsigned char* snapshot;
    size_t size; // 0: none was taken
    belay_rod_id old_rods[MOST_RODS];
    belay_body_id old_bodies[MOST_BODIES];
    int old_rod_count, old_body_count;
} life;

static int below(life* l, int count)
{
    return (int)(chance_next(&l->lot) * count);
}

static belay_filter random_filter(life* l)
{
    belay_filter f = belay_filter_default();
    if (chance_next(&l->lot) < 0.2) f.group = below(l, 5) - 2;
    return f;
}

static void add_rod(life* l)
{
    if (l->rod_count == MOST_RODS) return;
    belay_rod_def def = belay_rod_def_default();
    def.element_count = 1 + below(l, 40);
    def.length = chance_between(&l->lot, 0.5, 2.0);
    def.start = chance_vector(&l->lot, 0.5);
    def.direction = v3_sub(chance_vector(&l->lot, 0.3), def.start); // by the middle
    def.radius = chance_between(&l->lot, 0.005, 0.03);
    def.starts_asleep = chance_next(&l->lot) < 0.4;
    def.filter = random_filter(l);
    belay_rod_id* id = &l->rods[l->rod_count];
    if (belay_rod_create(l->world, &def, id) == BELAY_OK) l->rod_count++;
}

static void add_body(life* l)
{
    if (l->body_count == MOST_BODIES) return;
    belay_body_def def = belay_body_def_default();
    def.type = (belay_body_type)below(l, BELAY_BODY_TYPE_COUNT);
    def.pose.position = chance_vector(&l->lot, 1.5);
    def.starts_asleep = chance_next(&l->lot) < 0.4;
    def.linear_velocity = def.type == BELAY_BODY_STATIC ? v3_zero() : chance_vector(&l->lot, 4.0);
    belay_body_id body;
    cr_assert(belay_body_create(l->world, &def, &body) == BELAY_OK);
    bool is_plane = def.type != BELAY_BODY_DYNAMIC && chance_next(&l->lot) < 0.2;
    double size = chance_between(&l->lot, 0.02, 0.3);
    belay_collider_def collider = is_plane ? belay_collider_def_plane(v3(0.0, 0.0, 1.0), -1.0)
                                           : belay_collider_def_box(v3(size, 0.5 * size, 2.0 * size));
    collider.filter = random_filter(l);
    collider.is_sensor = chance_next(&l->lot) < 0.2;
    cr_assert(belay_collider_create(l->world, body, &collider, NULL) == BELAY_OK);
    l->bodies[l->body_count++] = body;
}

static void throw_rod(life* l, belay_rod_id rod)
{
    belay_rod_info info;
    belay_vec3 velocities[64], v = chance_vector(&l->lot, 10.0);
    cr_assert(belay_rod_get_info(l->world, rod, &info) == BELAY_OK);
    for (int i = 0; i < info.node_count; i++)
        velocities[i] = v;
    cr_assert(belay_rod_set_velocities(l->world, rod, velocities, info.node_count) == BELAY_OK);
}

static void change(life* l)
{
    if (l->rod_count == 0 || l->body_count == 0) return;
    int rod = below(l, l->rod_count), body = below(l, l->body_count);
    switch (below(l, 6)) {
    case 0:
        cr_assert(belay_rod_destroy(l->world, l->rods[rod]) == BELAY_OK);
        l->rods[rod] = l->rods[--l->rod_count];
        break;
    case 1:
        cr_assert(belay_body_destroy(l->world, l->bodies[body]) == BELAY_OK);
        l->bodies[body] = l->bodies[--l->body_count];
        break;
    case 2:
        cr_assert(belay_body_set_pose(l->world, l->bodies[body],
                                      (belay_pose){chance_vector(&l->lot, 1.5), {1.0, 0.0, 0.0, 0.0}}) == BELAY_OK);
        break;
    case 3:
        belay_body_set_awake(l->world, l->bodies[body], chance_next(&l->lot) < 0.5); // refused by what is not dynamic
        break;
    case 4:
        cr_assert(belay_rod_set_filter(l->world, l->rods[rod], random_filter(l)) == BELAY_OK);
        break;
    default:
        throw_rod(l, l->rods[rod]);
        break;
    }
}

static void keep(life* l)
{
    cr_assert(belay_world_snapshot(l->world, l->snapshot, BYTES, &l->size) == BELAY_OK);
    for (int i = 0; i < MOST_RODS; i++)
        l->old_rods[i] = l->rods[i];
    for (int i = 0; i < MOST_BODIES; i++)
        l->old_bodies[i] = l->bodies[i];
    l->old_rod_count = l->rod_count;
    l->old_body_count = l->body_count;
}

static void go_back(life* l)
{
    if (l->size == 0) return;
    cr_assert(belay_world_restore(l->world, l->snapshot, l->size) == BELAY_OK);
    for (int i = 0; i < MOST_RODS; i++)
        l->rods[i] = l->old_rods[i];
    for (int i = 0; i < MOST_BODIES; i++)
        l->bodies[i] = l->old_bodies[i];
    l->rod_count = l->old_rod_count;
    l->body_count = l->old_body_count;
}

static void live(life* l)
{
    double what = chance_next(&l->lot);
    if (what < 0.05)
        keep(l);
    else if (what < 0.1)
        go_back(l);
    else if (what < 0.3)
        add_rod(l);
    else if (what < 0.5)
        add_body(l);
    else
        change(l);
}

// ---------------------------------------------------------------------------------------------------------------------
// By all pairs
// ---------------------------------------------------------------------------------------------------------------------

// A step up to what is near rods.
static void look(belay_world* world)
{
    bl_detect_parts d = bl_detect_parts_of(world);
    cr_assert(bl_step_rods_reserve(world, NULL));
    cr_assert(bl_step_reserve(world) == BELAY_OK);
    bl_step_rods_to_mid(world);
    cr_assert(pairs_look(world) == BELAY_OK);
    cr_assert(bl_step_rods_find_near(&d, &world->pair_finder));
}

static bool is_listed(const bl_step_rods* s, uint32_t rod, uint32_t collider, uint32_t segment)
{
    bl_rod_near_collider near;
    for (ptrdiff_t at = 0; bl_step_rods_next_near(s, &at, &near);)
        for (uint32_t k = 0; near.rod == rod && near.collider == collider && k < near.run_count; k++) {
            bl_rod_range range = bl_rod_near_segments(&near, k, s->rods[rod].node_count - 1);
            if (segment >= range.begin && segment < range.end) return true;
        }
    return false;
}

static int check_colliders(const belay_world* world)
{
    const bl_step_scratch* s = &world->scratch;
    int met = 0;
    for (uint32_t i = 0; i < bl_rod_count(world); i++)
        for (uint32_t k = 0; k < bl_collider_count(world); k++) {
            if (!bl_step_rod_may_touch(&world->entities, s, i, k)) continue;
            bl_rod_chain chain = bl_step_rod_chain(&s->rods, i, s->rods.points);
            double around = chain.radius + bl_rod_margin(&world->def, &bl_rods(world)[i]);
            for (uint32_t m = 0; m < chain.segment_count; m++) {
                bool is_plane = bl_collider_family(&bl_colliders(world)[k]) == BL_FAMILY_PLANE;
                if (!is_plane && !bl_step_rod_segment_meets(&chain, m, around, &s->detect.proxies[k])) continue;
                cr_assert(is_listed(&s->rods, i, k, m), "segment %u of rod %u meets collider %u", m, i, k);
                met++;
            }
        }
    bl_rod_near_collider near;
    for (ptrdiff_t at = 0; bl_step_rods_next_near(&s->rods, &at, &near);)
        cr_assert(bl_step_rod_may_touch(&world->entities, s, near.rod, near.collider));
    return met;
}

static bool are_listed(const bl_step_rods* s, uint32_t a, uint32_t b)
{
    for (ptrdiff_t k = 0; k < arrlen(s->near_rods); k++)
        if (s->near_rods[k].first == a && s->near_rods[k].second == b) return true;
    return false;
}

static int check_rods(belay_world* world)
{
    bl_step_rods* s = &world->scratch.rods;
    int met = 0;
    for (uint32_t i = 0; i < bl_rod_count(world); i++)
        for (uint32_t k = 0; k < bl_rod_count(world); k++) {
            if (i == k || !bl_step_rods_may_meet(bl_rods(world), s, i, k)) continue;
            bl_rod_chain a = bl_step_rod_chain(s, i, s->points), b = bl_step_rod_chain(s, k, s->points);
            cr_assert(bl_collide_rods(&s->collider, &a, &b, bl_rod_margin(&world->def, &bl_rods(world)[i])));
            if (arrlen(s->collider.contacts) == 0) continue;
            cr_assert(are_listed(s, i, k), "rods %u and %u touch", i, k);
            met++;
        }
    for (ptrdiff_t k = 0; k < arrlen(s->near_rods); k++)
        cr_assert(bl_step_rods_may_meet(bl_rods(world), s, s->near_rods[k].first, s->near_rods[k].second));
    return met;
}

static void check_life(uint64_t seed, int rounds, int changes, int steps)
{
    life* l = calloc(1, sizeof *l);
    belay_world_def def = belay_world_def_default();
    def.gravity = v3(0.0, 0.0, -1.0);
    def.solver.max_iterations = 5;
    def.solver.max_work = 2000;
    def.sleep_seconds = 0.02;
    l->lot = seed;
    l->world = scene_world_of(&def);
    l->snapshot = malloc(BYTES);
    int with_colliders = 0, with_rods = 0;
    for (int i = 0; i < rounds; i++) {
        for (int k = 0; k < changes; k++)
            live(l);
        look(l->world);
        with_colliders += check_colliders(l->world);
        with_rods += check_rods(l->world);
        scene_steps(l->world, steps);
    }
    cr_expect_gt(with_colliders, 10 * rounds, "the life must bring rods to colliders");
    cr_expect_gt(with_rods, rounds / 2, "and to each other");
    belay_world_destroy(l->world);
    free(l->snapshot);
    free(l);
}

Test(rods_near, nothing_near_is_missed_when_little_changes)
{
    check_life(1, 60, 3, 2);
}

Test(rods_near, nothing_near_is_missed_when_much_changes)
{
    check_life(2, 40, 30, 1);
}

Test(rods_near, nothing_near_is_missed_without_steps)
{
    check_life(3, 150, 5, 0);
}
