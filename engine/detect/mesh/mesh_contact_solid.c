// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A solid other than a ball against a mesh, in two ways.
//
// Planes first. Where several triangles lie in one plane, the solid is held against the whole plane; where all the
// places found are over the triangles, these are the contacts, and no triangle of the plane is looked at by itself.
// Otherwise the places that are over them count, and what else there may be is at the outline of the level region: only
// triangles there are looked at.
//
// Then triangles one by one. The least motion that separates the solid from a triangle may be along a normal that the
// surface does not have (mesh_around.c). If it does have it, at an edge or a vertex, these are the contacts. If not, or
// if it is the triangle's own, the part of the solid that is over the triangle touches it along its normal.

#include "detect/mesh/mesh_contact_solid.h"

#include "detect/contact_tolerance.h"
#include "detect/convex/convex_contact.h"
#include "detect/convex/smooth.h"

uint32_t bl_mix_features(uint32_t of_mesh, uint32_t of_solid)
{
    uint32_t x = of_mesh * 0x9e3779b1u ^ (of_solid + 0x7f4a7c15u) * 0x85ebca6bu;
    x ^= x >> 15;
    x *= 0x2c1b3c6du;
    return x ^ x >> 13;
}

void bl_solid_add_point(bl_mesh_solid* s, const bl_manifold_point* point, uint32_t of_mesh)
{
    bl_manifold_point p = *point;
    p.feature = bl_mix_features(of_mesh, point->feature);
    bl_patches_add(&s->patches, &p);
}

// ------------------------------------------------------------------------------------------------------------------
// Triangles
// ------------------------------------------------------------------------------------------------------------------

// Adds the places along normals that the surface has; false when the face is to be looked at.
static bool touch_outline(bl_mesh_solid* s, const bl_seen_face* face, const bl_manifold* m)
{
    bool is_done = false;
    for (int i = 0; i < m->count; i++) {
        bl_manifold_point p = m->points[i];
        double bend = 0.0;
        bl_verdict v = bl_judge_normal(s, face, q_rotate_inverse(s->pose_b.rotation, p.normal), &bend);
        is_done = is_done || v != BL_VERDICT_FACE;
        if (v != BL_VERDICT_TOUCHED) continue;
        if (fabs(bend) < BL_MESH_LEAST_ROUND) p.kappa1 = p.kappa2 = p.geodesic1 = 0.0;
        bl_solid_add_point(s, &p, bl_mesh_feature(BL_MESH_TRIANGLE, (uint32_t)face->facet.number));
    }
    return is_done;
}

// Places where A is in the triangle although the lowest part of A is not under it: turned to the triangle's normal, as
// deep along it as the place is.
static void touch_turned(bl_mesh_solid* s, const bl_seen_face* face, const bl_manifold* m)
{
    belay_vec3 normal = q_rotate(s->pose_b.rotation, face->normal);
    for (int i = 0; i < m->count; i++) {
        bl_manifold_point p = m->points[i];
        double cosine = v3_dot(p.normal, normal);
        if (!(p.gap < 0.0 && cosine > BL_MESH_LEAST_TURNED)) continue;
        p.gap *= cosine;
        p.normal = normal;
        p.tangent1 = v3_any_orthogonal(normal);
        p.tangent2 = v3_cross(normal, p.tangent1);
        p.kappa1 = p.kappa2 = p.geodesic1 = 0.0;
        p.twist_a = p.twist_b = v3_zero();
        bl_solid_add_point(s, &p, bl_mesh_face_feature(&face->facet));
    }
}

double bl_collide_triangle(const bl_mesh_solid* s, const bl_mesh_facet* facet, bl_manifold* m)
{
    bl_convex triangle = {.kind = BL_CONVEX_TRIANGLE};
    double least = INFINITY;
    for (int i = 0; i < 3; i++)
        triangle.corners[i] = facet->corners[i];
    bl_collide_convex(s->a, s->pose_a, &triangle, s->pose_b, s->cutoff, m);
    for (int i = 0; i < m->count; i++)
        least = fmin(least, m->points[i].gap);
    return least;
}

// Where nothing of A is over the triangle, though it is in it: along the normal turned to the triangle's, and should
// all else fail, remembered. A smooth solid whose lowest point is not over it is nearer to another part of the surface.
static void touch_beside(bl_mesh_solid* s, const bl_seen_face* face, const bl_manifold* m, double gap)
{
    if (!bl_is_smooth(s->a)) touch_turned(s, face, m);
    if (!(gap < s->deepest_gap)) return;
    s->deepest_gap = gap;
    s->deepest = face->facet;
}

// Between flat and hollow edges alone a triangle is touched along no normal but its own.
static void touch_without_outline(bl_mesh_solid* s, const bl_seen_face* face)
{
    bl_manifold m;
    if (!bl_is_before_face(s, face) || bl_touch_face(s, face, NAN) || face->gap > -BL_MESH_SHALLOW * s->size) return;
    double gap = bl_collide_triangle(s, &face->facet, &m);
    touch_beside(s, face, &m, gap);
}

