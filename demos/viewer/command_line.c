// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "viewer/command_line.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The set of characters keeps out what strtod would take besides: hexadecimal numbers, "nan", "inf", leading blanks.
bool viewer_number_read(const char* text, const char* end, double* value)
{
    size_t length = (size_t)(end - text);
    if (length == 0 || strspn(text, "0123456789.+-eE") < length) return false;
    char* stop;
    *value = strtod(text, &stop);
    return stop == end && isfinite(*value);
}

static bool take_number(const viewer_option* o, const char* text)
{
    double value;
    if (!viewer_number_read(text, text + strlen(text), &value) || value < o->low || value > o->high) return false;
    *(double*)o->target = value + 0.0; // -0 becomes 0
    return true;
}

static bool take_numbers(const viewer_option* o, const char* text, char* why, size_t why_size)
{
    viewer_numbers* numbers = o->target;
    numbers->count = 0;
    for (const char* at = text;; at++) {
        const char* end = at + strcspn(at, ",");
        double value;
        if (numbers->count == VIEWER_MAX_NUMBERS) return false;
        if (!viewer_number_read(at, end, &value) || value < o->low || value > o->high) {
            snprintf(why, why_size, "'%.*s' is not a number from %g to %g", (int)(end - at), at, o->low, o->high);
            return false;
        }
        numbers->values[numbers->count++] = value + 0.0; // -0 becomes 0
        if (*end == '\0') return true;
        at = end;
    }
}

// A whole number of up to four digits.
static const char* read_whole(const char* text, int* value)
{
    size_t digits = strspn(text, "0123456789");
    *value = digits > 0 && digits <= 4 ? (int)strtol(text, NULL, 10) : 0;
    return text + digits;
}

static bool take_size(const viewer_option* o, const char* text)
{
    int w, h;
    const char* at = read_whole(text, &w);
    bool is_good = *at == 'x';
    if (is_good) is_good = *read_whole(at + 1, &h) == '\0';
    if (!is_good || w < 640 || w > 3840 || h < 360 || h > 2160) return false;
    int* size = o->target;
    size[0] = w;
    size[1] = h;
    return true;
}

static bool take_text(const viewer_option* o, const char* text)
{
    *(const char**)o->target = text;
    return *text != '\0';
}

static bool take_value(const viewer_option* o, const char* text, char* why, size_t why_size)
{
    switch (o->type) {
    case VIEWER_OPTION_NUMBER:
        return take_number(o, text);
    case VIEWER_OPTION_NUMBERS:
        return take_numbers(o, text, why, why_size);
    case VIEWER_OPTION_TEXT:
        return take_text(o, text);
    case VIEWER_OPTION_SIZE:
        return take_size(o, text);
    default:
        return o->take(o->target, text, why, why_size);
    }
}

static const viewer_option* find(const viewer_option* options, size_t count, const char* name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(options[i].name, name) == 0) return &options[i];
    return NULL;
}

bool viewer_options_parse(const viewer_option* options, size_t count, int argc, char** argv, char* error,
                          size_t error_size)
{
    for (int i = 1; i < argc; i++) {
        const viewer_option* o = find(options, count, argv[i]);
        char why[200] = "";
        if (o == NULL) {
            snprintf(error, error_size, "'%s' is not an option; --help lists them", argv[i]);
            return false;
        }
        if (o->type == VIEWER_OPTION_SWITCH) {
            *(bool*)o->target = true;
            continue;
        }
        if (i + 1 == argc) {
            snprintf(error, error_size, "%s: the value is missing; it must be %s", o->name, o->allowed);
            return false;
        }
        if (take_value(o, argv[++i], why, sizeof why)) continue;
        if (why[0] != '\0')
            snprintf(error, error_size, "%s: %s", o->name, why);
        else
            snprintf(error, error_size, "%s: '%s' is not %s", o->name, argv[i], o->allowed);
        return false;
    }
    return true;
}

bool viewer_mode_choose(viewer_mode* mode, bool is_headless, bool is_window, char* error, size_t error_size)
{
    *mode = is_headless ? VIEWER_MODE_HEADLESS : is_window ? VIEWER_MODE_WINDOW : VIEWER_MODE_AUTO;
    if (!is_headless || !is_window) return true;
    snprintf(error, error_size, "--window and --headless exclude each other; give one of them");
    return false;
}
