// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "bench_rods_violent.h"

#include "scenes/rod_shapes.h"

#include <math.h>

#define ELEMENTS 60

static const double pi = 3.14159265358979323846;

static belay_vec3 vec(double x, double y, double z)
{
    return (belay_vec3){x, y, z};
}

static belay_result open_world(violent_scene* scene, double h, double gravity)
{
    belay_world_def def = belay_world_def_default();
    def.solver.tolerance = 1e-10;
    def.step_seconds = h;
    def.enable_sleep = false;
    def.gravity.z = -gravity;
    return belay_world_create(&def, &scene->world, NULL);
}

static belay_rod_def cord(const belay_vec3* nodes, double line_mass, double bend, double radius)
{
    belay_rod_def def = belay_rod_def_default();
    def.element_count = ELEMENTS;
    def.nodes = nodes;
    def.line_mass = line_mass;
    def.stretch_stiffness = 2000.0;
    def.radius = radius;
    def.bend_stiffness[0] = def.bend_stiffness[1] = bend;
    def.twist_stiffness = bend / 1.3;
    def.material.friction = 0.3;
    return def;
}

static belay_result add_rod(violent_scene* scene, const belay_rod_def* def)
{
    return belay_rod_create(scene->world, def, &scene->rods[scene->rod_count++]);
}

static belay_result add_solid(violent_scene* scene, belay_body_type type, belay_pose pose,
                              const belay_collider_def* def, belay_body_id* body)
{
    belay_body_def made = belay_body_def_default();
    made.type = type;
    made.pose = pose;
    belay_result result = belay_body_create(scene->world, &made, body);
    if (result != BELAY_OK) return result;
    belay_collider_id collider;
    result = belay_collider_create(scene->world, *body, def, &collider);
    if (result != BELAY_OK || type != BELAY_BODY_DYNAMIC) return result;
    return belay_body_set_mass_from_colliders(scene->world, *body);
}

static belay_result hold(violent_scene* scene, int rod, belay_rod_attachment_type type, double s, double most,
                         belay_body_id body)
{
    belay_rod_attachment_def def;
    belay_result result = belay_rod_attachment_def_at(scene->world, scene->rods[rod], type, s, body, &def);
    if (result != BELAY_OK) return result;
    if (most > 0.0) def.max_force = most;
    scene->frame = def.frame;
    return belay_rod_attach(scene->world, scene->rods[rod], &def, &scene->held);
}

static void act_none(violent_scene* scene, double h, int step)
{
    (void)scene, (void)h, (void)step;
}

// ---------------------------------------------------------------------------------------------------------------------
// Jerked
// ---------------------------------------------------------------------------------------------------------------------

static const double peg = 0.01, rope_radius = 0.0025;

// Wound once and three quarters about a peg along z, with tails of 0.25 m.
static belay_vec3 wound_at(const void* context, double u)
{
    (void)context;
    const double round = peg + 1.2 * rope_radius, all = 3.5 * pi, rise = 2.6 * rope_radius, low = 0.02;
    double angle = fmin(all, fmax(0.0, u)), beyond = (u - angle) * round;
    return vec(round * cos(angle) - beyond * sin(angle), round * sin(angle) + beyond * cos(angle),
               low + rise * angle / (2.0 * pi));
}

static belay_result add_floor(violent_scene* scene)
{
    belay_collider_def floor = belay_collider_def_plane(vec(0.0, 0.0, 1.0), 0.0);
    floor.material.friction = 0.3;
    return belay_body_create_static(scene->world, belay_pose_identity(), &floor, NULL);
}

