// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What a servo is given beside its configuration, and does not change while it is recorded: navigation, and surfaces
// with their textures. In a recording it is the record behind the start:
//
//     uint32_t has_navigation, surface_count
//     belay_haptic_navigation_config (zeros where there is none)
//     belay_haptic_surface, each without its heights
//     double heights, surface by surface

#ifndef BELAY_HAPTICS_RECORD_RECORD_SETUP_H
#define BELAY_HAPTICS_RECORD_RECORD_SETUP_H

#include "belay/haptic_navigation.h"
#include "belay/haptic_surface.h"

#include <stdbool.h>

typedef struct bl_record_setup {
    bool has_navigation;
    belay_haptic_navigation_config navigation;
    int surface_count;
    belay_haptic_surface surfaces[BELAY_HAPTIC_MOST_SURFACES];
    double* heights; // of all surfaces; owned
} bl_record_setup;

// `servo` may be null: nothing is set.
size_t bl_record_setup_size(const belay_haptic_servo* servo);
void bl_record_setup_pack(const belay_haptic_servo* servo, unsigned char* bytes);

// Of a servo with that period. VERSION: not the bytes of a setup, or of one that no servo takes; MEMORY. `setup` is to
// be ended also then.
belay_result bl_record_setup_unpack(const unsigned char* bytes, size_t size, double period, bl_record_setup* setup,
                                    belay_error* error);
void bl_record_setup_fini(bl_record_setup* setup);
// Gives it to a servo, which uses the heights from here.
belay_result bl_record_setup_apply(const bl_record_setup* setup, belay_haptic_servo* servo, belay_error* error);

#endif
