// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What a program may say about pairs and contacts in the middle of a step: doors, one-way platforms, belts, ice.

#include "support/scene.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum { DOOR = 2, RED = 4, BLUE = 8 }; // categories

static belay_collider_id add_box(belay_world* world, belay_body_type type, belay_vec3 at, belay_vec3 size,
                                 uint32_t category)
{
    belay_collider_def def = belay_collider_def_box(size);
    belay_collider_id id;
    def.filter.category = category;
    cr_assert_eq(belay_collider_create(world, scene_add_body(world, type, at), &def, &id), BELAY_OK);
    return id;
}

static belay_body_id throw_ball(belay_world* world, belay_vec3 at, belay_vec3 v, uint32_t category)
{
    scene_ball ball = scene_ball_default();
    ball.position = at;
    ball.linear = v;
    belay_body_id id = scene_add_ball(world, &ball);
    belay_collider_id collider;
    int count;
    belay_filter filter = belay_filter_default();
    filter.category = category;
    cr_assert_eq(belay_body_get_colliders(world, id, &collider, 1, &count), BELAY_OK);
    cr_assert_eq(belay_collider_set_filter(world, collider, filter), BELAY_OK);
    return id;
}

// ---------------------------------------------------------------------------------------------------------------------
// Filter
// ---------------------------------------------------------------------------------------------------------------------

typedef struct door {
    uint32_t team; // that may pass
    int questions;
} door;

static bool may_touch(const belay_filter_pair* pair, void* context)
{
    door* d = context;
    uint32_t categories = pair->filter_a.category | pair->filter_b.category;
    d->questions++;
    return !(categories & DOOR) || !(categories & d->team);
}

Test(filter_hook, a_door_lets_one_team_through)
{
    belay_world* world = scene_world(1.0 / 240.0);
    door d = {RED, 0};
    cr_assert_eq(belay_world_set_gravity(world, v3_zero()), BELAY_OK);
    cr_assert_eq(belay_world_set_filter(world, may_touch, &d), BELAY_OK);
    add_box(world, BELAY_BODY_STATIC, v3_zero(), v3(0.1, 2.0, 2.0), DOOR);
    belay_body_id red = throw_ball(world, v3(-0.5, -0.3, 0.0), v3(2.0, 0.0, 0.0), RED);
    belay_body_id blue = throw_ball(world, v3(-0.5, 0.3, 0.0), v3(2.0, 0.0, 0.0), BLUE);
    scene_steps(world, 240);
    cr_expect_eq(scene_state(world, red).linear_velocity.x, 2.0);
    scene_check_near(scene_state(world, red).pose.position.x, 1.5, 1e-12, "m: through, and never touched");
    scene_check_near(scene_state(world, blue).pose.position.x, -0.1, 1e-6, "m: stopped at the door");
    cr_expect_gt(d.questions, 0);
    d.team = BLUE; // the answer may change from step to step
    scene_set_velocity(world, blue, v3(2.0, 0.0, 0.0), v3_zero());
    scene_steps(world, 240);
    scene_check_near(scene_state(world, blue).pose.position.x, 1.9, 1e-5, "m: through now");
    belay_world_destroy(world);
}

Test(filter_hook, a_touch_that_is_forbidden_ends)
{
    belay_world* world = scene_world(1.0 / 240.0);
    door d = {0, 0};
    cr_assert_eq(belay_world_set_filter(world, may_touch, &d), BELAY_OK);
    add_box(world, BELAY_BODY_STATIC, v3(0.0, 0.0, -0.5), v3(2.0, 2.0, 1.0), DOOR);
    belay_body_id ball = throw_ball(world, v3(0.0, 0.0, 0.05), v3_zero(), RED);
    scene_steps(world, 10);
    d.team = RED;
    scene_steps(world, 1);
    int32_t count;
    const belay_contact_event* e = belay_world_get_contact_events(world, &count);
    cr_assert_eq(count, 1);
    cr_expect(e[0].type == BELAY_CONTACT_END && !e[0].is_destroyed);
    scene_steps(world, 240);
    cr_expect_lt(scene_state(world, ball).pose.position.z, -1.0);
    belay_world_destroy(world);
}

