// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Where the simulated hand wants to be.

#include "devices/simulated/device_simulated.h"

#include "belay/elementary.h"
#include "belay/quat.h"
#include "belay/vec.h"

#include <math.h>

static const double TWO_PI = 6.283185307179586476925;

belay_hand belay_hand_stylus(void)
{
    return (belay_hand){.mass = 0.15,
                        .damping = 4.0,
                        .stiffness = 300.0,
                        .inertia = 2e-4,
                        .rotation_damping = 5e-3,
                        .rotation_stiffness = 0.3};
}

belay_hand belay_hand_arm(void)
{
    return (belay_hand){.mass = 0.554,
                        .damping = 6.45,
                        .stiffness = 135.0,
                        .inertia = 2e-3,
                        .rotation_damping = 2e-2,
                        .rotation_stiffness = 0.5};
}

// From start to end with no speed and no acceleration at either (the quintic of least jerk).
static void press(const belay_hand_motion* m, double t, bl_motion_state* wanted)
{
    belay_vec3 displacement = v3_sub(m->end, m->start);
    double u = fmin(t / m->duration, 1.0);
    double s = u * u * u * (10.0 + u * (6.0 * u - 15.0));
    double rate = 30.0 * u * u * (1.0 - u) * (1.0 - u) / m->duration;
    wanted->position = v3_add_scaled(m->start, s, displacement);
    wanted->velocity = v3_scale(rate, displacement);
}

static void tap(const belay_hand_motion* m, double t, bl_motion_state* wanted)
{
    belay_vec3 displacement = v3_sub(m->end, m->start);
    double length = v3_length(displacement);
    belay_vec3 along = v3_normalize_or(displacement, v3_zero());
    double stroke = length / m->speed;
    if (m->period > 0.0) t = fmod(t, m->period);

    double gone = length, speed = 0.0;
    if (t < stroke) {
        gone = m->speed * t;
        speed = m->speed;
    } else if (t >= stroke + m->dwell) {
        gone = fmax(length - m->speed * (t - stroke - m->dwell), 0.0);
        speed = gone > 0.0 ? -m->speed : 0.0;
    }
    wanted->position = v3_add_scaled(m->start, gone, along);
    wanted->velocity = v3_scale(speed, along);
}

static void drag(const belay_hand_motion* m, double t, bl_motion_state* wanted)
{
    press(m, t, wanted);
    if (t < m->duration) return;
    belay_vec3 along = v3_normalize_or(m->along, v3_zero());
    double gone = fmod(m->speed * (t - m->duration), 2.0 * m->reach);
    bool is_back = gone >= m->reach;
    wanted->position = v3_add_scaled(wanted->position, is_back ? 2.0 * m->reach - gone : gone, along);
    wanted->velocity = v3_scale(is_back ? -m->speed : m->speed, along);
}

// log(x) for x >= 1, with the same bits everywhere: Newton's steps on e^y = x from the binary exponent, which is above
// the root by less than log 2. Each squares the error; the fifth leaves rounding.
static double logarithm(double x)
{
    int exponent = 0;
    frexp(x, &exponent);
    double y = 0.6931471805599453 * exponent;
    for (int i = 0; i < 5; i++)
        y -= 1.0 - x * (1.0 + belay_expm1(-y));
    return y;
}

// The length of r = a phi from the centre, and the angle that has a length. The start is above the root, where the
// length is convex, so that Newton's steps come down on it.
static double spiral_length(double a, double phi)
{
    double root = sqrt(1.0 + phi * phi);
    return 0.5 * a * (phi * root + logarithm(phi + root));
}

static double spiral_angle(double a, double length)
{
    double phi = sqrt(2.0 * length / a);
    for (int i = 0; i < 8; i++)
        phi -= (spiral_length(a, phi) - length) / (a * sqrt(1.0 + phi * phi));
    return phi;
}

static void spiral(const belay_hand_motion* m, double t, bl_motion_state* wanted)
{
    press(m, t, wanted);
    if (t < m->duration) return;
    belay_vec3 n = v3_normalize_or(v3_sub(m->end, m->start), v3(0.0, 0.0, 1.0));
    belay_vec3 e1 = v3_any_orthogonal(n), e2 = v3_cross(n, e1);

    double a = m->growth / TWO_PI, length = m->speed * (t - m->duration);
    double phi_end = m->reach / a, length_end = spiral_length(a, phi_end);
    bool is_circle = length >= length_end;
    double phi = is_circle ? phi_end + (length - length_end) / m->reach : spiral_angle(a, length);
    double r = is_circle ? m->reach : a * phi, growing = is_circle ? 0.0 : a;
    double turning = m->speed / sqrt(r * r + growing * growing);

    double sine = 0.0, cosine = 1.0;
    belay_sin_cos(phi, &sine, &cosine);
    belay_vec3 out = v3_add(v3_scale(cosine, e1), v3_scale(sine, e2));
    belay_vec3 round = v3_cross(n, out);
    wanted->position = v3_add_scaled(m->end, r, out);
    wanted->velocity = v3_scale(turning, v3_add(v3_scale(growing, out), v3_scale(r, round)));
}

// The last sample at or before t; -1 before the first.
static int sample_before(const belay_hand_motion* m, double t)
{
    int low = -1, high = m->sample_count;
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        if (m->samples[middle].time <= t)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static void recorded(const belay_hand_motion* m, double t, bl_motion_state* wanted)
{
    int i = sample_before(m, t);
    const belay_hand_sample* a = &m->samples[i < 0 ? 0 : i];
    *wanted = (bl_motion_state){.position = a->position, .rotation = a->rotation};
    if (i < 0 || i + 1 >= m->sample_count) return;

    const belay_hand_sample* b = a + 1;
    double span = b->time - a->time, u = (t - a->time) / span;
    belay_vec3 turn = q_log(q_mul(b->rotation, q_conjugate(a->rotation)));
    wanted->velocity = v3_scale(1.0 / span, v3_sub(b->position, a->position));
    wanted->position = v3_add_scaled(a->position, u, v3_sub(b->position, a->position));
    wanted->angular_velocity = v3_scale(1.0 / span, turn);
    wanted->rotation = q_mul(q_exp(v3_scale(u, turn)), a->rotation);
}

void bl_hand_motion_at(const belay_hand_motion* m, double t, bl_motion_state* wanted)
{
    if (m->kind == BELAY_HAND_TARGET) return;
    *wanted = (bl_motion_state){.position = m->start, .rotation = m->rotation};
    switch (m->kind) {
    case BELAY_HAND_PRESS:
        press(m, t, wanted);
        break;
    case BELAY_HAND_TAP:
        tap(m, t, wanted);
        break;
    case BELAY_HAND_DRAG:
        drag(m, t, wanted);
        break;
    case BELAY_HAND_SPIRAL:
        spiral(m, t, wanted);
        break;
    case BELAY_HAND_RECORDED:
        recorded(m, t, wanted);
        break;
    case BELAY_HAND_REST:
    case BELAY_HAND_TARGET:
        break;
    }
}
