// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The plate that slides and spins on its four corners, each of which carries a quarter of its weight. Per unit of mass,
// with k^2 the square of the radius of gyration, the velocities at the end of a step are those that make
//     |v - v0|^2 / 2 + k^2 (w - w0)^2 / 2 + h (mu g / 4) sum |v + w x r_i|
// least: convex, and its dual is the quadratic form of the four friction impulses, each in a disc of radius
// R = h mu g / 4. They are found by Gauss-Seidel, one after the other exactly, until none changes. The arms r_i are
// those of the contact instant, q + h (1 - theta) v.

#include "rigid/bench_rigid.h"

#include <belay/vec.h>

enum { CORNERS = 4, MOST_SWEEPS = 100000, MOST_STEPS = 10000000 };
#define SETTLED 1e-15 // of R: changes below are none
#define AT_REST 1e-12 // m/s and rad/s

typedef struct plate {
    double vx, vy, w;
    double fx[CORNERS], fy[CORNERS]; // impulses
    double rx[CORNERS], ry[CORNERS];
    double gyration2, disc;
} plate;

static void place_corners(plate* p, double yaw)
{
    double c = cos(yaw), s = sin(yaw);
    for (int i = 0; i < CORNERS; i++) {
        double x = 0.5 * (i & 1 ? RIGID_PLATE_LENGTH : -RIGID_PLATE_LENGTH);
        double y = 0.5 * (i & 2 ? RIGID_PLATE_WIDTH : -RIGID_PLATE_WIDTH);
        p->rx[i] = c * x - s * y;
        p->ry[i] = s * x + c * y;
    }
}

static void add_impulse(plate* p, int i, double fx, double fy)
{
    p->vx += fx;
    p->vy += fy;
    p->w += (p->rx[i] * fy - p->ry[i] * fx) / p->gyration2;
}

// The f of least f . A f / 2 + b . f in the disc: -(A + l)^-1 b with the least l >= 0 that brings it in, by Newton's
// method on 1/|f| - 1/R, which is concave in l, so that l grows and stays below the root.
static void solve_disc(double xx, double xy, double yy, double bx, double by, double disc, double* fx, double* fy)
{
    double l = 0.0;
    for (int i = 0; i < 50; i++) {
        double a = xx + l, c = yy + l, det = a * c - xy * xy;
        *fx = (-c * bx + xy * by) / det;
        *fy = (xy * bx - a * by) / det;
        double length = hypot(*fx, *fy);
        if (length <= disc * (1.0 + 1e-15)) return;
        double gx = (c * *fx - xy * *fy) / det, gy = (-xy * *fx + a * *fy) / det;
        l += (length - disc) / disc * length * length / (*fx * gx + *fy * gy);
    }
    double scale = disc / hypot(*fx, *fy);
    *fx *= scale;
    *fy *= scale;
}

// The change of the corner's impulse.
static double relax(plate* p, int i)
{
    double rx = p->rx[i], ry = p->ry[i], fx = p->fx[i], fy = p->fy[i], k2 = p->gyration2;
    double xx = 1.0 + ry * ry / k2, xy = -rx * ry / k2, yy = 1.0 + rx * rx / k2;
    double bx = p->vx - p->w * ry - xx * fx - xy * fy, by = p->vy + p->w * rx - xy * fx - yy * fy;
    solve_disc(xx, xy, yy, bx, by, p->disc, &p->fx[i], &p->fy[i]);
    add_impulse(p, i, p->fx[i] - fx, p->fy[i] - fy);
    return hypot(p->fx[i] - fx, p->fy[i] - fy);
}

// From the impulses of the step before.
static void apply_friction(plate* p)
{
    for (int i = 0; i < CORNERS; i++)
        add_impulse(p, i, p->fx[i], p->fy[i]);
    double change = HUGE_VAL;
    for (int sweep = 0; sweep < MOST_SWEEPS && change > SETTLED * p->disc; sweep++) {
        change = 0.0;
        for (int i = 0; i < CORNERS; i++)
            change = fmax(change, relax(p, i));
    }
}

rigid_plate_rest rigid_plate_come_to_rest(double h, double theta, double mu, double v, double spin)
{
    const double length = RIGID_PLATE_LENGTH, width = RIGID_PLATE_WIDTH;
    plate p = {.vx = v, .w = spin};
    p.gyration2 = (length * length + width * width) / 12.0;
    p.disc = 0.25 * h * mu * RIGID_GRAVITY;
    double x = 0.0, y = 0.0, yaw = 0.0;
    for (int i = 0; i < MOST_STEPS && hypot(p.vx, p.vy) + fabs(p.w) > AT_REST; i++) {
        x += h * (1.0 - theta) * p.vx;
        y += h * (1.0 - theta) * p.vy;
        yaw += h * (1.0 - theta) * p.w;
        place_corners(&p, yaw);
        apply_friction(&p);
        x += h * theta * p.vx;
        y += h * theta * p.vy;
        yaw += h * theta * p.w;
    }
    return (rigid_plate_rest){hypot(x, y), yaw};
}
