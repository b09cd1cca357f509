// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "pages/page_tuning.h"

#include "pages/page_plot.h"
#include "pages/page_stage.h"

#include <belay/vec.h>
#include <math.h>

enum { WIDTH = 330, HEIGHT = 245 };

static void add_wall(belay_world* world, belay_vec3 normal, double offset)
{
    belay_collider_def wall = belay_collider_def_plane(normal, offset);
    page_check(world, belay_body_create_static(world, belay_pose_identity(), &wall, NULL));
}

static void add_boxes(belay_world* world)
{
    for (int i = 0; i < 48; i++) {
        belay_body_def def = belay_body_def_default();
        def.pose.position = (belay_vec3){0.22 * (i % 4) - 0.33, 0.22 * (i / 4 % 4) - 0.33, 0.3 + 0.25 * (i / 16)};
        def.angular_velocity = (belay_vec3){0.3 * (i % 3), 0.2 * (i % 5), 0.1};
        belay_collider_def box = belay_collider_def_box((belay_vec3){0.2, 0.14, 0.1 + 0.02 * (i % 5)});
        page_check(world, belay_body_create_solid(world, &def, &box, NULL));
    }
}

static page_pile run_pile(belay_world* world, int steps)
{
    page_pile pile = {0};
    for (int i = 0; i < steps; i++) {
        page_check(world, belay_world_step(world));
        const belay_step_stats* stats = belay_world_get_stats(world);
        pile.work += (double)stats->work / steps;
        pile.residual = fmax(pile.residual, stats->residual.natural);
        pile.overlap = fmax(pile.overlap, stats->max_overlap);
    }
    return pile;
}

page_pile page_drop_pile(double h, double tolerance)
{
    belay_world_def def = belay_world_def_default();
    def.step_seconds = h;
    def.solver.tolerance = tolerance;
    def.solver.max_work = 0;
    def.enable_sleep = false;
    belay_world* world;
    page_check(NULL, belay_world_create(&def, &world, NULL));
    add_wall(world, (belay_vec3){0.0, 0.0, 1.0}, 0.0);
    for (int side = -1; side <= 1; side += 2) {
        add_wall(world, (belay_vec3){side, 0.0, 0.0}, -0.5);
        add_wall(world, (belay_vec3){0.0, side, 0.0}, -0.5);
    }
    add_boxes(world);
    page_pile pile = run_pile(world, (int)(1.0 / h + 0.5));
    page_check(world, belay_world_destroy(world));
    return pile;
}

// A wall of 12 courses of bricks, and a ball of 113 kg put on it.
static void add_wall_of_bricks(belay_world* world)
{
    for (int i = 0; i < 12; i++)
        for (int k = 0; k < 10 - i % 2; k++) {
            belay_body_def def = belay_body_def_default();
            def.pose.position = (belay_vec3){0.2 * k + 0.1 * (i % 2), 0.0, 0.05 + 0.1 * i};
            belay_collider_def brick = belay_collider_def_box((belay_vec3){0.199, 0.1, 0.1});
            page_check(world, belay_body_create_solid(world, &def, &brick, NULL));
        }
    belay_body_def def = belay_body_def_default();
    def.pose.position = (belay_vec3){0.9, 0.0, 1.4};
    belay_collider_def ball = belay_collider_def_sphere(0.15);
    ball.density = 8000.0;
    page_check(world, belay_body_create_solid(world, &def, &ball, NULL));
}

page_pile page_load_wall(long long max_work)
{
    belay_world_def def = belay_world_def_default();
    def.step_seconds = 1.0 / 60.0;
    def.solver.max_work = max_work;
    def.enable_sleep = false;
    belay_world* world;
    page_check(NULL, belay_world_create(&def, &world, NULL));
    add_wall(world, (belay_vec3){0.0, 0.0, 1.0}, 0.0);
    add_wall_of_bricks(world);
    page_pile pile = run_pile(world, 60);
    page_check(world, belay_world_destroy(world));
    return pile;
}

// The period of a pendulum of length 1 m by the arithmetic-geometric mean.
static double exact_period(double amplitude)
{
    double a = 1.0, b = cos(0.5 * amplitude);
    for (int i = 0; i < 8; i++) {
        double mean = 0.5 * (a + b);
        b = sqrt(a * b);
        a = mean;
    }
    return 2.0 * BELAY_PI * sqrt(1.0 / 9.81) / a;
}

static belay_body_id hang(belay_world* world)
{
    belay_body_def def = belay_body_def_default();
    def.inertia = belay_inertia_sphere(1.0, 1e-3); // next to a point
    def.pose.position = (belay_vec3){sin(BELAY_PI / 3.0), 0.0, -cos(BELAY_PI / 3.0)};
    belay_body_id bob;
    page_check(world, belay_body_create(world, &def, &bob));
    belay_joint_def joint;
    page_check(world, belay_joint_def_at(world, BELAY_JOINT_HINGE, bob, (belay_body_id){0}, v3_zero(),
                                         (belay_vec3){0.0, 1.0, 0.0}, &joint));
    page_check(world, belay_joint_create(world, &joint, NULL));
    return bob;
}

double page_pendulum_error(double h)
{
    belay_world_def def = belay_world_def_exact();
    def.step_seconds = h;
    belay_world* world;
    page_check(NULL, belay_world_create(&def, &world, NULL));
    belay_body_id bob = hang(world);
    double first = -1.0, last = -1.0, before = 1.0, exact = exact_period(BELAY_PI / 3.0);
    int crossings = 0;
    while (belay_world_get_time(world) < 10.6 * exact) {
        page_check(world, belay_world_step(world));
        belay_body_state state;
        page_check(world, belay_body_get_state(world, bob, &state));
        double x = state.pose.position.x, time = belay_world_get_time(world);
        if (before > 0.0 && x <= 0.0) {
            last = time - h * x / (x - before);
            if (first < 0.0) first = last;
            crossings++;
        }
        before = x;
    }
    page_check(world, belay_world_destroy(world));
    return fabs((last - first) / (crossings - 1) / exact - 1.0);
}

