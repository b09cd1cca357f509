// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Calls of the interface with random arguments. Each returns what the call did; those without a result OK.

#ifndef BELAY_TESTS_FUZZ_API_CALLS_H
#define BELAY_TESTS_FUZZ_API_CALLS_H

#include "fuzz/api/caller.h"

typedef belay_result call_fn(caller* c);

// Bodies and colliders: calls_bodies.c.
call_fn call_create_body, call_destroy_body, call_read_body, call_set_body_pose, call_set_body_velocity, call_push_body,
    call_set_body_mass, call_set_body_type, call_move_body, call_set_body_awake, call_create_collider,
    call_create_solid, call_destroy_collider, call_set_collider, call_read_collider;

// Joints and rods: calls_joints.c.
call_fn call_create_joint, call_destroy_joint, call_set_joint, call_read_joint, call_create_rod, call_destroy_rod,
    call_set_rod, call_read_rod, call_hold_rod, call_cut_or_join;

// What games ask beyond: calls_game.c.
call_fn call_tune_body, call_introspect, call_couple, call_wheel, call_character, call_set_hooks;

// The world, entities, iterators, views and snapshots: calls_world.c.
call_fn call_set_world, call_entities, call_iterator, call_look, call_read_world, call_ask_step, call_queue, call_views,
    call_snapshots;

#endif
