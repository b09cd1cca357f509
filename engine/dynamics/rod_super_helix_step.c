// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The step of a super-helix. Elastic forces are linear in u, so they are implicit; all others act as they are at the
// contact instant. Inertial forces are taken at the mean of the velocities before and after, the latter from a trial
// solve: the scheme is then of second order at theta = 1/2, and a swinging rod keeps its energy.

#include "dynamics/rod_super_helix_internal.h"
#include "math/dense_cholesky.h"

#include <string.h>

#define SEGMENTS BL_SUPER_HELIX_SEGMENTS
#define BASE BL_SUPER_HELIX_BASE
// rad, the turn in a step from which on inertial forces are held back: there they would feed on themselves.
#define MOST_TURN 0.5

static void hold_base(const bl_super_helix* rod, uint32_t held)
{
    const bl_rod_end* end = &rod->body->ends[0];
    if (held > 0) *rod->origin = end->position;
    if (held == BASE) *rod->rotation = end->rotation;
}

void bl_super_helix_move(const bl_rod* body, double seconds)
{
    bl_super_helix rod = bl_super_helix_view(body);
    uint32_t held = bl_super_helix_held(rod.body);
    if (held < BASE && seconds != 0.0) {
        bl_super_helix_fly(&rod, seconds);
        hold_base(&rod, held);
        return;
    }
    for (uint32_t k = 0; held == BASE && k < rod.n; k++)
        rod.u[k] = v3_add_scaled(rod.u[k], seconds, bl_super_helix_rate(rod.v, k));
    hold_base(&rod, held);
    bl_super_helix_place(&rod);
}

// ---------------------------------------------------------------------------------------------------------------------
// Forces
// ---------------------------------------------------------------------------------------------------------------------

static belay_vec3 force_at(const double* applied, uint32_t node)
{
    return applied == NULL ? v3_zero() : v3(applied[3 * node], applied[3 * node + 1], applied[3 * node + 2]);
}

// Adds the generalised forces of those applied to the polyline. Beside, the tension that gravity and they make in the
// middle of each element by pulling at what lies beyond.
static void add_applied(const bl_super_helix* rod, belay_vec3 gravity, const double* applied, double* force)
{
    bl_helix_twist beyond = {v3_zero(), v3_zero()};
    double mass = 0.0;
    for (uint32_t e = rod->n; e-- > 0;) {
        const bl_helix_segments* own = &rod->segments[e];
        double half = 0.5 * rod->length[e] * rod->body->section.line_mass;
        for (uint32_t k = 0; k < 3; k++)
            force[BASE + 3 * e + k] += bl_helix_twist_dot(rod->twists[3 * e + k], beyond);
        for (uint32_t i = SEGMENTS; i > 0; i--) {
            if (i == SEGMENTS / 2) {
                belay_vec3 pull = v3_add_scaled(beyond.linear, mass + half, gravity);
                rod->tension[e] = v3_dot(m3_column(own->frame[i], 2), pull);
            }
            belay_vec3 f = force_at(applied, SEGMENTS * e + i);
            beyond = bl_helix_twist_add(beyond, (bl_helix_twist){f, v3_cross(own->node[i], f)});
            for (uint32_t k = 0; k < 3; k++)
                force[BASE + 3 * e + k] += v3_dot(own->gradient[i][k], f);
        }
        mass += 2.0 * half;
    }
    belay_vec3 f = v3_add(beyond.linear, force_at(applied, 0));
    force[0] += f.x, force[1] += f.y, force[2] += f.z;
    force[3] += beyond.angular.x, force[4] += beyond.angular.y, force[5] += beyond.angular.z;
}

// How far the fastest frame turns in h.
static double largest_turn(const bl_super_helix* rod, const double* v, double h)
{
    bl_helix_twist at = {v3(v[0], v[1], v[2]), v3(v[3], v[4], v[5])};
    double largest = v3_length(at.angular);
    for (uint32_t e = 0; e < rod->n; e++) {
        at = bl_super_helix_advance(rod, e, v, at);
        largest = fmax(largest, v3_length(at.angular));
    }
    return h * largest;
}

static void subtract_bias(const bl_super_helix* rod, const double* v, double h, double* impulse)
{
    bl_super_helix_find_bias(rod, v, rod->bias);
    double turn = largest_turn(rod, v, h);
    double part = turn > MOST_TURN ? MOST_TURN / turn : 1.0;
    for (uint32_t k = 0; k < rod->m; k++)
        impulse[k] -= h * part * part * rod->bias[k];
}

// ---------------------------------------------------------------------------------------------------------------------
// The linear system
// ---------------------------------------------------------------------------------------------------------------------

// y += s M x
static void add_mass_times(const bl_super_helix* rod, double s, const double* x, double* y)
{
    for (uint32_t i = 0; i < rod->m; i++) {
        const double* row = rod->mass + (size_t)i * rod->m;
        double sum = row[i] * x[i], sx = s * x[i];
        for (uint32_t k = i + 1; k < rod->m; k++) {
            sum += row[k] * x[k];
            y[k] += sx * row[k];
        }
        y[i] += s * sum;
    }
}

