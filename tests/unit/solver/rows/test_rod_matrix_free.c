// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Rods with so many contacts that W is not formed: what impulses do is the same as with W, ropes lie on the ground with
// their weight, and where a pile is too much for the work that is allowed, the step ends in bounded work and memory,
// and says how exact it is.

#include "support/chance.h"
#include "support/rods/rod_scene.h"
#include "support/tracking_allocator.h"

#include "solver/rows/rod_matrix_free.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------------------------------
// With W and without
// ---------------------------------------------------------------------------------------------------------------------

enum { DOFS = 43, REACH = 16, CONTACTS = 8, ROWS = 3 * CONTACTS, SPAN = 7 };

// A rod with a band matrix, of half the width 11, whose contacts touch two places each, of every other one places near
// each other, so that what is within the band of the inverse suffices. W = H Mhat^-1 H^T is formed
// from the inverse of the matrix in full.
typedef struct rig {
    double band[(DOFS + REACH + 4) * REACH], inverse[(DOFS + REACH + 4) * REACH], full[DOFS][DOFS], h[ROWS][DOFS];
    double values[2 * ROWS * SPAN], w[ROWS * ROWS], u[2][ROWS], v[DOFS], room[DOFS * BL_ROD_MATRIX_FREE_LANES];
    double columns[DOFS * ROWS];
    bl_rod_row_span spans[2 * ROWS];
    bl_rod_coupling with, without;
    bl_rod_element elements[2][CONTACTS];
    bl_rod_set set[2];
    bl_velocity world;
} rig;

static void make_matrix(rig* x, uint64_t* seed)
{
    bl_band band = {x->band, DOFS, REACH};
    bl_band_clear(&band);
    for (uint32_t j = 0; j < DOFS; j++)
        for (uint32_t i = j; i < DOFS && i < j + 11; i++) {
            double a = i == j ? 12.0 : chance_signed(seed);
            x->full[i][j] = x->full[j][i] = a;
            *bl_band_at(&band, i, j) = a;
        }
    bl_band_factor(&band);
}

static void make_rows(rig* x, uint64_t* seed)
{
    uint32_t span = 0, at = 0;
    for (uint32_t c = 0; c < CONTACTS; c++)
        for (uint32_t place = 0; place < 2; place++)
            for (uint32_t k = 0; k < 3; k++, span++) {
                uint32_t first = place == 0 ? 2 * c : c % 2 == 0 ? 2 * c + 1 : DOFS - SPAN - 3 * c;
                x->spans[span] = (bl_rod_row_span){3 * c + k, first, SPAN, at};
                for (uint32_t i = 0; i < SPAN; i++, at++) {
                    x->values[at] = chance_signed(seed);
                    x->h[3 * c + k][first + i] += x->values[at];
                }
            }
}

// Columns of Mhat^-1 H^T by conjugate gradients, with nothing of the band's own.
static void solve_in_full(const rig* x, const double* b, double* y)
{
    double r[DOFS], p[DOFS], q[DOFS], square = 0.0;
    for (int i = 0; i < DOFS; i++) {
        y[i] = 0.0;
        r[i] = p[i] = b[i];
        square += r[i] * r[i];
    }
    for (int k = 0; k < 4 * DOFS && square > 1e-30; k++) {
        double curvature = 0.0, next = 0.0;
        for (int i = 0; i < DOFS; i++) {
            q[i] = 0.0;
            for (int j = 0; j < DOFS; j++)
                q[i] += x->full[i][j] * p[j];
            curvature += p[i] * q[i];
        }
        for (int i = 0; i < DOFS; i++) {
            y[i] += square / curvature * p[i];
            r[i] -= square / curvature * q[i];
            next += r[i] * r[i];
        }
        for (int i = 0; i < DOFS; i++)
            p[i] = r[i] + next / square * p[i];
        square = next;
    }
}

// The columns that W is formed from, W, and velocities.
static void make_delassus(rig* x, uint64_t* seed)
{
    for (int c = 0; c < ROWS; c++) {
        double y[DOFS];
        solve_in_full(x, x->h[c], y);
        for (int k = 0; k < DOFS; k++)
            x->columns[k * ROWS + c] = y[k];
        for (int i = 0; i < ROWS; i++)
            for (int k = 0; k < DOFS; k++)
                x->w[i * ROWS + c] += x->h[i][k] * y[k];
        x->u[0][c] = x->u[1][c] = chance_signed(seed);
    }
}

