// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// From rods' contacts and attachments to the solver's elements: rows of H, the Delassus operator of each rod, and the
// last step's impulses as a first guess. Attachments come first, then contacts.

#include "world/step_rods.h"

#include "core/alloc.h"
#include "math/cone.h"
#include "solver/island/island_solve.h"
#include "solver/rows/rod_many.h"

#include <string.h>

#define WINDOW_WORTH 0.75 // of the dofs behind the first that is touched: a smaller window is worth being made

#define STRIDE 4 // of matrices: a multiple of it, so that rows go through the processor in whole vectors

// What a row acts on, on the side of a rod: a place that moves with its segment.
typedef struct rod_place {
    uint32_t rod, segment;
    double at;
    belay_vec3 arm; // from the axis
    double sign;
} rod_place;

// ---------------------------------------------------------------------------------------------------------------------
// Room
// ---------------------------------------------------------------------------------------------------------------------

static uint32_t count_attachment_elements(const belay_world* world)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < bl_rod_count(world); i++)
        for (int k = 0; k < BELAY_ROD_MAX_ATTACHMENTS; k++) {
            const bl_rod_attachment* a = &bl_rods(world)[i].attachments[k];
            if (a->type == BL_ATTACHMENT_NONE || a->end < 2 || !bl_rod_is_awake(world, i)) continue;
            count += a->flags & BL_ATTACHMENT_IS_ORIENTED ? 2 : 1;
        }
    return count;
}

