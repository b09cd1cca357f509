// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The driver of Force Dimension's devices, against a stub of their library.

#include "belay/haptic_vendor.h"
#include "belay/quat.h"
#include "belay/vec.h"
#include "haptics/devices/stub.h"
#include "haptics/stubs/stub_dhd.h"
#include "support/chance.h"

#include <stdlib.h>

// An omega.3 and a sigma.7 that looks along its z axis from where the other's x axis is.
static stub_dhd_state* set_up(char* path, size_t size)
{
    stub_dhd_state_fn* get_state = NULL;
    stub_path("stub_dhd", path, size);
    stub_function(path, "stub_dhd_get_state", &get_state);
    stub_dhd_state* state = get_state();
    state->count = 2;
    state->devices[0] = (stub_dhd_device){.name = "omega.3", .serial = 1234};
    state->devices[1] = (stub_dhd_device){
        .name = "sigma.7",
        .serial = 77,
        .has_wrist = true,
        .has_active_wrist = true,
        .has_gripper = true,
        .has_active_gripper = true,
        .rotation = {0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0},
    };
    return state;
}

typedef struct session {
    stub_dhd_state* state;
    belay_dhd* dhd;
    belay_haptic_driver driver;
    belay_haptic_device_info infos[4];
    void* device;
} session;

static session begin(double watchdog, int index)
{
    static char path[512]; // lives as long as the driver does
    session s = {.state = set_up(path, sizeof path)};
    belay_dhd_settings settings = {path, watchdog};
    char why[256] = "";
    belay_error error;
    s.dhd = belay_dhd_create(&settings);
    cr_assert(s.dhd);
    s.driver = belay_dhd_driver(s.dhd);
    cr_assert_eq(s.driver.ops->probe(s.driver.driver, s.infos, 4, why, sizeof why), 2, "%s", why);
    cr_assert_eq(s.driver.ops->open(s.driver.driver, &s.infos[index], &s.device, &error), BELAY_OK, "%s",
                 error.message);
    return s;
}

static void end(session* s)
{
    s->driver.ops->close(s->device);
    belay_dhd_destroy(s->dhd);
}

Test(device_dhd, devices_are_found_with_what_is_known_of_them)
{
    session s = begin(0.0, 0);
    cr_assert_str_eq(s.infos[0].name, "omega.3");
    cr_assert_str_eq(s.infos[0].driver, "dhd");
    cr_assert_str_eq(s.infos[0].id, "0/1234");
    cr_assert_eq(s.infos[0].max_force, 12.0);
    cr_assert_eq(s.infos[0].max_torque, 0.0);
    cr_assert(!s.infos[0].has_rotation);
    cr_assert_str_eq(s.infos[1].name, "sigma.7");
    cr_assert_eq(s.infos[1].max_torque, 0.4);
    cr_assert(s.infos[1].has_rotation);
    // Looking closes again what it opens, but not what is in use.
    cr_assert(s.state->devices[0].is_open);
    cr_assert(!s.state->devices[1].is_open);
    char why[64];
    cr_assert_eq(s.driver.ops->probe(s.driver.driver, s.infos, 1, why, sizeof why), 2);
    cr_assert(s.state->devices[0].is_open);
    end(&s);
}

Test(device_dhd, poses_and_forces_go_through)
{
    session s = begin(0.0, 1);
    stub_dhd_device* stub = &s.state->devices[1];
    const double position[3] = {0.01, -0.02, 0.03};
    memcpy(stub->position, position, sizeof position);
    stub->buttons = 5;
    belay_haptic_input input;
    cr_assert_eq(s.driver.ops->read(s.device, &input), BELAY_HAPTIC_OK);
    cr_assert_eq(v3_distance(input.position, v3(0.01, -0.02, 0.03)), 0.0);
    cr_assert_eq(input.buttons, 5);
    // The matrix takes x to y, y to z, z to x.
    cr_assert_lt(v3_distance(q_rotate(input.rotation, v3(1.0, 2.0, 3.0)), v3(3.0, 1.0, 2.0)), 1e-12);

    belay_haptic_output output = {{1.0, 2.0, 3.0}, {0.1, 0.2, 0.3}, 0.0};
    cr_assert_eq(s.driver.ops->write(s.device, &output), BELAY_HAPTIC_OK);
    const double force[3] = {1.0, 2.0, 3.0}, torque[3] = {0.1, 0.2, 0.3};
    cr_assert_arr_eq(stub->force, force, sizeof force);
    cr_assert_arr_eq(stub->torque, torque, sizeof torque);
    end(&s);
    const double none[3] = {0.0, 0.0, 0.0};
    cr_assert_arr_eq(stub->force, none, sizeof none);
    cr_assert_eq(stub->force_on, 0);
    cr_assert(!stub->is_open);
}

