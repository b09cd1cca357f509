// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What a shape's numbers may be, field by field, and that the message names the field and its value.

#include "belay/vec.h"
#include "geometry/shape_check.h"

#include <criterion/criterion.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

static const belay_vec3 points[] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
static const int32_t indices[] = {0, 1, 2, 0, 3, 1};
static const double heights[] = {0.0, 0.1, 0.2, 0.3, 0.4, 0.5};

static belay_shape good_shape(belay_shape_type type)
{
    belay_shape s = {.type = type};
    if (type == BELAY_SHAPE_SPHERE) s.sphere = (belay_sphere){{0.0, 0.0, 0.0}, 1.0};
    if (type == BELAY_SHAPE_PLANE) s.plane = (belay_plane){{0.0, 0.0, 1.0}, 0.0};
    if (type == BELAY_SHAPE_TUBE) s.tube = (belay_tube){points, 2, false, 0.1};
    if (type == BELAY_SHAPE_CAPSULE) s.capsule = (belay_capsule){1.0, 1.0};
    if (type == BELAY_SHAPE_BOX) s.box = (belay_box){{1.0, 1.0, 1.0}};
    if (type == BELAY_SHAPE_CYLINDER) s.cylinder = (belay_cylinder){1.0, 1.0};
    if (type == BELAY_SHAPE_CONE) s.cone = (belay_cone){1.0, 1.0};
    if (type == BELAY_SHAPE_ELLIPSOID) s.ellipsoid = (belay_ellipsoid){{1.0, 1.0, 1.0}};
    if (type == BELAY_SHAPE_HULL) s.hull = (belay_hull){points, 4};
    if (type == BELAY_SHAPE_MESH) s.mesh = (belay_mesh){points, 4, indices, 2};
    if (type == BELAY_SHAPE_HEIGHT_FIELD) s.height_field = (belay_height_field){heights, 3, 2, 1.0, 1.0};
    return s;
}

static void check(const belay_shape* shape, belay_result code, const char* text)
{
    belay_error error = {BELAY_OK, ""};
    cr_assert_eq(bl_shape_check(shape, &error), code, "%s: \"%s\"", text, error.message);
    if (code == BELAY_OK) return;
    cr_assert_eq(error.code, code);
    cr_assert_not_null(strstr(error.message, text), "\"%s\" does not say \"%s\"", error.message, text);
    cr_assert_eq(bl_shape_check(shape, NULL), code);
}

Test(shape_check, every_type_has_a_good_shape_and_a_name)
{
    for (int type = 0; type < BELAY_SHAPE_TYPE_COUNT; type++) {
        belay_shape s = good_shape((belay_shape_type)type);
        check(&s, BELAY_OK, "");
        cr_assert_str_neq(belay_shape_type_name((belay_shape_type)type), "unknown shape");
        for (int other = 0; other < type; other++)
            cr_assert_str_neq(belay_shape_type_name((belay_shape_type)type),
                              belay_shape_type_name((belay_shape_type)other));
    }
    cr_assert_str_eq(belay_shape_type_name(BELAY_SHAPE_TYPE_COUNT), "unknown shape");
    cr_assert_str_eq(belay_shape_type_name((belay_shape_type)-1), "unknown shape");
}

Test(shape_check, refuses_unknown_types_and_null)
{
    belay_shape s = good_shape(BELAY_SHAPE_BOX);
    check(NULL, BELAY_ERROR_VALUE, "shape is null");
    s.type = (belay_shape_type)57;
    check(&s, BELAY_ERROR_VALUE, "shape.type is 57");
    s.type = (belay_shape_type)-1;
    check(&s, BELAY_ERROR_VALUE, "shape.type is -1");
}

typedef struct field {
    belay_shape_type type;
    const char* name;
    size_t at; // of a double in belay_shape
} field;

