// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Scenes to feel: a wall, a plate, boxes, a ball on rails, a rod. Teaches: a world at its own rate under a servo at
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

static int list(const options* o)
{
    belay_haptic_simulation_def simulation = device_simulated(o);
    belay_haptics_def def = {.simulation = &simulation};
    static belay_haptic_entry entries[ENTRIES];
    static char text[TABLE];
    belay_haptics* haptics;
    belay_error error;
    options_print_scenes(stdout);
    if (belay_haptics_create(&def, &haptics, &error) != BELAY_OK) {
        fprintf(stderr, "haptic: %s\n", error.message);
        return 1;
    }
    belay_haptics_update(haptics, 0.0);
    int count = belay_haptics_list(haptics, entries, ENTRIES);
    belay_haptics_text(entries, count < ENTRIES ? count : ENTRIES, text, sizeof text);
    printf("devices (--device)\n%s", text);
    belay_haptics_destroy(haptics);
    return 0;
}

// Where no window can be opened, the run goes on without one.
static int run(const options* o)
{
    char error[512];
    if (!viewer_wants_window(o->mode)) return headless_run(o);
    window_result result = window_run(o, error, sizeof error);
    if (result == WINDOW_CLOSED) return 0;
    if (result == WINDOW_NO_OPENGL) {
        printf("No window: %s. Running without one.\n", error);
        return headless_run(o);
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
