// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Elements put one behind the other, and the polyline in them that contact sees.
//
// A segment's frame is that of the material in the middle of its arc, turned by the smallest rotation that takes the
// arc's tangent a there to the chord's direction t. With W the material's angular velocity there, and D the difference
// of the velocities of the segment's nodes, l apart, t moves at (D - t (t.D)) / l and a at W x a. The smallest rotation
// adds a spin of the size of the area that the arc from a to t sweeps, so that in all the segment turns at
//     t x D / l + t (W.(a + t) - (a x t).D / l) / (1 + a.t).

#include "models/model_tolerances.h"
#include "models/rod/super_helix/rod_super_helix_internal.h"

#define SEGMENTS BL_SUPER_HELIX_SEGMENTS

void bl_super_helix_place(const bl_super_helix* rod)
{
    rod->frames[0].rotation = q_to_m3(*rod->rotation);
    rod->frames[0].position = v3_zero();
    for (uint32_t e = 0; e < rod->n; e++) {
        const bl_helix_frame* from = &rod->frames[e];
        bl_helix h = bl_helix_at(rod->u[e], rod->length[e]);
        rod->frames[e + 1].rotation = m3_mul(from->rotation, bl_helix_rotation(&h));
        rod->frames[e + 1].position = v3_add(from->position, m3_mul_v3(from->rotation, bl_helix_position(&h)));
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Polyline
// ---------------------------------------------------------------------------------------------------------------------

static bl_helix node_at(const bl_super_helix* rod, uint32_t element, int node)
{
    return bl_helix_at(rod->u[element], rod->length[element] * node / SEGMENTS);
}

static belay_vec3 node_position(const bl_super_helix* rod, uint32_t element, int node)
{
    const bl_helix_frame* from = &rod->frames[element];
    bl_helix h = node_at(rod, element, node);
    return v3_add(from->position, m3_mul_v3(from->rotation, bl_helix_position(&h)));
}

static bl_helix middle_at(const bl_super_helix* rod, uint32_t element, int segment)
{
    return bl_helix_at(rod->u[element], rod->length[element] * (segment + 0.5) / SEGMENTS);
}

static void rotate_three(const belay_mat33* r, belay_vec3 x[3])
{
    for (int k = 0; k < 3; k++)
        x[k] = m3_mul_v3(*r, x[k]);
}

void bl_super_helix_segments_of(const bl_super_helix* rod, uint32_t element, bl_helix_segments* segments)
{
    const bl_helix_frame* from = &rod->frames[element];
    for (int i = 0; i <= SEGMENTS; i++) {
        bl_helix h = node_at(rod, element, i);
        segments->node[i] = v3_add(from->position, m3_mul_v3(from->rotation, bl_helix_position(&h)));
        bl_helix_gradient(&h, segments->gradient[i]);
        rotate_three(&from->rotation, segments->gradient[i]);
    }
    for (int i = 0; i < SEGMENTS; i++) {
        bl_helix h = middle_at(rod, element, i);
        segments->frame[i] = m3_mul(from->rotation, bl_helix_rotation(&h));
        bl_helix_turn_gradient(&h, segments->turn[i]);
        rotate_three(&from->rotation, segments->turn[i]);
    }
}

void bl_super_helix_nodes(const bl_rod* body, belay_vec3* nodes)
{
    bl_super_helix rod = bl_super_helix_view(body);
    for (uint32_t e = 0; e < rod.n; e++)
        for (int i = 0; i < SEGMENTS; i++)
            nodes[SEGMENTS * e + (uint32_t)i] = v3_add(*rod.origin, node_position(&rod, e, i));
    nodes[SEGMENTS * rod.n] = v3_add(*rod.origin, rod.frames[rod.n].position);
}

// A segment's chord, and the tangent in the middle of its arc.
typedef struct chord {
    belay_vec3 t, a;
    double inverse;     // 1 / its length
    double one_plus_at; // 1 + a.t
} chord;

static chord chord_of(belay_vec3 from, belay_vec3 to, belay_vec3 tangent)
{
    belay_vec3 displacement = v3_sub(to, from);
    double length = v3_length(displacement);
    chord c = {.t = v3_normalize_or(displacement, tangent), .a = tangent, .inverse = length > 0.0 ? 1.0 / length : 0.0};
    c.one_plus_at = fmax(1.0 + v3_dot(c.a, c.t), BL_HELIX_LEAST_COSINE);
    return c;
}

// By the largest of the four components, so that no small number is divided by.
belay_quat bl_helix_quat(const belay_mat33* rotation)
{
    const double* m = rotation->m;
    double xx = 1.0 + m[0] - m[4] - m[8], yy = 1.0 - m[0] + m[4] - m[8], zz = 1.0 - m[0] - m[4] + m[8];
    double ww = 1.0 + m[0] + m[4] + m[8];
    belay_quat q;
    if (ww >= xx && ww >= yy && ww >= zz)
        q = (belay_quat){ww, m[7] - m[5], m[2] - m[6], m[3] - m[1]};
    else if (xx >= yy && xx >= zz)
        q = (belay_quat){m[7] - m[5], xx, m[1] + m[3], m[2] + m[6]};
    else if (yy >= zz)
        q = (belay_quat){m[2] - m[6], m[1] + m[3], yy, m[5] + m[7]};
    else
        q = (belay_quat){m[3] - m[1], m[2] + m[6], m[5] + m[7], zz};
    return q_normalize(q);
}

belay_quat bl_super_helix_frame(const bl_rod* body, uint32_t segment)
{
    bl_super_helix rod = bl_super_helix_view(body);
    uint32_t e = segment / SEGMENTS;
    int i = (int)(segment % SEGMENTS);
    bl_helix h = middle_at(&rod, e, i);
    belay_mat33 material = m3_mul(rod.frames[e].rotation, bl_helix_rotation(&h));
    chord c = chord_of(node_position(&rod, e, i), node_position(&rod, e, i + 1), m3_column(material, 2));
    belay_vec3 axis = v3_cross(c.a, c.t);
    belay_quat smallest = {c.one_plus_at, axis.x, axis.y, axis.z};
    return q_mul(q_normalize(smallest), bl_helix_quat(&material));
}

// ---------------------------------------------------------------------------------------------------------------------
// Velocities
// ---------------------------------------------------------------------------------------------------------------------

static belay_vec3 combine(const belay_vec3 gradient[3], belay_vec3 rate)
{
    belay_vec3 sum = v3_add_scaled(v3_scale(rate.x, gradient[0]), rate.y, gradient[1]);
    return v3_add_scaled(sum, rate.z, gradient[2]);
}

bl_helix_twist bl_super_helix_advance(const bl_super_helix* rod, uint32_t element, const double* v, bl_helix_twist at)
{
    const belay_mat33* r = &rod->frames[element].rotation;
    bl_helix h = bl_helix_at(rod->u[element], rod->length[element]);
    belay_vec3 rate = bl_super_helix_rate(v, element), gradient[3];
    bl_helix_gradient(&h, gradient);
    belay_vec3 arm = v3_sub(rod->frames[element + 1].position, rod->frames[element].position);
    belay_vec3 swing = v3_add(v3_cross(at.angular, arm), m3_mul_v3(*r, combine(gradient, rate)));
    belay_vec3 turn = m3_mul_v3(*r, bl_helix_turn(&h, v3_scale(h.s, rate)));
    return (bl_helix_twist){v3_add(at.linear, swing), v3_add(at.angular, turn)};
}

static bl_helix_twist motion_at(const bl_super_helix* rod, uint32_t element, const double* v)
{
    bl_helix_twist at = {v3(v[0], v[1], v[2]), v3(v[3], v[4], v[5])};
    for (uint32_t e = 0; e < element; e++)
        at = bl_super_helix_advance(rod, e, v, at);
    return at;
}

// Of a place of the element that its own u moves at `own`.
static belay_vec3 place_velocity(const bl_super_helix* rod, uint32_t element, bl_helix_twist at, belay_vec3 point,
                                 belay_vec3 own)
{
    belay_vec3 arm = v3_sub(point, rod->frames[element].position);
    return v3_add(v3_add(at.linear, v3_cross(at.angular, arm)), own);
}

static belay_vec3 node_velocity(const bl_super_helix* rod, uint32_t element, int node, const double* v,
                                bl_helix_twist at)
{
    bl_helix h = node_at(rod, element, node);
    belay_vec3 gradient[3];
    bl_helix_gradient(&h, gradient);
    belay_vec3 own = combine(gradient, bl_super_helix_rate(v, element));
    own = m3_mul_v3(rod->frames[element].rotation, own);
    return place_velocity(rod, element, at, node_position(rod, element, node), own);
}

void bl_super_helix_node_velocities(const bl_rod* body, const double* v, belay_vec3* velocities)
{
    bl_super_helix rod = bl_super_helix_view(body);
    bl_helix_twist at = motion_at(&rod, 0, v);
    for (uint32_t e = 0; e < rod.n; e++) {
        for (int i = 0; i < SEGMENTS; i++)
            velocities[SEGMENTS * e + (uint32_t)i] = node_velocity(&rod, e, i, v, at);
        at = bl_super_helix_advance(&rod, e, v, at);
    }
    velocities[SEGMENTS * rod.n] = at.linear;
}

belay_vec3 bl_super_helix_angular_velocity(const bl_rod* body, uint32_t segment, const double* v)
{
    bl_super_helix rod = bl_super_helix_view(body);
    uint32_t e = segment / SEGMENTS;
    int i = (int)(segment % SEGMENTS);
    bl_helix_twist at = motion_at(&rod, e, v);
    bl_helix h = middle_at(&rod, e, i);
    const belay_mat33* r = &rod.frames[e].rotation;
    belay_vec3 turn = bl_helix_turn(&h, v3_scale(h.s, bl_super_helix_rate(v, e)));
    belay_vec3 w = v3_add(at.angular, m3_mul_v3(*r, turn));
    belay_vec3 from = node_position(&rod, e, i), to = node_position(&rod, e, i + 1);
    chord c = chord_of(from, to, m3_mul_v3(*r, bl_helix_tangent(&h)));
    belay_vec3 apart = v3_sub(node_velocity(&rod, e, i + 1, v, at), node_velocity(&rod, e, i, v, at));
    belay_vec3 across = v3_scale(c.inverse, apart);
    double spin = v3_dot(w, v3_add(c.a, c.t)) - v3_dot(v3_cross(c.a, c.t), across);
    return v3_add_scaled(v3_cross(c.t, across), spin / c.one_plus_at, c.t);
}

// ---------------------------------------------------------------------------------------------------------------------
// Rows
// ---------------------------------------------------------------------------------------------------------------------

// A velocity to be measured, as what would act along it: forces at the two nodes, a moment on the material between.
typedef struct pull {
    belay_vec3 force[2], moment;
} pull;

static pull pull_of(const chord* c, double s, belay_vec3 linear, belay_vec3 angular)
{
    double spin = v3_dot(angular, c->t) / c->one_plus_at;
    belay_vec3 couple = v3_add_scaled(v3_cross(angular, c->t), -spin, v3_cross(c->a, c->t));
    couple = v3_scale(c->inverse, couple);
    pull p = {{v3_sub(v3_scale(1.0 - s, linear), couple), v3_add(v3_scale(s, linear), couple)},
              v3_scale(spin, v3_add(c->a, c->t))};
    return p;
}

static void add_vector(double* row, double sign, belay_vec3 x)
{
    row[0] += sign * x.x, row[1] += sign * x.y, row[2] += sign * x.z;
}

void bl_super_helix_row(const bl_rod* body, uint32_t segment, double s, belay_vec3 linear, belay_vec3 angular,
                        double sign, double* row, uint32_t* first, uint32_t* count)
{
    bl_super_helix rod = bl_super_helix_view(body);
    uint32_t e = segment / SEGMENTS, i = segment % SEGMENTS, held = bl_super_helix_held(rod.body);
    const bl_helix_segments* own = &rod.segments[e];
    chord c = chord_of(own->node[i], own->node[i + 1], m3_column(own->frame[i], 2));
    pull p = pull_of(&c, s, linear, angular);
    belay_vec3 force = v3_add(p.force[0], p.force[1]), moment = p.moment;
    moment = v3_add(moment, v3_cross(own->node[i], p.force[0]));
    moment = v3_add(moment, v3_cross(own->node[i + 1], p.force[1]));

    if (held < 3) add_vector(row, sign, force);
    if (held < 6) add_vector(row + 3, sign, moment);
    for (uint32_t k = 0; k < 3 * e; k++) {
        const bl_helix_twist* twist = &rod.twists[k];
        row[BL_SUPER_HELIX_BASE + k] += sign * (v3_dot(twist->linear, force) + v3_dot(twist->angular, moment));
    }
    for (uint32_t k = 0; k < 3; k++) {
        double along = v3_dot(own->gradient[i][k], p.force[0]) + v3_dot(own->gradient[i + 1][k], p.force[1]);
        row[BL_SUPER_HELIX_BASE + 3 * e + k] += sign * (along + v3_dot(own->turn[i][k], p.moment));
    }
    *first = held;
    *count = BL_SUPER_HELIX_BASE + 3 * (e + 1) - held;
}
