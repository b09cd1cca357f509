// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Two contacts have a block when they share a body that can move.

#include "solver/assemble/assemble_rows.h"

#include "belay/result.h"
#include "core/alloc.h"

#include <string.h>

// The contacts of each body that can move: contact[start[body]] ... contact[start[body + 1] - 1], ascending.
typedef struct incidence {
    uint32_t body_count;
    int32_t* start;   // [body_count + 1]
    int32_t* contact; // [2 contacts at most]
} incidence;

// ------------------------------------------------------------------------------------------------------------------
// Which blocks there are
// ------------------------------------------------------------------------------------------------------------------

// A body that cannot be moved has no inverse mass; then its inverse inertia is zero too.
static bool moves(const bl_response* responses, uint32_t body)
{
    return responses[body].inverse_mass > 0.0;
}

static const bl_contact_row* row_at(const bl_contact_rows* from, int32_t a)
{
    return &from->rows[from->order != NULL ? from->order[a] : (uint32_t)a];
}

// Bodies may have gone since the step, so their number is taken from the rows.
static uint32_t count_bodies(const bl_contact_rows* from)
{
    uint32_t bodies = 0;
    for (int32_t a = 0; a < from->count; a++) {
        const bl_contact_row* row = row_at(from, a);
        if (row->body_a >= bodies) bodies = row->body_a + 1;
        if (row->body_b >= bodies) bodies = row->body_b + 1;
    }
    return bodies;
}

static size_t start_size(const incidence* in)
{
    return ((size_t)in->body_count + 1) * sizeof *in->start;
}

static size_t contact_size(int32_t count)
{
    return 2 * ((size_t)count + 1) * sizeof(int32_t);
}

static void incidence_fini(incidence* in, int32_t count, const belay_allocator* allocator)
{
    bl_free(allocator, in->start, start_size(in));
    bl_free(allocator, in->contact, contact_size(count));
}

static void enter(incidence* in, const bl_response* responses, uint32_t body, int32_t contact)
{
    if (moves(responses, body)) in->contact[in->start[body]++] = contact;
}

// False when memory runs out.
static bool incidence_init(incidence* in, const bl_contact_rows* from, const belay_allocator* allocator)
{
    const bl_response* responses = from->responses;
    in->body_count = count_bodies(from);
    in->start = bl_allocate(allocator, start_size(in));
    in->contact = bl_allocate(allocator, contact_size(from->count));
    if (in->start == NULL || in->contact == NULL) return false;
    for (int32_t a = 0; a < from->count; a++) {
        const bl_contact_row* row = row_at(from, a);
        if (moves(responses, row->body_a)) in->start[row->body_a + 1]++;
        if (moves(responses, row->body_b)) in->start[row->body_b + 1]++;
    }
    for (uint32_t b = 0; b < in->body_count; b++)
        in->start[b + 1] += in->start[b];
    // Entering moves each start to its end, that is, to where the next one began.
    for (int32_t a = 0; a < from->count; a++) {
        enter(in, responses, row_at(from, a)->body_a, a);
        enter(in, responses, row_at(from, a)->body_b, a);
    }
    memmove(in->start + 1, in->start, start_size(in) - sizeof *in->start);
    in->start[0] = 0;
    return true;
}

typedef struct span {
    const int32_t *at, *end;
} span;

static span contacts_of(const incidence* in, const bl_response* responses, uint32_t body)
{
    span s = {in->contact, in->contact};
    if (!moves(responses, body)) return s;
    s.at = in->contact + in->start[body];
    s.end = in->contact + in->start[body + 1];
    return s;
}

// Merges the contacts of the row's two bodies; columns may be null to count them only.
static int32_t find_columns(const incidence* in, const bl_contact_row* row, const bl_response* responses,
                            int32_t* columns)
{
    span a = contacts_of(in, responses, row->body_a), b = contacts_of(in, responses, row->body_b);
    int32_t count = 0;
    while (a.at < a.end || b.at < b.end) {
        int32_t next = a.at < a.end && (b.at == b.end || *a.at <= *b.at) ? *a.at : *b.at;
        if (a.at < a.end && *a.at == next) a.at++;
        if (b.at < b.end && *b.at == next) b.at++;
        if (columns != NULL) columns[count] = next;
        count++;
    }
    return count;
}

static void fill(belay_problem* p, const bl_contact_rows* from, const incidence* in)
{
    for (int32_t a = 0; a < p->contact_count; a++) {
        const bl_contact_row* row = row_at(from, a);
        int32_t begin = p->row_start[a];
        p->row_start[a + 1] = begin + find_columns(in, row, from->responses, p->column + begin);
        for (int32_t k = begin; k < p->row_start[a + 1]; k++)
            bl_contact_row_coupling(row, row_at(from, p->column[k]), from->responses, p->blocks + 9 * (size_t)k);
        p->mu[a] = row->mu;
        memcpy(p->q + 3 * (size_t)a, from->free + 3 * (row - from->rows), 3 * sizeof *p->q);
        memcpy(p->r + 3 * (size_t)a, row->r, sizeof row->r);
    }
}

static belay_result assemble(const bl_contact_rows* from, const incidence* in, const belay_allocator* allocator,
                             belay_problem** problem, belay_error* error)
{
    int64_t blocks = 0;
    for (int32_t a = 0; a < from->count; a++)
        blocks += find_columns(in, row_at(from, a), from->responses, NULL);
    if (blocks > INT32_MAX / 9)
        return belay_error_set(error, BELAY_ERROR_MEMORY, "%lld blocks are too many", (long long)blocks);
    belay_result result = belay_problem_create(from->count, (int32_t)blocks, allocator, problem, error);
    if (result == BELAY_OK) fill(*problem, from, in);
    return result;
}

belay_result bl_contact_rows_assemble(const bl_contact_rows* from, const belay_allocator* allocator,
                                      belay_problem** problem, belay_error* error)
{
    incidence in = {0, NULL, NULL};
    belay_result result;
    if (incidence_init(&in, from, allocator))
        result = assemble(from, &in, allocator, problem, error);
    else
        result = belay_error_set(error, BELAY_ERROR_MEMORY, "no memory for %d contacts", from->count);
    incidence_fini(&in, from->count, allocator);
    return result;
}
