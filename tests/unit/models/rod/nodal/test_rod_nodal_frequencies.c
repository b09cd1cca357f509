// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Frequencies of nodal rods: beams, hanging rods, chains, pendulums, waves along and about the rod; and how fast what
// swings is damped.

#include "support/rods/rod_rig.h"
#include "support/rods/rod_table.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define PI ROD_RIG_PI

static double table_constant(const char* name)
{
    rod_table t;
    rod_table_open(&t, "rod_frequencies");
    double value = rod_table_constant(&t, name);
    rod_table_close(&t);
    return value;
}

static double table_mode(const char* format, int number)
{
    char name[96];
    snprintf(name, sizeof name, format, number);
    return table_constant(name);
}

// The mean time between the instants at which a mode's coordinate goes through zero upwards, `count` times.
static double measure_period(rod_rig* rig, double (*coordinate)(const rod_rig* rig, void* context), void* context,
                             int count)
{
    double first = 0.0, last = coordinate(rig, context);
    int seen = -1;
    for (long step = 0; step < 200000 && seen < count; step++) {
        rod_rig_step(rig);
        double now = coordinate(rig, context);
        if (last < 0.0 && now >= 0.0) {
            double time = rig->time - rig->h * now / (now - last);
            if (++seen == 0) first = time;
            if (seen == count) return (time - first) / count;
        }
        last = now;
    }
    return NAN;
}

// What a node's motion counts in a mode, for displacements along y.
typedef struct mode {
    double shape[64];
    uint32_t n;
} mode;

static double mode_coordinate(const rod_rig* rig, void* context)
{
    const mode* m = context;
    double sum = 0.0;
    for (uint32_t i = 0; i <= m->n; i++)
        sum += m->shape[i] * rod_rig_node(rig, i).y * (i == 0 || i == m->n ? 0.5 : 1.0);
    return sum;
}

static void set_going(rod_rig* rig, const mode* m, double speed)
{
    for (uint32_t i = 0; i <= m->n; i++)
        rod_rig_velocity(rig)[4 * i + 1] = speed * m->shape[i];
}

// Shapes of a uniform beam, b its root: free at both ends, or clamped at the first.
static mode beam_mode(double b, bool is_clamped, uint32_t n)
{
    mode m = {.n = n};
    double sign = is_clamped ? -1.0 : 1.0;
    double ratio = is_clamped ? (sinh(b) - sin(b)) / (cosh(b) + cos(b)) : (cosh(b) - cos(b)) / (sinh(b) - sin(b));
    for (uint32_t i = 0; i <= n; i++) {
        double x = b * i / n;
        m.shape[i] = cosh(x) + sign * cos(x) - ratio * (sinh(x) + sign * sin(x));
    }
    return m;
}

// B = 1, 1 kg/m, 1 m along x.
static rod_rig* beam(uint32_t n, bool is_clamped, double theta)
{
    bl_rod_body body = rod_rig_body(BELAY_ROD_NODAL, n, rod_rig_unit(1.0, 1e-3));
    body.theta = theta;
    if (is_clamped) rod_rig_clamp(&body, 0, v3_zero(), rod_rig_frame(v3(1.0, 0.0, 0.0), v3(0.0, 0.0, 1.0)));
    return rod_rig_make_line(&bl_rod_nodal, &body, v3_zero(), v3(1.0, 0.0, 0.0));
}

static void check_beam(double root, bool is_clamped, double tolerance)
{
    const uint32_t n = 30;
    mode m = beam_mode(root, is_clamped, n);
    rod_rig* rig = beam(n, is_clamped, 0.5);
    rig->h = 2.0 * PI / (root * root) / 100.0;
    set_going(rig, &m, -1e-3);
    double period = measure_period(rig, mode_coordinate, &m, 3);
    rod_rig_check_near(2.0 * PI / period, root * root, tolerance * root * root,
                       is_clamped ? "clamped, free" : "free, free");
    rod_rig_free(rig);
}

// omega = b^2 sqrt(B / (rho A L^4)), b^2 as the table has it.
Test(rod_nodal_frequencies, beams_have_their_frequencies)
{
    for (int k = 1; k <= 4; k++)
        check_beam(sqrt(table_mode("clamped-free mode %d: (beta L)^2", k)), true, k == 1 ? 0.02 : 0.05);
    for (int k = 1; k <= 3; k++)
        check_beam(sqrt(table_mode("free-free mode %d: (beta L)^2", k)), false, k == 1 ? 0.02 : 0.05);
}

