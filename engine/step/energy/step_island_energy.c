// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "step/energy/step_island_energy.h"

#include "core/alloc.h"
#include "core/assert.h"
#include "models/joint_constraints.h"
#include "step/assemble/step_joints.h"
#include "step/energy/energy_tolerances.h"
#include "step/energy/step_body_energy.h"
#include "step/motion/step_fault.h"
#include "step/motion/step_lead.h"
#include "step/motion/step_path.h"
#include "store/joints.h"

// ---------------------------------------------------------------------------------------------------------------------
// Works of impulses
// ---------------------------------------------------------------------------------------------------------------------

// The velocities of a body before the step's impulses, without them, and after them; zero of what cannot be moved, and
// of what is held or sleeps: impulses do nothing with it. (A sleeper that is pushed by what did not come towards it
// gives way in the solve, and wakes in the next step.)
typedef struct moments {
    bl_velocity before, free, after;
} moments;

static bool is_moved(const bl_motion_parts* p, uint32_t index)
{
    return index < bl_body_count_of(p->entities) && bl_step_takes_part(&bl_bodies_of(p->entities)[index]) &&
           !bl_step_is_still(&p->s->motion, index);
}

static moments moments_of(const bl_motion_parts* p, uint32_t index)
{
    const bl_step_scratch* s = p->s;
    bl_velocity still = {v3_zero(), v3_zero()};
    if (!is_moved(p, index)) return (moments){still, still, still};
    return (moments){s->motion.bodies[index].before, s->motion.bodies[index].free, s->motion.velocities[index]};
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

bool bl_step_is_mover(const bl_motion_parts* p, uint32_t index)
{
    return index < bl_body_count_of(p->entities) && bl_bodies_of(p->entities)[index].type == BELAY_BODY_KINEMATIC;
}

belay_vec3 bl_step_mover_velocity(const bl_motion_parts* p, uint32_t index, belay_vec3 arm)
{
    bl_velocity before = bl_step_velocity_behind(p->def, bl_bodies_of(p->entities), &p->s->motion, index),
                after = bl_step_velocity_ahead(p->def, bl_bodies_of(p->entities), &p->s->motion, index);
    double h = p->def->step_seconds;
    belay_quat forth = q_exp(v3_scale(h, after.angular)), back = q_exp(v3_scale(-h, before.angular));
    belay_vec3 displacement = v3_sub(q_rotate(forth, arm), q_rotate(back, arm));
    return v3_add_scaled(v3_scale(0.5, v3_add(before.linear, after.linear)), 0.5 / h, displacement);
}

static bl_velocity velocity_of_mover(const bl_motion_parts* p, uint32_t index)
{
    if (!bl_step_is_mover(p, index)) return (bl_velocity){v3_zero(), v3_zero()};
    bl_velocity before = bl_step_velocity_behind(p->def, bl_bodies_of(p->entities), &p->s->motion, index),
                after = bl_step_velocity_ahead(p->def, bl_bodies_of(p->entities), &p->s->motion, index);
    return (bl_velocity){v3_scale(0.5, v3_add(before.linear, after.linear)),
                         v3_scale(0.5, v3_add(before.angular, after.angular))};
}

// The same as it acts on arms.
static bl_velocity velocity_of_arm(const bl_motion_parts* p, uint32_t index)
{
    bl_velocity v = velocity_of_mover(p, index);
    if (bl_step_is_mover(p, index))
        v.angular = v3_scale(1.0 - bl_step_bend(p->def, bl_bodies_of(p->entities), &p->s->motion, index), v.angular);
    return v;
}

// By how much the velocity of a place on a led body changes from the interval before the instant to the one after it.
static bl_velocity change_of_led(const bl_motion_parts* p, uint32_t index)
{
    if (!bl_step_is_mover(p, index)) return (bl_velocity){v3_zero(), v3_zero()};
    bl_velocity behind = bl_step_velocity_behind(p->def, bl_bodies_of(p->entities), &p->s->motion, index),
                ahead = bl_step_velocity_ahead(p->def, bl_bodies_of(p->entities), &p->s->motion, index);
    return (bl_velocity){v3_sub(ahead.linear, behind.linear), v3_sub(ahead.angular, behind.angular)};
}

static void add_drive(bl_island_works* w, double* item, double linear, double quadratic)
{
    *item += linear + quadratic;
    w->drives_linear += linear;
    w->drives_quadratic += quadratic;
}

void bl_step_add_contact_works(const bl_motion_parts* p, uint32_t contact, bl_island_works* w)
{
    BELAY_ASSERT(contact < (uint32_t)arrlen(p->s->solve.contacts));
    const bl_contact_row* row = &p->s->solve.rows[contact];
    if (!(row->r[0] > 0.0) || !(is_moved(p, row->body_a) || is_moved(p, row->body_b))) return;
    const bl_contact_geometry* at = &row->at;
    moments a = moments_of(p, row->body_a), b = moments_of(p, row->body_b);
    bl_velocity a1 = first_half(&a), b1 = first_half(&b), a2 = second_half(&a), b2 = second_half(&b);
    belay_vec3 mover = v3_zero(); // its velocity, of A against B
    if (bl_step_is_mover(p, row->body_a)) mover = bl_step_mover_velocity(p, row->body_a, at->arm_a);
    if (bl_step_is_mover(p, row->body_b)) mover = v3_neg(bl_step_mover_velocity(p, row->body_b, at->arm_b));
    belay_vec3 u1 = v3_add(bl_contact_relative(at, &a1, &b1), mover), u2 = bl_contact_relative(at, &a2, &b2);
    belay_vec3 normal = v3_scale(row->r[0], at->n), all = bl_contact_impulse(at, row->r);
    belay_vec3 tangential = v3_sub(all, normal);
    const bl_active_contact* c = &p->s->solve.contacts[contact];
    double belt = c->has_belt ? -v3_dot(tangential, p->s->detect.contacts[c->found].surface_velocity) : 0.0;
    w->normal += v3_dot(normal, u1) + v3_dot(normal, u2);
    w->friction += v3_dot(tangential, u1) - belt + v3_dot(tangential, u2);
    w->size += row->weight * v3_length_squared(all);
    bl_velocity change_a = change_of_led(p, row->body_a), change_b = change_of_led(p, row->body_b);
    w->unsure += 0.5 * fabs(v3_dot(all, bl_contact_relative(at, &change_a, &change_b)));
    add_drive(w, &w->movers, belt - v3_dot(all, mover), 0.0);
}

static double rate(const bl_joint_row* row, const bl_velocity* a, const bl_velocity* b)
{
    return v3_dot(row->linear, v3_sub(a->linear, b->linear)) + v3_dot(row->angular_a, a->angular) -
           v3_dot(row->angular_b, b->angular) - v3_dot(row->beyond_b, b->linear);
}

// A motor that drives into a limit shares its row: what pushes away from the limit's own way is the motor.
static bool is_motor(const bl_joint_row* row)
{
    return row->kind == BL_JOINT_KIND_MOTOR || (row->kind == BL_JOINT_KIND_LIMIT_BELOW && row->r < 0.0) ||
           (row->kind == BL_JOINT_KIND_LIMIT_ABOVE && row->r > 0.0);
}

// Velocities that the impulses of a joint work on.
typedef struct joint_moments {
    bl_velocity a1, b1, a2, b2;                   // first and second halves
    bl_velocity turns_a, turns_b, ways_a, ways_b; // of movers
} joint_moments;

static joint_moments moments_of_joint(const bl_motion_parts* p, const bl_joint_block* block)
{
    moments a = moments_of(p, block->body_a), b = moments_of(p, block->body_b);
    return (joint_moments){first_half(&a),
                           first_half(&b),
                           second_half(&a),
                           second_half(&b),
                           velocity_of_mover(p, block->body_a),
                           velocity_of_mover(p, block->body_b),
                           velocity_of_arm(p, block->body_a),
                           velocity_of_arm(p, block->body_b)};
}

// The work of a row is linear + quadratic; the mover's part of its velocity is `mover`.
typedef struct row_work {
    double linear, quadratic, mover;
} row_work;

static row_work work_of_row(const bl_joint_row* row, const joint_moments* m)
{
    row_work w = {.mover = bl_step_row_is_translation(row) ? rate(row, &m->ways_a, &m->ways_b)
                                                           : rate(row, &m->turns_a, &m->turns_b)};
    w.linear = row->r * (rate(row, &m->a1, &m->b1) + w.mover);
    w.quadratic = row->r * rate(row, &m->a2, &m->b2);
    return w;
}

static double work_of_springs(const bl_joint_set* set, const bl_joint_block* block, const joint_moments* m)
{
    double work = 0.0;
    for (uint32_t i = 0; i < block->count; i++) {
        const bl_joint_row* row = &set->rows[block->first + i];
        if (row->kind != BL_JOINT_KIND_SPRING) continue;
        row_work w = work_of_row(row, m);
        work += w.linear + w.quadratic;
    }
    return work;
}

// The part of what a joint's springs do that they can give; the rest is made by the step.
static double share_of_springs(const bl_motion_parts* p, const bl_joint_block* block, const joint_moments* m)
{
    double work = work_of_springs(&p->s->joints.set, block, m);
    double most = bl_joints_of(p->entities)[block->owner].spring_energy;
    return work > most ? fmax(0.0, most) / work : 1.0;
}

static void add_joint(const bl_motion_parts* p, uint32_t number, bl_island_works* w)
{
    const bl_joint_set* set = &p->s->joints.set;
    const bl_joint_block* block = &set->blocks[number];
    if (!is_moved(p, block->body_a) && !is_moved(p, block->body_b)) return;
    joint_moments m = moments_of_joint(p, block);
    double share = share_of_springs(p, block, &m);
    bl_velocity change_a = change_of_led(p, block->body_a), change_b = change_of_led(p, block->body_b);
    for (uint32_t i = 0; i < block->count; i++) {
        const bl_joint_row* row = &set->rows[block->first + i];
        row_work work = work_of_row(row, &m);
        bool is_spring = row->kind == BL_JOINT_KIND_SPRING;
        if (is_motor(row))
            add_drive(w, &w->motors, work.linear, work.quadratic);
        else if (is_spring)
            add_drive(w, &w->springs, share * work.linear, share * work.quadratic);
        double other = is_motor(row) ? 0.0 : is_spring ? 1.0 - share : 1.0;
        w->joints += other * (work.linear + work.quadratic);
        w->size += block->weight * row->r * row->r;
        w->unsure += 0.5 * fabs(row->r * rate(row, &change_a, &change_b));
        add_drive(w, &w->movers, -row->r * work.mover, 0.0);
    }
}

void bl_step_springs_pay(const bl_motion_parts* p)
{
    for (uint32_t k = 0; k < p->s->joints.block_count; k++) {
        const bl_joint_block* block = &p->s->joints.set.blocks[k];
        bl_joint* joint = &bl_joints_of(p->entities)[block->owner];
        if (!is_moved(p, block->body_a) && !is_moved(p, block->body_b)) continue;
        joint_moments m = moments_of_joint(p, block);
        double left = joint->spring_energy - work_of_springs(&p->s->joints.set, block, &m);
        joint->spring_energy = isfinite(left) ? fmax(0.0, left) : 0.0;
    }
}

static void add_works(bl_island_works* sum, const bl_island_works* w)
{
    sum->normal += w->normal;
    sum->friction += w->friction;
    sum->joints += w->joints;
    sum->motors += w->motors;
    sum->springs += w->springs;
    sum->movers += w->movers;
    sum->drives_linear += w->drives_linear;
    sum->drives_quadratic += w->drives_quadratic;
    sum->size += w->size;
    sum->unsure += w->unsure;
}

typedef struct summing {
    const bl_motion_parts* p;
    const uint32_t* order;
    uint32_t count;
} summing;

static void sum_blocks(void* context, uint32_t begin, uint32_t end, int worker)
{
    const summing* m = context;
    const bl_step_scratch* s = m->p->s;
    uint32_t contacts = (uint32_t)arrlen(s->solve.contacts), joints_end = contacts + s->joints.block_count;
    (void)worker;
    for (uint32_t b = begin; b < end; b++) {
        bl_island_works w = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
        bl_block block = bl_block_at(b, m->count);
        for (uint32_t k = block.begin; k < block.end; k++) {
            uint32_t e = m->order[k];
            if (e < contacts)
                bl_step_add_contact_works(m->p, e, &w);
            else if (e < joints_end)
                add_joint(m->p, e - contacts, &w);
        }
        m->p->s->energy.works_parts[b] = w;
    }
}

bl_island_works bl_step_island_works(const bl_motion_parts* p, uint32_t island)
{
    BELAY_ASSERT(island < p->s->solve.islands.count);
    const bl_islands* islands = &p->s->solve.islands;
    uint32_t begin = islands->begin[island], count = islands->begin[island + 1] - begin;
    uint32_t blocks = bl_block_count(count);
    summing m = {p, islands->order + begin, count};
    bl_workers_run(p->workers, blocks, 1, sum_blocks, &m);
    bl_island_works w = p->s->energy.works_parts[0];
    for (uint32_t b = 1; b < blocks; b++)
        add_works(&w, &p->s->energy.works_parts[b]);
    return w;
}

double bl_step_unsure_work(const bl_island_works* w)
{
    return fmin(fmax(0.0, w->normal + w->friction + w->joints), w->unsure);
}

double bl_step_island_drives(const bl_motion_parts* p, uint32_t island)
{
    bl_island_works w = bl_step_island_works(p, island);
    return w.motors + w.springs + w.movers + bl_step_unsure_work(&w);
}

// ---------------------------------------------------------------------------------------------------------------------
// Energies
// ---------------------------------------------------------------------------------------------------------------------

uint32_t bl_step_bodies_of_island(const bl_motion_parts* p, uint32_t island)
{
    bl_step_scratch* s = p->s;
    uint32_t count = 0;
    for (uint32_t k = s->solve.islands.begin[island]; k < s->solve.islands.begin[island + 1]; k++) {
        bl_body_pair pair = s->solve.body_pairs[s->solve.islands.order[k]];
        for (int side = 0; side < 2; side++) {
            uint32_t i = side == 0 ? pair.a : pair.b;
            bool moves = side == 0 ? pair.a_moves : pair.b_moves;
            if (!moves || i >= bl_body_count_of(p->entities) || s->energy.island_marks[i] == island + 1) continue;
            if (!bl_step_takes_part(&bl_bodies_of(p->entities)[i])) continue;
            s->energy.island_marks[i] = island + 1;
            s->energy.island_bodies[count++] = i;
        }
    }
    return count;
}

// What an island's kinetic energy changes by beyond the work of forces and drives, when its impulses are scaled by
// alpha:
//     constant + alpha linear + alpha^2 quadratic.
// It is the sum of what contacts and joints do, r . (u- + u+) / 2, and of what raised inertia does (step_stiffness.c),
// whose impulses turn bodies by less than they would: the constant part is of that alone.
static void add_body(const bl_motion_parts* p, uint32_t i, bl_island_energy* e)
{
    const bl_step_scratch* s = p->s;
    const bl_body* body = &bl_bodies_of(p->entities)[i];
    const bl_step_body* b = &s->motion.bodies[i];
    const bl_velocity* after = &s->motion.velocities[i];
    bl_velocity change = {v3_sub(after->linear, b->free.linear), v3_sub(after->angular, b->free.angular)};
    bl_velocity early = {v3_add(b->before.linear, b->free.linear), v3_add(b->before.angular, b->free.angular)};
    belay_vec3 push = bl_step_push_of(p, i), twist = bl_step_twist_of(p, i);
    double before = bl_step_kinetic(body, b->mid, &b->before);
    if (bl_step_is_still(&p->s->motion, i)) {
        e->lost += before;
        return;
    }
    double free = bl_step_kinetic(body, b->mid, &b->free);
    double now = bl_step_kinetic(body, b->mid, after), quadratic = bl_step_kinetic(body, b->mid, &change);
    e->before += before;
    e->free += free;
    e->after += now;
    e->fall += 0.5 * (v3_dot(push, after->linear) + v3_dot(twist, after->angular));
    e->constant += free - before - 0.5 * (v3_dot(push, early.linear) + v3_dot(twist, early.angular));
    e->linear += now - free - quadratic - 0.5 * (v3_dot(push, change.linear) + v3_dot(twist, change.angular));
    e->quadratic += quadratic;
    e->mass += body->mass.mass;
    e->momentum = v3_add_scaled(e->momentum, body->mass.mass, after->linear);
    e->push = v3_add(e->push, push);
}

// A rope pulls at its wheels, which stand in the world, though its joint names two bodies that move.
static bool is_on_wheels(const bl_step_scratch* s, uint32_t element)
{
    uint32_t contacts = (uint32_t)arrlen(s->solve.contacts);
    if (element < contacts || element >= contacts + s->joints.block_count) return false;
    const bl_joint_block* block = &s->joints.set.blocks[element - contacts];
    return v3_length_squared(s->joints.set.rows[block->first].beyond_b) > 0.0;
}

// Whether nothing that cannot be moved, or is held, touches or holds the island.
static bool is_free_island(const bl_motion_parts* p, uint32_t island)
{
    const bl_step_scratch* s = p->s;
    for (uint32_t k = s->solve.islands.begin[island]; k < s->solve.islands.begin[island + 1]; k++) {
        bl_body_pair pair = s->solve.body_pairs[s->solve.islands.order[k]];
        if (!is_moved(p, pair.a) || !is_moved(p, pair.b) || is_on_wheels(s, s->solve.islands.order[k])) return false;
    }
    return true;
}

bool bl_step_island_has_rods(const bl_step_scratch* s, uint32_t island)
{
    uint32_t last = s->solve.islands.order[s->solve.islands.begin[island + 1] - 1];
    return last >= (uint32_t)arrlen(s->solve.contacts) + s->joints.block_count;
}

bl_island_energy bl_step_island_energy(const bl_motion_parts* p, uint32_t island, const bl_island_works* w)
{
    const bl_step_scratch* s = p->s;
    bl_island_energy e = {0};
    uint32_t count = bl_step_bodies_of_island(p, island);
    for (uint32_t k = 0; k < count; k++) {
        add_body(p, s->energy.island_bodies[k], &e);
        s->energy.island_marks[s->energy.island_bodies[k]] = 0;
    }
    e.linear -= w->drives_linear;
    e.quadratic -= w->drives_quadratic;
    e.is_free = is_free_island(p, island);
    if (!e.is_free) return e;
    // Its centre of mass goes on as it does.
    belay_vec3 carried = v3_scale(1.0 / e.mass, e.momentum);
    e.carried = 0.5 * v3_dot(e.momentum, carried);
    e.after -= e.carried;
    e.fall -= 0.5 * v3_dot(e.push, carried);
    return e;
}

double bl_step_island_gain(const bl_island_energy* e)
{
    return e->constant + e->linear + e->quadratic - e->lost;
}

double bl_step_island_excess(const bl_motion_parts* p, uint32_t island, bl_island_works* w, bl_island_energy* e)
{
    *w = bl_step_island_works(p, island);
    *e = bl_step_island_energy(p, island, w);
    e->is_stirred = w->movers != 0.0;
    double gain = bl_step_island_gain(e) - bl_step_unsure_work(w);
    return gain > BL_ISLAND_ROUNDING * (e->before + e->free + e->after) ? gain : 0.0;
}
