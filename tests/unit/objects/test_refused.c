// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Calls in a wrong state, and numbers that are good alone and too much together: all refused, and nothing is changed.

#include "support/saved.h"
#include "support/scene.h"

#include "belay/local_model.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------------------------------
// Iterators
// ---------------------------------------------------------------------------------------------------------------------

Test(refused, a_world_is_not_destroyed_under_an_open_iterator)
{
    belay_world* world = scene_world(0.01);
    scene_add_body(world, BELAY_BODY_DYNAMIC, v3_zero());
    belay_iterator q;
    cr_assert(belay_iterator_begin(world, &BELAY_COMPONENT_BODY_STATE, 1, &q) == BELAY_OK);
    cr_expect_eq(belay_world_destroy(world), BELAY_ERROR_STATE);
    cr_expect(belay_iterator_next(&q), "the iterator goes on");
    cr_expect_not(belay_iterator_next(&q));
    cr_expect_eq(belay_world_destroy(world), BELAY_OK);
}

static belay_iterator forgotten;

static void leave_open(belay_world* world, double h, void* context)
{
    (void)h;
    (void)context;
    cr_assert(belay_iterator_begin(world, &BELAY_COMPONENT_BODY_STATE, 1, &forgotten) == BELAY_OK);
    cr_expect(belay_iterator_next(&forgotten));
}

static belay_result leave_open_by_command(belay_world* world, const void* data)
{
    (void)data;
    leave_open(world, 0.0, NULL);
    return BELAY_OK;
}

static void count_warnings(void* context, belay_log_level level, const char* text)
{
    int* count = context;
    *count += level == BELAY_LOG_WARNING && strstr(text, "open") != NULL;
}

Test(refused, iterators_that_a_system_or_a_command_leaves_open_are_closed)
{
    int warnings = 0;
    belay_world_def def = belay_world_def_default();
    def.command_capacity = 4;
    def.logger = (belay_logger){count_warnings, &warnings};
    belay_world* world = scene_world_of(&def);
    belay_body_id body = scene_add_body(world, BELAY_BODY_DYNAMIC, v3_zero());
    belay_system_def system = {"forgetful", BELAY_PHASE_EVENTS, leave_open, NULL};
    cr_assert(belay_system_add(world, &system) == BELAY_OK);
    cr_assert(belay_world_queue_command(world, leave_open_by_command, NULL, 0) == BELAY_OK);
    scene_steps(world, 2);
    cr_expect_eq(warnings, 3);
    cr_expect_not(belay_iterator_next(&forgotten), "it is closed");
    belay_iterator_end(&forgotten);
    belay_iterator q, copy;
    cr_assert(belay_iterator_begin(world, &BELAY_COMPONENT_BODY_STATE, 1, &q) == BELAY_OK);
    copy = q;
    belay_iterator_end(&q);
    belay_iterator_end(&copy);
    cr_expect_eq(belay_body_destroy(world, body), BELAY_OK, "no iterator is open");
    cr_expect_eq(belay_world_destroy(world), BELAY_OK);
}

Test(refused, no_more_iterators_are_open_than_there_may_be)
{
    belay_world* world = scene_world(0.01);
    belay_iterator iterators[BELAY_MAX_OPEN_ITERATORS + 1];
    for (int i = 0; i < BELAY_MAX_OPEN_ITERATORS; i++)
        cr_assert(belay_iterator_begin(world, &BELAY_COMPONENT_BODY_STATE, 1, &iterators[i]) == BELAY_OK);
    belay_iterator* last = &iterators[BELAY_MAX_OPEN_ITERATORS];
    cr_expect_eq(belay_iterator_begin(world, &BELAY_COMPONENT_BODY_STATE, 1, last), BELAY_ERROR_CAPACITY);
    cr_expect_not(belay_iterator_next(last));
    for (int i = 0; i < BELAY_MAX_OPEN_ITERATORS; i++)
        belay_iterator_end(&iterators[i]);
    cr_expect_eq(belay_world_destroy(world), BELAY_OK);
}

// ---------------------------------------------------------------------------------------------------------------------
// What the last step knows nothing of
// ---------------------------------------------------------------------------------------------------------------------

