// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "import_obj.h"

#include "belay/decimal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST 4096 // characters of a line

typedef struct obj {
    const char* path;
    long line, vertices;
    long highest, highest_line; // index of a face, and where
    bool has_warned;
} obj;

static bool fail(const obj* o, const char* what, const char* word)
{
    fprintf(stderr, "belay-import: %s:%ld: %s '%.40s'\n", o->path, o->line, what, word);
    return false;
}

static bool check_vertex(obj* o, char* at)
{
    int count = 0;
    for (char* word = strtok(at, " \t\r\n"); word != NULL; word = strtok(NULL, " \t\r\n"), count++) {
        double x;
        if (!belay_decimal_read(word, strlen(word), &x)) return fail(o, "a corner has no number but", word);
        if (!isfinite(x)) return fail(o, "a corner has a number that is not finite,", word);
    }
    o->vertices++;
    return count >= 3 || fail(o, "a corner has fewer than three numbers:", "v");
}

// "3", "3/1", "3//2", "-1": of the corner, before the first slash.
static bool check_index(obj* o, const char* word)
{
    char* end;
    long index = strtol(word, &end, 10);
    if (end == word || (*end != '\0' && *end != '/')) return fail(o, "a face has no index but", word);
    if (index == 0 || index < -o->vertices) return fail(o, "a face has the index of no corner:", word);
    if (index > o->highest) {
        o->highest = index;
        o->highest_line = o->line;
    }
    return true;
}

static bool check_face(obj* o, char* at)
{
    int count = 0;
    for (char* word = strtok(at, " \t\r\n"); word != NULL; word = strtok(NULL, " \t\r\n"), count++)
        if (!check_index(o, word)) return false;
    return count >= 3 || fail(o, "a face has fewer than three corners:", "f");
}

static bool check_line(obj* o, char* text)
{
    static const char* const known[] = {"vn", "vt", "g", "o", "s", "usemtl", "mtllib", "l", "p"};
    text += strspn(text, " \t\r\n");
    size_t length = strcspn(text, " \t\r\n");
    if (length == 0 || text[0] == '#') return true;
    char* rest = text + length + (text[length] != '\0');
    text[length] = '\0';
    if (strcmp(text, "v") == 0) return check_vertex(o, rest);
    if (strcmp(text, "f") == 0) return check_face(o, rest);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(text, known[i]) == 0) return true;
    if (!o->has_warned)
        fprintf(stderr,
                "belay-import: %s:%ld: warning: lines that begin with '%.40s', and others that are unknown, are "
                "left out\n",
                o->path, o->line, text);
    o->has_warned = true;
    return true;
}

static bool check_stream(obj* o, FILE* stream)
{
    char text[LONGEST];
    while (fgets(text, sizeof text, stream) != NULL) {
        o->line++;
        if (strlen(text) == sizeof text - 1 && text[sizeof text - 2] != '\n')
            return fail(o, "the line is longer than 4094 characters:", text);
        if (!check_line(o, text)) return false;
    }
    if (o->highest <= o->vertices) return true;
    o->line = o->highest_line;
    snprintf(text, sizeof text, "%ld", o->highest);
    return fail(o, "a face has an index beyond the last corner:", text);
}

bool import_obj_check(const char* path)
{
    obj o = {.path = path};
    FILE* stream = fopen(path, "rb");
    if (stream == NULL) {
        fprintf(stderr, "belay-import: %s: cannot be opened\n", path);
        return false;
    }
    bool ok = check_stream(&o, stream);
    fclose(stream);
    return ok;
}
