// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Characters: an upright capsule that goes where it is told, as far as the world lets it. It is no body: it slides
// along walls, climbs slopes up to an angle and steps up to a height, keeps to the ground on its way down, is carried
// by what it stands on, pushes bodies with a force that is capped, and takes no part in the solve. A game says how fast
// it is to go; gravity and jumps are in that velocity.
//
// A character is plain data of the program's. Kept as a component (belay_component_register with its size), it is in
// snapshots with the world. The same world, character and velocity give the same bits.
//
//     belay_character_def def = belay_character_def_default();
//     belay_character hero = belay_character_at((belay_vec3){0.0, 0.0, 2.0});
//     for (;;) { // after each step of the world
//         fall = hero.is_grounded && fall < 0.0 ? 0.0 : fall - 9.81 * h;
//         belay_character_move(world, &def, &hero, (belay_vec3){walk_x, walk_y, fall}, h);
//     }
//
// Threads: the world's thread.

#ifndef BELAY_CHARACTER_H
#define BELAY_CHARACTER_H

#include "belay/query.h"
#include "belay/world.h"

#ifdef __cplusplus
extern "C" {
#endif

// Asked of each place where the character may touch something, or is within reach of it: false, and it is not there.
// (One-way floors: false where the normal does not point up, or the depth is more than a little.) The world refuses
// calls from within, as for contact_hook.h.
typedef bool belay_character_filter_fn(const belay_overlap* place, void* context);

// What a character is like. belay_character_def_default gives the values named here.
typedef struct belay_character_def {
    double radius;      // m, 1e-3 to 1e3, default 0.3
    double height;      // m, of the whole capsule, 2 radius to 1e6, default 1.8
    belay_vec3 up;      // need not be unit, not zero; default z
    double max_slope;   // rad, 0 to 1.5: the steepest ground that it stands on and climbs; default pi/4
    double step_height; // m, 0 to 32 radius, default 0.3: higher ones are walls
    double snap_height; // m, 0 to 32 radius, default 0.3: walking, it keeps to ground that falls away by up to that
    double skin;        // m, > 0 and at most radius / 4, default 0.005: the gap that it keeps to everything
    double push_force;  // N, 0 to BELAY_MAX_FORCE, default 200: pushes dynamic bodies in its way no harder, and no
                        // faster than it goes
    double weight;      // N, 0 to BELAY_MAX_FORCE, default 0: presses with it on a dynamic body that it stands on,
                        // which does not fall asleep meanwhile
    belay_query_filter filter;          // what it sees; default: everything but sensors
    belay_character_filter_fn* touches; // default null: it touches all that the filter lets it see
    void* context;                      // handed to it; the caller's
} belay_character_def;

// The values above.
belay_character_def belay_character_def_default(void);

// Where a character is and what it came to. Only position is to be written, to put it somewhere (with ground null).
typedef struct belay_character {
    belay_vec3 position;        // m, middle of the capsule
    belay_vec3 velocity;        // m/s: what the last move came to, beyond what the ground carried it
    belay_vec3 ground_normal;   // unit, of the surface that it stands on; zero in the air
    belay_vec3 ground_velocity; // m/s, of that where it stands
    belay_body_id ground;       // that it stands on; null in the air. Restored into a world of another tag it has this
                                // one's from the next move on
    belay_vec3 on_ground;       // m, body frame of the ground: `position` there
    belay_quat ground_rotation; // of the ground when it came to stand there, or at the last move
    double turned;              // rad, about up: by which the ground turned in the last move, and the game its camera
    uint32_t is_grounded;       // 1: it stands on ground that is not too steep
    uint32_t hits_wall;         // 1: something kept it from going on level
    uint32_t hits_ceiling;      // 1: something kept it from going up
    uint32_t is_squeezed;       // 1: it is in two things that leave it no room; it stays in them
} belay_character;

// A character in the air, at rest, at a place (m).
belay_character belay_character_at(belay_vec3 position);

// Moves a character for `seconds` (> 0, at most BELAY_MAX_STEP) with `velocity` (m/s, world): first as its ground has
// moved since the last move, then by its own. On ground it goes along the ground with the level part of the velocity;
// what points down is left out, what points up takes off. Ways of more than 1000 radii are refused; ground that has
// moved by more than that since the last move carries it no more. Forces on bodies are those of the next step, of which
// a move that is shorter has its part: two moves of half a step push as one of a whole one. Errors: VALUE (out of
// range; null; forces on a body that come to more than BELAY_MAX_FORCE), CAPACITY (more than 512 colliders within
// reach), MEMORY, STATE, BUSY: the character is then as it was. Cost: some microseconds for each half radius of the
// way, its own and that of its ground; some 300 KB of stack.
belay_result belay_character_move(belay_world* world, const belay_character_def* def, belay_character* character,
                                  belay_vec3 velocity, double seconds);

#ifdef __cplusplus
}
#endif

#endif
