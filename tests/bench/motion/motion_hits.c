// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Things that are hit by something heavy and fast.

#include "motion/motion.h"
#include "motion/motion_rigid.h"

#include <belay/vec.h>

enum { HIT_AFTER = 120 }; // steps

void motion_build_smash(motion_scene* s)
{
    enum { ROW = 8 };
    const double side = 0.4, middle = 0.5 * (ROW - 1);
    s->gravity = 0.0;
    int cube = motion_shape_box(s, v3(side, side, side));
    int ram = motion_body_add(s, BELAY_BODY_DYNAMIC, motion_shape_box(s, v3(4.0, 4.0, 4.0)), motion_at(-2.5, 0.0, 0.0));
    s->bodies[ram].density = 8000.0;
    s->bodies[ram].linear_velocity = v3(40.0, 0.0, 0.0);
    for (int i = 0; i < s->n; i++) {
        belay_pose pose =
            motion_at(side * (i / (ROW * ROW) + 0.5), side * (i % ROW - middle), side * (i / ROW % ROW - middle));
        motion_body_add(s, BELAY_BODY_DYNAMIC, cube, pose);
    }
}

static void shoot(motion_run* run)
{
    if (run->step == HIT_AFTER) motion_run_make(run, run->scene->first_late, run->scene->late_count, 0, 0);
}

static void add_shot(motion_scene* s, double radius, double density, double height, double speed)
{
    int ball = motion_body_add(s, BELAY_BODY_DYNAMIC, motion_shape_sphere(s, radius), motion_at(0.0, -2.0, height));
    s->bodies[ball].density = density;
    s->bodies[ball].linear_velocity = v3(0.0, speed, 0.0);
    s->bodies[ball].is_late = true;
    s->first_late = ball;
    s->late_count = 1;
    s->act = shoot;
}

void motion_build_pyramid_hit(motion_scene* s)
{
    motion_take_rigid(s, rigid_scene_pyramid_of(MOTION_H, s->n));
    add_shot(s, 0.2, 5000.0, 0.2 * s->n / 3.0, 40.0);
}

void motion_build_cards_hit(motion_scene* s)
{
    motion_take_rigid(s, rigid_scene_cards_of(MOTION_H, s->n));
    add_shot(s, 0.06, 1000.0, 0.2 * s->n / 3.0, 15.0);
}
