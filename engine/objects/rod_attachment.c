// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// How rods are held: attachments at the public door. An end that something unmovable holds is held by the rod's model
// itself, in the factorisation of its step; all else becomes rows of the solver (step_rod_rows.c).

#include "objects/remove.h"
#include "objects/rod_parts.h"
#include "store/checks.h"
#include "store/rods.h"

#include <string.h>

static const char* const type_names[BELAY_ROD_ATTACHMENT_TYPE_COUNT] = {"pin", "clamp", "grip"};

belay_rod_attachment_def belay_rod_attachment_def_default(void)
{
    belay_rod_attachment_def def = {
        .type = BELAY_ROD_PIN, .frame = belay_pose_identity(), .max_force = HUGE_VAL, .max_torque = HUGE_VAL};
    return def;
}

// ---------------------------------------------------------------------------------------------------------------------
// Frames
// ---------------------------------------------------------------------------------------------------------------------

static belay_vec3 lerp(belay_vec3 a, belay_vec3 b, double share)
{
    return v3_add_scaled(a, share, v3_sub(b, a));
}

static belay_pose body_pose(const belay_world* world, uint64_t body)
{
    if (body == 0) return belay_pose_identity();
    return bl_body_states(world)[bl_table_find(&world->entities.tables[BL_TABLE_BODY], bl_slot_of(body))].pose;
}

belay_pose bl_rod_attachment_frame(const belay_world* world, const bl_rod_attachment* a)
{
    return a->body != 0 ? pose_compose(body_pose(world, a->body), a->frame) : a->frame;
}

// The place and material frame of the rod at s.
static belay_pose rod_frame(const belay_world* world, bl_rod_record* record, double s)
{
    uint32_t segment;
    double at;
    bl_rod_locate(&world->rods, record, s, &segment, &at);
    const bl_rod_ops* ops = bl_rod_record_ops(record);
    bl_rod rod = bl_rod_at_rest(world, record);
    belay_vec3* nodes = world->scratch.rods.points;
    ops->nodes(&rod, nodes);
    belay_pose frame = {lerp(nodes[segment], nodes[segment + 1], at), ops->frame(&rod, segment)};
    return frame;
}

belay_result belay_rod_attachment_def_at(belay_world* world, belay_rod_id rod, belay_rod_attachment_type type, double s,
                                         belay_body_id body, belay_rod_attachment_def* def)
{
    bl_rod_record* record;
    BL_TRY(bl_rod_find(world, "belay_rod_attachment_def_at", rod, "rod", &record));
    if (def == NULL)
        return bl_fail(world, BELAY_ERROR_VALUE, "belay_rod_attachment_def_at: def is null; it must be given");
    belay_error error;
    if (bl_check_range(&error, "s", s, 0.0, record->body.length * (1.0 + 1e-12)) != BELAY_OK)
        return bl_fail_in(world, "belay_rod_attachment_def_at", &error);
    uint32_t index;
    if (body.value != 0)
        BL_TRY(bl_find_index(world, "belay_rod_attachment_def_at", body.value, BL_TABLE_BODY, "body", &index));
    *def = belay_rod_attachment_def_default();
    def->type = type;
    def->s = s;
    def->body = body;
    def->frame = pose_compose(pose_inverse(body_pose(world, body.value)), rod_frame(world, record, s));
    return BELAY_OK;
}

// ---------------------------------------------------------------------------------------------------------------------
// Checks
// ---------------------------------------------------------------------------------------------------------------------

static belay_result check_cap(belay_error* error, const char* name, double value)
{
    return value == HUGE_VAL ? BELAY_OK : bl_check_positive(error, name, value);
}

static belay_result check_attachment(const bl_rod_record* record, const belay_rod_attachment_def* def,
                                     belay_error* error)
{
    if ((unsigned)def->type >= BELAY_ROD_ATTACHMENT_TYPE_COUNT)
        return belay_error_set(error, BELAY_ERROR_VALUE, "type is %d; there is no such attachment", (int)def->type);
    BL_TRY(bl_check_range(error, "s", def->s, 0.0, record->body.length * (1.0 + 1e-12)));
    BL_TRY(bl_check_pose(error, "frame", def->frame));
    if (def->type != BELAY_ROD_GRIP) return BELAY_OK;
    BL_TRY(check_cap(error, "max_force", def->max_force));
    return def->is_oriented ? check_cap(error, "max_torque", def->max_torque) : BELAY_OK;
}

