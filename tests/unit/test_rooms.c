// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The rooms of the engine (engine/docs/architecture.md), read from the include lines of its files: nothing includes
// upwards, nothing includes in a circle, no folder is crowded, and these tests stand where what they test does. What
// stands on the engine includes its public headers alone.

#include <criterion/criterion.h>
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A room and those that it may include, all of them lower. Public headers anybody may.
typedef struct room {
    const char *name, *below;
} room;

#define BELOW_SOLVER "core math geometry detect models"
#define BELOW_STEP BELOW_SOLVER " solver store objects"

static const room rooms[] = {
    {"include", ""},
    {"core", ""},
    {"math", "core"},
    {"geometry", "core math"},
    {"detect", "core math geometry"},
    {"models", "core math geometry"},
    {"solver", BELOW_SOLVER},
    {"store", BELOW_SOLVER " solver"},
    {"objects", BELOW_SOLVER " solver store"},
    {"query", BELOW_STEP},
    {"snapshot", BELOW_STEP},
    {"step", BELOW_STEP},
    {"proxy", BELOW_STEP " query snapshot step"},
    {"tools", ""},
};

// The folders, and within a room their order: a later one may include an earlier one.
static const char* const folders[] = {
    "include/belay",
    "core",
    "math",
    "geometry",
    "geometry/curve",
    "geometry/hull",
    "geometry/mesh",
    "geometry/convex",
    "geometry/distance",
    "geometry/shape",
    "detect",
    "detect/broad",
    "detect/convex",
    "detect/mesh",
    "detect/tube",
    "detect/rod",
    "models",
    "models/rod",
    "models/rod/lumped",
    "models/rod/nodal",
    "models/rod/super_helix",
    "solver/law",
    "solver/rows",
    "solver/newton",
    "solver/sweep",
    "solver/library",
    "store",
    "objects",
    "query",
    "snapshot",
    "step/motion",
    "step/detect",
    "step/assemble",
    "step/energy",
    "step/solve",
    "step/guard",
    "step/publish",
    "step/sleep",
    "step",
    "proxy",
    "tools/belay_solve",
};

enum { ROOM_COUNT = sizeof rooms / sizeof *rooms, FOLDER_COUNT = sizeof folders / sizeof *folders };

// Folders that may take no more files.
#define MOST_FILES 40

typedef struct file {
    char name[160]; // from the engine's folder on
    int mark;       // 0: not seen; 1: on the way; 2: done
} file;

enum { MOST = 1200 };
static file files[MOST];
static int file_count, faults;

static const char* project_folder(void)
{
    static char path[1024];
    const char* hashes = getenv("BELAY_HASHES"); // tests/hashes
    snprintf(path, sizeof path, "%s", hashes != NULL ? hashes : ".");
    if (hashes != NULL) snprintf(path + strlen(path), sizeof path - strlen(path), "/../..");
    return path;
}

static FILE* open_source(const char* below, const char* name)
{
    char path[1500];
    snprintf(path, sizeof path, "%s/%s/%s", project_folder(), below, name);
    FILE* source = fopen(path, "r");
    cr_assert_not_null(source, "cannot open %s: tests are run from the project's folder", path);
    return source;
}

static bool is_source(const char* name)
{
    size_t length = strlen(name);
    return length > 2 && name[length - 2] == '.' && (name[length - 1] == 'c' || name[length - 1] == 'h');
}

// Calls visit for every file below a folder of the project.
typedef void visit_fn(const char* name);
static void walk(const char* below, const char* inside, visit_fn* visit)
{
    char path[1500], name[300];
    snprintf(path, sizeof path, "%s/%s/%s", project_folder(), below, inside);
    DIR* folder = opendir(path);
    if (folder == NULL) return; // a file
    for (struct dirent* entry; (entry = readdir(folder)) != NULL;) {
        if (entry->d_name[0] == '.') continue;
        snprintf(name, sizeof name, "%s%s%s", inside, inside[0] != '\0' ? "/" : "", entry->d_name);
        if (is_source(name))
            visit(name);
        else
            walk(below, name, visit);
    }
    closedir(folder);
}

static void add_file(const char* name)
{
    cr_assert_lt(file_count, MOST);
    snprintf(files[file_count].name, sizeof files->name, "%.159s", name);
    files[file_count++].mark = 0;
}

static void read_engine(void)
{
    file_count = faults = 0;
    walk("engine", "", add_file);
    cr_assert_gt(file_count, 400, "%d files are in engine/: it was not found", file_count);
}

static file* find_file(const char* name)
{
    for (int i = 0; i < file_count; i++)
        if (strcmp(files[i].name, name) == 0) return &files[i];
    return NULL;
}

// "step/solve/x.c" -> "step/solve"
static void folder_of(const char* name, char folder[160])
{
    snprintf(folder, 160, "%.159s", name);
    char* slash = strrchr(folder, '/');
    *(slash != NULL ? slash : folder) = '\0';
}

