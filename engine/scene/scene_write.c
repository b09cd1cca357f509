// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A scene as text. What has its default value is left out.

#include "belay/decimal.h"
#include "belay/result.h"
#include "scene/scene_fields.h"
#include "scene/scene_internal.h"
#include "solver/problem/problem_text.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

// Goes over all of it twice: first `out` is null, and it is looked at alone.
typedef struct writing {
    bl_text_writer* out;
    bool has_nan;
} writing;

static void put(writing* w, const char* text)
{
    if (w->out != NULL) bl_text_put(w->out, text, strlen(text));
}

static void put_word(writing* w, const char* word)
{
    put(w, " ");
    put(w, word);
}

static void put_number(writing* w, double x)
{
    char text[BELAY_DECIMAL_SIZE];
    w->has_nan = w->has_nan || isnan(x);
    if (isinf(x)) {
        put_word(w, x > 0.0 ? "inf" : "-inf");
    } else if (!isnan(x)) {
        belay_decimal_write(x, text);
        put_word(w, text);
    }
}

static void put_whole(writing* w, int64_t x)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRId64, x);
    put_word(w, text);
}

static void put_value(writing* w, const bl_field* field, const unsigned char* at)
{
    double numbers[9];
    int32_t whole;
    uint32_t bits;
    int64_t large;
    bool is_yes;
    memcpy(numbers, at, sizeof(double) * (size_t)bl_field_doubles(field->kind));
    for (int i = 0; i < bl_field_doubles(field->kind); i++)
        put_number(w, numbers[i]);
    if (field->kind == BL_FIELD_YES) {
        memcpy(&is_yes, at, sizeof is_yes);
        put_word(w, is_yes ? "yes" : "no");
    } else if (field->kind == BL_FIELD_INTEGER) {
        memcpy(&whole, at, sizeof whole);
        put_whole(w, whole);
    } else if (field->kind == BL_FIELD_LONG) {
        memcpy(&large, at, sizeof large);
        put_whole(w, large);
    } else if (field->kind == BL_FIELD_BITS) {
        memcpy(&bits, at, sizeof bits);
        put_whole(w, bits);
    } else if (field->kind == BL_FIELD_WORD) {
        memcpy(&bits, at, sizeof bits);
        put_word(w, bits < (uint32_t)field->words->count ? field->words->words[bits] : "?");
    }
}

static bool is_standard(const bl_field* f, const void* value, const void* standard)
{
    const unsigned char *a = value, *b = standard;
    return memcmp(a + f->offset, b + f->offset, bl_field_size(f->kind)) == 0;
}

static bool are_standard(const bl_field_table* table, const void* value, const void* standard)
{
    bool ok = true;
    for (int i = 0; i < table->count; i++)
        ok = ok && is_standard(&table->fields[i], value, standard);
    return ok;
}

// Those of the fields that differ from the default's.
static void put_fields(writing* w, const bl_field_table* table, const void* value, const void* standard)
{
    for (int i = 0; i < table->count; i++) {
        const bl_field* f = &table->fields[i];
        if (is_standard(f, value, standard)) continue;
        put(w, "    ");
        put(w, f->name);
        put_value(w, f, (const unsigned char*)value + f->offset);
        put(w, "\n");
    }
}

static void put_points(writing* w, const char* name, const belay_vec3* points, int count)
{
    if (points == NULL) return;
    put(w, "    ");
    put(w, name);
    put_whole(w, count);
    put(w, "\n");
    for (int i = 0; i < count; i++) {
        put(w, "       ");
        put_number(w, points[i].x);
        put_number(w, points[i].y);
        put_number(w, points[i].z);
        put(w, "\n");
    }
}

static void put_numbers(writing* w, const double* numbers, int count, int each)
{
    for (int i = 0; i < count; i++) {
        if (i % each == 0) put(w, "       ");
        put_number(w, numbers[i]);
        if (i % each == each - 1 || i == count - 1) put(w, "\n");
    }
}

static void put_list(writing* w, const char* name, const double* numbers, int count)
{
    if (numbers == NULL) return;
    put(w, "    ");
    put(w, name);
    put_whole(w, count);
    put(w, "\n");
    put_numbers(w, numbers, count, 8);
}

