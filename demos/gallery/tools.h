// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the mouse can do to a scene beside pulling: throw a ball, burst, cut, join.

#ifndef BELAY_DEMOS_GALLERY_TOOLS_H
#define BELAY_DEMOS_GALLERY_TOOLS_H

#include "gallery/show.h"

enum { TOOLS_MOST_BALLS = 24, TOOLS_MOST_CUTS = 32 };

// What the left button does.
typedef enum tool { TOOL_PULL, TOOL_THROW, TOOL_BURST, TOOL_CUT, TOOL_COUNT } tool;

// What was done, as far as the scene does not know of it. Plain data, which go with the world when it is taken back.
typedef struct tools {
    belay_body_id balls[TOOLS_MOST_BALLS]; // thrown; the oldest goes when there are too many
    int ball_count;                        // thrown so far
    belay_joint_def cuts[TOOLS_MOST_CUTS]; // joints that were cut, the last one last
    int cut_joints[TOOLS_MOST_CUTS];       // their numbers among the experiment's
    int cut_count;
    belay_vec3 burst;  // m, where the last one was
    double burst_time; // s of simulated time, when; negative: none
} tools;

tools tools_start(void);

// A ball from the eye along the ray under the mouse. False: the engine refuses, and its last error says why; so below.
bool tools_throw(tools* t, show* s);

// Impulses away from a point of the world on all that is near, less with the distance. False: the mouse points at
// nothing.
bool tools_burst(tools* t, show* s);

// Cuts the rope under the mouse, else the joint there. False: there is neither.
bool tools_cut(tools* t, show* s, experiment* e);

// Joins the two ends of ropes that are nearest to each other, else makes the joint again that was cut last. `why` is
// told when it cannot. Both change the list of ropes of the experiment that is shown.
bool tools_join(tools* t, show* s, experiment* e, const char** why);

// Balls, and a burst while it is fresh.
void tools_draw(const tools* t, show* s);

#endif
