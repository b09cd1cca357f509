// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The local model of a tool. Its contacts are detected once more at the contact instant: the step keeps only those that
// may act in it, and a tool that follows a hand may get to the others before the next step.

#include "belay/local_model.h"

#include "core/alloc.h"
#include "objects/pair_material.h"
#include "proxy/local_holds.h"
#include "proxy/local_response.h"
#include "proxy/local_tool.h"
#include "step/detect/step_collide.h"
#include "step/motion/step_rods.h"
#include "store/checks.h"
#include "store/joints.h"
#include "store/rods.h"
#include "proxy/local_joints.h"

#include <string.h>

// One place where the tool is, or may come to be, in contact.
typedef struct candidate {
    bl_manifold_point point;
    uint32_t tool_collider, other_collider; // places; other_collider BL_NO_INDEX: a rod
    bool tool_is_a;
    bl_local_place rod;
} candidate;

typedef struct candidates {
    candidate at[BELAY_LOCAL_MODEL_CONTACTS];
    int count, left_out;
    int room; // that holds leave
} candidates;

// ---------------------------------------------------------------------------------------------------------------------
// Whether the step's arrays still speak of what is there
// ---------------------------------------------------------------------------------------------------------------------

static bool is_collider_current(const belay_world* world, uint32_t collider)
{
    if (collider >= bl_collider_count(world) || collider >= arrcap(world->scratch.detect.proxies)) return false;
    const bl_proxy* p = &world->scratch.detect.proxies[collider];
    const bl_collider* c = &bl_colliders(world)[collider];
    return p->id == c->id && p->body < bl_body_count(world) && bl_bodies(world)[p->body].id == c->body;
}

static bool are_joints_current(const belay_world* world)
{
    for (uint32_t i = 0; i < world->scratch.joints.block_count; i++) {
        const bl_joint_block* block = &world->scratch.joints.set.blocks[i];
        if (block->owner >= bl_joint_count(world)) return false;
        const bl_joint* j = &bl_joints(world)[block->owner];
        if (bl_joint_place(world, j->body_a) != block->body_a || bl_joint_place(world, j->body_b) != block->body_b)
            return false;
    }
    return true;
}

// Whether the tool's colliders are those that the step has seen.
static bool is_part_current(const belay_world* world, uint32_t part)
{
    uint32_t next = bl_bodies(world)[part].first_collider;
    while (next != 0) {
        uint32_t place = bl_table_find(&world->entities.tables[BL_TABLE_COLLIDER], next - 1);
        if (!is_collider_current(world, place) || world->scratch.detect.proxies[place].body != part) return false;
        next = bl_colliders(world)[place].next;
    }
    return true;
}

static bool is_tool_current(const belay_world* world, const bl_local_tool* tool)
{
    for (int i = 0; i < tool->count; i++)
        if (!is_part_current(world, tool->part[i])) return false;
    return true;
}

