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
#include "snapshot/snapshot_check.h"
#include "store/joints.h"
#include "store/rods.h"

#include <string.h>

#define SNAPSHOT_MAGIC 0x4c45425941594c31u
#define SNAPSHOT_VERSION 13u

typedef struct snapshot_header {
    uint64_t magic, version, size, hash;
} snapshot_header;

// Where a walk stands. Writing and reading stop moving data when the end is reached, and say so by `is_short`.
typedef struct walker {
    unsigned char* out;      // written to, unless null
    const unsigned char* in; // read from, unless null
    size_t at, size;
    bool is_short;
} walker;

// Much of a world is zero (forces between steps, the offsets of simple shapes), so words of 8 bytes go in groups of up
// to 64: a mask of those that are not zero, then these.
enum { GROUP = 64 };

// Takes `count` bytes of the buffer; false when it ends before.
static bool take_bytes(walker* w, size_t count)
{
    if ((w->out != NULL || w->in != NULL) && (w->is_short || count > w->size - w->at)) {
        w->is_short = true;
        return false;
    }
    w->at += count;
    return true;
}

// Words [0, count) of data that is `size` bytes long; the last one may be cut short.
static void load_words(const unsigned char* data, size_t size, uint64_t words[GROUP], size_t* count)
{
    *count = size > 8 * GROUP ? GROUP : (size + 7) / 8;
    words[*count - 1] = 0;
    memcpy(words, data, size > 8 * GROUP ? 8 * GROUP : size);
}

static void write_group(walker* w, const unsigned char* data, size_t size)
{
    uint64_t words[GROUP], mask = 0, kept[GROUP];
    size_t count, n = 0;
    load_words(data, size, words, &count);
    for (size_t i = 0; i < count; i++) {
        if (words[i] == 0) continue;
        mask |= (uint64_t)1 << i;
        kept[n++] = words[i];
    }
    size_t start = w->at;
    if (!take_bytes(w, 8 + 8 * n) || w->out == NULL) return;
    memcpy(w->out + start, &mask, 8);
    memcpy(w->out + start + 8, kept, 8 * n);
}

// `data` null: only passes over it.
static void read_group(walker* w, unsigned char* data, size_t size)
{
    uint64_t words[GROUP] = {0}, mask;
    size_t start = w->at, n = 0;
    if (!take_bytes(w, 8)) return;
    memcpy(&mask, w->in + start, 8);
    for (int i = 0; i < GROUP; i++)
        n += mask >> i & 1;
    if (!take_bytes(w, 8 * n) || data == NULL) return;
    const unsigned char* from = w->in + start + 8;
    for (int i = 0; i < GROUP; i++) {
        if ((mask >> i & 1) == 0) continue;
        memcpy(&words[i], from, 8);
        from += 8;
    }
    memcpy(data, words, size > 8 * GROUP ? 8 * GROUP : size);
}

// Measures or writes `size` bytes, or reads them into `data`.
static void walk_bytes(walker* w, void* data, size_t size)
{
    for (size_t at = 0; at < size; at += 8 * GROUP) {
        unsigned char* group = (unsigned char*)data + at;
        if (w->in != NULL)
            read_group(w, group, size - at);
        else
            write_group(w, group, size - at);
    }
}

static void walk_over(walker* w, size_t size)
{
    for (size_t at = 0; at < size && !w->is_short; at += 8 * GROUP)
        read_group(w, NULL, size - at);
}

// The settings that the future depends on, hooks left out.
typedef struct settings {
    belay_vec3 gravity;
    double numbers[15];
} settings;

static settings settings_get(const belay_world_def* d)
{
    settings s = {d->gravity,
                  {d->step_seconds, d->theta, (double)d->max_steps_per_advance, d->solver.tolerance,
                   (double)d->solver.max_iterations, d->contact_margin, d->touch_tolerance, d->restitution_threshold,
                   d->overlap_slop, d->overlap_recovery, d->overlap_max_speed, (double)d->enable_sleep, d->sleep_speed,
                   d->sleep_seconds, (double)d->enable_continuous}};
    return s;
}

