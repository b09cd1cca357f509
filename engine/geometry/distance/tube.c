// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Convex solids against tubes. Over a chord the tube is a capsule, as much thicker as the curve sags, which bounds the
// distance and the first contact from below; a ball about any point of the curve bounds them from above.

#include "geometry/distance/tube.h"

#include "geometry/curve/curve_search.h"
#include "geometry/geometry_tolerances.h"

#include <float.h>

// Value: the time of the first contact, or the distance.
typedef struct meeting {
    const bl_convex* a;
    belay_pose pose;
    belay_vec3 displacement;
    belay_vec3 lower, upper; // box of the solid, all along the way
    double radius;           // of the tube
} meeting;

// A rotation that lays the z axis along the unit vector d; either way round, which is all the same to a capsule.
static belay_quat lay_z_along(belay_vec3 d)
{
    if (d.z < 0.0) d = v3_neg(d);
    belay_quat q = {1.0 + d.z, -d.y, d.x, 0.0};
    return q_normalize(q);
}

static bl_convex capsule_over(const meeting* m, const bl_curve_piece* piece, belay_pose* pose)
{
    belay_vec3 d = v3_sub(piece->b, piece->a);
    double length = v3_length(d);
    bl_convex capsule = {
        .kind = BL_CONVEX_SEGMENT, .radius = m->radius + piece->sag, .half = v3(0.0, 0.0, 0.5 * length)};
    pose->position = v3_scale(0.5, v3_add(piece->a, piece->b));
    pose->rotation = length > 0.0 ? lay_z_along(v3_scale(1.0 / length, d)) : belay_quat_identity();
    return capsule;
}

static bl_convex ball_at(const meeting* m, belay_vec3 point, belay_pose* pose)
{
    bl_convex ball = {.kind = BL_CONVEX_POINT, .radius = m->radius};
    *pose = belay_pose_identity();
    pose->position = point;
    return ball;
}

static double share_on(const bl_curve_piece* piece, belay_vec3 point)
{
    belay_vec3 d = v3_sub(piece->b, piece->a);
    double d2 = v3_length_squared(d), share = d2 > 0.0 ? v3_dot(v3_sub(point, piece->a), d) / d2 : 0.0;
    return fmin(fmax(share, 0.0), 1.0);
}

static belay_pose moved_pose(const meeting* m, double time)
{
    belay_pose pose = m->pose;
    pose.position = v3_add_scaled(pose.position, time, m->displacement);
    return pose;
}

static double outside(double low, double high, double lower, double upper)
{
    return high < lower ? lower - high : low > upper ? low - upper : 0.0;
}

// How far the solid's box stays away from another, less the tube's radius.
static double gap_of_boxes(const meeting* m, const bl_curve_node* box)
{
    belay_vec3 gap = v3(outside(m->lower.x, m->upper.x, box->lower.x, box->upper.x),
                        outside(m->lower.y, m->upper.y, box->lower.y, box->upper.y),
                        outside(m->lower.z, m->upper.z, box->lower.z, box->upper.z));
    return v3_length(gap) - m->radius;
}

static meeting meeting_of(const bl_convex* a, belay_pose pose, belay_vec3 displacement, const bl_curve* curve)
{
    meeting m = {a, pose, displacement, v3_zero(), v3_zero(), curve->tube_radius};
    belay_vec3 lower, upper;
    bl_convex_bounds(a, pose, &lower, &upper);
    m.lower = v3(lower.x + fmin(displacement.x, 0.0), lower.y + fmin(displacement.y, 0.0),
                 lower.z + fmin(displacement.z, 0.0));
    m.upper = v3(upper.x + fmax(displacement.x, 0.0), upper.y + fmax(displacement.y, 0.0),
                 upper.z + fmax(displacement.z, 0.0));
    return m;
}

// ------------------------------------------------------------------------------------------------------------------
// Distance
// ------------------------------------------------------------------------------------------------------------------

// Nothing is known of the depth of what a box may hold.
static double distance_of_box(void* context, const bl_curve_node* box)
{
    double gap = gap_of_boxes(context, box);
    return gap > 0.0 ? gap : -INFINITY;
}

static double distance_of_piece(void* context, const bl_curve_piece* piece, double* at)
{
    const meeting* m = context;
    belay_pose pose;
    bl_convex capsule = capsule_over(m, piece, &pose);
    bl_distance d = bl_convex_distance(m->a, m->pose, &capsule, pose);
    *at = share_on(piece, d.point_b);
    return d.distance;
}

static bl_distance distance_at(const meeting* m, belay_vec3 point)
{
    belay_pose pose;
    bl_convex ball = ball_at(m, point, &pose);
    return bl_convex_distance(m->a, m->pose, &ball, pose);
}

static double distance_of_point(void* context, belay_vec3 point)
{
    return distance_at(context, point).distance;
}

