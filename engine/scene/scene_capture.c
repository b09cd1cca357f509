// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A scene of what is in a world. Bodies and joints are walked in the order of their tables, so that a world that is
// made of the scene has them in the same order.

#include "belay/introspect.h"
#include "belay/result.h"
#include "scene/scene_internal.h"
#include "store/checks.h"
#include "store/joints.h"
#include "store/rods.h"

#include <inttypes.h>
#include <stdio.h>

// What is being told, and arrays that are filled with one collider after the other.
typedef struct capture {
    belay_scene* scene;
    const belay_world* world;
    belay_vec3* points;
    int32_t* indices;
    double* numbers;
    uint64_t* collider_ids; // by their numbers in the scene
    belay_error* error;
} capture;

// What a world says of a call that fails: no handle here is stale, so that nothing but memory is left.
static belay_result fail_as_world(const capture* c, belay_result result)
{
    return result == BELAY_OK ? BELAY_OK : belay_error_set(c->error, result, "%s", belay_world_last_error(c->world));
}

static bool reserve_points(capture* c, int count)
{
    bool ok = true;
    BL_ARRAY_RESERVE_RAW(c->points, count + 1, &c->scene->allocator, &ok);
    return ok;
}

// ---------------------------------------------------------------------------------------------------------------------
// Colliders
// ---------------------------------------------------------------------------------------------------------------------

static belay_result take_points(capture* c, belay_collider_id id, belay_shape* shape)
{
    bool is_tube = shape->type == BELAY_SHAPE_TUBE;
    int count = is_tube ? shape->tube.point_count : shape->hull.point_count;
    if (!reserve_points(c, count)) return bl_scene_no_memory(c->error);
    belay_result result = belay_collider_get_points(c->world, id, c->points, count, &count);
    if (is_tube)
        shape->tube.points = c->points;
    else
        shape->hull.points = c->points;
    return fail_as_world(c, result);
}

// Each triangle with corners of its own: equal ones are one vertex to a mesh, whatever their indices.
static belay_result take_triangles(capture* c, belay_collider_id id, belay_shape* shape)
{
    int count = 0;
    bool ok = true;
    belay_result result = belay_collider_get_triangles(c->world, id, NULL, 0, &count);
    if (result != BELAY_OK) return fail_as_world(c, result);
    BL_ARRAY_RESERVE_RAW(c->indices, 3 * (size_t)count, &c->scene->allocator, &ok);
    if (!ok || !reserve_points(c, 3 * count)) return bl_scene_no_memory(c->error);
    for (int i = 0; i < 3 * count; i++)
        c->indices[i] = i;
    result = belay_collider_get_triangles(c->world, id, c->points, count, &count);
    shape->mesh = (belay_mesh){c->points, 3 * count, c->indices, count};
    return fail_as_world(c, result);
}

static belay_result take_heights(capture* c, belay_collider_id id, belay_shape* shape)
{
    int count = shape->height_field.column_count * shape->height_field.row_count;
    bool ok = true;
    BL_ARRAY_RESERVE_RAW(c->numbers, count, &c->scene->allocator, &ok);
    if (!ok) return bl_scene_no_memory(c->error);
    belay_result result = belay_collider_get_heights(c->world, id, c->numbers, count, &count);
    shape->height_field.heights = c->numbers;
    return fail_as_world(c, result);
}

static belay_result take_arrays(capture* c, belay_collider_id id, belay_shape* shape)
{
    switch (shape->type) {
    case BELAY_SHAPE_HULL:
    case BELAY_SHAPE_TUBE:
        return take_points(c, id, shape);
    case BELAY_SHAPE_MESH:
        return take_triangles(c, id, shape);
    case BELAY_SHAPE_HEIGHT_FIELD:
        return take_heights(c, id, shape);
    default:
        return BELAY_OK;
    }
}

static belay_result take_collider(capture* c, const bl_collider* collider)
{
    belay_collider_id id = {collider->id};
    belay_collider_def def = belay_collider_def_default((belay_shape){.type = BELAY_SHAPE_SPHERE});
    belay_result result = belay_collider_get_shape(c->world, id, &def.shape);
    if (result == BELAY_OK) result = belay_collider_get_pose(c->world, id, &def.pose);
    if (result != BELAY_OK) return fail_as_world(c, result);
    result = take_arrays(c, id, &def.shape);
    if (result != BELAY_OK) return result;
    def.material = collider->material;
    def.density = collider->density;
    def.filter = collider->filter;
    def.is_sensor = (collider->flags & BL_COLLIDER_SENSOR) != 0;
    def.has_persist_events = (collider->flags & BL_COLLIDER_PERSIST_EVENTS) != 0;
    def.surface_velocity = collider->surface_velocity;
    bool ok = true;
    BL_ARRAY_RESERVE(c->collider_ids, arrlen(c->collider_ids) + 1, &c->scene->allocator, &ok);
    if (!ok) return bl_scene_no_memory(c->error);
    arrput(c->collider_ids, collider->id);
    return belay_scene_add_collider(c->scene, &def, c->error);
}

// The list of a body has the newest first; the oldest is to come first.
static belay_result take_colliders(capture* c, belay_body_id body)
{
    int count = 0;
    bool ok = true;
    belay_collider_id* ids = NULL;
    belay_result result = belay_body_get_colliders(c->world, body, NULL, 0, &count);
    if (result != BELAY_OK) return fail_as_world(c, result);
    BL_ARRAY_RESERVE(ids, count + 1, &c->scene->allocator, &ok);
    result = ok ? belay_body_get_colliders(c->world, body, ids, count, &count) : bl_scene_no_memory(c->error);
    for (int i = 0; i < count && result == BELAY_OK; i++) {
        uint32_t index = bl_index_of(&c->world->entities, BL_TABLE_COLLIDER, ids[i].value);
        result = take_collider(c, &bl_colliders(c->world)[index]);
    }
    arrfree(ids);
    return result;
}

