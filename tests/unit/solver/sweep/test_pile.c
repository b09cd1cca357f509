// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What carries load through piles: pairs scaled together, the forest of the strongest contacts, and both on a tower
// that is too high for sweeps. Towers of point-like contacts: body k stands on body k - 1, body 0 on the ground.

#include "core/alloc.h"
#include "math/cone.h"
#include "solver/rows/island_residual.h"
#include "solver/sweep/pile.h"

#include <criterion/criterion.h>
#include <string.h>

enum { LEVELS = 50, BODIES = LEVELS + 1, PER_FACE = 4, CONTACTS = LEVELS * PER_FACE };

typedef struct tower {
    bl_contact_row rows[CONTACTS];
    double q[CONTACTS][3]; // u_free
    bl_velocity velocities[BODIES];
    bl_response responses[BODIES];
    uint32_t order[CONTACTS];
    bl_row_set set;
} tower;

// Four corners under the cube `upper` on the one below, which is the ground (number LEVELS) for the lowest.
static void set_face(tower* t, uint32_t upper)
{
    uint32_t lower = upper == 0 ? LEVELS : upper - 1;
    for (uint32_t k = 0; k < PER_FACE; k++) {
        double x = k % 2 == 0 ? 0.05 : -0.05, y = k / 2 == 0 ? 0.05 : -0.05;
        bl_contact_geometry g = {
            .n = v3(0.0, 0.0, 1.0), .s = v3(1.0, 0.0, 0.0), .arm_a = v3(x, y, -0.05), .arm_b = v3(x, y, 0.05)};
        bl_contact_row* row = &t->rows[PER_FACE * upper + k];
        memset(row, 0, sizeof *row);
        bl_contact_row_init(row, upper, lower, &g, t->responses, 0.5);
    }
}

// Cubes of 1 kg that fall at 1 m/s onto each other and the ground, with no impulse yet.
static void make(tower* t)
{
    memset(t, 0, sizeof *t);
    for (uint32_t i = 0; i < LEVELS; i++) {
        t->responses[i].inverse_mass = 1.0;
        for (int k = 0; k < 3; k++)
            t->responses[i].inverse_inertia.m[4 * k] = 600.0; // 6 / (m side^2)
        t->velocities[i].linear = v3(0.0, 0.0, -1.0);
    }
    for (uint32_t i = 0; i < LEVELS; i++)
        set_face(t, i);
    for (uint32_t i = 0; i < CONTACTS; i++) {
        bl_contact_row_velocity(&t->rows[i], t->velocities, t->q[i]);
        t->order[i] = i;
    }
    t->set = (bl_row_set){.rows = t->rows,
                          .contact_count = CONTACTS,
                          .contact_free = t->q[0],
                          .rod_first = CONTACTS,
                          .responses = t->responses};
}

// Impulses in a guess: the right direction, every corner of every face the same.
static void press(tower* t, double r)
{
    for (uint32_t i = 0; i < CONTACTS; i++) {
        const double dr[3] = {r, 0.0, 0.0};
        t->rows[i].r[0] += r;
        bl_contact_row_apply(&t->rows[i], dr, t->responses, t->velocities);
    }
}

static void check_admissible(const tower* t)
{
    for (uint32_t i = 0; i < CONTACTS; i++)
        cr_assert(bl_cone_contains(t->rows[i].mu, t->rows[i].r), "contact %u", i);
}

// The impulses of a tower that lands: of the face under cube k the momentum of LEVELS - k cubes. From a guess with the
// right directions the factors alone find them, as this problem has no others in it; each iteration of the conjugate
// gradient reaches one face further.
Test(pile, pairs_scaled_together_stop_a_tower)
{
    static tower t;
    make(&t);
    press(&t, 0.25);
    belay_allocator allocator = bl_allocator_default();
    bl_pair_scale scale = {.allocator = &allocator};
    uint32_t pairs;
    cr_assert(bl_pair_scale_apply(&scale, &t.set, t.order, CONTACTS, t.velocities, LEVELS, NULL, &pairs));
    cr_expect_eq(pairs, LEVELS);
    check_admissible(&t);
    for (uint32_t i = 0; i < LEVELS; i++) {
        cr_assert(v3_length(t.velocities[i].linear) <= 1e-9, "cube %u: %g m/s", i, v3_length(t.velocities[i].linear));
        double r = t.rows[PER_FACE * i].r[0], right = 0.25 * (LEVELS - i);
        cr_assert(fabs(r - right) <= 1e-9 * right, "face %u: %g N s, right value %g", i, r, right);
    }
    bl_pair_scale_fini(&scale);
}

