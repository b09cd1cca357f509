// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The local model of a tool that touches or holds a rod: how the rod gives way is checked against worlds in which it is
// pushed a little harder in the same step.

#include "belay/local_model.h"
#include "support/rods/rod_scene.h"

#include <criterion/criterion.h>
#include <string.h>

#define LENGTH 0.1 // m
#define RADIUS 0.003
#define TOOL_RADIUS 0.008

static const double steps[] = {1e-3, 1.0 / 250.0, 1.0 / 60.0};

static belay_local_model model_of(belay_world* world, belay_body_id tool)
{
    belay_local_model model;
    belay_result result = belay_world_get_local_model(world, tool, &model);
    cr_assert(result == BELAY_OK, "%s", belay_world_last_error(world));
    return model;
}

typedef struct stage {
    belay_world* world;
    belay_rod_id rod;
} stage;

// A rubber rod along x, straight and weightless, clamped at x = 0.
static stage cantilever(double h, belay_rod_model model)
{
    belay_world_def world_def = belay_world_def_default();
    world_def.gravity = v3_zero();
    world_def.step_seconds = h;
    world_def.contact_margin = 0.01;
    stage s = {.world = scene_world_of(&world_def)};
    belay_rod_def def = rod_of(0.03, 12.0, 4e-4, RADIUS);
    def.model = model;
    def.element_count = 16;
    def.length = LENGTH;
    def.damping_time = 0.01;
    def.filter.group = -1; // as what it is fixed to
    s.rod = rod_make(s.world, &def);
    rod_hold(s.world, s.rod, BELAY_ROD_CLAMP, 0.0, the_world);
    return s;
}

static belay_body_id ball(belay_world* world, double radius, belay_vec3 position)
{
    scene_ball b = scene_ball_default();
    b.mass = 0.05;
    b.radius = radius;
    b.position = position;
    return scene_add_ball(world, &b);
}

// By how much an impulse of 1 at node `node` along `direction` changes its velocity within a step from rest: the way of
// the node, over theta h.
static belay_vec3 pushed(double h, belay_rod_model model, int node, belay_vec3 direction)
{
    const double force = 1e-3;
    stage s = cantilever(h, model);
    belay_rod_info info;
    belay_rod_get_info(s.world, s.rod, &info);
    belay_vec3 before = rod_node(s.world, s.rod, node);
    rod_push(s.world, s.rod, LENGTH * node / (info.node_count - 1), v3_scale(force, direction));
    scene_steps(s.world, 1);
    belay_vec3 way = v3_sub(rod_node(s.world, s.rod, node), before);
    belay_vec3 response = v3_scale(1.0 / (belay_world_get_def(s.world)->theta * h * force * h), way);
    belay_world_destroy(s.world);
    return response;
}

static void check_touch(double h, belay_rod_model kind)
{
    stage s = cantilever(h, kind);
    belay_rod_info info;
    belay_rod_get_info(s.world, s.rod, &info);
    int node = (info.node_count - 1) * 3 / 4;
    belay_vec3 at = rod_node(s.world, s.rod, node);
    belay_body_id tool = ball(s.world, TOOL_RADIUS, v3_add(at, v3(0.0, 0.0, RADIUS + TOOL_RADIUS + 1e-4)));
    scene_steps(s.world, 1);
    belay_local_model m = model_of(s.world, tool);
    int nearest = 0;
    for (int i = 1; i < m.count; i++)
        if (m.contacts[i].gap < m.contacts[nearest].gap) nearest = i;
    const belay_local_contact* c = &m.contacts[nearest];
    cr_assert_geq(m.count, 1);
    cr_assert_eq(c->law, BELAY_LOCAL_UNILATERAL);
    cr_assert_eq(c->other, s.rod.value);
    cr_assert_float_eq(c->gap, 1e-4, 1e-9);
    cr_assert_float_eq(c->normal.z, 1.0, 1e-9);
    cr_expect_float_eq(c->surface.x, at.x, 1e-6); // the arc, and along the rod
    cr_expect_float_eq(v3_distance(q_rotate(c->surface.pose.rotation, v3(1.0, 0.0, 0.0)), v3(1.0, 0.0, 0.0)), 0.0,
                       1e-6);
    cr_expect_float_eq(v3_distance(c->surface.pose.position, at), 0.0, 1e-6);
    double expected = pushed(h, kind, node, v3(0.0, 0.0, 1.0)).z;
    double found = m.compliance[3 * nearest][3 * nearest];
    cr_assert_float_eq(found, expected, 1e-3 * expected, "model %d, h %g: %g, pushed %g", (int)kind, h, found,
                       expected);
    belay_world_destroy(s.world);
}

