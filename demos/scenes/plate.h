// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A plate on four points that slides and spins: the right values of the spinning plates.

#ifndef BELAY_DEMOS_SCENES_PLATE_H
#define BELAY_DEMOS_SCENES_PLATE_H

typedef struct plate {
    double length, width; // m, of the rectangle whose corners rub, a quarter of the weight on each
    double gyration2;     // m^2: moment of inertia about the vertical axis over the mass
    double mu;
} plate;

typedef struct plate_motion {
    double x, y, yaw;    // m, rad
    double vx, vy, spin; // m/s, rad/s
} plate_motion;

// How a plate that starts with the speed `v` along its length and with `spin` comes to rest: the law in continuous
// time, integrated with steps far smaller than any engine's.
plate_motion plate_come_to_rest(const plate* p, double v, double spin);

#endif
