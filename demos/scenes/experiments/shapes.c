// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Solids of all shapes down a ramp. Those that roll without slipping get the share of g sin(slope) that their moment of
// inertia leaves them, m r^2 / (m r^2 + I); the box slides.

#include "scenes/experiments/kinds.h"
#include "scenes/stepping.h"

enum { LANES = 7 };
#define SLOPE 20.0 // degrees
#define RADIUS 0.1
#define RAMP_LENGTH 2.6
#define RAMP_WIDTH 3.3
#define LANE_PITCH 0.45
#define RACE_SECONDS 1.0

typedef struct shapes {
    belay_body_id bodies[LANES];
    belay_vec3 start[LANES];
    double share[LANES];    // of g sin(slope); NAN: not known
    double distance[LANES]; // m, downhill, after RACE_SECONDS
    bool is_over;
} shapes;

static double slope(void)
{
    return radians(SLOPE);
}

static belay_vec3 downhill(void)
{
    return v3(cos(slope()), 0.0, -sin(slope()));
}

static belay_vec3 uphill_normal(void)
{
    return v3(sin(slope()), 0.0, cos(slope()));
}

// A point on the ramp: `along` from its upper edge, `across` from its middle, `above` it. Its foot stands on the floor.
static belay_vec3 on_ramp(double along, double across, double above)
{
    belay_vec3 p = v3_add(v3_scale(along, downhill()), v3_scale(above, uphill_normal()));
    return v3_add(p, v3(0.0, across, RAMP_LENGTH * sin(slope())));
}

// The twelve corners of an icosahedron of circumscribed radius r.
static void icosahedron(double r, belay_vec3 points[12])
{
    const double golden = 0.5 * (1.0 + sqrt(5.0)), unit = r / hypot(1.0, golden);
    for (int i = 0; i < 12; i++) {
        double a = (i & 1 ? 1.0 : -1.0) * unit, b = (i & 2 ? golden : -golden) * unit;
        points[i] = i < 4 ? v3(0.0, a, b) : i < 8 ? v3(a, b, 0.0) : v3(b, 0.0, a);
    }
}

typedef struct lane_def {
    belay_shape shape;
    double above;       // m, of the frame over the ramp
    double lying;       // rad, about x: round things lie on their sides
    double rolling_arm; // m; 0: does not roll evenly
} lane_def;

static void lane_defs(lane_def defs[LANES], belay_vec3 hull_points[12])
{
    const double quarter = 0.5 * SCENE_PI;
    icosahedron(RADIUS, hull_points);
    defs[0] = (lane_def){build_shape_sphere(RADIUS), RADIUS, 0.0, RADIUS};
    defs[1] = (lane_def){build_shape_capsule(0.2, RADIUS), RADIUS, quarter, RADIUS};
    defs[2] = (lane_def){{.type = BELAY_SHAPE_CYLINDER, .cylinder = {0.3, RADIUS}}, RADIUS, quarter, RADIUS};
    defs[3] = (lane_def){build_shape_hull(hull_points, 12), 1.02 * RADIUS, 0.0, 0.0};
    defs[4] = (lane_def){{.type = BELAY_SHAPE_CONE, .cone = {0.25, RADIUS}}, 1.02 * RADIUS, quarter, 0.0};
    defs[5] = (lane_def){build_shape_box(v3(0.2, 0.2, 0.2)), 0.1, 0.0, 0.0};
    defs[6] = (lane_def){build_shape_sphere(RADIUS), RADIUS, 0.0, RADIUS};
}

