// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L
#define CHAOS_HAS_FORK
#endif
#include "chaos_run.h"

#include "chaos_draw.h"
#include "chaos_measure.h"
#include "chaos_random.h"
#include "snapshot/world_validate.h"

#include <float.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#if defined(CHAOS_HAS_FORK)
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

#define LONGEST_RUN 150     // s of CPU time, after which a run counts as hung
#define MOST_RECOVERED 2e-2 // of the energies, in a step, by taking overlap of rods back (docs/rods.md)
#define LOST 1e12           // energy over that of the start: nothing is to be learnt any more

// A run on its way.
typedef struct run {
    const chaos_order* order;
    const chaos_scene* scene;
    chaos_stage stage;
    chaos_result result;
    chaos_measure before, after;
    double start;  // J, the scale at the start, and the work of forces and positions since
    double summed; // J, of the gains so far
    double lifted; // J, by rods that took overlap back so far
    double pushed; // J, of what they drive out of each other as fast as may be
    double noted;  // the gain that the note is about
} run;

const char* chaos_failure_name(chaos_failure failure)
{
    static const char* const names[] = {
#define CHAOS_FAILURE_NAME(name, word) word,
        CHAOS_FAILURES(CHAOS_FAILURE_NAME)
#undef CHAOS_FAILURE_NAME
            "none"};
    return names[failure];
}

chaos_failure chaos_result_worst(const chaos_result* result)
{
    int i = 0;
    while (i < CHAOS_FAILURE_COUNT && (result->failures >> i & 1) == 0)
        i++;
    return (chaos_failure)i;
}

static bool has_failed(const run* r, chaos_failure failure)
{
    return (r->result.failures >> failure & 1) != 0;
}

static void fail(run* r, chaos_failure failure, int step)
{
    if (has_failed(r, failure)) return;
    r->result.failures |= 1u << failure;
    r->result.first_step[failure] = step;
}

// ---------------------------------------------------------------------------------------------------------------------
// Judging a step
// ---------------------------------------------------------------------------------------------------------------------

static const char* shape_word(const chaos_body* b)
{
    return belay_shape_type_name(b->shapes[0].type);
}

static void note_gain(run* r, int step, double gain, double scale)
{
    int worst = 0;
    double most = -HUGE_VAL, h = belay_world_get_def(r->stage.world)->step_seconds;
    const belay_step_stats* s = belay_world_get_stats(r->stage.world);
    for (int i = 0; i < r->scene->body_count; i++) {
        const chaos_measure_body *a = &r->before.bodies[i], *b = &r->after.bodies[i];
        double more = b->kinetic + b->potential - a->kinetic - a->potential;
        if (a->is_there && b->is_there && more > most) {
            most = more;
            worst = i;
        }
    }
    const chaos_body* b = &r->scene->bodies[worst];
    const chaos_measure_body* e = &r->after.bodies[worst];
    snprintf(r->result.note, sizeof r->result.note,
             "step %d: +%.3g J of %.3g J; body %d (%s %.3g x %.3g x %.3g m, %.3g kg) +%.3g J: %.3g m/s, %.3g rad a "
             "step; %d contacts, %d joints, %d sweeps%s",
             step, gain, scale, worst, shape_word(b), b->shapes[0].size.x, b->shapes[0].size.y, b->shapes[0].size.z,
             e->mass, most, e->speed, e->turning * h, s->contacts + s->rod_contacts, s->joints, s->iterations,
             s->has_converged ? ", converged" : "");
    r->noted = gain / scale;
}

// Whether the body was kept in its place for the step, at rest: velocities then say nothing of its way.
static bool is_held(const run* r, int body)
{
    int32_t count;
    const belay_fault_event* events = belay_world_get_fault_events(r->stage.world, &count);
    for (int32_t i = 0; i < count; i++)
        if (events[i].fault == BELAY_FAULT_HELD && events[i].body.value == r->stage.bodies[body].value) return true;
    return false;
}

// Works on a body in a step, J: of forces, by the mean of the velocities before and after; against gravity by
// what its position changed beyond what velocities say; and how its potential energy seems to change by where heights
// are read.
// `climb`: what the way that velocities say takes upwards, which what is stopped early has not lost as it did not go
// there.
typedef struct works {
    double forces, positions, shift, climb;
} works;

