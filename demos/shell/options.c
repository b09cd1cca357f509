// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "shell/options.h"

#include <belay/decimal.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------------------------
// Values
// ------------------------------------------------------------------------------------------------------------------

// Reads a decimal number that ends at `end`.
static bool read_number(const char* text, const char* end, double* value)
{
    return belay_decimal_read(text, (size_t)(end - text), value) && isfinite(*value);
}

static bool is_within(const shell_option* o, double value)
{
    return value >= o->low && value <= o->high;
}

static bool take_number(const shell_option* o, double* target, const char* text)
{
    double value;
    if (!read_number(text, text + strlen(text), &value) || !is_within(o, value)) return false;
    *target = value + 0.0; // -0 becomes 0
    return true;
}

static bool take_whole(const shell_option* o, int* target, const char* text)
{
    double value;
    if (!take_number(o, &value, text) || value != floor(value)) return false;
    *target = (int)value;
    return true;
}

static bool take_numbers(const shell_option* o, shell_numbers* numbers, const char* text, char* why, size_t why_size)
{
    numbers->count = 0;
    for (const char* at = text;; at++) {
        const char* end = at + strcspn(at, ",");
        double value;
        if (numbers->count == SHELL_MAX_NUMBERS) return false;
        if (!read_number(at, end, &value) || !is_within(o, value)) {
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

static bool take_size(int size[2], const char* text)
{
    int w, h;
    const char* at = read_whole(text, &w);
    bool is_good = *at == 'x';
    if (is_good) is_good = *read_whole(at + 1, &h) == '\0';
    if (!is_good || w < 640 || w > 3840 || h < 360 || h > 2160) return false;
    size[0] = w;
    size[1] = h;
    return true;
}

static bool take_value(const shell_option* o, void* target, const char* text, char* why, size_t why_size)
{
    switch (o->type) {
    case SHELL_OPTION_NUMBER:
        return take_number(o, target, text);
    case SHELL_OPTION_WHOLE:
        return take_whole(o, target, text);
    case SHELL_OPTION_NUMBERS:
        return take_numbers(o, target, text, why, why_size);
    case SHELL_OPTION_TEXT:
        *(const char**)target = text;
        return *text != '\0';
    case SHELL_OPTION_SIZE:
        return take_size(target, text);
    default:
        return o->take(target, text, why, why_size);
    }
}

// What a value must be.
static void describe(const shell_option* o, char* text, size_t size)
{
    char unit[32] = "", range[64] = "";
    if (o->unit != NULL) snprintf(unit, sizeof unit, " (%s)", o->unit);
    if (isfinite(o->low)) snprintf(range, sizeof range, " from %g to %g", o->low, o->high);
    switch (o->type) {
    case SHELL_OPTION_NUMBER:
    case SHELL_OPTION_WHOLE:
        snprintf(text, size, "a %snumber%s%s", o->type == SHELL_OPTION_WHOLE ? "whole " : "", range, unit);
        break;
    case SHELL_OPTION_NUMBERS:
        snprintf(text, size, "1 to %d numbers%s%s, with commas", SHELL_MAX_NUMBERS, range, unit);
        break;
    case SHELL_OPTION_SIZE:
        snprintf(text, size, "a size WxH from 640x360 to 3840x2160 (pixels)");
        break;
    default:
        snprintf(text, size, "%s", o->allowed != NULL ? o->allowed : "a text that is not empty");
    }
}

// ------------------------------------------------------------------------------------------------------------------
// Reading
// ------------------------------------------------------------------------------------------------------------------

// The option whose name is the first `length` bytes of `name`, and where its value goes; NULL when there is none.
static const shell_option* find(const shell_option_group* groups, int group_count, const char* name, size_t length,
                                void** target)
{
    for (int g = 0; g < group_count; g++) {
        for (int i = 0; i < groups[g].count; i++) {
            const shell_option* o = &groups[g].options[i];
            if (strncmp(o->name, name, length) != 0 || o->name[length] != '\0') continue;
            *target = (char*)groups[g].base + o->offset;
            return o;
        }
    }
    return NULL;
}

static bool read_value(const shell_option* o, void* target, const char* text, char* error, size_t error_size)
{
    char allowed[160], why[200] = "";
    describe(o, allowed, sizeof allowed);
    if (text == NULL) {
        snprintf(error, error_size, "%s: the value is missing; it must be %s", o->name, allowed);
        return false;
    }
    if (take_value(o, target, text, why, sizeof why)) return true;
    if (why[0] != '\0')
        snprintf(error, error_size, "%s: %s", o->name, why);
    else
        snprintf(error, error_size, "%s: '%.200s' is not %s", o->name, text, allowed);
    return false;
}

bool shell_options_read(const shell_option_group* groups, int group_count, int argc, char** argv, char* error,
                        size_t error_size)
{
    for (int i = 1; i < argc; i++) {
        void* target;
        size_t length = strncmp(argv[i], "--", 2) == 0 ? strcspn(argv[i], "=") : strlen(argv[i]);
        const char* given = argv[i][length] == '=' ? argv[i] + length + 1 : NULL;
        const shell_option* o = find(groups, group_count, argv[i], length, &target);
        if (o == NULL) {
            snprintf(error, error_size, "'%.200s' is not an option; --help lists them", argv[i]);
            return false;
        }
        if (o->type == SHELL_OPTION_SWITCH && given == NULL) {
            *(bool*)target = true;
            continue;
        }
        if (o->type == SHELL_OPTION_SWITCH) {
            snprintf(error, error_size, "%s: it takes no value, but '%.200s' is given", o->name, given);
            return false;
        }
        if (given == NULL && i + 1 < argc) given = argv[++i];
        if (!read_value(o, target, given, error, error_size)) return false;
    }
    return true;
}

// ------------------------------------------------------------------------------------------------------------------
// Help
// ------------------------------------------------------------------------------------------------------------------

void shell_text_print(const char* text, int column, int indent, FILE* file)
{
    const int most = 112;
    while (*text != '\0') {
        int length = (int)strcspn(text, " ");
        bool is_first = column == indent;
        if (!is_first && column + 1 + length > most) {
            fprintf(file, "\n%*s", indent, "");
            column = indent;
            is_first = true;
        }
        fprintf(file, "%s%.*s", is_first ? "" : " ", length, text);
        column += length + (is_first ? 0 : 1);
        text += length;
        if (*text == ' ') text++;
    }
    fputc('\n', file);
}

// The default, or nothing.
static void start_text(const shell_option* o, const void* target, char* text, size_t size)
{
    const shell_numbers* numbers = target;
    size_t used = 0;
    text[0] = '\0';
    if (o->start != NULL)
        snprintf(text, size, "%s", o->start);
    else if (o->type == SHELL_OPTION_NUMBER && !isnan(*(const double*)target))
        snprintf(text, size, "%g", *(const double*)target);
    else if (o->type == SHELL_OPTION_WHOLE)
        snprintf(text, size, "%d", *(const int*)target);
    else if (o->type == SHELL_OPTION_SIZE)
        snprintf(text, size, "%dx%d", ((const int*)target)[0], ((const int*)target)[1]);
    else if (o->type == SHELL_OPTION_TEXT && *(const char* const*)target != NULL)
        snprintf(text, size, "%s", *(const char* const*)target);
    else if (o->type == SHELL_OPTION_NUMBERS)
        for (int i = 0; i < numbers->count && used < size; i++)
            used += (size_t)snprintf(text + used, size - used, "%s%g", i > 0 ? "," : "", numbers->values[i]);
}

static void range_text(const shell_option* o, char* text, size_t size)
{
    text[0] = '\0';
    bool is_number = o->type == SHELL_OPTION_NUMBER || o->type == SHELL_OPTION_WHOLE;
    if (o->type == SHELL_OPTION_SIZE) snprintf(text, size, ", pixels, 640x360 to 3840x2160");
    if (o->type == SHELL_OPTION_NUMBERS)
        snprintf(text, size, ", 1 to %d numbers from %g to %g, with commas", SHELL_MAX_NUMBERS, o->low, o->high);
    if (!is_number) return;
    int used = o->unit != NULL ? snprintf(text, size, ", %s", o->unit) : 0;
    if (isfinite(o->low)) snprintf(text + used, size - (size_t)used, ", %g to %g", o->low, o->high);
}

static void print_row(const shell_option* o, const void* target, int width, FILE* file)
{
    char text[600], range[100], start[160];
    range_text(o, range, sizeof range);
    start_text(o, target, start, sizeof start);
    snprintf(text, sizeof text, "%s%s%s%s%s", o->text, range, start[0] != '\0' ? " (default: " : "", start,
             start[0] != '\0' ? ")" : "");
    int column = fprintf(file, "  %s%s%s", o->name, o->value != NULL ? " " : "", o->value != NULL ? o->value : "");
    fprintf(file, "%*s", width - column, "");
    shell_text_print(text, width, width, file);
}

void shell_options_print(const shell_option_group* groups, int group_count, FILE* file)
{
    int width = 0;
    for (int g = 0; g < group_count; g++)
        for (int i = 0; i < groups[g].count; i++) {
            const shell_option* o = &groups[g].options[i];
            int own = 5 + (int)strlen(o->name) + (o->value != NULL ? (int)strlen(o->value) : 0);
            width = own > width ? own : width;
        }
    for (int g = 0; g < group_count; g++)
        for (int i = 0; i < groups[g].count; i++)
            print_row(&groups[g].options[i], (const char*)groups[g].base + groups[g].options[i].offset, width, file);
}
