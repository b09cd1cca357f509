// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Writer of animated PNG files, which browsers play like any other picture, in 24 bits. Frames after the first store
// only the rectangle that changed. Needs no window. The same frames give the same bytes.

#ifndef BELAY_VIEWER_PICTURES_APNG_H
#define BELAY_VIEWER_PICTURES_APNG_H

#include <stdbool.h>
#include <stddef.h>

// A file being written. Opaque; one thread at a time.
typedef struct viewer_apng viewer_apng;

// How to write an animation. Zero means the default, except for the size and the rate, which must be given.
typedef struct viewer_apng_def {
    int width, height;     // pixels, 1 to 32767
    int frames_per_second; // 1 to 1000
    int play_count;        // how often it plays; 0: for ever
    int tolerance; // a pixel counts as unchanged while no component differs by more from what is shown, 0 to 255
} viewer_apng_def;

// Opens a file. NULL when it cannot be written, the definition is out of range or memory runs out. The caller closes it
// with viewer_apng_close.
viewer_apng* viewer_apng_open(const char* path, const viewer_apng_def* def);

// Adds a frame: rows from the top, 3 bytes a pixel, 3 * width * height bytes; copied. False after any failure to write.
bool viewer_apng_add(viewer_apng* a, const unsigned char* rgb);

// Completes the file and frees the writer. False when anything went wrong since opening, or no frame was added; the
// file is then not to be used. NULL is allowed and gives false.
bool viewer_apng_close(viewer_apng* a);

#endif
