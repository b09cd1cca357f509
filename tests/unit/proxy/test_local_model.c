// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The local model of a tool: its contacts, and how what lies behind them gives way, checked against closed forms and
// against worlds that are pushed a little harder.

#include "belay/local_model.h"
#include "support/scene.h"

#include <criterion/criterion.h>
#include <string.h>

#define H 1e-3

static belay_local_model model_of(belay_world* world, belay_body_id tool)
{
    belay_local_model model;
    belay_result result = belay_world_get_local_model(world, tool, &model);
    cr_assert(result == BELAY_OK, "%s", belay_world_last_error(world));
    return model;
}

static belay_world* weightless(double h)
{
    belay_world_def def = belay_world_def_default();
    def.gravity = v3_zero();
    def.step_seconds = h;
    return scene_world_of(&def);
}

static belay_body_id ball(belay_world* world, double mass, double radius, belay_vec3 position)
{
    scene_ball b = scene_ball_default();
    b.mass = mass;
    b.radius = radius;
    b.position = position;
    return scene_add_ball(world, &b);
}

static belay_body_id box(belay_world* world, belay_body_type type, double mass, belay_vec3 size, belay_vec3 position)
{
    belay_body_def def = belay_body_def_default();
    def.type = type;
    def.mass = mass;
    def.inertia = belay_inertia_box(mass, size);
    def.pose.position = position;
    belay_body_id body;
    belay_collider_id collider;
    belay_collider_def shape = belay_collider_def_box(size);
    cr_assert(belay_body_create(world, &def, &body) == BELAY_OK);
    cr_assert(belay_collider_create(world, body, &shape, &collider) == BELAY_OK, "%s", belay_world_last_error(world));
    return body;
}

static double largest_compliance(const belay_local_model* m)
{
    double largest = 0.0;
    for (int i = 0; i < 3 * m->count; i++)
        for (int j = 0; j < 3 * m->count; j++)
            largest = fmax(largest, fabs(m->compliance[i][j]));
    return largest;
}

Test(local_model, ball_above_a_floor_sees_its_gap_and_nothing_that_yields)
{
    belay_world* world = weightless(H);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    belay_body_id tool = ball(world, 0.05, 0.01, v3(0.2, -0.1, 0.0124));
    scene_steps(world, 1);
    belay_local_model m = model_of(world, tool);
    cr_assert_eq(m.count, 1);
    cr_assert_eq(m.left_out, 0);
    cr_assert_eq(m.step, 1);
    cr_assert_eq(m.body, tool.value);
    cr_assert_float_eq(m.contacts[0].gap, 0.0024, 1e-15);
    cr_assert_float_eq(m.contacts[0].normal.z, 1.0, 1e-15);
    cr_assert_float_eq(v3_distance(m.contacts[0].point, v3(0.2, -0.1, 0.0024)), 0.0, 1e-15);
    cr_assert_eq(m.contacts[0].impulse[0], 0.0);
    cr_assert_eq(largest_compliance(&m), 0.0);
    belay_world_destroy(world);
}

// The linear model of the gap against detection at a placement nearby: equal but for what is curved.
Test(local_model, gap_follows_the_jacobian)
{
    const belay_vec3 shift = {1e-5, -2e-5, 3e-5}, turn = {2e-5, 1e-5, -3e-5};
    belay_local_model m[2];
    for (int k = 0; k < 2; k++) {
        belay_world* world = weightless(H);
        box(world, BELAY_BODY_STATIC, 1.0, v3(0.1, 0.1, 0.1), v3(0.0, 0.0, -0.05));
        belay_body_id tool = box(world, BELAY_BODY_DYNAMIC, 0.1, v3(0.02, 0.03, 0.02), v3(0.01, 0.0, 0.0105));
        belay_body_state state;
        belay_body_get_state(world, tool, &state);
        state.pose.position = v3_add_scaled(state.pose.position, k, shift);
        state.pose.rotation = q_exp(v3_scale(k, turn));
        belay_body_set_pose(world, tool, state.pose);
        scene_steps(world, 1);
        m[k] = model_of(world, tool);
        belay_world_destroy(world);
    }
    cr_assert_eq(m[0].count, 4);
    cr_assert_eq(m[1].count, 4);
    const double x[6] = {shift.x, shift.y, shift.z, turn.x, turn.y, turn.z};
    for (int i = 0; i < 4; i++) {
        double gap = m[0].contacts[i].gap;
        for (int k = 0; k < 6; k++)
            gap += m[0].contacts[i].jacobian[0][k] * x[k];
        double nearest = HUGE_VAL;
        for (int j = 0; j < 4; j++)
            nearest = fmin(nearest, fabs(m[1].contacts[j].gap - gap));
        cr_assert_leq(nearest, 3e-9, "contact %d off by %g", i, nearest);
    }
}

