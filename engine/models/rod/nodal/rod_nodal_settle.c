// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What a step's velocities did not know: how far the strains at the end of the travel are from their linear prediction
// and what the step expected beyond it (c in rod_nodal_step.c). Mostly that is nothing to speak of. Where its energy
// counts beside that of the motion - a bent wire is let go, something hits the rod - it is put into the equations and
// the velocities are found again, in rounds. Contacts have no say in this: it is of second order in h.

#include "models/model_tolerances.h"
#include "models/rod/nodal/rod_nodal_internal.h"

#include <string.h>

bl_nodal_missed bl_nodal_find_missed(const bl_nodal* r, const double* v, double h)
{
    bl_nodal_strain* rates = v == r->v ? r->rate : r->rate + r->n + 1;
    bl_nodal_missed energy = {0.0, 0.0, 0.0};
    for (uint32_t i = 0; i < r->n; i++) {
        const bl_nodal_segment* s = &r->segment[i];
        double linear = h * bl_nodal_stretch_rate(r, i, v);
        double missed = r->trial_length[i] - s->length - linear - r->beyond_length[i];
        energy.linear += 0.5 * s->stiffness * linear * linear;
        energy.missed += 0.5 * s->stiffness * missed * missed;
        energy.rounding += 0.5 * s->stiffness * (BL_NODAL_ROUNDING * s->length) * (BL_NODAL_ROUNDING * s->length);
        r->missed_length[i] = missed;
    }
    for (uint32_t i = 0; i <= r->n; i++) {
        const bl_nodal_vertex* at = &r->vertex[i];
        for (int j = 0; j < 3; j++) {
            double rate = bl_nodal_rate(r, i, at->gradient[j], v) + at->drive[j], linear = h * rate;
            rates[i].k[j] = rate;
            double missed = r->trial[i].k[j] - at->strain.k[j] - linear - r->beyond[i].k[j];
            energy.linear += 0.5 * at->stiffness[j] * linear * linear;
            energy.missed += 0.5 * at->stiffness[j] * missed * missed;
            energy.rounding += 0.5 * at->stiffness[j] * BL_NODAL_ROUNDING * BL_NODAL_ROUNDING;
            r->missed[i].k[j] = missed;
        }
    }
    return energy;
}

void bl_nodal_learn_missed(const bl_nodal* r)
{
    for (uint32_t i = 0; i < r->n; i++)
        r->beyond_length[i] += r->missed_length[i];
    for (uint32_t i = 0; i <= r->n; i++)
        for (int j = 0; j < 3; j++)
            r->beyond[i].k[j] += r->missed[i].k[j];
}

// Kinetic energy of the motion about the centre of mass, and the momentum.
static double kinetic_energy(const bl_nodal* r, const double* velocities, belay_vec3* momentum)
{
    double sum = 0.0;
    *momentum = v3_zero();
    for (uint32_t i = 0; i <= r->n; i++) {
        belay_vec3 v = bl_nodal_node_velocity(velocities, i);
        double mass = bl_nodal_node_mass(r, i);
        sum += mass * v3_length_squared(v);
        *momentum = v3_add_scaled(*momentum, mass, v);
    }
    double mass = r->body->section.line_mass * r->body->length;
    return 0.5 * fmax(sum - v3_length_squared(*momentum) / mass, 0.0);
}

// load -= (what counts of v+) g^T S strains
static void unload(const bl_nodal* r, const bl_nodal_step* p, const double* length, const bl_nodal_strain* strain,
                   double* load)
{
    for (uint32_t i = 0; i < r->n; i++)
        bl_nodal_unload_stretch(r, i, p->of_stretch / p->h * r->segment[i].stiffness * length[i], load);
    for (uint32_t i = 0; i <= r->n; i++) {
        double impulse[3];
        for (int j = 0; j < 3; j++)
            impulse[j] = p->of_strain / p->h * r->vertex[i].stiffness[j] * strain[i].k[j];
        bl_nodal_unload_vertex(r, i, impulse, load);
    }
}

static void travel(const bl_nodal* r, const bl_nodal_clamps* clamps, double h)
{
    bl_nodal_travel(r, r->v, h, clamps, r->trial_length, r->trial_frame, r->trial);
}

typedef enum outcome { SETTLED, UNDER_WAY, GROWING } outcome;

static bool is_settled(const bl_nodal_missed* energy, double kinetic)
{
    return energy->missed <= BL_ROD_LITTLE * kinetic + BL_ROD_LITTLE_OF_STRAIN * energy->linear + energy->rounding;
}

