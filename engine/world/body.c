// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "world/checks.h"
#include "world/lifetime.h"

belay_mat33 belay_inertia_sphere(double mass, double radius)
{
    double i = 0.4 * mass * radius * radius;
    return m3_diagonal(v3(i, i, i));
}

belay_mat33 belay_inertia_box(double mass, belay_vec3 size)
{
    double x = size.x * size.x, y = size.y * size.y, z = size.z * size.z;
    return m3_diagonal(v3_scale(mass / 12.0, v3(y + z, x + z, x + y)));
}

belay_body_def belay_body_def_default(void)
{
    belay_body_def def = {0};
    def.type = BELAY_BODY_DYNAMIC;
    def.pose = belay_pose_identity();
    def.mass = 1.0;
    def.inertia = belay_inertia_sphere(1.0, 0.5);
    def.gravity_scale = 1.0;
    return def;
}

static belay_result check_def(const belay_body_def* def, belay_error* error)
{
    if (def == NULL) return bl_error_set(error, BELAY_ERROR_VALUE, "belay_body_create: def is null");
    if ((unsigned)def->type >= BELAY_BODY_TYPE_COUNT)
        return bl_error_set(error, BELAY_ERROR_VALUE, "body type is %d", (int)def->type);
    BL_TRY(bl_check_pose(error, "pose", def->pose));
    BL_TRY(bl_check_vec3(error, "linear_velocity", def->linear_velocity));
    BL_TRY(bl_check_vec3(error, "angular_velocity", def->angular_velocity));
    BL_TRY(bl_check_vec3(error, "center_of_mass", def->center_of_mass));
    BL_TRY(bl_check_finite(error, "gravity_scale", def->gravity_scale));
    if (def->type == BELAY_BODY_DYNAMIC) BL_TRY(bl_check_positive(error, "mass", def->mass));
    return BELAY_OK;
}

static belay_result rigid_mass(const belay_body_def* def, bl_rigid_mass* mass, belay_error* error)
{
    mass->principal_rotation = belay_quat_identity();
    mass->center_of_mass = def->center_of_mass;
    if (def->type != BELAY_BODY_DYNAMIC) return BELAY_OK;
    mass->mass = def->mass;
    mass->inverse_mass = 1.0 / def->mass;
    if (def->is_rotation_locked) return BELAY_OK;
    BL_TRY(bl_rigid_principal_axes(def->inertia, &mass->moments, &mass->principal_rotation, error));
    belay_vec3 m = mass->moments;
    double smallest = fmin(m.x, fmin(m.y, m.z));
    BL_TRY(bl_check_positive(error, "smallest principal moment of inertia", smallest));
    mass->inverse_moments = v3(1.0 / m.x, 1.0 / m.y, 1.0 / m.z);
    return BELAY_OK;
}

static belay_result reserve_body(belay_world* world)
{
    BL_TRY(bl_entity_reserve(world, "belay_body_create"));
    uint32_t slot = bl_id_pool_next_slot(&world->entities);
    if (!bl_table_reserve(&world->tables[BL_TABLE_BODY_STATE], slot, &world->def.allocator) ||
        !bl_table_reserve(&world->tables[BL_TABLE_BODY], slot, &world->def.allocator))
        return bl_fail(world, BELAY_ERROR_MEMORY, "belay_body_create: no memory for another body");
    return BELAY_OK;
}

