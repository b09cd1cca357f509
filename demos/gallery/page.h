// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The list of all that there is, with a picture and a line each: chosen by mouse, keys, gamepad or typing, and opened.

#ifndef BELAY_DEMOS_GALLERY_PAGE_H
#define BELAY_DEMOS_GALLERY_PAGE_H

#include "gallery/list/launch.h"
#include "gallery/thumbnails.h"

enum { PAGE_SEARCH = 24, PAGE_OUTPUT = 6000, PAGE_MOST = THUMBNAILS_MOST };

// Zero is closed.
typedef struct page {
    bool is_open;
    char search[PAGE_SEARCH];
    int chosen;    // among those that are shown
    double scroll; // logical pixels
    bool follows;  // the choice was moved by keys: it is brought into view
    thumbnails pictures;
    launch running;
    int opened;        // item that runs, or whose output is shown
    bool shows_output; // of an example, or why it could not be opened
    char output[PAGE_OUTPUT];
} page;

// Keys, mouse and gamepad. The scene that was opened, or NULL.
const experiment_kind* page_serve(page* p, viewer* v);

// Draws it over all of the view.
void page_draw(page* p, viewer* v);

// Ends what runs, and frees all.
void page_end(page* p);

#endif
