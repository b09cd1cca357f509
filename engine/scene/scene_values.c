// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Values and arrays in a scene's text.

#include "belay/decimal.h"
#include "belay/result.h"
#include "scene/scene_parse.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

bool bl_scene_is_word(bl_word w, const char* text)
{
    return w.size == strlen(text) && memcmp(w.text, text, w.size) == 0;
}

belay_result bl_scene_parse_number(bl_scene_parse* p, const char* what, double* value)
{
    bl_word w;
    belay_result result = bl_word_next(&p->s, what, &w);
    if (result != BELAY_OK) return result;
    if (bl_scene_is_word(w, "inf") || bl_scene_is_word(w, "-inf")) {
        *value = w.text[0] == '-' ? -HUGE_VAL : HUGE_VAL;
        return BELAY_OK;
    }
    if (!belay_decimal_read(w.text, w.size, value)) return bl_word_refuse(&p->s, w, "malformed: no number but", "");
    if (!isfinite(*value)) return bl_word_refuse(&p->s, w, "not finite: the number", " is too large for a double");
    return BELAY_OK;
}

// A whole number from `least` to `most`, both exact as doubles.
static belay_result parse_whole(bl_scene_parse* p, const char* what, double least, double most, int64_t* value)
{
    bl_word w;
    double x;
    belay_result result = bl_word_next(&p->s, what, &w);
    if (result != BELAY_OK) return result;
    if (!belay_decimal_read(w.text, w.size, &x) || !(floor(x) == x))
        return bl_word_refuse(&p->s, w, "malformed: no whole number but", "");
    if (!(x >= least && x <= most)) return bl_word_refuse(&p->s, w, "out of range: the number", "");
    *value = (int64_t)x;
    return BELAY_OK;
}

belay_result bl_scene_parse_word(bl_scene_parse* p, const char* what, const bl_scene_words* words, int* value)
{
    bl_word w;
    belay_result result = bl_word_next(&p->s, what, &w);
    if (result != BELAY_OK) return result;
    for (int i = 0; i < words->count; i++) {
        if (!bl_scene_is_word(w, words->words[i])) continue;
        *value = i;
        return BELAY_OK;
    }
    char text[64];
    snprintf(text, sizeof text, "unknown: there is no %s", what);
    return bl_word_refuse(&p->s, w, text, "");
}

belay_result bl_scene_parse_name(bl_scene_parse* p, const char* what, char name[BELAY_SCENE_NAME_SIZE])
{
    bl_word w;
    belay_result result = bl_word_next(&p->s, what, &w);
    if (result != BELAY_OK) return result;
    if (w.size >= BELAY_SCENE_NAME_SIZE) return bl_word_refuse(&p->s, w, "too long: the name", "");
    memset(name, 0, BELAY_SCENE_NAME_SIZE);
    memcpy(name, w.text, w.size);
    return BELAY_OK;
}

belay_result bl_scene_parse_body(bl_scene_parse* p, bool may_be_world, int32_t* number)
{
    bl_word w;
    char name[BELAY_SCENE_NAME_SIZE] = "";
    belay_result result = bl_word_next(&p->s, "the name of a body", &w);
    if (result != BELAY_OK) return result;
    *number = -1;
    if (may_be_world && bl_scene_is_word(w, "world")) return BELAY_OK;
    if (w.size < sizeof name) memcpy(name, w.text, w.size);
    *number = belay_scene_find_body(p->scene, name);
    return *number >= 0 ? BELAY_OK : bl_word_refuse(&p->s, w, "unknown: no body before this line is named", "");
}

static belay_result parse_yes(bl_scene_parse* p, const char* what, void* value)
{
    static const char* const texts[] = {"no", "yes"};
    static const bl_scene_words words = {texts, 2};
    int number = 0;
    belay_result result = bl_scene_parse_word(p, "answer (it is yes or no):", &words, &number);
    bool is_yes = number == 1;
    if (result == BELAY_OK) memcpy(value, &is_yes, sizeof is_yes);
    (void)what;
    return result;
}

static belay_result parse_integer(bl_scene_parse* p, const bl_field* field, void* value)
{
    int64_t x = 0;
    double least = field->kind == BL_FIELD_BITS ? 0.0 : field->kind == BL_FIELD_LONG ? -0x1p53 : -0x1p31;
    double most = field->kind == BL_FIELD_BITS ? 0x1p32 - 1.0 : field->kind == BL_FIELD_LONG ? 0x1p53 : 0x1p31 - 1.0;
    belay_result result = parse_whole(p, field->name, least, most, &x);
    if (result != BELAY_OK) return result;
    int32_t whole = (int32_t)x;
    uint32_t bits = (uint32_t)x;
    if (field->kind == BL_FIELD_LONG) memcpy(value, &x, sizeof x);
    if (field->kind == BL_FIELD_INTEGER) memcpy(value, &whole, sizeof whole);
    if (field->kind == BL_FIELD_BITS) memcpy(value, &bits, sizeof bits);
    return BELAY_OK;
}

