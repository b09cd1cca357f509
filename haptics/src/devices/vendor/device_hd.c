// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// 3D Systems' devices, through libHD, whose servo thread calls us. It speaks mm and N.

#include "devices/vendor/device_hd.h"

#include "belay/result.h"
#include "devices/device_library.h"
#include "devices/device_list.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const unsigned HD_INVALID_HANDLE = 0xFFFFFFFFu;

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
    bl_hd_functions* call = &hd->call;
    const bl_library_symbol symbols[] = {
        {"hdInitDevice", &call->init_device, false},
        {"hdDisableDevice", &call->disable_device, false},
        {"hdMakeCurrentDevice", &call->make_current, false},
        {"hdEnable", &call->enable, false},
        {"hdDisable", &call->disable, false},
        {"hdBeginFrame", &call->begin_frame, false},
        {"hdEndFrame", &call->end_frame, false},
        {"hdGetDoublev", &call->get_doubles, false},
        {"hdGetIntegerv", &call->get_integers, false},
        {"hdGetString", &call->get_string, false},
        {"hdSetDoublev", &call->set_doubles, false},
        {"hdGetError", &call->get_error, false},
        {"hdGetErrorString", &call->get_error_string, false},
        {"hdCheckCalibration", &call->check_calibration, false},
        {"hdUpdateCalibration", &call->update_calibration, false},
        {"hdStartScheduler", &call->start_scheduler, false},
        {"hdStopScheduler", &call->stop_scheduler, false},
        {"hdScheduleAsynchronous", &call->schedule, false},
        {"hdUnschedule", &call->unschedule, false},
    };
    const bl_library_search search = {hd->library_file, "BELAY_HD_LIBRARY", library_names,
                                      "3D Systems' library (OpenHaptics, libHD)"};
    hd->library = bl_library_load(&search, symbols, sizeof symbols / sizeof *symbols, why, why_size);
    return hd->library != NULL;
}

// A number of the current device; `fallback` where it does not say or makes no sense.
static double ask(const bl_hd_functions* call, unsigned what, double fallback)
{
    double value = -1.0;
    call->get_doubles(what, &value);
    bool is_known = call->get_error().code == 0 && isfinite(value) && value > 0.0;
    return is_known ? value : fallback;
}

// Half the smallest side of the box of the workspace.
static double ask_radius(const bl_hd_functions* call, double fallback)
{
    double box[6] = {0.0};
    call->get_doubles(HD_USABLE_WORKSPACE_DIMENSIONS, box);
    double side = fmin(box[3] - box[0], fmin(box[4] - box[1], box[5] - box[2]));
    return call->get_error().code == 0 && side > 0.0 ? 0.5e-3 * side : fallback;
}

// What the device says of itself, over what is known of its model. N/mm and N s/mm to N/m and N s/m.
static void describe(bl_hd_device* device)
{
    const bl_hd_functions* call = &device->hd->call;
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
    if (info.button_count == 0) info.button_count = 4;
    device->info = info;
}

// Starts a device up; false with the library's reason.
static bool start_up(bl_hd_device* device, char* why, size_t why_size)
{
    const bl_hd_functions* call = &device->hd->call;
    for (int old = 0; old < BL_HD_MAX_ERRORS && call->get_error().code != 0; old++) {
    }
    device->handle = call->init_device(device->name);
    bl_hd_error_info error = call->get_error();
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
        bl_hd_device* device = &hd->devices[i];
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

static bl_hd_device* find_device(belay_hd* hd, const char* name)
{
    for (int i = 0; i < hd->device_count; i++) {
        if (strcmp(hd->devices[i].name, name) == 0) return &hd->devices[i];
    }
    return NULL;
}

// Some have to be put into their inkwell first; the others find their place themselves.
static bool calibrate(const bl_hd_functions* call)
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
    if (!load(hd, why, sizeof why)) return belay_error_set(error, BELAY_ERROR_HANDLE, "%s", why);
    bl_hd_device* device = find_device(hd, info->id);
    if (!device) return belay_error_set(error, BELAY_ERROR_HANDLE, "there is no device with id '%s'", info->id);
    if (device->is_open) return belay_error_set(error, BELAY_ERROR_STATE, "%s is in use", device->info.name);
    if (!start_up(device, why, sizeof why)) return belay_error_set(error, BELAY_ERROR_STATE, "%s", why);
    describe(device);
    if (!calibrate(&hd->call)) {
        hd->call.disable_device(device->handle);
        return belay_error_set(error, BELAY_ERROR_STATE,
                               "%s must be calibrated by hand first: put the stylus in its holder", device->info.name);
    }
    hd->call.enable(HD_FORCE_OUTPUT);
    device->is_open = true;
    device->troubles = 0;
    device->troubles_until = 0.0;
    atomic_store(&device->is_lost, false);
    *opened = device;
    return BELAY_OK;
}

static void close_device(void* opened)
{
    bl_hd_device* device = opened;
    const bl_hd_functions* call = &device->hd->call;
    call->make_current(device->handle);
    call->disable(HD_FORCE_OUTPUT);
    call->disable_device(device->handle);
    device->is_open = false;
}

// ---------------------------------------------------------------------------------------------------------------------
// The driver
// ---------------------------------------------------------------------------------------------------------------------

static const belay_haptic_device_ops ops = {
    .name = "hd",
    .probe = probe,
    .open = open_device,
    .read = bl_hd_read,
    .write = bl_hd_write,
    .run = bl_hd_run,
    .close = close_device,
};

// Takes in the names between commas; those that are too long or too many are left out.
static void name_devices(belay_hd* hd, const char* names)
{
    while (*names && hd->device_count < BL_HD_MAX_DEVICES) {
        size_t size = strcspn(names, ",");
        bl_hd_device* device = &hd->devices[hd->device_count];
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

// ---------------------------------------------------------------------------------------------------------------------
// Its row
// ---------------------------------------------------------------------------------------------------------------------

static belay_result create_row(const belay_haptics_def* def, void** made, belay_error* error)
{
    *made = belay_hd_create(&def->hd);
    return *made != NULL ? BELAY_OK : belay_error_set(error, BELAY_ERROR_MEMORY, "no memory for the drivers");
}

static void destroy_row(void* made)
{
    belay_hd_destroy(made);
}

const bl_device_row bl_device_hd = {.ops = &ops, .create = create_row, .destroy = destroy_row};
