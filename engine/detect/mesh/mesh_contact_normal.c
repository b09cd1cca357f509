// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Which normals a solid may touch a triangle along, in view of what is around it.

#include "detect/mesh/mesh_contact_solid.h"

#include "detect/contact_tolerance.h"
#include "geometry/geometry_tolerances.h"

// The gap between A and a plane, unbounded.
static double gap_to_plane(const bl_mesh_solid* s, belay_vec3 normal, double offset)
{
    belay_vec3 up = m3_mul_transposed_v3(s->rotation, normal); // in A's frame
    double lowest = v3_dot(up, bl_convex_support(s->a, v3_neg(up)));
    return lowest + v3_dot(normal, s->in_mesh.position) - offset - s->a->radius;
}

bl_seen_face bl_see_face(const bl_mesh_solid* s, const bl_mesh_facet* facet)
{
    bool is_behind = !bl_mesh_is_one_sided(s->mesh) && v3_dot(facet->normal, s->middle) < facet->offset;
    bl_seen_face f;
    f.facet = *facet;
    f.side = is_behind ? -1.0 : 1.0;
    f.normal = v3_scale(f.side, facet->normal);
    f.offset = f.side * facet->offset;
    f.gap = gap_to_plane(s, f.normal, f.offset);
    return f;
}

static bool agrees(const bl_mesh_solid* s, int triangle, double side)
{
    uint32_t sheet = bl_mesh_sheet(s->mesh, triangle);
    if (sheet == BL_MESH_NONE || s->sheet != sheet / 2) return true;
    return side == (sheet % 2 == 0 ? s->side : -s->side);
}

bool bl_is_before_face(bl_mesh_solid* s, const bl_seen_face* face)
{
    int triangle = face->facet.number;
    if (bl_mesh_is_one_sided(s->mesh)) return v3_dot(face->normal, s->middle) >= face->offset;
    if (!s->knows_side && s->first_face < 0) {
        s->first_face = triangle;
        s->first_side = face->side;
        return true;
    }
    if (!s->knows_side) {
        s->sheet = bl_mesh_side_of(s->mesh, s->middle, s->size + s->cutoff, &s->side);
        s->knows_side = true;
        s->is_misled = !agrees(s, s->first_face, s->first_side);
    }
    return agrees(s, triangle, face->side);
}

static bool is_level(const bl_mesh_solid* s, const bl_seen_face* face)
{
    return fabs(face->gap) <= BL_MESH_SHALLOW * s->size;
}

static bool is_behind(const bl_mesh_solid* s, const bl_mesh_facet* f, const bl_seen_face* plane)
{
    for (int i = 0; i < 3; i++)
        if (v3_dot(plane->normal, f->corners[i]) - plane->offset > BL_MESH_BEHIND * s->mesh->extent) return false;
    return true;
}

bool bl_is_topped(const bl_mesh_solid* s, const bl_seen_face* face)
{
    const bl_mesh_facet* f = &face->facet;
    for (int k = 0; k < 3; k++) {
        uint32_t store[6];
        int count;
        const uint32_t* fan = bl_mesh_fan(s->mesh, f->vertex[k], store, &count);
        for (int i = 0; i < count; i++) {
            uint32_t plane = bl_mesh_plane_numbers(s->mesh)[fan[i]];
            if ((int)fan[i] == f->number || (plane != BL_MESH_NONE && plane == f->plane)) continue;
            double rough = bl_mesh_rough_cosine(s->mesh, (int)fan[i], f->normal);
            if (rough > BL_MESH_STEEP_COSINE + BL_MESH_ROUGH_COSINE) continue;
            bl_mesh_facet other = bl_mesh_facet_at(s->mesh, (int)fan[i]);
            if (!(fabs(v3_dot(other.normal, f->normal)) < BL_MESH_STEEP_COSINE)) continue;
            bl_seen_face top = bl_see_face(s, &other);
            if (is_level(s, &top) && is_behind(s, f, &top)) return true;
        }
    }
    return false;
}

// The part of the triangle that reaches furthest along a direction; edges are level that rise by less than the angle.
static bl_triangle_part part_along(const bl_mesh_facet* f, belay_vec3 direction, double angle, int* index)
{
    int top = 0, levels = 0;
    for (int i = 1; i < 3; i++)
        if (v3_dot(direction, v3_sub(f->corners[i], f->corners[top])) > 0.0) top = i;
    *index = top;
    for (int k = 1; k < 3; k++) {
        int other = (top + k) % 3;
        belay_vec3 displacement = v3_sub(f->corners[other], f->corners[top]);
        if (v3_dot(direction, displacement) < -angle * v3_length(displacement)) continue;
        levels++;
        *index = k == 1 ? top : other; // the edge from the one to the other goes from the first of them on
    }
    return levels == 0 ? BL_TRIANGLE_CORNER : levels == 1 ? BL_TRIANGLE_EDGE : BL_TRIANGLE_FACE;
}

