// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Scene L1: every public function with every kind of bad argument (numbers: test_bad_numbers.c). The call says what is
// wrong with which value, and nothing is lost: same hash, same snapshot, and the same future as a world that never saw
// the call.

#include "support/scene.h"
#include "support/untouched.h"

#include <criterion/criterion.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

TestSuite(scene_L1, .init = untouched_set_up, .fini = untouched_tear_down);

// ---------------------------------------------------------------------------------------------------------------------
// Bad counts, kinds and shapes
// ---------------------------------------------------------------------------------------------------------------------

static void check(belay_result answer, belay_result code, const char* name, const char* value)
{
    untouched_check_refused(answer, code, name, value);
}

static belay_result create_collider(belay_body_id body, const belay_collider_def* def)
{
    return belay_collider_create(subject.world, body, def, NULL);
}

static belay_result create_tube(const belay_vec3* points, int count, bool is_closed, double radius)
{
    belay_collider_def d = belay_collider_def_tube(points, count, is_closed, radius);
    return create_collider(subject.ground, &d);
}

Test(scene_L1, tubes_that_are_none)
{
    const belay_vec3 twice[] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {1.0, 0.0, 0.0}};
    const belay_vec3 sharp[] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 0.01, 0.0}};
    check(create_tube(untouched_rail, 1, false, 0.01), BELAY_ERROR_SHAPE, "point_count", "1");
    check(create_tube(untouched_rail, 0, false, 0.01), BELAY_ERROR_SHAPE, "point_count", "0");
    check(create_tube(untouched_rail, -1, false, 0.01), BELAY_ERROR_SHAPE, "point_count", "-1");
    check(create_tube(untouched_rail, INT_MAX, false, 0.01), BELAY_ERROR_SHAPE, "point_count", "2147483647");
    check(create_tube(untouched_rail, INT_MIN, true, 0.01), BELAY_ERROR_SHAPE, "point_count", "-2147483648");
    check(create_tube(untouched_rail, 2, true, 0.01), BELAY_ERROR_SHAPE, "point_count", "2");
    check(create_tube(NULL, 3, false, 0.01), BELAY_ERROR_SHAPE, "points", "null");
    check(create_tube(twice, 3, false, 0.01), BELAY_ERROR_SHAPE, "points[2]", "1");
    check(create_tube(sharp, 3, false, 0.05), BELAY_ERROR_SHAPE, "radius", "0.05");
}

Test(scene_L1, planes_without_a_normal)
{
    belay_collider_def d = belay_collider_def_plane(v3_zero(), 0.0);
    check(create_collider(subject.ground, &d), BELAY_ERROR_VALUE, "plane.normal", "0");
    d.shape.plane.normal.z = 1e-310;
    check(create_collider(subject.ground, &d), BELAY_ERROR_VALUE, "plane.normal", "1e-310");
}

Test(scene_L1, shapes_on_the_wrong_body)
{
    belay_collider_def plane = belay_collider_def_plane(v3(0.0, 0.0, 1.0), 0.0);
    belay_collider_def tube = belay_collider_def_tube(untouched_rail, 3, false, 0.01);
    check(create_collider(subject.ball, &plane), BELAY_ERROR_STATE, "plane", "static or kinematic");
    check(create_collider(subject.ball, &tube), BELAY_ERROR_STATE, "tube", "static or kinematic");
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
        check(create_collider(subject.ground, &collider), BELAY_ERROR_VALUE, "type", text);
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
    check(belay_world_restore(w, NULL, 100), BELAY_ERROR_VALUE, "belay_world_restore", "buffer is null");
}

Test(scene_L1, null_places_for_answers)
{
    belay_world* w = subject.world;
    belay_body_def body = belay_body_def_default();
    belay_component_def component = {"x", 4};
    belay_iterator iterator;
    check(belay_body_create(w, &body, NULL), BELAY_ERROR_VALUE, "id", "null");
    check(belay_entity_create(w, NULL), BELAY_ERROR_VALUE, "entity", "null");
    check(belay_component_register(w, &component, NULL), BELAY_ERROR_VALUE, "id", "null");
    check(belay_body_get_state(w, subject.ball, NULL), BELAY_ERROR_VALUE, "belay_body_get_state", "null");
    check(belay_body_get_type(w, subject.ball, NULL), BELAY_ERROR_VALUE, "belay_body_get_type", "null");
    check(belay_body_get_center_of_mass(w, subject.ball, NULL), BELAY_ERROR_VALUE, "center_of_mass", "null");
    check(belay_body_get_angular_momentum(w, subject.ball, NULL), BELAY_ERROR_VALUE, "angular_momentum", "null");
    check(belay_collider_get_material(w, subject.sphere, NULL), BELAY_ERROR_VALUE, "material", "null");
    check(belay_iterator_begin(w, NULL, 1, &iterator), BELAY_ERROR_VALUE, "components", "null");
    check(belay_iterator_begin(w, &subject.component, 1, NULL), BELAY_ERROR_VALUE, "iterator", "null");
    check(belay_world_snapshot(w, NULL, 1 << 20, NULL), BELAY_ERROR_VALUE, "belay_world_snapshot", "buffer is null");
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
    HANDLE_CODE(belay_body_set_damping(w, body, 0.0, 0.0));
    HANDLE_CODE(belay_body_set_gravity_scale(w, body, 1.0));
    HANDLE_CODE(belay_body_set_max_linear_speed(w, body, 1.0));
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
    untouched_check();
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
    belay_iterator iterator;
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
    HANDLE_CODE(belay_iterator_begin(NULL, &subject.component, 1, &iterator));
    cr_expect(belay_world_hash(NULL) == 0);
    cr_expect(belay_world_destroy(NULL) == BELAY_OK, "destroying nothing does nothing");
}
