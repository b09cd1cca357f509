// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The surface of a hull as triangles between its points.

#include "belay/shape.h"
#include "support/chance.h"
#include "support/shapes/points.h"

#include <criterion/criterion.h>
#include <string.h>

typedef struct surface {
    int32_t corners[3 * BELAY_MAX_HULL_TRIANGLES];
    int count;
} surface;

static surface surface_of(const belay_vec3* points, int count)
{
    surface s = {.count = -1};
    belay_hull hull = {points, count};
    belay_error error = {BELAY_OK, ""};
    cr_assert_eq(belay_hull_triangles(&hull, s.corners, BELAY_MAX_HULL_TRIANGLES, &s.count, &error), BELAY_OK, "%s",
                 error.message);
    return s;
}

// Each edge is gone along once, and once the other way: the surface has no hole and one outside.
static void check_closed(const surface* s)
{
    for (int i = 0; i < 3 * s->count; i++) {
        int32_t a = s->corners[i], b = s->corners[i % 3 == 2 ? i - 2 : i + 1];
        int same = 0, opposite = 0;
        for (int j = 0; j < 3 * s->count; j++) {
            int32_t c = s->corners[j], d = s->corners[j % 3 == 2 ? j - 2 : j + 1];
            same += c == a && d == b;
            opposite += c == b && d == a;
        }
        cr_assert(same == 1 && opposite == 1, "edge %d to %d: %d, back %d", (int)a, (int)b, same, opposite);
    }
}

// No point is outside the plane of a triangle by more than a hull leaves out. Returns the volume inside.
static double check_outward(const belay_vec3* points, int count, const surface* s, double extent)
{
    double volume = 0.0;
    for (int t = 0; t < s->count; t++) {
        const int32_t* k = s->corners + 3 * t;
        for (int i = 0; i < 3; i++)
            cr_assert(k[i] >= 0 && k[i] < count);
        belay_vec3 a = points[k[0]], normal = v3_cross(v3_sub(points[k[1]], a), v3_sub(points[k[2]], a));
        double length = v3_length(normal);
        cr_assert_gt(length, 0.0);
        for (int i = 0; i < count; i++)
            cr_assert_leq(v3_dot(normal, v3_sub(points[i], a)) / length, 1e-9 * extent);
        volume += v3_dot(normal, v3_sub(a, points[0])) / 6.0;
    }
    return volume;
}

static double check_surface(const belay_vec3* points, int count, int triangles, double extent)
{
    surface s = surface_of(points, count);
    cr_assert_eq(s.count, triangles);
    check_closed(&s);
    return check_outward(points, count, &s, extent);
}

Test(hull_triangles, cube)
{
    belay_vec3 points[8];
    points_box(points, v3(2.0, 2.0, 2.0));
    cr_assert_float_eq(check_surface(points, 8, 12, 4.0), 8.0, 1e-14);
}

// Polygons become fans and round bodies keep their triangles: 2 V - 4 of them. Volumes of the regular bodies.
Test(hull_triangles, regular_bodies)
{
    belay_vec3 points[20];
    double edge = sqrt(5.0) - 1.0;
    int count = points_icosahedron(points);
    cr_assert_float_eq(check_surface(points, count, 20, 4.0), 10.0 / 3.0 * (3.0 + sqrt(5.0)), 1e-13);
    count = points_dodecahedron(points);
    cr_assert_float_eq(check_surface(points, count, 36, 4.0), 0.25 * (15.0 + 7.0 * sqrt(5.0)) * edge * edge * edge,
                       1e-13);
}

// Any points, turned and far away: what is inside weighs what the engine says of it.
Test(hull_triangles, hold_the_volume_of_the_mass)
{
    belay_vec3 points[255];
    uint64_t state = 41;
    for (int trial = 0; trial < 30; trial++) {
        int count = 4 + points_random_below(&state, 250);
        for (int i = 0; i < count; i++)
            points[i] = trial % 2 == 0 ? points_random_direction(&state) : chance_vector(&state, 1.0);
        points_place(points, count, points_random_pose(&state, 10.0));
        belay_shape shape = {.type = BELAY_SHAPE_HULL, .hull = {points, count}};
        belay_mass mass;
        cr_assert_eq(belay_shape_mass(&shape, 1.0, &mass, NULL), BELAY_OK);
        surface s = surface_of(points, count);
        check_closed(&s);
        cr_assert_float_eq(check_outward(points, count, &s, 4.0) / mass.mass, 1.0, 1e-12);
    }
}

Test(hull_triangles, largest_hull_has_the_most)
{
    belay_vec3 points[BELAY_MAX_HULL_VERTICES];
    uint64_t state = 42;
    for (int i = 0; i < BELAY_MAX_HULL_VERTICES; i++)
        points[i] = points_random_direction(&state);
    check_surface(points, BELAY_MAX_HULL_VERTICES, BELAY_MAX_HULL_TRIANGLES, 2.0);
}

