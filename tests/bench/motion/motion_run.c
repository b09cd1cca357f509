// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Drives one engine through one scene. What is timed is what is done before a step, and the step.

#include "belay/timer.h"
#include "belay/vec.h"
#include "bench.h"
#include "motion/motion.h"

#include <stdlib.h>
#include <string.h>

static void* reserve(int count, size_t size)
{
    void* block = calloc((size_t)count + 1, size);
    if (block == NULL) {
        fprintf(stderr, "bench: no memory\n");
        exit(1);
    }
    return block;
}

// Nothing that moves by itself, and nothing that is changed from outside but bodies that come or go.
static bool find_closed(const motion_scene* s)
{
    for (int i = 0; i < s->body_count; i++)
        if (s->bodies[i].type == BELAY_BODY_KINEMATIC) return false;
    return true;
}

static bool make_first(motion_run* run)
{
    const motion_scene* s = run->scene;
    for (int i = 0; i < s->body_count; i++) {
        if (s->bodies[i].is_late) continue;
        if (!run->calls->make_body(run->world, i)) return false;
        run->is_there[i] = true;
    }
    for (int i = 0; i < s->joint_count; i++)
        if (run->is_there[s->joints[i].a] && !run->calls->make_joint(run->world, i)) return false;
    return true;
}

// A point of the world on a body where it starts; -1: the world.
static belay_vec3 point_on(const motion_scene* s, int body, belay_vec3 point)
{
    if (body < 0) return point;
    belay_pose at = s->bodies[body].pose;
    belay_quat back = {at.rotation.w, -at.rotation.x, -at.rotation.y, -at.rotation.z};
    return belay_quat_rotate(back, v3_sub(point, at.position));
}

static void find_anchors(motion_run* run)
{
    const motion_scene* s = run->scene;
    run->anchors = reserve(2 * s->joint_count, sizeof *run->anchors);
    for (int i = 0; i < s->joint_count; i++) {
        run->anchors[2 * i] = point_on(s, s->joints[i].a, s->joints[i].anchor);
        run->anchors[2 * i + 1] = point_on(s, s->joints[i].b, s->joints[i].anchor);
    }
}

bool motion_run_begin(motion_run* run, const motion_scene* scene, const motion_calls* calls,
                      const motion_settings* settings, int steps)
{
    memset(run, 0, sizeof *run);
    run->scene = scene;
    run->calls = calls;
    run->is_closed = find_closed(scene);
    run->is_there = reserve(scene->body_count, sizeof *run->is_there);
    run->series.wall = reserve(steps, sizeof(double));
    run->series.cpu = reserve(steps, sizeof(double));
    run->series.overlap = reserve(steps, sizeof(double));
    find_anchors(run);
    run->world = calls->create(scene, settings);
    return run->world != NULL && make_first(run);
}

void motion_run_end(motion_run* run)
{
    if (run->world != NULL) run->calls->destroy(run->world);
    free(run->is_there);
    free(run->anchors);
    free(run->series.wall);
    free(run->series.cpu);
    free(run->series.overlap);
    memset(run, 0, sizeof *run);
}

motion_state motion_run_state(const motion_run* run, int body)
{
    motion_state state;
    run->calls->get_state(run->world, body, &state);
    return state;
}

void motion_run_make(motion_run* run, int first, int count, int first_joint, int joints)
{
    for (int i = first; i < first + count; i++) {
        if (!run->calls->make_body(run->world, i)) run->has_failed = true;
        run->is_there[i] = true;
    }
    for (int i = first_joint; i < first_joint + joints; i++)
        if (!run->calls->make_joint(run->world, i)) run->has_failed = true;
}

