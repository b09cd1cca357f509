// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Whether boxes, rays and nearest points on meshes and height fields find what looking at every triangle finds.

#include "belay/quat.h"
#include "geometry/mesh/mesh_internal.h"
#include "support/chance.h"
#include "support/shapes/meshes.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static const belay_vec3 square[4] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {1.0, 1.0, 0.0}, {0.0, 1.0, 0.0}};
static const int32_t square_indices[6] = {0, 1, 2, 0, 2, 3};

typedef struct listing {
    int numbers[2048];
    int count;
} listing;

static bool note(void* context, int triangle)
{
    listing* l = context;
    l->numbers[l->count++] = triangle;
    return l->count < 2048;
}

static bool box_meets(const belay_vec3 c[3], belay_vec3 lower, belay_vec3 upper)
{
    return fmin(c[0].x, fmin(c[1].x, c[2].x)) <= upper.x && fmax(c[0].x, fmax(c[1].x, c[2].x)) >= lower.x &&
           fmin(c[0].y, fmin(c[1].y, c[2].y)) <= upper.y && fmax(c[0].y, fmax(c[1].y, c[2].y)) >= lower.y &&
           fmin(c[0].z, fmin(c[1].z, c[2].z)) <= upper.z && fmax(c[0].z, fmax(c[1].z, c[2].z)) >= lower.z;
}

static void check_boxes(const bl_mesh* mesh, uint64_t* lot, double size)
{
    for (int i = 0; i < 300; i++) {
        belay_vec3 middle = chance_vector(lot, size), half = chance_within(lot, v3_zero(), v3(1.0, 1.0, 1.0));
        // Every third box ends exactly on a corner of a triangle.
        if (i % 3 == 0) {
            belay_vec3 c[3];
            bl_mesh_triangle(mesh, (int)chance_between(lot, 0.0, bl_mesh_triangle_count(mesh)), c);
            middle = v3_sub(c[1], half);
        }
        belay_vec3 lower = v3_sub(middle, half), upper = i % 3 == 0 ? v3_add(lower, half) : v3_add(middle, half);
        listing found = {{0}, 0};
        bl_mesh_visit_box(mesh, lower, upper, note, &found);
        int k = 0;
        for (int t = 0; t < bl_mesh_triangle_count(mesh); t++) {
            belay_vec3 c[3];
            bl_mesh_triangle(mesh, t, c);
            if (!box_meets(c, lower, upper)) continue;
            cr_assert(k < found.count && found.numbers[k] == t);
            k++;
        }
        cr_assert_eq(k, found.count);
    }
}

Test(mesh, boxes_find_what_looking_at_all_finds)
{
    uint64_t lot = 123;
    unsigned char *soup = mesh_build_soup(1), *field = mesh_build_rough_field(2, 12, 17);
    check_boxes(mesh_of(soup), &lot, 2.0);
    check_boxes(mesh_of(field), &lot, 8.0);
    arrfree(soup);
    arrfree(field);
}

static void check_ray(const bl_mesh* mesh, belay_vec3 origin, belay_vec3 way)
{
    double time = NAN, best = INFINITY;
    belay_vec3 normal = v3_zero();
    int triangle = -1, first = -1;
    bool is_hit = bl_mesh_cast_ray(mesh, origin, way, &time, &normal, &triangle);
    for (int t = 0; t < bl_mesh_triangle_count(mesh); t++) {
        belay_vec3 c[3];
        double hit;
        bl_mesh_triangle(mesh, t, c);
        if (!bl_triangle_cast_ray(c, origin, way, &hit) || hit >= best) continue;
        best = hit;
        first = t;
    }
    cr_assert_eq(is_hit, first >= 0);
    if (!is_hit) return;
    cr_assert_eq(time, best);
    cr_assert_eq(triangle, first);
    cr_assert_leq(v3_dot(normal, way), 0.0);
    cr_assert_float_eq(fabs(v3_dot(normal, bl_mesh_facet_at(mesh, first).normal)), 1.0, 1e-14);
}

static void check_rays(const bl_mesh* mesh, uint64_t* lot, double size)
{
    for (int i = 0; i < 2000; i++) {
        belay_vec3 origin = chance_vector(lot, size), way = chance_vector(lot, 2.0 * size);
        if (i % 5 == 1) way.x = way.y = 0.0;
        if (i % 5 == 2) way.z = 0.0;
        if (i % 5 == 3) way.x = 0.0;
        if (i % 7 == 0) { // through a corner
            belay_vec3 c[3];
            bl_mesh_triangle(mesh, (int)chance_between(lot, 0.0, bl_mesh_triangle_count(mesh)), c);
            origin = v3_sub(c[0], v3_scale(0.5, way));
        }
        check_ray(mesh, origin, way);
    }
}

