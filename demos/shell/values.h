// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Numbers that programs measure, as text.

#ifndef BELAY_SHELL_VALUES_H
#define BELAY_SHELL_VALUES_H

#include <stddef.h>

// A number that is measured.
typedef struct shell_value {
    const char *name, *unit; // unit: "" for none
} shell_value;

enum { SHELL_MAX_VALUES = 16 };

// How many there are before the first without a name; at most SHELL_MAX_VALUES.
int shell_value_count(const shell_value values[SHELL_MAX_VALUES]);

// A number with its unit ("" for none): in so many digits, in full where that takes no more room; a dash for NAN.
void shell_number_text(double value, int digits, const char* unit, char* text, size_t size);

#endif
