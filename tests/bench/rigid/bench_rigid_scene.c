// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The scenes of the rigid benchmark as plain data.

#include "rigid/bench_rigid.h"
#include "scenes/vec.h"

#include "belay/shape.h"

#include <stdlib.h>
#include <string.h>

#define DENSITY 1000.0 // kg/m^3, unless said otherwise

// ---------------------------------------------------------------------------------------------------------------------
// Bodies
// ---------------------------------------------------------------------------------------------------------------------

static rigid_body* add_body(rigid_scene* s, rigid_shape shape, belay_vec3 size, belay_pose pose)
{
    if (s->body_count == s->body_capacity) {
        s->body_capacity = s->body_capacity > 0 ? 2 * s->body_capacity : 64;
        s->bodies = realloc(s->bodies, (size_t)s->body_capacity * sizeof *s->bodies);
        if (s->bodies == NULL) {
            fprintf(stderr, "bench: no memory\n");
            exit(1);
        }
    }
    rigid_body* b = &s->bodies[s->body_count++];
    memset(b, 0, sizeof *b);
    b->shape = shape;
    b->size = size;
    b->pose = pose;
    return b;
}

static rigid_body* add_sphere(rigid_scene* s, belay_vec3 at)
{
    const double d = 2.0 * RIGID_SPHERE_RADIUS, mass = DENSITY * SCENE_PI / 6.0 * d * d * d;
    rigid_body* b = add_body(s, RIGID_SPHERE, v3(d, d, d), (belay_pose){at, belay_quat_identity()});
    b->mass = mass;
    b->inertia = v3(0.1 * mass * d * d, 0.1 * mass * d * d, 0.1 * mass * d * d);
    return b;
}

static rigid_body* add_box(rigid_scene* s, belay_vec3 size, belay_pose pose, double density)
{
    rigid_body* b = add_body(s, RIGID_BOX, size, pose);
    double m = density * size.x * size.y * size.z, x = size.x * size.x, y = size.y * size.y, z = size.z * size.z;
    b->mass = m;
    b->inertia = v3(m * (y + z) / 12.0, m * (x + z) / 12.0, m * (x + y) / 12.0);
    return b;
}

static belay_pose at(belay_vec3 position)
{
    return (belay_pose){position, belay_quat_identity()};
}

static rigid_scene begin(double h, double mu)
{
    rigid_scene s = {.h = h, .mu = mu};
    return s;
}

static void add_plane(rigid_scene* s, belay_vec3 normal, double offset)
{
    s->planes[s->plane_count++] = (rigid_plane){normal, offset};
}

static rigid_scene begin_on_floor(double h, double mu)
{
    rigid_scene s = begin(h, mu);
    add_plane(&s, v3(0.0, 0.0, 1.0), 0.0);
    return s;
}

void rigid_scene_fini(rigid_scene* scene)
{
    free(scene->bodies);
    memset(scene, 0, sizeof *scene);
}

// ---------------------------------------------------------------------------------------------------------------------
// S1: settling
// ---------------------------------------------------------------------------------------------------------------------

// Even in [-1, 1), by xorshift64 (Marsaglia 2003).
static double draw(uint64_t* state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return 2.0 * ((double)(*state >> 11) * 0x1p-53) - 1.0;
}

rigid_scene rigid_scene_settling(double h, int n)
{
    const double r = RIGID_SPHERE_RADIUS, pitch = 2.2 * r, width = 2.0 * r * sqrt(n / 6.5);
    const int row = (int)floor((width - 2.1 * r) / pitch) + 1;
    uint64_t lot = 88172645463325252u;
    rigid_scene s = begin_on_floor(h, 0.3);
    add_plane(&s, v3(1.0, 0.0, 0.0), -0.5 * width);
    add_plane(&s, v3(-1.0, 0.0, 0.0), -0.5 * width);
    add_plane(&s, v3(0.0, 1.0, 0.0), -0.5 * width);
    add_plane(&s, v3(0.0, -1.0, 0.0), -0.5 * width);
    for (int i = 0; i < n; i++) {
        int column = i % row, line = i / row % row, layer = i / (row * row);
        double x = pitch * (column - 0.5 * (row - 1)), y = pitch * (line - 0.5 * (row - 1));
        x += 0.05 * r * draw(&lot);
        y += 0.05 * r * draw(&lot);
        add_sphere(&s, v3(x, y, 1.2 * r + pitch * layer));
    }
    return s;
}

// ---------------------------------------------------------------------------------------------------------------------
// S2: masonry
// ---------------------------------------------------------------------------------------------------------------------

enum { COURSES = 20, BRICKS = 10 };

static void add_brick(rigid_scene* s, double from, double to, int course)
{
    const double depth = 0.1, height = 0.06;
    add_box(s, v3(to - from, depth, height), at(v3(0.5 * (from + to), 0.0, (course + 0.5) * height)), DENSITY);
}

