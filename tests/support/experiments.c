// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "support/experiments.h"

#include <criterion/criterion.h>
#include <math.h>

experiment* experiment_of(const char* name, const experiment_options* o)
{
    experiment* e = NULL;
    belay_error error = {0};
    const experiment_kind* kind = experiment_kind_find(name);
    cr_assert_not_null(kind, "%s", name);
    cr_assert_eq(experiment_create(kind, o, &e, &error), BELAY_OK, "%s: %s", name, error.message);
    return e;
}

void experiment_run(experiment* e, double seconds)
{
    for (long i = lround(seconds / e->values[EXPERIMENT_H]); i > 0; i--)
        cr_assert_eq(experiment_step(e), BELAY_OK, "%s: %s", e->kind->name, belay_world_last_error(e->world));
}
