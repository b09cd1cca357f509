// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "step/guard/step_limit.h"

#include "core/alloc.h"
#include "core/assert.h"
#include "step/assemble/step_assemble.h"
#include "step/energy/energy_tolerances.h"
#include "step/energy/step_body_energy.h"
#include "step/energy/step_island_energy.h"
#include "step/guard/guard_tolerances.h"
#include "step/motion/step_fault.h"
#include "step/motion/step_path.h"
#include "step/solve/step_islands.h"

// ---------------------------------------------------------------------------------------------------------------------
// How much
// ---------------------------------------------------------------------------------------------------------------------

// Lowering all velocities by the part x takes (2 x - x^2) E_kin, and forces do x `fall` less on the way on. The x that
// takes `gain`; 0: there is none that is small.
static double part_for(const bl_island_energy* e, double gain)
{
    double each = 2.0 * e->after - e->fall, root = each * each - 4.0 * e->after * gain;
    if (!(gain <= BL_LIMIT_MOST_LOWERING * e->after) || !(each > 0.0) || !(root > 0.0)) return 0.0;
    // E x^2 - (2 E - fall) x + gain = 0, the smaller root, without cancellation
    double x = 2.0 * gain / (each + sqrt(root));
    return x < BL_LIMIT_MOST_LOWERING ? x : 0.0;
}

// The largest part of the impulses that makes no energy.
static double passive_share(const bl_island_energy* e)
{
    double a = e->quadratic, b = e->linear, c = fmin(0.0, e->constant), root = b * b - 4.0 * a * c;
    if (!(a > 0.0) || !(root > 0.0)) return 0.0;
    double share = b < 0.0 ? (-b + sqrt(root)) / (2.0 * a) : -2.0 * c / (b + sqrt(root));
    return fmin(1.0, fmax(0.0, share));
}

// Whether an island ends the step at rest, `before` (J, kinetic, before the step; 0: not asked) counted in. What falls
// freely from rest does not.
static bool ends_at_rest(const bl_island_energy* e, double before)
{
    return before + e->after + e->carried <= 0.5 * e->mass * BL_LIMIT_AT_REST_SPEED * BL_LIMIT_AT_REST_SPEED;
}

// An island's gain, as far as impulses are limited for it. What rests moves by what the solver's tolerance leaves of
// speeds, and large impulses do work on that, which no other solve would end; velocities that small can be lowered
// (below).
static double gain_to_take(const bl_motion_parts* p, uint32_t island, bl_island_energy* e)
{
    bl_island_works w;
    double gain = bl_step_island_excess(p, island, &w, e);
    return ends_at_rest(e, e->before) && gain <= BL_LIMIT_ROUNDING_AT_REST * w.size ? 0.0 : gain;
}

// ---------------------------------------------------------------------------------------------------------------------
// Impulses
// ---------------------------------------------------------------------------------------------------------------------

// u at which the impulse of a contact does no work, in its frame.
static void velocity_without_work(const bl_motion_parts* p, const bl_contact_row* row, double u[3])
{
    const bl_step_scratch* s = p->s;
    const bl_contact_geometry* at = &row->at;
    belay_vec3 v =
        v3_neg(bl_contact_relative(at, &s->motion.bodies[row->body_a].before, &s->motion.bodies[row->body_b].before));
    bl_velocity still = {v3_zero(), v3_zero()};
    if (bl_step_is_mover(p, row->body_a)) {
        belay_vec3 now = bl_contact_relative(at, &s->motion.bodies[row->body_a].before, &still);
        v = v3_add_scaled(v, 2.0, v3_sub(now, bl_step_mover_velocity(p, row->body_a, at->arm_a)));
    }
    if (bl_step_is_mover(p, row->body_b)) {
        belay_vec3 now = bl_contact_relative(at, &still, &s->motion.bodies[row->body_b].before);
        v = v3_add_scaled(v, 2.0, v3_add(now, bl_step_mover_velocity(p, row->body_b, at->arm_b)));
    }
    for (int k = 0; k < 3; k++)
        u[k] = v3_dot(bl_contact_frame(at, k), v);
}

// How far forces and second order carry the slip of a contact in a step: a slip before that is larger is no error of
// theirs, but that of an impact, and friction may well stop it.
static bool is_slip_of_step(const bl_step_scratch* s, const bl_contact_row* row, const double u[3])
{
    const bl_step_body *a = &s->motion.bodies[row->body_a], *b = &s->motion.bodies[row->body_b];
    belay_vec3 change = v3_sub(bl_contact_relative(&row->at, &a->free, &b->free),
                               bl_contact_relative(&row->at, &a->before, &b->before));
    double most = v3_length(change) + hypot(row->belt[0], row->belt[1]);
    return hypot(u[1], u[2]) <= most;
}

