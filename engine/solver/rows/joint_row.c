// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/rows/joint_row.h"

#include "core/assert.h"
#include "solver/rows/joint_box.h"
#include "solver/rows/joint_cap.h"

#include <string.h>

_Static_assert(BL_JOINT_MAX_ROWS == BL_JOINT_BOX_MAX, "every block is solved as a box");

// Block flags: the low half counts exchanges (joint_box.h).
#define BLOCK_IS_BOUNDED 0x10000u
#define BLOCK_EXCHANGES 0xFFFFu

// ---------------------------------------------------------------------------------------------------------------------
// Setting up
// ---------------------------------------------------------------------------------------------------------------------

static bool is_equality(const bl_joint_row* row)
{
    return row->lower == -HUGE_VAL && row->upper == HUGE_VAL;
}

// What B adds by moving otherwise than A: (l_i + m_i) . (l_j + m_j) - l_i . l_j
static double product_beyond(const bl_joint_row* i, const bl_joint_row* j)
{
    return v3_dot(i->linear, j->beyond_b) + v3_dot(i->beyond_b, v3_add(j->linear, j->beyond_b));
}

// W_ij = l_i . l_j (1/mA + 1/mB) + aa_i . IA^-1 aa_j + ab_i . IB^-1 ab_j, and what is beyond
static void form_matrix(const bl_joint_block* block, const bl_joint_row* rows, double* a)
{
    BELAY_ASSERT(block->count >= 1 && block->count <= BL_JOINT_MAX_ROWS);
    uint32_t n = block->count;
    double inverse_mass = block->inverse_mass_a + block->inverse_mass_b;
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t j = 0; j < n; j++)
            a[i * n + j] = v3_dot(rows[i].linear, rows[j].linear) * inverse_mass +
                           v3_dot(rows[i].angular_a, rows[j].ia) + v3_dot(rows[i].angular_b, rows[j].ib) +
                           block->inverse_mass_b * product_beyond(&rows[i], &rows[j]);
    }
}

static double mean_diagonal(const double* a, uint32_t n)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < n; i++)
        sum += a[i * n + i];
    return sum / n;
}

void bl_joint_block_init(const bl_joint_set* set, uint32_t block, const bl_response* response_a,
                         const bl_response* response_b)
{
    BELAY_ASSERT(set->blocks[block].count >= 1 && set->blocks[block].count <= BL_JOINT_MAX_ROWS);
    bl_joint_block* b = &set->blocks[block];
    bl_joint_row* rows = set->rows + b->first;
    double* a = set->matrices + b->at;
    uint32_t n = b->count;
    b->inverse_mass_a = response_a->inverse_mass;
    b->inverse_mass_b = response_b->inverse_mass;
    for (uint32_t i = 0; i < n; i++) {
        rows[i].ia = m3_mul_v3(response_a->inverse_inertia, rows[i].angular_a);
        rows[i].ib = m3_mul_v3(response_b->inverse_inertia, rows[i].angular_b);
    }
    form_matrix(b, rows, a);
    b->weight = mean_diagonal(a, n);
    for (uint32_t i = 0; i < n; i++)
        a[i * n + i] += rows[i].softness;
    bl_joint_block_rebound(set, block);
}

void bl_joint_block_rebound(const bl_joint_set* set, uint32_t block)
{
    bl_joint_block* b = &set->blocks[block];
    const bl_joint_row* rows = set->rows + b->first;
    double* a = set->matrices + b->at;
    uint32_t n = b->count, equality = 0;
    for (uint32_t i = 0; i < n; i++)
        if (is_equality(&rows[i])) equality |= 1u << i;
    b->idle = bl_joint_box_find_idle((int)n, a, equality);
    bl_joint_box box = {.n = (int)n, .a = a, .t = a + n * n};
    bl_joint_box_set_free(&box, equality & ~b->idle);
    b->free = box.free;
    b->flags = box.exchanges | (equality == (1u << n) - 1u ? 0 : BLOCK_IS_BOUNDED);
}

// ---------------------------------------------------------------------------------------------------------------------
// Velocities
// ---------------------------------------------------------------------------------------------------------------------

static double row_velocity(const bl_joint_row* row, const bl_velocity* a, const bl_velocity* b)
{
    return v3_dot(row->linear, v3_sub(a->linear, b->linear)) + v3_dot(row->angular_a, a->angular) -
           v3_dot(row->angular_b, b->angular) - v3_dot(row->beyond_b, b->linear);
}

