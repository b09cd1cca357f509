// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// From many contact points in a plane to four: as large a quadrangle as growing one corner at a time finds, then the
// lowest point in place of the corner nearest to it, if that is lower than them all. A choice is left as it is unless
// another is better by more than rounding, so that points that come back with new rounding are chosen again.

#include "contact/flat.h"

#define ROUNDING 1e-9 // of the extent

static double extent_of(const bl_flat_list* list)
{
    double extent = 0.0;
    for (int i = 1; i < list->count; i++)
        extent =
            fmax(extent, fabs(list->points[i].x - list->points[0].x) + fabs(list->points[i].y - list->points[0].y));
    return extent;
}

static void drop_high(bl_flat_list* list, double reach)
{
    int kept = 0;
    for (int i = 0; i < list->count; i++)
        if (list->points[i].height <= reach) list->points[kept++] = list->points[i];
    list->count = kept;
}

static int furthest_along_x(const bl_flat_list* list, double tolerance)
{
    int best = 0;
    for (int i = 1; i < list->count; i++)
        if (list->points[i].x > list->points[best].x + tolerance) best = i;
    return best;
}

static int furthest_from(const bl_flat_list* list, int from, double tolerance)
{
    const bl_flat_point* f = &list->points[from];
    int best = from;
    double most = 0.0;
    for (int i = 0; i < list->count; i++) {
        double dx = list->points[i].x - f->x, dy = list->points[i].y - f->y;
        double distance = sqrt(dx * dx + dy * dy);
        if (!(distance > most + tolerance)) continue;
        most = distance;
        best = i;
    }
    return best;
}

// The point furthest to the right of the way from a to b; `current` unless another is better; -1 when none is.
static int furthest_right(const bl_flat_list* list, int a, int b, int current, double tolerance)
{
    const bl_flat_point *p = &list->points[a], *q = &list->points[b];
    double ux = q->x - p->x, uy = q->y - p->y, length = sqrt(ux * ux + uy * uy);
    if (!(length > 0.0)) return current;
    double nx = uy / length, ny = -ux / length, at = nx * p->x + ny * p->y;
    double most = current >= 0 ? nx * list->points[current].x + ny * list->points[current].y : at;
    for (int i = 0; i < list->count; i++) {
        double along = nx * list->points[i].x + ny * list->points[i].y;
        if (!(along > most + tolerance)) continue;
        most = along;
        current = i;
    }
    return current;
}

// The corners of the quadrangle in order round it; -1 where there is none.
static void grow(const bl_flat_list* list, double tolerance, int corners[4])
{
    corners[0] = furthest_along_x(list, tolerance);
    corners[2] = furthest_from(list, corners[0], tolerance);
    if (corners[2] == corners[0]) corners[2] = -1; // all in one place
    corners[1] = corners[3] = -1;
    if (corners[2] < 0) return;
    corners[1] = furthest_right(list, corners[0], corners[2], -1, tolerance);
    corners[3] = furthest_right(list, corners[2], corners[0], -1, tolerance);
    for (int round = 0; round < 4; round++) {
        bool changed = false;
        for (int i = 0; i < 4; i++) {
            int before = corners[(i + 3) % 4], after = corners[(i + 1) % 4];
            if (before < 0 || after < 0 || corners[i] < 0) continue;
            int better = furthest_right(list, before, after, corners[i], tolerance);
            changed = changed || better != corners[i];
            corners[i] = better;
        }
        if (!changed) break;
    }
}

// A point that is lower than all the corners by more than the tolerance; -1 when there is none.
static int find_lower(const bl_flat_list* list, double tolerance, const int corners[4])
{
    double height = INFINITY;
    int lower = -1;
    for (int i = 0; i < 4; i++)
        if (corners[i] >= 0) height = fmin(height, list->points[corners[i]].height - tolerance);
    for (int i = 0; i < list->count; i++) {
        if (!(list->points[i].height < height)) continue;
        height = list->points[i].height;
        lower = i;
    }
    return lower;
}

static void keep_lowest(const bl_flat_list* list, double tolerance, int corners[4])
{
    int lower = find_lower(list, tolerance, corners), nearest = 0;
    if (lower < 0) return;
    double least = INFINITY;
    for (int i = 0; i < 4; i++) {
        double square = -1.0; // a corner that is not there is the first to be taken
        if (corners[i] >= 0) {
            double dx = list->points[corners[i]].x - list->points[lower].x;
            double dy = list->points[corners[i]].y - list->points[lower].y;
            square = dx * dx + dy * dy;
        }
        if (!(square < least)) continue;
        least = square;
        nearest = i;
    }
    corners[nearest] = lower;
}

void bl_flat_reduce(bl_flat_list* list, double reach)
{
    int corners[4], kept = 0;
    bl_flat_point chosen[4];
    drop_high(list, reach);
    if (list->count <= 4) return;
    double tolerance = ROUNDING * extent_of(list);
    grow(list, tolerance, corners);
    keep_lowest(list, tolerance, corners);
    for (int i = 0; i < 4; i++)
        if (corners[i] >= 0) chosen[kept++] = list->points[corners[i]];
    for (int i = 0; i < kept; i++)
        list->points[i] = chosen[i];
    list->count = kept;
}

void bl_flat_drop(bl_flat_list* list, uint32_t feature)
{
    int lowest = 0, kept = 0;
    for (int i = 1; i < list->count; i++)
        if (list->points[i].height < list->points[lowest].height) lowest = i;
    for (int i = 0; i < list->count; i++)
        if (i != lowest && list->points[i].feature != feature) list->points[kept++] = list->points[i];
    list->count = kept;
}
