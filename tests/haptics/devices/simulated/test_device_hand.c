// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Where the simulated hand wants to be, and recordings of hands.

#include "belay/quat.h"
#include "belay/vec.h"
#include "devices/simulated/device_simulated.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static belay_hand_motion motion_of_kind(belay_hand_motion_kind kind)
{
    return (belay_hand_motion){.kind = kind,
                               .start = {0.01, 0.02, 0.03},
                               .end = {0.01, 0.06, 0.0},
                               .along = {2.0, 0.0, 0.0},
                               .duration = 0.5,
                               .dwell = 0.2,
                               .period = 2.0,
                               .speed = 0.05,
                               .reach = 0.02,
                               .growth = 0.005,
                               .rotation = {1.0, 0.0, 0.0, 0.0}};
}

static bl_motion_state at(const belay_hand_motion* motion, double t)
{
    bl_motion_state wanted = {.rotation = {1.0, 0.0, 0.0, 0.0}};
    bl_hand_motion_at(motion, t, &wanted);
    return wanted;
}

// But where it turns, the velocity of every motion is how its position changes.
Test(device_hand, velocities_are_the_change_of_the_positions)
{
    const belay_hand_motion_kind kinds[] = {BELAY_HAND_REST, BELAY_HAND_PRESS, BELAY_HAND_TAP, BELAY_HAND_DRAG,
                                            BELAY_HAND_SPIRAL};
    for (int k = 0; k < 5; k++) {
        belay_hand_motion motion = motion_of_kind(kinds[k]);
        for (int i = 1; i < 4000; i++) {
            double t = i * 1.003e-3, h = 1e-6;
            belay_vec3 change = v3_sub(at(&motion, t + h).position, at(&motion, t - h).position);
            double off = v3_distance(v3_scale(0.5 / h, change), at(&motion, t).velocity);
            cr_assert_lt(off, 1e-6, "motion %d at %g s", (int)kinds[k], t);
        }
    }
}

Test(device_hand, press_goes_from_start_to_end_and_stays)
{
    belay_hand_motion motion = motion_of_kind(BELAY_HAND_PRESS);
    cr_assert_eq(v3_distance(at(&motion, 0.0).position, motion.start), 0.0);
    cr_assert_lt(v3_distance(at(&motion, 0.25).position, v3_scale(0.5, v3_add(motion.start, motion.end))), 1e-15);
    cr_assert_lt(v3_distance(at(&motion, 0.5).position, motion.end), 1e-15);
    cr_assert_lt(v3_distance(at(&motion, 100.0).position, motion.end), 1e-15);
    // The quickest is 15/8 of the mean.
    double peak = v3_length(at(&motion, 0.25).velocity), mean = v3_distance(motion.start, motion.end) / 0.5;
    cr_assert_float_eq(peak, 1.875 * mean, 1e-12);
}

// There in 1 s, 0.2 s of waiting, 1 s back; a second after that it begins anew.
Test(device_hand, tap_keeps_its_speed_its_wait_and_its_period)
{
    belay_hand_motion motion = motion_of_kind(BELAY_HAND_TAP);
    motion.period = 3.0;
    for (int n = 0; n < 3; n++) {
        double t = 3.0 * n;
        cr_assert_float_eq(v3_length(at(&motion, t + 0.5).velocity), 0.05, 1e-12);
        cr_assert_lt(v3_distance(at(&motion, t + 0.5).position, v3(0.01, 0.04, 0.015)), 1e-12);
        cr_assert_lt(v3_distance(at(&motion, t + 1.1).position, motion.end), 1e-12);
        cr_assert_eq(v3_length(at(&motion, t + 1.1).velocity), 0.0);
        cr_assert_lt(v3_distance(at(&motion, t + 1.7).position, v3(0.01, 0.04, 0.015)), 1e-12);
        cr_assert_lt(v3_distance(at(&motion, t + 2.5).position, motion.start), 1e-12);
    }
    motion.period = 0.0;
    cr_assert_lt(v3_distance(at(&motion, 3.5).position, motion.start), 1e-12);
}

Test(device_hand, drag_goes_to_and_fro_at_its_speed)
{
    belay_hand_motion motion = motion_of_kind(BELAY_HAND_DRAG);
    for (int i = 0; i < 3000; i++) {
        double t = 0.5 + i * 1.01e-3;
        bl_motion_state wanted = at(&motion, t);
        double off = wanted.position.x - motion.end.x;
        cr_assert(off >= -1e-12 && off <= motion.reach + 1e-12);
        cr_assert_float_eq(v3_length(wanted.velocity), motion.speed, 1e-12);
        cr_assert_float_eq(wanted.position.y, motion.end.y, 1e-12);
    }
    cr_assert_float_eq(at(&motion, 0.5 + 0.4).position.x - motion.end.x, motion.reach, 1e-9);
    cr_assert_float_eq(at(&motion, 0.5 + 0.8).position.x - motion.end.x, 0.0, 1e-9);
}

