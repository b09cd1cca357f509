// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Springs between bodies that turn far in a step give what they had before, and no more: their directions and stretches
// change then from step to step as chance has it, and what they would do by that is no store of energy.

#include "scenes/joints/joint_scene.h"
#include "support/chance.h"
#include "support/scene_solids.h"

enum { LINKS = 7 };

#define STIFFNESS 300.0 // N/m
#define STRETCH 0.02    // m, at the beginning, along two axes of each joint

static belay_body_id add_link(belay_world* world, int i, uint64_t* lot)
{
    scene_solid solid = scene_solid_of(scene_shape_box(v3(0.02, 0.012, 0.006)), v3(0.03 * i, 0.0, 0.0));
    solid.mass = 0.002;
    belay_body_id link = scene_add_solid(world, &solid);
    belay_vec3 spin =
        v3(chance_between(lot, -500.0, 500.0), chance_between(lot, -500.0, 500.0), chance_between(lot, -500.0, 500.0));
    scene_set_velocity(world, link, v3_zero(), spin);
    return link;
}

static void tie(belay_world* world, belay_body_id a, belay_body_id b, belay_vec3 at)
{
    belay_joint_def def = joint_at(world, BELAY_JOINT_SIX_DOF, a, b, at, v3(0.6, 0.8, 0.0));
    for (int k = 0; k < 2; k++)
        def.axis[k].spring = (belay_joint_spring){true, k == 0 ? STRETCH : -STRETCH, STIFFNESS, 0.0, HUGE_VAL};
    def.axis[2].limit = (belay_joint_limit){true, 0.0, 0.0, 0.0, 0.0};
    joint_make(world, &def);
}

// The chain is let go with random spins; returns the most energy that it has, J, and with how much it begins.
static double greatest_energy(uint64_t seed, double* start)
{
    belay_world* world = joint_world(1.0 / 30.0, false);
    belay_body_id last = {0};
    uint64_t lot = seed;
    double most = 0.0;
    for (int i = 0; i < LINKS; i++) {
        belay_body_id link = add_link(world, i, &lot);
        if (i > 0) tie(world, last, link, v3(0.03 * i - 0.015, 0.0, 0.0));
        last = link;
    }
    for (int k = 0; k < 120; k++) {
        scene_steps(world, 1);
        const belay_energy_report* e = &belay_world_get_stats(world)->energy;
        if (k == 0) *start = e->before;
        most = fmax(most, e->after);
    }
    belay_world_destroy(world);
    return most;
}

// Links are whirled round within the first half step, each by itself: what a spring holds then is at most what it holds
// with both anchors a whole turn off. Twice that is what a step takes for possible.
Test(joint_spring_energy, light_links_that_whirl_stay_bounded)
{
    const double arm = 0.015, longest = STRETCH + 4.0 * arm;
    double stored = (LINKS - 1) * 2 * 0.5 * STIFFNESS * longest * longest;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        double start, most = greatest_energy(seed, &start);
        cr_expect_leq(most, start + 2.0 * stored, "chain %d: %g J of %g and %g J stored", (int)seed, most, start,
                      stored);
    }
}
