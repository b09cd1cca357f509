// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Waking what a tool comes near to. Bodies that sleep give way in a model as others do, by their masses. A rod answers
// by the factors of its step, and while it sleeps it is not factored: it is rigid until something presses on it in a
// step. A hand would feel that as a wall that softens a step later.

#include "belay/local_model.h"
#include "store/checks.h"
#include "store/rods.h"

belay_result belay_local_model_wake_rods(belay_world* world, const belay_local_model* model)
{
    BL_TRY(bl_check_owner(world));
    if (model == NULL)
        return bl_fail(world, BELAY_ERROR_VALUE, "belay_local_model_wake_rods: model is null; it must be given");
    if (model->count < 0 || model->count > BELAY_LOCAL_MODEL_CONTACTS)
        return bl_fail(world, BELAY_ERROR_VALUE, "belay_local_model_wake_rods: model.count is %d; it must be 0 to %d",
                       model->count, BELAY_LOCAL_MODEL_CONTACTS);
    for (int i = 0; i < model->count; i++) {
        uint32_t slot = bl_id_pool_slot(&world->entities.pool, model->contacts[i].other);
        if (slot == BL_NO_SLOT) continue; // gone since
        uint32_t index = bl_table_find(&world->entities.tables[BL_TABLE_ROD], slot);
        if (index != BL_NO_INDEX) bl_wake_rod(world, index);
    }
    return BELAY_OK;
}
