// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Problems and impulses as text files. A file is read whole, then cut into words; a word knows its line, so that every
// complaint can name it. White space of any kind and amount separates words, as for fscanf.

#include "belay/problem.h"

#include "belay/decimal.h"
#include "belay/result.h"
#include "core/alloc.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#if defined(BELAY_HAVE_ZLIB)
#include <zlib.h>
#endif

#define READ_SIZE ((size_t)1 << 18)
#define PATH_SHOWN 120 // characters of a file's name that go into a message: its end

// ------------------------------------------------------------------------------------------------------------------
// Names
// ------------------------------------------------------------------------------------------------------------------

static bool is_compressed_name(const char* path)
{
    size_t length = strlen(path);
    return length >= 3 && strcmp(path + length - 3, ".gz") == 0;
}

// A message has 256 characters; of a long path the end says more.
static const char* shown(const char* path)
{
    size_t length = strlen(path);
    return length > PATH_SHOWN ? path + length - PATH_SHOWN : path;
}

static belay_result clear(belay_error* error)
{
    if (error != NULL) memset(error, 0, sizeof *error);
    return BELAY_OK;
}

#if !defined(BELAY_HAVE_ZLIB)
static belay_result refuse_compressed(const char* path, belay_error* error)
{
    return belay_error_set(error, BELAY_ERROR_VALUE, "%s: compressed files need zlib, which this build does not have",
                           shown(path));
}
#endif

// ------------------------------------------------------------------------------------------------------------------
// Reading a whole file
// ------------------------------------------------------------------------------------------------------------------

typedef struct file_text {
    char* bytes;
    size_t size, capacity;
    const belay_allocator* allocator;
} file_text;

static void free_text(file_text* text)
{
    bl_free(text->allocator, text->bytes, text->capacity);
}

// Makes room for one more piece of READ_SIZE.
static bool grow_text(file_text* text)
{
    if (text->capacity - text->size >= READ_SIZE) return true;
    if (text->capacity > SIZE_MAX / 4) return false;
    size_t capacity = 2 * text->capacity + READ_SIZE;
    char* bytes = text->allocator->reallocate(text->allocator->context, text->bytes, text->capacity, capacity);
    if (bytes == NULL) return false;
    text->bytes = bytes;
    text->capacity = capacity;
    return true;
}

static belay_result no_memory(const char* path, belay_error* error)
{
    return belay_error_set(error, BELAY_ERROR_MEMORY, "%s: no memory to read it", shown(path));
}

static belay_result fail_open(const char* path, belay_error* error)
{
    return belay_error_set(error, BELAY_ERROR_VALUE, "%s: cannot be opened: %s", shown(path), strerror(errno));
}

static belay_result read_plain(const char* path, file_text* text, belay_error* error)
{
    FILE* file = fopen(path, "rb");
    if (file == NULL) return fail_open(path, error);
    belay_result result = BELAY_OK;
    for (size_t got = 1; got > 0 && result == BELAY_OK; text->size += got) {
        got = 0;
        if (!grow_text(text))
            result = no_memory(path, error);
        else
            got = fread(text->bytes + text->size, 1, READ_SIZE, file);
    }
    if (result == BELAY_OK && ferror(file))
        result = belay_error_set(error, BELAY_ERROR_VALUE, "%s: cannot be read: %s", shown(path), strerror(errno));
    fclose(file);
    return result;
}

static belay_result read_compressed(const char* path, file_text* text, belay_error* error)
{
#if defined(BELAY_HAVE_ZLIB)
    errno = 0;
    gzFile file = gzopen(path, "rb");
    if (file == NULL) return errno == 0 ? no_memory(path, error) : fail_open(path, error);
    belay_result result = BELAY_OK;
    for (int got = 1; got > 0 && result == BELAY_OK;) {
        if (!grow_text(text)) {
            result = no_memory(path, error);
            break;
        }
        got = gzread(file, text->bytes + text->size, (unsigned)READ_SIZE);
        if (got > 0) text->size += (size_t)got;
        if (text->size > BELAY_MAX_PROBLEM_TEXT)
            result = belay_error_set(error, BELAY_ERROR_VALUE, "%s: out of range: it decompresses to more than %zu MiB",
                                     shown(path), BELAY_MAX_PROBLEM_TEXT >> 20);
    }
    // A file that ends too early shows only here.
    int code = Z_OK;
    const char* why = gzerror(file, &code);
    if (result == BELAY_OK && code != Z_OK && code != Z_STREAM_END)
        result = belay_error_set(error, BELAY_ERROR_VALUE, "%s: cannot be decompressed: %s", shown(path),
                                 code == Z_BUF_ERROR ? "truncated" : why);
    gzclose_r(file);
    return result;
#else
    (void)text;
    return refuse_compressed(path, error);
#endif
}

