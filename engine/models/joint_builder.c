// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "models/joint_builder.h"

#include <string.h>

static void set_coordinates(double x[6], const bl_joint_placement* placement, const bl_joint_turn* turn)
{
    x[0] = placement->anchor.x;
    x[1] = placement->anchor.y;
    x[2] = placement->anchor.z;
    for (int i = 3; i < 6; i++)
        x[i] = bl_joint_turn_coordinate(turn, i);
}

// Twist and swing may come round to the other end of their range within the step; a twist by several turns, so it is
// the one that its rate leads to.
static void unwind(bl_joint_builder* k)
{
    double* next = k->next;
    const double* now = k->now;
    bl_joint_gradient g = bl_joint_coordinate_gradient(k, 3);
    double led_to = now[3] + k->settings->h * bl_joint_rate(k, &g);
    next[3] = led_to + bl_joint_wrap(next[3] - led_to);
    belay_vec3 swing = bl_joint_nearest_turn(v3(0.0, next[4], next[5]), v3(0.0, now[4], now[5]));
    next[4] = swing.y;
    next[5] = swing.z;
}

// A second-order term is what turning makes of a chord: no more than h^2/2 w^2 r for each anchor, h^2 w v for a way v
// in a frame that turns. Twice that bounds what is taken of it.
static void set_second_order_bounds(bl_joint_builder* k)
{
    double h = k->settings->h, wa = v3_length(k->a->angular_before), wb = v3_length(k->b->angular_before);
    belay_vec3 va = v3_add(k->a->linear_before, v3_cross(k->a->angular_before, k->arm_a));
    belay_vec3 vb = v3_add(k->b->linear_before, v3_cross(k->b->angular_before, k->arm_b));
    k->slide = h * v3_distance(va, vb);
    double turning = h * (wa * wa * v3_length(k->arm_a) + wb * wb * v3_length(k->arm_b)) + 2.0 * wa * k->slide;
    k->translation_second_order_bound = h * turning;
    k->rotation_second_order_bound = h * h * (wa + wb) * (wa + wb);
}

void bl_joint_builder_init(bl_joint_builder* k, const bl_joint_data* joint, const bl_joint_body* a,
                           const bl_joint_body* b, const bl_joint_settings* settings, bl_joint_constraint* out)
{
    memset(k, 0, sizeof *k);
    k->a = a;
    k->b = b;
    k->settings = settings;
    k->out = out;
    belay_pose frame_a = pose_compose(a->pose, joint->frame_a), frame_b = pose_compose(b->pose, joint->frame_b);
    belay_pose next_a = pose_compose(a->next, joint->frame_a), next_b = pose_compose(b->next, joint->frame_b);
    k->frame = frame_a.rotation;
    k->arm_a = v3_sub(frame_b.position, a->center);
    k->arm_b = v3_sub(frame_b.position, b->center);
    k->displacement = v3_sub(frame_b.position, frame_a.position);
    k->displacement_next = v3_sub(next_b.position, next_a.position);
    bl_joint_placement now = bl_joint_placement_of(frame_a, frame_b), next = bl_joint_placement_of(next_a, next_b);
    k->rotation = now.rotation;
    k->rotation_next = next.rotation;
    k->turn = bl_joint_turn_of(now.rotation);
    bl_joint_turn turn_next = bl_joint_turn_of(next.rotation);
    set_coordinates(k->now, &now, &k->turn);
    k->now[3] = settings->twist + bl_joint_wrap(k->now[3] - settings->twist);
    set_coordinates(k->next, &next, &turn_next);
    unwind(k);
    set_second_order_bounds(k);
}

bl_joint_gradient bl_joint_translation_gradient(const bl_joint_builder* k, belay_vec3 e)
{
    bl_joint_gradient g = {v3_neg(e), v3_cross(e, k->arm_a), v3_cross(e, k->arm_b), v3_zero()};
    return g;
}

bl_joint_gradient bl_joint_spin_gradient(belay_vec3 e)
{
    bl_joint_gradient g = {v3_zero(), v3_neg(e), v3_neg(e), v3_zero()};
    return g;
}

bl_joint_gradient bl_joint_coordinate_gradient(const bl_joint_builder* k, uint32_t coordinate)
{
    if (coordinate < 3) return bl_joint_translation_gradient(k, q_rotate(k->frame, bl_joint_unit((int)coordinate)));
    return bl_joint_spin_gradient(q_rotate(k->frame, bl_joint_rotation_gradient(&k->turn, (int)coordinate)));
}

static double rate(const bl_joint_gradient* g, belay_vec3 va, belay_vec3 wa, belay_vec3 vb, belay_vec3 wb)
{
    return v3_dot(g->linear, v3_sub(va, vb)) + v3_dot(g->angular_a, wa) - v3_dot(g->angular_b, wb) -
           v3_dot(g->beyond_b, vb);
}

double bl_joint_rate(const bl_joint_builder* k, const bl_joint_gradient* g)
{
    return rate(g, k->a->linear, k->a->angular, k->b->linear, k->b->angular);
}

double bl_joint_rate_before(const bl_joint_builder* k, const bl_joint_gradient* g)
{
    return rate(g, k->a->linear_before, k->a->angular_before, k->b->linear_before, k->b->angular_before);
}

double bl_joint_rate_came(const bl_joint_builder* k, const bl_joint_gradient* g)
{
    return bl_joint_rate_before(k, g) +
           rate(g, k->a->linear_damped, k->a->angular_damped, k->b->linear_damped, k->b->angular_damped);
}

double bl_joint_rate_of_lead(const bl_joint_builder* k, const bl_joint_gradient* g)
{
    return rate(g, k->a->linear_lead, k->a->angular_lead, k->b->linear_lead, k->b->angular_lead);
}

double bl_joint_rate_of_bend(const bl_joint_builder* k, const bl_joint_gradient* g)
{
    return rate(g, v3_zero(), k->a->bend, v3_zero(), k->b->bend);
}

double bl_joint_response(const bl_joint_builder* k, const bl_joint_gradient* g)
{
    return v3_length_squared(g->linear) * (k->a->inverse_mass + k->b->inverse_mass) +
           v3_dot(g->angular_a, m3_mul_v3(k->a->inverse_inertia, g->angular_a)) +
           v3_dot(g->angular_b, m3_mul_v3(k->b->inverse_inertia, g->angular_b)) +
           k->b->inverse_mass * (2.0 * v3_dot(g->linear, g->beyond_b) + v3_length_squared(g->beyond_b));
}

bl_joint_constraint* bl_joint_add_row(bl_joint_builder* k, const bl_joint_gradient* g, uint32_t slot,
                                      bl_joint_kind kind)
{
    bl_joint_constraint* c = &k->out[k->count++];
    memset(c, 0, sizeof *c);
    c->linear = g->linear;
    c->angular_a = g->angular_a;
    c->angular_b = g->angular_b;
    c->beyond_b = g->beyond_b;
    c->lower = -HUGE_VAL;
    c->upper = HUGE_VAL;
    c->slot = slot;
    c->kind = kind;
    return c;
}

double bl_joint_second_order(const bl_joint_builder* k, const bl_joint_gradient* g, double x, double x_next,
                             double bound)
{
    double second_order = x_next - x - k->settings->h * bl_joint_rate(k, g);
    return fmin(fmax(second_order, -bound), bound);
}
