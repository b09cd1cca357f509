// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Rods at the public door: making, unmaking, asking, changing. How they are held is in rod_attachment.c.

#include "core/alloc.h"
#include "detect/rod/rod_contact.h"
#include "objects/pair_material.h"
#include "objects/remove.h"
#include "objects/rod_exclusions.h"
#include "objects/rod_parts.h"
#include "store/checks.h"
#include "store/lifetime.h"
#include "store/rods.h"

#include <stdio.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------------------------------
// Making
// ---------------------------------------------------------------------------------------------------------------------

// The points of the centreline at the start.
static bool lay_nodes(const belay_rod_def* def, const belay_allocator* allocator, belay_vec3** nodes)
{
    bool ok = true;
    int count = def->element_count + 1;
    BL_ARRAY_RESERVE(*nodes, count, allocator, &ok);
    if (!ok) return false;
    belay_vec3 displacement = v3_zero();
    if (def->nodes == NULL) displacement = v3_scale(def->length / v3_length(def->direction), def->direction);
    for (int i = 0; i < count; i++)
        (*nodes)[i] = def->nodes != NULL ? def->nodes[i]
                                         : v3_add_scaled(def->start, (double)i / def->element_count, displacement);
    return true;
}

static void set_record(bl_rod_record* record, const belay_rod_def* def)
{
    memset(record, 0, sizeof *record); // bytes between the fields too, for snapshots
    record->material = def->material;
    record->filter = def->filter;
    record->touches_itself = def->touches_itself;
    if (def->has_persist_events) record->flags |= BL_ROD_PERSIST_EVENTS;
    if (def->is_kept_awake) record->flags |= BL_ROD_KEPT_AWAKE;
    record->gravity_scale = def->gravity_scale;
    record->self_exclusion = def->self_exclusion;
    record->body.model = def->model;
    record->body.element_count = (uint32_t)def->element_count;
    record->body.segment_count = bl_rod_segment_count(bl_rod_ops_of(def->model), record->body.element_count);
    record->body.section = bl_rod_section_of(def);
    record->body.theta = def->theta;
    for (int i = 0; i < 2; i++)
        record->body.ends[i].rotation = belay_quat_identity();
}

static belay_result reserve(belay_world* world, bl_rod_record* record)
{
    const bl_rod_ops* ops = bl_rod_record_ops(record);
    record->numbers_at = (uint64_t)arrlen(world->rods.numbers);
    record->numbers_size = 4 * (uint64_t)bl_rod_node_count(record) + bl_rod_state_size(ops, record->body.element_count);
    bool ok = true;
    BL_ARRAY_RESERVE(world->rods.numbers, record->numbers_at + record->numbers_size, &world->def.allocator, &ok);
    ok = ok && bl_step_rods_reserve(world, record);
    ok = ok && bl_table_reserve(&world->entities.tables[BL_TABLE_ROD], bl_id_pool_next_slot(&world->entities.pool),
                                &world->def.allocator);
    return ok ? BELAY_OK
              : bl_fail(world, BELAY_ERROR_MEMORY, "belay_rod_create: no memory for %u elements",
                        record->body.element_count);
}

// Strands may touch and overlap a little; deeper than a radius nobody knows on which side they belong.
static belay_result check_strands(belay_world* world, const bl_rod_record* record, const belay_vec3* nodes)
{
    if (!record->touches_itself) return BELAY_OK;
    bl_rod_collider collider = {.allocator = &world->def.allocator};
    double radius = record->body.section.radius, mean = record->body.length / record->body.element_count;
    belay_vec3* travel = world->scratch.rods.travel; // none
    memset(travel, 0, (record->body.element_count + 1) * sizeof *travel);
    bl_rod_chain chain = {nodes, travel, record->body.element_count, radius, mean};
    bool ok = bl_collide_rod_self(&collider, &chain, bl_rod_exclusion_length(record), 0.0);
    belay_result result = ok ? BELAY_OK : bl_fail(world, BELAY_ERROR_MEMORY, "belay_rod_create: no memory");
    for (ptrdiff_t i = 0; ok && result == BELAY_OK && i < arrlen(collider.contacts); i++) {
        const bl_rod_contact* c = &collider.contacts[i];
        if (c->gap < -radius)
            result = bl_fail(
                world, BELAY_ERROR_SHAPE,
                "belay_rod_create: elements %u and %u are %g m deep in each other; it must be at most the radius %g",
                c->segment_a, c->segment_b, -c->gap, radius);
    }
    bl_rod_collider_fini(&collider);
    return result;
}

