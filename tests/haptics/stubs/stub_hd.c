// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#define _POSIX_C_SOURCE 200809L

#include "stub_hd.h"

#include <pthread.h>
#include <string.h>
#include <time.h>

enum {
    HD_CURRENT_BUTTONS = 0x2000,
    HD_CURRENT_INKWELL_SWITCH = 0x2002,
    HD_CURRENT_TRANSFORM = 0x2052,
    HD_DEVICE_MODEL_TYPE = 0x2501,
    HD_DEVICE_SERIAL_NUMBER = 0x2504,
    HD_USABLE_WORKSPACE_DIMENSIONS = 0x2551,
    HD_CALIBRATION_STYLE = 0x2555,
    HD_UPDATE_RATE = 0x2600,
    HD_NOMINAL_MAX_STIFFNESS = 0x2602,
    HD_NOMINAL_MAX_FORCE = 0x2603,
    HD_CURRENT_FORCE = 0x2700,
    HD_FORCE_OUTPUT = 0x4000,
    HD_INVALID_ENUM = 0x0100,
    HD_EXCEEDED_MAX_FORCE = 0x0201,
    HD_DEVICE_FAULT = 0x0300,
    HD_COMM_ERROR = 0x0302,
    HD_INVALID_HANDLE = -1,
    THE_DEVICE = 7,
    AUTOMATIC = 2,
};

typedef struct hd_error_info {
    unsigned code;
    int internal_code;
    unsigned device;
} hd_error_info;

typedef unsigned hd_callback(void* context);

unsigned hdInitDevice(const char* name);
void hdDisableDevice(unsigned device);
void hdMakeCurrentDevice(unsigned device);
void hdEnable(unsigned what);
void hdDisable(unsigned what);
void hdBeginFrame(unsigned device);
void hdEndFrame(unsigned device);
void hdGetDoublev(unsigned what, double* values);
void hdGetIntegerv(unsigned what, int* values);
const char* hdGetString(unsigned what);
void hdSetDoublev(unsigned what, const double* values);
hd_error_info hdGetError(void);
const char* hdGetErrorString(unsigned code);
unsigned hdCheckCalibration(void);
void hdUpdateCalibration(unsigned style);
void hdStartScheduler(void);
void hdStopScheduler(void);
unsigned long hdScheduleAsynchronous(hd_callback* callback, void* context, unsigned short priority);
void hdUnschedule(unsigned long handle);
stub_hd_control stub_hd_get_control(void);

// The one state of the one library, as the real one has.
static stub_hd_state state;
static pthread_mutex_t state_lock = PTHREAD_MUTEX_INITIALIZER;

// The scheduler: one callback. Held while it is called, so that it is over when hdUnschedule returns.
static pthread_mutex_t scheduler_lock = PTHREAD_MUTEX_INITIALIZER;
static hd_callback* scheduled;
static void* scheduled_context;
static bool is_running;
static pthread_t thread;

static unsigned error;

static void lock(void)
{
    pthread_mutex_lock(&state_lock);
}

static void unlock(void)
{
    pthread_mutex_unlock(&state_lock);
}

stub_hd_control stub_hd_get_control(void)
{
    return (stub_hd_control){&state, lock, unlock};
}

unsigned hdInitDevice(const char* name)
{
    if (!name || !state.device_name || state.is_up || strcmp(name, state.device_name) != 0) {
        error = HD_COMM_ERROR;
        return (unsigned)HD_INVALID_HANDLE;
    }
    state.is_up = true;
    return THE_DEVICE;
}

void hdDisableDevice(unsigned device)
{
    if (device == THE_DEVICE) state.is_up = false;
}

void hdMakeCurrentDevice(unsigned device)
{
    (void)device;
}

void hdEnable(unsigned what)
{
    if (what == HD_FORCE_OUTPUT) state.is_force_on = true;
}

void hdDisable(unsigned what)
{
    if (what == HD_FORCE_OUTPUT) state.is_force_on = false;
}

