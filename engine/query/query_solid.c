// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "query/query_solid.h"

#include "geometry/distance/distance.h"
#include "geometry/distance/tube.h"
#include "query/query_tolerances.h"

static bl_query_solid solid_moved(const bl_query_solid* solid, belay_vec3 displacement, double time)
{
    bl_query_solid moved = *solid;
    moved.pose.position = v3_add_scaled(moved.pose.position, time, displacement);
    return moved;
}

// Whether a way leads into what has that normal; along it does not, to rounding: what moves along a face is found to
// touch it anywhere on its way.
static bool is_into(belay_vec3 normal, belay_vec3 way)
{
    return v3_dot(normal, way) < -BL_QUERY_ALONG * v3_length(way);
}

// The solid as it stands in the frame of the collider's shape.
static bl_query_solid solid_in(const bl_near* near, const bl_query_solid* solid)
{
    bl_query_solid local = *solid;
    local.pose = pose_compose(pose_inverse(near->pose), solid->pose);
    return local;
}

static bl_query_touch touch_in_world(const bl_near* near, belay_vec3 point, belay_vec3 normal)
{
    bl_query_touch touch = {pose_apply(near->pose, point), q_rotate(near->pose.rotation, normal)};
    return touch;
}

// When the moving solid first touches one that stands.
static bool first_contact(const bl_query_solid* solid, belay_vec3 displacement, const bl_convex* other, belay_pose pose,
                          double* time)
{
    bl_motion moving = {solid->pose, solid->pose.position, displacement, v3_zero()};
    bl_motion still = {pose, pose.position, v3_zero(), v3_zero()};
    return bl_convex_first_contact(&solid->convex, &moving, other, &still, 0.0, time);
}

// ------------------------------------------------------------------------------------------------------------------
// Planes
// ------------------------------------------------------------------------------------------------------------------

// The height of the solid's lowest point above the plane.
static double height_above(const bl_query_solid* solid, belay_vec3 normal, double offset, belay_vec3* lowest)
{
    belay_vec3 down = q_rotate_inverse(solid->pose.rotation, v3_neg(normal));
    *lowest = pose_apply(solid->pose, bl_convex_support(&solid->convex, down));
    *lowest = v3_add_scaled(*lowest, -solid->convex.radius, normal);
    return v3_dot(normal, *lowest) - offset;
}

static bool overlaps_plane(const bl_query_solid* solid, const bl_near* near)
{
    belay_vec3 normal, lowest;
    double offset;
    bl_collider_plane(near->collider, near->body, &normal, &offset);
    return height_above(solid, normal, offset, &lowest) <= 0.0;
}

static bool cast_at_plane(const bl_query_solid* solid, belay_vec3 displacement, const bl_near* near, double* time,
                          bl_query_touch* touch)
{
    belay_vec3 lowest;
    double offset;
    bl_collider_plane(near->collider, near->body, &touch->normal, &offset);
    double height = height_above(solid, touch->normal, offset, &lowest), sinking = -v3_dot(touch->normal, displacement);
    if (height > 0.0 && !(sinking >= height)) return false;
    *time = height > 0.0 ? height / sinking : 0.0;
    belay_vec3 there = v3_add_scaled(lowest, *time, displacement);
    touch->point = v3_add_scaled(there, offset - v3_dot(touch->normal, there), touch->normal);
    return true;
}

// ------------------------------------------------------------------------------------------------------------------
// Convex solids and tubes
// ------------------------------------------------------------------------------------------------------------------

static bool overlaps_convex(const belay_world* world, const bl_query_solid* solid, const bl_near* near)
{
    bl_convex other = bl_collider_convex(&world->colliders, near->collider);
    return bl_convex_distance(&solid->convex, solid->pose, &other, near->pose).distance <= 0.0;
}

static bool cast_at_convex(const belay_world* world, const bl_query_solid* solid, belay_vec3 displacement,
                           const bl_near* near, double* time, bl_query_touch* touch)
{
    bl_convex other = bl_collider_convex(&world->colliders, near->collider);
    if (!first_contact(solid, displacement, &other, near->pose, time)) return false;
    bl_query_solid there = solid_moved(solid, displacement, *time);
    bl_distance d = bl_convex_distance(&there.convex, there.pose, &other, near->pose);
    *touch = (bl_query_touch){d.point_b, d.normal};
    return true;
}

static bool overlaps_tube(const belay_world* world, const bl_query_solid* solid, const bl_near* near)
{
    bl_query_solid local = solid_in(near, solid);
    return bl_tube_overlaps(&local.convex, local.pose, bl_collider_curve(&world->colliders, near->collider));
}

