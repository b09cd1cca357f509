// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Three one-contact solvers that are not exact, to measure the exact ones against: the radial projection of Renouf et
// al. 2005, the diagonal of the block alone (Duriez et al. 2006), and a four-sided pyramid in the place of the cone.
// Their status tells which of their own cases they took; only the pyramid knows whether its own law is fulfilled.

#include "solver/law/local_enumerative.h"

static bl_local_status open_contact(double r[3])
{
    r[0] = r[1] = r[2] = 0.0;
    return BL_LOCAL_OPEN;
}

static bool is_finite3(const double r[3])
{
    return isfinite(r[0]) && isfinite(r[1]) && isfinite(r[2]);
}

// Draws r_T back to the disk of radius mu r_N along its own direction. r is in the cone afterwards, to the last bit.
static bl_local_status draw_to_disk(double mu, double r[3])
{
    if (!(r[0] > 0.0 && is_finite3(r))) return open_contact(r);
    if (bl_cone_contains(mu, r)) return BL_LOCAL_STICK;
    double s = mu * r[0] / bl_tangent_length(r) * BL_LOCAL_INSIDE;
    if (!isfinite(s)) s = 0.0;
    r[1] *= s, r[2] *= s;
    return BL_LOCAL_SLIDE;
}

// ---------------------------------------------------------------------------------------------------------------------
// Radial projection

// Section 6.2 of Renouf et al. 2005, in the signs used here: the stick r = -W^-1 b, its tangential part shortened to
// mu r_N. Exact where the block neither couples the normal with the tangents nor prefers a tangent, W = diag(w_N, w_T,
// w_T): r_T = -s b_T / w_T, s < 1, then leaves u_T = (1 - s) b_T, opposed to r_T, and u_N = 0. With coupling r_N < 0
// may come out where b_N < 0; the contact is then left open.
bl_local_status bl_local_radial_solve(const bl_local_block* block, const double b[3], double r[3])
{
    if (b[0] >= 0.0) return open_contact(r);
    bl_local_multiply(block->inverse, b, r);
    r[0] = -r[0], r[1] = -r[1], r[2] = -r[2];
    return draw_to_disk(block->mu, r);
}

// ---------------------------------------------------------------------------------------------------------------------
// Diagonal

static double divide_by_diagonal(double x, double w)
{
    return w > 0.0 ? x / w : 0.0;
}

// One row after the other, each with the diagonal element alone, the others' impulses taken as they are at that moment:
// the normal, then with the new r_N both tangents, drawn back to the disk. A fixed point has u_N = 0 and u_i = -lambda
// w_ii r_i, which is Coulomb's law only where w_11 = w_22.
bl_local_status bl_local_diagonal_solve(const bl_local_block* block, const double b[3], double r[3])
{
    const double* w = block->w;
    if (b[0] >= 0.0) return open_contact(r);
    if (!is_finite3(r)) r[0] = r[1] = r[2] = 0.0;
    r[0] = -divide_by_diagonal(b[0] + w[1] * r[1] + w[2] * r[2], w[0]);
    if (!(r[0] > 0.0)) return open_contact(r);
    double r1 = r[1], r2 = r[2];
    r[1] = -divide_by_diagonal(b[1] + w[3] * r[0] + w[5] * r2, w[4]);
    r[2] = -divide_by_diagonal(b[2] + w[6] * r[0] + w[7] * r1, w[8]);
    return draw_to_disk(block->mu, r);
}

// ---------------------------------------------------------------------------------------------------------------------
// Pyramid

// The law of the pyramid |r_1| <= mu r_N, |r_2| <= mu r_N: the tangents are judged apart, as if each had a friction of
// its own,
//     r_i = mu r_N and u_i <= 0,   or   r_i = -mu r_N and u_i >= 0,   or   |r_i| <= mu r_N and u_i = 0,
// and u_N = 0 when pressed. A face of the pyramid is a choice for both tangents, side s_i in {0, 1, -1}: nine linear
// problems, stick first, then the four faces, then the four edges.
// Of a singular block only the stick of least norm is tried.
static const int faces[9][2] = {{0, 0}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};

