// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The simulated device: its life, and what its driver says of it.

#include "devices/simulated/device_simulated.h"

#include "belay/quat.h"
#include "belay/result.h"
#include "belay/vec.h"
#include "devices/device_list.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------------------------------
// Life
// ---------------------------------------------------------------------------------------------------------------------

static bool copy_samples(belay_haptic_simulation* s, const belay_hand_motion* motion)
{
    s->def.motion.samples = NULL;
    if (motion->kind != BELAY_HAND_RECORDED) return true;
    size_t size = (size_t)motion->sample_count * sizeof *s->samples;
    s->samples = malloc(size);
    if (!s->samples) return false;
    memcpy(s->samples, motion->samples, size);
    s->def.motion.samples = s->samples;
    return true;
}

static bl_motion_state motion_of(const belay_haptic_simulation_state* state)
{
    return (bl_motion_state){state->position, state->velocity, state->rotation, state->angular_velocity};
}

// What the device was doing, for poses that come late.
static void remember(belay_haptic_simulation* s)
{
    bl_past_pose* past = &s->history[s->history_count++ % BL_SIMULATED_HISTORY_SIZE];
    past->time = s->state.time;
    past->motion = motion_of(&s->state);
}

static void begin(belay_haptic_simulation* s)
{
    belay_quat rotation = s->def.motion.kind == BELAY_HAND_RECORDED ? s->samples[0].rotation : s->def.motion.rotation;
    s->state.position = s->def.position;
    s->state.velocity = s->def.velocity;
    s->state.rotation = s->def.device.has_rotation ? rotation : belay_quat_identity();
    s->state.is_plugged = true;
    s->state.grip_width = s->def.device.has_grip ? s->def.gripper.width : 0.0;
    s->wanted = (bl_motion_state){.position = s->def.position, .rotation = s->state.rotation};
    bl_triple_buffer_init(&s->targets, &s->target_slots[0], &s->target_slots[1], &s->target_slots[2]);
    s->last_input.rotation = belay_quat_identity();
    s->random = s->def.seed;
    remember(s);
}

belay_result belay_haptic_simulation_create(const belay_haptic_simulation_def* def,
                                            belay_haptic_simulation** simulation, belay_error* error)
{
    if (def == NULL || simulation == NULL)
        return belay_error_set(error, BELAY_ERROR_VALUE,
                               "belay_haptic_simulation_create: an argument is null; all must be given");
    belay_result result = bl_simulated_check(def, error);
    if (result != BELAY_OK) return result;
    belay_haptic_simulation* s = calloc(1, sizeof *s);
    if (!s) return belay_error_set(error, BELAY_ERROR_MEMORY, "no memory for a simulated device");
    s->def = *def;
    if (!copy_samples(s, &def->motion)) {
        free(s);
        return belay_error_set(error, BELAY_ERROR_MEMORY, "no memory for %d samples", def->motion.sample_count);
    }
    begin(s);
    *simulation = s;
    return BELAY_OK;
}

void belay_haptic_simulation_destroy(belay_haptic_simulation* s)
{
    if (!s) return;
    free(s->samples);
    free(s);
}

void belay_haptic_simulation_step(belay_haptic_simulation* s, double dt)
{
    if (s == NULL) return;
    bl_simulated_advance(s, dt);
    remember(s);
}

void belay_haptic_simulation_get_state(const belay_haptic_simulation* s, belay_haptic_simulation_state* state)
{
    if (s == NULL || state == NULL) return;
    *state = s->state;
}

belay_result belay_haptic_simulation_set_hand(belay_haptic_simulation* s, const belay_hand* hand)
{
    if (s == NULL || hand == NULL) return BELAY_ERROR_VALUE;
    belay_result result = bl_hand_check(hand, NULL);
    if (result == BELAY_OK) s->def.hand = *hand;
    return result;
}

