// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/newton/rod_newton_sparse.h"

#include "core/alloc.h"
#include "core/assert.h"
#include "core/inline.h"
#include "core/wide.h"
#include "math/gauss.h"
#include "solver/newton/newton_tolerances.h"
#include "solver/newton/rod_newton_internal.h"
#include "solver/newton/rod_newton_pattern.h"

#include <string.h>

#define BLOCK BL_ROD_BLOCK

// ---------------------------------------------------------------------------------------------------------------------
// The matrix without contacts
// ---------------------------------------------------------------------------------------------------------------------

// Mhat(i, j), i >= j, from its factors L D L^T, less what the dofs before `from` take part in: eliminated, as nothing
// acts on them. Dofs that are held have 1.
static double element_of_band(const bl_band* factor, uint32_t from, uint32_t i, uint32_t j)
{
    BELAY_ASSERT(i >= j && i < factor->size);
    double sum = 0.0;
    uint32_t first = (i & ~(uint32_t)3) + 4 > factor->bandwidth ? (i & ~(uint32_t)3) + 4 - factor->bandwidth : 0;
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
            else if (high < (low & ~(uint32_t)3) + c->factor.bandwidth)
                value = element_of_band(&c->factor, from, high, low);
            block[BLOCK * i + j] = transposed[BLOCK * j + i] = value;
        }
    bl_block_lu_add(&sparse->factor, first + b, first + a, block);
    if (a != b) bl_block_lu_add(&sparse->factor, first + a, first + b, transposed);
}

void bl_rod_sparse_set_base(bl_rod_sparse* sparse, const bl_row_set* set)
{
    double one[BL_MOST_OF_BLOCK * BL_MOST_OF_BLOCK] = {0.0};
    for (uint32_t i = 0; i < sparse->size; i++)
        one[(sparse->size + 1) * i] = 1.0;
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

// Of a group's terms: G, row by row, then a A + B of a contact, or a by row, then D.
#define OF_MATRIX (BL_ROD_MAX_ROWS * BL_ROD_MAX_ROWS)
#define OF_STEP (OF_MATRIX + 9)

static bool is_by_rows(const bl_newton_group* g)
{
    return g->law == BL_NEWTON_BILATERAL || g->law == BL_NEWTON_BOX;
}

// What is added to W of a row.
static double compliance_of(const bl_rod_sparse* sparse, const bl_newton_problem* p, const bl_newton_group* g,
                            uint32_t i, double damping)
{
    uint32_t row = g->first + i;
    double ridge = p->ridge != NULL ? p->ridge[row] : 0.0;
    return sparse->softness[row] + p->alpha[row] + ridge + fmax(damping, BL_ROD_LEAST_COMPLIANCE) * g->own;
}

// G of a group that is open or whose rows do not know of each other, and the diagonal that leads to it.
static void set_diagonal_response(const bl_newton_group* g, bool is_open, const double* a, double* to)
{
    for (uint32_t i = 0; i < g->count; i++) {
        to[OF_MATRIX + i] = a[i];
        for (uint32_t j = 0; j < g->count; j++)
            to[i * g->count + j] = i == j && !is_open ? 1.0 / a[i] : 0.0;
    }
}

// G of a group, and the matrix that leads to it; D too, which is less work here than in set_step.
static bool set_response(bl_rod_sparse* sparse, const bl_newton_problem* p, uint32_t group, double damping)
{
    BELAY_ASSERT(group < p->group_count && p->groups[group].count <= BL_ROD_MAX_ROWS);
    const bl_newton_group* g = &p->groups[group];
    const bl_newton_term* term = &p->terms[group];
    double *to = sparse->terms + (size_t)group * BL_ROD_SPARSE_TERM, *m = to + OF_MATRIX, *d = to + OF_STEP;
    double a[BL_ROD_MAX_ROWS], factors[9], x[12];
    for (uint32_t i = 0; i < g->count; i++)
        a[i] = compliance_of(sparse, p, g, i, damping);
    if (p->is_open[group] || is_by_rows(g)) {
        set_diagonal_response(g, p->is_open[group], a, to);
        for (uint32_t i = 0; i < g->count; i++)
            d[i] = p->is_open[group] ? p->f[g->first + i] : -p->f[g->first + i] / a[i];
        return true;
    }
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            m[3 * i + j] = term->a[3 * i + j] * a[j] + term->b[3 * i + j];
            x[4 * i + j] = term->a[3 * i + j];
        }
        x[4 * i + 3] = -p->f[g->first + (uint32_t)i];
    }
    memcpy(factors, m, sizeof factors);
    if (!bl_gauss_solve_three(factors, x, 4)) return false;
    for (int i = 0; i < 3; i++) {
        memcpy(to + 3 * i, x + 4 * i, 3 * sizeof *to);
        d[i] = x[4 * i + 3];
    }
    return true;
}

