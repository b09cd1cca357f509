// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The problem of a step, taken out of the world: it is the one that the step solved, by its residual, its velocities
// and its pattern.

#include "belay/method.h"
#include "belay/problem.h"
#include "support/saved.h"
#include "support/scene.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#if defined(_WIN32)
#include <process.h>
#define getpid _getpid
#else
#include <unistd.h>
#endif

// Two bent rails over a floor, and a pile of balls that fall on them and on each other.
static belay_world* pile(void)
{
    belay_world* world = scene_world(1.0 / 240.0);
    belay_material m = {.friction = 0.4, .restitution = 0.1};
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, m);
    scene_plane(world, v3(1.0, 0.0, 0.2), -0.3, m);
    for (int side = -1; side <= 1; side += 2) {
        belay_vec3 points[3] = {v3(-0.4, 0.06 * side, 0.12), v3(0.0, 0.05 * side, 0.08), v3(0.4, 0.06 * side, 0.12)};
        scene_rail(world, points, 3, false, 0.01, m);
    }
    for (int i = 0; i < 18; i++) {
        scene_ball b = scene_ball_default();
        b.radius = 0.04 + 0.002 * (i % 5);
        b.mass = 0.5 + 0.1 * i;
        b.position = v3(0.05 * (i % 3) - 0.05, 0.03 * (i % 2) - 0.01, 0.25 + 0.09 * i);
        b.angular = v3(3.0, -2.0, (double)i);
        b.material = m;
        scene_add_ball(world, &b);
    }
    return world;
}

static belay_problem* problem_of(const belay_world* world)
{
    belay_problem* p = NULL;
    belay_error error;
    cr_assert_eq(belay_world_get_problem(world, &p, &error), BELAY_OK, "%s", error.message);
    cr_assert_eq(belay_problem_check(p, &error), BELAY_OK, "%s", error.message);
    return p;
}

static void check_near(double value, double right, double scale, const char* what)
{
    // Speeds that the solver cannot tell from zero have been settled.
    cr_assert(fabs(value - right) <= 1e-11 * scale, "%s is %.17g, not %.17g", what, value, right);
}

static void check_residual(const belay_world* world, const belay_problem* p)
{
    const belay_residual* right = &belay_world_get_stats(world)->residual;
    belay_residual e = belay_problem_residual(p, p->r);
    // A velocity is a sum of terms that are much larger: their rounding, over |q|, is what is left of a solved problem.
    double size = 0.0, q = 0.0;
    for (int32_t i = 0; i < 3 * p->contact_count; i++) {
        size += fabs(p->q[i]);
        q += p->q[i] * p->q[i];
    }
    for (int32_t a = 0; a < p->contact_count; a++)
        for (int32_t k = p->row_start[a]; k < p->row_start[a + 1]; k++)
            for (int i = 0; i < 9; i++)
                size += fabs(p->blocks[9 * k + i] * p->r[3 * p->column[k] + i % 3]);
    double scale = q > 0.0 ? 0.1 * (1.0 + size / sqrt(q)) : 1.0;
    check_near(e.natural, right->natural, scale, "natural");
    check_near(e.natural_max, right->natural_max, scale, "natural_max");
    check_near(e.alart_curnier, right->alart_curnier, scale, "alart_curnier");
    check_near(e.fischer_burmeister, right->fischer_burmeister, scale, "fischer_burmeister");
}

// u = W r + q, against the target, is what the contacts show.
static void check_velocities(const belay_world* world, const belay_problem* p)
{
    int32_t count = 0;
    const belay_contact* contacts = belay_world_get_contacts(world, &count);
    cr_assert_eq(p->contact_count, count);
    for (int32_t a = 0; a < count; a++) {
        double u[3] = {p->q[3 * a] + contacts[a].target, p->q[3 * a + 1], p->q[3 * a + 2]}, scale = 1.0;
        for (int32_t k = p->row_start[a]; k < p->row_start[a + 1]; k++) {
            for (int i = 0; i < 9; i++) {
                double term = p->blocks[9 * k + i] * p->r[3 * p->column[k] + i % 3];
                u[i / 3] += term;
                scale += fabs(term);
            }
        }
        for (int i = 0; i < 3; i++) {
            check_near(u[i], contacts[a].velocity[i], scale, "velocity");
            cr_assert_eq(p->r[3 * a + i], contacts[a].impulse[i]);
        }
        cr_assert_eq(p->mu[a], contacts[a].friction);
    }
}

static bool is_shared(const belay_world* world, belay_body_id body, const belay_contact* other)
{
    belay_body_type type;
    cr_assert_eq(belay_body_get_type(world, body, &type), BELAY_OK);
    return type == BELAY_BODY_DYNAMIC && (other->body_a.value == body.value || other->body_b.value == body.value);
}

static void check_pattern(const belay_world* world, const belay_problem* p)
{
    int32_t count = 0;
    const belay_contact* contacts = belay_world_get_contacts(world, &count);
    for (int32_t a = 0; a < count; a++) {
        int32_t k = p->row_start[a];
        for (int32_t b = 0; b < count; b++) {
            bool has_block = k < p->row_start[a + 1] && p->column[k] == b;
            k += has_block;
            bool shares = is_shared(world, contacts[a].body_a, &contacts[b]) ||
                          is_shared(world, contacts[a].body_b, &contacts[b]);
            cr_assert_eq(has_block, shares, "block (%d, %d)", a, b);
        }
    }
}

