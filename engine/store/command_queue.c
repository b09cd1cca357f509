// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A ring of cells with many writers and one reader, without a lock. Places are numbered without end; place p is in cell
// p mod n. The turn of a cell says what may be done with it:
//
//     turn == p          free for the writer of place p
//     turn == p + 1      holds the command of place p, for the reader
//     turn == p + n      read; free for the writer of place p + n
//
// A writer takes a place by raising `tail` and has the cell to itself until it raises the turn. The reader goes on
// while the cell of its place is filled: it stops before a command that is still being written, and so keeps the order.

#include "store/command_queue.h"

#include "core/alloc.h"
#include "core/atomic.h"
#include "store/checks.h"

#include <string.h>

typedef struct command_cell {
    bl_atomic turn;
    belay_command_fn* run;
    uint64_t data[BELAY_COMMAND_DATA_SIZE / 8];
} command_cell;

struct bl_commands {
    bl_atomic tail; // the place of the next command
    uint32_t head;  // the reader's
    uint32_t count; // of cells: a power of two, so that places may wrap around
    size_t size;    // bytes of this
    command_cell cells[];
};

belay_result bl_commands_create(int capacity, const belay_allocator* allocator, bl_commands** commands)
{
    *commands = NULL;
    if (capacity == 0) return BELAY_OK;
    uint32_t count = 2; // with a single cell "filled" and "free again" would be the same turn
    while (count < (uint32_t)capacity)
        count *= 2;
    size_t size = sizeof(bl_commands) + count * sizeof(command_cell);
    bl_commands* c = bl_allocate(allocator, size);
    if (c == NULL) return BELAY_ERROR_MEMORY;
    c->count = count;
    c->size = size;
    for (uint32_t i = 0; i < count; i++)
        bl_atomic_store(&c->cells[i].turn, i);
    *commands = c;
    return BELAY_OK;
}

void bl_commands_destroy(bl_commands* commands, const belay_allocator* allocator)
{
    if (commands != NULL) bl_free(allocator, commands, commands->size);
}

// The cell of the next place, for a writer; null when it still holds what has not been read.
static command_cell* take_cell(bl_commands* c, uint32_t* index)
{
    *index = bl_atomic_load(&c->tail);
    for (;;) {
        command_cell* cell = &c->cells[*index & (c->count - 1)];
        uint32_t turn = bl_atomic_load(&cell->turn);
        if (turn == *index) {
            if (bl_atomic_replace(&c->tail, index, *index + 1)) return cell;
        } else if ((int32_t)(turn - *index) < 0) {
            return NULL;
        } else {
            *index = bl_atomic_load(&c->tail); // another writer was here first
        }
    }
}

belay_result belay_world_queue_command(belay_world* world, belay_command_fn* run, const void* data, size_t size)
{
    if (world == NULL) return BELAY_ERROR_HANDLE;
    if (run == NULL || size > BELAY_COMMAND_DATA_SIZE || (data == NULL && size > 0)) return BELAY_ERROR_VALUE;
    if (world->commands == NULL) return BELAY_ERROR_CAPACITY;
    uint32_t index;
    command_cell* cell = take_cell(world->commands, &index);
    if (cell == NULL) return BELAY_ERROR_CAPACITY;
    cell->run = run;
    if (size > 0) memcpy(cell->data, data, size);
    bl_atomic_store(&cell->turn, index + 1);
    return BELAY_OK;
}

// What commands queue themselves comes after `end`, and waits for the next step.
void bl_commands_run(belay_world* world)
{
    bl_commands* c = world->commands;
    if (c == NULL) return;
    uint32_t end = bl_atomic_load(&c->tail);
    for (; c->head != end; c->head++) {
        command_cell* cell = &c->cells[c->head & (c->count - 1)];
        if (bl_atomic_load(&cell->turn) != c->head + 1) return;
        world->stats.commands++;
        if (cell->run(world, cell->data) != BELAY_OK) world->stats.failed_commands++;
        bl_iterators_close(world, "a command");
        bl_atomic_store(&cell->turn, c->head + c->count);
    }
}
