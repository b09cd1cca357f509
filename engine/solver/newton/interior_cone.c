// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/newton/interior_cone.h"

#include "core/assert.h"

#include <math.h>

static double dot(uint32_t from, uint32_t size, const double* a, const double* b)
{
    double sum = 0.0;
    for (uint32_t i = from; i < size; i++)
        sum += a[i] * b[i];
    return sum;
}

double bl_interior_depth(uint32_t size, const double* x)
{
    return x[0] - sqrt(dot(1, size, x, x));
}

// As a product, so that little is lost near the boundary.
static double det(uint32_t size, const double* x)
{
    double length = sqrt(dot(1, size, x, x));
    return (x[0] - length) * (x[0] + length);
}

bool bl_interior_cone_scale(bl_interior_cone* cone)
{
    BELAY_ASSERT(cone->size >= 2 && cone->size <= BL_INTERIOR_MAX_SIZE);
    uint32_t size = cone->size;
    double dx = det(size, cone->x), dz = det(size, cone->z);
    if (!(dx > 0.0) || !(dz > 0.0)) return false;
    double of_x = 1.0 / sqrt(dx), of_z = 1.0 / sqrt(dz);
    double gamma = sqrt(0.5 * (1.0 + of_x * of_z * dot(0, size, cone->x, cone->z)));
    for (uint32_t i = 0; i < size; i++)
        cone->w[i] = (of_x * cone->x[i] + (i == 0 ? of_z : -of_z) * cone->z[i]) / (2.0 * gamma);
    cone->eta = sqrt(of_z / of_x);
    bl_interior_cone_apply(cone, cone->z, cone->lambda);
    return isfinite(cone->eta) && cone->eta > 0.0 && isfinite(cone->w[0]);
}

void bl_interior_cone_norm(bl_interior_cone* cone)
{
    cone->w[0] = sqrt(1.0 + dot(1, cone->size, cone->w, cone->w));
    bl_interior_cone_apply(cone, cone->z, cone->lambda);
}

// sign 1: W / eta v; -1: its inverse.
static void apply(const bl_interior_cone* cone, double sign, const double* v, double* y)
{
    const double* w = cone->w;
    double along = dot(1, cone->size, w, v), first = v[0], turned = sign * first + along / (1.0 + w[0]);
    y[0] = w[0] * first + sign * along;
    for (uint32_t i = 1; i < cone->size; i++)
        y[i] = v[i] + turned * w[i];
}

void bl_interior_cone_apply(const bl_interior_cone* cone, const double* v, double* y)
{
    apply(cone, 1.0, v, y);
    for (uint32_t i = 0; i < cone->size; i++)
        y[i] *= cone->eta;
}

void bl_interior_cone_apply_inverse(const bl_interior_cone* cone, const double* v, double* y)
{
    apply(cone, -1.0, v, y);
    for (uint32_t i = 0; i < cone->size; i++)
        y[i] /= cone->eta;
}

void bl_interior_cone_square(const bl_interior_cone* cone, double* square)
{
    double scale = cone->eta * cone->eta;
    for (uint32_t i = 0; i < cone->size; i++)
        for (uint32_t j = 0; j < cone->size; j++) {
            double of_j = i != j ? 0.0 : i == 0 ? 1.0 : -1.0;
            square[i * cone->size + j] = scale * (2.0 * cone->w[i] * cone->w[j] - of_j);
        }
}

void bl_interior_product(uint32_t size, const double* a, const double* b, double* c)
{
    double first = dot(0, size, a, b), of_a = a[0], of_b = b[0];
    for (uint32_t i = 1; i < size; i++)
        c[i] = of_a * b[i] + of_b * a[i];
    c[0] = first;
}

void bl_interior_cone_divide(const bl_interior_cone* cone, const double* d, double* y)
{
    const double* lambda = cone->lambda;
    double first = (lambda[0] * d[0] - dot(1, cone->size, lambda, d)) / det(cone->size, lambda);
    for (uint32_t i = 1; i < cone->size; i++)
        y[i] = (d[i] - first * lambda[i]) / lambda[0];
    y[0] = first;
}

// det(x + t d) = a t^2 + 2 b t + c is positive up to its first root; of the two one is found without cancellation, and
// the other from their product.
double bl_interior_longest(uint32_t size, const double* x, const double* d)
{
    double a = d[0] * d[0] - dot(1, size, d, d), b = x[0] * d[0] - dot(1, size, x, d), c = det(size, x);
    double longest = d[0] < 0.0 ? -x[0] / d[0] : HUGE_VAL, discriminant = b * b - a * c;
    if (!(discriminant >= 0.0)) return longest;
    double q = -(b + copysign(sqrt(discriminant), b));
    double first = a != 0.0 ? q / a : -1.0, second = q != 0.0 ? c / q : -1.0;
    if (first > 0.0) longest = fmin(longest, first);
    if (second > 0.0) longest = fmin(longest, second);
    return longest;
}
