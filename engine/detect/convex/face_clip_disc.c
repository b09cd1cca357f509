// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Discs on faces, faces on discs, discs on discs. The part of two outlines that is inside both has as corners: corners
// of a polygon inside a circle; places where the outlines cross; and of the arcs in between their lowest point and four
// points in directions that are fixed to the other solid, not to the disc, so that they stay while it spins.

#include "detect/convex/face_clip.h"

// The point center + u a + v b
static void disc_point(const bl_clip_disc* d, double u, double v, double point[3])
{
    for (int i = 0; i < 3; i++)
        point[i] = d->center[i] + u * d->a[i] + v * d->b[i];
}

static double radius_of(const bl_clip_disc* d)
{
    return sqrt(d->a[0] * d->a[0] + d->a[1] * d->a[1] + d->a[2] * d->a[2]);
}

// Scales (u, v) to unit length; false when it is zero.
static bool to_unit(double* u, double* v)
{
    double length = sqrt(*u * *u + *v * *v);
    if (!(length > 0.0)) return false;
    *u /= length;
    *v /= length;
    return true;
}

// ------------------------------------------------------------------------------------------------------------------
// Points of a rim: an edge of the shape above, or of the ground below a plane with the given height everywhere
// ------------------------------------------------------------------------------------------------------------------

typedef struct plane {
    double at_origin, slope_x, slope_y; // height = at_origin + slope_x x + slope_y y
} plane;

static double height_at(const plane* p, double x, double y)
{
    return p->at_origin + p->slope_x * x + p->slope_y * y;
}

typedef struct rim {
    const bl_clip_disc* disc;
    const bl_clip_shape* other; // inside which it counts
    const plane* above;         // null: heights are the disc's own
    bool is_ground;             // the disc is
    double depth;               // of the lowest point's reference
} rim;

static uint32_t rim_feature(const bl_clip_ground* g, const rim* r, int k)
{
    uint32_t corner = bl_axisymmetric_corner(r->disc->rim, k);
    return r->is_ground ? bl_clip_own_corner(g, corner) : bl_clip_other_corner(g, corner);
}

static double rim_height(const rim* r, double u, double v)
{
    double p[3];
    disc_point(r->disc, u, v, p);
    return r->above != NULL ? height_at(r->above, p[0], p[1]) : p[2];
}

static bool is_above(const bl_clip_ground* g, const rim* r, double u, double v)
{
    double p[3];
    disc_point(r->disc, u, v, p);
    return bl_clip_is_inside(r->other, p[0], p[1], g->tolerance);
}

static void add_rim_point(const bl_clip_ground* g, const rim* r, double u, double v, int k, bl_clip_list* list)
{
    double p[3];
    if (!is_above(g, r, u, v)) return;
    disc_point(r->disc, u, v, p);
    bl_clip_add(list, p[0], p[1], rim_height(r, u, v), k == BL_AXISYMMETRIC_NEAREST ? r->depth : 0.0,
                rim_feature(g, r, k));
}

// The direction (u, v) on the disc in which heights fall; false when it is level.
static bool downhill(const rim* r, double* u, double* v)
{
    double middle = rim_height(r, 0.0, 0.0);
    *u = middle - rim_height(r, 1.0, 0.0);
    *v = middle - rim_height(r, 0.0, 1.0);
    return to_unit(u, v);
}

// The lowest point takes the place of the fixed one nearest to it, unless it is lower by rounding only.
static void add_rim(const bl_clip_ground* g, const rim* r, bl_clip_list* list)
{
    const double directions[4][2] = {{1.0, 0.0}, {0.0, 1.0}, {-1.0, 0.0}, {0.0, -1.0}};
    const double *a = r->disc->a, *b = r->disc->b;
    double u[4], v[4], low_u = 1.0, low_v = 0.0, lowest = INFINITY;
    for (int k = 0; k < 4; k++) {
        u[k] = directions[k][0] * a[0] + directions[k][1] * a[1];
        v[k] = directions[k][0] * b[0] + directions[k][1] * b[1];
        to_unit(&u[k], &v[k]);
        lowest = fmin(lowest, rim_height(r, u[k], v[k]));
    }
    bool tilted = downhill(r, &low_u, &low_v) && rim_height(r, low_u, low_v) < lowest - g->tolerance &&
                  is_above(g, r, low_u, low_v);
    int nearest = -1;
    for (int k = 0; tilted && k < 4; k++)
        if (nearest < 0 || u[k] * low_u + v[k] * low_v > u[nearest] * low_u + v[nearest] * low_v) nearest = k;
    for (int k = 0; k < 4; k++)
        if (k != nearest) add_rim_point(g, r, u[k], v[k], k, list);
    if (tilted) add_rim_point(g, r, low_u, low_v, BL_AXISYMMETRIC_NEAREST, list);
}

// ------------------------------------------------------------------------------------------------------------------
// A disc above a polygon, or above a plane without end
// ------------------------------------------------------------------------------------------------------------------

