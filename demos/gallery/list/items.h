// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// All that there is to be opened: demos, scenes, examples.

#ifndef BELAY_DEMOS_GALLERY_LIST_ITEMS_H
#define BELAY_DEMOS_GALLERY_LIST_ITEMS_H

#include "scenes/experiment.h"

typedef enum item_type {
    ITEM_DEMO,    // a program with a window of its own
    ITEM_SCENE,   // of the gallery
    ITEM_EXAMPLE, // a program that prints what it finds
    ITEM_TYPE_COUNT
} item_type;

typedef struct item {
    item_type type;
    const char* name;            // of the program or scene
    const char* text;            // a line
    const experiment_kind* kind; // of a scene
} item;

// The heading above items of a type, and what a click does with them.
const char* item_type_title(item_type type);
const char* item_type_text(item_type type);

// In the order in which they are shown, type by type.
int item_count(void);
item item_at(int index);

// Whether its name or text has the letters of `search` in it, large or small; all have those of an empty text.
bool item_matches(const item* i, const char* search);

#endif
