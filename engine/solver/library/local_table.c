// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The solvers of one contact by name, from the list in belay/method_list.h: adding one touches its own file and that
// list.

#include "solver/library/solve.h"

#include <string.h>

static bl_local_fn* const functions[BELAY_LOCAL_COUNT] = {
#define LOCAL_FUNCTION(name, function, word, text) bl_local_##function##_solve,
    BELAY_LOCAL_LIST(LOCAL_FUNCTION)
#undef LOCAL_FUNCTION
};

static const char* const names[BELAY_LOCAL_COUNT] = {
#define LOCAL_WORD(name, function, word, text) word,
    BELAY_LOCAL_LIST(LOCAL_WORD)
#undef LOCAL_WORD
};

static const char* const texts[BELAY_LOCAL_COUNT] = {
#define LOCAL_TEXT(name, function, word, text) text,
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
