// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Two devices in one world: the document's program lifts a box between two hands.

#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <math.h>
#include <stdio.h>

int two_devices_example(void); // of haptics/docs/two_devices.md

#define WEIGHT (0.1 * 9.81) // N

Test(haptic_two_devices, example_of_the_document_lifts_a_box, .init = cr_redirect_stdout)
{
    cr_assert_eq(two_devices_example(), 0);
    fflush(stdout);
    double height, lx, lz, rx, rz;
    cr_assert_eq(fscanf(cr_get_redirected_stdout(), "box at %lf m; left hand %lf %lf N, right hand %lf %lf N", &height,
                        &lx, &lz, &rx, &rz),
                 5);
    // 50 mm above the floor, less what hands and couplings give way by under half the weight: up to 3 mm.
    cr_assert(height > 0.065 && height < 0.071, "%g m", height);
    // The box stands still: the hands carry its weight together, half each, and press alike.
    cr_assert_float_eq(lz + rz, -WEIGHT, 0.01 * WEIGHT, "%g N", lz + rz);
    cr_assert_float_eq(lz, rz, 0.005 * WEIGHT, "%g and %g N", lz, rz);
    cr_assert_float_eq(lx + rx, 0.0, 0.05, "%g N", lx + rx);
    cr_assert(rx > 1.0 && rx < 1.6, "%g N", rx);
    cr_assert_leq(fabs(lz), 0.8 * fabs(lx)); // within the cone
}
