// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Scene E with solids: the bounce ladder on boxes, with and without sweeping, rebounds from flat faces, rows of solids.

#include "support/parts.h"

#include <criterion/criterion.h>

static belay_world* make_world(double h, belay_vec3 gravity, bool is_continuous)
{
    belay_world_def def = belay_world_def_default();
    def.solver.tolerance = belay_world_def_exact().solver.tolerance;
    def.step_seconds = h;
    def.gravity = gravity;
    def.enable_sleep = false;
    def.enable_continuous = is_continuous;
    return scene_world_of(&def);
}

static const belay_vec3 weight = {0.0, 0.0, -SCENE_G};

// ---------------------------------------------------------------------------------------------------------------------
// E1: bounce ladder
// ---------------------------------------------------------------------------------------------------------------------

#define LADDER_MAX 50

typedef struct ladder {
    belay_world* world;
    double e;
} ladder;

static ladder make_ladder(double e, bool is_continuous)
{
    ladder l = {make_world(1e-3, weight, is_continuous), e};
    return l;
}

static void add_plane(const ladder* l)
{
    scene_plane(l->world, v3(0.0, 0.0, 1.0), 0.0, (belay_material){0.5, l->e});
}

static void add_slab(const ladder* l)
{
    belay_collider_def def = belay_collider_def_box(v3(6.0, 6.0, 1.0));
    def.material.restitution = l->e;
    part_fixed(l->world, BELAY_BODY_STATIC, part_at(0.0, 0.0, -0.5), &def);
}

static belay_body_id drop(const ladder* l, double x)
{
    return part_ball(l->world, v3(x, 0.0, 1.1), 0.1, 1.0, (belay_material){0.5, l->e});
}

static double gap_of(const ladder* l, belay_body_id ball)
{
    return scene_state(l->world, ball).pose.position.z - 0.1;
}

static void find_apexes(const ladder* l, belay_body_id ball, int count, double apexes[LADDER_MAX])
{
    double highest = 0.0;
    bool was_rising = false;
    for (int n = 0, steps = 0; n < count; steps++) {
        cr_assert(steps < 100000, "only %d apexes", n);
        scene_steps(l->world, 1);
        bool is_rising = scene_state(l->world, ball).linear_velocity.z > 0.0;
        if (is_rising && !was_rising) highest = 0.0;
        highest = fmax(highest, gap_of(l, ball));
        if (was_rising && !is_rising) apexes[n++] = highest;
        was_rising = is_rising;
    }
}

static void check_elastic_ladder(const ladder* l)
{
    // e = 1 turns v into -v: every apex is at 1 m. The slope between the means of the halves.
    double apexes[LADDER_MAX], first = 0.0, last = 0.0;
    find_apexes(l, drop(l, 0.3), LADDER_MAX, apexes);
    for (int n = 0; n < LADDER_MAX; n++) {
        cr_assert_float_eq(apexes[n], 1.0, 0.01, "apex %d: %.9g", n, apexes[n]);
        *(n < LADDER_MAX / 2 ? &first : &last) += apexes[n] / (LADDER_MAX / 2);
    }
    cr_expect_leq(fabs(last - first) / (LADDER_MAX / 2), 0.0002);
    belay_world_destroy(l->world);
}

Test(scene_E1, elastic_ladder_on_a_box)
{
    ladder l = make_ladder(1.0, true);
    add_slab(&l);
    check_elastic_ladder(&l);
}

Test(scene_E1, elastic_ladder_on_a_box_without_sweeping)
{
    ladder l = make_ladder(1.0, false);
    add_slab(&l);
    check_elastic_ladder(&l);
}

Test(scene_E1, elastic_ladder_on_a_plane_without_sweeping)
{
    ladder l = make_ladder(1.0, false);
    add_plane(&l);
    check_elastic_ladder(&l);
}

static void check_lossy_ladder(const ladder* l)
{
    // Apex n is at e^(2n) m; at rest after t1 (1 + e)/(1 - e) = 4.0637 s.
    double apexes[LADDER_MAX], right = 1.0, rest = 0.0;
    belay_body_id ball = drop(l, -0.2);
    find_apexes(l, ball, 5, apexes);
    for (int n = 0; n < 5; n++) {
        right *= 0.64;
        cr_expect_leq(fabs(apexes[n] - right), fmax(0.02 * right, 0.005), "apex %d: %.6g, not %.6g", n, apexes[n],
                      right);
    }
    while (belay_world_get_time(l->world) < 6.0) {
        scene_steps(l->world, 1);
        if (v3_length(scene_state(l->world, ball).linear_velocity) > 1e-6) rest = belay_world_get_time(l->world);
    }
    scene_check_near(rest, 4.0637, 0.1, "time of coming to rest");
    cr_expect_leq(fabs(gap_of(l, ball)), 1e-4);
    belay_world_destroy(l->world);
}

