// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The two hooks that a program may give to a world: where memory comes from and where messages go.

#ifndef BELAY_BASE_H
#define BELAY_BASE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// What a world takes: numbers beyond these are refused (VALUE), so that what is computed from several of them, ten at a
// time, is a finite number too. Each part of a vector is judged. Numbers of which nothing else is said go to 1e30.
#define BELAY_MAX_POSITION 1e9     // m: places, offsets, ways. At 1e9 m neighbouring doubles are 0.1 um apart
#define BELAY_MAX_SPEED 1e9        // m/s: faster than light; at 1e-6 s a step it is a km per step
#define BELAY_MAX_SPIN 1e9         // rad/s
#define BELAY_MAX_ACCELERATION 1e9 // m/s^2: gravity, its scale included
#define BELAY_MIN_MASS 1e-15       // kg: a grain of 1 um
#define BELAY_MAX_MASS 1e15        // kg: a mountain
#define BELAY_MAX_FORCE 1e18       // N, N m, N s: forces, torques and impulses on a body until the next step, each sum
#define BELAY_MIN_STEP 1e-9        // s, of a step's length
#define BELAY_MAX_STEP 1.0         // s: beyond it nothing that moves is followed any more

// Memory for one world. `reallocate` gets the block (null: a new one), its size and the wanted size (0: free it, the
// return value is ignored) and returns a block aligned to 16 bytes, or null when there is no memory, in which case the
// old block must still be good. Called only from the thread that is inside a call on that world, and never during a
// step once the world's arrays have reached their largest size.
typedef struct belay_allocator {
    void* (*reallocate)(void* context, void* block, size_t old_size, size_t new_size); // as said above
    void* context; // given to it; the caller's, must outlive the world
} belay_allocator;

// What a message is about.
typedef enum belay_log_level {
    BELAY_LOG_ERROR,   // a call was refused; the text names the argument and value
    BELAY_LOG_WARNING, // accepted, but probably not what was wanted: the text says what comes of it
    BELAY_LOG_INFO,    // what happened: a world was made or restored, time was given up
} belay_log_level;

// Messages of one world, as they happen. `text` lives until the callback returns. The callback must not call into the
// world.
typedef struct belay_logger {
    void (*message)(void* context, belay_log_level level, const char* text); // null: nobody listens
    void* context; // given to it; the caller's, must outlive the world
} belay_logger;

#ifdef __cplusplus
}
#endif

#endif