static bool is_step_current(const belay_world* world, const bl_local_tool* tool)
{
    const bl_step_scratch* s = &world->scratch;
    if (world->stats.step == 0 || world->stats.step != world->clock.step_count) return false;
    if (world->changes != world->changes_seen) return false;
    for (ptrdiff_t i = 0; i < arrlen(s->detect.pairs); i++)
        if (!is_collider_current(world, s->detect.pairs[i].first) ||
            !is_collider_current(world, s->detect.pairs[i].second))
            return false;
    return is_tool_current(world, tool) && are_joints_current(world) && bl_local_rods_are_current(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Where the tool may touch
// ---------------------------------------------------------------------------------------------------------------------

// Keeps the narrowest gaps, in the order of detection.
static void add_candidate(candidates* list, const candidate* c)
{
    if (list->count < list->room) {
        list->at[list->count++] = *c;
        return;
    }
    list->left_out++;
    if (list->room == 0) return;
    int widest = 0;
    for (int i = 1; i < list->count; i++)
        if (list->at[i].point.gap > list->at[widest].point.gap) widest = i;
    if (c->point.gap >= list->at[widest].point.gap) return;
    for (int i = widest; i + 1 < list->count; i++)
        list->at[i] = list->at[i + 1];
    list->at[list->count - 1] = *c;
}

static void detect_pair(const belay_world* world, const bl_key_pair* pair, bool tool_is_a, candidates* list)
{
    const bl_proxy *pa = &world->scratch.detect.proxies[pair->first],
                   *pb = &world->scratch.detect.proxies[pair->second];
    const bl_collider *a = &bl_colliders(world)[pair->first], *b = &bl_colliders(world)[pair->second];
    if ((a->flags | b->flags) & BL_COLLIDER_SENSOR || bl_joint_forbids_contact(world, a->body, b->body)) return;
    bl_manifold manifolds[BL_MESH_MAX_MANIFOLDS];
    bool is_plane = bl_collider_family(b) == BL_FAMILY_PLANE;
    double cutoff = world->def.contact_margin + pa->travel + (is_plane ? 0.0 : pb->travel);
    int count = bl_step_collide(world, pair->first, pa->pose, pair->second, world->scratch.motion.bodies[pb->body].mid,
                                cutoff, manifolds);
    for (int k = 0; k < count; k++) {
        for (int i = 0; i < manifolds[k].count; i++) {
            candidate c = {.point = manifolds[k].points[i],
                           .tool_collider = tool_is_a ? pair->first : pair->second,
                           .other_collider = tool_is_a ? pair->second : pair->first,
                           .tool_is_a = tool_is_a};
            add_candidate(list, &c);
        }
    }
}

// Nodes have even numbers, what is between them odd ones: the same while the tool is there.
static uint32_t rod_feature(const bl_rod_solid_contact* c)
{
    return 2 * c->segment + 1 + (c->s >= 1.0 ? 1 : 0) - (c->s <= 0.0 ? 1 : 0);
}

static bool detect_rods(belay_world* world, uint32_t collider, candidates* list)
{
    const bl_rod_solid_list* found = &world->scratch.rods.solids;
    for (uint32_t rod = 0; rod < bl_rod_count(world); rod++) {
        if (!bl_local_rod_detect(world, rod, collider)) return false;
        for (ptrdiff_t i = 0; i < arrlen(found->contacts); i++) {
            const bl_rod_solid_contact* c = &found->contacts[i];
            candidate made = {.point = c->at,
                              .tool_collider = collider,
                              .other_collider = BL_NO_INDEX,
                              .rod = {rod, c->segment, c->s}};
            made.point.feature = rod_feature(c);
            made.point.arc = bl_rod_arc(world, &bl_rods(world)[rod], c->segment, c->s);
            add_candidate(list, &made);
        }
    }
    return true;
}

static bool detect_rods_on(belay_world* world, uint32_t part, candidates* list)
{
    uint32_t next = bl_rod_count(world) > 0 ? bl_bodies(world)[part].first_collider : 0;
    while (next != 0) {
        uint32_t place = bl_table_find(&world->entities.tables[BL_TABLE_COLLIDER], next - 1);
        if (!detect_rods(world, place, list)) return false;
        next = bl_colliders(world)[place].next;
    }
    return true;
}

// Parts do not touch each other in the model, as they do not move against each other.
static bool detect(belay_world* world, const bl_local_tool* tool, candidates* list)
{
    const bl_step_scratch* s = &world->scratch;
    for (ptrdiff_t i = 0; i < arrlen(s->detect.pairs); i++) {
        bool has_a = bl_local_tool_has(tool, s->detect.proxies[s->detect.pairs[i].first].body);
        bool has_b = bl_local_tool_has(tool, s->detect.proxies[s->detect.pairs[i].second].body);
        if (has_a != has_b) detect_pair(world, &s->detect.pairs[i], has_a, list);
    }
    for (int i = 0; i < tool->count; i++)
        if (!detect_rods_on(world, tool->part[i], list)) return false;
    return true;
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
    for (ptrdiff_t i = 0; i < arrlen(world->scratch.detect.contacts); i++) {
        const bl_step_contact* s = &world->scratch.detect.contacts[i];
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

// The impulse on the tool in the model's frame.
static void set_impulse(belay_local_contact* out, belay_vec3 r)
{
    out->impulse[0] = v3_dot(out->normal, r);
    out->impulse[1] = v3_dot(out->tangent1, r);
    out->impulse[2] = v3_dot(out->tangent2, r);
}

static belay_vec3 last_impulse(const belay_world* world, const candidate* c)
{
    ptrdiff_t i = find_contact(world, c);
    if (i < 0) return v3_zero();
    const bl_contact_row* row = &world->scratch.solve.rows[i];
    belay_vec3 r = bl_contact_impulse(&row->at, row->r);
    return c->tool_is_a ? r : v3_neg(r);
}

// The velocity of the other side less what the tool's own surface does, belts: `y` is that of the material.
static void set_velocity(const belay_world* world, const candidate* c, belay_vec3 y, belay_vec3 belt,
                         belay_local_contact* out)
{
    uint32_t tool = world->scratch.detect.proxies[c->tool_collider].body;
    belay_vec3 own = bl_colliders(world)[c->tool_collider].surface_velocity;
    belt = v3_sub(belt, q_rotate(world->scratch.motion.bodies[tool].mid.rotation, own));
    out->free_velocity[0] = v3_dot(out->normal, y);
    out->free_velocity[1] = v3_dot(out->tangent1, v3_add(y, belt));
    out->free_velocity[2] = v3_dot(out->tangent2, v3_add(y, belt));
}

static belay_vec3 other_arm(const belay_world* world, const candidate* c, const belay_local_contact* out)
{
    belay_vec3 point = v3_add_scaled(out->point, -out->gap, out->normal);
    return v3_sub(point, world->scratch.motion.bodies[world->scratch.detect.proxies[c->other_collider].body].center);
}

// Fixed to the shape, with which its body moves.
static void set_surface(const belay_world* world, uint32_t collider, belay_local_surface* out)
{
    const bl_proxy* p = &world->scratch.detect.proxies[collider];
    const bl_velocity* v = &world->scratch.motion.velocities[p->body];
    belay_vec3 arm = v3_sub(p->pose.position, world->scratch.motion.bodies[p->body].center);
    out->pose = p->pose;
    out->linear = v3_add(v->linear, v3_cross(v->angular, arm));
    out->angular = v->angular;
}

static void set_contact(const belay_world* world, const candidate* c, belay_vec3 origin, belay_local_contact* out)
{
    const bl_step_scratch* s = &world->scratch;
    const bl_collider *mine = &bl_colliders(world)[c->tool_collider], *its = &bl_colliders(world)[c->other_collider];
    uint32_t other = s->detect.proxies[c->other_collider].body;
    const bl_velocity* v = &s->motion.velocities[other];
    set_frame(out, c);
    set_jacobian(out, origin);
    out->friction = bl_pair_material_of(world, mine, its).friction;
    out->tool_collider = mine->id;
    out->other = its->id;
    set_impulse(out, last_impulse(world, c));
    belay_vec3 y = v3_add(v->linear, v3_cross(v->angular, other_arm(world, c, out)));
    set_velocity(world, c, y, q_rotate(s->motion.bodies[other].mid.rotation, its->surface_velocity), out);
    set_surface(world, c->other_collider, &out->surface);
}

// ---------------------------------------------------------------------------------------------------------------------
// Those with rods
// ---------------------------------------------------------------------------------------------------------------------

static bool is_same_pair(const candidate* a, const candidate* b)
{
    return a->other_collider == BL_NO_INDEX && b->other_collider == BL_NO_INDEX && a->rod.rod == b->rod.rod &&
           a->tool_collider == b->tool_collider;
}

// The step's contact nearest along the rod, if no other candidate is nearer to it; -1: none.
static ptrdiff_t find_rod_contact(const belay_world* world, const candidates* list, const candidate* c)
{
    const bl_step_rods* s = &world->scratch.rods;
    const bl_rod_record* record = &bl_rods(world)[c->rod.rod];
    double nearest = record->body.length / record->body.segment_count;
    ptrdiff_t best = -1;
    for (ptrdiff_t i = 0; i < arrlen(s->contacts); i++) {
        double away = fabs(s->contacts[i].s_a - c->point.arc);
        if (s->contacts[i].rod_a != c->rod.rod || s->contacts[i].collider_b != c->tool_collider || away >= nearest)
            continue;
        best = i;
        nearest = away;
    }
    for (int k = 0; best >= 0 && k < list->count; k++)
        if (is_same_pair(&list->at[k], c) && fabs(s->contacts[best].s_a - list->at[k].point.arc) < nearest) return -1;
    return best;
}

// The rod is A, and its impulse the opposite of the tool's.
static belay_vec3 last_rod_impulse(const belay_world* world, const candidates* list, const candidate* c)
{
    const bl_step_rods* s = &world->scratch.rods;
    ptrdiff_t i = find_rod_contact(world, list, c);
    belay_vec3 r = v3_zero();
    if (i < 0) return r;
    const bl_step_rod_contact* contact = &s->contacts[i];
    const bl_rod_element* e = &s->set.elements[s->attachment_elements + i];
    r = v3_add_scaled(r, -e->r[0], contact->at.normal);
    r = v3_add_scaled(r, -e->r[1], contact->tangent1);
    return v3_add_scaled(r, -e->r[2], contact->tangent2);
}

// From the rod's axis to its surface, towards the tool.
static belay_vec3 rod_arm(const belay_world* world, const candidate* c, const belay_local_contact* out)
{
    return v3_scale(bl_rods(world)[c->rod.rod].body.section.radius, out->normal);
}

// x along the rod: turns x to d3, y to d1, z to d2.
static void set_rod_surface(const bl_rod_motion* m, double arc, belay_local_surface* out)
{
    static const belay_quat along = {0.5, -0.5, -0.5, -0.5};
    out->pose = (belay_pose){m->position, q_normalize(q_mul(m->frame, along))};
    out->linear = m->velocity;
    out->angular = m->angular;
    out->x = arc;
}

static bool set_rod_contact(belay_world* world, const candidates* list, const candidate* c, belay_vec3 origin,
                            belay_local_contact* out)
{
    const bl_collider* mine = &bl_colliders(world)[c->tool_collider];
    const bl_rod_record* record = &bl_rods(world)[c->rod.rod];
    bl_rod_motion m;
    if (!bl_local_rod_motion(world, c->rod, &m)) return false;
    set_frame(out, c);
    set_jacobian(out, origin);
    out->friction = sqrt(record->material.friction * mine->material.friction);
    out->tool_collider = mine->id;
    out->other = record->id;
    set_impulse(out, last_rod_impulse(world, list, c));
    set_velocity(world, c, v3_add(m.velocity, v3_cross(m.angular, rod_arm(world, c, out))), v3_zero(), out);
    set_rod_surface(&m, out->arc, &out->surface);
    return true;
}

static bool set_contacts(belay_world* world, const candidates* list, belay_local_model* model)
{
    for (int i = 0; i < list->count; i++) {
        const candidate* c = &list->at[i];
        belay_local_contact* out = &model->contacts[model->count++];
        if (c->other_collider != BL_NO_INDEX)
            set_contact(world, c, model->pose.position, out);
        else if (!set_rod_contact(world, list, c, model->pose.position, out))
            return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------------------
// What lies behind
// ---------------------------------------------------------------------------------------------------------------------

static bl_local_row row_of_candidate(const bl_local_response* response, const candidate* c,
                                     const belay_local_contact* contact, belay_vec3 direction)
{
    const belay_world* world = response->world;
    if (c->other_collider != BL_NO_INDEX)
        return bl_local_response_row(response, world->scratch.detect.proxies[c->other_collider].body, direction,
                                     other_arm(world, c, contact));
    bl_rod_row row = {BL_NO_INDEX, c->rod, direction, v3_cross(rod_arm(world, c, contact), direction)};
    return bl_local_response_rod_row(response, &row);
}

static bl_local_row row_of_hold(const bl_local_response* response, bl_local_place place,
                                const belay_local_contact* contact, belay_vec3 direction)
{
    bool is_turn = contact->law == BELAY_LOCAL_TURNS;
    bl_rod_row row = {BL_NO_INDEX, place, is_turn ? v3_zero() : direction, is_turn ? direction : v3_zero()};
    return bl_local_response_rod_row(response, &row);
}

// What holds the tool: rods and joints, whose contacts come first, in this order.
typedef struct holds {
    bl_local_place rods[BELAY_LOCAL_MODEL_CONTACTS];
    bl_local_joint joints[BELAY_LOCAL_MODEL_CONTACTS];
    int rod_count, joint_count;
} holds;

static void add_members(bl_local_response* response, const holds* held, const candidates* list)
{
    const belay_world* world = response->world;
    for (int i = 0; i < held->rod_count; i++) {
        const bl_local_place* place = &held->rods[i];
        double arc = bl_rod_arc(world, &bl_rods(world)[place->rod], place->segment, place->at);
        bl_local_response_add(response, bl_rod_island_node(world, place->rod), arc);
    }
    for (int i = 0; i < held->joint_count; i++)
        bl_local_response_add(response, held->joints[i].body, 0.0);
    for (int i = 0; i < list->count; i++) {
        const candidate* c = &list->at[i];
        if (c->other_collider == BL_NO_INDEX)
            bl_local_response_add(response, bl_rod_island_node(world, c->rod.rod), c->point.arc);
        else
            bl_local_response_add(response, world->scratch.detect.proxies[c->other_collider].body, 0.0);
    }
}

static bl_local_row row_of(const bl_local_response* response, const holds* held, const candidates* list, int i,
                           const belay_local_contact* c, int k)
{
    const belay_vec3 frame[3] = {c->normal, c->tangent1, c->tangent2};
    int joint = i - held->rod_count, candidate_number = joint - held->joint_count;
    if (joint < 0) return row_of_hold(response, held->rods[i], c, frame[k]);
    if (candidate_number >= 0) return row_of_candidate(response, &list->at[candidate_number], c, frame[k]);
    const bl_local_joint* j = &held->joints[joint];
    return bl_local_response_joint_row(response, j->body, j->linear[k], j->angular[k]);
}

static bool set_compliance(belay_world* world, const bl_local_tool* tool, const holds* held, const candidates* list,
                           belay_local_model* model)
{
    bl_local_response response;
    bl_local_row rows[BELAY_LOCAL_MODEL_ROWS];
    bl_local_response_init(&response, world, tool);
    add_members(&response, held, list);
    if (response.member_count == 0) return true;
    bl_local_response_close(&response);
    for (int i = 0; i < 3 * model->count; i++)
        rows[i] = row_of(&response, held, list, i / 3, &model->contacts[i / 3], i % 3);
    return bl_local_response_solve(&response, rows, 3 * model->count, model->compliance);
}

// y'_free = y' + C r
static void free_velocities(belay_local_model* model)
{
    for (int i = 0; i < 3 * model->count; i++)
        for (int j = 0; j < 3 * model->count; j++)
            model->contacts[i / 3].free_velocity[i % 3] +=
                model->compliance[i][j] * model->contacts[j / 3].impulse[j % 3];
}

static bool make_model(belay_world* world, const bl_local_tool* tool, belay_local_model* model)
{
    holds held;
    bl_local_tool_set(world, tool, model);
    if (!bl_local_holds(world, tool, model, held.rods)) return false;
    held.rod_count = model->count;
    held.joint_count = bl_local_joints(world, tool, model, held.joints);
    candidates list = {.count = 0, .left_out = 0, .room = BELAY_LOCAL_MODEL_CONTACTS - model->count};
    if (!detect(world, tool, &list) || !set_contacts(world, &list, model)) return false;
    model->left_out += list.left_out;
    if (!set_compliance(world, tool, &held, &list, model)) return false;
    free_velocities(model);
    return true;
}

belay_result belay_world_get_local_model(belay_world* world, belay_body_id body, belay_local_model* model)
{
    uint32_t place;
    bl_local_tool tool;
    BL_TRY(bl_find_place(world, body.value, BL_TABLE_BODY, "body", &place));
    if (model == NULL) return bl_fail(world, BELAY_ERROR_VALUE, "belay_world_get_local_model: model is null");
    bl_local_tool_find(world, place, &tool);
    if (!is_step_current(world, &tool))
        return bl_fail(world, BELAY_ERROR_STATE,
                       "belay_world_get_local_model: no step has been made, or the world was changed since");
    memset(model, 0, sizeof *model);
    if (!make_model(world, &tool, model))
        return bl_fail(world, BELAY_ERROR_MEMORY,
                       "belay_world_get_local_model: no memory for the rods behind the tool");
    return BELAY_OK;
}
