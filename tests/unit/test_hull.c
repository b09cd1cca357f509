// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Convex hulls: known bodies, every defining property on clouds of all kinds, a brute-force hull beside it, what input
// order and doubles may not change, and what is refused.

#include "core/alloc.h"
#include "geometry/hull_exact.h"
#include "geometry/hull_internal.h"
#include "support/chance.h"
#include "support/points.h"
#include "support/purse.h"

#include <criterion/criterion.h>
#include <float.h>
#include <stdlib.h>
#include <string.h>

#define MAX_POINTS 1400

static bl_hull* build(const belay_vec3* points, int count)
{
    belay_allocator allocator = bl_allocator_default();
    belay_error error = {BELAY_OK, ""};
    unsigned char* block;
    belay_result result = bl_hull_build(points, count, &allocator, &block, &error);
    cr_assert(result == BELAY_OK, "%s", error.message);
    return (bl_hull*)(void*)block;
}

static void destroy(bl_hull* hull)
{
    unsigned char* block = (unsigned char*)hull;
    arrfree(block);
}

static bool has_same_bits(const bl_hull* a, const bl_hull* b)
{
    return a->storage_size == b->storage_size && memcmp(a, b, (size_t)a->storage_size) == 0;
}

static void check_counts(const bl_hull* h, unsigned vertices, unsigned faces)
{
    cr_assert(h->vertex_count == vertices && h->face_count == faces, "%u vertices, %u faces", h->vertex_count,
              h->face_count);
    cr_assert_eq(h->edge_count, 2 * (vertices + faces - 2), "Euler: V - E + F = 2");
}

typedef struct cloud_size {
    double extent, largest;
} cloud_size;

static cloud_size measure(const belay_vec3* points, int count)
{
    belay_vec3 lower = points[0], upper = points[0];
    for (int i = 1; i < count; i++) {
        lower = v3(fmin(lower.x, points[i].x), fmin(lower.y, points[i].y), fmin(lower.z, points[i].z));
        upper = v3(fmax(upper.x, points[i].x), fmax(upper.y, points[i].y), fmax(upper.z, points[i].z));
    }
    double a = fmax(fabs(lower.x), fmax(fabs(lower.y), fabs(lower.z)));
    double b = fmax(fabs(upper.x), fmax(fabs(upper.y), fabs(upper.z)));
    return (cloud_size){v3_distance(lower, upper), fmax(a, b)};
}

// What the hull may be off by.
static double slack_of(const belay_vec3* points, int count)
{
    cloud_size size = measure(points, count);
    return fmax(1e-9 * size.extent, 64.0 * DBL_EPSILON * size.largest);
}

static void check_edges(const bl_hull* h)
{
    const bl_hull_edge* e = bl_hull_edges(h);
    for (uint32_t i = 0; i < h->edge_count; i++) {
        cr_assert(e[i].twin < h->edge_count && e[i].next < h->edge_count && e[i].face < h->face_count);
        cr_assert(e[e[i].twin].twin == i && e[i].twin != i);
        cr_assert_eq(e[e[i].twin].origin, e[e[i].next].origin, "a twin runs the other way");
        cr_assert_neq(e[e[i].twin].face, e[i].face);
        cr_assert_eq(e[e[i].next].face, e[i].face);
    }
}

static void check_faces_share_one_edge(const bl_hull* h)
{
    static unsigned char shared[512][512];
    const bl_hull_edge* e = bl_hull_edges(h);
    memset(shared, 0, sizeof shared);
    for (uint32_t i = 0; i < h->edge_count; i++)
        cr_assert_eq(shared[e[i].face][e[e[i].twin].face]++, 0, "two faces meet in one edge");
}

static void check_vertices(const bl_hull* h, const belay_vec3* points, int count)
{
    const belay_vec3* v = bl_hull_vertices(h);
    unsigned degree[BELAY_MAX_HULL_VERTICES] = {0};
    for (uint32_t i = 0; i < h->edge_count; i++)
        degree[bl_hull_edges(h)[i].origin]++;
    for (uint32_t i = 0; i < h->vertex_count; i++) {
        bool is_given = false;
        for (int k = 0; k < count; k++)
            is_given = is_given || (v[i].x == points[k].x && v[i].y == points[k].y && v[i].z == points[k].z);
        cr_assert(is_given, "vertex %u is no input point", i);
        cr_assert_geq(degree[i], 3);
        cr_assert_eq(bl_hull_edges(h)[bl_hull_vertex_edges(h)[i]].origin, i);
        if (i == 0) continue;
        belay_vec3 a = v[i - 1], b = v[i];
        cr_assert(a.x < b.x || (a.x == b.x && (a.y < b.y || (a.y == b.y && a.z < b.z))), "sorted");
    }
}

// Planar, strictly convex, and nothing outside.
static void check_face(const bl_hull* h, const bl_hull_face* f, const belay_vec3* points, int count, double slack)
{
    const belay_vec3* v = bl_hull_vertices(h);
    const bl_hull_edge* e = bl_hull_edges(h);
    unsigned edges = 0, k = f->edge;
    cr_assert_float_eq(v3_length(f->normal), 1.0, 1e-15);
    do {
        belay_vec3 a = v[e[k].origin], b = v[e[e[k].next].origin], c = v[e[e[e[k].next].next].origin];
        cr_assert_float_eq(v3_dot(f->normal, a), f->offset, slack);
        cr_assert_gt(v3_dot(v3_cross(v3_sub(b, a), v3_sub(c, b)), f->normal), 0.0);
        cr_assert_lt(++edges, 256);
        k = e[k].next;
    } while (k != f->edge);
    cr_assert_eq(edges, f->edge_count);
    for (int i = 0; i < count; i++)
        cr_assert_leq(v3_dot(f->normal, points[i]) - f->offset, slack);
}

