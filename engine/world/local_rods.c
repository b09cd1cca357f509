// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "world/local_rods.h"

#include "core/alloc.h"
#include "math/quat.h"
#include "world/step_rod_chain.h"
#include "world/step_rods.h"

#include <string.h>

void bl_local_rods_fini(bl_local_room* room)
{
    arrfree(room->points);
    arrfree(room->travel);
    arrfree(room->numbers);
    arrfree(room->row);
}

// ---------------------------------------------------------------------------------------------------------------------
// Whether the step's rods are still there
// ---------------------------------------------------------------------------------------------------------------------

static uint32_t body_place(const belay_world* world, const bl_rod_attachment* a)
{
    if (a->body == 0) return bl_body_count(world);
    return bl_table_find(&world->tables[BL_TABLE_BODY], bl_slot_of(a->body));
}

// Elements stand in the order of rods and attachments; an oriented grip has two, and rods that slept have none.
static bool are_attachments_current(const belay_world* world)
{
    const bl_step_rods* s = &world->scratch.rods;
    uint32_t at = 0;
    for (uint32_t i = 0; i < bl_rod_count(world); i++)
        for (uint32_t k = 0; k < BELAY_ROD_MAX_ATTACHMENTS; k++) {
            const bl_rod_attachment* a = &bl_rods(world)[i].attachments[k];
            if (a->type == BL_ATTACHMENT_NONE || a->end < 2 || s->rods[i].ops == &bl_rod_asleep) continue;
            for (uint32_t n = a->flags & BL_ATTACHMENT_IS_ORIENTED ? 2 : 1; n > 0; n--, at++)
                if (at >= s->attachment_elements || s->owners[at] != i * BELAY_ROD_MAX_ATTACHMENTS + k ||
                    s->set.elements[at].body != body_place(world, a))
                    return false;
        }
    return at == s->attachment_elements;
}