Test(refused, local_model_of_a_body_made_since_the_step)
{
    belay_world* world = scene_world(0.01);
    scene_steps(world, 1);
    belay_local_model model;
    for (int i = 0; i < 200; i++) { // far more than the step's arrays have room for
        belay_body_id body = scene_add_body(world, BELAY_BODY_DYNAMIC, v3(0.0, 0.0, 1.0 * i));
        cr_assert_eq(belay_world_get_local_model(world, body, &model), BELAY_ERROR_STATE);
    }
    scene_steps(world, 1);
    belay_body_id first = scene_add_body(world, BELAY_BODY_DYNAMIC, v3_zero());
    cr_expect_eq(belay_world_get_local_model(world, first, &model), BELAY_ERROR_STATE);
    cr_assert(belay_body_destroy(world, first) == BELAY_OK);
    belay_body_id second = scene_add_body(world, BELAY_BODY_DYNAMIC, v3_zero()); // at the same place
    cr_expect_eq(belay_world_get_local_model(world, second, &model), BELAY_ERROR_STATE);
    scene_steps(world, 1);
    cr_expect_eq(belay_world_get_local_model(world, second, &model), BELAY_OK);
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Numbers
// ---------------------------------------------------------------------------------------------------------------------

static void expect_unchanged(belay_world* world, uint64_t hash, belay_result result, const char* name, int line)
{
    cr_expect_eq(result, BELAY_ERROR_VALUE, "line %d: %s", line, belay_result_text(result));
    cr_expect(strstr(belay_world_last_error(world), name) != NULL, "line %d: %s", line, belay_world_last_error(world));
    cr_expect_eq(belay_world_hash(world), hash, "line %d", line);
}

#define EXPECT_REFUSED(name, call) expect_unchanged(world, hash, call, name, __LINE__)

Test(refused, numbers_that_are_finite_and_too_much)
{
    belay_world* world = scene_world(1e-3);
    belay_body_def def = belay_body_def_default();
    def.mass = BELAY_MIN_MASS;
    def.inertia = belay_inertia_sphere(1.0, 1e-12);
    belay_body_id light;
    cr_assert(belay_body_create(world, &def, &light) == BELAY_OK);
    belay_body_id mover = scene_add_body(world, BELAY_BODY_KINEMATIC, v3_zero());
    uint64_t hash = belay_world_hash(world);
    belay_pose far = belay_pose_identity();
    far.position.x = 0.5 * BELAY_MAX_POSITION;
    belay_vec3 x = v3(1.0, 0.0, 0.0), arm = v3(0.0, 1.0, 0.0);
    EXPECT_REFUSED("velocity", belay_body_apply_impulse_at(world, light, v3_scale(1e18, x), v3_zero()));
    EXPECT_REFUSED("spin", belay_body_apply_impulse_at(world, light, v3_scale(1e-9, x), arm));
    EXPECT_REFUSED("pose", belay_body_move_kinematic(world, mover, far));
    EXPECT_REFUSED("force", belay_body_apply_force(world, light, v3_scale(2e18, x)));
    far.position.x = 2.0 * BELAY_MAX_POSITION;
    EXPECT_REFUSED("pose", belay_body_set_pose(world, light, far));
    EXPECT_REFUSED("linear", belay_body_set_velocity(world, light, v3_scale(2.0 * BELAY_MAX_SPEED, x), v3_zero()));
    EXPECT_REFUSED("angular", belay_body_set_velocity(world, light, v3_zero(), v3_scale(2.0 * BELAY_MAX_SPIN, x)));
    EXPECT_REFUSED("step_seconds", belay_world_set_step_seconds(world, 60.0));
    EXPECT_REFUSED("gravity", belay_world_set_gravity(world, v3_scale(2e9, x)));
    belay_mass mass = {1.0, v3_zero(), m3_diagonal(v3(1e308, 1e308, 1.7e308))};
    EXPECT_REFUSED("inertia", belay_body_set_mass(world, light, &mass));
    cr_assert(belay_body_apply_force(world, light, v3_scale(0.6 * BELAY_MAX_FORCE, x)) == BELAY_OK);
    hash = belay_world_hash(world);
    EXPECT_REFUSED("force", belay_body_apply_force(world, light, v3_scale(0.6 * BELAY_MAX_FORCE, x)));
    belay_world_destroy(world);
}

// What a joint's type has no use for may be anything, and no world holds what is no number.
Test(refused, unused_parts_of_a_joint_leave_no_trace_that_is_no_number)
{
    belay_world* world = scene_world(0.01);
    belay_joint_def def = belay_joint_def_default(BELAY_JOINT_HINGE), got;
    def.body_a = scene_add_body(world, BELAY_BODY_DYNAMIC, v3_zero());
    def.cone_angle = def.target.y = def.drag_frequency = def.drag_damping = def.drag_max_force = NAN;
    def.axis[0].limit = (belay_joint_limit){false, NAN, NAN, NAN, INFINITY};
    def.axis[0].motor = (belay_joint_motor){false, NAN, NAN};
    def.axis[0].spring = (belay_joint_spring){false, -INFINITY, NAN, NAN, NAN};
    belay_joint_id joint;
    cr_assert(belay_joint_create(world, &def, &joint) == BELAY_OK);
    cr_assert(belay_joint_get_def(world, joint, &got) == BELAY_OK);
    const belay_joint_axis* a = &got.axis[0];
    cr_expect(isfinite(got.cone_angle) && v3_is_finite(got.target) && isfinite(got.drag_frequency));
    cr_expect(isfinite(got.drag_damping) && !isnan(got.drag_max_force));
    cr_expect(!isnan(a->limit.min) && !isnan(a->limit.max) && isfinite(a->limit.stiffness));
    cr_expect(isfinite(a->limit.damping) && isfinite(a->motor.speed) && !isnan(a->motor.max_force));
    cr_expect(isfinite(a->spring.target) && isfinite(a->spring.stiffness) && isfinite(a->spring.damping));
    belay_world_destroy(world);
}

// A super-helix must be clamped at end 0 to be in equilibrium; a nodal rod that hangs on nothing cannot be either.
Test(refused, sag_free_set_up_that_cannot_be_changes_nothing)
{
    for (int model = BELAY_ROD_NODAL; model <= BELAY_ROD_SUPER_HELIX; model++) {
        belay_world* world = scene_world(0.01);
        belay_rod_def def = belay_rod_def_default();
        def.model = (belay_rod_model)model;
        def.element_count = 6;
        belay_rod_id rod;
        cr_assert(belay_rod_create(world, &def, &rod) == BELAY_OK);
        belay_rod_attachment_def pin = belay_rod_attachment_def_default();
        pin.s = 0.5; // in the middle: no end is held by the model
        pin.frame.position = v3(0.5, 0.0, 0.0);
        cr_assert(belay_rod_attach(world, rod, &pin, NULL) == BELAY_OK);
        scene_steps(world, 5);
        uint64_t hash = belay_world_hash(world);
        double lowest = -7.0;
        belay_result result = belay_rod_make_sag_free(world, rod, &lowest);
        cr_assert(result != BELAY_OK && strlen(belay_world_last_error(world)) > 0);
        cr_expect_eq(belay_world_hash(world), hash, "model %d", model);
        cr_expect_eq(lowest, -7.0);
        belay_world_destroy(world);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Asleep
// ---------------------------------------------------------------------------------------------------------------------

Test(refused, a_body_made_asleep_is_not_woken_by_being_set_up)
{
    belay_world* world = scene_world(0.01);
    belay_body_id bodies[2];
    for (int i = 0; i < 2; i++) {
        belay_body_def def = belay_body_def_default();
        def.pose.position = v3(2.0 * i, 0.0, 5.0);
        def.starts_asleep = true;
        cr_assert(belay_body_create(world, &def, &bodies[i]) == BELAY_OK);
        belay_collider_def box = belay_collider_def_box(v3(0.2, 0.2, 0.2));
        cr_assert(belay_collider_create(world, bodies[i], &box, NULL) == BELAY_OK);
        cr_assert(belay_body_set_mass_from_colliders(world, bodies[i]) == BELAY_OK);
    }
    belay_joint_def joint;
    cr_assert(belay_joint_def_at(world, BELAY_JOINT_BALL, bodies[0], bodies[1], v3(1.0, 0.0, 5.0), v3_zero(), &joint) ==
              BELAY_OK);
    cr_assert(belay_joint_create(world, &joint, NULL) == BELAY_OK);
    scene_steps(world, 10);
    for (int i = 0; i < 2; i++) {
        bool is_awake = true;
        cr_assert(belay_body_get_is_awake(world, bodies[i], &is_awake) == BELAY_OK);
        cr_expect_not(is_awake, "body %d", i);
        cr_expect_eq(scene_state(world, bodies[i]).pose.position.z, 5.0);
    }
    // Once woken and asleep again it is like any other.
    cr_assert(belay_body_set_awake(world, bodies[0], true) == BELAY_OK);
    cr_assert(belay_body_set_awake(world, bodies[0], false) == BELAY_OK);
    belay_collider_def ball = belay_collider_def_sphere(0.1);
    cr_assert(belay_collider_create(world, bodies[0], &ball, NULL) == BELAY_OK);
    bool is_awake = false;
    cr_assert(belay_body_get_is_awake(world, bodies[0], &is_awake) == BELAY_OK);
    cr_expect(is_awake);
    belay_world_destroy(world);
}