static void check_polytope(const bl_hull* h, const belay_vec3* points, int count)
{
    double slack = slack_of(points, count);
    check_counts(h, h->vertex_count, h->face_count);
    check_edges(h);
    check_faces_share_one_edge(h);
    check_vertices(h, points, count);
    for (uint32_t f = 0; f < h->face_count; f++)
        check_face(h, &bl_hull_faces(h)[f], points, count, slack);
}

// The same points in another order, some of them twice, are the same hull bit for bit.
static void check_order(const bl_hull* h, const belay_vec3* points, int count, uint64_t* state)
{
    static belay_vec3 other[2 * MAX_POINTS];
    memcpy(other, points, (size_t)count * sizeof *points);
    int doubled = count;
    for (int i = 0; i < count; i += 1 + points_random_below(state, 4))
        other[doubled++] = points[i];
    points_shuffle(other, doubled, state);
    bl_hull* again = build(other, doubled);
    cr_assert(has_same_bits(h, again));
    destroy(again);
}

static void check_all(const belay_vec3* points, int count, uint64_t* state)
{
    bl_hull* h = build(points, count);
    check_polytope(h, points, count);
    check_order(h, points, count, state);
    destroy(h);
}

Test(hull, box_has_six_exact_faces)
{
    belay_vec3 points[8];
    bl_hull* h = build(points, points_box(points, v3(1.0, 2.0, 3.0)));
    check_counts(h, 8, 6);
    for (uint32_t f = 0; f < 6; f++) {
        belay_vec3 n = bl_hull_faces(h)[f].normal;
        cr_assert_eq(bl_hull_faces(h)[f].edge_count, 4);
        cr_assert_eq(fabs(n.x) + fabs(n.y) + fabs(n.z), 1.0);
        cr_assert_eq(bl_hull_faces(h)[f].offset, 0.5 * fabs(v3_dot(n, v3(1.0, 2.0, 3.0))));
    }
    cr_assert_float_eq(h->mass.mass, 6.0, 1e-14);
    destroy(h);
}

// Faces begin at their lowest vertex and are in the order of their first edges; edges are in the order of the faces.
Test(hull, numbers_follow_from_the_vertices)
{
    belay_vec3 points[20];
    bl_hull* h = build(points, points_dodecahedron(points));
    const bl_hull_edge* e = bl_hull_edges(h);
    uint32_t next = 0;
    for (uint32_t f = 0; f < h->face_count; f++) {
        const bl_hull_face* face = &bl_hull_faces(h)[f];
        cr_assert_eq(face->edge, next);
        for (uint32_t i = 1; i < face->edge_count; i++)
            cr_assert_gt(e[next + i].origin, e[next].origin);
        if (f > 0) {
            const bl_hull_edge *last = &e[face[-1].edge], *now = &e[next];
            cr_assert(last->origin < now->origin ||
                      (last->origin == now->origin && e[last->next].origin < e[now->next].origin));
        }
        next += face->edge_count;
    }
    cr_assert_eq(next, h->edge_count);
    destroy(h);
}

// A copy elsewhere is the same hull: no pointers inside.
Test(hull, block_may_be_copied)
{
    belay_vec3 points[12];
    int count = points_icosahedron(points);
    bl_hull *h = build(points, count), *copy = malloc((size_t)h->storage_size);
    memcpy(copy, h, (size_t)h->storage_size);
    memset(h, 0, (size_t)copy->storage_size);
    check_polytope(copy, points, count);
    free(copy);
    destroy(h);
}

// Corners, faces, volume and moment of inertia per mass of the regular bodies.
static void check_regular(const belay_vec3* points, int count, unsigned faces, double volume, double moment)
{
    bl_hull* h = build(points, count);
    check_counts(h, (unsigned)count, faces);
    cr_assert_float_eq(h->mass.mass / volume, 1.0, 1e-14);
    for (int i = 0; i < 9; i++)
        cr_assert_float_eq(h->mass.inertia.m[i] / volume, i % 4 == 0 ? moment : 0.0, 1e-14);
    destroy(h);
}

Test(hull, regular_bodies)
{
    const double g = 0.5 * (1.0 + sqrt(5.0)), a = sqrt(5.0) - 1.0;
    belay_vec3 points[20];
    const belay_vec3 tetrahedron[] = {{1.0, 1.0, 1.0}, {1.0, -1.0, -1.0}, {-1.0, 1.0, -1.0}, {-1.0, -1.0, 1.0}};
    const belay_vec3 octahedron[] = {{1.0, 0.0, 0.0},  {-1.0, 0.0, 0.0}, {0.0, 1.0, 0.0},
                                     {0.0, -1.0, 0.0}, {0.0, 0.0, 1.0},  {0.0, 0.0, -1.0}};
    check_regular(tetrahedron, 4, 4, 8.0 / 3.0, 8.0 / 20.0); // edge^2 / 20
    check_regular(octahedron, 6, 8, 4.0 / 3.0, 2.0 / 10.0);  // edge^2 / 10
    check_regular(points, points_icosahedron(points), 20, 10.0 / 3.0 * (3.0 + sqrt(5.0)), 0.1 * g * g * 4.0);
    check_regular(points, points_dodecahedron(points), 12, 0.25 * (15.0 + 7.0 * sqrt(5.0)) * a * a * a,
                  (39.0 * g + 28.0) / 150.0 * a * a);
}

