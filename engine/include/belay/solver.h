// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the contact solver is asked for and what it answers.
//
// The problem of a step: find impulses r with u+ = W r + u_free such that at every contact
//     K*_mu contains u~ = u+ + mu |u_T+| e_N,  r in K_mu,  u~ . r = 0        (Signorini-Coulomb, De Saxce's form)
// where the normal speeds are measured against the target that impact law, gap and curvature ask for.

#ifndef BELAY_SOLVER_H
#define BELAY_SOLVER_H

#include "belay/method_list.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Classes of islands, by what they are made of; contacts with what is fixed count as others do.
typedef enum belay_island_class {
    BELAY_ISLAND_SMALL,  // contacts of bodies, fewer than 150
    BELAY_ISLAND_LARGE,  // contacts of bodies, 150 and more
    BELAY_ISLAND_JOINTS, // with joints
    BELAY_ISLAND_RODS,   // with rods
    BELAY_ISLAND_CLASS_COUNT
} belay_island_class;

// How a class of islands is solved. All zero, the default: sweeps with the exact solver of one contact, Newton's method
// and the carrying of load, as engine/docs/solver.md tells; what else there is serves comparison and study.
typedef struct belay_island_solver {
    // false: as above. true: by `method` of the solver library, on the island's problem assembled anew in each step,
    // from the last step's impulses (from zero without warm start), to `tolerance`, with max_iterations of the method's
    // own unit and the time that is left. It takes memory in each step, heeds no max_work, and is made by the calling
    // thread. Impulses outside the round cone (outer faceted cones) are projected. Rows of joints and rods that are
    // bilateral are eliminated exactly, and limits are contacts without friction. Islands that have rows of another
    // kind (motors and springs with a largest force, which no cone expresses, capped holds of rods) or, with joints or
    // rods, more than 3000 rows are solved as with false; belay_step_stats counts both kinds. VALUE where this build
    // has no such method.
    bool enable_library;
    belay_method method;      // of the library; not looked at without
    belay_local_method local; // the solver of one contact in sweeps, and in the method if it sweeps; default EXACT
} belay_island_solver;

// How contacts are solved. belay_solver_settings_default gives the values named here.
typedef struct belay_solver_settings {
    double tolerance;      // on belay_residual.natural, island by island; > 0, < 1; default 1e-6
    int max_iterations;    // Gauss-Seidel sweeps per step and island; >= 1; default 1000
    double budget_seconds; // wall time for a whole step, detection included; 0: no limit, and the same bits every time.
                           // The solve ends in time for what follows it, with the admissible impulses reached so
                           // far, but not before each island has had 16 sweeps (docs/simulation.md)
    bool enable_warm_start; // start from the last step's impulses; default true
    int64_t max_work; // one-block problems per step (each takes 0.1 to 0.2 us), >= 0; 0: no limit. The deterministic
                      // sibling of the time budget: islands share it by their size, each gets 10 sweeps at least (a
                      // pile of faces with its load carried once between them), and Newton's iterations are counted
                      // as their equal in time. Large piles that move would not be solved to the last digit for all of
                      // it: they get 0.6 of it per second of step (a hundredth at 1/60 s), overlap recovery the same;
                      // joints and rods in them are solved together, again and again between the sweeps. With rods, which may be solved for up to
                      // fourteen times in a step (docs/rods.md), for all of that, and large islands of rods alone four
                      // times their share; forming their operators counts. Default 1000000
    belay_island_solver islands[BELAY_ISLAND_CLASS_COUNT]; // how each class of islands is solved; default all zero
} belay_solver_settings;

// tolerance 1e-6, 1000 iterations, no budget, warm start, 1000000 units of work.
belay_solver_settings belay_solver_settings_default(void);

// How far impulses are from the law; all dimensionless and unchanged by W -> s W, r -> r / s and by u -> t u. With
// w_a = tr(W_aa)/3 and the sums over all contacts a, divided by |q| = |u_free| (by 1 if that is zero). What rounding
// leaves in the sums, island by island, is taken off: 4 units in the last place of the velocities and of what impulses
// change them by. Joints and rods count as contacts do.
typedef struct belay_residual {
    // |w_a (r_a - P_K(r_a - u~_a / w_a))|: the natural map of De Saxce's form; the one that is steered by.
    double natural;
    // The functions of Alart and Curnier (bertails2011, eq. 4) and of Fischer and Burmeister on the second-order cone
    // (daviet2011, sec. 5), scaled likewise.
    double alart_curnier, fischer_burmeister;
    // The largest single term of each.
    double natural_max, alart_curnier_max, fischer_burmeister_max;
    // The contact with the largest term of `natural`, an index into belay_world_get_contacts; -1 without contacts.
    int32_t worst_contact;
} belay_residual;

// The parts of a step, in their order.
typedef enum belay_step_part {
    BELAY_STEP_COMMANDS,         // what other threads queued, and systems of that phase
    BELAY_STEP_FORCES,           // systems of that phase
    BELAY_STEP_INTEGRATE_TO_MID, // motion to the contact instant
    BELAY_STEP_BROAD_PHASE,      // pairs whose boxes overlap
    BELAY_STEP_NARROW_PHASE,     // where they touch
    BELAY_STEP_WARM_START,       // rows, with the last step's impulses
    BELAY_STEP_ISLANDS,          // independent sub-problems
    BELAY_STEP_SOLVE,            // impulses
    BELAY_STEP_INTEGRATE,        // motion to the end of the step
    BELAY_STEP_EVENTS,           // contacts and events, and systems of that phase
    BELAY_STEP_SLEEP,            // falling asleep and waking
    BELAY_STEP_PART_COUNT
} belay_step_part;

