// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/problem/problem_text.h"

#include "belay/decimal.h"
#include "belay/problem.h"
#include "belay/result.h"
#include "core/alloc.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
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

const char* bl_text_path(const char* path)
{
    size_t length = strlen(path);
    return length > PATH_SHOWN ? path + length - PATH_SHOWN : path;
}

belay_result bl_text_ok(belay_error* error)
{
    if (error != NULL) memset(error, 0, sizeof *error);
    return BELAY_OK;
}

#if !defined(BELAY_HAVE_ZLIB)
static belay_result refuse_compressed(const char* path, belay_error* error)
{
    return belay_error_set(error, BELAY_ERROR_VALUE, "%s: compressed files need zlib, which this build does not have",
                           bl_text_path(path));
}
#endif

// ------------------------------------------------------------------------------------------------------------------
// Reading a whole file
// ------------------------------------------------------------------------------------------------------------------

void bl_text_free(bl_file_text* text)
{
    bl_free(text->allocator, text->bytes, text->capacity);
}

// Makes room for one more piece of READ_SIZE.
static bool grow_text(bl_file_text* text)
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

belay_result bl_text_no_memory(const char* path, belay_error* error)
{
    return belay_error_set(error, BELAY_ERROR_MEMORY, "%s: no memory to read it", bl_text_path(path));
}

static belay_result fail_open(const char* path, belay_error* error)
{
    return belay_error_set(error, BELAY_ERROR_VALUE, "%s: cannot be opened: %s", bl_text_path(path), strerror(errno));
}

static belay_result read_plain(const char* path, bl_file_text* text, belay_error* error)
{
    FILE* file = fopen(path, "rb");
    if (file == NULL) return fail_open(path, error);
    belay_result result = BELAY_OK;
    for (size_t got = 1; got > 0 && result == BELAY_OK; text->size += got) {
        got = 0;
        if (!grow_text(text))
            result = bl_text_no_memory(path, error);
        else
            got = fread(text->bytes + text->size, 1, READ_SIZE, file);
    }
    if (result == BELAY_OK && ferror(file))
        result =
            belay_error_set(error, BELAY_ERROR_VALUE, "%s: cannot be read: %s", bl_text_path(path), strerror(errno));
    fclose(file);
    return result;
}

static belay_result read_compressed(const char* path, bl_file_text* text, belay_error* error)
{
#if defined(BELAY_HAVE_ZLIB)
    errno = 0;
    gzFile file = gzopen(path, "rb");
    if (file == NULL) return errno == 0 ? bl_text_no_memory(path, error) : fail_open(path, error);
    belay_result result = BELAY_OK;
    for (int got = 1; got > 0 && result == BELAY_OK;) {
        if (!grow_text(text)) {
            result = bl_text_no_memory(path, error);
            break;
        }
        got = gzread(file, text->bytes + text->size, (unsigned)READ_SIZE);
        if (got > 0) text->size += (size_t)got;
        if (text->size > BELAY_MAX_PROBLEM_TEXT)
            result = belay_error_set(error, BELAY_ERROR_VALUE, "%s: out of range: it decompresses to more than %zu MiB",
                                     bl_text_path(path), BELAY_MAX_PROBLEM_TEXT >> 20);
    }
    // A file that ends too early shows only here.
    int code = Z_OK;
    const char* why = gzerror(file, &code);
    if (result == BELAY_OK && code != Z_OK && code != Z_STREAM_END)
        result = belay_error_set(error, BELAY_ERROR_VALUE, "%s: cannot be decompressed: %s", bl_text_path(path),
                                 code == Z_BUF_ERROR ? "truncated" : why);
    gzclose_r(file);
    return result;
#else
    (void)text;
    return refuse_compressed(path, error);
#endif
}

belay_result bl_text_read(const char* path, const belay_allocator* allocator, bl_file_text* text, belay_error* error)
{
    memset(text, 0, sizeof *text);
    text->allocator = allocator;
    if (path == NULL) return belay_error_set(error, BELAY_ERROR_VALUE, "path is null; it must be given");
    return is_compressed_name(path) ? read_compressed(path, text, error) : read_plain(path, text, error);
}

// ------------------------------------------------------------------------------------------------------------------
// Words
// ------------------------------------------------------------------------------------------------------------------

static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static void skip_space(bl_text_scanner* s)
{
    for (; s->at < s->end && is_space(*s->at); s->at++)
        if (*s->at == '\n') s->line++;
}

void bl_text_skip_comments(bl_text_scanner* s)
{
    for (;;) {
        skip_space(s);
        if (s->at == s->end || *s->at != '#') return;
        while (s->at < s->end && *s->at != '\n')
            s->at++;
    }
}

