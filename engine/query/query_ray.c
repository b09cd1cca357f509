// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Rays through the world. Of two hits at one fraction the one with the lower handle counts as nearer, so that the
// answer does not depend on the order in which colliders are looked at.

#include "query/world_query.h"
#include "store/checks.h"

#include "geometry/distance/distance.h"
#include "geometry/distance/tube.h"

static bool cast_at_plane(const bl_near* near, belay_vec3 origin, belay_vec3 displacement, double* time,
                          belay_vec3* normal)
{
    double offset;
    bl_collider_plane(near->collider, near->body, normal, &offset);
    double height = v3_dot(*normal, origin) - offset, sinking = -v3_dot(*normal, displacement);
    if (height <= 0.0) {
        *time = 0.0;
        *normal = v3_scale(-1.0 / v3_length(displacement), displacement);
        return true;
    }
    *time = height / sinking;
    return sinking > 0.0 && *time <= 1.0;
}

static bool cast_at_mesh(const belay_world* world, const bl_near* near, belay_vec3 origin, belay_vec3 displacement,
                         double* time, belay_vec3* normal)
{
    int triangle;
    return bl_mesh_cast_ray(bl_collider_mesh(&world->colliders, near->collider), origin, displacement, time, normal,
                            &triangle);
}

// In the shape's own frame, but for planes.
static bool cast_at_shape(const belay_world* world, const bl_near* near, belay_vec3 origin, belay_vec3 displacement,
                          double* time, belay_vec3* normal)
{
    const bl_collider* c = near->collider;
    if (bl_collider_family(c) == BL_FAMILY_TUBE)
        return bl_tube_cast_ray(bl_collider_curve(&world->colliders, c), origin, displacement, time, normal);
    if (!bl_collider_is_convex(c)) return cast_at_mesh(world, near, origin, displacement, time, normal);
    bl_convex convex = bl_collider_convex(&world->colliders, c);
    return bl_convex_cast_ray(&convex, origin, displacement, time, normal);
}

static bool cast_at(const belay_world* world, const bl_near* near, belay_vec3 origin, belay_vec3 displacement,
                    double* time, belay_vec3* normal)
{
    const bl_collider* c = near->collider;
    if (bl_collider_family(c) == BL_FAMILY_PLANE) return cast_at_plane(near, origin, displacement, time, normal);
    if (bl_collider_family(c) == BL_FAMILY_MESH && bl_near_is_below(world, near, origin)) {
        *time = 0.0;
        *normal = v3_scale(-1.0 / v3_length(displacement), displacement);
        return true;
    }
    belay_vec3 local_origin = pose_apply_inverse(near->pose, origin);
    belay_vec3 local_displacement = q_rotate_inverse(near->pose.rotation, displacement);
    if (!cast_at_shape(world, near, local_origin, local_displacement, time, normal)) return false;
    *normal = q_rotate(near->pose.rotation, *normal);
    return true;
}

static bool is_before(const belay_ray_hit* a, const belay_ray_hit* b)
{
    return a->fraction != b->fraction ? a->fraction < b->fraction : a->collider.value < b->collider.value;
}

// Keeps the nearest `capacity` hits, nearest first, and counts all.
typedef struct ray_cast {
    belay_world* world;
    belay_vec3 origin, displacement;
    double max_time; // hits beyond are not asked for
    bool is_first_only;
    belay_ray_hit* hits;
    int capacity, count;
} ray_cast;

static void keep(ray_cast* cast, const belay_ray_hit* hit)
{
    int kept = cast->count < cast->capacity ? cast->count : cast->capacity, index = kept;
    while (index > 0 && is_before(hit, &cast->hits[index - 1]))
        index--;
    cast->count++;
    if (index == cast->capacity) return;
    for (int i = kept < cast->capacity ? kept : kept - 1; i > index; i--)
        cast->hits[i] = cast->hits[i - 1];
    cast->hits[index] = *hit;
}

static void visit(void* context, const bl_near* near)
{
    ray_cast* cast = context;
    double time;
    belay_vec3 normal;
    if (!cast_at(cast->world, near, cast->origin, cast->displacement, &time, &normal)) return;
    belay_ray_hit hit = {{near->collider->id},
                         {near->collider->body},
                         v3_add_scaled(cast->origin, time, cast->displacement),
                         normal,
                         time};
    keep(cast, &hit);
    if (cast->is_first_only) cast->max_time = cast->hits[0].fraction;
}

static belay_result check_ray(belay_world* world, const char* call, belay_vec3 origin, belay_vec3 displacement)
{
    belay_error error;
    if (bl_check_vec3(&error, "origin", origin) != BELAY_OK ||
        bl_check_vec3(&error, "displacement", displacement) != BELAY_OK)
        return bl_fail_in(world, call, &error);
    if (!(v3_length(displacement) > 0.0))
        return bl_fail(world, BELAY_ERROR_VALUE, "%s: displacement is (0, 0, 0); it must have a length", call);
    return BELAY_OK;
}

static void run(ray_cast* cast, const belay_query_filter* filter)
{
    belay_query_filter f = bl_query_filter_of(filter);
    bl_near_visit_path(cast->world, &f, cast->origin, cast->displacement, 0.0, &cast->max_time, visit, cast);
}

belay_result belay_world_cast_ray(belay_world* world, belay_vec3 origin, belay_vec3 displacement,
                                  const belay_query_filter* filter, belay_ray_hit* hit, bool* is_hit)
{
    BL_TRY(bl_query_begin(world, "belay_world_cast_ray"));
    if (hit == NULL || is_hit == NULL)
        return bl_fail(world, BELAY_ERROR_VALUE,
                       "belay_world_cast_ray: the place for the answer is null; it must be given");
    BL_TRY(check_ray(world, "belay_world_cast_ray", origin, displacement));
    belay_ray_hit first;
    ray_cast cast = {world, origin, displacement, 1.0, true, &first, 1, 0};
    run(&cast, filter);
    *is_hit = cast.count > 0;
    if (*is_hit) *hit = first;
    return BELAY_OK;
}

belay_result belay_world_cast_ray_all(belay_world* world, belay_vec3 origin, belay_vec3 displacement,
                                      const belay_query_filter* filter, belay_ray_hit* hits, int capacity, int* count)
{
    BL_TRY(bl_query_begin(world, "belay_world_cast_ray_all"));
    BL_TRY(bl_query_check_list(world, "belay_world_cast_ray_all", hits, capacity, count));
    BL_TRY(check_ray(world, "belay_world_cast_ray_all", origin, displacement));
    ray_cast cast = {world, origin, displacement, 1.0, false, hits, capacity, 0};
    run(&cast, filter);
    *count = cast.count;
    return BELAY_OK;
}
