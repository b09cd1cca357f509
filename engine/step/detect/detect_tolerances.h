// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The numbers by which contacts of rods are looked for in a step: each with its unit or what it is a part of, why it is
// what it is, and what changes with it. Those of the boxes, the bound on closing and the sweep stand in their files.

#ifndef BELAY_ENGINE_STEP_DETECT_DETECT_TOLERANCES_H
#define BELAY_ENGINE_STEP_DETECT_DETECT_TOLERANCES_H

// ---------------------------------------------------------------------------------------------------------------------
// Contacts
// ---------------------------------------------------------------------------------------------------------------------

// Part of the segment's length: what of it must lie across the normal to be the first tangent. Of less the direction is
// rounding.
#define BL_ROD_LEAST_ALONG 1e-6

// 1 + cosine: a segment that points down as nearly is turned by half a turn about any axis, as the shortest turn has
// none to speak of.
#define BL_ROD_POINTS_DOWN 1e-12

// Of an element's length: how far along the rods a contact of the last step is looked for. A larger one takes over
// impulses of neighbours, a smaller one loses those of contacts that glide.
#define BL_ROD_GLIDE_REACH 1.5

// Of the radius: a piece of the rod as short is a place, by which a peg of the world is found to be in a body.
#define BL_ROD_PLACE_LENGTH 1e-3

// ---------------------------------------------------------------------------------------------------------------------
// What a rod does that runs on over a solid (step_rod_slack.c)
// ---------------------------------------------------------------------------------------------------------------------

// Sine of the angle at which a contact comes in: what comes in more steeply than that hits, and does not last.
#define BL_ROD_SLACK_FLAT 0.1
// Cosine between the normals of the two looks: they are at one contact. A larger one drops contacts on sharp drums.
#define BL_ROD_SLACK_SAME_NORMAL 0.7
// Of the radius, in a step: what barely moves would have its noise fed back through the normals.
#define BL_ROD_SLACK_NEGLIGIBLE_WAY 0.01
// Of the radius: a slack that is not used up is an overlap, and no more than this is risked.
#define BL_ROD_SLACK_MOST 0.1
// How far along the rod the contact may be found ahead: so many times the way that it runs, and a part of an element.
#define BL_ROD_SLACK_REACH 1.5
#define BL_ROD_SLACK_LEAST_REACH 0.05

// ---------------------------------------------------------------------------------------------------------------------
// What rods would pass through (step_rod_crossings.c)
// ---------------------------------------------------------------------------------------------------------------------

// A contact stands against the motion at its place: segments that turn about that may cross at another. Part of a
// segment's length, and cosine between the normals, up to which it is the same one.
#define BL_ROD_SAME_PLACE 0.05
#define BL_ROD_SAME_NORMAL 0.999
// The same of a contact with a solid, which is looked for along the way of the whole segment.
#define BL_ROD_SAME_PLACE_ON_SOLID 0.25
#define BL_ROD_SAME_NORMAL_ON_SOLID 0.95

// The part of the sum of the radii by which strands may be in each other at the end of a step. A smaller one solves
// again for what the next step takes back by itself.
#define BL_ROD_OVERLAP_AHEAD 0.03

// Of the radius: as deep as a rod may be in a solid at any time of the step.
#define BL_ROD_DEEP 0.1
// Of the radius: by which a look goes on from where they touch; and the most looks along one way.
#define BL_ROD_LEAST_LOOK 0.25
#define BL_ROD_MOST_LOOKS 200

#endif
