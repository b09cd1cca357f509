// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "shell/place.h"

#include <stdio.h>

enum { LEAST_WIDTH = 320, LEAST_HEIGHT = 180, MOST = 16384 };

static bool is_good(viewer_place p)
{
    return p.width >= LEAST_WIDTH && p.height >= LEAST_HEIGHT && p.width <= MOST && p.height <= MOST && p.x >= -MOST &&
           p.x <= MOST && p.y >= -MOST && p.y <= MOST;
}

bool shell_place_read(const char* path, viewer_place* place)
{
    viewer_place p;
    FILE* file = fopen(path, "r");
    if (file == NULL) return false;
    bool is_read = fscanf(file, "%6d %6d %6d %6d", &p.x, &p.y, &p.width, &p.height) == 4 && is_good(p);
    fclose(file);
    if (is_read) *place = p;
    return is_read;
}

bool shell_place_write(const char* path, viewer_place place)
{
    FILE* file = fopen(path, "w");
    if (file == NULL) return false;
    bool is_written = fprintf(file, "%d %d %d %d\n", place.x, place.y, place.width, place.height) > 0;
    return fclose(file) == 0 && is_written;
}
