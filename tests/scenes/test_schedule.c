// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Worlds of the defaults whose contacts and joints hold each other: every step is solved, within what an interactive
// program can spare, and says so truthfully. Work is counted (solver.h), so no clock decides.

#include "support/scene_solids.h"

#include <criterion/criterion.h>
#include <math.h>

static void check_ok(const belay_world* world, belay_result result)
{
    cr_assert(result == BELAY_OK, "%s", belay_world_last_error(world));
}

typedef struct tally {
    int steps, missed, most_sweeps;
    double newton, work;
} tally;

// A step that says converged has no residual above the tolerance.
static void step(belay_world* world, tally* t)
{
    scene_steps(world, 1);
    const belay_step_stats* s = belay_world_get_stats(world);
    if (s->has_converged) cr_assert_leq(s->residual.natural, belay_world_get_def(world)->solver.tolerance);
    t->steps++;
    t->missed += s->has_converged ? 0 : 1;
    t->newton += s->newton_iterations;
    t->work += (double)s->work;
    if (s->iterations > t->most_sweeps) t->most_sweeps = s->iterations;
}

static void check_tally(const tally* t, double newton, double work, const char* what)
{
    cr_expect_leq(t->missed, t->steps / 100, "%s: %d of %d steps missed the tolerance", what, t->missed, t->steps);
    cr_expect_leq(t->newton, newton * t->steps, "%s: %g of Newton's iterations a step", what, t->newton / t->steps);
    cr_expect_leq(t->work, work * t->steps, "%s: %g of work a step", what, t->work / t->steps);
}

static belay_world* defaults_awake(void)
{
    belay_world_def def = belay_world_def_default();
    def.enable_sleep = false;
    return scene_world_of(&def);
}

static belay_body_id add(belay_world* world, belay_shape shape, belay_vec3 at, double mass, double mu)
{
    scene_solid solid = scene_solid_of(shape, at);
    solid.mass = mass;
    solid.material = scene_rough(mu);
    if (shape.type == BELAY_SHAPE_CYLINDER)
        solid.pose.rotation = belay_quat_from_axis_angle(v3(1.0, 0.0, 0.0), -0.5 * SCENE_PI);
    return scene_add_solid(world, &solid);
}

static const belay_shape wheel_shape = {.type = BELAY_SHAPE_CYLINDER, .cylinder = {0.25, 0.42}};

// ---------------------------------------------------------------------------------------------------------------------
// Bodies that fall side by side, joined: their relative velocities are rounding
// ---------------------------------------------------------------------------------------------------------------------

