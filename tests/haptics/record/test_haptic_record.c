// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Recordings (haptics 7.11): what is replayed is what was felt, bit for bit, and damaged files are told from whole
// ones.

#include "belay/haptic_record.h"
#include "belay/hash.h"
#include "haptics/rig.h"
#include "record/record_format.h"
#include "record/record_setup.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TICKS 1200

// A file of this test process, removed at its end.
typedef struct scratch_file {
    char path[64];
} scratch_file;

static scratch_file scratch(const char* name)
{
    scratch_file f;
    snprintf(f.path, sizeof f.path, "haptic_record_%s.tmp", name);
    remove(f.path);
    return f;
}

// A tap with friction, encoder steps, faults and everything, recorded.
static belay_haptic_servo_report record(const char* path, size_t capacity)
{
    belay_haptic_simulation_def def = belay_haptic_simulation_def_preset(BELAY_HAPTIC_PRESET_OMNI);
    def.motion = rig_tap(0.005, 0.006, 0.2);
    def.motion.period = 0.5;
    def.position = def.motion.start;
    def.faults.nan_tick = 700;
    def.faults.nan_count = 2;
    def.faults.drop_chance = 0.01;
    def.faults.troubles = belay_haptic_trouble_bit(BELAY_HAPTIC_TROUBLE_BRAKED);
    def.faults.trouble_tick = 640;
    def.faults.trouble_count = 30;
    def.seed = 5;
    belay_haptic_servo_config c = rig_config(&def);
    belay_haptic_contact_model wall = rig_wall(0.0, 0.4);
    rig r = rig_begin(&def, &c);
    r.model = &wall;
    belay_haptic_recorder* recorder;
    belay_error error;
    cr_assert_eq(belay_haptic_recorder_create(path, &c, capacity, &recorder, &error), BELAY_OK, "%s", error.message);
    for (int i = 0; i < TICKS; i++) {
        if (i % RIG_TICKS_PER_MODEL == 0) {
            wall.local.contacts[0].gap = 1e-4 * sin(0.01 * i);
            wall.local.held_mass = i < 500 ? 0.0 : 0.1;
            rig_renew(&wall);
        }
        if (i == 900) { // a bad one
            wall.local.contacts[0].gap = NAN;
            rig_renew(&wall);
        }
        rig_tick(&r);
        belay_haptic_recorder_tick(recorder, &r.input, &r.output);
    }
    belay_haptic_servo_report report = *rig_report(&r);
    cr_assert_eq(belay_haptic_recorder_destroy(recorder, &error), BELAY_OK, "%s", error.message);
    rig_end(&r);
    return report;
}

Test(haptic_record, replay_gives_the_same_bits_7_11)
{
    scratch_file f = scratch("same");
    belay_haptic_servo_report felt = record(f.path, 0);
    belay_haptic_replay_report report;
    belay_error error;
    cr_assert_eq(belay_haptic_replay_run(f.path, NULL, &report, &error), BELAY_OK, "%s", error.message);
    remove(f.path);
    cr_assert_eq(report.ticks, TICKS);
    cr_assert_eq(report.different, 0, "first at %llu, by %g N", (unsigned long long)report.first, report.largest);
    cr_assert_eq(report.dropped, 0);
    cr_assert_not(report.is_cut_short);
    cr_assert_eq(report.recorded_peak, felt.largest_force);
    cr_assert_gt(felt.largest_force, 0.5);
    cr_assert_gt(felt.count[BELAY_HAPTIC_REASON_BAD_POSE], 0);
    cr_assert_geq(felt.count[BELAY_HAPTIC_REASON_FORCE_OFF], 30);
    cr_assert_gt(felt.count[BELAY_HAPTIC_REASON_BAD_MODEL], 0);
    cr_assert_gt(felt.count[BELAY_HAPTIC_REASON_NOT_READY], 0);
}

