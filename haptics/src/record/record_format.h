// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A recording, byte for byte:
//
//     bl_record_header, belay_haptic_servo_config, checksum of the two
//     records: bl_record_head, `size` bytes; the first one is BL_RECORD_SETUP (record_setup.h)
//
// A model's bytes are those of belay_haptic_contact_model that are in use: up to its contacts, the contacts, the rows
// of the compliance cut to their length, sequence and checksum.

#ifndef BELAY_HAPTICS_RECORD_RECORD_FORMAT_H
#define BELAY_HAPTICS_RECORD_RECORD_FORMAT_H

#include "belay/haptic_navigation.h"
#include "belay/haptic_surface.h"

#define BL_RECORD_MAGIC "BELAYHAP"
#define BL_RECORD_VERSION 3u // the format
#define BL_RECORD_ORDER 0x01020304u

typedef struct bl_record_header {
    char magic[8];
    uint32_t version, order;
    uint32_t config_size, tick_size, model_head_size, contact_size, navigation_size, surface_size; // the layout
} bl_record_header;

enum {
    BL_RECORD_MODEL = 1,
    BL_RECORD_TICK = 2,
    BL_RECORD_DROPPED = 3, // a uint64_t: ticks left out here
    BL_RECORD_SETUP = 4,
};

typedef struct bl_record_head {
    uint32_t type, size;
    uint64_t checksum; // of the bytes that follow
} bl_record_head;

// A tick, without holes between its numbers.
typedef struct bl_record_tick {
    // What went in.
    double position[3], rotation[4], linear[3], angular[3], grip, grip_width, grip_angle, time, dt;
    uint64_t buttons, troubles, status, commands, model; // model: its sequence, 0 for none
    // What came out.
    double sent_force[3], sent_torque[3], sent_grip, force[3], torque[3], gain;
    double target[7], target_linear[3], target_angular[3], tool[7];
    uint64_t reasons, flags, contacts;
} bl_record_tick;

enum {
    BL_RECORD_WRITTEN = 1,
    BL_RECORD_FRESH = 2,
    BL_RECORD_TOUCHES = 4,
};

bl_record_header bl_record_header_make(void);
void bl_record_tick_pack(const belay_haptic_servo_input* input, const belay_haptic_servo_output* output,
                         bl_record_tick* tick);
// Whether a tick is one that a servo can have had: counts, states and bits as there are, and numbers that came out
// finite. What went in may be anything, as a device may say anything.
bool bl_record_tick_is_sound(const bl_record_tick* tick);
// Of a sound tick. The model of `input` is left null.
void bl_record_tick_unpack(const bl_record_tick* tick, belay_haptic_servo_input* input,
                           belay_haptic_servo_output* output);

// Room that any model's bytes fit in.
#define BL_RECORD_MODEL_CAPACITY sizeof(belay_haptic_contact_model)
// The bytes of a model (that has a good count of contacts); how many.
size_t bl_record_model_pack(const belay_haptic_contact_model* model, unsigned char* bytes);
// False when the bytes are not those of a model.
bool bl_record_model_unpack(const unsigned char* bytes, size_t size, belay_haptic_contact_model* model);

#endif