static belay_result create_peg(violent_scene* scene, double h)
{
    const double tail = 0.25 / (peg + 1.2 * rope_radius);
    belay_vec3 nodes[ELEMENTS + 1];
    belay_body_id body;
    belay_result result = open_world(scene, h, 9.81);
    if (result == BELAY_OK) result = add_floor(scene);
    belay_collider_def capsule = belay_collider_def_capsule(1.0, peg);
    capsule.material.friction = 0.3;
    if (result == BELAY_OK) result = add_solid(scene, BELAY_BODY_STATIC, belay_pose_identity(), &capsule, &body);
    rod_shape_sample(wound_at, NULL, -tail, 3.5 * pi + tail, nodes, ELEMENTS + 1);
    belay_rod_def def = cord(nodes, 0.02, 1e-3, rope_radius);
    def.drag = 0.5;
    def.damping_time = 1e-3;
    if (result == BELAY_OK) result = add_rod(scene, &def);
    for (int k = 0; k < (int)lround(0.1 / h) && result == BELAY_OK; k++)
        result = belay_world_step(scene->world);
    scene->has_axis = true;
    scene->lot = 3;
    return result == BELAY_OK ? hold(scene, 0, BELAY_ROD_GRIP, 0.0, 100.0, (belay_body_id){0}) : result;
}

static double length_of(belay_vec3 a)
{
    return sqrt(a.x * a.x + a.y * a.y + a.z * a.z);
}

// By lot, towards the middle where it has gone far from there.
static belay_vec3 next_way(uint64_t* lot, belay_vec3 place)
{
    double c[3], away = length_of(place);
    for (int j = 0; j < 3; j++) {
        *lot = *lot * 6364136223846793005u + 1442695040888963407u;
        c[j] = (double)(*lot >> 33) / (double)(1u << 30) - 1.0;
    }
    if (away > 0.35) return vec(-place.x / away, -place.y / away, -place.z / away);
    double size = fmax(1e-3, sqrt(c[0] * c[0] + c[1] * c[1] + c[2] * c[2]));
    return vec(c[0] / size, c[1] / size, c[2] / size);
}

// At 50 m/s in strokes of 20 cm.
static void act_jerk(violent_scene* scene, double h, int step)
{
    const double speed = 50.0;
    int stroke = (int)fmax(1.0, 0.2 / speed / h);
    belay_vec3* at = &scene->frame.position;
    if (step % stroke == 0) scene->way = next_way(&scene->lot, *at);
    *at = vec(at->x + speed * h * scene->way.x, at->y + speed * h * scene->way.y,
              fmax(at->z + speed * h * scene->way.z, rope_radius));
    belay_rod_move_attachment(scene->world, scene->rods[0], scene->held, scene->frame);
}

// Led by one end, which is pinned to the hand or gripped with up to `most` N: a loose overhand knot above the floor, or
// a rope that lies on it in bends.
static belay_result create_led_by(violent_scene* scene, double h, bool is_knot, double most)
{
    belay_vec3 nodes[ELEMENTS + 1];
    if (is_knot) rod_shape_overhand(0.004, nodes, ELEMENTS + 1);
    for (int k = 0; k <= ELEMENTS; k++)
        nodes[k] =
            is_knot ? vec(nodes[k].x, nodes[k].y, nodes[k].z + 0.05) : vec(0.008 * k, 0.03 * sin(0.3 * k), rope_radius);
    belay_result result = open_world(scene, h, 9.81);
    if (result == BELAY_OK) result = add_floor(scene);
    belay_rod_def def = cord(nodes, 0.02, 1e-4, rope_radius);
    def.damping_time = 1e-3;
    if (result == BELAY_OK) result = add_rod(scene, &def);
    scene->lot = 7;
    scene->is_led = !(most > 0.0);
    belay_rod_attachment_type type = most > 0.0 ? BELAY_ROD_GRIP : BELAY_ROD_PIN;
    return result == BELAY_OK ? hold(scene, 0, type, 0.0, most, (belay_body_id){0}) : result;
}

static belay_result create_led(violent_scene* scene, double h)
{
    return create_led_by(scene, h, false, 0.0);
}

static belay_result create_led_knot(violent_scene* scene, double h)
{
    return create_led_by(scene, h, true, 0.0);
}

static belay_result create_led_knot_capped(violent_scene* scene, double h)
{
    return create_led_by(scene, h, true, 1000.0);
}

// ---------------------------------------------------------------------------------------------------------------------
// Drawn through an eye
// ---------------------------------------------------------------------------------------------------------------------