// The push is small, but not linear to the last digit.
Test(local_model_rods, touched_rod_yields_as_a_push_shows)
{
    for (int k = 0; k < 3; k++)
        for (int kind = 0; kind < BELAY_ROD_MODEL_COUNT; kind++)
            check_touch(steps[k], (belay_rod_model)kind);
}

Test(local_model_rods, rod_held_by_its_end_yields_as_a_push_shows)
{
    for (int k = 0; k < 3; k++) {
        double h = steps[k];
        stage s = cantilever(h, BELAY_ROD_NODAL);
        belay_body_id tool = rod_weight(s.world, 0.05, v3(LENGTH + 0.002, 0.0, 0.0));
        rod_hold(s.world, s.rod, BELAY_ROD_PIN, LENGTH, tool);
        scene_steps(s.world, 1);
        belay_local_model m = model_of(s.world, tool);
        cr_assert_eq(m.count, 1);
        cr_assert_eq(m.contacts[0].law, BELAY_LOCAL_BILATERAL);
        cr_assert_eq(m.contacts[0].max_force, HUGE_VAL);
        belay_vec3 along = pushed(h, BELAY_ROD_NODAL, 16, v3(1.0, 0.0, 0.0));
        belay_vec3 across = pushed(h, BELAY_ROD_NODAL, 16, v3(0.0, 0.0, 1.0));
        cr_assert_float_eq(m.compliance[0][0], along.x, 1e-3 * along.x, "h %g: %g, pushed %g", h, m.compliance[0][0],
                           along.x);
        cr_assert_float_eq(m.compliance[2][2], across.z, 1e-3 * across.z, "h %g: %g, pushed %g", h, m.compliance[2][2],
                           across.z);
        belay_world_destroy(s.world);
    }
}

// In steady tension the hold's impulse is the rod's pull, and what the rod would do without it is to give way to that.
Test(local_model_rods, hold_carries_the_pull_of_a_stretched_rod)
{
    double h = 1e-3;
    stage s = cantilever(h, BELAY_ROD_NODAL);
    belay_body_id tool = rod_weight(s.world, 0.05, v3(LENGTH, 0.0, 0.0));
    int held = rod_hold(s.world, s.rod, BELAY_ROD_PIN, LENGTH, tool);
    for (int i = 0; i < 1500; i++) {
        scene_push(s.world, tool, v3(0.5, 0.0, 0.0));
        scene_steps(s.world, 1);
    }
    belay_local_model m = model_of(s.world, tool);
    cr_assert_float_eq(m.contacts[0].impulse[0], -0.5 * h, 1e-6 * h);
    cr_assert_float_eq(m.contacts[0].impulse[0], -h * rod_held(s.world, s.rod, held).force.x, 1e-9 * h);
    cr_assert_float_eq(m.contacts[0].gap, 0.0, 1e-6);
    for (int k = 0; k < 3; k++)
        cr_assert_float_eq(m.contacts[0].free_velocity[k], m.compliance[k][0] * m.contacts[0].impulse[0], 1e-4);
    belay_world_destroy(s.world);
}

