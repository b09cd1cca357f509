// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the method in rod_newton.c works on, made by rod_newton_problem.c: the Delassus operator of an island as one
// dense matrix (rod_newton_matrix.c), or without one (rod_newton_multiply.c), and the vectors beside it.

#ifndef BELAY_ENGINE_SOLVER_NEWTON_ROD_NEWTON_INTERNAL_H
#define BELAY_ENGINE_SOLVER_NEWTON_ROD_NEWTON_INTERNAL_H

#include "solver/newton/interior_cone.h"
#include "solver/newton/rod_newton.h"

#define BL_NEWTON_STRIDE 4 // rows of matrices begin at multiples of it and are gone through in fours

typedef enum bl_newton_root {
    BL_ROOT_ACTIVE_SETS, // the natural map, with the steps of its active sets (Alart and Curnier): open, stick, slide
    BL_ROOT_FISCHER,     // that of Fischer and Burmeister
    BL_ROOT_SHIFTED,     // the same with the shift frozen
} bl_newton_root;

// What rod_interior_groups.c knows of a group: of a cone, or of the two sides of a row with bounds (x and z of each).
struct bl_interior_step {
    bl_interior_cone cone; // size 0: none
    double rho[BL_INTERIOR_MAX_SIZE], q[BL_INTERIOR_MAX_SIZE];
    double second[BL_INTERIOR_MAX_SIZE]; // dx' o dz' of the first step
    double slip[2];                      // s_T / |s_T|, or zero
};

// The arrays in newton->numbers. Vectors have `stride` entries, matrices rows x stride. Of a hold A = W + softness.
typedef struct bl_newton_problem {
    uint32_t n, stride, group_count;
    const bl_newton_group* groups;
    double *a, *j; // A by columns (null: too many rows for that), and the matrix of a Newton step by rows
    double* b;     // s at r = 0
    double *r, *s, *f, *next, *next_s; // iterates; f: F, then the step
    double *outer, *best;              // the last solution of a convex program; the iterate of the lowest residual
    double* shift;                     // De Saxce's, at the first row of each contact
    double* x;                         // of the contacts that are not open
    double *alpha, *center;            // of the proximal term alpha (r - center) in s
    double size;                       // |b|
    bl_newton_root root;
    const bl_row_set* set;      // where there is no A: rods and bodies are asked
    bl_velocity* pushed;        // by body
    bl_rod_sparse* sparse;      // null: the matrix of a step is dense
    bool* is_open;              // by group
    bl_newton_term* terms;      // by group
    bl_interior_step* interior; // by group; null: it cannot go inside
    double* ridge;              // by row: what is added to softness in the sparse matrix alone; null: nothing
} bl_newton_problem;

// The joint's block that an element is; null: it is none.
static inline const bl_joint_block* bl_newton_joint_of(const bl_row_set* set, uint32_t element)
{
    bool is_joint = element >= set->contact_count && !bl_row_set_is_rod(set, element);
    return is_joint ? &set->joints.blocks[element - set->contact_count] : NULL;
}

// Of the i-th row of a group.
static inline double bl_newton_softness(const bl_row_set* set, const bl_newton_group* g, uint32_t i)
{
    if (bl_row_set_is_rod(set, g->element)) return set->rods.elements[g->element - set->rod_first].softness[i];
    const bl_joint_block* j = bl_newton_joint_of(set, g->element);
    return j != NULL ? set->joints.rows[j->first + g->of_joint + i].softness : 0.0;
}

// The velocity along a row of a joint, without softness and target; and what an impulse along it makes of velocities.
double bl_newton_joint_row_velocity(const bl_joint_block* j, const bl_joint_row* row, const bl_velocity* velocities);
void bl_newton_push_joint_row(const bl_joint_block* j, const bl_joint_row* row, double dr, bl_velocity* velocities);

// Whether p.interior is there: the matrix is sparse, of rods alone.
bool bl_newton_can_go_inside(const bl_rod_newton* newton);

bl_newton_problem bl_newton_problem_of(bl_rod_newton* newton);
// A, unless it is there, b, and r and s as they stand; all else zero.
void bl_newton_assemble(bl_rod_newton* newton, bl_newton_problem* p, const bl_row_set* set,
                        const bl_velocity* velocities);
// A without softness, where there is one (p->a), and without rods that have no W.
void bl_newton_set_matrix(const bl_newton_problem* p, const bl_row_set* set);
void bl_newton_add_softness(const bl_newton_problem* p, const bl_row_set* set);
// r and s as they stand, and b and its size.
void bl_newton_read(bl_newton_problem* p, const bl_row_set* set, const bl_velocity* velocities);
// s = A r
void bl_newton_apply(const bl_newton_problem* p, const double* r, double* s);
// s = A r + b + alpha (r - center)
void bl_newton_multiply(const bl_newton_problem* p, const double* r, double* s);

// The residual and the root functions of groups (rod_newton_root.c).
//
// Of the natural map of impulses r and velocities s, m^2/s^2; zero where rounding leaves as much of what the impulses
// make and of the targets.
double bl_newton_natural_squared(const bl_newton_problem* p, const double* r, const double* s);
// |F|^2 of the root function p->root.
double bl_newton_root_squared(const bl_newton_problem* p, const double* r, const double* s);
// F of a group and its derivatives; not of those that are linear.
void bl_newton_set_term(const bl_newton_problem* p, const bl_newton_group* g, const double* r, const double* s,
                        bl_newton_term* term);
// Where one projected step leads a row of BL_NEWTON_BOX.
double bl_newton_box_aim(const bl_newton_group* g, const double* r, const double* s);
// Groups of which each row by itself has F = scale s.
bool bl_newton_is_linear(const bl_newton_group* g);
// A contact whose impulse is next to nothing beside its velocity, well inside of the dual cone: there F = w r up to the
// second order in the ratio, and its impulse is known without a row.
bool bl_newton_is_open(const bl_newton_group* g, const double* r, const double* s);

// The best iterate becomes the elements' impulses; velocities change with it.
void bl_newton_give_back(const bl_newton_problem* p, const bl_row_set* set, bl_velocity* velocities);

#endif
