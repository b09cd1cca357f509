// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "objects/body_settings.h"
#include "objects/remove.h"
#include "store/checks.h"
#include "store/lifetime.h"
#include "store/rods.h"

#include <string.h>

belay_body_def belay_body_def_default(void)
{
    belay_body_def def = {0};
    def.type = BELAY_BODY_DYNAMIC;
    def.pose = belay_pose_identity();
    def.mass = 1.0;
    def.inertia = belay_inertia_sphere(1.0, 0.5);
    def.gravity_scale = 1.0;
    def.max_linear_speed = HUGE_VAL;
    return def;
}

static belay_result check_mass(belay_error* error, double mass)
{
    return bl_check_range(error, "mass", mass, BELAY_MIN_MASS, BELAY_MAX_MASS);
}

static belay_result check_def(const belay_body_def* def, belay_error* error)
{
    if (def == NULL) return belay_error_set(error, BELAY_ERROR_VALUE, "def is null; it must be given");
    if ((unsigned)def->type >= BELAY_BODY_TYPE_COUNT)
        return belay_error_set(error, BELAY_ERROR_VALUE, "type is %d; it must be a belay_body_type", (int)def->type);
    BL_TRY(bl_check_pose(error, "pose", def->pose));
    BL_TRY(bl_check_vec3_within(error, "linear_velocity", def->linear_velocity, BELAY_MAX_SPEED));
    BL_TRY(bl_check_vec3_within(error, "angular_velocity", def->angular_velocity, BELAY_MAX_SPIN));
    BL_TRY(bl_check_vec3_within(error, "center_of_mass", def->center_of_mass, BELAY_MAX_POSITION));
    BL_TRY(bl_check_range(error, "gravity_scale", def->gravity_scale, -BELAY_MAX_ACCELERATION, BELAY_MAX_ACCELERATION));
    BL_TRY(bl_check_body_settings(error, def->linear_damping, def->angular_damping, def->max_linear_speed));
    return def->type == BELAY_BODY_DYNAMIC ? check_mass(error, def->mass) : BELAY_OK;
}

static belay_result set_moments(belay_mat33 inertia, bl_rigid_mass* mass, belay_error* error)
{
    // Sums of moments that are not far from the largest double would overflow, and no rule is broken by infinity.
    for (int i = 0; i < 9; i++)
        BL_TRY(bl_check_finite(error, "inertia", inertia.m[i]));
    BL_TRY(bl_rigid_principal_axes(inertia, &mass->moments, &mass->principal_rotation, error));
    belay_vec3 m = mass->moments;
    double smallest = fmin(m.x, fmin(m.y, m.z));
    BL_TRY(bl_check_positive(error, "smallest principal moment of inertia", smallest));
    mass->inverse_moments = v3(1.0 / m.x, 1.0 / m.y, 1.0 / m.z);
    return BELAY_OK;
}

// Locked, the inertia is only remembered; what is none is taken for nothing.
static belay_result set_rigid_mass(const belay_mass* def, bool is_locked, bl_rigid_mass* mass, belay_error* error)
{
    mass->center_of_mass = def->center_of_mass;
    mass->mass = def->mass;
    mass->inverse_mass = 1.0 / def->mass;
    belay_result result = set_moments(def->inertia, mass, error);
    if (!is_locked) return result;
    if (result != BELAY_OK) {
        mass->moments = v3_zero();
        mass->principal_rotation = belay_quat_identity();
    }
    mass->inverse_moments = v3_zero();
    return BELAY_OK;
}

static belay_result rigid_mass(const belay_body_def* def, bl_rigid_mass* mass, belay_error* error)
{
    mass->principal_rotation = belay_quat_identity();
    mass->center_of_mass = def->center_of_mass;
    if (def->type != BELAY_BODY_DYNAMIC) return BELAY_OK;
    belay_mass given = {def->mass, def->center_of_mass, def->inertia};
    return set_rigid_mass(&given, def->is_rotation_locked, mass, error);
}

static belay_result reserve_body(belay_world* world)
{
    BL_TRY(bl_entity_reserve(world, "belay_body_create"));
    uint32_t slot = bl_id_pool_next_slot(&world->entities.pool);
    if (!bl_table_reserve(&world->entities.tables[BL_TABLE_BODY_STATE], slot, &world->def.allocator) ||
        !bl_table_reserve(&world->entities.tables[BL_TABLE_BODY], slot, &world->def.allocator))
        return bl_fail(world, BELAY_ERROR_MEMORY, "belay_body_create: no memory for another body");
    return BELAY_OK;
}

