// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Trails: rings of past positions.

#include "viewer/internal.h"

bool viewer_trail_init(viewer_trail* trail, int capacity)
{
    memset(trail, 0, sizeof *trail);
    trail->points = capacity > 0 ? malloc((size_t)capacity * sizeof *trail->points) : NULL;
    trail->capacity = trail->points ? capacity : 0;
    return trail->points != NULL;
}

void viewer_trail_fini(viewer_trail* trail)
{
    free(trail->points);
    memset(trail, 0, sizeof *trail);
}

void viewer_trail_push(viewer_trail* trail, belay_vec3 p)
{
    if (trail->capacity == 0) return;
    trail->points[trail->next] = p;
    trail->next = (trail->next + 1) % trail->capacity;
    trail->count += trail->count < trail->capacity;
}

void viewer_trail_clear(viewer_trail* trail)
{
    trail->count = trail->next = 0;
}

typedef struct trail_look {
    const viewer_trail* trail;
    double width;
    viewer_color color;
} trail_look;

static belay_vec3 point_at(const viewer_trail* trail, int age)
{
    return trail->points[(trail->next - 1 - age + 2 * trail->capacity) % trail->capacity];
}

// Width and opacity at a point, 1 at the new end and 0 where the trail is about to forget.
static vw_line_point trail_point(const void* context, int i)
{
    const trail_look* look = context;
    const viewer_trail* trail = look->trail;
    double s = 1.0 - (double)i / trail->capacity;
    vw_line_point p = {point_at(trail, i), look->width * (0.3 + 0.7 * s),
                       viewer_color_fade(look->color, look->color.a * (float)(s * s))};
    return p;
}

void viewer_trail_draw(viewer* v, const viewer_trail* trail, double width, viewer_color color)
{
    trail_look look = {trail, width, color};
    vw_line_chain(v, trail_point, &look, trail->count, false);
}
