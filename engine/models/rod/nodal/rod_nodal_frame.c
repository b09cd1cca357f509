// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "models/rod/nodal/rod_nodal_internal.h"

#include "belay/elementary.h"
#include "math/pi.h"
#include "models/model_tolerances.h"

#include <string.h>

bl_nodal_axes bl_nodal_axes_of(belay_quat q)
{
    double xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
    double xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z;
    double wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
    bl_nodal_axes axes = {v3(1.0 - 2.0 * (yy + zz), 2.0 * (xy + wz), 2.0 * (xz - wy)),
                          v3(2.0 * (xy - wz), 1.0 - 2.0 * (xx + zz), 2.0 * (yz + wx)),
                          v3(2.0 * (xz + wy), 2.0 * (yz - wx), 1.0 - 2.0 * (xx + yy))};
    return axes;
}

belay_vec3 bl_nodal_direction_of(belay_quat q)
{
    return v3(2.0 * (q.x * q.z + q.w * q.y), 2.0 * (q.y * q.z - q.w * q.x), 1.0 - 2.0 * (q.x * q.x + q.y * q.y));
}

// The shortest rotation from a to b, both unit. Opposite directions have no shortest one; then about d1 of the frame.
static belay_quat shortest(belay_vec3 a, belay_vec3 b, belay_quat frame)
{
    double w = sqrt(fmax(0.5 * (1.0 + v3_dot(a, b)), 0.0));
    if (w < BL_NODAL_OPPOSITE) {
        belay_vec3 d1 = bl_nodal_axes_of(frame).d1;
        return (belay_quat){0.0, d1.x, d1.y, d1.z};
    }
    belay_vec3 u = v3_scale(0.5 / w, v3_cross(a, b));
    return (belay_quat){w, u.x, u.y, u.z};
}

