// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "support/shapes/query_stand.h"

#include "support/chance.h"
#include "support/scene.h"

#include <criterion/criterion.h>

belay_pose stand_random_pose(uint64_t* lot, double size)
{
    belay_pose pose = {chance_vector(lot, size), {1.0, 0.0, 0.0, 0.0}};
    pose.rotation = q_exp(chance_vector(lot, 3.0));
    return pose;
}

#define GRID 9

const belay_vec3 stand_cube_corners[8] = {{-0.5, -0.5, -0.5}, {0.5, -0.5, -0.5}, {-0.5, 0.5, -0.5}, {0.5, 0.5, -0.5},
                                          {-0.5, -0.5, 0.5},  {0.5, -0.5, 0.5},  {-0.5, 0.5, 0.5},  {0.5, 0.5, 0.5}};

static const int32_t cube_triangles[36] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                           2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};

const belay_vec3 stand_octahedron[6] = {{0.6, 0.0, 0.0},  {-0.6, 0.0, 0.0}, {0.0, 0.6, 0.0},
                                        {0.0, -0.6, 0.0}, {0.0, 0.0, 0.6},  {0.0, 0.0, -0.6}};

const belay_vec3 stand_rail[5] = {
    {-0.8, 0.0, 0.0}, {-0.4, 0.0, 0.0}, {0.0, 0.0, 0.0}, {0.4, 0.0, 0.0}, {0.8, 0.0, 0.0}};

static double heights[GRID * GRID]; // written once per process, always the same

// A ridge: heights rise by 0.3 per m towards the middle line x = 1, so that the surface is two planes.
static const double* ridge(void)
{
    for (int j = 0; j < GRID; j++)
        for (int i = 0; i < GRID; i++)
            heights[i + GRID * j] = 0.3 * (1.0 - fabs(0.25 * i - 1.0));
    return heights;
}

belay_collider_def stand_shape(belay_shape_type type)
{
    switch (type) {
    case BELAY_SHAPE_SPHERE: {
        belay_collider_def def = belay_collider_def_sphere(0.5);
        def.shape.sphere.center = v3(0.1, 0.2, -0.1);
        return def;
    }
    case BELAY_SHAPE_PLANE:
        return belay_collider_def_plane(v3(0.0, 0.6, 0.8), 0.2);
    case BELAY_SHAPE_TUBE:
        return belay_collider_def_tube(stand_rail, 5, false, 0.2);
    case BELAY_SHAPE_CAPSULE:
        return belay_collider_def_capsule(0.8, 0.3);
    case BELAY_SHAPE_BOX:
        return belay_collider_def_box(v3(1.0, 0.6, 0.4));
    case BELAY_SHAPE_CYLINDER:
        return belay_collider_def_cylinder(0.8, 0.5);
    case BELAY_SHAPE_CONE:
        return belay_collider_def_cone(0.8, 0.5);
    case BELAY_SHAPE_ELLIPSOID:
        return belay_collider_def_ellipsoid(v3(0.6, 0.4, 0.25));
    case BELAY_SHAPE_HULL:
        return belay_collider_def_hull(stand_octahedron, 6);
    case BELAY_SHAPE_MESH:
        return belay_collider_def_mesh(stand_cube_corners, 8, cube_triangles, 12);
    case BELAY_SHAPE_HEIGHT_FIELD:
    case BELAY_SHAPE_TYPE_COUNT:
        break;
    }
    return belay_collider_def_height_field(ridge(), GRID, GRID, 0.25, 0.25);
}

bool stand_shape_has(belay_shape_type type, belay_vec3 x)
{
    double across = hypot(x.x, x.y);
    switch (type) {
    case BELAY_SHAPE_SPHERE:
        return v3_distance(x, v3(0.1, 0.2, -0.1)) <= 0.5;
    case BELAY_SHAPE_PLANE:
        return 0.6 * x.y + 0.8 * x.z <= 0.2;
    case BELAY_SHAPE_TUBE:
        return v3_distance(x, v3(fmin(fmax(x.x, -0.8), 0.8), 0.0, 0.0)) <= 0.2;
    case BELAY_SHAPE_CAPSULE:
        return v3_distance(x, v3(0.0, 0.0, fmin(fmax(x.z, -0.4), 0.4))) <= 0.3;
    case BELAY_SHAPE_BOX:
        return fabs(x.x) <= 0.5 && fabs(x.y) <= 0.3 && fabs(x.z) <= 0.2;
    case BELAY_SHAPE_CYLINDER:
        return across <= 0.5 && fabs(x.z) <= 0.4;
    case BELAY_SHAPE_CONE:
        return fabs(x.z) <= 0.4 && across <= 0.5 * (0.4 - x.z) / 0.8;
    case BELAY_SHAPE_ELLIPSOID:
        return v3_length(v3(x.x / 0.6, x.y / 0.4, x.z / 0.25)) <= 1.0;
    case BELAY_SHAPE_HULL:
        return fabs(x.x) + fabs(x.y) + fabs(x.z) <= 0.6;
    case BELAY_SHAPE_MESH:
        return fabs(x.x) <= 0.5 && fabs(x.y) <= 0.5 && fabs(x.z) <= 0.5;
    case BELAY_SHAPE_HEIGHT_FIELD:
    case BELAY_SHAPE_TYPE_COUNT:
        break;
    }
    return x.x >= 0.0 && x.x <= 2.0 && x.y >= 0.0 && x.y <= 2.0 && x.z <= 0.3 * (1.0 - fabs(x.x - 1.0)) && x.z >= -2.0;
}

belay_body_id stand_add_body(belay_world* world, belay_pose pose)
{
    belay_body_def def = belay_body_def_default();
    belay_body_id body;
    def.type = BELAY_BODY_STATIC;
    def.pose = pose;
    cr_assert(belay_body_create(world, &def, &body) == BELAY_OK);
    return body;
}

belay_collider_id stand_add_collider(belay_world* world, belay_body_id body, const belay_collider_def* def)
{
    belay_collider_id id;
    belay_result result = belay_collider_create(world, body, def, &id);
    cr_assert(result == BELAY_OK, "%s", belay_world_last_error(world));
    return id;
}

stand stand_create(belay_shape_type type, uint64_t seed)
{
    uint64_t lot = seed;
    stand s;
    s.world = scene_world(0.01);
    belay_pose body = stand_random_pose(&lot, 2.0);
    belay_collider_def def = stand_shape(type);
    def.pose = stand_random_pose(&lot, 0.5);
    s.body = stand_add_body(s.world, body);
    s.collider = stand_add_collider(s.world, s.body, &def);
    s.pose = pose_compose(body, def.pose);
    return s;
}

bool stand_has(const stand* s, belay_shape_type type, belay_vec3 x)
{
    return stand_shape_has(type, pose_apply_inverse(s->pose, x));
}

belay_vec3 stand_random_target(const stand* s, belay_shape_type type, uint64_t* lot)
{
    belay_vec3 middle = type == BELAY_SHAPE_HEIGHT_FIELD ? v3(1.0, 1.0, 0.0) : v3_zero();
    return pose_apply(s->pose, v3_add(middle, chance_vector(lot, 0.8)));
}