// Where the rim crosses a side: the inside distance along the rim is c + A cos p + B sin p.
static void add_crossings(const bl_clip_ground* g, const bl_clip_disc* d, int i, bl_clip_list* list)
{
    const bl_clip_shape* polygon = &g->shape;
    const bl_clip_corner *start = &polygon->corners[i], *end = &polygon->corners[i + 1 < polygon->count ? i + 1 : 0];
    double ux = end->x - start->x, uy = end->y - start->y, length = sqrt(ux * ux + uy * uy);
    if (!(length > 0.0)) return;
    double c = ux * (d->center[1] - start->y) - uy * (d->center[0] - start->x);
    double u = ux * d->a[1] - uy * d->a[0], v = ux * d->b[1] - uy * d->b[0];
    double most = sqrt(u * u + v * v);
    if (!to_unit(&u, &v) || fabs(c) >= most) return;
    double cosine = -c / most, sine = sqrt(1.0 - cosine * cosine);
    for (int k = 0; k < 2; k++) {
        double s = k == 0 ? sine : -sine, p[3];
        disc_point(d, cosine * u - s * v, cosine * v + s * u, p);
        double along = (ux * (p[0] - start->x) + uy * (p[1] - start->y)) / length;
        if (!(along > g->tolerance && along < length - g->tolerance)) continue;
        bl_clip_add(list, p[0], p[1], p[2], 0.0, bl_clip_crossing(g, start->edge, bl_axisymmetric_edge(d->rim, k)));
    }
}

// Solves u a + v b = (x, y) - center, seen from above; false when the disc is on edge.
static bool disc_coordinates(const bl_clip_disc* d, double x, double y, double* u, double* v)
{
    double determinant = d->a[0] * d->b[1] - d->a[1] * d->b[0];
    if (determinant == 0.0) return false;
    double dx = x - d->center[0], dy = y - d->center[1];
    *u = (dx * d->b[1] - dy * d->b[0]) / determinant;
    *v = (dy * d->a[0] - dx * d->a[1]) / determinant;
    return true;
}

static void add_ground_corner(const bl_clip_ground* g, const bl_clip_disc* d, int i, bl_clip_list* list)
{
    const bl_clip_corner* c = &g->shape.corners[i];
    double u, v;
    if (!disc_coordinates(d, c->x, c->y, &u, &v) || u * u + v * v > 1.0) return;
    double height = d->center[2] + u * d->a[2] + v * d->b[2];
    bl_clip_add(list, c->x, c->y, height, 0.0, bl_clip_own_corner(g, c->corner));
}

// The lowest rim point's reference is on the axis (detect/convex/axisymmetric.h), where the tilt lets it be near.
static double rim_depth(const bl_clip_disc* d)
{
    double radius = radius_of(d), tilt = sqrt(d->a[2] * d->a[2] + d->b[2] * d->b[2]) / radius;
    return bl_axisymmetric_rim_side(v3_zero(), radius, tilt).depth;
}

void bl_clip_disc_by_polygon(const bl_clip_ground* ground, const bl_clip_shape* shape, bl_clip_list* list)
{
    rim r = {&shape->disc, &ground->shape, NULL, false, rim_depth(&shape->disc)};
    add_rim(ground, &r, list);
    for (int i = 0; i < ground->shape.count; i++) {
        add_crossings(ground, &shape->disc, i, list);
        add_ground_corner(ground, &shape->disc, i, list);
    }
}

// ------------------------------------------------------------------------------------------------------------------
// A polygon above a disc
// ------------------------------------------------------------------------------------------------------------------

// The plane of the polygon, by Newell's sums: its normal is that of the largest projections, whatever its corners.
static bool plane_of(const bl_clip_shape* polygon, plane* p)
{
    double nx = 0.0, ny = 0.0, nz = 0.0, x = 0.0, y = 0.0, z = 0.0;
    for (int i = 0; i < polygon->count; i++) {
        const bl_clip_corner *a = &polygon->corners[i], *b = &polygon->corners[i + 1 < polygon->count ? i + 1 : 0];
        nx += (a->y - b->y) * (a->height + b->height);
        ny += (a->height - b->height) * (a->x + b->x);
        nz += (a->x - b->x) * (a->y + b->y);
        x += a->x;
        y += a->y;
        z += a->height;
    }
    if (!(fabs(nz) > 1e-3 * (fabs(nx) + fabs(ny)))) return false;
    p->slope_x = -nx / nz;
    p->slope_y = -ny / nz;
    p->at_origin = (z - p->slope_x * x - p->slope_y * y) / polygon->count;
    return true;
}

