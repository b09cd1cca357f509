// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What rods do to the energy of a step. The model of a rod knows what its velocities would add to its energy beyond the
// work of all that acts on it from outside (`gain` in models/rod/rod_ops.h). Most steps have less than nothing of it,
// as theta and damping take. Beyond a share of the energy that the rod had before the step and was given in it, the
// linearisation of the step is not good enough, and the step is to be solved again; a smaller gain is taken back once
// it has been made (step_rod_limit.c).

#include "step/energy/step_rod_energy.h"
#include "step/assemble/step_rod_rows.h"
#include "step/energy/energy_tolerances.h"
#include "store/rods.h"
#include "store/state.h"

static double negligible(const belay_world_def* def, const bl_rod_body* body)
{
    double speed = BL_ROD_GAIN_NO_PATH * body->length / def->step_seconds;
    return 0.5 * body->section.line_mass * body->length * speed * speed;
}

bool bl_step_rod_is_finite(const bl_step_rod* r)
{
    double sum = 0.0;
    for (uint32_t k = 0; k < r->dof_count; k++)
        sum += 0.0 * r->v[k]; // not a number where one is not finite
    return sum == 0.0;
}

// Ends that are led are put where they are at the contact instant before the step begins; what that strains the rod by
// is their work.
static double work_of_placing(const bl_step_rod* r, const bl_rod_energy_report* energy_report)
{
    const bl_rod_end* ends = r->rod.body->ends;
    if (ends[0].hold == BL_ROD_FREE && ends[1].hold == BL_ROD_FREE) return 0.0;
    return energy_report->before - (r->energy.kinetic + r->energy.stretch + r->energy.bend + r->energy.twist);
}

bool bl_step_rod_gains_energy(const bl_motion_parts* p, uint32_t rod)
{
    bl_step_rod* r = &p->s->rods.rods[rod];
    if (!bl_step_rod_is_finite(r)) return true;
    if (r->ops->energy_report == NULL) return false;
    bl_rod_energy_report energy_report = r->ops->energy_report(&r->rod, r->v, p->def->step_seconds);
    // A rod that goes less far than its velocities said has no equations: its energy is held against what it may have.
    r->gain = r->is_step_limited ? energy_report.after - r->bound : energy_report.gain;
    r->ends = energy_report.clamps + work_of_placing(r, &energy_report);
    if (!r->is_step_limited) r->bound = energy_report.after - energy_report.gain;
    return !(r->gain <= BL_ROD_MOST_GAIN * r->bound + negligible(p->def, r->rod.body));
}

// ---------------------------------------------------------------------------------------------------------------------
// For the energy report of the whole step
// ---------------------------------------------------------------------------------------------------------------------

// As it is between steps.
static bl_rod_energy energy_of(const bl_motion_parts* p, uint32_t index)
{
    bl_rod_record* record = &bl_rods_of(p->entities)[index];
    bl_rod rod = {&record->body, bl_rod_state_of(p->rods, record), p->s->rods.rods[index].rod.scratch, NULL};
    return bl_rod_record_ops(record)->energy(&rod, bl_rod_gravity(record, p->def));
}

static double sum_of(const bl_rod_energy* e)
{
    return e->kinetic + e->stretch + e->bend + e->twist + e->potential;
}

double bl_step_rod_kinetic(const bl_motion_parts* p, uint32_t rod)
{
    return energy_of(p, rod).kinetic;
}

double bl_step_rods_energy(const bl_motion_parts* p)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < bl_rod_count_of(p->entities); i++) {
        if (!bl_rod_is_awake(&bl_rods_of(p->entities)[i])) continue;
        bl_rod_energy e = energy_of(p, i);
        sum += sum_of(&e);
    }
    return sum;
}

double bl_step_rods_energy_before(const bl_motion_parts* p)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < bl_rod_count_of(p->entities); i++) {
        if (!bl_rod_is_awake(&bl_rods_of(p->entities)[i])) continue;
        bl_rod_energy* e = &p->s->rods.rods[i].energy;
        *e = energy_of(p, i);
        sum += sum_of(e);
    }
    return sum;
}

