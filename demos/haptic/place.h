// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Places to feel: each a small scene with a tool, and what a scripted hand does there. A place is an experiment of the
// shared scenes (scenes/experiment.h) with a tool and a hand. World axes: x to the right, y away, z up.

#ifndef BELAY_DEMOS_HAPTIC_PLACE_H
#define BELAY_DEMOS_HAPTIC_PLACE_H

#include "scenes/experiment.h"

#define PLACE_TOOL_RADIUS 0.008 // m, a ball

// Where the scripted hand wants to be at a time; between two it moves without jerk at the ends.
typedef struct place_waypoint {
    double time; // s, growing
    belay_vec3 position;
} place_waypoint;

enum { PLACE_WAYPOINTS = 20 };

typedef struct place {
    experiment_kind kind;
    double static_friction_ratio; // of what the hand feels
    double picture_time;          // s, when there is most to be seen
    int waypoint_count;
    place_waypoint waypoints[PLACE_WAYPOINTS];
} place;

// At experiment.data.
typedef struct place_data {
    belay_body_id tool; // a light and weightless ball
    belay_rod_id rod;   // null where there is none
} place_data;

extern const place place_wall, place_plate, place_boxes, place_rails, place_rod;

int place_count(void);
const place* place_at(int index);
// Null: there is none of that name.
const place* place_find(const char* name);

// Builds a place with steps of `h` seconds; as experiment_create.
belay_result place_create(const place* p, double h, experiment** e, belay_error* error);

const place_data* place_data_of(const experiment* e);

// For building: the tool, at the first waypoint.
void place_add_tool(experiment* e, belay_vec3 center);

// Where the scripted hand is.
void place_hand_at(const place* p, double time, belay_vec3* position, belay_vec3* velocity);

#endif
