// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The block factorisation against dense elimination, on graphs of many kinds, and its contract: what it costs, when
// it does nothing, and what it says when there is no pivot, no time or no memory.

#include "core/alloc.h"
#include "solver/newton/block_lu.h"
#include "support/chance.h"
#include "support/purse.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_BODIES 48
#define MAX_LINKS 2400
#define MAX_SIZE (6 * MAX_BODIES)

// ---------------------------------------------------------------------------------------------------------------------
// Graphs
// ---------------------------------------------------------------------------------------------------------------------

typedef struct graph {
    uint32_t n, count;
    bl_block_link links[MAX_LINKS];
} graph;

static void link_pair(graph* g, uint32_t a, uint32_t b)
{
    cr_assert(a != b && a < g->n && b < g->n && g->count < MAX_LINKS);
    g->links[g->count++] = a < b ? (bl_block_link){a, b} : (bl_block_link){b, a};
}

static graph chain_of(uint32_t n)
{
    graph g = {.n = n};
    for (uint32_t i = 1; i < n; i++)
        link_pair(&g, i - 1, i);
    return g;
}

static graph star_of(uint32_t n)
{
    graph g = {.n = n};
    for (uint32_t i = 1; i < n; i++)
        link_pair(&g, 0, i);
    return g;
}

static graph tree_of(uint32_t n, uint64_t* seed)
{
    graph g = {.n = n};
    for (uint32_t i = 1; i < n; i++)
        link_pair(&g, chance_below(seed, i), i);
    return g;
}

static graph ring_of(uint32_t n)
{
    graph g = chain_of(n);
    link_pair(&g, 0, n - 1);
    return g;
}

static graph dense_of(uint32_t n)
{
    graph g = {.n = n};
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = i + 1; j < n; j++)
            link_pair(&g, i, j);
    return g;
}

// Bricks in courses, each on two of the course below and between two of its own.
static graph wall_of(uint32_t width, uint32_t height)
{
    graph g = {.n = width * height};
    for (uint32_t y = 0; y < height; y++) {
        for (uint32_t x = 0; x < width; x++) {
            uint32_t i = y * width + x;
            if (x > 0) link_pair(&g, i - 1, i);
            if (y == 0) continue;
            link_pair(&g, i - width, i);
            if (y % 2 == 1 && x + 1 < width) link_pair(&g, i - width + 1, i);
            if (y % 2 == 0 && x > 0) link_pair(&g, i - width - 1, i);
        }
    }
    return g;
}

// Any pairs, doubled ones among them; may fall apart.
static graph random_of(uint32_t n, uint32_t count, uint64_t* seed)
{
    graph g = {.n = n};
    while (n > 1 && g.count < count) {
        uint32_t a = chance_below(seed, n), b = chance_below(seed, n);
        if (a != b) link_pair(&g, a, b);
    }
    return g;
}

static void shuffle(graph* g, uint64_t* seed)
{
    for (uint32_t k = g->count; k > 1; k--) {
        uint32_t other = chance_below(seed, k);
        bl_block_link swap = g->links[k - 1];
        g->links[k - 1] = g->links[other];
        g->links[other] = swap;
    }
}

// Gives the bodies other numbers, and the links another order.
static void rename_bodies(graph* g, uint64_t* seed)
{
    uint32_t name[MAX_BODIES * 8];
    for (uint32_t i = 0; i < g->n; i++) {
        uint32_t other = chance_below(seed, i + 1);
        name[i] = name[other];
        name[other] = i;
    }
    for (uint32_t k = 0; k < g->count; k++) {
        uint32_t a = name[g->links[k].a], b = name[g->links[k].b];
        g->links[k] = a < b ? (bl_block_link){a, b} : (bl_block_link){b, a};
    }
    shuffle(g, seed);
}