Test(haptic_record, another_configuration_differs)
{
    scratch_file f = scratch("other");
    record(f.path, 0);
    belay_haptic_replay* replay;
    belay_error error;
    cr_assert_eq(belay_haptic_replay_open(f.path, &replay, &error), BELAY_OK);
    belay_haptic_servo_config c = *belay_haptic_replay_get_config(replay);
    belay_haptic_replay_close(replay);
    c.damping *= 1.01;
    belay_haptic_replay_report report;
    cr_assert_eq(belay_haptic_replay_run(f.path, &c, &report, &error), BELAY_OK);
    remove(f.path);
    cr_assert_gt(report.different, 100);
    cr_assert_gt(report.largest, 0.0);
}

// A ring too small for the pace: ticks are left out, counted, and the rest of the file is whole.
Test(haptic_record, what_has_no_room_is_counted)
{
    belay_haptic_servo_config c = belay_haptic_servo_config_default(NULL);
    scratch_file f = scratch("small");
    belay_haptic_recorder* recorder;
    belay_error error;
    cr_assert_eq(belay_haptic_recorder_create(f.path, &c, 1, &recorder, &error), BELAY_OK, "%s", error.message);
    belay_haptic_servo_input in;
    belay_haptic_servo_output out;
    memset(&in, 0, sizeof in);
    memset(&out, 0, sizeof out);
    const uint64_t count = 20000; // faster than the writer comes
    for (uint64_t i = 0; i < count; i++) {
        in.dt = (double)i;
        belay_haptic_recorder_tick(recorder, &in, &out);
    }
    uint64_t dropped = belay_haptic_recorder_get_dropped(recorder);
    cr_assert_gt(dropped, 0);
    cr_assert_eq(belay_haptic_recorder_destroy(recorder, &error), BELAY_OK);
    belay_haptic_replay* replay;
    cr_assert_eq(belay_haptic_replay_open(f.path, &replay, &error), BELAY_OK);
    uint64_t read = 0;
    double last = -1.0;
    while (belay_haptic_replay_next(replay, &in, &out, &error)) {
        cr_assert_gt(in.dt, last);
        cr_assert_leq(in.dt, (double)(read + belay_haptic_replay_get_dropped(replay)) + 0.5);
        last = in.dt;
        read++;
    }
    cr_assert_eq(error.code, BELAY_OK);
    cr_assert_eq(read + dropped, count);
    belay_haptic_replay_close(replay);
    remove(f.path);
}

static long size_of(const char* path)
{
    FILE* file = fopen(path, "rb");
    cr_assert_not_null(file);
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    fclose(file);
    return size;
}

static void change_byte(const char* path, long at)
{
    FILE* file = fopen(path, "r+b");
    fseek(file, at, SEEK_SET);
    int byte = fgetc(file);
    fseek(file, at, SEEK_SET);
    fputc(byte ^ 0x40, file);
    fclose(file);
}

// Bytes before the first tick of a recording of a servo; null: with nothing set.
static long start_of_ticks(const belay_haptic_servo* servo)
{
    return (long)(sizeof(bl_record_header) + sizeof(belay_haptic_servo_config) + 8 + sizeof(bl_record_head) +
                  bl_record_setup_size(servo));
}

Test(haptic_record, damaged_files_are_told)
{
    scratch_file f = scratch("damaged");
    record(f.path, 0);
    long size = size_of(f.path), start = start_of_ticks(NULL);
    belay_haptic_replay_report report;
    belay_error error;
    // Anywhere in the start: refused.
    for (long at = 0; at < start; at += 7) {
        change_byte(f.path, at);
        cr_assert_eq(belay_haptic_replay_run(f.path, NULL, &report, &error), BELAY_ERROR_VERSION, "byte %ld", at);
        change_byte(f.path, at);
    }
    // Anywhere behind: what comes before it is good.
    for (long at = start + 1; at < size; at += size / 41) {
        change_byte(f.path, at);
        cr_assert_eq(belay_haptic_replay_run(f.path, NULL, &report, &error), BELAY_OK);
        cr_assert(report.is_cut_short, "byte %ld", at);
        cr_assert_eq(report.different, 0, "byte %ld", at);
        cr_assert_lt(report.ticks, TICKS);
        change_byte(f.path, at);
    }
    cr_assert_eq(belay_haptic_replay_run(f.path, NULL, &report, &error), BELAY_OK);
    cr_assert_not(report.is_cut_short);
    remove(f.path);
}

