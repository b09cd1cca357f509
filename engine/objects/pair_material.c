// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Materials of pairs: one of its own, or the combination of two. One list has them all, by ids: of colliders and rods
// these are of one pool.

#include "store/checks.h"

#include "core/alloc.h"
#include "objects/pair_material.h"
#include "store/rods.h"

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

// Two ends of a pair: colliders, or rods.
typedef struct pair_ends {
    uint64_t a, b; // ids, a < b
} pair_ends;

static pair_ends ends_of(uint64_t a, uint64_t b)
{
    return a < b ? (pair_ends){a, b} : (pair_ends){b, a};
}

static belay_result refuse_same(belay_world* world, const char* call, uint64_t id, const char* kind)
{
    return bl_fail(world, BELAY_ERROR_VALUE, "%s: a and b are both 0x%016llx; they must be two %s", call,
                   (unsigned long long)id, kind);
}

static belay_result find_colliders(belay_world* world, const char* call, belay_collider_id a, belay_collider_id b,
                                   pair_ends* ends)
{
    uint32_t index;
    BL_TRY(bl_find_index(world, call, a.value, BL_TABLE_COLLIDER, "a", &index));
    BL_TRY(bl_find_index(world, call, b.value, BL_TABLE_COLLIDER, "b", &index));
    if (a.value == b.value) return refuse_same(world, call, a.value, "colliders");
    *ends = ends_of(a.value, b.value);
    return BELAY_OK;
}

static belay_result find_rod_and_collider(belay_world* world, const char* call, belay_rod_id rod,
                                          belay_collider_id collider, pair_ends* ends)
{
    bl_rod_record* record;
    uint32_t index;
    BL_TRY(bl_rod_find(world, call, rod, "rod", &record));
    BL_TRY(bl_find_index(world, call, collider.value, BL_TABLE_COLLIDER, "collider", &index));
    *ends = ends_of(rod.value, collider.value);
    return BELAY_OK;
}

static belay_result find_rods(belay_world* world, const char* call, belay_rod_id a, belay_rod_id b, pair_ends* ends)
{
    bl_rod_record* record;
    BL_TRY(bl_rod_find(world, call, a, "a", &record));
    BL_TRY(bl_rod_find(world, call, b, "b", &record));
    if (a.value == b.value) return refuse_same(world, call, a.value, "rods");
    *ends = ends_of(a.value, b.value);
    return BELAY_OK;
}

// A collider's body, or a rod and what it touches.
static void wake_end(belay_world* world, uint64_t id)
{
    uint32_t slot = bl_slot_of(id), rod = bl_index_of(&world->entities, BL_TABLE_ROD, id);
    if (rod != BL_NO_INDEX) {
        bl_wake_touching_rod(world, rod);
        return;
    }
    const bl_collider* c = &bl_colliders(world)[bl_table_find(&world->entities.tables[BL_TABLE_COLLIDER], slot)];
    bl_wake_body(world, bl_table_find(&world->entities.tables[BL_TABLE_BODY], bl_slot_of(c->body)));
}

static void wake_ends(belay_world* world, pair_ends ends)
{
    wake_end(world, ends.a);
    wake_end(world, ends.b);
}

// There is room for another.
static void put_material(bl_collider_store* store, pair_ends ends, belay_material material)
{
    size_t index = pair_place(store, ends.a, ends.b);
    bl_pair_material p = {ends.a, ends.b, material};
    if (!is_pair_at(store, index, ends.a, ends.b)) {
        arrput(store->pair_materials, p);
        for (size_t i = (size_t)arrlen(store->pair_materials) - 1; i > index; i--)
            store->pair_materials[i] = store->pair_materials[i - 1];
    }
    store->pair_materials[index] = p;
}

static belay_result set_material(belay_world* world, const char* call, pair_ends ends, belay_material material)
{
    belay_error error;
    if (bl_check_material(&error, "material", material) != BELAY_OK) return bl_fail_in(world, call, &error);
    bool ok = true;
    BL_ARRAY_RESERVE(world->colliders.pair_materials, arrlen(world->colliders.pair_materials) + 1,
                     &world->def.allocator, &ok);
    if (!ok) return bl_fail(world, BELAY_ERROR_MEMORY, "%s: no memory for another pair", call);
    put_material(&world->colliders, ends, material);
    wake_ends(world, ends);
    return BELAY_OK;
}

static void clear_material(belay_world* world, pair_ends ends)
{
    size_t index = pair_place(&world->colliders, ends.a, ends.b);
    if (is_pair_at(&world->colliders, index, ends.a, ends.b)) arrdel(world->colliders.pair_materials, index);
    wake_ends(world, ends);
}

