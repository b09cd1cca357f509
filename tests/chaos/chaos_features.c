// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What a scene has, found in what was drawn.

#include "chaos_draw.h"

static void set_if(chaos_scene* s, bool has, chaos_feature feature)
{
    if (has) s->features |= (uint64_t)1 << feature;
}

static void find_of_materials(chaos_scene* s, belay_material m)
{
    set_if(s, m.restitution > 0.0, CHAOS_BOUNCE);
    set_if(s, m.restitution == 1.0, CHAOS_BOUNCE_ONE);
    set_if(s, m.friction == 0.0, CHAOS_SLIPPERY);
    set_if(s, m.friction > 1.0, CHAOS_ROUGH);
}

static void find_of_shape(chaos_scene* s, const chaos_shape* shape)
{
    double least = fmin(shape->size.x, shape->size.z), most = fmax(shape->size.x, shape->size.z);
    set_if(s, shape->type == BELAY_SHAPE_SPHERE, CHAOS_SPHERE);
    set_if(s, shape->type == BELAY_SHAPE_CAPSULE, CHAOS_CAPSULE);
    set_if(s, shape->type == BELAY_SHAPE_BOX, CHAOS_BOX);
    set_if(s, shape->type == BELAY_SHAPE_CYLINDER, CHAOS_CYLINDER);
    set_if(s, shape->type == BELAY_SHAPE_CONE, CHAOS_CONE);
    set_if(s, shape->type == BELAY_SHAPE_HULL, CHAOS_HULL);
    set_if(s, most > 6.0 * least, CHAOS_THIN);
    set_if(s, most < 0.01, CHAOS_SMALL);
    set_if(s, most > 1.0, CHAOS_LARGE);
}

static void find_of_bodies(chaos_scene* s)
{
    double heaviest = 0.0, lightest = HUGE_VAL;
    for (int i = 0; i < s->body_count; i++) {
        const chaos_body* b = &s->bodies[i];
        double mass = b->density * chaos_body_volume(b), spin = v3_length(b->angular);
        heaviest = fmax(heaviest, mass);
        lightest = fmin(lightest, mass);
        for (int k = 0; k < b->shape_count; k++)
            find_of_shape(s, &b->shapes[k]);
        find_of_materials(s, b->material);
        set_if(s, b->shape_count > 1, CHAOS_COMPOUND);
        set_if(s, spin > 10.0, CHAOS_SPIN);
        set_if(s, spin * s->world.step_seconds > 0.5, CHAOS_TURNS);
        for (int k = 0; k < i; k++)
            set_if(s, v3_length(v3_sub(s->bodies[k].pose.position, b->pose.position)) < s->bodies[k].radius + b->radius,
                   CHAOS_OVERLAP);
        set_if(s, b->pose.position.z < b->radius, CHAOS_OVERLAP);
    }
    set_if(s, heaviest > 100.0 * lightest, CHAOS_RATIO);
}

static void find_of_axis(chaos_scene* s, const belay_joint_axis* axis)
{
    set_if(s, axis->limit.is_enabled && axis->limit.stiffness == 0.0, CHAOS_LIMIT);
    set_if(s, axis->limit.is_enabled && axis->limit.stiffness > 0.0, CHAOS_SOFT_LIMIT);
    set_if(s, axis->motor.is_enabled, CHAOS_MOTOR);
    set_if(s, axis->spring.is_enabled, CHAOS_SPRING);
}

static void find_of_joints(chaos_scene* s)
{
    int ways[CHAOS_MAX_BODIES] = {0};
    for (int i = 0; i < s->joint_count; i++) {
        const chaos_joint* j = &s->joints[i];
        set_if(s, true, (chaos_feature)(CHAOS_BALL + (int)j->type));
        set_if(s, j->b >= 0, CHAOS_CHAIN);
        set_if(s, j->b >= 0 && j->b > j->a + 1, CHAOS_LOOP);
        set_if(s, j->b == CHAOS_WORLD && j->type != BELAY_JOINT_DRAG && ways[j->a]++ > 0, CHAOS_LOOP);
        set_if(s, v3_length(j->offset) > 0.0, CHAOS_OFFSET);
        set_if(s, j->break_force < HUGE_VAL, CHAOS_BREAKS);
        for (int k = 0; k < 6; k++)
            find_of_axis(s, &j->axes[k]);
    }
}

