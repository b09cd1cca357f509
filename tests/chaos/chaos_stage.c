// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Building the world of a scene, and what is done to it from step to step.

#include "chaos_scene.h"

#include "chaos_random.h"

#include <stdio.h>
#include <string.h>

#define PI 3.14159265358979323846

enum { GRID = 8, HULL_POINTS = 12, TUBE_POINTS = 5, RING_POINTS = 8 };

// What shapes point to until their colliders are made.
typedef struct arrays {
    belay_vec3 points[(GRID + 1) * (GRID + 1)];
    double heights[(GRID + 1) * (GRID + 1)];
    int32_t indices[6 * GRID * GRID];
} arrays;

static bool accept(chaos_stage* stage, belay_result result, const char* what)
{
    if (result == BELAY_OK) return true;
    snprintf(stage->refused, sizeof stage->refused, "%s: %s", what, belay_world_last_error(stage->world));
    return false;
}

// ---------------------------------------------------------------------------------------------------------------------
// Shapes
// ---------------------------------------------------------------------------------------------------------------------

// Corners on the ellipsoid in the box.
static belay_collider_def hull_def(const chaos_shape* shape, arrays* a)
{
    uint64_t lot = shape->seed;
    for (int i = 0; i < HULL_POINTS; i++) {
        belay_vec3 d = random_direction(&lot);
        a->points[i] = v3(0.5 * shape->size.x * d.x, 0.5 * shape->size.y * d.y, 0.5 * shape->size.z * d.z);
    }
    return belay_collider_def_hull(a->points, HULL_POINTS);
}

// From -size.z to 0 over the box from the origin to (size.x, size.y).
static void fill_heights(const chaos_shape* shape, arrays* a)
{
    uint64_t lot = shape->seed;
    for (int i = 0; i < (GRID + 1) * (GRID + 1); i++) {
        double x = shape->size.x * (i % (GRID + 1)) / GRID, y = shape->size.y * (i / (GRID + 1)) / GRID;
        a->heights[i] = -shape->size.z * random_unit(&lot);
        a->points[i] = v3(x, y, a->heights[i]);
    }
}

static belay_collider_def mesh_def(const chaos_shape* shape, arrays* a)
{
    int n = 0;
    fill_heights(shape, a);
    for (int j = 0; j < GRID; j++) {
        for (int i = 0; i < GRID; i++) {
            int32_t at = i + (GRID + 1) * j;
            const int32_t corners[] = {at, at + 1, at + GRID + 2, at, at + GRID + 2, at + GRID + 1};
            memcpy(&a->indices[n], corners, sizeof corners);
            n += 6;
        }
    }
    return belay_collider_def_mesh(a->points, (GRID + 1) * (GRID + 1), a->indices, n / 3);
}

static belay_collider_def field_def(const chaos_shape* shape, arrays* a)
{
    fill_heights(shape, a);
    return belay_collider_def_height_field(a->heights, GRID + 1, GRID + 1, shape->size.x / GRID, shape->size.y / GRID);
}

// An open rail along x that swings by size.y; or, with size.x < 0, a ring about the origin of the diameter -size.x.
// size.z is the tube's diameter.
static belay_collider_def tube_def(const chaos_shape* shape, arrays* a)
{
    bool is_ring = shape->size.x < 0.0;
    int count = is_ring ? RING_POINTS : TUBE_POINTS;
    for (int i = 0; i < count; i++) {
        double angle = 2.0 * PI * i / RING_POINTS;
        a->points[i] = v3(shape->size.x * i / (TUBE_POINTS - 1), 0.0, shape->size.y * (i % 2));
        if (is_ring) a->points[i] = v3(-0.5 * shape->size.x * cos(angle), -0.5 * shape->size.x * sin(angle), 0.0);
    }
    return belay_collider_def_tube(a->points, count, is_ring, 0.5 * shape->size.z);
}

