// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The rope as seen: a smooth tube through its nodes with a line along the material, which shows twist. It draws
// between viewer_frame_begin and viewer_frame_end, for the window and for pictures.

#ifndef BELAY_DEMOS_KNOT_SHOW_H
#define BELAY_DEMOS_KNOT_SHOW_H

#include "knot/rope.h"
#include "viewer/viewer.h"

enum { SHOW_PARTS = 6, SHOW_POINTS = SHOW_PARTS * ROPE_MAX_NODES }; // parts: of a segment

// Room for one tube; drawing copies it.
typedef struct show {
    viewer* v;
    belay_vec3 points[SHOW_POINTS], directors[SHOW_POINTS];
} show;

// Draws a rope moved by `offset`.
void show_draw_rope(show* s, const rope_form* form, belay_vec3 offset, viewer_color color);

// From slippery to gripping.
viewer_color show_color(double mu);

// "none", "trefoil", ... with the determinant.
void show_knot_name(char* text, size_t size, uint64_t determinant);

#endif
