// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Cutting a polygon, or a line, to a polygon, side after side. What lies beyond a side by no more than rounding stays
// where it is, so that a face upon a face of the same outline keeps its own corners.

#include "detect/convex/face_clip.h"

#define OF_GROUND 0x10000u // of an edge label: a side of the ground, not an edge of the shape

typedef struct vertex {
    double x, y, height;
    uint32_t edge; // label of the edge from here to the next
    uint32_t feature;
} vertex;

// Where an edge meets a side. Two sides of the ground meet in its corner.
static uint32_t crossing_feature(const bl_clip_ground* g, uint32_t edge, int number)
{
    const bl_clip_shape* polygon = &g->shape;
    if (!(edge & OF_GROUND)) return bl_clip_crossing(g, polygon->corners[number].edge, edge);
    int other = (int)(edge & ~OF_GROUND), next = other + 1 < polygon->count ? other + 1 : 0;
    return bl_clip_own_corner(g, polygon->corners[next == number ? number : other].corner);
}

static vertex cross(const bl_clip_ground* g, const vertex* a, const vertex* b, double da, double db, int side)
{
    double t = da / (da - db);
    vertex v = {a->x + t * (b->x - a->x), a->y + t * (b->y - a->y), a->height + t * (b->height - a->height), a->edge,
                crossing_feature(g, a->edge, side)};
    return v;
}

// Cuts `in` to the inside of a side; `inside` has how far each vertex is.
static int cut_by_side(const bl_clip_ground* g, int side, const vertex* in, const double* inside, int count,
                       vertex* out)
{
    double tolerance = g->tolerance;
    int kept = 0;
    for (int i = 0; i < count; i++) {
        int next = i + 1 < count ? i + 1 : 0;
        double da = inside[i], db = inside[next];
        if (da >= -tolerance) {
            out[kept] = in[i];
            if (db < -tolerance && !(da > tolerance)) out[kept].edge = OF_GROUND | (uint32_t)side;
            kept++;
        }
        bool leaves = da > tolerance && db < -tolerance, enters = da < -tolerance && db > tolerance;
        if (leaves || enters) {
            out[kept] = cross(g, &in[i], &in[next], da, db, side);
            if (leaves) out[kept].edge = OF_GROUND | (uint32_t)side;
            kept++;
        }
    }
    return kept;
}

// Writes how far inside the side the vertices are; returns the least.
static double measure(const bl_clip_ground* g, int side, const vertex* in, int count, double* inside)
{
    double least = INFINITY;
    for (int i = 0; i < count; i++) {
        inside[i] = bl_clip_inside_side(&g->shape, side, in[i].x, in[i].y);
        if (inside[i] < least) least = inside[i];
    }
    return least;
}

void bl_clip_polygon(const bl_clip_ground* ground, const bl_clip_shape* shape, bl_clip_list* list)
{
    vertex buffers[2][BL_CLIP_MAX_POINTS];
    double inside[BL_CLIP_MAX_POINTS];
    vertex *from = buffers[0], *to = buffers[1];
    int count = shape->count;
    for (int i = 0; i < count; i++) {
        const bl_clip_corner* c = &shape->corners[i];
        vertex v = {c->x, c->y, c->height, c->edge, bl_clip_other_corner(ground, c->corner)};
        from[i] = v;
    }
    for (int i = 0; i < ground->shape.count && count > 0; i++) {
        if (measure(ground, i, from, count, inside) >= -ground->tolerance) continue;
        count = cut_by_side(ground, i, from, inside, count, to);
        vertex* swap = from;
        from = to;
        to = swap;
    }
    for (int i = 0; i < count; i++)
        bl_clip_add(list, from[i].x, from[i].y, from[i].height, 0.0, from[i].feature);
}

// ------------------------------------------------------------------------------------------------------------------
// Lines: the part between two parameters, each with the name of what ends it.
// ------------------------------------------------------------------------------------------------------------------

typedef struct span {
    double t[2];
    uint32_t feature[2];
} span;

