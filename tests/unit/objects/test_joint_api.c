// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Joints at the public door: definitions, what is refused and that nothing is lost by it, also for lack of memory. How
// they live and die: test_joint_lives.c.

#include "scenes/joints/joint_scene.h"
#include "support/chance.h"
#include "support/tracking_allocator.h"

#include <stdio.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------------------------------
// Definitions
// ---------------------------------------------------------------------------------------------------------------------

Test(joint_api, types_have_names)
{
    for (int i = 0; i < BELAY_JOINT_TYPE_COUNT; i++)
        for (int j = 0; j < i; j++)
            cr_expect_str_neq(belay_joint_type_name((belay_joint_type)i), belay_joint_type_name((belay_joint_type)j));
    cr_expect_str_eq(belay_joint_type_name(BELAY_JOINT_TYPE_COUNT), "unknown");
}

Test(joint_api, defaults_are_those_of_the_header)
{
    for (int i = 0; i < BELAY_JOINT_TYPE_COUNT; i++) {
        belay_joint_def d = belay_joint_def_default((belay_joint_type)i);
        cr_expect_eq(d.type, (belay_joint_type)i);
        cr_expect(d.body_a.value == 0 && d.body_b.value == 0 && !d.collides);
        cr_expect(d.break_force == HUGE_VAL && d.break_torque == HUGE_VAL);
        cr_expect(d.drag_frequency == 5.0 && d.drag_damping == 1.0);
        cr_expect(!d.axis[0].limit.is_enabled && !d.axis[0].motor.is_enabled && !d.axis[0].spring.is_enabled);
    }
}

Test(joint_api, def_at_puts_the_frames_where_it_is_told)
{
    uint64_t state = 1;
    belay_world* world = joint_world(0.01, false);
    for (int k = 0; k < 50; k++) {
        belay_body_id a = joint_add_random_body(world, &state), b = joint_add_random_body(world, &state);
        belay_vec3 anchor = chance_vector(&state, 2.0), axis = chance_vector(&state, 3.0);
        if (k == 0) axis = v3(-2.0, 0.0, 0.0);
        if (k == 1) axis = v3(-1.0, 1e-9, 0.0);
        belay_joint_def def = joint_at(world, BELAY_JOINT_HINGE, a, k % 2 ? b : the_world, anchor, axis);
        belay_pose fa = pose_compose(scene_state(world, a).pose, def.frame_a), fb = def.frame_b;
        if (k % 2) fb = pose_compose(scene_state(world, b).pose, def.frame_b);
        cr_assert_leq(v3_distance(fa.position, anchor) + v3_distance(fb.position, anchor), 1e-13);
        belay_vec3 x = v3_scale(1.0 / v3_length(axis), axis);
        cr_assert_leq(v3_distance(q_rotate(fa.rotation, v3(1.0, 0.0, 0.0)), x), 1e-6);
        cr_assert_leq(v3_length(q_log(q_mul(q_conjugate(fa.rotation), fb.rotation))), 1e-12);
        joint_make(world, &def);
    }
    belay_world_destroy(world);
}

