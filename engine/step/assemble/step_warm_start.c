// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// From contacts to the solver's rows: each contact gets its impulse of the last step (step_match.c) as a first
// guess; the velocities that these impulses give are a second-order guess of the new ones, good enough to say what
// curvature will do to the gaps; then the impact law says what is asked of each contact, and those of which nothing is
// asked leave.

#include "core/alloc.h"
#include "core/assert.h"
#include "math/cone.h"
#include "solver/law/impact_law.h"
#include "step/assemble/step_assemble.h"
#include "step/assemble/step_contact_motion.h"
#include "step/assemble/step_joints.h"
#include "step/assemble/step_rod_rows.h"
#include "step/assemble/step_twist.h"
#include "step/motion/step_lead.h"

#include <string.h>

// ------------------------------------------------------------------------------------------------------------------
// Rows
// ------------------------------------------------------------------------------------------------------------------

// Where a contact acts.
static bl_contact_geometry contact_geometry(const bl_step_scratch* s, const bl_step_contact* c)
{
    bl_contact_geometry g = {.n = c->point.normal, .s = c->point.tangent1};
    belay_vec3 point_a, point_b;
    bl_step_touching_points(c, &point_a, &point_b);
    g.arm_a = v3_sub(point_a, s->motion.bodies[c->body_a].center);
    g.arm_b = v3_sub(point_b, s->motion.bodies[c->body_b].center);
    return g;
}

#define CONTACTS_PER_RANGE 32

static void init_row(bl_step_scratch* s, uint32_t i)
{
    BELAY_ASSERT(i < (uint32_t)arrlen(s->detect.contacts));
    const bl_step_contact* c = &s->detect.contacts[i];
    bl_contact_row* row = &s->solve.rows[i];
    row->body_a = c->body_a;
    row->body_b = c->body_b;
    row->at = contact_geometry(s, c);
    // The new frame may leave the impulse a little outside the cone.
    double r[3];
    for (int k = 0; k < 3; k++)
        r[k] = v3_dot(bl_contact_frame(&row->at, k), s->solve.warm_impulses[i]);
    bl_cone_project(c->friction, r, row->r);
}

static void init_rows(void* context, uint32_t begin, uint32_t end, int worker)
{
    bl_step_scratch* s = context;
    (void)worker;
    for (uint32_t i = begin; i < end; i++)
        init_row(s, i);
}

static void measure_free_joints(bl_step_scratch* s)
{
    for (uint32_t i = 0; i < s->joints.block_count; i++)
        s->joints.free[i] = bl_joint_block_free_squared(&s->joints.set, i, s->motion.velocities);
}

void bl_step_apply_impulses(const bl_entity_store* entities, const bl_roster* roster, bl_step_scratch* s)
{
    bl_step_reset_velocities(entities, roster, &s->motion);
    bl_step_apply_joints(s);
    bl_step_rods_push_bodies(s);
    for (ptrdiff_t i = 0; i < arrlen(s->solve.contacts); i++) {
        const bl_contact_row* row = &s->solve.rows[i];
        if (row->r[0] > 0.0) bl_contact_row_apply(row, row->r, s->motion.responses, s->motion.velocities);
    }
}

// ------------------------------------------------------------------------------------------------------------------
// Slip
// ------------------------------------------------------------------------------------------------------------------

// The gap is a matter of the contact instants, but slip is what happens between two of them: at the instant itself a
// ball that rolls along a bent rail has, by its chord through the interval, a sideways velocity v^2 h / 2R into the
// bend, which is no slip; and what sticks to a turning table has, by its chord, one of w^2 r h / 2 to the middle. So
// slip is that of the instant with a shift: in the tangent plane, and at the places that touch, halfway through the
// interval. With the normal n_1/2 there, the touching place of a round solid has gone round its reference by its radius
// times n_1/2 - n; a corner is its own reference. The references go with their bodies, by D(h w) r / h
// (step_contact_motion.h) more than w x r in the mean over the interval: exactly so for what turns steadily.
//
// The impulse acts at the instant: of the slips of the intervals before and after it, which are what they are to the
// left and to the right, it takes the mean. In steady motion the one before has the shift with the other sign, so the
// impulse does no work.

