// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "haptic/places/place.h"

#include "scenes/build.h"

#include <string.h>

static const double TOOL_MASS = 0.05; // kg
// What the hand goes in a step or two, so that a surface is known before it is reached.
static const double MARGIN = 0.015; // m

#define PLACE_ADDRESS(name) &place_##name,
static const place* const places[] = {PLACE_LIST(PLACE_ADDRESS)};
#undef PLACE_ADDRESS

int place_count(void)
{
    return (int)(sizeof places / sizeof places[0]);
}

const place* place_at(int index)
{
    return places[index];
}

const place* place_find(const char* name)
{
    for (int i = 0; i < place_count(); i++)
        if (strcmp(places[i]->kind.name, name) == 0) return places[i];
    return NULL;
}

belay_result place_create(const place* p, double h, experiment** e, belay_error* error)
{
    experiment_options options = experiment_options_default();
    options.world.contact_margin = MARGIN;
    options.world.step_seconds = h;
    return experiment_create(&p->kind, &options, e, error);
}

const place_data* place_data_of(const experiment* e)
{
    return e->data;
}

void place_add_bare_tool(experiment* e, belay_vec3 center)
{
    place_data* data = e->data;
    belay_body_def def = belay_body_def_default();
    def.pose.position = center;
    def.mass = TOOL_MASS;
    def.inertia = belay_inertia_sphere(TOOL_MASS, PLACE_TOOL_RADIUS);
    def.gravity_scale = 0.0;
    data->tool = build_body(e, &def);
}

void place_add_tool(experiment* e, belay_vec3 center)
{
    place_add_bare_tool(e, center);
    belay_collider_def collider = belay_collider_def_sphere(PLACE_TOOL_RADIUS);
    collider.material.friction = experiment_mu(e);
    build_collider(e, place_data_of(e)->tool, &collider, (experiment_paint){EXPERIMENT_LOOK_PAINT, 0});
}

// The way of least jerk from rest to rest: 10 s^3 - 15 s^4 + 6 s^5.
void place_hand_at(const place* p, double time, belay_vec3* position, belay_vec3* velocity)
{
    int i = 0;
    while (i + 1 < p->waypoint_count && p->waypoints[i + 1].time <= time)
        i++;
    const place_waypoint* from = &p->waypoints[i];
    *position = from->position;
    *velocity = v3(0.0, 0.0, 0.0);
    if (i + 1 == p->waypoint_count || time <= from->time) return;
    double length = from[1].time - from->time, s = (time - from->time) / length;
    belay_vec3 way = v3_sub(from[1].position, from->position);
    *position = v3_add(from->position, v3_scale(s * s * s * (10.0 + s * (6.0 * s - 15.0)), way));
    *velocity = v3_scale(30.0 * s * s * (1.0 - s) * (1.0 - s) / length, way);
}

double place_tilt_at(const place* p, double time)
{
    int i = 0;
    if (p->tilt_count == 0) return 0.0;
    while (i + 1 < p->tilt_count && p->tilts[i + 1].time <= time)
        i++;
    const place_tilt* from = &p->tilts[i];
    if (i + 1 == p->tilt_count || time <= from->time) return from->angle;
    return from->angle + (time - from->time) / (from[1].time - from->time) * (from[1].angle - from->angle);
}

bool place_grips_at(const place* p, double time)
{
    for (int i = 0; i < p->grip_count; i++)
        if (time >= p->grips[i].begin && time < p->grips[i].end) return true;
    return false;
}

// ------------------------------------------------------------------------------------------------------------------
// Gripping
// ------------------------------------------------------------------------------------------------------------------

static const double NEAR_ENOUGH = 0.002; // m, from the tool to what it can grip

static bool is_dynamic(const experiment* e, belay_body_id body)
{
    belay_body_type type = BELAY_BODY_STATIC;
    return belay_body_get_type(e->world, body, &type) == BELAY_OK && type == BELAY_BODY_DYNAMIC;
}

// The nearest movable body that the tool touched in the last step; null: none.
static belay_body_id body_at_tool(const experiment* e)
{
    belay_body_id tool = place_data_of(e)->tool, nearest = {0};
    double gap = NEAR_ENOUGH;
    int32_t count;
    const belay_contact* c = belay_world_get_contacts(e->world, &count);
    for (int32_t i = 0; i < count; i++) {
        belay_body_id other = c[i].body_a.value == tool.value ? c[i].body_b : c[i].body_a;
        bool is_mine = c[i].body_a.value == tool.value || c[i].body_b.value == tool.value;
        if (!is_mine || c[i].gap > gap || !is_dynamic(e, other)) continue;
        gap = c[i].gap;
        nearest = other;
    }
    return nearest;
}

void place_set_grip(experiment* e, bool wants_grip)
{
    place_data* data = e->data;
    data->wants_grip = wants_grip;
}

void place_grip(experiment* e)
{
    place_data* data = e->data;
    if (data->grip.value != 0 && !data->wants_grip) {
        build_check(e, belay_joint_destroy(e->world, data->grip));
        data->grip.value = data->in_hand.value = 0;
    }
    if (data->grip.value != 0 || !data->wants_grip) return;
    data->in_hand = body_at_tool(e);
    if (data->in_hand.value == 0) return;
    belay_vec3 at = build_state(e, data->tool).pose.position;
    belay_joint_def def = build_joint_def(e, BELAY_JOINT_FIXED, data->tool, data->in_hand, at, v3(1.0, 0.0, 0.0));
    data->grip = build_joint(e, &def);
}
