// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "scene/scene_fields.h"

#include <stddef.h>

_Static_assert(sizeof(int) == sizeof(int32_t), "fields of kind BL_FIELD_INTEGER are either");

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))
#define WORDS(name, array) const bl_scene_words name = {array, COUNT(array)}
#define TABLE(name, array) const bl_field_table name = {array, COUNT(array)}

// Words and tables have one for each value and field; what is added to a definition is added here.

static const char* const body_types[] = {"static", "kinematic", "dynamic"};
static const char* const shapes[] = {"sphere", "plane", "tube", "capsule",      "box",      "cylinder",
                                     "cone",   "hull",  "mesh", "height_field", "ellipsoid"};
static const char* const joint_types[] = {"ball",    "hinge", "slider", "fixed", "distance", "cone_twist",
                                          "six_dof", "drag",  "gear",   "rack",  "screw",    "pulley"};
static const char* const rod_models[] = {"nodal", "super_helix", "mass_spring", "corde"};
static const char* const attachment_types[] = {"pin", "clamp", "grip"};

_Static_assert(COUNT(body_types) == BELAY_BODY_TYPE_COUNT, "one for each");
_Static_assert(COUNT(shapes) == BELAY_SHAPE_TYPE_COUNT, "one for each");
_Static_assert(COUNT(joint_types) == BELAY_JOINT_TYPE_COUNT, "one for each");
_Static_assert(COUNT(rod_models) == BELAY_ROD_MODEL_COUNT, "one for each");
_Static_assert(COUNT(attachment_types) == BELAY_ROD_ATTACHMENT_TYPE_COUNT, "one for each");

WORDS(bl_scene_body_types, body_types);
WORDS(bl_scene_shapes, shapes);
WORDS(bl_scene_joint_types, joint_types);
WORDS(bl_scene_rod_models, rod_models);
WORDS(bl_scene_attachment_types, attachment_types);

#define AT(type, member) offsetof(type, member), NULL
#define WORD(type, member, words) offsetof(type, member), &(words)

static const bl_field world_fields[] = {
    {"gravity", BL_FIELD_VECTOR, AT(belay_world_def, gravity)},
    {"step_seconds", BL_FIELD_NUMBER, AT(belay_world_def, step_seconds)},
    {"theta", BL_FIELD_NUMBER, AT(belay_world_def, theta)},
    {"max_steps_per_advance", BL_FIELD_INTEGER, AT(belay_world_def, max_steps_per_advance)},
    {"solver_tolerance", BL_FIELD_NUMBER, AT(belay_world_def, solver.tolerance)},
    {"solver_max_iterations", BL_FIELD_INTEGER, AT(belay_world_def, solver.max_iterations)},
    {"solver_budget_seconds", BL_FIELD_NUMBER, AT(belay_world_def, solver.budget_seconds)},
    {"solver_enable_warm_start", BL_FIELD_YES, AT(belay_world_def, solver.enable_warm_start)},
    {"solver_max_work", BL_FIELD_LONG, AT(belay_world_def, solver.max_work)},
    {"contact_margin", BL_FIELD_NUMBER, AT(belay_world_def, contact_margin)},
    {"touch_tolerance", BL_FIELD_NUMBER, AT(belay_world_def, touch_tolerance)},
    {"restitution_threshold", BL_FIELD_NUMBER, AT(belay_world_def, restitution_threshold)},
    {"overlap_slop", BL_FIELD_NUMBER, AT(belay_world_def, overlap_slop)},
    {"overlap_recovery", BL_FIELD_NUMBER, AT(belay_world_def, overlap_recovery)},
    {"overlap_max_speed", BL_FIELD_NUMBER, AT(belay_world_def, overlap_max_speed)},
    {"enable_sleep", BL_FIELD_YES, AT(belay_world_def, enable_sleep)},
    {"sleep_speed", BL_FIELD_NUMBER, AT(belay_world_def, sleep_speed)},
    {"sleep_seconds", BL_FIELD_NUMBER, AT(belay_world_def, sleep_seconds)},
    {"enable_continuous", BL_FIELD_YES, AT(belay_world_def, enable_continuous)},
};

