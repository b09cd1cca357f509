// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Entities, components and iterators.

#include "core/alloc.h"
#include "core/id_pool.h"
#include "support/chance.h"
#include "support/scene.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static belay_world* new_world(void)
{
    belay_world_def def = belay_world_def_default();
    return scene_world_of(&def);
}

static belay_entity new_entity(belay_world* world)
{
    belay_entity e;
    cr_assert(belay_entity_create(world, &e) == BELAY_OK);
    return e;
}

static belay_component_id new_component(belay_world* world, const char* name, size_t size)
{
    belay_component_def def = {name, size};
    belay_component_id id;
    cr_assert(belay_component_register(world, &def, &id) == BELAY_OK);
    return id;
}

// ---------------------------------------------------------------------------------------------------------------------
// Entities
// ---------------------------------------------------------------------------------------------------------------------

#define CYCLES 100000

Test(scene_L2, old_handles_are_never_alive_again)
{
    belay_world* world = new_world();
    belay_entity* old = malloc(CYCLES * sizeof *old);
    for (int i = 0; i < CYCLES; i++) {
        old[i] = new_entity(world);
        cr_assert(belay_entity_is_alive(world, old[i]));
        cr_assert(belay_entity_destroy(world, old[i]) == BELAY_OK);
    }
    belay_entity living[100];
    for (int i = 0; i < 100; i++)
        living[i] = new_entity(world);
    for (int i = 0; i < CYCLES; i++) {
        cr_assert_not(belay_entity_is_alive(world, old[i]), "handle %d lives again", i);
        cr_assert(belay_entity_destroy(world, old[i]) == BELAY_ERROR_HANDLE);
    }
    for (int i = 0; i < 100; i++)
        cr_expect(belay_entity_is_alive(world, living[i]));
    free(old);
    belay_world_destroy(world);
}

Test(scene_L2, old_body_and_collider_handles_are_never_alive_again)
{
    belay_world* world = new_world();
    enum { BODY_CYCLES = 20000 };
    belay_body_id* old = malloc(BODY_CYCLES * sizeof *old);
    for (int i = 0; i < BODY_CYCLES; i++) {
        scene_ball ball = scene_ball_default();
        old[i] = scene_add_ball(world, &ball);
        cr_assert(belay_body_destroy(world, old[i]) == BELAY_OK);
    }
    scene_ball ball = scene_ball_default();
    scene_add_ball(world, &ball);
    belay_body_state s;
    for (int i = 0; i < BODY_CYCLES; i++)
        cr_assert(belay_body_get_state(world, old[i], &s) == BELAY_ERROR_HANDLE);
    free(old);
    belay_world_destroy(world);
}

Test(entity, handles_have_the_documented_bits)
{
    belay_world_def def = belay_world_def_default();
    def.tag = 0xAB;
    belay_world* world = scene_world_of(&def);
    belay_entity first = new_entity(world), second = new_entity(world);
    cr_expect_eq(first.value & UINT32_MAX, 1);
    cr_expect_eq(second.value & UINT32_MAX, 2);
    cr_expect_eq(first.value >> 56, 0xAB);
    cr_assert(belay_entity_destroy(world, first) == BELAY_OK);
    belay_entity again = new_entity(world);
    cr_expect_eq(again.value & UINT32_MAX, 1, "the slot is used again");
    cr_expect_eq(again.value >> 32 & 0xFFFFFF, (first.value >> 32 & 0xFFFFFF) + 1, "with the next generation");
    belay_world_destroy(world);
}

Test(entity, forged_handles_are_dead)
{
    belay_world* world = new_world();
    belay_entity e = new_entity(world);
    for (int bit = 0; bit < 64; bit++) {
        belay_entity forged = {e.value ^ (uint64_t)1 << bit};
        cr_expect_not(belay_entity_is_alive(world, forged), "bit %d", bit);
        cr_expect(belay_entity_destroy(world, forged) == BELAY_ERROR_HANDLE);
    }
    belay_entity none = {0}, all = {UINT64_MAX};
    cr_expect_not(belay_entity_is_alive(world, none));
    cr_expect_not(belay_entity_is_alive(world, all));
    cr_expect_not(belay_entity_is_alive(NULL, e));
    cr_expect(belay_entity_is_alive(world, e));
    belay_world_destroy(world);
}

