// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/newton/rod_newton_sparse.h"

#include "core/alloc.h"
#include "core/assert.h"
#include "math/gauss.h"
#include "solver/newton/newton_tolerances.h"
#include "solver/newton/rod_newton_internal.h"
#include "solver/newton/rod_newton_pattern.h"

#include <string.h>

#define BLOCK BL_ROD_SPARSE_BLOCK

// ---------------------------------------------------------------------------------------------------------------------
// The matrix without contacts
// ---------------------------------------------------------------------------------------------------------------------

// Mhat(i, j), i >= j, from its factors L D L^T, less what the dofs before `from` take part in: eliminated, as nothing
// acts on them. Dofs that are held have 1.
static double element_of_band(const bl_band* factor, uint32_t from, uint32_t i, uint32_t j)
{
    BELAY_ASSERT(i >= j && i < factor->size);
    double sum = 0.0;
    uint32_t first = (i & ~(uint32_t)3) + 4 > factor->reach ? (i & ~(uint32_t)3) + 4 - factor->reach : 0;
    for (uint32_t k = first > from ? first : from; k <= j; k++) {
        double inverse = *bl_band_at(factor, k, k);
        if (inverse == 0.0) continue;
        double of_i = i == k ? 1.0 : *bl_band_at(factor, i, k), of_j = j == k ? 1.0 : *bl_band_at(factor, j, k);
        sum += of_i * of_j / inverse;
    }
    return i == j && *bl_band_at(factor, j, j) == 0.0 ? 1.0 : sum;
}

static void add_band_block(bl_rod_sparse* sparse, const bl_rod_coupling* c, uint32_t first, uint32_t a, uint32_t b)
{
    double block[BLOCK * BLOCK], transposed[BLOCK * BLOCK];
    uint32_t from = c->from - c->origin;
    for (uint32_t i = 0; i < BLOCK; i++)
        for (uint32_t j = 0; j < BLOCK; j++) {
            uint32_t row = from + BLOCK * b + i, column = from + BLOCK * a + j;
            uint32_t low = row < column ? row : column, high = row < column ? column : row;
            double value = 0.0;
            if (high >= c->factor.size)
                value = low == high ? 1.0 : 0.0;
            else if (high < (low & ~(uint32_t)3) + c->factor.reach)
                value = element_of_band(&c->factor, from, high, low);
            block[BLOCK * i + j] = transposed[BLOCK * j + i] = value;
        }
    bl_block_lu_add(&sparse->factor, first + b, first + a, block);
    if (a != b) bl_block_lu_add(&sparse->factor, first + a, first + b, transposed);
}

void bl_rod_sparse_set_base(bl_rod_sparse* sparse, const bl_row_set* set)
{
    static const double one[BLOCK * BLOCK] = {[0] = 1.0, [7] = 1.0, [14] = 1.0, [21] = 1.0, [28] = 1.0, [35] = 1.0};
    bl_block_lu_clear(&sparse->factor);
    uint32_t next = 0; // bodies have the blocks between those of rods
    for (size_t k = 0; k <= arrlenu(sparse->rods); k++) {
        bool is_rod = k < arrlenu(sparse->rods);
        uint32_t first = is_rod ? sparse->rod_block[sparse->rods[k]] : sparse->block_count;
        for (; next < first; next++)
            bl_block_lu_add(&sparse->factor, next, next, one);
        if (!is_rod) break;
        const bl_rod_coupling* c = &set->rods.couplings[sparse->rods[k]];
        uint32_t blocks = bl_rod_sparse_blocks_of_rod(c);
        for (uint32_t a = 0; a < blocks; a++)
            for (uint32_t b = a; b < blocks && (a == b || bl_rod_sparse_are_banded(c, a, b)); b++)
                add_band_block(sparse, c, first, a, b);
        next = first + blocks;
    }
    memcpy(sparse->base, sparse->factor.values, bl_block_lu_doubles(&sparse->factor) * sizeof(double));
}

// ---------------------------------------------------------------------------------------------------------------------
// A step
// ---------------------------------------------------------------------------------------------------------------------

// G and D of a group.
static bool set_response(bl_rod_sparse* sparse, const bl_newton_problem* p, uint32_t group, double damping)
{
    BELAY_ASSERT(group < p->group_count && p->groups[group].count <= BL_ROD_MAX_ROWS);
    const bl_newton_group* g = &p->groups[group];
    const bl_newton_term* term = &p->terms[group];
    double *to = sparse->terms + (size_t)group * BL_ROD_SPARSE_TERM, *d = to + BL_ROD_MAX_ROWS * BL_ROD_MAX_ROWS;
    double a[BL_ROD_MAX_ROWS];
    for (uint32_t i = 0; i < g->count; i++)
        a[i] =
            sparse->softness[g->first + i] + p->alpha[g->first + i] + fmax(damping, BL_ROD_LEAST_COMPLIANCE) * g->own;
    if (p->is_open[group]) {
        memset(to, 0, g->count * g->count * sizeof *to);
        memcpy(d, p->f + g->first, g->count * sizeof *d);
        return true;
    }
    if (g->law == BL_NEWTON_BILATERAL || g->law == BL_NEWTON_BOX) {
        for (uint32_t i = 0; i < g->count; i++) {
            for (uint32_t j = 0; j < g->count; j++)
                to[i * g->count + j] = i == j ? 1.0 / a[i] : 0.0;
            d[i] = -p->s[g->first + i] / a[i];
        }
        return true;
    }
    double m[9], x[12];
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            m[3 * i + j] = term->a[3 * i + j] * a[j] + term->b[3 * i + j];
            x[4 * i + j] = term->a[3 * i + j];
        }
        x[4 * i + 3] = -p->f[g->first + (uint32_t)i];
    }
    if (!bl_gauss_solve_three(m, x, 4)) return false;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++)
            to[3 * i + j] = x[4 * i + j];
        d[i] = x[4 * i + 3];
    }
    return true;
}

