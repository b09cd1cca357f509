// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Every scene of the gallery at its defaults, run to its end: what its own table judges is right there. Those that take
// long run with BELAY_LONG=1.

#include "scenes/experiment.h"
#include "support/experiments.h"
#include "support/long.h"
#include "support/skip.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <math.h>
#include <string.h>

// More than 10 s of CPU time, built with release.
static bool is_long(const char* name)
{
    static const char* const names[] = {"column", "collapse"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i]) == 0) return true;
    return false;
}

static void check_table(const experiment* e)
{
    experiment_result r[EXPERIMENT_MAX_RESULTS];
    int judged = 0;
    experiment_measure(e, r);
    for (int i = 0; i < e->kind->result_count; i++) {
        if (!experiment_result_is_judged(r[i])) continue;
        judged++;
        cr_expect(experiment_result_is_right(r[i]), "%s, %s: %g %s, right value %g, allowed error %g", e->kind->name,
                  e->kind->results[i].name, r[i].value, e->kind->results[i].unit, r[i].right, r[i].allowed);
    }
    cr_expect_gt(judged, 0, "%s judges nothing", e->kind->name);
}

ParameterizedTestParameters(gallery_ends, right)
{
    enum { MOST = 64 };
    static int indices[MOST];
    int count = experiment_kind_count();
    for (int i = 0; i < MOST; i++)
        indices[i] = i;
    return cr_make_param_array(int, indices, (size_t)(count < MOST ? count : MOST));
}

ParameterizedTest(int* index, gallery_ends, right)
{
    const experiment_kind* kind = experiment_kind_at(*index);
    if (is_long(kind->name) && !tests_may_be_long()) SKIP_TEST("%s takes long; BELAY_LONG=1 runs it", kind->name);
    experiment* e = experiment_of(kind->name, NULL);
    experiment_run(e, kind->seconds);
    check_table(e);
    experiment_destroy(e);
}
