// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Newton's method for islands with rods, on Delassus operators made up: regular and badly conditioned, with fewer
// degrees of freedom than rows, and with holds and capped pulls. What comes out is judged by the law alone, with the
// velocities formed anew from the impulses.

#include "core/alloc.h"
#include "solver/law/residual.h"
#include "solver/newton/rod_newton.h"
#include "support/chance.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define MAX_ELEMENTS 96
#define MAX_ROWS (3 * MAX_ELEMENTS)

typedef struct island {
    bl_rod_element elements[MAX_ELEMENTS];
    bl_rod_coupling coupling;
    double w[MAX_ROWS * MAX_ROWS], u[MAX_ROWS], q[MAX_ROWS];
    bl_row_set set;
    bl_velocity velocity;
    uint32_t order[MAX_ELEMENTS], count, rows;
    bool is_sparse; // how it was solved
} island;

// W = H D H^T with a random H, rows x dofs, and D falling from 1 to `least`; q random, closing on the whole.
static void make_island(island* x, uint32_t count, uint32_t dofs, double least, double mu, uint64_t seed)
{
    static double h[MAX_ROWS * MAX_ROWS];
    memset(x, 0, sizeof *x);
    x->count = count;
    x->rows = 3 * count;
    for (uint32_t i = 0; i < x->rows * dofs; i++)
        h[i] = chance_signed(&seed);
    uint32_t stride = (x->rows + 3) / 4 * 4;
    for (uint32_t i = 0; i < x->rows; i++)
        for (uint32_t j = 0; j < x->rows; j++)
            for (uint32_t k = 0; k < dofs; k++)
                x->w[i * stride + j] += h[i * dofs + k] * pow(least, (double)k / dofs) * h[j * dofs + k];
    for (uint32_t i = 0; i < x->rows; i++)
        x->u[i] = x->q[i] = chance_signed(&seed) - (i % 3 == 0 ? 0.5 : 0.0);
    x->coupling = (bl_rod_coupling){.count = x->rows, .stride = stride, .w = x->w, .u = x->u};
    for (uint32_t i = 0; i < count; i++) {
        bl_rod_element* e = &x->elements[i];
        e->side[0] = (bl_rod_side){.rod = 0, .at = 3 * i};
        e->side[1].rod = BL_NO_ROD;
        e->law = BL_ROD_UNILATERAL;
        e->count = 3;
        e->cap = HUGE_VAL;
        e->mu = mu;
        x->order[i] = i;
    }
    x->set =
        (bl_row_set){.rods = {.elements = x->elements, .count = count, .couplings = &x->coupling, .coupling_count = 1}};
}

// Places along a string round half a drum, pulled onto it and along it: W = F^T (G x 1) F, G the response of a string
// held at its ends to a force at each place, F the frames of the contacts. `twice`: each place touches two times over.
static void make_string(island* x, uint32_t count, bool twice, double mu, uint64_t seed)
{
    const double pi = 3.14159265358979323846;
    make_island(x, count, 1, 1.0, mu, seed);
    uint32_t stride = x->coupling.stride, places = twice ? count / 2 : count;
    for (uint32_t i = 0; i < x->rows; i++)
        for (uint32_t j = 0; j < x->rows; j++) {
            uint32_t at[2] = {i / 3 % places, j / 3 % places};
            double s[2], f[2][3];
            for (int k = 0; k < 2; k++) {
                uint32_t axis = (k == 0 ? i : j) % 3;
                s[k] = (at[k] + 1.0) / (places + 1.0);
                double c = cos(pi * s[k]), d = sin(pi * s[k]);
                f[k][0] = axis == 0 ? c : axis == 1 ? -d : 0.0;
                f[k][1] = axis == 0 ? d : axis == 1 ? c : 0.0;
                f[k][2] = axis == 2 ? 1.0 : 0.0;
            }
            double response = fmin(s[0], s[1]) * (1.0 - fmax(s[0], s[1]));
            x->w[i * stride + j] = response * (f[0][0] * f[1][0] + f[0][1] * f[1][1] + f[0][2] * f[1][2]);
        }
    for (uint32_t i = 0; i < x->rows; i++) {
        double noise = 0.02 * chance_signed(&seed);
        x->u[i] = x->q[i] = (i % 3 == 0   ? -1.0
                             : i % 3 == 1 ? 0.4
                                          : 0.0) *
                                sin(pi * (i / 3 % places + 1.0) / (places + 1.0)) +
                            (twice ? 0.0 : noise);
    }
}