static void set_numbers(bl_body* body, const belay_body_def* def)
{
    body->type = def->type;
    body->gravity_scale = def->gravity_scale;
    body->linear_damping = def->linear_damping;
    body->angular_damping = def->angular_damping;
    body->max_linear_speed = def->max_linear_speed;
}

belay_result belay_body_create(belay_world* world, const belay_body_def* def, belay_body_id* id)
{
    BL_TRY(bl_entity_check(world, "belay_body_create"));
    if (id == NULL) return bl_fail(world, BELAY_ERROR_VALUE, "belay_body_create: id is null; it must be given");
    belay_error error;
    bl_body body;
    memset(&body, 0, sizeof body); // bytes between the fields too, for snapshots
    if (check_def(def, &error) != BELAY_OK || rigid_mass(def, &body.mass, &error) != BELAY_OK)
        return bl_fail_in(world, "belay_body_create", &error);

    belay_body_state state = {def->pose, def->linear_velocity, def->angular_velocity};
    state.pose.rotation = q_normalize(state.pose.rotation);
    if (def->type == BELAY_BODY_STATIC) state.linear_velocity = state.angular_velocity = v3_zero();
    if (def->is_rotation_locked) state.angular_velocity = v3_zero();
    set_numbers(&body, def);
    body.previous = state.pose;
    if (def->is_kept_awake) body.flags |= BL_BODY_KEPT_AWAKE;
    if (def->is_rotation_locked) body.flags |= BL_BODY_ROTATION_LOCKED;
    bool is_asleep = def->starts_asleep && def->type == BELAY_BODY_DYNAMIC;
    if (is_asleep) {
        body.flags |= BL_BODY_ASLEEP | BL_BODY_MADE_ASLEEP;
        state.linear_velocity = state.angular_velocity = v3_zero();
    }

    BL_TRY(reserve_body(world));
    if (is_asleep) body.sleep_island = ++world->sleep_islands;
    uint32_t slot = bl_id_pool_next_slot(&world->entities.pool);
    body.id = bl_id_pool_create(&world->entities.pool).value;
    bl_table_add(&world->entities.tables[BL_TABLE_BODY_STATE], slot, &state);
    bl_table_add(&world->entities.tables[BL_TABLE_BODY], slot, &body);
    bl_roster_add(&world->roster, bl_body_count(world) - 1);
    world->changes++;
    id->value = body.id;
    return BELAY_OK;
}

void bl_body_remove(belay_world* world, uint32_t slot)
{
    uint64_t id = bl_id_pool_entity(&world->entities.pool, slot).value;
    bl_joints_remove_body(world, id);
    bl_rods_remove_body(world, id);
    uint32_t first;
    while ((first = bl_bodies(world)[bl_table_find(&world->entities.tables[BL_TABLE_BODY], slot)].first_collider) != 0)
        bl_collider_remove(world, first - 1);
    bl_roster_remove(&world->roster, bl_table_find(&world->entities.tables[BL_TABLE_BODY], slot));
    bl_entity_remove(world, slot);
    bl_pair_finder_spoil(&world->pair_finder);
}

belay_result belay_body_destroy(belay_world* world, belay_body_id body)
{
    BL_TRY(bl_check_unlocked(world, "belay_body_destroy"));
    uint32_t index;
    BL_TRY(bl_find_index(world, "belay_body_destroy", body.value, BL_TABLE_BODY, "body", &index));
    bl_body_remove(world, world->entities.tables[BL_TABLE_BODY].slots[index]);
    return BELAY_OK;
}

// A reader may report an error: the message is the one thing of a world that it writes.
static belay_result find_body(const belay_world* world, const char* call, belay_body_id body, uint32_t* index)
{
    return bl_find_index((belay_world*)world, call, body.value, BL_TABLE_BODY, "body", index);
}

static belay_result find_to_report(const belay_world* world, belay_body_id body, const void* answer, const char* call,
                                   uint32_t* index)
{
    return bl_find_to_report(world, call, body.value, BL_TABLE_BODY, "body", answer, index);
}

