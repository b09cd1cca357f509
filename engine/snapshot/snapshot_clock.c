// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "snapshot/snapshot_clock.h"

#include <math.h>

static bl_snapshot_settings settings_get(const belay_world_def* d)
{
    bl_snapshot_settings s = {d->gravity,
                              {d->step_seconds, d->theta, (double)d->max_steps_per_advance, d->solver.tolerance,
                               (double)d->solver.max_iterations, d->contact_margin, d->touch_tolerance,
                               d->restitution_threshold, d->overlap_slop, d->overlap_recovery, d->overlap_max_speed,
                               (double)d->enable_sleep, d->sleep_speed, d->sleep_seconds,
                               (double)d->enable_continuous}};
    return s;
}

static void settings_set(const bl_snapshot_settings* s, belay_world_def* d)
{
    d->gravity = s->gravity;
    d->step_seconds = s->numbers[0];
    d->theta = s->numbers[1];
    d->max_steps_per_advance = (int)s->numbers[2];
    d->solver.tolerance = s->numbers[3];
    d->solver.max_iterations = (int)s->numbers[4];
    d->contact_margin = s->numbers[5];
    d->touch_tolerance = s->numbers[6];
    d->restitution_threshold = s->numbers[7];
    d->overlap_slop = s->numbers[8];
    d->overlap_recovery = s->numbers[9];
    d->overlap_max_speed = s->numbers[10];
    d->enable_sleep = s->numbers[11] != 0.0;
    d->sleep_speed = s->numbers[12];
    d->sleep_seconds = s->numbers[13];
    d->enable_continuous = s->numbers[14] != 0.0;
}

static void islands_get(const belay_solver_settings* s, bl_snapshot_clock* c)
{
    for (int i = 0; i < BELAY_ISLAND_CLASS_COUNT; i++) {
        c->islands[i][0] = s->islands[i].enable_library;
        c->islands[i][1] = (uint64_t)s->islands[i].method;
        c->islands[i][2] = (uint64_t)s->islands[i].local;
    }
}

static void islands_set(const bl_snapshot_clock* c, belay_solver_settings* s)
{
    for (int i = 0; i < BELAY_ISLAND_CLASS_COUNT; i++)
        s->islands[i] = (belay_island_solver){c->islands[i][0] != 0, (belay_method)c->islands[i][1],
                                              (belay_local_method)c->islands[i][2]};
}

// The rest of what a world takes is checked with its definition.
static bool islands_are_sane(const bl_snapshot_clock* c)
{
    for (int i = 0; i < BELAY_ISLAND_CLASS_COUNT; i++)
        if (c->islands[i][0] > 1 || c->islands[i][1] >= BELAY_METHOD_COUNT || c->islands[i][2] >= BELAY_LOCAL_COUNT)
            return false;
    return true;
}

bl_snapshot_clock bl_snapshot_clock_get(const belay_world* w)
{
    bl_snapshot_clock c = {settings_get(&w->def),
                           w->clock.step_count,
                           w->def.solver.enable_warm_start,
                           w->entities.pool.first_free,
                           w->entities.pool.alive,
                           w->entities.table_count,
                           w->sleep_islands,
                           (uint64_t)w->def.solver.max_work,
                           w->is_begun,
                           w->clock.time,
                           w->clock.accumulator,
                           w->clock.last_h,
                           w->def.solver.budget_seconds,
                           {{0}}};
    islands_get(&w->def.solver, &c);
    return c;
}

void bl_snapshot_clock_set(const bl_snapshot_clock* c, belay_world* w)
{
    settings_set(&c->settings, &w->def);
    w->clock.step_count = c->step_count;
    w->def.solver.enable_warm_start = c->enable_warm_start != 0;
    w->def.solver.budget_seconds = c->budget_seconds;
    w->entities.pool.first_free = (uint32_t)c->first_free;
    w->entities.pool.alive = (uint32_t)c->alive;
    w->sleep_islands = (uint32_t)c->sleep_islands;
    w->def.solver.max_work = (int64_t)c->max_work;
    w->is_begun = c->is_begun != 0;
    w->clock.time = c->time;
    w->clock.accumulator = c->accumulator;
    w->clock.last_h = c->last_h;
    islands_set(c, &w->def.solver);
}

bool bl_snapshot_clock_is_sane(const bl_snapshot_clock* c)
{
    const double* n = c->settings.numbers;
    bool are_whole = n[2] >= 1.0 && n[2] <= INT32_MAX && n[2] == floor(n[2]) && n[4] >= 1.0 && n[4] <= INT32_MAX &&
                     n[4] == floor(n[4]);
    bool are_flags = c->enable_warm_start <= 1 && c->is_begun <= 1 && (n[11] == 0.0 || n[11] == 1.0) &&
                     (n[14] == 0.0 || n[14] == 1.0);
    return are_whole && are_flags && islands_are_sane(c) && c->first_free <= UINT32_MAX && c->alive <= UINT32_MAX &&
           c->sleep_islands <= UINT32_MAX && c->max_work <= INT64_MAX && c->step_count <= INT64_MAX;
}
