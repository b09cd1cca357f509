// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What is known beforehand of the whole game, beside what was measured.

#ifndef BELAY_DEMOS_GAME_FACTS_H
#define BELAY_DEMOS_GAME_FACTS_H

#include "game/level/level.h"

#include <stdio.h>

enum { FACTS_COUNT = 12 };

// A measured value within [low, high] is right; NAN: it has not been measured yet.
typedef struct fact {
    const char *name, *unit;
    double value, low, high;
    char right[48]; // what it should be, as text
} fact;

void facts_measure(const level* l, fact facts[FACTS_COUNT]);

// Not while it has not been measured.
bool fact_is_right(const fact* f);

// Prints the table; true: all that have been measured are right.
bool facts_print(const fact facts[FACTS_COUNT], FILE* file);

#endif