Test(device_dhd, every_rotation_matrix_is_read)
{
    session s = begin(0.0, 1);
    uint64_t random = 1;
    for (int i = 0; i < 2000; i++) {
        belay_quat rotation = q_exp(chance_vector(&random, 2.0));
        belay_mat33 m = q_to_m3(rotation);
        memcpy(s.state->devices[1].rotation, m.m, sizeof m.m);
        belay_haptic_input input;
        s.driver.ops->read(s.device, &input);
        cr_assert_lt(v3_length(q_log(q_mul(input.rotation, q_conjugate(rotation)))), 1e-12);
    }
    // What is no rotation is not taken for one.
    memset(s.state->devices[1].rotation, 0, sizeof s.state->devices[1].rotation);
    belay_haptic_input input;
    s.driver.ops->read(s.device, &input);
    cr_assert_eq(input.rotation.w, 1.0);
    end(&s);
}

Test(device_dhd, torques_are_kept_from_what_has_none)
{
    session s = begin(0.0, 0);
    belay_haptic_output output = {{1.0, 0.0, 0.0}, {0.1, 0.0, 0.0}, 0.0};
    s.driver.ops->write(s.device, &output);
    cr_assert_eq(s.state->devices[0].force[0], 1.0);
    cr_assert_eq(s.state->devices[0].torque[0], 0.0);
    end(&s);
}

Test(device_dhd, a_gripper_goes_both_ways)
{
    session s = begin(0.0, 1);
    stub_dhd_device* stub = &s.state->devices[1];
    cr_assert(s.infos[1].has_grip && !s.infos[0].has_grip);
    cr_assert_eq(s.infos[1].max_grip_force, 8.0);
    cr_assert_eq(s.infos[0].max_grip_force, 0.0);
    belay_haptic_input input;
    stub->grip_gap = 0.03;
    stub->grip_angle = 0.5;
    s.driver.ops->read(s.device, &input);
    cr_assert_eq(input.grip_width, 0.03);
    cr_assert_eq(input.grip_angle, 0.5);
    cr_assert_eq(input.grip, 0.0);
    stub->grip_gap = 0.0075;
    s.driver.ops->read(s.device, &input);
    cr_assert_float_eq(input.grip, 0.75, 1e-12);
    belay_haptic_output output = {.force = {1.0, 0.0, 0.0}, .grip_force = -2.5};
    s.driver.ops->write(s.device, &output);
    cr_assert_eq(stub->grip, -2.5);
    output.grip_force = NAN;
    s.driver.ops->write(s.device, &output);
    cr_assert_eq(stub->grip, 0.0);
    output.grip_force = 1.0;
    s.driver.ops->write(s.device, &output);
    end(&s);
    cr_assert_eq(stub->grip, 0.0);

    // An omega.3 has no motor for it.
    s = begin(0.0, 0);
    s.driver.ops->write(s.device, &output);
    cr_assert_eq(s.state->devices[0].grip, 0.0);
    end(&s);
}

// The status is not asked for with every read: reads until it must have been.
static uint32_t troubles_after_a_while(session* s)
{
    belay_haptic_input input = {.troubles = 0};
    for (int i = 0; i < 60; i++)
        s->driver.ops->read(s->device, &input);
    return input.troubles;
}

Test(device_dhd, it_says_what_is_wrong)
{
    session s = begin(0.0, 1);
    stub_dhd_device* stub = &s.state->devices[1];
    const uint32_t off = belay_haptic_trouble_bit(BELAY_HAPTIC_TROUBLE_FORCE_OFF);
    cr_assert_eq(troubles_after_a_while(&s), 0);
    stub->is_braked = true;
    cr_assert_eq(troubles_after_a_while(&s), off | belay_haptic_trouble_bit(BELAY_HAPTIC_TROUBLE_BRAKED));
    stub->is_braked = false;
    cr_assert_eq(troubles_after_a_while(&s), 0);
    const belay_haptic_trouble causes[] = {BELAY_HAPTIC_TROUBLE_FORCE_OFF,      BELAY_HAPTIC_TROUBLE_FORCE_OFF,
                                           BELAY_HAPTIC_TROUBLE_SPEED_EXCEEDED, BELAY_HAPTIC_TROUBLE_WATCHDOG,
                                           BELAY_HAPTIC_TROUBLE_FORCE_OFF,      BELAY_HAPTIC_TROUBLE_FORCE_OFF,
                                           BELAY_HAPTIC_TROUBLE_DEADMAN};
    for (int cause = 1; cause <= 6; cause++) {
        stub->force_off_cause = cause;
        cr_expect_eq(troubles_after_a_while(&s), off | belay_haptic_trouble_bit(causes[cause]), "cause %d", cause);
    }
    stub->force_off_cause = 0;
    stub->is_uncalibrated = true;
    cr_assert_eq(troubles_after_a_while(&s), belay_haptic_trouble_bit(BELAY_HAPTIC_TROUBLE_NOT_CALIBRATED));
    stub->is_uncalibrated = false;
    stub->has_no_power = stub->has_error = true;
    cr_assert_eq(troubles_after_a_while(&s), belay_haptic_trouble_bit(BELAY_HAPTIC_TROUBLE_NO_POWER) |
                                                 belay_haptic_trouble_bit(BELAY_HAPTIC_TROUBLE_FAULT));
    end(&s);
}

