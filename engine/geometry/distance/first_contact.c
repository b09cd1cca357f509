// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "geometry/distance/cast_axis.h"
#include "geometry/distance/gjk_pair.h"
#include "geometry/geometry_tolerances.h"

typedef struct thresholds {
    double contact, level, margin; // m: it is a contact; steps stop here; or this much higher
    double touched;                // m: what is no further apart at time 0 is left out
    double limit;                  // of the time: what meets no earlier is left out
    double radii[2];               // m, what the surfaces are nearer than the cores; taken off one after the other
} thresholds;

typedef enum outcome { GOES_ON, MEETS, LEFT_OUT } outcome;

belay_pose bl_motion_at(const bl_motion* motion, double time)
{
    belay_vec3 turn = v3_scale(time, motion->turn), arm = v3_sub(motion->start.position, motion->center);
    belay_vec3 position = v3_add_scaled(motion->start.position, time, motion->displacement);
    if (v3_length_squared(turn) == 0.0) return (belay_pose){position, motion->start.rotation};
    belay_quat q = q_exp(turn);
    // The arm's change, not the arm: it vanishes with the time.
    belay_vec3 u = v3(q.x, q.y, q.z), t = v3_scale(2.0, v3_cross(u, arm));
    belay_vec3 swung = v3_add_scaled(v3_cross(u, t), q.w, t);
    return (belay_pose){v3_add(position, swung), q_mul(q, motion->start.rotation)};
}

static thresholds make_thresholds(const bl_convex* a, const bl_convex* b, double target)
{
    double size = bl_convex_bounding_radius(a, bl_convex_middle(a)) + bl_convex_bounding_radius(b, bl_convex_middle(b));
    double tolerance = BL_MEETING_TARGET_TOLERANCE * target + BL_MEETING_SIZE_TOLERANCE * size;
    return (thresholds){target + tolerance, target + 0.5 * tolerance, 0.25 * tolerance, -INFINITY,
                        INFINITY,           {a->radius, b->radius}};
}

// What the distance of a round tells.
static outcome look(const bl_pair* pair, belay_vec3 guess, const thresholds* goal, int round, bl_core_distance* d,
                    double* gap)
{
    *d = bl_pair_distance(pair, &guess);
    *gap = d->distance - goal->radii[0] - goal->radii[1];
    if (round == 0 && *gap <= goal->touched) return LEFT_OUT;
    return *gap <= goal->contact ? MEETS : GOES_ON;
}

// The same motion seen from a place.
static bl_motion shift(const bl_motion* motion, belay_vec3 point)
{
    bl_motion m = *motion;
    m.start.position = v3_sub(m.start.position, point);
    m.center = v3_sub(m.center, point);
    return m;
}

// A ball about its centre of mass does not notice that it turns.
static bool is_turning(const bl_convex* convex, const bl_motion* motion)
{
    belay_vec3 arm = v3_sub(motion->center, motion->start.position);
    bool is_centered = convex->kind == BL_CONVEX_POINT && v3_length_squared(arm) == 0.0;
    return !is_centered && v3_length_squared(motion->turn) > 0.0;
}

// Without turns the distance is a convex function of time, and its slope is the way along the normal: Newton's method
// comes from the early side and never passes the contact. Once the slope is not closing, nothing closes any more.
static bool straight_contact(bl_pair pair, belay_vec3 displacement, thresholds goal, double* time)
{
    belay_vec3 start = pair.offset, guess = bl_pair_guess(&pair);
    belay_vec3 back = v3_neg(q_rotate_inverse(pair.frame.rotation, displacement)); // of B as seen from A
    goal.radii[0] = pair.a->radius + pair.b->radius;
    goal.radii[1] = 0.0;
    *time = 0.0;
    for (int round = 0; round < BL_MEETING_MAX_ROUNDS; round++) {
        bl_core_distance d;
        double gap;
        pair.offset = v3_add_scaled(start, *time, back);
        outcome o = look(&pair, guess, &goal, round, &d, &gap);
        if (o != GOES_ON) return o == MEETS;
        double approach_speed = v3_dot(d.normal, back);
        if (!(approach_speed > 0.0)) return false;
        double next = *time + (gap - goal.level) / approach_speed;
        if (!(next <= 1.0 && next < goal.limit)) return false;
        if (!(next > *time)) return true;
        *time = next;
        guess = d.normal;
    }
    return true;
}

