// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "chaos_draw.h"

#define MASS_RATIO 1e4 // of the heaviest body to the lightest

chaos_shape chaos_draw_solid(chaos_taste* t, double size)
{
    static const belay_shape_type types[] = {BELAY_SHAPE_SPHERE,   BELAY_SHAPE_CAPSULE, BELAY_SHAPE_BOX,
                                             BELAY_SHAPE_CYLINDER, BELAY_SHAPE_CONE,    BELAY_SHAPE_HULL};
    uint64_t* lot = &t->lot;
    chaos_shape shape = {.type = types[random_below(lot, 6)], .pose = belay_pose_identity()};
    double x = random_between(lot, 0.4, 1.0), y = random_between(lot, 0.4, 1.0), z = random_between(lot, 0.4, 1.0);
    if (t->has_thin && random_chance(lot, 0.4)) z = random_chance(lot, 0.5) ? 0.1 : 10.0; // a coin or a stick
    double scale = size / fmax(fmax(x, y), z);
    shape.size = v3(chaos_draw_edge(scale * x), chaos_draw_edge(scale * y), chaos_draw_edge(scale * z));
    shape.seed = random_bits(lot);
    if (shape.type == BELAY_SHAPE_SPHERE)
        shape.size = v3(chaos_draw_edge(size), chaos_draw_edge(size), chaos_draw_edge(size));
    if (shape.type != BELAY_SHAPE_BOX && shape.type != BELAY_SHAPE_HULL) shape.size.y = shape.size.x;
    if (shape.type == BELAY_SHAPE_CAPSULE) shape.size.z = fmax(shape.size.z, shape.size.x);
    return shape;
}

double chaos_body_volume(const chaos_body* b)
{
    double sum = 0.0;
    for (int i = 0; i < b->shape_count; i++)
        sum += 0.5 * b->shapes[i].size.x * b->shapes[i].size.y * b->shapes[i].size.z;
    return sum;
}

static double radius_of(const chaos_body* b)
{
    double radius = 0.0;
    for (int i = 0; i < b->shape_count; i++)
        radius = fmax(radius, v3_length(b->shapes[i].pose.position) + 0.5 * v3_length(b->shapes[i].size));
    return radius;
}

static chaos_body draw_body(chaos_taste* t)
{
    uint64_t* lot = &t->lot;
    chaos_body b = {.gravity_scale = 1.0, .shape_count = 1};
    double size = chaos_draw_edge(t->size * exp(random_between(lot, -t->spread, t->spread)));
    b.shapes[0] = chaos_draw_solid(t, size);
    if (random_chance(lot, 0.12)) {
        b.shapes[1] = chaos_draw_solid(t, size);
        b.shapes[1].pose.position = v3_scale(random_between(lot, 0.0, 0.7 * size), random_direction(lot));
        b.shapes[1].pose.rotation = random_rotation(lot);
        b.shape_count = 2;
    }
    b.density = t->has_masses ? random_log(lot, 10.0, 20000.0) : random_between(lot, 300.0, 3000.0);
    b.pose.rotation = random_chance(lot, 0.15) ? belay_quat_identity() : random_rotation(lot);
    b.linear = v3_scale(t->speed * random_unit(lot), random_direction(lot));
    b.angular = v3_scale(t->spin * random_unit(lot), random_direction(lot));
    b.material = chaos_draw_material(t);
    if (random_chance(lot, 0.03)) b.gravity_scale = random_between(lot, -1.0, 2.0);
    b.is_rotation_locked = random_chance(lot, 0.02);
    b.starts_asleep = random_chance(lot, 0.03);
    if (b.starts_asleep) b.linear = b.angular = v3(0.0, 0.0, 0.0);
    b.radius = radius_of(&b);
    return b;
}

// Brings the masses within the ratio, from below.
static void limit_masses(chaos_scene* s)
{
    double heaviest = 0.0;
    for (int i = 0; i < s->body_count; i++)
        heaviest = fmax(heaviest, s->bodies[i].density * chaos_body_volume(&s->bodies[i]));
    for (int i = 0; i < s->body_count; i++) {
        chaos_body* b = &s->bodies[i];
        b->density = fmax(b->density, 1.05 * heaviest / MASS_RATIO / chaos_body_volume(b));
    }
}

static bool is_free(const chaos_scene* s, int count, belay_vec3 at, double radius)
{
    for (int i = 0; i < count; i++)
        if (v3_length(v3_sub(s->bodies[i].pose.position, at)) < 1.001 * (s->bodies[i].radius + radius)) return false;
    return at.z >= 1.001 * radius;
}

// Beside the one before, as links of a chain are; or anywhere in the region, which grows until there is a free place.
static void place_body(chaos_scene* s, chaos_taste* t, int i, bool is_link)
{
    uint64_t* lot = &t->lot;
    chaos_body* b = &s->bodies[i];
    for (int try = 0; is_link && try < 40; try++) {
        const chaos_body* last = &s->bodies[i - 1];
        double way = (last->radius + b->radius) * random_between(lot, 1.01, 1.2);
        b->pose.position = v3_add(last->pose.position, v3_scale(way, random_direction(lot)));
        if (is_free(s, i, b->pose.position, b->radius)) return;
    }
    t->region = fmax(t->region, b->radius);
    for (;; t->region *= 1.04) {
        double r = t->region, x = random_between(lot, -r, r), y = random_between(lot, -r, r);
        b->pose.position = v3(x, y, random_between(lot, 1.002 * b->radius, 1.002 * b->radius + r));
        if (t->is_overlapping) {
            b->pose.position.z -= random_unit(lot) * b->radius;
            return;
        }
        if (is_free(s, i, b->pose.position, b->radius)) return;
    }
}

void chaos_draw_bodies(chaos_scene* s, chaos_taste* t, bool* is_link)
{
    uint64_t* lot = &t->lot;
    int left = 0;
    s->body_count = 3 + (random_chance(lot, 0.5) ? random_below(lot, 8) : random_below(lot, CHAOS_MAX_BODIES - 2));
    t->region = 0.7 * t->size;
    for (int i = 0; i < s->body_count; i++) {
        s->bodies[i] = draw_body(t);
        is_link[i] = left > 0;
        left = left > 0 ? left - 1 : random_chance(lot, t->joint_share) ? 1 + random_below(lot, 9) : 0;
        place_body(s, t, i, is_link[i]);
    }
    limit_masses(s);
}
