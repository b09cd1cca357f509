// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Where the cards of the list lie. No graphics.

#ifndef BELAY_DEMOS_GALLERY_LIST_PAGE_LAYOUT_H
#define BELAY_DEMOS_GALLERY_LIST_PAGE_LAYOUT_H

#include "gallery/list/items.h"

enum { PAGE_LAYOUT_MOST = 80 };

typedef struct page_card {
    int item;
    double x, y; // upper left corner, logical pixels; y from the list's upper end
} page_card;

typedef struct page_layout {
    page_card cards[PAGE_LAYOUT_MOST];
    int count;
    double width, picture_height, height; // of a card
    double headings[ITEM_TYPE_COUNT];     // y of the heading above the first of a type; negative: none is shown
    double all;                           // height of the list
} page_layout;

// Of the items that match `search`, in a view of that width.
page_layout page_layout_of(double view_width, const char* search);

// The card that is chosen after typing: the first whose name begins with the search, else the first; 0 without cards.
int page_layout_first(const page_layout* l, const char* search);

// The card that lies beside card `from` in a direction (x and y: -1, 0 or 1, down positive); `from` where there is
// none.
int page_layout_beside(const page_layout* l, int from, int x, int y);

// The card at a place; -1: there is none.
int page_layout_at(const page_layout* l, double x, double y);

#endif