static graph graph_of_kind(uint32_t kind, uint64_t* seed)
{
    uint32_t n = 1 + chance_below(seed, MAX_BODIES);
    switch (kind) {
    case 0:
        return chain_of(n);
    case 1:
        return tree_of(n, seed);
    case 2:
        return ring_of(n + (n < 3 ? 3 : 0));
    case 3:
        return wall_of(1 + n % 8, 1 + n / 8);
    case 4:
        return dense_of(1 + n / 3);
    case 5:
        return random_of(n, n / 2, seed);
    case 6:
        return random_of(n, 2 * n, seed);
    default:
        return random_of(n, 6 * n, seed);
    }
}

#define KINDS 8

// ---------------------------------------------------------------------------------------------------------------------
// Systems
// ---------------------------------------------------------------------------------------------------------------------

// a x = b, dense, row-major
typedef struct dense_system {
    uint32_t size;
    double a[MAX_SIZE * MAX_SIZE], b[MAX_SIZE];
} dense_system;

static void add_block(dense_system* s, bl_block_lu* f, uint32_t i, uint32_t j, const double* block)
{
    uint32_t b = f->size;
    for (uint32_t r = 0; r < b; r++)
        for (uint32_t c = 0; c < b; c++)
            s->a[(size_t)(b * i + r) * s->size + b * j + c] += block[b * r + c];
    bl_block_lu_add(f, i, j, block);
}

// Each link adds four full blocks of its own, as a contact does, so that diagonal blocks are sums. Their large numbers
// stand off the diagonal, for the sake of pivoting.
static void fill_system(dense_system* s, bl_block_lu* f, const graph* g, uint64_t* seed)
{
    uint32_t b = f->size;
    memset(s, 0, sizeof *s);
    s->size = b * g->n;
    bl_block_lu_clear(f);
    for (uint32_t i = 0; i < g->n; i++) {
        double block[36] = {0};
        for (uint32_t r = 0; r < b; r++)
            block[b * r + (r * (b - 1) + i) % b] = 10.0;
        add_block(s, f, i, i, block);
        for (uint32_t r = 0; r < b; r++)
            s->b[b * i + r] = chance_signed(seed);
    }
    for (uint32_t k = 0; k < g->count; k++) {
        const uint32_t end[2] = {g->links[k].a, g->links[k].b};
        for (uint32_t q = 0; q < 4; q++) {
            double block[36];
            for (uint32_t r = 0; r < b * b; r++)
                block[r] = chance_signed(seed);
            add_block(s, f, end[q / 2], end[q % 2], block);
            for (uint32_t r = 0; r < b * b; r++)
                block[r] = q % 3 == 0 && (r % b == (r / b * (b - 1) + end[q / 2]) % b) ? 8.0 : 0.0;
            if (q % 3 == 0) add_block(s, f, end[q / 2], end[q / 2], block);
        }
    }
}

static void eliminate_column(dense_system* s, uint32_t k)
{
    uint32_t n = s->size, best = k;
    for (uint32_t i = k + 1; i < n; i++)
        if (fabs(s->a[i * n + k]) > fabs(s->a[best * n + k])) best = i;
    for (uint32_t c = 0; c < n; c++) {
        double swap = s->a[k * n + c];
        s->a[k * n + c] = s->a[best * n + c];
        s->a[best * n + c] = swap;
    }
    double swap = s->b[k];
    s->b[k] = s->b[best];
    s->b[best] = swap;
    for (uint32_t i = k + 1; i < n; i++) {
        double factor = s->a[i * n + k] / s->a[k * n + k];
        for (uint32_t c = k; c < n; c++)
            s->a[i * n + c] -= factor * s->a[k * n + c];
        s->b[i] -= factor * s->b[k];
    }
}

// Gauss with partial pivoting over all rows; the solution is left in b.
static void solve_dense(dense_system* s)
{
    uint32_t n = s->size;
    for (uint32_t k = 0; k < n; k++)
        eliminate_column(s, k);
    for (uint32_t k = n; k-- > 0;) {
        for (uint32_t c = k + 1; c < n; c++)
            s->b[k] -= s->a[k * n + c] * s->b[c];
        s->b[k] /= s->a[k * n + k];
    }
}

