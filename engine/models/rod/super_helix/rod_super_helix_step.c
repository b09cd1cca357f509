// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The step of a super-helix. Elastic forces are linear in u, so they are implicit; all others act as they are at the
// contact instant. Momentum comes from the instant before in two ways (rod_super_helix_inertia.c). At theta = 1/2 it is
// by inertial forces, at the mean of the velocities before and after, the latter from a trial solve: this is of second
// order, and what swings keeps its energy. At theta = 1 it is by the field, which like backward Euler takes energy
// out; in between, in between. A rod that turns much in a step is carried by its field whatever theta is.
//
// A rod that bends much in a step goes where the velocities at its beginning do not tell: tiny inertias (tips; patterns
// of u that cancel each other's motion) let rates of u grow that were harmless for an instant. Such rates are resisted,
// by a force against each in proportion to its own inertia and stiffness. It is nought for what moves moderately.

#include "math/dense_cholesky.h"
#include "models/model_tolerances.h"
#include "models/rod/super_helix/rod_super_helix_internal.h"

#include <string.h>

#define SEGMENTS BL_SUPER_HELIX_SEGMENTS
#define BASE BL_SUPER_HELIX_BASE

static void hold_base(const bl_super_helix* rod, uint32_t held)
{
    const bl_rod_end* end = &rod->body->ends[0];
    if (held > 0) *rod->origin = end->position;
    if (held == BASE) *rod->rotation = end->rotation;
}

// Contacts made v+ another than v_free, and so what holds end 0 takes another part.
static void correct_pull(const bl_super_helix* rod, uint32_t held)
{
    double pull[3] = {0.0, 0.0, 0.0};
    for (uint32_t i = 0; held > 0 && i < 3; i++)
        for (uint32_t k = held; k < rod->m; k++)
            pull[i] -= rod->factor[(size_t)i * rod->m + k] * (rod->v[k] - rod->free_velocity[k]);
    *rod->pull = v3_add_scaled(*rod->pull, 1.0 / *rod->prepared, v3(pull[0], pull[1], pull[2]));
}

