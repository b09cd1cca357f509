// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The solver library on problems that others have met: the files of the problem collection
// (support/problems/problems.h), and the steps of a pile of balls that comes to rest.

#include "belay/method.h"
#include "support/problems/problems.h"
#include "support/scene.h"
#include "support/skip.h"

#include <criterion/criterion.h>
#include <criterion/logging.h>
#include <math.h>

// ---------------------------------------------------------------------------------------------------------------------
// Common
// ---------------------------------------------------------------------------------------------------------------------

static void find_files(problem_files* files)
{
    if (problem_files_find(files) == 0) SKIP_TEST("there are no problem files in %s", files->folder);
}

static bool is_here(belay_method method)
{
    const char* why = NULL;
    if (belay_method_is_available(method, &why)) return true;
    cr_log_info("method '%s' is left out: %s", belay_method_name(method), why != NULL ? why : "not in this build");
    return false;
}

// The automatic method solves hard problems only where it can factor matrices, as the proximal method does.
static bool has_strong_default(void)
{
    return is_here(BELAY_METHOD_AUTO) && is_here(BELAY_METHOD_PROXIMAL);
}

static belay_problem* read_file(const problem_files* files, int i)
{
    belay_problem* p = NULL;
    belay_error error;
    cr_assert(problem_files_read(files, i, &p, &error) == BELAY_OK, "%s", error.message);
    return p;
}

// The named file; null, with a message, when it is not there.
static belay_problem* read_named(const problem_files* files, const char* name)
{
    for (int i = 0; i < files->count; i++)
        if (strcmp(files->names[i], name) == 0) return read_file(files, i);
    cr_log_info("%s is not there", name);
    return NULL;
}

static double* new_numbers(const belay_problem* p)
{
    double* x = calloc(3 * (size_t)p->contact_count + 1, sizeof *x);
    cr_assert_not_null(x);
    return x;
}

static belay_solve_report solve(const belay_problem* p, belay_method method, const belay_solve_options* o, double* r)
{
    belay_solve_report report;
    belay_error error;
    cr_assert(belay_problem_solve(p, method, o, r, &report, &error) == BELAY_OK, "%s", error.message);
    return report;
}

// u = W r + q.
static void velocity(const belay_problem* p, const double* r, double* u)
{
    for (int32_t a = 0; a < p->contact_count; a++)
        for (int i = 0; i < 3; i++) {
            double sum = p->q[3 * a + i];
            for (int32_t k = p->row_start[a]; k < p->row_start[a + 1]; k++)
                for (int j = 0; j < 3; j++)
                    sum += p->blocks[9 * (size_t)k + (size_t)(3 * i + j)] * r[3 * p->column[k] + j];
            u[3 * a + i] = sum;
        }
}

static double distance(const double* x, const double* y, int32_t count)
{
    double sum = 0.0;
    for (int32_t i = 0; i < count; i++)
        sum += (x[i] - y[i]) * (x[i] - y[i]);
    return sqrt(sum);
}

static double length_of(const double* x, int32_t count)
{
    double sum = 0.0;
    for (int32_t i = 0; i < count; i++)
        sum += x[i] * x[i];
    return sqrt(sum);
}

// ---------------------------------------------------------------------------------------------------------------------
// Every file
// ---------------------------------------------------------------------------------------------------------------------

Test(solver_problems, the_default_method_solves_every_file)
{
    problem_files files;
    find_files(&files);
    if (!has_strong_default()) SKIP_TEST("the automatic method has no sparse factorisation to stand on");
    for (int i = 0; i < files.count; i++) {
        belay_problem* p = read_file(&files, i);
        double* r = new_numbers(p);
        belay_solve_options o = belay_solve_options_default();
        belay_solve_report report = solve(p, BELAY_METHOD_AUTO, &o, r);
        cr_log_info("%-38s %4d contacts, %5lld iterations, e = %.1e", files.names[i], p->contact_count,
                    (long long)report.iterations, report.residual.natural);
        cr_expect(belay_problem_residual(p, r).natural <= 1e-8, "%s: e = %g, '%s'", files.names[i],
                  report.residual.natural, belay_solve_status_name(report.status));
        cr_expect(report.is_admissible, "%s", files.names[i]);
        free(r);
        belay_problem_destroy(p);
    }
}

