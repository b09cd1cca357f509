// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "belay/hash.h"
#include "belay/result.h"
#include "scene/scene_internal.h"

#include <string.h>

#define FIRST_SLOTS 16

belay_result bl_scene_no_memory(belay_error* error)
{
    return belay_error_set(error, BELAY_ERROR_MEMORY, "scene: no memory");
}

belay_allocator bl_scene_allocator(const belay_allocator* allocator)
{
    return allocator != NULL ? *allocator : bl_allocator_default();
}

belay_result belay_scene_create(const belay_allocator* allocator, belay_scene** scene, belay_error* error)
{
    if (scene == NULL) return belay_error_set(error, BELAY_ERROR_VALUE, "belay_scene_create: scene is null");
    belay_allocator own = bl_scene_allocator(allocator);
    belay_scene* s = bl_allocate(&own, sizeof *s);
    if (s == NULL) return bl_scene_no_memory(error);
    s->allocator = own;
    s->world = belay_world_def_default();
    *scene = s;
    return BELAY_OK;
}

void belay_scene_destroy(belay_scene* scene)
{
    if (scene == NULL) return;
    arrfree(scene->bodies);
    arrfree(scene->colliders);
    arrfree(scene->joints);
    arrfree(scene->rods);
    arrfree(scene->attachments);
    arrfree(scene->pairs);
    arrfree(scene->points);
    arrfree(scene->indices);
    arrfree(scene->numbers);
    arrfree(scene->body_index.slots);
    arrfree(scene->joint_index.slots);
    arrfree(scene->rod_index.slots);
    belay_allocator allocator = scene->allocator;
    bl_free(&allocator, scene, sizeof *scene);
}

// ---------------------------------------------------------------------------------------------------------------------
// Names
// ---------------------------------------------------------------------------------------------------------------------

typedef const char* name_of_fn(const belay_scene* scene, int32_t number);

static const char* body_name(const belay_scene* scene, int32_t number)
{
    return scene->bodies[number].body.name;
}

static const char* joint_name(const belay_scene* scene, int32_t number)
{
    return scene->joints[number].joint.name;
}

static const char* rod_name(const belay_scene* scene, int32_t number)
{
    return scene->rods[number].rod.name;
}

// The slot with that name, or the empty one where it would be.
static int32_t find_slot(const belay_scene* scene, const bl_scene_index* index, name_of_fn* name_of, const char* name)
{
    uint32_t mask = (uint32_t)index->slot_count - 1;
    uint32_t slot = (uint32_t)belay_hash_bytes(BELAY_HASH_SEED, name, strlen(name)) & mask;
    while (index->slots[slot] != 0 && strcmp(name_of(scene, index->slots[slot] - 1), name) != 0)
        slot = (slot + 1) & mask;
    return (int32_t)slot;
}

static int32_t find_name(const belay_scene* scene, const bl_scene_index* index, name_of_fn* name_of, const char* name)
{
    if (index->slot_count == 0) return -1;
    return index->slots[find_slot(scene, index, name_of, name)] - 1;
}

// Room for one more name than `count`: at most half of the slots are taken. False: no memory.
static bool reserve_name(belay_scene* scene, bl_scene_index* index, name_of_fn* name_of, int32_t count)
{
    if (2 * (count + 1) <= index->slot_count) return true;
    bl_scene_index larger = {NULL, index->slot_count > 0 ? 2 * index->slot_count : FIRST_SLOTS};
    bool ok = true;
    BL_ARRAY_RESERVE(larger.slots, larger.slot_count, &scene->allocator, &ok);
    if (!ok) return false;
    for (int32_t i = 0; i < count; i++)
        larger.slots[find_slot(scene, &larger, name_of, name_of(scene, i))] = i + 1;
    arrfree(index->slots);
    *index = larger;
    return true;
}

static belay_result check_name(const belay_scene* scene, const bl_scene_index* index, name_of_fn* name_of,
                               const char* name, const char* call, belay_error* error)
{
    size_t length = 0;
    bool is_name = name[0] != '#';
    for (; length < BELAY_SCENE_NAME_SIZE && name[length] != '\0'; length++)
        is_name = is_name && name[length] > ' ' && name[length] <= '~';
    if (length == 0 || length == BELAY_SCENE_NAME_SIZE || !is_name)
        return belay_error_set(error, BELAY_ERROR_VALUE,
                               "%s: name must be 1 to %d printable characters without blanks, the first no '#'", call,
                               BELAY_SCENE_NAME_SIZE - 1);
    if (strcmp(name, "world") == 0)
        return belay_error_set(error, BELAY_ERROR_VALUE, "%s: name is 'world', which means the world itself", call);
    if (find_name(scene, index, name_of, name) < 0) return BELAY_OK;
    return belay_error_set(error, BELAY_ERROR_VALUE, "%s: name is '%s'; there is one of that name", call, name);
}