void bl_super_helix_move(const bl_rod* body, double seconds)
{
    bl_super_helix rod = bl_super_helix_view(body);
    uint32_t held = bl_super_helix_held(rod.body);
    if (*rod.prepared > 0.0) correct_pull(&rod, held);
    *rod.prepared = 0.0;
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

// In parts of inertia and stiffness: the square of what the rod bends more than a little.
static double resistance_at(const bl_super_helix* rod, const double* v, double h)
{
    double bend = 0.0;
    for (uint32_t e = 0; e < rod->n; e++)
        bend += h * rod->length[e] * v3_length(bl_super_helix_rate(v, e));
    double much = fmax(bend - BL_HELIX_LITTLE_BEND, 0.0);
    return fmin(much * much, BL_HELIX_MOST_RESISTANCE);
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

// h f - h (1 - theta) C v- + h^2 (1 - theta)^2 K v-, but for inertial forces. Beside, M v-.
static void find_rhs(const bl_super_helix* rod, belay_vec3 gravity, const double* applied, double h)
{
    const bl_rod_section* section = &rod->body->section;
    double before = h * (1.0 - rod->body->theta), by_rate = before * (before - section->damping_time);
    memset(rod->rhs, 0, rod->m * sizeof *rod->rhs);
    memset(rod->momentum, 0, rod->m * sizeof *rod->momentum);
    bl_helix_body whole = bl_super_helix_find_mass(rod);
    bl_super_helix_add_gravity(rod, &whole, gravity, rod->rhs);
    add_applied(rod, gravity, applied, rod->rhs);
    add_mass_times(rod, 1.0, rod->v, rod->momentum);
    for (uint32_t k = 0; k < rod->m; k++)
        rod->rhs[k] = h * rod->rhs[k] - before * section->drag * rod->momentum[k];
    for (uint32_t e = 0; e < rod->n; e++) {
        belay_vec3 stiffness = bl_super_helix_stiffness(rod, e), strain = v3_sub(rod->u[e], rod->rest[e]);
        belay_vec3 x = v3_add_scaled(v3_scale(-h, strain), by_rate, bl_super_helix_rate(rod->v, e));
        double* rhs = rod->rhs + BASE + 3 * (size_t)e;
        rhs[0] += stiffness.x * x.x, rhs[1] += stiffness.y * x.y, rhs[2] += stiffness.z * x.z;
    }
}

// Mhat = M + h theta C + h^2 theta^2 K, the upper triangle; to the rates of u comes the resistance.
static void find_matrix(const bl_super_helix* rod, double resistance, double h)
{
    const bl_rod_section* section = &rod->body->section;
    double after = h * rod->body->theta, by_mass = 1.0 + after * section->drag;
    double by_stiffness = after * (after + section->damping_time) + resistance * h * h;
    for (uint32_t i = 0; i < rod->m; i++) {
        size_t row = (size_t)i * rod->m;
        for (uint32_t k = i; k < rod->m; k++)
            rod->factor[row + k] = by_mass * rod->mass[row + k];
    }
    for (uint32_t e = 0; e < rod->n; e++) {
        belay_vec3 stiffness = bl_super_helix_stiffness(rod, e);
        const double k3[3] = {stiffness.x, stiffness.y, stiffness.z};
        for (uint32_t k = 0; k < 3; k++) {
            size_t diagonal = (size_t)(BASE + 3 * e + k) * (rod->m + 1);
            rod->factor[diagonal] += by_stiffness * k3[k] + resistance * rod->mass[diagonal];
        }
    }
}

// The velocities of held dofs, and what their change does to the others.
static void prescribe(const bl_super_helix* rod, uint32_t held, double h)
{
    const bl_rod_end* end = &rod->body->ends[0];
    const double velocity[BASE] = {end->velocity.x, end->velocity.y, end->velocity.z,
                                   end->angular.x,  end->angular.y,  end->angular.z};
    double by_mass = 1.0 + h * rod->body->theta * rod->body->section.drag;
    for (uint32_t i = 0; i < held; i++) {
        const double* row = rod->mass + (size_t)i * rod->m;
        for (uint32_t k = held; k < rod->m; k++)
            rod->rhs[k] -= by_mass * row[k] * velocity[i];
        rod->free_velocity[i] = velocity[i];
    }
}

static void solve_free(const bl_super_helix* rod, uint32_t held, double* x)
{
    bl_dense_cholesky_solve(rod->factor + (size_t)held * (rod->m + 1), rod->m, rod->m - held, x + held, 1);
}

// Velocities after, with `part` of the inertial forces at velocities `at`.
static void solve_with_bias(const bl_super_helix* rod, uint32_t held, const double* at, double part, double h)
{
    if (part > 0.0)
        bl_super_helix_find_bias(rod, at, rod->bias);
    else
        memset(rod->bias, 0, rod->m * sizeof *rod->bias);
    for (uint32_t k = 0; k < rod->m; k++)
        rod->bias[k] *= part * h;
    for (uint32_t k = held; k < rod->m; k++)
        rod->free_velocity[k] = rod->rhs[k] + rod->momentum[k] - rod->bias[k];
    solve_free(rod, held, rod->free_velocity);
}

// How much of the momentum is carried over by its field.
static double part_carried(const bl_super_helix* rod, double h)
{
    double turn = largest_turn(rod, rod->v, h),
           by_turn = (turn - BL_HELIX_LITTLE_TURN) / (BL_HELIX_MUCH_TURN - BL_HELIX_LITTLE_TURN);
    return fmin(fmax(fmax(by_turn, 2.0 * rod->body->theta - 1.0), 0.0), 1.0);
}

// Puts the momenta carried over by the field in place of `part` of M v-.
static void mix_carried(const bl_super_helix* rod, double part, double h)
{
    double* carried = rod->bias;
    bl_super_helix past = bl_super_helix_look_back(rod, h);
    bl_super_helix_find_carried(rod, &past, carried);
    bl_super_helix_keep_base(rod, rod->momentum, h, carried);
    for (uint32_t k = 0; k < rod->m; k++)
        rod->momentum[k] += part * (carried[k] - rod->momentum[k]);
}

// Factors Mhat and solves, with as much resistance as the velocities before and those found ask for. Mhat is positive
// definite, as M is at least semidefinite, K is definite, and the base's own block is definite; where rounding has it
// otherwise (no inertia, a tiny step), resistance makes up for it.
static void solve_with_resistance(const bl_super_helix* rod, uint32_t held, double bias_part, double h)
{
    double resistance = resistance_at(rod, rod->v, h), wanted = resistance;
    for (int i = 0; i < BL_HELIX_MOST_TRIALS; i++) {
        resistance = wanted;
        find_matrix(rod, resistance, h);
        if (!bl_dense_cholesky_factor(rod->factor + (size_t)held * (rod->m + 1), rod->m, rod->m - held)) {
            wanted = 10.0 * resistance + BL_HELIX_LEAST_RESISTANCE;
            continue;
        }
        solve_with_bias(rod, held, rod->v, bias_part, h);
        wanted = resistance_at(rod, rod->free_velocity, h);
        if (wanted <= 1.1 * resistance + BL_HELIX_LEAST_RESISTANCE) return;
    }
}

// On what holds end 0: what the momentum's change needs beside the other forces comes from there. What contacts change
// is not known yet (correct_pull).
static void find_pull(const bl_super_helix* rod, uint32_t held, double h)
{
    double pull[3] = {0.0, 0.0, 0.0};
    for (uint32_t i = 0; held > 0 && i < 3; i++) {
        double sum = rod->rhs[i] + rod->momentum[i] - rod->bias[i];
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
    prescribe(&rod, held, h);
    double carried = part_carried(&rod, h), *mean = rod.work + 3 * (size_t)rod.m;
    if (carried > 0.0) mix_carried(&rod, carried, h);
    solve_with_resistance(&rod, held, 1.0 - carried, h);
    if (carried < 1.0) {
        for (uint32_t k = 0; k < rod.m; k++)
            mean[k] = 0.5 * (rod.v[k] + rod.free_velocity[k]);
        solve_with_bias(&rod, held, mean, 1.0 - carried, h);
    }
    find_pull(&rod, held, h);
    *rod.prepared = h;
}
