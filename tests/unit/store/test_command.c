// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Commands from elsewhere: carried out by the next step, in their order, as the calls themselves; and what other
// threads are told while a step runs.

#include "support/scene.h"

#include <criterion/criterion.h>
#include <math.h>
#include <pthread.h>
#include <string.h>

#define CAPACITY 16

static belay_world* world_for_commands(void)
{
    belay_world_def def = belay_world_def_default();
    def.command_capacity = CAPACITY;
    def.view_readers = 1;
    return scene_world_of(&def);
}

static belay_body_id add_ball(belay_world* world)
{
    scene_ball ball = scene_ball_default();
    ball.position = v3(0.0, 0.0, 1.0);
    return scene_add_ball(world, &ball);
}

// ---------------------------------------------------------------------------------------------------------------------
// When and in which order
// ---------------------------------------------------------------------------------------------------------------------

typedef struct account {
    int numbers[64], count;
} account;

typedef struct entry {
    account* account;
    int number;
    bool queues_another;
} entry;

static belay_result tell(belay_world* world, const void* data)
{
    const entry* e = data;
    e->account->numbers[e->account->count++] = e->number;
    entry another = {e->account, e->number + 100, false};
    return e->queues_another ? belay_world_queue_command(world, tell, &another, sizeof another) : BELAY_OK;
}

static belay_result queue(belay_world* world, account* a, int number, bool queues_another)
{
    entry e = {a, number, queues_another};
    return belay_world_queue_command(world, tell, &e, sizeof e);
}

// More of them than the ring has cells, in several steps.
Test(command, acts_in_the_next_step_in_the_order_of_the_queue)
{
    belay_world* world = world_for_commands();
    account a = {{0}, 0};
    for (int step = 0; step < 5; step++) {
        for (int i = 0; i < 11; i++)
            cr_assert(queue(world, &a, 11 * step + i, false) == BELAY_OK);
        cr_expect_eq(a.count, 11 * step, "none acts before the step");
        scene_steps(world, 1);
        cr_expect_eq(a.count, 11 * (step + 1));
        cr_expect_eq(belay_world_get_stats(world)->commands, 11);
    }
    for (int i = 0; i < a.count; i++)
        cr_expect_eq(a.numbers[i], i);
    scene_steps(world, 1);
    cr_expect(a.count == 55 && belay_world_get_stats(world)->commands == 0, "each acts once");
    belay_world_destroy(world);
}

Test(command, what_a_command_queues_waits_for_the_next_step)
{
    belay_world* world = world_for_commands();
    account a = {{0}, 0};
    cr_assert(queue(world, &a, 1, true) == BELAY_OK);
    cr_assert(queue(world, &a, 2, false) == BELAY_OK);
    scene_steps(world, 1);
    cr_expect_eq(a.count, 2);
    scene_steps(world, 1);
    cr_expect(a.count == 3 && a.numbers[2] == 101);
    belay_world_destroy(world);
}

Test(command, no_more_wait_than_was_said)
{
    belay_world* world = world_for_commands();
    account a = {{0}, 0};
    for (int i = 0; i < CAPACITY; i++)
        cr_assert(queue(world, &a, i, false) == BELAY_OK);
    cr_expect_eq(queue(world, &a, CAPACITY, false), BELAY_ERROR_CAPACITY);
    scene_steps(world, 1);
    cr_expect_eq(a.count, CAPACITY, "the one that was refused is not among them");
    cr_expect_eq(queue(world, &a, 0, false), BELAY_OK);
    belay_world_destroy(world);
    belay_world* deaf = scene_world(1.0 / 240.0);
    cr_expect_eq(queue(deaf, &a, 0, false), BELAY_ERROR_CAPACITY);
    belay_world_destroy(deaf);
}

static belay_result destroy_and_step(belay_world* world, const void* data)
{
    (void)data;
    cr_expect_eq(belay_world_step(world), BELAY_ERROR_STATE);
    cr_expect_eq(belay_world_destroy(world), BELAY_ERROR_STATE);
    return BELAY_OK;
}

