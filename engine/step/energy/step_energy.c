// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "step/energy/step_energy.h"

#include "core/alloc.h"
#include "step/energy/step_body_energy.h"
#include "step/energy/step_island_energy.h"
#include "step/energy/step_rod_energy.h"
#include "step/motion/step_fault.h"
#include "step/motion/step_path.h"

// Of the bodies that are awake at this moment.
static double mechanical_energy(const bl_motion_parts* p)
{
    double sum = 0.0;
    for (ptrdiff_t k = 0; k < arrlen(p->roster->indices); k++) {
        uint32_t i = p->roster->indices[k];
        const bl_body* body = &bl_bodies_of(p->entities)[i];
        if (!bl_step_takes_part(body)) continue;
        belay_pose pose = bl_body_states_of(p->entities)[i].pose;
        sum += bl_step_kinetic_now(p->entities, i);
        sum += bl_step_potential_at(p->def, body, pose_apply(pose, body->mass.center_of_mass));
    }
    return sum;
}

void bl_step_energy_before(belay_world* world)
{
    const bl_motion_parts parts = bl_motion_parts_of(world), *p = &parts;
    p->stats->energy.before = mechanical_energy(p) + bl_step_rods_energy_before(p);
}

// ---------------------------------------------------------------------------------------------------------------------
// What impulses do
// ---------------------------------------------------------------------------------------------------------------------

static double work_of_raised_inertia(const bl_motion_parts* p, uint32_t island, const bl_island_works* w)
{
    if (bl_step_island_has_rods(p->s, island)) return 0.0;
    bl_island_energy e = bl_step_island_energy(p, island, w);
    return bl_step_island_gain(&e) + e.lost - w->normal - w->friction - w->joints;
}

void bl_step_energy_works(belay_world* world)
{
    const bl_motion_parts parts = bl_motion_parts_of(world), *p = &parts;
    belay_energy_report* e = &p->stats->energy;
    bool has_raised = p->stats->stiffened_bodies > 0;
    double limits = 0.0;
    bl_island_works sum = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    for (uint32_t k = 0; k < p->s->solve.islands.count; k++) {
        if (p->s->solve.reports[k].is_held) continue;
        bl_island_works w = bl_step_island_works(p, k);
        limits += has_raised ? work_of_raised_inertia(p, k, &w) : 0.0;
        double unsure = bl_step_unsure_work(&w);
        sum.normal += w.normal - unsure;
        sum.friction += w.friction;
        sum.joints += w.joints;
        sum.motors += w.motors;
        sum.springs += w.springs;
        sum.movers += w.movers + unsure;
    }
    bl_step_springs_pay(p);
    bl_rod_works rods = bl_step_rods_works(p);
    e->normal = sum.normal + rods.normal;
    e->friction = sum.friction + rods.friction;
    e->joints = sum.joints + rods.holds;
    e->motors = sum.motors;
    e->springs = sum.springs;
    e->movers = sum.movers + rods.movers;
    e->hands = rods.hands;
    e->rods = rods.inside;
    e->applied = rods.applied;
    e->scheme = rods.scheme;
    e->limits = limits;
    p->stats->normal_work = sum.normal;
    p->stats->friction_work = sum.friction;
}

// ---------------------------------------------------------------------------------------------------------------------
// What forces, limits and the scheme do
// ---------------------------------------------------------------------------------------------------------------------

// By lowered velocities a body goes less far: to the middle of the interval by h/2 of what they are lowered by, and
// from there to where the state is read by (theta - 1/2) h of it.
static double fall_of_lowering(const bl_motion_parts* p, uint32_t i)
{
    return bl_step_share_from_mid(&p->s->motion, i) * v3_dot(bl_step_push_of(p, i), bl_step_lowering(p, i));
}

