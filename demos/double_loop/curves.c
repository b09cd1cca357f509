// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "double_loop/curves.h"

#include <math.h>
#include <string.h>

static void thin(curves* c)
{
    for (int k = 0; k < CURVE_COUNT; k++)
        for (int i = 0; 2 * i < c->count; i++)
            c->values[k][i] = c->values[k][2 * i];
    for (int i = 0; 2 * i < c->count; i++)
        c->path[i] = c->path[2 * i];
    c->count = (c->count + 1) / 2;
    c->stride *= 2;
}

void curves_push(curves* c, const lane_sample* s)
{
    if (c->count == 0) c->stride = 1;
    if (c->count > 0 && ++c->skipped < c->stride) return;
    c->skipped = 0;
    if (c->count == CURVES_CAPACITY) thin(c);
    int i = c->count++;
    c->path[i] = s->pose.position;
    c->values[CURVE_TIME][i] = s->time;
    c->values[CURVE_SPIN][i] = s->energy.rotation;
    c->values[CURVE_TRANSLATION][i] = s->energy.translation;
    c->values[CURVE_POTENTIAL][i] = s->energy.potential;
    c->values[CURVE_DISSIPATED][i] = s->dissipated;
    c->values[CURVE_TOTAL][i] = s->energy.rotation + s->energy.translation + s->energy.potential + s->dissipated;
    c->values[CURVE_PROGRESS][i] = s->is_on_track ? s->progress : NAN;
}

void curves_take_back(curves* c, int count, int stride, int skipped)
{
    int thinned = stride > 0 ? c->stride / stride : 0;
    if (thinned == 0 || count == 0) {
        curves_clear(c);
        return;
    }
    int left = (count - 1) / thinned + 1;
    if (left > c->count) return;
    c->skipped = skipped + (count - 1) % thinned * stride;
    c->count = left;
}

void curves_clear(curves* c)
{
    memset(c, 0, sizeof *c);
}
