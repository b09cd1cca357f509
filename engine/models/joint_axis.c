// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What happens on a free coordinate: limits, motors, springs.

#include "math/pi.h"
#include "models/joint_builder.h"
#include "models/joint_spring.h"
#include "models/model_tolerances.h"

// J, what a spring has to give in the interval: what it held at its beginning, when it was stretched by x - h u- / 2.
static double stored_energy(const bl_joint_builder* k, double stiffness, double stretch, double before)
{
    double h = k->settings->h, earlier = stretch - 0.5 * h * before;
    double turn = h * fmax(v3_length(v3_add(k->a->angular_before, k->a->angular_damped)),
                           v3_length(v3_add(k->b->angular_before, k->b->angular_damped)));
    double most = turn < BL_JOINT_STRAIGHT ? fmax(stretch * stretch, earlier * earlier) : stretch * stretch;
    return 0.5 * stiffness * most;
}

// Makes a row a spring (joint_spring.h) of that stiffness and stretch; `second_order` is what h u leaves out of the
// change of its length. As that is even in h, the rate of that change in the interval before is u- - second_order/h.
static void set_spring(const bl_joint_builder* k, bl_joint_constraint* row, bl_joint_spring fit, double stiffness,
                       double stretch, double second_order)
{
    double h = k->settings->h, force = stiffness * stretch;
    bl_joint_gradient g = {row->linear, row->angular_a, row->angular_b, row->beyond_b};
    double before = bl_joint_rate_came(k, &g) - second_order / h;
    row->stored = stored_energy(k, stiffness, stretch, before);
    row->softness = 1.0 / (h * fit.p);
    row->target = -(force + fit.q * before) / fit.p - second_order / h;
}

// The side of the range that is nearer, now and at the next placement, and the way to go to it: sign (x - at) <= 0 is
// inside.
typedef struct side {
    double at, sign;
    double gap, gap_next;
} side;

static side nearer_side(const bl_joint_freedom* f, const bl_joint_axis* axis)
{
    double to_min = (f->x - axis->min) + (f->x_next - axis->min);
    double to_max = (axis->max - f->x) + (axis->max - f->x_next);
    side lower = {axis->min, -1.0, f->x - axis->min, f->x_next - axis->min};
    side upper = {axis->max, 1.0, axis->max - f->x, axis->max - f->x_next};
    return to_min < to_max ? lower : upper;
}

static bool is_in_reach(const bl_joint_builder* k, const bl_joint_freedom* f, const side* s)
{
    double speed = fabs(bl_joint_rate_before(k, &f->gradient)) + fabs(bl_joint_rate(k, &f->gradient));
    double margin = f->is_turn ? BL_JOINT_TURN_MARGIN : k->settings->margin;
    return fmin(s->gap, s->gap_next) <= margin + k->settings->h * speed;
}

// The pseudo-velocity with which a gap opens at least. An open one may close. Of a way beyond the limit a share is
// taken back; what the motion itself left out, in full.
static double opening_back(const bl_joint_settings* s, double gap)
{
    if (gap >= 0.0) return -gap / s->h;
    double back = fmax(fmin(-gap, s->slop), -s->recovery * gap);
    return fmin(back / s->h, fmax(s->max_speed, s->slop / s->h));
}

// A gap closes in the step in which it is reached, and no further. One that is closed stays so to the second order, as
// far as that takes energy or moves none: r pushes it open, so its work r (u- + u+) / 2 is none when u+ <= -u-.
static double opening_after(double h, double gap, double before, double second_order)
{
    double by_chord = -second_order / h;
    return fmin(by_chord, fmax(0.0, -before)) - fmax(gap, 0.0) / h;
}

static bl_joint_constraint* add_rigid_limit(bl_joint_builder* k, const bl_joint_freedom* f, const side* s)
{
    bl_joint_kind kind = s->sign < 0.0 ? BL_JOINT_KIND_LIMIT_BELOW : BL_JOINT_KIND_LIMIT_ABOVE;
    bl_joint_constraint* row = bl_joint_add_row(k, &f->gradient, BL_JOINT_SLOT_LIMIT + f->coordinate, kind);
    // Rates of the gap are -sign u.
    double before = -s->sign * bl_joint_rate_before(k, &f->gradient);
    double second_order = -s->sign * bl_joint_second_order(k, &f->gradient, f->x, f->x_next, f->second_order_bound);
    row->target = -s->sign * opening_after(k->settings->h, s->gap, before, second_order);
    row->back = -s->sign * opening_back(k->settings, s->gap);
    *(s->sign < 0.0 ? &row->lower : &row->upper) = 0.0;
    return row;
}

static void add_soft_limit(bl_joint_builder* k, const bl_joint_freedom* f, const side* s, const bl_joint_axis* axis)
{
    bl_joint_constraint* row =
        bl_joint_add_row(k, &f->gradient, BL_JOINT_SLOT_LIMIT + f->coordinate, BL_JOINT_KIND_SPRING);
    double second_order = bl_joint_second_order(k, &f->gradient, f->x, f->x_next, f->second_order_bound);
    bl_joint_spring fit = bl_joint_spring_fit(axis->limit_stiffness, axis->limit_damping,
                                              bl_joint_response(k, &f->gradient), k->settings->h);
    set_spring(k, row, fit, axis->limit_stiffness, f->x - s->at, second_order);
    if (axis->min < axis->max) *(s->sign < 0.0 ? &row->lower : &row->upper) = 0.0;
}

