// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "fuzz/fuzz_world.h"

#include "belay/quat.h"
#include "snapshot/snapshot_check.h"
#include "store/rods.h"

#include <math.h>

belay_world_def fuzz_world_def(void)
{
    belay_world_def def = belay_world_def_default();
    def.step_seconds = 0.01;
    def.solver.max_iterations = 20;
    def.solver.max_work = 2000;
    def.sleep_seconds = 0.05;
    return def;
}

belay_result fuzz_world_register(belay_world* world, belay_component_id* component)
{
    belay_component_def def = {"fuzz", 24};
    return belay_component_register(world, &def, component);
}

bool fuzz_world_is_whole(fuzz* f, const belay_world* world, const char* after)
{
    belay_error error;
    if (bl_snapshot_check_sizes(world, &error) == BELAY_OK && bl_snapshot_check(world, &error) == BELAY_OK) return true;
    fuzz_fail(f, "after %s: %.200s", after, error.message);
    return false;
}

#define FARTHEST 5.0 // m, in a step

static bool is_slow(belay_vec3 v, double h)
{
    return v3_length(v) * h <= FARTHEST;
}

static bool body_is_in_measure(const belay_world* world, uint32_t i)
{
    const bl_body* b = &bl_bodies(world)[i];
    const belay_body_state* s = &bl_body_states(world)[i];
    double h = world->def.step_seconds, moment = fmax(b->mass.inverse_moments.x, b->mass.inverse_moments.y);
    belay_vec3 gained =
        v3_scale(h, v3_add_scaled(v3_scale(b->mass.inverse_mass, b->force), b->gravity_scale, world->def.gravity));
    return is_slow(s->linear_velocity, h) && is_slow(s->angular_velocity, h) && is_slow(gained, h) &&
           v3_length(b->torque) * fmax(moment, b->mass.inverse_moments.z) * h * h <= FARTHEST &&
           v3_length(s->pose.position) < 1e4 && v3_length(b->mass.center_of_mass) < 1e4;
}

static bool rod_is_in_measure(const belay_world* world, uint32_t i)
{
    const bl_rod_record* r = &bl_rods(world)[i];
    belay_vec3 positions[64], velocities[64];
    double h = world->def.step_seconds;
    int count = 0;
    const double* applied = bl_rod_applied(world, r);
    for (uint32_t k = 0; k < 3 * bl_rod_node_count(r); k++)
        if (!(fabs(applied[k]) * h * h <= FARTHEST * r->body.section.line_mass * r->body.length)) return false;
    belay_rod_get_nodes(world, (belay_rod_id){r->id}, positions, velocities, 64, &count);
    for (int k = 0; k < count && k < 64; k++)
        if (!is_slow(velocities[k], h) || v3_length(positions[k]) > 1e4) return false;
    return r->body.length < 100.0 && r->body.section.radius < 1.0 &&
           is_slow(v3_scale(r->gravity_scale * h, world->def.gravity), h);
}

bool fuzz_world_is_in_measure(const belay_world* world)
{
    for (uint32_t i = 0; i < bl_body_count(world); i++)
        if (!body_is_in_measure(world, i)) return false;
    for (uint32_t i = 0; i < bl_rod_count(world); i++)
        if (!rod_is_in_measure(world, i)) return false;
    for (uint32_t i = 0; i < bl_collider_count(world); i++) {
        const bl_collider* c = &bl_colliders(world)[i];
        if (!is_slow(c->surface_velocity, world->def.step_seconds) ||
            (c->bounding_radius > 1e3 && c->bounding_radius < HUGE_VAL))
            return false;
    }
    return world->def.step_seconds <= 0.1 && world->def.step_seconds >= 1e-6 && world->def.contact_margin < 1.0;
}

static belay_body_id add_body(belay_world* world, belay_body_type type, belay_vec3 position,
                              const belay_collider_def* shape)
{
    belay_body_def def = belay_body_def_default();
    belay_body_id id = {0};
    def.type = type;
    def.pose.position = position;
    belay_body_create(world, &def, &id);
    if (shape != NULL) belay_collider_create(world, id, shape, NULL);
    return id;
}

static void add_still(belay_world* world)
{
    static const belay_vec3 rail[] = {{-1.0, 0.3, 0.2}, {0.0, 0.3, 0.1}, {1.0, 0.3, 0.2}, {0.0, 1.0, 0.3}};
    static const belay_vec3 corners[] = {
        {-3.0, -3.0, 0.0}, {3.0, -3.0, 0.0}, {3.0, 3.0, 0.3}, {-3.0, 3.0, 0.0}, {0.0, 0.0, 0.2}};
    static const int32_t triangles[] = {0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4};
    static const double heights[] = {0.0, 0.1, 0.0, 0.1, 0.3, 0.1, 0.0, 0.1, 0.0, 0.2, 0.1, 0.0};
    belay_collider_def defs[] = {
        belay_collider_def_plane(v3(0.0, 0.0, 1.0), -0.2), belay_collider_def_tube(rail, 4, true, 0.01),
        belay_collider_def_tube(rail, 3, false, 0.02), belay_collider_def_mesh(corners, 5, triangles, 4),
        belay_collider_def_height_field(heights, 3, 4, 1.0, 0.7)};
    for (size_t i = 0; i < sizeof defs / sizeof *defs; i++)
        add_body(world, i == 3 ? BELAY_BODY_KINEMATIC : BELAY_BODY_STATIC, v3(0.0, i == 4 ? 5.0 : 0.0, 0.0), &defs[i]);
}

