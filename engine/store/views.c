// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The newest view goes from one writer to several readers without a lock. There are two slots more than views that may
// be held: the newest one, and one to write.
//
// A reader has to find the newest slot and keep it from being written in one act. So the head, one atomic word, holds
// both the number of that slot and how often it has been taken while it was the newest: taking is one addition. When
// the writer exchanges the head it learns the final count of the slot that was the newest until then. That slot is free
// again when it has been given back as often as it was taken. Counts wrap around; only their difference says something,
// and it is never more than the views held.

#include "store/views.h"

#include "core/alloc.h"
#include "core/atomic.h"
#include "store/checks.h"
#include "store/rods.h"

#include <string.h>

#define SLOT_MASK 0xFFFFu // of the head; the rest is the count
#define ONE_MORE 0x10000u // added to a word, wraps around in its upper half

// The writer's, but for `released`.
typedef struct view_slot {
    uint64_t number, step;
    double time, step_seconds;
    belay_view_body* bodies; // stb_ds arrays
    belay_view_rod* rods;
    belay_vec3* nodes;
    uint32_t* indices;
    uint32_t taken;     // count times ONE_MORE; known once the slot is not the newest any more
    bl_atomic released; // likewise
} view_slot;

struct bl_views {
    bl_atomic head;
    bl_atomic held;
    uint32_t readers, slot_count;
    uint64_t number; // of the newest
    view_slot slots[BL_MAX_VIEW_READERS + 2];
};

belay_result bl_views_create(int readers, const belay_allocator* allocator, bl_views** views)
{
    *views = NULL;
    if (readers == 0) return BELAY_OK;
    bl_views* v = bl_allocate(allocator, sizeof *v);
    if (v == NULL) return BELAY_ERROR_MEMORY;
    v->readers = (uint32_t)readers;
    v->slot_count = (uint32_t)readers + 2;
    *views = v;
    return BELAY_OK;
}

void bl_views_destroy(bl_views* views, const belay_allocator* allocator)
{
    if (views == NULL) return;
    for (uint32_t i = 0; i < views->slot_count; i++) {
        arrfree(views->slots[i].bodies);
        arrfree(views->slots[i].rods);
        arrfree(views->slots[i].nodes);
        arrfree(views->slots[i].indices);
    }
    bl_free(allocator, views, sizeof *views);
}

uint32_t bl_views_held(const bl_views* views)
{
    return views != NULL ? bl_atomic_load((bl_atomic*)&views->held) : 0;
}

// ------------------------------------------------------------------------------------------------------------------
// Writer
// ------------------------------------------------------------------------------------------------------------------

static bool is_free(bl_views* views, uint32_t slot)
{
    if (slot == (bl_atomic_load(&views->head) & SLOT_MASK)) return false;
    return bl_atomic_load(&views->slots[slot].released) == views->slots[slot].taken;
}

static size_t count_nodes(const belay_world* world)
{
    size_t nodes = 0;
    for (uint32_t i = 0; i < bl_rod_count(world); i++)
        nodes += bl_rod_node_count(&bl_rods(world)[i]);
    return nodes;
}

static bool reserve_slot(belay_world* world, view_slot* slot)
{
    const belay_allocator* allocator = &world->def.allocator;
    bool ok = true;
    BL_ARRAY_RESERVE(slot->bodies, bl_body_count(world), allocator, &ok);
    BL_ARRAY_RESERVE(slot->rods, bl_rod_count(world), allocator, &ok);
    BL_ARRAY_RESERVE(slot->nodes, count_nodes(world), allocator, &ok);
    BL_ARRAY_RESERVE(slot->indices, (size_t)arrlen(world->entities.tables[BL_TABLE_BODY].indices), allocator, &ok);
    return ok;
}

bool bl_views_reserve(belay_world* world)
{
    bl_views* views = world->views;
    for (uint32_t i = 0; views != NULL && i < views->slot_count; i++)
        if (is_free(views, i) && !reserve_slot(world, &views->slots[i])) return false;
    return true;
}

static void write_bodies(const belay_world* world, view_slot* slot)
{
    uint32_t count = bl_body_count(world);
    if (slot->bodies != NULL) arrsetlen(slot->bodies, count);
    for (uint32_t i = 0; i < count; i++) {
        const bl_body* b = &bl_bodies(world)[i];
        bool is_awake = b->type != BELAY_BODY_STATIC && !(b->flags & BL_BODY_ASLEEP);
        slot->bodies[i] = (belay_view_body){{b->id}, bl_body_states(world)[i], is_awake};
    }
    const uint32_t* indices = world->entities.tables[BL_TABLE_BODY].indices;
    if (slot->indices == NULL) return;
    arrsetlen(slot->indices, (size_t)arrlen(indices));
    if (arrlen(indices) > 0) memcpy(slot->indices, indices, (size_t)arrlen(indices) * sizeof *indices);
}

