// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "chaos_draw.h"

static chaos_ground* add_ground(chaos_scene* s, chaos_taste* t, belay_shape_type type, belay_vec3 size, belay_vec3 at)
{
    chaos_ground* g = &s->grounds[s->ground_count++];
    *g = (chaos_ground){.shape = {type, size, random_bits(&t->lot), belay_pose_identity()}};
    g->pose = (belay_pose){at, belay_quat_identity()};
    g->material = chaos_draw_material(t);
    if (type != BELAY_SHAPE_MESH && type != BELAY_SHAPE_HEIGHT_FIELD && random_chance(&t->lot, 0.08))
        g->surface_velocity = random_vector(&t->lot, fmin(10.0 * t->size, 3.0));
    return g;
}

// Below z = 0, as wide as what falls on it needs.
void chaos_draw_floor(chaos_scene* s, chaos_taste* t, double width)
{
    double kind = random_unit(&t->lot), bump = t->size * random_unit(&t->lot);
    if (kind < 0.35) {
        add_ground(s, t, BELAY_SHAPE_PLANE, v3(1.0, 1.0, 1.0), v3(0.0, 0.0, 0.0));
    } else if (kind < 0.5) {
        double depth = random_chance(&t->lot, 0.5) ? width : fmax(0.1 * width, CHAOS_SMALLEST);
        add_ground(s, t, BELAY_SHAPE_BOX, v3(width, width, depth), v3(0.0, 0.0, -0.5 * depth));
    } else if (kind < 0.65) {
        add_ground(s, t, BELAY_SHAPE_MESH, v3(width, width, bump), v3(-0.5 * width, -0.5 * width, 0.0));
    } else if (kind < 0.8) {
        add_ground(s, t, BELAY_SHAPE_HEIGHT_FIELD, v3(width, width, bump), v3(-0.5 * width, -0.5 * width, 0.0));
    } else if (kind < 0.9) {
        double radius = fmax(0.3 * t->size, 0.5 * CHAOS_SMALLEST);
        for (int i = 0; i < 3; i++)
            add_ground(s, t, BELAY_SHAPE_TUBE, v3(width, 0.3 * bump, 2.0 * radius),
                       v3(-0.5 * width, (i - 1) * t->size * 1.3, -1.4 * radius - 0.3 * bump));
    } else if (random_chance(&t->lot, 0.6)) {
        s->world.gravity = v3(0.0, 0.0, 0.0);
    }
}

void chaos_draw_walls(chaos_scene* s, chaos_taste* t, double width)
{
    for (int i = 0; i < 4; i++) {
        double angle = 0.5 * CHAOS_PI * i + random_between(&t->lot, -0.2, 0.2);
        chaos_ground* g = add_ground(s, t, BELAY_SHAPE_PLANE, v3(1.0, 1.0, 1.0),
                                     v3(-0.5 * width * cos(angle), -0.5 * width * sin(angle), 0.0));
        // The plane's normal z is turned to the middle.
        g->pose.rotation = belay_quat_from_axis_angle(v3(-sin(angle), cos(angle), 0.0), 0.5 * CHAOS_PI);
    }
}

void chaos_draw_obstacles(chaos_scene* s, chaos_taste* t)
{
    int count = 1 + random_below(&t->lot, 2);
    for (int i = 0; i < count && s->ground_count < CHAOS_MAX_GROUNDS; i++) {
        chaos_shape solid = chaos_draw_solid(t, chaos_draw_edge(t->size * random_log(&t->lot, 0.5, 5.0)));
        bool is_ring = random_chance(&t->lot, 0.2);
        double r = t->region, x = random_between(&t->lot, -r, r), y = random_between(&t->lot, -r, r);
        chaos_ground* g = add_ground(s, t, solid.type, solid.size, v3(x, y, 0.0));
        if (is_ring) g->shape.type = BELAY_SHAPE_TUBE;
        if (is_ring) g->shape.size = v3(-4.0 * t->size, 0.0, fmax(0.5 * t->size, CHAOS_SMALLEST));
        g->pose.position.z = -0.5 * v3_length(g->shape.size) + 0.3 * t->size * random_unit(&t->lot);
        g->pose.rotation = random_rotation(&t->lot);
        g->is_sensor = random_chance(&t->lot, 0.15);
    }
}

void chaos_draw_movers(chaos_scene* s, chaos_taste* t)
{
    uint64_t* lot = &t->lot;
    int count = 1 + random_below(lot, CHAOS_MAX_MOVERS);
    for (int i = 0; i < count; i++) {
        chaos_mover* m = &s->movers[s->mover_count++];
        double size = chaos_draw_edge(t->size * random_log(lot, 1.0, 10.0)), speed = random_log(lot, 0.1, 5.0);
        *m = (chaos_mover){.shape = chaos_draw_solid(t, size), .material = chaos_draw_material(t)};
        double r = t->region, x = random_between(lot, -r, r), y = random_between(lot, -r, r);
        m->pose.position = v3(x, y, random_between(lot, 0.0, r));
        m->pose.rotation = random_rotation(lot);
        if (random_chance(lot, 0.6))
            m->spin =
                v3_scale(fmin(speed / size, 30.0), random_chance(lot, 0.5) ? v3(0.0, 0.0, 1.0) : random_direction(lot));
        if (random_chance(lot, 0.6)) {
            m->swing = v3_scale(0.5 * size, random_direction(lot));
            m->frequency = speed / size;
        }
        m->is_carried = random_chance(lot, 0.4);
    }
}
