// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "gallery/options.h"

#include <math.h>
#include <string.h>

static const double MAX_STEPS = 1e6;

options options_default(void)
{
    options o = {.experiment = experiment_options_default(), .seconds = NAN, .size = {1280, 720}};
    return o;
}

void options_print_help(FILE* file)
{
    fputs("Usage: gallery [OPTIONS]\n"
          "\n"
          "Experiments with contact, friction and joints: each is shown, measured and held against right values.\n"
          "\n"
          "  --scene NAME      one of those that --list names (default: without a window all, one after the other)\n"
          "  --list            the experiments, their parameters and ranges\n"
          "  --h SECONDS       time step, s; this and the five below within the range of the scene (see --list)\n"
          "  --mu M            friction coefficient\n"
          "  --n N             how many things\n"
          "  --t-over-r X      thickness of an arch over its radius\n"
          "  --ratio X         of a load to what carries it\n"
          "  --seed N          of what is drawn by lot\n"
          "  --seconds S       simulated time without a window, s, above 0, at most 1000 (default: the scene's own)\n"
          "  --workers N       threads of a step, 1 to 64 (default 1)\n"
          "  --tolerance T     of the solver, 1e-15 to 0.1 (default 1e-6)\n"
          "  --sleep           let what is at rest fall asleep\n"
          "  --headless        no window: run and print a table\n"
          "  --window          a window, also where no display is announced\n"
          "  --csv FILE        without a window: the time series, with one scene\n"
          "  --png FILE        without a window: a picture of the end, with one scene\n"
          "  --apng FILE       without a window: the run as an animated PNG, with one scene\n"
          "  --show LIST       contacts, joints, bounds, islands, with commas\n"
          "  --size WxH        size of window and picture, pixels, 640x360 to 3840x2160 (default 1280x720)\n"
          "  --help            this text\n"
          "\n"
          "Without --headless and --window, a window opens where there is a display.\n",
          file);
}

static void print_range(FILE* file, const experiment_kind* kind, int i)
{
    const experiment_range* r = &kind->ranges[i];
    const char* unit = experiment_parameter_unit((experiment_parameter)i);
    if (!(r->low < r->high)) return;
    fprintf(file, "      --%-9s %g to %g%s%s, %g when not said\n", experiment_parameter_name((experiment_parameter)i),
            r->low, r->high, unit[0] != '\0' ? " " : "", unit, r->start);
}

void options_print_list(FILE* file)
{
    for (int k = 0; k < experiment_kind_count(); k++) {
        const experiment_kind* kind = experiment_kind_at(k);
        fprintf(file, "%-10s %s, %g s. %s\n", kind->name, kind->title, kind->seconds, kind->text);
        for (int i = 0; i < EXPERIMENT_PARAMETER_COUNT; i++)
            print_range(file, kind, i);
    }
}

// ------------------------------------------------------------------------------------------------------------------

static bool take_scene(void* target, const char* text, char* error, size_t error_size)
{
    const experiment_kind** kind = target;
    *kind = experiment_kind_find(text);
    if (*kind == NULL) snprintf(error, error_size, "there is no scene '%.60s'; --list names them", text);
    return *kind != NULL;
}

static bool* flag_of(show_flags* flags, const char* word, size_t length)
{
    const struct {
        const char* word;
        bool* flag;
    } list[] = {{"contacts", &flags->contacts},
                {"joints", &flags->joints},
                {"bounds", &flags->bounds},
                {"islands", &flags->islands}};
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++)
        if (strlen(list[i].word) == length && strncmp(word, list[i].word, length) == 0) return list[i].flag;
    return NULL;
}

static bool take_flags(void* target, const char* text, char* error, size_t error_size)
{
    (void)error, (void)error_size;
    for (const char* at = text;; at++) {
        size_t length = strcspn(at, ",");
        bool* flag = flag_of(target, at, length);
        if (flag == NULL) return false;
        *flag = true;
        at += length;
        if (*at == '\0') return true;
    }
}

static bool refuse(char* error, size_t error_size, const char* option, const char* why)
{
    snprintf(error, error_size, "%s: %s", option, why);
    return false;
}

