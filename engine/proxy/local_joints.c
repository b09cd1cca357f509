// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "proxy/local_joints.h"

#include "proxy/proxy_tolerances.h"
#include "store/joints.h"

#include <string.h>

// A row of a joint as the tool has it: u = linear . v + angular . w at the tool's origin, less the other side's.
typedef struct joint_row {
    belay_vec3 linear, angular;             // of the tool
    belay_vec3 other_linear, other_angular; // of the other side, about its centre of mass
    double impulse;                         // N s, on the tool
    double softness, offset;                // u = -offset / h - softness impulse is what it asks for
    double most;                            // N (N m): springs and motors give no more
    bool is_lock;
} joint_row;

// Up to three rows along directions at right angles.
typedef struct row_set {
    joint_row row[3];
    int count;
} row_set;

typedef struct joint_view {
    const bl_joint_block* block;
    uint32_t part, other; // indices
    bool tool_is_a;
} joint_view;

// ---------------------------------------------------------------------------------------------------------------------
// Rows
// ---------------------------------------------------------------------------------------------------------------------

// Of a capped block, what all give together counts.
static bool is_within(const belay_world* world, const bl_joint_block* block, const bl_joint_row* row)
{
    double squared = 0.0;
    for (uint32_t i = 0; i < block->count && block->cap < HUGE_VAL; i++) {
        double r = world->scratch.joints.set.rows[block->first + i].r;
        squared += r * r;
    }
    return row->r > row->lower && row->r < row->upper && sqrt(squared) < block->cap * (1.0 - BL_PROXY_JOINT_CAP);
}

// Locks, and springs and motors that have not come to what they give at most: all are linear in the velocity.
static bool holds(const belay_world* world, const bl_joint_block* block, const bl_joint_row* row, uint32_t k)
{
    if (block->idle >> k & 1) return false;
    if (row->kind == BL_JOINT_KIND_LOCK) return true;
    bool drives = row->kind == BL_JOINT_KIND_SPRING || row->kind == BL_JOINT_KIND_MOTOR;
    return drives && is_within(world, block, row);
}

// From the tool's origin to the centre of mass of a part.
static belay_vec3 arm_of(const belay_world* world, uint32_t part, const belay_local_model* model)
{
    return v3_sub(world->scratch.motion.bodies[part].center, model->pose.position);
}

static joint_row row_of(const belay_world* world, const joint_view* v, const bl_joint_row* from,
                        const belay_local_model* model)
{
    belay_vec3 mine = v->tool_is_a ? from->angular_a : from->angular_b;
    double h = model->step_seconds, cap = fmin(fmin(-from->lower, from->upper), v->block->cap);
    bool is_lock = from->kind == BL_JOINT_KIND_LOCK;
    belay_vec3 of_b = v3_add(from->linear, from->beyond_b), linear = v->tool_is_a ? from->linear : of_b;
    joint_row row = {.linear = linear,
                     .angular = v3_add(mine, v3_cross(arm_of(world, v->part, model), linear)),
                     .other_linear = v->tool_is_a ? of_b : from->linear,
                     .other_angular = v->tool_is_a ? from->angular_b : from->angular_a,
                     .impulse = v->tool_is_a ? from->r : -from->r,
                     .softness = from->softness,
                     .offset = is_lock ? 0.0 : (v->tool_is_a ? -h : h) * from->target,
                     .most = is_lock ? HUGE_VAL : cap / h,
                     .is_lock = is_lock};
    return row;
}

static void add_scaled(joint_row* to, double s, const joint_row* from)
{
    to->linear = v3_add_scaled(to->linear, s, from->linear);
    to->angular = v3_add_scaled(to->angular, s, from->angular);
    to->other_linear = v3_add_scaled(to->other_linear, s, from->other_linear);
    to->other_angular = v3_add_scaled(to->other_angular, s, from->other_angular);
    to->softness += s * s * from->softness;
    to->offset += s * from->offset;
}

