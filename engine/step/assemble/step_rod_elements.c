// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// From rods' attachments and contacts to the solver's elements: what is asked of each, with the last step's impulses as
// a first guess. Attachments come first, then contacts.

#include "core/alloc.h"

#include "core/assert.h"
#include "math/cone.h"
#include "step/assemble/assemble_tolerances.h"
#include "step/assemble/step_rod_rows.h"
#include "step/detect/step_rod_detect.h"

#include <string.h>

// ---------------------------------------------------------------------------------------------------------------------
// Room
// ---------------------------------------------------------------------------------------------------------------------

static uint32_t count_attachment_elements(const bl_rod_record* records, uint32_t rod_count)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < rod_count; i++)
        for (int k = 0; k < BELAY_ROD_MAX_ATTACHMENTS; k++) {
            const bl_rod_attachment* a = &records[i].attachments[k];
            if (a->type == BL_ATTACHMENT_NONE || a->end < 2 || !bl_rod_is_awake(&records[i])) continue;
            count += a->flags & BL_ATTACHMENT_IS_ORIENTED ? 2 : 1;
        }
    return count;
}

static bool reserve_elements(belay_world* world)
{
    bl_step_rods* s = &world->scratch.rods;
    const belay_allocator* allocator = &world->def.allocator;
    size_t contacts = (size_t)arrlen(s->contacts),
           count = count_attachment_elements(bl_rods(world), bl_rod_count(world)) + contacts;
    bool ok = true;
    BL_ARRAY_RESERVE(s->set.elements, count, allocator, &ok);
    BL_ARRAY_RESERVE(s->set.couplings, bl_rod_count(world), allocator, &ok);
    BL_ARRAY_RESERVE(s->owners, count, allocator, &ok);
    BL_ARRAY_RESERVE(world->published.rod_contacts, contacts, allocator, &ok);
    BL_ARRAY_RESERVE(s->warm_next, contacts, allocator, &ok);
    BL_ARRAY_RESERVE(world->memory.rod_warm, contacts, allocator, &ok);
    return ok;
}

// ---------------------------------------------------------------------------------------------------------------------
// Attachments
// ---------------------------------------------------------------------------------------------------------------------

// The frame that an attachment wants, at the contact instant, and how it moves beyond its body.
typedef struct holder {
    belay_pose frame;
    belay_vec3 velocity, angular, arm;
    uint32_t body;
} holder;

static holder holder_of(const belay_world_def* def, const bl_entity_store* entities, const bl_motion_scratch* motion,
                        const bl_rod_attachment* a)
{
    double h = def->step_seconds, share = 1.0 - def->theta;
    holder x;
    belay_vec3 displacement = v3_sub(a->next.position, a->frame.position);
    belay_vec3 turn = q_log(q_mul(a->next.rotation, q_conjugate(a->frame.rotation)));
    x.frame.position = v3_add_scaled(a->frame.position, share, displacement);
    x.frame.rotation = q_mul(q_exp(v3_scale(share, turn)), a->frame.rotation);
    x.velocity = v3_scale(1.0 / h, displacement);
    x.angular = v3_scale(1.0 / h, turn);
    x.arm = v3_zero();
    x.body = bl_body_count_of(entities);
    if (a->body == 0) return x;
    x.body = bl_table_find(&entities->tables[BL_TABLE_BODY], bl_slot_of(a->body));
    const bl_step_body* b = &motion->bodies[x.body];
    x.frame = pose_compose(b->mid, x.frame);
    x.velocity = q_rotate(b->mid.rotation, x.velocity);
    x.angular = q_rotate(b->mid.rotation, x.angular);
    x.arm = v3_sub(x.frame.position, b->center);
    return x;
}

static void set_body_row(const bl_motion_scratch* motion, bl_rod_element* e, uint32_t row, belay_vec3 linear,
                         belay_vec3 angular)
{
    e->linear[row] = linear;
    e->angular[row] = angular;
    e->response[row] = m3_mul_v3(motion->responses[e->body].inverse_inertia, angular);
}

static const belay_vec3 axes[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};

static double component(belay_vec3 v, int k)
{
    return k == 0 ? v.x : k == 1 ? v.y : v.z;
}

// A position error is taken back by no more than the fastest recovery.
static belay_vec3 bias_velocity(const belay_world_def* def, belay_vec3 error)
{
    belay_vec3 v = v3_scale(-1.0 / def->step_seconds, error);
    double speed = v3_length(v), most = fmax(def->overlap_max_speed, def->overlap_slop);
    return speed > most ? v3_scale(most / speed, v) : v;
}

