// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The driver of 3D Systems' devices, against a stub of their library with a servo thread of its own.

#include "belay/haptic_vendor.h"
#include "belay/quat.h"
#include "belay/vec.h"
#include "haptics/devices/stub.h"
#include "haptics/stubs/stub_hd.h"

typedef struct session {
    char path[512];
    stub_hd_control control;
    belay_hd* hd;
    belay_haptic_driver driver;
    belay_haptic_device_info info;
    void* device;
} session;

// A Touch whose stylus is turned by 90 degrees about z.
static void load_stub(session* s)
{
    stub_hd_get_control_fn* get_control = NULL;
    stub_path("stub_hd", s->path, sizeof s->path);
    stub_function(s->path, "stub_hd_get_control", &get_control);
    s->control = get_control();
    *s->control.state = (stub_hd_state){
        .device_name = "left",
        .model = "Touch",
        .serial = "042",
        .transform = {0.0, 1.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 10.0, -20.0, 30.0, 1.0},
        .box = {-80.0, -60.0, -35.0, 80.0, 60.0, 35.0},
        .buttons = 2,
        .max_force = 3.3,
        .max_stiffness = 0.5,
        .calibration = 0x5000,
    };
    belay_hd_settings settings = {s->path, "left,,right"};
    s->hd = belay_hd_create(&settings);
    cr_assert(s->hd);
    s->driver = belay_hd_driver(s->hd);
}

static session begin(void)
{
    session s = {.device = NULL};
    load_stub(&s);
    char why[256] = "";
    belay_error error;
    cr_assert_eq(s.driver.ops->probe(s.driver.driver, &s.info, 1, why, sizeof why), 1, "%s", why);
    cr_assert_eq(s.driver.ops->open(s.driver.driver, &s.info, &s.device, &error), BELAY_OK, "%s", error.message);
    return s;
}

static void end(session* s)
{
    s->driver.ops->close(s->device);
    belay_hd_destroy(s->hd);
}

// What ticks did.
typedef struct record {
    int count, until;
    belay_haptic_input input;
    uint32_t troubles, first_troubles; // of all ticks, of the first
    double shortest, longest;          // s, of what was said to have passed
} record;

static bool push_twice_the_position(void* context, const belay_haptic_input* input, belay_haptic_output* output,
                                    double dt)
{
    record* r = context;
    r->shortest = r->count == 0 || dt < r->shortest ? dt : r->shortest;
    r->longest = r->count == 0 || dt > r->longest ? dt : r->longest;
    r->input = *input;
    if (r->count == 0) r->first_troubles = input->troubles;
    r->troubles |= input->troubles;
    r->count++;
    output->force = v3_scale(2.0, input->position);
    return r->count < r->until;
}

Test(device_hd, device_is_found_with_what_it_says_of_itself)
{
    session s = begin();
    cr_assert_str_eq(s.info.name, "Touch 042");
    cr_assert_str_eq(s.info.id, "left");
    cr_assert_str_eq(s.info.driver, "hd");
    cr_assert(s.info.owns_loop);
    cr_assert_eq(s.info.max_force, 3.3);
    cr_assert_float_eq(s.info.max_stiffness, 500.0, 1e-9);
    // Not said by it: from the preset.
    cr_assert_float_eq(s.info.max_damping, 4.0, 1e-9);
    cr_assert_float_eq(s.info.workspace_radius, 0.035, 1e-12);
    cr_assert_eq(s.info.mass, 0.045);
    cr_assert(s.control.state->is_force_on);
    end(&s);
    cr_assert(!s.control.state->is_up);
    cr_assert(!s.control.state->is_force_on);
}

Test(device_hd, ticks_come_from_the_library_in_metres)
{
    session s = begin();
    record r = {.until = 20};
    cr_assert_eq(s.driver.ops->run(s.device, push_twice_the_position, &r), BELAY_HAPTIC_OK);
    cr_assert_eq(r.count, 20);
    cr_assert_eq(s.control.state->frames, 20);
    cr_assert_eq(s.control.state->writes, 20);
    cr_assert_eq(s.control.state->nested_frames, 0);
    cr_assert_lt(v3_distance(r.input.position, v3(0.01, -0.02, 0.03)), 1e-15);
    cr_assert_lt(v3_distance(q_rotate(r.input.rotation, v3(1.0, 0.0, 0.0)), v3(0.0, 1.0, 0.0)), 1e-12);
    cr_assert_eq(r.input.buttons, 2);
    cr_assert_gt(r.shortest, 0.0);
    cr_assert_float_eq(s.control.state->force[1], -0.04, 1e-15);
    end(&s);
}

Test(device_hd, runs_again_after_it_was_stopped)
{
    session s = begin();
    for (int i = 0; i < 5; i++) {
        record r = {.until = 3};
        cr_assert_eq(s.driver.ops->run(s.device, push_twice_the_position, &r), BELAY_HAPTIC_OK);
        cr_assert_eq(r.count, 3);
    }
    end(&s);
}

