// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "gallery/list/page_layout.h"

#include <math.h>
#include <string.h>

static const double MARGIN = 32.0, GAP = 18.0, LEAST = 222.0, TEXT = 66.0, HEADING = 46.0;

// Of one type, from *y on.
static void place_type(page_layout* l, item_type type, const char* search, int columns, double* y)
{
    int column = 0;
    l->headings[type] = -1.0;
    for (int i = 0; i < item_count() && l->count < PAGE_LAYOUT_MOST; i++) {
        item found = item_at(i);
        if (found.type != type || !item_matches(&found, search)) continue;
        if (l->headings[type] < 0.0) {
            l->headings[type] = *y;
            *y += HEADING;
        }
        if (column == columns) {
            column = 0;
            *y += l->height + GAP;
        }
        l->cards[l->count++] = (page_card){i, MARGIN + column++ * (l->width + GAP), *y};
    }
    if (column > 0) *y += l->height + GAP;
}

page_layout page_layout_of(double view_width, const char* search)
{
    page_layout l = {.count = 0};
    double room = view_width - 2.0 * MARGIN, y = 0.0;
    int columns = (int)fmax(floor((room + GAP) / (LEAST + GAP)), 1.0);
    l.width = floor((room - (columns - 1) * GAP) / columns);
    l.picture_height = floor(l.width * 9.0 / 16.0);
    l.height = l.picture_height + TEXT;
    for (int type = 0; type < ITEM_TYPE_COUNT; type++)
        place_type(&l, (item_type)type, search, columns, &y);
    l.all = y;
    return l;
}

int page_layout_first(const page_layout* l, const char* search)
{
    for (int i = 0; i < l->count; i++)
        if (strncmp(item_at(l->cards[i].item).name, search, strlen(search)) == 0) return i;
    return 0;
}

// The nearest in the direction; sideways within the row, up and down in the row that comes first.
int page_layout_beside(const page_layout* l, int from, int x, int y)
{
    int best = from;
    double least = INFINITY;
    if (x != 0) return from + x >= 0 && from + x < l->count ? from + x : from;
    for (int i = 0; i < l->count && from < l->count; i++) {
        double down = (l->cards[i].y - l->cards[from].y) * y, aside = fabs(l->cards[i].x - l->cards[from].x);
        if (down <= 0.0 || 1e4 * down + aside >= least) continue;
        least = 1e4 * down + aside;
        best = i;
    }
    return best;
}

int page_layout_at(const page_layout* l, double x, double y)
{
    for (int i = 0; i < l->count; i++) {
        const page_card* c = &l->cards[i];
        if (x >= c->x && x < c->x + l->width && y >= c->y && y < c->y + l->height) return i;
    }
    return -1;
}
