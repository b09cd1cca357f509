// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Colliders: making them from shapes, keeping them on their bodies, and their settings.

#include "store/checks.h"
#include "store/lifetime.h"

#include "core/alloc.h"
#include "geometry/shape_check.h"
#include "objects/collider_warnings.h"
#include "objects/pair_material.h"
#include "objects/remove.h"

#include <string.h>

// ------------------------------------------------------------------------------------------------------------------
// Definitions
// ------------------------------------------------------------------------------------------------------------------

belay_collider_def belay_collider_def_default(belay_shape shape)
{
    belay_collider_def def = {.shape = shape,
                              .pose = belay_pose_identity(),
                              .material = belay_material_default(),
                              .density = 1000.0,
                              .filter = belay_filter_default()};
    return def;
}

belay_collider_def belay_collider_def_sphere(double radius)
{
    return belay_collider_def_default((belay_shape){.type = BELAY_SHAPE_SPHERE, .sphere = {{0.0, 0.0, 0.0}, radius}});
}

belay_collider_def belay_collider_def_plane(belay_vec3 normal, double offset)
{
    return belay_collider_def_default((belay_shape){.type = BELAY_SHAPE_PLANE, .plane = {normal, offset}});
}

belay_collider_def belay_collider_def_tube(const belay_vec3* points, int point_count, bool is_closed, double radius)
{
    return belay_collider_def_default(
        (belay_shape){.type = BELAY_SHAPE_TUBE, .tube = {points, point_count, is_closed, radius}});
}

belay_collider_def belay_collider_def_box(belay_vec3 size)
{
    return belay_collider_def_default((belay_shape){.type = BELAY_SHAPE_BOX, .box = {size}});
}

belay_collider_def belay_collider_def_capsule(double length, double radius)
{
    return belay_collider_def_default((belay_shape){.type = BELAY_SHAPE_CAPSULE, .capsule = {length, radius}});
}

belay_collider_def belay_collider_def_cylinder(double height, double radius)
{
    return belay_collider_def_default((belay_shape){.type = BELAY_SHAPE_CYLINDER, .cylinder = {height, radius}});
}

belay_collider_def belay_collider_def_cone(double height, double radius)
{
    return belay_collider_def_default((belay_shape){.type = BELAY_SHAPE_CONE, .cone = {height, radius}});
}

belay_collider_def belay_collider_def_ellipsoid(belay_vec3 semi_axes)
{
    return belay_collider_def_default((belay_shape){.type = BELAY_SHAPE_ELLIPSOID, .ellipsoid = {semi_axes}});
}

belay_collider_def belay_collider_def_hull(const belay_vec3* points, int point_count)
{
    return belay_collider_def_default((belay_shape){.type = BELAY_SHAPE_HULL, .hull = {points, point_count}});
}

belay_collider_def belay_collider_def_mesh(const belay_vec3* vertices, int vertex_count, const int32_t* indices,
                                           int triangle_count)
{
    return belay_collider_def_default(
        (belay_shape){.type = BELAY_SHAPE_MESH, .mesh = {vertices, vertex_count, indices, triangle_count}});
}

belay_collider_def belay_collider_def_height_field(const double* heights, int column_count, int row_count,
                                                   double spacing_x, double spacing_y)
{
    return belay_collider_def_default((belay_shape){
        .type = BELAY_SHAPE_HEIGHT_FIELD, .height_field = {heights, column_count, row_count, spacing_x, spacing_y}});
}

// ------------------------------------------------------------------------------------------------------------------
// Making
// ------------------------------------------------------------------------------------------------------------------

static belay_result check_filter_and_rest(const belay_collider_def* def, belay_error* error)
{
    BL_TRY(bl_check_material(error, "material", def->material));
    BL_TRY(bl_check_pose(error, "pose", def->pose));
    BL_TRY(bl_check_range(error, "density", def->density, 0.0, HUGE_VAL));
    return bl_check_vec3(error, "surface_velocity", def->surface_velocity);
}

