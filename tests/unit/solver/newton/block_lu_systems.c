// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "unit/solver/newton/block_lu_systems.h"

#include "core/alloc.h"
#include "support/chance.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------------------------------
// Graphs
// ---------------------------------------------------------------------------------------------------------------------

void lu_link_pair(lu_graph* g, uint32_t a, uint32_t b)
{
    cr_assert(a != b && a < g->n && b < g->n && g->count < LU_MAX_LINKS);
    g->links[g->count++] = a < b ? (bl_block_link){a, b} : (bl_block_link){b, a};
}

lu_graph lu_chain_of(uint32_t n)
{
    lu_graph g = {.n = n};
    for (uint32_t i = 1; i < n; i++)
        lu_link_pair(&g, i - 1, i);
    return g;
}

lu_graph lu_star_of(uint32_t n)
{
    lu_graph g = {.n = n};
    for (uint32_t i = 1; i < n; i++)
        lu_link_pair(&g, 0, i);
    return g;
}

lu_graph lu_tree_of(uint32_t n, uint64_t* seed)
{
    lu_graph g = {.n = n};
    for (uint32_t i = 1; i < n; i++)
        lu_link_pair(&g, chance_below(seed, i), i);
    return g;
}

static lu_graph ring_of(uint32_t n)
{
    lu_graph g = lu_chain_of(n);
    lu_link_pair(&g, 0, n - 1);
    return g;
}

lu_graph lu_dense_of(uint32_t n)
{
    lu_graph g = {.n = n};
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = i + 1; j < n; j++)
            lu_link_pair(&g, i, j);
    return g;
}

lu_graph lu_wall_of(uint32_t width, uint32_t height)
{
    lu_graph g = {.n = width * height};
    for (uint32_t y = 0; y < height; y++) {
        for (uint32_t x = 0; x < width; x++) {
            uint32_t i = y * width + x;
            if (x > 0) lu_link_pair(&g, i - 1, i);
            if (y == 0) continue;
            lu_link_pair(&g, i - width, i);
            if (y % 2 == 1 && x + 1 < width) lu_link_pair(&g, i - width + 1, i);
            if (y % 2 == 0 && x > 0) lu_link_pair(&g, i - width - 1, i);
        }
    }
    return g;
}

lu_graph lu_random_of(uint32_t n, uint32_t count, uint64_t* seed)
{
    lu_graph g = {.n = n};
    while (n > 1 && g.count < count) {
        uint32_t a = chance_below(seed, n), b = chance_below(seed, n);
        if (a != b) lu_link_pair(&g, a, b);
    }
    return g;
}

void lu_shuffle(lu_graph* g, uint64_t* seed)
{
    for (uint32_t k = g->count; k > 1; k--) {
        uint32_t other = chance_below(seed, k);
        bl_block_link swap = g->links[k - 1];
        g->links[k - 1] = g->links[other];
        g->links[other] = swap;
    }
}

void lu_rename_bodies(lu_graph* g, uint64_t* seed)
{
    uint32_t name[LU_MAX_BODIES * 8];
    for (uint32_t i = 0; i < g->n; i++) {
        uint32_t other = chance_below(seed, i + 1);
        name[i] = name[other];
        name[other] = i;
    }
    for (uint32_t k = 0; k < g->count; k++) {
        uint32_t a = name[g->links[k].a], b = name[g->links[k].b];
        g->links[k] = a < b ? (bl_block_link){a, b} : (bl_block_link){b, a};
    }
    lu_shuffle(g, seed);
}

