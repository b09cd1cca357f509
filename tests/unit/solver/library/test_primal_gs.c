// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The nodal Gauss-Seidel method: random lattices of nodes with obstacles, self-contact and several contacts at a node,
// against the condensed problem W = H M^-1 H^T solved in the impulses; the W, q, mu form; bad input.

#include "belay/nodal.h"
#include "support/problems/problems.h"
#include "support/skip.h"

#include <criterion/criterion.h>
#include <math.h>

#define MAX_NODES 24
#define MAX_CONTACTS 36
#define SIZE (3 * MAX_NODES)

typedef struct lattice {
    belay_nodal_problem p;
    int32_t row_start[MAX_NODES + 1], column[MAX_NODES * MAX_NODES];
    double blocks[9 * MAX_NODES * MAX_NODES], f[SIZE];
    belay_nodal_contact contacts[MAX_CONTACTS];
    double m[SIZE * SIZE], inverse[SIZE * SIZE]; // M and M^-1, dense
} lattice;

// Adds a stiff spring tensor k between nodes i and j.
static void add_spring(lattice* l, int i, int j, uint64_t* state)
{
    double a[9];
    for (int k = 0; k < 9; k++)
        a[k] = chance_between(state, -0.7, 0.7);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            double k = a[3 * r] * a[3 * c] + a[3 * r + 1] * a[3 * c + 1] + a[3 * r + 2] * a[3 * c + 2];
            l->m[SIZE * (3 * i + r) + 3 * i + c] += k;
            l->m[SIZE * (3 * j + r) + 3 * j + c] += k;
            l->m[SIZE * (3 * i + r) + 3 * j + c] -= k;
            l->m[SIZE * (3 * j + r) + 3 * i + c] -= k;
        }
}

static void compress(lattice* l)
{
    int32_t count = 0;
    for (int32_t i = 0; i < l->p.node_count; i++) {
        for (int32_t j = 0; j < l->p.node_count; j++) {
            bool any = i == j;
            for (int k = 0; k < 9; k++) {
                l->blocks[9 * count + k] = l->m[SIZE * (3 * i + k / 3) + 3 * j + k % 3];
                any = any || l->blocks[9 * count + k] != 0.0;
            }
            if (any) l->column[count++] = j;
        }
        l->row_start[i + 1] = count;
    }
    l->p.block_count = count;
}

// Gauss-Jordan; M is positive definite.
static void invert(lattice* l)
{
    static double a[SIZE * SIZE];
    int n = 3 * l->p.node_count;
    memcpy(a, l->m, sizeof a);
    memset(l->inverse, 0, sizeof l->inverse);
    for (int i = 0; i < n; i++)
        l->inverse[SIZE * i + i] = 1.0;
    for (int k = 0; k < n; k++) {
        double pivot = a[SIZE * k + k];
        for (int j = 0; j < n; j++)
            a[SIZE * k + j] /= pivot, l->inverse[SIZE * k + j] /= pivot;
        for (int i = 0; i < n; i++) {
            double f = a[SIZE * i + k];
            for (int j = 0; j < n && i != k; j++) {
                a[SIZE * i + j] -= f * a[SIZE * k + j];
                l->inverse[SIZE * i + j] -= f * l->inverse[SIZE * k + j];
            }
        }
    }
}

static belay_nodal_contact random_contact(int node, int other, double mu, uint64_t* state)
{
    belay_nodal_contact c = {.node = node, .other = other, .mu = mu};
    belay_vec3 n = v3_normalize_or(v3_add(chance_vector(state, 0.7), v3(0.0, 0.0, 1.0)), v3(0.0, 0.0, 1.0));
    belay_vec3 t = v3_any_orthogonal(n), s = v3_cross(n, t);
    double frame[9] = {n.x, n.y, n.z, t.x, t.y, t.z, s.x, s.y, s.z};
    memcpy(c.frame, frame, sizeof frame);
    for (int i = 0; i < 3; i++)
        c.offset[i] = chance_between(state, -0.2, 0.2);
    return c;
}

