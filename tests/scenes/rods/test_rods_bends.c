// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Two ropes tied together by two bights that go through each other: reef knot, granny knot, thief knot and grief knot
// differ in what lies above what, and in which ends are pulled. The reef knot holds where the others slip, and the
// grief knot opens first (known from use, and from Patil, Sandt, Kolle and Dunkel 2020).

#include "support/rods/rod_scene.h"

#include "scenes/knot_type.h"
#include "scenes/rod_shapes.h"

#include <criterion/criterion.h>

#define ELEMENTS 60

static const double radius = 2e-3, friction = 0.25;

typedef struct bend_kind {
    bool is_even;     // both legs of a bight alike: reef, thief; else one upside down: granny, grief
    bool is_diagonal; // the ends that are pulled lie diagonally: thief, grief
} bend_kind;

// ---------------------------------------------------------------------------------------------------------------------
// Shape
// ---------------------------------------------------------------------------------------------------------------------

#define HALF 7
#define POINTS (2 * HALF + 1)

// Points of a bight from the left, along y > 0 and back along y < 0. It goes under the other's end, over its leg, and
// under both its legs; the other is the same turned by half a turn about y.
static void bight_points(bool is_even, belay_vec3 points[POINTS])
{
    const double w = 6.0 * radius, d = 1.2 * w, lift = 1.6 * radius;
    const belay_vec3 half[HALF] = {{-10.0 * w, 0.5 * w, 0.0}, {-5.0 * w, 0.5 * w, 0.0}, {-2.5 * w, 0.5 * w, 0.0},
                                   {-d, 0.5 * w, -lift},      {0.0, 0.85 * w, lift},    {0.8 * d, 1.1 * w, 0.0},
                                   {d, 0.5 * w, -lift}};
    for (int i = 0; i < HALF; i++) {
        points[i] = half[i];
        points[POINTS - 1 - i] = v3(half[i].x, -half[i].y, is_even ? half[i].z : -half[i].z);
    }
    points[HALF] = v3(1.03 * d, 0.0, is_even ? -lift : 0.0);
}

// A smooth curve through the points: Catmull and Rom's.
static belay_vec3 through(const void* context, double u)
{
    const belay_vec3* p = context;
    int i = (int)fmin(u, POINTS - 2);
    double t = u - i, t2 = t * t, t3 = t2 * t;
    belay_vec3 before = i > 0 ? p[i - 1] : v3_sub(v3_scale(2.0, p[0]), p[1]);
    belay_vec3 behind = i + 2 < POINTS ? p[i + 2] : v3_sub(v3_scale(2.0, p[i + 1]), p[i]);
    belay_vec3 x = v3_scale(2.0 * t3 - 3.0 * t2 + 1.0, p[i]);
    x = v3_add_scaled(x, 3.0 * t2 - 2.0 * t3, p[i + 1]);
    x = v3_add_scaled(x, 0.5 * (t3 - 2.0 * t2 + t), v3_sub(p[i + 1], before));
    return v3_add_scaled(x, 0.5 * (t3 - t2), v3_sub(behind, p[i]));
}

typedef struct tied {
    belay_world* world;
    belay_rod_id ropes[2];
    bend_kind kind;
    double length;
} tied;

static tied tie(bend_kind kind)
{
    tied t = {.world = scene_world(1e-3), .kind = kind};
    belay_world_set_gravity(t.world, v3_zero());
    belay_vec3 points[POINTS], nodes[2][ELEMENTS + 1];
    bight_points(kind.is_even, points);
    rod_shape_sample(through, points, 0.0, POINTS - 1, nodes[0], ELEMENTS + 1);
    belay_rod_def def = rod_of(0.01, 2000.0, 2e-5, radius);
    def.element_count = ELEMENTS;
    def.drag = 10.0;
    def.damping_time = 1e-3;
    def.material.friction = friction;
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i <= ELEMENTS; i++)
            nodes[1][i] = v3(-nodes[0][i].x, nodes[0][i].y, -nodes[0][i].z);
        def.nodes = nodes[k];
        t.ropes[k] = rod_make(t.world, &def);
    }
    t.length = rod_length(t.world, t.ropes[0]);
    return t;
}

