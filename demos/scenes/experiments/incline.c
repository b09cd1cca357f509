// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Boxes on slopes half a degree below and above the angle at which friction gives way, headed along an axis and aslant.

#include "scenes/experiments/kinds.h"
#include "scenes/stepping.h"

enum { LANES = 4 };
#define SLIDE_SECONDS 2.0
#define CREEP_FROM 1.0 // s
#define CREEP_TO 10.0  // s
#define MARGIN 0.5     // degrees
#define RAMP_LENGTH 1.3
#define LANE_PITCH 0.75

typedef struct lane {
    double slope, heading; // rad
    belay_vec3 foot;       // of the box, m, on the plane
    belay_vec3 downhill, normal;
    belay_body_id box;
    belay_vec3 start, marked;
    double slid; // m, after SLIDE_SECONDS
} lane;

typedef struct incline {
    lane lanes[LANES];
    bool is_marked, has_slid;
} incline;

static bool holds(const experiment* e, const lane* l)
{
    return tan(l->slope) < experiment_mu(e);
}

static belay_quat tilt_of(const lane* l)
{
    return belay_quat_from_axis_angle(v3_cross(v3(0.0, 0.0, 1.0), l->normal), l->slope);
}

static void place(const experiment* e, lane* l, int index)
{
    l->slope = atan(experiment_mu(e)) + radians(index % 2 == 0 ? -MARGIN : MARGIN);
    l->heading = index < 2 ? 0.0 : radians(37.0);
    l->normal = v3(sin(l->slope) * cos(l->heading), sin(l->slope) * sin(l->heading), cos(l->slope));
    l->downhill = v3(cos(l->slope) * cos(l->heading), cos(l->slope) * sin(l->heading), -sin(l->slope));
    l->foot = v3(0.0, LANE_PITCH * ((index < 2 ? index - 2.0 : index - 1.0) + 0.5), RAMP_LENGTH * sin(l->slope));
    l->foot.z += 0.1;
}

// The ramp as an endless plane that only its own box feels, and a slab with a stop at its lower end to be seen.
static void add_ramp(experiment* e, const lane* l, uint32_t category)
{
    belay_body_id ground = build_static(e, belay_pose_identity());
    belay_collider_def plane = belay_collider_def_plane(l->normal, v3_dot(l->normal, l->foot));
    plane.material = (belay_material){experiment_mu(e), 0.0};
    plane.filter.category = plane.filter.mask = category;
    build_collider(e, ground, &plane, (experiment_paint){EXPERIMENT_LOOK_HIDDEN, 0});

    belay_quat along = belay_quat_multiply(tilt_of(l), belay_quat_from_axis_angle(v3(0.0, 0.0, 1.0), l->heading));
    belay_vec3 middle = v3_add(l->foot, v3_scale(0.5 * RAMP_LENGTH - 0.2, l->downhill));
    belay_shape slab = build_shape_box(v3(RAMP_LENGTH, 0.4, 0.04)), stop = build_shape_box(v3(0.05, 0.4, 0.08));
    belay_pose slab_at = {v3_add(middle, v3_scale(-0.02, l->normal)), along};
    build_scenery(e, &slab, slab_at, (experiment_paint){EXPERIMENT_LOOK_STEEL, 0});
    belay_vec3 end = v3_add(middle, v3_scale(0.5 * RAMP_LENGTH - 0.025, l->downhill));
    belay_collider_def block = belay_collider_def_default(stop);
    block.pose = (belay_pose){v3_add(end, v3_scale(0.04, l->normal)), along};
    block.filter.category = block.filter.mask = category;
    build_collider(e, ground, &block, (experiment_paint){EXPERIMENT_LOOK_STEEL, 1});
}

static void add_box(experiment* e, lane* l, int index, uint32_t category)
{
    belay_shape box = build_shape_box(v3(0.2, 0.2, 0.1));
    belay_pose at = {v3_add(l->foot, v3_scale(0.05, l->normal)), tilt_of(l)};
    belay_body_def def = build_solid_def(e, &box, at, 1000.0);
    l->box = build_body(e, &def);
    belay_collider_def collider = belay_collider_def_default(box);
    collider.material = (belay_material){experiment_mu(e), 0.0};
    collider.filter.category = collider.filter.mask = category;
    build_collider(e, l->box, &collider, (experiment_paint){EXPERIMENT_LOOK_PAINT, index % 2 == 0 ? 0 : 1});
    l->start = at.position;
}

static void build(experiment* e)
{
    incline* s = e->data;
    build_floor(e);
    for (int i = 0; i < LANES; i++) {
        place(e, &s->lanes[i], i);
        add_ramp(e, &s->lanes[i], 2u << i);
        add_box(e, &s->lanes[i], i, 2u << i);
    }
    e->view = (experiment_view){{-0.2, -1.4, 0.0}, {1.2, 1.9, 0.8}, -0.75, 0.4};
}

static belay_vec3 position(const experiment* e, const lane* l)
{
    return build_state(e, l->box).pose.position;
}

static void after_step(experiment* e)
{
    incline* s = e->data;
    double time = experiment_time(e);
    if (!s->is_marked && time >= CREEP_FROM - 1e-9) {
        for (int i = 0; i < LANES; i++)
            s->lanes[i].marked = position(e, &s->lanes[i]);
        s->is_marked = true;
    }
    if (!s->has_slid && time >= SLIDE_SECONDS - 1e-9) {
        for (int i = 0; i < LANES; i++)
            s->lanes[i].slid = v3_dot(v3_sub(position(e, &s->lanes[i]), s->lanes[i].start), s->lanes[i].downhill);
        s->has_slid = true;
    }
}

static void measure(const experiment* e, experiment_result* results)
{
    const incline* s = e->data;
    int steps = (int)ceil((SLIDE_SECONDS - 1e-9) / experiment_h(e));
    for (int i = 0; i < LANES; i++) {
        const lane* l = &s->lanes[i];
        double a = 9.81 * (sin(l->slope) - experiment_mu(e) * cos(l->slope));
        double right = stepping_distance(e, a, steps), creep = v3_length(v3_sub(position(e, l), l->marked));
        if (holds(e, l))
            results[i] = (experiment_result){s->is_marked ? 1e3 * creep : NAN, 0.0, 1e-6};
        else
            results[i] = (experiment_result){s->has_slid ? 100.0 * (l->slid / right - 1.0) : NAN, 0.0, 0.01};
    }
}

const experiment_kind experiment_incline = {
    .name = "incline",
    .title = "Half a degree less holds, half a degree more slides",
    .text = "Boxes on slopes on either side of the angle of friction, downhill along an axis and 37 degrees off it.",
    .seconds = CREEP_TO,
    .ranges = {[EXPERIMENT_H] = {0.0005, 0.05, 1.0 / 60.0, false}, [EXPERIMENT_MU] = {0.05, 1.0, 0.5, false}},
    .result_count = LANES,
    .results = {{"creep after 1 s, heading 0", "mm"},
                {"slide error at 2 s, heading 0", "%"},
                {"creep after 1 s, heading 37", "mm"},
                {"slide error at 2 s, heading 37", "%"}},
    .data_size = sizeof(incline),
    .build = build,
    .after_step = after_step,
    .measure = measure,
};
