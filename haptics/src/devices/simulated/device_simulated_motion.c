// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// How the simulated device moves, axis by axis: M v' = f + f_hand - b v - c sgn(v). The substep is the implicit
// midpoint rule, whose energies add up exactly: with the mean speed u of a substep h,
//
//     M (v1 - v0) = h (f + k (x_wanted - x0 - h u / 2) + b_hand (v_wanted - u) - b u - c s),   u = (v0 + v1) / 2
//
// times u is the change of kinetic energy = work of force and hand - losses. s is the way the axis moves, or breaks
// away to; where it would turn round within a substep, it stops in between and starts anew.

#include "devices/simulated/device_simulated.h"

#include "belay/elementary.h"
#include "belay/quat.h"
#include "belay/vec.h"

#include <math.h>

static const double STICK_SPEED = 1e-6; // m/s, rad/s: slower is at rest, where friction can hold it

// One axis of device and hand for a substep.
typedef struct axis {
    double mass, damping, friction; // of device and hand together; of the device alone
    double hand_stiffness, hand_damping;
    double force;        // of the motors
    double stretch;      // where it is - where the hand wants it, at first
    double wanted_speed; // of the hand
    double speed;
} axis;

// Motors and hand together at the speed v.
static double drive(const axis* a)
{
    return a->force - a->hand_stiffness * a->stretch + a->hand_damping * (a->wanted_speed - a->speed);
}

static double sign_of(double x)
{
    return (double)((x > 0.0) - (x < 0.0));
}

// Which way it moves or breaks away to; 0: friction holds it.
static double direction(const axis* a)
{
    if (fabs(a->speed) >= STICK_SPEED) return sign_of(a->speed);
    double d = drive(a);
    return fabs(d) <= a->friction ? 0.0 : sign_of(d);
}

static double mean_speed(const axis* a, double s, double h)
{
    double push = a->force - s * a->friction - a->hand_stiffness * a->stretch + a->hand_damping * a->wanted_speed;
    return (a->mass * a->speed + 0.5 * h * push) /
           (a->mass + 0.5 * h * (a->damping + a->hand_damping) + 0.25 * h * h * a->hand_stiffness);
}

// Moves for h with the mean speed u; books who did what; returns how far.
static double move(axis* a, double u, double h, belay_haptic_simulation_state* state)
{
    double way = h * u;
    double hand = -a->hand_stiffness * (a->stretch + 0.5 * way) + a->hand_damping * (a->wanted_speed - u);
    state->force_work += a->force * way;
    state->hand_work += hand * way;
    state->damping_loss += a->damping * u * way;
    state->friction_loss += a->friction * fabs(way);
    a->speed = 2.0 * u - a->speed;
    a->stretch += way;
    return way;
}

// What is left of the speed goes to friction.
static void stop(axis* a, belay_haptic_simulation_state* state)
{
    state->friction_loss += 0.5 * a->mass * a->speed * a->speed;
    a->speed = 0.0;
}

// One substep; returns how far it went.
static double axis_step(axis* a, double h, belay_haptic_simulation_state* state)
{
    if (a->friction > 0.0 && fabs(a->speed) < STICK_SPEED) stop(a, state);
    double s = direction(a);
    if (s == 0.0 && a->friction > 0.0) return 0.0;
    double u = mean_speed(a, s, h), after = 2.0 * u - a->speed;
    if (a->friction == 0.0 || after * s >= 0.0) return move(a, u, h, state);

    double until = h * a->speed / (a->speed - after);
    double path = move(a, mean_speed(a, s, until), until, state);
    stop(a, state);
    s = direction(a);
    if (s == 0.0) return path;
    return path + move(a, mean_speed(a, s, h - until), h - until, state);
}

double bl_safe_length(belay_vec3 v)
{
    double largest = fmax(fabs(v.x), fmax(fabs(v.y), fabs(v.z)));
    return largest > 0.0 ? largest * v3_length(v3(v.x / largest, v.y / largest, v.z / largest)) : 0.0;
}

