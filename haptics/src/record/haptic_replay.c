// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Reading recordings.

#include "belay/haptic_record.h"
#include "belay/hash.h"
#include "belay/result.h"
#include "belay/vec.h"
#include "record/record_format.h"
#include "record/record_setup.h"
#include "servo/servo_config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct belay_haptic_replay {
    FILE* file;
    belay_haptic_servo_config config;
    bl_record_setup setup;
    belay_haptic_contact_model model; // the last one read
    uint64_t dropped;
    unsigned char scratch[BL_RECORD_MODEL_CAPACITY];
};

// ---------------------------------------------------------------------------------------------------------------------
// The file
// ---------------------------------------------------------------------------------------------------------------------

// Magic and format stand first in all formats; headers of older ones are shorter.
static belay_result read_header(FILE* file, const char* path, bl_record_header* header, belay_error* error)
{
    const bl_record_header wanted = bl_record_header_make();
    const size_t common = offsetof(bl_record_header, order);
    memset(header, 0, sizeof *header);
    if (fread(header, common, 1, file) != 1 || memcmp(header->magic, wanted.magic, sizeof header->magic) != 0)
        return belay_error_set(error, BELAY_ERROR_VERSION, "'%s' is not a recording", path);
    if (header->version != wanted.version)
        return belay_error_set(error, BELAY_ERROR_VERSION, "'%.120s' is a recording of format %u; this reads format %u",
                               path, header->version, wanted.version);
    if (fread((unsigned char*)header + common, sizeof *header - common, 1, file) != 1 ||
        memcmp(header, &wanted, sizeof *header) != 0)
        return belay_error_set(error, BELAY_ERROR_VERSION, "'%s' is a recording of another machine", path);
    return BELAY_OK;
}

// What is neither 0 nor 1 must not be read as a bool.
static belay_result check_flags(const belay_haptic_servo_config* config, belay_error* error)
{
    const struct {
        const char* name;
        const bool* at;
    } flags[] = {{"enable_passivity_controller", &config->enable_passivity_controller},
                 {"enable_inertia", &config->enable_inertia}};
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
        unsigned char byte;
        memcpy(&byte, flags[i].at, 1);
        if (byte > 1) return belay_error_set(error, BELAY_ERROR_VERSION, "%s is neither 0 nor 1", flags[i].name);
    }
    return BELAY_OK;
}

static belay_result read_start(belay_haptic_replay* replay, const char* path, belay_error* error)
{
    bl_record_header header;
    uint64_t checksum;
    belay_result result = read_header(replay->file, path, &header, error);
    if (result != BELAY_OK) return result;
    if (fread(&replay->config, sizeof replay->config, 1, replay->file) != 1 ||
        fread(&checksum, sizeof checksum, 1, replay->file) != 1 ||
        checksum != belay_hash_bytes(belay_hash_bytes(BELAY_HASH_SEED, &header, sizeof header), &replay->config,
                                     sizeof replay->config))
        return belay_error_set(error, BELAY_ERROR_VERSION, "'%s' is damaged at its start", path);
    // No servo was ever made with another one.
    belay_error reason = {BELAY_OK, ""};
    if (check_flags(&replay->config, &reason) == BELAY_OK &&
        bl_servo_config_check(&replay->config, &reason) == BELAY_OK)
        return BELAY_OK;
    return belay_error_set(error, BELAY_ERROR_VERSION, "'%.80s' holds no configuration: %.120s", path, reason.message);
}

static size_t bytes_left(FILE* file)
{
    long at = ftell(file), end = -1;
    if (at >= 0 && fseek(file, 0, SEEK_END) == 0) end = ftell(file);
    return at >= 0 && fseek(file, at, SEEK_SET) == 0 && end > at ? (size_t)(end - at) : 0;
}

