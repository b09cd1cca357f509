// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "geometry/shape_check.h"

#include "core/error.h"
#include "geometry/curve.h"
#include "math/vec.h"

#include <limits.h>
#include <stddef.h>
#include <stdio.h>

#define LARGEST_NUMBER 1e30 // the tenth power of what is below it is still finite

const char* belay_shape_type_name(belay_shape_type type)
{
    static const char* const names[BELAY_SHAPE_TYPE_COUNT] = {"sphere",   "plane", "tube", "capsule", "box",
                                                              "cylinder", "cone",  "hull", "mesh",    "height field"};
    return (unsigned)type < BELAY_SHAPE_TYPE_COUNT ? names[type] : "unknown shape";
}

static bool is_usable(double x)
{
    return isfinite(x) && fabs(x) <= LARGEST_NUMBER;
}

static belay_result check_usable(belay_error* error, const char* name, double value)
{
    if (is_usable(value)) return BELAY_OK;
    return bl_error_set(error, BELAY_ERROR_VALUE, "%s is %g; it must be finite and at most 1e30 in size", name, value);
}

static belay_result check_size(belay_error* error, const char* name, double value)
{
    belay_result result = check_usable(error, name, value);
    if (result != BELAY_OK) return result;
    if (value == 0.0) return bl_error_set(error, BELAY_ERROR_SHAPE, "%s is 0; it must be above 0", name);
    if (value < 1.0 / LARGEST_NUMBER)
        return bl_error_set(error, BELAY_ERROR_VALUE, "%s is %g; it must be above 0 (1e-30)", name, value);
    if (value >= BL_SHAPE_SMALLEST && value <= BL_SHAPE_LARGEST) return BELAY_OK;
    return bl_error_set(error, BELAY_ERROR_SHAPE, "%s is %g; it must be from %g to %g m", name, value,
                        BL_SHAPE_SMALLEST, BL_SHAPE_LARGEST);
}

static belay_result check_point(belay_error* error, const char* name, belay_vec3 p)
{
    belay_result code = BELAY_OK;
    if (!is_usable(p.x) || !is_usable(p.y) || !is_usable(p.z))
        code = BELAY_ERROR_VALUE;
    else if (fmax(fabs(p.x), fmax(fabs(p.y), fabs(p.z))) > BL_SHAPE_LARGEST)
        code = BELAY_ERROR_SHAPE;
    if (code == BELAY_OK) return BELAY_OK;
    return bl_error_set(error, code, "%s is (%g, %g, %g); it must be finite and at most %g m in size", name, p.x, p.y,
                        p.z, BL_SHAPE_LARGEST);
}

static belay_result check_points(belay_error* error, const char* name, const belay_vec3* points, int count)
{
    for (int i = 0; i < count; i++) {
        if (check_point(NULL, name, points[i]) == BELAY_OK) continue;
        char place[64];
        snprintf(place, sizeof place, "%s[%d]", name, i);
        return check_point(error, place, points[i]);
    }
    return BELAY_OK;
}

static belay_result check_pointer(belay_error* error, const char* name, const void* pointer)
{
    return pointer != NULL ? BELAY_OK : bl_error_set(error, BELAY_ERROR_VALUE, "%s is null", name);
}

static belay_result check_count(belay_error* error, const char* name, int count, int least)
{
    if (count >= least) return BELAY_OK;
    return bl_error_set(error, count < 0 ? BELAY_ERROR_VALUE : BELAY_ERROR_SHAPE, "%s is %d; it must be at least %d",
                        name, count, least);
}

static belay_result check_sphere(const belay_sphere* sphere, belay_error* error)
{
    belay_result result = check_size(error, "sphere.radius", sphere->radius);
    return result == BELAY_OK ? check_point(error, "sphere.center", sphere->center) : result;
}

static belay_result check_plane(const belay_plane* plane, belay_error* error)
{
    belay_vec3 n = plane->normal;
    bool is_good = is_usable(n.x) && is_usable(n.y) && is_usable(n.z) && v3_length(n) > 1.0 / LARGEST_NUMBER;
    if (!is_good)
        return bl_error_set(error, BELAY_ERROR_VALUE,
                            "plane.normal is (%g, %g, %g); it must be finite, at most 1e30 in size and not zero", n.x,
                            n.y, n.z);
    return check_usable(error, "plane.offset", plane->offset);
}

static belay_result check_tube(const belay_tube* tube, belay_error* error)
{
    if (tube->points == NULL) return bl_error_set(error, BELAY_ERROR_SHAPE, "tube.points is null");
    if (bl_curve_storage_size(tube->point_count, tube->is_closed) == 0)
        return bl_error_set(error, BELAY_ERROR_SHAPE, "tube.point_count is %d; a %s tube needs %d to %d points",
                            tube->point_count, tube->is_closed ? "closed" : "open", tube->is_closed ? 3 : 2,
                            BL_CURVE_MAX_POINTS);
    return check_size(error, "tube.radius", tube->radius);
}

static belay_result check_capsule(const belay_capsule* capsule, belay_error* error)
{
    belay_result result = check_size(error, "capsule.radius", capsule->radius);
    if (result == BELAY_OK) result = check_usable(error, "capsule.length", capsule->length);
    if (result != BELAY_OK) return result;
    if (capsule->length >= 0.0 && capsule->length <= BL_SHAPE_LARGEST) return BELAY_OK;
    return bl_error_set(error, capsule->length < 0.0 ? BELAY_ERROR_VALUE : BELAY_ERROR_SHAPE,
                        "capsule.length is %g; it must be from 0 to %g m", capsule->length, BL_SHAPE_LARGEST);
}

