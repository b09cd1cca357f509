// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the pictures of the pages show is right: friction under the cone and the pyramid by their formulas, the forces
// under a table's legs, the order of the step's error.

#include "pages/page_friction.h"
#include "pages/page_loads.h"
#include "pages/page_tuning.h"

#include <criterion/criterion.h>
#include <math.h>

static const double RADIUS = 2.0 * 2.0 / (2.0 * 0.4 * 9.81); // m: v^2 / (2 mu g)

// Under the round cone a puck goes straight, and as far in every direction. (A step that ends in rest ends it up to a
// step's way early or late.)
Test(page_pictures, pucks_go_straight_under_the_round_cone)
{
    static page_trail trails[PAGE_THROWS];
    page_throw_round(trails);
    for (int i = 0; i < PAGE_THROWS; i++) {
        double x = cos(trails[i].direction), y = sin(trails[i].direction);
        for (int k = 0; k < PAGE_TRAIL; k++)
            cr_expect_lt(fabs(trails[i].at[k].x * y - trails[i].at[k].y * x), 1e-6, "direction %d", i);
        page_point end = trails[i].at[PAGE_TRAIL - 1];
        cr_expect_lt(fabs(hypot(end.x, end.y) / RADIUS - 1.0), 2e-3, "direction %d: %g m", i, hypot(end.x, end.y));
    }
}

// With each axis by itself they stop at (v cos a)^2 / (2 mu g) along x and likewise along y: on a square that stands on
// its corner, 0.7 times as far at 45 degrees.
Test(page_pictures, pucks_stop_on_a_square_under_a_pyramid)
{
    static page_trail trails[PAGE_THROWS];
    page_throw_pyramid(trails);
    for (int i = 0; i < PAGE_THROWS; i++) {
        page_point end = trails[i].at[PAGE_TRAIL - 1];
        double c = cos(trails[i].direction);
        cr_expect_lt(fabs(fabs(end.x) / RADIUS - c * c), 2e-3, "direction %d: %g m", i, end.x);
        cr_expect_lt(fabs((fabs(end.x) + fabs(end.y)) / RADIUS - 1.0), 2e-3, "direction %d", i);
    }
}

// 25 N and what the two moments add to each leg, by its arm: the least sum of squares.
Test(page_pictures, a_table_s_legs_share_its_load)
{
    static const double places[3][2] = {{0.0, 0.0}, {0.25, 0.0}, {0.2, 0.1}};
    for (int i = 0; i < 3; i++) {
        double forces[4], x = 100.0 * places[i][0] / 2.0, y = 100.0 * places[i][1] / 1.2;
        page_weigh_table(places[i][0], places[i][1], forces);
        for (int leg = 0; leg < 4; leg++) {
            double right = 25.0 + (leg % 2 == 1 ? x : -x) + (leg >= 2 ? y : -y);
            cr_expect_lt(fabs(forces[leg] - right), 0.02, "leg %d carries %g N, not %g", leg, forces[leg], right);
        }
    }
}

Test(page_pictures, half_the_step_is_a_quarter_of_the_error)
{
    double coarse = page_pendulum_error(1.0 / 240.0), fine = page_pendulum_error(1.0 / 480.0);
    cr_expect_lt(fabs(coarse / fine - 4.0), 0.1, "%g and %g", coarse, fine);
}