static int cube_grid(belay_vec3* points, int steps, bool is_filled)
{
    int count = 0;
    for (int i = 0; i <= steps; i++)
        for (int j = 0; j <= steps; j++)
            for (int k = 0; k <= steps; k++) {
                bool is_on_face = i % steps == 0 || j % steps == 0 || k % steps == 0;
                if (is_on_face || is_filled) points[count++] = v3(1.0 * i / steps, 1.0 * j / steps, 1.0 * k / steps);
            }
    return count;
}

static bool is_corner_of_cube(belay_vec3 p)
{
    return (p.x == 0.0 || p.x == 1.0) && (p.y == 0.0 || p.y == 1.0) && (p.z == 0.0 || p.z == 1.0);
}

// Points on faces, on edges and inside leave no trace, in any placement, near the origin or far from it.
Test(hull, cube_with_a_grid_of_points_is_the_cube)
{
    static belay_vec3 points[MAX_POINTS], corners[8];
    uint64_t state = 1;
    for (int trial = 0; trial < 40; trial++) {
        int count = cube_grid(points, 1 + trial % 10, trial % 3 == 0), corner_count = 0;
        belay_pose pose = points_random_pose(&state, trial % 2 == 0 ? 1.0 : 1e5);
        if (trial < 10) pose = belay_pose_identity();
        for (int i = 0; i < count; i++)
            if (is_corner_of_cube(points[i])) corners[corner_count++] = pose_apply(pose, points[i]);
        points_place(points, count, pose);
        bl_hull *h = build(points, count), *cube = build(corners, corner_count);
        check_counts(h, 8, 6);
        cr_assert(has_same_bits(h, cube));
        destroy(h);
        destroy(cube);
    }
}

Test(hull, prisms_have_whole_caps)
{
    belay_vec3 points[MAX_POINTS];
    uint64_t state = 2;
    for (int sides = 3; sides <= 127; sides += sides < 12 ? 1 : 23) {
        int count = points_prism(points, sides, 0.5);
        points_place(points, count, points_random_pose(&state, 3.0));
        bl_hull* h = build(points, count);
        check_counts(h, 2 * (unsigned)sides, (unsigned)sides + 2);
        check_polytope(h, points, count);
        unsigned caps = 0;
        for (uint32_t f = 0; f < h->face_count; f++)
            caps += bl_hull_faces(h)[f].edge_count == sides;
        cr_assert_eq(caps, sides == 4 ? 6 : 2);
        cr_assert_float_eq(h->mass.mass, 0.25 * sides * sin(2.0 * 3.14159265358979323846 / sides), 1e-13);
        destroy(h);
    }
}

Test(hull, voussoirs_have_six_faces)
{
    belay_vec3 points[8];
    for (int count = 3; count <= 51; count++)
        for (int i = 0; i < count; i++) {
            bl_hull* h = build(points, points_voussoir(points, i, count));
            check_counts(h, 8, 6);
            check_polytope(h, points, 8);
            destroy(h);
        }
}

// A cone of 255 corners has the most edges at one vertex, a ball the most faces there can be: 2 V - 4.
Test(hull, largest_hulls)
{
    belay_vec3 points[BELAY_MAX_HULL_VERTICES];
    uint64_t state = 3;
    for (int i = 0; i < 254; i++)
        points[i] = v3(cos(6.283185307179586 * i / 254.0), sin(6.283185307179586 * i / 254.0), 0.0);
    points[254] = v3(0.1, 0.2, 1.0);
    bl_hull* h = build(points, 255);
    check_counts(h, 255, 255);
    check_polytope(h, points, 255);
    destroy(h);
    for (int i = 0; i < 255; i++)
        points[i] = points_random_direction(&state);
    h = build(points, 255);
    check_counts(h, 255, 506);
    check_polytope(h, points, 255);
    destroy(h);
}

typedef int make_fn(belay_vec3* points, double noise, uint64_t* state);

static int random_count(uint64_t* state)
{
    return 4 + points_random_below(state, points_random_below(state, 4) == 0 ? 400 : 50);
}

static int make_cloud(belay_vec3* points, double noise, uint64_t* state)
{
    int count = random_count(state);
    double flat = chance_between(state, 0.0, 1.0);
    (void)noise;
    for (int i = 0; i < count; i++) {
        points[i] = chance_vector(state, 1.0);
        points[i].z *= flat * flat;
    }
    return count;
}

static int make_noisy_grid(belay_vec3* points, double noise, uint64_t* state)
{
    int count = cube_grid(points, 1 + points_random_below(state, 7), true);
    for (int i = 0; i < count; i++)
        points[i] = v3_add_scaled(points[i], noise, chance_vector(state, 1.0));
    return count;
}

// Clusters: every corner is several points that the tolerance can hardly tell apart.
static int make_clusters(belay_vec3* points, double noise, uint64_t* state)
{
    int count = random_count(state), centers = 5 + points_random_below(state, 8);
    for (int i = 0; i < count; i++)
        points[i] = i < centers ? chance_vector(state, 1.0)
                                : v3_add_scaled(points[i % centers], noise, chance_vector(state, 1.0));
    return count;
}

