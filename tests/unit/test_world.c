// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The world's public face: settings, bodies, forces, materials, contacts and accounts.

#include "support/scene.h"

#include <criterion/criterion.h>
#include <string.h>

static belay_body_id add_body(belay_world* world, belay_body_type type, belay_vec3 position)
{
    belay_body_def def = belay_body_def_default();
    def.type = type;
    def.pose.position = position;
    belay_body_id body;
    cr_assert(belay_body_create(world, &def, &body) == BELAY_OK);
    return body;
}

static belay_collider_id add_sphere(belay_world* world, belay_body_id body, double radius, belay_material material)
{
    belay_collider_def def = belay_collider_def_sphere(radius);
    def.material = material;
    belay_collider_id collider;
    cr_assert(belay_collider_create(world, body, &def, &collider) == BELAY_OK);
    return collider;
}

// ---------------------------------------------------------------------------------------------------------------------
// Settings and accounts
// ---------------------------------------------------------------------------------------------------------------------

Test(world, defaults_are_the_documented_ones)
{
    belay_world_def d = belay_world_def_default();
    cr_expect(d.gravity.x == 0.0 && d.gravity.y == 0.0 && d.gravity.z == -9.81);
    cr_expect(d.step_seconds == 1.0 / 240.0 && d.theta == 0.5 && d.max_steps_per_advance == 8);
    cr_expect(d.contact_margin == 0.005 && d.touch_tolerance == 1e-9 && d.restitution_threshold == 0.0);
    cr_expect(d.overlap_slop == 1e-6 && d.overlap_recovery == 0.2 && d.overlap_max_speed == 1.0);
    cr_expect(d.max_entities == 0 && d.tag == 1 && d.logger.message == NULL);
    cr_expect(d.solver.tolerance == 1e-10 && d.solver.max_iterations == 1000);
    cr_expect(d.solver.budget_seconds == 0.0 && d.solver.enable_warm_start);
}

Test(world, settings_are_taken_over_and_read_back)
{
    belay_world* world = scene_world(0.01);
    belay_solver_settings solver = {1e-6, 7, 0.5, false, 0};
    cr_expect(belay_world_set_gravity(world, v3(1.0, 2.0, 3.0)) == BELAY_OK);
    cr_expect(belay_world_set_step_seconds(world, 0.002) == BELAY_OK);
    cr_expect(belay_world_set_theta(world, 0.75) == BELAY_OK);
    cr_expect(belay_world_set_solver(world, &solver) == BELAY_OK);
    cr_expect(belay_world_set_restitution_threshold(world, 0.1) == BELAY_OK);
    const belay_world_def* d = belay_world_get_def(world);
    cr_expect(d->gravity.y == 2.0 && d->step_seconds == 0.002 && d->theta == 0.75);
    cr_expect(d->solver.max_iterations == 7 && d->solver.budget_seconds == 0.5 && !d->solver.enable_warm_start);
    cr_expect(d->restitution_threshold == 0.1);
    belay_world_destroy(world);
}

Test(world, stats_are_zero_before_the_first_step)
{
    belay_world* world = scene_world(0.01);
    const belay_step_stats* s = belay_world_get_stats(world);
    cr_expect(s->step == 0 && s->contacts == 0 && s->seconds == 0.0 && s->residual.natural == 0.0);
    cr_expect_str_eq(belay_world_last_error(world), "");
    int32_t count = -1;
    belay_world_get_contacts(world, &count);
    cr_expect_eq(count, 0);
    belay_world_destroy(world);
}

Test(world, steps_of_an_empty_world_count)
{
    belay_world* world = scene_world(0.25);
    scene_steps(world, 8);
    const belay_step_stats* s = belay_world_get_stats(world);
    cr_expect_eq(belay_world_get_step_count(world), 8);
    cr_expect(belay_world_get_time(world) == 2.0);
    cr_expect(s->step == 8 && s->contacts == 0 && s->has_converged && s->residual.worst_contact == -1);
    belay_world_destroy(world);
}

Test(world, texts_are_never_null)
{
    for (int i = -1; i <= BELAY_STEP_PART_COUNT; i++)
        cr_expect(strlen(belay_step_part_name((belay_step_part)i)) > 0);
    for (int i = -1; i <= BELAY_ERROR_VERSION + 1; i++)
        cr_expect(strlen(belay_result_text((belay_result)i)) > 0);
    cr_expect(strlen(belay_world_last_error(NULL)) > 0);
}

typedef struct log_book {
    int count;
    belay_log_level level;
    char text[256];
} log_book;

