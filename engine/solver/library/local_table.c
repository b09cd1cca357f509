// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The solvers of one contact, in one table: adding one touches its own file, the list in belay/method.h and this table.

#include "solver/law/local_enumerative.h"
#include "solver/library/solve.h"

#include <string.h>

static bl_local_fn* const functions[BELAY_LOCAL_COUNT] = {
    [BELAY_LOCAL_EXACT] = bl_local_contact_solve,
    [BELAY_LOCAL_ENUMERATIVE] = bl_local_enumerative_solve,
    [BELAY_LOCAL_NEWTON_FB] = bl_local_newton_fb_solve,
    [BELAY_LOCAL_NEWTON_AC] = bl_local_newton_ac_solve,
    [BELAY_LOCAL_NEWTON_AC_PURE] = bl_local_newton_ac_pure_solve,
    [BELAY_LOCAL_HYBRID] = bl_local_hybrid_solve,
    [BELAY_LOCAL_RADIAL] = bl_local_radial_solve,
    [BELAY_LOCAL_DIAGONAL] = bl_local_diagonal_solve,
    [BELAY_LOCAL_PYRAMID] = bl_local_pyramid_solve,
};

static const char* const names[BELAY_LOCAL_COUNT] = {
#define LOCAL_WORD(name, word, text) word,
    BELAY_LOCAL_LIST(LOCAL_WORD)
#undef LOCAL_WORD
};

static const char* const texts[BELAY_LOCAL_COUNT] = {
#define LOCAL_TEXT(name, word, text) text,
    BELAY_LOCAL_LIST(LOCAL_TEXT)
#undef LOCAL_TEXT
};

bl_local_fn* bl_local_solver(belay_local_method local)
{
    return (unsigned)local < BELAY_LOCAL_COUNT ? functions[local] : bl_local_contact_solve;
}

const char* belay_local_name(belay_local_method local)
{
    return (unsigned)local < BELAY_LOCAL_COUNT ? names[local] : "unknown";
}

const char* belay_local_text(belay_local_method local)
{
    return (unsigned)local < BELAY_LOCAL_COUNT ? texts[local] : "no such solver";
}

bool belay_local_find(const char* name, belay_local_method* local)
{
    for (int i = 0; name != NULL && i < BELAY_LOCAL_COUNT; i++) {
        if (strcmp(names[i], name) != 0) continue;
        *local = (belay_local_method)i;
        return true;
    }
    return false;
}