static void make_neutral(const bl_motion_parts* p, uint32_t contact)
{
    bl_step_scratch* s = p->s;
    bl_contact_row* row = &s->solve.rows[contact];
    bl_island_works w = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    double u[3];
    bl_step_add_contact_works(p, contact, &w);
    velocity_without_work(p, row, u);
    if (w.normal > 0.0) row->target = fmin(row->target, u[0]);
    if (w.friction > 0.0 && is_slip_of_step(p->s, row, u)) {
        const bl_step_contact* c = &s->detect.contacts[s->solve.contacts[contact].found];
        row->belt[0] = v3_dot(row->at.s, c->surface_velocity) - u[1];
        row->belt[1] = v3_dot(v3_cross(row->at.n, row->at.s), c->surface_velocity) - u[2];
    }
    bl_step_set_free_velocity(s, contact);
}

static void solve_neutrally(const bl_motion_parts* p, const bl_solve_parts* solve, uint32_t island)
{
    bl_step_scratch* s = p->s;
    for (uint32_t k = s->solve.islands.begin[island]; k < s->solve.islands.begin[island + 1]; k++)
        if (s->solve.islands.order[k] < (uint32_t)arrlen(s->solve.contacts)) make_neutral(p, s->solve.islands.order[k]);
    bl_step_solve_island(solve, island, false);
}

// False when nothing rebounds.
static bool halve_rebounds(bl_step_scratch* s, uint32_t island)
{
    bool any = false;
    for (uint32_t k = s->solve.islands.begin[island]; k < s->solve.islands.begin[island + 1]; k++) {
        uint32_t e = s->solve.islands.order[k];
        if (e >= (uint32_t)arrlen(s->solve.contacts) || !(s->solve.rows[e].target > 0.0) ||
            s->detect.contacts[s->solve.contacts[e].found].restitution == 0.0)
            continue;
        s->solve.rows[e].target *= 0.5;
        bl_step_set_free_velocity(s, e);
        any = true;
    }
    return any;
}

static void scale_impulses(bl_step_scratch* s, uint32_t island, double alpha)
{
    BELAY_ASSERT(alpha >= 0.0 && alpha <= 1.0);
    uint32_t contacts = (uint32_t)arrlen(s->solve.contacts);
    for (uint32_t k = s->solve.islands.begin[island]; k < s->solve.islands.begin[island + 1]; k++) {
        uint32_t e = s->solve.islands.order[k];
        if (e < contacts) {
            double dr[3];
            for (int i = 0; i < 3; i++) {
                double now = alpha * s->solve.rows[e].r[i]; // in its cone to its own rounding, however small
                dr[i] = now - s->solve.rows[e].r[i];
                s->solve.rows[e].r[i] = now;
            }
            bl_contact_row_apply(&s->solve.rows[e], dr, s->motion.responses, s->motion.velocities);
        } else {
            const bl_joint_block* block = &s->joints.set.blocks[e - contacts];
            double dr[BL_JOINT_MAX_ROWS];
            for (uint32_t i = 0; i < block->count; i++) {
                bl_joint_row* row = &s->joints.set.rows[block->first + i];
                dr[i] = (alpha - 1.0) * row->r;
                row->r *= alpha;
            }
            bl_joint_block_apply(&s->joints.set, e - contacts, dr, s->motion.velocities);
        }
    }
}

// Scales all impulses of an island until they make no energy, and returns by how much. One look is not enough where
// springs would have done more than they have: of smaller impulses they may do all that they would, or take.
static double scale_to_passive(const bl_motion_parts* p, uint32_t island, bl_island_energy* e)
{
    double scale = 1.0, gain = HUGE_VAL;
    for (int i = 1; i <= BL_LIMIT_SCALINGS && gain > 0.0; i++) {
        double alpha = i < BL_LIMIT_SCALINGS ? passive_share(e) : 0.0;
        scale_impulses(p->s, island, alpha);
        scale *= alpha;
        gain = gain_to_take(p, island, e);
        if (part_for(e, gain) > 0.0) break; // later
    }
    return scale;
}