// A rod with a random matrix of half the width 11, stiff against stretching of its places by `stiffness`. Each
// contact is on the next place (more than there are begin again at the first), and, where the rod touches itself, on
// one of the other half too.
enum { PLACES = 48, ROD_DOFS = 8 * PLACES, ROD_REACH = 12, SPAN = 7 };

typedef struct rod {
    double band[(ROD_DOFS + ROD_REACH) * ROD_REACH], values[2 * SPAN * MAX_ROWS];
    bl_rod_row_span spans[2 * MAX_ROWS];
    uint32_t span_count;
} rod;

static void make_matrix(rod* y, double stiffness, uint64_t* seed)
{
    bl_band a = {y->band, ROD_DOFS, ROD_REACH};
    bl_band_clear(&a);
    for (uint32_t j = 0; j < ROD_DOFS; j++)
        for (uint32_t i = j; i < ROD_DOFS && i < (j & ~3u) + ROD_REACH; i++)
            *bl_band_at(&a, i, j) =
                i == j ? 4.0 + 2.0 * stiffness : 0.3 * chance_signed(seed) - (i == j + 4) * stiffness;
    cr_assert_eq(bl_band_factor(&a), 0);
}

static void add_span(rod* y, uint32_t row, uint32_t place, double sign, uint64_t* seed)
{
    bl_rod_row_span span = {row, 8 * place, SPAN, SPAN * y->span_count};
    for (uint32_t i = 0; i < SPAN; i++)
        y->values[span.at + i] = sign * ((i % 4 == row % 3 ? 1.0 : 0.0) + 0.1 * chance_signed(seed));
    y->spans[y->span_count++] = span;
}

static void make_rod(island* x, rod* y, uint32_t count, bool touches_itself, double stiffness, double mu, uint64_t seed)
{
    make_island(x, count, 1, 1.0, mu, seed);
    memset(y, 0, sizeof *y);
    make_matrix(y, stiffness, &seed);
    for (uint32_t k = 0; k < count; k++) {
        x->elements[k].side[0].span = y->span_count;
        for (int side = 0; side < (touches_itself ? 2 : 1); side++)
            for (uint32_t i = 0; i < 3; i++)
                add_span(y, 3 * k + i, side == 0 ? k % PLACES : PLACES - 1 - k % PLACES / 2, side == 0 ? 1.0 : -1.0,
                         &seed);
    }
    x->coupling.factor = (bl_band){y->band, ROD_DOFS, ROD_REACH};
    x->coupling.spans = y->spans;
    x->coupling.values = y->values;
    x->coupling.span_count = y->span_count;
    for (uint32_t i = 0; i < x->rows; i++) {
        double v[ROD_DOFS] = {0.0};
        for (uint32_t k = 0; k < y->span_count; k++)
            for (uint32_t d = 0; y->spans[k].row == i && d < SPAN; d++)
                v[y->spans[k].first + d] += y->values[y->spans[k].at + d];
        bl_band_solve(&x->coupling.factor, v);
        for (uint32_t j = 0; j < x->rows; j++)
            x->w[j * x->coupling.stride + i] = 0.0;
        for (uint32_t k = 0; k < y->span_count; k++)
            for (uint32_t d = 0; d < SPAN; d++)
                x->w[y->spans[k].row * x->coupling.stride + i] +=
                    y->values[y->spans[k].at + d] * v[y->spans[k].first + d];
    }
}