// With a good checksum: a flag that is none is no configuration's.
Test(haptic_record, flags_are_flags)
{
    const struct {
        const char* name;
        size_t at;
    } flags[] = {{"enable_inertia", offsetof(belay_haptic_servo_config, enable_inertia)},
                 {"enable_passivity_controller", offsetof(belay_haptic_servo_config, enable_passivity_controller)}};
    scratch_file f = scratch("flags");
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
        record(f.path, 0);
        unsigned char start[sizeof(bl_record_header) + sizeof(belay_haptic_servo_config)];
        FILE* file = fopen(f.path, "r+b");
        cr_assert(file != NULL && fread(start, sizeof start, 1, file) == 1);
        start[sizeof(bl_record_header) + flags[i].at] = 2;
        const unsigned char* config = start + sizeof(bl_record_header);
        uint64_t checksum = belay_hash_bytes(belay_hash_bytes(BELAY_HASH_SEED, start, sizeof(bl_record_header)), config,
                                             sizeof(belay_haptic_servo_config));
        rewind(file);
        cr_assert(fwrite(start, sizeof start, 1, file) == 1 && fwrite(&checksum, sizeof checksum, 1, file) == 1);
        fclose(file);
        belay_haptic_replay* replay;
        belay_error error;
        cr_expect_eq(belay_haptic_replay_open(f.path, &replay, &error), BELAY_ERROR_VERSION);
        cr_expect(strstr(error.message, flags[i].name) != NULL, "%s", error.message);
    }
    remove(f.path);
}

Test(haptic_record, files_that_are_not_there_are_told)
{
    belay_haptic_replay* replay;
    belay_haptic_recorder* recorder;
    belay_error error;
    belay_haptic_servo_config c = belay_haptic_servo_config_default(NULL);
    cr_assert_eq(belay_haptic_replay_open("no_such_folder/x", &replay, &error), BELAY_ERROR_STATE);
    cr_assert(strstr(error.message, "no_such_folder/x") != NULL);
    cr_assert_eq(belay_haptic_recorder_create("no_such_folder/x", &c, 0, &recorder, &error), BELAY_ERROR_STATE);
    cr_assert_eq(belay_haptic_recorder_create(NULL, &c, 0, &recorder, &error), BELAY_ERROR_VALUE);
    cr_assert_eq(belay_haptic_recorder_destroy(NULL, &error), BELAY_OK);
    belay_haptic_replay_close(NULL);
}

// One line per tick behind the names, with as many values as names.
Test(haptic_record, csv_has_a_line_per_tick)
{
    scratch_file f = scratch("csv"), csv = scratch("csv_out");
    record(f.path, 0);
    belay_error error;
    cr_assert_eq(belay_haptic_replay_export_csv(f.path, csv.path, &error), BELAY_OK, "%s", error.message);
    FILE* file = fopen(csv.path, "r");
    cr_assert_not_null(file);
    char line[2048];
    int lines = 0, commas = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        int n = 0;
        for (const char* c = line; *c != 0; c++)
            n += *c == ',';
        if (lines++ == 0) commas = n;
        cr_assert_eq(n, commas, "line %d", lines);
    }
    fclose(file);
    cr_assert_eq(lines, TICKS + 1);
    remove(f.path);
    remove(csv.path);
}

// ---------------------------------------------------------------------------------------------------------------------
// With surfaces and navigation
// ---------------------------------------------------------------------------------------------------------------------

static double heights[5 * 4];

static int set_surfaces(belay_haptic_servo* servo)
{
    belay_haptic_surface surfaces[2] = {belay_haptic_surface_default(3), belay_haptic_surface_default(9)};
    for (int i = 0; i < 20; i++)
        heights[i] = 0.5 + 0.05 * (i % 7);
    surfaces[0].texture.kind = BELAY_HAPTIC_TEXTURE_GRID; // of the rig's wall
    surfaces[0].texture.depth = 2e-4;
    surfaces[0].texture.spacing = 1e-3;
    surfaces[0].texture.heights = heights;
    surfaces[0].texture.columns = 5;
    surfaces[0].texture.rows = 4;
    surfaces[0].impact = belay_haptic_impact_wood();
    surfaces[1].texture.kind = BELAY_HAPTIC_TEXTURE_BUMPS;
    surfaces[1].texture.depth = 1e-4;
    surfaces[1].texture.wavelength = 2e-3;
    cr_assert(belay_haptic_servo_set_surfaces(servo, surfaces, 2, NULL) == BELAY_OK);
    return 2;
}