static belay_collider_def collider_def(const chaos_shape* shape, arrays* a)
{
    belay_vec3 size = shape->size;
    switch (shape->type) {
    case BELAY_SHAPE_SPHERE:
        return belay_collider_def_sphere(0.5 * size.x);
    case BELAY_SHAPE_PLANE:
        return belay_collider_def_plane(v3(0.0, 0.0, 1.0), 0.0);
    case BELAY_SHAPE_TUBE:
        return tube_def(shape, a);
    case BELAY_SHAPE_CAPSULE:
        return belay_collider_def_capsule(size.z - size.x, 0.5 * size.x);
    case BELAY_SHAPE_CYLINDER:
        return belay_collider_def_cylinder(size.z, 0.5 * size.x);
    case BELAY_SHAPE_CONE:
        return belay_collider_def_cone(size.z, 0.5 * size.x);
    case BELAY_SHAPE_HULL:
        return hull_def(shape, a);
    case BELAY_SHAPE_MESH:
        return mesh_def(shape, a);
    case BELAY_SHAPE_HEIGHT_FIELD:
        return field_def(shape, a);
    default:
        return belay_collider_def_box(size);
    }
}

static bool add_collider(chaos_stage* stage, belay_body_id body, const chaos_shape* shape, belay_material material,
                         double density, const chaos_ground* ground)
{
    arrays a;
    belay_collider_id id;
    belay_collider_def def = collider_def(shape, &a);
    def.pose = shape->pose;
    def.material = material;
    def.density = density;
    if (ground != NULL) {
        def.surface_velocity = ground->surface_velocity;
        def.is_sensor = ground->is_sensor;
    }
    return accept(stage, belay_collider_create(stage->world, body, &def, &id), "collider");
}

// ---------------------------------------------------------------------------------------------------------------------
// Bodies, joints, rods
// ---------------------------------------------------------------------------------------------------------------------

static bool build_ground(chaos_stage* stage, const chaos_ground* ground)
{
    belay_body_id body;
    belay_body_def def = belay_body_def_default();
    def.type = BELAY_BODY_STATIC;
    def.pose = ground->pose;
    return accept(stage, belay_body_create(stage->world, &def, &body), "ground") &&
           add_collider(stage, body, &ground->shape, ground->material, 0.0, ground);
}

static bool build_mover(chaos_stage* stage, int i)
{
    const chaos_mover* m = &stage->scene->movers[i];
    belay_body_def def = belay_body_def_default();
    def.type = BELAY_BODY_KINEMATIC;
    def.pose = m->pose;
    return accept(stage, belay_body_create(stage->world, &def, &stage->movers[i]), "mover") &&
           add_collider(stage, stage->movers[i], &m->shape, m->material, 0.0, NULL);
}

static bool build_body(chaos_stage* stage, int i)
{
    const chaos_body* b = &stage->scene->bodies[i];
    belay_body_id* id = &stage->bodies[i];
    belay_body_def def = belay_body_def_default();
    def.pose = b->pose;
    def.linear_velocity = b->linear;
    def.angular_velocity = b->angular;
    def.gravity_scale = b->gravity_scale;
    def.is_rotation_locked = b->is_rotation_locked;
    def.starts_asleep = b->starts_asleep;
    if (!accept(stage, belay_body_create(stage->world, &def, id), "body")) return false;
    for (int k = 0; k < b->shape_count; k++)
        if (!add_collider(stage, *id, &b->shapes[k], b->material, b->density, NULL)) return false;
    if (!accept(stage, belay_body_set_mass_from_colliders(stage->world, *id), "mass")) return false;
    // The velocities that were given hold for the centre of mass, which is known only now.
    return b->starts_asleep ||
           accept(stage, belay_body_set_velocity(stage->world, *id, b->linear, b->angular), "velocity");
}

static bool build_joint(chaos_stage* stage, int i)
{
    const chaos_joint* j = &stage->scene->joints[i];
    belay_body_id none = {0}, a = stage->bodies[j->a], b = j->b == CHAOS_WORLD ? none : stage->bodies[j->b];
    belay_joint_def def;
    belay_result made = belay_joint_def_at(stage->world, j->type, a, b, j->anchor, j->axis, &def);
    if (!accept(stage, made, "joint_def_at")) return false;
    memcpy(def.axis, j->axes, sizeof def.axis);
    def.cone_angle = j->cone_angle;
    def.collides = j->collides;
    def.break_force = j->break_force;
    def.frame_b.position = v3_add(def.frame_b.position, j->offset);
    if (j->type == BELAY_JOINT_DRAG) {
        def.target = v3_add(j->anchor, v3_scale(v3_length(j->anchor), j->axis));
        def.drag_frequency = j->frequency;
        def.drag_max_force = j->max_force;
    }
    return accept(stage, belay_joint_create(stage->world, &def, &stage->joints[i]), belay_joint_type_name(j->type));
}

