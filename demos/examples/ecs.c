// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Teaches: components and systems of your own. Rockets have fuel, a system burns it, and the step calls the system.

#include "example.h"

typedef struct rocket {
    double fuel;   // s, for which it lasts
    double thrust; // N
} rocket;

// Pushes every rocket that has fuel, before each step of h seconds.
static void burn(belay_world* world, double h, void* context)
{
    const belay_component_id* rocket_component = context;
    belay_iterator it;
    CHECK(belay_iterator_begin(world, rocket_component, 1, &it));
    while (belay_iterator_next(&it)) {
        rocket* r = it.data[0];
        if (r->fuel < 0.5 * h) continue;
        r->fuel -= h;
        CHECK(belay_body_apply_force(world, (belay_body_id){it.entity.value}, (belay_vec3){0.0, 0.0, r->thrust}));
    }
}

int main(void)
{
    belay_world_def world_def = belay_world_def_default();
    belay_world* world = NULL;
    CHECK(belay_world_create(&world_def, &world, NULL));

    belay_component_id rocket_component;
    belay_component_def component = {.name = "rocket", .size = sizeof(rocket)};
    CHECK(belay_component_register(world, &component, &rocket_component));
    belay_system_def system = {.name = "burn", .phase = BELAY_PHASE_FORCES, .run = burn, .context = &rocket_component};
    CHECK(belay_system_add(world, &system)); // `rocket_component` outlives the world

    belay_body_id last = {0};
    for (int i = 0; i < 3; i++) {
        belay_body_def def = belay_body_def_default(); // 1 kg
        def.pose.position.x = 2.0 * i;
        CHECK(belay_body_create(world, &def, &last));
        rocket r = {.fuel = 0.5 * i, .thrust = 29.81}; // none, half a second, a second
        CHECK(belay_component_add(world, belay_body_entity(last), rocket_component, &r, NULL));
    }

    for (int i = 0; i < 480; i++)
        CHECK(belay_world_step(world));
    belay_body_state state;
    CHECK(belay_body_get_state(world, last, &state));
    printf("after 2 s the last rocket goes with %.4f m/s\n", state.linear_velocity.z);
    printf("20 m/s^2 for 1 s, then free flight for 1 s: z = %.9f m\n", state.pose.position.z);
    CHECK(belay_world_destroy(world));
    return 0;
}
