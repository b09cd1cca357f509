// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Second-order cones { x : |x_T| <= x_0 } of up to four dimensions, as interior-point methods go through them: x and z
// strictly inside, on their way to x o z = 0, where the Jordan product is
//
//     x o z = (x . z, x_0 z_T + z_0 x_T),   with the unit e = (1, 0).
//
// The scaling of Nesterov and Todd (1997) is the symmetric W with W z = W^-1 x = lambda. With w the normed mean of
// x / sqrt(det x) and J z / sqrt(det z), J = diag(1, -1), det x = x_0^2 - |x_T|^2 and eta = (det x / det z)^(1/4),
//
//     W = eta | w_0  w_T^T                     |,   W^2 = eta^2 (2 w w^T - J),   W^-1 = J W J / eta^2.
//             | w_T  1 + w_T w_T^T / (1 + w_0) |

#ifndef BELAY_ENGINE_SOLVER_NEWTON_INTERIOR_CONE_H
#define BELAY_ENGINE_SOLVER_NEWTON_INTERIOR_CONE_H

#include <stdbool.h>
#include <stdint.h>

#define BL_INTERIOR_MAX_SIZE 4

typedef struct bl_interior_cone {
    uint32_t size; // 2 to BL_INTERIOR_MAX_SIZE
    double x[BL_INTERIOR_MAX_SIZE], z[BL_INTERIOR_MAX_SIZE];
    double w[BL_INTERIOR_MAX_SIZE], eta, lambda[BL_INTERIOR_MAX_SIZE]; // of bl_interior_cone_scale
} bl_interior_cone;

// How far inside: x_0 - |x_T|.
double bl_interior_depth(uint32_t size, const double* x);
// Sets w, eta and lambda. False where rounding has brought x or z to the boundary.
bool bl_interior_cone_scale(bl_interior_cone* cone);
// Makes det w = 1 to the last bit: the nearer x and z are to the boundary, the more of it is lost. It pays where they
// go on to x . z of 1e-16, and takes a square root and a product.
void bl_interior_cone_norm(bl_interior_cone* cone);
// y = W v, and y = W^-1 v; y may be v.
void bl_interior_cone_apply(const bl_interior_cone* cone, const double* v, double* y);
void bl_interior_cone_apply_inverse(const bl_interior_cone* cone, const double* v, double* y);
// The matrix W^2, size x size, row-major.
void bl_interior_cone_square(const bl_interior_cone* cone, double* square);
// c = a o b; c may be one of them.
void bl_interior_product(uint32_t size, const double* a, const double* b, double* c);
// y with lambda o y = d.
void bl_interior_cone_divide(const bl_interior_cone* cone, const double* d, double* y);
// The largest t with x + t d in the cone; HUGE_VAL: all.
double bl_interior_longest(uint32_t size, const double* x, const double* d);

#endif