// D of a group, of another F than there was at the last factorisation.
static void set_step(bl_rod_sparse* sparse, const bl_newton_problem* p, uint32_t group)
{
    const bl_newton_group* g = &p->groups[group];
    const double *m = sparse->terms + (size_t)group * BL_ROD_SPARSE_TERM + OF_MATRIX, *f = p->f + g->first;
    double* d = sparse->terms + (size_t)group * BL_ROD_SPARSE_TERM + OF_STEP;
    for (uint32_t i = 0; i < g->count; i++)
        d[i] = p->is_open[group] ? f[i] : is_by_rows(g) ? -f[i] / m[i] : -f[i];
    if (p->is_open[group] || is_by_rows(g)) return;
    double factors[9];
    memcpy(factors, m, sizeof factors);
    bl_gauss_solve_three(factors, d, 1); // regular, as it was for G
}

// to += a^T b of three rows. Written out so that compilers make pairs and fours of it.
static BL_ALWAYS_INLINE void six_add_three(const double* restrict a, const double* restrict b, double* restrict to)
{
    for (int r = 0; r < 6; r++, to += 6) {
        const double x = a[r], y = a[6 + r], z = a[12 + r];
        double t0 = x * b[0] + y * b[6] + z * b[12], t1 = x * b[1] + y * b[7] + z * b[13];
        double t2 = x * b[2] + y * b[8] + z * b[14], t3 = x * b[3] + y * b[9] + z * b[15];
        double t4 = x * b[4] + y * b[10] + z * b[16], t5 = x * b[5] + y * b[11] + z * b[17];
        to[0] += t0, to[1] += t1, to[2] += t2, to[3] += t3, to[4] += t4, to[5] += t5;
    }
}

static BL_ALWAYS_INLINE void four_add_three(const double* restrict a, const double* restrict b, double* restrict to)
{
    for (int r = 0; r < 4; r++, to += 4) {
        const double x = a[r], y = a[4 + r], z = a[8 + r];
        double t0 = x * b[0] + y * b[4] + z * b[8], t1 = x * b[1] + y * b[5] + z * b[9];
        double t2 = x * b[2] + y * b[6] + z * b[10], t3 = x * b[3] + y * b[7] + z * b[11];
        to[0] += t0, to[1] += t1, to[2] += t2, to[3] += t3;
    }
}

// to += a^T b of one row.
static BL_ALWAYS_INLINE void six_add_one(const double* restrict a, const double* restrict b, double* restrict to)
{
    for (int r = 0; r < 6; r++, to += 6) {
        const double x = a[r];
        double t0 = x * b[0], t1 = x * b[1], t2 = x * b[2], t3 = x * b[3], t4 = x * b[4], t5 = x * b[5];
        to[0] += t0, to[1] += t1, to[2] += t2, to[3] += t3, to[4] += t4, to[5] += t5;
    }
}

static BL_ALWAYS_INLINE void four_add_one(const double* restrict a, const double* restrict b, double* restrict to)
{
    for (int r = 0; r < 4; r++, to += 4) {
        const double x = a[r];
        double t0 = x * b[0], t1 = x * b[1], t2 = x * b[2], t3 = x * b[3];
        to[0] += t0, to[1] += t1, to[2] += t2, to[3] += t3;
    }
}

