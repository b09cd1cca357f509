// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "detect/mesh/mesh_contact_patch.h"

#include "detect/contact_tolerance.h"
#include "detect/convex/face_clip.h"
#include "detect/mesh/mesh_contact_internal.h"

void bl_patches_init(bl_patches* patches, double size)
{
    patches->offset_tolerance = BL_MESH_SAME_OFFSET * size;
    patches->point_tolerance = BL_MESH_SAME_POINT * size;
    patches->count = patches->point_count = 0;
}

static int find_patch(const bl_patches* s, const bl_manifold_point* p)
{
    for (int i = 0; i < s->count; i++) {
        const bl_patch* patch = &s->patches[i];
        // Measured along the patch's normal: along the point's own, the distance from the origin would count.
        double middle = v3_dot(patch->normal, p->point), half = 0.5 * p->gap;
        bool is_level = fabs(middle - half - patch->on_b) <= s->offset_tolerance ||
                        fabs(middle + half - patch->on_a) <= s->offset_tolerance;
        if (is_level && bl_is_same_direction(patch->normal, p->normal)) return i;
    }
    return -1;
}

void bl_patches_remove(bl_patches* patches, int point)
{
    patches->point_count--;
    for (int i = point; i < patches->point_count; i++) {
        patches->points[i] = patches->points[i + 1];
        patches->owners[i] = patches->owners[i + 1];
    }
}

static void remove_points(bl_patches* s, int patch)
{
    for (int i = s->point_count - 1; i >= 0; i--)
        if (s->owners[i] == patch) bl_patches_remove(s, i);
}

// A new patch for a point; where there are too many, in place of the least deep one. -1 when all are deeper.
static int make_patch(bl_patches* s, const bl_manifold_point* p)
{
    int index = s->count;
    if (s->count < BL_MESH_MAX_MANIFOLDS) {
        s->count++;
    } else {
        index = 0;
        for (int i = 1; i < s->count; i++)
            if (s->patches[i].deepest > s->patches[index].deepest) index = i;
        if (!(p->gap < s->patches[index].deepest)) return -1;
        remove_points(s, index);
    }
    double middle = v3_dot(p->normal, p->point);
    bl_patch patch = {p->normal, middle + 0.5 * p->gap, middle - 0.5 * p->gap, p->gap, false};
    s->patches[index] = patch;
    return index;
}

// Writes the patch's points as heights over its plane; returns how many there are.
static int list_points(const bl_patches* s, int patch, bl_clip_list* list)
{
    belay_vec3 n = s->patches[patch].normal, t1 = v3_any_orthogonal(n), t2 = v3_cross(n, t1);
    list->count = 0;
    list->lowest = INFINITY;
    for (int i = 0; i < s->point_count; i++)
        if (s->owners[i] == patch)
            bl_clip_add(list, v3_dot(t1, s->points[i].point), v3_dot(t2, s->points[i].point), s->points[i].gap, 0.0,
                        (uint32_t)i);
    return list->count;
}

// Whether point c lies between two others and is not below the line through them.
static bool is_between(const bl_clip_point* a, const bl_clip_point* b, const bl_clip_point* c, double tolerance)
{
    double ux = b->x - a->x, uy = b->y - a->y, square = ux * ux + uy * uy;
    double t = ((c->x - a->x) * ux + (c->y - a->y) * uy) / square;
    if (!(t > 0.0 && t < 1.0)) return false;
    double dx = a->x + t * ux - c->x, dy = a->y + t * uy - c->y;
    return dx * dx + dy * dy <= tolerance * tolerance &&
           c->height >= a->height + t * (b->height - a->height) - tolerance;
}

// Where an edge of the solid passes from triangle to triangle there are points that hold nothing up.
static void drop_between(bl_clip_list* list, double tolerance)
{
    for (int k = list->count - 1; k >= 0; k--) {
        bool is_dropped = false;
        for (int i = 0; i < list->count; i++)
            for (int j = 0; j < i; j++)
                is_dropped =
                    is_dropped ||
                    (i != k && j != k && is_between(&list->points[i], &list->points[j], &list->points[k], tolerance));
        if (!is_dropped) continue;
        for (int i = k + 1; i < list->count; i++)
            list->points[i - 1] = list->points[i];
        list->count--;
    }
}

