// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Force Dimension's devices, through the functions of its library that are needed: open, position, orientation,
// buttons, force, watchdog. The library speaks SI. Velocities are left to the servo's own estimate, which has less lag
// than the library's window.

#include "belay/haptic_vendor.h"

#include "belay/result.h"
#include "belay/timer.h"
#include "devices/device_library.h"
#include "devices/device_list.h"
#include "devices/device_output.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_DEVICES = 8,
    TIME_GUARD = 1, // "asked again too soon": what it gives is not new
    FORCE_ON = 1,
    FORCE_OFF = 0,
    WATCHDOG_MAX = 255, // steps
    STATUS_SIZE = 32,   // the library writes 16 or 17
    STATUS_EVERY = 50,  // reads
};

// Places in the array of the status, and the reasons for forces that are off.
enum {
    DHD_STATUS_POWER = 0,
    DHD_STATUS_STARTED = 2,
    DHD_STATUS_RESET = 3, // 1: waits to be calibrated
    DHD_STATUS_FORCE = 5,
    DHD_STATUS_BRAKE = 6,
    DHD_STATUS_ERROR = 9,
    DHD_STATUS_WRIST_INIT = 12,
    DHD_STATUS_FORCEOFFCAUSE = 14,
    DHD_FORCEOFF_VELOCITY = 2,
    DHD_FORCEOFF_WATCHDOG = 3,
    DHD_FORCEOFF_DEADMAN = 6,
};

static const double WATCHDOG_STEP = 125e-6;   // s
static const double UNKNOWN_GRIP_FORCE = 1.0; // N, of a gripper with a motor that no preset knows

typedef struct dhd_functions {
    int (*get_device_count)(void);
    int (*open_id)(char id);
    int (*close)(char id);
    const char* (*get_system_name)(char id);
    int (*get_serial_number)(unsigned short* serial, char id);
    bool (*has_wrist)(char id);
    bool (*has_active_wrist)(char id);
    int (*get_position)(double* x, double* y, double* z, char id);
    int (*get_orientation)(double* rotation, char id); // 3 x 3, row by row
    unsigned (*get_buttons)(char id);
    int (*set_force)(double fx, double fy, double fz, double tx, double ty, double tz, double grip, char id);
    int (*enable_force)(unsigned char on, char id);
    int (*enable_expert_mode)(void);
    int (*set_watchdog)(unsigned char steps, char id);
    const char* (*get_error)(void);
    // Of newer libraries; else null.
    int (*get_status)(int* status, char id);
    bool (*has_gripper)(char id);
    bool (*has_active_gripper)(char id);
    int (*get_gripper_angle)(double* angle, char id); // rad
    int (*get_gripper_gap)(double* gap, char id);     // m
} dhd_functions;

typedef struct dhd_device {
    belay_dhd* dhd;
    char id;
    bool is_open, is_lost, has_wrist;
    int until_status;  // reads, until the status is asked for
    double widest_gap; // m, and widest angle, rad: that were seen
    double widest_angle;
    belay_haptic_device_info info;
    belay_haptic_input last;
} dhd_device;

struct belay_dhd {
    char* library_file;
    double watchdog;
    void* library;
    dhd_functions call;
    dhd_device devices[MAX_DEVICES];
};

static const char* const library_names[] = {
#if defined(_WIN32)
    "drd64.dll",
    "dhd64.dll",
#elif defined(__APPLE__)
    "libdrd.dylib",
    "libdhd.dylib",
#else
    "libdrd.so", "libdrd.so.3", "libdhd.so", "libdhd.so.3",
#endif
    NULL,
};

