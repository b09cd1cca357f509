// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Problem and impulse files: exact round trips, a message with file and line for everything that can be wrong,
// thousands of damaged files, and the problem collection against its own table and its own evaluator.

#include "belay/method.h"
#include "belay/problem.h"
#include "support/problems/problems.h"
#include "support/skip.h"
#include "support/tracking_allocator.h"

#include <criterion/criterion.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(_WIN32)
#include <process.h>
#define getpid _getpid
#define popen _popen
#define pclose _pclose
#else
#include <unistd.h>
FILE* popen(const char* command, const char* mode);
int pclose(FILE* stream);
#endif

// ---------------------------------------------------------------------------------------------------------------------
// Files
// ---------------------------------------------------------------------------------------------------------------------

typedef struct scratch_file {
    char path[256];
} scratch_file;

// A name of this process's own, in the working directory.
static scratch_file scratch(const char* ending)
{
    scratch_file f;
    snprintf(f.path, sizeof f.path, "belay_problem_file_%d%s", (int)getpid(), ending);
    return f;
}

static void write_bytes(const char* path, const void* bytes, size_t size)
{
    FILE* file = fopen(path, "wb");
    cr_assert_not_null(file);
    cr_assert_eq(fwrite(bytes, 1, size, file), size);
    cr_assert_eq(fclose(file), 0);
}

static bool has_zlib(void)
{
    belay_problem* p = NULL;
    belay_error error;
    belay_problem_read("there is no such file.gz", NULL, &p, &error);
    return strstr(error.message, "zlib") == NULL;
}

// ---------------------------------------------------------------------------------------------------------------------
// Round trips
// ---------------------------------------------------------------------------------------------------------------------

static void check_same(const belay_problem* a, const belay_problem* b)
{
    cr_assert(a->contact_count == b->contact_count && a->block_count == b->block_count);
    size_t n = (size_t)a->contact_count, blocks = (size_t)a->block_count;
    cr_assert_eq(memcmp(a->mu, b->mu, n * sizeof(double)), 0);
    cr_assert_eq(memcmp(a->row_start, b->row_start, (n + 1) * sizeof(int32_t)), 0);
    cr_assert_eq(memcmp(a->column, b->column, blocks * sizeof(int32_t)), 0);
    cr_assert_eq(memcmp(a->blocks, b->blocks, 9 * blocks * sizeof(double)), 0);
    cr_assert_eq(memcmp(a->q, b->q, 3 * n * sizeof(double)), 0);
    for (size_t i = 0; i < 3 * n; i++)
        cr_assert(b->r[i] == 0.0);
}

static void check_round_trip(const belay_problem* p, const char* ending)
{
    scratch_file f = scratch(ending);
    belay_error error;
    belay_problem* back = NULL;
    cr_assert_eq(belay_problem_write(p, f.path, &error), BELAY_OK, "%s", error.message);
    belay_result result = belay_problem_read(f.path, NULL, &back, &error);
    remove(f.path);
    cr_assert_eq(result, BELAY_OK, "%s", error.message);
    cr_assert_str_eq(error.message, "");
    check_same(p, back);
    belay_problem_destroy(back);
}

static belay_problem* generated(void)
{
    belay_problem* p = problem_generate(20, 45, 0.0, 1.2, 3, NULL);
    cr_assert_not_null(p);
    p->blocks[0] = -0.0;
    p->blocks[1] = 4.9e-324;
    p->blocks[2] = 1.7976931348623157e308;
    p->blocks[3] = 0.1;
    p->q[0] = -1.0 / 3.0;
    return p;
}

Test(problem_file, comes_back_exactly)
{
    belay_problem* p = generated();
    check_round_trip(p, ".dfcp");
    belay_problem_destroy(p);
    cr_assert_eq(belay_problem_create(0, 0, NULL, &p, NULL), BELAY_OK);
    check_round_trip(p, ".dfcp");
    belay_problem_destroy(p);
}