// Each number of the definition may be good and what is made of them not: products that are not finite, or that are
// nothing beside each other.
static belay_result check_made(belay_world* world, const bl_rod_record* record)
{
    const bl_rod_section* s = &record->body.section;
    const double positive[] = {s->line_mass, s->radius, s->stretch,         s->bend[0],
                               s->bend[1],   s->twist,  record->body.length};
    static const char* const names[] = {
        "line mass",       "contact radius", "stretch stiffness", "bend stiffness 0", "bend stiffness 1",
        "twist stiffness", "length"};
    for (size_t i = 0; i < sizeof positive / sizeof *positive; i++)
        if (!(positive[i] > 0.0 && isfinite(positive[i])))
            return bl_fail(world, BELAY_ERROR_VALUE, "belay_rod_create: the %s comes out as %g", names[i], positive[i]);
    const double* arcs = bl_rod_arcs(world, record);
    for (uint32_t i = 0; i < record->body.segment_count; i++)
        if (!(arcs[i] < arcs[i + 1]))
            return bl_fail(world, BELAY_ERROR_VALUE,
                           "belay_rod_create: segment %u has no length beside that of the rod, %g m", i,
                           record->body.length);
    const double* state = bl_rod_state(world, record);
    for (size_t i = 0; i < bl_rod_state_size(bl_rod_record_ops(record), record->body.element_count); i++)
        if (!isfinite(state[i]))
            return bl_fail(world, BELAY_ERROR_VALUE, "belay_rod_create: number %zu of the rod's state comes out as %g",
                           i, state[i]);
    return BELAY_OK;
}

// Accepted, but such a rod meets itself as balls on a string would.
static void warn_of_thick_elements(const belay_world* world, const bl_rod_record* record)
{
    const belay_logger* logger = &world->def.logger;
    double element = record->body.length / record->body.element_count, radius = record->body.section.radius;
    if (logger->message == NULL || radius <= element) return;
    char text[160];
    snprintf(text, sizeof text,
             "belay_rod_create: elements of %g m are shorter than the radius, %g m: fewer elements would do", element,
             radius);
    logger->message(logger->context, BELAY_LOG_WARNING, text);
}

static belay_result init_rod(belay_world* world, bl_rod_record* record, const belay_rod_def* def,
                             const belay_vec3* nodes)
{
    memset(bl_rod_arcs(world, record), 0, (size_t)record->numbers_size * sizeof(double));
    bl_rod rod = {&record->body, bl_rod_state(world, record), world->scratch.rods.scratch, NULL};
    bl_rod_start start = {nodes, def->rest_nodes, def->twist, def->rest_twist, def->d1};
    belay_error error;
    if (bl_rod_record_ops(record)->init(&rod, &start, &error) != BELAY_OK)
        return bl_fail_in(world, "belay_rod_create", &error);
    bl_rod_record_ops(record)->arcs(&rod, bl_rod_arcs(world, record));
    BL_TRY(check_made(world, record));
    return check_strands(world, record, nodes);
}

