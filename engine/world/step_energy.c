// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "world/step_energy.h"

#include "core/alloc.h"
#include "dynamics/joint.h"
#include "world/step.h"

// ---------------------------------------------------------------------------------------------------------------------
// What there is
// ---------------------------------------------------------------------------------------------------------------------

static bool takes_part(const bl_body* body)
{
    return body->type == BELAY_BODY_DYNAMIC && !(body->flags & BL_BODY_ASLEEP);
}

static double potential_at(const belay_world* world, const bl_body* body, belay_vec3 center)
{
    return -body->mass.mass * body->gravity_scale * v3_dot(world->def.gravity, center);
}

static double kinetic(const bl_body* body, belay_pose pose, const bl_velocity* v)
{
    belay_quat principal = q_mul(pose.rotation, body->mass.principal_rotation);
    return 0.5 * body->mass.mass * v3_length_squared(v->linear) +
           bl_rigid_spin_energy(&body->mass, principal, v->angular);
}

// Of the bodies that are awake at this moment.
static double mechanical_energy(const belay_world* world)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < bl_body_count(world); i++) {
        const bl_body* body = &bl_bodies(world)[i];
        if (!takes_part(body)) continue;
        const belay_body_state* s = &bl_body_states(world)[i];
        bl_velocity v = {s->linear_velocity, s->angular_velocity};
        sum += kinetic(body, s->pose, &v);
        sum += potential_at(world, body, pose_apply(s->pose, body->mass.center_of_mass));
    }
    return sum;
}