// The last lane's ball is hollow: the same shape and weight, a larger moment of inertia.
static void add_solid(experiment* e, int i, const lane_def* lane)
{
    shapes* s = e->data;
    belay_quat tilt = belay_quat_from_axis_angle(v3(0.0, 1.0, 0.0), slope());
    belay_quat lie = belay_quat_from_axis_angle(v3(1.0, 0.0, 0.0), lane->lying);
    s->start[i] = on_ramp(0.2, LANE_PITCH * (i - 0.5 * (LANES - 1)), lane->above);
    belay_pose at = {s->start[i], belay_quat_multiply(tilt, lie)};
    build_stuff stuff = build_stuff_of(e, EXPERIMENT_LOOK_PATTERN, i);
    belay_body_def def = build_solid_def(e, &lane->shape, at, stuff.density);
    if (i == LANES - 1)
        for (int k = 0; k < 9; k += 4)
            def.inertia.m[k] *= 5.0 / 3.0; // 2/3 m r^2: a hollow ball
    s->bodies[i] = build_body(e, &def);
    build_shape(e, s->bodies[i], &lane->shape, belay_pose_identity(), &stuff);
    double arm = lane->rolling_arm, moment = lane->lying > 0.0 ? def.inertia.m[8] : def.inertia.m[0];
    s->share[i] = arm > 0.0 ? def.mass * arm * arm / (def.mass * arm * arm + moment) : NAN;
}

static void build(experiment* e)
{
    shapes* s = e->data;
    lane_def defs[LANES];
    belay_vec3 hull_points[12];
    build_stuff ramp = build_stuff_of(e, EXPERIMENT_LOOK_WOOD, 0), stone = build_stuff_of(e, EXPERIMENT_LOOK_STONE, 0);
    belay_shape slab = build_shape_box(v3(RAMP_LENGTH, RAMP_WIDTH, 0.1));
    belay_shape stop = build_shape_box(v3(0.1, RAMP_WIDTH, 0.3));
    build_floor(e);
    belay_pose at = build_turned(on_ramp(0.5 * RAMP_LENGTH, 0.0, -0.05), v3(0.0, 1.0, 0.0), slope());
    build_shape(e, build_static(e, at), &slab, belay_pose_identity(), &ramp);
    build_shape(e, build_static(e, build_at(v3(4.2, 0.0, 0.15))), &stop, belay_pose_identity(), &stone);
    lane_defs(defs, hull_points);
    for (int i = 0; i < LANES; i++)
        add_solid(e, i, &defs[i]);
    double slide = 1.0 - experiment_mu(e) / tan(slope());
    s->share[5] = fmax(slide, 0.0);
    e->view = (experiment_view){{0.0, -1.6, 0.0}, {4.2, 1.6, 0.8}, -1.85, 0.55};
}

static void after_step(experiment* e)
{
    shapes* s = e->data;
    if (s->is_over || experiment_time(e) < RACE_SECONDS - 1e-9) return;
    for (int i = 0; i < LANES; i++)
        s->distance[i] = v3_dot(v3_sub(build_state(e, s->bodies[i]).pose.position, s->start[i]), downhill());
    s->is_over = true;
}

static void measure(const experiment* e, experiment_result* results)
{
    const shapes* s = e->data;
    static const int judged[5] = {0, 1, 2, 5, 6};
    int steps = (int)ceil((RACE_SECONDS - 1e-9) / experiment_h(e));
    double lowest = HUGE_VAL;
    for (int i = 0; i < 5; i++) {
        double right = stepping_distance(e, 9.81 * sin(slope()) * s->share[judged[i]], steps);
        bool is_known = s->is_over && right > 0.0;
        results[i] = (experiment_result){is_known ? 100.0 * (s->distance[judged[i]] / right - 1.0) : NAN, 0.0, 0.1};
    }
    for (int i = 0; i < LANES; i++)
        lowest = fmin(lowest, build_state(e, s->bodies[i]).pose.position.z);
    results[5] = (experiment_result){lowest > 0.0 ? 0.0 : 1.0, 0.0, 0.0};
}

const experiment_kind experiment_shapes = {
    .name = "shapes",
    .title = "A race of shapes",
    .text = "What rolls fastest has the smallest moment of inertia; the box slides, the others tumble.",
    .seconds = 4.0,
    .ranges = {[EXPERIMENT_H] = {0.0005, 0.05, 1.0 / 240.0, false}, [EXPERIMENT_MU] = {0.15, 2.0, 0.3, false}},
    .result_count = 6,
    .results = {{"distance error of the ball", "%"},
                {"distance error of the capsule", "%"},
                {"distance error of the cylinder", "%"},
                {"distance error of the box", "%"},
                {"distance error of the hollow ball", "%"},
                {"fell through the floor", ""}},
    .data_size = sizeof(shapes),
    .build = build,
    .after_step = after_step,
    .measure = measure,
};