Test(schedule, what_falls_in_one_piece_has_no_residual)
{
    belay_world* world = defaults_awake();
    belay_body_id body[3];
    tally t = {0};
    for (int i = 0; i < 3; i++) {
        body[i] = add(world, scene_shape_box(v3(0.8, 0.2, 0.3)), v3(i, 0.1 * i, 0.0), 1.0 + i, 0.5);
        if (i == 0) continue;
        belay_joint_def def;
        belay_joint_id joint;
        check_ok(world, belay_joint_def_at(world, BELAY_JOINT_HINGE, body[i - 1], body[i], v3(i - 0.5, 0.0, 0.0),
                                           v3(0.0, 1.0, 0.0), &def));
        check_ok(world, belay_joint_create(world, &def, &joint));
    }
    for (int k = 0; k < 240; k++)
        step(world, &t);
    cr_expect_eq(t.missed, 0);
    cr_expect_leq(t.most_sweeps, 3);
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// A car whose wheels neither tilt nor shift, on the edges of which it stands
// ---------------------------------------------------------------------------------------------------------------------

static void add_wheel(belay_world* world, belay_body_id chassis, int i)
{
    belay_vec3 at = v3(i < 2 ? 0.85 : -0.85, i % 2 ? 0.75 : -0.75, 0.45);
    belay_body_id wheel = add(world, wheel_shape, at, 41.6, 1.2);
    belay_joint_def d;
    belay_joint_id joint;
    check_ok(world, belay_joint_def_at(world, BELAY_JOINT_SIX_DOF, chassis, wheel, at, v3(0.0, 1.0, 0.0), &d));
    for (int k = 0; k < 6; k++)
        d.axis[k].limit = (belay_joint_limit){true, 0.0, 0.0, 0.0, 0.0};
    int up = fabs(q_rotate(d.frame_a.rotation, v3(0.0, 0.0, 1.0)).z) > 0.5 ? 2 : 1;
    d.axis[up].limit = (belay_joint_limit){true, -0.15, 0.15, 0.0, 0.0};
    d.axis[up].spring = (belay_joint_spring){true, 0.0, 40000.0, 3000.0, HUGE_VAL};
    d.axis[3].limit.is_enabled = false;
    d.axis[3].motor = (belay_joint_motor){true, 10.0, 400.0};
    check_ok(world, belay_joint_create(world, &d, &joint));
}

Test(schedule, car_drives_straight)
{
    belay_world* world = defaults_awake();
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, scene_rough(1.0));
    belay_body_id chassis = add(world, scene_shape_box(v3(2.4, 1.1, 0.4)), v3(0.0, 0.0, 0.9), 528.0, 0.5);
    tally t = {0};
    for (int i = 0; i < 4; i++)
        add_wheel(world, chassis, i);
    for (int k = 0; k < 720; k++)
        step(world, &t);
    check_tally(&t, 20.0, 3000.0, "car");
    belay_vec3 p = scene_state(world, chassis).pose.position;
    scene_check_near(p.y, 0.0, 0.01, "car: drift aside, m");
    cr_expect_geq(fabs(p.x), 8.0);
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Dominoes
// ---------------------------------------------------------------------------------------------------------------------

Test(schedule, dominoes_fall_and_lean)
{
    enum { COUNT = 8 };
    belay_world* world = defaults_awake();
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, scene_rough(0.4));
    belay_body_id domino[COUNT];
    tally t = {0};
    for (int i = 0; i < COUNT; i++)
        domino[i] = add(world, scene_shape_box(v3(0.16, 0.5, 1.0)), v3(0.5 * i, 0.0, 0.5), 80.0, 0.4);
    check_ok(world, belay_body_apply_impulse_at(world, domino[0], v3(80.0, 0.0, 0.0), v3(0.0, 0.0, 1.0)));
    for (int k = 0; k < 600; k++)
        step(world, &t);
    check_tally(&t, 15.0, 4000.0, "dominoes");
    for (int i = 0; i < COUNT; i++) {
        belay_body_state s = scene_state(world, domino[i]);
        cr_expect_gt(scene_tilt(s.pose), 0.5);
        cr_expect_lt(scene_greatest_speed(&s, 0.6), 1e-3);
    }
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// A rope between two bodies that have joints and contacts of their own
// ---------------------------------------------------------------------------------------------------------------------

static void tie(belay_world* world, belay_body_id from, belay_body_id to)
{
    belay_rod_def def = belay_rod_def_default();
    belay_rod_id rope;
    def.start = v3(-1.2, 0.0, 1.1);
    def.direction = v3(-3.4, 0.0, -0.2);
    def.length = v3_length(def.direction);
    def.element_count = 20;
    def.radius = 0.02;
    def.young_modulus = 5e7;
    def.damping_time = 0.01;
    check_ok(world, belay_rod_create(world, &def, &rope));
    for (int end = 0; end < 2; end++) {
        belay_rod_attachment_def pin;
        int number;
        check_ok(world, belay_rod_attachment_def_at(world, rope, BELAY_ROD_PIN, end ? def.length : 0.0, end ? to : from,
                                                    &pin));
        check_ok(world, belay_rod_attach(world, rope, &pin, &number));
    }
}

Test(schedule, truck_tows_a_crate_by_a_rope)
{
    belay_world* world = defaults_awake();
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, scene_rough(1.0));
    belay_body_id truck = add(world, scene_shape_box(v3(2.4, 1.1, 0.5)), v3(0.0, 0.0, 0.77), 792.0, 0.5);
    tally t = {0};
    for (int i = 0; i < 4; i++) {
        belay_vec3 at = v3(i < 2 ? 0.85 : -0.85, i % 2 ? 0.75 : -0.75, 0.42);
        belay_body_id wheel = add(world, wheel_shape, at, 41.6, 1.2);
        belay_joint_def d;
        belay_joint_id axle;
        check_ok(world, belay_joint_def_at(world, BELAY_JOINT_HINGE, truck, wheel, at, v3(0.0, 1.0, 0.0), &d));
        d.axis[0].motor = (belay_joint_motor){true, 8.0, 300.0};
        check_ok(world, belay_joint_create(world, &d, &axle));
    }
    belay_body_id crate = add(world, scene_shape_box(v3(0.8, 0.8, 0.8)), v3(-5.0, 0.0, 0.4), 102.0, 0.5);
    tie(world, truck, crate);
    double start = scene_state(world, crate).pose.position.x;
    for (int k = 0; k < 480; k++)
        step(world, &t);
    check_tally(&t, 20.0, 20000.0, "tow");
    cr_expect_leq(t.most_sweeps, 40);
    cr_expect_geq(fabs(scene_state(world, crate).pose.position.x - start), 1.0);
    belay_world_destroy(world);
}
