// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What a mesh is: whether something looks wrong with it, what it weighs, and which colliders it becomes.

#include "import_mesh.h"

#include "belay/vec.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A size along an axis, m, beyond which a thing is most likely given in millimetres; and below which in metres that
// were taken for millimetres.
#define LARGE 50.0
#define SMALL 0.001

static void warn(const char* path, const char* text)
{
    fprintf(stderr, "belay-import: %s: warning: %s\n", path, text);
}

static bool fail(const char* path, const char* text)
{
    fprintf(stderr, "belay-import: %s: %s\n", path, text);
    return false;
}

static void check_size(const char* path, const belay_mesh_facts* f)
{
    belay_vec3 size = v3_sub(f->upper, f->lower);
    double largest = fmax(size.x, fmax(size.y, size.z));
    char text[160];
    snprintf(text, sizeof text, "it is %.3g m long; %s", largest,
             largest > LARGE ? "is it in millimetres? --units mm" : "was it in metres? --scale 1000");
    if (largest > LARGE || largest < SMALL) warn(path, text);
}

static void check_edges(const char* path, const belay_mesh_facts* f)
{
    char text[200];
    if (f->open_edges > 0) {
        snprintf(text, sizeof text, "%d edges have a triangle on one side alone: it has holes and bounds no solid",
                 f->open_edges);
        warn(path, text);
    }
    if (f->reversed_edges > 0) {
        snprintf(text, sizeof text, "at %d edges triangles face opposite ways: some of them are turned over",
                 f->reversed_edges);
        warn(path, text);
    }
    if (f->is_closed && f->volume < 0.0)
        warn(path, "its volume is negative: all triangles are turned inside out; --flip turns them back");
    if (f->degenerate_triangles > 0) {
        snprintf(text, sizeof text, "%d triangles have no area; colliders drop them", f->degenerate_triangles);
        warn(path, text);
    }
}

bool import_mesh_check(const char* path, const import_mesh* mesh, belay_mesh_facts* facts)
{
    belay_mesh view = import_mesh_view(mesh);
    belay_error error;
    if (belay_mesh_measure(&view, facts, &error) != BELAY_OK) return fail(path, error.message);
    check_size(path, facts);
    check_edges(path, facts);
    return true;
}

// ---------------------------------------------------------------------------------------------------------------------
// Colliders
// ---------------------------------------------------------------------------------------------------------------------

static bool add(belay_scene* scene, const char* path, const belay_collider_def* like, belay_shape shape)
{
    belay_collider_def def = *like;
    belay_error error;
    def.shape = shape;
    return belay_scene_add_collider(scene, &def, &error) == BELAY_OK || fail(path, error.message);
}

static bool find_hull(const char* path, const import_mesh* mesh, belay_vec3 corners[BELAY_MAX_HULL_VERTICES],
                      belay_hull* hull)
{
    belay_hull all = {mesh->vertices, mesh->vertex_count};
    belay_error error;
    double excess;
    char text[120];
    if (belay_hull_simplify(&all, BELAY_MAX_HULL_VERTICES, corners, &hull->point_count, &excess, &error) != BELAY_OK)
        return fail(path, error.message);
    hull->points = corners;
    snprintf(text, sizeof text, "its hull has more than %d corners; up to %.3g m are left out", BELAY_MAX_HULL_VERTICES,
             excess);
    if (hull->point_count == BELAY_MAX_HULL_VERTICES && excess > 0.0) warn(path, text);
    return true;
}

static bool add_hull(belay_scene* scene, const char* path, const import_mesh* mesh, const belay_collider_def* like)
{
    belay_vec3 corners[BELAY_MAX_HULL_VERTICES];
    belay_shape shape = {.type = BELAY_SHAPE_HULL};
    return find_hull(path, mesh, corners, &shape.hull) && add(scene, path, like, shape);
}

static bool add_parts(belay_scene* scene, const char* path, const import_mesh* mesh, const import_options* o,
                      const belay_collider_def* like)
{
    belay_mesh view = import_mesh_view(mesh);
    belay_mesh_parts* parts;
    belay_error error;
    if (belay_mesh_decompose(&view, &o->decompose, &parts, &error) != BELAY_OK) return fail(path, error.message);
    double share = parts->excess / parts->mass.mass;
    printf("%s: %d convex parts, %.3g %% larger than the solid", path, parts->count, 100.0 * share);
    printf(parts->lost > 0.0 ? ", up to %.3g m of it left out\n" : "\n", parts->lost);
    if (share > o->decompose.max_excess) warn(path, "that is more than --max-excess: --max-parts ended it");
    bool ok = true;
    for (int i = 0; i < parts->count && ok; i++)
        ok = add(scene, path, like, (belay_shape){.type = BELAY_SHAPE_HULL, .hull = parts->hulls[i]});
    belay_mesh_parts_destroy(parts);
    return ok;
}

bool import_mesh_add(belay_scene* scene, const char* path, const import_mesh* mesh, import_form form,
                     const import_options* o, const belay_collider_def* like)
{
    if (form == IMPORT_HULL) return add_hull(scene, path, mesh, like);
    if (form == IMPORT_PARTS) return add_parts(scene, path, mesh, o, like);
    return add(scene, path, like, (belay_shape){.type = BELAY_SHAPE_MESH, .mesh = import_mesh_view(mesh)});
}

bool import_mesh_weigh(const char* path, const import_mesh* mesh, belay_mass* mass)
{
    belay_mesh view = import_mesh_view(mesh);
    belay_error error;
    belay_vec3 corners[BELAY_MAX_HULL_VERTICES];
    belay_shape shape = {.type = BELAY_SHAPE_HULL};
    if (belay_mesh_mass(&view, 1.0, mass, &error) == BELAY_OK) return true;
    if (error.code != BELAY_ERROR_SHAPE) return fail(path, error.message);
    warn(path, "it bounds no solid, and weighs what its convex hull weighs");
    if (!find_hull(path, mesh, corners, &shape.hull)) return false;
    return belay_shape_mass(&shape, 1.0, mass, &error) == BELAY_OK || fail(path, error.message);
}
