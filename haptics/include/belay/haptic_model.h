// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The contact model that physics hands to the servo after a step: the local model of the held tool
// (belay/local_model.h), sealed so that the reader can tell that it got all of it and that its numbers can be used.
// Plain data without pointers.

#ifndef BELAY_HAPTIC_MODEL_H
#define BELAY_HAPTIC_MODEL_H

#include "belay/local_model.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct belay_haptic_contact_model {
    belay_local_model local;
    uint64_t sequence; // grows with every model handed over; 0: none
    uint64_t checksum; // of everything above that is in use
} belay_haptic_contact_model;

// Numbers the model and sets its checksum.
void belay_haptic_contact_model_seal(belay_haptic_contact_model* model, uint64_t sequence);

// What makes a model unfit for use. (name, text)
#define BELAY_HAPTIC_MODEL_FAULT_LIST(X)                                                                               \
    X(NONE, "fit for use")                                                                                             \
    X(TORN, "the checksum does not fit the contents")                                                                  \
    X(NOT_FINITE, "a number is not finite, or beyond 1e9")                                                             \
    X(OUT_OF_RANGE, "the number of contacts, the step, a friction coefficient or a hold is out of range")

typedef enum belay_haptic_model_fault {
#define BELAY_HAPTIC_MODEL_FAULT_ENUMERATOR(name, text) BELAY_HAPTIC_MODEL_FAULT_##name,
    BELAY_HAPTIC_MODEL_FAULT_LIST(BELAY_HAPTIC_MODEL_FAULT_ENUMERATOR)
#undef BELAY_HAPTIC_MODEL_FAULT_ENUMERATOR
} belay_haptic_model_fault;

// Checks all of it. Cost: 2 to 8 us. Any thread.
belay_haptic_model_fault belay_haptic_contact_model_check(const belay_haptic_contact_model* model);
// The text of a fault; never null. Any thread.
const char* belay_haptic_model_fault_text(belay_haptic_model_fault fault);

#ifdef __cplusplus
}
#endif

#endif
