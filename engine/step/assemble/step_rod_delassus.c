// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What impulses do to rods: the Delassus operator of each over its rows, or what a rod with many has instead
// (solver/rows/rod_matrix_free.h).

#include "core/alloc.h"

#include "core/assert.h"
#include "solver/rows/rod_matrix_free.h"
#include "step/assemble/assemble_tolerances.h"
#include "step/assemble/step_rod_rows.h"

#include <string.h>

#define STRIDE 4 // of matrices: a multiple of it, so that rows go through the processor in whole vectors

// ---------------------------------------------------------------------------------------------------------------------
// Room
// ---------------------------------------------------------------------------------------------------------------------

static size_t window_doubles(const bl_step_rod* r)
{
    bl_band factor = r->ops->factor(&r->rod);
    return bl_band_doubles(factor.size, factor.bandwidth);
}

// From null on, it only counts.
static double* take(double* numbers, size_t* at, size_t count)
{
    double* block = numbers != NULL ? numbers + *at : NULL;
    *at += count;
    return block;
}

// W where there are few rows, or many of those with two places on the rod: a block of W takes as much for them as their
// columns of W take.
static bool wants_w(const bl_step_rod* r, const bl_rod_coupling* c, bool has_factor)
{
    if (c->count > BL_ROD_MAX_W_ROWS) return false;
    return !has_factor || c->count <= BL_ROD_FEW_ROWS || 4 * r->rows_on_itself > c->count;
}

// Lays out the numbers of a rod from `at` on, and moves that: u, x, v, the impulses of its rows, a window of its
// matrix, and w or what rod_matrix_free.h has instead.
static void lay_out_rod(bl_step_rod* r, bl_rod_coupling* c, double* numbers, size_t* at)
{
    size_t stride = ((size_t)c->count + STRIDE - 1) / STRIDE * STRIDE, dofs = r->dof_count;
    bool has_factor = c->count > 0 && r->ops->factor != NULL, has_w = wants_w(r, c, has_factor);
    c->stride = (uint32_t)stride;
    c->w = has_w ? take(numbers, at, c->count * stride) : NULL;
    c->u = take(numbers, at, stride);
    r->x = has_w || !has_factor ? take(numbers, at, dofs * stride) : NULL;
    c->columns = has_w || has_factor ? NULL : r->x;
    c->v = has_w ? NULL : take(numbers, at, dofs);
    c->workspace = has_factor ? take(numbers, at, dofs * BL_ROD_MATRIX_FREE_LANES) : NULL;
    r->v = take(numbers, at, dofs + 1);
    r->row_impulses = take(numbers, at, stride);
    r->window = has_factor ? take(numbers, at, window_doubles(r)) : NULL;
    c->inverse.a = has_factor && !has_w ? take(numbers, at, window_doubles(r)) : NULL;
}

// Room for the numbers of all rods.
bool bl_step_rod_lay_out(const belay_allocator* allocator, bl_step_rods* s)
{
    uint32_t rods = s->set.coupling_count, widest = 0;
    size_t total = 0, at = 0;
    bool ok = true;
    for (uint32_t i = 0; i < rods; i++) {
        lay_out_rod(&s->rods[i], &s->set.couplings[i], NULL, &total);
        if (s->rods[i].dof_count > widest) widest = s->rods[i].dof_count;
    }
    BL_ARRAY_RESERVE(s->numbers, total, allocator, &ok);
    BL_ARRAY_RESERVE(s->row, widest, allocator, &ok);
    for (uint32_t i = 0; ok && i < rods; i++)
        lay_out_rod(&s->rods[i], &s->set.couplings[i], s->numbers, &at);
    return ok;
}

// ---------------------------------------------------------------------------------------------------------------------
// W
// ---------------------------------------------------------------------------------------------------------------------

// Where dofs take part at all: no row acts on those outside of [from, to).
static void find_window(const bl_step_rods* s, bl_step_rod* r, uint32_t* to)
{
    r->from = r->dof_count;
    *to = 0;
    for (uint32_t k = r->first_span; k < r->first_span + r->span_count; k++) {
        const bl_rod_row_span* span = &s->spans[k];
        if (span->first < r->from) r->from = span->first;
        if (span->first + span->count > *to) *to = span->first + span->count;
    }
}