belay_vec3 bl_limit_length(belay_vec3 v, double limit)
{
    double length = bl_safe_length(v);
    return limit > 0.0 && length > limit ? v3_scale(limit / length, v) : v;
}

// What the motors may give: from 1 to 1.1 of heat down to what they can for long.
static double force_limit(const belay_haptic_simulation* s)
{
    const belay_haptic_device_info* device = &s->def.device;
    if (s->def.thermal_time <= 0.0) return device->max_force;
    double cut = fmin(fmax((s->state.heat - 1.0) / 0.1, 0.0), 1.0);
    return device->max_force - cut * (device->max_force - device->max_continuous_force);
}

static void heat_up(belay_haptic_simulation* s, double h)
{
    if (s->def.thermal_time <= 0.0) return;
    double share = v3_length(s->state.force) / s->def.device.max_continuous_force;
    s->state.heat += -belay_expm1(-h / s->def.thermal_time) * (share * share - s->state.heat);
}

void bl_simulated_queue_force(belay_haptic_simulation* s, belay_vec3 force, belay_vec3 torque, double grip)
{
    s->last_write = s->state.time;
    if (s->pending_count == BL_SIMULATED_PENDING_SIZE) s->pending_count--;
    s->pending[s->pending_count++] = (bl_pending_force){s->state.time + s->def.device.delay, force, torque, grip};
}

// Takes up what is due within a quarter of a substep: sums of times are not exact.
static void take_pending(belay_haptic_simulation* s, double h)
{
    int due = 0;
    while (due < s->pending_count && s->pending[due].due <= s->state.time + 0.25 * h)
        due++;
    if (due == 0) return;
    s->asked_force = s->pending[due - 1].force;
    s->asked_torque = s->pending[due - 1].torque;
    s->asked_grip = s->pending[due - 1].grip;
    for (int i = due; i < s->pending_count; i++)
        s->pending[i - due] = s->pending[i];
    s->pending_count -= due;
}

static void drive_motors(belay_haptic_simulation* s, double h)
{
    take_pending(s, h);
    bool is_let_go = s->def.watchdog > 0.0 && s->state.time - s->last_write > s->def.watchdog;
    if (!s->state.is_plugged || is_let_go) {
        s->pending_count = 0;
        s->asked_force = s->asked_torque = v3_zero();
        s->asked_grip = 0.0;
    }
    s->state.force = bl_limit_length(s->asked_force, force_limit(s));
    s->state.torque =
        s->def.device.has_rotation ? bl_limit_length(s->asked_torque, s->def.device.max_torque) : v3_zero();
    double most = s->def.device.max_grip_force;
    s->state.grip_force = s->def.device.has_grip ? fmin(fmax(s->asked_grip, -most), most) : 0.0;
    heat_up(s, h);
}

// Exact for a force and a wish that stand still over h.
static void move_grip(belay_haptic_simulation* s, double h)
{
    const belay_haptic_gripper* g = &s->def.gripper;
    double wanted = g->width * (1.0 - atomic_load_explicit(&s->wanted_grip, memory_order_relaxed) / 65535.0);
    double *width = &s->state.grip_width, force = s->state.grip_force;
    if (g->stiffness > 0.0)
        *width += -belay_expm1(-h * g->stiffness / g->damping) * (wanted + force / g->stiffness - *width);
    else
        *width += h * force / g->damping;
    *width = fmin(fmax(*width, 0.0), g->width);
}

