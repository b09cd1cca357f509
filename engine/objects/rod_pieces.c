// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "objects/rod_pieces.h"

#include "core/alloc.h"
#include "core/sort.h"

uint64_t bl_rod_numbers_size(const bl_rod_record* record)
{
    return 4 * (uint64_t)bl_rod_node_count(record) +
           bl_rod_state_size(bl_rod_record_ops(record), record->body.element_count);
}

bool bl_rod_reserve_renumbering(belay_world* world)
{
    bl_step_rods* s = &world->scratch.rods;
    const belay_allocator* allocator = &world->def.allocator;
    size_t count = (size_t)arrlen(world->memory.rod_warm);
    bool ok = true;
    BL_ARRAY_RESERVE(s->order, count, allocator, &ok);
    BL_ARRAY_RESERVE(s->order_scratch, count, allocator, &ok);
    BL_ARRAY_RESERVE(s->warm_next, count, allocator, &ok);
    return ok;
}

void bl_rod_go(const bl_rod_renumbering ways[2], uint64_t* rod, double* s)
{
    for (int i = 0; i < 2; i++) {
        const bl_rod_renumbering* w = &ways[i];
        if (*rod != w->from || !(*s >= w->begin && *s < w->end)) continue;
        *rod = w->to;
        *s = w->offset + w->sign * *s;
        return;
    }
}

static void tell_from_other(bl_rod_warm* w)
{
    bl_rod_warm other = *w;
    other.a = w->b;
    other.b = w->a;
    other.s_a = w->s_b;
    other.s_b = w->s_a;
    other.impulse = v3_neg(w->impulse);
    other.stiffness_root_a = w->stiffness_root_b;
    other.stiffness_root_b = w->stiffness_root_a;
    *w = other;
}

static bool is_rod(const belay_world* world, uint64_t id)
{
    uint32_t slot = bl_id_pool_slot(&world->entities.pool, id);
    return slot != BL_NO_SLOT && bl_table_find(&world->entities.tables[BL_TABLE_ROD], slot) != BL_NO_INDEX;
}

void bl_rod_apply_renumbering(belay_world* world, const bl_rod_renumbering ways[2])
{
    bl_step_rods* s = &world->scratch.rods;
    size_t count = (size_t)arrlen(world->memory.rod_warm);
    if (count == 0) return;
    for (size_t i = 0; i < count; i++) {
        bl_rod_warm* w = &world->memory.rod_warm[i];
        bl_rod_go(ways, &w->a, &w->s_a);
        bl_rod_go(ways, &w->b, &w->s_b);
        bool is_of_rods = is_rod(world, w->a) && is_rod(world, w->b);
        if (is_of_rods && (w->a > w->b || (w->a == w->b && w->s_a > w->s_b))) tell_from_other(w);
        s->order[i] = (bl_key_pair){w->a, w->b, (uint32_t)i, 0};
    }
    bl_key_pairs_sort(s->order, s->order_scratch, count);
    arrsetlen(s->warm_next, count);
    for (size_t i = 0; i < count; i++)
        s->warm_next[i] = world->memory.rod_warm[s->order[i].first];
    bl_rod_warm* swap = world->memory.rod_warm;
    world->memory.rod_warm = s->warm_next;
    s->warm_next = swap;
}
