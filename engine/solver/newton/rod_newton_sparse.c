// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/newton/rod_newton_sparse.h"

#include "core/alloc.h"
#include "solver/newton/rod_newton_internal.h"

#include <string.h>

#define BLOCK 6
#define NONE UINT32_MAX
#define LEAST_COMPLIANCE 1e-10 // of the weight

enum { TERM_DOUBLES = BL_ROD_MAX_ROWS * BL_ROD_MAX_ROWS + BL_ROD_MAX_ROWS };

void bl_rod_sparse_fini(bl_rod_sparse* sparse)
{
    bl_body_factor_fini(&sparse->factor);
    arrfree(sparse->rod_block);
    arrfree(sparse->body_block);
    arrfree(sparse->rods);
    arrfree(sparse->links);
    arrfree(sparse->sites);
    arrfree(sparse->site_begin);
    arrfree(sparse->targets);
    arrfree(sparse->numbers);
    arrfree(sparse->softness);
    arrfree(sparse->base);
    arrfree(sparse->terms);
    arrfree(sparse->x);
}

// ---------------------------------------------------------------------------------------------------------------------
// Blocks
// ---------------------------------------------------------------------------------------------------------------------

static const bl_rod_element* element_of(const bl_row_set* set, const bl_newton_group* g)
{
    return bl_row_set_is_rod(set, g->element) ? &set->rods.elements[g->element - set->rod_first] : NULL;
}

// Places of the bodies that a group acts on; how many.
static int bodies_of(const bl_row_set* set, const bl_newton_group* g, uint32_t bodies[2])
{
    const bl_rod_element* e = element_of(set, g);
    int count = 0;
    if (e != NULL) {
        if (e->inverse_mass > 0.0) bodies[count++] = e->body;
        return count;
    }
    const bl_contact_row* row = &set->rows[g->element];
    if (set->responses[row->body_a].inverse_mass > 0.0) bodies[count++] = row->body_a;
    if (set->responses[row->body_b].inverse_mass > 0.0) bodies[count++] = row->body_b;
    return count;
}

static bool reserve_places(bl_rod_sparse* sparse, const bl_row_set* set, const bl_newton_group* groups, uint32_t count,
                           const belay_allocator* allocator)
{
    uint32_t bodies[2], limit = 0;
    for (uint32_t k = 0; k < count; k++)
        for (int i = bodies_of(set, &groups[k], bodies); i-- > 0;)
            if (bodies[i] >= limit) limit = bodies[i] + 1;
    bool ok = true;
    BL_ARRAY_RESERVE(sparse->rod_block, set->rods.coupling_count, allocator, &ok);
    BL_ARRAY_RESERVE(sparse->rods, set->rods.coupling_count, allocator, &ok);
    BL_ARRAY_RESERVE(sparse->body_block, limit, allocator, &ok);
    BL_ARRAY_RESERVE(sparse->site_begin, count + 1, allocator, &ok);
    BL_ARRAY_RESERVE(sparse->terms, (size_t)count * TERM_DOUBLES, allocator, &ok);
    return ok;
}

static uint32_t blocks_of_rod(const bl_rod_coupling* c)
{
    return (c->origin + c->factor.size - c->from + BLOCK - 1) / BLOCK;
}

// Gives rods and bodies their blocks in the order in which the groups name them. False: a rod is no band.
static bool number_blocks(bl_rod_sparse* sparse, const bl_row_set* set, const bl_newton_group* groups, uint32_t count)
{
    uint32_t bodies[2], blocks = 0;
    for (uint32_t k = 0; k < count; k++) {
        const bl_rod_element* e = element_of(set, &groups[k]);
        for (int i = bodies_of(set, &groups[k], bodies); i-- > 0;)
            sparse->body_block[bodies[i]] = NONE;
        for (int i = 0; e != NULL && i < 2 && e->side[i].rod != BL_NO_ROD; i++)
            sparse->rod_block[e->side[i].rod] = NONE;
    }
    if (sparse->rods != NULL) arrsetlen(sparse->rods, 0);
    for (uint32_t k = 0; k < count; k++) {
        const bl_rod_element* e = element_of(set, &groups[k]);
        for (int i = 0; e != NULL && i < 2 && e->side[i].rod != BL_NO_ROD; i++) {
            uint32_t rod = e->side[i].rod;
            const bl_rod_coupling* c = &set->rods.couplings[rod];
            if (c->factor.a == NULL) return false;
            if (sparse->rod_block[rod] != NONE) continue;
            sparse->rod_block[rod] = blocks;
            blocks += blocks_of_rod(c);
            arrput(sparse->rods, rod);
        }
        int own = bodies_of(set, &groups[k], bodies);
        for (int i = 0; i < own; i++)
            if (sparse->body_block[bodies[i]] == NONE) sparse->body_block[bodies[i]] = blocks++;
    }
    sparse->block_count = blocks;
    return true;
}

