// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A device maker's library, loaded at run time, and what is known of devices by their name.

#ifndef BELAY_HAPTICS_DEVICES_DEVICE_LIBRARY_H
#define BELAY_HAPTICS_DEVICES_DEVICE_LIBRARY_H

#include "belay/haptic_device.h"

// A function to be found in a library; `slot` is where its pointer goes.
typedef struct bl_library_symbol {
    const char* name;
    void* slot;
    bool is_optional; // older libraries may lack it: its pointer stays null
} bl_library_symbol;

// What to look for.
typedef struct bl_library_search {
    const char* file;         // or null
    const char* variable;     // of the environment: the file's name
    const char* const* names; // else these, in order; null at the end
    const char* maker;        // for messages: whose library, and where to get it
} bl_library_search;

// Loads a library and finds all symbols in it. Null with the reason in `why`.
void* bl_library_load(const bl_library_search* search, const bl_library_symbol* symbols, size_t count, char* why,
                      size_t why_size);
void bl_library_unload(void* library);

// A copy of `text`, to be freed; null for null, or without memory.
char* bl_copy_text(const char* text);

// Fills in what is known of the device called `name`; name and driver stay.
void bl_device_rate(const char* name, belay_haptic_device_info* info);

// Where the columns of a rotation matrix (row by row, as rotation[3 * row + column]) are nearly orthonormal, its
// quaternion; else the identity.
belay_quat bl_quat_from_matrix(const double rotation[9]);

#endif
