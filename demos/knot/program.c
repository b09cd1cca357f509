// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A knot in an elastic rope, tied by hand. Teaches: making a rod, holding and moving its places with capped forces,
// reading its shape, tension and contacts. Easy to read: start at rope.c, then script.c.

#include "knot/options.h"
#include "knot/script.h"
#include "knot/window.h"

#include <math.h>
#include <string.h>

// A run keeps the time of every step.
static const double MAX_STEPS = 200000.0;

static const options defaults = {.model = BELAY_ROD_NODAL,
                                 .elements = 60,
                                 .mus = {{0.0, 0.1, 0.3, 0.5}, 4},
                                 .force = 5.0,
                                 .stiffness = NAN,
                                 .h = 1e-3,
                                 .cut = NAN};

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

static const shell_option table[] = {
    {.name = "--model",
     .value = "NAME",
     .text = "nodal, super-helix, mass-spring or corde",
     .type = SHELL_OPTION_OWN,
     .offset = offsetof(options, model),
     .start = "nodal",
     .allowed = "one of nodal, super-helix, mass-spring, corde",
     .take = take_model},
    {.name = "--elements",
     .value = "N",
     .text = "of the rope (super-helix: at most 100)",
     .type = SHELL_OPTION_WHOLE,
     .offset = offsetof(options, elements),
     .low = 30.0,
     .high = 256.0},
    {.name = "--mu",
     .value = "M[,M...]",
     .text = "friction coefficients, one run each",
     .type = SHELL_OPTION_NUMBERS,
     .offset = offsetof(options, mus),
     .low = 0.0,
     .high = 10.0},
    {.name = "--force",
     .value = "F",
     .text = "most force of a hand",
     .type = SHELL_OPTION_NUMBER,
     .offset = offsetof(options, force),
     .low = 0.1,
     .high = 20.0,
     .unit = "N"},
    {.name = "--stiffness",
     .value = "B",
     .text = "against bending",
     .type = SHELL_OPTION_NUMBER,
     .offset = offsetof(options, stiffness),
     .low = 1e-5,
     .high = 0.02,
     .unit = "N m^2",
     .start = "0.002, in a window 0.00003"},
    {.name = "--step",
     .value = "H",
     .text = "time step",
     .type = SHELL_OPTION_NUMBER,
     .offset = offsetof(options, h),
     .low = 2e-4,
     .high = 2e-3,
     .unit = "s"},
    {.name = "--cut",
     .value = "S",
     .text = "without a window: cuts a fifth of the rope off at that time, not before the hand lets go of the loose "
             "knot (at 0.4 of --seconds) nor after the end",
     .type = SHELL_OPTION_NUMBER,
     .offset = offsetof(options, cut),
     .low = 0.0,
     .high = 60.0,
     .unit = "s",
     .start = "never"},
};

static bool check(shell* s, char* error, size_t error_size)
{
    options* o = s->options;
    double tied = SCRIPT_TIED * s->seconds;
    o->seconds = s->seconds;
    if (o->model == BELAY_ROD_SUPER_HELIX && o->elements > 100) {
        snprintf(error, error_size,
                 "--elements: '%d' is not a whole number from 30 to 100, as --model super-helix needs", o->elements);
        return false;
    }
    if (!shell_steps_check(s, "--step", o->h, MAX_STEPS, error, error_size)) return false;
    if (!(o->cut < tied || o->cut > o->seconds)) return true;
    snprintf(error, error_size, "--cut: '%g' is not a number from %g to %g (s), when the knot is tied and the run ends",
             o->cut, tied, o->seconds);
    return false;
}

static const shell_key keys[] = {{"mouse on the rope", "take hold and pull"},
                                 {"wheel while it holds", "higher or lower"},
                                 {"right drag while it holds", "turn the view"},
                                 {"u while it holds", "under what lies there, or over it"},
                                 {"f", "pin what the mouse holds"},
                                 {"z", "undo"},
                                 {"mouse on a pin", "take it up again"},
                                 {"x", "let go of all"},
                                 {"c", "cut the rope under the mouse"},
                                 {"j", "join the two nearest ends"},
                                 {"1, 2, 3", "straight, overhand, plectoneme"},
                                 {"g", "gravity"},
                                 {"pad: stick, triggers", "second hand, its height"},
                                 {"pad: A, X", "it holds; what it holds is pinned"},
                                 {0}};

const shell_program program = {
    .name = "knot",
    .title = "Knot",
    .text = "An elastic rope of 1 m and 5 mm thickness. In the window, tie it with the mouse. Without one, a scripted "
            "hand ties an overhand knot into the straight rope, draws it tight and lets go, once for every mu.",
    SHELL_OPTIONS(table, options, defaults),
    .seconds = {.text = "simulated time of each run without a window", .low = 2.0, .high = 60.0},
    .default_seconds = 8.0,
    .check = check,
    .state_size = sizeof(window),
    SHELL_PARTS_WITH_STEPS,
    SHELL_PARTS_WITH_REWIND,
    .left = 220.0,
    .right = 310.0,
    .keys = keys,
    .before_steps = window_before_steps,
    .place = window_place,
    .report = window_report,
};
