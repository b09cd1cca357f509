// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The version: the library says what the header says, and the change log begins with it.

#include "belay/version.h"
#include "support/source_files.h"

#include <criterion/criterion.h>
#include <string.h>

Test(version, library_and_header_agree)
{
    char expected[40];
    snprintf(expected, sizeof expected, "%d.%d.%d", BELAY_VERSION_MAJOR, BELAY_VERSION_MINOR, BELAY_VERSION_PATCH);
    cr_assert_str_eq(belay_version(), expected);
    cr_assert_str_eq(BELAY_VERSION_STRING, expected);
}

Test(version, change_log_begins_with_it)
{
    char line[400], heading[60];
    snprintf(heading, sizeof heading, "## %s\n", belay_version());
    FILE* log = source_open("engine/docs", "CHANGELOG.md");
    bool is_found = false;
    while (!is_found && fgets(line, sizeof line, log) != NULL)
        is_found = strncmp(line, "## ", 3) == 0;
    fclose(log);
    cr_assert(is_found, "there is no heading in the change log");
    cr_assert_str_eq(line, heading);
}
