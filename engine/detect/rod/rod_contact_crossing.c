// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// When moving segments meet. The motion is halved, from the front, until each part is shown to be apart; what stays
// when a part is as short as can be is where they meet. There are two ways to show it.
//
// With n fixed, the least n . a(t) over segment A is a concave function of time, as its ends move along straight lines,
// and the largest n . b(t) a convex one. So where n separates the segments at both ends of a part, it does so all
// through it. Most pairs are shown apart all the way by the first direction that is tried.
//
// Segments that meet are in one plane, where the volume u . (v x w) of their directions and the way w between them is
// zero. It is a cubic in time; its Bernstein coefficients of one sign show that it has no root in the part. That goes
// far where crossed segments turn and come near slowly, so that no direction serves for long; but it says nothing of
// parallel or planar motion.

#include "detect/rod/rod_contact.h"

#include "detect/contact_tolerance.h"
#include "detect/rod/rod_contact_closest.h"
#include "detect/rod/rod_detect_tolerances.h"

// Relative to A's first end, which rests: the motion of both together is of no interest.
typedef struct motion {
    belay_vec3 displacement_a, turn_a; // A's second end at time 0, and its travel
    belay_vec3 b[2], db[2];
    double size; // m, of it all
} motion;

typedef struct pose {
    belay_vec3 a[2], b[2];
} pose;

static motion motion_of(const belay_vec3 a[2], const belay_vec3 da[2], const belay_vec3 b[2], const belay_vec3 db[2])
{
    motion m = {.displacement_a = v3_sub(a[1], a[0]), .turn_a = v3_sub(da[1], da[0])};
    double size = v3_length(m.displacement_a) + v3_length(m.turn_a);
    for (int k = 0; k < 2; k++) {
        m.b[k] = v3_sub(b[k], a[0]);
        m.db[k] = v3_sub(db[k], da[0]);
        size = fmax(size, v3_length(m.b[k]) + v3_length(m.db[k]));
    }
    m.size = size;
    return m;
}

static pose pose_at(const motion* m, double time)
{
    pose p = {{v3_zero(), v3_add_scaled(m->displacement_a, time, m->turn_a)},
              {v3_add_scaled(m->b[0], time, m->db[0]), v3_add_scaled(m->b[1], time, m->db[1])}};
    return p;
}

static bool is_inner(double s)
{
    return s > 0.0 && s < 1.0;
}

static belay_vec3 without(belay_vec3 a, belay_vec3 direction)
{
    double square = v3_length_squared(direction);
    return square > 0.0 ? v3_add_scaled(a, -v3_dot(a, direction) / square, direction) : a;
}

// The direction from B to A, as exact as it can be had when they nearly meet: at inner places it is orthogonal to the
// segment, which the difference of two close points is not to many digits.
static belay_vec3 separating_direction(const pose* p, bl_rod_closest_points* places)
{
    belay_vec3 u = v3_sub(p->a[1], p->a[0]), v = v3_sub(p->b[1], p->b[0]), across = v3_cross(u, v);
    if (!bl_rod_closest(p->a, p->b, 0.0, BL_ROD_ANY_APART, places)) return v3_zero();
    belay_vec3 displacement = places->between;
    double limit = BL_ROD_CROSSING_SINE * BL_ROD_CROSSING_SINE * v3_length_squared(u) * v3_length_squared(v);
    bool is_inner_a = is_inner(places->s), is_inner_b = is_inner(places->t);
    if (is_inner_a && is_inner_b && v3_length_squared(across) > limit)
        displacement = v3_dot(across, displacement) < 0.0 ? v3_neg(across) : across;
    else if (is_inner_a)
        displacement = without(displacement, u);
    else if (is_inner_b)
        displacement = without(displacement, v);
    return v3_normalize_or(displacement, v3_zero());
}