static const field sizes[] = {
    {BELAY_SHAPE_SPHERE, "sphere.radius", offsetof(belay_shape, sphere.radius)},
    {BELAY_SHAPE_TUBE, "tube.radius", offsetof(belay_shape, tube.radius)},
    {BELAY_SHAPE_CAPSULE, "capsule.radius", offsetof(belay_shape, capsule.radius)},
    {BELAY_SHAPE_BOX, "box.size.x", offsetof(belay_shape, box.size.x)},
    {BELAY_SHAPE_BOX, "box.size.y", offsetof(belay_shape, box.size.y)},
    {BELAY_SHAPE_BOX, "box.size.z", offsetof(belay_shape, box.size.z)},
    {BELAY_SHAPE_CYLINDER, "cylinder.height", offsetof(belay_shape, cylinder.height)},
    {BELAY_SHAPE_CYLINDER, "cylinder.radius", offsetof(belay_shape, cylinder.radius)},
    {BELAY_SHAPE_CONE, "cone.height", offsetof(belay_shape, cone.height)},
    {BELAY_SHAPE_CONE, "cone.radius", offsetof(belay_shape, cone.radius)},
    {BELAY_SHAPE_ELLIPSOID, "ellipsoid.semi_axes.x", offsetof(belay_shape, ellipsoid.semi_axes.x)},
    {BELAY_SHAPE_ELLIPSOID, "ellipsoid.semi_axes.y", offsetof(belay_shape, ellipsoid.semi_axes.y)},
    {BELAY_SHAPE_ELLIPSOID, "ellipsoid.semi_axes.z", offsetof(belay_shape, ellipsoid.semi_axes.z)},
    {BELAY_SHAPE_HEIGHT_FIELD, "height_field.spacing_x", offsetof(belay_shape, height_field.spacing_x)},
    {BELAY_SHAPE_HEIGHT_FIELD, "height_field.spacing_y", offsetof(belay_shape, height_field.spacing_y)},
};

static void check_number(const field* f, double value, belay_result code)
{
    char text[64];
    belay_shape s = good_shape(f->type);
    memcpy((unsigned char*)&s + f->at, &value, sizeof value);
    snprintf(text, sizeof text, "%s is %g", f->name, value);
    check(&s, code, text);
}

Test(shape_check, sizes)
{
    const double wrong[] = {(double)NAN, HUGE_VAL, -HUGE_VAL, -1.0, -1e-300, 1e-310, 1e31, 1e300};
    const double degenerate[] = {0.0, -0.0, 1e-30, 0.99e-9, 1.01e9, 1e30}, good[] = {1e-9, 1.0, 1e9};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
            check_number(&sizes[i], wrong[k], BELAY_ERROR_VALUE);
        for (size_t k = 2; k < sizeof degenerate / sizeof *degenerate; k++)
            check_number(&sizes[i], degenerate[k], BELAY_ERROR_SHAPE);
        // Of an ellipsoid's semi-axes one alone may not be so far from the others.
        for (size_t k = 0; k < sizeof good / sizeof *good && sizes[i].type != BELAY_SHAPE_ELLIPSOID; k++)
            check_number(&sizes[i], good[k], BELAY_OK);
        belay_shape s = good_shape(sizes[i].type);
        for (size_t k = 0; k < 2; k++) {
            memcpy((unsigned char*)&s + sizes[i].at, &degenerate[k], sizeof *degenerate);
            check(&s, BELAY_ERROR_SHAPE, "is 0; it must be above 0");
        }
    }
}

Test(shape_check, length_of_a_capsule)
{
    const field f = {BELAY_SHAPE_CAPSULE, "capsule.length", offsetof(belay_shape, capsule.length)};
    const double wrong[] = {(double)NAN, HUGE_VAL, -1.0, -1e-300}, good[] = {0.0, 1e-300, 1.0, 1e9};
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
        check_number(&f, wrong[k], BELAY_ERROR_VALUE);
    for (size_t k = 0; k < sizeof good / sizeof *good; k++)
        check_number(&f, good[k], BELAY_OK);
    check_number(&f, 1.01e9, BELAY_ERROR_SHAPE);
}

Test(shape_check, centre_of_a_sphere)
{
    belay_shape s = good_shape(BELAY_SHAPE_SPHERE);
    s.sphere.center.y = -1e9;
    check(&s, BELAY_OK, "");
    s.sphere.center.y = -1.5e9;
    check(&s, BELAY_ERROR_SHAPE, "sphere.center is (0, -1.5e+09, 0)");
    s.sphere.center.y = (double)NAN;
    check(&s, BELAY_ERROR_VALUE, "sphere.center is (0, nan, 0)");
}

Test(shape_check, planes)
{
    belay_shape s = good_shape(BELAY_SHAPE_PLANE);
    s.plane.normal = v3(0.0, -1e-6, 1e6);
    check(&s, BELAY_OK, "");
    s.plane.normal = v3_zero();
    check(&s, BELAY_ERROR_VALUE, "plane.normal is (0, 0, 0)");
    s.plane.normal.x = HUGE_VAL;
    check(&s, BELAY_ERROR_VALUE, "plane.normal is (inf, 0, 0)");
    s = good_shape(BELAY_SHAPE_PLANE);
    s.plane.offset = -HUGE_VAL;
    check(&s, BELAY_ERROR_VALUE, "plane.offset is -inf");
}

