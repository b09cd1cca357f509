// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The drivers that a list of devices (belay/haptic_list.h) looks for: a row each, which stands in the driver's own
// file.

#ifndef BELAY_HAPTICS_DEVICES_DEVICE_LIST_H
#define BELAY_HAPTICS_DEVICES_DEVICE_LIST_H

#include "belay/haptic_list.h"

// In the order in which they are listed; (place, row): the row bl_device_dhd is at BL_DEVICE_DHD. To add one: a file
// that defines its row, and a line here.
#define BL_DEVICE_LIST(X)                                                                                              \
    X(DHD, dhd)                                                                                                        \
    X(HD, hd)                                                                                                          \
    X(HAPLY, haply)                                                                                                    \
    X(JOYSTICKS, joysticks)                                                                                            \
    X(GAMEPADS, gamepads)                                                                                              \
    X(SIMULATION, simulation)

typedef struct bl_device_row {
    const belay_haptic_device_ops* ops;
    // Makes what the driver works on, as the program wants it; null: it needs nothing. STATE: it cannot be had, and
    // `error` tells the list why; any other error is one of the list. Main thread, as the others.
    belay_result (*create)(const belay_haptics_def* def, void** made, belay_error* error);
    void (*destroy)(void* made);            // with create
    void (*update)(void* made, double now); // in every frame; null: it needs none
} bl_device_row;

#define BL_DEVICE_DECLARE(place, row) extern const bl_device_row bl_device_##row;
BL_DEVICE_LIST(BL_DEVICE_DECLARE)
#undef BL_DEVICE_DECLARE

// Their places in the list.
enum {
#define BL_DEVICE_ENUMERATOR(place, row) BL_DEVICE_##place,
    BL_DEVICE_LIST(BL_DEVICE_ENUMERATOR)
#undef BL_DEVICE_ENUMERATOR
        BL_DEVICE_COUNT
};

#endif
