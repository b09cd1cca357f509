// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Scene L1 for shapes, colliders, masses, types, sleep and the new settings of a world: a bad argument is refused by
// name and value, and nothing is lost.

#include "support/parts.h"

#include <criterion/criterion.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

// A world in motion with one of everything.
typedef struct fixture {
    belay_world* world;
    belay_body_id box, belt, ground, lift, stale;
    belay_collider_id on_box, on_belt, mesh, on_stale;
    uint64_t hash;
} fixture;

static fixture subject, control;

static const belay_vec3 tetrahedron[] = {{0.0, 0.0, 0.0}, {0.2, 0.0, 0.0}, {0.0, 0.2, 0.0}, {0.0, 0.0, 0.2}};
static const belay_vec3 square[] = {{-4.0, -4.0, 0.0}, {4.0, -4.0, 0.0}, {4.0, 4.0, 0.0}, {-4.0, 4.0, 0.0}};
static const int32_t two[] = {0, 1, 2, 0, 2, 3};
static const double heights[] = {0.0, 0.1, 0.2, 0.0, 0.1, 0.2, 0.0, 0.1, 0.2};

static void populate(fixture* f)
{
    belay_collider_def mesh = belay_collider_def_mesh(square, 4, two, 2);
    belay_collider_def belt = belay_collider_def_box(v3(2.0, 2.0, 0.2)),
                       lift = belay_collider_def_box(v3(1.0, 1.0, 0.1));
    belt.surface_velocity = v3(0.2, 0.0, 0.0);
    f->world = scene_world(1.0 / 240.0);
    f->ground = part_fixed(f->world, BELAY_BODY_STATIC, belay_pose_identity(), &mesh);
    f->belt = part_fixed(f->world, BELAY_BODY_STATIC, part_at(0.0, 0.0, 0.1), &belt);
    f->lift = part_fixed(f->world, BELAY_BODY_KINEMATIC, part_at(0.0, 3.0, 0.1), &lift);
    f->box = part_box(f->world, v3(0.0, 0.0, 0.4), v3(0.2, 0.2, 0.2), 1.0, (belay_material){0.5, 0.5});
    f->stale = part_ball(f->world, v3(0.0, 0.0, 5.0), 0.1, 1.0, belay_material_default());
    f->mesh = part_collider(f->world, f->ground);
    f->on_belt = part_collider(f->world, f->belt);
    f->on_box = part_collider(f->world, f->box);
    f->on_stale = part_collider(f->world, f->stale);
    cr_assert(belay_body_destroy(f->world, f->stale) == BELAY_OK);
    belay_collider_def hull = belay_collider_def_hull(tetrahedron, 4);
    part_add(f->world, BELAY_BODY_DYNAMIC, part_at(0.5, 0.2, 0.5), &hull, 0.5);
    scene_steps(f->world, 40);
    f->hash = belay_world_hash(f->world);
}

static void set_up(void)
{
    populate(&subject);
    populate(&control);
    cr_assert_eq(subject.hash, control.hash);
}

static void tear_down(void)
{
    scene_check_same_course(subject.world, control.world, 100);
    belay_world_destroy(subject.world);
    belay_world_destroy(control.world);
}

TestSuite(bad_shapes, .init = set_up, .fini = tear_down);

static void check(belay_result answer, belay_result code, const char* name, const char* value)
{
    scene_check_refused(subject.world, subject.hash, answer, code, name, value);
}

// ---------------------------------------------------------------------------------------------------------------------
// Numbers of shapes
// ---------------------------------------------------------------------------------------------------------------------

static belay_result create(const belay_collider_def* def)
{
    bool still = def->shape.type == BELAY_SHAPE_PLANE || def->shape.type == BELAY_SHAPE_TUBE ||
                 def->shape.type == BELAY_SHAPE_MESH || def->shape.type == BELAY_SHAPE_HEIGHT_FIELD;
    return belay_collider_create(subject.world, still ? subject.ground : subject.box, def, NULL);
}

typedef belay_collider_def make_shape(double value);

static belay_collider_def box_x(double x)
{
    return belay_collider_def_box(v3(x, 1.0, 1.0));
}

static belay_collider_def box_y(double x)
{
    return belay_collider_def_box(v3(1.0, x, 1.0));
}

