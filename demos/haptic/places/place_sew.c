// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A needle with a thread to draw through an eye: a weight hangs on the thread's end and rubs on the table, so the hand
// feels mu m g, and nothing of the eye while the thread goes straight.

#include "haptic/places/place.h"

#include "scenes/build.h"

static const double NEEDLE_RADIUS = 0.002, EYE = 0.004, BAR = 0.002; // m; EYE: half the opening
static const double HEIGHT = 0.01, LENGTH = 0.12, BEGIN = -0.02;     // m
static const double SIDE = 0.02, MASS = 0.08;                        // m, kg, of the weight

typedef struct sew_data {
    place_data place;
    double pull;
    int count, missed;
    double max_force;
} sew_data;

static void add_eye(experiment* e)
{
    build_stuff steel = build_stuff_of(e, EXPERIMENT_LOOK_STEEL, 0);
    belay_body_id eye = build_static(e, belay_pose_identity());
    belay_shape post = build_shape_capsule(2.0 * (HEIGHT + EYE + BAR), BAR),
                lintel = build_shape_capsule(2.0 * (EYE + BAR), BAR);
    for (int side = -1; side <= 1; side += 2)
        build_shape(e, eye, &post, build_at(v3(0.0, side * (EYE + BAR), 0.0)), &steel);
    for (int side = -1; side <= 1; side += 2)
        build_shape(e, eye, &lintel,
                    build_turned(v3(0.0, 0.0, HEIGHT + side * (EYE + BAR)), v3(1.0, 0.0, 0.0), radians(90.0)), &steel);
}

static void pin(experiment* e, double s, belay_body_id body)
{
    belay_rod_attachment_def def;
    belay_rod_id rod = place_data_of(e)->rod;
    if (build_check(e, belay_rod_attachment_def_at(e->world, rod, BELAY_ROD_PIN, s, body, &def)))
        build_check(e, belay_rod_attach(e->world, rod, &def, NULL));
}

static void add_thread(experiment* e, belay_body_id weight)
{
    place_data* data = e->data;
    belay_rod_def def = belay_rod_def_default();
    def.element_count = 30;
    def.start = v3(BEGIN, 0.0, HEIGHT);
    def.direction = v3(-1.0, 0.0, 0.0);
    def.length = LENGTH;
    def.radius = 0.001;
    def.line_mass = 0.002;
    def.stretch_stiffness = 100.0;
    def.bend_stiffness[0] = def.bend_stiffness[1] = def.twist_stiffness = 1e-6;
    def.damping_time = 0.005;
    def.material.friction = experiment_mu(e);
    if (!build_check(e, belay_rod_create(e->world, &def, &data->rod))) return;
    pin(e, 0.0, data->tool);
    pin(e, LENGTH, weight);
}

static void build(experiment* e)
{
    build_floor(e);
    add_eye(e);
    build_stuff lead = build_stuff_of(e, EXPERIMENT_LOOK_PAINT, 2);
    lead.density = MASS / (SIDE * SIDE * SIDE);
    belay_body_id weight =
        build_box(e, v3(SIDE, SIDE, SIDE), build_at(v3(BEGIN - LENGTH - 0.5 * SIDE, 0.0, 0.5 * SIDE)), &lead);
    place_add_bare_tool(e, v3(BEGIN, 0.0, HEIGHT));
    belay_collider_def needle = belay_collider_def_sphere(NEEDLE_RADIUS);
    needle.material.friction = experiment_mu(e);
    build_collider(e, place_data_of(e)->tool, &needle, (experiment_paint){EXPERIMENT_LOOK_PAINT, 0});
    add_thread(e, weight);
    e->view = (experiment_view){{-0.15, -0.03, 0.0}, {0.09, 0.03, 0.06}, radians(-105.0), 0.3};
}

static void observe(experiment* e, const sample* s)
{
    sew_data* data = e->data;
    data->max_force = fmax(data->max_force, v3_length(s->force));
    if (s->time < 2.0 || s->time >= 3.5) return;
    data->pull -= s->force.x;
    data->count++;
}

static void look(experiment* e)
{
    ((sew_data*)e->data)->missed += !belay_world_get_stats(e->world)->has_converged;
}

static void measure(const experiment* e, experiment_result* results)
{
    const sew_data* data = e->data;
    belay_vec3 end;
    double right = -experiment_mu(e) * MASS * belay_world_get_def(e->world)->gravity.z;
    bool is_good = belay_rod_get_nodes(e->world, data->place.rod, &end, NULL, 1, NULL) == BELAY_OK;
    results[0] = (experiment_result){is_good ? 1e3 * end.x : NAN, 70.0, 3.0};
    results[1] = (experiment_result){data->count > 0 ? data->pull / data->count : NAN, right, 0.05 * right};
    results[2] = (experiment_result){data->max_force, right, 0.2 * right};
    results[3] = (experiment_result){data->missed, 0.0, 0.0};
}

const place place_sew = {
    .kind = {.name = "sew",
             .title = "A thread to draw through an eye",
             .text = "Lead the needle through the eye: the thread follows, and draws its weight over the table.",
             .seconds = 5.0,
             .ranges = {[EXPERIMENT_MU] = {0.0, 2.0, 0.3, false}},
             .result_count = 4,
             .results = {{"needle beyond the eye", "mm"},
                         {"pull of the thread", "N"},
                         {"largest pull", "N"},
                         {"steps not solved", ""}},
             .data_size = sizeof(sew_data),
             .build = build,
             .after_step = look,
             .measure = measure},
    .static_friction_ratio = 1.0,
    .picture_time = 3.2,
    .observe = observe,
    .waypoint_count = 4,
    .waypoints = {{0.0, {-0.02, 0.0, 0.01}},
                  {0.5, {-0.02, 0.0, 0.01}},
                  {4.5, {0.07, 0.0, 0.01}},
                  {5.0, {0.07, 0.0, 0.01}}},
};
