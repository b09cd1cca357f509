// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The servo's configuration: defaults for a device, and what is refused.

#include "servo/servo_config.h"

#include "belay/quat.h"
#include "belay/result.h"
#include "tolerances/haptic_tolerances.h"

#include <string.h>

// Ratings are those of a device that is written to through one period T of delay. What a wall may have goes by
// 1 / (T / 2 + delay) (Gil et al. 2004), so with a longer one it is softer.
static double share_at_delay(double period, double delay)
{
    return fmin(1.0, 1.5 * period / (0.5 * period + fmax(delay, 0.0)));
}

static void set_device(belay_haptic_servo_config* c, const belay_haptic_device_info* info)
{
    if (info->rate > 0.0) c->period = 1.0 / fmin(fmax(info->rate, 500.0), 4000.0);
    c->max_stiffness = info->max_stiffness;
    c->max_damping = info->max_damping;
    c->device_mass = info->mass;
    c->device_damping = info->damping;
    c->device_friction = info->friction;
    c->position_step = info->position_step;
    c->delay = info->delay;
    if (info->max_force > 0.0) c->max_force = info->max_force;
    if (info->max_torque > 0.0) c->max_torque = info->max_torque;
    c->max_grip_force = info->max_grip_force;
    c->max_continuous_force = info->max_continuous_force;
    if (info->max_stiffness > 0.0) c->stiffness = fmin(info->max_stiffness, BL_DEFAULT_MOST_STIFFNESS);
    c->stiffness *= share_at_delay(c->period, info->delay);
    if (info->max_damping > 0.0) c->damping = BL_DEFAULT_DAMPING_SHARE * info->max_damping;
    if (info->max_torque > 0.0 && info->has_rotation) c->tool = BELAY_HAPTIC_TOOL_POSE;
}

static void set_safety(belay_haptic_servo_config* c)
{
    c->thermal_seconds = 5.0;
    c->start_seconds = 0.2;
    c->start_force = 0.2;
    c->stop_seconds = 0.02;
    c->stale_seconds = c->stale_fade = 0.1;
    c->recover_seconds = 0.1;
    c->fault_fade = 0.02;
    c->late_periods = 4.0;
    c->gap_seconds = 0.02;
    c->max_speed = 2.0;
    c->max_spin = 30.0;
    c->max_jump_speed = 4.0;
    c->max_jump_spin = 60.0;
    c->enable_passivity_controller = true;
    c->passivity_seconds = 0.5;
    c->passivity_tolerance = 2e-4;
    c->passivity_reserve = 0.02;
}

belay_haptic_servo_config belay_haptic_servo_config_default(const belay_haptic_device_info* info)
{
    belay_haptic_servo_config c;
    memset(&c, 0, sizeof c);
    c.tool = BELAY_HAPTIC_TOOL_POINT;
    c.period = 1e-3;
    c.mount = belay_pose_identity();
    c.grip = belay_pose_identity();
    c.scale = 1.0;
    c.stiffness = BL_UNKNOWN_STIFFNESS;
    c.damping = BL_UNKNOWN_DAMPING;
    c.damping_depth = 5e-4;
    c.enable_inertia = true;
    c.static_friction_ratio = 1.0;
    c.static_friction_seconds = 0.02;
    c.tool_mass = 0.05;
    c.tool_inertia = v3(2e-5, 2e-5, 2e-5);
    c.sweeps = 20;
    c.velocity_window = 16;
    c.max_force = BL_UNKNOWN_FORCE;
    c.max_torque = BL_UNKNOWN_TORQUE;
    set_safety(&c);
    if (info != NULL) set_device(&c, info);
    c.angular_stiffness = c.stiffness * BL_DEFAULT_TOOL_ARM * BL_DEFAULT_TOOL_ARM;
    c.angular_damping = c.damping * BL_DEFAULT_TOOL_ARM * BL_DEFAULT_TOOL_ARM;
    return c;
}

// ---------------------------------------------------------------------------------------------------------------------
// Checks
// ---------------------------------------------------------------------------------------------------------------------

typedef struct range {
    const char* name;
    double value, lowest, highest;
} range;

