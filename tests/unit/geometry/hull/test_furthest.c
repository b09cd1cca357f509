// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The furthest of many corners and faces: what four at once find is what is found one by one, to the last bit, also
// where several are as far.

#include "geometry/hull/furthest.h"
#include "support/chance.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#define MOST 64

// Coordinates in quarters, so that many dots are the same, or any.
static belay_vec3 point_of(uint64_t* chance, bool is_coarse)
{
    belay_vec3 p = chance_vector(chance, 1.0);
    return is_coarse ? v3(rint(4.0 * p.x) / 4.0, rint(4.0 * p.y) / 4.0, rint(4.0 * p.z) / 4.0) : p;
}

static void check_points(const belay_vec3* points, uint32_t count, belay_vec3 direction, double enough)
{
    uint32_t best = bl_furthest_point_wide(points, count, direction);
    cr_assert_eq(best, bl_furthest_point_narrow(points, count, direction));
    for (uint32_t i = 0; i < count; i++) {
        double more = v3_dot(points[i], direction) - v3_dot(points[best], direction);
        cr_assert(i < best ? more < 0.0 : more <= 0.0, "%u of %u is no nearer than %u", i, count, best);
    }
    double wide = bl_least_height_wide(points, count, direction, 0.3, -INFINITY);
    double narrow = bl_least_height_narrow(points, count, direction, 0.3, -INFINITY);
    cr_assert_eq(memcmp(&wide, &narrow, sizeof wide), 0);
    double least = narrow;
    cr_assert_eq(bl_largest_square_wide(points, count, direction), bl_largest_square_narrow(points, count, direction));
    wide = bl_least_height_wide(points, count, direction, 0.3, enough);
    narrow = bl_least_height_narrow(points, count, direction, 0.3, enough);
    cr_assert_eq(wide <= enough, least <= enough);
    cr_assert_eq(narrow <= enough, least <= enough);
    if (least > enough) cr_assert(wide == least && narrow == least);
}

static void check_faces(const belay_vec3* normals, uint32_t count, belay_vec3 direction)
{
    bl_hull_face faces[MOST];
    for (uint32_t i = 0; i < count; i++)
        faces[i] = (bl_hull_face){.normal = normals[i], .offset = 1e9};
    cr_assert_eq(bl_furthest_face_wide(faces, count, direction), bl_furthest_face_narrow(faces, count, direction));
    cr_assert_eq(bl_furthest_face_narrow(faces, count, direction), bl_furthest_point_narrow(normals, count, direction));
}

Test(furthest, four_at_once_find_what_one_by_one_does)
{
    uint64_t chance = 5;
    for (int i = 0; i < 20000; i++) {
        belay_vec3 points[MOST];
        uint32_t count = BL_FURTHEST_LEAST_WIDE + (uint32_t)i % (MOST - BL_FURTHEST_LEAST_WIDE + 1);
        bool is_coarse = i % 3 == 0;
        for (uint32_t k = 0; k < count; k++)
            points[k] = point_of(&chance, is_coarse);
        belay_vec3 direction = point_of(&chance, i % 2 == 0);
        check_points(points, count, direction, chance_between(&chance, -2.5, 0.5));
        check_faces(points, count, direction);
    }
}
