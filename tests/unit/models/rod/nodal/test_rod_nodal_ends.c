// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What a step of a nodal rod owes its surroundings: held ends, the same from whatever side one looks, the same bits;
// and what is refused.

#include "models/rod/nodal/rod_nodal_internal.h"
#include "support/chance.h"
#include "support/rods/rod_facts.h"
#include "support/rods/rod_tangle.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#define N ROD_TANGLE_ELEMENTS

// ---------------------------------------------------------------------------------------------------------------------
// Ends
// ---------------------------------------------------------------------------------------------------------------------

Test(rod_nodal_ends, held_ends_go_where_they_are_told)
{
    uint64_t lot = 9;
    rod_rig* rig = rod_tangle_make(BL_ROD_CLAMPED, BL_ROD_PINNED, 0.2, &lot);
    bl_rod_nodal.prepare(&rig->rod, v3_zero(), NULL, rig->h);
    const double* v = bl_rod_nodal.free_velocity(&rig->rod);
    cr_assert_eq(v3_distance(bl_nodal_node_velocity(v, 0), rig->body.ends[0].velocity), 0.0);
    cr_assert_eq(v3_distance(bl_nodal_node_velocity(v, N), rig->body.ends[1].velocity), 0.0);
    for (int k = 0; k < 50; k++)
        rod_rig_step(rig);
    cr_assert_eq(v3_distance(rod_rig_node(rig, 0), rig->body.ends[0].position), 0.0);
    cr_assert_eq(v3_distance(rod_rig_node(rig, N), rig->body.ends[1].position), 0.0);
    rod_rig_free(rig);
}

// Two clamps that move as one rigid body carry an unstrained rod along with them and do not strain it, round a circle
// of 0.3 m and at 2 rad/s, but for what its inertia does (tension 1/2 m w^2 R^2 / L and bending of that order).
Test(rod_nodal_ends, clamps_that_move_together_carry_the_rod)
{
    bl_rod_body body = rod_rig_body(BELAY_ROD_NODAL, N, rod_rig_round(4e-3, 1100.0, 2e9, 0.3));
    belay_quat frame = rod_rig_frame(v3(1.0, 0.0, 0.0), v3(0.0, 1.0, 0.0));
    rod_rig_clamp(&body, 0, v3(0.0, 0.3, 0.0), frame);
    rod_rig_clamp(&body, 1, v3(0.5, 0.3, 0.0), frame);
    rod_rig* rig = rod_rig_make_line(&bl_rod_nodal, &body, v3(0.0, 0.3, 0.0), v3(0.5, 0.3, 0.0));
    belay_vec3 w = v3(0.0, 0.0, 0.0);
    double* v = rod_rig_velocity(rig);
    for (int step = 0; step < 3000; step++) {
        // Steady turning about z after a smooth start; a chord's velocity, so that the ends stay on their circles.
        w.z = 2.0 * fmin(step * 1e-3, 1.0);
        for (int end = 0; end < 2; end++) {
            belay_vec3 x = rig->body.ends[end].position;
            belay_vec3 to = q_rotate(q_exp(v3_scale(rig->h, w)), x);
            rig->body.ends[end].velocity = v3_scale(1.0 / rig->h, v3_sub(to, x));
            rig->body.ends[end].angular = w;
        }
        rod_rig_step(rig);
    }
    cr_assert(isfinite(v[4]));
    bl_rod_energy e = bl_rod_nodal.energy(&rig->rod, v3_zero());
    cr_assert_lt(e.bend + e.twist + e.stretch, 1e-4 * e.kinetic);
    rod_rig_free(rig);
}

