// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Haptic devices behind one small table. SI units, right-handed axes, forces on the user's hand. A driver speaks the
// device's own axes; the loop turns them into the world's (haptic_servo.h).

#ifndef BELAY_HAPTIC_DEVICE_H
#define BELAY_HAPTIC_DEVICE_H

#include "belay/base.h"
#include "belay/math.h"
#include "belay/result.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// What a device is and may be asked for. Zero: unknown, or not there.
typedef struct belay_haptic_device_info {
    char name[64];                  // model, for people
    char driver[32];                // of the driver's table
    char id[64];                    // tells two devices of a driver apart: serial number, index
    double max_force;               // N
    double max_continuous_force;    // N
    double max_torque;              // N m; 0: no torques
    double max_stiffness;           // N/m, what its maker or field reports call safe
    double max_damping;             // N s/m
    double position_step;           // m, of the encoders at the tip
    double mass, damping, friction; // kg, N s/m, N: apparent at the tip
    double delay;                   // s, from a pose to the force that answers it
    double workspace_radius;        // m
    double rate;                    // Hz, its own or the best
    bool has_rotation;              // reports an orientation
    bool has_velocity;              // reports velocities of its own
    bool owns_loop;                 // calls the servo itself (belay_haptic_device_ops.run)
    int button_count;               // 0 to 32
    bool has_grip;                  // reports how far a gripper, or a trigger, is closed
    double max_grip_force;          // N; 0: of a gripper without a motor, or none
} belay_haptic_device_info;

// ---------------------------------------------------------------------------------------------------------------------
// What a device says is wrong
// ---------------------------------------------------------------------------------------------------------------------

// (name, whether forces do not arrive while it lasts, what is wrong, what to do)
#define BELAY_HAPTIC_TROUBLE_LIST(X)                                                                                   \
    X(NO_POWER, true, "has no power", "plug in its power supply and switch it on")                                     \
    X(NOT_CALIBRATED, true, "is not calibrated", "calibrate it: move it to its end stops, or put it into its holder")  \
    X(NOT_STARTED, true, "is not started", "wait, or open it again")                                                   \
    X(BRAKED, true, "has its brake on", "release the brake: slow down, or press its force button")                     \
    X(FORCE_OFF, true, "has its forces switched off", "press its force button")                                        \
    X(WATCHDOG, true, "let go of the force, as none was written for too long", "let the loop tick on time")            \
    X(DEADMAN, true, "is not held", "take hold of its handle")                                                         \
    X(IN_HOLDER, false, "stands in its holder", "take the stylus out")                                                 \
    X(IN_USE, false, "is used by another program too", "end the other program: forces add up")                         \
    X(HOT, false, "has warm motors", "ask for less force, or wait")                                                    \
    X(FORCE_EXCEEDED, false, "was asked for more force than it has", "lower max_force")                                \
    X(IMPULSE_EXCEEDED, false, "was asked for too sudden a force", "lower the stiffness or max_slew")                  \
    X(SPEED_EXCEEDED, false, "moved too fast", "move slower")                                                          \
    X(STALLED, false, "is stalled", "let the handle move")                                                             \
    X(UNSTABLE, false, "is near the limit of its stability", "lower the stiffness")                                    \
    X(FORCE_LIMITED, false, "limits the force by itself", "lower the force, and wait")                                 \
    X(FAULT, false, "says that something failed", "open it again; see its maker's tools")

// What may be wrong, one for each of the list.
typedef enum belay_haptic_trouble {
#define BELAY_HAPTIC_TROUBLE_ENUMERATOR(name, stops, text, help) BELAY_HAPTIC_TROUBLE_##name,
    BELAY_HAPTIC_TROUBLE_LIST(BELAY_HAPTIC_TROUBLE_ENUMERATOR)
#undef BELAY_HAPTIC_TROUBLE_ENUMERATOR
        BELAY_HAPTIC_TROUBLE_COUNT
} belay_haptic_trouble;

// The bit that stands for a trouble. Any thread.
static inline uint32_t belay_haptic_trouble_bit(belay_haptic_trouble trouble)
{
    return (uint32_t)1 << trouble;
}