// rhs: M v- + h f - h (1 - theta) C v- + h^2 (1 - theta)^2 K v-, but for inertial forces.
static void find_rhs(const bl_super_helix* rod, belay_vec3 gravity, const double* applied, double h)
{
    const bl_rod_section* section = &rod->body->section;
    double before = h * (1.0 - rod->body->theta), by_rate = before * (before - section->damping_time);
    memset(rod->rhs, 0, rod->m * sizeof *rod->rhs);
    bl_helix_body whole = bl_super_helix_find_mass(rod);
    bl_super_helix_add_gravity(rod, &whole, gravity, rod->rhs);
    add_applied(rod, gravity, applied, rod->rhs);
    for (uint32_t k = 0; k < rod->m; k++)
        rod->rhs[k] *= h;
    for (uint32_t e = 0; e < rod->n; e++) {
        belay_vec3 stiffness = bl_super_helix_stiffness(rod, e), strain = v3_sub(rod->u[e], rod->rest[e]);
        belay_vec3 x = v3_add_scaled(v3_scale(-h, strain), by_rate, bl_super_helix_rate(rod->v, e));
        double* rhs = rod->rhs + BASE + 3 * (size_t)e;
        rhs[0] += stiffness.x * x.x, rhs[1] += stiffness.y * x.y, rhs[2] += stiffness.z * x.z;
    }
    add_mass_times(rod, 1.0 - before * section->drag, rod->v, rod->rhs);
}

// Mhat = M + h theta C + h^2 theta^2 K, the upper triangle.
static void find_matrix(const bl_super_helix* rod, double h)
{
    const bl_rod_section* section = &rod->body->section;
    double after = h * rod->body->theta, by_mass = 1.0 + after * section->drag;
    double by_stiffness = after * (after + section->damping_time);
    for (uint32_t i = 0; i < rod->m; i++) {
        size_t row = (size_t)i * rod->m;
        for (uint32_t k = i; k < rod->m; k++)
            rod->factor[row + k] = by_mass * rod->mass[row + k];
    }
    for (uint32_t e = 0; e < rod->n; e++) {
        belay_vec3 stiffness = v3_scale(by_stiffness, bl_super_helix_stiffness(rod, e));
        const double add[3] = {stiffness.x, stiffness.y, stiffness.z};
        for (uint32_t k = 0; k < 3; k++)
            rod->factor[(size_t)(BASE + 3 * e + k) * (rod->m + 1)] += add[k];
    }
}

// The velocities of held dofs, and what their change does to the others.
static void prescribe(const bl_super_helix* rod, uint32_t held)
{
    const bl_rod_end* end = &rod->body->ends[0];
    const double velocity[BASE] = {end->velocity.x, end->velocity.y, end->velocity.z,
                                   end->angular.x,  end->angular.y,  end->angular.z};
    for (uint32_t i = 0; i < held; i++) {
        const double* row = rod->factor + (size_t)i * rod->m;
        for (uint32_t k = held; k < rod->m; k++)
            rod->rhs[k] -= row[k] * velocity[i];
        rod->free_velocity[i] = velocity[i];
    }
}

static void solve_free(const bl_super_helix* rod, uint32_t held, double* x)
{
    bl_dense_cholesky_solve(rod->factor + (size_t)held * (rod->m + 1), rod->m, rod->m - held, x + held, 1);
}

// Velocities after, from inertial forces at `at`.
static void solve_with_bias(const bl_super_helix* rod, uint32_t held, const double* at, double h)
{
    memcpy(rod->free_velocity + held, rod->rhs + held, (rod->m - held) * sizeof *rod->rhs);
    double* impulse = rod->trial;
    memset(impulse, 0, rod->m * sizeof *impulse);
    subtract_bias(rod, at, h, impulse);
    for (uint32_t k = held; k < rod->m; k++)
        rod->free_velocity[k] += impulse[k];
    solve_free(rod, held, rod->free_velocity);
}

// On what holds end 0: what the momentum's change needs beside the other forces comes from there.
static void find_pull(const bl_super_helix* rod, uint32_t held, double h)
{
    double pull[3] = {0.0, 0.0, 0.0};
    for (uint32_t i = 0; held > 0 && i < 3; i++) {
        double sum = rod->rhs[i] + rod->trial[i];
        for (uint32_t k = 0; k < rod->m; k++)
            sum -= rod->factor[i <= k ? (size_t)i * rod->m + k : (size_t)k * rod->m + i] * rod->free_velocity[k];
        pull[i] = sum / h;
    }
    *rod->pull = v3(pull[0], pull[1], pull[2]);
}

void bl_super_helix_prepare(const bl_rod* body, belay_vec3 gravity, const double* applied, double h)
{
    bl_super_helix rod = bl_super_helix_view(body);
    uint32_t held = bl_super_helix_held(rod.body);
    for (uint32_t e = 0; e < rod.n; e++)
        bl_super_helix_segments_of(&rod, e, &rod.segments[e]);
    find_rhs(&rod, gravity, applied, h);
    find_matrix(&rod, h);
    prescribe(&rod, held);
    // Positive definite as M is at least semidefinite, K is definite, and the base's own block is definite.
    bl_dense_cholesky_factor(rod.factor + (size_t)held * (rod.m + 1), rod.m, rod.m - held);
    solve_with_bias(&rod, held, rod.v, h);
    double* mean = rod.work + 3 * (size_t)rod.m;
    for (uint32_t k = 0; k < rod.m; k++)
        mean[k] = 0.5 * (rod.v[k] + rod.free_velocity[k]);
    solve_with_bias(&rod, held, mean, h);
    find_pull(&rod, held, h);
}
