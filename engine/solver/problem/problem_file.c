// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Problems and impulses as text files.

#include "belay/problem.h"

#include "belay/result.h"
#include "core/alloc.h"
#include "solver/problem/problem_text.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------------------------
// Problems
// ------------------------------------------------------------------------------------------------------------------

// The fewest characters that a contact (mu, its diagonal block, its q) and a block need; so a count that the file
// cannot hold is refused before memory is asked for.
#define MIN_BLOCK_SIZE 22
#define MIN_CONTACT_SIZE (2 + MIN_BLOCK_SIZE + 6)

// A problem being read.
typedef struct reading {
    bl_text_scanner* s;
    const belay_allocator* allocator;
    int32_t contacts, blocks;
    double* mu;     // until there is a problem
    int32_t* lines; // where each block stands
    belay_problem* problem;
} reading;

static size_t at_least_one(int32_t count, size_t size)
{
    return (count > 0 ? (size_t)count : 1) * size;
}

static belay_result read_magic(bl_text_scanner* s)
{
    bl_word w;
    belay_result result = bl_word_next(s, "'dfcp'", &w);
    if (result != BELAY_OK) return result;
    if (w.size != 4 || memcmp(w.text, "dfcp", 4) != 0) return bl_word_refuse(s, w, "malformed: no 'dfcp' but", "");
    result = bl_word_next(s, "the version", &w);
    if (result != BELAY_OK) return result;
    return w.size == 1 && w.text[0] == '1' ? BELAY_OK : bl_word_refuse(s, w, "malformed: unknown version", "");
}

static belay_result read_count(bl_text_scanner* s, const char* what, int32_t least, size_t min_size, int32_t* count)
{
    belay_result result = bl_word_integer(s, what, count);
    if (result != BELAY_OK) return result;
    if (*count < least)
        return belay_error_set(s->error, BELAY_ERROR_VALUE,
                               "%s:%" PRId32 ": out of range: %s is %" PRId32 "; it must be at least %" PRId32,
                               bl_text_path(s->path), s->word_line, what, *count, least);
    size_t left = (size_t)(s->end - s->at) + 1;
    if ((size_t)*count > left / min_size)
        return belay_error_set(s->error, BELAY_ERROR_VALUE,
                               "%s:%" PRId32 ": truncated: %s is %" PRId32
                               ", too many for the %zu characters that follow",
                               bl_text_path(s->path), s->word_line, what, *count, left - 1);
    return BELAY_OK;
}

static belay_result read_mu(reading* rd)
{
    for (int32_t a = 0; a < rd->contacts; a++) {
        belay_result result = bl_word_number(rd->s, "mu", &rd->mu[a]);
        if (result != BELAY_OK) return result;
        if (rd->mu[a] < 0.0)
            return belay_error_set(rd->s->error, BELAY_ERROR_VALUE,
                                   "%s:%" PRId32 ": out of range: mu of contact %" PRId32
                                   " is %g; it must be at least 0",
                                   bl_text_path(rd->s->path), rd->s->word_line, a, rd->mu[a]);
    }
    return BELAY_OK;
}

static belay_result read_index(reading* rd, const char* what, int32_t* value)
{
    belay_result result = bl_word_integer(rd->s, what, value);
    if (result != BELAY_OK || (*value >= 0 && *value < rd->contacts)) return result;
    return belay_error_set(rd->s->error, BELAY_ERROR_VALUE,
                           "%s:%" PRId32 ": out of range: %s is %" PRId32 ", and there are %" PRId32 " contacts",
                           bl_text_path(rd->s->path), rd->s->word_line, what, *value, rd->contacts);
}

static belay_result fail_block(const reading* rd, int32_t line, const char* kind, int32_t i, int32_t j,
                               const char* text)
{
    return belay_error_set(rd->s->error, BELAY_ERROR_VALUE, "%s:%" PRId32 ": %s: block (%" PRId32 ", %" PRId32 ") %s",
                           bl_text_path(rd->s->path), line, kind, i, j, text);
}

static belay_result read_block(reading* rd, int32_t k, int32_t* row, int32_t* last)
{
    belay_problem* p = rd->problem;
    int32_t i, j;
    belay_result result = read_index(rd, "the row of a block", &i);
    int32_t line = rd->s->word_line;
    if (result == BELAY_OK) result = read_index(rd, "the column of a block", &j);
    if (result != BELAY_OK) return result;
    if (i == *row && j == *last) return fail_block(rd, line, "repeated", i, j, "is there already");
    if (i < *row || (i == *row && j < *last))
        return fail_block(rd, line, "unsorted", i, j, "must stand before the one above");
    if (i > *row) *last = -1;
    while (*row < i)
        p->row_start[++*row] = k;
    *last = p->column[k] = j;
    rd->lines[k] = line;
    return bl_word_numbers(rd->s, "the end of a block", p->blocks + 9 * (size_t)k, 9);
}

