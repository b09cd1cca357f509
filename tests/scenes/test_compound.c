// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Bodies with several colliders: what they weigh, where they touch, and that they behave as the one solid they make.

#include "support/parts.h"

#include <criterion/criterion.h>

#define H (1.0 / 240.0)

static belay_body_id add_bare(belay_world* world, belay_pose pose)
{
    belay_body_def def = belay_body_def_default();
    belay_body_id body;
    def.pose = pose;
    cr_assert(belay_body_create(world, &def, &body) == BELAY_OK);
    return body;
}

static belay_collider_id attach(belay_world* world, belay_body_id body, belay_collider_def def, belay_pose pose)
{
    def.pose = pose;
    return part_collide(world, body, &def);
}

static belay_mass weigh(belay_world* world, belay_body_id body)
{
    belay_mass mass;
    belay_result result = belay_body_set_mass_from_colliders(world, body);
    cr_assert(result == BELAY_OK, "%s", belay_world_last_error(world));
    cr_assert(belay_body_get_mass(world, body, &mass) == BELAY_OK);
    return mass;
}

// Two balls of radius r, d to both sides of the origin along x.
static belay_body_id add_dumbbell(belay_world* world, belay_pose pose, double r, double d, belay_material material)
{
    belay_body_id body = add_bare(world, pose);
    belay_collider_def ball = belay_collider_def_sphere(r);
    ball.material = material;
    attach(world, body, ball, part_at(-d, 0.0, 0.0));
    attach(world, body, ball, part_at(d, 0.0, 0.0));
    weigh(world, body);
    return body;
}

// ---------------------------------------------------------------------------------------------------------------------
// Mass
// ---------------------------------------------------------------------------------------------------------------------

static void check_matrix(belay_mat33 m, belay_mat33 right, double tolerance)
{
    for (int i = 0; i < 9; i++)
        cr_expect_float_eq(m.m[i], right.m[i], tolerance, "entry %d is %.12g, not %.12g", i, m.m[i], right.m[i]);
}

Test(compound, mass_of_a_dumbbell)
{
    // Each ball: m = rho 4/3 pi r^3; about x 2/5 m r^2 each, about y and z m d^2 more.
    belay_world* world = scene_world(H);
    belay_body_id body = add_dumbbell(world, belay_pose_identity(), 0.1, 0.3, belay_material_default());
    belay_mass mass;
    cr_assert(belay_body_get_mass(world, body, &mass) == BELAY_OK);
    double m = 1000.0 * 4.0 / 3.0 * SCENE_PI * 1e-3, own = 2.0 * 0.4 * m * 0.01, far = own + 2.0 * m * 0.09;
    cr_expect_float_eq(mass.mass, 2.0 * m, 1e-12 * m);
    cr_expect_leq(v3_length(mass.center_of_mass), 1e-15);
    check_matrix(mass.inertia, (belay_mat33){{own, 0, 0, 0, far, 0, 0, 0, far}}, 1e-13);
    belay_world_destroy(world);
}

Test(compound, mass_of_halves_is_that_of_the_whole)
{
    // A box cut in two, each half turned so that its own axes are others.
    belay_world* world = scene_world(H);
    belay_pose place = part_turned(v3(0.1, -0.2, 0.3), v3_normalize_or(v3(1.0, 2.0, 3.0), v3_zero()), 0.7);
    belay_body_id whole = add_bare(world, belay_pose_identity()), halves = add_bare(world, belay_pose_identity());
    attach(world, whole, belay_collider_def_box(v3(0.4, 0.2, 0.1)), place);
    belay_pose left = part_turned(v3(-0.1, 0.0, 0.0), v3(0.0, 0.0, 1.0), 0.5 * SCENE_PI), right = left;
    right.position.x = 0.1;
    belay_pose placed_left = {pose_apply(place, left.position), q_mul(place.rotation, left.rotation)};
    belay_pose placed_right = {pose_apply(place, right.position), q_mul(place.rotation, right.rotation)};
    attach(world, halves, belay_collider_def_box(v3(0.2, 0.2, 0.1)), placed_left);
    attach(world, halves, belay_collider_def_box(v3(0.2, 0.2, 0.1)), placed_right);
    belay_mass a = weigh(world, whole), b = weigh(world, halves);
    cr_expect_float_eq(a.mass, 8.0, 1e-12);
    cr_expect_float_eq(b.mass, 8.0, 1e-12);
    cr_expect_leq(v3_distance(a.center_of_mass, place.position), 1e-14);
    cr_expect_leq(v3_distance(b.center_of_mass, place.position), 1e-14);
    check_matrix(b.inertia, a.inertia, 1e-13);
    belay_world_destroy(world);
}

