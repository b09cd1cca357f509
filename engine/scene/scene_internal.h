// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What a scene consists of. Arrays that definitions point to are pieces of three pools, which move as they grow: their
// pointers are null here and set in copies that are handed out.

#ifndef BELAY_ENGINE_SCENE_SCENE_INTERNAL_H
#define BELAY_ENGINE_SCENE_SCENE_INTERNAL_H

#include "belay/scene.h"
#include "core/alloc.h"

// `line`: of the text that something was read from; 0: it was not.

typedef struct bl_scene_collider {
    belay_collider_def def;
    size_t points_at, indices_at, numbers_at; // of its arrays, in the pools
    int32_t line;
} bl_scene_collider;

typedef struct bl_scene_rod_record {
    belay_scene_rod rod;
    size_t nodes_at, rest_nodes_at, twist_at, rest_twist_at; // in the pools, SIZE_MAX: none
    int32_t line;
} bl_scene_rod_record;

typedef struct bl_scene_body_record {
    belay_scene_body body;
    int32_t line;
} bl_scene_body_record;

typedef struct bl_scene_joint_record {
    belay_scene_joint joint;
    int32_t line;
} bl_scene_joint_record;

typedef struct bl_scene_attachment_record {
    belay_scene_attachment attachment;
    int32_t line;
} bl_scene_attachment_record;

typedef struct bl_scene_pair_record {
    belay_scene_pair pair;
    int32_t line;
} bl_scene_pair_record;

// Numbers by name: slots with number + 1, 0 where there is none, as many as a power of two.
typedef struct bl_scene_index {
    int32_t* slots; // stb_ds array
    int32_t slot_count;
} bl_scene_index;

struct belay_scene {
    belay_allocator allocator;
    belay_world_def world;
    bl_scene_body_record* bodies; // stb_ds arrays, all of them
    bl_scene_collider* colliders;
    bl_scene_joint_record* joints;
    bl_scene_rod_record* rods;
    bl_scene_attachment_record* attachments;
    bl_scene_pair_record* pairs;
    belay_vec3* points;
    int32_t* indices;
    double* numbers;
    bl_scene_index body_index, joint_index, rod_index;
    int32_t line; // what is added now stands in
    bool is_checked;
};

// Where making a scene has failed.
typedef struct bl_scene_fault {
    const char* what; // "body", "collider" ...; null: nothing that the scene says
    const char* name; // of it, or of what it is on
    int32_t line;
} bl_scene_fault;

// Makes all of it in the world; `error` gets what the world says of it.
belay_result bl_scene_make(const belay_scene* scene, belay_world* world, belay_pose pose, belay_body_id* bodies,
                           belay_joint_id* joints, belay_rod_id* rods, bl_scene_fault* fault, belay_error* error);
// The same in a world of its own, which is destroyed again.
belay_result bl_scene_try(belay_scene* scene, bl_scene_fault* fault, belay_error* error);

// Adds a rod, whose name has been checked, without its name.
belay_result bl_scene_add_rod(belay_scene* scene, const belay_scene_rod* rod, const char* call, belay_error* error);

belay_result bl_scene_no_memory(belay_error* error);
// The allocator, or that of the C library.
belay_allocator bl_scene_allocator(const belay_allocator* allocator);

#endif
