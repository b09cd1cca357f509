// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "chaos_draw.h"

static belay_joint_limit draw_limit(chaos_taste* t, double span, double stiffness)
{
    belay_joint_limit limit = {.is_enabled = true};
    limit.min = -span * random_unit(&t->lot);
    limit.max = span * random_unit(&t->lot);
    if (random_chance(&t->lot, 0.1)) limit.max = limit.min = 0.0;
    if (t->has_drives && random_chance(&t->lot, 0.3)) {
        limit.stiffness = stiffness;
        limit.damping = random_chance(&t->lot, 0.5) ? 0.0 : 0.1 * stiffness;
    }
    return limit;
}

// `mass` is what the axis moves, kg or kg m^2; `span` how far, m or rad.
static belay_joint_axis draw_axis(chaos_taste* t, double span, double mass)
{
    uint64_t* lot = &t->lot;
    belay_joint_axis axis = {0};
    double frequency = random_log(lot, 1.0, 500.0), stiffness = mass * frequency * frequency;
    if (t->has_limits && random_chance(lot, 0.6)) axis.limit = draw_limit(t, span, stiffness);
    if (!t->has_drives || random_chance(lot, 0.4)) return axis;
    if (random_chance(lot, 0.5)) {
        axis.motor = (belay_joint_motor){true, random_between(lot, -10.0, 10.0) * span, 0.0};
        axis.motor.max_force = random_chance(lot, 0.2) ? HUGE_VAL : mass * span * random_log(lot, 1.0, 1000.0);
    } else {
        axis.spring = (belay_joint_spring){true, random_between(lot, -span, span), stiffness, 0.0, HUGE_VAL};
        if (random_chance(lot, 0.5)) axis.spring.damping = mass * frequency * random_between(lot, 0.0, 4.0);
        if (random_chance(lot, 0.3)) axis.spring.max_force = mass * span * random_log(lot, 1.0, 1000.0);
    }
    return axis;
}

static void draw_axes(chaos_joint* j, chaos_taste* t, double size, double mass)
{
    double inertia = 0.1 * mass * size * size;
    switch (j->type) {
    case BELAY_JOINT_HINGE:
    case BELAY_JOINT_CONE_TWIST:
        j->axes[0] = draw_axis(t, random_between(&t->lot, 0.1, 3.0), inertia);
        j->cone_angle = random_chance(&t->lot, 0.3) ? CHAOS_PI : random_between(&t->lot, 0.0, CHAOS_PI);
        break;
    case BELAY_JOINT_SLIDER:
        j->axes[0] = draw_axis(t, size, mass);
        break;
    case BELAY_JOINT_DISTANCE:
        j->axes[0] = draw_axis(t, size, mass);
        j->axes[0].limit.min = fmax(j->axes[0].limit.min, 0.0);
        break;
    case BELAY_JOINT_SIX_DOF:
        for (int i = 0; i < 6; i++) {
            j->axes[i] = draw_axis(t, i < 3 ? size : 1.0, i < 3 ? mass : inertia);
            if (random_chance(&t->lot, 0.4)) j->axes[i] = (belay_joint_axis){.limit = {.is_enabled = true}}; // locked
        }
        break;
    default:
        break;
    }
}

static chaos_joint draw_joint(const chaos_scene* s, chaos_taste* t, belay_joint_type type, int a, int b,
                              belay_vec3 axis)
{
    uint64_t* lot = &t->lot;
    chaos_joint j = {.type = type, .a = a, .b = b, .axis = axis, .break_force = HUGE_VAL, .cone_angle = CHAOS_PI};
    const chaos_body *p = &s->bodies[a], *q = b == CHAOS_WORLD ? NULL : &s->bodies[b];
    double mass = p->density * chaos_body_volume(p), size = 2.0 * p->radius;
    double share = random_chance(lot, 0.6) ? 0.5 : random_unit(lot);
    j.anchor = p->pose.position;
    if (q != NULL) j.anchor = v3_add(j.anchor, v3_scale(share, v3_sub(q->pose.position, j.anchor)));
    if (q == NULL) j.anchor = v3_add(j.anchor, v3_scale(random_between(lot, 0.0, size), random_direction(lot)));
    draw_axes(&j, t, size, mass);
    j.collides = random_chance(lot, 0.2);
    if (random_chance(lot, 0.03)) j.break_force = mass * CHAOS_G * random_log(lot, 0.5, 50.0);
    if (random_chance(lot, 0.03)) j.offset = random_vector(lot, 0.3 * size);
    j.frequency = random_log(lot, 0.5, 30.0);
    j.max_force = random_chance(lot, 0.3) ? HUGE_VAL : mass * random_log(lot, 1.0, 200.0);
    return j;
}

// Chains of bodies that follow each other, of one type of joint or of any; held by the world here and there; some of
// them closed to loops. Axes that are all alike make loops with more rows than freedom.
void chaos_draw_joints(chaos_scene* s, chaos_taste* t, const bool* is_link)
{
    uint64_t* lot = &t->lot;
    belay_joint_type type = BELAY_JOINT_BALL;
    belay_vec3 axis = {0};
    bool is_alike = true;
    int first = 0;
    for (int i = 0; i < s->body_count && s->joint_count + 3 < CHAOS_MAX_JOINTS; i++) {
        bool is_start = i + 1 < s->body_count && is_link[i + 1] && !is_link[i];
        if (is_start) {
            type = (belay_joint_type)random_below(lot, BELAY_JOINT_DRAG);
            is_alike = random_chance(lot, 0.6);
            axis = random_direction(lot);
            first = i;
            if (random_chance(lot, 0.5)) s->joints[s->joint_count++] = draw_joint(s, t, type, i, CHAOS_WORLD, axis);
        }
        if (!is_link[i]) continue;
        if (!is_alike) {
            type = (belay_joint_type)random_below(lot, BELAY_JOINT_DRAG);
            axis = random_direction(lot);
        }
        s->joints[s->joint_count++] = draw_joint(s, t, type, i - 1, i, axis);
        bool is_end = i + 1 == s->body_count || !is_link[i + 1];
        if (is_end && i - first >= 2 && random_chance(lot, 0.35))
            s->joints[s->joint_count++] = draw_joint(s, t, type, first, i, axis);
        else if (is_end && random_chance(lot, 0.25))
            s->joints[s->joint_count++] = draw_joint(s, t, type, i, CHAOS_WORLD, axis);
    }
    if (t->has_drives && random_chance(lot, 0.3) && s->joint_count < CHAOS_MAX_JOINTS)
        s->joints[s->joint_count++] =
            draw_joint(s, t, BELAY_JOINT_DRAG, random_below(lot, s->body_count), CHAOS_WORLD, axis);
}