// ---------------------------------------------------------------------------------------------------------------------
// Sites
// ---------------------------------------------------------------------------------------------------------------------

// The site of the group's block, made when there is none; null: no memory.
static bl_newton_site* site_at(bl_rod_sparse* sparse, uint32_t first, uint32_t block, uint32_t rows,
                               const belay_allocator* allocator)
{
    for (size_t k = first; k < arrlenu(sparse->sites); k++)
        if (sparse->sites[k].block == block) return &sparse->sites[k];
    bool ok = true;
    size_t at = arrlenu(sparse->numbers), size = 2 * (size_t)BLOCK * rows;
    BL_ARRAY_RESERVE(sparse->sites, arrlenu(sparse->sites) + 1, allocator, &ok);
    BL_ARRAY_RESERVE(sparse->numbers, at + size, allocator, &ok);
    if (!ok) return NULL;
    arrsetlen(sparse->numbers, at + size);
    memset(sparse->numbers + at, 0, size * sizeof(double));
    arrput(sparse->sites, ((bl_newton_site){block, (uint32_t)at}));
    return &sparse->sites[arrlenu(sparse->sites) - 1];
}

static bool add_rod_sites(bl_rod_sparse* sparse, const bl_row_set* set, const bl_newton_group* g, bl_rod_side side,
                          uint32_t first, const belay_allocator* allocator)
{
    const bl_rod_coupling* c = &set->rods.couplings[side.rod];
    for (uint32_t k = side.span; k < c->span_count; k++) {
        const bl_rod_row_span* span = &c->spans[k];
        if (span->row < side.at || span->row >= side.at + g->count) break;
        for (uint32_t i = 0; i < span->count; i++) {
            double value = c->values[span->at + i];
            uint32_t dof = span->first + i - c->from;
            if (value == 0.0) continue;
            bl_newton_site* site =
                site_at(sparse, first, sparse->rod_block[side.rod] + dof / BLOCK, g->count, allocator);
            if (site == NULL) return false;
            size_t at = site->at + (size_t)BLOCK * (span->row - side.at) + dof % BLOCK;
            sparse->numbers[at] += value;
            sparse->numbers[at + (size_t)BLOCK * g->count] += value;
        }
    }
    return true;
}

static void add_six(double* to, double sign, belay_vec3 linear, belay_vec3 angular)
{
    const double six[BLOCK] = {linear.x, linear.y, linear.z, angular.x, angular.y, angular.z};
    for (int i = 0; i < BLOCK; i++)
        to[i] += sign * six[i];
}

// Of a body the equations are divided by its mass: P says what impulses do to velocities.
static bool add_element_body(bl_rod_sparse* sparse, const bl_rod_element* e, uint32_t first,
                             const belay_allocator* allocator)
{
    bl_newton_site* site = site_at(sparse, first, sparse->body_block[e->body], e->count, allocator);
    if (site == NULL) return false;
    double *h = sparse->numbers + site->at, *p = h + (size_t)BLOCK * e->count;
    for (uint32_t k = 0; k < e->count; k++) {
        add_six(h + (size_t)BLOCK * k, -1.0, e->linear[k], e->angular[k]);
        add_six(p + (size_t)BLOCK * k, -1.0, v3_scale(e->inverse_mass, e->linear[k]), e->response[k]);
    }
    return true;
}

