// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Support, bounds, reach and middle of every kind of convex solid, against points spread densely over it.

#include "core/alloc.h"
#include "geometry/convex/convex.h"
#include "support/chance.h"
#include "support/shapes/points.h"

#include <criterion/criterion.h>
#include <float.h>

#define KIND_COUNT (BL_CONVEX_CONE + 1)
#define TURNS 256 // points around a circle of the samples
#define MAX_SAMPLES 1024

typedef struct solid {
    bl_convex convex;
    unsigned char* block;            // of a hull
    belay_vec3 samples[MAX_SAMPLES]; // points of the core: all its corners, and points along its circles
    int count;
} solid;

static void add_circle(solid* s, double radius, double z)
{
    for (int i = 0; i < TURNS; i++) {
        double a = 6.283185307179586 * i / TURNS;
        s->samples[s->count++] = v3(radius * cos(a), radius * sin(a), z);
    }
}

static void add_hull(solid* s, uint64_t* state)
{
    belay_allocator allocator = bl_allocator_default();
    s->count = 4 + points_random_below(state, 60);
    for (int i = 0; i < s->count; i++)
        s->samples[i] = v3_add(v3(0.3, -0.2, 0.1), chance_vector(state, 1.0));
    cr_assert_eq(bl_hull_build(s->samples, s->count, &allocator, &s->block, NULL), BELAY_OK);
    s->convex.hull = (const bl_hull*)(const void*)s->block;
}

static void add_samples(solid* s, uint64_t* state)
{
    belay_vec3 half = s->convex.half;
    switch (s->convex.kind) {
    case BL_CONVEX_POINT:
        s->samples[s->count++] = v3_zero();
        break;
    case BL_CONVEX_SEGMENT:
        s->samples[s->count++] = v3(0.0, 0.0, -half.z);
        s->samples[s->count++] = v3(0.0, 0.0, half.z);
        break;
    case BL_CONVEX_TRIANGLE:
        for (int i = 0; i < 3; i++)
            s->samples[s->count++] = s->convex.corners[i] = chance_vector(state, 1.0);
        break;
    case BL_CONVEX_BOX:
        s->count = points_box(s->samples, v3_scale(2.0, half));
        break;
    case BL_CONVEX_HULL:
        add_hull(s, state);
        break;
    case BL_CONVEX_CYLINDER:
        add_circle(s, half.x, -half.z);
        add_circle(s, half.x, half.z);
        break;
    case BL_CONVEX_ELLIPSOID: // by formulas of its own (test_ellipsoid.c)
        break;
    case BL_CONVEX_CONE:
        add_circle(s, half.x, -half.z);
        s->samples[s->count++] = v3(0.0, 0.0, half.z);
        break;
    }
}

static void make_solid(solid* s, bl_convex_kind kind, uint64_t* state)
{
    *s = (solid){.convex = {.kind = kind}};
    s->convex.half.x = chance_between(state, 0.1, 1.0);
    s->convex.half.y = chance_between(state, 0.1, 1.0);
    s->convex.half.z = chance_between(state, 0.1, 1.0);
    add_samples(s, state);
}

// A sample on a circle of radius r is at most r (1 - cos(pi / TURNS)) short of the furthest point.
static double sampling_error(const solid* s)
{
    bool is_round = s->convex.kind == BL_CONVEX_CYLINDER || s->convex.kind == BL_CONVEX_CONE;
    return 1e-14 + (is_round ? s->convex.half.x * (1.0 - cos(3.14159265358979323846 / TURNS)) : 0.0);
}

static double furthest_sample(const solid* s, belay_vec3 direction)
{
    double most = -HUGE_VAL;
    for (int i = 0; i < s->count; i++)
        most = fmax(most, v3_dot(s->samples[i], direction));
    return most;
}

// Whether a point is in a round core, up to rounding; others are known by their corners.
static bool is_in_core(const bl_convex* c, belay_vec3 p)
{
    double across = sqrt(p.x * p.x + p.y * p.y), tolerance = 1e-15;
    if (fabs(p.z) > c->half.z) return false;
    if (c->kind == BL_CONVEX_CYLINDER) return across <= c->half.x + tolerance;
    return across <= c->half.x * 0.5 * (1.0 - p.z / c->half.z) + tolerance;
}