static belay_result read_text(const char* path, const belay_allocator* allocator, file_text* text, belay_error* error)
{
    memset(text, 0, sizeof *text);
    text->allocator = allocator;
    if (path == NULL) return belay_error_set(error, BELAY_ERROR_VALUE, "path is null");
    return is_compressed_name(path) ? read_compressed(path, text, error) : read_plain(path, text, error);
}

// ------------------------------------------------------------------------------------------------------------------
// Words
// ------------------------------------------------------------------------------------------------------------------

typedef struct scanner {
    const char *at, *end;
    int32_t line;      // of `at`, from 1
    int32_t word_line; // of the last word
    const char* path;
    belay_error* error;
} scanner;

typedef struct word {
    const char* text;
    size_t size;
} word;

static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static void skip_space(scanner* s)
{
    for (; s->at < s->end && is_space(*s->at); s->at++)
        if (*s->at == '\n') s->line++;
}

// Skips lines that begin with '#' and the space between them.
static void skip_comments(scanner* s)
{
    for (;;) {
        skip_space(s);
        if (s->at == s->end || *s->at != '#') return;
        while (s->at < s->end && *s->at != '\n')
            s->at++;
    }
}

// "name:line: what 'word' rest"; a long or binary word is cut and cleaned.
static belay_result fail_word(const scanner* s, word w, const char* what, const char* rest)
{
    char clean[33];
    size_t size = w.size < sizeof clean - 1 ? w.size : sizeof clean - 1;
    for (size_t i = 0; i < size; i++)
        clean[i] = w.text[i] >= ' ' && w.text[i] <= '~' ? w.text[i] : '?';
    clean[size] = '\0';
    return belay_error_set(s->error, BELAY_ERROR_VALUE, "%s:%" PRId32 ": %s '%s%s'%s", shown(s->path), s->word_line,
                           what, clean, w.size > size ? "..." : "", rest);
}

static belay_result next_word(scanner* s, const char* what, word* w)
{
    skip_space(s);
    if (s->at == s->end)
        return belay_error_set(s->error, BELAY_ERROR_VALUE, "%s:%" PRId32 ": truncated: the file ends before %s",
                               shown(s->path), s->line, what);
    s->word_line = s->line;
    w->text = s->at;
    while (s->at < s->end && !is_space(*s->at))
        s->at++;
    w->size = (size_t)(s->at - w->text);
    return BELAY_OK;
}

// A whole number of at most nine digits and a sign: no count or index needs more (int32_t, and nine numbers a block).
static belay_result read_integer(scanner* s, const char* what, int32_t* value)
{
    word w;
    belay_result result = next_word(s, what, &w);
    if (result != BELAY_OK) return result;
    bool is_negative = w.text[0] == '-';
    size_t i = is_negative || w.text[0] == '+' ? 1 : 0, begin = i;
    int32_t x = 0;
    for (; i < w.size && w.text[i] >= '0' && w.text[i] <= '9'; i++)
        if (i < begin + 9) x = 10 * x + (w.text[i] - '0');
    if (i < w.size || i == begin) return fail_word(s, w, "malformed: no whole number but", "");
    if (i - begin > 9) return fail_word(s, w, "out of range: the number", " is too large");
    *value = is_negative ? -x : x;
    return BELAY_OK;
}

// "nan" and "inf" as printf writes them.
static bool is_not_finite_word(word w)
{
    char c = w.size > 1 && (w.text[0] == '-' || w.text[0] == '+') ? w.text[1] : w.text[0];
    return c == 'n' || c == 'N' || c == 'i' || c == 'I';
}

