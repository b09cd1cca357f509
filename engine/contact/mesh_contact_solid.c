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

#include "contact/convex_contact.h"
#include "contact/flat.h"
#include "contact/mesh_contact_internal.h"
#include "contact/mesh_contact_patch.h"

#define AROUND 1e-6 // rad, how far a neighbour may reach beyond a touch by rounding
// The same where a normal is that of a face of A on which the mesh lies all but flat: bl_collide_convex takes it for
// one that is up to 0.01 rad off.
#define ALMOST_AROUND 0.012
#define ALMOST_COSINE 0.9998 // 0.02 rad; then it is also taken for the triangle's own normal
#define SAME_COSINE (1.0 - 0.5 * BL_MESH_SAME_DIRECTION * BL_MESH_SAME_DIRECTION)
#define STEEP_COSINE 0.7
#define FLUSH 1e-3 // of the solid's size, how deep below a rim it is still level with it
// A face is not touched when that is so much deeper than the least motion that separates the solids, and also this
// part of the solid's size deep: then the triangle is beside what A lies on, not under it.
#define MOST_DEEPER 10.0
#define DEEP 0.05
#define LEAST_TURNED 0.5 // cosine of the angle by which a normal may be turned to that of a face
#define COVER 1e-9       // of the mesh's extent, how far beside a triangle is still over it
#define GROUND 1e-9      // of the solid's size, lengths below it are rounding

typedef enum plane_state {
    PLANE_FAR,    // nothing of it can be touched
    PLANE_WHOLE,  // done
    PLANE_PART,   // triangles at the outline remain
    PLANE_HIDDEN, // the same; the solid is on the other side of the sheet
} plane_state;

#define MAX_PLANES 16

typedef struct solid {
    const bl_convex* a;
    const bl_mesh* mesh;
    belay_pose pose_a, pose_b;
    belay_pose in_mesh; // of A, in the mesh's frame
    belay_vec3 middle;  // of A, in the mesh's frame
    double cutoff, size;
    uint32_t sheet; // the sheet that the middle is beside, and on which side
    double side;
    int plane_count;
    uint32_t planes[MAX_PLANES];
    plane_state states[MAX_PLANES];
    bl_patches patches;
} solid;

// The side of the triangle on which A is, 1 outside or -1.
static double side_of(const solid* s, belay_vec3 normal, double offset)
{
    if (bl_mesh_is_one_sided(s->mesh)) return 1.0;
    return v3_dot(normal, s->middle) < offset ? -1.0 : 1.0;
}

// Whether A, on that side of a face's plane, is before the face: on the same side of the sheet.
static bool is_before(const solid* s, int triangle, belay_vec3 normal, double offset, double side)
{
    if (bl_mesh_is_one_sided(s->mesh)) return v3_dot(normal, s->middle) >= offset;
    uint32_t sheet = bl_mesh_sheet(s->mesh, triangle);
    if (sheet == BL_MESH_NONE || s->sheet != sheet / 2) return true;
    return side == (sheet % 2 == 0 ? s->side : -s->side);
}

// The gap between A and a plane, unbounded.
static double gap_to_plane(const solid* s, belay_vec3 normal, double offset)
{
    belay_vec3 down = q_rotate_inverse(s->in_mesh.rotation, v3_neg(normal));
    belay_vec3 lowest = pose_apply(s->in_mesh, bl_convex_support(s->a, down));
    return v3_dot(normal, lowest) - offset - s->a->radius;
}

static uint32_t mixed(uint32_t of_mesh, uint32_t of_solid)
{
    uint32_t x = of_mesh * 0x9e3779b1u ^ (of_solid + 0x7f4a7c15u) * 0x85ebca6bu;
    x ^= x >> 15;
    x *= 0x2c1b3c6du;
    return x ^ x >> 13;
}

