// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The pages as a reader meets them: each program on them runs and prints what the page says, and links and pictures
// lead somewhere. That the other C blocks compile is the build's part (tests/pages/pages.lua).

#include "support/beside.h"
#include "support/source_files.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <string.h>

enum { PROGRAMS = 64, LINE = 1024, TEXT = 1 << 14, STEM = 64, NAME = 128 };

typedef struct page_program {
    char page[SOURCE_NAME], name[NAME];
    char output[TEXT]; // of the "text" block that follows; empty: nothing is said
} page_program;

static page_program programs[PROGRAMS];
static int program_count, page_count, link_count;
static const char* folder;

static bool is_page(const char* name)
{
    size_t length = strlen(name);
    return length > 3 && strcmp(name + length - 3, ".md") == 0;
}

static FILE* open_page(const char* name)
{
    return source_open(folder, name);
}

// "tutorial/1_first_scene.md" -> "1_first_scene"
static void stem_of(const char* page, char stem[STEM])
{
    const char* slash = strrchr(page, '/');
    snprintf(stem, STEM, "%.63s", slash != NULL ? slash + 1 : page);
    *strrchr(stem, '.') = '\0';
    for (char* c = stem; *c != '\0'; c++)
        *c = (char)tolower((unsigned char)*c);
}

// Reads lines up to the end of a block; to `text` where that is not null.
static bool read_block(FILE* page, char* text, size_t size)
{
    char line[LINE];
    bool has_main = false;
    while (fgets(line, sizeof line, page) != NULL && strcmp(line, "```\n") != 0) {
        has_main = has_main || strstr(line, "main(") != NULL;
        if (text != NULL) snprintf(text + strlen(text), size - strlen(text), "%s", line);
    }
    return has_main;
}

static void read_programs(const char* name)
{
    if (!is_page(name)) return;
    char line[LINE], stem[STEM];
    int count = 0;
    page_program* last = NULL; // the page's latest
    FILE* page = open_page(name);
    stem_of(name, stem);
    while (fgets(line, sizeof line, page) != NULL) {
        if (strcmp(line, "```text\n") == 0) read_block(page, last != NULL ? last->output : NULL, TEXT);
        if (strcmp(line, "```c\n") != 0 || !read_block(page, NULL, 0)) continue;
        cr_assert_lt(program_count, PROGRAMS);
        last = &programs[program_count++];
        snprintf(last->page, sizeof last->page, "%s", name);
        if (++count == 1)
            snprintf(last->name, NAME, "page_programs/page_%s", stem);
        else
            snprintf(last->name, NAME, "page_programs/page_%s_%d", stem, count);
        last->output[0] = '\0';
    }
    fclose(page);
}

static void check_program(const page_program* p)
{
    char path[BESIDE_PATH], command[BESIDE_PATH + 16], text[TEXT];
    beside_find(path, p->name);
    snprintf(command, sizeof command, "'%s' 2>&1", path);
    int code = beside_run(command, text, sizeof text);
    cr_expect_eq(code, 0, "%s: exit code %d\n%s", p->page, code, text);
    cr_expect_gt(strlen(text), 0, "%s: its program prints nothing", p->page);
    if (p->output[0] != '\0') cr_expect_str_eq(text, p->output, "%s: its program prints\n%s", p->page, text);
}

static void check_programs(const char* of, int least)
{
    folder = of;
    program_count = 0;
    source_walk_all(of, read_programs);
    cr_assert_geq(program_count, least, "%d programs are in %s", program_count, of);
    for (int i = 0; i < program_count; i++)
        check_program(&programs[i]);
}

Test(pages, each_program_prints_what_its_page_says)
{
    check_programs("engine/docs", 5);
}

// Skipped where haptics is not built.
Test(pages, each_program_with_haptics_runs)
{
    check_programs("haptics/docs", 2);
}

// A link within the project leads to a file or a folder.
static void check_link(const char* page, const char* link)
{
    char path[2 * SOURCE_NAME], place[2 * LINE];
    link_count++;
    if (strncmp(link, "http", 4) == 0 || link[0] == '#') return;
    source_folder(page, path);
    snprintf(place, sizeof place, "%s/%s/%.*s", folder, path, (int)strcspn(link, "#"), link);
    cr_expect(source_exists(place), "%s/%s: %s leads nowhere", folder, page, link);
}

static void check_links(const char* name)
{
    if (!is_page(name)) return;
    page_count++;
    char line[LINE], link[LINE];
    bool is_code = false;
    FILE* page = open_page(name);
    while (fgets(line, sizeof line, page) != NULL) {
        if (strncmp(line, "```", 3) == 0) is_code = !is_code;
        for (const char* at = strstr(line, "]("); !is_code && at != NULL; at = strstr(at, "](")) {
            at += 2;
            snprintf(link, sizeof link, "%.*s", (int)strcspn(at, ") \n"), at);
            check_link(name, link);
        }
    }
    fclose(page);
}

Test(pages, links_lead_somewhere)
{
    page_count = link_count = 0;
    folder = "engine/docs";
    source_walk_all(folder, check_links);
    folder = "haptics/docs";
    source_walk_all(folder, check_links);
    folder = ".";
    check_links("README.md");
    cr_assert_gt(page_count, 10);
    cr_assert_gt(link_count, 30);
}
