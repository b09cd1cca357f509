// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Inertia tensors of solids of even density, by their whole mass.

#include "belay/body.h"
#include "belay/mat.h"

belay_mat33 belay_inertia_sphere(double mass, double radius)
{
    double i = 0.4 * mass * radius * radius;
    return m3_diagonal(v3(i, i, i));
}

belay_mat33 belay_inertia_box(double mass, belay_vec3 size)
{
    double x = size.x * size.x, y = size.y * size.y, z = size.z * size.z;
    return m3_diagonal(v3_scale(mass / 12.0, v3(y + z, x + z, x + y)));
}

belay_mat33 belay_inertia_cylinder(double mass, double height, double radius)
{
    double across = mass * (3.0 * radius * radius + height * height) / 12.0;
    return m3_diagonal(v3(across, across, 0.5 * mass * radius * radius));
}

// About the centre of mass, a quarter of the height above the base.
belay_mat33 belay_inertia_cone(double mass, double height, double radius)
{
    double across = mass * (0.15 * radius * radius + 0.0375 * height * height);
    return m3_diagonal(v3(across, across, 0.3 * mass * radius * radius));
}

belay_mat33 belay_inertia_ellipsoid(double mass, belay_vec3 semi_axes)
{
    double x = semi_axes.x * semi_axes.x, y = semi_axes.y * semi_axes.y, z = semi_axes.z * semi_axes.z;
    return m3_diagonal(v3_scale(0.2 * mass, v3(y + z, x + z, x + y)));
}

// A cylinder and two half balls. The middle of a half ball's mass is 3/8 of the radius above its flat side, and its
// moment about an axis through that middle, along the flat side, is (2/5 - 9/64) m r^2.
belay_mat33 belay_inertia_capsule(double mass, double length, double radius)
{
    double whole = length + 4.0 / 3.0 * radius, r2 = radius * radius;
    double cylinder = whole > 0.0 ? mass * length / whole : 0.0, balls = mass - cylinder;
    double arm = 0.5 * length + 0.375 * radius;
    double across = cylinder * (3.0 * r2 + length * length) / 12.0 + balls * ((0.4 - 9.0 / 64.0) * r2 + arm * arm);
    return m3_diagonal(v3(across, across, 0.5 * cylinder * r2 + 0.4 * balls * r2));
}
