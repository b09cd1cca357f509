// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "record/record_setup.h"

#include "belay/result.h"
#include "servo/servo_internal.h"

#include <stdlib.h>
#include <string.h>

typedef struct setup_head {
    uint32_t has_navigation, surface_count;
    belay_haptic_navigation_config navigation;
} setup_head;

// ---------------------------------------------------------------------------------------------------------------------
// Writing
// ---------------------------------------------------------------------------------------------------------------------

static size_t height_bytes(const belay_haptic_texture* t)
{
    return t->kind == BELAY_HAPTIC_TEXTURE_GRID ? (size_t)t->columns * (size_t)t->rows * sizeof(double) : 0;
}

size_t bl_record_setup_size(const belay_haptic_servo* servo)
{
    size_t size = sizeof(setup_head);
    for (int i = 0; servo != NULL && i < servo->surfaces.count; i++)
        size += sizeof(belay_haptic_surface) + height_bytes(&servo->surfaces.at[i].texture);
    return size;
}

static unsigned char* put(unsigned char* to, const void* bytes, size_t size)
{
    if (size > 0) memcpy(to, bytes, size);
    return to + size;
}

void bl_record_setup_pack(const belay_haptic_servo* servo, unsigned char* bytes)
{
    setup_head head;
    memset(&head, 0, sizeof head);
    if (servo != NULL && servo->navigation.is_on) {
        head.has_navigation = 1;
        head.navigation = servo->navigation.state.config;
    }
    int count = servo != NULL ? servo->surfaces.count : 0;
    head.surface_count = (uint32_t)count;
    unsigned char* to = put(bytes, &head, sizeof head);
    for (int i = 0; i < count; i++) {
        belay_haptic_surface s = servo->surfaces.at[i];
        s.texture.heights = NULL;
        to = put(to, &s, sizeof s);
    }
    for (int i = 0; i < count; i++)
        to = put(to, servo->surfaces.at[i].texture.heights, height_bytes(&servo->surfaces.at[i].texture));
}

// ---------------------------------------------------------------------------------------------------------------------
// Reading
// ---------------------------------------------------------------------------------------------------------------------

// Whether the grids take just `size` bytes; where each begins, in doubles.
static bool place_heights(const bl_record_setup* setup, size_t size, size_t at[BELAY_HAPTIC_MOST_SURFACES])
{
    size_t used = 0;
    for (int i = 0; i < setup->surface_count; i++) {
        const belay_haptic_texture* t = &setup->surfaces[i].texture;
        at[i] = used / sizeof(double);
        if (t->kind != BELAY_HAPTIC_TEXTURE_GRID) continue;
        if (t->columns < 3 || t->rows < 3) return false;
        size_t most = (size - used) / sizeof(double);
        if ((size_t)t->columns > most / (size_t)t->rows) return false;
        used += height_bytes(t);
    }
    return used == size;
}

static belay_result take_heights(bl_record_setup* setup, const unsigned char* bytes, size_t size, bool* is_sound)
{
    size_t at[BELAY_HAPTIC_MOST_SURFACES];
    *is_sound = place_heights(setup, size, at);
    if (!*is_sound || size == 0) return BELAY_OK;
    setup->heights = malloc(size);
    if (setup->heights == NULL) return BELAY_ERROR_MEMORY;
    memcpy(setup->heights, bytes, size);
    for (int i = 0; i < setup->surface_count; i++)
        if (setup->surfaces[i].texture.kind == BELAY_HAPTIC_TEXTURE_GRID)
            setup->surfaces[i].texture.heights = setup->heights + at[i];
    return BELAY_OK;
}

// What no servo takes.
static belay_result check(const bl_record_setup* setup, double period, belay_error* error)
{
    belay_haptic_navigation navigation;
    belay_result result = BELAY_OK;
    if (setup->has_navigation) result = belay_haptic_navigation_init(&setup->navigation, &navigation, error);
    return result == BELAY_OK ? bl_surfaces_check(setup->surfaces, setup->surface_count, period, error) : result;
}

belay_result bl_record_setup_unpack(const unsigned char* bytes, size_t size, double period, bl_record_setup* setup,
                                    belay_error* error)
{
    setup_head head = {.has_navigation = 2};
    memset(setup, 0, sizeof *setup);
    if (size >= sizeof head) memcpy(&head, bytes, sizeof head);
    size_t surfaces = head.surface_count * sizeof(belay_haptic_surface);
    if (head.has_navigation > 1 || head.surface_count > BELAY_HAPTIC_MOST_SURFACES || size - sizeof head < surfaces)
        return belay_error_set(error, BELAY_ERROR_VERSION, "navigation or surfaces are not those of a servo");
    setup->has_navigation = head.has_navigation == 1;
    setup->navigation = head.navigation;
    setup->surface_count = (int)head.surface_count;
    memcpy(setup->surfaces, bytes + sizeof head, surfaces);
    for (int i = 0; i < setup->surface_count; i++)
        setup->surfaces[i].texture.heights = NULL;
    bool is_sound;
    size_t before = sizeof head + surfaces;
    if (take_heights(setup, bytes + before, size - before, &is_sound) != BELAY_OK)
        return belay_error_set(error, BELAY_ERROR_MEMORY, "no memory for the heights of textures");
    belay_error reason = {BELAY_OK, "heights of a texture"};
    if (is_sound && check(setup, period, &reason) == BELAY_OK) return BELAY_OK;
    return belay_error_set(error, BELAY_ERROR_VERSION, "not those of a servo: %.160s", reason.message);
}

void bl_record_setup_fini(bl_record_setup* setup)
{
    free(setup->heights);
    setup->heights = NULL;
}

belay_result bl_record_setup_apply(const bl_record_setup* setup, belay_haptic_servo* servo, belay_error* error)
{
    belay_result result = belay_haptic_servo_set_surfaces(servo, setup->surfaces, setup->surface_count, error);
    if (result != BELAY_OK) return result;
    return belay_haptic_servo_set_navigation(servo, setup->has_navigation ? &setup->navigation : NULL, error);
}
