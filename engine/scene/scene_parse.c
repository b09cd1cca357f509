// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "scene/scene_parse.h"

#include "belay/result.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------------------------------
// Where objects end
// ---------------------------------------------------------------------------------------------------------------------

static belay_result add_object(bl_scene_parse* p, belay_error* inner)
{
    switch (p->object) {
    case BL_SCENE_WORLD:
        return belay_scene_set_world(p->scene, &p->world, inner);
    case BL_SCENE_BODY:
        return belay_scene_add_body(p->scene, &p->body, inner);
    case BL_SCENE_COLLIDER:
        return belay_scene_add_collider(p->scene, &p->collider, inner);
    case BL_SCENE_ROD:
        return belay_scene_add_rod(p->scene, &p->rod, inner);
    case BL_SCENE_ATTACHMENT:
        return belay_scene_add_attachment(p->scene, &p->attachment, inner);
    default:
        return BELAY_OK;
    }
}

static belay_result end_object(bl_scene_parse* p)
{
    belay_error inner;
    belay_result result = BELAY_OK;
    if (p->object == BL_SCENE_COLLIDER || p->object == BL_SCENE_ROD) result = bl_scene_bind_lists(p);
    if (result != BELAY_OK) return result;
    p->scene->line = p->line;
    result = add_object(p, &inner);
    bl_scene_drop_lists(p);
    if (result != BELAY_OK) return bl_scene_refuse_object(p, result, inner.message);
    p->object = BL_SCENE_NOTHING;
    return BELAY_OK;
}

// A joint ends with its axes.
static belay_result end_joint(bl_scene_parse* p, int32_t line)
{
    belay_error inner;
    if (!p->has_joint) return BELAY_OK;
    p->has_joint = false;
    p->scene->line = line;
    belay_result result = belay_scene_add_joint(p->scene, &p->joint, &inner);
    p->line = line;
    return result == BELAY_OK ? BELAY_OK : bl_scene_refuse_object(p, result, inner.message);
}

// ---------------------------------------------------------------------------------------------------------------------
// Where they begin
// ---------------------------------------------------------------------------------------------------------------------

static belay_result refuse_line(bl_scene_parse* p, const char* text)
{
    return belay_error_set(p->s.error, BELAY_ERROR_VALUE, "%s:%" PRId32 ": %s", bl_text_path(p->s.path), p->line, text);
}

static belay_result begin_world(bl_scene_parse* p)
{
    if (p->has_world) return refuse_line(p, "given twice: world");
    p->has_world = true;
    p->world = p->scene->world;
    p->object = BL_SCENE_WORLD;
    return BELAY_OK;
}

static belay_result begin_body(bl_scene_parse* p)
{
    p->body = (belay_scene_body){.def = belay_body_def_default()};
    p->object = BL_SCENE_BODY;
    return bl_scene_parse_name(p, "the body's name", p->body.name);
}

static belay_result begin_collider(bl_scene_parse* p)
{
    int type;
    belay_shape shape;
    if (arrlen(p->scene->bodies) == 0) return refuse_line(p, "misplaced: a collider stands behind its body");
    belay_result result = bl_scene_parse_word(p, "shape", &bl_scene_shapes, &type);
    if (result != BELAY_OK) return result;
    memset(&shape, 0, sizeof shape);
    shape.type = (belay_shape_type)type;
    p->collider = belay_collider_def_default(shape);
    p->object = BL_SCENE_COLLIDER;
    return BELAY_OK;
}

static belay_result begin_joint(bl_scene_parse* p)
{
    int type;
    belay_result result = bl_scene_parse_word(p, "type of joint", &bl_scene_joint_types, &type);
    if (result != BELAY_OK) return result;
    p->joint = (belay_scene_joint){.def = belay_joint_def_default((belay_joint_type)type)};
    p->object = BL_SCENE_JOINT;
    p->has_joint = true;
    p->axes_seen = 0;
    result = bl_scene_parse_name(p, "the joint's name", p->joint.name);
    if (result == BELAY_OK) result = bl_scene_parse_body(p, true, &p->joint.body_a);
    if (result == BELAY_OK) result = bl_scene_parse_body(p, true, &p->joint.body_b);
    return result;
}

