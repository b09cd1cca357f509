// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What solids weigh: closed forms against integrals over slices, hulls against closed forms and against their parts,
// and how masses move and add up.

#include "core/alloc.h"
#include "geometry/hull/hull.h"
#include "support/chance.h"
#include "support/shapes/points.h"

#include <criterion/criterion.h>
#include <float.h>
#include <string.h>

#define PI 3.14159265358979323846

static belay_mass mass_of(belay_shape shape, double density)
{
    belay_mass mass;
    belay_error error = {BELAY_OK, ""};
    cr_assert_eq(belay_shape_mass(&shape, density, &mass, &error), BELAY_OK, "%s", error.message);
    return mass;
}

static belay_mass hull_mass(const belay_vec3* points, int count, double density)
{
    return mass_of((belay_shape){.type = BELAY_SHAPE_HULL, .hull = {points, count}}, density);
}

// `relative` to the mass, to `size` and to mass times size squared.
static void check_same(belay_mass a, belay_mass b, double size, double relative)
{
    cr_assert_float_eq(a.mass, b.mass, relative * b.mass);
    cr_assert_leq(v3_distance(a.center_of_mass, b.center_of_mass), relative * size);
    for (int i = 0; i < 9; i++)
        cr_assert_float_eq(a.inertia.m[i], b.inertia.m[i], relative * b.mass * size * size, "inertia %d: %.17g, %.17g",
                           i, a.inertia.m[i], b.inertia.m[i]);
}

// A body of revolution about z, by slices: r2(z) is the square of its radius there, a polynomial of second order on
// each of the stretches between `z`, so that Gauss' rule with three points is exact for all of these integrals.
typedef double radius_fn(const void* shape, double z);

static belay_mass by_slices(radius_fn* r2, const void* shape, const double* z, int count)
{
    const double node[3] = {-sqrt(0.6), 0.0, sqrt(0.6)}, weight[3] = {5.0 / 18.0, 8.0 / 18.0, 5.0 / 18.0};
    double m = 0.0, mz = 0.0, mzz = 0.0, polar = 0.0;
    for (int i = 0; i + 1 < count; i++)
        for (int k = 0; k < 3; k++) {
            double h = z[i + 1] - z[i], x = 0.5 * (z[i] + z[i + 1]) + 0.5 * h * node[k], r = r2(shape, x);
            m += weight[k] * h * PI * r;
            mz += weight[k] * h * PI * r * x;
            mzz += weight[k] * h * PI * r * x * x;
            polar += weight[k] * h * 0.5 * PI * r * r;
        }
    double across = 0.5 * polar + mzz - mz * mz / m;
    return (belay_mass){m, {0.0, 0.0, mz / m}, m3_diagonal(v3(across, across, polar))};
}

static double sphere_r2(const void* shape, double z)
{
    double r = ((const belay_sphere*)shape)->radius;
    return r * r - z * z;
}

static double capsule_r2(const void* shape, double z)
{
    const belay_capsule* c = shape;
    double beyond = fmax(fabs(z) - 0.5 * c->length, 0.0);
    return c->radius * c->radius - beyond * beyond;
}

static double cylinder_r2(const void* shape, double z)
{
    (void)z;
    double r = ((const belay_cylinder*)shape)->radius;
    return r * r;
}

static double cone_r2(const void* shape, double z)
{
    const belay_cone* c = shape;
    double r = c->radius * (0.5 - z / c->height);
    return r * r;
}