static const bl_field body_fields[] = {
    {"type", BL_FIELD_WORD, WORD(belay_scene_body, def.type, bl_scene_body_types)},
    {"pose", BL_FIELD_POSE, AT(belay_scene_body, def.pose)},
    {"linear_velocity", BL_FIELD_VECTOR, AT(belay_scene_body, def.linear_velocity)},
    {"angular_velocity", BL_FIELD_VECTOR, AT(belay_scene_body, def.angular_velocity)},
    {"weighs_colliders", BL_FIELD_YES, AT(belay_scene_body, weighs_colliders)},
    {"mass", BL_FIELD_NUMBER, AT(belay_scene_body, def.mass)},
    {"center_of_mass", BL_FIELD_VECTOR, AT(belay_scene_body, def.center_of_mass)},
    {"inertia", BL_FIELD_INERTIA, AT(belay_scene_body, def.inertia)},
    {"gravity_scale", BL_FIELD_NUMBER, AT(belay_scene_body, def.gravity_scale)},
    {"linear_damping", BL_FIELD_NUMBER, AT(belay_scene_body, def.linear_damping)},
    {"angular_damping", BL_FIELD_NUMBER, AT(belay_scene_body, def.angular_damping)},
    {"max_linear_speed", BL_FIELD_NUMBER, AT(belay_scene_body, def.max_linear_speed)},
    {"is_rotation_locked", BL_FIELD_YES, AT(belay_scene_body, def.is_rotation_locked)},
    {"is_kept_awake", BL_FIELD_YES, AT(belay_scene_body, def.is_kept_awake)},
    {"starts_asleep", BL_FIELD_YES, AT(belay_scene_body, def.starts_asleep)},
};

static const bl_field collider_fields[] = {
    {"pose", BL_FIELD_POSE, AT(belay_collider_def, pose)},
    {"friction", BL_FIELD_NUMBER, AT(belay_collider_def, material.friction)},
    {"restitution", BL_FIELD_NUMBER, AT(belay_collider_def, material.restitution)},
    {"density", BL_FIELD_NUMBER, AT(belay_collider_def, density)},
    {"category", BL_FIELD_BITS, AT(belay_collider_def, filter.category)},
    {"mask", BL_FIELD_BITS, AT(belay_collider_def, filter.mask)},
    {"group", BL_FIELD_INTEGER, AT(belay_collider_def, filter.group)},
    {"is_sensor", BL_FIELD_YES, AT(belay_collider_def, is_sensor)},
    {"has_persist_events", BL_FIELD_YES, AT(belay_collider_def, has_persist_events)},
    {"surface_velocity", BL_FIELD_VECTOR, AT(belay_collider_def, surface_velocity)},
};

static const bl_field sphere_fields[] = {
    {"center", BL_FIELD_VECTOR, AT(belay_collider_def, shape.sphere.center)},
    {"radius", BL_FIELD_NUMBER, AT(belay_collider_def, shape.sphere.radius)},
};
static const bl_field plane_fields[] = {
    {"normal", BL_FIELD_VECTOR, AT(belay_collider_def, shape.plane.normal)},
    {"offset", BL_FIELD_NUMBER, AT(belay_collider_def, shape.plane.offset)},
};
static const bl_field tube_fields[] = {
    {"is_closed", BL_FIELD_YES, AT(belay_collider_def, shape.tube.is_closed)},
    {"radius", BL_FIELD_NUMBER, AT(belay_collider_def, shape.tube.radius)},
};
static const bl_field capsule_fields[] = {
    {"length", BL_FIELD_NUMBER, AT(belay_collider_def, shape.capsule.length)},
    {"radius", BL_FIELD_NUMBER, AT(belay_collider_def, shape.capsule.radius)},
};
static const bl_field box_fields[] = {
    {"size", BL_FIELD_VECTOR, AT(belay_collider_def, shape.box.size)},
};
static const bl_field cylinder_fields[] = {
    {"height", BL_FIELD_NUMBER, AT(belay_collider_def, shape.cylinder.height)},
    {"radius", BL_FIELD_NUMBER, AT(belay_collider_def, shape.cylinder.radius)},
};
static const bl_field cone_fields[] = {
    {"height", BL_FIELD_NUMBER, AT(belay_collider_def, shape.cone.height)},
    {"radius", BL_FIELD_NUMBER, AT(belay_collider_def, shape.cone.radius)},
};
static const bl_field height_fields[] = {
    {"spacing_x", BL_FIELD_NUMBER, AT(belay_collider_def, shape.height_field.spacing_x)},
    {"spacing_y", BL_FIELD_NUMBER, AT(belay_collider_def, shape.height_field.spacing_y)},
};
static const bl_field ellipsoid_fields[] = {
    {"semi_axes", BL_FIELD_VECTOR, AT(belay_collider_def, shape.ellipsoid.semi_axes)},
};

