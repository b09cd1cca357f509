// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Joints in a step: their rows. What comes of them is in joint_forces.c.

#include "step/assemble/step_joints.h"

#include "core/alloc.h"
#include "core/assert.h"
#include "step/assemble/step_assemble.h"
#include "step/motion/step_lead.h"
#include "step/motion/step_path.h"
#include "store/checks.h"
#include "store/joints.h"

#include <float.h>
#include <string.h>

// The joints that take part, and the most rows and matrix elements that they can have.
static void count_blocks(const bl_entity_store* entities, uint32_t* blocks, size_t* rows, size_t* elements)
{
    *blocks = 0;
    *rows = *elements = 0;
    for (uint32_t i = 0; i < bl_joint_count_of(entities); i++) {
        bl_joint* j = &bl_joints_of(entities)[i];
        if (!bl_joint_takes_part(entities, j)) continue;
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
    BL_ARRAY_RESERVE(s->joints.set.blocks, blocks, allocator, &ok);
    BL_ARRAY_RESERVE(s->joints.set.rows, rows, allocator, &ok);
    BL_ARRAY_RESERVE(s->joints.set.matrices, elements, allocator, &ok);
    BL_ARRAY_RESERVE(s->joints.group, bodies + 1, allocator, &ok);
    BL_ARRAY_RESERVE(s->joints.lock_sizes, bodies + 1, allocator, &ok);
    BL_ARRAY_RESERVE(s->joints.loose, blocks, allocator, &ok);
    BL_ARRAY_RESERVE(s->joints.recovery_asked, blocks, allocator, &ok);
    BL_ARRAY_RESERVE(s->joints.recovery_joints.blocks, blocks, allocator, &ok);
    BL_ARRAY_RESERVE(s->joints.recovery_joints.rows, rows, allocator, &ok);
    BL_ARRAY_RESERVE(s->joints.recovery_joints.matrices, elements, allocator, &ok);
    BL_ARRAY_RESERVE(s->motion.velocities, bodies + 1, allocator, &ok);
    BL_ARRAY_RESERVE(s->motion.responses, bodies + 1, allocator, &ok);
    BL_ARRAY_RESERVE(world->published.joint_events, blocks, allocator, &ok);
    return ok ? BELAY_OK : bl_fail(world, BELAY_ERROR_MEMORY, "belay_world_step: no memory for %u joints", blocks);
}

// ---------------------------------------------------------------------------------------------------------------------
// Rows
// ---------------------------------------------------------------------------------------------------------------------

// A body at the contact instant, and where `next` leads it.
static bl_joint_body joint_body(const belay_world_def* def, const bl_entity_store* entities, const bl_step_scratch* s,
                                uint32_t index, const bl_velocity* next)
{
    if (index == bl_body_count_of(entities)) return bl_joint_body_world();
    const bl_step_body* body = &s->motion.bodies[index];
    bl_velocity v = *next;
    bool is_plain;
    bl_velocity behind = bl_step_velocity_behind(def, bl_bodies_of(entities), &s->motion, index),
                lead = bl_step_lead_velocity(def, bl_bodies_of(entities), &s->motion, index);
    bl_joint_body b = {.pose = body->mid,
                       .next =
                           bl_body_flow(&bl_bodies_of(entities)[index], body->mid, &v, def->step_seconds, &is_plain),
                       .center = body->center,
                       .linear_before = behind.linear,
                       .angular_before = behind.angular,
                       .linear_damped = v3_sub(body->came.linear, body->before.linear),
                       .angular_damped = v3_sub(body->came.angular, body->before.angular),
                       .linear = next->linear,
                       .angular = next->angular,
                       .linear_lead = lead.linear,
                       .angular_lead = lead.angular,
                       .bend = v3_scale(-bl_step_bend(def, bl_bodies_of(entities), &s->motion, index), behind.angular),
                       .inverse_mass = s->motion.responses[index].inverse_mass,
                       .inverse_inertia = s->motion.responses[index].inverse_inertia};
    return b;
}

static bl_joint_body joint_body_as_before(const belay_world_def* def, const bl_entity_store* entities,
                                          const bl_step_scratch* s, uint32_t index)
{
    bool is_world = index == bl_body_count_of(entities);
    return joint_body(def, entities, s, index, is_world ? NULL : &s->motion.bodies[index].before);
}

static double count_twist(const belay_world_def* def, const bl_joint* j, const bl_joint_body* a, const bl_joint_body* b,
                          double last)
{
    if (!bl_joint_has_twist((belay_joint_type)j->data.type)) return 0.0;
    return bl_joint_count_twist(&j->data, a, b, last, def->step_seconds);
}

double bl_step_joint_twist(const belay_world_def* def, const bl_entity_store* entities, const bl_step_scratch* s,
                           uint32_t joint)
{
    const bl_joint* j = &bl_joints_of(entities)[joint];
    bl_joint_body a = joint_body_as_before(def, entities, s, bl_joint_body_index(entities, j->body_a));
    bl_joint_body b = joint_body_as_before(def, entities, s, bl_joint_body_index(entities, j->body_b));
    return count_twist(def, j, &a, &b, j->twist);
}

double bl_step_joint_center(const belay_world_def* def, const bl_entity_store* entities, const bl_step_scratch* s,
                            uint32_t joint)
{
    const bl_joint* j = &bl_joints_of(entities)[joint];
    if (j->data.type != BELAY_JOINT_GEAR) return 0.0;
    bl_joint_body a = joint_body_as_before(def, entities, s, bl_joint_body_index(entities, j->body_a));
    bl_joint_body b = joint_body_as_before(def, entities, s, bl_joint_body_index(entities, j->body_b));
    return bl_joint_count_center(&j->data, &a, &b, j->center, def->step_seconds);
}

// `twist` and `center`: those of the last contact instant, before the velocities before.
static uint32_t find_constraints(const belay_world_def* def, const bl_joint* j, const bl_joint_body* a,
                                 const bl_joint_body* b, double twist, double center,
                                 bl_joint_constraint out[BL_JOINT_MAX_CONSTRAINTS], double* cap)
{
    bl_joint_settings settings = {def->step_seconds,
                                  def->overlap_max_speed,
                                  def->overlap_slop,
                                  def->overlap_recovery,
                                  def->contact_margin,
                                  count_twist(def, j, a, b, twist),
                                  bl_joint_count_center(&j->data, a, b, center, def->step_seconds)};
    return bl_joint_constraints(&j->data, a, b, &settings, out, cap);
}

// What the row would give if all stays as it was in the last step, within its bounds.
static double warm_impulse(const bl_joint* j, const bl_joint_constraint* c, double h)
{
    double force;
    if (c->slot == BL_JOINT_SLOT_TRANSLATION)
        force = v3_dot(c->linear, j->way_force);
    else if (c->slot == BL_JOINT_SLOT_ROTATION)
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
                          .beyond_b = c->beyond_b,
                          .target = c->target,
                          .before = c->before,
                          .chord = c->chord,
                          .error = c->error,
                          .lead = c->lead,
                          .lower = c->lower,
                          .upper = c->upper,
                          .softness = c->softness,
                          .stored = c->stored,
                          .slot = c->slot,
                          .kind = (uint32_t)c->kind};
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

static bool is_set(const bl_entity_store* entities, uint32_t index)
{
    return index < bl_body_count_of(entities) &&
           bl_step_is_set(bl_bodies_of(entities), bl_body_states_of(entities), index);
}

// Springs give what they have taken, however their stretch came about otherwise: bodies that turn far in a step, or
// that positions are put right of, stretch them without work. A body that was put somewhere else is another beginning.
static void set_spring_energy(const bl_entity_store* entities, const bl_joint_scratch* joints, bl_joint* j,
                              const bl_joint_block* block)
{
    const bl_joint_row* rows = joints->set.rows + block->first;
    double stored = 0.0;
    for (uint32_t i = 0; i < block->count; i++)
        stored += rows[i].stored;
    bool is_new = j->spring_energy < 0.0 || is_set(entities, block->body_a) || is_set(entities, block->body_b);
    double most = fmin(2.0 * stored, DBL_MAX);
    j->spring_energy = is_new ? most : fmin(j->spring_energy, most);
}

// Writes the rows of a joint behind the others. False when it has none.
static bool set_block(const belay_world_def* def, const bl_entity_store* entities, bl_step_scratch* s, bl_joint* j,
                      bl_joint_block* block)
{
    bl_joint_body a = joint_body_as_before(def, entities, s, block->body_a),
                  b = joint_body_as_before(def, entities, s, block->body_b);
    bl_joint_constraint constraints[BL_JOINT_MAX_CONSTRAINTS];
    block->count = find_constraints(def, j, &a, &b, j->twist, j->center, constraints, &block->cap);
    bl_joint_row* rows = s->joints.set.rows + block->first;
    for (uint32_t i = 0; i < block->count; i++) {
        set_row(&rows[i], &constraints[i]);
        rows[i].r = warm_impulse(j, &constraints[i], def->step_seconds);
    }
    if (block->cap < HUGE_VAL) cap_impulses(rows, block->count, block->cap);
    set_spring_energy(entities, &s->joints, j, block);
    return block->count > 0;
}

static bl_body_pair loose_pair(const bl_entity_store* entities, const bl_joint_block* block)
{
    return (bl_body_pair){block->body_a, block->body_b, bl_is_dynamic_at(entities, block->body_a),
                          bl_is_dynamic_at(entities, block->body_b)};
}

static void set_blocks(const belay_world_def* def, const bl_entity_store* entities, bl_step_scratch* s)
{
    uint32_t number = 0, first = 0, at = 0;
    for (uint32_t i = 0; i < bl_joint_count_of(entities); i++) {
        bl_joint* j = &bl_joints_of(entities)[i];
        if (!bl_joint_takes_part(entities, j)) continue;
        bl_joint_block block = {.body_a = bl_joint_body_index(entities, j->body_a),
                                .body_b = bl_joint_body_index(entities, j->body_b),
                                .first = first,
                                .at = at,
                                .owner = i};
        if (!set_block(def, entities, s, j, &block)) {
            s->joints.loose[s->joints.loose_count++] = loose_pair(entities, &block);
            continue;
        }
        s->joints.set.blocks[number] = block;
        bl_joint_block_init(&s->joints.set, number, &s->motion.responses[block.body_a],
                            &s->motion.responses[block.body_b]);
        number++;
        first += block.count;
        at += 2 * block.count * block.count;
    }
    s->joints.block_count = number;
}

void bl_step_apply_joints(bl_step_scratch* s)
{
    for (uint32_t i = 0; i < s->joints.block_count; i++) {
        const bl_joint_block* block = &s->joints.set.blocks[i];
        double r[BL_JOINT_MAX_ROWS];
        for (uint32_t k = 0; k < block->count; k++)
            r[k] = s->joints.set.rows[block->first + k].r;
        bl_joint_block_apply(&s->joints.set, i, r, s->motion.velocities);
    }
}

void bl_step_reset_velocities(const bl_entity_store* entities, const bl_roster* roster, bl_motion_scratch* motion)
{
    for (ptrdiff_t k = 0; k < arrlen(roster->indices); k++) // the velocities of others nobody changes
        motion->velocities[roster->indices[k]] = motion->bodies[roster->indices[k]].free;
    motion->velocities[bl_body_count_of(entities)] = (bl_velocity){v3_zero(), v3_zero()};
}

// ---------------------------------------------------------------------------------------------------------------------
// Recovery of position
// ---------------------------------------------------------------------------------------------------------------------

// The constraint that a row was made from: that of its slot, and of its place among those of the slot.
static const bl_joint_constraint* find_again(const bl_joint_constraint* constraints, uint32_t count,
                                             const bl_joint_row* rows, uint32_t row)
{
    uint32_t before = 0;
    for (uint32_t i = 0; i < row; i++)
        before += rows[i].slot == rows[row].slot;
    for (uint32_t i = 0; i < count; i++)
        if (constraints[i].slot == rows[row].slot && before-- == 0) return &constraints[i];
    return NULL;
}

// A body at the next contact instant, where it comes with its new velocities.
static bl_joint_body joint_body_next(const belay_world_def* def, const bl_entity_store* entities,
                                     const bl_step_scratch* s, uint32_t index)
{
    if (index == bl_body_count_of(entities)) return bl_joint_body_world();
    bl_velocity still = {v3_zero(), v3_zero()}, v = s->motion.velocities[index];
    if (bl_step_is_led(bl_bodies_of(entities), index))
        v = bl_step_velocity_ahead(def, bl_bodies_of(entities), &s->motion, index);
    bl_joint_body b = joint_body(def, entities, s, index, &still);
    const bl_body* body = &bl_bodies_of(entities)[index];
    bool is_plain;
    b.pose = b.next = bl_body_flow(body, s->motion.bodies[index].mid, &v, def->step_seconds, &is_plain);
    b.center = pose_apply(b.pose, body->mass.center_of_mass);
    b.linear_before = v.linear;
    b.angular_before = v.angular;
    b.linear_damped = b.angular_damped = v3_zero();
    return b;
}

// Takes over the directions at the next instant; of a lock the target is its whole error, which ask_back turns into
// a velocity.
static void set_recovery_row(bl_joint_row* row, const bl_joint_constraint* c)
{
    row->target = row->r = row->lower = row->upper = 0.0;
    if (c == NULL) return;
    row->linear = v3_scale(0.5, v3_add(row->linear, c->linear));
    row->angular_a = v3_scale(0.5, v3_add(row->angular_a, c->angular_a));
    row->angular_b = v3_scale(0.5, v3_add(row->angular_b, c->angular_b));
    row->beyond_b = v3_scale(0.5, v3_add(row->beyond_b, c->beyond_b));
    bool is_lock = c->kind == BL_JOINT_KIND_LOCK;
    if (is_lock || c->kind == BL_JOINT_KIND_LIMIT_ABOVE) row->lower = -HUGE_VAL;
    if (is_lock || c->kind == BL_JOINT_KIND_LIMIT_BELOW) row->upper = HUGE_VAL;
    row->target = is_lock ? c->error : c->back;
}

// What a joint is out of place is taken back no faster than max_speed, all along the same line; but for what it has
// come to by the motion of this step, which is taken back at once.
static double recovery_share(const belay_world_def* def, double error_squared, double before_squared)
{
    double size = sqrt(error_squared), allowed = fmax(def->overlap_max_speed * def->step_seconds, def->overlap_slop);
    allowed += fmax(0.0, size - sqrt(before_squared));
    return size > allowed ? allowed / size : 1.0;
}

// Turns the errors of the locked ways, or turns, into the velocities that take them back.
static void ask_back(const belay_world_def* def, bl_joint_row* rows, uint32_t count, bool ways)
{
    double error = 0.0, before = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        if (rows[i].kind != BL_JOINT_KIND_LOCK || bl_step_row_is_translation(&rows[i]) != ways) continue;
        error += rows[i].target * rows[i].target;
        before += rows[i].error * rows[i].error;
    }
    double factor = -recovery_share(def, error, before) / def->step_seconds;
    for (uint32_t i = 0; i < count; i++)
        if (rows[i].kind == BL_JOINT_KIND_LOCK && bl_step_row_is_translation(&rows[i]) == ways)
            rows[i].target *= factor;
}

