// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// In flight: what passes by is not deflected, at any restitution; what hits the inner side of a ring leaves it by the
// mirror law, and stays inside; nothing passes a sheet of triangles, wound either way, from places and at speeds that
// are round numbers.

#include "geometry/distance/distance.h"
#include "geometry/distance/tube.h"
#include "store/state.h"
#include "support/chance.h"
#include "support/long.h"
#include "support/parts.h"
#include "support/shapes/solids.h"

#include <criterion/criterion.h>

static int rounds(int count)
{
    return tests_may_be_long() ? 100 * count : count;
}

static uint64_t lot_of(int number)
{
    uint64_t lot = 1000003u + (uint64_t)number;
    for (int k = 0; k < 5; k++)
        chance_turn(&lot);
    return lot;
}

static belay_world* make_world(double h)
{
    belay_world_def def = belay_world_def_default();
    def.step_seconds = h;
    def.gravity = v3_zero();
    def.enable_sleep = false;
    return scene_world_of(&def);
}

// ---------------------------------------------------------------------------------------------------------------------
// Near misses
// ---------------------------------------------------------------------------------------------------------------------

enum { SPHERE, CAPSULE, BOX, HULL, CYLINDER, CONE, SOLIDS, PLANE = SOLIDS, MESH, TUBE, KINDS };

static const int32_t faces[] = {0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4, 1, 0, 5, 2, 1, 5, 3, 2, 5, 0, 3, 5};

// `points` is room for 24.
static belay_collider_def shape_of(int kind, uint64_t* lot, belay_vec3* points)
{
    double a = chance_between(lot, 0.05, 0.5), b = chance_between(lot, 0.05, 0.5), c = chance_between(lot, 0.01, 0.5);
    switch (kind) {
    case SPHERE:
        return belay_collider_def_sphere(a);
    case CAPSULE:
        return belay_collider_def_capsule(2.0 * a, 0.5 * b);
    case BOX:
        return belay_collider_def_box(v3(2.0 * a, 2.0 * b, 2.0 * c));
    case HULL:
        for (int i = 0; i < 12; i++)
            points[i] = v3_scale(a + b, solid_random_direction(lot));
        return belay_collider_def_hull(points, 12);
    case CYLINDER:
        return belay_collider_def_cylinder(2.0 * a, b);
    case CONE:
        return belay_collider_def_cone(2.0 * a, b);
    case PLANE:
        return belay_collider_def_plane(solid_random_direction(lot), 0.0);
    case MESH:
        for (int i = 0; i < 4; i++)
            points[i] = v3_scale(2.0 * a, v3(i == 0   ? 1.0
                                             : i == 2 ? -1.0
                                                      : 0.0,
                                             i == 1   ? 1.0
                                             : i == 3 ? -1.0
                                                      : 0.0,
                                             0.0));
        points[4] = v3(0.0, 0.0, 2.0 * a);
        points[5] = v3(0.0, 0.0, -2.0 * a);
        return belay_collider_def_mesh(points, 6, faces, 8);
    default:
        for (int i = 0; i < 12; i++) {
            double f = SCENE_PI * i / 6.0;
            points[i] = v3(2.0 * (a + 0.3) * cos(f), 2.0 * (a + 0.3) * sin(f), 0.06 * sin(2.0 * f));
        }
        return belay_collider_def_tube(points, 12, true, 0.1 * b + 0.02);
    }
}

