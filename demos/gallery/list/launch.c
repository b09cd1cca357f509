// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L // fork, kill
#endif

#include "gallery/list/launch.h"

#include <SDL.h>
#include <errno.h>
#include <string.h>

#ifdef _WIN32

bool launch_start(launch* l, const char* name, const char* const arguments[LAUNCH_MAX_ARGUMENTS], bool keeps_output,
                  char* error, size_t error_size)
{
    (void)l, (void)arguments, (void)keeps_output;
    snprintf(error, error_size, "%s is a program of its own; start it by its name.", name);
    return false;
}

bool launch_is_running(launch* l)
{
    (void)l;
    return false;
}

static void stop(launch* l)
{
    (void)l;
}

#else

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATH = 1024, NOT_STARTED = 127 };

static bool find(char path[PATH], const char* name)
{
    char* folder = SDL_GetBasePath();
    int length = folder != NULL ? snprintf(path, PATH, "%s%s", folder, name) : -1;
    SDL_free(folder);
    return length > 0 && length < PATH && access(path, X_OK) == 0;
}

// In the new process: nothing but what POSIX allows between fork and exec.
static void become(const char* path, const char* const arguments[LAUNCH_MAX_ARGUMENTS], int output)
{
    char* argv[LAUNCH_MAX_ARGUMENTS + 2] = {NULL};
    memcpy(&argv[0], &path, sizeof path); // exec takes char*, and changes nothing
    for (int i = 0; i < LAUNCH_MAX_ARGUMENTS && arguments[i] != NULL; i++)
        memcpy(&argv[i + 1], &arguments[i], sizeof arguments[i]);
    if (output < 0 || (dup2(output, STDOUT_FILENO) >= 0 && dup2(output, STDERR_FILENO) >= 0)) execv(path, argv);
    _exit(NOT_STARTED);
}

bool launch_start(launch* l, const char* name, const char* const arguments[LAUNCH_MAX_ARGUMENTS], bool keeps_output,
                  char* error, size_t error_size)
{
    char path[PATH];
    launch_end(l);
    if (!find(path, name)) {
        snprintf(error, error_size, "%s is not built beside this program; ./run build makes all.", name);
        return false;
    }
    if (keeps_output) l->output = tmpfile();
    fflush(stdout);
    pid_t process = keeps_output && l->output == NULL ? -1 : fork();
    if (process == 0) become(path, arguments, keeps_output ? fileno(l->output) : -1);
    if (process < 0) {
        snprintf(error, error_size, "%s cannot be started: %s", name, strerror(errno));
        launch_end(l);
        return false;
    }
    l->process = (int)process;
    return true;
}

bool launch_is_running(launch* l)
{
    int status = 0;
    if (l->process == 0) return false;
    if (waitpid((pid_t)l->process, &status, WNOHANG) == 0) return true;
    l->status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    l->process = 0;
    return false;
}

static void stop(launch* l)
{
    if (!launch_is_running(l)) return;
    kill((pid_t)l->process, SIGTERM);
    waitpid((pid_t)l->process, NULL, 0);
}

#endif

void launch_read(launch* l, char* text, size_t size)
{
    text[0] = '\0';
    if (l->output == NULL) return;
    rewind(l->output);
    text[fread(text, 1, size - 1, l->output)] = '\0';
    fclose(l->output);
    l->output = NULL;
}

void launch_end(launch* l)
{
    stop(l);
    if (l->output != NULL) fclose(l->output);
    *l = (launch){0};
}
