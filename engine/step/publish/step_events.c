// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What began, went on and ended in a step. The pairs that touch are kept from step to step, sorted by their handles;
// walking along the old and the new list side by side gives the events.

#include "core/alloc.h"
#include "step/detect/step_proxies.h"
#include "step/detect/step_sensors.h"
#include "step/publish/publish_parts.h"
#include "step/publish/step_publish.h"
#include "step/publish/step_rod_publish.h"
#include "store/checks.h"
#include "store/public_contacts.h"

#include <string.h>

// ------------------------------------------------------------------------------------------------------------------
// Pairs that touch
// ------------------------------------------------------------------------------------------------------------------

static bool is_before(const bl_touch* a, const bl_touch* b)
{
    return a->a < b->a || (a->a == b->a && a->b < b->b);
}

static bool is_same(const bl_touch* a, const bl_touch* b)
{
    return a->a == b->a && a->b == b->b;
}

// Whether a contact touches. One that did may open a little more before it counts as ended, so that rounding does not
// make it flicker.
static bool touches(const belay_world_def* def, const bl_step_scratch* s, uint32_t contact, bool did)
{
    const bl_active_contact* c = &s->solve.contacts[contact];
    double limit = def->touch_tolerance + (did ? def->overlap_slop : 0.0);
    return s->solve.rows[contact].r[0] > 0.0 || c->gap <= limit;
}

static double approach_speed(const bl_step_scratch* s, uint32_t contact)
{
    const bl_contact_row* row = &s->solve.rows[contact];
    const bl_step_body *a = &s->motion.bodies[row->body_a], *b = &s->motion.bodies[row->body_b];
    belay_vec3 point = s->solve.contacts[contact].point;
    belay_vec3 va = bl_step_velocity_at(a, &a->before, point), vb = bl_step_velocity_at(b, &b->before, point);
    return -v3_dot(row->at.n, v3_sub(va, vb));
}

// Where the contacts [begin, end) of one pair touch; false when none of them does.
static bool find_place(const bl_publish_parts* p, uint32_t begin, uint32_t end, bool did, bl_touch* touch)
{
    const bl_step_scratch* s = p->s;
    double weights = 0.0;
    belay_vec3 point = v3_zero(), normal = v3_zero();
    for (uint32_t i = begin; i < end; i++) {
        if (!touches(p->def, p->s, i, did)) continue;
        const bl_contact_row* row = &s->solve.rows[i];
        double weight = fmax(row->r[0], 1e-300);
        weights += weight;
        point = v3_add_scaled(point, weight, s->solve.contacts[i].point);
        normal = v3_add_scaled(normal, weight, row->at.n);
    }
    if (!(weights > 0.0)) return false;
    touch->point = v3_scale(1.0 / weights, point);
    touch->normal = v3_normalize_or(v3_scale(1.0 / weights, normal), s->solve.rows[begin].at.n);
    return true;
}

// How hard and how fast they touch.
static void measure(const bl_publish_parts* p, uint32_t begin, uint32_t end, bool did, belay_contact_event* event)
{
    const bl_step_scratch* s = p->s;
    for (uint32_t i = begin; i < end; i++) {
        if (!touches(p->def, p->s, i, did)) continue;
        double velocity[3];
        bl_public_contact_velocity(s, i, velocity);
        event->normal_impulse += s->solve.rows[i].r[0];
        event->approach_speed = fmax(event->approach_speed, approach_speed(s, i));
        double along = velocity[1], across = velocity[2];
        event->sliding_speed = fmax(event->sliding_speed, sqrt(along * along + across * across));
    }
}

static void name_pair(const bl_touch* t, belay_contact_event* event)
{
    event->collider_a.value = t->a;
    event->collider_b.value = t->b;
    event->body_a.value = t->body_a;
    event->body_b.value = t->body_b;
    event->point = t->point;
    event->normal = t->normal;
}

static bool is_alive(const bl_entity_store* entities, uint64_t id)
{
    return bl_id_pool_slot(&entities->pool, id) != BL_NO_SLOT;
}

static const bl_collider* living_collider(const bl_entity_store* entities, uint64_t id)
{
    return &bl_colliders_of(entities)[bl_table_find(&entities->tables[BL_TABLE_COLLIDER], bl_slot_of(id))];
}

