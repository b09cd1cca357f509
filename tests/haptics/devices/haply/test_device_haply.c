// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Haply's devices: the messages, and a session with a service on this machine. Nothing here is timed: a test waits for
// what it expects, and fails when that does not come for ten seconds.

#include "belay/haptic_haply.h"
#include "belay/quat.h"
#include "belay/vec.h"
#include "devices/haply/device_haply.h"
#include "haptics/devices/haply/fake_haply.h"

#include <SDL.h>
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#ifdef BELAY_HAVE_WEBSOCKET

static const char service_frame[] =
    "{\"session_id\":7,\"inverse3\":[{\"device_id\":\"049D\",\"state\":{\"cursor_position\":{\"x\":0.01,\"y\":-0.02,"
    "\"z\":"
    "0.1},\"cursor_velocity\":{\"x\":1,\"y\":2,\"z\":3}},\"status\":{\"calibrated\":true}},{\"device_id\":\"04A0\","
    "\"state\":{},\"status\":{\"calibrated\":false}}]}";

// ---------------------------------------------------------------------------------------------------------------------
// Messages
// ---------------------------------------------------------------------------------------------------------------------

Test(device_haply, frames_are_read)
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
Test(device_haply, damaged_frames_do_no_harm)
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

Test(device_haply, frames_with_infinite_numbers_are_none)
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

Test(device_haply, forces_are_written_in_both_forms)
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

Test(device_haply, what_is_no_number_is_not_sent)
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

Test(device_haply, events_of_other_devices_are_not_ours)
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

Test(device_haply, what_is_wrong_is_read)
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

Test(device_haply, bases_are_right_handed_axes)
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

Test(device_haply, safety_events_are_read)
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

// ---------------------------------------------------------------------------------------------------------------------
// A session
// ---------------------------------------------------------------------------------------------------------------------

typedef struct session {
    fake_haply* fake;
    belay_haply* haply;
    belay_haptic_driver driver;
    belay_haptic_device_info info;
    void* device;
} session;

static session begin(const fake_haply_def* def, belay_haply_form form)
{
    session s = {.fake = fake_haply_start(def)};
    cr_assert(s.fake);
    belay_haply_settings settings = {.port = fake_haply_port(s.fake),
                                     .events_port = fake_haply_events_port(s.fake),
                                     .profile = "org.belay:test",
                                     .form = form,
                                     .answer_timeout = 5.0,
                                     .connect_timeout = 10.0};
    s.haply = belay_haply_create(&settings);
    cr_assert(s.haply);
    s.driver = belay_haply_driver(s.haply);
    return s;
}

// Finds and opens the device. On a loaded machine a probe may give up before the service has answered.
static void find_and_open(session* s)
{
    char why[256] = "";
    belay_error error;
    int count = 0;
    for (int i = 0; i < 100 && count == 0; i++)
        count = s->driver.ops->probe(s->driver.driver, &s->info, 1, why, sizeof why);
    cr_assert_eq(count, 1, "%s", why);
    cr_assert_eq(s->driver.ops->open(s->driver.driver, &s->info, &s->device, &error), BELAY_OK, "%s", error.message);
}

static void end(session* s)
{
    if (s->device) s->driver.ops->close(s->device);
    belay_haply_destroy(s->haply);
    if (s->fake) fake_haply_stop(s->fake);
}

static session begin_open(const fake_haply_def* def, belay_haply_form form)
{
    session s = begin(def, form);
    find_and_open(&s);
    return s;
}

static const fake_haply_def plain = {.device = "049D"};

// Reads until the status is this one.
static void wait_for(session* s, belay_haptic_status wanted, belay_haptic_input* input)
{
    for (int i = 0; i < 10000; i++) {
        if (s->driver.ops->read(s->device, input) == wanted) return;
        SDL_Delay(1);
    }
    cr_assert_fail("the status did not become %d", (int)wanted);
}