static void make_couplings(rig* x, bool has_factor)
{
    x->with = (bl_rod_coupling){.count = ROWS,
                                .stride = ROWS,
                                .w = x->w,
                                .u = x->u[0],
                                .spans = x->spans,
                                .values = x->values,
                                .span_count = 2 * ROWS};
    x->without = x->with;
    x->without.w = NULL;
    x->without.u = x->u[1];
    x->without.dof_count = DOFS;
    x->without.v = x->v;
    if (has_factor) {
        x->without.factor = (bl_band){x->band, DOFS, REACH};
        x->without.workspace = x->room;
        x->without.inverse = (bl_band){x->inverse, DOFS, REACH};
        bl_band_invert(&x->without.factor, &x->without.inverse);
    } else {
        x->without.columns = x->columns;
    }
}

static rig* make_rig(bool has_factor)
{
    rig* x = calloc(1, sizeof *x);
    uint64_t seed = 7;
    make_matrix(x, &seed);
    make_rows(x, &seed);
    make_delassus(x, &seed);
    make_couplings(x, has_factor);
    for (int k = 0; k < 2; k++)
        x->set[k] = (bl_rod_set){x->elements[k], CONTACTS, k == 0 ? &x->with : &x->without, 1, NULL};
    for (uint32_t c = 0; c < CONTACTS; c++) {
        bl_rod_element e = {.law = BL_ROD_UNILATERAL, .count = 3, .mu = 0.4, .cap = HUGE_VAL};
        e.side[0] = (bl_rod_side){0, 3 * c, 6 * c};
        e.side[1].rod = BL_NO_ROD;
        for (int k = 0; k < 2; k++) {
            x->elements[k][c] = e;
            cr_assert(bl_rod_element_init(&x->set[k], &x->elements[k][c]));
        }
    }
    return x;
}

static void check_same_velocities(rig* x, const char* when)
{
    for (uint32_t c = 0; c < CONTACTS; c++) {
        double u[2][3];
        for (int k = 0; k < 2; k++)
            bl_rod_element_velocity(&x->set[k], &x->elements[k][c], &x->world, u[k]);
        for (int i = 0; i < 3; i++) // of the size of 1, by some hundred operations each
            cr_expect_float_eq(u[0][i], u[1][i], 1e-12, "%s, contact %u: %.15g, %.15g", when, c, u[0][i], u[1][i]);
    }
}

// Blocks, sweeps, and velocities made anew.
Test(rod_matrix_free, impulses_do_what_they_do_with_w)
{
    for (int has_factor = 0; has_factor < 2; has_factor++) {
        rig* x = make_rig(has_factor);
        for (uint32_t c = 0; c < CONTACTS; c++)
            for (int i = 0; i < 9; i++)
                cr_expect_float_eq(x->elements[0][c].w[i], x->elements[1][c].w[i], 1e-12);
        check_same_velocities(x, "free");
        int failures = 0;
        for (int sweep = 0; sweep < 3; sweep++)
            for (int k = 0; k < 2; k++)
                for (uint32_t c = 0; c < CONTACTS; c++)
                    bl_rod_element_solve(&x->set[k], &x->elements[k][c], &x->world, &failures);
        cr_assert_eq(failures, 0);
        check_same_velocities(x, "swept");
        bl_rod_matrix_free_refresh(&x->set[1]);
        check_same_velocities(x, "anew");
        free(x);
    }
}

