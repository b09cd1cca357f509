// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The messages of Haply's service, read and written without it.

#include "belay/haptic_haply.h"
#include "belay/quat.h"
#include "belay/vec.h"
#include "devices/haply/device_haply.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#ifdef BELAY_HAVE_WEBSOCKET

static const char service_frame[] =
    "{\"session_id\":7,\"inverse3\":[{\"device_id\":\"049D\",\"state\":{\"cursor_position\":{\"x\":0.01,\"y\":-0.02,"
    "\"z\":"
    "0.1},\"cursor_velocity\":{\"x\":1,\"y\":2,\"z\":3}},\"status\":{\"calibrated\":true}},{\"device_id\":\"04A0\","
    "\"state\":{},\"status\":{\"calibrated\":false}}]}";

Test(haply_messages, frames_are_read)
{
    bl_haply_frame frame;
    cr_assert(bl_haply_read_frame(service_frame, strlen(service_frame), &frame));
    cr_assert_eq(frame.device_count, 2);
    const bl_haply_device* device = bl_haply_find(&frame, "049D");
    cr_assert(device && device->is_ready);
    cr_assert_eq(v3_distance(device->input.position, v3(0.01, -0.02, 0.1)), 0.0);
    cr_assert_eq(v3_distance(device->input.linear_velocity, v3(1.0, 2.0, 3.0)), 0.0);
    cr_assert_eq(device->input.rotation.w, 1.0);
    // What is left out is the identity.
    device = bl_haply_find(&frame, "04A0");
    cr_assert(device && !device->is_ready);
    cr_assert_eq(v3_length(device->input.position), 0.0);
    cr_assert_null(bl_haply_find(&frame, "no"));
}

// Every beginning of a frame, and every frame with one byte changed, is read without harm.
Test(haply_messages, damaged_frames_do_no_harm)
{
    bl_haply_frame frame;
    size_t size = strlen(service_frame);
    for (size_t n = 0; n < size; n++)
        cr_assert(!bl_haply_read_frame(service_frame, n, &frame), "%zu bytes", n);
    char text[sizeof service_frame];
    for (size_t i = 0; i < size; i++) {
        memcpy(text, service_frame, sizeof text);
        text[i] = i % 3 == 0 ? '"' : (i % 3 == 1 ? '}' : '9');
        if (bl_haply_read_frame(text, size, &frame)) cr_assert_leq(frame.device_count, 2);
    }
    cr_assert(!bl_haply_read_frame("[1]", 3, &frame));
    const char odd[] = "{\"inverse3\":[{\"device_id\":5},{\"device_id\":\"A\",\"state\":3},7,null]}";
    cr_assert(bl_haply_read_frame(odd, strlen(odd), &frame));
    cr_assert_eq(frame.device_count, 1);
}

Test(haply_messages, frames_with_infinite_numbers_are_none)
{
    static const char* const frames[] = {
        "{\"inverse3\":[{\"device_id\":\"a\",\"state\":{\"cursor_position\":{\"x\":1e999,\"y\":0,\"z\":0}}}]}",
        "{\"inverse3\":[{\"device_id\":\"a\",\"state\":{\"cursor_velocity\":{\"x\":0,\"y\":-1e400,\"z\":0}}}]}"};
    for (int i = 0; i < 2; i++) {
        bl_haply_frame frame;
        cr_expect(!bl_haply_read_frame(frames[i], strlen(frames[i]), &frame), "%s", frames[i]);
        cr_expect_eq(frame.device_count, 0);
    }
    // A turn that is none is no turn.
    const char* turned =
        "{\"inverse3\":[{\"device_id\":\"a\",\"state\":{}}],\"verse_grip\":[{\"state\":{\"orientation\":{"
        "\"w\":1e999,\"x\":0,\"y\":0,\"z\":0}}}]}";
    bl_haply_frame frame;
    cr_assert(bl_haply_read_frame(turned, strlen(turned), &frame));
    cr_expect(frame.devices[0].input.rotation.w == 1.0 && frame.devices[0].input.rotation.x == 0.0);
}

Test(haply_messages, forces_are_written_in_both_forms)
{
    char text[BL_HAPLY_MESSAGE_SIZE];
    bl_haply_command command = {.device = "049D", .profile = "org.belay:test", .has_force = true, .force = {0, 0, 1.5}};
    cr_assert_eq(bl_haply_write_command(&command, text), strlen(text));
    cr_assert(strstr(text, "{\"session\":{\"configure\":{\"profile\":{\"name\":\"org.belay:test\"}}},\"inverse3\":[{"
                           "\"device_id\":\"049D\",\"commands\":{\"set_cursor_force\":{\"vector\":{\"x\":") == text,
              "%s", text);
    command.profile = NULL;
    command.form = BELAY_HAPLY_VALUES;
    bl_haply_write_command(&command, text);
    cr_assert(strstr(text, "{\"inverse3\":[{\"device_id\":\"049D\",\"commands\":{\"set_cursor_force\":{\"values\":{") ==
                  text,
              "%s", text);
    command.has_force = false;
    bl_haply_write_command(&command, text);
    cr_assert_str_eq(text, "{\"inverse3\":[{\"device_id\":\"049D\",\"commands\":{\"probe_position\":{}}}]}");
}

