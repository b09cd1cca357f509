// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "support/rods/rod_table.h"

#include "support/skip.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

static char* copy_of(const char* text)
{
    size_t size = strlen(text) + 1;
    char* copy = malloc(size);
    cr_assert_not_null(copy);
    memcpy(copy, text, size);
    return copy;
}

// The whole file as text; null when there is none.
static char* file_text(const char* path)
{
    FILE* file = fopen(path, "rb");
    if (file == NULL) return NULL;
    char* text = NULL;
    size_t size = 0, read;
    do {
        text = realloc(text, size + 4096 + 1);
        cr_assert_not_null(text);
        read = fread(text + size, 1, 4096, file);
        size += read;
    } while (read > 0);
    text[size] = '\0';
    fclose(file);
    return text;
}

static void push_cell(rod_table* table, int* count, char* cell)
{
    table->cells = realloc(table->cells, ((size_t)*count + 1) * sizeof *table->cells);
    cr_assert_not_null(table->cells);
    table->cells[(*count)++] = cell;
}

// Ends the cell that begins at `cell` and returns what stands behind its comma; null behind the last. A cell in double
// quotes may have commas in it.
static char* cut_cell(char** cell)
{
    char* end;
    if (**cell == '"') {
        end = strchr(++*cell, '"');
        cr_assert(end != NULL, "no closing quote: %s", *cell);
        *end++ = '\0';
    } else {
        end = *cell + strcspn(*cell, ",");
    }
    if (*end == '\0') return NULL;
    *end = '\0';
    return end + 1;
}

static int add_line(rod_table* table, int* count, char* line)
{
    int before = *count;
    while (line != NULL) {
        char* cell = line;
        line = cut_cell(&cell);
        push_cell(table, count, cell);
    }
    return *count - before;
}

static void cut_table(rod_table* table)
{
    int count = 0;
    char* line = table->text;
    while (line != NULL) {
        char* next = strchr(line, '\n');
        if (next != NULL) *next++ = '\0';
        line[strcspn(line, "\r")] = '\0';
        if (*line != '#' && *line != '\0') {
            int cells = add_line(table, &count, line);
            if (table->columns == 0) table->columns = cells;
            cr_assert_eq(cells, table->columns, "%d cells under %d names", cells, table->columns);
        }
        line = next;
    }
    cr_assert_gt(table->columns, 0, "no table");
    table->rows = count / table->columns - 1;
}

void rod_table_parse(rod_table* table, const char* text)
{
    memset(table, 0, sizeof *table);
    table->text = copy_of(text);
    cut_table(table);
}

bool rod_table_read(rod_table* table, const char* name)
{
    char path[1024];
    const char* folder = getenv("BELAY_REFERENCE");
    snprintf(path, sizeof path, "%s/%s.csv", folder != NULL ? folder : "../shared/reference", name);
    memset(table, 0, sizeof *table);
    table->text = file_text(path);
    if (table->text == NULL) return false;
    cut_table(table);
    return true;
}

void rod_table_open(rod_table* table, const char* name)
{
    if (!rod_table_read(table, name)) SKIP_TEST("the table %s is not there", name);
}

void rod_table_close(rod_table* table)
{
    free(table->cells);
    free(table->text);
    memset(table, 0, sizeof *table);
}

static int column_of(const rod_table* table, const char* name)
{
    int k = 0;
    while (k < table->columns && strcmp(table->cells[k], name) != 0)
        k++;
    cr_assert_lt(k, table->columns, "no column %s", name);
    return k;
}

const char* rod_table_text(const rod_table* table, int row, const char* column)
{
    cr_assert(row >= 0 && row < table->rows, "row %d of %d", row, table->rows);
    return table->cells[(row + 1) * table->columns + column_of(table, column)];
}

// [number] [pi [/ number]]
static double number_of(const char* text)
{
    char* end;
    double value = strtod(text, &end);
    bool is_pi = strncmp(end, "pi", 2) == 0;
    if (end == text && !is_pi) return NAN;
    if (!is_pi) return *end == '\0' ? value : NAN;
    value = (end == text ? 1.0 : value) * PI;
    const char* rest = end + 2;
    if (*rest == '/') {
        value /= strtod(rest + 1, &end);
        rest = end;
    }
    return *rest == '\0' ? value : NAN;
}

double rod_table_number(const rod_table* table, int row, const char* column)
{
    return number_of(rod_table_text(table, row, column));
}

int rod_table_find(const rod_table* table, int from, const char* column, const char* word)
{
    for (int row = from; row < table->rows; row++)
        if (strcmp(rod_table_text(table, row, column), word) == 0) return row;
    return -1;
}

double rod_table_constant(const rod_table* table, const char* name)
{
    int row = rod_table_find(table, 0, table->cells[0], name);
    cr_assert_geq(row, 0, "no row %s", name);
    return rod_table_number(table, row, table->cells[1]);
}
