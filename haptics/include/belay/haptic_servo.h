// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The servo: what turns a device's pose into a force, once per tick (1 kHz or so), between the steps of physics. One
// tick is a function of the servo's state, the device's input, the newest contact model and the time passed: it reads
// no clock, allocates nothing, takes no lock, and gives the same bits for the same inputs. Its stages, in order:
//
//   input      numbers that cannot be poses are not taken; device axes -> world; velocity by an adaptive window
//   contacts   the newest model, faded in over one period of physics, so that no force steps when it comes; after a
//              stall over as long as that took, at most 0.1 s
//   tool       the tool, drawn to the device's pose by the virtual coupling, against those contacts under the exact
//              Signorini-Coulomb law
//   ramps      start, stop, stale or broken models, late ticks, recovery: the force is scaled by time ramps
//   passivity  an observer of the energy that goes through the device's port, and a controller as the last resort
//   limits     finite, over-speed, the device's rating, heat of the motors: nothing goes around this one
//
// Stiffness and damping are those of the coupling in the world. With a workspace scale s (world metres per device
// metre) the hand feels s times them, since forces are turned and never scaled.

#ifndef BELAY_HAPTIC_SERVO_H
#define BELAY_HAPTIC_SERVO_H

#include "belay/haptic_device.h"
#include "belay/haptic_model.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------------------------------------------------------------
// Advice on stiffness
// ---------------------------------------------------------------------------------------------------------------------

// The largest stiffness, N/m, of a sampled wall with damping B (N s/m, backward difference) that is passive for every
// passive hand on a device with viscous damping b, at the period T and with a delay (s) from pose to force: b = K T/2 +
// |B| (Colgate and Schenkel 1997), and with a delay b = K (T/2 + delay) + |B|. Never negative. NaN for NaN.
double belay_haptic_safe_stiffness(double device_damping, double damping, double period, double delay);

// What a device allows, by several rules; HUGE_VAL where one says nothing.
typedef struct belay_haptic_advice {
    double passive;  // N/m, belay_haptic_safe_stiffness: strict, for any hand
    double friction; // N/m, 2 c / q: where Coulomb friction c holds what encoder steps q stir up
    double rated;    // N/m, the device's own limit
} belay_haptic_advice;
// For a device that is known (`info` not null), at a damping (N s/m) and a period (s). Any thread.
belay_haptic_advice belay_haptic_advise(const belay_haptic_device_info* info, double damping, double period);

// ---------------------------------------------------------------------------------------------------------------------
// Configuration
// ---------------------------------------------------------------------------------------------------------------------

// What the hand holds in the world.
typedef enum belay_haptic_tool_kind {
    BELAY_HAPTIC_TOOL_POINT,   // without mass; turns as the device does; forces only
    BELAY_HAPTIC_TOOL_POSE,    // without mass; forces and torques
    BELAY_HAPTIC_TOOL_DYNAMIC, // with mass and inertia, which the hand feels; torques where angular_stiffness > 0
} belay_haptic_tool_kind;

// SI, world frame but where said. belay_haptic_servo_config_default gives the values named here.
typedef struct belay_haptic_servo_config {
    belay_haptic_tool_kind tool; // default POINT
    double period;               // s, T, nominal, 1/4000 to 1/250; default 1 ms
    belay_pose mount;            // device -> world: x = mount.position + mount.rotation (scale x_device)
    double scale;                // > 0, world metres per device metre; default 1
    belay_pose grip; // tool -> the device's grip, in m of the world: a tip that lies before the hand; default none. Its
                     // lever is felt as a torque, where the tool gives torques; without, turns press unfelt

    double stiffness, damping;                 // N/m > 0, N s/m >= 0, of the coupling
    double angular_stiffness, angular_damping; // N m/rad, N m s/rad
    double damping_depth;                      // m, >= 0: damping grows from 0 at the surface to its full at this depth
    double max_stiffness;                      // N/m at the hand: stiffer couplings are softened to it; 0: no cap
    double max_damping;                        // N s/m at the hand, likewise
    double static_friction_ratio;              // >= 1: what mu is at rest, of that in motion; default 1
    double static_friction_seconds;            // s, > 0: how fast mu falls when sliding begins; default 20 ms
    double tool_mass;                          // kg, > 0, DYNAMIC
    belay_vec3 tool_inertia;                   // kg m^2, > 0, about the body frame's origin and axes, DYNAMIC
    bool enable_inertia;                       // what a POINT or POSE tool holds resists acceleration; default true.
                                               // A tool with mass feels that in any case
    int sweeps;                                // over the contacts, 1 to 200; default 20
    int velocity_window;                       // samples at most, 1 to 32; default 16

    // The device; 0: unknown, no limit, but for max_force and max_torque: then 3 N and 0.1 N m.
    double device_mass, device_damping, device_friction; // kg, N s/m, N
    double position_step, rotation_step;                 // m, rad: of the encoders
    double delay;                                        // s
    double max_force, max_torque;                        // N, N m: never exceeded
    double max_grip_force;                               // N; 0: unknown, then 1 N
    double max_continuous_force;                         // N; with thermal_seconds: what the motors stand for long
    double thermal_seconds;                              // s, of their heating; default 5

    double start_seconds, start_force; // s, N: ramp at start, which waits until less than this is wanted; 0.2, 0.2
    double stop_seconds;               // s, ramp at stop; default 20 ms
    double stale_seconds, stale_fade;  // s: a model older than this fades, for so long; 0.1, 0.1
    double recover_seconds;            // s, ramp when what had failed is well again; default 0.1
    double fault_fade;                 // s, for which the last good force fades when there is no new one; 20 ms
    double late_periods;               // a tick that comes so many periods after the last is late; default 4
    double gap_seconds;                // s: after a gap like this it starts anew; default 20 ms
    double max_speed, max_spin;        // m/s, rad/s at the hand: faster is damped, then off; default 2, 30
    double max_jump_speed;             // m/s, >= max_speed: a place further off is no motion but a fault; default 4
    double max_jump_spin;              // rad/s, >= max_spin, likewise; default 60
    double max_slew, max_torque_slew;  // N/s, N m/s: fault detectors, above what contacts do; 0: set by the coupling,
                                       // a little below what takes the device from no force to its largest in a tick
    bool enable_passivity_controller;  // default true
    double passivity_seconds;          // s, in which energy made is forgiven, out of contact; default 0.5
    double passivity_tolerance;        // J, made before the controller acts; default 2e-4
    double passivity_reserve;          // J, that a contact may save up beyond what it stores; default 0.02
} belay_haptic_servo_config;

