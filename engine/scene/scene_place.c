// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A scene into a world. At the world's own frame every number goes in as it is, to the bit.

#include "belay/quat.h"
#include "belay/result.h"
#include "scene/scene_internal.h"

#include <string.h>

// What is being made, in this order: bodies with their colliders, joints, rods with their attachments, pairs.
typedef struct placing {
    const belay_scene* scene;
    belay_world* world;
    belay_pose pose;
    bool is_moved; // the pose is not the identity
    belay_body_id* bodies;
    belay_collider_id* colliders;
    belay_rod_id* rods;
    belay_joint_id* joints;                                     // null: nobody wants them
    int32_t body_count, collider_count, joint_count, rod_count; // made so far
    belay_vec3* nodes;                                          // of a rod, moved
    bl_scene_fault* fault;
} placing;

static belay_pose moved_pose(const placing* p, belay_pose pose)
{
    return p->is_moved ? pose_compose(p->pose, pose) : pose;
}

static belay_vec3 moved_point(const placing* p, belay_vec3 point)
{
    return p->is_moved ? pose_apply(p->pose, point) : point;
}

static belay_vec3 moved_direction(const placing* p, belay_vec3 direction)
{
    return p->is_moved ? q_rotate(p->pose.rotation, direction) : direction;
}

static belay_result blame(placing* p, const char* what, const char* name, int32_t line, belay_result result)
{
    *p->fault = (bl_scene_fault){what, name, line};
    return result;
}

// ---------------------------------------------------------------------------------------------------------------------
// Bodies
// ---------------------------------------------------------------------------------------------------------------------

static belay_result place_colliders(placing* p, const belay_scene_body* body, belay_body_id id)
{
    for (int32_t i = 0; i < body->collider_count; i++) {
        int32_t number = body->first_collider + i;
        belay_collider_def def;
        belay_scene_get_collider(p->scene, number, &def);
        belay_result result = belay_collider_create(p->world, id, &def, &p->colliders[number]);
        if (result != BELAY_OK)
            return blame(p, "collider of body", body->name, p->scene->colliders[number].line, result);
        p->collider_count++;
    }
    return BELAY_OK;
}

static belay_result place_body(placing* p, int32_t number)
{
    const bl_scene_body_record* record = &p->scene->bodies[number];
    belay_scene_body body = record->body;
    body.def.pose = moved_pose(p, body.def.pose);
    body.def.linear_velocity = moved_direction(p, body.def.linear_velocity);
    body.def.angular_velocity = moved_direction(p, body.def.angular_velocity);
    bool is_weighed = body.weighs_colliders && body.def.type == BELAY_BODY_DYNAMIC;
    if (is_weighed) {
        belay_body_def standard = belay_body_def_default();
        body.def.mass = standard.mass;
        body.def.inertia = standard.inertia;
        body.def.center_of_mass = standard.center_of_mass;
    }
    belay_result result = belay_body_create(p->world, &body.def, &p->bodies[number]);
    if (result != BELAY_OK) return blame(p, "body", record->body.name, record->line, result);
    p->body_count++;
    result = place_colliders(p, &record->body, p->bodies[number]);
    if (result == BELAY_OK && is_weighed) {
        result = belay_body_set_mass_from_colliders(p->world, p->bodies[number]);
        if (result != BELAY_OK) return blame(p, "body", record->body.name, record->line, result);
    }
    return result;
}

// ---------------------------------------------------------------------------------------------------------------------
// What holds them
// ---------------------------------------------------------------------------------------------------------------------

static belay_result place_joint(placing* p, int32_t number)
{
    const bl_scene_joint_record* record = &p->scene->joints[number];
    belay_joint_def def = record->joint.def;
    belay_joint_id id;
    if (record->joint.body_a >= 0) def.body_a = p->bodies[record->joint.body_a];
    if (record->joint.body_b >= 0) def.body_b = p->bodies[record->joint.body_b];
    if (record->joint.body_a < 0) def.frame_a = moved_pose(p, def.frame_a);
    if (record->joint.body_b < 0) def.frame_b = moved_pose(p, def.frame_b);
    def.target = moved_point(p, def.target);
    def.ground_a = moved_point(p, def.ground_a);
    def.ground_b = moved_point(p, def.ground_b);
    belay_result result = belay_joint_create(p->world, &def, &id);
    if (result != BELAY_OK) return blame(p, "joint", record->joint.name, record->line, result);
    if (p->joints != NULL) p->joints[number] = id;
    p->joint_count++;
    return BELAY_OK;
}

