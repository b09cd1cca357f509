// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Scene L1, numbers: every public function with every argument that is a number, not finite, too large or out of its
// range. The call says what is wrong with which value, and nothing is lost.

#include "support/bad_numbers.h"
#include "support/scene.h"
#include "support/untouched.h"

#include <criterion/criterion.h>
#include <float.h>
#include <stdio.h>
#include <string.h>

TestSuite(bad_numbers, .init = untouched_set_up, .fini = untouched_tear_down);

// One argument, or several alike that are told apart by an index below `count`.
typedef struct argument {
    belay_result (*call)(untouched* f, int index, double value);
    int count;
    const char* name; // must be in the message
    number_kind kind;
} argument;

static void set_part(belay_vec3* v, int index, double value)
{
    if (index == 0) v->x = value;
    if (index == 1) v->y = value;
    if (index == 2) v->z = value;
}

static void set_quat_part(belay_quat* q, int index, double value)
{
    double p[4] = {0.0, 0.0, 0.0, 0.0};
    p[index] = value;
    *q = (belay_quat){p[0], p[1], p[2], p[3]};
}

static belay_result call_gravity(untouched* f, int i, double x)
{
    belay_vec3 g = v3(0.0, 0.0, -9.81);
    set_part(&g, i, x);
    return belay_world_set_gravity(f->world, g);
}

static belay_result call_step_seconds(untouched* f, int i, double x)
{
    (void)i;
    return belay_world_set_step_seconds(f->world, x);
}

static belay_result call_theta(untouched* f, int i, double x)
{
    (void)i;
    return belay_world_set_theta(f->world, x);
}

static belay_result call_threshold(untouched* f, int i, double x)
{
    (void)i;
    return belay_world_set_restitution_threshold(f->world, x);
}

static belay_result call_tolerance(untouched* f, int i, double x)
{
    (void)i;
    belay_solver_settings s = belay_solver_settings_default();
    s.tolerance = x;
    return belay_world_set_solver(f->world, &s);
}

static belay_result call_budget(untouched* f, int i, double x)
{
    (void)i;
    belay_solver_settings s = belay_solver_settings_default();
    s.budget_seconds = x;
    return belay_world_set_solver(f->world, &s);
}

static belay_result call_advance(untouched* f, int i, double x)
{
    (void)i;
    return belay_world_advance(f->world, x, NULL);
}

// Fields of a body definition, by number.
enum { POSITION, ROTATION, LINEAR, ANGULAR, CENTER, MASS, INERTIA, SCALE };

static belay_result create_body(untouched* f, int field, int i, double x)
{
    belay_body_def d = belay_body_def_default();
    belay_body_id id;
    if (field == POSITION) set_part(&d.pose.position, i, x);
    if (field == ROTATION) set_quat_part(&d.pose.rotation, i, x);
    if (field == LINEAR) set_part(&d.linear_velocity, i, x);
    if (field == ANGULAR) set_part(&d.angular_velocity, i, x);
    if (field == CENTER) set_part(&d.center_of_mass, i, x);
    if (field == MASS) d.mass = x;
    if (field == INERTIA) d.inertia.m[i] = x;
    if (field == SCALE) d.gravity_scale = x;
    return belay_body_create(f->world, &d, &id);
}

#define BODY_CALL(name, field)                                                                                         \
    static belay_result name(untouched* f, int i, double x)                                                            \
    {                                                                                                                  \
        return create_body(f, field, i, x);                                                                            \
    }

BODY_CALL(call_body_position, POSITION)
BODY_CALL(call_body_rotation, ROTATION)
BODY_CALL(call_body_linear, LINEAR)
BODY_CALL(call_body_angular, ANGULAR)
BODY_CALL(call_body_center, CENTER)
BODY_CALL(call_body_mass, MASS)
BODY_CALL(call_body_scale, SCALE)

static belay_result call_body_moment(untouched* f, int i, double x)
{
    return create_body(f, INERTIA, 4 * i, x);
}

static belay_result call_body_product(untouched* f, int i, double x)
{
    static const int places[] = {1, 2, 3, 5, 6, 7};
    return create_body(f, INERTIA, places[i], x);
}

static belay_result call_pose_position(untouched* f, int i, double x)
{
    belay_pose p = belay_pose_identity();
    set_part(&p.position, i, x);
    return belay_body_set_pose(f->world, f->ball, p);
}

static belay_result call_pose_rotation(untouched* f, int i, double x)
{
    belay_pose p = belay_pose_identity();
    set_quat_part(&p.rotation, i, x);
    return belay_body_set_pose(f->world, f->ball, p);
}

static belay_result call_linear(untouched* f, int i, double x)
{
    belay_vec3 v = v3_zero();
    set_part(&v, i, x);
    return belay_body_set_velocity(f->world, f->ball, v, v3_zero());
}