// A clamp that turns three times about the rod twists it by six pi; in equilibrium the twist is even.
Test(rod_nodal_ends, turns_of_a_clamp_are_counted)
{
    bl_rod_section section = rod_rig_round(4e-3, 1100.0, 2e7, 0.3);
    section.spin_inertia = 0.0;
    bl_rod_body body = rod_rig_body(BELAY_ROD_NODAL, N, section);
    belay_quat frame = rod_rig_frame(v3(1.0, 0.0, 0.0), v3(0.0, 1.0, 0.0));
    rod_rig_clamp(&body, 0, v3_zero(), frame);
    rod_rig_clamp(&body, 1, v3(0.5, 0.0, 0.0), frame);
    rod_rig* rig = rod_rig_make_line(&bl_rod_nodal, &body, v3_zero(), v3(0.5, 0.0, 0.0));
    rig->body.ends[1].angular = v3(6.0 * ROD_RIG_PI, 0.0, 0.0);
    rig->h = 0.05;
    rod_rig_run(rig, 1.0);
    rig->body.ends[1].angular = v3_zero();
    rod_rig_run(rig, 0.1);
    double right = section.twist * 6.0 * ROD_RIG_PI / 0.5;
    for (uint32_t i = 0; i <= N; i++)
        cr_assert_lt(fabs(bl_rod_nodal.moment(&rig->rod, i).z - right), 1e-5 * right, "vertex %u: %g, not %g", i,
                     bl_rod_nodal.moment(&rig->rod, i).z, right);
    rod_rig_free(rig);
}

// Holds may begin and end at any time. A rod that is clamped as it lies, d3 and all, does not notice; let go again, it
// flies on.
Test(rod_nodal_ends, holds_begin_and_end)
{
    rod_rig* rig = rod_rig_make_line(&bl_rod_nodal,
                                     &(bl_rod_body){.element_count = N, .section = rod_tangle_section(), .theta = 1.0},
                                     v3_zero(), v3(0.5, 0.1, 0.0));
    rig->body.ends[0].hold = BL_ROD_CLAMPED;
    rig->body.ends[0].position = rod_rig_node(rig, 0);
    rig->body.ends[0].rotation = bl_rod_nodal.frame(&rig->rod, 0);
    rod_rig_run(rig, 0.1);
    cr_assert_lt(rod_rig_speed(rig), 1e-12);
    rig->gravity = v3(0.0, 0.0, -9.81);
    rod_rig_run(rig, 0.5);
    cr_assert_eq(v3_length(rod_rig_node(rig, 0)), 0.0);
    rig->body.ends[0].hold = BL_ROD_FREE;
    rod_rig_run(rig, 0.5);
    cr_assert_lt(rod_rig_node(rig, 0).z, -0.8);
    // Caught by the other end, which is brought to where it is held.
    rig->body.ends[1].hold = BL_ROD_PINNED;
    rig->body.ends[1].position = v3(1.0, 2.0, 3.0);
    rod_rig_step(rig);
    cr_assert_eq(v3_distance(rod_rig_node(rig, N), v3(1.0, 2.0, 3.0)), 0.0);
    rod_rig_free(rig);
}

// Held by impulses from outside, as contacts hold it, a bent wire is as still as one that is held by its ends, though
// without them it would snap: what the step expects of the nonlinear comes from how the rod moves, not from how it
// would.
Test(rod_nodal_ends, what_contacts_hold_stays)
{
    bl_rod_body body = rod_rig_body(BELAY_ROD_NODAL, 16, rod_rig_round(1e-3, 7800.0, 2e11, 0.3));
    rod_rig_clamp(&body, 0, v3_zero(), rod_rig_frame(v3(1.0, 0.0, 0.0), v3(0.0, 1.0, 0.0)));
    rod_rig* rig = rod_rig_make_line(&bl_rod_nodal, &body, v3_zero(), v3(0.2, 0.0, 0.0));
    rod_rig_push(rig, 16, v3(-20.0, 0.0, 20.0));
    rig->h = 0.5;
    cr_assert_leq(rod_rig_settle(rig, 1e-13, 400), 400);
    rod_rig_push(rig, 16, v3_zero());
    belay_vec3 before = rod_rig_node(rig, 16), middle = rod_rig_node(rig, 8);
    cr_assert_gt(before.z, 0.03);
    rig->h = 1e-3;
    double* v = rod_rig_velocity(rig);
    for (int step = 0; step < 1000; step++) {
        double x[67 * 3] = {0.0};
        belay_mat33 response, inverse = m3_zero();
        bl_rod_nodal.prepare(&rig->rod, v3_zero(), NULL, rig->h);
        for (int k = 0; k < 3; k++)
            x[(64 + k) * 3 + k] = 1.0;
        bl_rod_nodal.solve(&rig->rod, x, 3, 0);
        memcpy(v, bl_rod_nodal.free_velocity(&rig->rod), 67 * sizeof *v);
        for (int k = 0; k < 9; k++)
            response.m[k] = x[(64 + k / 3) * 3 + k % 3];
        cr_assert(m3_invert(response, 1e-12, &inverse));
        belay_vec3 impulse = v3_neg(m3_mul_v3(inverse, v3(v[64], v[65], v[66])));
        for (int k = 0; k < 67; k++)
            v[k] += x[3 * k] * impulse.x + x[3 * k + 1] * impulse.y + x[3 * k + 2] * impulse.z;
        bl_rod_nodal.move(&rig->rod, rig->h);
    }
    cr_assert_lt(v3_distance(rod_rig_node(rig, 16), before), 1e-10);
    cr_assert_lt(v3_distance(rod_rig_node(rig, 8), middle), 1e-10);
    rod_rig_free(rig);
}