static const bl_field joint_fields[] = {
    {"frame_a", BL_FIELD_POSE, AT(belay_scene_joint, def.frame_a)},
    {"frame_b", BL_FIELD_POSE, AT(belay_scene_joint, def.frame_b)},
    {"collides", BL_FIELD_YES, AT(belay_scene_joint, def.collides)},
    {"break_force", BL_FIELD_NUMBER, AT(belay_scene_joint, def.break_force)},
    {"break_torque", BL_FIELD_NUMBER, AT(belay_scene_joint, def.break_torque)},
    {"cone_angle", BL_FIELD_NUMBER, AT(belay_scene_joint, def.cone_angle)},
    {"target", BL_FIELD_VECTOR, AT(belay_scene_joint, def.target)},
    {"drag_frequency", BL_FIELD_NUMBER, AT(belay_scene_joint, def.drag_frequency)},
    {"drag_damping", BL_FIELD_NUMBER, AT(belay_scene_joint, def.drag_damping)},
    {"drag_max_force", BL_FIELD_NUMBER, AT(belay_scene_joint, def.drag_max_force)},
    {"ratio", BL_FIELD_NUMBER, AT(belay_scene_joint, def.ratio)},
    {"offset", BL_FIELD_NUMBER, AT(belay_scene_joint, def.offset)},
    {"ground_a", BL_FIELD_VECTOR, AT(belay_scene_joint, def.ground_a)},
    {"ground_b", BL_FIELD_VECTOR, AT(belay_scene_joint, def.ground_b)},
};

static const bl_field axis_fields[] = {
    {"limit", BL_FIELD_YES, AT(belay_joint_axis, limit.is_enabled)},
    {"limit_min", BL_FIELD_NUMBER, AT(belay_joint_axis, limit.min)},
    {"limit_max", BL_FIELD_NUMBER, AT(belay_joint_axis, limit.max)},
    {"limit_stiffness", BL_FIELD_NUMBER, AT(belay_joint_axis, limit.stiffness)},
    {"limit_damping", BL_FIELD_NUMBER, AT(belay_joint_axis, limit.damping)},
    {"motor", BL_FIELD_YES, AT(belay_joint_axis, motor.is_enabled)},
    {"motor_speed", BL_FIELD_NUMBER, AT(belay_joint_axis, motor.speed)},
    {"motor_max_force", BL_FIELD_NUMBER, AT(belay_joint_axis, motor.max_force)},
    {"spring", BL_FIELD_YES, AT(belay_joint_axis, spring.is_enabled)},
    {"spring_target", BL_FIELD_NUMBER, AT(belay_joint_axis, spring.target)},
    {"spring_stiffness", BL_FIELD_NUMBER, AT(belay_joint_axis, spring.stiffness)},
    {"spring_damping", BL_FIELD_NUMBER, AT(belay_joint_axis, spring.damping)},
    {"spring_max_force", BL_FIELD_NUMBER, AT(belay_joint_axis, spring.max_force)},
};

static const bl_field rod_fields[] = {
    {"model", BL_FIELD_WORD, WORD(belay_scene_rod, def.model, bl_scene_rod_models)},
    {"element_count", BL_FIELD_INTEGER, AT(belay_scene_rod, def.element_count)},
    {"start", BL_FIELD_VECTOR, AT(belay_scene_rod, def.start)},
    {"direction", BL_FIELD_VECTOR, AT(belay_scene_rod, def.direction)},
    {"length", BL_FIELD_NUMBER, AT(belay_scene_rod, def.length)},
    {"d1", BL_FIELD_VECTOR, AT(belay_scene_rod, def.d1)},
    {"radius", BL_FIELD_NUMBER, AT(belay_scene_rod, def.radius)},
    {"radius_b", BL_FIELD_NUMBER, AT(belay_scene_rod, def.radius_b)},
    {"density", BL_FIELD_NUMBER, AT(belay_scene_rod, def.density)},
    {"young_modulus", BL_FIELD_NUMBER, AT(belay_scene_rod, def.young_modulus)},
    {"shear_modulus", BL_FIELD_NUMBER, AT(belay_scene_rod, def.shear_modulus)},
    {"line_mass", BL_FIELD_NUMBER, AT(belay_scene_rod, def.line_mass)},
    {"stretch_stiffness", BL_FIELD_NUMBER, AT(belay_scene_rod, def.stretch_stiffness)},
    {"bend_stiffness", BL_FIELD_BOTH, AT(belay_scene_rod, def.bend_stiffness)},
    {"twist_stiffness", BL_FIELD_NUMBER, AT(belay_scene_rod, def.twist_stiffness)},
    {"contact_radius", BL_FIELD_NUMBER, AT(belay_scene_rod, def.contact_radius)},
    {"damping_time", BL_FIELD_NUMBER, AT(belay_scene_rod, def.damping_time)},
    {"drag", BL_FIELD_NUMBER, AT(belay_scene_rod, def.drag)},
    {"theta", BL_FIELD_NUMBER, AT(belay_scene_rod, def.theta)},
    {"gravity_scale", BL_FIELD_NUMBER, AT(belay_scene_rod, def.gravity_scale)},
    {"friction", BL_FIELD_NUMBER, AT(belay_scene_rod, def.material.friction)},
    {"restitution", BL_FIELD_NUMBER, AT(belay_scene_rod, def.material.restitution)},
    {"category", BL_FIELD_BITS, AT(belay_scene_rod, def.filter.category)},
    {"mask", BL_FIELD_BITS, AT(belay_scene_rod, def.filter.mask)},
    {"group", BL_FIELD_INTEGER, AT(belay_scene_rod, def.filter.group)},
    {"touches_itself", BL_FIELD_YES, AT(belay_scene_rod, def.touches_itself)},
    {"is_kept_awake", BL_FIELD_YES, AT(belay_scene_rod, def.is_kept_awake)},
    {"starts_asleep", BL_FIELD_YES, AT(belay_scene_rod, def.starts_asleep)},
    {"has_persist_events", BL_FIELD_YES, AT(belay_scene_rod, def.has_persist_events)},
    {"self_exclusion", BL_FIELD_NUMBER, AT(belay_scene_rod, def.self_exclusion)},
};