Test(shape_check, tubes)
{
    belay_shape s = good_shape(BELAY_SHAPE_TUBE);
    s.tube.point_count = 1;
    check(&s, BELAY_ERROR_SHAPE, "tube.point_count is 1");
    s.tube.point_count = INT_MIN;
    check(&s, BELAY_ERROR_SHAPE, "tube.point_count is -2147483648");
    s.tube.point_count = 2;
    s.tube.is_closed = true;
    check(&s, BELAY_ERROR_SHAPE, "tube.point_count is 2; that of a closed tube must be 3");
    s.tube.points = NULL;
    check(&s, BELAY_ERROR_SHAPE, "tube.points is null");
}

Test(shape_check, hulls)
{
    belay_vec3 bad[4];
    memcpy(bad, points, sizeof bad);
    belay_shape s = good_shape(BELAY_SHAPE_HULL);
    s.hull.point_count = 3;
    check(&s, BELAY_ERROR_SHAPE, "hull.point_count is 3; it must be at least 4");
    s.hull.point_count = -4;
    check(&s, BELAY_ERROR_VALUE, "hull.point_count is -4");
    s.hull = (belay_hull){bad, 4};
    bad[3].x = (double)NAN;
    check(&s, BELAY_ERROR_VALUE, "hull.points[3] is (nan, 0, 1)");
    bad[3].x = -1.1e9;
    check(&s, BELAY_ERROR_SHAPE, "hull.points[3] is (-1.1e+09, 0, 1)");
    s.hull.points = NULL;
    check(&s, BELAY_ERROR_VALUE, "hull.points is null");
}

Test(shape_check, meshes)
{
    int32_t bad[6];
    memcpy(bad, indices, sizeof bad);
    belay_shape s = good_shape(BELAY_SHAPE_MESH);
    s.mesh.vertices = NULL;
    check(&s, BELAY_ERROR_VALUE, "mesh.vertices is null");
    s = good_shape(BELAY_SHAPE_MESH);
    s.mesh.indices = NULL;
    check(&s, BELAY_ERROR_VALUE, "mesh.indices is null");
    s.mesh.indices = bad;
    s.mesh.triangle_count = 0;
    check(&s, BELAY_ERROR_SHAPE, "mesh.triangle_count is 0");
    s.mesh.triangle_count = -1;
    check(&s, BELAY_ERROR_VALUE, "mesh.triangle_count is -1");
    s.mesh.triangle_count = 2;
    s.mesh.vertex_count = 2;
    check(&s, BELAY_ERROR_SHAPE, "mesh.vertex_count is 2");
    s.mesh.vertex_count = 4;
    bad[4] = 4;
    check(&s, BELAY_ERROR_VALUE, "mesh.indices[4] is 4; it must be from 0 to 3");
    bad[4] = -1;
    check(&s, BELAY_ERROR_VALUE, "mesh.indices[4] is -1");
}

Test(shape_check, height_fields)
{
    double bad[6];
    memcpy(bad, heights, sizeof bad);
    belay_shape s = good_shape(BELAY_SHAPE_HEIGHT_FIELD);
    s.height_field.heights = NULL;
    check(&s, BELAY_ERROR_VALUE, "height_field.heights is null");
    s.height_field.heights = bad;
    s.height_field.column_count = 1;
    check(&s, BELAY_ERROR_SHAPE, "height_field.column_count is 1");
    s.height_field.column_count = 3;
    s.height_field.row_count = -2;
    check(&s, BELAY_ERROR_VALUE, "height_field.row_count is -2");
    s.height_field.column_count = s.height_field.row_count = INT_MAX;
    check(&s, BELAY_ERROR_SHAPE, "height_field.column_count is 2147483647");
    s = good_shape(BELAY_SHAPE_HEIGHT_FIELD);
    s.height_field.heights = bad;
    bad[5] = (double)NAN;
    check(&s, BELAY_ERROR_VALUE, "height_field.heights[5] is nan");
    bad[5] = 2e9;
    check(&s, BELAY_ERROR_SHAPE, "height_field.heights[5] is 2e+09");
}
