// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/library/pivoted_lu.h"

#if defined(BELAY_HAVE_SUITESPARSE)

#include <klu.h>
#include <string.h>

// The matrix by rows, which KLU takes for the columns of the transpose.
struct bl_pivoted_lu {
    const belay_problem* problem;
    bl_pivoted_matrix matrix;
    int32_t* place; // [n] position of a contact among those that are not open
    int size;
    int* start;     // [3n + 1]
    int* column;    // [9 block_count]
    double* value;  // [9 block_count]
    double* packed; // [3n]
    klu_common common;
    klu_symbolic* symbolic;
    klu_numeric* numeric;
};

static bl_pivoted_lu* create(bl_solve* solve)
{
    size_t n = (size_t)solve->n, entries = 9 * (size_t)solve->problem->block_count;
    bl_pivoted_lu* lu = bl_solve_allocate(solve, sizeof *lu);
    if (lu == NULL) return NULL;
    lu->problem = solve->problem;
    klu_defaults(&lu->common);
    lu->common.btf = 0;
    lu->common.scale = 0;
    lu->place = bl_solve_allocate(solve, n * sizeof *lu->place);
    lu->start = bl_solve_allocate(solve, (3 * n + 1) * sizeof *lu->start);
    lu->column = bl_solve_allocate(solve, entries * sizeof *lu->column);
    lu->value = bl_solve_allocate(solve, entries * sizeof *lu->value);
    lu->packed = bl_solve_allocate(solve, 3 * n * sizeof(double));
    return solve->is_out_of_memory ? NULL : lu;
}

void bl_pivoted_lu_forget(bl_pivoted_lu* lu)
{
    if (lu == NULL) return;
    if (lu->numeric != NULL) klu_free_numeric(&lu->numeric, &lu->common);
    if (lu->symbolic != NULL) klu_free_symbolic(&lu->symbolic, &lu->common);
    lu->numeric = NULL;
    lu->symbolic = NULL;
}

// Row i of contact a.
static void pack_row(bl_pivoted_lu* lu, uint32_t a, int i)
{
    const belay_problem* p = lu->problem;
    int row = 3 * lu->place[a] + i, at = lu->start[row];
    for (int32_t k = p->row_start[a]; k < p->row_start[a + 1]; k++) {
        int32_t b = p->column[k];
        if (lu->matrix.is_open[b]) continue;
        for (int c = 0; c < 3; c++, at++) {
            lu->column[at] = 3 * lu->place[b] + c;
            lu->value[at] = lu->matrix.blocks[9 * (size_t)k + 3 * (size_t)i + (size_t)c];
        }
    }
    lu->start[row + 1] = at;
}

static void pack_rows(bl_pivoted_lu* lu)
{
    int32_t next = 0, n = lu->problem->contact_count;
    const uint32_t* order = lu->matrix.order;
    for (int32_t i = 0; i < n; i++)
        if (!lu->matrix.is_open[order[i]]) lu->place[order[i]] = next++;
    lu->size = 3 * next;
    lu->start[0] = 0;
    for (int32_t i = 0; i < n; i++)
        for (int c = 0; c < 3 && !lu->matrix.is_open[order[i]]; c++)
            pack_row(lu, order[i], c);
}

// The unknowns are numbered in the order of elimination, so KLU's analysis only makes room.
bool bl_pivoted_lu_factor(bl_pivoted_lu** lu, bl_solve* solve, const bl_pivoted_matrix* matrix)
{
    if (*lu == NULL) *lu = create(solve);
    bl_pivoted_lu* f = *lu;
    if (f == NULL) return false;
    bl_pivoted_lu_forget(f);
    f->matrix = *matrix;
    pack_rows(f);
    f->symbolic = klu_analyze_given(f->size, f->start, f->column, NULL, NULL, &f->common);
    if (f->symbolic == NULL) return false;
    f->numeric = klu_factor(f->start, f->column, f->value, f->symbolic, &f->common);
    return f->numeric != NULL && f->common.status == KLU_OK;
}

void bl_pivoted_lu_solve(bl_pivoted_lu* lu, double* x)
{
    int32_t n = lu->problem->contact_count;
    for (int32_t a = 0; a < n; a++)
        if (!lu->matrix.is_open[a]) memcpy(lu->packed + 3 * (size_t)lu->place[a], x + 3 * (size_t)a, 3 * sizeof *x);
    klu_tsolve(lu->symbolic, lu->numeric, lu->size, 1, lu->packed, &lu->common);
    for (int32_t a = 0; a < n; a++)
        if (!lu->matrix.is_open[a]) memcpy(x + 3 * (size_t)a, lu->packed + 3 * (size_t)lu->place[a], 3 * sizeof *x);
}

#else

bool bl_pivoted_lu_factor(bl_pivoted_lu** lu, bl_solve* solve, const bl_pivoted_matrix* matrix)
{
    (void)lu;
    (void)solve;
    (void)matrix;
    return false;
}

void bl_pivoted_lu_solve(bl_pivoted_lu* lu, double* x)
{
    (void)lu;
    (void)x;
}

void bl_pivoted_lu_forget(bl_pivoted_lu* lu)
{
    (void)lu;
}

#endif
