// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "game/ground.h"

#include "game/level/land.h"

#include <math.h>
#include <stdlib.h>

enum { POINTS = LAND_COLUMNS * LAND_ROWS, CELLS = (LAND_COLUMNS - 1) * (LAND_ROWS - 1) };

static const double ROAD = 2.0;  // m, half its width
static const double STEEP = 1.2; // slope from which no grass grows

typedef struct grid {
    belay_vec3 positions[POINTS], normals[POINTS];
    uint32_t indices[GROUND_KINDS][6 * CELLS];
    int counts[GROUND_KINDS];
} grid;

static void fill_points(grid* g)
{
    const double d = LAND_CELL;
    for (int k = 0; k < LAND_ROWS; k++)
        for (int i = 0; i < LAND_COLUMNS; i++) {
            double x = LAND_X + i * d, y = LAND_Y + k * d;
            belay_vec3 n = v3(land_height(x - d, y) - land_height(x + d, y),
                              land_height(x, y - d) - land_height(x, y + d), 2.0 * d);
            g->positions[i + LAND_COLUMNS * k] = v3(x, y, land_height(x, y));
            g->normals[i + LAND_COLUMNS * k] = v3_normalize_or(n, v3(0.0, 0.0, 1.0));
        }
}

static int kind_of(const grid* g, int corner)
{
    double low = HUGE_VAL, high = -HUGE_VAL;
    const int corners[4] = {corner, corner + 1, corner + LAND_COLUMNS, corner + LAND_COLUMNS + 1};
    for (int i = 0; i < 4; i++) {
        low = fmin(low, g->positions[corners[i]].z);
        high = fmax(high, g->positions[corners[i]].z);
    }
    if (high - low > STEEP * LAND_CELL || low < -1.0) return GROUND_ROCK;
    return fabs(g->positions[corner].x + 0.5 * LAND_CELL) < ROAD ? GROUND_ROAD : GROUND_GRASS;
}

// The diagonal goes as in a height field: from (i, j) to (i + 1, j + 1).
static void fill_cells(grid* g)
{
    for (int k = 0; k + 1 < LAND_ROWS; k++)
        for (int i = 0; i + 1 < LAND_COLUMNS; i++) {
            int a = i + LAND_COLUMNS * k, kind = kind_of(g, a);
            const int corners[6] = {a, a + 1, a + LAND_COLUMNS + 1, a, a + LAND_COLUMNS + 1, a + LAND_COLUMNS};
            for (int c = 0; c < 6; c++)
                g->indices[kind][g->counts[kind]++] = (uint32_t)corners[c];
        }
}

bool ground_create(viewer* v, viewer_mesh meshes[GROUND_KINDS])
{
    bool is_good = true;
    grid* g = calloc(1, sizeof *g);
    if (g == NULL) return false;
    fill_points(g);
    fill_cells(g);
    for (int kind = 0; kind < GROUND_KINDS; kind++) {
        viewer_mesh_def def = {.positions = g->positions,
                               .normals = g->normals,
                               .vertex_count = POINTS,
                               .indices = g->indices[kind],
                               .index_count = g->counts[kind]};
        meshes[kind] = viewer_mesh_create(v, &def);
        is_good = is_good && meshes[kind].index != 0;
    }
    free(g);
    return is_good;
}

void ground_draw(viewer* v, const viewer_mesh meshes[GROUND_KINDS])
{
    static const uint32_t colors[GROUND_KINDS] = {0x7FA65A, 0xC9B48C, 0x8F8577};
    for (int kind = 0; kind < GROUND_KINDS; kind++)
        viewer_mesh_draw(v, meshes[kind], belay_pose_identity(), 1.0,
                         viewer_material_matte(viewer_color_hex(colors[kind])));
}