// The place follows the frame: u = its velocity + the bias velocity that takes the position error back.
static void set_position_rows(const belay_world_def* def, const bl_motion_scratch* motion, const holder* x,
                              belay_vec3 point, const bl_rod_attachment* a, bl_rod_element* e)
{
    belay_vec3 bias = bias_velocity(def, v3_sub(point, x->frame.position)), target = v3_add(x->velocity, bias);
    belay_vec3 impulse = v3_scale(def->step_seconds, a->force);
    for (int k = 0; k < 3; k++) {
        set_body_row(motion, e, (uint32_t)k, axes[k], v3_cross(x->arm, axes[k]));
        e->target[k] = component(target, k);
        e->bias[k] = component(bias, k);
        e->softness[k] = 0.0;
        e->r[k] = component(impulse, k);
    }
}

// What segments turn about: d1, d2 and d3 of the frame. A segment that does not turn about itself is left free to: what
// a clamp asks of it loses that part; a hand, which would spend all its torque on it, turns it about two directions
// across.
static void set_turn_axes(const holder* x, belay_quat segment, bool has_no_twist, bool is_grip, belay_vec3 d[3])
{
    belay_vec3 along = q_rotate(segment, axes[2]);
    for (int k = 0; k < 3; k++) {
        d[k] = q_rotate(x->frame.rotation, axes[k]);
        if (has_no_twist) d[k] = v3_add_scaled(d[k], -v3_dot(d[k], along), along);
    }
    if (!has_no_twist || !is_grip) return;
    d[0] = q_rotate(segment, axes[0]);
    d[1] = q_rotate(segment, axes[1]);
    d[2] = v3_zero();
}

// Rows about these, for the segment's turn phi away from the frame.
static void set_turn_rows(const bl_motion_scratch* motion, double h, const holder* x, belay_quat segment,
                          const bl_rod_attachment* a, uint32_t first, const belay_vec3 d[3], bl_rod_element* e,
                          double phi[3])
{
    belay_vec3 turn = q_log(q_mul(segment, q_conjugate(x->frame.rotation)));
    for (int k = 0; k < 3; k++) {
        phi[k] = v3_dot(turn, d[k]);
        set_body_row(motion, e, first + (uint32_t)k, v3_zero(), d[k]);
        e->r[first + (uint32_t)k] = h * v3_dot(a->torque, d[k]);
    }
}

// A clamp turns the segment elastically over the half element that begins there: moment -k (phi + tau phi'), k = 2 B /
// l (C for twist), at the end of the step:
//     r = -h k (phi + h u + tau u)      that is      u + r / (h k (h + tau)) = -phi / (h + tau)
static void soften_turns(const belay_world_def* def, const bl_rod_record* record, const holder* x, const double phi[3],
                         const belay_vec3 d[3], bl_rod_element* e)
{
    double h = def->step_seconds, element = record->body.length / record->body.element_count;
    const bl_rod_section* section = &record->body.section;
    const double stiffness[3] = {section->bend[0], section->bend[1], section->twist};
    for (int k = 0; k < 3; k++) {
        double effective_time = h + section->damping_time;
        e->softness[3 + k] = 1.0 / (h * effective_time * 2.0 * stiffness[k] / element);
        e->target[3 + k] = v3_dot(x->angular, d[k]) - phi[k] / effective_time;
    }
}

// A hand turns the segment as hard as it may. A row that does nothing gets something to stand against.
static void harden_turns(const belay_world_def* def, const holder* x, const double phi[3], const belay_vec3 d[3],
                         bl_rod_element* e)
{
    belay_vec3 turn_error = v3(phi[0], phi[1], phi[2]), bias = bias_velocity(def, turn_error);
    for (int k = 0; k < 3; k++) {
        e->softness[k] = v3_length_squared(d[k]) > 0.0 ? 0.0 : BL_ROD_IDLE_SOFTNESS;
        e->target[k] = v3_dot(x->angular, d[k]) + component(bias, k);
        e->bias[k] = component(bias, k);
    }
}

static bl_rod_element* add_element(bl_step_scratch* scratch, bl_rod_law law, uint32_t count, uint32_t body)
{
    BELAY_ASSERT(count >= 1 && count <= BL_ROD_MAX_ROWS);
    bl_step_rods* s = &scratch->rods;
    bl_rod_element* e = &s->set.elements[s->set.count++];
    memset(e, 0, sizeof *e);
    e->law = law;
    e->count = count;
    e->body = body;
    e->inverse_mass = scratch->motion.responses[body].inverse_mass;
    e->side[0].rod = e->side[1].rod = BL_NO_ROD;
    e->cap = HUGE_VAL;
    return e;
}