static belay_body_type type_of_body(const bl_entity_store* entities, const bl_collider* c)
{
    return bl_bodies_of(entities)[bl_table_find(&entities->tables[BL_TABLE_BODY], bl_slot_of(c->body))].type;
}

// Whether both live and are still such as may touch.
static bool can_touch(const bl_entity_store* entities, const bl_touch* t)
{
    if (!is_alive(entities, t->a) || !is_alive(entities, t->b)) return false;
    const bl_collider *a = living_collider(entities, t->a), *b = living_collider(entities, t->b);
    return (type_of_body(entities, a) == BELAY_BODY_DYNAMIC || type_of_body(entities, b) == BELAY_BODY_DYNAMIC) &&
           bl_filters_meet(&a->filter, &b->filter);
}

static uint32_t index_of(const bl_entity_store* entities, uint64_t collider)
{
    return bl_table_find(&entities->tables[BL_TABLE_COLLIDER], bl_slot_of(collider));
}

// Pairs that nobody looked at in this step, because both sleep or stand still, are as they were.
static bool is_dormant(const bl_publish_parts* p, const bl_touch* t)
{
    return is_alive(p->entities, t->a) && is_alive(p->entities, t->b) &&
           !bl_pair_is_looked_at(p->entities, &p->s->detect, index_of(p->entities, t->a), index_of(p->entities, t->b));
}

// ------------------------------------------------------------------------------------------------------------------
// Contacts
// ------------------------------------------------------------------------------------------------------------------

static void end_touch(const bl_publish_parts* p, const bl_touch* t)
{
    belay_contact_event event;
    memset(&event, 0, sizeof event);
    event.type = BELAY_CONTACT_END;
    name_pair(t, &event);
    event.is_destroyed = !can_touch(p->entities, t);
    arrput(p->published->contact_events, event);
}

// Ends or keeps the old pairs before `limit` (null: all that are left).
static void pass_old(const bl_publish_parts* p, ptrdiff_t* old, const bl_touch* limit)
{
    for (; *old < arrlen(p->memory->touching); ++*old) {
        const bl_touch* t = &p->memory->touching[*old];
        if (limit != NULL && !is_before(t, limit)) return;
        if (is_dormant(p, t) && can_touch(p->entities, t))
            arrput(p->s->publish.touching_apart, *t);
        else
            end_touch(p, t);
    }
}

static bool wants_persist(const bl_collider* colliders, const bl_active_contact* c)
{
    uint32_t flags = colliders[c->collider_a].flags | colliders[c->collider_b].flags;
    return (flags & BL_COLLIDER_PERSIST_EVENTS) != 0;
}

// Begun, or still going on.
static void report_touch(const bl_publish_parts* p, uint32_t begin, uint32_t end, bool did, const bl_touch* t)
{
    belay_contact_event event;
    memset(&event, 0, sizeof event);
    event.type = did ? BELAY_CONTACT_PERSIST : BELAY_CONTACT_BEGIN;
    name_pair(t, &event);
    measure(p, begin, end, did, &event);
    arrput(p->published->contact_events, event);
}

static void report_pair(const bl_publish_parts* p, uint32_t begin, uint32_t end, ptrdiff_t* old)
{
    const bl_step_scratch* s = p->s;
    const bl_active_contact* c = &s->solve.contacts[begin];
    bl_touch t;
    memset(&t, 0, sizeof t);
    t.a = s->detect.proxies[c->collider_a].id;
    t.b = s->detect.proxies[c->collider_b].id;
    t.body_a = s->motion.bodies[s->solve.rows[begin].body_a].id;
    t.body_b = s->motion.bodies[s->solve.rows[begin].body_b].id;
    pass_old(p, old, &t);
    bool did = *old < arrlen(p->memory->touching) && is_same(&p->memory->touching[*old], &t);
    if (find_place(p, begin, end, did, &t)) {
        if (!did || wants_persist(bl_colliders_of(p->entities), c)) report_touch(p, begin, end, did, &t);
        arrput(p->s->publish.touching_next, t);
    } else if (did) {
        end_touch(p, &p->memory->touching[*old]);
    }
    if (did) ++*old;
}