belay_result belay_body_get_state(const belay_world* world, belay_body_id body, belay_body_state* state)
{
    uint32_t index;
    BL_TRY(find_to_report(world, body, state, "belay_body_get_state", &index));
    *state = bl_body_states(world)[index];
    return BELAY_OK;
}

belay_result belay_body_get_type(const belay_world* world, belay_body_id body, belay_body_type* type)
{
    uint32_t index;
    BL_TRY(find_to_report(world, body, type, "belay_body_get_type", &index));
    *type = bl_bodies(world)[index].type;
    return BELAY_OK;
}

belay_result belay_body_get_center_of_mass(const belay_world* world, belay_body_id body, belay_vec3* point)
{
    uint32_t index;
    BL_TRY(find_to_report(world, body, point, "belay_body_get_center_of_mass", &index));
    *point = pose_apply(bl_body_states(world)[index].pose, bl_bodies(world)[index].mass.center_of_mass);
    return BELAY_OK;
}

belay_result belay_body_get_angular_momentum(const belay_world* world, belay_body_id body, belay_vec3* momentum)
{
    uint32_t index;
    BL_TRY(find_to_report(world, body, momentum, "belay_body_get_angular_momentum", &index));
    const bl_rigid_mass* mass = &bl_bodies(world)[index].mass;
    const belay_body_state* state = &bl_body_states(world)[index];
    belay_mat33 inertia = bl_rigid_tensor(q_mul(state->pose.rotation, mass->principal_rotation), mass->moments);
    *momentum = m3_mul_v3(inertia, state->angular_velocity);
    return BELAY_OK;
}

belay_result belay_body_set_pose(belay_world* world, belay_body_id body, belay_pose pose)
{
    uint32_t index;
    BL_TRY(find_body(world, "belay_body_set_pose", body, &index));
    belay_error error;
    if (bl_check_pose(&error, "pose", pose) != BELAY_OK) return bl_fail_in(world, "belay_body_set_pose", &error);
    pose.rotation = q_normalize(pose.rotation);
    bl_body_states(world)[index].pose = bl_bodies(world)[index].previous = pose;
    bl_query_index_spoil(&world->query_index);
    bl_wake_touching(world, index);
    return BELAY_OK;
}

// What stands on a kinematic body has to feel that it starts, wherever it goes: it may sink away from below.
static void wake_for_motion(belay_world* world, uint32_t index)
{
    if (bl_bodies(world)[index].type == BELAY_BODY_KINEMATIC &&
        !bl_body_is_active(&bl_bodies(world)[index], &bl_body_states(world)[index]))
        bl_wake_touching(world, index);
    else
        bl_wake_body(world, index);
}

belay_result belay_body_set_velocity(belay_world* world, belay_body_id body, belay_vec3 linear, belay_vec3 angular)
{
    uint32_t index;
    BL_TRY(find_body(world, "belay_body_set_velocity", body, &index));
    belay_error error;
    if (bl_check_vec3_within(&error, "linear", linear, BELAY_MAX_SPEED) != BELAY_OK ||
        bl_check_vec3_within(&error, "angular", angular, BELAY_MAX_SPIN) != BELAY_OK)
        return bl_fail_in(world, "belay_body_set_velocity", &error);
    const bl_body* b = &bl_bodies(world)[index];
    if (b->type == BELAY_BODY_STATIC)
        return bl_fail(world, BELAY_ERROR_STATE, "belay_body_set_velocity: the body is static");
    wake_for_motion(world, index);
    bool turns = b->type == BELAY_BODY_KINEMATIC || b->mass.inverse_moments.x > 0.0;
    bl_bodies(world)[index].flags &= ~(uint32_t)BL_BODY_IS_LED;
    bl_body_states(world)[index].linear_velocity = linear;
    bl_body_states(world)[index].angular_velocity = turns ? angular : v3_zero();
    return BELAY_OK;
}