static bool is_fixed(const bl_rod_attachment* a)
{
    return a->type == BELAY_ROD_PIN + 1 || a->type == BELAY_ROD_CLAMP + 1;
}

// Two things that hold one place without giving way would fight.
static belay_result check_free(belay_world* world, const bl_rod_record* record, const belay_rod_attachment_def* def)
{
    if (def->type == BELAY_ROD_GRIP) return BELAY_OK;
    for (int i = 0; i < BELAY_ROD_MAX_ATTACHMENTS; i++) {
        const bl_rod_attachment* a = &record->attachments[i];
        if (is_fixed(a) && fabs(a->s - def->s) <= 1e-9 * record->body.length)
            return bl_fail(world, BELAY_ERROR_STATE, "belay_rod_attach: attachment %d, a %s, holds s = %g m already", i,
                           type_names[a->type - 1], def->s);
    }
    return BELAY_OK;
}

// ---------------------------------------------------------------------------------------------------------------------
// Holding and letting go
// ---------------------------------------------------------------------------------------------------------------------

static int free_attachment(const bl_rod_record* record)
{
    int i = 0;
    while (i < BELAY_ROD_MAX_ATTACHMENTS && record->attachments[i].type != BL_ATTACHMENT_NONE)
        i++;
    return i;
}

static void set_attachment(const belay_world* world, const bl_rod_record* record, const belay_rod_attachment_def* def,
                           bl_rod_attachment* a)
{
    memset(a, 0, sizeof *a);
    a->body = def->body.value;
    a->type = (uint32_t)def->type + 1;
    a->flags = def->type == BELAY_ROD_GRIP && def->is_oriented ? BL_ATTACHMENT_IS_ORIENTED : 0;
    a->end = 2; // the step says
    a->s = fmin(def->s, record->body.length);
    bl_rod_locate(&world->rods, record, a->s, &a->segment, &a->at);
    a->frame = def->frame;
    a->frame.rotation = q_normalize(a->frame.rotation);
    a->next = a->frame;
    a->max_force = def->type == BELAY_ROD_GRIP ? def->max_force : HUGE_VAL;
    a->max_torque = a->flags & BL_ATTACHMENT_IS_ORIENTED ? def->max_torque : HUGE_VAL;
}

belay_result belay_rod_attach(belay_world* world, belay_rod_id rod, const belay_rod_attachment_def* def,
                              int* attachment)
{
    bl_rod_record* record;
    BL_TRY(bl_rod_find(world, "belay_rod_attach", rod, "rod", &record));
    BL_TRY(bl_check_unlocked(world, "belay_rod_attach"));
    if (def == NULL) return bl_fail(world, BELAY_ERROR_VALUE, "belay_rod_attach: def is null; it must be given");
    belay_error error;
    if (check_attachment(record, def, &error) != BELAY_OK) return bl_fail_in(world, "belay_rod_attach", &error);
    uint32_t index = BL_NO_INDEX;
    if (def->body.value != 0)
        BL_TRY(bl_find_index(world, "belay_rod_attach", def->body.value, BL_TABLE_BODY, "body", &index));
    BL_TRY(check_free(world, record, def));
    int i = free_attachment(record);
    if (i == BELAY_ROD_MAX_ATTACHMENTS)
        return bl_fail(world, BELAY_ERROR_CAPACITY, "belay_rod_attach: the rod has %d attachments, the most there are",
                       BELAY_ROD_MAX_ATTACHMENTS);
    set_attachment(world, record, def, &record->attachments[i]);
    if (index != BL_NO_INDEX) bl_wake_body(world, index);
    bl_wake_rod(world, (uint32_t)(record - bl_rods(world)));
    if (attachment != NULL) *attachment = i;
    return BELAY_OK;
}

