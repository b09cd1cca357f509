// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Principal axes, motion and free spin of one rigid body.

#include "models/rigid.h"
#include "support/chance.h"

#include <criterion/criterion.h>
#include <stdint.h>
#include <string.h>

static belay_quat random_rotation(uint64_t* state)
{
    return q_exp(chance_vector(state, 3.0));
}

// Three moments that a body can have: sums of pairs of three positive numbers.
static belay_vec3 random_moments(uint64_t* state)
{
    double a = chance_between(state, 0.01, 1.0), b = chance_between(state, 0.01, 1.0),
           c = chance_between(state, 0.01, 1.0);
    return v3(b + c, a + c, a + b);
}

static double largest_difference(belay_mat33 a, belay_mat33 b)
{
    double largest = 0.0;
    for (int i = 0; i < 9; i++)
        largest = fmax(largest, fabs(a.m[i] - b.m[i]));
    return largest;
}

// ---------------------------------------------------------------------------------------------------------------------
// Principal axes
// ---------------------------------------------------------------------------------------------------------------------

// The axes put the tensor together again.
static void check_axes(belay_mat33 inertia)
{
    belay_vec3 moments;
    belay_quat rotation;
    belay_error error;
    cr_assert(bl_rigid_principal_axes(inertia, &moments, &rotation, &error) == BELAY_OK, "%s", error.message);
    double scale = m3_trace(inertia);
    cr_assert_leq(fabs(q_length(rotation) - 1.0), 1e-15);
    cr_assert_leq(largest_difference(bl_rigid_tensor(rotation, moments), inertia), 4e-15 * scale);
}

Test(rigid, principal_axes_of_random_tensors)
{
    uint64_t state = 1;
    for (int i = 0; i < 20000; i++) {
        double size = pow(10.0, chance_between(&state, -12.0, 12.0));
        belay_vec3 moments = v3_scale(size, random_moments(&state));
        check_axes(bl_rigid_tensor(random_rotation(&state), moments));
    }
}

Test(rigid, principal_axes_of_degenerate_tensors)
{
    uint64_t state = 2;
    for (int i = 0; i < 5000; i++) {
        belay_quat turn = random_rotation(&state);
        check_axes(bl_rigid_tensor(turn, v3(1.0, 1.0, 1.0)));
        check_axes(bl_rigid_tensor(turn, v3(0.3, 0.3, 0.5)));
        check_axes(bl_rigid_tensor(turn, v3(0.5, 1.0 + 1e-15, 1.0)));
        check_axes(bl_rigid_tensor(turn, v3(1.0, 1.0, 1e-9))); // a thin rod
        check_axes(bl_rigid_tensor(turn, v3(1.0, 1.0, 2.0)));  // a flat disk: the triangle rule's own edge
    }
}

Test(rigid, principal_axes_of_a_ball_are_its_own)
{
    belay_vec3 moments;
    belay_quat rotation;
    cr_assert(bl_rigid_principal_axes(m3_diagonal(v3(0.4, 0.4, 0.4)), &moments, &rotation, NULL) == BELAY_OK);
    cr_expect(moments.x == 0.4 && moments.y == 0.4 && moments.z == 0.4);
    cr_expect(rotation.w == 1.0 && rotation.x == 0.0 && rotation.y == 0.0 && rotation.z == 0.0);
}

static void check_refused(belay_mat33 inertia, const char* value)
{
    belay_vec3 moments = v3(7.0, 8.0, 9.0);
    belay_quat rotation = {2.0, 3.0, 4.0, 5.0};
    belay_error error = {BELAY_OK, ""};
    cr_expect(bl_rigid_principal_axes(inertia, &moments, &rotation, &error) == BELAY_ERROR_VALUE);
    cr_expect(error.code == BELAY_ERROR_VALUE && strstr(error.message, "inertia") != NULL);
    cr_expect(strstr(error.message, value) != NULL, "\"%s\" does not tell %s", error.message, value);
    cr_expect(moments.x == 7.0 && rotation.w == 2.0, "the outputs were written");
}

static void check_refused_everywhere(belay_vec3 moments, const char* value)
{
    check_refused(m3_diagonal(moments), value);
    check_refused(m3_diagonal(v3(moments.y, moments.z, moments.x)), value);
    check_refused(m3_diagonal(v3(moments.z, moments.x, moments.y)), value);
}

