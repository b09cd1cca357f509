// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Recordings of a servo: its configuration, and of every tick what it was given (the device's pose, the model, dt,
// commands) and what it made of it. As a tick is a function of just that, a recording can be replayed, and gives the
// same forces bit for bit: to look at a jolt again, or to test a change. Surfaces and navigation are part of it; forces
// of a program's own are not, as they are functions of its own.
//
// The file is binary, in the byte order and layout of the machine, which it states; another one refuses it. Every
// record has a checksum.

#ifndef BELAY_HAPTIC_RECORD_H
#define BELAY_HAPTIC_RECORD_H

#include "belay/haptic_servo.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------------------------------------------------------------
// Recording
// ---------------------------------------------------------------------------------------------------------------------

// A recording that is being made, with a thread that writes it. Create makes it, the program's to destroy.
typedef struct belay_haptic_recorder belay_haptic_recorder;

// Starts a recording of a servo with that configuration, before its first tick. `capacity` (bytes; 0: 4 MiB) is the
// room between the servo's thread and the recorder's own, which writes the file. Errors: VALUE (null), STATE (the file
// cannot be made, no thread), MEMORY.
belay_result belay_haptic_recorder_create(const char* path, const belay_haptic_servo_config* config, size_t capacity,
                                          belay_haptic_recorder** recorder, belay_error* error);
// The same with the surfaces and the navigation that the servo has now, which are not to be set anew while it is
// recorded. What loops do (def.recording). Errors: likewise.
belay_result belay_haptic_recorder_create_for(const char* path, const belay_haptic_servo* servo, size_t capacity,
                                              belay_haptic_recorder** recorder, belay_error* error);
// Records a tick, and the model when it is another than at the last tick. The servo's thread; never waits: what finds
// no room is left out and counted.
void belay_haptic_recorder_tick(belay_haptic_recorder* recorder, const belay_haptic_servo_input* input,
                                const belay_haptic_servo_output* output);
// Ticks left out so far. Any thread.
uint64_t belay_haptic_recorder_get_dropped(const belay_haptic_recorder* recorder);
// Writes what is left and closes the file. STATE when something could not be written. Null does nothing.
// The thread of create, when no tick is being recorded.
belay_result belay_haptic_recorder_destroy(belay_haptic_recorder* recorder, belay_error* error);

// ---------------------------------------------------------------------------------------------------------------------
// Replaying
// ---------------------------------------------------------------------------------------------------------------------

// A recording that is being read, by one thread at a time. Open makes it, the program's to close.
typedef struct belay_haptic_replay belay_haptic_replay;

// Opens a recording. Errors: VALUE (null), STATE (the file cannot be read), VERSION (not a recording, of another
// format, byte order or layout, or with a configuration, surfaces or navigation that no servo can have), MEMORY. The
// message for another format names it and the one that is read.
belay_result belay_haptic_replay_open(const char* path, belay_haptic_replay** replay, belay_error* error);
// Closes the file. No servo may use its heights any more (belay_haptic_replay_set_up). Null does nothing.
void belay_haptic_replay_close(belay_haptic_replay* replay);
// The configuration that was recorded, good until the replay is closed; null for null.
const belay_haptic_servo_config* belay_haptic_replay_get_config(const belay_haptic_replay* replay);
// Gives a servo the surfaces and the navigation of the recording, in place of its own. Heights of textures are the
// replay's: it must stay open for as long as the servo uses them. Errors: VALUE (null, or what a servo of another
// period does not take).
belay_result belay_haptic_replay_set_up(const belay_haptic_replay* replay, belay_haptic_servo* servo,
                                        belay_error* error);
// The next tick: what the servo was given (the model is good until the next call) and what it put out. False at the
// end; *error then tells whether it is one (OK) or the file is damaged there, or holds a tick that no servo can have
// had (VERSION).
bool belay_haptic_replay_next(belay_haptic_replay* replay, belay_haptic_servo_input* input,
                              belay_haptic_servo_output* output, belay_error* error);
// Ticks that the recorder had to leave out before the one read last.
uint64_t belay_haptic_replay_get_dropped(const belay_haptic_replay* replay);

// How a replay compares with what was recorded.
typedef struct belay_haptic_replay_report {
    uint64_t ticks;       // replayed
    uint64_t different;   // ticks whose forces are not those recorded, in any bit
    uint64_t first;       // number of the first of them, from 0
    uint64_t dropped;     // ticks that are missing: what comes after cannot agree
    double largest;       // N, of the difference
    double recorded_peak; // N, largest force recorded
    bool is_cut_short;    // the file is damaged at its end
} belay_haptic_replay_report;

// Runs a servo through a recording, with its surfaces and navigation. `config`: that of the recording when null, else
// another one, to compare. Errors: as of belay_haptic_replay_open, belay_haptic_servo_create and _replay_set_up.
belay_result belay_haptic_replay_run(const char* path, const belay_haptic_servo_config* config,
                                     belay_haptic_replay_report* report, belay_error* error);

// Writes a recording as comma-separated values, one line per tick behind a line of names. Errors: as of open; STATE
// when the file cannot be written.
belay_result belay_haptic_replay_export_csv(const char* path, const char* csv_path, belay_error* error);

#ifdef __cplusplus
}
#endif

#endif
