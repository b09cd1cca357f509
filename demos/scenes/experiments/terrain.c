// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Hills, half of them a triangle mesh and half a height field, with all sorts of solids raining on them.

#include "scenes/build.h"
#include "scenes/experiments/kinds.h"

enum { COLUMNS = 17, ROWS = 33, MOST = 2000 }; // corners of a half
#define SPACING 0.25                           // m
#define WIDTH ((COLUMNS - 1) * SPACING)        // m, of a half; the whole is square
#define RADIUS 0.16

typedef struct terrain {
    belay_body_id bodies[MOST];
} terrain;

// A bowl with hills in it, so that nothing leaves.
static double height_at(double x, double y)
{
    double rim = (x * x * x * x + y * y * y * y) / (WIDTH * WIDTH * WIDTH * WIDTH);
    return 0.4 + 0.22 * sin(1.9 * x + 0.4) * cos(1.7 * y) + 0.12 * sin(3.1 * y + 0.8 * x) + 1.3 * rim;
}

// The two halves meet along x = 0.
static void add_height_field(experiment* e)
{
    double heights[COLUMNS * ROWS];
    for (int k = 0; k < COLUMNS * ROWS; k++)
        heights[k] = height_at(SPACING * (k % COLUMNS), SPACING * (k / COLUMNS) - WIDTH);
    belay_shape shape = {.type = BELAY_SHAPE_HEIGHT_FIELD, .height_field = {heights, COLUMNS, ROWS, SPACING, SPACING}};
    build_stuff stuff = build_stuff_of(e, EXPERIMENT_LOOK_EARTH, 0);
    belay_body_id ground = build_static(e, build_at(v3(0.0, -WIDTH, 0.0)));
    build_shape(e, ground, &shape, belay_pose_identity(), &stuff);
}

static void add_mesh(experiment* e)
{
    belay_vec3 vertices[COLUMNS * ROWS];
    int32_t indices[6 * (COLUMNS - 1) * (ROWS - 1)], *next = indices;
    for (int k = 0; k < COLUMNS * ROWS; k++) {
        double x = SPACING * (k % COLUMNS) - WIDTH, y = SPACING * (k / COLUMNS) - WIDTH;
        vertices[k] = v3(x, y, height_at(x, y));
    }
    for (int k = 0; k < (COLUMNS - 1) * (ROWS - 1); k++) {
        int32_t a = k % (COLUMNS - 1) + COLUMNS * (k / (COLUMNS - 1)), b = a + 1, c = a + COLUMNS, d = c + 1;
        const int32_t two[6] = {a, b, d, a, d, c};
        for (int i = 0; i < 6; i++)
            *next++ = two[i];
    }
    belay_shape shape = {.type = BELAY_SHAPE_MESH,
                         .mesh = {vertices, COLUMNS * ROWS, indices, 2 * (COLUMNS - 1) * (ROWS - 1)}};
    build_stuff stuff = build_stuff_of(e, EXPERIMENT_LOOK_EARTH, 1);
    build_shape(e, build_static(e, belay_pose_identity()), &shape, belay_pose_identity(), &stuff);
}

static belay_shape solid_of(int i)
{
    belay_shape cylinder = {.type = BELAY_SHAPE_CYLINDER, .cylinder = {0.26, 0.8 * RADIUS}};
    switch (i % 5) {
    case 1:
        return build_shape_box(v3(0.28, 0.22, 0.16));
    case 2:
        return build_shape_capsule(0.2, 0.6 * RADIUS);
    case 3:
        return cylinder;
    default:
        return build_shape_sphere(0.75 * RADIUS);
    }
}

static void build(experiment* e)
{
    terrain* t = e->data;
    build_random random = build_random_begin(e);
    add_height_field(e);
    add_mesh(e);
    for (int i = 0; i < experiment_n(e); i++) {
        double angle = 2.399963 * i, r = 2.4 * sqrt((i % 40 + 0.5) / 40.0); // the golden angle: evenly over a disc
        belay_vec3 at = v3(r * cos(angle) + 0.05 * build_random_draw(&random), r * sin(angle), 2.2 + 0.5 * (i / 40));
        belay_shape shape = solid_of(i);
        build_stuff stuff = build_stuff_of(e, EXPERIMENT_LOOK_PATTERN, i);
        belay_vec3 axis = v3(build_random_draw(&random), build_random_draw(&random), build_random_draw(&random));
        t->bodies[i] = build_solid(e, &shape, build_turned(at, axis, 3.0 * build_random_draw(&random)), &stuff);
    }
    e->view = (experiment_view){{-3.4, -3.4, 0.2}, {3.4, 3.4, 2.0}, -2.0, 0.75};
}

static void measure(const experiment* e, experiment_result* results)
{
    const terrain* t = e->data;
    int below = 0;
    for (int i = 0; i < experiment_n(e); i++) {
        belay_vec3 p = build_state(e, t->bodies[i]).pose.position;
        below += p.z < 0.0 || p.z < height_at(p.x, p.y) - RADIUS ? 1 : 0;
    }
    belay_energy energy = belay_world_get_energy(e->world);
    results[0] = (experiment_result){below, 0.0, 0.0};
    results[1] = (experiment_result){1e3 * belay_world_get_stats(e->world)->max_overlap, NAN, 0.0};
    results[2] = (experiment_result){energy.translation + energy.rotation, NAN, 0.0};
}

const experiment_kind experiment_terrain = {
    .name = "terrain",
    .title = "Rain of solids on hills",
    .text = "Half of the ground is a triangle mesh, half a height field; the seam runs through the middle.",
    .seconds = 10.0,
    .ranges = {[EXPERIMENT_H] = {0.0005, 0.05, 1.0 / 120.0, false},
               [EXPERIMENT_MU] = {0.0, 2.0, 0.5, false},
               [EXPERIMENT_N] = {1.0, MOST, 120.0, true},
               [EXPERIMENT_SEED] = {1.0, 1e6, 1.0, true}},
    .result_count = 3,
    .results = {{"fell through or out", ""}, {"deepest overlap", "mm"}, {"kinetic energy", "J"}},
    .data_size = sizeof(terrain),
    .build = build,
    .measure = measure,
};
