// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "proxy/local_holds.h"

#include "store/rods.h"

#include <string.h>

// An attachment to the tool, with the frame that it holds by where the model has the tool.
typedef struct grasp {
    const bl_rod_element* element;
    const bl_rod_record* record;
    const bl_rod_attachment* attachment;
    bl_rod_motion rod; // of the place that is held
    belay_pose frame;
    uint32_t number;
} grasp;

static void set_frame(belay_local_contact* c, const belay_vec3 frame[3])
{
    c->normal = frame[0];
    c->tangent1 = frame[1];
    c->tangent2 = frame[2];
}

static void set_offset(belay_local_contact* c, belay_vec3 offset, belay_vec3 velocity)
{
    const belay_vec3 frame[3] = {c->normal, c->tangent1, c->tangent2};
    c->gap = v3_dot(offset, frame[0]);
    c->aside[0] = v3_dot(offset, frame[1]);
    c->aside[1] = v3_dot(offset, frame[2]);
    for (int k = 0; k < 3; k++)
        c->free_velocity[k] = v3_dot(velocity, frame[k]);
}

// The element's impulses are on the rod, three from row `first` on.
static void set_impulse(belay_local_contact* c, const bl_rod_element* e, uint32_t first, bool is_turn)
{
    const belay_vec3 frame[3] = {c->normal, c->tangent1, c->tangent2};
    belay_vec3 r = v3_zero();
    for (uint32_t k = first; k < first + 3; k++)
        r = v3_add_scaled(r, -e->r[k], is_turn ? e->angular[k] : e->linear[k]);
    for (int k = 0; k < 3; k++)
        c->impulse[k] = v3_dot(frame[k], r);
}

static void begin_contact(const grasp* g, belay_local_law law, belay_local_contact* c)
{
    memset(c, 0, sizeof *c);
    c->law = (uint32_t)law;
    c->other = g->record->id;
    c->arc = g->attachment->s;
    c->feature = 2 * g->number + (law == BELAY_LOCAL_ROTATION ? 1 : 0);
    c->point = g->frame.position;
    c->max_force = law == BELAY_LOCAL_ROTATION ? g->attachment->max_torque : g->attachment->max_force;
}

static void hold_place(const grasp* g, belay_vec3 origin, belay_local_contact* c)
{
    static const belay_vec3 axes[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    begin_contact(g, BELAY_LOCAL_BILATERAL, c);
    set_frame(c, axes);
    for (int k = 0; k < 3; k++) {
        belay_vec3 turn = v3_cross(v3_sub(g->frame.position, origin), axes[k]);
        const double row[6] = {axes[k].x, axes[k].y, axes[k].z, turn.x, turn.y, turn.z};
        memcpy(c->jacobian[k], row, sizeof row);
    }
    set_offset(c, v3_sub(g->frame.position, g->rod.position), g->rod.velocity);
    set_impulse(c, g->element, 0, false);
}

// The softness of a clamp's row is 1 / (h (h + damping time) k): what its half element gives way by in the end is 1/k.
static void set_yield(const belay_world* world, const grasp* g, belay_local_contact* c)
{
    double h = world->def.step_seconds, effective_time = h + g->record->body.section.damping_time;
    for (uint32_t k = 0; k < 3 && g->element->count == 6; k++)
        c->yield[k] = g->element->softness[3 + k] * h * effective_time;
}

static void hold_turn(const belay_world* world, const grasp* g, uint32_t first, belay_local_contact* c)
{
    static const belay_vec3 axes[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    belay_vec3 frame[3];
    begin_contact(g, BELAY_LOCAL_ROTATION, c);
    for (int k = 0; k < 3; k++)
        frame[k] = q_rotate(g->frame.rotation, axes[k]);
    set_frame(c, frame);
    for (int k = 0; k < 3; k++) {
        const double row[6] = {0.0, 0.0, 0.0, frame[k].x, frame[k].y, frame[k].z};
        memcpy(c->jacobian[k], row, sizeof row);
    }
    belay_vec3 turn = q_log(q_mul(g->frame.rotation, q_conjugate(g->rod.frame)));
    set_offset(c, turn, g->rod.angular);
    set_impulse(c, g->element, first, true);
    set_yield(world, g, c);
}

static belay_local_contact* next_contact(belay_local_model* model, bl_local_rod_point at, bl_local_rod_point* places)
{
    if (model->count == BELAY_LOCAL_MODEL_CONTACTS) {
        model->left_out++;
        return NULL;
    }
    places[model->count] = at;
    return &model->contacts[model->count++];
}

// Position rows first; a clamp has its turns behind them, an oriented grip in an element of its own.
static void add_hold(const belay_world* world, const grasp* g, belay_local_model* model, bl_local_rod_point at,
                     bl_local_rod_point* places)
{
    bool is_turn_alone = g->element->law == BL_ROD_BOUNDED && v3_length_squared(g->element->linear[0]) == 0.0;
    if (!is_turn_alone) {
        belay_local_contact* c = next_contact(model, at, places);
        if (c != NULL) hold_place(g, model->pose.position, c);
    }
    if (!is_turn_alone && g->element->count < 6) return;
    belay_local_contact* c = next_contact(model, at, places);
    if (c != NULL) hold_turn(world, g, is_turn_alone ? 0 : 3, c);
}

static belay_pose pose_of(const belay_world* world, uint32_t part, const belay_local_model* model)
{
    bool is_tool = bl_bodies(world)[part].id == model->body;
    return is_tool ? model->pose : world->scratch.motion.bodies[part].mid;
}

bool bl_local_holds(belay_world* world, const bl_local_tool* tool, belay_local_model* model,
                    bl_local_rod_point places[BELAY_LOCAL_MODEL_CONTACTS])
{
    const bl_step_rods* s = &world->scratch.rods;
    for (uint32_t i = 0; i < s->attachment_elements; i++) {
        const bl_rod_element* e = &s->set.elements[i];
        if (!bl_local_tool_has(tool, e->body) || e->count == 0) continue;
        uint32_t rod = s->owners[i] / BELAY_ROD_MAX_ATTACHMENTS, number = s->owners[i] % BELAY_ROD_MAX_ATTACHMENTS;
        const bl_rod_record* record = &bl_rods(world)[rod];
        const bl_rod_attachment* a = &record->attachments[number];
        bl_local_rod_point at = {rod, a->segment, a->at};
        grasp g = {.element = e, .record = record, .attachment = a, .number = number};
        g.frame = pose_compose(pose_of(world, e->body, model), a->frame);
        if (!bl_local_rod_motion(world, at, &g.rod)) return false;
        add_hold(world, &g, model, at, places);
    }
    return true;
}