static belay_result check_ranges(const range* ranges, size_t count, belay_error* error)
{
    for (size_t i = 0; i < count; i++) {
        const range* r = &ranges[i];
        if (r->value >= r->lowest && r->value <= r->highest) continue;
        return belay_error_set(error, BELAY_ERROR_VALUE, "servo config: %s is %g; it must be from %g to %g", r->name,
                               r->value, r->lowest, r->highest);
    }
    return BELAY_OK;
}

static belay_result check_coupling(const belay_haptic_servo_config* c, belay_error* error)
{
    const range ranges[] = {
        {"tool", c->tool, BELAY_HAPTIC_TOOL_POINT, BELAY_HAPTIC_TOOL_DYNAMIC},
        {"period", c->period, 1.0 / 4000.0, 1.0 / 250.0},
        {"scale", c->scale, 1e-6, 1e6},
        {"stiffness", c->stiffness, BL_CONFIG_SMALL, BL_CONFIG_LARGE},
        {"damping", c->damping, 0.0, BL_CONFIG_LARGE},
        {"angular_stiffness", c->angular_stiffness, 0.0, BL_CONFIG_LARGE},
        {"angular_damping", c->angular_damping, 0.0, BL_CONFIG_LARGE},
        {"damping_depth", c->damping_depth, 0.0, BL_CONFIG_LARGE},
        {"max_stiffness", c->max_stiffness, 0.0, BL_CONFIG_LARGE},
        {"max_damping", c->max_damping, 0.0, BL_CONFIG_LARGE},
        {"static_friction_ratio", c->static_friction_ratio, 1.0, BL_CONFIG_LARGE},
        {"static_friction_seconds", c->static_friction_seconds, BL_CONFIG_SMALL, BL_CONFIG_LARGE},
        {"tool_mass", c->tool_mass, BL_CONFIG_SMALL, BL_CONFIG_LARGE},
        {"tool_inertia.x", c->tool_inertia.x, 1e-15, BL_CONFIG_LARGE},
        {"tool_inertia.y", c->tool_inertia.y, 1e-15, BL_CONFIG_LARGE},
        {"tool_inertia.z", c->tool_inertia.z, 1e-15, BL_CONFIG_LARGE},
        {"sweeps", c->sweeps, 1.0, 200.0},
        {"velocity_window", c->velocity_window, 1.0, 32.0},
    };
    return check_ranges(ranges, sizeof ranges / sizeof ranges[0], error);
}

static belay_result check_device(const belay_haptic_servo_config* c, belay_error* error)
{
    const range ranges[] = {
        {"device_mass", c->device_mass, 0.0, BL_CONFIG_LARGE},
        {"device_damping", c->device_damping, 0.0, BL_CONFIG_LARGE},
        {"device_friction", c->device_friction, 0.0, BL_CONFIG_LARGE},
        {"position_step", c->position_step, 0.0, BL_CONFIG_LARGE},
        {"rotation_step", c->rotation_step, 0.0, BL_CONFIG_LARGE},
        {"delay", c->delay, 0.0, 1.0},
        {"max_force", c->max_force, 0.0, BL_CONFIG_LARGE},
        {"max_torque", c->max_torque, 0.0, BL_CONFIG_LARGE},
        {"max_grip_force", c->max_grip_force, 0.0, BL_CONFIG_LARGE},
        {"max_continuous_force", c->max_continuous_force, 0.0, BL_CONFIG_LARGE},
        {"thermal_seconds", c->thermal_seconds, 0.0, BL_CONFIG_LARGE},
    };
    return check_ranges(ranges, sizeof ranges / sizeof ranges[0], error);
}