void belay_haptic_simulation_set_target(belay_haptic_simulation* s, belay_pose target, belay_vec3 linear_velocity)
{
    if (s == NULL) return;
    double length = q_length(target.rotation);
    bool is_good = v3_is_finite(target.position) && v3_is_finite(linear_velocity) && length > 0.0 && isfinite(length);
    if (!is_good) return;
    *(bl_motion_state*)bl_triple_buffer_back(&s->targets) = (bl_motion_state){
        .position = target.position, .velocity = linear_velocity, .rotation = q_normalize(target.rotation)};
    bl_triple_buffer_publish(&s->targets);
}

void belay_haptic_simulation_set_buttons(belay_haptic_simulation* s, uint32_t buttons)
{
    if (s == NULL) return;
    atomic_store_explicit(&s->buttons, buttons, memory_order_relaxed);
}

void belay_haptic_simulation_set_grip(belay_haptic_simulation* s, double grip)
{
    if (s == NULL || !(grip >= 0.0 && grip <= 1.0)) return;
    atomic_store_explicit(&s->wanted_grip, (unsigned)lround(65535.0 * grip), memory_order_relaxed);
}

void belay_haptic_simulation_place(belay_haptic_simulation* s, belay_pose pose)
{
    if (s == NULL) return;
    double length = q_length(pose.rotation);
    if (!v3_is_finite(pose.position) || !(length > 0.0) || !isfinite(length)) return;
    belay_haptic_simulation_state* state = &s->state;
    state->position = pose.position;
    if (s->def.device.has_rotation) state->rotation = q_normalize(pose.rotation);
    state->velocity = state->angular_velocity = v3_zero();
    state->force = state->torque = state->hand_force = v3_zero();
    state->kinetic_energy = 0.0;
    s->asked_force = s->asked_torque = v3_zero();
    s->asked_grip = 0.0;
    s->pending_count = 0;
    s->wanted = motion_of(state);
    belay_haptic_simulation_set_target(s, pose, v3_zero());
    s->history_count = 0;
    remember(s);
}

void belay_haptic_simulation_plug(belay_haptic_simulation* s, bool is_plugged)
{
    if (s == NULL) return;
    s->state.is_plugged = is_plugged;
}

// ---------------------------------------------------------------------------------------------------------------------
// Reading
// ---------------------------------------------------------------------------------------------------------------------

// Uniform in [0, 1).
static double next_random(uint64_t* state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) / 9007199254740992.0;
}

static bool is_during(int64_t tick, int64_t from, int64_t count)
{
    return tick >= from && tick - from < count;
}

// What was `latency` ago; the oldest that is known, where that is younger.
static bl_motion_state motion_before(const belay_haptic_simulation* s, double latency)
{
    int64_t newest = s->history_count - 1;
    int64_t oldest = s->history_count > BL_SIMULATED_HISTORY_SIZE ? s->history_count - BL_SIMULATED_HISTORY_SIZE : 0;
    double until = s->state.time - latency + 1e-9 / s->def.device.rate;
    int64_t i = newest;
    while (i > oldest && s->history[i % BL_SIMULATED_HISTORY_SIZE].time > until)
        i--;
    return s->history[i % BL_SIMULATED_HISTORY_SIZE].motion;
}

static double to_step(double x, double step)
{
    return step > 0.0 ? step * round(x / step) : x;
}

static belay_vec3 to_steps(belay_vec3 v, double step)
{
    return v3(to_step(v.x, step), to_step(v.y, step), to_step(v.z, step));
}

// From the desk to the device's axes, as its encoders see it.
static belay_haptic_input seen(const belay_haptic_simulation* s, const bl_motion_state* motion)
{
    const belay_haptic_simulation_def* def = &s->def;
    belay_vec3 position = pose_apply_inverse(def->mount, motion->position);
    belay_haptic_input input = {.rotation = {1.0, 0.0, 0.0, 0.0}};
    input.position = to_steps(v3_scale(1.0 / def->mount_scale, position), def->device.position_step);
    if (def->device.has_velocity) {
        belay_vec3 velocity = q_rotate_inverse(def->mount.rotation, motion->velocity);
        input.linear_velocity = v3_scale(1.0 / def->mount_scale, velocity);
    }
    if (!def->device.has_rotation) return input;
    belay_quat rotation = q_mul(q_conjugate(def->mount.rotation), motion->rotation);
    input.rotation = q_exp(to_steps(q_log(rotation), def->rotation.step));
    if (def->device.has_velocity)
        input.angular_velocity = q_rotate_inverse(def->mount.rotation, motion->angular_velocity);
    return input;
}

