// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// An entity goes as what it is.

#include "objects/remove.h"

#include "store/checks.h"
#include "store/lifetime.h"

belay_result belay_entity_destroy(belay_world* world, belay_entity entity)
{
    BL_TRY(bl_check_unlocked(world, "belay_entity_destroy"));
    uint32_t slot;
    BL_TRY(bl_entity_find(world, entity, "belay_entity_destroy", &slot));
    if (bl_table_find(&world->entities.tables[BL_TABLE_BODY], slot) != BL_NO_INDEX)
        bl_body_remove(world, slot);
    else if (bl_table_find(&world->entities.tables[BL_TABLE_COLLIDER], slot) != BL_NO_INDEX)
        bl_collider_remove(world, slot);
    else if (bl_table_find(&world->entities.tables[BL_TABLE_JOINT], slot) != BL_NO_INDEX)
        bl_joint_remove(world, slot);
    else if (bl_table_find(&world->entities.tables[BL_TABLE_ROD], slot) != BL_NO_INDEX)
        bl_rod_remove(world, slot);
    else
        bl_entity_remove(world, slot);
    return BELAY_OK;
}