belay_result belay_body_create(belay_world* world, const belay_body_def* def, belay_body_id* id)
{
    BL_TRY(bl_entity_check(world, "belay_body_create"));
    if (id == NULL) return bl_fail(world, BELAY_ERROR_VALUE, "belay_body_create: id is null");
    belay_error error;
    bl_body body = {0};
    if (check_def(def, &error) != BELAY_OK || rigid_mass(def, &body.mass, &error) != BELAY_OK)
        return bl_fail_with(world, &error);

    belay_body_state state = {def->pose, def->linear_velocity, def->angular_velocity};
    state.pose.rotation = q_normalize(state.pose.rotation);
    if (def->type == BELAY_BODY_STATIC) state.linear_velocity = state.angular_velocity = v3_zero();
    if (def->is_rotation_locked) state.angular_velocity = v3_zero();
    body.type = def->type;
    body.gravity_scale = def->gravity_scale;

    BL_TRY(reserve_body(world));
    uint32_t slot = bl_id_pool_next_slot(&world->entities);
    body.id = bl_id_pool_create(&world->entities).value;
    bl_table_add(&world->tables[BL_TABLE_BODY_STATE], slot, &state);
    bl_table_add(&world->tables[BL_TABLE_BODY], slot, &body);
    id->value = body.id;
    return BELAY_OK;
}

void bl_body_remove(belay_world* world, uint32_t slot)
{
    uint64_t id = bl_id_pool_entity(&world->entities, slot).value;
    // Backwards, because removal moves the last collider into the hole.
    for (uint32_t i = bl_collider_count(world); i-- > 0;)
        if (bl_colliders(world)[i].body == id) bl_collider_remove(world, world->tables[BL_TABLE_COLLIDER].slots[i]);
    bl_entity_remove(world, slot);
}

belay_result belay_body_destroy(belay_world* world, belay_body_id body)
{
    BL_TRY(bl_check_unlocked(world, "belay_body_destroy"));
    uint32_t place;
    BL_TRY(bl_find_place(world, body.value, BL_TABLE_BODY, "body", &place));
    bl_body_remove(world, world->tables[BL_TABLE_BODY].slots[place]);
    return BELAY_OK;
}

// A reader may report an error: the message is the one thing of a world that it writes.
static belay_result find_body(const belay_world* world, belay_body_id body, uint32_t* place)
{
    return bl_find_place((belay_world*)world, body.value, BL_TABLE_BODY, "body", place);
}

static belay_result null_output(const belay_world* world, const char* call)
{
    return bl_fail((belay_world*)world, BELAY_ERROR_VALUE, "%s: the place for the answer is null", call);
}

belay_result belay_body_get_state(const belay_world* world, belay_body_id body, belay_body_state* state)
{
    uint32_t place;
    BL_TRY(find_body(world, body, &place));
    if (state == NULL) return null_output(world, "belay_body_get_state");
    *state = bl_body_states(world)[place];
    return BELAY_OK;
}

belay_result belay_body_get_type(const belay_world* world, belay_body_id body, belay_body_type* type)
{
    uint32_t place;
    BL_TRY(find_body(world, body, &place));
    if (type == NULL) return null_output(world, "belay_body_get_type");
    *type = bl_bodies(world)[place].type;
    return BELAY_OK;
}

belay_result belay_body_get_center_of_mass(const belay_world* world, belay_body_id body, belay_vec3* point)
{
    uint32_t place;
    BL_TRY(find_body(world, body, &place));
    if (point == NULL) return null_output(world, "belay_body_get_center_of_mass");
    *point = pose_apply(bl_body_states(world)[place].pose, bl_bodies(world)[place].mass.center_of_mass);
    return BELAY_OK;
}

belay_result belay_body_get_angular_momentum(const belay_world* world, belay_body_id body, belay_vec3* momentum)
{
    uint32_t place;
    BL_TRY(find_body(world, body, &place));
    if (momentum == NULL) return null_output(world, "belay_body_get_angular_momentum");
    const bl_rigid_mass* mass = &bl_bodies(world)[place].mass;
    const belay_body_state* state = &bl_body_states(world)[place];
    belay_mat33 inertia = bl_rigid_tensor(q_mul(state->pose.rotation, mass->principal_rotation), mass->moments);
    *momentum = m3_mul_v3(inertia, state->angular_velocity);
    return BELAY_OK;
}

belay_result belay_body_set_pose(belay_world* world, belay_body_id body, belay_pose pose)
{
    uint32_t place;
    BL_TRY(find_body(world, body, &place));
    belay_error error;
    if (bl_check_pose(&error, "pose", pose) != BELAY_OK) return bl_fail_with(world, &error);
    pose.rotation = q_normalize(pose.rotation);
    bl_body_states(world)[place].pose = pose;
    return BELAY_OK;
}

