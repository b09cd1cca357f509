// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The rooms of the engine (engine/docs/architecture.md), read from its files: nothing includes upwards or in a circle,
// a stage of the step touches the parts of the state that it says and no others, and these tests stand where what they
// test does. What stands on the engine includes its public headers alone. No folder of the project is crowded.

#include "support/source_files.h"

#include <criterion/criterion.h>
#include <stdbool.h>
#include <stdio.h>
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
    {"snapshot", BELOW_STEP},
    {"step", BELOW_STEP},
    {"query", BELOW_STEP " step"},
    {"scene", BELOW_STEP},
    {"debug", BELOW_STEP " query snapshot step"},
    {"character", BELOW_STEP " query"},
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
    "geometry/solid",
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
    "solver/problem",
    "solver/law",
    "solver/rows",
    "solver/newton",
    "solver/assemble",
    "solver/sweep",
    "solver/library",
    "store/parts",
    "store",
    "objects",
    "snapshot",
    "scene",
    "step/motion",
    "step/detect",
    "step/assemble",
    "step/energy",
    "step/solve",
    "step/guard",
    "step/publish",
    "step/sleep",
    "step",
    "query",
    "debug",
    "character",
    "proxy",
    "tools/belay_solve",
    "tools/belay_import",
};

enum { ROOM_COUNT = sizeof rooms / sizeof *rooms, FOLDER_COUNT = sizeof folders / sizeof *folders };

// Those parts of a world's state (store/state.h, store/parts/scratch.h) that the files of a folder touch.
typedef struct touches {
    const char *folder, *parts;
} touches;

static const touches stages[] = {
    {"step/motion", "motion rods energy solve memory stats query_index"},
    {"step/detect", "motion detect rods solve memory clock published stats pair_finder"},
    {"step/assemble", "motion detect joints solve rods memory clock published stats"},
    {"step/energy", "motion detect joints solve energy rods stats"},
    {"step/solve", "motion detect joints solve rods clock published stats times"},
    {"step/guard", "motion detect joints solve energy rods published stats pair_finder"},
    {"step/publish", "motion detect joints solve publish rods memory clock published"},
    {"step/sleep", "motion detect joints solve sleep rods published stats"},
    {"proxy", "motion detect joints solve rods local clock stats"},
    {"query", "query_index"},
    {"debug", "detect solve rods memory clock published"},
    {"objects", "rods memory published pair_finder query_index"},
};

static const char* const state_parts[] = {"motion", "detect",      "joints",      "solve",  "energy",    "publish",
                                          "sleep",  "rods",        "local",       "memory", "published", "clock",
                                          "times",  "pair_finder", "query_index", "stats"};

// No folder takes more files, of whatever kind.
#define MOST_FILES 40

typedef struct file {
    char name[160]; // from the engine's folder on
    int mark;       // 0: not seen; 1: on the way; 2: done
} file;

enum { MOST = 1200 };
static file files[MOST];
static int file_count, faults;

static void add_file(const char* name)
{
    cr_assert_lt(file_count, MOST);
    snprintf(files[file_count].name, sizeof files->name, "%.159s", name);
    files[file_count++].mark = 0;
}

static void read_engine(void)
{
    file_count = faults = 0;
    source_walk("engine", add_file);
    cr_assert_gt(file_count, 400, "%d files are in engine/: it was not found", file_count);
}

static file* find_file(const char* name)
{
    for (int i = 0; i < file_count; i++)
        if (strcmp(files[i].name, name) == 0) return &files[i];
    return NULL;
}

