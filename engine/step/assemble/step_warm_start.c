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
#include "step/assemble/assemble_tolerances.h"
#include "step/assemble/step_assemble.h"
#include "step/assemble/step_joints.h"
#include "step/assemble/step_rod_rows.h"
#include "step/assemble/step_twist.h"
#include "step/motion/step_lead.h"

// ------------------------------------------------------------------------------------------------------------------
// Rows
// ------------------------------------------------------------------------------------------------------------------

// Each body is touched on its own surface, so that the lever of friction is the same whether an impact is dealt with a
// little before or after the surfaces meet.
static void touching_points(const bl_step_contact* c, belay_vec3* point_a, belay_vec3* point_b)
{
    belay_vec3 apart = v3_add_scaled(c->tangential_offset, c->point.gap, c->point.normal);
    *point_a = v3_add_scaled(c->point.point, 0.5, apart);
    *point_b = v3_add_scaled(c->point.point, -0.5, apart);
}

// Where a contact acts.
static bl_contact_geometry contact_geometry(const bl_step_scratch* s, const bl_step_contact* c)
{
    bl_contact_geometry g = {.n = c->point.normal, .s = c->point.tangent1};
    belay_vec3 point_a, point_b;
    touching_points(c, &point_a, &point_b);
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
    for (ptrdiff_t i = 0; i < arrlen(s->detect.contacts); i++) {
        const bl_contact_row* row = &s->solve.rows[i];
        if (row->r[0] > 0.0) bl_contact_row_apply(row, row->r, s->motion.responses, s->motion.velocities);
    }
}

// ------------------------------------------------------------------------------------------------------------------
// What is asked of each contact
// ------------------------------------------------------------------------------------------------------------------

// The velocity of the reference as seen from the other body, as that of A against B, and the second-order change of the
// gap over a step beyond h times its normal part (impact_law.h): by curvature, and by turning. With the reference on X,
// r_X its place from X's centre of mass, w_X the velocity at the contact instant and w_X' the acceleration of free
// motion, it moves by
//     h w_X x r_X + D(h w_X) r_X + h^2/2 w_X' x r_X,    D(a) r = exp(a) r - r - a x r.
// Seen from a Y that turns with w_Y and carries its surface along, with rho the reference from Y's centre and v the
// relative velocity, there are also
//     - h^2 w_Y x v - D(h w_Y) rho - h^2/2 w_Y' x rho;
// a ball does not show its turning, so of a ball Y only the way of its centre counts. The interval before is the same
// with -h in place of h (and its velocities). What turns as one with Y keeps its gap: with d from Y's centre to X's,
// D(h w_X) r_X - D(h w_Y) rho is -D(h w_Y) d then, to the last digit, and v is none.
//
// These are the first terms of series in the angles h |w| by which the arms turn, and mean nothing where those are not
// small: what turns by radians in a step (a tossed coin) touches with another corner long before the step ends. So they
// fade out between BL_GAP_TERM_SMALL_TURN and BL_GAP_TERM_LARGE_TURN, and the law of first order is left.

typedef struct reference_motion {
    belay_vec3 velocity;
    double centripetal; // m
} reference_motion;

// The share of second-order terms that is left at an angle.
static double share_of_turn(double angle)
{
    return fmin(1.0, fmax(0.0, (BL_GAP_TERM_LARGE_TURN - angle) / (BL_GAP_TERM_LARGE_TURN - BL_GAP_TERM_SMALL_TURN)));
}

// How fast an arm turns, rad/s.
static double turn_rate_of_arm(belay_vec3 w, belay_vec3 r)
{
    double length = v3_length(r);
    return length > 0.0 ? v3_length(v3_cross(w, r)) / length : 0.0;
}

static bool turn_as_one(belay_vec3 wx, belay_vec3 wy)
{
    return v3_distance(wx, wy) <= BL_GAP_TERM_SAME_SPIN * fmax(v3_length(wx), v3_length(wy));
}

// Whether the two colliders touch at three places or more.
static bool is_of_face(const bl_step_scratch* s, const bl_step_contact* c)
{
    const bl_step_contact *first = c, *end = c + 1, *begin = s->detect.contacts,
                          *limit = begin + arrlen(s->detect.contacts);
    while (first > begin && c - first < BL_FACE_POINTS && first[-1].a == c->a && first[-1].b == c->b)
        first--;
    while (end < limit && end - c < BL_FACE_POINTS && end->a == c->a && end->b == c->b)
        end++;
    return end - first >= BL_FACE_POINTS;
}