// `several`: contacts at a node; `self`: every other contact is between two nodes.
static void make(lattice* l, int nodes, int contacts, bool several, bool self, uint64_t* state)
{
    memset(l, 0, sizeof *l);
    l->p = (belay_nodal_problem){.node_count = nodes,
                                 .contact_count = contacts,
                                 .row_start = l->row_start,
                                 .column = l->column,
                                 .blocks = l->blocks,
                                 .f = l->f,
                                 .contacts = l->contacts};
    for (int i = 0; i < nodes; i++) {
        double mass = chance_between(state, 0.5, 2.0);
        for (int k = 0; k < 3; k++) {
            l->m[(SIZE + 1) * (3 * i + k)] += mass;
            l->f[3 * i + k] = chance_between(state, -1.0, 1.0) - (k == 2 ? 1.0 : 0.0);
        }
        if (i > 0) add_spring(l, i, i - 1, state);
        if (i > 3) add_spring(l, i, i - 4, state);
    }
    for (int c = 0; c < contacts; c++) {
        int node = several ? (int)(chance_next(state) * nodes) : (self ? 2 * c : c), other = -1;
        if (self && c % 2 == 1) other = several ? (node + 1 + c % (nodes - 1)) % nodes : node + 1;
        if (other == node) other = -1;
        l->contacts[c] = random_contact(node, other, chance_between(state, 0.0, 0.6), state);
    }
    compress(l);
    invert(l);
}

// Row i of H: row i % 3 of contact i / 3.
static void contact_row(const lattice* l, int i, double* row)
{
    const belay_nodal_contact* c = &l->contacts[i / 3];
    memset(row, 0, SIZE * sizeof *row);
    for (int k = 0; k < 3; k++) {
        row[3 * c->node + k] += c->frame[3 * (i % 3) + k];
        if (c->other >= 0) row[3 * c->other + k] -= c->frame[3 * (i % 3) + k];
    }
}

static void multiply(const lattice* l, const double* x, double* y)
{
    int n = 3 * l->p.node_count;
    for (int i = 0; i < n; i++) {
        y[i] = 0.0;
        for (int k = 0; k < n; k++)
            y[i] += l->inverse[SIZE * i + k] * x[k];
    }
}

// v = M^-1 (f + H^T r) with the impulses of the condensed problem.
static void solve_condensed(const lattice* l, double* v)
{
    static double h[3 * MAX_CONTACTS][SIZE], image[3 * MAX_CONTACTS][SIZE];
    int n = 3 * l->p.node_count, m = l->p.contact_count;
    belay_problem* p = NULL;
    cr_assert(belay_problem_create(m, m * m, NULL, &p, NULL) == BELAY_OK);
    multiply(l, l->f, v);
    for (int i = 0; i < 3 * m; i++) {
        contact_row(l, i, h[i]);
        multiply(l, h[i], image[i]);
        p->q[i] = l->contacts[i / 3].offset[i % 3];
        for (int k = 0; k < n; k++)
            p->q[i] += h[i][k] * v[k];
    }
    for (int i = 0; i < 3 * m; i++)
        for (int j = 0; j < 3 * m; j++)
            for (int k = 0; k < n; k++)
                p->blocks[9 * (m * (i / 3) + j / 3) + 3 * (i % 3) + j % 3] += h[i][k] * image[j][k];
    for (int a = 0; a < m; a++) {
        p->mu[a] = l->contacts[a].mu;
        p->row_start[a + 1] = m * (a + 1);
        for (int b = 0; b < m; b++)
            p->column[m * a + b] = b;
    }
    double r[3 * MAX_CONTACTS] = {0.0};
    belay_solve_options o = belay_solve_options_default();
    o.tolerance = 1e-9;
    belay_solve_report report;
    cr_assert(belay_problem_solve(p, BELAY_METHOD_NSGS, &o, r, &report, NULL) == BELAY_OK);
    cr_assert_eq(report.status, BELAY_SOLVE_SOLVED, "condensed: e = %g", report.residual.natural);
    for (int i = 0; i < 3 * m; i++)
        for (int k = 0; k < n; k++)
            v[k] += image[i][k] * r[i];
    belay_problem_destroy(p);
}

static belay_solve_report solve(const lattice* l, double tolerance, double* v, double* r)
{
    belay_solve_options o = belay_solve_options_default();
    o.tolerance = tolerance;
    belay_solve_report report;
    belay_error error;
    cr_assert(belay_nodal_solve(&l->p, &o, NULL, v, r, &report, &error) == BELAY_OK, "%s", error.message);
    return report;
}