Test(device_haply, device_is_found_and_opened)
{
    session s = begin_open(&plain, BELAY_HAPLY_VECTOR);
    cr_assert_str_eq(s.info.id, "049D");
    cr_assert_str_eq(s.info.driver, "haply");
    cr_assert_eq(s.info.max_force, 10.0);
    belay_haptic_input input = {.time = 0.0};
    fake_haply_move(s.fake, v3(0.01, 0.02, 0.03));
    for (int i = 0; i < 10000 && input.position.x != 0.01; i++)
        wait_for(&s, BELAY_HAPTIC_OK, &input);
    cr_assert_eq(v3_distance(input.position, v3(0.01, 0.02, 0.03)), 0.0);
    fake_haply_report report;
    fake_haply_get_report(s.fake, &report);
    cr_assert_str_eq(report.profile, "org.belay:test");
    cr_assert_eq(report.profiles, 1);
    cr_assert_eq(report.bad_messages, 0);
    end(&s);
}

// The axes are asked for with the first message, also where nothing is set, as the service may have been told others;
// a mount only when it is.
Test(device_haply, basis_and_mount_are_asked_for)
{
    const belay_pose mount = {{0.1, -0.2, 0.3}, {0.5, 0.5, -0.5, 0.5}};
    for (int k = 0; k < 2; k++) {
        session s = {.fake = fake_haply_start(&plain)};
        belay_haply_settings settings = {.port = fake_haply_port(s.fake),
                                         .events_port = fake_haply_events_port(s.fake),
                                         .basis = k == 1 ? "XZ-Y" : NULL,
                                         .mount = k == 1 ? &mount : NULL,
                                         .connect_timeout = 10.0};
        s.haply = belay_haply_create(&settings);
        s.driver = belay_haply_driver(s.haply);
        find_and_open(&s);
        fake_haply_report report;
        fake_haply_get_report(s.fake, &report);
        cr_expect_str_eq(report.basis, k == 1 ? "XZ-Y" : "XYZ");
        belay_pose right = k == 1 ? mount : (belay_pose){{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0, 0.0}};
        cr_expect_eq(memcmp(&report.mount, &right, sizeof right), 0);
        cr_expect_eq(report.mount_scale, k == 1 ? 1.0 : 0.0);
        cr_expect_eq(report.profiles, 1);
        cr_expect_eq(report.bad_messages, 0);
        end(&s);
    }
}

Test(device_haply, mirrored_axes_and_mounts_that_are_none_are_refused)
{
    const belay_pose none = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0, 0.0}};
    const belay_haply_settings bad[] = {{.basis = "XZY"}, {.mount = &none}};
    static const char* const names[] = {"XZY", "mount"};
    for (int i = 0; i < 2; i++) {
        belay_haply* haply = belay_haply_create(&bad[i]);
        belay_haptic_driver driver = belay_haply_driver(haply);
        belay_haptic_device_info info = {.driver = "haply"};
        char why[160] = "";
        belay_error error;
        void* device = NULL;
        cr_expect_eq(driver.ops->probe(driver.driver, &info, 1, why, sizeof why), 0);
        cr_expect(strstr(why, names[i]), "%s", why);
        cr_expect_eq(driver.ops->open(driver.driver, &info, &device, &error), BELAY_ERROR_VALUE);
        cr_expect(strstr(error.message, names[i]), "%s", error.message);
        cr_expect_null(device);
        belay_haply_destroy(haply);
    }
}

// Every force that is written and answered before the next arrives, and brings one state.
static void check_forces(belay_haply_form form, const fake_haply_def* def)
{
    session s = begin_open(def, form);
    belay_haptic_input input;
    fake_haply_report report;
    for (int i = 1; i <= 50; i++) {
        belay_haptic_output output = {{0.1 * i, -0.2 * i, 1.0 / 3.0}, {0.0, 0.0, 0.0}, 0.0};
        cr_assert_eq(s.driver.ops->write(s.device, &output), BELAY_HAPTIC_OK);
        for (int k = 0; k < 10000; k++) {
            fake_haply_get_report(s.fake, &report);
            if (report.force.x == 0.1 * i) break;
            SDL_Delay(1);
        }
        cr_assert_eq(report.force.x, 0.1 * i);
        cr_assert_eq(report.force.y, -0.2 * i);
        cr_assert_eq(report.force.z, 1.0 / 3.0);
        cr_assert_eq(report.is_values_form, form == BELAY_HAPLY_VALUES);
        wait_for(&s, BELAY_HAPTIC_OK, &input);
    }
    cr_assert_eq(report.forces, 50);
    cr_assert_eq(report.bad_messages, 0);
    // Closing takes the force back.
    s.driver.ops->close(s.device);
    s.device = NULL;
    for (int k = 0; k < 10000 && report.force.x != 0.0; k++) {
        fake_haply_get_report(s.fake, &report);
        SDL_Delay(1);
    }
    cr_assert_eq(v3_length(report.force), 0.0);
    end(&s);
}

