// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "knot/guide.h"

#include "knot/strands.h"

#include <belay/vec.h>

enum { MOST = 8 };

static const double AHEAD = 0.03, BEHIND = 0.012; // m of the way that is looked at at most
static const double BEYOND = 0.01;                // m beyond the target, likewise
static const double OWN = 0.05;                   // m of rope on both sides of a hand, which go with it
static const double NEAR = 0.01;                  // m before a strand, where it waits
static const double PATIENCE = 0.4;               // s for which it waits
static const double UP = 0.02;                    // m above the table: how high strands are lifted
static const double AWAY = 0.05;                  // m from a strand, where it is let go
static const double CLEAR = 1.2;                  // of the thickness, between centre lines that pass
static const double SAME = 0.025;                 // m along the rope: lifted already

static int piece_of(const rope* r, belay_rod_id rod)
{
    int k = 0;
    while (k + 1 < r->form.pieces.count && r->rods[k].value != rod.value)
        k++;
    return k;
}

static double above_table(belay_vec3 p)
{
    return p.z - ROPE_FLOOR;
}

// ------------------------------------------------------------------------------------------------------------------
// Lifting
// ------------------------------------------------------------------------------------------------------------------

void guide_drop(hands* h, rope* r)
{
    for (int i = 0; i < HANDS_MAX; i++)
        if (h->list[i].is_used && h->list[i].lifts) hands_let_go(h, r, i);
}

static void drop_passed(hands* h, rope* r, belay_vec3 from)
{
    for (int i = 0; i < HANDS_MAX; i++) {
        hand* n = &h->list[i];
        if (n->is_used && n->lifts && hypot(n->target.x - from.x, n->target.y - from.y) > AWAY) hands_let_go(h, r, i);
    }
}

static void lift(hands* h, rope* r, const strand_crossing* c)
{
    belay_rod_id rod = r->rods[c->piece];
    for (int i = 0; i < HANDS_MAX; i++) {
        const hand* n = &h->list[i];
        if (n->is_used && n->lifts && n->rod.value == rod.value && fabs(n->s - c->s) < SAME) return;
    }
    int i = hands_take_hold(h, r, rod, c->s);
    if (i < 0) return;
    h->list[i].lifts = true;
    h->list[i].target.z = ROPE_FLOOR + UP;
}

// ------------------------------------------------------------------------------------------------------------------
// On the way
// ------------------------------------------------------------------------------------------------------------------

// The height to be at, and whether something is in the way.
typedef struct passage {
    double z; // m
    bool is_blocked;
} passage;

static passage pass_under(hands* h, rope* r, const hand* d, const strand_crossing* list, int count)
{
    passage p = {d->target.z, false};
    for (int i = 0; i < count; i++) {
        double room = list[i].at.z - d->held.z;
        if (above_table(list[i].at) < 0.8 * UP) lift(h, r, &list[i]);
        p.is_blocked |= list[i].far > BEHIND && list[i].far < BEHIND + NEAR && room < CLEAR * 2.0 * ROPE_RADIUS;
    }
    return p;
}

// Strands that are so high that there is room below them are let be.
static passage pass_over(const hand* d, const strand_crossing* list, int count)
{
    passage p = {d->target.z, false};
    for (int i = 0; i < count; i++) {
        double needed = list[i].at.z + CLEAR * 2.0 * ROPE_RADIUS;
        if (list[i].at.z - d->target.z > 2.0 * ROPE_RADIUS) continue;
        p.z = fmax(p.z, needed);
        p.is_blocked |=
            list[i].far > BEHIND && list[i].far < BEHIND + NEAR && d->held.z < list[i].at.z + 1.8 * ROPE_RADIUS;
    }
    return p;
}

static passage look(hands* h, rope* r, hand* d)
{
    strand_crossing list[MOST];
    belay_vec3 way = v3(d->target.x - d->held.x, d->target.y - d->held.y, 0.0);
    if (v3_length(way) > 1e-4) d->heading = v3_scale(1.0 / v3_length(way), way);
    strand_place own = {piece_of(r, d->rod), d->s, OWN};
    belay_vec3 from = v3_add_scaled(d->held, -BEHIND, d->heading);
    belay_vec3 to = v3_add_scaled(d->held, fmin(v3_length(way) + BEYOND, AHEAD), d->heading);
    int count = strands_crossed(r, from, to, own, list, MOST);
    drop_passed(h, r, d->held);
    if (guide_goes_under(h->height)) return pass_under(h, r, d, list, count);
    guide_drop(h, r);
    return pass_over(d, list, count);
}

void guide_act(hands* h, rope* r)
{
    hand* d = &h->list[h->dragged];
    passage p = look(h, r, d);
    double share = fmin(r->def.h / HANDS_FOLLOW, 1.0);
    h->waited = p.is_blocked ? h->waited + r->def.h : 0.0;
    d->held.z += share * (p.z - d->held.z);
    if (p.is_blocked && h->waited < PATIENCE) return;
    d->held.x += share * (d->target.x - d->held.x);
    d->held.y += share * (d->target.y - d->held.y);
}