static belay_collider_def box_z(double x)
{
    return belay_collider_def_box(v3(1.0, 1.0, x));
}

static belay_collider_def capsule_radius(double x)
{
    return belay_collider_def_capsule(1.0, x);
}

static belay_collider_def cylinder_height(double x)
{
    return belay_collider_def_cylinder(x, 1.0);
}

static belay_collider_def cylinder_radius(double x)
{
    return belay_collider_def_cylinder(1.0, x);
}

static belay_collider_def cone_height(double x)
{
    return belay_collider_def_cone(x, 1.0);
}

static belay_collider_def cone_radius(double x)
{
    return belay_collider_def_cone(1.0, x);
}

static belay_collider_def ellipsoid_x(double x)
{
    return belay_collider_def_ellipsoid(v3(x, 1.0, 1.0));
}

static belay_collider_def ellipsoid_y(double x)
{
    return belay_collider_def_ellipsoid(v3(1.0, x, 1.0));
}

static belay_collider_def ellipsoid_z(double x)
{
    return belay_collider_def_ellipsoid(v3(1.0, 1.0, x));
}

static belay_collider_def field_spacing_x(double x)
{
    return belay_collider_def_height_field(heights, 3, 3, x, 1.0);
}

static belay_collider_def field_spacing_y(double x)
{
    return belay_collider_def_height_field(heights, 3, 3, 1.0, x);
}

typedef struct size {
    make_shape* make;
    const char* name; // in the message
} size;

static const size sizes[] = {
    {box_x, "box.size.x"},
    {box_y, "box.size.y"},
    {box_z, "box.size.z"},
    {capsule_radius, "capsule.radius"},
    {cylinder_height, "cylinder.height"},
    {cylinder_radius, "cylinder.radius"},
    {cone_height, "cone.height"},
    {cone_radius, "cone.radius"},
    {ellipsoid_x, "ellipsoid.semi_axes.x"},
    {ellipsoid_y, "ellipsoid.semi_axes.y"},
    {ellipsoid_z, "ellipsoid.semi_axes.z"},
    {field_spacing_x, "height_field.spacing_x"},
    {field_spacing_y, "height_field.spacing_y"},
};

static void check_sizes(double value, belay_result code)
{
    char text[32];
    snprintf(text, sizeof text, "%g", value);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        belay_collider_def def = sizes[i].make(value);
        check(create(&def), code, sizes[i].name, text);
    }
}

Test(bad_shapes, sizes)
{
    check_sizes((double)NAN, BELAY_ERROR_VALUE);
    check_sizes((double)INFINITY, BELAY_ERROR_VALUE);
    check_sizes(-(double)INFINITY, BELAY_ERROR_VALUE);
    check_sizes(1e300, BELAY_ERROR_VALUE);
    check_sizes(-1.0, BELAY_ERROR_VALUE);
    check_sizes(1e-320, BELAY_ERROR_VALUE);
    check_sizes(0.0, BELAY_ERROR_SHAPE);
    check_sizes(1e-10, BELAY_ERROR_SHAPE);
    check_sizes(1e10, BELAY_ERROR_SHAPE);
}

Test(bad_shapes, ratio_of_an_ellipsoid)
{
    belay_collider_def def = belay_collider_def_ellipsoid(v3(0.009, 1.0, 0.5));
    check(create(&def), BELAY_ERROR_SHAPE, "ellipsoid.semi_axes", "(0.009, 1, 0.5)");
    def = belay_collider_def_ellipsoid(v3(0.5, 1.0, 100.5));
    check(create(&def), BELAY_ERROR_SHAPE, "ellipsoid.semi_axes", "(0.5, 1, 100.5)");
}

Test(bad_shapes, length_of_a_capsule)
{
    const double bad[] = {(double)NAN, (double)INFINITY, 1e300, -1.0, -1e-300};
    for (int i = 0; i < 5; i++) {
        char text[32];
        belay_collider_def def = belay_collider_def_capsule(bad[i], 0.1);
        snprintf(text, sizeof text, "%g", bad[i]);
        check(create(&def), BELAY_ERROR_VALUE, "capsule.length", text);
    }
    belay_collider_def def = belay_collider_def_capsule(1e10, 0.1);
    check(create(&def), BELAY_ERROR_SHAPE, "capsule.length", "1e+10");
}

