// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What a program may say about pairs and contacts of rods: curtains for one team, floors of one way, ice, belts.

#include "support/rods/rod_scene.h"
#include "support/scene_solids.h"

#include <criterion/criterion.h>

static const double h = 1.0 / 240.0, radius = 0.01;

// A rope of 0.4 m along x, at rest at this height.
static belay_rod_id add_rope(belay_world* world, double y, double z)
{
    belay_rod_def def = belay_rod_def_default();
    def.length = 0.4;
    def.element_count = 8;
    def.radius = radius;
    def.start = v3(-0.2, y, z);
    return rod_make(world, &def);
}

static belay_world* floor_world(belay_collider_id* floor)
{
    belay_world* world = scene_sleepless_world(h);
    scene_solid slab = scene_box(v3(4.0, 4.0, 0.2), v3(0.0, 0.0, -0.1));
    slab.type = BELAY_BODY_STATIC;
    belay_body_id body = scene_add_solid(world, &slab);
    int count;
    cr_assert(belay_body_get_colliders(world, body, floor, 1, &count) == BELAY_OK);
    return world;
}

static double height(const belay_world* world, belay_rod_id rope)
{
    return rod_node(world, rope, 4).z - radius;
}

// ---------------------------------------------------------------------------------------------------------------------
// Filter
// ---------------------------------------------------------------------------------------------------------------------

typedef struct passing {
    uint64_t rod; // that touches nothing
    int questions, of_rods;
    bool is_named_wrong;
} passing;

static bool lets_pass(const belay_filter_pair* pair, void* context)
{
    passing* p = context;
    p->questions++;
    p->of_rods += pair->rod_a.value != 0 && pair->rod_b.value != 0;
    bool is_rod = pair->rod_a.value != 0 && pair->collider_a.value == 0 && pair->body_a.value == 0;
    bool is_other = (pair->rod_b.value == 0) != (pair->collider_b.value == 0);
    p->is_named_wrong = p->is_named_wrong || !is_rod || !is_other;
    return pair->rod_a.value != p->rod && pair->rod_b.value != p->rod;
}

Test(rod_hooks, a_rope_passes_through_what_the_filter_lets_it)
{
    belay_collider_id floor;
    belay_world* world = floor_world(&floor);
    belay_rod_id stays = add_rope(world, 0.0, 0.05), passes = add_rope(world, 0.0, 0.15);
    passing p = {passes.value, 0, 0, false};
    cr_assert(belay_world_set_filter(world, lets_pass, &p) == BELAY_OK);
    scene_steps(world, 120);
    cr_expect_lt(fabs(height(world, stays)), 1e-5);
    double fallen = 0.15 - radius - 0.5 * SCENE_G * 0.25; // nothing holds it
    cr_expect_float_eq(height(world, passes), fallen, 0.02, "at %g m, not %g", height(world, passes), fallen);
    cr_expect_gt(p.of_rods, 5, "they were near each other");
    cr_expect_gt(p.questions, p.of_rods + 100);
    cr_expect(!p.is_named_wrong);
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Pre-solve
// ---------------------------------------------------------------------------------------------------------------------

typedef struct floor_rule {
    bool lets_up;    // what rises passes
    double friction; // < 0: as it is
    double restitution;
    belay_vec3 belt;
    int asked;
} floor_rule;

static bool apply_rule(belay_pre_solve_contact* c, void* context)
{
    floor_rule* rule = context;
    rule->asked++;
    if (c->rod_a.value == 0 || c->collider_b.value == 0 || c->body_b.value == 0) return true;
    if (rule->lets_up && (c->velocity.z > 0.1 || c->gap < -0.5 * radius)) return false;
    if (rule->friction >= 0.0) c->friction = rule->friction;
    c->restitution = rule->restitution;
    c->surface_velocity = rule->belt;
    return true;
}

// Thrown up from below it comes through, and lies on the floor in the end.
Test(rod_hooks, a_floor_of_one_way)
{
    belay_collider_id floor;
    belay_world* world = floor_world(&floor);
    floor_rule rule = {.lets_up = true, .friction = -1.0};
    cr_assert(belay_world_set_pre_solve(world, apply_rule, &rule) == BELAY_OK);
    belay_rod_id rope = add_rope(world, 0.0, -0.3);
    rod_move(world, rope, v3(0.0, 0.0, 4.0));
    double highest = -1.0;
    for (int k = 0; k < 240; k++) {
        scene_steps(world, 1);
        highest = fmax(highest, height(world, rope));
    }
    double free_flight = -0.3 - radius + 0.5 * 16.0 / SCENE_G;
    cr_expect_float_eq(highest, free_flight, 0.02, "it rose to %g m, not %g", highest, free_flight);
    cr_expect_lt(fabs(height(world, rope)), 1e-5, "and lies at %g m", height(world, rope));
    belay_world_destroy(world);
}

Test(rod_hooks, ice_and_belts_and_bounces_of_one_step)
{
    belay_collider_id floor;
    belay_world* world = floor_world(&floor);
    floor_rule rule = {.friction = 0.0};
    cr_assert(belay_world_set_pre_solve(world, apply_rule, &rule) == BELAY_OK);
    belay_rod_id rope = add_rope(world, 0.0, radius);
    rod_move(world, rope, v3(0.5, 0.0, 0.0));
    scene_steps(world, 60);
    cr_expect_float_eq(rod_node(world, rope, 0).x, -0.2 + 0.125, 1e-6, "on ice it slides on");
    rule.friction = 0.4;
    rule.belt = v3(0.2, 0.0, 0.0); // of the rope against the floor: the floor runs the other way
    scene_steps(world, 120);
    double x = rod_node(world, rope, 0).x;
    scene_steps(world, 24);
    cr_expect_float_eq(rod_node(world, rope, 0).x - x, -0.02, 1e-5, "the belt takes it along");
    rule = (floor_rule){.friction = -1.0, .restitution = 1.0};
    rod_move(world, rope, v3(0.0, 0.0, 1.0));
    scene_steps(world, 40); // down again after 2 / g, 49 steps
    double before = height(world, rope);
    scene_steps(world, 24);
    cr_expect_float_eq(height(world, rope), before, 0.02, "at %g m as it rises, %g as it fell", height(world, rope),
                       before);
    cr_expect_gt(rule.asked, 0);
    belay_world_destroy(world);
}

static bool answer_wrong(belay_pre_solve_contact* c, void* context)
{
    (void)context;
    c->friction = -1.0;
    return true;
}

Test(rod_hooks, wrong_answers_are_counted_and_change_nothing)
{
    belay_collider_id floor;
    belay_world* world = floor_world(&floor);
    add_rope(world, 0.0, radius);
    cr_assert(belay_world_set_pre_solve(world, answer_wrong, NULL) == BELAY_OK);
    scene_steps(world, 10);
    int32_t count;
    const belay_rod_contact* contacts = belay_world_get_rod_contacts(world, &count);
    cr_assert_gt(count, 0);
    cr_expect_eq(belay_world_get_stats(world)->refused_changes, count);
    for (int i = 0; i < count; i++)
        cr_expect_float_eq(contacts[i].friction, 0.5, 1e-15);
    belay_world_destroy(world);
}
