// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "core/assert.h"

#include <stdio.h>
#include <stdlib.h>

static _Thread_local const belay_logger* heard_by;

const belay_logger* bl_assert_set_logger(const belay_logger* logger)
{
    const belay_logger* before = heard_by;
    heard_by = logger;
    return before;
}

void bl_assert_fail(const char* file, int line, const char* claim)
{
    char text[512];
    snprintf(text, sizeof text, "%s:%d: a bug in the engine: '%s' does not hold", file, line, claim);
    fprintf(stderr, "belay: %s\n", text);
    if (heard_by != NULL && heard_by->message != NULL) heard_by->message(heard_by->context, BELAY_LOG_ERROR, text);
    abort();
}