static double distance_between(const belay_world* w, const bl_collider* ca, belay_pose pa, const bl_collider* cb,
                               belay_pose pb)
{
    bl_convex a = bl_collider_convex(&w->colliders, ca);
    if (cb->type == BELAY_SHAPE_PLANE) {
        belay_vec3 n;
        double offset;
        bl_collider_plane(cb, pb, &n, &offset);
        belay_vec3 lowest = bl_convex_support(&a, q_rotate_inverse(pa.rotation, v3_neg(n)));
        return v3_dot(n, pose_apply(pa, lowest)) - a.radius - offset;
    }
    if (cb->type == BELAY_SHAPE_TUBE)
        return bl_tube_distance(&a, pose_compose(pose_inverse(pb), pa), bl_collider_curve(&w->colliders, cb)).distance;
    if (bl_collider_is_convex(cb)) {
        bl_convex b = bl_collider_convex(&w->colliders, cb);
        return bl_convex_distance(&a, pa, &b, pb).distance;
    }
    double least = INFINITY;
    for (int i = 0; i < bl_mesh_triangle_count(bl_collider_mesh(&w->colliders, cb)); i++) {
        bl_convex t = {.kind = BL_CONVEX_TRIANGLE};
        bl_mesh_triangle(bl_collider_mesh(&w->colliders, cb), i, t.corners);
        least = fmin(least, bl_convex_distance(&a, pa, &t, pb).distance);
    }
    return least;
}

typedef struct flyer {
    belay_pose pose;
    belay_vec3 v, w;
} flyer;

static belay_pose flown(const flyer* f, double t)
{
    return (belay_pose){v3_add_scaled(f->pose.position, t, f->v), q_mul(q_exp(v3_scale(t, f->w)), f->pose.rotation)};
}

// All moments of inertia alike: free flight turns at a constant rate.
static belay_body_id add_flyer(belay_world* world, const flyer* f, belay_body_type type, const belay_collider_def* def)
{
    belay_body_def body = belay_body_def_default();
    belay_body_id id;
    body.type = type;
    body.pose = f->pose;
    body.linear_velocity = f->v;
    body.angular_velocity = f->w;
    for (int k = 0; k < 9; k += 4)
        body.inertia.m[k] = 0.1;
    cr_assert(belay_body_create(world, &body, &id) == BELAY_OK, "%s", belay_world_last_error(world));
    part_collide(world, id, def);
    return id;
}

static belay_vec3 any_speed(uint64_t* lot, double most)
{
    return v3_scale(exp(chance_between(lot, -1.0, log(most))), solid_random_direction(lot));
}

// Whether the two stay at least 1 mm apart for that long, by steps that no point of them outruns.
static bool stays_clear(const belay_world* w, const flyer* a, const flyer* b, double seconds)
{
    const bl_collider *ca = &bl_colliders(w)[1], *cb = &bl_colliders(w)[0];
    double speed = v3_distance(a->v, b->v) + v3_length(a->w) * ca->bounding_radius;
    if (v3_length(b->w) > 0.0) speed += v3_length(b->w) * cb->bounding_radius;
    for (double t = 0.0; t < seconds;) {
        double d = distance_between(w, ca, flown(a, t), cb, flown(b, t));
        if (d < 1e-3) return false;
        t += fmax(d - 5e-4, 2e-4) / (speed + 1e-9);
    }
    return true;
}