// The unit quaternion nearest to q, to first order in how far it is from one, which here is rounding.
static belay_quat tidy(belay_quat q)
{
    double s = 1.5 - 0.5 * (q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    return (belay_quat){s * q.w, s * q.x, s * q.y, s * q.z};
}

// q turned by `angle` about its own d3.
static belay_quat turned(belay_quat q, double angle)
{
    if (angle == 0.0) return q;
    double s, c;
    belay_sin_cos(0.5 * angle, &s, &c);
    return (belay_quat){c * q.w - s * q.z, c * q.x + s * q.y, c * q.y - s * q.x, c * q.z + s * q.w};
}

belay_quat bl_nodal_carry(belay_quat frame, belay_vec3 direction, double turn)
{
    return tidy(turned(q_mul(shortest(bl_nodal_direction_of(frame), direction, frame), frame), turn));
}

bl_nodal_strain bl_nodal_relative(belay_quat minus, belay_quat plus, double about)
{
    belay_quat p = q_mul(q_conjugate(minus), plus);
    double c = fmax(sqrt(p.w * p.w + p.z * p.z), BL_NODAL_FOLD);
    double twist = 2.0 * belay_atan2(p.z, p.w);
    // q and -q are one rotation, so twist is known up to full turns; the half-way frame turns by half as much.
    double turns = nearbyint((about - twist) / (2.0 * BL_PI));
    double sign = fmod(turns, 2.0) == 0.0 ? 2.0 : -2.0;
    return (bl_nodal_strain){{sign * p.x / c, sign * p.y / c, twist + 2.0 * BL_PI * turns}};
}

// Of +- (w, z) / c the one that is (cos(twist / 2), sin(twist / 2)): its sign, from the larger of the two.
static double half_sign(double w, double z, double twist)
{
    double turns = nearbyint(twist / (2.0 * BL_PI));
    double sign = fmod(turns, 2.0) == 0.0 ? 1.0 : -1.0;
    if (fabs(w) >= fabs(z)) return w >= 0.0 ? sign : -sign;
    return (z >= 0.0) == (twist >= 2.0 * BL_PI * turns) ? sign : -sign;
}

bl_nodal_strain bl_nodal_known_relative(belay_quat minus, belay_quat plus, double twist, double half[2])
{
    belay_quat p = q_mul(q_conjugate(minus), plus);
    double c = sqrt(p.w * p.w + p.z * p.z), sign = half_sign(p.w, p.z, twist);
    half[0] = c > 0.0 ? sign * p.w / c : 1.0;
    half[1] = c > 0.0 ? sign * p.z / c : 0.0;
    double scale = 2.0 * sign / fmax(c, BL_NODAL_FOLD);
    return (bl_nodal_strain){{scale * p.x, scale * p.y, twist}};
}

bl_nodal_clamps bl_nodal_turn_clamps(const bl_nodal* r, const belay_vec3 spin[2], double seconds)
{
    bl_nodal_clamps clamps;
    for (int end = 0; end < 2; end++) {
        clamps.frame[end] = q_mul(q_exp(v3_scale(seconds, spin[end])), r->clamp[end]);
        clamps.turn[end] = seconds * v3_dot(spin[end], bl_nodal_direction_of(r->clamp[end]));
    }
    return clamps;
}

// The twist to expect of a vertex from how the segments beside it, or a clamp, turn about their directions.
static double expected_twist(const bl_nodal* r, uint32_t vertex, const double* v, double seconds,
                             const bl_nodal_clamps* clamps)
{
    double before = vertex > 0 ? seconds * v[4 * (vertex - 1) + 3] : clamps->turn[0];
    double behind = vertex < r->n ? seconds * v[4 * vertex + 3] : clamps->turn[1];
    return r->twist[vertex] + behind - before;
}

void bl_nodal_travel(const bl_nodal* r, const double* v, double seconds, const bl_nodal_clamps* clamps, double* length,
                     belay_quat* frame, bl_nodal_strain* strain)
{
    belay_quat last = clamps->frame[0];
    for (uint32_t i = 0; i <= r->n; i++) {
        belay_quat next = clamps->frame[1];
        if (i < r->n) {
            belay_vec3 apart = v3_sub(bl_nodal_node_velocity(v, i + 1), bl_nodal_node_velocity(v, i));
            belay_vec3 edge = v3_add_scaled(v3_sub(r->x[i + 1], r->x[i]), seconds, apart);
            length[i] = v3_length(edge);
            belay_vec3 direction =
                length[i] > 0.0 ? v3_scale(1.0 / length[i], edge) : bl_nodal_direction_of(r->frame[i]);
            next = bl_nodal_carry(r->frame[i], direction, seconds * v[4 * i + 3]);
            frame[i] = next;
        }
        strain[i] = bl_nodal_has_vertex(r, i) ? bl_nodal_relative(last, next, expected_twist(r, i, v, seconds, clamps))
                                              : (bl_nodal_strain){{0.0, 0.0, 0.0}};
        last = next;
    }
}

// How a clamp turned from one frame to the other. Full turns about the axis leave no trace in the frames; `hint` tells
// them.
static belay_vec3 spin_between(belay_quat from, belay_quat to, belay_vec3 hint, double seconds)
{
    belay_vec3 turn = q_log(q_mul(to, q_conjugate(from)));
    double angle = v3_length(turn);
    belay_vec3 axis = angle > 0.0 ? v3_scale(1.0 / angle, turn) : v3_normalize_or(hint, v3_zero());
    double turns = nearbyint((seconds * v3_dot(hint, axis) - angle) / (2.0 * BL_PI));
    return v3_scale((angle + 2.0 * BL_PI * turns) / seconds, axis);
}

static bl_nodal_clamps follow_clamps(const bl_nodal* r, double seconds)
{
    bl_nodal_clamps clamps = {{r->clamp[0], r->clamp[1]}, {0.0, 0.0}};
    for (int end = 0; end < 2; end++) {
        r->clamp_spin[end] = v3_zero();
        if (r->body->ends[end].hold != BL_ROD_CLAMPED || seconds == 0.0) continue;
        clamps.frame[end] = q_normalize(r->body->ends[end].rotation);
        r->clamp_spin[end] = spin_between(r->clamp[end], clamps.frame[end], r->body->ends[end].angular, seconds);
        clamps.turn[end] = seconds * v3_dot(r->clamp_spin[end], bl_nodal_direction_of(r->clamp[end]));
    }
    return clamps;
}

double bl_nodal_twist_now(const bl_nodal* r, uint32_t vertex, double about)
{
    belay_quat minus = vertex == 0 ? r->clamp[0] : r->frame[vertex - 1];
    belay_quat plus = vertex == r->n ? r->clamp[1] : r->frame[vertex];
    return bl_nodal_relative(minus, plus, about).k[2];
}

// Puts an end's node where it is held. The segment there turns with it, without spin.
static void place_end(const bl_nodal* r, int end, belay_vec3 position)
{
    uint32_t node = bl_nodal_end_node(r, end), segment = end == 0 ? 0 : r->n - 1, inner = end == 0 ? 1 : r->n - 1;
    if (v3_distance(r->x[node], position) == 0.0) return;
    r->x[node] = position;
    belay_vec3 edge = v3_sub(r->x[segment + 1], r->x[segment]);
    double length = v3_length(edge);
    if (length > 0.0) r->frame[segment] = bl_nodal_carry(r->frame[segment], v3_scale(1.0 / length, edge), 0.0);
    r->twist[inner] = bl_nodal_twist_now(r, inner, r->twist[inner]);
}

void bl_nodal_take_ends(const bl_nodal* r)
{
    for (int end = 0; end < 2; end++) {
        const bl_rod_end* e = &r->body->ends[end];
        bool is_new = r->held[end] != (double)e->hold;
        r->held[end] = (double)e->hold;
        if (e->hold != BL_ROD_FREE) place_end(r, end, e->position);
        if (e->hold != BL_ROD_CLAMPED) continue;
        uint32_t vertex = bl_nodal_end_node(r, end);
        r->clamp[end] = q_normalize(e->rotation);
        if (is_new) r->clamp_spin[end] = v3_zero();
        r->twist[vertex] = bl_nodal_twist_now(r, vertex, is_new ? r->rest[vertex].k[2] : r->twist[vertex]);
    }
}

// Gives a held node the velocity with which it gets where it is to be.
static void follow_held_nodes(const bl_nodal* r, double seconds)
{
    for (int end = 0; end < 2; end++) {
        if (r->body->ends[end].hold == BL_ROD_FREE || seconds == 0.0) continue;
        uint32_t node = bl_nodal_end_node(r, end);
        belay_vec3 displacement = v3_sub(r->body->ends[end].position, r->x[node]);
        bl_nodal_set_velocity(r->v, node, v3_scale(1.0 / seconds, displacement));
    }
}

void bl_nodal_move(const bl_rod* rod, double seconds)
{
    bl_nodal r = bl_nodal_view(rod);
    bl_nodal_clamps clamps = follow_clamps(&r, seconds);
    follow_held_nodes(&r, seconds);
    bl_nodal_travel(&r, r.v, seconds, &clamps, r.trial_length, r.trial_frame, r.trial);
    if (seconds > 0.0 && *r.prepared == seconds) bl_nodal_settle(&r, &clamps, seconds);
    *r.prepared = 0.0;
    memcpy(r.frame, r.trial_frame, r.n * sizeof *r.frame);
    for (uint32_t i = 0; i <= r.n; i++) {
        r.x[i] = v3_add_scaled(r.x[i], seconds, bl_nodal_node_velocity(r.v, i));
        if (bl_nodal_has_vertex(&r, i)) r.twist[i] = r.trial[i].k[2];
    }
    for (int end = 0; end < 2; end++) {
        r.clamp[end] = clamps.frame[end];
        if (rod->body->ends[end].hold != BL_ROD_FREE && seconds != 0.0)
            r.x[bl_nodal_end_node(&r, end)] = rod->body->ends[end].position;
    }
}
