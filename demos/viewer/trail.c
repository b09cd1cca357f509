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

static belay_vec3 point_at(const viewer_trail* trail, int age)
{
    return trail->points[(trail->next - 1 - age + 2 * trail->capacity) % trail->capacity];
}

void viewer_trail_draw(viewer* v, const viewer_trail* trail, double width, viewer_color color)
{
    for (int i = 0; i + 1 < trail->count; ++i) {
        double s0 = 1.0 - (double)i / trail->capacity, s1 = 1.0 - (double)(i + 1) / trail->capacity;
        belay_vec3 a = point_at(trail, i), b = point_at(trail, i + 1);
        vw_line l = {{(float)a.x, (float)a.y, (float)a.z},
                     (float)(width * (0.3 + 0.7 * s0)),
                     {(float)b.x, (float)b.y, (float)b.z},
                     (float)(width * (0.3 + 0.7 * s1)),
                     {color.r, color.g, color.b, color.a * (float)(s0 * s0)},
                     {color.r, color.g, color.b, color.a * (float)(s1 * s1)}};
        vw_buffer_append(&v->lines, &l, sizeof l);
    }
}
