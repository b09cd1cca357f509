// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Commands: what threads other than the one that steps want done to a world. A command is queued at any time, also
// while a step runs, and is carried out by the next step to begin, on its thread and before its systems, in the order
// in which commands were queued. Nobody waits.
//
// A world takes commands when its `command_capacity` (world.h) is not 0. What is queued is not in snapshots, and the
// order in which several threads queue is theirs: equal bits need equal orders.

#ifndef BELAY_COMMAND_H
#define BELAY_COMMAND_H

#include "belay/body.h"
#include "belay/ecs.h"
#include "belay/math.h"

#ifdef __cplusplus
extern "C" {
#endif

#define BELAY_COMMAND_DATA_SIZE 112 // bytes that a command of yours may carry

// What a command does. It may do what a system may (ecs.h). `data` is the copy that was queued with it, aligned to 8
// bytes, good until it returns. Another result than OK is counted in belay_step_stats.failed_commands; the step goes
// on.
typedef belay_result belay_command_fn(belay_world* world, const void* data);

// Queues a command with a copy of `size` bytes of `data` (0 to BELAY_COMMAND_DATA_SIZE; null for 0). Any thread, also
// inside a system or a command, which the next step carries out; not while the world is destroyed. Cost: some 50 ns.
// Errors, without a message: HANDLE (null world), VALUE (run is null, data is null or too large), CAPACITY
// (`command_capacity` commands wait, or it is 0).
belay_result belay_world_queue_command(belay_world* world, belay_command_fn* run, const void* data, size_t size);

// Commands that are calls of body.h with the same arguments. Numbers are checked when the command is queued (VALUE,
// without a message); whether the body is there, and of the right type, when it is carried out: a failure then is
// logged, is the world's last error, and is counted. Threads and other errors as above.

// belay_body_apply_force: N, world frame, at the centre of mass, for one step.
belay_result belay_body_queue_force(belay_world* world, belay_body_id body, belay_vec3 force);
// belay_body_apply_force_at: N, at a world point, m.
belay_result belay_body_queue_force_at(belay_world* world, belay_body_id body, belay_vec3 force, belay_vec3 point);
// belay_body_apply_torque: N m, world frame.
belay_result belay_body_queue_torque(belay_world* world, belay_body_id body, belay_vec3 torque);
// belay_body_apply_impulse_at: N s, at a world point, m.
belay_result belay_body_queue_impulse_at(belay_world* world, belay_body_id body, belay_vec3 impulse, belay_vec3 point);
// belay_body_set_velocity: m/s and rad/s, world frame.
belay_result belay_body_queue_velocity(belay_world* world, belay_body_id body, belay_vec3 linear, belay_vec3 angular);
// belay_body_set_pose.
belay_result belay_body_queue_pose(belay_world* world, belay_body_id body, belay_pose pose);
// belay_body_move_kinematic: to be there at the end of the step that carries it out.
belay_result belay_body_queue_move(belay_world* world, belay_body_id body, belay_pose pose);

#ifdef __cplusplus
}
#endif

#endif