belay_result bl_scene_parse_field(bl_scene_parse* p, const bl_field* field, void* value)
{
    int count = bl_field_doubles(field->kind), number;
    double numbers[9];
    belay_result result = BELAY_OK;
    void* at = (unsigned char*)value + field->offset;
    for (int i = 0; i < count && result == BELAY_OK; i++)
        result = bl_scene_parse_number(p, field->name, &numbers[i]);
    if (result != BELAY_OK) return result;
    if (count > 0) {
        memcpy(at, numbers, sizeof(double) * (size_t)count);
        return BELAY_OK;
    }
    if (field->kind == BL_FIELD_YES) return parse_yes(p, field->name, at);
    if (field->kind != BL_FIELD_WORD) return parse_integer(p, field, at);
    result = bl_scene_parse_word(p, field->name, field->words, &number);
    unsigned bits = (unsigned)number;
    if (result == BELAY_OK) memcpy(at, &bits, sizeof bits);
    return result;
}

// ---------------------------------------------------------------------------------------------------------------------
// Arrays
// ---------------------------------------------------------------------------------------------------------------------

enum { POINTS, VERTICES, TRIANGLES, HEIGHTS, NODES, REST_NODES, TWIST, REST_TWIST };

typedef struct list_kind {
    const char* name;
    bl_scene_object object;
    unsigned shapes; // bits of those that have it
    int each;        // numbers of an element
} list_kind;

static const list_kind kinds[BL_SCENE_LIST_COUNT] = {
    [POINTS] = {"points", BL_SCENE_COLLIDER, 1u << BELAY_SHAPE_HULL | 1u << BELAY_SHAPE_TUBE, 3},
    [VERTICES] = {"vertices", BL_SCENE_COLLIDER, 1u << BELAY_SHAPE_MESH, 3},
    [TRIANGLES] = {"triangles", BL_SCENE_COLLIDER, 1u << BELAY_SHAPE_MESH, 3},
    [HEIGHTS] = {"heights", BL_SCENE_COLLIDER, 1u << BELAY_SHAPE_HEIGHT_FIELD, 1},
    [NODES] = {"nodes", BL_SCENE_ROD, 0, 3},
    [REST_NODES] = {"rest_nodes", BL_SCENE_ROD, 0, 3},
    [TWIST] = {"twist", BL_SCENE_ROD, 0, 1},
    [REST_TWIST] = {"rest_twist", BL_SCENE_ROD, 0, 1},
};

belay_result bl_scene_refuse_object(bl_scene_parse* p, belay_result result, const char* text)
{
    return belay_error_set(p->s.error, result, "%s:%" PRId32 ": %s", bl_text_path(p->s.path), p->line, text);
}

void bl_scene_drop_lists(bl_scene_parse* p)
{
    for (int i = 0; i < BL_SCENE_LIST_COUNT; i++) {
        arrfree(p->lists[i].points);
        arrfree(p->lists[i].indices);
        arrfree(p->lists[i].numbers);
        p->lists[i] = (bl_scene_list){0};
    }
}

// What is left of the text holds no more than half as many numbers, each with its blank, so that a count is refused
// before memory is asked for.
static belay_result parse_counts(bl_scene_parse* p, int kind, bl_scene_list* list, size_t* count)
{
    int64_t columns, rows = 1;
    double most = (double)((p->s.end - p->s.at) / 2 / kinds[kind].each + 1);
    belay_result result = parse_whole(p, "how many there are", 1.0, fmin(most, 1e8), &columns);
    if (result == BELAY_OK && kind == HEIGHTS)
        result = parse_whole(p, "how many rows there are", 1.0, fmin(most / (double)columns, 1e8), &rows);
    if (result != BELAY_OK) return result;
    list->count = (int32_t)columns;
    list->row_count = (int32_t)rows;
    *count = (size_t)columns * (size_t)rows;
    return BELAY_OK;
}

static belay_result parse_points(bl_scene_parse* p, bl_scene_list* list, size_t count)
{
    bool ok = true;
    BL_ARRAY_RESERVE_RAW(list->points, count, &p->allocator, &ok);
    if (!ok) return bl_scene_no_memory(p->s.error);
    belay_result result = bl_word_numbers(&p->s, "all points", &list->points[0].x, 3 * count);
    return result;
}

