// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Small pictures of all items, made while the list is shown: of a scene some way into its run, of the others a still
// life. Nothing is stored.

#ifndef BELAY_DEMOS_GALLERY_THUMBNAILS_H
#define BELAY_DEMOS_GALLERY_THUMBNAILS_H

#include "gallery/show.h"

enum { THUMBNAILS_MOST = VIEWER_MAX_PICTURES };

// Zero is none made yet.
typedef struct thumbnails {
    viewer_picture pictures[THUMBNAILS_MOST]; // by item
    bool is_done[THUMBNAILS_MOST];            // made, or it cannot be
    viewer* v;                                // the one that draws them; NULL: not yet
    bool has_no_viewer;                       // none could be made
    experiment* e;                            // of the scene that is being made
    show show;
    int item; // of `e`
} thumbnails;

// Goes on with a picture, for some hundredths of a second: that at hand, else that of `item`. `v` shows them.
void thumbnails_make(thumbnails* t, viewer* v, int item);

void thumbnails_end(thumbnails* t);

#endif
