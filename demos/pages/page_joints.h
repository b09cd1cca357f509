// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The picture of every type of joint.

#ifndef DEMOS_PAGES_PAGE_JOINTS_H
#define DEMOS_PAGES_PAGE_JOINTS_H

#include <stdbool.h>

// Writes it; false when the file cannot be written.
bool page_draw_joints(const char* path);

#endif
