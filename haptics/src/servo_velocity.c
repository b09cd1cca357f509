// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "servo_velocity.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

void bl_velocity_reset(bl_velocity_estimator* estimator)
{
    memset(estimator, 0, sizeof *estimator);
}

static int back(const bl_velocity_estimator* e, int age)
{
    int at = e->newest - age;
    return at < 0 ? at + BL_VELOCITY_SAMPLES : at;
}

void bl_velocity_add(bl_velocity_estimator* e, const double value[BL_VELOCITY_AXES], double dt)
{
    e->newest = e->count > 0 ? (e->newest + 1) % BL_VELOCITY_SAMPLES : 0;
    if (e->count < BL_VELOCITY_SAMPLES) e->count++;
    for (int i = 0; i < BL_VELOCITY_AXES; i++)
        e->value[i][e->newest] = value[i];
    e->time[e->newest] = 0.0;
    for (int age = 1; age < e->count; age++)
        e->time[back(e, age)] += dt;
}

// Whether the samples between the newest and that of the given age lie within the noise of the line between the two.
static bool is_straight(const bl_velocity_estimator* e, int axis, int age, double slope, double noise)
{
    double x0 = e->value[axis][e->newest];
    for (int i = 1; i < age; i++) {
        int at = back(e, i);
        if (fabs(e->value[axis][at] - (x0 - slope * e->time[at])) > noise) return false;
    }
    return true;
}

double bl_velocity_of(const bl_velocity_estimator* e, int axis, double noise, int window)
{
    double velocity = 0.0;
    for (int age = 1; age <= window && age < e->count; age++) {
        int at = back(e, age);
        double slope = (e->value[axis][e->newest] - e->value[axis][at]) / e->time[at];
        if (age > 1 && !is_straight(e, axis, age, slope, noise)) return velocity;
        velocity = slope;
    }
    return velocity;
}
