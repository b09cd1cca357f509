// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Recorded motions of a hand, as text.

#include "belay/decimal.h"
#include "belay/haptic_simulation.h"
#include "belay/quat.h"
#include "belay/result.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINE_SIZE = 512,
    COLUMNS = 8,
};

static const char separators[] = " \t,;\r\n";

// The numbers of a line up to a comment; returns how many, or -1.
static int read_numbers(const char* line, double numbers[COLUMNS])
{
    int count = 0;
    for (const char* at = line + strspn(line, separators); *at && *at != '#'; at += strspn(at, separators)) {
        size_t size = strcspn(at, " \t,;\r\n#");
        // A number too large for a double is read as infinity.
        if (count == COLUMNS || !belay_decimal_read(at, size, &numbers[count]) || !isfinite(numbers[count])) return -1;
        count++;
        at += size;
    }
    return count;
}

// One line; *has_sample says whether there is one in it.
static bool read_line(const char* line, belay_hand_sample* sample, bool* has_sample)
{
    double n[COLUMNS] = {0.0};
    int count = read_numbers(line, n);
    *has_sample = count > 0;
    if (count != 0 && count != 4 && count != COLUMNS) return false;
    *sample = (belay_hand_sample){n[0], {n[1], n[2], n[3]}, {1.0, 0.0, 0.0, 0.0}};
    if (count < COLUMNS) return true;
    belay_quat q = {n[4], n[5], n[6], n[7]};
    double length = q_length(q);
    if (!(length > 0.5 && length < 2.0)) return false;
    sample->rotation = q_normalize(q);
    return true;
}

typedef struct sample_list {
    belay_hand_sample* samples;
    int count, capacity;
} sample_list;

static bool push(sample_list* list, const belay_hand_sample* sample)
{
    if (list->count == list->capacity) {
        int capacity = list->capacity ? 2 * list->capacity : 256;
        belay_hand_sample* grown = realloc(list->samples, (size_t)capacity * sizeof *grown);
        if (!grown) return false;
        list->samples = grown;
        list->capacity = capacity;
    }
    list->samples[list->count++] = *sample;
    return true;
}

static belay_result read_file(FILE* file, const char* name, sample_list* list, belay_error* error)
{
    char line[LINE_SIZE];
    for (int number = 1; fgets(line, sizeof line, file); number++) {
        belay_hand_sample sample;
        bool has_sample = false;
        bool is_whole = strchr(line, '\n') || feof(file);
        bool is_good = is_whole && read_line(line, &sample, &has_sample);
        if (is_good && has_sample && list->count > 0) is_good = sample.time > list->samples[list->count - 1].time;
        if (!is_good)
            return belay_error_set(error, BELAY_ERROR_VALUE,
                                   "%s:%d is not `time x y z` or `time x y z qw qx qy qz` with growing times", name,
                                   number);
        if (has_sample && !push(list, &sample))
            return belay_error_set(error, BELAY_ERROR_MEMORY, "no memory for %d samples", list->count + 1);
    }
    if (ferror(file)) return belay_error_set(error, BELAY_ERROR_STATE, "%s cannot be read", name);
    if (list->count == 0) return belay_error_set(error, BELAY_ERROR_VALUE, "%s holds no samples", name);
    return BELAY_OK;
}

belay_result bl_hand_samples_parse(FILE* file, const char* name, belay_hand_sample** samples, int* count,
                                   belay_error* error)
{
    sample_list list = {NULL, 0, 0};
    belay_result result = read_file(file, name, &list, error);
    if (result != BELAY_OK) {
        free(list.samples);
        return result;
    }
    *samples = list.samples;
    *count = list.count;
    return BELAY_OK;
}

belay_result belay_hand_samples_read(const char* path, belay_hand_sample** samples, int* count, belay_error* error)
{
    FILE* file = fopen(path, "r");
    if (!file) return belay_error_set(error, BELAY_ERROR_STATE, "%s cannot be opened", path);
    belay_result result = bl_hand_samples_parse(file, path, samples, count, error);
    fclose(file);
    return result;
}

void belay_hand_samples_free(belay_hand_sample* samples)
{
    free(samples);
}
