// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "support/beside.h"

#include "support/skip.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#if defined(__linux__)

#include <sys/wait.h>
#include <unistd.h>

FILE* popen(const char* command, const char* mode);
int pclose(FILE* stream);
ssize_t readlink(const char* path, char* buffer, size_t size);

enum { LONGEST_NAME = 64 };

void beside_find(char path[BESIDE_PATH], const char* name)
{
    ssize_t size = readlink("/proc/self/exe", path, BESIDE_PATH - LONGEST_NAME);
    if (size <= 0) SKIP_TEST("/proc is not here");
    path[size] = '\0';
    snprintf(strrchr(path, '/'), LONGEST_NAME, "/%s", name);
    if (access(path, X_OK) != 0) SKIP_TEST("%s has not been built beside the tests", name);
}

int beside_run(const char* command, char* text, size_t size)
{
    FILE* pipe = popen(command, "r");
    cr_assert_not_null(pipe);
    text[fread(text, 1, size - 1, pipe)] = '\0';
    int status = pclose(pipe);
    cr_assert(WIFEXITED(status), "%s", text);
    return WEXITSTATUS(status);
}

#else

void beside_find(char path[BESIDE_PATH], const char* name)
{
    (void)path, (void)name;
    SKIP_TEST("programs are looked for on Linux alone");
}

int beside_run(const char* command, char* text, size_t size)
{
    (void)command, (void)text, (void)size;
    return -1;
}

#endif
