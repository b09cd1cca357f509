// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "support/shapes/polytopes.h"

#include <string.h>

static void add_edge(polytope* p, int i, int j)
{
    p->edges[p->edge_count][0] = i;
    p->edges[p->edge_count++][1] = j;
}

static void add_triangle(polytope* p, int i, int j, int k)
{
    p->triangles[p->triangle_count][0] = i;
    p->triangles[p->triangle_count][1] = j;
    p->triangles[p->triangle_count++][2] = k;
}

static void list_box(polytope* p, belay_vec3 h)
{
    for (int i = 0; i < 8; i++) {
        p->corners[p->corner_count++] = v3(i & 1 ? h.x : -h.x, i & 2 ? h.y : -h.y, i & 4 ? h.z : -h.z);
        for (int bit = 1; bit < 8; bit *= 2)
            if (!(i & bit)) add_edge(p, i, i + bit);
    }
    for (int bit = 1; bit < 8; bit *= 2) {
        int u = bit == 4 ? 1 : 2 * bit, v = bit == 1 ? 4 : bit / 2;
        for (int side = 0; side < 2; side++) {
            int corner = side * bit;
            add_triangle(p, corner, corner + u, corner + u + v);
            add_triangle(p, corner, corner + u + v, corner + v);
        }
    }
}

static void list_hull(polytope* p, const bl_hull* hull)
{
    const bl_hull_edge* edges = bl_hull_edges(hull);
    for (uint32_t i = 0; i < hull->vertex_count; i++)
        p->corners[p->corner_count++] = bl_hull_vertices(hull)[i];
    for (uint32_t i = 0; i < hull->edge_count; i++)
        if (i < edges[i].twin) add_edge(p, edges[i].origin, edges[edges[i].next].origin);
    for (uint32_t f = 0; f < hull->face_count; f++) {
        uint32_t first = bl_hull_faces(hull)[f].edge;
        for (uint32_t e = edges[first].next; edges[e].next != first; e = edges[e].next)
            add_triangle(p, edges[first].origin, edges[e].origin, edges[edges[e].next].origin);
    }
}

polytope polytope_make(const bl_convex* solid, belay_pose pose)
{
    polytope p;
    memset(&p, 0, sizeof p);
    if (solid->kind == BL_CONVEX_BOX) list_box(&p, solid->half);
    if (solid->kind == BL_CONVEX_HULL) list_hull(&p, solid->hull);
    if (solid->kind == BL_CONVEX_POINT) p.corners[p.corner_count++] = v3_zero();
    if (solid->kind == BL_CONVEX_SEGMENT) {
        p.corners[p.corner_count++] = v3(0.0, 0.0, -solid->half.z);
        p.corners[p.corner_count++] = v3(0.0, 0.0, solid->half.z);
        add_edge(&p, 0, 1);
    }
    if (solid->kind == BL_CONVEX_TRIANGLE) {
        for (int i = 0; i < 3; i++) {
            p.corners[p.corner_count++] = solid->corners[i];
            add_edge(&p, i, (i + 1) % 3);
        }
        add_triangle(&p, 0, 1, 2);
    }
    for (int i = 0; i < p.corner_count; i++)
        p.corners[i] = pose_apply(pose, p.corners[i]);
    return p;
}

static double clamp01(double t)
{
    return fmin(fmax(t, 0.0), 1.0);
}

static double point_segment(belay_vec3 x, belay_vec3 p, belay_vec3 q)
{
    belay_vec3 d = v3_sub(q, p);
    return v3_distance(x, v3_add_scaled(p, clamp01(v3_dot(v3_sub(x, p), d) / v3_length_squared(d)), d));
}

// From the ends, and where the common normal of the lines meets both segments.
static double segment_segment(belay_vec3 p, belay_vec3 q, belay_vec3 r, belay_vec3 s)
{
    double least = fmin(fmin(point_segment(p, r, s), point_segment(q, r, s)),
                        fmin(point_segment(r, p, q), point_segment(s, p, q)));
    belay_vec3 d = v3_sub(q, p), e = v3_sub(s, r), n = v3_cross(d, e), pr = v3_sub(r, p);
    double nn = v3_length_squared(n);
    if (!(nn > 1e-20)) return least;
    double t = v3_dot(v3_cross(pr, e), n) / nn, u = v3_dot(v3_cross(pr, d), n) / nn;
    bool is_within = t >= 0.0 && t <= 1.0 && u >= 0.0 && u <= 1.0;
    return is_within ? fmin(least, fabs(v3_dot(pr, n)) / sqrt(nn)) : least;
}

