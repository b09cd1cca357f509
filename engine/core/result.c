// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "belay/result.h"

#include <stdarg.h>
#include <stdio.h>

const char* belay_result_text(belay_result result)
{
    switch (result) {
#define RESULT_CASE(name, text)                                                                                        \
    case BELAY_##name:                                                                                                 \
        return text;
        BELAY_RESULT_LIST(RESULT_CASE)
#undef RESULT_CASE
    }
    return "unknown result code";
}

belay_result belay_error_set(belay_error* error, belay_result code, const char* format, ...)
{
    if (error == NULL) return code;
    error->code = code;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    return code;
}