static bool is_around(const bl_mesh_facet* f, bl_triangle_part part, int index, const bl_mesh_facet* other)
{
    uint32_t end = f->vertex[(index + 1) % 3];
    return part == BL_TRIANGLE_CORNER || other->vertex[0] == end || other->vertex[1] == end || other->vertex[2] == end;
}

// Whether the direction belongs to another triangle around the part: is its normal (and not this one's), or nearly
// square to that of one that A is level with. At the edge of what it lies on A is not hit from aside.
static bool belongs_to_neighbor(const bl_mesh_solid* s, const bl_mesh_facet* f, bl_triangle_part part, int index,
                                belay_vec3 direction, double same)
{
    bool is_own = fabs(v3_dot(f->normal, direction)) >= same;
    uint32_t store[6];
    int count;
    const uint32_t* fan = bl_mesh_fan(s->mesh, f->vertex[index], store, &count);
    for (int i = 0; i < count; i++) {
        if ((int)fan[i] == f->number) continue;
        double rough = bl_mesh_rough_cosine(s->mesh, (int)fan[i], direction);
        if (rough > BL_MESH_STEEP_COSINE + BL_MESH_ROUGH_COSINE && rough < same - BL_MESH_ROUGH_COSINE) continue;
        bl_mesh_facet other = bl_mesh_facet_at(s->mesh, (int)fan[i]);
        if (!is_around(f, part, index, &other)) continue;
        double cosine = fabs(v3_dot(other.normal, direction));
        if (cosine > same && !is_own) return true;
        if (cosine > BL_MESH_STEEP_COSINE) continue;
        bl_seen_face seen = bl_see_face(s, &other);
        if (is_level(s, &seen)) return true;
    }
    return false;
}

// As bl_judge_normal, with edges and neighbours taken to be in line within an angle.
static bl_verdict judge_within(const bl_mesh_solid* s, const bl_seen_face* face, belay_vec3 direction, double angle,
                               double same, double* bend)
{
    const bl_mesh_facet* f = &face->facet;
    int index;
    bl_triangle_part part = part_along(f, direction, angle, &index);
    double cosine = v3_dot(direction, face->normal);
    if (part == BL_TRIANGLE_FACE || (cosine < BL_MESH_STEEP_COSINE && is_level(s, face))) return BL_VERDICT_FACE;
    bool is_allowed = part == BL_TRIANGLE_EDGE ? bl_mesh_edge_allows(s->mesh, f, index, direction, angle)
                                               : bl_mesh_vertex_allows(s->mesh, f->vertex[index], direction, angle);
    if (!is_allowed) return BL_VERDICT_FACE;
    if (belongs_to_neighbor(s, f, part, index, direction, same)) return BL_VERDICT_LEFT;
    *bend = part == BL_TRIANGLE_EDGE ? bl_mesh_edge_bend(s->mesh, f, index, face->side)
                                     : 2.0 * belay_acos(fmax(-1.0, fmin(cosine, 1.0)));
    return BL_VERDICT_TOUCHED;
}

bl_verdict bl_judge_normal(const bl_mesh_solid* s, const bl_seen_face* face, belay_vec3 direction, double* bend)
{
    double cosine = v3_dot(direction, face->normal);
    if (bl_mesh_is_one_sided(s->mesh) && cosine < -BL_MESH_AROUND) return BL_VERDICT_FACE;
    bl_verdict v = judge_within(s, face, direction, BL_MESH_AROUND, BL_MESH_SAME_COSINE, bend);
    if (v != BL_VERDICT_FACE || cosine > BL_MESH_LEVEL_COSINE) return v;
    return judge_within(s, face, direction, BL_MESH_ALMOST_AROUND, BL_MESH_LEVEL_COSINE, bend);
}

// Over a flat or hollow edge the corner on the far side is not below the plane.
static bool is_flat_or_hollow(const bl_mesh_solid* s, const bl_seen_face* face, int edge)
{
    uint32_t neighbor = bl_mesh_neighbor(s->mesh, face->facet.number, edge);
    if (neighbor == BL_MESH_NONE || neighbor == BL_MESH_MANY) return false;
    belay_vec3 corners[3];
    bl_mesh_triangle(s->mesh, (int)(neighbor / 4), corners);
    belay_vec3 far = v3_sub(corners[(neighbor % 4 + 2) % 3], face->facet.corners[edge]);
    double rise = v3_dot(face->normal, far);
    return rise >= -BL_MESH_SAME_DIRECTION * fmax(v3_dot(bl_mesh_edge_outward(&face->facet, edge), far), 0.0);
}

bool bl_has_outline(const bl_mesh_solid* s, const bl_seen_face* face)
{
    for (int e = 0; e < 3; e++)
        if (!is_flat_or_hollow(s, face, e)) return true;
    return false;
}
