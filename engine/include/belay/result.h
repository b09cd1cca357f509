// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Result codes. A call that fails returns one of these, leaves a message that names the argument and its value, and
// changes nothing.

#ifndef BELAY_RESULT_H
#define BELAY_RESULT_H

#ifdef __cplusplus
extern "C" {
#endif

// One list makes the enumeration and the texts. (name, text)
#define BELAY_RESULT_LIST(X)                                                                                           \
    X(OK, "ok")                                                                                                        \
    X(ERROR_VALUE, "a number is outside its documented range, or not finite")                                          \
    X(ERROR_SHAPE, "a shape is degenerate")                                                                            \
    X(ERROR_HANDLE, "a handle is null, stale, or belongs to another world")                                            \
    X(ERROR_COMPONENT, "the entity does not have that component, or the component is of another kind")                 \
    X(ERROR_STATE, "the call is not allowed now")                                                                      \
    X(ERROR_CAPACITY, "a configured capacity is full")                                                                 \
    X(ERROR_MEMORY, "the allocator returned no memory")                                                                \
    X(ERROR_VERSION, "a snapshot is damaged, of another version, or of another world layout")                          \
    X(ERROR_BUSY, "another thread makes a step of the world: nothing was changed, and no message is left")

// One for each of the list: BELAY_OK, or what kept a call from being done.
typedef enum belay_result {
#define BELAY_RESULT_ENUMERATOR(name, text) BELAY_##name,
    BELAY_RESULT_LIST(BELAY_RESULT_ENUMERATOR)
#undef BELAY_RESULT_ENUMERATOR
} belay_result;

// A code and the text that belongs to one failed call, for calls that have no world to keep it in.
typedef struct belay_error {
    belay_result code; // of the call
    char message[256]; // always terminated; empty when code is BELAY_OK
} belay_error;

// The one-line description of a code; never null. Any thread.
const char* belay_result_text(belay_result result);

#if defined(__GNUC__)
#define BELAY_PRINTF(format_index) __attribute__((format(printf, format_index, format_index + 1)))
#else
#define BELAY_PRINTF(format_index)
#endif

// Writes code and message (a printf format and its arguments; cut where there is no room) to `error`, and returns the
// code. `error` null: only that. For what stands on the engine and reports as it does: the argument and its value. Any
// thread.
belay_result belay_error_set(belay_error* error, belay_result code, const char* format, ...) BELAY_PRINTF(3);

#ifdef __cplusplus
}
#endif

#endif