static belay_result check_def(const belay_collider_def* def, belay_body_type owner, belay_error* error)
{
    BL_TRY(check_filter_and_rest(def, error));
    BL_TRY(bl_shape_check(&def->shape, error));
    if (bl_shape_needs_still_body(def->shape.type) && owner == BELAY_BODY_DYNAMIC)
        return belay_error_set(error, BELAY_ERROR_STATE, "a %s needs a static or kinematic body",
                               belay_shape_type_name(def->shape.type));
    return BELAY_OK;
}

// Builds what a shape needs beyond numbers: null for the simple ones.
static belay_result build_block(const belay_shape* shape, const belay_allocator* allocator, unsigned char** block,
                                belay_error* error)
{
    const bl_shape_ops* ops = bl_shape_of(shape->type);
    *block = NULL;
    return ops->build != NULL ? ops->build(shape, allocator, block, error) : BELAY_OK;
}

static void set_numbers(bl_collider* c, const belay_shape* shape)
{
    const bl_shape_ops* ops = bl_shape_of(shape->type);
    bl_shape_numbers numbers = {.pose = c->pose};
    if (ops->measure == NULL) return;
    ops->measure(shape, &numbers);
    c->pose = numbers.pose;
    c->half = numbers.half;
    c->radius = numbers.radius;
}

// Makes room behind the other blocks; the place is known then.
static belay_result reserve_block(belay_world* world, const unsigned char* block)
{
    if (block == NULL) return BELAY_OK;
    size_t used = (size_t)arrlen(world->colliders.shape_bytes), padded = ((size_t)arrlen(block) + 7) & ~(size_t)7;
    bool ok = true;
    BL_ARRAY_RESERVE(world->colliders.shape_bytes, used + padded, &world->def.allocator, &ok);
    return ok ? BELAY_OK
              : bl_fail(world, BELAY_ERROR_MEMORY, "belay_collider_create: no memory for %zu bytes of shape", padded);
}

static void store_block(belay_world* world, bl_collider* c, const unsigned char* block)
{
    if (block == NULL) return;
    size_t used = (size_t)arrlen(world->colliders.shape_bytes), size = (size_t)arrlen(block),
           padded = (size + 7) & ~(size_t)7;
    arrsetlen(world->colliders.shape_bytes, used + padded);
    memset(world->colliders.shape_bytes + used, 0, padded);
    memcpy(world->colliders.shape_bytes + used, block, size);
    c->shape_at = used;
    c->shape_size = padded;
}

static void join_body(belay_world* world, bl_collider* c, uint32_t slot)
{
    uint32_t index = bl_table_find(&world->entities.tables[BL_TABLE_BODY], bl_slot_of(c->body));
    bl_body* body = &bl_bodies(world)[index];
    c->next = body->first_collider;
    body->first_collider = slot + 1;
    if (body->type != BELAY_BODY_DYNAMIC) {
        c->flags |= BL_COLLIDER_ARRIVED;
        body->flags |= BL_BODY_ARRIVED;
    }
    bl_wake_changed_body(world, index);
}

static belay_result create(belay_world* world, bl_collider* c, const unsigned char* block)
{
    BL_TRY(reserve_block(world, block));
    BL_TRY(bl_entity_reserve(world, "belay_collider_create"));
    bl_table* table = &world->entities.tables[BL_TABLE_COLLIDER];
    uint32_t slot = bl_id_pool_next_slot(&world->entities.pool);
    if (!bl_table_reserve(table, slot, &world->def.allocator))
        return bl_fail(world, BELAY_ERROR_MEMORY, "belay_collider_create: no memory for another collider");
    // Nothing can fail from here on.
    store_block(world, c, block);
    c->bounding_radius = bl_collider_bounding_radius(&world->colliders, c);
    c->id = bl_id_pool_create(&world->entities.pool).value;
    join_body(world, c, slot);
    bl_table_add(table, slot, c);
    world->changes++;
    bl_pair_finder_spoil(&world->pair_finder);
    bl_query_index_spoil(&world->query_index);
    return BELAY_OK;
}

