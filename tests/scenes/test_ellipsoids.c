// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Ellipsoids that rest, rock and roll. On the end of its shortest semi-axis c an ellipsoid stands in a stable rest:
// tilted by f about b, its middle is at h(f) = sqrt(a^2 sin^2 f + c^2 cos^2 f), which is c + (a^2 - c^2) / 2c f^2 for
// small f. It rocks with the frequency
//     w^2 = g (a^2 - c^2) / c / (I / m + c^2),   I = m (a^2 + c^2) / 5
// where it rolls without slip, as the middle then swings by c f to the side, and without the c^2 where there is no
// friction. Rolling does no work: the energy stays what it is, up to the second order of the step.

#include "support/rods/rod_scene.h"
#include "support/scene.h"
#include "support/scene_solids.h"

#include <criterion/criterion.h>
#include <math.h>

static const double step = 1.0 / 240.0;

static belay_shape ellipsoid(double a, double b, double c)
{
    return (belay_shape){.type = BELAY_SHAPE_ELLIPSOID, .ellipsoid = {{a, b, c}}};
}

// A world without sleep over the floor z <= 0.
static belay_world* floor_world(double h, double mu)
{
    belay_world_def def = belay_world_def_exact();
    def.step_seconds = h;
    def.enable_sleep = false;
    belay_world* world = scene_world_of(&def);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, scene_rough(mu));
    return world;
}

// How far below its middle the ellipsoid's lowest point is, as a vector from there.
static belay_vec3 lowest_of(belay_vec3 half, belay_quat rotation)
{
    belay_vec3 down = q_rotate_inverse(rotation, v3(0.0, 0.0, -1.0));
    belay_vec3 u = v3(half.x * down.x, half.y * down.y, half.z * down.z);
    double height = v3_length(u);
    return q_rotate(rotation, v3_scale(1.0 / height, v3(half.x * u.x, half.y * u.y, half.z * u.z)));
}

// On the floor, turning with `spin` about its lowest point.
static belay_body_id add_rolling(belay_world* world, belay_vec3 half, belay_quat rotation, belay_vec3 spin, double mu)
{
    scene_solid s = scene_solid_of(ellipsoid(half.x, half.y, half.z), v3_zero());
    belay_vec3 lowest = lowest_of(half, rotation);
    s.pose = (belay_pose){v3(0.0, 0.0, -lowest.z), rotation};
    s.angular = spin;
    s.linear = v3_neg(v3_cross(spin, lowest));
    s.material = scene_rough(mu);
    return scene_add_solid(world, &s);
}

static double energy(const belay_world* world)
{
    belay_energy e = belay_world_get_energy(world);
    return e.translation + e.rotation + e.potential;
}

// ---------------------------------------------------------------------------------------------------------------------
// Rest
// ---------------------------------------------------------------------------------------------------------------------

Test(ellipsoids, stands_on_its_shortest_axis_as_it_is)
{
    belay_world* world = floor_world(step, 0.5);
    belay_body_id body = add_rolling(world, v3(0.3, 0.2, 0.1), belay_quat_identity(), v3_zero(), 0.5);
    scene_steps(world, 1200);
    belay_body_state s = scene_state(world, body);
    cr_assert_lt(v3_distance(s.pose.position, v3(0.0, 0.0, 0.1)), 1e-13);
    cr_assert_lt(v3_length(s.linear_velocity) + v3_length(s.angular_velocity), 1e-13);
    int32_t count;
    const belay_contact* c = belay_world_get_contacts(world, &count);
    cr_assert_eq(count, 1);
    cr_assert_float_eq(c[0].impulse[0], SCENE_G * step, 1e-12);
    cr_assert_lt(v3_length(c[0].point), 1e-13);
    belay_world_destroy(world);
}

