// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Font files on the disk.

#ifndef BELAY_VIEWER_FONT_FILE_H
#define BELAY_VIEWER_FONT_FILE_H

#include "viewer/font.h"

// The bytes of a TrueType file, to be freed by the caller; NULL when it cannot be read, is no such file or has more
// than 64 MB.
unsigned char* vw_font_file_read(const char* path);

// The name of the bold file that goes with a regular one, as DejaVuSans-Bold.ttf with DejaVuSans.ttf. False when that
// is too long, or `path` does not end as a font file does. Whether the file is there is not looked at.
bool vw_font_file_bold(const char* path, char bold[VIEWER_FONT_PATH]);

#endif