static bool load(belay_dhd* dhd, char* why, size_t why_size)
{
    if (dhd->library) return true;
    dhd_functions* call = &dhd->call;
    const bl_library_symbol symbols[] = {
        {"dhdGetDeviceCount", &call->get_device_count, false},
        {"dhdOpenID", &call->open_id, false},
        {"dhdClose", &call->close, false},
        {"dhdGetSystemName", &call->get_system_name, false},
        {"dhdGetSerialNumber", &call->get_serial_number, false},
        {"dhdHasWrist", &call->has_wrist, false},
        {"dhdHasActiveWrist", &call->has_active_wrist, false},
        {"dhdGetPosition", &call->get_position, false},
        {"dhdGetOrientationFrame", &call->get_orientation, false},
        {"dhdGetButtonMask", &call->get_buttons, false},
        {"dhdSetForceAndTorqueAndGripperForce", &call->set_force, false},
        {"dhdEnableForce", &call->enable_force, false},
        {"dhdEnableExpertMode", &call->enable_expert_mode, false},
        {"dhdSetWatchdog", &call->set_watchdog, false},
        {"dhdErrorGetLastStr", &call->get_error, false},
        {"dhdGetStatus", &call->get_status, true},
        {"dhdHasGripper", &call->has_gripper, true},
        {"dhdHasActiveGripper", &call->has_active_gripper, true},
        {"dhdGetGripperAngleRad", &call->get_gripper_angle, true},
        {"dhdGetGripperGap", &call->get_gripper_gap, true},
    };
    const bl_library_search search = {dhd->library_file, "BELAY_DHD_LIBRARY", library_names,
                                      "Force Dimension's library (its SDK, libdrd)"};
    dhd->library = bl_library_load(&search, symbols, sizeof symbols / sizeof *symbols, why, why_size);
    return dhd->library != NULL;
}

// What an open device is.
static void describe(dhd_device* device)
{
    const dhd_functions* call = &device->dhd->call;
    belay_haptic_device_info info = {.rate = 4000.0};
    unsigned short serial = 0;
    const char* name = call->get_system_name(device->id);
    snprintf(info.driver, sizeof info.driver, "dhd");
    snprintf(info.name, sizeof info.name, "%s", name ? name : "Force Dimension device");
    if (call->get_serial_number(&serial, device->id) < 0) serial = 0;
    snprintf(info.id, sizeof info.id, "%d/%u", (int)device->id, (unsigned)serial);
    bl_device_rate(info.name, &info);
    device->has_wrist = call->has_wrist(device->id);
    info.has_rotation = device->has_wrist;
    if (!call->has_active_wrist(device->id)) info.max_torque = 0.0;
    info.has_grip = call->has_gripper && call->has_gripper(device->id);
    bool is_active = info.has_grip && call->has_active_gripper && call->has_active_gripper(device->id);
    if (!is_active)
        info.max_grip_force = 0.0;
    else if (info.max_grip_force == 0.0)
        info.max_grip_force = UNKNOWN_GRIP_FORCE;
    device->info = info;
}

static int probe(void* driver, belay_haptic_device_info* infos, int capacity, char* why, size_t why_size)
{
    belay_dhd* dhd = driver;
    if (!load(dhd, why, why_size)) return 0;
    int count = 0, there = dhd->call.get_device_count();
    for (int i = 0; i < there && i < MAX_DEVICES; i++) {
        dhd_device* device = &dhd->devices[i];
        if (!device->is_open) {
            if (dhd->call.open_id((char)i) < 0) {
                snprintf(why, why_size, "device %d does not open: %s", i, dhd->call.get_error());
                continue;
            }
            *device = (dhd_device){.dhd = dhd, .id = (char)i};
            describe(device);
            dhd->call.close((char)i);
        }
        if (count < capacity) infos[count] = device->info;
        count++;
    }
    if (there <= 0) snprintf(why, why_size, "no device is connected");
    return count;
}

static unsigned char watchdog_steps(const belay_dhd* dhd)
{
    if (dhd->watchdog < 0.0) return 0;
    if (dhd->watchdog == 0.0) return WATCHDOG_MAX;
    return (unsigned char)fmin(fmax(round(dhd->watchdog / WATCHDOG_STEP), 1.0), WATCHDOG_MAX);
}

// Readies an open device; false: it answers with an error.
static bool make_ready(dhd_device* device)
{
    const dhd_functions* call = &device->dhd->call;
    return call->enable_expert_mode() >= 0 && call->set_watchdog(watchdog_steps(device->dhd), device->id) >= 0 &&
           call->set_force(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, device->id) >= 0 &&
           call->enable_force(FORCE_ON, device->id) >= 0;
}

