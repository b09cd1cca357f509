// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/rows/rod_matrix_free.h"

#include "core/assert.h"

#include <string.h>

// One behind the last span of the element's rows.
static uint32_t end_of(const bl_rod_coupling* c, const bl_rod_side* side, uint32_t count)
{
    BELAY_ASSERT(side->span <= c->span_count);
    uint32_t end = side->span;
    while (end < c->span_count && c->spans[end].row >= side->at && c->spans[end].row < side->at + count)
        end++;
    return end;
}

void bl_rod_matrix_free_read(const bl_rod_coupling* c, const bl_rod_side* side, uint32_t count, const double* x,
                             double* u)
{
    uint32_t end = end_of(c, side, count);
    for (uint32_t k = side->span; k < end; k++) {
        const bl_rod_row_span* span = &c->spans[k];
        const double *at = x + (span->first - c->origin), *values = c->values + span->at;
        double sum = 0.0;
        for (uint32_t i = 0; i < span->count; i++)
            sum += values[i] * at[i];
        u[span->row - side->at] += sum;
    }
}

void bl_rod_matrix_free_load(const bl_rod_coupling* c, const bl_rod_side* side, uint32_t count, const double* r,
                             double* x)
{
    uint32_t end = end_of(c, side, count);
    for (uint32_t k = side->span; k < end; k++) {
        const bl_rod_row_span* span = &c->spans[k];
        double *at = x + (span->first - c->origin), impulse = r[span->row - side->at];
        for (uint32_t i = 0; i < span->count; i++)
            at[i] += impulse * c->values[span->at + i];
    }
}

static void apply_columns(const bl_rod_coupling* c, uint32_t at, uint32_t count, const double* dr)
{
    for (uint32_t k = 0; k < c->dof_count; k++) {
        const double* x = c->columns + (size_t)k * c->stride + at;
        for (uint32_t i = 0; i < count; i++)
            c->v[k] += x[i] * dr[i];
    }
}

void bl_rod_matrix_free_apply(const bl_rod_coupling* c, const bl_rod_side* side, uint32_t count, const double* dr)
{
    if (c->columns != NULL) {
        apply_columns(c, side->at, count, dr);
        return;
    }
    memset(c->workspace, 0, c->dof_count * sizeof(double));
    bl_rod_matrix_free_load(c, side, count, dr, c->workspace);
    bl_band_solve(&c->factor, c->workspace);
    for (uint32_t k = 0; k < c->dof_count; k++)
        c->v[k] += c->workspace[k];
}

void bl_rod_matrix_free_column(const bl_rod_coupling* c, const bl_rod_side* side, uint32_t count, uint32_t row,
                               double* x)
{
    BELAY_ASSERT(row < count && count <= BL_ROD_MAX_ROWS);
    if (c->columns != NULL) {
        for (uint32_t k = 0; k < c->dof_count; k++)
            x[k] = c->columns[(size_t)k * c->stride + side->at + row];
        return;
    }
    double r[BL_ROD_MAX_ROWS] = {0.0};
    r[row] = 1.0;
    memset(x, 0, c->dof_count * sizeof *x);
    bl_rod_matrix_free_load(c, side, count, r, x);
    bl_band_solve(&c->factor, x);
}

// block += H x, x with `stride` columns of which the element's begin at `first`.
static void add_block(const bl_rod_coupling* c, const bl_rod_side* side, uint32_t count, const double* x, size_t stride,
                      size_t first, double* block)
{
    uint32_t end = end_of(c, side, count);
    for (uint32_t k = side->span; k < end; k++) {
        const bl_rod_row_span* span = &c->spans[k];
        double* row = block + (size_t)(span->row - side->at) * count;
        for (uint32_t i = 0; i < span->count; i++)
            for (uint32_t j = 0; j < count; j++)
                row[j] += c->values[span->at + i] * x[(span->first - c->origin + i) * stride + first + j];
    }
}

// A^-1(i, j) within the band.
static double inverse_at(const bl_band* inverse, uint32_t i, uint32_t j)
{
    BELAY_ASSERT(i < inverse->size && j < inverse->size);
    return i >= j ? *bl_band_at(inverse, i, j) : *bl_band_at(inverse, j, i);
}

