// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What has arrays: colliders and rods of a scene. They are copied into the scene's pools.

#include "belay/result.h"
#include "scene/scene_internal.h"

#include <string.h>

#define NONE SIZE_MAX

// How much of each pool something takes.
typedef struct need {
    size_t points, indices, numbers;
} need;

static belay_result refuse_array(const char* call, const char* name, int count, belay_error* error)
{
    return belay_error_set(error, BELAY_ERROR_VALUE, "%s: %s is null or %d long; it must hold at least one", call, name,
                           count);
}

static bool is_array(const void* array, int count)
{
    return array != NULL && count > 0;
}

static bool reserve(belay_scene* scene, need n)
{
    bool ok = true;
    if (n.points > 0) BL_ARRAY_RESERVE_RAW(scene->points, arrlenu(scene->points) + n.points, &scene->allocator, &ok);
    if (n.indices > 0)
        BL_ARRAY_RESERVE_RAW(scene->indices, arrlenu(scene->indices) + n.indices, &scene->allocator, &ok);
    if (n.numbers > 0)
        BL_ARRAY_RESERVE_RAW(scene->numbers, arrlenu(scene->numbers) + n.numbers, &scene->allocator, &ok);
    return ok;
}

static size_t put_points(belay_scene* scene, const belay_vec3* points, size_t count)
{
    size_t at = arrlenu(scene->points);
    memcpy(arraddnptr(scene->points, count), points, count * sizeof *points);
    return at;
}

static size_t put_indices(belay_scene* scene, const int32_t* indices, size_t count)
{
    size_t at = arrlenu(scene->indices);
    memcpy(arraddnptr(scene->indices, count), indices, count * sizeof *indices);
    return at;
}

static size_t put_numbers(belay_scene* scene, const double* numbers, size_t count)
{
    size_t at = arrlenu(scene->numbers);
    memcpy(arraddnptr(scene->numbers, count), numbers, count * sizeof *numbers);
    return at;
}

// ---------------------------------------------------------------------------------------------------------------------
// Colliders
// ---------------------------------------------------------------------------------------------------------------------

static belay_result measure_shape(const belay_shape* s, const char* call, need* n, belay_error* error)
{
    *n = (need){0};
    switch (s->type) {
    case BELAY_SHAPE_TUBE:
        if (!is_array(s->tube.points, s->tube.point_count))
            return refuse_array(call, "shape.tube.points", s->tube.point_count, error);
        n->points = (size_t)s->tube.point_count;
        return BELAY_OK;
    case BELAY_SHAPE_HULL:
        if (!is_array(s->hull.points, s->hull.point_count))
            return refuse_array(call, "shape.hull.points", s->hull.point_count, error);
        n->points = (size_t)s->hull.point_count;
        return BELAY_OK;
    case BELAY_SHAPE_MESH:
        if (!is_array(s->mesh.vertices, s->mesh.vertex_count))
            return refuse_array(call, "shape.mesh.vertices", s->mesh.vertex_count, error);
        if (!is_array(s->mesh.indices, s->mesh.triangle_count))
            return refuse_array(call, "shape.mesh.indices", s->mesh.triangle_count, error);
        n->points = (size_t)s->mesh.vertex_count;
        n->indices = 3 * (size_t)s->mesh.triangle_count;
        return BELAY_OK;
    case BELAY_SHAPE_HEIGHT_FIELD: {
        int columns = s->height_field.column_count, rows = s->height_field.row_count;
        if (!is_array(s->height_field.heights, columns) || rows < 1)
            return refuse_array(call, "shape.height_field.heights", columns < 1 ? columns : rows, error);
        n->numbers = (size_t)columns * (size_t)rows;
        return BELAY_OK;
    }
    default:
        if ((unsigned)s->type < BELAY_SHAPE_TYPE_COUNT) return BELAY_OK;
        return belay_error_set(error, BELAY_ERROR_VALUE, "%s: shape.type is %d; there is no such shape", call,
                               (int)s->type);
    }
}

// The pools have room.
static void take_shape(belay_scene* scene, bl_scene_collider* c, need n)
{
    belay_shape* s = &c->def.shape;
    if (s->type == BELAY_SHAPE_TUBE) {
        c->points_at = put_points(scene, s->tube.points, n.points);
        s->tube.points = NULL;
    } else if (s->type == BELAY_SHAPE_HULL) {
        c->points_at = put_points(scene, s->hull.points, n.points);
        s->hull.points = NULL;
    } else if (s->type == BELAY_SHAPE_MESH) {
        c->points_at = put_points(scene, s->mesh.vertices, n.points);
        c->indices_at = put_indices(scene, s->mesh.indices, n.indices);
        s->mesh.vertices = NULL;
        s->mesh.indices = NULL;
    } else if (s->type == BELAY_SHAPE_HEIGHT_FIELD) {
        c->numbers_at = put_numbers(scene, s->height_field.heights, n.numbers);
        s->height_field.heights = NULL;
    }
}