belay_result belay_pair_set_material(belay_world* world, belay_collider_id a, belay_collider_id b,
                                     belay_material material)
{
    pair_ends ends;
    BL_TRY(find_colliders(world, "belay_pair_set_material", a, b, &ends));
    return set_material(world, "belay_pair_set_material", ends, material);
}

belay_result belay_pair_clear_material(belay_world* world, belay_collider_id a, belay_collider_id b)
{
    pair_ends ends;
    BL_TRY(find_colliders(world, "belay_pair_clear_material", a, b, &ends));
    clear_material(world, ends);
    return BELAY_OK;
}

belay_result belay_rod_set_pair_material(belay_world* world, belay_rod_id rod, belay_collider_id collider,
                                         belay_material material)
{
    pair_ends ends;
    BL_TRY(find_rod_and_collider(world, "belay_rod_set_pair_material", rod, collider, &ends));
    return set_material(world, "belay_rod_set_pair_material", ends, material);
}

belay_result belay_rod_clear_pair_material(belay_world* world, belay_rod_id rod, belay_collider_id collider)
{
    pair_ends ends;
    BL_TRY(find_rod_and_collider(world, "belay_rod_clear_pair_material", rod, collider, &ends));
    clear_material(world, ends);
    return BELAY_OK;
}

belay_result belay_rods_set_pair_material(belay_world* world, belay_rod_id a, belay_rod_id b, belay_material material)
{
    pair_ends ends;
    BL_TRY(find_rods(world, "belay_rods_set_pair_material", a, b, &ends));
    return set_material(world, "belay_rods_set_pair_material", ends, material);
}

belay_result belay_rods_clear_pair_material(belay_world* world, belay_rod_id a, belay_rod_id b)
{
    pair_ends ends;
    BL_TRY(find_rods(world, "belay_rods_clear_pair_material", a, b, &ends));
    clear_material(world, ends);
    return BELAY_OK;
}

// ---------------------------------------------------------------------------------------------------------------------
// What comes and goes
// ---------------------------------------------------------------------------------------------------------------------

void bl_pair_materials_remove(bl_collider_store* store, uint64_t id)
{
    ptrdiff_t kept = 0;
    for (ptrdiff_t i = 0; i < arrlen(store->pair_materials); i++) {
        bl_pair_material p = store->pair_materials[i];
        if (p.a != id && p.b != id) store->pair_materials[kept++] = p;
    }
    if (store->pair_materials != NULL) arrsetlen(store->pair_materials, (size_t)kept);
}

bool bl_pair_materials_reserve_copies(bl_collider_store* store, uint64_t id, const belay_allocator* allocator)
{
    ptrdiff_t count = arrlen(store->pair_materials), of_it = 0;
    for (ptrdiff_t i = 0; i < count; i++)
        of_it += store->pair_materials[i].a == id || store->pair_materials[i].b == id;
    bool ok = true;
    BL_ARRAY_RESERVE(store->pair_materials, count + of_it, allocator, &ok);
    return ok;
}

void bl_pair_materials_copy(bl_collider_store* store, uint64_t id, uint64_t other)
{
    for (ptrdiff_t i = 0; i < arrlen(store->pair_materials); i++) {
        bl_pair_material p = store->pair_materials[i];
        if (p.a != id && p.b != id) continue;
        pair_ends ends = ends_of(other, p.a == id ? p.b : p.a);
        size_t place = pair_place(store, ends.a, ends.b);
        if (is_pair_at(store, place, ends.a, ends.b)) continue;
        put_material(store, ends, p.material);
        if ((ptrdiff_t)place <= i) i++; // it was put in before this one
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// For contact
// ---------------------------------------------------------------------------------------------------------------------

belay_material bl_material_between(const bl_collider_store* store, uint64_t a, belay_material of_a, uint64_t b,
                                   belay_material of_b)
{
    uint64_t first = a < b ? a : b, second = a < b ? b : a;
    if (store->pair_materials != NULL) {
        size_t index = pair_place(store, first, second);
        if (is_pair_at(store, index, first, second)) return store->pair_materials[index].material;
    }
    belay_material m = {sqrt(of_a.friction * of_b.friction), fmax(of_a.restitution, of_b.restitution)};
    return m;
}

belay_material bl_pair_material_of(const bl_collider_store* store, const bl_collider* a, const bl_collider* b)
{
    return bl_material_between(store, a->id, a->material, b->id, b->material);
}