static belay_result read_number(scanner* s, const char* what, double* value)
{
    word w;
    belay_result result = next_word(s, what, &w);
    if (result != BELAY_OK) return result;
    if (!belay_decimal_read(w.text, w.size, value))
        return is_not_finite_word(w) ? fail_word(s, w, "not finite:", "")
                                     : fail_word(s, w, "malformed: no number but", "");
    if (!isfinite(*value)) return fail_word(s, w, "not finite: the number", " is too large for a double");
    return BELAY_OK;
}

static belay_result read_numbers(scanner* s, const char* what, double* values, size_t count)
{
    belay_result result = BELAY_OK;
    for (size_t i = 0; i < count && result == BELAY_OK; i++)
        result = read_number(s, what, &values[i]);
    return result;
}

static belay_result expect_end(scanner* s)
{
    skip_space(s);
    if (s->at == s->end) return BELAY_OK;
    word w = {s->at, 0};
    next_word(s, "", &w);
    return fail_word(s, w, "trailing text", "");
}

// ------------------------------------------------------------------------------------------------------------------
// Problems
// ------------------------------------------------------------------------------------------------------------------

// The fewest characters that a contact (mu, its diagonal block, its q) and a block need; so a count that the file
// cannot hold is refused before memory is asked for.
#define MIN_BLOCK_SIZE 22
#define MIN_CONTACT_SIZE (2 + MIN_BLOCK_SIZE + 6)

// A problem being read.
typedef struct reading {
    scanner* s;
    const belay_allocator* allocator;
    int32_t contacts, blocks;
    double* mu;     // until there is a problem
    int32_t* lines; // where each block stands
    belay_problem* problem;
} reading;

static size_t at_least_one(int32_t count, size_t size)
{
    return (count > 0 ? (size_t)count : 1) * size;
}

static belay_result read_magic(scanner* s)
{
    word w;
    belay_result result = next_word(s, "'dfcp'", &w);
    if (result != BELAY_OK) return result;
    if (w.size != 4 || memcmp(w.text, "dfcp", 4) != 0) return fail_word(s, w, "malformed: no 'dfcp' but", "");
    result = next_word(s, "the version", &w);
    if (result != BELAY_OK) return result;
    return w.size == 1 && w.text[0] == '1' ? BELAY_OK : fail_word(s, w, "malformed: unknown version", "");
}

static belay_result read_count(scanner* s, const char* what, int32_t least, size_t min_size, int32_t* count)
{
    belay_result result = read_integer(s, what, count);
    if (result != BELAY_OK) return result;
    if (*count < least)
        return belay_error_set(s->error, BELAY_ERROR_VALUE,
                               "%s:%" PRId32 ": out of range: %s is %" PRId32 "; it must be at least %" PRId32,
                               shown(s->path), s->word_line, what, *count, least);
    size_t left = (size_t)(s->end - s->at) + 1;
    if ((size_t)*count > left / min_size)
        return belay_error_set(s->error, BELAY_ERROR_VALUE,
                               "%s:%" PRId32 ": truncated: %s is %" PRId32
                               ", too many for the %zu characters that follow",
                               shown(s->path), s->word_line, what, *count, left - 1);
    return BELAY_OK;
}

static belay_result read_mu(reading* rd)
{
    for (int32_t a = 0; a < rd->contacts; a++) {
        belay_result result = read_number(rd->s, "mu", &rd->mu[a]);
        if (result != BELAY_OK) return result;
        if (rd->mu[a] < 0.0)
            return belay_error_set(rd->s->error, BELAY_ERROR_VALUE,
                                   "%s:%" PRId32 ": out of range: mu of contact %" PRId32
                                   " is %g; it must be at least 0",
                                   shown(rd->s->path), rd->s->word_line, a, rd->mu[a]);
    }
    return BELAY_OK;
}

static belay_result read_index(reading* rd, const char* what, int32_t* value)
{
    belay_result result = read_integer(rd->s, what, value);
    if (result != BELAY_OK || (*value >= 0 && *value < rd->contacts)) return result;
    return belay_error_set(rd->s->error, BELAY_ERROR_VALUE,
                           "%s:%" PRId32 ": out of range: %s is %" PRId32 ", and there are %" PRId32 " contacts",
                           shown(rd->s->path), rd->s->word_line, what, *value, rd->contacts);
}

