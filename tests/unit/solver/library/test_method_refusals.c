// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What methods of the solver library refuse, whichever it is: options, problems, guesses and places that are none. The
// message says what, and nothing has changed.

#include "support/problems/method_stand.h"
#include "support/problems/problems.h"

#include <criterion/criterion.h>
#include <math.h>

static bool is_same(const double* a, const double* b, size_t count)
{
    return memcmp(a, b, count * sizeof *a) == 0;
}

// Fails the test unless the call is refused with a message that has `word`, and changes no number of r.
static void check_refused(const belay_problem* p, belay_method m, const belay_solve_options* o, double* r,
                          belay_result code, const char* word)
{
    double before[METHOD_MAX_NUMBERS];
    memcpy(before, r, sizeof before);
    belay_solve_report report;
    belay_error error;
    belay_result result = belay_problem_solve(p, m, o, r, &report, &error);
    cr_assert_eq(result, code, "%s: '%s' is answered with %d", belay_method_name(m), word, (int)result);
    cr_assert_eq(error.code, code);
    cr_assert(strstr(error.message, word) != NULL, "%s: '%s' is not in \"%s\"", belay_method_name(m), word,
              error.message);
    cr_assert(is_same(before, r, METHOD_MAX_NUMBERS), "%s: '%s' changed r", belay_method_name(m), word);
    cr_assert_eq(belay_problem_solve(p, m, o, r, &report, NULL), code); // without a place for the message
}

static void check_option(const belay_problem* p, belay_method m, size_t offset, double value, const char* word)
{
    belay_solve_options o = belay_solve_options_default();
    memcpy((char*)&o + offset, &value, sizeof value);
    double r[METHOD_MAX_NUMBERS] = {1.0, 0.25};
    check_refused(p, m, &o, r, BELAY_ERROR_VALUE, word);
}

static void check_real_options(const belay_problem* p, belay_method m)
{
    const double bad_tolerances[] = {0.0, -1e-8, 1.0, 2.0, (double)INFINITY, (double)NAN};
    for (size_t i = 0; i < sizeof bad_tolerances / sizeof bad_tolerances[0]; i++)
        check_option(p, m, offsetof(belay_solve_options, tolerance), bad_tolerances[i], "tolerance");
    const double bad_budgets[] = {-1e-3, (double)INFINITY, (double)NAN};
    for (size_t i = 0; i < sizeof bad_budgets / sizeof bad_budgets[0]; i++)
        check_option(p, m, offsetof(belay_solve_options, budget_seconds), bad_budgets[i], "budget_seconds");
    const double bad_omegas[] = {0.0, 2.0, -1.0, (double)NAN};
    for (size_t i = 0; i < sizeof bad_omegas / sizeof bad_omegas[0]; i++)
        check_option(p, m, offsetof(belay_solve_options, relaxation), bad_omegas[i], "relaxation");
}

static void check_whole_options(const belay_problem* p, belay_method m)
{
    double r[METHOD_MAX_NUMBERS] = {1.0, 0.25};
    const belay_solve_options good = belay_solve_options_default();
    belay_solve_options o = good;
    o.max_iterations = 0;
    check_refused(p, m, &o, r, BELAY_ERROR_VALUE, "max_iterations is 0");
    o = good;
    o.facets = 2;
    check_refused(p, m, &o, r, BELAY_ERROR_VALUE, "facets is 2");
    o.facets = 17;
    check_refused(p, m, &o, r, BELAY_ERROR_VALUE, "facets is 17");
    o = good;
    o.local = BELAY_LOCAL_COUNT;
    check_refused(p, m, &o, r, BELAY_ERROR_VALUE, "local");
    o = good;
    o.order = BELAY_SWEEP_COUNT;
    check_refused(p, m, &o, r, BELAY_ERROR_VALUE, "order");
    o = good;
    o.history_capacity = -1;
    check_refused(p, m, &o, r, BELAY_ERROR_VALUE, "history_capacity is -1");
}

Test(method_refusals, options_out_of_range_are_refused)
{
    belay_problem* p = method_problem(2, NULL);
    FOR_EACH_METHOD(m)
    {
        check_real_options(p, m);
        check_whole_options(p, m);
    }
    belay_problem_destroy(p);
}

