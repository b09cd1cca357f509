// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// From the solver's elements to rows: those of H, over the dofs of each rod, and their velocities.

#include "step/assemble/step_rod_rows.h"
#include "core/alloc.h"
#include "solver/newton/rod_newton.h"
#include "solver/rows/rod_matrix_free.h"

#include <string.h>

// What a row acts on, on the side of a rod: a place that moves with its segment.
typedef struct rod_place {
    uint32_t rod, segment;
    double at;
    belay_vec3 arm; // from the axis
    double sign;
} rod_place;

// ---------------------------------------------------------------------------------------------------------------------
// Rows of H
// ---------------------------------------------------------------------------------------------------------------------

// The places on which the rows of an element act: one or two.
static int places_of(const bl_rod_record* records, const bl_step_rods* s, uint32_t element, rod_place places[2])
{
    if (element < s->attachment_elements) {
        uint32_t owner = s->owners[element], rod = owner / BELAY_ROD_MAX_ATTACHMENTS;
        const bl_rod_attachment* a = &records[rod].attachments[owner % BELAY_ROD_MAX_ATTACHMENTS];
        places[0] = (rod_place){rod, a->segment, a->at, v3_zero(), 1.0};
        return 1;
    }
    const bl_step_rod_contact* c = &s->contacts[element - s->attachment_elements];
    double radius = records[c->rod_a].body.section.radius;
    places[0] = (rod_place){c->rod_a, c->at.segment_a, c->at.s, v3_scale(-radius, c->at.normal), 1.0};
    if (c->rod_b == BL_NO_INDEX) return 1;
    radius = records[c->rod_b].body.section.radius;
    places[1] = (rod_place){c->rod_b, c->at.segment_b, c->at.t, v3_scale(radius, c->at.normal), -1.0};
    return 2;
}

// Along what row k acts at the place: a force and a moment.
static void row_direction(const bl_step_rods* s, uint32_t element, const bl_rod_element* e, uint32_t k,
                          const rod_place* p, belay_vec3* linear, belay_vec3* angular)
{
    if (element >= s->attachment_elements) {
        const bl_step_rod_contact* c = &s->contacts[element - s->attachment_elements];
        *linear = k == 0 ? c->at.normal : k == 1 ? c->tangent1 : c->tangent2;
        *angular = v3_cross(p->arm, *linear);
        return;
    }
    // An attachment's rows are those of its body, at the rod's axis.
    *linear = e->linear[k];
    *angular = v3_length_squared(e->linear[k]) > 0.0 ? v3_zero() : e->angular[k];
}

static bl_rod_side* side_of(bl_rod_element* e, uint32_t rod)
{
    return &e->side[e->side[0].rod == rod ? 0 : 1];
}

// Gives each element its rows in its rods' lists.
static void number_rows(bl_step_rods* s, uint32_t rods)
{
    for (uint32_t i = 0; i < rods; i++)
        s->set.couplings[i].count = s->rods[i].rows_on_itself = 0;
    for (uint32_t i = 0; i < s->set.count; i++) {
        bl_rod_element* e = &s->set.elements[i];
        if (i >= s->attachment_elements) {
            const bl_step_rod_contact* c = &s->contacts[i - s->attachment_elements];
            if (c->rod_b == c->rod_a) s->rods[c->rod_a].rows_on_itself += e->count;
        }
        for (int k = 0; k < 2 && e->side[k].rod != BL_NO_ROD; k++) {
            bl_rod_coupling* c = &s->set.couplings[e->side[k].rod];
            e->side[k].at = c->count;
            c->count += e->count;
        }
    }
}

// Writes the row of one place behind the others.
static bool add_span(const belay_allocator* allocator, bl_step_rods* s, uint32_t element, uint32_t k,
                     const rod_place* p)
{
    bl_rod_element* e = &s->set.elements[element];
    const bl_step_rod* r = &s->rods[p->rod];
    uint32_t at = side_of(e, p->rod)->at, first, count;
    belay_vec3 linear, angular;
    row_direction(s, element, e, k, p, &linear, &angular);
    r->ops->row(&r->rod, p->segment, p->at, linear, angular, p->sign, s->row, &first, &count);
    bool ok = true;
    size_t used = (size_t)arrlen(s->values);
    BL_ARRAY_RESERVE(s->values, used + count, allocator, &ok);
    BL_ARRAY_RESERVE(s->spans, arrlen(s->spans) + 1, allocator, &ok);
    if (ok) {
        arrsetlen(s->values, used + count);
        memcpy(s->values + used, s->row + first, count * sizeof(double));
    }
    memset(s->row + first, 0, count * sizeof(double)); // as it was
    if (!ok) return false;
    arrput(s->spans, ((bl_rod_row_span){at + k, first, count, (uint32_t)used}));
    return true;
}

// The spans of a rod stand together: rod by rod.
static bool write_rows(const belay_allocator* allocator, const bl_rod_record* records, bl_step_rods* s)
{
    if (s->spans != NULL) arrsetlen(s->spans, 0);
    if (s->values != NULL) arrsetlen(s->values, 0);
    for (uint32_t rod = 0; rod < s->set.coupling_count; rod++) {
        bl_step_rod* r = &s->rods[rod];
        r->first_span = (uint32_t)arrlen(s->spans);
        for (uint32_t i = 0; i < s->set.count; i++) {
            const bl_rod_element* e = &s->set.elements[i];
            if (e->side[0].rod != rod && e->side[1].rod != rod) continue;
            rod_place places[2];
            int count = places_of(records, s, i, places);
            side_of(&s->set.elements[i], rod)->span = (uint32_t)arrlen(s->spans) - r->first_span;
            for (int p = 0; p < count; p++)
                for (uint32_t k = 0; places[p].rod == rod && k < e->count; k++)
                    if (!add_span(allocator, s, i, k, &places[p])) return false;
        }
        r->span_count = (uint32_t)arrlen(s->spans) - r->first_span;
    }
    return true;
}