static void settings_set(const settings* s, belay_world_def* d)
{
    d->gravity = s->gravity;
    d->step_seconds = s->numbers[0];
    d->theta = s->numbers[1];
    d->max_steps_per_advance = (int)s->numbers[2];
    d->solver.tolerance = s->numbers[3];
    d->solver.max_iterations = (int)s->numbers[4];
    d->contact_margin = s->numbers[5];
    d->touch_tolerance = s->numbers[6];
    d->restitution_threshold = s->numbers[7];
    d->overlap_slop = s->numbers[8];
    d->overlap_recovery = s->numbers[9];
    d->overlap_max_speed = s->numbers[10];
    d->enable_sleep = s->numbers[11] != 0.0;
    d->sleep_speed = s->numbers[12];
    d->sleep_seconds = s->numbers[13];
    d->enable_continuous = s->numbers[14] != 0.0;
}

// The scalars, copied out of and into the world around a walk.
typedef struct clock_part {
    settings settings;
    uint64_t step_count, enable_warm_start, first_free, alive, table_count, sleep_islands, max_work, is_begun;
    double time, accumulator, last_h, budget_seconds;
    uint64_t islands[BELAY_ISLAND_CLASS_COUNT][3];
} clock_part;

static void islands_get(const belay_solver_settings* s, clock_part* c)
{
    for (int i = 0; i < BELAY_ISLAND_CLASS_COUNT; i++) {
        c->islands[i][0] = s->islands[i].enable_library;
        c->islands[i][1] = (uint64_t)s->islands[i].method;
        c->islands[i][2] = (uint64_t)s->islands[i].local;
    }
}

static void islands_set(const clock_part* c, belay_solver_settings* s)
{
    for (int i = 0; i < BELAY_ISLAND_CLASS_COUNT; i++)
        s->islands[i] = (belay_island_solver){c->islands[i][0] != 0, (belay_method)c->islands[i][1],
                                              (belay_local_method)c->islands[i][2]};
}

// The rest of what a world takes is checked with its definition.
static bool islands_are_sane(const clock_part* c)
{
    for (int i = 0; i < BELAY_ISLAND_CLASS_COUNT; i++)
        if (c->islands[i][0] > 1 || c->islands[i][1] >= BELAY_METHOD_COUNT || c->islands[i][2] >= BELAY_LOCAL_COUNT)
            return false;
    return true;
}

static clock_part clock_get(const belay_world* w)
{
    clock_part c = {settings_get(&w->def),
                    w->clock.step_count,
                    w->def.solver.enable_warm_start,
                    w->entities.pool.first_free,
                    w->entities.pool.alive,
                    w->entities.table_count,
                    w->sleep_islands,
                    (uint64_t)w->def.solver.max_work,
                    w->is_begun,
                    w->clock.time,
                    w->clock.accumulator,
                    w->clock.last_h,
                    w->def.solver.budget_seconds,
                    {{0}}};
    islands_get(&w->def.solver, &c);
    return c;
}

static void clock_set(const clock_part* c, belay_world* w)
{
    settings_set(&c->settings, &w->def);
    w->clock.step_count = c->step_count;
    w->def.solver.enable_warm_start = c->enable_warm_start != 0;
    w->def.solver.budget_seconds = c->budget_seconds;
    w->entities.pool.first_free = (uint32_t)c->first_free;
    w->entities.pool.alive = (uint32_t)c->alive;
    w->sleep_islands = (uint32_t)c->sleep_islands;
    w->def.solver.max_work = (int64_t)c->max_work;
    w->is_begun = c->is_begun != 0;
    w->clock.time = c->time;
    w->clock.accumulator = c->accumulator;
    w->clock.last_h = c->last_h;
    islands_set(c, &w->def.solver);
}