// What the tilt of the tangent plane does, along the tangents of the contact instant: t'.(u + roll x (n' - n)) - t.u.
static void shift_by_tilt(const bl_step_contact* c, belay_vec3 halfway, belay_vec3 u, const bl_velocity* a,
                          const bl_velocity* b, double shift[2])
{
    const bl_manifold_point* p = &c->point;
    belay_vec3 point_a, point_b, turn = v3_sub(halfway, p->normal);
    bl_step_touching_points(c, &point_a, &point_b);
    double reach_a = p->surface_owner == BL_SURFACE_OWNER_A ? 0.0 : -v3_distance(point_a, p->reference);
    double reach_b = p->surface_owner == BL_SURFACE_OWNER_B ? 0.0 : v3_distance(point_b, p->reference_b);
    belay_vec3 roll = v3_sub(v3_scale(reach_a, a->angular), v3_scale(reach_b, b->angular));
    belay_vec3 there = v3_add(u, v3_cross(roll, turn));
    // The tangents are carried along with the plane.
    belay_vec3 t = v3_add_scaled(p->tangent1, -v3_dot(p->tangent1, halfway), halfway);
    t = v3_normalize_or(t, p->tangent1);
    shift[0] = v3_dot(t, there) - v3_dot(p->tangent1, u);
    shift[1] = v3_dot(v3_cross(halfway, t), there) - v3_dot(v3_cross(p->normal, p->tangent1), u);
}

// What the surfaces of bodies that are led will go faster by (step_lead.h), of A against B.
static belay_vec3 lead_of(const belay_world_def* def, const bl_body* bodies, const bl_motion_scratch* motion,
                          const bl_contact_row* row)
{
    bl_velocity a = bl_step_lead_velocity(def, bodies, motion, row->body_a),
                b = bl_step_lead_velocity(def, bodies, motion, row->body_b);
    return bl_contact_relative(&row->at, &a, &b);
}

// `touches`: and did so before.
static void set_slip(const belay_world_def* def, const bl_step_scratch* s, const bl_step_contact* c,
                     bl_contact_row* row, bool touches, belay_vec3 lead, const bl_reference_motion* after,
                     const bl_velocity* a, const bl_velocity* b)
{
    belay_vec3 halfway = bl_step_normal_halfway(def, &c->point, after), tangent2 = v3_cross(row->at.n, row->at.s);
    double h = def->step_seconds;
    belay_vec3 arms = touches ? v3_add(lead, bl_step_shift_by_arms(s, c, h)) : lead;
    if (touches && bl_is_twisted(&c->point))
        arms = v3_add(arms, bl_step_twist_slip(s, c, row, v3_sub(halfway, c->point.normal), a->angular, b->angular, h));
    double shift[2];
    shift_by_tilt(c, halfway, bl_contact_relative(&row->at, a, b), a, b, shift);
    shift[0] += v3_dot(row->at.s, arms);
    shift[1] += v3_dot(tangent2, arms);
    row->belt[0] += shift[0];
    row->belt[1] += shift[1];
}

// ------------------------------------------------------------------------------------------------------------------
// What is asked of each contact
// ------------------------------------------------------------------------------------------------------------------

// The acceleration with which the applied forces press the contact, by themselves or with the other body held.
static double pressing_acceleration(const bl_step_scratch* s, const bl_step_contact* c, double gap_term_sum, double h)
{
    const bl_step_body *a = &s->motion.bodies[c->body_a], *b = &s->motion.bodies[c->body_b];
    belay_vec3 n = c->point.normal;
    double by_a = -v3_dot(n, v3_sub(a->free.linear, a->before.linear)) / h;
    double by_b = v3_dot(n, v3_sub(b->free.linear, b->before.linear)) / h;
    double by_both = by_a + by_b - gap_term_sum / (h * h);
    return fmax(by_both, fmax(by_a, by_b));
}

// Where the contact is when it touches: the distance to go is the gap, as far as moving along does not close or open
// it.
static double approach_of(const belay_world_def* def, const bl_step_contact* c, const bl_reference_motion* after)
{
    double closed = -c->point.gap - bl_step_gap_term(def, &c->point, after, -c->point.gap);
    return fmax(def->step_seconds * v3_dot(c->point.normal, after->velocity), closed);
}

// The prediction, clamped: impulses taken over from the last step may be those of an impact that
// is over, and terms in the square of what they would do now can be anything. What moves faster than it did and than it
// would freely is taken to move as it did.
static double clamped_share(belay_vec3 predicted, belay_vec3 before, belay_vec3 free)
{
    double most = fmax(v3_length(before), v3_length(free)), size = v3_length(predicted);
    return size > most ? most / size : 1.0;
}

