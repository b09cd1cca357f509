// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Calls on bodies, as commands for the next step.

#include "belay/command.h"
#include "store/checks.h"

typedef struct push {
    belay_body_id body;
    belay_vec3 vector, second;
} push;

typedef struct placing {
    belay_body_id body;
    belay_pose pose;
} placing;

static belay_result queue_push(belay_world* world, belay_command_fn* run, belay_body_id body, belay_vec3 vector,
                               belay_vec3 second)
{
    belay_error error; // the world's own message belongs to the thread that steps
    BL_TRY(bl_check_vec3(&error, "vector", vector));
    BL_TRY(bl_check_vec3(&error, "second", second));
    push p = {body, vector, second};
    return belay_world_queue_command(world, run, &p, sizeof p);
}

static belay_result queue_placing(belay_world* world, belay_command_fn* run, belay_body_id body, belay_pose pose)
{
    belay_error error;
    BL_TRY(bl_check_pose(&error, "pose", pose));
    placing p = {body, pose};
    return belay_world_queue_command(world, run, &p, sizeof p);
}

static belay_result run_force(belay_world* world, const void* data)
{
    const push* p = data;
    return belay_body_apply_force(world, p->body, p->vector);
}

static belay_result run_force_at(belay_world* world, const void* data)
{
    const push* p = data;
    return belay_body_apply_force_at(world, p->body, p->vector, p->second);
}

static belay_result run_torque(belay_world* world, const void* data)
{
    const push* p = data;
    return belay_body_apply_torque(world, p->body, p->vector);
}

static belay_result run_impulse_at(belay_world* world, const void* data)
{
    const push* p = data;
    return belay_body_apply_impulse_at(world, p->body, p->vector, p->second);
}

static belay_result run_velocity(belay_world* world, const void* data)
{
    const push* p = data;
    return belay_body_set_velocity(world, p->body, p->vector, p->second);
}

static belay_result run_pose(belay_world* world, const void* data)
{
    const placing* p = data;
    return belay_body_set_pose(world, p->body, p->pose);
}

static belay_result run_move(belay_world* world, const void* data)
{
    const placing* p = data;
    return belay_body_move_kinematic(world, p->body, p->pose);
}

belay_result belay_body_queue_force(belay_world* world, belay_body_id body, belay_vec3 force)
{
    return queue_push(world, run_force, body, force, v3_zero());
}

belay_result belay_body_queue_force_at(belay_world* world, belay_body_id body, belay_vec3 force, belay_vec3 point)
{
    return queue_push(world, run_force_at, body, force, point);
}

belay_result belay_body_queue_torque(belay_world* world, belay_body_id body, belay_vec3 torque)
{
    return queue_push(world, run_torque, body, torque, v3_zero());
}

belay_result belay_body_queue_impulse_at(belay_world* world, belay_body_id body, belay_vec3 impulse, belay_vec3 point)
{
    return queue_push(world, run_impulse_at, body, impulse, point);
}

belay_result belay_body_queue_velocity(belay_world* world, belay_body_id body, belay_vec3 linear, belay_vec3 angular)
{
    return queue_push(world, run_velocity, body, linear, angular);
}

belay_result belay_body_queue_pose(belay_world* world, belay_body_id body, belay_pose pose)
{
    return queue_placing(world, run_pose, body, pose);
}

belay_result belay_body_queue_move(belay_world* world, belay_body_id body, belay_pose pose)
{
    return queue_placing(world, run_move, body, pose);
}
