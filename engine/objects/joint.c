// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Joints at the public door.

#include "math/pi.h"
#include "math/turn_to.h"
#include "models/model_tolerances.h"
#include "objects/joint_parts.h"
#include "objects/remove.h"
#include "store/checks.h"
#include "store/joints.h"
#include "store/lifetime.h"

#include <string.h>

// Every byte of a joint is hashed and part of snapshots, so it must have no holes.
_Static_assert(sizeof(bl_joint_axis) == 11 * 8, "no padding");
_Static_assert(sizeof(bl_joint_data) == (2 * 7 + 6 * 11 + 1 + 3 + 3 + 2 + 6 + 1) * 8, "no padding");
_Static_assert(sizeof(bl_joint) == 5 * 8 + sizeof(bl_joint_data) + 4 * 4 + (2 * 6 + 4 * 3 + 3) * 8, "no padding");

// A reader may report an error: the message is the one thing of a world that it writes.
static belay_result find_joint(const belay_world* world, const char* call, belay_joint_id joint, bl_joint** found)
{
    uint32_t index;
    BL_TRY(bl_find_index((belay_world*)world, call, joint.value, BL_TABLE_JOINT, "joint", &index));
    *found = &bl_joints(world)[index];
    return BELAY_OK;
}

// ---------------------------------------------------------------------------------------------------------------------
// Making
// ---------------------------------------------------------------------------------------------------------------------

// The two bodies must be there and differ, and one of them be dynamic. *b is BL_NO_INDEX for the world.
static belay_result check_bodies(belay_world* world, const char* call, const belay_joint_def* def, uint32_t* a,
                                 uint32_t* b)
{
    *b = BL_NO_INDEX;
    BL_TRY(bl_find_index(world, call, def->body_a.value, BL_TABLE_BODY, "body_a", a));
    if (def->body_b.value != 0) BL_TRY(bl_find_index(world, call, def->body_b.value, BL_TABLE_BODY, "body_b", b));
    if (def->body_b.value == def->body_a.value)
        return bl_fail(world, BELAY_ERROR_VALUE, "%s: body_a and body_b are both 0x%016llx; they must be two bodies",
                       call, (unsigned long long)def->body_a.value);
    if (def->type == BELAY_JOINT_DRAG && *b != BL_NO_INDEX)
        return bl_fail(world, BELAY_ERROR_VALUE, "%s: body_b is 0x%016llx; that of a drag joint must be null", call,
                       (unsigned long long)def->body_b.value);
    if (def->type == BELAY_JOINT_PULLEY && *b == BL_NO_INDEX)
        return bl_fail(world, BELAY_ERROR_VALUE, "%s: body_b is null; a pulley must have two bodies", call);
    bool is_dynamic = bl_bodies(world)[*a].type == BELAY_BODY_DYNAMIC;
    if (*b != BL_NO_INDEX) is_dynamic = is_dynamic || bl_bodies(world)[*b].type == BELAY_BODY_DYNAMIC;
    if (!is_dynamic) return bl_fail(world, BELAY_ERROR_STATE, "%s: neither body_a nor body_b is dynamic", call);
    return BELAY_OK;
}

static belay_pose frame_in_world(const belay_world* world, uint32_t index, belay_pose frame)
{
    return index == BL_NO_INDEX ? frame : pose_compose(bl_body_states(world)[index].pose, frame);
}

// Wheels about one axis would turn each other only by way of a third, which is not there.
static belay_result check_centers(belay_world* world, const belay_joint_def* def, uint32_t a, uint32_t b)
{
    if (def->type != BELAY_JOINT_GEAR || def->ratio == 1.0) return BELAY_OK;
    belay_pose frame_a = frame_in_world(world, a, def->frame_a), frame_b = frame_in_world(world, b, def->frame_b);
    belay_vec3 way = pose_apply_inverse(frame_a, frame_b.position);
    double distance = sqrt(way.y * way.y + way.z * way.z);
    if (distance >= BL_JOINT_LEAST_CENTERS) return BELAY_OK;
    return bl_fail(world, BELAY_ERROR_VALUE,
                   "belay_joint_create: the axes of the gears are %g m apart; they must be at least %g m", distance,
                   BL_JOINT_LEAST_CENTERS);
}

