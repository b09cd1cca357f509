// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/library/cadoux_internal.h"

#include "core/assert.h"
#include "math/cone.h"
#include "solver/library/contact_lu.h"

#include <math.h>
#include <string.h>

double* bl_cone_program_vector(bl_solve* solve, size_t per_contact)
{
    return bl_solve_allocate(solve, per_contact * (size_t)solve->n * sizeof(double));
}

bool bl_cone_program_init(bl_cone_program* program, bl_solve* solve)
{
    memset(program, 0, sizeof *program);
    program->solve = solve;
    program->homogeneous = *solve->problem;
    program->homogeneous.q = bl_cone_program_vector(solve, 3);
    program->d = bl_cone_program_vector(solve, 1);
    program->s = bl_cone_program_vector(solve, 1);
    program->b = bl_cone_program_vector(solve, 3);
    program->block = bl_cone_program_vector(solve, 9);
    program->unit = bl_cone_program_vector(solve, 3);
    program->rhs = bl_cone_program_vector(solve, 3);
    if (solve->is_out_of_memory || !bl_contact_lu_analyse(&program->lu, solve)) return false;
    double largest = 0.0;
    for (int32_t a = 0; a < solve->n; a++)
        largest = fmax(largest, solve->weight[a]);
    for (int32_t a = 0; a < solve->n; a++)
        program->d[a] = solve->weight[a] > 0.0 ? solve->weight[a] : largest;
    memcpy(program->b, solve->problem->q, 3 * (size_t)solve->n * sizeof(double));
    return largest > 0.0;
}

void bl_cone_program_fini(bl_cone_program* program)
{
    bl_block_lu_fini(&program->lu);
}

static void add_shift(const bl_cone_program* program, int32_t a, int32_t b, double block[9])
{
    for (int i = 0; i < 9 && a == b; i++)
        block[i] += program->block[9 * (size_t)a + (size_t)i];
}

static void set_units(bl_cone_program* program, int32_t a, const double w[9])
{
    double block[9];
    memcpy(block, w, sizeof block);
    add_shift(program, a, a, block);
    for (int i = 0; i < 3; i++)
        program->unit[3 * a + i] = block[4 * i] > 0.0 ? 1.0 / sqrt(block[4 * i]) : 1.0;
}

static void load_block(bl_cone_program* program, int32_t a, int32_t b, const double w[9])
{
    double block[9];
    memcpy(block, w, sizeof block);
    add_shift(program, a, b, block);
    for (int i = 0; i < 9; i++)
        block[i] *= program->unit[3 * a + i / 3] * program->unit[3 * b + i % 3];
    bl_block_lu_add(&program->lu, (uint32_t)a, (uint32_t)b, block);
}

bool bl_cone_program_factor(bl_cone_program* program)
{
    const belay_problem* p = program->solve->problem;
    for (int32_t a = 0; a < program->solve->n; a++)
        for (int32_t k = p->row_start[a]; k < p->row_start[a + 1]; k++)
            if (p->column[k] == a) set_units(program, a, p->blocks + 9 * (size_t)k);
    bl_block_lu_clear(&program->lu);
    for (int32_t a = 0; a < program->solve->n; a++)
        for (int32_t k = p->row_start[a]; k < p->row_start[a + 1]; k++)
            load_block(program, a, p->column[k], p->blocks + 9 * (size_t)k);
    return bl_contact_lu_run(&program->lu, program->solve, NULL, 0.0);
}

void bl_cone_program_solve(bl_cone_program* program, const double* b, double* x)
{
    for (int32_t i = 0; i < 3 * program->solve->n; i++)
        program->rhs[i] = program->unit[i] * b[i];
    bl_block_lu_solve(&program->lu, program->rhs, program->rhs);
    for (int32_t i = 0; i < 3 * program->solve->n; i++)
        x[i] = program->unit[i] * program->rhs[i];
}

void bl_cone_program_set_shift(bl_cone_program* program, const double* u)
{
    BELAY_ASSERT(program->lu.size == 3);
    const belay_problem* p = program->solve->problem;
    for (int32_t a = 0; a < program->solve->n; a++) {
        program->s[a] = p->mu[a] * bl_tangent_length(u + 3 * (size_t)a);
        program->b[3 * a] = p->q[3 * a] + program->s[a];
    }
}

double bl_cone_program_natural(const bl_cone_program* program, const double* r, const double* u)
{
    double sum = 0.0;
    for (int32_t a = 0; a < program->solve->n; a++) {
        double w = program->solve->weight[a], x[3];
        for (int i = 0; i < 3; i++)
            x[i] = w * r[3 * a + i] - u[3 * a + i] - (i == 0 ? program->s[a] : 0.0);
        bl_cone_project(program->solve->problem->mu[a], x, x);
        for (int i = 0; i < 3; i++)
            sum += (w * r[3 * a + i] - x[i]) * (w * r[3 * a + i] - x[i]);
    }
    return sqrt(sum) / program->solve->q_norm;
}

void bl_cone_program_multiply(const bl_cone_program* program, const double* x, double* y)
{
    bl_problem_multiply(&program->homogeneous, x, y);
}

void bl_cone_add_dyad(double s, const double v[3], double m[9])
{
    for (int i = 0; i < 9; i++)
        m[i] += s * v[i / 3] * v[i % 3];
}