static belay_result call_angular(untouched* f, int i, double x)
{
    belay_vec3 w = v3_zero();
    set_part(&w, i, x);
    return belay_body_set_velocity(f->world, f->ball, v3_zero(), w);
}

static belay_result call_force(untouched* f, int i, double x)
{
    belay_vec3 v = v3_zero();
    set_part(&v, i, x);
    return belay_body_apply_force(f->world, f->ball, v);
}

// Index 0 to 2: the vector; 3 to 5: the point.
static belay_result call_force_at(untouched* f, int i, double x)
{
    belay_vec3 v = v3_zero(), point = v3_zero();
    set_part(i < 3 ? &v : &point, i % 3, x);
    return belay_body_apply_force_at(f->world, f->ball, v, point);
}

static belay_result call_force_point(untouched* f, int i, double x)
{
    return call_force_at(f, i + 3, x);
}

static belay_result call_torque(untouched* f, int i, double x)
{
    belay_vec3 v = v3_zero();
    set_part(&v, i, x);
    return belay_body_apply_torque(f->world, f->ball, v);
}

static belay_result call_impulse_at(untouched* f, int i, double x)
{
    belay_vec3 v = v3_zero(), point = v3_zero();
    set_part(i < 3 ? &v : &point, i % 3, x);
    return belay_body_apply_impulse_at(f->world, f->ball, v, point);
}

static belay_result call_impulse_point(untouched* f, int i, double x)
{
    return call_impulse_at(f, i + 3, x);
}

static belay_result create_collider(untouched* f, belay_body_id body, const belay_collider_def* def)
{
    return belay_collider_create(f->world, body, def, NULL);
}

static belay_result call_sphere_center(untouched* f, int i, double x)
{
    belay_collider_def d = belay_collider_def_sphere(0.1);
    set_part(&d.shape.sphere.center, i, x);
    return create_collider(f, f->ball, &d);
}

static belay_result call_sphere_radius(untouched* f, int i, double x)
{
    (void)i;
    belay_collider_def d = belay_collider_def_sphere(x);
    return create_collider(f, f->ball, &d);
}

static belay_result call_plane_normal(untouched* f, int i, double x)
{
    belay_vec3 n = v3(0.5, 0.5, 0.5);
    set_part(&n, i, x);
    belay_collider_def d = belay_collider_def_plane(n, 0.0);
    return create_collider(f, f->ground, &d);
}

static belay_result call_plane_offset(untouched* f, int i, double x)
{
    (void)i;
    belay_collider_def d = belay_collider_def_plane(v3(0.0, 0.0, 1.0), x);
    return create_collider(f, f->ground, &d);
}

static belay_result call_tube_point(untouched* f, int i, double x)
{
    belay_vec3 points[3];
    memcpy(points, untouched_rail, sizeof points);
    set_part(&points[i / 3], i % 3, x);
    belay_collider_def d = belay_collider_def_tube(points, 3, false, 0.01);
    return create_collider(f, f->ground, &d);
}

static belay_result call_tube_radius(untouched* f, int i, double x)
{
    (void)i;
    belay_collider_def d = belay_collider_def_tube(untouched_rail, 2, false, x); // straight, so never too sharp
    return create_collider(f, f->ground, &d);
}

static belay_material material_with(int i, double x)
{
    belay_material m = belay_material_default();
    if (i == 0) m.friction = x;
    if (i == 1) m.restitution = x;
    return m;
}

// Of a new collider, of an old one, and of a pair.
static belay_result use_material(untouched* f, int where, belay_material m)
{
    belay_collider_def d = belay_collider_def_sphere(0.1);
    d.material = m;
    if (where == 0) return create_collider(f, f->ball, &d);
    if (where == 1) return belay_collider_set_material(f->world, f->sphere, m);
    return belay_pair_set_material(f->world, f->sphere, f->plane, m);
}

static belay_result call_friction(untouched* f, int i, double x)
{
    return use_material(f, i, material_with(0, x));
}

static belay_result call_restitution(untouched* f, int i, double x)
{
    return use_material(f, i, material_with(1, x));
}

