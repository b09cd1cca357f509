// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The folders of what stands on the engine and beside it (haptics, demos, tests) have an order: where a file of one
// includes a file of another, nothing of the other leads back. Read from the include lines; the engine has a list of
// its folders in their order (test_rooms.c).

#include "support/source_files.h"

#include <criterion/criterion.h>
#include <stdbool.h>
#include <string.h>

// Where headers are looked for behind the file's own folder, as the build does.
static const char* const roots[] = {"haptics/src", "haptics/include", "demos", "tests", "tests/bench"};

enum { ROOTS = sizeof roots / sizeof *roots, MOST_FILES = 1500, MOST_FOLDERS = 150 };
enum { NEW, UNDER_WAY, DONE };

static char files[MOST_FILES][SOURCE_NAME], folders[MOST_FOLDERS][SOURCE_NAME];
static bool includes[MOST_FOLDERS][MOST_FOLDERS];
static int marks[MOST_FOLDERS], file_count, folder_count;
static const char* tree;

static void add_file(const char* name)
{
    cr_assert_lt(file_count, MOST_FILES);
    int length = snprintf(files[file_count], SOURCE_NAME, "%s/%s", tree, name);
    cr_assert_lt(length, SOURCE_NAME);
    file_count++;
}

static int folder_of(const char* name)
{
    char folder[SOURCE_NAME];
    source_folder(name, folder);
    for (int i = 0; i < folder_count; i++)
        if (strcmp(folders[i], folder) == 0) return i;
    cr_assert_lt(folder_count, MOST_FOLDERS);
    memcpy(folders[folder_count], folder, SOURCE_NAME);
    return folder_count++;
}

static bool is_file(const char* folder, const char* header, char name[2 * SOURCE_NAME])
{
    snprintf(name, 2 * SOURCE_NAME, "%s/%s", folder, header);
    for (int i = 0; i < file_count; i++)
        if (strcmp(files[i], name) == 0) return true;
    return false;
}

// Headers of the engine and of packages are not among the files, and lead nowhere.
static void note_include(const char* from, const char* header)
{
    char name[2 * SOURCE_NAME];
    int own = folder_of(from);
    bool is_found = is_file(folders[own], header, name);
    for (int i = 0; !is_found && i < ROOTS; i++)
        is_found = is_file(roots[i], header, name);
    if (is_found) includes[own][folder_of(name)] = true;
}

static void read_includes(const char* name)
{
    char line[400], header[SOURCE_NAME];
    FILE* source = source_open(".", name);
    while (fgets(line, sizeof line, source) != NULL)
        if (source_included(line, header)) note_include(name, header);
    fclose(source);
}

static bool closes_circle(int folder)
{
    if (marks[folder] != NEW) return marks[folder] == UNDER_WAY;
    marks[folder] = UNDER_WAY;
    bool closes = false;
    for (int next = 0; !closes && next < folder_count; next++) {
        closes = next != folder && includes[folder][next] && closes_circle(next);
        if (closes) fprintf(stderr, "%s -> %s\n", folders[folder], folders[next]);
    }
    marks[folder] = DONE;
    return closes;
}

Test(rooms, folders_outside_the_engine_include_one_way)
{
    static const char* const trees[] = {"haptics", "demos", "tests"};
    for (size_t i = 0; i < sizeof trees / sizeof *trees; i++) {
        tree = trees[i];
        source_walk(tree, add_file);
    }
    cr_assert_gt(file_count, 400, "%d files were found", file_count);
    for (int i = 0; i < file_count; i++)
        read_includes(files[i]);
    cr_assert_gt(folder_count, 40);
    for (int i = 0; i < folder_count; i++)
        cr_assert_not(closes_circle(i), "%s is in a circle", folders[i]);
}
