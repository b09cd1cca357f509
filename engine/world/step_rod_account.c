// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What rods do to the energy of a step. The model of a rod knows what its velocities would add to its energy beyond the
// work of all that acts on it from outside (`gain` in dynamics/rod.h). Most steps have less than nothing of it, as
// theta and damping take. Where bending turns with the rod, a step may have some and the next one lose it again, as in
// every scheme that keeps momentum: so what counts is the debt, the gains that no loss has made good since. Beyond a
// share of the energy that the rod had before the step and was given in it, the rod is energy-increasing.

#include "world/step_rods.h"

#define MOST_DEBT 5e-3
#define MOST_TOLD 1e60 // J

// Nodes that move by less than this part of the rod's length in a step are at rest for all purposes.
#define NO_WAY 1e-9

static double negligible(const belay_world* world, const bl_rod_body* body)
{
    double speed = NO_WAY * body->length / world->def.step_seconds;
    return 0.5 * body->section.line_mass * body->length * speed * speed;
}

bool bl_step_rod_is_finite(const bl_step_rod* r)
{
    double sum = 0.0;
    for (uint32_t k = 0; k < r->dof_count; k++)
        sum += 0.0 * r->v[k]; // not a number where one is not finite
    return sum == 0.0;
}

static bool gains(const belay_world* world, uint32_t rod, bl_rod_reading reading)
{
    bl_step_rod* r = &world->scratch.rods.rods[rod];
    bl_rod_account account = r->ops->account(&r->rod, r->v, world->def.step_seconds, reading);
    // A rod that goes less far than its velocities said has no equations: its energy is held against what it may have.
    r->gain[reading] = r->is_held_back ? account.after - r->bound[reading] : account.gain;
    if (!r->is_held_back) r->bound[reading] = account.after - account.gain;
    double debt = bl_rods(world)[rod].debt[reading] + r->gain[reading];
    return !(debt <= MOST_DEBT * r->bound[reading] + negligible(world, r->rod.body));
}

// The second reading is looked at where the first gains too much, and its debt begins there.
bool bl_step_rod_is_astray(belay_world* world, uint32_t rod)
{
    bl_step_rod* r = &world->scratch.rods.rods[rod];
    if (!bl_step_rod_is_finite(r)) return true;
    if (r->ops->account == NULL) return false;
    r->gain[BL_ROD_HALFWAY] = -HUGE_VAL;
    return gains(world, rod, BL_ROD_AT_INSTANTS) && gains(world, rod, BL_ROD_HALFWAY);
}

void bl_step_rod_keep_debt(bl_rod_record* record, const bl_step_rod* rod)
{
    for (int reading = 0; reading < BL_ROD_READINGS; reading++)
        record->debt[reading] = fmax(0.0, record->debt[reading] + rod->gain[reading]);
}

bool bl_step_rods_are_astray(belay_world* world)
{
    bool any = false;
    for (uint32_t i = 0; i < bl_rod_count(world); i++)
        if (bl_rod_is_awake(world, i) && bl_step_rod_is_astray(world, i)) any = true;
    return any;
}

// ---------------------------------------------------------------------------------------------------------------------
// For the account of the whole step
// ---------------------------------------------------------------------------------------------------------------------

double bl_step_rods_energy(const belay_world* world)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < bl_rod_count(world); i++) {
        bl_rod_record* record = &bl_rods(world)[i];
        if (!bl_rod_is_awake(world, i)) continue;
        bl_rod rod = {&record->body, bl_rod_state(world, record), world->scratch.rods.rods[i].rod.scratch, NULL};
        bl_rod_energy e = bl_rod_record_ops(record)->energy(&rod, v3_scale(record->gravity_scale, world->def.gravity));
        sum += e.kinetic + e.stretch + e.bend + e.twist + e.potential;
    }
    return sum;
}

// Forces on nodes, with the mean of their velocities before and after.
double bl_step_rod_applied_work(const belay_world* world, uint32_t rod)
{
    const bl_step_rod* r = &world->scratch.rods.rods[rod];
    const double* applied = bl_rod_applied(world, &bl_rods(world)[rod]);
    const belay_vec3 *before = world->scratch.rods.before + r->first_node,
                     *travel = world->scratch.rods.travel + r->first_node;
    double sum = 0.0, h = world->def.step_seconds;
    for (uint32_t k = 0; k < r->node_count; k++) {
        belay_vec3 way = v3_scale(0.5, v3_add_scaled(travel[k], h, before[k]));
        sum += v3_dot(v3(applied[3 * k], applied[3 * k + 1], applied[3 * k + 2]), way);
    }
    return sum;
}

// Velocities of the rows of an element by the motion of rods, before the step and after it, and their body's.
typedef struct row_motion {
    double before, after;
} row_motion;

