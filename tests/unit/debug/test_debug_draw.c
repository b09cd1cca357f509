// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What is drawn of small worlds, counted, and where it is.

#include "support/rods/rod_scene.h"

#include <criterion/criterion.h>
#include <string.h>

typedef struct sheet {
    int segments, triangles, points, texts;
    double length;          // m, of all segments
    double highest, lowest; // m, of their ends
    uint32_t color;         // of the last of them
    char text[32];          // the last one
    belay_world* world;     // not null: is called from within
    belay_result answer;
} sheet;

static void note_segment(belay_vec3 from, belay_vec3 to, uint32_t color, void* context)
{
    sheet* s = context;
    s->segments++;
    s->length += v3_distance(from, to);
    s->highest = fmax(s->highest, fmax(from.z, to.z));
    s->lowest = fmin(s->lowest, fmin(from.z, to.z));
    s->color = color;
    if (s->world != NULL) s->answer = belay_world_set_gravity(s->world, v3_zero());
}

static void note_triangle(belay_vec3 a, belay_vec3 b, belay_vec3 c, uint32_t color, void* context)
{
    (void)a, (void)b, (void)c, (void)color;
    ((sheet*)context)->triangles++;
}

static void note_point(belay_vec3 at, uint32_t color, void* context)
{
    (void)at, (void)color;
    ((sheet*)context)->points++;
}

static void note_text(belay_vec3 at, const char* text, uint32_t color, void* context)
{
    (void)at, (void)color;
    sheet* s = context;
    s->texts++;
    strncpy(s->text, text, sizeof s->text - 1);
}

static sheet draw(const belay_world* world, uint32_t flags)
{
    sheet s = {.highest = -HUGE_VAL, .lowest = HUGE_VAL};
    belay_debug_draw d = belay_debug_draw_default();
    d.segment = note_segment;
    d.triangle = note_triangle;
    d.point = note_point;
    d.text = note_text;
    d.context = &s;
    d.flags = flags;
    uint64_t before = belay_world_hash(world);
    cr_assert_eq(belay_world_debug_draw(world, &d), BELAY_OK);
    cr_expect_eq(belay_world_hash(world), before);
    return s;
}

static belay_world* world_with(belay_collider_def def, belay_body_id* body)
{
    belay_world* world = scene_world(1.0 / 240.0);
    *body = scene_add_body(world, BELAY_BODY_STATIC, v3_zero());
    cr_assert_eq(belay_collider_create(world, *body, &def, NULL), BELAY_OK);
    return world;
}

static sheet draw_shape(belay_collider_def def)
{
    belay_body_id body;
    belay_world* world = world_with(def, &body);
    sheet s = draw(world, BELAY_DRAW_SHAPES);
    cr_expect_eq(s.points + s.texts, 0);
    belay_world_destroy(world);
    return s;
}

#define CHORD (2.0 * 24.0 * 0.13052619222005157) // of a unit circle by 24 segments: 2 sin(pi/24) each

Test(debug_draw, outlines_have_the_lengths_of_their_shapes)
{
    sheet s = draw_shape(belay_collider_def_box(v3(1.0, 2.0, 3.0)));
    cr_expect_eq(s.segments, 12);
    scene_check_near(s.length, 4.0 * (1.0 + 2.0 + 3.0), 1e-12, "m of a box");
    s = draw_shape(belay_collider_def_sphere(0.5));
    cr_expect_eq(s.segments, 72);
    scene_check_near(s.length, 3.0 * 0.5 * CHORD, 1e-12, "m of a ball");
    scene_check_near(s.highest, 0.5, 1e-12, "m");
    s = draw_shape(belay_collider_def_cylinder(2.0, 0.5));
    cr_expect_eq(s.segments, 52);
    scene_check_near(s.length, 2.0 * 0.5 * CHORD + 4.0 * 2.0, 1e-12, "m of a cylinder");
    s = draw_shape(belay_collider_def_cone(2.0, 0.5));
    cr_expect_eq(s.segments, 28);
    scene_check_near(s.length, 0.5 * CHORD + 4.0 * sqrt(4.25), 1e-12, "m of a cone");
    s = draw_shape(belay_collider_def_capsule(1.0, 0.5));
    cr_expect_eq(s.segments, 2 * 24 + 4 + 4 * 12);
    scene_check_near(s.length, 4.0 * 0.5 * CHORD + 4.0, 1e-12, "m of a capsule");
    scene_check_near(s.highest, 1.0, 1e-12, "m");
    scene_check_near(s.lowest, -1.0, 1e-12, "m");
    s = draw_shape(belay_collider_def_ellipsoid(v3(0.5, 0.5, 1.5)));
    cr_expect_eq(s.segments, 72);
    scene_check_near(s.highest, 1.5, 1e-12, "m");
}