void bl_step_energy_before(belay_world* world)
{
    world->stats.energy.before = mechanical_energy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// What impulses do
// ---------------------------------------------------------------------------------------------------------------------

// The velocities of a body before the step's impulses, without them, and after them; zero of what cannot be moved.
typedef struct moments {
    bl_velocity before, free, after;
} moments;

static moments moments_of(const belay_world* world, uint32_t place)
{
    const bl_step_scratch* s = &world->scratch;
    bl_velocity still = {v3_zero(), v3_zero()};
    if (place >= bl_body_count(world) || bl_bodies(world)[place].type != BELAY_BODY_DYNAMIC)
        return (moments){still, still, still};
    return (moments){s->bodies[place].before, s->bodies[place].free, s->velocities[place]};
}

// Half the sum of velocities before and without impulses, and half of what the impulses change: their sum is the mean.
static bl_velocity first_half(const moments* m)
{
    return (bl_velocity){v3_scale(0.5, v3_add(m->before.linear, m->free.linear)),
                         v3_scale(0.5, v3_add(m->before.angular, m->free.angular))};
}

static bl_velocity second_half(const moments* m)
{
    return (bl_velocity){v3_scale(0.5, v3_sub(m->after.linear, m->free.linear)),
                         v3_scale(0.5, v3_sub(m->after.angular, m->free.angular))};
}

// A kinematic body moves what it touches by its way: of a place on it, the mean of the intervals before and after the
// contact instant is by (exp(h w) - exp(-h w)) r / 2h.
static belay_vec3 mean_velocity(const belay_world* world, uint32_t place, belay_vec3 arm)
{
    const bl_velocity* v = &world->scratch.bodies[place].before;
    double h = world->def.step_seconds;
    belay_vec3 turn = v3_scale(h, v->angular);
    belay_vec3 way = v3_sub(q_rotate(q_exp(turn), arm), q_rotate(q_exp(v3_neg(turn)), arm));
    return v3_add_scaled(v->linear, 0.5 / h, way);
}

static bool is_mover(const belay_world* world, uint32_t place)
{
    return place < bl_body_count(world) && bl_bodies(world)[place].type == BELAY_BODY_KINEMATIC;
}

static bl_velocity velocity_of_mover(const belay_world* world, uint32_t place)
{
    bl_velocity still = {v3_zero(), v3_zero()};
    return is_mover(world, place) ? world->scratch.bodies[place].before : still;
}

// Works of the impulses of one element or island. Of what is no drive, the part that goes with r and that with r . W r:
// with impulses scaled by alpha they do alpha linear + alpha^2 quadratic.
typedef struct works {
    double normal, friction, joints, motors, springs, movers;
    double linear, quadratic;
} works;

static void add_passive(works* w, double* item, double linear, double quadratic)
{
    *item += linear + quadratic;
    w->linear += linear;
    w->quadratic += quadratic;
}

static void add_contact(const belay_world* world, uint32_t contact, works* w)
{
    const bl_contact_row* row = &world->scratch.rows[contact];
    if (!(row->r[0] > 0.0)) return;
    const bl_contact_geometry* at = &row->at;
    moments a = moments_of(world, row->body_a), b = moments_of(world, row->body_b);
    bl_velocity a1 = first_half(&a), b1 = first_half(&b), a2 = second_half(&a), b2 = second_half(&b);
    belay_vec3 mover = v3_zero(); // its velocity, of A against B
    if (is_mover(world, row->body_a)) mover = mean_velocity(world, row->body_a, at->arm_a);
    if (is_mover(world, row->body_b)) mover = v3_neg(mean_velocity(world, row->body_b, at->arm_b));
    belay_vec3 u1 = v3_add(bl_contact_relative(at, &a1, &b1), mover), u2 = bl_contact_relative(at, &a2, &b2);
    belay_vec3 normal = v3_scale(row->r[0], at->n), all = bl_contact_impulse(at, row->r);
    belay_vec3 tangential = v3_sub(all, normal);
    double belt = -v3_dot(tangential, world->scratch.contacts[contact].surface_velocity);
    add_passive(w, &w->normal, v3_dot(normal, u1), v3_dot(normal, u2));
    add_passive(w, &w->friction, v3_dot(tangential, u1) - belt, v3_dot(tangential, u2));
    w->movers += belt - v3_dot(all, mover);
}

static double rate(const bl_joint_row* row, const bl_velocity* a, const bl_velocity* b)
{
    return v3_dot(row->linear, v3_sub(a->linear, b->linear)) + v3_dot(row->angular_a, a->angular) -
           v3_dot(row->angular_b, b->angular);
}

typedef enum row_kind {
    ROW_HOLDS,
    ROW_IS_MOTOR,
    ROW_IS_SPRING,
} row_kind;

// A motor that drives into a limit shares its row: it is what pushes towards the bound that is not infinite.
static row_kind kind_of(const bl_joint_block* block, const bl_joint_row* row)
{
    bool is_soft = row->softness > 0.0;
    if (block->cap < HUGE_VAL) return ROW_IS_SPRING; // a drag joint
    if (row->slot < BL_JOINT_SLOT_DRIVE) {
        if (is_soft) return ROW_IS_SPRING;
        double bound = row->r > 0.0 ? row->upper : row->lower;
        double other = row->r > 0.0 ? row->lower : row->upper;
        return isfinite(bound) && isinf(other) ? ROW_IS_MOTOR : ROW_HOLDS;
    }
    if (row->slot < BL_JOINT_SLOT_WAY) return is_soft ? ROW_IS_SPRING : ROW_IS_MOTOR;
    return ROW_HOLDS;
}

static void add_joint(const belay_world* world, uint32_t number, works* w)
{
    const bl_joint_set* set = &world->scratch.joint_set;
    const bl_joint_block* block = &set->blocks[number];
    moments a = moments_of(world, block->body_a), b = moments_of(world, block->body_b);
    bl_velocity a1 = first_half(&a), b1 = first_half(&b), a2 = second_half(&a), b2 = second_half(&b);
    bl_velocity moves_a = velocity_of_mover(world, block->body_a), moves_b = velocity_of_mover(world, block->body_b);
    for (uint32_t i = 0; i < block->count; i++) {
        const bl_joint_row* row = &set->rows[block->first + i];
        double mover = rate(row, &moves_a, &moves_b);
        double linear = row->r * (rate(row, &a1, &b1) + mover), quadratic = row->r * rate(row, &a2, &b2);
        row_kind kind = kind_of(block, row);
        if (kind == ROW_IS_MOTOR) w->motors += linear + quadratic;
        if (kind == ROW_IS_SPRING) w->springs += linear + quadratic;
        if (kind == ROW_HOLDS) add_passive(w, &w->joints, linear, quadratic);
        w->movers -= row->r * mover;
    }
}

static works works_of_island(const belay_world* world, uint32_t island)
{
    const bl_step_scratch* s = &world->scratch;
    uint32_t contacts = (uint32_t)arrlen(s->contacts), joints_end = contacts + s->joint_block_count;
    works w = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    for (uint32_t k = s->islands.begin[island]; k < s->islands.begin[island + 1]; k++) {
        uint32_t e = s->islands.order[k];
        if (e < contacts)
            add_contact(world, e, &w);
        else if (e < joints_end)
            add_joint(world, e - contacts, &w);
    }
    return w;
}

// -(theta - 1/2) h f . (v+ - v-)
static double work_of_scheme(const belay_world* world)
{
    double share = world->def.theta - 0.5, sum = 0.0;
    if (share == 0.0) return 0.0;
    for (uint32_t i = 0; i < bl_body_count(world); i++) {
        const bl_body* body = &bl_bodies(world)[i];
        const bl_step_body* s = &world->scratch.bodies[i];
        if (!takes_part(body)) continue;
        belay_vec3 push = v3_scale(body->mass.mass, v3_sub(s->free.linear, s->before.linear));
        sum -= share * v3_dot(push, v3_sub(world->scratch.velocities[i].linear, s->before.linear));
    }
    return sum;
}

void bl_step_energy_works(belay_world* world)
{
    belay_energy_account* e = &world->stats.energy;
    for (uint32_t k = 0; k < world->scratch.islands.count; k++) {
        works w = works_of_island(world, k);
        e->normal += w.normal;
        e->friction += w.friction;
        e->joints += w.joints;
        e->motors += w.motors;
        e->springs += w.springs;
        e->movers += w.movers;
    }
    e->scheme = work_of_scheme(world);
    world->stats.normal_work = e->normal;
    world->stats.friction_work = e->friction;
}

// ---------------------------------------------------------------------------------------------------------------------
// The balance
// ---------------------------------------------------------------------------------------------------------------------

// Of forces along the way, of torques at the contact instant.
static double applied_work(const belay_world* world, const bl_body* body, uint32_t i)
{
    const bl_step_body* s = &world->scratch.bodies[i];
    const bl_velocity* v = &world->scratch.velocities[i];
    double h = world->def.step_seconds, theta = world->def.theta;
    belay_vec3 way = v3_add(v3_scale(h * (1.0 - theta), s->before.linear), v3_scale(h * theta, v->linear));
    belay_vec3 turn = v3_scale(0.5 * h, v3_add(s->before.angular, v->angular));
    return v3_dot(body->force, way) + v3_dot(body->torque, turn);
}

// What pseudo-velocities lift (step_recover.c).
static double overlap_work(const belay_world* world, const bl_body* body, uint32_t i)
{
    if (world->stats.overlap_iterations == 0) return 0.0;
    return potential_at(world, body, v3_scale(world->def.step_seconds, world->scratch.recovery[i].linear));
}

void bl_step_energy_applied(belay_world* world)
{
    for (uint32_t i = 0; i < bl_body_count(world); i++) {
        const bl_body* body = &bl_bodies(world)[i];
        if (!takes_part(body)) continue;
        world->stats.energy.applied += applied_work(world, body, i);
        world->stats.energy.overlap += overlap_work(world, body, i);
    }
}

void bl_step_energy_after(belay_world* world)
{
    belay_energy_account* e = &world->stats.energy;
    e->after = mechanical_energy(world);
    e->left_over = e->after - (e->before + e->applied + e->motors + e->springs + e->movers + e->hands + e->overlap +
                               e->normal + e->friction + e->joints + e->rods + e->scheme);
}

// ---------------------------------------------------------------------------------------------------------------------
// No energy from nothing
// ---------------------------------------------------------------------------------------------------------------------

#include <stdio.h>
#include <stdlib.h>

// Kinetic energies of the island's bodies before and freely: the scale of what rounding leaves.
static double scale_of_island(const belay_world* world, uint32_t island)
{
    const bl_step_scratch* s = &world->scratch;
    double sum = 0.0;
    for (uint32_t k = s->islands.begin[island]; k < s->islands.begin[island + 1]; k++) {
        bl_body_pair pair = s->body_pairs[s->islands.order[k]];
        for (int side = 0; side < 2; side++) {
            uint32_t i = side == 0 ? pair.a : pair.b;
            if (i >= bl_body_count(world) || !takes_part(&bl_bodies(world)[i])) continue;
            const bl_step_body* b = &s->bodies[i];
            sum += kinetic(&bl_bodies(world)[i], b->mid, &b->before) + kinetic(&bl_bodies(world)[i], b->mid, &b->free);
        }
    }
    return sum;
}

void bl_step_limit_energy(belay_world* world)
{
    static int on = -1;
    if (on < 0) on = getenv("BLE") != NULL;
    for (uint32_t k = 0; k < world->scratch.islands.count && on; k++) {
        works w = works_of_island(world, k);
        double g = w.linear + w.quadratic, scale = scale_of_island(world, k);
        if (g > 1e-9 * scale)
            printf("island %u of %u elements: gain %g of %g: normal %g friction %g joints %g lin %g quad %g alpha %g conv %d\n", k,
                   world->scratch.islands.begin[k + 1] - world->scratch.islands.begin[k], g, scale, w.normal, w.friction, w.joints, w.linear,
                   w.quadratic, -w.linear / w.quadratic, world->stats.has_converged);
    }
}
