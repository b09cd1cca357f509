// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A checksum tells that bytes came through whole, not that a world wrote them. So everything that the engine follows
// without a look (indices, offsets, lists, handles of living things) is looked at here, once.

#include "snapshot/snapshot_check.h"

#include "core/alloc.h"
#include "objects/rod_parts.h"
#include "snapshot/snapshot_claims.h"
#include "snapshot/snapshot_tolerances.h"
#include "store/checks.h"
#include "store/rods.h"

#include <math.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------------------------------
// Entities and tables
// ---------------------------------------------------------------------------------------------------------------------

static belay_result check_entities(const belay_world* w, belay_error* error)
{
    const bl_id_pool* pool = &w->entities.pool;
    uint32_t count = (uint32_t)arrlen(pool->slots), alive = 0, free = 0, listed = 0;
    for (uint32_t i = 0; i < count; i++) {
        const bl_id_slot* s = &pool->slots[i];
        bool is_retired = s->generation == BL_ID_LAST_GENERATION + 1 && s->next_free == 0;
        BL_CLAIM(is_retired || (s->generation >= 1 && s->generation <= BL_ID_LAST_GENERATION), "generation of slot", i);
        BL_CLAIM(s->next_free == BL_NO_SLOT || s->next_free <= count, "next free of slot", i);
        if (s->next_free == BL_NO_SLOT)
            alive++;
        else if (!is_retired)
            free++;
    }
    BL_CLAIM(alive == pool->alive, "number of entities", pool->alive);
    BL_CLAIM(pool->first_free <= count, "first free slot", pool->first_free);
    for (uint32_t next = pool->first_free; next != 0; next = pool->slots[next - 1].next_free) {
        const bl_id_slot* s = &pool->slots[next - 1];
        BL_CLAIM(s->next_free != BL_NO_SLOT && s->generation <= BL_ID_LAST_GENERATION && listed++ < free,
                 "free list at", next);
    }
    BL_CLAIM(listed == free, "length of the free list", listed);
    return BELAY_OK;
}

belay_result bl_snapshot_check_sizes(const belay_world* w, belay_error* error)
{
    for (uint32_t i = 1; i < w->entities.table_count; i++) {
        const bl_table* t = &w->entities.tables[i];
        size_t slots = (size_t)arrlen(w->entities.pool.slots), count = (size_t)arrlen(t->slots);
        BL_CLAIM(count == t->count && count <= slots, "size of table", i);
        BL_CLAIM((size_t)arrlen(t->data) == count * t->element_size, "data of table", i);
        BL_CLAIM((size_t)arrlen(t->indices) <= slots, "indices of table", i);
    }
    BL_CLAIM(w->entities.tables[BL_TABLE_BODY].count == w->entities.tables[BL_TABLE_BODY_STATE].count,
             "number of bodies", bl_body_count(w));
    return BELAY_OK;
}

static belay_result check_table(const belay_world* w, uint32_t number, belay_error* error)
{
    const bl_table* t = &w->entities.tables[number];
    size_t slots = (size_t)arrlen(w->entities.pool.slots), count = t->count, set = 0;
    for (size_t i = 0; i < (size_t)arrlen(t->indices); i++)
        set += t->indices[i] != 0;
    BL_CLAIM(set == count, "places in use of table", number);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t slot = t->slots[i];
        BL_CLAIM(slot < slots && w->entities.pool.slots[slot].next_free == BL_NO_SLOT, "owners in table", number);
        BL_CLAIM(slot < (size_t)arrlen(t->indices) && t->indices[slot] == i + 1, "index of an owner in table", number);
    }
    return BELAY_OK;
}

// A body has both of its parts, at one place, and nothing is two things.
static belay_result check_kinds(const belay_world* w, belay_error* error)
{
    const bl_table *bodies = &w->entities.tables[BL_TABLE_BODY], *states = &w->entities.tables[BL_TABLE_BODY_STATE];
    for (uint32_t i = 0; i < bodies->count; i++)
        BL_CLAIM(bodies->slots[i] == states->slots[i], "owner of body", i);
    for (int a = BL_TABLE_BODY; a < BL_TABLE_FIRST_USER; a++)
        for (uint32_t i = 0; i < w->entities.tables[a].count; i++)
            for (int b = BL_TABLE_BODY; b < a; b++)
                BL_CLAIM(bl_table_find(&w->entities.tables[b], w->entities.tables[a].slots[i]) == BL_NO_INDEX,
                         "kind of entity in slot", w->entities.tables[a].slots[i]);
    return BELAY_OK;
}

