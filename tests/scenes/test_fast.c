// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Scene G: fast and thin. Nothing passes through a plate, nothing feels what it only passes by, and small parts in a
// thin box behave as large ones do.

#include "support/parts.h"

#include <criterion/criterion.h>
#include <string.h>

static belay_world* make_world(double h, belay_vec3 gravity)
{
    belay_world_def def = belay_world_def_default();
    def.step_seconds = h;
    def.gravity = gravity;
    def.enable_sleep = false;
    return scene_world_of(&def);
}

// ---------------------------------------------------------------------------------------------------------------------
// G1: bullet and plate
// ---------------------------------------------------------------------------------------------------------------------

#define RUNS 100
#define BULLET_RADIUS 0.02
#define PLATE_HALF 0.001

static const belay_material smooth = {0.0, 0.5};

typedef enum plate_kind { PLATE_BOX, PLATE_HULL, PLATE_TRIANGLES } plate_kind;

static const belay_vec3 corners[] = {{-PLATE_HALF, -0.25, -0.25}, {-PLATE_HALF, 0.25, -0.25}, {-PLATE_HALF, 0.25, 0.25},
                                     {-PLATE_HALF, -0.25, 0.25},  {PLATE_HALF, -0.25, -0.25}, {PLATE_HALF, 0.25, -0.25},
                                     {PLATE_HALF, 0.25, 0.25},    {PLATE_HALF, -0.25, 0.25}};
// The side that looks to -x, where the bullet comes from.
static const int32_t triangles[] = {0, 2, 1, 0, 3, 2};

static belay_collider_def plate_of(plate_kind kind)
{
    belay_collider_def def = belay_collider_def_box(v3(2.0 * PLATE_HALF, 0.5, 0.5));
    if (kind == PLATE_HULL) def = belay_collider_def_hull(corners, 8);
    if (kind == PLATE_TRIANGLES) def = belay_collider_def_mesh(corners, 4, triangles, 2);
    def.material = smooth;
    return def;
}

// The bullet, k cm further than 5 m away, aimed at `aim` on the plate.
static belay_body_id shoot(belay_world* world, int k, belay_vec3 aim)
{
    belay_body_id bullet = part_ball(world, v3(-5.0 - 0.01 * k, aim.y, aim.z), BULLET_RADIUS, 0.05, smooth);
    scene_set_velocity(world, bullet, v3(60.0, 0.0, 0.0), v3_zero());
    return bullet;
}

static void check_static_plate(plate_kind kind, belay_vec3 aim)
{
    for (int k = 0; k < RUNS; k++) {
        belay_world* world = make_world(1.0 / 60.0, v3_zero());
        belay_collider_def def = plate_of(kind);
        part_fixed(world, BELAY_BODY_STATIC, belay_pose_identity(), &def);
        belay_body_id bullet = shoot(world, k, aim);
        scene_steps(world, 12);
        belay_body_state s = scene_state(world, bullet);
        cr_assert_lt(s.pose.position.x, -BULLET_RADIUS, "run %d: passed through", k);
        cr_assert_leq(fabs(s.linear_velocity.x + 30.0), 0.06, "run %d: %g m/s, not -30", k, s.linear_velocity.x);
        cr_assert_leq(hypot(s.linear_velocity.y, s.linear_velocity.z), 1e-6, "run %d: lateral (%g, %g)", k,
                      s.linear_velocity.y, s.linear_velocity.z);
        belay_world_destroy(world);
    }
}

Test(scene_G1, plate_as_box)
{
    check_static_plate(PLATE_BOX, v3_zero());
    check_static_plate(PLATE_BOX, v3(0.0, 0.11, -0.07));
}

Test(scene_G1, plate_as_hull)
{
    check_static_plate(PLATE_HULL, v3_zero());
    check_static_plate(PLATE_HULL, v3(0.0, 0.11, -0.07));
}

Test(scene_G1, plate_as_two_triangles)
{
    check_static_plate(PLATE_TRIANGLES, v3_zero()); // on the edge between the two
    check_static_plate(PLATE_TRIANGLES, v3(0.0, 0.11, -0.07));
}

