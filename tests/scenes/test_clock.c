// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The clock: steps per call of belay_world_advance, time given up, the blend factor, and systems within a step.

#include "support/chance.h"
#include "support/scene.h"

#include <criterion/criterion.h>
#include <string.h>

#define CLOCK_H (1.0 / 60.0)

static belay_world* stall_world(void)
{
    belay_world_def def = belay_world_def_default();
    def.step_seconds = CLOCK_H;
    def.max_steps_per_advance = 5;
    belay_world* world = scene_world_of(&def);
    scene_ball ball = scene_ball_default();
    scene_add_ball(world, &ball);
    return world;
}

static belay_advance_report advance(belay_world* world, double seconds)
{
    belay_advance_report r = {-1, -1.0, -1.0};
    cr_assert(belay_world_advance(world, seconds, &r) == BELAY_OK);
    cr_assert(r.blend >= 0.0 && r.blend < 1.0, "blend %.17g after %g s", r.blend, seconds);
    return r;
}

// Advances `count` times; ends the test unless each call made `each` steps and gave nothing up.
static void advance_evenly(belay_world* world, double seconds, int count, int each)
{
    for (int i = 0; i < count; i++) {
        belay_advance_report r = advance(world, seconds);
        cr_assert_eq(r.steps, each, "call %d made %d steps", i, r.steps);
        cr_assert(r.dropped_seconds == 0.0);
    }
}

Test(scene_K2, stall_is_bounded_and_forgotten)
{
    // 60 calls of h: a step each. 5 s: the bound of 5, the rest 5 - 5/60 is given up. Then as if nothing had been.
    belay_world* world = stall_world();
    advance_evenly(world, CLOCK_H, 60, 1);
    belay_advance_report r = advance(world, 5.0);
    cr_expect_eq(r.steps, 5);
    cr_expect_float_eq(r.dropped_seconds, 5.0 - 5.0 / 60.0, 1e-12);
    advance_evenly(world, CLOCK_H, 60, 1);
    cr_expect_eq(belay_world_get_step_count(world), 125);
    cr_expect_float_eq(belay_world_get_time(world), 125.0 / 60.0, 1e-12);
    cr_log_info("K2: 60, %d with %.6f s dropped (4.916667), 60", r.steps, r.dropped_seconds);
    belay_world_destroy(world);
}

Test(scene_K2, small_frames_add_up)
{
    // 144 frames of 1/144 s are one second: 60 steps; then nothing is left for 0 s and for 1 ns.
    belay_world* world = stall_world();
    int steps = 0;
    for (int i = 0; i < 144; i++) {
        belay_advance_report r = advance(world, 1.0 / 144.0);
        cr_assert(r.steps == 0 || r.steps == 1);
        steps += r.steps;
    }
    cr_expect(steps >= 59 && steps <= 61, "%d steps", steps);
    int at_once = advance(world, 0.0).steps, after = advance(world, 1e-9).steps;
    cr_expect_eq(at_once, 0);
    cr_expect_eq(after, 0, "the rounding of 144 sums left a whole step to 1 ns");
    cr_log_info("K2: 144 frames of 1/144 s made %d steps, then 0 s %d, 1 ns %d", steps, at_once, after);
    belay_world_destroy(world);
}

Test(scene_K2, blend_is_the_share_of_the_next_step)
{
    belay_world* world = stall_world();
    const double frames[] = {0.25, 0.5, 0.75}, blends[] = {0.25, 0.75, 0.5};
    for (int i = 0; i < 3; i++) {
        belay_advance_report r = advance(world, frames[i] * CLOCK_H);
        cr_expect_eq(r.steps, i == 2 ? 1 : 0);
        cr_expect_leq(fabs(r.blend - blends[i]), 1e-12);
    }
    cr_expect(belay_world_advance(world, CLOCK_H, NULL) == BELAY_OK, "the report may be left out");
    cr_expect_eq(belay_world_get_step_count(world), 2);
    belay_world_destroy(world);
}

Test(scene_K2, blend_stays_below_one_for_any_frame)
{
    belay_world* world = stall_world();
    uint64_t state = 1;
    for (int i = 0; i < 20000; i++)
        advance(world, 0.03 * chance_next(&state));
    belay_world_destroy(world);
}

Test(scene_K2, frame_just_below_a_step_keeps_its_blend_below_one)
{
    belay_world* world = stall_world();
    advance(world, nextafter(CLOCK_H, 0.0)); // a step or none, but no blend of 1
    advance(world, nextafter(CLOCK_H, 0.0));
    belay_world_destroy(world);
}