static bool is_within_band(const bl_rod_coupling* c, uint32_t begin, uint32_t end)
{
    uint32_t first = UINT32_MAX, last = 0;
    for (uint32_t k = begin; k < end; k++) {
        uint32_t low = c->spans[k].first - c->origin, high = low + c->spans[k].count;
        if (low < first) first = low;
        if (high > last) last = high;
    }
    return begin < end && last <= (first & ~(uint32_t)3) + c->inverse.bandwidth;
}

static void add_from_band(const bl_rod_coupling* c, const bl_rod_side* side, uint32_t count, uint32_t end,
                          double* block)
{
    for (uint32_t k = side->span; k < end; k++)
        for (uint32_t l = side->span; l < end; l++) {
            const bl_rod_row_span *a = &c->spans[k], *b = &c->spans[l];
            double sum = 0.0;
            for (uint32_t i = 0; i < a->count; i++) {
                double row = 0.0;
                for (uint32_t j = 0; j < b->count; j++)
                    row += inverse_at(&c->inverse, a->first - c->origin + i, b->first - c->origin + j) *
                           c->values[b->at + j];
                sum += c->values[a->at + i] * row;
            }
            block[(a->row - side->at) * count + (b->row - side->at)] += sum;
        }
}

void bl_rod_matrix_free_block(const bl_rod_coupling* c, const bl_rod_side* side, uint32_t count, double* block)
{
    BELAY_ASSERT(count <= BL_ROD_MAX_ROWS);
    uint32_t end = end_of(c, side, count), from = c->dof_count;
    if (c->columns != NULL) {
        add_block(c, side, count, c->columns, c->stride, side->at, block);
        return;
    }
    if (is_within_band(c, side->span, end)) {
        add_from_band(c, side, count, end, block);
        return;
    }
    size_t lanes = count <= 4 ? 4 : BL_ROD_MATRIX_FREE_LANES;
    for (uint32_t k = side->span; k < end; k++)
        if (c->spans[k].first - c->origin < from) from = c->spans[k].first - c->origin;
    memset(c->workspace + from * lanes, 0, (c->dof_count - from) * lanes * sizeof(double));
    for (uint32_t k = side->span; k < end; k++) {
        const bl_rod_row_span* span = &c->spans[k];
        for (uint32_t i = 0; i < span->count; i++)
            c->workspace[(span->first - c->origin + i) * lanes + (span->row - side->at)] += c->values[span->at + i];
    }
    bl_band_solve_many(&c->factor, c->workspace, (uint32_t)lanes, from);
    add_block(c, side, count, c->workspace, lanes, 0, block);
}

void bl_rod_matrix_free_refresh(const bl_rod_set* set)
{
    for (uint32_t i = 0; i < set->coupling_count; i++)
        if (set->couplings[i].count > 0 && bl_rod_is_matrix_free(&set->couplings[i]))
            memset(set->couplings[i].v, 0, set->couplings[i].dof_count * sizeof(double));
    for (uint32_t i = 0; i < set->count; i++) {
        const bl_rod_element* e = &set->elements[i];
        for (int k = 0; k < 2 && e->side[k].rod != BL_NO_ROD; k++) {
            const bl_rod_coupling* c = &set->couplings[e->side[k].rod];
            if (!bl_rod_is_matrix_free(c)) continue;
            if (c->columns != NULL)
                bl_rod_matrix_free_apply(c, &e->side[k], e->count, e->r);
            else
                bl_rod_matrix_free_load(c, &e->side[k], e->count, e->r, c->v);
        }
    }
    for (uint32_t i = 0; i < set->coupling_count; i++) {
        const bl_rod_coupling* c = &set->couplings[i];
        if (c->count > 0 && bl_rod_is_matrix_free(c) && c->columns == NULL) bl_band_solve(&c->factor, c->v);
    }
}

double bl_rod_apply_flops(const bl_rod_coupling* c, uint32_t count)
{
    if (!bl_rod_is_matrix_free(c)) return 2.0 * count * c->stride;
    return c->columns != NULL ? 2.0 * count * c->dof_count : 4.0 * c->dof_count * c->factor.bandwidth;
}