// to += a^T b
static BL_ALWAYS_INLINE void add_rows(uint32_t size, const double* a, const double* b, uint32_t rows, double* to)
{
    uint32_t i = 0;
    for (; i + 3 <= rows; i += 3) {
        if (size == 6)
            six_add_three(a + 6 * i, b + 6 * i, to);
        else
            four_add_three(a + 4 * i, b + 4 * i, to);
    }
    for (; i < rows; i++) {
        if (size == 6)
            six_add_one(a + 6 * i, b + 6 * i, to);
        else
            four_add_one(a + 4 * i, b + 4 * i, to);
    }
}

// gh = G H of a site. Rows that do not know of each other have a diagonal G.
static BL_ALWAYS_INLINE void respond(uint32_t size, const double* g, const double* h, uint32_t rows, bool is_diagonal,
                                     double* restrict gh)
{
    for (uint32_t i = 0; i < rows; i++, gh += size) {
        for (uint32_t c = 0; c < size; c++)
            gh[c] = 0.0;
        for (uint32_t j = is_diagonal ? i : 0; j < (is_diagonal ? i + 1 : rows); j++) {
            const double factor = g[i * rows + j], *of = h + size * j;
            for (uint32_t c = 0; c < size; c++)
                gh[c] += factor * of[c];
        }
    }
}

// Right-hand side += P^T D
static BL_ALWAYS_INLINE void add_sites_load(uint32_t size, bl_rod_sparse* sparse, const bl_newton_problem* p,
                                            uint32_t group)
{
    uint32_t rows = p->groups[group].count;
    const double* d = sparse->terms + (size_t)group * BL_ROD_SPARSE_TERM + OF_STEP;
    for (uint32_t t = sparse->site_begin[group]; t < sparse->site_begin[group + 1]; t++) {
        const double* push = sparse->numbers + sparse->sites[t].at + (size_t)size * rows;
        double* x = sparse->x + (size_t)size * sparse->sites[t].block;
        for (uint32_t i = 0; i < rows; i++)
            for (uint32_t c = 0; c < size; c++)
                x[c] += push[size * i + c] * d[i];
    }
}

// Matrix += P^T G H. `targets`: of the group. `size` is a constant wherever this is used.
static BL_ALWAYS_INLINE void add_sites(uint32_t size, bl_rod_sparse* sparse, const bl_newton_problem* p, uint32_t group,
                                       const bl_newton_target* targets)
{
    uint32_t rows = p->groups[group].count, begin = sparse->site_begin[group], end = sparse->site_begin[group + 1];
    const double* g = sparse->terms + (size_t)group * BL_ROD_SPARSE_TERM;
    for (uint32_t t = begin; t < end; t++) {
        double gh[BL_ROD_MAX_ROWS * BL_MOST_OF_BLOCK];
        respond(size, g, sparse->numbers + sparse->sites[t].at, rows, is_by_rows(&p->groups[group]), gh);
        for (uint32_t s = begin; s < end; s++) {
            const double* of = sparse->numbers + sparse->sites[s].at + (size_t)size * rows;
            const bl_newton_target* target = &targets[(s - begin) * (end - begin) + (t - begin)];
            double* to = sparse->factor.values + target->at;
            if (target->is_transposed)
                add_rows(size, gh, of, rows, to);
            else
                add_rows(size, of, gh, rows, to);
        }
    }
}

