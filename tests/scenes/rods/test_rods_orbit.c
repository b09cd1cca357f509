// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A strand whose free end rests on a ball that turns to and fro about a slanting axis, mu = 1 (daviet2011, sec. 7.2 and
// figure 7, which gives no other number). The end is dragged to and fro sideways, and slides nearly all the while, as
// the strand cannot follow along its length: a periodic orbit that the direction of friction decides. Every solver of
// the exact law must find the same one; what is not Coulomb's law - a pyramid in the place of the cone, the diagonal in
// the place of the block - leads elsewhere. Only the solver differs: the strand and its W are those of the engine's
// rods, the sweeps go on until nothing changes.

#include "support/rods/rod_rig.h"

#include "belay/method.h"
#include "solver/law/local_enumerative.h"
#include "solver/library/solve.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NODES = 64, MOST_ROWS = 24, PERIOD = 200, PERIODS = 7 };

static const double strand_length = 0.2, strand_radius = 0.002; // m
static const double beyond_top = 0.01;                          // m, of the strand's end beyond the top of the ball
static const double ball_radius = 0.1, swing = 0.4;             // m, rad
static const double friction = 1.0;

// How a step's contact problem is solved: by sweeps with a solver of one contact, or all contacts at once.
typedef struct way {
    bool is_global;
    belay_local_method local;
    belay_method method;
} way;

typedef struct strand {
    rod_rig* rig;
    uint32_t dofs;
    double *h, *x; // H^T and Mhat^-1 H^T of a step: dofs x MOST_ROWS
    uint32_t rows;
    double w[MOST_ROWS][MOST_ROWS], q[MOST_ROWS], r[MOST_ROWS];
} strand;

typedef struct orbit {
    belay_vec3 tip[PERIODS * PERIOD];
    uint32_t most_contacts;
    int sliding, sticking; // contacts of all steps
} orbit;

static strand make_strand(belay_rod_model model, uint32_t elements)
{
    bl_rod_section section = rod_rig_unit(1e-3, strand_radius);
    section.line_mass = 0.02;
    section.stretch = 200.0;
    section.damping_time = 0.01;
    section.drag = 5.0;
    bl_rod_body body = rod_rig_body(model, elements, section);
    // Level, a little above the ball's top, on which the last part of it falls.
    double height = ball_radius + strand_radius + 0.005;
    belay_vec3 from = {beyond_top - strand_length, 0.0, height}, to = {beyond_top, 0.0, height};
    rod_rig_clamp(&body, 0, from, rod_rig_frame(v3(1.0, 0.0, 0.0), v3(0.0, 0.0, 1.0)));
    strand s = {.rig = rod_rig_make_line(bl_rod_ops_of(model), &body, from, to)};
    s.rig->h = 1.0 / PERIOD;
    s.rig->gravity = v3(0.0, 0.0, -9.81);
    s.dofs = bl_rod_dof_count(s.rig->ops, elements);
    s.h = calloc((size_t)s.dofs * MOST_ROWS, sizeof(double));
    s.x = calloc((size_t)s.dofs * MOST_ROWS, sizeof(double));
    return s;
}

static void free_strand(strand* s)
{
    rod_rig_free(s->rig);
    free(s->h);
    free(s->x);
}

// ---------------------------------------------------------------------------------------------------------------------
// The contact problem: nodes on the ball
// ---------------------------------------------------------------------------------------------------------------------

// The ball's angle is swing sin(2 pi t), t in s.
static belay_vec3 ball_spin(double time)
{
    double rate = swing * 2.0 * ROD_RIG_PI * cos(2.0 * ROD_RIG_PI * time);
    return v3_scale(rate, v3_normalize_or(v3(1.0, 0.6, 0.3), v3_zero()));
}