// |b - A x| / (|A| |x| + |b|), largest numbers, sums of rows for A.
static double backward_error(const dense_system* s, const double* x)
{
    double residual = 0.0, norm_a = 0.0, norm_x = 0.0, norm_b = 0.0;
    for (uint32_t i = 0; i < s->size; i++) {
        double r = s->b[i], sum = 0.0;
        for (uint32_t j = 0; j < s->size; j++) {
            r -= s->a[i * s->size + j] * x[j];
            sum += fabs(s->a[i * s->size + j]);
        }
        residual = fmax(residual, fabs(r));
        norm_a = fmax(norm_a, sum);
        norm_x = fmax(norm_x, fabs(x[i]));
        norm_b = fmax(norm_b, fabs(s->b[i]));
    }
    return residual / (norm_a * norm_x + norm_b);
}

static bl_block_lu_status analyse_size(bl_block_lu* f, uint32_t size, const graph* g, double max_flops)
{
    graph copy = *g;
    belay_allocator allocator = bl_allocator_default();
    return bl_block_lu_analyse(f, size, copy.n, copy.links, copy.count, max_flops, &allocator);
}

static bl_block_lu_status analyse(bl_block_lu* f, const graph* g, double max_flops)
{
    return analyse_size(f, 6, g, max_flops);
}

static void check_solution(const bl_block_lu* f, dense_system* s)
{
    static double x[MAX_SIZE];
    memcpy(x, s->b, sizeof x);
    bl_block_lu_solve(f, s->b, x);
    double error = backward_error(s, x);
    cr_assert_leq(error, DBL_EPSILON * s->size, "backward error %g of %u rows", error, s->size);
    solve_dense(s);
    for (uint32_t i = 0; i < s->size; i++)
        cr_assert_float_eq(x[i], s->b[i], 1e-12, "row %u of %u: %g, dense %g", i, s->size, x[i], s->b[i]);
}

static void check_graph(bl_block_lu* f, uint32_t size, const graph* g, uint64_t* seed)
{
    static dense_system s;
    cr_assert_eq(analyse_size(f, size, g, INFINITY), BL_BLOCK_LU_READY);
    cr_assert_eq(f->n, g->n);
    for (int pass = 0; pass < 2; pass++) { // other numbers in the same pattern
        fill_system(&s, f, g, seed);
        cr_assert(bl_block_lu_run(f));
        check_solution(f, &s);
    }
}

Test(block_lu, solves_what_dense_elimination_solves)
{
    bl_block_lu f = {0};
    uint64_t seed = 1;
    for (uint32_t round = 0; round < 12 * KINDS; round++) {
        graph g = graph_of_kind(round % KINDS, &seed);
        rename_bodies(&g, &seed);
        check_graph(&f, round / KINDS % 2 == 0 ? 6 : 3, &g, &seed);
    }
    bl_block_lu_fini(&f);
}

// What is left of a system without some nodes: one on their diagonal, and zero beside it.
static void take_out(dense_system* s, uint32_t size, const bool* is_skipped)
{
    for (uint32_t i = 0; i < s->size; i++)
        for (uint32_t j = 0; j < s->size; j++)
            if (is_skipped[i / size] || is_skipped[j / size]) s->a[i * s->size + j] = i == j ? 1.0 : 0.0;
}

static bool ask(const void* answers)
{
    long* left = *(long* const*)answers;
    return --*left < 0;
}

Test(block_lu, factors_any_part_of_the_nodes)
{
    static dense_system s;
    bl_block_lu f = {0};
    uint64_t seed = 20;
    for (uint32_t round = 0; round < 12 * KINDS; round++) {
        graph g = graph_of_kind(round % KINDS, &seed);
        uint32_t size = round / KINDS % 2 == 0 ? 3 : 6;
        bool is_skipped[MAX_BODIES * 2] = {false};
        for (uint32_t i = 0; i < g.n; i++)
            is_skipped[i] = chance_below(&seed, 3) == 0;
        cr_assert_eq(analyse_size(&f, size, &g, INFINITY), BL_BLOCK_LU_READY);
        fill_system(&s, &f, &g, &seed);
        bl_block_lu_part part = {.is_skipped = is_skipped, .least_pivot = 1e-14};
        cr_assert(bl_block_lu_run_part(&f, &part));
        take_out(&s, size, is_skipped);
        check_solution(&f, &s); // of what is left out the right side stays where it is
    }
    bl_block_lu_fini(&f);
}