Test(device_hand, spiral_keeps_its_speed_its_plane_and_its_growth)
{
    belay_hand_motion motion = motion_of_kind(BELAY_HAND_SPIRAL);
    belay_vec3 way = v3_normalize_or(v3_sub(motion.end, motion.start), v3_zero());
    double r = 0.0;
    for (int i = 1; i < 8000; i++) {
        double t = 0.5 + i * 1e-3;
        bl_motion_state wanted = at(&motion, t);
        belay_vec3 out = v3_sub(wanted.position, motion.end);
        cr_assert_float_eq(v3_length(wanted.velocity), motion.speed, 1e-12);
        cr_assert_float_eq(v3_dot(out, way), 0.0, 1e-12);
        cr_assert_geq(v3_length(out), r - 1e-12);
        r = v3_length(out);
    }
    cr_assert_float_eq(r, motion.reach, 1e-12);
    // Four turns to 20 mm are near 4 pi 20 mm long, which takes 5 s.
    cr_assert_lt(v3_distance(at(&motion, 5.3).position, motion.end), motion.reach - 1e-4);
    cr_assert_float_eq(v3_distance(at(&motion, 5.7).position, motion.end), motion.reach, 1e-12);
}

Test(device_hand, recording_goes_straight_between_samples)
{
    belay_hand_sample samples[3] = {{1.0, {0.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}},
                                    {2.0, {0.1, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}},
                                    {4.0, {0.1, 0.4, 0.0}, {1.0, 0.0, 0.0, 0.0}}};
    samples[2].rotation = q_exp(v3(0.0, 0.0, 1.0));
    belay_hand_motion motion = {.kind = BELAY_HAND_RECORDED, .samples = samples, .sample_count = 3};
    cr_assert_eq(at(&motion, 0.0).position.x, 0.0);
    cr_assert_float_eq(at(&motion, 1.25).position.x, 0.025, 1e-15);
    cr_assert_float_eq(at(&motion, 1.25).velocity.x, 0.1, 1e-15);
    bl_motion_state wanted = at(&motion, 3.0);
    cr_assert_float_eq(wanted.position.y, 0.2, 1e-15);
    cr_assert_lt(v3_distance(q_log(wanted.rotation), v3(0.0, 0.0, 0.5)), 1e-12);
    cr_assert_lt(v3_distance(wanted.angular_velocity, v3(0.0, 0.0, 0.5)), 1e-12);
    cr_assert_float_eq(at(&motion, 99.0).position.y, 0.4, 1e-15);
    cr_assert_eq(v3_length(at(&motion, 99.0).velocity), 0.0);
}

static belay_result parse(const char* text, belay_hand_sample** samples, int* count, belay_error* error)
{
    FILE* file = tmpfile();
    cr_assert(file);
    fputs(text, file);
    rewind(file);
    belay_result result = bl_hand_samples_parse(file, "hand.txt", samples, count, error);
    fclose(file);
    return result;
}

Test(device_hand, recordings_are_read)
{
    const char* text = "# time x y z\n0 0.1 0.2 0.3\n\n0.5, 1e-3, -2, +3 # a comment\n1;0;0;0;0;0;0;-1.5";
    belay_hand_sample* samples = NULL;
    int count = 0;
    belay_error error;
    cr_assert_eq(parse(text, &samples, &count, &error), BELAY_OK, "%s", error.message);
    cr_assert_eq(count, 3);
    cr_assert_eq(samples[1].time, 0.5);
    cr_assert_eq(samples[1].position.y, -2.0);
    cr_assert_eq(samples[1].rotation.w, 1.0);
    cr_assert_eq(samples[2].rotation.z, -1.0);
    belay_hand_samples_free(samples);
}

Test(device_hand, long_recordings_are_read)
{
    FILE* file = tmpfile();
    cr_assert(file);
    for (int i = 0; i < 5000; i++)
        fprintf(file, "%d %d 0 0\n", i, -i);
    rewind(file);
    belay_hand_sample* samples = NULL;
    int count = 0;
    belay_error error;
    cr_assert_eq(bl_hand_samples_parse(file, "hand.txt", &samples, &count, &error), BELAY_OK, "%s", error.message);
    fclose(file);
    cr_assert_eq(count, 5000);
    cr_assert_eq(samples[4999].position.x, -4999.0);
    belay_hand_samples_free(samples);
}

Test(device_hand, bad_recordings_are_refused_with_their_line)
{
    const char* const bad[] = {
        "0 1 2 3\n0 1 2 3\n",    "0 1 2\n", "0 1 2 x\n", "0 0 0 0 0 0 0 0\n", "0 1 2 3 4 5 6 7 8\n", "0 1 2 1e999\n",
        "0 0 0 0\n1e400 0 0 0\n"};
    const char* const line[] = {"hand.txt:2", "hand.txt:1", "hand.txt:1", "hand.txt:1",
                                "hand.txt:1", "hand.txt:1", "hand.txt:2"};
    belay_hand_sample* samples = NULL;
    int count = 0;
    belay_error error;
    for (int i = 0; i < 7; i++) {
        cr_assert_eq(parse(bad[i], &samples, &count, &error), BELAY_ERROR_VALUE, "%s", bad[i]);
        cr_assert(strstr(error.message, line[i]), "%s", error.message);
    }
    cr_assert_eq(parse("# nothing\n", &samples, &count, &error), BELAY_ERROR_VALUE);
    cr_assert_eq(belay_hand_samples_read("no/such/file", &samples, &count, &error), BELAY_ERROR_STATE);
    cr_assert_null(samples);
}