Test(bad_shapes, hulls)
{
    belay_vec3 points[8];
    const belay_vec3 flat[] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {1.0, 1.0, 0.0}, {0.4, 0.3, 0.0}};
    const belay_vec3 thin[] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {1.0, 1.0, 1e-10}};
    const belay_vec3 same[] = {{1.0, 2.0, 3.0}, {1.0, 2.0, 3.0}, {1.0, 2.0, 3.0}, {1.0, 2.0, 3.0}, {1.0, 2.0, 3.0}};
    belay_collider_def def = belay_collider_def_hull(flat, 5);
    check(create(&def), BELAY_ERROR_SHAPE, "hull", "plane");
    def = belay_collider_def_hull(thin, 4);
    check(create(&def), BELAY_ERROR_SHAPE, "hull", "plane");
    def = belay_collider_def_hull(same, 5);
    check(create(&def), BELAY_ERROR_SHAPE, "hull", "");
    const int counts[] = {3, 0, -1, INT_MIN};
    const char* texts[] = {"3", "0", "-1", "-2147483648"};
    for (int i = 0; i < 4; i++) {
        def = belay_collider_def_hull(tetrahedron, counts[i]);
        check(create(&def), counts[i] < 0 ? BELAY_ERROR_VALUE : BELAY_ERROR_SHAPE, "hull.point_count", texts[i]);
    }
    def = belay_collider_def_hull(NULL, 4);
    check(create(&def), BELAY_ERROR_VALUE, "hull.points", "null");
    const double bad[] = {(double)NAN, (double)INFINITY, 1e300};
    const char* bad_texts[] = {"nan", "inf", "1e+300"};
    for (int i = 0; i < 3; i++) {
        memcpy(points, tetrahedron, sizeof tetrahedron);
        points[2].y = bad[i];
        def = belay_collider_def_hull(points, 4);
        check(create(&def), BELAY_ERROR_VALUE, "hull.points[2]", bad_texts[i]);
    }
}

Test(bad_shapes, hulls_with_too_many_corners)
{
    static belay_vec3 ball[5000];
    for (int i = 0; i < 5000; i++) {
        double z = 1.0 - (2.0 * i + 1.0) / 5000.0, turn = 2.399963229728653 * i, r = sqrt(1.0 - z * z);
        ball[i] = v3(r * cos(turn), r * sin(turn), z);
    }
    belay_collider_def def = belay_collider_def_hull(ball, 5000);
    check(create(&def), BELAY_ERROR_SHAPE, "hull", "255");
}

Test(bad_shapes, meshes)
{
    belay_collider_def def = belay_collider_def_mesh(square, 4, two, 0);
    check(create(&def), BELAY_ERROR_SHAPE, "triangle_count", "0");
    def = belay_collider_def_mesh(square, 4, two, -1);
    check(create(&def), BELAY_ERROR_VALUE, "triangle_count", "-1");
    def = belay_collider_def_mesh(square, 3, two, 2);
    check(create(&def), BELAY_ERROR_VALUE, "mesh.indices[5]", "3");
    def = belay_collider_def_mesh(NULL, 4, two, 2);
    check(create(&def), BELAY_ERROR_VALUE, "mesh.vertices", "null");
    def = belay_collider_def_mesh(square, 4, NULL, 2);
    check(create(&def), BELAY_ERROR_VALUE, "mesh.indices", "null");
    const int32_t negative[] = {0, -7, 2};
    def = belay_collider_def_mesh(square, 4, negative, 1);
    check(create(&def), BELAY_ERROR_VALUE, "mesh.indices[1]", "-7");
    const int32_t needle[] = {0, 1, 1};
    def = belay_collider_def_mesh(square, 4, needle, 1);
    check(create(&def), BELAY_ERROR_SHAPE, "mesh", "");
    belay_vec3 points[4];
    memcpy(points, square, sizeof square);
    points[1].z = (double)NAN;
    def = belay_collider_def_mesh(points, 4, two, 2);
    check(create(&def), BELAY_ERROR_VALUE, "mesh.vertices[1]", "nan");
}

