// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The recorder: the servo's thread puts records into a ring, a thread of the recorder's own writes them to the file.

#include "belay/haptic_record.h"

#include "belay/hash.h"
#include "belay/result.h"
#include "record/record_format.h"
#include "record/record_setup.h"
#include "threads/haptic_ring.h"

#include <SDL.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_CAPACITY ((size_t)4 << 20)
#define LEAST_CAPACITY ((size_t)128 << 10) // a model and more
#define PAUSE_MS 5

struct belay_haptic_recorder {
    bl_ring ring;
    unsigned char* bytes;
    FILE* file;
    SDL_Thread* thread;
    atomic_bool is_ending;
    atomic_bool has_failed;
    atomic_uint_fast64_t dropped; // ticks
    // The servo thread's.
    uint64_t model;      // sequence of the last one recorded
    uint64_t unreported; // ticks left out since the last record
    unsigned char scratch[BL_RECORD_MODEL_CAPACITY];
};

// ---------------------------------------------------------------------------------------------------------------------
// The servo's thread
// ---------------------------------------------------------------------------------------------------------------------

static void add_record(bl_ring* ring, uint32_t type, const void* bytes, size_t size)
{
    bl_record_head head = {type, (uint32_t)size, belay_hash_bytes(BELAY_HASH_SEED, bytes, size)};
    bl_ring_add(ring, &head, sizeof head);
    bl_ring_add(ring, bytes, size);
}

// A tick goes with its model and with the word of what was left out before it: all of it or nothing.
void belay_haptic_recorder_tick(belay_haptic_recorder* recorder, const belay_haptic_servo_input* input,
                                const belay_haptic_servo_output* output)
{
    if (recorder == NULL || input == NULL || output == NULL) return;
    bl_record_tick tick;
    bl_record_tick_pack(input, output, &tick);
    bool has_model = input->model != NULL && input->model->sequence != recorder->model;
    size_t model_size = has_model ? bl_record_model_pack(input->model, recorder->scratch) : 0;
    size_t size = sizeof(bl_record_head) + sizeof tick;
    if (has_model) size += sizeof(bl_record_head) + model_size;
    if (recorder->unreported > 0) size += sizeof(bl_record_head) + sizeof recorder->unreported;
    if (!bl_ring_begin(&recorder->ring, size)) {
        recorder->unreported++;
        atomic_fetch_add_explicit(&recorder->dropped, 1, memory_order_relaxed);
        return;
    }
    if (recorder->unreported > 0)
        add_record(&recorder->ring, BL_RECORD_DROPPED, &recorder->unreported, sizeof recorder->unreported);
    if (has_model) {
        add_record(&recorder->ring, BL_RECORD_MODEL, recorder->scratch, model_size);
        recorder->model = input->model->sequence;
    }
    add_record(&recorder->ring, BL_RECORD_TICK, &tick, sizeof tick);
    bl_ring_end(&recorder->ring);
    recorder->unreported = 0;
}

uint64_t belay_haptic_recorder_get_dropped(const belay_haptic_recorder* recorder)
{
    if (recorder == NULL) return 0;
    return atomic_load_explicit(&recorder->dropped, memory_order_relaxed);
}

// ---------------------------------------------------------------------------------------------------------------------
// The recorder's thread
// ---------------------------------------------------------------------------------------------------------------------

static void drain(belay_haptic_recorder* recorder)
{
    for (;;) {
        size_t size;
        const unsigned char* bytes = bl_ring_peek(&recorder->ring, &size);
        if (size == 0) return;
        if (fwrite(bytes, 1, size, recorder->file) != size) atomic_store(&recorder->has_failed, true);
        bl_ring_skip(&recorder->ring, size);
    }
}

static int run(void* context)
{
    belay_haptic_recorder* recorder = context;
    while (!atomic_load(&recorder->is_ending)) {
        drain(recorder);
        SDL_Delay(PAUSE_MS);
    }
    drain(recorder);
    return 0;
}

// ---------------------------------------------------------------------------------------------------------------------
// Making and ending
// ---------------------------------------------------------------------------------------------------------------------

static size_t round_up(size_t capacity)
{
    size_t size = LEAST_CAPACITY;
    while (size < capacity && size < ((size_t)1 << 30))
        size *= 2;
    return size;
}