// For a device: its numbers, and a coupling well inside what it can render: stiffness as rated up to 2000 N/m (500
// where nothing is known), less where the device's delay is longer than a period, damping 0.6 of the rated (2 where
// nothing is known). `info` may be null: nothing known.
belay_haptic_servo_config belay_haptic_servo_config_default(const belay_haptic_device_info* info);

// A mount from axes: the world directions of the device's x, y and z. VALUE when they are not unit, orthogonal (1e-6)
// and right-handed.
belay_result belay_haptic_mount_from_axes(belay_vec3 x, belay_vec3 y, belay_vec3 z, belay_vec3 position,
                                          belay_pose* mount, belay_error* error);

// ---------------------------------------------------------------------------------------------------------------------
// Reasons: whatever keeps the force from being that of the coupling
// ---------------------------------------------------------------------------------------------------------------------

// (name, text)
#define BELAY_HAPTIC_REASON_LIST(X)                                                                                    \
    X(OFF, "not started, or stopped")                                                                                  \
    X(ARMING, "waits with the start until little force is wanted")                                                     \
    X(STARTING, "the force is ramped up")                                                                              \
    X(STOPPING, "the force is ramped down")                                                                            \
    X(RELEASED, "the device holds no tool")                                                                            \
    X(NO_MODEL, "no contact model has come yet")                                                                       \
    X(STALE, "the contact model is old, and fades")                                                                    \
    X(BAD_MODEL, "a contact model was unfit for use")                                                                  \
    X(RECOVERING, "the force is ramped up after a failure")                                                            \
    X(BAD_POSE, "the device's pose is not a number, or jumped")                                                        \
    X(NOT_READY, "the device has nothing new")                                                                         \
    X(LOST, "the device is lost, until it is opened again")                                                            \
    X(LATE, "a tick came late")                                                                                        \
    X(GAP, "ticks stood still for long: starts anew")                                                                  \
    X(OVER_SPEED, "the device moves too fast")                                                                         \
    X(PASSIVITY, "the passivity controller acts")                                                                      \
    X(BAD_FORCE, "the force was not a number")                                                                         \
    X(SLEW, "the force changed faster than any contact can")                                                           \
    X(CLAMPED, "the force or torque is held to the device's rating")                                                   \
    X(THERMAL, "the force is lowered to spare the motors")                                                             \
    X(NOT_PASSIVE, "the coupling has lately given the hand more energy than it got")                                   \
    X(SOFTENED, "the coupling is softened to the device's largest stiffness or damping")                               \
    X(OVERFULL, "the tool has more contacts than the model holds")                                                     \
    X(SLOW_DEVICE, "the device says something new less often than 500 times a second")                                 \
    X(STIFF, "the coupling is stiffer than the strict bound for any hand")                                             \
    X(FORCE_OFF, "the device says that forces do not arrive (brake, power, calibration...): see its troubles")         \
    X(TROUBLE, "the device says that something is wrong: see its troubles")                                            \
    X(CLUTCHED, "the clutch is held, or comes or goes: the device moves freely")

// One for each of the list.
typedef enum belay_haptic_reason {
#define BELAY_HAPTIC_REASON_ENUMERATOR(name, text) BELAY_HAPTIC_REASON_##name,
    BELAY_HAPTIC_REASON_LIST(BELAY_HAPTIC_REASON_ENUMERATOR)
#undef BELAY_HAPTIC_REASON_ENUMERATOR
        BELAY_HAPTIC_REASON_COUNT
} belay_haptic_reason;

