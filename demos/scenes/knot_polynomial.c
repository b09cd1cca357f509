// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// By Kauffman's bracket: each crossing is opened in two ways, weighted A and 1/A; a closed curve counts -A^2 - A^-2;
// the sum over all ways, times (-A^3)^-writhe, is the polynomial at t = A^-4. The crossings are added one after the
// other. What matters of those that have been is how the loose ends are joined, and states that agree in that are one:
// there are as many as there are ways to join them without a crossing, not two to the number of crossings.

#include "scenes/knot_polynomial.h"

#include <stdlib.h>
#include <string.h>

enum {
    ARCS = 2 * KNOT_POLYNOMIAL_CROSSINGS,
    MOST = 3 * KNOT_POLYNOMIAL_CROSSINGS + 4, // exponent of A, of either sign
    TERMS = 2 * MOST + 1,
    STATES = 1024,
    NONE = 255
};

// Partners of the arcs whose ends are loose; of all others, NONE.
typedef struct state {
    unsigned char partner[ARCS];
    int64_t terms[TERMS]; // of A^(i - MOST)
} state;

typedef struct state_list {
    state* states;
    int count;
} state_list;

// ------------------------------------------------------------------------------------------------------------------
// The arcs at each crossing
// ------------------------------------------------------------------------------------------------------------------

typedef struct passage {
    double place;
    int crossing;
    bool is_over;
} passage;

// Counter-clockwise, from the one by which what is under comes in.
typedef struct corner_arcs {
    unsigned char arcs[4];
} corner_arcs;

static int compare_passages(const void* a, const void* b)
{
    const passage *x = a, *y = b;
    return (x->place > y->place) - (x->place < y->place);
}

static void find_arcs(const knot_crossing* crossings, int count, corner_arcs* at)
{
    passage passages[ARCS];
    int in[KNOT_POLYNOMIAL_CROSSINGS][2]; // the passages under and over
    for (int i = 0; i < count; i++) {
        passages[2 * i] = (passage){crossings[i].under, i, false};
        passages[2 * i + 1] = (passage){crossings[i].over, i, true};
    }
    qsort(passages, (size_t)(2 * count), sizeof *passages, compare_passages);
    for (int i = 0; i < 2 * count; i++)
        in[passages[i].crossing][passages[i].is_over] = i;
    for (int i = 0; i < count; i++) {
        int under = in[i][0], over = in[i][1], right = over, left = (over + 1) % (2 * count);
        if (crossings[i].sign > 0) right = left, left = over;
        at[i] = (corner_arcs){{(unsigned char)under, (unsigned char)right, (unsigned char)((under + 1) % (2 * count)),
                               (unsigned char)left}};
    }
}

// ------------------------------------------------------------------------------------------------------------------
// States
// ------------------------------------------------------------------------------------------------------------------

static void multiply_by_loop(state* s)
{
    int64_t old[TERMS];
    memcpy(old, s->terms, sizeof old);
    memset(s->terms, 0, sizeof s->terms);
    for (int i = 2; i < TERMS - 2; i++) {
        s->terms[i + 2] -= old[i];
        s->terms[i - 2] -= old[i];
    }
}

static void shift(state* s, int by)
{
    int64_t old[TERMS];
    memcpy(old, s->terms, sizeof old);
    for (int i = 0; i < TERMS; i++)
        s->terms[i] = i - by >= 0 && i - by < TERMS ? old[i - by] : 0;
}

// The far end of what hangs on the arc, whose near end is no longer loose.
static int take_end(state* s, int arc)
{
    int far = s->partner[arc];
    if (far == NONE) return arc;
    s->partner[arc] = s->partner[far] = NONE;
    return far;
}

static void join(state* s, int a, int b)
{
    if (a == b || s->partner[a] == b) {
        if (a != b) take_end(s, a);
        multiply_by_loop(s);
        return;
    }
    int far_a = take_end(s, a), far_b = take_end(s, b);
    s->partner[far_a] = (unsigned char)far_b;
    s->partner[far_b] = (unsigned char)far_a;
}

static bool add_state(state_list* list, const state* s)
{
    for (int i = 0; i < list->count; i++) {
        if (memcmp(list->states[i].partner, s->partner, sizeof s->partner) != 0) continue;
        for (int k = 0; k < TERMS; k++)
            list->states[i].terms[k] += s->terms[k];
        return true;
    }
    if (list->count == STATES) return false;
    list->states[list->count++] = *s;
    return true;
}