// As for bodies (step_energy.c): -(theta - 1/2) h f . (v+ - v-) of each node's weight.
double bl_step_rod_scheme_work(const bl_motion_parts* p, uint32_t rod)
{
    const bl_step_rod* r = &p->s->rods.rods[rod];
    const belay_vec3 *before = p->s->rods.before + r->first_node, *travel = p->s->rods.travel + r->first_node;
    const double *arcs = bl_rod_arcs_of(p->rods, &bl_rods_of(p->entities)[rod]), h = p->def->step_seconds;
    belay_vec3 change = v3_zero();
    for (uint32_t k = 0; k < r->node_count; k++) {
        double cell = 0.5 * (arcs[k + 1 < r->node_count ? k + 1 : k] - arcs[k > 0 ? k - 1 : 0]);
        change = v3_add_scaled(change, cell, v3_sub(v3_scale(1.0 / h, travel[k]), before[k]));
    }
    belay_vec3 gravity = bl_rod_gravity(&bl_rods_of(p->entities)[rod], p->def);
    return -(p->def->theta - 0.5) * h * r->rod.body->section.line_mass * v3_dot(gravity, change);
}

// Forces on nodes, with the mean of their velocities before and after.
double bl_step_rod_applied_work(const bl_motion_parts* p, uint32_t rod)
{
    const bl_step_rod* r = &p->s->rods.rods[rod];
    const double* applied = bl_rod_applied_of(p->rods, &bl_rods_of(p->entities)[rod]);
    const belay_vec3 *before = p->s->rods.before + r->first_node, *travel = p->s->rods.travel + r->first_node;
    double sum = 0.0, h = p->def->step_seconds;
    for (uint32_t k = 0; k < r->node_count; k++) {
        belay_vec3 displacement = v3_scale(0.5, v3_add_scaled(travel[k], h, before[k]));
        sum += v3_dot(v3(applied[3 * k], applied[3 * k + 1], applied[3 * k + 2]), displacement);
    }
    return sum;
}

// Velocities of the rows of an element by the motion of rods, before the step and after it, and their body's.
typedef struct row_motion {
    double before, after;
} row_motion;

// The step's own state may have moved on by now.
static const double* velocity_before(const bl_motion_parts* p, uint32_t rod)
{
    bl_rod_record* record = &bl_rods_of(p->entities)[rod];
    bl_rod kept = {&record->body, bl_rod_state_of(p->rods, record), p->s->rods.rods[rod].rod.scratch, NULL};
    return bl_rod_record_ops(record)->velocity(&kept);
}

