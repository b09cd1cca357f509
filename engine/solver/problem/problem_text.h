// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What files of problems and impulses are made of. A file is read whole, then cut into words; a word knows its line, so
// that every complaint can name it. White space of any kind and amount separates words, as for fscanf. Names that end
// in .gz are compressed files, where zlib is.

#ifndef BELAY_ENGINE_SOLVER_PROBLEM_PROBLEM_TEXT_H
#define BELAY_ENGINE_SOLVER_PROBLEM_PROBLEM_TEXT_H

#include "belay/base.h"
#include "belay/result.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct bl_file_text {
    char* bytes;
    size_t size, capacity;
    const belay_allocator* allocator;
} bl_file_text;

// A whole file; to be freed also where reading it failed.
belay_result bl_text_read(const char* path, const belay_allocator* allocator, bl_file_text* text, belay_error* error);
void bl_text_free(bl_file_text* text);

typedef struct bl_text_scanner {
    const char *at, *end;
    int32_t line;      // of `at`, from 1
    int32_t word_line; // of the last word
    const char* path;
    belay_error* error;
} bl_text_scanner;

typedef struct bl_word {
    const char* text;
    size_t size;
} bl_word;

// The next word; `what` is named where the file ends before it.
belay_result bl_word_next(bl_text_scanner* s, const char* what, bl_word* w);
// A whole number of at most nine digits and a sign: no count or index needs more (int32_t, and nine numbers a block).
belay_result bl_word_integer(bl_text_scanner* s, const char* what, int32_t* value);
// A finite number, or that many.
belay_result bl_word_number(bl_text_scanner* s, const char* what, double* value);
belay_result bl_word_numbers(bl_text_scanner* s, const char* what, double* values, size_t count);
// Skips lines that begin with '#' and the space between them.
void bl_text_skip_comments(bl_text_scanner* s);
// Nothing but white space follows.
belay_result bl_text_expect_end(bl_text_scanner* s);

typedef struct bl_text_writer {
    FILE* file;
    struct gzFile_s* compressed; // zlib's; null: the file is plain
    bool has_failed;
} bl_text_writer;

// A failure to write shows when the writer is closed, which is to be done once it is open.
belay_result bl_text_open(bl_text_writer* w, const char* path, belay_error* error);
void bl_text_put(bl_text_writer* w, const char* text, size_t size);
void bl_text_put_number(bl_text_writer* w, double value, char separator);
void bl_text_put_integer(bl_text_writer* w, int32_t value, char separator);
belay_result bl_text_close(bl_text_writer* w, const char* path, belay_error* error);

// Complaints. "name:line: what 'word' rest"; a long or binary word is cut and cleaned.
belay_result bl_word_refuse(const bl_text_scanner* s, bl_word w, const char* what, const char* rest);
belay_result bl_text_no_memory(const char* path, belay_error* error);
// A message has 256 characters; of a long path the end says more.
const char* bl_text_path(const char* path);
// OK, and no message.
belay_result bl_text_ok(belay_error* error);

#endif