bool bl_local_rods_are_current(const belay_world* world)
{
    const bl_step_rods* s = &world->scratch.rods;
    if (s->set.coupling_count != bl_rod_count(world)) return false;
    for (uint32_t i = 0; i < bl_rod_count(world); i++)
        if (s->rods[i].id != bl_rods(world)[i].id || s->rods[i].rod.body != &bl_rods(world)[i].body) return false;
    return bl_rod_count(world) == 0 || are_attachments_current(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Where rods are, and where they go
// ---------------------------------------------------------------------------------------------------------------------

static double from_mid(const belay_world* world)
{
    return world->def.step_seconds * world->def.theta;
}

// scratch.local <- nodes at the contact instant, and their way in a step with the velocities after this one. What the
// step itself knew of them, readers of rods may have written over.
static bool take_nodes(belay_world* world, const bl_step_rod* r)
{
    bl_local_room* room = &world->scratch.local;
    bool ok = true;
    BL_ARRAY_RESERVE(room->points, r->node_count, &world->def.allocator, &ok);
    BL_ARRAY_RESERVE(room->travel, r->node_count, &world->def.allocator, &ok);
    if (!ok) return false;
    r->ops->nodes(&r->rod, room->points);
    r->ops->node_velocities(&r->rod, r->v, room->travel);
    for (uint32_t k = 0; k < r->node_count; k++) {
        room->points[k] = v3_add_scaled(room->points[k], -from_mid(world), room->travel[k]);
        room->travel[k] = v3_scale(world->def.step_seconds, room->travel[k]);
    }
    return true;
}

bool bl_local_rod_motion(belay_world* world, bl_local_place place, bl_rod_motion* m)
{
    const bl_step_rod* r = &world->scratch.rods.rods[place.rod];
    if (!take_nodes(world, r)) return false;
    const belay_vec3* points = world->scratch.local.points + place.segment;
    const belay_vec3* travel = world->scratch.local.travel + place.segment;
    belay_vec3 way = v3_add_scaled(travel[0], place.at, v3_sub(travel[1], travel[0]));
    m->position = v3_add_scaled(points[0], place.at, v3_sub(points[1], points[0]));
    m->velocity = v3_scale(1.0 / world->def.step_seconds, way);
    m->angular = r->ops->angular_velocity(&r->rod, place.segment, r->v);
    belay_quat back = q_exp(v3_scale(-from_mid(world), m->angular));
    m->frame = q_mul(back, r->ops->frame(&r->rod, place.segment));
    return true;
}

// ---------------------------------------------------------------------------------------------------------------------
// Where a tool touches them
// ---------------------------------------------------------------------------------------------------------------------

static bool may_touch(const belay_world* world, uint32_t rod, uint32_t collider)
{
    const bl_collider* c = &bl_colliders(world)[collider];
    return !(c->flags & BL_COLLIDER_SENSOR) && bl_filters_meet(&bl_rods(world)[rod].filter, &c->filter);
}

// The box of a segment on its way, against the collider's, which is wider by its own travel and the margin.
static bool is_near(const bl_rod_chain* chain, uint32_t segment, const bl_proxy* proxy)
{
    const belay_vec3 *p = chain->nodes + segment, *t = chain->travel + segment;
    belay_vec3 lower = p[0], upper = p[0];
    for (int k = 0; k < 4; k++) {
        belay_vec3 x = k < 2 ? p[k] : v3_add(p[k - 2], t[k - 2]);
        lower = v3(fmin(lower.x, x.x), fmin(lower.y, x.y), fmin(lower.z, x.z));
        upper = v3(fmax(upper.x, x.x), fmax(upper.y, x.y), fmax(upper.z, x.z));
    }
    double r = chain->radius;
    return lower.x - r <= proxy->upper.x && proxy->lower.x <= upper.x + r && lower.y - r <= proxy->upper.y &&
           proxy->lower.y <= upper.y + r && lower.z - r <= proxy->upper.z && proxy->lower.z <= upper.z + r;
}

bool bl_local_rod_detect(belay_world* world, uint32_t rod, uint32_t collider)
{
    bl_step_rods* s = &world->scratch.rods;
    const bl_step_rod* r = &s->rods[rod];
    const bl_proxy* proxy = &world->scratch.proxies[collider];
    bl_rod_solid_begin(&s->solids);
    if (!may_touch(world, rod, collider)) return true;
    if (!take_nodes(world, r)) return false;
    const bl_rod_body* body = r->rod.body;
    bl_rod_chain chain = {world->scratch.local.points, world->scratch.local.travel, body->segment_count,
                          body->section.radius, body->length / body->segment_count};
    bool is_plane = bl_colliders(world)[collider].type == BELAY_SHAPE_PLANE;
    bl_manifold manifolds[BL_MESH_MAX_MANIFOLDS];
    for (uint32_t i = 0; i < chain.segment_count; i++) {
        if (!is_plane && !is_near(&chain, i, proxy)) continue;
        double way = fmax(v3_length(chain.travel[i]), v3_length(chain.travel[i + 1]));
        double cutoff = world->def.contact_margin + proxy->travel + way;
        int count = bl_step_rod_collide_segment(world, &chain, i, collider, world->scratch.bodies[proxy->body].mid,
                                                cutoff, manifolds);
        for (int m = 0; m < count; m++)
            if (!bl_rod_solid_add(&s->solids, i, chain.nodes[i], chain.nodes[i + 1], &manifolds[m])) return false;
    }
    bl_rod_solid_finish(&s->solids);
    return true;
}

// ---------------------------------------------------------------------------------------------------------------------
// What impulses do to them
// ---------------------------------------------------------------------------------------------------------------------

#define STRIDE 4 // columns are solved for by fours

// Part of a row of H: values[at ...] over [first, first + count).
typedef struct part {
    int row;
    uint32_t first, count;
    size_t at;
} part;

// The rows of H on one rod; x = H^T, then Mhat^-1 H^T; w.
typedef struct rod_rows {
    const bl_step_rod* r;
    int count, part_count;
    size_t stride, used;
    double *values, *x, *w;
    part parts[2 * BL_LOCAL_ROD_ROWS]; // a row of a contact of a rod with itself has two
} rod_rows;

static void add_part(rod_rows* h, int row, uint32_t first, uint32_t count, const double* values)
{
    memcpy(h->values + h->used, values, count * sizeof(double));
    for (uint32_t k = 0; k < count; k++)
        h->x[(first + k) * h->stride + (size_t)row] += values[k];
    h->parts[h->part_count++] = (part){row, first, count, h->used};
    h->used += count;
}

static size_t count_values(const bl_step_rods* s, const bl_step_rod* r, const bl_rod_row* row)
{
    if (row->row == BL_NO_INDEX) return r->dof_count;
    size_t sum = 0;
    for (uint32_t k = 0; k < r->span_count; k++)
        if (s->spans[r->first_span + k].row == row->row) sum += s->spans[r->first_span + k].count;
    return sum;
}

static bool lay_out(belay_world* world, const bl_rod_row* rows, rod_rows* h)
{
    bl_local_room* room = &world->scratch.local;
    size_t values = 0, dofs = h->r->dof_count, count = (size_t)h->count;
    h->stride = (count + STRIDE - 1) / STRIDE * STRIDE;
    for (int i = 0; i < h->count; i++)
        values += count_values(&world->scratch.rods, h->r, &rows[i]);
    bool ok = true;
    BL_ARRAY_RESERVE(room->row, dofs, &world->def.allocator, &ok);
    BL_ARRAY_RESERVE(room->numbers, (dofs + count) * h->stride + values, &world->def.allocator, &ok);
    if (!ok) return false;
    h->x = room->numbers;
    h->w = h->x + dofs * h->stride;
    h->values = h->w + count * h->stride;
    memset(h->x, 0, (dofs + count) * h->stride * sizeof(double));
    return true;
}

static void add_row(const belay_world* world, rod_rows* h, int i, const bl_rod_row* row)
{
    const bl_step_rods* s = &world->scratch.rods;
    if (h->r->dof_count == 0) return; // it sleeps
    for (uint32_t k = 0; row->row != BL_NO_INDEX && k < h->r->span_count; k++) {
        const bl_rod_span* span = &s->spans[h->r->first_span + k];
        if (span->row == row->row) add_part(h, i, span->first, span->count, s->values + span->at);
    }
    if (row->row != BL_NO_INDEX) return;
    double* zeros = world->scratch.local.row;
    uint32_t first, count;
    h->r->ops->row(&h->r->rod, row->place.segment, row->place.at, row->linear, row->angular, 1.0, zeros, &first,
                   &count);
    add_part(h, i, first, count, zeros + first);
    memset(zeros + first, 0, count * sizeof(double)); // as they were
}

const double* bl_local_rod_response(belay_world* world, uint32_t rod, const bl_rod_row* rows, int count, size_t* stride)
{
    rod_rows h = {.r = &world->scratch.rods.rods[rod], .count = count};
    if (!lay_out(world, rows, &h)) return NULL;
    for (int i = 0; i < count; i++)
        add_row(world, &h, i, &rows[i]);
    h.r->ops->solve(&h.r->rod, h.x, (uint32_t)h.stride, 0);
    for (int k = 0; k < h.part_count; k++) {
        const part* p = &h.parts[k];
        double* restrict w = h.w + (size_t)p->row * h.stride;
        for (uint32_t i = 0; i < p->count; i++) {
            const double* restrict x = h.x + (p->first + i) * h.stride;
            for (size_t j = 0; j < h.stride; j++)
                w[j] += h.values[p->at + i] * x[j];
        }
    }
    *stride = h.stride;
    return h.w;
}
