// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Places to feel: each a small scene with a tool, and what a scripted hand does there. A place is an experiment of the
// shared scenes (scenes/experiment.h) with a tool and a hand. World axes: x to the right, y away, z up.

#ifndef BELAY_DEMOS_HAPTIC_PLACES_PLACE_H
#define BELAY_DEMOS_HAPTIC_PLACES_PLACE_H

#include "haptic/samples/sample.h"

#include "scenes/experiment.h"

#define PLACE_TOOL_RADIUS 0.008 // m, a ball

// Where the scripted hand wants to be at a time; between two it moves without jerk at the ends.
typedef struct place_waypoint {
    double time; // s, growing
    belay_vec3 position;
} place_waypoint;

// From one time to the next the hand grips.
typedef struct place_span {
    double begin, end; // s
} place_span;

// How the hand tilts the tool about y at a time; evenly between two.
typedef struct place_tilt {
    double time, angle; // s, rad
} place_tilt;

enum { PLACE_WAYPOINTS = 20, PLACE_GRIPS = 4, PLACE_TILTS = 6 };

typedef struct place {
    experiment_kind kind;
    double static_friction_ratio; // of what the hand feels
    double picture_time;          // s, when there is most to be seen
    int waypoint_count;
    place_waypoint waypoints[PLACE_WAYPOINTS];
    int grip_count;
    place_span grips[PLACE_GRIPS];
    int tilt_count;
    place_tilt tilts[PLACE_TILTS];
    // After every tick of a scripted run, for the numbers that kind.measure gives; null: nothing is looked at.
    void (*observe)(experiment* e, const sample* s);
} place;

// At the beginning of experiment.data.
typedef struct place_data {
    belay_body_id tool;    // weightless; a light ball unless the place makes another
    belay_body_id partner; // the second hand's tool; null where there is none
    sample partner_sample; // of it
    belay_rod_id rod;      // null where there is none
    bool wants_grip;       // of the hand, now
    belay_joint_id grip;   // null: it holds nothing
    belay_body_id in_hand;
} place_data;

// To add a place: a file place_x.c that defines it, and a line here.
#define PLACE_LIST(X)                                                                                                  \
    X(wall)                                                                                                            \
    X(plate)                                                                                                           \
    X(boxes)                                                                                                           \
    X(rails)                                                                                                           \
    X(rod)                                                                                                             \
    X(lift)                                                                                                            \
    X(tray)                                                                                                            \
    X(peg)                                                                                                             \
    X(scrape)                                                                                                          \
    X(hands)                                                                                                           \
    X(sew)

#define PLACE_DECLARE(name) extern const place place_##name;
PLACE_LIST(PLACE_DECLARE)
#undef PLACE_DECLARE

// How many there are, and each in turn: `index` is from 0 to less than that.
int place_count(void);
const place* place_at(int index);
// Null: there is none of that name.
const place* place_find(const char* name);

// Builds a place with steps of `h` seconds; as experiment_create.
belay_result place_create(const place* p, double h, experiment** e, belay_error* error);

// What the place keeps of itself; owned by the experiment.
const place_data* place_data_of(const experiment* e);

// For building: the tool, at the first waypoint. The second is without a collider.
void place_add_tool(experiment* e, belay_vec3 center);
void place_add_bare_tool(experiment* e, belay_vec3 center);

// For kind.before_step: takes hold, where the hand wants to, of the movable thing that the tool touches, and lets go.
void place_grip(experiment* e);
void place_set_grip(experiment* e, bool wants_grip);

// Where the scripted hand is, how it turns the tool, and whether it grips.
void place_hand_at(const place* p, double time, belay_vec3* position, belay_vec3* velocity);
double place_tilt_at(const place* p, double time);
bool place_grips_at(const place* p, double time);

#endif
