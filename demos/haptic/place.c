// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "haptic/place.h"

#include "scenes/build.h"

#include <string.h>

static const double TOOL_MASS = 0.05; // kg
// What the hand goes in a step or two, so that a surface is known before it is reached.
static const double MARGIN = 0.015; // m

static const place* const places[] = {&place_wall, &place_plate, &place_boxes, &place_rails, &place_rod};

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

void place_add_tool(experiment* e, belay_vec3 center)
{
    place_data* data = e->data;
    belay_body_def def = belay_body_def_default();
    def.pose.position = center;
    def.mass = TOOL_MASS;
    def.inertia = belay_inertia_sphere(TOOL_MASS, PLACE_TOOL_RADIUS);
    def.gravity_scale = 0.0;
    data->tool = build_body(e, &def);
    belay_collider_def collider = belay_collider_def_sphere(PLACE_TOOL_RADIUS);
    collider.material.friction = experiment_mu(e);
    build_collider(e, data->tool, &collider, (experiment_paint){EXPERIMENT_LOOK_HIDDEN, 0});
}

// The way of least jerk from rest to rest: 10 s^3 - 15 s^4 + 6 s^5.
void place_hand_at(const place* p, double time, belay_vec3* position, belay_vec3* velocity)
{
    int i = 0;
    while (i + 1 < p->waypoint_count && p->waypoints[i + 1].time <= time)
        i++;
    const place_waypoint* from = &p->waypoints[i];
    *position = from->position;
    *velocity = vec(0.0, 0.0, 0.0);
    if (i + 1 == p->waypoint_count || time <= from->time) return;
    double length = from[1].time - from->time, s = (time - from->time) / length;
    belay_vec3 way = vec_sub(from[1].position, from->position);
    *position = vec_add(from->position, vec_scale(s * s * s * (10.0 + s * (6.0 * s - 15.0)), way));
    *velocity = vec_scale(30.0 * s * s * (1.0 - s) * (1.0 - s) / length, way);
}
