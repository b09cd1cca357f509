// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A library with the functions of Force Dimension's that the driver uses, over devices that a test sets up and looks
// at.

#ifndef BELAY_TESTS_HAPTICS_STUB_DHD_H
#define BELAY_TESTS_HAPTICS_STUB_DHD_H

#include <stdbool.h>

#define STUB_DHD_DEVICES 3

typedef struct stub_dhd_device {
    const char* name;
    unsigned short serial;
    bool has_wrist, has_active_wrist;
    bool does_not_open, is_broken; // opens with an error; any call fails
    bool is_asked_too_soon;        // positions are old
    double position[3], rotation[9];
    unsigned buttons;
    bool has_gripper, has_active_gripper;
    double grip_angle, grip_gap; // rad, m
    // Of its status; the rest is as in good order. What is on: by `force_on`.
    bool has_no_power, is_uncalibrated, is_braked, has_error;
    int force_off_cause; // not 0: the force is off, whatever was asked for

    bool is_open;
    double force[3], torque[3], grip;
    int force_on, watchdog; // as set; -1: not
    int writes;
} stub_dhd_device;

typedef struct stub_dhd_state {
    int count;
    bool is_expert;
    stub_dhd_device devices[STUB_DHD_DEVICES];
} stub_dhd_state;

// Found by this name in the library.
typedef stub_dhd_state* stub_dhd_state_fn(void);

#endif
