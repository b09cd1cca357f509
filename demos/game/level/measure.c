// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "game/level/measure.h"

#include <math.h>

enum { STILL_STEPS = 240 }; // of standing still on the bridge, until it hardly swings

level_marks measure_begin(void)
{
    level_marks marks = {.plank_clearance = HUGE_VAL};
    return marks;
}

belay_vec3 measure_place(const level* l, belay_body_id body)
{
    belay_body_state state = {.pose = belay_pose_identity()};
    belay_body_get_state(l->world, body, &state);
    return state.pose.position;
}

double measure_tension(const level* l)
{
    belay_rod_attachment_state end;
    if (belay_rod_get_attachment(l->world, l->truck.rope, l->truck.hitch, &end) != BELAY_OK) return 0.0;
    return v3_length(end.force);
}

double measure_door(const level* l)
{
    belay_joint_state state;
    if (belay_joint_get_state(l->world, l->yard.hinges[0], &state) != BELAY_OK) return 0.0;
    return state.position[0];
}

// ------------------------------------------------------------------------------------------------------------------
// The crate
// ------------------------------------------------------------------------------------------------------------------

// What slides up a slope evenly is pulled by F with F.t + mu F.n = m g (sin + mu cos): t up the slope, n out of it.
static void measure_pull(level* l, belay_vec3 crate)
{
    level_marks* k = &l->state.marks;
    belay_rod_attachment_state hook;
    belay_body_state state;
    double angle = atan(LAND_RAMP_SLOPE), along = 1.0; // m, that the crate must be within the even part
    belay_vec3 t = v3(0.0, cos(angle), sin(angle)), n = v3(0.0, -sin(angle), cos(angle));
    if (crate.y > LAND_RAMP_END - along || belay_body_get_state(l->world, l->truck.crate, &state) != BELAY_OK) return;
    k->pull_speed[1] = v3_dot(state.linear_velocity, t);
    if (k->pull_count == 0) k->pull_speed[0] = k->pull_speed[1];
    if (crate.y < LAND_RAMP_BEGIN + along ||
        belay_rod_get_attachment(l->world, l->truck.rope, l->truck.hook, &hook) != BELAY_OK)
        return;
    k->pull_sum -= v3_dot(hook.force, t) + TRUCK_CRATE_FRICTION * v3_dot(hook.force, n);
    k->pull_count++;
}

static void measure_tow(level* l)
{
    level_marks* k = &l->state.marks;
    belay_vec3 crate = measure_place(l, l->truck.crate);
    const int ends[2] = {l->truck.hitch, l->truck.hook};
    k->crate_top = fmax(k->crate_top, crate.z);
    measure_pull(l, crate);
    for (int i = 0; i < 2; i++) {
        belay_rod_attachment_state end;
        if (belay_rod_get_attachment(l->world, l->truck.rope, ends[i], &end) == BELAY_OK)
            k->tow_error = fmax(k->tow_error, end.error);
    }
}

static void measure_depot(level* l)
{
    int32_t count;
    const belay_sensor_event* events = belay_world_get_sensor_events(l->world, &count);
    for (int32_t i = 0; i < count; i++)
        if (events[i].sensor.value == l->yard.depot.value && events[i].visitor_body.value == l->truck.crate.value)
            l->state.marks.is_delivered = events[i].is_begin;
}

// ------------------------------------------------------------------------------------------------------------------
// Whoever walks
// ------------------------------------------------------------------------------------------------------------------

static void measure_yard(level* l)
{
    level_marks* k = &l->state.marks;
    k->door_turn = fmax(k->door_turn, fabs(measure_door(l)));
    for (int i = 0; i < YARD_HINGES; i++) {
        belay_joint_state state;
        if (belay_joint_get_state(l->world, l->yard.hinges[i], &state) == BELAY_OK)
            k->hinge_error = fmax(k->hinge_error, state.error);
    }
    k->box_pushed = v3_distance(measure_place(l, l->yard.boxes[0]), l->yard.in_the_way);
}

static void measure_bridge(level* l, const level_controls* c)
{
    level_marks* k = &l->state.marks;
    for (int i = 0; i < BRIDGE_PLANKS; i++) {
        belay_vec3 at = measure_place(l, l->bridge.planks[i]);
        k->plank_clearance = fmin(k->plank_clearance, at.z - land_height(at.x, at.y));
    }
    bool is_on = l->state.is_walking && bridge_has(&l->bridge, l->state.who.body.ground);
    k->stands = is_on && c->ahead == 0.0 && !c->brakes ? k->stands + 1 : 0;
    if (k->stands < STILL_STEPS) return;
    k->bridge_sum += bridge_load(l->world, &l->bridge);
    k->bridge_count++;
}

// A character is no body and makes no events: the sensor is looked for where it stands.
static belay_result measure_goal(level* l)
{
    belay_collider_id found[16];
    int count = 0;
    belay_character_def def = hero_def();
    belay_shape capsule = {.type = BELAY_SHAPE_CAPSULE};
    belay_query_filter filter = belay_query_filter_default();
    if (!l->state.is_walking || l->state.marks.is_at_goal) return BELAY_OK;
    capsule.capsule = (belay_capsule){def.height - 2.0 * def.radius, def.radius};
    filter.sees_sensors = true;
    belay_result result =
        belay_world_overlap_shape(l->world, &capsule, make_at(l->state.who.body.position), &filter, found, 16, &count);
    for (int i = 0; i < count && i < 16; i++)
        l->state.marks.is_at_goal |= found[i].value == l->yard.goal.value;
    return result;
}

belay_result measure_step(level* l, const level_controls* controls)
{
    level_marks* k = &l->state.marks;
    const belay_step_stats* stats = belay_world_get_stats(l->world);
    k->steps++;
    k->unsolved += !stats->has_converged;
    k->worst_residual = fmax(k->worst_residual, stats->residual.natural);
    k->deepest = fmax(k->deepest, stats->max_overlap);
    measure_tow(l);
    measure_depot(l);
    measure_yard(l);
    measure_bridge(l, controls);
    return measure_goal(l);
}