// What is asked of a row, m/s or rad/s.
static double asked_of(const bl_joint_row* row)
{
    if (row->lower == 0.0 && row->upper == 0.0) return 0.0;
    if (row->lower == 0.0) return fmax(0.0, row->target);
    return row->upper == 0.0 ? fmax(0.0, -row->target) : fabs(row->target);
}

double bl_step_recovery_rows(const belay_world_def* def, const bl_entity_store* entities, bl_step_scratch* s,
                             uint32_t block)
{
    BELAY_ASSERT(block < s->joints.block_count);
    const bl_joint_block* from = &s->joints.set.blocks[block];
    const bl_joint* j = &bl_joints_of(entities)[from->owner];
    bl_joint_block* b = &s->joints.recovery_joints.blocks[block];
    bl_joint_row* rows = s->joints.recovery_joints.rows + from->first;
    *b = *from;
    b->cap = HUGE_VAL;
    bl_joint_body body_a = joint_body_next(def, entities, s, b->body_a),
                  body_b = joint_body_next(def, entities, s, b->body_b);
    bl_joint_constraint constraints[BL_JOINT_MAX_CONSTRAINTS];
    double cap;
    double twist = bl_step_joint_twist(def, entities, s, from->owner),
           center = bl_step_joint_center(def, entities, s, from->owner);
    uint32_t count = find_constraints(def, j, &body_a, &body_b, twist, center, constraints, &cap);
    for (uint32_t i = 0; i < b->count; i++) {
        rows[i] = s->joints.set.rows[from->first + i];
        set_recovery_row(&rows[i], find_again(constraints, count, s->joints.set.rows + from->first, i));
    }
    ask_back(def, rows, b->count, true);
    ask_back(def, rows, b->count, false);
    bl_joint_block_init(&s->joints.recovery_joints, block, &s->motion.responses[b->body_a],
                        &s->motion.responses[b->body_b]);
    double fastest = 0.0;
    s->joints.recovery_asked[block] = 0.0;
    for (uint32_t i = 0; i < b->count; i++) {
        double asked = asked_of(&rows[i]);
        fastest = fmax(fastest, asked);
        s->joints.recovery_asked[block] += asked * asked;
    }
    return fastest;
}

