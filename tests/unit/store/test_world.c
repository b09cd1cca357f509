// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The world's public face: settings, accounts, handles.

#include "support/scene.h"

#include <criterion/criterion.h>
#include <string.h>

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
    cr_expect(d.solver.tolerance == 1e-6 && d.solver.max_iterations == 1000);
    cr_expect(d.solver.budget_seconds == 0.0 && d.solver.enable_warm_start);
}

// Each preset is the default but for what its sentence says.
Test(world, presets_are_what_they_say)
{
    belay_world_def standard = belay_world_def_default();
    belay_world_def game = belay_world_def_game(), exact = belay_world_def_exact(), haptics = belay_world_def_haptics();
    cr_expect(game.step_seconds == 1.0 / 60.0 && game.max_steps_per_advance == 4 && game.enable_sleep);
    cr_expect(game.solver.tolerance == 1e-5 && game.solver.max_work == 100000);
    cr_expect(exact.step_seconds == standard.step_seconds && !exact.enable_sleep);
    cr_expect(exact.solver.tolerance == 1e-10 && exact.solver.max_iterations == 10000 && exact.solver.max_work == 0);
    cr_expect(haptics.step_seconds == 1.0 / 1000.0 && haptics.max_steps_per_advance == 4 && !haptics.enable_sleep);
    cr_expect(haptics.solver.tolerance == standard.solver.tolerance && haptics.solver.max_work == 5000);
}

// A ball set down spinning slips, then rolls with 2/7 of the speed that its rim had.
static void check_preset(belay_world_def def, double tolerance)
{
    belay_world* world = scene_world_of(&def);
    belay_material rough = {0.3, 0.0};
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, rough);
    scene_ball ball = scene_ball_default();
    ball.position = v3(0.0, 0.0, ball.radius);
    ball.angular = v3(0.0, 20.0, 0.0);
    ball.material = rough;
    belay_body_id id = scene_add_ball(world, &ball);
    for (double t = 0.0; t < 1.0; t += def.step_seconds) {
        scene_steps(world, 1);
        scene_check_converged(world);
        cr_assert_leq(belay_world_get_stats(world)->residual.natural, def.solver.tolerance);
    }
    scene_check_near(scene_state(world, id).linear_velocity.x, 2.0 / 7.0 * 20.0 * ball.radius, tolerance, "rolls, m/s");
    belay_world_destroy(world);
}

Test(world, presets_make_worlds_that_roll_a_ball)
{
    check_preset(belay_world_def_default(), 1e-6);
    check_preset(belay_world_def_game(), 1e-5);
    check_preset(belay_world_def_exact(), 1e-9);
    check_preset(belay_world_def_haptics(), 1e-6);
}

Test(world, settings_are_taken_over_and_read_back)
{
    belay_world* world = scene_world(0.01);
    belay_solver_settings solver = {.tolerance = 1e-6, .max_iterations = 7, .budget_seconds = 0.5};
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
    int by_level[BELAY_LOG_INFO + 1];
    belay_log_level level;
    char text[256];
} log_book;

static void write_log(void* context, belay_log_level level, const char* text)
{
    log_book* book = context;
    book->count++;
    book->by_level[level]++;
    book->level = level;
    strncpy(book->text, text, sizeof book->text - 1);
}

Test(world, logger_hears_of_refused_calls)
{
    log_book book = {0};
    belay_world_def def = belay_world_def_default();
    def.logger.message = write_log;
    def.logger.context = &book;
    belay_world* world = scene_world_of(&def);
    cr_expect(belay_world_set_theta(world, 0.4) == BELAY_ERROR_VALUE);
    cr_expect_eq(book.by_level[BELAY_LOG_ERROR], 1);
    cr_expect(book.level == BELAY_LOG_ERROR);
    cr_expect_str_eq(book.text, belay_world_last_error(world));
    belay_world_destroy(world);
}

// What is accepted and does nothing is warned of; the world's last error stays what it was.
Test(world, logger_hears_warnings_and_what_happened)
{
    log_book book = {0};
    belay_world_def def = belay_world_def_default();
    def.logger.message = write_log;
    def.logger.context = &book;
    belay_world* world = scene_world_of(&def);
    cr_expect_eq(book.by_level[BELAY_LOG_INFO], 1, "it was made");
    belay_joint_def hinge = belay_joint_def_default(BELAY_JOINT_HINGE);
    hinge.body_a = scene_add_body(world, BELAY_BODY_DYNAMIC, v3_zero());
    hinge.axis[0].motor.is_enabled = true;
    belay_joint_id joint;
    cr_assert(belay_joint_create(world, &hinge, &joint) == BELAY_OK);
    cr_expect(book.level == BELAY_LOG_WARNING && strstr(book.text, "axis[0].motor.max_force") != NULL, "%s", book.text);
    hinge.axis[0].motor.max_force = 1.0;
    cr_assert(belay_joint_set_axis(world, joint, 0, &hinge.axis[0]) == BELAY_OK);
    cr_expect_eq(book.by_level[BELAY_LOG_WARNING], 1);
    cr_assert(belay_world_set_step_seconds(world, 0.5) == BELAY_OK);
    cr_expect(book.by_level[BELAY_LOG_WARNING] == 2 && strstr(book.text, "0.5") != NULL, "%s", book.text);
    cr_expect_eq(book.by_level[BELAY_LOG_ERROR], 0);
    cr_expect_str_empty(belay_world_last_error(world));
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
    scene_add_body(world, BELAY_BODY_STATIC, v3(0.0, 0.0, 9.0));
    belay_energy e = belay_world_get_energy(world);
    cr_expect_leq(fabs(e.translation - 0.5 * 3.0 * 9.0), 1e-14);
    cr_expect_leq(fabs(e.rotation - 0.5 * 3.0 / 12.0 * (0.16 + 0.04) * 4.0), 1e-15);
    cr_expect_leq(fabs(e.potential - 3.0 * 9.81 * 5.5), 1e-12);
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Handles
// ---------------------------------------------------------------------------------------------------------------------

Test(handles, destroying_a_body_destroys_its_colliders)
{
    belay_world* world = scene_world(0.01);
    belay_body_id a = scene_add_body(world, BELAY_BODY_DYNAMIC, v3_zero());
    belay_body_id b = scene_add_body(world, BELAY_BODY_DYNAMIC, v3(5.0, 0.0, 0.0));
    belay_collider_id of_a[5], of_b[5];
    for (int i = 0; i < 5; i++) {
        of_a[i] = scene_add_sphere(world, a, 0.1, belay_material_default());
        of_b[i] = scene_add_sphere(world, b, 0.1, belay_material_default());
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
    belay_body_id body = scene_add_body(world, BELAY_BODY_STATIC, v3_zero());
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
    belay_body_id body = scene_add_body(world, BELAY_BODY_DYNAMIC, v3_zero());
    belay_collider_id collider = scene_add_sphere(world, body, 0.1, belay_material_default());
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
    belay_body_id mine = scene_add_body(world, BELAY_BODY_DYNAMIC, v3_zero());
    belay_body_id theirs = scene_add_body(other, BELAY_BODY_DYNAMIC, v3_zero());
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
