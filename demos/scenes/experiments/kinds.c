// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "scenes/experiments/kinds.h"

#include <stddef.h>
#include <string.h>

#define EXPERIMENT_ADDRESS(name) &experiment_##name,
static const experiment_kind* const kinds[] = {EXPERIMENT_LIST(EXPERIMENT_ADDRESS)};
#undef EXPERIMENT_ADDRESS
#define COUNT ((int)(sizeof kinds / sizeof kinds[0]))

int experiment_kind_count(void)
{
    return COUNT;
}

const experiment_kind* experiment_kind_at(int index)
{
    return index >= 0 && index < COUNT ? kinds[index] : NULL;
}

const experiment_kind* experiment_kind_find(const char* name)
{
    for (int i = 0; i < COUNT; i++)
        if (strcmp(kinds[i]->name, name) == 0) return kinds[i];
    return NULL;
}
