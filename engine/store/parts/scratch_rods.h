// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Rods during a step. Motion is written by step/motion/, contacts by step/detect/, elements and rows by step/assemble/,
// rest_* by step/sleep/. The local model of a tool (proxy/) reads them after it, and has room of its own.

#ifndef BELAY_ENGINE_STORE_PARTS_SCRATCH_RODS_H
#define BELAY_ENGINE_STORE_PARTS_SCRATCH_RODS_H

#include "core/sort.h"
#include "detect/broad/run_trees.h"
#include "detect/rod/rod_contact.h"
#include "detect/rod/rod_solid_contact.h"
#include "models/rod/rod_ops.h"
#include "solver/newton/rod_newton.h"
#include "solver/sweep/islands.h"
#include "store/parts/contacts.h"

// One contact of a rod during a step.
typedef struct bl_step_rod_contact {
    bl_rod_contact at;     // of a collider as B: segment_b and t are 0
    uint64_t a, b;         // ids
    uint32_t rod_a, rod_b; // indices; rod_b BL_NO_INDEX: a collider
    uint32_t collider_b, body_b;
    double s_a, s_b;
    belay_vec3 point; // halfway between the surfaces
    belay_vec3 tangent1, tangent2;
    double friction, restitution;
    double before, pressing;     // m/s, m/s^2, of one that may bounce (impact_law.h)
    belay_vec3 surface_velocity; // m/s, world: of A's surface against B's, beyond those of rods and body
    belay_vec3 impulse;     // of the last step, world frame, on a
    double force_before[3]; // N, along the normal, in the last three steps
    bool is_known;          // from the last step
    bool is_added;          // once velocities were known
    double gap_term;        // m, second-order change of the gap in the step (step_rod_gap_terms.c)
} bl_step_rod_contact;

// One rod during a step, at the index of its table element.
typedef struct bl_step_rod {
    uint64_t id; // of the rod
    bl_rod rod;  // its state is a copy, at the contact instant
    const bl_rod_ops* ops;
    uint32_t dof_count, first_node, node_count; // nodes: in the arrays by node
    uint32_t first_span, span_count, from;      // from: no row acts on dofs before it
    double *x, *v;                              // Mhat^-1 H^T, dof_count x stride; velocities of the step
    double *about, share, missed;               // step_rod_refine.c: velocities about which it is linearised, the part
                                                // of the way to v that they go, and J, what v missed
    double* row_impulses;                       // of its rows
    uint32_t rows_on_itself;                    // those with two places on it
    double* window;                             // room for a window of Mhat; null: none is made
    belay_vec3 lower, upper;                    // box of the nodes with their travel, the radius and the margin
    double gain, bound, ends;                   // J (step_rod_energy.c)
    bl_rod_energy energy;                       // before the step
    uint32_t mark, look;                        // of its island, and when it was looked at last, for step_rod_limit.c
    bool goes_too_far;                          // its velocities would take it through something, or make energy
    bool is_damped, is_step_limited;            // that has happened to it in this step
    bool is_kept_still;                         // no finite step was found for it: it stands where it was, as a sleeper
    bool stays; // where it was: what it would do is no more than what the solver's tolerance leaves
} bl_step_rod;

// Whether it keeps its place, for the one reason or the other.
static inline bool bl_step_rod_is_still(const bl_step_rod* r)
{
    return r->is_kept_still || r->stays;
}

typedef struct bl_step_rods {
    double *scratch, *state, *about; // of all rods, one behind the other
    // By node: place at the contact instant, way in the step, velocity before, and where that leads.
    belay_vec3 *points, *travel, *before, *ahead;
    belay_mat33* geometric_stiffness; // by segment, as by its first node: how contacts keep it from turning
    bl_step_rod* rods;
    double overlap; // J, what taking back overlap of rods, and position errors of their holds, may have done
                    // (step_rod_limit.c)
    // By what the broad phase finds (step_rod_near.c): pairs of rods, and runs of rods with colliders.
    bl_key_pair *near_rods, *near_colliders, *near_scratch;
    bl_run_rod* near_layout;
    bl_rod_collider collider;
    bl_rod_solid_list solids;
    bl_step_rod_contact* contacts;
    bool* is_taken; // by contact of the last step
    bl_key_pair *order, *order_scratch;
    bl_rod_set set;               // arrays are stb_ds arrays
    int64_t forming_work;         // what forming it took, in units of max_work
    int32_t solves;               // of this step, so far
    uint32_t attachment_elements; // the first of the elements
    uint32_t* owners;             // of these: rod index * BELAY_ROD_MAX_ATTACHMENTS + number, and whether it turns
    bl_rod_row_span* spans;
    bl_rod_newton newton;
    double *values, *row, *numbers; // numbers: w, u, x and v of all rods
    bl_rod_warm* warm_next;
    bl_rod_touch* touching_next;
    bl_body_pair* rest_pairs; // elements that hold on to each other, by bl_step_rods_rest_islands
    uint32_t *rest_parent, *rest_number, *rest_of, *rest_begin, *rest_order;
} bl_step_rods;

// Of a local model (local_rods.h): by node of one rod, and numbers. stb_ds arrays.
typedef struct bl_local_workspace {
    belay_vec3 *points, *travel;
    double *numbers, *row; // row: zeros between uses
} bl_local_workspace;

#endif