// ---------------------------------------------------------------------------------------------------------------------
// Rods
// ---------------------------------------------------------------------------------------------------------------------

static belay_result check_attachment(const belay_world* w, const bl_rod_record* r, const bl_rod_attachment* a,
                                     uint32_t rod, belay_error* error)
{
    if (a->type == BL_ATTACHMENT_NONE) return BELAY_OK;
    BL_CLAIM(a->type <= BELAY_ROD_ATTACHMENT_TYPE_COUNT && a->end <= 2, "type of an attachment of rod", rod);
    BL_CLAIM((a->flags & ~(uint32_t)BL_ATTACHMENT_IS_ORIENTED) == 0, "flags of an attachment of rod", rod);
    BL_CLAIM(a->body == 0 || bl_snapshot_is_there(w, BL_TABLE_BODY, a->body), "body of an attachment of rod", rod);
    BL_CLAIM(a->segment < r->body.segment_count && a->at >= 0.0 && a->at <= 1.0, "place of an attachment of rod", rod);
    BL_CLAIM(bl_snapshot_is_amount(a->s) && a->s <= r->body.length * (1.0 + BL_SNAPSHOT_ARC),
             "place of an attachment of rod", rod);
    BL_CLAIM(bl_snapshot_is_pose(a->frame) && bl_snapshot_is_pose(a->next), "frame of an attachment of rod", rod);
    BL_CLAIM(bl_snapshot_is_bound(a->max_force) && bl_snapshot_is_bound(a->max_torque), "cap of an attachment of rod",
             rod);
    BL_CLAIM(v3_is_finite(a->force) && v3_is_finite(a->torque), "force of an attachment of rod", rod);
    return BELAY_OK;
}

static bool is_end(const bl_rod_end* e)
{
    return (unsigned)e->hold <= BL_ROD_CLAMPED && v3_is_finite(e->position) && bl_snapshot_is_rotation(e->rotation) &&
           v3_is_finite(e->velocity) && v3_is_finite(e->angular);
}

static bool is_section(const bl_rod_section* s)
{
    const double positive[] = {s->line_mass, s->radius, s->stretch, s->bend[0], s->bend[1], s->twist};
    for (size_t i = 0; i < sizeof positive / sizeof *positive; i++)
        if (!isfinite(positive[i]) || !(positive[i] > 0.0)) return false;
    return bl_snapshot_is_amount(s->spin_inertia) && bl_snapshot_is_amount(s->damping_time) &&
           bl_snapshot_is_amount(s->drag);
}

static bool is_rod_body(const bl_rod_body* b)
{
    const bl_rod_ops* ops = bl_rod_ops_of(b->model);
    if (ops == NULL || b->element_count < 2 || b->element_count > bl_rod_most_elements(b->model)) return false;
    return b->segment_count == bl_rod_segment_count(ops, b->element_count) && is_section(&b->section) &&
           isfinite(b->length) && b->length > 0.0 && b->theta >= 0.5 && b->theta <= 1.0 && b->lead >= 0.0 &&
           b->interval >= b->lead && b->interval <= BELAY_MAX_STEP && is_end(&b->ends[0]) && is_end(&b->ends[1]);
}

static belay_result check_rod_numbers(const belay_world* w, const bl_rod_record* r, uint32_t rod, belay_error* error)
{
    uint64_t end = (uint64_t)arrlen(w->rods.numbers), nodes = bl_rod_node_count(r);
    uint64_t size = 4 * nodes + bl_rod_state_size(bl_rod_record_ops(r), r->body.element_count);
    BL_CLAIM(r->numbers_size == size && r->numbers_at <= end && size <= end - r->numbers_at, "numbers of rod", rod);
    BL_CLAIM(bl_snapshot_are_finite(w->rods.numbers + r->numbers_at, (size_t)size), "numbers of rod", rod);
    const double* arcs = bl_rod_arcs(w, r);
    for (uint64_t i = 0; i + 1 < nodes; i++)
        BL_CLAIM(arcs[i] < arcs[i + 1], "arcs of rod", rod);
    // They follow from the lengths of the elements in the state, which are good when these are.
    double* again = bl_allocate(&w->def.allocator, nodes * sizeof *again);
    if (again == NULL) return belay_error_set(error, BELAY_ERROR_MEMORY, "no memory to check rod %u", rod);
    bl_rod_body body = r->body;
    bl_rod of = {&body, bl_rod_state(w, r), again, NULL}; // whose scratch is not looked at
    bl_rod_record_ops(r)->arcs(&of, again);
    bool is_same = memcmp(again, arcs, nodes * sizeof *again) == 0;
    bl_free(&w->def.allocator, again, nodes * sizeof *again);
    BL_CLAIM(is_same, "lengths of rod", rod);
    return BELAY_OK;
}

