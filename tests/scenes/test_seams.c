// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// C3: a ball that rolls and a box that slides over floors made of pieces feel what they feel on one plane: height,
// heading and speed of a rolling ball are constant, a sliding box stops after v^2/(2 mu g), straight.

#include "support/chance.h"
#include "support/scene_solids.h"

#include <criterion/criterion.h>
#include <stdio.h>

static const double h = 1.0 / 240.0, radius = 0.05;

// ---------------------------------------------------------------------------------------------------------------------
// Floors: 20 x 4 m, from x = 0 and y = -2 on, the top at z = 0

typedef enum floor_kind {
    FLOOR_PLANE,
    FLOOR_BOXES,       // 1 x 1 m, flush
    FLOOR_MESH,        // cells of 0.5 m, diagonals alternating
    FLOOR_TWO_MESHES,  // the same, from x = 10 on a second one
    FLOOR_LONG_MESHES, // the same, from y = 0 on a second one
    FLOOR_NOISY_MESH,  // heights off by up to 1e-7 m
    FLOOR_HEIGHT_FIELD,
    FLOOR_KINDS
} floor_kind;

static const char* const floor_names[FLOOR_KINDS] = {
    "plane", "boxes", "mesh", "two meshes", "two long meshes", "noisy mesh", "height field",
};

static void add_floor_shape(belay_world* world, belay_shape shape, belay_vec3 position, belay_material material)
{
    scene_solid floor = scene_solid_of(shape, position);
    floor.type = BELAY_BODY_STATIC;
    floor.material = material;
    scene_add_solid(world, &floor);
}

static void add_boxes(belay_world* world, belay_material material)
{
    belay_shape tile = scene_shape_box(v3(1.0, 1.0, 0.5));
    for (int i = 0; i < 80; i++)
        add_floor_shape(world, tile, v3(i % 20 + 0.5, i / 20 - 1.5, -0.25), material);
}

enum { CELLS_X = 40, CELLS_Y = 8 };

// Cells [x0, x1) x [y0, y1) of 0.5 m.
static void add_mesh(belay_world* world, int x0, int x1, int y0, int y1, double roughness, belay_material material)
{
    belay_vec3 vertices[(CELLS_X + 1) * (CELLS_Y + 1)];
    int32_t indices[6 * CELLS_X * CELLS_Y];
    int columns = x1 - x0 + 1, n = 0, t = 0;
    uint64_t state = 7;
    for (int y = y0; y <= y1; y++)
        for (int x = x0; x <= x1; x++)
            vertices[n++] = v3(0.5 * x, 0.5 * y - 2.0, roughness * chance_signed(&state));
    for (int y = y0; y < y1; y++)
        for (int x = x0; x < x1; x++) {
            int32_t a = (y - y0) * columns + (x - x0), b = a + 1, c = b + columns, d = a + columns;
            int32_t even[6] = {a, b, c, a, c, d}, odd[6] = {a, b, d, b, c, d};
            for (int i = 0; i < 6; i++)
                indices[t++] = (x + y) % 2 == 0 ? even[i] : odd[i];
        }
    belay_shape mesh = {.type = BELAY_SHAPE_MESH, .mesh = {vertices, n, indices, t / 3}};
    add_floor_shape(world, mesh, v3_zero(), material);
}

static void add_height_field(belay_world* world, belay_material material)
{
    double heights[(CELLS_X + 1) * (CELLS_Y + 1)] = {0.0};
    belay_shape field = {.type = BELAY_SHAPE_HEIGHT_FIELD,
                         .height_field = {heights, CELLS_X + 1, CELLS_Y + 1, 0.5, 0.5}};
    add_floor_shape(world, field, v3(0.0, -2.0, 0.0), material);
}

