// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "motion/motion_rigid.h"
#include "scenes/vec.h"

static int shape_of(motion_scene* s, const rigid_body* b)
{
    if (b->shape == RIGID_SPHERE) return motion_shape_sphere(s, 0.5 * b->size.x);
    if (b->shape == RIGID_BOX) return motion_shape_box(s, b->size);
    return motion_shape_hull(s, b->corners, 8);
}

static double density_of(const rigid_body* b)
{
    double box = b->size.x * b->size.y * b->size.z;
    return b->mass / (b->shape == RIGID_SPHERE ? SCENE_PI / 6.0 * box : box);
}

static bool is_alike(const rigid_body* a, const rigid_body* b)
{
    return a->shape == b->shape && a->shape != RIGID_WEDGE && v3_length(v3_sub(a->size, b->size)) <= 0.0;
}

void motion_take_rigid(motion_scene* s, rigid_scene rigid)
{
    s->mu = rigid.mu;
    s->is_sleepless = true;
    for (int i = 0; i < rigid.plane_count; i++) {
        belay_shape plane = {.type = BELAY_SHAPE_PLANE, .plane = {rigid.planes[i].normal, rigid.planes[i].offset}};
        motion_body_add(s, BELAY_BODY_STATIC, motion_shape_add(s, plane), belay_pose_identity());
    }
    int shape = -1;
    for (int i = 0; i < rigid.body_count; i++) {
        const rigid_body* b = &rigid.bodies[i];
        if (i == 0 || !is_alike(b, &rigid.bodies[i - 1])) shape = shape_of(s, b);
        int body = motion_body_add(s, BELAY_BODY_DYNAMIC, shape, b->pose);
        s->bodies[body].density = density_of(b);
        s->bodies[body].linear_velocity = b->linear_velocity;
        s->bodies[body].angular_velocity = b->angular_velocity;
    }
    rigid_scene_fini(&rigid);
}
