// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Cutting. The rod becomes its own head, and the tail is a rod of its own. Who touches whom is not looked at: what the
// rod touched it goes on touching or ends to, and the tail begins, as the next step finds them.

#include "core/alloc.h"
#include "objects/pair_material.h"
#include "objects/rod_exclusions.h"
#include "store/checks.h"
#include "store/lifetime.h"
#include "store/rods.h"

#include <string.h>

#define LEAST 2 // elements of a rod

// A rod that is being cut: at which of its vertices, and the place of that.
typedef struct cut {
    uint32_t vertex, node; // node: of the polyline
    double s;
} cut;

static cut nearest(const belay_world* world, const bl_rod_record* record, double s)
{
    const double* arcs = bl_rod_arcs(world, record);
    uint32_t per_element = record->body.segment_count / record->body.element_count;
    cut c = {0, 0, arcs[0]};
    for (uint32_t i = 1; i <= record->body.element_count; i++) {
        double there = arcs[i * per_element];
        if (fabs(there - s) < fabs(c.s - s)) c = (cut){i, i * per_element, there};
    }
    return c;
}

static belay_result find_cut(belay_world* world, const bl_rod_record* record, double s, cut* c)
{
    belay_error error;
    if (bl_check_range(&error, "s", s, 0.0, record->body.length) != BELAY_OK)
        return bl_fail_in(world, "belay_rod_cut", &error);
    *c = nearest(world, record, s);
    uint32_t behind = record->body.element_count - c->vertex;
    if (c->vertex >= LEAST && behind >= LEAST) return BELAY_OK;
    return bl_fail(
        world, BELAY_ERROR_VALUE,
        "belay_rod_cut: s is %g; cut at the nearest node, %g m, the parts would have %u and %u elements; each "
        "must have at least %d",
        s, c->s, c->vertex, behind, LEAST);
}

// ---------------------------------------------------------------------------------------------------------------------
// The parts
// ---------------------------------------------------------------------------------------------------------------------

static void set_free(bl_rod_end* end)
{
    memset(end, 0, sizeof *end);
    end->rotation = belay_quat_identity();
}

static void set_counts(const bl_rod_record* whole, uint32_t elements, bl_rod_record* part)
{
    part->body.element_count = elements;
    part->body.segment_count = whole->body.segment_count / whole->body.element_count * elements;
    part->numbers_size = bl_rod_numbers_size(part);
}

// The records of head and tail, but for ids, and lengths, which the model knows.
static void set_parts(const belay_world* world, const bl_rod_record* whole, const cut* c, bl_rod_record parts[2])
{
    parts[0] = parts[1] = *whole;
    set_counts(whole, c->vertex, &parts[0]);
    set_counts(whole, whole->body.element_count - c->vertex, &parts[1]);
    parts[0].numbers_at = (uint64_t)arrlen(world->rods.numbers);
    parts[1].numbers_at = parts[0].numbers_at + parts[0].numbers_size;
    parts[1].flags &= ~(uint32_t)BL_ROD_WAS_ASLEEP;
    set_free(&parts[0].body.ends[1]);
    set_free(&parts[1].body.ends[0]);
}

static void share_attachments(const belay_world* world, const cut* c, bl_rod_record parts[2])
{
    double near = 1e-9 * (parts[0].body.length + parts[1].body.length);
    for (int i = 0; i < BELAY_ROD_MAX_ATTACHMENTS; i++) {
        bl_rod_attachment *a = &parts[0].attachments[i], *b = &parts[1].attachments[i];
        if (a->type == BL_ATTACHMENT_NONE) continue;
        bool is_behind = a->s >= c->s - near;
        memset(is_behind ? a : b, 0, sizeof *a);
        if (!is_behind) continue;
        b->end = 2; // the step says
        b->at = b->segment < c->node ? 0.0 : b->at;
        b->segment = b->segment < c->node ? 0 : b->segment - c->node;
        b->s = bl_rod_arc(&world->rods, &parts[1], b->segment, b->at);
    }
}

// The node at the cut leaves to each part of its force what it leaves of its length of rod.
static void share_applied(const belay_world* world, const bl_rod_record* whole, uint32_t node,
                          const bl_rod_record parts[2])
{
    const double *applied = bl_rod_applied(world, whole), *arcs = bl_rod_arcs(world, whole);
    double *head = bl_rod_applied(world, &parts[0]), *tail = bl_rod_applied(world, &parts[1]);
    memcpy(head, applied, 3 * ((size_t)node + 1) * sizeof *head);
    memcpy(tail, applied + 3 * (size_t)node, 3 * (size_t)bl_rod_node_count(&parts[1]) * sizeof *tail);
    double share = (arcs[node] - arcs[node - 1]) / (arcs[node + 1] - arcs[node - 1]);
    for (int k = 0; k < 3; k++) {
        head[3 * (size_t)node + (size_t)k] *= share;
        tail[k] -= head[3 * (size_t)node + (size_t)k];
    }
}

