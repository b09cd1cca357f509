// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Scenes J1 and J2 with everything there is: balls, boxes, capsules, cylinders, hulls and compounds, joined and loose,
// fall into a bin with a mesh, a belt and a sensor, and fall asleep there. The same inputs give the same bits.

#include "core/alloc.h"
#include "support/parts.h"
#include "support/saved.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#define BODIES 40
#define CROWD 60 // where energies are looked at
#define STEPS 240
#define SAVED_AT 90 // mid-impact
#define MADE 5      // bodies after a restore

static const belay_material rough = {0.5, 0.2};

static void add_bin(belay_world* world)
{
    const belay_vec3 bottom[] = {{-1.0, -1.0, 0.0}, {1.0, -1.0, 0.05}, {1.0, 1.0, 0.0}, {-1.0, 1.0, 0.05}};
    const int32_t triangles[] = {0, 1, 2, 0, 2, 3};
    belay_collider_def mesh = belay_collider_def_mesh(bottom, 4, triangles, 2);
    belay_collider_def wall = belay_collider_def_box(v3(0.1, 2.2, 2.0)),
                       gate = belay_collider_def_box(v3(1.0, 1.0, 0.3));
    mesh.material = wall.material = rough;
    gate.is_sensor = true;
    part_fixed(world, BELAY_BODY_STATIC, belay_pose_identity(), &mesh);
    part_fixed(world, BELAY_BODY_STATIC, part_at(0.0, 0.0, 0.5), &gate);
    for (int i = 0; i < 4; i++) {
        belay_pose pose = part_turned(v3_zero(), v3(0.0, 0.0, 1.0), 0.5 * SCENE_PI * i);
        pose.position = q_rotate(pose.rotation, v3(0.8, 0.0, 0.9));
        wall.surface_velocity = v3(0.0, i == 0 ? 0.3 : 0.0, 0.0);
        part_fixed(world, i == 1 ? BELAY_BODY_KINEMATIC : BELAY_BODY_STATIC, pose, &wall);
    }
}

static belay_collider_def shape_of(int kind, double r)
{
    static const belay_vec3 corners[] = {
        {0.06, 0.0, -0.04}, {-0.04, 0.05, -0.04}, {-0.04, -0.05, -0.04}, {0.0, 0.0, 0.08}, {0.03, 0.03, 0.04}};
    switch (kind) {
    case 0:
        return belay_collider_def_sphere(r);
    case 1:
        return belay_collider_def_box(v3(2.0 * r, 1.5 * r, r));
    case 2:
        return belay_collider_def_capsule(2.0 * r, 0.6 * r);
    case 3:
        return belay_collider_def_cylinder(1.5 * r, 0.8 * r);
    case 4:
        return belay_collider_def_cone(1.5 * r, 0.8 * r);
    default:
        return belay_collider_def_hull(corners, 5);
    }
}

static belay_body_id add_part(belay_world* world, uint32_t* random, int i)
{
    double r = 0.04 + 0.04 * part_random(random);
    belay_collider_def def = shape_of(i % 6, r);
    def.material = rough;
    def.has_persist_events = i % 7 == 0;
    belay_vec3 place = v3(0.22 * (i % 5 - 2), 0.22 * (i / 5 % 5 - 2), 0.3 + 0.25 * (i / 25));
    place.x += 0.02 * part_random(random);
    belay_vec3 axis = v3_normalize_or(v3(part_random(random), part_random(random), 1.0), v3_zero());
    belay_body_id body =
        part_add(world, BELAY_BODY_DYNAMIC, part_turned(place, axis, part_random(random)), &def, 4000.0 * r * r * r);
    if (i % 9 != 0) return body;
    belay_collider_def knob = belay_collider_def_sphere(0.4 * r);
    knob.pose.position.z = r;
    part_collide(world, body, &knob);
    return body;
}

static void join(belay_world* world, belay_body_id a, belay_body_id b, belay_joint_type type)
{
    belay_joint_def def;
    belay_joint_id joint;
    belay_vec3 anchor = v3_scale(0.5, v3_add(scene_state(world, a).pose.position, scene_state(world, b).pose.position));
    cr_assert(belay_joint_def_at(world, type, a, b, anchor, v3(0.0, 1.0, 0.0), &def) == BELAY_OK);
    cr_assert(belay_joint_create(world, &def, &joint) == BELAY_OK, "%s", belay_world_last_error(world));
}

static belay_world* make_empty_with(belay_allocator allocator, int workers)
{
    belay_world_def def = belay_world_def_default();
    def.allocator = allocator;
    def.worker_count = workers;
    def.solver.tolerance = 1e-6; // equal bits do not need more
    def.sleep_speed = 0.02;
    def.sleep_seconds = 0.1;
    return scene_world_of(&def);
}

static belay_world* make_empty(belay_allocator allocator)
{
    return make_empty_with(allocator, 1);
}

// Every fourth body is joined to the one before.
static belay_world* fill_bin(belay_world* world, int count)
{
    static const belay_joint_type types[] = {BELAY_JOINT_BALL, BELAY_JOINT_HINGE, BELAY_JOINT_SLIDER, BELAY_JOINT_FIXED,
                                             BELAY_JOINT_DISTANCE};
    belay_body_id bodies[CROWD];
    uint32_t random = 1;
    add_bin(world);
    for (int i = 0; i < count; i++) {
        bodies[i] = add_part(world, &random, i);
        if (i % 4 == 3) join(world, bodies[i - 1], bodies[i], types[i / 4 % 5]);
    }
    return world;
}

static belay_world* make_bin(belay_allocator allocator)
{
    return fill_bin(make_empty(allocator), BODIES);
}

static uint64_t reference[STEPS];