// Whether the place pushed in the last step, or of a face any of its places did: it moves as one.
static bool has_pushed(const bl_step_scratch* s, const bl_step_contact* c)
{
    const bl_step_contact *first = c, *begin = s->detect.contacts, *limit = begin + arrlen(s->detect.contacts);
    if (c->lasts || !is_of_face(s, c)) return c->lasts;
    while (first > begin && first[-1].a == c->a && first[-1].b == c->b)
        first--;
    for (; first < limit && first->a == c->a && first->b == c->b; first++)
        if (first->lasts) return true;
    return false;
}

// One end of a contact: where its reference is from the body's centre, and how the body moves.
typedef struct arm_motion {
    belay_vec3 r;
    const bl_velocity* v;
    const bl_step_body* body;
} arm_motion;

// D(h w) r. By the turns of the bodies with the velocities before, which is what most often is asked for; exp(-a) is
// the conjugate of exp(a) to the last bit.
static belay_vec3 beyond_tangent(const arm_motion* m, double h, belay_vec3 r)
{
    belay_vec3 a = v3_scale(h, m->v->angular);
    belay_quat turn = m->v != &m->body->before ? q_exp(a) : h > 0.0 ? m->body->turn : q_conjugate(m->body->turn);
    return v3_sub(v3_sub(q_rotate(turn, r), r), v3_cross(a, r));
}

// D(h w_X) r_X - D(h w_Y) rho
static belay_vec3 centripetal_offset(const arm_motion* x, const arm_motion* y, bool as_one, double h)
{
    if (as_one) return v3_neg(beyond_tangent(y, h, v3_sub(y->r, x->r)));
    return v3_sub(beyond_tangent(x, h, x->r), beyond_tangent(y, h, y->r));
}

// Of the reference on X, as seen from Y.
static belay_vec3 velocity_of(const arm_motion* x, const arm_motion* y)
{
    belay_vec3 vx = v3_add(x->v->linear, v3_cross(x->v->angular, x->r));
    return v3_sub(vx, v3_add(y->v->linear, v3_cross(y->v->angular, y->r)));
}

// n points from Y to X; h < 0: for the interval before.
static reference_motion reference_motion_of(belay_vec3 n, const arm_motion* x, const arm_motion* y, bool y_turns,
                                            bool is_face, double h)
{
    belay_vec3 wx = x->v->angular, wy = y->v->angular, v = velocity_of(x, y);
    reference_motion g = {v, 0.0};
    if (v3_length_squared(wx) == 0.0 && v3_length_squared(wy) == 0.0) return g;
    belay_vec3 euler = v3_sub(v3_cross(x->body->euler, x->r), v3_cross(y->body->euler, y->r));
    bool as_one = is_face || turn_as_one(wx, wy);
    g.centripetal = v3_dot(n, v3_add_scaled(centripetal_offset(x, y, as_one, h), 0.5 * h * h, euler));
    double angle = fabs(h) * fmax(turn_rate_of_arm(wx, x->r), turn_rate_of_arm(wy, y->r));
    if (y_turns) {
        if (!as_one) g.centripetal -= h * h * v3_dot(n, v3_cross(wy, v));
        angle = fmax(angle, fabs(h) * v3_length(v3_cross(n, wy)));
    }
    g.centripetal *= share_of_turn(angle);
    return g;
}

static arm_motion motion_at(const bl_step_scratch* s, uint32_t body, belay_vec3 reference, const bl_velocity* v)
{
    arm_motion m = {v3_sub(reference, s->motion.bodies[body].center), v, &s->motion.bodies[body]};
    return m;
}

static reference_motion motion_of_references(const bl_step_scratch* s, const bl_step_contact* c, const bl_velocity* va,
                                             const bl_velocity* vb, double h)
{
    const bl_manifold_point* p = &c->point;
    if (p->surface_owner == BL_SURFACE_OWNER_A) {
        arm_motion a = motion_at(s, c->body_a, p->reference_b, va), b = motion_at(s, c->body_b, p->reference_b, vb);
        reference_motion g = reference_motion_of(v3_neg(p->normal), &b, &a, true, is_of_face(s, c), h);
        g.velocity = v3_neg(g.velocity);
        return g;
    }
    bool b_turns = p->surface_owner == BL_SURFACE_OWNER_B;
    arm_motion a = motion_at(s, c->body_a, p->reference, va);
    arm_motion b = motion_at(s, c->body_b, b_turns ? p->reference : p->reference_b, vb);
    return reference_motion_of(p->normal, &a, &b, b_turns, is_of_face(s, c), h);
}