// Of the point of a moving solid that is at x.
static belay_vec3 velocity_at(const bl_motion* motion, double time, belay_vec3 x)
{
    belay_vec3 center = v3_add_scaled(motion->center, time, motion->displacement);
    return v3_add(motion->displacement, v3_cross(motion->turn, v3_sub(x, center)));
}

// How fast the nearest points approach.
static double approach_speed(const bl_cast* cast, double time, belay_pose frame, const bl_core_distance* d)
{
    belay_vec3 of_a = velocity_at(&cast->a.motion, time, pose_apply(frame, d->point_a));
    belay_vec3 of_b = velocity_at(&cast->b.motion, time, pose_apply(frame, d->point_b));
    return v3_dot(q_rotate(frame.rotation, d->normal), v3_sub(of_b, of_a));
}

static bool turning_contact(const bl_cast* cast, thresholds goal, double* time)
{
    const bl_convex *a = cast->a.convex, *b = cast->b.convex;
    int evaluations = BL_MEETING_MAX_EVALUATIONS;
    bl_cast_axis axis;
    *time = 0.0;
    for (int round = 0; round < BL_MEETING_MAX_ROUNDS; round++) {
        bl_pair pair = bl_pair_make(a, bl_motion_at(&cast->a.motion, *time), b, bl_motion_at(&cast->b.motion, *time));
        belay_vec3 guess = round == 0 ? bl_pair_guess(&pair) : q_rotate_inverse(pair.frame.rotation, axis.normal);
        bl_core_distance d;
        double gap;
        outcome o = look(&pair, guess, &goal, round, &d, &gap);
        if (o != GOES_ON) return o == MEETS;
        belay_vec3 normal = q_rotate(pair.frame.rotation, d.normal);
        axis = bl_cast_choose_axis(cast, normal, *time, round == 0 ? NULL : &axis);
        axis.approach_speed = approach_speed(cast, *time, pair.frame, &d);
        double next = bl_cast_step(cast, &axis, gap, goal.level, goal.margin, &evaluations);
        if (next > 1.0 || !(next < goal.limit)) return false;
        if (!(next > *time)) return true;
        *time = next;
    }
    return true;
}

static bool first_contact(const bl_convex* a, const bl_motion* motion_a, const bl_convex* b, const bl_motion* motion_b,
                          thresholds goal, double* time)
{
    if (is_turning(a, motion_a) || is_turning(b, motion_b)) {
        bl_motion seen_a = shift(motion_a, motion_b->start.position),
                  seen_b = shift(motion_b, motion_b->start.position);
        bl_cast cast = bl_cast_make(a, &seen_a, b, &seen_b);
        return turning_contact(&cast, goal, time);
    }
    bl_pair pair = bl_pair_make(a, motion_a->start, b, motion_b->start);
    return straight_contact(pair, v3_sub(motion_a->displacement, motion_b->displacement), goal, time);
}

bool bl_convex_first_contact(const bl_convex* a, const bl_motion* motion_a, const bl_convex* b,
                             const bl_motion* motion_b, double target, double* time)
{
    return first_contact(a, motion_a, b, motion_b, make_thresholds(a, b, target), time);
}

bool bl_convex_first_of_many(const bl_convex* a, const bl_motion* motion_a, const bl_convex* b,
                             const bl_motion* motion_b, double touched, double limit, double* time)
{
    thresholds goal = make_thresholds(a, b, 0.0);
    goal.touched = touched;
    goal.limit = limit;
    return first_contact(a, motion_a, b, motion_b, goal, time);
}
