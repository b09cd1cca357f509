// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Characters: slopes, steps, moving ground, walls, ceilings, bodies in the way.

#include "support/walker.h"

#include <criterion/criterion.h>
#include <stdlib.h>

Test(character, falls_and_stands)
{
    belay_world* world = walker_flat();
    belay_character_def def = belay_character_def_default();
    belay_character c = belay_character_at(v3(0.0, 0.0, 3.0));
    double fall = 0.0;
    for (int i = 0; i < 120; i++)
        walker_walk(world, &def, &c, v3_zero(), &fall);
    cr_expect(c.is_grounded == 1 && c.ground.value != 0);
    scene_check_near(c.position.z, WALKER_HALF + WALKER_SKIN, 1e-7, "m: on the ground");
    belay_vec3 stands = c.position;
    for (int i = 0; i < 60; i++)
        walker_walk(world, &def, &c, v3_zero(), &fall);
    cr_expect(scene_is_same_vector(c.position, stands), "it does not creep");
    for (int i = 0; i < 60; i++)
        walker_walk(world, &def, &c, v3(3.0, 0.0, 0.0), &fall);
    scene_check_near(c.position.x, 3.0, 1e-9, "m");
    belay_world_destroy(world);
}

// Walks against a ramp of that slope for 2 s; how high it comes.
static double climb(double degrees, bool is_plane, bool* is_steady)
{
    belay_world* world = walker_flat();
    belay_character_def def = belay_character_def_default();
    belay_character c = belay_character_at(v3(-2.0, 0.0, WALKER_HALF + 0.02));
    double angle = scene_radians(degrees), fall = 0.0;
    if (is_plane) {
        scene_plane(world, v3(-sin(angle), 0.0, cos(angle)), 0.0, belay_material_default());
    } else { // its upper face goes through the origin
        belay_quat turned = belay_quat_from_axis_angle(v3(0.0, 1.0, 0.0), -angle);
        belay_vec3 normal = q_rotate(turned, v3(0.0, 0.0, 1.0));
        walker_add_box(world, BELAY_BODY_STATIC, v3_scale(-0.5, normal), v3(20.0, 4.0, 1.0), turned);
    }
    for (int i = 0; i < 120; i++)
        walker_walk(world, &def, &c, v3(3.0, 0.0, 0.0), &fall);
    double high = c.position.z;
    belay_vec3 stands = c.position;
    for (int i = 0; i < 60; i++)
        walker_walk(world, &def, &c, v3_zero(), &fall);
    *is_steady = v3_distance(stands, c.position) < 1e-9;
    belay_world_destroy(world);
    return high - WALKER_HALF;
}

Test(character, climbs_44_degrees_of_45_and_not_46)
{
    for (int is_plane = 0; is_plane < 2; is_plane++) {
        bool is_steady;
        double high = climb(44.0, is_plane, &is_steady);
        cr_expect_gt(high, 2.0, "44 degrees: %g m", high);
        cr_expect(is_steady, "44 degrees: it stands");
        high = climb(46.0, is_plane, &is_steady);
        cr_expect_lt(high, 0.02, "46 degrees: %g m", high);
        cr_expect(is_steady);
    }
}

Test(character, slides_down_what_is_too_steep)
{
    belay_world* world = scene_world(WALKER_H);
    belay_character_def def = belay_character_def_default();
    belay_character c = belay_character_at(v3(0.0, 0.0, 1.5));
    double angle = scene_radians(60.0), fall = 0.0;
    scene_plane(world, v3(-sin(angle), 0.0, cos(angle)), 0.0, belay_material_default());
    for (int i = 0; i < 60; i++)
        walker_walk(world, &def, &c, v3(1.0, 0.0, 0.0), &fall);
    cr_expect_eq(c.is_grounded, 0);
    cr_expect_lt(c.position.z, 0.0);
    cr_expect_lt(c.position.x, 0.0, "downhill, against where it wants to go");
    cr_expect_leq(walker_deepest(world, &def, &c), -0.99 * WALKER_SKIN);
    belay_world_destroy(world);
}