static bool add_contact_body(bl_rod_sparse* sparse, const bl_row_set* set, const bl_contact_row* row, bool is_a,
                             uint32_t first, const belay_allocator* allocator)
{
    uint32_t body = is_a ? row->body_a : row->body_b;
    double inverse_mass = set->responses[body].inverse_mass, sign = is_a ? 1.0 : -1.0;
    if (!(inverse_mass > 0.0)) return true;
    bl_newton_site* site = site_at(sparse, first, sparse->body_block[body], 3, allocator);
    if (site == NULL) return false;
    bl_contact_jacobian measured;
    bl_contact_push pushed;
    bl_contact_row_jacobian(row, &measured);
    bl_contact_row_push(row, set->responses, &pushed);
    double *h = sparse->numbers + site->at, *p = h + BLOCK * 3;
    for (int k = 0; k < 3; k++) {
        add_six(h + BLOCK * k, sign, measured.g[k], is_a ? measured.ga[k] : measured.gb[k]);
        add_six(p + BLOCK * k, sign, v3_scale(inverse_mass, pushed.f[k]), is_a ? pushed.fa[k] : pushed.fb[k]);
    }
    return true;
}

static bool add_group(bl_rod_sparse* sparse, const bl_row_set* set, const bl_newton_group* g,
                      const belay_allocator* allocator)
{
    uint32_t first = (uint32_t)arrlenu(sparse->sites);
    const bl_rod_element* e = element_of(set, g);
    bool ok = true;
    BL_ARRAY_RESERVE(sparse->softness, g->first + g->count, allocator, &ok);
    for (uint32_t i = 0; ok && i < g->count; i++)
        sparse->softness[g->first + i] = e != NULL ? e->softness[i] : 0.0;
    if (e == NULL) {
        const bl_contact_row* row = &set->rows[g->element];
        return ok && add_contact_body(sparse, set, row, true, first, allocator) &&
               add_contact_body(sparse, set, row, false, first, allocator);
    }
    for (int i = 0; ok && i < 2 && e->side[i].rod != BL_NO_ROD; i++)
        ok = add_rod_sites(sparse, set, g, e->side[i], first, allocator);
    return ok && (!(e->inverse_mass > 0.0) || add_element_body(sparse, e, first, allocator));
}

static bool find_sites(bl_rod_sparse* sparse, const bl_row_set* set, const bl_newton_group* groups, uint32_t count,
                       const belay_allocator* allocator)
{
    if (sparse->sites != NULL) arrsetlen(sparse->sites, 0);
    if (sparse->numbers != NULL) arrsetlen(sparse->numbers, 0);
    for (uint32_t k = 0; k < count; k++) {
        sparse->site_begin[k] = (uint32_t)arrlenu(sparse->sites);
        if (!add_group(sparse, set, &groups[k], allocator)) return false;
    }
    sparse->site_begin[count] = (uint32_t)arrlenu(sparse->sites);
    return true;
}

// ---------------------------------------------------------------------------------------------------------------------
// Links
// ---------------------------------------------------------------------------------------------------------------------

// Whether A has elements between the dofs of block `a` of a rod and those of block `b`, a <= b.
static bool are_banded(const bl_rod_coupling* c, uint32_t a, uint32_t b)
{
    uint32_t first = c->from - c->origin, last = first + BLOCK * a + BLOCK - 1;
    return first + BLOCK * b < (last & ~(uint32_t)3) + c->factor.reach;
}

static bool add_link(bl_rod_sparse* sparse, uint32_t a, uint32_t b, const belay_allocator* allocator)
{
    bool ok = true;
    BL_ARRAY_RESERVE(sparse->links, arrlenu(sparse->links) + 1, allocator, &ok);
    if (ok) arrput(sparse->links, (a < b ? (bl_body_link){a, b} : (bl_body_link){b, a}));
    return ok;
}

