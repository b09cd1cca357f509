// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Textures and ringing of surfaces, against a wall at z = 0.

#include "belay/haptic_surface.h"
#include "belay/quat.h"
#include "haptics/posed.h"

#include <criterion/criterion.h>

#define PI 3.14159265358979323846
#define WALL 3 // rig_wall's other

static belay_haptic_surface bumps(void)
{
    belay_haptic_surface s = belay_haptic_surface_default(WALL);
    s.texture.kind = BELAY_HAPTIC_TEXTURE_BUMPS;
    s.texture.depth = 2e-4;
    s.texture.wavelength = 2e-3;
    return s;
}

static bench textured(const belay_haptic_surface* surface, const belay_haptic_servo_config* config)
{
    bench b = bench_begin(config);
    belay_error error;
    b.wall.local.contacts[0].friction = 0.0;
    rig_renew(&b.wall);
    cr_assert_eq(belay_haptic_servo_set_surfaces(b.servo, surface, 1, &error), BELAY_OK, "%s", error.message);
    b.input.device.position.z = 1e-3;
    stay(&b, 20);
    return b;
}

static void go_to(bench* b, belay_vec3 x)
{
    b->input.device.position = x;
    tick(b);
}

// F = -grad K/2 (h - z)^2, by the formula of the bumps.
Test(haptic_surface, the_force_is_the_gradient_of_what_is_stored)
{
    belay_haptic_surface s = bumps();
    belay_haptic_servo_config c = plain_config();
    bench b = textured(&s, &c);
    double k = 2.0 * PI / s.texture.wavelength, half = 0.5 * s.texture.depth;
    press(&b, -1.5e-3);
    for (int i = 0; i < 300; i++) {
        belay_vec3 x = v3(3e-5 * i, 1.1e-5 * i, -1.5e-3 + 1e-6 * i);
        go_to(&b, x);
        double depth = -half * (1.0 - cos(k * x.x) * cos(k * x.y)) - x.z;
        belay_vec3 f = b.output.device.force;
        cr_assert_float_eq(f.z, 1000.0 * depth, 1e-9, "tick %d", i);
        cr_assert_float_eq(f.x, 1000.0 * depth * half * k * sin(k * x.x) * cos(k * x.y), 1e-9, "tick %d", i);
        cr_assert_float_eq(f.y, 1000.0 * depth * half * k * cos(k * x.x) * sin(k * x.y), 1e-9, "tick %d", i);
    }
    cr_assert_eq(count_of(&b, BELAY_HAPTIC_REASON_PASSIVITY), 0);
    bench_end(&b);
}

// Round and round in fine steps, in all three directions: the trapezoidal work over whole turns comes to nothing, and
// with damping it is only ever the hand's.
static double work_of_turns(double damping)
{
    belay_haptic_surface s = bumps();
    belay_haptic_servo_config c = plain_config();
    c.damping = damping;
    bench b = textured(&s, &c);
    press(&b, -1.5e-3);
    double work = 0.0;
    belay_vec3 last = b.input.device.position, force = b.output.device.force;
    for (int i = 0; i <= 4000; i++) {
        double a = 2.0 * PI * i / 2000.0;
        belay_vec3 x =
            v3(1.3e-3 * (1.0 - cos(a)), 0.9e-3 * sin(a), -1.5e-3 + 2e-4 * sin(2.0 * a + 1.0) - 2e-4 * sin(1.0));
        go_to(&b, x);
        work += v3_dot(v3_scale(0.5, v3_add(force, b.output.device.force)), v3_sub(x, last));
        last = x;
        force = b.output.device.force;
    }
    bench_end(&b);
    return work;
}

Test(haptic_surface, makes_no_energy)
{
    cr_assert_float_eq(work_of_turns(0.0), 0.0, 1e-8);
    cr_assert_lt(work_of_turns(2.0), -1e-7);
}

Test(haptic_surface, never_pulls_and_is_nothing_out_of_contact)
{
    belay_haptic_surface s = bumps();
    belay_haptic_servo_config c = plain_config();
    c.damping = 2.0;
    bench b = textured(&s, &c);
    for (int i = 0; i < 4000; i++) {
        belay_vec3 x = v3(2e-5 * i, 0.7e-5 * i, 4e-4 * sin(0.003 * i));
        go_to(&b, x);
        cr_assert_geq(b.output.device.force.z, 0.0, "tick %d", i);
        if (x.z > 0.0) cr_assert_eq(v3_length(b.output.device.force), 0.0, "tick %d", i);
    }
    bench_end(&b);
}

static const double samples[12] = {0.0, 0.2, 0.4, 0.3, 0.1, 0.5, 0.7, 0.4, 0.2, 0.3, 0.4, 0.1};

static belay_haptic_surface grid_surface(void)
{
    belay_haptic_surface s = belay_haptic_surface_default(WALL);
    s.texture = (belay_haptic_texture){.kind = BELAY_HAPTIC_TEXTURE_GRID,
                                       .frame = belay_pose_identity(),
                                       .depth = 4e-4,
                                       .heights = samples,
                                       .columns = 4,
                                       .rows = 3,
                                       .spacing = 1e-3};
    return s;
}

