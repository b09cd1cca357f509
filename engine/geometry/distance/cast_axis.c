// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "geometry/distance/cast_axis.h"

#include "geometry/convex/shape_ops.h"

static bl_cast_solid make_solid(const bl_convex* convex, const bl_motion* motion)
{
    belay_vec3 center = pose_apply_inverse(motion->start, motion->center);
    bl_cast_solid s = {.convex = convex, .motion = *motion};
    s.bounding_radius = bl_convex_bounding_radius(convex, center) - convex->radius;
    s.turn = s.axial_turn = v3_length(motion->turn);
    s.axial_bend = INFINITY;
    if (!bl_core_of(convex)->is_axisymmetric) return s;
    // A centre of mass beside the axis carries the axis around.
    double beside = sqrt(center.x * center.x + center.y * center.y);
    belay_vec3 u = q_rotate(motion->start.rotation, v3(0.0, 0.0, 1.0));
    double along = fabs(v3_dot(u, motion->turn)), across = v3_length(v3_cross(u, motion->turn));
    s.axial_turn = across;
    s.axial_bend = (s.bounding_radius + beside) * across * (across + along) + beside * s.turn * s.turn;
    return s;
}

// How much of a solid's turning the axis does not share.
static double left_turn(const bl_cast_solid* s, belay_vec3 axis_turn, bool is_still)
{
    return is_still ? s->axial_turn : v3_distance(s->motion.turn, axis_turn);
}

// The axis of a contact turns with the solid whose face it stands on. Which one that is need not be known: what counts
// is how fast the support points of both wander off when the axis turns along with neither, with B, or with A.
static belay_vec3 guess_axis_turn(const bl_cast* cast)
{
    const belay_vec3 turns[3] = {v3_zero(), cast->b.motion.turn, cast->a.motion.turn};
    int best = 0;
    double least = INFINITY;
    for (int i = 0; i < 3; i++) {
        double left_a = left_turn(&cast->a, turns[i], i == 0), left_b = left_turn(&cast->b, turns[i], i == 0);
        double wander = cast->a.bounding_radius * left_a + cast->b.bounding_radius * left_b;
        if (!(wander < least)) continue;
        least = wander;
        best = i;
    }
    return turns[best];
}

// A normal that has turned faster than the solids has jumped to other features, which tells nothing of its future.
static belay_vec3 choose_axis_turn(const bl_cast* cast, belay_vec3 normal, double time, const bl_cast_axis* last)
{
    if (last) {
        belay_vec3 turn = v3_scale(1.0 / (time - last->time), v3_cross(last->normal, normal));
        if (v3_length(turn) <= 10.0 * (cast->a.turn + cast->b.turn)) return turn;
    }
    return guess_axis_turn(cast);
}

bl_cast bl_cast_make(const bl_convex* a, const bl_motion* motion_a, const bl_convex* b, const bl_motion* motion_b)
{
    return (bl_cast){make_solid(a, motion_a), make_solid(b, motion_b)};
}

static double bend_of_solid(const bl_cast_solid* s, belay_vec3 axis_turn, belay_vec3 normal)
{
    belay_vec3 delta = v3_sub(s->motion.turn, axis_turn);
    bool is_still = v3_length_squared(axis_turn) == 0.0;
    double apart = is_still ? v3_length(v3_cross(normal, delta)) : v3_length(delta);
    double bend = s->bounding_radius * (v3_length(v3_cross(normal, axis_turn)) * v3_length(delta) + apart * s->turn);
    return is_still && s->axial_bend < bend ? s->axial_bend : bend;
}

bl_cast_axis bl_cast_choose_axis(const bl_cast* cast, belay_vec3 normal, double time, const bl_cast_axis* last)
{
    const bl_motion *a = &cast->a.motion, *b = &cast->b.motion;
    belay_vec3 sigma = choose_axis_turn(cast, normal, time, last),
               displacement = v3_sub(a->displacement, b->displacement), apart = v3_sub(a->center, b->center);
    double speed = v3_length(displacement), most = v3_length(apart) + speed;
    double bend = v3_length(v3_cross(normal, sigma)) * (v3_length(sigma) * most + 2.0 * speed);
    bend += bend_of_solid(&cast->a, sigma, normal) + bend_of_solid(&cast->b, sigma, normal);
    return (bl_cast_axis){normal, time, sigma, bend, 0.0};
}

// How far the core reaches from its frame's origin along the direction, which is given in the world frame.
static double height(const bl_convex* core, belay_quat rotation, belay_vec3 direction)
{
    belay_vec3 own = q_rotate_inverse(rotation, direction);
    return v3_dot(own, bl_convex_support(core, own));
}

double bl_cast_gap(const bl_cast* cast, const bl_cast_axis* axis, double time)
{
    belay_pose a = bl_motion_at(&cast->a.motion, time), b = bl_motion_at(&cast->b.motion, time);
    belay_vec3 turn = v3_scale(time - axis->time, axis->turn), n = axis->normal;
    if (v3_length_squared(turn) > 0.0) n = q_rotate(q_exp(turn), n);
    double below_a = height(cast->a.convex, a.rotation, v3_neg(n)), above_b = height(cast->b.convex, b.rotation, n);
    double apart = v3_dot(n, v3_sub(a.position, b.position));
    return apart - below_a - above_b - cast->a.convex->radius - cast->b.convex->radius;
}

// The first s in (0, width) at which low + slope s - bend / 2 s (width - s) is zero, or infinity.
static double first_root(double low, double slope, double bend, double width)
{
    double p = slope - 0.5 * bend * width, disc = p * p - 2.0 * bend * low;
    if (p >= 0.0 || disc < 0.0) return INFINITY;
    double s = 2.0 * low / (sqrt(disc) - p);
    return s < width ? s : INFINITY;
}

// Long enough to hold the contact if the gap goes on as it does, but not so long that the bend hides all.
static double first_width(const bl_cast_axis* axis, double low)
{
    double width = sqrt(8.0 * low / axis->bend);
    return axis->approach_speed > 0.0 ? fmin(width, 1.5 * low / axis->approach_speed) : width;
}

double bl_cast_step(const bl_cast* cast, const bl_cast_axis* axis, double gap, double level, double margin,
                    int* evaluations)
{
    double time = axis->time, low = gap - level, width = first_width(axis, low);
    while (low > margin && (*evaluations)-- > 0) {
        double end = fmin(time + width, 1.0);
        width = end - time;
        if (!(width > 0.0)) break;
        double high = bl_cast_gap(cast, axis, end) - level;
        double s = first_root(low, (high - low) / width, axis->bend, width);
        if (s >= width) {
            if (end == 1.0) return 2.0;
            time = end;
            low = high;
            width *= 2.0;
        } else if (s < 0.25 * width) {
            width = 2.0 * s;
        } else {
            // The gap there is between the level and the chord, which is often all that need be known.
            time += s;
            low = 0.5 * axis->bend * s * (width - s);
            if (low > margin) low = bl_cast_gap(cast, axis, time) - level;
        }
    }
    return time;
}