// Those on which sweeping alone converges, and fast enough for a test.
static const char* const easy_files[] = {
    "Rover4396",      "Rover4622",
    "Rover4613",      "LMGC_GlobalFrictionContactProblem00046",
    "NESpheres_10_1", "rockfall_21_54029-norolling",
    "NESpheres_30_1", "Confeti-ex03",
    "Confeti-ex13",   "Spheres-i099-356-679",
};
#define EASY ((int)(sizeof easy_files / sizeof easy_files[0]))

Test(solver_problems, sweeps_alone_solve_the_easy_files)
{
    problem_files files;
    find_files(&files);
    for (int i = 0; i < EASY; i++) {
        belay_problem* p = read_named(&files, easy_files[i]);
        if (p == NULL) continue;
        double* r = new_numbers(p);
        belay_solve_options o = belay_solve_options_default();
        belay_solve_report report = solve(p, BELAY_METHOD_NSGS, &o, r);
        cr_expect(belay_problem_residual(p, r).natural <= 1e-8, "%s: e = %g", easy_files[i], report.residual.natural);
        free(r);
        belay_problem_destroy(p);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Without friction there is one velocity, and Lemke's method finds it by pivoting
// ---------------------------------------------------------------------------------------------------------------------

// Those that a dense pivoting method solves in no time, and whose W is symmetric, so that u is unique.
static const char* const frictionless_files[] = {
    "FC3D_Example1",  "LMGC_GlobalFrictionContactProblem00046",
    "NESpheres_10_1", "rockfall_21_54029-norolling",
    "NESpheres_30_1", "Confeti-ex03",
};
#define FRICTIONLESS ((int)(sizeof frictionless_files / sizeof frictionless_files[0]))

static void compare_without_friction(belay_problem* p, belay_method lemke, const char* name)
{
    int32_t numbers = 3 * p->contact_count;
    double *r = new_numbers(p), *s = new_numbers(p), *u = new_numbers(p), *v = new_numbers(p);
    belay_solve_options o = belay_solve_options_default();
    o.tolerance = 1e-10;
    belay_solve_report swept = solve(p, BELAY_METHOD_NSGS, &o, r), pivoted = solve(p, lemke, &o, s);
    cr_expect_eq(swept.status, BELAY_SOLVE_SOLVED, "%s: e = %g", name, swept.residual.natural);
    cr_expect_eq(pivoted.status, BELAY_SOLVE_SOLVED, "%s, %s: '%s', e = %g", name, belay_method_name(lemke),
                 belay_solve_status_name(pivoted.status), pivoted.residual.natural);
    velocity(p, r, u);
    velocity(p, s, v);
    cr_expect(distance(u, v, numbers) <= 1e-7 * length_of(p->q, numbers), "%s: velocities differ by %g of %g", name,
              distance(u, v, numbers), length_of(p->q, numbers));
    free(r);
    free(s);
    free(u);
    free(v);
}

Test(solver_problems, without_friction_sweeps_and_pivots_agree)
{
    problem_files files;
    find_files(&files);
    static const belay_method lemke[] = {BELAY_METHOD_LEMKE_OUTER, BELAY_METHOD_LEMKE_INNER};
    for (int k = 0; k < 2; k++) {
        if (!is_here(lemke[k])) continue;
        for (int i = 0; i < FRICTIONLESS; i++) {
            belay_problem* p = read_named(&files, frictionless_files[i]);
            if (p == NULL) continue;
            for (int32_t a = 0; a < p->contact_count; a++)
                p->mu[a] = 0.0;
            compare_without_friction(p, lemke[k], frictionless_files[i]);
            belay_problem_destroy(p);
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Tangents may point anywhere
// ---------------------------------------------------------------------------------------------------------------------

// y = R_a x or R_a^T x, where R_a turns the tangents of contact a.
static void turn(const double* angles, int32_t a, bool back, const double x[3], double y[3])
{
    double c = cos(angles[a]), s = back ? -sin(angles[a]) : sin(angles[a]);
    double t1 = c * x[1] - s * x[2], t2 = s * x[1] + c * x[2];
    y[0] = x[0], y[1] = t1, y[2] = t2;
}

// W_ab -> R_a W_ab R_b^T.
static void turn_block(const double* angles, int32_t a, int32_t b, double w[9])
{
    for (int i = 0; i < 3; i++) // rows times R_b^T
        turn(angles, b, false, w + 3 * i, w + 3 * i);
    for (int j = 0; j < 3; j++) { // R_a times columns
        double column[3] = {w[j], w[3 + j], w[6 + j]};
        turn(angles, a, false, column, column);
        w[j] = column[0], w[3 + j] = column[1], w[6 + j] = column[2];
    }
}

static belay_problem* turned(const belay_problem* p, const double* angles)
{
    belay_problem* copy = problem_copy(p);
    cr_assert_not_null(copy);
    for (int32_t a = 0; a < p->contact_count; a++) {
        turn(angles, a, false, copy->q + 3 * a, copy->q + 3 * a);
        for (int32_t k = p->row_start[a]; k < p->row_start[a + 1]; k++)
            turn_block(angles, a, p->column[k], copy->blocks + 9 * (size_t)k);
    }
    return copy;
}

// By how much the velocities that `method` finds depend on where the tangents point, relative to |q|.
static double dependence_on_tangents(const belay_problem* p, belay_method method, const belay_solve_options* o)
{
    double *angles = new_numbers(p), *r = new_numbers(p), *s = new_numbers(p), *u = new_numbers(p), *v = new_numbers(p);
    uint64_t state = 5;
    for (int32_t a = 0; a < p->contact_count; a++)
        angles[a] = chance_between(&state, -SCENE_PI, SCENE_PI);
    belay_problem* other = turned(p, angles);
    solve(p, method, o, r);
    solve(other, method, o, s);
    velocity(p, r, u);
    velocity(other, s, v);
    for (int32_t a = 0; a < p->contact_count; a++)
        turn(angles, a, true, v + 3 * a, v + 3 * a);
    double result = distance(u, v, 3 * p->contact_count) / length_of(p->q, 3 * p->contact_count);
    belay_problem_destroy(other);
    free(angles);
    free(r);
    free(s);
    free(u);
    free(v);
    return result;
}

// Files with sliding contacts, which a pyramid pushes aside.
static const char* const turned_files[] = {"Rover4396", "Confeti-ex13", "NESpheres_10_1", "rockfall_21_54029-norolling",
                                           "Confeti-ex03"};

Test(solver_problems, tangents_may_point_anywhere)
{
    static const belay_method exact[] = {BELAY_METHOD_NSGS, BELAY_METHOD_AUTO, BELAY_METHOD_PROXIMAL};
    problem_files files;
    find_files(&files);
    for (int i = 0; i < 5; i++) {
        belay_problem* p = read_named(&files, turned_files[i]);
        if (p == NULL) continue;
        belay_solve_options o = belay_solve_options_default();
        o.tolerance = 1e-10;
        for (int m = 0; m < 3; m++) {
            if (!belay_method_is_available(exact[m], NULL)) continue;
            double d = dependence_on_tangents(p, exact[m], &o);
            cr_expect(d <= 1e-6, "%s, %s: velocities differ by %g |q|", turned_files[i], belay_method_name(exact[m]),
                      d);
        }
        o.local = BELAY_LOCAL_PYRAMID;
        o.max_iterations = 1000;
        double d = dependence_on_tangents(p, BELAY_METHOD_NSGS, &o);
        cr_log_info("%s: the pyramid's velocities change by %.1e |q|", turned_files[i], d);
        cr_expect(d > 1e-4, "%s: the pyramid's velocities change by %g |q| only", turned_files[i], d);
        belay_problem_destroy(p);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Units
// ---------------------------------------------------------------------------------------------------------------------

// Solves s W, t q and gives back the report, and the impulses in the units of the problem itself.
static belay_solve_report solve_scaled(const belay_problem* p, belay_method method, double s, double t, double* r)
{
    belay_problem* scaled = problem_scaled(p, s, t);
    cr_assert_not_null(scaled);
    belay_solve_options o = belay_solve_options_default();
    memset(r, 0, 3 * (size_t)p->contact_count * sizeof *r);
    belay_solve_report report = solve(scaled, method, &o, r);
    belay_problem_destroy(scaled);
    for (int32_t i = 0; i < 3 * p->contact_count; i++)
        r[i] *= s / t;
    return report;
}

// Powers of two leave every mantissa as it is, so that nothing at all may change. Powers of ten round every number
// anew; where W is singular Newton's iterations amplify that, and their number may change a little.
static void check_units(const belay_problem* p, belay_method method, const char* name)
{
    static const double twos[][2] = {{0x1p-40, 1.0}, {0x1p40, 0x1p-40}, {0x1p20, 0x1p40}};
    static const double tens[][2] = {{1e-12, 1e12}, {1e-6, 1e-12}, {1e6, 1e6}, {1e12, 1e-6}};
    double *r = new_numbers(p), *x = new_numbers(p);
    belay_solve_report one = solve_scaled(p, method, 1.0, 1.0, x);
    for (int k = 0; k < 3; k++) {
        belay_solve_report two = solve_scaled(p, method, twos[k][0], twos[k][1], r);
        cr_expect_eq(two.iterations, one.iterations, "%s, %s, %g W, %g q: %lld iterations, not %lld", name,
                     belay_method_name(method), twos[k][0], twos[k][1], (long long)two.iterations,
                     (long long)one.iterations);
        cr_expect(two.residual.natural == one.residual.natural, "%s, %s, %g W, %g q: e = %g, not %g", name,
                  belay_method_name(method), twos[k][0], twos[k][1], two.residual.natural, one.residual.natural);
        cr_expect(distance(r, x, 3 * p->contact_count) == 0.0, "%s, %s: other impulses", name,
                  belay_method_name(method));
    }
    for (int k = 0; k < 4; k++) {
        belay_solve_report ten = solve_scaled(p, method, tens[k][0], tens[k][1], r);
        int64_t difference = llabs(ten.iterations - one.iterations);
        if (difference > 0)
            cr_log_info("%s, %s, %g W, %g q: %lld iterations, not %lld", name, belay_method_name(method), tens[k][0],
                        tens[k][1], (long long)ten.iterations, (long long)one.iterations);
        cr_expect_eq(ten.status, one.status);
        cr_expect(difference <= (method == BELAY_METHOD_NSGS ? 0 : 2 + one.iterations / 4),
                  "%s, %s, %g W, %g q: %lld iterations, not %lld", name, belay_method_name(method), tens[k][0],
                  tens[k][1], (long long)ten.iterations, (long long)one.iterations);
    }
    free(r);
    free(x);
}

Test(solver_problems, units_do_not_matter)
{
    problem_files files;
    find_files(&files);
    bool tries_default = has_strong_default();
    for (int i = 0; i < files.count; i++) {
        belay_problem* p = read_file(&files, i);
        bool is_large = p->contact_count > 300; // the benchmark tries those
        for (int k = 0; k < EASY && !is_large; k++)
            if (strcmp(files.names[i], easy_files[k]) == 0) check_units(p, BELAY_METHOD_NSGS, files.names[i]);
        if (!is_large && tries_default) check_units(p, BELAY_METHOD_AUTO, files.names[i]);
        belay_problem_destroy(p);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Warm start, on the engine's own problems
// ---------------------------------------------------------------------------------------------------------------------

#define BALLS 40
#define SETTLING 100 // steps of 1/120 s, until the pile only creeps
#define RECORDED 60  // steps after that; it is at rest some 100 steps later

// `lot` decides how the balls fall.
static belay_world* bin_of_balls(uint64_t lot)
{
    belay_world* world = scene_world(1.0 / 120.0);
    belay_material m = {0.5, 0.0};
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, m);
    for (int side = -1; side <= 1; side += 2) {
        scene_plane(world, v3(side, 0.0, 0.0), -0.16, m);
        scene_plane(world, v3(0.0, side, 0.0), -0.16, m);
    }
    uint64_t state = lot;
    for (int i = 0; i < BALLS; i++) {
        scene_ball ball = scene_ball_default();
        ball.material = m;
        ball.position = v3(-0.1 + 0.1 * (i % 3), -0.1 + 0.1 * (i / 3 % 3), 0.06 + 0.11 * (i / 9));
        ball.position = v3_add(ball.position, chance_vector(&state, 0.004));
        scene_add_ball(world, &ball);
    }
    return world;
}

// The contacts of two problems are the same as far as their numbers tell.
static bool is_same_pattern(const belay_problem* a, const belay_problem* b)
{
    size_t rows = (size_t)a->contact_count + 1, blocks = (size_t)a->block_count;
    return a->contact_count == b->contact_count && a->block_count == b->block_count &&
           memcmp(a->row_start, b->row_start, rows * sizeof *a->row_start) == 0 &&
           memcmp(a->column, b->column, blocks * sizeof *a->column) == 0;
}

static belay_problem* problem_of(const belay_world* world)
{
    belay_problem* p = NULL;
    belay_error error;
    cr_assert(belay_world_get_problem(world, &p, &error) == BELAY_OK, "%s", error.message);
    return p;
}

typedef struct warm_record {
    int compared; // steps whose contacts are those of the step before
    int64_t cold, warm;
} warm_record;

// Sweeps from r = 0 and from the impulses of the step before. These come with the problem of that step.
static void compare_starts(const belay_problem* p, const double* before, warm_record* record)
{
    belay_solve_options o = belay_solve_options_default();
    o.tolerance = 1e-4; // sweeping alone does not get much further in such piles
    double *r = new_numbers(p), *s = new_numbers(p);
    memcpy(s, before, 3 * (size_t)p->contact_count * sizeof *s);
    belay_solve_report cold = solve(p, BELAY_METHOD_NSGS, &o, r), warm = solve(p, BELAY_METHOD_NSGS, &o, s);
    cr_expect_eq(cold.status, BELAY_SOLVE_SOLVED);
    cr_expect_eq(warm.status, BELAY_SOLVE_SOLVED);
    record->cold += cold.iterations;
    record->warm += warm.iterations;
    record->compared++;
    free(r);
    free(s);
}

Test(solver_problems, the_last_impulses_halve_the_sweeps)
{
    belay_world* world = bin_of_balls(3);
    scene_steps(world, SETTLING);
    warm_record record = {0, 0, 0};
    belay_problem* before = problem_of(world);
    for (int i = 0; i < RECORDED; i++) {
        scene_steps(world, 1);
        belay_problem* now = problem_of(world);
        if (is_same_pattern(before, now)) compare_starts(now, before->r, &record);
        belay_problem_destroy(before);
        before = now;
    }
    cr_log_info("%d contacts; %lld sweeps from zero, %lld from the impulses before, in %d steps", before->contact_count,
                (long long)record.cold, (long long)record.warm, record.compared);
    cr_expect(before->contact_count > BALLS);
    cr_expect(record.compared >= RECORDED / 4, "only %d steps could be compared", record.compared);
    cr_expect(record.warm > 0, "the pile is at rest already");
    cr_expect(2 * record.warm <= record.cold, "%lld sweeps from the impulses before, %lld from zero",
              (long long)record.warm, (long long)record.cold);
    belay_problem_destroy(before);
    belay_world_destroy(world);
}

// Piles that creep are harder than most of the files: hyperstatic, with many contacts about to slide or to open. How
// hard is a matter of chance, and one that is at the edge stays there for many steps; so it takes many piles. Of 120
// steps 105 to 111 were solved in four states of the engine that differ by rounding, in a fifth 173 of 192; but of 24
// among these 19 to 23, so a rate is told of no fewer than RATE_STEPS. The sanitizers look for other faults, at fewer
// piles: they would find the same rate, as their bits are the same.
#if defined(__SANITIZE_ADDRESS__)
#define PILES 6
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define PILES 6
#endif
#endif
#ifndef PILES
#define PILES 24
#endif
#define HALF (PILES / 2)
#define RATE_STEPS 48

static void try_pile(uint64_t lot, int* solved, int* tried, double* worst)
{
    belay_world* world = bin_of_balls(lot);
    scene_steps(world, 24);
    for (int step = 24; step < 256; step += 64) {
        belay_problem* p = problem_of(world);
        belay_solve_options o = belay_solve_options_default();
        double* r = new_numbers(p);
        belay_solve_report report = solve(p, BELAY_METHOD_AUTO, &o, r);
        cr_expect(report.residual.natural <= 1e-5, "pile %d, step %d: e = %g", (int)lot, step, report.residual.natural);
        cr_expect_eq(report.status == BELAY_SOLVE_SOLVED, belay_problem_residual(p, r).natural <= 1e-8);
        *solved += report.status == BELAY_SOLVE_SOLVED;
        ++*tried;
        *worst = fmax(*worst, report.residual.natural);
        free(r);
        belay_problem_destroy(p);
        scene_steps(world, 64);
    }
    belay_world_destroy(world);
}

static void try_piles(uint64_t first, uint64_t last)
{
    if (!has_strong_default()) SKIP_TEST("the automatic method has no sparse factorisation to stand on");
    int solved = 0, tried = 0;
    double worst = 0.0;
    for (uint64_t lot = first; lot <= last; lot++)
        try_pile(lot, &solved, &tried, &worst);
    cr_log_info("solved %d of %d steps to 1e-8, the others to %.1e", solved, tried, worst);
    cr_expect_gt(solved, 0);
    if (tried >= RATE_STEPS) cr_expect(10 * solved >= 8 * tried, "solved %d of %d", solved, tried);
}

// Two tests, because they are the longest of all and tests run beside each other.
Test(solver_problems, the_default_method_gets_far_on_the_pile)
{
    try_piles(1, HALF);
}

Test(solver_problems, the_default_method_gets_far_on_more_piles)
{
    try_piles(HALF + 1, PILES);
}

// The impulses that come with the world's problem solve it.
Test(solver_problems, the_world_hands_out_what_it_solved)
{
    belay_world* world = bin_of_balls(3);
    for (int i = 0; i < 12; i++) {
        scene_steps(world, 10);
        belay_error error;
        belay_problem* p = problem_of(world);
        cr_assert(belay_problem_check(p, &error) == BELAY_OK, "%s", error.message);
        const belay_step_stats* stats = belay_world_get_stats(world);
        cr_expect_eq(p->contact_count, stats->contacts);
        double e = belay_problem_residual(p, p->r).natural;
        cr_expect(fabs(e - stats->residual.natural) <= 1e-9, "step %d: e = %g, the world says %g", 10 * (i + 1), e,
                  stats->residual.natural);
        belay_problem_destroy(p);
    }
    belay_world_destroy(world);
}