Test(mass, round_solids_are_the_sum_of_their_slices)
{
    uint64_t state = 1;
    for (int trial = 0; trial < 200; trial++) {
        double r = chance_between(&state, 0.05, 2.0), h = chance_between(&state, 0.05, 2.0);
        belay_shape s = {.type = BELAY_SHAPE_SPHERE, .sphere = {{0.0, 0.0, 0.0}, r}};
        check_same(mass_of(s, 1.0), by_slices(sphere_r2, &s.sphere, (double[]){-r, r}, 2), r, 1e-14);
        s = (belay_shape){.type = BELAY_SHAPE_CAPSULE, .capsule = {h, r}};
        const double z[] = {-0.5 * h - r, -0.5 * h, 0.5 * h, 0.5 * h + r};
        check_same(mass_of(s, 1.0), by_slices(capsule_r2, &s.capsule, z, 4), h + r, 1e-14);
        s = (belay_shape){.type = BELAY_SHAPE_CYLINDER, .cylinder = {h, r}};
        check_same(mass_of(s, 1.0), by_slices(cylinder_r2, &s.cylinder, (double[]){-0.5 * h, 0.5 * h}, 2), h + r,
                   1e-14);
        s = (belay_shape){.type = BELAY_SHAPE_CONE, .cone = {h, r}};
        check_same(mass_of(s, 1.0), by_slices(cone_r2, &s.cone, (double[]){-0.5 * h, 0.5 * h}, 2), h + r, 1e-14);
    }
}

Test(mass, box)
{
    belay_mass m = mass_of((belay_shape){.type = BELAY_SHAPE_BOX, .box = {{1.0, 2.0, 3.0}}}, 10.0);
    belay_mass right = {60.0, {0.0, 0.0, 0.0}, m3_diagonal(v3(65.0, 50.0, 25.0))};
    check_same(m, right, 1.0, 1e-16);
}

Test(mass, sphere_stands_at_its_centre)
{
    belay_shape s = {.type = BELAY_SHAPE_SPHERE, .sphere = {{1.0, -2.0, 3.0}, 0.5}};
    belay_mass m = mass_of(s, 2.0);
    cr_assert_eq(v3_distance(m.center_of_mass, s.sphere.center), 0.0);
    cr_assert_float_eq(m.inertia.m[0], 0.4 * m.mass * 0.25, 1e-16);
}

Test(mass, capsule_without_length_is_a_ball)
{
    belay_mass ball = mass_of((belay_shape){.type = BELAY_SHAPE_SPHERE, .sphere = {{0.0, 0.0, 0.0}, 0.7}}, 3.0);
    check_same(mass_of((belay_shape){.type = BELAY_SHAPE_CAPSULE, .capsule = {0.0, 0.7}}, 3.0), ball, 0.7, 1e-16);
}

// x y z >= 0, x + y + z <= 1: the integrals of 1, x, x^2, x y are 1/6, 1/24, 1/60, 1/120.
Test(mass, corner_tetrahedron)
{
    const belay_vec3 points[] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    double xx = 1.0 / 60.0 - 1.0 / 96.0, xy = 1.0 / 120.0 - 1.0 / 96.0, d = 2.0 * xx, p = -xy;
    belay_mass right = {1.0 / 6.0, {0.25, 0.25, 0.25}, {{d, p, p, p, d, p, p, p, d}}};
    check_same(hull_mass(points, 4, 1.0), right, 1.0, 1e-15);
}

// A box as a hull, anywhere, of any size, is the box moved there.
Test(mass, hull_of_a_box_is_the_box)
{
    belay_vec3 points[8];
    uint64_t state = 2;
    for (int trial = 0; trial < 300; trial++) {
        double scale = pow(10.0, chance_between(&state, -3.0, 4.0)), density = chance_between(&state, 0.1, 9.0);
        belay_vec3 size = v3_scale(scale, v3_add(v3(1.5, 1.5, 1.5), chance_vector(&state, 1.0)));
        belay_pose pose = points_random_pose(&state, scale);
        points_place(points, points_box(points, size), pose);
        belay_mass box = mass_of((belay_shape){.type = BELAY_SHAPE_BOX, .box = {size}}, density);
        check_same(hull_mass(points, 8, density), belay_mass_transform(box, pose), v3_length(size), 1e-14);
    }
}

// 1e5 m away only the rounding of the coordinates (1e-11 m) is seen.
Test(mass, far_hulls_are_as_good_as_their_coordinates)
{
    belay_vec3 points[20], far[20];
    uint64_t state = 3;
    int count = points_dodecahedron(points);
    for (int trial = 0; trial < 50; trial++) {
        belay_vec3 away = chance_vector(&state, 1e5);
        belay_pose pose = {away, belay_quat_identity()};
        for (int i = 0; i < count; i++)
            far[i] = v3_add(away, points[i]);
        check_same(hull_mass(far, count, 1.0), belay_mass_transform(hull_mass(points, count, 1.0), pose), 1.0, 2e-10);
    }
}