static void run_reference(void)
{
    belay_world* world = make_bin(bl_allocator_default());
    for (int i = 0; i < STEPS; i++) {
        scene_steps(world, 1);
        reference[i] = belay_world_hash(world);
    }
    belay_world_destroy(world);
}

static void check_step(const belay_world* world, int i)
{
    cr_assert_eq(belay_world_hash(world), reference[i], "step %d", i + 1);
}

// Blocks that lie elsewhere and are full of rubbish.
static void* rubbish_reallocate(void* context, void* block, size_t old_size, size_t new_size)
{
    (void)context;
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    unsigned char* moved = malloc(new_size);
    if (moved == NULL) return NULL;
    memset(moved, 0xA5, new_size);
    if (block != NULL) memcpy(moved, block, old_size < new_size ? old_size : new_size);
    free(block);
    return moved;
}

Test(scene_J1, solids_and_joints_with_other_addresses_and_another_world_between)
{
    run_reference();
    belay_allocator rubbish = {rubbish_reallocate, NULL};
    belay_world *world = make_bin(rubbish), *other = make_bin(bl_allocator_default());
    for (int i = 0; i < STEPS; i++) {
        scene_steps(world, 1);
        if (i % 5 == 0) scene_steps(other, 1);
        check_step(world, i);
    }
    belay_world_destroy(other);
    belay_world_destroy(world);
}

// Reads all that can be read; nothing of it may change the course.
static void read_everything(belay_world* world)
{
    int32_t count;
    belay_ray_hit hit;
    bool is_hit;
    belay_world_get_contact_events(world, &count);
    belay_world_get_sensor_events(world, &count);
    belay_world_get_sleep_events(world, &count);
    belay_world_get_contacts(world, &count);
    belay_world_get_energy(world);
    cr_assert(belay_world_cast_ray(world, v3(0.0, 0.0, 3.0), v3(0.1, 0.1, -4.0), NULL, &hit, &is_hit) == BELAY_OK);
}

Test(scene_J1, solids_and_joints_when_they_are_looked_at)
{
    run_reference();
    belay_world* world = make_bin(bl_allocator_default());
    for (int i = 0; i < STEPS; i++) {
        scene_steps(world, 1);
        read_everything(world);
        check_step(world, i);
    }
    belay_world_destroy(world);
}

Test(scene_J1, solids_and_joints_with_any_number_of_workers)
{
    static const int counts[] = {2, 4, 8};
    belay_world* worlds[3];
    run_reference();
    for (int k = 0; k < 3; k++)
        worlds[k] = fill_bin(make_empty_with(bl_allocator_default(), counts[k]), BODIES);
    for (int i = 0; i < STEPS; i++) {
        for (int k = 0; k < 3; k++) {
            scene_steps(worlds[k], 1);
            check_step(worlds[k], i);
        }
    }
    for (int k = 0; k < 3; k++)
        belay_world_destroy(worlds[k]);
}

static void check_restored(belay_world* world, const saved* s)
{
    saved_restore(s, world);
    for (int i = SAVED_AT; i < STEPS; i++) {
        scene_steps(world, 1);
        check_step(world, i);
    }
}

Test(scene_J2, solids_and_joints_in_place_twice_and_in_a_fresh_world)
{
    run_reference();
    belay_world *world = make_bin(bl_allocator_default()), *fresh = make_empty(bl_allocator_default());
    scene_steps(world, SAVED_AT);
    saved s = saved_of(world);
    scene_steps(world, 200);
    check_restored(world, &s);
    check_restored(world, &s);
    check_restored(fresh, &s);
    saved_fini(&s);
    belay_world_destroy(world);
    belay_world_destroy(fresh);
}

// What one worker saved four go on with.
Test(scene_J2, solids_and_joints_with_other_workers)
{
    run_reference();
    belay_world *world = make_bin(bl_allocator_default()), *four = make_empty_with(bl_allocator_default(), 4);
    scene_steps(world, SAVED_AT);
    saved s = saved_of(world);
    check_restored(four, &s);
    saved_fini(&s);
    belay_world_destroy(world);
    belay_world_destroy(four);
}

Test(scene_J2, new_bodies_after_a_restore_are_the_same)
{
    belay_world* world = make_bin(bl_allocator_default());
    belay_body_id made[2][MADE];
    uint64_t hashes[2];
    scene_steps(world, SAVED_AT);
    saved s = saved_of(world);
    for (int k = 0; k < 2; k++) {
        uint32_t random = 77;
        saved_restore(&s, world);
        if (k == 1)
            for (int i = 0; i < MADE; i++)
                cr_assert(!belay_entity_is_alive(world, belay_body_entity(made[0][i])), "made after the snapshot");
        for (int i = 0; i < MADE; i++)
            made[k][i] = add_part(world, &random, i + 75);
        scene_steps(world, 60);
        hashes[k] = belay_world_hash(world);
    }
    for (int i = 0; i < MADE; i++)
        cr_expect_eq(made[0][i].value, made[1][i].value);
    cr_expect_eq(hashes[0], hashes[1]);
    saved_fini(&s);
    belay_world_destroy(world);
}

// What falls, bumps, rubs and is joined never has more energy than it began with, but for what the belt gives it.
Test(scene_J1, solids_and_joints_gain_nothing)
{
    belay_world* world = fill_bin(make_empty(bl_allocator_default()), CROWD);
    belay_energy e = belay_world_get_energy(world);
    double start = e.potential + e.translation + e.rotation;
    for (int i = 0; i < STEPS; i++) {
        scene_steps(world, 1);
        e = belay_world_get_energy(world);
        cr_assert(e.potential + e.translation + e.rotation <= 1.02 * start, "step %d: %g J, from %g J", i + 1,
                  e.potential + e.translation + e.rotation, start);
    }
    belay_world_destroy(world);
}
