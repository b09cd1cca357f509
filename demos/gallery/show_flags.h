// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What can be shown beside the things themselves.

#ifndef BELAY_DEMOS_GALLERY_SHOW_FLAGS_H
#define BELAY_DEMOS_GALLERY_SHOW_FLAGS_H

#include <stdbool.h>

typedef struct show_flags {
    bool twist;    // a line along every rope
    bool tension;  // ropes coloured by what they carry
    bool contacts; // forces, by stick and slide
    bool joints;   // anchors, axes
    bool bounds;   // boxes about the colliders
    bool islands;  // what touches or is joined has one colour; what sleeps is grey
    bool sleep;    // what sleeps is grey
} show_flags;

#endif
