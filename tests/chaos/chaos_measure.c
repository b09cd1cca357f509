// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "chaos_measure.h"

#include "chaos_random.h"

#include <belay/quat.h>

#include <stddef.h>

// ---------------------------------------------------------------------------------------------------------------------
// Energies
// ---------------------------------------------------------------------------------------------------------------------

static double energy_of_turning(const belay_mass* m, belay_vec3 w)
{
    return 0.5 * v3_dot(w, m3_mul_v3(m->inertia, w));
}

static void add_body(chaos_measure* e, const chaos_stage* stage, int i)
{
    belay_body_state s;
    belay_mass m;
    chaos_measure_body* b = &e->bodies[i];
    const belay_world_def* def = belay_world_get_def(stage->world);
    if (belay_body_get_state(stage->world, stage->bodies[i], &s) != BELAY_OK) return;
    if (belay_body_get_mass(stage->world, stage->bodies[i], &m) != BELAY_OK) return;
    belay_vec3 weight = v3_scale(m.mass * stage->scene->bodies[i].gravity_scale, def->gravity);
    b->is_there = true;
    b->mass = m.mass;
    b->velocity = s.linear_velocity;
    b->speed = v3_length(s.linear_velocity);
    b->turning = v3_length(s.angular_velocity);
    b->center = v3_add(s.pose.position, belay_quat_rotate(s.pose.rotation, m.center_of_mass));
    b->kinetic = 0.5 * m.mass * v3_dot(s.linear_velocity, s.linear_velocity) +
                 energy_of_turning(&m, q_rotate_inverse(s.pose.rotation, s.angular_velocity));
    double shift = (def->theta - 0.5) * def->step_seconds * v3_dot(weight, s.linear_velocity);
    b->potential = -v3_dot(weight, b->center) + shift;
    b->shift = shift;
    e->kinetic += b->kinetic;
    e->potential += b->potential;
    e->shift += shift;
    // What it has at least when it is somewhere else by its own size: so that a scene at rest at the origin has a
    // scale.
    double least = m.mass * fmax(v3_length(def->gravity), 1.0) * 0.1 * stage->scene->bodies[i].radius;
    e->scale += b->kinetic + fabs(b->potential) + least;
}

static void add_rod(chaos_measure* e, const chaos_stage* stage, int i)
{
    belay_rod_energies r;
    if (belay_rod_get_energies(stage->world, stage->rods[i], &r) != BELAY_OK) return;
    e->kinetic += r.kinetic;
    e->potential += r.stretch + r.bend + r.twist + r.potential;
    e->scale += r.kinetic + r.stretch + r.bend + r.twist + fabs(r.potential);
}

chaos_measure chaos_measure_take(const chaos_stage* stage)
{
    chaos_measure e = {0};
    for (int i = 0; i < stage->scene->body_count; i++)
        add_body(&e, stage, i);
    for (int i = 0; i < stage->scene->rod_count; i++)
        add_rod(&e, stage, i);
    return e;
}

// ---------------------------------------------------------------------------------------------------------------------
// Finite
// ---------------------------------------------------------------------------------------------------------------------

static bool are_finite(const double* numbers, int count)
{
    for (int i = 0; i < count; i++)
        if (!isfinite(numbers[i])) return false;
    return true;
}

static bool is_finite_pose(const belay_pose* p)
{
    return v3_is_finite(p->position) && isfinite(p->rotation.w + p->rotation.x + p->rotation.y + p->rotation.z);
}

static bool are_bodies_finite(const chaos_stage* stage)
{
    for (int i = 0; i < stage->scene->body_count; i++) {
        belay_body_state s;
        belay_vec3 momentum;
        if (belay_body_get_state(stage->world, stage->bodies[i], &s) != BELAY_OK) continue;
        belay_body_get_angular_momentum(stage->world, stage->bodies[i], &momentum);
        if (!is_finite_pose(&s.pose) || !v3_is_finite(s.linear_velocity) || !v3_is_finite(s.angular_velocity) ||
            !v3_is_finite(momentum))
            return false;
    }
    for (int i = 0; i < stage->scene->mover_count; i++) {
        belay_body_state s;
        if (belay_body_get_state(stage->world, stage->movers[i], &s) != BELAY_OK || !is_finite_pose(&s.pose))
            return false;
    }
    return true;
}

static bool are_joints_finite(const chaos_stage* stage)
{
    for (int i = 0; i < stage->scene->joint_count; i++) {
        belay_joint_state s;
        if (belay_joint_get_state(stage->world, stage->joints[i], &s) != BELAY_OK) continue; // broken or destroyed
        if (!v3_is_finite(s.force) || !v3_is_finite(s.torque) || !are_finite(s.position, 6) ||
            !are_finite(s.speed, 6) || !isfinite(s.error) || !isfinite(s.angular_error))
            return false;
    }
    return true;
}

