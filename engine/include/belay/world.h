// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A world: everything that is simulated together, and its clock. No state is shared between worlds, so two of them may
// run on two threads.
//
// Threads: one world belongs to one thread at a time, and it is the program that hands it over. Any thread may, at any
// time, read views (view.h) and queue commands (command.h); those calls say so. All others, readers too, belong to the
// thread that has the world: while it makes a step, they answer BUSY to any other thread and do nothing; those without
// a result (pointers, numbers) must not be called then. A call of another thread that is still on its way when a step
// begins is not seen: BUSY finds mistakes, it does not order threads.

#ifndef BELAY_WORLD_H
#define BELAY_WORLD_H

#include "belay/base.h"
#include "belay/body.h"
#include "belay/collider.h"
#include "belay/joint.h"
#include "belay/solver.h"
#include "belay/task.h"

#ifdef __cplusplus
extern "C" {
#endif

// What a world is made of. belay_world_def_default gives the values named here.
typedef struct belay_world_def {
    belay_vec3 gravity;  // m/s^2, default (0, 0, -9.81)
    double step_seconds; // h, BELAY_MIN_STEP to BELAY_MAX_STEP, default 1/240 s
    double theta;        // of the theta scheme, 0.5 to 1, default 0.5. The motion between the contact instants is the
                         // same for all theta; theta decides where inside the step the state is read (0.5: in the
                         // middle between two of them, where energies are second-order exact; 1: at one of them)
    int max_steps_per_advance;    // bound on the catch-up of belay_world_advance, >= 1, default 8
    belay_solver_settings solver; // default belay_solver_settings_default
    double contact_margin;  // m, >= 0, default 0.005: contacts wider open than this beyond what the bodies can travel
                            // in a step are left out
    double touch_tolerance; // m, >= 0, default 1e-9: gaps below it count as closed
    double restitution_threshold; // m/s, >= 0, default 0: approaches slower than this do not bounce
    double overlap_slop;          // m, >= 0, default 1e-6: overlap that is left alone
    double overlap_recovery;      // share of the overlap beyond the slop taken back per step, 0 to 1, default 0.2
    double overlap_max_speed;     // m/s, >= 0, default 1: fastest recovery
    bool enable_sleep;            // default true: bodies at rest fall asleep, island by island
    double sleep_speed;           // m/s, > 0, default 1e-4: no point of an island that falls asleep moved faster ...
    double sleep_seconds;         // s, > 0, default 0.5: ... for so long
    bool enable_continuous;  // default true: fast bodies are followed along their motion, so that they neither pass
                             // nor graze ghosts
    int worker_count;        // threads that a step uses, the calling one included, 1 to 64, default 1. The same bits
                             // whatever their number
    belay_task_system tasks; // who runs them beside the calling thread; default: `start` null, threads of the world's
                             // own, which end with it
    int view_readers;        // views that other threads may hold at a time (view.h), 0 to 62, default 0: none are made
    int command_capacity;    // commands of other threads that may wait (command.h), 0 to 65536, rounded up to a power
                             // of two, 128 bytes each; default 0: none may be queued
    uint32_t max_entities;   // 0: no limit but memory
    uint8_t tag;             // told apart in handles: give two worlds different tags and a handle of the one is
                             // refused by the other; default 1
    belay_allocator allocator; // default: the C library's
    belay_logger logger;       // default: none
} belay_world_def;

// For programs that people watch or play with, as it is: steps of 1/240 s, each solved to a millionth of what its
// forces do to the velocities (solver.tolerance 1e-6), with 1 000 000 units of work (solver.h) to get there; what rests
// sleeps.
belay_world_def belay_world_def_default(void);

// For games that make one step per drawn frame and must never wait for it: the default with steps of 1/60 s, at most 4
// in one advance, solver.tolerance 1e-5 and solver.max_work 100 000 (10 to 20 ms if ever all of it is needed).
belay_world_def belay_world_def_game(void);

// For measuring, comparing and testing, where time does not matter: the default with solver.tolerance 1e-10,
// solver.max_iterations 10 000, no limit on work, and nothing falls asleep.
belay_world_def belay_world_def_exact(void);

// For a hand that feels the world a thousand times a second: the default with steps of 1/1000 s, at most 4 in one
// advance, solver.max_work 5 000 (0.5 to 1 ms if ever all of it is needed), and nothing falls asleep under the hand.
belay_world_def belay_world_def_haptics(void);

// Makes a world. `error`, if not null, receives the code and message of a failure, and so does def->logger; *world is
// then as it was. Errors: VALUE, MEMORY, STATE (no threads for worker_count). tasks.start without tasks.finish, or the
// other way round, is a VALUE.
belay_result belay_world_create(const belay_world_def* def, belay_world** world, belay_error* error);

// Destroys a world and everything in it; null does nothing. Nothing happens: STATE inside a system, or while a view is
// held or an iterator open; BUSY.
belay_result belay_world_destroy(belay_world* world);

// The text of the last call on this world that failed; empty when none has. Good until the next failure.
const char* belay_world_last_error(const belay_world* world);

// Makes one step of h seconds (Moreau-Jean time stepping; renouf2005, sec. 4). Always ends with a whole world,
// also when the solver did not converge: read belay_world_get_stats. Errors: STATE (inside a system, or an iterator is
// open), BUSY (another thread makes a step), MEMORY: nothing has moved, but commands and the systems of the phases
// COMMANDS and FORCES have run; the next call makes this step, to the same bits, and does not run them again.
belay_result belay_world_step(belay_world* world);

// What a call of belay_world_advance has done.
typedef struct belay_advance_report {
    int steps;              // made by this call
    double dropped_seconds; // given up by this call because of max_steps_per_advance
    double blend;           // 0 <= blend < 1: share of the next step that has already passed, to draw between states
} belay_advance_report;

// Makes as many steps as fit into the time passed, keeps the remainder, and gives up what is over the bound, so that
// one slow frame cannot make the next ones slower still. Errors: VALUE (negative or not finite), STATE, BUSY: nothing
// is changed. MEMORY: the steps made before it stand, and `report` says how many; frame_seconds was not taken in, so
// the same call again makes those that are missing.
belay_result belay_world_advance(belay_world* world, double frame_seconds, belay_advance_report* report);

// Settings may be changed between steps: range, unit and meaning as in belay_world_def. Each answers VALUE, naming the
// value, when it is out of range, and then changes nothing. This one: the gravity, m/s^2.
belay_result belay_world_set_gravity(belay_world* world, belay_vec3 gravity);
// Sets the length of the steps to come, s. Impulses kept for the warm start are scaled by the ratio of the lengths.
belay_result belay_world_set_step_seconds(belay_world* world, double h);
// Sets theta of the time-stepping scheme.
belay_result belay_world_set_theta(belay_world* world, double theta);
// Sets tolerance, caps and warm start of the contact solver; all fields are taken over.
belay_result belay_world_set_solver(belay_world* world, const belay_solver_settings* settings);
// Sets the approach speed below which nothing bounces, m/s.
belay_result belay_world_set_restitution_threshold(belay_world* world, double speed);

// Switches sleeping on or off; off wakes everything.
belay_result belay_world_set_sleep(belay_world* world, bool is_enabled);

// The settings in force (name, range and unit as in belay_world_def; null for a null world) and the clock: steps made,
// and their seconds (0 for a null world).
const belay_world_def* belay_world_get_def(const belay_world* world);
// Steps made since the world was created.
uint64_t belay_world_get_step_count(const belay_world* world);
// The sum of their lengths, s.
double belay_world_get_time(const belay_world* world);

// The statistics of the last step; all zero before the first, null for a null world. Good until the next step.
const belay_step_stats* belay_world_get_stats(const belay_world* world);

// Mechanical energy of bodies.
typedef struct belay_energy {
    double translation; // J, kinetic, of the centres of mass
    double rotation;    // J, kinetic, about them
    double potential;   // J, in the world's gravity, zero at the world's origin
} belay_energy;

// Sums over the dynamic bodies. Cost: O(bodies).
belay_energy belay_world_get_energy(const belay_world* world);

// How a contact obeyed the law in the last step.
typedef enum belay_contact_status {
    BELAY_CONTACT_OPEN,  // no impulse
    BELAY_CONTACT_STICK, // impulse inside the cone, no sliding
    BELAY_CONTACT_SLIDE, // impulse on the cone, opposed to the sliding
} belay_contact_status;

// One contact of the last step. The frame is (normal, tangent1, tangent2), orthonormal and right-handed, the normal
// pointing from b to a, that of the contact instant; vectors of three are given in it, normal first, and are those of a
// against b. On curved ground the tangential velocity is the slip of the interval after that instant: it is measured in
// the tangent plane halfway through it, along the tangents carried there.
typedef struct belay_contact {
    belay_collider_id collider_a, collider_b; // that touch
    belay_body_id body_a, body_b;             // that they are on
    belay_vec3 point;                         // m, world, halfway between the two surfaces, at the middle of the step
    belay_vec3 normal, tangent1, tangent2;    // unit, world
    double gap;                               // m, negative when overlapping, at the middle of the step
    double friction;                          // mu of the pair
    double restitution;                       // e of the pair
    double impulse[3];                        // N s, on a
    double velocity[3];                       // m/s, after the step
    double target;                            // m/s, the least normal velocity that the law asked for
    belay_contact_status status;              // of the law
    uint32_t feature;                         // stays the same while the same features touch
} belay_contact;

// The contacts of the last step, in a fixed order, whatever was created, changed or destroyed since; good until the
// next step or restore. The first call after a step makes them of what the step left, about 50 ns each; further ones
// return the same. Memory is asked for by the first call on a world, and from then on by steps, while they find more
// contacts than ever before. Null, and *count 0: there are none, as after a step that ended with MEMORY; or there is no
// memory for them (belay_world_last_error; another call tries again).
const belay_contact* belay_world_get_contacts(const belay_world* world, int32_t* count);

// Everything that changes, as bytes: two worlds with equal bytes go on equally, bit for bit. Systems, their contexts
// and hooks are not in it. A snapshot may be restored into the world it came from, or into another whose component
// types have the same names and sizes in the same order. Writes at most `capacity` bytes and
// always reports the size needed in *size (may be null). Errors: VALUE (too small; `buffer` is null: so with null and 0
// a program is told the size).
belay_result belay_world_snapshot(const belay_world* world, void* buffer, size_t capacity, size_t* size);
// Takes the world back to a snapshot. What it holds is read and checked first, with as much memory again as it takes,
// which is kept for the next time. Errors: VALUE (null), VERSION (truncated, damaged, of other component types, or with
// a content that no world has: the message says what), STATE (inside a system, or an iterator is open), MEMORY: the
// world is unchanged.
belay_result belay_world_restore(belay_world* world, const void* buffer, size_t size);

// A 64-bit hash over the same bytes; 0 for null, and inside a hook (contact_hook.h), where they are being written.
uint64_t belay_world_hash(const belay_world* world);

#ifdef __cplusplus
}
#endif

#endif
