// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Force Dimension's devices, through the functions of its library that are needed: open, position, orientation,
// buttons, force, watchdog. The library speaks SI. Velocities are left to the servo's own estimate, which has less lag
// than the library's window.

#include "belay/haptic_vendor.h"

#include "core/error.h"
#include "core/timer.h"
#include "device_library.h"
#include "device_output.h"

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
};

static const double WATCHDOG_STEP = 125e-6; // s

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
} dhd_functions;

typedef struct dhd_device {
    belay_dhd* dhd;
    char id;
    bool is_open, is_lost, has_wrist;
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
        {"dhdGetDeviceCount", &call->get_device_count},
        {"dhdOpenID", &call->open_id},
        {"dhdClose", &call->close},
        {"dhdGetSystemName", &call->get_system_name},
        {"dhdGetSerialNumber", &call->get_serial_number},
        {"dhdHasWrist", &call->has_wrist},
        {"dhdHasActiveWrist", &call->has_active_wrist},
        {"dhdGetPosition", &call->get_position},
        {"dhdGetOrientationFrame", &call->get_orientation},
        {"dhdGetButtonMask", &call->get_buttons},
        {"dhdSetForceAndTorqueAndGripperForce", &call->set_force},
        {"dhdEnableForce", &call->enable_force},
        {"dhdEnableExpertMode", &call->enable_expert_mode},
        {"dhdSetWatchdog", &call->set_watchdog},
        {"dhdErrorGetLastStr", &call->get_error},
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
    if (!load(dhd, why, sizeof why)) return bl_error_set(error, BELAY_ERROR_HANDLE, "%s", why);
    if (sscanf(info->id, "%d/", &index) != 1 || index < 0 || index >= MAX_DEVICES)
        return bl_error_set(error, BELAY_ERROR_HANDLE, "there is no device with id '%s'", info->id);
    dhd_device* device = &dhd->devices[index];
    if (device->is_open) return bl_error_set(error, BELAY_ERROR_STATE, "%s is in use", device->info.name);
    if (dhd->call.open_id((char)index) < 0)
        return bl_error_set(error, BELAY_ERROR_STATE, "%s does not open: %s", info->name, dhd->call.get_error());

    *device = (dhd_device){.dhd = dhd, .id = (char)index, .last = {.rotation = {1.0, 0.0, 0.0, 0.0}}};
    describe(device);
    bool is_another = strcmp(device->info.id, info->id) != 0;
    if (is_another || !make_ready(device)) {
        bl_error_set(error, is_another ? BELAY_ERROR_HANDLE : BELAY_ERROR_STATE, "%s: %s", info->name,
                     is_another ? "another device stands in its place" : dhd->call.get_error());
        dhd->call.close((char)index);
        return is_another ? BELAY_ERROR_HANDLE : BELAY_ERROR_STATE;
    }
    device->is_open = true;
    *opened = device;
    return BELAY_OK;
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
    device->last.time = bl_timer_seconds();
    *input = device->last;
    return BELAY_HAPTIC_OK;
}

static belay_haptic_status write_output(void* opened, const belay_haptic_output* output)
{
    dhd_device* device = opened;
    belay_haptic_output sent = bl_output_sent(output);
    belay_vec3 f = sent.force, t = sent.torque;
    if (device->is_lost) return BELAY_HAPTIC_LOST;
    if (device->info.max_torque == 0.0) t = (belay_vec3){0.0, 0.0, 0.0};
    if (device->dhd->call.set_force(f.x, f.y, f.z, t.x, t.y, t.z, 0.0, device->id) < 0) device->is_lost = true;
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
