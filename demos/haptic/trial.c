// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "haptic/trial.h"

#include <belay/vec.h>

#include <SDL.h>
#include <stdlib.h>
#include <string.h>

static const double SETTLING = 0.5; // s, in which the force is ramped up

// ------------------------------------------------------------------------------------------------------------------
// Setting up
// ------------------------------------------------------------------------------------------------------------------

static bool fail(belay_error* error, belay_result code, const char* text)
{
    error->code = code;
    snprintf(error->message, sizeof error->message, "%s", text);
    return false;
}

static bool open_device(trial* t, const options* o, belay_error* error)
{
    belay_haptic_simulation_def def = device_simulated(o);
    char why[160] = "";
    if (belay_haptic_simulation_create(&def, &t->simulation, error) != BELAY_OK) return false;
    t->driver = belay_haptic_simulation_driver(t->simulation);
    if (t->driver.ops->probe(t->driver.driver, &t->info, 1, why, sizeof why) != 1)
        return fail(error, BELAY_ERROR_HANDLE, why);
    return t->driver.ops->open(t->driver.driver, &t->info, &t->device, error) == BELAY_OK;
}

static bool make_servo(trial* t, const options* o, belay_error* error)
{
    t->config = device_servo(o, t->p, &t->info);
    if (belay_haptic_servo_create(&t->config, &t->servo, error) != BELAY_OK) return false;
    belay_haptic_coupling_def def = belay_haptic_coupling_def_default(&t->config);
    belay_result result = belay_haptic_coupling_create(t->e->world, place_data_of(t->e)->tool, &def, &t->coupling);
    return result == BELAY_OK || fail(error, result, belay_world_last_error(t->e->world));
}

static bool make_room(trial* t, belay_error* error)
{
    t->capacity = (int)lround(t->p->kind.seconds / t->config.period);
    t->samples = calloc((size_t)t->capacity, sizeof *t->samples);
    return t->samples != NULL || fail(error, BELAY_ERROR_MEMORY, "no memory for the samples");
}

bool trial_begin(trial* t, const place* p, const options* o, belay_error* error)
{
    memset(t, 0, sizeof *t);
    t->p = p;
    bool is_good = place_create(p, 1.0 / o->rate, &t->e, error) == BELAY_OK;
    if (is_good && open_device(t, o, error) && make_servo(t, o, error) &&
        partner_begin(&t->partner, o, p, t->e, false, error) && make_room(t, error)) {
        t->input.dt = t->config.period;
        t->input.commands = BELAY_HAPTIC_START;
        t->output.target = t->config.mount;
        return true;
    }
    trial_end(t);
    return false;
}

void trial_end(trial* t)
{
    partner_end(&t->partner);
    if (t->device != NULL) t->driver.ops->close(t->device);
    belay_haptic_servo_destroy(t->servo);
    belay_haptic_simulation_destroy(t->simulation);
    experiment_destroy(t->e);
    free(t->samples);
    memset(t, 0, sizeof *t);
}

// ------------------------------------------------------------------------------------------------------------------
// Running
// ------------------------------------------------------------------------------------------------------------------

double trial_time(const trial* t)
{
    return t->count * t->config.period;
}

bool trial_is_over(const trial* t)
{
    return t->count == t->capacity;
}

static bool step_physics(trial* t)
{
    belay_world* world = t->e->world;
    place_set_grip(t->e, place_grips_at(t->p, trial_time(t)));
    t->next_step += belay_world_get_def(world)->step_seconds;
    if (belay_haptic_coupling_pull(world, &t->coupling, t->output.target) != BELAY_OK) return false;
    if (partner_before_step(&t->partner) != BELAY_OK) return false;
    if (experiment_step(t->e) != BELAY_OK) return false;
    if (partner_after_step(&t->partner) != BELAY_OK) return false;
    if (belay_world_get_local_model(world, t->coupling.tool, &t->model.local) != BELAY_OK) return false;
    belay_haptic_contact_model_seal(&t->model, t->model.sequence + 1);
    t->input.model = &t->model;
    return true;
}

// The simulated desk stands where the device's workspace is; the script is the world's.
static void move_hand(trial* t)
{
    belay_pose target = belay_pose_identity();
    belay_vec3 velocity;
    place_hand_at(t->p, trial_time(t), &target.position, &velocity);
    partner_follow(&t->partner, target.position, velocity);
    target.position = v3_sub(target.position, t->config.mount.position);
    double half = 0.5 * place_tilt_at(t->p, trial_time(t));
    target.rotation = (belay_quat){cos(half), 0.0, sin(half), 0.0};
    belay_haptic_simulation_set_target(t->simulation, target, velocity);
}

static double timed_tick(trial* t)
{
    uint64_t begin = SDL_GetPerformanceCounter();
    belay_haptic_servo_tick(t->servo, &t->input, &t->output);
    return (double)(SDL_GetPerformanceCounter() - begin) / (double)SDL_GetPerformanceFrequency();
}

bool trial_tick(trial* t, belay_error* error)
{
    if (trial_time(t) >= t->next_step - 1e-9 && !step_physics(t))
        return fail(error, BELAY_ERROR_STATE, belay_world_last_error(t->e->world));
    move_hand(t);
    t->input.status = t->driver.ops->read(t->device, &t->input.device);
    double seconds = timed_tick(t);
    partner_tick(&t->partner);
    t->input.commands = 0;
    if (t->output.is_to_be_written) t->driver.ops->write(t->device, &t->output.device);
    belay_haptic_simulation_step(t->simulation, t->config.period);
    sample* s = &t->samples[t->count];
    *s = sample_of(trial_time(t), &t->output, belay_haptic_servo_get_report(t->servo), &t->config.mount);
    s->micros = 1e6 * seconds;
    if (t->p->observe != NULL) t->p->observe(t->e, s);
    t->count++;
    return true;
}

// ------------------------------------------------------------------------------------------------------------------
// Statistics
// ------------------------------------------------------------------------------------------------------------------

static int compare(const void* a, const void* b)
{
    double x = *(const double*)a, y = *(const double*)b;
    return x < y ? -1 : x > y;
}

static void sum_up_ticks(const trial* t, trial_statistics* a)
{
    double* sorted = malloc((size_t)t->count * sizeof *sorted);
    if (sorted == NULL) return;
    for (int i = 0; i < t->count; i++)
        sorted[i] = 1e-6 * t->samples[i].micros;
    qsort(sorted, (size_t)t->count, sizeof *sorted, compare);
    a->median_tick = sorted[t->count / 2];
    a->p99_tick = sorted[(int)(0.99 * (t->count - 1))];
    free(sorted);
}

trial_statistics trial_sum_up(const trial* t)
{
    trial_statistics a = {.max_friction = NAN};
    int contacts = 0;
    for (int i = 0; i < t->count; i++) {
        const sample* s = &t->samples[i];
        double force = v3_length(s->force);
        a.max_force = fmax(a.max_force, force);
        if (i > 0) a.max_jump = fmax(a.max_jump, v3_length(v3_sub(s->force, s[-1].force)));
        if (s->is_in_contact) a.mean_force += (force - a.mean_force) / ++contacts;
        a.max_depth = fmax(a.max_depth, s->depth);
        a.max_friction = fmax(a.max_friction, s->friction);
        a.energy_lowest = fmin(a.energy_lowest, s->energy);
        if (s->time >= SETTLING) a.reasons |= s->reasons;
    }
    if (t->count > 0) sum_up_ticks(t, &a);
    return a;
}