static belay_result fail_block(const reading* rd, int32_t line, const char* kind, int32_t i, int32_t j,
                               const char* text)
{
    return belay_error_set(rd->s->error, BELAY_ERROR_VALUE, "%s:%" PRId32 ": %s: block (%" PRId32 ", %" PRId32 ") %s",
                           shown(rd->s->path), line, kind, i, j, text);
}

static belay_result read_block(reading* rd, int32_t k, int32_t* row, int32_t* last)
{
    belay_problem* p = rd->problem;
    int32_t i, j;
    belay_result result = read_index(rd, "the row of a block", &i);
    int32_t line = rd->s->word_line;
    if (result == BELAY_OK) result = read_index(rd, "the column of a block", &j);
    if (result != BELAY_OK) return result;
    if (i == *row && j == *last) return fail_block(rd, line, "repeated", i, j, "is there already");
    if (i < *row || (i == *row && j < *last))
        return fail_block(rd, line, "unsorted", i, j, "must stand before the one above");
    if (i > *row) *last = -1;
    while (*row < i)
        p->row_start[++*row] = k;
    *last = p->column[k] = j;
    rd->lines[k] = line;
    return read_numbers(rd->s, "the end of a block", p->blocks + 9 * (size_t)k, 9);
}

static belay_result read_blocks(reading* rd)
{
    int32_t row = -1, last = -1;
    belay_result result = BELAY_OK;
    for (int32_t k = 0; k < rd->blocks && result == BELAY_OK; k++)
        result = read_block(rd, k, &row, &last);
    while (row < rd->contacts)
        rd->problem->row_start[++row] = rd->blocks;
    return result;
}

static belay_result check_diagonal(const reading* rd)
{
    const belay_problem* p = rd->problem;
    for (int32_t a = 0; a < rd->contacts; a++) {
        int32_t k = p->row_start[a], end = p->row_start[a + 1];
        while (k < end && p->column[k] < a)
            k++;
        if (k < end && p->column[k] == a) continue;
        // Where it should have stood: behind the block before it.
        int32_t line = k > 0 ? rd->lines[k - 1] : rd->lines[0];
        return fail_block(rd, line, "without diagonal", a, a, "is missing behind this line");
    }
    return BELAY_OK;
}

// Going through W row by row, the blocks of every column come in ascending rows, which is also the order in which their
// partners stand in the row of that number: one mark per row walks along it.
static belay_result check_partners(const reading* rd, int32_t* mark)
{
    const belay_problem* p = rd->problem;
    memcpy(mark, p->row_start, (size_t)rd->contacts * sizeof *mark);
    for (int32_t i = 0; i < rd->contacts; i++) {
        for (int32_t k = p->row_start[i]; k < p->row_start[i + 1]; k++) {
            int32_t j = p->column[k], m = mark[j];
            if (m == p->row_start[j + 1] || p->column[m] > i)
                return fail_block(rd, rd->lines[k], "without partner", i, j, "is here, but not its transposed one");
            if (p->column[m] < i)
                return fail_block(rd, rd->lines[m], "without partner", j, p->column[m],
                                  "is here, but not its transposed one");
            mark[j]++;
        }
    }
    return BELAY_OK;
}

// Everything behind the contact count. Memory that is only needed while reading is in rd.
static belay_result read_body(reading* rd, int32_t* mark)
{
    belay_result result = read_mu(rd);
    if (result == BELAY_OK) result = read_count(rd->s, "the block count", rd->contacts, MIN_BLOCK_SIZE, &rd->blocks);
    if (result != BELAY_OK) return result;
    result = belay_problem_create(rd->contacts, rd->blocks, rd->allocator, &rd->problem, rd->s->error);
    if (result != BELAY_OK) return result;
    rd->lines = bl_allocate(rd->allocator, at_least_one(rd->blocks, sizeof *rd->lines));
    if (rd->lines == NULL) return no_memory(rd->s->path, rd->s->error);
    memcpy(rd->problem->mu, rd->mu, (size_t)rd->contacts * sizeof(double));
    result = read_blocks(rd);
    if (result == BELAY_OK) result = read_numbers(rd->s, "the end of q", rd->problem->q, 3 * (size_t)rd->contacts);
    if (result == BELAY_OK) result = expect_end(rd->s);
    if (result == BELAY_OK) result = check_diagonal(rd);
    if (result == BELAY_OK) result = check_partners(rd, mark);
    return result;
}