// ---------------------------------------------------------------------------------------------------------------------
// The joints of a step
// ---------------------------------------------------------------------------------------------------------------------

static void forget_impulses(bl_step_scratch* s)
{
    for (uint32_t i = 0; i < s->joints.block_count; i++)
        for (uint32_t k = 0; k < s->joints.set.blocks[i].count; k++)
            s->joints.set.rows[s->joints.set.blocks[i].first + k].r = 0.0;
}

belay_result bl_step_joints(belay_world* world)
{
    bl_step_scratch* s = &world->scratch;
    uint32_t blocks, bodies = bl_body_count(world);
    size_t rows, elements;
    s->joints.block_count = s->joints.loose_count = 0;
    count_blocks(&world->entities, &blocks, &rows, &elements);
    BL_TRY(reserve(world, blocks, rows, elements));
    s->motion.velocities[bodies] = (bl_velocity){v3_zero(), v3_zero()};
    s->motion.responses[bodies] = (bl_response){0.0, m3_zero()};
    if (blocks == 0) return BELAY_OK;
    set_blocks(&world->def, &world->entities, s);
    bl_step_ask_of_locks(&world->entities, &world->roster, s);
    if (!world->def.solver.enable_warm_start) forget_impulses(s);
    bl_step_reset_velocities(&world->entities, &world->roster, &s->motion);
    return BELAY_OK;
}
