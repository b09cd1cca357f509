// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "detect/convex/nearest.h"

#include "detect/convex/smooth.h"

static bl_surface_nearest make_corner(belay_vec3 corner, belay_vec3 x, belay_vec3 fallback, uint32_t index)
{
    belay_vec3 d = v3_sub(x, corner);
    bl_surface_nearest r = {corner, v3_normalize_or(d, fallback), v3_length(d), bl_side_ball(0.0), BL_PART_CORNER,
                            index};
    return r;
}

static bl_surface_nearest point_nearest(const bl_convex* core, belay_vec3 x)
{
    (void)core;
    return make_corner(v3_zero(), x, v3(0.0, 0.0, 1.0), 0);
}

static bl_surface_nearest segment_nearest(const bl_convex* core, belay_vec3 x)
{
    double half = core->half.z;
    if (!(fabs(x.z) < half)) {
        double end = x.z < 0.0 ? -half : half;
        return make_corner(v3(0.0, 0.0, end), x, v3(1.0, 0.0, 0.0), x.z < 0.0 ? 0u : 1u);
    }
    belay_vec3 d = v3(x.x, x.y, 0.0);
    bl_surface_nearest r = {v3(0.0, 0.0, x.z), v3_normalize_or(d, v3(1.0, 0.0, 0.0)),
                            v3_length(d),      bl_side_edge(v3(0.0, 0.0, 1.0)),
                            BL_PART_EDGE,      0};
    return r;
}

// ------------------------------------------------------------------------------------------------------------------
// Boxes
// ------------------------------------------------------------------------------------------------------------------

static bl_surface_nearest box_face(const double half[3], const double x[3], int axis)
{
    double sign = x[axis] < 0.0 ? -1.0 : 1.0;
    double on[3] = {x[0], x[1], x[2]}, n[3] = {0.0, 0.0, 0.0};
    on[axis] = sign * half[axis];
    n[axis] = sign;
    bl_surface_nearest r = {v3(on[0], on[1], on[2]), v3(n[0], n[1], n[2]), fabs(x[axis]) - half[axis],
                            bl_side_face(),          BL_PART_FACE,         (uint32_t)(2 * axis + (sign > 0.0 ? 1 : 0))};
    return r;
}

static int least_deep_axis(const double half[3], const double x[3])
{
    int best = 0;
    for (int k = 1; k < 3; k++)
        if (fabs(x[k]) - half[k] > fabs(x[best]) - half[best]) best = k;
    return best;
}

// Beyond the faces of the two axes other than `axis`.
static bl_surface_nearest box_edge(belay_vec3 on, belay_vec3 x, int axis)
{
    bool positive[3] = {x.x > 0.0, x.y > 0.0, x.z > 0.0};
    belay_vec3 d = v3_sub(x, on), along = v3(axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0);
    double length = v3_length(d);
    bool first = positive[axis == 0 ? 1 : 0], second = positive[axis == 2 ? 1 : 2];
    bl_surface_nearest r = {on,           v3_scale(1.0 / length, d),       length, bl_side_edge(along),
                            BL_PART_EDGE, bl_box_edge(axis, first, second)};
    return r;
}

static double clamp(double x, double half)
{
    return x < -half ? -half : (x > half ? half : x);
}

static bl_surface_nearest box_nearest(const bl_convex* core, belay_vec3 x)
{
    belay_vec3 half = core->half;
    const double h[3] = {half.x, half.y, half.z}, c[3] = {x.x, x.y, x.z};
    belay_vec3 on = v3(clamp(x.x, half.x), clamp(x.y, half.y), clamp(x.z, half.z));
    int outside = (on.x != x.x) + (on.y != x.y) + (on.z != x.z);
    // A distance whose square vanishes has no direction; then the face is as good.
    if (outside <= 1 || !(v3_length_squared(v3_sub(x, on)) > 0.0)) return box_face(h, c, least_deep_axis(h, c));
    if (outside == 2) return box_edge(on, x, on.x == x.x ? 0 : (on.y == x.y ? 1 : 2));
    uint32_t corner = (x.x > 0.0 ? 1u : 0u) + (x.y > 0.0 ? 2u : 0u) + (x.z > 0.0 ? 4u : 0u);
    return make_corner(on, x, v3(0.0, 0.0, 1.0), corner);
}

// ------------------------------------------------------------------------------------------------------------------
// Polytopes: from the face whose plane is furthest on x's side, over the edges to neighbours that are nearer. The
// distance from x to the part of a convex surface that x sees has one minimum only.
// ------------------------------------------------------------------------------------------------------------------

// The nearest place of one face: with `edge` the edge on which, or at whose start, it is.
typedef struct face_nearest {
    bl_part part;
    uint32_t edge;
    belay_vec3 point;
    double square; // of the distance
} face_nearest;

static void consider_edge(const bl_polytope* p, uint32_t edge, belay_vec3 x, face_nearest* best)
{
    belay_vec3 start = bl_polytope_edge_start(p, edge), u = v3_sub(bl_polytope_edge_end(p, edge), start);
    double length2 = v3_length_squared(u), along = v3_dot(v3_sub(x, start), u);
    bool is_end = !(along < length2);
    face_nearest here = {BL_PART_CORNER, is_end ? p->edges[edge].next : edge, start, 0.0};
    if (along > 0.0 && !is_end) {
        here.part = BL_PART_EDGE;
        here.point = v3_add_scaled(start, along / length2, u);
    } else if (is_end) {
        here.point = bl_polytope_edge_end(p, edge);
    }
    here.square = v3_length_squared(v3_sub(x, here.point));
    if (here.square < best->square) *best = here;
}

