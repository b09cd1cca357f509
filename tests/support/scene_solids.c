// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "support/scene_solids.h"

#include <criterion/criterion.h>

belay_world* scene_sleepless_world(double h)
{
    belay_world_def def = belay_world_def_default();
    def.step_seconds = h;
    def.solver.tolerance = belay_world_def_exact().solver.tolerance;
    def.enable_sleep = false;
    return scene_world_of(&def);
}

scene_solid scene_solid_of(belay_shape shape, belay_vec3 position)
{
    scene_solid s = {.shape = shape, .type = BELAY_BODY_DYNAMIC, .mass = 1.0, .pose = belay_pose_identity()};
    s.pose.position = position;
    s.material = belay_material_default();
    s.filter = belay_filter_default();
    return s;
}

scene_solid scene_box(belay_vec3 size, belay_vec3 position)
{
    return scene_solid_of(scene_shape_box(size), position);
}

static void give_mass(const scene_solid* solid, belay_body_def* def)
{
    belay_mass unit;
    belay_error error;
    belay_result result = belay_shape_mass(&solid->shape, 1.0, &unit, &error);
    cr_assert(result == BELAY_OK, "%s", error.message);
    def->mass = solid->mass;
    def->center_of_mass = unit.center_of_mass;
    def->inertia = m3_scale(solid->mass / unit.mass, unit.inertia);
}

belay_body_id scene_add_solid(belay_world* world, const scene_solid* solid)
{
    belay_body_def def = belay_body_def_default();
    def.type = solid->type;
    def.pose = solid->pose;
    def.linear_velocity = solid->linear;
    def.angular_velocity = solid->angular;
    if (solid->type == BELAY_BODY_DYNAMIC) give_mass(solid, &def);
    belay_body_id body;
    belay_result result = belay_body_create(world, &def, &body);
    cr_assert(result == BELAY_OK, "%s", belay_world_last_error(world));
    belay_collider_def collider_def = belay_collider_def_default(solid->shape);
    collider_def.material = solid->material;
    collider_def.filter = solid->filter;
    collider_def.surface_velocity = solid->surface_velocity;
    belay_collider_id collider;
    result = belay_collider_create(world, body, &collider_def, &collider);
    cr_assert(result == BELAY_OK, "%s", belay_world_last_error(world));
    return body;
}

// ---------------------------------------------------------------------------------------------------------------------
// Readings

belay_vec3 scene_contact_force(const belay_world* world, belay_body_id on, belay_body_id by)
{
    int32_t count;
    const belay_contact* contacts = belay_world_get_contacts(world, &count);
    belay_vec3 sum = v3_zero();
    for (int32_t i = 0; i < count; i++) {
        const belay_contact* c = &contacts[i];
        bool is_a = c->body_a.value == on.value, is_b = c->body_b.value == on.value;
        uint64_t other = is_a ? c->body_b.value : c->body_a.value;
        if ((!is_a && !is_b) || (by.value != 0 && by.value != other)) continue;
        sum = v3_add_scaled(sum, is_a ? 1.0 : -1.0, scene_impulse(c));
    }
    return v3_scale(1.0 / belay_world_get_def(world)->step_seconds, sum);
}

double scene_lowest_corner(belay_pose pose, belay_vec3 size)
{
    double reach = 0.0;
    reach += 0.5 * size.x * fabs(belay_quat_rotate(pose.rotation, v3(1.0, 0.0, 0.0)).z);
    reach += 0.5 * size.y * fabs(belay_quat_rotate(pose.rotation, v3(0.0, 1.0, 0.0)).z);
    reach += 0.5 * size.z * fabs(belay_quat_rotate(pose.rotation, v3(0.0, 0.0, 1.0)).z);
    return pose.position.z - reach;
}

double scene_yaw(belay_pose pose)
{
    return 2.0 * atan2(pose.rotation.z, pose.rotation.w);
}

double scene_tilt(belay_pose pose)
{
    belay_vec3 z = belay_quat_rotate(pose.rotation, v3(0.0, 0.0, 1.0));
    return atan2(hypot(z.x, z.y), z.z);
}

double scene_greatest_speed(const belay_body_state* state, double reach)
{
    return v3_length(state->linear_velocity) + reach * v3_length(state->angular_velocity);
}
