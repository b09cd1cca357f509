// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Haply's Inverse3, by way of the Inverse Service that runs beside it (3.5 and its like), which speaks JSON over a
// WebSocket on this machine. Axes are the service's: right-handed, z up, metres. Forces go out as they are written and
// every one is answered by a state; a thread of the driver's own does the talking, so that reading and writing never
// wait. A tick has the state that the last written force was answered with. Orientation and buttons are those of a
// VerseGrip, where the service has one.
//
// The force acts until the service hears no more for a moment: what stops writing lets go.
//
// Without a device: the service itself can simulate one, and Haply publishes a stand-in for it (haply-service-mock, at
// gitlab.com/Haply/public).
//
// Needs libwebsockets and cJSON when Belay is built; without, the driver says so and finds nothing. libwebsockets' log
// is silenced, which is one setting for the whole program.

#ifndef BELAY_HAPTIC_HAPLY_H
#define BELAY_HAPTIC_HAPLY_H

#include "belay/haptic_device.h"

#ifdef __cplusplus
extern "C" {
#endif

// How a force is said: {"vector":{"x":..}} since 3.5, {"values":{"x":..}} by the service's 3.1 to 3.4.
typedef enum belay_haply_form {
    BELAY_HAPLY_VECTOR, // since 3.5
    BELAY_HAPLY_VALUES, // 3.1 to 3.4
} belay_haply_form;

// Zero: the defaults.
typedef struct belay_haply_settings {
    const char* host;      // null: "127.0.0.1"
    int port;              // of the simulation channel; 0: 10001
    int events_port;       // of the events; 0: 10020; negative: no events are listened to
    const char* profile;   // what the program is called there; null: "org.belay:device"
    belay_haply_form form; // default VECTOR
    // The axes that the service is asked for: which of its own x (right), y (forward), z (up) each of the program's is,
    // with a sign where it is the opposite one, as "XZ-Y". Null: "XYZ", those of the service. Right-handed ones only:
    // "XZY" is a mirror image, in which no servo feels right. What the service has set for others does not matter.
    const char* basis;
    // Where the service is to put the device, in those axes, m; its scale is 1 then. Null: where the service has it, by
    // itself or by Haply's Hub, and its scale with it, which a servo does not know of. The servo has a mount of its
    // own.
    const belay_pose* mount;
    double answer_timeout;  // s, > 0: a service that is silent for so long is lost; 0: 0.25
    double connect_timeout; // s, > 0: how long open waits; 0: 2. Probe waits for a tenth of a second.
} belay_haply_settings;

// The driver's own: a connection, and a thread while a device is open. The program's to destroy.
typedef struct belay_haply belay_haply;

// Null: no memory. `settings` may be null; its texts and its mount are copied. Nothing is opened yet. Any thread.
belay_haply* belay_haply_create(const belay_haply_settings* settings);
// Its device must be closed. Null does nothing. The thread of create.
void belay_haply_destroy(belay_haply* haply);

// The driver, good until `haply` is destroyed. A basis that is none, or is mirrored, is refused: probe says why, open
// answers VALUE. So is a mount that is no pose. A device is lost when the connection ends, when the service does not
// answer, or when it tells of a device that was disconnected. Any thread.
belay_haptic_driver belay_haply_driver(belay_haply* haply);

#ifdef __cplusplus
}
#endif

#endif
