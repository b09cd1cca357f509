// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Font files on the disk: where they are, and what is in them.

#ifndef BELAY_VIEWER_FONT_FONT_FILE_H
#define BELAY_VIEWER_FONT_FONT_FILE_H

#include <stdbool.h>
#include <stddef.h>

enum { VIEWER_FONT_PATH = 1024 };

// Finds the font to write with: `wanted` (a .ttf file; NULL: none in particular), else the file that the environment
// variable BELAY_FONT names, else DejaVu Sans or the like in the usual folders. Writes its path to `path`; an empty one
// when there is none, which draws plain text. False when one was asked for that is not a readable TrueType font;
// `error` is one line that then names the option (--font) or the variable and its value.
bool viewer_font_find(const char* wanted, char path[VIEWER_FONT_PATH], char* error, size_t error_size);

// The bytes of a TrueType file, to be freed by the caller; NULL when it cannot be read, is no such file or has more
// than 64 MB.
unsigned char* vw_font_file_read(const char* path);

// The name of the bold file that goes with a regular one, as DejaVuSans-Bold.ttf with DejaVuSans.ttf. False when that
// is too long, or `path` does not end as a font file does. Whether the file is there is not looked at.
bool vw_font_file_bold(const char* path, char bold[VIEWER_FONT_PATH]);

#endif