Test(entity, slot_is_retired_with_its_last_generation)
{
    belay_allocator allocator = bl_allocator_default();
    bl_id_pool pool = {.tag = 1};
    cr_assert(bl_id_pool_reserve(&pool, &allocator));
    belay_entity first = bl_id_pool_create(&pool);
    pool.slots[0].generation = 0xFFFFFF; // as after 16.7 million lives
    belay_entity last = bl_id_pool_entity(&pool, 0);
    cr_expect_eq(bl_id_pool_slot(&pool, last.value), 0);
    bl_id_pool_destroy(&pool, 0);
    cr_assert(bl_id_pool_reserve(&pool, &allocator));
    belay_entity next = bl_id_pool_create(&pool);
    cr_expect_eq(next.value & UINT32_MAX, 2, "the slot is not used again");
    cr_expect_eq(bl_id_pool_slot(&pool, last.value), BL_NO_SLOT);
    cr_expect_eq(bl_id_pool_slot(&pool, first.value), BL_NO_SLOT);
    cr_expect_eq(pool.alive, 1);
    for (uint64_t generation = 0; generation < 16; generation++)
        cr_expect_eq(bl_id_pool_slot(&pool, (uint64_t)1 << 56 | generation << 32 | 1), BL_NO_SLOT);
    arrfree(pool.slots);
}

