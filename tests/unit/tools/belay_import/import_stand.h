// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// belay-import as a user meets it: run in a folder of the test's own, on files that the test writes there. It is looked
// for beside this program, and the tests are skipped where it has not been built.

#ifndef BELAY_TESTS_UNIT_TOOLS_BELAY_IMPORT_IMPORT_STAND_H
#define BELAY_TESTS_UNIT_TOOLS_BELAY_IMPORT_IMPORT_STAND_H

#include "belay/belay.h"

#include <stddef.h>

// For a test suite: .init and .fini.
void import_stand_set_up(void);
void import_stand_tear_down(void);

void import_stand_write(const char* name, const char* text);
void import_stand_write_bytes(const char* name, const void* bytes, size_t size);
// Runs the tool, ends the test unless it answers the code, and returns all that it printed. Where the build cannot read
// what it was given it must say which package is missing, and the test is skipped.
const char* import_stand_run(int code, const char* arguments);
// Ends the test unless `part` is in the text; and unless it is not.
void import_stand_expect(const char* text, const char* part);
void import_stand_expect_none(const char* text, const char* part);
// The scene that it wrote.
belay_scene* import_stand_scene(const char* name);

#endif