static belay_result place_attachment(placing* p, int32_t number, belay_rod_id rod, const char* name)
{
    const bl_scene_attachment_record* record = &p->scene->attachments[number];
    belay_rod_attachment_def def = record->attachment.def;
    if (record->attachment.body >= 0)
        def.body = p->bodies[record->attachment.body];
    else
        def.frame = moved_pose(p, def.frame);
    belay_result result = belay_rod_attach(p->world, rod, &def, NULL);
    return result == BELAY_OK ? BELAY_OK : blame(p, "attachment of rod", name, record->line, result);
}

static belay_result place_rod(placing* p, int32_t number)
{
    belay_scene_rod rod;
    belay_scene_get_rod(p->scene, number, &rod);
    const bl_scene_rod_record* record = &p->scene->rods[number];
    for (int i = 0; p->is_moved && rod.def.nodes != NULL && i <= rod.def.element_count; i++)
        p->nodes[i] = pose_apply(p->pose, rod.def.nodes[i]);
    if (p->is_moved && rod.def.nodes != NULL) rod.def.nodes = p->nodes;
    rod.def.start = moved_point(p, rod.def.start);
    rod.def.direction = moved_direction(p, rod.def.direction);
    rod.def.d1 = moved_direction(p, rod.def.d1);
    belay_result result = belay_rod_create(p->world, &rod.def, &p->rods[number]);
    if (result != BELAY_OK) return blame(p, "rod", record->rod.name, record->line, result);
    p->rod_count++;
    for (int32_t i = 0; i < rod.attachment_count && result == BELAY_OK; i++)
        result = place_attachment(p, rod.first_attachment + i, p->rods[number], record->rod.name);
    return result;
}

static belay_result place_pair(placing* p, int32_t number)
{
    const bl_scene_pair_record* record = &p->scene->pairs[number];
    const belay_scene_pair* pair = &record->pair;
    belay_result result = belay_pair_set_material(p->world, p->colliders[pair->collider_a],
                                                  p->colliders[pair->collider_b], pair->material);
    return result == BELAY_OK ? BELAY_OK : blame(p, "pair", "", record->line, result);
}

static belay_result place_all(placing* p)
{
    belay_scene_counts counts = belay_scene_get_counts(p->scene);
    belay_result result = BELAY_OK;
    for (int32_t i = 0; i < counts.bodies && result == BELAY_OK; i++)
        result = place_body(p, i);
    for (int32_t i = 0; i < counts.joints && result == BELAY_OK; i++)
        result = place_joint(p, i);
    for (int32_t i = 0; i < counts.rods && result == BELAY_OK; i++)
        result = place_rod(p, i);
    for (int32_t i = 0; i < counts.pairs && result == BELAY_OK; i++)
        result = place_pair(p, i);
    return result;
}

// Colliders and joints go with their bodies.
static void unmake(placing* p)
{
    for (int32_t i = p->rod_count - 1; i >= 0; i--)
        belay_rod_destroy(p->world, p->rods[i]);
    for (int32_t i = p->body_count - 1; i >= 0; i--)
        belay_body_destroy(p->world, p->bodies[i]);
}

static bool reserve(placing* p, belay_scene_counts counts)
{
    bool ok = true;
    const belay_allocator* allocator = &p->scene->allocator;
    int most = 0;
    for (int32_t i = 0; i < counts.rods; i++)
        most = p->scene->rods[i].rod.def.element_count > most ? p->scene->rods[i].rod.def.element_count : most;
    BL_ARRAY_RESERVE(p->bodies, counts.bodies + 1, allocator, &ok);
    BL_ARRAY_RESERVE(p->colliders, counts.colliders + 1, allocator, &ok);
    BL_ARRAY_RESERVE(p->rods, counts.rods + 1, allocator, &ok);
    BL_ARRAY_RESERVE(p->nodes, most + 1, allocator, &ok);
    return ok;
}

static bool is_identity(belay_pose pose)
{
    belay_pose one = belay_pose_identity();
    belay_vec3 x = pose.position;
    belay_quat q = pose.rotation;
    return x.x == 0.0 && x.y == 0.0 && x.z == 0.0 && q.w == one.rotation.w && q.x == 0.0 && q.y == 0.0 && q.z == 0.0;
}