static bool separates(const motion* m, belay_vec3 n, const pose* p)
{
    double a = fmin(v3_dot(n, p->a[0]), v3_dot(n, p->a[1]));
    double b = fmax(v3_dot(n, p->b[0]), v3_dot(n, p->b[1]));
    return a - b > BL_ROD_MOTION_ROUNDING * m->size;
}

// The volume and its rate of change.
static double volume_of(const motion* m, const pose* p, double* rate)
{
    belay_vec3 u = v3_sub(p->a[1], p->a[0]), v = v3_sub(p->b[1], p->b[0]), w = v3_sub(p->b[0], p->a[0]);
    belay_vec3 vw = v3_cross(v, w), wu = v3_cross(w, u), uv = v3_cross(u, v);
    *rate = v3_dot(vw, m->turn_a) + v3_dot(wu, v3_sub(m->db[1], m->db[0])) + v3_dot(uv, m->db[0]);
    return v3_dot(uv, w);
}

static bool has_volume_between(const motion* m, const pose* first, const pose* last, double seconds)
{
    double rate_first, rate_last, limit = BL_ROD_MOTION_ROUNDING * m->size * m->size * m->size;
    double begin = volume_of(m, first, &rate_first), end = volume_of(m, last, &rate_last);
    double inner1 = begin + rate_first * seconds / 3.0, inner2 = end - rate_last * seconds / 3.0;
    return (begin > limit && inner1 > limit && inner2 > limit && end > limit) ||
           (begin < -limit && inner1 < -limit && inner2 < -limit && end < -limit);
}

// By the volume, or by the closest direction at the part's begin, end or middle.
static bool is_apart_between(const motion* m, double begin, double end)
{
    pose first = pose_at(m, begin), middle = pose_at(m, 0.5 * (begin + end)), last = pose_at(m, end);
    const pose* const tried[3] = {&first, &last, &middle};
    bl_rod_closest_points places;
    if (has_volume_between(m, &first, &last, end - begin)) return true;
    for (int k = 0; k < 3; k++) {
        belay_vec3 n = separating_direction(tried[k], &places);
        if (separates(m, n, &first) && separates(m, n, &last)) return true;
    }
    return false;
}

// The begin of the first part, of the shortest kind, that is not shown apart; false when all of (0, 1] is.
static bool find_meeting(const motion* m, double* begin, double* end)
{
    uint64_t index = 0;
    int level = 0;
    for (int parts = 0; parts < BL_CONTACT_MAX_PARTS; parts++) {
        *begin = ldexp((double)index, -level);
        *end = ldexp((double)(index + 1), -level);
        if (is_apart_between(m, *begin, *end)) {
            for (index++; index % 2 == 0 && level > 0; level--)
                index /= 2;
            if (level == 0) return false;
        } else if (level < BL_CONTACT_MAX_LEVEL) {
            index *= 2;
            level++;
        } else {
            return true;
        }
    }
    return true;
}

bool bl_segments_cross(const belay_vec3 a[2], const belay_vec3 da[2], const belay_vec3 b[2], const belay_vec3 db[2],
                       bl_rod_crossing* crossing)
{
    motion m = motion_of(a, da, b, db);
    pose start = pose_at(&m, 0.0);
    bl_rod_closest_points places;
    double begin, end;
    if (!separates(&m, separating_direction(&start, &places), &start) || !find_meeting(&m, &begin, &end)) return false;
    pose before = pose_at(&m, fmax(0.0, begin - BL_ROD_JUST_BEFORE)), meeting = pose_at(&m, begin);
    crossing->normal = separating_direction(&before, &places);
    separating_direction(&meeting, &places);
    crossing->time = end;
    crossing->s = places.s;
    crossing->t = places.t;
    return true;
}

double bl_segments_side(const belay_vec3 a[2], const belay_vec3 b[2])
{
    belay_vec3 u = v3_normalize_or(v3_sub(a[1], a[0]), v3_zero()), v = v3_normalize_or(v3_sub(b[1], b[0]), v3_zero());
    return v3_dot(v3_cross(u, v), v3_sub(a[0], b[0]));
}