void bl_joint_block_velocity(const bl_joint_set* set, uint32_t block, const bl_velocity* velocities, double* u)
{
    BELAY_ASSERT(set->blocks[block].count <= BL_JOINT_MAX_ROWS);
    const bl_joint_block* b = &set->blocks[block];
    for (uint32_t i = 0; i < b->count; i++)
        u[i] = row_velocity(&set->rows[b->first + i], &velocities[b->body_a], &velocities[b->body_b]);
}

void bl_joint_block_apply(const bl_joint_set* set, uint32_t block, const double* dr, bl_velocity* velocities)
{
    const bl_joint_block* b = &set->blocks[block];
    const bl_joint_row* rows = set->rows + b->first;
    belay_vec3 p = v3_zero(), beyond = v3_zero(), wa = v3_zero(), wb = v3_zero();
    for (uint32_t i = 0; i < b->count; i++) {
        p = v3_add_scaled(p, dr[i], rows[i].linear);
        beyond = v3_add_scaled(beyond, dr[i], rows[i].beyond_b);
        wa = v3_add_scaled(wa, dr[i], rows[i].ia);
        wb = v3_add_scaled(wb, dr[i], rows[i].ib);
    }
    bl_velocity *va = &velocities[b->body_a], *vb = &velocities[b->body_b];
    va->linear = v3_add_scaled(va->linear, b->inverse_mass_a, p);
    va->angular = v3_add(va->angular, wa);
    vb->linear = v3_add_scaled(vb->linear, -b->inverse_mass_b, v3_add(p, beyond));
    vb->angular = v3_sub(vb->angular, wb);
}

// s = u - target + softness r
static void form_s(const bl_joint_set* set, uint32_t block, const bl_velocity* velocities, double* s)
{
    const bl_joint_block* b = &set->blocks[block];
    const bl_joint_row* rows = set->rows + b->first;
    bl_joint_block_velocity(set, block, velocities, s);
    for (uint32_t i = 0; i < b->count; i++)
        s[i] += rows[i].softness * rows[i].r - rows[i].target;
}

// ---------------------------------------------------------------------------------------------------------------------
// Solving
// ---------------------------------------------------------------------------------------------------------------------

static bl_joint_box open_box(const bl_joint_set* set, const bl_joint_block* b)
{
    const bl_joint_row* rows = set->rows + b->first;
    double* a = set->matrices + b->at;
    bl_joint_box box = {.n = (int)b->count,
                        .a = a,
                        .t = a + b->count * b->count,
                        .free = b->free,
                        .idle = b->idle,
                        .exchanges = b->flags & BLOCK_EXCHANGES};
    for (uint32_t i = 0; i < b->count; i++) {
        box.lower[i] = rows[i].lower;
        box.upper[i] = rows[i].upper;
        box.r[i] = rows[i].r;
    }
    return box;
}

static void solve_box(bl_joint_block* b, bl_joint_box* box)
{
    bl_joint_box_solve(box);
    b->free = box->free;
    b->flags = BLOCK_IS_BOUNDED | box->exchanges;
}

// c = A r - s
static void solve_cap(const bl_joint_block* b, bl_joint_box* box)
{
    BELAY_ASSERT(b->count == 3 && b->cap >= 0.0);
    belay_mat33 a;
    memcpy(a.m, box->a, sizeof a.m);
    belay_vec3 r = v3(box->r[0], box->r[1], box->r[2]), s = v3(box->s[0], box->s[1], box->s[2]);
    r = bl_joint_cap_solve(a, v3_sub(m3_mul_v3(a, r), s), b->cap);
    box->r[0] = r.x;
    box->r[1] = r.y;
    box->r[2] = r.z;
}

// Of equalities alone: bl_joint_box_solve_free without a box. These are most of all blocks.
static double solve_equalities(const bl_joint_set* set, uint32_t block, bl_velocity* velocities)
{
    const bl_joint_block* b = &set->blocks[block];
    bl_joint_row* rows = set->rows + b->first;
    const double* t = set->matrices + b->at + b->count * b->count;
    double s[BL_JOINT_MAX_ROWS], dr[BL_JOINT_MAX_ROWS], change = 0.0;
    form_s(set, block, velocities, s);
    for (uint32_t i = 0; i < b->count; i++) {
        double r = rows[i].r, by = 0.0;
        for (uint32_t j = 0; b->free >> i & 1 && j < b->count; j++)
            if (b->free >> j & 1) by -= t[i * b->count + j] * s[j];
        rows[i].r = r + by;
        dr[i] = rows[i].r - r;
        change += dr[i] * dr[i];
    }
    if (change == 0.0) return 0.0;
    bl_joint_block_apply(set, block, dr, velocities);
    return b->weight * b->weight * change;
}