Test(joint_api, get_def_tells_what_was_given)
{
    uint64_t state = 2;
    belay_world* world = joint_world(0.01, false);
    belay_body_id a = joint_add_random_body(world, &state), b = joint_add_random_body(world, &state);
    for (int type = 0; type < BELAY_JOINT_TYPE_COUNT; type++) {
        belay_joint_def def = belay_joint_def_default((belay_joint_type)type), got;
        def.body_a = a;
        if (type != BELAY_JOINT_DRAG) def.body_b = b;
        def.frame_a.position = v3(1.0, 2.0, 3.0);
        def.frame_b.rotation = (belay_quat){0.6, 0.0, 0.8, 0.0};
        def.collides = type % 2;
        def.break_force = 12.0;
        def.break_torque = 7.0;
        def.cone_angle = 0.5;
        def.target = v3(4.0, 5.0, 6.0);
        def.drag_max_force = 9.0;
        def.axis[0].limit = (belay_joint_limit){true, 0.1, 0.7, 3.0, 4.0};
        def.axis[0].motor = (belay_joint_motor){true, 2.0, 5.0};
        def.axis[0].spring = (belay_joint_spring){false, 0.2, 6.0, 8.0, 11.0};
        belay_joint_id joint = joint_make(world, &def);
        cr_assert(belay_joint_get_def(world, joint, &got) == BELAY_OK);
        cr_expect(got.type == def.type && got.body_a.value == a.value && got.body_b.value == def.body_b.value);
        cr_expect(scene_is_same_pose(got.frame_a, def.frame_a) && scene_is_same_pose(got.frame_b, def.frame_b));
        cr_expect(got.collides == def.collides && got.break_force == 12.0 && got.break_torque == 7.0);
        cr_expect(got.cone_angle == 0.5 && scene_is_same_vector(got.target, def.target) && got.drag_max_force == 9.0);
        bool has_axis = type != BELAY_JOINT_BALL && type != BELAY_JOINT_FIXED && type != BELAY_JOINT_DRAG &&
                        type != BELAY_JOINT_GEAR && type != BELAY_JOINT_RACK;
        cr_expect_eq(got.axis[0].limit.is_enabled, has_axis);
        if (!has_axis) continue;
        cr_expect(got.axis[0].limit.max == 0.7 && got.axis[0].limit.damping == 4.0);
        cr_expect(got.axis[0].motor.speed == 2.0 && got.axis[0].spring.max_force == 11.0);
    }
    belay_world_destroy(world);
}

