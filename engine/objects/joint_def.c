// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Definitions of joints: defaults, checks, and the form in which a world keeps them.

#include "math/pi.h"
#include "objects/joint_parts.h"
#include "objects/object_tolerances.h"
#include "store/checks.h"
#include "store/joints.h"

#include <stdio.h>

static const char* const type_names[BELAY_JOINT_TYPE_COUNT] = {
    "ball", "hinge", "slider", "fixed", "distance", "cone-twist", "six-dof", "drag", "gear", "rack", "screw", "pulley",
};

const char* belay_joint_type_name(belay_joint_type type)
{
    return (unsigned)type < BELAY_JOINT_TYPE_COUNT ? type_names[type] : "unknown";
}

belay_joint_def belay_joint_def_default(belay_joint_type type)
{
    belay_joint_def def = {.type = type,
                           .frame_a = belay_pose_identity(),
                           .frame_b = belay_pose_identity(),
                           .break_force = HUGE_VAL,
                           .break_torque = HUGE_VAL,
                           .cone_angle = BL_PI,
                           .drag_frequency = 5.0,
                           .drag_damping = 1.0,
                           .drag_max_force = HUGE_VAL,
                           .ratio = 1.0,
                           .offset = HUGE_VAL};
    for (int i = 0; i < 6; i++)
        def.axis[i].spring.max_force = HUGE_VAL;
    return def;
}

// ---------------------------------------------------------------------------------------------------------------------
// Checks
// ---------------------------------------------------------------------------------------------------------------------

// Above `lowest` or, when that is allowed, equal to it; infinite: no bound.
static belay_result check_bound(belay_error* error, const char* name, double value, bool may_be_zero)
{
    if (value == HUGE_VAL) return BELAY_OK;
    return may_be_zero ? bl_check_range(error, name, value, 0.0, HUGE_VAL) : bl_check_positive(error, name, value);
}

// A place on an axis. Ways may be infinite at the ends of a limit; the twist may be of many turns.
static belay_result check_place(belay_error* error, const char* name, double value, uint32_t coordinate)
{
    if (coordinate < 3) return fabs(value) == HUGE_VAL ? BELAY_OK : bl_check_finite(error, name, value);
    double most = coordinate == 3 ? BL_JOINT_MOST_TWIST : BL_PI;
    return bl_check_angle(error, name, value, -most, most);
}

typedef struct axis_name {
    char text[64];
} axis_name;

static axis_name part_name(int axis, const char* part)
{
    axis_name name;
    snprintf(name.text, sizeof name.text, "axis[%d].%s", axis, part);
    return name;
}

static belay_result check_limit(belay_joint_type type, int axis, const belay_joint_limit* limit, uint32_t coordinate,
                                belay_error* error)
{
    axis_name min = part_name(axis, "limit.min"), max = part_name(axis, "limit.max");
    if (!limit->is_enabled) return BELAY_OK;
    BL_TRY(check_place(error, min.text, limit->min, coordinate));
    BL_TRY(check_place(error, max.text, limit->max, coordinate));
    if (!(limit->min <= limit->max) || limit->min == HUGE_VAL || limit->max == -HUGE_VAL)
        return belay_error_set(error, BELAY_ERROR_VALUE, "%s is %g and limit.max is %g; min must be at most max",
                               min.text, limit->min, limit->max);
    if ((type == BELAY_JOINT_DISTANCE || type == BELAY_JOINT_PULLEY) && limit->min < 0.0)
        return belay_error_set(error, BELAY_ERROR_VALUE, "%s is %g; a distance must be at least 0", min.text,
                               limit->min);
    BL_TRY(bl_check_range(error, part_name(axis, "limit.stiffness").text, limit->stiffness, 0.0, HUGE_VAL));
    return bl_check_range(error, part_name(axis, "limit.damping").text, limit->damping, 0.0, HUGE_VAL);
}

static belay_result check_motor(int axis, const belay_joint_motor* motor, belay_error* error)
{
    if (!motor->is_enabled) return BELAY_OK;
    BL_TRY(bl_check_finite(error, part_name(axis, "motor.speed").text, motor->speed));
    return check_bound(error, part_name(axis, "motor.max_force").text, motor->max_force, true);
}

static belay_result check_spring(int axis, const belay_joint_spring* spring, uint32_t coordinate, belay_error* error)
{
    if (!spring->is_enabled) return BELAY_OK;
    axis_name target = part_name(axis, "spring.target");
    BL_TRY(coordinate >= 3 ? check_place(error, target.text, spring->target, coordinate)
                           : bl_check_finite(error, target.text, spring->target));
    BL_TRY(bl_check_range(error, part_name(axis, "spring.stiffness").text, spring->stiffness, 0.0, HUGE_VAL));
    BL_TRY(bl_check_range(error, part_name(axis, "spring.damping").text, spring->damping, 0.0, HUGE_VAL));
    return check_bound(error, part_name(axis, "spring.max_force").text, spring->max_force, false);
}

