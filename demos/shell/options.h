// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Options of a command line: a table says what there is, and from it come the reading, the messages and --help. Not
// getopt_long: it is not everywhere, it knows neither ranges nor defaults, and what it does of this is the least part.

#ifndef BELAY_SHELL_OPTIONS_H
#define BELAY_SHELL_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { SHELL_MAX_NUMBERS = 8, SHELL_ERROR_SIZE = 10000 };

// The values of an option that takes several; owned by whoever holds it.
typedef struct shell_numbers {
    double values[SHELL_MAX_NUMBERS];
    int count; // 1 to SHELL_MAX_NUMBERS
} shell_numbers;

typedef enum shell_option_type {
    SHELL_OPTION_SWITCH,  // takes no value; target: bool, set to true
    SHELL_OPTION_NUMBER,  // decimal and finite, within [low, high]; target: double
    SHELL_OPTION_WHOLE,   // likewise, without a fraction; target: int
    SHELL_OPTION_NUMBERS, // 1 to SHELL_MAX_NUMBERS numbers with commas between; target: shell_numbers
    SHELL_OPTION_TEXT,    // not empty; target: const char*, not copied
    SHELL_OPTION_SIZE,    // "WxH" within 640x360 and 3840x2160, pixels; target: int[2]
    SHELL_OPTION_OWN,     // read by `take`
} shell_option_type;

// A row of the table. Members that a type does not name are zero.
typedef struct shell_option {
    const char* name;  // with its dashes
    const char* value; // what stands for the value in --help, as "M"; NULL for switches
    const char* text;  // what it is, for --help
    shell_option_type type;
    size_t offset;       // of the target, bytes from the group's base
    double low, high;    // of numbers; -INFINITY: no range is told
    const char* unit;    // of numbers; NULL: none
    const char* start;   // the default in words, for --help; NULL: what the target holds, where that is worth telling
    const char* allowed; // of an own one: what the value must be, for messages: "the name of a scene"
    // Of an own one: reads `text` into `target`. When it is not as it must be it writes one line without the option's
    // name to `error` and returns false; an empty line stands for "'text' is not `allowed`".
    bool (*take)(void* target, const char* text, char* error, size_t error_size);
} shell_option;

// Options whose targets lie in one struct.
typedef struct shell_option_group {
    const shell_option* options;
    int count;
    void* base; // holds the defaults, and then what was read
} shell_option_group;

// Reads the arguments after the program's name, "--name value" or "--name=value"; an option that is given twice counts
// the second time. On false, `error` is one line that names the option, the value and what is allowed.
bool shell_options_read(const shell_option_group* groups, int group_count, int argc, char** argv, char* error,
                        size_t error_size);

// Prints the rows of --help, with ranges and defaults; before shell_options_read, since it tells what the targets hold.
void shell_options_print(const shell_option_group* groups, int group_count, FILE* file);

// Prints `text` in lines of at most 112 columns, all but the first after `indent` blanks; `column` is where the first
// one begins.
void shell_text_print(const char* text, int column, int indent, FILE* file);

#endif