// Where the contacts end that are of one pair with the one at `begin`.
static uint32_t end_of_pair(const bl_active_contact* contacts, uint32_t begin)
{
    uint32_t count = (uint32_t)arrlen(contacts), end = begin + 1;
    while (end < count && contacts[end].collider_a == contacts[begin].collider_a &&
           contacts[end].collider_b == contacts[begin].collider_b)
        end++;
    return end;
}

static void report_contacts(const bl_publish_parts* p)
{
    uint32_t count = (uint32_t)arrlen(p->s->solve.contacts);
    ptrdiff_t old = 0;
    for (uint32_t begin = 0, end; begin < count; begin = end) {
        end = end_of_pair(p->s->solve.contacts, begin);
        report_pair(p, begin, end, &old);
    }
    pass_old(p, &old, NULL);
    bl_touches_merge(p->memory->touching_apart, p->s->publish.touching_apart);
    bl_touch* swap = p->memory->touching;
    p->memory->touching = p->s->publish.touching_next;
    p->s->publish.touching_next = swap;
}

// ------------------------------------------------------------------------------------------------------------------
// Sensors
// ------------------------------------------------------------------------------------------------------------------

// A visitor without a body is a rod.
static void report_visit(const bl_publish_parts* p, const bl_touch* t, bool is_begin, double time)
{
    belay_sensor_event event;
    memset(&event, 0, sizeof event);
    event.sensor.value = t->a;
    if (t->body_b != 0)
        event.visitor.value = t->b;
    else
        event.visitor_rod.value = t->b;
    event.sensor_body.value = t->body_a;
    event.visitor_body.value = t->body_b;
    event.is_begin = is_begin;
    event.time = time;
    event.is_destroyed = !is_begin && (!is_alive(p->entities, t->a) || !is_alive(p->entities, t->b));
    arrput(p->published->sensor_events, event);
}

// Rods are not followed: what they are in at the contact instant they are in since then.
static double begin_of_visit(const bl_detect_parts* d, const bl_key_pair* sensed)
{
    if (sensed->second == BL_NO_INDEX) return d->def->step_seconds * (1.0 - d->def->theta);
    return bl_step_visit_begin(d, sensed->first, sensed->second);
}

static double end_of_visit(const bl_detect_parts* d, const bl_touch* t)
{
    if (!is_alive(d->entities, t->a) || !is_alive(d->entities, t->b)) return 0.0;
    if (t->body_b == 0) return d->def->step_seconds * (1.0 - d->def->theta);
    return bl_step_visit_end(d, index_of(d->entities, t->a), index_of(d->entities, t->b));
}

static void pass_old_visits(const bl_publish_parts* p, const bl_detect_parts* d, ptrdiff_t* old, const bl_touch* limit)
{
    for (; *old < arrlen(p->memory->visits); ++*old) {
        const bl_touch* t = &p->memory->visits[*old];
        if (limit != NULL && !is_before(t, limit)) return;
        if (t->body_b != 0 ? is_dormant(p, t) : bl_step_rod_pair_is_dormant(p->entities, &p->s->detect, t->b, t->a))
            arrput(p->s->publish.visits_apart, *t);
        else
            report_visit(p, t, false, end_of_visit(d, t));
    }
}

// The sensor first. Sorted, as the pairs are sorted with the solid that comes first in rank in front; those of rods
// name both already.
static bl_touch visit_of(const bl_collider* colliders, const bl_key_pair* pair)
{
    bool is_of_rod = pair->second == BL_NO_INDEX;
    const bl_collider *a = &colliders[pair->first], *b = is_of_rod ? a : &colliders[pair->second];
    bool swap = (a->flags & BL_COLLIDER_SENSOR) == 0;
    bl_touch t;
    memset(&t, 0, sizeof t);
    t.a = swap ? b->id : a->id;
    t.b = is_of_rod ? pair->minor : swap ? a->id : b->id;
    t.body_a = swap ? b->body : a->body;
    t.body_b = is_of_rod ? 0 : swap ? a->body : b->body;
    return t;
}

static void sort_visits(const bl_collider* colliders, const bl_detect_scratch* detect, bl_key_pair* pairs)
{
    for (ptrdiff_t i = 0; i < arrlen(pairs); i++) {
        bl_touch t = visit_of(colliders, &pairs[i]);
        pairs[i].major = t.a;
        pairs[i].minor = t.b;
    }
    bl_key_pairs_sort(pairs, detect->pairs_scratch, (size_t)arrlen(pairs));
}

