// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// D4: a semicircular arch of fifteen wedges on two fixed blocks. Without tension between its stones it stands when it
// is thick enough (a thin continuous one from t/R = 0.1075 on) and falls by opening hinges when it is not.

#include "support/scene_solids.h"

#include <criterion/criterion.h>

enum { STONES = 15, JOINTS = STONES + 1, MOST_POINTS = 24 };
static const double depth = 0.3, density = 2400.0, mu = 0.8, h = 1.0 / 240.0;

typedef struct arch {
    belay_world* world;
    belay_body_id stones[STONES];
} arch;

// How the corners of a stone are handed over.
typedef enum corner_order {
    CORNERS_IN_ORDER,
    CORNERS_SHUFFLED,
    CORNERS_DOUBLED,
} corner_order;

// The corners of one stone about the middle of the arch, x along the radius through its own middle.
static void set_corners(double thickness, belay_vec3 points[8])
{
    double half_angle = 0.5 * SCENE_PI / STONES;
    for (int i = 0; i < 8; i++) {
        double r = 1.0 + (i & 1 ? 0.5 : -0.5) * thickness;
        points[i] = v3(r * cos(half_angle), (i & 2 ? 0.5 : -0.5) * depth, (i & 4 ? 1.0 : -1.0) * r * sin(half_angle));
    }
}

static int arrange(const belay_vec3 corners[8], corner_order order, belay_vec3 points[MOST_POINTS])
{
    int count = order == CORNERS_DOUBLED ? 24 : 8;
    for (int i = 0; i < count; i++)
        points[i] = corners[order == CORNERS_IN_ORDER ? i : (5 * i + 3) % 8];
    return count;
}

static void add_blocks(belay_world* world)
{
    for (int side = -1; side <= 1; side += 2) {
        scene_solid block = scene_box(v3(0.6, 0.6, 0.2), v3(side * 1.0, 0.0, -0.1));
        block.type = BELAY_BODY_STATIC;
        block.material = scene_rough(mu);
        scene_add_solid(world, &block);
    }
}

// A plane under all of it, for what has fallen between the blocks.
static void add_ground(belay_world* world)
{
    scene_plane(world, v3(0.0, 0.0, 1.0), -0.2, scene_rough(mu));
}

static arch build(double thickness, corner_order order)
{
    arch a = {.world = scene_sleepless_world(h)};
    add_blocks(a.world);
    add_ground(a.world);
    belay_vec3 corners[8], points[MOST_POINTS];
    set_corners(thickness, corners);
    int count = arrange(corners, order, points);
    belay_shape hull = {.type = BELAY_SHAPE_HULL, .hull = {points, count}};
    belay_mass mass;
    cr_assert(belay_shape_mass(&hull, density, &mass, NULL) == BELAY_OK);
    for (int i = 0; i < STONES; i++) {
        scene_solid stone = scene_solid_of(hull, v3_zero());
        stone.mass = mass.mass;
        // Turned about -y, so that angles rise from +x towards +z.
        stone.pose.rotation = belay_quat_from_axis_angle(v3(0.0, -1.0, 0.0), SCENE_PI * (i + 0.5) / STONES);
        stone.material = scene_rough(mu);
        a.stones[i] = scene_add_solid(a.world, &stone);
    }
    return a;
}

// Of the middle stone's centre of mass.
static double crown(const arch* a)
{
    belay_vec3 center;
    cr_assert(belay_body_get_center_of_mass(a->world, a->stones[STONES / 2], &center) == BELAY_OK);
    return center.z;
}

// How far a stone has turned about y, rad.
static double turn_of(const arch* a, int i)
{
    belay_quat q = scene_state(a->world, a->stones[i]).pose.rotation;
    return -2.0 * atan2(q.y, q.w) - SCENE_PI * (i + 0.5) / STONES;
}

// Joints, the feet included, whose sides are turned against each other by more than half a degree.
static int open_joints(const arch* a)
{
    int open = 0;
    for (int i = 0; i < JOINTS; i++) {
        double before = i > 0 ? turn_of(a, i - 1) : 0.0, behind = i < STONES ? turn_of(a, i) : 0.0;
        open += fabs(remainder(behind - before, 2.0 * SCENE_PI)) > scene_radians(0.5) ? 1 : 0;
    }
    return open;
}

Test(scene_D4, thick_arch_stands)
{
    arch a = build(0.20, CORNERS_IN_ORDER);
    double start = crown(&a), dropped = 0.0, half = 0.0, drift = 0.0;
    for (int k = 1; k <= 4800; k++) {
        scene_steps(a.world, 1);
        dropped = fmax(dropped, fabs(crown(&a) - start));
        if (k == 2400) half = crown(&a);
        if (k > 2400) drift = fmax(drift, fabs(crown(&a) - half));
    }
    scene_check_near(dropped, 0.0, 1e-3, "D4: drop of the crown in 20 s, m");
    scene_check_near(drift, 0.0, 1e-5, "D4: drift of the crown in the last 10 s, m");
    cr_expect(open_joints(&a) == 0, "%d joints are open", open_joints(&a));
    belay_world_destroy(a.world);
}

Test(scene_D4, thin_arch_falls_by_hinges)
{
    arch a = build(0.07, CORNERS_IN_ORDER);
    double start = crown(&a), fell_at = INFINITY;
    int hinges = 0;
    for (int k = 1; k <= 1200 && fell_at == INFINITY; k++) {
        scene_steps(a.world, 1);
        if (hinges == 0 && crown(&a) < start - 0.05) hinges = open_joints(&a);
        if (crown(&a) < 0.5) fell_at = k * h;
    }
    cr_log_info("D4: the crown is below 0.5 m after %g s; %d joints had opened when it was 5 cm down\n", fell_at,
                hinges);
    cr_expect(fell_at <= 5.0, "the crown is at %g m after 5 s", crown(&a));
    // A mechanism of rigid parts on two feet takes four hinges at least.
    cr_expect(hinges >= 4, "%d joints are open", hinges);
    belay_world_destroy(a.world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Corners in any order, or told three times: the same hull and so the same arch

static void check_like_clean(corner_order order)
{
    arch clean = build(0.11, CORNERS_IN_ORDER), other = build(0.11, order);
    for (int k = 0; k < 240; k++) {
        scene_steps(clean.world, 1);
        scene_steps(other.world, 1);
        for (int i = 0; i < STONES; i++) {
            belay_body_state a = scene_state(clean.world, clean.stones[i]),
                             b = scene_state(other.world, other.stones[i]);
            cr_assert(scene_is_same_pose(a.pose, b.pose), "stone %d differs after %d steps by %g m", i, k + 1,
                      v3_distance(a.pose.position, b.pose.position));
        }
    }
    belay_world_destroy(clean.world);
    belay_world_destroy(other.world);
}

Test(scene_D4, order_of_the_corners_does_not_matter)
{
    check_like_clean(CORNERS_SHUFFLED);
}

Test(scene_D4, doubled_corners_do_not_matter)
{
    check_like_clean(CORNERS_DOUBLED);
}
