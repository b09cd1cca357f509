// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What a device says is wrong, in words.

#include "belay/haptic_device.h"

#include <stdio.h>

typedef struct trouble {
    bool stops_force;
    const char *text, *help;
} trouble;

static const trouble troubles_known[BELAY_HAPTIC_TROUBLE_COUNT] = {
#define TROUBLE(name, stops, text, help) {stops, text, help},
    BELAY_HAPTIC_TROUBLE_LIST(TROUBLE)
#undef TROUBLE
};

uint32_t belay_haptic_troubles_without_force(void)
{
    uint32_t bits = 0;
    for (int k = 0; k < BELAY_HAPTIC_TROUBLE_COUNT; k++)
        bits |= (uint32_t)troubles_known[k].stops_force << k;
    return bits;
}

// Behind what is there; what has no room is cut, and counted all the same.
static size_t add(char* text, size_t size, size_t length, const char* before, const trouble* t)
{
    bool has_room = text != NULL && length < size;
    return length + (size_t)snprintf(has_room ? text + length : NULL, has_room ? size - length : 0, "%s %s: %s", before,
                                     t->text, t->help);
}

size_t belay_haptic_troubles_text(const belay_haptic_device_info* info, uint32_t troubles, char* text, size_t size)
{
    char name[sizeof info->name + sizeof info->id + 2] = "the device";
    size_t length = 0;
    if (info != NULL) snprintf(name, sizeof name, "%s %s", info->name, info->id);
    if (text != NULL && size > 0) text[0] = '\0';
    for (int k = 0; k < BELAY_HAPTIC_TROUBLE_COUNT; k++) {
        if (troubles >> k & 1) length = add(text, size, length, length > 0 ? "; it" : name, &troubles_known[k]);
    }
    return length;
}
