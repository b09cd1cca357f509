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

// A model on its way to a servo.
typedef struct belay_haptic_contact_model {
    belay_local_model local; // what physics says
    uint64_t sequence;       // grows with every model handed over; 0: none
    uint64_t checksum;       // of everything above that is in use
} belay_haptic_contact_model;

// Numbers the model (`sequence` > 0) and sets its checksum. Any thread, while no other has the model.
void belay_haptic_contact_model_seal(belay_haptic_contact_model* model, uint64_t sequence);

// What makes a model unfit for use: what physics cannot have said, and what no hand is to be let feel. (name, text)
#define BELAY_HAPTIC_MODEL_FAULT_LIST(X)                                                                               \
    X(NONE, "fit for use")                                                                                             \
    X(TORN, "the checksum does not fit the contents")                                                                  \
    X(NOT_FINITE, "a number is not finite")                                                                            \
    X(OUT_OF_RANGE, "the number of contacts, the step, a friction coefficient or a hold is out of range")              \
    X(FRAME, "axes of a contact, its surface or the tool are not unit and orthogonal")                                 \
    X(ARM, "rows of J are not along a contact's axes, or have arms of more than 100 m")                                \
    X(FAR, "a gap, an offset or a contact is more than 100 m away from the tool, or the tool beyond the world")        \
    X(FAST, "the tool or a surface moves faster than 1000 m/s, or the tool turns faster than 10000 rad/s")             \
    X(COMPLIANCE, "the Delassus operator is not symmetric, or has a negative eigenvalue")                              \
    X(LOAD, "the tool bears more than 1e6 N or N m, or its impulses change a surface's velocity by more than 1000 "    \
            "m/s")                                                                                                     \
    X(HELD, "what the tool holds has a mass, a centre or an inertia that no body has")

// One for each of the list.
typedef enum belay_haptic_model_fault {
#define BELAY_HAPTIC_MODEL_FAULT_ENUMERATOR(name, text) BELAY_HAPTIC_MODEL_FAULT_##name,
    BELAY_HAPTIC_MODEL_FAULT_LIST(BELAY_HAPTIC_MODEL_FAULT_ENUMERATOR)
#undef BELAY_HAPTIC_MODEL_FAULT_ENUMERATOR
} belay_haptic_model_fault;

// Checks all of it. Of the operator's eigenvalues, what pairs of rows tell. Cost: 2 to 12 us. Any thread.
belay_haptic_model_fault belay_haptic_contact_model_check(const belay_haptic_contact_model* model);
// The text of a fault; never null. Any thread.
const char* belay_haptic_model_fault_text(belay_haptic_model_fault fault);

#ifdef __cplusplus
}
#endif

#endif