// Says what W is made of. Where much of the rod lies outside of the window, as that of a small knot in a long rope, the
// rest is eliminated first, and all else is done in the window.
static void set_factor(bl_step_rods* s, uint32_t rod, uint32_t to)
{
    bl_step_rod* r = &s->rods[rod];
    bl_rod_coupling* c = &s->set.couplings[rod];
    c->spans = s->spans + r->first_span;
    c->values = s->values;
    c->span_count = r->span_count;
    c->from = r->from;
    c->origin = 0;
    c->dof_count = r->dof_count;
    c->factor = r->ops->factor != NULL ? r->ops->factor(&r->rod) : (bl_band){.a = NULL};
    if (r->window == NULL || to - r->from > BL_ROD_WINDOW_WORTH * (r->dof_count - r->from)) return;
    bl_band window = {.a = r->window};
    c->origin = r->from & ~(uint32_t)3;
    bl_band_condense(&c->factor, c->origin, to, &window);
    bl_band_factor(&window);
    c->factor = window;
    c->dof_count = window.size;
}

// x <- Mhat^-1 H^T, on the dofs in the window.
static void respond(bl_step_rods* s, uint32_t rod)
{
    bl_step_rod* r = &s->rods[rod];
    const bl_rod_coupling* c = &s->set.couplings[rod];
    size_t stride = c->stride, last = c->factor.a != NULL ? c->origin + c->factor.size : r->dof_count;
    memset(r->x + r->from * stride, 0, (last - r->from) * stride * sizeof(double));
    for (uint32_t k = 0; k < r->span_count; k++) {
        const bl_rod_row_span* span = &s->spans[r->first_span + k];
        for (uint32_t i = 0; i < span->count; i++)
            r->x[(span->first + i) * stride + span->row] += s->values[span->at + i];
    }
    if (c->factor.a != NULL)
        bl_band_solve_many(&c->factor, r->x + c->origin * stride, (uint32_t)stride, r->from - c->origin);
    else
        r->ops->solve(&r->rod, r->x, (uint32_t)stride, r->from);
}

// w += h x from column `from` on; both have room for whole vectors.
static void add_to_w(double* restrict w, const double* restrict x, double h, size_t from, size_t stride)
{
    for (size_t j = from / STRIDE * STRIDE; j < stride; j += STRIDE) {
        w[j] += h * x[j];
        w[j + 1] += h * x[j + 1];
        w[j + 2] += h * x[j + 2];
        w[j + 3] += h * x[j + 3];
    }
}

#define TILE 32 // of a matrix, that stays in the cache while it is turned round

// The lower triangle is that above.
static void copy_upper_triangle(double* w, size_t count, size_t stride)
{
    for (size_t top = 0; top < count; top += TILE)
        for (size_t left = 0; left <= top; left += TILE)
            for (size_t i = top; i < count && i < top + TILE; i++)
                for (size_t j = left; j < i && j < left + TILE; j++)
                    w[i * stride + j] = w[j * stride + i];
}

// W = H Mhat^-1 H^T of one rod, by its upper triangle.
static void assemble(bl_step_rods* s, uint32_t rod)
{
    BELAY_ASSERT(rod < s->set.coupling_count);
    bl_step_rod* r = &s->rods[rod];
    bl_rod_coupling* c = &s->set.couplings[rod];
    size_t stride = c->stride;
    uint32_t to;
    find_window(s, r, &to);
    if (c->count == 0) return;
    set_factor(s, rod, to);
    if (c->inverse.a != NULL) {
        c->inverse.size = c->factor.size;
        c->inverse.bandwidth = c->factor.bandwidth;
        bl_band_invert(&c->factor, &c->inverse);
        return;
    }
    respond(s, rod);
    if (bl_rod_is_matrix_free(c)) return;
    memset(c->w, 0, c->count * stride * sizeof(double));
    for (uint32_t k = 0; k < r->span_count; k++) {
        const bl_rod_row_span* span = &s->spans[r->first_span + k];
        for (uint32_t i = 0; i < span->count; i++)
            add_to_w(c->w + span->row * stride, r->x + (span->first + i) * stride, s->values[span->at + i], span->row,
                     stride);
    }
    copy_upper_triangle(c->w, c->count, stride);
}

// What forming all that takes, in floating-point operations.
static double forming_flops(const bl_step_rods* s)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < s->set.coupling_count; i++) {
        const bl_rod_coupling* c = &s->set.couplings[i];
        if (c->count == 0) continue;
        double columns = c->stride, bandwidth = c->factor.a != NULL ? c->factor.bandwidth : c->dof_count;
        if (c->inverse.a != NULL) columns = bandwidth + 4.0 / 3.0 * s->rods[i].rows_on_itself;
        sum += 2.0 * c->dof_count * bandwidth * columns;
        for (uint32_t k = 0; k < c->span_count && !bl_rod_is_matrix_free(c); k++)
            sum += 1.0 * c->spans[k].count * c->stride;
    }
    return sum;
}

int64_t bl_step_rod_couple(bl_step_rods* s)
{
    for (uint32_t i = 0; i < s->set.coupling_count; i++)
        assemble(s, i);
    return (int64_t)(forming_flops(s) / BL_FLOPS_PER_CONTACT);
}