Test(scene_E1, lossy_ladder_on_a_box)
{
    for (int i = 0; i < 2; i++) {
        ladder l = make_ladder(0.8, i == 0);
        add_slab(&l);
        check_lossy_ladder(&l);
    }
}

Test(scene_E1, lossy_ladder_on_a_plane_without_sweeping)
{
    ladder l = make_ladder(0.8, false);
    add_plane(&l);
    check_lossy_ladder(&l);
}

Test(scene_E1, plastic_ladder_on_a_box)
{
    for (int i = 0; i < 2; i++) {
        ladder l = make_ladder(0.0, i == 0);
        add_slab(&l);
        belay_body_id ball = drop(&l, 0.0);
        double highest = 0.0;
        for (int k = 0; k < 2000; k++) {
            scene_steps(l.world, 1);
            if (belay_world_get_time(l.world) > 0.453) highest = fmax(highest, fabs(gap_of(&l, ball)));
        }
        cr_expect_leq(highest, 1e-4, "rebound of %g m", highest);
        belay_world_destroy(l.world);
    }
}

// Two balls on one shape are two copies of one problem.
static void check_side_by_side(const ladder* l)
{
    belay_body_id a = drop(l, -0.15), b = drop(l, 0.15);
    double apexes[LADDER_MAX], right = 1.0;
    find_apexes(l, a, 3, apexes);
    for (int n = 0; n < 3; n++) {
        right *= 0.64;
        cr_expect_leq(fabs(apexes[n] - right), 0.02 * right, "apex %d: %.6g", n, apexes[n]);
    }
    for (int i = 0; i < 3000; i++) {
        scene_steps(l->world, 1);
        belay_body_state sa = scene_state(l->world, a), sb = scene_state(l->world, b);
        cr_assert_leq(fabs(sa.pose.position.z - sb.pose.position.z), 1e-12);
        cr_assert_leq(fabs(sa.pose.position.x + 0.15), 1e-9);
        cr_assert_leq(fabs(sb.pose.position.x - 0.15), 1e-9);
    }
    belay_world_destroy(l->world);
}

Test(scene_E1, two_balls_side_by_side_on_one_box)
{
    for (int i = 0; i < 2; i++) {
        ladder l = make_ladder(0.8, i == 0);
        add_slab(&l);
        check_side_by_side(&l);
    }
}

Test(scene_E1, two_balls_side_by_side_on_one_plane)
{
    for (int i = 0; i < 2; i++) {
        ladder l = make_ladder(0.8, i == 0);
        add_plane(&l);
        check_side_by_side(&l);
    }
}

// Newton's law holds for solids that meet the ground flat as for balls: apex n at e^(2n) of the first height.
static void check_solid_ladder(const belay_collider_def* shape, belay_vec3 axis, double angle, double half_height)
{
    for (int on_box = 0; on_box < 2; on_box++) {
        ladder l = make_ladder(0.8, true);
        if (on_box == 1) add_slab(&l);
        if (on_box == 0) add_plane(&l);
        belay_collider_def def = *shape;
        def.material.restitution = 0.8;
        belay_pose pose = part_turned(v3(0.1, 0.2, 1.0 + half_height), axis, angle);
        belay_body_id body = part_add(l.world, BELAY_BODY_DYNAMIC, pose, &def, 2.0);
        double highest = 0.0, right = 1.0;
        int bounce = 0;
        bool was_rising = false;
        for (int k = 0; k < 2000 && bounce < 2; k++) {
            scene_steps(l.world, 1);
            belay_body_state s = scene_state(l.world, body);
            bool is_rising = s.linear_velocity.z > 0.0;
            highest = is_rising && !was_rising ? 0.0 : fmax(highest, s.pose.position.z - half_height);
            if (was_rising && !is_rising) {
                right *= 0.64;
                bounce++;
                cr_expect_leq(fabs(highest - right), 0.02 * right, "%s on %s: apex %d at %.6g, not %.6g",
                              belay_shape_type_name(def.shape.type), on_box == 1 ? "box" : "plane", bounce, highest,
                              right);
                cr_expect_leq(v3_length(s.angular_velocity), 1e-6, "%s turns", belay_shape_type_name(def.shape.type));
            }
            was_rising = is_rising;
        }
        cr_expect_eq(bounce, 2);
        belay_world_destroy(l.world);
    }
}

