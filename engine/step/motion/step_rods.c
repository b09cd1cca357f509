// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The motion of rods in a step. As rigid bodies they go to the contact instant with the old velocity and on from it
// with the new one; there each is linearised, so that impulses act on it through Mhat^-1. What is done before the end
// of the step is done to copies of their states.

#include "step/motion/step_rods.h"

#include "belay/quat.h"
#include "core/alloc.h"
#include "objects/rod_parts.h"
#include "step/motion/motion_tolerances.h"

#include <string.h>

// ---------------------------------------------------------------------------------------------------------------------
// To the contact instant
// ---------------------------------------------------------------------------------------------------------------------

// The views of all rods, with copies of their states.
static void lay_out(const bl_motion_parts* p)
{
    bl_step_rods* s = &p->s->rods;
    s->solves = 0;
    size_t scratch = 0, state = 0, dof = 0;
    uint32_t node = 0;
    for (uint32_t i = 0; i < bl_rod_count_of(p->entities); i++) {
        bl_rod_record* record = &bl_rods_of(p->entities)[i];
        bl_step_rod* r = &s->rods[i];
        memset(r, 0, sizeof *r);
        r->id = record->id;
        const bl_rod_ops* model = bl_rod_record_ops(record);
        bool is_awake = bl_rod_is_awake(record);
        r->ops = is_awake ? model : &bl_rod_asleep;
        double* kept = bl_rod_state_of(p->rods, record); // a sleeper's is only read
        r->rod = (bl_rod){&record->body, is_awake ? s->state + state : kept, s->scratch + scratch, NULL};
        r->dof_count = bl_rod_dof_count(r->ops, record->body.element_count);
        r->about = s->about + dof;
        r->share = 1.0;
        r->missed = HUGE_VAL;
        r->first_node = node;
        r->node_count = bl_rod_node_count(record);
        size_t size = bl_rod_state_size(model, record->body.element_count);
        if (is_awake) memcpy(r->rod.state, kept, size * sizeof(double));
        state += size;
        scratch += bl_rod_scratch_size(model, record->body.element_count);
        dof += bl_rod_dof_count(model, record->body.element_count) + 1;
        node += r->node_count;
    }
}

static void cover(belay_vec3 point, double around, belay_vec3* lower, belay_vec3* upper)
{
    lower->x = fmin(lower->x, point.x - around);
    lower->y = fmin(lower->y, point.y - around);
    lower->z = fmin(lower->z, point.z - around);
    upper->x = fmax(upper->x, point.x + around);
    upper->y = fmax(upper->y, point.y + around);
    upper->z = fmax(upper->z, point.z + around);
}

// A sleeper goes nowhere.
static void stand(const bl_motion_parts* p, bl_step_rod* r)
{
    bl_step_rods* s = &p->s->rods;
    const bl_rod_record* record = &bl_rods_of(p->entities)[r - s->rods];
    double around = r->rod.body->section.radius + bl_rod_margin(p->def, record);
    r->ops->nodes(&r->rod, s->points + r->first_node);
    memset(s->before + r->first_node, 0, r->node_count * sizeof *s->before);
    memset(s->travel + r->first_node, 0, r->node_count * sizeof *s->travel);
    r->lower = v3(HUGE_VAL, HUGE_VAL, HUGE_VAL);
    r->upper = v3_neg(r->lower);
    for (uint32_t k = 0; k < r->node_count; k++)
        cover(s->points[r->first_node + k], around, &r->lower, &r->upper);
}

static void measure_nodes(const bl_motion_parts* p, bl_step_rod* r)
{
    bl_step_rods* s = &p->s->rods;
    belay_vec3 *points = s->points + r->first_node, *travel = s->travel + r->first_node;
    r->ops->nodes(&r->rod, points);
    r->ops->node_velocities(&r->rod, r->ops->velocity(&r->rod), s->before + r->first_node);
    r->ops->node_velocities(&r->rod, r->ops->free_velocity(&r->rod), travel);
    const bl_rod_record* record = &bl_rods_of(p->entities)[r - s->rods];
    double around = r->rod.body->section.radius + bl_rod_margin(p->def, record);
    r->lower = v3(HUGE_VAL, HUGE_VAL, HUGE_VAL);
    r->upper = v3_neg(r->lower);
    for (uint32_t k = 0; k < r->node_count; k++) {
        travel[k] = v3_scale(p->def->step_seconds, travel[k]);
        cover(points[k], around, &r->lower, &r->upper);
        cover(v3_add(points[k], travel[k]), around, &r->lower, &r->upper);
    }
}

