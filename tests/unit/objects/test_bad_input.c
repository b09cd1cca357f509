// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Scene L1: every public function with every kind of bad argument. The call says what is wrong with which value, and
// nothing is lost: same hash, same snapshot, and the same future as a world that never saw the call.

#include "support/bad_numbers.h"
#include "support/scene.h"

#include <criterion/criterion.h>
#include <float.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#define SNAPSHOT_ROOM 65536

// A world in motion with one of everything, and handles to it. `stale` belongs to a ball that is gone.
typedef struct fixture {
    belay_world* world;
    belay_body_id ball, ground, stale;
    belay_collider_id sphere, plane, stale_sphere;
    belay_component_id component;
    unsigned char before[SNAPSHOT_ROOM], after[SNAPSHOT_ROOM];
    size_t size;
    uint64_t hash;
} fixture;

static const belay_vec3 rail_points[] = {{-1.0, 0.3, 0.2}, {0.0, 0.3, 0.1}, {1.0, 0.3, 0.2}};

static belay_collider_id add_sphere(belay_world* world, belay_body_id body)
{
    belay_collider_def def = belay_collider_def_sphere(0.06);
    def.shape.sphere.center = v3(0.02, 0.0, 0.0);
    belay_collider_id id;
    cr_assert(belay_collider_create(world, body, &def, &id) == BELAY_OK);
    return id;
}

static void fixture_populate(fixture* f)
{
    belay_material lively = {0.4, 0.7};
    f->plane = scene_plane(f->world, v3(0.0, 0.0, 1.0), 0.0, lively);
    scene_rail(f->world, rail_points, 3, false, 0.01, lively);
    scene_ball ball = scene_ball_default();
    ball.material = lively;
    ball.position = v3(0.0, 0.3, 0.25);
    ball.linear = v3(0.5, 0.0, 0.0);
    f->ball = scene_add_ball(f->world, &ball);
    f->sphere = add_sphere(f->world, f->ball);
    ball.position = v3(1.0, 0.0, 0.1);
    f->stale = scene_add_ball(f->world, &ball);
    f->stale_sphere = add_sphere(f->world, f->stale);
    cr_assert(belay_body_destroy(f->world, f->stale) == BELAY_OK);
    belay_body_def ground = belay_body_def_default();
    ground.type = BELAY_BODY_STATIC;
    ground.pose.position.z = -5.0;
    cr_assert(belay_body_create(f->world, &ground, &f->ground) == BELAY_OK);
    belay_component_def component = {"mark", 8};
    cr_assert(belay_component_register(f->world, &component, &f->component) == BELAY_OK);
    scene_steps(f->world, 40);
}

static void remember(fixture* f)
{
    f->hash = belay_world_hash(f->world);
    cr_assert(belay_world_snapshot(f->world, f->before, SNAPSHOT_ROOM, &f->size) == BELAY_OK);
}

static void fixture_init(fixture* f)
{
    memset(f, 0, sizeof *f);
    f->world = scene_world(1.0 / 240.0);
    fixture_populate(f);
    remember(f);
}

static fixture subject, control;

static void set_up(void)
{
    fixture_init(&subject);
    fixture_init(&control);
    cr_assert_eq(subject.hash, control.hash);
}

// The future is that of the control.
static void tear_down(void)
{
    scene_check_same_course(subject.world, control.world, 100);
    belay_world_destroy(subject.world);
    belay_world_destroy(control.world);
}

static void check_unchanged(fixture* f)
{
    size_t size;
    cr_assert(belay_world_snapshot(f->world, f->after, SNAPSHOT_ROOM, &size) == BELAY_OK);
    cr_assert(size == f->size && memcmp(f->before, f->after, size) == 0, "the snapshot has changed");
    cr_assert_eq(belay_world_hash(f->world), f->hash);
}

TestSuite(scene_L1, .init = set_up, .fini = tear_down);

