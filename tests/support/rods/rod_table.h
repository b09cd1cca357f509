// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The tables of right values for rods: comma-separated files with comments (#), one line of column names, and numbers
// or words below.

#ifndef BELAY_TESTS_SUPPORT_RODS_ROD_TABLE_H
#define BELAY_TESTS_SUPPORT_RODS_ROD_TABLE_H

#include <stdbool.h>

typedef struct rod_table {
    char* text;   // the file, its cells ended by zeros
    char** cells; // the names, then row by row
    int columns, rows;
} rod_table;

// Reads <name>.csv in the folder that the environment variable BELAY_REFERENCE names, else in ../shared/reference as
// seen from the working directory. False when there is no such file; one that is no table fails the test.
bool rod_table_read(rod_table* table, const char* name);
// The same of a text in memory.
void rod_table_parse(rod_table* table, const char* text);
// Reads it, or ends the test as skipped when it is not there.
void rod_table_open(rod_table* table, const char* name);
void rod_table_close(rod_table* table);

// A cell; a column that is not there fails the test.
const char* rod_table_text(const rod_table* table, int row, const char* column);
// Its number; so many pi may be written as "pi", "2pi" or "pi/2". NAN for a word.
double rod_table_number(const rod_table* table, int row, const char* column);
// The first row from `from` on that has the word in the column, or -1.
int rod_table_find(const rod_table* table, int from, const char* column, const char* word);
// Of a table with a name in the first column and one number in the second: the number of that name, which must be
// there.
double rod_table_constant(const rod_table* table, const char* name);

#endif
