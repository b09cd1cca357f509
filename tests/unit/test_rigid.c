// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Principal axes, motion and free spin of one rigid body.

#include "dynamics/rigid.h"
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

// exp(seconds w) I w, with I the inertia at the placement.
static belay_vec3 momentum_at(const bl_rigid_mass* m, belay_quat principal, belay_vec3 w, double seconds)
{
    belay_vec3 l = m3_mul_v3(bl_rigid_tensor(principal, m->moments), w);
    return q_rotate(q_exp(v3_scale(seconds, w)), l);
}

Test(rigid, free_spin_solves_its_equation)
{
    // exp(h/2 w') I w' = exp(-h/2 w) I w + impulse
    uint64_t state = 5;
    const double h = 1.0 / 240.0;
    for (int i = 0; i < 5000; i++) {
        bl_rigid_mass m = random_mass(&state);
        belay_quat principal = random_rotation(&state);
        belay_vec3 w = chance_vector(&state, 40.0), impulse = chance_vector(&state, 1.0);
        bool fell_back;
        belay_vec3 next = bl_rigid_free_spin(&m, principal, w, impulse, h, &fell_back);
        cr_assert_not(fell_back);
        belay_vec3 right = v3_add(momentum_at(&m, principal, w, -0.5 * h), impulse);
        cr_assert_leq(v3_distance(momentum_at(&m, principal, next, 0.5 * h), right), 1e-13 * v3_length(right));
    }
}

Test(rigid, free_spin_is_undone_by_the_step_back)
{
    uint64_t state = 6;
    for (int i = 0; i < 5000; i++) {
        bl_rigid_mass m = random_mass(&state);
        belay_quat principal = random_rotation(&state);
        belay_vec3 w = chance_vector(&state, 40.0);
        bool fell_back;
        belay_vec3 next = bl_rigid_free_spin(&m, principal, w, v3_zero(), 1.0 / 240.0, &fell_back);
        belay_vec3 back = bl_rigid_free_spin(&m, principal, next, v3_zero(), -1.0 / 240.0, &fell_back);
        cr_assert_leq(v3_distance(back, w), 1e-12 * v3_length(w));
    }
}

Test(rigid, free_spin_has_the_acceleration_of_euler)
{
    // (w' - w)/h -> I^-1 (I w x w) as h -> 0; at h the difference is O(h^2) of a smooth function, here below h.
    uint64_t state = 7;
    const double h = 1e-5;
    for (int i = 0; i < 1000; i++) {
        bl_rigid_mass m = random_mass(&state);
        belay_quat principal = random_rotation(&state);
        belay_vec3 w = chance_vector(&state, 2.0);
        bool fell_back;
        belay_vec3 next = bl_rigid_free_spin(&m, principal, w, v3_zero(), h, &fell_back);
        belay_vec3 l = m3_mul_v3(bl_rigid_tensor(principal, m.moments), w);
        belay_vec3 a = m3_mul_v3(bl_rigid_tensor(principal, m.inverse_moments), v3_cross(l, w));
        cr_assert_leq(v3_distance(v3_scale(1.0 / h, v3_sub(next, w)), a), 1e-3 * (1.0 + v3_length(a)));
    }
}

Test(rigid, free_spin_of_a_ball_and_of_a_locked_body)
{
    bool fell_back;
    bl_rigid_mass ball = {.moments = {0.5, 0.5, 0.5}, .inverse_moments = {2.0, 2.0, 2.0}};
    belay_vec3 w = v3(1.0, -2.0, 4.0), impulse = v3(0.25, 0.5, -1.0);
    belay_vec3 next = bl_rigid_free_spin(&ball, belay_quat_identity(), w, impulse, 0.01, &fell_back);
    cr_expect(next.x == 1.5 && next.y == -1.0 && next.z == 2.0);
    bl_rigid_mass locked = {.mass = 1.0, .inverse_mass = 1.0};
    next = bl_rigid_free_spin(&locked, belay_quat_identity(), v3_zero(), impulse, 0.01, &fell_back);
    cr_expect(next.x == 0.0 && next.y == 0.0 && next.z == 0.0);
}

Test(rigid, free_spin_falls_back_where_newton_fails)
{
    // The fall-back keeps |I w|, so the spin stays below |I w| over the least moment.
    uint64_t state = 8;
    for (int i = 0; i < 2000; i++) {
        bl_rigid_mass m = random_mass(&state);
        belay_quat principal = random_rotation(&state);
        belay_vec3 w = chance_vector(&state, pow(10.0, chance_between(&state, 2.0, 30.0)));
        double momentum = v3_length(momentum_at(&m, principal, w, 0.0));
        double least = fmin(m.moments.x, fmin(m.moments.y, m.moments.z));
        bool fell_back;
        belay_vec3 next = bl_rigid_free_spin(&m, principal, w, v3_zero(), 0.01, &fell_back);
        cr_assert(v3_is_finite(next));
        cr_assert_leq(v3_length(next), 1.0001 * momentum / least);
    }
}
