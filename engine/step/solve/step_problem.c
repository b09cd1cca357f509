// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The contact problem of the last step, assembled: the matrix-free solver never forms the blocks between contacts, a
// file and the other methods need them. Two contacts have a block when they share a body that can move.

#include "belay/problem.h"

#include "core/alloc.h"
#include "store/state.h"

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

// Bodies may have gone since the step, so their number is taken from the rows.
static uint32_t count_bodies(const bl_contact_row* rows, int32_t count)
{
    uint32_t bodies = 0;
    for (int32_t a = 0; a < count; a++) {
        if (rows[a].body_a >= bodies) bodies = rows[a].body_a + 1;
        if (rows[a].body_b >= bodies) bodies = rows[a].body_b + 1;
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
static bool incidence_init(incidence* in, const bl_step_scratch* s, int32_t count, const belay_allocator* allocator)
{
    const bl_contact_row* rows = s->solve.rows;
    const bl_response* responses = s->motion.responses;
    in->body_count = count_bodies(rows, count);
    in->start = bl_allocate(allocator, start_size(in));
    in->contact = bl_allocate(allocator, contact_size(count));
    if (in->start == NULL || in->contact == NULL) return false;
    for (int32_t a = 0; a < count; a++) {
        if (moves(responses, rows[a].body_a)) in->start[rows[a].body_a + 1]++;
        if (moves(responses, rows[a].body_b)) in->start[rows[a].body_b + 1]++;
    }
    for (uint32_t b = 0; b < in->body_count; b++)
        in->start[b + 1] += in->start[b];
    // Entering moves each start to its end, that is, to where the next one began.
    for (int32_t a = 0; a < count; a++) {
        enter(in, responses, rows[a].body_a, a);
        enter(in, responses, rows[a].body_b, a);
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

static void fill(belay_problem* p, const bl_step_scratch* s, const incidence* in)
{
    const bl_contact_row* rows = s->solve.rows;
    for (int32_t a = 0; a < p->contact_count; a++) {
        int32_t begin = p->row_start[a];
        p->row_start[a + 1] = begin + find_columns(in, &rows[a], s->motion.responses, p->column + begin);
        for (int32_t k = begin; k < p->row_start[a + 1]; k++)
            bl_contact_row_coupling(&rows[a], &rows[p->column[k]], s->motion.responses, p->blocks + 9 * (size_t)k);
        p->mu[a] = rows[a].block.mu;
        memcpy(p->q + 3 * (size_t)a, rows[a].q, sizeof rows[a].q);
        memcpy(p->r + 3 * (size_t)a, rows[a].r, sizeof rows[a].r);
    }
}

// ------------------------------------------------------------------------------------------------------------------
// The call
// ------------------------------------------------------------------------------------------------------------------

static belay_result assemble(const belay_world* world, int32_t count, const incidence* in, belay_problem** problem,
                             belay_error* error)
{
    const bl_step_scratch* s = &world->scratch;
    int64_t blocks = 0;
    for (int32_t a = 0; a < count; a++)
        blocks += find_columns(in, &s->solve.rows[a], s->motion.responses, NULL);
    if (blocks > INT32_MAX / 9)
        return bl_error_set(error, BELAY_ERROR_MEMORY, "belay_world_get_problem: %lld blocks are too many",
                            (long long)blocks);
    belay_result result = belay_problem_create(count, (int32_t)blocks, &world->def.allocator, problem, error);
    if (result == BELAY_OK) fill(*problem, s, in);
    return result;
}

belay_result belay_world_get_problem(const belay_world* world, belay_problem** problem, belay_error* error)
{
    if (world == NULL) return bl_error_set(error, BELAY_ERROR_HANDLE, "belay_world_get_problem: world is null");
    if (bl_check_owner(world) != BELAY_OK)
        return bl_error_set(error, BELAY_ERROR_BUSY, "belay_world_get_problem: another thread makes a step");
    if (problem == NULL) return bl_error_set(error, BELAY_ERROR_VALUE, "belay_world_get_problem: problem is null");
    // The account of a step that is under way, or that ran out of memory, has a number that is not reached yet.
    if (world->stats.step == 0 || world->stats.step != world->clock.step_count)
        return bl_error_set(error, BELAY_ERROR_STATE,
                            "belay_world_get_problem: no step has been made, or none since the world was restored");
    // What an impulse does to a rod no contact of two bodies tells, and holds of rods are no contacts.
    if (world->scratch.rods.set.count > 0)
        return bl_error_set(
            error, BELAY_ERROR_STATE,
            "belay_world_get_problem: %d contacts and %u other rows of rods took part in the step, which a "
            "problem of bodies alone would leave out",
            world->stats.rod_contacts, world->scratch.rods.attachment_elements);
    int32_t count = (int32_t)arrlen(world->published.contacts);
    const belay_allocator* allocator = &world->def.allocator;
    incidence in = {0, NULL, NULL};
    belay_result result;
    if (incidence_init(&in, &world->scratch, count, allocator))
        result = assemble(world, count, &in, problem, error);
    else
        result = bl_error_set(error, BELAY_ERROR_MEMORY, "belay_world_get_problem: no memory for %d contacts", count);
    incidence_fini(&in, count, allocator);
    return result;
}
