// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the programs that use Belay do with it, in words that C11 and C++17 share: a small world with a ball, a stack, a
// hull, a pendulum and a rope, held against closed forms. They print the hash of the world at the end, which must be
// the same however Belay came into the program.
//
// A program of its own: it includes belay/belay.h, or the one header, before this.

#ifndef BELAY_TESTS_CONSUMERS_SCENE_H
#define BELAY_TESTS_CONSUMERS_SCENE_H

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SCENE_SPIN 40.0  // rad/s
#define SCENE_RADIUS 0.1 // m, of the ball
#define SCENE_EDGE 0.2   // m, of the boxes
#define SCENE_ARM 0.5    // m, of the pendulum
#define SCENE_STEPS 240

typedef struct scene_things {
    belay_body_id ground, ball, box[3], bob;
    belay_rod_id rope;
} scene_things;

static int scene_faults;

static void scene_expect(bool is_so, const char* what)
{
    if (is_so) return;
    printf("wrong: %s\n", what);
    scene_faults++;
}

static belay_body_id scene_add(belay_world* world, belay_body_def def, belay_collider_def shape)
{
    belay_body_id body;
    memset(&body, 0, sizeof body);
    bool is_made = belay_body_create(world, &def, &body) == BELAY_OK &&
                   belay_collider_create(world, body, &shape, NULL) == BELAY_OK;
    scene_expect(is_made, belay_world_last_error(world));
    return body;
}

static belay_vec3 scene_vec(double x, double y, double z)
{
    belay_vec3 v;
    v.x = x;
    v.y = y;
    v.z = z;
    return v;
}

static void scene_add_solids(belay_world* world, scene_things* things)
{
    belay_body_def def = belay_body_def_default();
    def.type = BELAY_BODY_STATIC;
    things->ground = scene_add(world, def, belay_collider_def_plane(scene_vec(0.0, 0.0, 1.0), 0.0));

    def = belay_body_def_default();
    def.inertia = belay_inertia_sphere(def.mass, SCENE_RADIUS);
    def.pose.position.z = SCENE_RADIUS;
    def.angular_velocity.y = SCENE_SPIN; // spinning, not moving
    things->ball = scene_add(world, def, belay_collider_def_sphere(SCENE_RADIUS));

    belay_vec3 size = scene_vec(SCENE_EDGE, SCENE_EDGE, SCENE_EDGE);
    def = belay_body_def_default();
    def.inertia = belay_inertia_box(def.mass, size);
    for (int i = 0; i < 3; i++) {
        def.pose.position = scene_vec(0.0, 2.0, (0.5 + i) * SCENE_EDGE);
        things->box[i] = scene_add(world, def, belay_collider_def_box(size));
    }

    belay_vec3 corners[4] = {scene_vec(0.1, 0.0, 0.0), scene_vec(-0.1, 0.0, 0.0), scene_vec(0.0, 0.2, 0.0),
                             scene_vec(0.0, 0.1, 0.2)};
    def.pose.position = scene_vec(1.0, 4.0, 0.5);
    def.angular_velocity = scene_vec(1.0, 2.0, 3.0);
    scene_add(world, def, belay_collider_def_hull(corners, 4));
}

static void scene_add_hung(belay_world* world, scene_things* things)
{
    belay_body_def def = belay_body_def_default();
    def.inertia = belay_inertia_sphere(def.mass, SCENE_RADIUS);
    def.pose.position = scene_vec(SCENE_ARM, -3.0, 2.0);
    things->bob = scene_add(world, def, belay_collider_def_sphere(SCENE_RADIUS));
    belay_joint_def hinge;
    belay_body_id none;
    memset(&none, 0, sizeof none);
    bool is_made = belay_joint_def_at(world, BELAY_JOINT_HINGE, things->bob, none, scene_vec(0.0, -3.0, 2.0),
                                      scene_vec(0.0, 1.0, 0.0), &hinge) == BELAY_OK &&
                   belay_joint_create(world, &hinge, NULL) == BELAY_OK;
    scene_expect(is_made, belay_world_last_error(world));

    belay_rod_def rope = belay_rod_def_default();
    rope.start = scene_vec(-3.0, 0.0, 0.3);
    is_made = belay_rod_create(world, &rope, &things->rope) == BELAY_OK;
    scene_expect(is_made, belay_world_last_error(world));
}

static belay_body_state scene_state(const belay_world* world, belay_body_id body)
{
    belay_body_state state;
    memset(&state, 0, sizeof state);
    scene_expect(belay_body_get_state(world, body, &state) == BELAY_OK, "a body's state can be read");
    return state;
}

static void scene_check(const belay_world* world, const scene_things* things)
{
    belay_body_state ball = scene_state(world, things->ball);
    double rolling = 2.0 / 7.0 * SCENE_SPIN * SCENE_RADIUS; // what friction leaves of the spin
    scene_expect(fabs(ball.linear_velocity.x - rolling) < 1e-9, "the ball rolls at 2/7 w r");
    for (int i = 0; i < 3; i++) {
        double z = scene_state(world, things->box[i]).pose.position.z;
        scene_expect(fabs(z - (0.5 + i) * SCENE_EDGE) < 1e-9, "the stack stands where it was put");
    }
    belay_body_state bob_state = scene_state(world, things->bob);
    belay_vec3 bob = bob_state.pose.position;
    // Between contact instants a body on a joint cuts the corner by h^2 w^2 r / 8 (engine/docs/joints.md).
    double hw = belay_world_get_time(world) / SCENE_STEPS * bob_state.angular_velocity.y;
    double corner = hw * hw * SCENE_ARM / 8.0;
    double missing = SCENE_ARM - hypot(bob.x, bob.z - 2.0);
    scene_expect(fabs(missing - corner) < 0.1 * corner, "the pendulum keeps its arm");
    scene_expect(bob.z < 2.0, "the pendulum swings");
}

// The exit status of a program: 0 where all is as it should be.
static int scene_run(void)
{
    belay_world_def def = belay_world_def_default();
    belay_world* world = NULL;
    belay_error error;
    scene_things things;
    scene_expect(strcmp(belay_version(), BELAY_VERSION_STRING) == 0, "library and header are of one version");
    if (belay_world_create(&def, &world, &error) != BELAY_OK) {
        printf("wrong: %s\n", error.message);
        return 1;
    }
    scene_add_solids(world, &things);
    scene_add_hung(world, &things);
    for (int i = 0; i < SCENE_STEPS; i++)
        scene_expect(belay_world_step(world) == BELAY_OK, "a step is made");
    scene_check(world, &things);
    printf("Belay %s, %d faults, hash %016llx\n", belay_version(), scene_faults,
           (unsigned long long)belay_world_hash(world));
    belay_world_destroy(world);
    return scene_faults > 0;
}

#endif