static void add_point(solid* s, const bl_manifold_point* point, uint32_t of_mesh)
{
    bl_manifold_point p = *point;
    p.feature = mixed(of_mesh, point->feature);
    bl_patches_add(&s->patches, &p);
}

// ------------------------------------------------------------------------------------------------------------------
// Planes
// ------------------------------------------------------------------------------------------------------------------

// Whether a triangle of the plane is under the point of the mesh's surface (own frame).
static bool is_covered(const bl_mesh* mesh, uint32_t plane, belay_vec3 point)
{
    double tolerance = COVER * mesh->extent;
    belay_vec3 margin = v3(tolerance, tolerance, tolerance);
    bl_mesh_cursor cursor;
    int triangle;
    bl_mesh_cursor_init(&cursor, mesh, v3_sub(point, margin), v3_add(point, margin));
    while (bl_mesh_cursor_next(&cursor, &triangle)) {
        belay_vec3 corners[3];
        if (bl_mesh_plane_numbers(mesh)[triangle] != plane) continue;
        bl_mesh_triangle(mesh, triangle, corners);
        if (v3_distance(bl_triangle_closest(corners, point).point, point) <= tolerance) return true;
    }
    return false;
}

// The foot of a contact point on the mesh's side, in its frame.
static belay_vec3 foot_of(const solid* s, const bl_manifold_point* p)
{
    return pose_apply_inverse(s->pose_b, v3_add_scaled(p->point, -0.5 * p->gap, p->normal));
}

static void collide_plane(const solid* s, belay_vec3 normal, double offset, bl_manifold* m)
{
    belay_vec3 n = q_rotate(s->pose_b.rotation, normal);
    bl_collide_convex_plane(s->a, s->pose_a, n, offset + v3_dot(n, s->pose_b.position), s->cutoff, m);
}

static plane_state touch_plane(solid* s, uint32_t plane, int triangle)
{
    const bl_mesh_plane* p = &bl_mesh_planes(s->mesh)[plane];
    double side = side_of(s, p->normal, p->offset);
    belay_vec3 normal = v3_scale(side, p->normal);
    if (gap_to_plane(s, normal, side * p->offset) > s->cutoff) return PLANE_FAR;
    if (!is_before(s, triangle, p->normal, p->offset, side)) return PLANE_HIDDEN;
    bl_manifold m;
    bool is_over[BL_MANIFOLD_MAX_POINTS];
    int over = 0;
    collide_plane(s, normal, side * p->offset, &m);
    for (int i = 0; i < m.count; i++) {
        is_over[i] = is_covered(s->mesh, plane, foot_of(s, &m.points[i]));
        over += is_over[i] ? 1 : 0;
    }
    uint32_t feature = bl_mesh_feature(BL_MESH_PLANE, plane);
    if (over == m.count && m.count > 0) {
        for (int i = 0; i < m.count; i++)
            m.points[i].feature = mixed(feature, m.points[i].feature);
        bl_patches_add_whole(&s->patches, &m);
        return PLANE_WHOLE;
    }
    for (int i = 0; i < m.count; i++)
        if (is_over[i]) add_point(s, &m.points[i], feature);
    return PLANE_PART;
}

// ------------------------------------------------------------------------------------------------------------------
// Triangles
// ------------------------------------------------------------------------------------------------------------------

// The part of the triangle that reaches furthest along a direction; edges are level that rise by less than the angle.
static bl_triangle_part part_along(const bl_mesh_facet* f, belay_vec3 direction, double angle, int* index)
{
    int top = 0, levels = 0;
    for (int i = 1; i < 3; i++)
        if (v3_dot(direction, v3_sub(f->corners[i], f->corners[top])) > 0.0) top = i;
    *index = top;
    for (int k = 1; k < 3; k++) {
        int other = (top + k) % 3;
        belay_vec3 way = v3_sub(f->corners[other], f->corners[top]);
        if (v3_dot(direction, way) < -angle * v3_length(way)) continue;
        levels++;
        *index = k == 1 ? top : other; // the edge from the one to the other goes from the first of them on
    }
    return levels == 0 ? BL_TRIANGLE_CORNER : levels == 1 ? BL_TRIANGLE_EDGE : BL_TRIANGLE_FACE;
}

