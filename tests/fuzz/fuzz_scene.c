// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Texts of scenes. What is read can be placed, stepped, written and read again; what is refused leaves a message and no
// scene.

#include "fuzz/fuzz.h"

#include <stdio.h>
#include <string.h>

#define ROOM 8192

static const char good[] = "belay-scene 1\n"
                           "world step_seconds 0.01\n"
                           "material ice 0.02 0.1\n"
                           "body floor type static\n"
                           "collider plane normal 0 0 1 made_of ice\n"
                           "collider mesh vertices 3 0 0 0 1 0 0 0 1 0 triangles 1 0 1 2\n"
                           "collider height_field spacing_x 1 spacing_y 1 heights 2 2 0 0 0.1 0\n"
                           "body a pose 0 0 1 1 0 0 0 weighs_colliders yes\n"
                           "collider box size 0.2 0.3 0.4 friction 0.6\n"
                           "collider hull points 4 0 0 0 0.3 0 0 0 0.3 0 0 0 0.3\n"
                           "body b pose 0 1 1 1 0 0 0 mass 2 inertia 1 0 0 0 1 0 0 0 1 angular_velocity 1 2 3\n"
                           "collider capsule length 0.2 radius 0.1\n"
                           "joint hinge h a b axis 0 limit yes limit_min -1 limit_max 2\n"
                           "joint slider s b world axis 0 spring yes spring_stiffness 3 spring_max_force 9\n"
                           "rod r element_count 4 nodes 5 0 2 1 0.1 2 1 0.2 2 1 0.3 2 1 0.4 2 1\n"
                           "attachment pin world frame 0 2 1 1 0 0 0\n"
                           "pair floor 0 a 1 0.5 0\n";

static void step(fuzz* f, belay_scene* scene)
{
    belay_world_def def = belay_scene_get_world(scene);
    belay_world* world;
    belay_error error;
    // Numbers by chance may make a step long; what is looked for here is what is read.
    def.solver.max_iterations = 20;
    def.solver.max_work = 2000;
    if (belay_world_create(&def, &world, &error) != BELAY_OK) {
        fuzz_fail(f, "a world of what was read cannot be made: %s", error.message);
        return;
    }
    if (belay_scene_place(scene, world, belay_pose_identity(), NULL, NULL, NULL, &error) != BELAY_OK)
        fuzz_fail(f, "what was read cannot be placed: %s", error.message);
    belay_scene* told = NULL;
    belay_result result = belay_scene_capture(world, NULL, &told, &error);
    if (result != BELAY_OK && result != BELAY_ERROR_STATE)
        fuzz_fail(f, "what was placed cannot be told back: %s", error.message);
    belay_scene_destroy(told);
    belay_world_step(world);
    belay_world_destroy(world);
}

static void read_scene(fuzz* f, const char* text, size_t length, bool is_good)
{
    belay_scene *scene = NULL, *again = NULL;
    belay_error error;
    belay_result result = belay_scene_parse(text, length, "fuzz.scene", NULL, &scene, &error);
    f->tried++;
    if (result != BELAY_OK) {
        if (is_good) fuzz_fail(f, "a good scene was refused: %s", error.message);
        if (error.code != result || error.message[0] == '\0') fuzz_fail(f, "a refused scene left no message");
        if (scene != NULL) fuzz_fail(f, "a refused text left a scene");
        return;
    }
    f->taken++;
    const char* path = fuzz_path("copy.scene");
    if (belay_scene_write(scene, path, &error) != BELAY_OK || belay_scene_read(path, NULL, &again, &error) != BELAY_OK)
        fuzz_fail(f, "what was read cannot be written and read again: %s", error.message);
    belay_scene_destroy(again);
    step(f, scene);
    belay_scene_destroy(scene);
    remove(path);
}

void fuzz_scene(fuzz* f)
{
    char text[ROOM];
    for (int i = 0; i < 20 && !fuzz_has_failed(f); i++) {
        size_t length = sizeof good - 1;
        memcpy(text, good, sizeof good);
        if (i > 0) length = fuzz_mutate_text(f, text, length, sizeof text);
        read_scene(f, text, length, i == 0);
    }
}
