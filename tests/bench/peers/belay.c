// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Belay under the driver of the rigid benchmark: its defaults, but the scene's step and no sleep.

#include "rigid/belay_side.h"
#include "rigid/engine.h"

#include <stdlib.h>

static bool add_planes(belay_side* s, const rigid_scene* scene, belay_material material)
{
    belay_body_def def = belay_body_def_default();
    belay_body_id ground;
    def.type = BELAY_BODY_STATIC;
    if (!belay_side_check(s, belay_body_create(s->world, &def, &ground))) return false;
    for (int i = 0; i < scene->plane_count; i++) {
        belay_collider_def plane = belay_collider_def_plane(scene->planes[i].normal, scene->planes[i].offset);
        belay_collider_id id;
        plane.material = material;
        if (!belay_side_check(s, belay_collider_create(s->world, ground, &plane, &id))) return false;
    }
    return true;
}

static belay_collider_def collider_of(const rigid_body* b)
{
    if (b->shape == RIGID_SPHERE) return belay_collider_def_sphere(0.5 * b->size.x);
    if (b->shape == RIGID_BOX) return belay_collider_def_box(b->size);
    return belay_collider_def_hull(b->corners, 8);
}

static bool add_body(belay_side* s, int index, const rigid_body* b, belay_material material)
{
    belay_body_def def = belay_body_def_default();
    belay_collider_def collider = collider_of(b);
    belay_collider_id id;
    def.pose = b->pose;
    def.linear_velocity = b->linear_velocity;
    def.angular_velocity = b->angular_velocity;
    def.mass = b->mass;
    def.inertia = (belay_mat33){{b->inertia.x, 0.0, 0.0, 0.0, b->inertia.y, 0.0, 0.0, 0.0, b->inertia.z}};
    def.is_rotation_locked = b->is_rotation_locked;
    collider.material = material;
    return belay_side_check(s, belay_body_create(s->world, &def, &s->bodies[index])) &&
           belay_side_check(s, belay_collider_create(s->world, s->bodies[index], &collider, &id));
}

static bool fill(belay_side* s, const rigid_scene* scene)
{
    belay_material material = {scene->mu, scene->restitution};
    if (!add_planes(s, scene, material)) return false;
    for (int i = 0; i < scene->body_count; i++)
        if (!add_body(s, i, &scene->bodies[i], material)) return false;
    return true;
}

static void destroy(void* world)
{
    belay_side* s = world;
    belay_world_destroy(s->world);
    free(s->bodies);
    free(s);
}

static void* create(const rigid_scene* scene, const rigid_settings* settings)
{
    belay_world_def def = belay_world_def_default();
    def.step_seconds = scene->h;
    def.enable_sleep = false;
    def.worker_count = settings->workers;
    def.solver.budget_seconds = settings->budget_seconds;
    if (settings->tolerance > 0.0) def.solver.tolerance = settings->tolerance;
    belay_side* s = calloc(1, sizeof *s);
    if (s == NULL) return NULL;
    s->bodies = calloc((size_t)scene->body_count + 1, sizeof *s->bodies);
    if (belay_side_open(s, &def) && s->bodies != NULL && fill(s, scene)) return s;
    destroy(s);
    return NULL;
}

static void get_state(void* world, int body, rigid_state* state)
{
    belay_body_state now = belay_side_state(world, body);
    *state = (rigid_state){now.pose, now.linear_velocity, now.angular_velocity};
}

static void push(void* world, int body, belay_vec3 force)
{
    belay_side* s = world;
    belay_side_check(s, belay_body_apply_force(s->world, s->bodies[body], force));
}

static int count_contacts(void* world)
{
    belay_side* s = world;
    return belay_world_get_stats(s->world)->contacts;
}

static void get_account(void* world, rigid_account* account)
{
    belay_side* s = world;
    const belay_step_stats* stats = belay_world_get_stats(s->world);
    account->residual = stats->residual.natural;
    account->overlap = stats->max_overlap;
    account->sweeps = stats->iterations;
    account->newton_iterations = stats->newton_iterations;
    account->contacts = stats->contacts;
    account->has_converged = stats->has_converged;
    account->is_budget_exhausted = stats->is_budget_exhausted;
    account->is_work_exhausted = stats->is_work_exhausted;
}

static double get_theta(void* world)
{
    belay_side* s = world;
    return belay_world_get_def(s->world)->theta;
}

const rigid_calls* rigid_belay(void)
{
    static const rigid_calls calls = {
        .name = "Belay",
        .create = create,
        .destroy = destroy,
        .step = belay_side_step,
        .get_state = get_state,
        .set_velocity = belay_side_set_velocity,
        .push = push,
        .count_contacts = count_contacts,
        .get_account = get_account,
        .get_theta = get_theta,
    };
    return &calls;
}
