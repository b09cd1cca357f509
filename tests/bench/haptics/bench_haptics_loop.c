// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The loop with a world: what it costs a step to hand over the tool's model, and how regularly the thread wakes, with
// and without a real-time priority. The second is a fact about the machine and the load on it: nothing is asked for.

#include "haptics/bench_haptics.h"

#include "belay/belay.h"
#include "belay/haptic_loop.h"
#include "belay/haptic_simulation.h"
#include "belay/timer.h"
#include "belay/vec.h"
#include "bench.h"

#include <SDL.h>
#include <stdio.h>
#include <string.h>

#define STEP 1e-3        // s
#define WARM_UP 200      // steps
#define STEPS 2000       // measured
#define ASKED_SHARE 0.05 // of STEP, for handing over
#define LOOP_SECONDS 5.0
#define SIDE 0.04        // m, of a box
#define ROD_RADIUS 0.003 // m

typedef struct rig {
    belay_haptic_simulation* simulation;
    belay_haptic_loop* loop;
    belay_world* world;
    belay_body_id tool;
} rig;

static void rig_end(rig* r)
{
    if (r->loop != NULL) belay_haptic_loop_detach(r->loop, r->world);
    belay_haptic_loop_destroy(r->loop);
    belay_world_destroy(r->world);
    belay_haptic_simulation_destroy(r->simulation);
}

static belay_body_id add_box(belay_world* world, double height)
{
    belay_body_id body = {0};
    belay_body_def def = belay_body_def_default();
    def.pose.position.z = height;
    def.mass = 0.05;
    def.inertia = belay_inertia_box(def.mass, v3(SIDE, SIDE, SIDE));
    belay_collider_def box = belay_collider_def_box(v3(SIDE, SIDE, SIDE));
    if (belay_body_create(world, &def, &body) == BELAY_OK) belay_collider_create(world, body, &box, NULL);
    return body;
}

static bool make_empty_world(rig* r, bool has_floor)
{
    belay_world_def def = belay_world_def_default();
    def.step_seconds = STEP;
    def.enable_sleep = false;
    if (belay_world_create(&def, &r->world, NULL) != BELAY_OK) return false;
    if (!has_floor) return true;
    belay_body_def ground_def = belay_body_def_default();
    ground_def.type = BELAY_BODY_STATIC;
    belay_body_id ground = {0};
    belay_collider_def plane = belay_collider_def_plane(v3(0.0, 0.0, 1.0), 0.0);
    return belay_body_create(r->world, &ground_def, &ground) == BELAY_OK &&
           belay_collider_create(r->world, ground, &plane, NULL) == BELAY_OK;
}

// A tower of boxes on the floor; the tool is the one on top, so that all the others lie behind it.
static bool make_tower(rig* r, int boxes)
{
    if (!make_empty_world(r, true)) return false;
    for (int i = 0; i < boxes; i++)
        r->tool = add_box(r->world, SIDE * (i + 0.5));
    return true;
}

static bool attach(rig* r, belay_rod_id rod, double s, belay_body_id body)
{
    belay_rod_attachment_def def;
    return belay_rod_attachment_def_at(r->world, rod, BELAY_ROD_CLAMP, s, body, &def) == BELAY_OK &&
           belay_rod_attach(r->world, rod, &def, NULL) == BELAY_OK;
}

// A rubber rod of so many elements of 10 mm, clamped at one end, at this height.
static bool add_rod(rig* r, int elements, double height, uint32_t mask, belay_rod_id* rod)
{
    belay_rod_def def = belay_rod_def_default();
    def.element_count = elements;
    def.length = 0.01 * elements;
    def.radius = ROD_RADIUS;
    def.start.z = height;
    def.damping_time = 0.01;
    def.filter.mask = mask;
    return belay_rod_create(r->world, &def, rod) == BELAY_OK && attach(r, *rod, 0.0, (belay_body_id){0});
}

// It lies on the floor, and the tool on it.
static bool make_rod_on_floor(rig* r, int elements)
{
    belay_rod_id rod;
    if (!make_empty_world(r, true) || !add_rod(r, elements, ROD_RADIUS, UINT32_MAX, &rod)) return false;
    r->tool = add_box(r->world, 2.0 * ROD_RADIUS + 0.5 * SIDE);
    return true;
}

// The tool hangs on its end.
static bool make_rod_on_tool(rig* r, int elements)
{
    belay_rod_id rod;
    if (!make_empty_world(r, false) || !add_rod(r, elements, 0.0, 0, &rod)) return false;
    r->tool = add_box(r->world, 0.0);
    return attach(r, rod, 0.01 * elements, r->tool);
}

static bool make_loop(rig* r, bool wants_realtime)
{
    belay_haptic_simulation_def def = belay_haptic_simulation_def_preset(BELAY_HAPTIC_PRESET_TOUCH);
    belay_haptic_device_info info;
    char why[128];
    def.is_self_clocked = true;
    if (belay_haptic_simulation_create(&def, &r->simulation, NULL) != BELAY_OK) return false;
    belay_haptic_driver driver = belay_haptic_simulation_driver(r->simulation);
    if (driver.ops->probe(driver.driver, &info, 1, why, sizeof why) != 1) return false;
    belay_haptic_loop_def loop = belay_haptic_loop_def_default(driver, &info);
    loop.wants_realtime = wants_realtime;
    return belay_haptic_loop_create(&loop, &r->loop, NULL) == BELAY_OK;
}

