// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// An allocator that fails does no harm: each call that finds no memory can be made again as if it had not been, and a
// world that has none left can be destroyed.

#include "support/ledger.h"
#include "support/scene.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------------------------------
// One call at a time
// ---------------------------------------------------------------------------------------------------------------------

// A course through everything that may allocate, one call at a time.
typedef struct course {
    ledger ledger;
    belay_world_def def;
    belay_world* world;
    belay_body_id ground, balls[6];
    belay_collider_id plane, spheres[6];
    belay_entity entities[6];
    belay_component_id mark;
    unsigned char bytes[1 << 15];
    size_t size;
    int steps;
} course;

static belay_result make_world(course* c, int i)
{
    (void)i;
    return belay_world_create(&c->def, &c->world, NULL);
}

static belay_result make_ground(course* c, int i)
{
    (void)i;
    belay_body_def def = belay_body_def_default();
    def.type = BELAY_BODY_STATIC;
    return belay_body_create(c->world, &def, &c->ground);
}

static belay_result make_plane(course* c, int i)
{
    (void)i;
    belay_collider_def def = belay_collider_def_plane(v3(0.0, 0.0, 1.0), 0.0);
    return belay_collider_create(c->world, c->ground, &def, &c->plane);
}

static belay_result make_rail(course* c, int i)
{
    const belay_vec3 points[] = {{-1.0, 0.1 * i, 0.1}, {0.0, 0.1 * i, 0.05}, {1.0, 0.1 * i, 0.1}};
    belay_collider_def def = belay_collider_def_tube(points, 3, false, 0.01);
    belay_collider_id id;
    return belay_collider_create(c->world, c->ground, &def, &id);
}

static belay_result make_ball(course* c, int i)
{
    belay_body_def def = belay_body_def_default();
    def.inertia = belay_inertia_sphere(1.0, 0.05);
    def.pose.position = v3(0.09 * i, 0.05, 0.1 + 0.02 * i);
    return belay_body_create(c->world, &def, &c->balls[i]);
}

static belay_result make_sphere(course* c, int i)
{
    belay_collider_def def = belay_collider_def_sphere(0.05);
    return belay_collider_create(c->world, c->balls[i], &def, &c->spheres[i]);
}

static belay_result make_pair(course* c, int i)
{
    return belay_pair_set_material(c->world, c->plane, c->spheres[i], (belay_material){0.1 * i, 0.0});
}

static belay_result make_type(course* c, int i)
{
    (void)i;
    belay_component_def def = {"mark", 40};
    return belay_component_register(c->world, &def, &c->mark);
}

static belay_result make_entity(course* c, int i)
{
    return belay_entity_create(c->world, &c->entities[i]);
}

static belay_result make_component(course* c, int i)
{
    return belay_component_add(c->world, c->entities[i], c->mark, NULL, NULL);
}

static belay_result step_once(course* c, int i)
{
    (void)i;
    belay_result result = belay_world_step(c->world);
    c->steps += result == BELAY_OK;
    return result;
}

static belay_result take_snapshot(course* c, int i)
{
    (void)i;
    return belay_world_snapshot(c->world, c->bytes, sizeof c->bytes, &c->size);
}

// Into a world anew, so that every array has to grow; then into the one it came from.
static belay_result restore_elsewhere(course* c, int i)
{
    (void)i;
    belay_world* fresh = NULL;
    belay_component_def def = {"mark", 40};
    belay_component_id mark;
    belay_result result = belay_world_create(&c->def, &fresh, NULL);
    if (result != BELAY_OK) return result;
    cr_assert(belay_component_register(fresh, &def, &mark) == BELAY_OK);
    uint64_t empty = belay_world_hash(fresh);
    result = belay_world_restore(fresh, c->bytes, c->size);
    cr_assert((result == BELAY_OK) == (belay_world_hash(fresh) == belay_world_hash(c->world)));
    cr_assert((result == BELAY_OK) == (belay_world_hash(fresh) != empty));
    belay_world_destroy(fresh);
    return result;
}

typedef struct stage {
    belay_result (*call)(course* c, int i);
    int count;
} stage;

static const stage stages[] = {{make_world, 1},        {make_ground, 1},    {make_plane, 1}, {make_rail, 3},
                               {make_ball, 6},         {make_sphere, 6},    {make_pair, 6},  {make_type, 1},
                               {make_entity, 6},       {make_component, 6}, {step_once, 60}, {take_snapshot, 1},
                               {restore_elsewhere, 1}, {step_once, 10}};