Test(device_hd, a_device_that_fails_is_lost)
{
    session s = begin();
    s.control.state->fails_after = 5;
    record r = {.until = 1000000};
    cr_assert_eq(s.driver.ops->run(s.device, push_twice_the_position, &r), BELAY_HAPTIC_LOST);
    cr_assert_eq(r.count, 5);
    cr_assert_eq(s.driver.ops->run(s.device, push_twice_the_position, &r), BELAY_HAPTIC_LOST);
    cr_assert_eq(r.count, 5);
    belay_haptic_input input;
    cr_assert_eq(s.driver.ops->read(s.device, &input), BELAY_HAPTIC_LOST);

    // Opened again, it goes on.
    s.driver.ops->close(s.device);
    s.control.state->fails_after = 0;
    belay_error error;
    cr_assert_eq(s.driver.ops->open(s.driver.driver, &s.info, &s.device, &error), BELAY_OK, "%s", error.message);
    r.until = r.count + 3;
    cr_assert_eq(s.driver.ops->run(s.device, push_twice_the_position, &r), BELAY_HAPTIC_OK);
    end(&s);
}

// Too large a force is the force's fault: the device lives on.
Test(device_hd, an_error_of_a_force_is_no_loss)
{
    session s = begin();
    s.control.state->complains_after = 3;
    record r = {.until = 10};
    cr_assert_eq(s.driver.ops->run(s.device, push_twice_the_position, &r), BELAY_HAPTIC_OK);
    cr_assert_eq(r.count, 10);
    end(&s);
}

Test(device_hd, errors_of_forces_and_the_inkwell_are_told)
{
    const struct {
        unsigned code;
        belay_haptic_trouble trouble;
    } told[] = {{0x0200, BELAY_HAPTIC_TROUBLE_HOT},
                {0x0201, BELAY_HAPTIC_TROUBLE_FORCE_EXCEEDED},
                {0x0202, BELAY_HAPTIC_TROUBLE_IMPULSE_EXCEEDED},
                {0x0203, BELAY_HAPTIC_TROUBLE_SPEED_EXCEEDED},
                {0x0204, BELAY_HAPTIC_TROUBLE_FAULT}};
    for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
        session s = begin();
        s.control.state->complains_after = 3;
        s.control.state->complaint = told[i].code;
        record r = {.until = 10};
        cr_assert_eq(s.driver.ops->run(s.device, push_twice_the_position, &r), BELAY_HAPTIC_OK);
        cr_expect_eq(r.first_troubles, 0);
        cr_expect_eq(r.troubles, belay_haptic_trouble_bit(told[i].trouble), "%x", told[i].code);
        end(&s);
    }
    session s = begin();
    s.control.state->is_in_inkwell = 1;
    record r = {.until = 2};
    cr_assert_eq(s.driver.ops->run(s.device, push_twice_the_position, &r), BELAY_HAPTIC_OK);
    cr_assert_eq(r.troubles, belay_haptic_trouble_bit(BELAY_HAPTIC_TROUBLE_IN_HOLDER));
    end(&s);
}

Test(device_hd, a_thread_that_stands_still_is_given_up)
{
    session s = begin();
    s.control.state->stands_still = true;
    record r = {.until = 10};
    cr_assert_eq(s.driver.ops->run(s.device, push_twice_the_position, &r), BELAY_HAPTIC_LOST);
    cr_assert_eq(r.count, 0);
    // Nothing is called after it has been given up.
    s.control.lock();
    s.control.state->stands_still = false;
    s.control.unlock();
    SDL_Delay(20);
    cr_assert_eq(r.count, 0);
    end(&s);
}

Test(device_hd, calibration_is_done_or_asked_for)
{
    session s = begin();
    s.driver.ops->close(s.device);
    belay_error error;
    s.control.state->calibration = 0x5001;
    cr_assert_eq(s.driver.ops->open(s.driver.driver, &s.info, &s.device, &error), BELAY_OK, "%s", error.message);
    cr_assert_eq(s.control.state->updated_style, 2);
    s.driver.ops->close(s.device);
    s.control.state->calibration = 0x5002;
    void* other = NULL;
    cr_assert_eq(s.driver.ops->open(s.driver.driver, &s.info, &other, &error), BELAY_ERROR_STATE);
    cr_assert(strstr(error.message, "calibrated"), "%s", error.message);
    cr_assert(!s.control.state->is_up);
    belay_hd_destroy(s.hd);
}

Test(device_hd, reasons_are_told)
{
    session s = begin();
    void* other = NULL;
    belay_error error;
    cr_assert_eq(s.driver.ops->open(s.driver.driver, &s.info, &other, &error), BELAY_ERROR_STATE);
    cr_assert(strstr(error.message, "in use"), "%s", error.message);
    belay_haptic_device_info right = {.id = "right"}, unknown = {.id = "unknown"};
    cr_assert_eq(s.driver.ops->open(s.driver.driver, &right, &other, &error), BELAY_ERROR_STATE);
    cr_assert(strstr(error.message, "communication error"), "%s", error.message);
    cr_assert_eq(s.driver.ops->open(s.driver.driver, &unknown, &other, &error), BELAY_ERROR_HANDLE);
    end(&s);

    char why[256] = "";
    belay_hd_settings settings = {.library = "/no/such/library.so"};
    belay_hd* hd = belay_hd_create(&settings);
    belay_haptic_driver driver = belay_hd_driver(hd);
    cr_assert_eq(driver.ops->probe(driver.driver, &s.info, 1, why, sizeof why), 0);
    cr_assert(strstr(why, "/no/such/library.so"), "%s", why);
    belay_hd_destroy(hd);
}
