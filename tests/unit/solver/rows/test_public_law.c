// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The public form of the law of one contact (belay/law.h) in closed forms: a block on a plane of W = I/m, and a grip.

#include "belay/law.h"

#include <criterion/criterion.h>
#include <math.h>

#define MU 0.5

static void make_free_mass(belay_law_block* block, double inverse_mass)
{
    const double w[9] = {inverse_mass, 0.0, 0.0, 0.0, inverse_mass, 0.0, 0.0, 0.0, inverse_mass};
    belay_law_block_init(block, w, MU);
}

Test(public_law, a_block_takes_off_sticks_and_slides_where_coulomb_says)
{
    belay_law_block block;
    make_free_mass(&block, 2.0);
    double r[3] = {0.0, 0.0, 0.0};

    const double parting[3] = {0.1, 3.0, 0.0};
    cr_assert_eq(belay_law_solve(&block, parting, r), BELAY_LAW_OPEN);
    cr_assert(r[0] == 0.0 && r[1] == 0.0 && r[2] == 0.0);

    // |b_T| below mu |b_N|: it comes to rest, r = -b / W
    const double slow[3] = {-2.0, 0.6, -0.6};
    cr_assert_eq(belay_law_solve(&block, slow, r), BELAY_LAW_STICK);
    for (int i = 0; i < 3; i++)
        cr_assert_float_eq(r[i], -slow[i] / 2.0, 1e-15);

    // beyond it: r_N = -b_N / W, friction mu r_N against the way
    const double fast[3] = {-2.0, 3.0, 4.0};
    cr_assert_eq(belay_law_solve(&block, fast, r), BELAY_LAW_SLIDE);
    cr_assert_float_eq(r[0], 1.0, 1e-14);
    cr_assert_float_eq(r[1], -MU * 0.6, 1e-14);
    cr_assert_float_eq(r[2], -MU * 0.8, 1e-14);
}

Test(public_law, a_grip_holds_up_to_its_cap_and_gives_way_along_the_pull)
{
    const belay_mat33 a = {{2.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 2.0}};
    const belay_vec3 pull = {3.0, 0.0, 4.0};

    belay_vec3 r = belay_law_solve_capped(a, pull, 10.0);
    cr_assert(fabs(r.x - 1.5) < 1e-15 && r.y == 0.0 && fabs(r.z - 2.0) < 1e-15);

    r = belay_law_solve_capped(a, pull, 1.0);
    cr_assert(fabs(r.x - 0.6) < 1e-14 && r.y == 0.0 && fabs(r.z - 0.8) < 1e-14);

    r = belay_law_solve_capped(a, pull, 0.0);
    cr_assert(r.x == 0.0 && r.y == 0.0 && r.z == 0.0);
}