double bl_joint_block_solve(const bl_joint_set* set, uint32_t block, bl_velocity* velocities)
{
    bl_joint_block* b = &set->blocks[block];
    bl_joint_row* rows = set->rows + b->first;
    if (!(b->flags & BLOCK_IS_BOUNDED) && !(b->cap < HUGE_VAL)) return solve_equalities(set, block, velocities);
    bl_joint_box box = open_box(set, b);
    form_s(set, block, velocities, box.s);
    if (b->cap < HUGE_VAL)
        solve_cap(b, &box);
    else
        solve_box(b, &box);
    double dr[BL_JOINT_MAX_ROWS], change = 0.0;
    for (uint32_t i = 0; i < b->count; i++) {
        dr[i] = box.r[i] - rows[i].r;
        rows[i].r = box.r[i];
        change += dr[i] * dr[i];
    }
    if (change == 0.0) return 0.0;
    bl_joint_block_apply(set, block, dr, velocities);
    return b->weight * b->weight * change;
}

// ---------------------------------------------------------------------------------------------------------------------
// How exact
// ---------------------------------------------------------------------------------------------------------------------

// W_ii / A_ii
static double hardness(const bl_joint_set* set, const bl_joint_block* b, uint32_t i)
{
    double a = set->matrices[b->at + i * (b->count + 1)];
    return a > 0.0 ? fmax(0.0, 1.0 - set->rows[b->first + i].softness / a) : 1.0;
}

static belay_vec3 shortened(belay_vec3 x, double cap)
{
    double length = v3_length(x);
    return length > cap ? v3_scale(cap / length, x) : x;
}

static double natural_of_cap(const bl_joint_block* b, const bl_joint_row* rows, double hardness_of_all, const double* s)
{
    belay_vec3 r = v3_scale(b->weight, v3(rows[0].r, rows[1].r, rows[2].r));
    belay_vec3 x = shortened(v3_add_scaled(r, -hardness_of_all, v3(s[0], s[1], s[2])), b->weight * b->cap);
    return v3_length_squared(v3_sub(r, x));
}

// With r' = r - s / weight: weight (r - P(r')), so that no bound is multiplied.
static double natural_of_row(const bl_joint_row* row, double weight, double s)
{
    BELAY_ASSERT(row->lower <= row->upper);
    double r = weight > 0.0 ? row->r - s / weight : row->r;
    if (r < row->lower) return weight * (row->r - row->lower);
    if (r > row->upper) return weight * (row->r - row->upper);
    return s;
}

double bl_joint_block_natural_squared(const bl_joint_set* set, uint32_t block, const bl_velocity* velocities)
{
    const bl_joint_block* b = &set->blocks[block];
    const bl_joint_row* rows = set->rows + b->first;
    double s[BL_JOINT_MAX_ROWS], sum = 0.0;
    form_s(set, block, velocities, s);
    if (b->cap < HUGE_VAL) return natural_of_cap(b, rows, b->weight / mean_diagonal(set->matrices + b->at, 3), s);
    for (uint32_t i = 0; i < b->count; i++) {
        if (b->idle >> i & 1) continue;
        double e = natural_of_row(&rows[i], b->weight, hardness(set, b, i) * s[i]);
        sum += e * e;
    }
    return sum;
}

double bl_joint_block_free_squared(const bl_joint_set* set, uint32_t block, const bl_velocity* velocities)
{
    const bl_joint_block* b = &set->blocks[block];
    const bl_joint_row* rows = set->rows + b->first;
    double u[BL_JOINT_MAX_ROWS], sum = 0.0;
    bl_joint_block_velocity(set, block, velocities, u);
    for (uint32_t i = 0; i < b->count; i++) {
        double a = set->matrices[b->at + i * (b->count + 1)];
        if (b->idle >> i & 1 || !(a > 0.0)) continue;
        double bound = fmin(rows[i].upper, b->cap), r = (rows[i].target - u[i]) / a;
        double change = hardness(set, b, i) * a * fmin(fmax(r, fmax(rows[i].lower, -b->cap)), bound);
        sum += change * change;
    }
    return sum;
}
