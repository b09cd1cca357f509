// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A rope of 60 rigid links on ball joints with a hundred times a link's weight at its end does not stretch, at a game's
// step: hanging, and while it swings.

#include "support/parts.h"

#include <criterion/criterion.h>
#include <math.h>

enum { LINKS = 60 };

static const double LENGTH = 0.05, RADIUS = 0.01; // m, of a link

typedef struct rope {
    belay_world* world;
    belay_body_id links[LINKS + 1]; // the last one is the load
} rope;

static belay_body_id add_link(belay_world* world, int number, belay_filter filter)
{
    belay_collider_def capsule = belay_collider_def_capsule(LENGTH, RADIUS);
    capsule.filter = filter;
    belay_body_def def = belay_body_def_default();
    def.pose.position.z = -LENGTH * (number + 0.5);
    belay_body_id link = {0};
    cr_assert_eq(belay_body_create_solid(world, &def, &capsule, &link), BELAY_OK);
    return link;
}

static belay_body_id add_load(belay_world* world, double mass)
{
    belay_body_def def = belay_body_def_default();
    def.mass = mass;
    def.inertia = belay_inertia_sphere(mass, 2.0 * LENGTH);
    def.pose.position.z = -LENGTH * LINKS;
    belay_body_id load = {0};
    cr_assert_eq(belay_body_create(world, &def, &load), BELAY_OK);
    return load;
}

static void tie(belay_world* world, belay_body_id upper, belay_body_id lower, double z)
{
    belay_joint_def def;
    cr_assert_eq(belay_joint_def_at(world, BELAY_JOINT_BALL, lower, upper, v3(0.0, 0.0, z), v3(0.0, 0.0, 1.0), &def),
                 BELAY_OK);
    cr_assert_eq(belay_joint_create(world, &def, NULL), BELAY_OK);
}

static rope hang(void)
{
    belay_world_def def = belay_world_def_default();
    def.step_seconds = 1.0 / 60.0;
    def.enable_sleep = false;
    rope r = {NULL, {{0}}};
    cr_assert_eq(belay_world_create(&def, &r.world, NULL), BELAY_OK);
    belay_filter nothing = {0};
    for (int i = 0; i < LINKS; i++) {
        r.links[i] = add_link(r.world, i, nothing);
        tie(r.world, i > 0 ? r.links[i - 1] : (belay_body_id){0}, r.links[i], -LENGTH * i);
    }
    belay_mass mass;
    cr_assert_eq(belay_body_get_mass(r.world, r.links[0], &mass), BELAY_OK);
    r.links[LINKS] = add_load(r.world, 100.0 * mass.mass);
    tie(r.world, r.links[LINKS - 1], r.links[LINKS], -LENGTH * LINKS);
    return r;
}

static belay_vec3 end_of(const rope* r, int link, double side)
{
    belay_body_state state;
    cr_assert_eq(belay_body_get_state(r->world, r->links[link], &state), BELAY_OK);
    return pose_apply(state.pose, v3(0.0, 0.0, link < LINKS ? side * 0.5 * LENGTH : 0.0));
}

// The gaps of all joints, as a part of the length.
static double stretch_of(const rope* r)
{
    double sum = v3_length(end_of(r, 0, 1.0));
    for (int i = 0; i < LINKS; i++)
        sum += v3_distance(end_of(r, i, -1.0), end_of(r, i + 1, 1.0));
    return sum / (LINKS * LENGTH);
}

static double worst_of(rope* r, int steps)
{
    double worst = 0.0;
    for (int i = 0; i < steps; i++) {
        cr_assert_eq(belay_world_step(r->world), BELAY_OK);
        worst = fmax(worst, stretch_of(r));
    }
    return worst;
}

Test(rope_of_links, hangs_without_stretching)
{
    rope r = hang();
    double worst = worst_of(&r, 600);
    cr_log_info("a rope of 60 links with a hundred times a link's weight is longer by %.3g %%", 100.0 * worst);
    cr_expect_lt(worst, 1e-6);
    belay_world_destroy(r.world);
}

Test(rope_of_links, swings_without_stretching)
{
    rope r = hang();
    for (int i = 0; i <= LINKS; i++)
        cr_assert_eq(belay_body_set_velocity(r.world, r.links[i], v3(0.05 * (i + 1), 0.0, 0.0), v3_zero()), BELAY_OK);
    double worst = worst_of(&r, 300);
    cr_log_info("swinging it is longer by %.3g %%", 100.0 * worst);
    cr_expect_lt(worst, 1e-3);
    belay_world_destroy(r.world);
}