Test(scene_K2, step_may_become_shorter_than_what_is_kept)
{
    belay_world* world = stall_world();
    advance(world, 0.9 * CLOCK_H);
    cr_assert(belay_world_set_step_seconds(world, 0.25 * CLOCK_H) == BELAY_OK);
    belay_advance_report r = advance(world, 0.0);
    cr_expect_eq(r.steps, 3);
    cr_expect_float_eq(r.blend, 0.6, 1e-9);
    belay_world_destroy(world);
}

Test(scene_K2, advance_equals_steps)
{
    belay_world *world = stall_world(), *control = stall_world();
    for (int i = 0; i < 50; i++) {
        advance(world, CLOCK_H);
        scene_steps(control, 1);
        cr_assert(belay_world_hash(world) == belay_world_hash(control));
    }
    belay_world_destroy(world);
    belay_world_destroy(control);
}

Test(scene_K2, bad_frames_leave_the_clock_alone)
{
    belay_world *world = stall_world(), *control = stall_world();
    advance(world, 0.7 * CLOCK_H);
    advance(control, 0.7 * CLOCK_H);
    const double bad[] = {-1.0, -1e-300, (double)NAN, (double)INFINITY, -(double)INFINITY, 1e300};
    const char* text[] = {"-1", "-1e-300", "nan", "inf", "-inf", "1e+300"};
    for (int i = 0; i < 6; i++) {
        belay_advance_report r = {42, 43.0, 44.0};
        uint64_t hash = belay_world_hash(world);
        scene_check_refused(world, hash, belay_world_advance(world, bad[i], &r), BELAY_ERROR_VALUE, "frame_seconds",
                            text[i]);
        cr_expect(r.steps == 42 && r.dropped_seconds == 43.0 && r.blend == 44.0, "the report was written");
    }
    for (int i = 0; i < 100; i++) {
        advance(world, 0.011);
        advance(control, 0.011);
        cr_assert(belay_world_hash(world) == belay_world_hash(control));
    }
    belay_world_destroy(world);
    belay_world_destroy(control);
}

// ---------------------------------------------------------------------------------------------------------------------
// Systems
// ---------------------------------------------------------------------------------------------------------------------

typedef struct diary {
    char text[64];
    double h;
    uint64_t steps_seen[BELAY_PHASE_COUNT];
} diary;

typedef struct diarist {
    diary* to;
    char letter;
    belay_phase phase;
} diarist;

static void write_diary(belay_world* world, double h, void* context)
{
    const diarist* d = context;
    size_t length = strlen(d->to->text);
    if (length + 1 < sizeof d->to->text) d->to->text[length] = d->letter;
    d->to->h = h;
    d->to->steps_seen[d->phase] = belay_world_get_step_count(world);
}

static void add_system(belay_world* world, belay_phase phase, belay_system_fn* run, void* context)
{
    belay_system_def def = {"test", phase, run, context};
    cr_assert(belay_system_add(world, &def) == BELAY_OK);
}

Test(systems, run_by_phase_and_in_the_order_of_adding)
{
    belay_world* world = stall_world();
    diary book = {"", 0.0, {9, 9, 9}};
    diarist d[6] = {{&book, 'e', BELAY_PHASE_EVENTS},   {&book, 'f', BELAY_PHASE_FORCES},
                    {&book, 'c', BELAY_PHASE_COMMANDS}, {&book, 'E', BELAY_PHASE_EVENTS},
                    {&book, 'C', BELAY_PHASE_COMMANDS}, {&book, 'F', BELAY_PHASE_FORCES}};
    for (int i = 0; i < 6; i++)
        add_system(world, d[i].phase, write_diary, &d[i]);
    scene_steps(world, 2);
    cr_expect_str_eq(book.text, "cCfFeEcCfFeE");
    cr_expect(book.h == CLOCK_H);
    cr_expect_eq(book.steps_seen[BELAY_PHASE_COMMANDS], 1, "commands run before the step is counted");
    cr_expect_eq(book.steps_seen[BELAY_PHASE_EVENTS], 2, "events run after it");
    belay_world_destroy(world);
}

typedef struct offender {
    void* snapshot;
    size_t size;
    int calls;
    belay_result step, advance, restore, destroy;
} offender;

