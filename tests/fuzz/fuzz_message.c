// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Messages of a device's service. What a frame says is finite, turned by a unit quaternion, and named.

#if defined(BELAY_HAVE_HAPTICS) && defined(BELAY_HAVE_WEBSOCKET)

#include "fuzz/fuzz.h"

#include "belay/quat.h"
#include "devices/haply/device_haply.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char inventory[] =
    "{\"inverse3\":[{\"device_id\":\"04BA\",\"config\":{\"device_info\":{\"major_version\":3}},\"status\":{"
    "\"calibrated\":true,\"ready\":true,\"power_supply\":true},\"state\":{\"cursor_position\":{\"x\":0.04,\"y\":-0.16,"
    "\"z\":0.11},\"cursor_velocity\":{\"x\":0.01,\"y\":0,\"z\":-2e-3}}}],\"wireless_verse_grip\":[{\"device_id\":"
    "\"61576\",\"state\":{\"orientation\":{\"w\":0.5,\"x\":0.5,\"y\":-0.5,\"z\":0.5},\"buttons\":{\"a\":true,"
    "\"b\":false,\"c\":true}}}]}";
static const char several[] =
    "{\"inverse3\":[{\"device_id\":\"1\",\"state\":{}},{\"device_id\":\"2\",\"status\":{\"ready\":false}},"
    "{\"device_id\":3}],\"verse_grip\":[{\"state\":{\"button\":true}}]}";
static const char gone[] = "{\"name\":\"device-disconnected\",\"data\":{\"device_id\":\"04BA\"}}";
static const char* const frames[] = {inventory, several, gone, "[]"};

static void check_frame(fuzz* f, const bl_haply_frame* frame)
{
    if (frame->device_count < 0 || frame->device_count > BL_HAPLY_DEVICES) {
        fuzz_fail(f, "a frame has %d devices", frame->device_count);
        return;
    }
    for (int i = 0; i < frame->device_count; i++) {
        const belay_haptic_input* in = &frame->devices[i].input;
        if (memchr(frame->devices[i].id, '\0', BL_HAPLY_ID_SIZE) == NULL) fuzz_fail(f, "an id does not end");
        if (!v3_is_finite(in->position) || !v3_is_finite(in->linear_velocity)) fuzz_fail(f, "a device is nowhere");
        if (!(fabs(q_length(in->rotation) - 1.0) <= 1e-12))
            fuzz_fail(f, "a rotation has length %g", q_length(in->rotation));
        if (bl_haply_find(frame, frame->devices[i].id) == NULL) fuzz_fail(f, "a device is not found by its id");
    }
}

void fuzz_message(fuzz* f)
{
    for (int i = 0; i < 200 && !fuzz_has_failed(f); i++) {
        const char* good = frames[fuzz_below(f, (uint32_t)(sizeof frames / sizeof *frames))];
        size_t length = strlen(good);
        char text[2048];
        memcpy(text, good, length);
        if (i >= 4) length = fuzz_mutate_text(f, text, length, sizeof text);
        char* exact = malloc(length + 1); // so that a sanitizer sees who reads on
        memcpy(exact, text, length);
        bl_haply_frame frame;
        f->tried++;
        f->taken += bl_haply_read_frame(exact, length, &frame);
        check_frame(f, &frame);
        bl_haply_is_disconnected(exact, length, "04BA");
        free(exact);
    }
    for (int i = 0; i < 20; i++) {
        char name[40], text[BL_HAPLY_MESSAGE_SIZE];
        for (size_t k = 0; k + 1 < sizeof name; k++)
            name[k] = (char)(1 + fuzz_below(f, 255));
        name[sizeof name - 1] = '\0';
        bl_haply_command command = {.device = name,
                                    .profile = fuzz_happens(f, 0.5) ? name : NULL,
                                    .form = fuzz_happens(f, 0.5) ? BELAY_HAPLY_VALUES : BELAY_HAPLY_VECTOR,
                                    .has_force = fuzz_happens(f, 0.5),
                                    .force = {fuzz_odd_number(f), fuzz_odd_number(f), fuzz_odd_number(f)}};
        if (bl_haply_write_command(&command, text) >= sizeof text) fuzz_fail(f, "a message is longer than its room");
    }
}

#else

typedef int fuzz_message_is_left_out; // ISO C wants something in every file

#endif