// Two that come as near as a few millimetres to 30 cm; false when they hit.
static bool fly_past(int number)
{
    uint64_t lot = lot_of(number);
    belay_vec3 points[2][24];
    int kind_a = (int)chance_below(&lot, SOLIDS), kind_b = (int)chance_below(&lot, KINDS);
    double h = chance_next(&lot) < 0.5 ? 1.0 / 60.0 : 1.0 / 240.0;
    belay_collider_def def_a = shape_of(kind_a, &lot, points[0]), def_b = shape_of(kind_b, &lot, points[1]);
    def_a.material.restitution = def_b.material.restitution = 0.25 * chance_below(&lot, 5);
    flyer a = {.v = any_speed(&lot, 100.0)}, b = {.pose = {v3_zero(), solid_random_rotation(&lot)}};
    if (chance_below(&lot, 2)) a.w = any_speed(&lot, 60.0);
    bool moves = kind_b < SOLIDS && chance_below(&lot, 2) == 1;
    if (moves) b.v = any_speed(&lot, 20.0);
    if (moves) b.w = any_speed(&lot, 60.0);
    belay_world* world = make_world(h);
    flyer far = a;
    far.pose = part_at(1000.0, 0.0, 0.0);
    belay_body_id of_b = add_flyer(world, &b, moves ? BELAY_BODY_DYNAMIC : BELAY_BODY_STATIC, &def_b);
    belay_body_id of_a = add_flyer(world, &far, BELAY_BODY_DYNAMIC, &def_a);
    // Beside each other at the time T, then back to the start.
    double clearance = exp(chance_between(&lot, log(2e-3), log(0.3))), T = h * chance_between(&lot, 2.0, 8.0);
    belay_vec3 along = solid_random_direction(&lot), base = chance_vector(&lot, 0.8);
    if (kind_b == PLANE) along = q_rotate(b.pose.rotation, bl_colliders(world)[0].half);
    belay_pose beside = {v3_zero(), solid_random_rotation(&lot)};
    double low = -3.0, high = 6.0;
    for (int k = 0; k < 40; k++) {
        double middle = 0.5 * (low + high);
        beside.position = v3_add_scaled(base, middle, along);
        double d = distance_between(world, &bl_colliders(world)[1], beside, &bl_colliders(world)[0], b.pose);
        *(d > clearance ? &high : &low) = middle;
    }
    beside.position = v3_add_scaled(base, high, along);
    a.pose = beside;
    a.pose = flown(&a, -T);
    b.pose = flown(&b, -T);
    int steps = (int)(2.0 * T / h) + 4;
    bool is_miss = stays_clear(world, &a, &b, (steps + 1) * h);
    cr_assert(belay_body_set_pose(world, of_a, a.pose) == BELAY_OK);
    if (moves) cr_assert(belay_body_set_pose(world, of_b, b.pose) == BELAY_OK);
    for (int i = 0; is_miss && i < steps; i++) {
        scene_steps(world, 1);
        cr_assert(part_normal_impulse(world, of_a) == 0.0, "flight %d: pushed in step %d", number, i);
    }
    belay_world_destroy(world);
    return is_miss;
}

Test(in_flight, what_passes_by_is_not_deflected)
{
    int misses = 0;
    for (int i = 0; i < rounds(1500); i++)
        misses += fly_past(i);
    cr_assert_gt(misses, rounds(1500) / 2);
    cr_log_info("near misses: %d, none deflected", misses);
}

// ---------------------------------------------------------------------------------------------------------------------
// Rings
// ---------------------------------------------------------------------------------------------------------------------

static void bounce_in_ring(int number, double h, double e)
{
    uint64_t lot = lot_of(number);
    double R = chance_between(&lot, 0.5, 2.0), r = chance_between(&lot, 0.02, 0.1);
    double v = fmin(60.0, exp(chance_between(&lot, -1.0, log(0.45 * R / h))));
    belay_vec3 ring[48];
    for (int k = 0; k < 48; k++)
        ring[k] = v3(R * cos(SCENE_PI * k / 24.0), R * sin(SCENE_PI * k / 24.0), 0.0);
    belay_world* world = make_world(h);
    scene_rail(world, ring, 48, true, 0.1, (belay_material){0.0, e});
    belay_body_id ball = part_ball(world, v3_zero(), r, 1.0, (belay_material){0.0, e});
    double angle = chance_between(&lot, 0.0, 2.0 * SCENE_PI);
    belay_vec3 along = v3(cos(angle), sin(angle), 0.0);
    belay_vec3 x = v3(chance_between(&lot, -0.4, 0.4) * R, chance_between(&lot, -0.4, 0.4) * R, 0.0);
    cr_assert(belay_body_set_pose(world, ball, part_at(x.x, x.y, 0.0)) == BELAY_OK);
    scene_set_velocity(world, ball, v3_scale(v, along), v3_zero());
    // The centre meets the circle of radius R - 0.1 - r.
    double inner = R - 0.1 - r, b = v3_dot(x, along), way = -b + sqrt(b * b - v3_dot(x, x) + inner * inner);
    belay_vec3 n = v3_normalize_or(v3_neg(v3_add_scaled(x, way, along)), v3(1.0, 0.0, 0.0));
    belay_vec3 right = v3_add_scaled(v3_scale(v, along), -(1.0 + e) * v * v3_dot(n, along), n), got = v3_zero();
    for (int i = 0; i < (int)(way / v / h) + 3; i++) {
        scene_steps(world, 1);
        got = scene_state(world, ball).linear_velocity;
        if (v3_distance(got, v3_scale(v, along)) > 1e-9 * v) break;
    }
    cr_assert(v3_distance(got, right) <= 0.02 * v, "ball %d: off by %g", number, v3_distance(got, right) / v);
    scene_steps(world, 100);
    cr_assert_lt(v3_length(scene_state(world, ball).pose.position), R, "ball %d: outside", number);
    belay_world_destroy(world);
}

