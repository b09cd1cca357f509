// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Outlines of shapes. A solid without an entry in the table is drawn by what it reaches in the directions of three
// great circles, which is right for any convex solid, if plain.

#include "belay/elementary.h"
#include "debug/debug_pen.h"
#include "geometry/convex/shape_ops.h"
#include "math/pi.h"

#define RAYS 4       // lines along the side of what is round
#define SAMPLES 16   // segments of a rail between two of its points
#define GRID_LINES 5 // of a plane, each way

typedef void outline_fn(const bl_debug_pen* pen, const bl_convex* solid, belay_pose pose);

static belay_vec3 axis_of(belay_pose pose, int axis, double length)
{
    return q_rotate(pose.rotation, v3(axis == 0 ? length : 0.0, axis == 1 ? length : 0.0, axis == 2 ? length : 0.0));
}

// The circle about z at height z.
static void ring(const bl_debug_pen* pen, belay_pose pose, double z, double radius)
{
    bl_debug_arc(pen, pose_apply(pose, v3(0.0, 0.0, z)), axis_of(pose, 0, radius), axis_of(pose, 1, radius), 0.0,
                 BL_DEBUG_CIRCLE);
}

// Lines from a circle at -z to one at z.
static void sides(const bl_debug_pen* pen, belay_pose pose, double z, double below, double above)
{
    for (int i = 0; i < RAYS; i++) {
        double s, c;
        belay_sin_cos(i * (2.0 * BL_PI / RAYS), &s, &c);
        bl_debug_segment(pen, pose_apply(pose, v3(below * c, below * s, -z)),
                         pose_apply(pose, v3(above * c, above * s, z)));
    }
}

static void box(const bl_debug_pen* pen, const bl_convex* solid, belay_pose pose)
{
    bl_debug_box(pen, pose, solid->half);
}

static void cylinder(const bl_debug_pen* pen, const bl_convex* solid, belay_pose pose)
{
    ring(pen, pose, -solid->half.z, solid->half.x);
    ring(pen, pose, solid->half.z, solid->half.x);
    sides(pen, pose, solid->half.z, solid->half.x, solid->half.x);
}

static void cone(const bl_debug_pen* pen, const bl_convex* solid, belay_pose pose)
{
    ring(pen, pose, -solid->half.z, solid->half.x);
    sides(pen, pose, solid->half.z, solid->half.x, 0.0);
}

static void capsule(const bl_debug_pen* pen, const bl_convex* solid, belay_pose pose)
{
    double z = solid->half.z, r = solid->radius;
    ring(pen, pose, -z, r);
    ring(pen, pose, z, r);
    sides(pen, pose, z, r, r);
    for (int end = 0; end < 2; end++)
        for (int axis = 0; axis < 2; axis++)
            bl_debug_arc(pen, pose_apply(pose, v3(0.0, 0.0, end ? z : -z)), axis_of(pose, axis, r), axis_of(pose, 2, r),
                         end ? 0.0 : BL_PI, BL_DEBUG_CIRCLE / 2);
}

static void hull(const bl_debug_pen* pen, const bl_convex* solid, belay_pose pose)
{
    const bl_hull* h = solid->hull;
    const bl_hull_edge* edges = bl_hull_edges(h);
    const belay_vec3* vertices = bl_hull_vertices(h);
    for (uint32_t i = 0; i < h->edge_count; i++)
        if (edges[i].twin > i)
            bl_debug_segment(pen, pose_apply(pose, vertices[edges[i].origin]),
                             pose_apply(pose, vertices[edges[edges[i].twin].origin]));
}

static belay_vec3 surface_point(const bl_convex* solid, belay_pose pose, belay_vec3 direction)
{
    return pose_apply(pose, v3_add_scaled(bl_convex_support(solid, direction), solid->radius, direction));
}

static void by_support(const bl_debug_pen* pen, const bl_convex* solid, belay_pose pose)
{
    for (int axis = 0; axis < 3; axis++) {
        belay_vec3 from = v3_zero();
        for (int i = 0; i <= BL_DEBUG_CIRCLE; i++) {
            double s, c;
            belay_sin_cos(i * (2.0 * BL_PI / BL_DEBUG_CIRCLE), &s, &c);
            belay_vec3 to = surface_point(solid, pose,
                                          axis == 0   ? v3(0.0, c, s)
                                          : axis == 1 ? v3(s, 0.0, c)
                                                      : v3(c, s, 0.0));
            if (i > 0) bl_debug_segment(pen, from, to);
            from = to;
        }
    }
}

