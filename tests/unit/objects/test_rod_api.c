// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Rods at the public door: what is refused and that nothing is lost by it, lives and deaths, snapshots.

#include "core/alloc.h"
#include "objects/pair_material.h"
#include "support/rods/rod_scene.h"
#include "support/saved.h"

#include <criterion/criterion.h>
#include <stdio.h>

// Ends the test unless making this rod is refused with `code` and a message that names `name` and `value`.
static void check_refused(const belay_rod_def* def, belay_result code, const char* name, const char* value)
{
    belay_world* world = scene_world(0.01);
    belay_rod_def good = belay_rod_def_default();
    rod_make(world, &good);
    scene_steps(world, 3);
    uint64_t hash = belay_world_hash(world);
    belay_rod_id rod = {0};
    belay_result answer = belay_rod_create(world, def, &rod);
    scene_check_refused(world, hash, answer, code, name, value);
    cr_expect_eq(rod.value, 0);
    belay_world_destroy(world);
}

#define REFUSED(field, bad, name, value)                                                                               \
    do {                                                                                                               \
        belay_rod_def def = belay_rod_def_default();                                                                   \
        def.field = bad;                                                                                               \
        check_refused(&def, BELAY_ERROR_VALUE, name, value);                                                           \
    } while (0)

Test(rod_api, numbers_out_of_range_are_refused)
{
    REFUSED(element_count, 1, "element_count", "1");
    REFUSED(element_count, 5000, "element_count", "5000");
    REFUSED(material.restitution, 1.5, "material.restitution", "1.5");
    REFUSED(length, 0.0, "length", "0");
    REFUSED(length, -1.0, "length", "-1");
    REFUSED(radius, 0.0, "radius", "0");
    REFUSED(radius_b, -0.01, "radius_b", "-0.01");
    REFUSED(density, 0.0, "density", "0");
    REFUSED(young_modulus, 0.0, "young_modulus", "0");
    REFUSED(young_modulus, NAN, "young_modulus", "nan");
    REFUSED(line_mass, -1.0, "line_mass", "-1");
    REFUSED(stretch_stiffness, -2.0, "stretch_stiffness", "-2");
    REFUSED(bend_stiffness[1], HUGE_VAL, "bend_stiffness[1]", "inf");
    REFUSED(twist_stiffness, NAN, "twist_stiffness", "nan");
    REFUSED(damping_time, -0.1, "damping_time", "-0.1");
    REFUSED(drag, -0.1, "drag", "-0.1");
    REFUSED(theta, 0.4, "theta", "0.4");
    REFUSED(gravity_scale, HUGE_VAL, "gravity_scale", "inf");
    REFUSED(material.friction, -1.0, "friction", "-1");
    REFUSED(direction, v3_zero(), "direction", "0");
    REFUSED(start, v3(NAN, 0.0, 0.0), "start", "nan");
    REFUSED(self_exclusion, -1.0, "self_exclusion", "-1");
    REFUSED(model, (belay_rod_model)17, "model", "17");
}

// nu = E / 2 G - 1 = 2, -1
Test(rod_api, materials_out_of_range_are_refused)
{
    belay_world* world = scene_world(0.01);
    belay_collider_id floor = scene_plane(world, v3(0.0, 0.0, 1.0), -1.0, belay_material_default());
    belay_rod_def def = belay_rod_def_default();
    belay_rod_id rod = rod_make(world, &def), other;
    def.start.y = 1.0;
    other = rod_make(world, &def);
    uint64_t hash = belay_world_hash(world);
    const belay_material bad = {0.3, 1.25}, good = {0.3, 0.25};
    scene_check_refused(world, hash, belay_rod_set_material(world, rod, bad), BELAY_ERROR_VALUE, "material.restitution",
                        "1.25");
    scene_check_refused(world, hash, belay_rod_set_pair_material(world, rod, floor, bad), BELAY_ERROR_VALUE,
                        "belay_rod_set_pair_material", "1.25");
    scene_check_refused(world, hash, belay_rods_set_pair_material(world, rod, other, bad), BELAY_ERROR_VALUE,
                        "belay_rods_set_pair_material", "1.25");
    scene_check_refused(world, hash, belay_rods_set_pair_material(world, rod, rod, good), BELAY_ERROR_VALUE, "rods",
                        "both");
    scene_check_refused(world, hash, belay_rods_clear_pair_material(world, rod, rod), BELAY_ERROR_VALUE, "rods",
                        "both");
    belay_collider_id none = {0};
    cr_expect(belay_rod_set_pair_material(world, rod, none, good) == BELAY_ERROR_HANDLE);
    cr_expect(belay_rod_clear_pair_material(world, (belay_rod_id){floor.value}, floor) == BELAY_ERROR_COMPONENT);
    cr_expect(belay_rod_set_material(world, rod, good) == BELAY_OK);
    cr_expect(belay_rod_set_pair_material(world, rod, floor, good) == BELAY_OK);
    cr_expect(belay_rods_set_pair_material(world, other, rod, good) == BELAY_OK);
    belay_world_destroy(world);
}

