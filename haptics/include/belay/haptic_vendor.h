// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Devices behind their maker's library, which is looked for at run time: Force Dimension's (libdrd or libdhd; omega,
// delta, sigma, Falcon) and 3D Systems' (libHD; Touch, Phantom). Nothing of them is needed to build, and without them
// the drivers say what is missing.
//
// What a library does not tell of a device (mass, friction, encoder steps...) comes from the presets of the simulation,
// by the device's name: figures to compute with.

#ifndef BELAY_HAPTIC_VENDOR_H
#define BELAY_HAPTIC_VENDOR_H

#include "belay/haptic_device.h"

#ifdef __cplusplus
extern "C" {
#endif

// Force Dimension. Zero: the defaults.
typedef struct belay_dhd_settings {
    // File of the library. Null: what the environment names in BELAY_DHD_LIBRARY; else libdrd, then libdhd, wherever
    // the system looks for libraries.
    const char* library;
    // s: the device lets go of its force so long after the last write; in steps of 125 us, up to 31.875 ms, which is
    // the default. Negative: never.
    double watchdog;
} belay_dhd_settings;

// The driver's own: the library, once it is loaded. The program's to destroy.
typedef struct belay_dhd belay_dhd;

// Null: no memory. The library is loaded when the driver first looks for devices (probe), which waits for the
// disk: not on a servo's thread. `settings` may be null; its text is copied. Any thread.
belay_dhd* belay_dhd_create(const belay_dhd_settings* settings);
// Its devices must be closed. Null does nothing. The thread of create.
void belay_dhd_destroy(belay_dhd* dhd);
// The driver, good until `dhd` is destroyed. Where its library is missing, probe says why. Any thread.
belay_haptic_driver belay_dhd_driver(belay_dhd* dhd);

// 3D Systems. Zero: the defaults.
typedef struct belay_hd_settings {
    const char* library; // as above: BELAY_HD_LIBRARY, libHD
    // Names of devices as its setup program gave them, separated by commas. Null: what the environment names in
    // BELAY_HD_DEVICES; else "Default Device". (That library cannot list them.)
    const char* devices;
} belay_hd_settings;

// The driver's own, as belay_dhd.
typedef struct belay_hd belay_hd;

// As belay_dhd_create. Its devices own their loop: `run` calls from the library's servo thread, `read` and `write` only
// say NOT_READY. Looking for a device starts it up for a moment, which may take longer than for others.
belay_hd* belay_hd_create(const belay_hd_settings* settings);
// Its devices must be closed. Null does nothing. The thread of create.
void belay_hd_destroy(belay_hd* hd);
// The driver, good until `hd` is destroyed. Where its library is missing, probe says why. Any thread.
belay_haptic_driver belay_hd_driver(belay_hd* hd);

#ifdef __cplusplus
}
#endif

#endif