void hdBeginFrame(unsigned device)
{
    (void)device;
    lock();
    if (state.open_frames++ > 0) state.nested_frames++;
    unlock();
}

void hdEndFrame(unsigned device)
{
    (void)device;
    lock();
    state.open_frames--;
    state.frames++;
    if (state.fails_after > 0 && state.frames >= state.fails_after) error = HD_DEVICE_FAULT;
    if (state.complains_after > 0 && state.frames == state.complains_after)
        error = state.complaint != 0 ? state.complaint : HD_EXCEEDED_MAX_FORCE;
    unlock();
}

void hdGetDoublev(unsigned what, double* values)
{
    lock();
    if (what == HD_CURRENT_TRANSFORM)
        memcpy(values, state.transform, sizeof state.transform);
    else if (what == HD_USABLE_WORKSPACE_DIMENSIONS)
        memcpy(values, state.box, sizeof state.box);
    else if (what == HD_NOMINAL_MAX_FORCE)
        *values = state.max_force;
    else if (what == HD_NOMINAL_MAX_STIFFNESS)
        *values = state.max_stiffness;
    else if (what == HD_UPDATE_RATE)
        *values = 1000.0;
    else
        error = HD_INVALID_ENUM;
    unlock();
}

void hdGetIntegerv(unsigned what, int* values)
{
    lock();
    if (what == HD_CURRENT_BUTTONS) *values = state.buttons;
    if (what == HD_CURRENT_INKWELL_SWITCH) *values = state.is_in_inkwell;
    if (what == HD_CALIBRATION_STYLE) *values = AUTOMATIC;
    unlock();
}

const char* hdGetString(unsigned what)
{
    if (what == HD_DEVICE_MODEL_TYPE) return state.model;
    return what == HD_DEVICE_SERIAL_NUMBER ? state.serial : NULL;
}

void hdSetDoublev(unsigned what, const double* values)
{
    if (what != HD_CURRENT_FORCE) return;
    lock();
    memcpy(state.force, values, sizeof state.force);
    state.writes++;
    unlock();
}

hd_error_info hdGetError(void)
{
    hd_error_info info = {error, 0, THE_DEVICE};
    error = 0;
    return info;
}

const char* hdGetErrorString(unsigned code)
{
    return code == HD_COMM_ERROR ? "stubbed communication error" : "stubbed error";
}

unsigned hdCheckCalibration(void)
{
    return state.calibration;
}

void hdUpdateCalibration(unsigned style)
{
    state.updated_style = style;
}

static bool call_once(void)
{
    pthread_mutex_lock(&scheduler_lock);
    bool goes_on = is_running;
    lock();
    bool stands_still = state.stands_still;
    unlock();
    if (goes_on && scheduled && !stands_still && scheduled(scheduled_context) == 0) scheduled = NULL;
    pthread_mutex_unlock(&scheduler_lock);
    return goes_on;
}

static void* run(void* context)
{
    const struct timespec millisecond = {0, 1000000};
    while (call_once())
        nanosleep(&millisecond, NULL);
    return context;
}

void hdStartScheduler(void)
{
    if (is_running) return;
    is_running = true;
    pthread_create(&thread, NULL, run, NULL);
}

void hdStopScheduler(void)
{
    pthread_mutex_lock(&scheduler_lock);
    is_running = false;
    pthread_mutex_unlock(&scheduler_lock);
    pthread_join(thread, NULL);
}

unsigned long hdScheduleAsynchronous(hd_callback* callback, void* context, unsigned short priority)
{
    (void)priority;
    pthread_mutex_lock(&scheduler_lock);
    scheduled = callback;
    scheduled_context = context;
    pthread_mutex_unlock(&scheduler_lock);
    return 1;
}

void hdUnschedule(unsigned long handle)
{
    (void)handle;
    pthread_mutex_lock(&scheduler_lock);
    scheduled = NULL;
    pthread_mutex_unlock(&scheduler_lock);
}