Test(bad_shapes, height_fields)
{
    belay_collider_def def = belay_collider_def_height_field(heights, 1, 3, 1.0, 1.0);
    check(create(&def), BELAY_ERROR_SHAPE, "column_count", "1");
    def = belay_collider_def_height_field(heights, 3, -2, 1.0, 1.0);
    check(create(&def), BELAY_ERROR_VALUE, "row_count", "-2");
    def = belay_collider_def_height_field(heights, INT_MAX, INT_MAX, 1.0, 1.0);
    check(create(&def), BELAY_ERROR_SHAPE, "2147483647", "");
    def = belay_collider_def_height_field(NULL, 3, 3, 1.0, 1.0);
    check(create(&def), BELAY_ERROR_VALUE, "heights", "null");
    double rough[9];
    memcpy(rough, heights, sizeof heights);
    rough[4] = (double)INFINITY;
    def = belay_collider_def_height_field(rough, 3, 3, 1.0, 1.0);
    check(create(&def), BELAY_ERROR_VALUE, "heights[4]", "inf");
}

Test(bad_shapes, still_shapes_on_a_dynamic_body)
{
    belay_collider_def mesh = belay_collider_def_mesh(square, 4, two, 2);
    belay_collider_def field = belay_collider_def_height_field(heights, 3, 3, 1.0, 1.0);
    check(belay_collider_create(subject.world, subject.box, &mesh, NULL), BELAY_ERROR_STATE, "mesh",
          "static or kinematic");
    check(belay_collider_create(subject.world, subject.box, &field, NULL), BELAY_ERROR_STATE, "height field",
          "static or kinematic");
}

// ---------------------------------------------------------------------------------------------------------------------
// Numbers of colliders and bodies
// ---------------------------------------------------------------------------------------------------------------------

static const double not_numbers[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, 1e300};
static const char* not_number_texts[] = {"nan", "inf", "-inf", "1e+300"};

Test(bad_shapes, numbers_of_a_collider)
{
    for (int i = 0; i < 4; i++) {
        belay_collider_def def = belay_collider_def_box(v3(0.1, 0.1, 0.1));
        def.density = not_numbers[i];
        check(create(&def), BELAY_ERROR_VALUE, "density", not_number_texts[i]);
        def.density = 1000.0;
        def.pose.position.y = not_numbers[i];
        check(create(&def), BELAY_ERROR_VALUE, "pose.position", not_number_texts[i]);
        def.pose = belay_pose_identity();
        def.pose.rotation.w = not_numbers[i];
        check(create(&def), BELAY_ERROR_VALUE, "pose.rotation", not_number_texts[i]);
        def.pose = belay_pose_identity();
        def.surface_velocity.z = not_numbers[i];
        check(create(&def), BELAY_ERROR_VALUE, "surface_velocity", not_number_texts[i]);
        belay_vec3 v = v3(0.0, not_numbers[i], 0.0);
        check(belay_collider_set_surface_velocity(subject.world, subject.on_belt, v), BELAY_ERROR_VALUE, "velocity",
              not_number_texts[i]);
    }
    belay_collider_def def = belay_collider_def_box(v3(0.1, 0.1, 0.1));
    def.density = -1.0;
    check(create(&def), BELAY_ERROR_VALUE, "density", "-1");
    def.density = 1.0;
    def.pose.rotation = (belay_quat){1.002, 0.0, 0.0, 0.0};
    check(create(&def), BELAY_ERROR_VALUE, "pose.rotation", "1.002");
}

static void check_mass(belay_mass mass, const char* name, const char* value)
{
    check(belay_body_set_mass(subject.world, subject.box, &mass), BELAY_ERROR_VALUE, name, value);
}