// Both are two overhand knots in one rope once the tails are joined: of the same hand, or one of each.
Test(rods_bends, are_two_overhand_knots)
{
    for (int even = 0; even < 2; even++) {
        tied t = tie((bend_kind){even, false});
        belay_vec3 path[2 * ROD_MAX_NODES];
        int n = rod_nodes(t.world, t.ropes[0], path);
        path[n] = v3_add(path[n - 1], v3(-0.1, -0.3, 0.0));
        belay_vec3 other[ROD_MAX_NODES];
        int m = rod_nodes(t.world, t.ropes[1], other);
        path[n + 1] = v3_add(other[m - 1], v3(0.1, -0.3, 0.0));
        for (int i = 0; i < m; i++)
            path[n + 2 + i] = other[m - 1 - i];
        cr_expect_eq(knot_type_of(path, n + 2 + m, false).determinant, 9);
        belay_world_destroy(t.world);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Pull
// ---------------------------------------------------------------------------------------------------------------------

static const double tightening = 2.0, load = 5.0; // N

static void pull(const tied* t, double ends, double tails)
{
    int far = t->kind.is_diagonal; // of the second rope the end that is pulled is its last
    double aside = tails > 0.0 ? 0.4 * tails : 0.0, side = far ? -aside : aside;
    rod_push(t->world, t->ropes[0], 0.0, v3(-ends, aside, 0.0));
    rod_push(t->world, t->ropes[0], t->length, v3(-tails, -aside, 0.0));
    rod_push(t->world, t->ropes[1], far ? t->length : 0.0, v3(ends, side, 0.0));
    rod_push(t->world, t->ropes[1], far ? 0.0 : t->length, v3(tails, -side, 0.0));
    scene_steps(t->world, 1);
}

#define LAST 1000

// Drawn tight by all four ends, then pulled by two; by fits and starts, if so: every other 40 steps with a tenth of the
// force. Returns the step in which the ropes have come apart so far that they hold each other no longer, LAST when they
// do.
static int opens_at(bend_kind kind, bool is_alternating)
{
    tied t = tie(kind);
    int step = 0;
    for (; step < LAST; step++) {
        double tight = fmin(tightening, tightening * step / 180.0);
        double full = tightening + (load - tightening) * fmin(1.0, (step - 300) / 300.0);
        if (step < 300)
            pull(&t, tight, tight);
        else
            pull(&t, is_alternating && step / 40 % 2 == 0 ? 0.1 * full : full, 0.0);
        double apart = rod_node(t.world, t.ropes[1], kind.is_diagonal ? -1 : 0).x - rod_node(t.world, t.ropes[0], 0).x;
        if (apart > 1.9 * t.length) break;
    }
    if (step == LAST) cr_expect_lt(rod_fastest(t.world, t.ropes[0]), 0.1);
    belay_world_destroy(t.world);
    return step;
}

Test(rods_bends, reef_holds_where_granny_slips_and_grief_opens_first)
{
    int reef = opens_at((bend_kind){true, false}, false), granny = opens_at((bend_kind){false, false}, false);
    int thief = opens_at((bend_kind){true, true}, false), grief = opens_at((bend_kind){false, true}, false);
    cr_log_info("open at step: reef %d (holds: %d), granny %d, thief %d, grief %d\n", reef, LAST, granny, thief, grief);
    cr_expect_eq(reef, LAST, "the reef knot opens at step %d", reef);
    cr_expect_lt(granny, LAST);
    cr_expect_lt(thief, LAST);
    cr_expect(grief < granny && grief < thief, "grief at step %d, granny at %d, thief at %d", grief, granny, thief);
}

Test(rods_bends, reef_outlives_granny_under_alternating_pull_and_grief_opens_first)
{
    int reef = opens_at((bend_kind){true, false}, true), granny = opens_at((bend_kind){false, false}, true);
    int grief = opens_at((bend_kind){false, true}, true);
    cr_log_info("open at step: reef %d (holds: %d), granny %d, grief %d\n", reef, LAST, granny, grief);
    cr_expect(reef > granny && granny < LAST, "reef at step %d, granny at %d", reef, granny);
    cr_expect(grief < granny, "grief at step %d, granny at %d", grief, granny);
}