// On the end of its longest axis it falls over, however little it leans; with loss in its way it comes to rest flat.
Test(ellipsoids, falls_over_and_comes_to_rest_flat)
{
    belay_world* world = floor_world(step, 0.5);
    scene_solid s = scene_solid_of(ellipsoid(0.1, 0.2, 0.3), v3(0.0, 0.0, 0.3));
    s.pose.rotation = q_exp(v3(0.01, 0.01, 0.0));
    belay_body_id body = scene_add_solid(world, &s);
    for (int k = 0; k < 20 * 240; k++) {
        belay_body_state now = scene_state(world, body);
        belay_body_apply_torque(world, body, v3_scale(-3e-2, now.angular_velocity));
        scene_steps(world, 1);
    }
    belay_body_state end = scene_state(world, body);
    cr_assert_float_eq(end.pose.position.z, 0.1, 1.5e-6); // but for the overlap that is left as it is
    cr_assert_float_eq(fabs(q_rotate(end.pose.rotation, v3(1.0, 0.0, 0.0)).z), 1.0, 1e-6);
    cr_assert_lt(v3_length(end.angular_velocity), 1e-3);
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Rocking
// ---------------------------------------------------------------------------------------------------------------------

// The mean period over ten swings, from the times at which the spin about y changes its sign.
static double rocking_period(belay_vec3 half, double mu, double h, double amplitude)
{
    belay_world* world = floor_world(h, mu);
    belay_body_id body = add_rolling(world, half, q_exp(v3(0.0, amplitude, 0.0)), v3_zero(), mu);
    double before = 0.0, first = 0.0, last = 0.0;
    int crossings = 0;
    for (int k = 1; crossings <= 20 && k < 100000; k++) {
        scene_steps(world, 1);
        double spin = scene_state(world, body).angular_velocity.y;
        if (before != 0.0 && spin * before < 0.0) {
            double at = h * (k - spin / (spin - before));
            if (crossings == 0) first = at;
            last = at;
            crossings++;
        }
        before = spin;
    }
    belay_world_destroy(world);
    cr_assert_eq(crossings, 21);
    return (last - first) / 10.0;
}

static void check_period(belay_vec3 half, double mu)
{
    double a = half.x, c = half.z, inertia = 0.2 * (a * a + c * c) + (mu > 0.0 ? c * c : 0.0);
    double right = 2.0 * SCENE_PI * sqrt(inertia * c / (SCENE_G * (a * a - c * c)));
    // The scheme is of second order in the step, and the amplitude makes a difference of its square.
    double coarse = rocking_period(half, mu, step, 0.004), fine = rocking_period(half, mu, 0.5 * step, 0.004);
    scene_check_near(coarse, right, 1e-3 * right, "period, s");
    scene_check_near(fine + (fine - coarse) / 3.0, right, 3e-5 * right, "period without a step, s");
}

Test(ellipsoids, rocks_with_the_period_of_rolling)
{
    check_period(v3(0.3, 0.25, 0.2), 0.9);
    check_period(v3(0.2, 0.1, 0.15), 0.9);
    check_period(v3(0.5, 0.5, 0.4), 0.9);
}

Test(ellipsoids, rocks_with_the_period_of_sliding)
{
    check_period(v3(0.3, 0.25, 0.2), 0.0);
    check_period(v3(0.2, 0.1, 0.15), 0.0);
}

// ---------------------------------------------------------------------------------------------------------------------
// Energy
// ---------------------------------------------------------------------------------------------------------------------

// The largest relative change of the energy in two seconds of rolling and tumbling on the floor.
static double drift(belay_vec3 half, belay_vec3 spin, double mu, double h)
{
    belay_world* world = floor_world(h, mu);
    add_rolling(world, half, q_exp(v3(0.0, 0.1, 0.0)), spin, mu);
    double begin = energy(world), most = 0.0;
    for (int k = 0; k < (int)(2.0 / h); k++) {
        scene_steps(world, 1);
        most = fmax(most, fabs(energy(world) / begin - 1.0));
    }
    belay_world_destroy(world);
    return most;
}

// A scheme of first order loses some 1e-2 at 1/480 s, a quarter of what it does at 1/120 s; one of second order a
// sixteenth.
static void check_drift(belay_vec3 half, belay_vec3 spin, double mu)
{
    double coarse = drift(half, spin, mu, 1.0 / 120.0), fine = drift(half, spin, mu, 1.0 / 480.0);
    scene_check_near(fine, 0.0, 1e-3, "drift of the energy");
    cr_assert_lt(fine, coarse / 8.0, "%g at 1/120 s, %g at 1/480 s", coarse, fine);
}

Test(ellipsoids, rolling_keeps_the_energy)
{
    check_drift(v3(0.2, 0.15, 0.1), v3(0.0, 6.0, 0.0), 1.0); // over its flat side and back, in a plane
    check_drift(v3(0.2, 0.15, 0.1), v3(2.0, 5.0, 3.0), 1.0); // any way
    check_drift(v3(0.15, 0.15, 0.1), v3(2.0, 5.0, 3.0), 1.0);
    check_drift(v3(0.1, 0.1, 0.2), v3(1.0, 2.0, 4.0), 1.0);
}

Test(ellipsoids, sliding_without_friction_keeps_the_energy)
{
    check_drift(v3(0.2, 0.15, 0.1), v3(2.0, 5.0, 3.0), 0.0);
    check_drift(v3(0.15, 0.15, 0.1), v3(2.0, 5.0, 3.0), 0.0);
}

// One on top of another, both bent everywhere.
Test(ellipsoids, rolling_on_another_keeps_the_energy)
{
    double left[2];
    for (int i = 0; i < 2; i++) {
        double h = i == 0 ? 1.0 / 120.0 : 1.0 / 480.0;
        belay_world_def def = belay_world_def_exact();
        def.step_seconds = h;
        belay_world* world = scene_world_of(&def);
        scene_solid hill = scene_solid_of(ellipsoid(3.0, 2.0, 1.0), v3(0.0, 0.0, -1.0));
        hill.type = BELAY_BODY_STATIC;
        hill.material = scene_rough(1.0);
        scene_add_solid(world, &hill);
        add_rolling(world, v3(0.2, 0.15, 0.1), belay_quat_identity(), v3(1.5, 4.0, 1.0), 1.0);
        double begin = energy(world);
        scene_steps(world, (int)(0.6 / h));
        left[i] = fabs(energy(world) / begin - 1.0);
        belay_world_destroy(world);
    }
    scene_check_near(left[1], 0.0, 1e-4, "drift of the energy");
    cr_assert_lt(left[1], left[0] / 8.0, "%g %g", left[0], left[1]);
}

// ---------------------------------------------------------------------------------------------------------------------
// Balls
// ---------------------------------------------------------------------------------------------------------------------

static belay_body_id add_thrown(belay_world* world, bool is_sphere)
{
    scene_solid s = scene_solid_of(ellipsoid(0.1, 0.1, 0.1), v3(0.0, 0.0, 0.25));
    if (is_sphere) s.shape = (belay_shape){.type = BELAY_SHAPE_SPHERE, .sphere = {{0.0, 0.0, 0.0}, 0.1}};
    s.linear = v3(1.0, 0.3, 0.0);
    s.angular = v3(3.0, -20.0, 5.0);
    s.material = (belay_material){0.4, 0.5};
    return scene_add_solid(world, &s);
}

// Thrown with spin it bounces, slides, rolls, and runs into a box and up a slope: all as a ball.
Test(ellipsoids, with_equal_axes_moves_as_a_ball)
{
    belay_body_id bodies[2];
    belay_world* worlds[2];
    for (int i = 0; i < 2; i++) {
        worlds[i] = floor_world(step, 0.4);
        scene_solid wall = scene_box(v3(0.2, 4.0, 0.5), v3(1.2, 0.0, 0.25));
        wall.type = BELAY_BODY_STATIC;
        wall.material = (belay_material){0.4, 0.5};
        scene_add_solid(worlds[i], &wall);
        scene_plane(worlds[i], v3_scale(1.0 / sqrt(1.25), v3(0.0, -0.5, 1.0)), -0.3, scene_rough(0.4));
        bodies[i] = add_thrown(worlds[i], i == 0);
    }
    for (int k = 0; k < 720; k++) {
        scene_steps(worlds[0], 1);
        scene_steps(worlds[1], 1);
        belay_body_state ball = scene_state(worlds[0], bodies[0]), other = scene_state(worlds[1], bodies[1]);
        cr_assert_lt(v3_distance(ball.pose.position, other.pose.position), 1e-9, "step %d", k);
        cr_assert_lt(v3_distance(ball.angular_velocity, other.angular_velocity), 1e-7, "step %d", k);
    }
    belay_world_destroy(worlds[0]);
    belay_world_destroy(worlds[1]);
}

// ---------------------------------------------------------------------------------------------------------------------
// Many
// ---------------------------------------------------------------------------------------------------------------------

// Pebbles fall into a box and come to rest in it, none in another.
Test(ellipsoids, a_pile_of_pebbles_comes_to_rest)
{
    belay_world_def def = belay_world_def_default();
    def.step_seconds = 1.0 / 120.0;
    belay_world* world = scene_world_of(&def);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, scene_rough(0.6));
    for (int k = 0; k < 4; k++) {
        belay_vec3 inwards = v3(k == 0 ? 1.0 : k == 1 ? -1.0 : 0.0, k == 2 ? 1.0 : k == 3 ? -1.0 : 0.0, 0.0);
        scene_plane(world, inwards, -0.4, scene_rough(0.6));
    }
    belay_body_id pebbles[48];
    for (int i = 0; i < 48; i++) {
        double x = 0.2 * (i % 4) - 0.3, y = 0.2 * (i / 4 % 4) - 0.3, z = 0.2 + 0.2 * (i / 16);
        scene_solid s = scene_solid_of(ellipsoid(0.1, 0.08, 0.05), v3(x, y, z));
        s.pose.rotation = q_exp(v3(0.3 * i, 0.7 * (i % 5), 0.1));
        s.material = scene_rough(0.6);
        pebbles[i] = scene_add_solid(world, &s);
    }
    scene_steps(world, 8 * 120);
    for (int i = 0; i < 48; i++) {
        belay_body_state s = scene_state(world, pebbles[i]);
        cr_assert_lt(scene_greatest_speed(&s, 0.1), 0.05, "%d", i);
        cr_assert(s.pose.position.z > 0.049 && s.pose.position.z < 0.5, "%d: %g", i, s.pose.position.z);
    }
    cr_assert_lt(belay_world_get_stats(world)->max_overlap, 1e-3);
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// With everything
// ---------------------------------------------------------------------------------------------------------------------

// Shot at a wall: at 1.5 m per step end on; or turned anyhow, at 8 cm per step. (Turned it is hit beside its middle, in
// one place, and much faster turns by radians in the next step: then a thin wall may not stop it.)
static void shoot(int i, double thickness, belay_quat rotation, belay_vec3 velocity)
{
    belay_world_def def = belay_world_def_exact();
    def.step_seconds = step;
    def.gravity = v3_zero();
    belay_world* world = scene_world_of(&def);
    scene_solid wall = scene_box(v3(thickness, 4.0, 4.0), v3(2.0 + 0.037 * i + 0.5 * thickness, 0.0, 0.0));
    wall.type = BELAY_BODY_STATIC;
    scene_add_solid(world, &wall);
    scene_solid s = scene_solid_of(ellipsoid(0.05, 0.03, 0.02), v3_zero());
    s.pose.rotation = rotation;
    s.linear = velocity;
    belay_body_id body = scene_add_solid(world, &s);
    for (int k = 0; k < 60; k++) {
        scene_steps(world, 1);
        double x = scene_state(world, body).pose.position.x;
        cr_assert_lt(x, 2.0 + 0.037 * i, "%d, step %d: %g", i, k, x);
    }
    belay_world_destroy(world);
}

Test(ellipsoids, fast_ones_do_not_pass_through_walls)
{
    for (int i = 0; i < 40; i++) {
        shoot(i, 0.01, q_exp(v3(0.3 * i, 0.0, 0.0)), v3(360.0, 0.0, 0.0));
        shoot(i, 0.05, q_exp(v3(0.3 * i, 0.2, 0.1 * i)), v3(20.0, 2.0, -1.0));
    }
}

// On two rails of 1 cm, along them: it touches both, and rolls down as what it is at its girdle, a ring of radius r
// that stands at the height k over the line through its contacts: v' = g sin / (1 + I / (m k^2)).
Test(ellipsoids, rolls_down_rails)
{
    const double h = step, slope = scene_radians(4.0), apart = 0.06, tube = 0.01, a = 0.12, r = 0.1;
    belay_world_def def = belay_world_def_exact();
    def.step_seconds = h;
    def.gravity = v3(SCENE_G * sin(slope), 0.0, -SCENE_G * cos(slope));
    belay_world* world = scene_world_of(&def);
    for (int side = -1; side <= 1; side += 2) {
        belay_vec3 points[2] = {v3(-1.0, side * apart, 0.0), v3(9.0, side * apart, 0.0)};
        scene_rail(world, points, 2, false, tube, scene_rough(0.8));
    }
    // In the plane across, the ellipse with half axes a and r is at the distance `tube` from the rails' middles at
    // y = +-apart: with u the angle of the place on it, y_place = a sin u, and the normal there is (sin u / a, cos u /
    // r).
    double low = 0.0, high = 1.5;
    for (int k = 0; k < 60; k++) {
        double u = 0.5 * (low + high), n = hypot(sin(u) / a, cos(u) / r), y = a * sin(u) + tube * sin(u) / a / n;
        *(y < apart ? &low : &high) = u;
    }
    double u = low, n = hypot(sin(u) / a, cos(u) / r), arm = r * cos(u), height = arm + tube * cos(u) / r / n;
    scene_solid s = scene_solid_of(ellipsoid(r, a, r), v3(0.0, 0.0, height));
    s.material = scene_rough(0.8);
    belay_body_id body = scene_add_solid(world, &s);
    scene_steps(world, 240);
    belay_body_state state = scene_state(world, body);
    double inertia = 0.4 * r * r, right = SCENE_G * sin(slope) / (1.0 + inertia / (arm * arm));
    scene_check_near(state.linear_velocity.x, right, 1e-7, "speed after 1 s, m/s");
    scene_check_near(state.pose.position.z, height, 1e-7, "height, m");
    belay_world_destroy(world);
}

// A rope laid over the top of a boulder with as much to each side hangs there.
Test(ellipsoids, a_rope_hangs_over_one)
{
    belay_world* world = scene_world(1.0 / 500.0);
    scene_solid boulder = scene_solid_of(ellipsoid(0.15, 0.4, 0.1), v3_zero());
    boulder.type = BELAY_BODY_STATIC;
    boulder.material = scene_rough(0.5);
    scene_add_solid(world, &boulder);
    belay_rod_def rope = belay_rod_def_default();
    rope.element_count = 40;
    rope.start = v3(-0.5, 0.0, 0.106);
    rope.bend_stiffness[0] = rope.bend_stiffness[1] = 1e-5;
    rope.stretch_stiffness = 1000.0;
    rope.material = scene_rough(0.5);
    belay_rod_id id = rod_make(world, &rope);
    scene_steps(world, 3000);
    int32_t count;
    const belay_rod_contact* c = belay_world_get_rod_contacts(world, &count);
    cr_assert_gt(count, 5);
    for (int i = 0; i < count; i++)
        cr_assert(c[i].gap > -1e-4, "%g", c[i].gap);
    belay_vec3 middle = rod_node(world, id, 20), first = rod_node(world, id, 0), last = rod_node(world, id, -1);
    cr_assert_float_eq(middle.x, 0.0, 0.01);
    // Its straight elements of length l touch in their middles: the node on top is above by (l / 2)^2 / 2 r, r the
    // radius of curvature there.
    double sag = 0.0125 * 0.0125 / (2.0 * 0.15 * 0.15 / 0.1);
    cr_assert_float_eq(middle.z, 0.1 + rope.radius + sag, 1e-4);
    cr_assert(first.z < -0.2 && last.z < -0.2);
    belay_world_destroy(world);
}