// ---------------------------------------------------------------------------------------------------------------------
// Bad numbers
// ---------------------------------------------------------------------------------------------------------------------

// One argument, or several alike that are told apart by an index below `count`.
typedef struct argument {
    belay_result (*call)(fixture* f, int index, double value);
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

static belay_result call_gravity(fixture* f, int i, double x)
{
    belay_vec3 g = v3(0.0, 0.0, -9.81);
    set_part(&g, i, x);
    return belay_world_set_gravity(f->world, g);
}

static belay_result call_step_seconds(fixture* f, int i, double x)
{
    (void)i;
    return belay_world_set_step_seconds(f->world, x);
}

static belay_result call_theta(fixture* f, int i, double x)
{
    (void)i;
    return belay_world_set_theta(f->world, x);
}

static belay_result call_threshold(fixture* f, int i, double x)
{
    (void)i;
    return belay_world_set_restitution_threshold(f->world, x);
}

static belay_result call_tolerance(fixture* f, int i, double x)
{
    (void)i;
    belay_solver_settings s = belay_solver_settings_default();
    s.tolerance = x;
    return belay_world_set_solver(f->world, &s);
}

static belay_result call_budget(fixture* f, int i, double x)
{
    (void)i;
    belay_solver_settings s = belay_solver_settings_default();
    s.budget_seconds = x;
    return belay_world_set_solver(f->world, &s);
}

static belay_result call_advance(fixture* f, int i, double x)
{
    (void)i;
    return belay_world_advance(f->world, x, NULL);
}

// Fields of a body definition, by number.
enum { POSITION, ROTATION, LINEAR, ANGULAR, CENTER, MASS, INERTIA, SCALE };

static belay_result create_body(fixture* f, int field, int i, double x)
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
    static belay_result name(fixture* f, int i, double x)                                                              \
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

static belay_result call_body_moment(fixture* f, int i, double x)
{
    return create_body(f, INERTIA, 4 * i, x);
}

static belay_result call_body_product(fixture* f, int i, double x)
{
    static const int places[] = {1, 2, 3, 5, 6, 7};
    return create_body(f, INERTIA, places[i], x);
}

static belay_result call_pose_position(fixture* f, int i, double x)
{
    belay_pose p = belay_pose_identity();
    set_part(&p.position, i, x);
    return belay_body_set_pose(f->world, f->ball, p);
}

static belay_result call_pose_rotation(fixture* f, int i, double x)
{
    belay_pose p = belay_pose_identity();
    set_quat_part(&p.rotation, i, x);
    return belay_body_set_pose(f->world, f->ball, p);
}

static belay_result call_linear(fixture* f, int i, double x)
{
    belay_vec3 v = v3_zero();
    set_part(&v, i, x);
    return belay_body_set_velocity(f->world, f->ball, v, v3_zero());
}

static belay_result call_angular(fixture* f, int i, double x)
{
    belay_vec3 w = v3_zero();
    set_part(&w, i, x);
    return belay_body_set_velocity(f->world, f->ball, v3_zero(), w);
}

static belay_result call_force(fixture* f, int i, double x)
{
    belay_vec3 v = v3_zero();
    set_part(&v, i, x);
    return belay_body_apply_force(f->world, f->ball, v);
}

// Index 0 to 2: the vector; 3 to 5: the point.
static belay_result call_force_at(fixture* f, int i, double x)
{
    belay_vec3 v = v3_zero(), point = v3_zero();
    set_part(i < 3 ? &v : &point, i % 3, x);
    return belay_body_apply_force_at(f->world, f->ball, v, point);
}

static belay_result call_force_point(fixture* f, int i, double x)
{
    return call_force_at(f, i + 3, x);
}

static belay_result call_torque(fixture* f, int i, double x)
{
    belay_vec3 v = v3_zero();
    set_part(&v, i, x);
    return belay_body_apply_torque(f->world, f->ball, v);
}

static belay_result call_impulse_at(fixture* f, int i, double x)
{
    belay_vec3 v = v3_zero(), point = v3_zero();
    set_part(i < 3 ? &v : &point, i % 3, x);
    return belay_body_apply_impulse_at(f->world, f->ball, v, point);
}

static belay_result call_impulse_point(fixture* f, int i, double x)
{
    return call_impulse_at(f, i + 3, x);
}

static belay_result create_collider(fixture* f, belay_body_id body, const belay_collider_def* def)
{
    return belay_collider_create(f->world, body, def, NULL);
}

static belay_result call_sphere_center(fixture* f, int i, double x)
{
    belay_collider_def d = belay_collider_def_sphere(0.1);
    set_part(&d.shape.sphere.center, i, x);
    return create_collider(f, f->ball, &d);
}

static belay_result call_sphere_radius(fixture* f, int i, double x)
{
    (void)i;
    belay_collider_def d = belay_collider_def_sphere(x);
    return create_collider(f, f->ball, &d);
}

static belay_result call_plane_normal(fixture* f, int i, double x)
{
    belay_vec3 n = v3(0.5, 0.5, 0.5);
    set_part(&n, i, x);
    belay_collider_def d = belay_collider_def_plane(n, 0.0);
    return create_collider(f, f->ground, &d);
}

static belay_result call_plane_offset(fixture* f, int i, double x)
{
    (void)i;
    belay_collider_def d = belay_collider_def_plane(v3(0.0, 0.0, 1.0), x);
    return create_collider(f, f->ground, &d);
}

static belay_result call_tube_point(fixture* f, int i, double x)
{
    belay_vec3 points[3];
    memcpy(points, rail_points, sizeof points);
    set_part(&points[i / 3], i % 3, x);
    belay_collider_def d = belay_collider_def_tube(points, 3, false, 0.01);
    return create_collider(f, f->ground, &d);
}

static belay_result call_tube_radius(fixture* f, int i, double x)
{
    (void)i;
    belay_collider_def d = belay_collider_def_tube(rail_points, 2, false, x); // straight, so never too sharp
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
static belay_result use_material(fixture* f, int where, belay_material m)
{
    belay_collider_def d = belay_collider_def_sphere(0.1);
    d.material = m;
    if (where == 0) return create_collider(f, f->ball, &d);
    if (where == 1) return belay_collider_set_material(f->world, f->sphere, m);
    return belay_pair_set_material(f->world, f->sphere, f->plane, m);
}

static belay_result call_friction(fixture* f, int i, double x)
{
    return use_material(f, i, material_with(0, x));
}

static belay_result call_restitution(fixture* f, int i, double x)
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
        scene_check_refused(subject.world, subject.hash, a->call(&subject, i, value), code, a->name, text);
        check_unchanged(&subject);
    }
}

