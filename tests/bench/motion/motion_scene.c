// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Scenes as plain data: memory, random numbers, bodies and joints, and what follows from them.

#include "motion/motion.h"
#include "scenes/vec.h"

#include <stdlib.h>
#include <string.h>

// Room for one more of `count` items: arrays have a power of two of places, 16 at least.
static void* grow(void* items, int count, size_t size)
{
    if (count % 16 != 0 || (count & (count - 1)) != 0) return items;
    size_t capacity = count == 0 ? 16 : 2 * (size_t)count;
    void* grown = realloc(items, capacity * size);
    if (grown == NULL) {
        fprintf(stderr, "bench: no memory\n");
        exit(1);
    }
    return grown;
}

motion_scene motion_scene_begin(int n)
{
    motion_scene s = {.gravity = MOTION_GRAVITY, .mu = 0.5, .n = n, .chance = 88172645463325252u};
    return s;
}

void* motion_scene_keep(motion_scene* s, size_t size)
{
    void* block = calloc(1, size);
    s->blocks = grow(s->blocks, s->block_count, sizeof *s->blocks);
    if (block == NULL) {
        fprintf(stderr, "bench: no memory\n");
        exit(1);
    }
    s->blocks[s->block_count++] = block;
    return block;
}

void motion_scene_fini(motion_scene* s)
{
    for (int i = 0; i < s->block_count; i++)
        free(s->blocks[i]);
    free(s->blocks);
    free(s->shapes);
    free(s->parts);
    free(s->bodies);
    free(s->joints);
    memset(s, 0, sizeof *s);
}

// ---------------------------------------------------------------------------------------------------------------------
// Random numbers
// ---------------------------------------------------------------------------------------------------------------------

// By xorshift64 (Marsaglia 2003).
double motion_draw(motion_scene* s)
{
    s->chance ^= s->chance << 13;
    s->chance ^= s->chance >> 7;
    s->chance ^= s->chance << 17;
    return (double)(s->chance >> 11) * 0x1p-53;
}

double motion_draw_between(motion_scene* s, double low, double high)
{
    return low + (high - low) * motion_draw(s);
}

belay_vec3 motion_draw_direction(motion_scene* s)
{
    double z = motion_draw_between(s, -1.0, 1.0), turn = motion_draw_between(s, 0.0, 2.0 * SCENE_PI);
    double across = sqrt(1.0 - z * z);
    return v3(across * cos(turn), across * sin(turn), z);
}

belay_quat motion_draw_rotation(motion_scene* s)
{
    belay_vec3 axis = motion_draw_direction(s);
    return belay_quat_from_axis_angle(axis, motion_draw_between(s, 0.0, SCENE_PI));
}

// ---------------------------------------------------------------------------------------------------------------------
// Bodies and joints
// ---------------------------------------------------------------------------------------------------------------------

belay_pose motion_at(double x, double y, double z)
{
    return (belay_pose){v3(x, y, z), belay_quat_identity()};
}

int motion_shape_add(motion_scene* s, belay_shape shape)
{
    s->shapes = grow(s->shapes, s->shape_count, sizeof *s->shapes);
    s->shapes[s->shape_count] = shape;
    return s->shape_count++;
}

void motion_part_add(motion_scene* s, int shape, belay_pose pose)
{
    s->parts = grow(s->parts, s->part_count, sizeof *s->parts);
    s->parts[s->part_count++] = (motion_part){shape, pose};
    s->bodies[s->body_count - 1].part_count++;
}

int motion_body_add(motion_scene* s, belay_body_type type, int shape, belay_pose pose)
{
    s->bodies = grow(s->bodies, s->body_count, sizeof *s->bodies);
    s->bodies[s->body_count++] =
        (motion_body){.type = type, .pose = pose, .density = 1000.0, .first_part = s->part_count};
    motion_part_add(s, shape, belay_pose_identity());
    return s->body_count - 1;
}

