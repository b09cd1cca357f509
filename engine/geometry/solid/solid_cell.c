// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "geometry/solid/solid_cell.h"

#include "belay/elementary.h"
#include "core/alloc.h"
#include "geometry/geometry_tolerances.h"
#include "geometry/hull/hull_internal.h"
#include "geometry/shape_check.h"

#include <math.h>
#include <string.h>

enum { MOST_CORNERS = 10 }; // of a triangle cut by six planes, and one

static belay_vec3 with_part(belay_vec3 v, int k, double x)
{
    if (k == 0) v.x = x;
    if (k == 1) v.y = x;
    if (k == 2) v.z = x;
    return v;
}

void bl_solid_cell_free(bl_solid_cell* cell)
{
    arrfree(cell->points);
    arrfree(cell->ends);
}

static belay_vec3 cell_corner(const bl_solid_cell* cell, int corner)
{
    return v3(corner & 1 ? cell->upper.x : cell->lower.x, corner & 2 ? cell->upper.y : cell->lower.y,
              corner & 4 ? cell->upper.z : cell->lower.z);
}

// ---------------------------------------------------------------------------------------------------------------------
// Polygons
// ---------------------------------------------------------------------------------------------------------------------

// Where an edge crosses the plane; the same bits from either end.
static belay_vec3 crossing(belay_vec3 a, belay_vec3 b, int axis, double at)
{
    if (bl_point_is_before(b, a)) {
        belay_vec3 c = a;
        a = b;
        b = c;
    }
    double t = (at - bl_solid_part(a, axis)) / (bl_solid_part(b, axis) - bl_solid_part(a, axis));
    return with_part(v3_add_scaled(a, t, v3_sub(b, a)), axis, at);
}

// Twice the area of a polygon, seen along the axis.
static double area_along(const belay_vec3* p, int count, int axis)
{
    belay_vec3 sum = v3_zero();
    for (int i = 1; i + 1 < count; i++)
        sum = v3_add(sum, v3_cross(v3_sub(p[i], p[0]), v3_sub(p[i + 1], p[0])));
    return bl_solid_part(sum, axis);
}

// Cuts a polygon to one side of a plane (sign 1: below it). A polygon in the plane belongs to the side that the solid
// is on, so that the other one gets nothing of a face that only touches it. Returns the number of corners, 0: nothing.
static int cut_polygon(const belay_vec3* p, int count, int axis, double at, double sign, belay_vec3* out)
{
    double lowest = 0.0, highest = 0.0;
    int kept = 0;
    for (int i = 0; i < count; i++) {
        double d = sign * (bl_solid_part(p[i], axis) - at), e = sign * (bl_solid_part(p[(i + 1) % count], axis) - at);
        lowest = fmin(lowest, d);
        highest = fmax(highest, d);
        if (d <= 0.0) out[kept++] = p[i];
        if ((d < 0.0 && e > 0.0) || (d > 0.0 && e < 0.0)) out[kept++] = crossing(p[i], p[(i + 1) % count], axis, at);
    }
    if (lowest < 0.0) return kept;
    return highest == 0.0 && sign * area_along(p, count, axis) > 0.0 ? count : 0;
}

static void add_polygon(bl_closed_mesh* solid, bl_solid_cell* cell, const belay_vec3* p, int count)
{
    size_t points = arrlenu(cell->points);
    BL_ARRAY_RESERVE_RAW(cell->points, points + (size_t)count, solid->allocator, &solid->has_memory);
    BL_ARRAY_RESERVE_RAW(cell->ends, arrlenu(cell->ends) + 1, solid->allocator, &solid->has_memory);
    if (!solid->has_memory) return;
    memcpy(arraddnptr(cell->points, (size_t)count), p, (size_t)count * sizeof *p);
    arrput(cell->ends, (int32_t)(points + (size_t)count));
}