static void check_against_condensed(bool several, bool self, uint64_t seed)
{
    static lattice l;
    for (int trial = 0; trial < 30; trial++) {
        int nodes = 2 + trial % (MAX_NODES - 2), contacts = several ? nodes + nodes / 2 : (self ? nodes / 2 : nodes);
        if (several && contacts > MAX_CONTACTS) contacts = MAX_CONTACTS;
        make(&l, nodes, contacts, several, self, &seed);
        double v[SIZE] = {0.0}, r[3 * MAX_CONTACTS] = {0.0}, u[SIZE];
        belay_solve_report report = solve(&l, 1e-10, v, r);
        cr_assert_eq(report.status, BELAY_SOLVE_SOLVED, "trial %d: e = %g", trial, report.residual.natural);
        solve_condensed(&l, u);
        for (int i = 0; i < 3 * nodes; i++)
            cr_assert(fabs(u[i] - v[i]) <= 1e-6, "trial %d: v[%d] = %g and %g", trial, i, v[i], u[i]);
    }
}

Test(primal_gs, obstacles)
{
    check_against_condensed(false, false, 1);
}

Test(primal_gs, self_contact)
{
    check_against_condensed(false, true, 2);
}

Test(primal_gs, several_contacts_at_a_node)
{
    check_against_condensed(true, false, 3);
    check_against_condensed(true, true, 4);
}

// Without contacts: M v = f.
Test(primal_gs, free_nodes)
{
    static lattice l;
    uint64_t state = 5;
    make(&l, 20, 0, false, false, &state);
    double v[SIZE] = {0.0}, u[SIZE];
    cr_assert_eq(solve(&l, 1e-12, v, NULL).status, BELAY_SOLVE_SOLVED);
    multiply(&l, l.f, u);
    for (int i = 0; i < 60; i++)
        cr_expect(fabs(u[i] - v[i]) <= 1e-10);
    l.p.node_count = l.p.block_count = 0;
    cr_assert_eq(solve(&l, 1e-12, NULL, NULL).status, BELAY_SOLVE_SOLVED);
}

Test(primal_gs, caps_and_warm_start)
{
    static lattice l;
    uint64_t state = 6;
    make(&l, 20, 20, false, false, &state);
    double v[SIZE] = {0.0}, r[3 * MAX_CONTACTS] = {0.0}, history[8];
    belay_solve_options o = belay_solve_options_default();
    o.max_iterations = 3;
    o.history = history;
    o.history_capacity = 2;
    belay_solve_report report;
    cr_assert(belay_nodal_solve(&l.p, &o, NULL, v, r, &report, NULL) == BELAY_OK);
    cr_expect_eq(report.status, BELAY_SOLVE_ITERATIONS);
    cr_expect_eq(report.iterations, 3);
    cr_expect_eq(report.history_count, 2);
    o.max_iterations = 100000;
    o.budget_seconds = 1e-9;
    cr_assert(belay_nodal_solve(&l.p, &o, NULL, v, r, &report, NULL) == BELAY_OK);
    cr_expect_eq(report.status, BELAY_SOLVE_BUDGET);
    cr_expect_eq(solve(&l, 1e-8, v, r).status, BELAY_SOLVE_SOLVED);
    cr_expect_eq(solve(&l, 1e-8, v, r).iterations, 0);
}

// s M, t f, velocities by t / s: the same sweeps.
Test(primal_gs, units_do_not_matter)
{
    static lattice l;
    uint64_t state = 7;
    make(&l, 20, 20, false, false, &state);
    double v[SIZE] = {0.0}, w[SIZE] = {0.0}, r[3 * MAX_CONTACTS] = {0.0}, s[3 * MAX_CONTACTS] = {0.0};
    belay_solve_report a = solve(&l, 1e-8, v, r);
    for (int i = 0; i < 9 * l.p.block_count; i++)
        l.blocks[i] *= 0x1p20;
    for (int i = 0; i < SIZE; i++)
        l.f[i] *= 0x1p30;
    for (int i = 0; i < l.p.contact_count; i++)
        for (int k = 0; k < 3; k++)
            l.contacts[i].offset[k] *= 0x1p10;
    belay_solve_report b = solve(&l, 1e-8, w, s);
    cr_expect_eq(a.iterations, b.iterations);
    for (int i = 0; i < 60; i++)
        cr_expect(fabs(v[i] - w[i] * 0x1p-10) <= 1e-9);
}

