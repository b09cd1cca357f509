// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "servo/force/servo_ramp.h"
#include "tolerances/haptic_tolerances.h"

#include <math.h>
#include <string.h>

static void note(uint32_t* reasons, belay_haptic_reason reason)
{
    *reasons |= belay_haptic_reason_bit(reason);
}

// Towards 1 within `up` seconds or towards 0 within `down` seconds.
static double moved(double gain, bool is_up, double dt, double up, double down)
{
    double seconds = is_up ? up : down;
    double step = seconds > 0.0 ? dt / seconds : 1.0;
    return is_up ? fmin(1.0, gain + step) : fmax(0.0, gain - step);
}

void bl_ramps_init(bl_ramps* ramps)
{
    memset(ramps, 0, sizeof *ramps);
    ramps->fault = ramps->late = ramps->hold = 1.0;
}

// ---------------------------------------------------------------------------------------------------------------------
// Start and stop
// ---------------------------------------------------------------------------------------------------------------------

// From no force, by the ramp of the start; also while one is wanted, or what is held would be let go for ever.
static void begin_anew(bl_ramps* r)
{
    if (r->phase == BL_RAMP_STOPPING) r->phase = BL_RAMP_OFF;
    if (r->phase == BL_RAMP_STARTING || r->phase == BL_RAMP_RUNNING) {
        r->phase = BL_RAMP_ARMING;
        r->is_anew = true;
    }
    r->start = 0.0;
}

static void command(bl_ramps* r, const bl_ramp_events* e)
{
    bool runs = r->phase == BL_RAMP_ARMING || r->phase == BL_RAMP_STARTING || r->phase == BL_RAMP_RUNNING;
    if (e->commands & BELAY_HAPTIC_STOP) {
        if (runs) r->phase = BL_RAMP_STOPPING;
    } else if (e->commands & BELAY_HAPTIC_START && !runs) {
        r->phase = BL_RAMP_ARMING;
        r->is_anew = false;
        r->start = 0.0;
    }
    if (e->commands & BELAY_HAPTIC_REOPEN) begin_anew(r);
    // What the servo does not see in a gap may have taken the device deep into something.
    if (e->is_gap) begin_anew(r);
    // One that says that it is elsewhere has not been led there by the hand: it is to come out first.
    if (e->is_relocated) r->is_anew = false;
}