Test(scene_L1, numbers_that_are_not_finite)
{
    const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    for (size_t k = 0; k < sizeof arguments / sizeof *arguments; k++)
        for (int i = 0; i < 3; i++)
            check_number(&arguments[k], bad[i],
                         arguments[k].kind == NUMBER_COORDINATE ? BELAY_ERROR_SHAPE : BELAY_ERROR_VALUE);
}

Test(scene_L1, numbers_that_are_too_large)
{
    for (size_t k = 0; k < sizeof arguments / sizeof *arguments; k++) {
        check_number(&arguments[k], 1e300, BELAY_ERROR_VALUE);
        if (arguments[k].kind == NUMBER_FINITE) check_number(&arguments[k], -1e300, BELAY_ERROR_VALUE);
        if (arguments[k].kind == NUMBER_FINITE) check_number(&arguments[k], DBL_MAX, BELAY_ERROR_VALUE);
    }
}

Test(scene_L1, numbers_outside_their_range)
{
    for (size_t k = 0; k < sizeof arguments / sizeof *arguments; k++) {
        const argument* a = &arguments[k];
        for (const double* x = bad_numbers_of(a->kind); *x != 0.0; x++)
            check_number(a, *x, BELAY_ERROR_VALUE);
        if (bad_number_is_zero(a->kind))
            check_number(a, 0.0, a->kind == NUMBER_RADIUS ? BELAY_ERROR_SHAPE : BELAY_ERROR_VALUE);
    }
}

