// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "knot/rope.h"

#include "scenes/knot_type.h"
#include "scenes/rod_shapes.h"
#include "scenes/vec.h"

#include <stdio.h>
#include <string.h>

static const double LINE_MASS = 0.02;    // kg/m
static const double STRETCH = 1500.0;    // N
static const double DRAG = 3.0;          // 1/s
static const double DAMPING_TIME = 2e-3; // s
static const double KNOT_PART = 0.86;    // of the length that the loose knot takes

double rope_way(const rope* r)
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
    double slid = r->def.shape == ROPE_OVERHAND ? rope_way(r) : 0.0;
    if (r->def.shape == ROPE_PLECTONEME)
        shape_plectoneme(r->form.nodes, last + 1);
    else if (r->def.shape == ROPE_STRAIGHT)
        rod_shape_straight(vec(-0.5 * ROPE_LENGTH, 0.0, 0.0), vec(0.5 * ROPE_LENGTH, 0.0, 0.0), r->form.nodes,
                           last + 1);
    else
        for (int i = 0; i <= last; i++)
            r->form.nodes[i] = rope_path_at(&r->path, slid + ROPE_LENGTH * i / last).position;
}

static belay_result make_rod(rope* r)
{
    belay_rod_def def = belay_rod_def_default();
    shape_nodes(r);
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
    return belay_rod_create(r->world, &def, &r->rod);
}

static belay_result make_floor(rope* r)
{
    belay_body_def def = belay_body_def_default();
    belay_collider_def plane = belay_collider_def_plane(vec(0.0, 0.0, 1.0), ROPE_FLOOR);
    belay_body_id ground;
    def.type = BELAY_BODY_STATIC;
    plane.material.friction = r->def.mu;
    belay_result result = belay_body_create(r->world, &def, &ground);
    return result == BELAY_OK ? belay_collider_create(r->world, ground, &plane, NULL) : result;
}

static belay_result make(rope* r)
{
    belay_world_set_gravity(r->world, vec(0.0, 0.0, r->def.has_gravity ? -9.81 : 0.0));
    belay_result result = make_floor(r);
    return result == BELAY_OK ? make_rod(r) : result;
}

static void look(rope* r)
{
    belay_rod_get_nodes(r->world, r->rod, r->form.nodes, NULL, ROPE_MAX_NODES, &r->form.node_count);
    belay_rod_get_frames(r->world, r->rod, r->form.frames, ROPE_MAX_NODES, NULL);
}

bool rope_create(rope* r, const rope_def* def, belay_error* error)
{
    belay_world_def world = belay_world_def_default();
    memset(r, 0, sizeof *r);
    r->def = *def;
    rope_path_init(&r->path, ROPE_LENGTH, KNOT_PART);
    world.step_seconds = def->h;
    world.enable_sleep = false;
    if (belay_world_create(&world, &r->world, error) != BELAY_OK) return false;
    belay_result result = make(r);
    if (result != BELAY_OK) {
        refuse(r, result, error);
        rope_destroy(r);
        return false;
    }
    belay_rod_info info;
    belay_rod_get_info(r->world, r->rod, &info);
    if (info.node_count > ROPE_MAX_NODES) {
        *error = (belay_error){BELAY_ERROR_CAPACITY, "the rope has too many nodes"};
        rope_destroy(r);
        return false;
    }
    r->length = info.length;
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
    belay_rod_get_nodes(r->world, r->rod, NULL, velocities, ROPE_MAX_NODES, &count);
    for (int i = 0; i < count; i++)
        fastest = fmax(fastest, vec_length(velocities[i]));
    return fastest;
}

static void measure(rope* r)
{
    const belay_step_stats* stats = belay_world_get_stats(r->world);
    double tensions[ROPE_MAX_ELEMENTS] = {0.0};
    belay_rod_get_tensions(r->world, r->rod, tensions, ROPE_MAX_ELEMENTS, NULL);
    double span = vec_length(vec_sub(r->form.nodes[r->form.node_count - 1], r->form.nodes[0]));
    r->now = (rope_sample){.time = belay_world_get_time(r->world),
                           .span = span,
                           .size = (r->length - span) / (2.0 * SCENE_PI),
                           .tension = {tensions[0], tensions[r->def.elements - 1]},
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

uint64_t rope_knot(const rope_form* form)
{
    return knot_type_of(form->nodes, form->node_count, false).determinant;
}