static belay_result read_blocks(reading* rd)
{
    int32_t row = -1, last = -1;
    belay_result result = BELAY_OK;
    for (int32_t k = 0; k < rd->blocks && result == BELAY_OK; k++)
        result = read_block(rd, k, &row, &last);
    while (row < rd->contacts)
        rd->problem->row_start[++row] = rd->blocks;
    return result;
}

static belay_result check_diagonal(const reading* rd)
{
    const belay_problem* p = rd->problem;
    for (int32_t a = 0; a < rd->contacts; a++) {
        int32_t k = p->row_start[a], end = p->row_start[a + 1];
        while (k < end && p->column[k] < a)
            k++;
        if (k < end && p->column[k] == a) continue;
        // Where it should have stood: behind the block before it.
        int32_t line = k > 0 ? rd->lines[k - 1] : rd->lines[0];
        return fail_block(rd, line, "without diagonal", a, a, "is missing behind this line");
    }
    return BELAY_OK;
}

// Going through W row by row, the blocks of every column come in ascending rows, which is also the order in which their
// partners stand in the row of that number: one mark per row walks along it.
static belay_result check_partners(const reading* rd, int32_t* mark)
{
    const belay_problem* p = rd->problem;
    memcpy(mark, p->row_start, (size_t)rd->contacts * sizeof *mark);
    for (int32_t i = 0; i < rd->contacts; i++) {
        for (int32_t k = p->row_start[i]; k < p->row_start[i + 1]; k++) {
            int32_t j = p->column[k], m = mark[j];
            if (m == p->row_start[j + 1] || p->column[m] > i)
                return fail_block(rd, rd->lines[k], "without partner", i, j, "is here, but not its transposed one");
            if (p->column[m] < i)
                return fail_block(rd, rd->lines[m], "without partner", j, p->column[m],
                                  "is here, but not its transposed one");
            mark[j]++;
        }
    }
    return BELAY_OK;
}

// Everything behind the contact count. Memory that is only needed while reading is in rd.
static belay_result read_body(reading* rd, int32_t* mark)
{
    belay_result result = read_mu(rd);
    if (result == BELAY_OK) result = read_count(rd->s, "the block count", rd->contacts, MIN_BLOCK_SIZE, &rd->blocks);
    if (result != BELAY_OK) return result;
    result = belay_problem_create(rd->contacts, rd->blocks, rd->allocator, &rd->problem, rd->s->error);
    if (result != BELAY_OK) return result;
    rd->lines = bl_allocate(rd->allocator, at_least_one(rd->blocks, sizeof *rd->lines));
    if (rd->lines == NULL) return bl_text_no_memory(rd->s->path, rd->s->error);
    memcpy(rd->problem->mu, rd->mu, (size_t)rd->contacts * sizeof(double));
    result = read_blocks(rd);
    if (result == BELAY_OK) result = bl_word_numbers(rd->s, "the end of q", rd->problem->q, 3 * (size_t)rd->contacts);
    if (result == BELAY_OK) result = bl_text_expect_end(rd->s);
    if (result == BELAY_OK) result = check_diagonal(rd);
    if (result == BELAY_OK) result = check_partners(rd, mark);
    return result;
}

static belay_result read_problem(bl_text_scanner* s, const belay_allocator* allocator, belay_problem** problem)
{
    reading rd = {.s = s, .allocator = allocator};
    belay_result result = read_magic(s);
    if (result == BELAY_OK) result = read_count(s, "the contact count", 0, MIN_CONTACT_SIZE, &rd.contacts);
    if (result != BELAY_OK) return result;
    rd.mu = bl_allocate(allocator, at_least_one(rd.contacts, sizeof *rd.mu));
    int32_t* mark = bl_allocate(allocator, at_least_one(rd.contacts, sizeof *mark));
    result = rd.mu != NULL && mark != NULL ? read_body(&rd, mark) : bl_text_no_memory(s->path, s->error);
    bl_free(allocator, mark, at_least_one(rd.contacts, sizeof *mark));
    bl_free(allocator, rd.lines, at_least_one(rd.blocks, sizeof *rd.lines));
    bl_free(allocator, rd.mu, at_least_one(rd.contacts, sizeof *rd.mu));
    if (result != BELAY_OK)
        belay_problem_destroy(rd.problem);
    else
        *problem = rd.problem;
    return result;
}

belay_result belay_problem_read(const char* path, const belay_allocator* allocator, belay_problem** problem,
                                belay_error* error)
{
    if (problem == NULL)
        return belay_error_set(error, BELAY_ERROR_VALUE, "belay_problem_read: problem is null; it must be given");
    belay_allocator from = allocator != NULL ? *allocator : bl_allocator_default();
    bl_file_text text;
    belay_result result = bl_text_read(path, &from, &text, error);
    if (result == BELAY_OK) {
        bl_text_scanner s = {text.bytes, text.bytes + text.size, 1, 1, path, error};
        result = read_problem(&s, &from, problem);
    }
    bl_text_free(&text);
    return result == BELAY_OK ? bl_text_ok(error) : result;
}