static void find_of_grounds(chaos_scene* s)
{
    set_if(s, s->ground_count == 0, CHAOS_ON_NOTHING);
    for (int i = 0; i < s->ground_count; i++) {
        const chaos_ground* g = &s->grounds[i];
        bool is_turned = g->pose.rotation.w != 1.0, is_plane = g->shape.type == BELAY_SHAPE_PLANE;
        find_of_materials(s, g->material);
        set_if(s, !is_turned && is_plane, CHAOS_ON_PLANE);
        set_if(s, !is_turned && g->shape.type == BELAY_SHAPE_BOX, CHAOS_ON_BOX);
        set_if(s, g->shape.type == BELAY_SHAPE_MESH, CHAOS_ON_MESH);
        set_if(s, g->shape.type == BELAY_SHAPE_HEIGHT_FIELD, CHAOS_ON_FIELD);
        set_if(s, g->shape.type == BELAY_SHAPE_TUBE, CHAOS_ON_TUBES);
        set_if(s, is_turned && is_plane, CHAOS_WALLS);
        set_if(s, is_turned && !is_plane, CHAOS_OBSTACLES);
        set_if(s, v3_length(g->surface_velocity) > 0.0, CHAOS_CONVEYOR);
        set_if(s, g->is_sensor, CHAOS_SENSOR);
    }
}

static void find_of_world(chaos_scene* s)
{
    const belay_world_def* d = &s->world;
    belay_world_def usual = belay_world_def_default();
    set_if(s, d->step_seconds > 0.01, CHAOS_SLOW_STEP);
    set_if(s, d->theta > 0.5, CHAOS_THETA);
    set_if(s, v3_length(d->gravity) == 0.0, CHAOS_WEIGHTLESS);
    set_if(s, d->solver.max_work < 20000, CHAOS_CAP);
    set_if(s, d->solver.max_iterations < usual.solver.max_iterations, CHAOS_FEW_SWEEPS);
    set_if(s, d->solver.budget_seconds > 0.0, CHAOS_BUDGET);
    set_if(s, !d->solver.enable_warm_start, CHAOS_COLD);
    set_if(s, d->enable_sleep, CHAOS_SLEEP);
}

void chaos_scene_find_features(chaos_scene* s)
{
    static const chaos_feature drives[] = {CHAOS_CONVEYOR, CHAOS_MOVER,  CHAOS_DRAG, CHAOS_SOFT_LIMIT,
                                           CHAOS_MOTOR,    CHAOS_SPRING, CHAOS_GRIP};
    s->features = 0;
    find_of_world(s);
    find_of_grounds(s);
    find_of_bodies(s);
    find_of_joints(s);
    set_if(s, s->mover_count > 0, CHAOS_MOVER);
    for (int i = 0; i < s->mover_count; i++)
        find_of_materials(s, s->movers[i].material);
    for (int i = 0; i < s->rod_count; i++) {
        set_if(s, true, CHAOS_ROD);
        set_if(s, true, (chaos_feature)(CHAOS_ROD_NODAL + (int)s->rods[i].model));
        set_if(s, s->rods[i].type != BELAY_ROD_PIN, CHAOS_GRIP);
    }
    for (int i = 0; i < s->deed_count; i++)
        set_if(s, true, s->deeds[i].type == CHAOS_DEED_PUSH ? CHAOS_PUSHED : CHAOS_DEEDS);
    bool is_driven = false;
    for (size_t i = 0; i < sizeof drives / sizeof drives[0]; i++)
        is_driven = is_driven || chaos_scene_has(s, drives[i]);
    set_if(s, !is_driven, CHAOS_CLOSED);
}
