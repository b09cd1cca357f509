// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A world as bytes, and back.
//
//   header    magic, format version, total size, hash of everything behind the header
//   clock     the scalars below, in that order
//   arrays    for each array: element count, then its bytes
//
// One walk over the same list of scalars and arrays measures, writes, checks and reads, so the four cannot disagree.

#include "store/checks.h"

#include "belay/hash.h"
#include "core/alloc.h"
#include "objects/joint_parts.h"
#include "objects/rod_parts.h"
#include "snapshot/snapshot_bytes.h"
#include "snapshot/snapshot_check.h"
#include "snapshot/snapshot_clock.h"
#include "store/joints.h"
#include "store/public_contacts.h"
#include "store/rods.h"

#include <string.h>

#define SNAPSHOT_MAGIC 0x4c45425941594c31u
#define SNAPSHOT_VERSION 13u

typedef struct snapshot_header {
    uint64_t magic, version, size, hash;
} snapshot_header;

// An array of a world: where it is kept and what it is made of.
typedef struct array_ref {
    void** array;
    size_t element_size;
} array_ref;

#define MAX_ARRAYS (10 + 3 * (BELAY_MAX_COMPONENTS + 1))

// stb_ds arrays are plain pointers to their first element, so a pointer to one can be handled as a pointer to void*
// through memcpy alone; the list holds the addresses.
static size_t list_arrays(belay_world* w, array_ref list[MAX_ARRAYS])
{
    size_t n = 0;
#define ADD(a) list[n++] = (array_ref){(void**)(void*)&(a), sizeof *(a)}
    ADD(w->entities.pool.slots);
    ADD(w->colliders.shape_bytes);
    ADD(w->colliders.pair_materials);
    ADD(w->memory.warm);
    ADD(w->memory.touching);
    ADD(w->memory.visits);
    ADD(w->rods.numbers);
    ADD(w->memory.rod_warm);
    ADD(w->memory.rod_touching);
    ADD(w->rods.exclusions);
    for (uint32_t i = 1; i < w->entities.table_count; i++) {
        ADD(w->entities.tables[i].data);
        ADD(w->entities.tables[i].slots);
        ADD(w->entities.tables[i].indices);
    }
#undef ADD
    return n;
}

static void* array_load(const array_ref* ref)
{
    void* array;
    memcpy(&array, ref->array, sizeof array);
    return array;
}

static void array_store(const array_ref* ref, void* array)
{
    memcpy(ref->array, &array, sizeof array);
}

// Component names and sizes: what makes two worlds alike enough to share a snapshot.
static uint64_t layout_hash(const belay_world* w)
{
    uint64_t hash = BELAY_HASH_SEED;
    for (uint32_t i = 1; i < w->entities.table_count; i++) {
        hash = belay_hash_bytes(hash, w->entities.tables[i].name, BL_TABLE_NAME_SIZE);
        hash = belay_hash_bytes(hash, &w->entities.tables[i].element_size, sizeof w->entities.tables[i].element_size);
    }
    return hash;
}

// Measures (both pointers null) or writes.
static void walk_out(belay_world* world, bl_snapshot_walker* w)
{
    uint64_t layout = layout_hash(world);
    bl_snapshot_clock clock = bl_snapshot_clock_get(world);
    bl_snapshot_walk(w, &layout, sizeof layout);
    bl_snapshot_walk(w, &clock, sizeof clock);
    array_ref list[MAX_ARRAYS];
    size_t n = list_arrays(world, list);
    for (size_t i = 0; i < n; i++) {
        void* array = array_load(&list[i]);
        uint64_t count = array != NULL ? stbds_header(array)->length : 0;
        bl_snapshot_walk(w, &count, sizeof count);
        bl_snapshot_walk(w, array, (size_t)count * list[i].element_size);
    }
}

