// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The local model of a tool. Its contacts are detected once more at the contact instant: the step keeps only those that
// may act in it, and a tool that follows a hand may get to the others before the next step.

#include "belay/local_model.h"

#include "core/alloc.h"
#include "world/checks.h"
#include "world/joint_internal.h"
#include "world/local_response.h"
#include "world/step_collide.h"
#include "world/step_joints.h"

#include <string.h>

// One place where the tool is, or may come to be, in contact.
typedef struct candidate {
    bl_manifold_point point;
    uint32_t tool_collider, other_collider; // places
    bool tool_is_a;
} candidate;

typedef struct candidates {
    candidate at[BELAY_LOCAL_MODEL_CONTACTS];
    int count, left_out;
} candidates;

// ---------------------------------------------------------------------------------------------------------------------
// Whether the step's arrays still speak of what is there
// ---------------------------------------------------------------------------------------------------------------------

static bool is_collider_current(const belay_world* world, uint32_t collider)
{
    if (collider >= bl_collider_count(world) || collider >= arrcap(world->scratch.proxies)) return false;
    const bl_proxy* p = &world->scratch.proxies[collider];
    const bl_collider* c = &bl_colliders(world)[collider];
    return p->id == c->id && p->body < bl_body_count(world) && bl_bodies(world)[p->body].id == c->body;
}

static bool are_joints_current(const belay_world* world)
{
    for (uint32_t i = 0; i < world->scratch.joint_block_count; i++) {
        const bl_joint_block* block = &world->scratch.joint_set.blocks[i];
        if (block->owner >= bl_joint_count(world)) return false;
        const bl_joint* j = &bl_joints(world)[block->owner];
        if (bl_joint_place(world, j->body_a) != block->body_a || bl_joint_place(world, j->body_b) != block->body_b)
            return false;
    }
    return true;
}

// Whether the tool's colliders are those that the step has seen.
static bool is_tool_current(const belay_world* world, uint32_t tool)
{
    uint32_t next = bl_bodies(world)[tool].first_collider;
    while (next != 0) {
        uint32_t place = bl_table_find(&world->tables[BL_TABLE_COLLIDER], next - 1);
        if (!is_collider_current(world, place) || world->scratch.proxies[place].body != tool) return false;
        next = bl_colliders(world)[place].next;
    }
    return true;
}