lu_graph lu_graph_of_kind(uint32_t kind, uint64_t* seed)
{
    uint32_t n = 1 + chance_below(seed, LU_MAX_BODIES);
    switch (kind) {
    case 0:
        return lu_chain_of(n);
    case 1:
        return lu_tree_of(n, seed);
    case 2:
        return ring_of(n + (n < 3 ? 3 : 0));
    case 3:
        return lu_wall_of(1 + n % 8, 1 + n / 8);
    case 4:
        return lu_dense_of(1 + n / 3);
    case 5:
        return lu_random_of(n, n / 2, seed);
    case 6:
        return lu_random_of(n, 2 * n, seed);
    default:
        return lu_random_of(n, 6 * n, seed);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Systems
// ---------------------------------------------------------------------------------------------------------------------

void lu_add_block(lu_system* s, bl_block_lu* f, uint32_t i, uint32_t j, const double* block)
{
    uint32_t b = f->size;
    for (uint32_t r = 0; r < b; r++)
        for (uint32_t c = 0; c < b; c++)
            s->a[(size_t)(b * i + r) * s->size + b * j + c] += block[b * r + c];
    bl_block_lu_add(f, i, j, block);
}

void lu_fill_system(lu_system* s, bl_block_lu* f, const lu_graph* g, uint64_t* seed)
{
    uint32_t b = f->size;
    memset(s, 0, sizeof *s);
    s->size = b * g->n;
    bl_block_lu_clear(f);
    for (uint32_t i = 0; i < g->n; i++) {
        double block[36] = {0};
        for (uint32_t r = 0; r < b; r++)
            block[b * r + (r * (b - 1) + i) % b] = 10.0;
        lu_add_block(s, f, i, i, block);
        for (uint32_t r = 0; r < b; r++)
            s->b[b * i + r] = chance_signed(seed);
    }
    for (uint32_t k = 0; k < g->count; k++) {
        const uint32_t end[2] = {g->links[k].a, g->links[k].b};
        for (uint32_t q = 0; q < 4; q++) {
            double block[36];
            for (uint32_t r = 0; r < b * b; r++)
                block[r] = chance_signed(seed);
            lu_add_block(s, f, end[q / 2], end[q % 2], block);
            for (uint32_t r = 0; r < b * b; r++)
                block[r] = q % 3 == 0 && (r % b == (r / b * (b - 1) + end[q / 2]) % b) ? 8.0 : 0.0;
            if (q % 3 == 0) lu_add_block(s, f, end[q / 2], end[q / 2], block);
        }
    }
}

static void eliminate_column(lu_system* s, uint32_t k)
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
static void solve_dense(lu_system* s)
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

double lu_backward_error(const lu_system* s, const double* x)
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

bl_block_lu_status lu_analyse_size(bl_block_lu* f, uint32_t size, const lu_graph* g, double max_flops)
{
    lu_graph copy = *g;
    belay_allocator allocator = bl_allocator_default();
    return bl_block_lu_analyse(f, size, copy.n, copy.links, copy.count, max_flops, &allocator);
}

bl_block_lu_status lu_analyse(bl_block_lu* f, const lu_graph* g, double max_flops)
{
    return lu_analyse_size(f, 6, g, max_flops);
}

void lu_check_solution(const bl_block_lu* f, lu_system* s)
{
    static double x[LU_MAX_SIZE];
    memcpy(x, s->b, sizeof x);
    bl_block_lu_solve(f, s->b, x);
    double error = lu_backward_error(s, x);
    cr_assert_leq(error, DBL_EPSILON * s->size, "backward error %g of %u rows", error, s->size);
    solve_dense(s);
    for (uint32_t i = 0; i < s->size; i++)
        cr_assert_float_eq(x[i], s->b[i], 1e-12, "row %u of %u: %g, dense %g", i, s->size, x[i], s->b[i]);
}

void lu_check_graph(bl_block_lu* f, uint32_t size, const lu_graph* g, uint64_t* seed)
{
    static lu_system s;
    cr_assert_eq(lu_analyse_size(f, size, g, INFINITY), BL_BLOCK_LU_READY);
    cr_assert_eq(f->n, g->n);
    for (int pass = 0; pass < 2; pass++) { // other numbers in the same pattern
        lu_fill_system(&s, f, g, seed);
        cr_assert(bl_block_lu_run(f));
        lu_check_solution(f, &s);
    }
}
