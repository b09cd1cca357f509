// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Command lines of the demos: what is read, what is refused and how, and the help that is made from the same table.

#include "shell/options.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct chosen {
    bool is_on;
    double width;
    int count;
    shell_numbers list;
    const char* name;
    int size[2];
} chosen;

static const shell_option table[] = {
    {.name = "--on", .text = "a switch", .offset = offsetof(chosen, is_on)},
    {.name = "--width",
     .value = "W",
     .text = "how wide",
     .type = SHELL_OPTION_NUMBER,
     .offset = offsetof(chosen, width),
     .low = 0.5,
     .high = 2.0,
     .unit = "m"},
    {.name = "--count",
     .value = "N",
     .text = "how many",
     .type = SHELL_OPTION_WHOLE,
     .offset = offsetof(chosen, count),
     .low = 1.0,
     .high = 9.0},
    {.name = "--list",
     .value = "X,...",
     .text = "several",
     .type = SHELL_OPTION_NUMBERS,
     .offset = offsetof(chosen, list),
     .low = 0.0,
     .high = 1.0},
    {.name = "--name", .value = "T", .text = "a word", .type = SHELL_OPTION_TEXT, .offset = offsetof(chosen, name)},
    {.name = "--size", .value = "WxH", .text = "of it", .type = SHELL_OPTION_SIZE, .offset = offsetof(chosen, size)},
};

static char error[SHELL_ERROR_SIZE];

static chosen at_start(void)
{
    return (chosen){.width = 1.5, .count = 3, .list = {{0.25, 0.5}, 2}, .size = {1280, 720}};
}

// Reads a command line whose words have single blanks between.
static bool read(chosen* c, const char* line)
{
    static char words[256];
    char* argv[16] = {"program"};
    int argc = 1;
    const shell_option_group group = {table, (int)(sizeof table / sizeof table[0]), c};
    snprintf(words, sizeof words, "%s", line);
    for (char* word = strtok(words, " "); word != NULL; word = strtok(NULL, " "))
        argv[argc++] = word;
    error[0] = '\0';
    return shell_options_read(&group, 1, argc, argv, error, sizeof error);
}

Test(demo_options, all_types_are_read)
{
    chosen c = at_start();
    cr_assert(read(&c, "--on --width 0.75 --count 7 --list 0,0.5,1 --name abc --size 800x600"), "%s", error);
    cr_expect(c.is_on);
    cr_expect_eq(c.width, 0.75);
    cr_expect_eq(c.count, 7);
    cr_expect_eq(c.list.count, 3);
    cr_expect_eq(c.list.values[2], 1.0);
    cr_expect_str_eq(c.name, "abc");
    cr_expect_eq(c.size[0], 800);
    cr_expect_eq(c.size[1], 600);
}

Test(demo_options, a_value_may_follow_an_equals_sign_and_the_last_one_counts)
{
    chosen c = at_start();
    cr_assert(read(&c, "--width=2 --width=1 --name=a=b"), "%s", error);
    cr_expect_eq(c.width, 1.0);
    cr_expect_str_eq(c.name, "a=b");
}

// Each refusal names the option and what was given.
Test(demo_options, what_is_wrong_is_named)
{
    static const char* const lines[][3] = {
        {"--widht 1", "--widht", "not an option"},
        {"width", "width", "not an option"},
        {"--wid 1", "--wid", "not an option"},
        {"--width", "--width", "missing"},
        {"--width 3", "--width", "'3'"},
        {"--width 0x1", "--width", "'0x1'"},
        {"--width nan", "--width", "'nan'"},
        {"--width 1m", "--width", "0.5 to 2 (m)"},
        {"--count 2.5", "--count", "'2.5'"},
        {"--count 2.5", "--count", "whole number from 1 to 9"},
        {"--list 0,2", "--list", "'2'"},
        {"--list 0,", "--list", "''"},
        {"--list 0,0,0,0,0,0,0,0,0", "--list", "1 to 8 numbers"},
        {"--size 100x100", "--size", "'100x100'"},
        {"--on=1", "--on", "'1'"},
        {"--name=", "--name", "not empty"},
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        chosen c = at_start();
        cr_expect_not(read(&c, lines[i][0]), "%s is taken", lines[i][0]);
        cr_expect_not_null(strstr(error, lines[i][1]), "%s: %s", lines[i][0], error);
        cr_expect_not_null(strstr(error, lines[i][2]), "%s: %s", lines[i][0], error);
        cr_expect_null(strchr(error, '\n'), "%s: %s", lines[i][0], error);
    }
}

Test(demo_options, help_tells_every_option_with_its_range_and_default)
{
    chosen c = at_start();
    const shell_option_group group = {table, (int)(sizeof table / sizeof table[0]), &c};
    char text[4096] = "";
    FILE* file = tmpfile();
    cr_assert_not_null(file);
    shell_options_print(&group, 1, file);
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        cr_expect_not_null(strstr(text, table[i].name), "%s is not told", table[i].name);
    cr_expect_not_null(strstr(text, "how wide, m, 0.5 to 2 (default: 1.5)"), "%s", text);
    cr_expect_not_null(strstr(text, "how many, 1 to 9 (default: 3)"), "%s", text);
    cr_expect_not_null(strstr(text, "(default: 0.25,0.5)"), "%s", text);
    cr_expect_not_null(strstr(text, "(default: 1280x720)"), "%s", text);
}