// A free ball: the point touched by an impulse r along the normal moves by r / m, across it by r (1/m + a^2 / I).
Test(local_model, free_ball_yields_by_its_mass_and_inertia)
{
    belay_world* world = weightless(H);
    belay_body_id other = ball(world, 0.05, 0.02, v3(0.0, 0.0, -0.02));
    belay_body_id tool = ball(world, 0.1, 0.01, v3(0.0, 0.0, 0.011));
    scene_set_velocity(world, other, v3(0.1, 0.0, 0.3), v3_zero());
    scene_steps(world, 1);
    belay_local_model m = model_of(world, tool);
    cr_assert_eq(m.count, 1);
    double inertia = 0.4 * 0.05 * 0.02 * 0.02;
    cr_assert_float_eq(m.compliance[0][0], 20.0, 1e-9);
    cr_assert_float_eq(m.compliance[1][1], 20.0 + 0.02 * 0.02 / inertia, 1e-9);
    cr_assert_float_eq(m.compliance[2][2], m.compliance[1][1], 1e-9);
    cr_assert_float_eq(m.compliance[0][1], 0.0, 1e-9);
    belay_vec3 y = v3_zero();
    const belay_vec3 frame[3] = {m.contacts[0].normal, m.contacts[0].tangent1, m.contacts[0].tangent2};
    for (int k = 0; k < 3; k++)
        y = v3_add_scaled(y, m.contacts[0].free_velocity[k], frame[k]);
    cr_assert_float_eq(v3_distance(y, v3(0.1, 0.0, 0.3)), 0.0, 1e-9);
    belay_world_destroy(world);
}

// What stands on the floor holds against the tool; the tool may stand on either side of the pair.
Test(local_model, box_that_stands_on_the_floor_does_not_yield)
{
    belay_world* world = scene_world(H);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    belay_body_id tool = ball(world, 0.05, 0.01, v3(0.0, 0.0, 0.11));
    box(world, BELAY_BODY_DYNAMIC, 1.0, v3(0.1, 0.1, 0.1), v3(0.0, 0.0, 0.05));
    scene_steps(world, 20);
    belay_local_model m = model_of(world, tool);
    cr_assert_eq(m.count, 1);
    cr_assert_float_eq(m.contacts[0].impulse[0], 0.05 * SCENE_G * H, 1e-9);
    cr_assert_float_eq(m.contacts[0].normal.z, 1.0, 1e-12);
    cr_assert_leq(largest_compliance(&m), 1e-9);
    belay_world_destroy(world);
}

// A mass on a spring, softly held: by the joint's rows it yields less than its mass alone, by what a harder push in
// the same step shows.
typedef struct sprung {
    belay_world* world;
    belay_body_id other, tool;
} sprung;

static sprung make_sprung(double h, double stiffness)
{
    sprung s = {.world = weightless(h)};
    s.other = ball(s.world, 0.005, 0.01, v3(0.0, 0.0, -0.01));
    s.tool = ball(s.world, 0.05, 0.01, v3(0.0, 0.0, 0.01));
    belay_joint_def def = belay_joint_def_default(BELAY_JOINT_SIX_DOF);
    def.body_a = s.other;
    def.frame_b.position = v3(0.0, 0.0, -0.01);
    for (int k = 0; k < 3; k++) {
        def.axis[k].spring.is_enabled = true;
        def.axis[k].spring.stiffness = stiffness;
        def.axis[k].spring.damping = 0.2;
        def.axis[k].spring.max_force = HUGE_VAL;
    }
    belay_joint_id joint;
    cr_assert(belay_joint_create(s.world, &def, &joint) == BELAY_OK, "%s", belay_world_last_error(s.world));
    return s;
}