static bl_velocity clamped_prediction(const bl_velocity* predicted, const bl_step_body* body)
{
    bl_velocity v;
    v.linear = v3_scale(clamped_share(predicted->linear, body->before.linear, body->free.linear), predicted->linear);
    v.angular =
        v3_scale(clamped_share(predicted->angular, body->before.angular, body->free.angular), predicted->angular);
    return v;
}

// The velocity that the surfaces have beyond that of their bodies (conveyor belts), of A against B along the tangents.
static void set_belt(const bl_collider* colliders, const bl_motion_scratch* motion, bl_step_contact* c,
                     bl_contact_row* row)
{
    belay_quat a = motion->bodies[c->body_a].mid.rotation, b = motion->bodies[c->body_b].mid.rotation;
    if (!c->has_own_belt)
        c->surface_velocity = v3_sub(q_rotate(a, colliders[c->collider_a].surface_velocity),
                                     q_rotate(b, colliders[c->collider_b].surface_velocity));
    belay_vec3 belt = c->surface_velocity;
    row->belt[0] = v3_dot(row->at.s, belt);
    row->belt[1] = v3_dot(v3_cross(row->at.n, row->at.s), belt);
}

// What touches as it is made, with no more speed than the step's forces give, did so before.
static bool is_resting(const belay_world_def* def, const bl_impact_input* in)
{
    return fabs(in->gap) <= def->overlap_slop && fabs(in->before) <= in->pressing * def->step_seconds;
}

// How what lasts has come to where it is. (What meets does so with the velocities of the instant.)
static bl_reference_motion motion_before(const belay_world_def* def, const bl_body* bodies, const bl_step_scratch* s,
                                         const bl_step_contact* c)
{
    bl_velocity a = bl_step_velocity_behind(def, bodies, &s->motion, c->body_a),
                b = bl_step_velocity_behind(def, bodies, &s->motion, c->body_b);
    const bl_velocity* va = bl_step_is_led(bodies, c->body_a) ? &a : &s->motion.bodies[c->body_a].before;
    const bl_velocity* vb = bl_step_is_led(bodies, c->body_b) ? &b : &s->motion.bodies[c->body_b].before;
    return bl_step_contact_motion(s, c, va, vb, -def->step_seconds);
}

// What the impact law is asked of a contact, which moves to second order as is given.
static bl_impact_input impact_input(const belay_world_def* def, const bl_step_scratch* s, const bl_step_contact* c,
                                    const bl_reference_motion* before, const bl_reference_motion* after)
{
    bl_impact_input in = {.gap = c->point.gap,
                          .before = v3_dot(c->point.normal, before->velocity),
                          .gap_term_before = bl_step_gap_term(def, &c->point, before, 0.0),
                          .gap_term_after = bl_step_gap_term(def, &c->point, after, approach_of(def, c, after)),
                          .restitution = c->restitution};
    // What is hit in flight did not move along there; its frame is that of the hit.
    if (c->is_cast && c->restitution > 0.0) in.gap_term_before = in.gap_term_after = 0.0;
    in.pressing = pressing_acceleration(s, c, in.gap_term_before + in.gap_term_after, def->step_seconds);
    return in;
}

// What is looked at of a contact once its row is made.
static bl_active_contact active_contact(const bl_step_contact* c, uint32_t found, double gap_term_after)
{
    belay_vec3 v = c->surface_velocity;
    bl_active_contact active = {.point = c->point.point,
                                .gap = c->point.gap,
                                .gap_term_after = gap_term_after,
                                .arc = c->point.arc,
                                .collider_a = c->collider_a,
                                .collider_b = c->collider_b,
                                .feature = c->point.feature,
                                .found = found,
                                .is_missed = c->is_missed,
                                .has_belt = v.x != 0.0 || v.y != 0.0 || v.z != 0.0};
    return active;
}