static bool attach(chaos_stage* stage, belay_rod_id rod, const chaos_rod* r, double s, int partner)
{
    belay_rod_attachment_def def;
    belay_body_id none = {0}, body = partner == CHAOS_WORLD ? none : stage->bodies[partner];
    belay_result made = belay_rod_attachment_def_at(stage->world, rod, r->type, s, body, &def);
    if (!accept(stage, made, "attachment_def_at")) return false;
    if (r->type == BELAY_ROD_GRIP) def.max_force = r->max_force;
    return accept(stage, belay_rod_attach(stage->world, rod, &def, NULL), "attachment");
}

static bool build_rod(chaos_stage* stage, int i)
{
    const chaos_rod* r = &stage->scene->rods[i];
    belay_rod_def def = belay_rod_def_default();
    def.model = r->model;
    def.element_count = r->element_count;
    def.start = r->start;
    def.direction = r->direction;
    def.length = r->length;
    def.radius = r->radius;
    def.density = r->density;
    def.young_modulus = r->young_modulus;
    def.damping_time = r->damping_time;
    def.theta = r->theta;
    def.material = r->material;
    if (!accept(stage, belay_rod_create(stage->world, &def, &stage->rods[i]), "rod")) return false;
    if (!attach(stage, stage->rods[i], r, 0.0, r->a)) return false;
    return r->b == CHAOS_NOTHING || attach(stage, stage->rods[i], r, r->length, r->b);
}

bool chaos_stage_open(chaos_stage* stage, const chaos_scene* scene)
{
    belay_error error = {0};
    memset(stage, 0, sizeof *stage);
    stage->scene = scene;
    if (belay_world_create(&scene->world, &stage->world, &error) != BELAY_OK) {
        snprintf(stage->refused, sizeof stage->refused, "world: %.200s", error.message);
        return false;
    }
    for (int i = 0; i < scene->ground_count; i++)
        if (!build_ground(stage, &scene->grounds[i])) return false;
    for (int i = 0; i < scene->mover_count; i++)
        if (!build_mover(stage, i)) return false;
    for (int i = 0; i < scene->body_count; i++)
        if (!build_body(stage, i)) return false;
    for (int i = 0; i < scene->joint_count; i++)
        if (!build_joint(stage, i)) return false;
    for (int i = 0; i < scene->rod_count; i++)
        if (!build_rod(stage, i)) return false;
    return true;
}

void chaos_stage_close(chaos_stage* stage)
{
    belay_world_destroy(stage->world);
    stage->world = NULL;
}

// ---------------------------------------------------------------------------------------------------------------------
// Before a step
// ---------------------------------------------------------------------------------------------------------------------

static bool is_null(belay_body_id body)
{
    return body.value == 0;
}

static bool drive_mover(chaos_stage* stage, int i)
{
    const chaos_mover* m = &stage->scene->movers[i];
    double h = belay_world_get_def(stage->world)->step_seconds, time = belay_world_get_time(stage->world);
    if (m->is_carried) {
        double next = time + h, spin = v3_length(m->spin);
        belay_quat turned = belay_quat_from_axis_angle(m->spin, spin * next);
        belay_vec3 way = v3_scale(sin(m->frequency * next), m->swing);
        belay_pose to = {v3_add(m->pose.position, way), belay_quat_multiply(turned, m->pose.rotation)};
        return accept(stage, belay_body_move_kinematic(stage->world, stage->movers[i], to), "move_kinematic");
    }
    belay_vec3 v = v3_scale(m->frequency * cos(m->frequency * time), m->swing);
    return accept(stage, belay_body_set_velocity(stage->world, stage->movers[i], v, m->spin), "mover's velocity");
}

