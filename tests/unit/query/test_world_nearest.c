// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Nearest points, bounds and overlaps of boxes in a world, against the shapes as sets of points.

#include "support/chance.h"
#include "support/scene.h"
#include "support/shapes/query_stand.h"

#include <criterion/criterion.h>

// How deep into the shape the normal and the way lead is not looked at further than this, m.
#define CLOSE 1e-7

// A ray from the nearest point outwards meets nothing, and no ray from `point` finds anything nearer.
static void check_nearest(const stand* s, belay_shape_type type, belay_vec3 point, uint64_t* lot)
{
    belay_vec3 nearest;
    double distance;
    cr_assert(belay_collider_closest_point(s->world, s->collider, point, &nearest, &distance) == BELAY_OK);
    if (stand_has(s, type, point) && type != BELAY_SHAPE_MESH) {
        cr_assert(distance == 0.0 && scene_is_same_vector(nearest, point));
        return;
    }
    cr_assert_float_eq(v3_distance(point, nearest), distance, 1e-12);
    if (type == BELAY_SHAPE_MESH && stand_has(s, type, point)) return; // its surface, from inside
    belay_vec3 way = v3_sub(nearest, point);
    cr_assert_not(stand_has(s, type, v3_add_scaled(point, 1.0 - CLOSE, way)));
    cr_assert(
        stand_has(s, type, v3_add_scaled(nearest, 1e-9, v3_scale(1.0 / distance, v3_sub(s->pose.position, nearest)))) ||
        distance > 0.0);
    for (int i = 0; i < 200; i++) {
        belay_vec3 direction = chance_vector(lot, 1.0);
        double scale = distance * (1.0 - 1e-9) / v3_length(direction);
        cr_assert_not(stand_has(s, type, v3_add_scaled(point, scale * chance_next(lot), direction)));
    }
}

// On the surface: outside of it on the one side of the nearest point, inside on the other.
static void check_on_surface(const stand* s, belay_shape_type type, belay_vec3 point)
{
    belay_vec3 nearest;
    double distance;
    cr_assert(belay_collider_closest_point(s->world, s->collider, point, &nearest, &distance) == BELAY_OK);
    if (distance < 1e-3 || (type == BELAY_SHAPE_MESH && stand_has(s, type, point))) return;
    belay_vec3 local = pose_apply_inverse(s->pose, nearest), middle = v3_zero();
    if (type == BELAY_SHAPE_HEIGHT_FIELD) middle = v3(1.0, 1.0, -0.5);
    if (type == BELAY_SHAPE_SPHERE) middle = v3(0.1, 0.2, -0.1);
    if (type == BELAY_SHAPE_PLANE) middle = v3_add(local, v3(0.0, -0.6, -0.8));
    if (type == BELAY_SHAPE_TUBE) middle.x = fmin(fmax(local.x, -0.8), 0.8);
    cr_assert(stand_shape_has(type, v3_add_scaled(local, 1e-7, v3_sub(middle, local))));
}

Test(world_query, nearest_points)
{
    for (belay_shape_type type = 0; type < BELAY_SHAPE_TYPE_COUNT; type++) {
        uint64_t lot = 20 + (uint64_t)type;
        for (int k = 0; k < 3; k++) {
            stand s = stand_create(type, (uint64_t)k + 1);
            for (int i = 0; i < 60; i++) {
                belay_vec3 point =
                    v3_add(stand_random_target(&s, type, &lot), chance_vector(&lot, i % 3 == 0 ? 2.0 : 0.3));
                // beside or far below a height field its surface is nearest, not the walls of the set
                belay_vec3 local = pose_apply_inverse(s.pose, point);
                bool is_beside = local.x < 0.0 || local.x > 2.0 || local.y < 0.0 || local.y > 2.0 || local.z < -2.0;
                if (type == BELAY_SHAPE_HEIGHT_FIELD && is_beside) continue;
                check_nearest(&s, type, point, &lot);
                check_on_surface(&s, type, point);
            }
            belay_world_destroy(s.world);
        }
    }
}

