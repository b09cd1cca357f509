// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Handles. An entity is a 64-bit number that names one object of one world until it is destroyed and nothing ever
// after: bits 0-31 hold the slot + 1, bits 32-55 the slot's generation, bits 56-63 the world's tag. All zero is "none".
// The typed handles wrap the same number, so the compiler catches a collider passed as a body.

#ifndef BELAY_ID_H
#define BELAY_ID_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// An entity of a world.
typedef struct belay_entity {
    uint64_t value; // 0: null
} belay_entity;

// A body.
typedef struct belay_body_id {
    uint64_t value; // 0: null
} belay_body_id;

// A collider.
typedef struct belay_collider_id {
    uint64_t value; // 0: null
} belay_collider_id;

// A joint.
typedef struct belay_joint_id {
    uint64_t value; // 0: null
} belay_joint_id;

// A rod.
typedef struct belay_rod_id {
    uint64_t value; // 0: null
} belay_rod_id;

// The entity that a body is, for components of your own on it.
static inline belay_entity belay_body_entity(belay_body_id body)
{
    belay_entity e = {body.value};
    return e;
}

// The entity that a collider is.
static inline belay_entity belay_collider_entity(belay_collider_id collider)
{
    belay_entity e = {collider.value};
    return e;
}

// The entity that a joint is.
static inline belay_entity belay_joint_entity(belay_joint_id joint)
{
    belay_entity e = {joint.value};
    return e;
}

// The entity that a rod is.
static inline belay_entity belay_rod_entity(belay_rod_id rod)
{
    belay_entity e = {rod.value};
    return e;
}

#ifdef __cplusplus
}
#endif

#endif
