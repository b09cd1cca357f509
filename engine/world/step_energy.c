// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "world/step_energy.h"

#include "core/alloc.h"
#include "dynamics/joint.h"
#include "world/step.h"
#include "world/step_finite.h"
#include "world/step_rods.h"
#include "world/step_sweep.h"

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
    world->stats.energy.before = mechanical_energy(world) + bl_step_rods_energy(world);
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

// Works of the impulses of one element or island, J. Those of drives also by the parts that go with r and with r . W r:
// with impulses scaled by alpha they do alpha linear + alpha^2 quadratic.
typedef struct works {
    double normal, friction, joints, motors, springs, movers;
    double drives_linear, drives_quadratic; // motors, springs and movers, likewise
    double size; // sum of r . W r of all rows, each for itself: what the solver's tolerance is a part of
} works;

static void add_drive(works* w, double* item, double linear, double quadratic)
{
    *item += linear + quadratic;
    w->drives_linear += linear;
    w->drives_quadratic += quadratic;
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
    w->normal += v3_dot(normal, u1) + v3_dot(normal, u2);
    w->friction += v3_dot(tangential, u1) - belt + v3_dot(tangential, u2);
    w->size += row->block.weight * v3_length_squared(all);
    add_drive(w, &w->movers, belt - v3_dot(all, mover), 0.0);
}

static double rate(const bl_joint_row* row, const bl_velocity* a, const bl_velocity* b)
{
    return v3_dot(row->linear, v3_sub(a->linear, b->linear)) + v3_dot(row->angular_a, a->angular) -
           v3_dot(row->angular_b, b->angular);
}

// A motor that drives into a limit shares its row: what pushes away from the limit's own way is the motor.
static bool is_motor(const bl_joint_row* row)
{
    return row->kind == BL_JOINT_KIND_MOTOR || (row->kind == BL_JOINT_KIND_LIMIT_BELOW && row->r < 0.0) ||
           (row->kind == BL_JOINT_KIND_LIMIT_ABOVE && row->r > 0.0);
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
        if (is_motor(row))
            add_drive(w, &w->motors, linear, quadratic);
        else if (row->kind == BL_JOINT_KIND_SPRING)
            add_drive(w, &w->springs, linear, quadratic);
        else
            w->joints += linear + quadratic;
        w->size += block->weight * row->r * row->r;
        add_drive(w, &w->movers, -row->r * mover, 0.0);
    }
}

static works works_of_island(const belay_world* world, uint32_t island)
{
    const bl_step_scratch* s = &world->scratch;
    uint32_t contacts = (uint32_t)arrlen(s->contacts), joints_end = contacts + s->joint_block_count;
    works w = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    for (uint32_t k = s->islands.begin[island]; k < s->islands.begin[island + 1]; k++) {
        uint32_t e = s->islands.order[k];
        if (e < contacts)
            add_contact(world, e, &w);
        else if (e < joints_end)
            add_joint(world, e - contacts, &w);
    }
    return w;
}

// The force on a body times h: of gravity and what is applied.
static belay_vec3 push_of(const belay_world* world, uint32_t i)
{
    const bl_step_body* s = &world->scratch.bodies[i];
    return v3_scale(bl_bodies(world)[i].mass.mass, v3_sub(s->free.linear, s->before.linear));
}

// The way of a body to the contact instant that it did not make, as it was held back (step_hold_back.c).
static belay_vec3 way_missing_before(const belay_world* world, uint32_t i)
{
    const bl_step_body* s = &world->scratch.bodies[i];
    if (!bl_step_is_fresh(world, i)) return v3_zero(); // but for rounding
    belay_vec3 start = pose_apply(bl_body_states(world)[i].pose, bl_bodies(world)[i].mass.center_of_mass);
    double seconds = world->def.step_seconds * (1.0 - world->def.theta);
    return v3_sub(v3_scale(seconds, s->before.linear), v3_sub(s->center, start));
}

