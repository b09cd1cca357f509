// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "haptic/live.h"

#include "haptic/device.h"

#include <belay/vec.h>

#include <string.h>

static const double REOPEN_EVERY = 1.0; // s
static const double CATCH_UP = 0.05;    // s that physics may be behind before it gives them up

static bool fail(belay_error* error, belay_result code, const char* text)
{
    error->code = code;
    snprintf(error->message, sizeof error->message, "%s", text);
    return false;
}

static double seconds_now(void)
{
    return (double)SDL_GetPerformanceCounter() / (double)SDL_GetPerformanceFrequency();
}

// ------------------------------------------------------------------------------------------------------------------
// Devices
// ------------------------------------------------------------------------------------------------------------------

static bool choose_device(live* l, belay_error* error)
{
    belay_haptics_update(l->haptics, seconds_now());
    int count = belay_haptics_list(l->haptics, l->entries, LIVE_ENTRIES);
    count = count < LIVE_ENTRIES ? count : LIVE_ENTRIES;
    l->device = belay_haptics_find(l->entries, count, l->o->device);
    if (l->device >= 0) return true;
    error->code = BELAY_ERROR_HANDLE;
    snprintf(error->message, sizeof error->message, "--device: there is no device '%.60s'; --list names them",
             l->o->device != NULL ? l->o->device : "any");
    return false;
}

bool live_create(live* l, const options* o, belay_error* error)
{
    belay_haptic_simulation_def simulation = device_simulated(o);
    simulation.is_self_clocked = true;
    // Fingertips: blows of some 10 mN s, and about 1 N at 0.1 m/s.
    belay_rumble_mapping rumble = belay_rumble_mapping_default();
    rumble.impulse_full = 0.02;
    rumble.power_full = 0.1;
    belay_haptics_def def = {.simulation = &simulation, .rumble = &rumble};
    memset(l, 0, sizeof *l);
    l->o = o;
    if (belay_haptics_create(&def, &l->haptics, error) != BELAY_OK) return false;
    l->lock = SDL_CreateMutex();
    if (l->lock != NULL && choose_device(l, error)) return true;
    if (l->lock == NULL) fail(error, BELAY_ERROR_MEMORY, SDL_GetError());
    live_destroy(l);
    return false;
}

const belay_haptic_device_info* live_info(const live* l)
{
    return &l->entries[l->device].info;
}

bool live_is_simulated(const live* l)
{
    return strcmp(live_info(l)->driver, "simulation") == 0;
}

// ------------------------------------------------------------------------------------------------------------------
// Physics
// ------------------------------------------------------------------------------------------------------------------

static void look(live* l)
{
    belay_haptic_servo_output output;
    belay_haptic_loop_stats stats;
    if (!belay_haptic_loop_get_state(l->loop, &output, &l->report)) return;
    belay_haptic_loop_get_stats(l->loop, &stats);
    l->sample = sample_of(belay_world_get_time(l->e->world), &output, &l->report, &l->config.mount);
    l->sample.micros = 1e6 * stats.latency.p99;
    l->has_sample = true;
    if (!live_is_simulated(l)) partner_follow(&l->partner, l->sample.device, output.linear_velocity);
}

static void step(live* l)
{
    place_set_grip(l->e, SDL_AtomicGet(&l->grips) != 0 || SDL_AtomicGet(&l->buttons) != 0);
    belay_result result = belay_haptic_loop_apply(l->loop, l->e->world);
    if (result == BELAY_OK) result = partner_before_step(&l->partner);
    if (result == BELAY_OK) result = experiment_step(l->e);
    if (result == BELAY_OK) result = partner_after_step(&l->partner);
    if (result == BELAY_OK) result = belay_haptic_loop_publish(l->loop, l->e->world);
    l->failure = result;
    if (result == BELAY_OK)
        feel_post(&l->feel, belay_haptics_get_gamepads(l->haptics), l->e->world, place_data_of(l->e)->tool,
                  place_data_of(l->e)->in_hand);
    look(l);
}

static int run_physics(void* context)
{
    live* l = context;
    double h = belay_world_get_def(l->e->world)->step_seconds, next = seconds_now();
    while (SDL_AtomicGet(&l->is_ending) == 0 && l->failure == BELAY_OK) {
        double wait = next - seconds_now();
        if (wait > 0.0) {
            SDL_Delay((Uint32)(1e3 * wait) + 1);
            continue;
        }
        SDL_LockMutex(l->lock);
        step(l);
        SDL_UnlockMutex(l->lock);
        next += h;
        if (wait < -CATCH_UP) next = seconds_now() + h;
    }
    return 0;
}