// Backward Euler damps as 1/2 omega h of the critical damping; theta = 1/2 not at all.
Test(rod_nodal_frequencies, steps_damp_as_they_should)
{
    const uint32_t n = 20;
    mode m = beam_mode(1.875104069, true, n);
    double omega = 3.516015269;
    for (int k = 0; k < 2; k++) {
        rod_rig* rig = beam(n, true, k == 0 ? 1.0 : 0.5);
        rig->h = 2.0 * PI / omega / 200.0;
        set_going(rig, &m, 1e-3);
        double peaks[6] = {0.0};
        for (int step = 0; step < 1200; step++) {
            rod_rig_step(rig);
            peaks[step / 200] = fmax(peaks[step / 200], mode_coordinate(rig, &m));
        }
        double decrement = log(peaks[0] / peaks[5]) / 5.0, right = k == 0 ? 2.0 * PI * 0.5 * omega * rig->h : 0.0;
        rod_rig_check_near(decrement, right, k == 0 ? 0.05 * right : 1e-3, "logarithmic decrement");
        rod_rig_free(rig);
    }
}

// Kelvin-Voigt: C = tau K damps a mode by 1/2 omega tau of the critical damping.
Test(rod_nodal_frequencies, damping_time_damps_bending)
{
    const uint32_t n = 20;
    mode m = beam_mode(1.875104069, true, n);
    double omega = 3.516015269, tau = 0.01;
    rod_rig* rig = beam(n, true, 0.5);
    rig->body.section.damping_time = tau;
    rig->h = 2.0 * PI / omega / 200.0;
    set_going(rig, &m, 1e-3);
    double peaks[6] = {0.0};
    for (int step = 0; step < 1200; step++) {
        rod_rig_step(rig);
        peaks[step / 200] = fmax(peaks[step / 200], mode_coordinate(rig, &m));
    }
    double right = 2.0 * PI * 0.5 * omega * tau;
    rod_rig_check_near(log(peaks[0] / peaks[5]) / 5.0, right, 0.03 * right, "logarithmic decrement");
    rod_rig_free(rig);
}

#define HUNG 40

// Solves a x = b in place of b, by Gauss' elimination; a is destroyed.
static void solve_hung(double a[HUNG + 1][HUNG + 1], double b[HUNG + 1])
{
    for (int i = 1; i <= HUNG; i++)
        for (int j = i + 1; j <= HUNG; j++) {
            double f = a[j][i] / a[i][i];
            for (int k = i; k <= HUNG; k++)
                a[j][k] -= f * a[i][k];
            b[j] -= f * b[i];
        }
    for (int i = HUNG; i > 0; i--) {
        for (int k = i + 1; k <= HUNG; k++)
            b[i] -= a[i][k] * b[k];
        b[i] /= a[i][i];
    }
}

// Adds stiffness (sum of weight[k] y[first + k])^2 / 2.
static void add_square(double a[HUNG + 1][HUNG + 1], int first, const double weight[3], double stiffness)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (first + i <= HUNG && first + j <= HUNG) a[first + i][first + j] += stiffness * weight[i] * weight[j];
}

// The shape of the mode with a frequency near omega of a rod of weight g that hangs from a clamp: by inverse iteration
// of (K - omega^2 M) for its polygon, with half an element between clamp and first node.
static mode hanging_mode(double g, double omega)
{
    mode m = {.n = HUNG};
    const double l = 1.0 / HUNG, bend[3] = {1.0, -2.0, 1.0}, slope[3] = {-1.0, 1.0, 0.0};
    for (int i = 1; i <= HUNG; i++)
        m.shape[i] = pow((double)i / HUNG, 1.5) * cos(0.5 * i);
    for (int turn = 0; turn < 6; turn++) {
        double a[HUNG + 1][HUNG + 1] = {{0.0}}, size = 0.0;
        for (int i = 0; i + 2 <= HUNG; i++)
            add_square(a, i, bend, 1.0 / (l * l * l));
        add_square(a, 0, slope, 2.0 / (l * l * l));
        for (int i = 0; i < HUNG; i++)
            add_square(a, i, slope, g * (1.0 - (i + 0.5) * l) / l);
        for (int i = 1; i <= HUNG; i++) {
            double mass = i == HUNG ? 0.5 * l : l;
            a[i][i] -= 0.999 * omega * omega * mass;
            m.shape[i] *= mass;
        }
        solve_hung(a, m.shape);
        for (int i = 1; i <= HUNG; i++)
            size = fmax(size, fabs(m.shape[i]));
        for (int i = 1; i <= HUNG; i++)
            m.shape[i] /= size;
    }
    return m;
}