Test(problem_file, comes_back_exactly_compressed)
{
    belay_problem* p = generated();
    if (has_zlib()) {
        check_round_trip(p, ".dfcp.gz");
    } else {
        belay_error error;
        cr_assert_eq(belay_problem_write(p, "x.dfcp.gz", &error), BELAY_ERROR_VALUE);
        cr_assert_str_eq(error.message, "x.dfcp.gz: compressed files need zlib, which this build does not have");
    }
    belay_problem_destroy(p);
}

Test(problem_file, comes_back_exactly_in_a_locale_with_comma)
{
    if (setlocale(LC_NUMERIC, "de_DE.UTF-8") == NULL && setlocale(LC_NUMERIC, "fr_FR.UTF-8") == NULL)
        SKIP_TEST("no locale with a decimal comma is installed");
    belay_problem* p = generated();
    check_round_trip(p, ".dfcp");
    belay_problem_destroy(p);
}

Test(problem_file, impulses_come_back_exactly)
{
    scratch_file f = scratch(".ref");
    double r[6] = {0.1, -1.0 / 3.0, 4.9e-324, -0.0, 1e300, 123456789.0}, back[6];
    belay_error error;
    cr_assert_eq(belay_impulses_write(f.path, r, 2, "one\n\ntwo", &error), BELAY_OK);
    cr_assert_eq(belay_impulses_read(f.path, back, 2, &error), BELAY_OK, "%s", error.message);
    cr_assert_eq(memcmp(r, back, sizeof r), 0);
    FILE* file = fopen(f.path, "rb");
    char text[64] = {0};
    cr_assert_gt(fread(text, 1, sizeof text - 1, file), 20);
    fclose(file);
    cr_assert_eq(strncmp(text, "# one\n#\n# two\n0.10000000000000001\n", 34), 0, "%s", text);
    cr_assert_eq(belay_impulses_write(f.path, NULL, 0, NULL, &error), BELAY_OK);
    cr_assert_eq(belay_impulses_read(f.path, NULL, 0, &error), BELAY_OK);
    remove(f.path);
}

// ---------------------------------------------------------------------------------------------------------------------
// What can be wrong
// ---------------------------------------------------------------------------------------------------------------------

#define B9 " 1 0 0 0 1 0 0 0 1\n"
#define HEAD "dfcp 1\n2\n0.5\n0.5\n"

// A file's text, and the message behind its name.
typedef struct bad_file {
    const char* text;
    const char* message;
} bad_file;