Test(scene_L1, legal_extremes_are_accepted)
{
    belay_world* w = scene_world(1.0 / 240.0);
    fixture f = {.world = w};
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

// ---------------------------------------------------------------------------------------------------------------------
// Bad counts, kinds and shapes
// ---------------------------------------------------------------------------------------------------------------------

static void check(belay_result answer, belay_result code, const char* name, const char* value)
{
    scene_check_refused(subject.world, subject.hash, answer, code, name, value);
    check_unchanged(&subject);
}

static belay_result create_tube(const belay_vec3* points, int count, bool is_closed, double radius)
{
    belay_collider_def d = belay_collider_def_tube(points, count, is_closed, radius);
    return create_collider(&subject, subject.ground, &d);
}

Test(scene_L1, tubes_that_are_none)
{
    const belay_vec3 twice[] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {1.0, 0.0, 0.0}};
    const belay_vec3 sharp[] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 0.01, 0.0}};
    check(create_tube(rail_points, 1, false, 0.01), BELAY_ERROR_SHAPE, "point_count", "1");
    check(create_tube(rail_points, 0, false, 0.01), BELAY_ERROR_SHAPE, "point_count", "0");
    check(create_tube(rail_points, -1, false, 0.01), BELAY_ERROR_SHAPE, "point_count", "-1");
    check(create_tube(rail_points, INT_MAX, false, 0.01), BELAY_ERROR_SHAPE, "point_count", "2147483647");
    check(create_tube(rail_points, INT_MIN, true, 0.01), BELAY_ERROR_SHAPE, "point_count", "-2147483648");
    check(create_tube(rail_points, 2, true, 0.01), BELAY_ERROR_SHAPE, "point_count", "2");
    check(create_tube(NULL, 3, false, 0.01), BELAY_ERROR_SHAPE, "points", "null");
    check(create_tube(twice, 3, false, 0.01), BELAY_ERROR_SHAPE, "points[2]", "1");
    check(create_tube(sharp, 3, false, 0.05), BELAY_ERROR_SHAPE, "radius", "0.05");
}

Test(scene_L1, planes_without_a_normal)
{
    belay_collider_def d = belay_collider_def_plane(v3_zero(), 0.0);
    check(create_collider(&subject, subject.ground, &d), BELAY_ERROR_VALUE, "plane.normal", "0");
    d.shape.plane.normal.z = 1e-310;
    check(create_collider(&subject, subject.ground, &d), BELAY_ERROR_VALUE, "plane.normal", "1e-310");
}

Test(scene_L1, shapes_on_the_wrong_body)
{
    belay_collider_def plane = belay_collider_def_plane(v3(0.0, 0.0, 1.0), 0.0);
    belay_collider_def tube = belay_collider_def_tube(rail_points, 3, false, 0.01);
    check(create_collider(&subject, subject.ball, &plane), BELAY_ERROR_STATE, "plane", "static or kinematic");
    check(create_collider(&subject, subject.ball, &tube), BELAY_ERROR_STATE, "tube", "static or kinematic");
}