static int make_noisy_prism(belay_vec3* points, double noise, uint64_t* state)
{
    int count = points_prism(points, 3 + points_random_below(state, 90), 0.3);
    for (int i = 0; i < count; i++)
        points[i] = v3_add_scaled(points[i], noise, chance_vector(state, 1.0));
    return count;
}

// Points on the faces of a random tetrahedron, its corners among them.
static int make_tetrahedron(belay_vec3* points, double noise, uint64_t* state)
{
    int count = random_count(state);
    (void)noise;
    for (int i = 0; i < 4; i++)
        points[i] = chance_vector(state, 1.0);
    for (int i = 4; i < count; i++) {
        int skip = points_random_below(state, 4), a = (skip + 1) % 4, b = (skip + 2) % 4, c = (skip + 3) % 4;
        double u = chance_between(state, 0.0, 1.0), v = chance_between(state, 0.0, 1.0 - u);
        points[i] = v3_add_scaled(v3_add_scaled(v3_scale(1.0 - u - v, points[a]), u, points[b]), v, points[c]);
    }
    return count;
}

// A thin lens, a wedge with a sharp edge, a bowl, a shallow pyramid: where planes nearly meet.
static int make_thin(belay_vec3* points, double noise, uint64_t* state)
{
    int count = random_count(state), kind = points_random_below(state, 3);
    double thickness = 1e-8 + 100.0 * noise;
    for (int i = 0; i < count; i++) {
        belay_vec3 p = chance_vector(state, 1.0);
        if (kind == 0) p.z *= thickness;
        if (kind == 1) p.z *= thickness * fabs(p.x);
        if (kind == 2) p.z = thickness * (p.x * p.x + p.y * p.y);
        points[i] = p;
    }
    return count;
}

// A cube whose corners are cut off by less and less.
static int make_cut_cube(belay_vec3* points, double noise, uint64_t* state)
{
    int count = 0;
    (void)state;
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++) {
            belay_vec3 p = v3(i & 1 ? 1.0 : -1.0, i & 2 ? 1.0 : -1.0, i & 4 ? 1.0 : -1.0);
            if (k == 0) p.x *= 1.0 - noise;
            if (k == 1) p.y *= 1.0 - noise;
            if (k == 2) p.z *= 1.0 - noise;
            points[count++] = p;
        }
    return count;
}

// Random placement, size from 1e-3 to 1e4 m, at times 1e5 m from the origin.
static void place_at_random(belay_vec3* points, int count, uint64_t* state)
{
    double size = pow(10.0, chance_between(state, -3.0, 4.0));
    belay_pose pose = points_random_pose(state, points_random_below(state, 3) == 0 ? 1e5 : size);
    for (int i = 0; i < count; i++)
        points[i] = pose_apply(pose, v3_scale(size, points[i]));
}

// Hulls that are refused for being flat or having too many corners are not judged here.
static int check_random(make_fn* make, int trials, uint64_t state)
{
    static belay_vec3 points[MAX_POINTS];
    belay_allocator allocator = bl_allocator_default();
    int built = 0;
    for (int trial = 0; trial < trials; trial++) {
        double noise = pow(10.0, chance_between(&state, -17.0, -5.0));
        int count = make(points, noise, &state);
        if (trial % 2 == 0) place_at_random(points, count, &state);
        unsigned char* block;
        belay_result result = bl_hull_build(points, count, &allocator, &block, NULL);
        cr_assert(result == BELAY_OK || result == BELAY_ERROR_SHAPE);
        arrfree(block);
        if (result != BELAY_OK) continue;
        check_all(points, count, &state);
        built++;
    }
    return built;
}

Test(hull, clouds)
{
    cr_assert_geq(check_random(make_cloud, 400, 11), 380);
}

Test(hull, grids_with_noise_of_every_size)
{
    cr_assert_geq(check_random(make_noisy_grid, 400, 12), 390);
}

Test(hull, clusters)
{
    cr_assert_geq(check_random(make_clusters, 400, 13), 380);
}

Test(hull, prisms_with_noise_of_every_size)
{
    cr_assert_geq(check_random(make_noisy_prism, 400, 14), 390);
}

Test(hull, points_on_a_tetrahedron)
{
    cr_assert_geq(check_random(make_tetrahedron, 400, 15), 380);
}

Test(hull, thin_bodies)
{
    cr_assert_geq(check_random(make_thin, 600, 16), 300);
}

Test(hull, cut_cubes)
{
    cr_assert_eq(check_random(make_cut_cube, 200, 17), 200);
}

// The tetrahedron's own corners are all that is left of points on its faces.
Test(hull, points_on_a_tetrahedron_leave_four_corners)
{
    belay_vec3 points[MAX_POINTS];
    uint64_t state = 18;
    for (int trial = 0; trial < 100; trial++) {
        int count = make_tetrahedron(points, 0.0, &state);
        bl_hull* h = build(points, count);
        check_counts(h, 4, 4);
        destroy(h);
    }
}

// Signs of zero are no difference.
Test(hull, minus_zero_is_zero)
{
    belay_vec3 points[8], other[8];
    for (int i = 0; i < 8; i++) {
        points[i] = v3(i & 1, i >> 1 & 1, i >> 2 & 1);
        other[i] = v3(i & 1 ? 1.0 : -0.0, i & 2 ? 1.0 : -0.0, i & 4 ? 1.0 : -0.0);
    }
    bl_hull *a = build(points, 8), *b = build(other, 8);
    cr_assert(has_same_bits(a, b));
    destroy(a);
    destroy(b);
}