static void put_blocks(bl_text_writer* w, const belay_problem* p)
{
    for (int32_t a = 0; a < p->contact_count; a++) {
        for (int32_t k = p->row_start[a]; k < p->row_start[a + 1]; k++) {
            bl_text_put_integer(w, a, ' ');
            bl_text_put_integer(w, p->column[k], ' ');
            for (size_t i = 0; i < 9; i++)
                bl_text_put_number(w, p->blocks[9 * (size_t)k + i], i < 8 ? ' ' : '\n');
        }
    }
}

belay_result belay_problem_write(const belay_problem* problem, const char* path, belay_error* error)
{
    belay_result result = belay_problem_check(problem, error);
    bl_text_writer w;
    if (result == BELAY_OK) result = bl_text_open(&w, path, error);
    if (result != BELAY_OK) return result;
    const belay_problem* p = problem;
    bl_text_put(&w, "dfcp 1\n", 7);
    bl_text_put_integer(&w, p->contact_count, '\n');
    for (int32_t a = 0; a < p->contact_count; a++)
        bl_text_put_number(&w, p->mu[a], '\n');
    bl_text_put_integer(&w, p->block_count, '\n');
    put_blocks(&w, p);
    for (size_t i = 0; i < 3 * (size_t)p->contact_count; i++)
        bl_text_put_number(&w, p->q[i], i % 3 < 2 ? ' ' : '\n');
    return bl_text_close(&w, path, error);
}

// ------------------------------------------------------------------------------------------------------------------
// Impulses
// ------------------------------------------------------------------------------------------------------------------

static void put_comment(bl_text_writer* w, const char* comment)
{
    while (*comment != '\0') {
        size_t size = strcspn(comment, "\r\n");
        bl_text_put(w, "# ", size > 0 ? 2 : 1);
        bl_text_put(w, comment, size);
        bl_text_put(w, "\n", 1);
        comment += size;
        if (*comment == '\r') comment++;
        if (*comment == '\n') comment++;
    }
}

static belay_result check_impulses(const double* r, int32_t contact_count, bool must_be_finite, belay_error* error)
{
    if (contact_count < 0)
        return belay_error_set(error, BELAY_ERROR_VALUE, "contact_count is %" PRId32 "; it must be at least 0",
                               contact_count);
    if (r == NULL && contact_count > 0) return belay_error_set(error, BELAY_ERROR_VALUE, "r is null; it must be given");
    for (size_t i = 0; must_be_finite && i < 3 * (size_t)contact_count; i++)
        if (!isfinite(r[i]))
            return belay_error_set(error, BELAY_ERROR_VALUE, "r[%zu] is %g; it must be finite", i, r[i]);
    return BELAY_OK;
}

belay_result belay_impulses_write(const char* path, const double* r, int32_t contact_count, const char* comment,
                                  belay_error* error)
{
    belay_result result = check_impulses(r, contact_count, true, error);
    bl_text_writer w;
    if (result == BELAY_OK) result = bl_text_open(&w, path, error);
    if (result != BELAY_OK) return result;
    if (comment != NULL) put_comment(&w, comment);
    for (size_t i = 0; i < 3 * (size_t)contact_count; i++)
        bl_text_put_number(&w, r[i], '\n');
    return bl_text_close(&w, path, error);
}

// Reads into `values`, or only counts on when it is null, so that r stays as it was when something is wrong.
static belay_result scan_impulses(bl_text_scanner s, size_t count, double* values)
{
    for (size_t i = 0; i < count; i++) {
        double value = 0.0;
        bl_text_skip_comments(&s);
        belay_result result = bl_word_number(&s, "the last impulse", &value);
        if (result != BELAY_OK) return result;
        if (values != NULL) values[i] = value;
    }
    bl_text_skip_comments(&s);
    return bl_text_expect_end(&s);
}

belay_result belay_impulses_read(const char* path, double* r, int32_t contact_count, belay_error* error)
{
    belay_result result = check_impulses(r, contact_count, false, error);
    if (result != BELAY_OK) return result;
    belay_allocator allocator = bl_allocator_default();
    bl_file_text text;
    result = bl_text_read(path, &allocator, &text, error);
    if (result == BELAY_OK) {
        bl_text_scanner s = {text.bytes, text.bytes + text.size, 1, 1, path, error};
        size_t count = 3 * (size_t)contact_count;
        result = scan_impulses(s, count, NULL);
        if (result == BELAY_OK) scan_impulses(s, count, r);
    }
    bl_text_free(&text);
    return result == BELAY_OK ? bl_text_ok(error) : result;
}
