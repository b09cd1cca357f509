// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "support/parts.h"

#include <criterion/criterion.h>

static void check_ok(const belay_world* world, belay_result result)
{
    cr_assert(result == BELAY_OK, "%s: %s", belay_result_text(result), belay_world_last_error(world));
}

belay_pose part_at(double x, double y, double z)
{
    belay_pose pose = belay_pose_identity();
    pose.position = v3(x, y, z);
    return pose;
}

belay_pose part_turned(belay_vec3 position, belay_vec3 axis, double angle)
{
    belay_pose pose = part_at(position.x, position.y, position.z);
    pose.rotation = q_exp(v3_scale(angle, axis));
    return pose;
}

belay_body_id part_add(belay_world* world, belay_body_type type, belay_pose pose, const belay_collider_def* def,
                       double mass)
{
    belay_body_def body = belay_body_def_default();
    belay_body_id id;
    belay_mass unit;
    body.type = type;
    body.pose = pose;
    check_ok(world, belay_shape_mass(&def->shape, 1.0, &unit, NULL));
    check_ok(world, belay_shape_mass(&def->shape, mass / unit.mass, &unit, NULL));
    unit = belay_mass_transform(unit, def->pose);
    body.mass = unit.mass;
    body.center_of_mass = unit.center_of_mass;
    body.inertia = unit.inertia;
    check_ok(world, belay_body_create(world, &body, &id));
    part_collide(world, id, def);
    return id;
}

belay_body_id part_fixed(belay_world* world, belay_body_type type, belay_pose pose, const belay_collider_def* def)
{
    belay_body_def body = belay_body_def_default();
    belay_body_id id;
    body.type = type;
    body.pose = pose;
    check_ok(world, belay_body_create(world, &body, &id));
    part_collide(world, id, def);
    return id;
}

belay_body_id part_box(belay_world* world, belay_vec3 position, belay_vec3 size, double mass, belay_material material)
{
    belay_collider_def def = belay_collider_def_box(size);
    def.material = material;
    return part_add(world, BELAY_BODY_DYNAMIC, part_at(position.x, position.y, position.z), &def, mass);
}

belay_body_id part_ball(belay_world* world, belay_vec3 position, double radius, double mass, belay_material material)
{
    belay_collider_def def = belay_collider_def_sphere(radius);
    def.material = material;
    return part_add(world, BELAY_BODY_DYNAMIC, part_at(position.x, position.y, position.z), &def, mass);
}

belay_collider_id part_collide(belay_world* world, belay_body_id body, const belay_collider_def* def)
{
    belay_collider_id id;
    check_ok(world, belay_collider_create(world, body, def, &id));
    return id;
}

belay_collider_id part_collider(const belay_world* world, belay_body_id body)
{
    belay_collider_id id;
    int count;
    check_ok(world, belay_body_get_colliders(world, body, &id, 1, &count));
    cr_assert(count > 0);
    return id;
}

bool part_is_awake(const belay_world* world, belay_body_id body)
{
    bool is_awake;
    check_ok(world, belay_body_get_is_awake(world, body, &is_awake));
    return is_awake;
}

double part_normal_impulse(const belay_world* world, belay_body_id body)
{
    int32_t count;
    const belay_contact* contacts = belay_world_get_contacts(world, &count);
    double sum = 0.0;
    for (int32_t i = 0; i < count; i++)
        if (contacts[i].body_a.value == body.value || contacts[i].body_b.value == body.value)
            sum += contacts[i].impulse[0];
    return sum;
}

double part_fastest(const belay_world* world, const belay_body_id* bodies, int count)
{
    double fastest = 0.0;
    for (int i = 0; i < count; i++)
        fastest = fmax(fastest, v3_length(scene_state(world, bodies[i]).linear_velocity));
    return fastest;
}

double part_random(uint32_t* state)
{
    *state = *state * 1664525u + 1013904223u;
    return (double)(*state >> 8) / 16777216.0;
}
