// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Locked coordinates.

#include "models/joint_builder.h"

static void set_lock(bl_joint_builder* k, const bl_joint_lock* lock, bl_joint_constraint* c)
{
    double bend = lock->is_turn ? 0.0 : bl_joint_rate_of_bend(k, &lock->gradient);
    c->lead = bl_joint_rate_of_lead(k, &lock->gradient) + bend;
    c->before = bl_joint_rate_before(k, &lock->gradient) + bend;
    c->error = lock->c;
    c->chord =
        bl_joint_second_order(k, &lock->gradient, lock->c, lock->c_next, lock->second_order_bound) / k->settings->h;
}

void bl_joint_add_locks(bl_joint_builder* k, const bl_joint_lock* locks, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        set_lock(k, &locks[i], bl_joint_add_row(k, &locks[i].gradient, locks[i].slot, BL_JOINT_KIND_LOCK));
        *(locks[i].is_turn ? &k->turn_error_squared : &k->way_error_squared) += locks[i].c * locks[i].c;
    }
}

// All three ways are locked along the world's axes, so that their impulse is one vector; fewer along A's.
static void lock_ways(bl_joint_builder* k, uint32_t locked, const double at[6])
{
    belay_vec3 home = v3(at[0], at[1], at[2]);
    belay_vec3 c = v3_sub(v3(k->now[0], k->now[1], k->now[2]), home);
    belay_vec3 c_next = v3_sub(v3(k->next[0], k->next[1], k->next[2]), home);
    bl_joint_lock locks[3];
    uint32_t count = 0;
    for (int i = 0; i < 3; i++) {
        if (!(locked >> i & 1)) continue;
        belay_vec3 in_a = locked == 7 ? q_rotate_inverse(k->frame, bl_joint_unit(i)) : bl_joint_unit(i);
        belay_vec3 in_world = locked == 7 ? bl_joint_unit(i) : q_rotate(k->frame, bl_joint_unit(i));
        bl_joint_lock lock = {
            bl_joint_translation_gradient(k, in_world), v3_dot(in_a, c),           v3_dot(in_a, c_next),
            k->translation_second_order_bound,          BL_JOINT_SLOT_TRANSLATION, false};
        locks[count++] = lock;
    }
    bl_joint_add_locks(k, locks, count);
}

// All three turns: the rotation vector, in A, from where B should be to where it is. It has no end below half a turn.
static void lock_all_turns(bl_joint_builder* k, const double at[6])
{
    belay_quat home = q_conjugate(bl_joint_turn_rotation(at[3], at[4], at[5]));
    belay_vec3 c = q_log(q_mul(k->rotation, home));
    belay_vec3 c_next = bl_joint_nearest_turn(q_log(q_mul(k->rotation_next, home)), c);
    bl_joint_lock locks[3];
    for (int i = 0; i < 3; i++) {
        belay_vec3 in_a = q_rotate_inverse(k->frame, bl_joint_unit(i));
        bl_joint_lock lock = {bl_joint_spin_gradient(bl_joint_unit(i)), v3_dot(in_a, c),        v3_dot(in_a, c_next),
                              k->rotation_second_order_bound,           BL_JOINT_SLOT_ROTATION, true};
        locks[i] = lock;
    }
    bl_joint_add_locks(k, locks, 3);
}

// The swing locked at zero, as that of a hinge: along A's y and z, which are its gradient near zero, and have no end
// where the x axes are opposed.
static bl_joint_lock plain_swing_lock(const bl_joint_builder* k, int i)
{
    bl_joint_lock lock = {bl_joint_spin_gradient(q_rotate(k->frame, bl_joint_unit(i - 3))),
                          k->now[i],
                          k->next[i],
                          k->rotation_second_order_bound,
                          BL_JOINT_SLOT_ROTATION,
                          true};
    return lock;
}

static bl_joint_lock turn_lock(const bl_joint_builder* k, int i, double at)
{
    double c = k->now[i] - at;
    if (i == 3) c = bl_joint_wrap(c);
    bl_joint_lock lock = {bl_joint_coordinate_gradient(k, (uint32_t)i),
                          c,
                          c + (k->next[i] - k->now[i]),
                          k->rotation_second_order_bound,
                          BL_JOINT_SLOT_LIMIT + (uint32_t)i,
                          true};
    return lock;
}

static void lock_some_turns(bl_joint_builder* k, uint32_t locked, const double at[6])
{
    bool is_plain = (locked & 0x30) == 0x30 && at[4] == 0.0 && at[5] == 0.0;
    bl_joint_lock locks[3];
    uint32_t count = 0;
    for (int i = 3; i < 6; i++) {
        if (!(locked >> i & 1)) continue;
        locks[count++] = is_plain && i > 3 ? plain_swing_lock(k, i) : turn_lock(k, i, at[i]);
    }
    bl_joint_add_locks(k, locks, count);
}

void bl_joint_add_coordinate_locks(bl_joint_builder* k, uint32_t locked, const double at[6])
{
    if (locked & 0x07) lock_ways(k, locked & 0x07, at);
    if ((locked & 0x38) == 0x38)
        lock_all_turns(k, at);
    else if (locked & 0x38)
        lock_some_turns(k, locked, at);
}