static void offend(belay_world* world, double h, void* context)
{
    offender* o = context;
    o->calls++;
    o->step = belay_world_step(world);
    o->advance = belay_world_advance(world, h, NULL);
    o->restore = belay_world_restore(world, o->snapshot, o->size);
    o->destroy = belay_world_destroy(world);
}

static void check_offence(belay_phase phase)
{
    belay_world *world = stall_world(), *control = stall_world();
    unsigned char bytes[8192];
    offender o = {bytes, 0, 0, BELAY_OK, BELAY_OK, BELAY_OK, BELAY_OK};
    cr_assert(belay_world_snapshot(world, bytes, sizeof bytes, &o.size) == BELAY_OK);
    add_system(world, phase, offend, &o);
    scene_check_same_course(world, control, 20);
    cr_expect_eq(o.calls, 20);
    cr_expect(o.step == BELAY_ERROR_STATE);
    cr_expect(o.advance == BELAY_ERROR_STATE);
    cr_expect(o.restore == BELAY_ERROR_STATE);
    cr_expect(o.destroy == BELAY_ERROR_STATE);
    cr_expect(belay_world_restore(world, bytes, o.size) == BELAY_OK, "outside it is allowed again");
    cr_expect(belay_world_destroy(world) == BELAY_OK);
    belay_world_destroy(control);
}

Test(systems, step_advance_restore_and_destroy_are_refused_inside)
{
    check_offence(BELAY_PHASE_COMMANDS);
    check_offence(BELAY_PHASE_FORCES);
    check_offence(BELAY_PHASE_EVENTS);
}

static void push_up(belay_world* world, double h, void* context)
{
    (void)h;
    scene_push(world, *(belay_body_id*)context, v3(0.0, 0.0, SCENE_G));
}

Test(systems, forces_of_a_system_act_in_the_same_step)
{
    // 1 kg held up by its weight: it stays where it is, to the bit.
    belay_world* world = scene_world(CLOCK_H);
    scene_ball ball = scene_ball_default();
    belay_body_id body = scene_add_ball(world, &ball);
    add_system(world, BELAY_PHASE_FORCES, push_up, &body);
    scene_steps(world, 100);
    cr_expect(scene_state(world, body).pose.position.z == 0.0);
    belay_world_destroy(world);
}

typedef struct turnover {
    belay_body_id body;
    int made;
} turnover;

// Replaces the body by a new one in each step.
static void replace_body(belay_world* world, double h, void* context)
{
    (void)h;
    turnover* t = context;
    if (t->made > 0) cr_assert(belay_body_destroy(world, t->body) == BELAY_OK);
    scene_ball ball = scene_ball_default();
    ball.position = v3(0.0, 0.0, 0.04 + 0.01 * (t->made % 5));
    t->body = scene_add_ball(world, &ball);
    t->made++;
}

Test(systems, may_create_and_destroy_in_any_phase)
{
    for (int phase = 0; phase < BELAY_PHASE_COUNT; phase++) {
        belay_world* world = scene_world(CLOCK_H);
        scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
        turnover t = {{0}, 0};
        add_system(world, (belay_phase)phase, replace_body, &t);
        scene_steps(world, 200);
        cr_expect_eq(t.made, 200);
        cr_expect(v3_is_finite(scene_state(world, t.body).pose.position));
        belay_world_destroy(world);
    }
}

Test(systems, bad_systems_are_refused)
{
    belay_world* world = stall_world();
    belay_system_def good = {"test", BELAY_PHASE_FORCES, push_up, NULL}, bad = good;
    cr_expect(belay_system_add(world, NULL) == BELAY_ERROR_VALUE);
    bad.run = NULL;
    cr_expect(belay_system_add(world, &bad) == BELAY_ERROR_VALUE);
    bad = good;
    bad.name = NULL;
    cr_expect(belay_system_add(world, &bad) == BELAY_ERROR_VALUE);
    bad = good;
    bad.phase = BELAY_PHASE_COUNT;
    cr_expect(belay_system_add(world, &bad) == BELAY_ERROR_VALUE);
    cr_expect(belay_system_add(NULL, &good) == BELAY_ERROR_HANDLE);
    for (int i = 0; i < BELAY_MAX_SYSTEMS; i++)
        cr_assert(belay_system_add(world, &good) == BELAY_OK);
    cr_expect(belay_system_add(world, &good) == BELAY_ERROR_CAPACITY);
    belay_world_destroy(world);
}