// Finds a body that forces act on, and checks the vector that is to act.
static belay_result find_pushed(belay_world* world, const char* call, belay_body_id body, const char* name,
                                belay_vec3 value, belay_vec3 point, uint32_t* index)
{
    BL_TRY(find_body(world, call, body, index));
    belay_error error;
    if (bl_check_vec3_within(&error, name, value, BELAY_MAX_FORCE) != BELAY_OK ||
        bl_check_vec3_within(&error, "point", point, BELAY_MAX_POSITION) != BELAY_OK)
        return bl_fail_in(world, call, &error);
    if (bl_bodies(world)[*index].type != BELAY_BODY_DYNAMIC)
        return bl_fail(world, BELAY_ERROR_STATE, "%s: a %s acts on dynamic bodies only", call, name);
    return BELAY_OK;
}

static belay_vec3 arm(const belay_world* world, uint32_t index, belay_vec3 point)
{
    return v3_sub(point, pose_apply(bl_body_states(world)[index].pose, bl_bodies(world)[index].mass.center_of_mass));
}

// Adds to what waits for the next step, if the sums stay within what a world takes.
static belay_result push(belay_world* world, const char* call, uint32_t index, belay_vec3 force, belay_vec3 torque)
{
    bl_body* b = &bl_bodies(world)[index];
    belay_vec3 forces = v3_add(b->force, force), torques = v3_add(b->torque, torque);
    belay_error error;
    if (bl_check_vec3_within(&error, "the sum with force", forces, BELAY_MAX_FORCE) != BELAY_OK ||
        bl_check_vec3_within(&error, "the sum with torque", torques, BL_LARGEST) != BELAY_OK)
        return bl_fail_in(world, call, &error);
    bl_wake_body(world, index);
    b->force = forces;
    b->torque = torques;
    return BELAY_OK;
}

belay_result belay_body_apply_force(belay_world* world, belay_body_id body, belay_vec3 force)
{
    uint32_t index;
    BL_TRY(find_pushed(world, "belay_body_apply_force", body, "force", force, v3_zero(), &index));
    return push(world, "belay_body_apply_force", index, force, v3_zero());
}

belay_result belay_body_apply_force_at(belay_world* world, belay_body_id body, belay_vec3 force, belay_vec3 point)
{
    uint32_t index;
    BL_TRY(find_pushed(world, "belay_body_apply_force_at", body, "force", force, point, &index));
    return push(world, "belay_body_apply_force_at", index, force, v3_cross(arm(world, index, point), force));
}

belay_result belay_body_apply_torque(belay_world* world, belay_body_id body, belay_vec3 torque)
{
    uint32_t index;
    BL_TRY(find_pushed(world, "belay_body_apply_torque", body, "torque", torque, v3_zero(), &index));
    return push(world, "belay_body_apply_torque", index, v3_zero(), torque);
}

belay_result belay_body_apply_impulse_at(belay_world* world, belay_body_id body, belay_vec3 impulse, belay_vec3 point)
{
    uint32_t index;
    BL_TRY(find_pushed(world, "belay_body_apply_impulse_at", body, "impulse", impulse, point, &index));
    const bl_rigid_mass* mass = &bl_bodies(world)[index].mass;
    belay_body_state* s = &bl_body_states(world)[index];
    belay_mat33 inverse = bl_rigid_tensor(q_mul(s->pose.rotation, mass->principal_rotation), mass->inverse_moments);
    belay_vec3 turn = m3_mul_v3(inverse, v3_cross(arm(world, index, point), impulse));
    belay_vec3 linear = v3_add_scaled(s->linear_velocity, mass->inverse_mass, impulse);
    belay_vec3 angular = v3_add(s->angular_velocity, turn);
    belay_error error;
    if (bl_check_vec3_within(&error, "the velocity after the impulse", linear, BELAY_MAX_SPEED) != BELAY_OK ||
        bl_check_vec3_within(&error, "the spin after the impulse", angular, BELAY_MAX_SPIN) != BELAY_OK)
        return bl_fail_in(world, "belay_body_apply_impulse_at", &error);
    bl_wake_body(world, index);
    s->linear_velocity = linear;
    s->angular_velocity = angular;
    return BELAY_OK;
}

// ------------------------------------------------------------------------------------------------------------------
// Mass, type, sleep
// ------------------------------------------------------------------------------------------------------------------

static bool is_rotation_locked(const bl_body* body)
{
    return (body->flags & BL_BODY_ROTATION_LOCKED) != 0;
}

