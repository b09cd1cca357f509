// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Convex hulls of clouds of all kinds: every defining property, and what the order of input may not change.

#include "core/alloc.h"
#include "support/chance.h"
#include "support/shapes/hulls.h"
#include "support/shapes/points.h"

#include <criterion/criterion.h>
#include <string.h>

// The same points in another order, some of them twice, are the same hull bit for bit.
static void check_order(const bl_hull* h, const belay_vec3* points, int count, uint64_t* state)
{
    static belay_vec3 other[2 * HULLS_MAX_POINTS];
    memcpy(other, points, (size_t)count * sizeof *points);
    int doubled = count;
    for (int i = 0; i < count; i += 1 + points_random_below(state, 4))
        other[doubled++] = points[i];
    points_shuffle(other, doubled, state);
    bl_hull* again = hull_build(other, doubled);
    cr_assert(hull_has_same_bits(h, again));
    hull_destroy(again);
}

static void check_all(const belay_vec3* points, int count, uint64_t* state)
{
    bl_hull* h = hull_build(points, count);
    hull_check_polytope(h, points, count);
    check_order(h, points, count, state);
    hull_destroy(h);
}

typedef int make_fn(belay_vec3* points, double noise, uint64_t* state);

static int random_count(uint64_t* state)
{
    return 4 + points_random_below(state, points_random_below(state, 4) == 0 ? 400 : 50);
}

static int make_cloud(belay_vec3* points, double noise, uint64_t* state)
{
    int count = random_count(state);
    double flat = chance_between(state, 0.0, 1.0);
    (void)noise;
    for (int i = 0; i < count; i++) {
        points[i] = chance_vector(state, 1.0);
        points[i].z *= flat * flat;
    }
    return count;
}

static int make_noisy_grid(belay_vec3* points, double noise, uint64_t* state)
{
    int count = hull_cube_grid(points, 1 + points_random_below(state, 7), true);
    for (int i = 0; i < count; i++)
        points[i] = v3_add_scaled(points[i], noise, chance_vector(state, 1.0));
    return count;
}

// Clusters: every corner is several points that the tolerance can hardly tell apart.
static int make_clusters(belay_vec3* points, double noise, uint64_t* state)
{
    int count = random_count(state), centers = 5 + points_random_below(state, 8);
    for (int i = 0; i < count; i++)
        points[i] = i < centers ? chance_vector(state, 1.0)
                                : v3_add_scaled(points[i % centers], noise, chance_vector(state, 1.0));
    return count;
}

static int make_noisy_prism(belay_vec3* points, double noise, uint64_t* state)
{
    int count = points_prism(points, 3 + points_random_below(state, 90), 0.3);
    for (int i = 0; i < count; i++)
        points[i] = v3_add_scaled(points[i], noise, chance_vector(state, 1.0));
    return count;
}

// Points on the faces of a random tetrahedron, its corners among them.
static int make_tetrahedron(belay_vec3* points, double noise, uint64_t* state)
{
    int count = random_count(state);
    (void)noise;
    for (int i = 0; i < 4; i++)
        points[i] = chance_vector(state, 1.0);
    for (int i = 4; i < count; i++) {
        int skip = points_random_below(state, 4), a = (skip + 1) % 4, b = (skip + 2) % 4, c = (skip + 3) % 4;
        double u = chance_between(state, 0.0, 1.0), v = chance_between(state, 0.0, 1.0 - u);
        points[i] = v3_add_scaled(v3_add_scaled(v3_scale(1.0 - u - v, points[a]), u, points[b]), v, points[c]);
    }
    return count;
}

// A thin lens, a wedge with a sharp edge, a bowl, a shallow pyramid: where planes nearly meet.
static int make_thin(belay_vec3* points, double noise, uint64_t* state)
{
    int count = random_count(state), kind = points_random_below(state, 3);
    double thickness = 1e-8 + 100.0 * noise;
    for (int i = 0; i < count; i++) {
        belay_vec3 p = chance_vector(state, 1.0);
        if (kind == 0) p.z *= thickness;
        if (kind == 1) p.z *= thickness * fabs(p.x);
        if (kind == 2) p.z = thickness * (p.x * p.x + p.y * p.y);
        points[i] = p;
    }
    return count;
}

// A cube whose corners are cut off by less and less.
static int make_cut_cube(belay_vec3* points, double noise, uint64_t* state)
{
    int count = 0;
    (void)state;
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++) {
            belay_vec3 p = v3(i & 1 ? 1.0 : -1.0, i & 2 ? 1.0 : -1.0, i & 4 ? 1.0 : -1.0);
            if (k == 0) p.x *= 1.0 - noise;
            if (k == 1) p.y *= 1.0 - noise;
            if (k == 2) p.z *= 1.0 - noise;
            points[count++] = p;
        }
    return count;
}

// Random placement, size from 1e-3 to 1e4 m, at times 1e5 m from the origin.
static void place_at_random(belay_vec3* points, int count, uint64_t* state)
{
    double size = pow(10.0, chance_between(state, -3.0, 4.0));
    belay_pose pose = points_random_pose(state, points_random_below(state, 3) == 0 ? 1e5 : size);
    for (int i = 0; i < count; i++)
        points[i] = pose_apply(pose, v3_scale(size, points[i]));
}

// Hulls that are refused for being flat or having too many corners are not judged here.
static int check_random(make_fn* make, int trials, uint64_t state)
{
    static belay_vec3 points[HULLS_MAX_POINTS];
    belay_allocator allocator = bl_allocator_default();
    int built = 0;
    for (int trial = 0; trial < trials; trial++) {
        double noise = pow(10.0, chance_between(&state, -17.0, -5.0));
        int count = make(points, noise, &state);
        if (trial % 2 == 0) place_at_random(points, count, &state);
        unsigned char* block;
        belay_result result = bl_hull_build(points, count, &allocator, &block, NULL);
        cr_assert(result == BELAY_OK || result == BELAY_ERROR_SHAPE);
        arrfree(block);
        if (result != BELAY_OK) continue;
        check_all(points, count, &state);
        built++;
    }
    return built;
}

Test(hull, clouds)
{
    cr_assert_geq(check_random(make_cloud, 400, 11), 380);
}

Test(hull, grids_with_noise_of_every_size)
{
    cr_assert_geq(check_random(make_noisy_grid, 400, 12), 390);
}

Test(hull, clusters)
{
    cr_assert_geq(check_random(make_clusters, 400, 13), 380);
}

Test(hull, prisms_with_noise_of_every_size)
{
    cr_assert_geq(check_random(make_noisy_prism, 400, 14), 390);
}

Test(hull, points_on_a_tetrahedron)
{
    cr_assert_geq(check_random(make_tetrahedron, 400, 15), 380);
}

Test(hull, thin_bodies)
{
    cr_assert_geq(check_random(make_thin, 600, 16), 300);
}

Test(hull, cut_cubes)
{
    cr_assert_eq(check_random(make_cut_cube, 200, 17), 200);
}

// The tetrahedron's own corners are all that is left of points on its faces.
Test(hull, points_on_a_tetrahedron_leave_four_corners)
{
    belay_vec3 points[HULLS_MAX_POINTS];
    uint64_t state = 18;
    for (int trial = 0; trial < 100; trial++) {
        int count = make_tetrahedron(points, 0.0, &state);
        bl_hull* h = hull_build(points, count);
        hull_check_counts(h, 4, 4);
        hull_destroy(h);
    }
}