static const bad_file bad_problems[] = {
    {"", ":1: truncated: the file ends before 'dfcp'"},
    {" \n\n", ":3: truncated: the file ends before 'dfcp'"},
    {"dfcp", ":1: truncated: the file ends before the version"},
    {"dfc 1\n", ":1: malformed: no 'dfcp' but 'dfc'"},
    {"\x7f"
     "ELF\x01",
     ":1: malformed: no 'dfcp' but '?ELF?'"},
    {"dfcp 2\n", ":1: malformed: unknown version '2'"},
    {"dfcp 1\n", ":2: truncated: the file ends before the contact count"},
    {"dfcp 1\n1.5\n", ":2: malformed: no whole number but '1.5'"},
    {"dfcp 1\n-1\n", ":2: out of range: the contact count is -1; it must be at least 0"},
    {"dfcp 1\n99999999999999999999\n", ":2: out of range: the number '99999999999999999999' is too large"},
    {"dfcp 1\n900000000\n0\n",
     ":2: truncated: the contact count is 900000000, too many for the 3 characters that follow"},
    {HEAD "1\n0 0" B9 "0 0 0.000000000000000000\n0 0 0\n",
     ":5: out of range: the block count is 1; it must be at least 2"},
    {HEAD "238000000\n0 0" B9 "1 1" B9 "0 0 0\n0 0 0\n",
     ":5: truncated: the block count is 238000000, too many for the 57 characters that follow"},
    {"dfcp 1\n2\n0.5\n-0.1\n2\n0 0" B9 "1 1" B9 "0 0 0\n0 0 0\n",
     ":4: out of range: mu of contact 1 is -0.1; it must be at least 0"},
    {"dfcp 1\n2\n0.5\nx\n2\n0 0" B9 "1 1" B9 "0 0 0\n0 0 0\n", ":4: malformed: no number but 'x'"},
    {"dfcp 1\n2\n0.5\n0,5\n2\n0 0" B9 "1 1" B9 "0 0 0\n0 0 0\n", ":4: malformed: no number but '0,5'"},
    {"dfcp 1\n2\nnan\n0.5\n2\n0 0" B9 "1 1" B9 "0 0 0\n0 0 0\n", ":3: not finite: 'nan'"},
    {HEAD "2\n0 0 1 0 0 0 -inf 0 0 0 1\n1 1" B9 "0 0 0\n0 0 0\n", ":6: not finite: '-inf'"},
    {HEAD "2\n0 0" B9 "1 1" B9 "0 0 0\n0 1e999 0\n", ":9: not finite: the number '1e999' is too large for a double"},
    {HEAD "2\n0 0" B9 "1 1" B9 "0 0 0\n0 0\n", ":10: truncated: the file ends before the end of q"},
    {HEAD "2\n0 0" B9 "1 1 1 0 0 0 1 0 0             ", ":7: truncated: the file ends before the end of a block"},
    {HEAD "2\n0 0" B9 "1 1" B9 "0 0 0\n0 0 0\n\n7", ":11: trailing text '7'"},
    {HEAD "2\n0 0" B9 "1 2" B9 "0 0 0\n0 0 0\n",
     ":7: out of range: the column of a block is 2, and there are 2 contacts"},
    {HEAD "2\n0 0" B9 "-1 1" B9 "0 0 0\n0 0 0\n",
     ":7: out of range: the row of a block is -1, and there are 2 contacts"},
    {HEAD "2\n1 1" B9 "0 0" B9 "0 0 0\n0 0 0\n", ":7: unsorted: block (0, 0) must stand before the one above"},
    {HEAD "4\n0 0" B9 "0 1" B9 "1 1" B9 "1 0" B9 "0 0 0\n0 0 0\n",
     ":9: unsorted: block (1, 0) must stand before the one above"},
    {HEAD "3\n0 0" B9 "1 1" B9 "1 1" B9 "0 0 0\n0 0 0\n", ":8: repeated: block (1, 1) is there already"},
    {HEAD "3\n0 0" B9 "0 1" B9 "1 0" B9 "0 0 0\n0 0 0\n",
     ":8: without diagonal: block (1, 1) is missing behind this line"},
    {HEAD "2\n1 0" B9 "1 1" B9 "0 0 0\n0 0 0\n", ":6: without diagonal: block (0, 0) is missing behind this line"},
    {HEAD "3\n0 0" B9 "0 1" B9 "1 1" B9 "0 0 0\n0 0 0\n",
     ":7: without partner: block (0, 1) is here, but not its transposed one"},
    {HEAD "3\n0 0" B9 "1 0" B9 "1 1" B9 "0 0 0\n0 0 0\n",
     ":7: without partner: block (1, 0) is here, but not its transposed one"},
    {HEAD "2\n0 0 1 0 0 0 one_very_long_word_that_is_no_number_at_all 0 0 0 1\n1 1" B9 "0 0 0\n0 0 0\n",
     ":6: malformed: no number but 'one_very_long_word_that_is_no_nu...'"},
};

static void check_bad_problem(const char* path, const bad_file* bad)
{
    write_bytes(path, bad->text, strlen(bad->text));
    tracking_allocator l = {0};
    belay_allocator allocator = tracking_allocator_hooks(&l);
    belay_problem* p = NULL;
    belay_error error;
    char right[256];
    snprintf(right, sizeof right, "%s%s", path, bad->message);
    cr_assert_eq(belay_problem_read(path, &allocator, &p, &error), BELAY_ERROR_VALUE, "accepted:\n%s", bad->text);
    cr_assert_eq(error.code, BELAY_ERROR_VALUE);
    cr_assert_str_eq(error.message, right);
    cr_assert_null(p);
    cr_assert_eq(l.bytes, 0);
}

Test(problem_file, names_file_and_line)
{
    scratch_file f = scratch(".dfcp");
    for (size_t i = 0; i < sizeof bad_problems / sizeof bad_problems[0]; i++)
        check_bad_problem(f.path, &bad_problems[i]);
    remove(f.path);
}