// Looks at the travel just made; *last: the energy missed before it.
static outcome judge(const bl_nodal* r, double h, double* last)
{
    belay_vec3 momentum;
    bl_nodal_missed energy = bl_nodal_find_missed(r, r->v, h);
    double kinetic = kinetic_energy(r, r->v, &momentum);
    if (is_settled(&energy, kinetic)) return SETTLED;
    bool is_less = energy.missed < *last;
    *last = energy.missed;
    return is_less ? UNDER_WAY : GROWING;
}

// Corrects and travels until it settles or diverges; the first travel is made.
static outcome correct(const bl_nodal* r, const bl_nodal_step* p, const bl_nodal_clamps* clamps)
{
    double last = HUGE_VAL;
    outcome now = judge(r, p->h, &last);
    for (int round = 0; round < BL_NODAL_SETTLE_ROUNDS && now == UNDER_WAY; round++) {
        belay_vec3 momentum;
        kinetic_energy(r, r->v, &momentum);
        memset(r->load, 0, 4 * (r->n + 1) * sizeof *r->load);
        unload(r, p, r->missed_length, r->missed, r->load);
        bl_nodal_learn_missed(r);
        bl_band_solve(&r->band, r->load);
        for (uint32_t k = 0; k < bl_nodal_dof_count(r->n); k++)
            r->v[k] += r->load[k];
        if (bl_nodal_is_free(r)) bl_nodal_keep_momentum(r, momentum, r->v);
        travel(r, clamps, p->h);
        now = judge(r, p->h, &last);
    }
    return now;
}

// load <- what does not depend on how much strains count: Mhat v + g^T S (h drive + beyond), the latter as they count.
static void find_impulse(const bl_nodal* r, const bl_nodal_step* p, double* load)
{
    memset(load, 0, 4 * (r->n + 1) * sizeof *load);
    bl_nodal_assemble(r, p);
    for (uint32_t i = 0; i <= r->n; i++)
        for (int j = 0; j < 3; j++)
            r->missed[i].k[j] = -p->h * r->vertex[i].drive[j] - r->beyond[i].k[j];
    for (uint32_t i = 0; i < r->n; i++)
        r->missed_length[i] = -r->beyond_length[i];
    unload(r, p, r->missed_length, r->missed, load);
    for (uint32_t k = 0; k < bl_nodal_dof_count(r->n); k++)
        bl_band_add_column(&r->band, k, r->v[k], load);
}

// Velocities from the impulse with another matrix and nothing known beyond the linear.
static void begin_again(const bl_nodal* r, const bl_nodal_step* p, const double* impulse)
{
    memcpy(r->load, impulse, 4 * (r->n + 1) * sizeof *r->load);
    memset(r->beyond_length, 0, r->n * sizeof *r->beyond_length);
    memset(r->beyond, 0, (r->n + 1) * sizeof *r->beyond);
    memset(r->missed_length, 0, r->n * sizeof *r->missed_length);
    for (uint32_t i = 0; i <= r->n; i++)
        for (int j = 0; j < 3; j++)
            r->missed[i].k[j] = p->h * r->vertex[i].drive[j];
    unload(r, p, r->missed_length, r->missed, r->load);
    bl_nodal_assemble(r, p);
    bl_nodal_hold_ends(r, r->v, r->load);
    bl_band_factor(&r->band);
    bl_band_solve(&r->band, r->load);
    for (uint32_t i = 0; i <= r->n; i++) {
        bool is_held =
            (i == 0 && r->body->ends[0].hold != BL_ROD_FREE) || (i == r->n && r->body->ends[1].hold != BL_ROD_FREE);
        if (!is_held) bl_nodal_set_velocity(r->v, i, bl_nodal_node_velocity(r->load, i));
        if (i < r->n) r->v[4 * i + 3] = r->load[4 * i + 3];
    }
}

// A rod that would turn by radians within the step, as a steel wire that snaps back does, goes further than any
// linearisation is good for. Then strains change more slowly, as if the rod were more viscous: that takes energy out,
// and neither momentum.

void bl_nodal_settle(const bl_nodal* r, const bl_nodal_clamps* clamps, double h)
{
    bl_nodal_step p = bl_nodal_step_of(r, h);
    if (correct(r, &p, clamps) == SETTLED) return;
    find_impulse(r, &p, r->free);
    belay_vec3 momentum;
    kinetic_energy(r, r->v, &momentum);
    for (int i = 0; i < BL_NODAL_DAMPING_TRIES; i++) {
        p.of_strain *= BL_NODAL_DAMPING_FACTOR;
        p.of_stretch *= BL_NODAL_DAMPING_FACTOR;
        begin_again(r, &p, r->free);
        if (bl_nodal_is_free(r)) bl_nodal_keep_momentum(r, momentum, r->v);
        travel(r, clamps, h);
        if (correct(r, &p, clamps) == SETTLED) return;
    }
}