belay_result belay_scene_add_collider(belay_scene* scene, const belay_collider_def* def, belay_error* error)
{
    const char* call = "belay_scene_add_collider";
    if (scene == NULL) return belay_error_set(error, BELAY_ERROR_VALUE, "%s: scene is null", call);
    if (def == NULL) return belay_error_set(error, BELAY_ERROR_VALUE, "%s: def is null", call);
    if (arrlen(scene->bodies) == 0)
        return belay_error_set(error, BELAY_ERROR_VALUE, "%s: there is no body for it", call);
    need n;
    belay_result result = measure_shape(&def->shape, call, &n, error);
    if (result != BELAY_OK) return result;
    bool ok = reserve(scene, n);
    BL_ARRAY_RESERVE(scene->colliders, arrlen(scene->colliders) + 1, &scene->allocator, &ok);
    if (!ok) return bl_scene_no_memory(error);
    bl_scene_collider c = {*def, 0, 0, 0, scene->line};
    take_shape(scene, &c, n);
    arrput(scene->colliders, c);
    arrlast(scene->bodies).body.collider_count++;
    scene->is_checked = false;
    return BELAY_OK;
}

bool belay_scene_get_collider(const belay_scene* scene, int32_t number, belay_collider_def* def)
{
    if (def == NULL || number < 0 || number >= belay_scene_get_counts(scene).colliders) return false;
    const bl_scene_collider* c = &scene->colliders[number];
    *def = c->def;
    belay_shape* s = &def->shape;
    if (s->type == BELAY_SHAPE_TUBE) s->tube.points = scene->points + c->points_at;
    if (s->type == BELAY_SHAPE_HULL) s->hull.points = scene->points + c->points_at;
    if (s->type == BELAY_SHAPE_MESH) {
        s->mesh.vertices = scene->points + c->points_at;
        s->mesh.indices = scene->indices + c->indices_at;
    }
    if (s->type == BELAY_SHAPE_HEIGHT_FIELD) s->height_field.heights = scene->numbers + c->numbers_at;
    return true;
}

// ---------------------------------------------------------------------------------------------------------------------
// Rods
// ---------------------------------------------------------------------------------------------------------------------

belay_result bl_scene_add_rod(belay_scene* scene, const belay_scene_rod* rod, const char* call, belay_error* error)
{
    const belay_rod_def* def = &rod->def;
    if (def->element_count < 2 || def->element_count > 4096)
        return belay_error_set(error, BELAY_ERROR_VALUE, "%s: element_count is %d; it must be 2 to 4096", call,
                               def->element_count);
    size_t elements = (size_t)def->element_count;
    size_t points = (def->nodes != NULL ? 1u : 0u) + (def->rest_nodes != NULL ? 1u : 0u);
    size_t lists = (def->twist != NULL ? 1u : 0u) + (def->rest_twist != NULL ? 1u : 0u);
    need n = {(elements + 1) * points, 0, elements * lists};

    bool ok = reserve(scene, n);
    BL_ARRAY_RESERVE(scene->rods, arrlen(scene->rods) + 1, &scene->allocator, &ok);
    if (!ok) return bl_scene_no_memory(error);
    bl_scene_rod_record r = {*rod, NONE, NONE, NONE, NONE, scene->line};
    if (def->nodes != NULL) r.nodes_at = put_points(scene, def->nodes, elements + 1);
    if (def->rest_nodes != NULL) r.rest_nodes_at = put_points(scene, def->rest_nodes, elements + 1);
    if (def->twist != NULL) r.twist_at = put_numbers(scene, def->twist, elements);
    if (def->rest_twist != NULL) r.rest_twist_at = put_numbers(scene, def->rest_twist, elements);
    r.rod.def.nodes = r.rod.def.rest_nodes = NULL;
    r.rod.def.twist = r.rod.def.rest_twist = NULL;
    r.rod.first_attachment = (int32_t)arrlen(scene->attachments);
    r.rod.attachment_count = 0;
    arrput(scene->rods, r);
    scene->is_checked = false;
    return BELAY_OK;
}

bool belay_scene_get_rod(const belay_scene* scene, int32_t number, belay_scene_rod* rod)
{
    if (rod == NULL || number < 0 || number >= belay_scene_get_counts(scene).rods) return false;
    const bl_scene_rod_record* r = &scene->rods[number];
    *rod = r->rod;
    if (r->nodes_at != NONE) rod->def.nodes = scene->points + r->nodes_at;
    if (r->rest_nodes_at != NONE) rod->def.rest_nodes = scene->points + r->rest_nodes_at;
    if (r->twist_at != NONE) rod->def.twist = scene->numbers + r->twist_at;
    if (r->rest_twist_at != NONE) rod->def.rest_twist = scene->numbers + r->rest_twist_at;
    return true;
}