// Keeps the part of the span where the linear d0 + t (d1 - d0) is not negative; false when there is none.
static bool cut_span(span* s, double d0, double d1, double tolerance, uint32_t feature)
{
    if (d0 < -tolerance && d1 < -tolerance) return false;
    int end = d1 < -tolerance ? 1 : (d0 < -tolerance ? 0 : -1);
    if (end < 0) return true;
    double t = d0 / (d0 - d1);
    t = t < 0.0 ? 0.0 : (t > 1.0 ? 1.0 : t);
    bool is_tighter = end == 1 ? t < s->t[1] : t > s->t[0];
    if (is_tighter) {
        s->t[end] = t;
        s->feature[end] = feature;
    }
    return s->t[0] <= s->t[1];
}

// |center + t way|^2 <= radius^2
static bool cut_span_by_circle(span* s, const bl_clip_ground* g, const bl_clip_corner* a, const bl_clip_corner* b)
{
    const bl_clip_disc* disc = &g->shape.disc;
    double px = a->x - disc->center[0], py = a->y - disc->center[1], ux = b->x - a->x, uy = b->y - a->y;
    double uu = ux * ux + uy * uy, pu = px * ux + py * uy, radius2 = disc->a[0] * disc->a[0] + disc->a[1] * disc->a[1];
    double square = pu * pu - uu * (px * px + py * py - radius2);
    if (!(uu > 0.0)) return bl_clip_is_inside(&g->shape, a->x, a->y, g->tolerance);
    if (square < 0.0) return false;
    double root = sqrt(square), enter = (-pu - root) / uu, leave = (-pu + root) / uu;
    double margin = g->tolerance / sqrt(uu);
    if (enter > s->t[0] + margin) {
        s->t[0] = enter;
        s->feature[0] = bl_clip_crossing(g, bl_axisymmetric_edge(disc->rim, 0), a->edge);
    }
    if (leave < s->t[1] - margin) {
        s->t[1] = leave;
        s->feature[1] = bl_clip_crossing(g, bl_axisymmetric_edge(disc->rim, 1), a->edge);
    }
    return s->t[0] <= s->t[1];
}

static bool cut_span_by_polygon(span* s, const bl_clip_ground* g, const bl_clip_corner* a, const bl_clip_corner* b)
{
    for (int i = 0; i < g->shape.count; i++) {
        uint32_t feature = bl_clip_crossing(g, g->shape.corners[i].edge, a->edge);
        double da = bl_clip_inside_side(&g->shape, i, a->x, a->y), db = bl_clip_inside_side(&g->shape, i, b->x, b->y);
        if (!cut_span(s, da, db, g->tolerance, feature)) return false;
    }
    return true;
}

int bl_clip_edge(const bl_clip_ground* ground, const bl_clip_corner* a, const bl_clip_corner* b, bl_clip_point ends[2])
{
    span s = {{0.0, 1.0}, {bl_clip_other_corner(ground, a->corner), bl_clip_other_corner(ground, b->corner)}};
    bool any = ground->shape.kind == BL_CLIP_DISC ? cut_span_by_circle(&s, ground, a, b)
                                                  : cut_span_by_polygon(&s, ground, a, b);
    if (!any) return 0;
    double dx = b->x - a->x, dy = b->y - a->y, path = (s.t[1] - s.t[0]) * sqrt(dx * dx + dy * dy);
    int count = path > ground->tolerance ? 2 : 1;
    int lower = a->height <= b->height ? 0 : 1;
    for (int k = 0; k < count; k++) {
        double t = s.t[count == 1 ? lower : k];
        bl_clip_point p = {a->x + t * dx, a->y + t * dy, a->height + t * (b->height - a->height),
                           a->depth + t * (b->depth - a->depth), s.feature[count == 1 ? lower : k]};
        ends[k] = p;
    }
    return count;
}

void bl_clip_line(const bl_clip_ground* ground, const bl_clip_shape* shape, bl_clip_list* list)
{
    bl_clip_point ends[2];
    int count = bl_clip_edge(ground, &shape->corners[0], &shape->corners[1], ends);
    for (int k = 0; k < count; k++)
        bl_clip_add(list, ends[k].x, ends[k].y, ends[k].height, ends[k].depth, ends[k].feature);
}
