// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Problems as data: made, checked, refused, and given back to the allocator that they came from.

#include "belay/problem.h"
#include "support/tracking_allocator.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

// Three contacts: 0 and 1 coupled, 2 alone.
static belay_problem* small_problem(void)
{
    belay_problem* p = NULL;
    cr_assert_eq(belay_problem_create(3, 5, NULL, &p, NULL), BELAY_OK);
    static const int32_t starts[] = {0, 2, 4, 5}, columns[] = {0, 1, 0, 1, 2};
    memcpy(p->row_start, starts, sizeof starts);
    memcpy(p->column, columns, sizeof columns);
    for (int i = 0; i < 45; i++)
        p->blocks[i] = i % 4 == 0 ? 1.0 : 0.1;
    for (int i = 0; i < 3; i++)
        p->mu[i] = 0.3;
    return p;
}

static void check_refused(const belay_problem* p, const char* message)
{
    belay_error error;
    cr_assert_eq(belay_problem_check(p, &error), BELAY_ERROR_VALUE);
    cr_assert_eq(error.code, BELAY_ERROR_VALUE);
    cr_assert_str_eq(error.message, message);
    cr_assert_eq(belay_problem_check(p, NULL), BELAY_ERROR_VALUE);
}

Test(problem, create_gives_zeros)
{
    belay_problem* p = NULL;
    belay_error error;
    memset(&error, 1, sizeof error);
    cr_assert_eq(belay_problem_create(2, 4, NULL, &p, &error), BELAY_OK);
    cr_assert_eq(error.code, BELAY_OK);
    cr_assert_str_eq(error.message, "");
    cr_assert_eq(p->contact_count, 2);
    cr_assert_eq(p->block_count, 4);
    for (int i = 0; i < 6; i++)
        cr_assert(p->q[i] == 0.0 && p->r[i] == 0.0);
    for (int i = 0; i < 36; i++)
        cr_assert(p->blocks[i] == 0.0);
    cr_assert(p->mu[1] == 0.0 && p->row_start[2] == 0 && p->column[3] == 0);
    belay_problem_destroy(p);
    belay_problem_destroy(NULL);
}

Test(problem, no_contacts)
{
    belay_problem* p = NULL;
    cr_assert_eq(belay_problem_create(0, 0, NULL, &p, NULL), BELAY_OK);
    cr_assert_eq(belay_problem_check(p, NULL), BELAY_OK);
    belay_problem_destroy(p);
}

Test(problem, bad_counts)
{
    static const int32_t counts[][2] = {{-1, 0}, {0, -1}, {2, 1}, {INT32_MAX, INT32_MAX}, {1, INT32_MAX}};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        belay_problem* p = NULL;
        belay_error error;
        cr_assert_eq(belay_problem_create(counts[i][0], counts[i][1], NULL, &p, &error), BELAY_ERROR_VALUE);
        cr_assert_null(p);
        cr_assert_not_null(strstr(error.message, "_count is "));
    }
    cr_assert_eq(belay_problem_create(1, 1, NULL, NULL, NULL), BELAY_ERROR_VALUE);
}

Test(problem, check_accepts)
{
    belay_problem* p = small_problem();
    belay_error error;
    memset(&error, 1, sizeof error);
    cr_assert_eq(belay_problem_check(p, &error), BELAY_OK);
    cr_assert_eq(error.code, BELAY_OK);
    p->mu[0] = 0.0;
    cr_assert_eq(belay_problem_check(p, NULL), BELAY_OK);
    belay_problem_destroy(p);
}

Test(problem, check_names_the_number)
{
    belay_problem* p = small_problem();
    p->mu[1] = -0.5;
    check_refused(p, "mu[1] is -0.5; it must be at least 0");
    p->mu[1] = HUGE_VAL;
    check_refused(p, "mu[1] is inf");
    p->mu[1] = 0.0;
    p->blocks[44] = NAN;
    belay_error error;
    cr_assert_eq(belay_problem_check(p, &error), BELAY_ERROR_VALUE);
    cr_assert_not_null(strstr(error.message, "blocks[44] is "));
    p->blocks[44] = 0.0;
    p->q[8] = -HUGE_VAL;
    check_refused(p, "q[8] is -inf");
    p->q[8] = 0.0;
    p->r[0] = HUGE_VAL;
    check_refused(p, "r[0] is inf");
    p->r[0] = 0.0;
    cr_assert_eq(belay_problem_check(p, NULL), BELAY_OK);
    belay_problem_destroy(p);
}

// Sets one entry of an index array, expects the message, and sets it back.
static void check_index(belay_problem* p, int32_t* place, int32_t value, const char* message)
{
    int32_t old = *place;
    *place = value;
    check_refused(p, message);
    *place = old;
}

Test(problem, check_names_the_place_in_the_pattern)
{
    belay_problem* p = small_problem();
    check_index(p, &p->row_start[0], 1, "row_start[0] is 1; it must be 0");
    check_index(p, &p->row_start[1], -7, "row_start[1] is -7; it must be 0 to 5");
    check_index(p, &p->row_start[2], 1, "row_start[2] is 1; it must be 2 to 5");
    check_index(p, &p->row_start[1], 99, "row_start[1] is 99; it must be 0 to 5");
    check_index(p, &p->row_start[3], 4, "row_start[3] is 4; it must be block_count, 5");
    check_index(p, &p->column[1], 3, "column[1] is 3; it must be 0 to 2");
    check_index(p, &p->column[1], -1, "column[1] is -1; it must be 0 to 2");
    check_index(p, &p->column[1], 0, "column[1] is 0 and follows 0; row 0 must ascend");
    check_index(p, &p->column[0], 1, "column[1] is 1 and follows 1; row 0 must ascend");
    check_index(p, &p->column[4], 1, "column has no diagonal block in row 2");
    check_index(p, &p->column[1], 2, "column[1] is 2 in row 0, but row 2 has no block 0");
    check_index(p, &p->contact_count, -1, "contact_count is -1; it must be 0 to 715827882");
    check_index(p, &p->block_count, 2, "block_count is 2; it must be 3 (the contacts) to 238609294");
    double* q = p->q;
    p->q = NULL;
    check_refused(p, "q is null");
    p->q = q;
    check_refused(NULL, "problem is null");
    belay_problem_destroy(p);
}

// ---------------------------------------------------------------------------------------------------------------------
// Memory
// ---------------------------------------------------------------------------------------------------------------------

Test(problem, gives_back_what_it_took)
{
    tracking_allocator l = {0};
    belay_allocator allocator = tracking_allocator_hooks(&l);
    belay_problem* p = NULL;
    cr_assert_eq(belay_problem_create(7, 20, &allocator, &p, NULL), BELAY_OK);
    cr_assert_gt(l.bytes, 20 * 9 * sizeof(double));
    belay_problem_destroy(p);
    cr_assert_eq(l.bytes, 0);
    long calls = l.calls;
    for (long i = 1; i <= calls; i++) {
        tracking_allocator failing = {.fail_at = i};
        belay_error error;
        allocator.context = &failing;
        p = NULL;
        cr_assert_eq(belay_problem_create(7, 20, &allocator, &p, &error), BELAY_ERROR_MEMORY);
        cr_assert_str_eq(error.message, "no memory for a problem of 7 contacts, 20 blocks");
        cr_assert_null(p);
        cr_assert_eq(failing.bytes, 0);
    }
}
