// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Recordings of a servo, record by record: what one holds is changed and its checksum made to fit. A recording that is
// taken replays to its end or to where it is damaged, and whatever it makes a servo do stays within the rating.

#if defined(BELAY_HAVE_HAPTICS)

#include "fuzz/fuzz.h"

#include "belay/haptic_navigation.h"
#include "belay/haptic_record.h"
#include "belay/haptic_simulation.h"
#include "belay/haptic_surface.h"
#include "belay/hash.h"
#include "belay/quat.h"
#include "record/record_format.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RATING 3.3 // N
#define TICKS 60

static void make_model(belay_haptic_contact_model* model, int tick)
{
    memset(model, 0, sizeof *model);
    belay_local_model* m = &model->local;
    m->step = (uint64_t)tick + 1;
    m->body = 1;
    m->step_seconds = 4e-3;
    m->theta = 0.5;
    m->pose.rotation = belay_quat_identity();
    m->count = 1 + tick % 3;
    for (int i = 0; i < m->count; i++) {
        belay_local_contact* c = &m->contacts[i];
        c->normal = v3(0.0, 0.0, 1.0);
        c->tangent1 = v3(1.0, 0.0, 0.0);
        c->tangent2 = v3(0.0, 1.0, 0.0);
        c->jacobian[0][2] = c->jacobian[1][0] = c->jacobian[2][1] = 1.0;
        c->gap = -1e-3;
        c->friction = 0.4;
        c->surface.pose = belay_pose_identity();
        c->max_force = HUGE_VAL;
        c->tool_collider = 2;
        c->other = 3;
        for (int k = 0; k < 3; k++)
            m->compliance[3 * i + k][3 * i + k] = 0.1;
    }
    belay_haptic_contact_model_seal(model, (uint64_t)tick + 1);
}

static belay_haptic_servo_config servo_config(void)
{
    belay_haptic_servo_config c = belay_haptic_servo_config_default(NULL);
    c.max_force = RATING;
    c.start_seconds = 0.005;
    c.start_force = 1e9;
    return c;
}

// Navigation, a grid and a bumpy surface that rings.
static bool set_up(belay_haptic_servo* servo)
{
    static const double heights[9] = {0.0, 0.1, 0.2, 0.1, 0.2, 0.1, 0.0, 0.1, 0.0};
    belay_haptic_navigation_config navigation = belay_haptic_navigation_config_default();
    belay_haptic_surface s[2] = {belay_haptic_surface_default(3), belay_haptic_surface_default(4)};
    s[0].texture.kind = BELAY_HAPTIC_TEXTURE_GRID;
    s[0].texture.depth = 1e-4;
    s[0].texture.spacing = 1e-3;
    s[0].texture.heights = heights;
    s[0].texture.columns = s[0].texture.rows = 3;
    s[1].texture.kind = BELAY_HAPTIC_TEXTURE_BUMPS;
    s[1].texture.depth = 1e-4;
    s[1].texture.wavelength = 1e-3;
    s[1].impact = belay_haptic_impact_wood();
    return belay_haptic_servo_set_surfaces(servo, s, 2, NULL) == BELAY_OK &&
           belay_haptic_servo_set_navigation(servo, &navigation, NULL) == BELAY_OK;
}

// A few ticks of a tool that presses on a plane.
static void record_good(fuzz* f, const char* path)
{
    belay_haptic_servo_config config = servo_config();
    belay_haptic_servo* servo;
    belay_haptic_recorder* recorder;
    belay_error error;
    if (belay_haptic_servo_create(&config, &servo, &error) != BELAY_OK || !set_up(servo) ||
        belay_haptic_recorder_create_for(path, servo, 0, &recorder, &error) != BELAY_OK) {
        fuzz_fail(f, "no recording: %s", error.message);
        return;
    }
    belay_haptic_contact_model* model = calloc(1, sizeof *model);
    for (int i = 0; i < TICKS; i++) {
        belay_haptic_servo_input in = {.dt = 1e-3, .model = model};
        belay_haptic_servo_output out;
        if (i % 20 == 0) make_model(model, i);
        in.device.rotation = belay_quat_identity();
        in.device.position = v3(1e-5 * i, 0.0, -2e-5 * i);
        in.commands = i == 0 ? BELAY_HAPTIC_START | BELAY_HAPTIC_GRAB : 0;
        belay_haptic_servo_tick(servo, &in, &out);
        belay_haptic_recorder_tick(recorder, &in, &out);
    }
    free(model);
    if (belay_haptic_recorder_destroy(recorder, &error) != BELAY_OK) fuzz_fail(f, "%s", error.message);
    belay_haptic_servo_destroy(servo);
}

#define START_SIZE (sizeof(bl_record_header) + sizeof(belay_haptic_servo_config))

static void change_start(fuzz* f, unsigned char* bytes)
{
    fuzz_mutate(f, bytes + sizeof(bl_record_header), sizeof(belay_haptic_servo_config));
    uint64_t checksum = belay_hash_bytes(BELAY_HASH_SEED, bytes, sizeof(bl_record_header));
    checksum = belay_hash_bytes(checksum, bytes + sizeof(bl_record_header), sizeof(belay_haptic_servo_config));
    memcpy(bytes + START_SIZE, &checksum, sizeof checksum);
}