Test(scene_E1, solids_bounce_as_balls_do)
{
    const belay_vec3 corners[] = {{0.1, 0.0, -0.05}, {-0.05, 0.0866, -0.05}, {-0.05, -0.0866, -0.05},
                                  {0.1, 0.0, 0.05},  {-0.05, 0.0866, 0.05},  {-0.05, -0.0866, 0.05}};
    belay_collider_def box = belay_collider_def_box(v3(0.2, 0.3, 0.1));
    belay_collider_def capsule = belay_collider_def_capsule(0.3, 0.05);
    belay_collider_def cylinder = belay_collider_def_cylinder(0.2, 0.1);
    belay_collider_def hull = belay_collider_def_hull(corners, 6);
    check_solid_ladder(&box, v3(0.0, 0.0, 1.0), 0.3, 0.05);
    check_solid_ladder(&capsule, v3(1.0, 0.0, 0.0), 0.5 * SCENE_PI, 0.05);
    check_solid_ladder(&cylinder, v3(0.0, 0.0, 1.0), 0.0, 0.1);
    check_solid_ladder(&hull, v3(0.0, 0.0, 1.0), 0.2, 0.05);
}

// ---------------------------------------------------------------------------------------------------------------------
// E2: rebounds from a box
// ---------------------------------------------------------------------------------------------------------------------

Test(scene_E2, slow_rebounds_from_a_box)
{
    const double speeds[] = {2.0, 0.2, 0.01};
    for (int i = 0; i < 3; i++) {
        belay_world* world = make_world(1e-3, v3_zero(), true);
        belay_material material = {0.5, 0.9};
        belay_collider_def wall = belay_collider_def_box(v3(1.0, 4.0, 4.0));
        wall.material = material;
        part_fixed(world, BELAY_BODY_STATIC, part_at(-0.5, 0.0, 0.0), &wall);
        belay_body_id ball = part_ball(world, v3(0.05 + 2e-4, 0.7, -0.3), 0.05, 0.17, material);
        scene_set_velocity(world, ball, v3(-speeds[i], 0.0, 0.0), v3_zero());
        scene_steps(world, 100);
        belay_vec3 v = scene_state(world, ball).linear_velocity;
        scene_check_near(v.x, 0.9 * speeds[i], 0.002 * speeds[i], "speed after");
        cr_expect_leq(hypot(v.y, v.z), 1e-12);
        belay_world_destroy(world);
    }
}

static void check_oblique(double mu, double speed_after, double spin_after)
{
    // As on the plane: (1 + e) 4 = 6.4 along the normal, at most mu times that across.
    for (int k = 0; k < 12; k++) {
        double heading = scene_radians(30.0 * k + 7.0);
        belay_world* world = make_world(1e-3, v3_zero(), true);
        belay_material material = {mu, 0.6};
        belay_collider_def ground = belay_collider_def_box(v3(4.0, 4.0, 1.0));
        ground.material = material;
        part_fixed(world, BELAY_BODY_STATIC, part_at(0.0, 0.0, -0.5), &ground);
        belay_body_id ball = part_ball(world, v3(0.2, 0.1, 0.028575 + 0.0007 * (k % 5)), 0.028575, 0.17, material);
        belay_vec3 along = v3(cos(heading), sin(heading), 0.0), across = v3(-sin(heading), cos(heading), 0.0);
        scene_set_velocity(world, ball, v3_add(v3_scale(3.0, along), v3(0.0, 0.0, -4.0)), v3_zero());
        scene_steps(world, 20);
        belay_body_state s = scene_state(world, ball);
        belay_vec3 v = v3_add(v3_scale(speed_after, along), v3(0.0, 0.0, 2.4)), w = v3_scale(spin_after, across);
        cr_assert_leq(v3_distance(s.linear_velocity, v), 0.002 * v3_length(v), "heading %d", k);
        cr_assert_leq(v3_distance(s.angular_velocity, w), 0.002 * v3_length(w), "heading %d", k);
        belay_world_destroy(world);
    }
}

Test(scene_E2, oblique_rebounds_from_a_box)
{
    check_oblique(0.15, 2.14286, 74.991);
    check_oblique(0.10, 2.36, 55.993);
}