bool bl_tube_overlaps(const bl_convex* a, belay_pose pose_a, const bl_curve* curve)
{
    meeting m = meeting_of(a, pose_a, v3_zero(), curve);
    bl_curve_search search = {distance_of_box,         distance_of_piece,        distance_of_point, &m, DBL_MIN, 0.0,
                              BL_TUBE_FINE * m.radius, BL_TUBE_COARSE * m.radius};
    double distance;
    belay_vec3 point;
    return bl_curve_search_run(curve, &search, &distance, &point);
}

bl_distance bl_tube_distance(const bl_convex* a, belay_pose pose_a, const bl_curve* curve)
{
    meeting m = meeting_of(a, pose_a, v3_zero(), curve);
    bl_curve_search search = {distance_of_box, distance_of_piece, distance_of_point,         &m,
                              INFINITY,        -INFINITY,         BL_TUBE_COARSE * m.radius, BL_TUBE_COARSE * m.radius};
    double distance;
    belay_vec3 point;
    bl_curve_search_run(curve, &search, &distance, &point);
    return distance_at(&m, point);
}

// Where the whole curve is at one distance, as the middle of a ring is, it has no minima of its own.
static double closest_of_equals(const bl_curve* curve, belay_vec3 point, belay_vec3* nearest)
{
    bl_convex a = {.kind = BL_CONVEX_POINT};
    belay_pose pose = belay_pose_identity();
    pose.position = point;
    bl_distance d = bl_tube_distance(&a, pose, curve);
    *nearest = d.distance > 0.0 ? d.point_b : point;
    return d.distance > 0.0 ? d.distance : 0.0;
}

double bl_tube_closest_point(const bl_curve* curve, belay_vec3 point, belay_vec3* nearest)
{
    bl_curve_closest found[BL_CURVE_MAX_CLOSEST];
    int count = bl_curve_closest_points(curve, point, INFINITY, found), best = 0;
    if (count == 0) return closest_of_equals(curve, point, nearest);
    for (int i = 1; i < count; i++)
        if (found[i].distance < found[best].distance) best = i;
    double distance = found[best].distance - curve->tube_radius;
    *nearest = distance > 0.0 ? v3_add_scaled(found[best].point, curve->tube_radius, found[best].normal) : point;
    return distance > 0.0 ? distance : 0.0;
}

// ------------------------------------------------------------------------------------------------------------------
// First contact
// ------------------------------------------------------------------------------------------------------------------

static double first_contact(const meeting* m, const bl_convex* b, belay_pose pose)
{
    bl_motion moving = {m->pose, m->pose.position, m->displacement, v3_zero()};
    bl_motion still = {pose, pose.position, v3_zero(), v3_zero()};
    double time;
    return bl_convex_first_contact(m->a, &moving, b, &still, 0.0, &time) ? time : INFINITY;
}

static double contact_of_box(void* context, const bl_curve_node* box)
{
    return gap_of_boxes(context, box) > 0.0 ? INFINITY : 0.0;
}

static double contact_of_piece(void* context, const bl_curve_piece* piece, double* at)
{
    const meeting* m = context;
    belay_pose pose;
    bl_convex capsule = capsule_over(m, piece, &pose);
    double time = first_contact(m, &capsule, pose);
    if (time < INFINITY) *at = share_on(piece, bl_convex_distance(m->a, moved_pose(m, time), &capsule, pose).point_b);
    return time;
}

static double contact_of_point(void* context, belay_vec3 point)
{
    belay_pose pose;
    bl_convex ball = ball_at(context, point, &pose);
    return first_contact(context, &ball, pose);
}

bool bl_tube_first_contact(const bl_convex* a, belay_pose pose_a, belay_vec3 displacement, const bl_curve* curve,
                           double* time, belay_vec3* center)
{
    meeting m = meeting_of(a, pose_a, displacement, curve);
    double margin = v3_length(displacement) > 0.0 ? BL_TUBE_COARSE * m.radius / v3_length(displacement) : 0.0;
    bl_curve_search search = {
        contact_of_box, contact_of_piece, contact_of_point, &m, 1.0 + DBL_EPSILON, 0.0, BL_TUBE_FINE * m.radius,
        margin};
    return bl_curve_search_run(curve, &search, time, center);
}

bool bl_tube_motion_contact(const bl_convex* a, const bl_motion* motion_a, const bl_curve* curve,
                            const bl_motion* motion_b, double longest_path, double tolerance, double* time)
{
    *time = 0.0;
    for (int k = 0; k < BL_TUBE_MAX_ADVANCES; k++) {
        belay_pose pose_a = bl_motion_at(motion_a, *time), pose_b = bl_motion_at(motion_b, *time);
        belay_pose seen = {pose_apply_inverse(pose_b, pose_a.position),
                           q_mul(q_conjugate(pose_b.rotation), pose_a.rotation)};
        double gap = bl_tube_distance(a, seen, curve).distance;
        if (gap <= tolerance) return true;
        if (!(gap - 0.5 * tolerance < (1.0 - *time) * longest_path)) return false;
        *time += (gap - 0.5 * tolerance) / longest_path;
    }
    return true;
}