// 1 mm at 1e5 m: the coordinates have steps of 1.5e-8 of the size, and faces are planar no better.
Test(hull, small_cube_far_away)
{
    static belay_vec3 points[MAX_POINTS];
    uint64_t state = 28;
    for (int trial = 0; trial < 40; trial++) {
        int count = cube_grid(points, 1 + trial % 8, false);
        for (int i = 0; i < count; i++)
            points[i] = v3_scale(1e-3, points[i]);
        points_place(points, count, points_random_pose(&state, 1e5));
        bl_hull* h = build(points, count);
        check_counts(h, 8, 6);
        check_polytope(h, points, count);
        cr_assert_float_eq(h->mass.mass, 1e-9, 1e-9 * 1e-6);
        destroy(h);
    }
}

// ---- the exact decisions, and the merging by itself

static belay_vec3 random_step(uint64_t* state)
{
    belay_vec3 v = chance_vector(state, 0.25 * BL_EXACT_LARGEST);
    return v3(floor(v.x), floor(v.y), floor(v.z));
}

// c = i a + j b + e has (a x b) . c = (a x b) . e, which is one component of the cross product when e is a step along
// one axis. In doubles all of c's products are rounded by far more than that.
Test(hull_exact, sides_are_decided_to_the_last_step)
{
    uint64_t state = 29;
    for (int trial = 0; trial < 20000; trial++) {
        belay_vec3 a = random_step(&state), b = random_step(&state);
        if (trial % 2 == 0) b = v3_add(a, v3(trial % 3, trial % 5, -(trial % 7))); // a sliver
        belay_vec3 cross = bl_exact_cross(a, b);
        double i = points_random_below(&state, 3) - 1, j = points_random_below(&state, 3) - 1;
        belay_vec3 c = v3_add(v3_scale(i, a), v3_scale(j, b));
        cr_assert_eq(bl_exact_side(cross, a, b, c), 0);
        cr_assert_eq(bl_exact_side(cross, a, b, v3_add(c, v3(1.0, 0.0, 0.0))), (cross.x > 0.0) - (cross.x < 0.0));
        cr_assert_eq(bl_exact_side(cross, a, b, v3_add(c, v3(0.0, -1.0, 0.0))), (cross.y < 0.0) - (cross.y > 0.0));
        cr_assert_eq(bl_exact_side(cross, a, b, v3_add(c, v3(0.0, 0.0, 1.0))), (cross.z > 0.0) - (cross.z < 0.0));
    }
}

// a x (a + e) = a x e, whose components are those of a when e is a step along an axis.
Test(hull_exact, cross_products_of_slivers)
{
    uint64_t state = 30;
    for (int trial = 0; trial < 20000; trial++) {
        belay_vec3 a = random_step(&state), n = bl_exact_cross(a, v3_add(a, v3(1.0, 0.0, 0.0)));
        cr_assert(n.x == 0.0 && n.y == a.z && n.z == -a.y);
    }
}

static void set_face(bl_quick_face* f, const belay_vec3* grid, uint32_t a, uint32_t b, uint32_t c)
{
    *f = (bl_quick_face){.corner = {a, b, c}, .is_alive = true};
    f->normal = v3_cross(v3_sub(grid[b], grid[a]), v3_sub(grid[c], grid[a]));
    f->inverse_length = 1.0 / v3_length(f->normal);
}

static void set_neighbors(bl_quick_face* faces, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < count; j++)
            for (int k = 0; k < 3; k++)
                for (int m = 0; m < 3; m++)
                    if (faces[i].corner[k] == faces[j].corner[(m + 1) % 3] &&
                        faces[i].corner[(k + 1) % 3] == faces[j].corner[m])
                        faces[i].neighbor[k] = j;
}

// Merges the triangles of a tetrahedron with a smaller one on its upper face.
static void check_unmerged(const uint32_t (*corners)[3], uint32_t face_count)
{
    belay_vec3 grid[] = {{-9000.0, -6000.0, 0.0}, {9000.0, -6000.0, 0.0}, {0.0, 9000.0, 0.0}, {0.0, 0.0, -9000.0},
                         {-2000.0, -1000.0, 0.0}, {2000.0, -1000.0, 0.0}, {0.0, 2000.0, 0.0}, {0.0, 0.0, 2000.0}};
    belay_allocator allocator = bl_allocator_default();
    bl_hull_cloud cloud = {.grid = grid, .count = 8, .tolerance = 1.0};
    bl_quick_hull quick = {.cloud = &cloud, .allocator = &allocator, .has_memory = true};
    bl_hull_polygons polygons = {NULL, NULL};
    unsigned char is_corner[8];
    BL_ARRAY_RESERVE(quick.faces, face_count, &allocator, &quick.has_memory);
    arrsetlen(quick.faces, face_count);
    for (uint32_t i = 0; i < face_count; i++)
        set_face(&quick.faces[i], grid, corners[i][0], corners[i][1], corners[i][2]);
    set_neighbors(quick.faces, face_count);
    cr_assert(bl_hull_merge(&quick, &polygons, is_corner));
    cr_assert_eq(bl_hull_polygon_count(&polygons), face_count);
    bl_hull_polygons_fini(&polygons);
    arrfree(quick.faces);
}

