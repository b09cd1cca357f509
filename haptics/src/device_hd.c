// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// 3D Systems' devices, through libHD, whose servo thread calls us. It speaks mm and N.

#include "belay/haptic_vendor.h"

#include "core/error.h"
#include "core/timer.h"
#include "device_library.h"

#include <SDL.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_DEVICES = 4,
    MAX_NAME = 64,
    MAX_ERRORS = 64, // on the library's stack of them
};

// The library's own numbers.
enum {
    HD_CURRENT_BUTTONS = 0x2000,
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
    HD_DEVICE_ERRORS = 0x0300, // to 0x03ff: of the device itself, not of a force that was asked for
    HD_ERROR_KIND = 0xff00,
    HD_PRIORITY = 32767, // the library's default
    HD_CONTINUE = 1,
    HD_DONE = 0,
};

static const unsigned HD_INVALID_HANDLE = 0xFFFFFFFFu;

typedef struct hd_error_info {
    unsigned code;
    int internal_code;
    unsigned device;
} hd_error_info;

typedef unsigned hd_callback(void* context);

typedef struct hd_functions {
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
    hd_error_info (*get_error)(void);
    const char* (*get_error_string)(unsigned code);
    unsigned (*check_calibration)(void);
    void (*update_calibration)(unsigned style);
    void (*start_scheduler)(void);
    void (*stop_scheduler)(void);
    unsigned long (*schedule)(hd_callback* callback, void* context, unsigned short priority);
    void (*unschedule)(unsigned long handle);
} hd_functions;

typedef struct hd_device {
    belay_hd* hd;
    char name[MAX_NAME];
    unsigned handle;
    bool is_open;
    belay_haptic_device_info info;

    // What the library's thread has while `run` waits.
    belay_haptic_tick_fn* tick;
    void* context;
    double last_time; // s; negative: no tick yet
    atomic_uint beats;
    atomic_bool is_over;    // the callback will not call tick again
    atomic_bool is_lost;    // because the device failed
    atomic_bool is_told_to; // the callback must not call tick again
} hd_device;

struct belay_hd {
    char* library_file;
    void* library;
    hd_functions call;
    hd_device devices[MAX_DEVICES];
    int device_count;
    bool is_scheduling;
};

static const char* const library_names[] = {
#if defined(_WIN32)
    "hd.dll",
#elif defined(__APPLE__)
    "libHD.dylib",
#else
    "libHD.so",
    "libHD.so.3.4",
    "libHD.so.3.0",
#endif
    NULL,
};

// ---------------------------------------------------------------------------------------------------------------------
// Finding devices
// ---------------------------------------------------------------------------------------------------------------------

static bool load(belay_hd* hd, char* why, size_t why_size)
{
    if (hd->library) return true;
    hd_functions* call = &hd->call;
    const bl_library_symbol symbols[] = {
        {"hdInitDevice", &call->init_device},
        {"hdDisableDevice", &call->disable_device},
        {"hdMakeCurrentDevice", &call->make_current},
        {"hdEnable", &call->enable},
        {"hdDisable", &call->disable},
        {"hdBeginFrame", &call->begin_frame},
        {"hdEndFrame", &call->end_frame},
        {"hdGetDoublev", &call->get_doubles},
        {"hdGetIntegerv", &call->get_integers},
        {"hdGetString", &call->get_string},
        {"hdSetDoublev", &call->set_doubles},
        {"hdGetError", &call->get_error},
        {"hdGetErrorString", &call->get_error_string},
        {"hdCheckCalibration", &call->check_calibration},
        {"hdUpdateCalibration", &call->update_calibration},
        {"hdStartScheduler", &call->start_scheduler},
        {"hdStopScheduler", &call->stop_scheduler},
        {"hdScheduleAsynchronous", &call->schedule},
        {"hdUnschedule", &call->unschedule},
    };
    const bl_library_search search = {hd->library_file, "BELAY_HD_LIBRARY", library_names,
                                      "3D Systems' library (OpenHaptics, libHD)"};
    hd->library = bl_library_load(&search, symbols, sizeof symbols / sizeof *symbols, why, why_size);
    return hd->library != NULL;
}

