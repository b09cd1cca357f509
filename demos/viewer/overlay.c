// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Flat drawing: everything becomes rectangles whose fragments measure a distance to an edge. Text is in text.c.

#include "viewer/internal.h"

void vw_overlay_reset(viewer* v)
{
    vw_buffer_reset(&v->overlay);
}

// Shape kinds, the fourth value of vw_overlay_vertex.shape; VW_KIND_GLYPH is another.
static const float KIND_FILL = 0.0f;    // rounded box
static const float KIND_OUTLINE = 2.0f; // plus width / 16
static const float KIND_SHADOW = 3.0f;  // plus blur / 64

static void quad_write(vw_overlay_vertex* out, const vw_corner c[4], const float shape[4], viewer_color color)
{
    static const int order[6] = {0, 1, 2, 2, 1, 3};
    const float rgba[4] = {color.r, color.g, color.b, color.a};
    for (int i = 0; i < 6; ++i) {
        const vw_corner* k = &c[order[i]];
        vw_overlay_vertex* o = &out[i];
        o->position[0] = (float)k->x;
        o->position[1] = (float)k->y;
        o->local[0] = (float)k->u;
        o->local[1] = (float)k->w;
        memcpy(o->shape, shape, sizeof o->shape);
        for (int j = 0; j < 4; ++j)
            o->color[j] = (unsigned char)(fminf(fmaxf(rgba[j], 0.0f), 1.0f) * 255.0f + 0.5f);
    }
}

void vw_overlay_quad(viewer* v, const vw_corner c[4], const float shape[4], viewer_color color)
{
    vw_overlay_vertex* out = vw_buffer_push(&v->overlay, 6 * sizeof *out);
    if (out) quad_write(out, c, shape, color);
}

// A box about (cx, cy) whose first axis is (ax, ay); the quad reaches `grow` beyond it for the soft edge.
static void box_corners(vw_corner c[4], double cx, double cy, double ax, double ay, double half_w, double half_h,
                        double grow)
{
    for (int i = 0; i < 4; ++i) {
        double u = (i & 1 ? 1.0 : -1.0) * (half_w + grow), w = (i & 2 ? 1.0 : -1.0) * (half_h + grow);
        c[i] = (vw_corner){cx + u * ax - w * ay, cy + u * ay + w * ax, u, w};
    }
}

static void rect_write(vw_overlay_vertex* out, viewer_rect r, double radius, float kind, double grow,
                       viewer_color color)
{
    vw_corner c[4];
    double half_w = 0.5 * r.w, half_h = 0.5 * r.h;
    radius = fmax(fmin(radius, fmin(half_w, half_h)), 0.0);
    box_corners(c, r.x + half_w, r.y + half_h, 1.0, 0.0, half_w, half_h, grow);
    const float shape[4] = {(float)half_w, (float)half_h, (float)radius, kind};
    quad_write(out, c, shape, color);
}

static void rect_add(viewer* v, viewer_rect r, double radius, float kind, double grow, viewer_color color)
{
    vw_overlay_vertex* out = vw_buffer_push(&v->overlay, 6 * sizeof *out);
    if (out) rect_write(out, r, radius, kind, grow, color);
}

void viewer_rect_draw(viewer* v, viewer_rect r, double radius, viewer_color color)
{
    rect_add(v, r, radius, KIND_FILL, 1.0, color);
}

static float outline_kind(double width)
{
    return KIND_OUTLINE + (float)(fmin(fmax(width, 0.0), 15.0) / 16.0);
}

void viewer_rect_outline_draw(viewer* v, viewer_rect r, double radius, double width, viewer_color color)
{
    rect_add(v, r, radius, outline_kind(width), 1.0, color);
}

enum { PANEL_PARTS = 3 };

static void panel_write(const viewer* v, vw_overlay_vertex* out, viewer_rect r)
{
    const double radius = 10.0, blur = 14.0;
    viewer_rect shadow = {r.x, r.y + 4.0, r.w, r.h};
    float depth = v->theme == VIEWER_THEME_DARK ? 0.30f : 0.10f;
    rect_write(out, shadow, radius, KIND_SHADOW + (float)(blur / 64.0), blur,
               viewer_color_fade(viewer_color_hex(0x0B1220), depth));
    rect_write(out + 6, r, radius, KIND_FILL, 1.0, v->look.roles[VIEWER_ROLE_PANEL]);
    rect_write(out + 12, r, radius, outline_kind(1.0), 1.0, v->look.roles[VIEWER_ROLE_EDGE]);
}

void viewer_panel_draw(viewer* v, viewer_rect r)
{
    vw_overlay_vertex* out = vw_buffer_push(&v->overlay, PANEL_PARTS * 6 * sizeof *out);
    if (out) panel_write(v, out, r);
}

size_t vw_overlay_mark(const viewer* v)
{
    return v->overlay.size;
}

// Rewrites the panel that was drawn at `mark`, once its size is known.
void vw_overlay_panel_patch(viewer* v, size_t mark, viewer_rect r)
{
    if (mark + PANEL_PARTS * 6 * sizeof(vw_overlay_vertex) <= v->overlay.size)
        panel_write(v, (vw_overlay_vertex*)(void*)(v->overlay.data + mark), r);
}

void viewer_line2_draw(viewer* v, double x0, double y0, double x1, double y1, double width, viewer_color color)
{
    double dx = x1 - x0, dy = y1 - y0, length = sqrt(dx * dx + dy * dy), half = 0.5 * width;
    double ax = length > 0.0 ? dx / length : 1.0, ay = length > 0.0 ? dy / length : 0.0;
    vw_corner c[4];
    box_corners(c, 0.5 * (x0 + x1), 0.5 * (y0 + y1), ax, ay, 0.5 * length + half, half, 1.0);
    const float shape[4] = {(float)(0.5 * length + half), (float)half, (float)half, KIND_FILL};
    vw_overlay_quad(v, c, shape, color);
}

void viewer_disc_draw(viewer* v, double x, double y, double radius, viewer_color color)
{
    viewer_rect r = {x - radius, y - radius, 2.0 * radius, 2.0 * radius};
    viewer_rect_draw(v, r, radius, color);
}

void viewer_backdrop_set(viewer* v, viewer_color color)
{
    v->backdrop = color;
    v->backdrop.a = 1.0f;
}
