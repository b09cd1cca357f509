// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Forces of a program's own, on top of what the tool feels of the world: fields, guides, magnets, vibration. They are
// asked for in each tick of the servo, are scaled by its ramps, and pass its last stage as all that is sent: finite,
// within the device's rating, no faster than the limits of slew. The passivity observer leaves them out, as they may
// well bring energy. They are not in recordings.

#ifndef BELAY_HAPTIC_FORCE_H
#define BELAY_HAPTIC_FORCE_H

#include "belay/haptic_servo.h"

#ifdef __cplusplus
extern "C" {
#endif

// A tick, world frame.
typedef struct belay_haptic_moment {
    double dt, time;             // s: since the last tick; since the servo was made, by the sum of these
    belay_pose pose;             // where the hand holds the tool
    belay_vec3 linear, angular;  // m/s, rad/s: how the hand moves it
    belay_pose tool;             // where contacts let it be
    belay_vec3 force, torque;    // N, N m: what is felt without these, before the ramps
    bool is_in_contact, is_held; // is_held: false while the hand has let go of the tool
    uint64_t buttons;            // of the device
    double grip, grip_width;     // of its gripper: 0 to 1 (closed); m
} belay_haptic_moment;

// Adds to *force (N) and *torque (N m, about the hand), world frame. On the servo's thread: it must not wait, allocate
// or take long. What is not finite is left out (BAD_FORCE).
typedef void belay_haptic_force_fn(void* context, const belay_haptic_moment* now, belay_vec3* force,
                                   belay_vec3* torque);

// From the next tick on; null: none. Not while another thread ticks: of a loop set it in its definition. Null servo
// does nothing.
void belay_haptic_servo_set_force(belay_haptic_servo* servo, belay_haptic_force_fn* force, void* context);

// The force of a gripper, N on the fingers in it; positive opens. Asked in each tick, as the force above and under the
// same rules: scaled by the ramps, limited to the configuration's max_grip_force (CLAMPED), zero at over-speed and when
// the loop ends. The passivity observer leaves it out: it watches the port of the hand's pose alone.
typedef double belay_haptic_grip_fn(void* context, const belay_haptic_moment* now);

// From the next tick on; null: none. As belay_haptic_servo_set_force.
void belay_haptic_servo_set_grip(belay_haptic_servo* servo, belay_haptic_grip_fn* grip, void* context);

// ---------------------------------------------------------------------------------------------------------------------
// Ready ones
// ---------------------------------------------------------------------------------------------------------------------

// v: the velocity of the hand; x: where it holds the tool; t: the time of the moment.
typedef enum belay_haptic_effect_type {
    BELAY_HAPTIC_EFFECT_CONSTANT,  // `force`
    BELAY_HAPTIC_EFFECT_VISCOUS,   // -damping v
    BELAY_HAPTIC_EFFECT_POINT,     // stiffness (point - x) - damping v
    BELAY_HAPTIC_EFFECT_LINE,      // the same, to the line through `point` along `direction`: across it only
    BELAY_HAPTIC_EFFECT_PLANE,     // the same, to the plane through `point` across `direction`: along this only
    BELAY_HAPTIC_EFFECT_VIBRATION, // direction amplitude sin(2 pi frequency t)
    BELAY_HAPTIC_EFFECT_COUNT
} belay_haptic_effect_type;

// What a type does not name is not looked at.
typedef struct belay_haptic_effect {
    belay_haptic_effect_type type;      // which of them
    belay_vec3 point, direction, force; // m; of any length but 0; N; world frame
    double stiffness, damping;          // N/m, N s/m
    double amplitude, frequency;        // N, Hz
    double reach;                       // m: nothing further from point, line or plane; 0: everywhere
    double max_force;                   // N, of this effect; 0: no limit of its own
} belay_haptic_effect;

// The most effects that one force may be the sum of.
#define BELAY_HAPTIC_MOST_EFFECTS 16

// Effects whose forces are added up.
typedef struct belay_haptic_effects {
    int count;                                              // 0 to BELAY_HAPTIC_MOST_EFFECTS
    belay_haptic_effect effects[BELAY_HAPTIC_MOST_EFFECTS]; // the first `count` of them
} belay_haptic_effects;

// A belay_haptic_force_fn; `context` is a belay_haptic_effects of the program, which is not to change while a tick is
// made. Allocates nothing and waits for nothing; cost: once over the effects.
void belay_haptic_effects_force(void* context, const belay_haptic_moment* now, belay_vec3* force, belay_vec3* torque);

#ifdef __cplusplus
}
#endif

#endif