static const argument arguments[] = {
    {call_gravity, 3, "gravity", NUMBER_FINITE},
    {call_step_seconds, 1, "step_seconds", NUMBER_POSITIVE},
    {call_theta, 1, "theta", NUMBER_THETA},
    {call_threshold, 1, "restitution_threshold", NUMBER_NOT_LESS},
    {call_tolerance, 1, "solver.tolerance", NUMBER_BETWEEN_0_1},
    {call_budget, 1, "solver.budget_seconds", NUMBER_NOT_LESS},
    {call_advance, 1, "frame_seconds", NUMBER_NOT_LESS},
    {call_body_position, 3, "pose.position", NUMBER_FINITE},
    {call_body_rotation, 4, "pose.rotation", NUMBER_UNIT_PART},
    {call_body_linear, 3, "linear_velocity", NUMBER_FINITE},
    {call_body_angular, 3, "angular_velocity", NUMBER_FINITE},
    {call_body_center, 3, "center_of_mass", NUMBER_FINITE},
    {call_body_mass, 1, "mass", NUMBER_POSITIVE},
    {call_body_moment, 3, "inertia", NUMBER_MOMENT},
    {call_body_product, 6, "inertia", NUMBER_PRODUCT},
    {call_body_scale, 1, "gravity_scale", NUMBER_FINITE},
    {call_pose_position, 3, "pose.position", NUMBER_FINITE},
    {call_pose_rotation, 4, "pose.rotation", NUMBER_UNIT_PART},
    {call_linear, 3, "linear", NUMBER_FINITE},
    {call_angular, 3, "angular", NUMBER_FINITE},
    {call_force, 3, "force", NUMBER_FINITE},
    {call_force_at, 3, "force", NUMBER_FINITE},
    {call_force_point, 3, "point", NUMBER_FINITE},
    {call_torque, 3, "torque", NUMBER_FINITE},
    {call_impulse_at, 3, "impulse", NUMBER_FINITE},
    {call_impulse_point, 3, "point", NUMBER_FINITE},
    {call_sphere_center, 3, "sphere.center", NUMBER_FINITE},
    {call_sphere_radius, 1, "sphere.radius", NUMBER_RADIUS},
    {call_plane_normal, 3, "plane.normal", NUMBER_FINITE},
    {call_plane_offset, 1, "plane.offset", NUMBER_FINITE},
    {call_tube_point, 9, "points", NUMBER_COORDINATE},
    {call_tube_radius, 1, "radius", NUMBER_RADIUS},
    {call_friction, 3, "material.friction", NUMBER_NOT_LESS},
    {call_restitution, 3, "material.restitution", NUMBER_SHARE},
};

// Ends the test unless the argument is refused with the code, by name and value, and nothing has changed.
static void check_number(const argument* a, double value, belay_result code)
{
    char text[32];
    snprintf(text, sizeof text, "%g", value);
    for (int i = 0; i < a->count; i++) {
        untouched_check_refused(a->call(&subject, i, value), code, a->name, text);
    }
}

Test(bad_numbers, numbers_that_are_not_finite)
{
    const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    for (size_t k = 0; k < sizeof arguments / sizeof *arguments; k++)
        for (int i = 0; i < 3; i++)
            check_number(&arguments[k], bad[i],
                         arguments[k].kind == NUMBER_COORDINATE ? BELAY_ERROR_SHAPE : BELAY_ERROR_VALUE);
}

Test(bad_numbers, numbers_that_are_too_large)
{
    for (size_t k = 0; k < sizeof arguments / sizeof *arguments; k++) {
        check_number(&arguments[k], 1e300, BELAY_ERROR_VALUE);
        if (arguments[k].kind == NUMBER_FINITE) check_number(&arguments[k], -1e300, BELAY_ERROR_VALUE);
        if (arguments[k].kind == NUMBER_FINITE) check_number(&arguments[k], DBL_MAX, BELAY_ERROR_VALUE);
    }
}

Test(bad_numbers, numbers_outside_their_range)
{
    for (size_t k = 0; k < sizeof arguments / sizeof *arguments; k++) {
        const argument* a = &arguments[k];
        for (const double* x = bad_numbers_of(a->kind); *x != 0.0; x++)
            check_number(a, *x, BELAY_ERROR_VALUE);
        if (bad_number_is_zero(a->kind))
            check_number(a, 0.0, a->kind == NUMBER_RADIUS ? BELAY_ERROR_SHAPE : BELAY_ERROR_VALUE);
    }
}

Test(bad_numbers, legal_extremes_are_accepted)
{
    belay_world* w = scene_world(1.0 / 240.0);
    untouched f = {.world = w};
    f.plane = scene_plane(w, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    cr_expect(belay_world_set_theta(w, 0.5) == BELAY_OK && belay_world_set_theta(w, 1.0) == BELAY_OK);
    cr_expect(belay_world_set_restitution_threshold(w, 0.0) == BELAY_OK);
    cr_expect(belay_world_advance(w, 0.0, NULL) == BELAY_OK);
    cr_expect(belay_collider_set_material(w, f.plane, (belay_material){0.0, 0.0}) == BELAY_OK);
    cr_expect(belay_collider_set_material(w, f.plane, (belay_material){1e6, 1.0}) == BELAY_OK);
    cr_expect(create_body(&f, ROTATION, 2, -0.9995) == BELAY_OK);
    cr_expect(create_body(&f, MASS, 0, 1e-12) == BELAY_OK);
    cr_expect(create_body(&f, SCALE, 0, 0.0) == BELAY_OK);
    cr_expect(create_body(&f, SCALE, 0, -1.0) == BELAY_OK);
    belay_world_destroy(w);
}