Test(scene_L1, kinds_and_counts_out_of_range)
{
    belay_body_def body = belay_body_def_default();
    belay_body_id id;
    belay_collider_def collider = belay_collider_def_sphere(0.1);
    belay_solver_settings solver = belay_solver_settings_default();
    const int types[] = {-1, BELAY_BODY_TYPE_COUNT, 1000}, shapes[] = {-1, BELAY_SHAPE_TYPE_COUNT, 1000};
    for (int i = 0; i < 3; i++) {
        char text[16];
        memcpy(&body.type, &types[i], sizeof types[i]);
        memcpy(&collider.shape.type, &shapes[i], sizeof shapes[i]);
        snprintf(text, sizeof text, "%d", types[i]);
        check(belay_body_create(subject.world, &body, &id), BELAY_ERROR_VALUE, "type", text);
        snprintf(text, sizeof text, "%d", shapes[i]);
        check(create_collider(&subject, subject.ground, &collider), BELAY_ERROR_VALUE, "type", text);
    }
    solver.max_iterations = 0;
    check(belay_world_set_solver(subject.world, &solver), BELAY_ERROR_VALUE, "max_iterations", "0");
    solver.max_iterations = INT_MIN;
    check(belay_world_set_solver(subject.world, &solver), BELAY_ERROR_VALUE, "max_iterations", "-2147483648");
}

// ---------------------------------------------------------------------------------------------------------------------
// Null pointers and bad handles
// ---------------------------------------------------------------------------------------------------------------------

Test(scene_L1, null_definitions)
{
    belay_world* w = subject.world;
    belay_body_id id;
    belay_component_id component;
    check(belay_body_create(w, NULL, &id), BELAY_ERROR_VALUE, "def", "null");
    check(belay_collider_create(w, subject.ball, NULL, NULL), BELAY_ERROR_VALUE, "def", "null");
    check(belay_world_set_solver(w, NULL), BELAY_ERROR_VALUE, "settings", "null");
    check(belay_component_register(w, NULL, &component), BELAY_ERROR_VALUE, "def", "null");
    check(belay_system_add(w, NULL), BELAY_ERROR_VALUE, "def", "null");
    check(belay_world_restore(w, NULL, 100), BELAY_ERROR_VERSION, "belay_world_restore", "");
}

Test(scene_L1, null_places_for_answers)
{
    belay_world* w = subject.world;
    belay_body_def body = belay_body_def_default();
    belay_component_def component = {"x", 4};
    belay_query query;
    check(belay_body_create(w, &body, NULL), BELAY_ERROR_VALUE, "id", "null");
    check(belay_entity_create(w, NULL), BELAY_ERROR_VALUE, "entity", "null");
    check(belay_component_register(w, &component, NULL), BELAY_ERROR_VALUE, "id", "null");
    check(belay_body_get_state(w, subject.ball, NULL), BELAY_ERROR_VALUE, "belay_body_get_state", "null");
    check(belay_body_get_type(w, subject.ball, NULL), BELAY_ERROR_VALUE, "belay_body_get_type", "null");
    check(belay_body_get_center_of_mass(w, subject.ball, NULL), BELAY_ERROR_VALUE, "center_of_mass", "null");
    check(belay_body_get_angular_momentum(w, subject.ball, NULL), BELAY_ERROR_VALUE, "angular_momentum", "null");
    check(belay_collider_get_material(w, subject.sphere, NULL), BELAY_ERROR_VALUE, "material", "null");
    check(belay_query_begin(w, NULL, 1, &query), BELAY_ERROR_VALUE, "components", "null");
    check(belay_query_begin(w, &subject.component, 1, NULL), BELAY_ERROR_VALUE, "query", "null");
    check(belay_world_snapshot(w, NULL, 1 << 20, NULL), BELAY_ERROR_VALUE, "belay_world_snapshot", "");
}

#define HANDLE_CODE(call) cr_expect((call) == BELAY_ERROR_HANDLE, "%s", #call)

