// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Joints in a step: their rows, and what comes of them.

#include "world/step_joints.h"

#include "core/alloc.h"
#include "world/checks.h"
#include "world/joint_internal.h"

// ---------------------------------------------------------------------------------------------------------------------
// Who takes part
// ---------------------------------------------------------------------------------------------------------------------

// The place of a joint's body; the world stands behind the last one.
static uint32_t place_of(const belay_world* world, uint64_t id)
{
    return id != 0 ? bl_table_find(&world->tables[BL_TABLE_BODY], bl_slot_of(id)) : bl_body_count(world);
}

static bool is_asleep(const belay_world* world, uint32_t place)
{
    return place < bl_body_count(world) && (bl_bodies(world)[place].flags & BL_BODY_ASLEEP) != 0;
}

static bool is_active(const belay_world* world, uint32_t place)
{
    return place < bl_body_count(world) && bl_body_is_active(world, place);
}

static bool is_awake_and_dynamic(const belay_world* world, uint32_t place)
{
    return is_active(world, place) && bl_bodies(world)[place].type == BELAY_BODY_DYNAMIC;
}

bool bl_joints_wake_sleepers(belay_world* world)
{
    bool woke = false;
    for (uint32_t i = 0; i < bl_joint_count(world); i++) {
        const bl_joint* j = &bl_joints(world)[i];
        uint32_t a = place_of(world, j->body_a), b = place_of(world, j->body_b);
        if (is_asleep(world, a) && is_active(world, b)) {
            bl_wake_body(world, a);
            woke = true;
        } else if (is_asleep(world, b) && is_active(world, a)) {
            bl_wake_body(world, b);
            woke = true;
        }
    }
    return woke;
}

static bool takes_part(const belay_world* world, const bl_joint* j)
{
    return is_awake_and_dynamic(world, place_of(world, j->body_a)) ||
           is_awake_and_dynamic(world, place_of(world, j->body_b));
}

// The joints that take part, and the most rows and matrix elements that they can have.
static void count_blocks(const belay_world* world, uint32_t* blocks, size_t* rows, size_t* elements)
{
    *blocks = 0;
    *rows = *elements = 0;
    for (uint32_t i = 0; i < bl_joint_count(world); i++) {
        const bl_joint* j = &bl_joints(world)[i];
        if (!takes_part(world, j)) continue;
        size_t n = bl_joint_max_constraints((belay_joint_type)j->data.type);
        ++*blocks;
        *rows += n;
        *elements += 2 * n * n;
    }
}

static belay_result reserve(belay_world* world, uint32_t blocks, size_t rows, size_t elements)
{
    const belay_allocator* allocator = &world->def.allocator;
    bl_step_scratch* s = &world->scratch;
    uint32_t bodies = bl_body_count(world);
    bool ok = true;
    BL_ARRAY_RESERVE(s->joint_set.blocks, blocks, allocator, &ok);
    BL_ARRAY_RESERVE(s->joint_set.rows, rows, allocator, &ok);
    BL_ARRAY_RESERVE(s->joint_set.matrices, elements, allocator, &ok);
    BL_ARRAY_RESERVE(s->velocities, bodies + 1, allocator, &ok);
    BL_ARRAY_RESERVE(s->responses, bodies + 1, allocator, &ok);
    BL_ARRAY_RESERVE(world->joint_events, blocks, allocator, &ok);
    return ok ? BELAY_OK : bl_fail(world, BELAY_ERROR_MEMORY, "belay_world_step: no memory for %u joints", blocks);
}

// ---------------------------------------------------------------------------------------------------------------------
// Rows
// ---------------------------------------------------------------------------------------------------------------------

static belay_vec3 anchor_arm(const belay_world* world, const bl_joint* j, uint32_t place)
{
    const bl_step_body* a = &world->scratch.bodies[place_of(world, j->body_a)];
    belay_vec3 anchor = pose_apply(a->mid, j->data.frame_a.position);
    return v3_sub(anchor, place < bl_body_count(world) ? world->scratch.bodies[place].center : v3_zero());
}

static void push(bl_step_scratch* s, uint32_t place, double sign, belay_vec3 impulse, belay_vec3 turn)
{
    const bl_response* response = &s->responses[place];
    bl_velocity* v = &s->velocities[place];
    v->linear = v3_add_scaled(v->linear, sign * response->inverse_mass, impulse);
    v->angular = v3_add_scaled(v->angular, sign, m3_mul_v3(response->inverse_inertia, turn));
}