static void write_log(void* context, belay_log_level level, const char* text)
{
    log_book* book = context;
    book->count++;
    book->level = level;
    strncpy(book->text, text, sizeof book->text - 1);
}

Test(world, logger_hears_of_refused_calls)
{
    log_book book = {0, BELAY_LOG_INFO, ""};
    belay_world_def def = belay_world_def_default();
    def.logger.message = write_log;
    def.logger.context = &book;
    belay_world* world = scene_world_of(&def);
    cr_expect(belay_world_set_theta(world, 0.4) == BELAY_ERROR_VALUE);
    cr_expect_eq(book.count, 1);
    cr_expect(book.level == BELAY_LOG_ERROR);
    cr_expect_str_eq(book.text, belay_world_last_error(world));
    belay_world_destroy(world);
}

Test(world, energy_is_that_of_the_formulas)
{
    belay_world* world = scene_world(0.01);
    belay_body_def def = belay_body_def_default();
    def.mass = 3.0;
    def.inertia = belay_inertia_box(3.0, v3(0.4, 0.6, 0.2));
    def.pose.position = v3(1.0, 2.0, 5.0);
    def.center_of_mass = v3(0.0, 0.0, 0.5);
    def.linear_velocity = v3(1.0, -2.0, 2.0);
    def.angular_velocity = v3(0.0, 2.0, 0.0);
    belay_body_id body;
    cr_assert(belay_body_create(world, &def, &body) == BELAY_OK);
    add_body(world, BELAY_BODY_STATIC, v3(0.0, 0.0, 9.0));
    belay_energy e = belay_world_get_energy(world);
    cr_expect_leq(fabs(e.translation - 0.5 * 3.0 * 9.0), 1e-14);
    cr_expect_leq(fabs(e.rotation - 0.5 * 3.0 / 12.0 * (0.16 + 0.04) * 4.0), 1e-15);
    cr_expect_leq(fabs(e.potential - 3.0 * 9.81 * 5.5), 1e-12);
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Bodies
// ---------------------------------------------------------------------------------------------------------------------

Test(body, free_fall_is_exact_at_theta_one_half)
{
    // The trapezoid rule is exact for a parabola: z = -g t^2/2.
    belay_world* world = scene_world(1.0 / 64.0);
    belay_body_id body = add_body(world, BELAY_BODY_DYNAMIC, v3_zero());
    scene_steps(world, 64);
    belay_body_state s = scene_state(world, body);
    cr_expect_leq(fabs(s.pose.position.z + 0.5 * 9.81), 1e-13);
    cr_expect_leq(fabs(s.linear_velocity.z + 9.81), 1e-13);
    belay_world_destroy(world);
}

Test(body, gravity_scale_scales_gravity)
{
    belay_world* world = scene_world(1.0 / 64.0);
    belay_body_def def = belay_body_def_default();
    def.gravity_scale = -2.0;
    belay_body_id body;
    cr_assert(belay_body_create(world, &def, &body) == BELAY_OK);
    scene_steps(world, 64);
    cr_expect_leq(fabs(scene_state(world, body).linear_velocity.z - 2.0 * 9.81), 1e-13);
    belay_world_destroy(world);
}

Test(body, kinematic_body_moves_with_its_velocity_whatever_pushes)
{
    belay_world* world = scene_world(1.0 / 64.0);
    belay_body_id body = add_body(world, BELAY_BODY_KINEMATIC, v3_zero());
    belay_material material = belay_material_default();
    add_sphere(world, body, 0.2, material);
    scene_ball ball = scene_ball_default();
    ball.position = v3(0.5, 0.0, 0.25);
    scene_add_ball(world, &ball);
    cr_assert(belay_body_set_velocity(world, body, v3(1.0, 0.0, 0.0), v3(0.0, 0.0, 1.0)) == BELAY_OK);
    scene_steps(world, 64);
    belay_body_state s = scene_state(world, body);
    cr_expect_leq(v3_distance(s.pose.position, v3(1.0, 0.0, 0.0)), 1e-13);
    belay_quat right = belay_quat_from_axis_angle(v3(0.0, 0.0, 1.0), 1.0);
    cr_expect_leq(fabs(s.pose.rotation.w - right.w) + fabs(s.pose.rotation.z - right.z), 1e-13);
    cr_expect(s.linear_velocity.x == 1.0 && s.angular_velocity.z == 1.0);
    belay_world_destroy(world);
}

Test(body, static_body_stays_and_refuses_velocity)
{
    belay_world* world = scene_world(1.0 / 64.0);
    belay_body_def def = belay_body_def_default();
    def.type = BELAY_BODY_STATIC;
    def.linear_velocity = v3(1.0, 0.0, 0.0);
    belay_body_id body;
    cr_assert(belay_body_create(world, &def, &body) == BELAY_OK);
    cr_expect(belay_body_set_velocity(world, body, v3_zero(), v3_zero()) == BELAY_ERROR_STATE);
    scene_steps(world, 10);
    cr_expect(scene_state(world, body).pose.position.x == 0.0);
    belay_pose pose = {{3.0, 2.0, 1.0}, {1.0, 0.0, 0.0, 0.0}};
    cr_expect(belay_body_set_pose(world, body, pose) == BELAY_OK);
    cr_expect(scene_is_same_pose(scene_state(world, body).pose, pose));
    belay_world_destroy(world);
}

Test(body, forces_act_on_dynamic_bodies_only)
{
    belay_world* world = scene_world(1.0 / 64.0);
    for (int type = BELAY_BODY_STATIC; type <= BELAY_BODY_KINEMATIC; type++) {
        belay_body_id body = add_body(world, (belay_body_type)type, v3_zero());
        belay_vec3 push = v3(1.0, 0.0, 0.0);
        cr_expect(belay_body_apply_force(world, body, push) == BELAY_ERROR_STATE);
        cr_expect(belay_body_apply_force_at(world, body, push, push) == BELAY_ERROR_STATE);
        cr_expect(belay_body_apply_torque(world, body, push) == BELAY_ERROR_STATE);
        cr_expect(belay_body_apply_impulse_at(world, body, push, push) == BELAY_ERROR_STATE);
    }
    belay_world_destroy(world);
}

Test(body, forces_act_for_one_step_and_add_up)
{
    belay_world_def def = belay_world_def_default();
    def.gravity = v3_zero();
    def.step_seconds = 0.5;
    belay_world* world = scene_world_of(&def);
    belay_body_id body = add_body(world, BELAY_BODY_DYNAMIC, v3_zero());
    scene_push(world, body, v3(1.0, 0.0, 0.0));
    scene_push(world, body, v3(1.0, 2.0, 0.0));
    scene_steps(world, 3);
    belay_vec3 v = scene_state(world, body).linear_velocity;
    cr_expect(v.x == 1.0 && v.y == 1.0);
    belay_world_destroy(world);
}

Test(body, impulse_and_force_at_a_point_turn_the_body)
{
    // I = 0.1 for the ball of 1 kg and 0.5 m: w = (r x p)/I about the centre of mass.
    belay_world_def def = belay_world_def_default();
    def.gravity = v3_zero();
    def.step_seconds = 0.5;
    belay_world* world = scene_world_of(&def);
    belay_body_id a = add_body(world, BELAY_BODY_DYNAMIC, v3(1.0, 0.0, 0.0));
    belay_body_id b = add_body(world, BELAY_BODY_DYNAMIC, v3(1.0, 0.0, 0.0));
    cr_assert(belay_body_apply_impulse_at(world, a, v3(0.0, 2.0, 0.0), v3(1.5, 0.0, 0.0)) == BELAY_OK);
    cr_assert(belay_body_apply_force_at(world, b, v3(0.0, 4.0, 0.0), v3(1.5, 0.0, 0.0)) == BELAY_OK);
    scene_steps(world, 1);
    for (int i = 0; i < 2; i++) {
        belay_body_state s = scene_state(world, i == 0 ? a : b);
        cr_expect_leq(v3_distance(s.linear_velocity, v3(0.0, 2.0, 0.0)), 1e-15);
        cr_expect_leq(v3_distance(s.angular_velocity, v3(0.0, 0.0, 10.0)), 1e-14);
    }
    belay_world_destroy(world);
}

Test(body, locked_rotation_never_turns)
{
    belay_world* world = scene_world(1.0 / 240.0);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    scene_ball ball = scene_ball_default();
    ball.is_rotation_locked = true;
    ball.position = v3(0.0, 0.0, 0.05);
    ball.linear = v3(1.0, 0.0, 0.0);
    ball.angular = v3(1.0, 2.0, 3.0);
    belay_body_id body = scene_add_ball(world, &ball);
    belay_vec3 l;
    scene_set_velocity(world, body, ball.linear, ball.angular);
    cr_assert(belay_body_apply_torque(world, body, v3(1.0, 1.0, 1.0)) == BELAY_OK);
    scene_steps(world, 100);
    belay_body_state s = scene_state(world, body);
    cr_expect(s.pose.rotation.w == 1.0 && v3_length(s.angular_velocity) == 0.0);
    cr_expect(belay_body_get_angular_momentum(world, body, &l) == BELAY_OK && v3_length(l) == 0.0);
    cr_expect_lt(s.linear_velocity.x, 1.0, "friction brakes it");
    belay_world_destroy(world);
}

static belay_mass odd_mass(void)
{
    belay_mass m = {3.0, {0.1, 0.2, 0.3}, {{2.0, 0.1, 0.2, 0.1, 3.0, -0.3, 0.2, -0.3, 4.0}}};
    return m;
}

static void check_mass(const belay_world* world, belay_body_id body, const belay_mass* right)
{
    belay_mass m;
    cr_assert(belay_body_get_mass(world, body, &m) == BELAY_OK);
    cr_expect_eq(m.mass, right->mass);
    cr_expect(scene_is_same_vector(m.center_of_mass, right->center_of_mass));
    for (int i = 0; i < 9; i++)
        cr_expect_leq(fabs(m.inertia.m[i] - right->inertia.m[i]), 1e-14);
}

// Spun by a torque for a step: does it turn?
static bool turns(belay_world* world, belay_body_id body)
{
    cr_assert(belay_body_apply_torque(world, body, v3(1.0, 2.0, 3.0)) == BELAY_OK);
    scene_steps(world, 1);
    return v3_length(scene_state(world, body).angular_velocity) > 0.0;
}

Test(body, mass_is_read_as_it_was_set_also_when_locked)
{
    belay_world* world = scene_world(1.0 / 240.0);
    belay_mass heavy = odd_mass(), light = odd_mass();
    light.mass = 0.5;
    light.inertia.m[0] = 2.5;
    for (int locked = 0; locked < 2; locked++) {
        belay_body_def def = belay_body_def_default();
        belay_body_id body;
        def.mass = heavy.mass;
        def.center_of_mass = heavy.center_of_mass;
        def.inertia = heavy.inertia;
        def.is_rotation_locked = locked != 0;
        cr_assert(belay_body_create(world, &def, &body) == BELAY_OK);
        check_mass(world, body, &heavy);
        cr_assert(belay_body_set_mass(world, body, &light) == BELAY_OK);
        check_mass(world, body, &light);
        cr_expect_eq(turns(world, body), !locked);
        for (int type = 0; type < BELAY_BODY_TYPE_COUNT; type++) {
            cr_assert(belay_body_set_type(world, body, (belay_body_type)type) == BELAY_OK);
            check_mass(world, body, &light);
            cr_assert(belay_body_set_type(world, body, BELAY_BODY_DYNAMIC) == BELAY_OK);
            check_mass(world, body, &light);
            cr_expect_eq(turns(world, body), !locked, "after having been of type %d", type);
        }
    }
    belay_world_destroy(world);
}

Test(body, locked_needs_no_inertia)
{
    belay_world* world = scene_world(1.0 / 240.0);
    belay_mass none = {2.0, {0.0, 0.0, 0.0}, {{0.0}}};
    belay_body_def def = belay_body_def_default();
    belay_body_id body;
    def.is_rotation_locked = true;
    def.mass = none.mass;
    def.inertia.m[4] = -1.0;
    cr_assert(belay_body_create(world, &def, &body) == BELAY_OK);
    check_mass(world, body, &none);
    cr_assert(belay_body_set_mass(world, body, &none) == BELAY_OK);
    check_mass(world, body, &none);
    cr_expect_not(turns(world, body));
    belay_world_destroy(world);
}

// Locked counts for what is dynamic; what it was before makes no difference.
Test(body, locked_stays_so_whatever_its_type_was)
{
    belay_world* world = scene_world(1.0 / 240.0);
    for (int type = 0; type < BELAY_BODY_TYPE_COUNT; type++) {
        belay_body_def def = belay_body_def_default();
        belay_body_id body;
        def.type = (belay_body_type)type;
        def.is_rotation_locked = true;
        cr_assert(belay_body_create(world, &def, &body) == BELAY_OK);
        if (type == BELAY_BODY_KINEMATIC) scene_set_velocity(world, body, v3_zero(), v3(0.0, 0.0, 5.0));
        cr_assert(belay_body_set_type(world, body, BELAY_BODY_DYNAMIC) == BELAY_OK);
        cr_expect_not(turns(world, body), "type %d", type);
    }
    belay_world_destroy(world);
}

Test(body, readers_tell_what_it_is)
{
    belay_world* world = scene_world(0.01);
    for (int type = 0; type < BELAY_BODY_TYPE_COUNT; type++) {
        belay_body_id body = add_body(world, (belay_body_type)type, v3(1.0, 2.0, 3.0));
        belay_body_type answer = BELAY_BODY_TYPE_COUNT;
        belay_vec3 center, l = v3(1.0, 1.0, 1.0);
        cr_expect(belay_body_get_type(world, body, &answer) == BELAY_OK && (int)answer == type);
        cr_expect(belay_body_get_center_of_mass(world, body, &center) == BELAY_OK && center.y == 2.0);
        cr_expect(belay_body_get_angular_momentum(world, body, &l) == BELAY_OK && v3_length(l) == 0.0);
    }
    belay_world_destroy(world);
}

Test(body, rotation_is_normalised)
{
    belay_world* world = scene_world(0.01);
    belay_body_def def = belay_body_def_default();
    def.pose.rotation = (belay_quat){1.0009, 0.0, 0.0, 0.0};
    belay_body_id body;
    cr_assert(belay_body_create(world, &def, &body) == BELAY_OK);
    cr_expect_leq(fabs(scene_state(world, body).pose.rotation.w - 1.0), 1e-15);
    belay_pose pose = {{0.0, 0.0, 0.0}, {0.0, 0.9991, 0.0, 0.0}};
    cr_expect(belay_body_set_pose(world, body, pose) == BELAY_OK);
    cr_expect_leq(fabs(scene_state(world, body).pose.rotation.x - 1.0), 1e-15);
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Handles
// ---------------------------------------------------------------------------------------------------------------------

Test(handles, destroying_a_body_destroys_its_colliders)
{
    belay_world* world = scene_world(0.01);
    belay_body_id a = add_body(world, BELAY_BODY_DYNAMIC, v3_zero());
    belay_body_id b = add_body(world, BELAY_BODY_DYNAMIC, v3(5.0, 0.0, 0.0));
    belay_collider_id of_a[5], of_b[5];
    for (int i = 0; i < 5; i++) {
        of_a[i] = add_sphere(world, a, 0.1, belay_material_default());
        of_b[i] = add_sphere(world, b, 0.1, belay_material_default());
    }
    cr_assert(belay_body_destroy(world, a) == BELAY_OK);
    belay_material m;
    for (int i = 0; i < 5; i++) {
        cr_expect_not(belay_entity_is_alive(world, belay_collider_entity(of_a[i])));
        cr_expect(belay_collider_get_material(world, of_a[i], &m) == BELAY_ERROR_HANDLE);
        cr_expect(belay_collider_get_material(world, of_b[i], &m) == BELAY_OK);
    }
    cr_expect(belay_body_destroy(world, a) == BELAY_ERROR_HANDLE, "destroyed twice");
    cr_assert(belay_entity_destroy(world, belay_body_entity(b)) == BELAY_OK, "a body is an entity");
    for (int i = 0; i < 5; i++)
        cr_expect_not(belay_entity_is_alive(world, belay_collider_entity(of_b[i])));
    scene_steps(world, 3);
    belay_world_destroy(world);
}

Test(handles, collider_may_be_destroyed_as_an_entity)
{
    belay_world* world = scene_world(0.01);
    belay_body_id body = add_body(world, BELAY_BODY_STATIC, v3_zero());
    belay_vec3 points[] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {2.0, 0.1, 0.0}};
    belay_collider_def tube = belay_collider_def_tube(points, 3, false, 0.01);
    belay_collider_id a, b;
    cr_assert(belay_collider_create(world, body, &tube, &a) == BELAY_OK);
    points[2].y = 0.4;
    cr_assert(belay_collider_create(world, body, &tube, &b) == BELAY_OK);
    cr_expect(belay_entity_destroy(world, belay_collider_entity(a)) == BELAY_OK);
    cr_expect(belay_collider_destroy(world, a) == BELAY_ERROR_HANDLE);
    cr_expect(belay_collider_destroy(world, b) == BELAY_OK);
    scene_steps(world, 3);
    belay_world_destroy(world);
}

Test(handles, kinds_are_told_apart)
{
    belay_world* world = scene_world(0.01);
    belay_body_id body = add_body(world, BELAY_BODY_DYNAMIC, v3_zero());
    belay_collider_id collider = add_sphere(world, body, 0.1, belay_material_default());
    belay_entity entity;
    cr_assert(belay_entity_create(world, &entity) == BELAY_OK);
    belay_body_id not_body = {collider.value}, no_body = {entity.value};
    belay_collider_id not_collider = {body.value};
    belay_body_state s;
    belay_material m;
    cr_expect(belay_body_get_state(world, not_body, &s) == BELAY_ERROR_COMPONENT);
    cr_expect(belay_body_get_state(world, no_body, &s) == BELAY_ERROR_COMPONENT);
    cr_expect(belay_body_destroy(world, not_body) == BELAY_ERROR_COMPONENT);
    cr_expect(belay_collider_get_material(world, not_collider, &m) == BELAY_ERROR_COMPONENT);
    cr_expect(belay_collider_destroy(world, not_collider) == BELAY_ERROR_COMPONENT);
    belay_collider_def def = belay_collider_def_sphere(0.1);
    cr_expect(belay_collider_create(world, no_body, &def, NULL) == BELAY_ERROR_COMPONENT);
    cr_expect(belay_entity_is_alive(world, belay_body_entity(body)));
    belay_world_destroy(world);
}

Test(handles, of_another_world_are_refused)
{
    belay_world_def def = belay_world_def_default();
    belay_world* world = scene_world_of(&def);
    def.tag = 2;
    belay_world* other = scene_world_of(&def);
    belay_body_id mine = add_body(world, BELAY_BODY_DYNAMIC, v3_zero());
    belay_body_id theirs = add_body(other, BELAY_BODY_DYNAMIC, v3_zero());
    cr_expect_neq(mine.value, theirs.value);
    belay_body_state s;
    cr_expect(belay_body_get_state(world, theirs, &s) == BELAY_ERROR_HANDLE);
    cr_expect(belay_body_get_state(other, mine, &s) == BELAY_ERROR_HANDLE);
    cr_expect(belay_body_destroy(world, theirs) == BELAY_ERROR_HANDLE);
    cr_expect_not(belay_entity_is_alive(world, belay_body_entity(theirs)));
    belay_world_destroy(world);
    belay_world_destroy(other);
}

// ---------------------------------------------------------------------------------------------------------------------
// Materials
// ---------------------------------------------------------------------------------------------------------------------

typedef struct meeting {
    belay_world* world;
    belay_collider_id a, b;
} meeting;

// Two balls in touch, of which one is held.
static meeting meet(belay_material a, belay_material b)
{
    meeting m = {scene_world(1.0 / 240.0), {0}, {0}};
    m.a = add_sphere(m.world, add_body(m.world, BELAY_BODY_STATIC, v3_zero()), 0.1, a);
    m.b = add_sphere(m.world, add_body(m.world, BELAY_BODY_DYNAMIC, v3(0.0, 0.0, 0.2)), 0.1, b);
    return m;
}

// Steps once and ends the test unless there is one contact with this material.
static void check_met(const meeting* m, double friction, double restitution)
{
    scene_steps(m->world, 1);
    int32_t count;
    const belay_contact* c = belay_world_get_contacts(m->world, &count);
    cr_assert_eq(count, 1);
    cr_assert_leq(fabs(c->friction - friction), 1e-15);
    cr_assert(c->restitution == restitution);
}

Test(material, combination_is_root_of_product_and_maximum)
{
    meeting m = meet((belay_material){0.9, 0.3}, (belay_material){0.4, 0.0});
    check_met(&m, 0.6, 0.3);
    cr_assert(belay_collider_set_material(m.world, m.a, (belay_material){0.0, 0.0}) == BELAY_OK);
    check_met(&m, 0.0, 0.0);
    belay_world_destroy(m.world);
}

Test(material, pair_material_replaces_the_combination)
{
    meeting m = meet((belay_material){0.9, 0.0}, (belay_material){0.4, 0.0});
    cr_assert(belay_pair_set_material(m.world, m.b, m.a, (belay_material){1.25, 0.0}) == BELAY_OK);
    check_met(&m, 1.25, 0.0);
    cr_assert(belay_pair_set_material(m.world, m.a, m.b, (belay_material){0.125, 0.0}) == BELAY_OK);
    check_met(&m, 0.125, 0.0);
    cr_assert(belay_pair_clear_material(m.world, m.b, m.a) == BELAY_OK);
    check_met(&m, 0.6, 0.0);
    cr_expect(belay_pair_clear_material(m.world, m.b, m.a) == BELAY_OK, "clearing nothing does nothing");
    belay_world_destroy(m.world);
}

Test(material, many_pairs_are_kept_apart)
{
    belay_world* world = scene_world(1.0 / 240.0);
    belay_body_id held = add_body(world, BELAY_BODY_STATIC, v3_zero());
    enum { COUNT = 12 };
    belay_collider_id below[COUNT], above[COUNT];
    for (int i = 0; i < COUNT; i++) {
        belay_collider_def def = belay_collider_def_sphere(0.1);
        def.shape.sphere.center = v3(i, 0.0, 0.0);
        cr_assert(belay_collider_create(world, held, &def, &below[i]) == BELAY_OK);
        belay_body_id ball = add_body(world, BELAY_BODY_DYNAMIC, v3(i, 0.0, 0.2));
        above[i] = add_sphere(world, ball, 0.1, belay_material_default());
    }
    for (int k = 0; k < COUNT; k++) {
        int i = 5 * k % COUNT;
        cr_assert(belay_pair_set_material(world, above[i], below[i], (belay_material){0.01 * i, 0.0}) == BELAY_OK);
    }
    cr_assert(belay_collider_destroy(world, below[3]) == BELAY_OK);
    cr_assert(belay_pair_clear_material(world, below[7], above[7]) == BELAY_OK);
    scene_steps(world, 1);
    int32_t count;
    const belay_contact* c = belay_world_get_contacts(world, &count);
    cr_assert_eq(count, COUNT - 1);
    for (int32_t k = 0; k < count; k++) {
        int i = (int)(c[k].point.x + 0.5);
        cr_expect(c[k].friction == (i == 7 ? 0.5 : 0.01 * i), "pair %d has %g", i, c[k].friction);
    }
    belay_world_destroy(world);
}

Test(material, pair_needs_two_living_colliders)
{
    meeting m = meet(belay_material_default(), belay_material_default());
    belay_material material = belay_material_default();
    belay_collider_id none = {0};
    cr_expect(belay_pair_set_material(m.world, m.a, m.a, material) == BELAY_ERROR_VALUE);
    cr_expect(belay_pair_set_material(m.world, m.a, none, material) == BELAY_ERROR_HANDLE);
    cr_expect(belay_pair_clear_material(m.world, none, m.b) == BELAY_ERROR_HANDLE);
    cr_assert(belay_pair_set_material(m.world, m.a, m.b, material) == BELAY_OK);
    cr_assert(belay_collider_destroy(m.world, m.b) == BELAY_OK);
    cr_expect(belay_pair_set_material(m.world, m.a, m.b, material) == BELAY_ERROR_HANDLE);
    belay_world_destroy(m.world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Contacts
// ---------------------------------------------------------------------------------------------------------------------

Test(contacts, resting_ball_is_carried)
{
    // r_N = m g h, at rest, stuck.
    belay_world* world = scene_world(1.0 / 240.0);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    scene_ball ball = scene_ball_default();
    ball.position = v3(0.0, 0.0, 0.05);
    belay_body_id body = scene_add_ball(world, &ball);
    scene_steps(world, 10);
    int32_t count;
    const belay_contact* c = belay_world_get_contacts(world, &count);
    cr_assert_eq(count, 1);
    cr_expect_eq(c->body_a.value, body.value, "the ball is a");
    cr_expect_leq(v3_distance(c->normal, v3(0.0, 0.0, 1.0)), 1e-15, "the normal points from b to a");
    cr_expect_leq(v3_distance(v3_cross(c->normal, c->tangent1), c->tangent2), 1e-15);
    cr_expect_leq(fabs(c->impulse[0] - SCENE_G / 240.0), 1e-14);
    cr_expect(c->status == BELAY_CONTACT_STICK);
    cr_expect_leq(fabs(c->gap), 1e-15);
    cr_expect_leq(fabs(c->velocity[0]), 1e-15);
    belay_world_destroy(world);
}

Test(contacts, sliding_ball_is_braked_and_the_work_is_accounted)
{
    // Locked against turning it slides: r_T = mu r_N against the motion; what is lost is the work of friction.
    belay_world* world = scene_world(1.0 / 240.0);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    scene_ball ball = scene_ball_default();
    ball.is_rotation_locked = true;
    ball.position = v3(0.0, 0.0, 0.05);
    ball.linear = v3(3.0, 4.0, 0.0);
    scene_add_ball(world, &ball);
    double work = 0.0, start = belay_world_get_energy(world).translation;
    for (int i = 0; i < 100; i++) {
        scene_steps(world, 1);
        const belay_contact* c = belay_world_get_contacts(world, NULL);
        cr_assert(c->status == BELAY_CONTACT_SLIDE);
        belay_vec3 r = scene_impulse(c), right = v3_scale(-0.5 * SCENE_G / 240.0, v3(0.6, 0.8, 0.0));
        right.z = SCENE_G / 240.0;
        cr_assert_leq(v3_distance(r, right), 1e-12);
        work += belay_world_get_stats(world)->friction_work;
    }
    cr_expect_leq(fabs(belay_world_get_energy(world).translation - start - work), 1e-12);
    belay_world_destroy(world);
}

Test(contacts, colliders_of_one_body_and_of_two_fixed_bodies_never_meet)
{
    belay_world* world = scene_world(1.0 / 240.0);
    belay_body_id body = add_body(world, BELAY_BODY_DYNAMIC, v3_zero());
    add_sphere(world, body, 0.1, belay_material_default());
    add_sphere(world, body, 0.15, belay_material_default());
    belay_body_id a = add_body(world, BELAY_BODY_STATIC, v3(5.0, 0.0, 0.0));
    belay_body_id b = add_body(world, BELAY_BODY_KINEMATIC, v3(5.0, 0.0, 0.1));
    add_sphere(world, a, 0.1, belay_material_default());
    add_sphere(world, b, 0.1, belay_material_default());
    scene_steps(world, 2);
    int32_t count = -1;
    belay_world_get_contacts(world, &count);
    cr_expect_eq(count, 0);
    belay_world_destroy(world);
}

Test(contacts, features_stay_while_touching)
{
    belay_world* world = scene_world(1.0 / 240.0);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    scene_ball ball = scene_ball_default();
    ball.position = v3(0.0, 0.0, 0.05);
    ball.linear = v3(2.0, 0.0, 0.0);
    scene_add_ball(world, &ball);
    scene_steps(world, 1);
    uint32_t feature = belay_world_get_contacts(world, NULL)->feature;
    for (int i = 0; i < 200; i++) {
        scene_steps(world, 1);
        cr_assert_eq(belay_world_get_contacts(world, NULL)->feature, feature);
    }
    belay_world_destroy(world);
}

Test(contacts, two_balls_with_one_centre_come_apart)
{
    // Legal, if odd: pushed apart along z at no more than the recovery speed, and without a NaN.
    belay_world_def def = belay_world_def_default();
    def.gravity = v3_zero();
    belay_world* world = scene_world_of(&def);
    scene_ball ball = scene_ball_default();
    belay_body_id a = scene_add_ball(world, &ball), b = scene_add_ball(world, &ball);
    scene_steps(world, 480);
    belay_body_state sa = scene_state(world, a), sb = scene_state(world, b);
    cr_expect(v3_is_finite(sa.pose.position) && v3_is_finite(sb.pose.position));
    cr_expect_leq(fabs(v3_distance(sa.pose.position, sb.pose.position) - 0.1), 1e-4);
    cr_expect_leq(v3_length(sa.linear_velocity) + v3_length(sb.linear_velocity), 1e-12, "no energy was added");
    belay_world_destroy(world);
}

Test(contacts, time_budget_ends_the_step_and_says_so)
{
    // A budget that is over before it begins: the step still ends, whole and admissible, and what has met is stopped, as a
    // few sweeps are made however late it is.
    belay_world_def def = belay_world_def_default();
    def.solver.budget_seconds = 1e-30;
    belay_world* world = scene_world_of(&def);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    scene_ball ball = scene_ball_default();
    ball.position = v3(0.0, 0.0, 0.05);
    scene_add_ball(world, &ball);
    scene_steps(world, 1);
    const belay_step_stats* s = belay_world_get_stats(world);
    cr_expect(s->is_budget_exhausted);
    cr_expect(s->iterations >= 1 && s->iterations <= 2);
    cr_expect_leq(s->residual.natural, 1e-9, "a residual of %g", s->residual.natural);
    cr_expect_eq(belay_world_get_step_count(world), 1);
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// A null world is a bad handle, not a crash
// ---------------------------------------------------------------------------------------------------------------------

Test(null_world, get_def)
{
    cr_expect(belay_world_get_def(NULL) == NULL);
}

Test(null_world, get_step_count)
{
    cr_expect(belay_world_get_step_count(NULL) == 0);
}

Test(null_world, get_time)
{
    cr_expect(belay_world_get_time(NULL) == 0.0);
}

Test(null_world, get_stats)
{
    cr_expect(belay_world_get_stats(NULL) == NULL);
}

Test(null_world, get_contacts)
{
    int32_t count = 7;
    cr_expect(belay_world_get_contacts(NULL, &count) == NULL);
    cr_expect_eq(count, 0);
}

Test(null_world, get_energy)
{
    belay_energy e = belay_world_get_energy(NULL);
    cr_expect(e.translation == 0.0 && e.rotation == 0.0 && e.potential == 0.0);
}
