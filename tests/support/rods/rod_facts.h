// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the mass-spring chain and CORDE are held to alike; each function fails the test that calls it.

#ifndef BELAY_TESTS_SUPPORT_RODS_ROD_FACTS_H
#define BELAY_TESTS_SUPPORT_RODS_ROD_FACTS_H

#include "support/rods/rod_rig.h"

const bl_rod_ops* fact_ops(belay_rod_model model);

// A soft rod of n elements drawn at random, also its shape at rest, then moved away at random, with ends held so.
rod_rig* fact_tangle(belay_rod_model model, uint32_t n, bl_rod_hold first, bl_rod_hold last, uint64_t* lot);
// 1 m along x, mass 1 kg and stiffness 1 N m^2, hardly to be stretched; end 0 clamped.
rod_rig* fact_cantilever(belay_rod_model model, uint32_t n);
// A rubber rod of 1 m and 6 mm, both ends free, along x.
rod_rig* fact_rubber(belay_rod_model model, uint32_t n, double theta);
// Sums of m v and x x m v, with the spin of CORDE's sections.
belay_vec3 fact_momentum(const rod_rig* rig);
belay_vec3 fact_angular_momentum(const rod_rig* rig);

// Velocities of the largest rod of these tests, for arrays.
#define FACT_MAX_DOFS 400
uint32_t fact_dofs(const rod_rig* rig);
size_t fact_state_bytes(const rod_rig* rig);
bool fact_is_held(const rod_rig* rig, uint32_t dof);
// From the kept state moves along w for some seconds; leaves the rod at rest.
void fact_place(rod_rig* rig, const double* kept, const double* w, double seconds);
// Random numbers, 0 where the rod is held.
void fact_draw_direction(const rod_rig* rig, double* w, uint64_t* lot);

// ---------------------------------------------------------------------------------------------------------------------
// The contract of the ops (rod_facts_ops.c, rod_facts_force.c, rod_facts_step.c)

void fact_every_op_is_there(belay_rod_model model, const char* name);
// v_free of a step too short to move anything against differences of the energy.
void fact_force_is_the_slope_of_the_energy(belay_rod_model model);
// Mhat of the straight unloaded rod against differences of the force.
void fact_stiffness_is_the_slope_of_the_force(belay_rod_model model);
void fact_mass_matrix_is_symmetric_and_positive(belay_rod_model model);
// Places and frames move as their rows say; held ends do not.
void fact_rows_are_gradients(belay_rod_model model);
void fact_solve_takes_many_columns(belay_rod_model model);
// v_free of a rod that moves along itself, where all is linear.
void fact_stretch_follows_its_formula(belay_rod_model model);
void fact_prepare_depends_on_the_state_alone(belay_rod_model model);
void fact_velocities_are_set(belay_rod_model model);
void fact_bad_input_is_refused(belay_rod_model model);

// The step of a small linear system: masses at places x with velocities v, loads and springs, one of them maybe held.
#define FACT_BEADS 6
typedef struct fact_beads {
    double mass[FACT_BEADS], stiffness[FACT_BEADS][FACT_BEADS], x[FACT_BEADS], v[FACT_BEADS], load[FACT_BEADS];
    bool is_first_held;
    double first; // its velocity
} fact_beads;

// Adds a spring whose length changes by gradient . x.
void fact_add_spring(fact_beads* beads, const double gradient[FACT_BEADS], double stiffness);
// Mhat v+ = M v- + h f(x) + ... as in rod_ops.h, for springs against bending; for those against stretch (is_stiff) with
// theta 1.
void fact_beads_step(fact_beads* beads, const bl_rod_body* body, bool is_stiff, double h);
void fact_draw_beads(fact_beads* beads, double scale, uint64_t* lot);
// A damped cantilever with so many nodes, theta = 1/2 + i/16; and nodes, velocities and loads from beads.
rod_rig* fact_bead_rig(belay_rod_model model, int i);
void fact_beads_give(const fact_beads* beads, rod_rig* rig, belay_vec3 direction);

// ---------------------------------------------------------------------------------------------------------------------
// Shapes at rest and small oscillations (rod_facts_shape.c)

// Heavy and end-loaded: the tip is off by at most factor / n^2.
void fact_cantilevers(belay_rod_model model, double factor);
void fact_clamp_is_of_second_order(belay_rod_model model);
void fact_natural_arc_is_at_rest(belay_rod_model model);
void fact_curl_under_gravity(belay_rod_model model);
void fact_column_buckles(belay_rod_model model);
void fact_catenary(belay_rod_model model);
void fact_beam_frequencies(belay_rod_model model);
void fact_hanging_chain_frequency(belay_rod_model model);

// ---------------------------------------------------------------------------------------------------------------------
// Motion (rod_facts_motion.c)

void fact_flight_keeps_momentum(belay_rod_model model);
void fact_release_keeps_momentum_at_zero(belay_rod_model model);
void fact_angular_momentum_does_not_grow(belay_rod_model model);
void fact_energy_does_not_grow(belay_rod_model model);
void fact_energy_stays_half_way(belay_rod_model model);
void fact_wild_rod_calms_down(belay_rod_model model);
void fact_drag_is_as_its_formula(belay_rod_model model);
void fact_clamp_leads_the_rod(belay_rod_model model);
void fact_clamps_taken_as_they_are_change_nothing(belay_rod_model model);
void fact_ends_carry_the_weight(belay_rod_model model);
void fact_ends_carry_contacts(belay_rod_model model);

#endif