// The troubles while which forces do not arrive; bits. Any thread.
uint32_t belay_haptic_troubles_without_force(void);

// Writes what is wrong with a device, and what to do: "<name> <id> has its brake on: release ...; ...". Returns the
// length that all of it has, as snprintf does; empty for no troubles. `info` may be null: "the device". Any thread.
size_t belay_haptic_troubles_text(const belay_haptic_device_info* info, uint32_t troubles, char* text, size_t size);

// ---------------------------------------------------------------------------------------------------------------------
// Input and output
// ---------------------------------------------------------------------------------------------------------------------

// What a device says. Device axes.
typedef struct belay_haptic_input {
    belay_vec3 position;         // m
    belay_quat rotation;         // unit; identity without
    belay_vec3 linear_velocity;  // m/s, where has_velocity
    belay_vec3 angular_velocity; // rad/s, likewise
    uint32_t buttons;            // bits
    double grip;                 // 0 (open) to 1 (closed): of a gripper or trigger, where has_grip
    double time;                 // s, of the device's clock
    double grip_width;           // m, between the fingers of a gripper; 0: unknown
    double grip_angle;           // rad, of a gripper's opening; 0: unknown
    uint32_t troubles;           // bits of belay_haptic_trouble
} belay_haptic_input;

// What a device is to do. Device axes, on the hand.
typedef struct belay_haptic_output {
    belay_vec3 force;  // N
    belay_vec3 torque; // N m
    double grip_force; // N, on the fingers in a gripper; positive: opens it
} belay_haptic_output;

// How a call of a device went.
typedef enum belay_haptic_status {
    BELAY_HAPTIC_OK,        // done
    BELAY_HAPTIC_NOT_READY, // nothing new yet: calibrating, no frame received; the last input stands (see read)
    BELAY_HAPTIC_LOST,      // unplugged, or the service went away; sticky until it is opened again
} belay_haptic_status;

// Called by an owner of the loop once per tick of its own, on a thread of its own; `dt` is the time since the last one,
// in s. False: this was the last one (what it put out is still written).
typedef bool belay_haptic_tick_fn(void* context, const belay_haptic_input* input, belay_haptic_output* output,
                                  double dt);

// A driver. `device` is what open gave. Calls of one device come from one thread at a time; probe may come from
// another.
typedef struct belay_haptic_device_ops {
    const char* name; // of the driver, for people; never null
    // Finds devices: writes up to `capacity` infos and returns how many there are; 0 with the reason in `why` (what is
    // missing, and how to get it). May load libraries and open sockets; takes at most about 100 ms.
    int (*probe)(void* driver, belay_haptic_device_info* infos, int capacity, char* why, size_t why_size);
    // Opens a device that probe reported. Errors: HANDLE (not there), STATE (in use, no permission, no answer), MEMORY;
    // `error` says what.
    belay_result (*open)(void* driver, const belay_haptic_device_info* info, void** device, belay_error* error);
    // Reads the newest input; never blocks longer than a tick. Not OK: *input is the last one again, before any the
    // origin at time 0.
    belay_haptic_status (*read)(void* device, belay_haptic_input* input);
    // Writes a force; it acts until the next one, or as long as the device's watchdog lets it.
    belay_haptic_status (*write)(void* device, const belay_haptic_output* output);
    // Where owns_loop: calls tick once per tick, and returns after tick said false (OK) or when the device is lost, in
    // which case tick is not called any more. Null otherwise.
    belay_haptic_status (*run)(void* device, belay_haptic_tick_fn* tick, void* context);
    // Writes zero where that is possible, and forgets the device.
    void (*close)(void* device);
} belay_haptic_device_ops;

// A driver with what it works on (a simulation, a service's address, the table of a library).
typedef struct belay_haptic_driver {
    const belay_haptic_device_ops* ops; // the driver's table; outlives all that uses it
    void* driver;                       // what probe and open are given; owned by who made the driver
} belay_haptic_driver;

#ifdef __cplusplus
}
#endif

#endif
