// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The order in which the block factorisation eliminates: what it costs, and when there is nothing to be found anew.

#include "core/alloc.h"
#include "solver/newton/block_lu.h"
#include "unit/solver/newton/block_lu_systems.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

// ---------------------------------------------------------------------------------------------------------------------
// Order and cost
// ---------------------------------------------------------------------------------------------------------------------

// The flops of eliminating in this order, by playing it through on a matrix of bits.
static double flops_of_order(const lu_graph* g, const uint32_t* order)
{
    uint32_t n = g->n;
    bool* is_linked = calloc((size_t)n * n, sizeof *is_linked);
    bool* is_out = calloc(n, sizeof *is_out);
    for (uint32_t k = 0; k < g->count; k++)
        is_linked[g->links[k].a * n + g->links[k].b] = is_linked[g->links[k].b * n + g->links[k].a] = true;
    double flops = 0.0;
    for (uint32_t k = 0; k < n; k++) {
        uint32_t v = order[k];
        cr_assert(v < n && !is_out[v], "the order is no permutation");
        is_out[v] = true;
        double d = 0.0;
        for (uint32_t i = 0; i < n; i++) {
            if (is_out[i] || !is_linked[v * n + i]) continue;
            d += 1.0;
            for (uint32_t j = 0; j < n; j++)
                if (j != i && is_linked[v * n + j]) is_linked[i * n + j] = true;
        }
        flops += d * d * 432.0 + 2.0 * d * 216.0 + 144.0;
    }
    free(is_linked);
    free(is_out);
    return flops;
}

// Minimum degree proper, with sets: the yardstick of the approximate one.
static double flops_of_minimum_degree(const lu_graph* g)
{
    uint32_t n = g->n;
    bool* is_linked = calloc((size_t)n * n, sizeof *is_linked);
    bool* is_out = calloc(n, sizeof *is_out);
    uint32_t* order = calloc(n, sizeof *order);
    for (uint32_t k = 0; k < g->count; k++)
        is_linked[g->links[k].a * n + g->links[k].b] = is_linked[g->links[k].b * n + g->links[k].a] = true;
    for (uint32_t k = 0; k < n; k++) {
        uint32_t best = UINT32_MAX, lowest = UINT32_MAX;
        for (uint32_t v = 0; v < n; v++) {
            uint32_t degree = 0;
            for (uint32_t i = 0; i < n; i++)
                degree += !is_out[i] && i != v && is_linked[v * n + i];
            if (!is_out[v] && degree < lowest) best = v, lowest = degree;
        }
        order[k] = best;
        is_out[best] = true;
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t j = 0; j < n && is_linked[best * n + i]; j++)
                if (is_linked[best * n + j]) is_linked[i * n + j] = true;
    }
    double flops = flops_of_order(g, order);
    free(is_linked);
    free(is_out);
    free(order);
    return flops;
}

Test(block_lu_order, flops_are_those_of_the_order)
{
    bl_block_lu f = {0};
    uint64_t seed = 5;
    for (uint32_t round = 0; round < 60 * LU_KINDS; round++) {
        lu_graph g = lu_graph_of_kind(round % LU_KINDS, &seed);
        lu_rename_bodies(&g, &seed);
        cr_assert_eq(lu_analyse(&f, &g, INFINITY), BL_BLOCK_LU_READY);
        cr_assert_eq(f.flops, flops_of_order(&g, f.order), "kind %u, %u bodies", round % LU_KINDS, g.n);
    }
    bl_block_lu_fini(&f);
}

// Whatever the names of the bodies: each step but the last has one block below the diagonal.
Test(block_lu_order, trees_do_not_fill_in)
{
    bl_block_lu f = {0};
    uint64_t seed = 6;
    for (uint32_t n = 1; n <= 300; n += n < 20 ? 1 : 20) {
        lu_graph graphs[] = {lu_chain_of(n), lu_star_of(n), lu_tree_of(n, &seed)};
        for (int k = 0; k < 3; k++) {
            lu_rename_bodies(&graphs[k], &seed);
            cr_assert_eq(lu_analyse(&f, &graphs[k], INFINITY), BL_BLOCK_LU_READY);
            cr_assert_eq(f.flops, (n - 1) * (2.0 * 432.0) + n * 144.0);
        }
    }
    bl_block_lu_fini(&f);
}