Test(bad_shapes, masses)
{
    belay_mass good, mass;
    cr_assert(belay_body_get_mass(subject.world, subject.box, &good) == BELAY_OK);
    for (int i = 0; i < 4; i++) {
        mass = good;
        mass.mass = not_numbers[i];
        check_mass(mass, "mass", not_number_texts[i]);
        mass = good;
        mass.center_of_mass.x = not_numbers[i];
        check_mass(mass, "center_of_mass", not_number_texts[i]);
        mass = good;
        mass.inertia.m[4] = not_numbers[i];
        check_mass(mass, "inertia", not_number_texts[i]);
    }
    const double light[] = {0.0, -1.0, 1e-320};
    const char* texts[] = {"0", "-1", "9.99989e-321"}; // as it is rounded
    for (int i = 0; i < 3; i++) {
        mass = good;
        mass.mass = light[i];
        check_mass(mass, "mass", texts[i]);
    }
    mass = good;
    mass.inertia = (belay_mat33){{1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 3.0}};
    check_mass(mass, "inertia", "3"); // breaks the triangle rule
    mass.inertia = (belay_mat33){{1.0, 0.1, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0}};
    check_mass(mass, "inertia", "0.1"); // not symmetric
    check(belay_body_set_mass(subject.world, subject.box, NULL), BELAY_ERROR_VALUE, "mass", "null");
    check(belay_body_set_mass(subject.world, subject.belt, &good), BELAY_ERROR_STATE, "belay_body_set_mass",
          "not dynamic");
    check(belay_body_set_mass_from_colliders(subject.world, subject.lift), BELAY_ERROR_STATE,
          "belay_body_set_mass_from_colliders", "not dynamic");
}

Test(bad_shapes, mass_of_a_shape)
{
    belay_mass mass;
    belay_error error;
    belay_shape box = belay_collider_def_box(v3(1.0, 1.0, 1.0)).shape;
    belay_shape plane = belay_collider_def_plane(v3(0.0, 0.0, 1.0), 0.0).shape;
    belay_shape mesh = belay_collider_def_mesh(square, 4, two, 2).shape;
    const double bad[] = {0.0, -1.0, (double)NAN, (double)INFINITY};
    const char* texts[] = {"0", "-1", "nan", "inf"};
    for (int i = 0; i < 4; i++) {
        cr_expect(belay_shape_mass(&box, bad[i], &mass, &error) == BELAY_ERROR_VALUE);
        cr_expect(strstr(error.message, "density") != NULL && strstr(error.message, texts[i]) != NULL, "\"%s\"",
                  error.message);
    }
    cr_expect(belay_shape_mass(&plane, 1.0, &mass, &error) == BELAY_ERROR_SHAPE);
    cr_expect(strstr(error.message, "plane") != NULL, "\"%s\"", error.message);
    cr_expect(belay_shape_mass(&mesh, 1.0, &mass, NULL) == BELAY_ERROR_SHAPE);
    cr_expect(belay_shape_mass(NULL, 1.0, &mass, &error) == BELAY_ERROR_VALUE);
    cr_expect(belay_shape_mass(&box, 1.0, NULL, &error) == BELAY_ERROR_VALUE);
    box.box.size.x = -2.0;
    cr_expect(belay_shape_mass(&box, 1.0, &mass, &error) == BELAY_ERROR_VALUE);
    cr_expect(strstr(error.message, "-2") != NULL, "\"%s\"", error.message);
}

Test(bad_shapes, simplifying_a_hull)
{
    belay_hull hull = {tetrahedron, 4};
    belay_vec3 chosen[4];
    int count;
    belay_error error;
    cr_expect(belay_hull_simplify(&hull, 4, chosen, &count, NULL, &error) == BELAY_OK && count == 4);
    cr_expect(belay_hull_simplify(&hull, 3, chosen, &count, NULL, &error) == BELAY_ERROR_VALUE);
    cr_expect(strstr(error.message, "3") != NULL, "\"%s\"", error.message);
    cr_expect(belay_hull_simplify(&hull, BELAY_MAX_HULL_VERTICES + 1, chosen, &count, NULL, &error) ==
              BELAY_ERROR_VALUE);
    cr_expect(strstr(error.message, "256") != NULL, "\"%s\"", error.message);
    cr_expect(belay_hull_simplify(NULL, 4, chosen, &count, NULL, &error) == BELAY_ERROR_VALUE);
    cr_expect(belay_hull_simplify(&hull, 4, NULL, &count, NULL, &error) == BELAY_ERROR_VALUE);
    cr_expect(belay_hull_simplify(&hull, 4, chosen, NULL, NULL, NULL) == BELAY_ERROR_VALUE);
    hull.point_count = 3;
    cr_expect(belay_hull_simplify(&hull, 4, chosen, &count, NULL, &error) == BELAY_ERROR_SHAPE);
}

// ---------------------------------------------------------------------------------------------------------------------
// Types, poses, sleep
// ---------------------------------------------------------------------------------------------------------------------