belay_result belay_world_snapshot(const belay_world* world, void* buffer, size_t capacity, size_t* size)
{
    BL_TRY(bl_check_owner(world));
    belay_world* w = (belay_world*)world; // walked over; what it tells stays the same
    bl_contact_memory_gather(&w->memory);
    bl_snapshot_walker measure = {NULL, NULL, 0, 0, false};
    walk_out(w, &measure);
    size_t total = measure.at + sizeof(snapshot_header);
    if (size != NULL) *size = total;
    if (buffer == NULL)
        return bl_fail(w, BELAY_ERROR_VALUE, "belay_world_snapshot: buffer is null; it must have %zu bytes", total);
    if (capacity < total)
        return bl_fail(w, BELAY_ERROR_VALUE, "belay_world_snapshot: capacity is %zu; it must be at least %zu", capacity,
                       total);
    unsigned char* body = (unsigned char*)buffer + sizeof(snapshot_header);
    bl_snapshot_walker write = {body, NULL, 0, measure.at, false};
    walk_out(w, &write);
    snapshot_header header = {SNAPSHOT_MAGIC, SNAPSHOT_VERSION, total,
                              belay_hash_bytes(BELAY_HASH_SEED, body, measure.at)};
    memcpy(buffer, &header, sizeof header);
    return BELAY_OK;
}

uint64_t belay_world_hash(const belay_world* world)
{
    if (world == NULL || world->hooks.asked != NULL) return 0;
    belay_world* w = (belay_world*)world; // walked over; what it tells stays the same
    bl_contact_memory_gather(&w->memory);
    uint64_t hash = layout_hash(w);
    bl_snapshot_clock clock = bl_snapshot_clock_get(w);
    hash = belay_hash_bytes(hash, &clock, sizeof clock);
    array_ref list[MAX_ARRAYS];
    size_t n = list_arrays(w, list);
    for (size_t i = 0; i < n; i++) {
        void* array = array_load(&list[i]);
        uint64_t count = array != NULL ? stbds_header(array)->length : 0;
        hash = belay_hash_bytes(hash, &count, sizeof count);
        hash = belay_hash_bytes(hash, array, (size_t)count * list[i].element_size);
    }
    return hash;
}

static belay_result check_header(belay_world* world, const void* buffer, size_t size)
{
    snapshot_header h;
    if (buffer == NULL && size > 0)
        return bl_fail(world, BELAY_ERROR_VALUE, "belay_world_restore: buffer is null; it must have %zu bytes", size);
    if (size < sizeof h)
        return bl_fail(world, BELAY_ERROR_VERSION, "belay_world_restore: %zu bytes are too few for a snapshot", size);
    memcpy(&h, buffer, sizeof h);
    if (h.magic != SNAPSHOT_MAGIC || h.version != SNAPSHOT_VERSION)
        return bl_fail(world, BELAY_ERROR_VERSION, "belay_world_restore: not a snapshot of version %u",
                       SNAPSHOT_VERSION);
    if (h.size != size)
        return bl_fail(world, BELAY_ERROR_VERSION, "belay_world_restore: the snapshot has %llu bytes, given are %zu",
                       (unsigned long long)h.size, size);
    const unsigned char* body = (const unsigned char*)buffer + sizeof h;
    if (belay_hash_bytes(BELAY_HASH_SEED, body, size - sizeof h) != h.hash)
        return bl_fail(world, BELAY_ERROR_VERSION, "belay_world_restore: the snapshot is damaged");
    return BELAY_OK;
}

// Reads counts and leaves the data: makes room for every array, and finds out whether the bytes suffice.
static belay_result reserve_arrays(belay_world* world, bl_snapshot_walker w, const array_ref* list, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t count = 0;
        bl_snapshot_walk(&w, &count, sizeof count);
        // A group of 512 bytes takes at least 8.
        bool is_possible = !w.is_short && count <= 64 * w.size / list[i].element_size;
        if (is_possible) bl_snapshot_walk_over(&w, (size_t)count * list[i].element_size);
        if (!is_possible || w.is_short)
            return bl_fail(world, BELAY_ERROR_VERSION, "belay_world_restore: the snapshot ends in array %zu", i);
        bool ok = true;
        void* grown =
            bl_array_grow(array_load(&list[i]), list[i].element_size, (size_t)count, &world->def.allocator, &ok);
        array_store(&list[i], grown);
        if (!ok) return bl_fail(world, BELAY_ERROR_MEMORY, "belay_world_restore: no memory for array %zu", i);
    }
    return BELAY_OK;
}

static void read_arrays(bl_snapshot_walker* w, const array_ref* list, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t count = 0;
        bl_snapshot_walk(w, &count, sizeof count);
        void* array = array_load(&list[i]);
        stbds_header(array)->length = (size_t)count;
        bl_snapshot_walk(w, array, (size_t)count * list[i].element_size);
    }
}

