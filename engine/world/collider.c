// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "world/checks.h"
#include "world/lifetime.h"

#include "core/alloc.h"

#include <string.h>

belay_collider_def belay_collider_def_sphere(double radius)
{
    belay_collider_def def = {.type = BELAY_SHAPE_SPHERE, .material = belay_material_default()};
    def.shape.sphere.radius = radius;
    return def;
}

belay_collider_def belay_collider_def_plane(belay_vec3 normal, double offset)
{
    belay_collider_def def = {.type = BELAY_SHAPE_PLANE, .material = belay_material_default()};
    def.shape.plane.normal = normal;
    def.shape.plane.offset = offset;
    return def;
}

belay_collider_def belay_collider_def_tube(const belay_vec3* points, int point_count, bool is_closed, double radius)
{
    belay_collider_def def = {.type = BELAY_SHAPE_TUBE, .material = belay_material_default()};
    def.shape.tube.points = points;
    def.shape.tube.point_count = point_count;
    def.shape.tube.is_closed = is_closed;
    def.shape.tube.radius = radius;
    return def;
}

static belay_result set_sphere(bl_collider* c, const belay_sphere* sphere, belay_error* error)
{
    if (sphere->radius == 0.0) return bl_error_set(error, BELAY_ERROR_SHAPE, "sphere.radius is 0; it must be above 0");
    BL_TRY(bl_check_positive(error, "sphere.radius", sphere->radius));
    BL_TRY(bl_check_vec3(error, "sphere.center", sphere->center));
    c->center = sphere->center;
    c->radius = sphere->radius;
    return BELAY_OK;
}

static belay_result set_plane(bl_collider* c, const belay_plane* plane, belay_error* error)
{
    BL_TRY(bl_check_vec3(error, "plane.normal", plane->normal));
    BL_TRY(bl_check_finite(error, "plane.offset", plane->offset));
    double length = v3_length(plane->normal);
    if (!(length > 1e-30))
        return bl_error_set(error, BELAY_ERROR_VALUE, "plane.normal is (%g, %g, %g); it must not be zero",
                            plane->normal.x, plane->normal.y, plane->normal.z);
    c->center = v3_scale(1.0 / length, plane->normal);
    c->radius = plane->offset;
    return BELAY_OK;
}

// Builds the curve behind the others. The array is only lengthened once the curve is good.
static belay_result set_tube(belay_world* world, bl_collider* c, const belay_tube* tube, belay_error* error)
{
    size_t size = bl_curve_storage_size(tube->point_count, tube->is_closed);
    if (size == 0)
        return bl_error_set(error, BELAY_ERROR_SHAPE, "tube.point_count is %d; a %s tube needs at least %d points",
                            tube->point_count, tube->is_closed ? "closed" : "open", tube->is_closed ? 3 : 2);
    if (tube->radius == 0.0) return bl_error_set(error, BELAY_ERROR_SHAPE, "tube.radius is 0; it must be above 0");
    BL_TRY(bl_check_positive(error, "tube.radius", tube->radius));
    size_t used = (size_t)arrlen(world->curve_bytes);
    bool ok = true;
    BL_ARRAY_RESERVE(world->curve_bytes, used + ((size + 7) & ~(size_t)7), &world->def.allocator, &ok);
    if (!ok) return bl_error_set(error, BELAY_ERROR_MEMORY, "no memory for a tube of %d points", tube->point_count);
    bl_curve* curve = (bl_curve*)(void*)(world->curve_bytes + used);
    memset(curve, 0, size); // bytes between the fields too, for snapshots
    BL_TRY(bl_curve_build(curve, tube->points, tube->point_count, tube->is_closed, tube->radius, error));
    c->curve_offset = used;
    c->radius = tube->radius;
    return BELAY_OK;
}

static belay_result set_shape(belay_world* world, bl_collider* c, const belay_collider_def* def, belay_error* error)
{
    switch (def->type) {
    case BELAY_SHAPE_SPHERE:
        return set_sphere(c, &def->shape.sphere, error);
    case BELAY_SHAPE_PLANE:
        return set_plane(c, &def->shape.plane, error);
    case BELAY_SHAPE_TUBE:
        return set_tube(world, c, &def->shape.tube, error);
    case BELAY_SHAPE_TYPE_COUNT:
        break;
    }
    return bl_error_set(error, BELAY_ERROR_VALUE, "collider type is %d", (int)def->type);
}