// A row of H: the place at the rod's surface beside a node, along `direction`; q is its speed against `against`.
static void add_row(strand* s, uint32_t node, belay_vec3 arm, belay_vec3 direction, double against)
{
    const bl_rod_ops* ops = s->rig->ops;
    double* row = calloc(s->dofs, sizeof *row);
    uint32_t first, count, k = s->rows++;
    ops->row(&s->rig->rod, node - 1, 1.0, direction, v3_cross(arm, direction), 1.0, row, &first, &count);
    const double* free_velocity = ops->free_velocity(&s->rig->rod);
    s->q[k] = -against;
    for (uint32_t i = 0; i < s->dofs; i++) {
        s->h[i * MOST_ROWS + k] = row[i];
        s->q[k] += row[i] * free_velocity[i];
    }
    free(row);
}

static void add_contact(strand* s, uint32_t node, belay_vec3 place, belay_vec3 along)
{
    double distance = v3_length(place), gap = distance - ball_radius - strand_radius, h = s->rig->h;
    if (gap > 0.5 * strand_radius || s->rows + 3 > MOST_ROWS) return;
    belay_vec3 n = v3_scale(1.0 / distance, place), arm = v3_scale(-strand_radius, n);
    belay_vec3 t = v3_normalize_or(v3_add_scaled(along, -v3_dot(along, n), n), v3_zero());
    belay_vec3 surface = v3_cross(ball_spin(s->rig->time), v3_scale(ball_radius, n));
    add_row(s, node, arm, n, gap > 0.0 ? -gap / h : -0.2 * gap / h);
    add_row(s, node, arm, t, v3_dot(t, surface));
    add_row(s, node, arm, v3_cross(n, t), v3_dot(v3_cross(n, t), surface));
}

// W = H Mhat^-1 H^T and q, the ball's centre being the origin.
static void find_problem(strand* s)
{
    const rod_rig* rig = s->rig;
    belay_vec3 nodes[MOST_NODES];
    rig->ops->prepare(&rig->rod, rig->gravity, NULL, rig->h);
    rig->ops->nodes(&rig->rod, nodes);
    s->rows = 0;
    memset(s->h, 0, (size_t)s->dofs * MOST_ROWS * sizeof *s->h);
    for (uint32_t i = 1; i <= rig->body.segment_count; i++)
        add_contact(s, i, nodes[i], v3_sub(nodes[i], nodes[i - 1]));
    memcpy(s->x, s->h, (size_t)s->dofs * MOST_ROWS * sizeof *s->h);
    rig->ops->solve(&rig->rod, s->x, MOST_ROWS, 0);
    for (uint32_t i = 0; i < s->rows; i++)
        for (uint32_t k = 0; k < s->rows; k++) {
            s->w[i][k] = 0.0;
            for (uint32_t j = 0; j < s->dofs; j++)
                s->w[i][k] += s->h[j * MOST_ROWS + i] * s->x[j * MOST_ROWS + k];
        }
}

// ---------------------------------------------------------------------------------------------------------------------
// Its solution
// ---------------------------------------------------------------------------------------------------------------------

static bool is_exact(belay_local_method method)
{
    return method <= BELAY_LOCAL_HYBRID;
}

// One contact with the others as they are; where an exact solver fails, as Newton's method alone may, the enumeration
// takes over (daviet2011, sec. 6.1). Returns how much its impulse changed.
static double solve_contact(strand* s, uint32_t at, belay_local_method method)
{
    double w[9], b[3], *r = s->r + at, before[3] = {r[0], r[1], r[2]};
    for (uint32_t i = 0; i < 3; i++) {
        b[i] = s->q[at + i];
        for (uint32_t k = 0; k < s->rows; k++)
            if (k < at || k >= at + 3) b[i] += s->w[at + i][k] * s->r[k];
        for (uint32_t k = 0; k < 3; k++)
            w[3 * i + k] = s->w[at + i][at + k];
    }
    bl_local_block block;
    bl_local_block_init(&block, w, friction);
    if (bl_local_solver(method)(&block, b, r) == BL_LOCAL_NO_SOLUTION && is_exact(method))
        bl_local_enumerative_solve(&block, b, r);
    return fabs(r[0] - before[0]) + fabs(r[1] - before[1]) + fabs(r[2] - before[2]);
}