static belay_result read_problem(scanner* s, const belay_allocator* allocator, belay_problem** problem)
{
    reading rd = {.s = s, .allocator = allocator};
    belay_result result = read_magic(s);
    if (result == BELAY_OK) result = read_count(s, "the contact count", 0, MIN_CONTACT_SIZE, &rd.contacts);
    if (result != BELAY_OK) return result;
    rd.mu = bl_allocate(allocator, at_least_one(rd.contacts, sizeof *rd.mu));
    int32_t* mark = bl_allocate(allocator, at_least_one(rd.contacts, sizeof *mark));
    result = rd.mu != NULL && mark != NULL ? read_body(&rd, mark) : no_memory(s->path, s->error);
    bl_free(allocator, mark, at_least_one(rd.contacts, sizeof *mark));
    bl_free(allocator, rd.lines, at_least_one(rd.blocks, sizeof *rd.lines));
    bl_free(allocator, rd.mu, at_least_one(rd.contacts, sizeof *rd.mu));
    if (result != BELAY_OK)
        belay_problem_destroy(rd.problem);
    else
        *problem = rd.problem;
    return result;
}

belay_result belay_problem_read(const char* path, const belay_allocator* allocator, belay_problem** problem,
                                belay_error* error)
{
    if (problem == NULL) return belay_error_set(error, BELAY_ERROR_VALUE, "belay_problem_read: problem is null");
    belay_allocator from = allocator != NULL ? *allocator : bl_allocator_default();
    file_text text;
    belay_result result = read_text(path, &from, &text, error);
    if (result == BELAY_OK) {
        scanner s = {text.bytes, text.bytes + text.size, 1, 1, path, error};
        result = read_problem(&s, &from, problem);
    }
    free_text(&text);
    return result == BELAY_OK ? clear(error) : result;
}

// ------------------------------------------------------------------------------------------------------------------
// Writing
// ------------------------------------------------------------------------------------------------------------------

typedef struct writer {
    FILE* file;
#if defined(BELAY_HAVE_ZLIB)
    gzFile compressed;
#endif
    bool has_failed;
} writer;

static belay_result open_writer(writer* w, const char* path, belay_error* error)
{
    memset(w, 0, sizeof *w);
    if (path == NULL) return belay_error_set(error, BELAY_ERROR_VALUE, "path is null");
    bool is_open;
    errno = 0;
    if (is_compressed_name(path)) {
#if defined(BELAY_HAVE_ZLIB)
        w->compressed = gzopen(path, "wb");
        is_open = w->compressed != NULL;
#else
        return refuse_compressed(path, error);
#endif
    } else {
        w->file = fopen(path, "wb");
        is_open = w->file != NULL;
    }
    if (is_open) return BELAY_OK;
    return belay_error_set(error, BELAY_ERROR_VALUE, "%s: cannot be written: %s", shown(path), strerror(errno));
}

static void put(writer* w, const char* text, size_t size)
{
    if (w->has_failed || size == 0) return;
#if defined(BELAY_HAVE_ZLIB)
    if (w->compressed != NULL) {
        w->has_failed = gzwrite(w->compressed, text, (unsigned)size) != (int)size;
        return;
    }
#endif
    w->has_failed = fwrite(text, 1, size, w->file) != size;
}

static void put_number(writer* w, double value, char separator)
{
    char text[BELAY_DECIMAL_SIZE + 1];
    size_t size = belay_decimal_write(value, text);
    text[size++] = separator;
    put(w, text, size);
}

static void put_integer(writer* w, int32_t value, char separator)
{
    char text[16];
    int size = snprintf(text, sizeof text, "%" PRId32 "%c", value, separator);
    put(w, text, (size_t)size);
}

static belay_result close_writer(writer* w, const char* path, belay_error* error)
{
    bool has_closed;
#if defined(BELAY_HAVE_ZLIB)
    if (w->compressed != NULL)
        has_closed = gzclose_w(w->compressed) == Z_OK;
    else
#endif
        has_closed = fclose(w->file) == 0;
    if (w->has_failed || !has_closed)
        return belay_error_set(error, BELAY_ERROR_VALUE, "%s: cannot be written: the disk is full, or failed",
                               shown(path));
    return clear(error);
}

