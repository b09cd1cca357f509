// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// All kinds of experiments in a row.

#include "scenes/kinds.h"

#include <stddef.h>
#include <string.h>

static const experiment_kind* const kinds[] = {
    &experiment_settling, &experiment_wall,   &experiment_arch,     &experiment_vault,    &experiment_pyramid,
    &experiment_cards,    &experiment_column, &experiment_collapse, &experiment_dominoes, &experiment_terrain,
    &experiment_shapes,   &experiment_joints, &experiment_rope,     &experiment_swing,    &experiment_capstan,
    &experiment_triangle, &experiment_push,   &experiment_pushbox,  &experiment_slide,    &experiment_spin,
    &experiment_roll,     &experiment_rock,   &experiment_incline,  &experiment_bounce,
};
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
