// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Rods in a step. Beside each part: what it reads -> what it writes.

#ifndef BELAY_ENGINE_STEP_MOTION_STEP_RODS_H
#define BELAY_ENGINE_STEP_MOTION_STEP_RODS_H

#include "step/step.h"
#include "store/rod_internal.h"

// warm -> how contacts keep the segments of rods from turning, for their models
void bl_step_rods_gather_turning(belay_world* world);
// That of one contact, pressed together by `force` (N) in this step: force and turning of what it leaves to the next.
void bl_step_rod_keep_turning(const belay_world* world, const bl_step_rod_contact* c, double force, bl_rod_warm* warm);
// rods -> scratch.rods: their states at the contact instant, linearised; nodes, travel. The rods stay as they were
// until bl_step_rods_integrate.
void bl_step_rods_to_mid(belay_world* world);
// scratch.rods, proxies -> scratch.rods.contacts, sorted. MEMORY.
belay_result bl_step_rods_collide(belay_world* world);
// scratch.rods, proxies -> scratch.sensed: rods in sensors. MEMORY.
belay_result bl_step_rods_sense(belay_world* world);
// contacts with the last step's impulses -> place, normal and slack of those with colliders along which a rod runs
void bl_step_rods_slack(belay_world* world);
// contacts, attachments, warm -> scratch.rods.set with the last step's impulses; their effect is in the couplings and
// in scratch.velocities. MEMORY.
belay_result bl_step_rods_rows(belay_world* world);
// The same where rods' free velocities and their travel have changed and no row has; from the impulses of the set.
void bl_step_rods_set_free(belay_world* world);
// Adds the impulses of rods' elements to the bodies in scratch.velocities (made anew from the free ones).
void bl_step_rods_push_bodies(belay_world* world);
// set -> velocities of the rods after the step, and the way of their nodes with them.
void bl_step_rods_velocities(belay_world* world);
// Lets each rod look at where its velocities lead to; what it changed for that, after which all is to be solved again.
bl_rod_refined bl_step_rods_refine(belay_world* world);
// Whether the velocities of a rod would make energy out of nothing, or are not finite (step_rod_account.c).
bool bl_step_rod_is_astray(belay_world* world, uint32_t rod);
// Mechanical energy of rods that are awake, J, as they are between steps: kinetic, elastic and in the world's gravity.
double bl_step_rods_energy(const belay_world* world);
// The same before the step, which is kept of each.
double bl_step_rods_energy_before(belay_world* world);
// What was done to rods in the step, J, positive where it adds energy to the world: after the last solve, before
// bl_step_rods_integrate.
typedef struct bl_rod_works {
    double applied;  // by forces applied to rods
    double hands;    // by attachments to the world that are rows
    double movers;   // by kinematic bodies, through contacts and attachments
    double holds;    // by attachments to dynamic bodies
    double normal;   // by contacts of rods along their normals, against partners at rest
    double friction; // likewise
    double inside;   // by the rods' own stresses: what viscosity and theta take
    double overlap;  // of these three what takes overlap, and misfits of holds, back
    double driven;   // of that what drives apart what is at rest
    double scheme;   // by reading heights later than halfway between contact instants
} bl_rod_works;
bl_rod_works bl_step_rods_works(belay_world* world);
// Parts of it: of one rod, and of one element what comes from outside, by what leads its body or place; to *overlap
// comes what taking overlap back does, to *driven the part of it that drives apart what is at rest.
double bl_step_rod_applied_work(const belay_world* world, uint32_t rod);
double bl_step_rod_scheme_work(const belay_world* world, uint32_t rod);
double bl_step_rod_element_drive(const belay_world* world, uint32_t element, double* overlap, double* driven);
// How fast a contact of a rod takes overlap back, m/s; 0 for one that does not.
double bl_step_rod_recovery(const belay_world* world, double gap);
// By what holds the ends of one rod that its model holds itself, turning clamps too; after bl_step_rods_move.
double bl_step_rod_end_work(const belay_world* world, uint32_t rod);
// By what holds ends that the rods' models hold themselves, J: hands and kinematic bodies. After bl_step_rods_publish.
double bl_step_rods_end_work(const belay_world* world);
bool bl_step_rods_are_astray(belay_world* world); // any that is awake
bool bl_step_rod_is_finite(const bl_step_rod* rod);
// Linearises rods that are astray anew, about their motion; whether there are any.
bool bl_step_rods_linearise(belay_world* world);
// Where refining has come to no end: free velocities and matrices that take energy out. Whether there is any such rod.
bool bl_step_rods_slow(belay_world* world);
// scratch.rods.travel <- that of the free velocities
void bl_step_rods_travel_freely(belay_world* world);
// *crosses: whether rods would now pass through each other or themselves in this step. *any: whether there are contacts
// against that, against strands that would lie in each other at its end, and against ways through colliders, which were
// not there before; they are among scratch.rods.contacts, with the impulses of the others kept for the rows to be made
// anew. MEMORY.
belay_result bl_step_rods_find_crossings(belay_world* world, bool* any, bool* crosses);
// contacts: without those that it found, once rods are slowed down and go another way
void bl_step_rods_drop_late(belay_world* world);
// The last resort against what goes astray or still passes through itself or another: goes less far in this step
// (step_rod_restrain.c). MEMORY.
belay_result bl_step_rods_restrain(belay_world* world);
// scratch.rods.travel <- that of the velocities
void bl_step_rods_travel(belay_world* world);
// -> rods: moved, with new velocities, applied forces cleared
void bl_step_rods_integrate(belay_world* world);
// Before it: the step's states go to the end of the step; those that are not finite are kept still.
void bl_step_rods_move(belay_world* world);
// Velocities of a rod -> a part of them, 0 to 1; of the step's state, at its end. Where the model tells its energy of
// contact instants the rod gets to the next one as it would have: a taut one that vibrates is stretched between
// instants, and would stay so. With `keeps_momentum` of all velocities beside that of the centre of mass, where the
// model can tell it.
void bl_step_rod_lower(belay_world* world, uint32_t rod, double share, bool keeps_momentum);
// For a rod for which no finite step is found, or none without energy from nothing: it stays in this step where it was,
// and rests. As above, where energy is told of contact instants it comes to rest there.
void bl_step_rod_keep_still(belay_world* world, uint32_t rod);
bool bl_step_rod_are_finite(const double* numbers, size_t count);
size_t bl_step_rod_state_size(const bl_rod_record* record);
// Between the two, once velocities of bodies are limited: rods and bodies of islands that would make energy are slowed,
// or kept still; stats.limited_islands. -> scratch.rods.overlap
void bl_step_rods_limit(belay_world* world);
// set -> rod_contacts, rod_warm (which keeps what sleeps), forces of attachments. Needs the room that the rows and
// bl_step_rods_reserve_published reserved. MEMORY.
belay_result bl_step_rods_reserve_published(belay_world* world);
void bl_step_rods_publish(belay_world* world);
// Whether a rod and its partner, another or a collider, live and nobody looks at them, as both sleep or stand still.
bool bl_step_rod_pair_is_dormant(const belay_world* world, uint64_t a, uint64_t b);

