// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Marks over the things: contact forces, joints, bounding boxes, islands.

#ifndef BELAY_DEMOS_GALLERY_MARKS_H
#define BELAY_DEMOS_GALLERY_MARKS_H

#include "gallery/show.h"

// Follows the largest force of the scene, so that lines keep their scale from frame to frame.
void marks_take_forces(show* s);

// The force of every contact as a line through it, green where it sticks and red where it slides; without force, a dot.
void marks_draw_contacts(show* s);

// The anchors of every joint, and the axis where it has one.
void marks_draw_joints(show* s);

// The bounding box of every collider, as lines.
void marks_draw_bounds(show* s);

// Finds the islands by what touches and what is joined, and fills group_of.
void marks_group(show* s);

// What the lines of contacts and the colours of islands mean, as far as they are shown; from a place of the view down,
// logical pixels.
void marks_draw_legend(const show* s, double x, double y);

#endif
