// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L // mkdir
#endif

#include "shell/folder.h"

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

static void make_above(char* path)
{
    for (char* at = path + 1; path[0] != '\0' && *at != '\0'; at++) {
        if (*at != '/') continue;
        *at = '\0';
        make_one(path);
        *at = '/';
    }
}

void shell_folder_make_for(const char* file)
{
    char path[SHELL_MAX_PATH];
    if (strlen(file) >= sizeof path) return;
    strcpy(path, file);
    make_above(path);
}

void shell_folder_make(const char* folder)
{
    shell_folder_make_for(folder);
    make_one(folder);
}

bool shell_folder_path(char path[SHELL_MAX_PATH], const char* folder, const char* name)
{
    int length = snprintf(path, SHELL_MAX_PATH, "%s/%s", folder, name);
    return length > 0 && length < SHELL_MAX_PATH;
}
