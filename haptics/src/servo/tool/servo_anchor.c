// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "servo/tool/servo_anchor.h"
#include "tolerances/haptic_tolerances.h"

#include <string.h>

void bl_servo_anchor_init(bl_servo_anchor* anchor, double first, double most)
{
    memset(anchor, 0, sizeof *anchor);
    anchor->most = most;
    anchor->tank = fmin(first, most);
}

// ---------------------------------------------------------------------------------------------------------------------
// Where the anchors are to go
// ---------------------------------------------------------------------------------------------------------------------

static void widen(bl_servo_span* span, double x)
{
    span->low = fmin(span->low, x);
    span->high = fmax(span->high, x);
}

static double dot2(const double a[2], const double b[2])
{
    return a[0] * b[0] + a[1] * b[1];
}

static bool presses(const bl_servo_contact* c)
{
    return c->law == BELAY_LOCAL_UNILATERAL && c->force[0] > 0.0;
}

static bool sticks(const belay_local_contact* physics)
{
    const double* r = physics->impulse;
    return r[0] > 0.0 && sqrt(r[1] * r[1] + r[2] * r[2]) < BL_ANCHOR_INSIDE * physics->friction * r[0];
}

// Whether physics sticks to what a contact is with. One that sticks there is enough: which of several bears how much of
// the friction is not determined, and with a turn held between them some may slide.
static bool sticks_to(const belay_local_model* model, int i)
{
    if (model->contacts[i].law != BELAY_LOCAL_UNILATERAL) return false;
    for (int j = 0; j < model->count; j++) {
        const belay_local_contact* c = &model->contacts[j];
        if (c->law == BELAY_LOCAL_UNILATERAL && c->other == model->contacts[i].other && sticks(c)) return true;
    }
    return false;
}

// By how much physics' friction exceeds the middle of what the servo's went through, in a tangential row, and how much
// of that is no error.
typedef struct excess {
    int row;
    double force, half; // N
} excess;

static int find_excesses(const belay_local_model* model, const bl_servo_contacts* contacts, excess list[BL_SERVO_ROWS])
{
    int count = 0;
    for (int i = 0; i < model->count && i < contacts->count; i++) {
        const bl_servo_span* felt = contacts->contact[i].felt_before;
        if (!sticks_to(model, i)) continue;
        for (int k = 0; k < 2; k++)
            list[count++] =
                (excess){3 * i + k + 1,
                         model->contacts[i].impulse[k + 1] / model->step_seconds - 0.5 * (felt[k].low + felt[k].high),
                         (0.5 + BL_ANCHOR_MORE) * (felt[k].high - felt[k].low)};
    }
    return count;
}

// S J^T of a row.
static void find_yield(const bl_servo_tool_settings* settings, const double row[6], double displacement[6])
{
    bool turns = settings->kind != BELAY_HAPTIC_TOOL_POINT && settings->angular_stiffness > 0.0;
    for (int j = 0; j < 3; j++) {
        displacement[j] = row[j] / settings->stiffness;
        displacement[j + 3] = turns ? row[j + 3] / settings->angular_stiffness : 0.0;
    }
}

static const double* row_of(const bl_servo_contacts* contacts, int row)
{
    return contacts->contact[row / 3].to.jacobian[row % 3];
}

// What a row is off by, m, and the force that this is of it alone, N.
static double find_error(const bl_servo_tool_settings* settings, const bl_servo_contacts* contacts, const excess* list,
                         int count, int row, double* force)
{
    double displacement[6], sum = 0.0, half = 0.0;
    find_yield(settings, row_of(contacts, row), displacement);
    for (int j = 0; j < count; j++) {
        double a =
            bl_servo_dot6(displacement, row_of(contacts, list[j].row)) + contacts->compliance_to[row][list[j].row];
        sum += a * list[j].force;
        half += fabs(a) * list[j].half;
    }
    double error = sum - fmin(fmax(sum, -half), half);
    double own = bl_servo_dot6(displacement, row_of(contacts, row)) + contacts->compliance_to[row][row];
    *force = own > 0.0 ? error / own : 0.0;
    return own > 0.0 ? error : 0.0;
}

void bl_servo_anchor_aim(const bl_servo_tool_settings* settings, const belay_local_model* model,
                         bl_servo_contacts* contacts)
{
    double share = 1.0 - exp(-contacts->fade / BL_ANCHOR_SECONDS);
    excess list[BL_SERVO_ROWS];
    int count = find_excesses(model, contacts, list);
    for (int i = 0; i < contacts->count; i++) {
        bl_servo_contact* c = &contacts->contact[i];
        memset(c->pull, 0, sizeof c->pull);
        memset(c->gain, 0, sizeof c->gain);
        if (count == 0 || !presses(c)) continue;
        for (int k = 0; k < 2; k++) {
            c->pull[k] = share * find_error(settings, contacts, list, count, 3 * i + k + 1, &c->gain[k]);
            c->gain[k] *= share;
        }
        // What slides may be drawn back into its cone, and is not pushed on.
        if (c->rest < 1.0 && dot2(c->pull, c->force + 1) >= 0.0) memset(c->pull, 0, sizeof c->pull);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Going there
// ---------------------------------------------------------------------------------------------------------------------

// The part of `share` that the tank can pay, or that pays what it owes: what the hand did meanwhile is known only
// after.
static double affordable(const bl_servo_anchor* anchor, const bl_servo_contacts* contacts, double share)
{
    double work = 0.0;
    for (int i = 0; i < contacts->count; i++) {
        const bl_servo_contact* c = &contacts->contact[i];
        work += share * (dot2(c->pull, c->force + 1) + 0.5 * share * dot2(c->pull, c->gain));
    }
    if (work <= anchor->tank) return 1.0;
    return work > 0.0 ? fmax(0.0, anchor->tank) / work : 0.0;
}

void bl_servo_anchor_move(bl_servo_anchor* anchor, bl_servo_contacts* contacts, double share)
{
    share *= affordable(anchor, contacts, share);
    anchor->paid = 0.0;
    for (int i = 0; i < contacts->count; i++) {
        bl_servo_contact* c = &contacts->contact[i];
        for (int k = 0; k < 2; k++) {
            c->pulled[k] = share * c->pull[k];
            c->step[k] += c->pulled[k];
        }
        anchor->paid += dot2(c->pulled, c->force + 1);
    }
}

// -f . slip of a contact at the edge of its cone, J.
static double loss_of(const bl_servo_tool* tool, const bl_servo_contacts* contacts, int i)
{
    double lost = 0.0;
    for (int k = 1; k < 3; k++) {
        double slip = tool->b[3 * i + k];
        for (int j = 0; j < 3 * contacts->count; j++)
            slip += tool->a[3 * i + k][j] * tool->f[j];
        lost -= slip * tool->f[3 * i + k];
    }
    return fmax(0.0, lost);
}

void bl_servo_anchor_settle(bl_servo_anchor* anchor, const bl_servo_tool* tool, bl_servo_contacts* contacts)
{
    double given = 0.0, lost = 0.0;
    for (int i = 0; i < contacts->count; i++) {
        bl_servo_contact* c = &contacts->contact[i];
        if (c->law != BELAY_LOCAL_UNILATERAL) continue;
        widen(&c->felt[0], c->force[1]);
        widen(&c->felt[1], c->force[2]);
        if (!presses(c)) continue;
        given += dot2(c->pulled, c->force + 1);
        if (c->rest < 1.0) lost += loss_of(tool, contacts, i);
    }
    anchor->tank = fmin(anchor->most, anchor->tank - 0.5 * (anchor->paid + given) + lost);
}
