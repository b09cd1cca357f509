// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Reading recordings.

#include "belay/haptic_record.h"
#include "core/error.h"
#include "core/hash.h"
#include "math/vec.h"
#include "record_format.h"
#include "servo_config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct belay_haptic_replay {
    FILE* file;
    belay_haptic_servo_config config;
    belay_haptic_contact_model model; // the last one read
    uint64_t dropped;
    unsigned char scratch[BL_RECORD_MODEL_ROOM];
};

// ---------------------------------------------------------------------------------------------------------------------
// The file
// ---------------------------------------------------------------------------------------------------------------------

static belay_result read_start(belay_haptic_replay* replay, const char* path, belay_error* error)
{
    bl_record_header header, wanted = bl_record_header_make();
    uint64_t checksum;
    if (fread(&header, sizeof header, 1, replay->file) != 1 ||
        memcmp(header.magic, wanted.magic, sizeof header.magic) != 0)
        return bl_error_set(error, BELAY_ERROR_VERSION, "'%s' is not a recording", path);
    if (memcmp(&header, &wanted, sizeof header) != 0)
        return bl_error_set(error, BELAY_ERROR_VERSION, "'%s' is a recording of version %u, or of another machine",
                            path, header.version);
    if (fread(&replay->config, sizeof replay->config, 1, replay->file) != 1 ||
        fread(&checksum, sizeof checksum, 1, replay->file) != 1 ||
        checksum !=
            bl_hash_bytes(bl_hash_bytes(BL_HASH_SEED, &header, sizeof header), &replay->config, sizeof replay->config))
        return bl_error_set(error, BELAY_ERROR_VERSION, "'%s' is damaged at its start", path);
    // No servo was ever made with another one.
    unsigned char flag;
    memcpy(&flag, &replay->config.enable_passivity_controller, 1); // what is neither 0 nor 1 must not be read as a bool
    belay_error reason = {BELAY_OK, ""};
    if (flag > 1 || bl_servo_config_check(&replay->config, &reason) != BELAY_OK)
        return bl_error_set(error, BELAY_ERROR_VERSION, "'%.80s' holds no configuration: %.120s", path,
                            flag > 1 ? "enable_passivity_controller is neither 0 nor 1" : reason.message);
    return BELAY_OK;
}

belay_result belay_haptic_replay_open(const char* path, belay_haptic_replay** replay, belay_error* error)
{
    if (path == NULL || replay == NULL)
        return bl_error_set(error, BELAY_ERROR_VALUE, "belay_haptic_replay_open: an argument is null");
    belay_haptic_replay* made = calloc(1, sizeof *made);
    if (made == NULL) return bl_error_set(error, BELAY_ERROR_MEMORY, "belay_haptic_replay_open: no memory");
    made->file = fopen(path, "rb");
    if (made->file == NULL) {
        free(made);
        return bl_error_set(error, BELAY_ERROR_STATE, "'%s' cannot be read", path);
    }
    belay_result result = read_start(made, path, error);
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
    free(replay);
}

const belay_haptic_servo_config* belay_haptic_replay_get_config(const belay_haptic_replay* replay)
{
    return replay != NULL ? &replay->config : NULL;
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
    if (head->checksum != bl_hash_bytes(BL_HASH_SEED, r->scratch, head->size)) return false;
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
        bl_error_set(error, BELAY_ERROR_VALUE, "belay_haptic_replay_next: an argument is null");
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
    if (is_damaged || !is_good) bl_error_set(error, BELAY_ERROR_VERSION, "the recording is damaged from here on");
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
    if (report == NULL) return bl_error_set(error, BELAY_ERROR_VALUE, "belay_haptic_replay_run: report is null");
    belay_haptic_replay* replay;
    belay_haptic_servo* servo;
    belay_result result = belay_haptic_replay_open(path, &replay, error);
    if (result != BELAY_OK) return result;
    result = belay_haptic_servo_create(config != NULL ? config : &replay->config, &servo, error);
    if (result == BELAY_OK) {
        run_through(replay, servo, report);
        belay_haptic_servo_destroy(servo);
    }
    belay_haptic_replay_close(replay);
    return result;
}

// ---------------------------------------------------------------------------------------------------------------------
// As text
// ---------------------------------------------------------------------------------------------------------------------

static void write_vector(FILE* file, belay_vec3 v)
{
    fprintf(file, ",%.17g,%.17g,%.17g", v.x, v.y, v.z);
}

static void write_line(FILE* file, double time, const belay_haptic_servo_input* in,
                       const belay_haptic_servo_output* out)
{
    const belay_quat* q = &in->device.rotation;
    fprintf(file, "%.9g,%.9g,%d", time, in->dt, (int)in->status);
    write_vector(file, in->device.position);
    fprintf(file, ",%.17g,%.17g,%.17g,%.17g", q->w, q->x, q->y, q->z);
    fprintf(file, ",%llu", (unsigned long long)(in->model != NULL ? in->model->sequence : 0));
    write_vector(file, out->device.force);
    write_vector(file, out->device.torque);
    write_vector(file, out->force);
    write_vector(file, out->tool.position);
    fprintf(file, ",%.9g,%d,%d,0x%x\n", out->gain, out->contacts, (int)out->is_in_contact, (unsigned)out->reasons);
}

static const char names[] = "time,dt,status,x,y,z,qw,qx,qy,qz,model,sent_fx,sent_fy,sent_fz,sent_tx,sent_ty,sent_tz,"
                            "fx,fy,fz,tool_x,tool_y,tool_z,gain,contacts,touches,reasons\n";

static belay_result write_csv(belay_haptic_replay* replay, const char* csv_path, belay_error* error)
{
    FILE* file = fopen(csv_path, "w");
    if (file == NULL) return bl_error_set(error, BELAY_ERROR_STATE, "'%s' cannot be written", csv_path);
    belay_haptic_servo_input in;
    belay_haptic_servo_output out;
    double time = 0.0;
    fputs(names, file);
    while (belay_haptic_replay_next(replay, &in, &out, NULL)) {
        time += in.dt;
        write_line(file, time, &in, &out);
    }
    bool has_failed = ferror(file) != 0;
    if (fclose(file) != 0 || has_failed)
        return bl_error_set(error, BELAY_ERROR_STATE, "'%s' could not be written to its end", csv_path);
    return BELAY_OK;
}

belay_result belay_haptic_replay_export_csv(const char* path, const char* csv_path, belay_error* error)
{
    if (csv_path == NULL) return bl_error_set(error, BELAY_ERROR_VALUE, "belay_haptic_replay_export_csv: path is null");
    belay_haptic_replay* replay;
    belay_result result = belay_haptic_replay_open(path, &replay, error);
    if (result != BELAY_OK) return result;
    result = write_csv(replay, csv_path, error);
    belay_haptic_replay_close(replay);
    return result;
}