static face_nearest nearest_on_face(const bl_polytope* p, uint32_t face, belay_vec3 x)
{
    const bl_hull_face* f = &p->faces[face];
    double height = v3_dot(f->normal, x) - f->offset;
    face_nearest best = {BL_PART_FACE, f->edge, v3_add_scaled(x, -height, f->normal), INFINITY};
    uint32_t edge = f->edge;
    for (uint32_t i = 0; i < f->edge_count; i++, edge = p->edges[edge].next) {
        belay_vec3 start = bl_polytope_edge_start(p, edge), u = v3_sub(bl_polytope_edge_end(p, edge), start);
        bool is_outside = v3_dot(v3_cross(f->normal, u), v3_sub(x, start)) < 0.0;
        if (is_outside) consider_edge(p, edge, x, &best);
    }
    if (best.part == BL_PART_FACE) best.square = height * height;
    return best;
}

static bool improve(const bl_polytope* p, uint32_t face, belay_vec3 x, face_nearest* best)
{
    face_nearest other = nearest_on_face(p, face, x);
    if (!(other.square < best->square)) return false;
    *best = other;
    return true;
}

// Tries the faces that share the place; false when none is nearer.
static bool step_over(const bl_polytope* p, belay_vec3 x, face_nearest* best)
{
    uint32_t first = best->edge, edge = first;
    if (best->part == BL_PART_FACE) return false;
    if (best->part == BL_PART_EDGE) return improve(p, p->edges[p->edges[edge].twin].face, x, best);
    do {
        if (improve(p, p->edges[edge].face, x, best)) return true;
        edge = p->edges[p->edges[edge].twin].next;
    } while (edge != first);
    return false;
}

static bl_surface_nearest face_result(const bl_polytope* p, uint32_t face, belay_vec3 x)
{
    const bl_hull_face* f = &p->faces[face];
    double height = v3_dot(f->normal, x) - f->offset;
    bl_surface_nearest r = {
        v3_add_scaled(x, -height, f->normal), f->normal, height, bl_side_face(), BL_PART_FACE, face};
    return r;
}

static uint32_t furthest_face(const bl_polytope* p, belay_vec3 x, double* height)
{
    uint32_t best = 0;
    *height = -INFINITY;
    for (uint32_t f = 0; f < p->face_count; f++) {
        double h = v3_dot(p->faces[f].normal, x) - p->faces[f].offset;
        if (!(h > *height)) continue;
        *height = h;
        best = f;
    }
    return best;
}

bl_surface_nearest bl_polytope_nearest(const bl_polytope* p, belay_vec3 x)
{
    double height;
    uint32_t face = furthest_face(p, x, &height);
    bool is_thin = p->face_count == 2; // a triangle, beside which there is an outside on neither side of it
    if (height <= 0.0 && !is_thin) return face_result(p, face, x);
    face_nearest best = nearest_on_face(p, face, x);
    while (step_over(p, x, &best)) {
    }
    const bl_hull_edge* edge = &p->edges[best.edge];
    belay_vec3 d = v3_sub(x, best.point);
    // Where x is on the edge up to rounding the difference has no direction.
    double noise = 1e-14 * (fabs(x.x) + fabs(x.y) + fabs(x.z));
    if (best.part == BL_PART_FACE || !(best.square > noise * noise)) return face_result(p, edge->face, x);
    if (best.part == BL_PART_CORNER) return make_corner(best.point, x, p->faces[face].normal, edge->origin);
    belay_vec3 along = v3_sub(bl_polytope_edge_end(p, best.edge), bl_polytope_edge_start(p, best.edge));
    along = v3_scale(1.0 / v3_length(along), along);
    bl_surface_nearest r = {best.point,        v3_normalize_or(d, p->faces[face].normal),
                            sqrt(best.square), bl_side_edge(along),
                            BL_PART_EDGE,      bl_polytope_edge_name(p, best.edge)};
    return r;
}

static bl_surface_nearest polytope_nearest(const bl_convex* core, belay_vec3 x)
{
    bl_polytope_store store;
    if (core->kind == BL_CONVEX_BOX) return box_nearest(core, x);
    bl_polytope p = bl_polytope_of(core, &store);
    return bl_polytope_nearest(&p, x);
}

static bl_surface_nearest axisymmetric_nearest(const bl_convex* core, belay_vec3 x)
{
    return core->kind == BL_CONVEX_CONE ? bl_cone_nearest(core, x) : bl_cylinder_nearest(core, x);
}

static bl_surface_nearest smooth_nearest(const bl_convex* core, belay_vec3 x)
{
    belay_mat33 own = m3_identity();
    bl_core_nearest nearest;
    bl_core_find_nearest(core, x, &nearest);
    bl_smooth_point at = bl_smooth_point_at(core, &own, nearest.normal);
    return (bl_surface_nearest){nearest.point, nearest.normal, nearest.distance, at.side, BL_PART_SMOOTH, 0};
}

typedef bl_surface_nearest nearest_fn(const bl_convex* core, belay_vec3 x);

static nearest_fn* const routines[BL_CORE_CLASS_COUNT] = {
    [BL_CORE_POLYTOPE] = polytope_nearest, [BL_CORE_AXISYMMETRIC] = axisymmetric_nearest,
    [BL_CORE_SMOOTH] = smooth_nearest,     [BL_CORE_SEGMENT] = segment_nearest,
    [BL_CORE_POINT] = point_nearest,
};

bl_surface_nearest bl_convex_nearest(const bl_convex* convex, belay_vec3 x)
{
    return routines[bl_core_of(convex)->core_class](convex, x);
}
