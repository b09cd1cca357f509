// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Stored hashes of scenes with bodies, joints and rods: a change of results is seen, meant or not.

#include "chaos/chaos_scene.h"
#include "support/experiments.h"
#include "support/scene.h"
#include "support/stored_hashes.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------------------------------
// Experiments of the gallery, cut short
// ---------------------------------------------------------------------------------------------------------------------

typedef struct cut {
    const char* name;
    int n, steps; // n 0: its own
} cut;

static const cut cuts[] = {{"settling", 40, 90}, {"pyramid", 5, 60},   {"cards", 3, 60},   {"dominoes", 12, 200},
                           {"terrain", 20, 120}, {"bounce", 0, 240},   {"joints", 6, 120}, {"rope", 20, 60},
                           {"capstan", 0, 60},   {"triangle", 0, 120}, {"spin", 0, 120}};

static uint64_t hash_of_experiment(const experiment* e)
{
    stored_hash hash = stored_hash_begin();
    for (int i = 0; i < e->part_count; i++)
        stored_hash_add_body(&hash, e->world, e->parts[i].body);
    for (int i = 0; i < e->joint_count; i++)
        stored_hash_add_joint(&hash, e->world, e->joints[i]);
    return hash.value;
}

static uint64_t run_experiment(const char* name)
{
    experiment_options o = experiment_options_default();
    const cut* c = cuts;
    while (strcmp(c->name, name) != 0)
        c++;
    if (c->n > 0) o.values[EXPERIMENT_N] = c->n;
    experiment* e = experiment_of(name, &o);
    for (int i = 0; i < c->steps; i++)
        cr_assert_eq(experiment_step(e), BELAY_OK, "%s", name);
    uint64_t hash = hash_of_experiment(e);
    experiment_destroy(e);
    return hash;
}

// ---------------------------------------------------------------------------------------------------------------------
// Rods
// ---------------------------------------------------------------------------------------------------------------------

// A rod let go from the horizontal, one end pinned to the world, the other to a ball, that falls on a slope and a peg.
static uint64_t run_rod_of(belay_rod_model model)
{
    belay_world* world = scene_world(1.0 / 240.0);
    scene_plane(world, v3(0.2, 0.1, 1.0), -0.3, belay_material_default());
    scene_add_sphere(world, scene_add_body(world, BELAY_BODY_STATIC, v3(0.25, 0.01, -0.15)), 0.04,
                     belay_material_default());
    scene_ball heavy = scene_ball_default();
    heavy.position = v3(0.5, 0.0, 0.0);
    belay_body_id ball = scene_add_ball(world, &heavy);
    belay_rod_def def = belay_rod_def_default();
    belay_rod_attachment_def pin;
    belay_rod_id rod;
    def.model = model;
    def.element_count = model == BELAY_ROD_SUPER_HELIX ? 6 : 16;
    def.length = 0.5;
    cr_assert_eq(belay_rod_create(world, &def, &rod), BELAY_OK, "%s", belay_world_last_error(world));
    cr_assert_eq(belay_rod_attachment_def_at(world, rod, BELAY_ROD_PIN, 0.0, (belay_body_id){0}, &pin), BELAY_OK);
    cr_assert_eq(belay_rod_attach(world, rod, &pin, NULL), BELAY_OK);
    cr_assert_eq(belay_rod_attachment_def_at(world, rod, BELAY_ROD_PIN, 0.5, ball, &pin), BELAY_OK);
    cr_assert_eq(belay_rod_attach(world, rod, &pin, NULL), BELAY_OK);
    scene_steps(world, 150);
    stored_hash hash = stored_hash_begin();
    stored_hash_add_rod(&hash, world, rod);
    stored_hash_add_body(&hash, world, ball);
    belay_world_destroy(world);
    return hash.value;
}

static uint64_t run_nodal(const char* name)
{
    (void)name;
    return run_rod_of(BELAY_ROD_NODAL);
}

static uint64_t run_super_helix(const char* name)
{
    (void)name;
    return run_rod_of(BELAY_ROD_SUPER_HELIX);
}

static uint64_t run_mass_spring(const char* name)
{
    (void)name;
    return run_rod_of(BELAY_ROD_MASS_SPRING);
}

static uint64_t run_corde(const char* name)
{
    (void)name;
    return run_rod_of(BELAY_ROD_CORDE);
}

// ---------------------------------------------------------------------------------------------------------------------
// Random scenes
// ---------------------------------------------------------------------------------------------------------------------

// Named by their seeds: those have joints of all types, movers, meshes, rods. Without a time budget, which would make
// the clock part of the result.
static uint64_t run_random(const char* name)
{
    chaos_scene scene;
    chaos_stage stage;
    stored_hash hash = stored_hash_begin();
    chaos_scene_make(&scene, strtoull(strrchr(name, '_') + 1, NULL, 10));
    scene.world.solver.budget_seconds = 0.0;
    cr_assert(chaos_stage_open(&stage, &scene), "%s", stage.refused);
    for (int i = 0; i < CHAOS_STEPS; i++) {
        cr_assert(chaos_stage_before_step(&stage, i), "%s", stage.refused);
        scene_steps(stage.world, 1);
    }
    for (int i = 0; i < scene.body_count; i++)
        stored_hash_add_body(&hash, stage.world, stage.bodies[i]);
    for (int i = 0; i < scene.joint_count; i++)
        stored_hash_add_joint(&hash, stage.world, stage.joints[i]);
    for (int i = 0; i < scene.rod_count; i++)
        stored_hash_add_rod(&hash, stage.world, stage.rods[i]);
    chaos_stage_close(&stage);
    return hash.value;
}

Test(hashes, results_are_those_that_are_stored)
{
    static const stored_hashes_scene scenes[] = {
        {"settling", run_experiment},
        {"pyramid", run_experiment},
        {"cards", run_experiment},
        {"dominoes", run_experiment},
        {"terrain", run_experiment},
        {"bounce", run_experiment},
        {"joints", run_experiment},
        {"rope", run_experiment},
        {"capstan", run_experiment},
        {"triangle", run_experiment},
        {"spin", run_experiment},
        {"rod_nodal", run_nodal},
        {"rod_super_helix", run_super_helix},
        {"rod_mass_spring", run_mass_spring},
        {"rod_corde", run_corde},
        {"random_7", run_random},
        {"random_10", run_random},
        {"random_14", run_random},
        {"random_22", run_random},
    };
    stored_hashes_check("worlds", scenes, sizeof scenes / sizeof scenes[0]);
}

// What is compared are all bits: a place that is off by the last one is another result.
Test(hashes, tell_the_last_bit)
{
    const double one = 1.0, next = 1.0 + 2.220446049250313e-16;
    stored_hash a = stored_hash_begin(), b = stored_hash_begin();
    stored_hash_add(&a, &one, 1);
    stored_hash_add(&b, &next, 1);
    cr_expect_neq(a.value, b.value);
}
