// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Rays against convex solids: against fine sampling of the solids' definitions, analytic hits, from inside, along faces
// and at shared edges.

#include "geometry/distance/distance.h"
#include "support/chance.h"
#include "support/shapes/solids.h"

#include <criterion/criterion.h>
#include <string.h>

typedef struct hit {
    bool is_hit;
    double time;
    belay_vec3 normal;
} hit;

static hit cast(const bl_convex* solid, belay_vec3 origin, belay_vec3 way)
{
    hit h = {false, 2.0, v3_zero()};
    h.is_hit = bl_convex_cast_ray(solid, origin, way, &h.time, &h.normal);
    return h;
}

static void check_hit(const bl_convex* solid, belay_vec3 origin, belay_vec3 way, double time, belay_vec3 normal)
{
    hit h = cast(solid, origin, way);
    cr_assert(h.is_hit);
    cr_assert_float_eq(h.time, time, 1e-14, "%.17g, not %.17g", h.time, time);
    cr_assert(v3_distance(h.normal, normal) < 1e-13, "normal %g %g %g", h.normal.x, h.normal.y, h.normal.z);
}

static double distance_of(const bl_convex* solid, belay_vec3 x)
{
    bl_convex point = {.kind = BL_CONVEX_POINT};
    belay_pose pose = {x, belay_quat_identity()};
    return bl_convex_distance(solid, belay_pose_identity(), &point, pose).distance;
}

// A hit is on the surface, entered against the normal, and nothing before it is inside; a miss has nothing inside at
// all.
static void check_ray(const bl_convex* solid, belay_vec3 origin, belay_vec3 way, int* hits)
{
    hit h = cast(solid, origin, way);
    bool is_inside = distance_of(solid, origin) < 0.0;
    double last = h.is_hit ? h.time : 1.0;
    for (int i = 0; i < 400 && !is_inside; i++) {
        double d = distance_of(solid, v3_add_scaled(origin, last * i / 400.0, way));
        cr_assert(d > -1e-12, "%d: %g inside before %g", (int)solid->kind, -d, last);
    }
    *hits += h.is_hit;
    cr_assert(h.is_hit || !is_inside);
    if (!h.is_hit) return;
    double d = distance_of(solid, v3_add_scaled(origin, h.time, way));
    cr_assert(is_inside ? h.time == 0.0 : fabs(d) < 1e-12, "%d: hit %g off the surface", (int)solid->kind, d);
    cr_assert_float_eq(v3_length(h.normal), 1.0, 1e-14);
    cr_assert(v3_dot(h.normal, way) <= 0.0);
    belay_vec3 beyond = v3_add_scaled(v3_add_scaled(origin, h.time, way), 1e-3, h.normal);
    if (!is_inside) cr_assert(fabs(distance_of(solid, beyond) - 1e-3) < 1e-9);
}

static void check_rays(uint64_t seed, double radius, int count, int least_hits)
{
    uint64_t lot = seed;
    int hits = 0;
    for (int k = 0; k < count; k++) {
        bl_convex_kind kind = (bl_convex_kind)(k % SOLID_KINDS);
        bool needs_radius = kind <= BL_CONVEX_SEGMENT;
        bl_convex solid = solid_random_make(&lot, kind, needs_radius ? 0.4 : radius);
        belay_vec3 origin = chance_vector(&lot, 2.0), aim = chance_vector(&lot, 1.0);
        check_ray(&solid, origin, v3_scale(1.5, v3_sub(aim, origin)), &hits);
        solid_fini(&solid);
    }
    cr_assert(hits >= least_hits, "only %d hits", hits);
}

Test(ray, agrees_with_sampling)
{
    check_rays(1, 0.0, 7000, 1500);
}

Test(ray, of_rounded_solids_agrees_with_sampling)
{
    check_rays(2, 0.2, 2100, 600);
}

