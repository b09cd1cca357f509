// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A chain that carries a load many times its links' mass: hanging, and swinging down from the horizontal.

#include "scenes/chain.h"
#include "scenes/experiments/kinds.h"

#include <stdlib.h>

#define LINK 0.05
#define RADIUS 0.01
#define END_WINDOW 2.0 // s, at the end, over which the stretch is averaged
#define SECONDS 10.0

typedef struct rope {
    chain chain;
    belay_body_id load;
    double worst, sum; // stretch, relative
    double widest;     // joint, m
    int samples;
} rope;

static void add_load(experiment* e, belay_vec3 at)
{
    rope* r = e->data;
    belay_shape ball = build_shape_sphere(0.08);
    build_stuff stuff = build_stuff_of(e, EXPERIMENT_LOOK_STEEL, 1);
    belay_body_def def = build_solid_def(e, &ball, build_at(at), stuff.density);
    def.mass = e->values[EXPERIMENT_RATIO] * r->chain.link_mass;
    def.inertia = belay_inertia_sphere(def.mass, 0.08);
    r->load = build_body(e, &def);
    belay_collider_def collider = belay_collider_def_default(ball);
    collider.filter.group = -1; // as the links, which it does not touch
    build_collider(e, r->load, &collider, stuff.paint);
}

static void build(experiment* e, belay_vec3 along)
{
    rope* r = e->data;
    int n = experiment_n(e);
    double length = LINK * n, top = length + 0.3;
    belay_vec3* points = malloc(((size_t)n + 1) * sizeof *points);
    if (!build_check(e, points != NULL ? BELAY_OK : BELAY_ERROR_MEMORY)) return;
    for (int i = 0; i <= n; i++)
        points[i] = v3_add(v3(0.0, 0.0, top), v3_scale(LINK * i, along));
    build_stuff stuff = build_stuff_of(e, EXPERIMENT_LOOK_PAINT, 1);
    build_floor(e);
    chain_build(&r->chain, e, points, n, RADIUS, &stuff);
    add_load(e, points[n]);
    chain_hold(&r->chain, e, 0, (belay_body_id){0});
    chain_hold(&r->chain, e, 1, r->load);
    belay_shape hook = build_shape_sphere(0.03);
    build_scenery(e, &hook, build_at(points[0]), (experiment_paint){EXPERIMENT_LOOK_STEEL, 0});
    free(points);
    double half = along.x > 0.5 ? length : 0.3 * length;
    e->view = (experiment_view){{-half, -0.2, 0.0}, {half, 0.2, top + 0.1}, -SCENE_PI / 2.0, 0.12};
}

static void build_hanging(experiment* e)
{
    build(e, v3(0.0, 0.0, -1.0));
}

static void build_swinging(experiment* e)
{
    build(e, v3(1.0, 0.0, 0.0));
}

static void after_step(experiment* e)
{
    rope* r = e->data;
    double widest, stretch = chain_stretch(&r->chain, e, &widest);
    r->worst = fmax(r->worst, stretch);
    r->widest = fmax(r->widest, widest);
    if (experiment_time(e) < SECONDS - END_WINDOW) return;
    r->sum += stretch;
    r->samples++;
}

static void measure(const experiment* e, experiment_result* results)
{
    const rope* r = e->data;
    bool is_hanging = e->kind == &experiment_rope;
    results[0] = (experiment_result){100.0 * r->worst, 0.0, is_hanging ? 0.2 : 1.0};
    results[1] = (experiment_result){r->samples > 0 ? 100.0 * r->sum / r->samples : NAN, 0.0, is_hanging ? 0.2 : 1.0};
    results[2] = (experiment_result){1e3 * r->widest, NAN, 0.0};
}

static void fini(experiment* e)
{
    rope* r = e->data;
    chain_fini(&r->chain);
}

#define ROPE_KIND                                                                                                      \
    .seconds = SECONDS,                                                                                                \
    .ranges = {[EXPERIMENT_H] = {0.0005, 0.05, 1.0 / 60.0, false},                                                     \
               [EXPERIMENT_N] = {2.0, 200.0, 60.0, true},                                                              \
               [EXPERIMENT_RATIO] = {0.1, 10000.0, 100.0, false}},                                                     \
    .result_count = 3,                                                                                                 \
    .results = {{"largest stretch", "%"}, {"stretch in the last 2 s", "%"}, {"widest joint", "mm"}},                   \
    .data_size = sizeof(rope), .data_built = sizeof(chain), .after_step = after_step, .measure = measure, .fini = fini

const experiment_kind experiment_rope = {
    ROPE_KIND,
    .name = "rope",
    .title = "A hundred times its link's weight on a chain",
    .text = "Sixty links on ball joints and a heavy load, hanging.",
    .build = build_hanging,
};

const experiment_kind experiment_swing = {
    ROPE_KIND,
    .name = "swing",
    .title = "A heavy load swings down on a chain",
    .text = "The same chain, let go from the horizontal.",
    .build = build_swinging,
};
