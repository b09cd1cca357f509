// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The servo on a thread of its own, with a device on one side and a world on the other. The thread wakes at absolute
// times (500 to 4000 Hz), or is the device's own where that owns its loop. Between it and the program there are only
// atomic exchanges: nobody waits for anybody.
//
//     belay_haptic_loop_create        opens the device
//     belay_haptic_loop_attach        the tool
//     belay_haptic_loop_start
//     each step:  belay_haptic_loop_apply, belay_world_step, belay_haptic_loop_publish
//     belay_haptic_loop_stop, detach, destroy
//
// "The world's thread" is the one that steps the world, at that moment; "the owner's" the one that makes, starts, stops
// and destroys the loop. They may be the same.

#ifndef BELAY_HAPTIC_LOOP_H
#define BELAY_HAPTIC_LOOP_H

#include "belay/haptic_coupling.h"
#include "belay/haptic_force.h"
#include "belay/haptic_navigation.h"
#include "belay/haptic_record.h"
#include "belay/haptic_servo.h"
#include "belay/haptic_surface.h"

#ifdef __cplusplus
extern "C" {
#endif

// What a loop is made of. belay_haptic_loop_def_default gives the values named here and in the parts.
typedef struct belay_haptic_loop_def {
    belay_haptic_driver driver;      // must outlive the loop
    belay_haptic_device_info device; // one that the driver's probe gave
    belay_haptic_servo_config servo; // its period is the loop's: 1/4000 to 1/500 s
    bool wants_realtime;             // asks for a real-time priority; default true
    // Ends with zero force also when the process does, by exit, a return from main, or a signal that would end it
    // (SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE) and that the program has no handler
    // for when the loop is made: a handler stops the loop, waits for at most 60 ms, and lets the signal end the
    // process. Not where the thread of the loop itself crashes, nor by SIGKILL: that is for the device's watchdog.
    // Default false.
    bool stops_at_process_end;
    belay_haptic_force_fn* force;         // of the program's own (haptic_force.h); null: none
    void* force_context;                  // given to it; must outlive the loop
    belay_haptic_grip_fn* grip;           // force of the gripper (haptic_force.h); null: none
    void* grip_context;                   // given to it; must outlive the loop
    const belay_haptic_surface* surfaces; // textures and ringing (haptic_surface.h); null: none; copied by create
    int surface_count;                    // 0 to BELAY_HAPTIC_MOST_SURFACES; default 0
    const belay_haptic_navigation_config* navigation; // clutch and drift (haptic_navigation.h); null: none; copied
    const char* recording;                            // path of a recording to make; null: none
} belay_haptic_loop_def;

// The default servo for that device; nothing of what may be null. Any thread.
belay_haptic_loop_def belay_haptic_loop_def_default(belay_haptic_driver driver, const belay_haptic_device_info* device);

// A loop. Create makes it, the owner's to destroy.
typedef struct belay_haptic_loop belay_haptic_loop;

// Opens the device. Errors: VALUE, those of the driver's open, MEMORY, STATE (the recording cannot be made; 16 loops
// stop at process end already); *loop is then as it was. The owner's thread.
belay_result belay_haptic_loop_create(const belay_haptic_loop_def* def, belay_haptic_loop** loop, belay_error* error);
// Stops, closes the device and forgets the loop; detach from the world first. Null does nothing. The
// owner's thread.
void belay_haptic_loop_destroy(belay_haptic_loop* loop);

// Starts thread and force (which ramps up). Errors: STATE (runs already; no thread can be made; the device is lost).
// The owner's thread.
belay_result belay_haptic_loop_start(belay_haptic_loop* loop, belay_error* error);
// Ramps the force to zero (20 ms), writes zero, and ends the thread. Waits for it. The owner's thread.
void belay_haptic_loop_stop(belay_haptic_loop* loop);
// Opens a lost device again: call it until it succeeds, then start. The owner's thread. Errors: STATE (the loop runs),
// those of the driver's open.
belay_result belay_haptic_loop_reopen(belay_haptic_loop* loop, belay_error* error);

// Takes hold of the tool where it is. Without, the device holds it from the start, where it is itself. Any thread.
void belay_haptic_loop_grab(belay_haptic_loop* loop);
// Lets go of the tool. Any thread.
void belay_haptic_loop_release(belay_haptic_loop* loop);

// Ties a body of the world to this loop as its tool. The world's thread, as the next four. Errors: STATE (there is one
// already), those of belay_haptic_coupling_create.
belay_result belay_haptic_loop_attach(belay_haptic_loop* loop, belay_world* world, belay_body_id tool);
// Unties it. Null world: it was destroyed.
void belay_haptic_loop_detach(belay_haptic_loop* loop, belay_world* world);
// Before a step: draws the tool to where the device last held it. Without a running servo or a hold: lets go. Errors:
// those of belay_haptic_coupling_pull.
belay_result belay_haptic_loop_apply(belay_haptic_loop* loop, belay_world* world);
// After a step: hands the tool's contact model to the servo. Rods in it are kept awake. Errors: those of
// belay_world_get_local_model.
belay_result belay_haptic_loop_publish(belay_haptic_loop* loop, belay_world* world);
// What the servo last put out, and its report; false before its first tick.
bool belay_haptic_loop_get_state(belay_haptic_loop* loop, belay_haptic_servo_output* output,
                                 belay_haptic_servo_report* report);

// What the system answered to def.wants_realtime.
typedef enum belay_haptic_realtime {
    BELAY_HAPTIC_REALTIME_NOT_ASKED, // nobody wants it, or the thread has not begun
    BELAY_HAPTIC_REALTIME_GRANTED,   // the system's real-time class
    BELAY_HAPTIC_REALTIME_RAISED,    // only a higher priority among ordinary threads
    BELAY_HAPTIC_REALTIME_REFUSED,   // an ordinary thread
} belay_haptic_realtime;

// Times of ticks since the start, s: how many there are, quantiles (each to an eighth of itself) and the longest.
typedef struct belay_haptic_times {
    uint64_t count;             // of ticks
    double p50, p99, p999, max; // s
} belay_haptic_times;

// How a loop does.
typedef struct belay_haptic_loop_stats {
    bool is_running, is_lost;       // its thread ticks; the device is lost until it is opened again
    uint64_t ticks;                 // made since the start
    uint64_t missed;                // ticks that were due and never made
    double rate;                    // Hz, mean since the start
    belay_haptic_times latency;     // from when a tick was due to when it began
    belay_haptic_times period;      // from tick to tick
    belay_haptic_times work;        // of a tick: reading, solving, writing
    belay_haptic_realtime realtime; // what the system answered
    char realtime_text[96];         // the same in words
    uint64_t recording_dropped;     // ticks that the recording left out
} belay_haptic_loop_stats;

// Any thread, at any time; never waits. Counts that belong together may be a tick apart.
void belay_haptic_loop_get_stats(const belay_haptic_loop* loop, belay_haptic_loop_stats* stats);

#ifdef __cplusplus
}
#endif

#endif