void bl_step_rods_to_mid(belay_world* world)
{
    const bl_motion_parts parts = bl_motion_parts_of(world), *p = &parts;
    double to_mid = p->def->step_seconds * (1.0 - p->def->theta);
    lay_out(p);
    bl_step_rods_gather_geometric_stiffness(p, &world->memory);
    for (uint32_t i = 0; i < bl_rod_count_of(p->entities); i++) {
        bl_rod_record* record = &bl_rods_of(p->entities)[i];
        bl_step_rod* r = &p->s->rods.rods[i];
        if (bl_rod_is_awake(record)) {
            bl_rod_hold_ends(p->def, p->entities, record, to_mid);
            record->body.lead = to_mid;
            record->body.interval = p->def->step_seconds;
            r->ops->move(&r->rod, to_mid);
            r->ops->prepare(&r->rod, bl_rod_gravity(record, p->def), bl_rod_applied_of(p->rods, record),
                            p->def->step_seconds);
            if (!bl_step_rod_are_finite(r->rod.state, bl_step_rod_state_size(record)) ||
                !bl_step_rod_are_finite(r->ops->free_velocity(&r->rod), r->dof_count))
                bl_step_rod_keep_still(p, i);
            measure_nodes(p, r);
        } else {
            stand(p, r);
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// From it
// ---------------------------------------------------------------------------------------------------------------------

// v+ = v_free + Mhat^-1 H^T r
static void find_velocities(bl_step_rods* s, uint32_t index)
{
    bl_step_rod* r = &s->rods[index];
    const double* free = r->ops->free_velocity(&r->rod);
    memset(r->v, 0, (r->dof_count + 1) * sizeof(double)); // models may look at one more, a zero
    bool any = false;
    for (uint32_t k = 0; k < r->span_count; k++) {
        const bl_rod_row_span* span = &s->spans[r->first_span + k];
        double impulse = r->row_impulses[span->row];
        if (impulse == 0.0) continue;
        any = true;
        for (uint32_t i = 0; i < span->count; i++)
            r->v[span->first + i] += impulse * s->values[span->at + i];
    }
    if (any) r->ops->solve(&r->rod, r->v, 1, 0);
    for (uint32_t i = 0; i < r->dof_count; i++)
        r->v[i] += free[i];
}

static void gather_impulses(bl_step_rods* s)
{
    for (uint32_t i = 0; i < s->set.count; i++) {
        const bl_rod_element* e = &s->set.elements[i];
        for (int k = 0; k < 2 && e->side[k].rod != BL_NO_ROD; k++)
            memcpy(s->rods[e->side[k].rod].row_impulses + e->side[k].at, e->r, e->count * sizeof(double));
    }
}

// Its box is to cover that too.
void bl_step_rod_set_travel(const bl_motion_parts* p, bl_step_rod* r, const double* v)
{
    if (!bl_rod_is_awake(&bl_rods_of(p->entities)[r - p->s->rods.rods])) return;
    belay_vec3 *points = p->s->rods.points + r->first_node, *travel = p->s->rods.travel + r->first_node;
    double around = r->rod.body->section.radius;
    r->ops->node_velocities(&r->rod, v, travel);
    for (uint32_t k = 0; k < r->node_count; k++) {
        travel[k] = v3_scale(p->def->step_seconds, travel[k]);
        cover(v3_add(points[k], travel[k]), around, &r->lower, &r->upper);
    }
}

void bl_step_rods_travel(const bl_motion_parts* p)
{
    for (uint32_t i = 0; i < bl_rod_count_of(p->entities); i++)
        bl_step_rod_set_travel(p, &p->s->rods.rods[i], p->s->rods.rods[i].v);
}

void bl_step_rods_velocities(const bl_motion_parts* p)
{
    bl_step_rods* s = &p->s->rods;
    gather_impulses(s);
    for (uint32_t i = 0; i < bl_rod_count_of(p->entities); i++)
        find_velocities(s, i);
    bl_step_rods_travel(p);
}

void bl_step_rods_travel_freely(const bl_motion_parts* p)
{
    for (uint32_t i = 0; i < bl_rod_count_of(p->entities); i++) {
        bl_step_rod* r = &p->s->rods.rods[i];
        bl_step_rod_set_travel(p, r, r->ops->free_velocity(&r->rod));
    }
}

// Frames of the world have come to where they were to go.
static void arrive(bl_rod_record* record)
{
    for (int i = 0; i < BELAY_ROD_MAX_ATTACHMENTS; i++)
        record->attachments[i].frame = record->attachments[i].next;
}

// Within what a user may set.
static bool are_speeds(const bl_step_rod* r)
{
    for (uint32_t k = 0; k < r->dof_count; k++)
        if (!(fabs(r->v[k]) <= BELAY_MAX_SPEED)) return false;
    return true;
}

void bl_step_rods_move(belay_world* world)
{
    const bl_motion_parts parts = bl_motion_parts_of(world), *p = &parts;
    double h = p->def->step_seconds;
    for (uint32_t i = 0; i < bl_rod_count_of(p->entities); i++) {
        bl_rod_record* record = &bl_rods_of(p->entities)[i];
        bl_step_rod* r = &p->s->rods.rods[i];
        if (!bl_rod_is_awake(record) || r->is_kept_still) continue;
        memcpy(r->ops->velocity(&r->rod), r->v, r->dof_count * sizeof(double));
        bl_rod_hold_ends(p->def, p->entities, record, h);
        r->ops->move(&r->rod, h * p->def->theta);
        if (!bl_step_rod_are_finite(r->rod.state, bl_step_rod_state_size(record)) || !are_speeds(r))
            r->is_kept_still = true;
    }
}

// The rod's state <- the step's.
static void take_over(const bl_motion_parts* p, uint32_t index)
{
    bl_rod_record* record = &bl_rods_of(p->entities)[index];
    bl_step_rod* r = &p->s->rods.rods[index];
    memcpy(bl_rod_state_of(p->rods, record), r->rod.state, bl_step_rod_state_size(record) * sizeof(double));
}

void bl_step_rods_integrate(belay_world* world)
{
    const bl_motion_parts parts = bl_motion_parts_of(world), *p = &parts;
    for (uint32_t i = 0; i < bl_rod_count_of(p->entities); i++) {
        bl_rod_record* record = &bl_rods_of(p->entities)[i];
        if (!bl_rod_is_awake(record)) continue;
        bl_step_rod* r = &p->s->rods.rods[i];
        if (r->is_kept_still) {
            bl_step_rod_keep_still(p, i);
            p->stats->step_limited_rods += r->is_step_limited ? 0 : 1;
        } else if (r->stays) {
            bl_step_rod_let_stay(p, i);
        } else {
            take_over(p, i);
        }
        memset(bl_rod_applied_of(p->rods, record), 0, 3 * (size_t)r->node_count * sizeof(double));
        arrive(record);
    }
}
