// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "support/rods/rod_sleepers.h"

#include <criterion/criterion.h>

int rod_sleep_events(const belay_world* world, belay_rod_id rod, bool awake)
{
    int32_t count;
    const belay_sleep_event* events = belay_world_get_sleep_events(world, &count);
    int found = 0;
    for (int32_t i = 0; i < count; i++) {
        cr_assert((events[i].body.value == 0) != (events[i].rod.value == 0), "a body or a rod");
        found += events[i].rod.value == rod.value && events[i].is_awake == awake;
    }
    return found;
}

belay_body_id sleepers_floor(belay_world* world)
{
    belay_collider_def def = belay_collider_def_box(v3(10.0, 10.0, 1.0));
    return part_fixed(world, BELAY_BODY_STATIC, part_at(0.0, 0.0, -0.5), &def);
}

belay_rod_def sleepers_rod(belay_rod_model model, double y, double z)
{
    belay_rod_def def = rod_of(0.1, 1e3, 0.01, SLEEPERS_RADIUS);
    def.model = model;
    def.element_count = model == BELAY_ROD_SUPER_HELIX ? 4 : 8;
    def.length = SLEEPERS_LENGTH;
    def.start = v3(-0.5 * SLEEPERS_LENGTH, y, z);
    return def;
}

sleepers sleepers_make(void)
{
    sleepers s = {.world = scene_world(SLEEPERS_H)};
    s.ground = sleepers_floor(s.world);
    belay_rod_def def = sleepers_rod(BELAY_ROD_NODAL, 0.0, SLEEPERS_RADIUS);
    s.rod = rod_make(s.world, &def);
    s.pin = rod_hold(s.world, s.rod, BELAY_ROD_PIN, 0.0, the_world);
    // Wide enough to lean on the ground with one edge.
    s.box =
        part_box(s.world, v3(0.1, 0.0, 2.0 * SLEEPERS_RADIUS + 0.05), v3(0.1, 0.1, 0.1), 0.2, belay_material_default());
    for (int i = 0; i < 1200 && rod_is_awake(s.world, s.rod); i++)
        scene_steps(s.world, 1);
    cr_assert(!rod_is_awake(s.world, s.rod) && !part_is_awake(s.world, s.box), "an island sleeps as one");
    scene_steps(s.world, 1);
    return s;
}

void sleepers_drop_ball(sleepers* s)
{
    part_ball(s->world, v3(-0.1, 0.0, 2.0 * SLEEPERS_RADIUS + 0.05 + 1e-3), 0.05, 0.1, belay_material_default());
    scene_steps(s->world, 10);
}
