// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Joints in a step: their rows. What comes of them is in joint_forces.c.

#include "world/step_joints.h"

#include "core/alloc.h"
#include "world/checks.h"
#include "world/joint_internal.h"
#include "world/step.h"

// The joints that take part, and the most rows and matrix elements that they can have.
static void count_blocks(const belay_world* world, uint32_t* blocks, size_t* rows, size_t* elements)
{
    *blocks = 0;
    *rows = *elements = 0;
    for (uint32_t i = 0; i < bl_joint_count(world); i++) {
        const bl_joint* j = &bl_joints(world)[i];
        if (!bl_joint_takes_part(world, j)) continue;
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
        if (!bl_joint_takes_part(world, j)) continue;
        uint32_t a = bl_joint_place(world, j->body_a), b = bl_joint_place(world, j->body_b);
        belay_vec3 impulse = v3_scale(h, j->force), turn = v3_scale(h, j->torque);
        push(s, a, 1.0, impulse, v3_add(turn, v3_cross(bl_joint_anchor_arm(world, j, a), impulse)));
        push(s, b, -1.0, impulse, v3_add(turn, v3_cross(bl_joint_anchor_arm(world, j, b), impulse)));
    }
}

static bl_joint_settings joint_settings(const belay_world* world)
{
    const belay_world_def* def = &world->def;
    bl_joint_settings settings = {def->step_seconds, def->overlap_max_speed, def->overlap_slop, def->overlap_recovery,
                                  def->contact_margin};
    return settings;
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
    for (uint32_t i = 0; i < block->count; i++) {
        set_row(&rows[i], &constraints[i]);
        rows[i].r = warm_impulse(j, &constraints[i], settings->h);
    }
    if (block->cap < HUGE_VAL) cap_impulses(rows, block->count, block->cap);
    return block->count > 0;
}

static void set_blocks(belay_world* world, const bl_joint_settings* settings)
{
    bl_step_scratch* s = &world->scratch;
    uint32_t number = 0, first = 0, at = 0;
    for (uint32_t i = 0; i < bl_joint_count(world); i++) {
        const bl_joint* j = &bl_joints(world)[i];
        if (!bl_joint_takes_part(world, j)) continue;
        bl_joint_block block = {.body_a = bl_joint_place(world, j->body_a),
                                .body_b = bl_joint_place(world, j->body_b),
                                .first = first,
                                .at = at,
                                .owner = i};
        if (!set_block(world, j, &block, settings)) continue;
        s->joint_set.blocks[number] = block;
        bl_joint_block_init(&s->joint_set, number, &s->responses[block.body_a], &s->responses[block.body_b]);
        number++;
        first += block.count;
        at += 2 * block.count * block.count;
    }
    s->joint_block_count = number;
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

void bl_step_reset_velocities(belay_world* world)
{
    bl_step_scratch* s = &world->scratch;
    for (uint32_t i = 0; i < bl_body_count(world); i++)
        s->velocities[i] = s->bodies[i].free;
    s->velocities[bl_body_count(world)] = (bl_velocity){v3_zero(), v3_zero()};
}

// ---------------------------------------------------------------------------------------------------------------------
// Looking again
// ---------------------------------------------------------------------------------------------------------------------

// Sets the targets anew for the velocities that are now expected; rows that come or go by it wait for the next step.
static void set_targets_anew(belay_world* world, const bl_joint_block* block, const bl_joint_settings* settings)
{
    const bl_joint* j = &bl_joints(world)[block->owner];
    bl_joint_body a = joint_body(world, block->body_a), b = joint_body(world, block->body_b);
    bl_joint_constraint constraints[BL_JOINT_MAX_CONSTRAINTS];
    double cap;
    uint32_t count = bl_joint_constraints(&j->data, &a, &b, settings, constraints, &cap);
    bl_joint_row* rows = world->scratch.joint_set.rows + block->first;
    for (uint32_t i = 0; i < block->count && i < count && rows[i].slot == constraints[i].slot; i++)
        if (rows[i].lower == constraints[i].lower && rows[i].upper == constraints[i].upper)
            rows[i].target = constraints[i].target;
}

void bl_step_retarget_joints(belay_world* world)
{
    bl_step_scratch* s = &world->scratch;
    if (arrlen(s->contacts) == 0) return;
    bl_joint_settings settings = joint_settings(world);
    for (uint32_t i = 0; i < s->joint_block_count; i++)
        set_targets_anew(world, &s->joint_set.blocks[i], &settings);
}

#define LOOKS 3

static bool is_new(const belay_world* world, const bl_joint_block* block)
{
    const bl_joint* j = &bl_joints(world)[block->owner];
    return v3_length_squared(j->force) == 0.0 && v3_length_squared(j->torque) == 0.0;
}

// What a new joint will do is not known from the last step. It is found by solving it alone and looking again; else it
// would begin with a jolt that a fast top, say, keeps as nutation.
static void look_ahead(belay_world* world, const bl_joint_settings* settings)
{
    bl_step_scratch* s = &world->scratch;
    bool any = true;
    for (int look = 0; look < LOOKS && any; look++) {
        any = false;
        bl_step_reset_velocities(world);
        bl_step_apply_joints(world);
        for (uint32_t i = 0; i < s->joint_block_count; i++) {
            if (!is_new(world, &s->joint_set.blocks[i])) continue;
            bl_joint_block_solve(&s->joint_set, i, s->velocities);
            set_targets_anew(world, &s->joint_set.blocks[i], settings);
            any = true;
        }
    }
}

static void forget_impulses(bl_step_scratch* s)
{
    for (uint32_t i = 0; i < s->joint_block_count; i++)
        for (uint32_t k = 0; k < s->joint_set.blocks[i].count; k++)
            s->joint_set.rows[s->joint_set.blocks[i].first + k].r = 0.0;
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
    bl_joint_settings settings = joint_settings(world);
    expect_velocities(world);
    set_blocks(world, &settings);
    bl_step_soften_loops(world);
    look_ahead(world, &settings);
    if (!world->def.solver.enable_warm_start) forget_impulses(s);
    bl_step_reset_velocities(world);
    return BELAY_OK;
}