// ---------------------------------------------------------------------------------------------------------------------
// Whatever the frame of reference
// ---------------------------------------------------------------------------------------------------------------------

// The same rod, turned and shifted and seen from a train, does the same.
Test(rod_nodal_ends, laws_do_not_depend_on_the_frame_of_reference)
{
    uint64_t lot = 10, again;
    for (int sample = 0; sample < 10; sample++) {
        again = lot;
        rod_rig* a = rod_tangle_make(BL_ROD_FREE, BL_ROD_FREE, 0.4, &lot);
        rod_rig* b = rod_tangle_make(BL_ROD_FREE, BL_ROD_FREE, 0.4, &again);
        belay_quat turn = rod_tangle_rotation(&lot);
        belay_vec3 shift = chance_vector(&lot, 1.0), train = chance_vector(&lot, 1.0);
        bl_nodal ra = bl_nodal_view(&a->rod), rb = bl_nodal_view(&b->rod);
        rod_tangle_velocities(ra.v, 1.0, &lot);
        for (uint32_t i = 0; i <= N; i++) {
            rb.x[i] = v3_add(q_rotate(turn, ra.x[i]), shift);
            bl_nodal_set_velocity(rb.v, i, v3_add(q_rotate(turn, bl_nodal_node_velocity(ra.v, i)), train));
            if (i == N) continue;
            rb.frame[i] = q_mul(turn, ra.frame[i]);
            rb.v[4 * i + 3] = ra.v[4 * i + 3];
        }
        a->body.theta = b->body.theta = sample % 2 == 0 ? 1.0 : 0.5;
        for (int step = 0; step < 50; step++) {
            rod_rig_step(a);
            rod_rig_step(b);
        }
        for (uint32_t i = 0; i <= N; i++) {
            belay_vec3 seen = v3_add_scaled(v3_add(q_rotate(turn, ra.x[i]), shift), b->time, train);
            cr_assert_lt(v3_distance(rb.x[i], seen), 1e-10);
        }
        rod_rig_free(a);
        rod_rig_free(b);
    }
}

// A cantilever held at its end hangs as one held at its start.
Test(rod_nodal_ends, both_ends_are_alike)
{
    bl_rod_section section = rod_rig_unit(1.0, 1e-3);
    rod_rig* rigs[2];
    for (int end = 0; end < 2; end++) {
        bl_rod_body body = rod_rig_body(BELAY_ROD_NODAL, 16, section);
        belay_vec3 from = end == 0 ? v3_zero() : v3(1.0, 0.0, 0.0), to = end == 0 ? v3(1.0, 0.0, 0.0) : v3_zero();
        belay_vec3 d3 = v3_sub(to, from);
        rod_rig_clamp(&body, end, v3_zero(), rod_rig_frame(d3, v3(0.0, 1.0, 0.0)));
        rigs[end] = rod_rig_make_line(&bl_rod_nodal, &body, from, to);
        rigs[end]->gravity = v3(0.0, -10.0, 3.0);
        rigs[end]->h = 0.2;
        rod_rig_settle(rigs[end], 1e-12, 300);
    }
    for (uint32_t i = 0; i <= 16; i++)
        cr_assert_lt(v3_distance(rod_rig_node(rigs[0], i), rod_rig_node(rigs[1], 16 - i)), 1e-9);
    rod_rig_free(rigs[0]);
    rod_rig_free(rigs[1]);
}