Test(scene_E2, a_rod_struck_at_its_end)
{
    // A rod of length 1 falls flat on an edge under one end without friction: J (1/m + d^2/I) = (1 + e) v.
    belay_world* world = make_world(1e-3, v3_zero(), true);
    belay_material material = {0.0, 0.5};
    belay_collider_def post = belay_collider_def_sphere(0.05), rod = belay_collider_def_box(v3(1.0, 0.1, 0.1));
    post.material = rod.material = material;
    part_fixed(world, BELAY_BODY_STATIC, part_at(0.4, 0.0, -0.05), &post);
    belay_body_id body = part_add(world, BELAY_BODY_DYNAMIC, part_at(0.0, 0.0, 0.0505), &rod, 2.0);
    scene_set_velocity(world, body, v3(0.0, 0.0, -1.0), v3_zero());
    scene_steps(world, 10);
    double inertia = 2.0 / 12.0 * (1.0 + 0.01), j = 1.5 / (0.5 + 0.16 / inertia);
    belay_body_state s = scene_state(world, body);
    scene_check_near(s.linear_velocity.z, -1.0 + 0.5 * j, 0.002, "speed after");
    scene_check_near(s.angular_velocity.y, -0.4 * j / inertia, 0.002 * 0.4 * j / inertia, "turning after");
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// E3: rows of solids
// ---------------------------------------------------------------------------------------------------------------------

#define ROW 5

// Five equal solids, 0.1 m long along x and the gap apart; the speeds at 0.49 s.
static void run_row(const belay_collider_def* shape, belay_pose turn, double gap, const double start[ROW],
                    double after[ROW])
{
    belay_world* world = make_world(1e-3, v3_zero(), true);
    belay_body_id row[ROW];
    for (int i = 0; i < ROW; i++) {
        belay_pose pose = turn;
        pose.position.x = (i - 2) * (0.1 + gap);
        row[i] = part_add(world, BELAY_BODY_DYNAMIC, pose, shape, 1.0);
        scene_set_velocity(world, row[i], v3(start[i], 0.0, 0.0), v3_zero());
    }
    scene_steps(world, 490);
    for (int i = 0; i < ROW; i++) {
        belay_body_state s = scene_state(world, row[i]);
        after[i] = s.linear_velocity.x;
        cr_expect_leq(hypot(s.linear_velocity.y, s.linear_velocity.z) + v3_length(s.angular_velocity), 1e-6,
                      "%s %d leaves the line", belay_shape_type_name(shape->shape.type), i);
    }
    belay_world_destroy(world);
}

static void check_row(belay_collider_def shape, belay_pose turn)
{
    static const double from_left[ROW] = {1.0, 0.0, 0.0, 0.0, 0.0}, both[ROW] = {1.0, 0.0, 0.0, 0.0, -1.0};
    static const double elastic[ROW] = {0.0, 0.0, 0.0, 0.0, 1.0};
    static const double lossy[ROW] = {0.05, 0.0475, 0.045125, 0.042869, 0.814506};
    const char* name = belay_shape_type_name(shape.shape.type);
    double after[ROW], momentum = 0.0, energy = 0.0;
    for (int k = 0; k < 2; k++) {
        shape.material = (belay_material){0.0, k == 0 ? 1.0 : 0.9};
        run_row(&shape, turn, 0.005, from_left, after);
        for (int i = 0; i < ROW; i++)
            cr_expect_float_eq(after[i], (k == 0 ? elastic : lossy)[i], 0.001, "%s %d: %g", name, i, after[i]);
    }
    shape.material.restitution = 1.0;
    run_row(&shape, turn, 0.0, from_left, after);
    for (int i = 0; i < ROW; i++) {
        momentum += after[i];
        energy += 0.5 * after[i] * after[i];
    }
    cr_expect_float_eq(momentum, 1.0, 0.001, "%s: momentum %g", name, momentum);
    cr_expect_float_eq(energy, 0.5, 0.0005, "%s: energy %g", name, energy);
    run_row(&shape, turn, 0.005, both, after);
    for (int i = 0; i < ROW; i++)
        cr_expect_leq(fabs(after[i] + after[ROW - 1 - i]), 1e-9, "%s: %.12g and %.12g", name, after[i],
                      after[ROW - 1 - i]);
}

Test(scene_E3, row_of_boxes)
{
    check_row(belay_collider_def_box(v3(0.1, 0.08, 0.06)), belay_pose_identity());
}

Test(scene_E3, row_of_capsules)
{
    check_row(belay_collider_def_capsule(0.2, 0.05), belay_pose_identity());
    check_row(belay_collider_def_capsule(0.04, 0.03), part_turned(v3_zero(), v3(0.0, 1.0, 0.0), 0.5 * SCENE_PI));
}

Test(scene_E3, row_of_cylinders)
{
    check_row(belay_collider_def_cylinder(0.1, 0.04), part_turned(v3_zero(), v3(0.0, 1.0, 0.0), 0.5 * SCENE_PI));
    check_row(belay_collider_def_cylinder(0.2, 0.05), belay_pose_identity());
}

Test(scene_E3, row_of_hulls)
{
    const belay_vec3 corners[] = {{-0.05, 0.05, -0.03}, {-0.05, -0.05, -0.03}, {-0.05, 0.0, 0.06},
                                  {0.05, 0.05, -0.03},  {0.05, -0.05, -0.03},  {0.05, 0.0, 0.06}};
    check_row(belay_collider_def_hull(corners, 6), belay_pose_identity());
}
