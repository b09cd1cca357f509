// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Ellipsoids as geometry: support, curvature, bounds, mass, rays and distances against closed forms, and against
// searches that know nothing but (x/a)^2 + (y/b)^2 + (z/c)^2 = 1. Ratios of semi-axes go up to the largest there is.

#include "belay/shape.h"
#include "geometry/convex/shape_ops.h"
#include "geometry/distance/distance.h"
#include "support/chance.h"
#include "support/shapes/points.h"
#include "support/shapes/solids.h"

#include <criterion/criterion.h>
#include <math.h>

#define PI 3.14159265358979323846

// One semi-axis is 1, the others down to a hundredth.
static bl_convex random_ellipsoid(uint64_t* lot)
{
    double a[3] = {1.0, exp(-4.6 * chance_next(lot)), exp(-4.6 * chance_next(lot))};
    uint32_t shift = chance_below(lot, 3);
    return solid_make(BL_CONVEX_ELLIPSOID, 0.0, v3(a[shift], a[(shift + 1) % 3], a[(shift + 2) % 3]));
}

static double level(const bl_convex* e, belay_vec3 x)
{
    return v3_length(v3(x.x / e->half.x, x.y / e->half.y, x.z / e->half.z));
}

// The point of the surface over a point of the unit ball.
static belay_vec3 stretched(const bl_convex* e, belay_vec3 u)
{
    return v3(e->half.x * u.x, e->half.y * u.y, e->half.z * u.z);
}

// Unit, along the gradient.
static belay_vec3 normal_at(const bl_convex* e, belay_vec3 x)
{
    belay_vec3 a = e->half, g = v3(x.x / (a.x * a.x), x.y / (a.y * a.y), x.z / (a.z * a.z));
    return v3_scale(1.0 / v3_length(g), g);
}

Test(ellipsoid, support_is_where_the_normal_has_the_direction)
{
    uint64_t lot = 1;
    for (int i = 0; i < 2000; i++) {
        bl_convex e = random_ellipsoid(&lot);
        belay_vec3 d = points_random_direction(&lot);
        double scale = exp(chance_between(&lot, -400.0, 200.0));
        belay_vec3 x = bl_convex_support(&e, v3_scale(scale, d));
        cr_assert_float_eq(level(&e, x), 1.0, 1e-14);
        cr_assert_lt(v3_distance(normal_at(&e, x), d), 1e-12);
        cr_assert_float_eq(v3_dot(x, d), v3_length(stretched(&e, d)), 1e-15); // |A d|
    }
}

// The principal radii at the ends of the axes are those of ellipses: a^2 / c and b^2 / c at the end of c.
Test(ellipsoid, curvature_at_the_ends_of_the_axes)
{
    uint64_t lot = 2;
    for (int i = 0; i < 200; i++) {
        bl_convex e = random_ellipsoid(&lot);
        const double a[3] = {e.half.x, e.half.y, e.half.z};
        for (int k = 0; k < 3; k++) {
            belay_mat33 s;
            belay_vec3 n = v3(k == 0 ? 1.0 : 0.0, k == 1 ? -1.0 : 0.0, k == 2 ? 1.0 : 0.0);
            bl_core_ellipsoid.spread(&e, n, &s);
            for (int r = 0; r < 3; r++)
                for (int c = 0; c < 3; c++) {
                    double right = r == c && r != k ? a[r] * a[r] / a[k] : 0.0;
                    cr_assert_float_eq(s.m[3 * r + c], right, 1e-14 * (1.0 + right));
                }
        }
    }
}

// Against differences of support points, for turns of the direction across it.
Test(ellipsoid, spread_is_the_derivative_of_the_support)
{
    uint64_t lot = 3;
    const double step = 1e-5;
    for (int i = 0; i < 500; i++) {
        bl_convex e = random_ellipsoid(&lot);
        belay_vec3 n = points_random_direction(&lot), t = v3_any_orthogonal(n);
        belay_mat33 s;
        belay_vec3 x = bl_core_ellipsoid.spread(&e, n, &s), turned = m3_mul_v3(s, t);
        cr_assert_lt(v3_distance(x, bl_convex_support(&e, n)), 1e-14);
        cr_assert_lt(v3_length(m3_mul_v3(s, n)), 1e-14 * (1.0 + m3_trace(s)));
        belay_vec3 ahead = bl_convex_support(&e, v3_add_scaled(n, step, t));
        belay_vec3 behind = bl_convex_support(&e, v3_add_scaled(n, -step, t));
        belay_vec3 difference = v3_scale(0.5 / step, v3_sub(ahead, behind));
        double height = v3_length(stretched(&e, n)); // the third derivative is up to about 1 / height^3
        double tolerance = 1e-10 / height + 10.0 * step * step / (height * height * height);
        cr_assert_lt(v3_distance(difference, turned), tolerance, "%g %g", v3_distance(difference, turned), tolerance);
    }
}

