// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Building of tubes: rings of vertices along a curve and round caps at its ends.

#include "viewer/internal.h"

// The frame of one ring: tangent t, and u towards which the material line runs.
typedef struct ring {
    belay_vec3 center, t, u;
    double radius, along; // along: fraction of the length
} ring;

static belay_vec3 tangent_at(const viewer_tube* tube, int i, int n, bool is_closed)
{
    int before = is_closed ? (i + n - 1) % n : (i > 0 ? i - 1 : 0);
    int after = is_closed ? (i + 1) % n : (i < n - 1 ? i + 1 : n - 1);
    belay_vec3 d0 = v3_normalize_or(v3_sub(tube->points[i], tube->points[before]), v3(0, 0, 0));
    belay_vec3 d1 = v3_normalize_or(v3_sub(tube->points[after], tube->points[i]), v3(0, 0, 0));
    return v3_normalize_or(v3_add(d0, d1), v3(0, 0, 1));
}

static belay_vec3 square_to(belay_vec3 t, belay_vec3 u)
{
    return v3_normalize_or(v3_add_scaled(u, -v3_dot(u, t), t), vw_perpendicular(t));
}

// The frame of least turning, carried from ring to ring by two reflections (Wang et al. 2008, "Computation of rotation
// minimizing frames", table I).
static belay_vec3 carry(const ring* from, belay_vec3 center, belay_vec3 t)
{
    belay_vec3 v1 = v3_sub(center, from->center);
    double c1 = v3_dot(v1, v1);
    if (c1 < 1e-30) return square_to(t, from->u);
    belay_vec3 u = v3_add_scaled(from->u, -2.0 / c1 * v3_dot(v1, from->u), v1);
    belay_vec3 w = v3_add_scaled(from->t, -2.0 / c1 * v3_dot(v1, from->t), v1);
    belay_vec3 v2 = v3_sub(t, w);
    double c2 = v3_dot(v2, v2);
    if (c2 > 1e-30) u = v3_add_scaled(u, -2.0 / c2 * v3_dot(v2, u), v2);
    return square_to(t, u);
}

// What the carried frame misses after a closed round is spread evenly, so that the seam does not show.
static void close_twist(ring* rings, int n)
{
    const ring *a = &rings[0], *b = &rings[n - 1];
    belay_vec3 v = v3_cross(a->t, a->u);
    double angle = atan2(v3_dot(b->u, v), v3_dot(b->u, a->u));
    for (int i = 0; i < n; ++i) {
        double x = -angle * i / (n - 1);
        belay_vec3 side = v3_cross(rings[i].t, rings[i].u);
        rings[i].u = v3_add_scaled(v3_scale(cos(x), rings[i].u), sin(x), side);
    }
}

static void rings_fill(const viewer_tube* tube, ring* rings, int ring_count)
{
    double length = 0.0;
    for (int i = 0; i < ring_count; ++i) {
        int k = i % tube->count;
        ring* r = &rings[i];
        r->center = tube->points[k];
        r->t = tangent_at(tube, k, tube->count, tube->is_closed);
        r->radius = tube->radii ? tube->radii[k] : tube->radius;
        if (tube->directors)
            r->u = square_to(r->t, tube->directors[k]);
        else
            r->u = i == 0 ? vw_perpendicular(r->t) : carry(r - 1, r->center, r->t);
        length += i == 0 ? 0.0 : v3_length(v3_sub(r->center, (r - 1)->center));
        r->along = length;
    }
    for (int i = 0; i < ring_count; ++i)
        rings[i].along /= length > 0.0 ? length : 1.0;
    if (tube->is_closed && !tube->directors) close_twist(rings, ring_count);
}

static void set3(float* f, belay_vec3 v)
{
    f[0] = (float)v.x;
    f[1] = (float)v.y;
    f[2] = (float)v.z;
}

// One ring at `lift` radians above the side towards the tangent: 0 on the tube itself, up to pi / 2 at a cap's pole.
static vw_vertex* ring_emit(vw_vertex* out, const ring* r, int sides, double lift)
{
    belay_vec3 w = v3_cross(r->t, r->u);
    for (int s = 0; s <= sides; ++s) {
        double angle = 2.0 * VW_PI * s / sides;
        belay_vec3 side = v3_add_scaled(v3_scale(cos(angle), r->u), sin(angle), w);
        belay_vec3 n = v3_add_scaled(v3_scale(cos(lift), side), sin(lift), r->t);
        memset(out->core, 0, sizeof out->core);
        set3(out->offset, v3_add_scaled(r->center, r->radius, n));
        set3(out->normal, n);
        out->uv[0] = (float)s / (float)sides;
        out->uv[1] = (float)r->along;
        ++out;
    }
    return out;
}

static void strip_indices(uint32_t* out, uint32_t base, int rings, int sides)
{
    uint32_t row = (uint32_t)sides + 1;
    for (int i = 0; i + 1 < rings; ++i) {
        for (int s = 0; s < sides; ++s) {
            uint32_t a = base + (uint32_t)i * row + (uint32_t)s;
            uint32_t quad[6] = {a, a + 1, a + row, a + 1, a + row + 1, a + row};
            memcpy(out, quad, sizeof quad);
            out += 6;
        }
    }
}

static bool is_sound(const viewer_tube* tube)
{
    return tube->points && tube->count >= 2 && tube->count < 1000000 && (tube->radii || tube->radius > 0.0) &&
           !(tube->is_closed && tube->count < 3);
}

bool vw_tube_build(vw_buffer* vertices, vw_buffer* indices, vw_buffer* scratch, const viewer_tube* tube)
{
    if (!is_sound(tube)) return false;
    int sides = tube->sides >= 3 ? (tube->sides < 256 ? tube->sides : 256) : 16;
    int body = tube->count + (tube->is_closed ? 1 : 0);
    int cap = tube->is_closed ? 0 : sides / 4 + 1; // rings of one cap
    int all = body + 2 * cap;
    size_t vertices_before = vertices->size, indices_before = indices->size;
    vw_buffer_reset(scratch);
    ring* rings = vw_buffer_push(scratch, (size_t)body * sizeof *rings);
    vw_vertex* out = vw_buffer_push(vertices, (size_t)all * ((size_t)sides + 1) * sizeof *out);
    uint32_t* index = vw_buffer_push(indices, (size_t)(all - 1) * (size_t)sides * 6 * sizeof *index);
    if (!rings || !out || !index) {
        vertices->size = vertices_before;
        indices->size = indices_before;
        return false;
    }
    rings_fill(tube, rings, body);
    for (int i = 0; i < cap; ++i)
        out = ring_emit(out, &rings[0], sides, -0.5 * VW_PI * (cap - i) / cap);
    for (int i = 0; i < body; ++i)
        out = ring_emit(out, &rings[i], sides, 0.0);
    for (int i = 1; i <= cap; ++i)
        out = ring_emit(out, &rings[body - 1], sides, 0.5 * VW_PI * i / cap);
    strip_indices(index, (uint32_t)(vertices_before / sizeof(vw_vertex)), all, sides);
    return true;
}