// Sets target and final geometry of a row from the predicted velocities; false when the contact takes no part in this
// step.
static bool set_target(const belay_world_def* def, const bl_entity_store* entities, bl_step_scratch* s, uint32_t i)
{
    bl_step_contact* c = &s->detect.contacts[i];
    bl_contact_row* row = &s->solve.rows[i];
    double h = def->step_seconds;
    const bl_step_body *a = &s->motion.bodies[c->body_a], *b = &s->motion.bodies[c->body_b];
    bool lasts = bl_step_has_pushed(s, c);
    bl_reference_motion before = lasts ? motion_before(def, bl_bodies_of(entities), s, c)
                                       : bl_step_contact_motion(s, c, &a->before, &b->before, -h);
    bl_velocity after_a = clamped_prediction(&s->motion.velocities[c->body_a], a),
                after_b = clamped_prediction(&s->motion.velocities[c->body_b], b);
    // Of how it will turn, the impulses taken over know little: they act at places that have gone on since.
    bl_reference_motion after = {bl_step_reference_velocity(s, c, &after_a, &after_b),
                                 bl_step_contact_motion(s, c, &a->before, &b->before, h).centripetal};
    bl_impact_input in = impact_input(def, s, c, &before, &after);
    bool touches = lasts || is_resting(def, &in);
    // A fast hit bounces in the step in which it happens: a step later the two could be through each other.
    double theta = c->is_cast ? 1.0 : def->theta;
    bl_impact_settings settings = {h, theta, def->touch_tolerance, def->restitution_threshold};
    double target;
    if (!bl_impact_target(&settings, &in, &target)) return false;
    if (c->is_later) {
        in.restitution = 0.0;
        bl_impact_target(&settings, &in, &target);
    }
    bl_contact_geometry g = contact_geometry(s, c);
    bl_contact_row_init(row, c->body_a, c->body_b, &g, s->motion.responses, c->friction);
    belay_vec3 lead = lasts ? lead_of(def, bl_bodies_of(entities), &s->motion, row) : v3_zero();
    row->target = target - v3_dot(g.n, lead);
    set_belt(bl_colliders_of(entities), &s->motion, c, row);
    set_slip(def, s, c, row, touches, lead, &after, &after_a, &after_b);
    s->solve.contacts[i] = active_contact(c, i, in.gap_term_after + h * v3_dot(g.n, lead));
    return true;
}

void bl_step_set_free_velocity(bl_step_scratch* s, uint32_t contact)
{
    bl_contact_row* row = &s->solve.rows[contact];
    double* u = s->solve.free + 3 * (size_t)contact;
    bl_contact_row_velocity_of(row, &s->motion.bodies[row->body_a].free, &s->motion.bodies[row->body_b].free, u);
    if (s->solve.contacts[contact].is_missed) row->target = fmin(row->target, u[0]);
    bl_contact_row_shift(row, u);
}

typedef struct targets {
    const belay_world_def* def;
    const bl_entity_store* entities;
    bl_step_scratch* s;
} targets;

static void set_targets_of(void* context, uint32_t begin, uint32_t end, int worker)
{
    const targets* t = context;
    bl_step_scratch* s = t->s;
    (void)worker;
    for (uint32_t i = begin; i < end; i++) {
        s->detect.contacts[i].takes_part = set_target(t->def, t->entities, s, i);
        if (s->detect.contacts[i].takes_part) bl_step_set_free_velocity(s, i);
    }
}

// Whether any of those that leave has pushed.
static bool drop_others(bl_step_scratch* s)
{
    ptrdiff_t count = arrlen(s->detect.contacts), kept = 0;
    bool have_pushed = false;
    for (ptrdiff_t i = 0; i < count; i++) {
        if (!s->detect.contacts[i].takes_part) {
            have_pushed = have_pushed || s->solve.rows[i].r[0] > 0.0;
            continue;
        }
        if (kept != i) {
            s->solve.contacts[kept] = s->solve.contacts[i];
            s->solve.rows[kept] = s->solve.rows[i];
            memcpy(s->solve.free + 3 * kept, s->solve.free + 3 * i, 3 * sizeof *s->solve.free);
        }
        kept++;
    }
    arrsetlen(s->solve.contacts, (size_t)kept);
    return have_pushed;
}

void bl_step_warm_start(belay_world* world)
{
    bl_step_scratch* s = &world->scratch;
    targets t = {&world->def, &world->entities, s};
    uint32_t count = (uint32_t)arrlen(s->detect.contacts);
    arrsetlen(s->solve.contacts, count); // until it is known who takes part
    bl_step_match_contacts(world);
    bl_step_reset_velocities(&world->entities, &world->roster, &s->motion);
    measure_free_joints(s);
    bl_workers_run(world->workers, count, CONTACTS_PER_RANGE, init_rows, s);
    bl_step_least_norm_load(s);
    bl_step_apply_impulses(&world->entities, &world->roster, s);
    bl_workers_run(world->workers, count, CONTACTS_PER_RANGE, set_targets_of, &t);
    // The velocities are made anew, so that nothing stays of those that left.
    if (drop_others(s)) bl_step_apply_impulses(&world->entities, &world->roster, s);
}
