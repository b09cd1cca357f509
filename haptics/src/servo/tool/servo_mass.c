// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "servo/tool/servo_mass.h"

#include <math.h>
#include <string.h>

bl_servo_mass bl_servo_mass_of(double mass, belay_mat33 inertia, const bl_servo_held* held)
{
    const double c[3] = {held->moment.x, held->moment.y, held->moment.z};
    const double cross[3][3] = {{0.0, -c[2], c[1]}, {c[2], 0.0, -c[0]}, {-c[1], c[0], 0.0}};
    bl_servo_mass out;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            out.m[i][j] = i == j ? mass + held->mass : 0.0;
            out.m[i][3 + j] = -cross[i][j];
            out.m[3 + i][j] = cross[i][j];
            out.m[3 + i][3 + j] = inertia.m[3 * i + j] + held->inertia.m[3 * i + j];
        }
    return out;
}

// Cholesky, lower.
static bool factor(double a[6][6])
{
    for (int j = 0; j < 6; j++) {
        for (int k = 0; k < j; k++)
            a[j][j] -= a[j][k] * a[j][k];
        if (!(a[j][j] > 0.0)) return false;
        a[j][j] = sqrt(a[j][j]);
        for (int i = j + 1; i < 6; i++) {
            for (int k = 0; k < j; k++)
                a[i][j] -= a[i][k] * a[j][k];
            a[i][j] /= a[j][j];
        }
    }
    return true;
}

static void solve(double l[6][6], double x[6])
{
    for (int i = 0; i < 6; i++) {
        for (int k = 0; k < i; k++)
            x[i] -= l[i][k] * x[k];
        x[i] /= l[i][i];
    }
    for (int i = 5; i >= 0; i--) {
        for (int k = i + 1; k < 6; k++)
            x[i] -= l[k][i] * x[k];
        x[i] /= l[i][i];
    }
}

bool bl_servo_mass_go(const bl_servo_mass* mass, const bl_servo_mass* before, bl_servo_mass_step* step)
{
    double l[6][6], next[6];
    memcpy(l, mass->m, sizeof l);
    for (int k = 0; k < 6; k++)
        l[k][k] += k < 3 ? step->linear : step->angular;
    if (!factor(l)) return false;
    for (int i = 0; i < 6; i++) {
        next[i] = step->seconds * step->force[i];
        for (int j = 0; j < 6; j++)
            next[i] += before->m[i][j] * step->velocity[j];
    }
    solve(l, next);
    memcpy(step->velocity, next, sizeof next);
    for (int k = 0; k < 6; k++) {
        double x[6] = {0.0};
        x[k] = step->seconds * step->seconds;
        solve(l, x);
        memcpy(step->yield[k], x, sizeof x);
    }
    return true;
}