static bool reserve_elements(belay_world* world)
{
    bl_step_rods* s = &world->scratch.rods;
    const belay_allocator* allocator = &world->def.allocator;
    size_t contacts = (size_t)arrlen(s->contacts), count = count_attachment_elements(world) + contacts;
    bool ok = true;
    BL_ARRAY_RESERVE(s->set.elements, count, allocator, &ok);
    BL_ARRAY_RESERVE(s->set.couplings, bl_rod_count(world), allocator, &ok);
    BL_ARRAY_RESERVE(s->owners, count, allocator, &ok);
    BL_ARRAY_RESERVE(world->rod_contacts, contacts, allocator, &ok);
    BL_ARRAY_RESERVE(s->warm_next, contacts, allocator, &ok);
    BL_ARRAY_RESERVE(world->rod_warm, contacts, allocator, &ok);
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

static holder holder_of(const belay_world* world, const bl_rod_attachment* a)
{
    double h = world->def.step_seconds, share = 1.0 - world->def.theta;
    holder x;
    belay_vec3 way = v3_sub(a->next.position, a->frame.position);
    belay_vec3 turn = q_log(q_mul(a->next.rotation, q_conjugate(a->frame.rotation)));
    x.frame.position = v3_add_scaled(a->frame.position, share, way);
    x.frame.rotation = q_mul(q_exp(v3_scale(share, turn)), a->frame.rotation);
    x.velocity = v3_scale(1.0 / h, way);
    x.angular = v3_scale(1.0 / h, turn);
    x.arm = v3_zero();
    x.body = bl_body_count(world);
    if (a->body == 0) return x;
    x.body = bl_table_find(&world->tables[BL_TABLE_BODY], bl_slot_of(a->body));
    const bl_step_body* b = &world->scratch.bodies[x.body];
    x.frame = pose_compose(b->mid, x.frame);
    x.velocity = q_rotate(b->mid.rotation, x.velocity);
    x.angular = q_rotate(b->mid.rotation, x.angular);
    x.arm = v3_sub(x.frame.position, b->center);
    return x;
}

static void set_body_row(const belay_world* world, bl_rod_element* e, uint32_t row, belay_vec3 linear,
                         belay_vec3 angular)
{
    e->linear[row] = linear;
    e->angular[row] = angular;
    e->response[row] = m3_mul_v3(world->scratch.responses[e->body].inverse_inertia, angular);
}

static const belay_vec3 axes[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};

static double component(belay_vec3 v, int k)
{
    return k == 0 ? v.x : k == 1 ? v.y : v.z;
}

// A misfit is drawn in by no more than the fastest recovery.
static belay_vec3 drawing_velocity(const belay_world* world, belay_vec3 misfit)
{
    belay_vec3 v = v3_scale(-1.0 / world->def.step_seconds, misfit);
    double speed = v3_length(v), most = fmax(world->def.overlap_max_speed, world->def.overlap_slop);
    return speed > most ? v3_scale(most / speed, v) : v;
}

// The place follows the frame: u = its velocity + what draws the misfit in.
static void set_position_rows(const belay_world* world, const holder* x, belay_vec3 place, const bl_rod_attachment* a,
                              bl_rod_element* e)
{
    belay_vec3 target = v3_add(x->velocity, drawing_velocity(world, v3_sub(place, x->frame.position)));
    belay_vec3 impulse = v3_scale(world->def.step_seconds, a->force);
    for (int k = 0; k < 3; k++) {
        set_body_row(world, e, (uint32_t)k, axes[k], v3_cross(x->arm, axes[k]));
        e->target[k] = component(target, k);
        e->softness[k] = 0.0;
        e->r[k] = component(impulse, k);
    }
}

// Rows about d1, d2 and d3 of the frame, for the segment's turn phi away from it.
static void set_turn_rows(const belay_world* world, const holder* x, belay_quat segment, const bl_rod_attachment* a,
                          uint32_t first, bl_rod_element* e, double phi[3], belay_vec3 d[3])
{
    belay_vec3 turn = q_log(q_mul(segment, q_conjugate(x->frame.rotation)));
    for (int k = 0; k < 3; k++) {
        d[k] = q_rotate(x->frame.rotation, axes[k]);
        phi[k] = v3_dot(turn, d[k]);
        set_body_row(world, e, first + (uint32_t)k, v3_zero(), d[k]);
        e->r[first + (uint32_t)k] = world->def.step_seconds * v3_dot(a->torque, d[k]);
    }
}

// A clamp turns the segment elastically over the half element that begins there: moment -k (phi + tau phi'), k = 2 B /
// l (C for twist), at the end of the step:
//     r = -h k (phi + h u + tau u)      that is      u + r / (h k (h + tau)) = -phi / (h + tau)
static void soften_turns(const belay_world* world, const bl_rod_record* record, const holder* x, const double phi[3],
                         const belay_vec3 d[3], bl_rod_element* e)
{
    double h = world->def.step_seconds, element = record->body.length / record->body.element_count;
    const bl_rod_section* section = &record->body.section;
    const double stiffness[3] = {section->bend[0], section->bend[1], section->twist};
    for (int k = 0; k < 3; k++) {
        double lag = h + section->damping_time;
        e->softness[3 + k] = 1.0 / (h * lag * 2.0 * stiffness[k] / element);
        e->target[3 + k] = v3_dot(x->angular, d[k]) - phi[k] / lag;
    }
}

// A hand turns the segment as hard as it may.
static void harden_turns(const belay_world* world, const holder* x, const double phi[3], const belay_vec3 d[3],
                         bl_rod_element* e)
{
    belay_vec3 misfit = v3(phi[0], phi[1], phi[2]), pull = drawing_velocity(world, misfit);
    for (int k = 0; k < 3; k++) {
        e->softness[k] = 0.0;
        e->target[k] = v3_dot(x->angular, d[k]) + component(pull, k);
    }
}

static bl_rod_element* add_element(belay_world* world, bl_rod_law law, uint32_t count, uint32_t body)
{
    bl_step_rods* s = &world->scratch.rods;
    bl_rod_element* e = &s->set.elements[s->set.count++];
    memset(e, 0, sizeof *e);
    e->law = law;
    e->count = count;
    e->body = body;
    e->inverse_mass = world->scratch.responses[body].inverse_mass;
    e->side[0].rod = e->side[1].rod = BL_NO_ROD;
    e->cap = HUGE_VAL;
    return e;
}

static void cap_impulse(bl_rod_element* e)
{
    double length = sqrt(e->r[0] * e->r[0] + e->r[1] * e->r[1] + e->r[2] * e->r[2]);
    for (int k = 0; k < 3 && length > e->cap; k++)
        e->r[k] *= e->cap / length;
}

static void add_attachment(belay_world* world, uint32_t rod, uint32_t number)
{
    bl_step_rods* s = &world->scratch.rods;
    const bl_rod_record* record = &bl_rods(world)[rod];
    const bl_rod_attachment* a = &record->attachments[number];
    const bl_step_rod* r = &s->rods[rod];
    const belay_vec3* nodes = s->points + r->first_node + a->segment;
    belay_vec3 place = v3_add_scaled(nodes[0], a->at, v3_sub(nodes[1], nodes[0])), d[3];
    belay_quat segment = r->ops->frame(&r->rod, a->segment);
    holder x = holder_of(world, a);
    bool is_grip = a->type == BELAY_ROD_GRIP + 1, is_clamp = a->type == BELAY_ROD_CLAMP + 1;
    double phi[3];
    s->owners[s->set.count] = rod * BELAY_ROD_MAX_ATTACHMENTS + number;
    bl_rod_element* e = add_element(world, is_grip ? BL_ROD_PULLS : BL_ROD_HOLDS, is_clamp ? 6 : 3, x.body);
    e->side[0].rod = rod;
    set_position_rows(world, &x, place, a, e);
    if (is_clamp) {
        set_turn_rows(world, &x, segment, a, 3, e, phi, d);
        soften_turns(world, record, &x, phi, d, e);
    }
    if (!is_grip) return;
    e->cap = world->def.step_seconds * a->max_force;
    cap_impulse(e);
    if (!(a->flags & BL_ATTACHMENT_IS_ORIENTED)) return;
    s->owners[s->set.count] = rod * BELAY_ROD_MAX_ATTACHMENTS + number;
    e = add_element(world, BL_ROD_PULLS, 3, x.body);
    e->side[0].rod = rod;
    set_turn_rows(world, &x, segment, a, 0, e, phi, d);
    harden_turns(world, &x, phi, d, e);
    e->cap = world->def.step_seconds * a->max_torque;
    cap_impulse(e);
}

// ---------------------------------------------------------------------------------------------------------------------
// Contacts
// ---------------------------------------------------------------------------------------------------------------------

// u_N >= -(g + slack) / h lets a gap close and no more, to the second order; an overlap is taken back in shares, no
// faster than the fastest recovery.
static double normal_target(const belay_world* world, double gap, double slack)
{
    const belay_world_def* def = &world->def;
    double close = -slack / def->step_seconds;
    if (gap >= -def->overlap_slop) return close - fmax(gap, 0.0) / def->step_seconds;
    return close + fmin(def->overlap_recovery * (-gap - def->overlap_slop) / def->step_seconds, def->overlap_max_speed);
}

static void add_contact(belay_world* world, const bl_step_rod_contact* c)
{
    bl_rod_element* e = add_element(world, BL_ROD_TOUCHES, 3, c->body_b);
    e->side[0].rod = c->rod_a;
    if (c->rod_b != BL_NO_INDEX && c->rod_b != c->rod_a) e->side[1].rod = c->rod_b;
    e->mu = c->friction;
    e->target[0] = normal_target(world, c->at.gap, c->slack);
    const belay_vec3 f[3] = {c->at.normal, c->tangent1, c->tangent2};
    double r[3];
    for (int k = 0; k < 3; k++) {
        if (c->rod_b == BL_NO_INDEX) {
            const bl_step_body* b = &world->scratch.bodies[c->body_b];
            belay_vec3 on_b = v3_add_scaled(c->point, -0.5 * c->at.gap, c->at.normal);
            set_body_row(world, e, (uint32_t)k, f[k], v3_cross(v3_sub(on_b, b->center), f[k]));
        }
        r[k] = v3_dot(c->impulse, f[k]);
    }
    bl_cone_project(e->mu, r, e->r);
}

static bool is_sunk(const belay_world* world, ptrdiff_t contact, const bl_step_rod_contact* beside)
{
    const bl_step_rods* s = &world->scratch.rods;
    if (contact < 0 || contact >= arrlen(s->contacts)) return false;
    const bl_step_rod_contact* c = &s->contacts[contact];
    return c->a == beside->a && c->b == beside->b && c->at.gap < -world->def.overlap_slop;
}

// Where a segment lies too deep in a collider, a node at its end may still be a way off. It is not to close that now:
// the segment would only tilt, one node down and one up, and be as deep beside the place where it is drawn out.
static void keep_nodes_out(belay_world* world)
{
    bl_step_rods* s = &world->scratch.rods;
    for (ptrdiff_t i = 0; i < arrlen(s->contacts); i++) {
        const bl_step_rod_contact* c = &s->contacts[i];
        if (c->rod_b != BL_NO_INDEX || (c->at.s > 0.0 && c->at.s < 1.0)) continue;
        bl_rod_element* e = &s->set.elements[s->attachment_elements + i];
        if (is_sunk(world, i - 1, c) || is_sunk(world, i + 1, c)) e->target[0] = fmax(e->target[0], 0.0);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Rows of H
// ---------------------------------------------------------------------------------------------------------------------

// The places on which the rows of an element act: one or two.
static int places_of(const belay_world* world, uint32_t element, rod_place places[2])
{
    const bl_step_rods* s = &world->scratch.rods;
    if (element < s->attachment_elements) {
        uint32_t owner = s->owners[element], rod = owner / BELAY_ROD_MAX_ATTACHMENTS;
        const bl_rod_attachment* a = &bl_rods(world)[rod].attachments[owner % BELAY_ROD_MAX_ATTACHMENTS];
        places[0] = (rod_place){rod, a->segment, a->at, v3_zero(), 1.0};
        return 1;
    }
    const bl_step_rod_contact* c = &s->contacts[element - s->attachment_elements];
    double radius = bl_rods(world)[c->rod_a].body.section.radius;
    places[0] = (rod_place){c->rod_a, c->at.segment_a, c->at.s, v3_scale(-radius, c->at.normal), 1.0};
    if (c->rod_b == BL_NO_INDEX) return 1;
    radius = bl_rods(world)[c->rod_b].body.section.radius;
    places[1] = (rod_place){c->rod_b, c->at.segment_b, c->at.t, v3_scale(radius, c->at.normal), -1.0};
    return 2;
}

// Along what row k acts at the place: a force and a moment.
static void row_direction(const belay_world* world, uint32_t element, const bl_rod_element* e, uint32_t k,
                          const rod_place* p, belay_vec3* linear, belay_vec3* angular)
{
    const bl_step_rods* s = &world->scratch.rods;
    if (element >= s->attachment_elements) {
        const bl_step_rod_contact* c = &s->contacts[element - s->attachment_elements];
        *linear = k == 0 ? c->at.normal : k == 1 ? c->tangent1 : c->tangent2;
        *angular = v3_cross(p->arm, *linear);
        return;
    }
    // An attachment's rows are those of its body, at the rod's axis.
    *linear = e->linear[k];
    *angular = v3_length_squared(e->linear[k]) > 0.0 ? v3_zero() : e->angular[k];
}

static bl_rod_side* side_of(bl_rod_element* e, uint32_t rod)
{
    return &e->side[e->side[0].rod == rod ? 0 : 1];
}

// Gives each element its rows in its rods' lists.
static void number_rows(bl_step_rods* s, uint32_t rods)
{
    for (uint32_t i = 0; i < rods; i++)
        s->set.couplings[i].count = s->rods[i].rows_on_itself = 0;
    for (uint32_t i = 0; i < s->set.count; i++) {
        bl_rod_element* e = &s->set.elements[i];
        if (i >= s->attachment_elements) {
            const bl_step_rod_contact* c = &s->contacts[i - s->attachment_elements];
            if (c->rod_b == c->rod_a) s->rods[c->rod_a].rows_on_itself += e->count;
        }
        for (int k = 0; k < 2 && e->side[k].rod != BL_NO_ROD; k++) {
            bl_rod_coupling* c = &s->set.couplings[e->side[k].rod];
            e->side[k].at = c->count;
            c->count += e->count;
        }
    }
}

static size_t window_doubles(const bl_step_rod* r)
{
    bl_band factor = r->ops->factor(&r->rod);
    return bl_band_doubles(factor.size, factor.reach);
}

// From null on, it only counts.
static double* take(double* numbers, size_t* at, size_t count)
{
    double* block = numbers != NULL ? numbers + *at : NULL;
    *at += count;
    return block;
}

// W where there are few rows, or many of those with two places on the rod: a block of W takes as much for them as their
// columns of W take.
static bool wants_w(const bl_step_rod* r, const bl_rod_coupling* c, bool has_factor)
{
    if (c->count > BL_ROD_MAX_W_ROWS) return false;
    return !has_factor || c->count <= BL_ROD_FEW_ROWS || 4 * r->rows_on_itself > c->count;
}

// Lays out the numbers of a rod from `at` on, and moves that: u, x, v, the impulses of its rows, a window of its
// matrix, and w or what rod_many.h has instead.
static void lay_out_rod(bl_step_rod* r, bl_rod_coupling* c, double* numbers, size_t* at)
{
    size_t stride = ((size_t)c->count + STRIDE - 1) / STRIDE * STRIDE, dofs = r->dof_count;
    bool has_factor = c->count > 0 && r->ops->factor != NULL, has_w = wants_w(r, c, has_factor);
    c->stride = (uint32_t)stride;
    c->w = has_w ? take(numbers, at, c->count * stride) : NULL;
    c->u = take(numbers, at, stride);
    r->x = has_w || !has_factor ? take(numbers, at, dofs * stride) : NULL;
    c->columns = has_w || has_factor ? NULL : r->x;
    c->v = has_w ? NULL : take(numbers, at, dofs);
    c->room = has_factor ? take(numbers, at, dofs * BL_ROD_MANY_LANES) : NULL;
    r->v = take(numbers, at, dofs + 1);
    r->row_impulses = take(numbers, at, stride);
    r->window = has_factor ? take(numbers, at, window_doubles(r)) : NULL;
    c->inverse.a = has_factor && !has_w ? take(numbers, at, window_doubles(r)) : NULL;
}

// Room for the numbers of all rods.
static bool lay_out_numbers(belay_world* world)
{
    bl_step_rods* s = &world->scratch.rods;
    uint32_t rods = bl_rod_count(world), widest = 0;
    size_t total = 0, at = 0;
    bool ok = true;
    for (uint32_t i = 0; i < rods; i++) {
        lay_out_rod(&s->rods[i], &s->set.couplings[i], NULL, &total);
        if (s->rods[i].dof_count > widest) widest = s->rods[i].dof_count;
    }
    BL_ARRAY_RESERVE(s->numbers, total, &world->def.allocator, &ok);
    BL_ARRAY_RESERVE(s->row, widest, &world->def.allocator, &ok);
    for (uint32_t i = 0; ok && i < rods; i++)
        lay_out_rod(&s->rods[i], &s->set.couplings[i], s->numbers, &at);
    return ok;
}

// Writes the row of one place behind the others.
static bool add_span(belay_world* world, uint32_t element, uint32_t k, const rod_place* p)
{
    bl_step_rods* s = &world->scratch.rods;
    bl_rod_element* e = &s->set.elements[element];
    const bl_step_rod* r = &s->rods[p->rod];
    uint32_t at = side_of(e, p->rod)->at, first, count;
    belay_vec3 linear, angular;
    row_direction(world, element, e, k, p, &linear, &angular);
    r->ops->row(&r->rod, p->segment, p->at, linear, angular, p->sign, s->row, &first, &count);
    bool ok = true;
    size_t used = (size_t)arrlen(s->values);
    BL_ARRAY_RESERVE(s->values, used + count, &world->def.allocator, &ok);
    BL_ARRAY_RESERVE(s->spans, arrlen(s->spans) + 1, &world->def.allocator, &ok);
    if (!ok) return false;
    arrsetlen(s->values, used + count);
    memcpy(s->values + used, s->row + first, count * sizeof(double));
    memset(s->row + first, 0, count * sizeof(double)); // as it was
    arrput(s->spans, ((bl_rod_row_span){at + k, first, count, (uint32_t)used}));
    return true;
}

// The spans of a rod stand together: rod by rod.
static bool write_rows(belay_world* world)
{
    bl_step_rods* s = &world->scratch.rods;
    if (s->spans != NULL) arrsetlen(s->spans, 0);
    if (s->values != NULL) arrsetlen(s->values, 0);
    for (uint32_t rod = 0; rod < bl_rod_count(world); rod++) {
        bl_step_rod* r = &s->rods[rod];
        r->first_span = (uint32_t)arrlen(s->spans);
        for (uint32_t i = 0; i < s->set.count; i++) {
            const bl_rod_element* e = &s->set.elements[i];
            if (e->side[0].rod != rod && e->side[1].rod != rod) continue;
            rod_place places[2];
            int count = places_of(world, i, places);
            side_of(&s->set.elements[i], rod)->span = (uint32_t)arrlen(s->spans) - r->first_span;
            for (int p = 0; p < count; p++)
                for (uint32_t k = 0; places[p].rod == rod && k < e->count; k++)
                    if (!add_span(world, i, k, &places[p])) return false;
        }
        r->span_count = (uint32_t)arrlen(s->spans) - r->first_span;
    }
    return true;
}

// The part of u_free that row k of an element has by one place.
static double free_part(const belay_world* world, uint32_t element, uint32_t k, const rod_place* p)
{
    const bl_step_rods* s = &world->scratch.rods;
    const bl_step_rod* r = &s->rods[p->rod];
    belay_vec3 linear, angular;
    row_direction(world, element, &s->set.elements[element], k, p, &linear, &angular);
    const belay_vec3* travel = s->travel + r->first_node + p->segment;
    belay_vec3 way = v3_add_scaled(travel[0], p->at, v3_sub(travel[1], travel[0]));
    belay_vec3 spin = r->ops->angular_velocity(&r->rod, p->segment, r->ops->free_velocity(&r->rod));
    return p->sign * (v3_dot(linear, way) / world->def.step_seconds + v3_dot(angular, spin));
}

// u <- u_free, of all rods.
static void set_free_velocities(belay_world* world)
{
    bl_step_rods* s = &world->scratch.rods;
    for (uint32_t rod = 0; rod < bl_rod_count(world); rod++)
        memset(s->set.couplings[rod].u, 0, s->set.couplings[rod].stride * sizeof(double));
    for (uint32_t i = 0; i < s->set.count; i++) {
        bl_rod_element* e = &s->set.elements[i];
        rod_place places[2];
        int count = places_of(world, i, places);
        for (int p = 0; p < count; p++) {
            double* u = s->set.couplings[places[p].rod].u + side_of(e, places[p].rod)->at;
            for (uint32_t k = 0; k < e->count; k++)
                u[k] += free_part(world, i, k, &places[p]);
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// W
// ---------------------------------------------------------------------------------------------------------------------

// Where dofs take part at all: no row acts on those outside of [from, to).
static void find_window(const bl_step_rods* s, bl_step_rod* r, uint32_t* to)
{
    r->from = r->dof_count;
    *to = 0;
    for (uint32_t k = r->first_span; k < r->first_span + r->span_count; k++) {
        const bl_rod_row_span* span = &s->spans[k];
        if (span->first < r->from) r->from = span->first;
        if (span->first + span->count > *to) *to = span->first + span->count;
    }
}

// Says what W is made of. Where much of the rod lies outside of the window, as that of a small knot in a long rope, the
// rest is eliminated first, and all else is done in the window.
static void set_factor(bl_step_rods* s, uint32_t rod, uint32_t to)
{
    bl_step_rod* r = &s->rods[rod];
    bl_rod_coupling* c = &s->set.couplings[rod];
    c->spans = s->spans + r->first_span;
    c->values = s->values;
    c->span_count = r->span_count;
    c->from = r->from;
    c->origin = 0;
    c->dof_count = r->dof_count;
    c->factor = r->ops->factor != NULL ? r->ops->factor(&r->rod) : (bl_band){.a = NULL};
    if (r->window == NULL || to - r->from > WINDOW_WORTH * (r->dof_count - r->from)) return;
    bl_band window = {.a = r->window};
    c->origin = r->from & ~(uint32_t)3;
    bl_band_condense(&c->factor, c->origin, to, &window);
    bl_band_factor(&window);
    c->factor = window;
    c->dof_count = window.size;
}

// x <- Mhat^-1 H^T, on the dofs in the window.
static void respond(bl_step_rods* s, uint32_t rod)
{
    bl_step_rod* r = &s->rods[rod];
    const bl_rod_coupling* c = &s->set.couplings[rod];
    size_t stride = c->stride, last = c->factor.a != NULL ? c->origin + c->factor.size : r->dof_count;
    memset(r->x + r->from * stride, 0, (last - r->from) * stride * sizeof(double));
    for (uint32_t k = 0; k < r->span_count; k++) {
        const bl_rod_row_span* span = &s->spans[r->first_span + k];
        for (uint32_t i = 0; i < span->count; i++)
            r->x[(span->first + i) * stride + span->row] += s->values[span->at + i];
    }
    if (c->factor.a != NULL)
        bl_band_solve_many(&c->factor, r->x + c->origin * stride, (uint32_t)stride, r->from - c->origin);
    else
        r->ops->solve(&r->rod, r->x, (uint32_t)stride, r->from);
}

// w += h x from column `from` on; both have room for whole vectors.
static void add_to_w(double* restrict w, const double* restrict x, double h, size_t from, size_t stride)
{
    for (size_t j = from / STRIDE * STRIDE; j < stride; j += STRIDE) {
        w[j] += h * x[j];
        w[j + 1] += h * x[j + 1];
        w[j + 2] += h * x[j + 2];
        w[j + 3] += h * x[j + 3];
    }
}

#define TILE 32 // of a matrix, that stays in the cache while it is turned round

// The lower triangle is that above.
static void copy_upper_triangle(double* w, size_t count, size_t stride)
{
    for (size_t top = 0; top < count; top += TILE)
        for (size_t left = 0; left <= top; left += TILE)
            for (size_t i = top; i < count && i < top + TILE; i++)
                for (size_t j = left; j < i && j < left + TILE; j++)
                    w[i * stride + j] = w[j * stride + i];
}

// W = H Mhat^-1 H^T of one rod, by its upper triangle.
static void assemble(bl_step_rods* s, uint32_t rod)
{
    bl_step_rod* r = &s->rods[rod];
    bl_rod_coupling* c = &s->set.couplings[rod];
    size_t stride = c->stride;
    uint32_t to;
    find_window(s, r, &to);
    if (c->count == 0) return;
    set_factor(s, rod, to);
    if (c->inverse.a != NULL) {
        c->inverse.size = c->factor.size;
        c->inverse.reach = c->factor.reach;
        bl_band_invert(&c->factor, &c->inverse);
        return;
    }
    respond(s, rod);
    if (bl_rod_is_many(c)) return;
    memset(c->w, 0, c->count * stride * sizeof(double));
    for (uint32_t k = 0; k < r->span_count; k++) {
        const bl_rod_row_span* span = &s->spans[r->first_span + k];
        for (uint32_t i = 0; i < span->count; i++)
            add_to_w(c->w + span->row * stride, r->x + (span->first + i) * stride, s->values[span->at + i], span->row,
                     stride);
    }
    copy_upper_triangle(c->w, c->count, stride);
}

// What forming all that takes, in floating-point operations.
static double forming_flops(const bl_step_rods* s)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < s->set.coupling_count; i++) {
        const bl_rod_coupling* c = &s->set.couplings[i];
        if (c->count == 0) continue;
        double columns = c->stride, reach = c->factor.a != NULL ? c->factor.reach : c->dof_count;
        if (c->inverse.a != NULL) columns = reach + 4.0 / 3.0 * s->rods[i].rows_on_itself;
        sum += 2.0 * c->dof_count * reach * columns;
        for (uint32_t k = 0; k < c->span_count && !bl_rod_is_many(c); k++)
            sum += 1.0 * c->spans[k].count * c->stride;
    }
    return sum;
}

// Elements of which nothing comes (a hold of what is held) are left out, by an impulse of zero and no rows.
static void init_elements(belay_world* world)
{
    bl_step_rods* s = &world->scratch.rods;
    for (uint32_t i = 0; i < s->set.count; i++) {
        bl_rod_element* e = &s->set.elements[i];
        if (bl_rod_element_init(&s->set, e)) continue;
        for (int k = 0; k < 2 && e->side[k].rod != BL_NO_ROD; k++)
            memset(s->rods[e->side[k].rod].row_impulses + e->side[k].at, 0, e->count * sizeof(double));
        e->count = 0;
    }
}

// q, and then u and the bodies' velocities with the impulses that there are.
static void begin_with_impulses(belay_world* world)
{
    bl_step_rods* s = &world->scratch.rods;
    for (uint32_t i = 0; i < s->set.coupling_count; i++)
        if (bl_rod_is_many(&s->set.couplings[i]))
            memset(s->set.couplings[i].v, 0, s->set.couplings[i].dof_count * sizeof(double));
    for (uint32_t i = 0; i < s->set.count; i++) {
        bl_rod_element* e = &s->set.elements[i];
        bl_rod_element_velocity(&s->set, e, world->scratch.velocities, e->q);
        for (uint32_t k = 0; k < e->count; k++)
            e->q[k] -= e->target[k];
    }
    for (uint32_t i = 0; i < s->set.count; i++)
        bl_rod_element_apply_some(&s->set, &s->set.elements[i], s->set.elements[i].r, world->scratch.velocities);
    bl_rod_many_refresh(&s->set);
}

void bl_step_rods_push_bodies(belay_world* world)
{
    bl_step_rods* s = &world->scratch.rods;
    for (uint32_t i = 0; i < s->set.count; i++) {
        const bl_rod_element* e = &s->set.elements[i];
        bl_rod_element_push_body(e, e->r, world->scratch.velocities);
    }
}

belay_result bl_step_rods_rows(belay_world* world)
{
    bl_step_rods* s = &world->scratch.rods;
    s->forming_work = 0;
    s->set.count = s->attachment_elements = 0;
    s->set.coupling_count = bl_rod_count(world);
    if (bl_rod_count(world) == 0) return BELAY_OK;
    bool ok = reserve_elements(world);
    if (ok) {
        for (uint32_t i = 0; i < bl_rod_count(world); i++)
            for (uint32_t k = 0; k < BELAY_ROD_MAX_ATTACHMENTS; k++) {
                const bl_rod_attachment* a = &bl_rods(world)[i].attachments[k];
                if (a->type != BL_ATTACHMENT_NONE && a->end >= 2 && bl_rod_is_awake(world, i))
                    add_attachment(world, i, k);
            }
        s->attachment_elements = s->set.count;
        for (ptrdiff_t i = 0; i < arrlen(s->contacts); i++)
            add_contact(world, &s->contacts[i]);
        keep_nodes_out(world);
        number_rows(s, bl_rod_count(world));
        ok = lay_out_numbers(world) && write_rows(world);
    }
    if (!ok)
        return bl_fail(world, BELAY_ERROR_MEMORY, "belay_world_step: no memory for %td contacts of rods",
                       arrlen(s->contacts));
    for (uint32_t i = 0; i < bl_rod_count(world); i++)
        assemble(s, i);
    s->forming_work = (int64_t)(forming_flops(s) / BL_FLOPS_PER_CONTACT);
    world->stats.work += s->forming_work;
    set_free_velocities(world);
    init_elements(world);
    begin_with_impulses(world);
    bl_rod_newton_forget(&s->newton);
    return BELAY_OK;
}

void bl_step_rods_set_free(belay_world* world)
{
    if (bl_rod_count(world) == 0) return;
    set_free_velocities(world);
    begin_with_impulses(world);
}