static belay_result check_box(const belay_box* box, belay_error* error)
{
    belay_result result = check_size(error, "box.size.x", box->size.x);
    if (result == BELAY_OK) result = check_size(error, "box.size.y", box->size.y);
    return result == BELAY_OK ? check_size(error, "box.size.z", box->size.z) : result;
}

static belay_result check_cylinder(const belay_cylinder* cylinder, belay_error* error)
{
    belay_result result = check_size(error, "cylinder.height", cylinder->height);
    return result == BELAY_OK ? check_size(error, "cylinder.radius", cylinder->radius) : result;
}

static belay_result check_cone(const belay_cone* cone, belay_error* error)
{
    belay_result result = check_size(error, "cone.height", cone->height);
    return result == BELAY_OK ? check_size(error, "cone.radius", cone->radius) : result;
}

static belay_result check_hull(const belay_hull* hull, belay_error* error)
{
    belay_result result = check_pointer(error, "hull.points", hull->points);
    if (result == BELAY_OK) result = check_count(error, "hull.point_count", hull->point_count, 4);
    return result == BELAY_OK ? check_points(error, "hull.points", hull->points, hull->point_count) : result;
}

static belay_result check_indices(const belay_mesh* mesh, belay_error* error)
{
    for (size_t i = 0; i < 3 * (size_t)mesh->triangle_count; i++) {
        int32_t index = mesh->indices[i];
        if (index < 0 || index >= mesh->vertex_count)
            return bl_error_set(error, BELAY_ERROR_VALUE, "mesh.indices[%zu] is %d; it must be from 0 to %d", i,
                                (int)index, mesh->vertex_count - 1);
    }
    return BELAY_OK;
}

static belay_result check_mesh(const belay_mesh* mesh, belay_error* error)
{
    belay_result result = check_pointer(error, "mesh.vertices", mesh->vertices);
    if (result == BELAY_OK) result = check_pointer(error, "mesh.indices", mesh->indices);
    if (result == BELAY_OK) result = check_count(error, "mesh.vertex_count", mesh->vertex_count, 3);
    if (result == BELAY_OK) result = check_count(error, "mesh.triangle_count", mesh->triangle_count, 1);
    if (result == BELAY_OK) result = check_points(error, "mesh.vertices", mesh->vertices, mesh->vertex_count);
    return result == BELAY_OK ? check_indices(mesh, error) : result;
}

static belay_result check_heights(const belay_height_field* field, belay_error* error)
{
    size_t count = (size_t)field->column_count * (size_t)field->row_count;
    for (size_t i = 0; i < count; i++) {
        double height = field->heights[i];
        if (is_usable(height) && fabs(height) <= BL_SHAPE_LARGEST) continue;
        return bl_error_set(error, is_usable(height) ? BELAY_ERROR_SHAPE : BELAY_ERROR_VALUE,
                            "height_field.heights[%zu] is %g; it must be finite and at most %g m in size", i, height,
                            BL_SHAPE_LARGEST);
    }
    return BELAY_OK;
}

static belay_result check_grid(const belay_height_field* field, belay_error* error)
{
    int64_t triangles = 2 * (int64_t)(field->column_count - 1) * (int64_t)(field->row_count - 1);
    if (triangles > INT_MAX)
        return bl_error_set(error, BELAY_ERROR_SHAPE,
                            "height_field.column_count is %d and row_count %d; at most %d triangles",
                            field->column_count, field->row_count, INT_MAX);
    belay_result result = check_size(error, "height_field.spacing_x", field->spacing_x);
    return result == BELAY_OK ? check_size(error, "height_field.spacing_y", field->spacing_y) : result;
}

static belay_result check_height_field(const belay_height_field* field, belay_error* error)
{
    belay_result result = check_pointer(error, "height_field.heights", field->heights);
    if (result == BELAY_OK) result = check_count(error, "height_field.column_count", field->column_count, 2);
    if (result == BELAY_OK) result = check_count(error, "height_field.row_count", field->row_count, 2);
    if (result == BELAY_OK) result = check_grid(field, error);
    return result == BELAY_OK ? check_heights(field, error) : result;
}

belay_result bl_shape_check(const belay_shape* shape, belay_error* error)
{
    if (shape == NULL) return bl_error_set(error, BELAY_ERROR_VALUE, "shape is null");
    switch (shape->type) {
    case BELAY_SHAPE_SPHERE:
        return check_sphere(&shape->sphere, error);
    case BELAY_SHAPE_PLANE:
        return check_plane(&shape->plane, error);
    case BELAY_SHAPE_TUBE:
        return check_tube(&shape->tube, error);
    case BELAY_SHAPE_CAPSULE:
        return check_capsule(&shape->capsule, error);
    case BELAY_SHAPE_BOX:
        return check_box(&shape->box, error);
    case BELAY_SHAPE_CYLINDER:
        return check_cylinder(&shape->cylinder, error);
    case BELAY_SHAPE_CONE:
        return check_cone(&shape->cone, error);
    case BELAY_SHAPE_HULL:
        return check_hull(&shape->hull, error);
    case BELAY_SHAPE_MESH:
        return check_mesh(&shape->mesh, error);
    case BELAY_SHAPE_HEIGHT_FIELD:
        return check_height_field(&shape->height_field, error);
    case BELAY_SHAPE_TYPE_COUNT:
        break;
    }
    return bl_error_set(error, BELAY_ERROR_VALUE, "shape.type is %d; it must be from 0 to %d", (int)shape->type,
                        (int)BELAY_SHAPE_TYPE_COUNT - 1);
}
