// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Quickhull (Barber, Dobkin and Huhdanpaa 1996) on the grid. A point sees a face when it is strictly above its plane,
// exactly decided. The faces that a new vertex sees are then a disc whose edge is one closed way, the horizon, even
// when many points lie in one plane: a point seen from outside sees the same faces when it is moved a little towards
// the inside of the polytope, and is then in no plane. No horizon edge is in line with the vertex either (its faces
// would both contain the vertex, and neither be seen), so no triangle is without area. Only whether a point is far
// enough outside to count at all is a matter of tolerance.

#include "belay/result.h"
#include "geometry/hull/hull_exact.h"
#include "geometry/hull/hull_internal.h"

static int side_of(const bl_quick_hull* hull, const bl_quick_face* face, uint32_t point)
{
    const belay_vec3* g = hull->cloud->grid;
    belay_vec3 origin = g[face->corner[0]];
    return bl_exact_side(face->normal, v3_sub(g[face->corner[1]], origin), v3_sub(g[face->corner[2]], origin),
                         v3_sub(g[point], origin));
}

static uint32_t new_face(bl_quick_hull* hull, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t index;
    if (arrlen(hull->free_faces) > 0) {
        index = arrpop(hull->free_faces);
    } else {
        index = (uint32_t)arrlen(hull->faces);
        arrsetlen(hull->faces, index + 1);
    }
    const belay_vec3* g = hull->cloud->grid;
    bl_quick_face* f = &hull->faces[index];
    *f = (bl_quick_face){.corner = {a, b, c}, .neighbor = {BL_HULL_NONE, BL_HULL_NONE, BL_HULL_NONE}};
    f->normal = bl_exact_cross(v3_sub(g[b], g[a]), v3_sub(g[c], g[a]));
    f->inverse_length = 1.0 / v3_length(f->normal);
    f->outside = f->furthest = f->seen_by = BL_HULL_NONE;
    f->is_alive = true;
    hull->alive_count++;
    return index;
}

// Room for `count` more faces and for all of them in every list of faces.
static bool reserve_faces(bl_quick_hull* hull, size_t count)
{
    bool ok = true;
    size_t all = (size_t)arrlen(hull->faces) + count;
    BL_ARRAY_RESERVE(hull->faces, all, hull->allocator, &ok);
    BL_ARRAY_RESERVE(hull->free_faces, all, hull->allocator, &ok);
    BL_ARRAY_RESERVE(hull->visible, all, hull->allocator, &ok);
    BL_ARRAY_RESERVE(hull->horizon, 3 * all, hull->allocator, &ok);
    BL_ARRAY_RESERVE(hull->fresh, 3 * all, hull->allocator, &ok);
    BL_ARRAY_RESERVE(hull->waiting, (size_t)arrlen(hull->waiting) + all, hull->allocator, &ok);
    hull->has_memory = ok;
    return ok;
}

static void put_outside(bl_quick_hull* hull, uint32_t face, uint32_t point, double height)
{
    bl_quick_face* f = &hull->faces[face];
    if (f->outside == BL_HULL_NONE) arrput(hull->waiting, face);
    hull->next_outside[point] = f->outside;
    f->outside = point;
    if (height <= f->height) return;
    f->height = height;
    f->furthest = point;
}

// Puts the point into the list of the first of the faces (all there are when `faces` is null) that it is outside of by
// more than the tolerance. A point that is outside by less may be outside of a later face by more, where two faces meet
// at a sharp edge; it is put aside until the end.
static void place(bl_quick_hull* hull, const uint32_t* faces, size_t count, uint32_t point)
{
    bool is_outside = false;
    for (size_t i = 0; i < count; i++) {
        uint32_t face = faces != NULL ? faces[i] : (uint32_t)i;
        if (!hull->faces[face].is_alive) continue;
        double height = bl_quick_height(hull, &hull->faces[face], point);
        if (height > hull->cloud->tolerance) {
            put_outside(hull, face, point, height);
            return;
        }
        is_outside = is_outside || height > 0.0;
    }
    if (!is_outside) return;
    hull->next_outside[point] = hull->aside;
    hull->aside = point;
}

