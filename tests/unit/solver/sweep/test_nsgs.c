// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The Gauss-Seidel solver on random problems of a few bodies, judged by a check of the law of its own.

#include "core/alloc.h"
#include "math/cone.h"
#include "solver/sweep/nsgs.h"
#include "support/chance.h"

#include <criterion/criterion.h>
#include <float.h>
#include <stdlib.h>
#include <string.h>

#define MAX_BODIES 8
#define MAX_ROWS 24

// Body 0 is fixed. The free velocities are kept, as the solver changes the others.
typedef struct problem {
    uint32_t bodies, rows_count;
    bl_response responses[MAX_BODIES];
    bl_velocity free[MAX_BODIES], velocities[MAX_BODIES];
    bl_contact_row rows[MAX_ROWS];
    double q[MAX_ROWS][3]; // u_free
    bl_contact_geometry geometry[MAX_ROWS];
    uint32_t order[MAX_ROWS];
} problem;

// A symmetric positive definite tensor: A A^T + c 1.
static belay_mat33 random_inverse_inertia(uint64_t* state)
{
    belay_mat33 a;
    for (int i = 0; i < 9; i++)
        a.m[i] = chance_between(state, -2.0, 2.0);
    return m3_add(m3_mul(a, m3_transpose(a)), m3_identity());
}

static bl_contact_geometry random_geometry(uint64_t* state)
{
    bl_contact_geometry g;
    g.n = v3_normalize_or(chance_vector(state, 1.0), v3(1.0, 0.0, 0.0));
    g.s = v3_any_orthogonal(g.n);
    g.arm_a = chance_vector(state, 0.5);
    g.arm_b = chance_vector(state, 0.5);
    return g;
}

static void add_row(problem* p, uint32_t a, uint32_t b, double mu, uint64_t* state)
{
    bl_contact_row* row = &p->rows[p->rows_count];
    bl_contact_geometry* g = &p->geometry[p->rows_count];
    *g = random_geometry(state);
    bl_contact_row_init(row, a, b, g, p->responses, mu);
    row->target = chance_between(state, -0.1, 0.1);
    bl_contact_row_velocity(row, p->free, p->q[p->rows_count]);
    p->q[p->rows_count][0] -= row->target;
    p->order[p->rows_count] = p->rows_count;
    p->rows_count++;
}

// A chain of bodies from the fixed one on, `links` contacts between each and the next.
static problem random_problem(uint32_t bodies, uint32_t links, double mu, uint64_t* state)
{
    problem p;
    memset(&p, 0, sizeof p);
    p.bodies = bodies;
    for (uint32_t i = 1; i < bodies; i++) {
        p.responses[i].inverse_mass = chance_between(state, 0.2, 5.0);
        p.responses[i].inverse_inertia = random_inverse_inertia(state);
        p.free[i].linear = chance_vector(state, 3.0);
        p.free[i].angular = chance_vector(state, 3.0);
    }
    memcpy(p.velocities, p.free, sizeof p.free);
    for (uint32_t i = 1; i < bodies; i++)
        for (uint32_t k = 0; k < links; k++)
            add_row(&p, i, i - 1, mu, state);
    return p;
}

// Sets impulses as a start, with the velocities that go with them.
static void start_from(problem* p, uint64_t* state, double size)
{
    for (uint32_t i = 0; i < p->rows_count; i++) {
        double r[3] = {chance_between(state, 0.0, size), chance_between(state, -size, size),
                       chance_between(state, -size, size)};
        bl_cone_project(p->rows[i].mu, r, p->rows[i].r);
        bl_contact_row_apply(&p->rows[i], p->rows[i].r, p->responses, p->velocities);
    }
}

static bl_nsgs_report solve(problem* p, double tolerance, int max_iterations, double deadline)
{
    bl_nsgs_settings settings = {
        .tolerance = tolerance, .max_iterations = max_iterations, .deadline_seconds = deadline};
    bl_row_set set = {
        .rows = p->rows, .contact_count = p->rows_count, .contact_free = p->q[0], .responses = p->responses};
    return bl_nsgs_solve(&set, p->order, p->rows_count, p->velocities, NULL, &settings);
}

