// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "geometry/distance/epa_polytope.h"

// An edge of a face.
typedef struct half_edge {
    int face, edge;
} half_edge;

// The edges around a hole, on the faces that stay.
typedef struct horizon {
    half_edge edges[BL_EPA_MAX_FACES];
    int count;
} horizon;

static int next3(int i)
{
    return i == 2 ? 0 : i + 1;
}

static void link_edges(bl_epa_polytope* p, half_edge a, half_edge b)
{
    p->faces[a.face].across[a.edge] = b.face;
    p->faces[a.face].across_edge[a.edge] = b.edge;
    p->faces[b.face].across[b.edge] = a.face;
    p->faces[b.face].across_edge[b.edge] = a.edge;
}

static void set_face(bl_epa_polytope* p, int index, int i, int j, int k)
{
    bl_epa_face* f = &p->faces[index];
    belay_vec3 a = p->vertices[i].w, b = p->vertices[j].w, c = p->vertices[k].w;
    belay_vec3 ab = v3_sub(b, a), ac = v3_sub(c, a), n = v3_cross(ab, ac);
    double length = v3_length(n), edge = sqrt(fmax(v3_length_squared(ab), v3_length_squared(ac)));
    bool has_area = length > p->rounding * edge;
    f->normal = has_area ? v3_scale(1.0 / length, n) : v3_zero();
    f->offset = has_area ? v3_dot(f->normal, a) : 0.0;
    f->vertex[0] = i;
    f->vertex[1] = j;
    f->vertex[2] = k;
    f->is_alive = true;
    p->keys[index] = has_area ? f->offset : INFINITY;
}

int bl_epa_polytope_closest(const bl_epa_polytope* p)
{
    int best = -1;
    double least = INFINITY;
    for (int i = 0; i < p->face_count; i++) {
        if (p->keys[i] < least) {
            least = p->keys[i];
            best = i;
        }
    }
    return best;
}

bool bl_epa_polytope_start(bl_epa_polytope* p, const bl_pair_point corners[4], double rounding)
{
    belay_vec3 a = corners[0].w, b = corners[1].w, c = corners[2].w, d = corners[3].w;
    belay_vec3 n = v3_cross(v3_sub(b, a), v3_sub(c, a));
    double height = v3_dot(v3_sub(d, a), n);
    if (!(fabs(height) > rounding * v3_length(n))) return false;
    int second = height < 0.0 ? 1 : 2, third = 3 - second; // so that corner 3 is below face 0 1 2
    p->rounding = rounding;
    p->vertex_count = p->face_count = 4;
    p->free_count = 0;
    p->vertices[0] = corners[0];
    p->vertices[1] = corners[second];
    p->vertices[2] = corners[third];
    p->vertices[3] = corners[3];
    set_face(p, 0, 0, 1, 2);
    set_face(p, 1, 1, 0, 3);
    set_face(p, 2, 2, 1, 3);
    set_face(p, 3, 0, 2, 3);
    for (int i = 0; i < 3; i++) {
        link_edges(p, (half_edge){0, i}, (half_edge){1 + i, 0});
        link_edges(p, (half_edge){1 + i, 2}, (half_edge){1 + next3(i), 1});
    }
    return bl_epa_polytope_closest(p) >= 0;
}

bool bl_epa_polytope_has(const bl_epa_polytope* p, belay_vec3 w)
{
    for (int i = 0; i < p->vertex_count; i++) {
        belay_vec3 v = p->vertices[i].w;
        if (v.x == w.x && v.y == w.y && v.z == w.z) return true;
    }
    return false;
}

static void kill_face(bl_epa_polytope* p, int face)
{
    p->faces[face].is_alive = false;
    p->keys[face] = INFINITY;
    p->free_faces[p->free_count++] = face;
}

// A face whose plane holds the point counts as seen: the new faces then never lie along an edge that points at it.
static bool is_seen(const bl_epa_polytope* p, int face, belay_vec3 w)
{
    return v3_dot(p->faces[face].normal, w) - p->faces[face].offset >= -p->rounding;
}

// Removes the faces that the point sees, which hang together, and lists the edges around them in order, anticlockwise.
static void cut(bl_epa_polytope* p, int start, belay_vec3 w, horizon* around)
{
    half_edge stack[BL_EPA_MAX_FACES + 3];
    int top = 0;
    around->count = 0;
    kill_face(p, start);
    for (int i = 2; i >= 0; i--)
        stack[top++] = (half_edge){start, i};
    while (top > 0) {
        half_edge from = stack[--top];
        half_edge at = {p->faces[from.face].across[from.edge], p->faces[from.face].across_edge[from.edge]};
        if (!p->faces[at.face].is_alive) continue;
        if (is_seen(p, at.face, w)) {
            kill_face(p, at.face);
            stack[top++] = (half_edge){at.face, next3(next3(at.edge))};
            stack[top++] = (half_edge){at.face, next3(at.edge)};
        } else {
            around->edges[around->count++] = at;
        }
    }
}

static int take_face(bl_epa_polytope* p)
{
    return p->free_count > 0 ? p->free_faces[--p->free_count] : p->face_count++;
}

static int end_vertex(const bl_epa_polytope* p, half_edge e)
{
    return p->faces[e.face].vertex[next3(e.edge)];
}

// Whether the edges, seen from the hole, follow each other once around it.
static bool is_closed(const bl_epa_polytope* p, const horizon* around)
{
    if (around->count < 3) return false;
    for (int i = 0; i < around->count; i++) {
        half_edge here = around->edges[i], then = around->edges[i + 1 < around->count ? i + 1 : 0];
        if (p->faces[here.face].vertex[here.edge] != end_vertex(p, then)) return false;
    }
    return true;
}

bool bl_epa_polytope_extend(bl_epa_polytope* p, int face, const bl_pair_point* point)
{
    horizon around;
    if (p->vertex_count == BL_EPA_MAX_VERTICES) return false;
    cut(p, face, point->w, &around);
    if (!is_closed(p, &around)) return false;
    if (around.count > p->free_count + BL_EPA_MAX_FACES - p->face_count) return false;
    int vertex = p->vertex_count++, first = -1, last = -1;
    p->vertices[vertex] = *point;
    for (int i = 0; i < around.count; i++) {
        half_edge e = around.edges[i];
        int made = take_face(p);
        set_face(p, made, end_vertex(p, e), p->faces[e.face].vertex[e.edge], vertex);
        link_edges(p, (half_edge){made, 0}, e);
        if (i > 0) link_edges(p, (half_edge){last, 1}, (half_edge){made, 2});
        if (i == 0) first = made;
        last = made;
    }
    link_edges(p, (half_edge){last, 1}, (half_edge){first, 2});
    return bl_epa_polytope_closest(p) >= 0;
}
