// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "proxy/local_rods.h"

#include "belay/quat.h"
#include "core/alloc.h"
#include "solver/rows/rod_matrix_free.h"
#include "step/detect/step_rod_chain.h"
#include "step/motion/step_rods.h"

#include <string.h>

// ---------------------------------------------------------------------------------------------------------------------
// Whether the step's rods are still there
// ---------------------------------------------------------------------------------------------------------------------

static uint32_t body_place(const belay_world* world, const bl_rod_attachment* a)
{
    if (a->body == 0) return bl_body_count(world);
    return bl_table_find(&world->entities.tables[BL_TABLE_BODY], bl_slot_of(a->body));
}

// Elements stand in the order of rods and attachments; an oriented grip has two, and rods that slept have none. (One
// that was kept still stands as a sleeper by now, and has them.)
static bool are_attachments_current(const belay_world* world)
{
    const bl_step_rods* s = &world->scratch.rods;
    uint32_t at = 0;
    for (uint32_t i = 0; i < bl_rod_count(world); i++)
        for (uint32_t k = 0; k < BELAY_ROD_MAX_ATTACHMENTS; k++) {
            const bl_rod_attachment* a = &bl_rods(world)[i].attachments[k];
            if (a->type == BL_ATTACHMENT_NONE || a->end < 2) continue;
            if (s->rods[i].ops == &bl_rod_asleep && !s->rods[i].is_kept_still) continue;
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
    bl_local_workspace* workspace = &world->scratch.local;
    bool ok = true;
    BL_ARRAY_RESERVE(workspace->points, r->node_count, &world->def.allocator, &ok);
    BL_ARRAY_RESERVE(workspace->travel, r->node_count, &world->def.allocator, &ok);
    if (!ok) return false;
    r->ops->nodes(&r->rod, workspace->points);
    r->ops->node_velocities(&r->rod, r->v, workspace->travel);
    for (uint32_t k = 0; k < r->node_count; k++) {
        workspace->points[k] = v3_add_scaled(workspace->points[k], -from_mid(world), workspace->travel[k]);
        workspace->travel[k] = v3_scale(world->def.step_seconds, workspace->travel[k]);
    }
    return true;
}

bool bl_local_rod_motion(belay_world* world, bl_local_rod_point at, bl_rod_motion* m)
{
    const bl_step_rod* r = &world->scratch.rods.rods[at.rod];
    if (!take_nodes(world, r)) return false;
    const belay_vec3* points = world->scratch.local.points + at.segment;
    const belay_vec3* travel = world->scratch.local.travel + at.segment;
    belay_vec3 displacement = v3_add_scaled(travel[0], at.at, v3_sub(travel[1], travel[0]));
    m->position = v3_add_scaled(points[0], at.at, v3_sub(points[1], points[0]));
    m->velocity = v3_scale(1.0 / world->def.step_seconds, displacement);
    m->angular = r->ops->angular_velocity(&r->rod, at.segment, r->v);
    belay_quat back = q_exp(v3_scale(-from_mid(world), m->angular));
    m->frame = q_mul(back, r->ops->frame(&r->rod, at.segment));
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

// Whether the way of two nodes along an axis, and r about it, meets [lower, upper].
static bool is_near_along(double p0, double t0, double p1, double t1, double r, double lower, double upper)
{
    double q0 = p0 + t0, q1 = p1 + t1;
    bool is_below = p0 + r < lower && p1 + r < lower && q0 + r < lower && q1 + r < lower;
    bool is_above = p0 - r > upper && p1 - r > upper && q0 - r > upper && q1 - r > upper;
    return !is_below && !is_above;
}

// The box of a segment on its way, against the collider's, which is wider by its own travel and the margin.
static bool is_near(const bl_rod_chain* chain, uint32_t segment, const bl_proxy* proxy)
{
    const belay_vec3 *p = chain->nodes + segment, *t = chain->travel + segment;
    double r = chain->radius;
    return is_near_along(p[0].x, t[0].x, p[1].x, t[1].x, r, proxy->lower.x, proxy->upper.x) &&
           is_near_along(p[0].y, t[0].y, p[1].y, t[1].y, r, proxy->lower.y, proxy->upper.y) &&
           is_near_along(p[0].z, t[0].z, p[1].z, t[1].z, r, proxy->lower.z, proxy->upper.z);
}

bool bl_local_rod_detect(belay_world* world, uint32_t rod, uint32_t collider)
{
    bl_step_rods* s = &world->scratch.rods;
    const bl_step_rod* r = &s->rods[rod];
    const bl_proxy* proxy = &world->scratch.detect.proxies[collider];
    bl_rod_solid_begin(&s->solids);
    if (!may_touch(world, rod, collider)) return true;
    if (!take_nodes(world, r)) return false;
    bl_detect_parts d = bl_detect_parts_of(world);
    const bl_rod_body* body = r->rod.body;
    bl_rod_chain chain = {world->scratch.local.points, world->scratch.local.travel, body->segment_count,
                          body->section.radius, body->length / body->segment_count};
    bool is_plane = bl_collider_family(&bl_colliders(world)[collider]) == BL_FAMILY_PLANE;
    bl_rod_excluded_ranges excluded = bl_step_rod_excluded_ranges(&d, rod, proxy->body, &chain);
    bl_manifold manifolds[BL_MESH_MAX_MANIFOLDS];
    for (uint32_t i = 0; i < chain.segment_count; i++) {
        if (bl_rod_is_excluded(&excluded, i)) continue;
        if (!is_plane && !is_near(&chain, i, proxy)) continue;
        double path = fmax(v3_length(chain.travel[i]), v3_length(chain.travel[i + 1]));
        double cutoff = world->def.contact_margin + proxy->travel + path;
        int count = bl_step_rod_collide_segment(&d, &chain, i, collider, world->scratch.motion.bodies[proxy->body].mid,
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

// The rows of H on one rod. The step has W between its own rows, so only rows at places are columns of x = H^T, then
// Mhat^-1 H^T.
typedef struct rod_rows {
    const bl_step_rod* r;
    int count, part_count, column_count;
    int column[BL_LOCAL_ROD_ROWS];     // -1: none
    size_t stride, used;               // of x
    double *values, *x, *w;            // w: count x count
    part parts[2 * BL_LOCAL_ROD_ROWS]; // a row of a contact of a rod with itself has two
} rod_rows;

static void add_part(rod_rows* h, int row, uint32_t first, uint32_t count, const double* values)
{
    memcpy(h->values + h->used, values, count * sizeof(double));
    for (uint32_t k = 0; k < count && h->column[row] >= 0; k++)
        h->x[(first + k) * h->stride + (size_t)h->column[row]] += values[k];
    h->parts[h->part_count++] = (part){row, first, count, h->used};
    h->used += count;
}

// Spans stand element by element, so their rows grow but for those of one element, at most BL_ROD_MAX_ROWS apart. The
// range of spans in which those of a row are.
static void find_spans(const bl_step_rods* s, const bl_step_rod* r, uint32_t row, uint32_t* begin, uint32_t* end)
{
    uint32_t low = r->first_span, high = r->first_span + r->span_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (s->spans[middle].row + BL_ROD_MAX_ROWS <= row)
            low = middle + 1;
        else
            high = middle;
    }
    *begin = *end = low;
    while (*end < r->first_span + r->span_count && s->spans[*end].row < row + BL_ROD_MAX_ROWS)
        ++*end;
}

static size_t count_values(const bl_step_rods* s, const bl_step_rod* r, const bl_rod_row* row)
{
    if (row->row == BL_NO_INDEX) return r->dof_count;
    uint32_t begin, end;
    size_t sum = 0;
    find_spans(s, r, row->row, &begin, &end);
    for (uint32_t k = begin; k < end; k++)
        if (s->spans[k].row == row->row) sum += s->spans[k].count;
    return sum;
}

// Rows of the step have their products in W, if there is one.
static bool lay_out(belay_world* world, const bl_rod_row* rows, bool has_w, rod_rows* h)
{
    bl_local_workspace* workspace = &world->scratch.local;
    size_t values = 0, dofs = h->r->dof_count, count = (size_t)h->count;
    for (int i = 0; i < h->count; i++) {
        h->column[i] = rows[i].row == BL_NO_INDEX || !has_w ? h->column_count++ : -1;
        values += count_values(&world->scratch.rods, h->r, &rows[i]);
    }
    h->stride = ((size_t)h->column_count + STRIDE - 1) / STRIDE * STRIDE;
    bool ok = true;
    BL_ARRAY_RESERVE(workspace->row, dofs, &world->def.allocator, &ok);
    BL_ARRAY_RESERVE(workspace->numbers, dofs * h->stride + count * count + values, &world->def.allocator, &ok);
    if (!ok) return false;
    h->x = workspace->numbers;
    h->w = h->x + dofs * h->stride;
    h->values = h->w + count * count;
    memset(h->x, 0, (dofs * h->stride + count * count) * sizeof(double));
    return true;
}

static void add_row_of_step(const bl_step_rods* s, rod_rows* h, int i, uint32_t row)
{
    uint32_t begin, end;
    find_spans(s, h->r, row, &begin, &end);
    for (uint32_t k = begin; k < end; k++)
        if (s->spans[k].row == row) add_part(h, i, s->spans[k].first, s->spans[k].count, s->values + s->spans[k].at);
}

static void add_row_at_place(double* zeros, rod_rows* h, int i, const bl_rod_row* row)
{
    uint32_t first, count;
    h->r->ops->row(&h->r->rod, row->place.segment, row->place.at, row->linear, row->angular, 1.0, zeros, &first,
                   &count);
    add_part(h, i, first, count, zeros + first);
    memset(zeros + first, 0, count * sizeof(double)); // as they were
}

// No row acts on dofs before it, so that nothing is asked there either.
static uint32_t first_dof(const rod_rows* h)
{
    uint32_t first = h->r->dof_count;
    for (int k = 0; k < h->part_count; k++)
        if (h->parts[k].count > 0 && h->parts[k].first < first) first = h->parts[k].first;
    return first;
}

// The products of a part with the columns from `at` on, four at a time, as they stand side by side.
static void multiply_four(const rod_rows* h, const part* p, size_t at, double sum[STRIDE])
{
    double a = 0.0, b = 0.0, c = 0.0, d = 0.0;
    const double* x = h->x + p->first * h->stride + at;
    for (uint32_t n = 0; n < p->count; n++, x += h->stride) {
        double value = h->values[p->at + n];
        a += value * x[0];
        b += value * x[1];
        c += value * x[2];
        d += value * x[3];
    }
    sum[0] = a;
    sum[1] = b;
    sum[2] = c;
    sum[3] = d;
}

// Entries of the columns, and by symmetry their rows.
static void multiply(rod_rows* h)
{
    for (int k = 0; k < h->part_count; k++) {
        const part* p = &h->parts[k];
        double sums[STRIDE];
        for (int i = 0; i < h->count; i++) {
            int column = h->column[i];
            if (column < 0) continue;
            if (column % STRIDE == 0) multiply_four(h, p, (size_t)column, sums);
            h->w[p->row * h->count + i] += sums[column % STRIDE];
            if (h->column[p->row] < 0) h->w[i * h->count + p->row] += sums[column % STRIDE];
        }
    }
}

const double* bl_local_rod_response(belay_world* world, uint32_t rod, const bl_rod_row* rows, int count)
{
    const bl_step_rods* s = &world->scratch.rods;
    const bl_rod_coupling* c = &s->set.couplings[rod];
    rod_rows h = {.r = &s->rods[rod], .count = count};
    if (!lay_out(world, rows, !bl_rod_is_matrix_free(c), &h)) return NULL;
    for (int i = 0; i < count; i++) {
        if (rows[i].row != BL_NO_INDEX)
            add_row_of_step(s, &h, i, rows[i].row);
        else
            add_row_at_place(world->scratch.local.row, &h, i, &rows[i]);
    }
    if (h.column_count > 0) h.r->ops->solve(&h.r->rod, h.x, (uint32_t)h.stride, first_dof(&h));
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++)
            if (h.column[i] < 0 && h.column[j] < 0)
                h.w[i * count + j] = c->w[(size_t)rows[i].row * c->stride + rows[j].row];
    multiply(&h);
    return h.w;
}