// Of what makes the targets of a hold, in velocities: the place, and the direction that is read off two nodes.
typedef struct hold_size {
    double place, turn;
} hold_size;

static hold_size size_of(const belay_world_def* def, const belay_vec3* nodes)
{
    double from_origin = v3_length(nodes[0]), length = v3_length(v3_sub(nodes[1], nodes[0]));
    hold_size size = {from_origin / def->step_seconds, 0.0};
    if (length > 0.0) size.turn = (1.0 + from_origin / length) / def->step_seconds;
    return size;
}

static void cap_impulse(bl_rod_element* e)
{
    double length = sqrt(e->r[0] * e->r[0] + e->r[1] * e->r[1] + e->r[2] * e->r[2]);
    for (int k = 0; k < 3 && length > e->cap; k++)
        e->r[k] *= e->cap / length;
}

// An element of an attachment, whose number among those of all rods is kept beside it.
static bl_rod_element* add_hold(bl_step_scratch* scratch, uint32_t rod, uint32_t number, bl_rod_law law, uint32_t count,
                                uint32_t body)
{
    scratch->rods.owners[scratch->rods.set.count] = rod * BELAY_ROD_MAX_ATTACHMENTS + number;
    bl_rod_element* e = add_element(scratch, law, count, body);
    e->side[0].rod = rod;
    return e;
}

static void add_attachment(const belay_world_def* def, const bl_entity_store* entities, bl_step_scratch* scratch,
                           uint32_t rod, uint32_t number)
{
    BELAY_ASSERT(rod < bl_rod_count_of(entities) && number < BELAY_ROD_MAX_ATTACHMENTS);
    const bl_rod_record* record = &bl_rods_of(entities)[rod];
    const bl_rod_attachment* a = &record->attachments[number];
    const bl_step_rod* r = &scratch->rods.rods[rod];
    const belay_vec3* nodes = scratch->rods.points + r->first_node + a->segment;
    belay_vec3 point = v3_add_scaled(nodes[0], a->at, v3_sub(nodes[1], nodes[0])), d[3];
    belay_quat segment = r->ops->frame(&r->rod, a->segment);
    holder x = holder_of(def, entities, &scratch->motion, a);
    hold_size size = size_of(def, nodes);
    bool is_grip = a->type == BELAY_ROD_GRIP + 1, is_clamp = a->type == BELAY_ROD_CLAMP + 1;
    double phi[3];
    set_turn_axes(&x, segment, r->ops->has_no_twist, is_grip, d);
    bl_rod_law law = is_grip ? BL_ROD_BOUNDED : BL_ROD_BILATERAL;
    bl_rod_element* e = add_hold(scratch, rod, number, law, is_clamp ? 6 : 3, x.body);
    e->size = size.place;
    set_position_rows(def, &scratch->motion, &x, point, a, e);
    if (is_clamp) {
        set_turn_rows(&scratch->motion, def->step_seconds, &x, segment, a, 3, d, e, phi);
        soften_turns(def, record, &x, phi, d, e);
    }
    if (!is_grip) return;
    e->cap = def->step_seconds * a->max_force;
    cap_impulse(e);
    if (!(a->flags & BL_ATTACHMENT_IS_ORIENTED)) return;
    e = add_hold(scratch, rod, number, BL_ROD_BOUNDED, 3, x.body);
    set_turn_rows(&scratch->motion, def->step_seconds, &x, segment, a, 0, d, e, phi);
    harden_turns(def, &x, phi, d, e);
    e->size = size.turn;
    e->cap = def->step_seconds * a->max_torque;
    cap_impulse(e);
}

// ---------------------------------------------------------------------------------------------------------------------
// Contacts
// ---------------------------------------------------------------------------------------------------------------------

double bl_step_rod_recovery(const belay_world_def* def, double gap)
{
    if (gap >= -def->overlap_slop) return 0.0;
    return fmin(def->overlap_recovery * (-gap - def->overlap_slop) / def->step_seconds, def->overlap_max_speed);
}

// u_N >= -(g + gap_term) / h lets a gap close and no more, to the second order; an overlap is taken back in
// shares, no faster than the fastest recovery. What bounces is asked for what the impact law says.
static double normal_target(const belay_world_def* def, const bl_step_rod_contact* c)
{
    double gap = c->at.gap, recovery = bl_step_rod_recovery(def, gap), rebound;
    double rest = -c->gap_term / def->step_seconds - fmax(gap, 0.0) / def->step_seconds + recovery;
    if (c->restitution == 0.0) return rest;
    bl_impact_settings settings = bl_step_rod_impact_settings(def);
    bl_impact_input in = bl_step_rod_impact_input(c);
    if (!bl_impact_target(&settings, &in, &rebound)) return rest;
    return recovery > 0.0 ? fmax(rebound, recovery) : rebound;
}

