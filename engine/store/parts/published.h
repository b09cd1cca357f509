// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What a step tells its users: contacts and events, good until the next one. Written by step/publish/, contacts by
// store/public_contacts.h, faults by step/guard/, events of sleep by step/sleep/.

#ifndef BELAY_ENGINE_STORE_PARTS_PUBLISHED_H
#define BELAY_ENGINE_STORE_PARTS_PUBLISHED_H

#include "belay/events.h"
#include "belay/rod.h"
#include "belay/world.h"

// stb_ds arrays.
typedef struct bl_published {
    belay_contact* contacts; // of the last step; null until somebody asks for the first time
    bool are_contacts_due;   // nobody has asked since that step: they stand in the scratch
    belay_rod_contact* rod_contacts;
    belay_contact_event* contact_events; // events of the last step
    belay_rod_contact_event* rod_contact_events;
    belay_sensor_event* sensor_events;
    belay_joint_event* joint_events;
    belay_sleep_event* sleep_events;
    belay_fault_event* fault_events;
} bl_published;

#endif