static works works_by_velocities(const run* r, int body, double h, double theta)
{
    const chaos_measure_body *a = &r->before.bodies[body], *b = &r->after.bodies[body];
    const belay_world_def* def = belay_world_get_def(r->stage.world);
    belay_vec3 mean = v3_scale(0.5 * h, v3_add(a->velocity, b->velocity));
    belay_vec3 way = v3_add(v3_scale(h * (1.0 - theta), a->velocity), v3_scale(h * theta, b->velocity));
    belay_vec3 beyond = v3_sub(v3_sub(b->center, a->center), way);
    double weight = b->mass * r->scene->bodies[body].gravity_scale;
    return (works){v3_dot(r->stage.forces[body], mean), -weight * v3_dot(def->gravity, beyond), 0.0,
                   fmax(0.0, -weight * v3_dot(def->gravity, way))};
}

// Of one that keeps its place: velocities say nothing of its way.
static works works_of_standing(const run* r, int body, bool is_recovered)
{
    const chaos_measure_body *a = &r->before.bodies[body], *b = &r->after.bodies[body];
    const belay_world_def* def = belay_world_get_def(r->stage.world);
    belay_vec3 way = v3_sub(b->center, a->center);
    double weight = b->mass * r->scene->bodies[body].gravity_scale;
    return (works){0.0, is_recovered ? -weight * v3_dot(def->gravity, way) : 0.0, b->shift - a->shift, 0.0};
}

// One that ends at rest may have kept its place from the beginning of the step on: which of the two it did the account
// has to tell.
static works works_of(const run* r, int body, double h, double theta)
{
    if (is_held(r, body)) return works_of_standing(r, body, false);
    works moving = works_by_velocities(r, body, h, theta), standing = works_of_standing(r, body, true);
    bool may_stand = v3_length_squared(r->after.bodies[body].velocity) == 0.0;
    bool stands = may_stand && standing.forces + standing.positions + standing.shift >
                                   moving.forces + moving.positions + moving.shift;
    return stands ? standing : moving;
}

static works works_of_all(const run* r, double h)
{
    double theta = belay_world_get_def(r->stage.world)->theta;
    works sum = {0.0, 0.0, 0.0, 0.0};
    for (int i = 0; i < r->scene->body_count; i++) {
        if (!r->before.bodies[i].is_there || !r->after.bodies[i].is_there) continue;
        works g = works_of(r, i, h, theta);
        sum.forces += g.forces;
        sum.positions += g.positions;
        sum.shift += g.shift;
        sum.climb += g.climb;
    }
    return sum;
}

static bool has_account(const belay_energy_report* a)
{
    return a->before != 0.0 || a->after != 0.0;
}

static double driven(const belay_energy_report* a)
{
    return a->motors + a->springs + a->movers + a->hands;
}

// What a step gains by what is no drive: normal + friction + joints + rods + limits + left_over.
static double passive_sum(const belay_energy_report* a)
{
    return a->normal + a->friction + a->joints + a->rods + a->limits + a->left_over;
}

static void note_account(run* r, int step, const char* what, double off, double scale)
{
    if (r->result.note[0] == '\0')
        snprintf(r->result.note, sizeof r->result.note, "step %d: %s by %.3g J of %.3g J", step, what, off, scale);
}

// J, where the state is read.
static double plain_energy(const chaos_measure* e)
{
    return e->kinetic + e->potential - e->shift;
}

