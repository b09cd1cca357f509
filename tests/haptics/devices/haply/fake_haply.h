// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A service as Haply's, on a port of this machine that the system picks, with one device: sends its inventory to
// whoever connects, one state for each message, and events to who listens. Runs on a thread of its own; every function
// here may be called while it does.

#ifndef BELAY_TESTS_HAPTICS_DEVICES_HAPLY_FAKE_HAPLY_H
#define BELAY_TESTS_HAPTICS_DEVICES_HAPLY_FAKE_HAPLY_H

#include "belay/math.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct fake_haply fake_haply;

typedef struct fake_haply_def {
    const char* device; // null: none
    bool is_silent;     // answers nothing
    bool has_grip;      // and a VerseGrip that is turned by 90 degrees about z, its button b down
    bool is_torn;       // sends every frame in pieces
    const char* type;   // of its config; null: "inverse3"
    bool is_in_use;     // by another session, when one connects
    bool has_no_power;  // from the start
} fake_haply_def;

// What it saw so far.
typedef struct fake_haply_report {
    int connections, messages, forces, probes, bad_messages;
    bool is_values_form; // of the last force
    belay_vec3 force;    // the last
    char profile[64];    // the last that was configured
    int profiles;        // how often
    char basis[16];      // likewise, empty: none
    belay_pose mount;    // likewise; all zero: none
    double mount_scale;  // its x
} fake_haply_report;

fake_haply* fake_haply_start(const fake_haply_def* def);

// Ends all connections and the thread; the ports are closed.
void fake_haply_stop(fake_haply* fake);

int fake_haply_port(const fake_haply* fake);
int fake_haply_events_port(const fake_haply* fake);
void fake_haply_get_report(fake_haply* fake, fake_haply_report* report);

// What the device reports from now on.
void fake_haply_move(fake_haply* fake, belay_vec3 position);

// Pulls the power supply of the device, or puts it back: its status tells.
void fake_haply_power(fake_haply* fake, bool has_power);

// Sends this event to all who listen.
void fake_haply_send_event(fake_haply* fake, const char* text);

// Answers no more messages.
void fake_haply_fall_silent(fake_haply* fake);

#endif