static double pushed_speed(double h, double stiffness, double force)
{
    sprung s = make_sprung(h, stiffness);
    belay_body_destroy(s.world, s.tool);
    scene_push(s.world, s.other, v3(0.0, 0.0, -force));
    scene_steps(s.world, 1);
    double speed = -scene_state(s.world, s.other).linear_velocity.z;
    belay_world_destroy(s.world);
    return speed;
}

Test(local_model, sprung_mass_yields_as_a_push_shows)
{
    const double steps[] = {1e-3, 1.0 / 250.0, 1.0 / 60.0};
    for (int k = 0; k < 3; k++) {
        double h = steps[k];
        sprung s = make_sprung(h, 120.0);
        scene_push(s.world, s.tool, v3(0.0, 0.0, -0.1));
        scene_steps(s.world, 3);
        belay_local_model m = model_of(s.world, s.tool);
        cr_assert_eq(m.count, 1);
        double expected = (pushed_speed(h, 120.0, 0.2) - pushed_speed(h, 120.0, 0.1)) / (0.1 * h);
        cr_assert_float_eq(m.compliance[0][0], expected, 1e-6 * expected, "h %g: %g, pushed %g", h, m.compliance[0][0],
                           expected);
        cr_assert_lt(m.compliance[0][0], 200.0);
        belay_world_destroy(s.world);
    }
}

// Chain of balls in a row, the last against a wall, all pressed together: nothing gives way along the row.
Test(local_model, row_of_balls_against_a_wall_holds)
{
    belay_world* world = weightless(H);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    for (int k = 0; k < 5; k++)
        ball(world, 0.1, 0.01, v3(0.0, 0.0, 0.01 + 0.02 * k));
    belay_body_id tool = ball(world, 0.1, 0.01, v3(0.0, 0.0, 0.11));
    scene_push(world, tool, v3(0.0, 0.0, -1.0));
    scene_steps(world, 1);
    belay_local_model m = model_of(world, tool);
    cr_assert_eq(m.count, 1);
    cr_assert_float_eq(m.contacts[0].impulse[0], 1.0 * H, 1e-9);
    cr_assert_leq(fabs(m.compliance[0][0]), 1e-9);
    belay_world_destroy(world);
}

// More bodies than are looked at: what is beyond counts as held, at every height.
Test(local_model, high_stack_holds)
{
    for (int height = 1; height <= 12; height += 1) {
        belay_world* world = scene_world(H);
        scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
        for (int k = 0; k < height; k++)
            box(world, BELAY_BODY_DYNAMIC, 0.5, v3(0.1, 0.1, 0.1), v3(0.0, 0.0, 0.05 + 0.1 * k));
        belay_body_id tool = ball(world, 0.05, 0.01, v3(0.0, 0.0, 0.1 * height + 0.01));
        scene_steps(world, 5);
        belay_local_model m = model_of(world, tool);
        cr_assert_eq(m.count, 1);
        cr_assert_leq(largest_compliance(&m), 1e-9, "%d boxes: %g", height, largest_compliance(&m));
        belay_world_destroy(world);
    }
}

// The same without the wall: pressed together the row moves as one, by its whole mass.
Test(local_model, row_of_free_balls_moves_as_one)
{
    belay_world* world = weightless(H);
    belay_body_id last = {0};
    for (int k = 0; k < 5; k++) {
        belay_body_id b = ball(world, 0.1, 0.01, v3(0.0, 0.0, 0.02 * k));
        if (k == 0) last = b;
    }
    belay_body_id tool = ball(world, 0.1, 0.01, v3(0.0, 0.0, 0.10));
    scene_push(world, tool, v3(0.0, 0.0, -1.0));
    scene_push(world, last, v3(0.0, 0.0, 0.5));
    scene_steps(world, 1);
    belay_local_model m = model_of(world, tool);
    cr_assert_eq(m.count, 1);
    cr_assert_float_eq(m.compliance[0][0], 1.0 / 0.5, 1e-6);
    belay_world_destroy(world);
}

