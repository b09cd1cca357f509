// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The Falcon's serial frames: the bytes, and finding the frames again in what a serial line makes of them.

#define _XOPEN_SOURCE 600

#include "devices/vendor/falcon_frame.h"
#include "support/chance.h"
#include "support/skip.h"

#include <criterion/criterion.h>
#include <string.h>

#if defined(__unix__)
#include <fcntl.h>
#include <poll.h>
#include <termios.h>
#include <unistd.h>
#endif

// A frame as a device would send it: homing and buttons where a command has lamps and homing.
static void write_state(const bl_falcon_state* state, uint8_t frame[BL_FALCON_FRAME_SIZE])
{
    bl_falcon_command command = {{state->encoders[0], state->encoders[1], state->encoders[2]}, state->homed, false};
    bl_falcon_frame_write(&command, frame);
    frame[13] = (uint8_t)(frame[13] + state->buttons);
}

static bl_falcon_state random_state(uint64_t* random)
{
    bl_falcon_state state = {{0, 0, 0}, 0, 0};
    for (int i = 0; i < 3; i++)
        state.encoders[i] = (int16_t)((int)(chance_whole(random) & 0xffff) - 0x8000);
    state.homed = chance_whole(random) & 7;
    state.buttons = chance_whole(random) & 15;
    return state;
}

static void check_equal(const bl_falcon_state* a, const bl_falcon_state* b)
{
    for (int i = 0; i < 3; i++)
        cr_assert_eq(a->encoders[i], b->encoders[i]);
    cr_assert_eq(a->homed, b->homed);
    cr_assert_eq(a->buttons, b->buttons);
}

Test(falcon_frame, bytes_of_a_command)
{
    // 0x1234 is sent as 4, 3, 2, 1, each + 'A'; -1 as four times 15.
    bl_falcon_command command = {{0x1234, -1, 0}, 5, true};
    uint8_t frame[BL_FALCON_FRAME_SIZE];
    bl_falcon_frame_write(&command, frame);
    const uint8_t expected[] = {'<', 'E', 'D', 'C', 'B', 'P', 'P', 'P', 'P', 'A', 'A', 'A', 'A', 'A' + 0x51, 'A', '>'};
    cr_assert_arr_eq(frame, expected, sizeof expected);
}

Test(falcon_frame, every_number_comes_back)
{
    for (int number = -32768; number <= 32767; number++) {
        bl_falcon_state sent = {{(int16_t)number, (int16_t) - (number + 1), 0}, 7, (uint8_t)(number & 15)};
        bl_falcon_state got = {{0, 0, 0}, 0, 0};
        bl_falcon_parser parser = {{0}, 0, 0, 0};
        uint8_t frame[BL_FALCON_FRAME_SIZE];
        write_state(&sent, frame);
        cr_assert_eq(bl_falcon_parser_feed(&parser, frame, sizeof frame, &got), 1);
        check_equal(&got, &sent);
    }
}

Test(falcon_frame, any_split_and_merge_gives_the_same_frames_5_14)
{
    enum { FRAMES = 200 };
    uint64_t random = 3;
    bl_falcon_state sent[FRAMES];
    uint8_t stream[FRAMES * BL_FALCON_FRAME_SIZE];
    for (int i = 0; i < FRAMES; i++) {
        sent[i] = random_state(&random);
        write_state(&sent[i], stream + i * BL_FALCON_FRAME_SIZE);
    }

    for (int round = 0; round < 50; round++) {
        bl_falcon_parser parser = {{0}, 0, 0, 0};
        size_t at = 0;
        while (at < sizeof stream) {
            size_t size = 1 + chance_whole(&random) % 40;
            if (size > sizeof stream - at) size = sizeof stream - at;
            bl_falcon_state got = {{0, 0, 0}, 0, 0};
            int count = bl_falcon_parser_feed(&parser, stream + at, size, &got);
            at += size;
            cr_assert_eq(parser.frames, at / BL_FALCON_FRAME_SIZE);
            if (count > 0) check_equal(&got, &sent[parser.frames - 1]);
        }
        cr_assert_eq(parser.dropped, 0);
    }
}