Test(filter_hook, is_not_asked_what_is_settled_without_it)
{
    // Two joined balls that overlap, and two boxes that never move.
    belay_world* world = scene_world(1.0 / 240.0);
    door d = {0, 0};
    cr_assert_eq(belay_world_set_gravity(world, v3_zero()), BELAY_OK);
    belay_body_id a = throw_ball(world, v3_zero(), v3_zero(), RED);
    belay_body_id b = throw_ball(world, v3(0.05, 0.0, 0.0), v3_zero(), RED);
    add_box(world, BELAY_BODY_STATIC, v3(2.0, 0.0, 0.0), v3(1.0, 1.0, 1.0), RED);
    add_box(world, BELAY_BODY_STATIC, v3(2.5, 0.0, 0.0), v3(1.0, 1.0, 1.0), RED);
    belay_joint_def def;
    cr_assert_eq(belay_joint_def_at(world, BELAY_JOINT_HINGE, a, b, v3_zero(), v3(0.0, 0.0, 1.0), &def), BELAY_OK);
    cr_assert_eq(belay_joint_create(world, &def, NULL), BELAY_OK);
    cr_assert_eq(belay_world_set_filter(world, may_touch, &d), BELAY_OK);
    scene_steps(world, 10);
    cr_expect_eq(d.questions, 0, "%d questions", d.questions);
    belay_world_destroy(world);
}

Test(filter_hook, sensors_ask_too)
{
    belay_world* world = scene_world(1.0 / 240.0);
    door d = {RED, 0};
    belay_collider_def def = belay_collider_def_box(v3(0.2, 2.0, 2.0));
    def.filter.category = DOOR;
    def.is_sensor = true;
    cr_assert_eq(belay_world_set_gravity(world, v3_zero()), BELAY_OK);
    cr_assert_eq(belay_world_set_filter(world, may_touch, &d), BELAY_OK);
    cr_assert_eq(belay_collider_create(world, scene_add_body(world, BELAY_BODY_STATIC, v3_zero()), &def, NULL),
                 BELAY_OK);
    throw_ball(world, v3(-0.5, -0.3, 0.0), v3(2.0, 0.0, 0.0), RED);
    belay_body_id blue = throw_ball(world, v3(-0.5, 0.3, 0.0), v3(2.0, 0.0, 0.0), BLUE);
    int begins = 0;
    for (int i = 0; i < 240; i++) {
        scene_steps(world, 1);
        int32_t count;
        const belay_sensor_event* e = belay_world_get_sensor_events(world, &count);
        for (int k = 0; k < count; k++) {
            cr_expect_eq(e[k].visitor_body.value, blue.value);
            begins += e[k].is_begin;
        }
    }
    cr_expect_eq(begins, 1);
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Pre-solve
// ---------------------------------------------------------------------------------------------------------------------

typedef struct platform {
    belay_collider_id collider;
    int dropped;
} platform;

// Only what comes down on top of it, and is not deep in it, is held.
static bool is_held(belay_pre_solve_contact* c, void* context)
{
    platform* p = context;
    bool is_a = c->collider_a.value == p->collider.value;
    if (!is_a && c->collider_b.value != p->collider.value) return true;
    double up = is_a ? -c->normal.z : c->normal.z, speed = is_a ? -c->velocity.z : c->velocity.z;
    bool holds = up > 0.5 && c->gap > -0.01 && speed <= 1e-3;
    p->dropped += !holds;
    return holds;
}

Test(pre_solve_hook, a_platform_is_passed_from_below_and_stood_on_from_above)
{
    belay_world* world = scene_world(1.0 / 240.0);
    platform p = {add_box(world, BELAY_BODY_STATIC, v3(0.0, 0.0, 1.0), v3(2.0, 2.0, 0.1), 1), 0};
    cr_assert_eq(belay_world_set_pre_solve(world, is_held, &p), BELAY_OK);
    belay_body_id ball = throw_ball(world, v3_zero(), v3(0.0, 0.0, 6.0), 1);
    double top = 0.0;
    for (int i = 0; i < 480; i++) {
        scene_steps(world, 1);
        top = fmax(top, scene_state(world, ball).pose.position.z);
    }
    // As high as if there were nothing: v^2 / 2g, between two steps to within g h^2 / 8.
    scene_check_near(top, 36.0 / (2.0 * SCENE_G), 1e-4, "m high");
    cr_expect_gt(p.dropped, 0);
    scene_check_near(scene_state(world, ball).pose.position.z, 1.1, 2e-6, "m: on top");
    scene_check_near(v3_length(scene_state(world, ball).linear_velocity), 0.0, 1e-9, "m/s");
    belay_world_destroy(world);
}

static bool as_belt(belay_pre_solve_contact* c, void* context)
{
    const belay_body_id* moving = context;
    double sign = c->body_a.value == moving->value ? -1.0 : 1.0;
    c->surface_velocity = v3(sign * 1.5, 0.0, 0.0);
    return true;
}

Test(pre_solve_hook, a_belt_carries_by_friction_alone)
{
    // Slides for v / (mu g) while mu m g drives it, and then goes along: x = v t - v^2 / (2 mu g).
    belay_world* world = scene_world(1.0 / 240.0);
    belay_material material = {0.5, 0.0};
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, material);
    belay_collider_def def = belay_collider_def_box(v3(0.4, 0.4, 0.2));
    belay_body_id box = scene_add_body(world, BELAY_BODY_DYNAMIC, v3(0.0, 0.0, 0.1));
    def.material = material;
    cr_assert_eq(belay_collider_create(world, box, &def, NULL), BELAY_OK);
    cr_assert_eq(belay_body_set_mass_from_colliders(world, box), BELAY_OK);
    cr_assert_eq(belay_world_set_pre_solve(world, as_belt, &box), BELAY_OK);
    double work = 0.0;
    for (int i = 0; i < 480; i++) {
        scene_steps(world, 1);
        const belay_energy_report* e = &belay_world_get_stats(world)->energy;
        cr_assert_leq(fabs(e->left_over), 1e-10);
        work += e->movers;
    }
    belay_mass mass;
    cr_assert_eq(belay_body_get_mass(world, box, &mass), BELAY_OK);
    scene_check_near(scene_state(world, box).linear_velocity.x, 1.5, 1e-9, "m/s");
    scene_check_near(scene_state(world, box).pose.position.x, 1.5 * 2.0 - 2.25 / SCENE_G, 1e-4, "m");
    scene_check_near(work / (mass.mass * 2.25), 1.0, 1e-3, "of m v^2, half of which friction takes");
    belay_world_destroy(world);
}

