// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A solid on a triangle, along the triangle's normal: the part of it that is over the triangle.

#include "detect/mesh/mesh_contact_solid.h"

#include "detect/contact_tolerance.h"
#include "detect/convex/smooth.h"

static void set_ground(const bl_mesh_solid* s, const bl_seen_face* face, bl_clip_ground* ground)
{
    const bl_mesh_facet* f = &face->facet;
    ground->origin = f->corners[0];
    ground->normal = face->normal;
    ground->t1 = v3_normalize_or(v3_sub(f->corners[1], f->corners[0]), v3_any_orthogonal(face->normal));
    ground->t2 = v3_cross(face->normal, ground->t1);
    ground->offset = face->offset;
    ground->tolerance = BL_MESH_ROUNDING * s->size;
    ground->is_a = false;
    ground->shape.kind = BL_CLIP_POLYGON;
    ground->shape.count = 3;
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t k = face->side < 0.0 ? 2 - i : i; // anticlockwise as A sees it
        belay_vec3 from_origin = v3_sub(f->corners[k], f->corners[0]);
        bl_clip_corner c = {
            .x = v3_dot(ground->t1, from_origin), .y = v3_dot(ground->t2, from_origin), .corner = k, .edge = i};
        ground->shape.corners[i] = c;
    }
}

// How far the ground goes on beyond an edge for what is `depth` below it. What has sunk in under the bottom of a hollow
// is above none of its sides; a side reaches as far as half way down to the other.
static double widening(const bl_mesh_solid* s, const bl_seen_face* face, int edge, double depth)
{
    double bend = bl_mesh_edge_bend(s->mesh, &face->facet, edge, face->side);
    return bend < 0.0 ? depth * belay_tan(fmin(-0.5 * bend, BL_MESH_WIDEST_HALF_BEND)) : 0.0;
}

// Moves every corner as far as the edges before and after it move outwards; false when none does.
static bool widen_ground(const bl_mesh_solid* s, const bl_seen_face* face, double depth, bl_clip_ground* ground)
{
    double out[3];
    belay_vec3 n[3];
    for (int e = 0; e < 3; e++) {
        out[e] = widening(s, face, e, depth);
        n[e] = bl_mesh_edge_outward(&face->facet, e);
    }
    if (out[0] == 0.0 && out[1] == 0.0 && out[2] == 0.0) return false;
    for (int i = 0; i < 3; i++) {
        bl_clip_corner* c = &ground->shape.corners[i];
        uint32_t after = c->corner, before = (after + 2) % 3;
        double x0 = v3_dot(ground->t1, n[before]), y0 = v3_dot(ground->t2, n[before]);
        double x1 = v3_dot(ground->t1, n[after]), y1 = v3_dot(ground->t2, n[after]);
        double determinant = x0 * y1 - y0 * x1;
        if (determinant == 0.0) continue;
        c->x += (out[before] * y1 - out[after] * y0) / determinant;
        c->y += (x0 * out[after] - x1 * out[before]) / determinant;
    }
    return true;
}

// What of A looks down on the ground.
static void set_above(bl_mesh_solid* s, const bl_clip_ground* ground, bl_clip_shape* shape)
{
    if (bl_is_polytope(s->a->kind)) {
        if (!s->is_moved) s->polytope = bl_polytope_moved(s->a, &s->rotation, s->in_mesh.position, &s->store);
        s->is_moved = true;
        bl_clip_face_above(ground, &s->polytope, shape);
    } else if (bl_has_rims(s->a->kind)) {
        bl_axisymmetric axisymmetric = bl_axisymmetric_moved(s->a, &s->rotation, s->in_mesh.position);
        bl_clip_axisymmetric_above(ground, &axisymmetric, shape);
    } else if (bl_is_smooth(s->a)) {
        bl_smooth_point lowest = bl_smooth_point_at(s->a, &s->rotation, v3_neg(ground->normal));
        bl_clip_point_above(ground, v3_add(s->in_mesh.position, lowest.point), shape);
    } else {
        belay_vec3 half = v3_scale(s->a->half.z, m3_column(s->rotation, 2));
        bl_clip_segment_above(ground, v3_sub(s->in_mesh.position, half), v3_add(s->in_mesh.position, half), shape);
    }
}