// Hanging from a clamp, heavier and heavier: from beam to chain.
Test(rod_nodal_frequencies, clamped_hanging_rods_have_their_frequencies)
{
    const int weights[] = {0, 1, 10, 100, 1000};
    for (int k = 0; k < 15; k++) {
        char name[128];
        int g = weights[k / 3], number = k % 3 + 1;
        snprintf(name, sizeof name, "clamped at top, hanging down, G=rhogAL^3/EI=%d mode %d: omega*sqrt(rhoA L^4/EI)",
                 g, number);
        double omega = table_constant(name);
        bl_rod_body body = rod_rig_body(BELAY_ROD_NODAL, HUNG, rod_rig_unit(1.0, 1e-3));
        body.theta = 0.5;
        rod_rig_clamp(&body, 0, v3_zero(), rod_rig_frame(v3(0.0, 0.0, -1.0), v3(1.0, 0.0, 0.0)));
        rod_rig* rig = rod_rig_make_line(&bl_rod_nodal, &body, v3_zero(), v3(0.0, 0.0, -1.0));
        rig->gravity = v3(0.0, 0.0, -g);
        rig->h = 2.0 * PI / omega / 100.0;
        mode m = hanging_mode(g, omega);
        set_going(rig, &m, -1e-4);
        double period = measure_period(rig, mode_coordinate, &m, 3);
        rod_rig_check_near(2.0 * PI / period, omega, (number == 1 ? 0.02 : 0.05) * omega, name);
        rod_rig_free(rig);
    }
}

static double bessel_j0(double x)
{
    double term = 1.0, sum = 1.0;
    for (int k = 1; k < 60; k++) {
        term *= -0.25 * x * x / (k * k);
        sum += term;
    }
    return sum;
}

// omega = j / 2 sqrt(g / L), j the zeros of J0; shapes J0(j sqrt(z / L)), z the height above the lower end. A chain of
// n masses swings the slower the higher the mode: in the fourth, by 4 % for n = 30 and by 1 % for n = 60.
Test(rod_nodal_frequencies, limp_chains_have_their_frequencies)
{
    for (int number = 1; number <= 4; number++) {
        const uint32_t n = number < 3 ? 30 : 60;
        double right = table_mode("hanging chain mode %d: omega*sqrt(L/g)", number);
        bl_rod_section section = rod_rig_unit(1e-7, 1e-3);
        section.stretch = 1e5;
        bl_rod_body body = rod_rig_body(BELAY_ROD_NODAL, n, section);
        body.theta = 0.5;
        rod_rig_pin(&body, 0, v3_zero());
        rod_rig* rig = rod_rig_make_line(&bl_rod_nodal, &body, v3_zero(), v3(0.0, 0.0, -1.0));
        rig->gravity = v3(0.0, 0.0, -9.81);
        double omega = right * sqrt(9.81);
        rig->h = 2.0 * PI / omega / 200.0;
        mode m = {.n = n};
        for (uint32_t i = 0; i <= n; i++)
            m.shape[i] = bessel_j0(2.0 * right * sqrt(1.0 - (double)i / n));
        set_going(rig, &m, -1e-3 / number);
        double period = measure_period(rig, mode_coordinate, &m, 4);
        rod_rig_check_near(2.0 * PI / period, omega, (number == 1 ? 0.01 : 0.02) * omega, "frequency");
        rod_rig_free(rig);
    }
}

static double lowest_node(const rod_rig* rig, void* context)
{
    (void)context;
    return rod_rig_node(rig, rig->body.element_count).x;
}