Test(block_lu, ends_early_when_it_is_told_to)
{
    static dense_system s;
    bl_block_lu f = {0};
    uint64_t seed = 21;
    graph g = chain_of(MAX_BODIES);
    for (long most = 0; most < 3; most++) {
        long left = most, *answers = &left;
        cr_assert_eq(analyse_size(&f, 3, &g, INFINITY), BL_BLOCK_LU_READY);
        fill_system(&s, &f, &g, &seed);
        bl_block_lu_part part = {.is_over = ask, .context = &answers};
        cr_assert_eq(bl_block_lu_run_part(&f, &part), most == 2, "%ld steps allowed", most);
    }
    bl_block_lu_fini(&f);
}

Test(block_lu, one_body)
{
    bl_block_lu f = {0};
    uint64_t seed = 2;
    graph g = chain_of(1);
    check_graph(&f, 3, &g, &seed);
    cr_assert_eq(f.flops, 18.0);
    check_graph(&f, 6, &g, &seed);
    cr_assert_eq(f.flops, 144.0);
    bl_block_lu_fini(&f);
}

Test(block_lu, no_body)
{
    bl_block_lu f = {0};
    graph g = {0};
    cr_assert_eq(analyse(&f, &g, 0.0), BL_BLOCK_LU_READY);
    bl_block_lu_clear(&f);
    cr_assert(bl_block_lu_run(&f));
    bl_block_lu_solve(&f, NULL, NULL);
    bl_block_lu_fini(&f);
    graph one = chain_of(1);
    cr_assert_eq(analyse(&f, &one, 144.0), BL_BLOCK_LU_READY);
    cr_assert_eq(analyse(&f, &g, 0.0), BL_BLOCK_LU_READY);
    cr_assert(bl_block_lu_run(&f));
    bl_block_lu_fini(&f);
}

Test(block_lu, solution_may_take_the_place_of_the_right_side)
{
    static dense_system s;
    double x[MAX_SIZE], y[MAX_SIZE];
    bl_block_lu f = {0};
    uint64_t seed = 3;
    graph g = wall_of(6, 5);
    cr_assert_eq(analyse(&f, &g, INFINITY), BL_BLOCK_LU_READY);
    fill_system(&s, &f, &g, &seed);
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

static void add_stiff_contact(dense_system* s, bl_block_lu* f, bl_block_link link, uint64_t* seed)
{
    const uint32_t end[2] = {link.a, link.b};
    double j[2][18], d[9], block[36];
    for (int q = 0; q < 36; q++)
        j[q / 18][q % 18] = (q % 6 < 3 ? 1.0 : 1e-2) * chance_signed(seed);
    for (int q = 0; q < 9; q++)
        d[q] = q % 4 == 0 ? 4e3 : 1e3 * chance_signed(seed);
    for (int q = 0; q < 4; q++) {
        contact_block(j[q / 2], d, j[q % 2], block);
        add_block(s, f, end[q / 2], end[q % 2], block);
    }
}

// Masses of a gram beside stiff contacts: rows and columns of very different size.
static void fill_stiff_system(dense_system* s, bl_block_lu* f, const graph* g, uint64_t* seed)
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
        add_block(s, f, i, i, mass);
    }
    for (uint32_t k = 0; k < g->count; k++)
        add_stiff_contact(s, f, g->links[k], seed);
}

Test(block_lu, badly_scaled_systems_are_solved_backward_stably)
{
    static dense_system s;
    double x[MAX_SIZE];
    bl_block_lu f = {0};
    uint64_t seed = 4;
    for (int round = 0; round < 40; round++) {
        graph g = graph_of_kind((uint32_t)round % 4, &seed);
        cr_assert_eq(analyse(&f, &g, INFINITY), BL_BLOCK_LU_READY);
        fill_stiff_system(&s, &f, &g, &seed);
        cr_assert(bl_block_lu_run(&f));
        bl_block_lu_solve(&f, s.b, x);
        double error = backward_error(&s, x);
        cr_assert_leq(error, DBL_EPSILON * s.size, "backward error %g of %u rows", error, s.size);
    }
    bl_block_lu_fini(&f);
}