Test(compound, densities_count_and_sensors_do_not)
{
    // An iron box at x = 0, a wooden one at x = 1, and things without mass: the centre at 0.8 * 600 / (7800 + 600).
    belay_world* world = scene_world(H);
    belay_body_id body = add_bare(world, belay_pose_identity());
    belay_collider_def box = belay_collider_def_box(v3(0.1, 0.1, 0.1));
    box.density = 7800.0;
    attach(world, body, box, belay_pose_identity());
    box.density = 600.0;
    attach(world, body, box, part_at(0.8, 0.0, 0.0));
    box.density = 0.0;
    attach(world, body, box, part_at(0.0, 5.0, 0.0));
    box.density = 1e5;
    box.is_sensor = true;
    attach(world, body, box, part_at(0.0, 0.0, 5.0));
    belay_mass mass = weigh(world, body);
    cr_expect_float_eq(mass.mass, 8.4, 1e-12);
    cr_expect_leq(v3_distance(mass.center_of_mass, v3(0.8 * 600.0 / 8400.0, 0.0, 0.0)), 1e-14);
    belay_world_destroy(world);
}

Test(compound, without_mass_is_refused)
{
    belay_world *world = scene_world(H), *control = scene_world(H);
    belay_body_id body = add_bare(world, belay_pose_identity());
    add_bare(control, belay_pose_identity());
    uint64_t hash = belay_world_hash(world);
    scene_check_refused(world, hash, belay_body_set_mass_from_colliders(world, body), BELAY_ERROR_SHAPE, "collider",
                        "density");
    scene_check_same_course(world, control, 10);
    belay_world_destroy(world);
    belay_world_destroy(control);
}