// The edges' parts inside the circle: their ends are corners inside it and places where the outlines cross.
static void add_edge_in_circle(const bl_clip_ground* g, const bl_clip_corner* a, const bl_clip_corner* b,
                               bl_clip_list* list)
{
    bl_clip_point ends[2];
    int count = bl_clip_edge(g, a, b, ends);
    uint32_t end = bl_clip_other_corner(g, b->corner); // the next edge's start
    for (int i = 0; i < count; i++)
        if (ends[i].feature != end) bl_clip_add(list, ends[i].x, ends[i].y, ends[i].height, 0.0, ends[i].feature);
}

void bl_clip_polygon_by_disc(const bl_clip_ground* ground, bl_clip_shape* shape, bl_clip_list* list)
{
    bl_clip_set_sides(shape);
    for (int i = 0; i < shape->count; i++)
        add_edge_in_circle(ground, &shape->corners[i], &shape->corners[i + 1 < shape->count ? i + 1 : 0], list);
    plane above;
    if (!plane_of(shape, &above)) return;
    rim r = {&ground->shape.disc, shape, &above, true, 0.0};
    add_rim(ground, &r, list);
}

// ------------------------------------------------------------------------------------------------------------------
// A disc above a disc
// ------------------------------------------------------------------------------------------------------------------

// Where the rims cross, seen from above. The upper one is taken as level for a first guess; its tilt shortens it by its
// square, which Newton's method on its own angle makes good.
static void add_rim_crossing(const bl_clip_ground* g, const bl_clip_disc* d, double u, double v, int k,
                             bl_clip_list* list)
{
    const bl_clip_disc* own = &g->shape.disc;
    double radius = radius_of(own), p[3], x = 0.0, y = 0.0;
    for (int i = 0; i < 3; i++) {
        disc_point(d, u, v, p);
        x = p[0] - own->center[0];
        y = p[1] - own->center[1];
        double slope = 2.0 * (x * (u * d->b[0] - v * d->a[0]) + y * (u * d->b[1] - v * d->a[1]));
        double turn = slope != 0.0 ? -(x * x + y * y - radius * radius) / slope : 0.0;
        if (!(fabs(turn) < 0.1)) break;
        double nu = u - turn * v, nv = v + turn * u;
        u = nu;
        v = nv;
        to_unit(&u, &v);
    }
    disc_point(d, u, v, p);
    bl_clip_add(list, p[0], p[1], p[2], 0.0,
                bl_clip_crossing(g, bl_axisymmetric_edge(own->rim, k), bl_axisymmetric_edge(d->rim, k)));
}

static void add_rim_crossings(const bl_clip_ground* g, const bl_clip_disc* d, bl_clip_list* list)
{
    const bl_clip_disc* own = &g->shape.disc;
    double dx = own->center[0] - d->center[0], dy = own->center[1] - d->center[1];
    double distance = sqrt(dx * dx + dy * dy), radius = radius_of(d), other = radius_of(own);
    double sum = radius + other, difference = fabs(radius - other);
    if (!(distance > difference + g->tolerance && distance < sum - g->tolerance)) return;
    // By the law of cosines, on the upper disc: the angle between the centres' line and a crossing.
    double cosine = (distance * distance + radius * radius - other * other) / (2.0 * distance * radius);
    cosine = cosine > 1.0 ? 1.0 : (cosine < -1.0 ? -1.0 : cosine);
    double sine = sqrt(1.0 - cosine * cosine), u, v;
    if (!disc_coordinates(d, own->center[0], own->center[1], &u, &v) || !to_unit(&u, &v)) return;
    add_rim_crossing(g, d, cosine * u - sine * v, cosine * v + sine * u, 0, list);
    add_rim_crossing(g, d, cosine * u + sine * v, cosine * v - sine * u, 1, list);
}

// The plane of a disc.
static plane plane_of_disc(const bl_clip_disc* d)
{
    const double *a = d->a, *b = d->b, *c = d->center;
    double nz = a[0] * b[1] - a[1] * b[0];
    plane p = {c[2], 0.0, 0.0};
    if (nz == 0.0) return p;
    p.slope_x = -(a[1] * b[2] - a[2] * b[1]) / nz;
    p.slope_y = -(a[2] * b[0] - a[0] * b[2]) / nz;
    p.at_origin = c[2] - p.slope_x * c[0] - p.slope_y * c[1];
    return p;
}

void bl_clip_disc_by_disc(const bl_clip_ground* ground, const bl_clip_shape* shape, bl_clip_list* list)
{
    const bl_clip_disc *own = &ground->shape.disc, *above = &shape->disc;
    plane p = plane_of_disc(above);
    rim upper = {above, &ground->shape, NULL, false, rim_depth(above)};
    rim lower = {own, shape, &p, true, 0.0};
    add_rim(ground, &upper, list);
    add_rim_crossings(ground, above, list);
    // With one outline on the other the rim has been taken already.
    double dx = own->center[0] - above->center[0], dy = own->center[1] - above->center[1];
    double same = fabs(radius_of(own) - radius_of(above)) + sqrt(dx * dx + dy * dy);
    if (same > ground->tolerance) add_rim(ground, &lower, list);
}