// One call of a stage; ends the test unless it succeeds, or says MEMORY and has changed nothing.
static belay_result call_stage(course* c, const stage* s, int i)
{
    uint64_t hash = belay_world_hash(c->world);
    belay_result result = s->call(c, i);
    cr_assert(result == BELAY_OK || result == BELAY_ERROR_MEMORY, "%s", belay_result_text(result));
    cr_assert(result == BELAY_OK || belay_world_hash(c->world) == hash, "a call without memory changed the world");
    bool has_text = s->call == restore_elsewhere || strlen(belay_world_last_error(c->world)) > 0;
    cr_assert(result == BELAY_OK || has_text);
    return result;
}

static course* course_new(long fail_at, bool fails_on)
{
    course* c = calloc(1, sizeof *c);
    c->ledger.fail_at = fail_at;
    c->ledger.fails_on = fails_on;
    c->def = ledger_world_def(&c->ledger);
    return c;
}

// The whole course; a call that found no memory is made again. Returns the hash at the end, and whether any failed.
static uint64_t run_course(course* c, int* failures)
{
    for (size_t k = 0; k < sizeof stages / sizeof *stages; k++) {
        for (int i = 0; i < stages[k].count; i++) {
            if (call_stage(c, &stages[k], i) == BELAY_OK) continue;
            (*failures)++;
            cr_assert(call_stage(c, &stages[k], i) == BELAY_OK, "the second try has memory");
        }
    }
    return belay_world_hash(c->world);
}

Test(out_of_memory, one_failure_anywhere_is_survived_without_a_trace)
{
    uint64_t right = 0;
    long asked = 1, survived = 0;
    for (long n = 0; n <= asked; n++) {
        int failures = 0;
        course* c = course_new(n, false);
        uint64_t hash = run_course(c, &failures);
        if (n == 0) {
            right = hash;
            asked = c->ledger.calls;
        }
        cr_assert_eq(hash, right, "allocation %ld left a trace", n);
        cr_assert_leq(failures, 1);
        survived += failures;
        belay_world_destroy(c->world);
        ledger_check_settled(&c->ledger);
        free(c);
    }
    cr_expect_gt(survived, 20);
    cr_log_info("allocation: %ld allocations in the course, %ld failures seen by a call, all survived", asked,
                survived);
}

Test(out_of_memory, no_memory_at_all_from_any_point_is_survived)
{
    long asked = 1;
    for (long n = 1; n <= asked; n++) {
        course* c = course_new(n, true);
        belay_result result = BELAY_OK;
        for (size_t k = 0; k < sizeof stages / sizeof *stages && result == BELAY_OK; k++)
            for (int i = 0; i < stages[k].count && result == BELAY_OK; i++)
                result = call_stage(c, &stages[k], i);
        asked = result == BELAY_OK ? 0 : n + 1;
        if (c->world != NULL) {
            c->ledger.fail_at = 0; // memory comes back: the world goes on
            scene_steps(c->world, 3);
        }
        belay_world_destroy(c->world);
        ledger_check_settled(&c->ledger);
        free(c);
    }
}

Test(out_of_memory, world_without_memory_says_so)
{
    ledger l = {.fail_at = 1, .fails_on = true};
    belay_world_def def = ledger_world_def(&l);
    belay_world* world = NULL;
    belay_error error;
    cr_expect(belay_world_create(&def, &world, &error) == BELAY_ERROR_MEMORY);
    cr_expect(world == NULL && error.code == BELAY_ERROR_MEMORY && strlen(error.message) > 0);
    ledger_check_settled(&l);
}

// ---------------------------------------------------------------------------------------------------------------------
// Steps with a program around them
// ---------------------------------------------------------------------------------------------------------------------

// Joints, rods, sleepers that are woken, events, views, commands and systems of all phases.
typedef struct program {
    ledger ledger;
    belay_world* world;
    belay_body_id pushed;
    int runs[BELAY_PHASE_COUNT], commands;
} program;

static program* running; // whose commands run

static belay_result count_command(belay_world* world, const void* data)
{
    (void)data;
    running->commands++;
    return belay_body_apply_force(world, running->pushed, v3(0.0, 30.0, 0.0));
}

static void run_commands_phase(belay_world* world, double h, void* context)
{
    (void)h;
    program* p = context;
    p->runs[BELAY_PHASE_COMMANDS]++;
    cr_assert(belay_world_queue_command(world, count_command, NULL, 0) == BELAY_OK);
}

static void run_forces_phase(belay_world* world, double h, void* context)
{
    (void)h;
    program* p = context;
    p->runs[BELAY_PHASE_FORCES]++;
    cr_assert(belay_body_apply_force(world, p->pushed, v3(20.0, 0.0, 0.0)) == BELAY_OK);
}

