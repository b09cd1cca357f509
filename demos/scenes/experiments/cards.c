// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A house of cards.
//
// Two leaning cards of length L and thickness t make a tent. With the lean a from the vertical, a card that stands on
// its lower corner and touches its partner's upper one has its centre at
//     height (L cos a + t sin a) / 2,  aside by (L sin a + t cos a) / 2,
// and the upper corners of a tent, t cos a on either side of its middle, are as high as the tent: L cos a + t sin a.
// Lying cards reach from tent to tent, end to end, and the tents of the next level stand on their middles.

#include "scenes/build.h"
#include "scenes/drift.h"
#include "scenes/experiments/kinds.h"

#define LENGTH 0.2
#define WIDTH 0.1
#define THICKNESS 0.004
#define LEAN 15.0   // degrees
#define PITCH 0.201 // m, from tent to tent
#define DENSITY 700.0

static void add_card(experiment* e, belay_vec3 at, double lean, int tone)
{
    build_stuff stuff = build_stuff_of(e, EXPERIMENT_LOOK_CARD, tone);
    stuff.density = DENSITY;
    belay_pose pose = build_turned(at, v3(0.0, 1.0, 0.0), lean);
    drift_add(e->data, e, build_box(e, v3(THICKNESS, WIDTH, LENGTH), pose, &stuff));
}

static void add_tent(experiment* e, double x, double z, int tone)
{
    double a = radians(LEAN), aside = 0.5 * (LENGTH * sin(a) + THICKNESS * cos(a));
    double height = 0.5 * (LENGTH * cos(a) + THICKNESS * sin(a));
    add_card(e, v3(x - aside, 0.0, z + height), a, tone);
    add_card(e, v3(x + aside, 0.0, z + height), -a, tone);
}

static double level_height(void)
{
    return LENGTH * cos(radians(LEAN)) + THICKNESS * sin(radians(LEAN)) + THICKNESS;
}

static void build(experiment* e)
{
    drift* d = e->data;
    int n = experiment_n(e);
    *d = (drift){.most_sideways = 0.05, .most_drop = 0.05, .mark = 5.0};
    build_floor(e);
    for (int level = 0; level < n; level++) {
        int tents = n - level;
        double z = level * level_height();
        for (int i = 0; i < tents; i++)
            add_tent(e, PITCH * (i - 0.5 * (tents - 1)), z, 2 * level);
        for (int i = 0; i + 1 < tents; i++)
            add_card(e, v3(PITCH * (i - 0.5 * (tents - 2)), 0.0, z + level_height() - 0.5 * THICKNESS), 0.5 * SCENE_PI,
                     2 * level + 1);
    }
    double half = 0.5 * PITCH * n;
    e->view = (experiment_view){{-half, -0.1, 0.0}, {half, 0.1, level_height() * n}, -2.15, 0.22};
}

static void measure(const experiment* e, experiment_result* results)
{
    drift_results(e->data, e, (drift_right){true, 2e-4, 2e-4}, results);
}

const experiment_kind experiment_cards = {
    .name = "cards",
    .title = "A house of cards",
    .text = "Three levels of leaning cards, held by friction alone.",
    .seconds = 30.0,
    .ranges = {[EXPERIMENT_H] = {0.0005, 0.05, 1.0 / 60.0, false},
               [EXPERIMENT_MU] = {0.0, 2.0, 0.5, false},
               [EXPERIMENT_N] = {1.0, 12.0, 3.0, true}},
    DRIFT_KIND,
    .build = build,
    .measure = measure,
};