// Both parts of a rod that is cut keep what the whole had with others, also in a world made from a snapshot; what is
// destroyed leaves nothing behind.
Test(rod_api, materials_of_pairs_follow_rods)
{
    belay_world* world = scene_world(0.01);
    belay_collider_id floor = scene_plane(world, v3(0.0, 0.0, 1.0), -1.0, belay_material_default());
    belay_rod_def def = belay_rod_def_default();
    belay_rod_id rod = rod_make(world, &def), other, tail;
    def.start.y = 1.0;
    other = rod_make(world, &def);
    const belay_material a = {0.3, 0.25}, b = {0.1, 0.75};
    cr_assert(belay_rod_set_pair_material(world, rod, floor, a) == BELAY_OK);
    cr_assert(belay_rods_set_pair_material(world, rod, other, b) == BELAY_OK);
    cr_assert(belay_rod_cut(world, rod, 0.5, &tail) == BELAY_OK);
    const bl_collider_store* s = &world->colliders;
    const belay_material plain = belay_material_default();
    cr_assert_eq(arrlen(s->pair_materials), 4);
    cr_expect_eq(bl_material_between(s, tail.value, plain, floor.value, plain).restitution, 0.25);
    cr_expect_eq(bl_material_between(s, other.value, plain, tail.value, plain).restitution, 0.75);
    cr_expect_eq(bl_material_between(s, rod.value, plain, other.value, plain).friction, 0.1);
    static unsigned char bytes[1 << 18];
    size_t size;
    cr_assert(belay_world_snapshot(world, bytes, sizeof bytes, &size) == BELAY_OK);
    cr_assert(belay_rod_destroy(world, other) == BELAY_OK);
    cr_expect_eq(arrlen(s->pair_materials), 2);
    cr_assert(belay_world_restore(world, bytes, size) == BELAY_OK, "%s", belay_world_last_error(world));
    cr_expect_eq(arrlen(s->pair_materials), 4);
    belay_world_destroy(world);
}

Test(rod_api, moduli_of_no_material_are_refused)
{
    belay_rod_def def = belay_rod_def_default();
    def.shear_modulus = def.young_modulus / 6.0;
    check_refused(&def, BELAY_ERROR_VALUE, "Poisson", "2");
    def.shear_modulus = 1e12 * def.young_modulus;
    check_refused(&def, BELAY_ERROR_VALUE, "Poisson", "-1");
}

Test(rod_api, shapes_that_are_none_are_refused)
{
    belay_vec3 nodes[5] = {{0.0, 0.0, 0.0}, {0.1, 0.0, 0.0}, {0.2, 0.0, 0.0}, {0.3, 0.0, 0.0}, {0.4, 0.0, 0.0}};
    belay_rod_def def = belay_rod_def_default();
    def.element_count = 4;
    def.nodes = nodes;
    nodes[2] = nodes[1];
    check_refused(&def, BELAY_ERROR_SHAPE, "", "");
    nodes[2] = v3(NAN, 0.0, 0.0);
    check_refused(&def, BELAY_ERROR_VALUE, "nodes[2]", "nan");
    nodes[2] = v3(0.05, 0.0, 0.0); // back on itself
    check_refused(&def, BELAY_ERROR_SHAPE, "", "");
}