static belay_result check_safety(const belay_haptic_servo_config* c, belay_error* error)
{
    const range ranges[] = {
        {"start_seconds", c->start_seconds, 0.0, 60.0},
        {"start_force", c->start_force, 0.0, BL_CONFIG_LARGE},
        {"stop_seconds", c->stop_seconds, 0.0, 1.0},
        {"stale_seconds", c->stale_seconds, 1e-3, 60.0},
        {"stale_fade", c->stale_fade, 0.0, 60.0},
        {"recover_seconds", c->recover_seconds, 0.0, 60.0},
        {"fault_fade", c->fault_fade, 0.0, 1.0},
        {"late_periods", c->late_periods, 1.5, 100.0},
        {"gap_seconds", c->gap_seconds, 5e-3, 1.0},
        {"max_speed", c->max_speed, 1e-3, 100.0},
        {"max_spin", c->max_spin, 1e-3, BL_CONFIG_LARGE},
        {"max_jump_speed", c->max_jump_speed, c->max_speed, BL_CONFIG_LARGE},
        {"max_jump_spin", c->max_jump_spin, c->max_spin, BL_CONFIG_LARGE},
        {"max_slew", c->max_slew, 0.0, BL_CONFIG_LARGE},
        {"max_torque_slew", c->max_torque_slew, 0.0, BL_CONFIG_LARGE},
        {"passivity_seconds", c->passivity_seconds, 1e-3, 3600.0},
        {"passivity_tolerance", c->passivity_tolerance, 0.0, BL_CONFIG_LARGE},
        {"passivity_reserve", c->passivity_reserve, 0.0, BL_CONFIG_LARGE},
    };
    return check_ranges(ranges, sizeof ranges / sizeof ranges[0], error);
}

static belay_result check_pose(const char* name, const belay_pose* pose, belay_error* error)
{
    double length = q_length(pose->rotation);
    if (!v3_is_finite(pose->position) || !(fabs(length - 1.0) <= 1e-3))
        return belay_error_set(error, BELAY_ERROR_VALUE,
                               "servo config: %s must be finite, with a rotation of length 1 (it is %g)", name, length);
    return BELAY_OK;
}

belay_result bl_servo_config_check(const belay_haptic_servo_config* config, belay_error* error)
{
    if (config == NULL) return belay_error_set(error, BELAY_ERROR_VALUE, "servo config is null; it must be given");
    belay_result result = check_coupling(config, error);
    if (result == BELAY_OK) result = check_device(config, error);
    if (result == BELAY_OK) result = check_safety(config, error);
    if (result == BELAY_OK) result = check_pose("mount", &config->mount, error);
    return result == BELAY_OK ? check_pose("grip", &config->grip, error) : result;
}

// ---------------------------------------------------------------------------------------------------------------------
// A mount from axes
// ---------------------------------------------------------------------------------------------------------------------

// From the largest of the four squares, so that nothing is divided by what is nearly zero.
static belay_quat quat_of_columns(belay_vec3 x, belay_vec3 y, belay_vec3 z)
{
    double ww = 1.0 + x.x + y.y + z.z, xx = 1.0 + x.x - y.y - z.z, yy = 1.0 - x.x + y.y - z.z,
           zz = 1.0 - x.x - y.y + z.z;
    belay_quat q;
    if (ww >= xx && ww >= yy && ww >= zz)
        q = (belay_quat){ww, y.z - z.y, z.x - x.z, x.y - y.x};
    else if (xx >= yy && xx >= zz)
        q = (belay_quat){y.z - z.y, xx, x.y + y.x, z.x + x.z};
    else if (yy >= zz)
        q = (belay_quat){z.x - x.z, x.y + y.x, yy, y.z + z.y};
    else
        q = (belay_quat){x.y - y.x, z.x + x.z, y.z + z.y, zz};
    return q_normalize(q);
}

belay_result belay_haptic_mount_from_axes(belay_vec3 x, belay_vec3 y, belay_vec3 z, belay_vec3 position,
                                          belay_pose* mount, belay_error* error)
{
    double worst = fabs(v3_length(x) - 1.0) + fabs(v3_length(y) - 1.0) + fabs(v3_length(z) - 1.0) + fabs(v3_dot(x, y)) +
                   fabs(v3_dot(y, z)) + fabs(v3_dot(z, x));
    if (!(worst <= BL_MOUNT_AXES_TOLERANCE) || !v3_is_finite(position))
        return belay_error_set(error, BELAY_ERROR_VALUE,
                               "mount axes must be unit and orthogonal; they are off by %g in all", worst);
    double handed = v3_dot(v3_cross(x, y), z);
    if (handed < 0.0)
        return belay_error_set(error, BELAY_ERROR_VALUE,
                               "mount axes are left-handed (their determinant is %g); they must be right-handed",
                               handed);
    if (mount == NULL) return belay_error_set(error, BELAY_ERROR_VALUE, "mount is null; it must be given");
    mount->position = position;
    mount->rotation = quat_of_columns(x, y, z);
    return BELAY_OK;
}
