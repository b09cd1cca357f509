// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Ellipsoids: with the semi-axes a_i, the points of sum (x_i / a_i)^2 <= 1.

#include "belay/result.h"
#include "geometry/convex/shape_ops.h"
#include "geometry/geometry_tolerances.h"
#include "geometry/shape_check.h"
#include "math/pi.h"

static belay_vec3 times(belay_vec3 a, belay_vec3 b)
{
    return v3(a.x * b.x, a.y * b.y, a.z * b.z);
}

static belay_vec3 over(belay_vec3 a, belay_vec3 b)
{
    return v3(a.x / b.x, a.y / b.y, a.z / b.z);
}

static double largest(belay_vec3 a)
{
    return fmax(fabs(a.x), fmax(fabs(a.y), fabs(a.z)));
}

// With A = diag(a), |A d| is how far the ellipsoid reaches along a unit d, at A A d / |A d|. Scaled first, so that the
// squares of a short direction do not vanish.
static belay_vec3 support(const bl_convex* core, belay_vec3 direction)
{
    belay_vec3 u = times(core->half, direction);
    double scale = largest(u);
    if (!(scale > 0.0)) return v3(0.0, 0.0, core->half.z);
    u = v3(u.x / scale, u.y / scale, u.z / scale);
    return v3_scale(1.0 / v3_length(u), times(core->half, u));
}

// The derivative of A A n / |A n|.
static belay_vec3 spread(const bl_convex* core, belay_vec3 n, belay_mat33* s)
{
    belay_vec3 u = times(core->half, n);
    double height = v3_length(u);
    belay_vec3 x = v3_scale(1.0 / height, times(core->half, u));
    *s = m3_rows(v3_scale(-x.x / height, x), v3_scale(-x.y / height, x), v3_scale(-x.z / height, x));
    s->m[0] += core->half.x * core->half.x / height;
    s->m[4] += core->half.y * core->half.y / height;
    s->m[8] += core->half.z * core->half.z / height;
    return x;
}

static void bounds(const bl_convex* core, const belay_mat33* rotation, belay_vec3* lower, belay_vec3* upper)
{
    *upper = v3(v3_length(times(core->half, m3_row(*rotation, 0))), v3_length(times(core->half, m3_row(*rotation, 1))),
                v3_length(times(core->half, m3_row(*rotation, 2))));
    *lower = v3_neg(*upper);
}

// ------------------------------------------------------------------------------------------------------------------
// The nearest and the furthest point
// ------------------------------------------------------------------------------------------------------------------

// Both are where x - y is along the normal, that is y_i = a_i^2 x_i / (s + d_i), with the s at which y is on the
// surface: sum (u_i / (s + d_i))^2 = 1, u_i = a_i x_i. Of the nearest d_i = a_i^2 - min a^2 and x - y is the normal
// direction y_i / a_i^2 times s - min a^2; of the furthest d_i = max a^2 - a_i^2, and y_i has the other sign. For s > 0
// the sum falls and is convex: from a start below the root Newton's method ascends to it.
typedef struct secular {
    double u[3], d[3];
} secular;

// Where one term alone is 1; there all of them are 3 at most.
static double secular_start(const secular* e)
{
    double s = 0.0;
    for (int i = 0; i < 3; i++)
        s = fmax(s, fabs(e->u[i]) - e->d[i]);
    return s;
}

static double secular_step(const secular* e, double s)
{
    double f = -1.0, slope = 0.0;
    for (int i = 0; i < 3; i++) {
        if (e->u[i] == 0.0) continue;
        double q = e->u[i] / (s + e->d[i]);
        f += q * q;
        slope += 2.0 * q * q / (s + e->d[i]);
    }
    return f > 0.0 ? f / slope : 0.0;
}

// The root, or 0 when the sum is less than 1 for all s > 0: then the point is across the axes with d = 0.
static double secular_root(const secular* e)
{
    double s = secular_start(e);
    for (int i = 0; i < BL_ELLIPSOID_MAX_ROUNDS; i++) {
        double next = s + secular_step(e, s);
        if (!(next > s)) break;
        s = next;
    }
    return s;
}

// Lengths in `unit`, so that no size is too small or too large. `extreme` is the shortest or the longest semi-axis.
static secular make_secular(belay_vec3 a, belay_vec3 x, double unit, double extreme)
{
    const double half[3] = {a.x / unit, a.y / unit, a.z / unit}, at[3] = {x.x / unit, x.y / unit, x.z / unit};
    secular e;
    for (int i = 0; i < 3; i++) {
        e.u[i] = half[i] * at[i];
        e.d[i] = fabs(half[i] - extreme / unit) * (half[i] + extreme / unit);
    }
    return e;
}

static double least_of(belay_vec3 a)
{
    return fmin(a.x, fmin(a.y, a.z));
}

