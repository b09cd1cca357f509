// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The incremental convex hull: from a tetrahedron on, each point outside removes the faces that it sees and is joined
// to the edge of the hole.

#include "viewer/hull.h"

#include "viewer/basis/linear.h"

static vw_hull_face* face_at(const vw_buffer* faces, size_t i)
{
    return (vw_hull_face*)(void*)faces->data + i;
}

static size_t face_count(const vw_buffer* faces)
{
    return faces->size / sizeof(vw_hull_face);
}

static bool face_add(vw_buffer* faces, const belay_vec3* points, int a, int b, int c)
{
    belay_vec3 n = v3_cross(v3_sub(points[b], points[a]), v3_sub(points[c], points[a]));
    vw_hull_face* f = vw_buffer_push(faces, sizeof *f);
    if (!f) return false;
    memset(f, 0, sizeof *f);
    f->corner[0] = a;
    f->corner[1] = b;
    f->corner[2] = c;
    f->normal = v3_normalize_or(n, v3(0, 0, 1));
    f->offset = v3_dot(f->normal, points[a]);
    return true;
}

// The point farthest from what is spanned so far: a point, a line or a plane.
static int farthest(const belay_vec3* points, int count, const int* base, int base_count, double* best)
{
    int found = 0;
    *best = 0.0;
    for (int i = 0; i < count; ++i) {
        belay_vec3 d = v3_sub(points[i], points[base[0]]);
        double distance = v3_length(d);
        if (base_count > 1) {
            belay_vec3 line = v3_normalize_or(v3_sub(points[base[1]], points[base[0]]), v3(0, 0, 0));
            belay_vec3 across = v3_add_scaled(d, -v3_dot(d, line), line);
            distance = v3_length(across);
            if (base_count > 2) {
                belay_vec3 other = v3_sub(points[base[2]], points[base[0]]);
                distance = fabs(v3_dot(d, v3_normalize_or(v3_cross(line, other), v3(0, 0, 0))));
            }
        }
        if (distance > *best) {
            *best = distance;
            found = i;
        }
    }
    return found;
}

// Four points of which none lies in the plane of the others, turned so that the first three are seen anticlockwise from
// outside; returns the extent of the cloud, 0 when it is flat.
static double tetrahedron(const belay_vec3* points, int count, int base[4])
{
    double extent = 0.0, distance = 0.0;
    base[0] = 0;
    for (int k = 1; k < 4; ++k) {
        base[k] = farthest(points, count, base, k, &distance);
        if (k == 1) extent = distance;
        if (!(distance > 1e-9 * extent)) return 0.0;
    }
    belay_vec3 a = points[base[0]], ab = v3_sub(points[base[1]], a), ac = v3_sub(points[base[2]], a);
    if (v3_dot(v3_cross(ab, ac), v3_sub(points[base[3]], a)) > 0.0) {
        int t = base[1];
        base[1] = base[2];
        base[2] = t;
    }
    return extent;
}

static bool is_seen_edge(const vw_buffer* faces, size_t end, int a, int b)
{
    for (size_t i = 0; i < end; ++i) {
        const vw_hull_face* f = face_at(faces, i);
        for (int k = 0; f->is_hidden && k < 3; ++k)
            if (f->corner[k] == a && f->corner[(k + 1) % 3] == b) return true;
    }
    return false;
}

static void remove_hidden(vw_buffer* faces)
{
    size_t kept = 0;
    for (size_t i = 0; i < face_count(faces); ++i)
        if (!face_at(faces, i)->is_hidden) *face_at(faces, kept++) = *face_at(faces, i);
    faces->size = kept * sizeof(vw_hull_face);
}

static bool point_add(vw_buffer* faces, const belay_vec3* points, int p, double tolerance)
{
    size_t end = face_count(faces), seen = 0;
    for (size_t i = 0; i < end; ++i) {
        vw_hull_face* f = face_at(faces, i);
        f->is_hidden = v3_dot(f->normal, points[p]) - f->offset > tolerance;
        seen += f->is_hidden;
    }
    if (seen == 0) return true;
    for (size_t i = 0; i < end; ++i) {
        if (!face_at(faces, i)->is_hidden) continue;
        for (int k = 0; k < 3; ++k) {
            int a = face_at(faces, i)->corner[k], b = face_at(faces, i)->corner[(k + 1) % 3];
            if (!is_seen_edge(faces, end, b, a) && !face_add(faces, points, a, b, p)) return false;
        }
    }
    remove_hidden(faces);
    return true;
}

bool vw_hull_build(vw_buffer* faces, const belay_vec3* points, int count)
{
    static const int sides[4][3] = {{0, 1, 2}, {1, 0, 3}, {2, 1, 3}, {0, 2, 3}};
    int base[4];
    double extent = count > 3 ? tetrahedron(points, count, base) : 0.0;
    if (!(extent > 0.0)) return false;
    for (int i = 0; i < 4; ++i)
        if (!face_add(faces, points, base[sides[i][0]], base[sides[i][1]], base[sides[i][2]])) return false;
    for (int p = 0; p < count; ++p)
        if (!point_add(faces, points, p, 1e-9 * extent)) return false;
    return true;
}
