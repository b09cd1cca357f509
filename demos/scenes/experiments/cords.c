// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Loads on elastic ropes: each hangs still, and the rope's upper end carries what hangs on it. The ropes can be cut and
// joined.

#include "scenes/experiments/kinds.h"

#include "scenes/build.h"

#include <math.h>

enum { ELEMENTS = 30 };

#define LENGTH 1.0    // m
#define TOP 1.7       // m
#define APART 0.34    // m
#define LINE_MASS 0.1 // kg/m
#define SECONDS 5.0
#define MOST 8

typedef struct cords {
    double weights[MOST]; // N, of a rope and its load
} cords;

static double load_mass(int i)
{
    return 0.5 + 0.5 * i;
}

static belay_rod_def rope_def(const experiment* e, belay_vec3 top)
{
    belay_rod_def def = belay_rod_def_default();
    def.element_count = ELEMENTS;
    def.start = top;
    def.direction = v3(0.0, 0.0, -1.0);
    def.length = LENGTH;
    def.radius = 0.009;
    def.line_mass = LINE_MASS;
    def.stretch_stiffness = 4000.0;
    def.bend_stiffness[0] = def.bend_stiffness[1] = 4e-4;
    def.twist_stiffness = 3e-4;
    def.damping_time = 0.02;
    def.drag = 1.0;
    def.material.friction = experiment_mu(e);
    return def;
}

static void hold(experiment* e, belay_rod_id rod, double s, belay_body_id body)
{
    belay_rod_attachment_def def;
    if (!build_check(e, belay_rod_attachment_def_at(e->world, rod, BELAY_ROD_PIN, s, body, &def))) return;
    build_check(e, belay_rod_attach(e->world, rod, &def, NULL));
}

static void add_rope(experiment* e, int i, double x)
{
    cords* c = e->data;
    build_stuff stuff = build_stuff_of(e, EXPERIMENT_LOOK_PATTERN, i);
    double radius = 0.05 * cbrt(load_mass(i) / 0.5);
    belay_shape ball = build_shape_sphere(radius);
    belay_body_def def = build_solid_def(e, &ball, build_at(v3(x, 0.0, TOP - LENGTH - radius)), stuff.density);
    def.mass = load_mass(i);
    def.inertia = belay_inertia_sphere(def.mass, radius);
    belay_body_id load = build_body(e, &def);
    build_shape(e, load, &ball, belay_pose_identity(), &stuff);
    belay_rod_def rope = rope_def(e, v3(x, 0.0, TOP));
    belay_rod_id rod = build_rod(e, &rope);
    if (e->status != BELAY_OK) return;
    hold(e, rod, 0.0, (belay_body_id){0});
    hold(e, rod, LENGTH, load);
    c->weights[i] = 9.81 * (def.mass + LINE_MASS * LENGTH);
}

static void build(experiment* e)
{
    int n = experiment_n(e);
    double half = 0.5 * APART * (n - 1) + 0.15;
    build_floor(e);
    belay_shape beam = build_shape_box(v3(2.0 * half, 0.08, 0.08));
    build_scenery(e, &beam, build_at(v3(0.0, 0.0, TOP + 0.04)), (experiment_paint){EXPERIMENT_LOOK_WOOD, 0});
    for (int i = 0; i < n && e->status == BELAY_OK; i++)
        add_rope(e, i, APART * (i - 0.5 * (n - 1)));
    e->view = (experiment_view){{-half, -0.3, 0.0}, {half, 0.3, TOP + 0.1}, -SCENE_PI / 2.0 + 0.3, 0.12};
}

// By how much the upper end of a rope carries more or less than hangs on it, at worst, %.
static void measure(const experiment* e, experiment_result* results)
{
    const cords* c = e->data;
    double worst = 0.0, stretch = 0.0;
    for (int i = 0; i < experiment_n(e) && i < e->rod_count; i++) {
        double tensions[ELEMENTS], sum = 0.0;
        int count = 0;
        if (belay_rod_get_tensions(e->world, e->rods[i], tensions, ELEMENTS, &count) != BELAY_OK || count < 1) continue;
        for (int k = 0; k < count; k++)
            sum += tensions[k] / count;
        worst = fmax(worst, 100.0 * fabs(tensions[0] / c->weights[i] - 1.0));
        stretch = fmax(stretch, 100.0 * sum / 4000.0);
    }
    results[0] = (experiment_result){worst, 0.0, 1.0};
    results[1] = (experiment_result){stretch, NAN, 0.0};
}

const experiment_kind experiment_cords = {
    .name = "cords",
    .title = "Loads on elastic ropes, to be cut and joined",
    .text = "Each rope carries at its upper end what hangs on it. Cut them with k under the mouse, join ends with l.",
    .seconds = SECONDS,
    .ranges = {[EXPERIMENT_H] = {0.0005, 0.02, 1.0 / 240.0, false},
               [EXPERIMENT_MU] = {0.0, 2.0, 0.4, false},
               [EXPERIMENT_N] = {1.0, MOST, 5.0, true}},
    .result_count = 2,
    .results = {{"upper ends, beside the weights", "%"}, {"largest mean stretch", "%"}},
    .data_size = sizeof(cords),
    .data_built = sizeof(cords),
    .build = build,
    .measure = measure,
};