// r_N > 0 and u_N = 0 with r_i = s_i mu r_N on the sides taken, u_i = 0 on the other tangents. The rows of the stuck
// unknowns come first; the sides are folded into the column of r_N.
static bool solve_face(const bl_local_block* block, const double b[3], const int side[2], double r[3])
{
    const double* w = block->w;
    double s1 = block->mu * side[0], s2 = block->mu * side[1];
    // The column of r_N in the rows N, 1, 2.
    double c[3];
    for (int i = 0; i < 3; i++)
        c[i] = w[3 * i] + s1 * w[3 * i + 1] + s2 * w[3 * i + 2];
    if (side[0] != 0 && side[1] != 0) {
        r[0] = -b[0] / c[0];
    } else {
        int k = side[0] == 0 ? 1 : 2; // the stuck tangent
        double det = c[0] * w[4 * k] - w[k] * c[k];
        r[0] = (w[k] * b[k] - w[4 * k] * b[0]) / det;
        r[k] = (c[k] * b[0] - c[0] * b[k]) / det;
    }
    if (side[0] != 0) r[1] = s1 * r[0];
    if (side[1] != 0) r[2] = s2 * r[0];
    return is_finite3(r) && r[0] > 0.0;
}

// How far tangent i is from its law: what |r_i| has too much, and the error of u_i to the side.
static double tangent_violation(const bl_local_block* block, int side, double rn, double ri, double ui)
{
    if (side != 0) return fmax(0.0, side > 0 ? ui : -ui);
    return fmax(fabs(ui), bl_local_weight(block) * fmax(0.0, fabs(ri) - block->mu * rn));
}

// The largest of the violations, relative to the terms of u.
static double pyramid_error(const bl_local_block* block, const double b[3], const int side[2], const double r[3])
{
    double u[3];
    bl_local_velocity(block, b, r, u);
    double error = fmax(fabs(u[0]), tangent_violation(block, side[0], r[0], r[1], u[1]));
    error = fmax(error, tangent_violation(block, side[1], r[0], r[2], u[2]));
    return error / bl_local_velocity_scale(block, b, r);
}

static void clamp_to_pyramid(double mu, double r[3])
{
    double limit = mu * r[0];
    r[1] = fmin(fmax(r[1], -limit), limit);
    r[2] = fmin(fmax(r[2], -limit), limit);
}

static void try_face(const bl_local_block* block, const double b[3], int face, double best[3], double* best_error)
{
    double r[3];
    if (face == 0) {
        bl_local_multiply(block->inverse, b, r);
        r[0] = -r[0], r[1] = -r[1], r[2] = -r[2];
        if (!(is_finite3(r) && r[0] > 0.0)) return;
    } else if (!solve_face(block, b, faces[face], r)) {
        return;
    }
    double error = pyramid_error(block, b, faces[face], r);
    if (!(error < *best_error)) return;
    *best_error = error;
    bl_local_copy(r, best);
}

bl_local_status bl_local_pyramid_solve(const bl_local_block* block, const double b[3], double r[3])
{
    if (b[0] >= 0.0) return open_contact(r);
    if (!(block->mu > 0.0)) return bl_local_frictionless(block, b, r);
    double best[3] = {0.0, 0.0, 0.0}, error = INFINITY;
    int face = 0;
    for (; face < 9 && !(error <= BL_LOCAL_PYRAMID_ERROR); face++)
        try_face(block, b, face, best, &error);
    clamp_to_pyramid(block->mu, best);
    bl_local_copy(best, r);
    if (!(error <= BL_LOCAL_PYRAMID_ERROR)) return BL_LOCAL_NO_SOLUTION;
    return face == 1 ? BL_LOCAL_STICK : BL_LOCAL_SLIDE;
}
