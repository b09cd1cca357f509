// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Blocks of joint rows: solved exactly, with bounds, caps, springs and rows that depend on each other; and the small
// problem with bounds below them against trying all cases.

#include "solver/rows/joint_box.h"
#include "solver/rows/joint_cap.h"
#include "solver/rows/joint_row.h"
#include "support/chance.h"

#include <criterion/criterion.h>
#include <float.h>
#include <string.h>

#define MAX BL_JOINT_BOX_MAX

// ---------------------------------------------------------------------------------------------------------------------
// The problem with bounds
// ---------------------------------------------------------------------------------------------------------------------

typedef struct problem {
    bl_joint_box box;
    double a[MAX * MAX], t[MAX * MAX], b[MAX];
} problem;

// A = M M^T + a skew part, definite; units that differ by powers of ten from row to row.
static void make_problem(problem* p, int n, double skewness, double spread, uint64_t* state)
{
    double m[MAX * MAX], scale[MAX];
    memset(p, 0, sizeof *p);
    for (int i = 0; i < n * n; i++)
        m[i] = chance_between(state, -1.0, 1.0);
    for (int i = 0; i < n; i++)
        scale[i] = pow(10.0, chance_between(state, -spread, spread));
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            double sum = i == j ? 0.05 : 0.0;
            for (int k = 0; k < n; k++)
                sum += m[i * n + k] * m[j * n + k];
            p->a[i * n + j] = sum * scale[i] * scale[j];
        }
    }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            double s = skewness * chance_between(state, -1.0, 1.0) * scale[i] * scale[j];
            p->a[i * n + j] += s;
            p->a[j * n + i] -= s;
        }
        p->b[i] = chance_between(state, -1.0, 1.0) * scale[i];
    }
    p->box.n = n;
    p->box.a = p->a;
    p->box.t = p->t;
    for (int i = 0; i < n; i++) {
        double kind = chance_next(state), size = chance_between(state, 0.1, 1.0) / scale[i];
        p->box.lower[i] = kind < 0.3 ? -HUGE_VAL : (kind < 0.6 ? 0.0 : -size);
        p->box.upper[i] = kind < 0.2 || kind > 0.8 ? HUGE_VAL : (kind < 0.3 ? 0.0 : size);
    }
}

static void start_at(problem* p, const double* r)
{
    int n = p->box.n;
    memcpy(p->box.r, r, (size_t)n * sizeof *r);
    for (int i = 0; i < n; i++) {
        p->box.s[i] = p->b[i];
        for (int j = 0; j < n; j++)
            p->box.s[i] += p->a[i * n + j] * r[j];
    }
}

// The largest term of the natural map, row by row relative to the size of what s is the sum of.
static double natural_of(const problem* p, const double* r)
{
    int n = p->box.n;
    double worst = 0.0;
    for (int i = 0; i < n; i++) {
        double s = p->b[i], size = fabs(p->b[i]), a = p->a[i * n + i];
        for (int j = 0; j < n; j++) {
            s += p->a[i * n + j] * r[j];
            size += fabs(p->a[i * n + j] * r[j]);
        }
        double projected = fmin(fmax(r[i] - s / a, p->box.lower[i]), p->box.upper[i]);
        worst = fmax(worst, a * fabs(r[i] - projected) / size);
    }
    return worst;
}

// Gaussian elimination with pivoting on the rows of `free`; false when singular.
static bool solve_rows(const problem* p, const int* free, int count, double* r)
{
    double m[MAX][MAX + 1];
    int n = p->box.n;
    for (int i = 0; i < count; i++) {
        m[i][count] = -p->b[free[i]];
        for (int j = 0; j < n; j++)
            m[i][count] -= p->a[free[i] * n + j] * r[j];
        for (int j = 0; j < count; j++)
            m[i][j] = p->a[free[i] * n + free[j]];
    }
    for (int k = 0; k < count; k++) {
        int best = k;
        for (int i = k + 1; i < count; i++)
            if (fabs(m[i][k]) > fabs(m[best][k])) best = i;
        if (m[best][k] == 0.0) return false;
        for (int j = 0; j <= count; j++) {
            double swap = m[k][j];
            m[k][j] = m[best][j];
            m[best][j] = swap;
        }
        for (int i = 0; i < count; i++) {
            double c = i != k ? m[i][k] / m[k][k] : 0.0;
            for (int j = k; j <= count; j++)
                m[i][j] -= c * m[k][j];
        }
    }
    for (int i = 0; i < count; i++)
        r[free[i]] += m[i][count] / m[i][i];
    return true;
}