static void touch_triangle(bl_mesh_solid* s, const bl_mesh_facet* f)
{
    bl_seen_face face = bl_see_face(s, f);
    if (face.gap > s->cutoff) return;
    if (!bl_has_outline(s, &face)) {
        touch_without_outline(s, &face);
        return;
    }
    bl_manifold m;
    double gap = bl_collide_triangle(s, f, &m);
    if (m.count == 0 || touch_outline(s, &face, &m)) return;
    if (!bl_is_before_face(s, &face) || bl_is_topped(s, &face)) return;
    if (!bl_touch_face(s, &face, gap)) touch_beside(s, &face, &m, gap);
}

// Whether the triangle's box in A's frame meets A's.
static bool is_near(const bl_mesh_solid* s, const bl_mesh_facet* f)
{
    belay_vec3 c[3];
    for (int i = 0; i < 3; i++)
        c[i] = m3_mul_transposed_v3(s->rotation, v3_sub(f->corners[i], s->in_mesh.position));
    belay_vec3 lo = s->lower, hi = s->upper;
    bool is_left = (c[0].x < lo.x) & (c[1].x < lo.x) & (c[2].x < lo.x);
    bool is_right = (c[0].x > hi.x) & (c[1].x > hi.x) & (c[2].x > hi.x);
    bool is_front = (c[0].y < lo.y) & (c[1].y < lo.y) & (c[2].y < lo.y);
    bool is_back = (c[0].y > hi.y) & (c[1].y > hi.y) & (c[2].y > hi.y);
    bool is_below = (c[0].z < lo.z) & (c[1].z < lo.z) & (c[2].z < lo.z);
    bool is_above = (c[0].z > hi.z) & (c[1].z > hi.z) & (c[2].z > hi.z);
    return !(is_left | is_right | is_front | is_back | is_below | is_above);
}

static void look_at(bl_mesh_solid* s, bl_mesh_cursor* cursor, int triangle)
{
    bl_mesh_facet f = bl_mesh_facet_at(s->mesh, triangle);
    bl_plane_state state;
    if (f.plane != BL_MESH_NONE && bl_find_plane(s, cursor, &f, &state)) {
        if (state == BL_PLANE_FAR || state == BL_PLANE_WHOLE || bl_is_inside_plane(s->mesh, &f)) return;
    }
    if (is_near(s, &f)) touch_triangle(s, &f);
}

// ------------------------------------------------------------------------------------------------------------------
// Overlaps that go with others
// ------------------------------------------------------------------------------------------------------------------

// Whether there is a triangle near a point (own frame) whose normal, of either sign, is at most so far from this one.
static bool is_on_face(const bl_mesh_solid* s, belay_vec3 point, double distance, belay_vec3 normal, double cosine)
{
    belay_vec3 margin = v3(distance, distance, distance);
    bl_mesh_cursor cursor;
    int triangle;
    bl_mesh_cursor_init(&cursor, s->mesh, v3_sub(point, margin), v3_add(point, margin));
    while (bl_mesh_cursor_next(&cursor, &triangle)) {
        bl_mesh_facet f = bl_mesh_facet_at(s->mesh, triangle);
        if (fabs(v3_dot(f.normal, normal)) < cosine) continue;
        if (v3_distance(bl_triangle_closest(f.corners, point).point, point) <= distance) return true;
    }
    return false;
}

// Whether moving A out of a shallower overlap takes every point of a patch beyond the end of the face that it is on:
// half as far again there is nothing near but what falls off steeply.
static bool is_overtaken_by(const bl_mesh_solid* s, int patch, const bl_patch* other)
{
    belay_vec3 normal = q_rotate_inverse(s->pose_b.rotation, s->patches.patches[patch].normal);
    belay_vec3 out = q_rotate_inverse(s->pose_b.rotation, other->normal);
    belay_vec3 aside = v3_add_scaled(out, -v3_dot(out, normal), normal);
    double touch = BL_SOLID_COVER * s->mesh->extent, path = fmax(-other->deepest, 6.0 * touch);
    if (v3_length(aside) < BL_MESH_LEAST_ASIDE) return false;
    for (int i = 0; i < s->patches.point_count; i++) {
        if (s->patches.owners[i] != patch) continue;
        belay_vec3 foot = bl_foot_of(s, &s->patches.points[i]);
        if (!is_on_face(s, foot, touch, normal, BL_MESH_LEVEL_COSINE)) return false;
        if (is_on_face(s, v3_add_scaled(foot, 1.5 * path, aside), 0.4 * path, normal, 0.5)) return false;
    }
    return true;
}

