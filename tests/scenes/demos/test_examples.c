// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The examples as a newcomer runs them: each ends well, and the number behind the last " = " that it prints is right.

#include "support/beside.h"
#include "support/source_files.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct example {
    const char* name;
    const char* what; // the number is
    double right, tolerance;
} example;

static const example examples[] = {
    {"budget", "steps of 60 that take more than a microsecond: all", 60.0, 0.0},
    {"car", "v^2 / (2 mu g), v = 20 m/s, mu = 0.8: m to stop, while the body still nods on its springs", 25.4842, 0.05},
    {"cast", "h - r / cos a: m that a ball of 0.3 m goes from 5 m above a slope of 30 degrees", 4.653589838486225,
     1e-9},
    {"chain", "m of sag: 20 bars of 0.25 m over 4 m, tan a = (i + 1/2) m g / H for bar i from the middle", 1.3289578,
     1e-4},
    {"character", "degrees: the steepest of 40.5, 41.5, ... that is not above max_slope, 45", 44.5, 0.0},
    {"conveyor", "v^2 / (2 mu g), v = 2 m/s, mu = 0.5: m slid until the belt's speed is reached", 0.4077472, 1e-4},
    {"cradle", "m: L (1 - cos a), L = 1 m, a = 0.2: as high as the first ball was, but for impacts a mm off the middle",
     0.0199334222, 1e-5},
    {"cut_a_rope", "g t^2 / 2, t = 1 s: m that the middle of the masses of weight and rope falls", 4.905, 1e-6},
    {"debug_draw", "N: 51.2 g, 102.4 g, 115.2 g, the weights above each of three places", 2636.928, 0.01},
    {"determinism", "hashes that another number of threads changed", 0.0, 0.0},
    {"ecs", "m: 20 / 2 + 20 - g / 2", 25.095, 1e-9},
    {"gears", "-20 / 60: turns of a wheel of 60 teeth on one of 20", -1.0 / 3.0, 1e-8},
    {"hair",
     "part of the length that the tip of a clamped elastica hangs down by, w L^3 / B = 10: th'' = -10 (1 - s) cos "
     "th, th(0) = th'(1) = 0; 20 elements give it to 5e-4",
     0.700199716, 5e-4},
    {"haptic_wall", "k x / (1 + k / k_hand), k = 400 and k_hand = 1e6 N/m, x = 2 mm: N", 0.79968013, 1e-5},
    {"hello", "m: half the edge of the box", 0.5, 2e-6},
    {"incline", "g (sin 30 - 0.5 cos 30) / 2: m slid in the first second", 0.3285727, 1e-6},
    {"knot", "of mu = 0, 0.1, 0.3 those above sqrt(a / R) / (2 * 0.4924), some 0.2 for this knot", 1.0, 0.0},
    {"one_way_floor", "m: top of the platform and the ball's radius", 1.3, 2e-6},
    {"ragdoll", "N: g rho (6 balls of 7 cm and 1.9 m of cylinder): 1.9 pi r^2 + 8 pi r^3", 371.493395, 0.02},
    {"ray", "5 - sqrt(0.5^2 - 0.3^2): m to the ball", 4.6, 1e-9},
    {"rope_bridge", "N: (7 * 3 + 20 + 8 pi 0.01^2 1000) kg g", 426.865495, 0.02},
    {"sensor", "(sqrt(2 * 4.1) - sqrt(2 * 2.9)) / sqrt(g): s in the gate, which steps of 1/240 s see", 0.1453486,
     1.0 / 240.0},
    {"snapshot", "hashes that differ after going back", 0.0, 0.0},
    {"stack", "N: the weight of 10 boxes of 125 kg", 12262.5, 0.05},
    {"threads", "worlds whose bits another task system changed", 0.0, 0.0},
    {"winch", "R + a: m that a turn of 1 rad lifts; chords of d rad about the drum add d^2 / 12 of it, d = 0.134", 0.31,
     6e-4},
};

enum { EXAMPLES = sizeof examples / sizeof *examples, NAME = 64, TEXT = 1 << 14 };

static bool has_program[EXAMPLES];

static void find_row(const char* file)
{
    const char* end = strstr(file, ".c");
    if (end == NULL || end[2] != '\0') return;
    int length = (int)(end - file);
    for (int i = 0; i < EXAMPLES; i++)
        if ((int)strlen(examples[i].name) == length && strncmp(examples[i].name, file, (size_t)length) == 0) {
            has_program[i] = true;
            return;
        }
    cr_expect_fail("demos/examples/%s has no row in the table of right values", file);
}

Test(examples, each_has_a_right_value)
{
    source_walk("demos/examples", find_row);
    for (int i = 0; i < EXAMPLES; i++)
        cr_expect(has_program[i], "demos/examples/%s.c is not there", examples[i].name);
}

// What stands behind the last " = " of the last line.
static double last_number(const char* name, char* text)
{
    size_t length = strlen(text);
    cr_assert(length > 0 && text[length - 1] == '\n', "%s: its last line has no end: %s", name, text);
    text[length - 1] = '\0';
    char* line = strrchr(text, '\n');
    line = line != NULL ? line + 1 : text;
    char* equals = NULL;
    for (char* next = strstr(line, " = "); next != NULL; next = strstr(next + 3, " = "))
        equals = next;
    cr_assert_not_null(equals, "%s: no number is in its last line: %s", name, line);
    char* end;
    double number = strtod(equals + 3, &end);
    cr_assert(end != equals + 3, "%s: no number is behind the last = of: %s", name, line);
    return number;
}

static void check_example(const example* e)
{
    char program[NAME], path[BESIDE_PATH], command[BESIDE_PATH + 16], text[TEXT];
    snprintf(program, sizeof program, "examples/example_%s", e->name);
    beside_find(path, program);
    snprintf(command, sizeof command, "'%s' 2>&1", path);
    int code = beside_run(command, text, sizeof text);
    cr_assert_eq(code, 0, "%s: exit code %d\n%s", e->name, code, text);
    double number = last_number(e->name, text);
    cr_expect(fabs(number - e->right) <= e->tolerance, "%s: %.9g is not %.9g to %.1e (%s)", e->name, number, e->right,
              e->tolerance, e->what);
}

static bool needs_haptics(const example* e)
{
    return strncmp(e->name, "haptic_", 7) == 0;
}

Test(examples, each_says_a_right_value)
{
    for (int i = 0; i < EXAMPLES; i++)
        if (!needs_haptics(&examples[i])) check_example(&examples[i]);
}

// Skipped where haptics is not built.
Test(examples, each_with_haptics_says_a_right_value)
{
    for (int i = 0; i < EXAMPLES; i++)
        if (needs_haptics(&examples[i])) check_example(&examples[i]);
}