static belay_result check_create(belay_world* world, const belay_joint_def* def, uint32_t* a, uint32_t* b)
{
    BL_TRY(bl_entity_check(world, "belay_joint_create"));
    if (def == NULL) return bl_fail(world, BELAY_ERROR_VALUE, "belay_joint_create: def is null; it must be given");
    belay_error error;
    if (bl_joint_check_def(def, &error) != BELAY_OK) return bl_fail_in(world, "belay_joint_create", &error);
    BL_TRY(check_bodies(world, "belay_joint_create", def, a, b));
    return check_centers(world, def, *a, *b);
}

// A distance joint of which nothing else is said keeps the distance that there is.
static void keep_distance(const belay_world* world, uint32_t a, uint32_t b, bl_joint_data* data)
{
    bl_joint_axis* axis = &data->axis[0];
    if (data->type != BELAY_JOINT_DISTANCE || axis->flags != 0) return;
    belay_vec3 pa = frame_in_world(world, a, data->frame_a).position;
    belay_vec3 pb = frame_in_world(world, b, data->frame_b).position;
    axis->flags = BL_JOINT_LIMIT;
    axis->min = axis->max = v3_distance(pa, pb);
    axis->limit_stiffness = axis->limit_damping = 0.0;
}

// The angles that are counted of a joint that is made between bodies where they stand.
typedef struct counts {
    double twist, center;
} counts;

static counts first_counts(const bl_joint_data* data, const bl_joint_body* a, const bl_joint_body* b)
{
    counts first = {0.0, bl_joint_first_center(data, a, b)};
    if (bl_joint_has_twist((belay_joint_type)data->type)) first.twist = bl_joint_first_twist(data, a, b);
    return first;
}

static bl_joint_body body_here(const belay_world* world, uint32_t index)
{
    bl_joint_body body = bl_joint_body_world();
    body.pose = frame_in_world(world, index, belay_pose_identity());
    return body;
}

// Sets these, and what a coupling keeps from now on.
static void begin_counts(const belay_world* world, uint32_t a, uint32_t b, bl_joint* joint)
{
    belay_joint_type type = (belay_joint_type)joint->data.type;
    bl_joint_body body_a = body_here(world, a), body_b = body_here(world, b);
    counts first = first_counts(&joint->data, &body_a, &body_b);
    joint->twist = first.twist;
    joint->center = first.center;
    if (!bl_joint_is_coupling(type)) return;
    bl_joint_axis* rope = &joint->data.axis[0];
    double now = bl_joint_coupling_now(&joint->data, &body_a, &body_b, joint->twist, joint->center);
    if (type != BELAY_JOINT_PULLEY) {
        if (joint->data.offset == HUGE_VAL) joint->data.offset = now;
    } else if (rope->flags == 0) {
        rope->flags = BL_JOINT_LIMIT;
        rope->min = rope->max = now;
        rope->limit_stiffness = rope->limit_damping = 0.0;
    }
}

// The joint becomes the first of each body's list.
static void link_to_bodies(belay_world* world, bl_joint* joint, uint32_t slot, uint32_t a, uint32_t b)
{
    bl_body* bodies = bl_bodies(world);
    joint->next_a = bodies[a].first_joint;
    bodies[a].first_joint = slot + 1;
    bl_wake_changed_body(world, a);
    if (b == BL_NO_INDEX) return;
    joint->next_b = bodies[b].first_joint;
    bodies[b].first_joint = slot + 1;
    bl_wake_changed_body(world, b);
}

belay_result belay_joint_create(belay_world* world, const belay_joint_def* def, belay_joint_id* id)
{
    uint32_t a, b;
    BL_TRY(check_create(world, def, &a, &b));
    BL_TRY(bl_entity_reserve(world, "belay_joint_create"));
    bl_table* table = &world->entities.tables[BL_TABLE_JOINT];
    uint32_t slot = bl_id_pool_next_slot(&world->entities.pool);
    if (!bl_table_reserve(table, slot, &world->def.allocator))
        return bl_fail(world, BELAY_ERROR_MEMORY, "belay_joint_create: no memory for another joint");
    bl_joint joint = {0};
    joint.id = bl_id_pool_create(&world->entities.pool).value;
    joint.body_a = def->body_a.value;
    joint.body_b = def->body_b.value;
    joint.break_force = def->break_force;
    joint.break_torque = def->break_torque;
    joint.collides = def->collides;
    joint.spring_energy = -1.0;
    bl_joint_data_set(&joint.data, def);
    keep_distance(world, a, b, &joint.data);
    begin_counts(world, a, b, &joint);
    link_to_bodies(world, bl_table_add(table, slot, &joint), slot, a, b);
    world->changes++;
    for (uint32_t i = 0; i < bl_joint_axis_count(def->type); i++)
        bl_joint_warn_of_axis(world, "belay_joint_create", def->type, (int)i, &def->axis[i]);
    if (id != NULL) id->value = joint.id;
    return BELAY_OK;
}