// From the contact instant, with v+; of that a body that is held back goes a share, with its final velocity.
static belay_vec3 way_after(const belay_world* world, uint32_t i)
{
    return v3_scale(world->def.step_seconds * world->def.theta, world->scratch.velocities[i].linear);
}

bl_velocity bl_step_final_velocity(const belay_world* world, uint32_t place)
{
    const bl_velocity* v = &world->scratch.velocities[place];
    double part = world->scratch.slowing[place];
    if (part == 0.0) return *v;
    belay_vec3 lost = v3_scale(part, v3_sub(v->linear, world->scratch.carried[place]));
    return (bl_velocity){v3_sub(v->linear, lost), v3_scale(1.0 - part, v->angular)};
}

// By how much velocities are lowered.
static belay_vec3 lowering(const belay_world* world, uint32_t i)
{
    return v3_sub(world->scratch.velocities[i].linear, bl_step_final_velocity(world, i).linear);
}

// h ((1 - theta) v- + theta v+) less the way that is made.
static belay_vec3 way_missing(const belay_world* world, uint32_t i)
{
    double share = bl_step_share_from_mid(world, i), seconds = world->def.step_seconds * world->def.theta;
    belay_vec3 held = v3_add_scaled(way_missing_before(world, i), 1.0 - share, way_after(world, i));
    return v3_add_scaled(held, seconds * share, lowering(world, i));
}

// By lowered velocities a body goes less far: to the middle of the interval by h/2 of what they are lowered by, and
// from there to where the state is read by (theta - 1/2) h of it.
static double fall_of_lowering(const belay_world* world, uint32_t i)
{
    return bl_step_share_from_mid(world, i) * v3_dot(push_of(world, i), lowering(world, i));
}

// -(theta - 1/2) h f . (v+ - v-)
static double work_of_scheme(const belay_world* world, uint32_t i)
{
    const bl_step_scratch* s = &world->scratch;
    belay_vec3 change = v3_sub(s->velocities[i].linear, s->bodies[i].before.linear);
    return (world->def.theta - 0.5) * (fall_of_lowering(world, i) - v3_dot(push_of(world, i), change));
}

// What lowered velocities and ways that were not made do.
static double work_of_limits(const belay_world* world, uint32_t i)
{
    const bl_step_scratch* s = &world->scratch;
    const bl_body* body = &bl_bodies(world)[i];
    bl_velocity v = bl_step_final_velocity(world, i);
    double taken = kinetic(body, s->bodies[i].mid, &s->velocities[i]) - kinetic(body, s->bodies[i].mid, &v);
    double all = v3_dot(push_of(world, i), way_missing(world, i)) / world->def.step_seconds;
    return all - (world->def.theta - 0.5) * fall_of_lowering(world, i) - taken;
}

// ---------------------------------------------------------------------------------------------------------------------
// The balance
// ---------------------------------------------------------------------------------------------------------------------

// Of forces along the way, of torques at the contact instant.
static double applied_work(const belay_world* world, const bl_body* body, uint32_t i)
{
    const bl_step_body* s = &world->scratch.bodies[i];
    double h = world->def.step_seconds;
    belay_vec3 way = v3_add_scaled(way_after(world, i), h * (1.0 - world->def.theta), s->before.linear);
    belay_vec3 turn = v3_scale(0.5 * h, v3_add(s->before.angular, world->scratch.velocities[i].angular));
    return v3_dot(body->force, v3_sub(way, way_missing(world, i))) + v3_dot(body->torque, turn);
}

bl_body_energy bl_step_body_energy(const belay_world* world, uint32_t place)
{
    const bl_body* body = &bl_bodies(world)[place];
    const bl_step_body* s = &world->scratch.bodies[place];
    bl_velocity v = bl_step_final_velocity(world, place);
    belay_vec3 start = pose_apply(bl_body_states(world)[place].pose, body->mass.center_of_mass);
    double share = bl_step_share_from_mid(world, place), seconds = world->def.step_seconds * world->def.theta;
    bl_body_energy e = {.kinetic = kinetic(body, s->mid, &v), .applied = applied_work(world, body, place)};
    e.before = kinetic(body, s->mid, &s->before) + potential_at(world, body, start);
    e.after = e.kinetic + potential_at(world, body, v3_add_scaled(s->center, seconds * share, v.linear));
    return e;
}

