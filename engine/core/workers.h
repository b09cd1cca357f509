// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Threads that share the work of a loop. A loop is cut into ranges of indices, and whoever is free takes the next one:
// which thread gets which range is left to chance, so what is done for an index must depend on that index alone, and be
// written where no other index writes. Then the results are the same bits whatever the number of workers.
//
// Between loops the threads look for work for a moment, then sleep. The calling thread never waits for one that has
// not begun: while the others wake it does the work itself.

#ifndef BELAY_ENGINE_CORE_WORKERS_H
#define BELAY_ENGINE_CORE_WORKERS_H

#include "belay/base.h"
#include "belay/result.h"
#include "belay/task.h"

#include <stdbool.h>
#include <stdint.h>

#define BL_MAX_WORKERS 64

typedef struct bl_workers bl_workers;

// The work for the indices [begin, end), done by worker number `worker` in [0, bl_workers_count): two ranges with the
// same number never run at the same time. Must not allocate.
typedef void bl_workers_fn(void* context, uint32_t begin, uint32_t end, int worker);

// Makes `count` workers, 1 to BL_MAX_WORKERS, of which the calling thread will be the first, number 0. The others are
// threads of their own where `tasks` is null, or calls that it makes. MEMORY; STATE when the system gives no more
// threads.
belay_result bl_workers_create(int count, const belay_task_system* tasks, const belay_allocator* allocator,
                               bl_workers** workers, belay_error* error);
// Not while they run. Null is allowed.
void bl_workers_destroy(bl_workers* workers);

// Null is one worker, the calling thread.
int bl_workers_count(const bl_workers* workers);

// Calls `fn` for ranges that together are [0, count), each of `grain` indices (the last may be shorter), and returns
// when all of it is done. With one worker, or no more than one range, it is one call for all. From one thread at a
// time; inside `fn` it is refused: returns false and does nothing. Cost: about 0.1 us; 3 us where threads must be
// woken.
bool bl_workers_run(bl_workers* workers, uint32_t count, uint32_t grain, bl_workers_fn* fn, void* context);

#endif