static belay_result check_placement(belay_world* world, belay_joint_type type, belay_vec3 anchor, belay_vec3 axis,
                                    belay_joint_def* def)
{
    if (def == NULL) return bl_fail(world, BELAY_ERROR_VALUE, "belay_joint_def_at: def is null; it must be given");
    belay_error error;
    if ((unsigned)type >= BELAY_JOINT_TYPE_COUNT)
        return bl_fail(world, BELAY_ERROR_VALUE, "belay_joint_def_at: type is %d; it must be a belay_joint_type",
                       (int)type);
    if (bl_check_vec3(&error, "anchor", anchor) != BELAY_OK) return bl_fail_in(world, "belay_joint_def_at", &error);
    if (type == BELAY_JOINT_BALL || type == BELAY_JOINT_DRAG) return BELAY_OK;
    if (bl_check_vec3(&error, "axis", axis) != BELAY_OK) return bl_fail_in(world, "belay_joint_def_at", &error);
    if (v3_length(axis) > 1e-30) return BELAY_OK;
    return bl_fail(world, BELAY_ERROR_VALUE, "belay_joint_def_at: axis is (%g, %g, %g); it must not be zero", axis.x,
                   axis.y, axis.z);
}

// Of these, A is told apart from B by more than the direction of the axis.
static belay_result check_reversible(belay_world* world, belay_joint_type type)
{
    if (type != BELAY_JOINT_SIX_DOF && type != BELAY_JOINT_GEAR && type != BELAY_JOINT_RACK) return BELAY_OK;
    return bl_fail(world, BELAY_ERROR_VALUE,
                   "belay_joint_def_at: body_a is null; a %s joint goes by the axes of body A, which must be a body",
                   belay_joint_type_name(type));
}

belay_result belay_joint_def_at(belay_world* world, belay_joint_type type, belay_body_id body_a, belay_body_id body_b,
                                belay_vec3 anchor, belay_vec3 axis, belay_joint_def* def)
{
    BL_TRY(bl_check_owner(world));
    BL_TRY(check_placement(world, type, anchor, axis, def));
    if (body_a.value == 0 && body_b.value != 0) {
        BL_TRY(check_reversible(world, type));
        // Seen from the body along the axis reversed, the world turns and goes as the body does seen from the world.
        body_a = body_b;
        body_b.value = 0;
        axis = v3_neg(axis);
    }
    belay_joint_def d = belay_joint_def_default(type);
    d.body_a = body_a;
    d.body_b = body_b;
    uint32_t a, b;
    BL_TRY(check_bodies(world, "belay_joint_def_at", &d, &a, &b));
    belay_pose frame = {anchor, belay_quat_identity()};
    if (type != BELAY_JOINT_BALL && type != BELAY_JOINT_DRAG)
        frame.rotation = bl_turn_x_to(v3_scale(1.0 / v3_length(axis), axis));
    d.frame_a = pose_compose(pose_inverse(bl_body_states(world)[a].pose), frame);
    d.frame_b = b == BL_NO_INDEX ? frame : pose_compose(pose_inverse(bl_body_states(world)[b].pose), frame);
    d.target = anchor;
    *def = d;
    return BELAY_OK;
}

// ---------------------------------------------------------------------------------------------------------------------
// Unmaking
// ---------------------------------------------------------------------------------------------------------------------

static void unlink_from(belay_world* world, bl_joint* joint, uint32_t slot, uint64_t body)
{
    uint32_t index = bl_joint_body_index(&world->entities, body);
    uint32_t* link = &bl_bodies(world)[index].first_joint;
    while (*link != slot + 1)
        link = bl_joint_next_in(bl_joint_in_slot(&world->entities, *link - 1), body);
    *link = *bl_joint_next_in(joint, body);
    bl_wake_body(world, index);
}

