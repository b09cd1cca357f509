// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "chaos_draw.h"

#define FASTEST 20.0       // m/s, at the start
#define FASTEST_SPIN 100.0 // rad/s

double chaos_clamp(double x, double low, double high)
{
    return fmin(fmax(x, low), high);
}

double chaos_draw_edge(double x)
{
    return chaos_clamp(x, CHAOS_SMALLEST, CHAOS_LARGEST);
}

// Bodies that fall by their own size in about 1 to 50 steps, mostly: smaller ones are as chaotic as it gets.
static double draw_size(double h, uint64_t* lot)
{
    double steps = random_log(lot, 0.7, 50.0), free = random_log(lot, CHAOS_SMALLEST, 1.0);
    return random_chance(lot, 0.7) ? chaos_clamp(CHAOS_G * h * h * steps * steps, CHAOS_SMALLEST, 1.0) : free;
}

chaos_taste chaos_draw_taste(const chaos_scene* s, uint64_t seed)
{
    chaos_taste t = {.lot = seed ^ 0xBE1A7u};
    uint64_t* lot = &t.lot;
    const double spreads[] = {0.0, 0.4, 0.4, 1.2, 2.0};
    t.size = draw_size(s->world.step_seconds, lot);
    t.spread = spreads[random_below(lot, 5)];
    t.is_overlapping = random_chance(lot, 0.15);
    t.has_thin = random_chance(lot, 0.5);
    t.has_masses = random_chance(lot, 0.3);
    t.has_rods = random_chance(lot, 0.2);
    t.speed = random_chance(lot, 0.2) ? 0.0 : fmin(sqrt(CHAOS_G * t.size) * random_log(lot, 0.1, 10.0), FASTEST);
    t.spin = random_chance(lot, 0.25) ? 0.0 : random_log(lot, 0.1, FASTEST_SPIN);
    t.bounce = random_chance(lot, 0.45) ? 0 : random_chance(lot, 0.75) ? 1 : 2;
    t.friction = random_chance(lot, 0.1) ? 0 : random_chance(lot, 0.65) ? 1 : 2;
    t.mu = random_between(lot, 0.0, 2.0);
    t.has_drives = random_chance(lot, 0.3);
    t.has_limits = random_chance(lot, 0.5);
    t.joint_share = random_chance(lot, 0.45) ? 0.0 : random_unit(lot);
    return t;
}

belay_material chaos_draw_material(chaos_taste* t)
{
    double e = random_unit(&t->lot), mu = random_between(&t->lot, 0.0, 2.0);
    belay_material m = {t->friction == 0   ? 0.0
                        : t->friction == 1 ? mu
                                           : t->mu,
                        t->bounce == 0   ? 0.0
                        : t->bounce == 1 ? e
                                         : 1.0};
    return m;
}