static void find_visible(bl_quick_hull* hull, uint32_t face, uint32_t point)
{
    arrsetlen(hull->visible, 0);
    arrsetlen(hull->horizon, 0);
    hull->faces[face].seen_by = point;
    arrput(hull->visible, face);
    for (ptrdiff_t i = 0; i < arrlen(hull->visible); i++) {
        bl_quick_face* f = &hull->faces[hull->visible[i]];
        for (int k = 0; k < 3; k++) {
            bl_quick_face* beyond = &hull->faces[f->neighbor[k]];
            if (beyond->seen_by == point) continue;
            if (side_of(hull, beyond, point) > 0) {
                beyond->seen_by = point;
                arrput(hull->visible, f->neighbor[k]);
            } else {
                bl_horizon_edge edge = {f->corner[k], f->corner[(k + 1) % 3], f->neighbor[k]};
                arrput(hull->horizon, edge);
            }
        }
    }
}

static void set_neighbor(bl_quick_face* face, uint32_t edge_from, uint32_t neighbor)
{
    for (int k = 0; k < 3; k++)
        if (face->corner[k] == edge_from) face->neighbor[k] = neighbor;
}

// A fan of faces from the horizon to the point. The horizon is one closed way, so each of its vertices begins one edge.
static void make_fan(bl_quick_hull* hull, uint32_t point)
{
    arrsetlen(hull->fresh, 0);
    for (ptrdiff_t i = 0; i < arrlen(hull->horizon); i++) {
        bl_horizon_edge e = hull->horizon[i];
        uint32_t face = new_face(hull, e.from, e.to, point);
        hull->faces[face].neighbor[0] = e.beyond;
        set_neighbor(&hull->faces[e.beyond], e.to, face);
        hull->fan[e.from] = face;
        arrput(hull->fresh, face);
    }
    for (ptrdiff_t i = 0; i < arrlen(hull->fresh); i++) {
        bl_quick_face* f = &hull->faces[hull->fresh[i]];
        uint32_t next = hull->fan[f->corner[1]];
        f->neighbor[1] = next;
        hull->faces[next].neighbor[2] = hull->fresh[i];
    }
}

void bl_quick_hull_add(bl_quick_hull* hull, uint32_t face)
{
    uint32_t point = hull->faces[face].furthest;
    if (!reserve_faces(hull, 0)) return;
    find_visible(hull, face, point);
    if (!reserve_faces(hull, (size_t)arrlen(hull->horizon))) return;
    make_fan(hull, point);
    for (ptrdiff_t i = 0; i < arrlen(hull->visible); i++) {
        hull->faces[hull->visible[i]].is_alive = false;
        hull->alive_count--;
    }
    for (ptrdiff_t i = 0; i < arrlen(hull->visible); i++) {
        uint32_t next, first = hull->faces[hull->visible[i]].outside;
        for (uint32_t q = first; q != BL_HULL_NONE; q = next) {
            next = hull->next_outside[q];
            if (q != point) place(hull, hull->fresh, (size_t)arrlen(hull->fresh), q);
        }
        arrput(hull->free_faces, hull->visible[i]);
    }
}

static void number_without_holes(bl_quick_hull* hull)
{
    uint32_t count = 0, *index = hull->visible;
    for (uint32_t i = 0; i < (uint32_t)arrlen(hull->faces); i++) {
        index[i] = count;
        if (hull->faces[i].is_alive) hull->faces[count++] = hull->faces[i];
    }
    arrsetlen(hull->faces, count);
    for (uint32_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++)
            hull->faces[i].neighbor[k] = index[hull->faces[i].neighbor[k]];
}

static void place_those_aside(bl_quick_hull* hull)
{
    uint32_t next, first = hull->aside;
    hull->aside = BL_HULL_NONE;
    for (uint32_t q = first; q != BL_HULL_NONE; q = next) {
        next = hull->next_outside[q];
        place(hull, NULL, (size_t)arrlen(hull->faces), q);
    }
}

// First come, first served: the hull grows on all sides.
bool bl_quick_hull_complete(bl_quick_hull* hull)
{
    for (ptrdiff_t i = 0; i < arrlen(hull->waiting) && hull->has_memory; i++) {
        const bl_quick_face* f = &hull->faces[hull->waiting[i]];
        if (f->is_alive && f->outside != BL_HULL_NONE) bl_quick_hull_add(hull, hull->waiting[i]);
        if (i + 1 == arrlen(hull->waiting)) place_those_aside(hull);
    }
    if (hull->has_memory) number_without_holes(hull);
    return hull->has_memory;
}

// Far from the first point, from the line through two and from the plane through three.
typedef struct simplex {
    uint32_t corner[4];
    double length, width, height; // grid steps: how far the second, third and fourth were
} simplex;

