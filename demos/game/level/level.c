// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "game/level/level.h"

#include "game/level/measure.h"

#include <belay/elementary.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double DOOR_SIDE = 1.7, NEAR_TRUCK = 3.5; // m: where one gets out; from where one gets in

static bool refuse(const level* l, belay_result code, belay_error* error)
{
    error->code = code;
    snprintf(error->message, sizeof error->message, "%s", belay_world_last_error(l->world));
    return false;
}

bool level_create(level* l, belay_error* error)
{
    belay_world_def def = belay_world_def_game();
    memset(l, 0, sizeof *l);
    def.step_seconds = LEVEL_STEP;
    if (belay_world_create(&def, &l->world, error) != BELAY_OK) return false;
    maker m = {.world = l->world};
    belay_body_id ground = make_ground(&m);
    land_make(&m, ground);
    truck_make(&m, &l->truck, 0.0);
    yard_make(&m, &l->yard, ground);
    bridge_make(&m, &l->bridge, ground);
    memcpy(l->parts, m.parts, sizeof l->parts);
    l->part_count = m.part_count;
    l->state.marks = measure_begin();
    if (m.status == BELAY_OK) return true;
    refuse(l, m.status, error);
    level_destroy(l);
    return false;
}

void level_destroy(level* l)
{
    belay_world_destroy(l->world);
    l->world = NULL;
}

// ------------------------------------------------------------------------------------------------------------------
// In and out of the truck
// ------------------------------------------------------------------------------------------------------------------

static belay_body_state truck_state(const level* l)
{
    belay_body_state state = {.pose = belay_pose_identity()};
    belay_body_get_state(l->world, l->truck.chassis, &state);
    return state;
}

static double heading_of(belay_quat rotation)
{
    belay_vec3 ahead = q_rotate(rotation, v3(0.0, 1.0, 0.0));
    return belay_atan2(-ahead.x, ahead.y);
}

static void get_out(level* l)
{
    belay_pose pose = truck_state(l).pose;
    belay_vec3 at = pose_apply(pose, v3(-DOOR_SIDE, 0.5, 0.0));
    l->state.who = hero_at(at.x, at.y, heading_of(pose.rotation));
    l->state.is_walking = true;
}

static void change(level* l)
{
    if (!l->state.is_walking)
        get_out(l);
    else if (v3_distance(truck_state(l).pose.position, l->state.who.body.position) < NEAR_TRUCK)
        l->state.is_walking = false;
}

// ------------------------------------------------------------------------------------------------------------------
// Steps
// ------------------------------------------------------------------------------------------------------------------

static belay_result act(level* l, const level_controls* c)
{
    level_state* s = &l->state;
    level_controls none = {0};
    if (c->switches) change(l);
    const level_controls* wheel = s->is_walking ? &none : c;
    belay_result result =
        truck_steer(l->world, &l->truck, &s->drive, wheel->ahead, wheel->aside, wheel->brakes, LEVEL_STEP);
    if (result != BELAY_OK || !s->is_walking) return result;
    return hero_walk(l->world, &s->who, c->ahead, c->aside, c->brakes, LEVEL_STEP);
}

bool level_step(level* l, const level_controls* controls, belay_error* error)
{
    belay_result result = act(l, controls);
    if (result == BELAY_OK) result = belay_world_step(l->world);
    if (result == BELAY_OK) result = measure_step(l, controls);
    return result == BELAY_OK || refuse(l, result, error);
}

belay_vec3 level_place(const level* l, double blend)
{
    belay_pose pose = belay_pose_identity();
    if (l->state.is_walking) return l->state.who.body.position;
    belay_body_get_blended_pose(l->world, l->truck.chassis, blend, &pose);
    return pose.position;
}

double level_heading(const level* l)
{
    return l->state.is_walking ? l->state.who.heading : heading_of(truck_state(l).pose.rotation);
}