// A clamp gives way by its half element: l / (2 B).
Test(local_model_rods, clamp_is_two_holds_and_gives_way)
{
    stage s = cantilever(1e-3, BELAY_ROD_NODAL);
    belay_body_id tool = rod_weight(s.world, 0.05, v3(LENGTH, 0.0, 0.0));
    rod_hold(s.world, s.rod, BELAY_ROD_CLAMP, LENGTH, tool);
    scene_steps(s.world, 1);
    belay_local_model m = model_of(s.world, tool);
    cr_assert_eq(m.count, 2);
    cr_assert_eq(m.contacts[0].law, BELAY_LOCAL_BILATERAL);
    cr_assert_eq(m.contacts[1].law, BELAY_LOCAL_ROTATION);
    double half = LENGTH / 16 / 2.0;
    int along = fabs(m.contacts[1].normal.x) > 0.9 ? 0 : fabs(m.contacts[1].tangent1.x) > 0.9 ? 1 : 2;
    for (int k = 0; k < 3; k++) {
        double right = half / (k == along ? 4e-4 / 1.3 : 4e-4);
        cr_assert_float_eq(m.contacts[1].yield[k], right, 1e-9 * right);
    }
    for (int i = 0; i < 6; i++)
        cr_assert_gt(m.compliance[i][i], 0.0);
    belay_world_destroy(s.world);
}

Test(local_model_rods, grip_has_its_cap)
{
    stage s = cantilever(1e-3, BELAY_ROD_NODAL);
    belay_body_id tool = rod_weight(s.world, 0.05, v3(LENGTH, 0.0, 0.0));
    belay_rod_attachment_def def;
    cr_assert_eq(belay_rod_attachment_def_at(s.world, s.rod, BELAY_ROD_GRIP, LENGTH, tool, &def), BELAY_OK);
    def.max_force = 2.5;
    def.max_torque = 0.125;
    def.is_oriented = true;
    cr_assert_eq(belay_rod_attach(s.world, s.rod, &def, NULL), BELAY_OK);
    scene_steps(s.world, 1);
    belay_local_model m = model_of(s.world, tool);
    cr_assert_eq(m.count, 2);
    cr_assert_eq(m.contacts[0].max_force, 2.5);
    cr_assert_eq(m.contacts[1].max_force, 0.125);
    cr_assert_eq(m.contacts[1].law, BELAY_LOCAL_ROTATION);
    belay_world_destroy(s.world);
}

// What a box on the rod's end is pushed by, is pushed into the rod too.
static stage with_box(double h, belay_body_id* box)
{
    const belay_vec3 size = {0.02, 0.02, 0.02};
    stage s = cantilever(h, BELAY_ROD_NODAL);
    belay_body_def def = belay_body_def_default();
    def.mass = 0.01;
    def.inertia = belay_inertia_box(def.mass, size);
    def.pose.position = v3(LENGTH + 0.01, 0.0, 0.0);
    cr_assert(belay_body_create(s.world, &def, box) == BELAY_OK);
    belay_collider_def shape = belay_collider_def_box(size);
    shape.filter.group = -1;
    cr_assert(belay_collider_create(s.world, *box, &shape, NULL) == BELAY_OK);
    rod_hold(s.world, s.rod, BELAY_ROD_CLAMP, LENGTH, *box);
    return s;
}

Test(local_model_rods, body_on_a_rod_yields_as_a_push_shows)
{
    const double force = 1e-3;
    for (int k = 0; k < 3; k++) {
        double h = steps[k];
        belay_body_id box;
        stage s = with_box(h, &box);
        belay_body_id tool = ball(s.world, TOOL_RADIUS, v3(LENGTH + 0.01, 0.0, 0.01 + TOOL_RADIUS + 1e-4));
        scene_steps(s.world, 1);
        belay_local_model m = model_of(s.world, tool);
        int at = 0;
        while (at < m.count && m.contacts[at].other == s.rod.value)
            at++;
        cr_assert_lt(at, m.count);
        double found = m.compliance[3 * at][3 * at];
        belay_world_destroy(s.world);
        s = with_box(h, &box);
        scene_push(s.world, box, v3(0.0, 0.0, force));
        scene_steps(s.world, 1);
        double expected = scene_state(s.world, box).linear_velocity.z / (force * h);
        cr_assert_float_eq(found, expected, 1e-3 * expected, "h %g: %g, pushed %g", h, found, expected);
        cr_assert_lt(found, 0.99 / 0.01);
        belay_world_destroy(s.world);
    }
}

