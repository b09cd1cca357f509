// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "scenes/build.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

build_stuff build_stuff_of(const experiment* e, experiment_look look, int tone)
{
    build_stuff s = {1000.0, {experiment_mu(e), 0.0}, {look, tone}};
    return s;
}

bool build_check(experiment* e, belay_result result)
{
    if (e->status == BELAY_OK) e->status = result;
    return e->status == BELAY_OK;
}

// ------------------------------------------------------------------------------------------------------------------
// Parts: the shapes with copies of their arrays, for drawing and measuring
// ------------------------------------------------------------------------------------------------------------------

static const void* copy(experiment* e, const void* data, size_t size)
{
    void* made = malloc(size);
    if (!build_check(e, made != NULL ? BELAY_OK : BELAY_ERROR_MEMORY)) return made;
    memcpy(made, data, size);
    return made;
}

static belay_shape copy_shape(experiment* e, const belay_shape* of)
{
    belay_shape s = *of;
    if (s.type == BELAY_SHAPE_HULL)
        s.hull.points = copy(e, s.hull.points, (size_t)s.hull.point_count * sizeof(belay_vec3));
    if (s.type == BELAY_SHAPE_TUBE)
        s.tube.points = copy(e, s.tube.points, (size_t)s.tube.point_count * sizeof(belay_vec3));
    if (s.type == BELAY_SHAPE_HEIGHT_FIELD) {
        size_t count = (size_t)s.height_field.column_count * (size_t)s.height_field.row_count;
        s.height_field.heights = copy(e, s.height_field.heights, count * sizeof(double));
    }
    if (s.type == BELAY_SHAPE_MESH) {
        s.mesh.vertices = copy(e, s.mesh.vertices, (size_t)s.mesh.vertex_count * sizeof(belay_vec3));
        s.mesh.indices = copy(e, s.mesh.indices, 3 * (size_t)s.mesh.triangle_count * sizeof(int32_t));
    }
    return s;
}

// Room for one more of `size` bytes in an array of `count`; the array, or null.
static void* grow(experiment* e, void* array, int count, int* capacity, size_t size)
{
    if (count < *capacity) return array;
    int wanted = *capacity > 0 ? 2 * *capacity : 64;
    void* grown = realloc(array, (size_t)wanted * size);
    if (!build_check(e, grown != NULL ? BELAY_OK : BELAY_ERROR_MEMORY)) return NULL;
    *capacity = wanted;
    return grown;
}

static void add_part(experiment* e, const experiment_part* part)
{
    experiment_part* parts = grow(e, e->parts, e->part_count, &e->part_capacity, sizeof *parts);
    if (parts == NULL) return;
    e->parts = parts;
    parts[e->part_count] = *part;
    parts[e->part_count].shape = copy_shape(e, &part->shape);
    e->part_count++;
}

// ------------------------------------------------------------------------------------------------------------------
// Bodies and shapes
// ------------------------------------------------------------------------------------------------------------------

belay_body_id build_body(experiment* e, const belay_body_def* def)
{
    belay_body_id body = {0};
    if (e->status == BELAY_OK) build_check(e, belay_body_create(e->world, def, &body));
    return body;
}

belay_body_id build_static(experiment* e, belay_pose pose)
{
    belay_body_def def = belay_body_def_default();
    def.type = BELAY_BODY_STATIC;
    def.pose = pose;
    return build_body(e, &def);
}

belay_collider_id build_collider(experiment* e, belay_body_id body, const belay_collider_def* def,
                                 experiment_paint paint)
{
    experiment_part part = {.body = body, .shape = def->shape, .pose = def->pose, .paint = paint};
    if (e->status == BELAY_OK) build_check(e, belay_collider_create(e->world, body, def, &part.collider));
    if (e->status == BELAY_OK) add_part(e, &part);
    return part.collider;
}

belay_collider_id build_shape(experiment* e, belay_body_id body, const belay_shape* shape, belay_pose pose,
                              const build_stuff* stuff)
{
    belay_collider_def def = belay_collider_def_default(*shape);
    def.pose = pose;
    def.material = stuff->material;
    def.density = stuff->density;
    return build_collider(e, body, &def, stuff->paint);
}

belay_body_def build_solid_def(experiment* e, const belay_shape* shape, belay_pose pose, double density)
{
    belay_body_def def = belay_body_def_default();
    belay_mass mass;
    if (e->status != BELAY_OK || !build_check(e, belay_shape_mass(shape, density, &mass, NULL))) return def;
    def.pose = pose;
    def.mass = mass.mass;
    def.inertia = mass.inertia;
    def.center_of_mass = mass.center_of_mass;
    return def;
}

belay_body_id build_solid(experiment* e, const belay_shape* shape, belay_pose pose, const build_stuff* stuff)
{
    belay_body_def def = build_solid_def(e, shape, pose, stuff->density);
    belay_body_id body = build_body(e, &def);
    build_shape(e, body, shape, belay_pose_identity(), stuff);
    return body;
}

belay_body_id build_box(experiment* e, belay_vec3 size, belay_pose pose, const build_stuff* stuff)
{
    belay_shape shape = build_shape_box(size);
    return build_solid(e, &shape, pose, stuff);
}

belay_body_id build_ball(experiment* e, double radius, belay_vec3 center, const build_stuff* stuff)
{
    belay_shape shape = build_shape_sphere(radius);
    return build_solid(e, &shape, build_at(center), stuff);
}