Test(rod_nodal_ends, same_input_same_bits)
{
    uint64_t lot = 11, again = 11;
    rod_rig* a = rod_tangle_make(BL_ROD_CLAMPED, BL_ROD_FREE, 0.6, &lot);
    rod_rig* b = rod_tangle_make(BL_ROD_CLAMPED, BL_ROD_FREE, 0.6, &again);
    a->gravity = b->gravity = v3(0.0, 0.0, -9.81);
    for (int step = 0; step < 100; step++) {
        rod_rig_step(a);
        // Preparing twice is preparing once, and scratch holds nothing that a step needs from the one before.
        memset(b->rod.scratch, 0xff, bl_rod_scratch_size(&bl_rod_nodal, N) * sizeof(double));
        bl_rod_nodal.prepare(&b->rod, b->gravity, b->applied, b->h);
        rod_rig_step(b);
    }
    cr_assert_eq(memcmp(a->rod.state, b->rod.state, bl_rod_state_size(&bl_rod_nodal, N) * sizeof(double)), 0);
    rod_rig_free(a);
    rod_rig_free(b);
}

// ---------------------------------------------------------------------------------------------------------------------
// What is refused
// ---------------------------------------------------------------------------------------------------------------------

static void check_refused(const bl_rod_start* start, uint32_t elements, belay_result code, const char* text)
{
    bl_rod_body body = rod_rig_body(BELAY_ROD_NODAL, elements, rod_tangle_section());
    bl_rod rod = {&body, calloc(bl_rod_state_size(&bl_rod_nodal, elements), sizeof(double)),
                  calloc(bl_rod_scratch_size(&bl_rod_nodal, elements), sizeof(double)), NULL};
    belay_error error = {BELAY_OK, ""};
    cr_expect_eq(bl_rod_nodal.init(&rod, start, &error), code, "%s", text);
    cr_expect(strstr(error.message, text) != NULL, "\"%s\" is not in \"%s\"", text, error.message);
    free(rod.state);
    free(rod.scratch);
}

Test(rod_nodal_ends, shapes_that_are_none_are_refused)
{
    belay_vec3 line[4], bad[4];
    const double angles[3] = {0.0, NAN, 0.0};
    rod_rig_line(line, 3, v3_zero(), v3(3.0, 0.0, 0.0));
    bl_rod_start start = {.nodes = bad, .d1 = v3(0.0, 1.0, 0.0)};
    memcpy(bad, line, sizeof bad);
    check_refused(&start, 1, BELAY_ERROR_VALUE, "element_count is 1");
    bad[2] = bad[1];
    check_refused(&start, 3, BELAY_ERROR_SHAPE, "nodes[1] and [2] are 0 m apart");
    bad[2] = bad[0];
    check_refused(&start, 3, BELAY_ERROR_SHAPE, "nodes are folded back at [1]");
    bad[2].y = NAN;
    check_refused(&start, 3, BELAY_ERROR_VALUE, "nodes[2] is (0, nan");
    start.nodes = line;
    start.rest_nodes = bad;
    check_refused(&start, 3, BELAY_ERROR_VALUE, "rest_nodes[2]");
    start.rest_nodes = NULL;
    start.twist = angles;
    check_refused(&start, 3, BELAY_ERROR_VALUE, "twist[1] is nan");
    start.twist = NULL;
    start.rest_twist = angles;
    check_refused(&start, 3, BELAY_ERROR_VALUE, "rest_twist[1] is nan");
    start.rest_twist = NULL;
    start.d1.x = HUGE_VAL;
    check_refused(&start, 3, BELAY_ERROR_VALUE, "d1 is (inf");
}

Test(rod_nodal_ends, models_have_names)
{
    cr_assert_eq(bl_rod_ops_of(BELAY_ROD_NODAL), &bl_rod_nodal);
    cr_assert_null(bl_rod_ops_of(BELAY_ROD_MODEL_COUNT));
    cr_assert_str_eq(belay_rod_model_name(BELAY_ROD_NODAL), "nodal");
    cr_assert_str_eq(belay_rod_model_name(BELAY_ROD_MODEL_COUNT), "unknown");
    for (int model = 0; model < BELAY_ROD_MODEL_COUNT; model++)
        cr_assert_str_eq(bl_rod_ops_of((belay_rod_model)model)->name, belay_rod_model_name((belay_rod_model)model));
}

Test(rod_nodal_ends, ends_carry_contacts)
{
    fact_ends_carry_contacts(BELAY_ROD_NODAL);
}

Test(rod_nodal_ends, ends_carry_the_weight)
{
    fact_ends_carry_the_weight(BELAY_ROD_NODAL);
}
