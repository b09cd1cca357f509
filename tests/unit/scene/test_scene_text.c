// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Scenes as text: what is read is what stands there, what is written is read as the same to the bit, and what is wrong
// is told with its line.

#include "fuzz/fuzz.h"
#include "support/scene.h"
#include "unit/scene/scene_text.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

Test(scene, what_stands_there_is_read)
{
    belay_scene* scene = scene_text_parse(scene_text_of_all);
    belay_scene_counts n = belay_scene_get_counts(scene);
    cr_expect_eq(n.bodies, 6);
    cr_expect_eq(n.colliders, 11);
    cr_expect_eq(n.joints, 9);
    cr_expect_eq(n.rods, 2);
    cr_expect_eq(n.attachments, 2);
    cr_expect_eq(n.pairs, 1);
    belay_world_def world = belay_scene_get_world(scene);
    cr_expect(world.gravity.y == 0.1 && world.gravity.z == -9.8 && world.step_seconds == 0.002);
    cr_expect(world.solver.tolerance == 1e-9 && !world.enable_sleep);

    belay_scene_body body;
    cr_assert(belay_scene_get_body(scene, belay_scene_find_body(scene, "round"), &body));
    cr_expect(body.def.mass == 2.5 && body.def.inertia.m[4] == 0.6 && body.def.max_linear_speed == 20.0);
    cr_expect(body.def.linear_velocity.z == 0.30000000000000004 && body.collider_count == 3);
    belay_collider_def sphere, capsule, field;
    cr_assert(belay_scene_get_collider(scene, body.first_collider, &sphere));
    cr_assert(belay_scene_get_collider(scene, body.first_collider + 1, &capsule));
    cr_expect(sphere.material.friction == 0.9 && sphere.material.restitution == 0.25 &&
              sphere.shape.sphere.radius == 0.2);
    cr_expect(capsule.filter.category == 2 && capsule.filter.group == -3 && capsule.filter.mask == UINT32_MAX);
    cr_assert(belay_scene_get_collider(scene, 3, &field));
    cr_expect(field.shape.height_field.column_count == 3 && field.shape.height_field.heights[3] == 0.2);

    belay_scene_joint joint;
    cr_assert(belay_scene_get_joint(scene, belay_scene_find_joint(scene, "h1"), &joint));
    cr_expect_eq(joint.body_a, belay_scene_find_body(scene, "edgy"));
    cr_expect(joint.def.axis[0].limit.max == 2.5 && isinf(joint.def.axis[0].motor.max_force));
    belay_scene_rod rod;
    cr_assert(belay_scene_get_rod(scene, belay_scene_find_rod(scene, "rope"), &rod));
    cr_expect(rod.def.nodes[4].y == 0.05 && rod.def.rest_twist[1] == 0.2 && rod.def.twist == NULL);
    cr_expect_eq(rod.attachment_count, 2);
    cr_expect_eq(belay_scene_find_body(scene, "nobody"), -1);
    cr_expect_not(belay_scene_get_body(scene, 6, &body));
    belay_scene_destroy(scene);
}

Test(scene, what_is_written_is_read_as_the_same)
{
    belay_scene* scene = scene_text_parse(scene_text_of_all);
    static char first[1 << 16];
    snprintf(first, sizeof first, "%s", scene_text_write(scene));
    belay_scene* again = scene_text_parse(first);
    cr_expect_str_eq(scene_text_write(again), first);

    // And so are the worlds that they make.
    belay_world_def def = belay_scene_get_world(scene), other = belay_scene_get_world(again);
    belay_world *a = scene_world_of(&def), *b = scene_world_of(&other);
    cr_assert_eq(belay_scene_place(scene, a, belay_pose_identity(), NULL, NULL, NULL, NULL), BELAY_OK);
    cr_assert_eq(belay_scene_place(again, b, belay_pose_identity(), NULL, NULL, NULL, NULL), BELAY_OK);
    scene_check_same_course(a, b, 50);
    belay_world_destroy(a);
    belay_world_destroy(b);
    belay_scene_destroy(scene);
    belay_scene_destroy(again);
}