// A rod that lies on the floor is held by it, as far as it sticks.
Test(local_model_rods, rod_that_lies_on_the_floor_does_not_yield)
{
    belay_world_def world_def = belay_world_def_default();
    world_def.step_seconds = 1e-3;
    world_def.contact_margin = 0.01;
    belay_world* world = scene_world_of(&world_def);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    belay_rod_def def = rod_of(0.03, 12.0, 4e-4, RADIUS);
    def.element_count = 40; // more contacts than are looked at
    def.length = 0.4;
    def.start = v3(0.0, 0.0, RADIUS);
    belay_rod_id rod = rod_make(world, &def);
    scene_steps(world, 200);
    belay_vec3 at = rod_node(world, rod, 20);
    belay_body_id tool = ball(world, TOOL_RADIUS, v3(at.x, at.y, at.z + RADIUS + TOOL_RADIUS + 1e-4));
    scene_steps(world, 1);
    belay_local_model m = model_of(world, tool);
    int nearest = -1;
    for (int i = 0; i < m.count; i++)
        if (m.contacts[i].other == rod.value && (nearest < 0 || m.contacts[i].gap < m.contacts[nearest].gap))
            nearest = i;
    cr_assert_geq(nearest, 0);
    // A free node gives way by more than the inverse of its mass.
    cr_assert_leq(m.compliance[3 * nearest][3 * nearest], 1e-6 / (0.03 * 0.01));
    belay_world_destroy(world);
}

// A rod in flight: the place goes on as it goes.
Test(local_model_rods, free_velocity_is_that_of_the_rod)
{
    belay_world_def world_def = belay_world_def_default();
    world_def.gravity = v3_zero();
    world_def.step_seconds = 1e-3;
    world_def.contact_margin = 0.01;
    belay_world* world = scene_world_of(&world_def);
    belay_rod_def def = rod_of(0.03, 12.0, 4e-4, RADIUS);
    def.length = LENGTH;
    belay_rod_id rod = rod_make(world, &def);
    belay_vec3 velocities[21], moving = {0.1, -0.2, -0.05};
    for (int i = 0; i < 21; i++)
        velocities[i] = moving;
    cr_assert_eq(belay_rod_set_velocities(world, rod, velocities, 21), BELAY_OK);
    belay_body_id tool = ball(world, TOOL_RADIUS, v3(0.5 * LENGTH, 0.0, RADIUS + TOOL_RADIUS + 1e-3));
    scene_steps(world, 1);
    belay_local_model m = model_of(world, tool);
    cr_assert_geq(m.count, 1);
    for (int i = 0; i < m.count; i++) {
        const belay_local_contact* c = &m.contacts[i];
        belay_vec3 y = v3_scale(c->free_velocity[0], c->normal);
        y = v3_add_scaled(v3_add_scaled(y, c->free_velocity[1], c->tangent1), c->free_velocity[2], c->tangent2);
        cr_assert_leq(v3_distance(y, moving), 1e-9);
    }
    belay_world_destroy(world);
}

// Symmetric, and no impulse gains by it.
Test(local_model_rods, compliance_is_symmetric_and_never_negative)
{
    stage s = cantilever(1.0 / 250.0, BELAY_ROD_NODAL);
    belay_body_id tool = ball(s.world, 0.02, v3(0.06, 0.0, 0.02 + RADIUS - 2e-4));
    for (int i = 0; i < 10; i++) {
        scene_push(s.world, tool, v3(0.1, 0.05, -0.3));
        scene_steps(s.world, 1);
    }
    belay_local_model m = model_of(s.world, tool);
    cr_assert_geq(m.count, 2);
    int n = 3 * m.count;
    double trace = 0.0;
    for (int i = 0; i < n; i++) {
        trace += m.compliance[i][i];
        for (int j = 0; j < n; j++)
            cr_assert_eq(m.compliance[i][j], m.compliance[j][i]);
    }
    for (int t = 0; t < 200; t++) {
        double x[BELAY_LOCAL_MODEL_ROWS], sum = 0.0;
        for (int i = 0; i < n; i++)
            x[i] = sin(1.0 + 37.0 * t + 11.0 * i * (t % 7 + 1));
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                sum += x[i] * m.compliance[i][j] * x[j];
        cr_assert_geq(sum, -1e-12 * trace);
    }
    belay_world_destroy(s.world);
}

