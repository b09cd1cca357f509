// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Where the build puts the stubs of makers' libraries: beside the tests' program.

#ifndef BELAY_TESTS_HAPTICS_DEVICES_STUB_H
#define BELAY_TESTS_HAPTICS_DEVICES_STUB_H

#include <SDL.h>
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#if defined(__APPLE__)
#define STUB_SUFFIX ".dylib"
#else
#define STUB_SUFFIX ".so"
#endif

static inline void stub_path(const char* name, char* path, size_t size)
{
    char* folder = SDL_GetBasePath();
    cr_assert(folder, "%s", SDL_GetError());
    snprintf(path, size, "%s%s%s", folder, name, STUB_SUFFIX);
    SDL_free(folder);
}

// A function of the stub; it stays loaded.
static inline void stub_function(const char* path, const char* name, void* slot)
{
    void* library = SDL_LoadObject(path);
    cr_assert(library, "%s", SDL_GetError());
    void* symbol = SDL_LoadFunction(library, name);
    cr_assert(symbol, "%s", SDL_GetError());
    memcpy(slot, &symbol, sizeof symbol);
}

#endif
