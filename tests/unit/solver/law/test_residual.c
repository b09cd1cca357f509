// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The residuals: zero on the law and only there, closed forms, invariance of the scaled ones, and recorded problems
// with reference solutions.

#include "belay/method.h"
#include "solver/law/residual.h"
#include "support/skip.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double length(const double x[3])
{
    return sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
}

static double natural(double w, double mu, const double r[3], const double u[3])
{
    double e[3];
    bl_natural_map(w, mu, r, u, e);
    return length(e);
}

static double alart_curnier(double w, double mu, const double r[3], const double u[3])
{
    double e[3];
    bl_alart_curnier(w, mu, r, u, e);
    return length(e);
}

static double fischer_burmeister(double w, double mu, const double r[3], const double u[3])
{
    double e[3];
    bl_fischer_burmeister(w, mu, r, u, e);
    return length(e);
}

static void check_all_below(double w, double mu, const double r[3], const double u[3], double bound)
{
    cr_assert(natural(w, mu, r, u) <= bound);
    cr_assert(alart_curnier(w, mu, r, u) <= bound);
    cr_assert(fischer_burmeister(w, mu, r, u) <= bound);
}

static void check_all_above(double w, double mu, const double r[3], const double u[3], double bound)
{
    cr_assert(natural(w, mu, r, u) >= bound);
    cr_assert(alart_curnier(w, mu, r, u) >= bound);
    cr_assert(fischer_burmeister(w, mu, r, u) >= bound);
}

Test(residual, zero_on_the_law)
{
    double zero[3] = {0.0, 0.0, 0.0};
    for (double w = 1e-6; w < 1e7; w *= 10.0) {
        double bound = 1e-15 * (10.0 + 10.0 * w);
        check_all_below(w, 0.5, zero, (double[3]){1.0, 2.0, -3.0}, bound);                        // open
        check_all_below(w, 0.5, zero, (double[3]){0.0, 2.0, -3.0}, bound);                        // grazing
        check_all_below(w, 0.5, (double[3]){2.0, 0.3, 0.4}, zero, bound);                         // stick
        check_all_below(w, 0.5, (double[3]){2.0, 0.6, 0.8}, zero, bound);                         // stick, on the edge
        check_all_below(w, 0.5, (double[3]){2.0, 0.6, 0.8}, (double[3]){0.0, -3.0, -4.0}, bound); // slide
        check_all_below(w, 0.0, (double[3]){2.0, 0.0, 0.0}, (double[3]){0.0, -3.0, -4.0}, bound); // frictionless
        check_all_below(w, 0.5, zero, zero, 0.0);
    }
}

Test(residual, not_zero_off_the_law)
{
    double zero[3] = {0.0, 0.0, 0.0};
    check_all_above(1.0, 0.5, zero, (double[3]){-1.0, 0.0, 0.0}, 0.5);                      // approaching
    check_all_above(1.0, 0.5, (double[3]){2.0, 0.0, 0.0}, (double[3]){1.0, 0.0, 0.0}, 0.2); // pushed while opening
    check_all_above(1.0, 0.5, (double[3]){2.0, 0.6, 0.8}, (double[3]){0.0, 3.0, 4.0}, 0.2); // friction that drives
    check_all_above(1.0, 0.5, (double[3]){2.0, 0.0, 0.0}, (double[3]){0.0, 3.0, 4.0}, 0.2); // slide without friction
    check_all_above(1.0, 0.5, (double[3]){2.0, 2.0, 0.0}, zero, 0.2);                       // out of the cone
    check_all_above(1.0, 0.0, (double[3]){2.0, 1.0, 0.0}, (double[3]){0.0, 3.0, 0.0}, 0.9); // friction with mu = 0
}

// Approaching at speed v without impulse: w r - u~ = (v, 0, 0) is in the cone, so e = -(v, 0, 0), and so for
// Alart-Curnier; Fischer-Burmeister gives u - |u| = -2 v.
Test(residual, closed_forms)
{
    double r[3] = {0.0, 0.0, 0.0}, u[3] = {-3.0, 0.0, 0.0}, e[3];
    bl_natural_map(7.0, 0.5, r, u, e);
    cr_assert(e[0] == -3.0 && e[1] == 0.0 && e[2] == 0.0);
    bl_alart_curnier(7.0, 0.5, r, u, e);
    cr_assert(e[0] == -3.0 && e[1] == 0.0 && e[2] == 0.0);
    bl_fischer_burmeister(7.0, 0.5, r, u, e);
    cr_assert_float_eq(e[0], -6.0, 1e-14);
    // x = (2, 1, 0), y = 0: x + y - (x o x)^(1/2) vanishes, as x is in the cone; for x = (1, 2, 0) outside of it,
    // z = (5, 4), l = 9 and 1, root (2, 1), f = (-1, 1, 0).
    bl_fischer_burmeister(1.0, 1.0, (double[3]){1.0, 2.0, 0.0}, r, e);
    cr_assert_float_eq(e[0], -1.0, 1e-15);
    cr_assert_float_eq(e[1], 1.0, 1e-15);
    cr_assert(e[2] == 0.0);
}