Test(mesh, rays_hit_what_looking_at_all_hits)
{
    uint64_t lot = 321;
    unsigned char *soup = mesh_build_soup(1), *field = mesh_build_rough_field(2, 12, 17);
    check_rays(mesh_of(soup), &lot, 2.0);
    check_rays(mesh_of(field), &lot, 5.0);
    arrfree(soup);
    arrfree(field);
}

// Aimed at vertices and at points of edges of a closed floor from above: none slips through.
Test(mesh, no_ray_slips_between_triangles)
{
    uint64_t lot = 9;
    belay_pose pose = {v3(0.3, -0.2, 0.1), belay_quat_from_axis_angle(v3(1.0, 2.0, 3.0), 0.7)};
    unsigned char *floor = mesh_build_floor(12, pose), *field = mesh_build_rough_field(6, 13, 13);
    for (int i = 0; i < 4000; i++) {
        double t = i % 2 == 0 ? 0.0 : chance_between(&lot, 0.0, 1.0);
        double x = 1 + chance_below(&lot, 11), y = 1 + chance_below(&lot, 11), time;
        belay_vec3 target = pose_apply(pose, v3(x + t * (i % 3 == 1 ? 1 : 0), y + t * (i % 3 != 1 ? 1 : 0), 0.0));
        belay_vec3 from = pose_apply(pose, chance_within(&lot, v3(0.0, 0.0, 0.1), v3(12.0, 12.0, 5.0))), normal;
        int triangle;
        cr_assert(
            bl_mesh_cast_ray(mesh_of(floor), from, v3_scale(2.0, v3_sub(target, from)), &time, &normal, &triangle));
        cr_assert_float_eq(time, 0.5, 1e-12);
        x *= 0.7;
        y *= 0.4;
        from = chance_within(&lot, v3(x - 0.3, y - 0.2, 3.0), v3(x + 0.3, y + 0.2, 3.0));
        cr_assert(bl_mesh_cast_ray(mesh_of(field), from, v3_sub(v3(x, y, -3.0), from), &time, &normal, &triangle));
    }
    arrfree(floor);
    arrfree(field);
}

Test(mesh, ray_meets_either_side_with_the_normal_against_it)
{
    unsigned char* block = mesh_build(square, 4, square_indices, 2);
    double time;
    belay_vec3 normal;
    int triangle;
    cr_assert(bl_mesh_cast_ray(mesh_of(block), v3(0.7, 0.2, 1.0), v3(0.0, 0.0, -4.0), &time, &normal, &triangle));
    cr_assert(time == 0.25 && normal.z == 1.0);
    cr_assert(bl_mesh_cast_ray(mesh_of(block), v3(0.7, 0.2, -1.0), v3(0.0, 0.0, 4.0), &time, &normal, &triangle));
    cr_assert(time == 0.25 && normal.z == -1.0);
    cr_assert(!bl_mesh_cast_ray(mesh_of(block), v3(0.7, 0.2, 1.0), v3(0.0, 0.0, -0.9), &time, &normal, &triangle));
    cr_assert(!bl_mesh_cast_ray(mesh_of(block), v3(1.2, 0.2, 1.0), v3(0.0, 0.0, -4.0), &time, &normal, &triangle));
    arrfree(block);
}

// The nearest point of a triangle beats a fine sampling of it, and not by more than the sampling is coarse.
Test(mesh, nearest_point_of_a_triangle)
{
    uint64_t lot = 55;
    for (int i = 0; i < 500; i++) {
        belay_vec3 c[3], p = chance_vector(&lot, 2.0);
        for (int k = 0; k < 3; k++)
            c[k] = chance_vector(&lot, 1.0);
        bl_triangle_nearest place = bl_triangle_closest(c, p);
        double distance = v3_distance(place.point, p), sampled = INFINITY;
        for (int a = 0; a <= 60; a++)
            for (int b = 0; a + b <= 60; b++) {
                belay_vec3 q = v3_add(v3_scale(a / 60.0, c[0]), v3_scale(b / 60.0, c[1]));
                q = v3_add_scaled(q, (60 - a - b) / 60.0, c[2]);
                sampled = fmin(sampled, v3_distance(p, q));
            }
        cr_assert_leq(distance, sampled + 1e-12);
        cr_assert_geq(distance, sampled - 0.06);
    }
}