static void retag_id(uint64_t* id, uint8_t tag)
{
    *id = bl_id_retagged(*id, tag);
}

static void retag_touches(bl_touch* list, uint8_t tag)
{
    for (ptrdiff_t i = 0; i < arrlen(list); i++) {
        retag_id(&list[i].a, tag);
        retag_id(&list[i].b, tag);
        retag_id(&list[i].body_a, tag);
        retag_id(&list[i].body_b, tag);
    }
}

static void retag_rod_contacts(belay_world* world, uint8_t tag)
{
    for (ptrdiff_t i = 0; i < arrlen(world->memory.rod_warm); i++) {
        retag_id(&world->memory.rod_warm[i].a, tag);
        retag_id(&world->memory.rod_warm[i].b, tag);
    }
    for (ptrdiff_t i = 0; i < arrlen(world->memory.rod_touching); i++) {
        retag_id(&world->memory.rod_touching[i].a, tag);
        retag_id(&world->memory.rod_touching[i].b, tag);
        retag_id(&world->memory.rod_touching[i].body_b, tag);
    }
    for (ptrdiff_t i = 0; i < arrlen(world->rods.exclusions); i++) {
        retag_id(&world->rods.exclusions[i].a, tag);
        retag_id(&world->rods.exclusions[i].b, tag);
    }
}

// The tag in every handle of the snapshot becomes this world's.
static void retag(belay_world* world)
{
    uint8_t tag = world->entities.pool.tag;
    for (uint32_t i = 0; i < bl_body_count(world); i++)
        retag_id(&bl_bodies(world)[i].id, tag);
    for (uint32_t i = 0; i < bl_collider_count(world); i++) {
        retag_id(&bl_colliders(world)[i].id, tag);
        retag_id(&bl_colliders(world)[i].body, tag);
    }
    for (ptrdiff_t i = 0; i < arrlen(world->colliders.pair_materials); i++) {
        retag_id(&world->colliders.pair_materials[i].a, tag);
        retag_id(&world->colliders.pair_materials[i].b, tag);
    }
    for (ptrdiff_t i = 0; i < arrlen(world->memory.warm); i++) {
        retag_id(&world->memory.warm[i].a, tag);
        retag_id(&world->memory.warm[i].b, tag);
    }
    retag_touches(world->memory.touching, tag);
    retag_touches(world->memory.visits, tag);
    retag_rod_contacts(world, tag);
    bl_joints_restored(world);
    bl_rods_restored(world);
}

// A world of nothing but what a snapshot keeps, of the same layout as `world`: to read into and look at. Kept for the
// next restore.
static belay_world* spare_of(belay_world* world)
{
    if (world->spare == NULL) world->spare = bl_allocate(&world->def.allocator, sizeof *world);
    belay_world* spare = world->spare;
    if (spare == NULL) return NULL;
    for (uint32_t i = spare->entities.table_count; i < world->entities.table_count; i++)
        bl_table_init(&spare->entities.tables[i], world->entities.tables[i].name,
                      world->entities.tables[i].element_size);
    spare->entities.table_count = world->entities.table_count;
    spare->def = world->def;
    spare->def.logger.message = NULL;
    spare->entities.pool.tag = world->entities.pool.tag;
    return spare;
}

// Clock and arrays of a snapshot into a world that has room for them.
static void read_world(bl_snapshot_walker* w, const bl_snapshot_clock* clock, belay_world* into)
{
    array_ref list[MAX_ARRAYS];
    read_arrays(w, list, list_arrays(into, list));
    bl_snapshot_clock_set(clock, into);
    for (uint32_t i = 1; i < into->entities.table_count; i++)
        into->entities.tables[i].count = (uint32_t)arrlen(into->entities.tables[i].slots);
}