Test(bad_shapes, types)
{
    const int bad[] = {-1, BELAY_BODY_TYPE_COUNT, INT_MAX};
    for (int i = 0; i < 3; i++) {
        belay_body_type type;
        char text[16];
        memcpy(&type, &bad[i], sizeof type);
        snprintf(text, sizeof text, "%d", bad[i]);
        check(belay_body_set_type(subject.world, subject.box, type), BELAY_ERROR_VALUE, "type", text);
    }
    check(belay_body_set_type(subject.world, subject.ground, BELAY_BODY_DYNAMIC), BELAY_ERROR_STATE,
          "belay_body_set_type", "mesh");
}

Test(bad_shapes, poses_to_move_to)
{
    for (int i = 0; i < 4; i++) {
        belay_pose pose = belay_pose_identity();
        pose.position.z = not_numbers[i];
        check(belay_body_move_kinematic(subject.world, subject.lift, pose), BELAY_ERROR_VALUE, "pose.position",
              not_number_texts[i]);
        pose = belay_pose_identity();
        pose.rotation.y = not_numbers[i];
        check(belay_body_move_kinematic(subject.world, subject.lift, pose), BELAY_ERROR_VALUE, "pose.rotation",
              not_number_texts[i]);
    }
    check(belay_body_move_kinematic(subject.world, subject.box, belay_pose_identity()), BELAY_ERROR_STATE,
          "belay_body_move_kinematic", "not kinematic");
}

Test(bad_shapes, sleep_of_what_cannot_sleep)
{
    check(belay_body_set_awake(subject.world, subject.belt, true), BELAY_ERROR_STATE, "belay_body_set_awake",
          "not dynamic");
    check(belay_body_set_awake(subject.world, subject.lift, false), BELAY_ERROR_STATE, "belay_body_set_awake",
          "not dynamic");
}

// ---------------------------------------------------------------------------------------------------------------------
// Null pointers and bad handles
// ---------------------------------------------------------------------------------------------------------------------

Test(bad_shapes, null_places_for_answers)
{
    belay_world* w = subject.world;
    int count;
    belay_collider_id one;
    check(belay_collider_get_filter(w, subject.on_box, NULL), BELAY_ERROR_VALUE, "belay_collider_get_filter", "null");
    check(belay_collider_get_body(w, subject.on_box, NULL), BELAY_ERROR_VALUE, "belay_collider_get_body", "null");
    check(belay_collider_get_type(w, subject.on_box, NULL), BELAY_ERROR_VALUE, "belay_collider_get_type", "null");
    check(belay_collider_get_dropped_triangles(w, subject.mesh, NULL), BELAY_ERROR_VALUE, "dropped_triangles", "null");
    check(belay_collider_get_dropped_triangles(w, subject.on_box, &count), BELAY_ERROR_COMPONENT, "box", "mesh");
    check(belay_body_get_mass(w, subject.box, NULL), BELAY_ERROR_VALUE, "belay_body_get_mass", "null");
    check(belay_body_get_is_awake(w, subject.box, NULL), BELAY_ERROR_VALUE, "belay_body_get_is_awake", "null");
    check(belay_body_get_colliders(w, subject.box, NULL, 3, &count), BELAY_ERROR_VALUE, "colliders", "null");
    check(belay_body_get_colliders(w, subject.box, &one, 1, NULL), BELAY_ERROR_VALUE, "count", "null");
    check(belay_body_get_colliders(w, subject.box, &one, -1, &count), BELAY_ERROR_VALUE, "capacity", "-1");
}

#define CODE(call) cr_expect((call) == code, "%s", #call)

