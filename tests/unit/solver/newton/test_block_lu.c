// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The block factorisation against dense elimination, on graphs of many kinds, and what it says when there is no pivot,
// no time or no memory.

#include "solver/newton/block_lu.h"
#include "support/chance.h"
#include "support/tracking_allocator.h"
#include "unit/solver/newton/block_lu_systems.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <string.h>

static const uint32_t sizes[3] = {6, 3, 4};

Test(block_lu, solves_what_dense_elimination_solves)
{
    bl_block_lu f = {0};
    uint64_t seed = 1;
    for (uint32_t round = 0; round < 12 * LU_KINDS; round++) {
        lu_graph g = lu_graph_of_kind(round % LU_KINDS, &seed);
        lu_rename_bodies(&g, &seed);
        lu_check_graph(&f, sizes[round / LU_KINDS % 3], &g, &seed);
    }
    bl_block_lu_fini(&f);
}

// What is left of a system without some nodes: one on their diagonal, and zero beside it.
static void take_out(lu_system* s, uint32_t size, const bool* is_skipped)
{
    for (uint32_t i = 0; i < s->size; i++)
        for (uint32_t j = 0; j < s->size; j++)
            if (is_skipped[i / size] || is_skipped[j / size]) s->a[i * s->size + j] = i == j ? 1.0 : 0.0;
}

// With vectors of four doubles, where the machine has them, and without.
Test(block_lu, same_bits_on_all_machines)
{
    static lu_system s;
    static double given[LU_MAX_SIZE * LU_MAX_SIZE * 2], narrow[LU_MAX_SIZE * LU_MAX_SIZE * 2];
    bl_block_lu f = {0};
    uint64_t seed = 22;
    for (uint32_t round = 0; round < 6 * LU_KINDS; round++) {
        lu_graph g = lu_graph_of_kind(round % LU_KINDS, &seed);
        cr_assert_eq(lu_analyse_size(&f, sizes[round / LU_KINDS % 3], &g, INFINITY), BL_BLOCK_LU_READY);
        lu_fill_system(&s, &f, &g, &seed);
        size_t bytes = bl_block_lu_doubles(&f) * sizeof(double);
        cr_assert(bytes <= sizeof given);
        memcpy(given, f.values, bytes);
        cr_assert(bl_block_lu_run_narrow(&f));
        memcpy(narrow, f.values, bytes);
        memcpy(f.values, given, bytes);
        cr_assert(bl_block_lu_run(&f));
        cr_expect_eq(memcmp(narrow, f.values, bytes), 0, "round %u", round);
    }
    bl_block_lu_fini(&f);
}

static bool ask(const void* answers)
{
    long* left = *(long* const*)answers;
    return --*left < 0;
}

Test(block_lu, factors_any_part_of_the_nodes)
{
    static lu_system s;
    bl_block_lu f = {0};
    uint64_t seed = 20;
    for (uint32_t round = 0; round < 12 * LU_KINDS; round++) {
        lu_graph g = lu_graph_of_kind(round % LU_KINDS, &seed);
        uint32_t size = sizes[round / LU_KINDS % 3];
        bool is_skipped[LU_MAX_BODIES * 2] = {false};
        for (uint32_t i = 0; i < g.n; i++)
            is_skipped[i] = chance_below(&seed, 3) == 0;
        cr_assert_eq(lu_analyse_size(&f, size, &g, INFINITY), BL_BLOCK_LU_READY);
        lu_fill_system(&s, &f, &g, &seed);
        bl_block_lu_part part = {.is_skipped = is_skipped, .least_pivot = 1e-14};
        cr_assert(bl_block_lu_run_part(&f, &part));
        take_out(&s, size, is_skipped);
        lu_check_solution(&f, &s); // of what is left out the right side stays where it is
    }
    bl_block_lu_fini(&f);
}

Test(block_lu, ends_early_when_it_is_told_to)
{
    static lu_system s;
    bl_block_lu f = {0};
    uint64_t seed = 21;
    lu_graph g = lu_chain_of(LU_MAX_BODIES);
    for (long most = 0; most < 3; most++) {
        long left = most, *answers = &left;
        cr_assert_eq(lu_analyse_size(&f, 3, &g, INFINITY), BL_BLOCK_LU_READY);
        lu_fill_system(&s, &f, &g, &seed);
        bl_block_lu_part part = {.is_over = ask, .context = &answers};
        cr_assert_eq(bl_block_lu_run_part(&f, &part), most == 2, "%ld steps allowed", most);
    }
    bl_block_lu_fini(&f);
}

Test(block_lu, one_body)
{
    bl_block_lu f = {0};
    uint64_t seed = 2;
    lu_graph g = lu_chain_of(1);
    lu_check_graph(&f, 3, &g, &seed);
    cr_assert_eq(f.flops, 18.0);
    lu_check_graph(&f, 6, &g, &seed);
    cr_assert_eq(f.flops, 144.0);
    bl_block_lu_fini(&f);
}