static void sweep(strand* s, belay_local_method method)
{
    double change = 1.0, size = 0.0;
    for (int i = 0; i < 1000 && change > 1e-13 * size; i++) {
        change = size = 0.0;
        for (uint32_t at = 0; at < s->rows; at += 3) {
            change += solve_contact(s, at, method);
            size += s->r[at];
        }
    }
}

static void solve_at_once(strand* s, belay_method method)
{
    int32_t n = (int32_t)(s->rows / 3);
    belay_problem* p;
    belay_solve_options options = belay_solve_options_default();
    belay_solve_report report;
    options.tolerance = 1e-11;
    cr_assert_eq(belay_problem_create(n, n * n, NULL, &p, NULL), BELAY_OK);
    for (int32_t a = 0; a < n; a++) {
        p->mu[a] = friction;
        p->row_start[a + 1] = n * (a + 1);
        for (int32_t b = 0; b < n; b++) {
            p->column[n * a + b] = b;
            for (int32_t k = 0; k < 9; k++)
                p->blocks[9 * (n * a + b) + k] = s->w[3 * a + k / 3][3 * b + k % 3];
        }
    }
    memcpy(p->q, s->q, s->rows * sizeof *s->q);
    cr_assert_eq(belay_problem_solve(p, method, &options, s->r, &report, NULL), BELAY_OK);
    cr_assert_eq(report.status, BELAY_SOLVE_SOLVED, "%s: %s, residual %g", belay_method_name(method),
                 belay_solve_status_name(report.status), report.residual.natural);
    belay_problem_destroy(p);
}

static void count_states(const strand* s, orbit* o)
{
    if (s->rows / 3 > o->most_contacts) o->most_contacts = s->rows / 3;
    for (uint32_t at = 0; at < s->rows; at += 3) {
        const double* r = s->r + at;
        if (!(r[0] > 0.0)) continue;
        bool slides = hypot(r[1], r[2]) > (1.0 - 1e-9) * friction * r[0];
        o->sliding += slides;
        o->sticking += !slides;
    }
}

static void step(strand* s, const way* w, orbit* o)
{
    const bl_rod_ops* ops = s->rig->ops;
    find_problem(s);
    memset(s->r, 0, sizeof s->r);
    if (w->is_global && s->rows > 0)
        solve_at_once(s, w->method);
    else
        sweep(s, w->local);
    count_states(s, o);
    double* v = ops->velocity(&s->rig->rod);
    memcpy(v, ops->free_velocity(&s->rig->rod), s->dofs * sizeof *v);
    for (uint32_t i = 0; i < s->dofs; i++)
        for (uint32_t k = 0; k < s->rows; k++)
            v[i] += s->x[i * MOST_ROWS + k] * s->r[k];
    ops->move(&s->rig->rod, s->rig->h);
    s->rig->time += s->rig->h;
}

// ---------------------------------------------------------------------------------------------------------------------
// Orbits
// ---------------------------------------------------------------------------------------------------------------------

static orbit* run(belay_rod_model model, uint32_t elements, const way* w)
{
    orbit* o = calloc(1, sizeof *o);
    strand s = make_strand(model, elements);
    for (int i = 0; i < PERIODS * PERIOD; i++) {
        if (i == (PERIODS - 1) * PERIOD) o->sliding = o->sticking = 0;
        step(&s, w, o);
        o->tip[i] = rod_rig_node(s.rig, s.rig->body.segment_count);
    }
    free_strand(&s);
    return o;
}

// The largest distance between two orbits, `periods` periods before the end of the first, over the last period.
static double apart(const orbit* a, int periods, const orbit* b)
{
    double most = 0.0;
    for (int i = (PERIODS - 1) * PERIOD; i < PERIODS * PERIOD; i++)
        most = fmax(most, v3_distance(a->tip[i - periods * PERIOD], b->tip[i]));
    return most;
}

