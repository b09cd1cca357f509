// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Where the marks on a surface are that a contact touches: the frame of the other side, as it moves and turns, near the
// contact. It is faded as the contact's gap is, to where the other side will be at the end of the fade, so that a hand
// that goes along with it stays over the same mark.

#ifndef BELAY_HAPTICS_SERVO_CONTACTS_SERVO_SKIN_H
#define BELAY_HAPTICS_SERVO_CONTACTS_SERVO_SKIN_H

#include "belay/local_model.h"
#include "belay/quat.h"

// The world point `anchor` has the coordinates `marked`; the axes are those of `rotation`.
typedef struct bl_servo_skin {
    belay_vec3 anchor, marked; // m
    belay_quat rotation;
} bl_servo_skin;

// That of a touch, `seconds` after its contact instant.
bl_servo_skin bl_servo_skin_of(const belay_local_contact* contact, double seconds);
bl_servo_skin bl_servo_skin_between(const bl_servo_skin* from, const bl_servo_skin* to, double alpha);

// Coordinates of a world point.
static inline belay_vec3 bl_servo_skin_point(const bl_servo_skin* skin, belay_vec3 point)
{
    return v3_add(skin->marked, q_rotate_inverse(skin->rotation, v3_sub(point, skin->anchor)));
}

#endif
