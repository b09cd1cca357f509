// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Rays against quadrics. Equations are solved about the time at which the ray passes the solid's middle, so that a ray
// from afar loses no digits.

#include "geometry/convex/ray_span.h"

// Unless the way is zero.
static double passing_time(belay_vec3 from_center, belay_vec3 displacement)
{
    return -v3_dot(from_center, displacement) / v3_length_squared(displacement);
}

// The times about `middle` at which a point that passes at distance `across` of the centre is in the circle or ball.
static bl_ray_span chord(double middle, double across_squared, double radius, double speed)
{
    bl_ray_span span = bl_ray_span_none();
    double rest = radius * radius - across_squared;
    if (!(rest >= 0.0)) return span;
    span.begin = middle - sqrt(rest) / speed;
    span.end = middle + sqrt(rest) / speed;
    return span;
}

bl_ray_span bl_ray_span_ball(const bl_ray* ray, belay_vec3 center, double radius)
{
    belay_vec3 from_center = v3_sub(ray->origin, center);
    double middle = passing_time(from_center, ray->displacement);
    belay_vec3 across = v3_add_scaled(from_center, middle, ray->displacement);
    bl_ray_span span = chord(middle, v3_length_squared(across), radius, v3_length(ray->displacement));
    if (span.begin > span.end) return span;
    belay_vec3 out = v3_add_scaled(across, span.begin - middle, ray->displacement);
    span.normal = v3_normalize_or(out, v3(0.0, 0.0, 1.0));
    return span;
}

// The endless cylinder about z.
static bl_ray_span span_of_tube(const bl_ray* ray, double radius)
{
    belay_vec3 origin = v3(ray->origin.x, ray->origin.y, 0.0),
               displacement = v3(ray->displacement.x, ray->displacement.y, 0.0);
    double speed = v3_length(displacement);
    if (!(speed > 0.0)) return v3_length(origin) <= radius ? bl_ray_span_all() : bl_ray_span_none();
    double middle = passing_time(origin, displacement);
    belay_vec3 across = v3_add_scaled(origin, middle, displacement);
    bl_ray_span span = chord(middle, v3_length_squared(across), radius, speed);
    if (span.begin > span.end) return span;
    belay_vec3 out = v3_add_scaled(across, span.begin - middle, displacement);
    span.normal = v3_normalize_or(out, v3(1.0, 0.0, 0.0));
    return span;
}

static void meet_ends(const bl_ray* ray, double half, bl_ray_span* span)
{
    bl_ray_span top = bl_ray_span_half_space(ray, v3(0.0, 0.0, 1.0), half);
    bl_ray_span bottom = bl_ray_span_half_space(ray, v3(0.0, 0.0, -1.0), half);
    bl_ray_span_meet(span, &top);
    bl_ray_span_meet(span, &bottom);
}

bl_ray_span bl_ray_span_cylinder(const bl_ray* ray, double radius, double half)
{
    bl_ray_span span = span_of_tube(ray, radius);
    meet_ends(ray, half, &span);
    return span;
}

// Two balls and the cylinder between. Where a ray enters that through its flat end it has been in the ball.
bl_ray_span bl_ray_span_capsule(const bl_ray* ray, double half, double radius)
{
    bl_ray_span span = bl_ray_span_cylinder(ray, radius, half);
    if (span.begin > span.end) span = bl_ray_span_none();
    if (span.normal.z != 0.0) span.begin = INFINITY;
    for (int i = 0; i < 2; i++) {
        bl_ray_span ball = bl_ray_span_ball(ray, v3(0.0, 0.0, i == 0 ? half : -half), radius);
        if (ball.begin < span.begin) {
            span.begin = ball.begin;
            span.normal = ball.normal;
        }
        if (ball.end > span.end) span.end = ball.end;
    }
    return span;
}

// With u the depth below the apex and k the slope, x^2 + y^2 - k^2 u^2 = a t^2 + 2 b t + c <= 0 in the double cone. For
// a > 0 that is between the roots, in one half of it; for a < 0 it is beyond them, and the half below the apex is the
// one to which the way goes down. a = 0 is the limit of a < 0, where one root is infinite.
static bl_ray_span span_of_double_cone(const bl_ray* ray, double slope, double apex)
{
    belay_vec3 o = ray->origin, d = ray->displacement;
    double u = apex - o.z, kk = slope * slope;
    double a = d.x * d.x + d.y * d.y - kk * d.z * d.z, b = o.x * d.x + o.y * d.y + kk * u * d.z;
    double c = o.x * o.x + o.y * o.y - kk * u * u, disc = b * b - a * c;
    bl_ray_span span = bl_ray_span_all();
    if (a == 0.0) a = -0.0;
    if (disc < 0.0) return a > 0.0 ? bl_ray_span_none() : span;
    double q = b > 0.0 ? -b - sqrt(disc) : -b + sqrt(disc);
    if (q == 0.0 && a > 0.0) return (bl_ray_span){0.0, 0.0, v3_zero()};
    if (q == 0.0) return c <= 0.0 ? span : bl_ray_span_none();
    double first = fmin(q / a, c / q), second = fmax(q / a, c / q);
    if (a > 0.0) {
        span.begin = first;
        span.end = second;
    } else if (d.z < 0.0) {
        span.begin = second;
    } else {
        span.end = first;
    }
    return span;
}

bl_ray_span bl_ray_span_cone(const bl_ray* ray, double radius, double half)
{
    double slope = radius / (2.0 * half), middle = passing_time(ray->origin, ray->displacement);
    bl_ray near = {bl_ray_at(ray, middle), ray->displacement};
    bl_ray_span span = span_of_double_cone(&near, slope, half);
    belay_vec3 p = bl_ray_at(&near, span.begin);
    double across = sqrt(p.x * p.x + p.y * p.y), length = sqrt(1.0 + slope * slope);
    span.normal =
        across > 0.0 ? v3(p.x / (across * length), p.y / (across * length), slope / length) : v3(0.0, 0.0, 1.0);
    meet_ends(&near, half, &span);
    span.begin += middle;
    span.end += middle;
    return span;
}