Test(ellipsoid, bounds_touch_the_surface)
{
    uint64_t lot = 4;
    for (int i = 0; i < 200; i++) {
        bl_convex e = random_ellipsoid(&lot);
        belay_pose pose = solid_random_pose(&lot, 3.0);
        belay_vec3 lower, upper;
        bl_convex_bounds(&e, pose, &lower, &upper);
        double most[3] = {-1e9, -1e9, -1e9}, least[3] = {1e9, 1e9, 1e9};
        for (int k = 0; k < 20000; k++) {
            // evenly over the ball, by the golden angle
            double z = 1.0 - (2.0 * k + 1.0) / 20000.0, r = sqrt(1.0 - z * z), f = 2.399963229728653 * k;
            belay_vec3 x = pose_apply(pose, stretched(&e, v3(r * cos(f), r * sin(f), z)));
            const double at[3] = {x.x, x.y, x.z};
            for (int d = 0; d < 3; d++) {
                most[d] = fmax(most[d], at[d]);
                least[d] = fmin(least[d], at[d]);
            }
        }
        const double up[3] = {upper.x, upper.y, upper.z}, low[3] = {lower.x, lower.y, lower.z};
        for (int d = 0; d < 3; d++) {
            cr_assert(most[d] <= up[d] + 1e-15 && most[d] >= up[d] - 4e-4, "%g %g", most[d], up[d]);
            cr_assert(least[d] >= low[d] - 1e-15 && least[d] <= low[d] + 4e-4, "%g %g", least[d], low[d]);
        }
    }
}

// The furthest point: the way to it is along the normal there, and no sample is further.
Test(ellipsoid, reach_is_the_largest_distance)
{
    uint64_t lot = 5;
    for (int i = 0; i < 300; i++) {
        bl_convex e = random_ellipsoid(&lot);
        belay_vec3 from = i % 3 == 0 ? v3_zero() : chance_vector(&lot, i % 3 == 1 ? 0.3 : 3.0);
        if (i % 5 == 0) from.x = 0.0;
        if (i % 7 == 0) from.y = 0.0;
        double reach = bl_convex_bounding_radius(&e, from), most = 0.0;
        for (int k = 0; k < 20000; k++) {
            double z = 1.0 - (2.0 * k + 1.0) / 20000.0, r = sqrt(1.0 - z * z), f = 2.399963229728653 * k;
            most = fmax(most, v3_distance(stretched(&e, v3(r * cos(f), r * sin(f), z)), from));
        }
        cr_assert(most <= reach + 1e-14 && most >= reach - 4e-4, "%.17g %.17g", most, reach);
    }
}

// Volume and second moments as sums of elliptic slices, whose areas and moments are polynomials of z up to the fourth
// power: Boole's rule adds them exactly.
Test(ellipsoid, mass_is_the_sum_of_its_slices)
{
    static const double weights[5] = {7.0 / 90.0, 32.0 / 90.0, 12.0 / 90.0, 32.0 / 90.0, 7.0 / 90.0};
    uint64_t lot = 6;
    for (int i = 0; i < 200; i++) {
        bl_convex e = random_ellipsoid(&lot);
        belay_vec3 a = e.half;
        double volume = 0.0, xx = 0.0, yy = 0.0, zz = 0.0;
        for (int k = 0; k < 5; k++) {
            double z = 0.5 * k - 1.0, w = 2.0 * a.z * weights[k], q = 1.0 - z * z, area = PI * a.x * a.y * q;
            volume += w * area;
            xx += w * area * q * a.x * a.x / 4.0;
            yy += w * area * q * a.y * a.y / 4.0;
            zz += w * area * z * z * a.z * a.z;
        }
        belay_mass m;
        belay_shape shape = {.type = BELAY_SHAPE_ELLIPSOID, .ellipsoid = {a}};
        cr_assert_eq(belay_shape_mass(&shape, 2.0, &m, NULL), BELAY_OK);
        cr_assert_float_eq(m.mass, 2.0 * volume, 1e-14 * m.mass);
        cr_assert_float_eq(m.inertia.m[0], 2.0 * (yy + zz), 1e-14 * m.inertia.m[0]);
        cr_assert_float_eq(m.inertia.m[4], 2.0 * (zz + xx), 1e-14 * m.inertia.m[4]);
        cr_assert_float_eq(m.inertia.m[8], 2.0 * (xx + yy), 1e-14 * m.inertia.m[8]);
        cr_assert_eq(v3_length(m.center_of_mass), 0.0);
        cr_assert(m.inertia.m[1] == 0.0 && m.inertia.m[2] == 0.0 && m.inertia.m[5] == 0.0);
    }
}

