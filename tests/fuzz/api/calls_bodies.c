// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "fuzz/api/calls.h"

static belay_body_def any_body_def(caller* c)
{
    belay_body_def def = belay_body_def_default();
    belay_mass m = any_mass(c);
    def.type = (belay_body_type)(any_flag(c) ? (int)BELAY_BODY_DYNAMIC : any_whole(c, BELAY_BODY_TYPE_COUNT));
    def.pose = any_pose(c);
    def.linear_velocity = any_vector(c, 1.0);
    def.angular_velocity = any_vector(c, 3.0);
    def.mass = m.mass;
    def.inertia = m.inertia;
    def.center_of_mass = m.center_of_mass;
    def.gravity_scale = any_number(c, 1.0);
    def.is_rotation_locked = fuzz_happens(c->f, 0.2);
    def.is_kept_awake = any_flag(c);
    def.starts_asleep = fuzz_happens(c->f, 0.2);
    return def;
}

belay_result call_create_body(caller* c)
{
    belay_body_def def = any_body_def(c);
    belay_body_id id = {0};
    belay_result result = belay_body_create(c->world, fuzz_happens(c->f, 0.02) ? NULL : &def, any_or_null(c, &id));
    caller_keep(c, id.value);
    return result;
}

belay_result call_destroy_body(caller* c)
{
    return belay_body_destroy(c->world, any_body(c));
}

belay_result call_read_body(caller* c)
{
    belay_body_state state;
    belay_body_type type;
    belay_vec3 v;
    belay_mass m;
    bool is_awake;
    belay_collider_id list[3];
    int count;
    belay_body_id b = any_body(c);
    switch (fuzz_below(c->f, 7)) {
    case 0:
        return belay_body_get_state(c->world, b, any_or_null(c, &state));
    case 1:
        return belay_body_get_type(c->world, b, any_or_null(c, &type));
    case 2:
        return belay_body_get_center_of_mass(c->world, b, any_or_null(c, &v));
    case 3:
        return belay_body_get_angular_momentum(c->world, b, any_or_null(c, &v));
    case 4:
        return belay_body_get_mass(c->world, b, any_or_null(c, &m));
    case 5:
        return belay_body_get_is_awake(c->world, b, any_or_null(c, &is_awake));
    default:
        return belay_body_get_colliders(c->world, b, any_or_null(c, list), (int)fuzz_below(c->f, 4),
                                        any_or_null(c, &count));
    }
}

belay_result call_set_body_pose(caller* c)
{
    return belay_body_set_pose(c->world, any_body(c), any_pose(c));
}

belay_result call_set_body_velocity(caller* c)
{
    belay_vec3 v = any_vector(c, 2.0);
    return belay_body_set_velocity(c->world, any_body(c), v, any_vector(c, 3.0));
}

belay_result call_push_body(caller* c)
{
    belay_vec3 v = any_vector(c, 20.0), at = any_vector(c, 1.0);
    belay_body_id b = any_body(c);
    switch (fuzz_below(c->f, 4)) {
    case 0:
        return belay_body_apply_force(c->world, b, v);
    case 1:
        return belay_body_apply_force_at(c->world, b, v, at);
    case 2:
        return belay_body_apply_torque(c->world, b, v);
    default:
        return belay_body_apply_impulse_at(c->world, b, v, at);
    }
}

belay_result call_set_body_mass(caller* c)
{
    belay_mass m = any_mass(c);
    return any_flag(c) ? belay_body_set_mass(c->world, any_body(c), any_or_null(c, &m))
                       : belay_body_set_mass_from_colliders(c->world, any_body(c));
}

belay_result call_set_body_type(caller* c)
{
    return belay_body_set_type(c->world, any_body(c), (belay_body_type)any_whole(c, BELAY_BODY_TYPE_COUNT));
}

belay_result call_move_body(caller* c)
{
    return belay_body_move_kinematic(c->world, any_body(c), any_pose(c));
}

belay_result call_set_body_awake(caller* c)
{
    return belay_body_set_awake(c->world, any_body(c), any_flag(c));
}

// What a shape points to.
typedef struct shape_data {
    belay_vec3 points[16];
    int32_t indices[24];
    double heights[16];
} shape_data;

static belay_collider_def any_collider_def(caller* c, shape_data* data)
{
    belay_collider_def def = belay_collider_def_default(any_shape(c, data->points, data->indices, data->heights));
    if (any_flag(c)) def.pose = any_pose(c);
    def.material = any_material(c);
    def.density = any_amount(c, 1000.0);
    def.filter = any_filter(c);
    def.is_sensor = fuzz_happens(c->f, 0.2);
    def.has_persist_events = any_flag(c);
    if (any_flag(c)) def.surface_velocity = any_vector(c, 1.0);
    return def;
}

belay_result call_create_collider(caller* c)
{
    shape_data data;
    belay_collider_id id = {0};
    belay_collider_def def = any_collider_def(c, &data);
    belay_result result = belay_collider_create(c->world, any_body(c), any_or_null(c, &def), &id);
    caller_keep(c, id.value);
    return result;
}

belay_result call_create_solid(caller* c)
{
    shape_data data;
    belay_body_id id = {0};
    belay_body_def def = any_body_def(c);
    belay_collider_def collider = any_collider_def(c, &data);
    belay_result result = any_flag(c) ? belay_body_create_solid(c->world, any_or_null(c, &def),
                                                                any_or_null(c, &collider), any_or_null(c, &id))
                                      : belay_body_create_static(c->world, def.pose, any_or_null(c, &collider), &id);
    caller_keep(c, id.value);
    return result;
}

belay_result call_destroy_collider(caller* c)
{
    return belay_collider_destroy(c->world, any_collider(c));
}

belay_result call_set_collider(caller* c)
{
    belay_collider_id a = any_collider(c), b = any_collider(c);
    switch (fuzz_below(c->f, 5)) {
    case 0:
        return belay_collider_set_material(c->world, a, any_material(c));
    case 1:
        return belay_collider_set_filter(c->world, a, any_filter(c));
    case 2:
        return belay_collider_set_surface_velocity(c->world, a, any_vector(c, 1.0));
    case 3:
        return belay_pair_set_material(c->world, a, b, any_material(c));
    default:
        return belay_pair_clear_material(c->world, a, b);
    }
}

belay_result call_read_collider(caller* c)
{
    belay_material m;
    belay_filter fi;
    belay_body_id b;
    belay_shape_type type;
    belay_vec3 lower, upper;
    double distance;
    int count;
    belay_collider_id a = any_collider(c);
    switch (fuzz_below(c->f, 7)) {
    case 0:
        return belay_collider_get_material(c->world, a, any_or_null(c, &m));
    case 1:
        return belay_collider_get_filter(c->world, a, any_or_null(c, &fi));
    case 2:
        return belay_collider_get_body(c->world, a, any_or_null(c, &b));
    case 3:
        return belay_collider_get_type(c->world, a, any_or_null(c, &type));
    case 4:
        return belay_collider_get_dropped_triangles(c->world, a, any_or_null(c, &count));
    case 5:
        return belay_collider_get_bounds(c->world, a, any_or_null(c, &lower), any_or_null(c, &upper));
    default:
        return belay_collider_closest_point(c->world, a, any_vector(c, 1.0), any_or_null(c, &lower),
                                            any_or_null(c, &distance));
    }
}