static bool is_step_current(const belay_world* world, uint32_t tool)
{
    const bl_step_scratch* s = &world->scratch;
    if (world->stats.step == 0 || world->stats.step != world->step_count) return false;
    for (ptrdiff_t i = 0; i < arrlen(s->pairs); i++)
        if (!is_collider_current(world, s->pairs[i].first) || !is_collider_current(world, s->pairs[i].second))
            return false;
    return is_tool_current(world, tool) && are_joints_current(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Where the tool may touch
// ---------------------------------------------------------------------------------------------------------------------

// Keeps the narrowest gaps, in the order of detection.
static void add_candidate(candidates* list, const candidate* c)
{
    if (list->count < BELAY_LOCAL_MODEL_CONTACTS) {
        list->at[list->count++] = *c;
        return;
    }
    int widest = 0;
    for (int i = 1; i < list->count; i++)
        if (list->at[i].point.gap > list->at[widest].point.gap) widest = i;
    list->left_out++;
    if (c->point.gap >= list->at[widest].point.gap) return;
    for (int i = widest; i + 1 < list->count; i++)
        list->at[i] = list->at[i + 1];
    list->at[list->count - 1] = *c;
}

static void detect_pair(const belay_world* world, const bl_key_pair* pair, uint32_t tool, candidates* list)
{
    const bl_proxy *pa = &world->scratch.proxies[pair->first], *pb = &world->scratch.proxies[pair->second];
    const bl_collider *a = &bl_colliders(world)[pair->first], *b = &bl_colliders(world)[pair->second];
    if ((a->flags | b->flags) & BL_COLLIDER_SENSOR || bl_joint_forbids_contact(world, a->body, b->body)) return;
    bl_manifold manifolds[BL_MESH_MAX_MANIFOLDS];
    bool is_plane = b->type == BELAY_SHAPE_PLANE;
    double cutoff = world->def.contact_margin + pa->travel + (is_plane ? 0.0 : pb->travel);
    int count = bl_step_collide(world, pair->first, pa->pose, pair->second, world->scratch.bodies[pb->body].mid, cutoff,
                                manifolds);
    bool tool_is_a = pa->body == tool;
    for (int k = 0; k < count; k++) {
        for (int i = 0; i < manifolds[k].count; i++) {
            candidate c = {manifolds[k].points[i], tool_is_a ? pair->first : pair->second,
                           tool_is_a ? pair->second : pair->first, tool_is_a};
            add_candidate(list, &c);
        }
    }
}

static void detect(const belay_world* world, uint32_t tool, candidates* list)
{
    const bl_step_scratch* s = &world->scratch;
    for (ptrdiff_t i = 0; i < arrlen(s->pairs); i++)
        if (s->proxies[s->pairs[i].first].body == tool || s->proxies[s->pairs[i].second].body == tool)
            detect_pair(world, &s->pairs[i], tool, list);
}

// ---------------------------------------------------------------------------------------------------------------------
// The model's contacts
// ---------------------------------------------------------------------------------------------------------------------

// The step's contact at the same features, or -1.
static ptrdiff_t find_contact(const belay_world* world, const candidate* c)
{
    uint64_t a = bl_colliders(world)[c->tool_is_a ? c->tool_collider : c->other_collider].id;
    uint64_t b = bl_colliders(world)[c->tool_is_a ? c->other_collider : c->tool_collider].id;
    ptrdiff_t best = -1;
    double nearest = HUGE_VAL;
    for (ptrdiff_t i = 0; i < arrlen(world->scratch.contacts); i++) {
        const bl_step_contact* s = &world->scratch.contacts[i];
        if (s->a != a || s->b != b || s->point.feature != c->point.feature) continue;
        double away = v3_distance(s->point.point, c->point.point);
        if (away < nearest) best = i;
        nearest = fmin(nearest, away);
    }
    return best;
}

static void set_frame(belay_local_contact* out, const candidate* c)
{
    double sign = c->tool_is_a ? 1.0 : -1.0;
    out->normal = v3_scale(sign, c->point.normal);
    out->tangent1 = c->point.tangent1;
    out->tangent2 = v3_scale(sign, c->point.tangent2);
    out->point = v3_add_scaled(c->point.point, 0.5 * c->point.gap, out->normal);
    out->gap = c->point.gap;
    out->feature = c->point.feature;
    out->arc = c->point.arc;
}

static void set_jacobian(belay_local_contact* out, belay_vec3 origin)
{
    const belay_vec3 frame[3] = {out->normal, out->tangent1, out->tangent2};
    for (int k = 0; k < 3; k++) {
        belay_vec3 turn = v3_cross(v3_sub(out->point, origin), frame[k]);
        double row[6] = {frame[k].x, frame[k].y, frame[k].z, turn.x, turn.y, turn.z};
        memcpy(out->jacobian[k], row, sizeof row);
    }
}

// In the frame turned over for a tool that is B, (-n, t1, -t2), the impulse on B has these components.
static void set_impulse(const belay_world* world, const candidate* c, belay_local_contact* out)
{
    ptrdiff_t i = find_contact(world, c);
    if (i < 0) return;
    const bl_contact_row* row = &world->scratch.rows[i];
    const belay_vec3 frame[3] = {out->normal, out->tangent1, out->tangent2};
    belay_vec3 r = v3_zero();
    for (int k = 0; k < 3; k++)
        r = v3_add_scaled(r, c->tool_is_a ? row->r[k] : -row->r[k], row->f[k]);
    for (int k = 0; k < 3; k++)
        out->impulse[k] = v3_dot(frame[k], r);
}

// The velocity that the surface of the other side has at the contact, belts included; those of the tool count against
// it.
static void set_velocity(const belay_world* world, const candidate* c, belay_vec3 arm, belay_local_contact* out)
{
    const bl_step_scratch* s = &world->scratch;
    uint32_t other = s->proxies[c->other_collider].body, tool = s->proxies[c->tool_collider].body;
    const bl_velocity* v = &s->velocities[other];
    belay_vec3 y = v3_add(v->linear, v3_cross(v->angular, arm));
    y = v3_add(y, q_rotate(s->bodies[other].mid.rotation, bl_colliders(world)[c->other_collider].surface_velocity));
    y = v3_sub(y, q_rotate(s->bodies[tool].mid.rotation, bl_colliders(world)[c->tool_collider].surface_velocity));
    out->free_velocity[0] = v3_dot(out->normal, v3_add(v->linear, v3_cross(v->angular, arm)));
    out->free_velocity[1] = v3_dot(out->tangent1, y);
    out->free_velocity[2] = v3_dot(out->tangent2, y);
}

static belay_vec3 other_arm(const belay_world* world, const candidate* c, const belay_local_contact* out)
{
    belay_vec3 point = v3_add_scaled(out->point, -out->gap, out->normal);
    return v3_sub(point, world->scratch.bodies[world->scratch.proxies[c->other_collider].body].center);
}

static void set_contact(const belay_world* world, const candidate* c, belay_vec3 origin, belay_local_contact* out)
{
    const bl_collider *mine = &bl_colliders(world)[c->tool_collider], *its = &bl_colliders(world)[c->other_collider];
    set_frame(out, c);
    set_jacobian(out, origin);
    out->friction = bl_pair_material_of(world, mine, its).friction;
    out->tool_collider = mine->id;
    out->other = its->id;
    set_impulse(world, c, out);
    set_velocity(world, c, other_arm(world, c, out), out);
}

// ---------------------------------------------------------------------------------------------------------------------
// What lies behind
// ---------------------------------------------------------------------------------------------------------------------

static void set_compliance(const belay_world* world, uint32_t tool, const candidates* list, belay_local_model* model)
{
    bl_local_response response;
    bl_local_row rows[BELAY_LOCAL_MODEL_ROWS];
    bl_local_response_init(&response, world, tool);
    for (int i = 0; i < list->count; i++)
        bl_local_response_add_body(&response, world->scratch.proxies[list->at[i].other_collider].body);
    if (response.body_count == 0) return;
    bl_local_response_close(&response);
    for (int i = 0; i < list->count; i++) {
        const belay_local_contact* c = &model->contacts[i];
        const belay_vec3 frame[3] = {c->normal, c->tangent1, c->tangent2};
        uint32_t other = world->scratch.proxies[list->at[i].other_collider].body;
        for (int k = 0; k < 3; k++)
            rows[3 * i + k] = bl_local_response_row(&response, other, frame[k], other_arm(world, &list->at[i], c));
    }
    bl_local_response_solve(&response, rows, 3 * list->count, model->compliance);
}

// y'_free = y' + C r
static void free_velocities(belay_local_model* model)
{
    for (int i = 0; i < 3 * model->count; i++)
        for (int j = 0; j < 3 * model->count; j++)
            model->contacts[i / 3].free_velocity[i % 3] +=
                model->compliance[i][j] * model->contacts[j / 3].impulse[j % 3];
}

static void set_tool(const belay_world* world, uint32_t tool, belay_local_model* model)
{
    model->step = world->step_count;
    model->body = bl_bodies(world)[tool].id;
    model->step_seconds = world->def.step_seconds;
    model->theta = world->def.theta;
    const bl_body* body = &bl_bodies(world)[tool];
    const belay_body_state* state = &bl_body_states(world)[tool];
    model->pose = body->first_collider != 0 ? world->scratch.bodies[tool].mid : state->pose;
    belay_vec3 arm = v3_neg(q_rotate(state->pose.rotation, body->mass.center_of_mass));
    model->linear_velocity = v3_add(state->linear_velocity, v3_cross(state->angular_velocity, arm));
    model->angular_velocity = state->angular_velocity;
}

belay_result belay_world_get_local_model(belay_world* world, belay_body_id body, belay_local_model* model)
{
    if (world == NULL) return BELAY_ERROR_HANDLE;
    uint32_t tool;
    BL_TRY(bl_find_place(world, body.value, BL_TABLE_BODY, "body", &tool));
    if (model == NULL) return bl_fail(world, BELAY_ERROR_VALUE, "belay_world_get_local_model: model is null");
    if (!is_step_current(world, tool))
        return bl_fail(world, BELAY_ERROR_STATE,
                       "belay_world_get_local_model: no step has been made, or the world was changed since");
    memset(model, 0, sizeof *model);
    candidates list = {.count = 0, .left_out = 0};
    detect(world, tool, &list);
    set_tool(world, tool, model);
    model->count = list.count;
    model->left_out = list.left_out;
    for (int i = 0; i < list.count; i++)
        set_contact(world, &list.at[i], model->pose.position, &model->contacts[i]);
    set_compliance(world, tool, &list, model);
    free_velocities(model);
    return BELAY_OK;
}