// What is around the smaller one is a ring, no polygon, and stays in triangles; likewise when the two share a corner,
// and the boundary comes by there twice.
Test(hull_merge, a_face_with_a_hole_stays_in_triangles)
{
    const uint32_t inside[12][3] = {{1, 0, 3}, {2, 1, 3}, {0, 2, 3}, {0, 1, 4}, {1, 5, 4}, {1, 2, 5},
                                    {2, 6, 5}, {2, 0, 6}, {0, 4, 6}, {4, 5, 7}, {5, 6, 7}, {6, 4, 7}};
    const uint32_t at_corner[10][3] = {{1, 0, 3}, {2, 1, 3}, {0, 2, 3}, {0, 1, 5}, {1, 2, 5},
                                       {2, 6, 5}, {2, 0, 6}, {0, 5, 7}, {5, 6, 7}, {6, 0, 7}};
    check_unmerged(inside, 12);
    check_unmerged(at_corner, 10);
}

// Brute force on whole numbers, where everything is exact: every plane through three points with none above it.
typedef struct exact_plane {
    long nx, ny, nz, offset;
} exact_plane;

static long greatest_divisor(long a, long b)
{
    return b == 0 ? labs(a) : greatest_divisor(b, a % b);
}

static exact_plane plane_through(belay_vec3 a, belay_vec3 b, belay_vec3 c)
{
    belay_vec3 n = v3_cross(v3_sub(b, a), v3_sub(c, a));
    exact_plane p = {(long)n.x, (long)n.y, (long)n.z, 0};
    long divisor = greatest_divisor(greatest_divisor(p.nx, p.ny), p.nz);
    if (divisor == 0) return p;
    p.nx /= divisor;
    p.ny /= divisor;
    p.nz /= divisor;
    p.offset = p.nx * (long)a.x + p.ny * (long)a.y + p.nz * (long)a.z;
    return p;
}

static long height_over(exact_plane p, belay_vec3 x)
{
    return p.nx * (long)x.x + p.ny * (long)x.y + p.nz * (long)x.z - p.offset;
}

static int brute_force_planes(const belay_vec3* points, int count, exact_plane* planes)
{
    int found = 0;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++)
            for (int k = 0; k < count; k++) {
                exact_plane p = plane_through(points[i], points[j], points[k]);
                bool is_new = p.nx != 0 || p.ny != 0 || p.nz != 0;
                for (int m = 0; m < count && is_new; m++)
                    is_new = height_over(p, points[m]) <= 0;
                for (int m = 0; m < found && is_new; m++)
                    is_new = memcmp(&planes[m], &p, sizeof p) != 0;
                if (is_new) planes[found++] = p;
            }
    return found;
}

// A corner is where three of the planes meet in a point.
static bool is_brute_force_corner(belay_vec3 x, const exact_plane* planes, int count)
{
    belay_vec3 on[256];
    int n = 0;
    for (int i = 0; i < count; i++)
        if (height_over(planes[i], x) == 0)
            on[n++] = v3((double)planes[i].nx, (double)planes[i].ny, (double)planes[i].nz);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            for (int k = 0; k < j; k++)
                if (v3_dot(on[i], v3_cross(on[j], on[k])) != 0.0) return true;
    return false;
}

static void check_by_brute_force(const belay_vec3* points, int count)
{
    static exact_plane planes[1024];
    int plane_count = brute_force_planes(points, count, planes);
    unsigned corners = 0;
    bl_hull* h = build(points, count);
    for (int i = 0; i < count; i++) {
        bool is_first = true;
        for (int k = 0; k < i; k++)
            is_first = is_first && v3_distance(points[i], points[k]) > 0.0;
        corners += is_first && is_brute_force_corner(points[i], planes, plane_count);
    }
    check_counts(h, corners, (unsigned)plane_count);
    for (uint32_t i = 0; i < h->vertex_count; i++)
        cr_assert(is_brute_force_corner(bl_hull_vertices(h)[i], planes, plane_count));
    destroy(h);
}

Test(hull, whole_numbers_against_brute_force)
{
    belay_vec3 points[32];
    uint64_t state = 19;
    for (int trial = 0; trial < 300; trial++) {
        int count = 8 + points_random_below(&state, 24), side = 3 + points_random_below(&state, 40);
        for (int i = 0; i < count; i++) {
            int x = points_random_below(&state, side), y = points_random_below(&state, side);
            points[i] = v3(x, y, points_random_below(&state, side));
        }
        points[0] = v3(-1.0, 0.0, 0.0); // never flat with the next three
        points[1] = v3(side, -1.0, 0.0);
        points[2] = v3(0.0, side, -1.0);
        points[3] = v3(1.0, 1.0, side);
        check_by_brute_force(points, count);
    }
}

// ---- what is refused

static void check_refused(const belay_vec3* points, int count, belay_result code, const char* text)
{
    belay_allocator allocator = bl_allocator_default();
    belay_error error = {BELAY_OK, ""};
    unsigned char* block = (unsigned char*)&error;
    cr_assert_eq(bl_hull_build(points, count, &allocator, &block, &error), code, "%s", error.message);
    cr_assert_eq(error.code, code);
    cr_assert_null(block);
    cr_assert_not_null(strstr(error.message, text), "\"%s\" does not say \"%s\"", error.message, text);
}

