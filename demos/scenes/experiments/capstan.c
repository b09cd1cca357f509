// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A rope over a fixed drum, half a turn: friction holds a load of exp(mu pi) times the counterweight, less a little for
// the rope's own weight and the corners of a chain.

#include "scenes/chain.h"
#include "scenes/experiments/kinds.h"

enum { LINKS = 60, ON_DRUM = 10 };
#define LENGTH 2.0
#define LINK (LENGTH / LINKS)
#define RADIUS 0.005
#define DRUM 0.1
#define COUNTERWEIGHT 1.0 // kg, in tension, the hanging rope included
#define DENSITY 1000.0
#define CREEP_FROM 1.0 // s

typedef struct capstan {
    chain chain;
    belay_body_id loads[2];
    double start; // m, height of the counterweight at CREEP_FROM
    bool is_marked;
    double worst_stretch;
} capstan;

// The links on the drum touch it with their middles, so they are sides of a polygon about the circle that their axes
// run on, each turned against the next by 2 atan(LINK / 2 / radius); on either side the rope hangs straight down.
static void place_points(belay_vec3 points[LINKS + 1])
{
    const double reach = DRUM + RADIUS, half = atan(0.5 * LINK / reach), corner = hypot(reach, 0.5 * LINK);
    const int side = (LINKS - ON_DRUM) / 2;
    for (int i = 0; i <= ON_DRUM; i++) {
        double angle = half * (2 * i - ON_DRUM); // from the top, towards +x
        points[side + i] = v3(corner * sin(angle), 0.0, corner * cos(angle));
    }
    for (int i = 1; i <= side; i++) {
        points[side - i] = v3_sub(points[side], v3(0.0, 0.0, LINK * i));
        points[side + ON_DRUM + i] = v3_sub(points[side + ON_DRUM], v3(0.0, 0.0, LINK * i));
    }
    for (int i = 0; i <= LINKS; i++)
        points[i].z += 1.4;
}

static void add_load(experiment* e, int end, belay_vec3 at, double tension)
{
    capstan* c = e->data;
    double hanging = DENSITY * SCENE_PI * RADIUS * RADIUS * LINK * (LINKS - ON_DRUM) / 2;
    belay_shape ball = build_shape_sphere(0.05);
    build_stuff stuff = build_stuff_of(e, EXPERIMENT_LOOK_PAINT, end == 0 ? 0 : 3);
    belay_body_def def = build_solid_def(e, &ball, build_at(at), DENSITY);
    def.mass = tension - hanging;
    def.inertia = belay_inertia_sphere(def.mass, 0.05);
    c->loads[end] = build_body(e, &def);
    build_shape(e, c->loads[end], &ball, belay_pose_identity(), &stuff);
    chain_hold(&c->chain, e, end, c->loads[end]);
}

static void build(experiment* e)
{
    capstan* c = e->data;
    belay_vec3 points[LINKS + 1];
    build_stuff rope = build_stuff_of(e, EXPERIMENT_LOOK_PAINT, 1), drum = build_stuff_of(e, EXPERIMENT_LOOK_STEEL, 0);
    rope.density = DENSITY;
    place_points(points);
    build_floor(e);
    belay_shape capsule = build_shape_capsule(0.3, DRUM);
    belay_pose lying = build_turned(v3(0.0, 0.0, 1.4), v3(1.0, 0.0, 0.0), 0.5 * SCENE_PI);
    build_shape(e, build_static(e, belay_pose_identity()), &capsule, lying, &drum);
    chain_build(&c->chain, e, points, LINKS, RADIUS, &rope);
    add_load(e, 0, points[0], COUNTERWEIGHT);
    add_load(e, 1, points[LINKS], e->values[EXPERIMENT_RATIO] * COUNTERWEIGHT);
    e->view = (experiment_view){{-0.5, -0.3, 0.2}, {0.5, 0.3, 1.6}, -1.9, 0.15};
}

static void after_step(experiment* e)
{
    capstan* c = e->data;
    double widest;
    c->worst_stretch = fmax(c->worst_stretch, chain_stretch(&c->chain, e, &widest));
    if (c->is_marked || experiment_time(e) < CREEP_FROM - 1e-9) return;
    c->start = build_state(e, c->loads[0]).pose.position.z;
    c->is_marked = true;
}

// Ten contacts at the corners of the chain hold 2.58 times the counterweight. What is near that is not judged.
static void measure(const experiment* e, experiment_result* results)
{
    const capstan* c = e->data;
    double ratio = e->values[EXPERIMENT_RATIO], right = ratio < 2.5 ? 1.0 : ratio > 2.7 ? 0.0 : NAN;
    if (fabs(experiment_mu(e) - 0.3) > 1e-12) right = NAN;
    double moved = fabs(build_state(e, c->loads[0]).pose.position.z - c->start);
    results[0] = (experiment_result){c->is_marked ? (moved < 0.02 ? 1.0 : 0.0) : NAN, right, 0.0};
    results[1] = (experiment_result){c->is_marked ? 1e3 * moved : NAN, right == 1.0 ? 0.0 : NAN, 1.0};
    results[2] = (experiment_result){100.0 * c->worst_stretch, 0.0, 0.5};
}

static void fini(experiment* e)
{
    capstan* c = e->data;
    chain_fini(&c->chain);
}

const experiment_kind experiment_capstan = {
    .name = "capstan",
    .title = "Half a turn round a drum holds more than twice the weight",
    .text = "A rope over a fixed drum with a counterweight. Friction holds up to 2.58 times of it, and no more.",
    .seconds = 10.0,
    .ranges = {[EXPERIMENT_H] = {0.0005, 0.05, 1.0 / 60.0, false},
               [EXPERIMENT_MU] = {0.0, 1.0, 0.3, false},
               [EXPERIMENT_RATIO] = {1.0, 5.0, 2.2, false}},
    .result_count = 3,
    .results = {{"held (1) or slipped (0)", ""}, {"creep after 1 s", "mm"}, {"largest stretch", "%"}},
    .data_size = sizeof(capstan),
    .data_built = sizeof(chain),
    .build = build,
    .after_step = after_step,
    .measure = measure,
    .fini = fini,
};
