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
