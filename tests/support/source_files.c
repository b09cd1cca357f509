// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "support/source_files.h"

#include "support/skip.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
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

bool source_exists(const char* name)
{
    char path[4096];
    struct stat info;
    snprintf(path, sizeof path, "%s/%s", project_folder(), name);
    return stat(path, &info) == 0;
}

#if !defined(_WIN32)

static bool is_source(const char* name)
{
    size_t length = strlen(name);
    return length > 2 && name[length - 2] == '.' && (name[length - 1] == 'c' || name[length - 1] == 'h');
}

// Visits what is below a folder: sources, or files of every kind. False where `inside` is a file.
static bool walk(const char* below, const char* inside, bool takes_all, source_visit_fn* visit)
{
    char path[1500], name[600];
    snprintf(path, sizeof path, "%s/%s/%s", project_folder(), below, inside);
    DIR* folder = opendir(path);
    if (folder == NULL) return false;
    for (struct dirent* entry; (entry = readdir(folder)) != NULL;) {
        if (entry->d_name[0] == '.') continue;
        snprintf(name, sizeof name, "%.300s%s%s", inside, inside[0] != '\0' ? "/" : "", entry->d_name);
        if (is_source(name) || (!walk(below, name, takes_all, visit) && takes_all)) visit(name);
    }
    closedir(folder);
    return true;
}

void source_walk(const char* below, source_visit_fn* visit)
{
    walk(below, "", false, visit);
}

void source_walk_all(const char* below, source_visit_fn* visit)
{
    walk(below, "", true, visit);
}

#else

void source_walk(const char* below, source_visit_fn* visit)
{
    (void)visit;
    SKIP_TEST("%s: folders are not read on this system", below);
}

void source_walk_all(const char* below, source_visit_fn* visit)
{
    source_walk(below, visit);
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
