// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Stacks at rest: nothing moves and every level carries what is above it, also with heavy things on light ones; and
// what happens when something of a sleeping stack is taken away, moved, or stepped otherwise.

#include "support/scene_solids.h"

#include <criterion/criterion.h>
#include <stdio.h>

static const belay_vec3 up = {0.0, 0.0, 1.0};

// ---------------------------------------------------------------------------------------------------------------------
// D1: ten cubes

enum { LEVELS = 10 };
static const double side = 0.2;

typedef struct tower {
    belay_world* world;
    belay_body_id ground, cubes[LEVELS];
} tower;

static tower make_tower(double h, bool enable_sleep)
{
    belay_world_def def = belay_world_def_default();
    def.solver.tolerance = belay_world_def_exact().solver.tolerance;
    def.step_seconds = h;
    def.enable_sleep = enable_sleep;
    tower t = {.world = scene_world_of(&def)};
    belay_collider_id plane = scene_plane(t.world, up, 0.0, scene_rough(0.5));
    cr_assert(belay_collider_get_body(t.world, plane, &t.ground) == BELAY_OK);
    for (int k = 0; k < LEVELS; k++) {
        scene_solid cube = scene_box(v3(side, side, side), v3(0.0, 0.0, (k + 0.5) * side));
        cube.material = scene_rough(0.5);
        t.cubes[k] = scene_add_solid(t.world, &cube);
    }
    return t;
}

static double fastest(const tower* t, int first)
{
    double speed = 0.0;
    for (int k = first; k < LEVELS; k++) {
        belay_body_state state = scene_state(t->world, t->cubes[k]);
        speed = fmax(speed, scene_greatest_speed(&state, 0.5 * sqrt(3.0) * side));
    }
    return speed;
}

// Below the cube number k (0: the lowest) there is (10 - k) g.
static void check_forces(const tower* t, const char* when)
{
    double worst = 0.0;
    for (int k = 0; k < LEVELS; k++) {
        belay_vec3 force = scene_contact_force(t->world, t->cubes[k], k == 0 ? t->ground : t->cubes[k - 1]);
        double right = (LEVELS - k) * SCENE_G;
        worst = fmax(worst, fabs(force.z - right) / right);
    }
    char text[64];
    snprintf(text, sizeof text, "D1: worst force between levels, relative, %s", when);
    scene_check_near(worst, 0.0, 0.001, text);
}

typedef struct standing {
    double way, late_way, speed, overlap, overlap_at_half; // m, m, m/s, m, m
    int first_sweeps, most_sweeps;
    double mean_sweeps; // after 2 s
} standing;

static standing stand_for_a_minute(tower* t, double h)
{
    int steps = (int)lround(60.0 / h), settled = (int)lround(2.0 / h), sum = 0;
    const belay_step_stats* stats = belay_world_get_stats(t->world);
    standing s = {0};
    belay_vec3 half = v3_zero();
    for (int k = 1; k <= steps; k++) {
        scene_steps(t->world, 1);
        scene_check_converged(t->world);
        belay_vec3 top = scene_state(t->world, t->cubes[LEVELS - 1]).pose.position;
        s.overlap = fmax(s.overlap, stats->max_overlap);
        s.way = fmax(s.way, v3_distance(top, v3(0.0, 0.0, (LEVELS - 0.5) * side)));
        if (k == 1) s.first_sweeps = stats->iterations;
        if (stats->iterations > s.most_sweeps) s.most_sweeps = stats->iterations;
        if (k == settled) check_forces(t, "after 2 s");
        if (k > settled) s.speed = fmax(s.speed, fastest(t, 0));
        if (k > settled) sum += stats->iterations;
        if (k == steps / 2) half = top;
        if (k == steps / 2) s.overlap_at_half = stats->max_overlap;
        if (k > steps / 2) s.late_way = fmax(s.late_way, v3_distance(top, half));
    }
    s.mean_sweeps = (double)sum / (steps - settled);
    return s;
}

