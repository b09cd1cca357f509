// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A hand in the scene: the mouse takes hold of what it points at, a body or a rope, and pulls it with a force that is
// capped.

#ifndef BELAY_DEMOS_GALLERY_GRAB_H
#define BELAY_DEMOS_GALLERY_GRAB_H

#include "gallery/show.h"

typedef struct grab {
    bool is_holding;
    belay_joint_id joint;
    belay_rod_id rod; // null: it holds a body
    int attachment;   // of the rod
    double s;         // m along it
    belay_body_id body;
    belay_vec3 local;  // m, where it holds, body frame
    belay_vec3 target; // m, world
    double depth;      // m, of the target before the eye, along the view
} grab;

// Takes hold at a press of the left button on a dynamic body or a rope, pulls while it is held and lets go at its
// release. The camera does not move meanwhile.
void grab_follow(grab* g, show* s);

// Lets go, e.g. before the experiment is destroyed.
void grab_release(grab* g, show* s);

// Draws the spring.
void grab_draw(const grab* g, show* s);

#endif