// What pseudo-velocities lift (step_recover.c).
static double overlap_work(const belay_world* world, const bl_body* body, uint32_t i)
{
    if (world->stats.overlap_iterations == 0 || bl_step_is_held(world, i)) return 0.0;
    return potential_at(world, body, v3_scale(world->def.step_seconds, world->scratch.recovery[i].linear));
}

void bl_step_energy_applied(belay_world* world)
{
    for (uint32_t i = 0; i < bl_body_count(world); i++) {
        const bl_body* body = &bl_bodies(world)[i];
        if (!takes_part(body)) continue;
        world->stats.energy.applied += applied_work(world, body, i);
        world->stats.energy.overlap += overlap_work(world, body, i);
        if (bl_step_is_held(world, i)) continue; // what it loses is left over
        world->stats.energy.scheme += work_of_scheme(world, i);
        world->stats.energy.limits += work_of_limits(world, i);
    }
}

void bl_step_energy_after(belay_world* world)
{
    belay_energy_account* e = &world->stats.energy;
    e->hands += bl_step_rods_end_work(world);
    e->after = mechanical_energy(world) + bl_step_rods_energy(world);
    e->left_over = e->after - (e->before + e->applied + e->motors + e->springs + e->movers + e->hands + e->overlap +
                               e->normal + e->friction + e->joints + e->rods + e->limits + e->scheme);
}

// ---------------------------------------------------------------------------------------------------------------------
// No energy from nothing
// ---------------------------------------------------------------------------------------------------------------------

// Truncated solves, restitution with friction at several places, second-order terms and forces that turn round within a
// step can all leave impulses that make energy. Then the island is solved again with a law that makes none, and what is
// left (a solve that ends early) is scaled away:
//   - what is small against the island's kinetic energy is taken from that: all its velocities are lowered by the same
//     part. What is closed stays closed then and what sticks goes on sticking, but for the same part of the
//     second-order terms. Impulses and their residual are those of the law;
//   - where the normal impulse does positive work, the target is lowered to the velocity at which it does none, -u_N-
//     (a contact that parts already may come back as far as it came); where friction does, slip is taken from -u_T-:
//     what sticks then does no work, and what slides loses some;
//   - rebounds are made smaller, in halves of what is allowed;
//   - impulses scaled by alpha do constant + alpha linear + alpha^2 quadratic; an alpha for which that is zero keeps
//   them
//     in their cones.

#define GAIN 1e-10         // of the island's kinetic energy: what rounding leaves
#define GAIN_OF_SOLVE 1e-8 // of what its impulses would do one by one, where it is ...
#define AT_REST 1e-6       // ... slower than this, m/s
#define MOST_LOWERING 0.5  // part of the kinetic energy after the step, and of velocities
#define SMALL_CUT 1e-6
#define HALVINGS 4

typedef struct island_energy {
    double before, free, after; // J, kinetic; after: of a free island, about its centre of mass
    double fall;                // J, what forces do on half a step's way from the contact instant
    double constant, linear, quadratic;
    double mass;
    belay_vec3 momentum, push; // sums after the step; of forces times h
    bool is_free;              // nothing that cannot be moved touches or holds it
    bool is_stirred;           // something that moves by itself does
} island_energy;

// The dynamic bodies of an island, each once.
uint32_t bl_step_bodies_of_island(belay_world* world, uint32_t island)
{
    bl_step_scratch* s = &world->scratch;
    uint32_t count = 0;
    for (uint32_t k = s->islands.begin[island]; k < s->islands.begin[island + 1]; k++) {
        bl_body_pair pair = s->body_pairs[s->islands.order[k]];
        for (int side = 0; side < 2; side++) {
            uint32_t i = side == 0 ? pair.a : pair.b;
            bool moves = side == 0 ? pair.a_moves : pair.b_moves;
            if (!moves || i >= bl_body_count(world) || s->island_marks[i] == island + 1) continue;
            s->island_marks[i] = island + 1;
            s->island_bodies[count++] = i;
        }
    }
    return count;
}