static void stand(double h)
{
    tower t = make_tower(h, false);
    standing s = stand_for_a_minute(&t, h);
    check_forces(&t, "after 60 s");
    scene_check_near(s.way, 0.0, 1e-4, "D1: displacement of the top in 60 s, m");
    scene_check_near(s.late_way, 0.0, 1e-6, "D1: the same in the last 30 s, m");
    scene_check_near(s.speed, 0.0, 1e-6, "D1: greatest speed after 2 s, m/s");
    scene_check_near(s.overlap, 0.0, 1e-6, "D1: deepest overlap, m");
    double overlap = belay_world_get_stats(t.world)->max_overlap;
    scene_check_near(overlap, s.overlap_at_half, 1e-9, "D1: overlap after 60 s against 30 s, m");
    // To look at what the last step left is a sweep too, so one is the least.
    cr_log_info("D1: %d sweeps at first, %d at most, %g later\n", s.first_sweeps, s.most_sweeps, s.mean_sweeps);
    cr_expect(s.mean_sweeps <= fmax(0.1 * s.first_sweeps, 1.0), "%d sweeps in the first step, %g in the mean later",
              s.first_sweeps, s.mean_sweeps);
    cr_expect(s.most_sweeps < belay_world_get_def(t.world)->solver.max_iterations, "%d sweeps reach the cap",
              s.most_sweeps);
    belay_world_destroy(t.world);
}

Test(scene_D1, tower_stands_at_1_60)
{
    stand(1.0 / 60.0);
}

Test(scene_D1, tower_stands_at_1_240)
{
    stand(1.0 / 240.0);
}