static void put_blocks(writer* w, const belay_problem* p)
{
    for (int32_t a = 0; a < p->contact_count; a++) {
        for (int32_t k = p->row_start[a]; k < p->row_start[a + 1]; k++) {
            put_integer(w, a, ' ');
            put_integer(w, p->column[k], ' ');
            for (size_t i = 0; i < 9; i++)
                put_number(w, p->blocks[9 * (size_t)k + i], i < 8 ? ' ' : '\n');
        }
    }
}

belay_result belay_problem_write(const belay_problem* problem, const char* path, belay_error* error)
{
    belay_result result = belay_problem_check(problem, error);
    writer w;
    if (result == BELAY_OK) result = open_writer(&w, path, error);
    if (result != BELAY_OK) return result;
    const belay_problem* p = problem;
    put(&w, "dfcp 1\n", 7);
    put_integer(&w, p->contact_count, '\n');
    for (int32_t a = 0; a < p->contact_count; a++)
        put_number(&w, p->mu[a], '\n');
    put_integer(&w, p->block_count, '\n');
    put_blocks(&w, p);
    for (size_t i = 0; i < 3 * (size_t)p->contact_count; i++)
        put_number(&w, p->q[i], i % 3 < 2 ? ' ' : '\n');
    return close_writer(&w, path, error);
}

// ------------------------------------------------------------------------------------------------------------------
// Impulses
// ------------------------------------------------------------------------------------------------------------------

static void put_comment(writer* w, const char* comment)
{
    while (*comment != '\0') {
        size_t size = strcspn(comment, "\r\n");
        put(w, "# ", size > 0 ? 2 : 1);
        put(w, comment, size);
        put(w, "\n", 1);
        comment += size;
        if (*comment == '\r') comment++;
        if (*comment == '\n') comment++;
    }
}

static belay_result check_impulses(const double* r, int32_t contact_count, bool must_be_finite, belay_error* error)
{
    if (contact_count < 0)
        return belay_error_set(error, BELAY_ERROR_VALUE, "contact_count is %" PRId32 "; it must be at least 0",
                               contact_count);
    if (r == NULL && contact_count > 0) return belay_error_set(error, BELAY_ERROR_VALUE, "r is null");
    for (size_t i = 0; must_be_finite && i < 3 * (size_t)contact_count; i++)
        if (!isfinite(r[i])) return belay_error_set(error, BELAY_ERROR_VALUE, "r[%zu] is %g", i, r[i]);
    return BELAY_OK;
}

belay_result belay_impulses_write(const char* path, const double* r, int32_t contact_count, const char* comment,
                                  belay_error* error)
{
    belay_result result = check_impulses(r, contact_count, true, error);
    writer w;
    if (result == BELAY_OK) result = open_writer(&w, path, error);
    if (result != BELAY_OK) return result;
    if (comment != NULL) put_comment(&w, comment);
    for (size_t i = 0; i < 3 * (size_t)contact_count; i++)
        put_number(&w, r[i], '\n');
    return close_writer(&w, path, error);
}

// Reads into `values`, or only counts on when it is null, so that r stays as it was when something is wrong.
static belay_result scan_impulses(scanner s, size_t count, double* values)
{
    for (size_t i = 0; i < count; i++) {
        double value = 0.0;
        skip_comments(&s);
        belay_result result = read_number(&s, "the last impulse", &value);
        if (result != BELAY_OK) return result;
        if (values != NULL) values[i] = value;
    }
    skip_comments(&s);
    return expect_end(&s);
}

belay_result belay_impulses_read(const char* path, double* r, int32_t contact_count, belay_error* error)
{
    belay_result result = check_impulses(r, contact_count, false, error);
    if (result != BELAY_OK) return result;
    belay_allocator allocator = bl_allocator_default();
    file_text text;
    result = read_text(path, &allocator, &text, error);
    if (result == BELAY_OK) {
        scanner s = {text.bytes, text.bytes + text.size, 1, 1, path, error};
        size_t count = 3 * (size_t)contact_count;
        result = scan_impulses(s, count, NULL);
        if (result == BELAY_OK) scan_impulses(s, count, r);
    }
    free_text(&text);
    return result == BELAY_OK ? clear(error) : result;
}
