// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Queries of a world. The shapes are also written here as sets of points (is_inside), beside the engine: a ray's hit is
// right when nothing before it is inside and what follows at once is. Casts are measured against overlaps, overlaps of
// balls against nearest points, nearest points against the sets.

#include "support/chance.h"
#include "support/purse.h"
#include "support/scene.h"

#include <criterion/criterion.h>
#include <string.h>

static belay_pose random_pose(uint64_t* lot, double size)
{
    belay_pose pose = {chance_vector(lot, size), {1.0, 0.0, 0.0, 0.0}};
    pose.rotation = q_exp(chance_vector(lot, 3.0));
    return pose;
}

// ---------------------------------------------------------------------------------------------------------------------
// One shape of every type, about the origin and of size 1 or so
// ---------------------------------------------------------------------------------------------------------------------

#define GRID 9

static const belay_vec3 cube_corners[8] = {{-0.5, -0.5, -0.5}, {0.5, -0.5, -0.5}, {-0.5, 0.5, -0.5}, {0.5, 0.5, -0.5},
                                           {-0.5, -0.5, 0.5},  {0.5, -0.5, 0.5},  {-0.5, 0.5, 0.5},  {0.5, 0.5, 0.5}};
static const int32_t cube_triangles[36] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                           2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
static const belay_vec3 octahedron[6] = {{0.6, 0.0, 0.0},  {-0.6, 0.0, 0.0}, {0.0, 0.6, 0.0},
                                         {0.0, -0.6, 0.0}, {0.0, 0.0, 0.6},  {0.0, 0.0, -0.6}};
static const belay_vec3 rail[5] = {
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

static belay_collider_def shape_of(belay_shape_type type)
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
        return belay_collider_def_tube(rail, 5, false, 0.2);
    case BELAY_SHAPE_CAPSULE:
        return belay_collider_def_capsule(0.8, 0.3);
    case BELAY_SHAPE_BOX:
        return belay_collider_def_box(v3(1.0, 0.6, 0.4));
    case BELAY_SHAPE_CYLINDER:
        return belay_collider_def_cylinder(0.8, 0.5);
    case BELAY_SHAPE_CONE:
        return belay_collider_def_cone(0.8, 0.5);
    case BELAY_SHAPE_HULL:
        return belay_collider_def_hull(octahedron, 6);
    case BELAY_SHAPE_MESH:
        return belay_collider_def_mesh(cube_corners, 8, cube_triangles, 12);
    case BELAY_SHAPE_HEIGHT_FIELD:
    case BELAY_SHAPE_TYPE_COUNT:
        break;
    }
    return belay_collider_def_height_field(ridge(), GRID, GRID, 0.25, 0.25);
}

// The set of points that the shape takes up. The mesh is a closed one: inside the cube.
static bool is_inside(belay_shape_type type, belay_vec3 x)
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

typedef struct stand {
    belay_world* world;
    belay_body_id body;
    belay_collider_id collider;
    belay_pose pose; // of the shape in the world
} stand;

static belay_body_id add_body(belay_world* world, belay_pose pose)
{
    belay_body_def def = belay_body_def_default();
    belay_body_id body;
    def.type = BELAY_BODY_STATIC;
    def.pose = pose;
    cr_assert(belay_body_create(world, &def, &body) == BELAY_OK);
    return body;
}

static belay_collider_id add_collider(belay_world* world, belay_body_id body, const belay_collider_def* def)
{
    belay_collider_id id;
    belay_result result = belay_collider_create(world, body, def, &id);
    cr_assert(result == BELAY_OK, "%s", belay_world_last_error(world));
    return id;
}

// The shape, turned and moved on its body, which is turned and moved too.
static stand stand_create(belay_shape_type type, uint64_t seed)
{
    uint64_t lot = seed;
    stand s;
    s.world = scene_world(0.01);
    belay_pose body = random_pose(&lot, 2.0);
    belay_collider_def def = shape_of(type);
    def.pose = random_pose(&lot, 0.5);
    s.body = add_body(s.world, body);
    s.collider = add_collider(s.world, s.body, &def);
    s.pose = pose_compose(body, def.pose);
    return s;
}

static bool is_in_stand(const stand* s, belay_shape_type type, belay_vec3 x)
{
    return is_inside(type, pose_apply_inverse(s->pose, x));
}

// A point near the shape, in the world.
static belay_vec3 random_target(const stand* s, belay_shape_type type, uint64_t* lot)
{
    belay_vec3 middle = type == BELAY_SHAPE_HEIGHT_FIELD ? v3(1.0, 1.0, 0.0) : v3_zero();
    return pose_apply(s->pose, v3_add(middle, chance_vector(lot, 0.8)));
}

// ---------------------------------------------------------------------------------------------------------------------
// Rays
// ---------------------------------------------------------------------------------------------------------------------

// How deep into the shape the normal and the way lead is not looked at further than this, m.
#define CLOSE 1e-7

static void check_hit(const stand* s, belay_shape_type type, belay_vec3 origin, belay_vec3 way,
                      const belay_ray_hit* hit)
{
    double fine = CLOSE / v3_length(way);
    cr_assert(hit->collider.value == s->collider.value && hit->body.value == s->body.value);
    cr_assert(hit->fraction >= 0.0 && hit->fraction <= 1.0);
    cr_assert_lt(v3_distance(hit->point, v3_add_scaled(origin, hit->fraction, way)), 1e-12);
    cr_assert_float_eq(v3_length(hit->normal), 1.0, 1e-12);
    cr_assert_leq(v3_dot(hit->normal, way), 1e-9);
    for (int i = 0; i < 300; i++)
        cr_assert_not(is_in_stand(s, type, v3_add_scaled(origin, i / 300.0 * (hit->fraction - fine), way)));
    cr_assert_not(is_in_stand(s, type, v3_add_scaled(hit->point, CLOSE, hit->normal)));
    if (v3_dot(hit->normal, way) < -0.01 * v3_length(way))
        cr_assert(is_in_stand(s, type, v3_add_scaled(hit->point, 10.0 * fine, way)));
}

