// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Messages of failed calls (belay/result.h).

#include "belay/result.h"

#include <criterion/criterion.h>
#include <string.h>

Test(error, code_and_message_are_those_given)
{
    belay_error error;
    cr_assert_eq(belay_error_set(&error, BELAY_ERROR_VALUE, "%s is %g; it must be above 0", "mass", -1.5),
                 BELAY_ERROR_VALUE);
    cr_assert_eq(error.code, BELAY_ERROR_VALUE);
    cr_assert_str_eq(error.message, "mass is -1.5; it must be above 0");
}

Test(error, a_long_message_is_cut_and_ends)
{
    char name[2 * sizeof((belay_error*)0)->message];
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    belay_error error;
    belay_error_set(&error, BELAY_ERROR_SHAPE, "%s", name);
    cr_assert_eq(strlen(error.message), sizeof error.message - 1);
    cr_assert_eq(strspn(error.message, "x"), sizeof error.message - 1);
}

Test(error, without_a_place_for_it_there_is_the_code)
{
    cr_assert_eq(belay_error_set(NULL, BELAY_ERROR_STATE, "not now"), BELAY_ERROR_STATE);
}
