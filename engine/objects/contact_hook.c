// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "store/checks.h"

belay_result belay_world_set_filter(belay_world* world, belay_filter_fn* filter, void* context)
{
    BL_TRY(bl_check_owner(world));
    world->hooks.filter = filter;
    world->hooks.filter_context = context;
    bl_wake_all(world);
    return BELAY_OK;
}

belay_result belay_world_set_pre_solve(belay_world* world, belay_pre_solve_fn* pre_solve, void* context)
{
    BL_TRY(bl_check_owner(world));
    world->hooks.pre_solve = pre_solve;
    world->hooks.pre_solve_context = context;
    bl_wake_all(world);
    return BELAY_OK;
}
