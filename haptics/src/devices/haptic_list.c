// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "belay/haptic_list.h"

#include "belay/result.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_OF_DRIVER = 8,
};

struct belay_haptics {
    belay_dhd* dhd;
    belay_hd* hd;
    belay_haply* haply;
    belay_joysticks* joysticks;
    belay_gamepads* gamepads;
    belay_haptic_simulation* simulation;
    belay_error no_joysticks, no_gamepads; // why they are not there
};

// ---------------------------------------------------------------------------------------------------------------------
// Life
// ---------------------------------------------------------------------------------------------------------------------

static belay_result create_simulation(const belay_haptics_def* def, belay_haptics* haptics, belay_error* error)
{
    if (def->simulation) return belay_haptic_simulation_create(def->simulation, &haptics->simulation, error);
    belay_haptic_simulation_def touch = belay_haptic_simulation_def_preset(BELAY_HAPTIC_PRESET_TOUCH);
    touch.motion.kind = BELAY_HAND_TARGET;
    touch.is_self_clocked = true;
    touch.watchdog = 0.1;
    return belay_haptic_simulation_create(&touch, &haptics->simulation, error);
}

// Wrong settings and want of memory are errors; that SDL says no is not, but shows in the list.
static belay_result create_sdl(const belay_haptics_def* def, belay_haptics* haptics, belay_error* error)
{
    if (def->leave_out_sdl) {
        belay_error_set(&haptics->no_joysticks, BELAY_ERROR_STATE, "left out");
        belay_error_set(&haptics->no_gamepads, BELAY_ERROR_STATE, "left out");
        return BELAY_OK;
    }
    belay_result result = belay_joysticks_create(&def->joysticks, &haptics->joysticks, &haptics->no_joysticks);
    if (result != BELAY_OK && result != BELAY_ERROR_STATE)
        return belay_error_set(error, result, "joysticks: %s", haptics->no_joysticks.message);
    result = belay_gamepads_create(def->rumble, &haptics->gamepads, &haptics->no_gamepads);
    if (result != BELAY_OK && result != BELAY_ERROR_STATE)
        return belay_error_set(error, result, "rumble: %s", haptics->no_gamepads.message);
    return BELAY_OK;
}

belay_result belay_haptics_create(const belay_haptics_def* def, belay_haptics** created, belay_error* error)
{
    if (created == NULL) return belay_error_set(error, BELAY_ERROR_VALUE, "belay_haptics_create: an argument is null");
    const belay_haptics_def none = {.leave_out_sdl = false};
    if (!def) def = &none;
    belay_haptics* haptics = calloc(1, sizeof *haptics);
    if (!haptics) return belay_error_set(error, BELAY_ERROR_MEMORY, "no memory for the drivers");
    haptics->dhd = belay_dhd_create(&def->dhd);
    haptics->hd = belay_hd_create(&def->hd);
    haptics->haply = belay_haply_create(&def->haply);
    belay_result result = BELAY_OK;
    if (!haptics->dhd || !haptics->hd || !haptics->haply)
        result = belay_error_set(error, BELAY_ERROR_MEMORY, "no memory for the drivers");
    if (result == BELAY_OK) result = create_simulation(def, haptics, error);
    if (result == BELAY_OK) result = create_sdl(def, haptics, error);
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
    belay_gamepads_destroy(haptics->gamepads);
    belay_joysticks_destroy(haptics->joysticks);
    belay_haptic_simulation_destroy(haptics->simulation);
    belay_haply_destroy(haptics->haply);
    belay_hd_destroy(haptics->hd);
    belay_dhd_destroy(haptics->dhd);
    free(haptics);
}

void belay_haptics_update(belay_haptics* haptics, double now)
{
    if (haptics == NULL) return;
    if (haptics->gamepads) belay_gamepads_update(haptics->gamepads, now);
    if (haptics->joysticks) belay_joysticks_update(haptics->joysticks, now);
}

belay_gamepads* belay_haptics_get_gamepads(const belay_haptics* haptics)
{
    return haptics->gamepads;
}

belay_haptic_simulation* belay_haptics_get_simulation(const belay_haptics* haptics)
{
    if (haptics == NULL) return NULL;
    return haptics->simulation;
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
    snprintf(entry.why, sizeof entry.why, "%s", why);
    add(list, &entry);
}

static void add_driver(entry_list* list, belay_haptic_driver driver)
{
    belay_haptic_device_info infos[MAX_OF_DRIVER];
    belay_haptic_entry entry = {.driver = driver, .is_device = true};
    int count = driver.ops->probe(driver.driver, infos, MAX_OF_DRIVER, entry.why, sizeof entry.why);
    for (int i = 0; i < count && i < MAX_OF_DRIVER; i++) {
        entry.info = infos[i];
        add(list, &entry);
    }
    if (count <= 0) add_missing(list, driver.ops->name, entry.why);
}

int belay_haptics_list(belay_haptics* haptics, belay_haptic_entry* entries, int capacity)
{
    if (haptics == NULL || capacity < 0 || (entries == NULL && capacity > 0)) return 0;
    entry_list list = {entries, 0, capacity};
    add_driver(&list, belay_dhd_driver(haptics->dhd));
    add_driver(&list, belay_hd_driver(haptics->hd));
    add_driver(&list, belay_haply_driver(haptics->haply));
    if (haptics->joysticks)
        add_driver(&list, belay_joysticks_driver(haptics->joysticks));
    else
        add_missing(&list, "joystick", haptics->no_joysticks.message);
    if (haptics->gamepads)
        add_driver(&list, belay_gamepads_driver(haptics->gamepads));
    else
        add_missing(&list, "gamepad", haptics->no_gamepads.message);
    add_driver(&list, belay_haptic_simulation_driver(haptics->simulation));
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
