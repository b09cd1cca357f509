// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The methods, in one table: adding one touches its own file, the list in belay/method.h and this table. A row whose
// function is null is not in this build.

#include "solver/library/solve.h"

#include <string.h>

bl_method_fn* bl_method_function(belay_method method);

typedef struct method_row {
    bl_method_fn* run;
    const char* missing; // the library that a null run is for
} method_row;

#if defined(BELAY_HAVE_SUITESPARSE)
#define NEEDS_KLU(function)                                                                                            \
    {                                                                                                                  \
        function, NULL                                                                                                 \
    }
#else
#define NEEDS_KLU(function)                                                                                            \
    {                                                                                                                  \
        NULL, "it needs SuiteSparse (Debian: libsuitesparse-dev)"                                                      \
    }
#endif

static const method_row rows[BELAY_METHOD_COUNT] = {
    [BELAY_METHOD_AUTO] = {bl_method_auto, NULL},
    [BELAY_METHOD_NSGS] = {bl_method_nsgs, NULL},
    [BELAY_METHOD_CPG] = {bl_method_cpg, NULL},
    [BELAY_METHOD_NEWTON_AC] = {bl_method_newton_ac, NULL},
    [BELAY_METHOD_NEWTON_FB] = {bl_method_newton_fb, NULL},
    [BELAY_METHOD_PROXIMAL] = {bl_method_proximal, NULL},
    [BELAY_METHOD_LEMKE_OUTER] = {bl_method_lemke_outer, NULL},
    [BELAY_METHOD_LEMKE_INNER] = {bl_method_lemke_inner, NULL},
    [BELAY_METHOD_MCP] = NEEDS_KLU(bl_method_mcp),
    [BELAY_METHOD_CADOUX_DUAL] = {bl_method_cadoux_dual, NULL},
    [BELAY_METHOD_CADOUX_PRIMAL] = {bl_method_cadoux_primal, NULL},
    [BELAY_METHOD_PRIMAL_GS] = {bl_method_primal_gs, NULL},
};

static const char* const names[BELAY_METHOD_COUNT] = {
#define METHOD_WORD(name, word, text) word,
    BELAY_METHOD_LIST(METHOD_WORD)
#undef METHOD_WORD
};

static const char* const texts[BELAY_METHOD_COUNT] = {
#define METHOD_TEXT(name, word, text) text,
    BELAY_METHOD_LIST(METHOD_TEXT)
#undef METHOD_TEXT
};

bl_method_fn* bl_method_function(belay_method method)
{
    return rows[method].run;
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
    if (why != NULL) *why = rows[method].missing;
    return rows[method].run != NULL;
}

const char* belay_solve_status_name(belay_solve_status status)
{
    static const char* const words[BELAY_SOLVE_STATUS_COUNT] = {"solved", "iterations", "budget", "stalled",
                                                                "no solution"};
    return (unsigned)status < BELAY_SOLVE_STATUS_COUNT ? words[status] : "unknown";
}
