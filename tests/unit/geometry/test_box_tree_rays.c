// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Rays through the tree of boxes, against brute force in long double.

#include "support/chance.h"
#include "unit/geometry/box_tree_pen.h"

#include <criterion/criterion.h>

Test(box_tree_rays, rays_meet_what_brute_force_meets)
{
    uint64_t lot = 11;
    pen* p = pen_create(1000);
    for (uint32_t i = 0; i < 1000; i++)
        pen_put(p, i, pen_random_box(&lot));
    for (int i = 0; i < 2000; i++) {
        belay_vec3 origin = pen_random_vector(&lot, -15.0, 15.0), way = pen_random_vector(&lot, -20.0, 20.0);
        belay_vec3 extent = i % 3 == 0 ? pen_random_vector(&lot, 0.0, 1.0) : v3_zero();
        if (i % 5 == 0) way.x = 0.0;
        if (i % 7 == 0) way.z = -0.0;
        pen_check_ray(p, origin, way, extent, i % 2 == 0 ? 1.0 : chance_next(&lot));
    }
    pen_destroy(p);
}

// Rays along faces, through edges and corners, and from inside, on boxes of a grid.
Test(box_tree_rays, rays_that_only_touch_are_not_missed)
{
    pen* p = pen_create(64);
    for (uint32_t i = 0; i < 64; i++) {
        belay_vec3 lower = v3(2.0 * (i % 4), 2.0 * (i / 4 % 4), 2.0 * (i / 16));
        bl_box box = {lower, v3_add(lower, v3(1.0, 1.0, 1.0))};
        pen_put(p, i, box);
    }
    belay_vec3 ways[] = {{9.0, 0.0, 0.0}, {0.0, -9.0, 0.0}, {0.0, 0.0, 9.0},
                         {8.0, 8.0, 0.0}, {8.0, 8.0, 8.0},  {-8.0, 8.0, 0.0}};
    for (size_t w = 0; w < sizeof ways / sizeof ways[0]; w++)
        for (int x = -1; x <= 8; x++)
            for (int y = -1; y <= 8; y++)
                for (int z = -1; z <= 8; z++)
                    pen_check_ray(p, v3(x, y, z), ways[w], v3_zero(), 1.0);
    pen_destroy(p);
}

typedef struct nearest {
    const pen* pen;
    belay_vec3 origin, way;
    double max_time;
    int visits;
} nearest;

static bool prune(void* context, uint32_t key)
{
    nearest* n = context;
    long double enter;
    n->visits++;
    if (pen_is_met(&n->pen->box[key], n->origin, n->way, v3_zero(), n->max_time, &enter)) n->max_time = (double)enter;
    return true;
}

Test(box_tree_rays, a_pruned_ray_finds_the_first_box_with_few_visits)
{
    uint64_t lot = 13;
    pen* p = pen_create(1000);
    for (uint32_t i = 0; i < 1000; i++)
        pen_put(p, i, pen_random_box(&lot));
    int visits = 0, all = 0;
    for (int i = 0; i < 500; i++) {
        nearest n = {p, pen_random_vector(&lot, -30.0, 30.0), v3_zero(), 1.0, 0};
        n.way = v3_scale(2.0, v3_sub(pen_random_vector(&lot, -8.0, 8.0), n.origin));
        bl_box_tree_visit_ray(&p->tree, n.origin, n.way, v3_zero(), &n.max_time, prune, &n);
        double first = 1.0;
        for (int k = 0; k < 1000; k++) {
            long double enter;
            if (!pen_is_met(&p->box[k], n.origin, n.way, v3_zero(), 1.0, &enter)) continue;
            all++;
            if ((double)enter < first) first = (double)enter;
        }
        cr_assert_eq(n.max_time, first);
        visits += n.visits;
    }
    cr_assert_lt(3 * visits, all, "%d visits of %d", visits, all);
    pen_destroy(p);
}
