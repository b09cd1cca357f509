// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Islands with joints as problems of contacts, of two bodies that do not turn: what joints leave of W and q in closed
// form, and the impulses of joints that belong to those of contacts.

#include "solver/assemble/island_problem.h"

#include "core/alloc.h"
#include "solver/rows/row_tolerances.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#define MASS_A 2.0
#define MASS_B 3.0

// Body 0 on the ground (body 2), which it touches at a face with normal z; `rows` of a joint between 0 and 1.
typedef struct rig {
    bl_response responses[3];
    bl_velocity velocities[3];
    bl_contact_row contact;
    bl_joint_block block;
    bl_joint_row rows[4];
    double matrices[2 * 16];
    bl_row_set set;
    belay_allocator allocator;
    bl_island_problem problem;
} rig;

static const uint32_t order[2] = {0, 1};

static void add_row(rig* x, belay_vec3 direction, double lower, double upper)
{
    bl_joint_row* row = &x->rows[x->block.count++];
    row->linear = direction;
    row->lower = lower;
    row->upper = upper;
}

static void begin(rig* x)
{
    memset(x, 0, sizeof *x);
    x->responses[0].inverse_mass = 1.0 / MASS_A;
    x->responses[1].inverse_mass = 1.0 / MASS_B;
    x->velocities[0].linear = v3(0.5, 0.0, -1.0);
    x->velocities[1].linear = v3(0.0, 0.7, 2.0);
    x->block.body_b = 1;
    x->block.cap = HUGE_VAL;
    x->allocator = bl_allocator_default();
}

static void finish(rig* x)
{
    bl_contact_geometry at = {.n = v3(0.0, 0.0, 1.0), .s = v3(1.0, 0.0, 0.0)};
    x->set = (bl_row_set){.rows = &x->contact, .contact_count = 1, .responses = x->responses};
    x->set.joints = (bl_joint_set){&x->block, x->rows, x->matrices};
    x->set.rod_first = 2;
    bl_contact_row_init(&x->contact, 0, 2, &at, x->responses, 0.5);
    bl_joint_block_init(&x->set.joints, 0, &x->responses[0], &x->responses[1]);
}

static void make_problem(rig* x)
{
    finish(x);
    cr_assert(bl_island_problem_fits(&x->set, order, 2));
    cr_assert(bl_island_problem_init(&x->problem, &x->set, order, 2, x->velocities, &x->allocator) == BELAY_OK);
}

static void expect_block(const belay_problem* p, int32_t block, const double diagonal[3])
{
    for (int k = 0; k < 9; k++)
        cr_expect_float_eq(p->blocks[9 * block + k], k % 4 == 0 ? diagonal[k / 4] : 0.0, 1e-15, "%d, %d: %g", block, k,
                           p->blocks[9 * block + k]);
}

// Two bodies that are locked to each other are one: 1/W is the sum of the masses, q the mean velocity by them.
Test(island_problem, what_is_locked_moves_as_one)
{
    rig x;
    begin(&x);
    for (int k = 0; k < 3; k++)
        add_row(&x, v3(k == 0, k == 1, k == 2), -HUGE_VAL, HUGE_VAL);
    make_problem(&x);
    const belay_problem* p = x.problem.problem;
    const double whole = 1.0 / (MASS_A + MASS_B);
    const double q[3] = {MASS_B * 2.0 * whole - MASS_A * whole, 0.5 * MASS_A * whole, 0.7 * MASS_B * whole};
    cr_assert(p->contact_count == 1 && p->block_count == 1);
    expect_block(p, 0, (double[3]){whole, whole, whole});
    for (int k = 0; k < 3; k++)
        cr_expect_float_eq(p->q[k], q[k], 1e-15, "%d: %g", k, p->q[k]);
    bl_island_problem_fini(&x.problem);
}

// An impulse of 2 N s up on A: of both, 2 / 5 m/s, and the joint carries B's share of it and evens out what they had.
Test(island_problem, joints_follow_from_contacts)
{
    rig x;
    begin(&x);
    for (int k = 0; k < 3; k++)
        add_row(&x, v3(k == 0, k == 1, k == 2), -HUGE_VAL, HUGE_VAL);
    make_problem(&x);
    const double r[3] = {2.0, 0.0, 0.0};
    bl_island_problem_take(&x.problem, r);
    bl_island_problem_give_back(&x.problem, &x.set, x.velocities);
    double up = (MASS_B * 2.0 - MASS_A + 2.0) / (MASS_A + MASS_B);
    cr_expect_float_eq(x.contact.r[0], 2.0, 1e-15);
    cr_expect_float_eq(x.rows[2].r, MASS_B * (2.0 - up), 1e-14, "on A, by the joint: %g", x.rows[2].r);
    for (int k = 0; k < 2; k++)
        cr_expect_float_eq(x.velocities[k].linear.z, up, 1e-15, "%g", x.velocities[k].linear.z);
    cr_expect(v3_distance(x.velocities[0].linear, x.velocities[1].linear) < 1e-15);
    bl_island_problem_fini(&x.problem);
}

