// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "haptic/options.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

options options_default(void)
{
    options o = {.preset = BELAY_HAPTIC_PRESET_TOUCH_X,
                 .rate = 250.0,
                 .stiffness = NAN,
                 .damping = NAN,
                 .out = "out/haptic",
                 .size = {1280, 720}};
    return o;
}

void options_print_help(FILE* file)
{
    fputs("Usage: haptic [OPTIONS]\n"
          "\n"
          "Scenes to feel with a haptic device, or with the mouse as a simulated hand on a simulated device.\n"
          "\n"
          "  --scene NAME       one of those that --list names (default: without a window all, one after the other)\n"
          "  --device NAME      in a window: the device with that id, driver or part of a name (default: a real one\n"
          "                     where there is one, else the simulated one)\n"
          "  --simulate NAME    what the simulated device is, part of a name: touch, falcon, omega... (default\n"
          "                     Touch X; --list names them)\n"
          "  --list             the scenes, and the devices that are there; of drivers without any, why\n"
          "  --rate HZ          steps of physics a second, 60 to 1000 (default 250)\n"
          "  --stiffness K      of the coupling, 10 to 10000 N/m (default: the device's)\n"
          "  --damping B        of the coupling, 0 to 100 N s/m (default: the device's)\n"
          "  --headless         no window: a scripted hand on a virtual clock; table, CSV and pictures\n"
          "  --window           a window, also where no display is announced\n"
          "  --out DIR          folder of what is written without a window (default out/haptic)\n"
          "  --size WxH         size of window and pictures, pixels, 640x360 to 3840x2160 (default 1280x720)\n"
          "  --help             this text\n"
          "\n"
          "Without --headless and --window, a window opens where there is a display.\n",
          file);
}

void options_print_scenes(FILE* file)
{
    fputs("scenes (--scene)\n", file);
    for (int i = 0; i < place_count(); i++)
        fprintf(file, "  %-8s %s. %s\n", place_at(i)->kind.name, place_at(i)->kind.title, place_at(i)->kind.text);
    fputs("devices to simulate (--simulate)\n ", file);
    for (int i = 0; i < BELAY_HAPTIC_PRESET_COUNT; i++)
        fprintf(file, "%s %s", i > 0 ? "," : "", belay_haptic_preset_name((belay_haptic_preset)i));
    fputs("\n", file);
}

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

bool options_parse(int argc, char** argv, options* o, char* error, size_t error_size)
{
    bool is_headless = false, is_window = false;
    const viewer_option list[] = {
        {.name = "--scene",
         .allowed = "the name of a scene",
         .type = VIEWER_OPTION_OWN,
         .target = &o->place,
         .take = take_scene},
        {"--device", "the name of a device", VIEWER_OPTION_TEXT, &o->device, 0.0, 0.0, NULL},
        {.name = "--simulate",
         .allowed = "part of the name of a device",
         .type = VIEWER_OPTION_OWN,
         .target = &o->preset,
         .take = take_preset},
        {"--rate", "a number from 60 to 1000 (Hz)", VIEWER_OPTION_NUMBER, &o->rate, 60.0, 1000.0, NULL},
        {"--stiffness", "a number from 10 to 10000 (N/m)", VIEWER_OPTION_NUMBER, &o->stiffness, 10.0, 10000.0, NULL},
        {"--damping", "a number from 0 to 100 (N s/m)", VIEWER_OPTION_NUMBER, &o->damping, 0.0, 100.0, NULL},
        {"--out", "the name of a folder", VIEWER_OPTION_TEXT, &o->out, 0.0, 0.0, NULL},
        {"--size", "a size WxH from 640x360 to 3840x2160 (pixels)", VIEWER_OPTION_SIZE, o->size, 0.0, 0.0, NULL},
        {.name = "--headless", .type = VIEWER_OPTION_SWITCH, .target = &is_headless},
        {.name = "--window", .type = VIEWER_OPTION_SWITCH, .target = &is_window},
        {.name = "--list", .type = VIEWER_OPTION_SWITCH, .target = &o->wants_list},
        {.name = "--help", .type = VIEWER_OPTION_SWITCH, .target = &o->wants_help},
    };
    if (!viewer_options_parse(list, sizeof list / sizeof list[0], argc, argv, error, error_size)) return false;
    if (!viewer_mode_choose(&o->mode, is_headless, is_window, error, error_size)) return false;
    if (!is_headless || o->device == NULL) return true;
    snprintf(error, error_size, "--device: without a window the device is simulated; --simulate chooses which");
    return false;
}