static outline_fn* const outlines[BELAY_SHAPE_TYPE_COUNT] = {
    [BELAY_SHAPE_CAPSULE] = capsule, [BELAY_SHAPE_BOX] = box,   [BELAY_SHAPE_CYLINDER] = cylinder,
    [BELAY_SHAPE_CONE] = cone,       [BELAY_SHAPE_HULL] = hull,
};

// ---------------------------------------------------------------------------------------------------------------------
// What is no solid
// ---------------------------------------------------------------------------------------------------------------------

static void plane(const bl_debug_pen* pen, const bl_collider* collider, belay_pose body)
{
    belay_vec3 n;
    double offset, half = 0.5 * pen->draw->plane_size;
    bl_collider_plane(collider, body, &n, &offset);
    belay_vec3 about = pen->draw->plane_middle, middle = v3_add_scaled(about, offset - v3_dot(n, about), n);
    belay_vec3 x = v3_any_orthogonal(n), y = v3_cross(n, x);
    for (int i = 0; i < GRID_LINES; i++) {
        double at = half * (2.0 * i / (GRID_LINES - 1) - 1.0);
        belay_vec3 on_x = v3_add_scaled(middle, at, x), on_y = v3_add_scaled(middle, at, y);
        bl_debug_segment(pen, v3_add_scaled(on_x, -half, y), v3_add_scaled(on_x, half, y));
        bl_debug_segment(pen, v3_add_scaled(on_y, -half, x), v3_add_scaled(on_y, half, x));
    }
}

static belay_vec3 point_of_span(const bl_curve_span* span, double t)
{
    return v3_add_scaled(span->c[0], t, v3_add_scaled(span->c[1], t, v3_add_scaled(span->c[2], t, span->c[3])));
}

// The centre line, and a circle at the beginning of each span.
static void tube(const bl_debug_pen* pen, const bl_curve* curve, belay_pose pose, double radius)
{
    for (int i = 0; i < curve->span_count; i++) {
        const bl_curve_span* span = &bl_curve_spans(curve)[i];
        for (int k = 0; k < SAMPLES; k++)
            bl_debug_segment(pen, pose_apply(pose, point_of_span(span, (double)k / SAMPLES)),
                             pose_apply(pose, point_of_span(span, (k + 1.0) / SAMPLES)));
        belay_vec3 along = v3_normalize_or(q_rotate(pose.rotation, span->c[1]), v3(0.0, 0.0, 1.0));
        belay_vec3 x = v3_any_orthogonal(along), y = v3_cross(along, x);
        bl_debug_arc(pen, pose_apply(pose, span->c[0]), v3_scale(radius, x), v3_scale(radius, y), 0.0, BL_DEBUG_CIRCLE);
    }
}

static void mesh(const bl_debug_pen* pen, const bl_mesh* m, belay_pose pose)
{
    for (int i = 0; i < bl_mesh_triangle_count(m); i++) {
        belay_vec3 c[3];
        bl_mesh_triangle(m, i, c);
        bl_debug_triangle(pen, pose_apply(pose, c[0]), pose_apply(pose, c[1]), pose_apply(pose, c[2]));
    }
}

void bl_debug_shape(const bl_debug_pen* pen, const bl_collider* collider, belay_pose body)
{
    const bl_collider_store* shapes = &pen->world->colliders;
    belay_pose pose = pose_compose(body, collider->pose);
    bl_shape_family family = bl_collider_family(collider);
    if (family == BL_FAMILY_PLANE) {
        plane(pen, collider, body);
    } else if (family == BL_FAMILY_TUBE) {
        tube(pen, bl_collider_curve(shapes, collider), pose, collider->radius);
    } else if (family == BL_FAMILY_MESH) {
        mesh(pen, bl_collider_mesh(shapes, collider), pose);
    } else {
        bl_convex solid = bl_collider_convex(shapes, collider);
        outline_fn* outline = outlines[collider->type];
        (outline != NULL ? outline : by_support)(pen, &solid, pose);
    }
}
