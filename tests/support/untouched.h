// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Two worlds alike, in motion, with one of everything: one is given bad arguments, and must stay as the other, which
// never saw them, now and in what comes. For a test suite: .init = untouched_set_up, .fini = untouched_tear_down.

#ifndef BELAY_TESTS_SUPPORT_UNTOUCHED_H
#define BELAY_TESTS_SUPPORT_UNTOUCHED_H

#include "belay/belay.h"

enum { UNTOUCHED_ROOM = 65536, UNTOUCHED_RAIL_POINTS = 3 };

// A world and handles to it. `stale` belongs to a ball that is gone.
typedef struct untouched {
    belay_world* world;
    belay_body_id ball, ground, stale;
    belay_collider_id sphere, plane, stale_sphere;
    belay_component_id component;
    unsigned char before[UNTOUCHED_ROOM], after[UNTOUCHED_ROOM]; // snapshots
    size_t size;
    uint64_t hash;
} untouched;

extern untouched subject; // of the calls
extern const belay_vec3 untouched_rail[UNTOUCHED_RAIL_POINTS];

void untouched_set_up(void);
// Fails the test unless the subject goes the way of the other world.
void untouched_tear_down(void);
// Fails the test unless the subject is as it was set up, to the byte.
void untouched_check(void);
// Fails the test unless an answer is a refusal with this code, whose message has both texts, and the subject is as it
// was.
void untouched_check_refused(belay_result answer, belay_result code, const char* name, const char* value);

#endif