static double point_over_triangle(belay_vec3 x, belay_vec3 a, belay_vec3 b, belay_vec3 c)
{
    belay_vec3 n = v3_cross(v3_sub(b, a), v3_sub(c, a));
    bool is_over = v3_dot(v3_cross(v3_sub(b, a), v3_sub(x, a)), n) >= 0.0 &&
                   v3_dot(v3_cross(v3_sub(c, b), v3_sub(x, b)), n) >= 0.0 &&
                   v3_dot(v3_cross(v3_sub(a, c), v3_sub(x, c)), n) >= 0.0;
    return is_over ? fabs(v3_dot(v3_sub(x, a), n)) / v3_length(n) : INFINITY;
}

static double corners_over_faces(const polytope* p, const polytope* q)
{
    double least = INFINITY;
    for (int i = 0; i < p->corner_count; i++) {
        const belay_vec3* c = q->corners;
        for (int t = 0; t < q->triangle_count; t++) {
            const int* k = q->triangles[t];
            least = fmin(least, point_over_triangle(p->corners[i], c[k[0]], c[k[1]], c[k[2]]));
        }
        for (int e = 0; e < q->edge_count; e++)
            least = fmin(least, point_segment(p->corners[i], c[q->edges[e][0]], c[q->edges[e][1]]));
        for (int k = 0; k < q->corner_count; k++)
            least = fmin(least, v3_distance(p->corners[i], c[k]));
    }
    return least;
}

double polytope_distance(const polytope* p, const polytope* q)
{
    double least = fmin(corners_over_faces(p, q), corners_over_faces(q, p));
    for (int i = 0; i < p->edge_count; i++)
        for (int j = 0; j < q->edge_count; j++)
            least = fmin(least, segment_segment(p->corners[p->edges[i][0]], p->corners[p->edges[i][1]],
                                                q->corners[q->edges[j][0]], q->corners[q->edges[j][1]]));
    return least;
}

// How far apart the polytopes are along the axis, in the better of both senses.
static double separation(const polytope* p, const polytope* q, belay_vec3 axis)
{
    double length = v3_length(axis), low_p = INFINITY, high_p = -INFINITY, low_q = INFINITY, high_q = -INFINITY;
    if (!(length > 1e-9)) return -INFINITY;
    for (int i = 0; i < p->corner_count; i++) {
        low_p = fmin(low_p, v3_dot(axis, p->corners[i]));
        high_p = fmax(high_p, v3_dot(axis, p->corners[i]));
    }
    for (int i = 0; i < q->corner_count; i++) {
        low_q = fmin(low_q, v3_dot(axis, q->corners[i]));
        high_q = fmax(high_q, v3_dot(axis, q->corners[i]));
    }
    return fmax(low_p - high_q, low_q - high_p) / length;
}

static belay_vec3 edge_way(const polytope* p, int e)
{
    return v3_sub(p->corners[p->edges[e][1]], p->corners[p->edges[e][0]]);
}

static double best_over_faces(const polytope* p, const polytope* of)
{
    double most = -INFINITY;
    for (int t = 0; t < of->triangle_count; t++) {
        const int* k = of->triangles[t];
        belay_vec3 ab = v3_sub(of->corners[k[1]], of->corners[k[0]]), ac = v3_sub(of->corners[k[2]], of->corners[k[0]]);
        most = fmax(most, separation(p, of, v3_cross(ab, ac)));
    }
    return most;
}

double polytope_separation(const polytope* p, const polytope* q)
{
    double most = fmax(best_over_faces(p, q), best_over_faces(q, p));
    for (int i = 0; i < p->edge_count; i++)
        for (int j = 0; j < q->edge_count; j++)
            most = fmax(most, separation(p, q, v3_cross(edge_way(p, i), edge_way(q, j))));
    return most;
}