// What the arrays hold is looked at before anything of the world is touched; `w` stands behind the clock.
static belay_result check_content(belay_world* world, bl_snapshot_walker w, const bl_snapshot_clock* clock)
{
    belay_world* spare = spare_of(world);
    if (spare == NULL)
        return bl_fail(world, BELAY_ERROR_MEMORY, "belay_world_restore: no memory to check the snapshot");
    array_ref list[MAX_ARRAYS];
    size_t n = list_arrays(spare, list);
    BL_TRY(reserve_arrays(world, w, list, n));
    read_world(&w, clock, spare);
    belay_error error;
    if (w.at != w.size)
        return bl_fail(world, BELAY_ERROR_VERSION, "belay_world_restore: %zu bytes follow the snapshot", w.size - w.at);
    belay_result result = bl_snapshot_check_sizes(spare, &error);
    if (result == BELAY_OK) {
        retag(spare);
        result = bl_snapshot_check(spare, &error);
    }
    if (result == BELAY_OK) return BELAY_OK;
    const char* why = result == BELAY_ERROR_MEMORY ? "" : "the snapshot's content is wrong: ";
    return bl_fail(world, result, "belay_world_restore: %s%.180s", why, error.message);
}

// Room in the world for what is in the spare one, and in the scratch for its rods, which are read through it.
static belay_result reserve_world(belay_world* world, bl_snapshot_walker w)
{
    array_ref list[MAX_ARRAYS];
    size_t n = list_arrays(world, list);
    BL_TRY(reserve_arrays(world, w, list, n));
    bl_table own = world->entities.tables[BL_TABLE_ROD];
    world->entities.tables[BL_TABLE_ROD] = world->spare->entities.tables[BL_TABLE_ROD];
    bool ok = bl_step_rods_reserve(world, NULL);
    world->entities.tables[BL_TABLE_ROD] = own;
    return ok ? BELAY_OK : bl_fail(world, BELAY_ERROR_MEMORY, "belay_world_restore: no memory for the rods");
}

// Nothing is left of the last step that was made.
static void forget_step(belay_world* world)
{
    world->roster.is_all = true;
    bl_contact_memory_forget_apart(&world->memory);
    bl_pair_finder_forget(&world->pair_finder);
    bl_query_index_forget(&world->query_index);
    bl_public_contacts_forget(&world->published);
    if (world->published.rod_contacts != NULL) arrsetlen(world->published.rod_contacts, 0);
    if (world->published.contact_events != NULL) arrsetlen(world->published.contact_events, 0);
    if (world->published.rod_contact_events != NULL) arrsetlen(world->published.rod_contact_events, 0);
    if (world->published.sensor_events != NULL) arrsetlen(world->published.sensor_events, 0);
    if (world->published.joint_events != NULL) arrsetlen(world->published.joint_events, 0);
    if (world->published.sleep_events != NULL) arrsetlen(world->published.sleep_events, 0);
    if (world->published.fault_events != NULL) arrsetlen(world->published.fault_events, 0);
    memset(&world->stats, 0, sizeof world->stats);
    world->stats.residual.worst_contact = -1;
    world->changes++;
}

belay_result belay_world_restore(belay_world* world, const void* buffer, size_t size)
{
    BL_TRY(bl_check_unlocked(world, "belay_world_restore"));
    if (world->is_stepping)
        return bl_fail(world, BELAY_ERROR_STATE, "belay_world_restore: not allowed inside a system");
    BL_TRY(check_header(world, buffer, size));
    bl_snapshot_walker w = {NULL, (const unsigned char*)buffer + sizeof(snapshot_header), 0,
                            size - sizeof(snapshot_header), false};
    uint64_t layout = 0;
    bl_snapshot_clock clock = bl_snapshot_clock_get(world);
    bl_snapshot_walk(&w, &layout, sizeof layout);
    bl_snapshot_walk(&w, &clock, sizeof clock);
    if (w.is_short || layout != layout_hash(world) || clock.table_count != world->entities.table_count)
        return bl_fail(world, BELAY_ERROR_VERSION, "belay_world_restore: the snapshot has other component types");
    if (!bl_snapshot_clock_is_sane(&clock))
        return bl_fail(world, BELAY_ERROR_VERSION, "belay_world_restore: the snapshot's clock or settings are wrong");
    BL_TRY(check_content(world, w, &clock));
    BL_TRY(reserve_world(world, w));
    // Nothing can fail from here on.
    read_world(&w, &clock, world);
    retag(world);
    forget_step(world);
    bl_inform(world, "belay_world_restore: step %llu, %u entities", (unsigned long long)world->clock.step_count,
              world->entities.pool.alive);
    return BELAY_OK;
}