// dr = D - G H dv
static BL_ALWAYS_INLINE void read_sites_step(uint32_t size, const bl_rod_sparse* sparse, const bl_newton_problem* p,
                                             uint32_t group)
{
    const bl_newton_group* k = &p->groups[group];
    const double* g = sparse->terms + (size_t)group * BL_ROD_SPARSE_TERM;
    double du[BL_ROD_MAX_ROWS] = {0.0};
    for (uint32_t t = sparse->site_begin[group]; t < sparse->site_begin[group + 1]; t++) {
        const double *h = sparse->numbers + sparse->sites[t].at, *x = sparse->x + (size_t)size * sparse->sites[t].block;
        for (uint32_t i = 0; i < k->count; i++)
            for (uint32_t c = 0; c < size; c++)
                du[i] += h[size * i + c] * x[c];
    }
    for (uint32_t i = 0; i < k->count; i++) {
        double sum = g[OF_STEP + i];
        for (uint32_t j = 0; j < k->count; j++)
            sum -= g[i * k->count + j] * du[j];
        p->f[k->first + i] = sum;
    }
}

static void clear_load(bl_rod_sparse* sparse)
{
    memset(sparse->x, 0, (size_t)sparse->size * sparse->block_count * sizeof(double));
}

// With the load beside the matrix, while what both are made of is at hand.
static BL_ALWAYS_INLINE bool add_groups(uint32_t size, bl_rod_sparse* sparse, const bl_newton_problem* p,
                                        double damping)
{
    const bl_newton_target* targets = sparse->targets;
    for (uint32_t k = 0; k < p->group_count; k++) {
        size_t sites = sparse->site_begin[k + 1] - sparse->site_begin[k];
        if (!set_response(sparse, p, k, damping)) return false;
        add_sites_load(size, sparse, p, k);
        if (!p->is_open[k]) add_sites(size, sparse, p, k, targets);
        targets += sites * sites;
    }
    return true;
}

// Where the machine has vectors of four doubles they are used, with the same bits.
BL_WIDE static bool add_groups_wide(bl_rod_sparse* sparse, const bl_newton_problem* p, double damping)
{
    return sparse->size == BL_BODY_BLOCK ? add_groups(BL_BODY_BLOCK, sparse, p, damping)
                                         : add_groups(BL_ROD_BLOCK, sparse, p, damping);
}

static bool add_groups_narrow(bl_rod_sparse* sparse, const bl_newton_problem* p, double damping)
{
    return sparse->size == BL_BODY_BLOCK ? add_groups(BL_BODY_BLOCK, sparse, p, damping)
                                         : add_groups(BL_ROD_BLOCK, sparse, p, damping);
}

bool bl_rod_sparse_factor(bl_rod_sparse* sparse, const bl_newton_problem* p, double damping)
{
    memcpy(sparse->factor.values, sparse->base, bl_block_lu_doubles(&sparse->factor) * sizeof(double));
    clear_load(sparse);
    bool ok = bl_has_wide() ? add_groups_wide(sparse, p, damping) : add_groups_narrow(sparse, p, damping);
    return ok && bl_block_lu_run(&sparse->factor);
}

static BL_ALWAYS_INLINE void read_steps(uint32_t size, const bl_rod_sparse* sparse, const bl_newton_problem* p)
{
    for (uint32_t k = 0; k < p->group_count; k++)
        if (!p->is_open[k]) read_sites_step(size, sparse, p, k);
}

static void solve(bl_rod_sparse* sparse, const bl_newton_problem* p)
{
    bl_block_lu_solve(&sparse->factor, sparse->x, sparse->x);
    if (sparse->size == BL_BODY_BLOCK)
        read_steps(BL_BODY_BLOCK, sparse, p);
    else
        read_steps(BL_ROD_BLOCK, sparse, p);
}

void bl_rod_sparse_solve(bl_rod_sparse* sparse, const bl_newton_problem* p)
{
    clear_load(sparse);
    for (uint32_t k = 0; k < p->group_count; k++) {
        set_step(sparse, p, k);
        if (sparse->size == BL_BODY_BLOCK)
            add_sites_load(BL_BODY_BLOCK, sparse, p, k);
        else
            add_sites_load(BL_ROD_BLOCK, sparse, p, k);
    }
    solve(sparse, p);
}

bool bl_rod_sparse_step(bl_rod_sparse* sparse, const bl_newton_problem* p, double damping)
{
    if (!bl_rod_sparse_factor(sparse, p, damping)) return false;
    solve(sparse, p);
    return true;
}