// Tries every row free, at its lower and at its upper bound; the one case that obeys the law is written to r.
static int try_all(const problem* p, double* r)
{
    int n = p->box.n, cases = 1, found = 0;
    for (int i = 0; i < n; i++)
        cases *= 3;
    for (int c = 0; c < cases; c++) {
        double trial[MAX] = {0};
        int free[MAX], count = 0, code = c;
        bool is_possible = true;
        for (int i = 0; i < n; i++, code /= 3) {
            if (code % 3 == 0)
                free[count++] = i;
            else
                trial[i] = code % 3 == 1 ? p->box.lower[i] : p->box.upper[i];
            is_possible = is_possible && isfinite(trial[i]);
        }
        if (!is_possible || !solve_rows(p, free, count, trial) || natural_of(p, trial) > 1e-11) continue;
        memcpy(r, trial, sizeof trial);
        found++;
    }
    return found;
}

Test(joint_box, is_the_one_of_all_cases_that_obeys_the_law)
{
    uint64_t state = 1;
    for (int k = 0; k < 400; k++) {
        problem p;
        double expected[MAX], zero[MAX] = {0};
        make_problem(&p, 1 + k % 5, k % 3 == 0 ? 0.0 : 0.5, 0.0, &state);
        cr_assert_geq(try_all(&p, expected), 1, "case %d", k);
        start_at(&p, zero);
        bl_joint_box_set_free(&p.box, 0);
        cr_assert(bl_joint_box_solve(&p.box), "case %d", k);
        for (int i = 0; i < p.box.n; i++)
            cr_assert_float_eq(p.box.r[i], expected[i], 1e-10 * (1.0 + fabs(expected[i])), "case %d row %d", k, i);
    }
}

Test(joint_box, obeys_the_law_to_rounding_from_any_start)
{
    uint64_t state = 2;
    double worst = 0.0;
    for (int k = 0; k < 2000; k++) {
        problem p;
        double start[MAX];
        make_problem(&p, 12, k % 2 == 0 ? 0.0 : 0.3, k % 4 < 2 ? 0.0 : 3.0, &state);
        for (int i = 0; i < 12; i++)
            start[i] = chance_between(&state, -3.0, 3.0) / sqrt(p.a[13 * i]);
        start_at(&p, start);
        bl_joint_box_set_free(&p.box, (uint32_t)(chance_next(&state) * 4096.0));
        cr_assert(bl_joint_box_solve(&p.box), "case %d", k);
        worst = fmax(worst, natural_of(&p, p.box.r));
        for (int i = 0; i < 12; i++)
            cr_assert(p.box.r[i] >= p.box.lower[i] && p.box.r[i] <= p.box.upper[i], "case %d row %d", k, i);
    }
    cr_expect_leq(worst, 1e-14, "natural map %g", worst);
    cr_log_info("largest natural map %g", worst);
}

Test(joint_box, many_solves_in_a_row_do_not_pile_up_rounding)
{
    uint64_t state = 3;
    problem p;
    double zero[MAX] = {0}, worst = 0.0;
    make_problem(&p, 12, 0.3, 0.0, &state);
    start_at(&p, zero);
    bl_joint_box_set_free(&p.box, 0);
    for (int k = 0; k < 5000; k++) {
        for (int i = 0; i < 12; i++)
            p.b[i] = chance_between(&state, -1.0, 1.0);
        double now[MAX];
        memcpy(now, p.box.r, sizeof now);
        start_at(&p, now);
        cr_assert(bl_joint_box_solve(&p.box));
        worst = fmax(worst, natural_of(&p, p.box.r));
    }
    cr_expect_leq(worst, 1e-14, "natural map %g", worst);
}