Test(command, may_do_what_systems_may)
{
    belay_world* world = world_for_commands();
    cr_assert(belay_world_queue_command(world, destroy_and_step, NULL, 0) == BELAY_OK);
    scene_steps(world, 1);
    cr_expect_eq(belay_world_get_stats(world)->failed_commands, 0);
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Calls on bodies
// ---------------------------------------------------------------------------------------------------------------------

static void call_all(belay_world* world, belay_body_id ball, belay_body_id lift)
{
    belay_pose place = {{1.0, 2.0, 3.0}, {1.0, 0.0, 0.0, 0.0}}, up = {{0.0, 0.0, -4.9}, {1.0, 0.0, 0.0, 0.0}};
    cr_assert(belay_body_set_pose(world, ball, place) == BELAY_OK);
    cr_assert(belay_body_set_velocity(world, ball, v3(0.1, 0.2, 0.3), v3(1.0, 2.0, 3.0)) == BELAY_OK);
    cr_assert(belay_body_apply_force(world, ball, v3(1.0, 2.0, 3.0)) == BELAY_OK);
    cr_assert(belay_body_apply_force_at(world, ball, v3(3.0, 2.0, 1.0), v3(1.1, 2.0, 3.0)) == BELAY_OK);
    cr_assert(belay_body_apply_torque(world, ball, v3(0.01, 0.02, 0.03)) == BELAY_OK);
    cr_assert(belay_body_apply_impulse_at(world, ball, v3(0.1, 0.0, 0.0), v3(1.0, 2.1, 3.0)) == BELAY_OK);
    cr_assert(belay_body_move_kinematic(world, lift, up) == BELAY_OK);
}

static void queue_all(belay_world* world, belay_body_id ball, belay_body_id lift)
{
    belay_pose place = {{1.0, 2.0, 3.0}, {1.0, 0.0, 0.0, 0.0}}, up = {{0.0, 0.0, -4.9}, {1.0, 0.0, 0.0, 0.0}};
    cr_assert(belay_body_queue_pose(world, ball, place) == BELAY_OK);
    cr_assert(belay_body_queue_velocity(world, ball, v3(0.1, 0.2, 0.3), v3(1.0, 2.0, 3.0)) == BELAY_OK);
    cr_assert(belay_body_queue_force(world, ball, v3(1.0, 2.0, 3.0)) == BELAY_OK);
    cr_assert(belay_body_queue_force_at(world, ball, v3(3.0, 2.0, 1.0), v3(1.1, 2.0, 3.0)) == BELAY_OK);
    cr_assert(belay_body_queue_torque(world, ball, v3(0.01, 0.02, 0.03)) == BELAY_OK);
    cr_assert(belay_body_queue_impulse_at(world, ball, v3(0.1, 0.0, 0.0), v3(1.0, 2.1, 3.0)) == BELAY_OK);
    cr_assert(belay_body_queue_move(world, lift, up) == BELAY_OK);
}

static belay_body_id add_lift(belay_world* world)
{
    belay_body_def def = belay_body_def_default();
    def.type = BELAY_BODY_KINEMATIC;
    def.pose.position.z = -5.0;
    belay_body_id lift;
    cr_assert(belay_body_create(world, &def, &lift) == BELAY_OK);
    return lift;
}

Test(command, on_bodies_does_what_the_call_does)
{
    belay_world *queued = world_for_commands(), *called = world_for_commands();
    belay_body_id ball = add_ball(queued), lift = add_lift(queued);
    cr_assert(add_ball(called).value == ball.value && add_lift(called).value == lift.value);
    scene_check_same_course(queued, called, 3);
    queue_all(queued, ball, lift);
    call_all(called, ball, lift);
    for (int i = 0; i < 10; i++) {
        scene_steps(queued, 1);
        scene_steps(called, 1);
        cr_expect_eq(belay_world_hash(queued), belay_world_hash(called), "step %d", i);
    }
    belay_world_destroy(queued);
    belay_world_destroy(called);
}

Test(command, that_fails_is_counted_and_told_of)
{
    belay_world* world = world_for_commands();
    belay_body_id ball = add_ball(world), lift = add_lift(world);
    cr_assert(belay_body_queue_force(world, lift, v3(0.0, 0.0, 1.0)) == BELAY_OK); // not dynamic
    cr_assert(belay_body_queue_velocity(world, ball, v3(1.0, 0.0, 0.0), v3_zero()) == BELAY_OK);
    scene_steps(world, 1);
    cr_expect_eq(belay_world_get_stats(world)->commands, 2);
    cr_expect_eq(belay_world_get_stats(world)->failed_commands, 1);
    cr_expect(strstr(belay_world_last_error(world), "dynamic") != NULL);
    cr_expect_eq(scene_state(world, ball).linear_velocity.x, 1.0, "the one after it is carried out");
    cr_assert(belay_body_destroy(world, ball) == BELAY_OK);
    cr_assert(belay_body_queue_force(world, ball, v3(0.0, 0.0, 1.0)) == BELAY_OK);
    scene_steps(world, 1);
    cr_expect_eq(belay_world_get_stats(world)->failed_commands, 1);
    cr_expect(strstr(belay_world_last_error(world), "stale") != NULL);
    belay_world_destroy(world);
}

static void check_numbers(belay_world* world, belay_body_id ball, double bad)
{
    belay_pose pose = {{0.0, bad, 0.0}, {1.0, 0.0, 0.0, 0.0}};
    belay_vec3 good = v3_zero(), wrong = v3(0.0, 0.0, bad);
    cr_expect_eq(belay_body_queue_force(world, ball, wrong), BELAY_ERROR_VALUE);
    cr_expect_eq(belay_body_queue_force_at(world, ball, good, wrong), BELAY_ERROR_VALUE);
    cr_expect_eq(belay_body_queue_torque(world, ball, wrong), BELAY_ERROR_VALUE);
    cr_expect_eq(belay_body_queue_impulse_at(world, ball, wrong, good), BELAY_ERROR_VALUE);
    cr_expect_eq(belay_body_queue_velocity(world, ball, good, wrong), BELAY_ERROR_VALUE);
    cr_expect_eq(belay_body_queue_pose(world, ball, pose), BELAY_ERROR_VALUE);
    cr_expect_eq(belay_body_queue_move(world, ball, pose), BELAY_ERROR_VALUE);
    cr_expect_eq(belay_body_queue_force(NULL, ball, good), BELAY_ERROR_HANDLE);
}

Test(command, bad_input_is_not_queued)
{
    belay_world* world = world_for_commands();
    belay_body_id ball = add_ball(world);
    unsigned char data[BELAY_COMMAND_DATA_SIZE + 1] = {0};
    cr_expect_eq(belay_world_queue_command(world, NULL, NULL, 0), BELAY_ERROR_VALUE);
    cr_expect_eq(belay_world_queue_command(world, destroy_and_step, NULL, 1), BELAY_ERROR_VALUE);
    cr_expect_eq(belay_world_queue_command(world, destroy_and_step, data, sizeof data), BELAY_ERROR_VALUE);
    cr_expect_eq(belay_world_queue_command(NULL, destroy_and_step, NULL, 0), BELAY_ERROR_HANDLE);
    check_numbers(world, ball, NAN);
    check_numbers(world, ball, -INFINITY);
    scene_steps(world, 1);
    cr_expect_eq(belay_world_get_stats(world)->commands, 0);
    cr_expect_str_empty(belay_world_last_error(world), "it belongs to the thread that steps");
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// BUSY: calls of another thread while a step runs
// ---------------------------------------------------------------------------------------------------------------------

static void expect_busy(belay_result result, const char* call)
{
    cr_expect_eq(result, BELAY_ERROR_BUSY, "%s answered: %s", call, belay_result_text(result));
}
#define EXPECT_BUSY(call) expect_busy((call), #call)

typedef struct intruder {
    belay_world* world;
    belay_body_id ball;
    int visits;
} intruder;

static void no_system(belay_world* world, double h, void* context)
{
    (void)world, (void)h, (void)context;
}

static void try_steps_and_settings(belay_world* world)
{
    unsigned char bytes[8];
    size_t size;
    belay_solver_settings settings = belay_solver_settings_default();
    belay_system_def system = {"none", BELAY_PHASE_EVENTS, no_system, NULL};
    EXPECT_BUSY(belay_world_step(world));
    EXPECT_BUSY(belay_world_advance(world, 0.1, NULL));
    EXPECT_BUSY(belay_world_destroy(world));
    EXPECT_BUSY(belay_world_publish_view(world));
    EXPECT_BUSY(belay_world_set_gravity(world, v3_zero()));
    EXPECT_BUSY(belay_world_set_step_seconds(world, 1.0));
    EXPECT_BUSY(belay_world_set_theta(world, 1.0));
    EXPECT_BUSY(belay_world_set_solver(world, &settings));
    EXPECT_BUSY(belay_world_set_restitution_threshold(world, 1.0));
    EXPECT_BUSY(belay_world_set_sleep(world, false));
    EXPECT_BUSY(belay_world_snapshot(world, bytes, sizeof bytes, &size));
    EXPECT_BUSY(belay_world_restore(world, bytes, sizeof bytes));
    EXPECT_BUSY(belay_system_add(world, &system));
}

static void try_bodies(belay_world* world, belay_body_id ball)
{
    belay_body_def def = belay_body_def_default();
    belay_body_id made;
    belay_body_state state;
    belay_collider_def shape = belay_collider_def_sphere(0.1);
    belay_entity entity;
    EXPECT_BUSY(belay_body_create(world, &def, &made));
    EXPECT_BUSY(belay_body_destroy(world, ball));
    EXPECT_BUSY(belay_entity_create(world, &entity));
    EXPECT_BUSY(belay_entity_destroy(world, belay_body_entity(ball)));
    EXPECT_BUSY(belay_collider_create(world, ball, &shape, NULL));
    EXPECT_BUSY(belay_body_set_pose(world, ball, belay_pose_identity()));
    EXPECT_BUSY(belay_body_set_velocity(world, ball, v3(1.0, 0.0, 0.0), v3_zero()));
    EXPECT_BUSY(belay_body_apply_force(world, ball, v3(1.0, 0.0, 0.0)));
    EXPECT_BUSY(belay_body_apply_impulse_at(world, ball, v3(1.0, 0.0, 0.0), v3_zero()));
    EXPECT_BUSY(belay_body_set_type(world, ball, BELAY_BODY_STATIC));
    EXPECT_BUSY(belay_body_set_awake(world, ball, false));
    EXPECT_BUSY(belay_body_get_state(world, ball, &state));
}

static void try_others(belay_world* world, belay_body_id ball)
{
    belay_joint_def joint = belay_joint_def_default(BELAY_JOINT_BALL);
    joint.body_a = ball;
    belay_joint_id made;
    belay_rod_def rod = belay_rod_def_default();
    belay_rod_id rod_made;
    belay_ray_hit hit;
    bool is_hit;
    belay_iterator iterator;
    belay_local_model model;
    EXPECT_BUSY(belay_joint_create(world, &joint, &made));
    EXPECT_BUSY(belay_joint_def_at(world, BELAY_JOINT_BALL, ball, ball, v3_zero(), v3_zero(), &joint));
    EXPECT_BUSY(belay_rod_create(world, &rod, &rod_made));
    EXPECT_BUSY(belay_iterator_begin(world, &BELAY_COMPONENT_BODY_STATE, 1, &iterator));
    EXPECT_BUSY(belay_world_cast_ray(world, v3(0.0, 0.0, 5.0), v3(0.0, 0.0, -9.0), NULL, &hit, &is_hit));
    EXPECT_BUSY(belay_world_get_local_model(world, ball, &model));
}

static void* intrude(void* context)
{
    intruder* i = context;
    try_steps_and_settings(i->world);
    try_bodies(i->world, i->ball);
    try_others(i->world, i->ball);
    // These two are for all threads.
    belay_view view;
    cr_expect(belay_world_acquire_view(i->world, &view) == BELAY_OK);
    belay_world_release_view(i->world, &view);
    cr_expect(belay_body_queue_force(i->world, i->ball, v3(1.0, 0.0, 0.0)) == BELAY_OK);
    i->visits++;
    return NULL;
}

// The other thread does all of it while the system waits, so it is inside the step.
static void let_intrude(belay_world* world, double h, void* context)
{
    (void)world, (void)h;
    pthread_t thread;
    cr_assert(pthread_create(&thread, NULL, intrude, context) == 0);
    pthread_join(thread, NULL);
}

Test(scene_K3, another_thread_is_told_that_the_world_is_busy_and_changes_nothing)
{
    for (int phase = 0; phase < BELAY_PHASE_COUNT; phase++) {
        belay_world *world = world_for_commands(), *control = world_for_commands();
        intruder i = {world, add_ball(world), 0};
        add_ball(control);
        belay_system_def system = {"intrude", (belay_phase)phase, let_intrude, &i};
        cr_assert(belay_system_add(world, &system) == BELAY_OK);
        scene_steps(world, 1);
        scene_steps(control, 1);
        cr_expect_eq(i.visits, 1);
        cr_expect_eq(belay_world_hash(world), belay_world_hash(control), "phase %d", phase);
        cr_expect_str_empty(belay_world_last_error(world));
        // What was queued meanwhile acts in the next step.
        cr_assert(belay_body_apply_force(control, i.ball, v3(1.0, 0.0, 0.0)) == BELAY_OK);
        scene_steps(world, 1);
        scene_steps(control, 1);
        cr_expect_eq(belay_world_hash(world), belay_world_hash(control), "phase %d", phase);
        cr_expect_eq(belay_world_step(world), BELAY_OK, "the world is free again");
        belay_world_destroy(world);
        belay_world_destroy(control);
    }
}

typedef struct stepper {
    belay_world* world;
    uint64_t made, busy, other;
} stepper;

static void* step_often(void* context)
{
    stepper* s = context;
    for (int i = 0; i < 500; i++) {
        belay_result result = belay_world_step(s->world);
        s->made += result == BELAY_OK;
        s->busy += result == BELAY_ERROR_BUSY;
        s->other += result != BELAY_OK && result != BELAY_ERROR_BUSY;
    }
    return NULL;
}

Test(scene_K3, of_two_threads_that_step_one_is_busy_and_nothing_is_lost)
{
    belay_world *world = world_for_commands(), *control = world_for_commands();
    add_ball(world);
    add_ball(control);
    stepper s[2] = {{world, 0, 0, 0}, {world, 0, 0, 0}};
    pthread_t threads[2];
    for (int k = 0; k < 2; k++)
        cr_assert(pthread_create(&threads[k], NULL, step_often, &s[k]) == 0);
    for (int k = 0; k < 2; k++)
        pthread_join(threads[k], NULL);
    cr_expect_eq(s[0].other + s[1].other, 0);
    cr_expect_eq(s[0].made + s[1].made + s[0].busy + s[1].busy, 1000);
    cr_expect_eq(belay_world_get_step_count(world), s[0].made + s[1].made);
    scene_steps(control, (int)belay_world_get_step_count(world));
    cr_expect_eq(belay_world_hash(world), belay_world_hash(control));
    belay_world_destroy(world);
    belay_world_destroy(control);
}