static bool find_links(bl_rod_sparse* sparse, const bl_row_set* set, uint32_t group_count,
                       const belay_allocator* allocator)
{
    if (sparse->links != NULL) arrsetlen(sparse->links, 0);
    bool ok = true;
    for (size_t k = 0; k < arrlenu(sparse->rods); k++) {
        const bl_rod_coupling* c = &set->rods.couplings[sparse->rods[k]];
        uint32_t first = sparse->rod_block[sparse->rods[k]], blocks = blocks_of_rod(c);
        for (uint32_t a = 0; a < blocks; a++)
            for (uint32_t b = a + 1; ok && b < blocks && are_banded(c, a, b); b++)
                ok = add_link(sparse, first + a, first + b, allocator);
    }
    for (uint32_t k = 0; k < group_count; k++)
        for (uint32_t i = sparse->site_begin[k]; i < sparse->site_begin[k + 1]; i++)
            for (uint32_t j = i + 1; ok && j < sparse->site_begin[k + 1]; j++)
                ok = add_link(sparse, sparse->sites[i].block, sparse->sites[j].block, allocator);
    return ok;
}

static bool find_targets(bl_rod_sparse* sparse, uint32_t group_count, const belay_allocator* allocator)
{
    if (sparse->targets != NULL) arrsetlen(sparse->targets, 0);
    for (uint32_t k = 0; k < group_count; k++) {
        uint32_t begin = sparse->site_begin[k], end = sparse->site_begin[k + 1];
        bool ok = true;
        BL_ARRAY_RESERVE(sparse->targets, arrlenu(sparse->targets) + (size_t)(end - begin) * (end - begin), allocator,
                         &ok);
        if (!ok) return false;
        for (uint32_t s = begin; s < end; s++)
            for (uint32_t t = begin; t < end; t++) {
                bl_newton_target target;
                target.at = (uint32_t)bl_body_factor_place(&sparse->factor, sparse->sites[s].block,
                                                           sparse->sites[t].block, &target.is_transposed);
                arrput(sparse->targets, target);
            }
    }
    return true;
}

bool bl_rod_sparse_begin(bl_rod_sparse* sparse, const bl_row_set* set, const bl_newton_group* groups,
                         uint32_t group_count, double max_flops, const belay_allocator* allocator)
{
    sparse->is_ready = false;
    if (!reserve_places(sparse, set, groups, group_count, allocator)) return false;
    if (!number_blocks(sparse, set, groups, group_count)) return true;
    if (!find_sites(sparse, set, groups, group_count, allocator)) return false;
    if (!find_links(sparse, set, group_count, allocator)) return false;
    bl_body_factor_status status = bl_body_factor_analyse(&sparse->factor, sparse->block_count, sparse->links,
                                                          (uint32_t)arrlenu(sparse->links), max_flops, allocator);
    if (status != BL_BODY_FACTOR_READY) return status != BL_BODY_FACTOR_NO_MEMORY;
    bool ok = find_targets(sparse, group_count, allocator);
    BL_ARRAY_RESERVE(sparse->base, bl_body_factor_doubles(&sparse->factor), allocator, &ok);
    BL_ARRAY_RESERVE(sparse->x, (size_t)BLOCK * sparse->block_count, allocator, &ok);
    sparse->is_ready = ok;
    return ok;
}

// ---------------------------------------------------------------------------------------------------------------------
// The matrix without contacts
// ---------------------------------------------------------------------------------------------------------------------

// Mhat(i, j), i >= j, from its factors L D L^T, less what the dofs before `from` take part in: eliminated, as nothing
// acts on them. Dofs that are held have 1.
static double element_of_band(const bl_band* factor, uint32_t from, uint32_t i, uint32_t j)
{
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
    bl_body_factor_add(&sparse->factor, first + b, first + a, block);
    if (a != b) bl_body_factor_add(&sparse->factor, first + a, first + b, transposed);
}

void bl_rod_sparse_set_base(bl_rod_sparse* sparse, const bl_row_set* set)
{
    static const double one[BLOCK * BLOCK] = {[0] = 1.0, [7] = 1.0, [14] = 1.0, [21] = 1.0, [28] = 1.0, [35] = 1.0};
    bl_body_factor_clear(&sparse->factor);
    uint32_t next = 0; // bodies have the blocks between those of rods
    for (size_t k = 0; k <= arrlenu(sparse->rods); k++) {
        bool is_rod = k < arrlenu(sparse->rods);
        uint32_t first = is_rod ? sparse->rod_block[sparse->rods[k]] : sparse->block_count;
        for (; next < first; next++)
            bl_body_factor_add(&sparse->factor, next, next, one);
        if (!is_rod) break;
        const bl_rod_coupling* c = &set->rods.couplings[sparse->rods[k]];
        uint32_t blocks = blocks_of_rod(c);
        for (uint32_t a = 0; a < blocks; a++)
            for (uint32_t b = a; b < blocks && (a == b || are_banded(c, a, b)); b++)
                add_band_block(sparse, c, first, a, b);
        next = first + blocks;
    }
    memcpy(sparse->base, sparse->factor.values, bl_body_factor_doubles(&sparse->factor) * sizeof(double));
}

