// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Two colliders on their ways: when they first meet, how deep they get, and what of that is seen at the end.

#include "step/detect/step_cast.h"

#include "detect/contact_tolerance.h"
#include "geometry/convex/shape_ops.h"
#include "geometry/distance/tube.h"
#include "geometry/mesh/mesh_internal.h"
#include "math/turn_to.h"
#include "step/detect/detect_tolerances.h"
#include "step/detect/step_collide.h"

bl_distance bl_pair_cast_distance(const bl_pair_cast* s, double time)
{
    belay_pose a = bl_motion_at(&s->motion_a, time), b = bl_motion_at(&s->motion_b, time);
    if (s->curve == NULL) return bl_convex_distance(&s->a, a, &s->b, b);
    bl_distance d = bl_tube_distance(&s->a, pose_compose(pose_inverse(b), a), s->curve);
    d.normal = q_rotate(b.rotation, d.normal);
    return d;
}

double bl_pair_cast_longest_path(const bl_pair_cast* s)
{
    double path = v3_distance(s->motion_a.displacement, s->motion_b.displacement), turn_b = v3_length(s->motion_b.turn);
    belay_vec3 start = s->motion_a.start.position;
    double reach = bl_convex_bounding_radius(&s->a, v3_zero()) + v3_distance(start, s->motion_a.center);
    path += v3_length(s->motion_a.turn) * reach;
    return turn_b > 0.0 ? path + turn_b * (v3_distance(start, s->motion_b.center) + reach + path) : path;
}

static bool is_deep(const bl_pair_cast* s, double time)
{
    if (s->curve != NULL) return bl_pair_cast_distance(s, time).distance < -s->graze;
    return bl_convex_is_deeper(&s->a, bl_motion_at(&s->motion_a, time), &s->b, bl_motion_at(&s->motion_b, time),
                               s->graze);
}

// So that of the faces of a mesh the one that is hit first is not yet joined by what is hit next.
double bl_pair_cast_where_deep(const bl_pair_cast* s, double low, double high)
{
    for (int k = 0; k < BL_CAST_HALVINGS; k++) {
        double middle = 0.5 * (low + high);
        if (is_deep(s, middle))
            high = middle;
        else
            low = middle;
    }
    return high;
}

// The first look is at once behind it, for thin things.
bool bl_pair_cast_goes_deep(const bl_pair_cast* s, double time, double* when)
{
    double path = bl_pair_cast_longest_path(s);
    if (!(path > 0.0)) return false;
    for (int k = 0; k <= BL_CAST_LOOKS; k++) {
        double t =
            k == 0 ? fmin(1.0, time + BL_CAST_FIRST_LOOK * s->graze / path) : time + (1.0 - time) * k / BL_CAST_LOOKS;
        if (is_deep(s, t)) {
            *when = t;
            return true;
        }
    }
    return false;
}

double bl_manifold_least_gap(const bl_manifold* m)
{
    double least = INFINITY;
    for (int i = 0; i < m->count; i++)
        least = fmin(least, m->points[i].gap);
    return least;
}

double bl_least_half_extent(const bl_convex* convex)
{
    belay_vec3 lower, upper;
    bl_convex_bounds(convex, belay_pose_identity(), &lower, &upper);
    belay_vec3 size = v3_sub(upper, lower);
    return 0.5 * fmin(size.x, fmin(size.y, size.z));
}

// How far in is not yet deep.
static double shallow_depth(const belay_world_def* def, const bl_pair_cast* s)
{
    double least = fmin(def->contact_margin, BL_CAST_SHALLOW * bl_least_half_extent(&s->a));
    bool is_thick = s->curve == NULL && s->mesh == NULL;
    return is_thick ? fmin(least, BL_CAST_SHALLOW * bl_least_half_extent(&s->b)) : least;
}