// to += a^T b of three rows, written out so that compilers make pairs of it.
static void add_three(const double* restrict a, const double* restrict b, double* restrict to)
{
    for (int r = 0; r < BLOCK; r++, to += BLOCK) {
        double x = a[r], y = a[BLOCK + r], z = a[2 * BLOCK + r];
        to[0] += x * b[0] + y * b[BLOCK] + z * b[2 * BLOCK];
        to[1] += x * b[1] + y * b[BLOCK + 1] + z * b[2 * BLOCK + 1];
        to[2] += x * b[2] + y * b[BLOCK + 2] + z * b[2 * BLOCK + 2];
        to[3] += x * b[3] + y * b[BLOCK + 3] + z * b[2 * BLOCK + 3];
        to[4] += x * b[4] + y * b[BLOCK + 4] + z * b[2 * BLOCK + 4];
        to[5] += x * b[5] + y * b[BLOCK + 5] + z * b[2 * BLOCK + 5];
    }
}

static void add_product(const double* a, const double* b, uint32_t rows, double* to)
{
    uint32_t i = 0;
    for (; i + 3 <= rows; i += 3)
        add_three(a + BLOCK * i, b + BLOCK * i, to);
    for (; i < rows; i++)
        for (uint32_t r = 0; r < BLOCK; r++)
            for (uint32_t c = 0; c < BLOCK; c++)
                to[BLOCK * r + c] += a[BLOCK * i + r] * b[BLOCK * i + c];
}

// gh = G H of a site.
static void respond(const double* g, const double* h, uint32_t rows, double* gh)
{
    for (uint32_t i = 0; i < rows; i++)
        for (uint32_t c = 0; c < BLOCK; c++) {
            double sum = 0.0;
            for (uint32_t j = 0; j < rows; j++)
                sum += g[i * rows + j] * h[BLOCK * j + c];
            gh[BLOCK * i + c] = sum;
        }
}

// Right-hand side += P^T D, matrix += P^T G H. `targets`: of the group.
static void add_response(bl_rod_sparse* sparse, const bl_newton_problem* p, uint32_t group,
                         const bl_newton_target* targets)
{
    uint32_t rows = p->groups[group].count, begin = sparse->site_begin[group], end = sparse->site_begin[group + 1];
    const double *g = sparse->terms + (size_t)group * BL_ROD_SPARSE_TERM, *d = g + BL_ROD_MAX_ROWS * BL_ROD_MAX_ROWS;
    for (uint32_t t = begin; t < end; t++) {
        const double *h = sparse->numbers + sparse->sites[t].at, *push = h + (size_t)BLOCK * rows;
        double gh[BL_ROD_MAX_ROWS * BLOCK], *x = sparse->x + (size_t)BLOCK * sparse->sites[t].block;
        for (uint32_t i = 0; i < rows; i++)
            for (uint32_t c = 0; c < BLOCK; c++)
                x[c] += push[BLOCK * i + c] * d[i];
        if (p->is_open[group]) continue;
        respond(g, h, rows, gh);
        for (uint32_t s = begin; s < end; s++) {
            const double* of = sparse->numbers + sparse->sites[s].at + (size_t)BLOCK * rows;
            const bl_newton_target* target = &targets[(s - begin) * (end - begin) + (t - begin)];
            double* to = sparse->factor.values + target->at;
            if (target->is_transposed)
                add_product(gh, of, rows, to);
            else
                add_product(of, gh, rows, to);
        }
    }
}

// dr = D - G H dv
static void read_step(const bl_rod_sparse* sparse, const bl_newton_problem* p, uint32_t group)
{
    const bl_newton_group* k = &p->groups[group];
    const double* g = sparse->terms + (size_t)group * BL_ROD_SPARSE_TERM;
    double du[BL_ROD_MAX_ROWS] = {0.0};
    for (uint32_t t = sparse->site_begin[group]; t < sparse->site_begin[group + 1]; t++) {
        const double *h = sparse->numbers + sparse->sites[t].at,
                     *x = sparse->x + BLOCK * (size_t)sparse->sites[t].block;
        for (uint32_t i = 0; i < k->count; i++)
            for (uint32_t c = 0; c < BLOCK; c++)
                du[i] += h[BLOCK * i + c] * x[c];
    }
    for (uint32_t i = 0; i < k->count; i++) {
        double sum = g[BL_ROD_MAX_ROWS * BL_ROD_MAX_ROWS + i];
        for (uint32_t j = 0; j < k->count; j++)
            sum -= g[i * k->count + j] * du[j];
        p->f[k->first + i] = sum;
    }
}

bool bl_rod_sparse_step(bl_rod_sparse* sparse, const bl_newton_problem* p, double damping)
{
    memcpy(sparse->factor.values, sparse->base, bl_block_lu_doubles(&sparse->factor) * sizeof(double));
    memset(sparse->x, 0, (size_t)BLOCK * sparse->block_count * sizeof(double));
    const bl_newton_target* targets = sparse->targets;
    for (uint32_t k = 0; k < p->group_count; k++) {
        size_t sites = sparse->site_begin[k + 1] - sparse->site_begin[k];
        if (!set_response(sparse, p, k, damping)) return false;
        add_response(sparse, p, k, targets);
        targets += sites * sites;
    }
    if (!bl_block_lu_run(&sparse->factor)) return false;
    bl_block_lu_solve(&sparse->factor, sparse->x, sparse->x);
    for (uint32_t k = 0; k < p->group_count; k++)
        if (!p->is_open[k]) read_step(sparse, p, k);
    return true;
}
