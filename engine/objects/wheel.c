// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Wheels as six-dof joints. Frames have x along the axle, z up and so y = z cross x forward: coordinate 2 is how far
// the wheel has come up, 3 how far it has turned about the axle (backwards, as the axle points to the right), 5 how far
// it is steered to the left. 0, 1 and 4 are locked.

#include "belay/vehicle.h"

#include "belay/elementary.h"
#include "objects/joint_parts.h"
#include "objects/object_tolerances.h"
#include "store/checks.h"
#include "store/joints.h"

#include <math.h>

enum { UP = 2, SPIN = 3, TILT = 4, STEER = 5 };

belay_wheel_def belay_wheel_def_default(void)
{
    belay_wheel_def def = {.axle = {1.0, 0.0, 0.0},
                           .up = {0.0, 0.0, 1.0},
                           .stiffness = 4e4,
                           .damping = 4e3,
                           .travel_up = 0.1,
                           .travel_down = 0.1};
    return def;
}

static belay_result check_def(const belay_wheel_def* def, belay_error* error)
{
    BL_TRY(bl_check_vec3_within(error, "center", def->center, BELAY_MAX_POSITION));
    BL_TRY(bl_check_vec3(error, "axle", def->axle));
    BL_TRY(bl_check_vec3(error, "up", def->up));
    BL_TRY(bl_check_positive(error, "stiffness", def->stiffness));
    BL_TRY(bl_check_range(error, "damping", def->damping, 0.0, HUGE_VAL));
    BL_TRY(bl_check_range(error, "load", def->load, -BELAY_MAX_FORCE, BELAY_MAX_FORCE));
    BL_TRY(bl_check_range(error, "travel_up", def->travel_up, 0.0, BELAY_MAX_POSITION));
    BL_TRY(bl_check_range(error, "travel_down", def->travel_down, 0.0, BELAY_MAX_POSITION));
    double axle = v3_length(def->axle), up = v3_length(def->up);
    if (!(axle > 1e-30))
        return belay_error_set(error, BELAY_ERROR_VALUE, "axle is (%g, %g, %g); it must not be zero", def->axle.x,
                               def->axle.y, def->axle.z);
    if (v3_length(v3_cross(def->axle, def->up)) > BL_WHEEL_LEAST_ACROSS * axle * up) return BELAY_OK;
    return belay_error_set(error, BELAY_ERROR_VALUE, "up is (%g, %g, %g); it must not be zero or parallel to axle",
                           def->up.x, def->up.y, def->up.z);
}

// What the joint between chassis and wheel is to be, frames apart.
static void set_axes(const belay_wheel_def* def, belay_joint_def* d)
{
    const int locked[] = {0, 1, TILT, STEER};
    for (int i = 0; i < 4; i++)
        d->axis[locked[i]].limit.is_enabled = true; // at 0
    d->axis[UP].limit = (belay_joint_limit){.is_enabled = true, .min = -def->travel_down, .max = def->travel_up};
    // Pulls the wheel down to where the spring is as long as it likes.
    d->axis[UP].spring =
        (belay_joint_spring){true, -def->load / def->stiffness, def->stiffness, def->damping, HUGE_VAL};
}

belay_result belay_wheel_create(belay_world* world, const belay_wheel_def* def, belay_joint_id* id)
{
    BL_TRY(bl_check_unlocked(world, "belay_wheel_create"));
    if (def == NULL || id == NULL)
        return bl_fail(world, BELAY_ERROR_VALUE, "belay_wheel_create: %s is null; it must be given",
                       def == NULL ? "def" : "id");
    belay_error error;
    if (check_def(def, &error) != BELAY_OK) return bl_fail_in(world, "belay_wheel_create", &error);
    uint32_t chassis, wheel;
    BL_TRY(bl_find_index(world, "belay_wheel_create", def->chassis.value, BL_TABLE_BODY, "chassis", &chassis));
    BL_TRY(bl_find_index(world, "belay_wheel_create", def->wheel.value, BL_TABLE_BODY, "wheel", &wheel));
    belay_vec3 x = v3_scale(1.0 / v3_length(def->axle), def->axle);
    belay_vec3 y = v3_normalize_or(v3_cross(def->up, x), v3_any_orthogonal(x));
    belay_pose frame = {def->center, bl_joint_axes_rotation(x, y)};
    belay_joint_def d = belay_joint_def_default(BELAY_JOINT_SIX_DOF);
    d.body_a = def->chassis;
    d.body_b = def->wheel;
    d.frame_a = pose_compose(pose_inverse(bl_body_states(world)[chassis].pose), frame);
    d.frame_b = pose_compose(pose_inverse(bl_body_states(world)[wheel].pose), frame);
    set_axes(def, &d);
    return belay_joint_create(world, &d, id);
}

// ---------------------------------------------------------------------------------------------------------------------
// Steering, drive, brake
// ---------------------------------------------------------------------------------------------------------------------

static bool is_locked(const belay_joint_axis* axis)
{
    return axis->limit.is_enabled && axis->limit.min == axis->limit.max && axis->limit.stiffness == 0.0;
}