Test(device_haply, forces_arrive_as_vectors)
{
    check_forces(BELAY_HAPLY_VECTOR, &plain);
}

Test(device_haply, forces_arrive_as_values)
{
    check_forces(BELAY_HAPLY_VALUES, &plain);
}

Test(device_haply, frames_in_pieces_are_put_together)
{
    const fake_haply_def torn = {.device = "049D", .is_torn = true};
    check_forces(BELAY_HAPLY_VECTOR, &torn);
}

// However fast forces are written, no message goes out before the last one was answered: states and messages match.
Test(device_haply, writing_faster_than_the_service_answers_skips_forces)
{
    session s = begin_open(&plain, BELAY_HAPLY_VECTOR);
    for (int i = 1; i <= 20000; i++) {
        belay_haptic_output output = {{1e-3 * i, 0.0, 0.0}, {0.0, 0.0, 0.0}, 0.0};
        cr_assert_eq(s.driver.ops->write(s.device, &output), BELAY_HAPTIC_OK);
    }
    fake_haply_report report = {.connections = 0};
    for (int k = 0; k < 10000 && report.force.x != 20.0; k++) {
        fake_haply_get_report(s.fake, &report);
        SDL_Delay(1);
    }
    cr_assert_eq(report.force.x, 20.0);
    cr_assert_leq(report.forces, 20000);
    end(&s);
}

// Without any writing the state is asked for.
Test(device_haply, reading_alone_goes_on)
{
    session s = begin_open(&plain, BELAY_HAPLY_VECTOR);
    belay_haptic_input input;
    for (int i = 0; i < 5; i++)
        wait_for(&s, BELAY_HAPTIC_OK, &input);
    fake_haply_report report;
    fake_haply_get_report(s.fake, &report);
    cr_assert_eq(report.forces, 0);
    cr_assert_geq(report.probes, 4);
    end(&s);
}

Test(device_haply, a_grip_turns_the_device)
{
    const fake_haply_def with_grip = {.device = "049D", .has_grip = true};
    session s = begin_open(&with_grip, BELAY_HAPLY_VECTOR);
    belay_haptic_input input;
    wait_for(&s, BELAY_HAPTIC_OK, &input);
    cr_assert_lt(v3_distance(q_rotate(input.rotation, v3(1.0, 0.0, 0.0)), v3(0.0, 1.0, 0.0)), 1e-12);
    cr_assert_eq(input.buttons, 2);
    end(&s);
}

// ---------------------------------------------------------------------------------------------------------------------
// Losing it
// ---------------------------------------------------------------------------------------------------------------------