static void set_navigation(belay_haptic_servo* servo, const belay_haptic_device_info* info)
{
    belay_haptic_navigation_config navigation = belay_haptic_navigation_config_bubble(info);
    navigation.clutch_buttons = 1;
    navigation.radius = 0.004;
    navigation.drift_speed = 0.05;
    cr_assert(belay_haptic_servo_set_navigation(servo, &navigation, NULL) == BELAY_OK);
}

// Taps on a textured wall, out to beyond the bubble and with the clutch held for a while; heights are gone afterwards.
static void record_set_up(const char* path, long* start)
{
    belay_haptic_simulation_def def = belay_haptic_simulation_def_preset(BELAY_HAPTIC_PRESET_OMNI);
    def.motion = rig_tap(0.005, 0.006, 0.2);
    def.motion.start.x = 0.003;
    def.motion.period = 0.5;
    def.position = def.motion.start;
    belay_haptic_servo_config c = rig_config(&def);
    belay_haptic_contact_model wall = rig_wall(0.0, 0.4);
    rig r = rig_begin(&def, &c);
    belay_haptic_recorder* recorder;
    belay_error error;
    set_surfaces(r.servo);
    set_navigation(r.servo, &def.device);
    cr_assert_eq(belay_haptic_recorder_create_for(path, r.servo, 0, &recorder, &error), BELAY_OK, "%s", error.message);
    *start = start_of_ticks(r.servo);
    r.model = &wall;
    for (int i = 0; i < TICKS; i++) {
        if (i % RIG_TICKS_PER_MODEL == 0) rig_renew(&wall);
        belay_haptic_simulation_set_buttons(r.device.simulation, i > 800 && i < 900 ? 1 : 0);
        rig_tick(&r);
        belay_haptic_recorder_tick(recorder, &r.input, &r.output);
    }
    cr_assert_eq(belay_haptic_recorder_destroy(recorder, &error), BELAY_OK, "%s", error.message);
    cr_assert_gt(rig_report(&r)->count[BELAY_HAPTIC_REASON_CLUTCHED], 90);
    rig_end(&r);
    memset(heights, 0, sizeof heights);
}

Test(haptic_record, surfaces_and_navigation_are_replayed_to_the_bit)
{
    scratch_file f = scratch("set_up");
    belay_haptic_replay_report report;
    belay_error error;
    long start;
    record_set_up(f.path, &start);
    cr_assert_eq(belay_haptic_replay_run(f.path, NULL, &report, &error), BELAY_OK, "%s", error.message);
    cr_expect_eq(report.ticks, TICKS);
    cr_expect_eq(report.different, 0, "first at %llu, by %g N", (unsigned long long)report.first, report.largest);
    // Both matter: without one of them other forces come of it.
    for (int left_out = 0; left_out < 2; left_out++) {
        belay_haptic_replay* replay;
        belay_haptic_servo* servo;
        belay_haptic_servo_input in;
        belay_haptic_servo_output recorded, made;
        int different = 0;
        cr_assert(belay_haptic_replay_open(f.path, &replay, &error) == BELAY_OK);
        cr_assert(belay_haptic_servo_create(belay_haptic_replay_get_config(replay), &servo, &error) == BELAY_OK);
        cr_assert(belay_haptic_replay_set_up(replay, servo, &error) == BELAY_OK);
        if (left_out == 0) cr_assert(belay_haptic_servo_set_surfaces(servo, NULL, 0, &error) == BELAY_OK);
        if (left_out == 1) cr_assert(belay_haptic_servo_set_navigation(servo, NULL, &error) == BELAY_OK);
        while (belay_haptic_replay_next(replay, &in, &recorded, &error)) {
            belay_haptic_servo_tick(servo, &in, &made);
            different += v3_distance(made.device.force, recorded.device.force) > 1e-3;
        }
        cr_expect_gt(different, 50, "without %d: %d", left_out, different);
        belay_haptic_servo_destroy(servo);
        belay_haptic_replay_close(replay);
    }
    remove(f.path);
}