belay_result belay_rod_create(belay_world* world, const belay_rod_def* def, belay_rod_id* id)
{
    BL_TRY(bl_entity_check(world, "belay_rod_create"));
    belay_error error;
    if (bl_rod_check_def(def, &error) != BELAY_OK) return bl_fail_in(world, "belay_rod_create", &error);
    BL_TRY(bl_entity_reserve(world, "belay_rod_create"));
    bl_rod_record record;
    set_record(&record, def);
    bl_rod_take_step(world, &record);
    BL_TRY(reserve(world, &record));
    belay_vec3* nodes = NULL;
    belay_result result;
    if (lay_nodes(def, &world->def.allocator, &nodes))
        result = init_rod(world, &record, def, nodes);
    else
        result = bl_fail(world, BELAY_ERROR_MEMORY, "belay_rod_create: no memory for %d nodes", def->element_count + 1);
    arrfree(nodes);
    BL_TRY(result);
    // Nothing can fail from here on.
    warn_of_thick_elements(world, &record);
    arrsetlen(world->rods.numbers, (size_t)(record.numbers_at + record.numbers_size));
    uint32_t slot = bl_id_pool_next_slot(&world->entities.pool);
    record.id = bl_id_pool_create(&world->entities.pool).value;
    bl_table_add(&world->entities.tables[BL_TABLE_ROD], slot, &record);
    bl_rods_forget_step(world);
    if (def->starts_asleep) bl_put_rod_to_sleep(world, bl_rod_count(world) - 1, ++world->sleep_islands);
    if (id != NULL) id->value = record.id;
    return BELAY_OK;
}

// ---------------------------------------------------------------------------------------------------------------------
// Unmaking
// ---------------------------------------------------------------------------------------------------------------------

void bl_rod_remove(belay_world* world, uint32_t slot)
{
    uint32_t index = bl_table_find(&world->entities.tables[BL_TABLE_ROD], slot);
    bl_wake_touching_rod(world, index);
    bl_rod_record gone = bl_rods(world)[index];
    bl_entity_remove(world, slot);
    bl_rod_exclusions_remove(world, gone.id);
    bl_pair_materials_remove(&world->colliders, gone.id);
    bl_rod_numbers_remove(world, gone.numbers_at, gone.numbers_size);
    bl_rods_forget_step(world);
}

belay_result belay_rod_destroy(belay_world* world, belay_rod_id rod)
{
    BL_TRY(bl_check_unlocked(world, "belay_rod_destroy"));
    bl_rod_record* record;
    BL_TRY(bl_rod_find(world, "belay_rod_destroy", rod, "rod", &record));
    bl_rod_remove(world, bl_slot_of(record->id));
    return BELAY_OK;
}

// ---------------------------------------------------------------------------------------------------------------------
// Asking
// ---------------------------------------------------------------------------------------------------------------------

belay_result belay_rod_get_info(const belay_world* world, belay_rod_id rod, belay_rod_info* info)
{
    bl_rod_record* record;
    BL_TRY(bl_rod_find(world, "belay_rod_get_info", rod, "rod", &record));
    if (info == NULL)
        return bl_fail((belay_world*)world, BELAY_ERROR_VALUE, "belay_rod_get_info: info is null; it must be given");
    const bl_rod_section* s = &record->body.section;
    *info = (belay_rod_info){.model = record->body.model,
                             .element_count = (int)record->body.element_count,
                             .node_count = (int)bl_rod_node_count(record),
                             .length = record->body.length,
                             .contact_radius = s->radius,
                             .line_mass = s->line_mass,
                             .stretch_stiffness = s->stretch,
                             .bend_stiffness = {s->bend[0], s->bend[1]},
                             .twist_stiffness = s->twist};
    return BELAY_OK;
}

// Finds the rod and says how many answers there are; only `capacity` of them have room.
static belay_result begin_list(const belay_world* world, belay_rod_id rod, const char* call, int capacity,
                               bl_rod_record** record)
{
    BL_TRY(bl_rod_find(world, call, rod, "rod", record));
    if (capacity < 0)
        return bl_fail((belay_world*)world, BELAY_ERROR_VALUE, "%s: capacity is %d; it must be at least 0", call,
                       capacity);
    return BELAY_OK;
}

static int listed(int there, int capacity, int* count)
{
    if (count != NULL) *count = there;
    return there < capacity ? there : capacity;
}