Test(joint_box, a_solved_problem_stays_as_it_is)
{
    uint64_t state = 4;
    for (int k = 0; k < 200; k++) {
        problem p;
        double zero[MAX] = {0}, first[MAX];
        make_problem(&p, 8, 0.2, 0.0, &state);
        start_at(&p, zero);
        bl_joint_box_set_free(&p.box, 0);
        cr_assert(bl_joint_box_solve(&p.box));
        memcpy(first, p.box.r, sizeof first);
        start_at(&p, first);
        cr_assert(bl_joint_box_solve(&p.box));
        for (int i = 0; i < 8; i++)
            cr_assert_float_eq(p.box.r[i], first[i], 1e-13 * (1.0 + fabs(first[i])));
    }
}

Test(joint_box, a_motor_against_its_own_limit_stops_at_its_bound)
{
    // Both rows act along the same way: s_0 = r_0 + r_1 - 5 (a motor that wants 5 m/s, at most 2 N s), s_1 = r_0 + r_1
    // - 0.5 with r_1 <= 0 (a limit that lets 0.5 m/s pass). The motor is held at 2 N s, the limit gives -1.5 N s.
    double a[4] = {1.0, 1.0, 1.0, 1.0}, t[4];
    bl_joint_box box = {.n = 2, .a = a, .t = t, .lower = {-2.0, -HUGE_VAL}, .upper = {2.0, 0.0}, .s = {-5.0, -0.5}};
    for (uint32_t free = 0; free < 4; free++) {
        box.r[0] = box.r[1] = 0.0;
        box.s[0] = -5.0;
        box.s[1] = -0.5;
        bl_joint_box_set_free(&box, free);
        cr_assert(bl_joint_box_solve(&box), "from free set %u", free);
        cr_expect_eq(box.r[0], 2.0);
        cr_expect_float_eq(box.r[1], -1.5, 1e-14);
    }
}

Test(joint_box, without_a_definite_part_the_bounds_still_hold)
{
    uint64_t state = 5;
    for (int k = 0; k < 200; k++) {
        problem p;
        double zero[MAX] = {0};
        make_problem(&p, 6, 30.0, 0.0, &state);
        for (int i = 0; i < 36; i++)
            if (i % 7 != 0) p.a[i] *= -1.0;
        start_at(&p, zero);
        bl_joint_box_set_free(&p.box, 0);
        bool is_solved = bl_joint_box_solve(&p.box);
        if (is_solved) cr_expect_leq(natural_of(&p, p.box.r), 1e-9);
        for (int i = 0; i < 6; i++)
            cr_assert(p.box.r[i] >= p.box.lower[i] && p.box.r[i] <= p.box.upper[i], "case %d row %d", k, i);
    }
}