belay_joint_def build_joint_def(experiment* e, belay_joint_type type, belay_body_id a, belay_body_id b,
                                belay_vec3 anchor, belay_vec3 axis)
{
    belay_joint_def def = belay_joint_def_default(type);
    if (e->status == BELAY_OK) build_check(e, belay_joint_def_at(e->world, type, a, b, anchor, axis, &def));
    return def;
}

belay_joint_id build_joint(experiment* e, const belay_joint_def* def)
{
    belay_joint_id id = {0};
    if (e->status == BELAY_OK) build_check(e, belay_joint_create(e->world, def, &id));
    if (e->status != BELAY_OK) return id;
    belay_joint_id* joints = grow(e, e->joints, e->joint_count, &e->joint_capacity, sizeof *joints);
    if (joints == NULL) return id;
    e->joints = joints;
    return joints[e->joint_count++] = id;
}

belay_rod_id build_rod(experiment* e, const belay_rod_def* def)
{
    belay_rod_id id = {0};
    if (e->rod_count == EXPERIMENT_MAX_RODS) build_check(e, BELAY_ERROR_CAPACITY);
    if (e->status == BELAY_OK) build_check(e, belay_rod_create(e->world, def, &id));
    if (e->status == BELAY_OK) e->rods[e->rod_count++] = id;
    return id;
}

void build_scenery(experiment* e, const belay_shape* shape, belay_pose pose, experiment_paint paint)
{
    build_scenery_on(e, (belay_body_id){0}, shape, pose, paint);
}

void build_scenery_on(experiment* e, belay_body_id body, const belay_shape* shape, belay_pose pose,
                      experiment_paint paint)
{
    experiment_part part = {.body = body, .shape = *shape, .pose = pose, .paint = paint};
    if (e->status == BELAY_OK) add_part(e, &part);
}

belay_collider_id build_floor(experiment* e)
{
    build_stuff stuff = build_stuff_of(e, EXPERIMENT_LOOK_FLOOR, 0);
    belay_shape plane = {.type = BELAY_SHAPE_PLANE, .plane = {{0.0, 0.0, 1.0}, 0.0}};
    belay_body_id ground = build_static(e, belay_pose_identity());
    return build_shape(e, ground, &plane, belay_pose_identity(), &stuff);
}

belay_shape build_shape_box(belay_vec3 size)
{
    belay_shape s = {.type = BELAY_SHAPE_BOX, .box = {size}};
    return s;
}

belay_shape build_shape_sphere(double radius)
{
    belay_shape s = {.type = BELAY_SHAPE_SPHERE, .sphere = {{0.0, 0.0, 0.0}, radius}};
    return s;
}

belay_shape build_shape_capsule(double length, double radius)
{
    belay_shape s = {.type = BELAY_SHAPE_CAPSULE, .capsule = {length, radius}};
    return s;
}

belay_shape build_shape_hull(const belay_vec3* points, int count)
{
    belay_shape s = {.type = BELAY_SHAPE_HULL, .hull = {points, count}};
    return s;
}

belay_pose build_at(belay_vec3 position)
{
    belay_pose p = {position, {1.0, 0.0, 0.0, 0.0}};
    return p;
}

belay_pose build_turned(belay_vec3 position, belay_vec3 axis, double angle)
{
    belay_pose p = {position, belay_quat_from_axis_angle(axis, angle)};
    return p;
}

belay_body_state build_state(const experiment* e, belay_body_id body)
{
    belay_body_state state = {0};
    if (e->world != NULL) belay_body_get_state(e->world, body, &state);
    return state;
}

// ------------------------------------------------------------------------------------------------------------------
// Lines
// ------------------------------------------------------------------------------------------------------------------

int build_path(experiment* e, int tone, const char* label)
{
    experiment_path* paths = grow(e, e->paths, e->path_count, &e->path_capacity, sizeof *paths);
    if (paths == NULL) return -1;
    e->paths = paths;
    experiment_path* path = &paths[e->path_count];
    memset(path, 0, sizeof *path);
    path->tone = tone;
    snprintf(path->label, sizeof path->label, "%s", label);
    return e->path_count++;
}

void build_path_push(experiment* e, int index, belay_vec3 point)
{
    if (index < 0 || index >= e->path_count) return;
    experiment_path* path = &e->paths[index];
    belay_vec3* points = grow(e, path->points, path->count, &path->capacity, sizeof *points);
    if (points == NULL) return;
    path->points = points;
    points[path->count++] = point;
}

void build_path_push_foot(experiment* e, int index, belay_vec3 point)
{
    build_path_push(e, index, v3(point.x, point.y, 0.002));
}

// ------------------------------------------------------------------------------------------------------------------
// Random numbers
// ------------------------------------------------------------------------------------------------------------------

// Seed 1 is the customary start of the generator; every other one is as far from it as the golden ratio's bits.
build_random build_random_begin(const experiment* e)
{
    build_random random = {88172645463325252u};
    random.state ^= ((uint64_t)e->values[EXPERIMENT_SEED] - 1u) * 0x9E3779B97F4A7C15u;
    if (random.state == 0) random.state = 1;
    return random;
}

double build_random_draw(build_random* random)
{
    random->state ^= random->state << 13;
    random->state ^= random->state >> 7;
    random->state ^= random->state << 17;
    return 2.0 * ((double)(random->state >> 11) * 0x1p-53) - 1.0;
}
