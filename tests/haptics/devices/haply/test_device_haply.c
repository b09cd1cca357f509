// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Haply's devices: a session with a service on this machine. Nothing here is timed: a test waits for what it expects,
// and fails when that does not come for ten seconds. The messages alone: test_haply_messages.c.

#include "belay/haptic_haply.h"
#include "belay/quat.h"
#include "belay/vec.h"
#include "devices/haply/device_haply.h"
#include "haptics/devices/haply/fake_haply.h"

#include <SDL.h>
#include <criterion/criterion.h>
#include <string.h>

#ifdef BELAY_HAVE_WEBSOCKET

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