// A floating plate touched by a ball at each end: the operator couples the two contacts.
Test(local_model, compliance_is_symmetric_and_couples_contacts)
{
    belay_world* world = weightless(H);
    belay_vec3 size = {0.2, 0.05, 0.02};
    box(world, BELAY_BODY_DYNAMIC, 0.3, size, v3(0.0, 0.0, -0.01));
    belay_body_def def = belay_body_def_default();
    def.mass = 0.1;
    belay_body_id tool;
    cr_assert(belay_body_create(world, &def, &tool) == BELAY_OK);
    const double places[2] = {-0.08, 0.06};
    for (int k = 0; k < 2; k++) {
        belay_collider_def shape = belay_collider_def_sphere(0.01);
        shape.pose.position = v3(places[k], 0.0, 0.01);
        belay_collider_id collider;
        cr_assert(belay_collider_create(world, tool, &shape, &collider) == BELAY_OK);
    }
    scene_steps(world, 1);
    belay_local_model m = model_of(world, tool);
    cr_assert_eq(m.count, 2);
    double i_y = belay_inertia_box(0.3, size).m[4];
    double x[2] = {m.contacts[0].point.x, m.contacts[1].point.x};
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            cr_assert_float_eq(m.compliance[3 * i][3 * j], 1.0 / 0.3 + x[i] * x[j] / i_y, 1e-9);
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++)
            cr_assert_eq(m.compliance[i][j], m.compliance[j][i]);
    belay_world_destroy(world);
}

Test(local_model, moving_ground_and_belts_are_the_other_side)
{
    belay_world* world = weightless(H);
    belay_body_id ground = box(world, BELAY_BODY_KINEMATIC, 1.0, v3(1.0, 1.0, 0.1), v3(0.0, 0.0, -0.05));
    belay_body_set_velocity(world, ground, v3(0.3, 0.1, 0.0), v3_zero());
    belay_body_id tool = ball(world, 0.1, 0.01, v3(0.0, 0.0, 0.0101));
    scene_steps(world, 1);
    belay_local_model m = model_of(world, tool);
    cr_assert_eq(m.count, 1);
    belay_vec3 y = v3_add(v3_scale(m.contacts[0].free_velocity[1], m.contacts[0].tangent1),
                          v3_scale(m.contacts[0].free_velocity[2], m.contacts[0].tangent2));
    cr_assert_float_eq(v3_distance(y, v3(0.3, 0.1, 0.0)), 0.0, 1e-12);
    cr_assert_eq(largest_compliance(&m), 0.0);
    belay_world_destroy(world);
}

// With restitution a contact that is still open takes no part in the step; the tool may reach it all the same.
Test(local_model, open_contacts_are_there_too)
{
    belay_world* world = weightless(H);
    belay_material bouncy = belay_material_default();
    bouncy.restitution = 1.0;
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, bouncy);
    scene_ball b = scene_ball_default();
    b.radius = 0.01;
    b.position = v3(0.0, 0.0, 0.013);
    b.material = bouncy;
    belay_body_id tool = scene_add_ball(world, &b);
    scene_steps(world, 1);
    int32_t count;
    belay_world_get_contacts(world, &count);
    cr_assert_eq(count, 0);
    belay_local_model m = model_of(world, tool);
    cr_assert_eq(m.count, 1);
    cr_assert_float_eq(m.contacts[0].gap, 0.003, 1e-15);
    belay_world_destroy(world);
}

Test(local_model, narrowest_gaps_stay_when_there_are_too_many)
{
    belay_world* world = weightless(H);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    belay_body_def def = belay_body_def_default();
    belay_body_id tool;
    cr_assert(belay_body_create(world, &def, &tool) == BELAY_OK);
    for (int k = 0; k < 20; k++) {
        belay_collider_def shape = belay_collider_def_sphere(0.001);
        shape.pose.position = v3(0.01 * k, 0.0, 0.001 + 1e-4 * ((7 * k) % 20));
        belay_collider_id collider;
        cr_assert(belay_collider_create(world, tool, &shape, &collider) == BELAY_OK);
    }
    scene_steps(world, 1);
    belay_local_model m = model_of(world, tool);
    cr_assert_eq(m.count, 16);
    cr_assert_eq(m.left_out, 4);
    for (int i = 0; i < m.count; i++)
        cr_assert_leq(m.contacts[i].gap, 15e-4 + 1e-9);
    belay_world_destroy(world);
}