int32_t belay_scene_find_body(const belay_scene* scene, const char* name)
{
    return scene != NULL && name != NULL ? find_name(scene, &scene->body_index, body_name, name) : -1;
}

int32_t belay_scene_find_joint(const belay_scene* scene, const char* name)
{
    return scene != NULL && name != NULL ? find_name(scene, &scene->joint_index, joint_name, name) : -1;
}

int32_t belay_scene_find_rod(const belay_scene* scene, const char* name)
{
    return scene != NULL && name != NULL ? find_name(scene, &scene->rod_index, rod_name, name) : -1;
}

// ---------------------------------------------------------------------------------------------------------------------
// Adding
// ---------------------------------------------------------------------------------------------------------------------

static belay_result refuse_null(const char* call, const char* name, belay_error* error)
{
    return belay_error_set(error, BELAY_ERROR_VALUE, "%s: %s is null", call, name);
}

belay_result belay_scene_set_world(belay_scene* scene, const belay_world_def* def, belay_error* error)
{
    const char* call = "belay_scene_set_world";
    if (scene == NULL) return refuse_null(call, "scene", error);
    if (def == NULL) return refuse_null(call, "def", error);
    belay_world_def own = belay_world_def_default(), taken = *def;
    memcpy(taken.solver.islands, own.solver.islands, sizeof own.solver.islands);
    taken.worker_count = own.worker_count;
    taken.tasks = own.tasks;
    taken.view_readers = own.view_readers;
    taken.command_capacity = own.command_capacity;
    taken.max_entities = own.max_entities;
    taken.tag = own.tag;
    taken.allocator = own.allocator;
    taken.logger = own.logger;
    scene->world = taken;
    scene->is_checked = false;
    return BELAY_OK;
}

belay_result belay_scene_add_body(belay_scene* scene, const belay_scene_body* body, belay_error* error)
{
    const char* call = "belay_scene_add_body";
    if (scene == NULL) return refuse_null(call, "scene", error);
    if (body == NULL) return refuse_null(call, "body", error);
    belay_result result = check_name(scene, &scene->body_index, body_name, body->name, call, error);
    if (result != BELAY_OK) return result;
    int32_t count = (int32_t)arrlen(scene->bodies);
    bool ok = reserve_name(scene, &scene->body_index, body_name, count);
    BL_ARRAY_RESERVE(scene->bodies, count + 1, &scene->allocator, &ok);
    if (!ok) return bl_scene_no_memory(error);
    scene->body_index.slots[find_slot(scene, &scene->body_index, body_name, body->name)] = count + 1;
    bl_scene_body_record record = {*body, scene->line};
    record.body.first_collider = (int32_t)arrlen(scene->colliders);
    record.body.collider_count = 0;
    arrput(scene->bodies, record);
    scene->is_checked = false;
    return BELAY_OK;
}

static belay_result check_body_number(const belay_scene* scene, const char* call, const char* name, int32_t number,
                                      belay_error* error)
{
    int32_t count = (int32_t)arrlen(scene->bodies);
    if (number >= -1 && number < count) return BELAY_OK;
    return belay_error_set(error, BELAY_ERROR_VALUE, "%s: %s is %d; it must be from -1, the world, to %d", call, name,
                           number, count - 1);
}

belay_result belay_scene_add_joint(belay_scene* scene, const belay_scene_joint* joint, belay_error* error)
{
    const char* call = "belay_scene_add_joint";
    if (scene == NULL) return refuse_null(call, "scene", error);
    if (joint == NULL) return refuse_null(call, "joint", error);
    belay_result result = check_name(scene, &scene->joint_index, joint_name, joint->name, call, error);
    if (result == BELAY_OK) result = check_body_number(scene, call, "body_a", joint->body_a, error);
    if (result == BELAY_OK) result = check_body_number(scene, call, "body_b", joint->body_b, error);
    if (result != BELAY_OK) return result;
    int32_t count = (int32_t)arrlen(scene->joints);
    bool ok = reserve_name(scene, &scene->joint_index, joint_name, count);
    BL_ARRAY_RESERVE(scene->joints, count + 1, &scene->allocator, &ok);
    if (!ok) return bl_scene_no_memory(error);
    scene->joint_index.slots[find_slot(scene, &scene->joint_index, joint_name, joint->name)] = count + 1;
    bl_scene_joint_record record = {*joint, scene->line};
    record.joint.def.body_a.value = record.joint.def.body_b.value = 0;
    arrput(scene->joints, record);
    scene->is_checked = false;
    return BELAY_OK;
}