belay_result belay_rod_get_nodes(const belay_world* world, belay_rod_id rod, belay_vec3* positions,
                                 belay_vec3* velocities, int capacity, int* count)
{
    bl_rod_record* record;
    BL_TRY(begin_list(world, rod, "belay_rod_get_nodes", capacity, &record));
    int n = listed((int)bl_rod_node_count(record), capacity, count);
    if (n == 0) return BELAY_OK;
    const bl_rod_ops* ops = bl_rod_record_ops(record);
    bl_rod r = bl_rod_at_rest(world, record);
    belay_vec3* all = world->scratch.rods.points;
    if (positions != NULL) {
        ops->nodes(&r, all);
        memcpy(positions, all, (size_t)n * sizeof *all);
    }
    if (velocities != NULL) {
        ops->node_velocities(&r, ops->velocity(&r), all);
        memcpy(velocities, all, (size_t)n * sizeof *all);
    }
    return BELAY_OK;
}

belay_result belay_rod_get_frames(const belay_world* world, belay_rod_id rod, belay_quat* frames, int capacity,
                                  int* count)
{
    bl_rod_record* record;
    BL_TRY(begin_list(world, rod, "belay_rod_get_frames", capacity, &record));
    bl_rod r = bl_rod_at_rest(world, record);
    int n = listed((int)record->body.segment_count, capacity, count);
    for (int i = 0; frames != NULL && i < n; i++)
        frames[i] = bl_rod_record_ops(record)->frame(&r, (uint32_t)i);
    return BELAY_OK;
}

belay_result belay_rod_get_tensions(const belay_world* world, belay_rod_id rod, double* tensions, int capacity,
                                    int* count)
{
    bl_rod_record* record;
    BL_TRY(begin_list(world, rod, "belay_rod_get_tensions", capacity, &record));
    bl_rod r = bl_rod_at_rest(world, record);
    int n = listed((int)record->body.element_count, capacity, count);
    for (int i = 0; tensions != NULL && i < n; i++)
        tensions[i] = bl_rod_record_ops(record)->tension(&r, (uint32_t)i);
    return BELAY_OK;
}

belay_result belay_rod_get_moments(const belay_world* world, belay_rod_id rod, belay_vec3* moments, int capacity,
                                   int* count)
{
    bl_rod_record* record;
    BL_TRY(begin_list(world, rod, "belay_rod_get_moments", capacity, &record));
    bl_rod r = bl_rod_at_rest(world, record);
    int n = listed((int)record->body.element_count + 1, capacity, count);
    for (int i = 0; moments != NULL && i < n; i++)
        moments[i] = bl_rod_record_ops(record)->moment(&r, (uint32_t)i);
    return BELAY_OK;
}

belay_result belay_rod_get_is_awake(const belay_world* world, belay_rod_id rod, bool* is_awake)
{
    bl_rod_record* record = NULL;
    BL_TRY(bl_rod_find(world, "belay_rod_get_is_awake", rod, "rod", &record));
    if (is_awake == NULL)
        return bl_fail((belay_world*)world, BELAY_ERROR_VALUE,
                       "belay_rod_get_is_awake: is_awake is null; it must be given");
    *is_awake = (record->flags & BL_ROD_ASLEEP) == 0;
    return BELAY_OK;
}

belay_result belay_rod_get_energies(const belay_world* world, belay_rod_id rod, belay_rod_energies* energies)
{
    bl_rod_record* record;
    BL_TRY(bl_rod_find(world, "belay_rod_get_energies", rod, "rod", &record));
    if (energies == NULL)
        return bl_fail((belay_world*)world, BELAY_ERROR_VALUE,
                       "belay_rod_get_energies: energies is null; it must be given");
    bl_rod r = bl_rod_at_rest(world, record);
    bl_rod_energy e = bl_rod_record_ops(record)->energy(&r, bl_rod_gravity(record, &world->def));
    *energies = (belay_rod_energies){e.kinetic, e.stretch, e.bend, e.twist, e.potential};
    return BELAY_OK;
}

// ---------------------------------------------------------------------------------------------------------------------
// Changing
// ---------------------------------------------------------------------------------------------------------------------

static uint32_t index_of(const belay_world* world, const bl_rod_record* record)
{
    return (uint32_t)(record - bl_rods(world));
}