Test(local_model, same_world_gives_same_bytes)
{
    belay_local_model m[2];
    for (int k = 0; k < 2; k++) {
        memset(&m[k], k == 0 ? 0 : 0xAA, sizeof m[k]);
        sprung s = make_sprung(H, 120.0);
        scene_steps(s.world, 5);
        cr_assert(belay_world_get_local_model(s.world, s.tool, &m[k]) == BELAY_OK);
        belay_world_destroy(s.world);
    }
    // Handles carry nothing of the address of a world.
    cr_assert_eq(memcmp(&m[0], &m[1], sizeof m[0]), 0);
}

Test(local_model, is_refused_when_the_world_has_changed)
{
    belay_world* world = weightless(H);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    belay_body_id other = ball(world, 1.0, 0.01, v3(0.02, 0.0, 0.01));
    belay_body_id tool = ball(world, 1.0, 0.01, v3(0.0, 0.0, 0.01));
    belay_local_model m;
    cr_assert_eq(belay_world_get_local_model(world, tool, &m), BELAY_ERROR_STATE);
    scene_steps(world, 1);
    cr_assert_eq(belay_world_get_local_model(world, tool, &m), BELAY_OK);
    cr_assert_eq(belay_world_get_local_model(world, tool, NULL), BELAY_ERROR_VALUE);
    belay_body_destroy(world, other);
    cr_assert_eq(belay_world_get_local_model(world, other, &m), BELAY_ERROR_HANDLE);
    cr_assert_eq(belay_world_get_local_model(world, tool, &m), BELAY_ERROR_STATE);
    scene_steps(world, 1);
    cr_assert_eq(belay_world_get_local_model(world, tool, &m), BELAY_OK);
    belay_body_id late = ball(world, 1.0, 0.01, v3(1.0, 0.0, 0.01));
    cr_assert_eq(belay_world_get_local_model(world, late, &m), BELAY_ERROR_STATE);
    cr_assert_eq(belay_world_get_local_model(NULL, tool, &m), BELAY_ERROR_HANDLE);
    belay_world_destroy(world);
}

// On a box that goes and turns, whose shape lies off the body's frame, what is touched has the same coordinates in the
// surface's frame as the tool has over the body, and the frame goes as the body does.
Test(local_model, surface_is_the_frame_of_the_shape)
{
    belay_world* world = weightless(H);
    belay_body_def def = belay_body_def_default();
    def.type = BELAY_BODY_KINEMATIC;
    def.pose = (belay_pose){v3(0.3, 0.1, -0.2), q_exp(v3(0.0, 0.0, 0.5))};
    def.linear_velocity = v3(0.2, 0.0, 0.1);
    def.angular_velocity = v3(0.0, 0.0, 3.0);
    belay_body_id plate;
    cr_assert(belay_body_create(world, &def, &plate) == BELAY_OK);
    belay_collider_def shape = belay_collider_def_box(v3(0.4, 0.4, 0.1));
    shape.pose = (belay_pose){v3(0.05, 0.02, -0.05), q_exp(v3(0.0, 0.0, 1.0))};
    cr_assert(belay_collider_create(world, plate, &shape, NULL) == BELAY_OK);
    belay_body_id tool = ball(world, 0.05, 0.01, v3_add(def.pose.position, v3(0.1, 0.0, 0.0105)));
    scene_steps(world, 3);
    belay_local_model m = model_of(world, tool);
    cr_assert_eq(m.count, 1);
    const belay_local_surface* s = &m.contacts[0].surface;
    double instant = (3.0 - m.theta) * H;
    belay_pose then = {v3_add_scaled(def.pose.position, instant, def.linear_velocity),
                       q_mul(q_exp(v3_scale(instant, def.angular_velocity)), def.pose.rotation)};
    belay_pose right = pose_compose(then, shape.pose);
    cr_expect_float_eq(v3_distance(s->pose.position, right.position), 0.0, 1e-12);
    cr_expect_float_eq(v3_length(q_log(q_mul(s->pose.rotation, q_conjugate(right.rotation)))), 0.0, 1e-12);
    belay_vec3 arm = v3_sub(right.position, then.position);
    belay_vec3 linear = v3_add(def.linear_velocity, v3_cross(def.angular_velocity, arm));
    cr_expect_float_eq(v3_distance(s->linear, linear), 0.0, 1e-12);
    cr_expect_float_eq(v3_distance(s->angular, def.angular_velocity), 0.0, 1e-12);
    cr_expect_eq(s->x, 0.0);
    belay_world_destroy(world);
}
