// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A checksum tells that bytes came through whole, not that a world wrote them. So everything that the engine follows
// without a look (indices, offsets, lists, handles of living things) is looked at here, once.

#include "snapshot/snapshot_check.h"

#include "core/alloc.h"
#include "objects/joint_parts.h"
#include "objects/rod_parts.h"
#include "store/checks.h"
#include "store/joints.h"
#include "store/rods.h"

#include <math.h>
#include <string.h>

static belay_result wrong(belay_error* error, const char* what, uint64_t number)
{
    return belay_error_set(error, BELAY_ERROR_VERSION, "%s %llu", what, (unsigned long long)number);
}

// Returns from the calling function, naming `what` and a number, unless the claim holds.
#define CLAIM(claim, what, number)                                                                                     \
    do {                                                                                                               \
        if (!(claim)) return wrong(error, what, (uint64_t)(number));                                                   \
    } while (0)

static bool are_finite(const double* x, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!isfinite(x[i])) return false;
    return true;
}

// What is not less than 0, and finite.
static bool is_amount(double x)
{
    return isfinite(x) && x >= 0.0;
}

// Above 0; infinite where that means "no bound".
static bool is_bound(double x)
{
    return x > 0.0;
}

static bool is_rotation(belay_quat q)
{
    return q_is_finite(q) && fabs(q_length(q) - 1.0) <= 1e-3;
}

static bool is_pose(belay_pose p)
{
    return v3_is_finite(p.position) && is_rotation(p.rotation);
}

static bool is_material(belay_material m)
{
    return is_amount(m.friction) && is_amount(m.restitution) && m.restitution <= 1.0;
}

// The index of the living thing with that handle in a table, or BL_NO_INDEX.
static uint32_t index_of(const belay_world* w, int table, uint64_t id)
{
    uint32_t slot = bl_id_pool_slot(&w->entities.pool, id);
    return slot != BL_NO_SLOT ? bl_table_find(&w->entities.tables[table], slot) : BL_NO_INDEX;
}

static bool is_there(const belay_world* w, int table, uint64_t id)
{
    return index_of(w, table, id) != BL_NO_INDEX;
}

// The id of the element at an index of a table is that of its slot.
static bool is_own_id(const belay_world* w, int table, uint32_t index, uint64_t id)
{
    return bl_id_pool_slot(&w->entities.pool, id) == w->entities.tables[table].slots[index];
}

// ---------------------------------------------------------------------------------------------------------------------
// Entities and tables
// ---------------------------------------------------------------------------------------------------------------------

static belay_result check_entities(const belay_world* w, belay_error* error)
{
    const bl_id_pool* pool = &w->entities.pool;
    uint32_t count = (uint32_t)arrlen(pool->slots), alive = 0, free = 0, listed = 0;
    for (uint32_t i = 0; i < count; i++) {
        const bl_id_slot* s = &pool->slots[i];
        bool is_retired = s->generation == BL_ID_LAST_GENERATION + 1 && s->next_free == 0;
        CLAIM(is_retired || (s->generation >= 1 && s->generation <= BL_ID_LAST_GENERATION), "generation of slot", i);
        CLAIM(s->next_free == BL_NO_SLOT || s->next_free <= count, "next free of slot", i);
        if (s->next_free == BL_NO_SLOT)
            alive++;
        else if (!is_retired)
            free++;
    }
    CLAIM(alive == pool->alive, "number of entities", pool->alive);
    CLAIM(pool->first_free <= count, "first free slot", pool->first_free);
    for (uint32_t next = pool->first_free; next != 0; next = pool->slots[next - 1].next_free) {
        const bl_id_slot* s = &pool->slots[next - 1];
        CLAIM(s->next_free != BL_NO_SLOT && s->generation <= BL_ID_LAST_GENERATION && listed++ < free, "free list at",
              next);
    }
    CLAIM(listed == free, "length of the free list", listed);
    return BELAY_OK;
}