// The square root of the naive l- would leave 1e-8 here.
Test(residual, fischer_burmeister_is_exact_near_the_edge)
{
    double u[3] = {0.0, 0.0, 0.0};
    for (int i = 0; i < 1000; i++) {
        double angle = 0.00628 * i, r[3] = {3.0, 0.7 * 3.0 * cos(angle), 0.7 * 3.0 * sin(angle)};
        cr_assert(fischer_burmeister(1.0, 0.7, r, u) <= 1e-14);
    }
}

static void add_example(bl_residual_sum* sum, double s)
{
    double r0[3] = {2.0 * s, 0.3 * s, 0.9 * s}, u0[3] = {0.1, -2.0, 0.4}, q0[3] = {-1.0, -2.0, 0.7};
    double r1[3] = {0.5 * s, 0.0, 0.2 * s}, u1[3] = {-0.6, 0.3, 0.0}, q1[3] = {-2.0, 1.0, 0.0};
    bl_residual_sum_add(sum, 4, 0.8 / s, 0.5, r0, u0, q0);
    bl_residual_sum_add(sum, 9, 1.7 / s, 0.0, r1, u1, q1);
}

Test(residual, does_not_depend_on_the_unit_of_mass)
{
    bl_residual_sum sum;
    bl_residual_sum_init(&sum);
    add_example(&sum, 1.0);
    belay_residual base = bl_residual_sum_finish(&sum);
    cr_assert(base.natural > 0.1);
    for (double s = 1e-12; s < 1e13; s *= 10.0) {
        bl_residual_sum_init(&sum);
        add_example(&sum, s);
        belay_residual scaled = bl_residual_sum_finish(&sum);
        cr_assert_float_eq(scaled.natural / base.natural, 1.0, 1e-13);
        cr_assert_float_eq(scaled.alart_curnier / base.alart_curnier, 1.0, 1e-13);
        cr_assert_float_eq(scaled.fischer_burmeister / base.fischer_burmeister, 1.0, 1e-13);
        cr_assert_float_eq(scaled.natural_max / base.natural_max, 1.0, 1e-13);
        cr_assert_eq(scaled.worst_contact, base.worst_contact);
    }
}

Test(residual, sums_and_worst_contact)
{
    bl_residual_sum sum;
    double zero[3] = {0.0, 0.0, 0.0}, u3[3] = {-3.0, 0.0, 0.0}, u4[3] = {-4.0, 0.0, 0.0};
    bl_residual_sum_init(&sum);
    belay_residual none = bl_residual_sum_finish(&sum);
    cr_assert(none.natural == 0.0 && none.worst_contact == -1);
    bl_residual_sum_add(&sum, 0, 1.0, 0.5, zero, u3, u3);
    bl_residual_sum_add(&sum, 1, 1.0, 0.5, zero, u4, u4);
    belay_residual both = bl_residual_sum_finish(&sum);
    cr_assert_float_eq(both.natural, 1.0, 1e-15);
    cr_assert_float_eq(both.alart_curnier, 1.0, 1e-15);
    cr_assert_float_eq(both.fischer_burmeister, 2.0, 1e-15);
    cr_assert_float_eq(both.natural_max, 0.8, 1e-15);
    cr_assert_eq(both.worst_contact, 1);
    // Without free velocity the divisor is 1.
    bl_residual_sum_init(&sum);
    bl_residual_sum_add(&sum, 0, 1.0, 0.5, zero, u3, zero);
    cr_assert_float_eq(bl_residual_sum_finish(&sum).natural, 3.0, 1e-15);
}

Test(residual, nan_is_reported)
{
    bl_residual_sum sum;
    double zero[3] = {0.0, 0.0, 0.0}, u[3] = {-3.0, 0.0, 0.0}, bad[3] = {NAN, 0.0, 0.0};
    bl_residual_sum_init(&sum);
    bl_residual_sum_add(&sum, 0, 1.0, 0.5, zero, u, u);
    bl_residual_sum_add(&sum, 1, 1.0, 0.5, bad, u, u);
    bl_residual_sum_add(&sum, 2, 1.0, 0.5, zero, u, u);
    belay_residual result = bl_residual_sum_finish(&sum);
    cr_assert(isnan(result.natural) && isnan(result.natural_max));
    cr_assert_eq(result.worst_contact, 1);
}

// ---------------------------------------------------------------------------------------------------------------------
// Recorded problems (README.md there describes the format)

static const char* const problem_folder = "../shared/problems";

typedef struct recorded_problem {
    int contacts;
    double *mu, *weight, *q, *r, *u;
} recorded_problem;

static void read_doubles(FILE* file, int count, double* values)
{
    for (int i = 0; i < count; i++)
        cr_assert_eq(fscanf(file, "%lf", values + i), 1);
}

