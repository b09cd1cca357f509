// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Velocity from positions in encoder steps, with an adaptive window (Janabi-Sharifi, Hayward and Chen 2000): the slope
// of the line that fits the samples best, over the longest window in which all of them are within the noise of it. In
// fast motion the window is short and so is the lag; in slow motion it is long and the steps are averaged out. Windows
// come and go gradually. (Of the variants tried - the line between the first and last sample, sharp limits of half, of
// three quarters and of a whole step - this one has the smallest jumps from tick to tick, and limit cycles on
// a wall that a frictionless device without a hand keeps to 200 um.)

#ifndef BELAY_HAPTICS_SERVO_INPUT_SERVO_VELOCITY_H
#define BELAY_HAPTICS_SERVO_INPUT_SERVO_VELOCITY_H

#define BL_VELOCITY_SAMPLES 33 // one more than the longest window
#define BL_VELOCITY_AXES 6

typedef struct bl_velocity_estimator {
    double value[BL_VELOCITY_AXES][BL_VELOCITY_SAMPLES]; // a ring each
    double time[BL_VELOCITY_SAMPLES];                    // s, before the newest sample
    int newest, count;
} bl_velocity_estimator;

void bl_velocity_reset(bl_velocity_estimator* estimator);
// Adds a sample of all axes, dt > 0 after the one before.
void bl_velocity_add(bl_velocity_estimator* estimator, const double value[BL_VELOCITY_AXES], double dt);
// The velocity of an axis: `noise` >= 0 is the encoder step, `window` the most samples back. 0 with fewer
// than two samples.
double bl_velocity_of(const bl_velocity_estimator* estimator, int axis, double noise, int window);

#endif
