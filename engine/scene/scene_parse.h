// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A scene's text, word after word. An object begins with its word (body, collider, joint ...) and ends where the next
// one begins; what stands between are its fields, in any order, each at most once.

#ifndef BELAY_ENGINE_SCENE_SCENE_PARSE_H
#define BELAY_ENGINE_SCENE_SCENE_PARSE_H

#include "scene/scene_fields.h"
#include "scene/scene_internal.h"
#include "solver/problem/problem_text.h"

typedef enum bl_scene_object {
    BL_SCENE_NOTHING,
    BL_SCENE_WORLD,
    BL_SCENE_BODY,
    BL_SCENE_COLLIDER,
    BL_SCENE_JOINT,
    BL_SCENE_AXIS,
    BL_SCENE_ROD,
    BL_SCENE_ATTACHMENT,
} bl_scene_object;

typedef struct bl_scene_material {
    char name[BELAY_SCENE_NAME_SIZE];
    belay_material material;
} bl_scene_material;

// An array of the object that is being read.
enum { BL_SCENE_LIST_COUNT = 8 };
typedef struct bl_scene_list {
    belay_vec3* points; // one of the three, stb_ds
    int32_t* indices;
    double* numbers;
    int32_t count, row_count; // rows of heights; else 1
    bool is_given;
} bl_scene_list;

typedef struct bl_scene_parse {
    belay_scene* scene;
    bl_text_scanner s;
    belay_allocator allocator;
    bl_scene_object object; // being read; it is added where it ends
    int32_t line;           // that it began in
    int axis;
    bool has_world, has_joint, has_rod; // the last of them may still get axes or attachments
    uint64_t seen[2];                   // fields of the object, of its two tables
    uint32_t axes_seen;
    belay_world_def world;
    belay_scene_body body;
    belay_collider_def collider;
    belay_scene_joint joint;
    belay_scene_rod rod;
    belay_scene_attachment attachment;
    bl_scene_material* materials;
    bl_scene_list lists[BL_SCENE_LIST_COUNT]; // in the order of bl_scene_lists
} bl_scene_parse;

// The value of a field, into the definition.
belay_result bl_scene_parse_field(bl_scene_parse* p, const bl_field* field, void* value);
// A finite number or "inf".
belay_result bl_scene_parse_number(bl_scene_parse* p, const char* what, double* value);
belay_result bl_scene_parse_name(bl_scene_parse* p, const char* what, char name[BELAY_SCENE_NAME_SIZE]);
// The name of a body, as its number; -1: the world, where it may be.
belay_result bl_scene_parse_body(bl_scene_parse* p, bool may_be_world, int32_t* number);
belay_result bl_scene_parse_word(bl_scene_parse* p, const char* what, const bl_scene_words* words, int* value);
bool bl_scene_is_word(bl_word w, const char* text);

// Arrays. True when the word is one of an array that the object has, which is then read.
bool bl_scene_parse_list(bl_scene_parse* p, bl_word w, belay_result* result);
// Ties the arrays that were read to the collider or rod, or says what is missing.
belay_result bl_scene_bind_lists(bl_scene_parse* p);
void bl_scene_drop_lists(bl_scene_parse* p);
// "name:line: text" of the object that is being read.
belay_result bl_scene_refuse_object(bl_scene_parse* p, belay_result result, const char* text);

#endif