static bool is_rod_finite(const belay_world* world, belay_rod_id rod)
{
    enum { MOST = 512 };
    belay_vec3 places[MOST], velocities[MOST], moments[MOST];
    belay_quat frames[MOST];
    double tensions[MOST];
    int nodes = 0, vertices = 0, elements = 0, segments = 0;
    if (belay_rod_get_nodes(world, rod, places, velocities, MOST, &nodes) != BELAY_OK) return true;
    belay_rod_get_moments(world, rod, moments, MOST, &vertices);
    belay_rod_get_tensions(world, rod, tensions, MOST, &elements);
    belay_rod_get_frames(world, rod, frames, MOST, &segments);
    for (int i = 0; i < nodes && i < MOST; i++)
        if (!v3_is_finite(places[i]) || !v3_is_finite(velocities[i])) return false;
    for (int i = 0; i < vertices && i < MOST; i++)
        if (!v3_is_finite(moments[i])) return false;
    for (int i = 0; i < segments && i < MOST; i++)
        if (!isfinite(frames[i].w + frames[i].x + frames[i].y + frames[i].z)) return false;
    for (int i = 0; i < 2; i++) {
        belay_rod_attachment_state s;
        if (belay_rod_get_attachment(world, rod, i, &s) != BELAY_OK) continue;
        if (!v3_is_finite(s.force) || !v3_is_finite(s.torque) || !isfinite(s.error)) return false;
    }
    return are_finite(tensions, elements < MOST ? elements : MOST);
}

static bool are_rods_finite(const chaos_stage* stage)
{
    for (int i = 0; i < stage->scene->rod_count; i++)
        if (!is_rod_finite(stage->world, stage->rods[i])) return false;
    return true;
}

static bool are_contacts_finite(const belay_world* world)
{
    int32_t count;
    const belay_contact* c = belay_world_get_contacts(world, &count);
    for (int32_t i = 0; i < count; i++) {
        const double numbers[] = {c[i].gap, c[i].friction, c[i].restitution, c[i].target};
        if (!v3_is_finite(c[i].point) || !v3_is_finite(c[i].normal) || !v3_is_finite(c[i].tangent1) ||
            !v3_is_finite(c[i].tangent2) || !are_finite(numbers, 4) || !are_finite(c[i].impulse, 3) ||
            !are_finite(c[i].velocity, 3))
            return false;
    }
    const belay_rod_contact* r = belay_world_get_rod_contacts(world, &count);
    for (int32_t i = 0; i < count; i++) {
        if (!v3_is_finite(r[i].point) || !v3_is_finite(r[i].normal) || !isfinite(r[i].gap) ||
            !isfinite(r[i].s_a + r[i].s_b) || !are_finite(r[i].impulse, 3) || !are_finite(r[i].velocity, 3))
            return false;
    }
    return true;
}

static bool are_events_finite(const belay_world* world)
{
    int32_t count;
    const belay_contact_event* c = belay_world_get_contact_events(world, &count);
    for (int32_t i = 0; i < count; i++) {
        const double numbers[] = {c[i].approach_speed, c[i].normal_impulse, c[i].sliding_speed};
        if (!v3_is_finite(c[i].point) || !v3_is_finite(c[i].normal) || !are_finite(numbers, 3)) return false;
    }
    const belay_rod_contact_event* r = belay_world_get_rod_contact_events(world, &count);
    for (int32_t i = 0; i < count; i++) {
        const double numbers[] = {r[i].approach_speed, r[i].normal_impulse, r[i].sliding_speed, r[i].s_a, r[i].s_b};
        if (!v3_is_finite(r[i].point) || !v3_is_finite(r[i].normal) || !are_finite(numbers, 5)) return false;
    }
    const belay_joint_event* j = belay_world_get_joint_events(world, &count);
    for (int32_t i = 0; i < count; i++)
        if (!isfinite(j[i].force) || !isfinite(j[i].torque)) return false;
    return true;
}

static bool are_stats_finite(const belay_world* world)
{
    const belay_step_stats* s = belay_world_get_stats(world);
    const belay_residual* r = &s->residual;
    const belay_energy_report* a = &s->energy;
    belay_energy e = belay_world_get_energy(world);
    const double numbers[] = {r->natural,     r->alart_curnier,     r->fischer_burmeister,
                              r->natural_max, r->alart_curnier_max, r->fischer_burmeister_max,
                              s->max_overlap, s->normal_work,       s->friction_work,
                              s->seconds,     e.translation,        e.rotation,
                              e.potential};
    const double items[] = {a->before,  a->after,  a->applied,  a->motors, a->springs, a->movers,   a->hands,
                            a->overlap, a->normal, a->friction, a->joints, a->rods,    a->left_over};
    return are_finite(numbers, (int)(sizeof numbers / sizeof numbers[0])) &&
           are_finite(items, (int)(sizeof items / sizeof items[0]));
}

const char* chaos_find_nonfinite(const chaos_stage* stage)
{
    if (!are_bodies_finite(stage)) return "state of a body";
    if (!are_rods_finite(stage)) return "state of a rod";
    if (!are_joints_finite(stage)) return "state of a joint";
    if (!are_contacts_finite(stage->world)) return "contact";
    if (!are_events_finite(stage->world)) return "event";
    if (!are_stats_finite(stage->world)) return "statistics";
    return NULL;
}
