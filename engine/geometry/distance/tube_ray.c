// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Rays against tubes. The tube is the union of the balls about the points of its curve, so the ray enters it where it
// enters the first of them: the least entry over the curve. Over a chord, the entry has a closed form.
//
// Across the unit way w, the centre of the ball at the share s of the chord a + s d is at p(s) = p0 + s dp, along it at
// e(s) = e0 + s e. The ray meets the ball of radius r when |p(s)| <= r: s within `half` of `middle`, the share at which
// the lines are nearest. With x = s - middle it enters and leaves at e(s) -+ |dp| sqrt(half^2 - x^2); the first is
// least at x = -half e / |d|, the second greatest at the opposite share. Entry is convex and exit concave, so both may
// be clamped.

#include "geometry/distance/tube.h"

#include "belay/vec.h"
#include "geometry/curve/curve_search.h"
#include "geometry/geometry_tolerances.h"

typedef struct ray {
    belay_vec3 origin, displacement; // displacement: unit
    double length, radius;
} ray;

static belay_vec3 across(const ray* r, belay_vec3 v)
{
    return v3_add_scaled(v, -v3_dot(v, r->displacement), r->displacement);
}

// The way from where the ray is beside the ball to where it enters or leaves it; not a number when it misses it.
static double half_chord(belay_vec3 p, double radius)
{
    double q = radius * radius - v3_length_squared(p);
    return q >= 0.0 ? sqrt(q) : NAN;
}

static double value(void* context, belay_vec3 point)
{
    const ray* r = context;
    belay_vec3 center = v3_sub(point, r->origin);
    double along = v3_dot(center, r->displacement), half = half_chord(across(r, center), r->radius);
    if (!(along + half >= 0.0)) return INFINITY;
    return along > half ? along - half : 0.0;
}

static double clamp(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

// A clamped share can be beside the ball by rounding.
static double half_at(belay_vec3 p0, belay_vec3 dp, double s, double radius)
{
    double half = half_chord(v3_add_scaled(p0, s, dp), radius);
    return half >= 0.0 ? half : 0.0;
}

// The share of the chord that is nearest to the origin, and whether it is within the radius.
static bool holds_origin(belay_vec3 start, belay_vec3 d, double radius, double* share)
{
    double d2 = v3_length_squared(d);
    *share = d2 > 0.0 ? clamp(-v3_dot(start, d) / d2, 0.0, 1.0) : 0.0;
    return v3_length(v3_add_scaled(start, *share, d)) <= radius * (1.0 + BL_RAY_SURFACE_ROUNDING);
}

static double bound_piece(void* context, const bl_curve_piece* piece, double* at)
{
    const ray* r = context;
    double radius = r->radius + piece->sag;
    belay_vec3 start = v3_sub(piece->a, r->origin), d = v3_sub(piece->b, piece->a);
    double e0 = v3_dot(start, r->displacement), e = v3_dot(d, r->displacement);
    belay_vec3 p0 = across(r, start), dp = across(r, d);
    double dp2 = v3_length_squared(dp);
    double middle = dp2 > 0.0 ? -v3_dot(p0, dp) / dp2 : 0.0;
    double nearest = half_chord(v3_add_scaled(p0, middle, dp), radius);
    if (!(nearest >= 0.0)) return INFINITY;
    double half = dp2 > 0.0 ? nearest / sqrt(dp2) : INFINITY;
    double low = fmax(0.0, middle - half), high = fmin(1.0, middle + half);
    if (low > high) return INFINITY;
    double shift = dp2 > 0.0 ? half * e / v3_length(d) : (e > 0.0 ? INFINITY : -INFINITY);
    *at = clamp(middle - shift, low, high);
    double entry = e0 + *at * e - half_at(p0, dp, *at, radius);
    if (entry >= 0.0) return entry;
    return holds_origin(start, d, radius, at) ? 0.0 : INFINITY;
}

// The slab of one axis: narrows [*enter, *leave].
static void clip(double origin, double displacement, double lower, double upper, double* enter, double* leave)
{
    if (displacement == 0.0) {
        if (origin < lower || origin > upper) *leave = -INFINITY;
        return;
    }
    double a = (lower - origin) / displacement, b = (upper - origin) / displacement;
    *enter = fmax(*enter, fmin(a, b));
    *leave = fmin(*leave, fmax(a, b));
}

static double bound_box(void* context, const bl_curve_node* box)
{
    const ray* r = context;
    double size = fabs(r->origin.x) + fabs(r->origin.y) + fabs(r->origin.z) + r->length;
    double m = r->radius + BL_RAY_TUBE_ROUNDING * size, enter = 0.0, leave = INFINITY;
    clip(r->origin.x, r->displacement.x, box->lower.x - m, box->upper.x + m, &enter, &leave);
    clip(r->origin.y, r->displacement.y, box->lower.y - m, box->upper.y + m, &enter, &leave);
    clip(r->origin.z, r->displacement.z, box->lower.z - m, box->upper.z + m, &enter, &leave);
    return enter <= leave ? enter : INFINITY;
}

bool bl_tube_cast_ray(const bl_curve* curve, belay_vec3 origin, belay_vec3 displacement, double* time,
                      belay_vec3* normal)
{
    double length = v3_length(displacement), reach;
    belay_vec3 center;
    if (!(length > 0.0)) return false;
    ray r = {origin, v3_scale(1.0 / length, displacement), length, curve->tube_radius};
    bl_curve_search search = {bound_box,
                              bound_piece,
                              value,
                              &r,
                              nextafter(length, INFINITY),
                              0.0,
                              BL_RAY_SURFACE_ROUNDING * r.radius,
                              BL_RAY_TUBE_COARSE * r.radius};
    if (!bl_curve_search_run(curve, &search, &reach, &center)) return false;
    belay_vec3 against = v3_neg(r.displacement), there = v3_add_scaled(origin, reach, r.displacement);
    *time = reach / length;
    *normal = reach > 0.0 ? v3_normalize_or(v3_sub(there, center), against) : against;
    return true;
}