Test(block_lu_order, costs_no_more_than_minimum_degree_by_sets)
{
    bl_block_lu f = {0};
    uint64_t seed = 7;
    double ours = 0.0, theirs = 0.0;
    for (uint32_t round = 0; round < 12; round++) {
        lu_graph g = round < 6 ? lu_wall_of(20, 10) : lu_random_of(120, 240, &seed);
        lu_rename_bodies(&g, &seed);
        cr_assert_eq(lu_analyse(&f, &g, INFINITY), BL_BLOCK_LU_READY);
        double yardstick = flops_of_minimum_degree(&g);
        cr_assert_leq(f.flops, 1.5 * yardstick, "ties fall otherwise, but not that far");
        ours += f.flops;
        theirs += yardstick;
    }
    cr_log_info("block_lu: %.2f of the flops of minimum degree by sets", ours / theirs);
    cr_assert_leq(ours, 1.1 * theirs);
    bl_block_lu_fini(&f);
}

Test(block_lu_order, says_when_it_is_too_costly)
{
    static lu_system s;
    bl_block_lu f = {0};
    uint64_t seed = 8;
    lu_graph g = lu_wall_of(8, 6);
    cr_assert_eq(lu_analyse(&f, &g, INFINITY), BL_BLOCK_LU_READY);
    double flops = f.flops;
    cr_assert_eq(lu_analyse(&f, &g, flops - 1.0), BL_BLOCK_LU_TOO_COSTLY, "known from before");
    bl_block_lu_fini(&f);
    cr_assert_eq(lu_analyse(&f, &g, flops - 1.0), BL_BLOCK_LU_TOO_COSTLY);
    cr_assert_eq(lu_analyse(&f, &g, flops - 1.0), BL_BLOCK_LU_TOO_COSTLY, "asked again");
    cr_assert_eq(lu_analyse(&f, &g, 0.0), BL_BLOCK_LU_TOO_COSTLY);
    cr_assert_eq(lu_analyse(&f, &g, flops), BL_BLOCK_LU_READY);
    lu_fill_system(&s, &f, &g, &seed);
    cr_assert(bl_block_lu_run(&f));
    lu_check_solution(&f, &s);
    bl_block_lu_fini(&f);
}

Test(block_lu_order, gives_up_before_the_whole_cost_is_counted)
{
    bl_block_lu f = {0};
    uint64_t seed = 9;
    lu_graph g = lu_random_of(300, 2000, &seed);
    cr_assert_eq(lu_analyse(&f, &g, INFINITY), BL_BLOCK_LU_READY);
    double flops = f.flops;
    bl_block_lu_fini(&f);
    cr_assert_eq(lu_analyse(&f, &g, 0.01 * flops), BL_BLOCK_LU_TOO_COSTLY);
    cr_assert(f.flops > 0.01 * flops && f.flops < 0.5 * flops, "%g of %g", f.flops, flops);
    cr_assert_null(f.values, "memory for what is not to be done");
    bl_block_lu_fini(&f);
}

// ---------------------------------------------------------------------------------------------------------------------
// Asked again
// ---------------------------------------------------------------------------------------------------------------------

// Had the second analysis done anything, the factors would be of no use: they are not made anew.
Test(block_lu_order, same_links_keep_the_factors)
{
    static lu_system s;
    bl_block_lu f = {0};
    uint64_t seed = 10;
    lu_graph g = lu_wall_of(6, 6);
    cr_assert_eq(lu_analyse(&f, &g, INFINITY), BL_BLOCK_LU_READY);
    f.order[0] ^= 0x80000000u; // that a new order would clear
    cr_assert_eq(lu_analyse(&f, &g, INFINITY), BL_BLOCK_LU_READY);
    lu_graph again = g;
    for (uint32_t k = 0; k < g.count; k += 3)
        lu_link_pair(&again, g.links[k].a, g.links[k].b);
    lu_shuffle(&again, &seed);
    cr_assert_eq(lu_analyse(&f, &again, INFINITY), BL_BLOCK_LU_READY);
    cr_assert(f.order[0] & 0x80000000u);
    f.order[0] ^= 0x80000000u;
    lu_fill_system(&s, &f, &g, &seed);
    cr_assert(bl_block_lu_run(&f));
    cr_assert_eq(lu_analyse(&f, &again, INFINITY), BL_BLOCK_LU_READY);
    lu_check_solution(&f, &s);
    bl_block_lu_fini(&f);
}