Test(scene_G1, free_plate)
{
    // (m1 - e m2) v/(m1 + m2) and (1 + e) m1 v/(m1 + m2).
    for (int k = 0; k < RUNS; k++) {
        for (int kind = PLATE_BOX; kind <= PLATE_HULL; kind++) {
            belay_world* world = make_world(1.0 / 60.0, v3_zero());
            belay_collider_def def = plate_of((plate_kind)kind);
            belay_body_id plate = part_add(world, BELAY_BODY_DYNAMIC, belay_pose_identity(), &def, 0.5);
            belay_body_id bullet = shoot(world, k, v3_zero());
            scene_steps(world, 12);
            belay_body_state a = scene_state(world, bullet), b = scene_state(world, plate);
            cr_assert_leq(fabs(a.linear_velocity.x + 21.8182), 0.002 * 21.8182, "run %d, plate %d: bullet %g m/s", k,
                          kind, a.linear_velocity.x);
            cr_assert_leq(fabs(b.linear_velocity.x - 8.18182), 0.002 * 8.18182, "run %d, plate %d: plate %g m/s", k,
                          kind, b.linear_velocity.x);
            cr_assert_lt(a.pose.position.x, b.pose.position.x, "run %d", k);
            cr_assert_leq(hypot(a.linear_velocity.y, a.linear_velocity.z), 1e-6, "run %d", k);
            belay_world_destroy(world);
        }
    }
}

Test(scene_G1, solid_bullets)
{
    // A rod flying end first and a cube face first.
    belay_collider_def rod = belay_collider_def_capsule(0.04, BULLET_RADIUS);
    belay_collider_def cube = belay_collider_def_box(v3(0.04, 0.04, 0.04));
    rod.material = cube.material = smooth;
    belay_pose turned = part_turned(v3_zero(), v3(0.0, 1.0, 0.0), 0.5 * SCENE_PI);
    for (int k = 0; k < RUNS; k += 4) {
        for (int kind = PLATE_BOX; kind <= PLATE_TRIANGLES; kind++) {
            for (int i = 0; i < 2; i++) {
                belay_world* world = make_world(1.0 / 60.0, v3_zero());
                belay_collider_def plate = plate_of((plate_kind)kind);
                part_fixed(world, BELAY_BODY_STATIC, belay_pose_identity(), &plate);
                belay_pose pose = i == 0 ? turned : belay_pose_identity();
                pose.position = v3(-5.0 - 0.01 * k, 0.02, 0.03);
                belay_body_id bullet = part_add(world, BELAY_BODY_DYNAMIC, pose, i == 0 ? &rod : &cube, 0.05);
                scene_set_velocity(world, bullet, v3(60.0, 0.0, 0.0), v3_zero());
                scene_steps(world, 12);
                belay_body_state s = scene_state(world, bullet);
                cr_assert_leq(fabs(s.linear_velocity.x + 30.0), 0.06, "run %d, plate %d, bullet %d: %g m/s", k, kind, i,
                              s.linear_velocity.x);
                cr_assert_leq(hypot(s.linear_velocity.y, s.linear_velocity.z), 1e-6);
                belay_world_destroy(world);
            }
        }
    }
}

