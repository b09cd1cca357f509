// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What a contact model may say: just inside each bound it is taken, just outside it is refused, and which bound it was
// is told.

#include "haptics/rig.h"
#include "servo/contacts/servo_skin.h"
#include "support/parts.h"

#include <criterion/criterion.h>
#include <string.h>

typedef struct edge {
    const char* what;
    double* number; // of the model below
    double inside, outside;
    belay_haptic_model_fault fault;
} edge;

static belay_haptic_contact_model model;

static belay_haptic_model_fault with(double* number, double value)
{
    double before = *number;
    *number = value;
    rig_renew(&model);
    belay_haptic_model_fault fault = belay_haptic_contact_model_check(&model);
    *number = before;
    return fault;
}

Test(haptic_model, bounds_are_those_of_physics)
{
    model = rig_wall(0.0, 0.5);
    belay_local_model* m = &model.local;
    belay_local_contact* c = &m->contacts[0];
    m->compliance[0][0] = m->compliance[1][1] = 4.0;
    c->impulse[0] = 1e-3;
    m->held_mass = 1.0;
    m->held_inertia.m[0] = m->held_inertia.m[4] = 1e-3;
    const edge edges[] = {
        {"step", &m->step_seconds, 1.0, 1.01, BELAY_HAPTIC_MODEL_FAULT_OUT_OF_RANGE},
        {"theta", &m->theta, 1.0, 1.01, BELAY_HAPTIC_MODEL_FAULT_OUT_OF_RANGE},
        {"friction", &c->friction, 1e6, 1.1e6, BELAY_HAPTIC_MODEL_FAULT_OUT_OF_RANGE},
        {"friction", &c->friction, 0.0, -1e-9, BELAY_HAPTIC_MODEL_FAULT_OUT_OF_RANGE},
        {"normal", &c->normal.z, 1.0 + 1e-7, 1.0 + 1e-5, BELAY_HAPTIC_MODEL_FAULT_FRAME},
        {"normal", &c->normal.x, 1e-7, 1e-5, BELAY_HAPTIC_MODEL_FAULT_FRAME},
        {"rotation", &m->pose.rotation.w, 1.0 + 1e-7, 1.0 + 1e-5, BELAY_HAPTIC_MODEL_FAULT_FRAME},
        {"J", &c->jacobian[0][2], 1.0 + 1e-7, 1.0 + 1e-5, BELAY_HAPTIC_MODEL_FAULT_ARM},
        {"arm", &c->jacobian[0][4], 99.0, 101.0, BELAY_HAPTIC_MODEL_FAULT_ARM},
        {"gap", &c->gap, -99.0, -101.0, BELAY_HAPTIC_MODEL_FAULT_FAR},
        {"offset", &c->aside[1], 99.0, 101.0, BELAY_HAPTIC_MODEL_FAULT_FAR},
        {"place", &c->point.x, 99.0, 101.0, BELAY_HAPTIC_MODEL_FAULT_FAR},
        {"speed", &m->linear_velocity.y, 999.0, 1001.0, BELAY_HAPTIC_MODEL_FAULT_FAST},
        {"spin", &m->angular_velocity.y, 9.99e3, 1.01e4, BELAY_HAPTIC_MODEL_FAULT_FAST},
        {"surface", &c->free_velocity[1], -999.0, -1001.0, BELAY_HAPTIC_MODEL_FAULT_FAST},
        {"marks", &c->surface.pose.rotation.w, 1.0 + 1e-7, 1.0 + 1e-5, BELAY_HAPTIC_MODEL_FAULT_FRAME},
        {"marks", &c->surface.pose.position.x, 1e6, 1e300, BELAY_HAPTIC_MODEL_FAULT_FAR},
        {"marks", &c->surface.x, 1e6, -1e300, BELAY_HAPTIC_MODEL_FAULT_FAR},
        {"marks", &c->surface.linear.z, 999.0, 1001.0, BELAY_HAPTIC_MODEL_FAULT_FAST},
        {"marks", &c->surface.angular.z, 9.99e3, -1.01e4, BELAY_HAPTIC_MODEL_FAULT_FAST},
        {"marks", &c->surface.angular.x, 0.0, NAN, BELAY_HAPTIC_MODEL_FAULT_NOT_FINITE},
        {"C below 0", &m->compliance[2][2], 0.0, -1e-12, BELAY_HAPTIC_MODEL_FAULT_COMPLIANCE},
        {"C one-sided", &m->compliance[0][1], 1e-9, 1e-7, BELAY_HAPTIC_MODEL_FAULT_COMPLIANCE},
        {"load", &m->load.z, 9.9e5, 1.1e6, BELAY_HAPTIC_MODEL_FAULT_LOAD},
        {"moment", &m->load_torque.x, -9.9e5, -1.1e6, BELAY_HAPTIC_MODEL_FAULT_LOAD},
        {"impulse", &c->impulse[0], 249.0, 251.0, BELAY_HAPTIC_MODEL_FAULT_LOAD},
        {"held", &m->held_mass, 1e5, 1.1e5, BELAY_HAPTIC_MODEL_FAULT_HELD},
        {"held", &m->held_mass, 1e-9, -1e-9, BELAY_HAPTIC_MODEL_FAULT_HELD},
        {"held without mass", &m->held_mass, 1e-9, 0.0, BELAY_HAPTIC_MODEL_FAULT_HELD},
        {"held centre", &m->held_center.y, -99.0, -101.0, BELAY_HAPTIC_MODEL_FAULT_HELD},
        {"held inertia", &m->held_inertia.m[8], 0.0, -1e-12, BELAY_HAPTIC_MODEL_FAULT_HELD},
        {"held inertia", &m->held_inertia.m[1], 1e-13, 1e-9, BELAY_HAPTIC_MODEL_FAULT_HELD},
        {"held infinite", &m->held_inertia.m[5], 0.0, HUGE_VAL, BELAY_HAPTIC_MODEL_FAULT_NOT_FINITE},
        {"infinite", &m->load.x, 0.0, HUGE_VAL, BELAY_HAPTIC_MODEL_FAULT_NOT_FINITE},
    };
    for (size_t i = 0; i < sizeof edges / sizeof edges[0]; i++) {
        const edge* e = &edges[i];
        cr_expect_eq(with(e->number, e->inside), BELAY_HAPTIC_MODEL_FAULT_NONE, "%s %g: %s", e->what, e->inside,
                     belay_haptic_model_fault_text(with(e->number, e->inside)));
        cr_expect_eq(with(e->number, e->outside), e->fault, "%s %g: %s", e->what, e->outside,
                     belay_haptic_model_fault_text(with(e->number, e->outside)));
    }
}