// The velocities that the bodies will have if every joint pulls as in the last step: good to the second order of the
// step, which is what the slack of a row is made from.
static void expect_velocities(belay_world* world)
{
    bl_step_scratch* s = &world->scratch;
    double h = world->def.step_seconds;
    for (uint32_t i = 0; i < bl_joint_count(world); i++) {
        const bl_joint* j = &bl_joints(world)[i];
        if (!takes_part(world, j)) continue;
        uint32_t a = place_of(world, j->body_a), b = place_of(world, j->body_b);
        belay_vec3 impulse = v3_scale(h, j->force), turn = v3_scale(h, j->torque);
        push(s, a, 1.0, impulse, v3_add(turn, v3_cross(anchor_arm(world, j, a), impulse)));
        push(s, b, -1.0, impulse, v3_add(turn, v3_cross(anchor_arm(world, j, b), impulse)));
    }
}

static bl_joint_body joint_body(const belay_world* world, uint32_t place)
{
    if (place == bl_body_count(world)) return bl_joint_body_world();
    const bl_step_scratch* s = &world->scratch;
    const bl_step_body* body = &s->bodies[place];
    bl_joint_body b = {.pose = body->mid,
                       .center = body->center,
                       .linear_before = body->before.linear,
                       .angular_before = body->before.angular,
                       .linear = s->velocities[place].linear,
                       .angular = s->velocities[place].angular,
                       .inverse_mass = s->responses[place].inverse_mass,
                       .inverse_inertia = s->responses[place].inverse_inertia};
    return b;
}

// What the row would give if all stays as it was in the last step, within its bounds.
static double warm_impulse(const bl_joint* j, const bl_joint_constraint* c, double h)
{
    double force;
    if (c->slot == BL_JOINT_SLOT_WAY)
        force = v3_dot(c->linear, j->way_force);
    else if (c->slot == BL_JOINT_SLOT_TURN)
        force = v3_dot(c->angular_a, j->turn_torque);
    else if (c->slot >= BL_JOINT_SLOT_DRIVE)
        force = j->drive_force[c->slot - BL_JOINT_SLOT_DRIVE];
    else
        force = j->limit_force[c->slot - BL_JOINT_SLOT_LIMIT];
    return fmin(fmax(h * force, c->lower), c->upper);
}

static void set_row(bl_joint_row* row, const bl_joint_constraint* c)
{
    *row = (bl_joint_row){.linear = c->linear,
                          .angular_a = c->angular_a,
                          .angular_b = c->angular_b,
                          .target = c->target,
                          .lower = c->lower,
                          .upper = c->upper,
                          .softness = c->softness,
                          .slot = c->slot};
}

// Keeps the warm impulses of a capped block within its cap.
static void cap_impulses(bl_joint_row* rows, uint32_t count, double cap)
{
    double squared = 0.0;
    for (uint32_t i = 0; i < count; i++)
        squared += rows[i].r * rows[i].r;
    double length = sqrt(squared);
    for (uint32_t i = 0; i < count && length > cap; i++)
        rows[i].r *= cap / length;
}

// Writes the rows of a joint behind the others. False when it has none.
static bool set_block(belay_world* world, const bl_joint* j, bl_joint_block* block, const bl_joint_settings* settings)
{
    bl_step_scratch* s = &world->scratch;
    bl_joint_body a = joint_body(world, block->body_a), b = joint_body(world, block->body_b);
    bl_joint_constraint constraints[BL_JOINT_MAX_CONSTRAINTS];
    block->count = bl_joint_constraints(&j->data, &a, &b, settings, constraints, &block->cap);
    bl_joint_row* rows = s->joint_set.rows + block->first;
    bool is_warm = world->def.solver.enable_warm_start;
    for (uint32_t i = 0; i < block->count; i++) {
        set_row(&rows[i], &constraints[i]);
        if (is_warm) rows[i].r = warm_impulse(j, &constraints[i], settings->h);
    }
    if (block->cap < HUGE_VAL) cap_impulses(rows, block->count, block->cap);
    return block->count > 0;
}

static void set_blocks(belay_world* world)
{
    bl_step_scratch* s = &world->scratch;
    const belay_world_def* def = &world->def;
    bl_joint_settings settings = {def->step_seconds, def->overlap_max_speed, def->overlap_slop, def->overlap_recovery,
                                  def->contact_margin};
    uint32_t number = 0, first = 0, at = 0;
    for (uint32_t i = 0; i < bl_joint_count(world); i++) {
        const bl_joint* j = &bl_joints(world)[i];
        if (!takes_part(world, j)) continue;
        bl_joint_block block = {.body_a = place_of(world, j->body_a),
                                .body_b = place_of(world, j->body_b),
                                .first = first,
                                .at = at,
                                .owner = i};
        if (!set_block(world, j, &block, &settings)) continue;
        s->joint_set.blocks[number] = block;
        bl_joint_block_init(&s->joint_set, number, &s->responses[block.body_a], &s->responses[block.body_b]);
        number++;
        first += block.count;
        at += 2 * block.count * block.count;
    }
    s->joint_block_count = number;
}