// Two cubes in one place: legal. They come apart, by the recovery of overlaps, which gives nobody speed.
Test(scene_D1, cubes_in_one_place_come_apart)
{
    belay_world* world = scene_sleepless_world(1.0 / 60.0);
    scene_plane(world, up, 0.0, scene_rough(0.5));
    scene_solid cube = scene_box(v3(side, side, side), v3(0.0, 0.0, 0.5 * side));
    belay_body_id a = scene_add_solid(world, &cube), b = scene_add_solid(world, &cube);
    double speed = 0.0;
    for (int k = 0; k < 600; k++) {
        scene_steps(world, 1);
        belay_body_state state_a = scene_state(world, a), state_b = scene_state(world, b);
        cr_assert(v3_is_finite(state_a.pose.position) && v3_is_finite(state_b.pose.position), "step %d", k);
        cr_assert(v3_is_finite(state_a.linear_velocity) && v3_is_finite(state_b.linear_velocity), "step %d", k);
        speed = fmax(speed, fmax(v3_length(state_a.linear_velocity), v3_length(state_b.linear_velocity)));
    }
    belay_vec3 apart = v3_sub(scene_state(world, a).pose.position, scene_state(world, b).pose.position);
    double most = fmax(fabs(apart.x), fmax(fabs(apart.y), fabs(apart.z)));
    cr_log_info("D1: fastest %g m/s, then (%g, %g, %g) m apart\n", speed, apart.x, apart.y, apart.z);
    cr_expect(speed <= 2.0, "fastest %g m/s", speed);
    cr_expect(most >= side - 1e-4, "still overlap: (%g, %g, %g) m apart", apart.x, apart.y, apart.z);
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// D2: heavy on light

enum { MOST_CUBES = 5 };

typedef struct pile {
    belay_world* world;
    belay_body_id ground, cubes[MOST_CUBES];
    int count;
    double edge;
} pile;

// Cubes above each other with 1 mm between them, the lowest first.
static pile make_pile(double edge, const double* masses, int count)
{
    pile p = {.world = scene_sleepless_world(1.0 / 60.0), .count = count, .edge = edge};
    belay_collider_id plane = scene_plane(p.world, up, 0.0, scene_rough(0.5));
    cr_assert(belay_collider_get_body(p.world, plane, &p.ground) == BELAY_OK);
    for (int k = 0; k < count; k++) {
        double z = 0.5 * edge + k * edge + (k + 1) * 0.001;
        scene_solid cube = scene_box(v3(edge, edge, edge), v3(0.0, 0.0, z));
        cube.mass = masses[k];
        cube.material = scene_rough(0.5);
        p.cubes[k] = scene_add_solid(p.world, &cube);
    }
    return p;
}

typedef struct bearing {
    double overlap, tilt, force_error, residual; // m, rad, relative after 2 s, largest of all steps
    int missed, unsaid;                          // steps above the tolerance; those of them that do not say so
} bearing;

static void look_at_pile(const pile* p, const double* masses, bool has_settled, bearing* b)
{
    const belay_step_stats* stats = belay_world_get_stats(p->world);
    b->overlap = fmax(b->overlap, stats->max_overlap);
    b->residual = fmax(b->residual, stats->residual.natural);
    b->missed += stats->has_converged ? 0 : 1;
    // Converged is what reaches the tolerance, or the rounding of velocities: no double needs a hundred times as much.
    bool is_bad = stats->residual.natural > 100.0 * belay_world_get_def(p->world)->solver.tolerance;
    b->unsaid += is_bad && stats->has_converged ? 1 : 0;
    double above = 0.0;
    for (int i = p->count - 1; i >= 0; i--) {
        above += masses[i] * SCENE_G;
        b->tilt = fmax(b->tilt, scene_tilt(scene_state(p->world, p->cubes[i]).pose));
        belay_vec3 force = scene_contact_force(p->world, p->cubes[i], i == 0 ? p->ground : p->cubes[i - 1]);
        if (has_settled) b->force_error = fmax(b->force_error, fabs(force.z / above - 1.0));
    }
}

static void check_pile(double edge, const double* masses, int count)
{
    pile p = make_pile(edge, masses, count);
    bearing b = {0};
    for (int k = 1; k <= 1800; k++) {
        scene_steps(p.world, 1);
        look_at_pile(&p, masses, k > 120, &b);
    }
    double top = scene_state(p.world, p.cubes[count - 1]).pose.position.z;
    cr_log_info("D2: worst residual %g, %d steps above the tolerance\n", b.residual, b.missed);
    scene_check_near(b.force_error, 0.0, 0.005, "D2: worst force after 2 s, relative");
    scene_check_near(b.overlap, 0.0, 1e-3, "D2: deepest overlap, m");
    scene_check_near(top, (count - 0.5) * edge, 1e-3, "D2: height of the top, m");
    scene_check_near(scene_degrees(b.tilt), 0.0, 0.1, "D2: tilt, degrees");
    cr_expect(b.unsaid == 0, "%d steps stopped early and did not say so", b.unsaid);
    belay_world_destroy(p.world);
}

Test(scene_D2, sixty_kilograms_on_one)
{
    static const double masses[] = {1.0, 60.0};
    check_pile(0.5, masses, 2);
}

Test(scene_D2, a_tonne_on_one_kilogram)
{
    static const double masses[] = {1.0, 1000.0};
    check_pile(0.5, masses, 2);
}

Test(scene_D2, light_and_heavy_in_turn)
{
    static const double masses[] = {0.1, 10.0, 0.1, 10.0, 0.1};
    scene_check_near(20.3 * SCENE_G, 199.143, 1e-3, "D2: weight of the five, N");
    check_pile(0.4, masses, 5);
}

Test(scene_D2, five_tonnes_on_a_ball_joint)
{
    belay_world* world = scene_sleepless_world(1.0 / 60.0);
    scene_ball ball = scene_ball_default();
    ball.mass = 5000.0;
    ball.radius = 0.5;
    ball.position = v3(0.0, 0.0, -0.5);
    belay_body_id body = scene_add_ball(world, &ball);
    belay_joint_def def;
    belay_joint_id joint;
    belay_body_id nothing = {0};
    cr_assert(belay_joint_def_at(world, BELAY_JOINT_BALL, body, nothing, v3_zero(), up, &def) == BELAY_OK);
    cr_assert(belay_joint_create(world, &def, &joint) == BELAY_OK);
    double error = 0.0, force_error = 0.0;
    for (int k = 1; k <= 1800; k++) {
        scene_steps(world, 1);
        belay_joint_state state;
        cr_assert(belay_joint_get_state(world, joint, &state) == BELAY_OK);
        error = fmax(error, state.error);
        if (k > 120) force_error = fmax(force_error, fabs(v3_length(state.force) - 49050.0));
    }
    scene_check_near(force_error, 0.0, 0.005 * 49050.0, "D2: force of the joint off 49050 N");
    scene_check_near(error, 0.0, 1e-4, "D2: error of the joint, m");
    belay_world_destroy(world);
}

static void refuse_mass(pile* p, double mass, const char* value)
{
    uint64_t hash = belay_world_hash(p->world);
    belay_body_def def = belay_body_def_default();
    def.mass = mass;
    belay_body_id body;
    belay_result result = belay_body_create(p->world, &def, &body);
    scene_check_refused(p->world, hash, result, BELAY_ERROR_VALUE, "mass", value);
    belay_mass whole = {mass, v3_zero(), def.inertia};
    result = belay_body_set_mass(p->world, p->cubes[0], &whole);
    scene_check_refused(p->world, hash, result, BELAY_ERROR_VALUE, "mass", value);
}

Test(scene_D2, bad_masses_are_refused)
{
    static const double masses[] = {1.0, 60.0};
    pile p = make_pile(0.5, masses, 2), control = make_pile(0.5, masses, 2);
    scene_steps(p.world, 30);
    scene_steps(control.world, 30);
    refuse_mass(&p, 0.0, "0");
    refuse_mass(&p, -1.0, "-1");
    refuse_mass(&p, NAN, "nan");
    refuse_mass(&p, INFINITY, "inf");
    refuse_mass(&p, 1e-320, "e-32");
    scene_check_same_course(p.world, control.world, 100);
    belay_world_destroy(p.world);
    belay_world_destroy(control.world);
}

// ---------------------------------------------------------------------------------------------------------------------
// D3: the tower asleep, and then something changes

static tower make_sleeping_tower(double h)
{
    tower t = make_tower(h, true);
    scene_steps(t.world, (int)lround(2.0 / h));
    for (int k = 0; k < LEVELS; k++) {
        bool is_awake = true;
        cr_assert(belay_body_get_is_awake(t.world, t.cubes[k], &is_awake) == BELAY_OK);
        cr_expect(!is_awake, "cube %d is awake after 2 s", k);
    }
    return t;
}

// The top has fallen g t^2/2 until the rest of the tower is down: by a step, as theta says where in it the state is.
static void pull_away(double h)
{
    tower t = make_sleeping_tower(h);
    cr_assert(belay_body_destroy(t.world, t.cubes[0]) == BELAY_OK);
    double start = scene_state(t.world, t.cubes[LEVELS - 1]).pose.position.z, down = sqrt(2.0 * side / SCENE_G);
    for (int k = 1; k * h < down - h; k++) {
        scene_steps(t.world, 1);
        double time = k * h, fallen = start - scene_state(t.world, t.cubes[LEVELS - 1]).pose.position.z;
        double right = 0.5 * SCENE_G * time * time, step = SCENE_G * time * h;
        cr_assert(fabs(fallen - right) <= fmax(0.005 * right, step), "after %g s the top has fallen %g m, not %g m",
                  time, fallen, right);
        for (int i = 1; i < LEVELS; i++) {
            double speed = -scene_state(t.world, t.cubes[i]).linear_velocity.z;
            cr_assert(fabs(speed - SCENE_G * time) <= 0.005 * SCENE_G * time, "cube %d falls at %g m/s after %g s", i,
                      speed, time);
        }
    }
    scene_steps(t.world, (int)lround(2.0 / h));
    double top = scene_state(t.world, t.cubes[LEVELS - 1]).pose.position.z;
    scene_check_near(top, start - side, 1e-3, "D3: height of the top when the tower stands again, m");
    scene_check_near(fastest(&t, 1), 0.0, 1e-6, "D3: speed when it stands again, m/s");
    cr_expect(belay_body_destroy(t.world, t.cubes[0]) == BELAY_ERROR_HANDLE);
    belay_world_destroy(t.world);
}

Test(scene_D3, what_stood_on_a_destroyed_cube_falls_at_once)
{
    pull_away(1.0 / 60.0);
    pull_away(1.0 / 240.0);
}

// The upper five, moved aside, fall from a metre; the lower five rest. Nothing is kicked.
static void move_upper_half(double h)
{
    tower t = make_sleeping_tower(h);
    for (int k = 5; k < LEVELS; k++) {
        belay_pose pose = scene_state(t.world, t.cubes[k]).pose;
        pose.position.x += 1.0;
        cr_assert(belay_body_set_pose(t.world, t.cubes[k], pose) == BELAY_OK);
    }
    for (int k = 1; k <= 5; k++) {
        scene_steps(t.world, 1);
        scene_check_near(fmax(0.0, fastest(&t, 0) - 1.05 * SCENE_G * h * k), 0.0, 0.0, "D3: speed beyond 1.05 g h k");
        for (int i = 0; i < 5; i++) {
            belay_body_state state = scene_state(t.world, t.cubes[i]);
            cr_expect(scene_greatest_speed(&state, side) <= 1e-6, "cube %d moves at %g m/s", i,
                      v3_length(state.linear_velocity));
        }
        for (int i = 5; i < LEVELS; i++) {
            double speed = -scene_state(t.world, t.cubes[i]).linear_velocity.z;
            cr_expect(fabs(speed - SCENE_G * h * k) <= 0.005 * SCENE_G * h * k, "cube %d falls at %g m/s", i, speed);
        }
    }
    scene_steps(t.world, (int)lround(3.0 / h));
    scene_check_near(fastest(&t, 0), 0.0, 1e-6, "D3: speed when all stand, m/s");
    for (int k = 0; k < LEVELS; k++) {
        belay_vec3 right = k < 5 ? v3(0.0, 0.0, (k + 0.5) * side) : v3(1.0, 0.0, (k - 4.5) * side);
        double off = v3_distance(scene_state(t.world, t.cubes[k]).pose.position, right);
        cr_expect(off <= 1e-3, "cube %d stands %g m off its place", k, off);
    }
    belay_world_destroy(t.world);
}

Test(scene_D3, halves_fall_and_rest_without_a_kick)
{
    move_upper_half(1.0 / 60.0);
    move_upper_half(1.0 / 240.0);
}

// Half the step for a second: the impulses kept are scaled, nothing moves. Woken first, so that it is the law that
// holds it and not sleep; and left asleep.
static void halve_the_step(double h, bool is_woken)
{
    tower t = make_sleeping_tower(h);
    if (is_woken) cr_assert(belay_world_set_sleep(t.world, false) == BELAY_OK);
    belay_vec3 top = scene_state(t.world, t.cubes[LEVELS - 1]).pose.position;
    cr_assert(belay_world_set_step_seconds(t.world, 0.5 * h) == BELAY_OK);
    for (int k = 1; k <= (int)lround(2.0 / h); k++) {
        scene_steps(t.world, 1);
        if (k <= 5) cr_expect(fastest(&t, 0) <= 1.05 * SCENE_G * 0.5 * h * k, "step %d: %g m/s", k, fastest(&t, 0));
        cr_expect(fastest(&t, 0) <= 1e-6, "step %d: %g m/s", k, fastest(&t, 0));
    }
    double moved = v3_distance(scene_state(t.world, t.cubes[LEVELS - 1]).pose.position, top);
    scene_check_near(moved, 0.0, 1e-6, "D3: path of the top at half the step, m");
    if (is_woken) check_forces(&t, "at half the step");
    belay_world_destroy(t.world);
}

Test(scene_D3, half_the_step_changes_nothing)
{
    halve_the_step(1.0 / 60.0, true);
    halve_the_step(1.0 / 240.0, true);
    halve_the_step(1.0 / 60.0, false);
}

Test(scene_D3, bad_poses_and_stale_handles_are_refused)
{
    tower t = make_sleeping_tower(1.0 / 60.0), control = make_sleeping_tower(1.0 / 60.0);
    uint64_t hash = belay_world_hash(t.world);
    belay_pose pose = scene_state(t.world, t.cubes[9]).pose;
    pose.position.z = NAN;
    belay_result result = belay_body_set_pose(t.world, t.cubes[9], pose);
    scene_check_refused(t.world, hash, result, BELAY_ERROR_VALUE, "position", "nan");
    pose = belay_pose_identity();
    pose.rotation.x = NAN;
    result = belay_body_set_pose(t.world, t.cubes[9], pose);
    scene_check_refused(t.world, hash, result, BELAY_ERROR_VALUE, "rotation", "nan");
    for (int k = 0; k < LEVELS; k++) {
        bool is_awake = true;
        cr_assert(belay_body_get_is_awake(t.world, t.cubes[k], &is_awake) == BELAY_OK);
        cr_expect(!is_awake, "a refused pose has woken cube %d", k);
    }
    cr_assert(belay_body_destroy(t.world, t.cubes[0]) == BELAY_OK);
    cr_assert(belay_body_destroy(control.world, control.cubes[0]) == BELAY_OK);
    hash = belay_world_hash(t.world);
    result = belay_body_destroy(t.world, t.cubes[0]);
    scene_check_refused(t.world, hash, result, BELAY_ERROR_HANDLE, "body", "");
    scene_check_same_course(t.world, control.world, 100);
    belay_world_destroy(t.world);
    belay_world_destroy(control.world);
}
