// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "bench_rods.h"

#include "scenes/knot_type.h"
#include "scenes/rod_shapes.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

static belay_result make_world(const rods_case* c, bool has_gravity, rods_scene* scene)
{
    belay_world_def def = belay_world_def_default();
    def.solver.tolerance = 1e-10;
    def.step_seconds = c->h;
    def.enable_sleep = false;
    if (!has_gravity) def.gravity.z = 0.0;
    return belay_world_create(&def, &scene->world, NULL);
}

static belay_rod_def cord(const rods_case* c, const belay_vec3* nodes, double radius, double bend)
{
    belay_rod_def def = belay_rod_def_default();
    def.model = c->model;
    def.element_count = c->elements;
    def.nodes = nodes;
    def.line_mass = 0.01;
    def.stretch_stiffness = 2000.0;
    def.radius = radius;
    def.bend_stiffness[0] = def.bend_stiffness[1] = bend;
    def.twist_stiffness = bend / 1.3;
    def.material.friction = 0.3;
    def.drag = 2.0;
    return def;
}

static belay_result make_rod(rods_scene* scene, const belay_rod_def* def)
{
    belay_rod_info info;
    belay_result result = belay_rod_create(scene->world, def, &scene->rod);
    if (result != BELAY_OK) return result;
    result = belay_rod_get_info(scene->world, scene->rod, &info);
    scene->length = info.length;
    if (def->nodes == NULL) return result;
    const belay_vec3 *a = &def->nodes[0], *b = &def->nodes[def->element_count];
    double x = b->x - a->x, y = b->y - a->y, z = b->z - a->z, apart = sqrt(x * x + y * y + z * z);
    scene->way = (belay_vec3){x / apart, y / apart, z / apart};
    return result;
}

static belay_result hold(rods_scene* scene, belay_rod_attachment_type type, double s)
{
    belay_rod_attachment_def def;
    belay_result result = belay_rod_attachment_def_at(scene->world, scene->rod, type, s, (belay_body_id){0}, &def);
    if (result != BELAY_OK) return result;
    scene->frame = def.frame;
    return belay_rod_attach(scene->world, scene->rod, &def, &scene->held);
}

static belay_result create_free(const rods_case* c, rods_scene* scene)
{
    belay_result result = make_world(c, true, scene);
    belay_rod_def def = belay_rod_def_default();
    def.model = c->model;
    def.element_count = c->elements;
    if (result == BELAY_OK) result = make_rod(scene, &def);
    return result == BELAY_OK ? hold(scene, BELAY_ROD_PIN, 0.0) : result;
}

static void act_free(const rods_case* c, rods_scene* scene, int step)
{
    (void)c, (void)scene, (void)step;
}

unsigned rods_knot_of(const rods_scene* scene)
{
    belay_vec3 nodes[8 * RODS_MAX_ELEMENTS];
    int count = 0;
    belay_rod_get_nodes(scene->world, scene->rod, nodes, NULL, 8 * RODS_MAX_ELEMENTS, &count);
    return count <= 8 * RODS_MAX_ELEMENTS ? (unsigned)knot_type_of(nodes, count, false).determinant : 0;
}

static belay_result create_knot(const rods_case* c, rods_scene* scene)
{
    belay_vec3 nodes[RODS_MAX_ELEMENTS + 1];
    rod_shape_overhand(0.005, nodes, c->elements + 1);
    belay_result result = make_world(c, false, scene);
    belay_rod_def def = cord(c, nodes, 0.003, 1e-4); // drawn to bends of its own radius
    return result == BELAY_OK ? make_rod(scene, &def) : result;
}

// A knot that takes up much of a thick and supple rope, with some 20 contacts at 60 elements and 94 at 300: the rope is
// longer for those, as contacts come with the elements that lie in the knot.
static belay_result create_tight(const rods_case* c, rods_scene* scene)
{
    const double radius = 0.003;
    belay_vec3 nodes[RODS_MAX_ELEMENTS + 1];
    rod_shape_knot knot = {
        .loop_radius = 0.02, .apart = 2.2 * radius, .k = 1, .reach = c->elements < RODS_MAX_ELEMENTS ? 0.08 : 0.17};
    rod_shape_loose_knot(&knot, nodes, c->elements + 1);
    belay_result result = make_world(c, false, scene);
    belay_rod_def def = cord(c, nodes, radius, 3e-5);
    return result == BELAY_OK ? make_rod(scene, &def) : result;
}

