// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Scenes to feel (place.h lists them). Teaches: a world at its own rate under a servo at
// 1 kHz, with a device or a simulated one; what the servo says of itself. Easy to read: live.c for a program with a
// device, trial.c for the same on a virtual clock without threads, place_*.c for the scenes.

#include "haptic/device.h"
#include "haptic/headless.h"
#include "haptic/options.h"
#include "haptic/window_view.h"

#include "belay/haptic_list.h"
#include "viewer/window.h"

#include <stdio.h>

enum { ENTRIES = 24, TABLE = 8192 };

// Fills `entries` and the table of them. False: said why.
static bool find_devices(const options* o, belay_haptic_entry entries[ENTRIES], int* count, char text[TABLE])
{
    belay_haptic_simulation_def simulation = device_simulated(o);
    belay_haptics_def def = {.simulation = &simulation};
    belay_haptics* haptics;
    belay_error error;
    if (belay_haptics_create(&def, &haptics, &error) != BELAY_OK) {
        fprintf(stderr, "haptic: %s\n", error.message);
        return false;
    }
    belay_haptics_update(haptics, 0.0);
    *count = belay_haptics_list(haptics, entries, ENTRIES);
    *count = *count < ENTRIES ? *count : ENTRIES;
    belay_haptics_text(entries, *count, text, TABLE);
    belay_haptics_destroy(haptics);
    return true;
}

static int list(const options* o)
{
    static belay_haptic_entry entries[ENTRIES];
    static char text[TABLE];
    int count;
    options_print_scenes(stdout);
    if (!find_devices(o, entries, &count, text)) return 1;
    printf("devices (--device)\n%s", text);
    return 0;
}

// A device that was asked for is there, or nothing runs: never another one in its place.
static bool has_device(const options* o)
{
    static belay_haptic_entry entries[ENTRIES];
    static char text[TABLE];
    int count;
    if (o->device == NULL) return true;
    if (!find_devices(o, entries, &count, text)) return false;
    if (belay_haptics_find(entries, count, o->device) >= 0) return true;
    fprintf(stderr, "haptic: --device: there is no device '%.60s'. There is\n%s", o->device, text);
    return false;
}

static int run_without_window(const options* o)
{
    if (o->device == NULL) return headless_run(o);
    fprintf(stderr, "haptic: --device: '%.60s' takes a window, and none can be opened here\n", o->device);
    return 2;
}

// Where no window can be opened, the run goes on without one.
static int run(const options* o)
{
    char error[512];
    if (!has_device(o)) return 2;
    if (!viewer_wants_window(o->mode)) return run_without_window(o);
    window_result result = window_run(o, error, sizeof error);
    if (result == WINDOW_CLOSED) return 0;
    if (result == WINDOW_NO_OPENGL) {
        if (o->device == NULL) printf("No window: %s. Running without one.\n", error);
        return run_without_window(o);
    }
    fprintf(stderr, "haptic: %s\n", error);
    return result == WINDOW_NO_DEVICE ? 2 : 1;
}

int main(int argc, char** argv)
{
    options o = options_default();
    char error[320];
    if (!options_parse(argc, argv, &o, error, sizeof error)) {
        fprintf(stderr, "haptic: %s\n", error);
        return 2;
    }
    if (o.wants_help) options_print_help(stdout);
    if (o.wants_help || o.wants_list) return o.wants_list ? list(&o) : 0;
    return run(&o);
}
