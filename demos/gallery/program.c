// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The gallery: experiments with contact, friction and joints, to be looked at, pushed about and measured. Teaches:
// scenes built from plain definitions, contacts and joints read back, rays and the mouse's spring, sleeping. Easy to
// read: start at the scene of your choice in demos/scenes/experiments, then window.c.

#include "gallery/options.h"
#include "gallery/session.h"

#include "shell/parts.h"

#include <math.h>
#include <string.h>

static const double MAX_STEPS = 1e6;

// The experiment's are filled by check: as the kind has them.
static const options defaults = {.experiment.values = {NAN, NAN, NAN, NAN, NAN, NAN}, .tolerance = NAN, .workers = 1};
_Static_assert(EXPERIMENT_PARAMETER_COUNT == 6, "each parameter has a NAN above and an option below");

// ------------------------------------------------------------------------------------------------------------------
// Options
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
    } list[] = {{"contacts", &flags->contacts}, {"joints", &flags->joints}, {"bounds", &flags->bounds},
                {"islands", &flags->islands},   {"sleep", &flags->sleep},   {"twist", &flags->twist},
                {"tension", &flags->tension}};
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

// An option for a parameter of the scenes; its range is the scene's and checked when that is known.
#define PARAMETER(option, placeholder, words, which)                                                                   \
    {                                                                                                                  \
        .name = option, .value = placeholder, .text = words " (range and default: see --list)",                        \
        .type = SHELL_OPTION_NUMBER, .offset = offsetof(options, experiment.values) + which * sizeof(double),          \
        .low = -INFINITY, .high = INFINITY                                                                             \
    }

static const shell_option table[] = {
    {.name = "--scene",
     .value = "NAME",
     .text =
         "one of those that --list names (default: in a window a list to choose from, else all, one after the other)",
     .type = SHELL_OPTION_OWN,
     .offset = offsetof(options, kind),
     .allowed = "the name of a scene",
     .take = take_scene},
    PARAMETER("--h", "SECONDS", "time step, s", EXPERIMENT_H),
    PARAMETER("--mu", "M", "friction coefficient", EXPERIMENT_MU),
    PARAMETER("--n", "N", "how many things", EXPERIMENT_N),
    PARAMETER("--t-over-r", "X", "thickness of an arch over its radius", EXPERIMENT_T_OVER_R),
    PARAMETER("--ratio", "X", "of a load to what carries it", EXPERIMENT_RATIO),
    PARAMETER("--seed", "N", "of what is random", EXPERIMENT_SEED),
    {.name = "--workers",
     .value = "N",
     .text = "threads of a step",
     .type = SHELL_OPTION_WHOLE,
     .offset = offsetof(options, workers),
     .low = 1.0,
     .high = 64.0},
    {.name = "--tolerance",
     .value = "T",
     .text = "of the solver",
     .type = SHELL_OPTION_NUMBER,
     .offset = offsetof(options, tolerance),
     .low = 1e-15,
     .high = 0.1,
     .start = "the engine's"},
    {.name = "--sleep", .text = "lets what is at rest fall asleep", .offset = offsetof(options, enable_sleep)},
    {.name = "--show",
     .value = "LIST",
     .text = "contacts, joints, bounds, islands, sleep, twist, tension, with commas (default: none of them)",
     .type = SHELL_OPTION_OWN,
     .offset = offsetof(options, flags),
     .allowed = "a list of contacts, joints, bounds, islands, sleep, twist, tension, with commas",
     .take = take_flags},
    {.name = "--bare",
     .text = "without a window: pictures show the scene alone, without text",
     .offset = offsetof(options, leaves_text_out)},
    {.name = "--animation",
     .text = "without a window: writes the run as an animated PNG, too (with --out)",
     .offset = offsetof(options, wants_animation)},
};

// ------------------------------------------------------------------------------------------------------------------
// Checks
// ------------------------------------------------------------------------------------------------------------------