Test(haptic_record, damaged_surfaces_are_told)
{
    scratch_file f = scratch("set_up_damaged");
    belay_haptic_replay* replay;
    belay_error error;
    long start;
    record_set_up(f.path, &start);
    for (long at = (long)(sizeof(bl_record_header) + sizeof(belay_haptic_servo_config)); at < start; at += 3) {
        change_byte(f.path, at);
        cr_assert_eq(belay_haptic_replay_open(f.path, &replay, &error), BELAY_ERROR_VERSION, "byte %ld", at);
        change_byte(f.path, at);
    }
    cr_assert_eq(belay_haptic_replay_open(f.path, &replay, &error), BELAY_OK);
    cr_expect_eq(belay_haptic_replay_set_up(replay, NULL, &error), BELAY_ERROR_VALUE);
    belay_haptic_replay_close(replay);
    cr_expect_eq(belay_haptic_replay_set_up(NULL, NULL, &error), BELAY_ERROR_VALUE);
    cr_expect_eq(belay_haptic_recorder_create_for(f.path, NULL, 0, NULL, &error), BELAY_ERROR_VALUE);
    remove(f.path);
}

// Of another format, whatever follows: the message names both.
Test(haptic_record, another_format_is_refused_by_its_number)
{
    scratch_file f = scratch("format");
    belay_haptic_replay* replay;
    belay_error error;
    record(f.path, 0);
    for (uint32_t version = 1; version < 5; version++) {
        FILE* file = fopen(f.path, "r+b");
        fseek(file, offsetof(bl_record_header, version), SEEK_SET);
        fwrite(&version, sizeof version, 1, file);
        fclose(file);
        belay_result result = belay_haptic_replay_open(f.path, &replay, &error);
        char wanted[64];
        snprintf(wanted, sizeof wanted, "format %u; this reads format %u", version, BL_RECORD_VERSION);
        if (version == BL_RECORD_VERSION) {
            cr_assert_eq(result, BELAY_OK);
            belay_haptic_replay_close(replay);
        } else {
            cr_expect_eq(result, BELAY_ERROR_VERSION);
            cr_expect(strstr(error.message, wanted) != NULL, "%s", error.message);
        }
    }
    remove(f.path);
}

Test(haptic_record, models_are_packed_and_unpacked_whole)
{
    unsigned char bytes[BL_RECORD_MODEL_CAPACITY];
    belay_haptic_contact_model* model = calloc(1, sizeof *model);
    belay_haptic_contact_model* back = calloc(1, sizeof *back);
    for (int count = 0; count <= BELAY_LOCAL_MODEL_CONTACTS; count++) {
        *model = rig_wall(0.1, 0.3);
        belay_local_contact one = model->local.contacts[0];
        memset(&model->local.contacts[0], 0, sizeof one);
        model->local.count = count;
        for (int i = 0; i < count; i++)
            model->local.contacts[i] = one;
        for (int i = 0; i < count; i++)
            model->local.contacts[i].gap = 1.0 + i;
        for (int i = 0; i < 3 * count; i++)
            for (int j = 0; j < 3 * count; j++)
                model->local.compliance[i][j] = 1.0 + fmin(i, j); // no negative eigenvalue
        belay_haptic_contact_model_seal(model, 9);
        size_t size = bl_record_model_pack(model, bytes);
        cr_assert_leq(size, sizeof bytes);
        cr_assert(bl_record_model_unpack(bytes, size, back));
        cr_assert_eq(memcmp(model, back, sizeof *model), 0, "%d contacts", count);
        cr_assert_eq(belay_haptic_contact_model_check(back), BELAY_HAPTIC_MODEL_FAULT_NONE);
        cr_assert_not(bl_record_model_unpack(bytes, size - 1, back));
        cr_assert_not(bl_record_model_unpack(bytes, 3, back));
    }
    free(model);
    free(back);
}