// One of the records; now and then its head as well, which then lies.
static void change_record(fuzz* f, unsigned char* bytes, size_t size)
{
    size_t at = START_SIZE + sizeof(uint64_t);
    bl_record_head head;
    for (uint32_t skip = fuzz_below(f, TICKS + 3); at + sizeof head <= size; skip--) {
        memcpy(&head, bytes + at, sizeof head);
        if (skip == 0 || at + sizeof head + head.size >= size) break;
        at += sizeof head + head.size;
    }
    if (at + sizeof head > size || head.size > size - at - sizeof head) return; // an earlier head lies
    if (fuzz_happens(f, 0.1)) fuzz_mutate(f, bytes + at, sizeof head - sizeof head.checksum);
    fuzz_mutate(f, bytes + at + sizeof head, head.size);
    head.checksum = belay_hash_bytes(BELAY_HASH_SEED, bytes + at + sizeof head, head.size);
    memcpy(bytes + at + offsetof(bl_record_head, checksum), &head.checksum, sizeof head.checksum);
}

static void check_ticks(fuzz* f, const char* path, bool is_good)
{
    belay_haptic_replay* replay = NULL;
    belay_error error;
    belay_result result = belay_haptic_replay_open(path, &replay, &error);
    f->tried++;
    if (result != BELAY_OK) {
        if (replay != NULL || error.code != result || error.message[0] == '\0') fuzz_fail(f, "refused without a word");
        if (is_good) fuzz_fail(f, "a good recording was refused: %s", error.message);
        return;
    }
    f->taken++;
    belay_haptic_servo_input in;
    belay_haptic_servo_output out;
    int ticks = 0;
    while (belay_haptic_replay_next(replay, &in, &out, &error) && ticks++ < 10 * TICKS) {
        if (!v3_is_finite(out.device.force) || !v3_is_finite(out.device.torque)) fuzz_fail(f, "a force is no number");
        if (out.contacts < 0 || out.contacts > BELAY_LOCAL_MODEL_CONTACTS) fuzz_fail(f, "%d contacts", out.contacts);
        if ((unsigned)in.status > BELAY_HAPTIC_LOST) fuzz_fail(f, "status %d", (int)in.status);
    }
    if (is_good && (ticks != TICKS || error.code != BELAY_OK)) fuzz_fail(f, "a good recording ends at tick %d", ticks);
    belay_haptic_replay_close(replay);
}

static void run_through(fuzz* f, const char* path)
{
    belay_haptic_servo_config strict = servo_config();
    belay_haptic_replay_report report;
    belay_error error;
    belay_haptic_replay_run(path, NULL, &report, &error);
    if (belay_haptic_replay_run(path, &strict, &report, &error) == BELAY_OK && report.ticks > 10 * TICKS)
        fuzz_fail(f, "%llu ticks", (unsigned long long)report.ticks);
    char csv[260];
    snprintf(csv, sizeof csv, "%s", fuzz_path("recording.csv"));
    belay_haptic_replay_export_csv(path, csv, &error);
    remove(csv);
}

static void read_hand(fuzz* f)
{
    char text[1024], path[260];
    snprintf(path, sizeof path, "%s", fuzz_path("hand.txt"));
    size_t length = (size_t)snprintf(
        text, sizeof text,
        "# a hand\n0 0 0 0\n0.001 1e-3, -2e-3; 0.5\n0.002 0 0 0 1 0 0 0\n0.5 0 0.1 0 0.5 0.5 0.5 0.5\n");
    length = fuzz_mutate_text(f, text, length, sizeof text);
    belay_hand_sample* samples = NULL;
    int count = 0;
    belay_error error;
    if (!fuzz_write(path, text, length) || belay_hand_samples_read(path, &samples, &count, &error) != BELAY_OK) return;
    for (int i = 0; i < count; i++) {
        const belay_hand_sample* s = &samples[i];
        bool is_later = i == 0 || s->time > samples[i - 1].time;
        if (!isfinite(s->time) || !is_later || !v3_is_finite(s->position) ||
            !(fabs(q_length(s->rotation) - 1.0) < 1e-9))
            fuzz_fail(f, "sample %d of a hand at %g s is none", i, s->time);
    }
    belay_hand_samples_free(samples);
    remove(path);
}

void fuzz_recording(fuzz* f)
{
    char path[260];
    snprintf(path, sizeof path, "%s", fuzz_path("servo.rec"));
    record_good(f, path);
    if (fuzz_has_failed(f)) return;
    check_ticks(f, path, true);
    size_t size = 0;
    unsigned char *good = fuzz_read(path, &size), *bytes = malloc(size + 1);
    for (int i = 0; good != NULL && i < 60 && !fuzz_has_failed(f); i++) {
        memcpy(bytes, good, size);
        if (fuzz_happens(f, 0.3)) change_start(f, bytes);
        for (uint32_t n = fuzz_below(f, 4); n > 0; n--)
            change_record(f, bytes, size);
        fuzz_write(path, bytes, fuzz_happens(f, 0.1) ? fuzz_below(f, (uint32_t)size) : size);
        check_ticks(f, path, false);
        if (i % 4 == 0) run_through(f, path);
        read_hand(f);
    }
    free(good);
    free(bytes);
    remove(path);
}

#else

typedef int fuzz_recording_is_left_out; // ISO C wants something in every file

#endif