Test(ray, hits_a_ball)
{
    bl_convex ball = solid_make(BL_CONVEX_POINT, 0.5, v3_zero());
    check_hit(&ball, v3(-2.0, 0.3, 0.0), v3(4.0, 0.0, 0.0), 0.4, v3(-0.8, 0.6, 0.0));
    cr_assert_not(cast(&ball, v3(-2.0, 0.5000001, 0.0), v3(4.0, 0.0, 0.0)).is_hit);
    cr_assert_not(cast(&ball, v3(-2.0, 0.0, 0.0), v3(1.4, 0.0, 0.0)).is_hit);
    cr_assert_not(cast(&ball, v3(2.0, 0.0, 0.0), v3(1.0, 0.0, 0.0)).is_hit);
}

Test(ray, hits_a_capsule)
{
    bl_convex capsule = solid_make(BL_CONVEX_SEGMENT, 0.5, v3(0.0, 0.0, 1.0));
    check_hit(&capsule, v3(-2.0, 0.3, 0.7), v3(4.0, 0.0, 0.0), 0.4, v3(-0.8, 0.6, 0.0));
    check_hit(&capsule, v3(0.3, 0.0, 3.0), v3(0.0, 0.0, -4.0), 0.4, v3(0.6, 0.0, 0.8));
    check_hit(&capsule, v3(0.0, 0.3, -3.0), v3(0.0, 0.0, 4.0), 0.4, v3(0.0, 0.6, -0.8));
    cr_assert_not(cast(&capsule, v3(0.51, 0.0, 3.0), v3(0.0, 0.0, -4.0)).is_hit);
}

Test(ray, hits_a_box)
{
    bl_convex box = solid_make(BL_CONVEX_BOX, 0.0, v3(1.0, 0.5, 0.25));
    check_hit(&box, v3(-3.0, 0.1, 0.1), v3(4.0, 0.1, 0.0), 0.5, v3(-1.0, 0.0, 0.0));
    check_hit(&box, v3(0.2, 2.5, 0.1), v3(0.3, -4.0, 0.0), 0.5, v3(0.0, 1.0, 0.0));
    check_hit(&box, v3(0.2, 0.2, -1.25), v3(0.0, 0.1, 2.0), 0.5, v3(0.0, 0.0, -1.0));
}

Test(ray, hits_a_cylinder)
{
    bl_convex cylinder = solid_make(BL_CONVEX_CYLINDER, 0.0, v3(0.5, 0.5, 1.0));
    check_hit(&cylinder, v3(-2.0, 0.3, 0.5), v3(4.0, 0.0, 0.1), 0.4, v3(-0.8, 0.6, 0.0));
    check_hit(&cylinder, v3(0.1, 0.2, 3.0), v3(0.1, 0.0, -4.0), 0.5, v3(0.0, 0.0, 1.0));
    check_hit(&cylinder, v3(0.1, 0.2, -3.0), v3(0.0, 0.0, 4.0), 0.5, v3(0.0, 0.0, -1.0));
    cr_assert_not(cast(&cylinder, v3(0.5, 0.5, 3.0), v3(0.0, 0.0, -4.0)).is_hit);
    cr_assert_not(cast(&cylinder, v3(-2.0, 0.0, 1.0001), v3(4.0, 0.0, 0.0)).is_hit);
}

Test(ray, hits_a_cone)
{
    bl_convex cone = solid_make(BL_CONVEX_CONE, 0.0, v3(1.0, 1.0, 1.0));
    double s = 1.0 / sqrt(5.0);
    check_hit(&cone, v3(-2.5, 0.0, 0.0), v3(4.0, 0.0, 0.0), 0.5, v3(-2.0 * s, 0.0, s));
    check_hit(&cone, v3(0.5, 0.0, 2.0), v3(0.0, 0.0, -4.0), 0.5, v3(2.0 * s, 0.0, s));
    check_hit(&cone, v3(0.0, 0.0, 2.0), v3(0.0, 0.0, -4.0), 0.25, v3(0.0, 0.0, 1.0));
    check_hit(&cone, v3(0.5, 0.2, -2.0), v3(0.0, 0.0, 4.0), 0.25, v3(0.0, 0.0, -1.0));
    // along a line of the side, which leaves the cone only through the base, and beside it
    check_hit(&cone, v3(1.01, 0.0, 3.0), v3(-2.0, 0.0, -4.0), 0.5025, v3(2.0 * s, 0.0, s));
    cr_assert_not(cast(&cone, v3(0.99, 0.0, 3.0), v3(-2.0, 0.0, -4.0)).is_hit);
    cr_assert_not(cast(&cone, v3(-0.4999, 0.0, 2.0), v3(1.0, 0.0, -2.0)).is_hit);
    cr_assert_not(cast(&cone, v3(-2.0, 0.0, 1.1), v3(4.0, 0.0, 0.0)).is_hit);
    cr_assert_not(cast(&cone, v3(-0.9, 0.0, 4.0), v3(0.0, 0.0, -2.9)).is_hit);
}