static page_plot plot_at(FILE* svg, int column, int row, page_axis x, page_axis y)
{
    return (page_plot){svg, {WIDTH * column + 62.0, HEIGHT * row + 42.0}, WIDTH - 92.0, HEIGHT - 90.0, x, y};
}

static void plot_step(FILE* svg)
{
    static const double rates[] = {30.0, 60.0, 120.0, 240.0, 480.0, 1000.0};
    page_point values[6];
    for (int i = 0; i < 6; i++)
        values[i] = (page_point){1e3 / rates[i], 100.0 * page_pendulum_error(1.0 / rates[i])};
    page_plot plot = plot_at(svg, 0, 0, (page_axis){1.0, 100.0, 0.0, true, "step h, ms"},
                             (page_axis){1e-5, 1.0, 0.0, true, "period of a pendulum, off by %"});
    page_plot_frame(&plot, "Step: half of it, a quarter of the error");
    page_plot_line(&plot, values, 6, 0x2f6fb3u, NULL);
}

static void plot_tolerance(FILE* svg)
{
    page_point values[9];
    for (int i = 0; i < 9; i++) {
        double tolerance = pow(10.0, -2 - i);
        values[i] = (page_point){tolerance, page_drop_pile(1.0 / 240.0, tolerance).work};
    }
    page_plot plot = plot_at(svg, 1, 0, (page_axis){1e-10, 1e-2, 0.0, true, "solver.tolerance"},
                             (page_axis){1e2, 1e5, 0.0, true, "work per step (one-contact problems)"});
    page_plot_frame(&plot, "Tolerance: what a digit costs");
    page_plot_line(&plot, values, 9, 0x2f6fb3u, NULL);
}

static void plot_work(FILE* svg)
{
    enum { CAPS = 5 };
    page_point residuals[CAPS], overlaps[CAPS];
    for (int i = 0; i < CAPS; i++) {
        double work = pow(10.0, 4.0 + 0.5 * i);
        page_pile wall = page_load_wall((long long)work);
        residuals[i] = (page_point){work, wall.residual};
        overlaps[i] = (page_point){work, 1e3 * wall.overlap};
    }
    page_plot plot = plot_at(svg, 0, 1, (page_axis){1e4, 1e6, 0.0, true, "solver.max_work, h = 1/60 s"},
                             (page_axis){1e-3, 1e3, 0.0, true, "worst of 60 steps"});
    page_plot_frame(&plot, "Budget: a wall under a heavy ball");
    page_plot_line(&plot, residuals, CAPS, 0x2f6fb3u, "residual");
    page_plot_line(&plot, overlaps, CAPS, PAGE_RED, "overlap, mm");
}

// The energy of bending and motion of a plucked rod that is clamped at one end, in parts of what it began with.
static void pluck(double theta, page_point values[21])
{
    belay_world_def def = belay_world_def_default();
    def.gravity = v3_zero();
    belay_world* world;
    page_check(NULL, belay_world_create(&def, &world, NULL));
    belay_rod_def rod_def = belay_rod_def_default();
    rod_def.young_modulus = 1e10; // Pa: it swings 4 times a second
    rod_def.theta = theta;
    belay_rod_id rod;
    page_check(world, belay_rod_create(world, &rod_def, &rod));
    belay_rod_attachment_def clamp;
    page_check(world, belay_rod_attachment_def_at(world, rod, BELAY_ROD_CLAMP, 0.0, (belay_body_id){0}, &clamp));
    page_check(world, belay_rod_attach(world, rod, &clamp, NULL));
    belay_vec3 velocities[21];
    for (int i = 0; i <= 20; i++)
        velocities[i] = (belay_vec3){0.0, 0.0, 0.5 * i * i / 400.0};
    page_check(world, belay_rod_set_velocities(world, rod, velocities, 21));
    double begin = 0.0;
    for (int i = 0; i <= 20; i++) {
        belay_rod_energies e;
        page_check(world, belay_rod_get_energies(world, rod, &e));
        double energy = e.kinetic + e.stretch + e.bend + e.twist;
        if (i == 0) begin = energy;
        values[i] = (page_point){0.1 * i, 100.0 * energy / begin};
        for (int k = 0; k < 24; k++)
            page_check(world, belay_world_step(world));
    }
    page_check(world, belay_world_destroy(world));
}

static void plot_theta(FILE* svg)
{
    static const double thetas[] = {0.5, 0.6, 1.0};
    static const uint32_t colors[] = {0x3a9a4eu, 0x2f6fb3u, PAGE_RED};
    static const char* const names[] = {"theta 0.5", "0.6", "1"};
    page_plot plot = plot_at(svg, 1, 1, (page_axis){0.0, 2.0, 0.5, false, "time, s"},
                             (page_axis){0.0, 110.0, 20.0, false, "energy that is left, %"});
    page_plot_frame(&plot, "Theta of a rod: damping by the scheme");
    for (int i = 0; i < 3; i++) {
        page_point values[21];
        pluck(thetas[i], values);
        page_plot_line(&plot, values, 21, colors[i], names[i]);
    }
}

bool page_draw_tuning(const char* path)
{
    FILE* svg = page_svg_open(path, 2 * WIDTH, 2 * HEIGHT);
    if (svg == NULL) return false;
    plot_step(svg);
    plot_tolerance(svg);
    plot_work(svg);
    plot_theta(svg);
    return page_svg_close(svg);
}
