// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "step/assemble/step_contact_motion.h"

#include "core/alloc.h"
#include "solver/law/impact_law.h"
#include "step/assemble/assemble_tolerances.h"
#include "step/assemble/step_twist.h"

void bl_step_touching_points(const bl_step_contact* c, belay_vec3* point_a, belay_vec3* point_b)
{
    belay_vec3 apart = v3_add_scaled(c->tangential_offset, c->point.gap, c->point.normal);
    *point_a = v3_add_scaled(c->point.point, 0.5, apart);
    *point_b = v3_add_scaled(c->point.point, -0.5, apart);
}

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
    while (first > begin && c - first < BL_FACE_POINTS && bl_is_same_pair(&first[-1], c))
        first--;
    while (end < limit && end - c < BL_FACE_POINTS && bl_is_same_pair(end, c))
        end++;
    return end - first >= BL_FACE_POINTS;
}

bool bl_step_has_pushed(const bl_step_scratch* s, const bl_step_contact* c)
{
    const bl_step_contact *first = c, *begin = s->detect.contacts, *limit = begin + arrlen(s->detect.contacts);
    if (c->lasts || !is_of_face(s, c)) return c->lasts;
    while (first > begin && bl_is_same_pair(&first[-1], c))
        first--;
    for (; first < limit && bl_is_same_pair(first, c); first++)
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
static bl_reference_motion reference_motion_of(belay_vec3 n, const arm_motion* x, const arm_motion* y, bool y_turns,
                                               bool is_face, double h)
{
    belay_vec3 wx = x->v->angular, wy = y->v->angular, v = velocity_of(x, y);
    bl_reference_motion g = {v, 0.0};
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

static bl_reference_motion motion_of_references(const bl_step_scratch* s, const bl_step_contact* c,
                                                const bl_velocity* va, const bl_velocity* vb, double h)
{
    const bl_manifold_point* p = &c->point;
    if (p->surface_owner == BL_SURFACE_OWNER_A) {
        arm_motion a = motion_at(s, c->body_a, p->reference_b, va), b = motion_at(s, c->body_b, p->reference_b, vb);
        bl_reference_motion g = reference_motion_of(v3_neg(p->normal), &b, &a, true, is_of_face(s, c), h);
        g.velocity = v3_neg(g.velocity);
        return g;
    }
    bool b_turns = p->surface_owner == BL_SURFACE_OWNER_B;
    arm_motion a = motion_at(s, c->body_a, p->reference, va);
    arm_motion b = motion_at(s, c->body_b, b_turns ? p->reference : p->reference_b, vb);
    return reference_motion_of(p->normal, &a, &b, b_turns, is_of_face(s, c), h);
}

belay_vec3 bl_step_reference_velocity(const bl_step_scratch* s, const bl_step_contact* c, const bl_velocity* va,
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

bl_reference_motion bl_step_contact_motion(const bl_step_scratch* s, const bl_step_contact* c, const bl_velocity* va,
                                           const bl_velocity* vb, double h)
{
    bl_reference_motion g = motion_of_references(s, c, va, vb, h);
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
static void reference_travel(const bl_manifold_point* p, const bl_reference_motion* g, double h, double* along,
                             double* across)
{
    *along = h * v3_dot(p->tangent1, g->velocity);
    *across = h * v3_dot(p->tangent2, g->velocity);
    if (p->geodesic1 == 0.0) return;
    double bend = -bl_curved_gap_term(-fabs(p->geodesic1), *along);
    *across -= copysign(bend, p->geodesic1);
}

// Faces and edges against corners, mostly: what is flat has no terms of curvature.
static bool is_flat(const bl_manifold_point* p)
{
    return p->kappa1 == 0.0 && p->kappa2 == 0.0;
}

// What curvature alone does to the gap.
static double bent_gap_term(const bl_manifold_point* p, const bl_reference_motion* g, double h,
                            double change_of_distance)
{
    if (is_flat(p)) return 0.0;
    double along, across;
    reference_travel(p, g, h, &along, &across);
    double k1 = bl_curvature_at(p->kappa1, change_of_distance), k2 = bl_curvature_at(p->kappa2, change_of_distance);
    double angle = fmax(fabs(k1 * along), fabs(k2 * across));
    return share_of_turn(angle) * (bl_curved_gap_term(k1, along) + bl_curved_gap_term(k2, across));
}

double bl_step_gap_term(const belay_world_def* def, const bl_manifold_point* p, const bl_reference_motion* g,
                        double change_of_distance)
{
    double h = def->step_seconds, gap_term = bent_gap_term(p, g, h, change_of_distance) + g->centripetal;
    return fabs(gap_term) > BL_GAP_TERM_NEGLIGIBLE_HALF_TURN * h * v3_length(g->velocity) ? gap_term : 0.0;
}

// The normal halfway through the interval to come: moving by b along a direction of curvature kappa tilts it by
// bl_curved_gap_term / b = tan(half the turn) along that direction.
//
// Along a line with dn/ds = kappa1 t1 and dt1/ds = -kappa1 n + geodesic1 t2 there is, at s = b1 / 2, in the second
// order also kappa1 geodesic1 s^2 / 2 along t2.
belay_vec3 bl_step_normal_halfway(const belay_world_def* def, const bl_manifold_point* p, const bl_reference_motion* g)
{
    if (is_flat(p)) return p->normal;
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

// What the references do beyond w x r, of A against B, with the spins that they have: those to come are guesses. Known
// of what lasts only: what has just met touches with another place soon. Of bodies that turn as one it has to be the
// same at all places to the last digit: they would be asked to slip in directions that contradict each other otherwise.
belay_vec3 bl_step_shift_by_arms(const bl_step_scratch* s, const bl_step_contact* c, double h)
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