belay_result bl_snapshot_check_sizes(const belay_world* w, belay_error* error)
{
    for (uint32_t i = 1; i < w->entities.table_count; i++) {
        const bl_table* t = &w->entities.tables[i];
        size_t slots = (size_t)arrlen(w->entities.pool.slots), count = (size_t)arrlen(t->slots);
        CLAIM(count == t->count && count <= slots, "size of table", i);
        CLAIM((size_t)arrlen(t->data) == count * t->element_size, "data of table", i);
        CLAIM((size_t)arrlen(t->indices) <= slots, "indices of table", i);
    }
    CLAIM(w->entities.tables[BL_TABLE_BODY].count == w->entities.tables[BL_TABLE_BODY_STATE].count, "number of bodies",
          bl_body_count(w));
    return BELAY_OK;
}

static belay_result check_table(const belay_world* w, uint32_t number, belay_error* error)
{
    const bl_table* t = &w->entities.tables[number];
    size_t slots = (size_t)arrlen(w->entities.pool.slots), count = t->count, set = 0;
    for (size_t i = 0; i < (size_t)arrlen(t->indices); i++)
        set += t->indices[i] != 0;
    CLAIM(set == count, "places in use of table", number);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t slot = t->slots[i];
        CLAIM(slot < slots && w->entities.pool.slots[slot].next_free == BL_NO_SLOT, "owners in table", number);
        CLAIM(slot < (size_t)arrlen(t->indices) && t->indices[slot] == i + 1, "index of an owner in table", number);
    }
    return BELAY_OK;
}

// A body has both of its parts, at one place, and nothing is two things.
static belay_result check_kinds(const belay_world* w, belay_error* error)
{
    const bl_table *bodies = &w->entities.tables[BL_TABLE_BODY], *states = &w->entities.tables[BL_TABLE_BODY_STATE];
    for (uint32_t i = 0; i < bodies->count; i++)
        CLAIM(bodies->slots[i] == states->slots[i], "owner of body", i);
    for (int a = BL_TABLE_BODY; a < BL_TABLE_FIRST_USER; a++)
        for (uint32_t i = 0; i < w->entities.tables[a].count; i++)
            for (int b = BL_TABLE_BODY; b < a; b++)
                CLAIM(bl_table_find(&w->entities.tables[b], w->entities.tables[a].slots[i]) == BL_NO_INDEX,
                      "kind of entity in slot", w->entities.tables[a].slots[i]);
    return BELAY_OK;
}

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
        if (!is_amount(amounts[i])) return false;
    bool moves = m->inverse_mass > 0.0, turns = m->inverse_moments.x > 0.0;
    if (moves != (type == BELAY_BODY_DYNAMIC) || (turns && !moves)) return false;
    if (turns != (m->inverse_moments.y > 0.0) || turns != (m->inverse_moments.z > 0.0)) return false;
    return is_inverse(m->inverse_mass, m->mass) && is_inverse(m->inverse_moments.x, m->moments.x) &&
           is_inverse(m->inverse_moments.y, m->moments.y) && is_inverse(m->inverse_moments.z, m->moments.z) &&
           is_rotation(m->principal_rotation) && v3_is_finite(m->center_of_mass);
}

