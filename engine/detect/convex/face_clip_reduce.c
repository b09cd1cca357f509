// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// From many contact points in a plane to four: the quadrangle of the largest area, found by its diagonals, each with
// the points furthest from it on both sides; then the lowest point in place of one of the corners, if that is lower
// than them all. A choice is left as it is unless another is better by more than rounding, so that points that come
// back with new rounding are chosen again.

#include "detect/contact_tolerance.h"
#include "detect/convex/face_clip.h"

// Many points are thinned out first, to the outermost in some directions.
#define DIRECTIONS 8

typedef struct choice {
    int corners[4]; // -1 where there is none
    double area;    // twice
} choice;

static double extent_of(const bl_clip_list* list)
{
    double extent = 0.0;
    for (int i = 1; i < list->count; i++)
        extent =
            fmax(extent, fabs(list->points[i].x - list->points[0].x) + fabs(list->points[i].y - list->points[0].y));
    return extent;
}

static void drop_high(bl_clip_list* list, double cutoff)
{
    int kept = 0;
    for (int i = 0; i < list->count; i++)
        if (list->points[i].height <= cutoff) list->points[kept++] = list->points[i];
    list->count = kept;
}

static int outermost(const bl_clip_list* list, double x, double y, double tolerance)
{
    int best = 0;
    double most = -INFINITY;
    for (int i = 0; i < list->count; i++) {
        double along = x * list->points[i].x + y * list->points[i].y;
        if (!(along > most + tolerance)) continue;
        most = along;
        best = i;
    }
    return best;
}

// Writes the numbers of the points to choose from; returns how many.
static int find_candidates(const bl_clip_list* list, double tolerance, int candidates[BL_CONTACT_MANY_POINTS])
{
    // cos and sin of 0.3, 0.3 + 45 degrees: no side of a common figure is orthogonal to them.
    const double across[2][2] = {{0.955336489125606, 0.29552020666134}, {0.466560391868967, 0.884489246962376}};
    int count = 0;
    if (list->count <= BL_CONTACT_MANY_POINTS) {
        for (; count < list->count; count++)
            candidates[count] = count;
        return count;
    }
    for (int k = 0; k < DIRECTIONS; k++) {
        double x = across[k % 2][0], y = across[k % 2][1];
        for (int quarter = 0; quarter < k / 2; quarter++) {
            double turned = -y;
            y = x;
            x = turned;
        }
        int found = outermost(list, x, y, tolerance);
        if (count == 0 || candidates[count - 1] != found) candidates[count++] = found;
    }
    return count;
}

// The diagonal from point a to point b, and on either side of it the furthest of the candidates.
static choice quadrangle_over(const bl_clip_list* list, const int* candidates, int count, int a, int b,
                              double tolerance)
{
    const bl_clip_point *p = &list->points[a], *q = &list->points[b];
    double ux = q->x - p->x, uy = q->y - p->y, length = sqrt(ux * ux + uy * uy);
    double left = tolerance, right = tolerance;
    choice c = {{a, -1, b, -1}, 0.0};
    if (!(length > tolerance)) return c;
    for (int i = 0; i < count; i++) {
        const bl_clip_point* r = &list->points[candidates[i]];
        double away = (uy * (r->x - p->x) - ux * (r->y - p->y)) / length; // to the right
        if (away > right + tolerance) {
            right = away;
            c.corners[1] = candidates[i];
        } else if (-away > left + tolerance) {
            left = -away;
            c.corners[3] = candidates[i];
        }
    }
    // Without a point on a side the area is next to nothing, but the longest line has the most of it.
    c.area = length * (right + left);
    return c;
}

static choice largest_quadrangle(const bl_clip_list* list, double tolerance, double extent)
{
    int candidates[BL_CONTACT_MANY_POINTS] = {0}, count = find_candidates(list, tolerance, candidates);
    choice best = {{candidates[0], -1, -1, -1}, 0.0};
    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count; j++) {
            choice c = quadrangle_over(list, candidates, count, candidates[i], candidates[j], tolerance);
            if (c.area > best.area + tolerance * extent) best = c;
        }
    return best;
}

// ------------------------------------------------------------------------------------------------------------------
// The lowest point
// ------------------------------------------------------------------------------------------------------------------

static double cross_of(const bl_clip_list* list, int a, int b, int c, int d)
{
    const bl_clip_point* p = list->points;
    return fabs((p[b].x - p[a].x) * (p[d].y - p[c].y) - (p[b].y - p[a].y) * (p[d].x - p[c].x));
}

// Twice the area of four points' quadrangle in whatever order: its diagonals are the pair with the largest product.
static double area_of(const bl_clip_list* list, const int corners[4])
{
    int a = corners[0], b = corners[1], c = corners[2], d = corners[3];
    if (a < 0 || b < 0 || c < 0 || d < 0) return 0.0;
    return fmax(cross_of(list, a, c, b, d), fmax(cross_of(list, a, b, c, d), cross_of(list, a, d, b, c)));
}

// A point that is lower than all the corners by more than the tolerance; -1 when there is none.
static int find_lower(const bl_clip_list* list, double tolerance, const int corners[4])
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

static void keep_lowest(const bl_clip_list* list, double tolerance, int corners[4])
{
    int lower = find_lower(list, tolerance, corners), index = 0;
    double most = -1.0;
    if (lower < 0) return;
    for (int i = 0; i < 4; i++) {
        int changed[4] = {corners[0], corners[1], corners[2], corners[3]};
        changed[i] = lower;
        double area = corners[i] < 0 ? INFINITY : area_of(list, changed); // an empty place costs nothing
        if (!(area > most)) continue;
        most = area;
        index = i;
    }
    corners[index] = lower;
}

void bl_clip_reduce(bl_clip_list* list, double cutoff)
{
    int kept = 0;
    bl_clip_point chosen[4];
    drop_high(list, cutoff);
    if (list->count <= 4) return;
    double extent = extent_of(list), tolerance = BL_CONTACT_ROUNDING * extent;
    choice c = largest_quadrangle(list, tolerance, extent);
    keep_lowest(list, tolerance, c.corners);
    for (int i = 0; i < 4; i++)
        if (c.corners[i] >= 0) chosen[kept++] = list->points[c.corners[i]];
    for (int i = 0; i < kept; i++)
        list->points[i] = chosen[i];
    list->count = kept;
}

void bl_clip_drop(bl_clip_list* list, uint32_t feature)
{
    int lowest = 0, kept = 0;
    for (int i = 1; i < list->count; i++)
        if (list->points[i].height < list->points[lowest].height) lowest = i;
    for (int i = 0; i < list->count; i++)
        if (i != lowest && list->points[i].feature != feature) list->points[kept++] = list->points[i];
    list->count = kept;
}