// Every call that takes a handle, with this body, collider and entity, on this world.
static void check_handles(belay_world* w, belay_body_id body, belay_collider_id collider)
{
    belay_entity entity = belay_body_entity(body);
    belay_body_state s;
    belay_body_type type;
    belay_vec3 v = v3_zero();
    belay_material m = belay_material_default();
    belay_collider_def def = belay_collider_def_sphere(0.1);
    HANDLE_CODE(belay_entity_destroy(w, entity));
    HANDLE_CODE(belay_component_add(w, entity, subject.component, NULL, NULL));
    HANDLE_CODE(belay_component_remove(w, entity, subject.component));
    cr_expect(belay_component_get(w, entity, subject.component) == NULL);
    cr_expect(belay_component_get_const(w, entity, BELAY_COMPONENT_BODY_STATE) == NULL);
    HANDLE_CODE(belay_body_destroy(w, body));
    HANDLE_CODE(belay_body_get_state(w, body, &s));
    HANDLE_CODE(belay_body_get_type(w, body, &type));
    HANDLE_CODE(belay_body_get_center_of_mass(w, body, &v));
    HANDLE_CODE(belay_body_get_angular_momentum(w, body, &v));
    HANDLE_CODE(belay_body_set_pose(w, body, belay_pose_identity()));
    HANDLE_CODE(belay_body_set_velocity(w, body, v, v));
    HANDLE_CODE(belay_body_apply_force(w, body, v));
    HANDLE_CODE(belay_body_apply_force_at(w, body, v, v));
    HANDLE_CODE(belay_body_apply_torque(w, body, v));
    HANDLE_CODE(belay_body_apply_impulse_at(w, body, v, v));
    HANDLE_CODE(belay_collider_create(w, body, &def, NULL));
    HANDLE_CODE(belay_collider_destroy(w, collider));
    HANDLE_CODE(belay_collider_set_material(w, collider, m));
    HANDLE_CODE(belay_collider_get_material(w, collider, &m));
    HANDLE_CODE(belay_pair_set_material(w, collider, subject.sphere, m));
    HANDLE_CODE(belay_pair_set_material(w, subject.sphere, collider, m));
    HANDLE_CODE(belay_pair_clear_material(w, collider, subject.sphere));
    check_unchanged(&subject);
}

Test(scene_L1, null_stale_and_foreign_handles)
{
    check_handles(subject.world, (belay_body_id){0}, (belay_collider_id){0});
    check_handles(subject.world, subject.stale, subject.stale_sphere);
    uint64_t tag = (uint64_t)3 << 56; // another world's
    check_handles(subject.world, (belay_body_id){subject.ball.value ^ tag},
                  (belay_collider_id){subject.sphere.value ^ tag});
    check_handles(subject.world, (belay_body_id){UINT64_MAX}, (belay_collider_id){UINT64_MAX});
}

Test(scene_L1, null_world)
{
    belay_body_def body = belay_body_def_default();
    belay_solver_settings solver = belay_solver_settings_default();
    belay_component_def component = {"x", 4};
    belay_component_id type;
    belay_body_id id;
    belay_entity entity;
    belay_query query;
    size_t size;
    check_handles(NULL, subject.ball, subject.sphere);
    HANDLE_CODE(belay_world_step(NULL));
    HANDLE_CODE(belay_world_advance(NULL, 0.1, NULL));
    HANDLE_CODE(belay_world_set_gravity(NULL, v3_zero()));
    HANDLE_CODE(belay_world_set_step_seconds(NULL, 0.1));
    HANDLE_CODE(belay_world_set_theta(NULL, 0.5));
    HANDLE_CODE(belay_world_set_solver(NULL, &solver));
    HANDLE_CODE(belay_world_set_restitution_threshold(NULL, 0.0));
    HANDLE_CODE(belay_world_snapshot(NULL, NULL, 0, &size));
    HANDLE_CODE(belay_world_restore(NULL, &size, sizeof size));
    HANDLE_CODE(belay_body_create(NULL, &body, &id));
    HANDLE_CODE(belay_entity_create(NULL, &entity));
    HANDLE_CODE(belay_component_register(NULL, &component, &type));
    HANDLE_CODE(belay_query_begin(NULL, &subject.component, 1, &query));
    cr_expect(belay_world_hash(NULL) == 0);
    cr_expect(belay_world_destroy(NULL) == BELAY_OK, "destroying nothing does nothing");
}
