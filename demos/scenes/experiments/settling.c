// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Balls that settle in a box (renouf2005, table 1, and its larger siblings).

#include "scenes/build.h"
#include "scenes/experiments/kinds.h"
#include "scenes/overlap.h"

#include <stdlib.h>

#define RADIUS 0.05     // m
#define LAYERS 6.5      // of settled balls, about, which sets the width of the box
#define WATCH_FROM 10.0 // s
#define WATCH_EVERY 0.1 // s
#define HELD_BY 3       // loaded contacts

typedef struct settling {
    double width; // m
    double next_watch;
    double max_overlap, sum_overlap; // m, over the samples
    int samples;
} settling;

static void build_walls(experiment* e, double width)
{
    build_stuff stuff = build_stuff_of(e, EXPERIMENT_LOOK_HIDDEN, 0);
    belay_body_id walls = build_static(e, belay_pose_identity());
    for (int i = 0; i < 4; i++) {
        double sign = i % 2 == 0 ? 1.0 : -1.0;
        belay_vec3 inward = i < 2 ? v3(sign, 0.0, 0.0) : v3(0.0, sign, 0.0);
        belay_shape plane = {.type = BELAY_SHAPE_PLANE, .plane = {inward, -0.5 * width}};
        build_shape(e, walls, &plane, belay_pose_identity(), &stuff);
    }
    double height = 2.0 * RADIUS * (LAYERS + 2.0), thick = 0.01, middle = 0.5 * (width + thick);
    experiment_paint glass = {EXPERIMENT_LOOK_GLASS, 0};
    for (int i = 0; i < 4; i++) {
        double sign = i % 2 == 0 ? 1.0 : -1.0;
        belay_vec3 size = i < 2 ? v3(thick, width, height) : v3(width, thick, height);
        belay_vec3 at = i < 2 ? v3(sign * middle, 0.0, 0.5 * height) : v3(0.0, sign * middle, 0.5 * height);
        belay_shape wall = build_shape_box(size);
        build_scenery(e, &wall, build_at(at), glass);
    }
}

// Layer upon layer of a square grid, every ball a little off its place, so that the pile is not a crystal.
static void build_balls(experiment* e, double width)
{
    const double pitch = 2.2 * RADIUS, jitter = 0.05 * RADIUS;
    int row = (int)floor((width - 2.1 * RADIUS) / pitch) + 1;
    build_random random = build_random_begin(e);
    for (int i = 0; i < experiment_n(e); i++) {
        int column = i % row, line = i / row % row, layer = i / (row * row);
        double x = pitch * (column - 0.5 * (row - 1)), y = pitch * (line - 0.5 * (row - 1));
        x += jitter * build_random_draw(&random);
        y += jitter * build_random_draw(&random);
        build_stuff stuff = build_stuff_of(e, EXPERIMENT_LOOK_PATTERN, layer);
        build_ball(e, RADIUS, v3(x, y, 1.2 * RADIUS + pitch * layer), &stuff);
    }
}

static void build(experiment* e)
{
    settling* s = e->data;
    s->width = 0.1 * sqrt(experiment_n(e) / LAYERS);
    s->next_watch = WATCH_FROM;
    build_floor(e);
    build_walls(e, s->width);
    build_balls(e, s->width);
    double half = 0.5 * s->width;
    e->view = (experiment_view){{-half, -half, 0.0}, {half, half, 2.0 * RADIUS * (LAYERS + 2.0)}, -2.2, 0.45};
}

static void after_step(experiment* e)
{
    settling* s = e->data;
    if (experiment_time(e) < s->next_watch - 1e-9) return;
    s->next_watch += WATCH_EVERY;
    overlap o = overlap_measure(e);
    s->max_overlap = fmax(s->max_overlap, o.max);
    s->sum_overlap += o.mean;
    s->samples++;
}

// Bits 0 to 31 of a handle (id.h): what the arrays below are indexed by.
static uint32_t slot_of(belay_body_id body)
{
    return (uint32_t)(body.value & 0xFFFFFFFFu);
}

