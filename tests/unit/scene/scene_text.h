// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Texts of scenes for the tests.

#ifndef BELAY_TESTS_UNIT_SCENE_SCENE_TEXT_H
#define BELAY_TESTS_UNIT_SCENE_SCENE_TEXT_H

#include "belay/belay.h"

// One of every shape, joint, attachment and what else there is.
extern const char scene_text_of_all[];

// The scene of a text, which ends the test when it is refused.
belay_scene* scene_text_parse(const char* text);
// Writes it to a file of this process and returns all of that file; good until the next call.
const char* scene_text_write(const belay_scene* scene);

#endif