// contacts, rod_contacts, rod_touching -> events, rod_touching; needs the room that is reserved once the contacts are
// known. MEMORY.
belay_result bl_step_rods_reserve_events(belay_world* world);
void bl_step_rods_events(belay_world* world);

// Wakes rods that hang on what is awake, and bodies on which an awake rod hangs; true when there were any.
bool bl_step_rods_wake_held(belay_world* world);
// The same, and sleepers, rods and bodies, that contacts of rods press on.
bool bl_step_rods_wake(belay_world* world);
// contacts: without those in which nothing that impulses move takes part.
void bl_step_rods_drop_idle(belay_world* world);
// The islands of those that hold on to each other: without contacts of rods that are open, which the solver needs only
// because they might close. `pairs` are those of their elements. Needs the room of the first. MEMORY.
belay_result bl_step_rods_reserve_rest_islands(belay_world* world);
bl_islands bl_step_rods_rest_islands(belay_world* world, const bl_body_pair** pairs);
// rods -> for how long each has been at rest
void bl_step_rods_measure_rest(belay_world* world);
// Whether it sleeps, or has been at rest for long enough.
bool bl_step_rod_is_ready(const belay_world* world, uint32_t rod);
// -> sleep events, stats
void bl_step_rods_report_sleep(belay_world* world);

// What stands for the model of a rod that sleeps.
extern const bl_rod_ops bl_rod_asleep;

// set -> contacts: their impulses, for rows that are made anew
void bl_step_rods_keep_impulses(belay_world* world);

// The place, among the nodes of islands, of the rod at a place of its table: behind the bodies and the world.
static inline uint32_t bl_rod_island_node(const belay_world* world, uint32_t rod)
{
    return bl_body_count(world) + 1 + rod;
}

#endif
