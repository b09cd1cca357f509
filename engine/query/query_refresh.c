// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "store/parts/query_index.h"

#include "query/world_query.h"

#include "core/alloc.h"

#include <string.h>

static bool reserve_entries(bl_query_index* index, uint32_t slot_count, uint32_t collider_count,
                            const belay_allocator* allocator)
{
    bool ok = true;
    if (!index->is_ready) bl_box_tree_init(&index->tree);
    index->is_ready = true;
    BL_ARRAY_RESERVE(index->entries, slot_count, allocator, &ok);
    BL_ARRAY_RESERVE(index->planes, collider_count, allocator, &ok);
    if (!ok) return false;
    size_t old_count = (size_t)arrlen(index->entries);
    if (slot_count > old_count) arrsetlen(index->entries, slot_count);
    for (size_t i = old_count; i < slot_count; i++) {
        memset(&index->entries[i], 0, sizeof index->entries[i]);
        index->entries[i].leaf = BL_BOX_TREE_NONE;
    }
    arrsetlen(index->planes, 0);
    return true;
}

static void drop_leaf(bl_query_index* index, bl_query_entry* e)
{
    if (e->leaf != BL_BOX_TREE_NONE) bl_box_tree_remove(&index->tree, e->leaf);
    e->leaf = BL_BOX_TREE_NONE;
}

static bool is_same_pose(const belay_pose* a, const belay_pose* b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

// Returns whether the tree has to be refreshed.
static bool see(belay_world* world, bl_query_index* index, uint32_t place)
{
    const bl_collider* c = &bl_colliders(world)[place];
    uint32_t slot = bl_slot_of(c->id);
    bl_query_entry* e = &index->entries[slot];
    if (bl_collider_family(c) == BL_FAMILY_PLANE) {
        drop_leaf(index, e);
        arrput(index->planes, slot);
        return false;
    }
    bl_near near = bl_near_at(world, place);
    if (e->leaf != BL_BOX_TREE_NONE && e->id == c->id && is_same_pose(&e->body, &near.body)) return false;
    bl_box box;
    bl_collider_bounds(&world->colliders, c, near.pose, &box.lower, &box.upper);
    e->id = c->id;
    e->body = near.body;
    if (e->leaf == BL_BOX_TREE_NONE)
        e->leaf = bl_box_tree_insert_loose(&index->tree, box, slot);
    else
        index->tree.nodes[e->leaf].box = box;
    return true;
}

// Takes out what is no longer there.
static void drop_gone(const belay_world* world, bl_query_index* index)
{
    index->refreshes++;
    for (uint32_t i = 0; i < bl_collider_count(world); i++)
        index->entries[bl_slot_of(bl_colliders(world)[i].id)].seen = index->refreshes;
    for (ptrdiff_t i = 0; i < arrlen(index->entries); i++)
        if (index->entries[i].seen != index->refreshes) drop_leaf(index, &index->entries[i]);
}

bool bl_query_index_refresh(belay_world* world)
{
    bl_query_index* index = &world->query_index;
    const belay_allocator* allocator = &world->def.allocator;
    if (index->is_current) return true;
    uint32_t slot_count = (uint32_t)arrlen(world->entities.pool.slots), count = bl_collider_count(world);
    if (!reserve_entries(index, slot_count, count, allocator)) return false;
    drop_gone(world, index);
    if (!bl_box_tree_reserve(&index->tree, count, allocator)) return false;
    bool has_changed = false;
    for (uint32_t i = 0; i < count; i++)
        if (see(world, index, i)) has_changed = true;
    if (has_changed) bl_box_tree_refresh(&index->tree);
    index->is_current = true;
    return true;
}
