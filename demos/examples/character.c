// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Teaches: a character that walks. It climbs slopes up to its max_slope, 45 degrees by default, and no steeper ones.

#include "example.h"

#include <math.h>

static const double FRAME = 1.0 / 60.0; // s

// How high it comes in 3 s of walking at 2 m/s, from 2 m before a slope, m.
static double climb(double degrees)
{
    double angle = degrees * BELAY_PI / 180.0;
    belay_world_def world_def = belay_world_def_default();
    belay_world* world = NULL;
    CHECK(belay_world_create(&world_def, &world, NULL));
    belay_body_def ground_def = belay_body_def_default();
    ground_def.type = BELAY_BODY_STATIC;
    belay_body_id ground;
    CHECK(belay_body_create(world, &ground_def, &ground));
    belay_collider_def floor = belay_collider_def_plane((belay_vec3){0.0, 0.0, 1.0}, 0.0);
    belay_collider_def slope = belay_collider_def_plane((belay_vec3){-sin(angle), 0.0, cos(angle)}, 0.0);
    CHECK(belay_collider_create(world, ground, &floor, NULL));
    CHECK(belay_collider_create(world, ground, &slope, NULL));

    belay_character_def def = belay_character_def_default();
    belay_character hero = belay_character_at((belay_vec3){-2.0, 0.0, 0.5 * def.height + def.skin});
    double fall = 0.0, start = hero.position.z;
    for (int i = 0; i < 180; i++) {
        fall = hero.is_grounded && fall < 0.0 ? 0.0 : fall - 9.81 * FRAME; // gravity is the game's
        CHECK(belay_character_move(world, &def, &hero, (belay_vec3){2.0, 0.0, fall}, FRAME));
    }
    CHECK(belay_world_destroy(world));
    return hero.position.z - start;
}

int main(void)
{
    double steepest = 0.0;
    for (double degrees = 40.5; degrees < 50.0; degrees += 1.0) {
        double height = climb(degrees);
        printf("%.1f degrees: %.3f m up\n", degrees, height);
        if (height > 0.5) steepest = degrees;
    }
    printf("of 40.5, 41.5, ... 49.5 degrees the steepest slope that it climbs = %.1f degrees\n", steepest);
    return 0;
}