static belay_result begin_axis(bl_scene_parse* p)
{
    int32_t axis;
    if (!p->has_joint) return refuse_line(p, "misplaced: an axis stands behind its joint");
    belay_result result = bl_word_integer(&p->s, "the number of the axis", &axis);
    if (result != BELAY_OK) return result;
    if (axis < 0 || axis > 5) return refuse_line(p, "out of range: the number of an axis is 0 to 5");
    if (p->axes_seen >> axis & 1u) return refuse_line(p, "given twice: this axis of the joint");
    p->axes_seen |= 1u << axis;
    p->axis = axis;
    p->object = BL_SCENE_AXIS;
    return BELAY_OK;
}

static belay_result begin_rod(bl_scene_parse* p)
{
    p->rod = (belay_scene_rod){.def = belay_rod_def_default()};
    p->object = BL_SCENE_ROD;
    return bl_scene_parse_name(p, "the rod's name", p->rod.name);
}

static belay_result begin_attachment(bl_scene_parse* p)
{
    int type;
    if (arrlen(p->scene->rods) == 0) return refuse_line(p, "misplaced: an attachment stands behind its rod");
    p->attachment = (belay_scene_attachment){.def = belay_rod_attachment_def_default()};
    belay_result result = bl_scene_parse_word(p, "type of attachment", &bl_scene_attachment_types, &type);
    if (result == BELAY_OK) result = bl_scene_parse_body(p, true, &p->attachment.body);
    if (result != BELAY_OK) return result;
    p->attachment.def.type = (belay_rod_attachment_type)type;
    p->object = BL_SCENE_ATTACHMENT;
    return BELAY_OK;
}

static belay_result parse_material(bl_scene_parse* p, belay_material* material)
{
    belay_result result = bl_scene_parse_number(p, "friction", &material->friction);
    if (result == BELAY_OK) result = bl_scene_parse_number(p, "restitution", &material->restitution);
    return result;
}

static const bl_scene_material* find_material(const bl_scene_parse* p, const char* name)
{
    for (ptrdiff_t i = 0; i < arrlen(p->materials); i++)
        if (strcmp(p->materials[i].name, name) == 0) return &p->materials[i];
    return NULL;
}

static belay_result begin_material(bl_scene_parse* p)
{
    bl_scene_material m;
    bool ok = true;
    belay_result result = bl_scene_parse_name(p, "the material's name", m.name);
    if (result == BELAY_OK) result = parse_material(p, &m.material);
    if (result != BELAY_OK) return result;
    if (find_material(p, m.name) != NULL) return refuse_line(p, "given twice: a material of this name");
    BL_ARRAY_RESERVE(p->materials, arrlen(p->materials) + 1, &p->allocator, &ok);
    if (!ok) return bl_scene_no_memory(p->s.error);
    arrput(p->materials, m);
    return BELAY_OK;
}

static belay_result parse_collider_number(bl_scene_parse* p, int32_t* number)
{
    int32_t body, own;
    belay_result result = bl_scene_parse_body(p, false, &body);
    if (result == BELAY_OK) result = bl_word_integer(&p->s, "the number of its collider", &own);
    if (result != BELAY_OK) return result;
    const belay_scene_body* b = &p->scene->bodies[body].body;
    if (own < 0 || own >= b->collider_count)
        return refuse_line(p, "out of range: the body has no collider of this number");
    *number = b->first_collider + own;
    return BELAY_OK;
}

static belay_result begin_pair(bl_scene_parse* p)
{
    belay_scene_pair pair;
    belay_error inner;
    belay_result result = parse_collider_number(p, &pair.collider_a);
    if (result == BELAY_OK) result = parse_collider_number(p, &pair.collider_b);
    if (result == BELAY_OK) result = parse_material(p, &pair.material);
    if (result != BELAY_OK) return result;
    p->scene->line = p->line;
    result = belay_scene_add_pair(p->scene, &pair, &inner);
    return result == BELAY_OK ? BELAY_OK : bl_scene_refuse_object(p, result, inner.message);
}

