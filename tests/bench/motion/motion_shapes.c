// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Shapes, floors, pens and dolls that several scenes are made of.

#include "motion/motion.h"
#include "scenes/vec.h"

#include <string.h>

int motion_shape_sphere(motion_scene* s, double radius)
{
    return motion_shape_add(s, (belay_shape){.type = BELAY_SHAPE_SPHERE, .sphere = {.radius = radius}});
}

int motion_shape_box(motion_scene* s, belay_vec3 size)
{
    return motion_shape_add(s, (belay_shape){.type = BELAY_SHAPE_BOX, .box = {size}});
}

int motion_shape_capsule(motion_scene* s, double length, double radius)
{
    return motion_shape_add(s, (belay_shape){.type = BELAY_SHAPE_CAPSULE, .capsule = {length, radius}});
}

int motion_shape_hull(motion_scene* s, const belay_vec3* points, int count)
{
    size_t size = (size_t)count * sizeof *points;
    belay_vec3* kept = motion_scene_keep(s, size);
    memcpy(kept, points, size);
    return motion_shape_add(s, (belay_shape){.type = BELAY_SHAPE_HULL, .hull = {kept, count}});
}

int motion_shape_random_hull(motion_scene* s, int count, double radius)
{
    belay_vec3 points[64];
    for (int i = 0; i < count && i < 64; i++)
        points[i] = v3_scale(radius, motion_draw_direction(s));
    return motion_shape_hull(s, points, count);
}

int motion_shape_prism(motion_scene* s, int count, double height, double radius)
{
    belay_vec3 points[64];
    for (int i = 0; i < count && i < 32; i++) {
        double turn = 2.0 * SCENE_PI * i / count;
        points[2 * i] = v3(radius * cos(turn), radius * sin(turn), -0.5 * height);
        points[2 * i + 1] = v3(radius * cos(turn), radius * sin(turn), 0.5 * height);
    }
    return motion_shape_hull(s, points, 2 * count);
}

// ---------------------------------------------------------------------------------------------------------------------
// Grounds
// ---------------------------------------------------------------------------------------------------------------------

void motion_floor_add(motion_scene* s, double width)
{
    motion_body_add(s, BELAY_BODY_STATIC, motion_shape_box(s, v3(width, width, 1.0)), motion_at(0.0, 0.0, -0.5));
}

void motion_pen_add(motion_scene* s, double width, double height)
{
    const double thick = 1.0, middle = 0.5 * (width + thick), length = width + 2.0 * thick;
    int along = motion_shape_box(s, v3(length, thick, height)), across = motion_shape_box(s, v3(thick, length, height));
    for (int side = -1; side <= 1; side += 2) {
        motion_body_add(s, BELAY_BODY_STATIC, along, motion_at(0.0, side * middle, 0.5 * height));
        motion_body_add(s, BELAY_BODY_STATIC, across, motion_at(side * middle, 0.0, 0.5 * height));
    }
}

typedef struct surface {
    belay_vec3* vertices;
    int32_t* indices;
    int vertex_count, triangle_count;
} surface;

static surface begin_surface(motion_scene* s, int vertices, int triangles)
{
    surface f = {.vertices = motion_scene_keep(s, (size_t)vertices * sizeof(belay_vec3)),
                 .indices = motion_scene_keep(s, 3 * (size_t)triangles * sizeof(int32_t))};
    return f;
}

// Two triangles; anticlockwise seen from outside.
static void add_square(surface* f, int a, int b, int c, int d)
{
    const int corners[6] = {a, b, c, a, c, d};
    for (int i = 0; i < 6; i++)
        f->indices[3 * f->triangle_count + i] = corners[i];
    f->triangle_count += 2;
}

static int shape_of(motion_scene* s, const surface* f)
{
    belay_shape shape = {.type = BELAY_SHAPE_MESH,
                         .mesh = {f->vertices, f->vertex_count, f->indices, f->triangle_count}};
    return motion_shape_add(s, shape);
}

void motion_mesh_floor_add(motion_scene* s, int cells, double spacing, motion_height* height)
{
    const int side = cells + 1;
    surface f = begin_surface(s, side * side, 2 * cells * cells);
    for (int i = 0; i < side * side; i++) {
        double x = spacing * (i % side - 0.5 * cells), y = spacing * (i / side - 0.5 * cells);
        f.vertices[f.vertex_count++] = v3(x, y, height == NULL ? 0.0 : height(x, y));
    }
    for (int i = 0; i < cells * cells; i++) {
        int corner = i / cells * side + i % cells;
        add_square(&f, corner, corner + 1, corner + side + 1, corner + side);
    }
    motion_body_add(s, BELAY_BODY_STATIC, shape_of(s, &f), motion_at(0.0, 0.0, 0.0));
}

int motion_shape_torus(motion_scene* s, double radius, double tube)
{
    enum { ROUND = 24, ACROSS = 12 };
    surface f = begin_surface(s, ROUND * ACROSS, 2 * ROUND * ACROSS);
    for (int i = 0; i < ROUND * ACROSS; i++) {
        double turn = 2.0 * SCENE_PI * (i / ACROSS) / ROUND, tilt = 2.0 * SCENE_PI * (i % ACROSS) / ACROSS;
        double out = radius + tube * cos(tilt);
        f.vertices[f.vertex_count++] = v3(out * cos(turn), out * sin(turn), tube * sin(tilt));
    }
    for (int i = 0; i < ROUND * ACROSS; i++) {
        int ring = i / ACROSS * ACROSS, next = (i / ACROSS + 1) % ROUND * ACROSS, k = i % ACROSS, l = (k + 1) % ACROSS;
        add_square(&f, ring + k, next + k, next + l, ring + l);
    }
    return shape_of(s, &f);
}

