// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "belay/result.h"
#include "core/sort.h"
#include "geometry/hull/hull_exact.h"
#include "geometry/hull/hull_internal.h"
#include "geometry/shape_check.h"

#include <float.h>

static double largest_part(belay_vec3 a)
{
    return fmax(fabs(a.x), fmax(fabs(a.y), fabs(a.z)));
}

// The grid has its origin in the middle of the box; its step is a power of two, so that scaling does not round.
static belay_vec3 choose_grid(bl_hull_cloud* cloud, const belay_vec3* points, int count)
{
    belay_vec3 lower = points[0], upper = points[0];
    for (int i = 1; i < count; i++) {
        lower = v3(fmin(lower.x, points[i].x), fmin(lower.y, points[i].y), fmin(lower.z, points[i].z));
        upper = v3(fmax(upper.x, points[i].x), fmax(upper.y, points[i].y), fmax(upper.z, points[i].z));
    }
    belay_vec3 middle = v3_scale(0.5, v3_add(lower, upper));
    double half = largest_part(v3_sub(upper, middle)), rounding = fmax(largest_part(lower), largest_part(upper));
    int exponent;
    frexp(half, &exponent);
    cloud->scale = ldexp(1.0, BL_EXACT_BITS - exponent);
    cloud->extent = v3_distance(lower, upper);
    double tolerance = fmax(BL_HULL_TOLERANCE * cloud->extent, BL_HULL_ROUNDING * DBL_EPSILON * rounding);
    cloud->tolerance = cloud->scale * tolerance;
    cloud->thinnest =
        fmax(cloud->scale * BL_HULL_THINNEST * cloud->extent, BL_HULL_THINNEST_TOLERANCE * cloud->tolerance);
    return middle;
}

static belay_vec3 put_on_grid(const bl_hull_cloud* cloud, belay_vec3 middle, belay_vec3 p)
{
    belay_vec3 q = v3_scale(cloud->scale, v3_sub(p, middle));
    return v3(floor(q.x + 0.5), floor(q.y + 0.5), floor(q.z + 0.5));
}

// The coordinates, made positive, are at most 2^41 and take 42 bits each: three in a row make the key.
static bl_key_pair make_key(belay_vec3 g, uint32_t index)
{
    uint64_t x = (uint64_t)(g.x + BL_EXACT_LARGEST), y = (uint64_t)(g.y + BL_EXACT_LARGEST),
             z = (uint64_t)(g.z + BL_EXACT_LARGEST);
    bl_key_pair key = {x << 22 | y >> 20, (y & 0xFFFFF) << 44 | z, index, 0};
    return key;
}

// Of the points in one place of the grid the first by coordinates stays: which one must not depend on the order of the
// input. Adding 0 makes -0 to 0.
static void take_sorted(bl_hull_cloud* cloud, const bl_key_pair* keys, belay_vec3 middle, const belay_vec3* points,
                        uint32_t count)
{
    cloud->count = 0;
    for (uint32_t i = 0; i < count; i++) {
        belay_vec3 p = v3_add(points[keys[i].first], v3_zero());
        bool is_new = i == 0 || keys[i].major != keys[i - 1].major || keys[i].minor != keys[i - 1].minor;
        uint32_t index = is_new ? cloud->count++ : cloud->count - 1;
        if (!is_new && !bl_point_is_before(p, cloud->points[index])) continue;
        cloud->points[index] = p;
        cloud->grid[index] = put_on_grid(cloud, middle, p);
    }
}

belay_result bl_hull_cloud_init(bl_hull_cloud* cloud, const belay_vec3* points, int count,
                                const belay_allocator* allocator, belay_error* error)
{
    *cloud = (bl_hull_cloud){0};
    belay_vec3 middle = choose_grid(cloud, points, count);
    if (cloud->extent < BL_SHAPE_SMALLEST)
        return belay_error_set(error, BELAY_ERROR_SHAPE,
                               "hull.points: all %d are within %g m; they must be %g m apart or more", count,
                               cloud->extent, BL_SHAPE_SMALLEST);
    bool ok = true;
    bl_key_pair* keys = NULL;
    BL_ARRAY_RESERVE(keys, 2 * (size_t)count, allocator, &ok);
    BL_ARRAY_RESERVE(cloud->points, count, allocator, &ok);
    BL_ARRAY_RESERVE(cloud->grid, count, allocator, &ok);
    if (ok) {
        for (int i = 0; i < count; i++)
            keys[i] = make_key(put_on_grid(cloud, middle, points[i]), (uint32_t)i);
        bl_key_pairs_sort(keys, keys + count, (size_t)count);
        take_sorted(cloud, keys, middle, points, (uint32_t)count);
    }
    arrfree(keys);
    if (ok) return BELAY_OK;
    bl_hull_cloud_fini(cloud);
    return belay_error_set(error, BELAY_ERROR_MEMORY, "hull.points: no memory for %d points", count);
}

void bl_hull_cloud_fini(bl_hull_cloud* cloud)
{
    arrfree(cloud->points);
    arrfree(cloud->grid);
}

void bl_hull_cloud_keep(bl_hull_cloud* cloud, const unsigned char* is_kept)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < cloud->count; i++) {
        if (!is_kept[i]) continue;
        cloud->points[count] = cloud->points[i];
        cloud->grid[count++] = cloud->grid[i];
    }
    cloud->count = count;
}
