// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Two hands on one box: each presses a tip on its side, and friction alone lifts it, as long as mu N >= m g / 2 at
// each. At the end they press less and less, until it slips.

#include "haptic/places/place.h"

#include "scenes/build.h"

static const double SIDE = 0.04, MASS = 0.15;                    // m, kg
static const double SLIPS = 1e-3;                                // m/s
static const double LIFTED = 1.3, WEIGHED = 2.4, LOOSENED = 3.0; // s, of the script

typedef struct hands_data {
    place_data place;
    belay_body_id box;
    double weight[2]; // N, on the hands, sum over `count` ticks
    double carried;   // N, by friction at both tips, sum over `step_count` steps
    int count, step_count;
    double begin, end;  // m, of the box over the tip, from lifted to loosened
    double normal;      // N, at the first hand's tip
    double slip_normal; // N, when the box began to slip; 0: not yet
} hands_data;

static void add_partner(experiment* e, belay_vec3 center)
{
    place_data* data = e->data;
    belay_body_id first = data->tool;
    place_add_tool(e, center);
    data->partner = data->tool;
    data->tool = first;
}

static void build(experiment* e)
{
    build_floor(e);
    build_stuff stuff = build_stuff_of(e, EXPERIMENT_LOOK_PAINT, 2);
    stuff.density = MASS / (SIDE * SIDE * SIDE);
    ((hands_data*)e->data)->box = build_box(e, v3(SIDE, SIDE, SIDE), build_at(v3(0.0, 0.0, 0.5 * SIDE)), &stuff);
    place_add_tool(e, v3(-0.04, 0.0, 0.024));
    add_partner(e, v3(0.04, 0.0, 0.024));
    e->view = (experiment_view){{-0.08, -0.04, 0.0}, {0.08, 0.04, 0.1}, radians(-105.0), 0.3};
}

static void observe(experiment* e, const sample* s)
{
    hands_data* data = e->data;
    data->normal = s->normal;
    if (s->time < WEIGHED || s->time >= LOOSENED) return;
    data->weight[0] -= s->force.z;
    data->weight[1] -= data->place.partner_sample.force.z;
    data->count++;
}

// Upwards, of what the tips did to the box in the last step.
static double carried_by_tips(const experiment* e)
{
    const hands_data* data = e->data;
    double impulse = 0.0;
    int32_t count;
    const belay_contact* c = belay_world_get_contacts(e->world, &count);
    for (int32_t i = 0; i < count; i++) {
        belay_body_id a = c[i].body_a, b = c[i].body_b, other = a.value == data->box.value ? b : a;
        bool is_tip = other.value == data->place.tool.value || other.value == data->place.partner.value;
        double on_a =
            c[i].impulse[0] * c[i].normal.z + c[i].impulse[1] * c[i].tangent1.z + c[i].impulse[2] * c[i].tangent2.z;
        if (is_tip) impulse += other.value == b.value ? on_a : -on_a;
    }
    return impulse / belay_world_get_def(e->world)->step_seconds;
}

static void look(experiment* e)
{
    hands_data* data = e->data;
    belay_body_state box = build_state(e, data->box), tip = build_state(e, data->place.tool);
    double over = box.pose.position.z - tip.pose.position.z, time = experiment_time(e);
    if (time >= WEIGHED && time < LOOSENED) {
        data->carried += carried_by_tips(e);
        data->step_count++;
    }
    if (time < LIFTED) data->begin = over;
    if (time < LOOSENED) data->end = over;
    bool slips = time > LOOSENED && tip.linear_velocity.z - box.linear_velocity.z > SLIPS;
    if (slips && data->slip_normal == 0.0) data->slip_normal = data->normal;
}

static void measure(const experiment* e, experiment_result* results)
{
    const hands_data* data = e->data;
    double half = -0.5 * MASS * belay_world_get_def(e->world)->gravity.z, least = half / experiment_mu(e);
    for (int i = 0; i < 2; i++)
        results[i] = (experiment_result){data->count > 0 ? data->weight[i] / data->count : NAN, half, 0.01 * half};
    results[2] =
        (experiment_result){data->step_count > 0 ? data->carried / data->step_count : NAN, 2.0 * half, 0.002 * half};
    results[3] = (experiment_result){1e3 * fabs(data->end - data->begin), 0.0, 0.1};
    results[4] = (experiment_result){data->slip_normal > 0.0 ? data->slip_normal : NAN, least, 0.05 * least};
}

const place place_hands = {
    .kind = {.name = "hands",
             .title = "Two hands on one box",
             .text = "Friction at two tips lifts 150 g; pressed by less than m g / (2 mu) each, it slips.",
             .seconds = 5.5,
             .ranges = {[EXPERIMENT_MU] = {0.0, 2.0, 0.8, false}},
             .result_count = 5,
             .results = {{"weight on one hand", "N"},
                         {"on the other", "N"},
                         {"friction at both tips, in physics", "N"},
                         {"slip while held", "mm"},
                         {"slips when pressed by", "N"}},
             .data_size = sizeof(hands_data),
             .build = build,
             .after_step = look,
             .measure = measure},
    .static_friction_ratio = 1.0,
    .picture_time = 2.6,
    .observe = observe,
    .waypoint_count = 6,
    .waypoints = {{0.0, {-0.04, 0.0, 0.024}},
                  {0.4, {-0.04, 0.0, 0.024}},
                  {1.0, {-0.0215, 0.0, 0.024}},
                  {2.0, {-0.0215, 0.0, 0.064}},
                  {3.0, {-0.0215, 0.0, 0.064}},
                  {5.5, {-0.0255, 0.0, 0.064}}},
};
