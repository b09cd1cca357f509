// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/sweep/colouring.h"

#include "core/alloc.h"
#include "core/assert.h"

#include <string.h>

#define LAST_COLOUR (BL_COLOURS - 1)
#define RUNS_PER_BLOCK 16u

void bl_colouring_fini(bl_colouring* c)
{
    arrfree(c->taken);
    arrfree(c->colours);
    arrfree(c->elements);
    arrfree(c->runs);
    arrfree(c->run_starts);
    arrfree(c->parts);
}

// ---------------------------------------------------------------------------------------------------------------------
// Colours
// ---------------------------------------------------------------------------------------------------------------------

static bool reserve(bl_colouring* c, uint32_t count, uint32_t bodies)
{
    bool ok = true;
    BL_ARRAY_RESERVE(c->taken, bodies, c->allocator, &ok);
    BL_ARRAY_RESERVE(c->colours, count, c->allocator, &ok);
    BL_ARRAY_RESERVE(c->elements, count, c->allocator, &ok);
    BL_ARRAY_RESERVE(c->runs, count + 1, c->allocator, &ok);
    BL_ARRAY_RESERVE(c->run_starts, count + 1, c->allocator, &ok);
    BL_ARRAY_RESERVE(c->parts, count / RUNS_PER_BLOCK + BL_COLOURS, c->allocator, &ok);
    return ok;
}

static bool is_same_pair(const bl_contact_row* a, const bl_contact_row* b)
{
    return a->body_a == b->body_a && a->body_b == b->body_b;
}

// Writes where the runs start; a joint is a run of its own. Returns their number.
static uint32_t find_runs(bl_colouring* c, const bl_row_set* set, const uint32_t* order, uint32_t count)
{
    uint32_t runs = 0;
    for (uint32_t k = 0; k < count; k++) {
        bool goes_on =
            k > 0 && order[k] < set->contact_count && is_same_pair(&set->rows[order[k - 1]], &set->rows[order[k]]);
        if (!goes_on) c->run_starts[runs++] = k;
    }
    c->run_starts[runs] = count;
    return runs;
}

static uint8_t first_free(uint64_t taken)
{
    uint8_t colour = 0;
    while (colour < LAST_COLOUR && (taken >> colour & 1) != 0)
        colour++;
    return colour;
}

static uint8_t colour_run(bl_colouring* c, const bl_contact_row* row, const bl_response* responses)
{
    BELAY_ASSERT(row->body_a != row->body_b);
    uint64_t* a = responses[row->body_a].inverse_mass > 0.0 ? &c->taken[row->body_a] : NULL;
    uint64_t* b = responses[row->body_b].inverse_mass > 0.0 ? &c->taken[row->body_b] : NULL;
    uint8_t colour = first_free((a != NULL ? *a : 0) | (b != NULL ? *b : 0));
    uint64_t bit = (uint64_t)1 << colour;
    if (a != NULL) *a |= bit;
    if (b != NULL) *b |= bit;
    return colour;
}

// A counting sort of the runs by colour.
static void sort_runs(bl_colouring* c, const uint32_t* order, uint32_t runs)
{
    uint32_t elements[BL_COLOURS] = {0}, next[BL_COLOURS];
    memset(c->first_run, 0, sizeof c->first_run);
    for (uint32_t i = 0; i < runs; i++) {
        c->first_run[c->colours[i] + 1]++;
        elements[c->colours[i]] += c->run_starts[i + 1] - c->run_starts[i];
    }
    uint32_t index = 0;
    for (int k = 0; k < BL_COLOURS; k++) {
        c->first_run[k + 1] += c->first_run[k];
        next[k] = c->first_run[k];
        uint32_t size = elements[k];
        elements[k] = index;
        index += size;
    }
    for (uint32_t i = 0; i < runs; i++) {
        uint8_t colour = c->colours[i];
        c->runs[next[colour]++] = elements[colour];
        for (uint32_t k = c->run_starts[i]; k < c->run_starts[i + 1]; k++)
            c->elements[elements[colour]++] = order[k];
    }
    c->runs[runs] = index;
}

bool bl_colouring_make(bl_colouring* c, const bl_row_set* set, const uint32_t* order, uint32_t count)
{
    uint32_t bodies = bl_row_set_body_limit(set, order, count);
    if (!reserve(c, count, bodies)) return false;
    if (bodies > 0) memset(c->taken, 0, bodies * sizeof *c->taken);
    uint32_t runs = find_runs(c, set, order, count);
    for (uint32_t i = 0; i < runs; i++) {
        uint32_t e = order[c->run_starts[i]];
        c->colours[i] = e < set->contact_count ? colour_run(c, &set->rows[e], set->responses) : LAST_COLOUR;
    }
    sort_runs(c, order, runs);
    return true;
}

// ---------------------------------------------------------------------------------------------------------------------
// Sweeps
// ---------------------------------------------------------------------------------------------------------------------

typedef struct colour_sweep {
    const bl_colouring* colouring;
    bl_sweep_fn* sweep;
    void* context;
    uint32_t first_run; // of the colour
    bl_sweep_part* parts;
} colour_sweep;

static bl_sweep_part sweep_runs(const colour_sweep* s, uint32_t begin, uint32_t end)
{
    BELAY_ASSERT(begin <= end);
    bl_sweep_part part = {0.0, 0.0, 0};
    const uint32_t *runs = s->colouring->runs + s->first_run, *elements = s->colouring->elements;
    s->sweep(s->context, elements + runs[begin], runs[end] - runs[begin], &part);
    return part;
}

static void sweep_range(void* context, uint32_t begin, uint32_t end, int worker)
{
    const colour_sweep* s = context;
    (void)worker;
    for (uint32_t i = begin; i < end; i += RUNS_PER_BLOCK)
        s->parts[i / RUNS_PER_BLOCK] = sweep_runs(s, i, end - i < RUNS_PER_BLOCK ? end : i + RUNS_PER_BLOCK);
}

bl_sweep_part bl_colouring_sweep(bl_colouring* c, bl_sweep_fn* sweep, void* context, bl_workers* workers)
{
    colour_sweep s = {c, sweep, context, 0, c->parts};
    for (int k = 0; k < LAST_COLOUR; k++) {
        uint32_t runs = c->first_run[k + 1] - c->first_run[k];
        if (runs == 0) continue;
        s.first_run = c->first_run[k];
        bl_workers_run(workers, runs, RUNS_PER_BLOCK, sweep_range, &s);
        s.parts += (runs + RUNS_PER_BLOCK - 1) / RUNS_PER_BLOCK;
    }
    s.first_run = c->first_run[LAST_COLOUR];
    bl_sweep_part total = sweep_runs(&s, 0, c->first_run[BL_COLOURS] - s.first_run);
    for (const bl_sweep_part* p = c->parts; p < s.parts; p++) {
        total.change += p->change;
        total.largest = p->largest > total.largest ? p->largest : total.largest;
        total.failures += p->failures;
    }
    return total;
}