belay_result belay_body_set_mass(belay_world* world, belay_body_id body, const belay_mass* mass)
{
    uint32_t index;
    BL_TRY(find_body(world, "belay_body_set_mass", body, &index));
    if (mass == NULL) return bl_fail(world, BELAY_ERROR_VALUE, "belay_body_set_mass: mass is null; it must be given");
    bl_body* b = &bl_bodies(world)[index];
    if (b->type != BELAY_BODY_DYNAMIC)
        return bl_fail(world, BELAY_ERROR_STATE, "belay_body_set_mass: the body is not dynamic");
    belay_error error;
    bl_rigid_mass rigid;
    memset(&rigid, 0, sizeof rigid);
    if (check_mass(&error, mass->mass) != BELAY_OK ||
        bl_check_vec3_within(&error, "center_of_mass", mass->center_of_mass, BELAY_MAX_POSITION) != BELAY_OK ||
        set_rigid_mass(mass, is_rotation_locked(b), &rigid, &error) != BELAY_OK)
        return bl_fail_in(world, "belay_body_set_mass", &error);
    b->mass = rigid;
    bl_wake_changed_body(world, index);
    return BELAY_OK;
}

belay_result belay_body_get_mass(const belay_world* world, belay_body_id body, belay_mass* mass)
{
    uint32_t index;
    BL_TRY(find_to_report(world, body, mass, "belay_body_get_mass", &index));
    const bl_rigid_mass* m = &bl_bodies(world)[index].mass;
    mass->mass = m->mass;
    mass->center_of_mass = m->center_of_mass;
    mass->inertia = bl_rigid_tensor(m->principal_rotation, m->moments);
    return BELAY_OK;
}

static belay_result check_can_be_dynamic(belay_world* world, const bl_body* body)
{
    for (uint32_t next = body->first_collider; next != 0;) {
        const bl_collider* c =
            &bl_colliders(world)[bl_table_find(&world->entities.tables[BL_TABLE_COLLIDER], next - 1)];
        if (bl_shape_needs_still_body(c->type))
            return bl_fail(world, BELAY_ERROR_STATE, "belay_body_set_type: a body with a %s cannot be dynamic",
                           belay_shape_type_name(c->type));
        next = c->next;
    }
    return BELAY_OK;
}

static void judge_colliders_anew(belay_world* world, const bl_body* body)
{
    for (uint32_t next = body->first_collider; next != 0;) {
        uint32_t index = bl_table_find(&world->entities.tables[BL_TABLE_COLLIDER], next - 1);
        bl_pair_finder_judge_anew(&world->pair_finder, index);
        next = bl_colliders(world)[index].next;
    }
}

// That which it had.
static belay_result give_mass(bl_body* body)
{
    belay_body_def def = belay_body_def_default();
    def.center_of_mass = body->mass.center_of_mass;
    def.is_rotation_locked = is_rotation_locked(body);
    belay_error error;
    if (!(body->mass.mass > 0.0)) return rigid_mass(&def, &body->mass, &error);
    belay_vec3 m = body->mass.moments;
    body->mass.inverse_mass = 1.0 / body->mass.mass;
    if (!def.is_rotation_locked) body->mass.inverse_moments = v3(1.0 / m.x, 1.0 / m.y, 1.0 / m.z);
    return BELAY_OK;
}

belay_result belay_body_set_type(belay_world* world, belay_body_id body, belay_body_type type)
{
    uint32_t index;
    BL_TRY(find_body(world, "belay_body_set_type", body, &index));
    if ((unsigned)type >= BELAY_BODY_TYPE_COUNT)
        return bl_fail(world, BELAY_ERROR_VALUE, "belay_body_set_type: type is %d; it must be a belay_body_type",
                       (int)type);
    bl_body* b = &bl_bodies(world)[index];
    if (type == BELAY_BODY_DYNAMIC) {
        BL_TRY(check_can_be_dynamic(world, b));
        BL_TRY(give_mass(b));
        if (is_rotation_locked(b)) bl_body_states(world)[index].angular_velocity = v3_zero();
    } else {
        // What it weighs is remembered; what cannot be moved has no inverse.
        b->mass.inverse_mass = 0.0;
        b->mass.inverse_moments = v3_zero();
    }
    bl_wake_touching(world, index);
    b->type = type;
    bl_roster_add(&world->roster, index);
    bl_body_arrives(world, index);
    judge_colliders_anew(world, b);
    b->force = b->torque = v3_zero();
    if (type == BELAY_BODY_STATIC)
        bl_body_states(world)[index].linear_velocity = bl_body_states(world)[index].angular_velocity = v3_zero();
    return BELAY_OK;
}