// A collider of no body yet, and its block, which the caller frees.
static belay_result prepare(const belay_world* world, const belay_collider_def* def, belay_body_type owner,
                            bl_collider* c, unsigned char** block, belay_error* error)
{
    *block = NULL;
    BL_TRY(check_def(def, owner, error));
    memset(c, 0, sizeof *c); // bytes between the fields too, for snapshots
    c->type = def->shape.type;
    c->material = def->material;
    c->pose = def->pose;
    c->pose.rotation = q_normalize(c->pose.rotation);
    c->density = def->density;
    c->filter = def->filter;
    c->surface_velocity = def->surface_velocity;
    c->flags = (def->is_sensor ? BL_COLLIDER_SENSOR : 0u) | (def->has_persist_events ? BL_COLLIDER_PERSIST_EVENTS : 0u);
    set_numbers(c, &def->shape);
    return build_block(&def->shape, &world->def.allocator, block, error);
}

belay_result belay_collider_create(belay_world* world, belay_body_id body, const belay_collider_def* def,
                                   belay_collider_id* id)
{
    BL_TRY(bl_entity_check(world, "belay_collider_create"));
    uint32_t index;
    BL_TRY(bl_find_index(world, "belay_collider_create", body.value, BL_TABLE_BODY, "body", &index));
    if (def == NULL) return bl_fail(world, BELAY_ERROR_VALUE, "belay_collider_create: def is null; it must be given");
    bl_collider c;
    belay_error error;
    unsigned char* block;
    belay_result result = prepare(world, def, bl_bodies(world)[index].type, &c, &block, &error);
    c.body = body.value;
    result = result == BELAY_OK ? create(world, &c, block) : bl_fail_in(world, "belay_collider_create", &error);
    arrfree(block);
    if (result != BELAY_OK) return result;
    bl_warn_of_collider(world, "belay_collider_create", &c);
    if (id != NULL) id->value = c.id;
    return BELAY_OK;
}

// The body's definition with the mass of its collider, where it is to have one.
static belay_result weigh(const belay_collider_def* collider, belay_body_def* def, belay_error* error)
{
    if (def->type != BELAY_BODY_DYNAMIC) return BELAY_OK;
    if (collider->is_sensor || !(collider->density > 0.0))
        return belay_error_set(
            error, BELAY_ERROR_SHAPE,
            "collider is a sensor or has no density; that of a dynamic body must be solid, with a density above 0");
    belay_mass mass;
    BL_TRY(belay_shape_mass(&collider->shape, collider->density, &mass, error));
    belay_pose pose = {collider->pose.position, q_normalize(collider->pose.rotation)};
    mass = belay_mass_transform(mass, pose);
    def->mass = mass.mass;
    def->center_of_mass = mass.center_of_mass;
    def->inertia = mass.inertia;
    return BELAY_OK;
}

// After the checks; what may still fail is memory, and that of the collider is there before the body is made.
static belay_result create_with_body(belay_world* world, const char* call, const belay_body_def* def, bl_collider* c,
                                     const unsigned char* block, belay_body_id* body)
{
    uint32_t last;
    BL_TRY(reserve_block(world, block));
    if (!bl_id_pool_reserve_two(&world->entities.pool, &world->def.allocator, &last) ||
        !bl_table_reserve(&world->entities.tables[BL_TABLE_COLLIDER], last, &world->def.allocator))
        return bl_fail(world, BELAY_ERROR_MEMORY, "%s: no memory for another collider", call);
    BL_TRY(belay_body_create(world, def, body));
    c->body = body->value;
    return create(world, c, block);
}

static belay_result create_solid(belay_world* world, const char* call, const belay_body_def* def,
                                 const belay_collider_def* collider, belay_body_id* id)
{
    BL_TRY(bl_entity_check(world, call));
    if (def == NULL || collider == NULL)
        return bl_fail(world, BELAY_ERROR_VALUE, "%s: %s is null; it must be given", call,
                       def == NULL ? "def" : "collider");
    uint32_t most = world->def.max_entities;
    if (most != 0 && world->entities.pool.alive + 2 > most)
        return bl_fail(world, BELAY_ERROR_CAPACITY, "%s: of %u entities less than two are free", call, most);
    belay_body_def weighed = *def;
    bl_collider c;
    belay_error error;
    unsigned char* block;
    belay_result result = prepare(world, collider, def->type, &c, &block, &error);
    if (result == BELAY_OK) result = weigh(collider, &weighed, &error);
    belay_body_id body;
    result = result == BELAY_OK ? create_with_body(world, call, &weighed, &c, block, &body)
                                : bl_fail_in(world, call, &error);
    arrfree(block);
    if (result != BELAY_OK) return result;
    bl_warn_of_collider(world, call, &c);
    if (id != NULL) *id = body;
    return BELAY_OK;
}