Test(device_haply, an_event_tells_of_the_pulled_plug)
{
    session s = begin_open(&plain, BELAY_HAPLY_VECTOR);
    belay_haptic_input input;
    const char lost[] = "{\"name\":\"device-disconnected\",\"category\":\"device\",\"level\":\"warning\",\"data\":{"
                        "\"device_id\":\"049D\"},\"message\":\"gone\"}";
    // The events' connection may still be on its way: tell until it is heard.
    for (int i = 0; i < 10000; i++) {
        if (i % 100 == 0) fake_haply_send_event(s.fake, lost);
        if (s.driver.ops->read(s.device, &input) == BELAY_HAPTIC_LOST) break;
        SDL_Delay(1);
    }
    cr_assert_eq(s.driver.ops->read(s.device, &input), BELAY_HAPTIC_LOST);
    belay_haptic_output output = {{1.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, 0.0};
    cr_assert_eq(s.driver.ops->write(s.device, &output), BELAY_HAPTIC_LOST);
    end(&s);
}

// Reads until the device tells of exactly these troubles.
static void wait_for_troubles(session* s, uint32_t wanted)
{
    belay_haptic_input input = {.troubles = ~wanted};
    for (int i = 0; i < 10000 && input.troubles != wanted; i++) {
        s->driver.ops->read(s->device, &input);
        SDL_Delay(1);
    }
    cr_assert_eq(input.troubles, wanted, "%x, not %x", (unsigned)input.troubles, (unsigned)wanted);
}

#define SAFETY_EVENT(type, level)                                                                                      \
    "{\"name\":\"device-safety-triggered\",\"level\":\"" level                                                         \
    "\",\"data\":{\"device_id\":\"049D\",\"safety_type\":\"" type "\"}}"

// The fake sends an event to those who listen by then: it is sent until it has been heard.
static void send_until_told(session* s, const char* event, uint32_t wanted)
{
    belay_haptic_input input = {.troubles = ~wanted};
    for (int i = 0; i < 10000 && input.troubles != wanted; i++) {
        if (i % 100 == 0) fake_haply_send_event(s->fake, event);
        s->driver.ops->read(s->device, &input);
        SDL_Delay(1);
    }
    cr_assert_eq(input.troubles, wanted);
}

Test(device_haply, a_brake_lasts_until_it_is_released_and_a_stall_is_told_for_a_while)
{
    session s = begin_open(&plain, BELAY_HAPLY_VECTOR);
    const uint32_t brake = belay_haptic_trouble_bit(BELAY_HAPTIC_TROUBLE_BRAKED);
    send_until_told(&s, SAFETY_EVENT("ebrake_triggered", "error"), brake);
    belay_haptic_input input;
    for (int i = 0; i < 700; i++) { // longer than what happens once is told
        s.driver.ops->read(s.device, &input);
        cr_assert_eq(input.troubles, brake);
        SDL_Delay(1);
    }
    send_until_told(&s, SAFETY_EVENT("ebrake_released", "notice"), 0);
    send_until_told(&s, SAFETY_EVENT("stall_detected", "warning"),
                    belay_haptic_trouble_bit(BELAY_HAPTIC_TROUBLE_STALLED));
    wait_for_troubles(&s, 0);
    end(&s);
}

Test(device_haply, a_pulled_power_supply_is_told_and_put_back)
{
    session s = begin_open(&plain, BELAY_HAPLY_VECTOR);
    wait_for_troubles(&s, 0);
    fake_haply_power(s.fake, false);
    wait_for_troubles(&s, belay_haptic_trouble_bit(BELAY_HAPTIC_TROUBLE_NO_POWER));
    fake_haply_power(s.fake, true);
    wait_for_troubles(&s, 0);
    end(&s);
}

// Its own session makes a device be in use: that is no trouble, as in the tests above; another's is.
Test(device_haply, somebody_elses_session_is_told)
{
    const fake_haply_def shared = {.device = "049D", .is_in_use = true};
    session s = begin_open(&shared, BELAY_HAPLY_VECTOR);
    wait_for_troubles(&s, belay_haptic_trouble_bit(BELAY_HAPTIC_TROUBLE_IN_USE));
    end(&s);
}

Test(device_haply, what_is_not_ready_says_why_it_does_not_open)
{
    const fake_haply_def unplugged = {.device = "049D", .has_no_power = true};
    session s = begin(&unplugged, BELAY_HAPLY_VECTOR);
    belay_haply_settings settings = {.port = fake_haply_port(s.fake), .events_port = -1, .connect_timeout = 1.0};
    belay_haply_destroy(s.haply);
    s.haply = belay_haply_create(&settings);
    s.driver = belay_haply_driver(s.haply);
    belay_haptic_device_info info = {.name = "Haply Inverse3", .id = "049D"};
    belay_error error;
    cr_assert_eq(s.driver.ops->open(s.driver.driver, &info, &s.device, &error), BELAY_ERROR_STATE);
    cr_assert(strstr(error.message, "049D") && strstr(error.message, "has no power: plug in"), "%s", error.message);
    end(&s);
}

Test(device_haply, models_that_are_not_known_have_no_rating)
{
    const fake_haply_def other = {.device = "049D", .type = "minverse"};
    session s = begin_open(&other, BELAY_HAPLY_VECTOR);
    cr_assert_str_eq(s.info.name, "Haply minverse");
    cr_assert_eq(s.info.max_force, 0.0);
    end(&s);
}

Test(device_haply, another_devices_plug_is_none_of_ours)
{
    session s = begin_open(&plain, BELAY_HAPLY_VECTOR);
    belay_haptic_input input;
    for (int i = 0; i < 20; i++) {
        fake_haply_send_event(s.fake, "{\"name\":\"device-disconnected\",\"data\":{\"device_id\":\"04A0\"}}");
        wait_for(&s, BELAY_HAPTIC_OK, &input);
    }
    end(&s);
}

Test(device_haply, a_service_that_ends_is_a_lost_device)
{
    session s = begin_open(&plain, BELAY_HAPLY_VECTOR);
    belay_haptic_input input;
    fake_haply_stop(s.fake);
    s.fake = NULL;
    wait_for(&s, BELAY_HAPTIC_LOST, &input);
    end(&s);
}

Test(device_haply, a_service_that_falls_silent_is_a_lost_device)
{
    session s = begin(&plain, BELAY_HAPLY_VECTOR);
    belay_haply_destroy(s.haply);
    belay_haply_settings settings = {
        .port = fake_haply_port(s.fake), .events_port = -1, .answer_timeout = 2.0, .connect_timeout = 10.0};
    s.haply = belay_haply_create(&settings);
    s.driver = belay_haply_driver(s.haply);
    find_and_open(&s);
    belay_haptic_input input;
    fake_haply_fall_silent(s.fake);
    wait_for(&s, BELAY_HAPTIC_LOST, &input);
    end(&s);
}

// ---------------------------------------------------------------------------------------------------------------------
// Reasons
// ---------------------------------------------------------------------------------------------------------------------

static void check_not_found(const session* s, const char* reason)
{
    char why[256] = "";
    belay_haptic_device_info info;
    for (int i = 0; i < 100 && !strstr(why, reason); i++)
        cr_assert_eq(s->driver.ops->probe(s->driver.driver, &info, 1, why, sizeof why), 0);
    cr_assert(strstr(why, reason), "'%s' does not say '%s'", why, reason);
}

Test(device_haply, reasons_for_finding_nothing_are_told)
{
    const fake_haply_def none = {.device = NULL}, silent = {.device = "049D", .is_silent = true};
    session s = begin(&none, BELAY_HAPLY_VECTOR);
    check_not_found(&s, "has no Inverse3");
    end(&s);
    s = begin(&silent, BELAY_HAPLY_VECTOR);
    check_not_found(&s, "silent");
    // Its port is nobody's any more.
    fake_haply_stop(s.fake);
    s.fake = NULL;
    check_not_found(&s, "no service answers");
    end(&s);
}

Test(device_haply, another_device_does_not_open)
{
    session s = begin_open(&plain, BELAY_HAPLY_VECTOR);
    belay_haptic_device_info other = s.info;
    strcpy(other.id, "04A0");
    void* device = NULL;
    belay_error error;
    cr_assert_eq(s.driver.ops->open(s.driver.driver, &other, &device, &error), BELAY_ERROR_STATE);
    cr_assert(strstr(error.message, "does not have that device"), "%s", error.message);
    cr_assert_null(device);
    end(&s);
}

Test(device_haply, opens_and_closes_again_and_again)
{
    session s = begin_open(&plain, BELAY_HAPLY_VECTOR);
    for (int i = 0; i < 20; i++) {
        belay_error error;
        belay_haptic_input input;
        s.driver.ops->close(s.device);
        cr_assert_eq(s.driver.ops->open(s.driver.driver, &s.info, &s.device, &error), BELAY_OK, "%s", error.message);
        cr_assert_eq(s.driver.ops->read(s.device, &input), BELAY_HAPTIC_OK);
    }
    end(&s);
}

#else

Test(device_haply, says_that_it_was_left_out)
{
    char why[256] = "";
    belay_haptic_device_info info;
    belay_haply* haply = belay_haply_create(NULL);
    belay_haptic_driver driver = belay_haply_driver(haply);
    cr_assert_eq(driver.ops->probe(driver.driver, &info, 1, why, sizeof why), 0);
    cr_assert(strstr(why, "libwebsockets"), "%s", why);
    belay_haply_destroy(haply);
}

#endif
