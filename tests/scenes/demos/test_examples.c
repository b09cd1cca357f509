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
    {"car", "v^2 / (2 mu g), v = 20 m/s, mu = 0.8: m to stop, while the body still nods on its springs", 25.4842, 0.05},
    {"cast", "h - r / cos a: m that a ball of 0.3 m goes from 5 m above a slope of 30 degrees", 4.653589838486225,
     1e-9},
    {"chain", "m of sag: 20 bars of 0.25 m over 4 m, tan a = (i + 1/2) m g / H for bar i from the middle", 1.3289578,
     1e-4},
    {"character", "degrees: the steepest of 40.5, 41.5, ... that is not above max_slope, 45", 44.5, 0.0},
    {"conveyor", "v^2 / (2 mu g), v = 2 m/s, mu = 0.5: m slid until the belt's speed is reached", 0.4077472, 1e-4},
    {"determinism", "hashes that another number of threads changed", 0.0, 0.0},
    {"hello", "m: half the edge of the box", 0.5, 2e-6},
    {"incline", "g (sin 30 - 0.5 cos 30) / 2: m slid in the first second", 0.3285727, 1e-6},
    {"one_way_floor", "m: top of the platform and the ball's radius", 1.3, 2e-6},
    {"ray", "5 - sqrt(0.5^2 - 0.3^2): m to the ball", 4.6, 1e-9},
    {"sensor", "(sqrt(2 * 4.1) - sqrt(2 * 2.9)) / sqrt(g): s in the gate, which steps of 1/240 s see", 0.1453486,
     1.0 / 240.0},
    {"snapshot", "hashes that differ after going back", 0.0, 0.0},
    {"stack", "N: the weight of 10 boxes of 125 kg", 12262.5, 0.05},
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

Test(examples, each_says_a_right_value)
{
    for (int i = 0; i < EXAMPLES; i++)
        check_example(&examples[i]);
}