static belay_result open_device(void* driver, const belay_haptic_device_info* info, void** opened, belay_error* error)
{
    belay_dhd* dhd = driver;
    int index = -1;
    char why[160] = "";
    if (!load(dhd, why, sizeof why)) return belay_error_set(error, BELAY_ERROR_HANDLE, "%s", why);
    if (sscanf(info->id, "%d/", &index) != 1 || index < 0 || index >= MAX_DEVICES)
        return belay_error_set(error, BELAY_ERROR_HANDLE, "there is no device with id '%s'", info->id);
    dhd_device* device = &dhd->devices[index];
    if (device->is_open) return belay_error_set(error, BELAY_ERROR_STATE, "%s is in use", device->info.name);
    if (dhd->call.open_id((char)index) < 0)
        return belay_error_set(error, BELAY_ERROR_STATE, "%s does not open: %s", info->name, dhd->call.get_error());

    *device = (dhd_device){.dhd = dhd, .id = (char)index, .last = {.rotation = {1.0, 0.0, 0.0, 0.0}}};
    describe(device);
    bool is_another = strcmp(device->info.id, info->id) != 0;
    if (is_another || !make_ready(device)) {
        belay_error_set(error, is_another ? BELAY_ERROR_HANDLE : BELAY_ERROR_STATE, "%s: %s", info->name,
                        is_another ? "another device stands in its place" : dhd->call.get_error());
        dhd->call.close((char)index);
        return is_another ? BELAY_ERROR_HANDLE : BELAY_ERROR_STATE;
    }
    device->is_open = true;
    *opened = device;
    return BELAY_OK;
}

// What of a status is trouble. A wrist that is not there is not calibrated either.
static uint32_t troubles_of(const int status[STATUS_SIZE], bool has_wrist)
{
    uint32_t bits = 0;
    bool is_reset = status[DHD_STATUS_RESET] != 0 || (has_wrist && status[DHD_STATUS_WRIST_INIT] == 0);
    bool is_off = status[DHD_STATUS_FORCE] == 0;
    int cause = status[DHD_STATUS_FORCEOFFCAUSE];
    if (status[DHD_STATUS_POWER] == 0) bits |= belay_haptic_trouble_bit(BELAY_HAPTIC_TROUBLE_NO_POWER);
    if (status[DHD_STATUS_STARTED] == 0) bits |= belay_haptic_trouble_bit(BELAY_HAPTIC_TROUBLE_NOT_STARTED);
    if (is_reset) bits |= belay_haptic_trouble_bit(BELAY_HAPTIC_TROUBLE_NOT_CALIBRATED);
    if (status[DHD_STATUS_BRAKE] != 0) bits |= belay_haptic_trouble_bit(BELAY_HAPTIC_TROUBLE_BRAKED);
    if (is_off) bits |= belay_haptic_trouble_bit(BELAY_HAPTIC_TROUBLE_FORCE_OFF);
    if (is_off && cause == DHD_FORCEOFF_VELOCITY) bits |= belay_haptic_trouble_bit(BELAY_HAPTIC_TROUBLE_SPEED_EXCEEDED);
    if (is_off && cause == DHD_FORCEOFF_WATCHDOG) bits |= belay_haptic_trouble_bit(BELAY_HAPTIC_TROUBLE_WATCHDOG);
    if (is_off && cause == DHD_FORCEOFF_DEADMAN) bits |= belay_haptic_trouble_bit(BELAY_HAPTIC_TROUBLE_DEADMAN);
    if (status[DHD_STATUS_ERROR] != 0) bits |= belay_haptic_trouble_bit(BELAY_HAPTIC_TROUBLE_FAULT);
    return bits;
}

static void read_status(dhd_device* device)
{
    const dhd_functions* call = &device->dhd->call;
    int status[STATUS_SIZE] = {0};
    if (!call->get_status || device->until_status-- > 0) return;
    device->until_status = STATUS_EVERY - 1;
    if (call->get_status(status, device->id) >= 0) device->last.troubles = troubles_of(status, device->has_wrist);
}

// 1 is closed, 0 as wide as it has been: the library does not tell how wide it gets.
static double closed_share(double now, double* widest)
{
    *widest = fmax(*widest, now);
    return *widest > 0.0 ? fmin(fmax(1.0 - now / *widest, 0.0), 1.0) : 0.0;
}

