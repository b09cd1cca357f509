// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Bodies, and what hangs on them: colliders, the materials of pairs of these, joints.

#include "core/alloc.h"
#include "objects/joint_parts.h"
#include "snapshot/snapshot_check.h"
#include "snapshot/snapshot_claims.h"
#include "store/checks.h"
#include "store/joints.h"

#include <math.h>

// ---------------------------------------------------------------------------------------------------------------------
// Bodies
// ---------------------------------------------------------------------------------------------------------------------

static bool is_inverse(double inverse, double x)
{
    return inverse == 0.0 || (x > 0.0 && inverse == 1.0 / x);
}

static bool is_mass(const bl_rigid_mass* m, belay_body_type type)
{
    const double amounts[] = {m->mass,      m->inverse_mass,      m->moments.x,         m->moments.y,
                              m->moments.z, m->inverse_moments.x, m->inverse_moments.y, m->inverse_moments.z};
    for (size_t i = 0; i < sizeof amounts / sizeof *amounts; i++)
        if (!bl_snapshot_is_amount(amounts[i])) return false;
    bool moves = m->inverse_mass > 0.0, turns = m->inverse_moments.x > 0.0;
    if (moves != (type == BELAY_BODY_DYNAMIC) || (turns && !moves)) return false;
    if (turns != (m->inverse_moments.y > 0.0) || turns != (m->inverse_moments.z > 0.0)) return false;
    return is_inverse(m->inverse_mass, m->mass) && is_inverse(m->inverse_moments.x, m->moments.x) &&
           is_inverse(m->inverse_moments.y, m->moments.y) && is_inverse(m->inverse_moments.z, m->moments.z) &&
           bl_snapshot_is_rotation(m->principal_rotation) && v3_is_finite(m->center_of_mass);
}

static belay_result check_body(const belay_world* w, uint32_t i, belay_error* error)
{
    const bl_body* b = &bl_bodies(w)[i];
    const belay_body_state* s = &bl_body_states(w)[i];
    const uint32_t flags = BL_BODY_KEPT_AWAKE | BL_BODY_ASLEEP | BL_BODY_WAS_ASLEEP | BL_BODY_ROTATION_LOCKED |
                           BL_BODY_MADE_ASLEEP | BL_BODY_IS_LED | BL_BODY_ARRIVED;
    BL_CLAIM(bl_snapshot_is_own_id(w, BL_TABLE_BODY, i, b->id), "handle of body", i);
    BL_CLAIM((unsigned)b->type < BELAY_BODY_TYPE_COUNT, "type of body", i);
    BL_CLAIM(is_mass(&b->mass, b->type), "mass of body", i);
    BL_CLAIM(isfinite(b->gravity_scale) && v3_is_finite(b->force) && v3_is_finite(b->torque), "forces on body", i);
    BL_CLAIM(bl_snapshot_is_amount(b->linear_damping) && bl_snapshot_is_amount(b->angular_damping), "damping of body",
             i);
    BL_CLAIM(b->max_linear_speed > 0.0, "limit of body", i);
    BL_CLAIM(v3_is_finite(b->moved) && v3_is_finite(b->turned), "motion of body", i);
    BL_CLAIM(bl_snapshot_is_amount(b->least_moment) && bl_snapshot_is_amount(b->rest_seconds), "rest of body", i);
    BL_CLAIM((b->flags & ~flags) == 0, "flags of body", i);
    BL_CLAIM(b->newton_failures <= BL_NEWTON_MOST_FAILURES, "failures of body", i);
    BL_CLAIM(b->newton_wait < 1u << BL_NEWTON_MOST_FAILURES, "wait of body", i);
    BL_CLAIM((b->flags & BL_BODY_ASLEEP) == 0 || b->sleep_island <= w->sleep_islands, "sleep of body", i);
    BL_CLAIM(bl_snapshot_is_pose(s->pose) && bl_snapshot_is_pose(b->previous), "pose of body", i);
    BL_CLAIM(v3_is_finite(s->linear_velocity) && v3_is_finite(s->angular_velocity), "velocity of body", i);
    return BELAY_OK;
}

// Every collider is in the list of its own body, and in no other: lists that end, as many members as there are.
static belay_result check_collider_lists(const belay_world* w, belay_error* error)
{
    uint32_t listed = 0;
    for (uint32_t i = 0; i < bl_body_count(w); i++) {
        for (uint32_t next = bl_bodies(w)[i].first_collider; next != 0;) {
            uint32_t index = bl_table_find(&w->entities.tables[BL_TABLE_COLLIDER], next - 1);
            BL_CLAIM(index != BL_NO_INDEX && listed++ < bl_collider_count(w), "colliders of body", i);
            BL_CLAIM(bl_colliders(w)[index].body == bl_bodies(w)[i].id, "owner of collider", index);
            next = bl_colliders(w)[index].next;
        }
    }
    BL_CLAIM(listed == bl_collider_count(w), "colliders on bodies", listed);
    return BELAY_OK;
}