// ------------------------------------------------------------------------------------------------------------------
// Starting and ending
// ------------------------------------------------------------------------------------------------------------------

static void stop(live* l)
{
    SDL_AtomicSet(&l->is_ending, 1);
    if (l->thread != NULL) SDL_WaitThread(l->thread, NULL);
    partner_end(&l->partner);
    if (l->loop != NULL) {
        belay_haptic_loop_stop(l->loop);
        belay_haptic_loop_detach(l->loop, l->e->world);
        belay_haptic_loop_destroy(l->loop);
    }
    experiment_destroy(l->e);
    l->thread = NULL;
    l->loop = NULL;
    l->e = NULL;
    l->has_sample = l->is_released = false;
}

void live_destroy(live* l)
{
    stop(l);
    if (l->lock != NULL) SDL_DestroyMutex(l->lock);
    belay_haptics_destroy(l->haptics);
    memset(l, 0, sizeof *l);
}

// On the servo's thread: adds no force, but sees the device's buttons.
static void see_buttons(void* context, const belay_haptic_moment* now, belay_vec3* force, belay_vec3* torque)
{
    live* l = context;
    (void)force;
    (void)torque;
    SDL_AtomicSet(&l->buttons, now->buttons != 0);
}

static bool start_loop(live* l, belay_error* error)
{
    const belay_haptic_entry* entry = &l->entries[l->device];
    belay_haptic_loop_def def = belay_haptic_loop_def_default(entry->driver, &entry->info);
    double period = def.servo.period;
    def.servo = device_servo(l->o, l->p, &entry->info);
    def.servo.period = period;
    def.force = see_buttons;
    def.force_context = l;
    l->config = def.servo;
    if (belay_haptic_loop_create(&def, &l->loop, error) != BELAY_OK) return false;
    belay_result result = belay_haptic_loop_attach(l->loop, l->e->world, place_data_of(l->e)->tool);
    if (result != BELAY_OK) return fail(error, result, belay_world_last_error(l->e->world));
    return belay_haptic_loop_start(l->loop, error) == BELAY_OK;
}

static bool start(live* l, belay_error* error)
{
    if (place_create(l->p, 1.0 / l->o->rate, &l->e, error) != BELAY_OK || !start_loop(l, error)) return false;
    if (!partner_begin(&l->partner, l->o, l->p, l->e, true, error)) return false;
    l->thread = SDL_CreateThread(run_physics, "physics", l);
    return l->thread != NULL || fail(error, BELAY_ERROR_MEMORY, SDL_GetError());
}

// At the place's start: from where the last place left it, the hand would go right through this one.
static void place_hand(live* l)
{
    belay_haptic_simulation* simulation = belay_haptics_get_simulation(l->haptics);
    if (simulation != NULL) belay_haptic_simulation_place(simulation, belay_pose_identity());
}

bool live_start(live* l, const place* p, belay_error* error)
{
    stop(l);
    SDL_AtomicSet(&l->is_ending, 0);
    l->p = p;
    l->failure = BELAY_OK;
    l->feel = (feel){0};
    place_hand(l);
    if (start(l, error)) return true;
    stop(l);
    return false;
}

// ------------------------------------------------------------------------------------------------------------------
// While it runs
// ------------------------------------------------------------------------------------------------------------------

void live_update(live* l, double now)
{
    belay_haptic_loop_stats stats;
    belay_error error;
    belay_haptics_update(l->haptics, now);
    if (l->loop == NULL || now < l->next_reopen) return;
    belay_haptic_loop_get_stats(l->loop, &stats);
    if (!stats.is_lost) return;
    l->next_reopen = now + REOPEN_EVERY;
    SDL_LockMutex(l->lock);
    belay_haptic_loop_stop(l->loop);
    if (belay_haptic_loop_reopen(l->loop, &error) == BELAY_OK) belay_haptic_loop_start(l->loop, &error);
    SDL_UnlockMutex(l->lock);
}

void live_set_hand(live* l, belay_vec3 position, belay_vec3 velocity)
{
    belay_haptic_simulation* simulation = belay_haptics_get_simulation(l->haptics);
    belay_pose target = belay_pose_identity();
    partner_follow(&l->partner, position, velocity);
    target.position = v3_sub(position, l->p->waypoints[0].position);
    target.rotation = (belay_quat){cos(0.5 * l->tilt), 0.0, sin(0.5 * l->tilt), 0.0};
    if (simulation != NULL) belay_haptic_simulation_set_target(simulation, target, velocity);
}

void live_hold(live* l, bool is_held)
{
    l->is_released = !is_held;
    if (is_held)
        belay_haptic_loop_grab(l->loop);
    else
        belay_haptic_loop_release(l->loop);
}