static void check_rays(belay_shape_type type)
{
    uint64_t lot = 100 + (uint64_t)type;
    int hits = 0, misses = 0;
    for (int k = 0; k < 5; k++) {
        stand s = stand_create(type, (uint64_t)k + 1);
        for (int i = 0; i < 300; i++) {
            belay_vec3 origin = v3_add(s.pose.position, chance_vector(&lot, 4.0));
            belay_vec3 way = v3_scale(0.3 + 1.5 * chance_next(&lot), v3_sub(random_target(&s, type, &lot), origin));
            if (is_in_stand(&s, type, origin)) continue;
            belay_ray_hit hit;
            bool is_hit;
            cr_assert(belay_world_cast_ray(s.world, origin, way, NULL, &hit, &is_hit) == BELAY_OK);
            if (is_hit) check_hit(&s, type, origin, way, &hit);
            for (int n = 0; n <= 300 && !is_hit; n++) {
                belay_vec3 at = v3_add_scaled(origin, n / 300.0, way);
                // a height field is a surface: its walls are open
                if (type != BELAY_SHAPE_HEIGHT_FIELD) cr_assert_not(is_in_stand(&s, type, at));
            }
            hits += is_hit;
            misses += !is_hit;
        }
        belay_world_destroy(s.world);
    }
    cr_assert(hits > 150 && misses > 50, "%d hits, %d misses", hits, misses);
}

Test(world_query, rays_at_spheres)
{
    check_rays(BELAY_SHAPE_SPHERE);
}

Test(world_query, rays_at_planes)
{
    check_rays(BELAY_SHAPE_PLANE);
}

Test(world_query, rays_at_tubes)
{
    check_rays(BELAY_SHAPE_TUBE);
}

Test(world_query, rays_at_capsules)
{
    check_rays(BELAY_SHAPE_CAPSULE);
}

Test(world_query, rays_at_boxes)
{
    check_rays(BELAY_SHAPE_BOX);
}

Test(world_query, rays_at_cylinders)
{
    check_rays(BELAY_SHAPE_CYLINDER);
}

Test(world_query, rays_at_cones)
{
    check_rays(BELAY_SHAPE_CONE);
}

Test(world_query, rays_at_hulls)
{
    check_rays(BELAY_SHAPE_HULL);
}

Test(world_query, rays_at_meshes)
{
    check_rays(BELAY_SHAPE_MESH);
}

// From above, so that the open walls do not matter.
Test(world_query, rays_at_height_fields)
{
    uint64_t lot = 7;
    for (int k = 0; k < 5; k++) {
        stand s = stand_create(BELAY_SHAPE_HEIGHT_FIELD, (uint64_t)k + 1);
        for (int i = 0; i < 200; i++) {
            double x = 0.01 + 1.98 * chance_next(&lot), y = 0.01 + 1.98 * chance_next(&lot);
            belay_vec3 below = v3(x, y, -0.5);
            belay_vec3 above = v3(fmin(fmax(x + 0.4 * chance_next(&lot) - 0.2, 0.0), 2.0), y, 2.0);
            belay_vec3 origin = pose_apply(s.pose, above), way = v3_sub(pose_apply(s.pose, below), origin);
            belay_ray_hit hit;
            bool is_hit;
            cr_assert(belay_world_cast_ray(s.world, origin, way, NULL, &hit, &is_hit) == BELAY_OK && is_hit);
            check_hit(&s, BELAY_SHAPE_HEIGHT_FIELD, origin, way, &hit);
        }
        belay_world_destroy(s.world);
    }
}

Test(world_query, rays_from_inside_hit_at_once)
{
    uint64_t lot = 8;
    for (belay_shape_type type = 0; type < BELAY_SHAPE_TYPE_COUNT; type++) {
        stand s = stand_create(type, 3);
        int tried = 0;
        while (tried < 50 && type != BELAY_SHAPE_MESH) {
            belay_vec3 origin = random_target(&s, type, &lot), way = chance_vector(&lot, 3.0);
            if (!is_in_stand(&s, type, origin)) continue;
            belay_ray_hit hit;
            bool is_hit;
            cr_assert(belay_world_cast_ray(s.world, origin, way, NULL, &hit, &is_hit) == BELAY_OK);
            cr_assert(is_hit && hit.fraction == 0.0, "%s", belay_shape_type_name(type));
            cr_assert_lt(v3_distance(hit.normal, v3_scale(-1.0 / v3_length(way), way)), 1e-12);
            cr_assert_lt(v3_distance(hit.point, origin), 1e-12);
            tried++;
        }
        belay_world_destroy(s.world);
    }
}

// Balls in a row, in an order of creation that is not that of the row.
static belay_world* row_of_balls(int count, belay_collider_id* colliders)
{
    belay_world* world = scene_world(0.01);
    for (int i = 0; i < count; i++) {
        int k = i * 7 % count;
        belay_pose pose = belay_pose_identity();
        pose.position = v3(k, 0.0, 0.0);
        belay_collider_def def = belay_collider_def_sphere(0.25);
        colliders[k] = add_collider(world, add_body(world, pose), &def);
    }
    return world;
}

Test(world_query, all_hits_nearest_first)
{
    belay_collider_id colliders[40];
    belay_ray_hit hits[40], one;
    belay_world* world = row_of_balls(40, colliders);
    int count;
    bool is_hit;
    for (int capacity = 0; capacity <= 40; capacity += 8) {
        memset(hits, 0, sizeof hits);
        cr_assert(belay_world_cast_ray_all(world, v3(-10.0, 0.1, 0.0), v3(100.0, 0.0, 0.0), NULL, hits, capacity,
                                           &count) == BELAY_OK);
        cr_assert_eq(count, 40);
        for (int i = 0; i < capacity; i++) {
            cr_assert_eq(hits[i].collider.value, colliders[i].value);
            cr_assert_float_eq(100.0 * hits[i].fraction, 10.0 + i - sqrt(0.0625 - 0.01), 1e-12);
        }
        if (capacity < 40) cr_assert_eq(hits[capacity].collider.value, 0, "nothing behind the end");
    }
    cr_assert(belay_world_cast_ray(world, v3(50.0, 0.1, 0.0), v3(-100.0, 0.0, 0.0), NULL, &one, &is_hit) == BELAY_OK);
    cr_assert(is_hit && one.collider.value == colliders[39].value);
    cr_assert(belay_world_cast_ray_all(world, v3(0.5, 0.0, 0.0), v3(2.0, 0.0, 0.0), NULL, hits, 40, &count) ==
              BELAY_OK);
    cr_assert_eq(count, 2);
    belay_world_destroy(world);
}