Test(rigid, bad_tensors_are_refused)
{
    check_refused_everywhere(v3(0.001, 0.001, 0.01), "0.01");
    check_refused_everywhere(v3(1.0, 1.0, 3.0), "3");
    check_refused_everywhere(v3(0.0, 1.0, 1.0), "0");
    check_refused_everywhere(v3(-1.0, 1.0, 1.0), "-1");
    check_refused(m3_zero(), "0");
    check_refused(m3_diagonal(v3(-1.0, -1.0, -1.0)), "-1");
    for (int i = 0; i < 9; i++) {
        belay_mat33 bad = m3_diagonal(v3(1.0, 1.2, 1.4));
        bad.m[i] = (double)NAN;
        check_refused(bad, "nan");
        bad.m[i] = (double)INFINITY;
        check_refused(bad, "inf");
        bad.m[i] = i % 4 == 0 ? -0.25 : 0.25; // negative on the diagonal, else unsymmetric
        check_refused(bad, i % 4 == 0 ? "-0.25" : "0.25");
    }
}

Test(rigid, indefinite_tensor_with_good_diagonal_is_refused)
{
    // Eigenvalues 1 +- 1.5: the diagonal alone looks good.
    belay_mat33 bad = {{1.0, 1.5, 0.0, 1.5, 1.0, 0.0, 0.0, 0.0, 1.0}};
    check_refused(bad, "-0.5");
}

Test(rigid, rounding_in_symmetry_and_triangle_is_let_pass)
{
    belay_mat33 a = m3_diagonal(v3(1.0, 1.0, 2.0 * (1.0 + 1e-13)));
    a.m[1] = 1e-12;
    belay_vec3 moments;
    belay_quat rotation;
    cr_expect(bl_rigid_principal_axes(a, &moments, &rotation, NULL) == BELAY_OK);
}

// ---------------------------------------------------------------------------------------------------------------------
// Motion and spin
// ---------------------------------------------------------------------------------------------------------------------

static bl_rigid_mass random_mass(uint64_t* state)
{
    bl_rigid_mass m = {.mass = chance_between(state, 0.1, 10.0)};
    m.inverse_mass = 1.0 / m.mass;
    m.moments = random_moments(state);
    m.inverse_moments = v3(1.0 / m.moments.x, 1.0 / m.moments.y, 1.0 / m.moments.z);
    m.principal_rotation = random_rotation(state);
    m.center_of_mass = chance_vector(state, 0.5);
    return m;
}

Test(rigid, center_of_mass_moves_straight)
{
    uint64_t state = 3;
    for (int i = 0; i < 1000; i++) {
        bl_rigid_mass m = random_mass(&state);
        belay_pose pose = {.position = chance_vector(&state, 2.0)};
        pose.rotation = random_rotation(&state);
        belay_vec3 v = chance_vector(&state, 3.0), w = chance_vector(&state, 20.0);
        belay_pose moved = bl_rigid_move(&m, pose, v, w, 0.05);
        belay_vec3 right = v3_add_scaled(pose_apply(pose, m.center_of_mass), 0.05, v);
        cr_assert_leq(v3_distance(pose_apply(moved, m.center_of_mass), right), 1e-14);
        belay_quat turn = q_mul(moved.rotation, q_conjugate(pose.rotation)), e = q_exp(v3_scale(0.05, w));
        cr_assert_leq(fabs(turn.w - e.w) + fabs(turn.x - e.x) + fabs(turn.y - e.y) + fabs(turn.z - e.z), 1e-14);
    }
}