static void add_floor(belay_world* world, floor_kind kind, belay_material material)
{
    switch (kind) {
    case FLOOR_BOXES:
        add_boxes(world, material);
        break;
    case FLOOR_MESH:
        add_mesh(world, 0, CELLS_X, 0, CELLS_Y, 0.0, material);
        break;
    case FLOOR_TWO_MESHES:
        add_mesh(world, 0, CELLS_X / 2, 0, CELLS_Y, 0.0, material);
        add_mesh(world, CELLS_X / 2, CELLS_X, 0, CELLS_Y, 0.0, material);
        break;
    case FLOOR_LONG_MESHES:
        add_mesh(world, 0, CELLS_X, 0, CELLS_Y / 2, 0.0, material);
        add_mesh(world, 0, CELLS_X, CELLS_Y / 2, CELLS_Y, 0.0, material);
        break;
    case FLOOR_NOISY_MESH:
        add_mesh(world, 0, CELLS_X, 0, CELLS_Y, 1e-7, material);
        break;
    case FLOOR_HEIGHT_FIELD:
        add_height_field(world, material);
        break;
    default:
        scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, material);
        break;
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// The rolling ball

typedef struct course {
    double height, rise, turn, loss; // m, m/s, degrees, share of the speed: the largest on the way
    double way;                      // m
} course;

// As far as the floor goes, but for its last half metre.
static double path_length(belay_vec3 start, double heading)
{
    double to_end = (19.5 - start.x) / cos(heading);
    double to_side = heading > 0.0 ? (1.9 - start.y) / sin(heading) : to_end;
    return fmin(to_end, to_side);
}

static course roll(floor_kind kind, belay_vec3 start, double heading, double speed)
{
    belay_material material = {0.5, 0.5};
    belay_world* world = scene_sleepless_world(h);
    add_floor(world, kind, material);
    scene_ball ball = scene_ball_default();
    ball.position = start;
    ball.linear = v3(speed * cos(heading), speed * sin(heading), 0.0);
    ball.angular = v3(-ball.linear.y / radius, ball.linear.x / radius, 0.0);
    ball.material = material;
    belay_body_id body = scene_add_ball(world, &ball);
    course c = {.way = path_length(start, heading)};
    int steps = (int)floor(c.way / (speed * h));
    for (int k = 0; k < steps; k++) {
        scene_steps(world, 1);
        belay_body_state state = scene_state(world, body);
        belay_vec3 v = state.linear_velocity;
        c.height = fmax(c.height, fabs(state.pose.position.z - radius));
        c.rise = fmax(c.rise, fabs(v.z));
        c.turn = fmax(c.turn, fabs(scene_degrees(atan2(v.y, v.x) - heading)));
        c.loss = fmax(c.loss, fabs(hypot(v.x, v.y) / speed - 1.0));
    }
    belay_world_destroy(world);
    return c;
}

static void check_course(const course* c, floor_kind kind, double heading, double speed)
{
    double looser = kind == FLOOR_NOISY_MESH ? 5.0 : 1.0;
    char text[96];
    snprintf(text, sizeof text, "C3, ball on %s at %g m/s, heading %.0f", floor_names[kind], speed,
             scene_degrees(heading));
    cr_log_info("%s: height %.3g m, rise %.3g m/s, turn %.3g degrees, speed %.3g\n", text, c->height, c->rise, c->turn,
                c->loss);
    cr_expect(c->height <= looser * 1e-4, "%s: %g m off its height", text, c->height);
    cr_expect(c->rise <= looser * 1e-3, "%s: %g m/s up or down", text, c->rise);
    cr_expect(c->turn <= 0.05, "%s: %g degrees off its heading", text, c->turn);
    cr_expect(c->loss <= 0.001, "%s: %g of its speed lost or won", text, c->loss);
}

// From inside a cell, and along edges and through corners of the pieces.
static void roll_over(floor_kind kind)
{
    static const double speeds[] = {1.0, 5.0, 15.0}, headings[] = {0.0, 11.0, 45.0};
    static const double sides[] = {-1.87, -2.0 + 0.5, 0.0};
    for (int s = 0; s < 3; s++)
        for (int k = 0; k < 3; k++)
            for (int i = 0; i < 3; i++) {
                double heading = scene_radians(headings[k]);
                course c = roll(kind, v3(0.5, sides[i], radius), heading, speeds[s]);
                check_course(&c, kind, heading, speeds[s]);
            }
}

Test(scene_C3, ball_rolls_on_a_plane)
{
    roll_over(FLOOR_PLANE);
}

Test(scene_C3, ball_rolls_over_flush_boxes)
{
    roll_over(FLOOR_BOXES);
}

Test(scene_C3, ball_rolls_over_a_mesh)
{
    roll_over(FLOOR_MESH);
}

Test(scene_C3, ball_rolls_over_two_meshes)
{
    roll_over(FLOOR_TWO_MESHES);
    roll_over(FLOOR_LONG_MESHES);
}

Test(scene_C3, ball_rolls_over_a_noisy_mesh)
{
    roll_over(FLOOR_NOISY_MESH);
}

Test(scene_C3, ball_rolls_over_a_height_field)
{
    roll_over(FLOOR_HEIGHT_FIELD);
}

// ---------------------------------------------------------------------------------------------------------------------
// The sliding box

// The largest deviations on the way.
typedef struct sliding {
    double height, rise, turn, yaw, speed; // m, m/s, degrees, degrees, share of the speed at the start
} sliding;

static const belay_vec3 box_size = {0.2, 0.2, 0.2};
static const double box_mu = 0.1, box_speed = 3.0;

static sliding slide(floor_kind kind, belay_vec3 start, double heading, double yaw)
{
    belay_material material = {box_mu, 0.5};
    belay_world* world = scene_sleepless_world(h);
    add_floor(world, kind, material);
    scene_solid box = scene_box(box_size, v3_add(start, v3(0.0, 0.0, 0.5 * box_size.z)));
    box.pose.rotation = belay_quat_from_axis_angle(v3(0.0, 0.0, 1.0), yaw);
    box.linear = v3(box_speed * cos(heading), box_speed * sin(heading), 0.0);
    box.material = material;
    belay_body_id body = scene_add_solid(world, &box);
    sliding s = {0};
    // To a stop, or to the side of the floor.
    int steps = (int)((heading > 0.5 ? 1.2 : 0.95 * box_speed / (box_mu * SCENE_G)) / h);
    for (int k = 1; k <= steps; k++) {
        scene_steps(world, 1);
        belay_body_state state = scene_state(world, body);
        belay_vec3 v = state.linear_velocity;
        double right = box_speed - box_mu * SCENE_G * k * h;
        s.height = fmax(s.height, fabs(scene_lowest_corner(state.pose, box_size)));
        s.rise = fmax(s.rise, fabs(v.z));
        s.turn = fmax(s.turn, fabs(scene_degrees(atan2(v.y, v.x) - heading)));
        s.yaw = fmax(s.yaw, fabs(scene_degrees(remainder(scene_yaw(state.pose) - yaw, 2.0 * SCENE_PI))));
        s.speed = fmax(s.speed, fabs(hypot(v.x, v.y) - right) / box_speed);
    }
    belay_world_destroy(world);
    return s;
}

static void check_sliding(const sliding* s, floor_kind kind, double heading, double yaw)
{
    double looser = kind == FLOOR_NOISY_MESH ? 5.0 : 1.0;
    char text[96];
    snprintf(text, sizeof text, "C3, box on %s, heading %.0f, yaw %.0f", floor_names[kind], scene_degrees(heading),
             scene_degrees(yaw));
    cr_log_info("%s: height %.3g m, rise %.3g m/s, turn %.3g, yaw %.3g degrees, speed off %.3g\n", text, s->height,
                s->rise, s->turn, s->yaw, s->speed);
    cr_expect(s->height <= looser * 1e-4, "%s: %g m off its height", text, s->height);
    cr_expect(s->rise <= looser * 1e-3, "%s: %g m/s up or down", text, s->rise);
    cr_expect(s->turn <= 0.05, "%s: %g degrees off its heading", text, s->turn);
    cr_expect(s->yaw <= 0.05, "%s: turned by %g degrees", text, s->yaw);
    cr_expect(s->speed <= 0.001, "%s: %g of its speed lost or won", text, s->speed);
}

static void slide_over(floor_kind kind)
{
    static const double headings[] = {0.0, 11.0, 45.0}, yaws[] = {0.0, 20.0};
    for (int i = 0; i < 12; i++) {
        double heading = scene_radians(headings[i % 3]), yaw = scene_radians(yaws[i / 3 % 2]);
        double side = i < 6 ? -1.6 : heading > 0.0 ? -1.5 : 0.0;
        sliding s = slide(kind, v3(0.5, side, 0.0), heading, yaw);
        check_sliding(&s, kind, heading, yaw);
    }
}

Test(scene_C3, box_slides_on_a_plane)
{
    slide_over(FLOOR_PLANE);
}

Test(scene_C3, box_slides_over_flush_boxes)
{
    slide_over(FLOOR_BOXES);
}

Test(scene_C3, box_slides_over_a_mesh)
{
    slide_over(FLOOR_MESH);
}

Test(scene_C3, box_slides_over_two_meshes)
{
    slide_over(FLOOR_TWO_MESHES);
    slide_over(FLOOR_LONG_MESHES);
}

Test(scene_C3, box_slides_over_a_noisy_mesh)
{
    slide_over(FLOOR_NOISY_MESH);
}

Test(scene_C3, box_slides_over_a_height_field)
{
    slide_over(FLOOR_HEIGHT_FIELD);
}

// ---------------------------------------------------------------------------------------------------------------------
// Bad input: nothing is lost, and nothing half built remains

typedef struct rolling {
    belay_world* world;
    belay_body_id ground, ball;
} rolling;

static rolling make_rolling(void)
{
    rolling r = {.world = scene_sleepless_world(h)};
    add_floor(r.world, FLOOR_MESH, scene_rough(0.5));
    scene_ball ball = scene_ball_default();
    ball.position = v3(0.5, 0.0, radius);
    ball.linear = v3(5.0, 0.0, 0.0);
    ball.angular = v3(0.0, 5.0 / radius, 0.0);
    r.ball = scene_add_ball(r.world, &ball);
    scene_solid ground = scene_box(v3(1.0, 1.0, 1.0), v3(0.0, 10.0, 0.0));
    ground.type = BELAY_BODY_STATIC;
    r.ground = scene_add_solid(r.world, &ground);
    scene_steps(r.world, 100);
    return r;
}

static void refuse_mesh(rolling* r, const belay_vec3* vertices, int count, const int32_t* indices, int triangles,
                        belay_result code, const char* name, const char* value)
{
    uint64_t hash = belay_world_hash(r->world);
    belay_collider_def def = belay_collider_def_mesh(vertices, count, indices, triangles);
    belay_collider_id collider;
    belay_result result = belay_collider_create(r->world, r->ground, &def, &collider);
    scene_check_refused(r->world, hash, result, code, name, value);
    int colliders;
    cr_assert(belay_body_get_colliders(r->world, r->ground, NULL, 0, &colliders) == BELAY_OK);
    cr_expect(colliders == 1, "%s = %s: the ground has %d colliders", name, value, colliders);
}

Test(scene_C3, bad_meshes_are_refused)
{
    rolling r = make_rolling(), control = make_rolling();
    belay_vec3 square[4] = {v3_zero(), v3(1.0, 0.0, 0.0), v3(1.0, 1.0, 0.0), v3(0.0, 1.0, 0.0)};
    const int32_t good[6] = {0, 1, 2, 0, 2, 3}, high[6] = {0, 1, 2, 0, 2, 4}, low[6] = {0, 1, 2, 0, -1, 3};
    const int32_t same[3] = {0, 1, 1};
    refuse_mesh(&r, square, 4, high, 2, BELAY_ERROR_VALUE, "indices[5]", "4");
    refuse_mesh(&r, square, 4, low, 2, BELAY_ERROR_VALUE, "indices[4]", "-1");
    refuse_mesh(&r, square, 4, good, 0, BELAY_ERROR_SHAPE, "triangle_count", "0");
    refuse_mesh(&r, square, 4, same, 1, BELAY_ERROR_SHAPE, "triangle", "");
    square[2].y = NAN;
    refuse_mesh(&r, square, 4, good, 2, BELAY_ERROR_VALUE, "vertices[2]", "nan");
    square[2].y = INFINITY;
    refuse_mesh(&r, square, 4, good, 2, BELAY_ERROR_VALUE, "vertices[2]", "inf");
    scene_check_same_course(r.world, control.world, 300);
    belay_world_destroy(r.world);
    belay_world_destroy(control.world);
}

// Of a mesh with good triangles the ones without area are dropped and counted.
Test(scene_C3, triangles_without_area_are_dropped_and_counted)
{
    belay_world* world = scene_sleepless_world(h);
    belay_vec3 square[4] = {v3(-1.0, -1.0, 0.0), v3(1.0, -1.0, 0.0), v3(1.0, 1.0, 0.0), v3(-1.0, 1.0, 0.0)};
    const int32_t indices[12] = {0, 1, 2, 1, 1, 2, 0, 2, 3, 3, 3, 3};
    belay_shape mesh = {.type = BELAY_SHAPE_MESH, .mesh = {square, 4, indices, 4}};
    scene_solid floor = scene_solid_of(mesh, v3_zero());
    floor.type = BELAY_BODY_STATIC;
    belay_body_id ground = scene_add_solid(world, &floor);
    belay_collider_id collider;
    int count, dropped;
    cr_assert(belay_body_get_colliders(world, ground, &collider, 1, &count) == BELAY_OK);
    cr_assert(belay_collider_get_dropped_triangles(world, collider, &dropped) == BELAY_OK);
    cr_expect(dropped == 2, "%d triangles were dropped", dropped);
    scene_ball ball = scene_ball_default();
    ball.position = v3(0.1, 0.1, radius);
    belay_body_id body = scene_add_ball(world, &ball);
    scene_steps(world, 240);
    scene_check_near(scene_state(world, body).pose.position.z, radius, 1e-6, "C3: height of a ball on the rest, m");
    belay_world_destroy(world);
}