// Doubled points are named by the first, points inside, on faces and on edges not at all; zeros have no sign.
Test(hull_triangles, corners_are_named_once)
{
    belay_vec3 points[8 + 8 + 3];
    for (int i = 0; i < 8; i++) {
        points[i] = v3(i & 1 ? 1.0 : -0.0, i & 2 ? 1.0 : -0.0, i & 4 ? 1.0 : -0.0);
        points[8 + i] = v3(i & 1, i >> 1 & 1, i >> 2 & 1);
    }
    points[16] = v3(0.5, 0.5, 0.5);
    points[17] = v3(0.5, 0.5, 1.0);
    points[18] = v3(0.0, 0.5, 0.0);
    surface s = surface_of(points, 19);
    cr_assert_eq(s.count, 12);
    check_closed(&s);
    for (int i = 0; i < 3 * s.count; i++)
        cr_assert_lt(s.corners[i], 8);
}

// The same triangles between the same places, one after the other.
Test(hull_triangles, do_not_depend_on_the_order_of_the_points)
{
    belay_vec3 points[40], turned[40];
    uint64_t state = 43;
    for (int i = 0; i < 40; i++)
        points[i] = chance_vector(&state, 1.0);
    for (int i = 0; i < 40; i++)
        turned[i] = points[39 - i];
    surface a = surface_of(points, 40), b = surface_of(turned, 40);
    cr_assert_eq(a.count, b.count);
    for (int i = 0; i < 3 * a.count; i++)
        cr_assert_eq(a.corners[i], 39 - b.corners[i]);
}

Test(hull_triangles, writes_what_there_is_room_for)
{
    belay_vec3 points[8];
    belay_hull hull = {points, points_box(points, v3(1.0, 2.0, 3.0))};
    surface all = surface_of(points, 8), some;
    memset(some.corners, 0x5A, sizeof some.corners);
    int32_t untouched = some.corners[0];
    cr_assert_eq(belay_hull_triangles(&hull, some.corners, 5, &some.count, NULL), BELAY_OK);
    cr_assert_eq(some.count, 12);
    cr_assert_arr_eq(some.corners, all.corners, 15 * sizeof *all.corners);
    cr_assert_eq(some.corners[15], untouched);
    some.count = 0;
    cr_assert_eq(belay_hull_triangles(&hull, NULL, 0, &some.count, NULL), BELAY_OK);
    cr_assert_eq(some.count, 12);
}

static void check_refused(const belay_hull* hull, belay_result code, const char* text)
{
    int32_t corners[36];
    int count = -7;
    belay_error error = {BELAY_OK, ""};
    memset(corners, 0x5A, sizeof corners);
    cr_assert_eq(belay_hull_triangles(hull, corners, 12, &count, &error), code);
    cr_assert(error.code == code && strstr(error.message, text) != NULL, "\"%s\"", error.message);
    cr_assert_eq(belay_hull_triangles(hull, corners, 12, &count, NULL), code);
    cr_assert_eq(count, -7);
    for (size_t i = 0; i < sizeof corners; i++)
        cr_assert_eq(((const unsigned char*)corners)[i], 0x5A);
}

Test(hull_triangles, refused_hulls_write_nothing)
{
    belay_vec3 points[300];
    uint64_t state = 44;
    check_refused(NULL, BELAY_ERROR_VALUE, "hull is null");
    check_refused(&(belay_hull){NULL, 8}, BELAY_ERROR_VALUE, "hull.points is null");
    points_box(points, v3(1.0, 1.0, 1.0));
    check_refused(&(belay_hull){points, 3}, BELAY_ERROR_SHAPE, "hull.point_count is 3");
    check_refused(&(belay_hull){points, 4}, BELAY_ERROR_SHAPE, "in one plane"); // those at the bottom
    points[5].y = (double)NAN;
    check_refused(&(belay_hull){points, 8}, BELAY_ERROR_VALUE, "hull.points[5] is (0.5, nan, 0.5)");
    for (int i = 0; i < 300; i++)
        points[i] = points_random_direction(&state);
    check_refused(&(belay_hull){points, 300}, BELAY_ERROR_SHAPE, "300 corners");
}

Test(hull_triangles, refuses_arguments)
{
    belay_vec3 points[8];
    belay_hull hull = {points, points_box(points, v3(1.0, 1.0, 1.0))};
    int32_t corners[36] = {-5};
    int count = -7;
    belay_error error = {BELAY_OK, ""};
    cr_assert_eq(belay_hull_triangles(&hull, corners, -2, &count, &error), BELAY_ERROR_VALUE);
    cr_assert(strstr(error.message, "capacity is -2") != NULL, "\"%s\"", error.message);
    cr_assert_eq(belay_hull_triangles(&hull, NULL, 12, &count, &error), BELAY_ERROR_VALUE);
    cr_assert(strstr(error.message, "corners is null") != NULL, "\"%s\"", error.message);
    cr_assert(corners[0] == -5 && count == -7);
    cr_assert_eq(belay_hull_triangles(&hull, corners, 12, NULL, &error), BELAY_ERROR_VALUE);
    cr_assert(strstr(error.message, "count is null") != NULL, "\"%s\"", error.message);
    cr_assert_eq(corners[0], -5);
}