static void add_solids(fuzz* f, belay_world* world, belay_body_id bodies[8])
{
    static const belay_vec3 points[] = {
        {0.2, 0.0, 0.0}, {-0.2, 0.1, 0.0}, {0.0, -0.2, 0.05}, {0.0, 0.1, 0.3}, {0.1, 0.1, -0.1}};
    const belay_collider_def defs[] = {belay_collider_def_sphere(0.1),        belay_collider_def_box(v3(0.2, 0.3, 0.1)),
                                       belay_collider_def_capsule(0.2, 0.05), belay_collider_def_cylinder(0.2, 0.1),
                                       belay_collider_def_cone(0.3, 0.1),     belay_collider_def_hull(points, 5)};
    for (int i = 0; i < 8; i++) {
        belay_collider_def shape = defs[i % 6];
        shape.is_sensor = i == 7;
        shape.has_persist_events = i == 2;
        belay_vec3 at = v3(0.5 * (i % 4) - 0.7, 0.4 * (i / 4), 0.35);
        bodies[i] = add_body(world, i == 7 ? BELAY_BODY_STATIC : BELAY_BODY_DYNAMIC, at, &shape);
        if (i < 7) belay_body_set_mass_from_colliders(world, bodies[i]);
        belay_vec3 v = v3(fuzz_between(f, -1.0, 1.0), fuzz_between(f, -1.0, 1.0), 0.0);
        if (i < 5) belay_body_set_velocity(world, bodies[i], v, v);
    }
    belay_body_set_awake(world, bodies[6], false);
    belay_collider_id a, b;
    int count;
    belay_body_get_colliders(world, bodies[0], &a, 1, &count);
    belay_body_get_colliders(world, bodies[1], &b, 1, &count);
    belay_pair_set_material(world, a, b, (belay_material){0.7, 0.1});
}

static void add_joints(belay_world* world, const belay_body_id bodies[8])
{
    for (int type = 0; type < BELAY_JOINT_TYPE_COUNT; type++) {
        belay_joint_def def;
        belay_body_id a = bodies[type % 6],
                      b = {type % 2 == 0 && type != BELAY_JOINT_DRAG ? bodies[(type + 1) % 6].value : 0};
        belay_vec3 anchor = v3(0.5 * (type % 4) - 0.6, 0.2, 0.4);
        if (belay_joint_def_at(world, (belay_joint_type)type, a, b, anchor, v3(0.0, 0.0, 1.0), &def) != BELAY_OK)
            continue;
        def.axis[0].limit = (belay_joint_limit){type == BELAY_JOINT_HINGE, -0.5, 0.5, 0.0, 0.0};
        def.axis[0].motor = (belay_joint_motor){type == BELAY_JOINT_SLIDER, 0.3, 5.0};
        def.axis[0].spring = (belay_joint_spring){type == BELAY_JOINT_CONE_TWIST, 0.1, 3.0, 0.1, HUGE_VAL};
        def.break_force = type == BELAY_JOINT_BALL ? 500.0 : HUGE_VAL;
        def.drag_max_force = 20.0;
        belay_joint_create(world, &def, NULL);
    }
}

static void add_rods(belay_world* world, const belay_body_id bodies[8])
{
    for (int model = 0; model < BELAY_ROD_MODEL_COUNT; model++) {
        belay_rod_def def = belay_rod_def_default();
        belay_rod_id rod;
        def.model = (belay_rod_model)model;
        def.element_count = 5;
        def.length = 0.6;
        def.start = v3(-0.3, 0.1 * model, 0.5 + 0.05 * model);
        if (belay_rod_create(world, &def, &rod) != BELAY_OK) continue;
        belay_rod_attachment_def hold;
        belay_rod_attachment_type type = model % 2 == 0 ? BELAY_ROD_CLAMP : BELAY_ROD_GRIP;
        belay_body_id body = {model < 2 ? bodies[model].value : 0};
        if (belay_rod_attachment_def_at(world, rod, type, model == 2 ? 0.3 : 0.0, body, &hold) != BELAY_OK) continue;
        hold.max_force = 10.0;
        belay_rod_attach(world, rod, &hold, NULL);
        if (model == 0) belay_rod_cut(world, rod, 0.36, NULL);
    }
}

belay_world* fuzz_world(fuzz* f, const belay_world_def* def)
{
    belay_world* world;
    belay_component_id component;
    belay_body_id bodies[8];
    belay_entity entities[4];
    if (belay_world_create(def, &world, NULL) != BELAY_OK) return NULL;
    fuzz_world_register(world, &component);
    for (int i = 0; i < 4; i++) {
        belay_entity_create(world, &entities[i]);
        belay_component_add(world, entities[i], component, NULL, NULL);
    }
    add_still(world);
    add_solids(f, world, bodies);
    add_joints(world, bodies);
    add_rods(world, bodies);
    belay_entity_destroy(world, entities[1]);
    belay_entity_destroy(world, entities[2]);
    return world;
}
