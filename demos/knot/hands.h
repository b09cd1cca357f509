// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The user's hands: the mouse takes hold of the rope where it points and pulls with a capped force. Over the table it
// goes at a height, which the wheel changes; without gravity in the plane across the view in which it took hold, which
// the wheel moves. What it leaves as a pin stays, and can be taken up again. Strands that it comes to on the table it
// passes over or under (guide.h).

#ifndef BELAY_DEMOS_KNOT_HANDS_H
#define BELAY_DEMOS_KNOT_HANDS_H

#include "knot/show.h"

enum { HANDS_MAX = BELAY_ROD_MAX_ATTACHMENTS };

static const double HANDS_FOLLOW = 0.02; // s in which a hand follows its target

typedef struct hand {
    bool is_used;
    belay_rod_id rod; // the piece that it holds
    int attachment;
    double s;           // m along the piece
    belay_vec3 held;    // m, where it holds the rope: follows the target
    belay_vec3 target;  // m, where the mouse is
    belay_vec3 heading; // the way it goes over the table, unit; zero: it has not gone yet
    bool lifts;         // holds a strand up for what goes under it
    double opens;       // s, left until it has let go; 0: it holds
} hand;

typedef struct hands {
    hand list[HANDS_MAX];
    int dragged;   // index into `list`; -1: none
    int hovered;   // the node under the mouse, while nothing is dragged; -1: none
    double depth;  // m, of the dragged target before the eye
    double height; // m, of it above the table
    double waited; // s, before a strand that is in its way
    double force;  // N, of hands to come
} hands;

// Hands that hold nothing, each with a force of at most `force`, N.
void hands_init(hands* h, double force);

// Looks at what is under the mouse; whether it is about to take hold of it.
bool hands_hover(hands* h, const rope* r, const viewer* v);

// What keys ask of the hand at the mouse.
typedef struct hands_wish {
    bool pins;   // what the mouse holds is to stay
    bool passes; // over what lies there, or along the table: the other one from now on
} hands_wish;

// Takes the mouse: presses, drags and releases; the camera leaves the left button and the wheel alone meanwhile.
void hands_follow(hands* h, rope* r, viewer* v, hands_wish wish);

// Before every step: moves what is held.
void hands_act(hands* h, rope* r);

// Takes hold of a place; the number of the hand, or -1: none is free.
int hands_take_hold(hands* h, rope* r, belay_rod_id rod, double s);
void hands_let_go(hands* h, rope* r, int number);

// The same, or a hand that holds that place already: it holds with its full force again.
int hands_take_again(hands* h, rope* r, belay_rod_id rod, double s);
// It opens, in some tenths of a second.
void hands_open(hands* h, int number);
// What is dragged, and what is lifted for it, is let go of so, without the mouse.
void hands_open_dragged(hands* h);

// Lets go of everything.
void hands_release(hands* h, rope* r);

// The piece and place under the mouse; false: none.
bool hands_find(const rope* r, const viewer* v, int* piece, double* s);

// After a cut at s: what it has taken from the head is held on the tail. After a join: likewise.
void hands_take_cut(hands* h, const rope* r, belay_rod_id head, double s, belay_rod_id tail);
void hands_take_splice(hands* h, const rope_splice* splice);

// Draws what the mouse would take hold of, pins, the line from what the mouse holds to where it wants it, and over the
// table how high that is.
void hands_draw(const hands* h, const rope* r, viewer* v);

#endif
