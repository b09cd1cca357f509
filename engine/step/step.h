// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The parts of a step, each in a file of its own. Beside each: what it reads -> what it writes.

#ifndef BELAY_ENGINE_STEP_STEP_H
#define BELAY_ENGINE_STEP_STEP_H

#include "store/world_internal.h"

// Makes room for one step with the bodies and colliders there are. MEMORY.
belay_result bl_step_reserve(belay_world* world);
// Makes room for `count` contacts. MEMORY.
belay_result bl_step_reserve_contacts(belay_world* world, uint32_t count);
// Makes room for the contacts and joints that there are. MEMORY.
belay_result bl_step_reserve_elements(belay_world* world);

// joints' forces of the last step -> scratch.stiffness
void bl_step_find_stiffness(belay_world* world);
// The mass of a body with the moments of inertia raised that are too small for the stiffness that joints give it, and
// its spin (world frame; `principal` turns the principal frame into the world) lowered for that; true when any was.
bool bl_step_stiffened_mass(const belay_world* world, uint32_t place, belay_quat principal, bl_rigid_mass* mass,
                            belay_vec3* spin);
// Remembers what the moments were raised to, for the next step.
void bl_step_keep_stiffness(belay_world* world);

// body states, applied forces -> scratch.bodies (mid placement, v-, v_free, response), scratch.velocities
void bl_step_integrate_to_mid(belay_world* world);
// The same of one body alone, for a share of the way to the contact instant.
void bl_step_body_to_mid(belay_world* world, uint32_t place, double share);
// scratch.bodies, colliders -> scratch.proxies, scratch.pairs (sorted by collider ids). MEMORY.
belay_result bl_step_broad_phase(belay_world* world);
// scratch.pairs -> scratch.contacts (geometry, material). MEMORY.
belay_result bl_step_narrow_phase(belay_world* world);
// scratch.contacts, warm -> contact features, scratch.warm_impulses
void bl_step_recognise(belay_world* world);
// scratch.contacts, warm -> contact features, scratch.rows (frame, impulse), scratch.velocities (with those impulses);
// then what the impact law asks of each contact; contacts that take no part are dropped.
void bl_step_warm_start(belay_world* world);
// bodies, row -> row.q: u_free against what is asked of the row; of one that is missed by the free motion no more is
// asked than that.
void bl_step_set_free_velocity(const bl_step_scratch* scratch, bool is_missed, bl_contact_row* row);
// rows -> rows: the normal impulses of faces, with the same resultant, as even as they can be
void bl_step_even_load(belay_world* world);
// -> scratch.velocities: the free ones, without any impulse
void bl_step_reset_velocities(belay_world* world);
// rows, joint_set, rods.set -> scratch.velocities: those of free motion with all impulses
void bl_step_apply_impulses(belay_world* world);
// scratch.contacts, joint_set -> scratch.islands
void bl_step_islands(belay_world* world);
// The contacts of an island come first in its order, then its joints: how many contacts there are.
uint32_t bl_step_island_contacts(const bl_step_scratch* scratch, uint32_t island);
// scratch.rows, scratch.islands -> impulses, scratch.velocities, stats; `deadline` on bl_timer_seconds, 0: none (here
// and below).
// MEMORY.
belay_result bl_step_solve(belay_world* world, double deadline);
// The same without stats and what comes after; scratch.reports.
belay_result bl_step_solve_islands(belay_world* world, double deadline);
// All that is to be solved in this step.
bl_row_set bl_step_row_set(belay_world* world);
// One island again, from the impulses that there are; plain: by a few sweeps alone. Its report is that of the last
// solve with the work of all.
void bl_step_solve_island(belay_world* world, uint32_t island, bool is_plain, double deadline);
// The work that heaps get in a step, and overlap recovery too.
int64_t bl_step_heap_work(const belay_world* world);
// scratch.rows, velocities -> scratch.recovery: pseudo-velocities that take overlap back. What many contacts ask for is
// done in part, in BL_RECOVERY_LEAST_SWEEPS (less would push heaps apart); the next step goes on. Past the deadline as
// many are made all the same: steps that leave overlap take longer.
#define BL_RECOVERY_LEAST_SWEEPS 10
void bl_step_recover_overlap(belay_world* world, double deadline);
// scratch.velocities, scratch.recovery -> body states, cleared forces
void bl_step_integrate(belay_world* world);
// scratch.rows -> contacts, warm (which keeps what sleeps)
void bl_step_publish(belay_world* world);

// contacts, sensed pairs, touching, visits -> events, touching, visits; needs bl_step_reserve_events after the narrow
// phase. MEMORY.
belay_result bl_step_reserve_events(belay_world* world);
void bl_step_events(belay_world* world);
// Whether a body, by a collider at this gap, wakes a sleeper: it is active and presses on it, or stands still and has
// come into it. What has come to stand beside it leaves it asleep.
bool bl_step_can_wake(const belay_world* world, uint32_t body, uint32_t collider, double gap, bool presses);
// Wakes sleepers that contacts press on; true when there were any (bodies and contacts are then to be found anew).
bool bl_step_wake(belay_world* world);
// body states, islands -> sleeping bodies, sleep events. MEMORY.
belay_result bl_step_reserve_sleep(belay_world* world);
void bl_step_sleep(belay_world* world);

// Runs the systems of a phase.
void bl_step_run_systems(belay_world* world, belay_phase phase);

#endif