Test(block_lu_order, kept_links_are_sorted_and_each_there_once)
{
    bl_block_lu f = {0};
    uint64_t seed = 11;
    for (int round = 0; round < 50; round++) {
        lu_graph g = lu_random_of(30, 200, &seed);
        cr_assert_eq(lu_analyse(&f, &g, INFINITY), BL_BLOCK_LU_READY);
        bool is_linked[30][30] = {{false}};
        size_t count = 0;
        for (uint32_t k = 0; k < g.count; k++) {
            bool* seen = &is_linked[g.links[k].a][g.links[k].b];
            count += !*seen;
            *seen = true;
        }
        cr_assert_eq(arrlenu(f.links), count);
        size_t k = 0;
        for (uint32_t a = 0; a < 30; a++)
            for (uint32_t b = 0; b < 30; b++)
                if (is_linked[a][b]) {
                    cr_assert(f.links[k].a == a && f.links[k].b == b);
                    k++;
                }
    }
    bl_block_lu_fini(&f);
}

Test(block_lu_order, changed_links_are_noticed)
{
    bl_block_lu f = {0};
    uint64_t seed = 12;
    lu_graph g = lu_wall_of(6, 6);
    lu_check_graph(&f, 6, &g, &seed);
    double flops = f.flops;
    lu_link_pair(&g, 0, 35);
    lu_check_graph(&f, 6, &g, &seed);
    cr_assert_neq(f.flops, flops);
    g.links[g.count - 1] = (bl_block_link){1, 34}; // as many links
    lu_check_graph(&f, 6, &g, &seed);
    g.count--;
    lu_check_graph(&f, 6, &g, &seed);
    cr_assert_eq(f.flops, flops);
    g.n++; // one more body, the same links
    lu_check_graph(&f, 6, &g, &seed);
    cr_assert_eq(f.flops, flops + 144.0);
    lu_check_graph(&f, 6, &(lu_graph){.n = g.n, .count = 2, .links = {f.links[0], f.links[1]}}, &seed);
    lu_check_graph(&f, 6, &(lu_graph){.n = g.n, .count = 1, .links = {f.links[0]}}, &seed); // the first ones alone
    cr_assert_eq(f.flops, 2.0 * 432.0 + g.n * 144.0);
    bl_block_lu_fini(&f);
}

Test(block_lu_order, same_bits_whatever_was_before)
{
    static lu_system s;
    double x[LU_MAX_SIZE], y[LU_MAX_SIZE];
    for (uint32_t kind = 0; kind < LU_KINDS; kind++) {
        bl_block_lu f = {0}, used = {0};
        uint64_t seed = 100 + kind, other_seed = 13;
        lu_graph other = lu_random_of(40, 200, &other_seed), g = lu_graph_of_kind(kind, &seed);
        lu_check_graph(&used, 6, &other, &other_seed);
        uint64_t values_seed = seed;
        cr_assert_eq(lu_analyse(&f, &g, INFINITY), BL_BLOCK_LU_READY);
        lu_fill_system(&s, &f, &g, &values_seed);
        cr_assert(bl_block_lu_run(&f));
        bl_block_lu_solve(&f, s.b, x);
        lu_graph shuffled = g;
        lu_shuffle(&shuffled, &other_seed);
        values_seed = seed;
        cr_assert_eq(lu_analyse(&used, &shuffled, INFINITY), BL_BLOCK_LU_READY);
        lu_fill_system(&s, &used, &g, &values_seed);
        cr_assert(bl_block_lu_run(&used));
        bl_block_lu_solve(&used, s.b, y);
        cr_assert_arr_eq(x, y, s.size * sizeof *x, "kind %u", kind);
        bl_block_lu_fini(&f);
        bl_block_lu_fini(&used);
    }
}