// The smaller root of |A^-1 (o + t w)| = 1, in long double.
static bool first_root(const bl_convex* e, belay_vec3 o, belay_vec3 w, double* t)
{
    long double ox = (long double)o.x / e->half.x, oy = (long double)o.y / e->half.y, oz = (long double)o.z / e->half.z;
    long double wx = (long double)w.x / e->half.x, wy = (long double)w.y / e->half.y, wz = (long double)w.z / e->half.z;
    long double a = wx * wx + wy * wy + wz * wz, b = ox * wx + oy * wy + oz * wz;
    long double c = ox * ox + oy * oy + oz * oz - 1.0L, disc = b * b - a * c;
    if (disc < 0.0L) return false;
    *t = (double)((-b - sqrtl(disc)) / a);
    return true;
}

Test(ellipsoid, rays_hit_at_the_first_root)
{
    uint64_t lot = 7;
    int hits = 0, misses = 0;
    for (int i = 0; i < 5000; i++) {
        bl_convex e = random_ellipsoid(&lot);
        belay_vec3 target = chance_vector(&lot, 0.4), origin = v3_scale(5.0, points_random_direction(&lot));
        belay_vec3 way = v3_scale(2.0, v3_sub(target, origin)), normal;
        double time, right = 0.0;
        bool is_hit = bl_convex_cast_ray(&e, origin, way, &time, &normal);
        bool should = first_root(&e, origin, way, &right);
        cr_assert_eq(is_hit, should, "%d", i);
        hits += is_hit;
        misses += !is_hit;
        if (!is_hit) continue;
        belay_vec3 x = v3_add_scaled(origin, time, way);
        cr_assert_float_eq(time, right, 1e-11);
        cr_assert_float_eq(level(&e, x), 1.0, 1e-11);
        cr_assert_lt(v3_distance(normal, normal_at(&e, x)), 1e-9);
    }
    cr_assert(hits > 1000 && misses > 500, "%d %d", hits, misses);
}

Test(ellipsoid, rays_that_start_inside_hit_at_once_and_those_that_point_away_never)
{
    bl_convex e = solid_make(BL_CONVEX_ELLIPSOID, 0.0, v3(3.0, 2.0, 1.0));
    belay_vec3 normal;
    double time;
    cr_assert(bl_convex_cast_ray(&e, v3(2.5, 0.0, 0.0), v3(0.0, 5.0, 0.0), &time, &normal));
    cr_assert(time == 0.0 && normal.y == -1.0);
    cr_assert_not(bl_convex_cast_ray(&e, v3(3.5, 0.0, 0.0), v3(1.0, 0.0, 0.0), &time, &normal));
    cr_assert_not(bl_convex_cast_ray(&e, v3(0.0, 0.0, 3.0), v3(0.0, 0.0, -1.99), &time, &normal)); // too short
    cr_assert(bl_convex_cast_ray(&e, v3(0.0, 0.0, 3.0), v3(0.0, 0.0, -2.0), &time, &normal));
    cr_assert(time == 1.0 && normal.z == 1.0);
}

// ---------------------------------------------------------------------------------------------------------------------
// Distance from a point
// ---------------------------------------------------------------------------------------------------------------------

// On the surface, with x straight above it along the normal: for a point outside of a convex solid that is the nearest.
static void check_place(const bl_convex* e, belay_vec3 x, const bl_core_nearest* p)
{
    cr_assert_float_eq(level(e, p->point), 1.0, 1e-14);
    cr_assert_lt(v3_distance(p->normal, normal_at(e, p->point)), 1e-12);
    cr_assert_lt(v3_distance(v3_add_scaled(p->point, p->distance, p->normal), x), 2e-15 * (1.0 + v3_length(x)));
    cr_assert_eq(p->distance > 0.0, level(e, x) > 1.0);
}