Test(problem_file, white_space_is_free)
{
    scratch_file f = scratch(".dfcp");
    static const char text[] = "\r\n dfcp\t1 2 .5 +5e-1\r\n2 0 0 1 0 0\n0 1 0\n0 0 1 1 1" B9 "1 2 3 4 5 6";
    write_bytes(f.path, text, sizeof text - 1);
    belay_problem* p = NULL;
    belay_error error;
    cr_assert_eq(belay_problem_read(f.path, NULL, &p, &error), BELAY_OK, "%s", error.message);
    cr_assert(p->mu[1] == 0.5 && p->q[5] == 6.0 && p->blocks[4] == 1.0);
    belay_problem_destroy(p);
    remove(f.path);
}

Test(problem_file, cannot_be_opened)
{
    belay_problem* p = NULL;
    belay_error error;
    cr_assert_eq(belay_problem_read("no_such_folder/x.dfcp", NULL, &p, &error), BELAY_ERROR_VALUE);
    cr_assert_eq(strncmp(error.message, "no_such_folder/x.dfcp: cannot be opened: ", 41), 0, "%s", error.message);
    cr_assert_eq(belay_problem_read(NULL, NULL, &p, &error), BELAY_ERROR_VALUE);
    cr_assert_eq(belay_problem_read("x", NULL, NULL, &error), BELAY_ERROR_VALUE);
    double r[3] = {0.0, 0.0, 0.0};
    cr_assert_eq(belay_impulses_read("no_such_folder/x.ref", r, 1, &error), BELAY_ERROR_VALUE);
    cr_assert_eq(belay_impulses_write("no_such_folder/x.ref", r, 1, NULL, &error), BELAY_ERROR_VALUE);
    cr_assert_eq(strncmp(error.message, "no_such_folder/x.ref: cannot be written: ", 41), 0, "%s", error.message);
    cr_assert_eq(belay_problem_write(NULL, "x", &error), BELAY_ERROR_VALUE);
#if !defined(_WIN32)
    cr_assert_eq(belay_problem_read(".", NULL, &p, &error), BELAY_ERROR_VALUE);
    cr_assert_eq(strncmp(error.message, ".: cannot be read: ", 19), 0, "%s", error.message);
#endif
}

#if defined(__linux__)
Test(problem_file, full_disk)
{
    belay_problem* p = problem_generate(20, 45, 0.1, 1.0, 3, NULL);
    belay_error error;
    cr_assert_eq(belay_problem_write(p, "/dev/full", &error), BELAY_ERROR_VALUE);
    cr_assert_str_eq(error.message, "/dev/full: cannot be written: the disk is full, or failed");
    belay_problem_destroy(p);
}
#endif

#if defined(BELAY_HAVE_ZLIB)
#include <zlib.h>

// A quarter of a megabyte that holds a thousand times as much.
Test(problem_file, compressed_without_end)
{
    scratch_file f = scratch(".dfcp.gz");
    static char blank[1 << 20];
    memset(blank, ' ', sizeof blank);
    gzFile file = gzopen(f.path, "wb1");
    for (size_t size = 0; size <= BELAY_MAX_PROBLEM_TEXT; size += sizeof blank)
        cr_assert(gzwrite(file, blank, (unsigned)sizeof blank) == (int)sizeof blank);
    cr_assert_eq(gzclose(file), Z_OK);
    belay_problem* p = NULL;
    belay_error error;
    cr_expect_eq(belay_problem_read(f.path, NULL, &p, &error), BELAY_ERROR_VALUE);
    cr_expect(p == NULL && strstr(error.message, "256 MiB") != NULL, "%s", error.message);
    remove(f.path);
}
#endif

Test(problem_file, damaged_compressed)
{
    if (!has_zlib()) SKIP_TEST("this build has no zlib");
    scratch_file f = scratch(".dfcp.gz");
    belay_problem* p = generated();
    belay_error error;
    cr_assert_eq(belay_problem_write(p, f.path, &error), BELAY_OK);
    belay_problem_destroy(p);
    static char bytes[1 << 17];
    FILE* file = fopen(f.path, "rb");
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    cr_assert(size > 1000 && size < sizeof bytes);
    write_bytes(f.path, bytes, size / 2);
    p = NULL;
    cr_assert_eq(belay_problem_read(f.path, NULL, &p, &error), BELAY_ERROR_VALUE);
    cr_assert_not_null(strstr(error.message, ": cannot be decompressed: truncated"), "%s", error.message);
    bytes[size / 3] = (char)~bytes[size / 3];
    write_bytes(f.path, bytes, size);
    cr_assert_eq(belay_problem_read(f.path, NULL, &p, &error), BELAY_ERROR_VALUE);
    remove(f.path);
}