Test(method_refusals, bad_problems_and_guesses_are_refused)
{
    belay_problem* p = method_problem(2, NULL);
    belay_solve_options o = belay_solve_options_default();
    FOR_EACH_METHOD(m)
    {
        double r[METHOD_MAX_NUMBERS] = {1.0, 0.25};
        r[4] = (double)NAN;
        check_refused(p, m, &o, r, BELAY_ERROR_VALUE, "r[4]");
        r[4] = 0.0;
        double mu = p->mu[1], w = p->blocks[9], q = p->q[2];
        p->mu[1] = -0.5;
        check_refused(p, m, &o, r, BELAY_ERROR_VALUE, "mu[1] is -0.5");
        p->mu[1] = mu, p->blocks[9] = (double)NAN;
        check_refused(p, m, &o, r, BELAY_ERROR_VALUE, "blocks[9]");
        p->blocks[9] = w, p->q[2] = (double)INFINITY;
        check_refused(p, m, &o, r, BELAY_ERROR_VALUE, "q[2]");
        p->q[2] = q;
        int32_t column = p->column[0];
        p->column[0] = 99;
        check_refused(p, m, &o, r, BELAY_ERROR_VALUE, "column[0] is 99");
        p->column[0] = column;
    }
    belay_problem_destroy(p);
}

Test(method_refusals, null_pointers_are_refused)
{
    belay_problem* p = method_problem(0, NULL);
    belay_solve_options o = belay_solve_options_default();
    belay_solve_report report;
    belay_error error;
    double r[3] = {0.0, 0.0, 0.0};
    FOR_EACH_METHOD(m)
    {
        cr_expect_eq(belay_problem_solve(NULL, m, &o, r, &report, &error), BELAY_ERROR_VALUE);
        cr_expect(strstr(error.message, "problem is null") != NULL, "%s", error.message);
        cr_expect_eq(belay_problem_solve(p, m, NULL, r, &report, &error), BELAY_ERROR_VALUE);
        cr_expect(strstr(error.message, "options is null") != NULL, "%s", error.message);
        cr_expect_eq(belay_problem_solve(p, m, &o, NULL, &report, &error), BELAY_ERROR_VALUE);
        cr_expect(strstr(error.message, "r is null") != NULL, "%s", error.message);
        cr_expect_eq(belay_problem_solve(p, m, &o, r, NULL, &error), BELAY_ERROR_VALUE);
        cr_expect(strstr(error.message, "report is null") != NULL, "%s", error.message);
        cr_expect_eq(belay_problem_solve(NULL, m, NULL, NULL, NULL, NULL), BELAY_ERROR_VALUE);
        cr_expect_eq(belay_problem_solve(p, m, &o, r, &report, NULL), BELAY_OK);
    }
    belay_problem_destroy(p);
}

Test(method_refusals, methods_that_are_not_here_name_what_they_need)
{
    belay_problem* p = method_problem(0, NULL);
    belay_solve_options o = belay_solve_options_default();
    double r[METHOD_MAX_NUMBERS] = {1.0};
    for (int m = 0; m < BELAY_METHOD_COUNT; m++) {
        const char* why = "unset";
        if (belay_method_is_available((belay_method)m, &why)) continue;
        cr_expect_not_null(why, "%s says nothing", belay_method_name((belay_method)m));
        if (why != NULL) check_refused(p, (belay_method)m, &o, r, BELAY_ERROR_STATE, why);
    }
    check_refused(p, BELAY_METHOD_COUNT, &o, r, BELAY_ERROR_VALUE, "method");
    belay_problem_destroy(p);
}

Test(method_refusals, names_find_methods)
{
    for (int m = 0; m < BELAY_METHOD_COUNT; m++) {
        belay_method found = BELAY_METHOD_COUNT;
        cr_expect(belay_method_find(belay_method_name((belay_method)m), &found) && found == (belay_method)m);
        cr_expect(strlen(belay_method_text((belay_method)m)) > 10);
    }
    for (int l = 0; l < BELAY_LOCAL_COUNT; l++) {
        belay_local_method found = BELAY_LOCAL_COUNT;
        cr_expect(belay_local_find(belay_local_name((belay_local_method)l), &found) && found == (belay_local_method)l);
        cr_expect(strlen(belay_local_text((belay_local_method)l)) > 10);
    }
    belay_method method = BELAY_METHOD_NSGS;
    belay_local_method local = BELAY_LOCAL_EXACT;
    cr_expect(!belay_method_find("no such", &method) && method == BELAY_METHOD_NSGS);
    cr_expect(!belay_method_find(NULL, &method) && !belay_method_find("", &method));
    cr_expect(!belay_local_find("no such", &local) && local == BELAY_LOCAL_EXACT);
    cr_expect(!belay_local_find(NULL, &local));
    cr_expect_not_null(belay_method_name(BELAY_METHOD_COUNT));
    cr_expect_not_null(belay_method_text((belay_method)-1));
    cr_expect_not_null(belay_local_name(BELAY_LOCAL_COUNT));
    for (int s = 0; s <= BELAY_SOLVE_STATUS_COUNT; s++)
        cr_expect(strlen(belay_solve_status_name((belay_solve_status)s)) > 0);
}