static bool is_visiting(const bl_collider* colliders, const bl_contact_memory* memory, const bl_key_pair* pair)
{
    bl_touch t = visit_of(colliders, pair);
    ptrdiff_t low = 0, high = arrlen(memory->visits);
    while (low < high) {
        ptrdiff_t middle = low + (high - low) / 2;
        if (is_before(&memory->visits[middle], &t))
            low = middle + 1;
        else
            high = middle;
    }
    return low < arrlen(memory->visits) && is_same(&memory->visits[low], &t);
}

// What was through a sensor between two contact instants: on the way to this one, if it was not in it at the last, and
// on the way from it to the end of the step, if it is in it neither before nor after. What is in it at the end is on
// its way to the next instant.
static void list_passes(const bl_publish_parts* p, const bl_detect_parts* d)
{
    bl_step_scratch* s = p->s;
    const bl_collider* colliders = bl_colliders_of(p->entities);
    arrsetlen(s->detect.passes, 0);
    for (ptrdiff_t i = 0; i < arrlen(s->detect.pairs); i++) {
        const bl_pair_finding* f = &s->detect.findings[i];
        if (!f->is_of_sensor || f->is_overlap || !p->def->enable_continuous) continue;
        if (f->is_passed && !is_visiting(colliders, p->memory, &s->detect.pairs[i]))
            arrput(s->detect.passes, s->detect.pairs[i]);
        if (bl_step_passes_from_mid(d, &s->detect.pairs[i])) arrput(s->detect.passes, s->detect.pairs[i]);
    }
    sort_visits(colliders, &s->detect, s->detect.passes);
}

// Of two passes of one pair the second is the one from the contact instant.
static void report_pass(const bl_publish_parts* p, const bl_detect_parts* d, const bl_key_pair* passes, ptrdiff_t at)
{
    const bl_key_pair* pass = &passes[at];
    bl_touch t = visit_of(bl_colliders_of(p->entities), pass);
    bool follows = at > 0 && passes[at - 1].first == pass->first && passes[at - 1].second == pass->second;
    bool is_followed = at + 1 < arrlen(passes) && pass[1].first == pass->first && pass[1].second == pass->second;
    double begin, end;
    if (follows || (!is_followed && bl_step_passes_from_mid(d, pass))) {
        bl_step_pass_times(d, pass, &begin, &end);
    } else {
        begin = bl_step_visit_begin(d, pass->first, pass->second);
        end = bl_step_visit_end(d, pass->first, pass->second);
    }
    report_visit(p, &t, true, begin);
    report_visit(p, &t, false, end);
}

static void report_visits(const bl_publish_parts* p, const bl_detect_parts* d)
{
    ptrdiff_t old = 0;
    sort_visits(bl_colliders_of(p->entities), &p->s->detect, p->s->detect.sensed);
    for (ptrdiff_t i = 0; i < arrlen(p->s->detect.sensed); i++) {
        const bl_key_pair* sensed = &p->s->detect.sensed[i];
        bl_touch t = visit_of(bl_colliders_of(p->entities), sensed);
        pass_old_visits(p, d, &old, &t);
        bool did = old < arrlen(p->memory->visits) && is_same(&p->memory->visits[old], &t);
        if (!did) report_visit(p, &t, true, begin_of_visit(d, sensed));
        arrput(p->s->publish.visits_next, t);
        if (did) old++;
    }
    pass_old_visits(p, d, &old, NULL);
    bl_touches_merge(p->memory->visits_apart, p->s->publish.visits_apart);
    bl_touch* swap = p->memory->visits;
    p->memory->visits = p->s->publish.visits_next;
    p->s->publish.visits_next = swap;
    for (ptrdiff_t i = 0; i < arrlen(p->s->detect.passes); i++)
        report_pass(p, d, p->s->detect.passes, i);
}

// ------------------------------------------------------------------------------------------------------------------
// The events of a step
// ------------------------------------------------------------------------------------------------------------------