// The account adds up, agrees with the energies measured, and says itself that the step is passive.
static void judge_account(run* r, int step, double scale)
{
    const belay_energy_report* a = &belay_world_get_stats(r->stage.world)->energy;
    if (!has_account(a)) return;
    double least = CHAOS_ENERGY_TOLERANCE * (scale + r->after.scale);
    double passive = passive_sum(a);
    double sum = a->after - a->before - a->applied - driven(a) - a->overlap - a->damping - a->scheme - passive;
    double after = a->after - a->before - plain_energy(&r->after) + plain_energy(&r->before);
    // Works of what jams cancel, to their own rounding.
    double rounding = 16.0 * DBL_EPSILON * (fabs(a->normal) + fabs(a->friction) + fabs(a->joints));
    bool adds_up = fabs(sum) <= least + rounding;
    if (!adds_up) fail(r, CHAOS_FAIL_ACCOUNT_SUM, step);
    if (fabs(after) > least) fail(r, CHAOS_FAIL_ACCOUNT_ENERGY, step);
    if (passive > least) fail(r, CHAOS_FAIL_ACCOUNT_GAIN, step);
    // Of it bodies have what their positions changed by (what velocities do not say).
    double by_rods = a->overlap - fabs(works_of_all(r, belay_world_get_def(r->stage.world)->step_seconds).positions);
    bool is_far = r->scene->rod_count > 0 && by_rods > MOST_RECOVERED * (scale + r->after.scale) + r->pushed;
    if (is_far) fail(r, CHAOS_FAIL_ACCOUNT_GAIN, step);
    if (is_far) note_account(r, step, "taking overlap back adds", by_rods, scale);
    if (!adds_up) note_account(r, step, "the account does not add up", sum, scale);
    if (fabs(after) > least) note_account(r, step, "the account's change of energy is off", after, scale);
    if (passive > least) note_account(r, step, "the account is not passive", passive, scale);
}

// Where there are rods, forces act on nodes and nodes are placed too. That is in the account alone, which has to add up
// and to agree with the energies measured; what takes overlap back is no gain of the step, but adds to what the scene
// gained in all.
static bool is_told_by_account(const run* r)
{
    return r->scene->rod_count > 0 && has_account(&belay_world_get_stats(r->stage.world)->energy);
}

static void judge_energy(run* r, int step)
{
    const belay_step_stats* stats = belay_world_get_stats(r->stage.world);
    double h = belay_world_get_def(r->stage.world)->step_seconds;
    works g = works_of_all(r, h);
    double given = chaos_scene_has(r->scene, CHAOS_CLOSED) ? 0.0 : driven(&stats->energy);
    double more = r->after.kinetic + r->after.potential - r->before.kinetic - r->before.potential - g.shift;
    double scale = r->before.scale + fabs(g.forces) + fabs(g.positions) + fabs(given);
    double gain = more - g.forces - g.positions - given;
    if (is_told_by_account(r)) {
        gain = passive_sum(&stats->energy);
        r->lifted += fmax(0.0, stats->energy.overlap);
    }
    // A gain that a climb not made explains is none if the account, which knows, has none.
    if (gain > 0.0 && has_account(&stats->energy)) gain = fmax(gain - g.climb, passive_sum(&stats->energy));
    r->start += fabs(g.forces) + fabs(g.positions) + fabs(given);
    r->result.lifted += g.positions / r->start;
    r->summed += gain;
    r->result.worst_gain = fmax(r->result.worst_gain, gain / scale);
    r->result.sum_gain = fmax(r->result.sum_gain, r->summed / r->start);
    if (gain > CHAOS_ENERGY_TOLERANCE * scale) fail(r, CHAOS_FAIL_STEP_GAIN, step);
    if (r->summed > CHAOS_ENERGY_TOLERANCE * fmax(r->start, scale)) fail(r, CHAOS_FAIL_GAIN, step);
    if (r->summed + r->lifted > r->start + r->pushed) fail(r, CHAOS_FAIL_EXPLODES, step);
    if (gain > CHAOS_ENERGY_TOLERANCE * scale && gain / scale > 10.0 * r->noted) note_gain(r, step, gain, scale);
    judge_account(r, step, scale);
}

static void judge_claim(run* r, int step)
{
    const belay_step_stats* s = belay_world_get_stats(r->stage.world);
    double tolerance = belay_world_get_def(r->stage.world)->solver.tolerance;
    if (!s->has_converged || s->residual.natural <= tolerance * (1.0 + 1e-12)) return;
    fail(r, CHAOS_FAIL_CLAIM, step);
    if (r->result.note[0] == '\0')
        snprintf(r->result.note, sizeof r->result.note, "step %d: converged with %.3g over a tolerance of %.3g", step,
                 s->residual.natural, tolerance);
}