static row_motion motion_of_row(const bl_motion_parts* p, const bl_rod_element* e, uint32_t row)
{
    const bl_step_rods* s = &p->s->rods;
    row_motion u = {0.0, 0.0};
    for (int k = 0; k < 2 && e->side[k].rod != BL_NO_ROD; k++) {
        const bl_step_rod* r = &s->rods[e->side[k].rod];
        const double* old = velocity_before(p, e->side[k].rod);
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

// Of what the impulse r of a row does, that which taking overlap back, or taking a position error back, does: of a
// contact r times the mean of the speeds v of two intervals, of which the one before was faster by what of the overlap
// has gone since; of a hold, whose places move against each other for nothing else, all. *driven: of that what drives
// apart what is at rest, m v^2 / 2 for one row alone, some times that for one that lifts others with it. The rest works
// against what presses; the limit allows less of it, as what is jammed is pressed apart without bound.

// kg, what moves with a row, for which 1 / W may stand; but Mhat has the stiffness of the rod in it, and of a row that
// would stretch it 1 / W is far more than any mass.
static double mass_of_row(const bl_motion_parts* p, const bl_rod_element* e, uint32_t row)
{
    double mass = 1.0 / e->w[(e->count + 1) * row];
    for (int k = 0; k < 2 && e->side[k].rod != BL_NO_ROD; k++) {
        const bl_rod_body* rod = &bl_rods_of(p->entities)[e->side[k].rod].body;
        mass = fmin(mass, rod->section.line_mass * rod->length);
    }
    return e->inverse_mass > 0.0 ? fmin(mass, 1.0 / e->inverse_mass) : mass;
}

static double overlap_work(const bl_motion_parts* p, uint32_t element, uint32_t row, double work, double* driven)
{
    const bl_step_rods* s = &p->s->rods;
    const bl_rod_element* e = &s->set.elements[element];
    bool is_hold = element < s->attachment_elements;
    if (!(work > 0.0) || row > (is_hold ? 2 : 0)) return 0.0;
    double speed = e->bias[row], all = work;
    if (!is_hold) {
        speed = bl_step_rod_recovery(p->def, s->contacts[element - s->attachment_elements].at.gap);
        double left = fmax(1.0 - p->def->overlap_recovery, BL_ROD_LEAST_OVERLAP_LEFT);
        all = fmin(work, e->r[0] * 0.5 * speed * (1.0 + 1.0 / left));
    }
    *driven += fmin(all, BL_ROD_MOST_LIFTED * 0.5 * speed * speed * mass_of_row(p, e, row));
    return all;
}

static void add_row(const bl_motion_parts* p, uint32_t element, uint32_t row, bl_rod_works* works)
{
    const bl_rod_element* e = &p->s->rods.set.elements[element];
    bool is_hold = element < p->s->rods.attachment_elements;
    const bl_step_body* none = NULL;
    const bl_step_body* b = e->body < bl_body_count_of(p->entities) ? &p->s->motion.bodies[e->body] : none;
    row_motion u = motion_of_row(p, e, row);
    double of_rods = 0.5 * e->r[row] * (u.before + u.after), of_body = 0.0;
    if (b != NULL) {
        const bl_velocity* v = &p->s->motion.velocities[e->body];
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
    if (!is_hold && row > 0) { // what a belt does beyond its body
        double belt = e->r[row] * e->target[row];
        works->movers += belt;
        own -= belt;
    }
    works->overlap += overlap_work(p, element, row, own, &works->driven);
    if (is_hold)
        works->holds += own;
    else if (row == 0)
        works->normal += own;
    else
        works->friction += own;
}

double bl_step_rod_element_drive(const bl_motion_parts* p, uint32_t element, double* overlap, double* driven)
{
    const bl_step_rods* s = &p->s->rods;
    bl_rod_works works = {.applied = 0.0};
    for (uint32_t k = 0; k < s->set.elements[element].count; k++)
        add_row(p, element, k, &works);
    *overlap += works.overlap;
    *driven += works.driven;
    return works.hands + works.movers;
}

bl_rod_works bl_step_rods_works(const bl_motion_parts* p)
{
    bl_step_rods* s = &p->s->rods;
    bl_rod_works works = {.applied = 0.0};
    for (uint32_t i = 0; i < bl_rod_count_of(p->entities); i++) {
        if (!bl_rod_is_awake(&bl_rods_of(p->entities)[i]) || bl_step_rod_is_still(&s->rods[i])) continue;
        works.applied += bl_step_rod_applied_work(p, i);
        works.scheme += bl_step_rod_scheme_work(p, i);
        // Of equations that went out of bounds, and whose step was not made as they say, nothing can be told.
        double gain = s->rods[i].gain;
        if (fabs(gain) < BL_ROD_MOST_TOLD) works.inside += gain;
    }
    for (uint32_t i = 0; i < s->set.count; i++)
        for (uint32_t k = 0;
             k < s->set.elements[i].count && !bl_step_rod_is_still(&s->rods[s->set.elements[i].side[0].rod]); k++)
            add_row(p, i, k, &works);
    return works;
}

// The force at an end that is held is known once the rod has moved.
double bl_step_rod_end_work(const bl_motion_parts* p, uint32_t rod)
{
    const bl_step_rods* s = &p->s->rods;
    const bl_step_rod* r = &s->rods[rod];
    double sum = r->ends, h = p->def->step_seconds;
    for (int k = 0; k < BELAY_ROD_MAX_ATTACHMENTS; k++) {
        const bl_rod_attachment* a = &bl_rods_of(p->entities)[rod].attachments[k];
        if (a->type == BL_ATTACHMENT_NONE || a->end >= 2) continue;
        uint32_t node = r->first_node + (a->end == 0 ? 0 : r->node_count - 1);
        belay_vec3 twice = v3_add_scaled(s->before[node], 1.0 / h, s->travel[node]);
        sum -= 0.5 * h * v3_dot(r->ops->end_force(&r->rod, (int)a->end), twice);
    }
    return sum;
}

double bl_step_rods_end_work(const bl_motion_parts* p)
{
    const bl_step_rods* s = &p->s->rods;
    double sum = 0.0, h = p->def->step_seconds;
    for (uint32_t i = 0; i < bl_rod_count_of(p->entities); i++) {
        if (!bl_rod_is_awake(&bl_rods_of(p->entities)[i])) continue;
        if (!bl_step_rod_is_still(&s->rods[i])) sum += s->rods[i].ends;
        for (int k = 0; k < BELAY_ROD_MAX_ATTACHMENTS; k++) {
            const bl_rod_attachment* a = &bl_rods_of(p->entities)[i].attachments[k];
            if (a->type == BL_ATTACHMENT_NONE || a->end >= 2) continue;
            uint32_t node = s->rods[i].first_node + (a->end == 0 ? 0 : s->rods[i].node_count - 1);
            belay_vec3 twice = v3_add_scaled(s->before[node], 1.0 / h, s->travel[node]);
            sum += 0.5 * h * v3_dot(a->force, twice);
        }
    }
    return sum;
}