static const bad_file bad_impulses[] = {
    {"", ":1: truncated: the file ends before the last impulse"},
    {"# a\n1\n2\n", ":4: truncated: the file ends before the last impulse"},
    {"1\n2\n3\n# b\n4\n", ":5: trailing text '4'"},
    {"1\n2\nx\n", ":3: malformed: no number but 'x'"},
    {"1\n# c\n2\nNaN\n", ":4: not finite: 'NaN'"},
};

Test(problem_file, bad_impulses_change_nothing)
{
    scratch_file f = scratch(".ref");
    for (size_t i = 0; i < sizeof bad_impulses / sizeof bad_impulses[0]; i++) {
        const bad_file* bad = &bad_impulses[i];
        write_bytes(f.path, bad->text, strlen(bad->text));
        double r[3] = {7.0, 8.0, 9.0};
        belay_error error;
        char right[256];
        snprintf(right, sizeof right, "%s%s", f.path, bad->message);
        cr_assert_eq(belay_impulses_read(f.path, r, 1, &error), BELAY_ERROR_VALUE);
        cr_assert_str_eq(error.message, right);
        cr_assert(r[0] == 7.0 && r[1] == 8.0 && r[2] == 9.0);
    }
    remove(f.path);
    double r[3] = {0.0, NAN, 0.0};
    belay_error error;
    cr_assert_eq(belay_impulses_write("x", r, 1, NULL, &error), BELAY_ERROR_VALUE);
    cr_assert_eq(strncmp(error.message, "r[1] is ", 8), 0);
    cr_assert_eq(belay_impulses_read("x", NULL, 1, &error), BELAY_ERROR_VALUE);
    cr_assert_eq(belay_impulses_read("x", r, -1, &error), BELAY_ERROR_VALUE);
}

Test(problem_file, no_memory)
{
    scratch_file f = scratch(".dfcp");
    belay_problem* p = problem_generate(5, 8, 0.1, 1.0, 3, NULL);
    cr_assert_eq(belay_problem_write(p, f.path, NULL), BELAY_OK);
    belay_problem_destroy(p);
    int fail_at = 0;
    for (belay_result result = BELAY_ERROR_MEMORY; result != BELAY_OK;) {
        tracking_allocator l = {.fail_at = ++fail_at};
        belay_allocator allocator = tracking_allocator_hooks(&l);
        belay_error error;
        p = NULL;
        result = belay_problem_read(f.path, &allocator, &p, &error);
        cr_assert(result == BELAY_OK || (result == BELAY_ERROR_MEMORY && p == NULL), "%s", error.message);
        belay_problem_destroy(p);
        cr_assert_eq(l.bytes, 0);
    }
    cr_assert_gt(fail_at, 8);
    remove(f.path);
}

// ---------------------------------------------------------------------------------------------------------------------
// Damage
// ---------------------------------------------------------------------------------------------------------------------

static size_t below(uint64_t* state, size_t bound)
{
    return (size_t)(chance_next(state) * (double)bound) % bound;
}

// Changes a few characters: to another one, to one that numbers are made of, to what another place has; cuts or repeats
// a piece. Returns the new size, at most 120 more.
static size_t damage(char* text, size_t size, uint64_t* state)
{
    static const char likely[] = "0123456789-+.eE \n";
    for (size_t k = 1 + below(state, 3); k > 0 && size > 1; k--) {
        size_t at = below(state, size), from = below(state, size);
        size_t piece = 1 + below(state, size - (at > from ? at : from) > 40 ? 40 : size - (at > from ? at : from));
        switch (below(state, 5)) {
        case 0:
            text[at] = (char)below(state, 256);
            break;
        case 1:
            text[at] = likely[below(state, sizeof likely - 1)];
            break;
        case 2:
            memmove(text + at, text + from, piece);
            break;
        case 3:
            memmove(text + at, text + at + piece, size - at - piece);
            size -= piece;
            break;
        default:
            memmove(text + at + piece, text + at, size - at);
            size += piece;
            break;
        }
    }
    return size;
}