// Walks against a block of that height.
static double step_up(double height)
{
    belay_world* world = walker_flat();
    belay_character_def def = belay_character_def_default();
    belay_character c = belay_character_at(v3(-1.5, 0.0, WALKER_HALF + WALKER_SKIN));
    double fall = 0.0;
    walker_add_static(world, v3(5.0, 0.0, 0.5 * height), v3(10.0, 4.0, height));
    for (int i = 0; i < 90; i++) {
        walker_walk(world, &def, &c, v3(2.0, 0.0, 0.0), &fall);
        cr_assert_leq(walker_deepest(world, &def, &c), -0.9 * WALKER_SKIN);
    }
    belay_world_destroy(world);
    return c.position.z - WALKER_HALF - WALKER_SKIN;
}

Test(character, steps_up_to_the_height_of_a_step)
{
    const double heights[] = {0.05, 0.1, 0.2, 0.29};
    for (int i = 0; i < 4; i++)
        scene_check_near(step_up(heights[i]), heights[i], 1e-6, "m up");
    scene_check_near(step_up(0.32), 0.0, 1e-6, "m up: too high");
    scene_check_near(step_up(1.0), 0.0, 1e-6, "m up: a wall");
}

Test(character, goes_up_and_down_stairs_and_stays_on_them)
{
    belay_world* world = walker_flat();
    belay_character_def def = belay_character_def_default();
    belay_character c = belay_character_at(v3(-1.0, 0.0, WALKER_HALF + WALKER_SKIN));
    double fall = 0.0, highest = 0.0;
    for (int i = 0; i < 8; i++) // up to 1.6 m, 3 m wide, and down
        walker_add_static(world, v3(4.0, 0.0, 0.1 + 0.2 * i), v3(8.0 - 0.6 * i, 2.0, 0.2));
    for (int i = 0; i < 400; i++) {
        walker_walk(world, &def, &c, v3(3.0, 0.0, 0.0), &fall);
        cr_assert_eq(c.is_grounded, 1, "step %d, at %g, %g", i, c.position.x, c.position.z);
        highest = fmax(highest, c.position.z);
    }
    scene_check_near(highest, WALKER_HALF + WALKER_SKIN + 1.6, 1e-6, "m: at the top");
    cr_expect_gt(c.position.x, 9.0);
    scene_check_near(c.position.z, WALKER_HALF + WALKER_SKIN, 1e-6, "m: at the foot again");
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Moving ground
// ---------------------------------------------------------------------------------------------------------------------

Test(character, stays_where_it_stands_on_a_platform_that_moves_and_turns)
{
    belay_world* world = scene_world(WALKER_H);
    belay_character_def def = belay_character_def_default();
    belay_body_id platform =
        walker_add_box(world, BELAY_BODY_KINEMATIC, v3_zero(), v3(8.0, 8.0, 0.5), belay_quat_identity());
    belay_character c = belay_character_at(v3(1.5, 0.7, 1.2));
    double fall = 0.0, turned = 0.0;
    for (int i = 0; i < 60; i++)
        walker_walk(world, &def, &c, v3_zero(), &fall);
    cr_assert_eq(c.is_grounded, 1);
    belay_vec3 stands = pose_apply_inverse(scene_state(world, platform).pose, c.position);
    for (int i = 0; i < 1200; i++) {
        double t = i * WALKER_H;
        scene_set_velocity(world, platform, v3(2.0 * cos(t), 1.0, 0.8 * sin(2.0 * t)),
                           v3(0.0, 0.0, 1.0 + 0.5 * sin(t)));
        scene_steps(world, 1);
        walker_walk(world, &def, &c, v3_zero(), &fall);
        turned += c.turned;
        belay_vec3 now = pose_apply_inverse(scene_state(world, platform).pose, c.position);
        cr_assert_leq(v3_distance(now, stands), 1e-6, "off by %g m after %d steps", v3_distance(now, stands), i);
        cr_assert(c.is_grounded == 1 && c.ground.value == platform.value);
    }
    belay_vec3 turn = q_log(scene_state(world, platform).pose.rotation);
    scene_check_near(remainder(turned - turn.z, 2.0 * SCENE_PI), 0.0, 1e-9, "rad that it turned");
    belay_vec3 at = v3_sub(c.position, scene_state(world, platform).pose.position);
    scene_check_near(
        v3_distance(c.ground_velocity, v3_add(scene_state(world, platform).linear_velocity,
                                              v3_cross(scene_state(world, platform).angular_velocity, at))),
        0.0, 1e-9, "m/s");
    belay_world_destroy(world);
}

Test(character, a_platform_carries_it_no_further_than_to_a_wall)
{
    belay_world* world = scene_world(WALKER_H);
    belay_character_def def = belay_character_def_default();
    belay_body_id platform =
        walker_add_box(world, BELAY_BODY_KINEMATIC, v3_zero(), v3(8.0, 2.0, 0.5), belay_quat_identity());
    walker_add_static(world, v3(2.0, 0.0, 2.0), v3(0.2, 4.0, 2.0));
    belay_character c = belay_character_at(v3(0.0, 0.0, 1.2));
    double fall = 0.0;
    scene_set_velocity(world, platform, v3(1.0, 0.0, 0.0), v3_zero());
    for (int i = 0; i < 180; i++) {
        scene_steps(world, 1);
        walker_walk(world, &def, &c, v3_zero(), &fall);
        cr_assert_leq(walker_deepest(world, &def, &c), -0.9 * WALKER_SKIN);
    }
    scene_check_near(c.position.x, 1.9 - 0.3 - WALKER_SKIN, 1e-6, "m: at the wall");
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Bodies
// ---------------------------------------------------------------------------------------------------------------------

Test(character, pushes_with_a_capped_force)
{
    belay_world* world = scene_world(WALKER_H);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, (belay_material){0.0, 0.0}); // ice
    belay_character_def def = belay_character_def_default();
    belay_body_id box =
        walker_add_box(world, BELAY_BODY_DYNAMIC, v3(0.0, 0.0, 0.5), v3(1.0, 1.0, 1.0), belay_quat_identity());
    belay_character c = belay_character_at(v3(-1.0, 0.0, WALKER_HALF + WALKER_SKIN));
    double fall = 0.0, fastest = 0.0, before = 0.0;
    def.push_force = 500.0; // on 1000 kg
    for (int i = 0; i < 300; i++) {
        scene_steps(world, 1);
        double is = scene_state(world, box).linear_velocity.x;
        cr_assert_leq(is - before, 500.0 / 1000.0 * WALKER_H * (1.0 + 1e-9));
        fastest = fmax(fastest, is);
        before = is;
        walker_walk(world, &def, &c, v3(1.5, 0.0, 0.0), &fall);
        cr_assert_leq(walker_deepest(world, &def, &c), -0.9 * WALKER_SKIN);
    }
    cr_expect_gt(fastest, 1.0);
    cr_expect_leq(fastest, 1.5 + 1e-9, "no faster than it goes itself");
    belay_world_destroy(world);
}

Test(character, presses_on_what_it_stands_on)
{
    belay_world* world = walker_flat();
    belay_character_def def = belay_character_def_default();
    belay_body_id box =
        walker_add_box(world, BELAY_BODY_DYNAMIC, v3(0.0, 0.0, 0.1), v3(1.0, 1.0, 0.2), belay_quat_identity());
    belay_character c = belay_character_at(v3(0.0, 0.0, 0.2 + WALKER_HALF + WALKER_SKIN));
    double fall = 0.0, sum = 0.0;
    def.weight = 800.0;
    for (int i = 0; i < 30; i++) {
        walker_walk(world, &def, &c, v3_zero(), &fall);
        scene_steps(world, 1);
    }
    cr_expect_eq(c.ground.value, box.value);
    int32_t count;
    const belay_contact* contacts = belay_world_get_contacts(world, &count);
    for (int i = 0; i < count; i++)
        sum += contacts[i].impulse[0] / WALKER_H;
    scene_check_near(sum, 200.0 * SCENE_G + 800.0, 1e-6, "N on the ground");
    belay_world_destroy(world);
}

Test(character, a_ceiling_stops_a_jump)
{
    belay_world* world = walker_flat();
    belay_character_def def = belay_character_def_default();
    belay_character c = belay_character_at(v3(0.0, 0.0, WALKER_HALF + WALKER_SKIN));
    walker_add_static(world, v3(0.0, 0.0, 2.3), v3(4.0, 4.0, 0.2));
    double fall = 5.0;
    bool has_hit = false;
    for (int i = 0; i < 60; i++) {
        walker_move(world, &def, &c, v3(0.5, 0.0, fall));
        if (c.hits_ceiling && fall > 0.0) {
            has_hit = true;
            scene_check_near(c.position.z, 2.2 - WALKER_HALF - WALKER_SKIN, 1e-6, "m");
            fall = 0.0;
        }
        cr_assert_leq(walker_deepest(world, &def, &c), -0.9 * WALKER_SKIN);
        fall -= SCENE_G * WALKER_H;
    }
    cr_expect(has_hit);
    cr_expect_eq(c.is_grounded, 1);
    belay_world_destroy(world);
}

static bool from_above(const belay_overlap* place, void* context)
{
    const belay_body_id* floor = context;
    return place->body.value != floor->value || (place->normal.z > 0.7 && place->depth < 0.02);
}

Test(character, a_one_way_floor)
{
    belay_world* world = walker_flat();
    belay_character_def def = belay_character_def_default();
    belay_character c = belay_character_at(v3(0.0, 0.0, WALKER_HALF + WALKER_SKIN));
    belay_body_id floor = walker_add_static(world, v3(0.0, 0.0, 2.4), v3(4.0, 4.0, 0.1));
    def.touches = from_above;
    def.context = &floor;
    double fall = 8.0;
    for (int i = 0; i < 150; i++) {
        if (c.is_grounded && fall < 0.0) fall = 0.0;
        walker_move(world, &def, &c, v3(0.0, 0.0, fall));
        fall -= SCENE_G * WALKER_H;
    }
    cr_expect_eq(c.ground.value, floor.value);
    scene_check_near(c.position.z, 2.45 + WALKER_HALF + WALKER_SKIN, 1e-6, "m: on top");
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Triangles
// ---------------------------------------------------------------------------------------------------------------------

Test(character, a_valley_of_triangles)
{
    // A height field with hills; it walks in circles and stays on it.
    enum { N = 41 };
    static double heights[N * N];
    belay_world* world = scene_world(WALKER_H);
    for (int i = 0; i < N * N; i++)
        heights[i] = 0.6 * sin(0.6 * (i % N)) * cos(0.5 * (i / N));
    belay_collider_def field = belay_collider_def_height_field(heights, N, N, 0.5, 0.5);
    cr_assert_eq(belay_collider_create(world, scene_add_body(world, BELAY_BODY_STATIC, v3_zero()), &field, NULL),
                 BELAY_OK);
    belay_character_def def = belay_character_def_default();
    belay_character c = belay_character_at(v3(10.0, 6.0, 3.0));
    double fall = 0.0, way = 0.0;
    for (int i = 0; i < 900; i++) {
        double t = i * WALKER_H;
        belay_vec3 before = c.position;
        walker_walk(world, &def, &c, v3(3.0 * cos(0.5 * t), 3.0 * sin(0.5 * t), 0.0), &fall);
        if (i > 60) way += v3_distance(before, c.position);
        cr_assert_leq(walker_deepest(world, &def, &c), -0.2 * WALKER_SKIN, "step %d: %g", i,
                      walker_deepest(world, &def, &c));
        cr_assert(i < 60 || c.is_grounded == 1, "step %d", i);
    }
    cr_expect_gt(way, 0.85 * 3.0 * 840 * WALKER_H);
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Contract
// ---------------------------------------------------------------------------------------------------------------------

Test(character, kept_as_a_component_it_is_in_snapshots)
{
    belay_world *world = walker_flat(), *other = walker_flat();
    belay_character_def def = belay_character_def_default();
    belay_component_def component = {"character", sizeof(belay_character)};
    belay_component_id type;
    belay_entity entity = {0};
    belay_body_id platform =
        walker_add_box(world, BELAY_BODY_KINEMATIC, v3(0.0, 0.0, 1.0), v3(8.0, 8.0, 0.5), belay_quat_identity());
    cr_assert_eq(belay_component_register(world, &component, &type), BELAY_OK);
    cr_assert_eq(belay_component_register(other, &component, &type), BELAY_OK);
    cr_assert_eq(belay_entity_create(world, &entity), BELAY_OK);
    belay_character first = belay_character_at(v3(1.0, 0.0, 2.3));
    cr_assert_eq(belay_component_add(world, entity, type, &first, NULL), BELAY_OK);
    scene_set_velocity(world, platform, v3(0.5, 0.0, 0.1), v3(0.0, 0.0, 1.0));
    void* bytes = NULL;
    size_t size = 0;
    for (int i = 0; i < 120; i++) {
        if (i == 50) {
            belay_world_snapshot(world, NULL, 0, &size);
            bytes = malloc(size);
            cr_assert_eq(belay_world_snapshot(world, bytes, size, NULL), BELAY_OK);
            cr_assert_eq(belay_world_restore(other, bytes, size), BELAY_OK, "%s", belay_world_last_error(other));
        }
        for (int k = 0; k < (i < 50 ? 1 : 2); k++) {
            belay_world* w = k == 0 ? world : other;
            scene_steps(w, 1);
            walker_move(w, &def, belay_component_get(w, entity, type), v3(0.3, 0.2, -2.0));
        }
    }
    cr_expect_eq(belay_world_hash(world), belay_world_hash(other));
    free(bytes);
    belay_world_destroy(other);
    belay_world_destroy(world);
}

Test(character, what_is_out_of_range_is_refused)
{
    belay_world* world = walker_flat();
    belay_character_def good = belay_character_def_default(), def;
    belay_character c = belay_character_at(v3(0.0, 0.0, 2.0)), before = c;
    uint64_t hash = belay_world_hash(world);
#define REFUSED(call, name, value) scene_check_refused(world, hash, call, BELAY_ERROR_VALUE, name, value)
#define WITH(field, x, name, value)                                                                                    \
    do {                                                                                                               \
        def = good;                                                                                                    \
        def.field = x;                                                                                                 \
        REFUSED(belay_character_move(world, &def, &c, v3_zero(), WALKER_H), name, value);                              \
    } while (0)
    WITH(radius, 0.0, "radius", "0");
    WITH(height, 0.1, "height", "0.1");
    WITH(up, v3_zero(), "up", "zero");
    WITH(max_slope, 1.6, "max_slope", "1.6");
    WITH(step_height, -1.0, "step_height", "-1");
    WITH(snap_height, (double)NAN, "snap_height", "nan");
    WITH(skin, 0.2, "skin", "0.2");
    WITH(push_force, -2.0, "push_force", "-2");
    WITH(weight, HUGE_VAL, "weight", "inf");
    REFUSED(belay_character_move(world, NULL, &c, v3_zero(), WALKER_H), "def", "null");
    REFUSED(belay_character_move(world, &good, NULL, v3_zero(), WALKER_H), "character", "null");
    REFUSED(belay_character_move(world, &good, &c, v3((double)NAN, 0.0, 0.0), WALKER_H), "velocity", "nan");
    REFUSED(belay_character_move(world, &good, &c, v3(1e6, 0.0, 0.0), WALKER_H), "velocity", "300");
    REFUSED(belay_character_move(world, &good, &c, v3_zero(), 0.0), "seconds", "0");
    cr_expect(scene_is_same_vector(c.position, before.position));
    cr_expect_eq(belay_character_move(NULL, &good, &c, v3_zero(), WALKER_H), BELAY_ERROR_HANDLE);
    belay_world_destroy(world);
}
