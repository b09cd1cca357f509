// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Pictures and animations without a display, in the folder of --out.

#ifndef BELAY_SHELL_PICTURES_H
#define BELAY_SHELL_PICTURES_H

#include "shell/program.h"

// What to draw on.
typedef enum shell_canvas {
    SHELL_CANVAS_STILL,     // of the size that --size says
    SHELL_CANVAS_ANIMATION, // small, and without the mirror image in the floor, a third of the work
} shell_canvas;

// Opens s->v for pictures, where `enable_reflection` a floor that mirrors. False: pictures are not wanted, or there is
// no OpenGL, which it says once on standard output; that is no fault of the run.
bool shell_canvas_open(shell* s, shell_canvas canvas, bool enable_reflection);
void shell_canvas_close(shell* s);

// Writes the last finished frame as "name", and says so. False: it could not, and has said why.
bool shell_picture_save(shell* s, const char* name);

// The same for a picture of a play, as "name.png".
void shell_picture_save_play(shell* s, const char* name);

// The same for the window, into a file with a number of its own.
void shell_picture_save_window(shell* s);

enum { SHELL_FRAMES_PER_SECOND = 16 };

// An animation on its way.
typedef struct shell_animation {
    viewer_apng* file; // NULL: none
    char path[1024];
    int frame_count;
} shell_animation;

// Opens the file "name" for frames of s->v, which is a canvas for animations. False: it has said why, and there is
// nothing to close.
bool shell_animation_open(shell* s, shell_animation* a, const char* name);

// Whether the next frame is due at a time, s.
bool shell_animation_wants_frame(const shell_animation* a, double time);

// Adds the last finished frame. False: the file takes no more, which the closing tells.
bool shell_animation_add(shell* s, shell_animation* a);

// Lets the last picture stay for a second, and closes. True: all is written, and it has said so. False: it has said why
// not.
bool shell_animation_close(shell* s, shell_animation* a);

// A row of a panel in a picture.
typedef struct shell_row {
    const char* name;
    char value[64];
    viewer_color color; // of the value
} shell_row;

// Draws a panel with rows in the lower right corner.
void shell_rows_draw(viewer* v, const shell_row* rows, int count);

#endif
