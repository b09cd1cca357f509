// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Making a servo from its configuration.

#include "belay/result.h"
#include "servo/servo_config.h"
#include "servo/servo_internal.h"
#include "tolerances/haptic_tolerances.h"

#include <stdlib.h>
#include <string.h>

static const char* const reason_texts[BELAY_HAPTIC_REASON_COUNT] = {
#define BELAY_HAPTIC_REASON_TEXT(name, text) text,
    BELAY_HAPTIC_REASON_LIST(BELAY_HAPTIC_REASON_TEXT)
#undef BELAY_HAPTIC_REASON_TEXT
};

const char* belay_haptic_reason_text(belay_haptic_reason reason)
{
    return (unsigned)reason < BELAY_HAPTIC_REASON_COUNT ? reason_texts[reason] : "unknown";
}

static double stiffness_in_force(const belay_haptic_servo_config* c)
{
    return c->max_stiffness > 0.0 ? fmin(c->stiffness, c->max_stiffness / c->scale) : c->stiffness;
}

static double damping_in_force(const belay_haptic_servo_config* c)
{
    return c->max_damping > 0.0 ? fmin(c->damping, c->max_damping / c->scale) : c->damping;
}

static bl_servo_tool_settings tool_settings(const belay_haptic_servo_config* c)
{
    bl_servo_tool_settings s;
    memset(&s, 0, sizeof s);
    double stiffness = stiffness_in_force(c), share = stiffness / c->stiffness;
    s.kind = c->tool;
    s.stiffness = stiffness;
    s.damping = damping_in_force(c);
    s.angular_stiffness = share * c->angular_stiffness;
    s.angular_damping = c->damping > 0.0 ? s.damping / c->damping * c->angular_damping : c->angular_damping;
    s.damping_depth = c->damping_depth;
    s.static_ratio = c->static_friction_ratio;
    s.static_seconds = c->static_friction_seconds;
    s.mass = c->tool_mass;
    s.inertia = c->tool_inertia;
    s.sweeps = c->sweeps;
    return s;
}

static bl_limit_settings limit_settings(const belay_haptic_servo_config* c)
{
    double by_way =
        stiffness_in_force(c) * c->scale * c->max_speed * c->period + damping_in_force(c) * c->scale * c->max_speed;
    double by_turn = c->angular_stiffness * c->max_spin * c->period + c->angular_damping * c->max_spin;
    bl_limit_settings s = {.max_force = c->max_force > 0.0 ? c->max_force : BL_UNKNOWN_FORCE,
                           .max_torque = c->max_torque > 0.0 ? c->max_torque : BL_UNKNOWN_TORQUE,
                           .max_grip_force = c->max_grip_force > 0.0 ? c->max_grip_force : BL_UNKNOWN_GRIP_FORCE,
                           .max_continuous_force = c->max_continuous_force,
                           .thermal_seconds = c->thermal_seconds,
                           .max_slew = c->max_slew,
                           .max_torque_slew = c->max_torque_slew};
    if (s.max_slew == 0.0) s.max_slew = fmin(fmax(BL_SLEW_LEAST, by_way), BL_SLEW_OF_RATING * s.max_force) / c->period;
    if (s.max_torque_slew == 0.0) s.max_torque_slew = fmin(by_turn, BL_SLEW_OF_RATING * s.max_torque) / c->period;
    return s;
}

static void init(belay_haptic_servo* servo, const belay_haptic_servo_config* config)
{
    servo->config = *config;
    servo->config.mount.rotation = q_normalize(config->mount.rotation);
    servo->config.grip.rotation = q_normalize(config->grip.rotation);
    const belay_haptic_servo_config* c = &servo->config;
    servo->frame.mount = c->mount;
    servo->frame.scale = c->scale;
    bl_servo_grip_init(&servo->grip, c->grip);
    bl_servo_tool_settings tool = tool_settings(c);
    bl_limit_settings limit = limit_settings(c);
    bl_servo_input_reset(&servo->input);
    bl_servo_contacts_reset(&servo->contacts);
    bl_servo_tool_init(&servo->tool, &tool);
    bl_servo_anchor_init(&servo->anchor, c->scale * c->passivity_tolerance, c->scale * c->passivity_reserve);
    bl_servo_inertia_init(&servo->inertia, c, &tool);
    bl_ramps_init(&servo->ramps);
    bl_passivity_init(&servo->passivity, c);
    bl_limit_init(&servo->limit, &limit);
    double mass = c->device_mass > 0.0 ? c->device_mass : BL_UNKNOWN_MASS;
    servo->controller.tolerance = c->passivity_tolerance;
    servo->controller.largest = 0.5 * mass / c->period;
    servo->controller.force_cap = limit.max_force;
    servo->controller.still = BL_PASSIVITY_STILL;
    servo->controller.step = c->position_step;
    servo->speed_damping = fmin(fmax(1.0, c->damping), 0.25 * mass / c->period);
    servo->is_held = true;
    servo->turn = belay_quat_identity();
    servo->report.model_age = HUGE_VAL;
    servo->report.device_rate = 1.0 / c->period;
    servo->report.stiffness = tool.stiffness;
    servo->report.damping = tool.damping;
    servo->report.safe_stiffness =
        belay_haptic_safe_stiffness(c->device_damping, tool.damping * c->scale, c->period, c->delay) / c->scale;
}

belay_result belay_haptic_servo_create(const belay_haptic_servo_config* config, belay_haptic_servo** servo,
                                       belay_error* error)
{
    belay_result result = bl_servo_config_check(config, error);
    if (result != BELAY_OK) return result;
    if (servo == NULL)
        return belay_error_set(error, BELAY_ERROR_VALUE, "belay_haptic_servo_create: servo is null; it must be given");
    belay_haptic_servo* made = calloc(1, sizeof *made);
    if (made == NULL) return belay_error_set(error, BELAY_ERROR_MEMORY, "belay_haptic_servo_create: no memory");
    init(made, config);
    *servo = made;
    return BELAY_OK;
}

void belay_haptic_servo_destroy(belay_haptic_servo* servo)
{
    free(servo);
}

const belay_haptic_servo_report* belay_haptic_servo_get_report(const belay_haptic_servo* servo)
{
    return servo != NULL ? &servo->report : NULL;
}

const belay_haptic_servo_config* belay_haptic_servo_get_config(const belay_haptic_servo* servo)
{
    return servo != NULL ? &servo->config : NULL;
}
