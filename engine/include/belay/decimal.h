// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Numbers as text, exact both ways and whatever the program's locale: strtod and printf take the decimal point from it.
// Any thread.

#ifndef BELAY_DECIMAL_H
#define BELAY_DECIMAL_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BELAY_DECIMAL_SIZE 40 // characters that belay_decimal_write may need, with the end mark

// Reads [+-] digits [. digits] [e [+-] digits] from the `size` characters at `text`, all of them: false when that is
// not what they are ("inf" and "nan" are not). *value is the nearest double, ties to even; an infinity when the number
// is too large, 0 when it is too small.
bool belay_decimal_read(const char* text, size_t size, double* value);

// Writes a finite number so that belay_decimal_read gives its bits back (17 digits); returns the length.
size_t belay_decimal_write(double value, char text[BELAY_DECIMAL_SIZE]);

#ifdef __cplusplus
}
#endif

#endif
