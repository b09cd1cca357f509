// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The weakness of faceted cones (renouf2005, sec. 8.2 and figure 4): a ball is pushed along the three sides of a
// triangle, from rest each time, by a force a little over what friction can hold. With the round cone it comes back to
// where it began. Points of the same mass obey the same law with faceted cones: the contact problem of every step is
// solved by Lemke's method as well, with each point's own velocity.

#include "scenes/experiments/kinds.h"
#include "scenes/stepping.h"

#include <stdio.h>

enum { POINTS = 6, LEGS = 3 };
#define LEG_SECONDS 5.0
#define FIRST_HEADING 60.0 // degrees
#define EXCESS 0.05
#define RADIUS 0.05
#define MASS 1.0

static const struct {
    belay_method method;
    int facets;
    const char* name;
} points[POINTS] = {
    {BELAY_METHOD_LEMKE_OUTER, 4, "4 outside"},   {BELAY_METHOD_LEMKE_OUTER, 8, "8 outside"},
    {BELAY_METHOD_LEMKE_OUTER, 16, "16 outside"}, {BELAY_METHOD_LEMKE_INNER, 4, "4 inside"},
    {BELAY_METHOD_LEMKE_INNER, 8, "8 inside"},    {BELAY_METHOD_LEMKE_INNER, 16, "16 inside"},
};

typedef struct point {
    belay_vec3 position, velocity;
} point;

typedef struct triangle {
    belay_body_id ball;
    point points[POINTS];
    int leg_steps;
    belay_vec3 leg_start;
    double worst_angle, worst_distance; // of the ball: degrees, relative
} triangle;

static belay_vec3 force_in(const experiment* e, int step)
{
    const triangle* t = e->data;
    double angle = radians(FIRST_HEADING + 120.0 * (step / t->leg_steps));
    double size = (1.0 + EXCESS) * experiment_mu(e) * MASS * 9.81;
    return v3(size * cos(angle), size * sin(angle), 0.0);
}

static void push_paths(experiment* e)
{
    const triangle* t = e->data;
    belay_vec3 at = build_state(e, t->ball).pose.position;
    build_path_push_foot(e, 0, at);
    for (int i = 0; i < POINTS; i++)
        build_path_push_foot(e, i + 1, t->points[i].position);
}

static void build(experiment* e)
{
    triangle* t = e->data;
    t->leg_steps = (int)lround(LEG_SECONDS / experiment_h(e));
    build_floor(e);
    belay_shape ball = build_shape_sphere(RADIUS);
    build_stuff stuff = build_stuff_of(e, EXPERIMENT_LOOK_PAINT, 0);
    belay_body_def def = belay_body_def_default();
    def.pose.position.z = RADIUS;
    def.mass = MASS;
    def.is_rotation_locked = true;
    t->ball = build_body(e, &def);
    build_shape(e, t->ball, &ball, belay_pose_identity(), &stuff);
    build_path(e, 0, "round cone");
    for (int i = 0; i < POINTS; i++)
        build_path(e, i + 1, points[i].name);
    double side = 0.5 * EXCESS * experiment_mu(e) * 9.81 * LEG_SECONDS * LEG_SECONDS;
    e->view = (experiment_view){{-0.9 * side, -0.3 * side, 0.0}, {side, 1.2 * side, 0.1}, -SCENE_PI / 2.0, 1.2};
}

static void before_step(experiment* e)
{
    triangle* t = e->data;
    int step = e->record.steps;
    if (step <= LEGS * t->leg_steps && step % t->leg_steps == 0) {
        belay_vec3 still = v3(0.0, 0.0, 0.0);
        build_check(e, belay_body_set_velocity(e->world, t->ball, still, still));
        t->leg_start = build_state(e, t->ball).pose.position;
        for (int i = 0; i < POINTS; i++)
            t->points[i].velocity = still;
        push_paths(e);
    }
    if (step < LEGS * t->leg_steps) build_check(e, belay_body_apply_force(e->world, t->ball, force_in(e, step)));
}

