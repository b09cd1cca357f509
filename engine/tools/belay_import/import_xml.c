// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "import_xml.h"

#include "belay/decimal.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(BELAY_HAVE_EXPAT)
#include <expat.h>
#endif

#define DEEPEST 200     // elements in elements: more is no robot, and the walks below are recursive
#define MOST_NUMBERS 16 // of an attribute
#define MOST_UNTAKEN 64 // names in one warning

static void free_node(xml_node* node)
{
    while (node != NULL) {
        xml_node* next = node->next;
        free_node(node->first);
        for (int i = 0; i < node->attribute_count; i++) {
            free(node->attributes[i].name);
            free(node->attributes[i].value);
        }
        free(node->attributes);
        free(node->name);
        free(node);
        node = next;
    }
}

void xml_free(xml_file* file)
{
    free_node(file->root);
    file->root = NULL;
}

#if !defined(BELAY_HAVE_EXPAT)

bool xml_read(const char* path, xml_file* file)
{
    *file = (xml_file){.path = path};
    fprintf(stderr,
            "belay-import: %s: XML is read by expat, which this build does not have: install libexpat1-dev (Debian) "
            "and build again\n",
            path);
    return false;
}

#else

typedef struct reading {
    XML_Parser parser;
    xml_file* file;
    xml_node* open; // the element that is being read
    int depth;
    const char* why; // it was stopped
} reading;

static char* copy_of(const char* text)
{
    size_t size = strlen(text) + 1;
    char* copy = malloc(size);
    if (copy != NULL) memcpy(copy, text, size);
    return copy;
}

static void stop(reading* r, const char* why)
{
    r->why = why;
    XML_StopParser(r->parser, XML_FALSE);
}

static bool fill(xml_node* node, const char* name, const char** pairs)
{
    int count = 0;
    while (pairs[2 * count] != NULL)
        count++;
    node->name = copy_of(name);
    node->attributes = calloc((size_t)count + 1, sizeof *node->attributes);
    bool ok = node->name != NULL && node->attributes != NULL;
    for (int i = 0; ok && i < count; i++) {
        xml_attribute* a = &node->attributes[node->attribute_count++];
        a->name = copy_of(pairs[2 * i]);
        a->value = copy_of(pairs[2 * i + 1]);
        ok = a->name != NULL && a->value != NULL;
    }
    return ok;
}

static void begin_element(void* context, const char* name, const char** pairs)
{
    reading* r = context;
    if (r->why != NULL) return;
    if (++r->depth > DEEPEST) {
        stop(r, "elements stand in one another more than 200 deep");
        return;
    }
    xml_node* node = calloc(1, sizeof *node);
    if (node == NULL) {
        stop(r, "no memory");
        return;
    }
    node->parent = r->open;
    node->line = (int)XML_GetCurrentLineNumber(r->parser);
    if (r->open == NULL)
        r->file->root = node;
    else if (r->open->last == NULL)
        r->open->first = r->open->last = node;
    else
        r->open->last = r->open->last->next = node;
    r->open = node;
    if (!fill(node, name, pairs)) stop(r, "no memory");
}

static void end_element(void* context, const char* name)
{
    reading* r = context;
    (void)name;
    if (r->why != NULL) return;
    r->depth--;
    r->open = r->open->parent;
}

static bool parse(reading* r, FILE* stream)
{
    for (bool is_last = false; !is_last;) {
        enum { PIECE = 1 << 16 };
        void* buffer = XML_GetBuffer(r->parser, PIECE);
        size_t size = buffer != NULL ? fread(buffer, 1, PIECE, stream) : 0;
        is_last = size < PIECE;
        if (buffer != NULL && XML_ParseBuffer(r->parser, (int)size, is_last) != XML_STATUS_ERROR) continue;
        const char* why = r->why != NULL ? r->why : XML_ErrorString(XML_GetErrorCode(r->parser));
        fprintf(stderr, "belay-import: %s:%lu: %s\n", r->file->path, (unsigned long)XML_GetCurrentLineNumber(r->parser),
                buffer != NULL ? why : "no memory");
        return false;
    }
    return true;
}

bool xml_read(const char* path, xml_file* file)
{
    *file = (xml_file){.path = path};
    FILE* stream = fopen(path, "rb");
    if (stream == NULL) {
        fprintf(stderr, "belay-import: %s: cannot be opened\n", path);
        return false;
    }
    reading r = {.parser = XML_ParserCreate(NULL), .file = file};
    bool ok = r.parser != NULL;
    if (ok) {
        XML_SetUserData(r.parser, &r);
        XML_SetElementHandler(r.parser, begin_element, end_element);
        ok = parse(&r, stream);
        XML_ParserFree(r.parser);
    }
    fclose(stream);
    if (!ok) xml_free(file);
    return ok;
}