// Of a mesh all that is met there counts, and not the triangle alone that is met first.
static bool is_mesh_seen_at_end(const belay_world_def* def, const bl_pair_cast* s, belay_vec3 normal)
{
    bl_manifold found[BL_MESH_MAX_MANIFOLDS];
    belay_pose a = bl_motion_at(&s->motion_a, 1.0), b = bl_motion_at(&s->frame_b, 1.0);
    int count = bl_collide_convex_mesh(&s->a, a, s->mesh, b, 0.0, found);
    double deepest = 0.0;
    bool is_same = false;
    for (int k = 0; k < count; k++) {
        double gap = bl_manifold_least_gap(&found[k]);
        deepest = fmin(deepest, gap);
        is_same = is_same || (gap < 0.0 && v3_dot(found[k].points[0].normal, normal) > BL_CAST_SAME_DIRECTION);
    }
    return is_same && deepest > -shallow_depth(def, s);
}

bool bl_pair_cast_is_seen_at_end(const belay_world_def* def, const bl_pair_cast* s, belay_vec3 normal)
{
    if (s->mesh != NULL) return is_mesh_seen_at_end(def, s, normal);
    bl_distance d = bl_pair_cast_distance(s, 1.0);
    return d.distance < 0.0 && d.distance > -shallow_depth(def, s) && v3_dot(d.normal, normal) > BL_CAST_SAME_DIRECTION;
}

// ------------------------------------------------------------------------------------------------------------------
// Meshes: the triangle that is met first stands for all
// ------------------------------------------------------------------------------------------------------------------

typedef struct mesh_cast {
    const bl_pair_cast* cast;
    double touched; // m: a triangle that is nearer at the start is left out
    double first;
    bl_convex triangle; // met first
    // The box that the solid's box goes through, in its own frame at the start, and the mesh there.
    belay_vec3 center, half;
    belay_mat33 rotation;
    belay_vec3 offset;
} mesh_cast;

// Most triangles about the ball that the solid sweeps are nowhere near the solid, or behind it. Seen from the mesh its
// points go by the displacement and, any way, by what the turns add to the longest path.
static void set_reach(mesh_cast* m)
{
    const bl_pair_cast* s = m->cast;
    belay_pose mesh_in_a = pose_compose(pose_inverse(s->motion_a.start), s->motion_b.start);
    belay_vec3 displacement = v3_sub(s->motion_a.displacement, s->motion_b.displacement);
    belay_vec3 half_way = v3_scale(0.5, q_rotate_inverse(s->motion_a.start.rotation, displacement));
    bl_core_of(&s->a)->box(&s->a, &m->center, &m->half);
    double size = v3_length(m->half) + v3_length(m->center) + v3_length(mesh_in_a.position) + s->mesh->extent;
    double turned = fmax(bl_pair_cast_longest_path(s) - v3_length(displacement), 0.0);
    double reach = s->a.radius + turned + 2.0 * BL_CONTACT_ROUNDING * size;
    m->center = v3_add(m->center, half_way);
    m->half = v3_add(m->half, v3(reach + fabs(half_way.x), reach + fabs(half_way.y), reach + fabs(half_way.z)));
    m->rotation = q_to_m3(mesh_in_a.rotation);
    m->offset = v3_sub(mesh_in_a.position, m->center);
}

static bool are_beyond(double a, double b, double c, double half)
{
    return (a > half && b > half && c > half) || (a < -half && b < -half && c < -half);
}

static bool is_out_of_reach(const mesh_cast* m, const belay_vec3 corners[3])
{
    belay_vec3 p[3];
    for (int k = 0; k < 3; k++)
        p[k] = v3_add(m3_mul_v3(m->rotation, corners[k]), m->offset);
    return are_beyond(p[0].x, p[1].x, p[2].x, m->half.x) || are_beyond(p[0].y, p[1].y, p[2].y, m->half.y) ||
           are_beyond(p[0].z, p[1].z, p[2].z, m->half.z);
}