// Five balls at one place: the lowest handle is the first, and all come by handle.
Test(world_query, ties_go_by_handle)
{
    belay_world* world = scene_world(0.01);
    belay_collider_def def = belay_collider_def_sphere(0.5);
    belay_collider_id ids[6];
    for (int i = 0; i < 6; i++)
        ids[i] = add_collider(world, add_body(world, belay_pose_identity()), &def);
    cr_assert(belay_collider_destroy(world, ids[0]) == BELAY_OK); // the last moves into its place in the table
    belay_ray_hit hits[6];
    bool is_hit;
    int count;
    cr_assert(belay_world_cast_ray(world, v3(0.0, 0.0, 3.0), v3(0.0, 0.0, -3.0), NULL, hits, &is_hit) == BELAY_OK);
    cr_assert(is_hit && hits[0].collider.value == ids[1].value);
    cr_assert(belay_world_cast_ray_all(world, v3(0.0, 0.0, 3.0), v3(0.0, 0.0, -3.0), NULL, hits, 6, &count) ==
              BELAY_OK);
    cr_assert_eq(count, 5);
    for (int i = 0; i < 5; i++)
        cr_assert_eq(hits[i].collider.value, ids[i + 1].value);
    belay_shape ball = def.shape;
    cr_assert(belay_world_cast_shape(world, &ball, (belay_pose){{0.0, 0.0, 3.0}, {1.0, 0.0, 0.0, 0.0}},
                                     v3(0.0, 0.0, -3.0), NULL, hits, &is_hit) == BELAY_OK);
    cr_assert(is_hit && hits[0].collider.value == ids[1].value);
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Who is seen
// ---------------------------------------------------------------------------------------------------------------------

static int count_hits(belay_world* world, const belay_query_filter* filter)
{
    int count, boxes, shapes;
    belay_shape ball = {.type = BELAY_SHAPE_SPHERE, .sphere = {{0.0, 0.0, 0.0}, 0.1}};
    cr_assert(belay_world_cast_ray_all(world, v3(0.0, 0.0, 2.0), v3(0.0, 0.0, -4.0), filter, NULL, 0, &count) ==
              BELAY_OK);
    cr_assert(belay_world_overlap_box(world, v3_zero(), v3_zero(), filter, NULL, 0, &boxes) == BELAY_OK);
    cr_assert(belay_world_overlap_shape(world, &ball, belay_pose_identity(), filter, NULL, 0, &shapes) == BELAY_OK);
    cr_assert(boxes == count && shapes == count);
    return count;
}

Test(world_query, filters)
{
    belay_world* world = scene_world(0.01);
    belay_collider_def def = belay_collider_def_sphere(0.5);
    belay_body_id first = add_body(world, belay_pose_identity());
    add_collider(world, first, &def);
    def.filter = (belay_filter){2u, UINT32_MAX, 0};
    add_collider(world, add_body(world, belay_pose_identity()), &def);
    def.filter = (belay_filter){1u, 4u, 5};
    add_collider(world, add_body(world, belay_pose_identity()), &def);
    def.filter = belay_filter_default();
    def.is_sensor = true;
    add_collider(world, add_body(world, belay_pose_identity()), &def);

    belay_query_filter f = belay_query_filter_default();
    cr_assert_eq(count_hits(world, NULL), 2);
    cr_assert_eq(count_hits(world, &f), 2);
    f.sees_sensors = true;
    cr_assert_eq(count_hits(world, &f), 3);
    f.ignored = first;
    cr_assert_eq(count_hits(world, &f), 2);
    f = belay_query_filter_default();
    f.filter.mask = 2u;
    cr_assert_eq(count_hits(world, &f), 1);
    f.filter = (belay_filter){4u, UINT32_MAX, 0};
    cr_assert_eq(count_hits(world, &f), 3);
    f.filter.group = -5;
    cr_assert_eq(count_hits(world, &f), 3);
    f.filter = (belay_filter){8u, 8u, 5};
    cr_assert_eq(count_hits(world, &f), 1);
    belay_world_destroy(world);
}

Test(world_query, changes_are_seen_without_a_step)
{
    belay_world* world = scene_world(0.01);
    belay_collider_def def = belay_collider_def_sphere(0.5);
    cr_assert_eq(count_hits(world, NULL), 0);
    belay_body_id body = add_body(world, belay_pose_identity());
    belay_collider_id collider = add_collider(world, body, &def);
    cr_assert_eq(count_hits(world, NULL), 1);
    belay_pose away = belay_pose_identity();
    away.position = v3(3.0, 0.0, 0.0);
    cr_assert(belay_body_set_pose(world, body, away) == BELAY_OK);
    cr_assert_eq(count_hits(world, NULL), 0);
    cr_assert(belay_body_set_pose(world, body, belay_pose_identity()) == BELAY_OK);
    cr_assert_eq(count_hits(world, NULL), 1);
    cr_assert(belay_collider_destroy(world, collider) == BELAY_OK);
    cr_assert_eq(count_hits(world, NULL), 0);
    add_collider(world, body, &def);
    cr_assert_eq(count_hits(world, NULL), 1);
    cr_assert(belay_body_destroy(world, body) == BELAY_OK);
    cr_assert_eq(count_hits(world, NULL), 0);
    belay_world_destroy(world);
}

Test(world_query, steps_and_restores_are_seen)
{
    static unsigned char bytes[1 << 16];
    belay_world* world = scene_world(0.01);
    scene_ball ball = scene_ball_default();
    size_t size;
    ball.radius = 0.5;
    ball.linear = v3(100.0, 0.0, 0.0);
    scene_add_ball(world, &ball);
    cr_assert(belay_world_snapshot(world, bytes, sizeof bytes, &size) == BELAY_OK);
    cr_assert_eq(count_hits(world, NULL), 1);
    scene_steps(world, 2);
    cr_assert_eq(count_hits(world, NULL), 0);
    cr_assert(belay_world_restore(world, bytes, size) == BELAY_OK);
    cr_assert_eq(count_hits(world, NULL), 1);
    belay_world_destroy(world);
}

// Asks both worlds the same; they must answer the same, of handles and numbers alike.
static void check_same_answers(belay_world* a, belay_world* b, uint64_t* lot)
{
    for (int i = 0; i < 10; i++) {
        belay_vec3 origin = chance_vector(lot, 6.0), way = chance_vector(lot, 12.0);
        belay_vec3 upper = v3_add(origin, v3(3.0, 2.0, 1.0));
        belay_ray_hit hits[2][8];
        belay_collider_id found[2][8];
        int counts[2], boxes[2];
        belay_world* worlds[2] = {a, b};
        memset(hits, 0, sizeof hits);
        memset(found, 0, sizeof found);
        for (int k = 0; k < 2; k++) {
            cr_assert(belay_world_cast_ray_all(worlds[k], origin, way, NULL, hits[k], 8, &counts[k]) == BELAY_OK);
            cr_assert(belay_world_overlap_box(worlds[k], origin, upper, NULL, found[k], 8, &boxes[k]) == BELAY_OK);
        }
        cr_assert(counts[0] == counts[1] && boxes[0] == boxes[1]);
        cr_assert_arr_eq(hits[0], hits[1], sizeof hits[0]);
        cr_assert_arr_eq(found[0], found[1], sizeof found[0]);
    }
}

// Through adding, moving, removing and going back in time a world answers as one does that knows its present alone.
Test(world_query, answers_do_not_depend_on_the_history)
{
    static unsigned char now[1 << 18], past[1 << 18];
    uint64_t lot = 9;
    size_t size, past_size;
    belay_world *world = scene_world(0.01), *fresh = NULL;
    belay_body_id bodies[60] = {{0}};
    cr_assert(belay_world_snapshot(world, past, sizeof past, &past_size) == BELAY_OK);
    for (int round = 0; round < 60; round++) {
        for (int i = 0; i < 60; i++) {
            double what = chance_next(&lot);
            if (bodies[i].value == 0 && what < 0.3) {
                belay_shape_type type = (belay_shape_type)(chance_next(&lot) * BELAY_SHAPE_TYPE_COUNT);
                belay_collider_def def = shape_of(type);
                bodies[i] = add_body(world, random_pose(&lot, 5.0));
                add_collider(world, bodies[i], &def);
            } else if (bodies[i].value != 0 && what < 0.05) {
                cr_assert(belay_body_destroy(world, bodies[i]) == BELAY_OK);
                bodies[i].value = 0;
            } else if (bodies[i].value != 0 && what < 0.3) {
                cr_assert(belay_body_set_pose(world, bodies[i], random_pose(&lot, 5.0)) == BELAY_OK);
            }
        }
        fresh = scene_world(0.01);
        cr_assert(belay_world_snapshot(world, now, sizeof now, &size) == BELAY_OK);
        cr_assert(belay_world_restore(fresh, now, size) == BELAY_OK);
        check_same_answers(world, fresh, &lot);
        belay_world_destroy(fresh);
        if (round % 7 != 6) continue;
        // from here the same handles come to mean other colliders
        cr_assert(belay_world_restore(world, past, past_size) == BELAY_OK);
        memset(bodies, 0, sizeof bodies);
    }
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Nearest points and boxes
// ---------------------------------------------------------------------------------------------------------------------

// A ray from the nearest point outwards meets nothing, and no ray from `point` finds anything nearer.
static void check_nearest(const stand* s, belay_shape_type type, belay_vec3 point, uint64_t* lot)
{
    belay_vec3 nearest;
    double distance;
    cr_assert(belay_collider_closest_point(s->world, s->collider, point, &nearest, &distance) == BELAY_OK);
    if (is_in_stand(s, type, point) && type != BELAY_SHAPE_MESH) {
        cr_assert(distance == 0.0 && scene_is_same_vector(nearest, point));
        return;
    }
    cr_assert_float_eq(v3_distance(point, nearest), distance, 1e-12);
    if (type == BELAY_SHAPE_MESH && is_in_stand(s, type, point)) return; // its surface, from inside
    belay_vec3 way = v3_sub(nearest, point);
    cr_assert_not(is_in_stand(s, type, v3_add_scaled(point, 1.0 - CLOSE, way)));
    cr_assert(is_in_stand(s, type,
                          v3_add_scaled(nearest, 1e-9, v3_scale(1.0 / distance, v3_sub(s->pose.position, nearest)))) ||
              distance > 0.0);
    for (int i = 0; i < 200; i++) {
        belay_vec3 direction = chance_vector(lot, 1.0);
        double scale = distance * (1.0 - 1e-9) / v3_length(direction);
        cr_assert_not(is_in_stand(s, type, v3_add_scaled(point, scale * chance_next(lot), direction)));
    }
}

// On the surface: outside of it on the one side of the nearest point, inside on the other.
static void check_on_surface(const stand* s, belay_shape_type type, belay_vec3 point)
{
    belay_vec3 nearest;
    double distance;
    cr_assert(belay_collider_closest_point(s->world, s->collider, point, &nearest, &distance) == BELAY_OK);
    if (distance < 1e-3 || (type == BELAY_SHAPE_MESH && is_in_stand(s, type, point))) return;
    belay_vec3 local = pose_apply_inverse(s->pose, nearest), middle = v3_zero();
    if (type == BELAY_SHAPE_HEIGHT_FIELD) middle = v3(1.0, 1.0, -0.5);
    if (type == BELAY_SHAPE_SPHERE) middle = v3(0.1, 0.2, -0.1);
    if (type == BELAY_SHAPE_PLANE) middle = v3_add(local, v3(0.0, -0.6, -0.8));
    if (type == BELAY_SHAPE_TUBE) middle.x = fmin(fmax(local.x, -0.8), 0.8);
    cr_assert(is_inside(type, v3_add_scaled(local, 1e-7, v3_sub(middle, local))));
}

Test(world_query, nearest_points)
{
    for (belay_shape_type type = 0; type < BELAY_SHAPE_TYPE_COUNT; type++) {
        uint64_t lot = 20 + (uint64_t)type;
        for (int k = 0; k < 3; k++) {
            stand s = stand_create(type, (uint64_t)k + 1);
            for (int i = 0; i < 60; i++) {
                belay_vec3 point = v3_add(random_target(&s, type, &lot), chance_vector(&lot, i % 3 == 0 ? 2.0 : 0.3));
                // beside or far below a height field its surface is nearest, not the walls of the set
                belay_vec3 local = pose_apply_inverse(s.pose, point);
                bool is_beside = local.x < 0.0 || local.x > 2.0 || local.y < 0.0 || local.y > 2.0 || local.z < -2.0;
                if (type == BELAY_SHAPE_HEIGHT_FIELD && is_beside) continue;
                check_nearest(&s, type, point, &lot);
                check_on_surface(&s, type, point);
            }
            belay_world_destroy(s.world);
        }
    }
}

// Every point of the set is in the box, and none of the box's sides can be moved inwards by a percent.
Test(world_query, bounds_are_tight)
{
    for (belay_shape_type type = 0; type < BELAY_SHAPE_TYPE_COUNT; type++) {
        uint64_t lot = 40 + (uint64_t)type;
        stand s = stand_create(type, 5);
        belay_vec3 lower, upper, low = v3(HUGE_VAL, HUGE_VAL, HUGE_VAL), high = v3_neg(low);
        cr_assert(belay_collider_get_bounds(s.world, s.collider, &lower, &upper) == BELAY_OK);
        if (type == BELAY_SHAPE_PLANE) {
            cr_assert(lower.x == -HUGE_VAL && upper.z == HUGE_VAL);
            belay_world_destroy(s.world);
            continue;
        }
        for (int i = 0; i < 200000; i++) {
            belay_vec3 x = v3(lower.x + (upper.x - lower.x) * (1.4 * chance_next(&lot) - 0.2),
                              lower.y + (upper.y - lower.y) * (1.4 * chance_next(&lot) - 0.2),
                              lower.z + (upper.z - lower.z) * (1.4 * chance_next(&lot) - 0.2));
            if (!is_in_stand(&s, type, x)) continue;
            low = v3(fmin(low.x, x.x), fmin(low.y, x.y), fmin(low.z, x.z));
            high = v3(fmax(high.x, x.x), fmax(high.y, x.y), fmax(high.z, x.z));
        }
        cr_assert(low.x >= lower.x && low.y >= lower.y && low.z >= lower.z);
        cr_assert(high.x <= upper.x && high.y <= upper.y && high.z <= upper.z);
        bool is_exact = type != BELAY_SHAPE_TUBE && type != BELAY_SHAPE_MESH && type != BELAY_SHAPE_HEIGHT_FIELD;
        if (is_exact) {
            cr_assert_lt(v3_distance(low, lower), 0.25, "%s", belay_shape_type_name(type));
            cr_assert_lt(v3_distance(high, upper), 0.25, "%s", belay_shape_type_name(type));
        }
        belay_world_destroy(s.world);
    }
}

Test(world_query, overlap_box_finds_by_bounds_and_by_handle)
{
    uint64_t lot = 50;
    belay_world* world = scene_world(0.01);
    belay_collider_id ids[200], found[200];
    for (int i = 0; i < 200; i++) {
        belay_collider_def def = shape_of((belay_shape_type)(i % BELAY_SHAPE_TYPE_COUNT));
        ids[i] = add_collider(world, add_body(world, random_pose(&lot, 5.0)), &def);
    }
    for (int i = 0; i < 40; i++)
        cr_assert(belay_collider_destroy(world, ids[5 * i]) == BELAY_OK);
    for (int k = 0; k < 100; k++) {
        belay_vec3 lower = chance_vector(&lot, 5.0), upper = v3_add(lower, v3(3.0 * chance_next(&lot), 2.0, 1.0));
        int count, kept, right = 0, capacity = k % 2 == 0 ? 200 : k / 8;
        cr_assert(belay_world_overlap_box(world, lower, upper, NULL, found, capacity, &count) == BELAY_OK);
        kept = count < capacity ? count : capacity;
        for (int i = 0; i < 200; i++) {
            belay_vec3 low, high;
            if (i % 5 == 0 || i % BELAY_SHAPE_TYPE_COUNT == BELAY_SHAPE_PLANE) continue;
            cr_assert(belay_collider_get_bounds(world, ids[i], &low, &high) == BELAY_OK);
            bool is_in = low.x <= upper.x && low.y <= upper.y && low.z <= upper.z && lower.x <= high.x &&
                         lower.y <= high.y && lower.z <= high.z;
            if (is_in && right < kept) cr_assert_eq(found[right].value, ids[i].value, "ids rise with i");
            right += is_in;
        }
        cr_assert_eq(count, right);
    }
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Shapes
// ---------------------------------------------------------------------------------------------------------------------

static const belay_shape_type solids[] = {BELAY_SHAPE_SPHERE,   BELAY_SHAPE_CAPSULE, BELAY_SHAPE_BOX,
                                          BELAY_SHAPE_CYLINDER, BELAY_SHAPE_CONE,    BELAY_SHAPE_HULL};

static bool overlaps(const stand* s, const belay_shape* shape, belay_pose pose)
{
    belay_collider_id found;
    int count;
    cr_assert(belay_world_overlap_shape(s->world, shape, pose, NULL, &found, 1, &count) == BELAY_OK);
    cr_assert(count == 0 || (count == 1 && found.value == s->collider.value));
    return count == 1;
}

// A ball overlaps what is within its radius of its centre.
Test(world_query, balls_overlap_what_is_near)
{
    for (belay_shape_type type = 0; type < BELAY_SHAPE_TYPE_COUNT; type++) {
        uint64_t lot = 60 + (uint64_t)type;
        stand s = stand_create(type, 2);
        for (int i = 0; i < 200; i++) {
            belay_vec3 point = v3_add(random_target(&s, type, &lot), chance_vector(&lot, 0.5)), nearest;
            double distance;
            cr_assert(belay_collider_closest_point(s.world, s.collider, point, &nearest, &distance) == BELAY_OK);
            belay_pose pose = belay_pose_identity();
            belay_shape ball = {.type = BELAY_SHAPE_SPHERE, .sphere = {point, 1e-3 + 0.99999 * distance}};
            if (distance > 0.1 && type != BELAY_SHAPE_MESH) {
                ball.sphere.radius = distance * (1.0 - 1e-9);
                cr_assert_not(overlaps(&s, &ball, pose), "%s", belay_shape_type_name(type));
            }
            ball.sphere.radius = distance * (1.0 + 1e-9) + 1e-6;
            cr_assert(overlaps(&s, &ball, pose), "%s at %g", belay_shape_type_name(type), distance);
        }
        belay_world_destroy(s.world);
    }
}

// Shape a at pose_a overlaps the stand's if some points of it are in both: found by throwing points.
Test(world_query, solids_that_share_points_overlap)
{
    for (belay_shape_type type = 0; type < BELAY_SHAPE_TYPE_COUNT; type++) {
        uint64_t lot = 80 + (uint64_t)type;
        stand s = stand_create(type, 4);
        for (int i = 0; i < 60; i++) {
            belay_shape_type own = solids[i % 6];
            belay_shape shape = shape_of(own).shape;
            belay_pose pose = random_pose(&lot, 0.0);
            pose.position = v3_add(random_target(&s, type, &lot), chance_vector(&lot, 0.5));
            bool shares = false, is_out = false;
            for (int n = 0; n < 400; n++) {
                belay_vec3 local = chance_vector(&lot, 0.8);
                if (!is_inside(own, local)) continue;
                bool is_in = is_in_stand(&s, type, pose_apply(pose, local));
                shares = shares || is_in;
                is_out = is_out || !is_in;
            }
            // a mesh is a surface: it is met by what is partly in and partly out
            bool must = type == BELAY_SHAPE_MESH || type == BELAY_SHAPE_HEIGHT_FIELD ? false : shares;
            if (type == BELAY_SHAPE_MESH) must = shares && is_out;
            if (must)
                cr_assert(overlaps(&s, &shape, pose), "%s in %s", belay_shape_type_name(own),
                          belay_shape_type_name(type));
        }
        belay_world_destroy(s.world);
    }
}

// No overlap before the hit, one just after; the point of the hit is on the collider, the normal against the way.
static bool check_cast(const stand* s, const belay_shape* shape, belay_pose pose, belay_vec3 way)
{
    belay_ray_hit hit;
    bool is_hit, starts_in = overlaps(s, shape, pose);
    cr_assert(belay_world_cast_shape(s->world, shape, pose, way, NULL, &hit, &is_hit) == BELAY_OK);
    if (starts_in) {
        cr_assert(is_hit && hit.fraction == 0.0);
        cr_assert_float_eq(v3_length(hit.normal), 1.0, 1e-9);
        return false;
    }
    double length = v3_length(way), end = is_hit ? hit.fraction - 1e-5 / length : 1.0;
    for (int i = 1; i <= 20; i++) {
        belay_pose at = pose;
        at.position = v3_add_scaled(pose.position, i / 20.0 * end, way);
        if (end > 0.0) cr_assert_not(overlaps(s, shape, at));
    }
    if (!is_hit) return false;
    cr_assert(hit.fraction >= 0.0 && hit.fraction <= 1.0);
    belay_pose past = pose;
    past.position = v3_add_scaled(pose.position, hit.fraction, way);
    past.position = v3_add_scaled(past.position, -1e-5, hit.normal);
    cr_assert(overlaps(s, shape, past), "%s", belay_shape_type_name(shape->type));
    cr_assert_leq(v3_dot(hit.normal, way), 1e-4 * length);
    belay_vec3 nearest;
    double distance;
    cr_assert(belay_collider_closest_point(s->world, s->collider, hit.point, &nearest, &distance) == BELAY_OK);
    cr_assert_lt(distance, 1e-6);
    return true;
}

// Where a cast at the stand begins. A height field is met from above: from beside or below, one gets in unseen.
static belay_vec3 random_start(const stand* s, belay_shape_type type, uint64_t* lot)
{
    if (type != BELAY_SHAPE_HEIGHT_FIELD) return v3_add(s->pose.position, chance_vector(lot, 4.0));
    return pose_apply(s->pose, v3(2.0 * chance_next(lot), 2.0 * chance_next(lot), 1.0 + 3.0 * chance_next(lot)));
}

static belay_vec3 random_end(const stand* s, belay_shape_type type, uint64_t* lot)
{
    if (type != BELAY_SHAPE_HEIGHT_FIELD) return random_target(s, type, lot);
    return pose_apply(s->pose, v3(0.7 + 0.6 * chance_next(lot), 0.7 + 0.6 * chance_next(lot), 0.0));
}

static void check_casts(belay_shape_type own)
{
    for (belay_shape_type type = 0; type < BELAY_SHAPE_TYPE_COUNT; type++) {
        uint64_t lot = 200 + 16 * (uint64_t)own + (uint64_t)type;
        stand s = stand_create(type, 6);
        int hits = 0;
        for (int i = 0; i < 40; i++) {
            belay_shape shape = shape_of(own).shape;
            belay_pose pose = random_pose(&lot, 0.0);
            pose.position = random_start(&s, type, &lot);
            double share = (type == BELAY_SHAPE_HEIGHT_FIELD ? 0.2 : 1.0) + chance_next(&lot);
            belay_vec3 way = v3_scale(share, v3_sub(random_end(&s, type, &lot), pose.position));
            hits += check_cast(&s, &shape, pose, way);
        }
        cr_assert_gt(hits, 5, "%s at %s", belay_shape_type_name(own), belay_shape_type_name(type));
        belay_world_destroy(s.world);
    }
}

Test(world_query, casts_of_spheres)
{
    check_casts(BELAY_SHAPE_SPHERE);
}

Test(world_query, casts_of_capsules)
{
    check_casts(BELAY_SHAPE_CAPSULE);
}

Test(world_query, casts_of_boxes)
{
    check_casts(BELAY_SHAPE_BOX);
}

Test(world_query, casts_of_cylinders)
{
    check_casts(BELAY_SHAPE_CYLINDER);
}

Test(world_query, casts_of_cones)
{
    check_casts(BELAY_SHAPE_CONE);
}

Test(world_query, casts_of_hulls)
{
    check_casts(BELAY_SHAPE_HULL);
}

// A ball onto a plane, a box, a ball and a rail, by hand.
Test(world_query, casts_in_closed_form)
{
    belay_shape ball = {.type = BELAY_SHAPE_SPHERE, .sphere = {{0.0, 0.0, 0.0}, 0.25}};
    belay_collider_def defs[] = {belay_collider_def_plane(v3(0.0, 0.0, 2.0), 0.5),
                                 belay_collider_def_box(v3(4.0, 4.0, 1.0)), belay_collider_def_sphere(0.5),
                                 belay_collider_def_tube(rail, 5, false, 0.5)};
    for (int i = 0; i < 4; i++) {
        belay_world* world = scene_world(0.01);
        belay_collider_id id = add_collider(world, add_body(world, belay_pose_identity()), &defs[i]);
        belay_pose pose = belay_pose_identity();
        pose.position = v3(0.1, 0.0, 3.0);
        belay_ray_hit hit;
        bool is_hit;
        cr_assert(belay_world_cast_shape(world, &ball, pose, v3(0.0, 0.0, -5.0), NULL, &hit, &is_hit) == BELAY_OK);
        double height = i == 2 ? sqrt(0.75 * 0.75 - 0.01) : 0.75; // of the ball's centre when it touches
        belay_vec3 normal = i == 2 ? v3(0.1 / 0.75, 0.0, height / 0.75) : v3(0.0, 0.0, 1.0);
        cr_assert(is_hit && hit.collider.value == id.value);
        cr_assert_float_eq(3.0 - 5.0 * hit.fraction, height, 1e-8);
        cr_assert_lt(v3_distance(hit.normal, normal), 1e-7);
        cr_assert_lt(v3_distance(hit.point, v3_add_scaled(v3(0.1, 0.0, height), -0.25, normal)), 1e-7);
        cr_assert(belay_world_cast_shape(world, &ball, pose, v3(0.0, 0.0, -2.2), NULL, &hit, &is_hit) == BELAY_OK);
        cr_assert_not(is_hit, "it ends above");
        cr_assert(belay_world_cast_shape(world, &ball, pose, v3(0.0, 0.0, 5.0), NULL, &hit, &is_hit) == BELAY_OK);
        cr_assert_not(is_hit, "it goes away");
        pose.position.z = 0.6;
        cr_assert(belay_world_cast_shape(world, &ball, pose, v3(0.0, 0.0, 5.0), NULL, &hit, &is_hit) == BELAY_OK);
        cr_assert(is_hit && hit.fraction == 0.0, "it starts inside");
        cr_assert_gt(hit.normal.z, 0.9);
        cr_assert(belay_world_cast_shape(world, &ball, pose, v3_zero(), NULL, &hit, &is_hit) == BELAY_OK);
        cr_assert(is_hit && hit.fraction == 0.0);
        belay_world_destroy(world);
    }
}

// Long ways over a mesh of many triangles are gone in stretches; the first triangle is found all the same.
Test(world_query, a_long_way_over_a_mesh)
{
    static belay_vec3 vertices[101 * 3];
    static int32_t indices[100 * 2 * 2 * 3];
    int n = 0;
    for (int i = 0; i <= 100; i++)
        for (int j = 0; j < 3; j++)
            vertices[3 * i + j] = v3(i, j - 1.0, i >= 60 ? 0.5 : 0.0);
    for (int i = 0; i < 100; i++) {
        for (int j = 0; j < 2; j++) {
            int32_t a = 3 * i + j, corners[6] = {a, a + 3, a + 1, a + 1, a + 3, a + 4};
            memcpy(&indices[n], corners, sizeof corners);
            n += 6;
        }
    }
    belay_world* world = scene_world(0.01);
    belay_collider_def def = belay_collider_def_mesh(vertices, 303, indices, n / 3);
    add_collider(world, add_body(world, belay_pose_identity()), &def);
    belay_shape box = {.type = BELAY_SHAPE_BOX, .box = {{0.2, 0.2, 0.2}}};
    belay_pose pose = belay_pose_identity();
    pose.position = v3(0.5, 0.0, 0.2);
    belay_ray_hit hit;
    bool is_hit;
    cr_assert(belay_world_cast_shape(world, &box, pose, v3(100.0, 0.0, 0.0), NULL, &hit, &is_hit) == BELAY_OK);
    // the slope from (59, 0) to (60, 0.5) meets the lower front edge, at height 0.1
    cr_assert(is_hit);
    cr_assert_float_eq(0.5 + 100.0 * hit.fraction + 0.1, 59.2, 1e-6);
    cr_assert_lt(v3_distance(hit.normal, v3_scale(1.0 / sqrt(1.25), v3(-0.5, 0.0, 1.0))), 0.01);
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Bad input, and nothing else changed
// ---------------------------------------------------------------------------------------------------------------------

Test(world_query, refuses_bad_input)
{
    belay_world* world = scene_world(0.01);
    belay_collider_def def = belay_collider_def_sphere(0.5);
    belay_body_id body = add_body(world, belay_pose_identity());
    belay_collider_id collider = add_collider(world, body, &def), found, none = {0}, wrong = {body.value};
    belay_shape ball = def.shape, plane = belay_collider_def_plane(v3(0.0, 0.0, 1.0), 0.0).shape, flat = ball;
    belay_shape sheet = belay_collider_def_hull(cube_corners, 4).shape;
    belay_pose here = belay_pose_identity(), nowhere = here;
    belay_vec3 up = v3(0.0, 0.0, 1.0), bad = v3(0.0, NAN, 0.0), point;
    belay_ray_hit hit;
    bool is_hit;
    int count;
    double distance;
    flat.sphere.radius = 0.0;
    nowhere.rotation.w = 2.0;
    cr_assert(belay_world_cast_ray(NULL, up, up, NULL, &hit, &is_hit) == BELAY_ERROR_HANDLE);
    cr_assert(belay_world_cast_ray(world, bad, up, NULL, &hit, &is_hit) == BELAY_ERROR_VALUE);
    cr_assert(belay_world_cast_ray(world, up, bad, NULL, &hit, &is_hit) == BELAY_ERROR_VALUE);
    cr_assert(belay_world_cast_ray(world, up, v3_zero(), NULL, &hit, &is_hit) == BELAY_ERROR_VALUE);
    cr_assert(belay_world_cast_ray(world, up, up, NULL, NULL, &is_hit) == BELAY_ERROR_VALUE);
    cr_assert(belay_world_cast_ray(world, up, up, NULL, &hit, NULL) == BELAY_ERROR_VALUE);
    cr_assert(belay_world_cast_ray_all(world, up, up, NULL, &hit, -1, &count) == BELAY_ERROR_VALUE);
    cr_assert(belay_world_cast_ray_all(world, up, up, NULL, NULL, 1, &count) == BELAY_ERROR_VALUE);
    cr_assert(belay_world_cast_ray_all(world, up, up, NULL, &hit, 1, NULL) == BELAY_ERROR_VALUE);
    cr_assert(belay_world_cast_shape(world, NULL, here, up, NULL, &hit, &is_hit) == BELAY_ERROR_VALUE);
    cr_assert(belay_world_cast_shape(world, &plane, here, up, NULL, &hit, &is_hit) == BELAY_ERROR_SHAPE);
    cr_assert(belay_world_cast_shape(world, &flat, here, up, NULL, &hit, &is_hit) == BELAY_ERROR_SHAPE);
    cr_assert(belay_world_cast_shape(world, &sheet, here, up, NULL, &hit, &is_hit) == BELAY_ERROR_SHAPE);
    cr_assert(belay_world_cast_shape(world, &ball, nowhere, up, NULL, &hit, &is_hit) == BELAY_ERROR_VALUE);
    cr_assert(belay_world_cast_shape(world, &ball, here, bad, NULL, &hit, &is_hit) == BELAY_ERROR_VALUE);
    cr_assert(belay_world_overlap_shape(world, &plane, here, NULL, &found, 1, &count) == BELAY_ERROR_SHAPE);
    cr_assert(belay_world_overlap_shape(world, &ball, here, NULL, NULL, 1, &count) == BELAY_ERROR_VALUE);
    cr_assert(belay_world_overlap_box(world, up, v3_zero(), NULL, &found, 1, &count) == BELAY_ERROR_VALUE);
    cr_assert(belay_world_overlap_box(world, bad, up, NULL, &found, 1, &count) == BELAY_ERROR_VALUE);
    cr_assert(belay_collider_closest_point(world, none, up, &point, &distance) == BELAY_ERROR_HANDLE);
    cr_assert(belay_collider_closest_point(world, wrong, up, &point, &distance) == BELAY_ERROR_COMPONENT);
    cr_assert(belay_collider_closest_point(world, collider, bad, &point, &distance) == BELAY_ERROR_VALUE);
    cr_assert(belay_collider_closest_point(world, collider, up, NULL, &distance) == BELAY_ERROR_VALUE);
    cr_assert(belay_collider_get_bounds(world, none, &point, &point) == BELAY_ERROR_HANDLE);
    cr_assert(belay_collider_get_bounds(world, collider, NULL, &point) == BELAY_ERROR_VALUE);
    belay_world_destroy(world);
}

// The first query after colliders came makes room; without memory it says so, and the next one makes up for it.
Test(world_query, memory)
{
    purse m = {0};
    belay_world_def world_def = belay_world_def_default();
    world_def.allocator = purse_allocator(&m);
    belay_world* world = scene_world_of(&world_def);
    belay_collider_def def = belay_collider_def_sphere(0.5);
    belay_body_id bodies[100];
    for (int i = 0; i < 100; i++) {
        bodies[i] = add_body(world, belay_pose_identity());
        add_collider(world, bodies[i], &def);
    }
    belay_shape hull = belay_collider_def_hull(octahedron, 6).shape;
    belay_pose here = belay_pose_identity();
    int count;
    m.fail_from = 1;
    cr_assert(belay_world_overlap_box(world, v3_zero(), v3_zero(), NULL, NULL, 0, &count) == BELAY_ERROR_MEMORY);
    m.fail_from = 0;
    cr_assert(belay_world_overlap_box(world, v3_zero(), v3_zero(), NULL, NULL, 0, &count) == BELAY_OK && count == 100);
    long calls = m.calls;
    for (int i = 0; i < 20; i++) {
        here.position.x = 0.1 * i;
        cr_assert(belay_body_set_pose(world, bodies[i], here) == BELAY_OK);
        cr_assert(belay_world_overlap_box(world, v3_zero(), v3_zero(), NULL, NULL, 0, &count) == BELAY_OK);
    }
    cr_assert_eq(m.calls, calls);
    m.fail_from = 1;
    cr_assert(belay_world_overlap_shape(world, &hull, here, NULL, NULL, 0, &count) == BELAY_ERROR_MEMORY);
    m.fail_from = 0;
    cr_assert(belay_world_overlap_shape(world, &hull, here, NULL, NULL, 0, &count) == BELAY_OK);
    belay_world_destroy(world);
}

Test(world_query, nothing_of_the_simulation_changes)
{
    belay_world* worlds[2];
    for (int k = 0; k < 2; k++) {
        worlds[k] = scene_world(0.01);
        scene_plane(worlds[k], v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
        for (int i = 0; i < 8; i++) {
            scene_ball ball = scene_ball_default();
            ball.position = v3(0.03 * i, 0.0, 0.1 + 0.11 * i);
            scene_add_ball(worlds[k], &ball);
        }
    }
    belay_shape box = {.type = BELAY_SHAPE_BOX, .box = {{0.3, 0.3, 0.3}}};
    for (int step = 0; step < 60; step++) {
        belay_ray_hit hits[8];
        bool is_hit;
        int count;
        scene_steps(worlds[0], 1);
        scene_steps(worlds[1], 1);
        belay_pose pose = {{0.1, 0.0, 2.0}, {1.0, 0.0, 0.0, 0.0}};
        cr_assert(belay_world_cast_ray_all(worlds[1], v3(0.0, 0.0, 2.0), v3(0.1, 0.0, -2.0), NULL, hits, 8, &count) ==
                  BELAY_OK);
        cr_assert(belay_world_cast_shape(worlds[1], &box, pose, v3(0.0, 0.0, -3.0), NULL, hits, &is_hit) == BELAY_OK);
        cr_assert(is_hit);
        cr_assert_eq(belay_world_hash(worlds[0]), belay_world_hash(worlds[1]));
    }
    belay_world_destroy(worlds[0]);
    belay_world_destroy(worlds[1]);
}