belay_result bl_word_refuse(const bl_text_scanner* s, bl_word w, const char* what, const char* rest)
{
    char clean[33];
    size_t size = w.size < sizeof clean - 1 ? w.size : sizeof clean - 1;
    for (size_t i = 0; i < size; i++)
        clean[i] = w.text[i] >= ' ' && w.text[i] <= '~' ? w.text[i] : '?';
    clean[size] = '\0';
    return belay_error_set(s->error, BELAY_ERROR_VALUE, "%s:%" PRId32 ": %s '%s%s'%s", bl_text_path(s->path),
                           s->word_line, what, clean, w.size > size ? "..." : "", rest);
}

belay_result bl_word_next(bl_text_scanner* s, const char* what, bl_word* w)
{
    skip_space(s);
    if (s->at == s->end)
        return belay_error_set(s->error, BELAY_ERROR_VALUE, "%s:%" PRId32 ": truncated: the file ends before %s",
                               bl_text_path(s->path), s->line, what);
    s->word_line = s->line;
    w->text = s->at;
    while (s->at < s->end && !is_space(*s->at))
        s->at++;
    w->size = (size_t)(s->at - w->text);
    return BELAY_OK;
}

belay_result bl_word_integer(bl_text_scanner* s, const char* what, int32_t* value)
{
    bl_word w;
    belay_result result = bl_word_next(s, what, &w);
    if (result != BELAY_OK) return result;
    bool is_negative = w.text[0] == '-';
    size_t i = is_negative || w.text[0] == '+' ? 1 : 0, begin = i;
    int32_t x = 0;
    for (; i < w.size && w.text[i] >= '0' && w.text[i] <= '9'; i++)
        if (i < begin + 9) x = 10 * x + (w.text[i] - '0');
    if (i < w.size || i == begin) return bl_word_refuse(s, w, "malformed: no whole number but", "");
    if (i - begin > 9) return bl_word_refuse(s, w, "out of range: the number", " is too large");
    *value = is_negative ? -x : x;
    return BELAY_OK;
}

// "nan" and "inf" as printf writes them.
static bool is_not_finite_word(bl_word w)
{
    char c = w.size > 1 && (w.text[0] == '-' || w.text[0] == '+') ? w.text[1] : w.text[0];
    return c == 'n' || c == 'N' || c == 'i' || c == 'I';
}

belay_result bl_word_number(bl_text_scanner* s, const char* what, double* value)
{
    bl_word w;
    belay_result result = bl_word_next(s, what, &w);
    if (result != BELAY_OK) return result;
    if (!belay_decimal_read(w.text, w.size, value))
        return is_not_finite_word(w) ? bl_word_refuse(s, w, "not finite:", "")
                                     : bl_word_refuse(s, w, "malformed: no number but", "");
    if (!isfinite(*value)) return bl_word_refuse(s, w, "not finite: the number", " is too large for a double");
    return BELAY_OK;
}

belay_result bl_word_numbers(bl_text_scanner* s, const char* what, double* values, size_t count)
{
    belay_result result = BELAY_OK;
    for (size_t i = 0; i < count && result == BELAY_OK; i++)
        result = bl_word_number(s, what, &values[i]);
    return result;
}

belay_result bl_text_expect_end(bl_text_scanner* s)
{
    skip_space(s);
    if (s->at == s->end) return BELAY_OK;
    bl_word w = {s->at, 0};
    bl_word_next(s, "", &w);
    return bl_word_refuse(s, w, "trailing text", "");
}

// ------------------------------------------------------------------------------------------------------------------
// Writing
// ------------------------------------------------------------------------------------------------------------------

belay_result bl_text_open(bl_text_writer* w, const char* path, belay_error* error)
{
    memset(w, 0, sizeof *w);
    if (path == NULL) return belay_error_set(error, BELAY_ERROR_VALUE, "path is null; it must be given");
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
    return belay_error_set(error, BELAY_ERROR_VALUE, "%s: cannot be written: %s", bl_text_path(path), strerror(errno));
}

void bl_text_put(bl_text_writer* w, const char* text, size_t size)
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

void bl_text_put_number(bl_text_writer* w, double value, char separator)
{
    char text[BELAY_DECIMAL_SIZE + 1];
    size_t size = belay_decimal_write(value, text);
    text[size++] = separator;
    bl_text_put(w, text, size);
}

void bl_text_put_integer(bl_text_writer* w, int32_t value, char separator)
{
    char text[16];
    int size = snprintf(text, sizeof text, "%" PRId32 "%c", value, separator);
    bl_text_put(w, text, (size_t)size);
}

belay_result bl_text_close(bl_text_writer* w, const char* path, belay_error* error)
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
                               bl_text_path(path));
    return bl_text_ok(error);
}
