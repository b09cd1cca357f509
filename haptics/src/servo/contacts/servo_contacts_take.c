// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// From one model to the next.

#include "belay/quat.h"
#include "servo/contacts/servo_contacts_match.h"
#include "tolerances/haptic_tolerances.h"

#include <string.h>

// ---------------------------------------------------------------------------------------------------------------------
// A model's contacts as surfaces
// ---------------------------------------------------------------------------------------------------------------------

static void set_hold(const belay_local_contact* c, double h, double ahead, bl_servo_surface* out)
{
    for (int k = 0; k < 2; k++)
        out->aside[k] = c->aside[k] - h * c->free_velocity[k + 1] - ahead * out->velocity[k + 1];
    memcpy(out->yield, c->yield, sizeof out->yield);
    out->cap = fmin(c->max_force, BL_SERVO_NO_CAP);
    out->presence = 1.0;
}

static void set_surface(const belay_local_model* model, int i, bl_servo_contact* out)
{
    const belay_local_contact* c = &model->contacts[i];
    double h = model->step_seconds, back[3] = {0.0, 0.0, 0.0};
    for (int k = 0; k < 3; k++)
        for (int j = 0; j < 3 * model->count; j++)
            back[k] += model->compliance[3 * i + k][j] * model->contacts[j / 3].impulse[j % 3];
    memset(out, 0, sizeof *out);
    out->tool_collider = c->tool_collider;
    out->other = c->other;
    out->feature = c->feature;
    out->frame[0] = c->normal;
    out->frame[1] = c->tangent1;
    out->frame[2] = c->tangent2;
    out->arm = v3_sub(c->point, model->pose.position);
    out->law = (belay_local_law)c->law;
    memcpy(out->to.jacobian, c->jacobian, sizeof out->to.jacobian);
    out->to.friction = c->friction;
    for (int k = 0; k < 3; k++)
        out->to.velocity[k] = c->free_velocity[k] - back[k];
    double ahead = model->theta * h;
    out->to.gap = c->gap - h * c->free_velocity[0] - ahead * out->to.velocity[0];
    out->rest = 1.0;
    out->arm_from = out->arm;
    if (c->law != BELAY_LOCAL_UNILATERAL) {
        set_hold(c, h, ahead, &out->to);
        return;
    }
    out->skin_to = out->skin_from = bl_servo_skin_of(c, h + ahead);
    for (int k = 0; k < 2; k++) {
        out->unloading[k] = h * back[k + 1];
        out->way[k] = h * c->free_velocity[k + 1];
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// The old contacts, seen from the new reference and in the new tangents
// ---------------------------------------------------------------------------------------------------------------------

// The plane rotation from the old tangents to the new ones.
typedef struct turn {
    double c, s;
} turn;

static turn turn_between(const belay_vec3 old[3], const belay_vec3 new[3])
{
    double c = v3_dot(new[1], old[1]), s = v3_dot(new[1], old[2]), length = sqrt(c * c + s * s);
    turn t = {length > 0.0 ? c / length : 1.0, length > 0.0 ? s / length : 0.0};
    return t;
}

static void turn_pair(turn t, double x[2])
{
    double a = x[0], b = x[1];
    x[0] = t.c * a + t.s * b;
    x[1] = t.c * b - t.s * a;
}

// The box about the turned box.
static void turn_spans(turn t, const bl_servo_span x[2], bl_servo_span to[2])
{
    double middle[2] = {0.5 * (x[0].low + x[0].high), 0.5 * (x[1].low + x[1].high)};
    double a = 0.5 * (x[0].high - x[0].low), b = 0.5 * (x[1].high - x[1].low);
    const double half[2] = {fabs(t.c) * a + fabs(t.s) * b, fabs(t.c) * b + fabs(t.s) * a};
    turn_pair(t, middle);
    for (int k = 0; k < 2; k++)
        to[k] = (bl_servo_span){middle[k] - half[k], middle[k] + half[k]};
}

static void turn_surface(turn t, bl_servo_surface* surface)
{
    for (int k = 0; k < 6; k++) {
        double pair[2] = {surface->jacobian[1][k], surface->jacobian[2][k]};
        turn_pair(t, pair);
        surface->jacobian[1][k] = pair[0];
        surface->jacobian[2][k] = pair[1];
    }
    turn_pair(t, surface->velocity + 1);
    turn_pair(t, surface->aside);
}

// What the old contact leaves to its successor: surface, memory, and of its own fade the way that is still to come.
static void hand_on(const bl_servo_contact* old, const double shift[6], double alpha, turn t, bl_servo_contact* out)
{
    out->from = old->now;
    out->from.gap += bl_servo_dot6(old->now.jacobian[0], shift);
    for (int k = 0; k < 2 && old->law != BELAY_LOCAL_UNILATERAL; k++)
        out->from.aside[k] += bl_servo_dot6(old->now.jacobian[k + 1], shift);
    turn_surface(t, &out->from);
    memcpy(out->force, old->force, sizeof out->force);
    memcpy(out->yielded, old->yielded, sizeof out->yielded);
    turn_pair(t, out->force + 1);
    turn_spans(t, old->felt, out->felt_before);
    out->felt[0] = (bl_servo_span){out->force[1], out->force[1]};
    out->felt[1] = (bl_servo_span){out->force[2], out->force[2]};
    turn_pair(t, out->yielded);
    out->rest = old->rest;
    double rest[2] = {(1.0 - alpha) * old->way[0] - old->unloading[0], (1.0 - alpha) * old->way[1] - old->unloading[1]};
    turn_pair(t, rest);
    out->way[0] += rest[0];
    out->way[1] += rest[1];
}

// Turned block (i, j) of the old compliance.
static void copy_block(const bl_servo_contacts* old, int oi, int oj, turn ti, turn tj,
                       double to[BL_SERVO_ROWS][BL_SERVO_ROWS], int i, int j)
{
    double block[3][3];
    for (int a = 0; a < 3; a++) {
        for (int b = 0; b < 3; b++)
            block[a][b] = old->compliance[3 * oi + a][3 * oj + b];
        turn_pair(tj, &block[a][1]);
    }
    for (int b = 0; b < 3; b++) {
        double column[2] = {block[1][b], block[2][b]};
        turn_pair(ti, column);
        to[3 * i][3 * j + b] = block[0][b];
        to[3 * i + 1][3 * j + b] = column[0];
        to[3 * i + 2][3 * j + b] = column[1];
    }
}

static void copy_own_block(double from[BL_SERVO_ROWS][BL_SERVO_ROWS], int i, double to[BL_SERVO_ROWS][BL_SERVO_ROWS])
{
    for (int a = 0; a < 3; a++)
        memcpy(&to[3 * i + a][3 * i], &from[3 * i + a][3 * i], 3 * sizeof(double));
}

// ---------------------------------------------------------------------------------------------------------------------
// Taking a model
// ---------------------------------------------------------------------------------------------------------------------

// A contact without a past: nothing to fade from but where it is, and no deeper than a touch; a hold does not pull.
static void begin(bl_servo_contact* c, const double at[6])
{
    double gap = c->to.gap + bl_servo_dot6(c->to.jacobian[0], at);
    bool holds = c->law != BELAY_LOCAL_UNILATERAL;
    c->from = c->to;
    c->from.presence = 0.0;
    if (gap < 0.0 || holds) c->from.gap -= gap;
    for (int k = 0; k < 2 && holds; k++)
        c->from.aside[k] = -bl_servo_dot6(c->to.jacobian[k + 1], at);
}

// A contact without a future that still presses: its surface goes away from under the tool. A hold loses its grip.
static void end(bl_servo_contact* c, const double at[6])
{
    c->is_leaving = true;
    c->way[0] = c->way[1] = c->unloading[0] = c->unloading[1] = 0.0;
    if (c->law != BELAY_LOCAL_UNILATERAL) {
        c->from.cap = fmin(c->from.cap, bl_servo_force_size(c->force));
        c->to = c->from;
        c->to.cap = 0.0;
        return;
    }
    c->to = c->from;
    c->to.gap += BL_CONTACT_CLEARANCE + fmax(0.0, -(c->from.gap + bl_servo_dot6(c->from.jacobian[0], at)));
}

typedef struct transition {
    const bl_servo_contacts* old;
    bl_servo_contacts* next;
    int old_of[BL_SERVO_CONTACTS];
    turn turns[BL_SERVO_CONTACTS];
    double shift[6]; // of the new reference from the old one
    double at[6];    // of what feels, from the new reference
} transition;

// Where the marks on the surface were felt to be, and at which place of the tool, seen from the new reference.
static void hand_on_skin(const transition* t, const bl_servo_contact* old, bl_servo_contact* out)
{
    belay_vec3 arm = v3_add_scaled(old->arm_from, t->old->alpha, v3_sub(old->arm, old->arm_from));
    out->arm_from = v3_add(arm, v3_cross(v3(t->shift[3], t->shift[4], t->shift[5]), arm));
    out->skin_from = bl_servo_skin_between(&old->skin_from, &old->skin_to, t->old->alpha);
}

// The time of the steps that the servo has not seen: the surface went on as it goes now.
static double missed_seconds(const transition* t)
{
    uint64_t step = t->next->step, old = t->old->step;
    return step > old + 1 ? (double)(step - old - 1) * t->next->step_seconds : 0.0;
}

static void continue_contacts(transition* t)
{
    double missed = missed_seconds(t);
    static const turn none = {1.0, 0.0};
    for (int i = 0; i < t->next->count; i++) {
        bl_servo_contact* c = &t->next->contact[i];
        t->turns[i] = none;
        if (t->old_of[i] < 0) {
            begin(c, t->at);
            continue;
        }
        const bl_servo_contact* old = &t->old->contact[t->old_of[i]];
        t->turns[i] = turn_between(old->frame, c->frame);
        hand_on(old, t->shift, t->old->alpha, t->turns[i], c);
        hand_on_skin(t, old, c);
        c->way[0] += missed * c->to.velocity[1];
        c->way[1] += missed * c->to.velocity[2];
    }
}

// What is taken up or let go of takes contacts with it that pressed until then: on the floor a box that is let go of
// leaves both its weight and what bears it, and they must go together. So their forces go on as a load, which comes to
// what it is without them as loads do.
static bool has_other_parts(const transition* t)
{
    return t->next->held_to.mass != t->old->held_to.mass;
}

static void keep_as_load(const bl_servo_contact* c, bl_servo_contacts* next)
{
    for (int k = 0; k < 3; k++) {
        const double* row = c->now.jacobian[k];
        next->load_now = v3_add_scaled(next->load_now, c->force[k], v3(row[0], row[1], row[2]));
        next->load_torque_now = v3_add_scaled(next->load_torque_now, c->force[k], v3(row[3], row[4], row[5]));
    }
}

// A joint that breaks lets go within the time of a load too, and not within a step: physics may make 1000 a second.
static bool is_of_joint(const bl_servo_contact* c)
{
    return c->law != BELAY_LOCAL_UNILATERAL && c->tool_collider == c->other;
}

static void keep_leaving(transition* t, const bool* is_taken)
{
    bool is_load = has_other_parts(t);
    for (int j = 0; j < t->old->count && t->next->count < BL_SERVO_CONTACTS; j++) {
        const bl_servo_contact* old = &t->old->contact[j];
        if (is_taken[j] || !bl_servo_contact_presses(old)) continue;
        if (is_load || is_of_joint(old)) {
            keep_as_load(old, t->next);
            continue;
        }
        int i = t->next->count++;
        bl_servo_contact* c = &t->next->contact[i];
        static const turn none = {1.0, 0.0};
        *c = *old;
        hand_on(old, t->shift, 1.0, none, c);
        hand_on_skin(t, old, c);
        c->arm = c->arm_from;
        c->skin_to = c->skin_from;
        end(c, t->at);
        t->old_of[i] = j;
        t->turns[i] = none;
    }
}

// Blocks between a contact that stays and one that comes or goes are left out on the side where one of them is not:
// what is left has no negative eigenvalues.
static void fade_compliance(transition* t)
{
    bl_servo_contacts* next = t->next;
    for (int i = 0; i < next->count; i++) {
        if (t->old_of[i] < 0) copy_own_block(next->compliance_to, i, next->compliance_from);
        for (int j = 0; j < next->count; j++)
            if (t->old_of[i] >= 0 && t->old_of[j] >= 0)
                copy_block(t->old, t->old_of[i], t->old_of[j], t->turns[i], t->turns[j], next->compliance_from, i, j);
        if (next->contact[i].is_leaving) copy_own_block(next->compliance_from, i, next->compliance_to);
    }
}

// The matrices are most of the memory, and little of them is in use: only that is ever touched.
static void clear_matrices(bl_servo_contacts* contacts, int rows)
{
    for (int i = 0; i < rows; i++) {
        memset(contacts->compliance_from[i], 0, (size_t)rows * sizeof(double));
        memset(contacts->compliance_to[i], 0, (size_t)rows * sizeof(double));
    }
}

static void copy_used(const bl_servo_contacts* from, bl_servo_contacts* to)
{
    size_t rows = 3 * (size_t)from->count;
    memcpy(to, from, offsetof(bl_servo_contacts, contact) + (size_t)from->count * sizeof from->contact[0]);
    for (size_t i = 0; i < rows; i++) {
        memcpy(to->compliance_from[i], from->compliance_from[i], rows * sizeof(double));
        memcpy(to->compliance_to[i], from->compliance_to[i], rows * sizeof(double));
    }
}

// `leaving`: how many contacts may come on top of the model's.
static void set_model(bl_servo_contacts* next, const belay_local_model* model, int leaving)
{
    double h = model->step_seconds;
    memset(next, 0, offsetof(bl_servo_contacts, contact));
    next->reference = model->pose;
    next->count = model->count;
    next->step = model->step;
    next->step_seconds = h;
    next->load_to = model->load;
    next->load_torque_to = model->load_torque;
    next->held_to =
        (bl_servo_held){model->held_mass, v3_scale(model->held_mass, model->held_center), model->held_inertia};
    clear_matrices(next, BL_SERVO_ROWS < 3 * (model->count + leaving) ? BL_SERVO_ROWS : 3 * (model->count + leaving));
    for (int i = 0; i < model->count; i++)
        set_surface(model, i, &next->contact[i]);
    for (int i = 0; i < 3 * model->count; i++)
        for (int j = 0; j < 3 * model->count; j++)
            next->compliance_to[i][j] = h * h * model->compliance[i][j];
}

void bl_servo_contacts_take(bl_servo_contacts* contacts, const belay_local_model* model, belay_pose at, double fade)
{
    bl_servo_contacts next;
    transition t = {.old = contacts, .next = &next};
    bool is_taken[BL_SERVO_CONTACTS] = {false};
    set_model(&next, model, contacts->count);
    bl_servo_contacts_match(contacts, &next, t.old_of, is_taken);
    bl_servo_contacts_distance(contacts, next.reference, t.shift);
    bl_servo_contacts_distance(&next, at, t.at);
    next.load_now = contacts->load_now;
    next.load_torque_now = contacts->load_torque_now;
    continue_contacts(&t);
    keep_leaving(&t, is_taken);
    fade_compliance(&t);
    next.held_from = contacts->held;
    next.alpha = 0.0;
    next.fade = fade;
    copy_used(&next, contacts);
    bl_servo_contacts_advance(contacts, 0.0);
}
