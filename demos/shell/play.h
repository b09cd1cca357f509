// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A play: mouse and keys from a file, as events of the window's own queue, so that everything goes the way that a
// user's go. Simulated time passes by the sixtieth of a second per frame, whatever the frame takes: the same file gives
// the same end. A line each, with # before what is no more than a remark:
//
//     move X Y Z S      the mouse goes in S seconds to where that place of the world is seen (m)
//     move NAME S       ... to where what has that name is seen (shell_program.place)
//     beside NAME X Y S ... to where the place is seen that is X and Y (m) from there
//     by X Y S          ... on by X and Y (m), at the height of what the camera circles
//     press BUTTON      left, middle or right; of a gamepad a, b or x
//     release BUTTON
//     stick X Y         the left one of a gamepad, -1 to 1, from now on
//     wheel N           notches, away from the user positive
//     key K             one character, or escape, return, backspace, space, tab, left, right, up, down, pageup,
//                       pagedown, f5, f6, f9, shift
//     down K, up K      the same, held down in between
//     wait S            seconds
//     picture NAME      what is seen, as NAME.png in the folder of --out
//
// Recordings (record.h) begin with the size of their window, and all that stands between two frames happens in one:
//
//     recorded W H      pixels of the window
//     frame N           N frames later
//     point X Y         the mouse is there, pixels
//     axis N V          of a gamepad, as SDL counts
//
// Coordinates of places are in metres. The window closes at the end of the file.

#ifndef BELAY_SHELL_PLAY_H
#define BELAY_SHELL_PLAY_H

#include "shell/program.h"

// s, of simulated time per frame.
static const double SHELL_PLAY_FRAME = 1.0 / 60.0;

// Reads the file of s->play_file into s->play. False: `error` says which line is wrong, or that the file is not there.
bool shell_play_open(shell* s, char* error, size_t error_size);
void shell_play_close(shell* s);

// Before every frame: puts its events into the queue.
void shell_play_push(shell* s);
// After it: whether it is to be drawn, and the name of the picture that is to be saved; NULL: none.
bool shell_play_shows(const shell* s);
const char* shell_play_picture(const shell* s);

#endif
