// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Shapes that move through the world, and regions: what they meet first, and what they overlap.

#include "query/query_solid.h"
#include "query/world_query.h"
#include "store/checks.h"

#include "core/alloc.h"
#include "geometry/shape_check.h"

// ------------------------------------------------------------------------------------------------------------------
// The shape that is asked about
// ------------------------------------------------------------------------------------------------------------------

static belay_result check_shape(const belay_shape* shape, belay_pose pose, belay_error* error)
{
    if (shape == NULL) return belay_error_set(error, BELAY_ERROR_VALUE, "shape is null; it must be given");
    BL_TRY(bl_shape_check(shape, error));
    if (bl_shape_needs_still_body(shape->type))
        return belay_error_set(error, BELAY_ERROR_SHAPE, "a %s is not convex", belay_shape_type_name(shape->type));
    return bl_check_pose(error, "pose", pose);
}

// What the shape has beyond numbers is built for the call; *block is freed by the caller.
static belay_result build_solid(belay_world* world, const char* call, const belay_shape* shape, belay_pose pose,
                                bl_query_solid* solid, unsigned char** block)
{
    belay_error error;
    *block = NULL;
    if (check_shape(shape, pose, &error) != BELAY_OK) return bl_fail_in(world, call, &error);
    pose.rotation = q_normalize(pose.rotation);
    solid->may_leave = false;
    if (bl_shape_build_convex(shape, pose, &world->def.allocator, &solid->convex, &solid->pose, block, &error) !=
        BELAY_OK)
        return bl_fail_in(world, call, &error);
    return BELAY_OK;
}

// ------------------------------------------------------------------------------------------------------------------
// Cast
// ------------------------------------------------------------------------------------------------------------------

typedef struct shape_cast {
    const belay_world* world;
    const bl_query_solid* solid;
    belay_vec3 displacement;
    belay_ray_hit* hit;
    double max_time; // that of the hit so far
    bool is_hit;
} shape_cast;

static void visit_on_way(void* context, const bl_near* near)
{
    shape_cast* cast = context;
    double time;
    bl_query_touch touch;
    if (!bl_query_solid_cast(cast->world, cast->solid, cast->displacement, near, &time, &touch)) return;
    belay_ray_hit hit = {{near->collider->id}, {near->collider->body}, touch.point, touch.normal, time};
    bool is_nearer = time < cast->max_time || !cast->is_hit ||
                     (time == cast->max_time && hit.collider.value < cast->hit->collider.value);
    if (!is_nearer) return;
    *cast->hit = hit;
    cast->max_time = time;
    cast->is_hit = true;
}

belay_result belay_world_cast_shape(belay_world* world, const belay_shape* shape, belay_pose pose,
                                    belay_vec3 displacement, const belay_query_filter* filter, belay_ray_hit* hit,
                                    bool* is_hit)
{
    BL_TRY(bl_query_begin(world, "belay_world_cast_shape"));
    if (hit == NULL || is_hit == NULL)
        return bl_fail(world, BELAY_ERROR_VALUE,
                       "belay_world_cast_shape: the place for the answer is null; it must be given");
    belay_error error;
    if (bl_check_vec3(&error, "displacement", displacement) != BELAY_OK)
        return bl_fail_in(world, "belay_world_cast_shape", &error);
    bl_query_solid solid;
    unsigned char* block;
    BL_TRY(build_solid(world, "belay_world_cast_shape", shape, pose, &solid, &block));
    belay_query_filter f = bl_query_filter_of(filter);
    solid.may_leave = f.may_leave;
    belay_ray_hit first;
    shape_cast cast = {world, &solid, displacement, &first, 1.0, false};
    bl_near_visit_path(world, &f, solid.pose.position, displacement,
                       bl_convex_bounding_radius(&solid.convex, v3_zero()), &cast.max_time, visit_on_way, &cast);
    arrfree(block);
    *is_hit = cast.is_hit;
    if (cast.is_hit) *hit = first;
    return BELAY_OK;
}

// ------------------------------------------------------------------------------------------------------------------
// Overlap
// ------------------------------------------------------------------------------------------------------------------

