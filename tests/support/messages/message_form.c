// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "support/messages/message_form.h"

#include <criterion/criterion.h>
#include <stdbool.h>
#include <string.h>

// Where the message says what is: " is ", " are " or " has " in front of a semicolon.
static bool has_fact(const char* text, const char* end)
{
    static const char* const words[] = {" is ", " are ", " has "};
    for (int i = 0; i < 3; i++) {
        const char* at = strstr(text, words[i]);
        if (at != NULL && at < end) return true;
    }
    return false;
}

void message_check_rest(const char* text)
{
    const char* end = strstr(text, "; ");
    cr_expect_not_null(end, "'%s' says no more than what is wrong", text);
    if (end == NULL) return;
    cr_expect(has_fact(text, end), "'%s' does not say what is given", text);
    cr_expect(strstr(end, "must") != NULL, "'%s' does not say what must be", text);
    size_t length = strlen(text);
    cr_expect(text[length - 1] != '.' && text[length - 1] != '\n', "'%s' ends like a sentence", text);
}

void message_check_form(const char* text)
{
    size_t name = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_");
    cr_expect(strncmp(text, "belay_", 6) == 0 && strncmp(text + name, ": ", 2) == 0, "'%s' names no call", text);
    if (strlen(text) > name + 2) message_check_rest(text + name + 2);
}