static void expect_refusal(const lattice* l, const char* what)
{
    double v[SIZE], r[3 * MAX_CONTACTS];
    for (int i = 0; i < SIZE; i++)
        v[i] = 1.0;
    for (int i = 0; i < 3 * MAX_CONTACTS; i++)
        r[i] = 1.0;
    belay_solve_options o = belay_solve_options_default();
    belay_solve_report report;
    belay_error error;
    cr_expect(belay_nodal_solve(&l->p, &o, NULL, v, r, &report, &error) == BELAY_ERROR_VALUE, "%s", what);
    cr_expect(error.message[0] != '\0', "%s", what);
    for (int i = 0; i < SIZE; i++)
        cr_expect(v[i] == 1.0 && r[i] == 1.0);
}

Test(primal_gs, bad_input)
{
    static lattice good, l;
    uint64_t state = 8;
    make(&good, 4, 4, false, false, &state);
#define BROKEN(change)                                                                                                 \
    do {                                                                                                               \
        memcpy(&l, &good, sizeof l);                                                                                   \
        l.p.row_start = l.row_start, l.p.column = l.column, l.p.blocks = l.blocks;                                     \
        l.p.f = l.f, l.p.contacts = l.contacts;                                                                        \
        change;                                                                                                        \
        expect_refusal(&l, #change);                                                                                   \
    } while (0)
    BROKEN(l.contacts[1].node = 4);
    BROKEN(l.contacts[1].other = 1);
    BROKEN(l.contacts[1].other = -2);
    BROKEN(l.contacts[2].mu = -0.1);
    BROKEN(l.contacts[2].mu = NAN);
    BROKEN(l.contacts[0].frame[0] *= 1.1);
    BROKEN(l.contacts[0].offset[2] = INFINITY);
    BROKEN(l.f[3] = NAN);
    BROKEN(l.blocks[5] = INFINITY);
    BROKEN(l.column[1] = 0);
    BROKEN(l.row_start[2] = 99);
    BROKEN(memset(l.blocks, 0, 9 * sizeof(double)));
    BROKEN(l.p.contact_count = -1);
    BROKEN(l.p.f = NULL);
#undef BROKEN
}

// The W, q, mu form: one contact per free body, W regular; where it is singular nothing is tried.
Test(primal_gs, contacts_as_nodes)
{
    if (!belay_method_is_available(BELAY_METHOD_PRIMAL_GS, NULL)) SKIP_TEST("the method is not in this build");
    double r[3 * 20], s[3 * 20];
    for (uint64_t seed = 1; seed <= 10; seed++) {
        belay_problem* p = problem_generate(6, 6, 0.0, 0.5, seed, NULL);
        belay_solve_options o = belay_solve_options_default();
        belay_solve_report report;
        memset(r, 0, sizeof r);
        memset(s, 0, sizeof s);
        cr_assert(belay_problem_solve(p, BELAY_METHOD_PRIMAL_GS, &o, r, &report, NULL) == BELAY_OK);
        cr_expect_eq(report.status, BELAY_SOLVE_SOLVED, "seed %d: e = %g", (int)seed, report.residual.natural);
        cr_assert(belay_problem_solve(p, BELAY_METHOD_NSGS, &o, s, &report, NULL) == BELAY_OK);
        for (int i = 0; i < 18; i++)
            cr_expect(fabs(r[i] - s[i]) <= 1e-5, "seed %d: r[%d] = %g and %g", (int)seed, i, r[i], s[i]);
        belay_problem_destroy(p);
    }
    belay_problem* p = problem_generate(2, 6, 0.5, 0.5, 1, NULL);
    belay_solve_options o = belay_solve_options_default();
    belay_solve_report report;
    memset(r, 0, sizeof r);
    cr_assert(belay_problem_solve(p, BELAY_METHOD_PRIMAL_GS, &o, r, &report, NULL) == BELAY_OK);
    cr_expect_eq(report.status, BELAY_SOLVE_STALLED);
    cr_expect_eq(report.iterations, 0);
    belay_problem_destroy(p);
}