// Where nothing is wrong nothing is changed beyond rounding; and where nothing presses, nothing at all.
Test(pile, a_solution_stays)
{
    static tower t, before;
    make(&t);
    belay_allocator allocator = bl_allocator_default();
    bl_pair_scale scale = {.allocator = &allocator};
    uint32_t pairs;
    before = t;
    cr_assert(bl_pair_scale_apply(&scale, &t.set, t.order, CONTACTS, t.velocities, 15, NULL, &pairs));
    cr_expect_eq(pairs, 0);
    cr_expect_arr_eq(t.velocities, before.velocities, sizeof t.velocities);
    press(&t, 0.25);
    cr_assert(bl_pair_scale_apply(&scale, &t.set, t.order, CONTACTS, t.velocities, LEVELS, NULL, &pairs));
    before = t;
    cr_assert(bl_pair_scale_apply(&scale, &t.set, t.order, CONTACTS, t.velocities, LEVELS, NULL, &pairs));
    for (uint32_t i = 0; i < CONTACTS; i++)
        cr_assert(fabs(t.rows[i].r[0] - before.rows[i].r[0]) <= 1e-8 * before.rows[i].r[0]);
    bl_pair_scale_fini(&scale);
}

// A whole tower is one tree. Without the face in its middle it is two, without any load there is none.
Test(pile, trees_are_towers)
{
    static tower t;
    make(&t);
    belay_allocator allocator = bl_allocator_default();
    bl_load_forest forest = {.allocator = &allocator};
    cr_assert(bl_load_forest_make(&forest, &t.set, t.order, CONTACTS));
    cr_expect_eq(forest.count, 0);
    press(&t, 0.25);
    cr_assert(bl_load_forest_make(&forest, &t.set, t.order, CONTACTS));
    cr_expect_eq(forest.count, 1);
    cr_expect_eq(forest.begin[1], CONTACTS);
    for (uint32_t k = 0; k < PER_FACE; k++)
        t.rows[PER_FACE * (LEVELS / 2) + k].r[0] = 0.0;
    cr_assert(bl_load_forest_make(&forest, &t.set, t.order, CONTACTS));
    cr_expect_eq(forest.count, 2);
    cr_expect_eq(forest.begin[2], CONTACTS - PER_FACE);
    bl_load_forest_fini(&forest);
}

// Carrying stops the tower that lands in a few turns, from a guess that every sweep over it finds.
Test(pile, load_is_carried_down_a_tower)
{
    static tower t;
    make(&t);
    press(&t, 0.01);
    t.velocities[LEVELS - 1].angular = v3(1.0, 0.0, 0.0); // its corners press unevenly, which is for the trees
    belay_allocator allocator = bl_allocator_default();
    bl_pile pile = {.allocator = &allocator};
    double before = bl_island_natural_squared(&t.set, t.order, CONTACTS, t.velocities);
    int64_t work = 0;
    int iterations = 0;
    double share = 0.0;
    for (int k = 0; k < 4; k++)
        cr_assert(bl_pile_carry(&pile, &t.set, t.order, CONTACTS, t.velocities, 1e-20 * before, NULL, &share, &work,
                                &iterations));
    double after = bl_island_natural_squared(&t.set, t.order, CONTACTS, t.velocities);
    cr_expect(after <= 1e-12 * before, "residual %g of %g", sqrt(after), sqrt(before));
    cr_expect(work > 0 && iterations > 0);
    cr_expect_eq(share, 1.0, "the tower is one tree");
    check_admissible(&t);
    bl_pile_fini(&pile);
}

// Workers share the trees: the tower without the face in its middle is two. They have no room at first, and then what
// the calling thread needed.
Test(pile, workers_carry_with_the_same_bits)
{
    static tower one, many;
    make(&one);
    press(&one, 0.01);
    one.velocities[LEVELS - 1].angular = v3(1.0, 0.0, 0.0);
    for (uint32_t k = 0; k < PER_FACE; k++)
        one.rows[PER_FACE * (LEVELS / 2) + k].r[0] = 0.0;
    many = one;
    many.set.rows = many.rows;
    many.set.responses = many.responses;
    belay_allocator allocator = bl_allocator_default();
    bl_pile alone = {.allocator = &allocator}, shared = {.allocator = &allocator};
    bl_workers* workers = NULL;
    cr_assert_eq(bl_workers_create(3, NULL, &allocator, &workers, NULL), BELAY_OK);
    for (int k = 0; k < 3; k++) {
        int64_t work[2] = {0, 0};
        int iterations[2] = {0, 0};
        double share[2];
        cr_assert(bl_pile_carry(&alone, &one.set, one.order, CONTACTS, one.velocities, 1e-30, NULL, &share[0], &work[0],
                                &iterations[0]));
        cr_assert(bl_pile_carry(&shared, &many.set, many.order, CONTACTS, many.velocities, 1e-30, workers, &share[1],
                                &work[1], &iterations[1]));
        cr_assert(iterations[0] > 0 || k > 0);
        cr_expect_eq(work[0], work[1]);
        cr_expect_eq(iterations[0], iterations[1]);
        cr_expect_arr_eq(one.velocities, many.velocities, sizeof one.velocities);
        for (uint32_t i = 0; i < CONTACTS; i++)
            cr_expect_arr_eq(one.rows[i].r, many.rows[i].r, sizeof one.rows[i].r);
    }
    cr_expect_gt(shared.forest.count, 1);
    bl_workers_destroy(workers);
    bl_pile_fini(&alone);
    bl_pile_fini(&shared);
}