// What an island's kinetic energy changes by beyond the work of forces and drives, when its impulses are scaled by
// alpha:
//     constant + alpha linear + alpha^2 quadratic.
// It is the sum of what contacts and joints do, r . (u- + u+) / 2, and of what raised inertia does (step_stiffness.c),
// whose impulses turn bodies by less than they would: the constant part is of that alone.
static void add_body(belay_world* world, uint32_t i, island_energy* e)
{
    const bl_step_scratch* s = &world->scratch;
    const bl_body* body = &bl_bodies(world)[i];
    const bl_step_body* b = &s->bodies[i];
    const bl_velocity* after = &s->velocities[i];
    bl_velocity change = {v3_sub(after->linear, b->free.linear), v3_sub(after->angular, b->free.angular)};
    bl_velocity early = {v3_add(b->before.linear, b->free.linear), v3_add(b->before.angular, b->free.angular)};
    belay_vec3 push = push_of(world, i), torque = v3_scale(world->def.step_seconds, body->torque);
    double before = kinetic(body, b->mid, &b->before), free = kinetic(body, b->mid, &b->free);
    double now = kinetic(body, b->mid, after), quadratic = kinetic(body, b->mid, &change);
    e->before += before;
    e->free += free;
    e->after += now;
    e->fall += 0.5 * v3_dot(push, after->linear);
    e->constant += free - before - 0.5 * (v3_dot(push, early.linear) + v3_dot(torque, early.angular));
    e->linear += now - free - quadratic - 0.5 * (v3_dot(push, change.linear) + v3_dot(torque, change.angular));
    e->quadratic += quadratic;
    e->mass += body->mass.mass;
    e->momentum = v3_add_scaled(e->momentum, body->mass.mass, after->linear);
    e->push = v3_add(e->push, push);
}

// Whether nothing that cannot be moved touches or holds the island.
static bool is_free_island(const belay_world* world, uint32_t island)
{
    const bl_step_scratch* s = &world->scratch;
    for (uint32_t k = s->islands.begin[island]; k < s->islands.begin[island + 1]; k++) {
        bl_body_pair pair = s->body_pairs[s->islands.order[k]];
        if (!pair.a_moves || !pair.b_moves) return false;
    }
    return true;
}

static island_energy energy_of_island(belay_world* world, uint32_t island, const works* w)
{
    const bl_step_scratch* s = &world->scratch;
    island_energy e = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, v3_zero(), v3_zero(), false, false};
    uint32_t count = bl_step_bodies_of_island(world, island);
    for (uint32_t k = 0; k < count; k++) {
        add_body(world, s->island_bodies[k], &e);
        s->island_marks[s->island_bodies[k]] = 0;
    }
    e.linear -= w->drives_linear;
    e.quadratic -= w->drives_quadratic;
    e.is_free = is_free_island(world, island);
    if (!e.is_free) return e;
    // Its centre of mass goes on as it does.
    belay_vec3 carried = v3_scale(1.0 / e.mass, e.momentum);
    e.after -= 0.5 * v3_dot(e.momentum, carried);
    e.fall -= 0.5 * v3_dot(e.push, carried);
    return e;
}

// u at which the impulse of a contact does no work, in its frame.
static void velocity_without_work(const belay_world* world, const bl_contact_row* row, double u[3])
{
    const bl_step_scratch* s = &world->scratch;
    const bl_contact_geometry* at = &row->at;
    belay_vec3 v = v3_neg(bl_contact_relative(at, &s->bodies[row->body_a].before, &s->bodies[row->body_b].before));
    bl_velocity still = {v3_zero(), v3_zero()};
    if (is_mover(world, row->body_a)) {
        belay_vec3 now = bl_contact_relative(at, &s->bodies[row->body_a].before, &still);
        v = v3_add_scaled(v, 2.0, v3_sub(now, mean_velocity(world, row->body_a, at->arm_a)));
    }
    if (is_mover(world, row->body_b)) {
        belay_vec3 now = bl_contact_relative(at, &still, &s->bodies[row->body_b].before);
        v = v3_add_scaled(v, 2.0, v3_add(now, mean_velocity(world, row->body_b, at->arm_b)));
    }
    for (int k = 0; k < 3; k++)
        u[k] = v3_dot(bl_contact_frame(at, k), v);
}