static belay_result find_attachment(const belay_world* world, belay_rod_id rod, int attachment, const char* call,
                                    bool must_hold, bl_rod_record** owner, bl_rod_attachment** found)
{
    bl_rod_record* record = NULL;
    BL_TRY(bl_rod_find(world, call, rod, "rod", &record));
    bool is_there = attachment >= 0 && attachment < BELAY_ROD_MAX_ATTACHMENTS;
    if (is_there && must_hold) is_there = record->attachments[attachment].type != BL_ATTACHMENT_NONE;
    if (!is_there)
        return bl_fail((belay_world*)world, BELAY_ERROR_VALUE,
                       "%s: attachment is %d; it must be that of an attachment of the rod", call, attachment);
    *owner = record;
    *found = &record->attachments[attachment];
    return BELAY_OK;
}

static void wake_both(belay_world* world, const bl_rod_record* record, const bl_rod_attachment* a)
{
    bl_wake_rod(world, (uint32_t)(record - bl_rods(world)));
    if (a->body != 0) bl_wake_body(world, bl_table_find(&world->entities.tables[BL_TABLE_BODY], bl_slot_of(a->body)));
}

belay_result belay_rod_detach(belay_world* world, belay_rod_id rod, int attachment)
{
    bl_rod_record* record = NULL;
    bl_rod_attachment* a = NULL;
    BL_TRY(find_attachment(world, rod, attachment, "belay_rod_detach", true, &record, &a));
    wake_both(world, record, a);
    memset(a, 0, sizeof *a);
    return BELAY_OK;
}

belay_result belay_rod_move_attachment(belay_world* world, belay_rod_id rod, int attachment, belay_pose frame)
{
    bl_rod_record* record = NULL;
    bl_rod_attachment* a = NULL;
    BL_TRY(find_attachment(world, rod, attachment, "belay_rod_move_attachment", true, &record, &a));
    belay_error error;
    if (bl_check_pose(&error, "frame", frame) != BELAY_OK)
        return bl_fail_in(world, "belay_rod_move_attachment", &error);
    frame.rotation = q_normalize(frame.rotation);
    // Held where it is, over and over, it may sleep.
    if (memcmp(&frame, &a->next, sizeof frame) != 0) wake_both(world, record, a);
    a->next = frame;
    return BELAY_OK;
}

belay_result belay_rod_get_attachment(const belay_world* world, belay_rod_id rod, int attachment,
                                      belay_rod_attachment_state* state)
{
    bl_rod_record* record = NULL;
    bl_rod_attachment* a = NULL;
    BL_TRY(find_attachment(world, rod, attachment, "belay_rod_get_attachment", false, &record, &a));
    if (state == NULL)
        return bl_fail((belay_world*)world, BELAY_ERROR_VALUE,
                       "belay_rod_get_attachment: state is null; it must be given");
    memset(state, 0, sizeof *state);
    if (a->type == BL_ATTACHMENT_NONE) return BELAY_OK;
    state->is_held = true;
    state->force = a->force;
    state->torque = a->torque;
    belay_vec3 wanted = bl_rod_attachment_frame(world, a).position;
    state->error = v3_distance(rod_frame(world, record, a->s).position, wanted);
    return BELAY_OK;
}

// ---------------------------------------------------------------------------------------------------------------------
// Ends
// ---------------------------------------------------------------------------------------------------------------------