// The part of u_free that row k of an element has by one place.
static double free_part(const bl_step_rods* s, double h, uint32_t element, uint32_t k, const rod_place* p)
{
    const bl_step_rod* r = &s->rods[p->rod];
    belay_vec3 linear, angular;
    row_direction(s, element, &s->set.elements[element], k, p, &linear, &angular);
    const belay_vec3* travel = s->travel + r->first_node + p->segment;
    belay_vec3 displacement = v3_add_scaled(travel[0], p->at, v3_sub(travel[1], travel[0]));
    belay_vec3 spin = r->ops->angular_velocity(&r->rod, p->segment, r->ops->free_velocity(&r->rod));
    return p->sign * (v3_dot(linear, displacement) / h + v3_dot(angular, spin));
}

// u <- u_free, of all rods.
static void set_free_velocities(const bl_rod_record* records, bl_step_rods* s, double h)
{
    for (uint32_t rod = 0; rod < s->set.coupling_count; rod++)
        memset(s->set.couplings[rod].u, 0, s->set.couplings[rod].stride * sizeof(double));
    for (uint32_t i = 0; i < s->set.count; i++) {
        bl_rod_element* e = &s->set.elements[i];
        rod_place places[2];
        int count = places_of(records, s, i, places);
        for (int p = 0; p < count; p++) {
            double* u = s->set.couplings[places[p].rod].u + side_of(e, places[p].rod)->at;
            for (uint32_t k = 0; k < e->count; k++)
                u[k] += free_part(s, h, i, k, &places[p]);
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// The rows of a step
// ---------------------------------------------------------------------------------------------------------------------

// Elements of which nothing comes (a hold of what is held) are left out, by an impulse of zero and no rows.
static void init_elements(bl_step_rods* s)
{
    for (uint32_t i = 0; i < s->set.count; i++) {
        bl_rod_element* e = &s->set.elements[i];
        if (bl_rod_element_init(&s->set, e)) continue;
        for (int k = 0; k < 2 && e->side[k].rod != BL_NO_ROD; k++)
            memset(s->rods[e->side[k].rod].row_impulses + e->side[k].at, 0, e->count * sizeof(double));
        e->count = 0;
    }
}

// q, and then u and the bodies' velocities with the impulses that there are.
static void begin_with_impulses(bl_step_scratch* scratch)
{
    bl_step_rods* s = &scratch->rods;
    for (uint32_t i = 0; i < s->set.coupling_count; i++)
        if (bl_rod_is_matrix_free(&s->set.couplings[i]))
            memset(s->set.couplings[i].v, 0, s->set.couplings[i].dof_count * sizeof(double));
    for (uint32_t i = 0; i < s->set.count; i++) {
        bl_rod_element* e = &s->set.elements[i];
        bl_rod_element_velocity(&s->set, e, scratch->motion.velocities, e->q);
        for (uint32_t k = 0; k < e->count; k++)
            e->q[k] -= e->target[k];
    }
    for (uint32_t i = 0; i < s->set.count; i++)
        bl_rod_element_apply_some(&s->set, &s->set.elements[i], s->set.elements[i].r, scratch->motion.velocities);
    bl_rod_matrix_free_refresh(&s->set);
}

void bl_step_rods_push_bodies(bl_step_scratch* scratch)
{
    bl_step_rods* s = &scratch->rods;
    for (uint32_t i = 0; i < s->set.count; i++) {
        const bl_rod_element* e = &s->set.elements[i];
        bl_rod_element_push_body(e, e->r, scratch->motion.velocities);
    }
}

belay_result bl_step_rods_rows(belay_world* world)
{
    bl_step_rods* s = &world->scratch.rods;
    const belay_allocator* allocator = &world->def.allocator;
    s->forming_work = 0;
    s->set.count = s->attachment_elements = 0;
    s->set.coupling_count = bl_rod_count(world);
    if (bl_rod_count(world) == 0) return BELAY_OK;
    bool ok = bl_step_rod_elements(world);
    if (ok) {
        number_rows(s, bl_rod_count(world));
        ok = bl_step_rod_lay_out(allocator, s) && write_rows(allocator, bl_rods(world), s);
    }
    if (!ok)
        return bl_fail(world, BELAY_ERROR_MEMORY, "belay_world_step: no memory for %td contacts of rods",
                       arrlen(s->contacts));
    s->forming_work = bl_step_rod_couple(s);
    world->stats.work += s->forming_work;
    set_free_velocities(bl_rods(world), s, world->def.step_seconds);
    init_elements(s);
    begin_with_impulses(&world->scratch);
    bl_rod_newton_forget(&s->newton);
    return BELAY_OK;
}

void bl_step_rods_set_free(const bl_entity_store* entities, bl_step_scratch* s, double step_seconds)
{
    if (bl_rod_count_of(entities) == 0) return;
    set_free_velocities(bl_rods_of(entities), &s->rods, step_seconds);
    begin_with_impulses(s);
}
