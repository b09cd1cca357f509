// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Making, destroying and checking a frictional contact problem.

#include "belay/problem.h"

#include "belay/result.h"
#include "core/alloc.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

// So that 3 contact_count and the sums of counts fit in an int32_t.
#define MAX_CONTACTS ((INT32_MAX - 1) / 3)
#define MAX_BLOCKS (INT32_MAX / 9)

// ------------------------------------------------------------------------------------------------------------------
// Memory
// ------------------------------------------------------------------------------------------------------------------

// An array of `count` elements; a problem without contacts has arrays too, so that nobody has to tell null apart.
static size_t array_size(size_t count, size_t element)
{
    return (count > 0 ? count : 1) * element;
}

static void free_arrays(belay_problem* p)
{
    size_t n = (size_t)p->contact_count, blocks = (size_t)p->block_count;
    bl_free(&p->allocator, p->mu, array_size(n, sizeof(double)));
    bl_free(&p->allocator, p->row_start, array_size(n + 1, sizeof(int32_t)));
    bl_free(&p->allocator, p->column, array_size(blocks, sizeof(int32_t)));
    bl_free(&p->allocator, p->blocks, array_size(9 * blocks, sizeof(double)));
    bl_free(&p->allocator, p->q, array_size(3 * n, sizeof(double)));
    bl_free(&p->allocator, p->r, array_size(3 * n, sizeof(double)));
}

static bool allocate_arrays(belay_problem* p)
{
    size_t n = (size_t)p->contact_count, blocks = (size_t)p->block_count;
    p->mu = bl_allocate(&p->allocator, array_size(n, sizeof(double)));
    p->row_start = bl_allocate(&p->allocator, array_size(n + 1, sizeof(int32_t)));
    p->column = bl_allocate(&p->allocator, array_size(blocks, sizeof(int32_t)));
    p->blocks = bl_allocate(&p->allocator, array_size(9 * blocks, sizeof(double)));
    p->q = bl_allocate(&p->allocator, array_size(3 * n, sizeof(double)));
    p->r = bl_allocate(&p->allocator, array_size(3 * n, sizeof(double)));
    return p->mu != NULL && p->row_start != NULL && p->column != NULL && p->blocks != NULL && p->q != NULL &&
           p->r != NULL;
}

static belay_result check_counts(int32_t contact_count, int32_t block_count, belay_error* error)
{
    if (contact_count < 0 || contact_count > MAX_CONTACTS)
        return belay_error_set(error, BELAY_ERROR_VALUE, "contact_count is %" PRId32 "; it must be 0 to %" PRId32,
                               contact_count, (int32_t)MAX_CONTACTS);
    if (block_count < contact_count || block_count > MAX_BLOCKS)
        return belay_error_set(error, BELAY_ERROR_VALUE,
                               "block_count is %" PRId32 "; it must be %" PRId32 " (the contacts) to %" PRId32,
                               block_count, contact_count, (int32_t)MAX_BLOCKS);
    return BELAY_OK;
}

static belay_result clear(belay_error* error)
{
    if (error != NULL) memset(error, 0, sizeof *error);
    return BELAY_OK;
}

belay_result belay_problem_create(int32_t contact_count, int32_t block_count, const belay_allocator* allocator,
                                  belay_problem** problem, belay_error* error)
{
    if (problem == NULL) return belay_error_set(error, BELAY_ERROR_VALUE, "belay_problem_create: problem is null");
    belay_result result = check_counts(contact_count, block_count, error);
    if (result != BELAY_OK) return result;
    belay_allocator from = allocator != NULL ? *allocator : bl_allocator_default();
    belay_problem* p = bl_allocate(&from, sizeof *p);
    if (p != NULL) {
        p->contact_count = contact_count;
        p->block_count = block_count;
        p->allocator = from;
    }
    if (p == NULL || !allocate_arrays(p)) {
        belay_problem_destroy(p);
        return belay_error_set(error, BELAY_ERROR_MEMORY,
                               "no memory for a problem of %" PRId32 " contacts, %" PRId32 " blocks", contact_count,
                               block_count);
    }
    *problem = p;
    return clear(error);
}

void belay_problem_destroy(belay_problem* problem)
{
    if (problem == NULL) return;
    belay_allocator from = problem->allocator;
    free_arrays(problem);
    bl_free(&from, problem, sizeof *problem);
}

// ------------------------------------------------------------------------------------------------------------------
// Checks
// ------------------------------------------------------------------------------------------------------------------

// x - x is 0 for finite numbers and NaN for others, and so is their sum: four sums side by side let the processor go
// through an array several numbers at a time, which matters where a small problem is solved in microseconds.
static bool are_finite(const double* x, size_t count)
{
    double s0 = 0.0, s1 = 0.0, s2 = 0.0, s3 = 0.0;
    size_t i = 0;
    for (; i + 4 <= count; i += 4) {
        s0 += x[i] - x[i];
        s1 += x[i + 1] - x[i + 1];
        s2 += x[i + 2] - x[i + 2];
        s3 += x[i + 3] - x[i + 3];
    }
    for (; i < count; i++)
        s0 += x[i] - x[i];
    return s0 + s1 + s2 + s3 == 0.0;
}

static belay_result check_numbers(const char* name, const double* x, size_t count, belay_error* error)
{
    if (are_finite(x, count)) return BELAY_OK;
    for (size_t i = 0; i < count; i++)
        if (!isfinite(x[i])) return belay_error_set(error, BELAY_ERROR_VALUE, "%s[%zu] is %g", name, i, x[i]);
    return BELAY_OK;
}

