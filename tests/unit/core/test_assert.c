// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What a claim that fails does: the thread's logger hears file, line and claim, and then the program ends. And what one
// costs where it is off: it is not even evaluated.

#if !defined(BELAY_ENABLE_ASSERT)
#define BELAY_ENABLE_ASSERT
#endif
#include "core/assert.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEARD 7

static int line_of_claim;

static void hear(void* context, belay_log_level level, const char* text)
{
    char place[64];
    snprintf(place, sizeof place, "test_assert.c:%d: ", line_of_claim);
    bool is_right = context == &line_of_claim && level == BELAY_LOG_ERROR && strstr(text, place) != NULL &&
                    strstr(text, "'one == 2'") != NULL;
    exit(is_right ? HEARD : 1);
}

Test(assert, the_logger_hears_file_line_and_claim, .exit_code = HEARD)
{
    int one = 1;
    belay_logger logger = {hear, &line_of_claim};
    cr_assert_null(bl_assert_set_logger(&logger));
    BELAY_ASSERT(one == 1);
    line_of_claim = __LINE__ + 1;
    BELAY_ASSERT(one == 2);
}

Test(assert, a_claim_that_fails_ends_the_program, .signal = SIGABRT)
{
    int one = 1;
    BELAY_ASSERT(one == 2);
}

#undef BELAY_ENABLE_ASSERT
#undef BELAY_ENGINE_CORE_ASSERT_H
#undef BELAY_ASSERT
#include "core/assert.h"

Test(assert, off_it_is_not_evaluated)
{
    int calls = 0;
    BELAY_ASSERT(++calls == 5);
    cr_assert_eq(calls, 0);
}
