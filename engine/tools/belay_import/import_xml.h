// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// An XML file as a tree of its elements, read by expat, where it is. Who takes an attribute or an element marks it as
// taken, so that what nobody took can be named in the end.

#ifndef BELAY_ENGINE_TOOLS_BELAY_IMPORT_IMPORT_XML_H
#define BELAY_ENGINE_TOOLS_BELAY_IMPORT_IMPORT_XML_H

#include "belay/result.h"

#include <stdbool.h>

typedef struct xml_attribute {
    char *name, *value;
    bool is_taken;
} xml_attribute;

typedef struct xml_node {
    char* name;
    xml_attribute* attributes;
    int attribute_count;
    int line;
    bool is_taken;
    struct xml_node *parent, *first, *last, *next; // `next` of the same parent
} xml_node;

typedef struct xml_file {
    const char* path;
    xml_node* root;
    int warnings;
} xml_file;

// False, with a message on stderr (file, line, what is wrong), when the file cannot be read.
bool xml_read(const char* path, xml_file* file);
void xml_free(xml_file* file);

// The next element of that name among the children, behind `after` (null: the first); it is taken. Null: none.
xml_node* xml_child(xml_node* node, const char* name, const xml_node* after);
// The value of an attribute, which is taken; null: there is none.
const char* xml_value(xml_node* node, const char* name);
// The same where it must be there: false, with a message, when it is not.
bool xml_text(xml_file* file, xml_node* node, const char* name, const char** value);
// The numbers of a text, apart by blanks: how many there are, at most `most`; -1: they are not that, or are more.
int xml_read_numbers(const char* text, double* numbers, int most);
// `count` (at most 16) numbers of an attribute, apart by blanks. Without the attribute `numbers` stay as they are.
// False, with a message, when they are not that many numbers.
bool xml_numbers(xml_file* file, xml_node* node, const char* name, double* numbers, int count);
// A message with file and line: refused, or a warning.
bool xml_fail(const xml_file* file, const xml_node* node, const char* format, ...) BELAY_PRINTF(3);
void xml_warn(xml_file* file, const xml_node* node, const char* format, ...) BELAY_PRINTF(3);
// Names in a warning what nobody took, elements with all that is in them, each name once with how often.
void xml_warn_untaken(xml_file* file, const char* why);

#endif
