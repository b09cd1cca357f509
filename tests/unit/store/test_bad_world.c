// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Scene L1 for worlds themselves: those that cannot be made, and that what is refused asks for no memory.

#include "core/alloc.h"
#include "support/bad_numbers.h"
#include "support/scene.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------------------------------
// Making a world
// ---------------------------------------------------------------------------------------------------------------------

static int allocations;

static void* counting_reallocate(void* context, void* block, size_t old_size, size_t new_size)
{
    (void)context;
    allocations++;
    belay_allocator a = bl_allocator_default();
    return a.reallocate(a.context, block, old_size, new_size);
}

static void check_world_refused(const belay_world_def* def, const char* name, double value)
{
    char text[32];
    snprintf(text, sizeof text, "%g", value);
    belay_world_def counted = *def;
    counted.allocator.reallocate = counting_reallocate;
    belay_world* world = NULL;
    belay_error error;
    allocations = 0;
    cr_expect(belay_world_create(&counted, &world, &error) == BELAY_ERROR_VALUE, "%s = %g", name, value);
    cr_expect(world == NULL && allocations == 0);
    cr_expect(error.code == BELAY_ERROR_VALUE);
    cr_expect(strstr(error.message, name) != NULL && strstr(error.message, text) != NULL, "\"%s\"", error.message);
    cr_expect(belay_world_create(&counted, &world, NULL) == BELAY_ERROR_VALUE, "without an error to write");
}

typedef struct world_number {
    const char* name;
    size_t offset;
    number_kind kind;
} world_number;

#define WORLD_NUMBER(field, kind)                                                                                      \
    {                                                                                                                  \
#field, offsetof(belay_world_def, field), kind                                                                 \
    }

static const world_number world_numbers[] = {
    {"gravity", offsetof(belay_world_def, gravity.x), NUMBER_FINITE},
    {"gravity", offsetof(belay_world_def, gravity.y), NUMBER_FINITE},
    {"gravity", offsetof(belay_world_def, gravity.z), NUMBER_FINITE},
    WORLD_NUMBER(step_seconds, NUMBER_POSITIVE),
    WORLD_NUMBER(theta, NUMBER_THETA),
    WORLD_NUMBER(solver.tolerance, NUMBER_BETWEEN_0_1),
    WORLD_NUMBER(solver.budget_seconds, NUMBER_NOT_LESS),
    WORLD_NUMBER(contact_margin, NUMBER_NOT_LESS),
    WORLD_NUMBER(touch_tolerance, NUMBER_NOT_LESS),
    WORLD_NUMBER(restitution_threshold, NUMBER_NOT_LESS),
    WORLD_NUMBER(overlap_slop, NUMBER_NOT_LESS),
    WORLD_NUMBER(overlap_recovery, NUMBER_SHARE),
    WORLD_NUMBER(overlap_max_speed, NUMBER_NOT_LESS),
};

static void check_world_number(const world_number* n, double value)
{
    belay_world_def def = belay_world_def_default();
    memcpy((char*)&def + n->offset, &value, sizeof value);
    check_world_refused(&def, n->name, value);
}

Test(world_create, bad_numbers_are_refused)
{
    const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, 1e300};
    for (size_t k = 0; k < sizeof world_numbers / sizeof *world_numbers; k++) {
        for (int i = 0; i < 4; i++)
            check_world_number(&world_numbers[k], bad[i]);
        for (const double* x = bad_numbers_of(world_numbers[k].kind); *x != 0.0; x++)
            check_world_number(&world_numbers[k], *x);
        if (bad_number_is_zero(world_numbers[k].kind)) check_world_number(&world_numbers[k], 0.0);
    }
}

Test(world_create, bad_counts_and_null_pointers_are_refused)
{
    belay_world_def def = belay_world_def_default();
    belay_world* world = NULL;
    belay_error error;
    def.max_steps_per_advance = 0;
    check_world_refused(&def, "max_steps_per_advance", 0.0);
    def = belay_world_def_default();
    def.solver.max_iterations = -3;
    check_world_refused(&def, "max_iterations", -3.0);
    def = belay_world_def_default();
    cr_expect(belay_world_create(NULL, &world, &error) == BELAY_ERROR_VALUE && world == NULL);
    cr_expect(strstr(error.message, "def") != NULL);
    cr_expect(belay_world_create(&def, NULL, &error) == BELAY_ERROR_VALUE);
    cr_expect(strstr(error.message, "world is null") != NULL);
}

// ---------------------------------------------------------------------------------------------------------------------
// A refused call allocates nothing
// ---------------------------------------------------------------------------------------------------------------------

static belay_world* counted_world(void)
{
    belay_world_def def = belay_world_def_default();
    def.allocator.reallocate = counting_reallocate;
    belay_world* world = scene_world_of(&def);
    allocations = 0;
    return world;
}

Test(refused, body_allocates_nothing)
{
    belay_world* world = counted_world();
    belay_body_def def = belay_body_def_default();
    belay_body_id id;
    def.mass = -1.0;
    cr_expect(belay_body_create(world, &def, &id) == BELAY_ERROR_VALUE);
    cr_expect(belay_body_create(world, NULL, &id) == BELAY_ERROR_VALUE);
    cr_expect_eq(allocations, 0);
    belay_world_destroy(world);
}

Test(refused, collider_allocates_nothing)
{
    belay_world* world = counted_world();
    belay_body_def body = belay_body_def_default();
    belay_body_id id;
    cr_assert(belay_body_create(world, &body, &id) == BELAY_OK);
    for (int i = 0; i < 3; i++) { // uses up the room that comes with the first
        belay_entity e;
        cr_assert(belay_entity_create(world, &e) == BELAY_OK);
    }
    allocations = 0;
    belay_collider_def def = belay_collider_def_sphere(-1.0);
    cr_expect(belay_collider_create(world, id, &def, NULL) == BELAY_ERROR_VALUE);
    def.material.friction = -1.0;
    cr_expect(belay_collider_create(world, id, &def, NULL) == BELAY_ERROR_VALUE);
    cr_expect_eq(allocations, 0);
    belay_world_destroy(world);
}

Test(refused, entity_and_pair_allocate_nothing)
{
    belay_world* world = counted_world();
    cr_expect(belay_entity_create(world, NULL) == BELAY_ERROR_VALUE);
    cr_expect(belay_pair_set_material(world, (belay_collider_id){1}, (belay_collider_id){2},
                                      belay_material_default()) == BELAY_ERROR_HANDLE);
    cr_expect_eq(allocations, 0);
    belay_world_destroy(world);
}