Test(ellipsoid, nearest_place_of_a_point_outside)
{
    uint64_t lot = 8;
    for (int i = 0; i < 5000; i++) {
        bl_convex e = random_ellipsoid(&lot);
        belay_vec3 u = points_random_direction(&lot), on = stretched(&e, u);
        belay_vec3 x = v3_add_scaled(on, exp(chance_between(&lot, -30.0, 10.0)), normal_at(&e, on));
        bl_core_nearest p;
        if (!(level(&e, x) > 1.0 + 1e-14)) continue;
        cr_assert(bl_core_find_nearest(&e, x, &p));
        check_place(&e, x, &p);
        cr_assert_lt(v3_distance(p.point, on), 1e-11);
    }
}

// By a search over the surface that is refined around the best: a grid of directions, then ever smaller ones. Beyond
// the planes of symmetry there are other minima, further away: what is on the other side of one is mirrored.
static double searched_distance(const bl_convex* e, belay_vec3 x)
{
    belay_vec3 best = v3(0.0, 0.0, 1.0);
    double least = INFINITY, width = 1.0;
    for (int round = 0; round < 30; round++, width *= round == 0 ? 0.1 : 0.7)
        for (int k = 0, count = round == 0 ? 20000 : 400; k < count; k++) {
            double z = 1.0 - (2.0 * k + 1.0) / count, r = sqrt(1.0 - z * z), f = 2.399963229728653 * k;
            belay_vec3 d = v3(r * cos(f), r * sin(f), z);
            belay_vec3 u = round == 0 ? d : v3_normalize_or(v3_add_scaled(best, width, d), best);
            u = v3(copysign(u.x, x.x), copysign(u.y, x.y), copysign(u.z, x.z));
            double distance = v3_distance(stretched(e, u), x);
            if (!(distance < least)) continue;
            least = distance;
            best = u;
        }
    return least;
}

Test(ellipsoid, nearest_place_of_a_point_inside)
{
    uint64_t lot = 9;
    for (int i = 0; i < 300; i++) {
        bl_convex e = random_ellipsoid(&lot);
        belay_vec3 x = stretched(&e, v3_scale(chance_next(&lot), points_random_direction(&lot)));
        if (i % 3 == 0) x.x = 0.0; // across an axis, where there may be two
        if (i % 5 == 0) x.y = 0.0;
        if (i % 2 == 0) x.z = 0.0;
        bl_core_nearest p;
        cr_assert(bl_core_find_nearest(&e, x, &p));
        check_place(&e, x, &p);
        double searched = searched_distance(&e, x);
        cr_assert(-p.distance <= searched + 1e-14, "%.17g, but %.17g is nearer", -p.distance, searched);
        cr_assert(-p.distance >= searched - 1e-4, "%.17g, and the search %.17g", -p.distance, searched);
    }
}

Test(ellipsoid, middle_is_nearest_to_the_ends_of_the_shortest_axis)
{
    bl_core_nearest p;
    bl_convex e = solid_make(BL_CONVEX_ELLIPSOID, 0.0, v3(3.0, 1.0, 2.0));
    cr_assert(bl_core_find_nearest(&e, v3_zero(), &p));
    cr_assert(p.distance == -1.0 && fabs(p.point.y) == 1.0 && p.point.x == 0.0 && p.point.z == 0.0);
    // On the longest axis the ends of the shortest are nearest until (9 - 1) / 3 from the middle, in between the
    // point of the ellipse whose normal goes through it.
    cr_assert(bl_core_find_nearest(&e, v3(2.0, 0.0, 0.0), &p));
    double x = 2.0 * 9.0 / 8.0, y = sqrt(1.0 - x * x / 9.0);
    cr_assert_float_eq(p.point.x, x, 1e-15);
    cr_assert_float_eq(fabs(p.point.y), y, 1e-15);
    cr_assert(bl_core_find_nearest(&e, v3(2.8, 0.0, 0.0), &p));
    cr_assert_float_eq(p.distance, -0.2, 1e-15);
    cr_assert_float_eq(p.point.x, 3.0, 1e-15);
}

// ---------------------------------------------------------------------------------------------------------------------
// Distance of two
// ---------------------------------------------------------------------------------------------------------------------