static double solve(island* x, bl_dense_newton_report* report)
{
    belay_allocator allocator = bl_allocator_default();
    bl_rod_newton newton = {.allocator = &allocator};
    double q = 0.0;
    for (uint32_t i = 0; i < x->count; i++)
        cr_assert(bl_rod_element_init(&x->set.rods, &x->elements[i]));
    for (uint32_t i = 0; i < x->rows; i++)
        q += x->q[i] * x->q[i];
    cr_assert(bl_rod_newton_begin(&newton, &x->set, x->order, x->count));
    bl_rod_newton_limits limits = {1e-20 * q, 400, 0.0};
    x->is_sparse = newton.sparse.is_ready;
    *report = bl_rod_newton_solve(&newton, &x->set, &x->velocity, &limits);
    bl_rod_newton_fini(&newton);
    return sqrt(q);
}

// u = W r + q of a row, from the impulses.
static double velocity_of(const island* x, uint32_t row)
{
    double u = x->q[row];
    for (uint32_t j = 0; j < x->rows; j++)
        u += x->w[row * x->coupling.stride + j] * x->elements[j / 3].r[j % 3];
    return u;
}

static double law_error(const island* x)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < x->count; i++) {
        const bl_rod_element* e = &x->elements[i];
        double u[3], map[3];
        for (uint32_t k = 0; k < 3; k++)
            u[k] = velocity_of(x, 3 * i + k);
        bl_natural_map(e->weight, e->mu, e->r, u, map);
        sum += map[0] * map[0] + map[1] * map[1] + map[2] * map[2];
    }
    return sqrt(sum);
}

static void check_law(island* x, const char* what, int seed)
{
    bl_dense_newton_report report;
    double q = solve(x, &report), error = law_error(x);
    cr_expect(error <= 1e-9 * q, "%s, seed %d: off the law by %g of |q|", what, seed, error / q);
    for (uint32_t i = 0; i < x->rows; i++)
        cr_assert_float_eq(x->u[i], velocity_of(x, i), 1e-9 * q, "%s: velocities are not those of the impulses", what);
}

static void check(uint32_t count, uint32_t dofs, double least, double mu)
{
    for (int seed = 1; seed <= 20; seed++) {
        static island x;
        char what[80];
        snprintf(what, sizeof what, "%u contacts, %u dofs, least %g, mu %g", count, dofs, least, mu);
        make_island(&x, count, dofs, least, mu, (uint64_t)seed);
        check_law(&x, what, seed);
    }
}

Test(rod_newton, regular_problems)
{
    check(8, 48, 1.0, 0.3);
    check(20, 72, 1e-1, 0.3);
    check(8, 48, 1.0, 0.0);
}

// Impulses are not unique there; what the law says of them is.
Test(rod_newton, fewer_degrees_of_freedom_than_rows)
{
    check(12, 30, 1.0, 0.3);
}

static void check_string(uint32_t count, bool twice, double mu)
{
    for (int seed = 1; seed <= 10; seed++) {
        static island x;
        char what[80];
        snprintf(what, sizeof what, "string, %u contacts%s, mu %g", count, twice ? " two by two" : "", mu);
        make_string(&x, count, twice, mu, (uint64_t)seed);
        check_law(&x, what, seed);
    }
}

Test(rod_newton, strings_round_a_drum)
{
    check_string(12, false, 0.3);
    check_string(24, false, 0.3);
    check_string(24, false, 0.1);
    check_string(24, false, 0.6);
}

Test(rod_newton, strings_that_touch_twice_at_each_place)
{
    check_string(24, true, 0.3);
    check_string(24, true, 0.6);
}

