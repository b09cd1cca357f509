// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Belay under the driver of the scenes in motion: its defaults, or those for games, with the scene's step.

#include "motion/motion.h"
#include "rigid/belay_side.h"
#include "support/tracking_allocator.h"

#include <belay/vec.h>

#include <stdlib.h>

typedef struct motion_side {
    belay_side is; // first
    const motion_scene* scene;
    tracking_allocator memory;
} motion_side;

static bool is_able(const motion_scene* scene)
{
    (void)scene;
    return true;
}

static void destroy(void* world)
{
    motion_side* s = world;
    belay_world_destroy(s->is.world);
    free(s->is.bodies);
    free(s);
}

static void* create(const motion_scene* scene, const motion_settings* settings)
{
    belay_world_def def = settings->is_game ? belay_world_def_game() : belay_world_def_default();
    motion_side* s = calloc(1, sizeof *s);
    if (s == NULL) return NULL;
    s->scene = scene;
    s->is.bodies = calloc((size_t)scene->body_count + 1, sizeof *s->is.bodies);
    def.step_seconds = MOTION_H;
    def.gravity = v3(0.0, 0.0, -scene->gravity);
    def.enable_sleep = def.enable_sleep && !scene->is_sleepless;
    def.worker_count = settings->workers;
    def.solver.budget_seconds = settings->budget_seconds;
    def.allocator = tracking_allocator_hooks(&s->memory);
    if (belay_side_open(&s->is, &def) && s->is.bodies != NULL) return s;
    destroy(s);
    return NULL;
}

static bool make_parts(motion_side* s, int index)
{
    const motion_body* b = &s->scene->bodies[index];
    for (int i = 0; i < b->part_count; i++) {
        const motion_part* part = &s->scene->parts[b->first_part + i];
        belay_collider_def def = belay_collider_def_default(s->scene->shapes[part->shape]);
        belay_collider_id id;
        def.pose = part->pose;
        def.material = (belay_material){s->scene->mu, 0.0};
        def.filter.group = b->group;
        if (!belay_side_check(&s->is, belay_collider_create(s->is.world, s->is.bodies[index], &def, &id))) return false;
    }
    return true;
}

static bool make_body(void* world, int index)
{
    motion_side* s = world;
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
    return belay_side_check(&s->is, belay_body_create(s->is.world, &def, &s->is.bodies[index])) && make_parts(s, index);
}

static bool make_joint(void* world, int index)
{
    motion_side* s = world;
    const motion_joint* j = &s->scene->joints[index];
    belay_body_id b = {0};
    belay_joint_def def;
    belay_joint_id id;
    if (j->b >= 0) b = s->is.bodies[j->b];
    if (!belay_side_check(&s->is,
                          belay_joint_def_at(s->is.world, j->type, s->is.bodies[j->a], b, j->anchor, j->axis, &def)))
        return false;
    if (j->is_limited) def.axis[0].limit = (belay_joint_limit){.is_enabled = true, .min = j->low, .max = j->high};
    def.cone_angle = j->cone;
    return belay_side_check(&s->is, belay_joint_create(s->is.world, &def, &id));
}

static bool remove_body(void* world, int index)
{
    motion_side* s = world;
    return belay_side_check(&s->is, belay_body_destroy(s->is.world, s->is.bodies[index]));
}

static void get_state(void* world, int body, motion_state* state)
{
    belay_body_state now = belay_side_state(world, body);
    *state = (motion_state){now.pose, now.linear_velocity, now.angular_velocity};
}

static bool cast_ray(void* world, belay_vec3 from, belay_vec3 way)
{
    motion_side* s = world;
    belay_ray_hit hit;
    bool is_hit = false;
    belay_side_check(&s->is, belay_world_cast_ray(s->is.world, from, way, NULL, &hit, &is_hit));
    return is_hit;
}

static void get_account(void* world, motion_account* account)
{
    motion_side* s = world;
    const belay_step_stats* stats = belay_world_get_stats(s->is.world);
    const belay_energy_report* e = &stats->energy;
    account->overlap = stats->max_overlap;
    account->contacts = stats->contacts;
    account->residual = stats->residual.natural;
    account->has_converged = stats->has_converged;
    account->is_budget_exhausted = stats->is_budget_exhausted;
    account->is_work_exhausted = stats->is_work_exhausted;
    account->made = e->normal + e->friction + e->joints + e->rods + e->limits + e->left_over;
    account->recovery = e->overlap;
    int32_t faults = 0;
    belay_world_get_fault_events(s->is.world, &faults);
    account->faults = faults;
    for (int i = 0; i < BELAY_STEP_PART_COUNT; i++)
        account->part_seconds[i] = stats->part_seconds[i];
}

static double get_bytes(void* world)
{
    return (double)((motion_side*)world)->memory.most;
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
        .step = belay_side_step,
        .get_state = get_state,
        .set_velocity = belay_side_set_velocity,
        .cast_ray = cast_ray,
        .get_account = get_account,
        .get_bytes = get_bytes,
    };
    return &calls;
}