static void cut_polygons(bl_closed_mesh* solid, const bl_solid_cell* cell, int axis, double at, bl_solid_cell* side,
                         double sign)
{
    belay_vec3 out[MOST_CORNERS];
    for (ptrdiff_t i = 0; i < arrlen(cell->ends) && solid->has_memory; i++) {
        int begin = i > 0 ? cell->ends[i - 1] : 0;
        int count = cut_polygon(cell->points + begin, cell->ends[i] - begin, axis, at, sign, out);
        if (count > 0) add_polygon(solid, side, out, count);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Inside
// ---------------------------------------------------------------------------------------------------------------------

// How often the mesh goes round a point: the solid angles under which it sees the triangles, over that of all around
// (van Oosterom and Strackee 1983). 1 inside, 0 outside.
static double turns_round(const belay_mesh* mesh, belay_vec3 point)
{
    double sum = 0.0;
    for (int t = 0; t < mesh->triangle_count; t++) {
        const int32_t* i = &mesh->indices[3 * t];
        belay_vec3 a = v3_sub(mesh->vertices[i[0]], point), b = v3_sub(mesh->vertices[i[1]], point),
                   c = v3_sub(mesh->vertices[i[2]], point);
        double la = v3_length(a), lb = v3_length(b), lc = v3_length(c);
        double across = v3_dot(a, v3_cross(b, c));
        double along = la * lb * lc + v3_dot(a, b) * lc + v3_dot(b, c) * la + v3_dot(c, a) * lb;
        sum += belay_atan2(across, along);
    }
    return sum / (2.0 * BELAY_PI);
}

// Whether the solid reaches a corner from within the cell. On the solid's surface the number of turns is a part of one;
// then a point a little way into the cell tells.
static bool is_corner_inside(const bl_closed_mesh* solid, const bl_solid_cell* cell, int corner)
{
    belay_vec3 p = cell_corner(cell, corner);
    double turns = turns_round(solid->mesh, p);
    if (fabs(turns) < BL_SOLID_CLEARLY || fabs(turns - 1.0) < BL_SOLID_CLEARLY) return turns > 0.5;
    belay_vec3 to = v3_sub(v3_scale(0.5, v3_add(cell->lower, cell->upper)), p);
    return turns_round(solid->mesh, v3_add_scaled(p, BL_SOLID_NUDGE, to)) > 0.5;
}

// ---------------------------------------------------------------------------------------------------------------------
// Hulls
// ---------------------------------------------------------------------------------------------------------------------

void bl_solid_cell_collect(bl_closed_mesh* solid, const bl_solid_cell* cell, belay_vec3** points)
{
    BL_ARRAY_RESERVE_RAW(*points, arrlenu(*points) + arrlenu(cell->points) + 8, solid->allocator, &solid->has_memory);
    if (!solid->has_memory) return;
    for (ptrdiff_t i = 0; i < arrlen(cell->points); i++)
        arrput(*points, cell->points[i]);
    for (int i = 0; i < 8; i++)
        if (cell->has_corner[i]) arrput(*points, cell_corner(cell, i));
}

static double volume_of_faces(const bl_quick_hull* quick)
{
    const belay_vec3* p = quick->cloud->points;
    double sum = 0.0;
    for (ptrdiff_t i = 0; i < arrlen(quick->faces); i++) {
        const bl_quick_face* f = &quick->faces[i];
        if (!f->is_alive) continue;
        belay_vec3 a = v3_sub(p[f->corner[0]], p[0]), b = v3_sub(p[f->corner[1]], p[0]),
                   c = v3_sub(p[f->corner[2]], p[0]);
        sum += v3_dot(a, v3_cross(b, c));
    }
    return sum / 6.0;
}

// Of any number of points; 0 where they are flat.
static double hull_volume(bl_closed_mesh* solid, const belay_vec3* points, int count)
{
    bl_hull_cloud cloud = {0};
    bl_quick_hull quick;
    double volume = 0.0;
    if (count < 4) return 0.0;
    belay_result result = bl_hull_cloud_init(&cloud, points, count, solid->allocator, NULL);
    if (result == BELAY_OK) {
        result = cloud.count < 4 ? BELAY_ERROR_SHAPE : bl_quick_hull_init(&quick, &cloud, solid->allocator, NULL);
        if (result == BELAY_OK) {
            solid->has_memory = bl_quick_hull_complete(&quick) && solid->has_memory;
            if (solid->has_memory) volume = volume_of_faces(&quick);
            bl_quick_hull_fini(&quick);
        }
    }
    if (result == BELAY_ERROR_MEMORY) solid->has_memory = false;
    bl_hull_cloud_fini(&cloud);
    return volume;
}

static void find_hull_volume(bl_closed_mesh* solid, bl_solid_cell* cell)
{
    belay_vec3* points = NULL;
    bl_solid_cell_collect(solid, cell, &points);
    if (solid->has_memory) cell->hull_volume = hull_volume(solid, points, (int)arrlen(points));
    arrfree(points);
}

// ---------------------------------------------------------------------------------------------------------------------
// Cells
// ---------------------------------------------------------------------------------------------------------------------

void bl_solid_cell_all(bl_closed_mesh* solid, bl_solid_cell* cell)
{
    const belay_mesh* mesh = solid->mesh;
    *cell = (bl_solid_cell){.lower = solid->lower, .upper = solid->upper, .volume = solid->volume};
    for (int t = 0; t < mesh->triangle_count && solid->has_memory; t++) {
        belay_vec3 p[3];
        for (int k = 0; k < 3; k++)
            p[k] = mesh->vertices[mesh->indices[3 * t + k]];
        add_polygon(solid, cell, p, 3);
    }
    find_hull_volume(solid, cell);
}

void bl_solid_cell_cut(bl_closed_mesh* solid, const bl_solid_cell* cell, int axis, double at, bl_solid_cell sides[2])
{
    for (int s = 0; s < 2; s++) {
        bl_solid_cell* side = &sides[s];
        *side = (bl_solid_cell){.lower = cell->lower, .upper = cell->upper};
        if (s == 0)
            side->upper = with_part(side->upper, axis, at);
        else
            side->lower = with_part(side->lower, axis, at);
        cut_polygons(solid, cell, axis, at, side, s == 0 ? 1.0 : -1.0);
        for (int i = 0; i < 8 && arrlen(side->ends) > 0; i++) {
            bool is_old = (i >> axis & 1) == s;
            side->has_corner[i] = is_old ? cell->has_corner[i] : is_corner_inside(solid, side, i);
        }
        find_hull_volume(solid, side);
    }
}

// The integral of (x - at) over the x parts of the surface, cut to the cell across the other axes and to x <= at. The
// field (x - at, 0, 0) has divergence 1, is 0 on the plane x = at and lies in the planes across the other axes, so that
// it is the volume of the solid on that side of the plane.
static double volume_below(const bl_closed_mesh* solid, const bl_solid_cell* cell, double at)
{
    double sum = 0.0;
    for (int t = 0; t < solid->mesh->triangle_count; t++) {
        belay_vec3 p[2][MOST_CORNERS];
        int count = 3, now = 0;
        for (int k = 0; k < 3; k++)
            p[0][k] = solid->mesh->vertices[solid->mesh->indices[3 * t + k]];
        const struct {
            int axis;
            double at, sign;
        } planes[] = {{0, at, 1.0},
                      {1, cell->upper.y, 1.0},
                      {1, cell->lower.y, -1.0},
                      {2, cell->upper.z, 1.0},
                      {2, cell->lower.z, -1.0}};
        for (int i = 0; i < 5 && count > 0; i++, now = 1 - now)
            count = cut_polygon(p[now], count, planes[i].axis, planes[i].at, planes[i].sign, p[1 - now]);
        for (int i = 1; i + 1 < count; i++) {
            const belay_vec3* q = p[now];
            double across = v3_cross(v3_sub(q[i], q[0]), v3_sub(q[i + 1], q[0])).x;
            sum += across / 6.0 * (q[0].x + q[i].x + q[i + 1].x - 3.0 * at);
        }
    }
    return sum;
}

double bl_solid_cell_volume(const bl_closed_mesh* solid, const bl_solid_cell* cell)
{
    return volume_below(solid, cell, cell->upper.x) - volume_below(solid, cell, cell->lower.x);
}