static void move_axes(belay_haptic_simulation* s, double h)
{
    const belay_haptic_device_info* device = &s->def.device;
    const belay_hand* hand = &s->def.hand;
    axis common = {.mass = device->mass + hand->mass,
                   .damping = device->damping,
                   .friction = device->friction,
                   .hand_stiffness = hand->stiffness,
                   .hand_damping = hand->damping};
    double* x[3] = {&s->state.position.x, &s->state.position.y, &s->state.position.z};
    double* v[3] = {&s->state.velocity.x, &s->state.velocity.y, &s->state.velocity.z};
    const double force[3] = {s->state.force.x, s->state.force.y, s->state.force.z};
    const double wanted[3] = {s->wanted.position.x, s->wanted.position.y, s->wanted.position.z};
    const double wanted_speed[3] = {s->wanted.velocity.x, s->wanted.velocity.y, s->wanted.velocity.z};
    double hand_force[3];
    for (int i = 0; i < 3; i++) {
        axis a = common;
        a.force = force[i];
        a.stretch = *x[i] - wanted[i];
        a.wanted_speed = wanted_speed[i];
        a.speed = *v[i];
        *x[i] += axis_step(&a, h, &s->state);
        *v[i] = a.speed;
        hand_force[i] = drive(&a) - a.force;
    }
    s->state.hand_force = v3(hand_force[0], hand_force[1], hand_force[2]);
}

// The same about each axis of the desk, since the inertia is the same about all.
static void turn_axes(belay_haptic_simulation* s, double h)
{
    const belay_haptic_rotation* device = &s->def.rotation;
    const belay_hand* hand = &s->def.hand;
    axis common = {.mass = device->inertia + hand->inertia,
                   .damping = device->damping,
                   .friction = device->friction,
                   .hand_stiffness = hand->rotation_stiffness,
                   .hand_damping = hand->rotation_damping};
    belay_vec3 to_go = q_log(q_mul(s->wanted.rotation, q_conjugate(s->state.rotation)));
    double* w[3] = {&s->state.angular_velocity.x, &s->state.angular_velocity.y, &s->state.angular_velocity.z};
    const double torque[3] = {s->state.torque.x, s->state.torque.y, s->state.torque.z};
    const double stretch[3] = {-to_go.x, -to_go.y, -to_go.z};
    const double wanted[3] = {s->wanted.angular_velocity.x, s->wanted.angular_velocity.y, s->wanted.angular_velocity.z};
    double turn[3];
    for (int i = 0; i < 3; i++) {
        axis a = common;
        a.force = torque[i];
        a.stretch = stretch[i];
        a.wanted_speed = wanted[i];
        a.speed = *w[i];
        turn[i] = axis_step(&a, h, &s->state);
        *w[i] = a.speed;
    }
    s->state.rotation = q_normalize(q_mul(q_exp(v3(turn[0], turn[1], turn[2])), s->state.rotation));
}

static void update_kinetic_energy(belay_haptic_simulation* s)
{
    double energy = 0.5 * (s->def.device.mass + s->def.hand.mass) * v3_length_squared(s->state.velocity);
    if (s->def.device.has_rotation) {
        double inertia = s->def.rotation.inertia + s->def.hand.inertia;
        energy += 0.5 * inertia * v3_length_squared(s->state.angular_velocity);
    }
    s->state.kinetic_energy = energy;
}

void bl_simulated_advance(belay_haptic_simulation* s, double dt)
{
    if (!(dt > 0.0 && dt <= 1e6)) return;
    double substeps = fmax(ceil(dt * s->def.device.rate * BL_SIMULATED_SUBSTEPS - 1e-6), 1.0);
    double start = s->state.time, h = dt / substeps;
    if (bl_triple_buffer_take(&s->targets)) s->wanted = *(const bl_motion_state*)bl_triple_buffer_front(&s->targets);
    for (int64_t i = 0; i < (int64_t)substeps; i++) {
        s->state.time = start + (double)i * h;
        bl_hand_motion_at(&s->def.motion, s->state.time + 0.5 * h, &s->wanted);
        drive_motors(s, h);
        move_axes(s, h);
        if (s->def.device.has_rotation) turn_axes(s, h);
        if (s->def.device.has_grip) move_grip(s, h);
    }
    s->state.time = start + dt;
    update_kinetic_energy(s);
}