static belay_result read_setup(belay_haptic_replay* replay, const char* path, belay_error* error)
{
    bl_record_head head;
    if (fread(&head, sizeof head, 1, replay->file) != 1 || head.type != BL_RECORD_SETUP ||
        head.size > bytes_left(replay->file))
        return belay_error_set(error, BELAY_ERROR_VERSION, "'%s' is damaged at its start", path);
    unsigned char* bytes = malloc((size_t)head.size + 1);
    if (bytes == NULL) return belay_error_set(error, BELAY_ERROR_MEMORY, "belay_haptic_replay_open: no memory");
    belay_error reason = {BELAY_ERROR_VERSION, "the checksum does not fit"};
    belay_result result = BELAY_ERROR_VERSION;
    if (fread(bytes, 1, head.size, replay->file) == head.size &&
        head.checksum == belay_hash_bytes(BELAY_HASH_SEED, bytes, head.size))
        result = bl_record_setup_unpack(bytes, head.size, replay->config.period, &replay->setup, &reason);
    free(bytes);
    if (result == BELAY_OK) return BELAY_OK;
    return belay_error_set(error, result, "'%.60s' is damaged at its start, or its surfaces are: %.120s", path,
                           reason.message);
}

belay_result belay_haptic_replay_open(const char* path, belay_haptic_replay** replay, belay_error* error)
{
    if (path == NULL || replay == NULL)
        return belay_error_set(error, BELAY_ERROR_VALUE,
                               "belay_haptic_replay_open: an argument is null; all must be given");
    belay_haptic_replay* made = calloc(1, sizeof *made);
    if (made == NULL) return belay_error_set(error, BELAY_ERROR_MEMORY, "belay_haptic_replay_open: no memory");
    made->file = fopen(path, "rb");
    if (made->file == NULL) {
        free(made);
        return belay_error_set(error, BELAY_ERROR_STATE, "'%s' cannot be read", path);
    }
    belay_result result = read_start(made, path, error);
    if (result == BELAY_OK) result = read_setup(made, path, error);
    if (result != BELAY_OK) {
        belay_haptic_replay_close(made);
        return result;
    }
    *replay = made;
    return BELAY_OK;
}

void belay_haptic_replay_close(belay_haptic_replay* replay)
{
    if (replay == NULL) return;
    fclose(replay->file);
    bl_record_setup_fini(&replay->setup);
    free(replay);
}

const belay_haptic_servo_config* belay_haptic_replay_get_config(const belay_haptic_replay* replay)
{
    return replay != NULL ? &replay->config : NULL;
}

belay_result belay_haptic_replay_set_up(const belay_haptic_replay* replay, belay_haptic_servo* servo,
                                        belay_error* error)
{
    if (replay == NULL || servo == NULL)
        return belay_error_set(error, BELAY_ERROR_VALUE,
                               "belay_haptic_replay_set_up: an argument is null; all must be given");
    return bl_record_setup_apply(&replay->setup, servo, error);
}

uint64_t belay_haptic_replay_get_dropped(const belay_haptic_replay* replay)
{
    return replay != NULL ? replay->dropped : 0;
}

// ---------------------------------------------------------------------------------------------------------------------
// Records
// ---------------------------------------------------------------------------------------------------------------------

// False at the end, or where the file is damaged.
static bool read_record(belay_haptic_replay* r, bl_record_head* head, bool* is_damaged)
{
    size_t got = fread(head, 1, sizeof *head, r->file);
    *is_damaged = got != 0;
    if (got != sizeof *head || head->size > sizeof r->scratch) return false;
    if (fread(r->scratch, 1, head->size, r->file) != head->size) return false;
    if (head->checksum != belay_hash_bytes(BELAY_HASH_SEED, r->scratch, head->size)) return false;
    *is_damaged = false;
    return true;
}

static bool take_tick(belay_haptic_replay* r, const bl_record_head* head, belay_haptic_servo_input* input,
                      belay_haptic_servo_output* output)
{
    bl_record_tick tick;
    if (head->size != sizeof tick) return false;
    memcpy(&tick, r->scratch, sizeof tick);
    if (tick.model != 0 && tick.model != r->model.sequence) return false;
    if (!bl_record_tick_is_sound(&tick)) return false;
    bl_record_tick_unpack(&tick, input, output);
    input->model = tick.model != 0 ? &r->model : NULL;
    return true;
}