// At the start the solid may be deep in the tube in many places: then the deepest is asked for.
static bool cast_at_tube(const belay_world* world, const bl_query_solid* solid, belay_vec3 displacement,
                         const bl_near* near, double* time, bl_query_touch* touch)
{
    const bl_curve* curve = bl_collider_curve(&world->colliders, near->collider);
    bl_query_solid local = solid_in(near, solid);
    belay_vec3 local_displacement = q_rotate_inverse(near->pose.rotation, displacement);
    bl_convex ball = {.kind = BL_CONVEX_POINT, .radius = curve->tube_radius};
    belay_pose center = belay_pose_identity();
    if (!bl_tube_first_contact(&local.convex, local.pose, local_displacement, curve, time, &center.position))
        return false;
    bl_query_solid there = solid_moved(&local, local_displacement, *time);
    bl_distance d = *time > 0.0 ? bl_convex_distance(&there.convex, there.pose, &ball, center)
                                : bl_tube_distance(&there.convex, there.pose, curve);
    *touch = touch_in_world(near, d.point_b, d.normal);
    return true;
}

// ------------------------------------------------------------------------------------------------------------------
// Meshes
// ------------------------------------------------------------------------------------------------------------------

static bl_convex triangle_of(const bl_mesh* mesh, int triangle)
{
    bl_convex t = {.kind = BL_CONVEX_TRIANGLE};
    bl_mesh_triangle(mesh, triangle, t.corners);
    return t;
}

// The triangle that is nearest to the solid, or deepest in it.
typedef struct mesh_nearest {
    const bl_mesh* mesh;
    const bl_query_solid* solid; // in the mesh's frame
    bl_distance best;
    bool is_found;
} mesh_nearest;

static bool visit_nearest(void* context, int triangle)
{
    mesh_nearest* n = context;
    bl_convex t = triangle_of(n->mesh, triangle);
    bl_distance d = bl_convex_distance(&n->solid->convex, n->solid->pose, &t, belay_pose_identity());
    if (!n->is_found || d.distance < n->best.distance) n->best = d;
    n->is_found = true;
    return true;
}

// Among those whose boxes meet that of the solid.
static mesh_nearest find_nearest(const bl_mesh* mesh, const bl_query_solid* local)
{
    mesh_nearest n = {.mesh = mesh, .solid = local};
    belay_vec3 lower, upper;
    bl_convex_bounds(&local->convex, local->pose, &lower, &upper);
    bl_mesh_visit_box(mesh, lower, upper, visit_nearest, &n);
    return n;
}

static belay_vec3 middle_of(const bl_query_solid* solid)
{
    return pose_apply(solid->pose, bl_convex_middle(&solid->convex));
}

static bool overlaps_mesh(const belay_world* world, const bl_query_solid* solid, const bl_near* near)
{
    bl_query_solid local = solid_in(near, solid);
    mesh_nearest n = find_nearest(bl_collider_mesh(&world->colliders, near->collider), &local);
    return (n.is_found && n.best.distance <= 0.0) || bl_near_is_below(world, near, middle_of(solid));
}

// Where a solid that starts in the mesh, or in what is solid below it, touches it: false when it does not start so.
static bool touch_at_start(const belay_world* world, const bl_query_solid* solid, const bl_near* near,
                           bl_query_touch* touch)
{
    const bl_mesh* mesh = bl_collider_mesh(&world->colliders, near->collider);
    bl_query_solid local = solid_in(near, solid);
    if (bl_near_is_below(world, near, middle_of(solid))) {
        belay_vec3 middle = middle_of(&local), nearest = middle;
        int triangle;
        bl_mesh_closest_point(mesh, middle, INFINITY, &nearest, &triangle);
        *touch = touch_in_world(near, nearest, v3_normalize_or(v3_sub(nearest, middle), v3(0.0, 0.0, 1.0)));
        return true;
    }
    mesh_nearest n = find_nearest(mesh, &local);
    if (!n.is_found || n.best.distance > 0.0) return false;
    *touch = touch_in_world(near, n.best.point_b, n.best.normal);
    return true;
}

// The triangle that is met first on a stretch of the way; the lower number of two.
typedef struct mesh_cast {
    const bl_mesh* mesh;
    bl_query_solid solid; // at the start of the stretch, in the mesh's frame
    belay_vec3 displacement;
    double time;
    int triangle; // -1: none
} mesh_cast;

