// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Manifolds at the extremes: sizes from 1 mm to 5 m beside each other, bodies as thin as 1e-4 of their length, deep
// overlaps, centres in one place, round numbers. Whatever is found is finite, with unit normals and an orthonormal
// frame, and no gap is wider than asked for.

#include "detect/convex/convex_contact.h"
#include "detect/convex/sphere_contact.h"
#include "detect/mesh/mesh_contact.h"
#include "support/chance.h"
#include "support/long.h"
#include "support/shapes/curves.h"
#include "support/shapes/meshes.h"
#include "support/shapes/solids.h"

#include <criterion/criterion.h>
#include <stdlib.h>

static double any_size(uint64_t* lot)
{
    return exp(chance_between(lot, log(1e-3), log(5.0)));
}

// Each half length by itself, or one of them down to 1e-4 of the largest.
static belay_vec3 any_half(uint64_t* lot)
{
    double size = any_size(lot), thin = exp(chance_between(lot, log(1e-4), 0.0));
    belay_vec3 half = v3(size, size * chance_between(lot, 0.3, 1.0), size * chance_between(lot, 0.3, 1.0));
    uint32_t which = chance_below(lot, 4);
    if (which == 0) half.x *= thin;
    if (which == 1) half.z *= thin;
    if (which == 2) half = v3(size * thin, size * thin, size);
    return half;
}

static bl_convex any_solid(uint64_t* lot)
{
    static const bl_convex_kind kinds[] = {BL_CONVEX_POINT,    BL_CONVEX_SEGMENT, BL_CONVEX_BOX,      BL_CONVEX_HULL,
                                           BL_CONVEX_CYLINDER, BL_CONVEX_CONE,    BL_CONVEX_ELLIPSOID};
    bl_convex_kind kind = kinds[chance_below(lot, 7)];
    belay_vec3 half = any_half(lot), corners[8];
    double least = fmax(half.x, fmax(half.y, half.z)) / BELAY_MAX_ELLIPSOID_RATIO;
    if (kind == BL_CONVEX_ELLIPSOID)
        return solid_make(kind, 0.0, v3(fmax(half.x, least), fmax(half.y, least), fmax(half.z, least)));
    if (kind <= BL_CONVEX_SEGMENT) return solid_make(kind, fmin(half.x, half.y), half);
    if (kind != BL_CONVEX_HULL) return solid_make(kind, 0.0, half);
    for (int i = 0; i < 8; i++)
        corners[i] = v3((i & 1 ? 1 : -1) * half.x, (i & 2 ? 1 : -1) * half.y, (i & 4 ? 1 : -1) * half.z);
    return solid_make_hull(corners, 8, 0.0);
}

static belay_quat any_turn(uint64_t* lot)
{
    uint32_t which = chance_below(lot, 4);
    if (which == 0) return belay_quat_identity();
    if (which == 1) return q_exp(v3(0.0, 0.25 * 3.14159265358979323846 * chance_below(lot, 5), 0.0));
    return solid_random_rotation(lot);
}

// In one place, or off by something between nothing and `reach`.
static belay_vec3 any_offset(uint64_t* lot, double reach)
{
    uint32_t which = chance_below(lot, 5);
    if (which == 0) return v3_zero();
    if (which == 1) return v3_scale(reach * exp(chance_between(lot, -740.0, 0.0)), solid_random_direction(lot));
    if (which == 2) return v3(0.0, 0.0, reach * 0.25 * chance_below(lot, 5));
    return v3_scale(chance_between(lot, 0.0, 1.2 * reach), solid_random_direction(lot));
}

static void check_point(const bl_manifold_point* p, double cutoff, double size, const char* what, uint64_t seed)
{
    const double tolerance = 1e-9;
    bool is_finite = v3_is_finite(p->point) && v3_is_finite(p->reference) && v3_is_finite(p->reference_b) &&
                     v3_is_finite(p->normal) && v3_is_finite(p->tangent1) && v3_is_finite(p->tangent2) &&
                     isfinite(p->gap) && isfinite(p->kappa1) && isfinite(p->kappa2) && isfinite(p->geodesic1) &&
                     isfinite(p->arc);
    cr_assert(is_finite, "%s, seed %llu: not finite", what, (unsigned long long)seed);
    double off = fmax(fabs(v3_length(p->normal) - 1.0), fabs(v3_length(p->tangent1) - 1.0));
    off = fmax(off,
               fmax(fabs(v3_dot(p->normal, p->tangent1)), v3_distance(v3_cross(p->normal, p->tangent1), p->tangent2)));
    cr_assert(off < tolerance, "%s, seed %llu: the frame is off by %g", what, (unsigned long long)seed, off);
    cr_assert(p->gap <= cutoff + tolerance * size && p->gap >= -8.0 * size, "%s, seed %llu: gap %g of size %g", what,
              (unsigned long long)seed, p->gap, size);
}