// Its velocity alone.
static belay_vec3 reference_velocity(const bl_step_scratch* s, const bl_step_contact* c, const bl_velocity* va,
                                     const bl_velocity* vb)
{
    const bl_manifold_point* p = &c->point;
    belay_vec3 v, at_a = p->surface_owner == BL_SURFACE_OWNER_A ? p->reference_b : p->reference,
                  at_b = p->surface_owner == BL_SURFACE_OWNER_B ? p->reference : p->reference_b;
    arm_motion a = motion_at(s, c->body_a, at_a, va), b = motion_at(s, c->body_b, at_b, vb);
    if (p->surface_owner == BL_SURFACE_OWNER_A)
        v = v3_neg(velocity_of(&b, &a));
    else
        v = velocity_of(&a, &b);
    return bl_is_twisted(p) ? v3_sub(v, bl_step_twist(p, va->angular, vb->angular, 1.0).velocity) : v;
}

static reference_motion contact_motion(const bl_step_scratch* s, const bl_step_contact* c, const bl_velocity* va,
                                       const bl_velocity* vb, double h)
{
    reference_motion g = motion_of_references(s, c, va, vb, h);
    if (!bl_is_twisted(&c->point)) return g;
    bl_twist twist = bl_step_twist(&c->point, va->angular, vb->angular, h);
    g.velocity = v3_sub(g.velocity, twist.velocity);
    g.centripetal += share_of_turn(twist.angle) * twist.centripetal;
    return g;
}

// A second-order gap term is the way h |v| times half the angle by which the track turns under the contact in a step.
// Where it turns by less than 2e-8 rad it is taken as straight: that costs the square of it, 4e-16, of the energy, no
// more than rounding, while the tiny second-order terms of a body's contacts would contradict each other by as much as
// they are, and obeying them exactly would take squeezing impulses that no double can resolve.

// How far the reference moves along the two principal directions in a step. Moving along a rail that bends sideways
// leads sideways too (by the way to a circle of that curvature, to all orders); that is no way across the rail.
static void reference_travel(const bl_manifold_point* p, const reference_motion* g, double h, double* along,
                             double* across)
{
    *along = h * v3_dot(p->tangent1, g->velocity);
    double bend = -bl_curved_gap_term(-fabs(p->geodesic1), *along);
    *across = h * v3_dot(p->tangent2, g->velocity) - copysign(bend, p->geodesic1);
}

static double second_order_gap_term(const belay_world_def* def, const bl_manifold_point* p, const reference_motion* g,
                                    double change_of_distance)
{
    double h = def->step_seconds, along, across;
    reference_travel(p, g, h, &along, &across);
    double k1 = bl_curvature_at(p->kappa1, change_of_distance), k2 = bl_curvature_at(p->kappa2, change_of_distance);
    double angle = fmax(fabs(k1 * along), fabs(k2 * across));
    double bent = share_of_turn(angle) * (bl_curved_gap_term(k1, along) + bl_curved_gap_term(k2, across));
    double gap_term = bent + g->centripetal;
    return fabs(gap_term) > BL_GAP_TERM_NEGLIGIBLE_HALF_TURN * h * v3_length(g->velocity) ? gap_term : 0.0;
}

// The normal halfway through the interval to come: moving by b along a direction of curvature kappa tilts it by
// bl_curved_gap_term / b = tan(half the turn) along that direction.
//
// Along a line with dn/ds = kappa1 t1 and dt1/ds = -kappa1 n + geodesic1 t2 there is, at s = b1 / 2, in the second
// order also kappa1 geodesic1 s^2 / 2 along t2.
static belay_vec3 normal_halfway(const belay_world_def* def, const bl_manifold_point* p, const reference_motion* g)
{
    double b1, b2;
    reference_travel(p, g, def->step_seconds, &b1, &b2);
    double share = share_of_turn(fmax(fabs(p->kappa1 * b1), fabs(p->kappa2 * b2)));
    double tilt1 = b1 != 0.0 ? bl_curved_gap_term(p->kappa1, b1) / b1 : 0.0;
    double tilt2 = b2 != 0.0 ? bl_curved_gap_term(p->kappa2, b2) / b2 : 0.0;
    if (share * fmax(fabs(tilt1), fabs(tilt2)) <= BL_GAP_TERM_NEGLIGIBLE_HALF_TURN) return p->normal;
    tilt2 += 0.125 * p->kappa1 * p->geodesic1 * b1 * b1;
    belay_vec3 n = v3_add_scaled(v3_add_scaled(p->normal, share * tilt1, p->tangent1), share * tilt2, p->tangent2);
    return v3_scale(1.0 / v3_length(n), n);
}

