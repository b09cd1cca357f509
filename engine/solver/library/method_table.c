// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The methods by name, from the list in belay/method_list.h: adding one touches its own file and that list.

#include "solver/library/solve.h"

#include <string.h>

bl_method_fn* bl_method_function(belay_method method);

static bl_method_fn* const functions[BELAY_METHOD_COUNT] = {
#define METHOD_FUNCTION(name, function, word, text) bl_method_##function,
    BELAY_METHOD_LIST(METHOD_FUNCTION)
#undef METHOD_FUNCTION
};

// What this build has not, and the library that it is for.
static const char* const missing[BELAY_METHOD_COUNT] = {
#if !defined(BELAY_HAVE_SUITESPARSE)
    [BELAY_METHOD_MCP] = "it needs SuiteSparse (Debian: libsuitesparse-dev)",
#endif
    [BELAY_METHOD_AUTO] = NULL,
};

static const char* const names[BELAY_METHOD_COUNT] = {
#define METHOD_WORD(name, function, word, text) word,
    BELAY_METHOD_LIST(METHOD_WORD)
#undef METHOD_WORD
};

static const char* const texts[BELAY_METHOD_COUNT] = {
#define METHOD_TEXT(name, function, word, text) text,
    BELAY_METHOD_LIST(METHOD_TEXT)
#undef METHOD_TEXT
};

bl_method_fn* bl_method_function(belay_method method)
{
    return functions[method];
}

const char* belay_method_name(belay_method method)
{
    return (unsigned)method < BELAY_METHOD_COUNT ? names[method] : "unknown";
}

const char* belay_method_text(belay_method method)
{
    return (unsigned)method < BELAY_METHOD_COUNT ? texts[method] : "no such method";
}

bool belay_method_find(const char* name, belay_method* method)
{
    for (int i = 0; name != NULL && i < BELAY_METHOD_COUNT; i++) {
        if (strcmp(names[i], name) != 0) continue;
        *method = (belay_method)i;
        return true;
    }
    return false;
}

bool belay_method_is_available(belay_method method, const char** why)
{
    if ((unsigned)method >= BELAY_METHOD_COUNT) return false;
    if (why != NULL) *why = missing[method];
    return missing[method] == NULL;
}

const char* belay_solve_status_name(belay_solve_status status)
{
    static const char* const words[BELAY_SOLVE_STATUS_COUNT] = {"solved", "iterations", "budget", "stalled",
                                                                "no solution"};
    return (unsigned)status < BELAY_SOLVE_STATUS_COUNT ? words[status] : "unknown";
}
