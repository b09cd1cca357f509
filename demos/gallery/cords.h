// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The ropes of a scene as seen, and which of them the mouse points at.

#ifndef BELAY_DEMOS_GALLERY_CORDS_H
#define BELAY_DEMOS_GALLERY_CORDS_H

#include "gallery/show.h"

// Draws them: as the flags say with a line along them that shows twist, and coloured by tension.
void cords_draw(show* s);

// The largest tension, N; 0 without ropes.
double cords_tension(const show* s);

// The colour of a share of the largest tension, -1 (pressed) to 1.
viewer_color cords_color(double share);

// The place of a rope nearest to the mouse, if it is within reach.
typedef struct cord_place {
    int rod;          // among those of the experiment
    double s;         // m along it
    belay_vec3 point; // m, world
} cord_place;
bool cords_find(const show* s, cord_place* place);

#endif