// ---------------------------------------------------------------------------------------------------------------------
// Order and cost
// ---------------------------------------------------------------------------------------------------------------------

// The flops of eliminating in this order, by playing it through on a matrix of bits.
static double flops_of_order(const graph* g, const uint32_t* order)
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
static double flops_of_minimum_degree(const graph* g)
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

Test(block_lu, flops_are_those_of_the_order)
{
    bl_block_lu f = {0};
    uint64_t seed = 5;
    for (uint32_t round = 0; round < 60 * KINDS; round++) {
        graph g = graph_of_kind(round % KINDS, &seed);
        rename_bodies(&g, &seed);
        cr_assert_eq(analyse(&f, &g, INFINITY), BL_BLOCK_LU_READY);
        cr_assert_eq(f.flops, flops_of_order(&g, f.order), "kind %u, %u bodies", round % KINDS, g.n);
    }
    bl_block_lu_fini(&f);
}

// Whatever the names of the bodies: each step but the last has one block below the diagonal.
Test(block_lu, trees_do_not_fill_in)
{
    bl_block_lu f = {0};
    uint64_t seed = 6;
    for (uint32_t n = 1; n <= 300; n += n < 20 ? 1 : 20) {
        graph graphs[] = {chain_of(n), star_of(n), tree_of(n, &seed)};
        for (int k = 0; k < 3; k++) {
            rename_bodies(&graphs[k], &seed);
            cr_assert_eq(analyse(&f, &graphs[k], INFINITY), BL_BLOCK_LU_READY);
            cr_assert_eq(f.flops, (n - 1) * (2.0 * 432.0) + n * 144.0);
        }
    }
    bl_block_lu_fini(&f);
}

Test(block_lu, costs_no_more_than_minimum_degree_by_sets)
{
    bl_block_lu f = {0};
    uint64_t seed = 7;
    double ours = 0.0, theirs = 0.0;
    for (uint32_t round = 0; round < 12; round++) {
        graph g = round < 6 ? wall_of(20, 10) : random_of(120, 240, &seed);
        rename_bodies(&g, &seed);
        cr_assert_eq(analyse(&f, &g, INFINITY), BL_BLOCK_LU_READY);
        double yardstick = flops_of_minimum_degree(&g);
        cr_assert_leq(f.flops, 1.5 * yardstick, "ties fall otherwise, but not that far");
        ours += f.flops;
        theirs += yardstick;
    }
    cr_log_info("block_lu: %.2f of the flops of minimum degree by sets", ours / theirs);
    cr_assert_leq(ours, 1.1 * theirs);
    bl_block_lu_fini(&f);
}

Test(block_lu, says_when_it_is_too_costly)
{
    static dense_system s;
    bl_block_lu f = {0};
    uint64_t seed = 8;
    graph g = wall_of(8, 6);
    cr_assert_eq(analyse(&f, &g, INFINITY), BL_BLOCK_LU_READY);
    double flops = f.flops;
    cr_assert_eq(analyse(&f, &g, flops - 1.0), BL_BLOCK_LU_TOO_COSTLY, "known from before");
    bl_block_lu_fini(&f);
    cr_assert_eq(analyse(&f, &g, flops - 1.0), BL_BLOCK_LU_TOO_COSTLY);
    cr_assert_eq(analyse(&f, &g, flops - 1.0), BL_BLOCK_LU_TOO_COSTLY, "asked again");
    cr_assert_eq(analyse(&f, &g, 0.0), BL_BLOCK_LU_TOO_COSTLY);
    cr_assert_eq(analyse(&f, &g, flops), BL_BLOCK_LU_READY);
    fill_system(&s, &f, &g, &seed);
    cr_assert(bl_block_lu_run(&f));
    check_solution(&f, &s);
    bl_block_lu_fini(&f);
}

