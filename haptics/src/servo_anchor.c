// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "servo_anchor.h"

#include <string.h>

#define SECONDS 0.2  // tau
#define INSIDE 0.999 // of the cone: physics sticks
#define MORE 0.5     // of what the servo's friction went through: what physics' may be beyond it, as time goes on

void bl_servo_anchor_init(bl_servo_anchor* anchor, double first, double most)
{
    memset(anchor, 0, sizeof *anchor);
    anchor->most = most;
    anchor->tank = fmin(first, most);
}

// ---------------------------------------------------------------------------------------------------------------------
// Where the anchors are to go
// ---------------------------------------------------------------------------------------------------------------------

static double beyond(double x, bl_servo_span span)
{
    double more = MORE * (span.high - span.low);
    return x - fmin(fmax(x, span.low - more), span.high + more);
}

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
    return c->law == BELAY_LOCAL_TOUCHES && c->force[0] > 0.0;
}

// What physics' friction is beyond the servo's, N; false: physics slides or does not press here, or the servo slides
// and is not to be drawn back into its cone.
static bool find_error(const belay_local_contact* physics, double h, const bl_servo_contact* c, double error[2])
{
    const double* r = physics->impulse;
    bool sticks = r[0] > 0.0 && sqrt(r[1] * r[1] + r[2] * r[2]) < INSIDE * physics->friction * r[0];
    if (!sticks || !presses(c)) return false;
    for (int k = 0; k < 2; k++)
        error[k] = beyond(r[k + 1] / h, c->felt_before[k]);
    return c->rest == 1.0 || dot2(error, c->force + 1) < 0.0;
}

// The errors in all rows; false: there are none.
static bool find_errors(const belay_local_model* model, const bl_servo_contacts* contacts, double e[BL_SERVO_ROWS],
                        bool sticks[BL_SERVO_CONTACTS])
{
    bool is_any = false;
    memset(e, 0, BL_SERVO_ROWS * sizeof e[0]);
    for (int i = 0; i < contacts->count; i++) {
        const bl_servo_contact* c = &contacts->contact[i];
        double error[2];
        bool is_off = i < model->count && find_error(&model->contacts[i], model->step_seconds, c, error);
        if (is_off) memcpy(&e[3 * i + 1], error, sizeof error);
        is_any = is_any || is_off;
        sticks[i] = is_off || (presses(c) && c->rest == 1.0);
    }
    return is_any;
}

// What the tool itself is off by: S J^T e.
static void find_way(const bl_servo_tool_settings* settings, const bl_servo_contacts* contacts,
                     const double e[BL_SERVO_ROWS], double way[6])
{
    bool turns = settings->kind != BELAY_HAPTIC_TOOL_POINT && settings->angular_stiffness > 0.0;
    memset(way, 0, 6 * sizeof way[0]);
    for (int r = 0; r < 3 * contacts->count; r++)
        for (int j = 0; j < 6; j++)
            way[j] += e[r] * contacts->contact[r / 3].to.jacobian[r % 3][j];
    for (int j = 0; j < 3; j++) {
        way[j] /= settings->stiffness;
        way[j + 3] *= turns ? 1.0 / settings->angular_stiffness : 0.0;
    }
}

void bl_servo_anchor_aim(const bl_servo_tool_settings* settings, const belay_local_model* model,
                         bl_servo_contacts* contacts)
{
    double e[BL_SERVO_ROWS], way[6], share = 1.0 - exp(-contacts->fade / SECONDS);
    bool sticks[BL_SERVO_CONTACTS], is_any = find_errors(model, contacts, e, sticks);
    if (is_any) find_way(settings, contacts, e, way);
    for (int i = 0; i < contacts->count; i++) {
        bl_servo_contact* c = &contacts->contact[i];
        for (int k = 0; k < 2; k++) {
            double sum = 0.0;
            for (int j = 0; j < 6 && is_any && sticks[i]; j++)
                sum += way[j] * c->to.jacobian[k + 1][j];
            for (int j = 0; j < 3 * contacts->count && is_any && sticks[i]; j++)
                sum += contacts->compliance_to[3 * i + k + 1][j] * e[j];
            c->pull[k] = share * sum;
            c->gain[k] = is_any ? share * e[3 * i + k + 1] : 0.0;
        }
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
        if (!presses(c)) continue;
        widen(&c->felt[0], c->force[1]);
        widen(&c->felt[1], c->force[2]);
        given += dot2(c->pulled, c->force + 1);
        if (c->rest < 1.0) lost += loss_of(tool, contacts, i);
    }
    anchor->tank = fmin(anchor->most, anchor->tank - 0.5 * (anchor->paid + given) + lost);
}