static belay_result add_eye(violent_scene* scene)
{
    belay_body_id eye;
    belay_collider_def bar = belay_collider_def_capsule(0.03, 0.003);
    bar.material.friction = 0.2;
    bar.pose.rotation = belay_quat_from_axis_angle(vec(1.0, 0.0, 0.0), 0.5 * pi);
    bar.pose.position.z = -0.0045;
    belay_result result = add_solid(scene, BELAY_BODY_STATIC, belay_pose_identity(), &bar, &eye);
    bar.pose.position.z = 0.0045;
    belay_collider_id collider;
    return result == BELAY_OK ? belay_collider_create(scene->world, eye, &bar, &collider) : result;
}

static belay_result create_eye(violent_scene* scene, double h)
{
    belay_vec3 nodes[ELEMENTS + 1];
    rod_shape_straight(vec(0.02, 0.0, 0.0), vec(-0.18, 0.0, 0.0), nodes, ELEMENTS + 1);
    belay_result result = open_world(scene, h, 0.0);
    if (result == BELAY_OK) result = add_eye(scene);
    belay_rod_def def = cord(nodes, 0.003, 1e-6, 0.001);
    def.stretch_stiffness = 100.0;
    def.damping_time = 0.005;
    def.drag = 2.0;
    def.material.friction = 0.2;
    if (result == BELAY_OK) result = add_rod(scene, &def);
    belay_collider_def round = belay_collider_def_sphere(0.003);
    round.density = 0.01 / (4.0 / 3.0 * pi * 27e-9);
    belay_pose start = {nodes[0], belay_quat_identity()};
    belay_body_id ball = {0};
    if (result == BELAY_OK) result = add_solid(scene, BELAY_BODY_DYNAMIC, start, &round, &ball);
    if (result == BELAY_OK) result = hold(scene, 0, BELAY_ROD_PIN, 0.0, 0.0, ball);
    belay_body_def hand = belay_body_def_default();
    hand.type = BELAY_BODY_KINEMATIC;
    hand.pose = start;
    if (result == BELAY_OK) result = belay_body_create(scene->world, &hand, &scene->hand);
    belay_joint_def joint = belay_joint_def_default(BELAY_JOINT_SIX_DOF);
    joint.body_a = ball;
    joint.body_b = scene->hand;
    for (int k = 0; k < 3; k++)
        joint.axis[k].spring = (belay_joint_spring){true, 0.0, 300.0, 1.0, HUGE_VAL};
    belay_joint_id made;
    return result == BELAY_OK ? belay_joint_create(scene->world, &joint, &made) : result;
}

// To the side and up, at 0.5 m/s.
static void act_draw(violent_scene* scene, double h, int step)
{
    double way = 0.5 * h * (step + 1);
    belay_pose to = {vec(0.02 + 0.6 * way, 0.0, 0.8 * way), belay_quat_identity()};
    belay_body_move_kinematic(scene->world, scene->hand, to);
}

// ---------------------------------------------------------------------------------------------------------------------
// Folded, thrown, and with boards in them
// ---------------------------------------------------------------------------------------------------------------------

static belay_result create_fold(violent_scene* scene, double h)
{
    belay_vec3 nodes[ELEMENTS + 1];
    rod_shape_knot shape = {.loop_radius = 0.02, .apart = 2.2 * 0.003, .k = 1, .reach = 0.08};
    rod_shape_loose_knot(&shape, nodes, ELEMENTS + 1);
    belay_result result = open_world(scene, h, 0.0);
    belay_rod_def def = cord(nodes, 0.01, 3e-5, 0.003);
    return result == BELAY_OK ? add_rod(scene, &def) : result;
}

// Six rods of ten elements, side by side, at 30 m/s against a box on a floor.
static belay_result create_throw(violent_scene* scene, double h)
{
    belay_result result = open_world(scene, h, 9.81);
    if (result == BELAY_OK) result = add_floor(scene);
    belay_body_id box;
    belay_pose at = {vec(0.0, 0.0, 0.1), belay_quat_identity()};
    belay_collider_def solid = belay_collider_def_box(vec(0.2, 0.2, 0.2));
    solid.density = 100.0;
    if (result == BELAY_OK) result = add_solid(scene, BELAY_BODY_DYNAMIC, at, &solid, &box);
    for (int k = 0; k < 6 && result == BELAY_OK; k++) {
        belay_vec3 nodes[11], v[11];
        rod_shape_straight(vec(0.2 + 0.02 * k, -0.2, 0.05 + 0.02 * k), vec(0.25 + 0.02 * k, 0.2, 0.1), nodes, 11);
        belay_rod_def def = cord(nodes, 0.02, 1e-3, 0.004);
        def.element_count = 10;
        result = add_rod(scene, &def);
        for (int i = 0; i < 11; i++)
            v[i] = vec(-30.0, 3.0 * k, 0.0);
        if (result == BELAY_OK) result = belay_rod_set_velocities(scene->world, scene->rods[k], v, 11);
    }
    return result;
}

