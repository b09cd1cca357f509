// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "shell/values.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

int shell_value_count(const shell_value values[SHELL_MAX_VALUES])
{
    int count = 0;
    while (count < SHELL_MAX_VALUES && values[count].name != NULL)
        count++;
    return count;
}

void shell_number_text(double value, int digits, const char* unit, char* text, size_t size)
{
    // In full where that takes no more room.
    bool is_whole = fabs(value) < 1e7 && (value == floor(value) || fabs(value) >= pow(10.0, digits));
    char number[40] = "\xE2\x80\x93";
    if (is_whole)
        snprintf(number, sizeof number, "%.0f", value + 0.0); // -0 becomes 0
    else if (!isnan(value))
        snprintf(number, sizeof number, "%.*g", digits, value);
    snprintf(text, size, "%s%s%s", number, unit[0] != '\0' && !isnan(value) ? " " : "", isnan(value) ? "" : unit);
}