Test(body, another_mass_keeps_the_velocities_and_weighs)
{
    belay_world* world = scene_world(H);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    belay_body_id box = part_box(world, v3(0.0, 0.0, 0.1), v3(0.2, 0.2, 0.2), 1.0, belay_material_default());
    belay_mass mass;
    scene_steps(world, 10);
    cr_expect_float_eq(part_normal_impulse(world, box), SCENE_G * H, 1e-9);
    cr_assert(belay_body_get_mass(world, box, &mass) == BELAY_OK);
    mass.mass = 5.0;
    for (int i = 0; i < 9; i++)
        mass.inertia.m[i] *= 5.0;
    scene_set_velocity(world, box, v3(1.0, 0.0, 0.0), v3_zero());
    cr_assert(belay_body_set_mass(world, box, &mass) == BELAY_OK);
    cr_expect(scene_state(world, box).linear_velocity.x == 1.0);
    scene_steps(world, 1);
    cr_expect_float_eq(part_normal_impulse(world, box), 5.0 * SCENE_G * H, 1e-8);
    scene_steps(world, 9);
    cr_expect_float_eq(scene_state(world, box).linear_velocity.x, 1.0 - 10.0 * 0.5 * SCENE_G * H, 1e-8);
    belay_mass read;
    cr_assert(belay_body_get_mass(world, box, &read) == BELAY_OK);
    cr_expect_float_eq(read.mass, 5.0, 0.0);
    check_matrix(read.inertia, mass.inertia, 1e-15);
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Readers
// ---------------------------------------------------------------------------------------------------------------------

Test(compound, colliders_are_listed_in_order)
{
    belay_world* world = scene_world(H);
    belay_body_id body = add_bare(world, belay_pose_identity()), other = add_bare(world, part_at(5.0, 0.0, 0.0)), owner;
    belay_collider_id made[4], read[4] = {{0}, {0}, {0}, {0}};
    made[0] = attach(world, body, belay_collider_def_sphere(0.1), part_at(0.0, 0.0, 0.0));
    made[1] = attach(world, body, belay_collider_def_capsule(0.2, 0.1), part_at(1.0, 0.0, 0.0));
    made[2] = attach(world, body, belay_collider_def_cylinder(0.2, 0.1), part_at(2.0, 0.0, 0.0));
    made[3] = attach(world, body, belay_collider_def_cone(0.2, 0.1), part_at(3.0, 0.0, 0.0));
    const belay_shape_type types[] = {BELAY_SHAPE_SPHERE, BELAY_SHAPE_CAPSULE, BELAY_SHAPE_CYLINDER, BELAY_SHAPE_CONE};
    int count = -1;
    cr_expect(belay_body_get_colliders(world, body, NULL, 0, &count) == BELAY_OK && count == 4);
    cr_expect(belay_body_get_colliders(world, body, read, 2, &count) == BELAY_OK && count == 4);
    cr_expect(read[0].value == made[0].value && read[1].value == made[1].value && read[2].value == 0);
    cr_expect(belay_body_get_colliders(world, body, read, 4, &count) == BELAY_OK && count == 4);
    for (int i = 0; i < 4; i++) {
        belay_shape_type type;
        cr_expect_eq(read[i].value, made[i].value);
        cr_expect(belay_collider_get_body(world, made[i], &owner) == BELAY_OK && owner.value == body.value);
        cr_expect(belay_collider_get_type(world, made[i], &type) == BELAY_OK && type == types[i]);
    }
    cr_expect(belay_collider_destroy(world, made[1]) == BELAY_OK);
    cr_expect(belay_body_get_colliders(world, body, read, 4, &count) == BELAY_OK && count == 3);
    cr_expect(read[0].value == made[0].value && read[1].value == made[2].value && read[2].value == made[3].value);
    cr_expect(belay_body_get_colliders(world, other, read, 4, &count) == BELAY_OK && count == 0);
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Contacts
// ---------------------------------------------------------------------------------------------------------------------

Test(compound, dumbbell_rests_on_both_ends)
{
    belay_world* world = scene_world(H);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    belay_body_id body =
        add_dumbbell(world, part_turned(v3(0.0, 0.0, 0.1), v3(0.0, 0.0, 1.0), 0.4), 0.1, 0.3, belay_material_default());
    belay_mass mass;
    cr_assert(belay_body_get_mass(world, body, &mass) == BELAY_OK);
    scene_steps(world, 60);
    int32_t count;
    const belay_contact* contacts = belay_world_get_contacts(world, &count);
    cr_assert_eq(count, 2);
    for (int i = 0; i < 2; i++) {
        cr_expect_float_eq(contacts[i].impulse[0], 0.5 * mass.mass * SCENE_G * H, 1e-9);
        cr_expect_float_eq(fabs(contacts[i].point.x), 0.3 * cos(0.4), 1e-9);
        cr_expect_float_eq(fabs(contacts[i].point.y), 0.3 * sin(0.4), 1e-9);
    }
    belay_world_destroy(world);
}

Test(compound, dumbbell_hit_at_one_end_turns)
{
    // One ball is struck along y through its centre: v = J/M, w = d J/I.
    belay_world* world = scene_world(H);
    cr_assert(belay_world_set_gravity(world, v3_zero()) == BELAY_OK);
    belay_material lively = {0.0, 1.0};
    belay_body_id body = add_dumbbell(world, belay_pose_identity(), 0.1, 0.3, lively);
    belay_mass m;
    cr_assert(belay_body_get_mass(world, body, &m) == BELAY_OK);
    belay_body_id ball = part_ball(world, v3(0.3, -0.5, 0.0), 0.1, 2.0, lively);
    scene_set_velocity(world, ball, v3(0.0, 1.0, 0.0), v3_zero());
    scene_steps(world, 120);
    // e = 1 at the point: J (1/m1 + 1/M + d^2/I) = 2 v.
    double j = 2.0 / (0.5 + 1.0 / m.mass + 0.09 / m.inertia.m[8]);
    belay_body_state hit = scene_state(world, body);
    scene_check_near(hit.linear_velocity.y, j / m.mass, 1e-3 * j / m.mass, "speed");
    scene_check_near(hit.angular_velocity.z, 0.3 * j / m.inertia.m[8], 1e-3 * j / m.inertia.m[8], "turning");
    scene_check_near(scene_state(world, ball).linear_velocity.y, 1.0 - 0.5 * j, 1e-3, "speed of the ball");
    belay_world_destroy(world);
}

Test(compound, table_stands_on_its_legs)
{
    // A top of 40 kg on four legs of 2.5 kg, the COM off centre by a weight: the legs' loads are those of statics
    // in sum and in moments.
    belay_world* world = scene_world(H);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    belay_body_id table = add_bare(world, part_at(0.0, 0.0, 0.0));
    belay_collider_def top = belay_collider_def_box(v3(1.0, 0.8, 0.05)), leg = belay_collider_def_cylinder(0.7, 0.03);
    attach(world, table, top, part_at(0.0, 0.0, 0.725));
    for (int i = 0; i < 4; i++)
        attach(world, table, leg, part_at(i % 2 == 0 ? 0.45 : -0.45, i / 2 == 0 ? 0.35 : -0.35, 0.35));
    belay_mass mass = weigh(world, table);
    belay_body_id load = part_box(world, v3(0.2, 0.1, 0.85), v3(0.2, 0.2, 0.2), 15.0, belay_material_default());
    scene_steps(world, 60);
    double sum = 0.0;
    belay_vec3 moment = v3_zero();
    int32_t count;
    const belay_contact* contacts = belay_world_get_contacts(world, &count);
    for (int32_t i = 0; i < count; i++) {
        if (contacts[i].body_a.value == load.value || contacts[i].body_b.value == load.value) continue;
        sum += contacts[i].impulse[0] / H;
        moment = v3_add_scaled(moment, contacts[i].impulse[0] / H, contacts[i].point);
    }
    double right = (mass.mass + 15.0) * SCENE_G;
    scene_check_near(sum, right, 1e-4 * right, "load on the floor");
    scene_check_near(moment.x, 15.0 * SCENE_G * 0.2, 1e-3 * right, "moment about y");
    scene_check_near(moment.y, 15.0 * SCENE_G * 0.1, 1e-3 * right, "moment about x");
    cr_expect_leq(v3_length(scene_state(world, table).linear_velocity), 1e-8);
    belay_world_destroy(world);
}

Test(compound, halves_slide_as_the_whole)
{
    // d = v^2/(2 mu g) less half a step.
    double way[2];
    for (int i = 0; i < 2; i++) {
        belay_world* world = scene_world(H);
        scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, (belay_material){0.4, 0.0});
        belay_collider_def part = belay_collider_def_box(i == 0 ? v3(0.4, 0.2, 0.1) : v3(0.2, 0.2, 0.1));
        part.material.friction = 0.4;
        belay_body_id body = add_bare(world, part_at(0.0, 0.0, 0.05));
        if (i == 0) attach(world, body, part, belay_pose_identity());
        if (i == 1) attach(world, body, part, part_at(-0.1, 0.0, 0.0));
        if (i == 1) attach(world, body, part, part_at(0.1, 0.0, 0.0));
        weigh(world, body);
        scene_set_velocity(world, body, v3(1.2, 0.9, 0.0), v3_zero());
        scene_steps(world, 240);
        way[i] = v3_length(v3_sub(scene_state(world, body).pose.position, v3(0.0, 0.0, 0.05)));
        belay_world_destroy(world);
    }
    scene_check_near(way[0], 2.25 / (0.8 * SCENE_G), 0.01 * way[0], "path of the whole");
    scene_check_near(way[1], way[0], 5e-4 * way[0], "path of the halves");
}

Test(compound, parts_never_touch_each_other)
{
    belay_world* world = scene_world(H);
    cr_assert(belay_world_set_gravity(world, v3_zero()) == BELAY_OK);
    belay_body_id body = add_bare(world, belay_pose_identity());
    for (int i = 0; i < 5; i++)
        attach(world, body, belay_collider_def_box(v3(0.3, 0.3, 0.3)), part_at(0.05 * i, 0.0, 0.02 * i));
    weigh(world, body);
    scene_set_velocity(world, body, v3_zero(), v3(0.0, 0.0, 2.0));
    for (int i = 0; i < 100; i++) {
        scene_steps(world, 1);
        cr_assert_eq(belay_world_get_stats(world)->contacts, 0);
    }
    belay_world_destroy(world);
}

Test(compound, an_offset_collider_is_where_its_pose_says)
{
    // A rod that lies on its side along y, placed by the collider's pose on a body that stands elsewhere.
    belay_world* world = scene_world(H);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    belay_body_id body = add_bare(world, part_turned(v3(1.0, 2.0, 1.1), v3(0.0, 0.0, 1.0), 0.3));
    belay_collider_def rod = belay_collider_def_capsule(0.6, 0.1);
    attach(world, body, rod, part_turned(v3(0.5, 0.0, -1.0), v3(1.0, 0.0, 0.0), 0.5 * SCENE_PI));
    weigh(world, body);
    scene_steps(world, 60);
    belay_vec3 middle = v3(1.0 + 0.5 * cos(0.3), 2.0 + 0.5 * sin(0.3), 0.0), along = v3(-sin(0.3), cos(0.3), 0.0);
    int32_t count;
    const belay_contact* contacts = belay_world_get_contacts(world, &count);
    cr_assert_eq(count, 2);
    for (int i = 0; i < 2; i++) {
        belay_vec3 from = v3_sub(contacts[i].point, middle);
        cr_expect_float_eq(fabs(v3_dot(from, along)), 0.3, 1e-6);
        cr_expect_float_eq(v3_dot(from, v3(cos(0.3), sin(0.3), 0.0)), 0.0, 1e-6);
    }
    cr_expect_leq(v3_length(scene_state(world, body).angular_velocity), 1e-9);
    belay_world_destroy(world);
}