static belay_result find_wheel(const belay_world* world, belay_joint_id wheel, const char* call, belay_joint_def* def)
{
    uint32_t index;
    BL_TRY(bl_find_index((belay_world*)world, call, wheel.value, BL_TABLE_JOINT, "wheel", &index));
    BL_TRY(belay_joint_get_def(world, wheel, def));
    bool is_wheel = def->type == BELAY_JOINT_SIX_DOF && is_locked(&def->axis[0]) && is_locked(&def->axis[1]) &&
                    is_locked(&def->axis[TILT]) && is_locked(&def->axis[STEER]) && !is_locked(&def->axis[SPIN]);
    if (is_wheel) return BELAY_OK;
    return bl_fail((belay_world*)world, BELAY_ERROR_COMPONENT, "%s: joint 0x%016llx is a %s joint, and no wheel's",
                   call, (unsigned long long)wheel.value, belay_joint_type_name(def->type));
}

belay_result belay_wheel_steer(belay_world* world, belay_joint_id wheel, double angle)
{
    belay_joint_def def;
    BL_TRY(find_wheel(world, wheel, "belay_wheel_steer", &def));
    belay_error error;
    if (bl_check_angle(&error, "angle", angle, -BL_WHEEL_MOST_STEERING, BL_WHEEL_MOST_STEERING) != BELAY_OK)
        return bl_fail_in(world, "belay_wheel_steer", &error);
    def.axis[STEER].limit.min = def.axis[STEER].limit.max = angle;
    return belay_joint_set_axis(world, wheel, STEER, &def.axis[STEER]);
}

// Speeds about the axle are backwards.
static belay_result set_motor(belay_world* world, belay_joint_id wheel, belay_joint_def* def, double speed,
                              double torque)
{
    def->axis[SPIN].motor = (belay_joint_motor){torque > 0.0, -speed, torque};
    return belay_joint_set_axis(world, wheel, SPIN, &def->axis[SPIN]);
}

static belay_result check_torque(belay_world* world, const char* call, double torque)
{
    belay_error error;
    if (torque == HUGE_VAL || bl_check_range(&error, "torque", torque, 0.0, HUGE_VAL) == BELAY_OK) return BELAY_OK;
    return bl_fail_in(world, call, &error);
}

belay_result belay_wheel_drive(belay_world* world, belay_joint_id wheel, double speed, double torque)
{
    belay_joint_def def;
    BL_TRY(find_wheel(world, wheel, "belay_wheel_drive", &def));
    belay_error error;
    if (bl_check_range(&error, "speed", speed, -BELAY_MAX_SPIN, BELAY_MAX_SPIN) != BELAY_OK)
        return bl_fail_in(world, "belay_wheel_drive", &error);
    BL_TRY(check_torque(world, "belay_wheel_drive", torque));
    return set_motor(world, wheel, &def, speed, torque);
}

belay_result belay_wheel_brake(belay_world* world, belay_joint_id wheel, double torque)
{
    belay_joint_def def;
    BL_TRY(find_wheel(world, wheel, "belay_wheel_brake", &def));
    BL_TRY(check_torque(world, "belay_wheel_brake", torque));
    return set_motor(world, wheel, &def, 0.0, torque);
}

belay_result belay_wheel_get_state(const belay_world* world, belay_joint_id wheel, belay_wheel_state* state)
{
    belay_joint_def def;
    belay_joint_state now;
    BL_TRY(find_wheel(world, wheel, "belay_wheel_get_state", &def));
    if (state == NULL)
        return bl_fail((belay_world*)world, BELAY_ERROR_VALUE,
                       "belay_wheel_get_state: state is null; it must be given");
    BL_TRY(belay_joint_get_state(world, wheel, &now));
    uint32_t chassis = bl_joint_body_index(&world->entities, def.body_a.value);
    belay_quat rotation = q_mul(bl_body_states(world)[chassis].pose.rotation, def.frame_a.rotation);
    state->angle = -now.position[SPIN];
    state->speed = -now.speed[SPIN];
    state->steering = now.position[STEER];
    state->compression = now.position[UP];
    state->load = v3_dot(now.force, q_rotate(rotation, v3(0.0, 0.0, 1.0)));
    return BELAY_OK;
}

// ---------------------------------------------------------------------------------------------------------------------
// Two wheels
// ---------------------------------------------------------------------------------------------------------------------

// The wheel at -track/2 (left) is nearer to a centre on the left: its axle points there from `distance` ahead.
belay_result belay_wheel_steering(double distance, double track, double radius, double* left, double* right,
                                  belay_error* error)
{
    if (left == NULL || right == NULL)
        return belay_error_set(error, BELAY_ERROR_VALUE, "belay_wheel_steering: %s is null; it must be given",
                               left == NULL ? "left" : "right");
    BL_TRY(bl_check_positive(error, "distance", distance));
    BL_TRY(bl_check_range(error, "track", track, 0.0, BELAY_MAX_POSITION));
    if (!(fabs(radius) > 0.5 * track))
        return belay_error_set(error, BELAY_ERROR_VALUE, "radius is %g; it must be more than track / 2 = %g in size",
                               radius, 0.5 * track);
    bool is_straight = fabs(radius) == HUGE_VAL;
    double ahead = radius > 0.0 ? distance : -distance;
    *left = is_straight ? 0.0 : belay_atan2(ahead, fabs(radius - 0.5 * track));
    *right = is_straight ? 0.0 : belay_atan2(ahead, fabs(radius + 0.5 * track));
    return BELAY_OK;
}