belay_result bl_scene_make(const belay_scene* scene, belay_world* world, belay_pose pose, belay_body_id* bodies,
                           belay_joint_id* joints, belay_rod_id* rods, bl_scene_fault* fault, belay_error* error)
{
    *fault = (bl_scene_fault){NULL, "", 0};
    placing p = {.scene = scene, .world = world, .pose = pose, .joints = joints, .fault = fault};
    p.is_moved = !is_identity(pose);
    belay_scene_counts counts = belay_scene_get_counts(scene);
    belay_result result = reserve(&p, counts) ? place_all(&p) : bl_scene_no_memory(error);
    if (result != BELAY_OK) {
        if (fault->what != NULL) belay_error_set(error, result, "%s", belay_world_last_error(world));
        unmake(&p);
    } else {
        if (bodies != NULL && counts.bodies > 0) memcpy(bodies, p.bodies, (size_t)counts.bodies * sizeof *bodies);
        if (rods != NULL && counts.rods > 0) memcpy(rods, p.rods, (size_t)counts.rods * sizeof *rods);
    }
    arrfree(p.bodies);
    arrfree(p.colliders);
    arrfree(p.rods);
    arrfree(p.nodes);
    return result;
}

belay_result bl_scene_try(belay_scene* scene, bl_scene_fault* fault, belay_error* error)
{
    *fault = (bl_scene_fault){NULL, "", 0};
    if (scene->is_checked) return BELAY_OK;
    belay_world_def def = scene->world;
    def.allocator = scene->allocator;
    belay_world* world;
    belay_result result = belay_world_create(&def, &world, error);
    if (result != BELAY_OK) return result;
    result = bl_scene_make(scene, world, belay_pose_identity(), NULL, NULL, NULL, fault, error);
    belay_world_destroy(world);
    scene->is_checked = result == BELAY_OK;
    return result;
}

static belay_result tell(const bl_scene_fault* fault, const belay_error* inner, belay_result result, belay_error* error)
{
    if (fault->what == NULL) return belay_error_set(error, result, "%s", inner->message);
    return belay_error_set(error, result, "%s '%s': %s", fault->what, fault->name, inner->message);
}

belay_result belay_scene_check(belay_scene* scene, belay_error* error)
{
    if (scene == NULL) return belay_error_set(error, BELAY_ERROR_VALUE, "belay_scene_check: scene is null");
    bl_scene_fault fault;
    belay_error inner;
    belay_result result = bl_scene_try(scene, &fault, &inner);
    return result == BELAY_OK ? BELAY_OK : tell(&fault, &inner, result, error);
}

static bool is_pose(belay_pose pose)
{
    belay_vec3 x = pose.position;
    double length = q_length(pose.rotation);
    return v3_is_finite(x) && fmax(fabs(x.x), fmax(fabs(x.y), fabs(x.z))) <= BELAY_MAX_POSITION &&
           q_is_finite(pose.rotation) && fabs(length - 1.0) <= 1e-3;
}

belay_result belay_scene_place(belay_scene* scene, belay_world* world, belay_pose pose, belay_body_id* bodies,
                               belay_joint_id* joints, belay_rod_id* rods, belay_error* error)
{
    const char* call = "belay_scene_place";
    if (scene == NULL) return belay_error_set(error, BELAY_ERROR_VALUE, "%s: scene is null", call);
    if (world == NULL) return belay_error_set(error, BELAY_ERROR_VALUE, "%s: world is null", call);
    if (!is_pose(pose))
        return belay_error_set(error, BELAY_ERROR_VALUE,
                               "%s: pose.position is (%g, %g, %g), |pose.rotation| is %g; it must be within %g m, and "
                               "1 within 1e-3",
                               call, pose.position.x, pose.position.y, pose.position.z, q_length(pose.rotation),
                               BELAY_MAX_POSITION);
    belay_result result = belay_scene_check(scene, error);
    if (result != BELAY_OK) return result;
    bl_scene_fault fault;
    belay_error inner;
    if (!is_identity(pose)) pose.rotation = q_normalize(pose.rotation);
    result = bl_scene_make(scene, world, pose, bodies, joints, rods, &fault, &inner);
    return result == BELAY_OK ? BELAY_OK : tell(&fault, &inner, result, error);
}