static void check_nearest(const bl_mesh* mesh, uint64_t* lot, double size)
{
    for (int i = 0; i < 400; i++) {
        belay_vec3 p = chance_vector(lot, size), nearest;
        double best = INFINITY, limit = chance_between(lot, 0.0, size);
        int first = -1, triangle = -1;
        for (int t = 0; t < bl_mesh_triangle_count(mesh); t++) {
            belay_vec3 c[3];
            bl_mesh_triangle(mesh, t, c);
            double apart = v3_length_squared(v3_sub(bl_triangle_closest(c, p).point, p));
            if (apart >= best) continue;
            best = apart;
            first = t;
        }
        bool is_found = bl_mesh_closest_point(mesh, p, limit, &nearest, &triangle);
        cr_assert_eq(is_found, best <= limit * limit);
        if (!is_found) continue;
        cr_assert_eq(v3_length_squared(v3_sub(p, nearest)), best);
        cr_assert_eq(triangle, first);
    }
}

Test(mesh, nearest_point_is_that_of_looking_at_all)
{
    uint64_t lot = 99;
    unsigned char *soup = mesh_build_soup(2), *field = mesh_build_rough_field(7, 12, 9);
    check_nearest(mesh_of(soup), &lot, 3.0);
    check_nearest(mesh_of(field), &lot, 8.0);
    arrfree(soup);
    arrfree(field);
}

static belay_vec3 ray_answer(const unsigned char* block)
{
    double time;
    belay_vec3 normal;
    int triangle;
    cr_assert(bl_mesh_cast_ray(mesh_of(block), v3(1.1, 0.9, 5.0), v3(0.01, -0.02, -9.0), &time, &normal, &triangle));
    return v3(time, normal.z, triangle);
}

Test(mesh, block_may_be_moved)
{
    unsigned char* blocks[2] = {mesh_build_floor(9, belay_pose_identity()), mesh_build_rough_field(7, 12, 9)};
    for (int i = 0; i < 2; i++) {
        belay_vec3 before = ray_answer(blocks[i]);
        unsigned char* moved = malloc(arrlenu(blocks[i]));
        memcpy(moved, blocks[i], arrlenu(blocks[i]));
        memset(blocks[i], 0xff, arrlenu(blocks[i]));
        arrfree(blocks[i]);
        belay_vec3 after = ray_answer(moved);
        cr_assert(before.x == after.x && before.y == after.y && before.z == after.z);
        free(moved);
    }
}

// Heights of a plane: the surface is where the function says, its normal the plane's, and below is inside.
Test(mesh, height_field_is_its_function)
{
    enum { COLUMNS = 31, ROWS = 23 };
    double heights[COLUMNS * ROWS];
    for (int j = 0; j < ROWS; j++)
        for (int i = 0; i < COLUMNS; i++)
            heights[i + COLUMNS * j] = 0.3 * (0.5 * i) - 0.7 * (0.25 * j) + 2.0;
    unsigned char* block = mesh_build_field(heights, COLUMNS, ROWS, 0.5, 0.25);
    const bl_mesh* mesh = mesh_of(block);
    belay_vec3 slope = v3_normalize_or(v3(-0.3, 0.7, 1.0), v3_zero()), lower, upper;
    uint64_t lot = 12;
    cr_assert_eq(mesh->plane_count, 1);
    for (int i = 0; i < 500; i++) {
        double x = chance_between(&lot, 0.0, 15.0), y = chance_between(&lot, 0.0, 5.5), z = 0.3 * x - 0.7 * y + 2.0,
               time, side;
        belay_vec3 normal;
        int triangle;
        cr_assert(bl_mesh_cast_ray(mesh, v3(x, y, 10.0), v3(0.0, 0.0, -20.0), &time, &normal, &triangle));
        cr_assert_float_eq(10.0 - 20.0 * time, z, 1e-13);
        cr_assert_lt(v3_distance(normal, slope), 1e-14);
        bl_mesh_side_of(mesh, v3(x, y, z + 1e-9), 1.0, &side);
        cr_assert_eq(side, 1.0);
        bl_mesh_side_of(mesh, v3(x, y, z - 1e-9), 1.0, &side);
        cr_assert_eq(side, -1.0);
    }
    bl_mesh_bounds(mesh, &lower, &upper);
    cr_assert(bl_mesh_is_one_sided(mesh));
    cr_assert_eq(lower.z, mesh->lower.z - 15.0);
    cr_assert(upper.x == 15.0 && upper.y == 5.5);
    arrfree(block);
}