Test(scene_G1, absurd_velocity_is_safe_or_refused)
{
    const double speeds[] = {1e4, 1e6, BELAY_MAX_SPEED, 2.0 * BELAY_MAX_SPEED};
    for (int i = 0; i < 4; i++) {
        belay_world* world = make_world(1.0 / 60.0, v3_zero());
        belay_collider_def plate = plate_of(PLATE_BOX);
        part_fixed(world, BELAY_BODY_STATIC, belay_pose_identity(), &plate);
        belay_body_id bullet = shoot(world, 0, v3_zero());
        belay_pose start = part_at(-0.75 * speeds[i] / 60.0, 0.0, 0.0); // met in the way from the first instant on
        cr_assert(i > 1 || belay_body_set_pose(world, bullet, start) == BELAY_OK);
        belay_result answer = belay_body_set_velocity(world, bullet, v3(speeds[i], 0.0, 0.0), v3_zero());
        cr_expect(answer == (speeds[i] > BELAY_MAX_SPEED ? BELAY_ERROR_VALUE : BELAY_OK));
        scene_steps(world, 3);
        belay_body_state s = scene_state(world, bullet);
        cr_expect(isfinite(s.pose.position.x) && isfinite(s.linear_velocity.x), "%g m/s", speeds[i]);
        if (i < 2) cr_expect_leq(s.pose.position.x, 0.0, "%g m/s passed through", speeds[i]);
        belay_world_destroy(world);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// G2: near miss
// ---------------------------------------------------------------------------------------------------------------------

// The state of a ball after its flight with or without an obstacle.
static belay_body_state fly(double h, const scene_ball* ball, belay_pose place, const belay_collider_def* obstacle)
{
    belay_world* world = make_world(h, v3_zero());
    belay_body_id body = part_ball(world, ball->position, ball->radius, ball->mass, (belay_material){0.5, 0.5});
    scene_set_velocity(world, body, ball->linear, ball->angular);
    if (obstacle != NULL) part_fixed(world, BELAY_BODY_STATIC, place, obstacle);
    double seconds = 2.2 * v3_length(ball->position) / v3_length(ball->linear);
    scene_steps(world, (int)ceil(seconds / h));
    belay_body_state s = scene_state(world, body);
    belay_world_destroy(world);
    return s;
}

static void check_miss(double h, const scene_ball* ball, belay_pose place, const belay_collider_def* obstacle,
                       const char* what, int heading, int offset)
{
    belay_body_state with = fly(h, ball, place, obstacle), without = fly(h, ball, place, NULL);
    cr_assert(scene_is_same_vector(with.linear_velocity, without.linear_velocity) &&
                  scene_is_same_vector(with.angular_velocity, without.angular_velocity) &&
                  scene_is_same_pose(with.pose, without.pose),
              "%s at h %g: heading %d, offset %d: place changed by (%g, %g, %g), velocity by (%g, %g, %g)", what, h,
              heading, offset, with.pose.position.x - without.pose.position.x,
              with.pose.position.y - without.pose.position.y, with.pose.position.z - without.pose.position.z,
              with.linear_velocity.x - without.linear_velocity.x, with.linear_velocity.y - without.linear_velocity.y,
              with.linear_velocity.z - without.linear_velocity.z);
}

// Past the corner of a box that fills the octant below the origin. The way's nearest point is out along (1, 1, 1),
// where the corner alone is near.
static void check_corner(double h, double scale)
{
    belay_collider_def box = belay_collider_def_box(v3(scale, scale, scale));
    belay_pose place = part_at(-0.5 * scale, -0.5 * scale, -0.5 * scale);
    belay_vec3 out = v3_scale(1.0 / sqrt(3.0), v3(1.0, 1.0, 1.0));
    belay_vec3 first = v3_scale(1.0 / sqrt(2.0), v3(1.0, -1.0, 0.0)), second = v3_cross(out, first);
    for (int heading = 0; heading < 20; heading++) {
        double angle = 2.0 * SCENE_PI * heading / 20.0;
        belay_vec3 way = v3_add(v3_scale(cos(angle), first), v3_scale(sin(angle), second));
        for (int offset = 0; offset < 100; offset += 3) {
            scene_ball ball = {.radius = 0.02 * scale, .mass = 0.1};
            ball.linear = v3_scale(40.0 * scale, way);
            ball.position = v3_add(v3_scale(0.023 * scale, out), v3_scale(-(2.0 + 0.01 * offset) * scale, way));
            check_miss(h, &ball, place, &box, "corner", heading, offset);
        }
    }
}

Test(scene_G2, past_a_corner)
{
    check_corner(1.0 / 60.0, 1.0);
    check_corner(1.0 / 240.0, 1.0);
}

Test(scene_G2, past_a_small_corner)
{
    check_corner(1.0 / 60.0, 0.01);
    check_corner(1.0 / 240.0, 0.01);
}

// Over a floor, 1 mm above it.
static void check_floor(double h, double scale)
{
    belay_collider_def box = belay_collider_def_box(v3(20.0 * scale, 20.0 * scale, scale));
    belay_collider_def plane = belay_collider_def_plane(v3(0.0, 0.0, 1.0), 0.0);
    for (int heading = 0; heading < 20; heading++) {
        double angle = 2.0 * SCENE_PI * heading / 20.0;
        belay_vec3 way = v3(cos(angle), sin(angle), 0.0);
        for (int offset = 0; offset < 100; offset += 11) {
            scene_ball ball = {.radius = 0.02 * scale, .mass = 0.1};
            ball.linear = v3_scale(40.0 * scale, way);
            ball.position = v3_scale(-(2.0 + 0.01 * offset) * scale, way);
            ball.position.z = 0.021 * scale;
            check_miss(h, &ball, part_at(0.0, 0.0, -0.5 * scale), &box, "box", heading, offset);
            check_miss(h, &ball, belay_pose_identity(), &plane, "plane", heading, offset);
        }
    }
}

Test(scene_G2, over_a_floor)
{
    check_floor(1.0 / 60.0, 1.0);
    check_floor(1.0 / 240.0, 1.0);
    check_floor(1.0 / 60.0, 0.01);
    check_floor(1.0 / 240.0, 0.01);
}

Test(scene_G2, bad_margins_are_refused)
{
    const double bad[] = {-1e-3, (double)NAN};
    for (int i = 0; i < 2; i++) {
        belay_world_def def = belay_world_def_default();
        belay_world* world = NULL;
        belay_error error;
        def.contact_margin = bad[i];
        cr_expect(belay_world_create(&def, &world, &error) == BELAY_ERROR_VALUE && world == NULL);
        cr_expect(strstr(error.message, "contact_margin") != NULL);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// G3: millimetre parts
// ---------------------------------------------------------------------------------------------------------------------

#define BALLS 20
#define PARTS (BALLS + 2)

static const belay_material steel = {0.3, 0.3};

static void add_wall(belay_world* world, belay_vec3 position, belay_vec3 size)
{
    belay_collider_def def = belay_collider_def_box(size);
    def.material = steel;
    part_fixed(world, BELAY_BODY_STATIC, part_at(position.x, position.y, position.z), &def);
}

// An open box, 20 x 20 mm inside and 40 mm high, of 0.2 mm sheet.
static void add_tray(belay_world* world)
{
    add_wall(world, v3(0.0, 0.0, -1e-4), v3(0.0204, 0.0204, 2e-4));
    for (int side = -1; side <= 1; side += 2) {
        add_wall(world, v3(side * 0.0101, 0.0, 0.02), v3(2e-4, 0.0204, 0.04));
        add_wall(world, v3(0.0, side * 0.0101, 0.02), v3(0.0204, 2e-4, 0.04));
    }
}

static void add_parts(belay_world* world, belay_body_id parts[PARTS])
{
    for (int i = 0; i < BALLS; i++)
        parts[i] = part_ball(world, v3(0.003 * (i % 5 - 2), 0.004 * (i / 5) - 0.006, 0.031 + 0.0003 * (i % 3)), 1e-3,
                             3.267e-5, steel);
    belay_collider_def rod = belay_collider_def_capsule(4e-3, 0.5e-3);
    belay_collider_def plate = belay_collider_def_box(v3(5e-3, 5e-3, 2e-4));
    rod.material = plate.material = steel;
    parts[BALLS] = part_add(world, BELAY_BODY_DYNAMIC, part_turned(v3(0.002, 0.001, 0.034), v3(0.6, 0.8, 0.0), 1.2),
                            &rod, 7800.0 * SCENE_PI * 0.25e-6 * (4e-3 + 4.0 / 3.0 * 0.5e-3));
    parts[BALLS + 1] = part_add(world, BELAY_BODY_DYNAMIC, part_at(-0.003, 0.0, 0.036), &plate, 7800.0 * 5e-9);
}

static bool is_inside(belay_vec3 p)
{
    return fabs(p.x) < 0.01 && fabs(p.y) < 0.01 && p.z > 0.0 && p.z < 0.04;
}

static void check_inside(const belay_world* world, const belay_body_id parts[PARTS])
{
    for (int i = 0; i < PARTS; i++) {
        belay_vec3 p = scene_state(world, parts[i]).pose.position;
        cr_assert(is_inside(p), "part %d is at (%g, %g, %g) mm at %g s", i, 1e3 * p.x, 1e3 * p.y, 1e3 * p.z,
                  belay_world_get_time(world));
    }
}

static double kinetic(const belay_world* world)
{
    belay_energy e = belay_world_get_energy(world);
    return e.translation + e.rotation;
}

// A ball that rolls without slip on level ground is not braked (C1), so the balls roll from wall to wall until their
// bumps have used it up; what cannot roll is at rest, nothing hops, and nothing gains.
Test(scene_G3, parts_stay_inside_and_settle)
{
    belay_world* world = make_world(1e-3, v3(0.0, 0.0, -SCENE_G));
    belay_body_id parts[PARTS];
    add_tray(world);
    add_parts(world, parts);
    for (int i = 0; i < 30; i++) {
        scene_steps(world, 100);
        check_inside(world, parts);
    }
    double hop = 0.0, before = kinetic(world);
    for (int i = 0; i < 1000; i++) {
        scene_steps(world, 1);
        for (int k = 0; k < PARTS; k++)
            hop = fmax(hop, fabs(scene_state(world, parts[k]).linear_velocity.z));
    }
    check_inside(world, parts);
    cr_expect_leq(kinetic(world), before);
    scene_check_near(hop, 0.0, 1e-5, "vertical speed after 3 s");
    scene_check_near(v3_length(scene_state(world, parts[PARTS - 1]).linear_velocity), 0.0, 1e-5, "speed of the plate");
    scene_check_near(belay_world_get_stats(world)->max_overlap, 0.0, 1e-5, "overlap");
    belay_world_destroy(world);
}

Test(scene_G3, a_lone_ball_rests_on_its_radius)
{
    belay_world* world = make_world(1e-3, v3(0.0, 0.0, -SCENE_G));
    add_tray(world);
    belay_body_id ball = part_ball(world, v3(0.002, -0.003, 0.031), 1e-3, 3.267e-5, steel);
    scene_steps(world, 3000);
    scene_check_near(scene_state(world, ball).pose.position.z, 1e-3, 1e-5, "height");
    scene_check_near(v3_length(scene_state(world, ball).linear_velocity), 0.0, 1e-5, "speed");
    belay_world_destroy(world);
}

Test(scene_G3, sizes_outside_the_range_are_refused)
{
    const double bad[] = {1e-12, 1e10};
    belay_world *world = make_world(1e-3, v3_zero()), *control = make_world(1e-3, v3_zero());
    belay_body_id ball = part_ball(world, v3_zero(), 1e-3, 1.0, steel);
    part_ball(control, v3_zero(), 1e-3, 1.0, steel);
    uint64_t hash = belay_world_hash(world);
    for (int i = 0; i < 2; i++) {
        belay_collider_def defs[] = {belay_collider_def_sphere(bad[i]), belay_collider_def_box(v3(1.0, bad[i], 1.0)),
                                     belay_collider_def_capsule(1.0, bad[i]), belay_collider_def_cylinder(bad[i], 1.0),
                                     belay_collider_def_cone(1.0, bad[i])};
        for (int k = 0; k < 5; k++) {
            belay_result answer = belay_collider_create(world, ball, &defs[k], NULL);
            scene_check_refused(world, hash, answer, answer == BELAY_ERROR_SHAPE ? answer : BELAY_ERROR_VALUE,
                                i == 0 ? "1e-12" : "1e+10", "1e");
        }
    }
    scene_check_same_course(world, control, 10);
    belay_world_destroy(world);
    belay_world_destroy(control);
}
