// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "devices/device_list.h"

#include "belay/result.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_OF_DRIVER = 8,
};

static const bl_device_row* const rows[BL_DEVICE_COUNT] = {
#define DEVICE_ROW(place, row) &bl_device_##row,
    BL_DEVICE_LIST(DEVICE_ROW)
#undef DEVICE_ROW
};

// What a driver works on.
typedef struct driver_state {
    bool is_there;
    void* made;
    belay_error why; // it is not there
} driver_state;

struct belay_haptics {
    driver_state drivers[BL_DEVICE_COUNT];
};

// ---------------------------------------------------------------------------------------------------------------------
// Life
// ---------------------------------------------------------------------------------------------------------------------

// Wrong settings and want of memory are errors; that a driver cannot be had is not, but shows in the list.
static belay_result create_driver(const belay_haptics_def* def, const bl_device_row* row, driver_state* state,
                                  belay_error* error)
{
    belay_result result = row->create != NULL ? row->create(def, &state->made, &state->why) : BELAY_OK;
    state->is_there = result == BELAY_OK;
    if (result == BELAY_OK || result == BELAY_ERROR_STATE) return BELAY_OK;
    return belay_error_set(error, result, "%s", state->why.message);
}

belay_result belay_haptics_create(const belay_haptics_def* def, belay_haptics** created, belay_error* error)
{
    if (created == NULL)
        return belay_error_set(error, BELAY_ERROR_VALUE,
                               "belay_haptics_create: an argument is null; all must be given");
    const belay_haptics_def none = {.leave_out_sdl = false};
    if (!def) def = &none;
    belay_haptics* haptics = calloc(1, sizeof *haptics);
    if (!haptics) return belay_error_set(error, BELAY_ERROR_MEMORY, "no memory for the drivers");
    belay_result result = BELAY_OK;
    for (int i = 0; i < BL_DEVICE_COUNT && result == BELAY_OK; i++)
        result = create_driver(def, rows[i], &haptics->drivers[i], error);
    if (result != BELAY_OK) {
        belay_haptics_destroy(haptics);
        return result;
    }
    *created = haptics;
    return BELAY_OK;
}

void belay_haptics_destroy(belay_haptics* haptics)
{
    if (!haptics) return;
    for (int i = BL_DEVICE_COUNT - 1; i >= 0; i--)
        if (haptics->drivers[i].made != NULL) rows[i]->destroy(haptics->drivers[i].made);
    free(haptics);
}

void belay_haptics_update(belay_haptics* haptics, double now)
{
    if (haptics == NULL) return;
    for (int i = BL_DEVICE_COUNT - 1; i >= 0; i--)
        if (haptics->drivers[i].is_there && rows[i]->update != NULL) rows[i]->update(haptics->drivers[i].made, now);
}

belay_gamepads* belay_haptics_get_gamepads(const belay_haptics* haptics)
{
    return haptics->drivers[BL_DEVICE_GAMEPADS].made;
}

belay_haptic_simulation* belay_haptics_get_simulation(const belay_haptics* haptics)
{
    if (haptics == NULL) return NULL;
    return haptics->drivers[BL_DEVICE_SIMULATION].made;
}

// ---------------------------------------------------------------------------------------------------------------------
// Listing
// ---------------------------------------------------------------------------------------------------------------------

typedef struct entry_list {
    belay_haptic_entry* entries;
    int count, capacity;
} entry_list;

static void add(entry_list* list, const belay_haptic_entry* entry)
{
    if (list->count < list->capacity) list->entries[list->count] = *entry;
    list->count++;
}

static void add_missing(entry_list* list, const char* driver, const char* why)
{
    belay_haptic_entry entry = {.is_device = false};
    snprintf(entry.info.driver, sizeof entry.info.driver, "%s", driver);
    snprintf(entry.why, sizeof entry.why, "%.159s", why);
    add(list, &entry);
}