// One lock that is said twice, and with it one that can be obeyed at once: the two share the load evenly.
Test(island_problem, rows_that_say_the_same_share_their_load)
{
    rig x;
    begin(&x);
    add_row(&x, v3(0.0, 0.0, 1.0), -HUGE_VAL, HUGE_VAL);
    finish(&x);
    bl_joint_block twice[2] = {x.block, x.block};
    twice[1].first = 1;
    twice[1].at = 2;
    x.rows[1] = x.rows[0];
    x.matrices[2] = x.matrices[0];
    x.matrices[3] = x.matrices[1];
    x.set.joints.blocks = twice;
    x.set.rod_first = 3;
    const uint32_t three[3] = {0, 1, 2};
    cr_assert(bl_island_problem_init(&x.problem, &x.set, three, 3, x.velocities, &x.allocator) == BELAY_OK);
    cr_expect_float_eq(x.problem.problem->blocks[0], 1.0 / (MASS_A + MASS_B), 1e-14);
    cr_expect_float_eq(x.problem.problem->blocks[4], 1.0 / MASS_A, 1e-15, "across, nothing is locked");
    const double none[3] = {0.0, 0.0, 0.0};
    bl_island_problem_take(&x.problem, none);
    bl_island_problem_give_back(&x.problem, &x.set, x.velocities);
    double whole = 3.0 / (1.0 / MASS_A + 1.0 / MASS_B); // they come apart at 3 m/s
    for (int k = 0; k < 2; k++)
        cr_expect_float_eq(x.rows[k].r, 0.5 * whole, 1e-13, "%g of %g", x.rows[k].r, whole);
    cr_expect_float_eq(x.velocities[0].linear.z, x.velocities[1].linear.z, 1e-14);
    bl_island_problem_fini(&x.problem);
}

// From above, r <= 0 and s <= 0: turned round it is a contact, without friction, and coupled with the other.
Test(island_problem, a_limit_is_a_contact_without_friction)
{
    for (int side = 0; side < 2; side++) {
        rig x;
        begin(&x);
        add_row(&x, v3(0.0, 0.0, 1.0), side == 0 ? 0.0 : -HUGE_VAL, side == 0 ? HUGE_VAL : 0.0);
        make_problem(&x);
        const belay_problem* p = x.problem.problem;
        double sign = side == 0 ? 1.0 : -1.0, both = 1.0 / MASS_A + 1.0 / MASS_B;
        cr_assert(p->contact_count == 2 && p->block_count == 4);
        cr_expect(p->mu[0] == 0.5 && p->mu[1] == 0.0);
        expect_block(p, 3, (double[3]){both, both, both});
        cr_expect_float_eq(p->blocks[9], sign / MASS_A, 1e-15, "coupled by %g", p->blocks[9]);
        cr_expect_float_eq(p->q[3], sign * -3.0, 1e-15, "A goes down, B up: %g", p->q[3]);
        const double r[6] = {0.0, 0.0, 0.0, 1.5, 0.0, 0.0};
        bl_island_problem_take(&x.problem, r);
        bl_island_problem_give_back(&x.problem, &x.set, x.velocities);
        cr_expect_float_eq(x.rows[0].r, sign * 1.5, 1e-15);
        bl_island_problem_fini(&x.problem);
    }
}

// B stands for a wall: what it holds along z has nothing but a little of its compliance left there, and all across.
Test(island_problem, what_is_held_gets_a_little_compliance)
{
    rig x;
    begin(&x);
    x.responses[1].inverse_mass = 0.0;
    x.velocities[1].linear = v3_zero();
    add_row(&x, v3(0.0, 0.0, 1.0), -HUGE_VAL, HUGE_VAL);
    make_problem(&x);
    expect_block(x.problem.problem, 0, (double[3]){BL_ROW_HELD_SHARE / MASS_A, 1.0 / MASS_A, 1.0 / MASS_A});
    cr_expect_float_eq(x.problem.problem->q[0], 0.0, 1e-15);
    bl_island_problem_fini(&x.problem);
}

// A spring's row: W = 1/m - (1/m) (1/m + 1/M + c)^-1 (1/m) with the compliance c.
Test(island_problem, softness_counts)
{
    rig x;
    begin(&x);
    add_row(&x, v3(0.0, 0.0, 1.0), -HUGE_VAL, HUGE_VAL);
    x.rows[0].softness = 0.4;
    make_problem(&x);
    double left = 1.0 / MASS_A - 1.0 / (MASS_A * MASS_A * (1.0 / MASS_A + 1.0 / MASS_B + 0.4));
    cr_expect_float_eq(x.problem.problem->blocks[0], left, 1e-15, "%g", x.problem.problem->blocks[0]);
    bl_island_problem_fini(&x.problem);
}

Test(island_problem, what_is_bounded_on_both_sides_does_not_fit)
{
    const double bounds[][2] = {{-1.0, 1.0}, {0.0, 2.0}, {-HUGE_VAL, 3.0}, {0.5, HUGE_VAL}};
    for (int k = 0; k < 4; k++) {
        rig x;
        begin(&x);
        add_row(&x, v3(0.0, 0.0, 1.0), bounds[k][0], bounds[k][1]);
        finish(&x);
        cr_expect(!bl_island_problem_fits(&x.set, order, 2), "%g to %g", bounds[k][0], bounds[k][1]);
        cr_expect(bl_island_problem_fits(&x.set, order, 1), "the contact by itself does");
    }
}

Test(island_problem, too_many_rows_do_not_fit)
{
    enum { MOST = BL_ISLAND_PROBLEM_MAX_ROWS / 3 };
    static bl_contact_row rows[MOST + 1];
    static uint32_t all[MOST + 1];
    bl_row_set set = {.rows = rows, .contact_count = MOST + 1, .rod_first = MOST + 1};
    for (uint32_t k = 0; k <= MOST; k++)
        all[k] = k;
    cr_expect(bl_island_problem_fits(&set, all, MOST));
    cr_expect(!bl_island_problem_fits(&set, all, MOST + 1));
}
