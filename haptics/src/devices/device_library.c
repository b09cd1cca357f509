// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "devices/device_library.h"

#include "belay/haptic_simulation.h"
#include "belay/quat.h"

#include <SDL.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool find_symbols(void* library, const bl_library_symbol* symbols, size_t count, const char* file, char* why,
                         size_t why_size)
{
    for (size_t i = 0; i < count; i++) {
        void* symbol = SDL_LoadFunction(library, symbols[i].name);
        if (!symbol && symbols[i].is_optional) continue;
        if (!symbol) {
            snprintf(why, why_size, "%s has no %s", file, symbols[i].name);
            return false;
        }
        // ISO C has no conversion from a pointer to data to one to a function; their bytes are the same.
        memcpy(symbols[i].slot, &symbol, sizeof symbol);
    }
    return true;
}

// The one file that was named, where one was.
static const char* named_file(const bl_library_search* search)
{
    const char* from_environment = getenv(search->variable);
    if (search->file && *search->file) return search->file;
    return from_environment && *from_environment ? from_environment : NULL;
}

static void* load_file(const bl_library_search* search, const char** file, char* why, size_t why_size)
{
    *file = named_file(search);
    if (*file) {
        void* library = SDL_LoadObject(*file);
        if (!library) snprintf(why, why_size, "%s cannot be loaded: %s", *file, SDL_GetError());
        return library;
    }
    for (int i = 0; search->names[i]; i++) {
        void* library = SDL_LoadObject(search->names[i]);
        *file = search->names[i];
        if (library) return library;
    }
    snprintf(why, why_size, "%s is not installed (%s names another file)", search->maker, search->variable);
    return NULL;
}

void* bl_library_load(const bl_library_search* search, const bl_library_symbol* symbols, size_t count, char* why,
                      size_t why_size)
{
    const char* file = NULL;
    void* library = load_file(search, &file, why, why_size);
    if (library && !find_symbols(library, symbols, count, file, why, why_size)) {
        SDL_UnloadObject(library);
        library = NULL;
    }
    return library;
}

void bl_library_unload(void* library)
{
    if (library) SDL_UnloadObject(library);
}

char* bl_copy_text(const char* text)
{
    if (!text) return NULL;
    size_t size = strlen(text) + 1;
    char* copy = malloc(size);
    if (copy) memcpy(copy, text, size);
    return copy;
}

typedef struct known_name {
    const char* part; // lower case
    belay_haptic_preset preset;
} known_name;

// The longer name first where one holds another.
static const known_name known_names[] = {
    {"touch x", BELAY_HAPTIC_PRESET_TOUCH_X},
    {"desktop", BELAY_HAPTIC_PRESET_TOUCH_X},
    {"touch", BELAY_HAPTIC_PRESET_TOUCH},
    {"omni", BELAY_HAPTIC_PRESET_OMNI},
    {"premium 3.0", BELAY_HAPTIC_PRESET_PREMIUM_3_0},
    {"premium", BELAY_HAPTIC_PRESET_PREMIUM_1_5},
    {"falcon", BELAY_HAPTIC_PRESET_FALCON},
    {"inverse3", BELAY_HAPTIC_PRESET_INVERSE3},
    {"omega", BELAY_HAPTIC_PRESET_OMEGA_3},
    {"delta", BELAY_HAPTIC_PRESET_DELTA_3},
    {"sigma", BELAY_HAPTIC_PRESET_SIGMA_7},
};

// Whether `text`, in any case, holds `part`.
static bool holds(const char* text, const char* part)
{
    for (; *text; text++) {
        size_t i = 0;
        while (part[i] && (text[i] >= 'A' && text[i] <= 'Z' ? text[i] + ('a' - 'A') : text[i]) == part[i])
            i++;
        if (!part[i]) return true;
    }
    return false;
}

void bl_device_rate(const char* name, belay_haptic_device_info* info)
{
    for (size_t i = 0; i < sizeof known_names / sizeof *known_names; i++) {
        if (!holds(name, known_names[i].part)) continue;
        belay_haptic_device_info rated = belay_haptic_simulation_def_preset(known_names[i].preset).device;
        memcpy(rated.name, info->name, sizeof rated.name);
        memcpy(rated.driver, info->driver, sizeof rated.driver);
        memcpy(rated.id, info->id, sizeof rated.id);
        *info = rated;
        return;
    }
}

// The component that is largest is taken from the diagonal, and the others over it, so that nothing cancels.
belay_quat bl_quat_from_matrix(const double m[9])
{
    double squares[4] = {1.0 + m[0] + m[4] + m[8], 1.0 + m[0] - m[4] - m[8], 1.0 - m[0] + m[4] - m[8],
                         1.0 - m[0] - m[4] + m[8]};
    int largest = 0;
    for (int i = 1; i < 4; i++)
        largest = squares[i] > squares[largest] ? i : largest;
    belay_quat q = {squares[0], m[7] - m[5], m[2] - m[6], m[3] - m[1]};
    if (largest == 1) q = (belay_quat){m[7] - m[5], squares[1], m[3] + m[1], m[2] + m[6]};
    if (largest == 2) q = (belay_quat){m[2] - m[6], m[3] + m[1], squares[2], m[7] + m[5]};
    if (largest == 3) q = (belay_quat){m[3] - m[1], m[2] + m[6], m[7] + m[5], squares[3]};
    double length = q_length(q);
    // The largest square of a rotation is at least 1, and the length twice its root times itself.
    bool is_rotation = isfinite(length) && fabs(length - 2.0 * sqrt(squares[largest])) < 0.1;
    return is_rotation ? q_normalize(q) : belay_quat_identity();
}
