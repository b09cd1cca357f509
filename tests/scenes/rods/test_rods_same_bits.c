// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Scenes J1 and J2 with rods: three of them, of three models, fall into a bin with thirty bodies, one pinned to a body.
// The same inputs give the same bits, whoever works, and from a snapshot on.

#include "support/parts.h"
#include "support/rods/rod_scene.h"
#include "support/saved.h"

#include <criterion/criterion.h>

#define BODIES 30
#define STEPS 120
#define SAVED_AT 70

static const belay_material rough = {0.4, 0.1}, rope = {0.4, 0.0};

static void add_bin(belay_world* world)
{
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, rough);
    for (int i = 0; i < 4; i++) {
        belay_vec3 out = v3(i == 0 ? 1.0 : i == 1 ? -1.0 : 0.0, i == 2 ? 1.0 : i == 3 ? -1.0 : 0.0, 0.0);
        scene_plane(world, out, -0.5, rough);
    }
}

static belay_body_id add_body(belay_world* world, int i, uint32_t* random)
{
    double r = 0.04 + 0.03 * part_random(random);
    belay_collider_def def = i % 3 == 0   ? belay_collider_def_sphere(r)
                             : i % 3 == 1 ? belay_collider_def_box(v3(2.0 * r, 1.5 * r, r))
                                          : belay_collider_def_capsule(2.0 * r, 0.6 * r);
    def.material = rough;
    belay_vec3 place = v3(0.16 * (i % 5 - 2), 0.16 * (i / 5 % 3 - 1), 0.1 + 0.18 * (i / 15));
    place.x += 0.02 * part_random(random);
    belay_vec3 axis = v3_normalize_or(v3(part_random(random), part_random(random), 1.0), v3_zero());
    return part_add(world, BELAY_BODY_DYNAMIC, part_turned(place, axis, part_random(random)), &def, 2000.0 * r * r * r);
}

static void add_rod(belay_world* world, int i, belay_body_id held)
{
    static const belay_rod_model models[3] = {BELAY_ROD_NODAL, BELAY_ROD_SUPER_HELIX, BELAY_ROD_MASS_SPRING};
    belay_rod_def def = belay_rod_def_default();
    def.model = models[i];
    def.element_count = i == 1 ? 8 : 20;
    def.start = v3(-0.35, 0.15 * (i - 1), 0.5 + 0.06 * i);
    def.direction = v3(1.0, 0.1 * i, 0.0);
    def.length = 0.7;
    def.radius = 0.008;
    def.young_modulus = 1e6;
    def.material = rope;
    belay_rod_id rod = rod_make(world, &def);
    if (i != 0) return;
    belay_rod_attachment_def pin;
    cr_assert(belay_rod_attachment_def_at(world, rod, BELAY_ROD_PIN, 0.0, held, &pin) == BELAY_OK);
    cr_assert(belay_rod_attach(world, rod, &pin, NULL) == BELAY_OK);
}

static belay_world* make_empty(int workers)
{
    belay_world_def def = belay_world_def_default();
    def.worker_count = workers;
    return scene_world_of(&def);
}

static belay_world* make_bin(int workers)
{
    belay_world* world = make_empty(workers);
    uint32_t random = 1;
    belay_body_id last = {0};
    add_bin(world);
    for (int i = 0; i < BODIES; i++)
        last = add_body(world, i, &random);
    for (int i = 0; i < 3; i++)
        add_rod(world, i, last);
    return world;
}

static uint64_t reference[STEPS];

static void run_reference(void)
{
    belay_world* world = make_bin(1);
    int32_t most = 0;
    for (int i = 0; i < STEPS; i++) {
        scene_steps(world, 1);
        reference[i] = belay_world_hash(world);
        if (belay_world_get_stats(world)->rod_contacts > most) most = belay_world_get_stats(world)->rod_contacts;
    }
    cr_assert_geq(most, 20, "rods touch at %d places only", most);
    belay_world_destroy(world);
}

static void check_from(belay_world* world, int first)
{
    for (int i = first; i < STEPS; i++) {
        scene_steps(world, 1);
        cr_assert_eq(belay_world_hash(world), reference[i], "step %d", i + 1);
    }
}

Test(scene_J1, rods_twice_and_with_any_number_of_workers)
{
    static const int workers[] = {1, 2, 4};
    run_reference();
    for (int k = 0; k < 3; k++) {
        belay_world* world = make_bin(workers[k]);
        check_from(world, 0);
        belay_world_destroy(world);
    }
}

Test(scene_J2, rods_in_contact_in_place_and_in_a_fresh_world)
{
    run_reference();
    belay_world *world = make_bin(1), *fresh = make_empty(2);
    scene_steps(world, SAVED_AT);
    cr_assert_gt(belay_world_get_stats(world)->rod_contacts, 0);
    saved before = saved_of(world);
    scene_steps(world, 20);
    saved_restore(&before, world);
    check_from(world, SAVED_AT);
    saved_restore(&before, fresh);
    check_from(fresh, SAVED_AT);
    saved_fini(&before);
    belay_world_destroy(world);
    belay_world_destroy(fresh);
}
