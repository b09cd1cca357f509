// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Materials of pairs: one of its own, or the combination of two.

#include "store/checks.h"

#include "core/alloc.h"
#include "objects/pair_material.h"

// The index of the pair (a, b), a < b, in the sorted list, or where it would be.
static size_t pair_place(const bl_collider_store* store, uint64_t a, uint64_t b)
{
    size_t low = 0, high = (size_t)arrlen(store->pair_materials);
    while (low < high) {
        size_t middle = (low + high) / 2;
        const bl_pair_material* p = &store->pair_materials[middle];
        if (p->a < a || (p->a == a && p->b < b))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_pair_at(const bl_collider_store* store, size_t index, uint64_t a, uint64_t b)
{
    return index < (size_t)arrlen(store->pair_materials) && store->pair_materials[index].a == a &&
           store->pair_materials[index].b == b;
}

// Checks both handles and puts them in order.
static belay_result find_pair(belay_world* world, belay_collider_id* a, belay_collider_id* b)
{
    uint32_t index;
    BL_TRY(bl_find_index(world, a->value, BL_TABLE_COLLIDER, "collider", &index));
    BL_TRY(bl_find_index(world, b->value, BL_TABLE_COLLIDER, "collider", &index));
    if (a->value == b->value) return bl_fail(world, BELAY_ERROR_VALUE, "the two colliders of the pair are the same");
    if (a->value > b->value) {
        belay_collider_id swap = *a;
        *a = *b;
        *b = swap;
    }
    return BELAY_OK;
}

static void wake_owner(belay_world* world, belay_collider_id id)
{
    const bl_table* table = &world->entities.tables[BL_TABLE_COLLIDER];
    const bl_collider* c = &bl_colliders(world)[bl_table_find(table, bl_slot_of(id.value))];
    bl_wake_body(world, bl_table_find(&world->entities.tables[BL_TABLE_BODY], bl_slot_of(c->body)));
}

static void wake_pair(belay_world* world, belay_collider_id a, belay_collider_id b)
{
    wake_owner(world, a);
    wake_owner(world, b);
}

belay_result belay_pair_set_material(belay_world* world, belay_collider_id a, belay_collider_id b,
                                     belay_material material)
{
    BL_TRY(find_pair(world, &a, &b));
    belay_error error;
    if (bl_check_material(&error, "material", material) != BELAY_OK)
        return bl_fail_in(world, "belay_pair_set_material", &error);
    bool ok = true;
    BL_ARRAY_RESERVE(world->colliders.pair_materials, arrlen(world->colliders.pair_materials) + 1,
                     &world->def.allocator, &ok);
    if (!ok) return bl_fail(world, BELAY_ERROR_MEMORY, "belay_pair_set_material: no memory for another pair");
    size_t index = pair_place(&world->colliders, a.value, b.value);
    bl_pair_material p = {a.value, b.value, material};
    if (!is_pair_at(&world->colliders, index, a.value, b.value)) {
        arrput(world->colliders.pair_materials, p);
        for (size_t i = (size_t)arrlen(world->colliders.pair_materials) - 1; i > index; i--)
            world->colliders.pair_materials[i] = world->colliders.pair_materials[i - 1];
    }
    world->colliders.pair_materials[index] = p;
    wake_pair(world, a, b);
    return BELAY_OK;
}

belay_result belay_pair_clear_material(belay_world* world, belay_collider_id a, belay_collider_id b)
{
    BL_TRY(find_pair(world, &a, &b));
    size_t index = pair_place(&world->colliders, a.value, b.value);
    if (is_pair_at(&world->colliders, index, a.value, b.value)) arrdel(world->colliders.pair_materials, index);
    wake_pair(world, a, b);
    return BELAY_OK;
}

belay_material bl_pair_material_of(const bl_collider_store* store, const bl_collider* a, const bl_collider* b)
{
    uint64_t first = a->id < b->id ? a->id : b->id, second = a->id < b->id ? b->id : a->id;
    if (store->pair_materials != NULL) {
        size_t index = pair_place(store, first, second);
        if (is_pair_at(store, index, first, second)) return store->pair_materials[index].material;
    }
    belay_material m = {sqrt(a->material.friction * b->material.friction),
                        fmax(a->material.restitution, b->material.restitution)};
    return m;
}
