// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// No two files of the engine and of haptics have the same name, in whatever folders: a build that puts all objects into
// one folder, or names them after the file alone, then works.

#include "support/source_files.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <string.h>

enum { MOST = 1200 };

typedef struct named_file {
    char path[SOURCE_NAME], name[SOURCE_NAME]; // in small letters: some file systems know no others
} named_file;

static named_file files[MOST];
static int file_count;

static void add_file(const char* path)
{
    cr_assert_lt(file_count, MOST);
    named_file* f = &files[file_count++];
    snprintf(f->path, SOURCE_NAME, "%s", path);
    const char* slash = strrchr(path, '/');
    snprintf(f->name, SOURCE_NAME, "%s", slash != NULL ? slash + 1 : path);
    for (char* c = f->name; *c != '\0'; c++)
        *c = (char)tolower((unsigned char)*c);
}

Test(rooms, no_two_files_have_the_same_name)
{
    file_count = 0;
    source_walk("engine", add_file);
    source_walk("haptics", add_file);
    cr_assert_gt(file_count, 500, "%d files are in engine/ and haptics/: they were not found", file_count);
    for (int i = 0; i < file_count; i++)
        for (int k = 0; k < i; k++)
            cr_expect_str_neq(files[i].name, files[k].name, "%s and %s", files[i].path, files[k].path);
}