Test(block_lu, no_body)
{
    bl_block_lu f = {0};
    lu_graph g = {0};
    cr_assert_eq(lu_analyse(&f, &g, 0.0), BL_BLOCK_LU_READY);
    bl_block_lu_clear(&f);
    cr_assert(bl_block_lu_run(&f));
    bl_block_lu_solve(&f, NULL, NULL);
    bl_block_lu_fini(&f);
    lu_graph one = lu_chain_of(1);
    cr_assert_eq(lu_analyse(&f, &one, 144.0), BL_BLOCK_LU_READY);
    cr_assert_eq(lu_analyse(&f, &g, 0.0), BL_BLOCK_LU_READY);
    cr_assert(bl_block_lu_run(&f));
    bl_block_lu_fini(&f);
}

Test(block_lu, solution_may_take_the_place_of_the_right_side)
{
    static lu_system s;
    double x[LU_MAX_SIZE], y[LU_MAX_SIZE];
    bl_block_lu f = {0};
    uint64_t seed = 3;
    lu_graph g = lu_wall_of(6, 5);
    cr_assert_eq(lu_analyse(&f, &g, INFINITY), BL_BLOCK_LU_READY);
    lu_fill_system(&s, &f, &g, &seed);
    cr_assert(bl_block_lu_run(&f));
    bl_block_lu_solve(&f, s.b, x);
    memcpy(y, s.b, sizeof y);
    bl_block_lu_solve(&f, y, y);
    cr_assert_arr_eq(x, y, s.size * sizeof *x);
    bl_block_lu_fini(&f);
}

// What a contact adds at one pair of its ends: j^T d j', with d not symmetric.
static void contact_block(const double j[18], const double d[9], const double other[18], double block[36])
{
    for (int r = 0; r < 6; r++) {
        for (int c = 0; c < 6; c++) {
            block[6 * r + c] = 0.0;
            for (int q = 0; q < 9; q++)
                block[6 * r + c] += j[6 * (q / 3) + r] * d[q] * other[6 * (q % 3) + c];
        }
    }
}

static void add_stiff_contact(lu_system* s, bl_block_lu* f, bl_block_link link, uint64_t* seed)
{
    const uint32_t end[2] = {link.a, link.b};
    double j[2][18], d[9], block[36];
    for (int q = 0; q < 36; q++)
        j[q / 18][q % 18] = (q % 6 < 3 ? 1.0 : 1e-2) * chance_signed(seed);
    for (int q = 0; q < 9; q++)
        d[q] = q % 4 == 0 ? 4e3 : 1e3 * chance_signed(seed);
    for (int q = 0; q < 4; q++) {
        contact_block(j[q / 2], d, j[q % 2], block);
        lu_add_block(s, f, end[q / 2], end[q % 2], block);
    }
}

// Masses of a gram beside stiff contacts: rows and columns of very different size.
static void fill_stiff_system(lu_system* s, bl_block_lu* f, const lu_graph* g, uint64_t* seed)
{
    memset(s, 0, sizeof *s);
    s->size = 6 * g->n;
    bl_block_lu_clear(f);
    for (uint32_t i = 0; i < g->n; i++) {
        double mass[36] = {0};
        for (uint32_t r = 0; r < 6; r++) {
            mass[7 * r] = r < 3 ? 1e-3 : 1e-7;
            s->b[6 * i + r] = chance_signed(seed);
        }
        lu_add_block(s, f, i, i, mass);
    }
    for (uint32_t k = 0; k < g->count; k++)
        add_stiff_contact(s, f, g->links[k], seed);
}

Test(block_lu, badly_scaled_systems_are_solved_backward_stably)
{
    static lu_system s;
    double x[LU_MAX_SIZE];
    bl_block_lu f = {0};
    uint64_t seed = 4;
    for (int round = 0; round < 40; round++) {
        lu_graph g = lu_graph_of_kind((uint32_t)round % 4, &seed);
        cr_assert_eq(lu_analyse(&f, &g, INFINITY), BL_BLOCK_LU_READY);
        fill_stiff_system(&s, &f, &g, &seed);
        cr_assert(bl_block_lu_run(&f));
        bl_block_lu_solve(&f, s.b, x);
        double error = lu_backward_error(&s, x);
        cr_assert_leq(error, DBL_EPSILON * s.size, "backward error %g of %u rows", error, s.size);
    }
    bl_block_lu_fini(&f);
}

// ---------------------------------------------------------------------------------------------------------------------
// What can go wrong
// ---------------------------------------------------------------------------------------------------------------------

static const double unit[36] = {[0] = 1.0, [7] = 1.0, [14] = 1.0, [21] = 1.0, [28] = 1.0, [35] = 1.0};

static void begin_chain(bl_block_lu* f, uint32_t n)
{
    lu_graph g = lu_chain_of(n);
    cr_assert_eq(lu_analyse(f, &g, INFINITY), BL_BLOCK_LU_READY);
    bl_block_lu_clear(f);
}