Test(scene, what_is_wrong_is_told_with_its_line)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"", "test.scene:1: truncated: the file ends before 'belay-scene'"},
        {"solid cube\n", "test.scene:1: no scene"},
        {"belay-scene 2\n", "test.scene:1: version 2; it must be 1"},
        {"belay-scene 1\nbody\n", "test.scene:3: truncated"},
        {"belay-scene 1\nbody a\nmass -1\n", "test.scene:2: body 'a': belay_body_create: mass is -1; it must be"},
        {"belay-scene 1\nbody a\n  mass heavy\n", "test.scene:3: malformed: no number but 'heavy'"},
        {"belay-scene 1\nbody a\n  mass 1 mass 2\n", "test.scene:3: given twice: 'mass'"},
        {"belay-scene 1\nbody a\n  weight 1\n", "test.scene:3: unknown here: 'weight'"},
        {"belay-scene 1\nbody a\n  type solid\n", "test.scene:3: unknown: there is no type 'solid'"},
        {"belay-scene 1\nbody a\nbody b\nbody a\n", "test.scene:4: belay_scene_add_body: name is 'a'; there is one"},
        {"belay-scene 1\nbody world\n", "test.scene:2: belay_scene_add_body: name is 'world'"},
        {"belay-scene 1\ncollider box\n", "test.scene:2: misplaced: a collider stands behind its body"},
        {"belay-scene 1\nbody a\n\ncollider box\n", "test.scene:4: collider of body 'a'"},
        {"belay-scene 1\nbody a\ncollider hull\n", "test.scene:3: missing: points of this object"},
        {"belay-scene 1\nbody a\ncollider hull points 999999999 1 2 3\n", "test.scene:3: out of range: the number"},
        {"belay-scene 1\nbody a\ncollider mesh vertices 1 0 0 0 triangles 1 0 1 2.5\n", "no whole number but '2.5'"},
        {"belay-scene 1\nbody a\ncollider box made_of wood\n", "no material before this line is named 'wood'"},
        {"belay-scene 1\nbody a\njoint hinge h a b\n", "test.scene:3: unknown: no body before this line is named 'b'"},
        {"belay-scene 1\nbody a\njoint hinge h a a\n", "test.scene:3: joint 'h'"},
        {"belay-scene 1\nbody a\njoint ring h a world\n", "test.scene:3: unknown: there is no type of joint 'ring'"},
        {"belay-scene 1\nbody a\njoint hinge h a world\naxis 6\n", "test.scene:4: out of range"},
        {"belay-scene 1\nbody a\njoint hinge h a world\naxis 0 axis 0\n", "test.scene:4: given twice"},
        {"belay-scene 1\nbody a\naxis 0\n", "test.scene:3: misplaced"},
        {"belay-scene 1\nworld\nworld\n", "test.scene:3: given twice: world"},
        {"belay-scene 1\nworld step_seconds 7\n", "test.scene: belay_world_create: step_seconds is 7"},
        {"belay-scene 1\nrod r element_count 3 nodes 2 0 0 0 1 0 0\n",
         "nodes are 2; with element_count 3 they must be 4"},
        {"belay-scene 1\nrod r\nattachment pin world s 3\n", "test.scene:3: attachment of rod 'r'"},
        {"belay-scene 1\nattachment pin world\n", "test.scene:2: misplaced"},
        {"belay-scene 1\nbody a\npair a 0 a 1 0.5 0\n", "test.scene:3: out of range: the body has no collider"},
        {"belay-scene 1\nbody a\n pose 0 0 0 2 0 0 0\n", "test.scene:2: body 'a'"},
        {"belay-scene 1\nbody a is_kept_awake maybe\n", "'maybe'"},
        {"belay-scene 1\nbody a\ncollider sphere radius 1 category -1\n", "test.scene:3: out of range"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        belay_scene *mark = (belay_scene*)(void*)&mark, *scene = mark;
        belay_error error;
        belay_result result =
            belay_scene_parse(cases[i].text, strlen(cases[i].text), "test.scene", NULL, &scene, &error);
        cr_expect_neq(result, BELAY_OK, "%s", cases[i].text);
        cr_expect_eq(error.code, result);
        cr_expect_eq(scene, mark, "the scene was touched by %s", cases[i].text);
        cr_expect_not_null(strstr(error.message, cases[i].message), "'%s' is not in '%s'", cases[i].message,
                           error.message);
    }
}

Test(scene, files_are_read_and_written_compressed_too)
{
    belay_scene *scene = scene_text_parse(scene_text_of_all), *again = NULL;
    belay_error error;
    char path[256];
    snprintf(path, sizeof path, "%s", fuzz_path("unit.scene.gz"));
#if defined(BELAY_HAVE_ZLIB)
    cr_assert_eq(belay_scene_write(scene, path, &error), BELAY_OK, "%s", error.message);
    cr_assert_eq(belay_scene_read(path, NULL, &again, &error), BELAY_OK, "%s", error.message);
    cr_expect_eq(belay_scene_get_counts(again).colliders, 11);
    belay_scene_destroy(again);
    remove(path);
#else
    cr_expect_eq(belay_scene_write(scene, path, &error), BELAY_ERROR_VALUE);
    (void)again;
#endif
    cr_expect_eq(belay_scene_read("/nowhere/none.scene", NULL, &again, &error), BELAY_ERROR_VALUE);
    cr_expect_not_null(strstr(error.message, "none.scene"));
    belay_scene_destroy(scene);
}

Test(scene, a_scene_that_is_no_number_is_not_written)
{
    belay_scene* scene;
    belay_error error;
    cr_assert_eq(belay_scene_create(NULL, &scene, NULL), BELAY_OK);
    belay_scene_body body = {.name = "a", .def = belay_body_def_default()};
    body.def.mass = NAN;
    cr_assert_eq(belay_scene_add_body(scene, &body, NULL), BELAY_OK);
    const char* path = fuzz_path("nan.scene");
    cr_expect_eq(belay_scene_write(scene, path, &error), BELAY_ERROR_VALUE);
    FILE* file = fopen(path, "rb");
    cr_expect_null(file);
    cr_expect_eq(belay_scene_check(scene, &error), BELAY_ERROR_VALUE);
    cr_expect_not_null(strstr(error.message, "body 'a'"));
    belay_scene_destroy(scene);
}
