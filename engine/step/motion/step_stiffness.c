// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What taut joints do to the stability of a step. A force F at an arm r from a body's centre of mass turns with
// nothing, while the arm turns with the body: about the line of the force the body hangs like a pendulum with the
// stiffness k = |F| |r| (N m). The step takes the directions of constraint forces from its beginning, so it is a
// leapfrog for that pendulum: exact to second order and without loss, but only stable while h sqrt(k / J) < 2. The
// light links of a rope that carries a hundred times their weight pass that limit at a game's step; then the motion
// explodes although every step was solved exactly.
//
// Of such a body the moments of inertia below h^2 k are raised to it in this step (mass scaling: the pendulum swings as
// fast as the step can follow, h omega = 1). That changes nothing of bodies that are within the limit, and
// belay_step_stats.stiffened_bodies says how many were not. While k stays, no energy is lost. Where it grows, the spin
// is lowered so that the angular momentum stays: otherwise the raised inertia would bring energy out of nothing.
// Tournier et al., "Stable constrained dynamics" (2015), put the stiffness itself into the step, which damps all that
// it slows.

#include "core/alloc.h"
#include "step/motion/step_motion.h"
#include "store/joints.h"

// The bodies of joints are not all on the roster.
static void forget_stiffness(const bl_entity_store* entities, const bl_roster* roster, bl_motion_scratch* motion)
{
    double* stiffness = motion->stiffness;
    for (ptrdiff_t k = 0; k < arrlen(roster->indices); k++)
        stiffness[roster->indices[k]] = 0.0;
    for (uint32_t i = 0; i < bl_joint_count_of(entities); i++) {
        uint32_t a = bl_joint_body_index(entities, bl_joints_of(entities)[i].body_a),
                 b = bl_joint_body_index(entities, bl_joints_of(entities)[i].body_b);
        if (a < bl_body_count_of(entities)) stiffness[a] = 0.0;
        if (b < bl_body_count_of(entities)) stiffness[b] = 0.0;
    }
}

static void add_stiffness(const bl_entity_store* entities, bl_motion_scratch* motion, uint32_t index, belay_vec3 anchor,
                          double force)
{
    if (index >= bl_body_count_of(entities)) return;
    double arm = v3_distance(anchor, bl_bodies_of(entities)[index].mass.center_of_mass);
    motion->stiffness[index] += force * arm;
}

void bl_step_find_stiffness(const bl_entity_store* entities, const bl_roster* roster, bl_motion_scratch* motion)
{
    forget_stiffness(entities, roster, motion);
    for (uint32_t i = 0; i < bl_joint_count_of(entities); i++) {
        const bl_joint* j = &bl_joints_of(entities)[i];
        double force = v3_length(j->force);
        add_stiffness(entities, motion, bl_joint_body_index(entities, j->body_a), j->data.frame_a.position, force);
        add_stiffness(entities, motion, bl_joint_body_index(entities, j->body_b), j->data.frame_b.position, force);
    }
}

static double raised(double moment, double inverse, double least)
{
    return inverse > 0.0 && moment < least ? least : moment;
}

// The share of a spin that is left where the moment has grown from that of the last step.
static double share(double moment, double inverse, double least_before, double now)
{
    double before = raised(moment, inverse, least_before);
    return now > before ? before / now : 1.0;
}

bool bl_step_stiffened_mass(const bl_body* body, double stiffness, double h, belay_quat principal, bl_rigid_mass* mass,
                            belay_vec3* spin)
{
    const bl_rigid_mass* m = &body->mass;
    double least = h * h * stiffness, before = body->least_moment;
    belay_vec3 moments =
        v3(raised(m->moments.x, m->inverse_moments.x, least), raised(m->moments.y, m->inverse_moments.y, least),
           raised(m->moments.z, m->inverse_moments.z, least));
    *mass = *m;
    if (moments.x == m->moments.x && moments.y == m->moments.y && moments.z == m->moments.z) return false;
    mass->moments = moments;
    mass->inverse_moments = v3(1.0 / moments.x, 1.0 / moments.y, 1.0 / moments.z);
    belay_vec3 w = q_rotate_inverse(principal, *spin);
    w.x *= share(m->moments.x, m->inverse_moments.x, before, moments.x);
    w.y *= share(m->moments.y, m->inverse_moments.y, before, moments.y);
    w.z *= share(m->moments.z, m->inverse_moments.z, before, moments.z);
    *spin = q_rotate(principal, w);
    return true;
}

void bl_step_keep_stiffness(const bl_roster* roster, const bl_motion_scratch* motion, double h, bl_body* bodies)
{
    for (ptrdiff_t k = 0; k < arrlen(roster->indices); k++) {
        uint32_t i = roster->indices[k];
        bodies[i].least_moment = h * h * motion->stiffness[i];
    }
}