// The name of a part, for tables; never null.
const char* belay_step_part_name(belay_step_part part);

// Where the energy of a step came from and went to, J. Work is positive where it adds energy to the world. All works
// are r . (u- + u+) / 2 of the impulses that acted, u- and u+ the velocities that they work on before and after, so
// that
//     after = before + applied + motors + springs + movers + hands + overlap + normal + friction + joints + rods
//             + limits + damping + scheme + left_over.
// A step is passive when what is not a drive, normal + friction + joints + rods + limits + left_over, is not above zero
// but for rounding: see simulation.md.
typedef struct belay_energy_report {
    double before,
        after;       // mechanical energy of dynamic bodies and rods: kinetic, elastic (rods), in the world's gravity
    double applied;  // by forces and torques that were applied to bodies and rods
    double motors;   // by motors of joints
    double springs;  // by springs, dampers and soft limits of joints, and drag joints; what they store is given back
    double movers;   // by kinematic bodies and surface velocities, through contacts, joints and attachments
    double hands;    // by hands on rods
    double overlap;  // by taking overlap and open joints back: potential energy; of rods, what the step gained by it
    double normal;   // by contacts along their normals (impacts take), against partners at rest
    double friction; // by friction, likewise
    double joints;   // by locked and limited directions of joints, likewise
    double rods;     // by what rods lose inside (viscosity, damping of the step)
    double limits;   // by lowering velocities where else energy would be made, by raised inertia (joints.md), by sleep,
                     // by max_linear_speed
    double damping;  // by the damping of bodies (belay_body_set_damping): never above zero
    double scheme;   // by reading the state later than halfway between contact instants: 0 at theta = 1/2 but for
                     // damped bodies, which go up to the instant with the velocity from before it
    double left_over; // what no item explains
} belay_energy_report;

// The statistics of one step.
typedef struct belay_step_stats {
    uint64_t step;                // number of this step, from 1
    int32_t contacts;             // contacts in the problem
    int32_t islands;              // independent sub-problems
    int32_t iterations;           // sweeps of the island that took most
    int32_t newton_iterations;    // made on small islands where sweeping alone was slow, all islands
    int64_t contact_solves;       // one-contact and one-joint problems solved, all islands
    int64_t work;                 // the same, with other work counted as its equal in time
    bool is_work_exhausted;       // max_work ended the solve of an island
    int32_t joints;               // joints in the problem
    int32_t rods;                 // rods there are
    int32_t rod_contacts;         // contacts of rods in the problem
    int32_t bodies_awake;         // dynamic bodies that took part
    int32_t rods_awake;           // rods that took part
    belay_residual residual;      // of the impulses that were applied
    bool has_converged;           // every island reached the tolerance; then residual.natural is no larger
    bool is_budget_exhausted;     // the time budget ended the solve, or was over before it
    int32_t local_failures;       // one-contact problems without a solution met in the last sweep
    int32_t commands;             // carried out at the beginning of the step (command.h)
    int32_t failed_commands;      // of these, that gave another result than OK
    int32_t gyroscopic_fallbacks; // bodies turning so fast that their wobble is left out (see simulation.md)
    int32_t stiffened_bodies;     // bodies whose inertia was raised because joints pull too hard for it (see joints.md)
    int32_t damped_rods;          // rods whose strains were made to change more slowly, as in a blow, or whose
                                  // velocities were lowered (see rods.md)
    int32_t step_limited_rods;  // rods that went less far than their velocities say, as they would have passed through
                                // something or made energy (see rods.md); impulses are those of the whole way
    int32_t overlap_iterations; // sweeps of the overlap recovery, 0 when nothing overlapped
    double max_overlap;         // deepest overlap at the middle of the step, m
    double normal_work;         // energy that the contacts' normal impulses added this step, J (impacts: negative)
    double friction_work;       // energy that friction added this step, J (negative: dissipated)
    belay_energy_report energy; // of all
    int32_t limited_islands; // islands whose impulses were limited so that the step makes no energy (see simulation.md)
    int32_t library_islands; // islands solved by a method of the library (belay_island_solver)
    int32_t library_fallbacks;    // islands that were to be, but have rows that the library does not know
    int32_t dropped_contacts;     // contacts without a finite point or normal, left out
    int32_t plain_islands;        // islands solved again, plainly, as their impulses were not finite
    int32_t held_bodies;          // bodies kept still in this step as nothing finite could be found for them (events.h)
    int32_t refused_changes;      // contacts that a pre-solve hook gave numbers out of range (contact_hook.h)
    int32_t speed_limited_bodies; // bodies slowed to their max_linear_speed (belay/body.h)
    double seconds;               // wall time of the step
    double part_seconds[BELAY_STEP_PART_COUNT]; // wall time of each part
} belay_step_stats;

#ifdef __cplusplus
}
#endif

#endif