static void limit_island(const bl_motion_parts* p, const bl_solve_parts* solve, uint32_t island)
{
    BELAY_ASSERT(island < p->s->solve.islands.count);
    bl_island_energy e;
    double gain = gain_to_take(p, island, &e);
    if (gain == 0.0) return;
    p->stats->limited_islands++;
    if (part_for(&e, gain) > 0.0) return; // later
    // What is jammed between movers has no law that it could obey, and another solve may end anywhere.
    if (e.is_stirred) {
        scale_to_passive(p, island, &e);
        p->s->solve.reports[island].has_converged = false;
        return;
    }
    bool may_solve = passive_share(&e) < 1.0 - BL_LIMIT_SMALL_CUT && !p->stats->is_budget_exhausted;
    if (may_solve) {
        solve_neutrally(p, solve, island);
        gain = gain_to_take(p, island, &e);
    }
    for (int i = 0; may_solve && i < BL_LIMIT_HALVINGS && gain > 0.0 && halve_rebounds(p->s, island); i++) {
        bl_step_solve_island(solve, island, false);
        gain = gain_to_take(p, island, &e);
    }
    if (gain == 0.0 || part_for(&e, gain) > 0.0) return;
    if (scale_to_passive(p, island, &e) < 1.0 - BL_LIMIT_SMALL_CUT) p->s->solve.reports[island].has_converged = false;
}

void bl_step_limit_impulses(belay_world* world, double deadline)
{
    const bl_motion_parts parts = bl_motion_parts_of(world), *p = &parts;
    bl_solve_parts solve = bl_solve_parts_of(world, deadline);
    p->stats->limited_islands = 0;
    for (uint32_t k = 0; k < p->s->solve.islands.count; k++)
        if (!bl_step_island_has_rods(p->s, k)) limit_island(p, &solve, k);
}

// ---------------------------------------------------------------------------------------------------------------------
// Velocities
// ---------------------------------------------------------------------------------------------------------------------

// Lowering what velocities have beyond a part that is carried, d of a body, by the part x takes linear x - quadratic
// x^2 from the energy of an island: the body keeps v - x d and (1 - x) w, and forces and torques do less on what it
// goes of its way.
typedef struct lowering {
    double linear, quadratic; // J
} lowering;

static void add_lowering(const bl_motion_parts* p, uint32_t i, belay_vec3 carried, lowering* l)
{
    const bl_body* body = &bl_bodies_of(p->entities)[i];
    bl_velocity v = bl_step_final_velocity(p->s, i), spin = {v3_zero(), v.angular};
    belay_vec3 d = p->s->energy.lowered_part[i] == 0.0 ? v3_sub(v.linear, carried) : v.linear;
    double turning = bl_step_kinetic(body, p->s->motion.bodies[i].mid, &spin);
    double fall = 0.5 * bl_step_share_from_mid(&p->s->motion, i) * v3_dot(bl_step_push_of(p, i), d) +
                  0.5 * v3_dot(bl_step_twist_of(p, i), v.angular);
    l->linear += body->mass.mass * v3_dot(v.linear, d) + 2.0 * turning - fall;
    l->quadratic += 0.5 * body->mass.mass * v3_length_squared(d) + turning;
}

static double root_for(const lowering* l, double gain)
{
    return l->linear * l->linear - 4.0 * l->quadratic * gain;
}

// By no more than all of it.
static bool can_take(const lowering* l, double gain)
{
    double root = root_for(l, gain);
    return l->linear > 0.0 && root > 0.0 && 2.0 * gain <= l->linear + sqrt(root);
}

// The x that takes `gain`, without cancellation; the one that takes most where there is none.
static double part_of(const lowering* l, double gain)
{
    if (!(l->linear > 0.0)) return 0.0;
    if (!can_take(l, gain)) return fmin(1.0, l->linear / (2.0 * l->quadratic));
    return fmin(1.0, 2.0 * gain / (l->linear + sqrt(root_for(l, gain))));
}

// What forces gave a body on a way that it did not make, as it was stopped early (step_fraction.c), J, but for
// rounding.
static double shortfall_of(const bl_motion_parts* p, uint32_t i)
{
    const bl_body* body = &bl_bodies_of(p->entities)[i];
    const bl_step_body* b = &p->s->motion.bodies[i];
    if (!bl_step_takes_part(body)) return 0.0;
    belay_vec3 push = bl_step_push_of(p, i), displacement = bl_step_displacement_missing(p, i);
    double missing = v3_dot(push, displacement) / p->def->step_seconds;
    double least = bl_step_kinetic(body, b->mid, &b->before) + bl_step_kinetic(body, b->mid, &b->free);
    return missing > BL_ISLAND_ROUNDING * least ? missing : 0.0;
}

// It is taken from its own velocity, as far as it has as much.
static void take_shortfall(const bl_motion_parts* p, uint32_t i)
{
    double missing = shortfall_of(p, i);
    lowering l = {0.0, 0.0};
    if (missing > 0.0) add_lowering(p, i, v3_zero(), &l);
    if (missing > 0.0 && can_take(&l, missing)) p->s->energy.lowered_part[i] = part_of(&l, missing);
}

// J, of bodies of the island that had not as much.
static double owed_in(const bl_motion_parts* p, uint32_t count)
{
    const bl_step_scratch* s = p->s;
    double sum = 0.0;
    for (uint32_t k = 0; k < count; k++)
        if (s->energy.lowered_part[s->energy.island_bodies[k]] == 0.0)
            sum += shortfall_of(p, s->energy.island_bodies[k]);
    return sum;
}

