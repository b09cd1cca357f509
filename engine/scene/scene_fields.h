// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The words of a scene's text: each field of a definition with its name, kind and place, so that reading and writing go
// by the same tables.

#ifndef BELAY_ENGINE_SCENE_SCENE_FIELDS_H
#define BELAY_ENGINE_SCENE_SCENE_FIELDS_H

#include "belay/scene.h"

// The words for the values of an enumeration, from 0 on.
typedef struct bl_scene_words {
    const char* const* words;
    int count;
} bl_scene_words;

extern const bl_scene_words bl_scene_body_types, bl_scene_shapes, bl_scene_joint_types, bl_scene_rod_models,
    bl_scene_attachment_types;

typedef enum bl_field_kind {
    BL_FIELD_NUMBER,  // double, which may be infinite
    BL_FIELD_VECTOR,  // belay_vec3
    BL_FIELD_POSE,    // belay_pose: position, then w x y z of the rotation
    BL_FIELD_INERTIA, // belay_mat33: xx xy xz, yx yy yz, zx zy zz
    BL_FIELD_BOTH,    // double[2]
    BL_FIELD_YES,     // bool: yes or no
    BL_FIELD_INTEGER, // int, int32_t
    BL_FIELD_LONG,    // int64_t
    BL_FIELD_BITS,    // uint32_t
    BL_FIELD_WORD,    // an enumeration
} bl_field_kind;

typedef struct bl_field {
    const char* name;
    bl_field_kind kind;
    size_t offset;
    const bl_scene_words* words; // of BL_FIELD_WORD
} bl_field;

// At most 64 fields.
typedef struct bl_field_table {
    const bl_field* fields;
    int count;
} bl_field_table;

extern const bl_field_table bl_scene_world_table;      // of a belay_world_def
extern const bl_field_table bl_scene_body_table;       // of a belay_scene_body
extern const bl_field_table bl_scene_collider_table;   // of a belay_collider_def
extern const bl_field_table bl_scene_joint_table;      // of a belay_scene_joint
extern const bl_field_table bl_scene_axis_table;       // of a belay_joint_axis
extern const bl_field_table bl_scene_rod_table;        // of a belay_scene_rod
extern const bl_field_table bl_scene_attachment_table; // of a belay_scene_attachment

// Of a belay_collider_def, for its shape; arrays left out.
const bl_field_table* bl_scene_shape_table(belay_shape_type type);

// How many doubles a field of that kind has; 0: it is not made of doubles.
int bl_field_doubles(bl_field_kind kind);
// Bytes of a field of that kind.
size_t bl_field_size(bl_field_kind kind);

// What a text begins with.
#define BL_SCENE_HEAD "belay-scene"
#define BL_SCENE_VERSION 1

#endif