static void add_driver(entry_list* list, const bl_device_row* row, const driver_state* state)
{
    if (!state->is_there) {
        add_missing(list, row->ops->name, state->why.message);
        return;
    }
    belay_haptic_device_info infos[MAX_OF_DRIVER];
    belay_haptic_entry entry = {.driver = {row->ops, state->made}, .is_device = true};
    int count = row->ops->probe(state->made, infos, MAX_OF_DRIVER, entry.why, sizeof entry.why);
    for (int i = 0; i < count && i < MAX_OF_DRIVER; i++) {
        entry.info = infos[i];
        add(list, &entry);
    }
    if (count <= 0) add_missing(list, row->ops->name, entry.why);
}

int belay_haptics_list(belay_haptics* haptics, belay_haptic_entry* entries, int capacity)
{
    if (haptics == NULL || capacity < 0 || (entries == NULL && capacity > 0)) return 0;
    entry_list list = {entries, 0, capacity};
    for (int i = 0; i < BL_DEVICE_COUNT; i++)
        add_driver(&list, rows[i], &haptics->drivers[i]);
    return list.count;
}

static char lower(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
}

static bool begins(const char* text, const char* part)
{
    while (*part && lower(*text) == lower(*part)) {
        text++;
        part++;
    }
    return *part == '\0';
}

static bool holds(const char* text, const char* part)
{
    for (; *text; text++) {
        if (begins(text, part)) return true;
    }
    return false;
}

static bool is_same(const char* a, const char* b)
{
    return begins(a, b) && strlen(a) == strlen(b);
}

static bool is_wanted(const belay_haptic_entry* entry, const char* wanted)
{
    return is_same(entry->info.id, wanted) || is_same(entry->info.driver, wanted) || holds(entry->info.name, wanted);
}

// A controller tells how hard but does not push.
static bool pushes(const belay_haptic_entry* entry)
{
    const char* driver = entry->info.driver;
    return strcmp(driver, "gamepad") != 0 && strcmp(driver, "simulation") != 0;
}

int belay_haptics_find(const belay_haptic_entry* entries, int count, const char* wanted)
{
    if (entries == NULL) return -1;
    for (int i = 0; i < count; i++) {
        if (entries[i].is_device && (wanted ? is_wanted(&entries[i], wanted) : pushes(&entries[i]))) return i;
    }
    return wanted ? -1 : belay_haptics_find(entries, count, "simulation");
}

// ---------------------------------------------------------------------------------------------------------------------
// The table
// ---------------------------------------------------------------------------------------------------------------------

// Where the next line goes, and how much room there is; counts on beyond it.
typedef struct text_out {
    char* text;
    size_t size, length;
} text_out;

static char* out_at(const text_out* out)
{
    return out->length < out->size ? out->text + out->length : NULL;
}

static size_t out_capacity(const text_out* out)
{
    return out->length < out->size ? out->size - out->length : 0;
}

// A number, or a dash where it is not known.
static const char* number(double value, const char* format, char text[24])
{
    if (value > 0.0)
        snprintf(text, 24, format, value);
    else
        snprintf(text, 24, "-");
    return text;
}

static int write_device(const text_out* out, const belay_haptic_device_info* info)
{
    char force[24], torque[24], stiffness[24], rate[24];
    return snprintf(out_at(out), out_capacity(out), "%-11s%-34s%-12s%8s%10s%11s%9s\n", info->driver, info->name,
                    info->id, number(info->max_force, "%.1f", force), number(info->max_torque, "%.3f", torque),
                    number(info->max_stiffness, "%.0f", stiffness), number(info->rate, "%.0f", rate));
}

size_t belay_haptics_text(const belay_haptic_entry* entries, int count, char* text, size_t size)
{
    text_out out = {text, size, 0};
    out.length += (size_t)snprintf(out_at(&out), out_capacity(&out), "%-11s%-34s%-12s%8s%10s%11s%9s\n", "driver",
                                   "device", "id", "force N", "torque Nm", "stiff N/m", "rate Hz");
    for (int i = 0; i < count; i++) {
        const belay_haptic_entry* entry = &entries[i];
        int length = entry->is_device
                         ? write_device(&out, &entry->info)
                         : snprintf(out_at(&out), out_capacity(&out), "%-11s- %s\n", entry->info.driver, entry->why);
        out.length += (size_t)length;
    }
    return out.length;
}