// ---------------------------------------------------------------------------------------------------------------------
// An evaluation of its own: velocities from the impulses alone, and the law by cases
// ---------------------------------------------------------------------------------------------------------------------

static belay_vec3 in_world(const bl_contact_geometry* g, const double r[3])
{
    belay_vec3 v = v3_scale(r[0], g->n);
    v = v3_add_scaled(v, r[1], g->s);
    return v3_add_scaled(v, r[2], v3_cross(g->n, g->s));
}

static void push(bl_velocity* v, const bl_response* response, belay_vec3 impulse, belay_vec3 arm)
{
    v->linear = v3_add_scaled(v->linear, response->inverse_mass, impulse);
    v->angular = v3_add(v->angular, m3_mul_v3(response->inverse_inertia, v3_cross(arm, impulse)));
}

static void velocities_from_impulses(const problem* p, bl_velocity v[MAX_BODIES])
{
    memcpy(v, p->free, sizeof p->free);
    for (uint32_t i = 0; i < p->rows_count; i++) {
        uint32_t a = p->rows[i].body_a, b = p->rows[i].body_b;
        belay_vec3 impulse = in_world(&p->geometry[i], p->rows[i].r);
        push(&v[a], &p->responses[a], impulse, p->geometry[i].arm_a);
        push(&v[b], &p->responses[b], v3_neg(impulse), p->geometry[i].arm_b);
    }
}

// That of A's point against B's, in the frame, less the target.
static void relative_velocity(const problem* p, uint32_t i, const bl_velocity* v, double u[3])
{
    const bl_velocity *a = &v[p->rows[i].body_a], *b = &v[p->rows[i].body_b];
    const bl_contact_geometry* g = &p->geometry[i];
    belay_vec3 at_a = v3_add(a->linear, v3_cross(a->angular, g->arm_a));
    belay_vec3 at_b = v3_add(b->linear, v3_cross(b->angular, g->arm_b));
    for (int k = 0; k < 3; k++)
        u[k] = v3_dot(bl_contact_frame(g, k), v3_sub(at_a, at_b));
    u[0] -= p->rows[i].target;
}

// How far one contact is from the law, as a velocity: signs, complementarity, cone, and sliding against the friction.
// The last is the sideways part of the friction against the slip, weighed by the lesser of friction and slip.
static double fault(const bl_contact_row* row, const double u[3])
{
    double mu = row->mu, w = row->weight, rn = row->r[0], slip = hypot(u[1], u[2]);
    double rt = hypot(row->r[1], row->r[2]), limit = w * mu * rn;
    double worst = fmax(-u[0], w * fmax(-rn, rt - mu * rn));
    worst = fmax(worst, fmin(fabs(u[0]), w * fabs(rn)));
    worst = fmax(worst, fmin(slip, fmax(limit - w * rt, 0.0)));
    double side = hypot(row->r[1] * slip + mu * rn * u[1], row->r[2] * slip + mu * rn * u[2]);
    return fmax(worst, slip > 0.0 && limit > 0.0 ? w * side / (limit + slip) : 0.0);
}

// The largest fault over the contacts, over the size of the free velocities.
static double largest_fault(const problem* p)
{
    bl_velocity v[MAX_BODIES];
    double worst = 0.0, size = 0.0;
    velocities_from_impulses(p, v);
    for (uint32_t i = 0; i < p->rows_count; i++) {
        const double* q = p->q[i];
        double u[3];
        relative_velocity(p, i, v, u);
        worst = fmax(worst, fault(&p->rows[i], u));
        size += q[0] * q[0] + q[1] * q[1] + q[2] * q[2];
    }
    return worst / sqrt(size);
}

static double velocity_difference(const bl_velocity* a, const bl_velocity* b, uint32_t bodies)
{
    double worst = 0.0;
    for (uint32_t i = 0; i < bodies; i++)
        worst = fmax(worst, v3_distance(a[i].linear, b[i].linear) + v3_distance(a[i].angular, b[i].angular));
    return worst;
}