Test(ray, hits_both_sides_of_a_triangle)
{
    bl_convex triangle = solid_make(BL_CONVEX_TRIANGLE, 0.0, v3_zero());
    triangle.corners[1] = v3(1.0, 0.0, 0.0);
    triangle.corners[2] = v3(0.0, 1.0, 0.0);
    check_hit(&triangle, v3(0.2, 0.3, 1.0), v3(0.0, 0.0, -4.0), 0.25, v3(0.0, 0.0, 1.0));
    check_hit(&triangle, v3(0.2, 0.3, -1.0), v3(0.0, 0.0, 4.0), 0.25, v3(0.0, 0.0, -1.0));
    cr_assert_not(cast(&triangle, v3(0.6, 0.6, 1.0), v3(0.0, 0.0, -4.0)).is_hit);
    cr_assert_not(cast(&triangle, v3(0.2, 0.3, 1.0), v3(0.0, 0.0, -0.9)).is_hit);
    cr_assert_not(cast(&triangle, v3(-1.0, 0.3, 0.0), v3(4.0, 0.0, 0.0)).is_hit);
    cr_assert_not(cast(&triangle, v3(-1.0, 0.3, 1e-9), v3(4.0, 0.0, 0.0)).is_hit);
}

Test(ray, from_inside_hits_at_once)
{
    uint64_t lot = 3;
    for (int k = 0; k < 70; k++) {
        bl_convex_kind kind = (bl_convex_kind)(k % SOLID_KINDS);
        bl_convex solid = solid_random_make(&lot, kind, kind <= BL_CONVEX_TRIANGLE || k % 2 ? 0.3 : 0.0);
        belay_vec3 way = solid_random_direction(&lot);
        hit h = cast(&solid, bl_convex_middle(&solid), way), still = cast(&solid, bl_convex_middle(&solid), v3_zero());
        cr_assert(h.is_hit && h.time == 0.0);
        cr_assert_lt(v3_distance(h.normal, v3_neg(way)), 1e-15);
        cr_assert(still.is_hit && still.time == 0.0);
        cr_assert_not(cast(&solid, v3(5.0, 5.0, 5.0), v3_zero()).is_hit);
        solid_fini(&solid);
    }
}

// Rays parallel to a face of a box, outside: however close, no hit, also of the same box as a hull.
Test(ray, beside_a_face_misses)
{
    belay_vec3 corners[8];
    for (int i = 0; i < 8; i++)
        corners[i] = v3(i & 1 ? 1.0 : -1.0, i & 2 ? 0.5 : -0.5, i & 4 ? 0.25 : -0.25);
    bl_convex box = solid_make(BL_CONVEX_BOX, 0.0, v3(1.0, 0.5, 0.25)), hull = solid_make_hull(corners, 8, 0.0);
    for (int k = 1; k < 15; k++) {
        double off = pow(10.0, -(double)k);
        cr_assert_not(cast(&box, v3(-3.0, 0.0, 0.25 + off), v3(6.0, 0.0, 0.0)).is_hit);
        cr_assert_not(cast(&hull, v3(-3.0, 0.0, 0.25 + off), v3(6.0, 0.0, 0.0)).is_hit);
        cr_assert_not(cast(&box, v3(-3.0, -0.5 - off, 0.0), v3(6.0, 0.0, 0.0)).is_hit);
        cr_assert_not(cast(&hull, v3(-3.0, -0.5 - off, 0.0), v3(6.0, 0.0, 0.0)).is_hit);
        cr_assert(cast(&box, v3(-3.0, 0.0, 0.25 - off), v3(6.0, 0.0, 0.0)).is_hit);
        cr_assert(cast(&hull, v3(-3.0, 0.0, 0.25 - off), v3(6.0, 0.0, 0.0)).is_hit);
    }
    solid_fini(&hull);
}

