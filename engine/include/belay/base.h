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

// Memory for one world. `reallocate` gets the block (null: a new one), its size and the wanted size (0: free it, the
// return value is ignored) and returns a block aligned to 16 bytes, or null when there is no memory, in which case the
// old block must still be good. Called only from the thread that is inside a call on that world, and never during a
// step once the world's arrays have reached their largest size.
typedef struct belay_allocator {
    void* (*reallocate)(void* context, void* block, size_t old_size, size_t new_size);
    void* context;
} belay_allocator;

typedef enum belay_log_level {
    BELAY_LOG_ERROR,   // a call was refused; the text names the argument and value
    BELAY_LOG_WARNING, // accepted, but probably not what was wanted
    BELAY_LOG_INFO,
} belay_log_level;

// Messages of one world, as they happen. `text` lives until the callback returns. The callback must not call into the
// world.
typedef struct belay_logger {
    void (*message)(void* context, belay_log_level level, const char* text);
    void* context;
} belay_logger;

#ifdef __cplusplus
}
#endif

#endif