// A strand that lies in another: on which side it belongs nobody knows.
Test(rod_api, strands_deep_in_each_other_are_refused)
{
    belay_vec3 nodes[5] = {{0.0, 0.0, 0.0}, {0.2, 0.0, 0.0}, {0.2, 0.2, 0.0}, {0.1, 0.2, 0.0}, {0.1, -0.2, 0.001}};
    belay_rod_def def = belay_rod_def_default();
    def.element_count = 4;
    def.nodes = nodes;
    check_refused(&def, BELAY_ERROR_SHAPE, "deep in each other", "");
    def.touches_itself = false;
    belay_world* world = scene_world(0.01);
    rod_make(world, &def);
    belay_world_destroy(world);
}

// What is within six radii along the rod is its neighbour, not what it touches.
Test(rod_api, rods_thicker_than_their_elements_leave_neighbours_alone)
{
    belay_world* world = scene_world(0.01);
    belay_world_set_gravity(world, v3_zero());
    belay_rod_def def = belay_rod_def_default();
    def.element_count = 40;
    def.radius = 0.05; // twice an element
    belay_rod_id rod = rod_make(world, &def);
    int32_t count = -1;
    scene_steps(world, 10);
    belay_world_get_rod_contacts(world, &count);
    cr_expect_eq(count, 0);
    cr_expect_lt(rod_fastest(world, rod), 1e-9); // what rounding of the start shape makes
    belay_world_destroy(world);
}

Test(rod_api, holding_is_checked)
{
    belay_world* world = scene_world(0.01);
    belay_rod_def def = belay_rod_def_default();
    belay_rod_id rod = rod_make(world, &def);
    belay_body_id body = rod_weight(world, 1.0, v3_zero());
    rod_hold(world, rod, BELAY_ROD_PIN, 0.0, the_world);
    belay_rod_attachment_def a = belay_rod_attachment_def_default();
    uint64_t hash = belay_world_hash(world);
    a.s = 1.5;
    scene_check_refused(world, hash, belay_rod_attach(world, rod, &a, NULL), BELAY_ERROR_VALUE, "s", "1.5");
    a.s = 0.0;
    scene_check_refused(world, hash, belay_rod_attach(world, rod, &a, NULL), BELAY_ERROR_STATE, "pin", "0");
    a.s = 0.5;
    a.frame.position.x = NAN;
    scene_check_refused(world, hash, belay_rod_attach(world, rod, &a, NULL), BELAY_ERROR_VALUE, "frame", "nan");
    a = belay_rod_attachment_def_default();
    a.type = BELAY_ROD_GRIP;
    a.max_force = 0.0;
    scene_check_refused(world, hash, belay_rod_attach(world, rod, &a, NULL), BELAY_ERROR_VALUE, "max_force", "0");
    scene_check_refused(world, hash, belay_rod_detach(world, rod, 5), BELAY_ERROR_VALUE, "attachment", "5");
    scene_check_refused(world, hash, belay_rod_apply_force(world, rod, 0.5, v3(0.0, NAN, 0.0)), BELAY_ERROR_VALUE,
                        "force", "nan");
    belay_body_destroy(world, body);
    hash = belay_world_hash(world);
    a = belay_rod_attachment_def_default();
    a.body = body;
    a.s = 1.0;
    scene_check_refused(world, hash, belay_rod_attach(world, rod, &a, NULL), BELAY_ERROR_HANDLE, "body", "");
    char most[16];
    snprintf(most, sizeof most, "%d", BELAY_ROD_MAX_ATTACHMENTS);
    for (int i = 1; i < BELAY_ROD_MAX_ATTACHMENTS; i++)
        rod_hold(world, rod, BELAY_ROD_GRIP, 0.9 / BELAY_ROD_MAX_ATTACHMENTS * i, the_world);
    hash = belay_world_hash(world);
    a = belay_rod_attachment_def_default();
    a.s = 1.0;
    scene_check_refused(world, hash, belay_rod_attach(world, rod, &a, NULL), BELAY_ERROR_CAPACITY, "attachments", most);
    belay_world_destroy(world);
}