belay_result belay_body_create_solid(belay_world* world, const belay_body_def* def, const belay_collider_def* collider,
                                     belay_body_id* id)
{
    return create_solid(world, "belay_body_create_solid", def, collider, id);
}

belay_result belay_body_create_static(belay_world* world, belay_pose pose, const belay_collider_def* collider,
                                      belay_body_id* id)
{
    belay_body_def def = belay_body_def_default();
    def.type = BELAY_BODY_STATIC;
    def.pose = pose;
    return create_solid(world, "belay_body_create_static", &def, collider, id);
}

// ------------------------------------------------------------------------------------------------------------------
// Unmaking
// ------------------------------------------------------------------------------------------------------------------

// Closes the hole that a block leaves in shape_bytes.
static void remove_block(belay_world* world, const bl_collider* c)
{
    if (c->shape_size == 0) return;
    size_t end = (size_t)(c->shape_at + c->shape_size), used = (size_t)arrlen(world->colliders.shape_bytes);
    memmove(world->colliders.shape_bytes + c->shape_at, world->colliders.shape_bytes + end, used - end);
    arrsetlen(world->colliders.shape_bytes, used - (size_t)c->shape_size);
    for (uint32_t i = 0; i < bl_collider_count(world); i++) {
        bl_collider* other = &bl_colliders(world)[i];
        if (other->shape_size > 0 && other->shape_at > c->shape_at) other->shape_at -= c->shape_size;
    }
}

// Takes the collider in `slot` out of its body's list.
static void leave_body(belay_world* world, const bl_collider* c, uint32_t slot)
{
    uint32_t index = bl_table_find(&world->entities.tables[BL_TABLE_BODY], bl_slot_of(c->body));
    uint32_t* link = &bl_bodies(world)[index].first_collider;
    while (*link != slot + 1)
        link = &bl_colliders(world)[bl_table_find(&world->entities.tables[BL_TABLE_COLLIDER], *link - 1)].next;
    *link = c->next;
}

// The index of the body of the collider at an index.
static uint32_t body_of(const belay_world* world, uint32_t index)
{
    return bl_table_find(&world->entities.tables[BL_TABLE_BODY], bl_slot_of(bl_colliders(world)[index].body));
}

void bl_collider_remove(belay_world* world, uint32_t slot)
{
    uint32_t index = bl_table_find(&world->entities.tables[BL_TABLE_COLLIDER], slot);
    bl_collider c = bl_colliders(world)[index];
    bl_wake_touching(world, bl_table_find(&world->entities.tables[BL_TABLE_BODY], bl_slot_of(c.body)));
    leave_body(world, &c, slot);
    bl_roster_add(&world->roster, body_of(world, bl_collider_count(world) - 1)); // that one goes to its place
    bl_pair_finder_remove(&world->pair_finder, index, bl_collider_count(world) - 1);
    bl_entity_remove(world, slot);
    bl_query_index_spoil(&world->query_index);
    remove_block(world, &c);
    bl_pair_materials_remove(&world->colliders, c.id);
}

static belay_result find_collider(const belay_world* world, const char* call, belay_collider_id collider,
                                  uint32_t* index)
{
    return bl_find_index((belay_world*)world, call, collider.value, BL_TABLE_COLLIDER, "collider", index);
}

static belay_result find_to_report(const belay_world* world, belay_collider_id collider, const void* answer,
                                   const char* call, uint32_t* index)
{
    return bl_find_to_report(world, call, collider.value, BL_TABLE_COLLIDER, "collider", answer, index);
}