// ---------------------------------------------------------------------------------------------------------------------
// Objects
// ---------------------------------------------------------------------------------------------------------------------

static void put_triangles(writing* w, const belay_mesh* mesh)
{
    put(w, "    triangles");
    put_whole(w, mesh->triangle_count);
    put(w, "\n");
    for (int i = 0; i < 3 * mesh->triangle_count; i++) {
        if (i % 3 == 0) put(w, "       ");
        put_whole(w, mesh->indices[i]);
        if (i % 3 == 2) put(w, "\n");
    }
}

static void put_arrays(writing* w, const belay_shape* s)
{
    if (s->type == BELAY_SHAPE_TUBE) put_points(w, "points", s->tube.points, s->tube.point_count);
    if (s->type == BELAY_SHAPE_HULL) put_points(w, "points", s->hull.points, s->hull.point_count);
    if (s->type == BELAY_SHAPE_MESH) {
        put_points(w, "vertices", s->mesh.vertices, s->mesh.vertex_count);
        put_triangles(w, &s->mesh);
    }
    if (s->type == BELAY_SHAPE_HEIGHT_FIELD) {
        const belay_height_field* h = &s->height_field;
        put(w, "    heights");
        put_whole(w, h->column_count);
        put_whole(w, h->row_count);
        put(w, "\n");
        put_numbers(w, h->heights, h->column_count * h->row_count, h->column_count);
    }
}

static void put_collider(writing* w, const belay_scene* scene, int32_t number)
{
    belay_collider_def def, standard;
    belay_scene_get_collider(scene, number, &def);
    belay_shape shape;
    memset(&shape, 0, sizeof shape);
    shape.type = def.shape.type;
    standard = belay_collider_def_default(shape);
    put(w, "collider");
    put_word(w, bl_scene_shapes.words[def.shape.type]);
    put(w, "\n");
    put_fields(w, bl_scene_shape_table(def.shape.type), &def, &standard);
    put_fields(w, &bl_scene_collider_table, &def, &standard);
    put_arrays(w, &def.shape);
}

static void put_body(writing* w, const belay_scene* scene, int32_t number)
{
    belay_scene_body body, standard = {.def = belay_body_def_default()};
    belay_scene_get_body(scene, number, &body);
    put(w, "\nbody");
    put_word(w, body.name);
    put(w, "\n");
    put_fields(w, &bl_scene_body_table, &body, &standard);
    for (int32_t i = 0; i < body.collider_count; i++)
        put_collider(w, scene, body.first_collider + i);
}

static const char* name_of_body(const belay_scene* scene, int32_t body)
{
    return body >= 0 ? scene->bodies[body].body.name : "world";
}

static void put_joint(writing* w, const belay_scene* scene, int32_t number)
{
    belay_scene_joint joint, standard = {.def = {0}};
    belay_scene_get_joint(scene, number, &joint);
    standard.def = belay_joint_def_default(joint.def.type);
    put(w, "\njoint");
    put_word(w, bl_scene_joint_types.words[joint.def.type]);
    put_word(w, joint.name);
    put_word(w, name_of_body(scene, joint.body_a));
    put_word(w, name_of_body(scene, joint.body_b));
    put(w, "\n");
    put_fields(w, &bl_scene_joint_table, &joint, &standard);
    for (int i = 0; i < 6; i++) {
        if (are_standard(&bl_scene_axis_table, &joint.def.axis[i], &standard.def.axis[i])) continue;
        put(w, "axis");
        put_whole(w, i);
        put(w, "\n");
        put_fields(w, &bl_scene_axis_table, &joint.def.axis[i], &standard.def.axis[i]);
    }
}