static belay_result check_body(const belay_world* w, uint32_t i, belay_error* error)
{
    const bl_body* b = &bl_bodies(w)[i];
    const belay_body_state* s = &bl_body_states(w)[i];
    const uint32_t flags = BL_BODY_KEPT_AWAKE | BL_BODY_ASLEEP | BL_BODY_WAS_ASLEEP | BL_BODY_ROTATION_LOCKED |
                           BL_BODY_MADE_ASLEEP | BL_BODY_IS_LED | BL_BODY_ARRIVED;
    CLAIM(is_own_id(w, BL_TABLE_BODY, i, b->id), "handle of body", i);
    CLAIM((unsigned)b->type < BELAY_BODY_TYPE_COUNT, "type of body", i);
    CLAIM(is_mass(&b->mass, b->type), "mass of body", i);
    CLAIM(isfinite(b->gravity_scale) && v3_is_finite(b->force) && v3_is_finite(b->torque), "forces on body", i);
    CLAIM(is_amount(b->linear_damping) && is_amount(b->angular_damping), "damping of body", i);
    CLAIM(b->max_linear_speed > 0.0, "limit of body", i);
    CLAIM(v3_is_finite(b->moved) && v3_is_finite(b->turned), "motion of body", i);
    CLAIM(is_amount(b->least_moment) && is_amount(b->rest_seconds), "rest of body", i);
    CLAIM((b->flags & ~flags) == 0, "flags of body", i);
    CLAIM(b->newton_failures <= BL_NEWTON_MOST_FAILURES, "failures of body", i);
    CLAIM(b->newton_wait < 1u << BL_NEWTON_MOST_FAILURES, "wait of body", i);
    CLAIM((b->flags & BL_BODY_ASLEEP) == 0 || b->sleep_island <= w->sleep_islands, "sleep of body", i);
    CLAIM(is_pose(s->pose) && is_pose(b->previous), "pose of body", i);
    CLAIM(v3_is_finite(s->linear_velocity) && v3_is_finite(s->angular_velocity), "velocity of body", i);
    return BELAY_OK;
}

// Every collider is in the list of its own body, and in no other: lists that end, as many members as there are.
static belay_result check_collider_lists(const belay_world* w, belay_error* error)
{
    uint32_t listed = 0;
    for (uint32_t i = 0; i < bl_body_count(w); i++) {
        for (uint32_t next = bl_bodies(w)[i].first_collider; next != 0;) {
            uint32_t index = bl_table_find(&w->entities.tables[BL_TABLE_COLLIDER], next - 1);
            CLAIM(index != BL_NO_INDEX && listed++ < bl_collider_count(w), "colliders of body", i);
            CLAIM(bl_colliders(w)[index].body == bl_bodies(w)[i].id, "owner of collider", index);
            next = bl_colliders(w)[index].next;
        }
    }
    CLAIM(listed == bl_collider_count(w), "colliders on bodies", listed);
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
            CLAIM(index != BL_NO_INDEX && listed++ < right, "joints of body", i);
            bl_joint* j = &bl_joints(w)[index];
            CLAIM(j->body_a == id || j->body_b == id, "bodies of joint", index);
            next = *bl_joint_next_in(j, id);
        }
    }
    CLAIM(listed == right, "joints on bodies", listed);
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
    if (!is_amount(c->radius) && bl_collider_family(c) != BL_FAMILY_PLANE) return false;
    return bl_shape_of(c->type)->has_size(&numbers);
}

static belay_result check_collider(const belay_world* w, uint32_t i, belay_error* error)
{
    const bl_collider* c = &bl_colliders(w)[i];
    uint32_t body = index_of(w, BL_TABLE_BODY, c->body);
    CLAIM(is_own_id(w, BL_TABLE_COLLIDER, i, c->id), "handle of collider", i);
    CLAIM(body != BL_NO_INDEX, "body of collider", i);
    CLAIM((unsigned)c->type < BELAY_SHAPE_TYPE_COUNT, "type of collider", i);
    CLAIM(!bl_shape_needs_still_body(c->type) || bl_bodies(w)[body].type != BELAY_BODY_DYNAMIC, "body of collider", i);
    CLAIM(is_pose(c->pose) && v3_is_finite(c->half) && has_size(c), "size of collider", i);
    CLAIM(is_block(w, c), "shape of collider", i);
    CLAIM(c->bounding_radius == bl_collider_bounding_radius(&w->colliders, c), "bounding radius of collider", i);
    CLAIM(is_material(c->material) && is_amount(c->density), "material of collider", i);
    CLAIM(v3_is_finite(c->surface_velocity), "surface velocity of collider", i);
    const uint32_t flags = BL_COLLIDER_SENSOR | BL_COLLIDER_PERSIST_EVENTS | BL_COLLIDER_ARRIVED;
    CLAIM((c->flags & ~flags) == 0, "flags of collider", i);
    return BELAY_OK;
}