static bool is_rim(const bl_mesh* mesh, int triangle, int edge)
{
    return bl_mesh_neighbor(mesh, triangle, edge) == BL_MESH_NONE;
}

typedef struct triangle_touch {
    const bl_mesh_facet* facet;
    double side;
    belay_vec3 normal; // of the face, towards A
    double gap;        // of A to the face's plane
    bool is_before;
} triangle_touch;

// Whether A, level with a rim, comes at it from aside.
static bool is_flush(const solid* s, const triangle_touch* t, bl_triangle_part part, int index, belay_vec3 direction)
{
    int triangle = t->facet->number;
    if (!t->is_before || t->gap < -FLUSH * s->size || v3_dot(direction, t->normal) > STEEP_COSINE) return false;
    return is_rim(s->mesh, triangle, index) ||
           (part == BL_TRIANGLE_CORNER && is_rim(s->mesh, triangle, (index + 2) % 3));
}

typedef enum verdict {
    VERDICT_TOUCHED, // along a normal that the surface has, at an edge or a vertex
    VERDICT_LEFT,    // along the normal of a neighbour, which is looked at by itself
    VERDICT_FACE,    // along its own normal or one that the surface does not have
} verdict;

// Whether the direction is the normal of another triangle at the edge or vertex, on either side.
static bool is_of_neighbor(const solid* s, const bl_mesh_facet* f, bl_triangle_part part, int index,
                           belay_vec3 direction, double cosine)
{
    uint32_t store[6];
    int count;
    const uint32_t* fan = bl_mesh_fan(s->mesh, f->vertex[index], store, &count);
    for (int i = 0; i < count; i++) {
        if ((int)fan[i] == f->number) continue;
        bl_mesh_facet other = bl_mesh_facet_at(s->mesh, (int)fan[i]);
        uint32_t end = f->vertex[(index + 1) % 3];
        bool is_around =
            part == BL_TRIANGLE_CORNER || other.vertex[0] == end || other.vertex[1] == end || other.vertex[2] == end;
        if (is_around && fabs(v3_dot(other.normal, direction)) > cosine) return true;
    }
    return false;
}

// As judge, with neighbours and edges taken to be in line within an angle.
static verdict judge_within(const solid* s, const triangle_touch* t, belay_vec3 direction, double angle, double same,
                            double* bend)
{
    const bl_mesh_facet* f = t->facet;
    int index;
    bl_triangle_part part = part_along(f, direction, angle, &index);
    double cosine = v3_dot(direction, t->normal);
    *bend = part == BL_TRIANGLE_EDGE ? bl_mesh_edge_bend(s->mesh, f, index, t->side) : 2.0 * acos(fmax(cosine, -1.0));
    if (part == BL_TRIANGLE_FACE || is_flush(s, t, part, index, direction)) return VERDICT_FACE;
    bool is_allowed = part == BL_TRIANGLE_EDGE ? bl_mesh_edge_allows(s->mesh, f, index, direction, angle)
                                               : bl_mesh_vertex_allows(s->mesh, f->vertex[index], direction, angle);
    if (!is_allowed) return VERDICT_FACE;
    bool is_left = cosine < same && is_of_neighbor(s, f, part, index, direction, same);
    return is_left ? VERDICT_LEFT : VERDICT_TOUCHED;
}

static verdict judge(const solid* s, const triangle_touch* t, belay_vec3 direction, double* bend)
{
    double cosine = v3_dot(direction, t->normal);
    if (bl_mesh_is_one_sided(s->mesh) && cosine < -AROUND) return VERDICT_FACE;
    verdict v = judge_within(s, t, direction, AROUND, SAME_COSINE, bend);
    if (v != VERDICT_FACE || cosine > ALMOST_COSINE) return v;
    return judge_within(s, t, direction, ALMOST_AROUND, ALMOST_COSINE, bend);
}

