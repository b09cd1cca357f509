// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What a loop is made of, and which thread each part belongs to.

#ifndef BELAY_HAPTICS_LOOP_LOOP_INTERNAL_H
#define BELAY_HAPTICS_LOOP_LOOP_INTERNAL_H

#include "belay/haptic_loop.h"
#include "threads/haptic_histogram.h"
#include "threads/haptic_triple_buffer.h"

#include <SDL.h>

// What the servo tells the world.
typedef struct loop_word {
    belay_haptic_servo_output output;
    belay_haptic_servo_report report;
} loop_word;

struct belay_haptic_loop {
    belay_haptic_loop_def def;
    void* device;
    belay_haptic_servo* servo;
    belay_haptic_recorder* recorder;
    SDL_Thread* thread; // the owner's

    // Between threads.
    atomic_uint commands;
    atomic_bool is_stopping, is_running, is_lost;
    bl_triple_buffer models, words;
    belay_haptic_contact_model model_slots[3];
    loop_word word_slots[3];

    // The servo thread's, for anybody to read.
    bl_histogram latency, period, work;
    atomic_uint_least64_t ticks, missed, elapsed_ns;
    atomic_int realtime;                // belay_haptic_realtime
    _Atomic(const char*) realtime_text; // static; null: not answered yet

    // The servo thread's own.
    belay_haptic_servo_input input;
    belay_haptic_servo_output output;
    double begun, last_tick; // s, on the clock
    double stop_time;        // s, since the stop was asked for
    bool has_model, is_write_lost, is_finished;

    // The world thread's.
    belay_haptic_coupling coupling;
    bool has_tool, has_word;
    uint64_t sequence;
};

// The servo's thread, as SDL starts it; `context` is the loop.
int bl_loop_run(void* context);

// A tick, from an input to loop->output; `status` of reading it. The thread that ticks (loop_thread.c).
void bl_loop_tick(belay_haptic_loop* loop, const belay_haptic_input* input, belay_haptic_status status, double dt);

// Process end (loop_end.c). False: too many loops are watched.
bool bl_loop_watch_end(belay_haptic_loop* loop);
void bl_loop_forget_end(belay_haptic_loop* loop);

#endif