static void check_rod(uint32_t count, bool touches_itself, double stiffness, double mu)
{
    for (int seed = 1; seed <= 10; seed++) {
        static island x;
        static rod y;
        char what[80];
        snprintf(what, sizeof what, "rod, %u contacts, itself %d, stiff %g, mu %g", count, touches_itself, stiffness,
                 mu);
        make_rod(&x, &y, count, touches_itself, stiffness, mu, (uint64_t)seed);
        check_law(&x, what, seed);
        cr_expect(x.is_sparse, "%s: solved as a dense matrix", what);
    }
}

// By the dofs of the rod: the law is judged with W, which that has not seen.
Test(rod_newton, rods_by_their_own_dofs)
{
    check_rod(32, false, 0.0, 0.3);
    check_rod(24, false, 1e3, 0.3);
    check_rod(24, false, 1e3, 0.0);
    check_rod(48, true, 1.0, 0.3);
    check_rod(48, true, 1e3, 0.6);
}

// Large islands, from inside of the cones: without and with more contacts than places, and without friction.
Test(rod_newton, large_islands)
{
    check_rod(72, false, 0.0, 0.3);
    check_rod(96, false, 1e3, 0.3);
    check_rod(96, true, 1.0, 0.6);
    check_rod(96, true, 1e3, 0.3);
    check_rod(96, false, 1e3, 0.0);
}

// Where it does not get there it keeps the best: admissible, told truly, and no worse than what it was given.
Test(rod_newton, what_is_too_hard_is_told)
{
    for (uint64_t seed = 1; seed <= 20; seed++) {
        static island x;
        bl_dense_newton_report report;
        make_island(&x, 16, 48, 1e-8, 0.3, seed);
        double q = solve(&x, &report), error = law_error(&x);
        cr_expect_float_eq(error, sqrt(report.natural_squared), 1e-6 * q, "seed %d", (int)seed);
        cr_expect(error <= q);
        for (uint32_t i = 0; i < x.count; i++)
            cr_expect(bl_tangent_length(x.elements[i].r) <= x.elements[i].mu * x.elements[i].r[0] * (1.0 + 1e-12));
    }
}

// Holds follow q = 0 and pulls of little strength are at their cap, against the velocity.
Test(rod_newton, holds_and_capped_pulls)
{
    for (uint64_t seed = 1; seed <= 20; seed++) {
        static island x;
        bl_dense_newton_report report;
        make_island(&x, 8, 40, 1e-2, 0.3, seed);
        x.elements[2].law = BL_ROD_BILATERAL;
        x.elements[5].law = BL_ROD_BOUNDED;
        x.elements[5].cap = 1e-3;
        double q = solve(&x, &report), along = 0.0, speed = 0.0, pull = 0.0;
        cr_expect(report.natural_squared <= 1e-20 * q * q, "seed %d: %g", (int)seed, sqrt(report.natural_squared) / q);
        for (uint32_t k = 0; k < 3; k++) {
            double u = velocity_of(&x, 15 + k), r = x.elements[5].r[k];
            cr_expect_float_eq(velocity_of(&x, 6 + k), 0.0, 1e-8 * q, "a hold gives way");
            along += u * r;
            speed += u * u;
            pull += r * r;
        }
        cr_expect_float_eq(sqrt(pull), 1e-3, 1e-12, "seed %d: a weak pull is at its cap", (int)seed);
        cr_expect_float_eq(along, -sqrt(speed * pull), 1e-7 * q * 1e-3, "seed %d: and against the velocity", (int)seed);
    }
}

Test(rod_newton, is_left_alone_where_all_is_well)
{
    static island x;
    bl_dense_newton_report report;
    make_island(&x, 8, 48, 1.0, 0.3, 7);
    for (uint32_t i = 0; i < x.rows; i += 3)
        x.u[i] = x.q[i] = 1.0; // all opens
    solve(&x, &report);
    cr_expect_eq(report.iterations, 0);
    for (uint32_t i = 0; i < x.count; i++)
        cr_expect(x.elements[i].r[0] == 0.0 && x.elements[i].r[1] == 0.0 && x.elements[i].r[2] == 0.0);
}