// Adds the places along normals that the surface has; false when the face is to be looked at.
static bool touch_outline(solid* s, const triangle_touch* t, const bl_manifold* m)
{
    bool is_done = false;
    for (int i = 0; i < m->count; i++) {
        bl_manifold_point p = m->points[i];
        double bend;
        verdict v = judge(s, t, q_rotate_inverse(s->pose_b.rotation, p.normal), &bend);
        is_done = is_done || v != VERDICT_FACE;
        if (v != VERDICT_TOUCHED) continue;
        if (fabs(bend) < BL_MESH_LEAST_ROUND) p.kappa1 = p.kappa2 = p.geodesic1 = 0.0;
        add_point(s, &p, bl_mesh_feature(BL_MESH_TRIANGLE, (uint32_t)t->facet->number));
    }
    return is_done;
}

// How far the ground goes on beyond an edge. What has sunk in under the bottom of a hollow is above none of its
// sides; a side reaches as far as half way down to the other, at the depth of A.
static double widening(const solid* s, const triangle_touch* t, int edge)
{
    double depth = -(t->gap + s->a->radius);
    if (!(depth > 0.0)) return 0.0;
    double bend = bl_mesh_edge_bend(s->mesh, t->facet, edge, t->side);
    return bend < 0.0 ? depth * tan(fmin(-0.5 * bend, 1.3)) : 0.0;
}

// How much a corner moves along the ground's axes when the edges before and after it are moved outwards.
static void move_corner(const solid* s, const triangle_touch* t, const bl_flat_ground* ground, int corner,
                        bl_flat_corner* moved)
{
    int before = (corner + 2) % 3;
    double out0 = widening(s, t, before), out1 = widening(s, t, corner);
    belay_vec3 n0 = bl_mesh_edge_outward(t->facet, before), n1 = bl_mesh_edge_outward(t->facet, corner);
    double x0 = v3_dot(ground->t1, n0), y0 = v3_dot(ground->t2, n0);
    double x1 = v3_dot(ground->t1, n1), y1 = v3_dot(ground->t2, n1);
    double determinant = x0 * y1 - y0 * x1;
    if (determinant == 0.0) return;
    moved->x += (out0 * y1 - out1 * y0) / determinant;
    moved->y += (x0 * out1 - x1 * out0) / determinant;
}

// The triangle as the ground under A.
static void set_ground(const solid* s, const triangle_touch* t, bl_flat_ground* ground)
{
    const bl_mesh_facet* f = t->facet;
    ground->origin = f->corners[0];
    ground->normal = t->normal;
    ground->t1 = v3_normalize_or(v3_sub(f->corners[1], f->corners[0]), v3_any_orthogonal(t->normal));
    ground->t2 = v3_cross(t->normal, ground->t1);
    ground->offset = t->side * f->offset;
    ground->tolerance = GROUND * s->size;
    ground->is_a = false;
    ground->shape.kind = BL_FLAT_POLYGON;
    ground->shape.count = 3;
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t k = t->side < 0.0 ? 2 - i : i; // anticlockwise as A sees it
        belay_vec3 from_origin = v3_sub(f->corners[k], f->corners[0]);
        bl_flat_corner c = {
            .x = v3_dot(ground->t1, from_origin), .y = v3_dot(ground->t2, from_origin), .corner = k, .edge = i};
        move_corner(s, t, ground, (int)k, &c);
        ground->shape.corners[i] = c;
    }
}