static int folder_number(const char* name)
{
    char folder[SOURCE_NAME];
    source_folder(name, folder);
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

// As files[] names it: public headers stand below include/, those of a tool beside what includes them.
static void full_name(const char* from, const char* header, char name[360])
{
    char folder[SOURCE_NAME];
    source_folder(from, folder);
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
    char line[400], header[SOURCE_NAME];
    FILE* source = source_open(below, from);
    while (fgets(line, sizeof line, source) != NULL)
        if (source_included(line, header)) check(from, header);
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
    char line[400], header[SOURCE_NAME], name[360];
    if (f->mark != 0) return f->mark == 1;
    f->mark = 1;
    FILE* source = source_open("engine", f->name);
    bool closes = false;
    while (!closes && fgets(line, sizeof line, source) != NULL) {
        if (!source_included(line, header)) continue;
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

Test(rooms, every_folder_of_the_engine_is_known)
{
    int counts[FOLDER_COUNT] = {0};
    read_engine();
    for (int i = 0; i < file_count; i++) {
        int folder = folder_number(files[i].name);
        cr_assert_geq(folder, 0, "%s is in a folder that the list of rooms does not have", files[i].name);
        cr_expect_geq(room_number(files[i].name), 0);
        counts[folder]++;
    }
    for (int i = 0; i < FOLDER_COUNT; i++)
        cr_expect_gt(counts[i], 0, "there is nothing in engine/%s", folders[i]);
}

static int count_in_folder(const char* folder)
{
    int count = 0;
    char other[SOURCE_NAME];
    for (int i = 0; i < file_count; i++) {
        source_folder(files[i].name, other);
        count += strcmp(folder, other) == 0;
    }
    return count;
}

Test(rooms, no_folder_is_crowded)
{
    static const char* const trees[] = {"engine", "haptics", "demos", "tests"};
    for (size_t i = 0; i < sizeof trees / sizeof *trees; i++) {
        file_count = 0;
        source_walk_all(trees[i], add_file);
        cr_assert_gt(file_count, 20, "%d files are in %s: it was not found", file_count, trees[i]);
        for (int k = 0; k < file_count; k++) {
            char folder[SOURCE_NAME];
            source_folder(files[k].name, folder);
            int count = count_in_folder(folder);
            cr_assert_leq(count, MOST_FILES, "%s/%s has %d files", trees[i], folder, count);
        }
    }
}

static void check_place(const char* name)
{
    char folder[SOURCE_NAME];
    source_folder(name, folder);
    bool is_known = folder[0] == '\0';
    for (int i = 0; i < FOLDER_COUNT; i++)
        is_known = is_known || strcmp(folders[i], folder) == 0;
    cr_expect(is_known, "tests/unit/%s: the engine has no such folder", name);
}

Test(rooms, unit_tests_stand_where_what_they_test_does)
{
    source_walk("tests/unit", check_place);
}

// Whether the line has owner->part or owner.part.
static bool names_part(const char* line, const char* owner, const char* part)
{
    size_t length = strlen(owner), part_length = strlen(part);
    for (const char* at = line; (at = strstr(at, owner)) != NULL; at += length) {
        const char* after = at + length;
        if (at > line && (at[-1] == '_' || (at[-1] >= 'a' && at[-1] <= 'z'))) continue;
        after += after[0] == '.' ? 1 : strncmp(after, "->", 2) == 0 ? 2 : 0;
        char end = strncmp(after, part, part_length) == 0 ? after[part_length] : 'x';
        if (after > at + length && end != '_' && (end < 'a' || end > 'z')) return true;
    }
    return false;
}

static const char* parts_of(const char* name)
{
    char folder[SOURCE_NAME];
    source_folder(name, folder);
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++)
        if (strcmp(stages[i].folder, folder) == 0) return stages[i].parts;
    return NULL;
}

static void check_parts(const char* name, const char* line, const char* parts)
{
    for (size_t i = 0; i < sizeof state_parts / sizeof *state_parts; i++) {
        // Files call the scratch s; rods during a step are called that too.
        bool is_of_scratch = names_part(line, "scratch", state_parts[i]) ||
                             (strcmp(state_parts[i], "rods") != 0 && names_part(line, "s", state_parts[i]));
        bool is_named = is_of_scratch || names_part(line, "world", state_parts[i]);
        if (!is_named || is_word_of(state_parts[i], parts)) continue;
        fprintf(stderr, "%s touches `%s` of the world's state: %s", name, state_parts[i], line);
        faults++;
    }
}

Test(rooms, a_stage_touches_no_state_but_what_it_says)
{
    char line[400];
    read_engine();
    for (int i = 0; i < file_count; i++) {
        const char* parts = parts_of(files[i].name);
        if (parts == NULL) continue;
        FILE* source = source_open("engine", files[i].name);
        while (fgets(line, sizeof line, source) != NULL) {
            char* comment = strstr(line, "//");
            if (comment != NULL) *comment = '\0';
            check_parts(files[i].name, line, parts);
        }
        fclose(source);
    }
    cr_assert_eq(faults, 0, "%d places touch what they do not say", faults);
}

static void check_from_outside(const char* from, const char* header)
{
    if (strchr(header, '/') != NULL && room_number(header) >= 0) complain(from, header, "it is inside the engine");
}

static void check_haptic_file(const char* name)
{
    check_includes_of(name, "haptics", check_from_outside);
}

static void check_demo(const char* name)
{
    check_includes_of(name, "demos", check_from_outside);
}

Test(rooms, haptics_and_demos_include_public_headers_alone)
{
    faults = 0;
    source_walk("haptics", check_haptic_file);
    source_walk("demos", check_demo);
    cr_assert_eq(faults, 0, "%d includes go into the engine", faults);
}
