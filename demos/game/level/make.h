// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the builders of the level share. The first failure is kept, and whatever is asked for after it is not done and
// answers a null handle, so that nothing here needs checking after each call.

#ifndef BELAY_DEMOS_GAME_LEVEL_MAKE_H
#define BELAY_DEMOS_GAME_LEVEL_MAKE_H

#include <belay/belay.h>
#include <belay/quat.h>

// What a part is made of, for whoever draws it.
typedef enum look {
    LOOK_PAINT,
    LOOK_GLASS,
    LOOK_TYRE,
    LOOK_METAL,
    LOOK_WOOD,
    LOOK_DARK_WOOD,
    LOOK_CRATE,
    LOOK_STONE,
    LOOK_LEAVES,
    LOOK_SIGN,
    LOOK_COUNT
} look;

// A shape without arrays that is to be seen, on a body.
typedef struct part {
    belay_body_id body;
    belay_shape shape;
    belay_pose pose; // of the shape on the body
    look look;
} part;

enum { MAKE_MOST_PARTS = 160 };

typedef struct maker {
    belay_world* world;
    belay_result status; // the first failure
    part parts[MAKE_MOST_PARTS];
    int part_count;
} maker;

// Keeps a failure. True while there is none.
bool make_check(maker* m, belay_result result);

// A dynamic body with one collider, of that mass (kg), at `pose`.
belay_body_id make_solid(maker* m, belay_pose pose, belay_collider_def collider, double mass, look paint);
// A static body without colliders, at the origin.
belay_body_id make_ground(maker* m);
// One more collider on a body.
belay_collider_id make_collider(maker* m, belay_body_id body, belay_collider_def collider, look paint);
// Something to be seen alone, on a body.
void make_scenery(maker* m, belay_body_id body, belay_shape shape, belay_pose pose, look paint);

// A box collider of full edge lengths `size` with its middle at `center`, m.
belay_collider_def make_box(belay_vec3 center, belay_vec3 size);
// A pose there, not turned.
belay_pose make_at(belay_vec3 position);

// Holds the place s of a rod where it is, on a body (null: on the world). Returns the attachment's number.
int make_pin(maker* m, belay_rod_id rod, double s, belay_body_id body);

#endif