static void add_contact(const belay_world_def* def, bl_step_scratch* scratch, const bl_step_rod_contact* c)
{
    bl_rod_element* e = add_element(scratch, BL_ROD_UNILATERAL, 3, c->body_b);
    e->side[0].rod = c->rod_a;
    if (c->rod_b != BL_NO_INDEX && c->rod_b != c->rod_a) e->side[1].rod = c->rod_b;
    e->mu = c->friction;
    e->target[0] = normal_target(def, c);
    const belay_vec3 f[3] = {c->at.normal, c->tangent1, c->tangent2};
    double r[3];
    for (int k = 0; k < 3; k++) {
        if (c->rod_b == BL_NO_INDEX) {
            const bl_step_body* b = &scratch->motion.bodies[c->body_b];
            belay_vec3 on_b = v3_add_scaled(c->point, -0.5 * c->at.gap, c->at.normal);
            set_body_row(&scratch->motion, e, (uint32_t)k, f[k], v3_cross(v3_sub(on_b, b->center), f[k]));
        }
        if (k > 0) e->target[k] = -v3_dot(f[k], c->surface_velocity);
        r[k] = v3_dot(c->impulse, f[k]);
    }
    bl_cone_project(e->mu, r, e->r);
}

// How deep the rod of a contact is in the same solid by another one, m; 0 within the slop.
static double depth_of(const belay_world_def* def, const bl_step_rods* s, ptrdiff_t contact,
                       const bl_step_rod_contact* beside)
{
    if (contact < 0 || contact >= arrlen(s->contacts)) return 0.0;
    const bl_step_rod_contact* c = &s->contacts[contact];
    bool is_sunk = c->a == beside->a && c->b == beside->b && c->at.gap < -def->overlap_slop;
    return is_sunk ? -c->at.gap : 0.0;
}

// Where a segment lies d too deep in a collider, a node at its end may still be g off. It is not to close all of that
// now: the segment would only tilt, one node down and one up, and be as deep beside the place where it is drawn out. So
// the node keeps BL_ROD_NODE_KEPT d. A node within a share of the rod's radius lies on the solid as its segment does,
// and keeps its place: on a drum, which nodes leave and come back to as they tilt, friction would be lost with each.
// Beyond that it need not: a tilt by d over half the segment's length l leaves R (2 d / l)^2 / 2 on a solid of radius
// R, around which nodes are off by g = l^2 / 8 R. That is d^2 / 4 g.
static void keep_nodes_out(const belay_world_def* def, const bl_rod_record* records, bl_step_rods* s)
{
    for (ptrdiff_t i = 0; i < arrlen(s->contacts); i++) {
        const bl_step_rod_contact* c = &s->contacts[i];
        if (c->rod_b != BL_NO_INDEX || (c->at.s > 0.0 && c->at.s < 1.0)) continue;
        double depth = fmax(depth_of(def, s, i - 1, c), depth_of(def, s, i + 1, c));
        if (depth == 0.0) continue;
        bl_rod_element* e = &s->set.elements[s->attachment_elements + i];
        double kept = fmax(BL_ROD_NODE_KEPT * depth, BL_ROD_NODE_ON_SOLID * records[c->rod_a].body.section.radius);
        e->target[0] = fmax(e->target[0], -fmax(0.0, c->at.gap - kept) / def->step_seconds);
    }
}

bool bl_step_rod_elements(belay_world* world)
{
    bl_step_rods* s = &world->scratch.rods;
    if (!reserve_elements(world)) return false;
    for (uint32_t i = 0; i < bl_rod_count(world); i++)
        for (uint32_t k = 0; k < BELAY_ROD_MAX_ATTACHMENTS; k++) {
            const bl_rod_attachment* a = &bl_rods(world)[i].attachments[k];
            if (a->type != BL_ATTACHMENT_NONE && a->end >= 2 && bl_rod_is_awake(&bl_rods(world)[i]))
                add_attachment(&world->def, &world->entities, &world->scratch, i, k);
        }
    s->attachment_elements = s->set.count;
    for (ptrdiff_t i = 0; i < arrlen(s->contacts); i++)
        add_contact(&world->def, &world->scratch, &s->contacts[i]);
    keep_nodes_out(&world->def, bl_rods(world), &world->scratch.rods);
    return true;
}