// As in a model made by hand: then what is touched stands still in the world.
Test(haptic_model, surfaces_need_not_be_told)
{
    model = rig_wall(0.0, 0.5);
    model.local.contacts[0].surface = (belay_local_surface){0};
    rig_renew(&model);
    cr_expect_eq(belay_haptic_contact_model_check(&model), BELAY_HAPTIC_MODEL_FAULT_NONE);
    belay_haptic_contact_model as_told = rig_wall(0.0, 0.5);
    bl_servo_skin told = bl_servo_skin_of(&as_told.local.contacts[0], 0.004);
    bl_servo_skin not_told = bl_servo_skin_of(&model.local.contacts[0], 0.004);
    belay_vec3 point = v3(0.01, -0.02, 0.03);
    belay_vec3 a = bl_servo_skin_point(&told, point), b = bl_servo_skin_point(&not_told, point);
    cr_expect_leq(v3_length(v3_sub(a, b)), 1e-15);
}

// Both off-diagonal entries together beyond the geometric mean of the diagonal ones: an eigenvalue below zero.
Test(haptic_model, operator_without_negative_eigenvalues)
{
    model = rig_wall(0.0, 0.5);
    belay_local_model* m = &model.local;
    m->compliance[0][0] = 1.0;
    m->compliance[1][1] = 9.0;
    m->compliance[1][0] = 2.99;
    cr_expect_eq(with(&m->compliance[0][1], 2.99), BELAY_HAPTIC_MODEL_FAULT_NONE);
    m->compliance[1][0] = 3.01;
    cr_expect_eq(with(&m->compliance[0][1], 3.01), BELAY_HAPTIC_MODEL_FAULT_COMPLIANCE);
}

// 50 kg on a pile of boxes of 50 g, with a tip that presses on it: what is left of the operator there is rounding, and
// no reason to refuse the model.
Test(haptic_model, heavy_bodies_on_light_ones_give_models_that_are_fit)
{
    belay_world_def def = belay_world_def_default();
    def.step_seconds = 1.0 / 250.0;
    def.contact_margin = 0.015;
    belay_world* world = scene_world_of(&def);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, (belay_material){0.5, 0.0});
    for (int i = 0; i < 4; i++)
        part_box(world, v3(0.0, 0.0, 0.01 + 0.02 * i), v3(0.04, 0.04, 0.02), 0.05, (belay_material){0.5, 0.0});
    part_box(world, v3(0.0, 0.0, 0.105), v3(0.1, 0.1, 0.05), 50.0, (belay_material){0.5, 0.0});
    belay_body_id tip = part_ball(world, v3(0.0, 0.0, 0.1399), 0.01, 0.05, (belay_material){0.5, 0.0});
    for (int i = 0; i < 500; i++) {
        scene_push(world, tip, v3(0.2 * sin(0.1 * i), 0.1 * cos(0.07 * i), -1.0));
        scene_steps(world, 1);
        cr_assert_eq(belay_world_get_local_model(world, tip, &model.local), BELAY_OK);
        belay_haptic_contact_model_seal(&model, (uint64_t)i + 1);
        belay_haptic_model_fault fault = belay_haptic_contact_model_check(&model);
        cr_assert_eq(fault, BELAY_HAPTIC_MODEL_FAULT_NONE, "step %d: %s", i, belay_haptic_model_fault_text(fault));
    }
    belay_world_destroy(world);
}