// Where the frame of an attachment to the world or to a body that nothing moves is `seconds` after the end of the last
// step, and how it moves: the frame evenly towards its next place, on a body that moves with its velocity.
static void set_end(const belay_world_def* def, const bl_entity_store* entities, const bl_rod_attachment* a,
                    double seconds, bl_rod_end* end)
{
    double h = def->step_seconds, share = seconds / h;
    belay_pose frame = a->frame;
    frame.position = lerp(a->frame.position, a->next.position, share);
    belay_vec3 turn = q_log(q_mul(a->next.rotation, q_conjugate(a->frame.rotation)));
    frame.rotation = q_mul(q_exp(v3_scale(share, turn)), a->frame.rotation);
    belay_vec3 velocity = v3_scale(1.0 / h, v3_sub(a->next.position, a->frame.position));
    belay_vec3 angular = v3_scale(1.0 / h, turn);
    if (a->body != 0) {
        uint32_t index = bl_table_find(&entities->tables[BL_TABLE_BODY], bl_slot_of(a->body));
        const belay_body_state* state = &bl_body_states_of(entities)[index];
        const bl_body* body = &bl_bodies_of(entities)[index];
        bl_velocity v = {state->linear_velocity, state->angular_velocity};
        bool is_plain;
        belay_pose pose = bl_body_flow(body, state->pose, &v, seconds, &is_plain);
        frame = pose_compose(pose, frame);
        belay_vec3 arm = v3_sub(frame.position, pose_apply(pose, body->mass.center_of_mass));
        velocity = v3_add(q_rotate(pose.rotation, velocity), v.linear);
        velocity = v3_add(velocity, v3_cross(v.angular, arm));
        angular = v3_add(q_rotate(pose.rotation, angular), v.angular);
    }
    end->hold = a->type == BELAY_ROD_PIN + 1 ? BL_ROD_PINNED : BL_ROD_CLAMPED;
    end->position = frame.position;
    end->rotation = q_normalize(frame.rotation);
    end->velocity = velocity;
    end->angular = angular;
}

// The end that the rod's model can hold for this attachment, else 2.
static uint32_t end_of(const bl_entity_store* entities, const bl_rod_record* record, const bl_rod_attachment* a)
{
    if (!is_fixed(a)) return 2;
    if (a->body != 0) {
        uint32_t index = bl_table_find(&entities->tables[BL_TABLE_BODY], bl_slot_of(a->body));
        if (bl_bodies_of(entities)[index].type == BELAY_BODY_DYNAMIC) return 2;
    }
    double near = 1e-9 * record->body.length;
    uint32_t end = a->s <= near ? 0 : a->s >= record->body.length - near ? 1 : 2;
    bl_rod_hold hold = a->type == BELAY_ROD_PIN + 1 ? BL_ROD_PINNED : BL_ROD_CLAMPED;
    return end < 2 && bl_rod_record_ops(record)->can_hold((int)end, hold) ? end : 2;
}

void bl_rod_hold_ends(const belay_world_def* def, const bl_entity_store* entities, bl_rod_record* record,
                      double seconds)
{
    for (int i = 0; i < 2; i++) {
        bl_rod_end* end = &record->body.ends[i];
        end->hold = BL_ROD_FREE;
        end->position = end->velocity = end->angular = v3_zero();
        end->rotation = belay_quat_identity();
    }
    for (int i = 0; i < BELAY_ROD_MAX_ATTACHMENTS; i++) {
        bl_rod_attachment* a = &record->attachments[i];
        if (a->type == BL_ATTACHMENT_NONE) continue;
        a->end = end_of(entities, record, a);
        if (a->end < 2) set_end(def, entities, a, seconds, &record->body.ends[a->end]);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// What happens to others
// ---------------------------------------------------------------------------------------------------------------------

void bl_rods_remove_body(belay_world* world, uint64_t body)
{
    for (uint32_t i = 0; i < bl_rod_count(world); i++)
        for (int k = 0; k < BELAY_ROD_MAX_ATTACHMENTS; k++) {
            bl_rod_attachment* a = &bl_rods(world)[i].attachments[k];
            if (a->type == BL_ATTACHMENT_NONE || a->body != body) continue;
            bl_wake_rod(world, i);
            memset(a, 0, sizeof *a);
        }
}

static void retag(uint64_t* id, uint8_t tag)
{
    *id = bl_id_retagged(*id, tag);
}

void bl_rods_restored(belay_world* world)
{
    uint8_t tag = world->entities.pool.tag;
    for (uint32_t i = 0; i < bl_rod_count(world); i++) {
        retag(&bl_rods(world)[i].id, tag);
        for (int k = 0; k < BELAY_ROD_MAX_ATTACHMENTS; k++)
            retag(&bl_rods(world)[i].attachments[k].body, tag);
    }
}