static bool is_sample(const solid* s, belay_vec3 p)
{
    for (int i = 0; i < s->count; i++)
        if (s->samples[i].x == p.x && s->samples[i].y == p.y && s->samples[i].z == p.z) return true;
    return false;
}

// Random directions and those along the axes, where there are ties.
static belay_vec3 choose_direction(int trial, uint64_t* state)
{
    belay_vec3 d = points_random_direction(state);
    if (trial < 64) d = v3(trial % 4 - 1, trial / 4 % 4 - 1, trial / 16 - 1);
    return v3_scale(trial % 3 == 0 ? 1.0 : chance_between(state, 0.0, 9.0), d);
}

Test(convex, support_is_a_furthest_point_of_the_core)
{
    static solid s;
    uint64_t state = 1;
    for (int kind = 0; kind < KIND_COUNT; kind++)
        for (int body = 0; body < 20; body++) {
            make_solid(&s, (bl_convex_kind)kind, &state);
            bool is_round = kind == BL_CONVEX_CYLINDER || kind == BL_CONVEX_CONE;
            for (int trial = 0; trial < 200; trial++) {
                belay_vec3 d = choose_direction(trial, &state), p = bl_convex_support(&s.convex, d);
                double along = v3_dot(p, d), most = furthest_sample(&s, d), size = v3_length(d);
                cr_assert(is_round ? is_in_core(&s.convex, p) : is_sample(&s, p));
                cr_assert_geq(along, most - 1e-15 * size);
                cr_assert_leq(along, most + sampling_error(&s) * size);
            }
            arrfree(s.block);
        }
}

// The direction's length does not matter, however small or large it is.
Test(convex, support_needs_no_unit_direction)
{
    static solid s;
    uint64_t state = 2;
    for (int kind = 0; kind < KIND_COUNT; kind++)
        for (int trial = 0; trial < 100; trial++) {
            make_solid(&s, (bl_convex_kind)kind, &state);
            belay_vec3 d = points_random_direction(&state), p = bl_convex_support(&s.convex, d);
            for (int power = -1000; power <= 1000; power += 400)
                cr_assert_lt(v3_distance(p, bl_convex_support(&s.convex, v3_scale(ldexp(1.0, power), d))), 1e-15);
            arrfree(s.block);
        }
}

Test(convex, support_without_a_direction_is_some_point)
{
    static solid s;
    uint64_t state = 3;
    for (int kind = 0; kind < KIND_COUNT; kind++) {
        make_solid(&s, (bl_convex_kind)kind, &state);
        belay_vec3 p = bl_convex_support(&s.convex, v3_zero());
        bool is_round = kind == BL_CONVEX_CYLINDER || kind == BL_CONVEX_CONE;
        cr_assert(is_round ? is_in_core(&s.convex, p) : is_sample(&s, p));
        arrfree(s.block);
    }
}

// Of several furthest corners the first counts.
Test(convex, ties_go_to_the_first)
{
    static solid s;
    uint64_t state = 4;
    make_solid(&s, BL_CONVEX_TRIANGLE, &state);
    s.convex.corners[1].z = s.convex.corners[2].z = s.convex.corners[0].z + 1.0;
    belay_vec3 p = bl_convex_support(&s.convex, v3(0.0, 0.0, 2.0));
    cr_assert_eq(v3_distance(p, s.convex.corners[1]), 0.0);
    make_solid(&s, BL_CONVEX_BOX, &state);
    belay_allocator allocator = bl_allocator_default();
    cr_assert_eq(bl_hull_build(s.samples, s.count, &allocator, &s.block, NULL), BELAY_OK);
    bl_convex hull = {.kind = BL_CONVEX_HULL, .hull = (const bl_hull*)(const void*)s.block};
    p = bl_convex_support(&hull, v3(1.0, 0.0, 0.0)); // vertices are sorted
    cr_assert(p.x == s.convex.half.x && p.y == -s.convex.half.y && p.z == -s.convex.half.z);
    arrfree(s.block);
}