Test(device_dhd, watchdog_is_set_in_its_steps)
{
    const double seconds[] = {0.0, -1.0, 0.01, 1e-9, 5.0};
    const int steps[] = {255, 0, 80, 1, 255};
    for (int i = 0; i < 5; i++) {
        session s = begin(seconds[i], 0);
        cr_assert_eq(s.state->devices[0].watchdog, steps[i], "%g s", seconds[i]);
        cr_assert_eq(s.state->devices[0].force_on, 1);
        end(&s);
    }
}

Test(device_dhd, asked_too_soon_it_says_the_same_again)
{
    session s = begin(0.0, 0);
    belay_haptic_input input;
    s.state->devices[0].position[0] = 0.01;
    cr_assert_eq(s.driver.ops->read(s.device, &input), BELAY_HAPTIC_OK);
    s.state->devices[0].position[0] = 0.02;
    s.state->devices[0].is_asked_too_soon = true;
    cr_assert_eq(s.driver.ops->read(s.device, &input), BELAY_HAPTIC_NOT_READY);
    cr_assert_eq(input.position.x, 0.01);
    end(&s);
}

Test(device_dhd, a_broken_device_is_lost_and_left_alone)
{
    session s = begin(0.0, 0);
    stub_dhd_device* stub = &s.state->devices[0];
    belay_haptic_output output = {{1.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, 0.0};
    belay_haptic_input input;
    s.driver.ops->write(s.device, &output);
    int writes = stub->writes;
    stub->is_broken = true;
    cr_assert_eq(s.driver.ops->read(s.device, &input), BELAY_HAPTIC_LOST);
    // Sticky: it must be opened again, even when it answers again.
    stub->is_broken = false;
    cr_assert_eq(s.driver.ops->read(s.device, &input), BELAY_HAPTIC_LOST);
    cr_assert_eq(s.driver.ops->write(s.device, &output), BELAY_HAPTIC_LOST);
    s.driver.ops->close(s.device);
    cr_assert_eq(stub->writes, writes);

    belay_error error;
    cr_assert_eq(s.driver.ops->open(s.driver.driver, &s.infos[0], &s.device, &error), BELAY_OK, "%s", error.message);
    cr_assert_eq(s.driver.ops->read(s.device, &input), BELAY_HAPTIC_OK);
    end(&s);
}

Test(device_dhd, reasons_for_not_opening_are_told)
{
    session s = begin(0.0, 0);
    void* other = NULL;
    belay_error error;
    cr_assert_eq(s.driver.ops->open(s.driver.driver, &s.infos[0], &other, &error), BELAY_ERROR_STATE);
    cr_assert(strstr(error.message, "in use"), "%s", error.message);
    s.state->devices[1].serial = 78;
    cr_assert_eq(s.driver.ops->open(s.driver.driver, &s.infos[1], &other, &error), BELAY_ERROR_HANDLE);
    cr_assert(strstr(error.message, "another device"), "%s", error.message);
    cr_assert(!s.state->devices[1].is_open);
    s.state->devices[1].does_not_open = true;
    cr_assert_eq(s.driver.ops->open(s.driver.driver, &s.infos[1], &other, &error), BELAY_ERROR_STATE);
    cr_assert(strstr(error.message, "stubbed error"), "%s", error.message);
    belay_haptic_device_info nonsense = {.id = "nonsense"};
    cr_assert_eq(s.driver.ops->open(s.driver.driver, &nonsense, &other, &error), BELAY_ERROR_HANDLE);
    cr_assert_null(other);
    end(&s);
}

static void check_reason(const belay_dhd_settings* settings, const char* reason)
{
    char why[256] = "";
    belay_haptic_device_info info;
    belay_dhd* dhd = belay_dhd_create(settings);
    belay_haptic_driver driver = belay_dhd_driver(dhd);
    cr_assert_eq(driver.ops->probe(driver.driver, &info, 1, why, sizeof why), 0);
    cr_assert(strstr(why, reason), "'%s' does not say '%s'", why, reason);
    belay_dhd_destroy(dhd);
}

Test(device_dhd, reasons_for_finding_nothing_are_told)
{
    char path[512];
    stub_dhd_state* state = set_up(path, sizeof path);
    belay_dhd_settings settings = {.library = "/no/such/library.so"};
    check_reason(&settings, "/no/such/library.so");
    settings.library = path;
    state->count = 0;
    check_reason(&settings, "no device is connected");
    state->count = 1;
    state->devices[0].does_not_open = true;
    check_reason(&settings, "stubbed error");
    // Another maker's library has none of the functions.
    stub_path("stub_hd", path, sizeof path);
    check_reason(&settings, "has no dhdGetDeviceCount");
}

Test(device_dhd, environment_names_the_library)
{
    char path[512];
    set_up(path, sizeof path);
    cr_assert_eq(SDL_setenv("BELAY_DHD_LIBRARY", path, 1), 0);
    char why[256] = "";
    belay_haptic_device_info infos[2];
    belay_dhd* dhd = belay_dhd_create(NULL);
    belay_haptic_driver driver = belay_dhd_driver(dhd);
    cr_assert_eq(driver.ops->probe(driver.driver, infos, 2, why, sizeof why), 2, "%s", why);
    belay_dhd_destroy(dhd);
}