static bool take_dropped(belay_haptic_replay* r, const bl_record_head* head)
{
    uint64_t dropped;
    if (head->size != sizeof dropped) return false;
    memcpy(&dropped, r->scratch, sizeof dropped);
    r->dropped += dropped;
    return true;
}

bool belay_haptic_replay_next(belay_haptic_replay* replay, belay_haptic_servo_input* input,
                              belay_haptic_servo_output* output, belay_error* error)
{
    bl_record_head head;
    bool is_damaged = false, is_good = true;
    if (error != NULL) memset(error, 0, sizeof *error);
    if (replay == NULL || input == NULL || output == NULL) {
        belay_error_set(error, BELAY_ERROR_VALUE, "belay_haptic_replay_next: an argument is null; all must be given");
        return false;
    }
    while (is_good && read_record(replay, &head, &is_damaged)) {
        if (head.type == BL_RECORD_TICK) {
            if (take_tick(replay, &head, input, output)) return true;
            is_good = false;
        } else if (head.type == BL_RECORD_MODEL) {
            is_good = bl_record_model_unpack(replay->scratch, head.size, &replay->model);
        } else {
            is_good = head.type == BL_RECORD_DROPPED && take_dropped(replay, &head);
        }
    }
    if (is_damaged || !is_good) belay_error_set(error, BELAY_ERROR_VERSION, "the recording is damaged from here on");
    return false;
}

// ---------------------------------------------------------------------------------------------------------------------
// Running through one
// ---------------------------------------------------------------------------------------------------------------------

static bool is_same_output(const belay_haptic_output* a, const belay_haptic_output* b)
{
    return memcmp(&a->force, &b->force, sizeof a->force) == 0 && memcmp(&a->torque, &b->torque, sizeof a->torque) == 0;
}

static void compare(belay_haptic_replay_report* report, const belay_haptic_servo_output* made,
                    const belay_haptic_servo_output* recorded)
{
    if (!is_same_output(&made->device, &recorded->device) || made->reasons != recorded->reasons) {
        if (report->different++ == 0) report->first = report->ticks;
    }
    report->largest = fmax(report->largest, v3_distance(made->device.force, recorded->device.force));
    report->recorded_peak = fmax(report->recorded_peak, v3_length(recorded->device.force));
    report->ticks++;
}

static void run_through(belay_haptic_replay* replay, belay_haptic_servo* servo, belay_haptic_replay_report* report)
{
    belay_haptic_servo_input input;
    belay_haptic_servo_output made, recorded;
    belay_error error;
    memset(report, 0, sizeof *report);
    while (belay_haptic_replay_next(replay, &input, &recorded, &error)) {
        belay_haptic_servo_tick(servo, &input, &made);
        compare(report, &made, &recorded);
    }
    report->dropped = replay->dropped;
    report->is_cut_short = error.code != BELAY_OK;
}

belay_result belay_haptic_replay_run(const char* path, const belay_haptic_servo_config* config,
                                     belay_haptic_replay_report* report, belay_error* error)
{
    if (report == NULL)
        return belay_error_set(error, BELAY_ERROR_VALUE, "belay_haptic_replay_run: report is null; it must be given");
    belay_haptic_replay* replay;
    belay_haptic_servo* servo;
    belay_result result = belay_haptic_replay_open(path, &replay, error);
    if (result != BELAY_OK) return result;
    result = belay_haptic_servo_create(config != NULL ? config : &replay->config, &servo, error);
    if (result == BELAY_OK) {
        result = belay_haptic_replay_set_up(replay, servo, error);
        if (result == BELAY_OK) run_through(replay, servo, report);
        belay_haptic_servo_destroy(servo);
    }
    belay_haptic_replay_close(replay);
    return result;
}
