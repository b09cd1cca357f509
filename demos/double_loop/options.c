// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "double_loop/options.h"

#include <string.h>

// A run keeps every step for the table and the pictures; more would not fit into the memory of a small machine.
static const double MAX_STEPS = 200000.0;

options options_default(void)
{
    options o = {.mus = {{0.0, 0.1, 0.15, 0.2, 0.3, 0.5}, 6},
                 .spin = 460.0,
                 .h = 1e-3,
                 .theta = 0.5,
                 .seconds = 4.0,
                 .out = "out/double_loop",
                 .enable_pictures = true,
                 .size = {1280, 720}};
    return o;
}

void options_print_help(FILE* file)
{
    fputs("Usage: double_loop [OPTIONS]\n"
          "\n"
          "A ball that spins but does not move is put on two rails with two loops. Friction turns its spin into\n"
          "speed: the more friction, the sooner it rolls and the further it comes. One lane for every mu.\n"
          "\n"
          "  --mu M[,M...]     friction coefficients, one lane each: 1 to 8 numbers from 0 to 10\n"
          "                    (default 0,0.1,0.15,0.2,0.3,0.5)\n"
          "  --spin W          spin at the start, rad/s, -3000 to 3000 (default 460)\n"
          "  --h SECONDS       time step, s, 0.00001 to 0.05 (default 0.001)\n"
          "  --theta T         of the time-stepping scheme, 0.5 to 1 (default 0.5)\n"
          "  --seconds S       simulated time without a window, s, above 0, at most 120 (default 4)\n"
          "  --out DIR         folder for table, series and pictures (default out/double_loop; made when missing)\n"
          "  --headless        no window: print the table, write series.csv and pictures\n"
          "  --window          a window, also where no display is announced\n"
          "  --no-pictures     without a window: table and series.csv alone\n"
          "  --size WxH        size of window and pictures, pixels, 640x360 to 3840x2160 (default 1280x720)\n"
          "  --help            this text\n"
          "\n"
          "Without --headless and --window, a window opens where there is a display.\n",
          file);
}

static bool check_length(const options* o, char* error, size_t error_size)
{
    if (o->seconds < o->h) {
        snprintf(error, error_size, "--seconds: '%g' is less than one step of --h %g (s)", o->seconds, o->h);
        return false;
    }
    if (o->seconds / o->h <= MAX_STEPS) return true;
    snprintf(error, error_size, "--seconds: '%g' takes more than the allowed %.0f steps of --h %g (s)", o->seconds,
             MAX_STEPS, o->h);
    return false;
}

bool options_parse(int argc, char** argv, options* o, char* error, size_t error_size)
{
    bool is_headless = false, is_window = false, leaves_pictures_out = false;
    const viewer_option list[] = {
        {"--mu", "1 to 8 numbers from 0 to 10, with commas", VIEWER_OPTION_NUMBERS, &o->mus, 0.0, 10.0, NULL},
        {"--spin", "a number from -3000 to 3000 (rad/s)", VIEWER_OPTION_NUMBER, &o->spin, -3000.0, 3000.0, NULL},
        {"--h", "a number from 0.00001 to 0.05 (s)", VIEWER_OPTION_NUMBER, &o->h, 1e-5, 0.05, NULL},
        {"--theta", "a number from 0.5 to 1", VIEWER_OPTION_NUMBER, &o->theta, 0.5, 1.0, NULL},
        {"--seconds", "a number above 0 and at most 120 (s)", VIEWER_OPTION_NUMBER, &o->seconds, 1e-9, 120.0, NULL},
        {"--size", "a size WxH from 640x360 to 3840x2160 (pixels)", VIEWER_OPTION_SIZE, o->size, 0.0, 0.0, NULL},
        {"--out", "the name of a folder", VIEWER_OPTION_TEXT, &o->out, 0.0, 0.0, NULL},
        {.name = "--headless", .type = VIEWER_OPTION_SWITCH, .target = &is_headless},
        {.name = "--window", .type = VIEWER_OPTION_SWITCH, .target = &is_window},
        {.name = "--no-pictures", .type = VIEWER_OPTION_SWITCH, .target = &leaves_pictures_out},
        {.name = "--help", .type = VIEWER_OPTION_SWITCH, .target = &o->wants_help},
    };
    if (!viewer_options_parse(list, sizeof list / sizeof list[0], argc, argv, error, error_size)) return false;
    if (!viewer_mode_choose(&o->mode, is_headless, is_window, error, error_size)) return false;
    o->enable_pictures = !leaves_pictures_out;
    return o->wants_help || check_length(o, error, error_size);
}
