// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The parts of the driver of 3D Systems' devices: what it calls of libHD, a device, and the loop that the library's
// thread runs.

#ifndef BELAY_HAPTICS_DEVICES_VENDOR_DEVICE_HD_H
#define BELAY_HAPTICS_DEVICES_VENDOR_DEVICE_HD_H

#include "belay/haptic_vendor.h"

#include <stdatomic.h>

enum {
    BL_HD_MAX_DEVICES = 4,
    BL_HD_MAX_NAME = 64,
    BL_HD_MAX_ERRORS = 64, // on the library's stack of them
};

// The library's own numbers.
enum {
    HD_CURRENT_BUTTONS = 0x2000,
    HD_CURRENT_SAFETY_SWITCH = 0x2001,
    HD_CURRENT_INKWELL_SWITCH = 0x2002,
    HD_CURRENT_TRANSFORM = 0x2052,
    HD_DEVICE_MODEL_TYPE = 0x2501,
    HD_DEVICE_SERIAL_NUMBER = 0x2504,
    HD_USABLE_WORKSPACE_DIMENSIONS = 0x2551,
    HD_CALIBRATION_STYLE = 0x2555,
    HD_UPDATE_RATE = 0x2600,
    HD_NOMINAL_MAX_STIFFNESS = 0x2602,
    HD_NOMINAL_MAX_FORCE = 0x2603,
    HD_NOMINAL_MAX_CONTINUOUS_FORCE = 0x2604,
    HD_NOMINAL_MAX_DAMPING = 0x2609,
    HD_CURRENT_FORCE = 0x2700,
    HD_FORCE_OUTPUT = 0x4000,
    HD_CALIBRATION_NEEDS_UPDATE = 0x5001,
    HD_CALIBRATION_NEEDS_MANUAL_INPUT = 0x5002,
    HD_WARM_MOTORS = 0x0200,
    HD_EXCEEDED_MAX_FORCE = 0x0201,
    HD_EXCEEDED_MAX_FORCE_IMPULSE = 0x0202,
    HD_EXCEEDED_MAX_VELOCITY = 0x0203,
    HD_FORCE_ERROR = 0x0204,
    HD_DEVICE_ERRORS = 0x0300, // to 0x03ff: of the device itself, not of a force that was asked for
    HD_ERROR_KIND = 0xff00,
    HD_PRIORITY = 32767, // the library's default
    HD_CONTINUE = 1,
    HD_DONE = 0,
};

typedef struct bl_hd_error_info {
    unsigned code;
    int internal_code;
    unsigned device;
} bl_hd_error_info;

typedef unsigned bl_hd_callback(void* context);

typedef struct bl_hd_functions {
    unsigned (*init_device)(const char* name);
    void (*disable_device)(unsigned device);
    void (*make_current)(unsigned device);
    void (*enable)(unsigned what);
    void (*disable)(unsigned what);
    void (*begin_frame)(unsigned device);
    void (*end_frame)(unsigned device);
    void (*get_doubles)(unsigned what, double* values);
    void (*get_integers)(unsigned what, int* values);
    const char* (*get_string)(unsigned what);
    void (*set_doubles)(unsigned what, const double* values);
    bl_hd_error_info (*get_error)(void);
    const char* (*get_error_string)(unsigned code);
    unsigned (*check_calibration)(void);
    void (*update_calibration)(unsigned style);
    void (*start_scheduler)(void);
    void (*stop_scheduler)(void);
    unsigned long (*schedule)(bl_hd_callback* callback, void* context, unsigned short priority);
    void (*unschedule)(unsigned long handle);
} bl_hd_functions;

typedef struct bl_hd_device {
    belay_hd* hd;
    char name[BL_HD_MAX_NAME];
    unsigned handle;
    bool is_open;
    belay_haptic_device_info info;

    // What the library's thread has while `run` waits.
    belay_haptic_tick_fn* tick;
    void* context;
    double last_time;      // s; negative: no tick yet
    uint32_t troubles;     // that errors told of
    double troubles_until; // s: errors come once, and are told of for a while
    atomic_uint beats;
    atomic_bool is_over;    // the callback will not call tick again
    atomic_bool is_lost;    // because the device failed
    atomic_bool is_told_to; // the callback must not call tick again
} bl_hd_device;

struct belay_hd {
    char* library_file;
    void* library;
    bl_hd_functions call;
    bl_hd_device devices[BL_HD_MAX_DEVICES];
    int device_count;
    bool is_scheduling;
};

// Takes the errors that have come up; true when one was the device's own, not that of a force. What they tell of is
// added to *troubles.
bool bl_hd_has_failed(const bl_hd_functions* call, uint32_t* troubles);

// The driver's run, read and write.
belay_haptic_status bl_hd_run(void* device, belay_haptic_tick_fn* tick, void* context);
belay_haptic_status bl_hd_read(void* device, belay_haptic_input* input);
belay_haptic_status bl_hd_write(void* device, const belay_haptic_output* output);

#endif
