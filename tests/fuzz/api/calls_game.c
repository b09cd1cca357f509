// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "fuzz/api/calls.h"

#include "belay/character.h"
#include "belay/contact_hook.h"
#include "belay/debug_draw.h"
#include "belay/introspect.h"
#include "belay/vec.h"
#include "belay/vehicle.h"

belay_result call_tune_body(caller* c)
{
    belay_body_id b = any_body(c);
    double x, y;
    switch (fuzz_below(c->f, 6)) {
    case 0:
        return belay_body_set_damping(c->world, b, any_amount(c, 5.0), any_amount(c, 5.0));
    case 1:
        return belay_body_get_damping(c->world, b, any_or_null(c, &x), any_or_null(c, &y));
    case 2:
        return belay_body_set_gravity_scale(c->world, b, any_number(c, 2.0));
    case 3:
        return belay_body_get_gravity_scale(c->world, b, any_or_null(c, &x));
    case 4:
        return belay_body_set_max_linear_speed(c->world, b, any_amount(c, 3.0));
    default:
        return belay_body_get_max_linear_speed(c->world, b, any_or_null(c, &x));
    }
}

static void note(belay_vec3 at, uint32_t color, void* context)
{
    (void)color;
    caller* c = context;
    belay_body_id b;
    belay_body_def def = belay_body_def_default();
    if (!v3_is_finite(at) && !c->is_wild) fuzz_fail(c->f, "what is drawn is nowhere");
    if (belay_body_create(c->world, &def, &b) != BELAY_ERROR_STATE) fuzz_fail(c->f, "a callback makes a body");
}

static belay_result draw(caller* c)
{
    belay_debug_draw d = belay_debug_draw_default();
    d.point = note;
    d.context = c;
    d.flags = (uint32_t)any_whole(c, BELAY_DRAW_EVERYTHING + 1);
    d.plane_size = any_amount(c, 5.0);
    d.force_scale = any_amount(c, 0.1);
    return belay_world_debug_draw(c->world, any_or_null(c, &d));
}

belay_result call_introspect(caller* c)
{
    belay_shape shape;
    belay_pose pose;
    belay_vec3 points[9];
    double heights[4];
    int32_t contacts[3];
    int count;
    belay_world_usage usage;
    belay_collider_id id = any_collider(c);
    // What there is room for, or less; -1 is refused.
    int nine = (int)fuzz_below(c->f, 11) - 1, four = (int)fuzz_below(c->f, 6) - 1, three = (int)fuzz_below(c->f, 5) - 1;
    switch (fuzz_below(c->f, 10)) {
    case 0:
        return belay_collider_get_shape(c->world, id, any_or_null(c, &shape));
    case 1:
        return belay_collider_get_pose(c->world, id, any_or_null(c, &pose));
    case 2:
        return belay_collider_get_points(c->world, id, any_or_null(c, points), nine, any_or_null(c, &count));
    case 3:
        return belay_collider_get_triangles(c->world, id, any_or_null(c, points), three, any_or_null(c, &count));
    case 4:
        return belay_collider_get_heights(c->world, id, any_or_null(c, heights), four, any_or_null(c, &count));
    case 5:
        return belay_body_get_blended_pose(c->world, any_body(c), any_amount(c, 1.0), any_or_null(c, &pose));
    case 6:
        return belay_body_get_contacts(c->world, any_body(c), any_or_null(c, contacts), three, any_or_null(c, &count));
    case 7:
        return belay_collider_get_contacts(c->world, id, any_or_null(c, contacts), three, any_or_null(c, &count));
    case 8:
        return belay_world_get_usage(c->world, any_or_null(c, &usage));
    default:
        return draw(c);
    }
}

