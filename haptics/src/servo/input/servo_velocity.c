// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "servo/input/servo_velocity.h"
#include "tolerances/haptic_tolerances.h"

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

// A straight line through samples, with its place at the newest one.
typedef struct line {
    double place, slope;
} line;

// Least squares over the samples of ages 0 to `age`.
static line fit(const bl_velocity_estimator* e, int axis, int age)
{
    double x0 = e->value[axis][e->newest], sum_t = 0.0, sum_x = 0.0, sum_tt = 0.0, sum_tx = 0.0, n = age + 1.0;
    for (int i = 1; i <= age; i++) {
        int at = back(e, i);
        double t = -e->time[at], x = e->value[axis][at] - x0;
        sum_t += t;
        sum_x += x;
        sum_tt += t * t;
        sum_tx += t * x;
    }
    line l;
    l.slope = (n * sum_tx - sum_t * sum_x) / (n * sum_tt - sum_t * sum_t);
    l.place = x0 + (sum_x - l.slope * sum_t) / n;
    return l;
}

// How far samples are off the line at most.
static double largest_residual(const bl_velocity_estimator* e, int axis, int age, line l)
{
    double largest = 0.0;
    for (int i = 0; i <= age; i++) {
        int at = back(e, i);
        largest = fmax(largest, fabs(e->value[axis][at] - (l.place - l.slope * e->time[at])));
    }
    return largest;
}

// 1 for lines that rounding alone explains, 0 for those it cannot: a window counts less and less between.
static double weight_of(double residual, double noise)
{
    return noise > 0.0 ? fmin(1.0, (BL_VELOCITY_CURVED * noise - residual) /
                                       ((BL_VELOCITY_CURVED - BL_VELOCITY_STRAIGHT) * noise))
                       : 0.0;
}

double bl_velocity_of(const bl_velocity_estimator* e, int axis, double noise, int window)
{
    double velocity = 0.0, weight = 1.0;
    for (int age = 1; age <= window && age < e->count; age++) {
        line l = fit(e, axis, age);
        if (age > 1) weight = fmin(weight, weight_of(largest_residual(e, axis, age, l), noise));
        if (!(weight > 0.0)) return velocity;
        velocity += weight * (l.slope - velocity);
    }
    return velocity;
}