// The text of a reason; never null. Any thread.
const char* belay_haptic_reason_text(belay_haptic_reason reason);

// The bit that stands for a reason. Any thread.
static inline uint32_t belay_haptic_reason_bit(belay_haptic_reason reason)
{
    return (uint32_t)1 << reason;
}

// ---------------------------------------------------------------------------------------------------------------------
// The servo
// ---------------------------------------------------------------------------------------------------------------------

// What is asked of the servo with a tick; bits.
enum {
    BELAY_HAPTIC_START = 1,   // ramp up
    BELAY_HAPTIC_STOP = 2,    // ramp down to zero and stay there
    BELAY_HAPTIC_GRAB = 4,    // take the tool where it is: the coupling starts without stretch
    BELAY_HAPTIC_RELEASE = 8, // let go of it
    BELAY_HAPTIC_REOPEN = 16, // the device was opened again after it was lost
};

// What a tick is given.
typedef struct belay_haptic_servo_input {
    belay_haptic_input device;               // as read; device axes
    belay_haptic_status status;              // of reading it
    const belay_haptic_contact_model* model; // the newest, or null; only looked at during the call
    double dt;                               // s, since the last tick; the first: the period
    uint32_t commands;                       // bits
} belay_haptic_servo_input;

// What a tick gives.
typedef struct belay_haptic_servo_output {
    belay_haptic_output device;                   // to write; device axes
    bool is_to_be_written;                        // false: the device is lost, write nothing
    bool is_fresh;                                // the force comes from contacts solved in this tick
    bool is_in_contact;                           // the tool bears on something of the model
    uint32_t reasons;                             // bits of belay_haptic_reason
    belay_vec3 force, torque;                     // N, N m: of the coupling on the hand, world, before ramps and limits
    double gain;                                  // of the ramps and the clutch, 0 to 1
    belay_pose target;                            // where the hand holds the tool, world
    belay_vec3 linear_velocity, angular_velocity; // m/s, rad/s, of the target
    belay_pose tool;                              // where contacts let it be, world
    int contacts;                                 // solved
    uint32_t buttons;                             // of the device, bits
    double grip, grip_width, grip_angle;          // of its gripper or trigger: 0 to 1, m, rad
    uint32_t troubles;                            // bits of belay_haptic_trouble: what it says is wrong
    double normal_force, friction_force;          // N, at the contact that presses most; holds are none
} belay_haptic_servo_output;

// Counts and sums since the servo was made. Plain data.
typedef struct belay_haptic_servo_report {
    uint64_t ticks;                             // made
    uint64_t count[BELAY_HAPTIC_REASON_COUNT];  // ticks on which each reason was there
    uint64_t contact_ticks, fresh_ticks;        // in contact; of these, with a force solved in the tick
    uint64_t models;                            // taken
    uint32_t reasons;                           // of the last tick
    uint32_t troubles, troubles_seen;           // of the device: of the last tick, of all ticks
    double model_age;                           // s, since the last model came; HUGE_VAL before the first
    double device_rate;                         // Hz, at which the device says something new, over the last 0.5 s or so
    double energy;                              // J, that went into the servo at the device's port, all in all
    double energy_lowest;                       // J
    double energy_recent, energy_recent_lowest; // J, without what earlier contacts saved up
    double stiffness, damping;                  // in force, N/m, N s/m
    double safe_stiffness;                      // N/m, belay_haptic_safe_stiffness over the scale
    double heat;                                // of the motors; 1: as hot as they may be for long
    double largest_force;                       // N, sent
    belay_haptic_model_fault last_model_fault;  // of the last model that was unfit; NONE: there was none
} belay_haptic_servo_report;

// A servo. Create makes it, the program's to destroy; one thread at a time.
typedef struct belay_haptic_servo belay_haptic_servo;

// Errors: VALUE (out of range; the message names field and value), MEMORY. What is merely unwise is taken and shows as
// a reason: STIFF, SOFTENED. Device numbers must be finite.
belay_result belay_haptic_servo_create(const belay_haptic_servo_config* config, belay_haptic_servo** servo,
                                       belay_error* error);
// Null does nothing. Not while another thread ticks.
void belay_haptic_servo_destroy(belay_haptic_servo* servo);

// One tick. Cost: 1 us without contacts, about 20 us with 8.
void belay_haptic_servo_tick(belay_haptic_servo* servo, const belay_haptic_servo_input* input,
                             belay_haptic_servo_output* output);

// Good until the next tick; the thread that ticks.
const belay_haptic_servo_report* belay_haptic_servo_get_report(const belay_haptic_servo* servo);
// As created. Good until the servo is destroyed; null for null.
const belay_haptic_servo_config* belay_haptic_servo_get_config(const belay_haptic_servo* servo);

#ifdef __cplusplus
}
#endif

#endif