// ---------------------------------------------------------------------------------------------------------------------
// The doll
// ---------------------------------------------------------------------------------------------------------------------

typedef struct limb {
    belay_vec3 from, to; // m, above the feet
    double radius;       // m
    int parent;          // on which it hangs at `from`; -1: none
    double cone;         // rad; 0: a hinge about y, the doll's left
    double low, high;    // rad: twist, or the angle of the hinge
} limb;

// It looks along x. Everything hangs on what stands above it in the table.
static const limb limbs[MOTION_DOLL_BODIES] = {
    {{0.0, -0.07, 0.97}, {0.0, 0.07, 0.97}, 0.10, -1, 0.0, 0.0, 0.0},     // hips
    {{0.0, 0.0, 1.06}, {0.0, 0.0, 1.14}, 0.10, 0, 0.4, -0.4, 0.4},        // belly
    {{0.0, 0.0, 1.22}, {0.0, 0.0, 1.36}, 0.12, 1, 0.4, -0.4, 0.4},        // chest
    {{0.0, 0.0, 1.56}, {0.0, 0.0, 1.65}, 0.09, 2, 0.6, -0.8, 0.8},        // head
    {{0.0, 0.20, 1.40}, {0.0, 0.46, 1.40}, 0.05, 2, 1.4, -0.6, 0.6},      // upper arms
    {{0.0, -0.20, 1.40}, {0.0, -0.46, 1.40}, 0.05, 2, 1.4, -0.6, 0.6},    //
    {{0.0, 0.46, 1.40}, {0.0, 0.74, 1.40}, 0.04, 4, 1.2, -0.3, 0.3},      // forearms
    {{0.0, -0.46, 1.40}, {0.0, -0.74, 1.40}, 0.04, 5, 1.2, -0.3, 0.3},    //
    {{0.0, 0.10, 0.90}, {0.0, 0.10, 0.52}, 0.07, 0, 1.0, -0.3, 0.3},      // thighs
    {{0.0, -0.10, 0.90}, {0.0, -0.10, 0.52}, 0.07, 0, 1.0, -0.3, 0.3},    //
    {{0.0, 0.10, 0.50}, {0.0, 0.10, 0.12}, 0.055, 8, 0.0, 0.0, 2.2},      // shins
    {{0.0, -0.10, 0.50}, {0.0, -0.10, 0.12}, 0.055, 9, 0.0, 0.0, 2.2},    //
    {{-0.03, 0.10, 0.05}, {0.13, 0.10, 0.05}, 0.045, 10, 0.0, -0.5, 0.5}, // feet
    {{-0.03, -0.10, 0.05}, {0.13, -0.10, 0.05}, 0.045, 11, 0.0, -0.5, 0.5},
};

static belay_vec3 place(belay_vec3 feet, double turn, belay_vec3 v)
{
    belay_quat q = belay_quat_from_axis_angle(v3(0.0, 0.0, 1.0), turn);
    return v3_add(feet, belay_quat_rotate(q, v));
}

static int add_limb(motion_scene* s, const limb* l, belay_vec3 feet, double turn)
{
    belay_vec3 from = place(feet, turn, l->from), to = place(feet, turn, l->to), way = v3_sub(to, from);
    belay_vec3 axis = v3_cross(v3(0.0, 0.0, 1.0), way);
    double across = v3_length(axis), angle = atan2(across, way.z);
    belay_pose pose = {v3_scale(0.5, v3_add(from, to)),
                       belay_quat_from_axis_angle(across > 0.0 ? axis : v3(1.0, 0.0, 0.0), angle)};
    return motion_body_add(s, BELAY_BODY_DYNAMIC, motion_shape_capsule(s, v3_length(way), l->radius), pose);
}

int motion_doll_add(motion_scene* s, belay_vec3 feet, double turn, int group)
{
    int first = s->body_count;
    for (int i = 0; i < MOTION_DOLL_BODIES; i++) {
        const limb* l = &limbs[i];
        int body = add_limb(s, l, feet, turn);
        s->bodies[body].group = group;
        if (l->parent < 0) continue;
        bool is_hinge = l->cone <= 0.0;
        belay_vec3 origin = place(feet, turn, v3(0.0, 0.0, 0.0));
        belay_vec3 axis = is_hinge ? v3_sub(place(feet, turn, v3(0.0, 1.0, 0.0)), origin)
                                   : v3_sub(place(feet, turn, l->to), place(feet, turn, l->from));
        motion_joint* j = motion_joint_add(s, is_hinge ? BELAY_JOINT_HINGE : BELAY_JOINT_CONE_TWIST, first + l->parent,
                                           body, place(feet, turn, l->from), axis);
        j->is_limited = true;
        j->low = l->low;
        j->high = l->high;
        if (!is_hinge) j->cone = l->cone;
    }
    return first;
}