// ---------------------------------------------------------------------------------------------------------------------
// A step
// ---------------------------------------------------------------------------------------------------------------------

// x <- m^-1 x for n columns, by elimination with row pivoting; m is 3 x 3. False: singular.
static bool solve_three(double m[9], double* x, int n)
{
    for (int k = 0; k < 3; k++) {
        int pivot = k;
        for (int i = k + 1; i < 3; i++)
            if (fabs(m[3 * i + k]) > fabs(m[3 * pivot + k])) pivot = i;
        if (!(fabs(m[3 * pivot + k]) > 0.0)) return false;
        for (int c = 0; c < 3 && pivot != k; c++) {
            double swap = m[3 * k + c];
            m[3 * k + c] = m[3 * pivot + c];
            m[3 * pivot + c] = swap;
        }
        for (int c = 0; c < n && pivot != k; c++) {
            double swap = x[n * k + c];
            x[n * k + c] = x[n * pivot + c];
            x[n * pivot + c] = swap;
        }
        for (int i = 0; i < 3; i++) {
            if (i == k) continue;
            double factor = m[3 * i + k] / m[3 * k + k];
            for (int c = k + 1; c < 3; c++)
                m[3 * i + c] -= factor * m[3 * k + c];
            for (int c = 0; c < n; c++)
                x[n * i + c] -= factor * x[n * k + c];
        }
    }
    for (int i = 0; i < 3; i++)
        for (int c = 0; c < n; c++)
            x[n * i + c] /= m[4 * i];
    return true;
}

// G and D of a group.
static bool set_response(bl_rod_sparse* sparse, const bl_newton_problem* p, uint32_t group, double damping)
{
    const bl_newton_group* g = &p->groups[group];
    const bl_newton_term* term = &p->terms[group];
    double *to = sparse->terms + (size_t)group * TERM_DOUBLES, *d = to + BL_ROD_MAX_ROWS * BL_ROD_MAX_ROWS;
    double a[BL_ROD_MAX_ROWS];
    for (uint32_t i = 0; i < g->count; i++)
        a[i] = sparse->softness[g->first + i] + p->alpha[g->first + i] + fmax(damping, LEAST_COMPLIANCE) * g->weight;
    if (p->is_open[group]) {
        memset(to, 0, g->count * g->count * sizeof *to);
        memcpy(d, p->f + g->first, g->count * sizeof *d);
        return true;
    }
    if (g->law == BL_ROD_HOLDS) {
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
    if (!solve_three(m, x, 4)) return false;
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
    const double *g = sparse->terms + (size_t)group * TERM_DOUBLES, *d = g + BL_ROD_MAX_ROWS * BL_ROD_MAX_ROWS;
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
    const double* g = sparse->terms + (size_t)group * TERM_DOUBLES;
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
    memcpy(sparse->factor.values, sparse->base, bl_body_factor_doubles(&sparse->factor) * sizeof(double));
    memset(sparse->x, 0, (size_t)BLOCK * sparse->block_count * sizeof(double));
    const bl_newton_target* targets = sparse->targets;
    for (uint32_t k = 0; k < p->group_count; k++) {
        size_t sites = sparse->site_begin[k + 1] - sparse->site_begin[k];
        if (!set_response(sparse, p, k, damping)) return false;
        add_response(sparse, p, k, targets);
        targets += sites * sites;
    }
    if (!bl_body_factor_run(&sparse->factor)) return false;
    bl_body_factor_solve(&sparse->factor, sparse->x, sparse->x);
    for (uint32_t k = 0; k < p->group_count; k++)
        if (!p->is_open[k]) read_step(sparse, p, k);
    return true;
}
