// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The benchmark's scenes against the experiments of the same names: every body in its place, with its mass and inertia.

#include "rigid/bench_rigid.h"
#include "scenes/experiment.h"

#include <belay/vec.h>

#define CLOSE 1e-12 // of lengths about 1 m, masses and inertias about 1

static double difference(belay_vec3 a, belay_vec3 b)
{
    return v3_length(v3_sub(a, b));
}

static bool is_same_body(const experiment* e, belay_body_id id, const rigid_body* b)
{
    belay_body_state state;
    belay_mass mass;
    if (belay_body_get_state(e->world, id, &state) != BELAY_OK) return false;
    if (belay_body_get_mass(e->world, id, &mass) != BELAY_OK) return false;
    belay_quat p = state.pose.rotation, q = b->pose.rotation;
    double turn = 1.0 - fabs(p.w * q.w + p.x * q.x + p.y * q.y + p.z * q.z);
    belay_vec3 inertia = v3(mass.inertia.m[0], mass.inertia.m[4], mass.inertia.m[8]);
    // Belay does not keep that of a body that cannot turn.
    if (b->is_rotation_locked) inertia = b->inertia;
    return difference(state.pose.position, b->pose.position) < CLOSE && turn < CLOSE &&
           difference(state.linear_velocity, b->linear_velocity) < CLOSE &&
           difference(state.angular_velocity, b->angular_velocity) < CLOSE &&
           fabs(mass.mass - b->mass) < CLOSE * (1.0 + b->mass) && difference(inertia, b->inertia) < CLOSE;
}

// The experiment's bodies in the order in which they were made; what does not move stands in both as planes.
static bool is_same(const experiment* e, const rigid_scene* s)
{
    int count = 0;
    for (int i = 0; i < e->part_count; i++) {
        belay_body_type type;
        if (e->parts[i].collider.value == 0) continue;
        if (belay_body_get_type(e->world, e->parts[i].body, &type) != BELAY_OK) return false;
        if (type != BELAY_BODY_DYNAMIC) continue;
        if (count == s->body_count || !is_same_body(e, e->parts[i].body, &s->bodies[count])) return false;
        count++;
    }
    return count == s->body_count && fabs(e->values[EXPERIMENT_MU] - s->mu) < CLOSE;
}

static bool check(const char* name, experiment_parameter parameter, double value, rigid_scene scene)
{
    experiment_options options = experiment_options_default();
    experiment* e = NULL;
    belay_error error;
    if (!isnan(value)) options.values[parameter] = value;
    bool is_good = experiment_create(experiment_kind_find(name), &options, &e, &error) == BELAY_OK;
    if (!is_good) fprintf(stderr, "bench: %s\n", error.message);
    if (is_good && !is_same(e, &scene)) {
        fprintf(stderr, "bench: the scene '%s' is not that of the experiment\n", name);
        is_good = false;
    }
    experiment_destroy(e);
    rigid_scene_fini(&scene);
    return is_good;
}

bool rigid_scene_check(void)
{
    const double h = 1.0 / 60.0;
    bool is_good = check("settling", EXPERIMENT_N, 320.0, rigid_scene_settling(h, 320));
    is_good = check("wall", EXPERIMENT_N, NAN, rigid_scene_wall(h)) && is_good;
    is_good = check("arch", EXPERIMENT_T_OVER_R, 0.11, rigid_scene_arch(h, 0.11)) && is_good;
    is_good = check("pyramid", EXPERIMENT_N, NAN, rigid_scene_pyramid(h)) && is_good;
    is_good = check("cards", EXPERIMENT_N, NAN, rigid_scene_cards(h)) && is_good;
    is_good = check("bounce", EXPERIMENT_N, 8.0, rigid_scene_bounce(h, 8)) && is_good;
    is_good = check("column", EXPERIMENT_N, NAN, rigid_scene_column(h, 0.0, 0.0)) && is_good;
    return check("collapse", EXPERIMENT_N, NAN, rigid_scene_column(h, 0.0, 0.025)) && is_good;
}