// The direction y_i / a_i of the nearest point of the unit ball that the ellipsoid is stretched from. Where x is across
// the shortest axes (of several the last) and inside, one of the two places.
static belay_vec3 unit_place(const secular* e, double s)
{
    double q[3], square = 0.0;
    int free_axis = -1;
    for (int i = 0; i < 3; i++) {
        bool is_open = e->u[i] == 0.0 && !(s + e->d[i] > 0.0);
        q[i] = is_open || e->u[i] == 0.0 ? 0.0 : e->u[i] / (s + e->d[i]);
        if (is_open) free_axis = i;
        square += q[i] * q[i];
    }
    if (free_axis >= 0) q[free_axis] = sqrt(fmax(1.0 - square, 0.0));
    return v3(q[0], q[1], q[2]);
}

static bool find_nearest(const bl_convex* core, belay_vec3 x, bl_core_nearest* nearest)
{
    belay_vec3 a = core->half;
    double unit = least_of(a);
    secular e = make_secular(a, x, unit, unit);
    double s = secular_root(&e);
    belay_vec3 q = unit_place(&e, s);
    q = v3_normalize_or(q, v3(0.0, 0.0, 1.0));
    belay_vec3 outwards = over(q, v3_scale(1.0 / unit, a));
    double length = v3_length(outwards);
    nearest->point = times(a, q);
    nearest->normal = v3_scale(1.0 / length, outwards);
    nearest->distance = (s - 1.0) * unit * length;
    return true;
}

static double bounding_radius(const bl_convex* core, belay_vec3 point)
{
    belay_vec3 a = core->half;
    double most = largest(a);
    if (v3_length_squared(point) == 0.0) return most;
    secular e = make_secular(a, point, most, most);
    belay_vec3 q = v3_normalize_or(unit_place(&e, secular_root(&e)), v3(0.0, 0.0, 1.0));
    return v3_distance(times(a, v3_neg(q)), point);
}

// ------------------------------------------------------------------------------------------------------------------
// Rays and mass
// ------------------------------------------------------------------------------------------------------------------

// Seen stretched to the unit ball, at the same times.
static bool cast_ray(const bl_convex* core, const bl_ray* ray, double* time, belay_vec3* normal)
{
    bl_ray stretched = {over(ray->origin, core->half), over(ray->displacement, core->half)};
    bl_ray_span span = bl_ray_span_ball(&stretched, v3_zero(), 1.0);
    double unit = least_of(core->half);
    belay_vec3 outwards = over(span.normal, v3_scale(1.0 / unit, core->half));
    span.normal = v3_normalize_or(outwards, v3(0.0, 0.0, 1.0));
    return bl_ray_span_hit(&span, ray->displacement, time, normal);
}

static belay_mass mass(const bl_convex* core, double density)
{
    belay_vec3 a = core->half;
    double m = density * (4.0 / 3.0) * BL_PI * a.x * a.y * a.z, xx = a.x * a.x, yy = a.y * a.y, zz = a.z * a.z;
    return bl_mass_make(m, v3_zero(), 0.2 * m * (yy + zz), 0.2 * m * (zz + xx), 0.2 * m * (xx + yy));
}

const bl_core_ops bl_core_ellipsoid = {
    .core_class = BL_CORE_SMOOTH,
    .support = support,
    .spread = spread,
    .bounds = bounds,
    .box = bl_core_half_box,
    .bounding_radius = bounding_radius,
    .middle = bl_core_origin,
    .find_nearest = find_nearest,
    .cast_ray = cast_ray,
    .mass = mass,
};

// ------------------------------------------------------------------------------------------------------------------
// The shape
// ------------------------------------------------------------------------------------------------------------------

static bool is_round_enough(belay_vec3 a)
{
    return largest(a) <= BELAY_MAX_ELLIPSOID_RATIO * least_of(a);
}

static belay_result check(const belay_shape* shape, belay_error* error)
{
    belay_vec3 a = shape->ellipsoid.semi_axes;
    belay_result result = bl_check_sizes(error, "ellipsoid.semi_axes", a);
    if (result != BELAY_OK || is_round_enough(a)) return result;
    return belay_error_set(error, BELAY_ERROR_SHAPE,
                           "ellipsoid.semi_axes is (%g, %g, %g); the longest must be at most %g times the shortest",
                           a.x, a.y, a.z, BELAY_MAX_ELLIPSOID_RATIO);
}

static void measure(const belay_shape* shape, bl_shape_numbers* numbers)
{
    numbers->half = shape->ellipsoid.semi_axes;
}

static bool has_size(const bl_shape_numbers* numbers)
{
    return bl_shape_has_half(numbers) && is_round_enough(numbers->half);
}

static void describe(const bl_shape_numbers* numbers, const void* block, belay_shape* shape)
{
    (void)block;
    shape->ellipsoid = (belay_ellipsoid){numbers->half};
}

const bl_shape_ops bl_shape_ellipsoid = {
    .name = "ellipsoid",
    .family = BL_FAMILY_SOLID,
    .core = BL_CONVEX_ELLIPSOID,
    .rank = 3,
    .check = check,
    .measure = measure,
    .describe = describe,
    .has_size = has_size,
};