// Running bond: whole bricks, or a half one at either end with whole ones between.
rigid_scene rigid_scene_wall(double h)
{
    const double length = 0.2, joint = 0.001, pitch = length + joint;
    const double width = BRICKS * length + (BRICKS - 1) * joint, left = -0.5 * width, half = 0.5 * (length - joint);
    rigid_scene s = begin_on_floor(h, 0.6);
    for (int course = 0; course < COURSES; course++) {
        bool is_odd = course % 2 == 1;
        double x = is_odd ? left + half + joint : left;
        if (is_odd) add_brick(&s, left, left + half, course);
        for (int i = is_odd ? 1 : 0; i < BRICKS; i++, x += pitch)
            add_brick(&s, x, x + length, course);
        if (is_odd) add_brick(&s, left + width - half, left + width, course);
    }
    return s;
}

int rigid_wall_first_watched(const rigid_scene* wall)
{
    return wall->body_count - ((COURSES - 1) % 2 == 1 ? BRICKS + 1 : BRICKS);
}

enum { VOUSSOIRS = 17 };
#define ARCH_RADIUS 1.0 // m, mean
#define ARCH_DEPTH 0.3  // m

// x along the radius through the middle of the stone, from the axis of the arch.
static void voussoir_corners(double thickness, belay_vec3 corners[8])
{
    double half_angle = 0.5 * SCENE_PI / VOUSSOIRS;
    for (int i = 0; i < 8; i++) {
        double r = ARCH_RADIUS + (i & 1 ? 0.5 : -0.5) * thickness;
        double y = (i & 2 ? 0.5 : -0.5) * ARCH_DEPTH, z = (i & 4 ? 1.0 : -1.0) * r * sin(half_angle);
        corners[i] = v3(r * cos(half_angle), y, z);
    }
}

// The corners come to lie about the centre of mass, whose distance from the axis is the answer. The stone is its own
// mirror image in y and in z, so that its axes are principal.
static double centre_voussoir(belay_vec3 corners[8], belay_mass* mass)
{
    belay_shape hull = {.type = BELAY_SHAPE_HULL, .hull = {corners, 8}};
    belay_error error;
    if (belay_shape_mass(&hull, DENSITY, mass, &error) != BELAY_OK) {
        fprintf(stderr, "bench: %s\n", error.message);
        exit(1);
    }
    double centre = mass->center_of_mass.x;
    for (int i = 0; i < 8; i++)
        corners[i].x -= centre;
    return centre;
}

rigid_scene rigid_scene_arch(double h, double thickness)
{
    rigid_scene s = begin_on_floor(h, 0.7);
    belay_vec3 corners[8];
    belay_mass mass;
    voussoir_corners(thickness, corners);
    double centre = centre_voussoir(corners, &mass);
    for (int i = 0; i < VOUSSOIRS; i++) {
        double angle = SCENE_PI * (i + 0.5) / VOUSSOIRS;
        belay_quat turn = belay_quat_from_axis_angle(v3(0.0, -1.0, 0.0), angle);
        belay_pose pose = {v3(centre * cos(angle), 0.0, centre * sin(angle)), turn};
        rigid_body* b = add_body(&s, RIGID_WEDGE, v3(thickness, ARCH_DEPTH, corners[5].z - corners[1].z), pose);
        memcpy(b->corners, corners, sizeof b->corners);
        b->mass = mass.mass;
        b->inertia = v3(mass.inertia.m[0], mass.inertia.m[4], mass.inertia.m[8]);
    }
    return s;
}

rigid_scene rigid_scene_pyramid(double h)
{
    return rigid_scene_pyramid_of(h, 10);
}

rigid_scene rigid_scene_pyramid_of(double h, int levels)
{
    const double side = 0.2, pitch = 0.21;
    rigid_scene s = begin_on_floor(h, 0.5);
    for (int level = 0; level < levels; level++) {
        for (int i = 0; i < levels - level; i++) {
            double x = pitch * (i - 0.5 * (levels - level - 1));
            add_box(&s, v3(side, side, side), at(v3(x, 0.0, side * (level + 0.5))), DENSITY);
        }
    }
    return s;
}

static void add_card(rigid_scene* s, belay_vec3 position, double lean)
{
    belay_pose pose = {position, belay_quat_from_axis_angle(v3(0.0, 1.0, 0.0), lean)};
    add_box(s, v3(0.004, 0.1, 0.2), pose, 700.0);
}

// Leaning cards that stand on a lower corner and touch their partner's upper one; lying cards across the ridges, end to
// end, whose middles carry the next level.
rigid_scene rigid_scene_cards_of(double h, int levels)
{
    const double length = 0.2, thick = 0.004, pitch = 0.201, lean = radians(15.0);
    const double aside = 0.5 * (length * sin(lean) + thick * cos(lean));
    const double tent = length * cos(lean) + thick * sin(lean);
    rigid_scene s = begin_on_floor(h, 0.5);
    for (int level = 0; level < levels; level++) {
        int tents = levels - level;
        double z = level * (tent + thick);
        for (int i = 0; i < tents; i++) {
            double x = pitch * (i - 0.5 * (tents - 1));
            add_card(&s, v3(x - aside, 0.0, z + 0.5 * tent), lean);
            add_card(&s, v3(x + aside, 0.0, z + 0.5 * tent), -lean);
        }
        for (int i = 0; i + 1 < tents; i++)
            add_card(&s, v3(pitch * (i - 0.5 * (tents - 2)), 0.0, z + tent + 0.5 * thick), 0.5 * SCENE_PI);
    }
    return s;
}

