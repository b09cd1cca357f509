// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Scenes to feel (place.h lists them). Teaches: a world at its own rate under a servo at 1 kHz, with a device or a
// simulated one; what the servo says of itself. Easy to read: live.c for a program with a device, trial.c for the same
// on a virtual clock without threads, place_*.c for the scenes.

#include "haptic/device.h"
#include "haptic/options.h"
#include "haptic/window.h"

#include "belay/haptic_list.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

enum { ENTRIES = 24, TABLE = 8192 };

static const options defaults = {
    .preset = BELAY_HAPTIC_PRESET_TOUCH_X, .rate = 250.0, .stiffness = NAN, .damping = NAN};

// ------------------------------------------------------------------------------------------------------------------
// Options
// ------------------------------------------------------------------------------------------------------------------

static bool take_scene(void* target, const char* text, char* error, size_t error_size)
{
    const place** p = target;
    *p = place_find(text);
    if (*p == NULL) snprintf(error, error_size, "there is no scene '%.60s'; --list names them", text);
    return *p != NULL;
}

static bool starts_with(const char* text, const char* part)
{
    for (; *part != '\0'; text++, part++)
        if (tolower((unsigned char)*text) != tolower((unsigned char)*part)) return false;
    return true;
}

static bool holds(const char* name, const char* part)
{
    for (; *name != '\0'; name++)
        if (starts_with(name, part)) return true;
    return false;
}

static bool take_preset(void* target, const char* text, char* error, size_t error_size)
{
    belay_haptic_preset* preset = target;
    for (int i = 0; i < BELAY_HAPTIC_PRESET_COUNT; i++) {
        *preset = (belay_haptic_preset)i;
        if (text[0] != '\0' && holds(belay_haptic_preset_name(*preset), text)) return true;
    }
    snprintf(error, error_size, "there is no device '%.60s' to simulate; --list names them", text);
    return false;
}

static const shell_option table[] = {
    {.name = "--scene",
     .value = "NAME",
     .text = "one of those that --list names (default: without a window all, one after the other)",
     .type = SHELL_OPTION_OWN,
     .offset = offsetof(options, place),
     .allowed = "the name of a scene",
     .take = take_scene},
    {.name = "--device",
     .value = "NAME",
     .text = "in a window: the device with that id, driver or part of a name",
     .type = SHELL_OPTION_TEXT,
     .offset = offsetof(options, device),
     .start = "a real one where there is one, else the simulated one",
     .allowed = "the name of a device"},
    {.name = "--simulate",
     .value = "NAME",
     .text = "what the simulated device is, part of a name: touch, falcon, omega...",
     .type = SHELL_OPTION_OWN,
     .offset = offsetof(options, preset),
     .start = "Touch X; --list names them",
     .allowed = "part of the name of a device",
     .take = take_preset},
    {.name = "--rate",
     .value = "HZ",
     .text = "steps of physics a second",
     .type = SHELL_OPTION_NUMBER,
     .offset = offsetof(options, rate),
     .low = 60.0,
     .high = 1000.0,
     .unit = "Hz"},
    {.name = "--stiffness",
     .value = "K",
     .text = "of the coupling",
     .type = SHELL_OPTION_NUMBER,
     .offset = offsetof(options, stiffness),
     .low = 10.0,
     .high = 10000.0,
     .unit = "N/m",
     .start = "the device's"},
    {.name = "--damping",
     .value = "B",
     .text = "of the coupling",
     .type = SHELL_OPTION_NUMBER,
     .offset = offsetof(options, damping),
     .low = 0.0,
     .high = 100.0,
     .unit = "N s/m",
     .start = "the device's"},
};

// ------------------------------------------------------------------------------------------------------------------
// Devices
// ------------------------------------------------------------------------------------------------------------------

// Fills `entries` and the table of them. False: `error` says why.
static bool find_devices(const options* o, belay_haptic_entry entries[ENTRIES], int* count, char text[TABLE],
                         belay_error* error)
{
    belay_haptic_simulation_def simulation = device_simulated(o);
    belay_haptics_def def = {.simulation = &simulation};
    belay_haptics* haptics;
    if (belay_haptics_create(&def, &haptics, error) != BELAY_OK) return false;
    belay_haptics_update(haptics, 0.0);
    *count = belay_haptics_list(haptics, entries, ENTRIES);
    *count = *count < ENTRIES ? *count : ENTRIES;
    belay_haptics_text(entries, *count, text, TABLE);
    belay_haptics_destroy(haptics);
    return true;
}

// A device that was asked for is there, or nothing runs: never another one in its place.
static bool check(shell* s, char* error, size_t error_size)
{
    static belay_haptic_entry entries[ENTRIES];
    static char text[TABLE];
    int count;
    belay_error why;
    const options* o = s->options;
    if (o->device == NULL) return true;
    if (s->mode == SHELL_MODE_HEADLESS) {
        snprintf(error, error_size,
                 "--device: without a window the device is simulated, but '%.60s' is asked for; "
                 "--simulate chooses which",
                 o->device);
        return false;
    }
    if (!find_devices(o, entries, &count, text, &why)) {
        snprintf(error, error_size, "%s", why.message);
        return false;
    }
    if (belay_haptics_find(entries, count, o->device) >= 0) return true;
    snprintf(error, error_size, "--device: there is no device '%.60s'. There is\n%s", o->device, text);
    return false;
}

static void print_scenes(void)
{
    printf("scenes (--scene)\n");
    for (int i = 0; i < place_count(); i++) {
        const experiment_kind* kind = &place_at(i)->kind;
        int column = printf("  %-8s %s.", kind->name, kind->title);
        shell_text_print(kind->text, column, 11, stdout);
    }
    printf("devices to simulate (--simulate)\n ");
    for (int i = 0; i < BELAY_HAPTIC_PRESET_COUNT; i++)
        printf("%s %s", i > 0 ? "," : "", belay_haptic_preset_name((belay_haptic_preset)i));
    printf("\n");
}

static int list(const shell* s)
{
    static belay_haptic_entry entries[ENTRIES];
    static char text[TABLE];
    int count;
    belay_error why;
    print_scenes();
    if (!find_devices(s->options, entries, &count, text, &why)) return shell_fail(s, "%s", why.message);
    printf("devices (--device)\n%s", text);
    return SHELL_DONE;
}

// ------------------------------------------------------------------------------------------------------------------
// The program
// ------------------------------------------------------------------------------------------------------------------

static const shell_key keys[] = {{"mouse", "the hand: up, down, left, right"},
                                 {"wheel", "the hand: away, nearer"},
                                 {"left button", "grip what the tool touches"},
                                 {"right button, wheel", "tilt the tool"},
                                 {"1 to 9, up, down", "another scene"},
                                 {"space", "let go of the tool, take hold"},
                                 {"c", "the mouse turns the view"},
                                 {0}};

const shell_program program = {
    .name = "haptic",
    .title = "Haptics",
    .text =
        "Scenes to feel with a haptic device, or with the mouse as a simulated hand on a simulated device. Without a "
        "window a scripted hand feels them on a virtual clock.",
    SHELL_OPTIONS(table, options, defaults),
    .check = check,
    .list = list,
    .state_size = sizeof(window),
    SHELL_PARTS,
    .left = 280.0,
    .right = 340.0,
    .keys = keys,
    .before_steps = window_before_steps,
    .picture_name = window_picture_name,
};