static simplex choose_simplex(const bl_hull_cloud* cloud)
{
    const belay_vec3* g = cloud->grid;
    simplex s = {{0, 0, 0, 0}, 0.0, 0.0, 0.0};
    for (uint32_t i = 1; i < cloud->count; i++) {
        double length = v3_distance(g[i], g[0]);
        if (length <= s.length) continue;
        s.length = length;
        s.corner[1] = i;
    }
    belay_vec3 displacement = v3_sub(g[s.corner[1]], g[0]);
    for (uint32_t i = 1; i < cloud->count; i++) {
        double width = v3_length(bl_exact_cross(displacement, v3_sub(g[i], g[0]))) / s.length;
        if (width <= s.width) continue;
        s.width = width;
        s.corner[2] = i;
    }
    belay_vec3 normal = bl_exact_cross(displacement, v3_sub(g[s.corner[2]], g[0]));
    normal = v3_normalize_or(normal, v3_zero());
    for (uint32_t i = 1; i < cloud->count; i++) {
        double height = v3_dot(normal, v3_sub(g[i], g[0]));
        if (fabs(height) <= fabs(s.height)) continue;
        s.height = height;
        s.corner[3] = i;
    }
    return s;
}

static belay_result check_simplex(const bl_hull_cloud* cloud, const simplex* s, belay_error* error)
{
    if (fabs(s->height) > cloud->thinnest) return BELAY_OK;
    bool is_line = s->width <= cloud->thinnest;
    return belay_error_set(
        error, BELAY_ERROR_SHAPE,
        "hull.points: all are in one %s within %g m; they must reach more than %g m out of it (%g of "
        "the extent, or the rounding of the coordinates)",
        is_line ? "line" : "plane", (is_line ? s->width : fabs(s->height)) / cloud->scale,
        cloud->thinnest / cloud->scale, BL_HULL_THINNEST);
}

// Corners a, b, c, d with d above a, b, c when turned so.
static void make_simplex(bl_quick_hull* hull, const simplex* s)
{
    bool is_above = s->height > 0.0;
    uint32_t a = s->corner[0], b = s->corner[is_above ? 2 : 1], c = s->corner[is_above ? 1 : 2], d = s->corner[3];
    const uint32_t corners[4][3] = {{a, b, c}, {b, a, d}, {c, b, d}, {a, c, d}};
    for (int i = 0; i < 4; i++)
        new_face(hull, corners[i][0], corners[i][1], corners[i][2]);
    for (uint32_t i = 0; i < 4; i++)
        for (uint32_t j = 0; j < 4; j++)
            for (int k = 0; k < 3; k++)
                for (int m = 0; m < 3; m++)
                    if (corners[i][k] == corners[j][(m + 1) % 3] && corners[i][(k + 1) % 3] == corners[j][m])
                        hull->faces[i].neighbor[k] = j;
}

static belay_result report_memory(const bl_quick_hull* hull, belay_error* error)
{
    return belay_error_set(error, BELAY_ERROR_MEMORY, "hull.points: no memory for the hull of %u points",
                           (unsigned)hull->cloud->count);
}

belay_result bl_quick_hull_init(bl_quick_hull* hull, const bl_hull_cloud* cloud, const belay_allocator* allocator,
                                belay_error* error)
{
    *hull = (bl_quick_hull){.cloud = cloud, .allocator = allocator, .aside = BL_HULL_NONE, .has_memory = true};
    simplex s = choose_simplex(cloud);
    belay_result result = check_simplex(cloud, &s, error);
    if (result != BELAY_OK) return result;
    BL_ARRAY_RESERVE(hull->next_outside, cloud->count, allocator, &hull->has_memory);
    BL_ARRAY_RESERVE(hull->fan, cloud->count, allocator, &hull->has_memory);
    if (!hull->has_memory || !reserve_faces(hull, 4)) {
        bl_quick_hull_fini(hull);
        return report_memory(hull, error);
    }
    make_simplex(hull, &s);
    for (uint32_t i = 0; i < cloud->count; i++)
        place(hull, NULL, 4, i);
    return BELAY_OK;
}

void bl_quick_hull_fini(bl_quick_hull* hull)
{
    arrfree(hull->faces);
    arrfree(hull->free_faces);
    arrfree(hull->next_outside);
    arrfree(hull->fan);
    arrfree(hull->waiting);
    arrfree(hull->visible);
    arrfree(hull->fresh);
    arrfree(hull->horizon);
}