static int folder_number(const char* name)
{
    char folder[160];
    folder_of(name, folder);
    for (int i = 0; i < FOLDER_COUNT; i++)
        if (strcmp(folders[i], folder) == 0) return i;
    return -1;
}

static int room_number(const char* name)
{
    size_t length = strcspn(name, "/");
    for (int i = 0; i < ROOM_COUNT; i++)
        if (strlen(rooms[i].name) == length && strncmp(rooms[i].name, name, length) == 0) return i;
    return -1;
}

static bool is_word_of(const char* word, const char* list)
{
    size_t length = strlen(word);
    for (const char* at = list; (at = strstr(at, word)) != NULL; at += length)
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0')) return true;
    return false;
}

// The header in a line of the form #include "...", or false.
static bool included(const char* line, char header[160])
{
    return sscanf(line, " #include \"%159[^\"]\"", header) == 1;
}

// As files[] names it: public headers stand below include/, those of a tool beside what includes them.
static void full_name(const char* from, const char* header, char name[360])
{
    char folder[160];
    folder_of(from, folder);
    if (strchr(header, '/') == NULL)
        snprintf(name, 360, "%s/%s", folder, header);
    else
        snprintf(name, 360, "%s%s", strncmp(header, "belay/", 6) == 0 ? "include/" : "", header);
}

static void complain(const char* from, const char* header, const char* why)
{
    fprintf(stderr, "%s includes \"%s\": %s\n", from, header, why);
    faults++;
}

static void check_include(const char* from, const char* header)
{
    char name[360];
    full_name(from, header, name);
    if (find_file(name) == NULL) {
        complain(from, header, "there is no such file in the engine");
        return;
    }
    int room_from = room_number(from), room_to = room_number(name);
    if (strncmp(name, "include/", 8) == 0 || room_from < 0 || room_to < 0) return;
    if (room_from != room_to && !is_word_of(rooms[room_to].name, rooms[room_from].below))
        complain(from, header, "that room is not below its own");
    if (room_from == room_to && folder_number(name) > folder_number(from))
        complain(from, header, "that folder is not below its own");
}

static void check_includes_of(const char* from, const char* below, void (*check)(const char*, const char*))
{
    char line[400], header[160];
    FILE* source = open_source(below, from);
    while (fgets(line, sizeof line, source) != NULL)
        if (included(line, header)) check(from, header);
    fclose(source);
}

Test(rooms, nothing_in_the_engine_includes_upwards)
{
    read_engine();
    for (int i = 0; i < file_count; i++)
        check_includes_of(files[i].name, "engine", check_include);
    cr_assert_eq(faults, 0, "%d includes go where they must not", faults);
}

static bool closes_circle(file* f)
{
    char line[400], header[160], name[360];
    if (f->mark != 0) return f->mark == 1;
    f->mark = 1;
    FILE* source = open_source("engine", f->name);
    bool closes = false;
    while (!closes && fgets(line, sizeof line, source) != NULL) {
        if (!included(line, header)) continue;
        full_name(f->name, header, name);
        file* next = find_file(name);
        closes = next != NULL && closes_circle(next);
        if (closes) fprintf(stderr, "%s -> %s\n", f->name, name);
    }
    fclose(source);
    f->mark = 2;
    return closes;
}

Test(rooms, no_headers_include_each_other_in_a_circle)
{
    read_engine();
    for (int i = 0; i < file_count; i++)
        cr_assert_not(closes_circle(&files[i]), "%s is in a circle", files[i].name);
}

Test(rooms, every_folder_is_known_and_none_is_crowded)
{
    int counts[FOLDER_COUNT] = {0};
    read_engine();
    for (int i = 0; i < file_count; i++) {
        int folder = folder_number(files[i].name);
        cr_assert_geq(folder, 0, "%s is in a folder that the list of rooms does not have", files[i].name);
        cr_expect_geq(room_number(files[i].name), 0);
        counts[folder]++;
    }
    for (int i = 0; i < FOLDER_COUNT; i++) {
        cr_expect_gt(counts[i], 0, "there is nothing in engine/%s", folders[i]);
        cr_expect_leq(counts[i], MOST_FILES, "engine/%s has %d files", folders[i], counts[i]);
    }
}

static void check_place(const char* name)
{
    char folder[160];
    folder_of(name, folder);
    bool is_known = folder[0] == '\0';
    for (int i = 0; i < FOLDER_COUNT; i++)
        is_known = is_known || strcmp(folders[i], folder) == 0;
    cr_expect(is_known, "tests/unit/%s: the engine has no such folder", name);
}

Test(rooms, unit_tests_stand_where_what_they_test_does)
{
    walk("tests/unit", "", check_place);
}

static void check_from_outside(const char* from, const char* header)
{
    if (strchr(header, '/') != NULL && room_number(header) >= 0) complain(from, header, "it is inside the engine");
}

static void check_demo(const char* name)
{
    check_includes_of(name, "demos", check_from_outside);
}

Test(rooms, demos_include_public_headers_alone)
{
    faults = 0;
    walk("demos", "", check_demo);
    cr_assert_eq(faults, 0, "%d includes go into the engine", faults);
}
