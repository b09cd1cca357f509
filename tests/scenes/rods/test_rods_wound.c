// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Strands that are wound so tightly, in steps so long, that contact keeps elements from turning more stiffly than
// their own bending does. In the plectoneme here a force of N = 12 N on every element of l = 6 mm works on the turning
// of strands at D = 3 mm that cross at 32 degrees like 2 N D / sin^2 32 / l = 43 N m per radian and metre, where a rod
// with B = 1e-3 N m^2 and 0.01 kg/m bears 4 sqrt(B m) / h = 13 in a step of 1 ms before such a spring, when a step
// learns of it only from the one before, throws the strands to and fro.

#include "support/rods/rod_scene.h"

#include "scenes/rod_shapes.h"

#include <criterion/criterion.h>

static const double radius = 0.0015, bend = 1e-3, step = 1e-3;
#define ELEMENTS 100

typedef struct wound {
    belay_world* world;
    belay_rod_id rod;
} wound;

// Between two clamps that stay: six turns of each strand, with the moment that keeps them wound under 4.4 N.
static wound wind(double mu)
{
    wound w = {.world = scene_world(step)};
    belay_world_set_gravity(w.world, v3_zero());
    rod_shape_plectoneme shape = {.radius = 0.0016, .angle = 0.281, .turns = -6.1, .loop = 0.011, .tail = 0.03};
    belay_vec3 nodes[ELEMENTS + 1];
    double twist[ELEMENTS], length = rod_shape_wind_plectoneme(&shape, nodes, ELEMENTS + 1);
    belay_rod_def def = rod_of(0.01, 2000.0, bend, radius);
    for (int i = 0; i < ELEMENTS; i++)
        twist[i] = 0.0486 * bend / radius / def.twist_stiffness * length * i / ELEMENTS;
    def.element_count = ELEMENTS;
    def.nodes = nodes;
    def.twist = twist;
    def.drag = 2.0;
    def.material.friction = mu;
    w.rod = rod_make(w.world, &def);
    rod_hold(w.world, w.rod, BELAY_ROD_CLAMP, 0.0, the_world);
    rod_hold(w.world, w.rod, BELAY_ROD_CLAMP, rod_length(w.world, w.rod), the_world);
    return w;
}

static int pressed_contacts(const wound* w)
{
    int32_t count;
    int pressed = 0;
    const belay_rod_contact* contacts = belay_world_get_rod_contacts(w->world, &count);
    for (int32_t i = 0; i < count; i++)
        pressed += contacts[i].impulse[0] > 0.0;
    return pressed;
}

// Nothing does work on it. What the overlap of its polygons at the start gives is in the first steps; after those its
// energy may not grow, but for what the solver's tolerance and second order in h leave, and it comes to rest.
Test(rods_wound, strands_come_to_rest)
{
    const double mu[2] = {0.3, 1.0};
    for (int i = 0; i < 2; i++) {
        wound w = wind(mu[i]);
        double least = HUGE_VAL;
        for (int k = 0; k < 120; k++) {
            scene_steps(w.world, 1);
            double energy = rod_energy(w.world, w.rod);
            cr_assert(belay_world_get_stats(w.world)->has_converged, "step %d", k);
            if (k < 20) continue;
            least = fmin(least, energy);
            cr_assert_leq(energy, 1.01 * least, "mu = %g, step %d: %g J, after %g", mu[i], k, energy, least);
        }
        belay_rod_energies e;
        cr_assert(belay_rod_get_energies(w.world, w.rod, &e) == BELAY_OK);
        cr_log_info("mu = %g: least %g J, at the end %g, kinetic %g, %d contacts\n", mu[i], least,
                    rod_energy(w.world, w.rod), e.kinetic, pressed_contacts(&w));
        cr_expect_lt(e.kinetic, 1e-4 * (e.bend + e.twist), "mu = %g: %g J of motion are left", mu[i], e.kinetic);
        cr_expect_geq(pressed_contacts(&w), 30, "one for about every element of a strand");
        belay_world_destroy(w.world);
    }
}

// M a / B = 2 cos al sin^3 al / cos 2 al for F a^2 / B = sin^4 al (1/2 + 1 / cos 2 al), without friction.
static double moment_of(double tension)
{
    double low = 0.0, high = 0.25 * SCENE_PI;
    for (int i = 0; i < 60; i++) {
        double al = 0.5 * (low + high), f = pow(sin(al), 4.0) * (0.5 + 1.0 / cos(2.0 * al));
        *(f * bend / (radius * radius) < tension ? &low : &high) = al;
    }
    return 2.0 * cos(low) * pow(sin(low), 3.0) / cos(2.0 * low) * bend / radius;
}

// What keeps the steps stable leaves the equilibrium as it is.
Test(rods_wound, moment_is_that_of_the_theory)
{
    wound w = wind(0.0);
    scene_steps(w.world, 300);
    belay_vec3 moments[ELEMENTS + 1];
    double tensions[ELEMENTS];
    cr_assert(belay_rod_get_moments(w.world, w.rod, moments, ELEMENTS + 1, NULL) == BELAY_OK);
    cr_assert(belay_rod_get_tensions(w.world, w.rod, tensions, ELEMENTS, NULL) == BELAY_OK);
    double tension = 0.5 * (tensions[2] + tensions[ELEMENTS - 3]);
    double moment = 0.5 * (moments[3].z + moments[ELEMENTS - 3].z), right = moment_of(tension);
    cr_log_info("%g N: %g N m, of a long plectoneme %g\n", tension, moment, right);
    // As for any plectoneme as short, with elements of four radii (rods_plectoneme).
    cr_expect(fabs(moment - right) < 0.1 * right, "under %g N: a moment of %g N m, not %g", tension, moment, right);
    belay_world_destroy(w.world);
}
