// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Problem files. What is read is whole, as belay_problem_check finds it, and can be written, solved and judged.

#include "fuzz/fuzz.h"

#include "belay/method.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROOM 8192

// Contacts in a row, each with the one before and behind it.
static size_t write_good(fuzz* f, char* text)
{
    int contacts = (int)fuzz_below(f, 5), length = 0;
    length += snprintf(text + length, (size_t)(ROOM - length), "dfcp 1\n%d\n", contacts);
    for (int i = 0; i < contacts; i++)
        length += snprintf(text + length, (size_t)(ROOM - length), "%g\n", 0.3 * i);
    length += snprintf(text + length, (size_t)(ROOM - length), "%d\n", contacts > 0 ? 3 * contacts - 2 : 0);
    for (int i = 0; i < contacts; i++)
        for (int j = i > 0 ? i - 1 : 0; j <= i + 1 && j < contacts; j++) {
            double d = i == j ? 2.0 : -0.3;
            length += snprintf(text + length, (size_t)(ROOM - length), "%d %d %g 0 0 0 %g 0 0 0 %g\n", i, j, d, d, d);
        }
    for (int i = 0; i < contacts; i++)
        length += snprintf(text + length, (size_t)(ROOM - length), "%.17g %.17g %.17g\n", fuzz_between(f, -1.0, 1.0),
                           fuzz_between(f, -1.0, 1.0), fuzz_between(f, -1.0, 1.0));
    return (size_t)length;
}

static void solve(fuzz* f, const belay_problem* problem)
{
    size_t count = 3 * (size_t)problem->contact_count;
    double* r = calloc(count + 1, sizeof *r);
    belay_solve_options options = belay_solve_options_default();
    belay_solve_report report;
    belay_error error;
    options.max_iterations = 200;
    belay_method method = (belay_method)fuzz_below(f, BELAY_METHOD_COUNT);
    belay_result result = belay_problem_solve(problem, method, &options, r, &report, &error);
    if (result == BELAY_OK)
        for (size_t i = 0; i < count; i++)
            if (!isfinite(r[i])) fuzz_fail(f, "method %s gave %g for a whole problem", belay_method_name(method), r[i]);
    belay_problem_residual(problem, r);
    free(r);
}

static void read_problem(fuzz* f, const char* path, bool is_good)
{
    belay_problem* problem = NULL;
    belay_error error;
    belay_result result = belay_problem_read(path, NULL, &problem, &error);
    f->tried++;
    if (result != BELAY_OK) {
        if (is_good) fuzz_fail(f, "a good file was refused: %s", error.message);
        if (error.code != result || error.message[0] == '\0') fuzz_fail(f, "a refused file left no message");
        if (problem != NULL) fuzz_fail(f, "a refused file left a problem");
        return;
    }
    f->taken++;
    if (belay_problem_check(problem, &error) != BELAY_OK) fuzz_fail(f, "what was read is not whole: %s", error.message);
    solve(f, problem);
    const char* copy = fuzz_path("copy.dfcp");
    belay_problem* again = NULL;
    if (belay_problem_write(problem, copy, &error) != BELAY_OK || belay_problem_read(copy, NULL, &again, &error) != BELAY_OK)
        fuzz_fail(f, "what was read cannot be written and read again: %s", error.message);
    belay_problem_destroy(again);
    belay_problem_destroy(problem);
    remove(copy);
}

static void read_impulses(fuzz* f, const char* path)
{
    double r[12], before[12];
    belay_error error;
    for (int i = 0; i < 12; i++)
        r[i] = before[i] = i;
    belay_result result = belay_impulses_read(path, r, (int32_t)fuzz_below(f, 5), &error);
    if (result != BELAY_OK && memcmp(r, before, sizeof r) != 0) fuzz_fail(f, "a refused file changed the impulses");
    for (int i = 0; i < 12; i++)
        if (!isfinite(r[i])) fuzz_fail(f, "impulse %d is %g", i, r[i]);
}

void fuzz_problem(fuzz* f)
{
    char text[ROOM + 256], path[260];
    snprintf(path, sizeof path, "%s", fuzz_path("problem.dfcp"));
    for (int i = 0; i < 20 && !fuzz_has_failed(f); i++) {
        size_t length = write_good(f, text);
        bool is_good = i == 0;
        if (!is_good) length = fuzz_mutate_text(f, text, length, sizeof text);
        if (!fuzz_write(path, text, length)) fuzz_fail(f, "%s cannot be written", path);
        read_problem(f, path, is_good);
        read_impulses(f, path);
    }
    // Compressed files that are none, or are cut short.
    snprintf(path, sizeof path, "%s", fuzz_path("problem.dfcp.gz"));
    belay_problem* problem = NULL;
    belay_error error;
    if (belay_problem_create(0, 0, NULL, &problem, &error) == BELAY_OK && belay_problem_write(problem, path, &error) == BELAY_OK) {
        size_t size = 0;
        unsigned char* bytes = fuzz_read(path, &size);
        for (int i = 0; i < 5 && bytes != NULL; i++) {
            fuzz_mutate(f, bytes, size);
            fuzz_write(path, bytes, fuzz_happens(f, 0.3) ? fuzz_below(f, (uint32_t)size) : size);
            read_problem(f, path, false);
        }
        free(bytes);
    }
    belay_problem_destroy(problem);
    remove(path);
    remove(fuzz_path("problem.dfcp"));
}
