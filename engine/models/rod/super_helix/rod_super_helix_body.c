// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Elements taken together as one rigid body.

#include "models/rod/super_helix/rod_super_helix_internal.h"

static belay_mat33 rotated(const belay_mat33* r, const belay_mat33* x)
{
    return m3_mul(m3_mul(*r, *x), m3_transpose(*r));
}

static belay_mat33 outer(belay_vec3 a, belay_vec3 b)
{
    return m3_rows(v3_scale(a.x, b), v3_scale(a.y, b), v3_scale(a.z, b));
}

// int (p + R r)(p + R r)^T dm = (m p + R f) p^T + p (R f)^T + R (int r r^T dm) R^T.
void bl_helix_body_add(bl_helix_body* body, const bl_helix_frame* frame, double mass, belay_vec3 first,
                       const belay_mat33* second, const belay_mat33* spin)
{
    belay_vec3 p = frame->position, f = m3_mul_v3(frame->rotation, first), moved = v3_add_scaled(f, mass, p);
    body->mass += mass;
    body->first = v3_add(body->first, moved);
    belay_mat33 arms = m3_add(outer(moved, p), outer(p, f));
    body->second = m3_add(body->second, m3_add(arms, rotated(&frame->rotation, second)));
    body->spin = m3_add(body->spin, rotated(&frame->rotation, spin));
}

void bl_helix_body_join(bl_helix_body* body, const bl_helix_body* other)
{
    body->mass += other->mass;
    body->first = v3_add(body->first, other->first);
    body->second = m3_add(body->second, other->second);
    body->spin = m3_add(body->spin, other->spin);
}

// int r x (w x r) dm = (tr S - S) w.
belay_mat33 bl_helix_body_inertia(const bl_helix_body* body)
{
    belay_mat33 inertia = m3_sub(body->spin, body->second);
    double trace = m3_trace(body->second);
    inertia.m[0] += trace, inertia.m[4] += trace, inertia.m[8] += trace;
    return inertia;
}

bl_helix_twist bl_helix_body_momentum(const bl_helix_body* body, bl_helix_twist twist)
{
    belay_vec3 w = twist.angular;
    belay_vec3 angular_momentum = v3_sub(m3_mul_v3(body->spin, w), m3_mul_v3(body->second, w));
    angular_momentum = v3_add_scaled(angular_momentum, m3_trace(body->second), w);
    return (bl_helix_twist){v3_add(v3_scale(body->mass, twist.linear), v3_cross(w, body->first)),
                            v3_add(angular_momentum, v3_cross(body->first, twist.linear))};
}
