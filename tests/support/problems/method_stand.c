// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "support/problems/method_stand.h"

#include "support/problems/problems.h"

#include <criterion/criterion.h>

// Bodies and contacts.
static const struct {
    int bodies, contacts;
    double mu_low, mu_high;
} shapes[METHOD_SHAPES] = {
    {1, 1, 0.5, 0.5}, {2, 2, 0.0, 0.0}, {3, 3, 0.0, 1.0},  {10, 10, 0.3, 0.3}, {30, 30, 0.2, 0.8},
    {1, 3, 0.6, 0.6}, {2, 6, 0.0, 0.0}, {3, 12, 0.0, 1.0}, {4, 16, 1.0, 1.0},  {8, 30, 0.1, 0.6},
};

belay_problem* method_problem(int shape, const belay_allocator* allocator)
{
    belay_problem* p = problem_generate(shapes[shape].bodies, shapes[shape].contacts, shapes[shape].mu_low,
                                        shapes[shape].mu_high, (uint64_t)shape + 1, allocator);
    cr_assert_not_null(p);
    belay_error error;
    cr_assert(belay_problem_check(p, &error) == BELAY_OK, "shape %d: %s", shape, error.message);
    return p;
}

belay_solve_options method_options(belay_method method)
{
    belay_solve_options o = belay_solve_options_default();
    o.max_iterations = method == BELAY_METHOD_NSGS ? 20000 : 5000;
    return o;
}

belay_method method_next(int from)
{
    int m = from;
    while (m < BELAY_METHOD_COUNT && !belay_method_is_available((belay_method)m, NULL))
        m++;
    return (belay_method)m;
}