void bl_joint_remove(belay_world* world, uint32_t slot)
{
    bl_joint* joint = bl_joint_in_slot(&world->entities, slot);
    unlink_from(world, joint, slot, joint->body_a);
    if (joint->body_b != 0) unlink_from(world, joint, slot, joint->body_b);
    bl_entity_remove(world, slot);
}

void bl_joints_remove_body(belay_world* world, uint64_t body)
{
    uint32_t first;
    while ((first = bl_bodies(world)[bl_joint_body_index(&world->entities, body)].first_joint) != 0)
        bl_joint_remove(world, first - 1);
}

belay_result belay_joint_destroy(belay_world* world, belay_joint_id joint)
{
    BL_TRY(bl_check_unlocked(world, "belay_joint_destroy"));
    bl_joint* found;
    BL_TRY(find_joint(world, "belay_joint_destroy", joint, &found));
    bl_joint_remove(world, bl_slot_of(found->id));
    return BELAY_OK;
}

static void retag(uint64_t* id, uint8_t tag)
{
    *id = bl_id_retagged(*id, tag);
}

void bl_joints_restored(belay_world* world)
{
    for (uint32_t i = 0; i < bl_joint_count(world); i++) {
        bl_joint* j = &bl_joints(world)[i];
        retag(&j->id, world->entities.pool.tag);
        retag(&j->body_a, world->entities.pool.tag);
        retag(&j->body_b, world->entities.pool.tag);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Asking and changing
// ---------------------------------------------------------------------------------------------------------------------

static void wake_bodies(belay_world* world, const bl_joint* joint)
{
    bl_wake_body(world, bl_joint_body_index(&world->entities, joint->body_a));
    if (joint->body_b != 0) bl_wake_body(world, bl_joint_body_index(&world->entities, joint->body_b));
}

static belay_result null_argument(const belay_world* world, const char* call, const char* name)
{
    return bl_fail((belay_world*)world, BELAY_ERROR_VALUE, "%s: %s is null; it must be given", call, name);
}

belay_result belay_joint_set_axis(belay_world* world, belay_joint_id joint, int axis, const belay_joint_axis* value)
{
    bl_joint* found;
    BL_TRY(find_joint(world, "belay_joint_set_axis", joint, &found));
    belay_joint_type type = (belay_joint_type)found->data.type;
    int count = (int)bl_joint_axis_count(type);
    if (axis < 0 || axis >= count)
        return bl_fail(world, BELAY_ERROR_VALUE,
                       "belay_joint_set_axis: axis is %d; that of a %s joint must be below %d", axis,
                       belay_joint_type_name(type), count);
    if (value == NULL) return null_argument(world, "belay_joint_set_axis", "value");
    belay_error error;
    if (bl_joint_check_axis(type, axis, value, &error) != BELAY_OK)
        return bl_fail_in(world, "belay_joint_set_axis", &error);
    bl_joint_axis set;
    bl_joint_axis_set(&set, value);
    bl_joint_warn_of_axis(world, "belay_joint_set_axis", (belay_joint_type)found->data.type, axis, value);
    // A game may say in every frame what it said in the last one.
    if (memcmp(&set, &found->data.axis[axis], sizeof set) == 0) return BELAY_OK;
    found->data.axis[axis] = set;
    found->spring_energy = -1.0;
    wake_bodies(world, found);
    return BELAY_OK;
}

belay_result belay_joint_set_target(belay_world* world, belay_joint_id joint, belay_vec3 target)
{
    bl_joint* found;
    BL_TRY(find_joint(world, "belay_joint_set_target", joint, &found));
    if (found->data.type != BELAY_JOINT_DRAG)
        return bl_fail(world, BELAY_ERROR_COMPONENT,
                       "belay_joint_set_target: joint 0x%016llx is a %s joint, not a drag",
                       (unsigned long long)joint.value, belay_joint_type_name((belay_joint_type)found->data.type));
    belay_error error;
    if (bl_check_vec3(&error, "target", target) != BELAY_OK) return bl_fail_in(world, "belay_joint_set_target", &error);
    found->data.target = target;
    found->spring_energy = -1.0;
    wake_bodies(world, found);
    return BELAY_OK;
}

// A body `seconds` after the end of the last step.
static bl_joint_body body_after(const belay_world* world, uint64_t id, double seconds)
{
    bl_joint_body body = bl_joint_body_world();
    if (id == 0) return body;
    uint32_t index = bl_joint_body_index(&world->entities, id);
    const belay_body_state* state = &bl_body_states(world)[index];
    const bl_body* record = &bl_bodies(world)[index];
    bl_velocity v = {state->linear_velocity, state->angular_velocity};
    bool is_plain;
    body.pose = body.next = bl_body_flow(record, state->pose, &v, seconds, &is_plain);
    body.center = pose_apply(body.pose, record->mass.center_of_mass);
    body.linear = v.linear;
    body.angular = v.angular;
    return body;
}

// Counted on from the last contact instant.
static double center_after(const belay_world* world, const bl_joint* joint, const bl_joint_body* a,
                           const bl_joint_body* b, double seconds)
{
    double since = world->def.step_seconds * world->def.theta + seconds;
    return bl_joint_count_center(&joint->data, a, b, joint->center, since);
}

static double twist_after(const belay_world* world, const bl_joint* joint, bl_joint_body* a, bl_joint_body* b,
                          double seconds)
{
    if (!bl_joint_has_twist((belay_joint_type)joint->data.type)) return 0.0;
    a->linear_before = a->linear;
    a->angular_before = a->angular;
    b->linear_before = b->linear;
    b->angular_before = b->angular;
    double since = world->def.step_seconds * world->def.theta + seconds;
    return bl_joint_count_twist(&joint->data, a, b, joint->twist, since);
}

static bl_joint_measures measure_after(const belay_world* world, const bl_joint* joint, double seconds)
{
    bl_joint_body a = body_after(world, joint->body_a, seconds), b = body_after(world, joint->body_b, seconds);
    double twist = twist_after(world, joint, &a, &b, seconds); // makes the velocities those before
    return bl_joint_measure_turned(&joint->data, &a, &b, twist, center_after(world, joint, &a, &b, seconds));
}

static uint32_t index_or_none(const belay_world* world, uint64_t body)
{
    return body != 0 ? bl_joint_body_index(&world->entities, body) : BL_NO_INDEX;
}

// A joint that is made of the definition counts its turns anew. Its offset is then that of the new count.
static double offset_to_tell(const belay_world* world, const bl_joint* joint)
{
    bl_joint_body a = body_here(world, index_or_none(world, joint->body_a)),
                  b = body_here(world, index_or_none(world, joint->body_b));
    counts first = first_counts(&joint->data, &a, &b);
    bl_joint_body next_a = body_after(world, joint->body_a, 0.0), next_b = body_after(world, joint->body_b, 0.0);
    double twist = twist_after(world, joint, &next_a, &next_b, 0.0);
    double center = center_after(world, joint, &next_a, &next_b, 0.0);
    double twist_turns = round((first.twist - twist) / (2.0 * BL_PI));
    double center_turns = round((first.center - center) / (2.0 * BL_PI));
    return joint->data.offset + bl_joint_coupling_of_turns(&joint->data, twist_turns, center_turns);
}

belay_result belay_joint_get_def(const belay_world* world, belay_joint_id joint, belay_joint_def* def)
{
    bl_joint* found;
    BL_TRY(find_joint(world, "belay_joint_get_def", joint, &found));
    if (def == NULL) return null_argument(world, "belay_joint_get_def", "def");
    bl_joint_def_get(def, found);
    if (bl_joint_is_coupling(def->type) && def->type != BELAY_JOINT_PULLEY) def->offset = offset_to_tell(world, found);
    return BELAY_OK;
}

belay_result belay_joint_get_state(const belay_world* world, belay_joint_id joint, belay_joint_state* state)
{
    bl_joint* found;
    BL_TRY(find_joint(world, "belay_joint_get_state", joint, &found));
    if (state == NULL) return null_argument(world, "belay_joint_get_state", "state");
    bl_joint_measures now = measure_after(world, found, 0.0);
    // Joints are held together at the contact instants. In between, what turns cuts the corner, so their error is that
    // of the instant to come.
    double to_mid = world->def.step_seconds * (1.0 - world->def.theta);
    bl_joint_measures mid = measure_after(world, found, to_mid);
    *state = (belay_joint_state){
        .force = found->force, .torque = found->torque, .error = mid.error, .angular_error = mid.angular_error};
    for (int i = 0; i < 6; i++) {
        state->position[i] = now.position[i];
        state->speed[i] = now.speed[i];
    }
    return BELAY_OK;
}