// How far forces and second order carry the slip of a contact in a step: a slip before that is larger is no error of
// theirs, but that of an impact, and friction may well stop it.
static bool is_slip_of_step(const belay_world* world, const bl_contact_row* row, const double u[3])
{
    const bl_step_scratch* s = &world->scratch;
    const bl_step_body *a = &s->bodies[row->body_a], *b = &s->bodies[row->body_b];
    belay_vec3 change = v3_sub(bl_contact_relative(&row->at, &a->free, &b->free),
                               bl_contact_relative(&row->at, &a->before, &b->before));
    double most = v3_length(change) + hypot(row->belt[0], row->belt[1]);
    return hypot(u[1], u[2]) <= most;
}

static void make_neutral(belay_world* world, uint32_t contact)
{
    bl_step_scratch* s = &world->scratch;
    bl_contact_row* row = &s->rows[contact];
    works w = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    double u[3];
    add_contact(world, contact, &w);
    velocity_without_work(world, row, u);
    if (w.normal > 0.0) row->target = fmin(row->target, u[0]);
    if (w.friction > 0.0 && is_slip_of_step(world, row, u)) {
        const bl_step_contact* c = &s->contacts[contact];
        row->belt[0] = v3_dot(row->at.s, c->surface_velocity) - u[1];
        row->belt[1] = v3_dot(v3_cross(row->at.n, row->at.s), c->surface_velocity) - u[2];
    }
    bl_step_set_free_velocity(s, s->contacts[contact].is_missed, row);
}

static bool has_rods(const belay_world* world, uint32_t island)
{
    const bl_step_scratch* s = &world->scratch;
    uint32_t last = s->islands.order[s->islands.begin[island + 1] - 1];
    return last >= (uint32_t)arrlen(s->contacts) + s->joint_block_count;
}

static void scale_impulses(belay_world* world, uint32_t island, double alpha)
{
    bl_step_scratch* s = &world->scratch;
    uint32_t contacts = (uint32_t)arrlen(s->contacts);
    for (uint32_t k = s->islands.begin[island]; k < s->islands.begin[island + 1]; k++) {
        uint32_t e = s->islands.order[k];
        if (e < contacts) {
            double dr[3];
            for (int i = 0; i < 3; i++) {
                dr[i] = (alpha - 1.0) * s->rows[e].r[i];
                s->rows[e].r[i] += dr[i];
            }
            bl_contact_row_apply(&s->rows[e], dr, s->responses, s->velocities);
        } else {
            const bl_joint_block* block = &s->joint_set.blocks[e - contacts];
            double dr[BL_JOINT_MAX_ROWS];
            for (uint32_t i = 0; i < block->count; i++) {
                bl_joint_row* row = &s->joint_set.rows[block->first + i];
                dr[i] = (alpha - 1.0) * row->r;
                row->r += dr[i];
            }
            bl_joint_block_apply(&s->joint_set, e - contacts, dr, s->velocities);
        }
    }
}

static double gain_of(const island_energy* e)
{
    return e->constant + e->linear + e->quadratic;
}

// The largest part of the impulses that makes no energy.
static double passive_share(const island_energy* e)
{
    double a = e->quadratic, b = e->linear, c = fmin(0.0, e->constant), root = b * b - 4.0 * a * c;
    if (!(a > 0.0) || !(root > 0.0)) return 0.0;
    double share = b < 0.0 ? (-b + sqrt(root)) / (2.0 * a) : -2.0 * c / (b + sqrt(root));
    return fmin(1.0, fmax(0.0, share));
}