// One byte of a frame changed to anything else costs that frame alone: no other is lost, none is made up but where the
// new byte is a number as good as the old one.
Test(falcon_frame, a_damaged_byte_costs_its_own_frame_only_5_14)
{
    uint64_t random = 7;
    for (int round = 0; round < 5000; round++) {
        bl_falcon_state sent[3];
        uint8_t stream[3 * BL_FALCON_FRAME_SIZE];
        for (int i = 0; i < 3; i++) {
            sent[i] = random_state(&random);
            write_state(&sent[i], stream + i * BL_FALCON_FRAME_SIZE);
        }
        int at = (int)(chance_whole(&random) % BL_FALCON_FRAME_SIZE);
        uint8_t old = stream[BL_FALCON_FRAME_SIZE + at];
        uint8_t byte = (uint8_t)chance_whole(&random);
        stream[BL_FALCON_FRAME_SIZE + at] = byte;
        int max = at < 13 ? 15 : 127;
        bool is_good = byte == old || (at > 0 && at < 15 && byte >= 'A' && byte <= 'A' + max);

        bl_falcon_parser parser = {{0}, 0, 0, 0};
        bl_falcon_state got = {{0, 0, 0}, 0, 0};
        cr_assert_eq(bl_falcon_parser_feed(&parser, stream, sizeof stream, &got), is_good ? 3 : 2, "byte %d = %d", at,
                     byte);
        check_equal(&got, &sent[2]);
        cr_assert_eq(parser.dropped, is_good ? 0 : BL_FALCON_FRAME_SIZE);
    }
}

Test(falcon_frame, missing_and_foreign_bytes_cost_no_good_frame_5_14)
{
    uint64_t random = 11;
    bl_falcon_state sent = random_state(&random), got = {{0, 0, 0}, 0, 0};
    uint8_t frame[BL_FALCON_FRAME_SIZE];
    write_state(&sent, frame);
    // Modem status, half a frame that was cut off, a whole one.
    uint8_t stream[2 + 9 + BL_FALCON_FRAME_SIZE] = {0x01, 0x60};
    memcpy(stream + 2, frame, 9);
    memcpy(stream + 2 + 9, frame, sizeof frame);

    bl_falcon_parser parser = {{0}, 0, 0, 0};
    cr_assert_eq(bl_falcon_parser_feed(&parser, stream, sizeof stream, &got), 1);
    check_equal(&got, &sent);
    cr_assert_eq(parser.dropped, 11);
}

Test(falcon_frame, noise_is_dropped_and_counted)
{
    uint64_t random = 13;
    bl_falcon_parser parser = {{0}, 0, 0, 0};
    bl_falcon_state got = {{1, 2, 3}, 4, 5}, before = got;
    uint64_t fed = 0;
    for (int i = 0; i < 10000; i++) {
        uint8_t byte = (uint8_t)chance_whole(&random);
        int frames = bl_falcon_parser_feed(&parser, &byte, 1, &got);
        cr_assert_eq(frames, 0);
        fed++;
        cr_assert_eq(parser.dropped + (uint64_t)parser.count, fed);
    }
    check_equal(&got, &before);
}

// ---------------------------------------------------------------------------------------------------------------------
// Behind a serial line: a pseudo terminal, at one end of which a fake device writes
// ---------------------------------------------------------------------------------------------------------------------

#if defined(__unix__)

enum { LINE_FRAMES = 400 };

// What the fake does to a frame. It writes one in pieces, and several at once.
typedef enum damage { WHOLE, CORRUPT, CUT_OFF, MISSING, DAMAGE_COUNT } damage;

typedef struct fake_device {
    int line;
    uint64_t random;
    bl_falcon_state sent[LINE_FRAMES + 1]; // those that arrive whole
    int sent_count;
    uint8_t waiting[8 * BL_FALCON_FRAME_SIZE]; // written, but still in the fake's own buffer
    size_t waiting_size;
} fake_device;