// Two ropes side by side, pinned at both ends; six boards lie across them, 6 mm deep in ropes of 10 mm, and with
// `is_pinched` six more that nothing moves below, as deep: then no velocities obey all contacts.
static belay_result make_boards(violent_scene* scene, double h, bool is_pinched)
{
    belay_result result = open_world(scene, h, 9.81);
    for (int k = 0; k < 2 && result == BELAY_OK; k++) {
        belay_vec3 nodes[ELEMENTS + 1];
        double y = k == 0 ? -0.25 : 0.25;
        rod_shape_straight(vec(-1.2, y, 0.0), vec(1.2, y, 0.0), nodes, ELEMENTS + 1);
        belay_rod_def def = cord(nodes, 0.3, 0.05, 0.01);
        def.stretch_stiffness = 3e5;
        def.damping_time = 0.01;
        result = add_rod(scene, &def);
        if (result == BELAY_OK) result = hold(scene, k, BELAY_ROD_PIN, 0.0, 0.0, (belay_body_id){0});
        if (result == BELAY_OK) result = hold(scene, k, BELAY_ROD_PIN, 2.4, 0.0, (belay_body_id){0});
    }
    for (int k = 0; k < (is_pinched ? 12 : 6) && result == BELAY_OK; k++) {
        belay_body_id board;
        belay_collider_def flat = belay_collider_def_box(vec(0.3, 0.7, 0.03));
        flat.density = 300.0;
        belay_pose at = {vec(-0.9 + 0.36 * (k % 6), 0.0, (k < 6 ? 1.0 : -1.0) * (0.01 + 0.015 - 0.006)),
                         belay_quat_identity()};
        result = add_solid(scene, is_pinched ? BELAY_BODY_STATIC : BELAY_BODY_DYNAMIC, at, &flat, &board);
    }
    return result;
}

static belay_result create_boards(violent_scene* scene, double h)
{
    return make_boards(scene, h, false);
}

static belay_result create_pinch(violent_scene* scene, double h)
{
    return make_boards(scene, h, true);
}

const violent_kind violent_kinds[VIOLENT_KINDS] = {
    {"peg", "wound about a peg, a tail jerked at 50 m/s with 100 N", 2.5e-3, 70, create_peg, act_jerk},
    {"peg", "the same in short steps", 1e-3, 120, create_peg, act_jerk},
    {"led", "a rope on the floor, led by one end at 50 m/s whatever that takes", 2.5e-3, 80, create_led, act_jerk},
    {"knot", "a loose overhand knot, led by one end at 50 m/s whatever that takes", 2.5e-3, 80, create_led_knot,
     act_jerk},
    {"jerk", "a loose overhand knot, led by one end at 50 m/s with 1000 N", 2.5e-3, 80, create_led_knot_capped,
     act_jerk},
    {"eye", "a thread drawn through an eye at 0.5 m/s", 1.0 / 60.0, 60, create_eye, act_draw},
    {"eye", "the same in short steps", 4e-3, 100, create_eye, act_draw},
    {"fold", "a thick rope, knotted and folded, is let go", 2.5e-3, 60, create_fold, act_none},
    {"fold", "the same in long steps", 5e-3, 30, create_fold, act_none},
    {"throw", "six rods thrown at a box at 30 m/s", 1.0 / 240.0, 120, create_throw, act_none},
    {"boards", "six boards 6 mm deep in two ropes of 10 mm", 1.0 / 240.0, 60, create_boards, act_none},
    {"pinch", "the same between boards that stand still", 1.0 / 240.0, 30, create_pinch, act_none},
};