// Returns the row of a rigid limit in reach, and its side; else null.
static bl_joint_constraint* add_limit(bl_joint_builder* k, const bl_joint_freedom* f, const bl_joint_axis* axis,
                                      side* s)
{
    if (!(axis->flags & BL_JOINT_LIMIT)) return NULL;
    *s = nearer_side(f, axis);
    if (!is_in_reach(k, f, s)) return NULL;
    if (axis->limit_stiffness == 0.0) return add_rigid_limit(k, f, s);
    add_soft_limit(k, f, s, axis);
    return NULL;
}

// A motor that drives into the limit wants what the limit lets pass, as hard as it may: the two are one row, whose
// bound on the motor's side is the motor's.
static void add_motor(bl_joint_builder* k, const bl_joint_freedom* f, const bl_joint_axis* axis,
                      bl_joint_constraint* limit, double limit_sign)
{
    double bound = axis->motor_max_force * k->settings->h;
    if (bound == 0.0) return;
    if (limit != NULL && limit_sign * (axis->motor_speed - limit->target) >= 0.0) {
        *(limit_sign < 0.0 ? &limit->lower : &limit->upper) = limit_sign * bound;
        return;
    }
    bl_joint_constraint* row =
        bl_joint_add_row(k, &f->gradient, BL_JOINT_SLOT_DRIVE + f->coordinate, BL_JOINT_KIND_MOTOR);
    row->target = axis->motor_speed;
    row->lower = -bound;
    row->upper = bound;
}

// Round a circle without limits the spring pulls the shorter way.
static void add_spring(bl_joint_builder* k, const bl_joint_freedom* f, const bl_joint_axis* axis)
{
    if (axis->spring_stiffness + axis->spring_damping == 0.0) return;
    double stretch = f->x - axis->spring_target;
    if (f->is_circular && !(axis->flags & BL_JOINT_LIMIT)) stretch = bl_joint_wrap(stretch);
    double second_order = bl_joint_second_order(k, &f->gradient, f->x, f->x_next, f->second_order_bound);
    bl_joint_constraint* row =
        bl_joint_add_row(k, &f->gradient, BL_JOINT_SLOT_DRIVE + f->coordinate, BL_JOINT_KIND_SPRING);
    bl_joint_spring fit = bl_joint_spring_fit(axis->spring_stiffness, axis->spring_damping,
                                              bl_joint_response(k, &f->gradient), k->settings->h);
    set_spring(k, row, fit, axis->spring_stiffness, stretch, second_order);
    row->lower = -axis->spring_max_force * k->settings->h;
    row->upper = axis->spring_max_force * k->settings->h;
}

void bl_joint_add_axis(bl_joint_builder* k, const bl_joint_freedom* f, const bl_joint_axis* axis)
{
    side s = {0};
    bl_joint_constraint* limit = add_limit(k, f, axis, &s);
    if (axis->flags & BL_JOINT_MOTOR) add_motor(k, f, axis, limit, s.sign);
    if (axis->flags & BL_JOINT_SPRING) add_spring(k, f, axis);
}

// The mass is that of body A, so the frequency is that of a pull at its centre. The three rows answer each other when
// the anchor is away from the centre: the largest sum of a row of W is no less than its largest eigenvalue.
static double drag_response(const bl_joint_builder* k, const bl_joint_gradient g[3])
{
    double largest = 0.0;
    for (int i = 0; i < 3; i++) {
        double sum = 0.0;
        for (int j = 0; j < 3; j++)
            sum += fabs(v3_dot(g[i].linear, g[j].linear) * k->a->inverse_mass +
                        v3_dot(g[i].angular_a, m3_mul_v3(k->a->inverse_inertia, g[j].angular_a)));
        largest = fmax(largest, sum);
    }
    return largest;
}

void bl_joint_add_drag(bl_joint_builder* k, const bl_joint_data* joint)
{
    double h = k->settings->h, mass = 1.0 / k->a->inverse_mass;
    double omega = 2.0 * BL_PI * joint->drag_frequency;
    double stiffness = mass * omega * omega, damping = 2.0 * mass * joint->drag_damping * omega;
    belay_vec3 anchor = pose_apply(k->a->pose, joint->frame_a.position), arm = v3_sub(anchor, k->a->center);
    belay_vec3 stretch = v3_sub(anchor, joint->target);
    belay_vec3 displacement = v3_neg(v3_sub(k->displacement_next, k->displacement)); // of anchor A, as B is the world
    bl_joint_gradient g[3];
    for (int i = 0; i < 3; i++)
        g[i] = (bl_joint_gradient){bl_joint_unit(i), v3_cross(arm, bl_joint_unit(i)), v3_zero(), v3_zero()};
    bl_joint_spring fit = bl_joint_spring_fit(stiffness, damping, drag_response(k, g), h);
    for (int i = 0; i < 3; i++) {
        double second_order = bl_joint_second_order(k, &g[i], 0.0, v3_dot(bl_joint_unit(i), displacement),
                                                    k->translation_second_order_bound);
        bl_joint_constraint* row = bl_joint_add_row(k, &g[i], BL_JOINT_SLOT_TRANSLATION, BL_JOINT_KIND_SPRING);
        set_spring(k, row, fit, stiffness, v3_dot(bl_joint_unit(i), stretch), second_order);
    }
}
