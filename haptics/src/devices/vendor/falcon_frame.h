// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The serial frames of the Novint Falcon's own firmware, both ways, over a stream of bytes that may come in pieces, run
// together, or be damaged. A frame is 16 bytes, `<`, 14 bytes that are each a small number + 'A', `>`:
//
//     '<'  m0 m0 m0 m0  m1 m1 m1 m1  m2 m2 m2 m2  s  -  '>'
//
// with three signed 16-bit numbers (motors to the device, encoders from it) of four nibbles, the lowest first, and one
// byte of lamps and homing (to) or of homing and buttons (from). No number + 'A' is a mark, so a frame cannot be taken
// for the inside of another.

#ifndef BELAY_HAPTICS_DEVICES_VENDOR_FALCON_FRAME_H
#define BELAY_HAPTICS_DEVICES_VENDOR_FALCON_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BL_FALCON_FRAME_SIZE 16

// Lamps (three bits) and whether to look for the home position.
typedef struct bl_falcon_command {
    int16_t motors[3];
    uint8_t lamps;
    bool homing;
} bl_falcon_command;

typedef struct bl_falcon_state {
    int16_t encoders[3];
    uint8_t homed;   // a bit for each of the three arms that knows its home position
    uint8_t buttons; // four bits
} bl_falcon_state;

// What came in so far of a frame, and what had to be thrown away. Zero: nothing yet.
typedef struct bl_falcon_parser {
    uint8_t bytes[BL_FALCON_FRAME_SIZE];
    int count;
    uint64_t frames;  // good ones
    uint64_t dropped; // bytes that belonged to no good frame
} bl_falcon_parser;

void bl_falcon_frame_write(const bl_falcon_command* command, uint8_t frame[BL_FALCON_FRAME_SIZE]);

// Takes in `size` bytes. Returns how many good frames ended in them; *state is the newest one's, untouched without.
int bl_falcon_parser_feed(bl_falcon_parser* parser, const uint8_t* bytes, size_t size, bl_falcon_state* state);

#endif