static bool kick(chaos_stage* stage, const chaos_deed* d, double mass)
{
    belay_vec3 at, impulse = v3_scale(mass * sqrt(9.81 * stage->scene->size), d->vector);
    belay_body_id body = stage->bodies[d->index];
    belay_body_get_center_of_mass(stage->world, body, &at);
    at = v3_add(at, v3_scale(0.3 * stage->scene->bodies[d->index].radius, v3(d->vector.z, d->vector.x, d->vector.y)));
    return accept(stage, belay_body_apply_impulse_at(stage->world, body, impulse, at), "impulse");
}

static bool teleport(chaos_stage* stage, const chaos_deed* d)
{
    belay_body_state s;
    belay_body_id body = stage->bodies[d->index];
    if (!accept(stage, belay_body_get_state(stage->world, body, &s), "state")) return false;
    s.pose.position = v3_add(s.pose.position, v3_scale(2.0 * stage->scene->size, d->vector));
    return accept(stage, belay_body_set_pose(stage->world, body, s.pose), "pose");
}

static bool destroy_joint(chaos_stage* stage, const chaos_deed* d)
{
    if (d->index >= stage->scene->joint_count) return true;
    belay_joint_id joint = stage->joints[d->index];
    if (!belay_entity_is_alive(stage->world, belay_joint_entity(joint))) return true; // broken, or with its body
    return accept(stage, belay_joint_destroy(stage->world, joint), "joint_destroy");
}

static bool change_material(chaos_stage* stage, const chaos_deed* d)
{
    belay_collider_id collider;
    int count;
    belay_material material = {2.0 * d->number, d->number};
    belay_body_id body = stage->bodies[d->index];
    return accept(stage, belay_body_get_colliders(stage->world, body, &collider, 1, &count), "colliders") &&
           accept(stage, belay_collider_set_material(stage->world, collider, material), "material");
}

static bool do_deed(chaos_stage* stage, const chaos_deed* d, int step)
{
    belay_mass mass;
    belay_body_id* body = &stage->bodies[d->index];
    if (is_null(*body)) return true;
    if (!accept(stage, belay_body_get_mass(stage->world, *body, &mass), "mass")) return false;
    if (d->type == CHAOS_DEED_PUSH && step >= d->step && step < d->step + d->steps) {
        belay_vec3 force = v3_scale(mass.mass * 30.0 * d->number, d->vector);
        stage->forces[d->index] = v3_add(stage->forces[d->index], force);
        return accept(stage, belay_body_apply_force(stage->world, *body, force), "force");
    }
    if (step != d->step) return true;
    switch (d->type) {
    case CHAOS_DEED_KICK:
        return kick(stage, d, mass.mass);
    case CHAOS_DEED_TELEPORT:
        return teleport(stage, d);
    case CHAOS_DEED_DESTROY_BODY: {
        belay_body_id gone = *body;
        body->value = 0;
        return accept(stage, belay_body_destroy(stage->world, gone), "body_destroy");
    }
    case CHAOS_DEED_DESTROY_JOINT:
        return destroy_joint(stage, d);
    case CHAOS_DEED_WAKE:
        return accept(stage, belay_body_set_awake(stage->world, *body, true), "wake");
    case CHAOS_DEED_SLEEP:
        return accept(stage, belay_body_set_awake(stage->world, *body, false), "sleep");
    case CHAOS_DEED_STEP: {
        double h = stage->scene->world.step_seconds * (0.5 + d->number);
        return accept(stage, belay_world_set_step_seconds(stage->world, h), "step_seconds");
    }
    case CHAOS_DEED_MATERIAL:
        return change_material(stage, d);
    default:
        return true;
    }
}

bool chaos_stage_before_step(chaos_stage* stage, int step)
{
    const chaos_scene* s = stage->scene;
    memset(stage->forces, 0, sizeof stage->forces);
    for (int i = 0; i < s->mover_count; i++)
        if (!drive_mover(stage, i)) return false;
    for (int i = 0; i < s->deed_count; i++)
        if (!do_deed(stage, &s->deeds[i], step)) return false;
    return true;
}
