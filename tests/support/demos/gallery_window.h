// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The gallery in its window, as a program beside the tests. Tests are skipped where it has not been built there, or no
// window can be opened.

#ifndef BELAY_TESTS_SUPPORT_DEMOS_GALLERY_WINDOW_H
#define BELAY_TESTS_SUPPORT_DEMOS_GALLERY_WINDOW_H

#if defined(__linux__)

// What it printed last, both streams.
extern char gallery_text[1 << 14];

// Looks for the program: what a suite begins with.
void gallery_find(void);
// Runs it with these arguments and without pictures; its exit status.
int gallery_run(const char* arguments);
// Plays a file of tests/scenes/demos/plays (its name without folder and ending) with more arguments; it must end well.
void gallery_play(const char* name, const char* arguments);

#endif

#endif
