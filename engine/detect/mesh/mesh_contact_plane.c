// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A solid against the planes that several triangles share.

#include "detect/convex/convex_contact.h"
#include "detect/mesh/mesh_contact_solid.h"

void bl_collide_face_plane(const bl_mesh_solid* s, const bl_seen_face* face, bl_manifold* m)
{
    belay_vec3 n = q_rotate(s->pose_b.rotation, face->normal);
    bl_collide_convex_plane(s->a, s->pose_a, n, face->offset + v3_dot(n, s->pose_b.position), s->cutoff, m);
}

belay_vec3 bl_foot_of(const bl_mesh_solid* s, const bl_manifold_point* p)
{
    return pose_apply_inverse(s->pose_b, v3_add_scaled(p->point, -0.5 * p->gap, p->normal));
}

// Whether the point is beyond an edge of the triangle by more than a distance; how far, times the edge's length.
static bool is_beyond(const bl_mesh_facet* f, int edge, belay_vec3 point, double tolerance, double* how_far)
{
    belay_vec3 along = v3_sub(f->corners[(edge + 1) % 3], f->corners[edge]);
    *how_far = v3_dot(v3_cross(along, f->normal), v3_sub(point, f->corners[edge]));
    return *how_far > 0.0 && *how_far * *how_far > tolerance * tolerance * v3_length_squared(along);
}

static bool is_over(const bl_mesh_facet* f, belay_vec3 point, double tolerance)
{
    double how_far;
    return !is_beyond(f, 0, point, tolerance, &how_far) && !is_beyond(f, 1, point, tolerance, &how_far) &&
           !is_beyond(f, 2, point, tolerance, &how_far);
}

static bool is_same_plane(const bl_mesh* mesh, uint32_t neighbor, uint32_t plane)
{
    return neighbor != BL_MESH_NONE && neighbor != BL_MESH_MANY && bl_mesh_plane_numbers(mesh)[neighbor / 4] == plane;
}

// Walks from triangle to triangle of one plane towards the point; false when that leads nowhere, or far.
static bool walk_to(const bl_mesh_solid* s, belay_vec3 point, bl_mesh_facet* f)
{
    const int longest = 24;
    double tolerance = BL_SOLID_COVER * s->mesh->extent;
    for (int i = 0; i < longest; i++) {
        double most = 0.0, how_far;
        uint32_t next = BL_MESH_NONE;
        bool is_inside = true;
        for (int e = 0; e < 3; e++) {
            if (!is_beyond(f, e, point, tolerance, &how_far)) continue;
            is_inside = false;
            uint32_t neighbor = bl_mesh_neighbor(s->mesh, f->number, e);
            if (!(how_far > most) || !is_same_plane(s->mesh, neighbor, f->plane)) continue;
            most = how_far;
            next = neighbor;
        }
        if (is_inside) return true;
        if (next == BL_MESH_NONE) return false;
        *f = bl_mesh_facet_at(s->mesh, (int)(next / 4));
    }
    return false;
}

static bool can_be_touched(const bl_mesh_solid* s, const bl_mesh_facet* f)
{
    bl_seen_face seen = bl_see_face(s, f);
    return !bl_is_topped(s, &seen);
}

// Triangles of a plane, looked for from where the last one was.
typedef struct cover {
    bl_mesh_facet at;
    int touchable; // the last triangle that was found to be so; -1
} cover;

static bool is_touchable(const bl_mesh_solid* s, cover* c, const bl_mesh_facet* f)
{
    if (c->touchable == f->number) return true;
    if (!can_be_touched(s, f)) return false;
    c->touchable = f->number;
    return true;
}

// Whether a triangle of the plane is under the point of the mesh's surface (own frame), and can be touched.
static bool is_covered(const bl_mesh_solid* s, belay_vec3 point, cover* c)
{
    bl_mesh_facet f = c->at;
    if (walk_to(s, point, &f)) {
        c->at = f;
        if (is_touchable(s, c, &f)) return true;
    }
    if (bl_mesh_planes(s->mesh)[f.plane].triangle_count <= 2) return false;
    double tolerance = BL_SOLID_COVER * s->mesh->extent;
    belay_vec3 margin = v3(tolerance, tolerance, tolerance);
    bl_mesh_cursor cursor;
    int triangle;
    bl_mesh_cursor_init(&cursor, s->mesh, v3_sub(point, margin), v3_add(point, margin));
    while (bl_mesh_cursor_next(&cursor, &triangle)) {
        if (bl_mesh_plane_numbers(s->mesh)[triangle] != f.plane) continue;
        f = bl_mesh_facet_at(s->mesh, triangle);
        if (is_over(&f, point, tolerance) && is_touchable(s, c, &f)) return true;
    }
    return false;
}

static bl_plane_state touch_plane(bl_mesh_solid* s, const bl_mesh_facet* f)
{
    bl_seen_face face = bl_see_face(s, f);
    if (face.gap > s->cutoff) return BL_PLANE_FAR;
    if (!bl_is_before_face(s, &face)) return BL_PLANE_HIDDEN;
    bl_manifold m, over;
    cover c = {*f, -1};
    bl_collide_face_plane(s, &face, &m);
    over.count = 0;
    for (int i = 0; i < m.count; i++)
        if (is_covered(s, bl_foot_of(s, &m.points[i]), &c)) over.points[over.count++] = m.points[i];
    if (over.count == m.count && m.count > 0) {
        for (int i = 0; i < m.count; i++)
            m.points[i].feature = bl_mix_features(bl_mesh_face_feature(f), m.points[i].feature);
        bl_patches_add_whole(&s->patches, &m);
        return BL_PLANE_WHOLE;
    }
    for (int i = 0; i < over.count; i++)
        bl_solid_add_point(s, &over.points[i], bl_mesh_face_feature(f));
    return BL_PLANE_PART;
}

bool bl_is_inside_plane(const bl_mesh* mesh, const bl_mesh_facet* f)
{
    for (int e = 0; e < 3; e++)
        if (!is_same_plane(mesh, bl_mesh_neighbor(mesh, f->number, e), f->plane)) return false;
    return true;
}

// Two triangles that are small beside the solid are not worth it.
static bool is_large(const bl_mesh_solid* s, const bl_mesh_facet* f)
{
    const belay_vec3* c = f->corners;
    double square = fmax(v3_length_squared(v3_sub(c[1], c[0])), v3_length_squared(v3_sub(c[2], c[0])));
    return bl_mesh_planes(s->mesh)[f->plane].triangle_count > 2 || square > s->size * s->size;
}

bool bl_find_plane(bl_mesh_solid* s, bl_mesh_cursor* cursor, const bl_mesh_facet* f, bl_plane_state* state)
{
    int i = 0;
    while (i < s->plane_count && s->planes[i] != f->plane)
        i++;
    if (i == BL_SOLID_MAX_PLANES || (i == s->plane_count && !is_large(s, f))) return false;
    if (i == s->plane_count) {
        s->planes[i] = f->plane;
        s->states[i] = touch_plane(s, f);
        s->plane_count++;
        if (s->states[i] == BL_PLANE_FAR || s->states[i] == BL_PLANE_WHOLE) bl_mesh_cursor_skip(cursor, f->plane);
    }
    *state = s->states[i];
    return true;
}