belay_result belay_body_move_kinematic(belay_world* world, belay_body_id body, belay_pose pose)
{
    uint32_t index;
    BL_TRY(find_body(world, "belay_body_move_kinematic", body, &index));
    belay_error error;
    if (bl_check_pose(&error, "pose", pose) != BELAY_OK) return bl_fail_in(world, "belay_body_move_kinematic", &error);
    bl_body* b = &bl_bodies(world)[index];
    if (b->type != BELAY_BODY_KINEMATIC)
        return bl_fail(world, BELAY_ERROR_STATE, "belay_body_move_kinematic: the body is not kinematic");
    belay_body_state* state = &bl_body_states(world)[index];
    double rate = 1.0 / world->def.step_seconds;
    belay_vec3 from = pose_apply(state->pose, b->mass.center_of_mass);
    pose.rotation = q_normalize(pose.rotation);
    belay_vec3 to = pose_apply(pose, b->mass.center_of_mass);
    belay_vec3 linear = v3_scale(rate, v3_sub(to, from));
    if (bl_check_vec3_within(&error, "the velocity to reach pose in a step", linear, BELAY_MAX_SPEED) != BELAY_OK)
        return bl_fail_in(world, "belay_body_move_kinematic", &error);
    wake_for_motion(world, index);
    b->flags |= BL_BODY_IS_LED;
    state->linear_velocity = linear;
    state->angular_velocity = v3_scale(rate, q_log(q_mul(pose.rotation, q_conjugate(state->pose.rotation))));
    return BELAY_OK;
}

belay_result belay_body_get_is_awake(const belay_world* world, belay_body_id body, bool* is_awake)
{
    uint32_t index;
    BL_TRY(find_to_report(world, body, is_awake, "belay_body_get_is_awake", &index));
    const bl_body* b = &bl_bodies(world)[index];
    *is_awake = b->type != BELAY_BODY_STATIC && !(b->flags & BL_BODY_ASLEEP);
    return BELAY_OK;
}

belay_result belay_body_set_awake(belay_world* world, belay_body_id body, bool is_awake)
{
    uint32_t index;
    BL_TRY(find_body(world, "belay_body_set_awake", body, &index));
    bl_body* b = &bl_bodies(world)[index];
    if (b->type != BELAY_BODY_DYNAMIC)
        return bl_fail(world, BELAY_ERROR_STATE, "belay_body_set_awake: the body is not dynamic");
    if (is_awake) {
        bl_wake_touching(world, index);
    } else if (!(b->flags & BL_BODY_ASLEEP)) {
        bl_roster_add(&world->roster, index);
        bl_put_body_to_sleep(world, index, ++world->sleep_islands);
    }
    return BELAY_OK;
}

belay_result belay_body_get_colliders(const belay_world* world, belay_body_id body, belay_collider_id* colliders,
                                      int capacity, int* count)
{
    uint32_t index;
    BL_TRY(find_body(world, "belay_body_get_colliders", body, &index));
    if (count == NULL || capacity < 0 || (capacity > 0 && colliders == NULL))
        return bl_fail((belay_world*)world, BELAY_ERROR_VALUE,
                       "belay_body_get_colliders: capacity is %d, colliders %s, count %s; capacity must be at least 0, "
                       "and what takes an answer given",
                       capacity, colliders == NULL ? "null" : "given", count == NULL ? "null" : "given");
    const bl_table* table = &world->entities.tables[BL_TABLE_COLLIDER];
    int total = 0;
    for (uint32_t next = bl_bodies(world)[index].first_collider; next != 0; total++)
        next = bl_colliders(world)[bl_table_find(table, next - 1)].next;
    int at = total; // the list has the newest first
    for (uint32_t next = bl_bodies(world)[index].first_collider; next != 0;) {
        const bl_collider* c = &bl_colliders(world)[bl_table_find(table, next - 1)];
        if (--at < capacity) colliders[at].value = c->id;
        next = c->next;
    }
    *count = total;
    return BELAY_OK;
}