// A prism over a regular polygon with n corners on a circle of radius 1: area n/2 sin a, polar moment per area
// (2 + cos a) / 6, a = 2 pi / n.
Test(mass, prisms)
{
    belay_vec3 points[256];
    for (int n = 3; n <= 127; n++) {
        int count = points_prism(points, n, 0.5);
        double a = 2.0 * PI / n, m = 0.25 * n * sin(a), polar = m * (2.0 + cos(a)) / 6.0;
        double across = 0.5 * polar + m * 0.25 / 12.0;
        belay_mass right = {m, {0.0, 0.0, 0.25}, m3_diagonal(v3(across, across, polar))};
        check_same(hull_mass(points, count, 1.0), right, 1.0, 1e-14);
    }
}

// What a prism lacks of the cylinder around it is a^2 / 6 of the volume and a^2 / 3 of the moment, to leading order.
Test(mass, prism_tends_to_the_cylinder)
{
    belay_vec3 points[256];
    belay_mass cylinder = mass_of((belay_shape){.type = BELAY_SHAPE_CYLINDER, .cylinder = {0.5, 1.0}}, 1.0);
    for (int n = 16; n <= 127; n *= 2) {
        double a = 2.0 * PI / n;
        belay_mass prism = hull_mass(points, points_prism(points, n, 0.5), 1.0);
        cr_assert_float_eq(1.0 - prism.mass / cylinder.mass, a * a / 6.0, a * a * a * a);
        cr_assert_float_eq(1.0 - prism.inertia.m[8] / cylinder.inertia.m[8], a * a / 3.0, a * a * a * a);
    }
}

// The pyramids from an inner point to the faces of a hull are its parts.
Test(mass, parts_make_the_whole)
{
    belay_vec3 points[40], part[256];
    uint64_t state = 4;
    belay_allocator allocator = bl_allocator_default();
    for (int trial = 0; trial < 50; trial++) {
        int count = trial < 10 ? points_dodecahedron(points) : 40;
        for (int i = 0; trial >= 10 && i < count; i++)
            points[i] = chance_vector(&state, 1.0);
        unsigned char* block;
        cr_assert_eq(bl_hull_build(points, count, &allocator, &block, NULL), BELAY_OK);
        const bl_hull* h = (const bl_hull*)(const void*)block;
        belay_mass sum = {0.0, {0.0, 0.0, 0.0}, m3_zero()};
        for (uint32_t f = 0; f < h->face_count; f++) {
            const bl_hull_face* face = &bl_hull_faces(h)[f];
            for (uint32_t i = 0; i < face->edge_count; i++)
                part[i] = bl_hull_vertices(h)[bl_hull_edges(h)[face->edge + i].origin];
            part[face->edge_count] = v3(0.01, 0.02, 0.03);
            sum = belay_mass_add(sum, hull_mass(part, face->edge_count + 1, 2.5));
        }
        check_same(sum, hull_mass(points, count, 2.5), 1.0, 1e-13);
        arrfree(block);
    }
}

Test(mass, grows_with_the_density_and_the_size)
{
    belay_vec3 points[12], large[12];
    int count = points_icosahedron(points);
    for (int i = 0; i < count; i++)
        large[i] = v3_scale(4.0, points[i]);
    belay_mass a = hull_mass(points, count, 1.0), b = hull_mass(large, count, 0.5);
    cr_assert_eq(b.mass, 32.0 * a.mass);
    for (int i = 0; i < 9; i++)
        cr_assert_eq(b.inertia.m[i], 512.0 * a.inertia.m[i]);
}