Test(block_lu, tells_a_body_without_pivot)
{
    bl_block_lu f = {0};
    for (uint32_t without = 0; without < 5; without++) {
        begin_chain(&f, 5);
        for (uint32_t i = 0; i < 5; i++)
            if (i != without) bl_block_lu_add(&f, i, i, unit);
        cr_assert_not(bl_block_lu_run(&f));
    }
    bl_block_lu_fini(&f);
}

// Two bodies, of which the second is left with nothing once the first is taken out: [1 1; 1 1].
Test(block_lu, tells_a_singular_system)
{
    bl_block_lu f = {0};
    begin_chain(&f, 2);
    for (uint32_t k = 0; k < 4; k++)
        bl_block_lu_add(&f, k / 2, k % 2, unit);
    cr_assert_not(bl_block_lu_run(&f));
    bl_block_lu_fini(&f);
}

Test(block_lu, tells_numbers_that_are_none)
{
    const double bad[] = {NAN, INFINITY, -INFINITY};
    bl_block_lu f = {0};
    uint64_t seed = 14;
    for (uint32_t round = 0; round < 300; round++) {
        begin_chain(&f, 5);
        for (uint32_t i = 0; i < 5; i++)
            bl_block_lu_add(&f, i, i, unit);
        double block[36] = {0};
        block[chance_below(&seed, 36)] = bad[round % 3];
        uint32_t i = chance_below(&seed, 5), j = i < 4 && round % 2 == 0 ? i + 1 : i;
        bl_block_lu_add(&f, round % 4 == 0 ? j : i, round % 4 == 0 ? i : j, block);
        cr_assert_not(bl_block_lu_run(&f), "round %u", round);
    }
    bl_block_lu_fini(&f);
}

// A pivot so small that its inverse overflows.
Test(block_lu, tells_a_pivot_without_inverse)
{
    bl_block_lu f = {0};
    double tiny[36];
    for (int i = 0; i < 36; i++)
        tiny[i] = 1e-310 * unit[i];
    begin_chain(&f, 1);
    bl_block_lu_add(&f, 0, 0, tiny);
    cr_assert_not(bl_block_lu_run(&f));
    bl_block_lu_fini(&f);
}

static bl_block_lu_status analyse_with(bl_block_lu* f, tracking_allocator* p, const lu_graph* g)
{
    lu_graph copy = *g;
    belay_allocator allocator = tracking_allocator_hooks(p);
    return bl_block_lu_analyse(f, 6, copy.n, copy.links, copy.count, INFINITY, &allocator);
}

Test(block_lu, survives_lack_of_memory_at_any_moment)
{
    static lu_system s;
    uint64_t seed = 15;
    lu_graph small = lu_random_of(10, 15, &seed), large = lu_random_of(40, 160, &seed);
    bool is_done = false;
    long failures = 0;
    for (long fail_at = 1; !is_done; fail_at++) {
        bl_block_lu f = {0};
        tracking_allocator p = {0};
        cr_assert_eq(analyse_with(&f, &p, &small), BL_BLOCK_LU_READY);
        p.fail_from = p.calls + fail_at;
        bl_block_lu_status status = analyse_with(&f, &p, &large);
        is_done = status == BL_BLOCK_LU_READY;
        cr_assert(is_done || status == BL_BLOCK_LU_NO_MEMORY);
        failures += !is_done;
        const lu_graph* next = fail_at % 2 == 0 ? &small : &large;
        p.fail_from = 0;
        cr_assert_eq(analyse_with(&f, &p, next), BL_BLOCK_LU_READY);
        lu_fill_system(&s, &f, next, &seed);
        cr_assert(bl_block_lu_run(&f));
        lu_check_solution(&f, &s);
        bl_block_lu_fini(&f);
        cr_assert_eq(p.live, 0);
    }
    cr_assert_geq(failures, 10, "the allocator was hardly asked");
}

Test(block_lu, allocates_only_to_grow)
{
    static lu_system s;
    bl_block_lu f = {0};
    tracking_allocator p = {0};
    uint64_t seed = 16;
    lu_graph graphs[] = {lu_dense_of(LU_MAX_BODIES), lu_wall_of(6, 5), lu_random_of(40, 160, &seed)};
    for (int k = 0; k < 3; k++) {
        lu_shuffle(&graphs[k], &seed);
        cr_assert_eq(analyse_with(&f, &p, &graphs[k]), BL_BLOCK_LU_READY);
    }
    long calls = p.calls;
    for (int k = 0; k < 3; k++) {
        lu_shuffle(&graphs[k], &seed);
        cr_assert_eq(analyse_with(&f, &p, &graphs[k]), BL_BLOCK_LU_READY);
        lu_fill_system(&s, &f, &graphs[k], &seed);
        cr_assert(bl_block_lu_run(&f));
        lu_check_solution(&f, &s);
    }
    cr_assert_eq(p.calls, calls);
    bl_block_lu_fini(&f);
    cr_assert_eq(p.live, 0);
}