static bool as_rubber(belay_pre_solve_contact* c, void* context)
{
    (void)context;
    c->restitution = 1.0;
    c->friction = 0.0;
    return true;
}

Test(pre_solve_hook, restitution_and_friction_are_those_that_it_gives)
{
    belay_world* world = scene_world(1.0 / 240.0);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, (belay_material){0.8, 0.0});
    cr_assert_eq(belay_world_set_pre_solve(world, as_rubber, NULL), BELAY_OK);
    belay_body_id ball = throw_ball(world, v3(0.0, 0.0, 1.0), v3(1.0, 0.0, 0.0), 1);
    double top = 0.0;
    for (int i = 0; i < 240; i++) {
        scene_steps(world, 1);
        if (i > 150) top = fmax(top, scene_state(world, ball).pose.position.z);
    }
    scene_check_near(top, 1.0, 1e-3, "m: as high as before");
    cr_expect_eq(scene_state(world, ball).linear_velocity.x, 1.0);
    cr_expect_eq(scene_state(world, ball).angular_velocity.y, 0.0);
    belay_world_destroy(world);
}

static bool is_dropped(belay_pre_solve_contact* c, void* context)
{
    (void)c;
    ++*(int*)context;
    return false;
}

Test(pre_solve_hook, what_is_dropped_neither_pushes_nor_wakes)
{
    belay_world* world = scene_world(1.0 / 240.0);
    int asked = 0;
    belay_body_id low = throw_ball(world, v3(0.0, 0.0, 0.05), v3_zero(), 1);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    cr_assert_eq(belay_body_set_awake(world, low, false), BELAY_OK);
    cr_assert_eq(belay_world_set_pre_solve(world, is_dropped, &asked), BELAY_OK);
    cr_assert_eq(belay_body_set_awake(world, low, false), BELAY_OK);
    belay_body_id high = throw_ball(world, v3(0.0, 0.0, 1.0), v3_zero(), 1);
    for (int i = 0; i < 240; i++) {
        scene_steps(world, 1);
        cr_assert_eq(belay_world_get_stats(world)->contacts, 0);
    }
    bool is_awake;
    cr_assert_eq(belay_body_get_is_awake(world, low, &is_awake), BELAY_OK);
    cr_expect_not(is_awake);
    cr_expect_gt(asked, 0);
    scene_check_near(scene_state(world, high).pose.position.z, 1.0 - 0.5 * SCENE_G, 1e-9, "m: it fell freely");
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Contract
// ---------------------------------------------------------------------------------------------------------------------

static bool with_bad_numbers(belay_pre_solve_contact* c, void* context)
{
    c->friction = *(const double*)context;
    return true;
}

static void note_warning(void* context, belay_log_level level, const char* text)
{
    if (level == BELAY_LOG_WARNING) snprintf(context, 256, "%.255s", text);
}

Test(pre_solve_hook, numbers_out_of_range_leave_the_contact_as_it_was)
{
    const double bad[] = {(double)NAN, -0.5, HUGE_VAL};
    for (int k = 0; k < 3; k++) {
        char text[256] = "";
        belay_world_def def = belay_world_def_exact();
        def.logger = (belay_logger){note_warning, text};
        belay_world *world = scene_world_of(&def), *control = scene_world_of(&def);
        for (int i = 0; i < 2; i++) {
            scene_plane(i == 0 ? world : control, v3(0.1, 0.0, 1.0), 0.0, belay_material_default());
            throw_ball(i == 0 ? world : control, v3(0.0, 0.0, 0.06), v3(1.0, 0.0, 0.0), 1);
        }
        cr_assert_eq(belay_world_set_pre_solve(world, with_bad_numbers, (void*)&bad[k]), BELAY_OK);
        scene_check_same_course(world, control, 60);
        cr_expect_eq(belay_world_get_stats(world)->refused_changes, 1);
        cr_expect_not_null(strstr(text, "pre-solve: friction is "), "%s", text);
        belay_world_destroy(control);
        belay_world_destroy(world);
    }
}

typedef struct intruder {
    belay_world* world;
    belay_body_id body;
    belay_component_id team;
    int calls;
} intruder;

static void intrude(intruder* i)
{
    belay_body_state state;
    belay_body_def def = belay_body_def_default();
    belay_body_id id;
    size_t size;
    i->calls++;
    cr_expect_eq(belay_body_apply_force(i->world, i->body, v3(1.0, 0.0, 0.0)), BELAY_ERROR_STATE);
    cr_expect_eq(belay_body_get_state(i->world, i->body, &state), BELAY_ERROR_STATE);
    cr_expect_eq(belay_body_create(i->world, &def, &id), BELAY_ERROR_STATE);
    cr_expect_eq(belay_body_destroy(i->world, i->body), BELAY_ERROR_STATE);
    cr_expect_eq(belay_world_step(i->world), BELAY_ERROR_STATE);
    cr_expect_eq(belay_world_destroy(i->world), BELAY_ERROR_STATE);
    cr_expect_eq(belay_world_snapshot(i->world, NULL, 0, &size), BELAY_ERROR_STATE);
    cr_expect_eq(belay_world_set_filter(i->world, NULL, NULL), BELAY_ERROR_STATE);
    cr_expect_eq(belay_world_set_gravity(i->world, v3_zero()), BELAY_ERROR_STATE);
    cr_expect_not_null(strstr(belay_world_last_error(i->world), "hook"), "%s", belay_world_last_error(i->world));
    cr_expect_eq(belay_world_hash(i->world), 0);
    const int* team = belay_component_get_const(i->world, belay_body_entity(i->body), i->team);
    cr_assert_not_null(team);
    cr_expect_eq(*team, 7);
}

static bool intrude_by_pair(const belay_filter_pair* pair, void* context)
{
    (void)pair;
    intrude(context);
    return true;
}

static bool intrude_by_contact(belay_pre_solve_contact* contact, void* context)
{
    (void)contact;
    intrude(context);
    return true;
}

Test(contact_hooks, calls_from_within_are_refused_and_change_nothing)
{
    belay_world *world = scene_world(1.0 / 240.0), *control = scene_world(1.0 / 240.0);
    intruder in = {.world = world};
    for (int i = 0; i < 2; i++) {
        belay_world* w = i == 0 ? world : control;
        belay_component_def def = {"team", sizeof(int)};
        cr_assert_eq(belay_component_register(w, &def, &in.team), BELAY_OK);
        scene_plane(w, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
        in.body = throw_ball(w, v3(0.0, 0.0, 0.05), v3(1.0, 0.0, 0.0), 1);
        int team = 7;
        cr_assert_eq(belay_component_add(w, belay_body_entity(in.body), in.team, &team, NULL), BELAY_OK);
    }
    cr_assert_eq(belay_world_set_filter(world, intrude_by_pair, &in), BELAY_OK);
    cr_assert_eq(belay_world_set_pre_solve(world, intrude_by_contact, &in), BELAY_OK);
    scene_check_same_course(world, control, 20);
    cr_expect_geq(in.calls, 40);
    cr_expect_eq(belay_world_set_gravity(world, v3_zero()), BELAY_OK, "calls are allowed again");
    belay_world_destroy(control);
    belay_world_destroy(world);
}

Test(contact_hooks, a_null_world)
{
    cr_expect_eq(belay_world_set_filter(NULL, NULL, NULL), BELAY_ERROR_HANDLE);
    cr_expect_eq(belay_world_set_pre_solve(NULL, NULL, NULL), BELAY_ERROR_HANDLE);
}

// Notes what is asked, in its order.
typedef struct record {
    uint64_t sum;
    int count;
} record;

static void note(record* r, uint64_t a, uint64_t b)
{
    r->sum = (r->sum ^ a * 31 ^ b) * 1099511628211u;
    r->count++;
}

static bool odd_pairs_pass(const belay_filter_pair* pair, void* context)
{
    note(context, pair->collider_a.value, pair->collider_b.value);
    return (pair->collider_a.value + pair->collider_b.value) % 7 != 0;
}

static bool slippery_here_and_there(belay_pre_solve_contact* c, void* context)
{
    note(context, c->collider_a.value, c->collider_b.value + c->feature);
    c->friction = c->collider_a.value % 3 == 0 ? 0.0 : 0.6;
    c->restitution = c->collider_a.value % 5 == 0 ? 0.5 : 0.0;
    if (c->collider_b.value % 11 == 0) c->surface_velocity = v3(0.3, 0.1, 0.0);
    return c->collider_a.value % 13 != 0;
}

static belay_world* crowd(int workers, record* r)
{
    belay_world_def def = belay_world_def_default();
    def.worker_count = workers;
    belay_world* world = scene_world_of(&def);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    for (int i = 0; i < 300; i++)
        throw_ball(world, v3(0.101 * (i % 7), 0.101 * (i / 7 % 7), 0.06 + 0.101 * (i / 49)), v3(0.1, 0.0, 0.0), 1);
    cr_assert_eq(belay_world_set_filter(world, odd_pairs_pass, r), BELAY_OK);
    cr_assert_eq(belay_world_set_pre_solve(world, slippery_here_and_there, r), BELAY_OK);
    return world;
}

Test(contact_hooks, the_same_questions_and_bits_with_any_number_of_threads)
{
    record first = {0, 0}, second = {0, 0};
    belay_world *one = crowd(1, &first), *three = crowd(3, &second);
    scene_check_same_course(three, one, 40);
    cr_expect_gt(first.count, 1000);
    cr_expect(first.sum == second.sum && first.count == second.count);
    belay_world_destroy(three);
    belay_world_destroy(one);
}
