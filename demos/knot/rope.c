// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "knot/rope.h"

#include "scenes/knot_type.h"
#include "scenes/rod_shapes.h"
#include "scenes/vec.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double LINE_MASS = 0.02;    // kg/m
static const double STRETCH = 1500.0;    // N
static const double DRAG = 3.0;          // 1/s
static const double DAMPING_TIME = 2e-3; // s
static const double KNOT_PART = 0.86;    // of the length that the loose knot takes

double rope_slide(const rope* r)
{
    return r->path.knot + 0.5 * (ROPE_LENGTH - r->path.knot);
}

static bool refuse(const rope* r, belay_result code, belay_error* error)
{
    error->code = code;
    snprintf(error->message, sizeof error->message, "%s", belay_world_last_error(r->world));
    return false;
}

// ------------------------------------------------------------------------------------------------------------------
// Making
// ------------------------------------------------------------------------------------------------------------------

// Wound, with what is left of the length as tails.
static void shape_plectoneme(belay_vec3* nodes, int count)
{
    rod_shape_plectoneme shape = {.radius = 1.3 * ROPE_RADIUS, .angle = 0.5, .turns = 3.0, .loop = 0.024, .tail = 0.2};
    double length = rod_shape_wind_plectoneme(&shape, nodes, count);
    shape.tail += 0.5 * (ROPE_LENGTH - length);
    rod_shape_wind_plectoneme(&shape, nodes, count);
}

static void shape_nodes(rope* r)
{
    int last = r->def.elements;
    double slid = r->def.shape == ROPE_OVERHAND ? rope_slide(r) : 0.0;
    if (r->def.shape == ROPE_PLECTONEME)
        shape_plectoneme(r->form.nodes, last + 1);
    else if (r->def.shape == ROPE_STRAIGHT)
        rod_shape_straight(v3(-0.5 * ROPE_LENGTH, 0.0, 0.0), v3(0.5 * ROPE_LENGTH, 0.0, 0.0), r->form.nodes, last + 1);
    else
        for (int i = 0; i <= last; i++)
            r->form.nodes[i] = rope_path_at(&r->path, slid + ROPE_LENGTH * i / last).position;
}

// With gravity it begins on the table.
static void lay_down(rope* r)
{
    double lowest = INFINITY;
    for (int i = 0; i <= r->def.elements; i++)
        lowest = fmin(lowest, r->form.nodes[i].z);
    for (int i = 0; i <= r->def.elements; i++)
        r->form.nodes[i].z += ROPE_FLOOR + ROPE_RADIUS - lowest;
}

static belay_result make_rod(rope* r)
{
    belay_rod_def def = belay_rod_def_default();
    shape_nodes(r);
    if (r->def.has_gravity) lay_down(r);
    def.model = r->def.model;
    def.element_count = r->def.elements;
    def.nodes = r->form.nodes;
    def.radius = ROPE_RADIUS;
    def.line_mass = LINE_MASS;
    def.stretch_stiffness = STRETCH;
    def.bend_stiffness[0] = def.bend_stiffness[1] = r->def.stiffness;
    def.twist_stiffness = r->def.stiffness / 1.3;
    def.damping_time = DAMPING_TIME;
    def.drag = DRAG;
    def.material.friction = r->def.mu;
    return belay_rod_create(r->world, &def, &r->rods[0]);
}

static belay_result make_floor(rope* r)
{
    belay_body_def def = belay_body_def_default();
    belay_collider_def plane = belay_collider_def_plane(v3(0.0, 0.0, 1.0), ROPE_FLOOR);
    belay_body_id ground;
    def.type = BELAY_BODY_STATIC;
    plane.material.friction = r->def.mu;
    belay_result result = belay_body_create(r->world, &def, &ground);
    return result == BELAY_OK ? belay_collider_create(r->world, ground, &plane, NULL) : result;
}

static belay_result make(rope* r)
{
    belay_world_set_gravity(r->world, v3(0.0, 0.0, r->def.has_gravity ? -9.81 : 0.0));
    belay_result result = make_floor(r);
    return result == BELAY_OK ? make_rod(r) : result;
}

static void look(rope* r)
{
    rope_form* f = &r->form;
    f->node_count = 0;
    for (int k = 0; k < f->pieces.count; k++) {
        belay_rod_info info;
        int at = f->pieces.first[k] = f->node_count, room = ROPE_MAX_NODES - at;
        belay_rod_get_info(r->world, r->rods[k], &info);
        belay_rod_get_nodes(r->world, r->rods[k], f->nodes + at, NULL, room, NULL);
        belay_rod_get_frames(r->world, r->rods[k], f->frames + at, room, NULL);
        r->lengths[k] = info.length;
        f->node_count += info.node_count;
    }
    f->pieces.first[f->pieces.count] = f->node_count;
}

