// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Pebbles that rock on the floor. An ellipsoid with half axes a, b, c, tilted by f about b, has its middle at the
// height h(f) = sqrt(a^2 sin^2 f + c^2 cos^2 f) and its lowest point at the distance r(f), r^2 = (a^4 sin^2 f + c^4
// cos^2 f) / h^2, from it. Rolling about that point it keeps (I + m r^2) f'^2 / 2 + m g h, so from f0 it takes the time
//     T = 4 int_0^f0 sqrt((I + m r^2) / (2 m g (h(f0) - h(f)))) df
// to come back, which f = f0 sin s makes the integral of an even function.

#include "scenes/build.h"
#include "scenes/experiments/kinds.h"

#include <math.h>

enum { PEBBLES = 3, SWINGS = 4 };
#define TILT 15.0 // degrees
#define GRAVITY 9.81

static const belay_vec3 half_axes[PEBBLES] = {{0.20, 0.15, 0.10}, {0.16, 0.16, 0.12}, {0.25, 0.08, 0.10}};

typedef struct rock {
    belay_body_id pebbles[PEBBLES];
    double spin[PEBBLES];                 // about b, in the last step
    double first[PEBBLES], last[PEBBLES]; // s, of the turning points met
    int turns[PEBBLES];
    double energy, lost; // J
} rock;

static double height_at(belay_vec3 a, double tilt)
{
    return hypot(a.x * sin(tilt), a.z * cos(tilt));
}

static double arm_squared_at(belay_vec3 a, double tilt)
{
    double x = a.x * a.x * sin(tilt), z = a.z * a.z * cos(tilt), h = height_at(a, tilt);
    return (x * x + z * z) / (h * h);
}

// The middles of equal parts add up a smooth periodic function to rounding.
static double period_of(belay_vec3 a)
{
    enum { PARTS = 64 };
    double most = radians(TILT), sum = 0.0, inertia = 0.2 * (a.x * a.x + a.z * a.z);
    for (int i = 0; i < PARTS; i++) {
        double s = 0.5 * SCENE_PI * (i + 0.5) / PARTS, f = most * sin(s);
        double fall = height_at(a, most) - height_at(a, f);
        sum += most * cos(s) * sqrt((inertia + arm_squared_at(a, f)) / (2.0 * GRAVITY * fall));
    }
    return 4.0 * sum * 0.5 * SCENE_PI / PARTS;
}

static double energy_of(const experiment* e)
{
    belay_energy energy = belay_world_get_energy(e->world);
    return energy.translation + energy.rotation + energy.potential;
}

static void build(experiment* e)
{
    rock* r = e->data;
    build_floor(e);
    for (int i = 0; i < PEBBLES; i++) {
        belay_shape pebble = {.type = BELAY_SHAPE_ELLIPSOID, .ellipsoid = {half_axes[i]}};
        build_stuff stuff = build_stuff_of(e, EXPERIMENT_LOOK_PATTERN, i);
        belay_vec3 at = v3(0.0, 0.4 * (i - 1), height_at(half_axes[i], radians(TILT)));
        r->pebbles[i] = build_solid(e, &pebble, build_turned(at, v3(0.0, 1.0, 0.0), radians(TILT)), &stuff);
    }
    if (e->status == BELAY_OK) r->energy = energy_of(e);
    e->view = (experiment_view){{-0.3, -0.5, 0.0}, {0.3, 0.5, 0.3}, -0.9, 0.35};
}

static void after_step(experiment* e)
{
    rock* r = e->data;
    for (int i = 0; i < PEBBLES; i++) {
        double spin = build_state(e, r->pebbles[i]).angular_velocity.y;
        bool is_turn = r->spin[i] * spin < 0.0 && r->turns[i] <= 2 * SWINGS;
        double at = experiment_time(e) - experiment_h(e) * spin / (spin - r->spin[i]);
        if (is_turn && r->turns[i]++ == 0) r->first[i] = at;
        if (is_turn) r->last[i] = at;
        r->spin[i] = spin;
    }
    r->lost = fmax(r->lost, fabs(energy_of(e) / r->energy - 1.0));
}

static void measure(const experiment* e, experiment_result* results)
{
    const rock* r = e->data;
    for (int i = 0; i < PEBBLES; i++) {
        bool is_over = r->turns[i] > 2 * SWINGS;
        double found = (r->last[i] - r->first[i]) / SWINGS;
        results[i] = (experiment_result){is_over ? 100.0 * (found / period_of(half_axes[i]) - 1.0) : NAN, 0.0, 0.1};
    }
    results[3] = (experiment_result){100.0 * r->lost, 0.0, 0.02};
}

const experiment_kind experiment_rock = {
    .name = "rock",
    .title = "Rocking pebbles",
    .text = "Ellipsoids that rock about their flat side: rolling takes no energy, so they swing for ever.",
    .seconds = 6.0,
    .ranges = {[EXPERIMENT_H] = {0.0002, 0.02, 1.0 / 480.0, false}, [EXPERIMENT_MU] = {0.5, 2.0, 0.9, false}},
    .result_count = 4,
    .results = {{"period error of the first", "%"},
                {"period error of the second", "%"},
                {"period error of the third", "%"},
                {"largest change of the energy", "%"}},
    .data_size = sizeof(rock),
    .build = build,
    .after_step = after_step,
    .measure = measure,
};
