// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "detect/convex/polytope.h"

#include "geometry/hull/moved.h"

// origin, face, next, twin; the edges of face f are 4 f to 4 f + 3
static const bl_hull_edge box_edges[24] = {
    {0, 0, 1, 11},  {4, 0, 2, 23},  {6, 0, 3, 12},  {2, 0, 0, 16},  // x < 0
    {1, 1, 5, 18},  {3, 1, 6, 14},  {7, 1, 7, 21},  {5, 1, 4, 9},   // x > 0
    {0, 2, 9, 19},  {1, 2, 10, 7},  {5, 2, 11, 20}, {4, 2, 8, 0},   // y < 0
    {2, 3, 13, 2},  {6, 3, 14, 22}, {7, 3, 15, 5},  {3, 3, 12, 17}, // y > 0
    {0, 4, 17, 3},  {2, 4, 18, 15}, {3, 4, 19, 4},  {1, 4, 16, 8},  // z < 0
    {4, 5, 21, 10}, {5, 5, 22, 6},  {7, 5, 23, 13}, {6, 5, 20, 1},  // z > 0
};
static const uint16_t box_corner_edges[8] = {0, 4, 3, 5, 1, 7, 2, 6};
static const uint8_t box_edges_along[3][4] = {{8, 15, 10, 13}, {3, 4, 1, 6}, {0, 7, 2, 5}};

static const bl_hull_edge triangle_edges[6] = {
    {0, 0, 1, 3}, {1, 0, 2, 5}, {2, 0, 0, 4}, {1, 1, 4, 0}, {0, 1, 5, 2}, {2, 1, 3, 1},
};
static const uint16_t triangle_corner_edges[3] = {0, 1, 2};

uint32_t bl_box_edge(int axis, bool first_positive, bool second_positive)
{
    return box_edges_along[axis][(first_positive ? 1 : 0) + (second_positive ? 2 : 0)];
}

static bl_hull_face make_face(belay_vec3 normal, double offset, uint16_t edge, uint16_t edge_count)
{
    bl_hull_face face = {normal, offset, edge, edge_count, 0};
    return face;
}

// The box about `center` with the given half edges along unit axes.
static bl_polytope box_polytope(belay_vec3 half, const belay_vec3 axes[3], belay_vec3 center, bl_polytope_store* store)
{
    const double size[3] = {half.x, half.y, half.z};
    belay_vec3 x = v3_scale(half.x, axes[0]), y = v3_scale(half.y, axes[1]), z = v3_scale(half.z, axes[2]);
    belay_vec3 low = v3_sub(center, z), high = v3_add(center, z), plus = v3_add(x, y), minus = v3_sub(x, y);
    belay_vec3* c = store->corners;
    c[0] = v3_sub(low, plus);
    c[1] = v3_add(low, minus);
    c[2] = v3_sub(low, minus);
    c[3] = v3_add(low, plus);
    c[4] = v3_sub(high, plus);
    c[5] = v3_add(high, minus);
    c[6] = v3_sub(high, minus);
    c[7] = v3_add(high, plus);
    for (int k = 0; k < 3; k++) {
        double along = v3_dot(axes[k], center);
        store->faces[2 * k] = make_face(v3_neg(axes[k]), size[k] - along, (uint16_t)(8 * k), 4);
        store->faces[2 * k + 1] = make_face(axes[k], size[k] + along, (uint16_t)(8 * k + 4), 4);
    }
    bl_polytope p = {8, 24, 6, store->corners, box_edges, store->faces, box_corner_edges};
    return p;
}

static bl_polytope triangle_polytope(const belay_vec3 corners[3], bl_polytope_store* store)
{
    belay_vec3 n = v3_cross(v3_sub(corners[1], corners[0]), v3_sub(corners[2], corners[0]));
    n = v3_normalize_or(n, v3(0.0, 0.0, 1.0));
    for (int i = 0; i < 3; i++)
        store->corners[i] = corners[i];
    store->faces[0] = make_face(n, v3_dot(n, corners[0]), 0, 3);
    store->faces[1] = make_face(v3_neg(n), -v3_dot(n, corners[0]), 3, 3);
    bl_polytope p = {3, 6, 2, store->corners, triangle_edges, store->faces, triangle_corner_edges};
    return p;
}

bl_polytope bl_polytope_of(const bl_convex* convex, bl_polytope_store* store)
{
    const belay_vec3 axes[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    if (convex->kind == BL_CONVEX_BOX) return box_polytope(convex->half, axes, v3_zero(), store);
    if (convex->kind == BL_CONVEX_TRIANGLE) return triangle_polytope(convex->corners, store);
    const bl_hull* h = convex->hull;
    bl_polytope p = {h->vertex_count,  h->edge_count,    h->face_count,          bl_hull_vertices(h),
                     bl_hull_edges(h), bl_hull_faces(h), bl_hull_vertex_edges(h)};
    return p;
}

bl_polytope bl_polytope_moved(const bl_convex* convex, const belay_mat33* rotation, belay_vec3 offset,
                              bl_polytope_store* store)
{
    if (convex->kind == BL_CONVEX_BOX) {
        const belay_vec3 axes[3] = {m3_column(*rotation, 0), m3_column(*rotation, 1), m3_column(*rotation, 2)};
        return box_polytope(convex->half, axes, offset, store);
    }
    bl_polytope p = bl_polytope_of(convex, store);
    bl_move_points(p.corners, p.corner_count, rotation, offset, store->corners);
    bl_move_faces(p.faces, p.face_count, rotation, offset, store->faces);
    p.corners = store->corners;
    p.faces = store->faces;
    return p;
}