Test(rod_api, handles_die_with_the_rod)
{
    belay_world* world = scene_world(0.01);
    belay_rod_def def = belay_rod_def_default();
    belay_rod_id first = rod_make(world, &def), second = rod_make(world, &def);
    cr_assert(belay_rod_destroy(world, first) == BELAY_OK);
    belay_rod_info info;
    cr_expect(belay_rod_get_info(world, first, &info) == BELAY_ERROR_HANDLE);
    cr_expect(belay_rod_get_info(world, second, &info) == BELAY_OK);
    cr_assert(belay_entity_destroy(world, belay_rod_entity(second)) == BELAY_OK);
    cr_expect(belay_rod_get_info(world, second, &info) == BELAY_ERROR_HANDLE);
    belay_body_id body = rod_weight(world, 1.0, v3_zero());
    cr_expect(belay_rod_get_info(world, (belay_rod_id){body.value}, &info) == BELAY_ERROR_COMPONENT);
    scene_steps(world, 2);
    belay_world_destroy(world);
}

// The rods that are left keep their numbers when one in front of them goes.
Test(rod_api, others_go_on_when_a_rod_goes)
{
    belay_world *world = scene_world(0.01), *control = scene_world(0.01);
    belay_rod_def def = belay_rod_def_default();
    belay_rod_id gone = rod_make(world, &def);
    def.start.y = 3.0;
    belay_rod_id here = rod_make(world, &def), there = rod_make(control, &def);
    cr_assert(belay_rod_destroy(world, gone) == BELAY_OK);
    rod_hold(world, here, BELAY_ROD_CLAMP, 0.0, the_world);
    rod_hold(control, there, BELAY_ROD_CLAMP, 0.0, the_world);
    scene_steps(world, 30);
    scene_steps(control, 30);
    belay_vec3 a = rod_node(world, here, -1), b = rod_node(control, there, -1);
    cr_expect(scene_is_same_vector(a, b));
    belay_world_destroy(world);
    belay_world_destroy(control);
}

Test(rod_api, a_body_that_goes_lets_its_rod_go)
{
    belay_world* world = scene_world(0.01);
    belay_rod_def def = belay_rod_def_default();
    belay_rod_id rod = rod_make(world, &def);
    belay_body_id body = rod_weight(world, 1.0, v3(1.0, 0.0, 0.0));
    int held = rod_hold(world, rod, BELAY_ROD_CLAMP, 1.0, body);
    scene_steps(world, 5);
    cr_expect(rod_held(world, rod, held).is_held);
    belay_body_destroy(world, body);
    cr_expect(!rod_held(world, rod, held).is_held);
    scene_steps(world, 5);
    belay_world_destroy(world);
}

Test(rod_api, snapshots_bring_rods_back)
{
    belay_world* world = scene_world(0.005);
    belay_rod_def def = belay_rod_def_default();
    belay_rod_id rod = rod_make(world, &def);
    rod_hold(world, rod, BELAY_ROD_CLAMP, 0.0, the_world);
    rod_drum(world, 0.1, 1.0, belay_material_default());
    scene_steps(world, 40);
    saved before = saved_of(world);
    scene_steps(world, 40);
    uint64_t future = belay_world_hash(world);
    belay_world* other = scene_world(0.005);
    saved_restore(&before, other);
    scene_steps(other, 40);
    cr_expect_eq(belay_world_hash(other), future);
    saved_restore(&before, world);
    scene_steps(world, 40);
    cr_expect_eq(belay_world_hash(world), future);
    saved_fini(&before);
    belay_world_destroy(world);
    belay_world_destroy(other);
}

// A grip pulls no harder than it may.
Test(rod_api, grips_are_capped)
{
    belay_world* world = scene_world(0.005);
    belay_rod_def def = belay_rod_def_default();
    belay_rod_id rod = rod_make(world, &def);
    rod_hold(world, rod, BELAY_ROD_PIN, 0.0, the_world);
    belay_rod_attachment_def grip;
    cr_assert(belay_rod_attachment_def_at(world, rod, BELAY_ROD_GRIP, 1.0, the_world, &grip) == BELAY_OK);
    grip.max_force = 2.0;
    int held;
    cr_assert(belay_rod_attach(world, rod, &grip, &held) == BELAY_OK);
    grip.frame.position.x = 3.0; // out of reach
    cr_assert(belay_rod_move_attachment(world, rod, held, grip.frame) == BELAY_OK);
    for (int i = 0; i < 200; i++) {
        scene_steps(world, 1);
        cr_expect_leq(v3_length(rod_held(world, rod, held).force), 2.0 * (1.0 + 1e-9));
    }
    scene_check_near(v3_length(rod_held(world, rod, held).force), 2.0, 1e-6, "force of the grip, N");
    belay_world_destroy(world);
}