Test(hull, refuses_bad_arguments)
{
    belay_vec3 points[8];
    points_box(points, v3(1.0, 1.0, 1.0));
    check_refused(NULL, 8, BELAY_ERROR_VALUE, "hull.points is null");
    check_refused(points, -1, BELAY_ERROR_VALUE, "hull.point_count is -1");
    check_refused(points, 0, BELAY_ERROR_SHAPE, "hull.point_count is 0");
    check_refused(points, 3, BELAY_ERROR_SHAPE, "hull.point_count is 3");
    points[5].y = (double)NAN;
    check_refused(points, 8, BELAY_ERROR_VALUE, "hull.points[5] is (0.5, nan, 0.5)");
    points[5].y = -HUGE_VAL;
    check_refused(points, 8, BELAY_ERROR_VALUE, "hull.points[5] is (0.5, -inf, 0.5)");
    points[5].y = 2e9;
    check_refused(points, 8, BELAY_ERROR_SHAPE, "hull.points[5] is (0.5, 2e+09, 0.5)");
}

Test(hull, refuses_points_without_a_volume)
{
    belay_vec3 points[64];
    uint64_t state = 20;
    for (int i = 0; i < 64; i++)
        points[i] = v3(0.1, 0.2, 0.3);
    check_refused(points, 64, BELAY_ERROR_SHAPE, "hull.points: all 64");
    for (int i = 0; i < 64; i++)
        points[i] = v3_scale(chance_between(&state, -1.0, 1.0), v3(1.0, 2.0, 3.0));
    check_refused(points, 64, BELAY_ERROR_SHAPE, "in one line");
    for (int i = 0; i < 64; i++) {
        double a = chance_between(&state, -1.0, 1.0), b = chance_between(&state, -1.0, 1.0);
        points[i] = v3_add(v3_scale(a, v3(1.0, 2.0, 3.0)), v3_scale(b, v3(-1.0, 0.5, 0.7)));
    }
    check_refused(points, 64, BELAY_ERROR_SHAPE, "in one plane");
}

// Makes a body between z = -1/2 and 1/2 flat: its height becomes 1e-9 of its extent, times `thickness`.
static void flatten(const belay_vec3* points, int count, belay_pose pose, double thickness, belay_vec3* placed)
{
    for (int i = 0; i < count; i++)
        placed[i] = pose_apply(pose, v3(points[i].x, points[i].y, 0.0));
    double height = 1e-9 * thickness * measure(placed, count).extent;
    for (int i = 0; i < count; i++)
        placed[i] = pose_apply(pose, v3(points[i].x, points[i].y, height * points[i].z));
}

// About 1e-9 of the extent is flat, in any placement.
Test(hull, thickness_decides)
{
    belay_vec3 points[64], placed[64];
    uint64_t state = 21;
    for (int trial = 0; trial < 200; trial++) {
        belay_pose pose = points_random_pose(&state, 1.0);
        int count = points_box(points, v3(1.0, 1.0, 1.0));
        flatten(points, count, pose, 0.999, placed);
        check_refused(placed, count, BELAY_ERROR_SHAPE, "hull.points");
        flatten(points, count, pose, 2.001, placed);
        bl_hull* h = build(placed, count);
        check_counts(h, 8, 6);
        destroy(h);
        count = 4 + points_random_below(&state, 60);
        for (int i = 0; i < count; i++)
            points[i] = chance_vector(&state, 0.5);
        flatten(points, count, pose, 0.5, placed);
        check_refused(placed, count, BELAY_ERROR_SHAPE, "hull.points");
    }
}

Test(hull, refuses_too_many_corners)
{
    belay_vec3 points[300];
    uint64_t state = 22;
    for (int i = 0; i < 300; i++)
        points[i] = points_random_direction(&state);
    check_refused(points, 300, BELAY_ERROR_SHAPE, "300 corners; at most 255 (belay_hull_simplify");
    check_refused(points, 256, BELAY_ERROR_SHAPE, "256 corners");
}

Test(hull, no_memory_is_said_and_nothing_leaks)
{
    belay_vec3 points[100];
    uint64_t state = 23;
    for (int i = 0; i < 100; i++)
        points[i] = chance_vector(&state, 1.0);
    belay_result result = BELAY_ERROR_MEMORY;
    int limit = 0;
    for (; result != BELAY_OK; limit++) {
        purse f = {.fail_from = limit + 1};
        belay_allocator allocator = purse_allocator(&f);
        unsigned char* block;
        belay_error error = {BELAY_OK, ""};
        result = bl_hull_build(points, 100, &allocator, &block, &error);
        cr_assert_eq(result, f.calls > limit ? BELAY_ERROR_MEMORY : BELAY_OK);
        cr_assert(result == BELAY_OK || (block == NULL && strstr(error.message, "no memory") != NULL));
        arrfree(block);
        cr_assert_eq(f.bytes, 0);
    }
    cr_assert_gt(limit, 20);
}

// ---- fewer corners

// The hull of the chosen points; the excess is what the support functions of the two differ by, at most.
static void check_simplified(const belay_vec3* points, int count, int max_count)
{
    belay_vec3 chosen[BELAY_MAX_HULL_VERTICES];
    int chosen_count = 0;
    double excess = -1.0, seen = 0.0;
    belay_hull all = {points, count};
    uint64_t state = 24;
    cr_assert_eq(belay_hull_simplify(&all, max_count, chosen, &chosen_count, &excess, NULL), BELAY_OK);
    cr_assert(chosen_count >= 4 && chosen_count <= max_count);
    bl_hull* h = build(chosen, chosen_count);
    cr_assert_eq((int)h->vertex_count, chosen_count);
    for (int trial = 0; trial < 2000; trial++) {
        belay_vec3 d = points_random_direction(&state);
        if (trial < (int)h->face_count) d = bl_hull_faces(h)[trial].normal;
        double far = -HUGE_VAL, near = -HUGE_VAL;
        for (int i = 0; i < count; i++)
            far = fmax(far, v3_dot(points[i], d));
        for (int i = 0; i < chosen_count; i++)
            near = fmax(near, v3_dot(chosen[i], d));
        seen = fmax(seen, far - near);
    }
    cr_assert_leq(seen, excess + 1e-12);
    cr_assert_geq(seen, 0.9 * excess - 1e-9);
    destroy(h);
}