// -(theta - 1/2) h f . (v+ - v-), v- the velocity once it is damped. A damped body has gone up to the instant faster
// than that, by what damping took.
double bl_step_scheme_work(const bl_motion_parts* p, uint32_t i)
{
    const bl_step_scratch* s = p->s;
    belay_vec3 before = s->motion.bodies[i].before.linear, push = bl_step_push_of(p, i);
    belay_vec3 change = v3_sub(s->motion.velocities[i].linear, before);
    belay_vec3 damped = v3_sub(bl_body_states_of(p->entities)[i].linear_velocity, before);
    return (p->def->theta - 0.5) * (fall_of_lowering(p, i) - v3_dot(push, change)) -
           (1.0 - p->def->theta) * v3_dot(push, damped);
}

// What lowered velocities and ways that were not made do.
static double work_of_limits(const bl_motion_parts* p, uint32_t i)
{
    const bl_step_scratch* s = p->s;
    const bl_body* body = &bl_bodies_of(p->entities)[i];
    bl_velocity v = bl_step_final_velocity(s, i);
    double taken = bl_step_kinetic(body, s->motion.bodies[i].mid, &s->motion.velocities[i]) -
                   bl_step_kinetic(body, s->motion.bodies[i].mid, &v);
    belay_vec3 turning = v3_sub(s->motion.velocities[i].angular, v.angular);
    double all = v3_dot(bl_step_push_of(p, i), bl_step_displacement_missing(p, i)) / p->def->step_seconds +
                 0.5 * v3_dot(bl_step_twist_of(p, i), turning);
    return all - (p->def->theta - 0.5) * fall_of_lowering(p, i) - taken;
}

// What pseudo-velocities lift (step_recover.c).
static double overlap_work(const bl_motion_parts* p, const bl_body* body, uint32_t i)
{
    if (p->stats->overlap_iterations == 0 || bl_step_is_held(&p->s->motion, i)) return 0.0;
    return bl_step_potential_at(p->def, body, v3_scale(p->def->step_seconds, p->s->solve.recovery[i].linear));
}

void bl_step_energy_applied(belay_world* world)
{
    const bl_motion_parts parts = bl_motion_parts_of(world), *p = &parts;
    for (ptrdiff_t k = 0; k < arrlen(p->roster->indices); k++) {
        uint32_t i = p->roster->indices[k];
        const bl_body* body = &bl_bodies_of(p->entities)[i];
        if (!bl_step_takes_part(body)) continue;
        p->stats->energy.applied += bl_step_applied_work(p, body, i);
        p->stats->energy.overlap += overlap_work(p, body, i);
        if (bl_step_is_held(&p->s->motion, i)) continue; // what it loses is left over
        if (bl_step_stays(&p->s->motion, i)) {
            p->stats->energy.limits -= bl_step_kinetic_now(p->entities, i);
            continue;
        }
        p->stats->energy.damping += bl_step_damping_work(p, i);
        p->stats->energy.scheme += bl_step_scheme_work(p, i);
        p->stats->energy.limits += work_of_limits(p, i);
    }
}

// What is jammed is pressed apart by contacts of rods and together by holds, or by other contacts, with works that are
// large beside what comes of them. So only what the step gained by all that is no drive counts as taking overlap of
// rods back, and no more than the limit let that do.
static void settle_overlap(belay_energy_report* e, double of_rods)
{
    double gain = e->normal + e->friction + e->joints + e->rods + e->limits + e->left_over;
    double overlap = fmin(fmax(0.0, gain), of_rods);
    e->overlap += overlap;
    e->normal -= overlap;
}

void bl_step_energy_after(belay_world* world)
{
    const bl_motion_parts parts = bl_motion_parts_of(world), *p = &parts;
    belay_energy_report* e = &p->stats->energy;
    e->hands += bl_step_rods_end_work(p);
    e->after = mechanical_energy(p) + bl_step_rods_energy(p);
    e->left_over = e->after - (e->before + e->applied + e->motors + e->springs + e->movers + e->hands + e->overlap +
                               e->normal + e->friction + e->joints + e->rods + e->limits + e->damping + e->scheme);
    settle_overlap(e, p->s->rods.overlap);
}
