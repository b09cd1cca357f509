// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Which contact of the model before each contact of a new one goes on from.

#ifndef BELAY_HAPTICS_SERVO_CONTACTS_SERVO_CONTACTS_MATCH_H
#define BELAY_HAPTICS_SERVO_CONTACTS_SERVO_CONTACTS_MATCH_H

#include "servo/contacts/servo_contacts.h"

#include <math.h>

static inline double bl_servo_force_size(const double f[3])
{
    return sqrt(f[0] * f[0] + f[1] * f[1] + f[2] * f[2]);
}

bool bl_servo_contact_presses(const bl_servo_contact* contact);
// old_of[i]: the number of the old contact that next's contact i continues, -1: none; is_taken says the same of the
// old.
void bl_servo_contacts_match(const bl_servo_contacts* old, const bl_servo_contacts* next, int old_of[BL_SERVO_CONTACTS],
                             bool is_taken[BL_SERVO_CONTACTS]);

#endif