static void set_raw(int line)
{
    struct termios t;
    cr_assert_eq(tcgetattr(line, &t), 0);
    t.c_iflag = t.c_oflag = t.c_lflag = 0;
    t.c_cflag |= CS8 | CREAD | CLOCAL;
    t.c_cc[VMIN] = 0;
    t.c_cc[VTIME] = 0;
    cr_assert_eq(tcsetattr(line, TCSANOW, &t), 0);
}

// Both ends; false when the system has none.
static bool open_line(int* fake, int* reader)
{
    *fake = posix_openpt(O_RDWR | O_NOCTTY);
    if (*fake < 0) return false;
    const char* name = grantpt(*fake) == 0 && unlockpt(*fake) == 0 ? ptsname(*fake) : NULL;
    *reader = name != NULL ? open(name, O_RDWR | O_NOCTTY) : -1;
    if (*reader < 0) {
        close(*fake);
        return false;
    }
    set_raw(*reader);
    return true;
}

static void put(fake_device* d, const uint8_t* bytes, size_t size)
{
    memcpy(d->waiting + d->waiting_size, bytes, size);
    d->waiting_size += size;
}

static void send_frame(fake_device* d, damage how)
{
    bl_falcon_state state = random_state(&d->random);
    uint8_t frame[BL_FALCON_FRAME_SIZE];
    write_state(&state, frame);
    if (how == CORRUPT) frame[chance_whole(&d->random) % BL_FALCON_FRAME_SIZE] = 0; // in no frame
    if (how == MISSING) return;
    put(d, frame, how == CUT_OFF ? 9 : sizeof frame);
    if (how == WHOLE) d->sent[d->sent_count++] = state;
}

// Some of what waits, as the line's own buffer would hand it on; all of it when `is_last`.
static size_t flush_some(fake_device* d, bool is_last)
{
    size_t size = is_last ? d->waiting_size : chance_whole(&d->random) % (d->waiting_size + 1);
    if (d->waiting_size > sizeof d->waiting - 2 * BL_FALCON_FRAME_SIZE) size = d->waiting_size;
    cr_assert_eq(write(d->line, d->waiting, size), (ssize_t)size);
    memmove(d->waiting, d->waiting + size, d->waiting_size - size);
    d->waiting_size -= size;
    return size;
}

// Takes `size` bytes out of the line, in whatever pieces they come, and checks every frame that the parser finds in
// them against what was sent.
static void take(int reader, size_t size, bl_falcon_parser* parser, const fake_device* d)
{
    for (size_t taken = 0; taken < size;) {
        struct pollfd ready = {reader, POLLIN, 0};
        uint8_t bytes[24];
        cr_assert_eq(poll(&ready, 1, 10000), 1, "nothing comes over the line");
        ssize_t count = read(reader, bytes, sizeof bytes);
        cr_assert_gt(count, 0);
        taken += (size_t)count;
        bl_falcon_state got = {{0, 0, 0}, 0, 0};
        if (bl_falcon_parser_feed(parser, bytes, (size_t)count, &got) == 0) continue;
        cr_assert_leq(parser->frames, (uint64_t)d->sent_count);
        check_equal(&got, &d->sent[parser->frames - 1]);
    }
}

Test(falcon_frame, line_that_splits_merges_damages_and_loses_costs_no_good_frame_5_14)
{
    static fake_device d;
    int reader;
    d.random = 17;
    if (!open_line(&d.line, &reader)) SKIP_TEST("this system has no pseudo terminals");
    bl_falcon_parser parser = {{0}, 0, 0, 0};
    for (int i = 0; i < LINE_FRAMES; i++) {
        uint32_t chance = chance_whole(&d.random) % 10;
        send_frame(&d, chance < DAMAGE_COUNT ? (damage)chance : WHOLE);
        take(reader, flush_some(&d, false), &parser, &d);
    }
    send_frame(&d, WHOLE);
    take(reader, flush_some(&d, true), &parser, &d);
    cr_expect_eq(parser.frames, (uint64_t)d.sent_count);
    cr_expect(d.sent_count < LINE_FRAMES && parser.dropped > 0, "some were damaged");
    close(reader);
    close(d.line);
}

#endif