// In the cone, up to the rounding of |r_T| and mu r_N.
static void check_admissible(const problem* p)
{
    for (uint32_t i = 0; i < p->rows_count; i++) {
        const double *r = p->rows[i].r, limit = p->rows[i].mu * r[0];
        cr_assert(r[0] >= 0.0 && bl_tangent_length(r) <= limit * (1.0 + 4.0 * DBL_EPSILON), "row %u: |r_T| %g of %g", i,
                  bl_tangent_length(r), limit);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// The law, whatever the problem
// ---------------------------------------------------------------------------------------------------------------------

Test(nsgs, random_problems_meet_the_law)
{
    uint64_t state = 1;
    const double mus[] = {0.0, 0.1, 0.3, 0.6};
    int solved = 0, tried = 0, sweeps = 0;
    for (int i = 0; i < 1500; i++) {
        uint32_t bodies = 2 + (uint32_t)i % 5, links = 1 + (uint32_t)i / 5 % 2;
        problem p = random_problem(bodies, links, mus[i / 10 % 4], &state);
        bl_nsgs_report report = solve(&p, 1e-10, 20000, 0.0);
        check_admissible(&p);
        tried++;
        if (!report.has_converged) continue;
        solved++;
        sweeps = report.iterations > sweeps ? report.iterations : sweeps;
        double f = largest_fault(&p);
        cr_assert_leq(f, 1e-9, "problem %d: off the law by %g", i, f);
    }
    cr_log_info("nsgs: %d of %d random problems converged, at most %d sweeps", solved, tried, sweeps);
    cr_expect_eq(solved, tried);
}

Test(nsgs, velocities_are_those_of_the_impulses)
{
    uint64_t state = 2;
    for (int i = 0; i < 500; i++) {
        problem p = random_problem(5, 2, 0.4, &state);
        start_from(&p, &state, 1.0);
        solve(&p, 1e-10, 1 + i % 50, 0.0);
        bl_velocity v[MAX_BODIES];
        velocities_from_impulses(&p, v);
        cr_assert_leq(velocity_difference(v, p.velocities, p.bodies), 1e-11);
    }
}

Test(nsgs, answer_does_not_depend_on_the_start)
{
    // Few contacts and little friction: one solution.
    uint64_t state = 3;
    double worst = 0.0;
    for (int i = 0; i < 500; i++) {
        problem cold = random_problem(2 + (uint32_t)i % 4, 1, 0.1 * (i % 3), &state), warm = cold;
        start_from(&warm, &state, pow(10.0, i % 5 - 2));
        cr_assert(solve(&cold, 1e-13, 20000, 0.0).has_converged);
        cr_assert(solve(&warm, 1e-13, 20000, 0.0).has_converged);
        double difference = velocity_difference(cold.velocities, warm.velocities, cold.bodies);
        cr_assert_leq(difference, 1e-10, "problem %d", i);
        worst = fmax(worst, difference);
    }
    cr_log_info("nsgs: from two starts the velocities differ by at most %.3g m/s", worst);
}

Test(nsgs, every_iterate_is_admissible)
{
    uint64_t state = 4;
    for (int i = 0; i < 500; i++) {
        problem p = random_problem(6, 3, 0.2 * (i % 6), &state);
        start_from(&p, &state, 10.0);
        bl_nsgs_report report = solve(&p, 1e-12, 1 + i % 4, 0.0);
        cr_assert(report.iterations <= 1 + i % 4);
        for (uint32_t k = 0; k < p.rows_count; k++)
            cr_assert(bl_cone_contains(p.rows[k].mu, p.rows[k].r), "row %u", k);
    }
}

Test(nsgs, one_sweep_is_one_sweep)
{
    uint64_t state = 5;
    problem p = random_problem(6, 2, 0.5, &state);
    bl_nsgs_report report = solve(&p, 1e-12, 1, 0.0);
    cr_expect_eq(report.iterations, 1);
    cr_expect_eq(report.contact_solves, p.rows_count);
    cr_expect_not(report.has_converged);
    cr_expect_not(report.is_out_of_time);
}

// A deadline that has passed before the solve begins leaves the least number of sweeps: without any, what has just met
// would go on into each other. They are the same ones that the first sweeps of an unhurried solve make.
Test(nsgs, expired_deadline_leaves_the_least_sweeps)
{
    uint64_t state = 6;
    int late = 0;
    for (int i = 0; i < 50; i++) {
        problem p = random_problem(6, 4, 0.5, &state); // too many contacts for Newton's method, too few sweeps
        start_from(&p, &state, 0.5);
        problem capped = p;
        bl_nsgs_report report = solve(&p, 1e-12, 1000, 1e-9);
        cr_assert(report.is_out_of_time != report.has_converged);
        cr_assert(report.has_converged || report.iterations == BL_NSGS_LEAST_SWEEPS);
        check_admissible(&p);
        late += report.is_out_of_time;
        solve(&capped, 1e-12, BL_NSGS_LEAST_SWEEPS, 0.0);
        for (uint32_t k = 0; k < p.rows_count; k++)
            cr_assert_arr_eq(p.rows[k].r, capped.rows[k].r, sizeof p.rows[k].r);
        cr_assert(velocity_difference(p.velocities, capped.velocities, p.bodies) == 0.0);
    }
    cr_expect_geq(late, 40);
}

// A body that comes towards the fixed one faster than anything else moves is stopped also when there is no time.
Test(nsgs, what_meets_is_stopped_without_time)
{
    uint64_t state = 10;
    for (int i = 0; i < 100; i++) {
        problem p = random_problem(2, 1, 0.3, &state);
        p.free[1] = p.velocities[1] = (bl_velocity){v3_scale(-5.0, p.geometry[0].n), v3_zero()};
        bl_contact_row_velocity(&p.rows[0], p.free, p.q[0]);
        p.rows[0].target = 0.0;
        solve(&p, 1e-12, 1000, 1e-9);
        double u[3];
        relative_velocity(&p, 0, p.velocities, u);
        cr_assert_geq(u[0], -1e-12, "problem %d: still closing at %g m/s", i, -u[0]);
    }
}

Test(nsgs, solved_problem_needs_one_sweep)
{
    uint64_t state = 7;
    for (int i = 0; i < 100; i++) {
        problem p = random_problem(4, 1, 0.2, &state);
        cr_assert(solve(&p, 1e-13, 20000, 0.0).has_converged);
        bl_nsgs_report report = solve(&p, 1e-10, 1000, 0.0);
        cr_assert(report.has_converged && report.iterations == 1);
    }
}

Test(nsgs, separating_contacts_get_no_impulse)
{
    uint64_t state = 8;
    problem p = random_problem(5, 2, 0.5, &state);
    for (uint32_t i = 0; i < p.rows_count; i++) {
        p.q[i][0] += p.rows[i].target + 100.0;
        p.rows[i].target = -100.0;
    }
    cr_expect(solve(&p, 1e-12, 100, 0.0).has_converged);
    for (uint32_t i = 0; i < p.rows_count; i++)
        cr_assert(p.rows[i].r[0] == 0.0 && p.rows[i].r[1] == 0.0 && p.rows[i].r[2] == 0.0);
    cr_expect(velocity_difference(p.velocities, p.free, p.bodies) == 0.0);
}

Test(nsgs, same_problem_gives_the_same_bits)
{
    uint64_t state = 9;
    problem a = random_problem(6, 2, 0.3, &state), b = a;
    solve(&a, 1e-10, 500, 0.0);
    solve(&b, 1e-10, 500, 0.0);
    cr_expect_arr_eq(a.velocities, b.velocities, sizeof a.velocities);
    for (uint32_t i = 0; i < a.rows_count; i++)
        cr_expect_arr_eq(a.rows[i].r, b.rows[i].r, sizeof a.rows[i].r);
}

// ---------------------------------------------------------------------------------------------------------------------
// Warm starts that are none
// ---------------------------------------------------------------------------------------------------------------------

static double kinetic_energy(const problem* p, const bl_velocity* v)
{
    double sum = 0.0;
    for (uint32_t i = 1; i < p->bodies; i++) {
        belay_mat33 inertia = m3_zero();
        cr_assert(m3_invert(p->responses[i].inverse_inertia, 0.0, &inertia));
        sum += 0.5 * v3_length_squared(v[i].linear) / p->responses[i].inverse_mass;
        sum += 0.5 * v3_dot(v[i].angular, m3_mul_v3(inertia, v[i].angular));
    }
    return sum;
}

// However wrong the impulses are that a solve begins with, and however early it ends, contacts that ask for nothing but
// not to go on closing give the bodies no energy.
Test(nsgs, bad_start_adds_no_energy)
{
    uint64_t state = 11;
    for (int i = 0; i < 500; i++) {
        problem p = random_problem(6, 3, 0.0, &state);
        for (uint32_t k = 0; k < p.rows_count; k++) {
            p.q[k][0] += p.rows[k].target;
            p.rows[k].target = 0.0;
        }
        start_from(&p, &state, pow(10.0, i % 4));
        solve(&p, 1e-12, 1 + i % 3, 0.0);
        double free = kinetic_energy(&p, p.free), after = kinetic_energy(&p, p.velocities);
        cr_assert_leq(after, free * (1.0 + 1e-9), "problem %d: %g J of %g J", i, after, free);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Many contacts
// ---------------------------------------------------------------------------------------------------------------------

enum { PILE_SIDE = 9, PILE_BODIES = PILE_SIDE * PILE_SIDE * PILE_SIDE + 1, PILE_MAX_ROWS = 6 * PILE_BODIES };

// Bodies on a grid, each with two contacts to its neighbours below, behind and at the left; what has none below stands
// on body 0.
typedef struct pile {
    bl_response responses[PILE_BODIES];
    bl_velocity velocities[PILE_BODIES];
    bl_contact_row rows[PILE_MAX_ROWS];
    double q[PILE_MAX_ROWS][3]; // u_free
    uint32_t order[PILE_MAX_ROWS], count;
} pile;

static uint32_t body_at(int x, int y, int z)
{
    return 1 + (uint32_t)((z * PILE_SIDE + y) * PILE_SIDE + x);
}

static void add_pile_rows(pile* p, uint32_t a, uint32_t b, belay_vec3 normal, uint64_t* state)
{
    for (int i = 0; i < 2; i++) {
        bl_contact_geometry g = random_geometry(state);
        g.n = normal;
        g.s = v3_any_orthogonal(normal);
        bl_contact_row* row = &p->rows[p->count];
        bl_contact_row_init(row, a, b, &g, p->responses, 0.4);
        bl_contact_row_velocity(row, p->velocities, p->q[p->count]);
        p->order[p->count] = p->count;
        p->count++;
    }
}

static pile* make_pile(uint64_t seed)
{
    pile* p = calloc(1, sizeof *p);
    cr_assert_not_null(p);
    for (uint32_t i = 1; i < PILE_BODIES; i++) {
        p->responses[i].inverse_mass = chance_between(&seed, 0.5, 2.0);
        p->responses[i].inverse_inertia = random_inverse_inertia(&seed);
        p->velocities[i].linear = v3_add(chance_vector(&seed, 0.2), v3(0.0, 0.0, -1.0));
    }
    for (int z = 0; z < PILE_SIDE; z++)
        for (int y = 0; y < PILE_SIDE; y++)
            for (int x = 0; x < PILE_SIDE; x++) {
                uint32_t a = body_at(x, y, z);
                add_pile_rows(p, a, z > 0 ? body_at(x, y, z - 1) : 0, v3(0.0, 0.0, 1.0), &seed);
                if (y > 0) add_pile_rows(p, a, body_at(x, y - 1, z), v3(0.0, 1.0, 0.0), &seed);
                if (x > 0) add_pile_rows(p, a, body_at(x - 1, y, z), v3(1.0, 0.0, 0.0), &seed);
            }
    return p;
}

static bl_nsgs_report solve_pile(pile* p, int workers, int sweeps, double tolerance)
{
    belay_allocator allocator = bl_allocator_default();
    bl_workers* pool = NULL;
    belay_error error;
    if (workers > 1) cr_assert_eq(bl_workers_create(workers, NULL, &allocator, &pool, &error), BELAY_OK);
    bl_colouring colouring = {.allocator = &allocator};
    bl_nsgs_settings settings = {
        .tolerance = tolerance, .max_iterations = sweeps, .colouring = &colouring, .workers = pool};
    bl_row_set set = {.rows = p->rows, .contact_count = p->count, .contact_free = p->q[0], .responses = p->responses};
    bl_nsgs_report report = bl_nsgs_solve(&set, p->order, p->count, p->velocities, NULL, &settings);
    bl_colouring_fini(&colouring);
    bl_workers_destroy(pool);
    return report;
}

Test(nsgs, workers_do_not_change_a_bit)
{
    for (int sweeps = 1; sweeps < 30; sweeps += 14) {
        pile* one = make_pile(12);
        bl_nsgs_report a = solve_pile(one, 1, sweeps, 1e-10);
        for (int workers = 2; workers <= 5; workers += 3) {
            pile* many = make_pile(12);
            bl_nsgs_report b = solve_pile(many, workers, sweeps, 1e-10);
            cr_expect_eq(a.iterations, b.iterations);
            cr_expect_eq(a.local_failures, b.local_failures);
            cr_expect_arr_eq(one->velocities, many->velocities, sizeof one->velocities);
            for (uint32_t i = 0; i < one->count; i++)
                cr_assert_arr_eq(one->rows[i].r, many->rows[i].r, sizeof one->rows[i].r);
            free(many);
        }
        free(one);
    }
}

Test(nsgs, colours_lead_to_the_law)
{
    pile* p = make_pile(13);
    cr_assert_geq(p->count, BL_NSGS_COLOURED_CONTACTS);
    bl_nsgs_report report = solve_pile(p, 2, 100000, 1e-6);
    cr_expect(report.has_converged);
    double sum = 0.0, scale = 0.0;
    for (uint32_t i = 0; i < p->count; i++) {
        const bl_contact_row* row = &p->rows[i];
        double u[3];
        bl_contact_row_velocity(row, p->velocities, u);
        sum = fmax(sum, fault(row, u));
        scale += bl_cone_dot(p->q[i], p->q[i]);
    }
    cr_expect_leq(sum, 1e-5 * sqrt(scale), "off the law by %g of %g m/s", sum, sqrt(scale));
    cr_log_info("nsgs: %u contacts of a pile solved by colours in %d sweeps", p->count, report.iterations);
    free(p);
}

// Runs of one colour share no body that moves, and every contact is in one run.
Test(nsgs, colours_are_apart)
{
    pile* p = make_pile(14);
    belay_allocator allocator = bl_allocator_default();
    bl_colouring c = {.allocator = &allocator};
    bl_row_set set = {.rows = p->rows, .contact_count = p->count, .contact_free = p->q[0], .responses = p->responses};
    cr_assert(bl_colouring_make(&c, &set, p->order, p->count));
    bool* seen = calloc(p->count, sizeof *seen);
    int* colour_of_body = calloc(PILE_BODIES, sizeof *colour_of_body);
    uint32_t used = 0;
    for (int k = 0; k + 1 < BL_COLOURS; k++) {
        for (uint32_t run = c.first_run[k]; run < c.first_run[k + 1]; run++) {
            const bl_contact_row* row = &p->rows[c.elements[c.runs[run]]];
            cr_assert(row->body_a == 0 || colour_of_body[row->body_a] != k + 1);
            cr_assert(row->body_b == 0 || colour_of_body[row->body_b] != k + 1);
            colour_of_body[row->body_a] = colour_of_body[row->body_b] = k + 1;
            for (uint32_t i = c.runs[run]; i < c.runs[run + 1]; i++) {
                cr_assert(p->rows[c.elements[i]].body_a == row->body_a && p->rows[c.elements[i]].body_b == row->body_b);
                cr_assert_not(seen[c.elements[i]]);
                seen[c.elements[i]] = true;
            }
        }
        used += c.first_run[k + 1] > c.first_run[k];
    }
    cr_expect_eq(c.first_run[BL_COLOURS], c.first_run[BL_COLOURS - 1], "all have a colour");
    cr_expect_leq(used, 12u);
    for (uint32_t i = 0; i < p->count; i++)
        cr_assert(seen[i]);
    free(seen);
    free(colour_of_body);
    bl_colouring_fini(&c);
    free(p);
}

Test(nsgs, no_contacts_are_solved)
{
    problem p;
    memset(&p, 0, sizeof p);
    cr_expect(solve(&p, 1e-10, 10, 0.0).has_converged);
}