Test(mass, smallest_and_largest_sizes)
{
    for (int k = 0; k < 2; k++) {
        double s = k == 0 ? 1e-9 : 1e9;
        const belay_shape shapes[] = {
            {.type = BELAY_SHAPE_SPHERE, .sphere = {{0.0, 0.0, 0.0}, s}},
            {.type = BELAY_SHAPE_CAPSULE, .capsule = {s, s}},
            {.type = BELAY_SHAPE_BOX, .box = {{s, s, s}}},
            {.type = BELAY_SHAPE_CYLINDER, .cylinder = {s, s}},
            {.type = BELAY_SHAPE_CONE, .cone = {s, s}},
            {.type = BELAY_SHAPE_ELLIPSOID, .ellipsoid = {{s, s, s}}},
        };
        for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
            belay_mass m = mass_of(shapes[i], 1000.0);
            for (int d = 0; d < 3; d++)
                cr_assert(m.inertia.m[4 * d] > 0.05 * m.mass * s * s && m.inertia.m[4 * d] < 5.0 * m.mass * s * s);
            cr_assert(m.mass > 0.9e3 * s * s * s && m.mass < 9e3 * s * s * s);
        }
    }
}

static belay_mass random_mass(uint64_t* state)
{
    belay_vec3 size = v3_add(v3(1.5, 1.5, 1.5), chance_vector(state, 1.0));
    belay_mass box = mass_of((belay_shape){.type = BELAY_SHAPE_BOX, .box = {size}}, chance_between(state, 0.1, 2.0));
    return belay_mass_transform(box, points_random_pose(state, 1.0));
}

// Two balls on the x axis: about their common centre each adds m d^2 across the axis.
Test(mass_add, parallel_axes)
{
    belay_mass a = mass_of((belay_shape){.type = BELAY_SHAPE_SPHERE, .sphere = {{-1.0, 0.0, 0.0}, 0.5}}, 1.0);
    belay_mass b = mass_of((belay_shape){.type = BELAY_SHAPE_SPHERE, .sphere = {{2.0, 0.0, 0.0}, 0.5}}, 2.0);
    double m = a.mass, i = 0.1 * m + 0.1 * 2.0 * m; // balls of radius 1/2: m r^2 0.4
    belay_mass right = {3.0 * m, {1.0, 0.0, 0.0}, m3_diagonal(v3(i, i + m * 4.0 + 2.0 * m, i + m * 4.0 + 2.0 * m))};
    check_same(belay_mass_add(a, b), right, 1.0, 1e-15);
}

Test(mass_add, two_halves_make_a_box)
{
    belay_mass half = mass_of((belay_shape){.type = BELAY_SHAPE_BOX, .box = {{1.0, 2.0, 3.0}}}, 1.0);
    belay_pose left = {{-0.5, 0.0, 0.0}, belay_quat_identity()}, right = {{0.5, 0.0, 0.0}, belay_quat_identity()};
    belay_mass sum = belay_mass_add(belay_mass_transform(half, left), belay_mass_transform(half, right));
    check_same(sum, mass_of((belay_shape){.type = BELAY_SHAPE_BOX, .box = {{2.0, 2.0, 3.0}}}, 1.0), 1.0, 1e-15);
}

Test(mass_add, order_does_not_matter)
{
    uint64_t state = 5;
    for (int trial = 0; trial < 200; trial++) {
        belay_mass a = random_mass(&state), b = random_mass(&state), c = random_mass(&state);
        check_same(belay_mass_add(a, b), belay_mass_add(b, a), 1.0, 1e-14);
        check_same(belay_mass_add(belay_mass_add(a, b), c), belay_mass_add(a, belay_mass_add(b, c)), 1.0, 1e-14);
    }
}

Test(mass_add, nothing_adds_nothing)
{
    uint64_t state = 6;
    belay_mass a = random_mass(&state), none = {0.0, {9.0, 9.0, 9.0}, m3_zero()};
    check_same(belay_mass_add(a, none), a, 1.0, 1e-15);
    check_same(belay_mass_add(none, a), a, 1.0, 1e-14);
    cr_assert_eq(belay_mass_add(none, none).mass, 0.0);
    cr_assert_eq(v3_distance(belay_mass_add(none, none).center_of_mass, none.center_of_mass), 0.0);
}