static belay_result check_rod(const belay_world* w, uint32_t i, belay_error* error)
{
    const bl_rod_record* r = &bl_rods(w)[i];
    const uint32_t flags = BL_ROD_PERSIST_EVENTS | BL_ROD_KEPT_AWAKE | BL_ROD_ASLEEP | BL_ROD_WAS_ASLEEP;
    BL_CLAIM(bl_snapshot_is_own_id(w, BL_TABLE_ROD, i, r->id), "handle of rod", i);
    BL_CLAIM(is_rod_body(&r->body), "body of rod", i);
    BL_TRY(check_rod_numbers(w, r, i, error));
    BL_CLAIM(bl_snapshot_is_material(r->material), "material of rod", i);
    BL_CLAIM(bl_snapshot_is_amount(r->self_exclusion) && isfinite(r->gravity_scale), "settings of rod", i);
    BL_CLAIM(r->touches_itself <= 1 && (r->flags & ~flags) == 0 && bl_snapshot_is_amount(r->rest_seconds),
             "flags of rod", i);
    BL_CLAIM((r->flags & BL_ROD_ASLEEP) == 0 || r->sleep_island <= w->sleep_islands, "sleep of rod", i);
    for (int k = 0; k < BELAY_ROD_MAX_ATTACHMENTS; k++)
        BL_TRY(check_attachment(w, r, &r->attachments[k], i, error));
    return BELAY_OK;
}

// Things of one size each that stand one behind the other, without holes, in a store of `total`: sorts where they begin
// (major) and their sizes (minor), in a list that `count` of `pairs` are, with as much room behind them.
static bool are_in_a_row(bl_key_pair* pairs, uint32_t count, uint64_t total)
{
    uint64_t at = 0;
    bl_key_pairs_sort(pairs, pairs + count, count);
    for (uint32_t i = 0; i < count; i++) {
        if (pairs[i].major != at) return false;
        at += pairs[i].minor;
    }
    return at == total;
}

static belay_result check_places(const belay_world* w, belay_error* error)
{
    bl_key_pair* pairs = NULL;
    uint32_t most = bl_collider_count(w) > bl_rod_count(w) ? bl_collider_count(w) : bl_rod_count(w), blocks = 0;
    bool ok = true;
    BL_ARRAY_RESERVE(pairs, 2 * (size_t)most, &w->def.allocator, &ok);
    if (!ok) {
        arrfree(pairs);
        return belay_error_set(error, BELAY_ERROR_MEMORY, "no memory to check %u places", most);
    }
    for (uint32_t i = 0; i < bl_collider_count(w); i++) {
        const bl_collider* c = &bl_colliders(w)[i];
        if (c->shape_size > 0) pairs[blocks++] = (bl_key_pair){c->shape_at, c->shape_size, 0, 0};
    }
    bool blocks_fit = are_in_a_row(pairs, blocks, (uint64_t)arrlen(w->colliders.shape_bytes));
    for (uint32_t i = 0; i < bl_rod_count(w); i++)
        pairs[i] = (bl_key_pair){bl_rods(w)[i].numbers_at, bl_rods(w)[i].numbers_size, 0, 0};
    bool rods_fit = are_in_a_row(pairs, bl_rod_count(w), (uint64_t)arrlen(w->rods.numbers));
    arrfree(pairs);
    BL_CLAIM(blocks_fit, "bytes of shapes", arrlen(w->colliders.shape_bytes));
    BL_CLAIM(rods_fit, "numbers of rods", arrlen(w->rods.numbers));
    return BELAY_OK;
}

// ---------------------------------------------------------------------------------------------------------------------
// What the last step left. Handles in it may be of things that have gone since.
// ---------------------------------------------------------------------------------------------------------------------