Test(step_problem, is_the_one_that_was_solved)
{
    belay_world* world = pile();
    int32_t most = 0;
    for (int i = 0; i < 60; i++) {
        scene_steps(world, 5);
        belay_problem* p = problem_of(world);
        check_velocities(world, p);
        check_residual(world, p);
        check_pattern(world, p);
        if (p->contact_count > most) most = p->contact_count;
        belay_problem_destroy(p);
    }
    cr_assert_geq(most, 20, "only %d contacts at once", most);
    belay_world_destroy(world);
}

// A solver that ended early has a residual that is not rounding alone.
Test(step_problem, unsolved_step)
{
    belay_world* world = pile();
    scene_steps(world, 200);
    belay_solver_settings settings = belay_solver_settings_default();
    settings.max_iterations = 1;
    settings.enable_warm_start = false;
    cr_assert_eq(belay_world_set_solver(world, &settings), BELAY_OK);
    scene_steps(world, 1);
    belay_problem* p = problem_of(world);
    cr_assert_gt(belay_world_get_stats(world)->residual.natural, 1e-6);
    check_residual(world, p);
    cr_assert_eq(belay_problem_residual(p, p->r).worst_contact, belay_world_get_stats(world)->residual.worst_contact);
    belay_problem_destroy(p);
    belay_world_destroy(world);
}

Test(step_problem, comes_back_from_a_file)
{
    belay_world* world = pile();
    scene_steps(world, 150);
    belay_problem* p = problem_of(world);
    char path[256];
    snprintf(path, sizeof path, "belay_step_problem_%d.dfcp", (int)getpid());
    belay_error error;
    cr_assert_eq(belay_problem_write(p, path, &error), BELAY_OK, "%s", error.message);
    belay_problem* back = NULL;
    belay_result result = belay_problem_read(path, NULL, &back, &error);
    remove(path);
    cr_assert_eq(result, BELAY_OK, "%s", error.message);
    size_t n = (size_t)p->contact_count, blocks = (size_t)p->block_count;
    cr_assert(n > 10 && back->contact_count == p->contact_count && back->block_count == p->block_count);
    cr_assert_eq(memcmp(back->mu, p->mu, n * sizeof(double)), 0);
    cr_assert_eq(memcmp(back->row_start, p->row_start, (n + 1) * sizeof(int32_t)), 0);
    cr_assert_eq(memcmp(back->column, p->column, blocks * sizeof(int32_t)), 0);
    cr_assert_eq(memcmp(back->blocks, p->blocks, 9 * blocks * sizeof(double)), 0);
    cr_assert_eq(memcmp(back->q, p->q, 3 * n * sizeof(double)), 0);
    belay_problem_destroy(p);
    belay_problem_destroy(back);
    belay_world_destroy(world);
}

static void check_state(const belay_world* world)
{
    belay_problem* p = NULL;
    belay_error error;
    cr_assert_eq(belay_world_get_problem(world, &p, &error), BELAY_ERROR_STATE);
    cr_assert_eq(error.code, BELAY_ERROR_STATE);
    cr_assert_null(p);
}

Test(step_problem, needs_a_step)
{
    belay_world* world = pile();
    check_state(world);
    scene_steps(world, 120);
    belay_problem_destroy(problem_of(world));
    saved before = saved_of(world);
    saved_restore(&before, world);
    check_state(world);
    scene_steps(world, 1);
    belay_problem_destroy(problem_of(world));
    saved_fini(&before);
    belay_world_destroy(world);
    cr_assert_eq(belay_world_get_problem(NULL, NULL, NULL), BELAY_ERROR_HANDLE);
}

Test(step_problem, without_contacts)
{
    belay_world* world = scene_world(1.0 / 240.0);
    scene_ball ball = scene_ball_default();
    scene_add_ball(world, &ball);
    scene_steps(world, 1);
    belay_problem* p = problem_of(world);
    cr_assert_eq(p->contact_count, 0);
    cr_assert_eq(belay_problem_residual(p, p->r).worst_contact, -1);
    belay_problem_destroy(p);
    belay_world_destroy(world);
}

// Bodies that go after the step do not take its problem with them.
Test(step_problem, outlives_the_bodies)
{
    belay_world* world = pile();
    scene_steps(world, 150);
    belay_problem* before = problem_of(world);
    int32_t count = 0;
    const belay_contact* contacts = belay_world_get_contacts(world, &count);
    belay_body_id body = contacts[count - 1].body_a;
    cr_assert_eq(belay_body_destroy(world, body), BELAY_OK);
    belay_problem* after = problem_of(world);
    cr_assert_eq(after->block_count, before->block_count);
    cr_assert_eq(memcmp(after->blocks, before->blocks, 9 * (size_t)before->block_count * sizeof(double)), 0);
    belay_problem_destroy(before);
    belay_problem_destroy(after);
    belay_world_destroy(world);
}