// Whatever is read must be sound, and whatever is refused must say where and leave nothing behind.
static bool check_damaged(const char* path)
{
    tracking_allocator l = {0};
    belay_allocator allocator = tracking_allocator_hooks(&l);
    belay_problem* p = NULL;
    belay_error error;
    belay_result result = belay_problem_read(path, &allocator, &p, &error);
    cr_assert(result == BELAY_OK || result == BELAY_ERROR_VALUE, "%s", error.message);
    if (result == BELAY_OK) {
        cr_assert_eq(belay_problem_check(p, &error), BELAY_OK, "%s", error.message);
        check_round_trip(p, "_again.dfcp");
    } else {
        cr_assert_eq(strncmp(error.message, path, strlen(path)), 0, "%s", error.message);
        cr_assert_null(p);
    }
    belay_problem_destroy(p);
    cr_assert_eq(l.bytes, 0);
    return result == BELAY_OK;
}

Test(problem_file, damaged_files)
{
    static const char whole[] = "dfcp 1\n3\n0.5\n0.25\n0\n7\n"
                                "0 0 2 0.5 0 0.5 2 0 0 0 2\n0 1" B9 "0 2" B9 "1 0" B9 "1 1 3 0 0 0 3e0 0 0 0 -3\n"
                                "2 0" B9 "2 2 1e-3 0 1 0 0 0 1 0 1\n-1 0 0\n0.5 -0.25 0\n0 1e-9 -2\n";
    static char text[2 * sizeof whole];
    scratch_file f = scratch(".dfcp");
    write_bytes(f.path, whole, sizeof whole - 1);
    cr_assert(check_damaged(f.path));
    uint64_t state = 1;
    int accepted = 0;
    for (int i = 0; i < 5000; i++) {
        memcpy(text, whole, sizeof whole);
        size_t size = damage(text, sizeof whole - 1, &state);
        write_bytes(f.path, text, size);
        accepted += check_damaged(f.path);
    }
    cr_log_info("%d of 5000 damaged files are still problems\n", accepted);
    cr_assert(accepted > 50 && accepted < 4000);
    remove(f.path);
}

// ---------------------------------------------------------------------------------------------------------------------
// The collection
// ---------------------------------------------------------------------------------------------------------------------

// The line of a problem in the collection's table: | name | nc | blocks | ... | e(ref) |
static bool find_in_table(const problem_files* files, const char* name, int* contacts, int* blocks)
{
    char path[1024], line[1024];
    snprintf(path, sizeof path, "%s/README.md", files->folder);
    FILE* file = fopen(path, "rb");
    bool found = false;
    while (file != NULL && !found && fgets(line, sizeof line, file) != NULL) {
        size_t length = strlen(name);
        if (strncmp(line, "| ", 2) != 0 || strncmp(line + 2, name, length) != 0 || line[2 + length] != ' ') continue;
        found = sscanf(line + 2 + length, " | %d | %d |", contacts, blocks) == 2;
    }
    if (file != NULL) fclose(file);
    return found;
}

static belay_problem* read_from(const problem_files* files, int i)
{
    belay_problem* p = NULL;
    belay_error error;
    cr_assert_eq(problem_files_read(files, i, &p, &error), BELAY_OK, "%s", error.message);
    cr_assert_eq(belay_problem_check(p, &error), BELAY_OK, "%s: %s", files->names[i], error.message);
    return p;
}

// The reference impulses of a problem; false when there are none.
static bool read_reference(const problem_files* files, int i, const belay_problem* p, double* r)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s.ref", files->folder, files->names[i]);
    belay_error error;
    belay_result result = belay_impulses_read(path, r, p->contact_count, &error);
    bool is_absent = strstr(error.message, "cannot be opened") != NULL;
    cr_assert(result == BELAY_OK || is_absent, "%s", error.message);
    return result == BELAY_OK;
}