static void check(const bl_manifold* manifolds, int count, double cutoff, double size, const char* what, uint64_t seed)
{
    for (int k = 0; k < count; k++) {
        cr_assert(manifolds[k].count >= 0 && manifolds[k].count <= BL_MANIFOLD_MAX_POINTS);
        for (int i = 0; i < manifolds[k].count; i++)
            check_point(&manifolds[k].points[i], cutoff, size, what, seed);
    }
}

static int rounds(void)
{
    return tests_may_be_long() ? 1000000 : 20000;
}

Test(contact_extremes, solids_on_each_other)
{
    for (int i = 0; i < rounds(); i++) {
        uint64_t lot = (uint64_t)i * 2654435761u + 1, seed = lot;
        bl_convex a = any_solid(&lot), b = any_solid(&lot);
        double size = bl_convex_bounding_radius(&a, v3_zero()) + bl_convex_bounding_radius(&b, v3_zero()),
               cutoff = 0.005;
        belay_pose pose_b = {chance_vector(&lot, 10.0), any_turn(&lot)};
        belay_pose pose_a = {v3_add(pose_b.position, any_offset(&lot, size)), any_turn(&lot)};
        bl_manifold m;
        m.count = 0;
        bl_collide_convex(&a, pose_a, &b, pose_b, cutoff, &m);
        check(&m, 1, cutoff, size + 10.0 * cutoff, "solids", seed);
        if (a.kind == BL_CONVEX_POINT && b.kind == BL_CONVEX_POINT) {
            bl_collide_sphere_sphere(pose_a.position, a.radius, pose_b.position, b.radius, cutoff, &m);
            check(&m, 1, cutoff, size, "balls", seed);
        }
        bl_collide_convex_plane(&a, pose_a, solid_random_direction(&lot), chance_signed(&lot), cutoff, &m);
        check(&m, 1, cutoff, 100.0, "plane", seed);
        solid_fini(&a);
        solid_fini(&b);
    }
}

Test(contact_extremes, solids_on_meshes_and_tubes)
{
    belay_vec3 ring[12];
    for (int i = 0; i < 12; i++)
        ring[i] = v3(cos(0.5235987755982988 * i), sin(0.5235987755982988 * i), 0.0);
    bl_curve* curve = curve_of(ring, 12, true, 0.05);
    for (int i = 0; i < rounds() / 10; i++) {
        uint64_t lot = (uint64_t)i * 40503u + 7, seed = lot;
        bl_convex a = any_solid(&lot);
        double size = bl_convex_bounding_radius(&a, v3_zero()) + 2.0, cutoff = 0.005;
        belay_pose pose = {any_offset(&lot, size), any_turn(&lot)};
        if (chance_below(&lot, 3) == 0) pose.position = ring[chance_below(&lot, 12)];
        bl_manifold m;
        m.count = 0;
        if (a.kind == BL_CONVEX_POINT)
            bl_collide_sphere_tube(pose.position, a.radius, curve, belay_pose_identity(), 0.05, cutoff, &m);
        else
            bl_collide_convex_tube(&a, pose, curve, belay_pose_identity(), 0.05, cutoff, &m);
        check(&m, 1, cutoff, size, "tube", seed);
        solid_fini(&a);
    }
    free(curve);
}

Test(contact_extremes, solids_on_triangles)
{
    bl_manifold found[BL_MESH_MAX_MANIFOLDS];
    for (int i = 0; i < rounds() / 10; i++) {
        uint64_t lot = (uint64_t)i * 30011u + 3, seed = lot;
        unsigned char* block = i % 2 == 0 ? mesh_build_soup(seed) : mesh_build_floor(3, belay_pose_identity());
        bl_convex a = any_solid(&lot);
        double size = bl_convex_bounding_radius(&a, v3_zero()) + 10.0, cutoff = 0.005;
        belay_pose pose = {any_offset(&lot, 3.0), any_turn(&lot)};
        int count = bl_collide_convex_mesh(&a, pose, mesh_of(block), belay_pose_identity(), cutoff, found);
        check(found, count, cutoff, size, "mesh", seed);
        solid_fini(&a);
        arrfree(block);
    }
}