// Things of one size each that stand one behind the other, without holes, in a store of `total`: sorts where they begin
// (major) and their sizes (minor), in a list that `count` of `pairs` are, with as much room behind them.
static bool are_in_a_row(bl_key_pair* pairs, uint32_t count, uint64_t total)
{
    uint64_t at = 0;
    bl_key_pairs_sort(pairs, pairs + count, count);
    for (uint32_t i = 0; i < count; i++) {
        if (pairs[i].major != at) return false;
        at += pairs[i].minor;
    }
    return at == total;
}

static belay_result check_places(const belay_world* w, belay_error* error)
{
    bl_key_pair* pairs = NULL;
    uint32_t most = bl_collider_count(w) > bl_rod_count(w) ? bl_collider_count(w) : bl_rod_count(w), blocks = 0;
    bool ok = true;
    BL_ARRAY_RESERVE(pairs, 2 * (size_t)most, &w->def.allocator, &ok);
    if (!ok) {
        arrfree(pairs);
        return belay_error_set(error, BELAY_ERROR_MEMORY, "no memory to check %u places", most);
    }
    for (uint32_t i = 0; i < bl_collider_count(w); i++) {
        const bl_collider* c = &bl_colliders(w)[i];
        if (c->shape_size > 0) pairs[blocks++] = (bl_key_pair){c->shape_at, c->shape_size, 0, 0};
    }
    bool blocks_fit = are_in_a_row(pairs, blocks, (uint64_t)arrlen(w->colliders.shape_bytes));
    for (uint32_t i = 0; i < bl_rod_count(w); i++)
        pairs[i] = (bl_key_pair){bl_rods(w)[i].numbers_at, bl_rods(w)[i].numbers_size, 0, 0};
    bool rods_fit = are_in_a_row(pairs, bl_rod_count(w), (uint64_t)arrlen(w->rods.numbers));
    arrfree(pairs);
    CLAIM(blocks_fit, "bytes of shapes", arrlen(w->colliders.shape_bytes));
    CLAIM(rods_fit, "numbers of rods", arrlen(w->rods.numbers));
    return BELAY_OK;
}