rigid_scene rigid_scene_cards(double h)
{
    return rigid_scene_cards_of(h, 3);
}

// ---------------------------------------------------------------------------------------------------------------------
// S3 and S4: friction
// ---------------------------------------------------------------------------------------------------------------------

rigid_scene rigid_scene_push(double h, bool is_box)
{
    rigid_scene s = begin_on_floor(h, 0.3);
    if (is_box) {
        belay_vec3 size = v3(0.2, 0.2, 0.05);
        add_box(&s, size, at(v3(0.0, 0.0, 0.025)), 1.0 / (size.x * size.y * size.z));
        return s;
    }
    rigid_body* ball = add_sphere(&s, v3(0.0, 0.0, RIGID_SPHERE_RADIUS));
    ball->inertia = v3_scale(1.0 / ball->mass, ball->inertia);
    ball->mass = 1.0;
    ball->is_rotation_locked = true;
    return s;
}

belay_vec3 rigid_incline_downhill(double slope, double heading)
{
    return v3(cos(slope) * cos(heading), cos(slope) * sin(heading), -sin(slope));
}

rigid_scene rigid_scene_incline(double h, double slope, double heading)
{
    rigid_scene s = begin(h, 0.5);
    belay_vec3 size = v3(0.2, 0.2, 0.1), normal = v3(sin(slope) * cos(heading), sin(slope) * sin(heading), cos(slope));
    belay_pose pose = {v3_scale(0.5 * size.z, normal),
                       belay_quat_from_axis_angle(v3_cross(v3(0.0, 0.0, 1.0), normal), slope)};
    add_plane(&s, normal, 0.0);
    add_box(&s, size, pose, DENSITY);
    return s;
}

rigid_scene rigid_scene_slide(double h, double v, double heading)
{
    rigid_scene s = begin_on_floor(h, 0.3);
    rigid_body* box = add_box(&s, v3(0.2, 0.2, 0.1), at(v3(0.0, 0.0, 0.05)), DENSITY);
    box->linear_velocity = v3(v * cos(heading), v * sin(heading), 0.0);
    return s;
}

rigid_scene rigid_scene_spin(double h, double v, double spin)
{
    rigid_scene s = begin_on_floor(h, 0.3);
    belay_vec3 size = v3(RIGID_PLATE_LENGTH, RIGID_PLATE_WIDTH, 0.02);
    rigid_body* plate = add_box(&s, size, at(v3(0.0, 0.0, 0.5 * size.z)), DENSITY);
    plate->linear_velocity = v3(v, 0.0, 0.0);
    plate->angular_velocity = v3(0.0, 0.0, spin);
    return s;
}

rigid_scene rigid_scene_roll(double h, double heading)
{
    rigid_scene s = begin_on_floor(h, 0.3);
    rigid_body* ball = add_sphere(&s, v3(0.0, 0.0, RIGID_SPHERE_RADIUS));
    ball->angular_velocity = v3(-RIGID_ROLL_SPIN * sin(heading), RIGID_ROLL_SPIN * cos(heading), 0.0);
    return s;
}

// ---------------------------------------------------------------------------------------------------------------------
// S5: bounce; S6: collapse
// ---------------------------------------------------------------------------------------------------------------------

rigid_scene rigid_scene_bounce(double h, int n)
{
    const double r = RIGID_SPHERE_RADIUS, drop = 0.1, gap = 0.001;
    rigid_scene s = begin_on_floor(h, 0.0);
    s.restitution = 1.0;
    for (int i = 0; i < n; i++) {
        rigid_body* ball = add_sphere(&s, v3(0.0, 0.0, drop + r + i * (2.0 * r + gap)));
        ball->is_rotation_locked = true;
        ball->is_on_vertical = true;
    }
    return s;
}

rigid_scene rigid_scene_column(double h, double jitter, double lean)
{
    return rigid_scene_column_of(h, jitter, lean, 50);
}

rigid_scene rigid_scene_column_of(double h, double jitter, double lean, int layers)
{
    const int row = 10;
    const double side = RIGID_CUBE_SIDE, pitch = 0.11;
    uint64_t lot = 88172645463325252u;
    rigid_scene s = begin_on_floor(h, 0.5);
    for (int layer = 0; layer < layers; layer++) {
        for (int i = 0; i < row * row; i++) {
            double x = pitch * (i % row - 0.5 * (row - 1)), y = pitch * (i / row - 0.5 * (row - 1));
            x += lean * layer + jitter * draw(&lot);
            y += jitter * draw(&lot);
            add_box(&s, v3(side, side, side), at(v3(x, y, 0.5 * side + pitch * layer)), DENSITY);
        }
    }
    return s;
}
