// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Small problems with bounds whose rows may depend on each other, as those of a joint with a limit, a motor and
// friction about one axis: A = J J^T with more rows than J has columns, and softness on the diagonal of some.

#include "solver/rows/joint_box.h"
#include "support/parts.h"

#include <criterion/criterion.h>
#include <math.h>

enum { N = 10, RANK = 6, BOXES = 20000 };

typedef struct problem {
    double j[N][RANK], x[RANK]; // s = J x at the start, as of bodies that move by x
    double a[N * N], t[N * N];
    double start[N];
    bl_joint_box box;
} problem;

static double between(uint32_t* state, double low, double high)
{
    return low + (high - low) * part_random(state);
}

static double power(uint32_t* state, double low, double high)
{
    return pow(10.0, between(state, low, high));
}

// Rows of sizes that differ by a factor of up to 1e3; each third one is that of the one before, but for a little.
static void draw_matrix(uint32_t* state, problem* p)
{
    for (int i = 0; i < N; i++) {
        double size = power(state, -1.5, 1.5), off = part_random(state) < 0.5 ? 0.0 : power(state, -9.0, -5.0);
        for (int k = 0; k < RANK; k++)
            p->j[i][k] = i % 3 == 2 ? p->j[i - 1][k] * (1.0 + off * between(state, -1.0, 1.0))
                                    : size * between(state, -1.0, 1.0);
    }
    for (int i = 0; i < N; i++)
        for (int k = 0; k < N; k++) {
            p->a[i * N + k] = 0.0;
            for (int l = 0; l < RANK; l++)
                p->a[i * N + k] += p->j[i][l] * p->j[k][l];
        }
    for (int i = 0; i < N; i++)
        if (part_random(state) < 0.3) p->a[i * (N + 1)] *= 1.0 + power(state, -6.0, 0.0);
}

static void draw_bounds(uint32_t* state, bl_joint_box* box, int i)
{
    int kind = (int)between(state, 0.0, 5.0);
    double most = kind == 1 ? 0.0 : power(state, -4.0, 0.0);
    box->lower[i] = kind == 0 || kind == 3 ? -HUGE_VAL : kind == 2 ? 0.0 : -most;
    box->upper[i] = kind == 0 || kind == 2 ? HUGE_VAL : kind == 3 ? 0.0 : most;
    box->r[i] = fmin(fmax(between(state, -0.1, 0.1), box->lower[i]), box->upper[i]);
}

static void draw(uint32_t* state, problem* p)
{
    uint32_t equality = 0;
    draw_matrix(state, p);
    p->box = (bl_joint_box){.n = N, .a = p->a, .t = p->t};
    for (int k = 0; k < RANK; k++)
        p->x[k] = between(state, -1.0, 1.0);
    for (int i = 0; i < N; i++) {
        draw_bounds(state, &p->box, i);
        p->start[i] = p->box.r[i];
        for (int k = 0; k < RANK; k++)
            p->box.s[i] += p->j[i][k] * p->x[k];
        if (p->box.lower[i] == -HUGE_VAL && p->box.upper[i] == HUGE_VAL) equality |= 1u << i;
    }
    p->box.idle = bl_joint_box_find_idle(N, p->a, equality);
    bl_joint_box_set_free(&p->box, 0);
}

// With x' = x + J^T (r - start) the solution makes |x'|^2 least (and what softness stores): it is no more than |x|^2.
static double growth(const problem* p)
{
    double before = 0.0, after = 0.0;
    for (int k = 0; k < RANK; k++) {
        double now = p->x[k];
        for (int i = 0; i < N; i++)
            now += p->j[i][k] * (p->box.r[i] - p->start[i]);
        before += p->x[k] * p->x[k];
        after += now * now;
    }
    return after / before;
}

Test(joint_box, dependent_rows_give_no_energy)
{
    uint32_t state = 11;
    for (int n = 0; n < BOXES; n++) {
        problem p;
        draw(&state, &p);
        bl_joint_box_solve(&p.box);
        for (int i = 0; i < N; i++)
            cr_assert(p.box.r[i] >= p.box.lower[i] && p.box.r[i] <= p.box.upper[i], "box %d, row %d: %g", n, i,
                      p.box.r[i]);
        cr_assert_leq(growth(&p), 1.0 + 1e-6, "box %d: %g", n, growth(&p));
    }
}
