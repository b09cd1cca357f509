// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// How a body that stands on another shares its load over the points at which it does: the corners of a face, the legs
// of a table. With more than three points the law leaves that open, and friction torque depends on it: a sliding and
// spinning plate that stands on two opposite corners turns otherwise than one that stands on four. The solver ends near
// where it starts, so it is started from the least-norm load. Small islands are looked at as a whole when they are
// solved (solver/sweep/least_norm.h); this is for all others, pair of bodies by pair of bodies.

#include "core/alloc.h"
#include "math/cone.h"
#include "step/assemble/assemble_tolerances.h"
#include "step/assemble/step_assemble.h"
#include "store/state.h"

// 1 and the place of the contact on the face: what the share is linear in.
static belay_vec3 place_on_face(const bl_manifold_point* origin, const bl_manifold_point* p)
{
    belay_vec3 d = v3_sub(p->point, origin->point);
    return v3(1.0, v3_dot(d, origin->tangent1), v3_dot(d, origin->tangent2));
}

static bool takes_part(const bl_step_scratch* s, ptrdiff_t i)
{
    return s->solve.rows[i].r[0] > 0.0 || s->detect.contacts[i].point.gap <= BL_LEAST_NORM_CLOSED_GAP;
}

// The normal impulses r_i with the resultant (force and torque) that they have and the least sum of squares are
// r_i = c . b_i with (sum b_i b_i^T) c = sum b_i r_i: what legs of equal stiffness would carry. False when the contacts
// lie on a line.
static bool share_of_load(const bl_step_scratch* s, ptrdiff_t from, ptrdiff_t to, belay_vec3* c)
{
    belay_mat33 m = m3_zero(), inverse;
    belay_vec3 resultant = v3_zero();
    int points = 0;
    for (ptrdiff_t i = from; i < to; i++) {
        if (!takes_part(s, i)) continue;
        points++;
        belay_vec3 b = place_on_face(&s->detect.contacts[from].point, &s->detect.contacts[i].point);
        const double b3[3] = {b.x, b.y, b.z};
        resultant = v3_add_scaled(resultant, s->solve.rows[i].r[0], b);
        for (int k = 0; k < 3; k++)
            for (int l = 0; l < 3; l++)
                m.m[3 * k + l] += b3[k] * b3[l];
    }
    if (points < BL_LEAST_NORM_LEAST_POINTS || !m3_invert(m, BL_LEAST_NORM_LINE, &inverse)) return false;
    *c = m3_mul_v3(inverse, resultant);
    return true;
}

// Left as it is where some corner would have to pull.
static void even_out(bl_step_scratch* s, ptrdiff_t from, ptrdiff_t to)
{
    belay_vec3 c;
    if (!share_of_load(s, from, to, &c)) return;
    double even[BL_LEAST_NORM_MAX_POINTS];
    for (ptrdiff_t i = from; i < to; i++) {
        even[i - from] = v3_dot(c, place_on_face(&s->detect.contacts[from].point, &s->detect.contacts[i].point));
        if (takes_part(s, i) && !(even[i - from] > 0.0)) return;
    }
    for (ptrdiff_t i = from; i < to; i++) {
        if (!takes_part(s, i)) continue;
        double r[3] = {even[i - from], s->solve.rows[i].r[1], s->solve.rows[i].r[2]};
        bl_cone_project(s->detect.contacts[i].friction, r, s->solve.rows[i].r);
    }
}

// Points of one pair of bodies with one normal.
static bool is_same_face(const bl_step_contact* c, const bl_step_contact* d)
{
    return c->body_a == d->body_a && c->body_b == d->body_b &&
           v3_dot(c->point.normal, d->point.normal) >= 1.0 - BL_LEAST_NORM_SAME_NORMAL;
}

void bl_step_least_norm_load(bl_step_scratch* s)
{
    ptrdiff_t n = arrlen(s->detect.contacts);
    for (ptrdiff_t i = 0, j; i < n; i = j) {
        for (j = i + 1; j < n && j - i < BL_LEAST_NORM_MAX_POINTS; j++)
            if (!is_same_face(&s->detect.contacts[i], &s->detect.contacts[j])) break;
        if (j - i >= BL_LEAST_NORM_LEAST_POINTS) even_out(s, i, j);
    }
}