Test(block_lu, gives_up_before_the_whole_cost_is_counted)
{
    bl_block_lu f = {0};
    uint64_t seed = 9;
    graph g = random_of(300, 2000, &seed);
    cr_assert_eq(analyse(&f, &g, INFINITY), BL_BLOCK_LU_READY);
    double flops = f.flops;
    bl_block_lu_fini(&f);
    cr_assert_eq(analyse(&f, &g, 0.01 * flops), BL_BLOCK_LU_TOO_COSTLY);
    cr_assert(f.flops > 0.01 * flops && f.flops < 0.5 * flops, "%g of %g", f.flops, flops);
    cr_assert_null(f.values, "memory for what is not to be done");
    bl_block_lu_fini(&f);
}

// ---------------------------------------------------------------------------------------------------------------------
// Asked again
// ---------------------------------------------------------------------------------------------------------------------

// Had the second analysis done anything, the factors would be of no use: they are not made anew.
Test(block_lu, same_links_keep_the_factors)
{
    static dense_system s;
    bl_block_lu f = {0};
    uint64_t seed = 10;
    graph g = wall_of(6, 6);
    cr_assert_eq(analyse(&f, &g, INFINITY), BL_BLOCK_LU_READY);
    f.order[0] ^= 0x80000000u; // that a new order would clear
    cr_assert_eq(analyse(&f, &g, INFINITY), BL_BLOCK_LU_READY);
    graph again = g;
    for (uint32_t k = 0; k < g.count; k += 3)
        link_pair(&again, g.links[k].a, g.links[k].b);
    shuffle(&again, &seed);
    cr_assert_eq(analyse(&f, &again, INFINITY), BL_BLOCK_LU_READY);
    cr_assert(f.order[0] & 0x80000000u);
    f.order[0] ^= 0x80000000u;
    fill_system(&s, &f, &g, &seed);
    cr_assert(bl_block_lu_run(&f));
    cr_assert_eq(analyse(&f, &again, INFINITY), BL_BLOCK_LU_READY);
    check_solution(&f, &s);
    bl_block_lu_fini(&f);
}

