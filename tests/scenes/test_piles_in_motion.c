// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Large piles that move cost a few sweeps a step, whatever of them Newton's method cannot solve, and do not sink into
// themselves. Work is counted (solver.h), so no clock decides.

#include "support/chance.h"
#include "support/scene_solids.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 4, LAYERS = 10, BOXES = SIDE * SIDE * LAYERS };

#define EDGE 0.3

typedef struct pile_scene {
    belay_world* world;
    belay_body_id boxes[BOXES];
} pile_scene;

static belay_shape box_of(uint64_t* lot)
{
    return scene_shape_box(v3(chance_between(lot, 0.6, 1.0) * EDGE, chance_between(lot, 0.6, 1.0) * EDGE,
                              chance_between(lot, 0.6, 1.0) * EDGE));
}

static void add_walls(belay_world* world)
{
    double half = 0.5 * (SIDE + 1) * 1.3 * EDGE;
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, scene_rough(0.5));
    scene_plane(world, v3(1.0, 0.0, 0.0), -half, scene_rough(0.5));
    scene_plane(world, v3(-1.0, 0.0, 0.0), -half, scene_rough(0.5));
    scene_plane(world, v3(0.0, 1.0, 0.0), -half, scene_rough(0.5));
    scene_plane(world, v3(0.0, -1.0, 0.0), -half, scene_rough(0.5));
}

// Boxes of many sizes that fall into a pit, aslant.
static pile_scene make_pile(void)
{
    belay_world_def def = belay_world_def_default();
    def.step_seconds = 1.0 / 60.0;
    def.enable_sleep = false;
    pile_scene pile = {.world = scene_world_of(&def)};
    uint64_t lot = 4711;
    add_walls(pile.world);
    for (int i = 0; i < BOXES; i++) {
        double layer = i / (SIDE * SIDE), aside = (i / (SIDE * SIDE)) % 2 ? 0.25 : -0.25; // no towers
        belay_vec3 at = v3((i % SIDE - 0.5 * (SIDE - 1) + aside) * 1.2 * EDGE,
                           (i / SIDE % SIDE - 0.5 * (SIDE - 1) + aside) * 1.2 * EDGE, (0.8 + layer) * 1.3 * EDGE);
        scene_solid solid = scene_solid_of(box_of(&lot), at);
        solid.mass = 10.0;
        solid.material = scene_rough(0.5);
        solid.pose.rotation = belay_quat_from_axis_angle(v3(0.6, 0.8, 0.0), chance_between(&lot, -0.4, 0.4));
        pile.boxes[i] = scene_add_solid(pile.world, &solid);
    }
    return pile;
}

// What is thrown together overlaps, as it is not solved to the end, and comes out of that while it settles.
Test(heaps_in_motion, cost_a_few_sweeps_and_do_not_sink)
{
    pile_scene pile = make_pile();
    double work = 0.0, contacts = 0.0, deepest = 0.0;
    int steps = 0;
    for (int k = 0; k < 240; k++) {
        scene_steps(pile.world, 1);
        const belay_step_stats* s = belay_world_get_stats(pile.world);
        if (k >= 180) deepest = fmax(deepest, s->max_overlap);
        if (s->contacts < 400) continue;
        steps++;
        work += (double)s->work;
        contacts += s->contacts;
    }
    cr_expect_geq(steps, 150);
    cr_expect_leq(work, 25.0 * contacts, "%g sweeps' worth a step", work / contacts);
    cr_expect_leq(deepest, 0.01 * EDGE, "%g m of overlap are left", deepest);
    for (int i = 0; i < BOXES; i++)
        cr_expect_gt(scene_state(pile.world, pile.boxes[i]).pose.position.z, 0.25 * EDGE);
    belay_world_destroy(pile.world);
}

static void check_alike(const pile_scene* pile, const belay_body_state* states)
{
    for (int i = 0; i < BOXES; i++) {
        belay_body_state s = scene_state(pile->world, pile->boxes[i]);
        cr_assert_arr_eq(&s, &states[i], sizeof s, "box %d goes another way", i);
    }
}

// How long Newton's method waits is a part of the state.
Test(heaps_in_motion, go_on_alike_after_a_restore)
{
    pile_scene pile = make_pile();
    belay_body_state states[BOXES];
    size_t size = 0;
    scene_steps(pile.world, 70);
    cr_assert_eq(belay_world_snapshot(pile.world, NULL, 0, &size), BELAY_ERROR_VALUE);
    void* bytes = malloc(size);
    cr_assert_eq(belay_world_snapshot(pile.world, bytes, size, &size), BELAY_OK);
    scene_steps(pile.world, 40);
    for (int i = 0; i < BOXES; i++)
        states[i] = scene_state(pile.world, pile.boxes[i]);
    cr_assert_eq(belay_world_restore(pile.world, bytes, size), BELAY_OK);
    scene_steps(pile.world, 40);
    check_alike(&pile, states);
    free(bytes);
    belay_world_destroy(pile.world);
}
