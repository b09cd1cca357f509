// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "viewer/font/font_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Where systems have DejaVu Sans, and what else will do. The first one that is there is taken.
static const char* const usual[] = {
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",                 // Debian, Ubuntu
    "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",               // Fedora
    "/usr/share/fonts/TTF/DejaVuSans.ttf",                             // Arch
    "/usr/share/fonts/dejavu/DejaVuSans.ttf",                          // Alpine, Void
    "/usr/local/share/fonts/dejavu/DejaVuSans.ttf",                    // FreeBSD
    "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf",             // Debian
    "/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf", // Debian
    "/System/Library/Fonts/Supplemental/Verdana.ttf",                  // macOS
    "C:/Windows/Fonts/verdana.ttf",
};

static const size_t MOST_BYTES = (size_t)64 << 20;

// Version 1.0, "true", or a collection.
static bool is_truetype(const unsigned char* bytes, size_t size)
{
    static const char* const tags[] = {"true", "ttcf", "OTTO"};
    if (size < 12) return false;
    if (memcmp(bytes, "\0\1\0\0", 4) == 0) return true;
    for (size_t i = 0; i < sizeof tags / sizeof tags[0]; i++)
        if (memcmp(bytes, tags[i], 4) == 0) return true;
    return false;
}

static unsigned char* read_open(FILE* file)
{
    if (fseek(file, 0, SEEK_END) != 0) return NULL;
    long end = ftell(file);
    if (end < 0 || (size_t)end > MOST_BYTES || fseek(file, 0, SEEK_SET) != 0) return NULL;
    size_t size = (size_t)end;
    unsigned char* bytes = malloc(size + 1);
    if (bytes != NULL && fread(bytes, 1, size, file) == size && is_truetype(bytes, size)) return bytes;
    free(bytes);
    return NULL;
}

unsigned char* vw_font_file_read(const char* path)
{
    FILE* file = fopen(path, "rb");
    if (file == NULL) return NULL;
    unsigned char* bytes = read_open(file);
    fclose(file);
    return bytes;
}

bool vw_font_file_bold(const char* path, char bold[VIEWER_FONT_PATH])
{
    static const char regular[] = "-Regular";
    const char* dot = strrchr(path, '.');
    if (dot == NULL) return false;
    size_t stem = (size_t)(dot - path), cut = sizeof regular - 1;
    if (stem > cut && strncmp(dot - cut, regular, cut) == 0) stem -= cut;
    int length = snprintf(bold, VIEWER_FONT_PATH, "%.*s-Bold%s", (int)stem, path, dot);
    return length > 0 && length < VIEWER_FONT_PATH;
}

static bool take(const char* file, char path[VIEWER_FONT_PATH])
{
    unsigned char* bytes = strlen(file) < VIEWER_FONT_PATH ? vw_font_file_read(file) : NULL;
    if (bytes == NULL) return false;
    free(bytes);
    strcpy(path, file);
    return true;
}

bool viewer_font_find(const char* wanted, char path[VIEWER_FONT_PATH], char* error, size_t error_size)
{
    const char* variable = getenv("BELAY_FONT");
    const char* asked = wanted != NULL ? wanted : variable != NULL && variable[0] != '\0' ? variable : NULL;
    path[0] = '\0';
    if (asked != NULL) {
        if (take(asked, path)) return true;
        snprintf(error, error_size, "%s: '%.200s' is not a TrueType font that can be read",
                 wanted != NULL ? "--font" : "BELAY_FONT", asked);
        return false;
    }
    for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++)
        if (take(usual[i], path)) return true;
    return true;
}