// ------------------------------------------------------------------------------------------------------------------
// Slip
// ------------------------------------------------------------------------------------------------------------------

// The gap is a matter of the contact instants, but slip is what happens between two of them: at the instant itself a
// ball that rolls along a bent rail has, by its chord through the interval, a sideways velocity v^2 h / 2R into the
// bend, which is no slip; and what sticks to a turning table has, by its chord, one of w^2 r h / 2 to the middle. So
// slip is that of the instant with a shift: in the tangent plane, and at the places that touch, halfway through the
// interval. With the normal n_1/2 there, the touching place of a round solid has gone round its reference by its radius
// times n_1/2 - n; a corner is its own reference. The references go with their bodies, by D(h w) r / h (above) more
// than w x r in the mean over the interval: exactly so for what turns steadily.
//
// The impulse acts at the instant: of the slips of the intervals before and after it, which are what they are to the
// left and to the right, it takes the mean. In steady motion the one before has the shift with the other sign, so the
// impulse does no work.

// What the references do beyond w x r, of A against B, with the spins that they have: those to come are guesses. Known
// of what lasts only: what has just met touches with another place soon. Of bodies that turn as one it has to be the
// same at all places to the last digit: they would be asked to slip in directions that contradict each other otherwise.
static belay_vec3 shift_by_arms(const bl_step_scratch* s, const bl_step_contact* c, double h)
{
    const bl_manifold_point* p = &c->point;
    belay_vec3 at_a = p->surface_owner == BL_SURFACE_OWNER_A ? p->reference_b : p->reference;
    belay_vec3 at_b = p->surface_owner == BL_SURFACE_OWNER_B ? p->reference : p->reference_b;
    arm_motion a = motion_at(s, c->body_a, at_a, &s->motion.bodies[c->body_a].before);
    arm_motion b = motion_at(s, c->body_b, at_b, &s->motion.bodies[c->body_b].before);
    belay_vec3 wa = a.v->angular, wb = b.v->angular;
    if (v3_length_squared(wa) == 0.0 && v3_length_squared(wb) == 0.0) return v3_zero();
    double share = share_of_turn(h * fmax(turn_rate_of_arm(wa, a.r), turn_rate_of_arm(wb, b.r)));
    bool as_one = is_of_face(s, c) || turn_as_one(wa, wb);
    return v3_scale(share / h, centripetal_offset(&a, &b, as_one, h));
}