belay_result bl_joint_check_axis(belay_joint_type type, int axis, const belay_joint_axis* value, belay_error* error)
{
    uint32_t coordinate = bl_joint_axis_coordinate(type, (uint32_t)axis);
    BL_TRY(check_limit(type, axis, &value->limit, coordinate, error));
    BL_TRY(check_motor(axis, &value->motor, error));
    BL_TRY(check_spring(axis, &value->spring, coordinate, error));
    if (value->motor.is_enabled && value->spring.is_enabled)
        return belay_error_set(
            error, BELAY_ERROR_VALUE,
            "axis[%d].motor.is_enabled and axis[%d].spring.is_enabled are both 1; an axis must have one of them", axis,
            axis);
    return BELAY_OK;
}

static void warn(const belay_world* world, const char* call, axis_name name, double value, const char* what)
{
    bl_warn(world, "%s: %s is %g: %s", call, name.text, value, what);
}

// More than a turn, in a whole number.
static bool looks_like_degrees(double angle)
{
    return fabs(angle) > 2.0 * BL_PI && angle == floor(angle);
}

void bl_joint_warn_of_axis(const belay_world* world, const char* call, belay_joint_type type, int axis,
                           const belay_joint_axis* value)
{
    bool counts_turns = type != BELAY_JOINT_SCREW && bl_joint_axis_coordinate(type, (uint32_t)axis) == 3;
    const belay_joint_limit* limit = &value->limit;
    const belay_joint_spring* spring = &value->spring;
    if (value->motor.is_enabled && value->motor.max_force == 0.0)
        warn(world, call, part_name(axis, "motor.max_force"), 0.0, "the motor is on and drives nothing");
    if (spring->is_enabled && spring->stiffness == 0.0 && spring->damping == 0.0)
        warn(world, call, part_name(axis, "spring.stiffness"), 0.0,
             "the spring is on and, without damping, does nothing");
    if (limit->is_enabled && limit->stiffness == 0.0 && limit->damping > 0.0)
        warn(world, call, part_name(axis, "limit.damping"), limit->damping, "only a limit with stiffness has damping");
    if (limit->is_enabled && counts_turns && looks_like_degrees(limit->min))
        warn(world, call, part_name(axis, "limit.min"), limit->min,
             "angles are radians: BELAY_PI / 2 is a right angle");
    if (limit->is_enabled && counts_turns && looks_like_degrees(limit->max))
        warn(world, call, part_name(axis, "limit.max"), limit->max,
             "angles are radians: BELAY_PI / 2 is a right angle");
}

static belay_result check_drag(const belay_joint_def* def, belay_error* error)
{
    BL_TRY(bl_check_vec3(error, "target", def->target));
    BL_TRY(bl_check_positive(error, "drag_frequency", def->drag_frequency));
    BL_TRY(bl_check_range(error, "drag_damping", def->drag_damping, 0.0, HUGE_VAL));
    return check_bound(error, "drag_max_force", def->drag_max_force, false);
}

// The ratio of 0 would hold one of the two and leave the other alone.
static belay_result check_coupling(const belay_joint_def* def, belay_error* error)
{
    double size = def->type == BELAY_JOINT_PULLEY ? def->ratio : fabs(def->ratio);
    if (!(size >= BL_JOINT_LEAST_RATIO && size <= BL_JOINT_MOST_RATIO))
        return belay_error_set(error, BELAY_ERROR_VALUE, "ratio is %g; it must be from %g to %g%s", def->ratio,
                               BL_JOINT_LEAST_RATIO, BL_JOINT_MOST_RATIO,
                               def->type == BELAY_JOINT_PULLEY ? "" : " in size");
    if (def->type == BELAY_JOINT_PULLEY) {
        BL_TRY(bl_check_vec3_within(error, "ground_a", def->ground_a, BELAY_MAX_POSITION));
        return bl_check_vec3_within(error, "ground_b", def->ground_b, BELAY_MAX_POSITION);
    }
    return def->offset == HUGE_VAL ? BELAY_OK : bl_check_finite(error, "offset", def->offset);
}

belay_result bl_joint_check_def(const belay_joint_def* def, belay_error* error)
{
    if ((unsigned)def->type >= BELAY_JOINT_TYPE_COUNT)
        return belay_error_set(error, BELAY_ERROR_VALUE, "type is %d; it must be a belay_joint_type", (int)def->type);
    BL_TRY(bl_check_pose(error, "frame_a", def->frame_a));
    BL_TRY(bl_check_pose(error, "frame_b", def->frame_b));
    BL_TRY(check_bound(error, "break_force", def->break_force, false));
    BL_TRY(check_bound(error, "break_torque", def->break_torque, false));
    for (uint32_t i = 0; i < bl_joint_axis_count(def->type); i++)
        BL_TRY(bl_joint_check_axis(def->type, (int)i, &def->axis[i], error));
    if (def->type == BELAY_JOINT_CONE_TWIST) BL_TRY(bl_check_angle(error, "cone_angle", def->cone_angle, 0.0, BL_PI));
    if (bl_joint_is_coupling(def->type)) BL_TRY(check_coupling(def, error));
    return def->type == BELAY_JOINT_DRAG ? check_drag(def, error) : BELAY_OK;
}