static bool check_alone(const options* o, char* error, size_t error_size)
{
    for (int i = 0; i < EXPERIMENT_PARAMETER_COUNT && o->kind == NULL; i++) {
        double value = o->experiment.values[i];
        if (isnan(value)) continue;
        snprintf(error, error_size, "--%s: '%g' is a value for one scene; give --scene as well",
                 experiment_parameter_name((experiment_parameter)i), value);
        return false;
    }
    return true;
}

static bool check_scene(const shell* s, char* error, size_t error_size)
{
    const options* o = s->options;
    belay_error why;
    if (o->kind == NULL) return true;
    if (experiment_check(o->kind, &o->experiment, &why) != BELAY_OK) {
        snprintf(error, error_size, "--%s", why.message);
        return false;
    }
    double h = o->experiment.values[EXPERIMENT_H];
    if (isnan(h)) h = o->kind->ranges[EXPERIMENT_H].start;
    return shell_steps_check(s, "--h", h, MAX_STEPS, error, error_size);
}

static bool check(shell* s, char* error, size_t error_size)
{
    options* o = s->options;
    o->experiment.world = experiment_options_default().world;
    o->experiment.world.worker_count = o->workers;
    o->experiment.world.enable_sleep = o->enable_sleep;
    if (!isnan(o->tolerance)) o->experiment.world.solver.tolerance = o->tolerance;
    if (o->wants_animation && s->out == NULL) {
        snprintf(error, error_size, "--animation: give --out as well, the folder that it is written to");
        return false;
    }
    return check_alone(o, error, error_size) && check_scene(s, error, error_size);
}

// ------------------------------------------------------------------------------------------------------------------
// The list
// ------------------------------------------------------------------------------------------------------------------

static void print_range(const experiment_kind* kind, int i)
{
    const experiment_range* r = &kind->ranges[i];
    const char* unit = experiment_parameter_unit((experiment_parameter)i);
    if (!(r->low < r->high)) return;
    printf("      --%-9s %g to %g%s%s, default %g\n", experiment_parameter_name((experiment_parameter)i), r->low,
           r->high, unit[0] != '\0' ? " " : "", unit, r->start);
}

static int list(const shell* s)
{
    (void)s;
    for (int k = 0; k < experiment_kind_count(); k++) {
        const experiment_kind* kind = experiment_kind_at(k);
        printf("%-10s %s, %g s\n           ", kind->name, kind->title, kind->seconds);
        shell_text_print(kind->text, 11, 11, stdout);
        for (int i = 0; i < EXPERIMENT_PARAMETER_COUNT; i++)
            print_range(kind, i);
    }
    return SHELL_DONE;
}

// ------------------------------------------------------------------------------------------------------------------
// The program
// ------------------------------------------------------------------------------------------------------------------

static const shell_key keys[] = {{"mouse on a thing", "pull it; let go: it flies on"},
                                 {"t, x", "throw a ball there, burst there"},
                                 {"k, l", "cut a rope or joint there, join"},
                                 {"up, down", "another scene"},
                                 {"c, j, b, i, z", "forces, joints, boxes, islands, sleep"},
                                 {"y, w", "ropes: tension, twist"},
                                 {"1 to 4", "what the right panel shows"},
                                 {"e", "save the plots as a table"},
                                 {0}};

const shell_program program = {
    .name = "gallery",
    .title = "Gallery",
    .text = "Experiments with contact, friction and joints: each is shown, measured and held against right values.",
    SHELL_OPTIONS(table, options, defaults),
    .seconds = {.text = "simulated time without a window", .low = 1e-4, .high = 1000.0, .start = "the scene's own"},
    .default_seconds = NAN,
    .writes_on_request = true,
    .check = check,
    .list = list,
    .state_size = sizeof(session),
    SHELL_PARTS_WITH_STEPS,
    SHELL_PARTS_WITH_REWIND,
    .build_key = window_build_key,
    .left = SHOW_LEFT,
    .right = SHOW_RIGHT,
    .keys = keys,
    .shows_page = window_shows_page,
    .leave = window_leave,
    .before_steps = window_before_steps,
    .picture_name = window_picture_name,
    .report = window_report,
};