// What of A looks down on the ground.
static void set_above(const solid* s, const bl_flat_ground* ground, bl_flat_shape* shape)
{
    belay_mat33 rotation = q_to_m3(s->in_mesh.rotation);
    if (bl_is_polytope(s->a->kind)) {
        bl_polytope_store store;
        bl_polytope p = bl_polytope_moved(s->a, &rotation, s->in_mesh.position, &store);
        bl_flat_face_above(ground, &p, shape);
    } else if (bl_is_round(s->a->kind)) {
        bl_round round = bl_round_moved(s->a, &rotation, s->in_mesh.position);
        bl_flat_round_above(ground, &round, shape);
    } else {
        belay_vec3 half = v3_scale(s->a->half.z, m3_column(rotation, 2));
        bl_flat_segment_above(ground, v3_sub(s->in_mesh.position, half), v3_add(s->in_mesh.position, half), shape);
    }
}

// What of A is over the triangle, or in it, touches along its normal. `gap` is the least along other normals. False
// when nothing is over it.
static bool touch_face(solid* s, const triangle_touch* t, double gap)
{
    bl_flat_ground ground;
    bl_flat_shape above;
    bl_flat_list list;
    bl_manifold m;
    bl_place_frame frame = bl_place_frame_make(s->pose_b, s->a->radius, 0.0, s->cutoff);
    set_ground(s, t, &ground);
    set_above(s, &ground, &above);
    bl_flat_cut(&ground, &above, &list);
    if (list.lowest - s->a->radius < MOST_DEEPER * gap - DEEP * s->size) return true;
    bl_flat_reduce(&list, bl_place_reach(&frame));
    m.count = 0;
    bl_flat_emit(&ground, &list, &frame, &m);
    for (int i = 0; i < m.count; i++)
        add_point(s, &m.points[i], bl_mesh_face_feature(t->facet));
    return m.count > 0;
}

// Places where A is in the triangle although the lowest part of A is not under it: turned to the triangle's normal, as
// deep along it as the place is.
static void touch_turned(solid* s, const triangle_touch* t, const bl_manifold* m)
{
    belay_vec3 normal = q_rotate(s->pose_b.rotation, t->normal);
    for (int i = 0; i < m->count; i++) {
        bl_manifold_point p = m->points[i];
        double cosine = v3_dot(p.normal, normal);
        if (!(p.gap < 0.0 && cosine > LEAST_TURNED)) continue;
        p.gap *= cosine;
        p.normal = normal;
        p.tangent1 = v3_any_orthogonal(normal);
        p.tangent2 = v3_cross(normal, p.tangent1);
        p.kappa1 = p.kappa2 = p.geodesic1 = 0.0;
        add_point(s, &p, bl_mesh_face_feature(t->facet));
    }
}

static double least_gap(const bl_manifold* m)
{
    double least = INFINITY;
    for (int i = 0; i < m->count; i++)
        least = fmin(least, m->points[i].gap);
    return least;
}

static void touch_triangle(solid* s, const bl_mesh_facet* f)
{
    triangle_touch t = {f, side_of(s, f->normal, f->offset), v3_zero(), 0.0, false};
    t.normal = v3_scale(t.side, f->normal);
    t.gap = gap_to_plane(s, t.normal, t.side * f->offset);
    if (t.gap > s->cutoff) return;
    t.is_before = is_before(s, f->number, f->normal, f->offset, t.side);
    bl_convex triangle = {.kind = BL_CONVEX_TRIANGLE};
    for (int i = 0; i < 3; i++)
        triangle.corners[i] = f->corners[i];
    bl_manifold m;
    bl_collide_convex(s->a, s->pose_a, &triangle, s->pose_b, s->cutoff, &m);
    if (m.count == 0 || touch_outline(s, &t, &m) || !t.is_before) return;
    if (!touch_face(s, &t, fmin(least_gap(&m), 0.0))) touch_turned(s, &t, &m);
}

// ------------------------------------------------------------------------------------------------------------------
// All of them
// ------------------------------------------------------------------------------------------------------------------