belay_result belay_body_set_velocity(belay_world* world, belay_body_id body, belay_vec3 linear, belay_vec3 angular)
{
    uint32_t place;
    BL_TRY(find_body(world, body, &place));
    belay_error error;
    if (bl_check_vec3(&error, "linear", linear) != BELAY_OK || bl_check_vec3(&error, "angular", angular) != BELAY_OK)
        return bl_fail_with(world, &error);
    const bl_body* b = &bl_bodies(world)[place];
    if (b->type == BELAY_BODY_STATIC)
        return bl_fail(world, BELAY_ERROR_STATE, "belay_body_set_velocity: the body is static");
    bool turns = b->type == BELAY_BODY_KINEMATIC || b->mass.inverse_moments.x > 0.0;
    bl_body_states(world)[place].linear_velocity = linear;
    bl_body_states(world)[place].angular_velocity = turns ? angular : v3_zero();
    return BELAY_OK;
}

// Finds a body that forces act on, and checks the vector that is to act.
static belay_result find_pushed(belay_world* world, belay_body_id body, const char* name, belay_vec3 value,
                                belay_vec3 point, uint32_t* place)
{
    BL_TRY(find_body(world, body, place));
    belay_error error;
    if (bl_check_vec3(&error, name, value) != BELAY_OK || bl_check_vec3(&error, "point", point) != BELAY_OK)
        return bl_fail_with(world, &error);
    if (bl_bodies(world)[*place].type != BELAY_BODY_DYNAMIC)
        return bl_fail(world, BELAY_ERROR_STATE, "a %s acts on dynamic bodies only", name);
    return BELAY_OK;
}

static belay_vec3 arm(const belay_world* world, uint32_t place, belay_vec3 point)
{
    return v3_sub(point, pose_apply(bl_body_states(world)[place].pose, bl_bodies(world)[place].mass.center_of_mass));
}

belay_result belay_body_apply_force(belay_world* world, belay_body_id body, belay_vec3 force)
{
    uint32_t place;
    BL_TRY(find_pushed(world, body, "force", force, v3_zero(), &place));
    bl_body* b = &bl_bodies(world)[place];
    b->force = v3_add(b->force, force);
    return BELAY_OK;
}

belay_result belay_body_apply_force_at(belay_world* world, belay_body_id body, belay_vec3 force, belay_vec3 point)
{
    uint32_t place;
    BL_TRY(find_pushed(world, body, "force", force, point, &place));
    bl_body* b = &bl_bodies(world)[place];
    b->force = v3_add(b->force, force);
    b->torque = v3_add(b->torque, v3_cross(arm(world, place, point), force));
    return BELAY_OK;
}

belay_result belay_body_apply_torque(belay_world* world, belay_body_id body, belay_vec3 torque)
{
    uint32_t place;
    BL_TRY(find_pushed(world, body, "torque", torque, v3_zero(), &place));
    bl_body* b = &bl_bodies(world)[place];
    b->torque = v3_add(b->torque, torque);
    return BELAY_OK;
}

belay_result belay_body_apply_impulse_at(belay_world* world, belay_body_id body, belay_vec3 impulse, belay_vec3 point)
{
    uint32_t place;
    BL_TRY(find_pushed(world, body, "impulse", impulse, point, &place));
    const bl_rigid_mass* mass = &bl_bodies(world)[place].mass;
    belay_body_state* s = &bl_body_states(world)[place];
    belay_mat33 inverse = bl_rigid_tensor(q_mul(s->pose.rotation, mass->principal_rotation), mass->inverse_moments);
    belay_vec3 turn = m3_mul_v3(inverse, v3_cross(arm(world, place, point), impulse));
    s->linear_velocity = v3_add_scaled(s->linear_velocity, mass->inverse_mass, impulse);
    s->angular_velocity = v3_add(s->angular_velocity, turn);
    return BELAY_OK;
}