// A number of the current device; `fallback` where it does not say or makes no sense.
static double ask(const hd_functions* call, unsigned what, double fallback)
{
    double value = -1.0;
    call->get_doubles(what, &value);
    bool is_known = call->get_error().code == 0 && isfinite(value) && value > 0.0;
    return is_known ? value : fallback;
}

// Half the smallest side of the box of the workspace.
static double ask_radius(const hd_functions* call, double fallback)
{
    double box[6] = {0.0};
    call->get_doubles(HD_USABLE_WORKSPACE_DIMENSIONS, box);
    double side = fmin(box[3] - box[0], fmin(box[4] - box[1], box[5] - box[2]));
    return call->get_error().code == 0 && side > 0.0 ? 0.5e-3 * side : fallback;
}

// What the device says of itself, over what is known of its model. N/mm and N s/mm to N/m and N s/m.
static void describe(hd_device* device)
{
    const hd_functions* call = &device->hd->call;
    belay_haptic_device_info info = {.rate = 1000.0};
    call->make_current(device->handle);
    const char* model = call->get_string(HD_DEVICE_MODEL_TYPE);
    const char* serial = call->get_string(HD_DEVICE_SERIAL_NUMBER);
    snprintf(info.name, sizeof info.name, "%s%s%s", model ? model : "3D Systems device", serial ? " " : "",
             serial ? serial : "");
    snprintf(info.driver, sizeof info.driver, "hd");
    snprintf(info.id, sizeof info.id, "%s", device->name);
    bl_device_rate(info.name, &info);
    info.max_force = ask(call, HD_NOMINAL_MAX_FORCE, info.max_force);
    info.max_continuous_force = ask(call, HD_NOMINAL_MAX_CONTINUOUS_FORCE, info.max_continuous_force);
    info.max_stiffness = 1e3 * ask(call, HD_NOMINAL_MAX_STIFFNESS, 1e-3 * info.max_stiffness);
    info.max_damping = 1e3 * ask(call, HD_NOMINAL_MAX_DAMPING, 1e-3 * info.max_damping);
    info.rate = ask(call, HD_UPDATE_RATE, info.rate);
    info.delay = 1.0 / info.rate;
    info.workspace_radius = ask_radius(call, info.workspace_radius);
    info.max_torque = 0.0;
    info.has_rotation = true;
    info.owns_loop = true;
    device->info = info;
}

// Starts a device up; false with the library's reason.
static bool start_up(hd_device* device, char* why, size_t why_size)
{
    const hd_functions* call = &device->hd->call;
    for (int old = 0; old < MAX_ERRORS && call->get_error().code != 0; old++) {
    }
    device->handle = call->init_device(device->name);
    hd_error_info error = call->get_error();
    if (error.code == 0 && device->handle != HD_INVALID_HANDLE) return true;
    snprintf(why, why_size, "'%s' does not start: %s", device->name, call->get_error_string(error.code));
    return false;
}

static int probe(void* driver, belay_haptic_device_info* infos, int capacity, char* why, size_t why_size)
{
    belay_hd* hd = driver;
    if (!load(hd, why, why_size)) return 0;
    int count = 0;
    for (int i = 0; i < hd->device_count; i++) {
        hd_device* device = &hd->devices[i];
        if (!device->is_open) {
            if (!start_up(device, why, why_size)) continue;
            describe(device);
            hd->call.disable_device(device->handle);
        }
        if (count < capacity) infos[count] = device->info;
        count++;
    }
    return count;
}

// ---------------------------------------------------------------------------------------------------------------------
// Opening and closing
// ---------------------------------------------------------------------------------------------------------------------

static hd_device* find_device(belay_hd* hd, const char* name)
{
    for (int i = 0; i < hd->device_count; i++) {
        if (strcmp(hd->devices[i].name, name) == 0) return &hd->devices[i];
    }
    return NULL;
}