// ---------------------------------------------------------------------------------------------------------------------
// All
// ---------------------------------------------------------------------------------------------------------------------

static belay_result take_body(capture* c, uint32_t index)
{
    const bl_body* b = &bl_bodies(c->world)[index];
    const belay_body_state* state = &bl_body_states(c->world)[index];
    belay_scene_body body = {.def = belay_body_def_default()};
    belay_mass mass;
    belay_result result = belay_body_get_mass(c->world, (belay_body_id){b->id}, &mass);
    if (result != BELAY_OK) return fail_as_world(c, result);
    snprintf(body.name, sizeof body.name, "body%" PRIu32, index);
    body.def.type = b->type;
    body.def.pose = state->pose;
    body.def.linear_velocity = state->linear_velocity;
    body.def.angular_velocity = state->angular_velocity;
    body.def.center_of_mass = b->mass.center_of_mass;
    if (b->type == BELAY_BODY_DYNAMIC) {
        body.def.mass = mass.mass;
        body.def.inertia = mass.inertia;
    }
    body.def.gravity_scale = b->gravity_scale;
    body.def.linear_damping = b->linear_damping;
    body.def.angular_damping = b->angular_damping;
    body.def.max_linear_speed = b->max_linear_speed;
    body.def.is_rotation_locked = (b->flags & BL_BODY_ROTATION_LOCKED) != 0;
    body.def.is_kept_awake = (b->flags & BL_BODY_KEPT_AWAKE) != 0;
    body.def.starts_asleep = (b->flags & BL_BODY_ASLEEP) != 0;
    result = belay_scene_add_body(c->scene, &body, c->error);
    return result == BELAY_OK ? take_colliders(c, (belay_body_id){b->id}) : result;
}

static belay_result take_joint(capture* c, uint32_t index)
{
    const bl_joint* j = &bl_joints(c->world)[index];
    const bl_entity_store* entities = &c->world->entities;
    belay_scene_joint joint = {.body_a = -1, .body_b = -1};
    belay_result result = belay_joint_get_def(c->world, (belay_joint_id){j->id}, &joint.def);
    if (result != BELAY_OK) return fail_as_world(c, result);
    snprintf(joint.name, sizeof joint.name, "joint%" PRIu32, index);
    if (j->body_a != 0) joint.body_a = (int32_t)bl_index_of(entities, BL_TABLE_BODY, j->body_a);
    if (j->body_b != 0) joint.body_b = (int32_t)bl_index_of(entities, BL_TABLE_BODY, j->body_b);
    return belay_scene_add_joint(c->scene, &joint, c->error);
}

static int32_t number_of_collider(const capture* c, uint64_t id)
{
    for (ptrdiff_t i = 0; i < arrlen(c->collider_ids); i++)
        if (c->collider_ids[i] == id) return (int32_t)i;
    return -1;
}

static belay_result take_pairs(capture* c)
{
    const bl_pair_material* pairs = c->world->colliders.pair_materials;
    belay_result result = BELAY_OK;
    for (ptrdiff_t i = 0; i < arrlen(pairs) && result == BELAY_OK; i++) {
        belay_scene_pair pair = {number_of_collider(c, pairs[i].a), number_of_collider(c, pairs[i].b),
                                 pairs[i].material};
        result = belay_scene_add_pair(c->scene, &pair, c->error);
    }
    return result;
}

static belay_result take_all(capture* c)
{
    belay_result result = belay_scene_set_world(c->scene, &c->world->def, c->error);
    for (uint32_t i = 0; i < bl_body_count(c->world) && result == BELAY_OK; i++)
        result = take_body(c, i);
    for (uint32_t i = 0; i < bl_joint_count(c->world) && result == BELAY_OK; i++)
        result = take_joint(c, i);
    return result == BELAY_OK ? take_pairs(c) : result;
}

belay_result belay_scene_capture(const belay_world* world, const belay_allocator* allocator, belay_scene** scene,
                                 belay_error* error)
{
    const char* call = "belay_scene_capture";
    if (world == NULL) return belay_error_set(error, BELAY_ERROR_VALUE, "%s: world is null", call);
    if (scene == NULL) return belay_error_set(error, BELAY_ERROR_VALUE, "%s: scene is null", call);
    belay_result result = bl_check_owner(world);
    if (result != BELAY_OK) return belay_error_set(error, result, "%s: the world is in the middle of a step", call);
    if (bl_rod_count(world) > 0)
        return belay_error_set(error, BELAY_ERROR_STATE,
                               "%s: the world has %" PRIu32 " rods, whose shape at rest cannot be told; it must have "
                               "none",
                               call, bl_rod_count(world));
    capture c = {.world = world, .error = error};
    result = belay_scene_create(allocator, &c.scene, error);
    if (result != BELAY_OK) return result;
    result = take_all(&c);
    arrfree(c.points);
    arrfree(c.indices);
    arrfree(c.numbers);
    arrfree(c.collider_ids);
    if (result == BELAY_OK)
        *scene = c.scene;
    else
        belay_scene_destroy(c.scene);
    return result;
}