static void run_events_phase(belay_world* world, double h, void* context)
{
    (void)world;
    (void)h;
    ((program*)context)->runs[BELAY_PHASE_EVENTS]++;
}

static void add_things(program* p)
{
    belay_world* world = p->world;
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    scene_ball ball = scene_ball_default();
    ball.position = v3(0.0, 0.0, ball.radius);
    p->pushed = scene_add_ball(world, &ball);
    for (int i = 1; i < 4; i++) {
        ball.position.x = 2.02 * ball.radius * i;
        belay_body_id other = scene_add_ball(world, &ball);
        if (i > 1) cr_assert(belay_body_set_awake(world, other, false) == BELAY_OK); // to be pushed awake
    }
    belay_joint_def hinge;
    belay_body_id door = scene_add_body(world, BELAY_BODY_DYNAMIC, v3(5.0, 0.0, 2.0));
    cr_assert(belay_joint_def_at(world, BELAY_JOINT_HINGE, door, (belay_body_id){0}, v3(4.5, 0.0, 2.0),
                                 v3(0.0, 0.0, 1.0), &hinge) == BELAY_OK);
    cr_assert(belay_joint_create(world, &hinge, NULL) == BELAY_OK);
    belay_rod_def rope = belay_rod_def_default();
    rope.element_count = 8;
    rope.start = v3(0.0, 1.0, 0.02);
    belay_rod_id rod;
    cr_assert(belay_rod_create(world, &rope, &rod) == BELAY_OK);
    belay_rod_attachment_def hold;
    cr_assert(belay_rod_attachment_def_at(world, rod, BELAY_ROD_PIN, 0.0, door, &hold) == BELAY_OK);
    cr_assert(belay_rod_attach(world, rod, &hold, NULL) == BELAY_OK);
}

static program* program_new(void)
{
    program* p = calloc(1, sizeof *p);
    running = p;
    belay_world_def def = ledger_world_def(&p->ledger);
    def.step_seconds = 0.01;
    def.view_readers = 1;
    def.command_capacity = 8;
    p->world = scene_world_of(&def);
    add_things(p);
    belay_system_def systems[] = {{"commands", BELAY_PHASE_COMMANDS, run_commands_phase, p},
                                  {"forces", BELAY_PHASE_FORCES, run_forces_phase, p},
                                  {"events", BELAY_PHASE_EVENTS, run_events_phase, p}};
    for (int i = 0; i < 3; i++)
        cr_assert(belay_system_add(p->world, &systems[i]) == BELAY_OK);
    return p;
}

// Frames of two steps and a half each; a call that found no memory is made again as it was.
static uint64_t run_program(program* p, int* failures)
{
    for (int frame = 0; frame < 12; frame++) {
        belay_advance_report report;
        int steps = 0;
        belay_result result = belay_world_advance(p->world, 0.025, &report);
        steps += report.steps;
        if (result != BELAY_OK) {
            cr_assert_eq(result, BELAY_ERROR_MEMORY);
            (*failures)++;
            cr_assert(belay_world_advance(p->world, 0.025, &report) == BELAY_OK);
            steps += report.steps;
        }
        cr_assert_eq(steps, frame % 2 == 0 ? 2 : 3, "frame %d", frame);
    }
    return belay_world_hash(p->world);
}

Test(out_of_memory, an_advance_without_memory_is_made_again_as_if_it_had_not_been)
{
    uint64_t right = 0;
    long begin = 0, asked = 0;
    int survived = 0;
    for (long n = 0; n <= asked; n++) {
        int failures = 0;
        program* p = program_new();
        begin = p->ledger.calls;
        if (n > 0) p->ledger.fail_at = begin + n;
        uint64_t hash = run_program(p, &failures);
        if (n == 0) {
            right = hash;
            asked = p->ledger.calls - begin;
        }
        cr_expect_eq(hash, right, "allocation %ld left a trace: %s, %d failures", n, belay_world_last_error(p->world),
                     failures);
        cr_assert_eq(p->runs[BELAY_PHASE_COMMANDS], 30, "allocation %ld: %d", n, p->runs[BELAY_PHASE_COMMANDS]);
        cr_assert_eq(p->runs[BELAY_PHASE_FORCES], 30);
        cr_assert_eq(p->runs[BELAY_PHASE_EVENTS], 30);
        cr_assert_eq(p->commands, 29);
        survived += failures;
        belay_world_destroy(p->world);
        ledger_check_settled(&p->ledger);
        free(p);
    }
    cr_expect_gt(survived, 20, "%d", survived);
}
