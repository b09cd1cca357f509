// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// How many functions of the step take the whole world, folder by folder. A stage gets what it reads and writes (store/
// parts, or a small struct of its own) and says so beside its name; the world is for what step.c and other stages call,
// and for what reports or reserves. Counted in the sources, with structs that hold a world and work for others that
// gets it as a context.

#include "support/source_files.h"

#include <criterion/criterion.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

// The most there may be, as they were found. Lower one where you lower it.
typedef struct allowance {
    const char* folder;
    int most;
} allowance;

static const allowance allowances[] = {
    {"step/motion", 6}, {"step/detect", 12},  {"step/assemble", 9}, {"step/energy", 4}, {"step/solve", 7},
    {"step/guard", 11}, {"step/publish", 14}, {"step/sleep", 12},   {"step", 19},
};

enum { FOLDERS = sizeof allowances / sizeof *allowances, LONGEST = 4000 };

static int found[FOLDERS], functions, strangers;

static bool begins_at_margin(const char* line)
{
    bool is_letter = (line[0] >= 'a' && line[0] <= 'z') || (line[0] >= 'A' && line[0] <= 'Z');
    return is_letter && strncmp(line, "typedef ", 8) != 0;
}

static bool has_world(const char* text)
{
    return strstr(text, "belay_world* ") != NULL || strstr(text, "belay_world *") != NULL;
}

// A member or a local variable that is a world: held by a struct, or taken out of a context.
static bool keeps_world(const char* line)
{
    return line[0] == ' ' && has_world(line) && (strstr(line, "= context;") != NULL || strchr(line, '=') == NULL) &&
           strchr(line, '(') == NULL && strchr(line, ';') != NULL;
}

static bool ends_with(const char* text, const char* end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

// Whether another function or struct with the world is known by a line; `head`: what has been read of something that
// begins at the margin.
static bool read_line(char head[LONGEST], const char* line)
{
    if (keeps_world(line)) return true;
    if (strcmp(line, "{\n") == 0 && ends_with(head, ")\n")) {
        functions++;
        return has_world(head);
    }
    if (begins_at_margin(line)) head[0] = '\0';
    size_t length = strlen(head);
    cr_assert_lt(length + strlen(line), LONGEST);
    strcpy(head + length, line);
    // What ends here was no function's head.
    if (strchr(line, ';') != NULL || ends_with(line, "{\n") || line[0] == '}' || line[0] == '#') head[0] = '\0';
    return false;
}

static int count_in(FILE* source)
{
    char line[LONGEST], head[LONGEST] = "";
    int count = 0;
    while (fgets(line, sizeof line, source) != NULL) {
        char* comment = strstr(line, "//");
        if (comment != NULL) strcpy(comment, "\n");
        count += read_line(head, line);
    }
    return count;
}

static void count_file(const char* name)
{
    char folder[SOURCE_NAME];
    source_folder(name, folder);
    if (strncmp(name, "step/", 5) != 0) return;
    FILE* source = source_open("engine", name);
    int count = count_in(source), i = 0;
    fclose(source);
    while (i < FOLDERS && strcmp(allowances[i].folder, folder) != 0)
        i++;
    if (i < FOLDERS)
        found[i] += count;
    else
        strangers++;
}

Test(world_takers, no_folder_of_the_step_takes_the_world_more_often_than_it_may)
{
    functions = strangers = 0;
    memset(found, 0, sizeof found);
    source_walk("engine", count_file);
    cr_assert_gt(functions, 600, "%d functions are in engine/step: it was not read", functions);
    cr_expect_eq(strangers, 0, "%d files are in folders of engine/step that the table does not have", strangers);
    for (int i = 0; i < FOLDERS; i++)
        cr_expect_leq(
            found[i], allowances[i].most,
            "%d functions or structs of engine/%s take the world, and no more than %d may: hand over what they "
            "read and write",
            found[i], allowances[i].folder, allowances[i].most);
}

static int count_in_text(const char* text)
{
    FILE* source = tmpfile();
    cr_assert_not_null(source);
    fputs(text, source);
    rewind(source);
    int count = count_in(source);
    fclose(source);
    return count;
}

Test(world_takers, who_takes_it_is_seen)
{
    cr_expect_eq(count_in_text("static void f(belay_world* world)\n{\n}\n"), 1);
    cr_expect_eq(count_in_text("bool f(int a,\n       const belay_world* world)\n{\n}\n"), 1);
    cr_expect_eq(count_in_text("typedef struct s {\n    belay_world* world;\n} s;\n"), 1);
    cr_expect_eq(count_in_text("static void f(void* context)\n{\n    belay_world* world = context;\n}\n"), 1);
}

Test(world_takers, who_does_not_is_not_counted)
{
    cr_expect_eq(count_in_text("void f(belay_world* world);\nint g(int a)\n{\n}\n"), 0);
    cr_expect_eq(count_in_text("// belay_world* world\nint g(const belay_world_def* def)\n{\n}\n"), 0);
    cr_expect_eq(count_in_text("int g(int a)\n{\n    f(world, a);\n    b = h(&world->def);\n}\n"), 0);
}
