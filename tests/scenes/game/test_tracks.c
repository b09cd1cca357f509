// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Tracked drive: belts on a chassis, by the velocity of their surfaces.

#include "support/parts.h"

#include <criterion/criterion.h>

#define H (1.0 / 240.0)

static const double ACROSS = 0.8, ALONG = 1.2, WIDTH = 0.02, MU = 0.7; // m: of the tracks' corners; m

typedef struct tank {
    belay_world* world;
    belay_body_id chassis;
    belay_collider_id tracks[2]; // left, right
} tank;

// Narrow tracks, so that their corners are at (+-ACROSS, +-ALONG) but for half the width.
static tank add_tank(void)
{
    tank t = {.world = scene_world(H)};
    belay_material material = {MU, 0.0};
    scene_plane(t.world, v3(0.0, 0.0, 1.0), 0.0, material);
    belay_collider_def track = belay_collider_def_box(v3(WIDTH, 2.0 * ALONG, 0.4));
    track.material = material;
    t.chassis = part_box(t.world, v3(0.0, 0.0, 0.4), v3(2.0, 2.8, 0.3), 900.0, material);
    for (int i = 0; i < 2; i++) {
        track.pose.position = v3(i == 0 ? -ACROSS : ACROSS, 0.0, -0.2);
        t.tracks[i] = part_collide(t.world, t.chassis, &track);
    }
    return t;
}

static void drive(const tank* t, double left, double right)
{
    cr_assert_eq(belay_collider_set_surface_velocity(t->world, t->tracks[0], v3(0.0, -left, 0.0)), BELAY_OK);
    cr_assert_eq(belay_collider_set_surface_velocity(t->world, t->tracks[1], v3(0.0, -right, 0.0)), BELAY_OK);
}

// mu g until the belts no longer slide, and then as fast as they go; straight ahead.
Test(tracks, drive_by_friction_and_then_as_fast_as_the_belts)
{
    tank t = add_tank();
    drive(&t, 5.0, 5.0);
    scene_steps(t.world, 120);
    belay_body_state state = scene_state(t.world, t.chassis);
    scene_check_near(state.linear_velocity.y, MU * SCENE_G * 0.5, 1e-6, "m/s after half a second");
    scene_steps(t.world, 240);
    state = scene_state(t.world, t.chassis);
    scene_check_near(state.linear_velocity.y, 5.0, 1e-9, "m/s in the end");
    scene_check_near(state.pose.position.x, 0.0, 1e-9, "m aside");
    scene_check_near(state.linear_velocity.z, 0.0, 1e-9, "m/s up");
    belay_world_destroy(t.world);
}

// The moments of its sliding corners cancel at c u / (c^2 + l^2), whatever mu is. The two edges of a track are half its
// width off, one nearer and one farther, which cancels to the square of that.
Test(tracks, turn_on_the_spot_as_their_corners_ask)
{
    tank t = add_tank();
    const double u = 1.5, right = ACROSS * u / (ACROSS * ACROSS + ALONG * ALONG);
    drive(&t, -u, u);
    scene_steps(t.world, 480);
    belay_body_state state = scene_state(t.world, t.chassis);
    scene_check_near(state.angular_velocity.z, right, 1e-3 * right, "rad/s");
    scene_check_near(v3_length(v3_sub(state.pose.position, v3(0.0, 0.0, state.pose.position.z))), 0.0, 1e-3,
                     "m from the spot");
    belay_world_destroy(t.world);
}

// Belts that stand hold on a slope of 30 degrees, with tan 30 = 0.58 < mu.
Test(tracks, hold_on_a_slope)
{
    tank t = add_tank();
    cr_assert_eq(belay_world_set_gravity(t.world, v3(0.0, -0.5 * SCENE_G, -0.8660254037844386 * SCENE_G)), BELAY_OK);
    scene_steps(t.world, 480);
    scene_check_near(scene_state(t.world, t.chassis).pose.position.y, 0.0, 1e-6, "m down the slope in 2 s");
    belay_world_destroy(t.world);
}