// What the tilt of the tangent plane does, along the tangents of the contact instant: t'.(u + roll x (n' - n)) - t.u.
static void shift_by_tilt(const bl_step_contact* c, belay_vec3 halfway, belay_vec3 u, const bl_velocity* a,
                          const bl_velocity* b, double shift[2])
{
    const bl_manifold_point* p = &c->point;
    belay_vec3 point_a, point_b, turn = v3_sub(halfway, p->normal);
    touching_points(c, &point_a, &point_b);
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
                     bl_contact_row* row, bool touches, belay_vec3 lead, const reference_motion* after,
                     const bl_velocity* a, const bl_velocity* b)
{
    belay_vec3 halfway = normal_halfway(def, &c->point, after), tangent2 = v3_cross(row->at.n, row->at.s);
    double h = def->step_seconds;
    belay_vec3 arms = touches ? v3_add(lead, shift_by_arms(s, c, h)) : lead;
    if (touches && bl_is_twisted(&c->point))
        arms = v3_add(arms, bl_step_twist_slip(s, c, row, v3_sub(halfway, c->point.normal), a->angular, b->angular, h));
    double shift[2];
    shift_by_tilt(c, halfway, bl_contact_relative(&row->at, a, b), a, b, shift);
    shift[0] += v3_dot(row->at.s, arms);
    shift[1] += v3_dot(tangent2, arms);
    row->belt[0] += shift[0];
    row->belt[1] += shift[1];
}

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
static double approach_of(const belay_world_def* def, const bl_step_contact* c, const reference_motion* after)
{
    double closed = -c->point.gap - second_order_gap_term(def, &c->point, after, -c->point.gap);
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
static reference_motion motion_before(const belay_world_def* def, const bl_body* bodies, const bl_step_scratch* s,
                                      const bl_step_contact* c)
{
    bl_velocity a = bl_step_velocity_behind(def, bodies, &s->motion, c->body_a),
                b = bl_step_velocity_behind(def, bodies, &s->motion, c->body_b);
    const bl_velocity* va = bl_step_is_led(bodies, c->body_a) ? &a : &s->motion.bodies[c->body_a].before;
    const bl_velocity* vb = bl_step_is_led(bodies, c->body_b) ? &b : &s->motion.bodies[c->body_b].before;
    return contact_motion(s, c, va, vb, -def->step_seconds);
}

// Sets target and final geometry of a row from the predicted velocities; false when the contact takes no part in this
// step.
static bool set_target(const belay_world_def* def, const bl_entity_store* entities, bl_step_scratch* s,
                       bl_step_contact* c, bl_contact_row* row)
{
    double h = def->step_seconds;
    const bl_step_body *a = &s->motion.bodies[c->body_a], *b = &s->motion.bodies[c->body_b];
    bool lasts = has_pushed(s, c);
    reference_motion before =
        lasts ? motion_before(def, bl_bodies_of(entities), s, c) : contact_motion(s, c, &a->before, &b->before, -h);
    bl_velocity after_a = clamped_prediction(&s->motion.velocities[c->body_a], a),
                after_b = clamped_prediction(&s->motion.velocities[c->body_b], b);
    // Of how it will turn, the impulses taken over know little: they act at places that have gone on since.
    reference_motion after = {reference_velocity(s, c, &after_a, &after_b),
                              contact_motion(s, c, &a->before, &b->before, h).centripetal};
    bl_impact_input in = {.gap = c->point.gap,
                          .before = v3_dot(c->point.normal, before.velocity),
                          .gap_term_before = second_order_gap_term(def, &c->point, &before, 0.0),
                          .gap_term_after = second_order_gap_term(def, &c->point, &after, approach_of(def, c, &after)),
                          .restitution = c->restitution};
    // What is hit in flight did not move along there; its frame is that of the hit.
    if (c->is_cast && c->restitution > 0.0) in.gap_term_before = in.gap_term_after = 0.0;
    in.pressing = pressing_acceleration(s, c, in.gap_term_before + in.gap_term_after, h);
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
    c->gap_term_after = in.gap_term_after;
    bl_contact_geometry g = contact_geometry(s, c);
    bl_contact_row_init(row, c->body_a, c->body_b, &g, s->motion.responses, c->friction);
    belay_vec3 lead = lasts ? lead_of(def, bl_bodies_of(entities), &s->motion, row) : v3_zero();
    row->target = target - v3_dot(g.n, lead);
    c->gap_term_after += h * v3_dot(g.n, lead);
    set_belt(bl_colliders_of(entities), &s->motion, c, row);
    set_slip(def, s, c, row, touches, lead, &after, &after_a, &after_b);
    return true;
}

void bl_step_set_free_velocity(const bl_step_scratch* s, bool is_missed, bl_contact_row* row)
{
    bl_contact_row_velocity_of(row, &s->motion.bodies[row->body_a].free, &s->motion.bodies[row->body_b].free, row->q);
    if (is_missed) row->target = fmin(row->target, row->q[0]);
    bl_contact_row_shift(row, row->q);
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
        bl_step_contact* c = &s->detect.contacts[i];
        c->takes_part = set_target(t->def, t->entities, s, c, &s->solve.rows[i]);
        if (!c->takes_part) continue;
        bl_step_set_free_velocity(s, c->is_missed, &s->solve.rows[i]);
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
            s->detect.contacts[kept] = s->detect.contacts[i];
            s->solve.rows[kept] = s->solve.rows[i];
        }
        kept++;
    }
    arrsetlen(s->detect.contacts, (size_t)kept);
    return have_pushed;
}

void bl_step_warm_start(belay_world* world)
{
    bl_step_scratch* s = &world->scratch;
    targets t = {&world->def, &world->entities, s};
    uint32_t count = (uint32_t)arrlen(s->detect.contacts);
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
