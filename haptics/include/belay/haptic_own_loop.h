// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A haptic loop without a thread: the program ticks it. For tests and batch runs, which then give the same bits each
// time, for programs with a real-time thread of their own, and where there are no threads. docs/own_loop.md has a
// whole program.
//
//     belay_haptic_own_loop_create         opens the device, ties the tool, starts
//     each step:  belay_haptic_own_loop_before_step, belay_world_step, belay_haptic_own_loop_after_step
//     each tick:  belay_haptic_own_loop_tick
//     belay_haptic_own_loop_destroy
//
// Ticks may come from another thread than the steps: between the two there are only atomic exchanges, and neither waits
// for the other. "The world's thread" is the one that steps the world, "the servo's" the one that ticks; they may be
// the same.

#ifndef BELAY_HAPTIC_OWN_LOOP_H
#define BELAY_HAPTIC_OWN_LOOP_H

#include "belay/haptic_loop.h"

#ifdef __cplusplus
extern "C" {
#endif

// A loop that is ticked. Create makes it, the program's to destroy.
typedef struct belay_haptic_own_loop belay_haptic_own_loop;

// Opens the device, ties a dynamic body of the world to it as its tool, and starts: the force ramps up with the first
// ticks. `def` as for a loop with a thread; its wants_realtime is not looked at, as a priority is that of the thread
// that ticks. World and driver must outlive the loop. Errors: VALUE (null; the device owns its loop; stops_at_process_
// end, which takes a thread), those of belay_haptic_loop_create and belay_haptic_coupling_create. Nothing is left
// behind after an error. The world's thread.
belay_result belay_haptic_own_loop_create(const belay_haptic_loop_def* def, belay_world* world, belay_body_id tool,
                                          belay_haptic_own_loop** loop, belay_error* error);

// Before a step: draws the tool to where the device last held it; before the first tick, and while the device is lost
// or holds nothing, lets go of it. Errors: VALUE (null), HANDLE (the tool is gone), BUSY. The world's thread.
belay_result belay_haptic_own_loop_before_step(belay_haptic_own_loop* loop);
// After a step: hands the tool's contacts to the servo. Errors: VALUE (null), those of belay_world_get_local_model. The
// world's thread.
belay_result belay_haptic_own_loop_after_step(belay_haptic_own_loop* loop);

// A tick: reads the device, solves, writes the force. `dt`: s, since the last tick; what is not a time above 0 counts
// as the servo's period. To be called 500 to 4000 times a second, whether or not a step came between. False: the device
// is lost (or loop is null), nothing was written. Neither allocates nor waits beyond what the driver does. The servo's
// thread.
bool belay_haptic_own_loop_tick(belay_haptic_own_loop* loop, double dt);

// What is asked of the servo at the next tick: bits BELAY_HAPTIC_START, _STOP, _GRAB, _RELEASE. Any thread. Null does
// nothing.
void belay_haptic_own_loop_command(belay_haptic_own_loop* loop, uint32_t commands);

// What the last tick put out, and the report since the beginning; either may be null. False before the first tick. The
// world's thread.
bool belay_haptic_own_loop_get_state(belay_haptic_own_loop* loop, belay_haptic_servo_output* output,
                                     belay_haptic_servo_report* report);

// Opens a lost device again, and starts: call it until it succeeds. Errors: VALUE (null), STATE (it is not lost), those
// of the driver's open. The servo's thread.
belay_result belay_haptic_own_loop_reopen(belay_haptic_own_loop* loop, belay_error* error);

// Writes zero force, closes the device and unties the tool. For a force that fades first, command STOP and tick for
// another 20 ms. Null does nothing. The world's thread, while none ticks.
void belay_haptic_own_loop_destroy(belay_haptic_own_loop* loop);

#ifdef __cplusplus
}
#endif

#endif
