// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Stored hashes of what a hand feels: forces of the servo tick by tick, over a wall, a spring, a rod, and with the tool
// hung on one.

#include "haptics/two_rates.h"
#include "support/stored_hashes.h"

#include <criterion/criterion.h>
#include <string.h>

static uint64_t run_on(two_rates_ground ground)
{
    two_rates_def def = {.h = 1.0 / 250.0, .mu = 0.5, .ground = ground, .damping = 1.0};
    two_rates s = two_rates_begin(&def);
    stored_hash hash = stored_hash_begin();
    for (int i = 0; i < 600; i++) {
        double t = i * TWO_RATES_T, down = t < 0.3 ? t / 0.3 : 1.0;
        two_rates_tick(&s, v3(t > 0.3 ? 0.02 * (t - 0.3) : 0.0, 0.0, 0.02 - 0.014 * down));
        stored_hash_add_vector(&hash, s.output.device.force);
    }
    stored_hash_add_body(&hash, s.world, s.tool);
    two_rates_end(&s);
    return hash.value;
}

static uint64_t run_wall(const char* name)
{
    (void)name;
    return run_on(TWO_RATES_WALL);
}

static uint64_t run_vertex(const char* name)
{
    (void)name;
    return run_on(TWO_RATES_VERTEX);
}

static uint64_t run_rod(const char* name)
{
    (void)name;
    return run_on(TWO_RATES_ROD);
}

static uint64_t run_held(const char* name)
{
    (void)name;
    return run_on(TWO_RATES_HELD);
}

Test(hashes, forces_are_those_that_are_stored)
{
    static const stored_hashes_scene scenes[] = {
        {"wall", run_wall}, {"vertex", run_vertex}, {"rod", run_rod}, {"held", run_held}};
    stored_hashes_check("haptics", scenes, sizeof scenes / sizeof scenes[0]);
}