// A column of Mhat^-1 H^T, seen by all rows, is a column of W.
Test(rod_matrix_free, columns_are_those_of_w)
{
    for (int has_factor = 0; has_factor < 2; has_factor++) {
        rig* x = make_rig(has_factor);
        for (uint32_t row = 0; row < ROWS; row++) {
            double y[DOFS], u[ROWS] = {0.0};
            bl_rod_matrix_free_column(&x->without, &x->elements[1][row / 3].side[0], 3, row % 3, y);
            for (uint32_t c = 0; c < CONTACTS; c++)
                bl_rod_matrix_free_read(&x->without, &x->elements[1][c].side[0], 3, y, u + 3 * c);
            for (uint32_t i = 0; i < ROWS; i++)
                cr_expect_float_eq(u[i], x->w[i * ROWS + row], 1e-12, "%u, %u: %g", i, row, u[i]);
        }
        free(x);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// On the ground
// ---------------------------------------------------------------------------------------------------------------------

static const double step = 2e-3, line_mass = 0.05, radius = 5e-3, element = 0.0125;
#define MOST_ELEMENTS 620

static belay_rod_id lay(belay_world* world, const belay_vec3* nodes, int elements, double friction)
{
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, (belay_material){friction, 0.0});
    belay_rod_def def = rod_of(line_mass, 500.0, 2e-5, radius);
    def.element_count = elements;
    def.nodes = nodes;
    def.drag = 0.5;
    def.material.friction = friction;
    return rod_make(world, &def);
}

// A contact at every node, more than 1800 rows: nobody forms W, and Newton's method goes by the rod.
Test(rod_matrix_free, a_long_rope_lies_on_the_ground_with_its_weight)
{
    belay_world* world = scene_world(step);
    belay_vec3 nodes[MOST_ELEMENTS + 1];
    for (int i = 0; i <= MOST_ELEMENTS; i++)
        nodes[i] = v3(element * i, 0.02 * sin(0.05 * i), radius);
    belay_rod_id rod = lay(world, nodes, MOST_ELEMENTS, 0.5);
    for (int k = 0; k < 5; k++) {
        scene_steps(world, 1);
        const belay_step_stats* s = belay_world_get_stats(world);
        cr_expect(s->has_converged, "step %d: residual %g", k, s->residual.natural);
        cr_expect_gt(3 * s->rod_contacts, BL_ROD_MAX_W_ROWS);
    }
    int32_t count;
    const belay_rod_contact* contacts = belay_world_get_rod_contacts(world, &count);
    double pressed = 0.0;
    for (int32_t i = 0; i < count; i++)
        pressed += contacts[i].impulse[0] / step;
    double weight = 9.81 * line_mass * rod_length(world, rod);
    scene_check_near(pressed, weight, 1e-3 * weight, "force of the ground, N");
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// In a pile
// ---------------------------------------------------------------------------------------------------------------------

// Turns of a coil, each on the one below, that fall onto the ground and sink together: some 600 contacts, all of which
// hang on each other. W and the columns that it is formed from would be 60 MB.
Test(rod_matrix_free, a_pile_keeps_to_its_work_and_memory)
{
    tracking_allocator memory = {0};
    belay_world_def def = belay_world_def_default();
    def.step_seconds = step;
    def.allocator = tracking_allocator_hooks(&memory);
    def.solver.max_work = 60000;
    belay_world* world;
    cr_assert_eq(belay_world_create(&def, &world, NULL), BELAY_OK);
    belay_vec3 nodes[MOST_ELEMENTS + 1];
    double turn = 2.0 * asin(0.5 * element / 0.05);
    for (int i = 0; i <= MOST_ELEMENTS; i++)
        nodes[i] = v3(0.05 * cos(turn * i), 0.05 * sin(turn * i), radius + 1.9 * radius * turn * i / (2.0 * SCENE_PI));
    belay_rod_id rod = lay(world, nodes, MOST_ELEMENTS, 0.4);
    int told = 0;
    for (int k = 0; k < 4; k++) {
        scene_steps(world, 1);
        const belay_step_stats* s = belay_world_get_stats(world);
        cr_expect_gt(3 * s->rod_contacts, BL_ROD_MAX_W_ROWS);
        cr_expect(isfinite(s->residual.natural));
        cr_expect(s->has_converged || s->residual.natural > def.solver.tolerance);
        told += s->is_work_exhausted;
        // Four solves at most, each with its rows' operators (some 300 000 units) and the two sweeps that an island has
        // however little is allowed (600 contacts of 100 units).
        cr_expect_lt(s->work, 4 * (300000 + def.solver.max_work + 2 * 600 * 100), "step %d", k);
    }
    cr_expect_gt(told, 0, "the work was enough");
    cr_log_info("%zu bytes\n", memory.most);
    cr_expect_lt(memory.most, (size_t)40 << 20);
    belay_vec3 now[ROD_MAX_NODES];
    int count = rod_nodes(world, rod, now);
    for (int i = 0; i < count; i++)
        cr_assert(isfinite(now[i].x + now[i].y + now[i].z) && now[i].z > 0.5 * radius, "node %d at z = %g", i,
                  now[i].z);
    belay_world_destroy(world);
}