static ptrdiff_t count_pairs(const bl_step_contact* contacts)
{
    ptrdiff_t pairs = 0;
    for (ptrdiff_t i = 0; i < arrlen(contacts); i++)
        pairs += i == 0 || !bl_is_same_pair(&contacts[i - 1], &contacts[i]);
    return pairs;
}

// An old pair ends or stays, a new one begins or stays: room for both is always enough.
belay_result bl_step_reserve_events(belay_world* world)
{
    const belay_allocator* allocator = &world->def.allocator;
    bl_step_scratch* s = &world->scratch;
    const bl_contact_memory* m = &world->memory;
    ptrdiff_t met = count_pairs(s->detect.contacts), pairs = arrlen(m->touching) + arrlen(m->touching_apart) + met,
              visits = arrlen(m->visits) + arrlen(m->visits_apart) + arrlen(s->detect.sensed);
    bool ok = true;
    BL_ARRAY_RESERVE_RAW(world->published.contact_events, pairs + 1, allocator, &ok);
    BL_ARRAY_RESERVE_RAW(s->publish.touching_next, pairs + 1, allocator, &ok);
    ptrdiff_t passes = 0; // one on the way to the contact instant, and one on the way from it
    for (ptrdiff_t i = 0; i < arrlen(s->detect.pairs); i++)
        passes += s->detect.findings[i].is_of_sensor ? 2 : 0;
    BL_ARRAY_RESERVE_RAW(s->detect.passes, passes + 1, allocator, &ok);
    BL_ARRAY_RESERVE_RAW(world->published.sensor_events, visits + 2 * passes + 1, allocator, &ok);
    BL_ARRAY_RESERVE_RAW(s->publish.touching_apart, arrlen(m->touching) + 1, allocator, &ok);
    BL_ARRAY_RESERVE_RAW(s->publish.visits_apart, arrlen(m->visits) + 1, allocator, &ok);
    ok = ok &&
         bl_contact_memory_reserve(&world->memory, 0, (size_t)met + 1, (size_t)arrlen(s->detect.sensed) + 1, allocator);
    BL_ARRAY_RESERVE_RAW(s->publish.visits_next, visits + 1, allocator, &ok);
    BL_ARRAY_RESERVE_RAW(s->detect.pairs_scratch, passes + arrlen(s->detect.sensed), allocator, &ok);
    return ok ? BELAY_OK
              : bl_fail(world, BELAY_ERROR_MEMORY, "belay_world_step: no memory for %td events", pairs + visits);
}

void bl_step_events(belay_world* world)
{
    arrsetlen(world->published.contact_events, 0);
    arrsetlen(world->scratch.publish.touching_next, 0);
    arrsetlen(world->published.sensor_events, 0);
    arrsetlen(world->scratch.publish.visits_next, 0);
    arrsetlen(world->scratch.publish.touching_apart, 0);
    arrsetlen(world->scratch.publish.visits_apart, 0);
    bl_publish_parts p = bl_publish_parts_of(world);
    bl_detect_parts d = bl_detect_parts_of(world);
    report_contacts(&p);
    bl_step_rods_events(&p);
    list_passes(&p, &d);
    report_visits(&p, &d);
}

#define RETURN_EVENTS(array)                                                                                           \
    do {                                                                                                               \
        if (count != NULL) *count = world != NULL ? (int32_t)arrlen(world->published.array) : 0;                       \
        return world != NULL ? world->published.array : NULL;                                                          \
    } while (0)

const belay_contact_event* belay_world_get_contact_events(const belay_world* world, int32_t* count)
{
    RETURN_EVENTS(contact_events);
}

const belay_rod_contact_event* belay_world_get_rod_contact_events(const belay_world* world, int32_t* count)
{
    RETURN_EVENTS(rod_contact_events);
}

const belay_sensor_event* belay_world_get_sensor_events(const belay_world* world, int32_t* count)
{
    RETURN_EVENTS(sensor_events);
}

const belay_fault_event* belay_world_get_fault_events(const belay_world* world, int32_t* count)
{
    RETURN_EVENTS(fault_events);
}

const belay_joint_event* belay_world_get_joint_events(const belay_world* world, int32_t* count)
{
    RETURN_EVENTS(joint_events);
}

const belay_sleep_event* belay_world_get_sleep_events(const belay_world* world, int32_t* count)
{
    RETURN_EVENTS(sleep_events);
}
