// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "stub_dhd.h"

#include <string.h>

#if defined(_WIN32)
#define EXPORT __declspec(dllexport)
#else
#define EXPORT
#endif

EXPORT stub_dhd_state* stub_dhd_get_state(void);
EXPORT int dhdGetDeviceCount(void);
EXPORT int dhdOpenID(char id);
EXPORT int dhdClose(char id);
EXPORT const char* dhdGetSystemName(char id);
EXPORT int dhdGetSerialNumber(unsigned short* serial, char id);
EXPORT bool dhdHasWrist(char id);
EXPORT bool dhdHasActiveWrist(char id);
EXPORT int dhdGetPosition(double* x, double* y, double* z, char id);
EXPORT int dhdGetOrientationFrame(double* rotation, char id);
EXPORT unsigned dhdGetButtonMask(char id);
EXPORT int dhdSetForceAndTorqueAndGripperForce(double fx, double fy, double fz, double tx, double ty, double tz,
                                               double grip, char id);
EXPORT int dhdGetStatus(int status[16], char id);
EXPORT bool dhdHasGripper(char id);
EXPORT bool dhdHasActiveGripper(char id);
EXPORT int dhdGetGripperAngleRad(double* angle, char id);
EXPORT int dhdGetGripperGap(double* gap, char id);
EXPORT int dhdEnableForce(unsigned char on, char id);
EXPORT int dhdEnableExpertMode(void);
EXPORT int dhdSetWatchdog(unsigned char steps, char id);
EXPORT const char* dhdErrorGetLastStr(void);

// The one state of the one library, as the real one has.
static stub_dhd_state state;

stub_dhd_state* stub_dhd_get_state(void)
{
    return &state;
}

static stub_dhd_device* device_of(char id)
{
    return id >= 0 && id < state.count ? &state.devices[(int)id] : NULL;
}

// The device, where it is open and answers.
static stub_dhd_device* answering(char id)
{
    stub_dhd_device* device = device_of(id);
    return device && device->is_open && !device->is_broken ? device : NULL;
}

int dhdGetDeviceCount(void)
{
    return state.count;
}

int dhdOpenID(char id)
{
    stub_dhd_device* device = device_of(id);
    if (!device || device->is_open || device->does_not_open) return -1;
    device->is_open = true;
    device->watchdog = -1;
    device->force_on = 0;
    return id;
}

int dhdClose(char id)
{
    stub_dhd_device* device = device_of(id);
    if (!device || !device->is_open) return -1;
    device->is_open = false;
    return 0;
}

const char* dhdGetSystemName(char id)
{
    stub_dhd_device* device = answering(id);
    return device ? device->name : NULL;
}

int dhdGetSerialNumber(unsigned short* serial, char id)
{
    stub_dhd_device* device = answering(id);
    if (!device) return -1;
    *serial = device->serial;
    return 0;
}

bool dhdHasWrist(char id)
{
    stub_dhd_device* device = answering(id);
    return device && device->has_wrist;
}

bool dhdHasActiveWrist(char id)
{
    stub_dhd_device* device = answering(id);
    return device && device->has_active_wrist;
}

int dhdGetPosition(double* x, double* y, double* z, char id)
{
    stub_dhd_device* device = answering(id);
    if (!device) return -1;
    *x = device->position[0];
    *y = device->position[1];
    *z = device->position[2];
    return device->is_asked_too_soon ? 1 : 0;
}

int dhdGetOrientationFrame(double* rotation, char id)
{
    stub_dhd_device* device = answering(id);
    if (!device) return -1;
    memcpy(rotation, device->rotation, sizeof device->rotation);
    return 0;
}

unsigned dhdGetButtonMask(char id)
{
    stub_dhd_device* device = answering(id);
    return device ? device->buttons : 0;
}

int dhdSetForceAndTorqueAndGripperForce(double fx, double fy, double fz, double tx, double ty, double tz, double grip,
                                        char id)
{
    stub_dhd_device* device = answering(id);
    if (!device) return -1;
    const double force[3] = {fx, fy, fz}, torque[3] = {tx, ty, tz};
    memcpy(device->force, force, sizeof force);
    memcpy(device->torque, torque, sizeof torque);
    device->grip = grip;
    device->writes++;
    return 0;
}

// In the order that its header gives: power, connected, started, reset, idle, force, brake, torque, wrist detected,
// error, gravity, time guard, wrist ready, redundancy, cause of forces off, locks.
int dhdGetStatus(int status[16], char id)
{
    stub_dhd_device* device = answering(id);
    if (!device) return -1;
    bool is_force_on = device->force_on == 1 && !device->is_braked && device->force_off_cause == 0;
    const int now[16] = {!device->has_no_power,
                         1,
                         1,
                         device->is_uncalibrated,
                         0,
                         is_force_on,
                         device->is_braked,
                         0,
                         device->has_wrist,
                         device->has_error,
                         1,
                         0,
                         device->has_wrist,
                         1,
                         device->force_off_cause,
                         0};
    memcpy(status, now, sizeof now);
    return 0;
}

bool dhdHasGripper(char id)
{
    stub_dhd_device* device = answering(id);
    return device && device->has_gripper;
}

bool dhdHasActiveGripper(char id)
{
    stub_dhd_device* device = answering(id);
    return device && device->has_active_gripper;
}

int dhdGetGripperAngleRad(double* angle, char id)
{
    stub_dhd_device* device = answering(id);
    if (!device || !device->has_gripper) return -1;
    *angle = device->grip_angle;
    return 0;
}

int dhdGetGripperGap(double* gap, char id)
{
    stub_dhd_device* device = answering(id);
    if (!device || !device->has_gripper) return -1;
    *gap = device->grip_gap;
    return 0;
}

int dhdEnableForce(unsigned char on, char id)
{
    stub_dhd_device* device = answering(id);
    if (!device) return -1;
    device->force_on = on;
    return 0;
}

int dhdEnableExpertMode(void)
{
    state.is_expert = true;
    return 0;
}

int dhdSetWatchdog(unsigned char steps, char id)
{
    stub_dhd_device* device = answering(id);
    if (!device || !state.is_expert) return -1;
    device->watchdog = steps;
    return 0;
}

const char* dhdErrorGetLastStr(void)
{
    return "stubbed error";
}