Test(rigid, moving_forth_and_back_returns)
{
    uint64_t state = 4;
    for (int i = 0; i < 1000; i++) {
        bl_rigid_mass m = random_mass(&state);
        belay_pose pose = {.position = chance_vector(&state, 2.0)};
        pose.rotation = random_rotation(&state);
        belay_vec3 v = chance_vector(&state, 3.0), w = chance_vector(&state, 20.0);
        belay_pose back = bl_rigid_move(&m, bl_rigid_move(&m, pose, v, w, 0.1), v, w, -0.1);
        cr_assert_leq(v3_distance(back.position, pose.position), 1e-14);
        cr_assert_leq(fabs(fabs(back.rotation.w) - fabs(pose.rotation.w)), 1e-14);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Free motion
// ---------------------------------------------------------------------------------------------------------------------

static belay_vec3 momentum_of(const bl_rigid_mass* m, belay_pose pose, belay_vec3 w)
{
    return m3_mul_v3(bl_rigid_tensor(q_mul(pose.rotation, m->principal_rotation), m->moments), w);
}

static double energy_of(const bl_rigid_mass* m, belay_pose pose, belay_vec3 w)
{
    return bl_rigid_spin_energy(m, q_mul(pose.rotation, m->principal_rotation), w);
}

// Lets a body fly for `steps` steps that turn it by about `turn` rad each, and checks what has to stay.
static void check_flight(const bl_rigid_mass* m, belay_quat rotation, belay_vec3 w, double turn, int steps)
{
    belay_pose pose = {.rotation = rotation};
    double seconds = turn / v3_length(w), energy = energy_of(m, pose, w);
    belay_vec3 l = momentum_of(m, pose, w);
    for (int i = 0; i < steps; i++) {
        bool is_plain;
        pose = bl_rigid_flow(m, pose, v3_zero(), &w, seconds, &is_plain);
        cr_assert_not(is_plain, "%g rad", turn);
    }
    double lost = v3_distance(momentum_of(m, pose, w), l) / v3_length(l);
    cr_assert_leq(lost, 1e-13 * steps * (1.0 + turn), "%g rad: momentum off by %g", turn, lost);
    double gained = fabs(energy_of(m, pose, w) / energy - 1.0);
    cr_assert_leq(gained, 1e-13 * steps * (1.0 + turn), "%g rad: energy off by %g", turn, gained);
}

Test(rigid, free_motion_keeps_momentum_and_energy_at_any_turn)
{
    static const double turns[] = {1e-6, 1e-3, 0.1, 1.0, 3.0, 10.0, 60.0};
    uint64_t state = 5;
    for (int i = 0; i < 100; i++) {
        bl_rigid_mass m = random_mass(&state);
        belay_quat rotation = random_rotation(&state);
        belay_vec3 w = chance_vector(&state, 40.0);
        for (int k = 0; k < 7; k++)
            check_flight(&m, rotation, w, turns[k], 20);
    }
}

// A board, a pencil and what is nearly round have moments far apart, or nearly the same.
Test(rigid, free_motion_of_extreme_bodies_keeps_momentum_and_energy)
{
    static const belay_vec3 moments[] = {{1e-4, 1.0, 1.0001},    {1e-4, 1.0, 1.00009}, {1.0, 1.0, 1e-6},
                                         {1.0, 1.0 + 1e-9, 2.0}, {0.5, 0.5, 1.0},      {0.5, 0.6, 1.1}};
    uint64_t state = 6;
    for (int k = 0; k < 6; k++) {
        for (int i = 0; i < 50; i++) {
            bl_rigid_mass m = {.moments = moments[k], .principal_rotation = random_rotation(&state)};
            m.inverse_moments = v3(1.0 / m.moments.x, 1.0 / m.moments.y, 1.0 / m.moments.z);
            belay_vec3 w = chance_vector(&state, 10.0);
            check_flight(&m, random_rotation(&state), w, 0.5, 40);
            check_flight(&m, random_rotation(&state), w, 20.0, 5);
        }
    }
}

Test(rigid, free_motion_is_undone_by_the_motion_back)
{
    uint64_t state = 7;
    for (int i = 0; i < 2000; i++) {
        bl_rigid_mass m = random_mass(&state);
        belay_pose pose = {.position = chance_vector(&state, 2.0)}, moved;
        pose.rotation = random_rotation(&state);
        belay_vec3 v = chance_vector(&state, 3.0), w = chance_vector(&state, 40.0), w_back = w;
        bool is_plain;
        moved = bl_rigid_flow(&m, pose, v, &w_back, 1.0 / 240.0, &is_plain);
        moved = bl_rigid_flow(&m, moved, v, &w_back, -1.0 / 240.0, &is_plain);
        cr_assert_leq(v3_distance(w_back, w), 1e-12 * v3_length(w));
        cr_assert_leq(v3_distance(moved.position, pose.position), 1e-13);
        cr_assert_leq(fabs(fabs(moved.rotation.w) - fabs(pose.rotation.w)), 1e-13);
    }
}

// Against the motion in steps a hundred times shorter: of second order in the turn per piece.
Test(rigid, free_motion_is_right_to_second_order)
{
    uint64_t state = 8;
    for (int i = 0; i < 200; i++) {
        bl_rigid_mass m = random_mass(&state);
        belay_pose start = {.rotation = random_rotation(&state)};
        belay_vec3 w0 = chance_vector(&state, 10.0);
        double off[2];
        for (int k = 0; k < 2; k++) {
            double seconds = (k == 0 ? 0.4 : 0.1) / v3_length(w0);
            belay_vec3 w = w0, w_fine = w0;
            bool is_plain;
            belay_pose at = bl_rigid_flow(&m, start, v3_zero(), &w, seconds, &is_plain), fine = start;
            for (int j = 0; j < 100; j++)
                fine = bl_rigid_flow(&m, fine, v3_zero(), &w_fine, seconds / 100, &is_plain);
            belay_quat difference = q_mul(at.rotation, q_conjugate(fine.rotation));
            off[k] = v3_length(q_log(difference));
        }
        cr_assert_leq(off[0], 0.02, "%g rad", off[0]);
        cr_assert_leq(off[1], off[0] / 30.0 + 1e-6, "%g and %g rad", off[0], off[1]); // third order in one step
    }
}

Test(rigid, free_motion_has_the_acceleration_of_euler)
{
    // (w' - w)/t -> I^-1 (I w x w) as t -> 0.
    uint64_t state = 9;
    const double t = 1e-5;
    for (int i = 0; i < 1000; i++) {
        bl_rigid_mass m = random_mass(&state);
        belay_pose pose = {.rotation = random_rotation(&state)};
        belay_quat principal = q_mul(pose.rotation, m.principal_rotation);
        belay_vec3 w = chance_vector(&state, 2.0), next = w;
        bool is_plain;
        bl_rigid_flow(&m, pose, v3_zero(), &next, t, &is_plain);
        belay_vec3 l = momentum_of(&m, pose, w);
        belay_vec3 a = m3_mul_v3(bl_rigid_spin_response(&m, principal), v3_cross(l, w));
        cr_assert_leq(v3_distance(v3_scale(1.0 / t, v3_sub(next, w)), a), 1e-3 * (1.0 + v3_length(a)));
    }
}

// A disc of moments (1, 1, 2) I, tilted: its axis goes round the momentum at |L| / I, and it turns about it besides.
Test(rigid, free_motion_of_a_disc_is_the_closed_form)
{
    bl_rigid_mass m = {.moments = {0.1, 0.1, 0.2}, .inverse_moments = {10.0, 10.0, 5.0}};
    m.principal_rotation = belay_quat_identity();
    belay_pose pose = belay_pose_identity();
    belay_vec3 w = v3(3.0, 0.0, 40.0), l = v3(0.3, 0.0, 8.0);
    bool is_plain;
    // Half a turn about L.
    pose = bl_rigid_flow(&m, pose, v3_zero(), &w, 3.14159265358979323846 / (v3_length(l) / 0.1), &is_plain);
    belay_vec3 axis = q_rotate(pose.rotation, v3(0.0, 0.0, 1.0)), n = v3_scale(1.0 / v3_length(l), l);
    belay_vec3 right = v3_sub(v3_scale(2.0 * n.z, n), v3(0.0, 0.0, 1.0));
    cr_expect_leq(v3_distance(axis, right), 1e-14);
    cr_expect_leq(fabs(v3_dot(axis, w) - 40.0), 1e-13);
}

Test(rigid, free_motion_of_a_ball_and_of_a_locked_body)
{
    bool is_plain;
    bl_rigid_mass ball = {.moments = {0.5, 0.5, 0.5}, .inverse_moments = {2.0, 2.0, 2.0}};
    ball.principal_rotation = belay_quat_identity();
    belay_vec3 w = v3(1.0, -2.0, 4.0);
    belay_pose moved = bl_rigid_flow(&ball, belay_pose_identity(), v3(1.0, 0.0, 0.0), &w, 0.5, &is_plain);
    cr_expect(w.x == 1.0 && w.y == -2.0 && w.z == 4.0);
    cr_expect(moved.position.x == 0.5);
    bl_rigid_mass locked = {.mass = 1.0, .inverse_mass = 1.0};
    w = v3_zero();
    moved = bl_rigid_flow(&locked, belay_pose_identity(), v3_zero(), &w, 0.01, &is_plain);
    cr_expect(moved.rotation.w == 1.0 && v3_length(w) == 0.0);
}

Test(rigid, absurd_spin_keeps_momentum_and_energy_too)
{
    uint64_t state = 10;
    int plain = 0;
    for (int i = 0; i < 500; i++) {
        bl_rigid_mass m = random_mass(&state);
        belay_pose pose = {.rotation = random_rotation(&state)};
        belay_vec3 w = chance_vector(&state, 1e8);
        double energy = energy_of(&m, pose, w);
        belay_vec3 l = momentum_of(&m, pose, w);
        bool is_plain;
        pose = bl_rigid_flow(&m, pose, v3_zero(), &w, 0.01, &is_plain);
        plain += is_plain;
        cr_assert_leq(v3_distance(momentum_of(&m, pose, w), l), 1e-13 * v3_length(l));
        cr_assert_leq(fabs(energy_of(&m, pose, w) - energy), 1e-13 * energy);
    }
    cr_expect_geq(plain, 499);
}