// Forces along x and y are the differences of the stored energy that the normal forces tell of; and the grid repeats.
Test(haptic_surface, a_grid_is_smooth_and_repeats)
{
    belay_haptic_surface s = grid_surface();
    belay_haptic_servo_config c = plain_config();
    bench b = textured(&s, &c);
    press(&b, -1.5e-3);
    const double e = 1e-7, K = 1000.0;
    for (int i = 0; i < 200; i++) {
        belay_vec3 x = v3(-1.37e-4 * i, 0.9e-4 * i, -1.5e-3);
        double u[2], f = 0.0;
        go_to(&b, x);
        f = b.output.device.force.x;
        double z = b.output.device.force.z;
        for (int k = 0; k < 2; k++) {
            go_to(&b, v3_add(x, v3(k == 0 ? e : -e, 0.0, 0.0)));
            u[k] = 0.5 * b.output.device.force.z * b.output.device.force.z / K;
        }
        cr_assert_float_eq(f, -(u[0] - u[1]) / (2.0 * e), 1e-5, "%d", i);
        for (int k = 1; k <= 4; k++) // slower than a jump
            go_to(&b, v3_add(x, v3(1e-3 * k, -0.75e-3 * k, 0.0)));
        cr_assert_float_eq(b.output.device.force.z, z, 1e-9);
        cr_assert(z > 1.0 && z < 1.5);
        for (int k = 3; k >= 0; k--)
            go_to(&b, v3_add(x, v3(1e-3 * k, -0.75e-3 * k, 0.0)));
    }
    bench_end(&b);
}

// Other surfaces feel as they did, to the bit.
Test(haptic_surface, other_surfaces_are_as_before)
{
    belay_haptic_surface s = bumps();
    s.other = WALL + 1;
    s.impact = belay_haptic_impact_wood();
    belay_haptic_servo_config c = plain_config();
    c.damping = 2.0;
    bench a = textured(&s, &c), b = bench_begin(&c);
    b.wall = a.wall;
    b.input.device.position.z = 1e-3;
    stay(&b, 20);
    for (int i = 0; i < 500; i++) {
        belay_vec3 x = v3(1e-5 * i, 0.0, 1e-3 * cos(0.02 * i));
        go_to(&a, x);
        go_to(&b, x);
        cr_assert_eq(memcmp(&a.output.device, &b.output.device, sizeof a.output.device), 0, "tick %d", i);
    }
    bench_end(&a);
    bench_end(&b);
}

static bench struck(double speed, int* hit, bool rings)
{
    belay_haptic_surface s = belay_haptic_surface_default(WALL);
    if (rings) s.impact = belay_haptic_impact_wood();
    belay_haptic_servo_config c = plain_config();
    bench b = textured(&s, &c);
    *hit = 0;
    while (b.output.device.force.z == 0.0 && b.input.device.position.z > -1e-3) {
        b.input.device.position.z -= speed * T;
        tick(&b);
        ++*hit;
        if (b.output.is_in_contact) break;
    }
    return b;
}

// A v exp(-beta t) sin(2 pi f t) along the normal, from the tick of the touch on; once.
Test(haptic_surface, a_blow_rings_by_its_formula)
{
    int hit;
    const double v = 0.1;
    bench b = struck(v, &hit, true), plain = struck(v, &hit, false);
    belay_haptic_impact wood = belay_haptic_impact_wood();
    for (int i = 1; i < 60; i++) {
        double t = i * T;
        tick(&b);
        tick(&plain);
        double rings = b.output.device.force.z - plain.output.device.force.z;
        double right = wood.amplitude * v * exp(-wood.decay * t) * sin(2.0 * PI * wood.frequency * t);
        cr_assert_float_eq(rings, right, 1e-6, "tick %d: %g, not %g", i, rings, right);
    }
    stay(&b, 100);
    cr_assert_eq(v3_length(v3_sub(b.output.device.force, plain.output.device.force)), 0.0);
    bench_end(&b);
    bench_end(&plain);
}

Test(haptic_surface, slow_touches_do_not_ring_and_blows_are_limited)
{
    int hit;
    bench b = struck(5e-3, &hit, true), plain = struck(5e-3, &hit, false);
    for (int i = 0; i < 50; i++) {
        tick(&b);
        tick(&plain);
        cr_assert_eq(b.output.device.force.z, plain.output.device.force.z);
    }
    bench_end(&b);
    bench_end(&plain);
}

Test(haptic_surface, bad_surfaces_are_refused)
{
    belay_haptic_servo_config c = plain_config();
    bench b = bench_begin(&c);
    belay_error error;
    belay_haptic_surface steep = bumps(), nan = bumps(), high = bumps(), rough = grid_surface(), none = bumps();
    steep.texture.wavelength = 3.0 * steep.texture.depth;
    nan.texture.depth = NAN;
    high.impact = belay_haptic_impact_steel();
    high.impact.frequency = 251.0;
    rough.texture.depth = 0.01;
    none.other = 0;
    const belay_haptic_surface bad[] = {steep, nan, high, rough, none};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        cr_expect_eq(belay_haptic_servo_set_surfaces(b.servo, &bad[i], 1, &error), BELAY_ERROR_VALUE, "%zu", i);
    cr_expect_eq(belay_haptic_servo_set_surfaces(b.servo, bad, 33, &error), BELAY_ERROR_VALUE);
    cr_expect_eq(belay_haptic_servo_set_surfaces(NULL, bad, 1, &error), BELAY_ERROR_VALUE);
    cr_expect_eq(belay_haptic_servo_set_surfaces(b.servo, NULL, 0, &error), BELAY_OK);
    bench_end(&b);
}