typedef bool make_world_fn(rig* r, int count);

static bool rig_begin(rig* r, make_world_fn* make_world, int count, bool wants_realtime)
{
    memset(r, 0, sizeof *r);
    if (make_world(r, count) && make_loop(r, wants_realtime) &&
        belay_haptic_loop_attach(r->loop, r->world, r->tool) == BELAY_OK)
        return true;
    fprintf(stderr, "bench: the haptic loop cannot be set up\n");
    rig_end(r);
    return false;
}

typedef struct publish_case {
    const char* name;
    make_world_fn* make_world;
    int count;
} publish_case;

static int run_publish(const publish_case* c)
{
    static double publish[STEPS], step[STEPS];
    static belay_local_model model;
    rig r;
    if (!rig_begin(&r, c->make_world, c->count, false)) return 1;
    bool is_good = true;
    for (int i = -WARM_UP; i < STEPS && is_good; i++) {
        double begin = bench_cpu_seconds();
        is_good = belay_world_step(r.world) == BELAY_OK;
        double middle = bench_cpu_seconds();
        is_good = is_good && belay_haptic_loop_publish(r.loop, r.world) == BELAY_OK;
        if (i < 0) continue;
        step[i] = middle - begin;
        publish[i] = bench_cpu_seconds() - middle;
    }
    is_good = is_good && belay_world_get_local_model(r.world, r.tool, &model) == BELAY_OK;
    if (is_good) {
        bench_times p = bench_summarize(publish, STEPS), s = bench_summarize(step, STEPS);
        printf("%-24s %8d   %8.2f %8.2f   %8.2f   %5.2f %%  %s\n", c->name, model.count, 1e6 * p.mean, 1e6 * p.p99,
               1e6 * s.mean, 100.0 * p.mean / STEP, p.mean <= ASKED_SHARE * STEP ? "within" : "ABOVE");
    } else {
        fprintf(stderr, "bench: %s\n", belay_world_last_error(r.world));
    }
    rig_end(&r);
    return !is_good;
}

int bench_haptics_publish(void)
{
    const publish_case cases[] = {{"nothing", make_tower, 1},
                                  {"1 box", make_tower, 2},
                                  {"4 boxes", make_tower, 5},
                                  {"9 boxes", make_tower, 10},
                                  {"19 boxes", make_tower, 20},
                                  {"20 elements held", make_rod_on_tool, 20},
                                  {"60 elements held", make_rod_on_tool, 60},
                                  {"20 elements on a floor", make_rod_on_floor, 20},
                                  {"60 elements on a floor", make_rod_on_floor, 60}};
    int failed = 0;
    printf(
        "handing over the model of a box on a tower or a rod, microseconds of CPU time; asked for: %g %% of a step of "
        "%g ms in the mean\n",
        100.0 * ASKED_SHARE, 1e3 * STEP);
    printf("behind                   contacts       mean      p99       step    share\n");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        failed |= run_publish(&cases[i]);
    return failed;
}

// ---------------------------------------------------------------------------------------------------------------------

static void print_times(const char* what, const belay_haptic_times* t)
{
    printf("  %-30s %9.1f %9.1f %9.1f %9.1f\n", what, 1e6 * t->p50, 1e6 * t->p99, 1e6 * t->p999, 1e6 * t->max);
}

static int loop_case(bool wants_realtime)
{
    rig r;
    belay_haptic_loop_stats stats;
    belay_error error;
    if (!rig_begin(&r, make_tower, 1, wants_realtime)) return 1;
    bool is_good = belay_haptic_loop_start(r.loop, &error) == BELAY_OK;
    double end = belay_timer_seconds() + LOOP_SECONDS;
    while (is_good && belay_timer_seconds() < end) {
        is_good = belay_haptic_loop_apply(r.loop, r.world) == BELAY_OK && belay_world_step(r.world) == BELAY_OK &&
                  belay_haptic_loop_publish(r.loop, r.world) == BELAY_OK;
        SDL_Delay(3);
    }
    belay_haptic_loop_get_stats(r.loop, &stats);
    belay_haptic_loop_stop(r.loop);
    if (is_good) {
        printf("priority: %s; %.1f Hz, %llu ticks, %llu never made\n", stats.realtime_text, stats.rate,
               (unsigned long long)stats.ticks, (unsigned long long)stats.missed);
        print_times("period", &stats.period);
        print_times("late by", &stats.latency);
        print_times("work of a tick", &stats.work);
    } else {
        fprintf(stderr, "bench: the loop does not run\n");
    }
    rig_end(&r);
    return !is_good;
}

int bench_haptics_loop(void)
{
    printf("the loop's thread at 1 kHz beside a program that steps a world, microseconds\n");
    printf("  %-30s %9s %9s %9s %9s\n", "", "p50", "p99", "p99.9", "worst");
    return loop_case(true) | loop_case(false);
}
