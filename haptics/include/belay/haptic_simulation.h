// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A simulated haptic device with the hand that holds it: for tests, and for everyone without hardware. Each axis moves
// as
//
//     (m + m_hand) v' = f + f_hand - b v - c sgn(v),     f_hand = k_hand (x_wanted - x) + b_hand (v_wanted - v)
//
// and sticks where |v| < 1e-6 m/s and |f + f_hand| <= c (Karnopp), in substeps of 1/40 of the device's period; f is
// held from one write to the next and acts info.delay after it was written. The pose is reported in encoder steps.
// Everything happens on a virtual clock and comes from the definition and a seed alone: same calls, same bits.

#ifndef BELAY_HAPTIC_SIMULATION_H
#define BELAY_HAPTIC_SIMULATION_H

#include "belay/haptic_device.h"

#ifdef __cplusplus
extern "C" {
#endif

// The devices that are known by name. (name, text)
#define BELAY_HAPTIC_PRESET_LIST(X)                                                                                    \
    X(TOUCH, "Touch")                                                                                                  \
    X(OMNI, "Phantom Omni")                                                                                            \
    X(TOUCH_X, "Touch X")                                                                                              \
    X(PREMIUM_1_5, "Phantom Premium 1.5 6DOF")                                                                         \
    X(PREMIUM_3_0, "Phantom Premium 3.0 6DOF")                                                                         \
    X(FALCON, "Novint Falcon")                                                                                         \
    X(INVERSE3, "Haply Inverse3")                                                                                      \
    X(OMEGA_3, "omega.3")                                                                                              \
    X(DELTA_3, "delta.3")                                                                                              \
    X(SIGMA_7, "sigma.7")

// One for each of the list.
typedef enum belay_haptic_preset {
#define BELAY_HAPTIC_PRESET_ENUMERATOR(name, text) BELAY_HAPTIC_PRESET_##name,
    BELAY_HAPTIC_PRESET_LIST(BELAY_HAPTIC_PRESET_ENUMERATOR)
#undef BELAY_HAPTIC_PRESET_ENUMERATOR
        BELAY_HAPTIC_PRESET_COUNT
} belay_haptic_preset;

// The name of a preset, for tables; never null. Any thread.
const char* belay_haptic_preset_name(belay_haptic_preset preset);

// The turning part of a device that has_rotation; the same about every axis.
typedef struct belay_haptic_rotation {
    double inertia;  // kg m2, > 0
    double damping;  // N m s/rad, >= 0
    double friction; // N m, >= 0
    double step;     // rad, of the encoders; 0: none
} belay_haptic_rotation;

// A gripper with the fingers in it, without mass: damping w' = f_grip + stiffness (w_wanted - w), between 0 and width;
// w_wanted is width (1 - grip that is wanted). Where device.has_grip.
typedef struct belay_haptic_gripper {
    double width;              // m, > 0: when open
    double stiffness, damping; // N/m >= 0, N s/m > 0
} belay_haptic_gripper;

// Buttons that are held down by themselves, beside those of belay_haptic_simulation_set_buttons.
typedef struct belay_haptic_press {
    double from, until; // s, of the simulation's time; from <= until
    uint32_t buttons;   // bits
} belay_haptic_press;

// The most times that buttons are held down by themselves.
#define BELAY_HAPTIC_MOST_PRESSES 8

// How a hand holds on. All zero: no hand at all.
typedef struct belay_hand {
    double mass, damping, stiffness;                      // kg, N s/m, N/m; >= 0
    double inertia, rotation_damping, rotation_stiffness; // kg m2, N m s/rad, N m/rad; >= 0
} belay_hand;

// Hands from the literature. Any thread.
belay_hand belay_hand_stylus(void); // fingertips on a stylus: 0.15 kg, 4 N s/m, 300 N/m
belay_hand belay_hand_arm(void);    // a whole arm: 0.554 kg, 6.45 N s/m, 135 N/m

// Where the hand wants to go.
typedef enum belay_hand_motion_kind {
    BELAY_HAND_REST,     // stays at start
    BELAY_HAND_PRESS,    // start -> end in `duration`, with no jerk at the ends, and stays
    BELAY_HAND_TAP,      // to and fro between start and end at `speed`, waiting `dwell` at the end; every `period`
    BELAY_HAND_DRAG,     // presses as PRESS, then to and fro by `reach` along `along` at `speed`
    BELAY_HAND_SPIRAL,   // presses as PRESS, then round end, square to the way pressed, radius growing up to |reach|
                         // by `growth` each turn, at `speed`
    BELAY_HAND_RECORDED, // along the samples, straight between them; stays at the last
    BELAY_HAND_TARGET,   // to the target set from outside (belay_haptic_simulation_set_target): a mouse
} belay_hand_motion_kind;

// A place on a recorded way. Desk axes.
typedef struct belay_hand_sample {
    double time;         // s, growing
    belay_vec3 position; // m
    belay_quat rotation; // unit
} belay_hand_sample;

// Fields that a kind does not name are not looked at.
typedef struct belay_hand_motion {
    belay_hand_motion_kind kind;      // which of them
    belay_vec3 start, end;            // m
    belay_vec3 along;                 // a direction (DRAG), other than zero
    double duration, dwell, period;   // s; duration > 0, dwell >= 0; period long enough, or 0: one tap
    double speed;                     // m/s, > 0
    double reach, growth;             // m, > 0
    belay_quat rotation;              // wanted all the time, but for RECORDED and TARGET; unit
    const belay_hand_sample* samples; // RECORDED; copied
    int sample_count;                 // > 0
} belay_hand_motion;

// What goes wrong, and when. A tick is a call of read; the first of a simulation's life is tick 0, and the count goes
// on over closing and opening. Zero everywhere: nothing.
typedef struct belay_haptic_faults {
    double drop_chance;                  // 0 to 1: no frame at this tick (NOT_READY), the last one stands
    int64_t freeze_tick, freeze_count;   // from this tick, for so many: the pose does not move
    int64_t unplug_tick;                 // > 0: from this tick on, until plugged in again
    int64_t nan_tick, nan_count;         // from this tick, for so many: the pose is not a number
    int64_t jump_tick, jump_count;       // from this tick, for so many: the position is off by `jump`
    belay_vec3 jump;                     // m
    double latency;                      // s, >= 0 and at most 250 periods: poses come so much later
    uint32_t troubles;                   // belay_haptic_trouble bits that the device tells of
    int64_t trouble_tick, trouble_count; // from this tick, for so many
    int64_t rate_tick;                   // from this tick on, where `rate` > 0
    double rate;                         // Hz: a new pose so often only; NOT_READY at the ticks between
    double time_jitter;                  // s, >= 0: times are off by up to this
} belay_haptic_faults;

// What is simulated. belay_haptic_simulation_def_default and _preset give whole ones.
typedef struct belay_haptic_simulation_def {
    // What the device is: mass > 0 and rate > 0, all else >= 0. Zero max_force and max_torque: no limits here (a torque
    // acts where has_rotation); position_step 0: no encoder steps; delay: at most 60 periods.
    belay_haptic_device_info device;
    belay_haptic_rotation rotation; // where device.has_rotation
    belay_haptic_gripper gripper;   // where device.has_grip; sigma.7's preset: 30 mm, 300 N/m, 3 N s/m, chosen
    belay_haptic_press presses[BELAY_HAPTIC_MOST_PRESSES]; // buttons 0: none
    double watchdog; // s, >= 0: lets go of the force so long after the last write; 0: never
    // > 0: motors that heat up, s: with force f the heat goes to (f / max_continuous_force)^2 with this time constant;
    // from 1 to 1.1 max_force comes down to max_continuous_force.
    double thermal_time;
    belay_hand hand;               // that holds it
    belay_hand_motion motion;      // that the hand wants
    belay_vec3 position, velocity; // m, m/s: at first
    belay_haptic_faults faults;    // what goes wrong
    // How the device stands: what it reports as p is mount.position + mount_scale * mount.rotation p; its forces turn
    // with mount.rotation.
    belay_pose mount;
    double mount_scale;   // > 0
    bool is_self_clocked; // each read but the first lets one period pass: no calls of step
    uint64_t seed;        // of what is random: dropped frames and jitter
} belay_haptic_simulation_def;

// A bare, frictionless 0.1 kg at 1 kHz without hand or limits; all else neutral. Any thread.
belay_haptic_simulation_def belay_haptic_simulation_def_default(void);

// A named device held as a stylus, at rest at the origin, with a delay of one period. An unknown preset: the default.
// Any thread.
belay_haptic_simulation_def belay_haptic_simulation_def_preset(belay_haptic_preset preset);

// What really happens, beside what is reported. Desk axes: those of the motion.
typedef struct belay_haptic_simulation_state {
    double time;                   // s
    belay_vec3 position, velocity; // m, m/s
    belay_quat rotation;           // unit
    belay_vec3 angular_velocity;   // rad/s
    belay_vec3 force, torque;      // N, N m, that act on the hand now: delayed, limited
    belay_vec3 hand_force;         // N, of the hand on the device
    double heat;                   // of the motors; 1: as hot as they may get for long
    double force_work, hand_work;  // J, done on device and hand mass so far, torques included
    double damping_loss;           // J, in the device's damping
    double friction_loss;          // J, in the device's friction
    double kinetic_energy;         // J
    int64_t ticks;                 // calls of read
    int64_t writes;                // calls of write that reached the device
    int64_t writes_when_lost;      // calls of write after read or write said LOST
    int64_t bad_writes;            // not finite: taken for zero
    int64_t limited_writes;        // above max_force or max_torque by more than a part in 1e12
    double largest_force;          // N, asked for
    double grip_width;             // m
    double grip_force;             // N, that acts on the fingers now: limited to device.max_grip_force
    bool is_plugged, is_open;      // see plug; a driver holds it open
} belay_haptic_simulation_state;

// A simulation. Create makes it, the program's to destroy.
typedef struct belay_haptic_simulation belay_haptic_simulation;

// Errors: VALUE (a number outside its range), MEMORY. The definition may go when this returns.
belay_result belay_haptic_simulation_create(const belay_haptic_simulation_def* def,
                                            belay_haptic_simulation** simulation, belay_error* error);
// Its device must be closed. Null does nothing.
void belay_haptic_simulation_destroy(belay_haptic_simulation* simulation);

// Lets `dt` seconds pass, 0 to 1e6 (else: none). The thread of the device's calls.
void belay_haptic_simulation_step(belay_haptic_simulation* simulation, double dt);

// How it stands now. The thread of the device's calls.
void belay_haptic_simulation_get_state(const belay_haptic_simulation* simulation, belay_haptic_simulation_state* state);

// Lets go (all zero) or takes hold anew; the wanted motion goes on. Errors: VALUE. The thread of
// the device's calls.
belay_result belay_haptic_simulation_set_hand(belay_haptic_simulation* simulation, const belay_hand* hand);

// Where a hand of kind TARGET wants to be, and how fast that moves: for a target that has stopped, to be said once more
// with no velocity. One thread, which may be another than the device's; never waits, nor lets the other wait. A target
// that is not finite is not taken.
void belay_haptic_simulation_set_target(belay_haptic_simulation* simulation, belay_pose target,
                                        belay_vec3 linear_velocity);

// Puts the device down, at rest and without a force, with the hand's target where it is: desk axes. While nothing reads
// it, on the thread that sets targets. A pose that is not finite is not taken.
void belay_haptic_simulation_place(belay_haptic_simulation* simulation, belay_pose pose);

// The buttons that are held down. Any one thread, never waits.
void belay_haptic_simulation_set_buttons(belay_haptic_simulation* simulation, uint32_t buttons);

// How far the fingers want the gripper closed, 0 (open, at first) to 1. Another number is not taken. Any one thread,
// never waits.
void belay_haptic_simulation_set_grip(belay_haptic_simulation* simulation, double grip);

// Pulls the plug, or puts it back in, after which the device can be found and opened again. The device's thread.
void belay_haptic_simulation_plug(belay_haptic_simulation* simulation, bool is_plugged);

// A driver with this one device. It must be gone before the simulation is.
belay_haptic_driver belay_haptic_simulation_driver(belay_haptic_simulation* simulation);

// Reads a recording: lines of `time x y z` or `time x y z qw qx qy qz`, between blanks, commas or semicolons, in s and
// m; `#` begins a comment. Gives samples to be freed with belay_hand_samples_free. Errors: VALUE (names the line),
// STATE (the file cannot be read), MEMORY.
belay_result belay_hand_samples_read(const char* path, belay_hand_sample** samples, int* count, belay_error* error);
// Null does nothing.
void belay_hand_samples_free(belay_hand_sample* samples);

#ifdef __cplusplus
}
#endif

#endif