static bool write_setup(FILE* file, const belay_haptic_servo* servo)
{
    size_t size = bl_record_setup_size(servo);
    unsigned char* bytes = malloc(size);
    if (bytes == NULL || size > UINT32_MAX) {
        free(bytes);
        return false;
    }
    bl_record_setup_pack(servo, bytes);
    bl_record_head head = {BL_RECORD_SETUP, (uint32_t)size, belay_hash_bytes(BELAY_HASH_SEED, bytes, size)};
    bool is_good = fwrite(&head, sizeof head, 1, file) == 1 && fwrite(bytes, 1, size, file) == size;
    free(bytes);
    return is_good;
}

static bool write_start(FILE* file, const belay_haptic_servo_config* config, const belay_haptic_servo* servo)
{
    bl_record_header header = bl_record_header_make();
    uint64_t checksum =
        belay_hash_bytes(belay_hash_bytes(BELAY_HASH_SEED, &header, sizeof header), config, sizeof *config);
    return fwrite(&header, sizeof header, 1, file) == 1 && fwrite(config, sizeof *config, 1, file) == 1 &&
           fwrite(&checksum, sizeof checksum, 1, file) == 1 && write_setup(file, servo);
}

static void discard(belay_haptic_recorder* recorder)
{
    if (recorder->file != NULL) fclose(recorder->file);
    free(recorder->bytes);
    free(recorder);
}

static belay_result create(const char* path, const belay_haptic_servo_config* config, const belay_haptic_servo* servo,
                           size_t capacity, belay_haptic_recorder** recorder, belay_error* error)
{
    size_t size = round_up(capacity > 0 ? capacity : DEFAULT_CAPACITY);
    belay_haptic_recorder* made = calloc(1, sizeof *made);
    if (made != NULL) made->bytes = calloc(1, size);
    if (made == NULL || made->bytes == NULL) {
        free(made);
        return belay_error_set(error, BELAY_ERROR_MEMORY, "belay_haptic_recorder_create: no memory for %zu bytes",
                               size);
    }
    bl_ring_init(&made->ring, made->bytes, size);
    atomic_init(&made->is_ending, false);
    atomic_init(&made->has_failed, false);
    atomic_init(&made->dropped, 0);
    made->file = fopen(path, "wb");
    if (made->file == NULL || !write_start(made->file, config, servo)) {
        discard(made);
        return belay_error_set(error, BELAY_ERROR_STATE, "'%s' cannot be written", path);
    }
    made->thread = SDL_CreateThread(run, "belay recorder", made);
    if (made->thread == NULL) {
        discard(made);
        return belay_error_set(error, BELAY_ERROR_STATE, "no thread for a recorder: %s", SDL_GetError());
    }
    *recorder = made;
    return BELAY_OK;
}

belay_result belay_haptic_recorder_create(const char* path, const belay_haptic_servo_config* config, size_t capacity,
                                          belay_haptic_recorder** recorder, belay_error* error)
{
    if (path == NULL || config == NULL || recorder == NULL)
        return belay_error_set(error, BELAY_ERROR_VALUE,
                               "belay_haptic_recorder_create: an argument is null; all must be given");
    return create(path, config, NULL, capacity, recorder, error);
}

belay_result belay_haptic_recorder_create_for(const char* path, const belay_haptic_servo* servo, size_t capacity,
                                              belay_haptic_recorder** recorder, belay_error* error)
{
    if (path == NULL || servo == NULL || recorder == NULL)
        return belay_error_set(error, BELAY_ERROR_VALUE,
                               "belay_haptic_recorder_create_for: an argument is null; all must be given");
    return create(path, belay_haptic_servo_get_config(servo), servo, capacity, recorder, error);
}

belay_result belay_haptic_recorder_destroy(belay_haptic_recorder* recorder, belay_error* error)
{
    if (recorder == NULL) return BELAY_OK;
    atomic_store(&recorder->is_ending, true);
    SDL_WaitThread(recorder->thread, NULL);
    bool has_failed = atomic_load(&recorder->has_failed);
    if (fclose(recorder->file) != 0) has_failed = true;
    recorder->file = NULL;
    discard(recorder);
    if (!has_failed) return BELAY_OK;
    return belay_error_set(error, BELAY_ERROR_STATE, "the recording could not be written to its end");
}
