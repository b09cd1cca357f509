// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What came of one method on one file, and printing it.

#ifndef BELAY_ENGINE_TOOLS_BELAY_SOLVE_OUTCOME_H
#define BELAY_ENGINE_TOOLS_BELAY_SOLVE_OUTCOME_H

#include "arguments.h"

#include <stdio.h>

#define NAME_SIZE 128

typedef struct outcome {
    const char* file;
    char name[NAME_SIZE]; // of the file, without folder and ending
    int file_index;       // among the files of the command line
    int32_t contacts;
    belay_method method;
    belay_solve_report report;
} outcome;

// The name of a file without folder and without .dfcp, .gz or both; cut when it is too long.
void outcome_name(const char* file, char name[NAME_SIZE]);

typedef struct printer {
    output_format format;
    int name_width;
    int count, solved;
} printer;

void printer_begin(printer* p, const arguments* a);
// Prints one row, at once.
void printer_add(printer* p, const outcome* o);
void printer_end(const printer* p);

// A field of a CSV file, quoted where it must be.
void print_csv_text(FILE* file, const char* text);

#endif