static uint32_t slot_count(const experiment* e)
{
    uint32_t most = 0;
    for (int i = 0; i < e->part_count; i++)
        if (slot_of(e->parts[i].body) > most) most = slot_of(e->parts[i].body);
    return most + 1;
}

static double kinetic_energy(const experiment* e, belay_body_id body)
{
    belay_body_state s = build_state(e, body);
    belay_vec3 momentum = {0.0, 0.0, 0.0};
    belay_mass m = {0};
    belay_body_get_mass(e->world, body, &m);
    belay_body_get_angular_momentum(e->world, body, &momentum);
    return 0.5 * m.mass * v3_dot(s.linear_velocity, s.linear_velocity) + 0.5 * v3_dot(momentum, s.angular_velocity);
}

// Of the balls that three or more contacts press on. A ball on one may roll away and spin about the normal for ever,
// and one on two roll along the groove between them: points of contact have no friction against that. On three it
// rests.
static double energy_of_held_balls(const experiment* e)
{
    int32_t contact_count;
    const belay_contact* c = belay_world_get_contacts(e->world, &contact_count);
    unsigned char* loads = calloc(slot_count(e), 1);
    double sum = 0.0;
    if (loads == NULL) return NAN;
    for (int32_t i = 0; i < contact_count; i++) {
        if (c[i].impulse[0] <= 0.0) continue;
        unsigned char *a = &loads[slot_of(c[i].body_a)], *b = &loads[slot_of(c[i].body_b)];
        if (*a < HELD_BY) ++*a;
        if (*b < HELD_BY) ++*b;
    }
    for (int i = 0; i < e->part_count; i++) {
        belay_body_type type;
        belay_body_id body = e->parts[i].body;
        if (belay_body_get_type(e->world, body, &type) != BELAY_OK || type != BELAY_BODY_DYNAMIC) continue;
        if (loads[slot_of(body)] >= HELD_BY) sum += kinetic_energy(e, body);
    }
    free(loads);
    return sum;
}

static void measure(const experiment* e, experiment_result* results)
{
    const settling* s = e->data;
    overlap now = overlap_measure(e);
    double per_cent = 100.0 / (2.0 * RADIUS), largest = experiment_h(e) > 0.02 ? 2.0 : 0.5;
    double mean = s->samples > 0 ? s->sum_overlap / s->samples : NAN;
    results[0] = (experiment_result){s->samples > 0 ? per_cent * s->max_overlap : NAN, 0.0, largest};
    results[1] = (experiment_result){per_cent * mean, 0.0, 0.1 * largest};
    results[2] = (experiment_result){now.pairs, NAN, 0.0};
    // They must have had the time to come to rest.
    bool is_settled = experiment_time(e) > WATCH_FROM;
    // In ten sweeps a step a pile is not solved to the end, and somewhere a ball may creep.
    results[3] = (experiment_result){energy_of_held_balls(e), is_settled ? 0.0 : NAN, 1e-6};
}

const experiment_kind experiment_settling = {
    .name = "settling",
    .title = "Balls settle in a box",
    .text = "A few hundred balls fall into a box and come to rest, about six layers deep.",
    .seconds = 20.0,
    .ranges = {[EXPERIMENT_H] = {0.0005, 0.05, 1.0 / 60.0, false},
               [EXPERIMENT_MU] = {0.0, 2.0, 0.3, false},
               [EXPERIMENT_N] = {8.0, 20000.0, 320.0, true},
               [EXPERIMENT_SEED] = {1.0, 1e6, 1.0, true}},
    .result_count = 4,
    .results = {{"largest overlap after 10 s", "% of a diameter"},
                {"mean overlap after 10 s", "% of a diameter"},
                {"overlapping pairs", ""},
                {"energy of balls held at 3 places", "J"}},
    .data_size = sizeof(settling),
    .build = build,
    .after_step = after_step,
    .measure = measure,
};