static belay_result parse_triangles(bl_scene_parse* p, bl_scene_list* list, size_t count)
{
    bool ok = true;
    BL_ARRAY_RESERVE_RAW(list->indices, 3 * count, &p->allocator, &ok);
    if (!ok) return bl_scene_no_memory(p->s.error);
    belay_result result = BELAY_OK;
    for (size_t i = 0; i < 3 * count && result == BELAY_OK; i++)
        result = bl_word_integer(&p->s, "all triangles", &list->indices[i]);
    return result;
}

static belay_result parse_list(bl_scene_parse* p, int kind)
{
    bl_scene_list* list = &p->lists[kind];
    size_t count = 0;
    bool ok = true;
    belay_result result = parse_counts(p, kind, list, &count);
    if (result != BELAY_OK) return result;
    list->is_given = true;
    if (kind == TRIANGLES) return parse_triangles(p, list, count);
    if (kinds[kind].each == 3) return parse_points(p, list, count);
    BL_ARRAY_RESERVE_RAW(list->numbers, count, &p->allocator, &ok);
    if (!ok) return bl_scene_no_memory(p->s.error);
    return bl_word_numbers(&p->s, "all numbers", list->numbers, count);
}

bool bl_scene_parse_list(bl_scene_parse* p, bl_word w, belay_result* result)
{
    for (int i = 0; i < BL_SCENE_LIST_COUNT; i++) {
        if (kinds[i].object != p->object || !bl_scene_is_word(w, kinds[i].name)) continue;
        if (p->object == BL_SCENE_COLLIDER && (kinds[i].shapes >> p->collider.shape.type & 1u) == 0) continue;
        *result = p->lists[i].is_given ? bl_word_refuse(&p->s, w, "given twice:", "") : parse_list(p, i);
        return true;
    }
    return false;
}

static belay_result check_given(bl_scene_parse* p, int kind)
{
    char text[64];
    snprintf(text, sizeof text, "missing: %s of this object", kinds[kind].name);
    return p->lists[kind].is_given ? BELAY_OK : bl_scene_refuse_object(p, BELAY_ERROR_VALUE, text);
}

static belay_result bind_shape(bl_scene_parse* p)
{
    belay_shape* s = &p->collider.shape;
    const bl_scene_list* list = p->lists;
    belay_result result = BELAY_OK;
    if (s->type == BELAY_SHAPE_HULL) {
        result = check_given(p, POINTS);
        s->hull = (belay_hull){list[POINTS].points, list[POINTS].count};
    } else if (s->type == BELAY_SHAPE_TUBE) {
        result = check_given(p, POINTS);
        s->tube.points = list[POINTS].points;
        s->tube.point_count = list[POINTS].count;
    } else if (s->type == BELAY_SHAPE_MESH) {
        result = check_given(p, VERTICES);
        if (result == BELAY_OK) result = check_given(p, TRIANGLES);
        s->mesh =
            (belay_mesh){list[VERTICES].points, list[VERTICES].count, list[TRIANGLES].indices, list[TRIANGLES].count};
    } else if (s->type == BELAY_SHAPE_HEIGHT_FIELD) {
        result = check_given(p, HEIGHTS);
        s->height_field.heights = list[HEIGHTS].numbers;
        s->height_field.column_count = list[HEIGHTS].count;
        s->height_field.row_count = list[HEIGHTS].row_count;
    }
    return result;
}

static belay_result bind_rod(bl_scene_parse* p)
{
    belay_rod_def* def = &p->rod.def;
    const bl_scene_list* list = p->lists;
    char text[128];
    for (int i = NODES; i <= REST_TWIST; i++) {
        int wanted = def->element_count + (kinds[i].each == 3);
        if (!list[i].is_given || list[i].count == wanted) continue;
        snprintf(text, sizeof text, "%s are %" PRId32 "; with element_count %d they must be %d", kinds[i].name,
                 list[i].count, def->element_count, wanted);
        return bl_scene_refuse_object(p, BELAY_ERROR_VALUE, text);
    }
    def->nodes = list[NODES].points;
    def->rest_nodes = list[REST_NODES].points;
    def->twist = list[TWIST].numbers;
    def->rest_twist = list[REST_TWIST].numbers;
    return BELAY_OK;
}

belay_result bl_scene_bind_lists(bl_scene_parse* p)
{
    return p->object == BL_SCENE_ROD ? bind_rod(p) : bind_shape(p);
}