// Every call of collider.h and body.h beyond those that test_bad_input.c goes through.
static void check_handles(belay_world* w, belay_body_id body, belay_collider_id collider, belay_result code)
{
    belay_mass mass = {1.0, {0.0, 0.0, 0.0}, {{1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0}}};
    belay_filter filter = belay_filter_default();
    belay_body_id owner;
    belay_shape_type type;
    belay_collider_id one;
    belay_vec3 v = v3_zero();
    bool is_awake;
    double distance;
    int count;
    CODE(belay_collider_set_filter(w, collider, filter));
    CODE(belay_collider_get_filter(w, collider, &filter));
    CODE(belay_collider_set_surface_velocity(w, collider, v));
    CODE(belay_collider_get_body(w, collider, &owner));
    CODE(belay_collider_get_type(w, collider, &type));
    CODE(belay_collider_get_dropped_triangles(w, collider, &count));
    CODE(belay_collider_closest_point(w, collider, v, &v, &distance));
    CODE(belay_collider_get_bounds(w, collider, &v, &v));
    CODE(belay_body_get_colliders(w, body, &one, 1, &count));
    CODE(belay_body_set_mass_from_colliders(w, body));
    CODE(belay_body_set_mass(w, body, &mass));
    CODE(belay_body_get_mass(w, body, &mass));
    CODE(belay_body_set_type(w, body, BELAY_BODY_STATIC));
    CODE(belay_body_move_kinematic(w, body, belay_pose_identity()));
    CODE(belay_body_get_is_awake(w, body, &is_awake));
    CODE(belay_body_set_awake(w, body, true));
    cr_expect_eq(belay_world_hash(subject.world), subject.hash);
}

Test(bad_shapes, null_stale_and_foreign_handles)
{
    uint64_t tag = (uint64_t)5 << 56; // another world's
    check_handles(subject.world, (belay_body_id){0}, (belay_collider_id){0}, BELAY_ERROR_HANDLE);
    check_handles(subject.world, subject.stale, subject.on_stale, BELAY_ERROR_HANDLE);
    check_handles(subject.world, (belay_body_id){subject.box.value ^ tag},
                  (belay_collider_id){subject.on_box.value ^ tag}, BELAY_ERROR_HANDLE);
    check_handles(subject.world, (belay_body_id){UINT64_MAX}, (belay_collider_id){UINT64_MAX}, BELAY_ERROR_HANDLE);
    check_handles(NULL, subject.box, subject.on_box, BELAY_ERROR_HANDLE);
    cr_expect(belay_world_set_sleep(NULL, true) == BELAY_ERROR_HANDLE);
}

Test(bad_shapes, handles_of_the_wrong_kind)
{
    check_handles(subject.world, (belay_body_id){subject.on_box.value}, (belay_collider_id){subject.box.value},
                  BELAY_ERROR_COMPONENT);
}

Test(bad_shapes, a_sensor_or_a_filter_is_never_bad)
{
    belay_world* w = scene_world(1.0 / 240.0);
    belay_collider_def def = belay_collider_def_box(v3(1.0, 1.0, 1.0));
    def.filter = (belay_filter){0u, 0u, INT32_MIN};
    def.density = 0.0;
    def.is_sensor = true;
    part_fixed(w, BELAY_BODY_KINEMATIC, belay_pose_identity(), &def);
    scene_steps(w, 3);
    belay_world_destroy(w);
}

// ---------------------------------------------------------------------------------------------------------------------
// Settings of a world
// ---------------------------------------------------------------------------------------------------------------------

static void check_world_refused(const belay_world_def* def, const char* name, const char* value)
{
    belay_world* world = NULL;
    belay_error error;
    cr_expect(belay_world_create(def, &world, &error) == BELAY_ERROR_VALUE && world == NULL, "%s = %s", name, value);
    cr_expect(strstr(error.message, name) != NULL && strstr(error.message, value) != NULL, "\"%s\"", error.message);
}

Test(world_create, bad_sleep_and_worker_settings_are_refused)
{
    const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, 1e300, -1.0, 0.0, 1e-320};
    const char* texts[] = {"nan", "inf", "-inf", "1e+300", "-1", "0", "9.99989e-321"};
    for (int i = 0; i < 7; i++) {
        belay_world_def def = belay_world_def_default();
        def.sleep_speed = bad[i];
        check_world_refused(&def, "sleep_speed", texts[i]);
        def = belay_world_def_default();
        def.sleep_seconds = bad[i];
        check_world_refused(&def, "sleep_seconds", texts[i]);
    }
    const int workers[] = {0, -1, 65, INT_MAX, INT_MIN};
    const char* worker_texts[] = {"0", "-1", "65", "2147483647", "-2147483648"};
    for (int i = 0; i < 5; i++) {
        belay_world_def def = belay_world_def_default();
        def.worker_count = workers[i];
        check_world_refused(&def, "worker_count", worker_texts[i]);
    }
    belay_world_def def = belay_world_def_default();
    def.solver.max_work = -1;
    check_world_refused(&def, "max_work", "-1");
}
