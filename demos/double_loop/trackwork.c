// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "double_loop/trackwork.h"

#include "scenes/vec.h"

#include <math.h>
#include <stdlib.h>

static const double SPINE_DEPTH = 0.03; // m, of its centre line below that of the rails
static const double SPINE_RADIUS = 0.007;
static const double TIE_RADIUS = 0.0028;
static const double POST_RADIUS = 0.006;
static const double TIE_SPACING = 0.075; // m
static const double POST_SPACING = 0.6;

enum { SIDES = 6 };

// Below the middle of the rails, away from the ball.
static belay_vec3 spine_point(const double_loop* scene, int i)
{
    belay_vec3 middle = v3_add_scaled(scene->rails[0][i], 0.5, v3_sub(scene->rails[1][i], scene->rails[0][i]));
    return v3_add_scaled(middle, SPINE_DEPTH, vec_unit(v3_sub(middle, scene->path[i])));
}

// ------------------------------------------------------------------------------------------------------------------
// Ties and posts: straight bars without caps, in one mesh
// ------------------------------------------------------------------------------------------------------------------

typedef struct bars {
    belay_vec3 *positions, *normals;
    uint32_t* indices;
    int count, capacity;
} bars;

static void bars_add(bars* b, belay_vec3 from, belay_vec3 to, double radius)
{
    if (b->count == b->capacity) return;
    belay_vec3 along = vec_unit(v3_sub(to, from));
    belay_vec3 other = fabs(along.z) < 0.9 ? (belay_vec3){0.0, 0.0, 1.0} : (belay_vec3){1.0, 0.0, 0.0};
    belay_vec3 right = vec_unit(v3_cross(along, other)), up = v3_cross(right, along);
    uint32_t first = (uint32_t)(2 * SIDES * b->count);
    uint32_t* index = b->indices + 6 * SIDES * b->count;
    for (uint32_t i = 0; i < SIDES; i++) {
        double angle = 6.283185307179586 * i / SIDES;
        belay_vec3 out = v3_add_scaled(v3_add_scaled((belay_vec3){0.0, 0.0, 0.0}, cos(angle), right), sin(angle), up);
        uint32_t at = first + 2 * i, next = first + 2 * ((i + 1) % SIDES);
        b->positions[at] = v3_add_scaled(from, radius, out);
        b->positions[at + 1] = v3_add_scaled(to, radius, out);
        b->normals[at] = b->normals[at + 1] = out;
        const uint32_t corners[6] = {at, next, at + 1, at + 1, next, next + 1};
        for (int k = 0; k < 6; k++)
            *index++ = corners[k];
    }
    b->count++;
}

static bool bars_init(bars* b, int capacity)
{
    size_t n = (size_t)capacity * SIDES;
    *b = (bars){.positions = malloc(2 * n * sizeof(belay_vec3)),
                .normals = malloc(2 * n * sizeof(belay_vec3)),
                .indices = malloc(6 * n * sizeof(uint32_t)),
                .capacity = capacity};
    return b->positions != NULL && b->normals != NULL && b->indices != NULL;
}

static void bars_fini(bars* b)
{
    free(b->positions);
    free(b->normals);
    free(b->indices);
}

static void add_ties(bars* b, const double_loop* scene)
{
    int every = (int)fmax(TIE_SPACING / scene->spacing + 0.5, 1.0);
    for (int i = every / 2; i < scene->point_count; i += every) {
        belay_vec3 spine = spine_point(scene, i);
        bars_add(b, scene->rails[0][i], spine, TIE_RADIUS);
        bars_add(b, scene->rails[1][i], spine, TIE_RADIUS);
    }
}

// Under the straight stretches alone, which lie at height zero.
static void add_posts(bars* b, const double_loop* scene)
{
    int every = (int)fmax(POST_SPACING / scene->spacing + 0.5, 1.0);
    for (int i = every / 4; i < scene->point_count; i += every) {
        belay_vec3 top = spine_point(scene, i), foot = {top.x, top.y, DOUBLE_LOOP_FLOOR};
        if (fabs(scene->path[i].z) < 1e-3) bars_add(b, foot, top, POST_RADIUS);
    }
}

static viewer_mesh create_ties(viewer* v, const double_loop* scene)
{
    bars b;
    viewer_mesh mesh = {0};
    if (bars_init(&b, 3 * scene->point_count)) {
        add_ties(&b, scene);
        add_posts(&b, scene);
        viewer_mesh_def def = {b.positions, b.normals, 2 * SIDES * b.count, b.indices, 6 * SIDES * b.count, false};
        mesh = viewer_mesh_create(v, &def);
    }
    bars_fini(&b);
    return mesh;
}

// ------------------------------------------------------------------------------------------------------------------
// Tubes: few points where the track is straight, many in the loops
// ------------------------------------------------------------------------------------------------------------------

static belay_vec3 heading(const double_loop* scene, int i)
{
    return vec_unit(v3_sub(scene->path[i + 1], scene->path[i]));
}

// The next point that the eye needs: after MAX_TURN, but not after more than MAX_POINTS.
static int next_point(const double_loop* scene, int i)
{
    const double MAX_TURN = 0.06; // rad
    const int MAX_POINTS = 24;
    int last = scene->point_count - 1, k = i + 1;
    while (k < last && k < i + MAX_POINTS && v3_dot(heading(scene, k), heading(scene, i)) > cos(MAX_TURN))
        k++;
    return k < last ? k : last;
}

static belay_vec3 rail_point(const double_loop* scene, int which, int i)
{
    return which < 2 ? scene->rails[which][i] : spine_point(scene, i);
}

// 0 and 1: the rails, 2: the spine.
static viewer_mesh create_tube(viewer* v, const double_loop* scene, int which, double radius)
{
    viewer_mesh mesh = {0};
    belay_vec3* points = malloc((size_t)scene->point_count * sizeof *points);
    if (points == NULL) return mesh;
    int count = 0;
    for (int i = 0; i < scene->point_count - 1; i = next_point(scene, i))
        points[count++] = rail_point(scene, which, i);
    points[count++] = rail_point(scene, which, scene->point_count - 1);
    viewer_tube tube = {.points = points, .count = count, .radius = radius, .sides = 8};
    mesh = viewer_mesh_tube_create(v, &tube);
    free(points);
    return mesh;
}

bool trackwork_create(trackwork* t, viewer* v, const double_loop* scene)
{
    t->rails[0] = create_tube(v, scene, 0, DOUBLE_LOOP_RAIL_RADIUS);
    t->rails[1] = create_tube(v, scene, 1, DOUBLE_LOOP_RAIL_RADIUS);
    t->spine = create_tube(v, scene, 2, SPINE_RADIUS);
    t->ties = create_ties(v, scene);
    return t->rails[0].index != 0 && t->rails[1].index != 0 && t->ties.index != 0 && t->spine.index != 0;
}

void trackwork_draw(const trackwork* t, viewer* v, double y)
{
    belay_pose aside = belay_pose_identity();
    aside.position.y = y;
    viewer_material steel = viewer_material_metal(viewer_color_hex(0xC9D2DC));
    viewer_mesh_draw(v, t->rails[0], aside, 1.0, steel);
    viewer_mesh_draw(v, t->rails[1], aside, 1.0, steel);
    viewer_mesh_draw(v, t->ties, aside, 1.0, viewer_material_matte(viewer_color_hex(0x7C8796)));
    viewer_mesh_draw(v, t->spine, aside, 1.0, viewer_material_plastic(viewer_color_hex(0x5A6575)));
}