belay_result belay_rod_set_awake(belay_world* world, belay_rod_id rod, bool is_awake)
{
    bl_rod_record* record = NULL;
    BL_TRY(bl_rod_find(world, "belay_rod_set_awake", rod, "rod", &record));
    if (is_awake)
        bl_wake_touching_rod(world, index_of(world, record));
    else if (bl_rod_is_awake(&bl_rods(world)[index_of(world, record)]))
        bl_put_rod_to_sleep(world, index_of(world, record), ++world->sleep_islands);
    return BELAY_OK;
}

belay_result belay_rod_set_velocities(belay_world* world, belay_rod_id rod, const belay_vec3* velocities, int count)
{
    bl_rod_record* record;
    BL_TRY(bl_rod_find(world, "belay_rod_set_velocities", rod, "rod", &record));
    int nodes = (int)bl_rod_node_count(record);
    if (velocities == NULL || count != nodes)
        return bl_fail(world, BELAY_ERROR_VALUE, "belay_rod_set_velocities: %s is %d; the rod has %d nodes",
                       velocities == NULL ? "velocities is null; count" : "count", count, nodes);
    belay_error error;
    for (int i = 0; i < count; i++)
        if (bl_check_vec3_within(&error, "velocities", velocities[i], BELAY_MAX_SPEED) != BELAY_OK)
            return bl_fail_in(world, "belay_rod_set_velocities", &error);
    const bl_rod_ops* ops = bl_rod_record_ops(record);
    if (ops->set_velocities == NULL)
        return bl_fail(world, BELAY_ERROR_COMPONENT,
                       "belay_rod_set_velocities: the nodes of a %s rod do not move each in its own way", ops->name);
    bl_rod r = bl_rod_at_rest(world, record);
    bl_wake_rod(world, index_of(world, record));
    ops->set_velocities(&r, velocities);
    return BELAY_OK;
}

belay_result belay_rod_apply_force(belay_world* world, belay_rod_id rod, double s, belay_vec3 force)
{
    bl_rod_record* record;
    BL_TRY(bl_rod_find(world, "belay_rod_apply_force", rod, "rod", &record));
    belay_error error;
    if (bl_check_range(&error, "s", s, 0.0, record->body.length * (1.0 + 1e-12)) != BELAY_OK ||
        bl_check_vec3_within(&error, "force", force, BELAY_MAX_FORCE) != BELAY_OK)
        return bl_fail_in(world, "belay_rod_apply_force", &error);
    bl_wake_rod(world, index_of(world, record));
    uint32_t segment;
    double at;
    bl_rod_locate(&world->rods, record, s, &segment, &at);
    double* applied = bl_rod_applied(world, record) + 3 * (size_t)segment;
    const double f[3] = {force.x, force.y, force.z};
    for (int k = 0; k < 3; k++) {
        applied[k] += (1.0 - at) * f[k];
        applied[3 + k] += at * f[k];
    }
    return BELAY_OK;
}

belay_result belay_rod_set_damping(belay_world* world, belay_rod_id rod, double damping_time, double drag)
{
    bl_rod_record* record;
    BL_TRY(bl_rod_find(world, "belay_rod_set_damping", rod, "rod", &record));
    belay_error error;
    if (bl_check_range(&error, "damping_time", damping_time, 0.0, HUGE_VAL) != BELAY_OK ||
        bl_check_range(&error, "drag", drag, 0.0, HUGE_VAL) != BELAY_OK)
        return bl_fail_in(world, "belay_rod_set_damping", &error);
    record->body.section.damping_time = damping_time;
    record->body.section.drag = drag;
    bl_wake_rod(world, index_of(world, record));
    return BELAY_OK;
}

belay_result belay_rod_set_material(belay_world* world, belay_rod_id rod, belay_material material)
{
    bl_rod_record* record;
    BL_TRY(bl_rod_find(world, "belay_rod_set_material", rod, "rod", &record));
    belay_error error;
    if (bl_check_material(&error, "material", material) != BELAY_OK)
        return bl_fail_in(world, "belay_rod_set_material", &error);
    record->material = material;
    bl_wake_touching_rod(world, index_of(world, record));
    return BELAY_OK;
}