static belay_result check_owner(belay_world* world, belay_body_id body, const belay_collider_def* def)
{
    uint32_t place;
    BL_TRY(bl_find_place(world, body.value, BL_TABLE_BODY, "body", &place));
    if (def == NULL) return bl_fail(world, BELAY_ERROR_VALUE, "belay_collider_create: def is null");
    belay_error error;
    if (bl_check_material(&error, "material", def->material) != BELAY_OK) return bl_fail_with(world, &error);
    bool needs_still_body = def->type == BELAY_SHAPE_PLANE || def->type == BELAY_SHAPE_TUBE;
    if (needs_still_body && bl_bodies(world)[place].type == BELAY_BODY_DYNAMIC)
        return bl_fail(world, BELAY_ERROR_STATE,
                       "belay_collider_create: planes and tubes need a static or kinematic body");
    return BELAY_OK;
}

belay_result belay_collider_create(belay_world* world, belay_body_id body, const belay_collider_def* def,
                                   belay_collider_id* id)
{
    BL_TRY(bl_entity_check(world, "belay_collider_create"));
    BL_TRY(check_owner(world, body, def));
    bl_collider c = {0};
    c.type = def->type;
    c.body = body.value;
    c.material = def->material;
    belay_error error;
    if (set_shape(world, &c, def, &error) != BELAY_OK) return bl_fail_with(world, &error);
    BL_TRY(bl_entity_reserve(world, "belay_collider_create"));
    bl_table* table = &world->tables[BL_TABLE_COLLIDER];
    uint32_t slot = bl_id_pool_next_slot(&world->entities);
    if (!bl_table_reserve(table, slot, &world->def.allocator))
        return bl_fail(world, BELAY_ERROR_MEMORY, "belay_collider_create: no memory for another collider");
    // Nothing can fail from here on.
    if (c.type == BELAY_SHAPE_TUBE) {
        size_t size = bl_collider_curve(world, &c)->storage_size;
        arrsetlen(world->curve_bytes, c.curve_offset + ((size + 7) & ~(size_t)7));
    }
    c.id = bl_id_pool_create(&world->entities).value;
    bl_table_add(table, slot, &c);
    if (id != NULL) id->value = c.id;
    return BELAY_OK;
}

// Closes the hole that a curve leaves in curve_bytes.
static void remove_curve(belay_world* world, const bl_collider* c)
{
    size_t size = (bl_collider_curve(world, c)->storage_size + 7) & ~(size_t)7;
    size_t end = (size_t)c->curve_offset + size;
    size_t used = (size_t)arrlen(world->curve_bytes);
    memmove(world->curve_bytes + c->curve_offset, world->curve_bytes + end, used - end);
    arrsetlen(world->curve_bytes, used - size);
    for (uint32_t i = 0; i < bl_collider_count(world); i++) {
        bl_collider* other = &bl_colliders(world)[i];
        if (other->type == BELAY_SHAPE_TUBE && other->curve_offset > c->curve_offset) other->curve_offset -= size;
    }
}

static void remove_pair_materials(belay_world* world, uint64_t collider)
{
    ptrdiff_t kept = 0;
    for (ptrdiff_t i = 0; i < arrlen(world->pair_materials); i++) {
        bl_pair_material p = world->pair_materials[i];
        if (p.a != collider && p.b != collider) world->pair_materials[kept++] = p;
    }
    if (world->pair_materials != NULL) arrsetlen(world->pair_materials, (size_t)kept);
}

void bl_collider_remove(belay_world* world, uint32_t slot)
{
    bl_collider c = bl_colliders(world)[bl_table_find(&world->tables[BL_TABLE_COLLIDER], slot)];
    bl_entity_remove(world, slot);
    if (c.type == BELAY_SHAPE_TUBE) remove_curve(world, &c);
    remove_pair_materials(world, c.id);
}

static belay_result find_collider(const belay_world* world, belay_collider_id collider, uint32_t* place)
{
    return bl_find_place((belay_world*)world, collider.value, BL_TABLE_COLLIDER, "collider", place);
}