Test(convex, bounds_are_tight)
{
    static solid s;
    uint64_t state = 5;
    for (int kind = 0; kind < KIND_COUNT; kind++)
        for (int trial = 0; trial < 200; trial++) {
            make_solid(&s, (bl_convex_kind)kind, &state);
            s.convex.radius = trial % 2 == 0 ? 0.0 : chance_between(&state, 0.0, 0.5);
            belay_pose pose = points_random_pose(&state, 2.0);
            belay_vec3 lower, upper, x = v3(1.0, 0.0, 0.0), y = v3(0.0, 1.0, 0.0), z = v3(0.0, 0.0, 1.0);
            bl_convex_bounds(&s.convex, pose, &lower, &upper);
            points_place(s.samples, s.count, pose);
            belay_vec3 high = v3(furthest_sample(&s, x), furthest_sample(&s, y), furthest_sample(&s, z));
            belay_vec3 low =
                v3(-furthest_sample(&s, v3_neg(x)), -furthest_sample(&s, v3_neg(y)), -furthest_sample(&s, v3_neg(z)));
            belay_vec3 above = v3_sub(upper, high), below = v3_sub(low, lower);
            double r = s.convex.radius, tolerance = 1e-14, most = r + sampling_error(&s) + tolerance;
            cr_assert(fmin(above.x, fmin(above.y, above.z)) >= r - tolerance &&
                      fmax(above.x, fmax(above.y, above.z)) <= most);
            cr_assert(fmin(below.x, fmin(below.y, below.z)) >= r - tolerance &&
                      fmax(below.x, fmax(below.y, below.z)) <= most);
            arrfree(s.block);
        }
}

// The bounds and the support function say the same, without any sampling.
Test(convex, bounds_agree_with_support)
{
    static solid s;
    uint64_t state = 6;
    for (int kind = 0; kind < KIND_COUNT; kind++)
        for (int trial = 0; trial < 200; trial++) {
            make_solid(&s, (bl_convex_kind)kind, &state);
            belay_pose pose = points_random_pose(&state, 2.0);
            belay_vec3 lower, upper, x = q_rotate_inverse(pose.rotation, v3(1.0, 0.0, 0.0));
            bl_convex_bounds(&s.convex, pose, &lower, &upper);
            cr_assert_float_eq(upper.x, pose_apply(pose, bl_convex_support(&s.convex, x)).x, 1e-14);
            cr_assert_float_eq(lower.x, pose_apply(pose, bl_convex_support(&s.convex, v3_neg(x))).x, 1e-14);
            arrfree(s.block);
        }
}

Test(convex, reach_is_the_largest_distance)
{
    static solid s;
    uint64_t state = 7;
    for (int kind = 0; kind < KIND_COUNT; kind++)
        for (int trial = 0; trial < 200; trial++) {
            make_solid(&s, (bl_convex_kind)kind, &state);
            s.convex.radius = trial % 2 == 0 ? 0.0 : 0.25;
            belay_vec3 from = chance_vector(&state, trial % 4 == 0 ? 0.0 : 2.0);
            double most = 0.0, reach = bl_convex_bounding_radius(&s.convex, from) - s.convex.radius;
            for (int i = 0; i < s.count; i++)
                most = fmax(most, v3_distance(s.samples[i], from));
            cr_assert_geq(reach, most - 1e-14);
            cr_assert_leq(reach, most + 2.0 * sampling_error(&s));
            arrfree(s.block);
        }
}

// Every direction leads from the middle to a point of the core that is further along it.
Test(convex, middle_is_inside)
{
    static solid s;
    uint64_t state = 8;
    for (int kind = BL_CONVEX_BOX; kind < KIND_COUNT; kind++)
        for (int trial = 0; trial < 200; trial++) {
            make_solid(&s, (bl_convex_kind)kind, &state);
            belay_vec3 middle = bl_convex_middle(&s.convex);
            double least = kind == BL_CONVEX_HULL ? 0.0 : 0.02; // all others are at least 0.1 thick
            for (int i = 0; i < 100; i++) {
                belay_vec3 d = i > 0 ? points_random_direction(&state) : v3(0.0, 0.0, -1.0);
                cr_assert_gt(v3_dot(v3_sub(bl_convex_support(&s.convex, d), middle), d), least);
            }
            arrfree(s.block);
        }
    for (int trial = 0; trial < 100; trial++) {
        make_solid(&s, BL_CONVEX_TRIANGLE, &state);
        const belay_vec3* c = s.convex.corners;
        belay_vec3 middle = bl_convex_middle(&s.convex), three = v3_add(c[0], v3_add(c[1], c[2]));
        cr_assert_lt(v3_distance(v3_scale(3.0, middle), three), 1e-15 * 10.0);
    }
}