static void fill_parts(belay_world* world, bl_rod_record* whole, const cut* c, bl_rod_record parts[2])
{
    arrsetlen(world->rods.numbers, (size_t)(parts[1].numbers_at + parts[1].numbers_size));
    const bl_rod_ops* ops = bl_rod_record_ops(whole);
    double* scratch = world->scratch.rods.scratch;
    bl_rod rod = {&whole->body, bl_rod_state(world, whole), scratch, NULL}, made[2];
    for (int i = 0; i < 2; i++) {
        memset(bl_rod_arcs(world, &parts[i]), 0, (size_t)parts[i].numbers_size * sizeof(double));
        made[i] = (bl_rod){&parts[i].body, bl_rod_state(world, &parts[i]), scratch, NULL};
    }
    ops->cut(&rod, c->vertex, &made[0], &made[1]);
    for (int i = 0; i < 2; i++)
        ops->arcs(&made[i], bl_rod_arcs(world, &parts[i]));
    share_applied(world, whole, c->node, parts);
    share_attachments(world, c, parts);
}

// ---------------------------------------------------------------------------------------------------------------------
// The public call
// ---------------------------------------------------------------------------------------------------------------------

static belay_result reserve(belay_world* world, const bl_rod_record parts[2])
{
    BL_TRY(bl_entity_reserve(world, "belay_rod_cut"));
    bool ok = true;
    BL_ARRAY_RESERVE(world->rods.numbers, parts[1].numbers_at + parts[1].numbers_size, &world->def.allocator, &ok);
    ok = ok && bl_step_rods_reserve(world, &parts[1]) && bl_rod_reserve_renumbering(world) &&
         bl_rod_exclusions_reserve(world) &&
         bl_pair_materials_reserve_copies(&world->colliders, parts[0].id, &world->def.allocator);
    ok = ok && bl_table_reserve(&world->entities.tables[BL_TABLE_ROD], bl_id_pool_next_slot(&world->entities.pool),
                                &world->def.allocator);
    return ok ? BELAY_OK
              : bl_fail(world, BELAY_ERROR_MEMORY, "belay_rod_cut: no memory for another rod of %u elements",
                        parts[1].body.element_count);
}

belay_result belay_rod_cut(belay_world* world, belay_rod_id rod, double s, belay_rod_id* tail)
{
    bl_rod_record* record = NULL;
    BL_TRY(bl_rod_find(world, "belay_rod_cut", rod, "rod", &record));
    BL_TRY(bl_entity_check(world, "belay_rod_cut"));
    cut c;
    BL_TRY(find_cut(world, record, s, &c));
    uint32_t index = (uint32_t)(record - bl_rods(world));
    bl_rod_record parts[2];
    set_parts(world, record, &c, parts);
    BL_TRY(reserve(world, parts));
    // Nothing can fail from here on.
    bl_wake_touching_rod(world, index);
    bl_rod_record whole = bl_rods(world)[index];
    set_parts(world, &whole, &c, parts);
    fill_parts(world, &whole, &c, parts);
    uint32_t slot = bl_id_pool_next_slot(&world->entities.pool);
    parts[1].id = bl_id_pool_create(&world->entities.pool).value;
    bl_rods(world)[index] = parts[0];
    bl_table_add(&world->entities.tables[BL_TABLE_ROD], slot, &parts[1]);
    bl_rod_numbers_remove(world, whole.numbers_at, whole.numbers_size);
    const bl_rod_renumbering ways[2] = {{whole.id, parts[1].id, c.s, HUGE_VAL, -c.s, 1.0},
                                        {whole.id, whole.id, -HUGE_VAL, c.s, 0.0, 1.0}};
    bl_rod_apply_renumbering(world, ways);
    bl_rod_exclusions_follow(world, ways);
    bl_rod_exclusions_add(world, whole.id, parts[0].body.length, parts[1].id, 0.0);
    bl_pair_materials_copy(&world->colliders, whole.id, parts[1].id);
    bl_rods_forget_step(world);
    if (tail != NULL) tail->value = parts[1].id;
    return BELAY_OK;
}