void motion_run_remove(motion_run* run, int first, int count)
{
    for (int i = first; i < first + count; i++) {
        if (!run->calls->remove_body(run->world, i)) run->has_failed = true;
        run->is_there[i] = false;
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// What came of a step
// ---------------------------------------------------------------------------------------------------------------------

typedef struct motion_look {
    double energy;  // J, kinetic and in gravity
    double fastest; // m/s
} motion_look;

static double kinetic_of(const motion_body* b, const motion_state* s)
{
    belay_quat q = s->pose.rotation, back = {q.w, -q.x, -q.y, -q.z};
    belay_vec3 w = belay_quat_rotate(back, s->angular_velocity);
    const double* i = b->mass.inertia.m;
    belay_vec3 momentum = v3(i[0] * w.x + i[1] * w.y + i[2] * w.z, i[3] * w.x + i[4] * w.y + i[5] * w.z,
                             i[6] * w.x + i[7] * w.y + i[8] * w.z);
    return 0.5 * (b->mass.mass * v3_dot(s->linear_velocity, s->linear_velocity) + v3_dot(w, momentum));
}

// Endless or NaN when a body is nowhere.
static motion_look look_at(const motion_run* run)
{
    motion_look look = {0.0, 0.0};
    for (int i = 0; i < run->scene->body_count; i++) {
        const motion_body* b = &run->scene->bodies[i];
        if (b->type != BELAY_BODY_DYNAMIC || !run->is_there[i]) continue;
        motion_state state = motion_run_state(run, i);
        double speed = v3_length(state.linear_velocity);
        look.energy += kinetic_of(b, &state) + b->mass.mass * run->scene->gravity * state.pose.position.z;
        look.fastest = isfinite(speed) && isfinite(look.energy) ? fmax(look.fastest, speed) : HUGE_VAL;
    }
    return look;
}

static belay_vec3 anchor_now(const motion_run* run, int body, belay_vec3 anchor)
{
    if (body < 0) return anchor;
    belay_pose at = motion_run_state(run, body).pose;
    return v3_add(at.position, belay_quat_rotate(at.rotation, anchor));
}

static double find_joint_error(const motion_run* run)
{
    double most = 0.0;
    for (int i = 0; i < run->scene->joint_count; i++) {
        const motion_joint* j = &run->scene->joints[i];
        if (!run->is_there[j->a]) continue;
        belay_vec3 a = anchor_now(run, j->a, run->anchors[2 * i]), b = anchor_now(run, j->b, run->anchors[2 * i + 1]);
        most = fmax(most, v3_length(v3_sub(a, b)));
    }
    return most;
}

static void take_belay(motion_summary* s, const motion_account* a, double seconds)
{
    s->converged += a->has_converged;
    s->out_of_budget += a->is_budget_exhausted;
    s->out_of_work += a->is_work_exhausted;
    s->faults += a->faults;
    s->worst_residual = fmax(s->worst_residual, a->residual);
    s->mean_residual += a->residual;
    s->made += fmax(0.0, a->made);
    for (int i = 0; i < BELAY_STEP_PART_COUNT; i++)
        s->part_sums[i] += a->part_seconds[i];
    if (seconds <= s->worst_seconds) return;
    s->worst_seconds = seconds;
    memcpy(s->worst_parts, a->part_seconds, sizeof s->worst_parts);
}

static void take(motion_run* run, double wall, double cpu, double gain)
{
    motion_account account = {0};
    motion_summary* s = &run->summary;
    run->calls->get_account(run->world, &account);
    int i = run->series.count++;
    run->series.wall[i] = wall;
    run->series.cpu[i] = cpu;
    run->series.overlap[i] = account.overlap;
    s->most_contacts = fmax(s->most_contacts, account.contacts);
    s->mean_contacts += account.contacts;
    s->joint_error = fmax(s->joint_error, find_joint_error(run));
    if (run->is_closed) s->gain += fmax(0.0, gain);
    if (run->calls->is_belay) take_belay(s, &account, wall);
}

// The energy before a step is that behind what is done before it: what comes and goes is no gain.
bool motion_run_step(motion_run* run, bool is_measured)
{
    double wall = belay_timer_seconds(), cpu = bench_cpu_seconds();
    if (run->scene->act != NULL) run->scene->act(run);
    double act_wall = belay_timer_seconds() - wall, act_cpu = bench_cpu_seconds() - cpu;
    motion_look before = look_at(run);
    wall = belay_timer_seconds();
    cpu = bench_cpu_seconds();
    bool is_done = run->calls->step(run->world) && !run->has_failed;
    cpu = bench_cpu_seconds() - cpu + act_cpu;
    wall = belay_timer_seconds() - wall + act_wall;
    run->step++;
    motion_look after = look_at(run);
    if (is_measured) take(run, wall, cpu, after.energy - before.energy);
    run->summary.fastest = fmax(run->summary.fastest, after.fastest);
    if (after.fastest < HUGE_VAL) return is_done;
    run->summary.lost_step = run->step;
    return false;
}