// Reads the impulses, skipping the header.
static void read_reference(const char* path, int count, double* r)
{
    char line[512];
    FILE* file = fopen(path, "r");
    cr_assert_not_null(file);
    for (int i = 0; i < count;) {
        cr_assert_not_null(fgets(line, sizeof line, file));
        if (line[0] != '#') r[i++] = strtod(line, NULL);
    }
    fclose(file);
}

// u += W_ij r_j, block by block; keeps the weights of the diagonal blocks.
static void add_blocks(FILE* file, recorded_problem* p)
{
    int count, i, j;
    cr_assert_eq(fscanf(file, "%d", &count), 1);
    for (int k = 0; k < count; k++) {
        double w[9];
        cr_assert_eq(fscanf(file, "%d %d", &i, &j), 2);
        read_doubles(file, 9, w);
        for (int row = 0; row < 3; row++)
            for (int column = 0; column < 3; column++)
                p->u[3 * i + row] += w[3 * row + column] * p->r[3 * j + column];
        if (i == j) p->weight[i] = (w[0] + w[4] + w[8]) / 3.0;
    }
}

static recorded_problem load(const char* name)
{
    char path[512];
    int version;
    recorded_problem p;
    snprintf(path, sizeof path, "%s/%s.dfcp", problem_folder, name);
    FILE* file = fopen(path, "r");
    cr_assert_not_null(file);
    cr_assert_eq(fscanf(file, "dfcp %d %d", &version, &p.contacts), 2);
    size_t n = (size_t)p.contacts;
    p.mu = calloc(n, sizeof(double)), p.weight = calloc(n, sizeof(double));
    p.q = calloc(3 * n, sizeof(double)), p.r = calloc(3 * n, sizeof(double)), p.u = calloc(3 * n, sizeof(double));
    snprintf(path, sizeof path, "%s/%s.ref", problem_folder, name);
    read_reference(path, 3 * p.contacts, p.r);
    read_doubles(file, p.contacts, p.mu);
    add_blocks(file, &p);
    read_doubles(file, 3 * p.contacts, p.q);
    for (int i = 0; i < 3 * p.contacts; i++)
        p.u[i] += p.q[i];
    fclose(file);
    return p;
}

static void unload(recorded_problem* p)
{
    free(p->mu), free(p->weight), free(p->q), free(p->r), free(p->u);
}

static belay_residual evaluate(const recorded_problem* p)
{
    bl_residual_sum sum;
    bl_residual_sum_init(&sum);
    for (int a = 0; a < p->contacts; a++)
        bl_residual_sum_add(&sum, a, p->weight[a], p->mu[a], p->r + 3 * a, p->u + 3 * a, p->q + 3 * a);
    return bl_residual_sum_finish(&sum);
}

// The table of the README says at most 2e-14; the rest is rounding in another order of summation.
static void check_reference(const char* name)
{
    recorded_problem p = load(name);
    belay_residual e = evaluate(&p);
    cr_assert(e.natural <= 5e-14, "%s: natural %g", name, e.natural);
    cr_assert(e.natural_max <= e.natural);
    cr_assert(e.alart_curnier <= 1e-13, "%s: Alart-Curnier %g", name, e.alart_curnier);
    cr_assert(e.fischer_burmeister <= 1e-12, "%s: Fischer-Burmeister %g", name, e.fischer_burmeister);
    unload(&p);
}

Test(residual, reference_solutions_of_recorded_problems)
{
    int count = 0;
    DIR* folder = opendir(problem_folder);
    if (!folder) {
        SKIP_TEST("%s is not there", problem_folder);
    }
    for (struct dirent* entry = readdir(folder); entry; entry = readdir(folder)) {
        char* extension = strstr(entry->d_name, ".dfcp");
        if (!extension || extension[5] != '\0') continue;
        *extension = '\0';
        check_reference(entry->d_name);
        count++;
    }
    closedir(folder);
    cr_assert(count > 0);
}

// What cannot be judged is as far from solved as can be.
Test(residual, of_nothing_or_of_what_is_no_problem_is_infinite)
{
    belay_problem* p;
    double r[3] = {0.0, 0.0, 0.0}, bad[3] = {0.0, NAN, 0.0};
    cr_assert(belay_problem_create(1, 1, NULL, &p, NULL) == BELAY_OK);
    p->row_start[1] = 1;
    p->blocks[0] = p->blocks[4] = p->blocks[8] = 1.0;
    p->q[0] = 1.0;
    cr_expect(belay_problem_residual(p, r).natural == 0.0);
    const belay_problem* const problems[] = {NULL, p, p};
    const double* const guesses[] = {r, NULL, bad};
    for (int i = 0; i < 3; i++) {
        belay_residual e = belay_problem_residual(problems[i], guesses[i]);
        cr_expect(e.natural == HUGE_VAL && e.fischer_burmeister_max == HUGE_VAL && e.worst_contact == -1, "%d", i);
    }
    p->column[0] = 7;
    cr_expect(belay_problem_residual(p, r).natural == HUGE_VAL);
    belay_problem_destroy(p);
}
