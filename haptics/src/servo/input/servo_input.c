// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "servo/input/servo_input.h"

#include "belay/quat.h"
#include "tolerances/haptic_tolerances.h"

#include <string.h>

void bl_servo_input_reset(bl_servo_input_state* state)
{
    memset(state, 0, sizeof *state);
    state->rotation = belay_quat_identity();
}

static bool is_a_pose(const belay_haptic_input* input)
{
    double length = q_length(input->rotation);
    return v3_is_finite(input->position) && v3_length(input->position) <= BL_INPUT_FARTHEST && length > 0.5 &&
           length < 2.0;
}

static void add_sample(bl_servo_input_state* s, double dt)
{
    const double sample[BL_VELOCITY_AXES] = {s->position.x, s->position.y, s->position.z,
                                             s->path.x,     s->path.y,     s->path.z};
    bl_velocity_add(&s->velocity, sample, dt);
}

static void estimate(bl_servo_input_state* s, const belay_haptic_servo_config* c)
{
    double v[BL_VELOCITY_AXES];
    for (int i = 0; i < BL_VELOCITY_AXES; i++)
        v[i] = bl_velocity_of(&s->velocity, i, i < 3 ? c->position_step : c->rotation_step, c->velocity_window);
    s->linear = v3(v[0], v[1], v[2]);
    s->angular = v3(v[3], v[4], v[5]);
}

static void begin_at(bl_servo_input_state* s, const belay_haptic_input* input)
{
    bl_servo_input_reset(s);
    s->has_pose = true;
    s->position = input->position;
    s->rotation = q_normalize(input->rotation);
    add_sample(s, 0.0);
}

static bool is_near(const belay_pose* a, const belay_haptic_input* b, double path, double turn)
{
    return v3_distance(a->position, b->position) <= path &&
           v3_length(q_log(q_mul(q_normalize(b->rotation), q_conjugate(a->rotation)))) <= turn;
}

// Whether a pose that jumped has been near the same place for long enough.
static bool has_settled_there(bl_servo_input_state* s, const belay_haptic_input* input, double path, double turn)
{
    s->odd_count = s->odd_count > 0 && is_near(&s->odd, input, path, turn) ? s->odd_count + 1 : 1;
    s->odd = (belay_pose){input->position, q_normalize(input->rotation)};
    return s->odd_count > BL_INPUT_JUMP_SAMPLES;
}

static bl_pose_verdict stay(bl_servo_input_state* s, bl_pose_verdict verdict)
{
    s->moved = s->turned = v3_zero();
    return verdict;
}

static void go_on(bl_servo_input_state* s, const belay_haptic_servo_config* c, const belay_haptic_input* input)
{
    belay_quat rotation = q_normalize(input->rotation);
    s->moved = v3_sub(input->position, s->position);
    s->turned = q_log(q_mul(rotation, q_conjugate(s->rotation)));
    s->path = v3_add(s->path, s->turned);
    s->position = input->position;
    s->rotation = rotation;
    s->odd_count = 0;
    add_sample(s, s->waited);
    s->waited = s->silent = 0.0;
    estimate(s, c);
}

// Whether it is a tick's way from where it was last well.
static bool is_next(const bl_servo_input_state* s, const belay_haptic_input* input, double path, double turn)
{
    belay_pose last = {s->position, s->rotation};
    return is_near(&last, input, path, turn);
}

// Whether the device can have come there: as the hand is allowed to move, and as samples may be off each other.
static bool is_reached(const bl_servo_input_state* s, const belay_haptic_servo_config* c,
                       const belay_haptic_input* input, double dt)
{
    belay_pose last = {s->position, s->rotation};
    return is_near(&last, input, c->max_jump_speed * (s->silent + dt) + c->max_speed * s->waited,
                   c->max_jump_spin * (s->silent + dt) + c->max_spin * s->waited);
}

bl_pose_verdict bl_servo_input_take(bl_servo_input_state* state, const belay_haptic_servo_config* config,
                                    const belay_haptic_input* input, belay_haptic_status status, double dt)
{
    state->waited += dt;
    if (status != BELAY_HAPTIC_OK) {
        state->silent += dt;
        return stay(state, BL_POSE_SILENT);
    }
    if (!is_a_pose(input)) return stay(state, BL_POSE_BAD);
    if (!state->has_pose) {
        begin_at(state, input);
        return BL_POSE_GOOD;
    }
    // Where it jumped to it has not gone by hand, however long ago that was.
    double path = config->max_jump_speed * dt, turn = config->max_jump_spin * dt;
    bool stays_odd =
        state->odd_count > 0 && is_near(&state->odd, input, path, turn) && !is_next(state, input, path, turn);
    if (stays_odd || !is_reached(state, config, input, dt)) {
        if (!has_settled_there(state, input, path, turn)) return stay(state, BL_POSE_BAD);
        begin_at(state, input);
        return BL_POSE_RELOCATED;
    }
    go_on(state, config, input);
    return BL_POSE_GOOD;
}