Test(problem_file, collection)
{
    problem_files files;
    if (problem_files_find(&files) == 0) SKIP_TEST("the problem collection is not here");
    for (int i = 0; i < files.count; i++) {
        belay_problem* p = read_from(&files, i);
        int contacts, blocks;
        if (find_in_table(&files, files.names[i], &contacts, &blocks))
            cr_assert(p->contact_count == contacts && p->block_count == blocks, "%s", files.names[i]);
        double* r = malloc(3 * (size_t)p->contact_count * sizeof *r);
        if (read_reference(&files, i, p, r)) {
            double e = belay_problem_residual(p, r).natural;
            cr_assert(e <= 5e-14, "%s: %g", files.names[i], e);
        }
        if (p->contact_count < 60) check_round_trip(p, ".dfcp");
        free(r);
        belay_problem_destroy(p);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// The collection's own evaluator
// ---------------------------------------------------------------------------------------------------------------------

static bool has_evaluator(const problem_files* files)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/residual.py", files->folder);
    FILE* file = fopen(path, "rb");
    if (file == NULL) return false;
    fclose(file);
    return system("/usr/bin/python3 -c 'import numpy' >/dev/null 2>&1") == 0;
}

// Runs it and takes its (e), (eb), (ec) and the worst contact of (e).
static void evaluate(const problem_files* files, int i, const char* impulses, double e[3], int* worst)
{
    char command[4096], line[512];
    snprintf(command, sizeof command, "/usr/bin/python3 '%s/residual.py' '%s/%s%s' '%s'", files->folder, files->folder,
             files->names[i], files->endings[i], impulses);
    FILE* pipe = popen(command, "r");
    cr_assert_not_null(pipe);
    int found = 0;
    while (fgets(line, sizeof line, pipe) != NULL) {
        static const char* const keys[3] = {"e   ", "eb  ", "ec  "};
        for (int k = 0; k < 3; k++) {
            if (strncmp(line, keys[k], 4) != 0) continue;
            int contact = -1;
            cr_assert_eq(sscanf(line + 54, "%lf worst contact %d", &e[k], &contact), 2, "%s", line);
            if (k == 0) *worst = contact;
            found++;
        }
    }
    cr_assert_eq(pclose(pipe), 0);
    cr_assert_eq(found, 3);
}

static void check_against_evaluator(const problem_files* files, int i, uint64_t* state)
{
    scratch_file f = scratch(".r");
    belay_problem* p = read_from(files, i);
    double* r = calloc(3 * (size_t)p->contact_count, sizeof *r);
    read_reference(files, i, p, r);
    double size = 0.0;
    for (int32_t k = 0; k < 3 * p->contact_count; k++)
        size = fmax(size, fabs(r[k]));
    for (int32_t k = 0; k < 3 * p->contact_count; k++)
        r[k] += (size > 0.0 ? 0.1 * size : 1.0) * chance_between(state, -1.0, 1.0);
    cr_assert_eq(belay_impulses_write(f.path, r, p->contact_count, NULL, NULL), BELAY_OK);
    double right[3];
    int worst = -1;
    evaluate(files, i, f.path, right, &worst);
    remove(f.path);
    belay_residual e = belay_problem_residual(p, r);
    double own[3] = {e.natural, e.alart_curnier, e.fischer_burmeister};
    for (int k = 0; k < 3; k++)
        cr_assert(fabs(own[k] - right[k]) <= 1e-9 * right[k], "%s: %.12g is not %.12g", files->names[i], own[k],
                  right[k]);
    cr_assert_eq(e.worst_contact, worst, "%s", files->names[i]);
    free(r);
    belay_problem_destroy(p);
}

Test(problem_file, residuals_as_the_collections_evaluator)
{
    problem_files files;
    if (problem_files_find(&files) == 0) SKIP_TEST("the problem collection is not here");
    if (!has_evaluator(&files)) SKIP_TEST("residual.py does not run here (it needs python3-numpy)");
    uint64_t state = 5;
    for (int i = 0; i < files.count; i += 3)
        check_against_evaluator(&files, i, &state);
}