belay_result belay_scene_add_rod(belay_scene* scene, const belay_scene_rod* rod, belay_error* error)
{
    const char* call = "belay_scene_add_rod";
    if (scene == NULL) return refuse_null(call, "scene", error);
    if (rod == NULL) return refuse_null(call, "rod", error);
    belay_result result = check_name(scene, &scene->rod_index, rod_name, rod->name, call, error);
    if (result != BELAY_OK) return result;
    int32_t count = (int32_t)arrlen(scene->rods);
    if (!reserve_name(scene, &scene->rod_index, rod_name, count)) return bl_scene_no_memory(error);
    result = bl_scene_add_rod(scene, rod, call, error);
    if (result != BELAY_OK) return result;
    scene->rod_index.slots[find_slot(scene, &scene->rod_index, rod_name, rod->name)] = count + 1;
    return BELAY_OK;
}

belay_result belay_scene_add_attachment(belay_scene* scene, const belay_scene_attachment* attachment,
                                        belay_error* error)
{
    const char* call = "belay_scene_add_attachment";
    if (scene == NULL) return refuse_null(call, "scene", error);
    if (attachment == NULL) return refuse_null(call, "attachment", error);
    if (arrlen(scene->rods) == 0) return belay_error_set(error, BELAY_ERROR_VALUE, "%s: there is no rod to hold", call);
    belay_result result = check_body_number(scene, call, "body", attachment->body, error);
    if (result != BELAY_OK) return result;
    bool ok = true;
    BL_ARRAY_RESERVE(scene->attachments, arrlen(scene->attachments) + 1, &scene->allocator, &ok);
    if (!ok) return bl_scene_no_memory(error);
    bl_scene_attachment_record record = {*attachment, scene->line};
    record.attachment.def.body.value = 0;
    arrput(scene->attachments, record);
    arrlast(scene->rods).rod.attachment_count++;
    scene->is_checked = false;
    return BELAY_OK;
}

belay_result belay_scene_add_pair(belay_scene* scene, const belay_scene_pair* pair, belay_error* error)
{
    const char* call = "belay_scene_add_pair";
    if (scene == NULL) return refuse_null(call, "scene", error);
    if (pair == NULL) return refuse_null(call, "pair", error);
    int32_t count = (int32_t)arrlen(scene->colliders), a = pair->collider_a, b = pair->collider_b;
    if (a < 0 || a >= count || b < 0 || b >= count || a == b)
        return belay_error_set(error, BELAY_ERROR_VALUE,
                               "%s: colliders are %d and %d; they must be two, each from 0 to %d", call, a, b,
                               count - 1);
    bool ok = true;
    BL_ARRAY_RESERVE(scene->pairs, arrlen(scene->pairs) + 1, &scene->allocator, &ok);
    if (!ok) return bl_scene_no_memory(error);
    bl_scene_pair_record record = {*pair, scene->line};
    arrput(scene->pairs, record);
    scene->is_checked = false;
    return BELAY_OK;
}

// ---------------------------------------------------------------------------------------------------------------------
// Looking
// ---------------------------------------------------------------------------------------------------------------------

belay_scene_counts belay_scene_get_counts(const belay_scene* scene)
{
    belay_scene_counts counts = {0};
    if (scene == NULL) return counts;
    counts.bodies = (int32_t)arrlen(scene->bodies);
    counts.colliders = (int32_t)arrlen(scene->colliders);
    counts.joints = (int32_t)arrlen(scene->joints);
    counts.rods = (int32_t)arrlen(scene->rods);
    counts.attachments = (int32_t)arrlen(scene->attachments);
    counts.pairs = (int32_t)arrlen(scene->pairs);
    return counts;
}

belay_world_def belay_scene_get_world(const belay_scene* scene)
{
    return scene != NULL ? scene->world : belay_world_def_default();
}

bool belay_scene_get_body(const belay_scene* scene, int32_t number, belay_scene_body* body)
{
    bool is_there = body != NULL && number >= 0 && number < belay_scene_get_counts(scene).bodies;
    if (is_there) *body = scene->bodies[number].body;
    return is_there;
}

bool belay_scene_get_joint(const belay_scene* scene, int32_t number, belay_scene_joint* joint)
{
    bool is_there = joint != NULL && number >= 0 && number < belay_scene_get_counts(scene).joints;
    if (is_there) *joint = scene->joints[number].joint;
    return is_there;
}

bool belay_scene_get_attachment(const belay_scene* scene, int32_t number, belay_scene_attachment* attachment)
{
    bool is_there = attachment != NULL && number >= 0 && number < belay_scene_get_counts(scene).attachments;
    if (is_there) *attachment = scene->attachments[number].attachment;
    return is_there;
}

bool belay_scene_get_pair(const belay_scene* scene, int32_t number, belay_scene_pair* pair)
{
    bool is_there = pair != NULL && number >= 0 && number < belay_scene_get_counts(scene).pairs;
    if (is_there) *pair = scene->pairs[number].pair;
    return is_there;
}