static row_motion motion_of_row(const belay_world* world, const bl_rod_element* e, uint32_t row)
{
    const bl_step_rods* s = &world->scratch.rods;
    row_motion u = {0.0, 0.0};
    for (int k = 0; k < 2 && e->side[k].rod != BL_NO_ROD; k++) {
        const bl_step_rod* r = &s->rods[e->side[k].rod];
        const double* old = r->ops->velocity(&r->rod);
        // Its spans stand together; with two places on the rod there are two for each row.
        uint32_t first = r->first_span + e->side[k].span, end = r->first_span + r->span_count;
        for (uint32_t i = first; i < end && i < first + 2 * e->count; i++) {
            const bl_rod_row_span* span = &s->spans[i];
            if (span->row != e->side[k].at + row) continue;
            for (uint32_t j = 0; j < span->count; j++) {
                u.before += s->values[span->at + j] * old[span->first + j];
                u.after += s->values[span->at + j] * r->v[span->first + j];
            }
        }
    }
    return u;
}

static double body_row(const bl_rod_element* e, uint32_t row, belay_vec3 linear, belay_vec3 angular)
{
    return v3_dot(e->linear[row], linear) + v3_dot(e->angular[row], angular);
}

static void add_row(const belay_world* world, const bl_rod_element* e, uint32_t row, bool is_hold, bl_rod_works* works)
{
    const bl_step_body* none = NULL;
    const bl_step_body* b = e->body < bl_body_count(world) ? &world->scratch.bodies[e->body] : none;
    row_motion u = motion_of_row(world, e, row);
    double of_rods = 0.5 * e->r[row] * (u.before + u.after), of_body = 0.0;
    if (b != NULL) {
        const bl_velocity* v = &world->scratch.velocities[e->body];
        of_body = -0.5 * e->r[row] *
                  (body_row(e, row, b->before.linear, b->before.angular) + body_row(e, row, v->linear, v->angular));
    }
    bool is_moved = b != NULL && e->inverse_mass > 0.0;
    double* drive = is_hold && b == NULL ? &works->hands : &works->movers;
    double own = of_rods + of_body;
    if (!is_moved && is_hold) { // the place that is led takes nothing
        *drive += of_rods;
        return;
    }
    if (!is_moved) works->movers -= of_body;
    if (is_hold)
        works->holds += own;
    else if (row == 0)
        works->normal += own;
    else
        works->friction += own;
}

double bl_step_rod_element_drive(const belay_world* world, uint32_t element)
{
    const bl_step_rods* s = &world->scratch.rods;
    bl_rod_works works = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    for (uint32_t k = 0; k < s->set.elements[element].count; k++)
        add_row(world, &s->set.elements[element], k, element < s->attachment_elements, &works);
    return works.hands + works.movers;
}

bl_rod_works bl_step_rods_works(belay_world* world)
{
    bl_step_rods* s = &world->scratch.rods;
    bl_rod_works works = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    for (uint32_t i = 0; i < bl_rod_count(world); i++) {
        if (!bl_rod_is_awake(world, i) || s->rods[i].is_kept_still) continue;
        works.applied += bl_step_rod_applied_work(world, i);
        // Of equations that went out of bounds, and whose step was not made as they say, nothing can be told.
        double gain = s->rods[i].gain[BL_ROD_AT_INSTANTS];
        if (fabs(gain) < MOST_TOLD) works.inside += gain;
    }
    for (uint32_t i = 0; i < s->set.count; i++)
        for (uint32_t k = 0; k < s->set.elements[i].count && !s->rods[s->set.elements[i].side[0].rod].is_kept_still;
             k++)
            add_row(world, &s->set.elements[i], k, i < s->attachment_elements, &works);
    return works;
}

// The force at an end that is held is known once the rod has moved.
double bl_step_rod_end_work(const belay_world* world, uint32_t rod)
{
    const bl_step_rods* s = &world->scratch.rods;
    const bl_step_rod* r = &s->rods[rod];
    double sum = 0.0, h = world->def.step_seconds;
    for (int k = 0; k < BELAY_ROD_MAX_ATTACHMENTS; k++) {
        const bl_rod_attachment* a = &bl_rods(world)[rod].attachments[k];
        if (a->type == BL_ATTACHMENT_NONE || a->end >= 2) continue;
        uint32_t node = r->first_node + (a->end == 0 ? 0 : r->node_count - 1);
        belay_vec3 twice = v3_add_scaled(s->before[node], 1.0 / h, s->travel[node]);
        sum -= 0.5 * h * v3_dot(r->ops->end_force(&r->rod, (int)a->end), twice);
    }
    return sum;
}

double bl_step_rods_end_work(const belay_world* world)
{
    const bl_step_rods* s = &world->scratch.rods;
    double sum = 0.0, h = world->def.step_seconds;
    for (uint32_t i = 0; i < bl_rod_count(world); i++) {
        if (!bl_rod_is_awake(world, i)) continue;
        for (int k = 0; k < BELAY_ROD_MAX_ATTACHMENTS; k++) {
            const bl_rod_attachment* a = &bl_rods(world)[i].attachments[k];
            if (a->type == BL_ATTACHMENT_NONE || a->end >= 2) continue;
            uint32_t node = s->rods[i].first_node + (a->end == 0 ? 0 : s->rods[i].node_count - 1);
            belay_vec3 twice = v3_add_scaled(s->before[node], 1.0 / h, s->travel[node]);
            sum += 0.5 * h * v3_dot(a->force, twice);
        }
    }
    return sum;
}
