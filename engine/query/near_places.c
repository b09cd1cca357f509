// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "query/near_places.h"

#include "core/alloc.h"
#include "geometry/shape_check.h"
#include "step/detect/step_collide.h"
#include "store/checks.h"

static void keep(void* context, const bl_near* near)
{
    bl_near_list* list = context;
    if (list->count >= BL_MOST_NEAR) {
        list->count++;
        return;
    }
    int at = list->count++;
    for (; at > 0 && list->near[at - 1].collider->id > near->collider->id; at--)
        list->near[at] = list->near[at - 1];
    list->near[at] = *near;
}

void bl_near_list_find(belay_world* world, const belay_query_filter* filter, belay_vec3 middle, double reach,
                       bl_near_list* list)
{
    double max_time = 0.0;
    list->count = 0;
    bl_near_visit_path(world, filter, middle, v3_zero(), reach, &max_time, keep, list);
}

void bl_visit_places(const belay_world* world, const bl_convex* solid, belay_pose pose, const bl_near* near,
                     double margin, bl_place_fn* visit, void* context)
{
    bl_manifold manifolds[BL_MESH_MAX_MANIFOLDS];
    const bl_collider* c = near->collider;
    int count = bl_step_collide_convex(&world->colliders, solid, pose, c, near->body, margin, manifolds);
    for (int m = 0; m < count; m++)
        for (int i = 0; i < manifolds[m].count; i++) {
            const bl_manifold_point* p = &manifolds[m].points[i];
            belay_overlap place = {{c->id}, {c->body}, p->point, p->normal, -p->gap};
            if (p->gap <= margin) visit(context, &place);
        }
}

// ---------------------------------------------------------------------------------------------------------------------
// For everybody
// ---------------------------------------------------------------------------------------------------------------------

typedef struct listing {
    belay_overlap* overlaps;
    int capacity, count;
} listing;

static void list_place(void* context, const belay_overlap* place)
{
    listing* l = context;
    if (l->count < l->capacity) l->overlaps[l->count] = *place;
    l->count++;
}

static belay_result check_question(const belay_shape* shape, belay_pose pose, double margin, belay_error* error)
{
    if (shape == NULL) return belay_error_set(error, BELAY_ERROR_VALUE, "shape is null; it must be given");
    BL_TRY(bl_shape_check(shape, error));
    if (bl_shape_needs_still_body(shape->type))
        return belay_error_set(error, BELAY_ERROR_SHAPE, "shape is a %s; it must be convex",
                               belay_shape_type_name(shape->type));
    BL_TRY(bl_check_pose(error, "pose", pose));
    return bl_check_range(error, "margin", margin, 0.0, BELAY_MAX_POSITION);
}

static belay_result list_overlaps(belay_world* world, const bl_convex* solid, belay_pose pose, double margin,
                                  const belay_query_filter* filter, listing* l)
{
    bl_near_list list;
    bl_near_list_find(world, filter, pose.position, bl_convex_bounding_radius(solid, v3_zero()) + margin, &list);
    if (list.count > BL_MOST_NEAR)
        return bl_fail(world, BELAY_ERROR_CAPACITY,
                       "belay_world_find_overlaps: %d colliders are near; at most %d may be", list.count, BL_MOST_NEAR);
    for (int i = 0; i < list.count; i++)
        bl_visit_places(world, solid, pose, &list.near[i], margin, list_place, l);
    return BELAY_OK;
}

belay_result belay_world_find_overlaps(belay_world* world, const belay_shape* shape, belay_pose pose, double margin,
                                       const belay_query_filter* filter, belay_overlap* overlaps, int capacity,
                                       int* count)
{
    BL_TRY(bl_query_begin(world, "belay_world_find_overlaps"));
    BL_TRY(bl_query_check_list(world, "belay_world_find_overlaps", overlaps, capacity, count));
    belay_error error;
    if (check_question(shape, pose, margin, &error) != BELAY_OK)
        return bl_fail_in(world, "belay_world_find_overlaps", &error);
    bl_convex solid;
    belay_pose stands;
    unsigned char* block = NULL;
    pose.rotation = q_normalize(pose.rotation);
    if (bl_shape_build_convex(shape, pose, &world->def.allocator, &solid, &stands, &block, &error) != BELAY_OK)
        return bl_fail_in(world, "belay_world_find_overlaps", &error);
    belay_query_filter f = bl_query_filter_of(filter);
    listing l = {overlaps, capacity, 0};
    belay_result result = list_overlaps(world, &solid, stands, margin, &f, &l);
    arrfree(block);
    if (result == BELAY_OK) *count = l.count;
    return result;
}