Test(debug_draw, hulls_planes_rails_and_meshes)
{
    const belay_vec3 corners[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0},
                                  {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}};
    const int32_t indices[] = {0, 1, 2, 1, 3, 2};
    sheet s = draw_shape(belay_collider_def_hull(corners, 8));
    cr_expect_eq(s.segments, 12); // faces are whole squares
    scene_check_near(s.length, 12.0, 1e-12, "m of a cube");
    s = draw_shape(belay_collider_def_plane(v3(0.0, 0.0, 2.0), 0.7));
    cr_expect_eq(s.segments, 10);
    scene_check_near(s.length, 10.0 * 10.0, 1e-10, "m of a plane");
    scene_check_near(s.highest, 0.7, 1e-12, "m");
    s = draw_shape(belay_collider_def_tube(corners, 2, false, 0.1));
    scene_check_near(s.length, 1.0 + 0.1 * CHORD, 1e-12, "m of a straight rail");
    s = draw_shape(belay_collider_def_mesh(corners, 4, indices, 2));
    cr_expect(s.triangles == 2 && s.segments == 0);
}

Test(debug_draw, without_triangles_their_edges_are_drawn)
{
    const belay_vec3 corners[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    const int32_t indices[] = {0, 1, 2};
    belay_body_id body;
    belay_world* world = world_with(belay_collider_def_mesh(corners, 3, indices, 1), &body);
    sheet s = {0};
    belay_debug_draw d = belay_debug_draw_default();
    d.segment = note_segment;
    d.context = &s;
    d.flags = BELAY_DRAW_EVERYTHING;
    cr_assert_eq(belay_world_debug_draw(world, &d), BELAY_OK);
    cr_expect_eq(s.segments, 3 + 12); // and its box
    belay_world_destroy(world);
}

// Two balls one on the other on a plane, a third beside them.
static belay_world* stack(belay_body_id bodies[3])
{
    belay_world* world = scene_world(1.0 / 240.0);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    scene_ball ball = scene_ball_default();
    for (int i = 0; i < 3; i++) {
        ball.position = i < 2 ? v3(0.0, 0.0, 0.05 + 0.1 * i) : v3(1.0, 0.0, 0.05);
        bodies[i] = scene_add_ball(world, &ball);
    }
    scene_steps(world, 10);
    return world;
}

Test(debug_draw, contacts_and_forces)
{
    belay_body_id bodies[3];
    belay_world* world = stack(bodies);
    sheet s = draw(world, BELAY_DRAW_CONTACTS);
    cr_expect(s.points == 3 && s.segments == 3 && s.texts == 0);
    scene_check_near(s.length, 0.3, 1e-12, "m of normals");
    s = draw(world, BELAY_DRAW_FORCES);
    cr_expect(s.points == 0 && s.segments == 3);
    scene_check_near(s.length, 0.01 * SCENE_G * (2.0 + 1.0 + 1.0), 1e-6, "m of forces");
    // Those of the last step, however long the next one is to be.
    cr_assert_eq(belay_world_set_step_seconds(world, 1.0 / 60.0), BELAY_OK);
    scene_check_near(draw(world, BELAY_DRAW_FORCES).length, s.length, 1e-12, "m of forces");
    belay_world_destroy(world);
}

Test(debug_draw, bounds_islands_and_sleepers)
{
    belay_body_id bodies[3];
    belay_world* world = stack(bodies);
    sheet s = draw(world, BELAY_DRAW_BOUNDS);
    cr_expect_eq(s.segments, 36); // the plane has no box
    scene_check_near(s.length, 36.0 * 0.1, 1e-12, "m of boxes");
    s = draw(world, BELAY_DRAW_ISLANDS);
    cr_expect(s.segments == 0 && s.texts == 3);
    cr_expect_str_eq(s.text, "1");
    cr_expect_eq(draw(world, BELAY_DRAW_SHAPES).color, BELAY_DRAW_COLOR_DYNAMIC);
    cr_expect_neq(draw(world, BELAY_DRAW_SHAPES | BELAY_DRAW_ISLANDS).color, BELAY_DRAW_COLOR_DYNAMIC);
    cr_assert_eq(belay_body_set_awake(world, bodies[2], false), BELAY_OK);
    cr_expect_eq(draw(world, BELAY_DRAW_ISLANDS).texts, 2);
    cr_expect_eq(draw(world, BELAY_DRAW_SHAPES).color, BELAY_DRAW_COLOR_DYNAMIC);
    cr_expect_eq(draw(world, BELAY_DRAW_SHAPES | BELAY_DRAW_SLEEPING).color, BELAY_DRAW_COLOR_SLEEPING);
    cr_assert_eq(belay_body_destroy(world, bodies[0]), BELAY_OK);
    cr_expect_eq(draw(world, BELAY_DRAW_ISLANDS).texts, 0, "islands of things that are gone");
    belay_world_destroy(world);
}

Test(debug_draw, joints_and_rods)
{
    belay_world* world = scene_world(1.0 / 240.0);
    belay_body_id body = scene_add_body(world, BELAY_BODY_DYNAMIC, v3(1.0, 0.0, 0.0));
    belay_joint_def def;
    cr_assert_eq(belay_joint_def_at(world, BELAY_JOINT_HINGE, body, the_world, v3_zero(), v3(0.0, 1.0, 0.0), &def),
                 BELAY_OK);
    cr_assert_eq(belay_joint_create(world, &def, NULL), BELAY_OK);
    sheet s = draw(world, BELAY_DRAW_JOINTS);
    cr_expect(s.segments == 2 && s.points == 2 && s.texts == 1);
    scene_check_near(s.length, 1.0 + 0.1, 1e-12, "m: arm and axis");
    cr_expect_str_eq(s.text, belay_joint_type_name(BELAY_JOINT_HINGE));
    belay_rod_def rod = belay_rod_def_default();
    rod.element_count = 10;
    rod.length = 0.7;
    rod_make(world, &rod);
    s = draw(world, BELAY_DRAW_RODS);
    cr_expect(s.segments == 10 && s.points == 11, "%d segments, %d points", s.segments, s.points);
    scene_check_near(s.length, 0.7, 1e-12, "m of rod");
    belay_world_destroy(world);
}

Test(debug_draw, ropes_go_over_their_pulleys)
{
    belay_world* world = scene_world(1.0 / 240.0);
    belay_body_id a = scene_add_body(world, BELAY_BODY_DYNAMIC, v3(-1.0, 0.0, -2.0)),
                  b = scene_add_body(world, BELAY_BODY_DYNAMIC, v3(1.0, 0.0, -3.0));
    belay_joint_def def;
    cr_assert_eq(belay_joint_def_pulley(world, a, b, v3(-1.0, 0.0, -2.0), v3(-1.0, 0.0, 0.0), v3(1.0, 0.0, 0.0),
                                        v3(1.0, 0.0, -3.0), 1.0, &def),
                 BELAY_OK);
    cr_assert_eq(belay_joint_create(world, &def, NULL), BELAY_OK);
    sheet s = draw(world, BELAY_DRAW_JOINTS);
    scene_check_near(s.length, 2.0 + 2.0 + 3.0, 1e-12, "m of rope");
    scene_check_near(s.highest, 0.0, 1e-12, "m");
    cr_expect_eq(s.points, 4, "where it is tied and where it leaves the wheels");
    belay_world_destroy(world);
}

Test(debug_draw, what_is_out_of_range_is_refused)
{
    belay_body_id bodies[3];
    belay_world* world = stack(bodies);
    uint64_t before = belay_world_hash(world);
    belay_debug_draw d = belay_debug_draw_default();
    scene_check_refused(world, before, belay_world_debug_draw(world, NULL), BELAY_ERROR_VALUE, "draw", "null");
    d.plane_size = 0.0;
    scene_check_refused(world, before, belay_world_debug_draw(world, &d), BELAY_ERROR_VALUE, "plane_size", "0");
    d = belay_debug_draw_default();
    d.force_scale = (double)NAN;
    scene_check_refused(world, before, belay_world_debug_draw(world, &d), BELAY_ERROR_VALUE, "force_scale", "nan");
    d = belay_debug_draw_default();
    d.normal_length = -1.0;
    scene_check_refused(world, before, belay_world_debug_draw(world, &d), BELAY_ERROR_VALUE, "normal_length", "-1");
    d = belay_debug_draw_default();
    d.flags = BELAY_DRAW_EVERYTHING + 1;
    scene_check_refused(world, before, belay_world_debug_draw(world, &d), BELAY_ERROR_VALUE, "flags", "256");
    cr_expect_eq(belay_world_debug_draw(NULL, &d), BELAY_ERROR_HANDLE);
    belay_world_destroy(world);
}

Test(debug_draw, callbacks_cannot_call_the_world)
{
    belay_body_id bodies[3];
    belay_world* world = stack(bodies);
    sheet s = {.world = world, .answer = BELAY_OK};
    belay_debug_draw d = belay_debug_draw_default();
    d.segment = note_segment;
    d.context = &s;
    cr_assert_eq(belay_world_debug_draw(world, &d), BELAY_OK);
    cr_expect_eq(s.answer, BELAY_ERROR_STATE);
    cr_expect_eq(belay_world_get_def(world)->gravity.z, -SCENE_G);
    cr_expect_eq(belay_world_set_gravity(world, v3_zero()), BELAY_OK, "calls are allowed again");
    belay_world_destroy(world);
}