// Whether the numbers can be taken for what they stand for: bits of any kind must not become an integer, or a flag.
static bool clock_is_sane(const clock_part* c)
{
    const double* n = c->settings.numbers;
    bool are_whole = n[2] >= 1.0 && n[2] <= INT32_MAX && n[2] == floor(n[2]) && n[4] >= 1.0 && n[4] <= INT32_MAX &&
                     n[4] == floor(n[4]);
    bool are_flags = c->enable_warm_start <= 1 && c->is_begun <= 1 && (n[11] == 0.0 || n[11] == 1.0) &&
                     (n[14] == 0.0 || n[14] == 1.0);
    return are_whole && are_flags && islands_are_sane(c) && c->first_free <= UINT32_MAX && c->alive <= UINT32_MAX &&
           c->sleep_islands <= UINT32_MAX && c->max_work <= INT64_MAX && c->step_count <= INT64_MAX;
}

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
static void walk_out(belay_world* world, walker* w)
{
    uint64_t layout = layout_hash(world);
    clock_part clock = clock_get(world);
    walk_bytes(w, &layout, sizeof layout);
    walk_bytes(w, &clock, sizeof clock);
    array_ref list[MAX_ARRAYS];
    size_t n = list_arrays(world, list);
    for (size_t i = 0; i < n; i++) {
        void* array = array_load(&list[i]);
        uint64_t count = array != NULL ? stbds_header(array)->length : 0;
        walk_bytes(w, &count, sizeof count);
        walk_bytes(w, array, (size_t)count * list[i].element_size);
    }
}

belay_result belay_world_snapshot(const belay_world* world, void* buffer, size_t capacity, size_t* size)
{
    BL_TRY(bl_check_owner(world));
    belay_world* w = (belay_world*)world; // walked over; what it tells stays the same
    bl_contact_memory_gather(&w->memory);
    walker measure = {NULL, NULL, 0, 0, false};
    walk_out(w, &measure);
    size_t total = measure.at + sizeof(snapshot_header);
    if (size != NULL) *size = total;
    if (buffer == NULL || capacity < total)
        return bl_fail(w, BELAY_ERROR_VALUE, "belay_world_snapshot: capacity is %zu; %zu bytes are needed", capacity,
                       total);
    unsigned char* body = (unsigned char*)buffer + sizeof(snapshot_header);
    walker write = {body, NULL, 0, measure.at, false};
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
    clock_part clock = clock_get(w);
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
    if (buffer == NULL || size < sizeof h)
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
static belay_result reserve_arrays(belay_world* world, walker w, const array_ref* list, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t count = 0;
        walk_bytes(&w, &count, sizeof count);
        // A group of 512 bytes takes at least 8.
        bool is_possible = !w.is_short && count <= 64 * w.size / list[i].element_size;
        if (is_possible) walk_over(&w, (size_t)count * list[i].element_size);
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

static void read_arrays(walker* w, const array_ref* list, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t count = 0;
        walk_bytes(w, &count, sizeof count);
        void* array = array_load(&list[i]);
        stbds_header(array)->length = (size_t)count;
        walk_bytes(w, array, (size_t)count * list[i].element_size);
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
static void read_world(walker* w, const clock_part* clock, belay_world* into)
{
    array_ref list[MAX_ARRAYS];
    read_arrays(w, list, list_arrays(into, list));
    clock_set(clock, into);
    for (uint32_t i = 1; i < into->entities.table_count; i++)
        into->entities.tables[i].count = (uint32_t)arrlen(into->entities.tables[i].slots);
}

// What the arrays hold is looked at before anything of the world is touched; `w` stands behind the clock.
static belay_result check_content(belay_world* world, walker w, const clock_part* clock)
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
static belay_result reserve_world(belay_world* world, walker w)
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
    if (world->published.contacts != NULL) arrsetlen(world->published.contacts, 0);
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
    walker w = {NULL, (const unsigned char*)buffer + sizeof(snapshot_header), 0, size - sizeof(snapshot_header), false};
    uint64_t layout = 0;
    clock_part clock = clock_get(world);
    walk_bytes(&w, &layout, sizeof layout);
    walk_bytes(&w, &clock, sizeof clock);
    if (w.is_short || layout != layout_hash(world) || clock.table_count != world->entities.table_count)
        return bl_fail(world, BELAY_ERROR_VERSION, "belay_world_restore: the snapshot has other component types");
    if (!clock_is_sane(&clock))
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