Test(joint_box, dependent_equality_rows_are_found_in_any_units)
{
    uint64_t state = 6;
    for (int k = 0; k < 200; k++) {
        // Row 3 = row 0 + row 1 in a matrix of the form J J^T, in units of very different size; row 5 is zero.
        double j[6][8], a[36];
        for (int i = 0; i < 6; i++) {
            for (int c = 0; c < 8; c++)
                j[i][c] = i == 5 ? 0.0 : chance_between(&state, -1.0, 1.0);
        }
        for (int c = 0; c < 8; c++)
            j[3][c] = j[0][c] + j[1][c];
        for (int i = 0; i < 6; i++) {
            double scale = pow(10.0, chance_between(&state, -4.0, 4.0));
            for (int c = 0; c < 8; c++)
                j[i][c] *= scale;
        }
        for (int i = 0; i < 36; i++) {
            a[i] = 0.0;
            for (int c = 0; c < 8; c++)
                a[i] += j[i / 6][c] * j[i % 6][c];
        }
        cr_assert_eq(bl_joint_box_find_idle(6, a, 0x3F), 0x28);
        // As bounded rows, only those that the equality rows leave nothing of are idle: row 3 needs both 0 and 1.
        cr_assert_eq(bl_joint_box_find_idle(6, a, 0x3), 0x28);
        cr_assert_eq(bl_joint_box_find_idle(6, a, 0x1), 0x20);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Caps
// ---------------------------------------------------------------------------------------------------------------------

Test(joint_cap, impulse_is_within_the_cap_and_opposed_to_what_is_left)
{
    uint64_t state = 7;
    int at_cap = 0;
    for (int k = 0; k < 2000; k++) {
        belay_mat33 m, a;
        for (int i = 0; i < 9; i++)
            m.m[i] = chance_between(&state, -1.0, 1.0);
        double spread = pow(10.0, chance_between(&state, -3.0, 0.0));
        a = m3_add(m3_mul(m, m3_transpose(m)), m3_diagonal(v3(spread, spread, spread)));
        if (k % 2 == 0) a = m3_add(a, m3_skew(chance_vector(&state, 0.3 * spread)));
        belay_vec3 c = chance_vector(&state, 1.0);
        double cap = pow(10.0, chance_between(&state, -6.0, 3.0));
        belay_vec3 r = bl_joint_cap_solve(a, c, cap), s = v3_sub(m3_mul_v3(a, r), c);
        double length = v3_length(r);
        cr_assert_leq(length, cap * (1.0 + 4.0 * DBL_EPSILON), "case %d", k);
        double size = v3_length(c) + v3_length(r) * m3_trace(a);
        if (v3_length(s) <= 1e-12 * size) continue;
        at_cap++;
        cr_assert_float_eq(length / cap, 1.0, 1e-14, "case %d", k);
        cr_assert_leq(v3_dot(s, r), 0.0, "case %d", k);
        cr_assert_leq(v3_length(v3_cross(s, r)), 1e-12 * size * length, "case %d", k);
    }
    cr_assert(at_cap > 400 && at_cap < 1900, "%d of 2000 at the cap", at_cap);
}

Test(joint_cap, zero_cap_gives_nothing)
{
    belay_vec3 r = bl_joint_cap_solve(m3_identity(), v3(1.0, 2.0, 3.0), 0.0);
    cr_expect(r.x == 0.0 && r.y == 0.0 && r.z == 0.0);
}

// ---------------------------------------------------------------------------------------------------------------------
// Blocks
// ---------------------------------------------------------------------------------------------------------------------

typedef struct scene {
    bl_joint_block block;
    bl_joint_row rows[BL_JOINT_MAX_ROWS];
    double matrices[2 * BL_JOINT_MAX_ROWS * BL_JOINT_MAX_ROWS];
    bl_velocity velocities[2];
    bl_response responses[2];
    bl_joint_set set;
} scene;

static bl_response random_response(uint64_t* state, double skewness)
{
    bl_response r = {chance_between(state, 0.1, 2.0), {{0}}};
    belay_mat33 m;
    for (int i = 0; i < 9; i++)
        m.m[i] = chance_between(state, -1.0, 1.0);
    r.inverse_inertia = m3_add(m3_mul(m, m3_transpose(m)), m3_diagonal(v3(0.1, 0.1, 0.1)));
    r.inverse_inertia = m3_add(r.inverse_inertia, m3_skew(chance_vector(state, skewness)));
    return r;
}

static void random_row(bl_joint_row* row, uint64_t* state)
{
    memset(row, 0, sizeof *row);
    row->linear = chance_vector(state, 1.0);
    row->angular_a = chance_vector(state, 1.0);
    row->angular_b = chance_vector(state, 1.0);
    row->target = chance_between(state, -1.0, 1.0);
    row->lower = -HUGE_VAL;
    row->upper = HUGE_VAL;
}

// `count` rows between two random bodies, all equalities.
static void make_scene(scene* s, uint32_t count, double skewness, uint64_t* state)
{
    memset(s, 0, sizeof *s);
    s->set = (bl_joint_set){&s->block, s->rows, s->matrices};
    s->block = (bl_joint_block){.body_a = 0, .body_b = 1, .count = count, .cap = HUGE_VAL};
    for (int i = 0; i < 2; i++) {
        s->responses[i] = random_response(state, skewness);
        s->velocities[i].linear = chance_vector(state, 1.0);
        s->velocities[i].angular = chance_vector(state, 1.0);
    }
    for (uint32_t i = 0; i < count; i++)
        random_row(&s->rows[i], state);
}

static void init(scene* s)
{
    bl_joint_block_init(&s->set, 0, &s->responses[0], &s->responses[1]);
}

static double solve(scene* s)
{
    return bl_joint_block_solve(&s->set, 0, s->velocities);
}

static double natural(const scene* s)
{
    return sqrt(bl_joint_block_natural_squared(&s->set, 0, s->velocities));
}

Test(joint_row, equality_rows_reach_their_targets)
{
    uint64_t state = 8;
    for (int k = 0; k < 500; k++) {
        scene s;
        make_scene(&s, 1 + (uint32_t)(k % 6), k % 2 == 0 ? 0.0 : 0.1, &state);
        init(&s);
        cr_assert_gt(solve(&s), 0.0);
        double u[BL_JOINT_MAX_ROWS];
        bl_joint_block_velocity(&s.set, 0, s.velocities, u);
        solve(&s);
        bl_joint_block_velocity(&s.set, 0, s.velocities, u);
        for (uint32_t i = 0; i < s.block.count; i++)
            cr_assert_float_eq(u[i], s.rows[i].target, 2e-14, "case %d row %u: %g", k, i, u[i] - s.rows[i].target);
    }
}

Test(joint_row, velocity_and_apply_are_two_sides_of_one_matrix)
{
    // The change of u by an impulse is W r, and its momentum is that of the impulses.
    uint64_t state = 9;
    for (int k = 0; k < 200; k++) {
        scene s;
        make_scene(&s, 6, 0.1, &state);
        init(&s);
        double before[6], after[6], dr[6];
        for (int i = 0; i < 6; i++)
            dr[i] = chance_between(&state, -1.0, 1.0);
        bl_velocity old[2] = {s.velocities[0], s.velocities[1]};
        bl_joint_block_velocity(&s.set, 0, s.velocities, before);
        bl_joint_block_apply(&s.set, 0, dr, s.velocities);
        bl_joint_block_velocity(&s.set, 0, s.velocities, after);
        for (int i = 0; i < 6; i++) {
            double change = 0.0;
            for (int j = 0; j < 6; j++)
                change += s.matrices[6 * i + j] * dr[j];
            cr_assert_float_eq(after[i] - before[i], change, 1e-13);
        }
        belay_vec3 pa = v3_scale(1.0 / s.responses[0].inverse_mass, v3_sub(s.velocities[0].linear, old[0].linear));
        belay_vec3 pb = v3_scale(1.0 / s.responses[1].inverse_mass, v3_sub(s.velocities[1].linear, old[1].linear));
        cr_assert_leq(v3_length(v3_add(pa, pb)), 1e-13);
        cr_assert_gt(v3_length(pa), 1e-3);
    }
}

Test(joint_row, bounded_blocks_obey_their_law)
{
    uint64_t state = 10;
    for (int k = 0; k < 1000; k++) {
        scene s;
        uint32_t n = 2 + (uint32_t)(k % 11);
        make_scene(&s, n, k % 2 == 0 ? 0.0 : 0.05, &state);
        for (uint32_t i = 0; i < n; i++) {
            bl_joint_row* row = &s.rows[i];
            if (i >= 3) row->lower = i % 2 == 0 ? 0.0 : -0.2;
            if (i >= 4) row->upper = i % 3 == 0 ? 0.2 : (i % 3 == 1 ? HUGE_VAL : 0.0);
            if (row->lower == 0.0 && row->upper == 0.0) row->upper = HUGE_VAL;
            if (i >= 5) row->softness = chance_between(&state, 0.01, 1.0);
            row->r = fmin(fmax(chance_between(&state, -1.0, 1.0), row->lower), row->upper);
        }
        init(&s);
        double first = solve(&s), left = natural(&s);
        cr_assert_leq(left, 1e-13 * (1.0 + s.block.weight), "case %d: %g", k, left);
        double second = solve(&s);
        cr_assert_leq(second, 1e-26 * (1.0 + first), "case %d: %g after %g", k, second, first);
    }
}

Test(joint_row, natural_map_sees_every_kind_of_violation)
{
    uint64_t state = 11;
    scene s;
    make_scene(&s, 3, 0.0, &state);
    s.rows[1].lower = 0.0;
    s.rows[2].lower = -0.5;
    s.rows[2].upper = 0.5;
    init(&s);
    solve(&s);
    cr_assert_leq(natural(&s), 1e-14);
    for (int i = 0; i < 3; i++) {
        double r = s.rows[i].r, changed = r == 0.5 ? 0.4 : r + 0.01;
        s.rows[i].r = changed;
        bl_joint_block_apply(
            &s.set, 0, (double[3]){i == 0 ? changed - r : 0.0, i == 1 ? changed - r : 0.0, i == 2 ? changed - r : 0.0},
            s.velocities);
        cr_expect_gt(natural(&s), 1e-4, "row %d", i);
        solve(&s);
        cr_assert_leq(natural(&s), 1e-13);
    }
}

Test(joint_row, spring_row_gives_softness_times_impulse)
{
    // One body of 1/w kg and one row: u + softness r = target, u = u0 + w r.
    scene s;
    memset(&s, 0, sizeof s);
    s.set = (bl_joint_set){&s.block, s.rows, s.matrices};
    s.block = (bl_joint_block){.body_a = 0, .body_b = 1, .count = 1, .cap = HUGE_VAL};
    s.rows[0] = (bl_joint_row){
        .linear = {0.0, 0.0, 1.0}, .target = -3.0, .softness = 0.75, .lower = -HUGE_VAL, .upper = HUGE_VAL};
    s.responses[0].inverse_mass = 0.5;
    s.velocities[0].linear = v3(0.0, 0.0, 2.0);
    init(&s);
    solve(&s);
    cr_expect_float_eq(s.rows[0].r, -5.0 / 1.25, 1e-15);
    cr_expect_float_eq(s.velocities[0].linear.z, 2.0 - 2.0, 1e-15);
    cr_expect_leq(natural(&s), 1e-15);
}

Test(joint_row, the_world_does_not_move)
{
    uint64_t state = 12;
    scene s;
    make_scene(&s, 3, 0.0, &state);
    memset(&s.responses[1], 0, sizeof s.responses[1]);
    memset(&s.velocities[1], 0, sizeof s.velocities[1]);
    init(&s);
    for (int k = 0; k < 3; k++)
        solve(&s);
    cr_expect_leq(natural(&s), 1e-14);
    const bl_velocity* w = &s.velocities[1];
    cr_expect(v3_length(w->linear) == 0.0 && v3_length(w->angular) == 0.0);
}

Test(joint_row, rows_that_cannot_move_anything_are_idle)
{
    // Bodies whose rotation is locked: the three turns of a fixed joint have no W, whatever they are asked for.
    uint64_t state = 13;
    scene s;
    make_scene(&s, 6, 0.0, &state);
    for (int i = 0; i < 2; i++)
        s.responses[i].inverse_inertia = m3_diagonal(v3_zero());
    for (int i = 3; i < 6; i++)
        s.rows[i].linear = v3_zero();
    init(&s);
    cr_expect_eq(s.block.idle, 0x38);
    solve(&s);
    solve(&s);
    cr_expect_leq(natural(&s), 1e-14);
    for (int i = 3; i < 6; i++)
        cr_expect_eq(s.rows[i].r, 0.0);
}

Test(joint_row, all_rows_idle_is_no_problem)
{
    uint64_t state = 14;
    scene s;
    make_scene(&s, 3, 0.0, &state);
    memset(s.responses, 0, sizeof s.responses);
    init(&s);
    cr_expect_eq(solve(&s), 0.0);
    cr_expect_eq(natural(&s), 0.0);
}

Test(joint_row, capped_block_pulls_no_harder_than_its_cap)
{
    uint64_t state = 15;
    int at_cap = 0;
    for (int k = 0; k < 500; k++) {
        scene s;
        make_scene(&s, 3, 0.05, &state);
        s.block.cap = chance_between(&state, 0.01, 3.0);
        for (int i = 0; i < 3; i++)
            s.rows[i].softness = 0.1;
        init(&s);
        solve(&s);
        double r = sqrt(s.rows[0].r * s.rows[0].r + s.rows[1].r * s.rows[1].r + s.rows[2].r * s.rows[2].r);
        cr_assert_leq(r, s.block.cap * (1.0 + 1e-15));
        cr_assert_leq(natural(&s), 1e-13 * (1.0 + s.block.weight), "case %d: %g", k, natural(&s));
        at_cap += r > 0.999 * s.block.cap;
    }
    cr_expect(at_cap > 50 && at_cap < 450, "%d of 500 at the cap", at_cap);
}