static void trace(const run* r, int step, double seconds)
{
    const belay_step_stats* s = belay_world_get_stats(r->stage.world);
    double more = r->after.kinetic + r->after.potential - r->before.kinetic - r->before.potential;
    double fastest = 0.0, turn = 0.0;
    for (int i = 0; i < r->scene->body_count; i++) {
        fastest = fmax(fastest, r->after.bodies[i].speed);
        turn = fmax(turn, r->after.bodies[i].turning);
    }
    printf("%4d  E %.9g J  change %+.2e J  worst gain %.1e  %.3g m/s %.3g rad/s  %d contacts %d joints %d+%d rounds  "
           "residual %.1e%s  overlap %.1e m  %.1f ms\n",
           step, r->after.kinetic + r->after.potential, more, r->result.worst_gain, fastest, turn,
           s->contacts + s->rod_contacts, s->joints, s->iterations, s->newton_iterations, s->residual.natural,
           s->has_converged ? "" : " (not converged)", s->max_overlap, 1e3 * seconds);
    const belay_energy_report* a = &s->energy;
    printf("      normal %+.2e friction %+.2e joints %+.2e rods %+.2e limits %+.2e left over %+.2e J (%d islands "
           "limited)  "
           "applied %+.2e motors %+.2e springs %+.2e movers %+.2e hands %+.2e overlap %+.2e scheme %+.2e J\n",
           a->normal, a->friction, a->joints, a->rods, a->limits, a->left_over, (int)s->limited_islands, a->applied,
           a->motors, a->springs, a->movers, a->hands, a->overlap, a->scheme);
}

// False: the run is over.
static bool run_step(run* r, int step)
{
    if (!chaos_stage_before_step(&r->stage, step - 1)) {
        fail(r, CHAOS_FAIL_REFUSED, step);
        snprintf(r->result.note, sizeof r->result.note, "step %d: %.250s", step, r->stage.refused);
        return false;
    }
    r->before = chaos_measure_take(&r->stage);
    if (step == 1) r->start = r->before.scale;
    clock_t begin = clock();
    belay_result answer = belay_world_step(r->stage.world);
    double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    r->result.steps = step;
    r->result.seconds += seconds;
    r->result.slowest = fmax(r->result.slowest, seconds);
    if (seconds > CHAOS_SLOWEST_STEP) fail(r, CHAOS_FAIL_SLOW, step);
    if (answer != BELAY_OK) {
        fail(r, CHAOS_FAIL_ERROR, step);
        snprintf(r->result.note, sizeof r->result.note, "step %d: %.250s", step,
                 belay_world_last_error(r->stage.world));
        return false;
    }
    belay_error error;
    if (bl_world_validate(r->stage.world, &error) != BELAY_OK) {
        fail(r, CHAOS_FAIL_CONTRADICTION, step);
        snprintf(r->result.note, sizeof r->result.note, "step %d: the world contradicts itself: %.200s", step,
                 error.message);
        return false;
    }
    const char* lost = chaos_find_nonfinite(&r->stage);
    if (lost != NULL) {
        size_t used = strlen(r->result.note);
        fail(r, CHAOS_FAIL_NONFINITE, step);
        snprintf(r->result.note + used, sizeof r->result.note - used, "%sstep %d: %s not finite", used > 0 ? "; " : "",
                 step, lost);
        return false;
    }
    r->after = chaos_measure_take(&r->stage);
    judge_energy(r, step);
    judge_claim(r, step);
    if (r->order->is_traced) trace(r, step, seconds);
    return r->after.kinetic < LOST * r->start;
}

// ---------------------------------------------------------------------------------------------------------------------
// A run
// ---------------------------------------------------------------------------------------------------------------------

chaos_scene* chaos_order_scene(const chaos_order* order, chaos_scene* scene)
{
    bool is_kept[CHAOS_MAX_ITEMS];
    for (int i = 0; i < CHAOS_MAX_ITEMS; i++)
        is_kept[i] = !order->is_left_out[i];
    chaos_scene_make(scene, order->seed);
    chaos_scene_keep(scene, is_kept);
    if (order->plains != 0) chaos_scene_make_plain(scene, order->plains);
    return scene;
}

