// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The four-corner plate: u = v + spin x r at each corner, force -mu (m g / 4) u / |u|.

#include "scenes/plate.h"

#include <belay/vec.h>

#define STEP 1e-5       // s
#define STILL 1e-7      // m/s: slower corners count as at rest
#define LONGEST 2000000 // steps

typedef struct change {
    double vx, vy, spin;
} change;

static change acceleration(const plate* p, const plate_motion* m)
{
    change a = {0.0, 0.0, 0.0};
    double c = cos(m->yaw), s = sin(m->yaw), share = 0.25 * p->mu * 9.81;
    for (int i = 0; i < 4; i++) {
        double lx = 0.5 * (i & 1 ? p->length : -p->length), ly = 0.5 * (i & 2 ? p->width : -p->width);
        double rx = c * lx - s * ly, ry = s * lx + c * ly;
        double ux = m->vx - m->spin * ry, uy = m->vy + m->spin * rx, u = hypot(ux, uy);
        if (u < STILL) continue;
        double fx = -share * ux / u, fy = -share * uy / u;
        a.vx += fx;
        a.vy += fy;
        a.spin += (rx * fy - ry * fx) / p->gyration2;
    }
    return a;
}

// The midpoint rule: its error of the order of the square of the step is far below what is compared with it.
static void advance(const plate* p, plate_motion* m)
{
    change a = acceleration(p, m);
    plate_motion half = *m;
    half.yaw += 0.5 * STEP * m->spin;
    half.vx += 0.5 * STEP * a.vx;
    half.vy += 0.5 * STEP * a.vy;
    half.spin += 0.5 * STEP * a.spin;
    a = acceleration(p, &half);
    m->x += STEP * half.vx;
    m->y += STEP * half.vy;
    m->yaw += STEP * half.spin;
    m->vx += STEP * a.vx;
    m->vy += STEP * a.vy;
    m->spin += STEP * a.spin;
}

plate_motion plate_come_to_rest(const plate* p, double v, double spin)
{
    plate_motion m = {.vx = v, .spin = spin};
    // At the end friction turns the velocities round within a step instead of ending them.
    double least = p->mu * 9.81 * STEP * 2.0, least_spin = least * 0.5 * p->length / p->gyration2;
    for (int i = 0; i < LONGEST; i++) {
        if (hypot(m.vx, m.vy) < least && fabs(m.spin) < least_spin) break;
        advance(p, &m);
    }
    return m;
}