Test(local_model_rods, same_world_gives_same_bytes)
{
    belay_local_model m[2];
    for (int k = 0; k < 2; k++) {
        belay_body_id box;
        stage s = with_box(1e-3, &box);
        belay_body_id tool = ball(s.world, TOOL_RADIUS, v3(LENGTH + 0.01, 0.0, 0.01 + TOOL_RADIUS));
        memset(&m[k], k == 0 ? 0 : 0xAA, sizeof m[k]);
        for (int i = 0; i < 5; i++) {
            scene_push(s.world, tool, v3(0.0, 0.0, -0.2));
            scene_steps(s.world, 1);
            // Whoever looks at rods in between changes nothing.
            if (k == 1) rod_node(s.world, s.rod, 3);
        }
        cr_assert_eq(belay_world_get_local_model(s.world, tool, &m[k]), BELAY_OK);
        belay_world_destroy(s.world);
    }
    cr_assert_eq(memcmp(&m[0], &m[1], sizeof m[0]), 0);
}

Test(local_model_rods, waking_them_asks_for_a_model)
{
    stage s = cantilever(1e-3, BELAY_ROD_NODAL);
    belay_local_model m;
    memset(&m, 0, sizeof m);
    cr_expect_eq(belay_local_model_wake_rods(NULL, &m), BELAY_ERROR_HANDLE);
    cr_expect_eq(belay_local_model_wake_rods(s.world, NULL), BELAY_ERROR_VALUE);
    for (int k = 0; k < 2; k++) {
        m.count = k == 0 ? -1 : BELAY_LOCAL_MODEL_CONTACTS + 1;
        cr_expect_eq(belay_local_model_wake_rods(s.world, &m), BELAY_ERROR_VALUE);
        cr_expect(strstr(belay_world_last_error(s.world), "model.count") != NULL);
    }
    // What is no rod, or gone, is passed over.
    m.count = 2;
    m.contacts[0].other = rod_weight(s.world, 0.05, v3_zero()).value;
    m.contacts[1].other = 12345;
    cr_expect_eq(belay_local_model_wake_rods(s.world, &m), BELAY_OK);
    belay_world_destroy(s.world);
}

Test(local_model_rods, is_refused_when_rods_have_changed)
{
    stage s = cantilever(1e-3, BELAY_ROD_NODAL);
    belay_body_id tool = rod_weight(s.world, 0.05, v3(LENGTH, 0.0, 0.0));
    scene_steps(s.world, 1);
    belay_local_model m = model_of(s.world, tool);
    int held = rod_hold(s.world, s.rod, BELAY_ROD_PIN, LENGTH, tool);
    cr_assert_eq(belay_world_get_local_model(s.world, tool, &m), BELAY_ERROR_STATE);
    scene_steps(s.world, 1);
    cr_assert_eq(model_of(s.world, tool).count, 1);
    cr_assert_eq(belay_rod_detach(s.world, s.rod, held), BELAY_OK);
    cr_assert_eq(belay_world_get_local_model(s.world, tool, &m), BELAY_ERROR_STATE);
    scene_steps(s.world, 1);
    cr_assert_eq(model_of(s.world, tool).count, 0);
    belay_rod_def def = belay_rod_def_default();
    def.start = v3(0.0, 5.0, 0.0);
    belay_rod_id other = rod_make(s.world, &def);
    cr_assert_eq(belay_world_get_local_model(s.world, tool, &m), BELAY_ERROR_STATE);
    scene_steps(s.world, 1);
    cr_assert_eq(belay_rod_destroy(s.world, other), BELAY_OK);
    cr_assert_eq(belay_world_get_local_model(s.world, tool, &m), BELAY_ERROR_STATE);
    belay_world_destroy(s.world);
}