Test(mass_transform, goes_with_adding)
{
    uint64_t state = 7;
    for (int trial = 0; trial < 200; trial++) {
        belay_mass a = random_mass(&state), b = random_mass(&state);
        belay_pose p = points_random_pose(&state, 2.0), q = points_random_pose(&state, 2.0);
        check_same(belay_mass_transform(belay_mass_add(a, b), p),
                   belay_mass_add(belay_mass_transform(a, p), belay_mass_transform(b, p)), 1.0, 1e-14);
        check_same(belay_mass_transform(belay_mass_transform(a, q), p), belay_mass_transform(a, pose_compose(p, q)),
                   1.0, 1e-14);
    }
}

// The moment about a direction fixed to the body stays, and the matrix stays symmetric to the bit.
Test(mass_transform, turns_the_inertia_with_the_body)
{
    uint64_t state = 8;
    for (int trial = 0; trial < 200; trial++) {
        belay_mass a = random_mass(&state);
        belay_pose p = points_random_pose(&state, 2.0);
        belay_mass b = belay_mass_transform(a, p);
        belay_vec3 u = points_random_direction(&state), w = q_rotate(p.rotation, u);
        cr_assert_float_eq(v3_dot(w, m3_mul_v3(b.inertia, w)), v3_dot(u, m3_mul_v3(a.inertia, u)), 1e-14 * a.mass);
        cr_assert(b.inertia.m[1] == b.inertia.m[3] && b.inertia.m[2] == b.inertia.m[6] &&
                  b.inertia.m[5] == b.inertia.m[7]);
        cr_assert_eq(v3_distance(b.center_of_mass, pose_apply(p, a.center_of_mass)), 0.0);
    }
}

static void check_refused(const belay_shape* shape, double density, belay_result code, const char* text)
{
    belay_mass mass = {7.0, {7.0, 7.0, 7.0}, m3_identity()}, before = mass;
    belay_error error = {BELAY_OK, ""};
    cr_assert_eq(belay_shape_mass(shape, density, &mass, &error), code, "%s", error.message);
    cr_assert_not_null(strstr(error.message, text), "\"%s\" does not say \"%s\"", error.message, text);
    cr_assert_eq(memcmp(&mass, &before, sizeof mass), 0, "nothing is written");
    cr_assert_eq(belay_shape_mass(shape, density, &mass, NULL), code);
}

Test(mass, refuses)
{
    const belay_vec3 points[] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {1.0, 1.0, 0.0}};
    const int32_t indices[] = {0, 1, 2};
    const double heights[] = {0.0, 0.0, 0.0, 0.0};
    belay_shape box = {.type = BELAY_SHAPE_BOX, .box = {{1.0, 1.0, 1.0}}};
    const double wrong[] = {0.0, -1.0, (double)NAN, HUGE_VAL, 1e31};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        check_refused(&box, wrong[i], BELAY_ERROR_VALUE, "density is ");
    check_refused(NULL, 1.0, BELAY_ERROR_VALUE, "shape is null");
    cr_assert_eq(belay_shape_mass(&box, 1.0, NULL, NULL), BELAY_ERROR_VALUE);
    box.box.size.y = -1.0;
    check_refused(&box, 1.0, BELAY_ERROR_VALUE, "box.size.y is -1");
    box.box.size.y = 0.0;
    check_refused(&box, 1.0, BELAY_ERROR_SHAPE, "box.size.y is 0; it must be above 0");
    box.box.size.y = 1e-10;
    check_refused(&box, 1.0, BELAY_ERROR_SHAPE, "box.size.y is 1e-10");
    const belay_shape massless[] = {
        {.type = BELAY_SHAPE_PLANE, .plane = {{0.0, 0.0, 1.0}, 0.0}},
        {.type = BELAY_SHAPE_TUBE, .tube = {points, 2, false, 0.1}},
        {.type = BELAY_SHAPE_MESH, .mesh = {points, 4, indices, 1}},
        {.type = BELAY_SHAPE_HEIGHT_FIELD, .height_field = {heights, 2, 2, 1.0, 1.0}},
    };
    for (size_t i = 0; i < sizeof massless / sizeof *massless; i++)
        check_refused(&massless[i], 1.0, BELAY_ERROR_SHAPE, belay_shape_type_name(massless[i].type));
    check_refused(&(belay_shape){.type = BELAY_SHAPE_HULL, .hull = {points, 4}}, 1.0, BELAY_ERROR_SHAPE, "one plane");
}
