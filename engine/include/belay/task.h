// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A game's own task system in place of the threads of a world (belay_world_def.tasks). A step has a number of loops
// that may be shared. For each Belay asks the system to call a function some times, takes part itself, and then waits
// for those calls. Who calls and when does not matter, nor whether it is before Belay has done all of the loop by
// itself: the results are the same bits.
//
// Costs: a loop is shared where its pieces take some microseconds each; a step of a busy scene has tens to hundreds of
// loops. So `start` should cost about a microsecond, and a call that comes late does nothing.

#ifndef BELAY_TASK_H
#define BELAY_TASK_H

#ifdef __cplusplus
extern "C" {
#endif

// What the task system is to call: `run(data, number)`, once for each number. It neither blocks nor allocates, and it
// may run at the same time as the others and on any thread.
typedef void belay_task(void* data, int number);

// How it is called.
typedef struct belay_task_system {
    // Has run(data, number) called once for each number from 1 to count (1 <= count < worker_count), and returns at
    // once with what `finish` is to know them by; may be null. Called by the thread that makes the step. A system that
    // has no room may call them itself before it returns.
    void* (*start)(belay_task* run, void* data, int count, void* context);
    // Returns when the calls that `start` was asked for have all returned; may work on other tasks meanwhile, but on
    // none that uses this world. Called once for each `start`, by the same thread, before the next one.
    void (*finish)(void* started, void* context);
    void* context; // handed to both; the program's
} belay_task_system;

#ifdef __cplusplus
}
#endif

#endif