belay_result belay_collider_destroy(belay_world* world, belay_collider_id collider)
{
    BL_TRY(bl_check_unlocked(world, "belay_collider_destroy"));
    uint32_t index;
    BL_TRY(find_collider(world, "belay_collider_destroy", collider, &index));
    bl_collider_remove(world, world->entities.tables[BL_TABLE_COLLIDER].slots[index]);
    return BELAY_OK;
}

// ------------------------------------------------------------------------------------------------------------------
// Settings
// ------------------------------------------------------------------------------------------------------------------

static void wake_owner(belay_world* world, uint32_t index)
{
    bl_wake_touching(
        world, bl_table_find(&world->entities.tables[BL_TABLE_BODY], bl_slot_of(bl_colliders(world)[index].body)));
}

belay_result belay_collider_set_material(belay_world* world, belay_collider_id collider, belay_material material)
{
    uint32_t index;
    BL_TRY(find_collider(world, "belay_collider_set_material", collider, &index));
    belay_error error;
    if (bl_check_material(&error, "material", material) != BELAY_OK)
        return bl_fail_in(world, "belay_collider_set_material", &error);
    bl_colliders(world)[index].material = material;
    wake_owner(world, index);
    return BELAY_OK;
}

belay_result belay_collider_get_material(const belay_world* world, belay_collider_id collider, belay_material* material)
{
    uint32_t index;
    BL_TRY(find_to_report(world, collider, material, "belay_collider_get_material", &index));
    *material = bl_colliders(world)[index].material;
    return BELAY_OK;
}

belay_result belay_collider_set_filter(belay_world* world, belay_collider_id collider, belay_filter filter)
{
    uint32_t index;
    BL_TRY(find_collider(world, "belay_collider_set_filter", collider, &index));
    bl_colliders(world)[index].filter = filter;
    world->memory.is_stirred = true;
    bl_pair_finder_judge_anew(&world->pair_finder, index);
    wake_owner(world, index);
    return BELAY_OK;
}

belay_result belay_collider_get_filter(const belay_world* world, belay_collider_id collider, belay_filter* filter)
{
    uint32_t index;
    BL_TRY(find_to_report(world, collider, filter, "belay_collider_get_filter", &index));
    *filter = bl_colliders(world)[index].filter;
    return BELAY_OK;
}

belay_result belay_collider_set_surface_velocity(belay_world* world, belay_collider_id collider, belay_vec3 velocity)
{
    uint32_t index;
    BL_TRY(find_collider(world, "belay_collider_set_surface_velocity", collider, &index));
    belay_error error;
    if (bl_check_vec3(&error, "velocity", velocity) != BELAY_OK)
        return bl_fail_in(world, "belay_collider_set_surface_velocity", &error);
    bl_colliders(world)[index].surface_velocity = velocity;
    wake_owner(world, index);
    return BELAY_OK;
}

belay_result belay_collider_get_body(const belay_world* world, belay_collider_id collider, belay_body_id* body)
{
    uint32_t index;
    BL_TRY(find_to_report(world, collider, body, "belay_collider_get_body", &index));
    body->value = bl_colliders(world)[index].body;
    return BELAY_OK;
}

belay_result belay_collider_get_type(const belay_world* world, belay_collider_id collider, belay_shape_type* type)
{
    uint32_t index;
    BL_TRY(find_to_report(world, collider, type, "belay_collider_get_type", &index));
    *type = bl_colliders(world)[index].type;
    return BELAY_OK;
}

belay_result belay_collider_get_dropped_triangles(const belay_world* world, belay_collider_id collider, int* count)
{
    uint32_t index;
    BL_TRY(find_to_report(world, collider, count, "belay_collider_get_dropped_triangles", &index));
    const bl_collider* c = &bl_colliders(world)[index];
    if (c->type != BELAY_SHAPE_MESH)
        return bl_fail((belay_world*)world, BELAY_ERROR_COMPONENT, "the collider is a %s, not a mesh",
                       belay_shape_type_name(c->type));
    *count = bl_mesh_dropped_triangles(bl_collider_mesh(&world->colliders, c));
    return BELAY_OK;
}