// The largest distance of two of its points.
static double extent(const orbit* o)
{
    double most = 0.0;
    for (int i = (PERIODS - 1) * PERIOD; i < PERIODS * PERIOD; i++)
        for (int k = (PERIODS - 1) * PERIOD; k < i; k++)
            most = fmax(most, v3_distance(o->tip[i], o->tip[k]));
    return most;
}

static void check_exact(belay_rod_model model, uint32_t elements, const way* w, const orbit* right, const char* name)
{
    orbit* o = run(model, elements, w);
    double off = apart(o, 0, right) / extent(right);
    cr_log_info("%s: %g of the orbit apart\n", name, off);
    // Rounding of the sweeps; the methods for all contacts at once stop at a residual of 1e-11.
    cr_expect_leq(off, 1e-9, "%s: %g of the orbit apart", name, off);
    free(o);
}

static void check_other(belay_rod_model model, uint32_t elements, belay_local_method local, const orbit* right,
                        double least)
{
    const way w = {false, local, BELAY_METHOD_AUTO};
    orbit* o = run(model, elements, &w);
    double off = apart(o, 0, right) / extent(right);
    cr_log_info("%s: %g of the orbit apart\n", belay_local_name(local), off);
    cr_expect_geq(off, least, "%s: only %g of the orbit apart", belay_local_name(local), off);
    free(o);
}

static orbit* run_exact(belay_rod_model model, uint32_t elements)
{
    const way w = {false, BELAY_LOCAL_EXACT, BELAY_METHOD_AUTO};
    orbit* o = run(model, elements, &w);
    double size = extent(o), drift = apart(o, 1, o) / size;
    cr_log_info("an orbit of %g m, %u contacts, from period to period %g of it\n", size, o->most_contacts, drift);
    cr_assert(size > 0.02 && o->most_contacts > 1 && o->sliding > PERIOD / 2 && o->sticking > 0);
    cr_expect_leq(drift, 1e-3, "periods differ by %g of the orbit", drift);
    return o;
}

Test(rods_orbit, all_exact_solvers_find_the_same)
{
    orbit* right = run_exact(BELAY_ROD_NODAL, 16);
    for (belay_local_method local = BELAY_LOCAL_ENUMERATIVE; is_exact(local); local++) {
        const way w = {false, local, BELAY_METHOD_AUTO};
        check_exact(BELAY_ROD_NODAL, 16, &w, right, belay_local_name(local));
    }
    const belay_method methods[3] = {BELAY_METHOD_AUTO, BELAY_METHOD_NEWTON_AC, BELAY_METHOD_NEWTON_FB};
    for (int i = 0; i < 3; i++) {
        const way w = {true, BELAY_LOCAL_EXACT, methods[i]};
        check_exact(BELAY_ROD_NODAL, 16, &w, right, belay_method_name(methods[i]));
    }
    free(right);
}

// A tenth of the orbit for the pyramid, 0.6 of it for what takes no account of the coupling in the block.
Test(rods_orbit, other_laws_lead_elsewhere)
{
    orbit* right = run_exact(BELAY_ROD_NODAL, 16);
    check_other(BELAY_ROD_NODAL, 16, BELAY_LOCAL_PYRAMID, right, 0.05);
    check_other(BELAY_ROD_NODAL, 16, BELAY_LOCAL_DIAGONAL, right, 0.3);
    check_other(BELAY_ROD_NODAL, 16, BELAY_LOCAL_RADIAL, right, 0.3);
    free(right);
}

// The model of the paper's strands.
Test(rods_orbit, super_helix)
{
    const way fischer_burmeister = {false, BELAY_LOCAL_NEWTON_FB, BELAY_METHOD_AUTO};
    orbit* right = run_exact(BELAY_ROD_SUPER_HELIX, 3);
    check_exact(BELAY_ROD_SUPER_HELIX, 3, &fischer_burmeister, right, "newton-fb");
    check_other(BELAY_ROD_SUPER_HELIX, 3, BELAY_LOCAL_PYRAMID, right, 0.05);
    free(right);
}