// The lowest handles so far: a heap with the highest first while they are gathered, sorted in the end.
typedef struct gathering {
    const belay_world* world;
    const bl_query_solid* solid; // null: by boxes alone
    belay_collider_id* colliders;
    int capacity, count;
} gathering;

static void sift_down(belay_collider_id* heap, int count, int at)
{
    for (int child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && heap[child + 1].value > heap[child].value) child++;
        if (heap[child].value <= heap[at].value) return;
        belay_collider_id swap = heap[at];
        heap[at] = heap[child];
        heap[child] = swap;
    }
}

static void sift_up(belay_collider_id* heap, int at)
{
    for (int above; at > 0 && heap[above = (at - 1) / 2].value < heap[at].value; at = above) {
        belay_collider_id swap = heap[at];
        heap[at] = heap[above];
        heap[above] = swap;
    }
}

static void gather(gathering* g, belay_collider_id id)
{
    int kept = g->count++;
    if (kept < g->capacity) {
        g->colliders[kept] = id;
        sift_up(g->colliders, kept);
    } else if (g->capacity > 0 && id.value < g->colliders[0].value) {
        g->colliders[0] = id;
        sift_down(g->colliders, g->capacity, 0);
    }
}

static void sort_gathered(gathering* g)
{
    for (int last = (g->count < g->capacity ? g->count : g->capacity) - 1; last > 0; last--) {
        belay_collider_id highest = g->colliders[0];
        g->colliders[0] = g->colliders[last];
        g->colliders[last] = highest;
        sift_down(g->colliders, last, 0);
    }
}

static void visit_region(void* context, const bl_near* near)
{
    gathering* g = context;
    if (g->solid != NULL && !bl_query_solid_overlaps(g->world, g->solid, near)) return;
    gather(g, (belay_collider_id){near->collider->id});
}

belay_result belay_world_overlap_shape(belay_world* world, const belay_shape* shape, belay_pose pose,
                                       const belay_query_filter* filter, belay_collider_id* colliders, int capacity,
                                       int* count)
{
    BL_TRY(bl_query_begin(world, "belay_world_overlap_shape"));
    BL_TRY(bl_query_check_list(world, "belay_world_overlap_shape", colliders, capacity, count));
    bl_query_solid solid;
    unsigned char* block;
    BL_TRY(build_solid(world, "belay_world_overlap_shape", shape, pose, &solid, &block));
    belay_query_filter f = bl_query_filter_of(filter);
    gathering g = {world, &solid, colliders, capacity, 0};
    double max_time = 0.0;
    bl_near_visit_path(world, &f, solid.pose.position, v3_zero(), bl_convex_bounding_radius(&solid.convex, v3_zero()),
                       &max_time, visit_region, &g);
    arrfree(block);
    sort_gathered(&g);
    *count = g.count;
    return BELAY_OK;
}

static belay_result check_box(belay_world* world, belay_vec3 lower, belay_vec3 upper)
{
    belay_error error;
    if (bl_check_vec3(&error, "lower", lower) != BELAY_OK || bl_check_vec3(&error, "upper", upper) != BELAY_OK)
        return bl_fail_in(world, "belay_world_overlap_box", &error);
    if (lower.x <= upper.x && lower.y <= upper.y && lower.z <= upper.z) return BELAY_OK;
    return bl_fail(world, BELAY_ERROR_VALUE,
                   "belay_world_overlap_box: lower is (%g, %g, %g); it must not be above upper (%g, %g, %g)", lower.x,
                   lower.y, lower.z, upper.x, upper.y, upper.z);
}

belay_result belay_world_overlap_box(belay_world* world, belay_vec3 lower, belay_vec3 upper,
                                     const belay_query_filter* filter, belay_collider_id* colliders, int capacity,
                                     int* count)
{
    BL_TRY(bl_query_begin(world, "belay_world_overlap_box"));
    BL_TRY(bl_query_check_list(world, "belay_world_overlap_box", colliders, capacity, count));
    BL_TRY(check_box(world, lower, upper));
    belay_query_filter f = bl_query_filter_of(filter);
    gathering g = {world, NULL, colliders, capacity, 0};
    bl_near_visit_box(world, &f, lower, upper, visit_region, &g);
    sort_gathered(&g);
    *count = g.count;
    return BELAY_OK;
}
