// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Islands against a simple flood fill on random graphs.

#include "solver/sweep/islands.h"
#include "support/chance.h"

#include <criterion/criterion.h>
#include <string.h>

#define MAX_BODIES 80
#define MAX_CONTACTS 120

typedef struct graph {
    uint32_t bodies, contacts;
    bl_body_pair pairs[MAX_CONTACTS];
    uint32_t parent[MAX_BODIES], number[MAX_BODIES], of_contact[MAX_CONTACTS], begin[MAX_CONTACTS + 1];
    uint32_t order[MAX_CONTACTS];
    bl_islands islands;
} graph;

static void build(graph* g)
{
    memset(g->parent, 0xEE, sizeof g->parent);
    memset(g->number, 0xEE, sizeof g->number);
    memset(g->begin, 0xEE, sizeof g->begin);
    g->islands = (bl_islands){g->parent, g->number, g->of_contact, g->begin, g->order, 77};
    bl_islands_build(&g->islands, g->pairs, g->contacts);
}

// A third of the bodies are fixed; a contact between two fixed ones is not made.
static void make_random(graph* g, uint64_t* state)
{
    bool moves[MAX_BODIES];
    g->bodies = 1 + chance_whole(state) % MAX_BODIES;
    for (uint32_t i = 0; i < g->bodies; i++)
        moves[i] = chance_whole(state) % 3 != 0;
    uint32_t wanted = chance_whole(state) % (MAX_CONTACTS + 1);
    g->contacts = 0;
    for (uint32_t i = 0; i < wanted; i++) {
        uint32_t a = chance_whole(state) % g->bodies, b = chance_whole(state) % g->bodies;
        if (a == b || (!moves[a] && !moves[b])) continue;
        g->pairs[g->contacts++] = (bl_body_pair){a, b, moves[a], moves[b]};
    }
}

static bool has_moving(const bl_body_pair* p, uint32_t body)
{
    return (p->a == body && p->a_moves) || (p->b == body && p->b_moves);
}

static bool is_joined(const bl_body_pair* p, const bl_body_pair* q)
{
    return (p->a_moves && has_moving(q, p->a)) || (p->b_moves && has_moving(q, p->b));
}

// label[i]: the first contact of the island of i, by flooding from it.
static void flood(const graph* g, uint32_t label[MAX_CONTACTS])
{
    for (uint32_t i = 0; i < g->contacts; i++)
        label[i] = UINT32_MAX;
    for (uint32_t seed = 0; seed < g->contacts; seed++) {
        if (label[seed] != UINT32_MAX) continue;
        label[seed] = seed;
        for (bool grew = true; grew;) {
            grew = false;
            for (uint32_t i = 0; i < g->contacts; i++)
                for (uint32_t k = 0; k < g->contacts && label[i] == seed; k++)
                    if (label[k] == UINT32_MAX && is_joined(&g->pairs[i], &g->pairs[k])) label[k] = seed, grew = true;
        }
    }
}

// Islands are numbered by their first contact, and hold their contacts in the order given.
static void check_against_flood(const graph* g)
{
    uint32_t label[MAX_CONTACTS], place = 0, count = 0;
    flood(g, label);
    for (uint32_t seed = 0; seed < g->contacts; seed++) {
        if (label[seed] != seed) continue;
        cr_assert_eq(g->islands.begin[count], place);
        for (uint32_t i = seed; i < g->contacts; i++) {
            if (label[i] != seed) continue;
            cr_assert_eq(g->islands.of_contact[i], count);
            cr_assert_eq(g->islands.order[place], i);
            place++;
        }
        count++;
    }
    cr_assert_eq(g->islands.count, count);
    cr_assert_eq(g->islands.begin[count], g->contacts);
}

Test(islands, random_graphs_agree_with_a_flood_fill)
{
    static graph g;
    uint64_t state = 1;
    for (int i = 0; i < 1500; i++) {
        make_random(&g, &state);
        build(&g);
        check_against_flood(&g);
    }
}

Test(islands, nothing_gives_none)
{
    static graph g;
    g.bodies = 5;
    build(&g);
    cr_expect_eq(g.islands.count, 0);
    cr_expect_eq(g.islands.begin[0], 0);
    g.bodies = 0;
    build(&g);
    cr_expect_eq(g.islands.count, 0);
}

Test(islands, fixed_bodies_join_nothing)
{
    static graph g = {
        .bodies = 4, .contacts = 3, .pairs = {{1, 0, true, false}, {0, 2, false, true}, {3, 0, true, false}}};
    build(&g);
    cr_expect_eq(g.islands.count, 3);
}

Test(islands, long_chain_is_one)
{
    static graph g = {.bodies = MAX_BODIES, .contacts = MAX_BODIES - 1};
    for (uint32_t i = 0; i + 1 < MAX_BODIES; i++) {
        uint32_t a = (i * 37) % (MAX_BODIES - 1); // in a shuffled order
        g.pairs[i] = (bl_body_pair){a + 1, a, true, true};
    }
    build(&g);
    cr_expect_eq(g.islands.count, 1);
    check_against_flood(&g);
}

Test(islands, same_contacts_give_the_same_islands)
{
    static graph g, again;
    uint64_t state = 5;
    make_random(&g, &state);
    again = g;
    build(&g);
    build(&again);
    cr_expect_arr_eq(g.order, again.order, g.contacts * sizeof *g.order);
    cr_expect_arr_eq(g.of_contact, again.of_contact, g.contacts * sizeof *g.of_contact);
}