Test(haply_messages, what_is_no_number_is_not_sent)
{
    char text[BL_HAPLY_MESSAGE_SIZE];
    bl_haply_command command = {.device = "a\"b", .has_force = true, .force = {NAN, -INFINITY, 2.0}};
    bl_haply_write_command(&command, text);
    cr_assert(!strstr(text, "nan") && !strstr(text, "inf"), "%s", text);
    cr_assert(strstr(text, "\"ab\""), "%s", text);
    // The longest of all still fits, whole.
    char profile[300];
    memset(profile, 'p', sizeof profile);
    profile[255] = '\0';
    command.profile = profile;
    command.force = (belay_vec3){-1.7976931348623157e308, -2.2250738585072014e-308, -1.0 / 3.0};
    cr_assert_lt(bl_haply_write_command(&command, text), BL_HAPLY_MESSAGE_SIZE - 1);
    cr_assert_str_eq(text + strlen(text) - 4, "}}]}");
}

Test(haply_messages, events_of_other_devices_are_not_ours)
{
    const char ours[] = "{\"name\":\"device-disconnected\",\"data\":{\"device_id\":\"049D\"}}";
    const char nobodys[] = "{\"name\":\"device-disconnected\",\"data\":{}}";
    const char others[] = "{\"name\":\"device-disconnected\",\"data\":{\"device_id\":\"04A0\"}}";
    const char harmless[] = "{\"name\":\"device-connected\",\"data\":{\"device_id\":\"049D\"}}";
    cr_assert(bl_haply_is_disconnected(ours, strlen(ours), "049D"));
    cr_assert(bl_haply_is_disconnected(nobodys, strlen(nobodys), "049D"));
    cr_assert(!bl_haply_is_disconnected(others, strlen(others), "049D"));
    cr_assert(!bl_haply_is_disconnected(harmless, strlen(harmless), "049D"));
    cr_assert(!bl_haply_is_disconnected("{", 1, "049D"));
}

Test(haply_messages, what_is_wrong_is_read)
{
    const char text[] =
        "{\"inverse3\":[{\"device_id\":\"a\",\"config\":{\"type\":\"minverse\"},\"status\":{\"calibrated\":"
        "false,\"power_supply\":false,\"ready\":true,\"in_use\":true}}],\"verse_grip\":[{\"state\":{"
        "\"hall\":51,\"button\":true}}]}";
    bl_haply_frame frame;
    cr_assert(bl_haply_read_frame(text, strlen(text), &frame));
    cr_assert_str_eq(frame.devices[0].type, "minverse");
    cr_assert_eq(frame.devices[0].input.troubles, belay_haptic_trouble_bit(BELAY_HAPTIC_TROUBLE_NO_POWER) |
                                                      belay_haptic_trouble_bit(BELAY_HAPTIC_TROUBLE_NOT_CALIBRATED));
    cr_assert_float_eq(frame.devices[0].input.grip, 0.2, 1e-12);
    cr_assert_eq(frame.devices[0].input.buttons, 1);
}

Test(haply_messages, bases_are_right_handed_axes)
{
    static const char* const good[] = {"XYZ", "YZX", "ZXY", "XZ-Y", "-X-YZ", "+X+Y+Z", "-XZY"};
    static const char* const bad[] = {"", "XY", "XYZZ", "XXY", "XZY", "X-YZ", "xyz", "X-Y", "--XYZ", "XYZ "};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        cr_expect(bl_haply_is_basis(good[i]), "%s", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        cr_expect(!bl_haply_is_basis(bad[i]), "%s", bad[i]);
}

static bl_haply_event safety_event(const char* type, const char* level, const char* id)
{
    char text[256];
    snprintf(
        text, sizeof text,
        "{\"name\":\"device-safety-triggered\",\"category\":\"device\",\"level\":\"%s\",\"data\":{"
        "\"device_family\":\"inverse\",\"device_id\":\"049D\",\"safety_type\":\"%s\"},\"message\":\"stall_detected\"}",
        level, type);
    return bl_haply_read_event(text, strlen(text), id);
}

Test(haply_messages, safety_events_are_read)
{
    const uint32_t brake = belay_haptic_trouble_bit(BELAY_HAPTIC_TROUBLE_BRAKED);
    const uint32_t limit = belay_haptic_trouble_bit(BELAY_HAPTIC_TROUBLE_FORCE_LIMITED);
    const struct {
        const char *type, *level;
        uint32_t troubles, begun, over;
    } told[] = {{"ebrake_triggered", "error", 0, brake, 0},
                {"ebrake_released", "notice", 0, 0, brake},
                {"fod_stage_changed", "warning", 0, limit, 0},
                {"fod_stage_changed", "info", 0, 0, limit},
                {"stall_detected", "warning", belay_haptic_trouble_bit(BELAY_HAPTIC_TROUBLE_STALLED), 0, 0},
                {"stability_ceiling", "warning", belay_haptic_trouble_bit(BELAY_HAPTIC_TROUBLE_UNSTABLE), 0, 0},
                {"something_new", "error", belay_haptic_trouble_bit(BELAY_HAPTIC_TROUBLE_FAULT), 0, 0},
                {"something_new", "info", 0, 0, 0}};
    for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
        bl_haply_event event = safety_event(told[i].type, told[i].level, "049D");
        cr_expect(!event.is_disconnected);
        cr_expect(event.troubles == told[i].troubles && event.begun == told[i].begun && event.over == told[i].over,
                  "%s %s", told[i].type, told[i].level);
        event = safety_event(told[i].type, told[i].level, "04A0");
        cr_expect_eq(event.troubles | event.begun | event.over, 0);
    }
    const char busy[] = "{\"name\":\"device-busy\",\"data\":{\"device_id\":\"049D\"}}";
    cr_expect_eq(bl_haply_read_event(busy, strlen(busy), "049D").troubles,
                 belay_haptic_trouble_bit(BELAY_HAPTIC_TROUBLE_IN_USE));
    cr_expect_eq(bl_haply_read_event("{", 1, "049D").troubles, 0);
}

#endif
