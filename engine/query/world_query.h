// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the files of the world's queries share: the colliders that a query sees near a ray or a box, and arguments.

#ifndef BELAY_ENGINE_QUERY_WORLD_QUERY_H
#define BELAY_ENGINE_QUERY_WORLD_QUERY_H

#include "store/state.h"

// A collider that may be met, where it stands.
typedef struct bl_near {
    const bl_collider* collider;
    belay_pose body, pose; // of its body, and of the shape's frame
} bl_near;

// Where the shape of the collider at an index stands.
bl_near bl_near_at(const belay_world* world, uint32_t index);

// Calls `visit` for every collider that the query sees and that a ball of radius `reach` may meet on its straight way
// from `origin`, up to the time *max_time (1: the whole way), which visit may lower. Planes are always among them. Any
// order.
typedef void bl_near_fn(void* context, const bl_near* near);
void bl_near_visit_path(belay_world* world, const belay_query_filter* filter, belay_vec3 origin,
                        belay_vec3 displacement, double reach, double* max_time, bl_near_fn* visit, void* context);
// The same for those whose boxes overlap the box; no planes.
void bl_near_visit_box(belay_world* world, const belay_query_filter* filter, belay_vec3 lower, belay_vec3 upper,
                       bl_near_fn* visit, void* context);

// Brings the world's query index up to date: before the visits above. False when memory runs out.
bool bl_query_index_refresh(belay_world* world);

// Whether a point is in the solid below a one-sided mesh, which stands as the collider does.
bool bl_near_is_below(const belay_world* world, const bl_near* near, belay_vec3 point);

// Checks that a query can be made: HANDLE, and MEMORY for the index.
belay_result bl_query_begin(belay_world* world, const char* call);

// The filter in force for an argument that may be null.
belay_query_filter bl_query_filter_of(const belay_query_filter* filter);
// VALUE when a count cannot be, or there is no pointer for an answer.
belay_result bl_query_check_list(belay_world* world, const char* call, const void* list, int capacity,
                                 const int* count);

#endif