Test(joint_api, a_distance_joint_without_more_keeps_the_distance_that_there_is)
{
    belay_world* world = joint_world(0.01, false);
    belay_body_id a = joint_add_ball(world, 1.0, 0.1, v3(1.0, 0.0, 0.0)),
                  b = joint_add_ball(world, 1.0, 0.1, v3(1.0, 3.0, 4.0));
    belay_joint_def def = belay_joint_def_default(BELAY_JOINT_DISTANCE), got;
    def.body_a = a;
    def.body_b = b;
    belay_joint_id joint = joint_make(world, &def);
    cr_assert(belay_joint_get_def(world, joint, &got) == BELAY_OK);
    cr_expect(got.axis[0].limit.is_enabled && got.axis[0].limit.min == 5.0 && got.axis[0].limit.max == 5.0);
    def.axis[0].spring = (belay_joint_spring){true, 2.0, 1.0, 0.0, HUGE_VAL};
    joint = joint_make(world, &def);
    cr_assert(belay_joint_get_def(world, joint, &got) == BELAY_OK);
    cr_expect_not(got.axis[0].limit.is_enabled);
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Refusals
// ---------------------------------------------------------------------------------------------------------------------

typedef struct door {
    belay_world* world;
    belay_body_id a, b, wall, floor;
    belay_collider_id collider;
} door;

static door make_door(void)
{
    door d = {.world = joint_world(0.01, true)};
    d.a = joint_add_ball(d.world, 1.0, 0.1, v3_zero());
    d.b = joint_add_ball(d.world, 1.0, 0.1, v3(1.0, 0.0, 0.0));
    d.wall = joint_add_static(d.world);
    d.floor = joint_add_static(d.world);
    belay_collider_def ball = belay_collider_def_sphere(0.1);
    cr_assert(belay_collider_create(d.world, d.a, &ball, &d.collider) == BELAY_OK);
    return d;
}

static belay_joint_def good_def(const door* d, belay_joint_type type)
{
    belay_joint_def def = belay_joint_def_default(type);
    def.body_a = d->a;
    if (type != BELAY_JOINT_DRAG) def.body_b = d->b;
    return def;
}

static void check_refused(const door* d, const belay_joint_def* def, belay_result code, const char* name,
                          const char* value)
{
    belay_joint_id id = {77};
    uint64_t hash = belay_world_hash(d->world);
    scene_check_refused(d->world, hash, belay_joint_create(d->world, def, &id), code, name, value);
    cr_expect_eq(id.value, 77);
}

#define REFUSES(TYPE, FIELD, BAD, NAME, VALUE)                                                                         \
    do {                                                                                                               \
        belay_joint_def def_ = good_def(&d, TYPE);                                                                     \
        def_.FIELD = BAD;                                                                                              \
        check_refused(&d, &def_, BELAY_ERROR_VALUE, NAME, VALUE);                                                      \
    } while (0)

Test(joint_api, numbers_out_of_range_are_refused)
{
    door d = make_door();
    const double nan = (double)NAN;
    REFUSES(BELAY_JOINT_BALL, type, (belay_joint_type)99, "type", "99");
    REFUSES(BELAY_JOINT_BALL, frame_a.position.y, nan, "frame_a.position", "nan");
    REFUSES(BELAY_JOINT_BALL, frame_b.position.x, 1e300, "frame_b.position", "1e+300");
    REFUSES(BELAY_JOINT_BALL, frame_a.rotation.w, 2.0, "frame_a.rotation", "2");
    REFUSES(BELAY_JOINT_BALL, frame_b.rotation.z, nan, "frame_b.rotation", "nan");
    REFUSES(BELAY_JOINT_BALL, break_force, 0.0, "break_force", "0");
    REFUSES(BELAY_JOINT_BALL, break_force, -3.0, "break_force", "-3");
    REFUSES(BELAY_JOINT_BALL, break_force, nan, "break_force", "nan");
    REFUSES(BELAY_JOINT_BALL, break_torque, -HUGE_VAL, "break_torque", "-inf");
    REFUSES(BELAY_JOINT_CONE_TWIST, cone_angle, -0.1, "cone_angle", "-0.1");
    REFUSES(BELAY_JOINT_CONE_TWIST, cone_angle, 3.2, "cone_angle", "3.2");
    REFUSES(BELAY_JOINT_CONE_TWIST, cone_angle, nan, "cone_angle", "nan");
    REFUSES(BELAY_JOINT_DRAG, drag_frequency, 0.0, "drag_frequency", "0");
    REFUSES(BELAY_JOINT_DRAG, drag_frequency, HUGE_VAL, "drag_frequency", "inf");
    REFUSES(BELAY_JOINT_DRAG, drag_damping, -1.0, "drag_damping", "-1");
    REFUSES(BELAY_JOINT_DRAG, drag_max_force, 0.0, "drag_max_force", "0");
    REFUSES(BELAY_JOINT_DRAG, drag_max_force, nan, "drag_max_force", "nan");
    REFUSES(BELAY_JOINT_DRAG, target.z, nan, "target", "nan");
    belay_world_destroy(d.world);
}

Test(joint_api, axes_out_of_range_are_refused)
{
    door d = make_door();
    const double nan = (double)NAN;
    const belay_joint_limit bad_limits[] = {{true, 1.0, 0.5, 0.0, 0.0},  {true, nan, 0.5, 0.0, 0.0},
                                            {true, -7e4, 0.5, 0.0, 0.0}, {true, 0.0, 7e4, 0.0, 0.0},
                                            {true, 0.0, 1.0, -2.0, 0.0}, {true, 0.0, 1.0, 2.0, -7.0},
                                            {true, 0.0, 1.0, nan, 0.0}};
    const char* limit_texts[][2] = {{"axis[0].limit.min", "1"},        {"axis[0].limit.min", "nan"},
                                    {"axis[0].limit.min", "-70000"},   {"axis[0].limit.max", "70000"},
                                    {"axis[0].limit.stiffness", "-2"}, {"axis[0].limit.damping", "-7"},
                                    {"axis[0].limit.stiffness", "nan"}};
    for (int i = 0; i < 7; i++)
        REFUSES(BELAY_JOINT_HINGE, axis[0].limit, bad_limits[i], limit_texts[i][0], limit_texts[i][1]);
    const belay_joint_limit round = {true, -3.5, 0.5, 0.0, 0.0}; // a swing has no second turn
    REFUSES(BELAY_JOINT_SIX_DOF, axis[5].limit, round, "axis[5].limit.min", "-3.5");
    const belay_joint_limit below_zero = {true, -0.5, 1.0, 0.0, 0.0}, no_range = {true, HUGE_VAL, HUGE_VAL, 0.0, 0.0};
    REFUSES(BELAY_JOINT_DISTANCE, axis[0].limit, below_zero, "axis[0].limit.min", "-0.5");
    REFUSES(BELAY_JOINT_SLIDER, axis[0].limit, no_range, "axis[0].limit.min", "inf");
    const belay_joint_motor weak = {true, 1.0, -4.0}, fast = {true, HUGE_VAL, 4.0};
    REFUSES(BELAY_JOINT_SIX_DOF, axis[5].motor, weak, "axis[5].motor.max_force", "-4");
    REFUSES(BELAY_JOINT_SIX_DOF, axis[3].motor, fast, "axis[3].motor.speed", "inf");
    const belay_joint_spring springs[] = {{true, nan, 1.0, 1.0, 1.0},
                                          {true, 4.0, 1.0, 1.0, 1.0},
                                          {true, 0.0, -1.5, 1.0, 1.0},
                                          {true, 0.0, 1.0, -2.5, 1.0},
                                          {true, 0.0, 1.0, 1.0, 0.0}};
    const char* spring_texts[][2] = {{"axis[4].spring.target", "nan"},
                                     {"axis[4].spring.target", "4"},
                                     {"axis[4].spring.stiffness", "-1.5"},
                                     {"axis[4].spring.damping", "-2.5"},
                                     {"axis[4].spring.max_force", "0"}};
    for (int i = 0; i < 5; i++)
        REFUSES(BELAY_JOINT_SIX_DOF, axis[4].spring, springs[i], spring_texts[i][0], spring_texts[i][1]);
    belay_joint_def both = good_def(&d, BELAY_JOINT_SLIDER);
    both.axis[0].motor = (belay_joint_motor){true, 1.0, 1.0};
    both.axis[0].spring = (belay_joint_spring){true, 0.0, 1.0, 1.0, 1.0};
    check_refused(&d, &both, BELAY_ERROR_VALUE, "axis[0].motor", "spring");
    belay_world_destroy(d.world);
}

Test(joint_api, what_a_type_does_not_use_is_not_looked_at)
{
    door d = make_door();
    belay_joint_def def = good_def(&d, BELAY_JOINT_BALL);
    def.axis[0].limit = (belay_joint_limit){true, (double)NAN, -1.0, -1.0, -1.0};
    def.cone_angle = -1.0;
    def.drag_frequency = (double)NAN;
    joint_make(d.world, &def);
    def = good_def(&d, BELAY_JOINT_SLIDER);
    def.axis[0].limit = (belay_joint_limit){true, -HUGE_VAL, 100.0, 0.0, 0.0}; // one end alone
    def.axis[1].motor = (belay_joint_motor){true, (double)NAN, -1.0};
    joint_make(d.world, &def);
    scene_steps(d.world, 10);
    belay_world_destroy(d.world);
}

Test(joint_api, bodies_that_cannot_be_joined_are_refused)
{
    door d = make_door();
    belay_joint_def def = good_def(&d, BELAY_JOINT_BALL);
    char text[32];
    def.body_a.value = 0;
    check_refused(&d, &def, BELAY_ERROR_HANDLE, "body", "0x0000000000000000");
    def = good_def(&d, BELAY_JOINT_BALL);
    def.body_b.value = d.collider.value;
    snprintf(text, sizeof text, "0x%016llx", (unsigned long long)d.collider.value);
    check_refused(&d, &def, BELAY_ERROR_COMPONENT, "body", text);
    def.body_b = d.a;
    snprintf(text, sizeof text, "0x%016llx", (unsigned long long)d.a.value);
    check_refused(&d, &def, BELAY_ERROR_VALUE, "body_a and body_b", text);
    def.body_a = d.wall;
    def.body_b = d.floor;
    check_refused(&d, &def, BELAY_ERROR_STATE, "body_a", "dynamic");
    def.body_b = the_world;
    check_refused(&d, &def, BELAY_ERROR_STATE, "body_a", "dynamic");
    def = good_def(&d, BELAY_JOINT_DRAG);
    def.body_b = d.b;
    snprintf(text, sizeof text, "0x%016llx", (unsigned long long)d.b.value);
    check_refused(&d, &def, BELAY_ERROR_VALUE, "body_b", text);
    def = good_def(&d, BELAY_JOINT_BALL);
    cr_assert(belay_body_destroy(d.world, d.b) == BELAY_OK);
    check_refused(&d, &def, BELAY_ERROR_HANDLE, "body", text);
    check_refused(&d, NULL, BELAY_ERROR_VALUE, "def", "null");
    cr_expect_eq(belay_joint_create(NULL, &def, NULL), BELAY_ERROR_HANDLE);
    belay_world_destroy(d.world);
}

Test(joint_api, bad_placements_are_refused)
{
    door d = make_door();
    belay_joint_def def = good_def(&d, BELAY_JOINT_HINGE);
    belay_vec3 zero = v3_zero(), x = {1.0, 0.0, 0.0}, bad = {0.0, (double)NAN, 0.0};
    uint64_t hash = belay_world_hash(d.world);
#define AT(TYPE, ANCHOR, AXIS) belay_joint_def_at(d.world, TYPE, d.a, d.b, ANCHOR, AXIS, &def)
    scene_check_refused(d.world, hash, AT(BELAY_JOINT_HINGE, bad, x), BELAY_ERROR_VALUE, "anchor", "nan");
    scene_check_refused(d.world, hash, AT(BELAY_JOINT_HINGE, zero, bad), BELAY_ERROR_VALUE, "axis", "nan");
    scene_check_refused(d.world, hash, AT(BELAY_JOINT_SLIDER, zero, zero), BELAY_ERROR_VALUE, "axis", "(0, 0, 0)");
    scene_check_refused(d.world, hash, AT((belay_joint_type)-1, zero, x), BELAY_ERROR_VALUE, "type", "-1");
    cr_expect(AT(BELAY_JOINT_BALL, zero, bad) == BELAY_OK);
    scene_check_refused(d.world, hash, belay_joint_def_at(d.world, BELAY_JOINT_BALL, d.a, d.b, zero, x, NULL),
                        BELAY_ERROR_VALUE, "def", "null");
    belay_body_id none = {0};
    scene_check_refused(d.world, hash, belay_joint_def_at(d.world, BELAY_JOINT_BALL, none, none, zero, x, &def),
                        BELAY_ERROR_HANDLE, "body", "0x0000000000000000");
    cr_expect_eq(belay_joint_def_at(NULL, BELAY_JOINT_BALL, d.a, d.b, zero, x, &def), BELAY_ERROR_HANDLE);
#undef AT
    belay_world_destroy(d.world);
}

Test(joint_api, changes_are_checked_like_definitions)
{
    door d = make_door();
    belay_joint_def def = good_def(&d, BELAY_JOINT_HINGE);
    belay_joint_id hinge = joint_make(d.world, &def);
    def.type = BELAY_JOINT_BALL;
    belay_joint_id ball = joint_make(d.world, &def);
    belay_joint_axis good = def.axis[0], bad = good;
    bad.limit = (belay_joint_limit){true, 2.0, 1.0, 0.0, 0.0};
    uint64_t hash = belay_world_hash(d.world);
    belay_world* w = d.world;
    scene_check_refused(w, hash, belay_joint_set_axis(w, hinge, 1, &good), BELAY_ERROR_VALUE, "axis", "1");
    scene_check_refused(w, hash, belay_joint_set_axis(w, hinge, -1, &good), BELAY_ERROR_VALUE, "axis", "-1");
    scene_check_refused(w, hash, belay_joint_set_axis(w, ball, 0, &good), BELAY_ERROR_VALUE, "ball", "0");
    scene_check_refused(w, hash, belay_joint_set_axis(w, hinge, 0, &bad), BELAY_ERROR_VALUE, "limit.min", "2");
    scene_check_refused(w, hash, belay_joint_set_axis(w, hinge, 0, NULL), BELAY_ERROR_VALUE, "value", "null");
    scene_check_refused(w, hash, belay_joint_set_target(w, hinge, v3_zero()), BELAY_ERROR_COMPONENT, "drag", "hinge");
    belay_joint_id not_one = {d.a.value};
    scene_check_refused(w, hash, belay_joint_destroy(w, not_one), BELAY_ERROR_COMPONENT, "joint", "must be a joint");
    scene_check_refused(w, hash, belay_joint_get_state(w, hinge, NULL), BELAY_ERROR_VALUE, "state", "null");
    scene_check_refused(w, hash, belay_joint_get_def(w, hinge, NULL), BELAY_ERROR_VALUE, "def", "null");
    belay_joint_def drag_def = good_def(&d, BELAY_JOINT_DRAG);
    belay_joint_id drag = joint_make(w, &drag_def);
    hash = belay_world_hash(w);
    scene_check_refused(w, hash, belay_joint_set_target(w, drag, v3(0.0, HUGE_VAL, 0.0)), BELAY_ERROR_VALUE, "target",
                        "inf");
    belay_world_destroy(d.world);
}

Test(joint_api, nothing_is_made_or_destroyed_while_an_iterator_is_open)
{
    door d = make_door();
    belay_joint_def def = good_def(&d, BELAY_JOINT_BALL);
    belay_joint_id joint = joint_make(d.world, &def);
    belay_iterator iterator;
    cr_assert(belay_iterator_begin(d.world, &BELAY_COMPONENT_BODY_STATE, 1, &iterator) == BELAY_OK);
    check_refused(&d, &def, BELAY_ERROR_STATE, "belay_joint_create", "iterator");
    uint64_t hash = belay_world_hash(d.world);
    scene_check_refused(d.world, hash, belay_joint_destroy(d.world, joint), BELAY_ERROR_STATE, "belay_joint_destroy",
                        "iterator");
    belay_iterator_end(&iterator);
    cr_expect(belay_joint_destroy(d.world, joint) == BELAY_OK);
    belay_world_destroy(d.world);
}

Test(joint_api, a_full_world_takes_no_joint)
{
    belay_world_def world_def = belay_world_def_default();
    world_def.max_entities = 2;
    door d = {.world = scene_world_of(&world_def)};
    d.a = joint_add_ball(d.world, 1.0, 0.1, v3_zero());
    d.b = joint_add_ball(d.world, 1.0, 0.1, v3_zero());
    belay_joint_def def = good_def(&d, BELAY_JOINT_BALL);
    check_refused(&d, &def, BELAY_ERROR_CAPACITY, "belay_joint_create", "2");
    belay_world_destroy(d.world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Memory
// ---------------------------------------------------------------------------------------------------------------------

Test(joint_api, a_refused_request_for_memory_changes_nothing)
{
    tracking_allocator p = {0};
    belay_world_def world_def = belay_world_def_default();
    world_def.allocator = tracking_allocator_hooks(&p);
    int refused = 0;
    for (long fail = 1; fail <= 12; fail++) {
        p = (tracking_allocator){0};
        door d = {.world = scene_world_of(&world_def)};
        d.a = joint_add_ball(d.world, 1.0, 0.1, v3_zero());
        d.b = joint_add_ball(d.world, 1.0, 0.1, v3_zero());
        belay_joint_def def = good_def(&d, BELAY_JOINT_HINGE);
        uint64_t hash = belay_world_hash(d.world);
        p.fail_at = p.calls + fail;
        belay_joint_id joint;
        belay_result result = belay_joint_create(d.world, &def, &joint);
        if (result != BELAY_OK) {
            refused++;
            cr_expect_eq(result, BELAY_ERROR_MEMORY);
            cr_expect_eq(belay_world_hash(d.world), hash);
            cr_expect(belay_joint_create(d.world, &def, &joint) == BELAY_OK);
        }
        // Of a step, likewise.
        hash = belay_world_hash(d.world);
        p.fail_at = p.calls + fail;
        result = belay_world_step(d.world);
        if (result != BELAY_OK) {
            cr_expect_eq(result, BELAY_ERROR_MEMORY);
            cr_expect_eq(belay_world_hash(d.world), hash, "request %ld", fail);
            refused++;
        }
        scene_steps(d.world, 2);
        long before = p.calls;
        scene_steps(d.world, 100);
        cr_expect_eq(p.calls, before, "steps ask for memory");
        belay_world_destroy(d.world);
    }
    cr_expect_geq(refused, 12);
}
