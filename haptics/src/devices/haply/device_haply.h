// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The parts of the Haply driver: what its messages say, and the connection that they go over.

#ifndef BELAY_HAPTICS_DEVICES_HAPLY_DEVICE_HAPLY_H
#define BELAY_HAPTICS_DEVICES_HAPLY_DEVICE_HAPLY_H

#include "belay/haptic_haply.h"

#define BL_HAPLY_DEVICES 8
#define BL_HAPLY_ID_SIZE 64
#define BL_HAPLY_MESSAGE_SIZE 1280

typedef struct bl_haply_device {
    char id[BL_HAPLY_ID_SIZE];
    char type[BL_HAPLY_ID_SIZE]; // of its config, or empty
    bool is_ready;               // calibrated, powered, started, as far as it says
    bool is_in_use;              // by a session, of whoever
    belay_haptic_input input;
} bl_haply_device;

// What a frame of the simulation channel says: the inventory at first, a state after each message.
typedef struct bl_haply_frame {
    bl_haply_device devices[BL_HAPLY_DEVICES];
    int device_count;
} bl_haply_frame;

// False: it is no such frame, or a number in it is infinite; *frame is empty then.
bool bl_haply_read_frame(const char* text, size_t size, bl_haply_frame* frame);

// The device of a frame, or null.
const bl_haply_device* bl_haply_find(const bl_haply_frame* frame, const char* id);

// What an event says of device `id`, or of one that it does not name.
typedef struct bl_haply_event {
    bool is_disconnected;
    uint32_t troubles; // bits of belay_haptic_trouble that happened
    uint32_t begun;    // likewise, that last until they are over
    uint32_t over;
} bl_haply_event;
bl_haply_event bl_haply_read_event(const char* text, size_t size, const char* id);

// Whether an event says that device `id`, or one that it does not name, is disconnected.
bool bl_haply_is_disconnected(const char* text, size_t size, const char* id);

// A message to the service.
typedef struct bl_haply_command {
    const char* device;
    const char* profile; // with the first message; else null, as the next two
    const char* basis;
    const belay_pose* mount; // null: none is asked for
    belay_haply_form form;
    bool has_force; // else the state is asked for
    belay_vec3 force;
} bl_haply_command;

// Whether a text names three axes, each once and with a sign or none, that are right-handed.
bool bl_haply_is_basis(const char* text);

// Writes a message; returns its length.
size_t bl_haply_write_command(const bl_haply_command* command, char text[BL_HAPLY_MESSAGE_SIZE]);

// A connection, served by a thread of its own.
typedef struct bl_haply_session bl_haply_session;

typedef struct bl_haply_target {
    const char *host, *profile, *basis;
    const belay_pose* mount; // null: none is asked for
    int port, events_port;
    belay_haply_form form;
    double answer_timeout;
    const char* device; // null: only the inventory is wanted
} bl_haply_target;

// Connects and waits, up to `timeout` s, for the first state, or for the inventory where that is all that is wanted.
// Null with the reason in `why`.
bl_haply_session* bl_haply_connect(const bl_haply_target* target, double timeout, char* why, size_t why_size);
void bl_haply_disconnect(bl_haply_session* session);

const bl_haply_frame* bl_haply_inventory(const bl_haply_session* session);

// Takes the newest state: OK, NOT_READY when it was taken before, LOST.
belay_haptic_status bl_haply_take_state(bl_haply_session* session, belay_haptic_input* input);
belay_haptic_status bl_haply_send_force(bl_haply_session* session, belay_vec3 force);

#endif