static bool add_crossing(const state_list* from, state_list* to, corner_arcs at)
{
    to->count = 0;
    for (int i = 0; i < from->count; i++) {
        state a = from->states[i], b = a;
        join(&a, at.arcs[0], at.arcs[1]);
        join(&a, at.arcs[2], at.arcs[3]);
        shift(&a, 1);
        join(&b, at.arcs[0], at.arcs[3]);
        join(&b, at.arcs[1], at.arcs[2]);
        shift(&b, -1);
        if (!add_state(to, &a) || !add_state(to, &b)) return false;
    }
    return true;
}

// ------------------------------------------------------------------------------------------------------------------
// The polynomial
// ------------------------------------------------------------------------------------------------------------------

static bool trim(const int64_t* terms, int count, int low, knot_polynomial* p)
{
    int first = 0;
    *p = (knot_polynomial){0};
    while (first < count && terms[first] == 0)
        first++;
    while (count > first && terms[count - 1] == 0)
        count--;
    if (count - first > KNOT_POLYNOMIAL_TERMS) return false;
    p->low = count > first ? low + first : 0;
    p->count = count - first;
    memcpy(p->terms, terms + first, (size_t)p->count * sizeof *terms);
    return true;
}

// The bracket counts one closed curve more than the polynomial does: that factor is divided out, from the highest power
// down. Then A^-4 is t.
static bool finish(state* s, int writhe, knot_polynomial* jones)
{
    enum { POWERS = TERMS / 4 + 1 };
    int64_t quotient[TERMS + 2] = {0}, terms[2 * POWERS] = {0};
    for (int i = TERMS - 1; i >= 2; i--) // s = -(A^2 + A^-2) quotient
        quotient[i - 2] = -s->terms[i] - quotient[i + 2];
    for (int i = 0; i < TERMS; i++) {
        int power = i - MOST - 3 * writhe; // of A
        if (quotient[i] == 0) continue;
        if (power % 4 != 0 || abs(power / 4) >= POWERS) return false;
        terms[POWERS - power / 4] = writhe % 2 == 0 ? quotient[i] : -quotient[i];
    }
    return trim(terms, 2 * POWERS, -POWERS, jones);
}

static bool add_all(state_list lists[2], const knot_crossing* crossings, int count, knot_polynomial* jones)
{
    corner_arcs at[KNOT_POLYNOMIAL_CROSSINGS];
    int writhe = 0, now = 0;
    find_arcs(crossings, count, at);
    state* start = &lists[0].states[0];
    memset(start, 0, sizeof *start);
    memset(start->partner, NONE, sizeof start->partner);
    start->terms[MOST] = 1;
    lists[0].count = 1;
    if (count == 0) multiply_by_loop(start);
    for (int i = 0; i < count; i++, now = 1 - now) {
        if (!add_crossing(&lists[now], &lists[1 - now], at[i])) return false;
        writhe += crossings[i].sign;
    }
    return lists[now].count == 1 && finish(&lists[now].states[0], writhe, jones);
}

bool knot_jones(const knot_crossing* crossings, int count, knot_polynomial* jones)
{
    *jones = (knot_polynomial){0};
    if (count > KNOT_POLYNOMIAL_CROSSINGS) return false;
    state* room = malloc(2 * STATES * sizeof *room);
    if (room == NULL) return false;
    state_list lists[2] = {{room, 0}, {room + STATES, 0}};
    bool is_told = add_all(lists, crossings, count, jones);
    free(room);
    return is_told;
}

bool knot_polynomial_product(const knot_polynomial* a, const knot_polynomial* b, knot_polynomial* product)
{
    int64_t terms[2 * KNOT_POLYNOMIAL_TERMS] = {0};
    for (int i = 0; i < a->count; i++)
        for (int k = 0; k < b->count; k++)
            terms[i + k] += a->terms[i] * b->terms[k];
    return trim(terms, 2 * KNOT_POLYNOMIAL_TERMS, a->low + b->low, product);
}

knot_polynomial knot_polynomial_mirror(const knot_polynomial* p)
{
    knot_polynomial m = {.low = 1 - p->low - p->count, .count = p->count};
    for (int i = 0; i < p->count; i++)
        m.terms[i] = p->terms[p->count - 1 - i];
    return m;
}

bool knot_polynomial_is_same(const knot_polynomial* a, const knot_polynomial* b)
{
    return a->low == b->low && a->count == b->count &&
           memcmp(a->terms, b->terms, (size_t)a->count * sizeof *a->terms) == 0;
}

uint64_t knot_polynomial_determinant(const knot_polynomial* p)
{
    int64_t sum = 0;
    for (int i = 0; i < p->count; i++)
        sum += i % 2 == 0 ? p->terms[i] : -p->terms[i];
    return (uint64_t)(sum < 0 ? -sum : sum);
}