// The ball's problem of this step with the point's free velocity along the tangents; the normal is the same for both.
static void step_point(experiment* e, point* p, int which, belay_problem* problem, const belay_contact* contact)
{
    double h = experiment_h(e), theta = belay_world_get_def(e->world)->theta;
    belay_vec3 free = v3_add(p->velocity, v3_scale(h / MASS, force_in(e, e->record.steps - 1)));
    belay_vec3 t1 = contact->tangent1, t2 = contact->tangent2;
    double r[3] = {0.0, 0.0, 0.0};
    problem->q[1] = v3_dot(t1, free);
    problem->q[2] = v3_dot(t2, free);
    belay_solve_options options = belay_solve_options_default();
    belay_solve_report report;
    options.facets = points[which].facets;
    if (!build_check(e, belay_problem_solve(problem, points[which].method, &options, r, &report, NULL))) return;
    double u[2];
    for (int i = 0; i < 2; i++) {
        const double* row = problem->blocks + 3 * (i + 1);
        u[i] = problem->q[i + 1] + row[0] * r[0] + row[1] * r[1] + row[2] * r[2];
    }
    belay_vec3 next = v3_add(v3_scale(u[0], t1), v3_scale(u[1], t2));
    belay_vec3 mean = v3_add(v3_scale(1.0 - theta, p->velocity), v3_scale(theta, next));
    p->position = v3_add(p->position, v3_scale(h, mean));
    p->velocity = next;
}

static void step_points(experiment* e)
{
    triangle* t = e->data;
    belay_problem* problem = NULL;
    int32_t count;
    const belay_contact* contacts = belay_world_get_contacts(e->world, &count);
    if (!build_check(e, belay_world_get_problem(e->world, &problem, NULL))) return;
    for (int i = 0; i < POINTS && problem->contact_count == 1 && count == 1; i++)
        step_point(e, &t->points[i], i, problem, &contacts[0]);
    belay_problem_destroy(problem);
}

static void judge_leg(experiment* e)
{
    triangle* t = e->data;
    double right = stepping_distance(e, EXCESS * experiment_mu(e) * 9.81, t->leg_steps);
    belay_vec3 displacement = v3_sub(build_state(e, t->ball).pose.position, t->leg_start);
    belay_vec3 wanted = force_in(e, e->record.steps - 1);
    double aside = wanted.x * displacement.y - wanted.y * displacement.x;
    t->worst_angle = fmax(t->worst_angle, degrees(fabs(atan2(aside, v3_dot(displacement, wanted)))));
    t->worst_distance = fmax(t->worst_distance, fabs(vec_length_xy(displacement) / right - 1.0));
}

static void after_step(experiment* e)
{
    triangle* t = e->data;
    int steps = e->record.steps;
    if (steps > LEGS * t->leg_steps) return;
    step_points(e);
    if (steps % 5 == 0) push_paths(e);
    if (steps % t->leg_steps == 0) judge_leg(e);
}

// How far the points miss the start depends on how their facets lie to the sides of the triangle; there is no right
// value but zero, and that is the round cone's alone.
static void measure(const experiment* e, experiment_result* results)
{
    const triangle* t = e->data;
    bool is_over = e->record.steps >= LEGS * t->leg_steps, has_leg = e->record.steps >= t->leg_steps;
    double right = is_over ? 0.0 : NAN, leg_right = has_leg ? 0.0 : NAN;
    results[0] = (experiment_result){1e3 * vec_length_xy(build_state(e, t->ball).pose.position), right, 0.01};
    results[1] = (experiment_result){t->worst_angle, leg_right, 1e-3};
    results[2] = (experiment_result){100.0 * t->worst_distance, leg_right, 1e-3};
    for (int i = 0; i < POINTS; i++)
        results[3 + i] = (experiment_result){1e3 * vec_length_xy(t->points[i].position), NAN, 0.0};
}

const experiment_kind experiment_triangle = {
    .name = "triangle",
    .title = "A triangle that only the round cone closes",
    .text = "A ball is pushed along three sides of a triangle. Lines: the same with cones of 4, 8 and 16 facets.",
    .seconds = LEGS * LEG_SECONDS,
    .ranges = {[EXPERIMENT_H] = {0.002, 0.05, 1.0 / 60.0, false}, [EXPERIMENT_MU] = {0.01, 2.0, 0.3, false}},
    .result_count = 3 + POINTS,
    .results = {{"end to start, round cone", "mm"},
                {"worst angle to the force", "degrees"},
                {"worst distance error", "%"},
                {"end to start, 4 facets outside", "mm"},
                {"end to start, 8 facets outside", "mm"},
                {"end to start, 16 facets outside", "mm"},
                {"end to start, 4 facets inside", "mm"},
                {"end to start, 8 facets inside", "mm"},
                {"end to start, 16 facets inside", "mm"}},
    .data_size = sizeof(triangle),
    .build = build,
    .before_step = before_step,
    .after_step = after_step,
    .measure = measure,
};