Test(ray, a_hull_of_a_box_is_a_box)
{
    belay_vec3 corners[8];
    uint64_t lot = 4;
    for (int i = 0; i < 8; i++)
        corners[i] = v3(i & 1 ? 1.0 : -1.0, i & 2 ? 0.5 : -0.5, i & 4 ? 0.25 : -0.25);
    bl_convex box = solid_make(BL_CONVEX_BOX, 0.0, v3(1.0, 0.5, 0.25)), hull = solid_make_hull(corners, 8, 0.0);
    for (int k = 0; k < 2000; k++) {
        belay_vec3 origin = chance_vector(&lot, 2.0), way = chance_vector(&lot, 4.0);
        hit h = cast(&box, origin, way), g = cast(&hull, origin, way);
        cr_assert_eq(h.is_hit, g.is_hit);
        if (h.is_hit) cr_assert(fabs(h.time - g.time) < 1e-14 && v3_distance(h.normal, g.normal) < 1e-14);
    }
    solid_fini(&hull);
}

// Aimed at points of the edge that two triangles share, and at the corner of a fan: never between them.
Test(ray, hits_one_of_two_triangles_at_their_edge)
{
    uint64_t lot = 5;
    for (int k = 0; k < 5000; k++) {
        bl_convex a = solid_random_make(&lot, BL_CONVEX_TRIANGLE, 0.0), b = a;
        b.corners[0] = a.corners[1];
        b.corners[1] = a.corners[0];
        b.corners[2] = v3_sub(v3_add(a.corners[0], a.corners[1]), a.corners[2]);
        double t = k % 3 ? chance_next(&lot) : 0.5;
        belay_vec3 on_edge = v3_add(v3_scale(1.0 - t, a.corners[0]), v3_scale(t, a.corners[1]));
        belay_vec3 origin = chance_vector(&lot, 3.0), way = v3_scale(2.0, v3_sub(on_edge, origin));
        cr_assert(cast(&a, origin, way).is_hit || cast(&b, origin, way).is_hit);
    }
}

// Aimed at edges and corners of a solid from outside, towards its middle.
Test(ray, aimed_at_edges_hits)
{
    uint64_t lot = 6;
    for (int k = 0; k < 500; k++) {
        bl_convex hull = solid_random_make(&lot, BL_CONVEX_HULL, 0.0);
        const belay_vec3* v = bl_hull_vertices(hull.hull);
        const bl_hull_edge* e = bl_hull_edges(hull.hull);
        for (uint32_t i = 0; i < hull.hull->edge_count; i++) {
            double t = k % 3 ? chance_next(&lot) : 0.0;
            belay_vec3 p = v[e[i].origin], q = v[e[e[i].next].origin], x = v3_add_scaled(p, t, v3_sub(q, p));
            belay_vec3 way = v3_scale(2.0, v3_sub(bl_convex_middle(&hull), x));
            hit h = cast(&hull, v3_sub(x, way), v3_scale(2.0, way));
            cr_assert(h.is_hit && fabs(h.time - 0.5) < 1e-12);
        }
        solid_fini(&hull);
    }
}

Test(ray, from_afar_is_as_accurate_as_its_numbers)
{
    uint64_t lot = 7;
    for (int k = 0; k < 700; k++) {
        bl_convex_kind kind = (bl_convex_kind)(k % SOLID_KINDS);
        if (kind == BL_CONVEX_TRIANGLE) continue;
        bl_convex solid = solid_random_make(&lot, kind, kind <= BL_CONVEX_SEGMENT ? 0.5 : 0.0);
        belay_vec3 aim = v3_add(bl_convex_middle(&solid), chance_vector(&lot, 0.1));
        belay_vec3 origin = v3_scale(1e4, solid_random_direction(&lot)), way = v3_sub(aim, origin);
        hit h = cast(&solid, origin, way);
        cr_assert(h.is_hit);
        cr_assert(fabs(distance_of(&solid, v3_add_scaled(origin, h.time, way))) < 1e-11);
        solid_fini(&solid);
    }
}