static void put_rod(writing* w, const belay_scene* scene, int32_t number)
{
    belay_scene_rod rod, standard = {.def = belay_rod_def_default()};
    belay_scene_get_rod(scene, number, &rod);
    int elements = rod.def.element_count;
    put(w, "\nrod");
    put_word(w, rod.name);
    put(w, "\n");
    put_fields(w, &bl_scene_rod_table, &rod, &standard);
    put_points(w, "nodes", rod.def.nodes, elements + 1);
    put_points(w, "rest_nodes", rod.def.rest_nodes, elements + 1);
    put_list(w, "twist", rod.def.twist, elements);
    put_list(w, "rest_twist", rod.def.rest_twist, elements);
    for (int32_t i = 0; i < rod.attachment_count; i++) {
        belay_scene_attachment a, plain = {.def = belay_rod_attachment_def_default()};
        belay_scene_get_attachment(scene, rod.first_attachment + i, &a);
        put(w, "attachment");
        put_word(w, bl_scene_attachment_types.words[a.def.type]);
        put_word(w, name_of_body(scene, a.body));
        put(w, "\n");
        put_fields(w, &bl_scene_attachment_table, &a, &plain);
    }
}

// The body that a collider is on, and which of its colliders it is.
static void put_collider_name(writing* w, const belay_scene* scene, int32_t collider)
{
    int32_t low = 0, high = (int32_t)arrlen(scene->bodies);
    while (high - low > 1) {
        int32_t middle = low + (high - low) / 2;
        if (scene->bodies[middle].body.first_collider <= collider)
            low = middle;
        else
            high = middle;
    }
    put_word(w, scene->bodies[low].body.name);
    put_whole(w, collider - scene->bodies[low].body.first_collider);
}

static void put_scene(writing* w, const belay_scene* scene)
{
    belay_scene_counts counts = belay_scene_get_counts(scene);
    belay_world_def standard = belay_world_def_default();
    put(w, BL_SCENE_HEAD);
    put_whole(w, BL_SCENE_VERSION);
    put(w, "\n\nworld\n");
    put_fields(w, &bl_scene_world_table, &scene->world, &standard);
    for (int32_t i = 0; i < counts.bodies; i++)
        put_body(w, scene, i);
    for (int32_t i = 0; i < counts.joints; i++)
        put_joint(w, scene, i);
    for (int32_t i = 0; i < counts.rods; i++)
        put_rod(w, scene, i);
    if (counts.pairs > 0) put(w, "\n");
    for (int32_t i = 0; i < counts.pairs; i++) {
        const belay_scene_pair* p = &scene->pairs[i].pair;
        put(w, "pair");
        put_collider_name(w, scene, p->collider_a);
        put_collider_name(w, scene, p->collider_b);
        put_number(w, p->material.friction);
        put_number(w, p->material.restitution);
        put(w, "\n");
    }
}

static bool have_types(const belay_scene* scene)
{
    bool ok = true;
    for (ptrdiff_t i = 0; i < arrlen(scene->joints); i++)
        ok = ok && (unsigned)scene->joints[i].joint.def.type < BELAY_JOINT_TYPE_COUNT;
    for (ptrdiff_t i = 0; i < arrlen(scene->attachments); i++)
        ok = ok && (unsigned)scene->attachments[i].attachment.def.type < BELAY_ROD_ATTACHMENT_TYPE_COUNT;
    for (ptrdiff_t i = 0; i < arrlen(scene->bodies); i++)
        ok = ok && (unsigned)scene->bodies[i].body.def.type < BELAY_BODY_TYPE_COUNT;
    for (ptrdiff_t i = 0; i < arrlen(scene->rods); i++)
        ok = ok && (unsigned)scene->rods[i].rod.def.model < BELAY_ROD_MODEL_COUNT;
    return ok;
}

belay_result belay_scene_write(const belay_scene* scene, const char* path, belay_error* error)
{
    const char* call = "belay_scene_write";
    if (scene == NULL) return belay_error_set(error, BELAY_ERROR_VALUE, "%s: scene is null", call);
    if (!have_types(scene))
        return belay_error_set(error, BELAY_ERROR_VALUE, "%s: a type in the scene is none; it must be one of its kind",
                               call);
    writing w = {NULL, false};
    put_scene(&w, scene);
    if (w.has_nan) return belay_error_set(error, BELAY_ERROR_VALUE, "%s: a number in the scene is not a number", call);
    bl_text_writer out;
    belay_result result = bl_text_open(&out, path, error);
    if (result != BELAY_OK) return result;
    w.out = &out;
    put_scene(&w, scene);
    return bl_text_close(&out, path, error);
}