static void hold_if_it_owes(const bl_motion_parts* p, uint32_t i)
{
    if (p->s->energy.lowered_part[i] == 0.0 && shortfall_of(p, i) > 0.0) bl_step_hold_body(&p->s->motion, i);
}

// What has to be taken from an island's velocities, and what can be.
typedef struct island_look {
    uint32_t count;     // of its bodies, in scratch.island_bodies
    belay_vec3 carried; // m/s
    double gain, owed;  // J, by impulses, and by bodies that were stopped early and have not as much
    double kinetic;     // J, before the step, of its forces, and after it
    lowering all;       // of those that are not held
    bool ends_at_rest;
} island_look;

static island_look look_at(const bl_motion_parts* p, uint32_t island)
{
    bl_step_scratch* s = p->s;
    bl_island_energy e;
    bl_island_works w;
    island_look l = {.gain = bl_step_island_excess(p, island, &w, &e)};
    l.ends_at_rest = ends_at_rest(&e, 0.0);
    l.kinetic = e.before + e.free + e.after;
    l.carried = e.is_free ? v3_scale(1.0 / e.mass, e.momentum) : v3_zero();
    l.count = bl_step_bodies_of_island(p, island);
    for (uint32_t k = 0; k < l.count; k++) {
        uint32_t i = s->energy.island_bodies[k];
        s->energy.island_marks[i] = 0;
        if (!bl_step_is_still(&s->motion, i)) add_lowering(p, i, l.carried, &l.all);
    }
    l.owed = owed_in(p, l.count);
    return l;
}

static void hold_bodies(const bl_motion_parts* p, uint32_t count, bool only_if_they_owe)
{
    for (uint32_t k = 0; k < count; k++) {
        uint32_t i = p->s->energy.island_bodies[k];
        if (only_if_they_owe)
            hold_if_it_owes(p, i);
        else
            bl_step_hold_body(&p->s->motion, i);
    }
}

static void let_stay(const bl_motion_parts* p, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++)
        bl_step_let_stay(&p->s->motion, p->s->energy.island_bodies[k]);
}

// What a body owes that has not as much, the others take that it has pushed meanwhile. Where they have not either, it
// keeps its place; they may have got more from it even so than it loses then, and if they cannot give that, all do.
static void lower_velocities(const bl_motion_parts* p, uint32_t island)
{
    bl_step_scratch* s = p->s;
    island_look look = look_at(p, island);
    double gain = look.gain + look.owed;
    if (look.owed > 0.0 && !can_take(&look.all, gain)) {
        hold_bodies(p, look.count, true);
        look = look_at(p, island);
        gain = look.gain;
        if (gain > 0.0 && !can_take(&look.all, gain)) hold_bodies(p, look.count, false);
    }
    if (gain == 0.0) return;
    // What the solver's tolerance left of speeds, or what was stopped on its way up to the contact instant.
    if (look.ends_at_rest && !can_take(&look.all, gain)) {
        let_stay(p, look.count);
        return;
    }
    // Where velocities that are lowered do not take it, as what falls keeps more height than it loses speed.
    if (look.owed == 0.0 && gain > BL_LIMIT_WORTH_HOLDING * look.kinetic && !can_take(&look.all, gain)) {
        hold_bodies(p, look.count, false);
        return;
    }
    double x = part_of(&look.all, gain);
    for (uint32_t k = 0; k < look.count; k++) {
        uint32_t i = s->energy.island_bodies[k];
        if (s->energy.lowered_part[i] == 0.0) s->energy.carried[i] = look.carried;
        s->energy.lowered_part[i] = 1.0 - (1.0 - s->energy.lowered_part[i]) * (1.0 - x);
    }
}

void bl_step_limit_velocities(belay_world* world)
{
    const bl_motion_parts parts = bl_motion_parts_of(world), *p = &parts;
    const uint32_t* places = p->roster->indices;
    for (ptrdiff_t k = 0; k < arrlen(places); k++) {
        p->s->energy.lowered_part[places[k]] = p->s->energy.slowed_to[places[k]] = 0.0;
        p->s->energy.carried[places[k]] = v3_zero();
    }
    for (ptrdiff_t k = 0; k < arrlen(places); k++)
        take_shortfall(p, places[k]);
    for (uint32_t k = 0; k < p->s->solve.islands.count; k++)
        if (!bl_step_island_has_rods(p->s, k)) lower_velocities(p, k);
    for (ptrdiff_t k = 0; k < arrlen(places); k++)
        hold_if_it_owes(p, places[k]);
}