// Whether this tick has no frame: too early after the last one, or dropped.
static bool has_no_frame(belay_haptic_simulation* s, int64_t tick)
{
    const belay_haptic_faults* faults = &s->def.faults;
    bool is_dropped = faults->drop_chance > 0.0 && next_random(&s->random) < faults->drop_chance;
    bool is_slow = faults->rate > 0.0 && tick >= faults->rate_tick && s->was_read;
    double wait = is_slow ? 1.0 / faults->rate - 1e-9 / s->def.device.rate : 0.0;
    return is_dropped || (is_slow && s->state.time - s->last_frame < wait);
}

static uint32_t buttons_pressed(const belay_haptic_simulation* s)
{
    uint32_t buttons = 0;
    for (int i = 0; i < BELAY_HAPTIC_MOST_PRESSES; i++) {
        const belay_haptic_press* press = &s->def.presses[i];
        if (s->state.time >= press->from && s->state.time < press->until) buttons |= press->buttons;
    }
    return buttons;
}

static void take_frame(belay_haptic_simulation* s, int64_t tick)
{
    const belay_haptic_faults* faults = &s->def.faults;
    belay_haptic_input input = s->last_input;
    if (!is_during(tick, faults->freeze_tick, faults->freeze_count)) {
        bl_motion_state motion = motion_before(s, faults->latency);
        input = seen(s, &motion);
    }
    input.time = s->state.time;
    if (faults->time_jitter > 0.0) input.time += faults->time_jitter * (2.0 * next_random(&s->random) - 1.0);
    input.buttons = atomic_load_explicit(&s->buttons, memory_order_relaxed) | buttons_pressed(s);
    if (s->def.device.has_grip) {
        input.grip_width = s->state.grip_width;
        input.grip = 1.0 - s->state.grip_width / s->def.gripper.width;
    }
    input.troubles = is_during(tick, faults->trouble_tick, faults->trouble_count) ? faults->troubles : 0;
    s->last_input = input;
    s->last_frame = s->state.time;
}

// Lies about the pose of a good frame.
static void distort(const belay_haptic_faults* faults, int64_t tick, belay_haptic_input* input)
{
    if (is_during(tick, faults->jump_tick, faults->jump_count)) input->position = v3_add(input->position, faults->jump);
    if (is_during(tick, faults->nan_tick, faults->nan_count)) {
        input->position = v3(NAN, NAN, NAN);
        input->rotation = (belay_quat){NAN, NAN, NAN, NAN};
    }
}

static bool is_gone(belay_haptic_simulation* s, int64_t tick)
{
    int64_t unplug_tick = s->def.faults.unplug_tick;
    if (unplug_tick > 0 && tick >= unplug_tick && !s->was_unplugged) {
        s->was_unplugged = true;
        s->state.is_plugged = false;
    }
    if (!s->state.is_plugged) s->is_lost = true;
    return s->is_lost;
}

static belay_haptic_status read_input(void* device, belay_haptic_input* input)
{
    belay_haptic_simulation* s = device;
    int64_t tick = s->state.ticks++;
    if (s->def.is_self_clocked && s->was_read) belay_haptic_simulation_step(s, 1.0 / s->def.device.rate);
    *input = s->last_input;
    if (is_gone(s, tick)) return BELAY_HAPTIC_LOST;
    bool is_ready = !has_no_frame(s, tick);
    s->was_read = true;
    if (!is_ready) return BELAY_HAPTIC_NOT_READY;
    take_frame(s, tick);
    *input = s->last_input;
    distort(&s->def.faults, tick, input);
    return BELAY_HAPTIC_OK;
}

// ---------------------------------------------------------------------------------------------------------------------
// The rest of the driver
// ---------------------------------------------------------------------------------------------------------------------