// ---------------------------------------------------------------------------------------------------------------------
// The world's form
// ---------------------------------------------------------------------------------------------------------------------

// What is not in use is not checked, and kept for those who ask for it; but no world holds what is no number.
static double finite_or(double x, double other)
{
    return isfinite(x) ? x : other;
}

static double number_or(double x, double other)
{
    return isnan(x) ? other : x;
}

void bl_joint_axis_set(bl_joint_axis* axis, const belay_joint_axis* from)
{
    bl_joint_axis a = {.min = number_or(from->limit.min, 0.0),
                       .max = number_or(from->limit.max, 0.0),
                       .limit_stiffness = finite_or(from->limit.stiffness, 0.0),
                       .limit_damping = finite_or(from->limit.damping, 0.0),
                       .motor_speed = finite_or(from->motor.speed, 0.0),
                       .motor_max_force = number_or(from->motor.max_force, 0.0),
                       .spring_target = finite_or(from->spring.target, 0.0),
                       .spring_stiffness = finite_or(from->spring.stiffness, 0.0),
                       .spring_damping = finite_or(from->spring.damping, 0.0),
                       .spring_max_force = number_or(from->spring.max_force, 0.0)};
    if (from->limit.is_enabled) a.flags |= BL_JOINT_LIMIT;
    if (from->motor.is_enabled) a.flags |= BL_JOINT_MOTOR;
    if (from->spring.is_enabled) a.flags |= BL_JOINT_SPRING;
    *axis = a;
}

static void axis_get(belay_joint_axis* axis, const bl_joint_axis* a)
{
    axis->limit =
        (belay_joint_limit){(a->flags & BL_JOINT_LIMIT) != 0, a->min, a->max, a->limit_stiffness, a->limit_damping};
    axis->motor = (belay_joint_motor){(a->flags & BL_JOINT_MOTOR) != 0, a->motor_speed, a->motor_max_force};
    axis->spring = (belay_joint_spring){(a->flags & BL_JOINT_SPRING) != 0, a->spring_target, a->spring_stiffness,
                                        a->spring_damping, a->spring_max_force};
}

static belay_pose normalized(belay_pose pose)
{
    pose.rotation = q_normalize(pose.rotation);
    return pose;
}

void bl_joint_data_set(bl_joint_data* data, const belay_joint_def* def)
{
    data->type = (uint64_t)def->type;
    data->frame_a = normalized(def->frame_a);
    data->frame_b = normalized(def->frame_b);
    // What the type has no use for may hold anything, and is not kept.
    belay_joint_axis nothing = belay_joint_def_default(def->type).axis[0];
    for (uint32_t i = 0; i < 6; i++)
        bl_joint_axis_set(&data->axis[i], i < bl_joint_axis_count(def->type) ? &def->axis[i] : &nothing);
    data->cone_angle = finite_or(def->cone_angle, BL_PI);
    data->target = v3_is_finite(def->target) ? def->target : v3_zero();
    data->drag_frequency = finite_or(def->drag_frequency, 5.0);
    data->drag_damping = finite_or(def->drag_damping, 1.0);
    data->drag_max_force = number_or(def->drag_max_force, HUGE_VAL);
    data->ratio = finite_or(def->ratio, 1.0);
    data->offset = number_or(def->offset, HUGE_VAL);
    data->ground_a = v3_is_finite(def->ground_a) ? def->ground_a : v3_zero();
    data->ground_b = v3_is_finite(def->ground_b) ? def->ground_b : v3_zero();
}

void bl_joint_def_get(belay_joint_def* def, const bl_joint* joint)
{
    *def = belay_joint_def_default((belay_joint_type)joint->data.type);
    def->body_a.value = joint->body_a;
    def->body_b.value = joint->body_b;
    def->frame_a = joint->data.frame_a;
    def->frame_b = joint->data.frame_b;
    def->collides = joint->collides != 0;
    def->break_force = joint->break_force;
    def->break_torque = joint->break_torque;
    for (int i = 0; i < 6; i++)
        axis_get(&def->axis[i], &joint->data.axis[i]);
    def->cone_angle = joint->data.cone_angle;
    def->target = joint->data.target;
    def->drag_frequency = joint->data.drag_frequency;
    def->drag_damping = joint->data.drag_damping;
    def->drag_max_force = joint->data.drag_max_force;
    def->ratio = joint->data.ratio;
    def->offset = joint->data.offset;
    def->ground_a = joint->data.ground_a;
    def->ground_b = joint->data.ground_b;
}