Test(in_flight, a_ball_leaves_the_inner_side_of_a_ring_by_the_mirror_law)
{
    for (int i = 0; i < rounds(40); i++)
        for (double e = 0.5; e <= 1.0; e += 0.25) {
            bounce_in_ring(i, 1.0 / 60.0, e);
            bounce_in_ring(i, 1.0 / 240.0, e);
        }
}

// ---------------------------------------------------------------------------------------------------------------------
// Sheets
// ---------------------------------------------------------------------------------------------------------------------

static bool passes_sheet(int number)
{
    static const double speeds[] = {1, 2, 3, 6, 7.5, 10, 12, 15, 20, 30, 45, 60, 90, 120};
    static const double radii[] = {0.05, 0.1, 0.125, 0.2, 0.25, 0.5};
    static const int32_t wound[2][6] = {{0, 1, 2, 0, 2, 3}, {0, 2, 1, 0, 3, 2}};
    const belay_vec3 corners[] = {{0, -20, -20}, {0, 20, -20}, {0, 20, 20}, {0, -20, 20}};
    uint64_t lot = lot_of(number);
    double h = chance_below(&lot, 2) ? 1.0 / 60.0 : 1.0 / 240.0, e = 0.5 * chance_below(&lot, 3);
    double v = speeds[chance_below(&lot, 14)], r = radii[chance_below(&lot, 6)];
    double x = chance_below(&lot, 2) ? -0.25 * (1 + chance_below(&lot, 16)) : -v * h * (0.5 + chance_below(&lot, 3));
    while (x > -r)
        x -= fmax(v * h, 0.25);
    belay_world* world = make_world(h);
    belay_collider_def sheet = belay_collider_def_mesh(corners, 4, wound[number % 2], 2);
    sheet.material = (belay_material){0.0, e};
    part_fixed(world, BELAY_BODY_STATIC, belay_pose_identity(), &sheet);
    double y = chance_below(&lot, 2) ? 0.0 : chance_between(&lot, -3.0, 3.0);
    double sideways = chance_below(&lot, 2) ? 0.0 : 0.5 * v * chance_signed(&lot);
    belay_collider_def def = belay_collider_def_sphere(r);
    if (chance_below(&lot, 3) == 0) def = belay_collider_def_box(v3(2.0 * r, 2.0 * r, 2.0 * r));
    def.material = sheet.material;
    belay_body_id body = part_add(world, BELAY_BODY_DYNAMIC, part_at(x, y, chance_below(&lot, 2) ? y : 1.0), &def, 1.0);
    scene_set_velocity(world, body, v3(v, sideways, 0.0), v3_zero());
    bool passes = false;
    for (int i = 0; i < 60 && !passes; i++) {
        scene_steps(world, 1);
        passes = scene_state(world, body).pose.position.x > 0.0;
    }
    belay_world_destroy(world);
    return passes;
}

Test(in_flight, nothing_passes_a_sheet_of_triangles_wound_either_way)
{
    for (int i = 0; i < rounds(2000); i++)
        cr_assert(!passes_sheet(i), "shot %d passed", i);
}
