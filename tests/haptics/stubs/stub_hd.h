// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A library with the functions of libHD that the driver uses: one device, and a servo thread that calls every
// millisecond or so. What a test sets or looks at while the thread runs goes through `lock` and `unlock`.

#ifndef BELAY_TESTS_HAPTICS_STUB_HD_H
#define BELAY_TESTS_HAPTICS_STUB_HD_H

#include <stdbool.h>

typedef struct stub_hd_state {
    const char *device_name, *model, *serial;
    double transform[16]; // mm, column by column
    double box[6];        // mm
    int buttons, is_in_inkwell;
    double max_force, max_stiffness; // N, N/mm
    unsigned calibration;

    bool stands_still;   // the thread calls nobody
    int fails_after;     // > 0: so many frames, and then a device error
    int complains_after; // > 0: so many frames, and then an error of a force:
    unsigned complaint;  // this one; 0: HD_EXCEEDED_MAX_FORCE

    bool is_up, is_force_on;
    unsigned updated_style;
    double force[3];
    int frames, writes, open_frames, nested_frames;
} stub_hd_state;

typedef struct stub_hd_control {
    stub_hd_state* state;
    void (*lock)(void);
    void (*unlock)(void);
} stub_hd_control;

// Found by this name in the library.
typedef stub_hd_control stub_hd_get_control_fn(void);

#endif