// The gap along the normal is no more than the distance; where it is the same, that is the distance.
Test(ellipsoid, distance_of_two_is_certified_by_its_normal)
{
    uint64_t lot = 10;
    int apart = 0;
    for (int i = 0; i < 4000; i++) {
        bl_convex a = random_ellipsoid(&lot),
                  b = i % 2 ? random_ellipsoid(&lot) : solid_random_make(&lot, BL_CONVEX_BOX, 0.0);
        belay_pose pose_a = solid_random_pose(&lot, 1.0), pose_b = solid_random_pose(&lot, 1.0);
        bl_distance d = bl_convex_distance(&a, pose_a, &b, pose_b);
        double along = solid_gap_along(&a, pose_a, &b, pose_b, d.normal);
        cr_assert_float_eq(v3_length(d.normal), 1.0, 1e-14);
        cr_assert_float_eq(along, d.distance, 1e-12, "%d: %.17g, along the normal %.17g", i, d.distance, along);
        cr_assert_lt(v3_distance(d.point_a, v3_add_scaled(d.point_b, d.distance, d.normal)), 1e-12);
        cr_assert_lt(fabs(level(&a, pose_apply_inverse(pose_a, d.point_a)) - 1.0), 1e-9, "%d", i);
        apart += d.distance > 0.0;
    }
    cr_assert(apart > 800 && apart < 3200, "%d", apart);
}

// Of two balls it is known, also of those that are ellipsoids.
Test(ellipsoid, with_equal_axes_is_a_ball)
{
    uint64_t lot = 11;
    for (int i = 0; i < 2000; i++) {
        double r = chance_between(&lot, 0.1, 1.0), s = chance_between(&lot, 0.1, 1.0);
        bl_convex a = solid_make(BL_CONVEX_ELLIPSOID, 0.0, v3(r, r, r));
        bl_convex b = solid_make(BL_CONVEX_ELLIPSOID, 0.0, v3(s, s, s));
        belay_pose pose_a = solid_random_pose(&lot, 1.0), pose_b = solid_random_pose(&lot, 1.0);
        bl_distance d = bl_convex_distance(&a, pose_a, &b, pose_b);
        belay_vec3 way = v3_sub(pose_a.position, pose_b.position);
        if (!(v3_length(way) > 0.05)) continue;
        cr_assert_float_eq(d.distance, v3_length(way) - r - s, 1e-13, "%d", i);
        cr_assert_lt(v3_distance(d.normal, v3_scale(1.0 / v3_length(way), way)), 1e-7, "%d", i);
    }
}

// Sizes at both ends of what is allowed give the same answers, scaled.
Test(ellipsoid, size_makes_no_difference)
{
    uint64_t lot = 12;
    for (int i = 0; i < 400; i++) {
        bl_convex e = random_ellipsoid(&lot);
        belay_vec3 x = chance_vector(&lot, 2.0), d = points_random_direction(&lot);
        bl_core_nearest p, q;
        bl_core_find_nearest(&e, x, &p);
        double scale = i % 2 ? ldexp(1.0, 29) : ldexp(1.0, -23);
        bl_convex scaled = solid_scale(&e, scale);
        bl_core_find_nearest(&scaled, v3_scale(scale, x), &q);
        cr_assert_eq(q.distance, scale * p.distance);
        cr_assert_eq(v3_distance(q.normal, p.normal), 0.0);
        cr_assert_eq(v3_distance(bl_convex_support(&scaled, d), v3_scale(scale, bl_convex_support(&e, d))), 0.0);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Bad ones
// ---------------------------------------------------------------------------------------------------------------------

Test(ellipsoid, too_flat_or_too_thin_ones_are_refused)
{
    belay_mass mass = {7.0, {0.0, 0.0, 0.0}, {{0.0}}};
    belay_error error;
    belay_shape s = {.type = BELAY_SHAPE_ELLIPSOID, .ellipsoid = {{1.0, 0.5, 0.00999}}};
    cr_assert_eq(belay_shape_mass(&s, 1.0, &mass, &error), BELAY_ERROR_SHAPE);
    cr_assert_str_eq(error.message,
                     "ellipsoid.semi_axes is (1, 0.5, 0.00999); the longest must be at most 100 times the "
                     "shortest");
    cr_assert_eq(mass.mass, 7.0);
    s.ellipsoid.semi_axes.z = 0.01;
    cr_assert_eq(belay_shape_mass(&s, 1.0, &mass, &error), BELAY_OK);
    s.ellipsoid.semi_axes.y = -1.0;
    cr_assert_eq(belay_shape_mass(&s, 1.0, &mass, &error), BELAY_ERROR_VALUE);
    cr_assert_str_eq(error.message, "ellipsoid.semi_axes.y is -1; it must be above 0 (1e-30)");
}