static void solve_neutrally(belay_world* world, uint32_t island, double deadline)
{
    bl_step_scratch* s = &world->scratch;
    for (uint32_t k = s->islands.begin[island]; k < s->islands.begin[island + 1]; k++)
        if (s->islands.order[k] < (uint32_t)arrlen(s->contacts)) make_neutral(world, s->islands.order[k]);
    bl_step_solve_island(world, island, false, deadline);
}

// False when nothing rebounds.
static bool halve_rebounds(belay_world* world, uint32_t island)
{
    bl_step_scratch* s = &world->scratch;
    bool any = false;
    for (uint32_t k = s->islands.begin[island]; k < s->islands.begin[island + 1]; k++) {
        uint32_t e = s->islands.order[k];
        if (e >= (uint32_t)arrlen(s->contacts) || !(s->rows[e].target > 0.0) || s->contacts[e].restitution == 0.0)
            continue;
        s->rows[e].target *= 0.5;
        bl_step_set_free_velocity(s, s->contacts[e].is_missed, &s->rows[e]);
        any = true;
    }
    return any;
}

// Lowering all velocities by the part x takes (2 x - x^2) E_kin, and forces do x `fall` less on the way on. The x that
// takes `gain`; 0: there is none that is small.
static double part_for(const island_energy* e, double gain)
{
    double each = 2.0 * e->after - e->fall, root = each * each - 4.0 * e->after * gain;
    if (!(gain <= MOST_LOWERING * e->after) || !(each > 0.0) || !(root > 0.0)) return 0.0;
    // E x^2 - (2 E - fall) x + gain = 0, the smaller root, without cancellation
    double x = 2.0 * gain / (each + sqrt(root));
    return x < MOST_LOWERING ? x : 0.0;
}

// What the island's gain is above what rounding leaves; 0: no more.
static double gain_to_take(belay_world* world, uint32_t island, island_energy* e)
{
    works w = works_of_island(world, island);
    *e = energy_of_island(world, island, &w);
    e->is_stirred = w.movers != 0.0;
    double gain = gain_of(e);
    // What rests moves by what the solver's tolerance leaves of speeds, and large impulses do work on that.
    bool is_at_rest = e->before + e->after <= 0.5 * e->mass * AT_REST * AT_REST;
    double most = GAIN * (e->before + e->free + e->after) + (is_at_rest ? GAIN_OF_SOLVE * w.size : 0.0);
    return gain > most ? gain : 0.0;
}

static void limit_island(belay_world* world, uint32_t island, double deadline)
{
    island_energy e;
    double gain = gain_to_take(world, island, &e);
    if (gain == 0.0) return;
    world->stats.limited_islands++;
    if (part_for(&e, gain) > 0.0) return; // later
    // What is jammed between movers has no law that it could obey, and another solve may end anywhere.
    if (e.is_stirred) {
        scale_impulses(world, island, passive_share(&e));
        world->scratch.reports[island].has_converged = false;
        return;
    }
    bool may_solve = passive_share(&e) < 1.0 - SMALL_CUT && !world->stats.is_budget_exhausted;
    if (may_solve) {
        solve_neutrally(world, island, deadline);
        gain = gain_to_take(world, island, &e);
    }
    for (int i = 0; may_solve && i < HALVINGS && gain > 0.0 && halve_rebounds(world, island); i++) {
        bl_step_solve_island(world, island, false, deadline);
        gain = gain_to_take(world, island, &e);
    }
    if (gain == 0.0 || part_for(&e, gain) > 0.0) return;
    double alpha = passive_share(&e);
    scale_impulses(world, island, alpha);
    if (alpha < 1.0 - SMALL_CUT) world->scratch.reports[island].has_converged = false;
}

void bl_step_limit_impulses(belay_world* world, double deadline)
{
    world->stats.limited_islands = 0;
    for (uint32_t k = 0; k < world->scratch.islands.count; k++)
        if (!has_rods(world, k)) limit_island(world, k, deadline);
}