static bool is_sorted(uint64_t a0, uint64_t b0, uint64_t a1, uint64_t b1)
{
    return a0 < a1 || (a0 == a1 && b0 <= b1);
}

static belay_result check_warm(const belay_world* w, belay_error* error)
{
    for (ptrdiff_t i = 0; i < arrlen(w->memory.warm); i++) {
        const bl_warm_contact* c = &w->memory.warm[i];
        BL_CLAIM(i == 0 || is_sorted(c[-1].a, c[-1].b, c->a, c->b), "order of the last contacts at", i);
        BL_CLAIM(isfinite(c->arc) && v3_is_finite(c->point) && v3_is_finite(c->impulse), "last contact", i);
    }
    for (ptrdiff_t i = 0; i < arrlen(w->memory.rod_warm); i++) {
        const bl_rod_warm* c = &w->memory.rod_warm[i];
        BL_CLAIM(i == 0 || is_sorted(c[-1].a, c[-1].b, c->a, c->b), "order of the last contacts of rods at", i);
        BL_CLAIM(isfinite(c->s_a) && isfinite(c->s_b) && v3_is_finite(c->impulse) &&
                     bl_snapshot_are_finite(c->force, 3) && v3_is_finite(c->stiffness_root_a) &&
                     v3_is_finite(c->stiffness_root_b),
                 "last contact of a rod", i);
    }
    return BELAY_OK;
}

static belay_result check_touches(const bl_touch* list, belay_error* error)
{
    for (ptrdiff_t i = 0; i < arrlen(list); i++) {
        BL_CLAIM(i == 0 || is_sorted(list[i - 1].a, list[i - 1].b, list[i].a, list[i].b), "order of pairs at", i);
        BL_CLAIM(v3_is_finite(list[i].point) && v3_is_finite(list[i].normal), "pair that touches", i);
    }
    return BELAY_OK;
}

static belay_result check_rod_touches(const belay_world* w, belay_error* error)
{
    for (ptrdiff_t i = 0; i < arrlen(w->memory.rod_touching); i++) {
        const bl_rod_touch* t = &w->memory.rod_touching[i];
        BL_CLAIM(i == 0 || is_sorted(t[-1].a, t[-1].b, t->a, t->b), "order of pairs with rods at", i);
        BL_CLAIM(isfinite(t->s_a) && isfinite(t->s_b) && v3_is_finite(t->point) && v3_is_finite(t->normal),
                 "rod that touches", i);
    }
    for (ptrdiff_t i = 0; i < arrlen(w->rods.exclusions); i++) {
        const bl_rod_exclusion* s = &w->rods.exclusions[i];
        BL_CLAIM(isfinite(s->s_a) && isfinite(s->s_b), "exclusion", i);
        BL_CLAIM(bl_snapshot_is_there(w, BL_TABLE_ROD, s->a) && bl_snapshot_is_there(w, BL_TABLE_ROD, s->b),
                 "rods of exclusion", i);
    }
    return BELAY_OK;
}

static belay_result check_clock(const belay_world* w, belay_error* error)
{
    BL_CLAIM(bl_snapshot_is_amount(w->clock.time) && isfinite(w->clock.accumulator), "time at step",
             w->clock.step_count);
    BL_CLAIM(w->clock.last_h >= 0.0 && w->clock.last_h <= BELAY_MAX_STEP, "length of step", w->clock.step_count);
    belay_error reason;
    if (bl_world_check_def(&reason, &w->def) == BELAY_OK) return BELAY_OK;
    return belay_error_set(error, BELAY_ERROR_VERSION, "settings: %.180s", reason.message);
}

belay_result bl_snapshot_check(const belay_world* w, belay_error* error)
{
    BL_TRY(check_clock(w, error));
    BL_TRY(check_entities(w, error));
    for (uint32_t i = 1; i < w->entities.table_count; i++)
        BL_TRY(check_table(w, i, error));
    BL_TRY(check_kinds(w, error));
    BL_TRY(bl_snapshot_check_bodies(w, error));
    for (uint32_t i = 0; i < bl_rod_count(w); i++)
        BL_TRY(check_rod(w, i, error));
    BL_TRY(check_places(w, error));
    BL_TRY(check_warm(w, error));
    BL_TRY(check_touches(w->memory.touching, error));
    BL_TRY(check_touches(w->memory.visits, error));
    return check_rod_touches(w, error);
}
