// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What a tick of the servo costs, by kind of tool and number of frictional contacts, with 20 sweeps: ticks between two
// models, and ticks that take a new one. In CPU time, where the system tells it: haptics 7.8.
//
// Even CPU time has what interrupts and other programs' use of the caches add, a few times in a thousand. The same
// ticks are made several times over: the least time of each is its work, and the quantile of those is the tail of the
// work.

#include "haptics/bench_haptics.h"

#include "belay/haptic_servo.h"
#include "belay/quat.h"
#include "bench.h"

#include <stdio.h>
#include <string.h>

#define TICKS 20000
#define RUNS 5
#define TICKS_PER_MODEL 4
#define ASKED_CONTACTS 8 // at these, ASKED_MEAN and ASKED_P999 of all ticks are asked for
#define ASKED_MEAN 20e-6 // s
#define ASKED_P999 50e-6 // s: 99.9 % of ticks

// Contacts on a bowl's inside, all pressed.
static void fill_contact(belay_local_contact* c, int i)
{
    c->point = v3(0.02 * (i % 4 - 1.5), 0.01 * (i / 4 - 1.5), 0.0);
    c->normal = v3_normalize_or(v3(-8.0 * c->point.x, -8.0 * c->point.y, 1.0), v3(0.0, 0.0, 1.0));
    c->tangent1 = v3_any_orthogonal(c->normal);
    c->tangent2 = v3_cross(c->normal, c->tangent1);
    c->friction = 0.5;
    c->feature = (uint32_t)i;
    c->surface.pose = belay_pose_identity();
    const belay_vec3 frame[3] = {c->normal, c->tangent1, c->tangent2};
    for (int k = 0; k < 3; k++) {
        belay_vec3 turn = v3_cross(c->point, frame[k]);
        const double row[6] = {frame[k].x, frame[k].y, frame[k].z, turn.x, turn.y, turn.z};
        memcpy(c->jacobian[k], row, sizeof row);
    }
}

static void fill_model(belay_haptic_contact_model* model, int count)
{
    memset(model, 0, sizeof *model);
    belay_local_model* m = &model->local;
    m->step_seconds = TICKS_PER_MODEL * 1e-3;
    m->theta = 0.5;
    m->pose = belay_pose_identity();
    m->count = count;
    for (int i = 0; i < count; i++) {
        fill_contact(&m->contacts[i], i);
        for (int k = 3 * i; k < 3 * i + 3; k++)
            m->compliance[k][k] = 20.0;
    }
}

static void place_device(belay_haptic_input* device, int tick)
{
    device->position = v3(3e-3 * sin(0.01 * tick), 2e-3 * cos(0.013 * tick), -2e-3 - 1e-3 * sin(0.02 * tick));
    device->rotation = q_exp(v3(0.01 * sin(0.01 * tick), 0.01 * cos(0.02 * tick), 0.01));
}

// The times of ticks between two models, and of those with a new one, in one run; and the least of each in all runs.
typedef struct tick_times {
    double plain[TICKS], fresh[TICKS], all[TICKS], least[TICKS]; // s
    size_t plain_count, fresh_count;
} tick_times;

static void run_ticks(belay_haptic_servo* servo, int count, int run, tick_times* times)
{
    static belay_haptic_contact_model model;
    fill_model(&model, count);
    belay_haptic_servo_input input = {.model = &model, .dt = 1e-3, .commands = BELAY_HAPTIC_START};
    belay_haptic_servo_output output;
    times->plain_count = times->fresh_count = 0;
    for (int i = 0; i < TICKS; i++) {
        bool is_new = i % TICKS_PER_MODEL == 0;
        if (is_new) {
            model.local.step++;
            belay_haptic_contact_model_seal(&model, model.sequence + 1);
        }
        place_device(&input.device, i);
        double begin = bench_cpu_seconds();
        belay_haptic_servo_tick(servo, &input, &output);
        times->all[i] = bench_cpu_seconds() - begin;
        times->least[i] = run == 0 ? times->all[i] : fmin(times->least[i], times->all[i]);
        if (is_new)
            times->fresh[times->fresh_count++] = times->all[i];
        else
            times->plain[times->plain_count++] = times->all[i];
        input.commands = 0;
    }
}

static int run_case(belay_haptic_tool_kind kind, const char* name, int count)
{
    static tick_times times;
    belay_haptic_device_info info = {.position_step = 55e-6, .rate = 1000.0};
    belay_haptic_servo_config config = belay_haptic_servo_config_default(&info);
    config.tool = kind;
    for (int run = 0; run < RUNS; run++) {
        belay_haptic_servo* servo;
        belay_error error;
        if (belay_haptic_servo_create(&config, &servo, &error) != BELAY_OK) {
            fprintf(stderr, "bench: %s\n", error.message);
            return 1;
        }
        run_ticks(servo, count, run, &times);
        belay_haptic_servo_destroy(servo);
    }
    bench_times p = bench_summarize(times.plain, times.plain_count);
    bench_times f = bench_summarize(times.fresh, times.fresh_count);
    bench_times a = bench_summarize(times.all, TICKS), w = bench_summarize(times.least, TICKS); // sorts
    double p999 = times.all[(int)(0.999 * (TICKS - 1))], work = times.least[(int)(0.999 * (TICKS - 1))];
    bool is_asked = count == ASKED_CONTACTS, is_within = w.mean <= ASKED_MEAN && work <= ASKED_P999;
    printf("%-8s %8d   %7.2f %7.2f   %7.2f %7.2f   %7.2f %7.2f   %7.2f %7.2f  %s\n", name, count, 1e6 * p.mean,
           1e6 * p.p99, 1e6 * f.mean, 1e6 * f.p99, 1e6 * a.mean, 1e6 * p999, 1e6 * w.mean, 1e6 * work,
           !is_asked   ? ""
           : is_within ? "within"
                       : "ABOVE");
    return 0;
}

int bench_haptics_servo(void)
{
    const int counts[] = {0, 1, 4, 8, 16};
    const char* const names[] = {"point", "pose", "dynamic"};
    int failed = 0;
    printf("haptic servo: one tick, microseconds of CPU time; asked for with %d contacts: %g in the mean, %g for 99.9 "
           "%% of ticks, of their work\n",
           ASKED_CONTACTS, 1e6 * ASKED_MEAN, 1e6 * ASKED_P999);
    printf("                    between models    with a new model         all          least of %d runs\n", RUNS);
    printf("tool     contacts      mean    99 %%      mean    99 %%      mean  99.9 %%      mean  99.9 %%\n");
    for (int kind = BELAY_HAPTIC_TOOL_POINT; kind <= BELAY_HAPTIC_TOOL_DYNAMIC; kind++)
        for (int k = 0; k < 5; k++)
            failed |= run_case((belay_haptic_tool_kind)kind, names[kind], counts[k]);
    return failed;
}