// Some have to be put into their inkwell first; the others find their place themselves.
static bool calibrate(const hd_functions* call)
{
    unsigned calibration = call->check_calibration();
    if (calibration == HD_CALIBRATION_NEEDS_MANUAL_INPUT) return false;
    if (calibration == HD_CALIBRATION_NEEDS_UPDATE) {
        int style = 0;
        call->get_integers(HD_CALIBRATION_STYLE, &style);
        call->update_calibration((unsigned)style);
    }
    return true;
}

static belay_result open_device(void* driver, const belay_haptic_device_info* info, void** opened, belay_error* error)
{
    belay_hd* hd = driver;
    char why[160] = "";
    if (!load(hd, why, sizeof why)) return bl_error_set(error, BELAY_ERROR_HANDLE, "%s", why);
    hd_device* device = find_device(hd, info->id);
    if (!device) return bl_error_set(error, BELAY_ERROR_HANDLE, "there is no device with id '%s'", info->id);
    if (device->is_open) return bl_error_set(error, BELAY_ERROR_STATE, "%s is in use", device->info.name);
    if (!start_up(device, why, sizeof why)) return bl_error_set(error, BELAY_ERROR_STATE, "%s", why);
    describe(device);
    if (!calibrate(&hd->call)) {
        hd->call.disable_device(device->handle);
        return bl_error_set(error, BELAY_ERROR_STATE,
                            "%s must be calibrated by hand first: put the stylus in its holder", device->info.name);
    }
    hd->call.enable(HD_FORCE_OUTPUT);
    device->is_open = true;
    atomic_store(&device->is_lost, false);
    *opened = device;
    return BELAY_OK;
}

static void close_device(void* opened)
{
    hd_device* device = opened;
    const hd_functions* call = &device->hd->call;
    call->make_current(device->handle);
    call->disable(HD_FORCE_OUTPUT);
    call->disable_device(device->handle);
    device->is_open = false;
}

// ---------------------------------------------------------------------------------------------------------------------
// The loop
// ---------------------------------------------------------------------------------------------------------------------

// The transform is column by column, as OpenGL has it.
static belay_haptic_input read_frame(const hd_functions* call, double time)
{
    double m[16] = {1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0};
    int buttons = 0;
    call->get_doubles(HD_CURRENT_TRANSFORM, m);
    call->get_integers(HD_CURRENT_BUTTONS, &buttons);
    const double rotation[9] = {m[0], m[4], m[8], m[1], m[5], m[9], m[2], m[6], m[10]};
    return (belay_haptic_input){.position = {1e-3 * m[12], 1e-3 * m[13], 1e-3 * m[14]},
                                .rotation = bl_quat_from_matrix(rotation),
                                .buttons = (uint32_t)buttons,
                                .time = time};
}

// Takes the errors that came up in a frame; true when one was the device's own.
static bool has_failed(const hd_functions* call)
{
    bool failed = false;
    for (int i = 0; i < MAX_ERRORS; i++) {
        unsigned code = call->get_error().code;
        if (code == 0) break;
        failed = failed || (code & HD_ERROR_KIND) == HD_DEVICE_ERRORS;
    }
    return failed;
}

static unsigned finish(hd_device* device, bool is_lost)
{
    atomic_store(&device->is_lost, is_lost);
    atomic_store(&device->is_over, true);
    return HD_DONE;
}

// One tick, on the library's thread. The force of the last tick is written before it ends.
static unsigned on_tick(void* context)
{
    hd_device* device = context;
    const hd_functions* call = &device->hd->call;
    if (atomic_load(&device->is_told_to)) return finish(device, false);

    double now = bl_timer_seconds();
    double dt = device->last_time < 0.0 ? 1.0 / device->info.rate : now - device->last_time;
    device->last_time = now;
    call->begin_frame(device->handle);
    belay_haptic_input input = read_frame(call, now);
    if (has_failed(call)) {
        call->end_frame(device->handle);
        return finish(device, true);
    }
    belay_haptic_output output = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    bool goes_on = device->tick(device->context, &input, &output, dt);
    const double force[3] = {output.force.x, output.force.y, output.force.z};
    call->set_doubles(HD_CURRENT_FORCE, force);
    call->end_frame(device->handle);
    bool failed = has_failed(call);
    atomic_fetch_add(&device->beats, 1);
    return goes_on && !failed ? HD_CONTINUE : finish(device, failed);
}

