// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Which colliders a query looks at, and the queries that ask for boxes and single colliders alone.

#include "query/world_query.h"

#include "core/alloc.h"
#include "geometry/distance/tube.h"
#include "store/checks.h"

// ------------------------------------------------------------------------------------------------------------------
// Who is near
// ------------------------------------------------------------------------------------------------------------------

belay_query_filter belay_query_filter_default(void)
{
    belay_query_filter f = {belay_filter_default(), false, {0}, false};
    return f;
}

belay_query_filter bl_query_filter_of(const belay_query_filter* filter)
{
    return filter != NULL ? *filter : belay_query_filter_default();
}

static bool sees(const belay_query_filter* filter, const bl_collider* c)
{
    if (c->flags & BL_COLLIDER_SENSOR && !filter->sees_sensors) return false;
    return c->body != filter->ignored.value && bl_filters_meet(&filter->filter, &c->filter);
}

bl_near bl_near_at(const belay_world* world, uint32_t index)
{
    const bl_collider* c = &bl_colliders(world)[index];
    belay_pose body =
        bl_body_states(world)[bl_table_find(&world->entities.tables[BL_TABLE_BODY], bl_slot_of(c->body))].pose;
    bl_near near = {c, body, pose_compose(body, c->pose)};
    return near;
}

typedef struct near_visit {
    const belay_world* world;
    const belay_query_filter* filter;
    bl_near_fn* visit;
    void* context;
} near_visit;

static bool visit_slot(void* context, uint32_t slot)
{
    const near_visit* v = context;
    uint32_t index = bl_table_find(&v->world->entities.tables[BL_TABLE_COLLIDER], slot);
    if (!sees(v->filter, &bl_colliders(v->world)[index])) return true;
    bl_near near = bl_near_at(v->world, index);
    v->visit(v->context, &near);
    return true;
}

// The boxes are tight: a little more for what rounding may take.
void bl_near_visit_path(belay_world* world, const belay_query_filter* filter, belay_vec3 origin,
                        belay_vec3 displacement, double reach, double* max_time, bl_near_fn* visit, void* context)
{
    near_visit v = {world, filter, visit, context};
    double size = fabs(origin.x) + fabs(origin.y) + fabs(origin.z) + v3_length(displacement);
    double extent = reach * (1.0 + 1e-9) + 1e-14 * size + 1e-9;
    const bl_query_index* index = &world->query_index;
    for (ptrdiff_t i = 0; i < arrlen(index->planes); i++)
        visit_slot(&v, index->planes[i]);
    bl_box_tree_visit_ray(&index->tree, origin, displacement, v3(extent, extent, extent), max_time, visit_slot, &v);
}

void bl_near_visit_box(belay_world* world, const belay_query_filter* filter, belay_vec3 lower, belay_vec3 upper,
                       bl_near_fn* visit, void* context)
{
    near_visit v = {world, filter, visit, context};
    bl_box box = {lower, upper};
    bl_box_tree_visit(&world->query_index.tree, &box, visit_slot, &v);
}

bool bl_near_is_below(const belay_world* world, const bl_near* near, belay_vec3 point)
{
    const bl_mesh* mesh = bl_collider_mesh(&world->colliders, near->collider);
    if (!bl_mesh_is_one_sided(mesh)) return false;
    belay_vec3 lower, upper, at = pose_apply_inverse(near->pose, point), normal;
    double time;
    int triangle;
    bl_mesh_bounds(mesh, &lower, &upper);
    if (at.z < lower.z || at.z > upper.z) return false;
    double up = upper.z - at.z + 1e-3 * (upper.z - lower.z);
    return bl_mesh_cast_ray(mesh, at, v3(0.0, 0.0, up), &time, &normal, &triangle);
}

// ------------------------------------------------------------------------------------------------------------------
// Arguments
// ------------------------------------------------------------------------------------------------------------------

belay_result bl_query_begin(belay_world* world, const char* call)
{
    BL_TRY(bl_check_owner(world));
    if (bl_query_index_refresh(world)) return BELAY_OK;
    return bl_fail(world, BELAY_ERROR_MEMORY, "%s: no memory to find %u colliders by place", call,
                   bl_collider_count(world));
}