// ---------------------------------------------------------------------------------------------------------------------
// Words
// ---------------------------------------------------------------------------------------------------------------------

static const struct {
    const char* word;
    belay_result (*begin)(bl_scene_parse* p);
} objects[] = {
    {"world", begin_world}, {"body", begin_body},         {"collider", begin_collider},
    {"joint", begin_joint}, {"axis", begin_axis},         {"rod", begin_rod},
    {"pair", begin_pair},   {"material", begin_material}, {"attachment", begin_attachment},
};

typedef struct target {
    const bl_field_table* tables[2];
    void* value;
} target;

static target target_of(bl_scene_parse* p)
{
    switch (p->object) {
    case BL_SCENE_WORLD:
        return (target){{&bl_scene_world_table, NULL}, &p->world};
    case BL_SCENE_BODY:
        return (target){{&bl_scene_body_table, NULL}, &p->body};
    case BL_SCENE_COLLIDER:
        return (target){{&bl_scene_collider_table, bl_scene_shape_table(p->collider.shape.type)}, &p->collider};
    case BL_SCENE_JOINT:
        return (target){{&bl_scene_joint_table, NULL}, &p->joint};
    case BL_SCENE_AXIS:
        return (target){{&bl_scene_axis_table, NULL}, &p->joint.def.axis[p->axis]};
    case BL_SCENE_ROD:
        return (target){{&bl_scene_rod_table, NULL}, &p->rod};
    case BL_SCENE_ATTACHMENT:
        return (target){{&bl_scene_attachment_table, NULL}, &p->attachment};
    default:
        return (target){{NULL, NULL}, NULL};
    }
}

// "made_of NAME": friction and restitution of a material that was named before.
static belay_result parse_made_of(bl_scene_parse* p)
{
    char name[BELAY_SCENE_NAME_SIZE];
    belay_result result = bl_scene_parse_name(p, "the name of a material", name);
    if (result != BELAY_OK) return result;
    const bl_scene_material* m = find_material(p, name);
    if (m == NULL) {
        bl_word w = {name, strlen(name)};
        return bl_word_refuse(&p->s, w, "unknown: no material before this line is named", "");
    }
    *(p->object == BL_SCENE_ROD ? &p->rod.def.material : &p->collider.material) = m->material;
    return BELAY_OK;
}

static belay_result parse_word(bl_scene_parse* p, bl_word w)
{
    target t = target_of(p);
    belay_result result;
    for (int k = 0; k < 2 && t.tables[k] != NULL; k++)
        for (int i = 0; i < t.tables[k]->count; i++) {
            if (!bl_scene_is_word(w, t.tables[k]->fields[i].name)) continue;
            if (p->seen[k] >> i & 1u) return bl_word_refuse(&p->s, w, "given twice:", "");
            p->seen[k] |= UINT64_C(1) << i;
            return bl_scene_parse_field(p, &t.tables[k]->fields[i], t.value);
        }
    if (bl_scene_parse_list(p, w, &result)) return result;
    bool has_material = p->object == BL_SCENE_COLLIDER || p->object == BL_SCENE_ROD;
    if (has_material && bl_scene_is_word(w, "made_of")) return parse_made_of(p);
    return bl_word_refuse(&p->s, w, "unknown here:", "");
}

static belay_result parse_next(bl_scene_parse* p, int32_t* joint_line)
{
    bl_word w;
    belay_result result = bl_word_next(&p->s, "", &w);
    if (result != BELAY_OK) return result;
    for (size_t i = 0; i < sizeof objects / sizeof *objects; i++) {
        if (!bl_scene_is_word(w, objects[i].word)) continue;
        int32_t line = p->s.word_line;
        result = end_object(p);
        if (result == BELAY_OK && objects[i].begin != begin_axis) result = end_joint(p, *joint_line);
        if (result != BELAY_OK) return result;
        p->line = line;
        p->seen[0] = p->seen[1] = 0;
        if (objects[i].begin == begin_joint) *joint_line = line;
        return objects[i].begin(p);
    }
    return parse_word(p, w);
}

