// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Belay under the driver of the scenes in motion: its defaults, or those for games, with the scene's step.

#include "motion/motion.h"
#include "support/purse.h"

#include <belay/vec.h>

#include <stdlib.h>

typedef struct belay_side {
    belay_world* world;
    const motion_scene* scene;
    belay_body_id* bodies;
    purse memory;
} belay_side;

static bool check(const belay_side* s, belay_result result)
{
    if (result != BELAY_OK) fprintf(stderr, "bench: Belay: %s\n", belay_world_last_error(s->world));
    return result == BELAY_OK;
}

static bool is_able(const motion_scene* scene)
{
    (void)scene;
    return true;
}

static void destroy(void* world)
{
    belay_side* s = world;
    belay_world_destroy(s->world);
    free(s->bodies);
    free(s);
}

static void* create(const motion_scene* scene, const motion_settings* settings)
{
    belay_world_def def = settings->is_game ? belay_world_def_game() : belay_world_def_default();
    belay_side* s = calloc(1, sizeof *s);
    belay_error error;
    if (s == NULL) return NULL;
    s->scene = scene;
    s->bodies = calloc((size_t)scene->body_count + 1, sizeof *s->bodies);
    def.step_seconds = MOTION_H;
    def.gravity = v3(0.0, 0.0, -scene->gravity);
    def.enable_sleep = def.enable_sleep && !scene->is_sleepless;
    def.worker_count = settings->workers;
    def.solver.budget_seconds = settings->budget_seconds;
    def.allocator = purse_allocator(&s->memory);
    if (belay_world_create(&def, &s->world, &error) != BELAY_OK) fprintf(stderr, "bench: Belay: %s\n", error.message);
    if (s->bodies != NULL && s->world != NULL) return s;
    destroy(s);
    return NULL;
}

static bool make_parts(belay_side* s, int index)
{
    const motion_body* b = &s->scene->bodies[index];
    for (int i = 0; i < b->part_count; i++) {
        const motion_part* part = &s->scene->parts[b->first_part + i];
        belay_collider_def def = belay_collider_def_default(s->scene->shapes[part->shape]);
        belay_collider_id id;
        def.pose = part->pose;
        def.material = (belay_material){s->scene->mu, 0.0};
        def.filter.group = b->group;
        if (!check(s, belay_collider_create(s->world, s->bodies[index], &def, &id))) return false;
    }
    return true;
}

static bool make_body(void* world, int index)
{
    belay_side* s = world;
    const motion_body* b = &s->scene->bodies[index];
    belay_body_def def = belay_body_def_default();
    def.type = b->type;
    def.pose = b->pose;
    def.linear_velocity = b->linear_velocity;
    def.angular_velocity = b->angular_velocity;
    if (b->type == BELAY_BODY_DYNAMIC) {
        def.mass = b->mass.mass;
        def.inertia = b->mass.inertia;
        def.starts_asleep = b->starts_asleep;
    }
    def.is_kept_awake = b->is_kept_awake;
    return check(s, belay_body_create(s->world, &def, &s->bodies[index])) && make_parts(s, index);
}

static bool make_joint(void* world, int index)
{
    belay_side* s = world;
    const motion_joint* j = &s->scene->joints[index];
    belay_body_id b = {0};
    belay_joint_def def;
    belay_joint_id id;
    if (j->b >= 0) b = s->bodies[j->b];
    if (!check(s, belay_joint_def_at(s->world, j->type, s->bodies[j->a], b, j->anchor, j->axis, &def))) return false;
    if (j->is_limited) def.axis[0].limit = (belay_joint_limit){.is_enabled = true, .min = j->low, .max = j->high};
    def.cone_angle = j->cone;
    return check(s, belay_joint_create(s->world, &def, &id));
}

static bool remove_body(void* world, int index)
{
    belay_side* s = world;
    return check(s, belay_body_destroy(s->world, s->bodies[index]));
}

static bool step(void* world)
{
    belay_side* s = world;
    return check(s, belay_world_step(s->world));
}

static void get_state(void* world, int body, motion_state* state)
{
    belay_side* s = world;
    belay_body_state now = {.pose = belay_pose_identity()};
    check(s, belay_body_get_state(s->world, s->bodies[body], &now));
    *state = (motion_state){now.pose, now.linear_velocity, now.angular_velocity};
}

static void set_velocity(void* world, int body, belay_vec3 linear, belay_vec3 angular)
{
    belay_side* s = world;
    check(s, belay_body_set_velocity(s->world, s->bodies[body], linear, angular));
}

static bool cast_ray(void* world, belay_vec3 from, belay_vec3 way)
{
    belay_side* s = world;
    belay_ray_hit hit;
    bool is_hit = false;
    check(s, belay_world_cast_ray(s->world, from, way, NULL, &hit, &is_hit));
    return is_hit;
}

static void get_account(void* world, motion_account* account)
{
    belay_side* s = world;
    const belay_step_stats* stats = belay_world_get_stats(s->world);
    const belay_energy_account* e = &stats->energy;
    account->overlap = stats->max_overlap;
    account->contacts = stats->contacts;
    account->residual = stats->residual.natural;
    account->has_converged = stats->has_converged;
    account->is_budget_exhausted = stats->is_budget_exhausted;
    account->is_work_exhausted = stats->is_work_exhausted;
    account->made = e->normal + e->friction + e->joints + e->rods + e->limits + e->left_over;
    account->recovery = e->overlap;
    int32_t faults = 0;
    belay_world_get_fault_events(s->world, &faults);
    account->faults = faults;
    for (int i = 0; i < BELAY_STEP_PART_COUNT; i++)
        account->part_seconds[i] = stats->part_seconds[i];
}

static double get_bytes(void* world)
{
    return (double)((belay_side*)world)->memory.most;
}

const motion_calls* motion_belay(void)
{
    static const motion_calls calls = {
        .name = "Belay",
        .is_belay = true,
        .is_able = is_able,
        .create = create,
        .destroy = destroy,
        .make_body = make_body,
        .make_joint = make_joint,
        .remove_body = remove_body,
        .step = step,
        .get_state = get_state,
        .set_velocity = set_velocity,
        .cast_ray = cast_ray,
        .get_account = get_account,
        .get_bytes = get_bytes,
    };
    return &calls;
}