// Every point of the set is in the box, and none of the box's sides can be moved inwards by a percent.
Test(world_query, bounds_are_tight)
{
    for (belay_shape_type type = 0; type < BELAY_SHAPE_TYPE_COUNT; type++) {
        uint64_t lot = 40 + (uint64_t)type;
        stand s = stand_create(type, 5);
        belay_vec3 lower, upper, low = v3(HUGE_VAL, HUGE_VAL, HUGE_VAL), high = v3_neg(low);
        cr_assert(belay_collider_get_bounds(s.world, s.collider, &lower, &upper) == BELAY_OK);
        if (type == BELAY_SHAPE_PLANE) {
            cr_assert(lower.x == -HUGE_VAL && upper.z == HUGE_VAL);
            belay_world_destroy(s.world);
            continue;
        }
        for (int i = 0; i < 200000; i++) {
            belay_vec3 x = v3(lower.x + (upper.x - lower.x) * (1.4 * chance_next(&lot) - 0.2),
                              lower.y + (upper.y - lower.y) * (1.4 * chance_next(&lot) - 0.2),
                              lower.z + (upper.z - lower.z) * (1.4 * chance_next(&lot) - 0.2));
            if (!stand_has(&s, type, x)) continue;
            low = v3(fmin(low.x, x.x), fmin(low.y, x.y), fmin(low.z, x.z));
            high = v3(fmax(high.x, x.x), fmax(high.y, x.y), fmax(high.z, x.z));
        }
        cr_assert(low.x >= lower.x && low.y >= lower.y && low.z >= lower.z);
        cr_assert(high.x <= upper.x && high.y <= upper.y && high.z <= upper.z);
        bool is_exact = type != BELAY_SHAPE_TUBE && type != BELAY_SHAPE_MESH && type != BELAY_SHAPE_HEIGHT_FIELD;
        if (is_exact) {
            cr_assert_lt(v3_distance(low, lower), 0.25, "%s", belay_shape_type_name(type));
            cr_assert_lt(v3_distance(high, upper), 0.25, "%s", belay_shape_type_name(type));
        }
        belay_world_destroy(s.world);
    }
}

Test(world_query, overlap_box_finds_by_bounds_and_by_handle)
{
    uint64_t lot = 50;
    belay_world* world = scene_world(0.01);
    belay_collider_id ids[200], found[200];
    for (int i = 0; i < 200; i++) {
        belay_collider_def def = stand_shape((belay_shape_type)(i % BELAY_SHAPE_TYPE_COUNT));
        ids[i] = stand_add_collider(world, stand_add_body(world, stand_random_pose(&lot, 5.0)), &def);
    }
    for (int i = 0; i < 40; i++)
        cr_assert(belay_collider_destroy(world, ids[5 * i]) == BELAY_OK);
    for (int k = 0; k < 100; k++) {
        belay_vec3 lower = chance_vector(&lot, 5.0), upper = v3_add(lower, v3(3.0 * chance_next(&lot), 2.0, 1.0));
        int count, kept, right = 0, capacity = k % 2 == 0 ? 200 : k / 8;
        cr_assert(belay_world_overlap_box(world, lower, upper, NULL, found, capacity, &count) == BELAY_OK);
        kept = count < capacity ? count : capacity;
        for (int i = 0; i < 200; i++) {
            belay_vec3 low, high;
            if (i % 5 == 0 || i % BELAY_SHAPE_TYPE_COUNT == BELAY_SHAPE_PLANE) continue;
            cr_assert(belay_collider_get_bounds(world, ids[i], &low, &high) == BELAY_OK);
            bool is_in = low.x <= upper.x && low.y <= upper.y && low.z <= upper.z && lower.x <= high.x &&
                         lower.y <= high.y && lower.z <= high.z;
            if (is_in && right < kept) cr_assert_eq(found[right].value, ids[i].value, "ids rise with i");
            right += is_in;
        }
        cr_assert_eq(count, right);
    }
    belay_world_destroy(world);
}
