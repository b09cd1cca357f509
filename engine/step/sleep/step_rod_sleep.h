// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Waking rods, and what hangs on them, and when rods fall asleep.

#ifndef BELAY_ENGINE_STEP_SLEEP_STEP_ROD_SLEEP_H
#define BELAY_ENGINE_STEP_SLEEP_STEP_ROD_SLEEP_H

#include "store/rods.h"

// Wakes rods that hang on what is awake, and bodies on which an awake rod hangs; true when there were any.
bool bl_step_rods_wake_held(belay_world* world);
// The same, and sleepers, rods and bodies, that contacts of rods press on.
bool bl_step_rods_wake(belay_world* world);
// contacts: without those in which nothing that impulses move takes part.
void bl_step_rods_drop_idle(belay_world* world);
// The islands of those that hold on to each other: without contacts of rods that are open, which the solver needs only
// because they might close, and with joints that hold nothing now, as what is joined sleeps together. `pairs` are those
// of their elements. scratch.solve, joints, rods -> scratch.rods.rest_*; needs the room of the first. MEMORY.
belay_result bl_step_rods_reserve_rest_islands(belay_world* world);
bl_islands bl_step_rods_rest_islands(const belay_world_def* def, bl_step_scratch* scratch, const bl_body_pair** pairs);
// scratch.rods -> records of rods: for how long each has been at rest; scratch.rods.ahead is overwritten
void bl_step_rods_measure_rest(const belay_world_def* def, const bl_entity_store* entities, bl_step_rods* rods);
// Whether it sleeps, or has been at rest for long enough.
bool bl_step_rod_is_ready(const belay_world_def* def, const bl_rod_record* record);
// records of rods -> sleep events, stats
void bl_step_rods_report_sleep(const bl_entity_store* entities, belay_step_stats* stats, bl_published* published);

#endif
