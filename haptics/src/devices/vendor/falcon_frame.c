// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "devices/vendor/falcon_frame.h"

#include <string.h>

enum {
    FRAME_BEGIN = '<',
    FRAME_END = '>',
    ZERO = 'A',        // the byte of a zero
    STATUS_AT = 13,    // of lamps and homing, or of homing and buttons
    STATUS_MAX = 0x7f, // three bits over a nibble
    HOMING = 1,
};

static void write_number(uint8_t* bytes, int16_t number)
{
    unsigned bits = (uint16_t)number;
    for (int i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(ZERO + (bits >> (4 * i) & 0xf));
}

void bl_falcon_frame_write(const bl_falcon_command* command, uint8_t frame[BL_FALCON_FRAME_SIZE])
{
    memset(frame, ZERO, BL_FALCON_FRAME_SIZE);
    frame[0] = FRAME_BEGIN;
    for (int i = 0; i < 3; i++)
        write_number(frame + 1 + 4 * i, command->motors[i]);
    frame[STATUS_AT] = (uint8_t)(ZERO + ((command->lamps & 7) << 4) + (command->homing ? HOMING : 0));
    frame[BL_FALCON_FRAME_SIZE - 1] = FRAME_END;
}

static bool in_range(uint8_t byte, int max)
{
    return byte >= ZERO && byte - ZERO <= max;
}

static int16_t read_number(const uint8_t* bytes)
{
    int bits = 0;
    for (int i = 0; i < 4; i++)
        bits |= (bytes[i] - ZERO) << (4 * i);
    return (int16_t)(bits < 0x8000 ? bits : bits - 0x10000);
}

static void read_state(const uint8_t* frame, bl_falcon_state* state)
{
    for (int i = 0; i < 3; i++)
        state->encoders[i] = read_number(frame + 1 + 4 * i);
    int status = frame[STATUS_AT] - ZERO;
    state->homed = (uint8_t)(status >> 4 & 7);
    state->buttons = (uint8_t)(status & 0xf);
}

// Whether `byte` may stand at `position` of a frame.
static bool is_expected(int position, uint8_t byte)
{
    if (position == 0) return byte == FRAME_BEGIN;
    if (position == BL_FALCON_FRAME_SIZE - 1) return byte == FRAME_END;
    return in_range(byte, position < STATUS_AT ? 0xf : STATUS_MAX);
}

// Takes in one byte; true when it ends a good frame. A byte that cannot go on here ends the frame; it may begin the
// next.
static bool push(bl_falcon_parser* parser, uint8_t byte)
{
    if (!is_expected(parser->count, byte)) {
        parser->dropped += (uint64_t)parser->count;
        parser->count = 0;
        if (byte != FRAME_BEGIN) {
            parser->dropped++;
            return false;
        }
    }
    parser->bytes[parser->count++] = byte;
    if (parser->count < BL_FALCON_FRAME_SIZE) return false;
    parser->count = 0;
    parser->frames++;
    return true;
}

int bl_falcon_parser_feed(bl_falcon_parser* parser, const uint8_t* bytes, size_t size, bl_falcon_state* state)
{
    int frames = 0;
    for (size_t i = 0; i < size; i++) {
        if (push(parser, bytes[i])) {
            read_state(parser->bytes, state);
            frames++;
        }
    }
    return frames;
}
