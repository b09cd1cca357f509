// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Lines in the world. The vertex shader widens them on the screen; a chain's pieces know their neighbours, so that they
// meet on the bisector and a see-through chain has no darker joints.

#include "viewer/internal.h"

static void set3(float* f, belay_vec3 p)
{
    f[0] = (float)p.x;
    f[1] = (float)p.y;
    f[2] = (float)p.z;
}

static void set_color(float* f, viewer_color c)
{
    f[0] = c.r;
    f[1] = c.g;
    f[2] = c.b;
    f[3] = c.a;
}

static void line_add(viewer* v, const vw_line_point* a, const vw_line_point* b, const belay_vec3* before,
                     const belay_vec3* after)
{
    vw_line* l = vw_buffer_push(v->is_line_on_top ? &v->top_lines : &v->lines, sizeof *l);
    if (!l) return;
    memset(l, 0, sizeof *l);
    set3(l->a, a->position);
    set3(l->b, b->position);
    l->width_a = (float)a->width;
    l->width_b = (float)b->width;
    set_color(l->color_a, a->color);
    set_color(l->color_b, b->color);
    if (before) set3(l->before, *before);
    if (after) set3(l->after, *after);
    l->has_before = before ? 1.0f : 0.0f;
    l->has_after = after ? 1.0f : 0.0f;
}

void vw_line_chain(viewer* v, vw_line_point_fn point_at, const void* context, int count, bool is_closed)
{
    int pieces = is_closed ? count : count - 1;
    for (int i = 0; i < pieces; ++i) {
        vw_line_point a = point_at(context, i), b = point_at(context, (i + 1) % count);
        bool has_before = is_closed || i > 0, has_after = is_closed || i + 1 < pieces;
        belay_vec3 before = has_before ? point_at(context, (i + count - 1) % count).position : a.position;
        belay_vec3 after = has_after ? point_at(context, (i + 2) % count).position : b.position;
        line_add(v, &a, &b, has_before ? &before : NULL, has_after ? &after : NULL);
    }
}

void viewer_line_on_top_set(viewer* v, bool is_on_top)
{
    v->is_line_on_top = is_on_top;
}

void viewer_line_draw(viewer* v, belay_vec3 a, belay_vec3 b, double width, viewer_color color)
{
    vw_line_point p = {a, width, color}, q = {b, width, color};
    line_add(v, &p, &q, NULL, NULL);
}

typedef struct polyline {
    const belay_vec3* points;
    double width;
    viewer_color color;
} polyline;

static vw_line_point polyline_point(const void* context, int i)
{
    const polyline* line = context;
    vw_line_point p = {line->points[i], line->width, line->color};
    return p;
}

void viewer_polyline_draw(viewer* v, const belay_vec3* points, int count, bool is_closed, double width,
                          viewer_color color)
{
    polyline line = {points, width, color};
    vw_line_chain(v, polyline_point, &line, count, is_closed && count > 2);
}