belay_result bl_query_check_list(belay_world* world, const char* call, const void* list, int capacity, const int* count)
{
    if (capacity < 0)
        return bl_fail(world, BELAY_ERROR_VALUE,
                       "%s: capacity is %d; it must be at least 0, and the place for answers given", call, capacity);
    if (count == NULL || (list == NULL && capacity > 0))
        return bl_fail(world, BELAY_ERROR_VALUE, "%s: the place for the answer is null; it must be given", call);
    return BELAY_OK;
}

static belay_result find_collider(belay_world* world, const char* call, belay_collider_id collider, bl_near* near)
{
    uint32_t index;
    BL_TRY(bl_find_index(world, call, collider.value, BL_TABLE_COLLIDER, "collider", &index));
    *near = bl_near_at(world, index);
    return BELAY_OK;
}

// ------------------------------------------------------------------------------------------------------------------
// One collider
// ------------------------------------------------------------------------------------------------------------------

belay_result belay_collider_get_bounds(belay_world* world, belay_collider_id collider, belay_vec3* lower,
                                       belay_vec3* upper)
{
    bl_near near;
    BL_TRY(find_collider(world, "belay_collider_get_bounds", collider, &near));
    if (lower == NULL || upper == NULL)
        return bl_fail(world, BELAY_ERROR_VALUE,
                       "belay_collider_get_bounds: the place for the answer is null; it must be given");
    bl_collider_bounds(&world->colliders, near.collider, near.pose, lower, upper);
    return BELAY_OK;
}

static double closest_of_plane(const bl_near* near, belay_vec3 point, belay_vec3* nearest)
{
    belay_vec3 normal;
    double offset;
    bl_collider_plane(near->collider, near->body, &normal, &offset);
    double distance = v3_dot(normal, point) - offset;
    *nearest = v3_add_scaled(point, -distance, normal);
    return distance;
}

static double closest_of_convex(const belay_world* world, const bl_near* near, belay_vec3 point, belay_vec3* nearest)
{
    bl_convex dot = {.kind = BL_CONVEX_POINT}, convex = bl_collider_convex(&world->colliders, near->collider);
    belay_pose pose = belay_pose_identity();
    pose.position = point;
    bl_distance d = bl_convex_distance(&dot, pose, &convex, near->pose);
    *nearest = d.point_b;
    return d.distance;
}

static double closest_of_mesh(const belay_world* world, const bl_near* near, belay_vec3 point, belay_vec3* nearest)
{
    int triangle;
    if (bl_near_is_below(world, near, point)) return 0.0;
    belay_vec3 at = pose_apply_inverse(near->pose, point), found = at;
    bl_mesh_closest_point(bl_collider_mesh(&world->colliders, near->collider), at, INFINITY, &found, &triangle);
    *nearest = pose_apply(near->pose, found);
    return v3_distance(at, found);
}

static double closest_of_tube(const belay_world* world, const bl_near* near, belay_vec3 point, belay_vec3* nearest)
{
    belay_vec3 found;
    double distance = bl_tube_closest_point(bl_collider_curve(&world->colliders, near->collider),
                                            pose_apply_inverse(near->pose, point), &found);
    *nearest = pose_apply(near->pose, found);
    return distance;
}

static double closest_of(const belay_world* world, const bl_near* near, belay_vec3 point, belay_vec3* nearest)
{
    switch (bl_collider_family(near->collider)) {
    case BL_FAMILY_PLANE:
        return closest_of_plane(near, point, nearest);
    case BL_FAMILY_TUBE:
        return closest_of_tube(world, near, point, nearest);
    case BL_FAMILY_MESH:
        return closest_of_mesh(world, near, point, nearest);
    default:
        return closest_of_convex(world, near, point, nearest);
    }
}

belay_result belay_collider_closest_point(belay_world* world, belay_collider_id collider, belay_vec3 point,
                                          belay_vec3* nearest, double* distance)
{
    bl_near near;
    belay_error error;
    BL_TRY(find_collider(world, "belay_collider_closest_point", collider, &near));
    if (bl_check_vec3(&error, "point", point) != BELAY_OK)
        return bl_fail_in(world, "belay_collider_closest_point", &error);
    if (nearest == NULL || distance == NULL)
        return bl_fail(world, BELAY_ERROR_VALUE,
                       "belay_collider_closest_point: the place for the answer is null; it must be given");
    *distance = closest_of(world, &near, point, nearest);
    if (*distance > 0.0) return BELAY_OK;
    *distance = 0.0;
    *nearest = point;
    return BELAY_OK;
}
