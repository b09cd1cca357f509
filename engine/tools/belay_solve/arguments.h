// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the command line asks for.

#ifndef BELAY_ENGINE_TOOLS_BELAY_SOLVE_ARGUMENTS_H
#define BELAY_ENGINE_TOOLS_BELAY_SOLVE_ARGUMENTS_H

#include "belay/method.h"

typedef enum output_format { OUTPUT_TABLE, OUTPUT_CSV, OUTPUT_JSON } output_format;

typedef struct arguments {
    char** files; // the words that are no options, in argv
    int file_count;
    bool has_method[BELAY_METHOD_COUNT]; // which methods to run
    int method_count;
    bool is_all;
    belay_solve_options options;
    output_format format;
    const char* start;     // impulses to start from, or null
    const char* solutions; // folder for the impulses found, or null
    const char* history;   // CSV of the residuals per iteration, or null
    const char* plot;      // beginning of the plots' names, or null
    bool wants_list, wants_help;
} arguments;

// Reads the command line; argv is sorted so that the files come first. False, with a message on stderr, when something
// is wrong with it.
bool arguments_read(arguments* a, int argc, char** argv);

void arguments_print_help(void);
// The methods and one-contact solvers, with what is missing where one is not in this build.
void arguments_print_list(void);

#endif