Test(entity, capacity_is_kept)
{
    belay_world_def def = belay_world_def_default();
    def.max_entities = 3;
    belay_world* world = scene_world_of(&def);
    belay_entity e[3], more = {77};
    for (int i = 0; i < 3; i++)
        e[i] = new_entity(world);
    uint64_t hash = belay_world_hash(world);
    cr_expect(belay_entity_create(world, &more) == BELAY_ERROR_CAPACITY);
    cr_expect(more.value == 77 && belay_world_hash(world) == hash);
    cr_assert(belay_entity_destroy(world, e[1]) == BELAY_OK);
    cr_expect(belay_entity_create(world, &more) == BELAY_OK);
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Components
// ---------------------------------------------------------------------------------------------------------------------

Test(component, add_get_remove)
{
    belay_world* world = new_world();
    belay_component_id health = new_component(world, "health", sizeof(int));
    belay_entity a = new_entity(world), b = new_entity(world);
    int start = 42;
    void* place = NULL;
    cr_assert(belay_component_add(world, a, health, &start, &place) == BELAY_OK);
    cr_expect(*(int*)place == 42 && place == belay_component_get(world, a, health));
    cr_assert(belay_component_add(world, b, health, NULL, NULL) == BELAY_OK);
    cr_expect(*(const int*)belay_component_get_const(world, b, health) == 0, "null gives zeros");
    cr_expect(belay_component_add(world, a, health, NULL, NULL) == BELAY_ERROR_COMPONENT, "has it already");
    cr_expect(*(int*)belay_component_get(world, a, health) == 42);
    cr_expect(belay_component_remove(world, a, health) == BELAY_OK);
    cr_expect(belay_component_get(world, a, health) == NULL);
    cr_expect(belay_component_remove(world, a, health) == BELAY_ERROR_COMPONENT);
    cr_expect(belay_component_get(world, b, health) != NULL);
    belay_world_destroy(world);
}

Test(component, engine_components_are_read_only)
{
    belay_world* world = new_world();
    scene_ball ball = scene_ball_default();
    ball.position = v3(1.0, 2.0, 3.0);
    belay_entity body = belay_body_entity(scene_add_ball(world, &ball));
    const belay_body_state* s = belay_component_get_const(world, body, BELAY_COMPONENT_BODY_STATE);
    cr_assert(s != NULL);
    cr_expect(s->pose.position.y == 2.0);
    cr_expect(belay_component_get(world, body, BELAY_COMPONENT_BODY_STATE) == NULL);
    for (uint32_t i = 0; i < 6; i++) {
        belay_component_id id = {i};
        cr_expect(belay_component_add(world, body, id, NULL, NULL) == BELAY_ERROR_COMPONENT, "component %u", i);
        cr_expect(belay_component_remove(world, body, id) == BELAY_ERROR_COMPONENT, "component %u", i);
        cr_expect(i == 1 || belay_component_get_const(world, body, id) == NULL, "component %u", i);
    }
    belay_world_destroy(world);
}

Test(component, stale_and_unknown_are_refused)
{
    belay_world* world = new_world();
    belay_component_id health = new_component(world, "health", 4), unknown = {health.value + 1}, far = {UINT32_MAX};
    belay_entity e = new_entity(world), dead = new_entity(world);
    cr_assert(belay_component_add(world, dead, health, NULL, NULL) == BELAY_OK);
    cr_assert(belay_entity_destroy(world, dead) == BELAY_OK);
    cr_expect(belay_component_add(world, dead, health, NULL, NULL) == BELAY_ERROR_HANDLE);
    cr_expect(belay_component_remove(world, dead, health) == BELAY_ERROR_HANDLE);
    cr_expect(belay_component_get(world, dead, health) == NULL);
    cr_expect(belay_component_add(world, e, unknown, NULL, NULL) == BELAY_ERROR_COMPONENT);
    cr_expect(belay_component_add(world, e, far, NULL, NULL) == BELAY_ERROR_COMPONENT);
    cr_expect(belay_component_get(world, e, far) == NULL && belay_component_get_const(world, e, far) == NULL);
    belay_world_destroy(world);
}

Test(component, registration_is_checked)
{
    belay_world* world = new_world();
    belay_component_id id = {99};
    const belay_component_def bad[] = {{NULL, 4},    {"", 4},         {"x", 0},
                                       {"x", 65537}, {"x", SIZE_MAX}, {"belay_body_state", 4}};
    for (int i = 0; i < 6; i++)
        cr_expect(belay_component_register(world, &bad[i], &id) == BELAY_ERROR_VALUE, "definition %d", i);
    belay_component_def good = {"x", 65536};
    cr_expect(belay_component_register(world, NULL, &id) == BELAY_ERROR_VALUE);
    cr_expect(belay_component_register(world, &good, NULL) == BELAY_ERROR_VALUE);
    cr_expect_eq(id.value, 99);
    cr_expect(belay_component_register(world, &good, &id) == BELAY_OK);
    cr_expect(belay_component_register(world, &good, &id) == BELAY_ERROR_VALUE, "the name is taken");
    belay_component_def long_name = {"a name of more than thirty-one characters", 1};
    cr_expect(belay_component_register(world, &long_name, &id) == BELAY_OK);
    cr_expect(belay_component_register(world, &long_name, &id) == BELAY_ERROR_VALUE);
    belay_world_destroy(world);
}

Test(component, types_run_out_with_capacity)
{
    belay_world* world = new_world();
    belay_component_id id;
    belay_result result = BELAY_OK;
    int count = 0;
    for (; result == BELAY_OK && count < 2 * BELAY_MAX_COMPONENTS; count++) {
        char name[32];
        snprintf(name, sizeof name, "type %d", count);
        belay_component_def def = {name, 1};
        result = belay_component_register(world, &def, &id);
    }
    cr_expect(result == BELAY_ERROR_CAPACITY);
    cr_expect(count > BELAY_MAX_COMPONENTS - 8 && count <= BELAY_MAX_COMPONENTS, "%d types", count - 1);
    belay_entity e = new_entity(world);
    cr_expect(belay_component_add(world, e, id, NULL, NULL) == BELAY_OK, "the last one works");
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Random operations against a plain model
// ---------------------------------------------------------------------------------------------------------------------

#define MODEL_ENTITIES 300
#define MODEL_TYPES 3

typedef struct model_entity {
    belay_entity handle;
    bool is_alive;
    bool has[MODEL_TYPES];
    uint64_t value[MODEL_TYPES];
} model_entity;

typedef struct model {
    belay_world* world;
    belay_component_id types[MODEL_TYPES];
    model_entity entities[MODEL_ENTITIES];
    uint64_t random;
} model;

// The components are of odd sizes; the value is in their first bytes and again in their last.
static const size_t model_sizes[MODEL_TYPES] = {8, 19, 256};

static void model_fill(unsigned char* bytes, int type, uint64_t value)
{
    memset(bytes, (int)(value & 0x7F), model_sizes[type]);
    memcpy(bytes, &value, sizeof value);
}

static bool model_matches(const unsigned char* bytes, int type, uint64_t value)
{
    unsigned char right[256];
    model_fill(right, type, value);
    return memcmp(bytes, right, model_sizes[type]) == 0;
}

static model* model_make(void)
{
    model* m = calloc(1, sizeof *m);
    m->world = new_world();
    m->types[0] = new_component(m->world, "small", model_sizes[0]);
    m->types[1] = new_component(m->world, "odd", model_sizes[1]);
    m->types[2] = new_component(m->world, "large", model_sizes[2]);
    m->random = 12345;
    return m;
}

static void model_toggle_life(model* m, model_entity* e)
{
    if (e->is_alive) {
        cr_assert(belay_entity_destroy(m->world, e->handle) == BELAY_OK);
    } else {
        e->handle = new_entity(m->world);
    }
    e->is_alive = !e->is_alive;
    memset(e->has, 0, sizeof e->has);
}

static void model_toggle_component(model* m, model_entity* e, int type)
{
    unsigned char bytes[256];
    if (!e->is_alive) {
        cr_assert(belay_component_add(m->world, e->handle, m->types[type], NULL, NULL) == BELAY_ERROR_HANDLE);
    } else if (e->has[type]) {
        cr_assert(belay_component_remove(m->world, e->handle, m->types[type]) == BELAY_OK);
        e->has[type] = false;
    } else {
        e->value[type] = chance_whole(&m->random);
        model_fill(bytes, type, e->value[type]);
        cr_assert(belay_component_add(m->world, e->handle, m->types[type], bytes, NULL) == BELAY_OK);
        e->has[type] = true;
    }
}

static void model_check_entity(const model* m, const model_entity* e)
{
    cr_assert(belay_entity_is_alive(m->world, e->handle) == e->is_alive);
    for (int t = 0; t < MODEL_TYPES; t++) {
        const unsigned char* data = belay_component_get_const(m->world, e->handle, m->types[t]);
        cr_assert((data != NULL) == (e->is_alive && e->has[t]));
        cr_assert(data == NULL || model_matches(data, t, e->value[t]));
    }
}

static const model_entity* model_find(const model* m, belay_entity handle)
{
    for (int i = 0; i < MODEL_ENTITIES; i++)
        if (m->entities[i].is_alive && m->entities[i].handle.value == handle.value) return &m->entities[i];
    return NULL;
}

// Every entity with all types of the mask is visited once, with its own data.
static void model_check_iterator(model* m, unsigned mask)
{
    belay_component_id wanted[MODEL_TYPES];
    int types[MODEL_TYPES], right = 0, visited = 0;
    uint32_t count = 0;
    for (int t = 0; t < MODEL_TYPES; t++) {
        if (!(mask >> t & 1)) continue;
        types[count] = t;
        wanted[count++] = m->types[t];
    }
    for (int i = 0; i < MODEL_ENTITIES; i++) {
        const model_entity* e = &m->entities[i];
        bool has_all = e->is_alive;
        for (uint32_t k = 0; k < count; k++)
            has_all = has_all && e->has[types[k]];
        right += has_all;
    }
    belay_iterator q;
    cr_assert(belay_iterator_begin(m->world, wanted, count, &q) == BELAY_OK);
    while (belay_iterator_next(&q)) {
        const model_entity* e = model_find(m, q.entity);
        cr_assert(e != NULL);
        for (uint32_t k = 0; k < count; k++)
            cr_assert(model_matches(q.data[k], types[k], e->value[types[k]]));
        visited++;
    }
    cr_assert_eq(visited, right);
}

Test(component, random_operations_agree_with_a_plain_model)
{
    model* m = model_make();
    for (int i = 0; i < 60000; i++) {
        model_entity* e = &m->entities[chance_whole(&m->random) % MODEL_ENTITIES];
        uint32_t what = chance_whole(&m->random) % 10;
        if (what < 2)
            model_toggle_life(m, e);
        else
            model_toggle_component(m, e, (int)(what % MODEL_TYPES));
        model_check_entity(m, e);
        if (i % 1000 != 0) continue;
        for (int k = 0; k < MODEL_ENTITIES; k++)
            model_check_entity(m, &m->entities[k]);
        for (unsigned mask = 1; mask < 8; mask++)
            model_check_iterator(m, mask);
    }
    belay_world_destroy(m->world);
    free(m);
}

// ---------------------------------------------------------------------------------------------------------------------
// Queries
// ---------------------------------------------------------------------------------------------------------------------

Test(iterator, joins_bodies_with_components_of_ones_own)
{
    belay_world* world = new_world();
    belay_component_id name = new_component(world, "name", sizeof(int));
    for (int i = 0; i < 10; i++) {
        scene_ball ball = scene_ball_default();
        ball.position = v3(i, 0.0, 0.0);
        belay_entity body = belay_body_entity(scene_add_ball(world, &ball));
        if (i % 3 == 0) cr_assert(belay_component_add(world, body, name, &i, NULL) == BELAY_OK);
        int other = 1000 + i;
        cr_assert(belay_component_add(world, new_entity(world), name, &other, NULL) == BELAY_OK);
    }
    const belay_component_id wanted[] = {name, BELAY_COMPONENT_BODY_STATE};
    belay_iterator q;
    int visited = 0;
    cr_assert(belay_iterator_begin(world, wanted, 2, &q) == BELAY_OK);
    while (belay_iterator_next(&q)) {
        int number = *(const int*)q.data[0];
        cr_expect(((const belay_body_state*)q.data[1])->pose.position.x == number);
        visited++;
    }
    cr_expect_eq(visited, 4);
    belay_world_destroy(world);
}

Test(iterator, nothing_may_come_or_go_while_it_is_open)
{
    belay_world *world = new_world(), *control = new_world();
    scene_ball ball = scene_ball_default();
    belay_body_id body = scene_add_ball(world, &ball);
    scene_add_ball(control, &ball);
    belay_component_id health = new_component(world, "health", 8);
    new_component(control, "health", 8);
    belay_component_id id;
    belay_component_def component = {"another", 8};
    belay_body_def body_def = belay_body_def_default();
    belay_collider_def sphere = belay_collider_def_sphere(0.1);
    belay_body_id new_body;
    belay_entity e;
    belay_iterator q;
    cr_assert(belay_iterator_begin(world, &BELAY_COMPONENT_BODY_STATE, 1, &q) == BELAY_OK);
    cr_assert(belay_iterator_next(&q));
    unsigned char bytes[8192];
    size_t size;
    cr_expect(belay_world_snapshot(world, bytes, sizeof bytes, &size) == BELAY_OK, "reading is allowed");
    cr_expect(belay_entity_create(world, &e) == BELAY_ERROR_STATE);
    cr_expect(belay_entity_destroy(world, q.entity) == BELAY_ERROR_STATE);
    cr_expect(belay_component_add(world, q.entity, health, NULL, NULL) == BELAY_ERROR_STATE);
    cr_expect(belay_component_remove(world, q.entity, health) == BELAY_ERROR_STATE);
    cr_expect(belay_component_register(world, &component, &id) == BELAY_ERROR_STATE);
    cr_expect(belay_body_create(world, &body_def, &new_body) == BELAY_ERROR_STATE);
    cr_expect(belay_body_destroy(world, body) == BELAY_ERROR_STATE);
    cr_expect(belay_collider_create(world, body, &sphere, NULL) == BELAY_ERROR_STATE);
    cr_expect(belay_world_step(world) == BELAY_ERROR_STATE);
    cr_expect(belay_world_advance(world, 1.0, NULL) == BELAY_ERROR_STATE);
    cr_expect(belay_world_restore(world, bytes, size) == BELAY_ERROR_STATE);
    belay_iterator_end(&q);
    belay_iterator_end(&q);
    scene_check_same_course(world, control, 10);
    belay_world_destroy(world);
    belay_world_destroy(control);
}

Test(iterator, two_may_be_open_at_once)
{
    belay_world* world = new_world();
    belay_component_id c = new_component(world, "c", 4);
    for (int i = 0; i < 5; i++)
        cr_assert(belay_component_add(world, new_entity(world), c, &i, NULL) == BELAY_OK);
    belay_iterator outer, inner;
    int pairs = 0;
    belay_entity e;
    cr_assert(belay_iterator_begin(world, &c, 1, &outer) == BELAY_OK);
    while (belay_iterator_next(&outer)) {
        cr_assert(belay_iterator_begin(world, &c, 1, &inner) == BELAY_OK);
        while (belay_iterator_next(&inner))
            pairs++;
        cr_expect(belay_entity_create(world, &e) == BELAY_ERROR_STATE, "the outer one is still open");
    }
    cr_expect_eq(pairs, 25);
    cr_expect_not(belay_iterator_next(&outer));
    cr_expect(belay_entity_create(world, &e) == BELAY_OK, "the end closes it");
    belay_world_destroy(world);
}

Test(iterator, data_may_be_written)
{
    belay_world* world = new_world();
    belay_component_id c = new_component(world, "c", sizeof(int));
    belay_entity e[4];
    for (int i = 0; i < 4; i++) {
        e[i] = new_entity(world);
        cr_assert(belay_component_add(world, e[i], c, &i, NULL) == BELAY_OK);
    }
    belay_iterator q;
    cr_assert(belay_iterator_begin(world, &c, 1, &q) == BELAY_OK);
    while (belay_iterator_next(&q))
        *(int*)q.data[0] *= 10;
    for (int i = 0; i < 4; i++)
        cr_expect_eq(*(int*)belay_component_get(world, e[i], c), 10 * i);
    belay_world_destroy(world);
}

Test(iterator, bad_ones_are_refused)
{
    belay_world* world = new_world();
    belay_component_id c = new_component(world, "c", 4);
    belay_component_id many[BELAY_MAX_ITERATOR_COMPONENTS + 1];
    for (int i = 0; i <= BELAY_MAX_ITERATOR_COMPONENTS; i++)
        many[i] = c;
    belay_iterator q;
    belay_entity e;
    cr_expect(belay_iterator_begin(NULL, &c, 1, &q) == BELAY_ERROR_HANDLE);
    cr_expect(belay_iterator_begin(world, NULL, 1, &q) == BELAY_ERROR_VALUE);
    cr_expect(belay_iterator_begin(world, &c, 1, NULL) == BELAY_ERROR_VALUE);
    cr_expect(belay_iterator_begin(world, &c, 0, &q) == BELAY_ERROR_VALUE);
    cr_expect(belay_iterator_begin(world, many, BELAY_MAX_ITERATOR_COMPONENTS + 1, &q) == BELAY_ERROR_VALUE);
    for (uint32_t i = 0; i < 8; i++) {
        belay_component_id id = {i};
        if (i == 1 || i == c.value) continue;
        cr_expect(belay_iterator_begin(world, &id, 1, &q) == BELAY_ERROR_COMPONENT, "component %u", i);
    }
    cr_expect_not(belay_iterator_next(NULL));
    belay_iterator_end(NULL);
    cr_expect(belay_entity_create(world, &e) == BELAY_OK, "none of them is open");
    belay_world_destroy(world);
}