static bool is_inside_plane(const bl_mesh* mesh, const bl_mesh_facet* f)
{
    for (int e = 0; e < 3; e++) {
        uint32_t neighbor = bl_mesh_neighbor(mesh, f->number, e);
        if (neighbor == BL_MESH_NONE || neighbor == BL_MESH_MANY) return false;
        if (bl_mesh_plane_numbers(mesh)[neighbor / 4] != f->plane) return false;
    }
    return true;
}

// False when there are too many planes to remember.
static bool find_plane(solid* s, bl_mesh_cursor* cursor, const bl_mesh_facet* f, plane_state* state)
{
    int i = 0;
    while (i < s->plane_count && s->planes[i] != f->plane)
        i++;
    if (i == MAX_PLANES) return false;
    if (i == s->plane_count) {
        s->planes[i] = f->plane;
        s->states[i] = touch_plane(s, f->plane, f->number);
        s->plane_count++;
        if (s->states[i] == PLANE_FAR || s->states[i] == PLANE_WHOLE) bl_mesh_cursor_skip(cursor, f->plane);
    }
    *state = s->states[i];
    return true;
}

static void look_at(solid* s, bl_mesh_cursor* cursor, int triangle)
{
    bl_mesh_facet f = bl_mesh_facet_at(s->mesh, triangle);
    plane_state state;
    if (f.plane != BL_MESH_NONE && find_plane(s, cursor, &f, &state)) {
        if (state == PLANE_FAR || state == PLANE_WHOLE || is_inside_plane(s->mesh, &f)) return;
    }
    touch_triangle(s, &f);
}

// With its middle under a one-sided surface the solid is pushed up along the normal of what is above.
static bool push_up(solid* s)
{
    int over;
    if (!bl_mesh_is_one_sided(s->mesh) || !bl_grid_column(s->mesh, s->middle, &over)) return false;
    bl_mesh_facet f = bl_mesh_facet_at(s->mesh, over);
    if (v3_dot(f.normal, s->middle) >= f.offset) return false;
    bl_manifold m;
    collide_plane(s, f.normal, f.offset, &m);
    for (int i = 0; i < m.count; i++)
        add_point(s, &m.points[i], bl_mesh_face_feature(&f));
    return true;
}

static void solid_init(solid* s, const bl_convex* a, belay_pose pose_a, const bl_mesh* mesh, belay_pose pose_b,
                       double cutoff)
{
    s->a = a;
    s->mesh = mesh;
    s->pose_a = pose_a;
    s->pose_b = pose_b;
    s->cutoff = cutoff;
    s->in_mesh.position = pose_apply_inverse(pose_b, pose_a.position);
    s->in_mesh.rotation = q_mul(q_conjugate(pose_b.rotation), pose_a.rotation);
    belay_vec3 middle = bl_convex_middle(a);
    s->middle = pose_apply(s->in_mesh, middle);
    s->size = bl_convex_reach(a, middle);
    s->sheet = bl_mesh_side_of(mesh, s->middle, s->size + cutoff, &s->side);
    s->plane_count = 0;
    bl_patches_init(&s->patches, s->size);
}

int bl_collide_solid_mesh(const bl_convex* a, belay_pose pose_a, const bl_mesh* mesh, belay_pose pose_b, double cutoff,
                          bl_manifold manifolds[BL_MESH_MAX_MANIFOLDS])
{
    solid s;
    solid_init(&s, a, pose_a, mesh, pose_b, cutoff);
    if (!push_up(&s)) {
        belay_vec3 lower, upper, margin = v3(cutoff, cutoff, cutoff);
        bl_mesh_cursor cursor;
        int triangle;
        bl_convex_bounds(a, s.in_mesh, &lower, &upper);
        bl_mesh_cursor_init(&cursor, mesh, v3_sub(lower, margin), v3_add(upper, margin));
        while (bl_mesh_cursor_next(&cursor, &triangle))
            look_at(&s, &cursor, triangle);
    }
    return bl_patches_finish(&s.patches, manifolds);
}
