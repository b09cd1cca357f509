// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The one form of messages about bad arguments: `call: argument is value; it must be ...`.

#ifndef BELAY_TESTS_SUPPORT_MESSAGES_MESSAGE_FORM_H
#define BELAY_TESTS_SUPPORT_MESSAGES_MESSAGE_FORM_H

// Fails the test where the text has another form.
void message_check_form(const char* text);
// The same of the part behind the call, as checks below the calls give it.
void message_check_rest(const char* text);

#endif