static const bl_field attachment_fields[] = {
    {"s", BL_FIELD_NUMBER, AT(belay_scene_attachment, def.s)},
    {"frame", BL_FIELD_POSE, AT(belay_scene_attachment, def.frame)},
    {"max_force", BL_FIELD_NUMBER, AT(belay_scene_attachment, def.max_force)},
    {"is_oriented", BL_FIELD_YES, AT(belay_scene_attachment, def.is_oriented)},
    {"max_torque", BL_FIELD_NUMBER, AT(belay_scene_attachment, def.max_torque)},
};

TABLE(bl_scene_world_table, world_fields);
TABLE(bl_scene_body_table, body_fields);
TABLE(bl_scene_collider_table, collider_fields);
TABLE(bl_scene_joint_table, joint_fields);
TABLE(bl_scene_axis_table, axis_fields);
TABLE(bl_scene_rod_table, rod_fields);
TABLE(bl_scene_attachment_table, attachment_fields);

const bl_field_table* bl_scene_shape_table(belay_shape_type type)
{
    static const bl_field_table tables[BELAY_SHAPE_TYPE_COUNT] = {
        [BELAY_SHAPE_SPHERE] = {sphere_fields, COUNT(sphere_fields)},
        [BELAY_SHAPE_PLANE] = {plane_fields, COUNT(plane_fields)},
        [BELAY_SHAPE_TUBE] = {tube_fields, COUNT(tube_fields)},
        [BELAY_SHAPE_CAPSULE] = {capsule_fields, COUNT(capsule_fields)},
        [BELAY_SHAPE_BOX] = {box_fields, COUNT(box_fields)},
        [BELAY_SHAPE_CYLINDER] = {cylinder_fields, COUNT(cylinder_fields)},
        [BELAY_SHAPE_CONE] = {cone_fields, COUNT(cone_fields)},
        [BELAY_SHAPE_HULL] = {NULL, 0},
        [BELAY_SHAPE_MESH] = {NULL, 0},
        [BELAY_SHAPE_HEIGHT_FIELD] = {height_fields, COUNT(height_fields)},
        [BELAY_SHAPE_ELLIPSOID] = {ellipsoid_fields, COUNT(ellipsoid_fields)},
    };
    return &tables[type];
}

int bl_field_doubles(bl_field_kind kind)
{
    switch (kind) {
    case BL_FIELD_NUMBER:
        return 1;
    case BL_FIELD_BOTH:
        return 2;
    case BL_FIELD_VECTOR:
        return 3;
    case BL_FIELD_POSE:
        return 7;
    case BL_FIELD_INERTIA:
        return 9;
    default:
        return 0;
    }
}

size_t bl_field_size(bl_field_kind kind)
{
    switch (kind) {
    case BL_FIELD_YES:
        return sizeof(bool);
    case BL_FIELD_INTEGER:
        return sizeof(int32_t);
    case BL_FIELD_LONG:
        return sizeof(int64_t);
    case BL_FIELD_BITS:
        return sizeof(uint32_t);
    case BL_FIELD_WORD:
        return sizeof(belay_body_type);
    default:
        return sizeof(double) * (size_t)bl_field_doubles(kind);
    }
}