static void read_grip(dhd_device* device)
{
    const dhd_functions* call = &device->dhd->call;
    double angle = 0.0, gap = 0.0;
    if (!device->info.has_grip) return;
    if (call->get_gripper_angle && call->get_gripper_angle(&angle, device->id) >= 0 && isfinite(angle)) {
        device->last.grip_angle = angle;
        device->last.grip = closed_share(fabs(angle), &device->widest_angle);
    }
    if (call->get_gripper_gap && call->get_gripper_gap(&gap, device->id) >= 0 && isfinite(gap)) {
        device->last.grip_width = gap;
        device->last.grip = closed_share(gap, &device->widest_gap);
    }
}

static belay_haptic_status read_input(void* opened, belay_haptic_input* input)
{
    dhd_device* device = opened;
    const dhd_functions* call = &device->dhd->call;
    belay_vec3 p = {0.0, 0.0, 0.0};
    double rotation[9] = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0};
    *input = device->last;
    if (device->is_lost) return BELAY_HAPTIC_LOST;
    int got = call->get_position(&p.x, &p.y, &p.z, device->id);
    if (got == TIME_GUARD) return BELAY_HAPTIC_NOT_READY;
    if (got < 0 || (device->has_wrist && call->get_orientation(rotation, device->id) < 0)) {
        device->is_lost = true;
        return BELAY_HAPTIC_LOST;
    }
    device->last.position = p;
    device->last.rotation = bl_quat_from_matrix(rotation);
    device->last.buttons = call->get_buttons(device->id);
    read_grip(device);
    read_status(device);
    device->last.time = belay_timer_seconds();
    *input = device->last;
    return BELAY_HAPTIC_OK;
}

static belay_haptic_status write_output(void* opened, const belay_haptic_output* output)
{
    dhd_device* device = opened;
    belay_haptic_output sent = bl_output_sent(output);
    belay_vec3 f = sent.force, t = sent.torque;
    if (device->is_lost) return BELAY_HAPTIC_LOST;
    double grip = device->info.max_grip_force > 0.0 ? sent.grip_force : 0.0;
    if (device->info.max_torque == 0.0) t = (belay_vec3){0.0, 0.0, 0.0};
    if (device->dhd->call.set_force(f.x, f.y, f.z, t.x, t.y, t.z, grip, device->id) < 0) device->is_lost = true;
    return device->is_lost ? BELAY_HAPTIC_LOST : BELAY_HAPTIC_OK;
}

static void close_device(void* opened)
{
    dhd_device* device = opened;
    const dhd_functions* call = &device->dhd->call;
    if (!device->is_lost) {
        call->set_force(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, device->id);
        call->enable_force(FORCE_OFF, device->id);
    }
    call->close(device->id);
    device->is_open = false;
}

static const belay_haptic_device_ops ops = {
    .name = "dhd",
    .probe = probe,
    .open = open_device,
    .read = read_input,
    .write = write_output,
    .close = close_device,
};

belay_dhd* belay_dhd_create(const belay_dhd_settings* settings)
{
    belay_dhd* dhd = calloc(1, sizeof *dhd);
    if (!dhd || !settings) return dhd;
    dhd->watchdog = settings->watchdog;
    dhd->library_file = bl_copy_text(settings->library);
    if (settings->library && !dhd->library_file) {
        free(dhd);
        return NULL;
    }
    return dhd;
}

void belay_dhd_destroy(belay_dhd* dhd)
{
    if (!dhd) return;
    bl_library_unload(dhd->library);
    free(dhd->library_file);
    free(dhd);
}

belay_haptic_driver belay_dhd_driver(belay_dhd* dhd)
{
    return (belay_haptic_driver){&ops, dhd};
}

// ---------------------------------------------------------------------------------------------------------------------
// Its row
// ---------------------------------------------------------------------------------------------------------------------

static belay_result create_row(const belay_haptics_def* def, void** made, belay_error* error)
{
    *made = belay_dhd_create(&def->dhd);
    return *made != NULL ? BELAY_OK : belay_error_set(error, BELAY_ERROR_MEMORY, "no memory for the drivers");
}

static void destroy_row(void* made)
{
    belay_dhd_destroy(made);
}

const bl_device_row bl_device_dhd = {.ops = &ops, .create = create_row, .destroy = destroy_row};