// Rods drive themselves and what they overlap with apart at no more than the fastest recovery; those pushed first push
// others, at that too.
static double energy_of_pushing(const run* r)
{
    chaos_measure start = chaos_measure_take(&r->stage);
    double mass = 0.0, speed = belay_world_get_def(r->stage.world)->overlap_max_speed;
    for (int i = 0; i < r->scene->body_count; i++)
        mass += start.bodies[i].mass;
    for (int i = 0; i < r->scene->rod_count; i++) {
        const chaos_rod* rod = &r->scene->rods[i];
        mass += CHAOS_PI * rod->radius * rod->radius * rod->length * rod->density;
    }
    return 2.0 * mass * speed * speed;
}

chaos_result chaos_run(const chaos_order* order)
{
    chaos_scene scene;
    run r = {.order = order, .scene = chaos_order_scene(order, &scene)};
    int steps = order->steps > 0 ? order->steps : CHAOS_STEPS;
    r.result.seed = order->seed;
    r.result.features = scene.features;
    r.result.bodies = scene.body_count;
    if (!chaos_stage_open(&r.stage, &scene)) {
        fail(&r, CHAOS_FAIL_REFUSED, 0);
        snprintf(r.result.note, sizeof r.result.note, "%.250s", r.stage.refused);
    } else {
        r.pushed = scene.rod_count > 0 ? energy_of_pushing(&r) : 0.0;
        for (int step = 1; step <= steps && run_step(&r, step); step++) {
        }
    }
    chaos_stage_close(&r.stage);
    return r.result;
}

#if defined(CHAOS_HAS_FORK)
static void run_child(const chaos_order* order, int out)
{
    struct rlimit limit = {LONGEST_RUN, LONGEST_RUN + 5};
    setrlimit(RLIMIT_CPU, &limit);
    // Criterion's handlers would report the crash of a copy of its process.
    signal(SIGSEGV, SIG_DFL);
    signal(SIGABRT, SIG_DFL);
    chaos_result result = chaos_run(order);
    fflush(stdout);
    _exit(write(out, &result, sizeof result) == (ssize_t)sizeof result ? 0 : 1);
}

chaos_result chaos_run_apart(const chaos_order* order)
{
    int ends[2], status = 0;
    chaos_result result = {.seed = order->seed};
    fflush(stdout);
    if (pipe(ends) != 0) return chaos_run(order);
    pid_t child = fork();
    if (child < 0) {
        close(ends[0]);
        close(ends[1]);
        return chaos_run(order);
    }
    if (child == 0) run_child(order, ends[1]);
    close(ends[1]);
    ssize_t got = read(ends[0], &result, sizeof result);
    close(ends[0]);
    waitpid(child, &status, 0);
    if (got == (ssize_t)sizeof result) return result;

    chaos_scene scene;
    chaos_failure how = WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU ? CHAOS_FAIL_HANG : CHAOS_FAIL_CRASH;
    result = (chaos_result){.seed = order->seed, .features = chaos_order_scene(order, &scene)->features};
    result.bodies = scene.body_count;
    result.failures = 1u << how;
    snprintf(result.note, sizeof result.note, "%s %d", WIFSIGNALED(status) ? "signal" : "exit status",
             WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    return result;
}
#else
chaos_result chaos_run_apart(const chaos_order* order)
{
    return chaos_run(order);
}
#endif

void chaos_order_print(const chaos_order* order, char* text, size_t size)
{
    int used = snprintf(text, size, "./run chaos --seed %llu", (unsigned long long)order->seed);
    const char* lead = " --without ";
    for (int i = 0; i < CHAOS_MAX_ITEMS && used < (int)size; i++) {
        if (!order->is_left_out[i]) continue;
        used += snprintf(text + used, size - (size_t)used, "%s%d", lead, i);
        lead = ",";
    }
    lead = " --plain ";
    for (int i = 0; i < CHAOS_PLAIN_COUNT && used < (int)size; i++) {
        if ((order->plains >> i & 1) == 0) continue;
        used += snprintf(text + used, size - (size_t)used, "%s%s", lead, chaos_plain_name((chaos_plain)i));
        lead = ",";
    }
}