void bl_nodal_find_travel(const bl_nodal* r, const double* v, double h)
{
    const belay_vec3 spin[2] = {r->body->ends[0].angular, r->body->ends[1].angular};
    bl_nodal_clamps clamps = bl_nodal_turn_clamps(r, spin, h);
    bl_nodal_travel(r, v, h, &clamps, r->trial_length, r->trial_frame, r->trial);
}

static bl_nodal_missed find_missed_by(const bl_nodal* r, const double* v, double h)
{
    bl_nodal_find_travel(r, v, h);
    return bl_nodal_find_missed(r, v, h);
}

static bool turns_far(const bl_nodal* r, const bl_nodal_step* p, const double* v)
{
    for (uint32_t i = 0; i < r->n; i++) {
        bl_nodal_segment next = bl_nodal_pulled_segment(r, p->h, i, v, r->segment[i].tension);
        if (v3_distance(next.pull, r->segment[i].pull) > BL_NODAL_OTHER_DIRECTION) return true;
    }
    return false;
}

// About the velocities of the last travel.
static void linearise(const bl_nodal* r, const double* v, belay_vec3 gravity, const double* applied, double h)
{
    for (uint32_t i = 0; i < r->n; i++) {
        const bl_nodal_segment* s = &r->segment[i];
        double longer = h * bl_nodal_stretch_rate(r, i, v) + r->beyond_length[i];
        r->segment[i] = bl_nodal_pulled_segment(r, h, i, v, s->tension + s->stiffness * longer);
        r->beyond_length[i] = r->trial_length[i] - s->length - h * bl_nodal_stretch_rate(r, i, v);
        r->missed_length[i] = 0.0;
    }
    bl_nodal_learn_missed(r);
    bl_nodal_prepare_linearised(r, gravity, applied, h);
    *r->prepared = 0.0;
}

// v_free takes in what was missed.
static void correct_free(const bl_nodal* r, const bl_nodal_step* p)
{
    memset(r->load, 0, 4 * (r->n + 1) * sizeof *r->load);
    unload(r, p, r->missed_length, r->missed, r->load);
    bl_nodal_learn_missed(r);
    bl_band_solve(&r->band, r->load);
    for (uint32_t k = 0; k < bl_nodal_dof_count(r->n); k++)
        r->free[k] += r->load[k];
    *r->is_travelled = 0.0;
}

static void damp(const bl_rod* rod, belay_vec3 gravity, const double* applied, double h)
{
    bl_nodal r = bl_nodal_view(rod);
    *r.damping_scale *= BL_NODAL_DAMPING_FACTOR;
    bl_nodal_prepare_again(&r, gravity, applied, h);
    *r.prepared = 0.0;
}

bl_rod_miss bl_nodal_look(const bl_rod* rod, const double* v, double h)
{
    bl_nodal r = bl_nodal_view(rod);
    *r.prepared = 0.0; // the move has nothing left to make good
    belay_vec3 momentum;
    bl_nodal_missed energy = find_missed_by(&r, v, h);
    *r.is_travelled = 1.0;
    return (bl_rod_miss){energy.missed, !is_settled(&energy, kinetic_energy(&r, r.v, &momentum))};
}

// What is missed goes into v_free. Where segments turn far all is linearised anew, about v; and where impulses of
// contacts depend on how tensions and directions change together, which the matrix alone knows of, unless so little is
// missed that the matrix at hand finds it too.
bl_rod_refined bl_nodal_refine(const bl_rod* rod, const double* v, const bl_rod_miss* miss, bl_rod_renewal renewal,
                               belay_vec3 gravity, const double* applied, double h)
{
    if (renewal == BL_ROD_DAMPED) {
        damp(rod, gravity, applied, h);
        return BL_ROD_LINEARISED;
    }
    bl_nodal r = bl_nodal_view(rod);
    bl_nodal_step p = bl_nodal_step_of(&r, h);
    belay_vec3 momentum;
    double energy = miss != NULL ? miss->energy : bl_nodal_look(rod, v, h).energy;
    bool misses = !(energy <= BL_ROD_NEARLY_SETTLED * kinetic_energy(&r, r.v, &momentum));
    if (renewal == BL_ROD_ANEW || (misses && renewal == BL_ROD_WHERE_IT_MISSES) || turns_far(&r, &p, v)) {
        linearise(&r, v, gravity, applied, h);
        return BL_ROD_LINEARISED;
    }
    correct_free(&r, &p);
    return BL_ROD_CORRECTED;
}

void bl_nodal_scale(const bl_rod* rod, double* v, double share, bool keeps_momentum)
{
    bl_nodal r = bl_nodal_view(rod);
    belay_vec3 momentum;
    kinetic_energy(&r, v, &momentum);
    for (uint32_t k = 0; k < bl_nodal_dof_count(r.n); k++)
        v[k] *= share;
    if (keeps_momentum) bl_nodal_keep_momentum(&r, momentum, v);
}
