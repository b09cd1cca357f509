// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "support/events.h"

belay_world* events_world(belay_vec3 gravity, double tolerance)
{
    belay_world_def def = belay_world_def_default();
    def.solver.tolerance = tolerance;
    def.step_seconds = EVENTS_STEP;
    def.gravity = gravity;
    def.enable_sleep = false;
    return scene_world_of(&def);
}

belay_body_id events_floor(belay_world* world, belay_material material)
{
    belay_collider_def def = belay_collider_def_box(v3(10.0, 10.0, 1.0));
    def.material = material;
    return part_fixed(world, BELAY_BODY_STATIC, part_at(0.0, 0.0, -0.5), &def);
}

int events_visits(const belay_world* world, bool is_begin, belay_sensor_event* last)
{
    int32_t count;
    const belay_sensor_event* events = belay_world_get_sensor_events(world, &count);
    int found = 0;
    for (int32_t i = 0; i < count; i++) {
        if (events[i].is_begin != is_begin) continue;
        found++;
        if (last != NULL) *last = events[i];
    }
    return found;
}

static belay_result destroy_shape(belay_world* world, belay_body_id body)
{
    return belay_collider_destroy(world, part_collider(world, body));
}

// Away from what it touches: what rests upwards, what it rests on downwards.
static belay_result put_elsewhere(belay_world* world, belay_body_id body)
{
    belay_body_type type = BELAY_BODY_STATIC;
    belay_result result = belay_body_get_type(world, body, &type);
    belay_pose away = part_at(0.0, 0.0, type == BELAY_BODY_DYNAMIC ? 3.0 : -5.0);
    return result == BELAY_OK ? belay_body_set_pose(world, body, away) : result;
}

static belay_result forbid(belay_world* world, belay_body_id body)
{
    return belay_collider_set_filter(world, part_collider(world, body), (belay_filter){1u, 0u, 0});
}

const events_ending events_endings[EVENTS_ENDINGS] = {
    {"it is destroyed", belay_body_destroy, true},
    {"its shape is destroyed", destroy_shape, true},
    {"it is put elsewhere", put_elsewhere, false},
    {"a filter forbids it", forbid, true},
};
