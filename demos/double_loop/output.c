// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L // mkdir
#endif

#include "double_loop/output.h"

#include <stdio.h>
#include <string.h>
#ifdef _WIN32
#include <direct.h>
#else
#include <sys/stat.h>
#endif

// A folder that is there already, or cannot be made, is no error yet.
static void make_one(const char* path)
{
#ifdef _WIN32
    (void)_mkdir(path);
#else
    (void)mkdir(path, 0777);
#endif
}

void output_make_folder(const char* folder)
{
    char path[OUTPUT_MAX_PATH];
    if (strlen(folder) >= sizeof path) return;
    strcpy(path, folder);
    for (char* at = path + 1; path[0] != '\0' && *at != '\0'; at++) {
        if (*at != '/') continue;
        *at = '\0';
        make_one(path);
        *at = '/';
    }
    make_one(path);
}

bool output_path(char path[OUTPUT_MAX_PATH], const char* folder, const char* name)
{
    int length = snprintf(path, OUTPUT_MAX_PATH, "%s/%s", folder, name);
    return length > 0 && length < OUTPUT_MAX_PATH;
}