static belay_result check_pair_materials(const belay_world* w, belay_error* error)
{
    for (ptrdiff_t i = 0; i < arrlen(w->colliders.pair_materials); i++) {
        const bl_pair_material* p = &w->colliders.pair_materials[i];
        bool follows = i == 0 || p[-1].a < p->a || (p[-1].a == p->a && p[-1].b < p->b);
        CLAIM(p->a < p->b && follows && is_material(p->material), "material of pair", i);
        CLAIM(is_there(w, BL_TABLE_COLLIDER, p->a) && is_there(w, BL_TABLE_COLLIDER, p->b), "colliders of pair", i);
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
    CLAIM(isfinite(j->data.ratio) && !isnan(j->data.offset), "coupling of joint", i);
    CLAIM(!is_counted || isfinite(j->data.offset), "coupling of joint", i);
    CLAIM(type != BELAY_JOINT_PULLEY || j->body_b != 0, "bodies of joint", i);
    CLAIM(isfinite(j->twist) && isfinite(j->center), "turns of joint", i);
    CLAIM(type == BELAY_JOINT_GEAR || j->center == 0.0, "turns of joint", i);
    return BELAY_OK;
}

static belay_result check_joint(const belay_world* w, uint32_t i, belay_error* error)
{
    const bl_joint* j = &bl_joints(w)[i];
    uint32_t a = index_of(w, BL_TABLE_BODY, j->body_a), b = index_of(w, BL_TABLE_BODY, j->body_b);
    CLAIM(is_own_id(w, BL_TABLE_JOINT, i, j->id), "handle of joint", i);
    CLAIM(a != BL_NO_INDEX && j->body_a != j->body_b, "bodies of joint", i);
    CLAIM(j->body_b == 0 || b != BL_NO_INDEX, "bodies of joint", i);
    CLAIM(j->data.type < BELAY_JOINT_TYPE_COUNT && j->collides <= 1, "type of joint", i);
    CLAIM(is_pose(j->data.frame_a) && is_pose(j->data.frame_b), "frames of joint", i);
    belay_joint_def def;
    belay_error reason;
    bl_joint_def_get(&def, j);
    CLAIM(bl_joint_check_def(&def, &reason) == BELAY_OK, "settings of joint", i);
    CLAIM(is_bound(j->break_force) && is_bound(j->break_torque), "strength of joint", i);
    const double targets[] = {j->data.cone_angle, j->data.target.x,       j->data.target.y,
                              j->data.target.z,   j->data.drag_frequency, j->data.drag_damping};
    CLAIM(are_finite(targets, sizeof targets / sizeof *targets), "target of joint", i);
    CLAIM(isfinite(j->spring_energy), "springs of joint", i);
    CLAIM(are_finite(j->limit_force, 6) && are_finite(j->drive_force, 6), "forces of joint", i);
    CLAIM(v3_is_finite(j->way_force) && v3_is_finite(j->turn_torque), "forces of joint", i);
    BL_TRY(check_coupling(j, i, error));
    CLAIM(v3_is_finite(j->data.ground_a) && v3_is_finite(j->data.ground_b), "wheels of joint", i);
    for (int k = 0; k < 6; k++) {
        const bl_joint_axis* axis = &j->data.axis[k];
        const double numbers[] = {axis->limit_stiffness, axis->limit_damping,    axis->motor_speed,
                                  axis->spring_target,   axis->spring_stiffness, axis->spring_damping};
        CLAIM(are_finite(numbers, sizeof numbers / sizeof *numbers), "axes of joint", i);
        CLAIM(!isnan(axis->min) && !isnan(axis->max) && !isnan(axis->motor_max_force) && !isnan(axis->spring_max_force),
              "axes of joint", i);
    }
    CLAIM(v3_is_finite(j->force) && v3_is_finite(j->torque), "forces of joint", i);
    return BELAY_OK;
}

// ---------------------------------------------------------------------------------------------------------------------
// Rods
// ---------------------------------------------------------------------------------------------------------------------

static belay_result check_attachment(const belay_world* w, const bl_rod_record* r, const bl_rod_attachment* a,
                                     uint32_t rod, belay_error* error)
{
    if (a->type == BL_ATTACHMENT_NONE) return BELAY_OK;
    CLAIM(a->type <= BELAY_ROD_ATTACHMENT_TYPE_COUNT && a->end <= 2, "type of an attachment of rod", rod);
    CLAIM((a->flags & ~(uint32_t)BL_ATTACHMENT_IS_ORIENTED) == 0, "flags of an attachment of rod", rod);
    CLAIM(a->body == 0 || is_there(w, BL_TABLE_BODY, a->body), "body of an attachment of rod", rod);
    CLAIM(a->segment < r->body.segment_count && a->at >= 0.0 && a->at <= 1.0, "place of an attachment of rod", rod);
    CLAIM(is_amount(a->s) && a->s <= r->body.length * (1.0 + 1e-9), "place of an attachment of rod", rod);
    CLAIM(is_pose(a->frame) && is_pose(a->next), "frame of an attachment of rod", rod);
    CLAIM(is_bound(a->max_force) && is_bound(a->max_torque), "cap of an attachment of rod", rod);
    CLAIM(v3_is_finite(a->force) && v3_is_finite(a->torque), "force of an attachment of rod", rod);
    return BELAY_OK;
}

static bool is_end(const bl_rod_end* e)
{
    return (unsigned)e->hold <= BL_ROD_CLAMPED && v3_is_finite(e->position) && is_rotation(e->rotation) &&
           v3_is_finite(e->velocity) && v3_is_finite(e->angular);
}

static bool is_section(const bl_rod_section* s)
{
    const double positive[] = {s->line_mass, s->radius, s->stretch, s->bend[0], s->bend[1], s->twist};
    for (size_t i = 0; i < sizeof positive / sizeof *positive; i++)
        if (!isfinite(positive[i]) || !(positive[i] > 0.0)) return false;
    return is_amount(s->spin_inertia) && is_amount(s->damping_time) && is_amount(s->drag);
}

static bool is_rod_body(const bl_rod_body* b)
{
    const bl_rod_ops* ops = bl_rod_ops_of(b->model);
    if (ops == NULL || b->element_count < 2 || b->element_count > bl_rod_most_elements(b->model)) return false;
    return b->segment_count == bl_rod_segment_count(ops, b->element_count) && is_section(&b->section) &&
           isfinite(b->length) && b->length > 0.0 && b->theta >= 0.5 && b->theta <= 1.0 && b->lead >= 0.0 &&
           b->interval >= b->lead && b->interval <= BELAY_MAX_STEP && is_end(&b->ends[0]) && is_end(&b->ends[1]);
}

static belay_result check_rod_numbers(const belay_world* w, const bl_rod_record* r, uint32_t rod, belay_error* error)
{
    uint64_t end = (uint64_t)arrlen(w->rods.numbers), nodes = bl_rod_node_count(r);
    uint64_t size = 4 * nodes + bl_rod_state_size(bl_rod_record_ops(r), r->body.element_count);
    CLAIM(r->numbers_size == size && r->numbers_at <= end && size <= end - r->numbers_at, "numbers of rod", rod);
    CLAIM(are_finite(w->rods.numbers + r->numbers_at, (size_t)size), "numbers of rod", rod);
    const double* arcs = bl_rod_arcs(w, r);
    for (uint64_t i = 0; i + 1 < nodes; i++)
        CLAIM(arcs[i] < arcs[i + 1], "arcs of rod", rod);
    // They follow from the lengths of the elements in the state, which are good when these are.
    double* again = bl_allocate(&w->def.allocator, nodes * sizeof *again);
    if (again == NULL) return belay_error_set(error, BELAY_ERROR_MEMORY, "no memory to check rod %u", rod);
    bl_rod_body body = r->body;
    bl_rod of = {&body, bl_rod_state(w, r), again, NULL}; // whose scratch is not looked at
    bl_rod_record_ops(r)->arcs(&of, again);
    bool is_same = memcmp(again, arcs, nodes * sizeof *again) == 0;
    bl_free(&w->def.allocator, again, nodes * sizeof *again);
    CLAIM(is_same, "lengths of rod", rod);
    return BELAY_OK;
}

static belay_result check_rod(const belay_world* w, uint32_t i, belay_error* error)
{
    const bl_rod_record* r = &bl_rods(w)[i];
    const uint32_t flags = BL_ROD_PERSIST_EVENTS | BL_ROD_KEPT_AWAKE | BL_ROD_ASLEEP | BL_ROD_WAS_ASLEEP;
    CLAIM(is_own_id(w, BL_TABLE_ROD, i, r->id), "handle of rod", i);
    CLAIM(is_rod_body(&r->body), "body of rod", i);
    BL_TRY(check_rod_numbers(w, r, i, error));
    CLAIM(is_material(r->material) && is_amount(r->self_exclusion) && isfinite(r->gravity_scale), "settings of rod", i);
    CLAIM(r->touches_itself <= 1 && (r->flags & ~flags) == 0 && is_amount(r->rest_seconds), "flags of rod", i);
    CLAIM((r->flags & BL_ROD_ASLEEP) == 0 || r->sleep_island <= w->sleep_islands, "sleep of rod", i);
    for (int k = 0; k < BELAY_ROD_MAX_ATTACHMENTS; k++)
        BL_TRY(check_attachment(w, r, &r->attachments[k], i, error));
    return BELAY_OK;
}

// ---------------------------------------------------------------------------------------------------------------------
// What the last step left. Handles in it may be of things that have gone since.
// ---------------------------------------------------------------------------------------------------------------------

static bool is_sorted(uint64_t a0, uint64_t b0, uint64_t a1, uint64_t b1)
{
    return a0 < a1 || (a0 == a1 && b0 <= b1);
}

static belay_result check_warm(const belay_world* w, belay_error* error)
{
    for (ptrdiff_t i = 0; i < arrlen(w->memory.warm); i++) {
        const bl_warm_contact* c = &w->memory.warm[i];
        CLAIM(i == 0 || is_sorted(c[-1].a, c[-1].b, c->a, c->b), "order of the last contacts at", i);
        CLAIM(isfinite(c->arc) && v3_is_finite(c->point) && v3_is_finite(c->impulse), "last contact", i);
    }
    for (ptrdiff_t i = 0; i < arrlen(w->memory.rod_warm); i++) {
        const bl_rod_warm* c = &w->memory.rod_warm[i];
        CLAIM(i == 0 || is_sorted(c[-1].a, c[-1].b, c->a, c->b), "order of the last contacts of rods at", i);
        CLAIM(isfinite(c->s_a) && isfinite(c->s_b) && v3_is_finite(c->impulse) && are_finite(c->force, 3) &&
                  v3_is_finite(c->stiffness_root_a) && v3_is_finite(c->stiffness_root_b),
              "last contact of a rod", i);
    }
    return BELAY_OK;
}

static belay_result check_touches(const bl_touch* list, belay_error* error)
{
    for (ptrdiff_t i = 0; i < arrlen(list); i++) {
        CLAIM(i == 0 || is_sorted(list[i - 1].a, list[i - 1].b, list[i].a, list[i].b), "order of pairs at", i);
        CLAIM(v3_is_finite(list[i].point) && v3_is_finite(list[i].normal), "pair that touches", i);
    }
    return BELAY_OK;
}

static belay_result check_rod_touches(const belay_world* w, belay_error* error)
{
    for (ptrdiff_t i = 0; i < arrlen(w->memory.rod_touching); i++) {
        const bl_rod_touch* t = &w->memory.rod_touching[i];
        CLAIM(i == 0 || is_sorted(t[-1].a, t[-1].b, t->a, t->b), "order of pairs with rods at", i);
        CLAIM(isfinite(t->s_a) && isfinite(t->s_b) && v3_is_finite(t->point) && v3_is_finite(t->normal),
              "rod that touches", i);
    }
    for (ptrdiff_t i = 0; i < arrlen(w->rods.exclusions); i++) {
        const bl_rod_exclusion* s = &w->rods.exclusions[i];
        CLAIM(isfinite(s->s_a) && isfinite(s->s_b), "exclusion", i);
        CLAIM(is_there(w, BL_TABLE_ROD, s->a) && is_there(w, BL_TABLE_ROD, s->b), "rods of exclusion", i);
    }
    return BELAY_OK;
}

static belay_result check_clock(const belay_world* w, belay_error* error)
{
    CLAIM(is_amount(w->clock.time) && isfinite(w->clock.accumulator), "time at step", w->clock.step_count);
    CLAIM(w->clock.last_h >= 0.0 && w->clock.last_h <= BELAY_MAX_STEP, "length of step", w->clock.step_count);
    belay_error reason;
    if (bl_world_check_def(&reason, &w->def) == BELAY_OK) return BELAY_OK;
    return belay_error_set(error, BELAY_ERROR_VERSION, "settings: %.180s", reason.message);
}

belay_result bl_snapshot_check(const belay_world* w, belay_error* error)
{
    BL_TRY(check_clock(w, error));
    BL_TRY(check_entities(w, error));
    for (uint32_t i = 1; i < w->entities.table_count; i++)
        BL_TRY(check_table(w, i, error));
    BL_TRY(check_kinds(w, error));
    for (uint32_t i = 0; i < bl_body_count(w); i++)
        BL_TRY(check_body(w, i, error));
    for (uint32_t i = 0; i < bl_collider_count(w); i++)
        BL_TRY(check_collider(w, i, error));
    BL_TRY(check_collider_lists(w, error));
    BL_TRY(check_pair_materials(w, error));
    for (uint32_t i = 0; i < bl_joint_count(w); i++)
        BL_TRY(check_joint(w, i, error));
    BL_TRY(check_joint_lists(w, error));
    for (uint32_t i = 0; i < bl_rod_count(w); i++)
        BL_TRY(check_rod(w, i, error));
    BL_TRY(check_places(w, error));
    BL_TRY(check_warm(w, error));
    BL_TRY(check_touches(w->memory.touching, error));
    BL_TRY(check_touches(w->memory.visits, error));
    return check_rod_touches(w, error);
}