static belay_result check_arrays(const belay_problem* p, belay_error* error)
{
    const void* const arrays[] = {p->mu, p->row_start, p->column, p->blocks, p->q, p->r};
    static const char* const names[] = {"mu", "row_start", "column", "blocks", "q", "r"};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
        if (arrays[i] == NULL && p->contact_count > 0)
            return belay_error_set(error, BELAY_ERROR_VALUE, "%s is null", names[i]);
    return BELAY_OK;
}

// After this, all of row_start lies in 0 ... block_count.
static belay_result check_row_start(const belay_problem* p, belay_error* error)
{
    if (p->contact_count == 0 && p->row_start == NULL) return BELAY_OK;
    if (p->row_start[0] != 0)
        return belay_error_set(error, BELAY_ERROR_VALUE, "row_start[0] is %" PRId32 "; it must be 0", p->row_start[0]);
    for (int32_t a = 0; a < p->contact_count; a++)
        if (p->row_start[a + 1] < p->row_start[a] || p->row_start[a + 1] > p->block_count)
            return belay_error_set(error, BELAY_ERROR_VALUE,
                                   "row_start[%" PRId32 "] is %" PRId32 "; it must be %" PRId32 " to %" PRId32, a + 1,
                                   p->row_start[a + 1], p->row_start[a], p->block_count);
    if (p->row_start[p->contact_count] != p->block_count)
        return belay_error_set(error, BELAY_ERROR_VALUE,
                               "row_start[%" PRId32 "] is %" PRId32 "; it must be block_count, %" PRId32,
                               p->contact_count, p->row_start[p->contact_count], p->block_count);
    return BELAY_OK;
}

static belay_result check_row(const belay_problem* p, int32_t a, belay_error* error)
{
    bool has_diagonal = false;
    int32_t last = -1;
    for (int32_t k = p->row_start[a]; k < p->row_start[a + 1]; k++) {
        int32_t c = p->column[k];
        if (c < 0 || c >= p->contact_count)
            return belay_error_set(error, BELAY_ERROR_VALUE,
                                   "column[%" PRId32 "] is %" PRId32 "; it must be 0 to %" PRId32, k, c,
                                   p->contact_count - 1);
        if (c <= last)
            return belay_error_set(error, BELAY_ERROR_VALUE,
                                   "column[%" PRId32 "] is %" PRId32 " and follows %" PRId32 "; row %" PRId32
                                   " must ascend",
                                   k, c, last, a);
        has_diagonal = has_diagonal || c == a;
        last = c;
    }
    if (!has_diagonal)
        return belay_error_set(error, BELAY_ERROR_VALUE, "column has no diagonal block in row %" PRId32, a);
    return BELAY_OK;
}

static bool has_block(const belay_problem* p, int32_t row, int32_t wanted)
{
    int32_t low = p->row_start[row], high = p->row_start[row + 1];
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if (p->column[middle] < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return low < p->row_start[row + 1] && p->column[low] == wanted;
}

static belay_result missing_partner(const belay_problem* p, int32_t a, int32_t k, belay_error* error)
{
    return belay_error_set(error, BELAY_ERROR_VALUE,
                           "column[%" PRId32 "] is %" PRId32 " in row %" PRId32 ", but row %" PRId32
                           " has no block %" PRId32,
                           k, p->column[k], a, p->column[k], a);
}

// Where every block above the diagonal has its partner and there are as many below, those below have theirs.
static belay_result check_partners(const belay_problem* p, belay_error* error)
{
    int64_t above = 0;
    for (int32_t a = 0; a < p->contact_count; a++) {
        for (int32_t k = p->row_start[a + 1] - 1; k >= p->row_start[a] && p->column[k] > a; k--) {
            above++;
            if (!has_block(p, p->column[k], a)) return missing_partner(p, a, k, error);
        }
    }
    if (p->contact_count + 2 * above == p->block_count) return BELAY_OK;
    for (int32_t a = 0; a < p->contact_count; a++)
        for (int32_t k = p->row_start[a]; k < p->row_start[a + 1]; k++)
            if (!has_block(p, p->column[k], a)) return missing_partner(p, a, k, error);
    return BELAY_OK;
}

static belay_result check_pattern(const belay_problem* p, belay_error* error)
{
    belay_result result = check_row_start(p, error);
    for (int32_t a = 0; a < p->contact_count && result == BELAY_OK; a++)
        result = check_row(p, a, error);
    if (result == BELAY_OK) result = check_partners(p, error);
    return result;
}

belay_result belay_problem_check(const belay_problem* problem, belay_error* error)
{
    if (problem == NULL) return belay_error_set(error, BELAY_ERROR_VALUE, "problem is null");
    const belay_problem* p = problem;
    belay_result result = check_counts(p->contact_count, p->block_count, error);
    if (result == BELAY_OK) result = check_arrays(p, error);
    if (result == BELAY_OK) result = check_pattern(p, error);
    size_t n = (size_t)p->contact_count;
    if (result == BELAY_OK) result = check_numbers("mu", p->mu, n, error);
    for (size_t a = 0; a < n && result == BELAY_OK; a++)
        if (p->mu[a] < 0.0)
            result = belay_error_set(error, BELAY_ERROR_VALUE, "mu[%zu] is %g; it must be at least 0", a, p->mu[a]);
    if (result == BELAY_OK) result = check_numbers("blocks", p->blocks, 9 * (size_t)p->block_count, error);
    if (result == BELAY_OK) result = check_numbers("q", p->q, 3 * n, error);
    if (result == BELAY_OK) result = check_numbers("r", p->r, 3 * n, error);
    return result == BELAY_OK ? clear(error) : result;
}