bool rope_create(rope* r, const rope_def* def, belay_error* error)
{
    belay_world_def world = belay_world_def_default();
    memset(r, 0, sizeof *r);
    r->def = *def;
    rope_path_init(&r->path, ROPE_LENGTH, KNOT_PART);
    world.step_seconds = def->h;
    world.solver.tolerance = 1e-10;
    world.enable_sleep = false;
    if (belay_world_create(&world, &r->world, error) != BELAY_OK) return false;
    belay_result result = make(r);
    if (result != BELAY_OK) {
        refuse(r, result, error);
        rope_destroy(r);
        return false;
    }
    belay_rod_info info;
    belay_rod_get_info(r->world, r->rods[0], &info);
    if (info.node_count > ROPE_MAX_NODES - ROPE_MAX_PIECES) {
        *error = (belay_error){BELAY_ERROR_CAPACITY, "the rope has too many nodes"};
        rope_destroy(r);
        return false;
    }
    r->form.pieces.count = 1;
    look(r);
    return true;
}

void rope_destroy(rope* r)
{
    belay_world_destroy(r->world);
    r->world = NULL;
}

// ------------------------------------------------------------------------------------------------------------------
// Stepping and measuring
// ------------------------------------------------------------------------------------------------------------------

static double fastest_of(const rope* r)
{
    belay_vec3 velocities[ROPE_MAX_NODES];
    int count = 0;
    double fastest = 0.0;
    belay_rod_get_nodes(r->world, r->rods[0], NULL, velocities, ROPE_MAX_NODES, &count);
    for (int i = 0; i < count; i++)
        fastest = fmax(fastest, v3_length(velocities[i]));
    return fastest;
}

static void measure(rope* r)
{
    const belay_step_stats* stats = belay_world_get_stats(r->world);
    double tensions[ROPE_MAX_ELEMENTS] = {0.0};
    int elements = 1;
    belay_rod_get_tensions(r->world, r->rods[0], tensions, ROPE_MAX_ELEMENTS, &elements);
    double span = v3_length(v3_sub(r->form.nodes[r->form.pieces.first[1] - 1], r->form.nodes[0]));
    r->now = (rope_sample){.time = belay_world_get_time(r->world),
                           .span = span,
                           .size = (r->lengths[0] - span) / (2.0 * SCENE_PI),
                           .tension = {tensions[0], tensions[elements - 1]},
                           .residual = stats->residual.natural,
                           .seconds = stats->seconds,
                           .fastest = fastest_of(r),
                           .deepest = stats->max_overlap,
                           .contacts = stats->rod_contacts,
                           .has_converged = stats->has_converged};
}

bool rope_step(rope* r, belay_error* error)
{
    belay_result result = belay_world_step(r->world);
    if (result != BELAY_OK) return refuse(r, result, error);
    look(r);
    measure(r);
    return true;
}

// ------------------------------------------------------------------------------------------------------------------
// Cutting and joining
// ------------------------------------------------------------------------------------------------------------------

static bool say(belay_error* error, const char* text)
{
    *error = (belay_error){BELAY_ERROR_STATE, ""};
    snprintf(error->message, sizeof error->message, "%s", text);
    return false;
}

bool rope_cut(rope* r, int piece, double s, belay_error* error)
{
    rope_pieces* pieces = &r->form.pieces;
    if (pieces->count == ROPE_MAX_PIECES) return say(error, "The rope is in as many pieces as it may be.");
    belay_result result = belay_rod_cut(r->world, r->rods[piece], s, &r->rods[pieces->count]);
    if (result != BELAY_OK) return refuse(r, result, error);
    pieces->count++;
    look(r);
    return true;
}

static belay_vec3 end_of(const rope* r, int piece, int end)
{
    return r->form.nodes[end == 0 ? r->form.pieces.first[piece] : r->form.pieces.first[piece + 1] - 1];
}

// The number of the second piece; 0: there is none.
static int find_nearest_ends(const rope* r, rope_splice* splice)
{
    double least = INFINITY;
    int second = 0;
    for (int k = 0; k < r->form.pieces.count; k++)
        for (int j = k + 1; j < r->form.pieces.count; j++)
            for (int e = 0; e < 4; e++) {
                double far = v3_length(v3_sub(end_of(r, k, e & 1), end_of(r, j, e >> 1)));
                if (far >= least) continue;
                least = far;
                second = j;
                *splice = (rope_splice){{r->rods[k], r->rods[j]}, {e & 1, e >> 1}, {r->lengths[k], r->lengths[j]}, {0}};
            }
    return second;
}

bool rope_join(rope* r, rope_splice* splice, belay_error* error)
{
    int second = find_nearest_ends(r, splice);
    if (second == 0) return say(error, "The rope is in one piece.");
    belay_result result = belay_rod_join(r->world, splice->rods[0], splice->ends[0], splice->rods[1], splice->ends[1],
                                         BELAY_ROD_JOINT_STRAIGHT, splice->numbers);
    if (result != BELAY_OK) return refuse(r, result, error);
    int count = --r->form.pieces.count;
    memmove(&r->rods[second], &r->rods[second + 1], (size_t)(count - second) * sizeof r->rods[0]);
    look(r);
    return true;
}

// ------------------------------------------------------------------------------------------------------------------
// The knot
// ------------------------------------------------------------------------------------------------------------------

uint64_t rope_knot(const rope_form* form)
{
    return knot_type_of(form->nodes, form->pieces.first[1], false).determinant;
}
