// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Command lines of the demos: a table says what there is, one function reads it and tells what is wrong. No graphics.

#ifndef BELAY_VIEWER_COMMAND_LINE_H
#define BELAY_VIEWER_COMMAND_LINE_H

#include <stdbool.h>
#include <stddef.h>

enum { VIEWER_MAX_NUMBERS = 8 };

typedef struct viewer_numbers {
    double values[VIEWER_MAX_NUMBERS];
    int count;
} viewer_numbers;

typedef enum viewer_option_type {
    VIEWER_OPTION_SWITCH,  // takes no value; target: bool, set to true
    VIEWER_OPTION_NUMBER,  // decimal and finite, within [low, high]; target: double
    VIEWER_OPTION_NUMBERS, // 1 to VIEWER_MAX_NUMBERS of them with commas between; target: viewer_numbers
    VIEWER_OPTION_TEXT,    // not empty; target: const char*, not copied
    VIEWER_OPTION_SIZE,    // "WxH" within 640x360 and 3840x2160; target: int[2]
    VIEWER_OPTION_OWN,     // read by `take` into target
} viewer_option_type;

typedef struct viewer_option {
    const char* name;    // with its dashes
    const char* allowed; // what the value must be, for messages: "a number from 0 to 10"; unused by switches
    viewer_option_type type;
    void* target;
    double low, high;
    // Reads `text` into `target`. When it is not as it must be it writes one line without the option's name to `error`
    // and returns false; an empty line stands for "'text' is not `allowed`".
    bool (*take)(void* target, const char* text, char* error, size_t error_size);
} viewer_option;

// Reads the arguments after the program's name. On false, `error` is one line that names the option, the value and what
// is allowed. An option that is given twice counts the second time.
bool viewer_options_parse(const viewer_option* options, size_t count, int argc, char** argv, char* error,
                          size_t error_size);

// Reads a decimal number that ends at `end`; neither hexadecimal, nor "nan" or "inf", nor blanks.
bool viewer_number_read(const char* text, const char* end, double* value);

// Whether to open a window, by the switches --headless and --window; without either of them where there is a display.
typedef enum viewer_mode {
    VIEWER_MODE_AUTO,
    VIEWER_MODE_WINDOW,
    VIEWER_MODE_HEADLESS,
} viewer_mode;

// False when both are given, which `error` then says.
bool viewer_mode_choose(viewer_mode* mode, bool is_headless, bool is_window, char* error, size_t error_size);

#endif