// Waits for the end, or for the library's thread to stand still for half a second.
static void wait_for_end(hd_device* device)
{
    enum { PATIENCE = 500 }; // ms
    unsigned beats = atomic_load(&device->beats);
    for (int still = 0; still < PATIENCE && !atomic_load(&device->is_over); still++) {
        SDL_Delay(1);
        unsigned now = atomic_load(&device->beats);
        if (now != beats) still = 0;
        beats = now;
    }
}

static belay_haptic_status run(void* opened, belay_haptic_tick_fn* tick, void* context)
{
    hd_device* device = opened;
    belay_hd* hd = device->hd;
    if (atomic_load(&device->is_lost)) return BELAY_HAPTIC_LOST;
    device->tick = tick;
    device->context = context;
    device->last_time = -1.0;
    atomic_store(&device->is_over, false);
    atomic_store(&device->is_told_to, false);

    unsigned long handle = hd->call.schedule(on_tick, device, HD_PRIORITY);
    if (!hd->is_scheduling) hd->call.start_scheduler();
    hd->is_scheduling = true;
    wait_for_end(device);
    bool stands_still = !atomic_load(&device->is_over);
    atomic_store(&device->is_told_to, true);
    hd->call.unschedule(handle);
    if (stands_still) atomic_store(&device->is_lost, true);
    return atomic_load(&device->is_lost) ? BELAY_HAPTIC_LOST : BELAY_HAPTIC_OK;
}

static belay_haptic_status read_input(void* opened, belay_haptic_input* input)
{
    const hd_device* device = opened;
    *input = (belay_haptic_input){.rotation = {1.0, 0.0, 0.0, 0.0}};
    return atomic_load(&device->is_lost) ? BELAY_HAPTIC_LOST : BELAY_HAPTIC_NOT_READY;
}

static belay_haptic_status write_output(void* opened, const belay_haptic_output* output)
{
    const hd_device* device = opened;
    (void)output;
    return atomic_load(&device->is_lost) ? BELAY_HAPTIC_LOST : BELAY_HAPTIC_NOT_READY;
}

// ---------------------------------------------------------------------------------------------------------------------
// The driver
// ---------------------------------------------------------------------------------------------------------------------

static const belay_haptic_device_ops ops = {
    .name = "hd",
    .probe = probe,
    .open = open_device,
    .read = read_input,
    .write = write_output,
    .run = run,
    .close = close_device,
};

// Takes in the names between commas; those that are too long or too many are left out.
static void name_devices(belay_hd* hd, const char* names)
{
    while (*names && hd->device_count < MAX_DEVICES) {
        size_t size = strcspn(names, ",");
        hd_device* device = &hd->devices[hd->device_count];
        if (size > 0 && size < sizeof device->name) {
            memcpy(device->name, names, size);
            device->name[size] = '\0';
            device->hd = hd;
            hd->device_count++;
        }
        names += size + (names[size] == ',');
    }
}

belay_hd* belay_hd_create(const belay_hd_settings* settings)
{
    const belay_hd_settings none = {NULL, NULL};
    if (!settings) settings = &none;
    belay_hd* hd = calloc(1, sizeof *hd);
    if (!hd) return NULL;
    hd->library_file = bl_copy_text(settings->library);
    if (settings->library && !hd->library_file) {
        free(hd);
        return NULL;
    }
    const char* from_environment = getenv("BELAY_HD_DEVICES");
    const char* names = settings->devices ? settings->devices : from_environment;
    name_devices(hd, names && *names ? names : "Default Device");
    return hd;
}

void belay_hd_destroy(belay_hd* hd)
{
    if (!hd) return;
    if (hd->is_scheduling) hd->call.stop_scheduler();
    bl_library_unload(hd->library);
    free(hd->library_file);
    free(hd);
}

belay_haptic_driver belay_hd_driver(belay_hd* hd)
{
    return (belay_haptic_driver){&ops, hd};
}