static belay_result check_joint_lists(const belay_world* w, belay_error* error)
{
    uint32_t listed = 0, right = 0;
    for (uint32_t i = 0; i < bl_joint_count(w); i++)
        right += bl_joints(w)[i].body_b != 0 ? 2 : 1;
    for (uint32_t i = 0; i < bl_body_count(w); i++) {
        uint64_t id = bl_bodies(w)[i].id;
        for (uint32_t next = bl_bodies(w)[i].first_joint; next != 0;) {
            uint32_t index = bl_table_find(&w->entities.tables[BL_TABLE_JOINT], next - 1);
            BL_CLAIM(index != BL_NO_INDEX && listed++ < right, "joints of body", i);
            bl_joint* j = &bl_joints(w)[index];
            BL_CLAIM(j->body_a == id || j->body_b == id, "bodies of joint", index);
            next = *bl_joint_next_in(j, id);
        }
    }
    BL_CLAIM(listed == right, "joints on bodies", listed);
    return BELAY_OK;
}

// ---------------------------------------------------------------------------------------------------------------------
// Colliders
// ---------------------------------------------------------------------------------------------------------------------

static bool is_block(const belay_world* w, const bl_collider* c)
{
    const bl_shape_ops* ops = bl_shape_of(c->type);
    uint64_t end = (uint64_t)arrlen(w->colliders.shape_bytes);
    if (ops->build == NULL) return c->shape_size == 0;
    if (c->shape_at % 8 != 0 || c->shape_at > end || c->shape_size > end - c->shape_at) return false;
    return ops->is_block_whole(w->colliders.shape_bytes + c->shape_at, (size_t)c->shape_size);
}

static bool has_size(const bl_collider* c)
{
    bl_shape_numbers numbers = bl_collider_numbers(c);
    if (!bl_snapshot_is_amount(c->radius) && bl_collider_family(c) != BL_FAMILY_PLANE) return false;
    return bl_shape_of(c->type)->has_size(&numbers);
}

static belay_result check_collider(const belay_world* w, uint32_t i, belay_error* error)
{
    const bl_collider* c = &bl_colliders(w)[i];
    uint32_t body = bl_snapshot_index_of(w, BL_TABLE_BODY, c->body);
    BL_CLAIM(bl_snapshot_is_own_id(w, BL_TABLE_COLLIDER, i, c->id), "handle of collider", i);
    BL_CLAIM(body != BL_NO_INDEX, "body of collider", i);
    BL_CLAIM((unsigned)c->type < BELAY_SHAPE_TYPE_COUNT, "type of collider", i);
    BL_CLAIM(!bl_shape_needs_still_body(c->type) || bl_bodies(w)[body].type != BELAY_BODY_DYNAMIC, "body of collider",
             i);
    BL_CLAIM(bl_snapshot_is_pose(c->pose) && v3_is_finite(c->half) && has_size(c), "size of collider", i);
    BL_CLAIM(is_block(w, c), "shape of collider", i);
    BL_CLAIM(c->bounding_radius == bl_collider_bounding_radius(&w->colliders, c), "bounding radius of collider", i);
    BL_CLAIM(bl_snapshot_is_material(c->material) && bl_snapshot_is_amount(c->density), "material of collider", i);
    BL_CLAIM(v3_is_finite(c->surface_velocity), "surface velocity of collider", i);
    const uint32_t flags = BL_COLLIDER_SENSOR | BL_COLLIDER_PERSIST_EVENTS | BL_COLLIDER_ARRIVED;
    BL_CLAIM((c->flags & ~flags) == 0, "flags of collider", i);
    return BELAY_OK;
}

static bool has_surface(const belay_world* w, uint64_t id)
{
    return bl_snapshot_is_there(w, BL_TABLE_COLLIDER, id) || bl_snapshot_is_there(w, BL_TABLE_ROD, id);
}

static belay_result check_pair_materials(const belay_world* w, belay_error* error)
{
    for (ptrdiff_t i = 0; i < arrlen(w->colliders.pair_materials); i++) {
        const bl_pair_material* p = &w->colliders.pair_materials[i];
        bool follows = i == 0 || p[-1].a < p->a || (p[-1].a == p->a && p[-1].b < p->b);
        BL_CLAIM(p->a < p->b && follows && bl_snapshot_is_material(p->material), "material of pair", i);
        BL_CLAIM(has_surface(w, p->a) && has_surface(w, p->b), "colliders or rods of pair", i);
    }
    return BELAY_OK;
}