belay_result call_couple(caller* c)
{
    belay_joint_def def;
    belay_joint_id id = {0};
    belay_joint_spring spring = {.max_force = 1.0};
    belay_body_id a = any_body(c), b = any_body_or_none(c);
    belay_result result;
    switch (fuzz_below(c->f, 4)) {
    case 0:
        result = belay_joint_def_gear(c->world, a, b, any_vector(c, 1.0), any_vector(c, 1.0), any_vector(c, 1.0),
                                      any_number(c, 2.0), any_or_null(c, &def));
        break;
    case 1:
        result = belay_joint_def_rack(c->world, a, b, any_vector(c, 1.0), any_vector(c, 1.0), any_vector(c, 1.0),
                                      any_number(c, 1.0), any_or_null(c, &def));
        break;
    case 2:
        result = belay_joint_def_pulley(c->world, a, b, any_vector(c, 1.0), any_vector(c, 1.0), any_vector(c, 1.0),
                                        any_vector(c, 1.0), any_amount(c, 2.0), any_or_null(c, &def));
        break;
    default:
        return belay_joint_tune_spring(c->world, any_joint(c), any_whole(c, 6), any_amount(c, 5.0), any_amount(c, 2.0),
                                       any_or_null(c, &spring));
    }
    if (result != BELAY_OK) return result;
    result = belay_joint_create(c->world, &def, &id);
    caller_keep(c, id.value);
    return result;
}

belay_result call_wheel(caller* c)
{
    belay_wheel_def def = belay_wheel_def_default();
    belay_wheel_state state;
    belay_joint_id id = {0}, wheel = any_joint(c);
    belay_result result;
    switch (fuzz_below(c->f, 6)) {
    case 0:
        return belay_wheel_steer(c->world, wheel, any_number(c, 0.5));
    case 1:
        return belay_wheel_drive(c->world, wheel, any_number(c, 5.0), any_amount(c, 5.0));
    case 2:
        return belay_wheel_brake(c->world, wheel, any_amount(c, 5.0));
    case 3:
        return belay_wheel_get_state(c->world, wheel, any_or_null(c, &state));
    default:
        def.chassis = any_body(c);
        def.wheel = any_body(c);
        def.center = any_vector(c, 1.0);
        if (any_flag(c)) def.up = any_vector(c, 1.0);
        def.stiffness = any_amount(c, 1000.0);
        def.load = any_number(c, 100.0);
        result = belay_wheel_create(c->world, any_or_null(c, &def), any_or_null(c, &id));
        caller_keep(c, id.value);
        return result;
    }
}

belay_result call_character(caller* c)
{
    belay_character_def def = belay_character_def_default();
    belay_character hero = belay_character_at(any_vector(c, 1.0));
    belay_vec3 points[16];
    int32_t indices[24];
    double heights[16];
    belay_overlap places[4];
    int count;
    belay_result result = BELAY_OK;
    if (any_flag(c)) {
        belay_shape shape = any_shape(c, points, indices, heights);
        return belay_world_find_overlaps(c->world, any_or_null(c, &shape), any_pose(c), any_amount(c, 0.1), NULL,
                                         any_or_null(c, places), (int)fuzz_below(c->f, 6) - 1, any_or_null(c, &count));
    }
    if (fuzz_happens(c->f, 0.3)) def.up = any_vector(c, 1.0);
    if (fuzz_happens(c->f, 0.3)) def.radius = any_amount(c, 0.5);
    if (fuzz_happens(c->f, 0.3)) def.max_slope = any_amount(c, 1.0);
    if (fuzz_happens(c->f, 0.3)) def.weight = any_amount(c, 100.0);
    for (int i = 0; i < 3 && result == BELAY_OK; i++) {
        result = belay_character_move(c->world, any_or_null(c, &def), any_or_null(c, &hero), any_vector(c, 2.0), 0.02);
        bool is_nowhere = result == BELAY_OK && !v3_is_finite(hero.position);
        if (is_nowhere && !c->is_wild) fuzz_fail(c->f, "a character is nowhere");
    }
    return BELAY_OK; // the moves before one that is refused have pushed
}

static bool lets_touch(const belay_filter_pair* pair, void* context)
{
    (void)context;
    return (pair->collider_a.value ^ pair->collider_b.value ^ pair->rod_a.value ^ pair->rod_b.value) % 3 != 0;
}

static bool keeps(belay_pre_solve_contact* contact, void* context)
{
    (void)context;
    contact->friction = contact->collider_a.value % 5 == 0 ? -1.0 : 0.7;
    return (contact->collider_b.value ^ contact->rod_b.value) % 4 != 0;
}

belay_result call_set_hooks(caller* c)
{
    bool is_set = any_flag(c);
    return any_flag(c) ? belay_world_set_filter(c->world, is_set ? lets_touch : NULL, c)
                       : belay_world_set_pre_solve(c->world, is_set ? keeps : NULL, c);
}
