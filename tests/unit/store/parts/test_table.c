// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A table of components against a plain list of what is in it, through whatever adding and removing: elements stay
// dense, each keeps its owner and what was written to it, and the last one takes the place of one that goes.

#include "core/alloc.h"
#include "store/parts/table.h"
#include "support/chance.h"

#include <criterion/criterion.h>

enum { SLOTS = 50 };

typedef struct thing {
    uint64_t number;
    double weight;
} thing;

static void check_against(const bl_table* table, const thing expected[SLOTS], const bool is_there[SLOTS])
{
    uint32_t count = 0;
    for (uint32_t slot = 0; slot < SLOTS; slot++) {
        uint32_t index = bl_table_find(table, slot);
        count += is_there[slot];
        cr_assert_eq(index != BL_NO_INDEX, is_there[slot], "slot %u", slot);
        if (!is_there[slot]) continue;
        const thing* found = bl_table_at(table, index);
        cr_assert_lt(index, table->count);
        cr_assert_eq(table->slots[index], slot);
        cr_assert(found->number == expected[slot].number && found->weight == expected[slot].weight, "slot %u", slot);
    }
    cr_assert_eq(table->count, count);
}

Test(table, keeps_what_is_in_it_through_all_changes)
{
    belay_allocator allocator = bl_allocator_default();
    bl_table table;
    thing expected[SLOTS] = {{0, 0.0}};
    bool is_there[SLOTS] = {false};
    uint64_t seed = 7;
    bl_table_init(&table, "thing", sizeof(thing));
    for (uint64_t i = 1; i <= 3000; i++) {
        uint32_t slot = chance_below(&seed, SLOTS);
        if (is_there[slot]) {
            bl_table_remove(&table, slot);
        } else {
            expected[slot] = (thing){i, chance_signed(&seed)};
            cr_assert(bl_table_reserve(&table, slot, &allocator));
            bl_table_add(&table, slot, &expected[slot]);
        }
        is_there[slot] = !is_there[slot];
        check_against(&table, expected, is_there);
    }
    bl_table_fini(&table);
}

Test(table, fills_the_place_of_what_goes_with_the_last_one)
{
    belay_allocator allocator = bl_allocator_default();
    bl_table table;
    bl_table_init(&table, "thing", sizeof(thing));
    for (uint32_t slot = 0; slot < 4; slot++) {
        thing t = {slot, 0.0};
        cr_assert(bl_table_reserve(&table, slot, &allocator));
        bl_table_add(&table, slot, &t);
    }
    bl_table_remove(&table, 1);
    cr_expect_eq(table.slots[1], 3);
    cr_expect_eq(bl_table_find(&table, 3), 1);
    cr_expect_eq(bl_table_find(&table, 1), BL_NO_INDEX);
    bl_table_remove(&table, 2); // the last one itself
    cr_expect_eq(table.count, 2);
    cr_expect_eq(bl_table_find(&table, 3), 1);
    bl_table_fini(&table);
}

Test(table, zeroes_what_it_is_given_nothing_for)
{
    belay_allocator allocator = bl_allocator_default();
    bl_table table;
    thing full = {UINT64_MAX, 1.0};
    bl_table_init(&table, "a name that is longer than the room there is for names", sizeof(thing));
    cr_expect_eq(table.name[BL_TABLE_NAME_SIZE - 1], '\0');
    cr_assert(bl_table_reserve(&table, 0, &allocator));
    bl_table_add(&table, 0, &full);
    bl_table_remove(&table, 0);
    cr_assert(bl_table_reserve(&table, 9, &allocator));
    const thing* t = bl_table_add(&table, 9, NULL);
    cr_expect(t->number == 0 && t->weight == 0.0);
    bl_table_fini(&table);
}