// Adds the points that have sunk in below the ground, but not deeper than `deepest`.
static void add_sunk(const bl_clip_list* from, double deepest, bl_clip_list* list)
{
    for (int i = 0; i < from->count; i++) {
        const bl_clip_point* p = &from->points[i];
        if (p->height < 0.0 && p->height >= deepest) bl_clip_add(list, p->x, p->y, p->height, p->depth, p->feature);
    }
}

// What of A is over the triangle, and, where A is in the triangle, what has sunk in beside it.
static void cut(bl_mesh_solid* s, const bl_seen_face* face, double gap, bl_clip_ground* ground, bl_clip_list* list)
{
    bl_clip_shape above;
    bl_clip_list sunk;
    set_ground(s, face, ground);
    set_above(s, ground, &above);
    bl_clip_cut(ground, &above, list);
    double depth = -(face->gap + s->a->radius);
    if (!(depth > 0.0) || !widen_ground(s, face, depth, ground)) return;
    bl_clip_cut(ground, &above, &sunk);
    if (sunk.count == 0 || sunk.lowest >= 0.0 || sunk.lowest >= list->lowest) return;
    bl_manifold m;
    if (isnan(gap)) gap = bl_collide_triangle(s, &face->facet, &m);
    add_sunk(&sunk, BL_MESH_MOST_SUNK * gap, list);
}

// The surface of a smooth solid over the ground is bent.
static void add_smooth_point(bl_mesh_solid* s, const bl_seen_face* face, const bl_clip_point* at)
{
    bl_candidate_frame frame = bl_candidate_frame_make(s->pose_b, s->a->radius, 0.0, s->cutoff);
    bl_smooth_point lowest = bl_smooth_point_at(s->a, &s->rotation, v3_neg(face->normal));
    bl_contact_candidate candidate = {.normal = face->normal, .distance = at->height, .feature = at->feature};
    candidate.on_a = v3_add(s->in_mesh.position, lowest.point);
    candidate.on_b = v3_add_scaled(candidate.on_a, -at->height, face->normal);
    candidate.side_a = lowest.side;
    candidate.side_b = bl_side_face();
    bl_manifold m;
    m.count = 0;
    bl_candidate_add(&frame, &candidate, &m);
    if (m.count > 0) bl_solid_add_point(s, &m.points[0], bl_mesh_face_feature(&face->facet));
}

// All of them, a manifold at a time: what is little on one triangle may be much on the whole of a plane.
static void add_points(bl_mesh_solid* s, const bl_seen_face* face, const bl_clip_ground* ground,
                       const bl_clip_list* list)
{
    bl_candidate_frame frame = bl_candidate_frame_make(s->pose_b, s->a->radius, 0.0, s->cutoff);
    bl_clip_list part;
    for (int i = 0; i < list->count && bl_is_smooth(s->a); i++)
        add_smooth_point(s, face, &list->points[i]);
    for (int begin = bl_is_smooth(s->a) ? list->count : 0; begin < list->count; begin += BL_MANIFOLD_MAX_POINTS) {
        bl_manifold m;
        m.count = part.count = 0;
        part.lowest = INFINITY;
        for (int i = begin; i < list->count && i < begin + BL_MANIFOLD_MAX_POINTS; i++) {
            const bl_clip_point* p = &list->points[i];
            bl_clip_add(&part, p->x, p->y, p->height, p->depth, p->feature);
        }
        bl_clip_emit(ground, &part, &frame, &m);
        for (int i = 0; i < m.count; i++)
            bl_solid_add_point(s, &m.points[i], bl_mesh_face_feature(&face->facet));
    }
}

// Whether what is over the triangle is too deep in it for that.
static bool is_beside(const bl_mesh_solid* s, const bl_seen_face* face, double lowest, double gap)
{
    bl_manifold m;
    if (lowest >= -BL_MESH_DEEP * s->size) return false;
    if (isnan(gap)) gap = bl_collide_triangle(s, &face->facet, &m);
    return lowest < BL_MESH_MOST_DEEPER * fmin(gap, 0.0) - BL_MESH_DEEP * s->size;
}

bool bl_touch_face(bl_mesh_solid* s, const bl_seen_face* face, double gap)
{
    bl_clip_ground ground;
    bl_clip_list list;
    cut(s, face, gap, &ground, &list);
    double lowest = list.lowest - s->a->radius;
    if (is_beside(s, face, lowest, gap)) return true;
    add_points(s, face, &ground, &list);
    return lowest <= s->cutoff;
}