belay_result bl_step_joints(belay_world* world)
{
    bl_step_scratch* s = &world->scratch;
    uint32_t blocks, bodies = bl_body_count(world);
    size_t rows, elements;
    s->joint_block_count = 0;
    count_blocks(world, &blocks, &rows, &elements);
    BL_TRY(reserve(world, blocks, rows, elements));
    s->velocities[bodies] = (bl_velocity){v3_zero(), v3_zero()};
    s->responses[bodies] = (bl_response){0.0, m3_zero()};
    if (blocks == 0) return BELAY_OK;
    expect_velocities(world);
    set_blocks(world);
    for (uint32_t i = 0; i < bodies; i++)
        s->velocities[i] = s->bodies[i].free;
    s->velocities[bodies] = (bl_velocity){v3_zero(), v3_zero()};
    return BELAY_OK;
}

void bl_step_apply_joints(belay_world* world)
{
    bl_step_scratch* s = &world->scratch;
    for (uint32_t i = 0; i < s->joint_block_count; i++) {
        const bl_joint_block* block = &s->joint_set.blocks[i];
        double r[BL_JOINT_MAX_ROWS];
        for (uint32_t k = 0; k < block->count; k++)
            r[k] = s->joint_set.rows[block->first + k].r;
        bl_joint_block_apply(&s->joint_set, i, r, s->velocities);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// What came of them
// ---------------------------------------------------------------------------------------------------------------------

static void clear_forces(bl_joint* j)
{
    for (int i = 0; i < 6; i++)
        j->limit_force[i] = j->drive_force[i] = 0.0;
    j->way_force = j->turn_torque = j->force = j->torque = v3_zero();
}

static void keep_row(bl_joint* j, const bl_joint_row* row, double force)
{
    if (row->slot == BL_JOINT_SLOT_WAY)
        j->way_force = v3_add_scaled(j->way_force, force, row->linear);
    else if (row->slot == BL_JOINT_SLOT_TURN)
        j->turn_torque = v3_add_scaled(j->turn_torque, force, row->angular_a);
    else if (row->slot >= BL_JOINT_SLOT_DRIVE)
        j->drive_force[row->slot - BL_JOINT_SLOT_DRIVE] = force;
    else
        j->limit_force[row->slot - BL_JOINT_SLOT_LIMIT] = force;
}

static void keep_forces(const belay_world* world, const bl_joint_block* block)
{
    bl_joint* j = &bl_joints(world)[block->owner];
    belay_vec3 about_center = v3_zero();
    for (uint32_t i = 0; i < block->count; i++) {
        const bl_joint_row* row = &world->scratch.joint_set.rows[block->first + i];
        double force = row->r / world->def.step_seconds;
        keep_row(j, row, force);
        j->force = v3_add_scaled(j->force, force, row->linear);
        about_center = v3_add_scaled(about_center, force, row->angular_a);
    }
    j->torque = v3_sub(about_center, v3_cross(anchor_arm(world, j, block->body_a), j->force));
}

// Events by handle.
static void add_event(belay_world* world, const bl_joint* j, double force, double torque)
{
    belay_joint_event event = {{j->id}, {j->body_a}, {j->body_b}, force, torque};
    arrput(world->joint_events, event);
    for (ptrdiff_t i = arrlen(world->joint_events) - 1; i > 0; i--) {
        belay_joint_event* e = &world->joint_events[i];
        if (e[-1].joint.value < e->joint.value) break;
        event = e[-1];
        e[-1] = e[0];
        e[0] = event;
    }
}

static void break_joints(belay_world* world)
{
    if (world->joint_events != NULL) arrsetlen(world->joint_events, 0);
    for (uint32_t i = 0; i < world->scratch.joint_block_count; i++) {
        const bl_joint* j = &bl_joints(world)[world->scratch.joint_set.blocks[i].owner];
        double force = v3_length(j->force), torque = v3_length(j->torque);
        if (force > j->break_force || torque > j->break_torque) add_event(world, j, force, torque);
    }
    for (ptrdiff_t i = 0; i < arrlen(world->joint_events); i++)
        bl_joint_remove(world, bl_slot_of(world->joint_events[i].joint.value));
}

void bl_step_publish_joints(belay_world* world)
{
    for (uint32_t i = 0; i < bl_joint_count(world); i++) // those that sleep hang on as they did
        if (takes_part(world, &bl_joints(world)[i])) clear_forces(&bl_joints(world)[i]);
    for (uint32_t i = 0; i < world->scratch.joint_block_count; i++)
        keep_forces(world, &world->scratch.joint_set.blocks[i]);
    break_joints(world);
}