static bool visit_triangle(void* context, int triangle)
{
    mesh_cast* m = context;
    bl_convex t = {.kind = BL_CONVEX_TRIANGLE};
    bl_mesh_triangle(m->cast->mesh, triangle, t.corners);
    double time;
    if (is_out_of_reach(m, t.corners)) return true;
    double touched = m->touched > 0.0 ? m->touched : -INFINITY;
    if (!bl_convex_first_of_many(&m->cast->a, &m->cast->motion_a, &t, &m->cast->motion_b, touched, m->first, &time))
        return true;
    if (!(time < m->first)) return true;
    m->first = time;
    m->triangle = t;
    return true;
}

// The box that A sweeps, in the frame of the mesh.
static void cast_box(const bl_pair_cast* s, belay_vec3* lower, belay_vec3* upper)
{
    belay_pose start = bl_motion_at(&s->motion_b, 0.0), end = bl_motion_at(&s->motion_b, 1.0);
    double reach = bl_convex_bounding_radius(&s->a, v3_zero());
    belay_vec3 from = pose_apply_inverse(start, bl_motion_at(&s->motion_a, 0.0).position);
    belay_vec3 to = pose_apply_inverse(end, bl_motion_at(&s->motion_a, 1.0).position);
    *lower = v3(fmin(from.x, to.x) - reach, fmin(from.y, to.y) - reach, fmin(from.z, to.z) - reach);
    *upper = v3(fmax(from.x, to.x) + reach, fmax(from.y, to.y) + reach, fmax(from.z, to.z) + reach);
}

bool bl_pair_cast_first_triangle(bl_pair_cast* s, double touched, double* time)
{
    mesh_cast m = {.cast = s, .touched = touched, .first = 2.0};
    belay_vec3 lower, upper;
    cast_box(s, &lower, &upper);
    set_reach(&m);
    bl_mesh_visit_box(s->mesh, lower, upper, visit_triangle, &m);
    if (m.first > 1.0) return false;
    s->b = m.triangle;
    *time = m.first;
    return true;
}

// ------------------------------------------------------------------------------------------------------------------
// Planes: the box of the half-space that A can come to
// ------------------------------------------------------------------------------------------------------------------

static void set_plane(bl_pair_cast* s, const bl_collider* plane)
{
    belay_vec3 normal, from = s->motion_a.start.position;
    double offset, reach = 2.0 * bl_pair_cast_longest_path(s) + 2.0 * bl_convex_bounding_radius(&s->a, v3_zero());
    bl_collider_plane(plane, pose_compose(s->frame_b.start, pose_inverse(plane->pose)), &normal, &offset);
    bl_convex box = {.kind = BL_CONVEX_BOX, .half = v3(reach, reach, reach)};
    s->b = box;
    s->motion_b.start.rotation = bl_turn_z_to(normal);
    s->motion_b.start.position = v3_add_scaled(from, offset - v3_dot(normal, from) - reach, normal);
}

bool bl_pair_cast_first_hit(const bl_collider_store* shapes, bl_pair_cast* s, const bl_collider* collider_b,
                            double* time)
{
    if (bl_collider_family(collider_b) == BL_FAMILY_TUBE) {
        s->curve = bl_collider_curve(shapes, collider_b);
        return bl_tube_motion_contact(&s->a, &s->motion_a, s->curve, &s->motion_b, bl_pair_cast_longest_path(s),
                                      s->graze, time);
    }
    if (bl_collider_family(collider_b) == BL_FAMILY_PLANE) {
        set_plane(s, collider_b);
    } else if (bl_collider_is_convex(collider_b)) {
        s->b = bl_collider_convex(shapes, collider_b);
    } else {
        s->mesh = bl_collider_mesh(shapes, collider_b);
        return bl_pair_cast_first_triangle(s, 0.0, time);
    }
    return bl_convex_first_contact(&s->a, &s->motion_a, &s->b, &s->motion_b, 0.0, time);
}
