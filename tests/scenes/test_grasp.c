// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// B2: a small object pinched between a wall and a jaw that is pushed by a constant force. Both sides hold up to mu F,
// so it stays while m g <= 2 mu F, for good, and slips while it weighs more.

#include "support/scene_solids.h"

#include <criterion/criterion.h>

static const double h = 1.0 / 500.0, mu = 0.7, force = 0.4, mass = 0.045;

typedef struct grasp {
    belay_world* world;
    belay_body_id object, jaw;
    int step;
} grasp;

static grasp make_grasp(void)
{
    grasp g = {.world = scene_sleepless_world(h)};
    scene_plane(g.world, v3(1.0, 0.0, 0.0), 0.0, scene_rough(mu));
    scene_plane(g.world, v3(0.0, 0.0, 1.0), 0.0, scene_rough(0.0));
    scene_solid object = scene_box(v3(0.008, 0.008, 0.040), v3(0.004, 0.0, 0.040));
    object.mass = mass;
    object.material = scene_rough(mu);
    g.object = scene_add_solid(g.world, &object);
    scene_solid jaw = scene_box(v3(0.040, 0.040, 0.080), v3(0.028, 0.0, 0.040));
    jaw.mass = 0.2;
    jaw.material = scene_rough(mu);
    g.jaw = scene_add_solid(g.world, &jaw);
    return g;
}

// A step under the push and under `pull` (N) more than its weight on the object.
static void step(grasp* g, double pull)
{
    scene_push(g->world, g->jaw, v3(-force, 0.0, 0.0));
    scene_push(g->world, g->object, v3(0.0, 0.0, -pull));
    scene_steps(g->world, 1);
    g->step++;
}

static double height(const grasp* g)
{
    return scene_state(g->world, g->object).pose.position.z;
}

Test(scene_B2, holds_for_a_minute)
{
    scene_check_near(2.0 * mu * force, 0.560, 1e-12, "B2: capacity, N");
    scene_check_near(mass * SCENE_G, 0.4415, 1e-4, "B2: weight, N");
    grasp g = make_grasp();
    for (int k = 0; k < 250; k++)
        step(&g, 0.0);
    double settled = height(&g), slip = 0.0;
    belay_vec3 weight = v3_zero();
    for (int k = 250; k < 30000; k++) {
        step(&g, 0.0);
        slip = fmax(slip, fabs(height(&g) - settled));
    }
    weight = scene_contact_force(g.world, g.object, (belay_body_id){0});
    scene_check_near(slip, 0.0, 1e-6, "B2: slip in 60 s, m");
    scene_check_near(settled, 0.040, 1e-6, "B2: height held, m");
    scene_check_near(weight.z, mass * SCENE_G, 1e-4 * mass * SCENE_G, "B2: force of wall and jaw upwards, N");
    scene_check_near(scene_contact_force(g.world, g.object, g.jaw).x, -force, 1e-4 * force, "B2: force of the jaw, N");
    belay_world_destroy(g.world);
}

// The vertical way over 10 s under g(t) = 9.81 + amplitude sin(2 pi 2 t), and the cycles in which there was any.
static double shake(double amplitude, int* slipping)
{
    grasp g = make_grasp();
    bool has_slipped[20] = {false};
    double start = height(&g), slip = 0.0;
    for (int k = 0; k < 5000; k++) {
        // The mean over the step, and the same whichever instant is meant to within the order of the scheme.
        step(&g, mass * amplitude * sin(4.0 * SCENE_PI * (k + 0.5) * h));
        slip = fmax(slip, fabs(height(&g) - start));
        if (fabs(scene_state(g.world, g.object).linear_velocity.z) > 1e-5) has_slipped[k / 250] = true;
    }
    *slipping = 0;
    for (int i = 0; i < 20; i++)
        *slipping += has_slipped[i] ? 1 : 0;
    belay_world_destroy(g.world);
    return slip;
}

Test(scene_B2, holds_while_it_weighs_less_than_the_capacity)
{
    int slipping;
    scene_check_near(2.0 * mu * force / mass - SCENE_G, 2.634, 1e-3, "B2: amplitude at which slip begins, m/s^2");
    scene_check_near(shake(2.5, &slipping), 0.0, 5e-6, "B2: slip at an amplitude of 2.5 m/s^2, m");
    cr_expect(slipping == 0, "slips in %d cycles", slipping);
}

Test(scene_B2, slips_in_each_cycle_when_it_weighs_more)
{
    int slipping;
    double slip = shake(2.8, &slipping);
    cr_log_info("B2: slip at an amplitude of 2.8 m/s^2: %g m\n", slip);
    cr_expect(slip >= 1e-4, "slips by %g m in all", slip);
    cr_expect(slipping == 20, "slips in %d of 20 cycles", slipping);
}

// ---------------------------------------------------------------------------------------------------------------------
// Bad input: nothing is lost

static void refuse_force(grasp* g, belay_vec3 bad, const char* value)
{
    uint64_t hash = belay_world_hash(g->world);
    belay_result result = belay_body_apply_force(g->world, g->jaw, bad);
    scene_check_refused(g->world, hash, result, BELAY_ERROR_VALUE, "force", value);
    result = belay_body_apply_force_at(g->world, g->jaw, bad, v3_zero());
    scene_check_refused(g->world, hash, result, BELAY_ERROR_VALUE, "force", value);
    result = belay_body_apply_torque(g->world, g->jaw, bad);
    scene_check_refused(g->world, hash, result, BELAY_ERROR_VALUE, "torque", value);
}

// A body that is gone, in both worlds: what the one is told about it must not reach what took its place.
static belay_body_id destroy_one(grasp* g)
{
    scene_solid gone = scene_box(v3(0.1, 0.1, 0.1), v3(5.0, 0.0, 0.05));
    belay_body_id body = scene_add_solid(g->world, &gone);
    cr_assert(belay_body_destroy(g->world, body) == BELAY_OK);
    gone.pose.position.x = 6.0;
    scene_add_solid(g->world, &gone);
    return body;
}

Test(scene_B2, bad_forces_are_refused)
{
    grasp g = make_grasp(), control = make_grasp();
    belay_body_id gone = destroy_one(&g);
    destroy_one(&control);
    for (int k = 0; k < 100; k++) {
        step(&g, 0.0);
        step(&control, 0.0);
    }
    refuse_force(&g, v3(NAN, 0.0, 0.0), "nan");
    refuse_force(&g, v3(0.0, INFINITY, 0.0), "inf");
    refuse_force(&g, v3(0.0, 0.0, -INFINITY), "inf");
    uint64_t hash = belay_world_hash(g.world);
    int32_t count;
    const belay_contact* contacts = belay_world_get_contacts(g.world, &count);
    belay_body_id ground = contacts[count - 1].body_b;
    belay_body_type type;
    cr_assert(belay_body_get_type(g.world, ground, &type) == BELAY_OK && type == BELAY_BODY_STATIC);
    belay_result result = belay_body_apply_force(g.world, ground, v3(1.0, 0.0, 0.0));
    scene_check_refused(g.world, hash, result, BELAY_ERROR_STATE, "dynamic bodies", "");
    result = belay_body_apply_force(g.world, gone, v3(1.0, 0.0, 0.0));
    scene_check_refused(g.world, hash, result, BELAY_ERROR_HANDLE, "body", "");
    for (int k = 0; k < 100; k++) {
        cr_assert(belay_world_hash(g.world) == belay_world_hash(control.world), "the worlds differ after %d steps", k);
        step(&g, 0.0);
        step(&control, 0.0);
    }
    belay_world_destroy(g.world);
    belay_world_destroy(control.world);
}