Test(block_lu, kept_links_are_sorted_and_each_there_once)
{
    bl_block_lu f = {0};
    uint64_t seed = 11;
    for (int round = 0; round < 50; round++) {
        graph g = random_of(30, 200, &seed);
        cr_assert_eq(analyse(&f, &g, INFINITY), BL_BLOCK_LU_READY);
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

Test(block_lu, changed_links_are_noticed)
{
    bl_block_lu f = {0};
    uint64_t seed = 12;
    graph g = wall_of(6, 6);
    check_graph(&f, 6, &g, &seed);
    double flops = f.flops;
    link_pair(&g, 0, 35);
    check_graph(&f, 6, &g, &seed);
    cr_assert_neq(f.flops, flops);
    g.links[g.count - 1] = (bl_block_link){1, 34}; // as many links
    check_graph(&f, 6, &g, &seed);
    g.count--;
    check_graph(&f, 6, &g, &seed);
    cr_assert_eq(f.flops, flops);
    g.n++; // one more body, the same links
    check_graph(&f, 6, &g, &seed);
    cr_assert_eq(f.flops, flops + 144.0);
    check_graph(&f, 6, &(graph){.n = g.n, .count = 2, .links = {f.links[0], f.links[1]}}, &seed);
    check_graph(&f, 6, &(graph){.n = g.n, .count = 1, .links = {f.links[0]}}, &seed); // the first ones alone
    cr_assert_eq(f.flops, 2.0 * 432.0 + g.n * 144.0);
    bl_block_lu_fini(&f);
}

Test(block_lu, same_bits_whatever_was_before)
{
    static dense_system s;
    double x[MAX_SIZE], y[MAX_SIZE];
    for (uint32_t kind = 0; kind < KINDS; kind++) {
        bl_block_lu f = {0}, used = {0};
        uint64_t seed = 100 + kind, other_seed = 13;
        graph other = random_of(40, 200, &other_seed), g = graph_of_kind(kind, &seed);
        check_graph(&used, 6, &other, &other_seed);
        uint64_t values_seed = seed;
        cr_assert_eq(analyse(&f, &g, INFINITY), BL_BLOCK_LU_READY);
        fill_system(&s, &f, &g, &values_seed);
        cr_assert(bl_block_lu_run(&f));
        bl_block_lu_solve(&f, s.b, x);
        graph shuffled = g;
        shuffle(&shuffled, &other_seed);
        values_seed = seed;
        cr_assert_eq(analyse(&used, &shuffled, INFINITY), BL_BLOCK_LU_READY);
        fill_system(&s, &used, &g, &values_seed);
        cr_assert(bl_block_lu_run(&used));
        bl_block_lu_solve(&used, s.b, y);
        cr_assert_arr_eq(x, y, s.size * sizeof *x, "kind %u", kind);
        bl_block_lu_fini(&f);
        bl_block_lu_fini(&used);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// What can go wrong
// ---------------------------------------------------------------------------------------------------------------------

static const double unit[36] = {[0] = 1.0, [7] = 1.0, [14] = 1.0, [21] = 1.0, [28] = 1.0, [35] = 1.0};

static void begin_chain(bl_block_lu* f, uint32_t n)
{
    graph g = chain_of(n);
    cr_assert_eq(analyse(f, &g, INFINITY), BL_BLOCK_LU_READY);
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

static bl_block_lu_status analyse_with(bl_block_lu* f, purse* p, const graph* g)
{
    graph copy = *g;
    belay_allocator allocator = purse_allocator(p);
    return bl_block_lu_analyse(f, 6, copy.n, copy.links, copy.count, INFINITY, &allocator);
}

Test(block_lu, survives_lack_of_memory_at_any_moment)
{
    static dense_system s;
    uint64_t seed = 15;
    graph small = random_of(10, 15, &seed), large = random_of(40, 160, &seed);
    bool is_done = false;
    long failures = 0;
    for (long fail_at = 1; !is_done; fail_at++) {
        bl_block_lu f = {0};
        purse p = {0};
        cr_assert_eq(analyse_with(&f, &p, &small), BL_BLOCK_LU_READY);
        p.fail_from = p.calls + fail_at;
        bl_block_lu_status status = analyse_with(&f, &p, &large);
        is_done = status == BL_BLOCK_LU_READY;
        cr_assert(is_done || status == BL_BLOCK_LU_NO_MEMORY);
        failures += !is_done;
        const graph* next = fail_at % 2 == 0 ? &small : &large;
        p.fail_from = 0;
        cr_assert_eq(analyse_with(&f, &p, next), BL_BLOCK_LU_READY);
        fill_system(&s, &f, next, &seed);
        cr_assert(bl_block_lu_run(&f));
        check_solution(&f, &s);
        bl_block_lu_fini(&f);
        cr_assert_eq(p.live, 0);
    }
    cr_assert_geq(failures, 10, "the allocator was hardly asked");
}

Test(block_lu, allocates_only_to_grow)
{
    static dense_system s;
    bl_block_lu f = {0};
    purse p = {0};
    uint64_t seed = 16;
    graph graphs[] = {dense_of(MAX_BODIES), wall_of(6, 5), random_of(40, 160, &seed)};
    for (int k = 0; k < 3; k++) {
        shuffle(&graphs[k], &seed);
        cr_assert_eq(analyse_with(&f, &p, &graphs[k]), BL_BLOCK_LU_READY);
    }
    long calls = p.calls;
    for (int k = 0; k < 3; k++) {
        shuffle(&graphs[k], &seed);
        cr_assert_eq(analyse_with(&f, &p, &graphs[k]), BL_BLOCK_LU_READY);
        fill_system(&s, &f, &graphs[k], &seed);
        cr_assert(bl_block_lu_run(&f));
        check_solution(&f, &s);
    }
    cr_assert_eq(p.calls, calls);
    bl_block_lu_fini(&f);
    cr_assert_eq(p.live, 0);
}