// The ends are pulled apart: 0 to 5 N in 2 s, and 1 N more per second.
static void act_knot(const rods_case* c, rods_scene* scene, int step)
{
    double t = step * c->h, pull = t < 2.0 ? 2.5 * t : 3.0 + t;
    belay_vec3 f = {pull * scene->way.x, pull * scene->way.y, pull * scene->way.z}, back = {-f.x, -f.y, -f.z};
    belay_rod_apply_force(scene->world, scene->rod, scene->length, f);
    belay_rod_apply_force(scene->world, scene->rod, 0.0, back);
}

// Near F a^2 / B = 0.01: helices of 16 degrees, twisted by the moment 0.0486 B / a that keeps them wound. Elements of
// 6 mm, so that longer rods have more turns.
static belay_result create_plectoneme(const rods_case* c, rods_scene* scene)
{
    belay_vec3 nodes[RODS_MAX_ELEMENTS + 1];
    double twist[RODS_MAX_ELEMENTS];
    rod_shape_plectoneme shape = {
        .radius = 0.0016, .angle = 0.281, .turns = -(0.006 * c->elements - 0.16) / 0.072, .loop = 0.011, .tail = 0.03};
    double length = rod_shape_wind_plectoneme(&shape, nodes, c->elements + 1);
    belay_rod_def def = cord(c, nodes, 0.0015, 1e-3);
    for (int i = 0; i < c->elements; i++)
        twist[i] = 0.0486 * def.bend_stiffness[0] / 0.0015 / def.twist_stiffness * length * i / c->elements;
    def.twist = twist;
    belay_result result = make_world(c, false, scene);
    if (result == BELAY_OK) result = make_rod(scene, &def);
    if (result == BELAY_OK) result = hold(scene, BELAY_ROD_CLAMP, 0.0);
    return result == BELAY_OK ? hold(scene, BELAY_ROD_CLAMP, scene->length) : result;
}

// The last end is turned about the tails, a turn per second, in the sense of its twist.
static void act_plectoneme(const rods_case* c, rods_scene* scene, int step)
{
    (void)step;
    scene->turned += 2.0 * pi * c->h;
    double s = sin(0.5 * scene->turned), w = cos(0.5 * scene->turned);
    belay_pose frame = scene->frame;
    belay_quat q = frame.rotation;                        // (s along x, w) q
    frame.rotation = (belay_quat){.w = w * q.w - s * q.x, // (w, s along x) q
                                  .x = w * q.x + s * q.w,
                                  .y = w * q.y - s * q.z,
                                  .z = w * q.z + s * q.y};
    belay_rod_move_attachment(scene->world, scene->rod, scene->held, frame);
}

const rods_kind rods_kinds[RODS_KINDS] = {
    {.name = "free",
     .what = "a rubber cord of 1 m swings from a pin",
     .warm_up = 0.1,
     .create = create_free,
     .act = act_free,
     .least = 10,
     .h = 1e-3,
     .h_long = 1e-3},
    {.name = "knot",
     .what = "an overhand knot, mu = 0.3, pulled tight with 5 N and on by 1 N/s",
     .warm_up = 2.0,
     .create = create_knot,
     .act = act_knot,
     .least = 20,
     .is_knot = true,
     .h = 1e-3,
     .h_long = 2.5e-3},
    {.name = "tight",
     .what = "the same in a thick and supple rope, 53 diameters long (83 with 300 elements)",
     .warm_up = 2.0,
     .create = create_tight,
     .act = act_knot,
     .least = 60,
     .is_knot = true,
     .is_nodal = true,
     .h = 1e-3,
     .h_long = 2.5e-3},
    {.name = "plectoneme",
     .what = "two strands wound on by a turn per second, mu = 0.3, 6 mm per element",
     .warm_up = 0.3,
     .create = create_plectoneme,
     .act = act_plectoneme,
     .least = 40,
     .needs_twist = true,
     .h = 1e-3,
     .h_long = 1e-3},
};