belay_result belay_rod_set_filter(belay_world* world, belay_rod_id rod, belay_filter filter)
{
    bl_rod_record* record = NULL;
    BL_TRY(bl_rod_find(world, "belay_rod_set_filter", rod, "rod", &record));
    record->filter = filter;
    bl_wake_touching_rod(world, index_of(world, record));
    return BELAY_OK;
}

belay_result belay_rod_get_filter(const belay_world* world, belay_rod_id rod, belay_filter* filter)
{
    bl_rod_record* record = NULL;
    BL_TRY(bl_rod_find(world, "belay_rod_get_filter", rod, "rod", &record));
    if (filter == NULL)
        return bl_fail((belay_world*)world, BELAY_ERROR_VALUE,
                       "belay_rod_get_filter: filter is null; it must be given");
    *filter = record->filter;
    return BELAY_OK;
}

// The model works on the rod itself, and finds out on the way whether it can: body and state are put back when not.
static belay_result set_sag_free(belay_world* world, bl_rod_record* record, double* saved, double* lowest)
{
    const bl_rod_ops* ops = bl_rod_record_ops(record);
    size_t count = bl_rod_state_size(ops, record->body.element_count);
    double* state = bl_rod_state(world, record);
    bl_rod_body body = record->body;
    bl_rod_attachment attachments[BELAY_ROD_MAX_ATTACHMENTS];
    memcpy(attachments, record->attachments, sizeof attachments);
    memcpy(saved, state, count * sizeof *saved);
    bl_rod_hold_ends(&world->def, &world->entities, record, 0.0);
    bl_rod r = bl_rod_at_rest(world, record);
    belay_error error;
    belay_result result = ops->make_sag_free(&r, bl_rod_gravity(record, &world->def), lowest, &error);
    for (size_t i = 0; result == BELAY_OK && i < count; i++)
        if (!isfinite(state[i])) result = belay_error_set(&error, BELAY_ERROR_VALUE, "the rest shape is not finite");
    if (result == BELAY_OK && !isfinite(*lowest))
        result = belay_error_set(&error, BELAY_ERROR_VALUE, "lowest is %g", *lowest);
    if (result == BELAY_OK) return BELAY_OK;
    memcpy(state, saved, count * sizeof *saved);
    memcpy(record->attachments, attachments, sizeof attachments);
    record->body = body;
    return bl_fail_in(world, "belay_rod_make_sag_free", &error);
}

belay_result belay_rod_make_sag_free(belay_world* world, belay_rod_id rod, double* lowest)
{
    bl_rod_record* record = NULL;
    BL_TRY(bl_rod_find(world, "belay_rod_make_sag_free", rod, "rod", &record));
    const bl_rod_ops* ops = bl_rod_record_ops(record);
    if (ops->make_sag_free == NULL)
        return bl_fail(world, BELAY_ERROR_STATE, "belay_rod_make_sag_free: a %s rod has no rest shape to be set",
                       ops->name);
    size_t size = bl_rod_state_size(ops, record->body.element_count) * sizeof(double);
    double value = 0.0, *saved = bl_allocate(&world->def.allocator, size);
    if (saved == NULL)
        return bl_fail(world, BELAY_ERROR_MEMORY, "belay_rod_make_sag_free: no memory for %zu bytes", size);
    belay_result result = set_sag_free(world, record, saved, &value);
    bl_free(&world->def.allocator, saved, size);
    if (result != BELAY_OK) return result;
    bl_wake_touching_rod(world, index_of(world, record));
    bl_rod r = bl_rod_at_rest(world, record);
    memset(ops->velocity(&r), 0, bl_rod_dof_count(ops, record->body.element_count) * sizeof(double));
    if (lowest != NULL) *lowest = value;
    return BELAY_OK;
}

const belay_rod_contact* belay_world_get_rod_contacts(const belay_world* world, int32_t* count)
{
    if (count != NULL) *count = world != NULL ? (int32_t)arrlen(world->published.rod_contacts) : 0;
    return world != NULL ? world->published.rod_contacts : NULL;
}