// A stiff rod hanging from a pin swings as a rigid one; the period of small swings is that of one of 1 degree to 2e-5.
Test(rod_nodal_frequencies, rigid_pendulum)
{
    const char* names[] = {
        "uniform rigid rod pendulum: T0*sqrt(g/L)",         "rigid rod pendulum amplitude 10 deg: T*sqrt(g/L)",
        "rigid rod pendulum amplitude 30 deg: T*sqrt(g/L)", "rigid rod pendulum amplitude 60 deg: T*sqrt(g/L)",
        "rigid rod pendulum amplitude 90 deg: T*sqrt(g/L)", "rigid rod pendulum amplitude 120 deg: T*sqrt(g/L)"};
    const double degrees[] = {1.0, 10.0, 30.0, 60.0, 90.0, 120.0};
    const uint32_t n = 20;
    for (int k = 0; k < 6; k++) {
        bl_rod_body body = rod_rig_body(BELAY_ROD_NODAL, n, rod_rig_round(5e-3, 7800.0, 2e11, 0.3));
        body.theta = 0.5;
        rod_rig_pin(&body, 0, v3_zero());
        double a = degrees[k] * PI / 180.0, right = table_constant(names[k]);
        rod_rig* rig = rod_rig_make_line(&bl_rod_nodal, &body, v3_zero(), v3(-sin(a), 0.0, -cos(a)));
        rig->gravity = v3(0.0, 0.0, -9.81);
        rig->h = 2e-3;
        double before = rod_rig_energy(rig);
        double period = measure_period(rig, lowest_node, NULL, 3);
        rod_rig_check_near(period * sqrt(9.81), right, 0.005 * right, "period");
        // Energy of the velocities between two instants goes with that of places halfway.
        double swing = 0.5 * body.section.line_mass * 9.81;
        rod_rig_check_near(rod_rig_energy(rig), before, 0.02 * swing, "energy");
        rod_rig_free(rig);
    }
}

// How much longer the rod is than unstretched.
static double lengthening(const rod_rig* rig, void* context)
{
    (void)context;
    return rod_rig_node(rig, rig->body.element_count).x - 1.0;
}

// Waves along a rod held at one end: omega L sqrt(rho / E) = pi / 2. What stretches is stepped by backward Euler, which
// damps it by 1/2 omega h of the critical damping, but has its period to second order.
Test(rod_nodal_frequencies, stretch_has_its_frequency)
{
    const uint32_t n = 20;
    bl_rod_section section = rod_rig_round(4e-3, 1100.0, 2e7, 0.3);
    bl_rod_body body = rod_rig_body(BELAY_ROD_NODAL, n, section);
    body.theta = 0.5;
    rod_rig_pin(&body, 0, v3_zero());
    rod_rig* rig = rod_rig_make_line(&bl_rod_nodal, &body, v3_zero(), v3(1.0, 0.0, 0.0));
    double omega = table_constant("longitudinal fixed-free mode 1: omega L sqrt(rho/E)") *
                   sqrt(section.stretch / section.line_mass);
    rig->h = 2.0 * PI / omega / 200.0;
    for (uint32_t i = 1; i <= n; i++)
        rod_rig_velocity(rig)[4 * i] = -1e-3 * sin(0.5 * PI * i / n);
    double period = measure_period(rig, lengthening, NULL, 3);
    rod_rig_check_near(2.0 * PI / period, omega, 0.01 * omega, "frequency");
    rod_rig_free(rig);
}

static double end_spin(const rod_rig* rig, void* context)
{
    (void)context;
    return rod_rig_velocity(rig)[4 * rig->body.element_count - 1];
}

// omega L sqrt(rho J / (G J)) = pi / 2 for a rod with rotary inertia, held at one end.
Test(rod_nodal_frequencies, torsion_has_its_frequency)
{
    const uint32_t n = 20;
    bl_rod_section section = rod_rig_round(4e-3, 1100.0, 2e7, 0.3);
    bl_rod_body body = rod_rig_body(BELAY_ROD_NODAL, n, section);
    body.theta = 0.5;
    rod_rig_clamp(&body, 0, v3_zero(), rod_rig_frame(v3(1.0, 0.0, 0.0), v3(0.0, 1.0, 0.0)));
    rod_rig* rig = rod_rig_make_line(&bl_rod_nodal, &body, v3_zero(), v3(1.0, 0.0, 0.0));
    double omega = table_constant("fixed-free torsion mode 1: omega*L*sqrt(rho J/(G J))") *
                   sqrt(section.twist / section.spin_inertia);
    rig->h = 2.0 * PI / omega / 200.0;
    for (uint32_t i = 0; i < n; i++)
        rod_rig_velocity(rig)[4 * i + 3] = sin(0.5 * PI * (i + 0.5) / n);
    double period = measure_period(rig, end_spin, NULL, 3);
    rod_rig_check_near(2.0 * PI / period, omega, 0.01 * omega, "frequency");
    rod_rig_free(rig);
}