belay_result belay_collider_destroy(belay_world* world, belay_collider_id collider)
{
    BL_TRY(bl_check_unlocked(world, "belay_collider_destroy"));
    uint32_t place;
    BL_TRY(find_collider(world, collider, &place));
    bl_collider_remove(world, world->tables[BL_TABLE_COLLIDER].slots[place]);
    return BELAY_OK;
}

belay_result belay_collider_set_material(belay_world* world, belay_collider_id collider, belay_material material)
{
    uint32_t place;
    BL_TRY(find_collider(world, collider, &place));
    belay_error error;
    if (bl_check_material(&error, "material", material) != BELAY_OK) return bl_fail_with(world, &error);
    bl_colliders(world)[place].material = material;
    return BELAY_OK;
}

belay_result belay_collider_get_material(const belay_world* world, belay_collider_id collider, belay_material* material)
{
    uint32_t place;
    BL_TRY(find_collider(world, collider, &place));
    if (material == NULL)
        return bl_fail((belay_world*)world, BELAY_ERROR_VALUE, "belay_collider_get_material: material is null");
    *material = bl_colliders(world)[place].material;
    return BELAY_OK;
}

// The place of the pair (a, b), a < b, in the sorted list, or where it would be.
static size_t pair_place(const belay_world* world, uint64_t a, uint64_t b)
{
    size_t low = 0, high = (size_t)arrlen(world->pair_materials);
    while (low < high) {
        size_t middle = (low + high) / 2;
        const bl_pair_material* p = &world->pair_materials[middle];
        if (p->a < a || (p->a == a && p->b < b))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_pair_at(const belay_world* world, size_t place, uint64_t a, uint64_t b)
{
    return place < (size_t)arrlen(world->pair_materials) && world->pair_materials[place].a == a &&
           world->pair_materials[place].b == b;
}

// Checks both handles and puts them in order.
static belay_result find_pair(belay_world* world, belay_collider_id* a, belay_collider_id* b)
{
    uint32_t place;
    BL_TRY(find_collider(world, *a, &place));
    BL_TRY(find_collider(world, *b, &place));
    if (a->value == b->value) return bl_fail(world, BELAY_ERROR_VALUE, "the two colliders of the pair are the same");
    if (a->value > b->value) {
        belay_collider_id swap = *a;
        *a = *b;
        *b = swap;
    }
    return BELAY_OK;
}

belay_result belay_pair_set_material(belay_world* world, belay_collider_id a, belay_collider_id b,
                                     belay_material material)
{
    BL_TRY(find_pair(world, &a, &b));
    belay_error error;
    if (bl_check_material(&error, "material", material) != BELAY_OK) return bl_fail_with(world, &error);
    bool ok = true;
    BL_ARRAY_RESERVE(world->pair_materials, arrlen(world->pair_materials) + 1, &world->def.allocator, &ok);
    if (!ok) return bl_fail(world, BELAY_ERROR_MEMORY, "belay_pair_set_material: no memory for another pair");
    size_t place = pair_place(world, a.value, b.value);
    bl_pair_material p = {a.value, b.value, material};
    if (!is_pair_at(world, place, a.value, b.value)) {
        arrput(world->pair_materials, p);
        for (size_t i = (size_t)arrlen(world->pair_materials) - 1; i > place; i--)
            world->pair_materials[i] = world->pair_materials[i - 1];
    }
    world->pair_materials[place] = p;
    return BELAY_OK;
}

belay_result belay_pair_clear_material(belay_world* world, belay_collider_id a, belay_collider_id b)
{
    BL_TRY(find_pair(world, &a, &b));
    size_t place = pair_place(world, a.value, b.value);
    if (is_pair_at(world, place, a.value, b.value)) arrdel(world->pair_materials, place);
    return BELAY_OK;
}

belay_material bl_pair_material_of(const belay_world* world, const bl_collider* a, const bl_collider* b)
{
    uint64_t first = a->id < b->id ? a->id : b->id, second = a->id < b->id ? b->id : a->id;
    if (world->pair_materials != NULL) {
        size_t place = pair_place(world, first, second);
        if (is_pair_at(world, place, first, second)) return world->pair_materials[place].material;
    }
    belay_material m = {sqrt(a->material.friction * b->material.friction),
                        fmax(a->material.restitution, b->material.restitution)};
    return m;
}