static belay_vec3 direction_of(const joint_row* row, bool is_turn)
{
    return is_turn ? row->angular : row->linear;
}

// Adds a row, made orthogonal to those that are there; its impulse is set by set_impulses.
static void add_row(row_set* set, joint_row row, bool is_turn)
{
    double before = v3_length(direction_of(&row, is_turn));
    for (int i = 0; i < set->count; i++)
        add_scaled(&row, -v3_dot(direction_of(&row, is_turn), direction_of(&set->row[i], is_turn)), &set->row[i]);
    double size = v3_length(direction_of(&row, is_turn));
    if (set->count == 3 || !(size > BL_PROXY_DEPENDENT_DIRECTION * before)) return;
    joint_row unit = {.most = row.most, .is_lock = row.is_lock};
    add_scaled(&unit, 1.0 / size, &row);
    set->row[set->count++] = unit;
}

// Three locked ways hold a place, which any axes tell: the world's, as those do not turn with the joint.
static void use_world_axes(row_set* set)
{
    const belay_vec3 axes[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    row_set turned = {.count = 3};
    for (int i = 0; i < 3; i++) {
        turned.row[i] = (joint_row){.most = HUGE_VAL, .is_lock = true};
        for (int k = 0; k < 3; k++)
            add_scaled(&turned.row[i], v3_dot(axes[i], set->row[k].linear), &set->row[k]);
    }
    *set = turned;
}

static void set_impulses(row_set* set, belay_vec3 sum, bool is_turn)
{
    for (int i = 0; i < set->count; i++)
        set->row[i].impulse = v3_dot(direction_of(&set->row[i], is_turn), sum);
}

static row_set rows_of(const belay_world* world, const joint_view* v, bool is_turn, bool is_lock,
                       const belay_local_model* model)
{
    row_set set = {.count = 0};
    belay_vec3 sum = v3_zero();
    for (uint32_t k = 0; k < v->block->count; k++) {
        const bl_joint_row* from = &world->scratch.joints.set.rows[v->block->first + k];
        if (!holds(world, v->block, from, k) || (v3_length_squared(from->linear) == 0.0) != is_turn) continue;
        if ((from->kind == BL_JOINT_KIND_LOCK) != is_lock) continue;
        joint_row row = row_of(world, v, from, model);
        sum = v3_add_scaled(sum, row.impulse, direction_of(&row, is_turn));
        add_row(&set, row, is_turn);
    }
    if (set.count == 3 && is_lock && !is_turn) use_world_axes(&set);
    set_impulses(&set, sum, is_turn);
    return set;
}

// ---------------------------------------------------------------------------------------------------------------------
// Holds
// ---------------------------------------------------------------------------------------------------------------------

static belay_vec3 anchor_of(const belay_world* world, const joint_view* v)
{
    const bl_joint* j = &bl_joints(world)[v->block->owner];
    return pose_apply(world->scratch.motion.bodies[v->part].mid,
                      v->tool_is_a ? j->data.frame_a.position : j->data.frame_b.position);
}

// Right-handed axes, of which the first `count` are those of the rows.
static void complete_axes(const row_set* set, bool is_turn, belay_vec3 axes[3])
{
    for (int i = 0; i < set->count; i++)
        axes[i] = direction_of(&set->row[i], is_turn);
    if (set->count == 1) axes[1] = v3_any_orthogonal(axes[0]);
    if (set->count < 3 || v3_dot(v3_cross(axes[0], axes[1]), axes[2]) < 0.0) axes[2] = v3_cross(axes[0], axes[1]);
}

static double speed_of_other(const belay_world* world, const joint_view* v, const joint_row* row)
{
    const bl_velocity* y = &world->scratch.motion.velocities[v->other];
    return v3_dot(row->other_linear, y->linear) + v3_dot(row->other_angular, y->angular);
}

static void set_jacobian(double row[6], belay_vec3 linear, belay_vec3 angular)
{
    const double all[6] = {linear.x, linear.y, linear.z, angular.x, angular.y, angular.z};
    memcpy(row, all, sizeof all);
}

// The lock holds: at the next contact instant what it leads is where it should be, though on a bend the velocities of
// both sides after the step differ by what the chord turns. So the other side's is that of the tool.
static double velocity_along(const belay_local_model* model, const joint_row* row)
{
    return v3_dot(row->linear, model->linear_velocity) + v3_dot(row->angular, model->angular_velocity);
}

static void set_row(const belay_world* world, const joint_view* v, const belay_local_model* model, const joint_row* row,
                    double sign, belay_local_contact* c, int k, bl_local_joint* joint)
{
    double velocity = row->is_lock ? velocity_along(model, row) : speed_of_other(world, v, row);
    set_jacobian(c->jacobian[k], v3_scale(sign, row->linear), v3_scale(sign, row->angular));
    c->free_velocity[k] = sign * velocity;
    *(k == 0 ? &c->gap : &c->aside[k - 1]) = sign * row->offset;
    c->max_force = fmin(c->max_force, row->most);
    c->impulse[k] = sign * row->impulse;
    c->yield[k] = row->softness * model->step_seconds * model->step_seconds;
    joint->linear[k] = v3_scale(sign, row->other_linear);
    joint->angular[k] = v3_scale(sign, row->other_angular);
}

static void set_hold(const belay_world* world, const joint_view* v, const row_set* set, bool is_turn,
                     belay_local_model* model, bl_local_joint* joint)
{
    belay_local_contact* c = &model->contacts[model->count++];
    belay_vec3 axes[3], anchor = anchor_of(world, v);
    memset(c, 0, sizeof *c);
    memset(joint, 0, sizeof *joint);
    complete_axes(set, is_turn, axes);
    c->law = is_turn ? BELAY_LOCAL_ROTATION : BELAY_LOCAL_BILATERAL;
    c->tool_collider = c->other = bl_joints(world)[v->block->owner].id;
    c->normal = axes[0];
    c->tangent1 = axes[1];
    c->tangent2 = axes[2];
    c->point = anchor;
    c->max_force = HUGE_VAL;
    joint->body = v->other;
    for (int k = 0; k < 3; k++) {
        if (k < set->count) {
            set_row(world, v, model, &set->row[k], v3_dot(axes[k], direction_of(&set->row[k], is_turn)), c, k, joint);
            continue;
        }
        belay_vec3 turn = v3_cross(v3_sub(anchor, model->pose.position), axes[k]);
        set_jacobian(c->jacobian[k], is_turn ? v3_zero() : axes[k], is_turn ? axes[k] : turn);
        c->yield[k] = BL_PROXY_FREE;
    }
}

// N, N m about the tool's origin.
static void take_out_of_load(const row_set* set, belay_local_model* model)
{
    for (int i = 0; i < set->count; i++) {
        double force = set->row[i].impulse / model->step_seconds;
        model->load = v3_add_scaled(model->load, -force, set->row[i].linear);
        model->load_torque = v3_add_scaled(model->load_torque, -force, set->row[i].angular);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Limits
// ---------------------------------------------------------------------------------------------------------------------

static bool is_limit(const bl_joint_block* block, const bl_joint_row* row, uint32_t k)
{
    bool is_rigid = row->kind == BL_JOINT_KIND_LIMIT_BELOW || row->kind == BL_JOINT_KIND_LIMIT_ABOVE;
    return is_rigid && !(block->idle >> k & 1);
}

// A limit of a way is a touch without friction: u >= -gap / h is what its row asks for. That of a turn, which no touch
// can be, is a hold of one row while it acts.
static void add_limit(const belay_world* world, const joint_view* v, const bl_joint_row* from, uint32_t k,
                      belay_local_model* model, bl_local_joint* joint)
{
    bool is_turn = v3_length_squared(from->linear) == 0.0;
    double sign = (from->kind == BL_JOINT_KIND_LIMIT_BELOW) == v->tool_is_a ? 1.0 : -1.0;
    joint_row row = row_of(world, v, from, model), along = {.most = HUGE_VAL, .is_lock = true};
    double size = v3_length(direction_of(&row, is_turn));
    add_scaled(&along, sign / size, &row);
    along.offset = 0.0;
    row_set set = {.row = {along}, .count = 1};
    set_impulses(&set, v3_scale(row.impulse, direction_of(&row, is_turn)), is_turn);
    set_hold(world, v, &set, is_turn, model, joint);
    take_out_of_load(&set, model);
    belay_local_contact* c = &model->contacts[model->count - 1];
    c->feature = 4 + k;
    if (is_turn) return;
    c->law = BELAY_LOCAL_UNILATERAL;
    c->gap = -model->step_seconds * (from->kind == BL_JOINT_KIND_LIMIT_BELOW ? 1.0 : -1.0) * from->target / size;
    c->free_velocity[0] = speed_of_other(world, v, &along);
    c->yield[0] = c->yield[1] = c->yield[2] = 0.0;
    c->max_force = 0.0;
    c->surface.pose = belay_pose_identity();
}

static int add_limits(const belay_world* world, const joint_view* v, belay_local_model* model, bl_local_joint* joints)
{
    int added = 0;
    for (uint32_t k = 0; k < v->block->count; k++) {
        const bl_joint_row* from = &world->scratch.joints.set.rows[v->block->first + k];
        bool is_turn = v3_length_squared(from->linear) == 0.0;
        if (!is_limit(v->block, from, k) || (is_turn && from->r == 0.0)) continue;
        if (model->count == BELAY_LOCAL_MODEL_CONTACTS) break;
        add_limit(world, v, from, k, model, &joints[added++]);
    }
    return added;
}

// ---------------------------------------------------------------------------------------------------------------------
// The joints of a tool
// ---------------------------------------------------------------------------------------------------------------------

// Locks and drives by themselves, as only drives have an end; ways and turns by themselves.
static int add_holds(const belay_world* world, const joint_view* v, belay_local_model* model, bl_local_joint* joints)
{
    int added = 0;
    for (uint32_t kind = 0; kind < 4; kind++) {
        bool is_turn = (kind & 1) != 0, is_lock = kind < 2;
        row_set set = rows_of(world, v, is_turn, is_lock, model);
        if (set.count == 0 || model->count == BELAY_LOCAL_MODEL_CONTACTS) continue;
        set_hold(world, v, &set, is_turn, model, &joints[added++]);
        model->contacts[model->count - 1].feature = kind;
        take_out_of_load(&set, model);
    }
    return added;
}

// False: not of the tool with what is no part of it, or the hand's own.
static bool view_of(const belay_world* world, const bl_local_tool* tool, const bl_joint_block* block, joint_view* v)
{
    bool has_a = bl_local_tool_has(tool, block->body_a), has_b = bl_local_tool_has(tool, block->body_b);
    *v = (joint_view){block, has_a ? block->body_a : block->body_b, has_a ? block->body_b : block->body_a, has_a};
    return has_a != has_b && bl_local_tool_is_loaded_by(world, tool, v->part, v->other);
}

int bl_local_joints(const belay_world* world, const bl_local_tool* tool, belay_local_model* model,
                    bl_local_joint joints[BELAY_LOCAL_MODEL_CONTACTS])
{
    const bl_step_scratch* s = &world->scratch;
    joint_view v;
    int count = 0;
    for (uint32_t i = 0; i < s->joints.block_count; i++)
        if (view_of(world, tool, &s->joints.set.blocks[i], &v)) count += add_holds(world, &v, model, &joints[count]);
    for (uint32_t i = 0; i < s->joints.block_count; i++)
        if (view_of(world, tool, &s->joints.set.blocks[i], &v)) count += add_limits(world, &v, model, &joints[count]);
    return count;
}