Test(hull_simplify, ball_of_5000_points)
{
    static belay_vec3 points[5000];
    uint64_t state = 25;
    for (int i = 0; i < 5000; i++)
        points[i] = points_random_direction(&state);
    check_refused(points, 5000, BELAY_ERROR_SHAPE, "5000 corners");
    check_simplified(points, 5000, 255);
    check_simplified(points, 5000, 32);
    check_simplified(points, 5000, 4);
}

// A net of n points on a ball leaves gaps of area 4 pi / n, and a flat piece of area A lies A / (2 pi) under its ball
// when it is round; a greedy choice is not worse by much.
Test(hull_simplify, ball_is_followed_evenly)
{
    static belay_vec3 points[5000], chosen[BELAY_MAX_HULL_VERTICES];
    uint64_t state = 26;
    for (int i = 0; i < 5000; i++)
        points[i] = points_random_direction(&state);
    belay_hull all = {points, 5000};
    for (int n = 32; n <= 255; n *= 2) {
        int count;
        double excess;
        cr_assert_eq(belay_hull_simplify(&all, n, chosen, &count, &excess, NULL), BELAY_OK);
        cr_assert_eq(count, n);
        cr_assert_lt(excess, 2.5 * 2.0 / n, "%d: %g", n, excess);
    }
}

Test(hull_simplify, few_corners_are_kept_as_they_are)
{
    static belay_vec3 points[MAX_POINTS], chosen[BELAY_MAX_HULL_VERTICES];
    int count = cube_grid(points, 8, true), chosen_count;
    double excess;
    belay_hull all = {points, count};
    cr_assert_eq(belay_hull_simplify(&all, 8, chosen, &chosen_count, &excess, NULL), BELAY_OK);
    cr_assert_eq(chosen_count, 8);
    cr_assert_eq(excess, 0.0);
    for (int i = 0; i < 8; i++)
        cr_assert(is_corner_of_cube(chosen[i]));
}

// The one corner too many of a cube with a low roof is the top of the roof.
Test(hull_simplify, leaves_out_what_matters_least)
{
    belay_vec3 points[9], chosen[8];
    int count;
    double excess;
    points_box(points, v3(1.0, 1.0, 1.0));
    points[8] = v3(0.1, 0.0, 0.53125);
    belay_hull all = {points, 9};
    cr_assert_eq(belay_hull_simplify(&all, 8, chosen, &count, &excess, NULL), BELAY_OK);
    cr_assert_eq(count, 8);
    cr_assert_eq(excess, 0.03125);
}

Test(hull_simplify, order_of_the_points_does_not_matter)
{
    static belay_vec3 points[600], a[64], b[64];
    uint64_t state = 27;
    for (int i = 0; i < 600; i++)
        points[i] = points_random_direction(&state);
    int count_a, count_b;
    double excess_a, excess_b;
    belay_hull all = {points, 600};
    cr_assert_eq(belay_hull_simplify(&all, 64, a, &count_a, &excess_a, NULL), BELAY_OK);
    points_shuffle(points, 600, &state);
    cr_assert_eq(belay_hull_simplify(&all, 64, b, &count_b, &excess_b, NULL), BELAY_OK);
    cr_assert(count_a == count_b && excess_a == excess_b && memcmp(a, b, sizeof a) == 0);
}

static void check_not_simplified(const belay_hull* hull, int max_count, belay_vec3* chosen, int* count,
                                 belay_result code, const char* text)
{
    belay_error error = {BELAY_OK, ""};
    cr_assert_eq(belay_hull_simplify(hull, max_count, chosen, count, NULL, &error), code);
    cr_assert_not_null(strstr(error.message, text), "\"%s\" does not say \"%s\"", error.message, text);
}

Test(hull_simplify, refuses)
{
    belay_vec3 points[8], chosen[255];
    int count = 77;
    points_box(points, v3(1.0, 1.0, 1.0));
    belay_hull box = {points, 8}, none = {NULL, 8}, few = {points, 3}, flat = {points, 4};
    check_not_simplified(NULL, 8, chosen, &count, BELAY_ERROR_VALUE, "hull is null");
    check_not_simplified(&none, 8, chosen, &count, BELAY_ERROR_VALUE, "hull.points is null");
    check_not_simplified(&box, 8, NULL, &count, BELAY_ERROR_VALUE, "chosen is null");
    check_not_simplified(&box, 8, chosen, NULL, BELAY_ERROR_VALUE, "chosen_count is null");
    check_not_simplified(&box, 3, chosen, &count, BELAY_ERROR_VALUE, "max_count is 3");
    check_not_simplified(&box, 256, chosen, &count, BELAY_ERROR_VALUE, "max_count is 256");
    check_not_simplified(&few, 8, chosen, &count, BELAY_ERROR_SHAPE, "hull.point_count is 3");
    check_not_simplified(&flat, 8, chosen, &count, BELAY_ERROR_SHAPE, "one plane");
    cr_assert_eq(count, 77);
}
