// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "geometry/distance/gjk_simplex.h"

#include "core/assert.h"
#include "geometry/geometry_tolerances.h"

static void take_corner(const belay_vec3* p, int i, bl_simplex_nearest* out)
{
    out->point = p[i];
    out->count = 1;
    out->index[0] = i;
    out->weight[0] = 1.0;
}

static void take_segment(const belay_vec3* p, int i, int j, bl_simplex_nearest* out)
{
    belay_vec3 d = v3_sub(p[j], p[i]);
    double along = -v3_dot(p[i], d), back = v3_dot(p[j], d);
    if (!(along > 0.0)) {
        take_corner(p, i, out);
    } else if (!(back > 0.0)) {
        take_corner(p, j, out);
    } else {
        double dd = along + back;
        out->weight[1] = along / dd;
        out->weight[0] = back / dd;
        out->point = v3_add_scaled(v3_scale(out->weight[0], p[i]), out->weight[1], p[j]);
        out->count = 2;
        out->index[0] = i;
        out->index[1] = j;
    }
}

static void keep_nearer(const bl_simplex_nearest* other, bl_simplex_nearest* best)
{
    if (v3_length_squared(other->point) < v3_length_squared(best->point)) *best = *other;
}

// The nearest point on those edges of the triangle behind which the origin stands (all, when none is said).
static void take_edges(const belay_vec3* p, const int c[3], const double u[3], bl_simplex_nearest* out)
{
    bool is_first = true;
    bl_simplex_nearest edge;
    for (int i = 0; i < 3; i++) {
        if (u[i] > 0.0) continue;
        take_segment(p, c[(i + 1) % 3], c[(i + 2) % 3], is_first ? out : &edge);
        if (!is_first) keep_nearer(&edge, out);
        is_first = false;
    }
}

// With n the normal, not unit, the weight of corner i at the foot of the origin is n . ((p_k - p_j) x -p_j) / n^2.
static void take_triangle(const belay_vec3* p, int i, int j, int k, bl_simplex_nearest* out)
{
    const int c[3] = {i, j, k};
    belay_vec3 ij = v3_sub(p[j], p[i]), jk = v3_sub(p[k], p[j]), ki = v3_sub(p[i], p[k]);
    belay_vec3 n = v3_cross(ij, jk);
    double nn = v3_length_squared(n), low = -BL_GJK_WEIGHT_ROUNDING * nn;
    double u[3] = {v3_dot(n, v3_cross(p[j], jk)), v3_dot(n, v3_cross(p[k], ki)), v3_dot(n, v3_cross(p[i], ij))};
    if (!(nn > 0.0)) u[0] = u[1] = u[2] = 0.0;
    if (!(u[0] >= low && u[1] >= low && u[2] >= low && nn > 0.0)) {
        take_edges(p, c, u, out);
        return;
    }
    double sum = 0.0;
    for (int m = 0; m < 3; m++)
        sum += u[m] = u[m] > 0.0 ? u[m] : 0.0;
    out->count = 3;
    for (int m = 0; m < 3; m++) {
        out->index[m] = c[m];
        out->weight[m] = u[m] / sum;
    }
    out->point = v3_scale(v3_dot(p[i], n) / nn, n);
}

// How high the origin stands over face ijk, as a part of the height of the fourth corner; negative when that one is in
// the plane of the face.
static double relative_height(const belay_vec3* p, int i, int j, int k, int fourth)
{
    belay_vec3 n = v3_cross(v3_sub(p[j], p[i]), v3_sub(p[k], p[i])), up = v3_sub(p[fourth], p[i]);
    double height = v3_dot(up, n);
    bool is_flat = height * height <= BL_GJK_FLATNESS * BL_GJK_FLATNESS * v3_length_squared(n) * v3_length_squared(up);
    return is_flat ? -1.0 : -v3_dot(p[i], n) / height;
}

// An origin beyond a face is nearest to one of the faces that it is beyond; beyond none it is inside, and the relative
// heights are the weights of the corners.
static void take_tetrahedron(const belay_vec3* p, const int c[4], bl_simplex_nearest* out)
{
    bool is_first = true;
    bl_simplex_nearest face;
    double height[4];
    for (int f = 0; f < 4; f++) {
        int i = c[(f + 1) % 4], j = c[(f + 2) % 4], k = c[(f + 3) % 4];
        height[f] = relative_height(p, i, j, k, c[f]);
        if (height[f] >= 0.0) continue;
        take_triangle(p, i, j, k, is_first ? out : &face);
        if (!is_first) keep_nearer(&face, out);
        is_first = false;
    }
    if (!is_first) return;
    out->count = 4;
    out->point = v3_zero();
    for (int i = 0; i < 4; i++) {
        out->index[i] = c[i];
        out->weight[i] = height[i];
    }
}

void bl_nearest_on_simplex(const belay_vec3 p[4], const int index[4], int count, bl_simplex_nearest* out)
{
    BELAY_ASSERT(count >= 1 && count <= 4);
    if (count == 1) take_corner(p, index[0], out);
    if (count == 2) take_segment(p, index[0], index[1], out);
    if (count == 3) take_triangle(p, index[0], index[1], index[2], out);
    if (count == 4) take_tetrahedron(p, index, out);
}