static bool check_alone(const options* o, char* error, size_t error_size)
{
    static const char why[] = "give --scene as well";
    if (o->kind != NULL) return true;
    if (o->csv != NULL) return refuse(error, error_size, "--csv", why);
    if (o->png != NULL) return refuse(error, error_size, "--png", why);
    if (o->apng != NULL) return refuse(error, error_size, "--apng", why);
    for (int i = 0; i < EXPERIMENT_PARAMETER_COUNT; i++) {
        if (isnan(o->experiment.values[i])) continue;
        snprintf(error, error_size, "--%s: %s", experiment_parameter_name((experiment_parameter)i), why);
        return false;
    }
    return true;
}

static bool check_scene(const options* o, char* error, size_t error_size)
{
    belay_error why;
    if (o->kind == NULL) return true;
    if (experiment_check(o->kind, &o->experiment, &why) != BELAY_OK) {
        snprintf(error, error_size, "--%s", why.message);
        return false;
    }
    double h = o->experiment.values[EXPERIMENT_H];
    if (isnan(h)) h = o->kind->ranges[EXPERIMENT_H].start;
    if (isnan(o->seconds) || (o->seconds >= h && o->seconds / h <= MAX_STEPS)) return true;
    snprintf(error, error_size, "--seconds: '%g' is not between one and %.0f steps of %g s", o->seconds, MAX_STEPS, h);
    return false;
}

// An option for each parameter; its range is the scene's and checked when that is known.
static viewer_option parameter_option(options* o, experiment_parameter parameter, const char* name)
{
    viewer_option option = {name, "a number", VIEWER_OPTION_NUMBER, &o->experiment.values[parameter], -1e12,
                            1e12, NULL};
    return option;
}

bool options_parse(int argc, char** argv, options* o, char* error, size_t error_size)
{
    bool is_headless = false, is_window = false;
    double workers = 1.0;
    belay_world_def* world = &o->experiment.world;
    const viewer_option list[] = {
        parameter_option(o, EXPERIMENT_H, "--h"),
        parameter_option(o, EXPERIMENT_MU, "--mu"),
        parameter_option(o, EXPERIMENT_N, "--n"),
        parameter_option(o, EXPERIMENT_T_OVER_R, "--t-over-r"),
        parameter_option(o, EXPERIMENT_RATIO, "--ratio"),
        parameter_option(o, EXPERIMENT_SEED, "--seed"),
        {.name = "--scene",
         .allowed = "the name of a scene",
         .type = VIEWER_OPTION_OWN,
         .target = &o->kind,
         .take = take_scene},
        {"--seconds", "a number above 0 and at most 1000 (s)", VIEWER_OPTION_NUMBER, &o->seconds, 1e-9, 1000.0, NULL},
        {"--workers", "a number from 1 to 64", VIEWER_OPTION_NUMBER, &workers, 1.0, 64.0, NULL},
        {"--tolerance", "a number from 1e-15 to 0.1", VIEWER_OPTION_NUMBER, &world->solver.tolerance, 1e-15, 0.1, NULL},
        {.name = "--sleep", .type = VIEWER_OPTION_SWITCH, .target = &world->enable_sleep},
        {"--csv", "the name of a file", VIEWER_OPTION_TEXT, &o->csv, 0.0, 0.0, NULL},
        {"--png", "the name of a file", VIEWER_OPTION_TEXT, &o->png, 0.0, 0.0, NULL},
        {"--apng", "the name of a file", VIEWER_OPTION_TEXT, &o->apng, 0.0, 0.0, NULL},
        {.name = "--show",
         .allowed = "a list of contacts, joints, bounds, islands, with commas",
         .type = VIEWER_OPTION_OWN,
         .target = &o->flags,
         .take = take_flags},
        {"--size", "a size WxH from 640x360 to 3840x2160 (pixels)", VIEWER_OPTION_SIZE, o->size, 0.0, 0.0, NULL},
        {.name = "--headless", .type = VIEWER_OPTION_SWITCH, .target = &is_headless},
        {.name = "--window", .type = VIEWER_OPTION_SWITCH, .target = &is_window},
        {.name = "--list", .type = VIEWER_OPTION_SWITCH, .target = &o->wants_list},
        {.name = "--help", .type = VIEWER_OPTION_SWITCH, .target = &o->wants_help},
    };
    if (!viewer_options_parse(list, sizeof list / sizeof list[0], argc, argv, error, error_size)) return false;
    if (workers != floor(workers)) return refuse(error, error_size, "--workers", "the number must be whole");
    world->worker_count = (int)workers;
    if (!viewer_mode_choose(&o->mode, is_headless, is_window, error, error_size)) return false;
    if (o->wants_help || o->wants_list) return true;
    return check_alone(o, error, error_size) && check_scene(o, error, error_size);
}