static bool is_overtaken(const bl_mesh_solid* s, int patch)
{
    const bl_patch* own = &s->patches.patches[patch];
    if (!(own->deepest < -BL_MESH_SHALLOW * s->size)) return false;
    for (int i = 0; i < s->patches.count; i++) {
        const bl_patch* other = &s->patches.patches[i];
        bool is_shallower = other->deepest <= BL_MESH_SAME_DEPTH * s->size && other->deepest > own->deepest;
        if (is_shallower && is_overtaken_by(s, patch, other)) return true;
    }
    return false;
}

// A solid that runs deep into the side of a step is over its top as well, and not to be lifted onto it: an overlap that
// the least way out of another ends is none of its own.
static void drop_overtaken(bl_mesh_solid* s)
{
    bool is_dropped[BL_MESH_MAX_MANIFOLDS];
    for (int i = 0; i < s->patches.count; i++)
        is_dropped[i] = is_overtaken(s, i);
    for (int i = s->patches.point_count - 1; i >= 0; i--)
        if (is_dropped[s->patches.owners[i]]) bl_patches_remove(&s->patches, i);
}

// ------------------------------------------------------------------------------------------------------------------
// A solid against a mesh
// ------------------------------------------------------------------------------------------------------------------

// Along the normal of a face, whatever is over it.
static void push_out(bl_mesh_solid* s, const bl_mesh_facet* f)
{
    bl_seen_face face = bl_see_face(s, f);
    bl_manifold m;
    bl_collide_face_plane(s, &face, &m);
    for (int i = 0; i < m.count; i++)
        bl_solid_add_point(s, &m.points[i], bl_mesh_face_feature(f));
}

// With its middle under a one-sided surface the solid is pushed up along the normal of what is above.
static bool push_up(bl_mesh_solid* s)
{
    int over;
    if (!bl_mesh_is_one_sided(s->mesh) || !bl_grid_column(s->mesh, s->middle, &over)) return false;
    bl_mesh_facet f = bl_mesh_facet_at(s->mesh, over);
    if (v3_dot(f.normal, s->middle) >= f.offset) return false;
    push_out(s, &f);
    return true;
}

// What was found, not which side is known.
static void forget(bl_mesh_solid* s)
{
    s->is_misled = false;
    s->first_face = -1;
    s->plane_count = 0;
    s->deepest_gap = 0.0;
    bl_patches_init(&s->patches, s->size);
}

static void solid_init(bl_mesh_solid* s, const bl_convex* a, belay_pose pose_a, const bl_mesh* mesh, belay_pose pose_b,
                       double cutoff)
{
    s->a = a;
    s->mesh = mesh;
    s->pose_a = pose_a;
    s->pose_b = pose_b;
    s->cutoff = cutoff;
    s->in_mesh.position = pose_apply_inverse(pose_b, pose_a.position);
    s->in_mesh.rotation = q_mul(q_conjugate(pose_b.rotation), pose_a.rotation);
    s->rotation = q_to_m3(s->in_mesh.rotation);
    s->is_moved = false;
    belay_vec3 middle = bl_convex_middle(a), margin = v3(cutoff, cutoff, cutoff);
    bl_convex_bounds(a, belay_pose_identity(), &s->lower, &s->upper);
    s->lower = v3_sub(s->lower, margin);
    s->upper = v3_add(s->upper, margin);
    s->middle = pose_apply(s->in_mesh, middle);
    s->size = bl_convex_bounding_radius(a, middle);
    s->knows_side = false;
    forget(s);
}

// False when the side that the first face was thought to be seen from proved wrong.
static bool look_at_all(bl_mesh_solid* s)
{
    belay_vec3 lower, upper, margin = v3(s->cutoff, s->cutoff, s->cutoff);
    bl_mesh_cursor cursor;
    int triangle;
    forget(s);
    bl_convex_bounds(s->a, s->in_mesh, &lower, &upper);
    bl_mesh_cursor_init(&cursor, s->mesh, v3_sub(lower, margin), v3_add(upper, margin));
    while (bl_mesh_cursor_next(&cursor, &triangle) && !s->is_misled)
        look_at(s, &cursor, triangle);
    return !s->is_misled;
}

int bl_collide_solid_mesh(const bl_convex* a, belay_pose pose_a, const bl_mesh* mesh, belay_pose pose_b, double cutoff,
                          bl_manifold manifolds[BL_MESH_MAX_MANIFOLDS])
{
    bl_mesh_solid s;
    solid_init(&s, a, pose_a, mesh, pose_b, cutoff);
    if (!push_up(&s)) {
        if (!look_at_all(&s)) look_at_all(&s);
        // Deep inside, everything may be beside everything.
        if (s.patches.count == 0 && s.deepest_gap < 0.0) push_out(&s, &s.deepest);
        drop_overtaken(&s);
    }
    return bl_patches_finish(&s.patches, manifolds);
}