static void reduce(bl_patches* s, int patch)
{
    bl_clip_list list;
    if (s->patches[patch].is_whole || list_points(s, patch, &list) <= 2) return;
    bl_clip_reduce(&list, INFINITY);
    drop_between(&list, s->point_tolerance);
    for (int i = s->point_count - 1; i >= 0; i--) {
        bool is_kept = s->owners[i] != patch;
        for (int k = 0; k < list.count; k++)
            is_kept = is_kept || list.points[k].feature == (uint32_t)i;
        if (!is_kept) bl_patches_remove(s, i);
    }
}

static void push(bl_patches* s, int patch, const bl_manifold_point* p)
{
    for (int i = 0; i < s->count && s->point_count == BL_PATCH_POINTS; i++)
        reduce(s, i);
    if (s->point_count == BL_PATCH_POINTS) return;
    s->points[s->point_count] = *p;
    s->owners[s->point_count++] = patch;
    if (p->gap < s->patches[patch].deepest) s->patches[patch].deepest = p->gap;
}

// The same place found from two triangles: the deeper stays, by more than rounding the first.
static bool is_known(bl_patches* s, int patch, const bl_manifold_point* p)
{
    for (int i = 0; i < s->point_count; i++) {
        if (s->owners[i] != patch || !(v3_distance(s->points[i].point, p->point) <= s->point_tolerance)) continue;
        if (p->gap < s->points[i].gap - s->point_tolerance) s->points[i] = *p;
        if (p->gap < s->patches[patch].deepest) s->patches[patch].deepest = p->gap;
        return true;
    }
    return false;
}

void bl_patches_add(bl_patches* patches, const bl_manifold_point* point)
{
    int patch = find_patch(patches, point);
    if (patch < 0) patch = make_patch(patches, point);
    if (patch < 0 || patches->patches[patch].is_whole || is_known(patches, patch, point)) return;
    push(patches, patch, point);
}

static double deepest_of(const bl_manifold* m)
{
    double deepest = INFINITY;
    for (int i = 0; i < m->count; i++)
        deepest = fmin(deepest, m->points[i].gap);
    return deepest;
}

void bl_patches_add_whole(bl_patches* patches, const bl_manifold* manifold)
{
    const bl_manifold_point* first = &manifold->points[0];
    int patch = find_patch(patches, first);
    if (patch < 0)
        patch = make_patch(patches, first);
    else if (patches->patches[patch].is_whole && patches->patches[patch].deepest <= deepest_of(manifold))
        return;
    if (patch < 0) return;
    remove_points(patches, patch);
    patches->patches[patch].is_whole = true;
    for (int i = 0; i < manifold->count; i++)
        push(patches, patch, &manifold->points[i]);
}

static bool is_taken(const bl_patches* s, int count, uint32_t feature)
{
    for (int i = 0; i < count; i++)
        if (s->points[i].feature == feature) return true;
    return false;
}

int bl_patches_finish(bl_patches* patches, bl_manifold manifolds[BL_MESH_MAX_MANIFOLDS])
{
    int written = 0, places[BL_MESH_MAX_MANIFOLDS];
    for (int i = 0; i < patches->count; i++) {
        reduce(patches, i);
        places[i] = -1;
    }
    for (int i = 0; i < patches->point_count; i++) {
        bl_manifold_point* p = &patches->points[i];
        int* index = &places[patches->owners[i]];
        if (*index < 0) {
            *index = written++;
            manifolds[*index].count = 0;
        }
        bl_manifold* m = &manifolds[*index];
        while (is_taken(patches, i, p->feature))
            p->feature++;
        if (m->count < BL_MANIFOLD_MAX_POINTS) m->points[m->count++] = *p;
    }
    return written;
}
