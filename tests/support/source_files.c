// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "support/source_files.h"

#include "support/skip.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#if !defined(_WIN32)
#include <dirent.h>
#endif

static const char* project_folder(void)
{
    static char path[1024];
    const char* hashes = getenv("BELAY_HASHES"); // tests/hashes
    snprintf(path, sizeof path, "%.1000s", hashes != NULL ? hashes : ".");
    if (hashes != NULL) snprintf(path + strlen(path), sizeof path - strlen(path), "/../..");
    return path;
}

FILE* source_open(const char* below, const char* name)
{
    char path[1500];
    snprintf(path, sizeof path, "%s/%s/%s", project_folder(), below, name);
    FILE* source = fopen(path, "r");
    cr_assert_not_null(source, "cannot open %s: tests are run from the project's folder", path);
    return source;
}

#if !defined(_WIN32)

static bool is_source(const char* name)
{
    size_t length = strlen(name);
    return length > 2 && name[length - 2] == '.' && (name[length - 1] == 'c' || name[length - 1] == 'h');
}

static void walk(const char* below, const char* inside, source_visit_fn* visit)
{
    char path[1500], name[600];
    snprintf(path, sizeof path, "%s/%s/%s", project_folder(), below, inside);
    DIR* folder = opendir(path);
    if (folder == NULL) return; // a file
    for (struct dirent* entry; (entry = readdir(folder)) != NULL;) {
        if (entry->d_name[0] == '.') continue;
        snprintf(name, sizeof name, "%.300s%s%s", inside, inside[0] != '\0' ? "/" : "", entry->d_name);
        if (is_source(name))
            visit(name);
        else
            walk(below, name, visit);
    }
    closedir(folder);
}

void source_walk(const char* below, source_visit_fn* visit)
{
    walk(below, "", visit);
}

#else

void source_walk(const char* below, source_visit_fn* visit)
{
    (void)visit;
    SKIP_TEST("%s: folders are not read on this system", below);
}

#endif

void source_folder(const char* name, char folder[SOURCE_NAME])
{
    snprintf(folder, SOURCE_NAME, "%.159s", name);
    char* slash = strrchr(folder, '/');
    *(slash != NULL ? slash : folder) = '\0';
}

bool source_included(const char* line, char header[SOURCE_NAME])
{
    return sscanf(line, " #include \"%159[^\"]\"", header) == 1;
}