motion_joint* motion_joint_add(motion_scene* s, belay_joint_type type, int a, int b, belay_vec3 anchor, belay_vec3 axis)
{
    s->joints = grow(s->joints, s->joint_count, sizeof *s->joints);
    motion_joint* j = &s->joints[s->joint_count++];
    *j = (motion_joint){.type = type, .a = a, .b = b, .anchor = anchor, .axis = axis, .cone = SCENE_PI};
    return j;
}

// ---------------------------------------------------------------------------------------------------------------------
// What follows
// ---------------------------------------------------------------------------------------------------------------------

// The mass of all parts, and the body's frame moved to their centre of mass.
static bool weigh(motion_scene* s, motion_body* b)
{
    belay_mass sum = {0};
    for (int i = 0; i < b->part_count; i++) {
        const motion_part* part = &s->parts[b->first_part + i];
        belay_mass mass;
        belay_error error;
        if (belay_shape_mass(&s->shapes[part->shape], b->density, &mass, &error) != BELAY_OK) {
            fprintf(stderr, "bench: %s\n", error.message);
            return false;
        }
        mass = belay_mass_transform(mass, part->pose);
        sum = i == 0 ? mass : belay_mass_add(sum, mass);
    }
    for (int i = 0; i < b->part_count; i++) {
        belay_vec3* at = &s->parts[b->first_part + i].pose.position;
        *at = v3_sub(*at, sum.center_of_mass);
    }
    b->pose.position = v3_add(b->pose.position, belay_quat_rotate(b->pose.rotation, sum.center_of_mass));
    sum.center_of_mass = v3(0.0, 0.0, 0.0);
    b->mass = sum;
    return true;
}

static double reach_of(const belay_shape* shape)
{
    double reach = 0.0;
    switch (shape->type) {
    case BELAY_SHAPE_SPHERE:
        return shape->sphere.radius;
    case BELAY_SHAPE_CAPSULE:
        return 0.5 * shape->capsule.length + shape->capsule.radius;
    case BELAY_SHAPE_BOX:
        return 0.5 * v3_length(shape->box.size);
    case BELAY_SHAPE_HULL:
        for (int i = 0; i < shape->hull.point_count; i++)
            reach = fmax(reach, v3_length(shape->hull.points[i]));
        return reach;
    default:
        return 0.0;
    }
}

// The speed of the fastest point of a body as it starts.
static double point_speed(const motion_scene* s, const motion_body* b)
{
    double reach = 0.0;
    for (int i = 0; i < b->part_count; i++) {
        const motion_part* part = &s->parts[b->first_part + i];
        reach = fmax(reach, v3_length(part->pose.position) + reach_of(&s->shapes[part->shape]));
    }
    return v3_length(b->linear_velocity) + reach * v3_length(b->angular_velocity);
}

// What falls from the highest place with the highest speed that there is, onto what moves fastest; a tenth more.
static double find_speed_bound(const motion_scene* s)
{
    double highest = s->floor, fastest = 0.0, mover = 0.0;
    for (int i = 0; i < s->body_count; i++) {
        const motion_body* b = &s->bodies[i];
        if (b->type == BELAY_BODY_STATIC) continue;
        if (b->type == BELAY_BODY_KINEMATIC) {
            mover = fmax(mover, point_speed(s, b));
            continue;
        }
        fastest = fmax(fastest, point_speed(s, b));
        highest = fmax(highest, b->pose.position.z);
    }
    return 1.1 * (mover + sqrt(fastest * fastest + 2.0 * s->gravity * (highest - s->floor)));
}

bool motion_scene_finish(motion_scene* s)
{
    for (int i = 0; i < s->body_count; i++)
        if (s->bodies[i].type == BELAY_BODY_DYNAMIC && !weigh(s, &s->bodies[i])) return false;
    if (!(s->speed_bound > 0.0)) s->speed_bound = find_speed_bound(s);
    return true;
}