static void lower_velocities(belay_world* world, uint32_t island)
{
    bl_step_scratch* s = &world->scratch;
    island_energy e;
    double gain = gain_to_take(world, island, &e), x = gain > 0.0 ? part_for(&e, gain) : 0.0;
    if (x == 0.0) return;
    belay_vec3 carried = e.is_free ? v3_scale(1.0 / e.mass, e.momentum) : v3_zero();
    uint32_t count = bl_step_bodies_of_island(world, island);
    for (uint32_t k = 0; k < count; k++) {
        uint32_t i = s->island_bodies[k];
        if (s->slowing[i] == 0.0) s->carried[i] = carried;
        s->slowing[i] = 1.0 - (1.0 - s->slowing[i]) * (1.0 - x);
        s->island_marks[i] = 0;
    }
}

// What a body that is held back did not fall, M = f . way_missing, is taken from its velocity. Lowered by the part x it
// falls x A less, A = f . way_after times its share:  (2 x - x^2) E = M + x A.
static void take_shortfalls(belay_world* world)
{
    bl_step_scratch* s = &world->scratch;
    for (uint32_t i = 0; i < bl_body_count(world); i++) {
        const bl_body* body = &bl_bodies(world)[i];
        if (!takes_part(body)) continue;
        belay_vec3 force = v3_scale(1.0 / world->def.step_seconds, push_of(world, i));
        double missing = v3_dot(force, way_missing(world, i));
        if (!(missing > 0.0)) continue;
        double energy = kinetic(body, s->bodies[i].mid, &s->velocities[i]);
        double each = 2.0 * energy - bl_step_share_from_mid(world, i) * v3_dot(force, way_after(world, i));
        double root = each * each - 4.0 * energy * missing;
        if (each > 0.0 && root > 0.0)
            s->slowing[i] = 2.0 * missing / (each + sqrt(root));
        else
            bl_step_hold_body(world, i); // it has not as much
    }
}

void bl_step_limit_velocities(belay_world* world)
{
    for (uint32_t i = 0; i < bl_body_count(world); i++) {
        world->scratch.slowing[i] = 0.0;
        world->scratch.carried[i] = v3_zero();
    }
    take_shortfalls(world);
    for (uint32_t k = 0; k < world->scratch.islands.count; k++)
        if (!has_rods(world, k)) lower_velocities(world, k);
}

// ---------------------------------------------------------------------------------------------------------------------
// The works of all
// ---------------------------------------------------------------------------------------------------------------------

static double work_of_raised_inertia(belay_world* world, uint32_t island, const works* w)
{
    if (has_rods(world, island)) return 0.0;
    island_energy e = energy_of_island(world, island, w);
    return gain_of(&e) - w->normal - w->friction - w->joints;
}

void bl_step_energy_works(belay_world* world)
{
    belay_energy_account* e = &world->stats.energy;
    bool has_raised = world->stats.stiffened_bodies > 0;
    double limits = 0.0;
    works sum = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    for (uint32_t k = 0; k < world->scratch.islands.count; k++) {
        if (world->scratch.reports[k].is_held) continue;
        works w = works_of_island(world, k);
        limits += has_raised ? work_of_raised_inertia(world, k, &w) : 0.0;
        sum.normal += w.normal;
        sum.friction += w.friction;
        sum.joints += w.joints;
        sum.motors += w.motors;
        sum.springs += w.springs;
        sum.movers += w.movers;
    }
    bl_rod_works rods = bl_step_rods_works(world);
    e->normal = sum.normal + rods.normal;
    e->friction = sum.friction + rods.friction;
    e->joints = sum.joints + rods.holds;
    e->motors = sum.motors;
    e->springs = sum.springs;
    e->movers = sum.movers + rods.movers;
    e->hands = rods.hands;
    e->rods = rods.inside;
    e->applied = rods.applied;
    e->limits = limits;
    world->stats.normal_work = sum.normal;
    world->stats.friction_work = sum.friction;
}

double bl_step_island_drives(belay_world* world, uint32_t island)
{
    works w = works_of_island(world, island);
    return w.motors + w.springs + w.movers;
}
