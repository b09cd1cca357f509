// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Scenes for tests of events, and the sensor events of a step.

#ifndef BELAY_TESTS_SUPPORT_EVENTS_H
#define BELAY_TESTS_SUPPORT_EVENTS_H

#include "support/parts.h"

// s, of a step of events_world.
#define EVENTS_STEP (1.0 / 240.0)

// A world in which nothing falls asleep; `tolerance` is the solver's.
belay_world* events_world(belay_vec3 gravity, double tolerance);
// A static box whose upper face is z = 0.
belay_body_id events_floor(belay_world* world, belay_material material);
// Visits that began, or ended, in the last step; *last (may be null) is the last of them.
int events_visits(const belay_world* world, bool is_begin, belay_sensor_event* last);

// What ends a contact of one of its two bodies when it is done to either.
typedef struct events_ending {
    const char* name;
    belay_result (*do_to)(belay_world* world, belay_body_id body);
    bool is_destroyed; // what the event of the end says
} events_ending;

enum { EVENTS_ENDINGS = 4 };
extern const events_ending events_endings[EVENTS_ENDINGS];

#endif
