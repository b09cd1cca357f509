// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "knot/options.h"

#include "knot/script.h"

#include <math.h>
#include <string.h>

// A run keeps the time of every step.
static const double MAX_STEPS = 200000.0;

options options_default(void)
{
    options o = {.model = BELAY_ROD_NODAL,
                 .elements = 60,
                 .mus = {{0.0, 0.1, 0.3, 0.5}, 4},
                 .force = 5.0,
                 .stiffness = 2e-3,
                 .seconds = 8.0,
                 .h = 1e-3,
                 .cut = NAN,
                 .out = "out/knot",
                 .enable_pictures = true,
                 .size = {1280, 720}};
    return o;
}

void options_print_help(FILE* file)
{
    fputs("Usage: knot [OPTIONS]\n"
          "\n"
          "An elastic rope of 1 m and 5 mm thickness. In the window, tie it with the mouse. Without one, a scripted\n"
          "hand ties an overhand knot into the straight rope, draws it tight and lets go, once for every mu.\n"
          "\n"
          "  --model NAME      nodal, super-helix, mass-spring or corde (default nodal)\n"
          "  --elements N      of the rope, 30 to 256 (default 60; super-helix: up to 100)\n"
          "  --mu M[,M...]     friction coefficients: 1 to 8 numbers from 0 to 10 (default 0,0.1,0.3,0.5)\n"
          "  --force F         most force of a hand, N, 0.1 to 20 (default 5)\n"
          "  --stiffness B     against bending, N m^2, 0.0002 to 0.02 (default 0.002)\n"
          "  --seconds S       simulated time of each run without a window, s, 2 to 60 (default 8)\n"
          "  --step H          time step, s, 0.0002 to 0.002 (default 0.001)\n"
          "  --cut S           without a window: cuts a fifth of the rope off at S, s, not before the hand lets go of\n"
          "                    the loose knot (at 0.4 of --seconds) nor after the end (default: never)\n"
          "  --out DIR         folder for series and pictures (default out/knot; made when missing)\n"
          "  --headless        no window: print the table, write series.csv, pictures and animation\n"
          "  --window          a window, also where no display is announced\n"
          "  --no-pictures     without a window: table and series.csv alone\n"
          "  --size WxH        size of window and pictures, pixels, 640x360 to 3840x2160 (default 1280x720)\n"
          "  --help            this text\n"
          "\n"
          "Without --headless and --window, a window opens where there is a display.\n",
          file);
}

static bool take_model(void* target, const char* text, char* error, size_t error_size)
{
    (void)error, (void)error_size;
    belay_rod_model* model = target;
    for (int m = 0; m < BELAY_ROD_MODEL_COUNT; m++) {
        if (strcmp(text, belay_rod_model_name((belay_rod_model)m)) != 0) continue;
        *model = (belay_rod_model)m;
        return true;
    }
    return false;
}

static bool check(const options* o, double elements, char* error, size_t error_size)
{
    if (elements != floor(elements))
        snprintf(error, error_size, "--elements: '%g' is not a whole number from 30 to 256", elements);
    else if (o->model == BELAY_ROD_SUPER_HELIX && elements > 100.0)
        snprintf(error, error_size, "--elements: '%g' is not a number from 30 to 100, as --model super-helix needs",
                 elements);
    else if (o->seconds / o->h > MAX_STEPS)
        snprintf(error, error_size, "--seconds: '%g' takes more than the allowed %.0f steps of --step %g (s)",
                 o->seconds, MAX_STEPS, o->h);
    else if (o->cut < SCRIPT_TIED * o->seconds || o->cut > o->seconds)
        snprintf(error, error_size,
                 "--cut: '%g' is not a number from %g to %g (s), when the knot is tied and the run ends", o->cut,
                 SCRIPT_TIED * o->seconds, o->seconds);
    else
        return true;
    return false;
}

bool options_parse(int argc, char** argv, options* o, char* error, size_t error_size)
{
    bool is_headless = false, is_window = false, leaves_pictures_out = false;
    double elements = o->elements;
    const viewer_option list[] = {
        {.name = "--model",
         .allowed = "one of nodal, super-helix, mass-spring, corde",
         .type = VIEWER_OPTION_OWN,
         .target = &o->model,
         .take = take_model},
        {"--elements", "a whole number from 30 to 256", VIEWER_OPTION_NUMBER, &elements, 30.0, 256.0, NULL},
        {"--mu", "1 to 8 numbers from 0 to 10, with commas", VIEWER_OPTION_NUMBERS, &o->mus, 0.0, 10.0, NULL},
        {"--force", "a number from 0.1 to 20 (N)", VIEWER_OPTION_NUMBER, &o->force, 0.1, 20.0, NULL},
        {"--stiffness", "a number from 0.0002 to 0.02 (N m^2)", VIEWER_OPTION_NUMBER, &o->stiffness, 2e-4, 0.02, NULL},
        {"--seconds", "a number from 2 to 60 (s)", VIEWER_OPTION_NUMBER, &o->seconds, 2.0, 60.0, NULL},
        {"--step", "a number from 0.0002 to 0.002 (s)", VIEWER_OPTION_NUMBER, &o->h, 2e-4, 2e-3, NULL},
        {"--cut", "a number from 0 to 60 (s)", VIEWER_OPTION_NUMBER, &o->cut, 0.0, 60.0, NULL},
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
    if (o->wants_help) return true;
    if (!check(o, elements, error, error_size)) return false;
    o->elements = (int)elements;
    return true;
}