#endif

// ---------------------------------------------------------------------------------------------------------------------
// Looking
// ---------------------------------------------------------------------------------------------------------------------

xml_node* xml_child(xml_node* node, const char* name, const xml_node* after)
{
    for (xml_node* n = after != NULL ? after->next : node->first; n != NULL; n = n->next) {
        if (strcmp(n->name, name) != 0) continue;
        n->is_taken = true;
        return n;
    }
    return NULL;
}

const char* xml_value(xml_node* node, const char* name)
{
    for (int i = 0; i < node->attribute_count; i++) {
        if (strcmp(node->attributes[i].name, name) != 0) continue;
        node->attributes[i].is_taken = true;
        return node->attributes[i].value;
    }
    return NULL;
}

static void say(const xml_file* file, const xml_node* node, const char* kind, const char* format, va_list arguments)
{
    fprintf(stderr, "belay-import: %s:%d: %s<%s>: ", file->path, node->line, kind, node->name);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
}

bool xml_fail(const xml_file* file, const xml_node* node, const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(file, node, "", format, arguments);
    va_end(arguments);
    return false;
}

void xml_warn(xml_file* file, const xml_node* node, const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(file, node, "warning: ", format, arguments);
    va_end(arguments);
    file->warnings++;
}

bool xml_text(xml_file* file, xml_node* node, const char* name, const char** value)
{
    *value = xml_value(node, name);
    return *value != NULL || xml_fail(file, node, "its %s is missing", name);
}

static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

int xml_read_numbers(const char* text, double* numbers, int most)
{
    int found = 0;
    for (const char* at = text;; found++) {
        while (is_blank(*at))
            at++;
        if (*at == '\0') return found;
        size_t size = 0;
        while (at[size] != '\0' && !is_blank(at[size]))
            size++;
        if (found == most || !belay_decimal_read(at, size, &numbers[found]) || !isfinite(numbers[found])) return -1;
        at += size;
    }
}

bool xml_numbers(xml_file* file, xml_node* node, const char* name, double* numbers, int count)
{
    const char* text = xml_value(node, name);
    double read[MOST_NUMBERS];
    if (text == NULL) return true;
    if (xml_read_numbers(text, read, count) != count)
        return xml_fail(file, node, "%s is '%.60s'; it must be %d number%s", name, text, count, count > 1 ? "s" : "");
    memcpy(numbers, read, (size_t)count * sizeof *numbers);
    return true;
}

// ---------------------------------------------------------------------------------------------------------------------
// What nobody took
// ---------------------------------------------------------------------------------------------------------------------

typedef struct untaken {
    char name[64];
    int count, line;
} untaken;

typedef struct untaken_list {
    untaken items[MOST_UNTAKEN];
    int count, more;
} untaken_list;

static void note(untaken_list* list, int line, const char* format, const char* a, const char* b)
{
    char name[64];
    snprintf(name, sizeof name, format, a, b);
    for (int i = 0; i < list->count; i++) {
        if (strcmp(list->items[i].name, name) != 0) continue;
        list->items[i].count++;
        return;
    }
    if (list->count == MOST_UNTAKEN) {
        list->more++;
        return;
    }
    untaken* u = &list->items[list->count++];
    memcpy(u->name, name, sizeof name);
    u->count = 1;
    u->line = line;
}

static void collect(const xml_node* node, untaken_list* list)
{
    for (int i = 0; i < node->attribute_count; i++)
        if (!node->attributes[i].is_taken)
            note(list, node->line, "%.30s of <%.24s>", node->attributes[i].name, node->name);
    for (const xml_node* n = node->first; n != NULL; n = n->next) {
        if (n->is_taken)
            collect(n, list);
        else
            note(list, n->line, "<%.28s> in <%.24s>", n->name, node->name);
    }
}

void xml_warn_untaken(xml_file* file, const char* why)
{
    untaken_list list;
    memset(&list, 0, sizeof list);
    collect(file->root, &list);
    for (int i = 0; i < list.count; i++) {
        const untaken* u = &list.items[i];
        fprintf(stderr, "belay-import: %s:%d: warning: %s is left out (%d of them): %s\n", file->path, u->line, u->name,
                u->count, why);
        file->warnings++;
    }
    if (list.more > 0) fprintf(stderr, "belay-import: %s: warning: and %d more are left out\n", file->path, list.more);
}