static bool is_above(belay_vec3 v, double limit)
{
    return limit > 0.0 && bl_safe_length(v) > limit * (1.0 + 1e-12);
}

static belay_haptic_status write_output(void* device, const belay_haptic_output* output)
{
    belay_haptic_simulation* s = device;
    belay_vec3 force = output->force, torque = output->torque;
    if (!s->state.is_plugged || s->is_lost) {
        if (s->is_lost) s->state.writes_when_lost++;
        s->is_lost = true;
        return BELAY_HAPTIC_LOST;
    }
    s->state.writes++;
    double grip = output->grip_force;
    if (!v3_is_finite(force) || !v3_is_finite(torque) || !isfinite(grip)) {
        s->state.bad_writes++;
        force = torque = v3_zero();
        grip = 0.0;
    }
    bool is_grip_above = s->def.device.has_grip && fabs(grip) > s->def.device.max_grip_force * (1.0 + 1e-12);
    if (is_above(force, s->def.device.max_force) || is_above(torque, s->def.device.max_torque) || is_grip_above)
        s->state.limited_writes++;
    s->state.largest_force = fmax(s->state.largest_force, bl_safe_length(force));
    bl_simulated_queue_force(s, q_rotate(s->def.mount.rotation, force), q_rotate(s->def.mount.rotation, torque), grip);
    return BELAY_HAPTIC_OK;
}

static int probe(void* driver, belay_haptic_device_info* infos, int capacity, char* why, size_t why_size)
{
    const belay_haptic_simulation* s = driver;
    if (!s->state.is_plugged) {
        snprintf(why, why_size, "the simulated device is unplugged");
        return 0;
    }
    if (capacity > 0) infos[0] = s->def.device;
    return 1;
}

static belay_result open_device(void* driver, const belay_haptic_device_info* info, void** device, belay_error* error)
{
    belay_haptic_simulation* s = driver;
    if (strcmp(info->id, s->def.device.id) != 0)
        return belay_error_set(error, BELAY_ERROR_HANDLE, "there is no simulated device with id '%s'", info->id);
    if (!s->state.is_plugged) return belay_error_set(error, BELAY_ERROR_HANDLE, "the simulated device is unplugged");
    if (s->state.is_open) return belay_error_set(error, BELAY_ERROR_STATE, "the simulated device is in use");
    s->state.is_open = true;
    s->is_lost = false;
    *device = s;
    return BELAY_OK;
}

static void close_device(void* device)
{
    belay_haptic_simulation* s = device;
    if (s->state.is_plugged && !s->is_lost) bl_simulated_queue_force(s, v3_zero(), v3_zero(), 0.0);
    s->state.is_open = false;
}

const belay_haptic_device_ops bl_simulated_ops = {
    .name = "simulation",
    .probe = probe,
    .open = open_device,
    .read = read_input,
    .write = write_output,
    .close = close_device,
};

belay_haptic_driver belay_haptic_simulation_driver(belay_haptic_simulation* simulation)
{
    return (belay_haptic_driver){&bl_simulated_ops, simulation};
}

// ---------------------------------------------------------------------------------------------------------------------
// Its row
// ---------------------------------------------------------------------------------------------------------------------

static belay_result create_row(const belay_haptics_def* def, void** made, belay_error* error)
{
    belay_haptic_simulation_def touch = belay_haptic_simulation_def_preset(BELAY_HAPTIC_PRESET_TOUCH);
    touch.motion.kind = BELAY_HAND_TARGET;
    touch.is_self_clocked = true;
    touch.watchdog = 0.1;
    belay_haptic_simulation* simulation = NULL;
    belay_result result =
        belay_haptic_simulation_create(def->simulation != NULL ? def->simulation : &touch, &simulation, error);
    *made = simulation;
    return result;
}

static void destroy_row(void* made)
{
    belay_haptic_simulation_destroy(made);
}

const bl_device_row bl_device_simulation = {.ops = &bl_simulated_ops, .create = create_row, .destroy = destroy_row};