static void write_rods(const belay_world* world, view_slot* slot)
{
    if (slot->rods != NULL) arrsetlen(slot->rods, bl_rod_count(world));
    if (slot->nodes != NULL) arrsetlen(slot->nodes, count_nodes(world));
    int32_t first = 0;
    for (uint32_t i = 0; i < bl_rod_count(world); i++) {
        bl_rod_record* record = &bl_rods(world)[i];
        bl_rod rod = bl_rod_at_rest(world, record);
        bl_rod_record_ops(record)->nodes(&rod, slot->nodes + first);
        int32_t nodes = (int32_t)bl_rod_node_count(record);
        slot->rods[i] = (belay_view_rod){{record->id}, first, nodes};
        first += nodes;
    }
}

// A slot is free, as no more views are held than there are readers.
static uint32_t find_free(bl_views* views)
{
    uint32_t slot = 0;
    while (!is_free(views, slot))
        slot++;
    return slot;
}

bool bl_views_publish(belay_world* world)
{
    bl_views* views = world->views;
    if (views == NULL) return true;
    uint32_t at = find_free(views);
    view_slot* slot = &views->slots[at];
    if (!reserve_slot(world, slot)) return false;
    slot->number = ++views->number;
    slot->step = world->clock.step_count;
    slot->time = world->clock.time;
    slot->step_seconds = world->def.step_seconds;
    write_bodies(world, slot);
    write_rods(world, slot);
    slot->taken = 0;
    bl_atomic_store(&slot->released, 0);
    uint32_t before = bl_atomic_exchange(&views->head, at);
    views->slots[before & SLOT_MASK].taken = before & ~SLOT_MASK;
    return true;
}

belay_result belay_world_publish_view(belay_world* world)
{
    BL_TRY(bl_check_owner(world));
    if (world->views == NULL)
        return bl_fail(world, BELAY_ERROR_STATE, "belay_world_publish_view: the world's view_readers is 0");
    if (bl_views_publish(world)) return BELAY_OK;
    return bl_fail(world, BELAY_ERROR_MEMORY, "belay_world_publish_view: no memory for %u bodies",
                   bl_body_count(world));
}

// ------------------------------------------------------------------------------------------------------------------
// Readers
// ------------------------------------------------------------------------------------------------------------------

belay_result belay_world_acquire_view(const belay_world* world, belay_view* view)
{
    if (world == NULL) return BELAY_ERROR_HANDLE;
    if (view == NULL) return BELAY_ERROR_VALUE;
    bl_views* views = world->views;
    if (views == NULL) return BELAY_ERROR_CAPACITY;
    if (bl_atomic_add(&views->held, 1) >= views->readers) {
        bl_atomic_add(&views->held, UINT32_MAX);
        return BELAY_ERROR_CAPACITY;
    }
    uint32_t at = bl_atomic_add(&views->head, ONE_MORE) & SLOT_MASK;
    const view_slot* s = &views->slots[at];
    *view = (belay_view){
        .number = s->number,
        .step = s->step,
        .time = s->time,
        .step_seconds = s->step_seconds,
        .bodies = s->bodies,
        .body_count = (int32_t)arrlen(s->bodies),
        .rods = s->rods,
        .rod_count = (int32_t)arrlen(s->rods),
        .nodes = s->nodes,
        .node_count = (int32_t)arrlen(s->nodes),
        .indices = s->indices,
        .index_count = (uint32_t)arrlen(s->indices),
        .slot = at + 1,
    };
    return BELAY_OK;
}

void belay_world_release_view(const belay_world* world, belay_view* view)
{
    if (world == NULL || view == NULL || view->slot == 0) return;
    bl_atomic_add(&world->views->slots[view->slot - 1].released, ONE_MORE);
    bl_atomic_add(&world->views->held, UINT32_MAX);
    memset(view, 0, sizeof *view);
}

const belay_view_body* belay_view_find(const belay_view* view, belay_body_id body)
{
    if (view == NULL || body.value == 0) return NULL;
    uint32_t slot = bl_slot_of(body.value);
    if (slot >= view->index_count || view->indices[slot] == 0) return NULL;
    const belay_view_body* found = &view->bodies[view->indices[slot] - 1];
    return found->body.value == body.value ? found : NULL;
}