// ---------------------------------------------------------------------------------------------------------------------
// Joints
// ---------------------------------------------------------------------------------------------------------------------

static belay_result check_coupling(const bl_joint* j, uint32_t i, belay_error* error)
{
    belay_joint_type type = (belay_joint_type)j->data.type;
    bool is_counted = bl_joint_is_coupling(type) && type != BELAY_JOINT_PULLEY;
    BL_CLAIM(isfinite(j->data.ratio) && !isnan(j->data.offset), "coupling of joint", i);
    BL_CLAIM(!is_counted || isfinite(j->data.offset), "coupling of joint", i);
    BL_CLAIM(type != BELAY_JOINT_PULLEY || j->body_b != 0, "bodies of joint", i);
    BL_CLAIM(isfinite(j->twist) && isfinite(j->center), "turns of joint", i);
    BL_CLAIM(type == BELAY_JOINT_GEAR || j->center == 0.0, "turns of joint", i);
    return BELAY_OK;
}

static belay_result check_joint_axes(const bl_joint* j, uint32_t i, belay_error* error)
{
    for (int k = 0; k < 6; k++) {
        const bl_joint_axis* axis = &j->data.axis[k];
        const double numbers[] = {axis->limit_stiffness, axis->limit_damping,    axis->motor_speed,
                                  axis->spring_target,   axis->spring_stiffness, axis->spring_damping};
        BL_CLAIM(bl_snapshot_are_finite(numbers, sizeof numbers / sizeof *numbers), "axes of joint", i);
        BL_CLAIM(!isnan(axis->min) && !isnan(axis->max) && !isnan(axis->motor_max_force) &&
                     !isnan(axis->spring_max_force),
                 "axes of joint", i);
    }
    return BELAY_OK;
}

static belay_result check_joint(const belay_world* w, uint32_t i, belay_error* error)
{
    const bl_joint* j = &bl_joints(w)[i];
    uint32_t a = bl_snapshot_index_of(w, BL_TABLE_BODY, j->body_a),
             b = bl_snapshot_index_of(w, BL_TABLE_BODY, j->body_b);
    BL_CLAIM(bl_snapshot_is_own_id(w, BL_TABLE_JOINT, i, j->id), "handle of joint", i);
    BL_CLAIM(a != BL_NO_INDEX && j->body_a != j->body_b, "bodies of joint", i);
    BL_CLAIM(j->body_b == 0 || b != BL_NO_INDEX, "bodies of joint", i);
    BL_CLAIM(j->data.type < BELAY_JOINT_TYPE_COUNT && j->collides <= 1, "type of joint", i);
    BL_CLAIM(bl_snapshot_is_pose(j->data.frame_a) && bl_snapshot_is_pose(j->data.frame_b), "frames of joint", i);
    belay_joint_def def;
    belay_error reason;
    bl_joint_def_get(&def, j);
    BL_CLAIM(bl_joint_check_def(&def, &reason) == BELAY_OK, "settings of joint", i);
    BL_CLAIM(bl_snapshot_is_bound(j->break_force) && bl_snapshot_is_bound(j->break_torque), "strength of joint", i);
    const double targets[] = {j->data.cone_angle, j->data.target.x,       j->data.target.y,
                              j->data.target.z,   j->data.drag_frequency, j->data.drag_damping};
    BL_CLAIM(bl_snapshot_are_finite(targets, sizeof targets / sizeof *targets), "target of joint", i);
    BL_CLAIM(isfinite(j->spring_energy), "springs of joint", i);
    BL_CLAIM(bl_snapshot_are_finite(j->limit_force, 6) && bl_snapshot_are_finite(j->drive_force, 6), "forces of joint",
             i);
    BL_CLAIM(v3_is_finite(j->way_force) && v3_is_finite(j->turn_torque), "forces of joint", i);
    BL_TRY(check_coupling(j, i, error));
    BL_CLAIM(v3_is_finite(j->data.ground_a) && v3_is_finite(j->data.ground_b), "wheels of joint", i);
    BL_TRY(check_joint_axes(j, i, error));
    BL_CLAIM(v3_is_finite(j->force) && v3_is_finite(j->torque), "forces of joint", i);
    return BELAY_OK;
}

belay_result bl_snapshot_check_bodies(const belay_world* w, belay_error* error)
{
    for (uint32_t i = 0; i < bl_body_count(w); i++)
        BL_TRY(check_body(w, i, error));
    for (uint32_t i = 0; i < bl_collider_count(w); i++)
        BL_TRY(check_collider(w, i, error));
    BL_TRY(check_collider_lists(w, error));
    BL_TRY(check_pair_materials(w, error));
    for (uint32_t i = 0; i < bl_joint_count(w); i++)
        BL_TRY(check_joint(w, i, error));
    return check_joint_lists(w, error);
}