// Where it touches the triangle by then, and goes into it a little further on: over the edge to another triangle of the
// face that it moves along, it is found to touch that one before its middle has come there, but does not go into it.
static bool leads_into(const bl_query_solid* solid, belay_vec3 way, double time, const bl_convex* triangle)
{
    double size = bl_convex_bounding_radius(&solid->convex, v3_zero());
    bl_query_solid there = solid_moved(solid, way, time);
    if (!is_into(bl_convex_distance(&there.convex, there.pose, triangle, belay_pose_identity()).normal, way))
        return false;
    there = solid_moved(&there, way, BL_QUERY_FURTHER * size / v3_length(way));
    return bl_convex_distance(&there.convex, there.pose, triangle, belay_pose_identity()).distance <
           -BL_QUERY_ALONG * size;
}

static bool visit_swept(void* context, int triangle)
{
    mesh_cast* s = context;
    bl_convex t = triangle_of(s->mesh, triangle);
    double time;
    if (first_contact(&s->solid, s->displacement, &t, belay_pose_identity(), &time) &&
        (s->triangle < 0 || time < s->time)) {
        if (s->solid.may_leave && !leads_into(&s->solid, s->displacement, time, &t)) return true;
        s->time = time;
        s->triangle = triangle;
    }
    return true;
}

static void cast_stretch(mesh_cast* s)
{
    belay_vec3 lower, upper;
    bl_convex_bounds(&s->solid.convex, s->solid.pose, &lower, &upper);
    belay_vec3 low = v3(fmin(s->displacement.x, 0.0), fmin(s->displacement.y, 0.0), fmin(s->displacement.z, 0.0));
    belay_vec3 high = v3(fmax(s->displacement.x, 0.0), fmax(s->displacement.y, 0.0), fmax(s->displacement.z, 0.0));
    bl_mesh_visit_box(s->mesh, v3_add(lower, low), v3_add(upper, high), visit_swept, s);
}

#define MAX_STRETCHES 64

// The box of a long way holds far more triangles than the solid passes, so the way is gone in stretches of about its
// size.
static int count_stretches(const bl_query_solid* solid, belay_vec3 displacement)
{
    double size = bl_convex_bounding_radius(&solid->convex, v3_zero()),
           count = ceil(v3_length(displacement) / (2.0 * size));
    return count >= MAX_STRETCHES ? MAX_STRETCHES : count >= 1.0 ? (int)count : 1;
}

static bool cast_at_mesh(const belay_world* world, const bl_query_solid* solid, belay_vec3 displacement,
                         const bl_near* near, double* time, bl_query_touch* touch)
{
    *time = 0.0;
    if (touch_at_start(world, solid, near, touch) && (!solid->may_leave || is_into(touch->normal, displacement)))
        return true;
    bl_query_solid local = solid_in(near, solid);
    belay_vec3 local_displacement = q_rotate_inverse(near->pose.rotation, displacement);
    int count = count_stretches(solid, displacement);
    for (int i = 0; i < count; i++) {
        mesh_cast s = {bl_collider_mesh(&world->colliders, near->collider),
                       solid_moved(&local, local_displacement, (double)i / count),
                       v3_scale(1.0 / count, local_displacement), 1.0, -1};
        cast_stretch(&s);
        if (s.triangle < 0) continue;
        *time = fmin((i + s.time) / count, 1.0);
        bl_query_solid there = solid_moved(&s.solid, s.displacement, s.time);
        bl_convex t = triangle_of(s.mesh, s.triangle);
        bl_distance d = bl_convex_distance(&there.convex, there.pose, &t, belay_pose_identity());
        *touch = touch_in_world(near, d.point_b, d.normal);
        return true;
    }
    return false;
}

// ------------------------------------------------------------------------------------------------------------------

bool bl_query_solid_overlaps(const belay_world* world, const bl_query_solid* solid, const bl_near* near)
{
    switch (bl_collider_family(near->collider)) {
    case BL_FAMILY_PLANE:
        return overlaps_plane(solid, near);
    case BL_FAMILY_TUBE:
        return overlaps_tube(world, solid, near);
    case BL_FAMILY_MESH:
        return overlaps_mesh(world, solid, near);
    default:
        return overlaps_convex(world, solid, near);
    }
}

bool bl_query_solid_cast(const belay_world* world, const bl_query_solid* solid, belay_vec3 displacement,
                         const bl_near* near, double* time, bl_query_touch* touch)
{
    bool is_hit;
    switch (bl_collider_family(near->collider)) {
    case BL_FAMILY_PLANE:
        is_hit = cast_at_plane(solid, displacement, near, time, touch);
        break;
    case BL_FAMILY_TUBE:
        is_hit = cast_at_tube(world, solid, displacement, near, time, touch);
        break;
    case BL_FAMILY_MESH:
        return cast_at_mesh(world, solid, displacement, near, time, touch); // triangle by triangle
    default:
        is_hit = cast_at_convex(world, solid, displacement, near, time, touch);
        break;
    }
    return is_hit && (!solid->may_leave || is_into(touch->normal, displacement));
}