static belay_result parse_head(bl_scene_parse* p)
{
    bl_word w;
    int32_t version;
    bl_text_skip_comments(&p->s);
    belay_result result = bl_word_next(&p->s, "'" BL_SCENE_HEAD "'", &w);
    if (result != BELAY_OK) return result;
    if (!bl_scene_is_word(w, BL_SCENE_HEAD))
        return bl_word_refuse(&p->s, w, "no scene: it begins with '" BL_SCENE_HEAD " 1' and not", "");
    result = bl_word_integer(&p->s, "the version", &version);
    if (result != BELAY_OK || version == BL_SCENE_VERSION) return result;
    return belay_error_set(p->s.error, BELAY_ERROR_VERSION, "%s:%" PRId32 ": version %" PRId32 "; it must be %d",
                           bl_text_path(p->s.path), p->s.word_line, version, BL_SCENE_VERSION);
}

static belay_result parse_all(bl_scene_parse* p)
{
    int32_t joint_line = 0;
    belay_result result = parse_head(p);
    while (result == BELAY_OK) {
        bl_text_skip_comments(&p->s);
        if (p->s.at == p->s.end) break;
        result = parse_next(p, &joint_line);
    }
    if (result == BELAY_OK) result = end_object(p);
    return result == BELAY_OK ? end_joint(p, joint_line) : result;
}

// What the world that is made for a try says, with the line of what it says it of.
static belay_result try_scene(bl_scene_parse* p)
{
    bl_scene_fault fault;
    belay_error inner;
    belay_result result = bl_scene_try(p->scene, &fault, &inner);
    if (result == BELAY_OK) return result;
    if (fault.what == NULL)
        return belay_error_set(p->s.error, result, "%s: %s", bl_text_path(p->s.path), inner.message);
    return belay_error_set(p->s.error, result, "%s:%" PRId32 ": %s '%s': %s", bl_text_path(p->s.path), fault.line,
                           fault.what, fault.name, inner.message);
}

belay_result belay_scene_parse(const char* text, size_t size, const char* name, const belay_allocator* allocator,
                               belay_scene** scene, belay_error* error)
{
    if (text == NULL && size > 0) return belay_error_set(error, BELAY_ERROR_VALUE, "belay_scene_parse: text is null");
    if (name == NULL) return belay_error_set(error, BELAY_ERROR_VALUE, "belay_scene_parse: name is null");
    if (scene == NULL) return belay_error_set(error, BELAY_ERROR_VALUE, "belay_scene_parse: scene is null");
    bl_scene_parse p;
    memset(&p, 0, sizeof p);
    belay_result result = belay_scene_create(allocator, &p.scene, error);
    if (result != BELAY_OK) return result;
    p.allocator = p.scene->allocator;
    p.s = (bl_text_scanner){size > 0 ? text : "", (size > 0 ? text : "") + size, 1, 1, name, error};
    result = parse_all(&p);
    if (result == BELAY_OK) result = try_scene(&p);
    bl_scene_drop_lists(&p);
    arrfree(p.materials);
    p.scene->line = 0;
    if (result == BELAY_OK)
        *scene = p.scene;
    else
        belay_scene_destroy(p.scene);
    return result;
}

belay_result belay_scene_read(const char* path, const belay_allocator* allocator, belay_scene** scene,
                              belay_error* error)
{
    if (scene == NULL) return belay_error_set(error, BELAY_ERROR_VALUE, "belay_scene_read: scene is null");
    belay_allocator own = bl_scene_allocator(allocator);
    bl_file_text text;
    belay_result result = bl_text_read(path, &own, &text, error);
    if (result == BELAY_OK) result = belay_scene_parse(text.bytes, text.size, path, allocator, scene, error);
    bl_text_free(&text);
    return result;
}