static void advance_start(bl_ramps* r, const belay_haptic_servo_config* c, const bl_ramp_events* e, uint32_t* reasons)
{
    command(r, e);
    switch (r->phase) {
    case BL_RAMP_OFF:
        r->start = 0.0;
        note(reasons, BELAY_HAPTIC_REASON_OFF);
        break;
    case BL_RAMP_ARMING:
        // The first tick sends nothing, whatever is wanted.
        if ((r->is_anew || e->wanted <= c->start_force) && r->speed == BL_RAMP_SPEED_OK) r->phase = BL_RAMP_STARTING;
        note(reasons, BELAY_HAPTIC_REASON_ARMING);
        break;
    case BL_RAMP_STARTING:
        r->start = moved(r->start, true, e->dt,
                         r->is_anew ? fmax(c->start_seconds, c->recover_seconds) : c->start_seconds, 0.0);
        if (r->start >= 1.0) r->phase = BL_RAMP_RUNNING;
        note(reasons, BELAY_HAPTIC_REASON_STARTING);
        break;
    case BL_RAMP_RUNNING:
        break;
    case BL_RAMP_STOPPING:
        r->start = moved(r->start, false, e->dt, 0.0, c->stop_seconds);
        if (r->start <= 0.0) r->phase = BL_RAMP_OFF;
        note(reasons, BELAY_HAPTIC_REASON_STOPPING);
        break;
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// What the force is made from
// ---------------------------------------------------------------------------------------------------------------------

// Whether the ramp of the start has been let go; before, nothing else needs one.
static bool is_up(const bl_ramps* r)
{
    return r->phase != BL_RAMP_OFF && r->phase != BL_RAMP_ARMING;
}

static void advance_model(bl_ramps* r, const belay_haptic_servo_config* c, const bl_ramp_events* e, uint32_t* reasons)
{
    bool is_fresh = e->model_age <= c->stale_seconds;
    if (!is_fresh) note(reasons, e->model_age < HUGE_VAL ? BELAY_HAPTIC_REASON_STALE : BELAY_HAPTIC_REASON_NO_MODEL);
    r->model = moved(r->model, is_fresh, e->dt, is_up(r) ? c->recover_seconds : 0.0, c->stale_fade);
    if (is_fresh && r->model < 1.0) note(reasons, BELAY_HAPTIC_REASON_RECOVERING);
}

static void advance_fault(bl_ramps* r, const belay_haptic_servo_config* c, const bl_ramp_events* e, uint32_t* reasons)
{
    if (e->is_model_good) r->is_fault_latched = false;
    if (e->is_model_bad) r->is_fault_latched = true;
    if (e->is_model_bad) note(reasons, BELAY_HAPTIC_REASON_BAD_MODEL);
    if (e->is_force_bad) note(reasons, BELAY_HAPTIC_REASON_BAD_FORCE);
    if (e->is_device_silent) note(reasons, BELAY_HAPTIC_REASON_NOT_READY);
    r->not_ready = e->is_device_silent ? r->not_ready + e->dt : 0.0;
    // A force that is held back by a brake would jump out when that is released.
    bool is_well = !r->is_fault_latched && !e->is_force_bad && !e->is_force_off && r->not_ready <= c->gap_seconds;
    r->fault = moved(r->fault, is_well, e->dt, c->recover_seconds, c->fault_fade);
    // Without knowing where the hand is there is nothing to be said to it.
    if (e->is_pose_bad) {
        r->fault = 0.0;
        note(reasons, BELAY_HAPTIC_REASON_BAD_POSE);
    }
    if (is_well && !e->is_pose_bad && r->fault < 1.0) note(reasons, BELAY_HAPTIC_REASON_RECOVERING);
}

static void advance_late(bl_ramps* r, const belay_haptic_servo_config* c, const bl_ramp_events* e, uint32_t* reasons)
{
    if (e->is_late) note(reasons, BELAY_HAPTIC_REASON_LATE);
    if (e->is_gap) note(reasons, BELAY_HAPTIC_REASON_GAP);
    r->late = moved(r->late, !e->is_late, e->dt, c->recover_seconds, BL_RAMP_LATE_FADE);
}

static void advance_hold(bl_ramps* r, const belay_haptic_servo_config* c, const bl_ramp_events* e, uint32_t* reasons)
{
    if (!e->is_held) note(reasons, BELAY_HAPTIC_REASON_RELEASED);
    if (e->commands & BELAY_HAPTIC_GRAB) r->hold = 0.0;
    r->hold = moved(r->hold, e->is_held, e->dt, is_up(r) ? c->recover_seconds : 0.0, c->stop_seconds);
}

static void set_speed(bl_ramps* r, bl_ramp_speed speed)
{
    r->speed = speed;
    r->speed_time = 0.0;
}

static void advance_speed(bl_ramps* r, const belay_haptic_servo_config* c, const bl_ramp_events* e, uint32_t* reasons)
{
    r->speed_time += e->dt;
    double share = fmax(e->speed / c->max_speed, e->spin / c->max_spin);
    bool is_fast = share > 1.0, is_calm = share < BL_RAMP_CALM_SHARE;
    if (r->speed == BL_RAMP_SPEED_OK && is_fast) set_speed(r, BL_RAMP_SPEED_DAMPED);
    if (r->speed == BL_RAMP_SPEED_DAMPED && r->speed_time >= BL_RAMP_DAMPED_SECONDS) set_speed(r, BL_RAMP_SPEED_OFF);
    if (r->speed == BL_RAMP_SPEED_OFF && !is_calm) r->speed_time = 0.0;
    if (r->speed == BL_RAMP_SPEED_OFF && r->speed_time >= BL_RAMP_CALM_SECONDS) {
        set_speed(r, BL_RAMP_SPEED_OK);
        begin_anew(r);
    }
    if (r->speed != BL_RAMP_SPEED_OK) note(reasons, BELAY_HAPTIC_REASON_OVER_SPEED);
}

double bl_ramps_advance(bl_ramps* ramps, const belay_haptic_servo_config* config, const bl_ramp_events* events,
                        uint32_t* reasons)
{
    advance_speed(ramps, config, events, reasons);
    advance_model(ramps, config, events, reasons);
    advance_fault(ramps, config, events, reasons);
    advance_late(ramps, config, events, reasons);
    advance_hold(ramps, config, events, reasons);
    advance_start(ramps, config, events, reasons);
    return ramps->start * ramps->model * ramps->fault * ramps->late * ramps->hold;
}
