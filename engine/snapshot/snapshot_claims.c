// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "snapshot/snapshot_claims.h"
#include "snapshot/snapshot_tolerances.h"

#include <math.h>

belay_result bl_snapshot_refuse(belay_error* error, const char* what, uint64_t number)
{
    return belay_error_set(error, BELAY_ERROR_VERSION, "%s %llu", what, (unsigned long long)number);
}

bool bl_snapshot_are_finite(const double* x, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!isfinite(x[i])) return false;
    return true;
}

bool bl_snapshot_is_amount(double x)
{
    return isfinite(x) && x >= 0.0;
}

bool bl_snapshot_is_bound(double x)
{
    return x > 0.0;
}

bool bl_snapshot_is_rotation(belay_quat q)
{
    return q_is_finite(q) && fabs(q_length(q) - 1.0) <= BL_SNAPSHOT_ROTATION;
}

bool bl_snapshot_is_pose(belay_pose p)
{
    return v3_is_finite(p.position) && bl_snapshot_is_rotation(p.rotation);
}

bool bl_snapshot_is_material(belay_material m)
{
    return bl_snapshot_is_amount(m.friction) && bl_snapshot_is_amount(m.restitution) && m.restitution <= 1.0;
}

uint32_t bl_snapshot_index_of(const belay_world* w, int table, uint64_t id)
{
    uint32_t slot = bl_id_pool_slot(&w->entities.pool, id);
    return slot != BL_NO_SLOT ? bl_table_find(&w->entities.tables[table], slot) : BL_NO_INDEX;
}

bool bl_snapshot_is_there(const belay_world* w, int table, uint64_t id)
{
    return bl_snapshot_index_of(w, table, id) != BL_NO_INDEX;
}

bool bl_snapshot_is_own_id(const belay_world* w, int table, uint32_t index, uint64_t id)
{
    return bl_id_pool_slot(&w->entities.pool, id) == w->entities.tables[table].slots[index];
}
