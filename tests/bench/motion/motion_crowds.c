// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Many things that do nothing, and what comes, goes and is looked at among them.

#include "motion/motion.h"

#include <belay/vec.h>

// Sleepers stand in a square, 2 m apart; those that stay awake in a row beside it.
static void add_sleepers(motion_scene* s, int awake)
{
    const int row = (int)ceil(sqrt(s->n));
    int box = motion_shape_box(s, v3(1.0, 1.0, 1.0));
    motion_floor_add(s, 4.0 * row + 200.0);
    for (int i = 0; i < s->n + awake; i++) {
        double x = i < s->n ? i % row : i - s->n, y = i < s->n ? i / row : -3;
        int body = motion_body_add(s, BELAY_BODY_DYNAMIC, box, motion_at(2.0 * x - row, 2.0 * y - row, 0.5));
        s->bodies[body].starts_asleep = i < s->n;
        s->bodies[body].is_kept_awake = i >= s->n;
    }
}

void motion_build_sleepers(motion_scene* s)
{
    add_sleepers(s, 0);
}

void motion_build_sleepers_awake(motion_scene* s)
{
    add_sleepers(s, 50);
}

// ---------------------------------------------------------------------------------------------------------------------
// The static world
// ---------------------------------------------------------------------------------------------------------------------

enum { BALLS = 11, BALL_EVERY = 30 };

static void drop(motion_run* run)
{
    int which = run->step / BALL_EVERY;
    if (run->step % BALL_EVERY == 0 && which < BALLS) motion_run_make(run, run->scene->first_late + which, 1, 0, 0);
}

void motion_build_static(motion_scene* s)
{
    int box = motion_shape_box(s, v3(1.0, 1.0, 1.0)), ball = motion_shape_sphere(s, 0.5);
    for (int i = 0; i < s->n * s->n; i++) {
        double x = i % s->n - 0.5 * (s->n - 1), y = i / s->n - 0.5 * (s->n - 1);
        motion_body_add(s, BELAY_BODY_STATIC, box, motion_at(x, y, -0.5 + motion_draw_between(s, -0.1, 0.0)));
    }
    s->floor = -0.2;
    s->first_late = s->body_count;
    s->late_count = BALLS;
    for (int i = 0; i < BALLS; i++) {
        int body = motion_body_add(s, BELAY_BODY_DYNAMIC, ball, motion_at(3.1 * (i - 5), 0.2 * i, 5.0));
        s->bodies[body].linear_velocity = v3(0.0, 3.0, 0.0);
        s->bodies[body].is_late = true;
    }
    s->act = drop;
}

// ---------------------------------------------------------------------------------------------------------------------
// Coming and going
// ---------------------------------------------------------------------------------------------------------------------

enum { FRAMES = 10 }; // that each lives

// Before each step, those that came ten steps ago go and as many come.
static void replace(motion_run* run)
{
    const motion_scene* s = run->scene;
    int first = s->first_late + s->n * (run->step % FRAMES);
    if (run->step >= FRAMES) motion_run_remove(run, first, s->n);
    motion_run_make(run, first, s->n, 0, 0);
}

// Each frame's are in a layer of their own, the lowest of which touches the floor.
void motion_build_spawn(motion_scene* s)
{
    enum { ROW = 20 };
    int box = motion_shape_box(s, v3(0.4, 0.4, 0.4));
    motion_floor_add(s, 40.0);
    s->first_late = s->body_count;
    s->late_count = FRAMES * s->n;
    for (int i = 0; i < s->late_count; i++) {
        int k = i % s->n;
        belay_vec3 at = v3(0.6 * (k % ROW - 10), 0.6 * (k / ROW) - 3.0, 0.2 + 0.6 * (i / s->n));
        int body = motion_body_add(s, BELAY_BODY_DYNAMIC, box, motion_at(at.x, at.y, at.z));
        s->bodies[body].is_late = true;
    }
    s->act = replace;
}

// ---------------------------------------------------------------------------------------------------------------------
// Rays
// ---------------------------------------------------------------------------------------------------------------------

enum { RAYS = 1000, RAY_CELLS = 224, RAY_BOXES = 200 };

static double swell(double x, double y)
{
    return 2.0 * sin(0.2 * x) * cos(0.17 * y);
}

// A thousand, from above the ground to a place on or below it that is up to 60 m away; others in each step.
static void cast(motion_run* run)
{
    for (int i = 0; i < RAYS; i++) {
        double turn = 2.399963 * (i + RAYS * run->step), far = 60.0 * sqrt((i + 0.5) / RAYS);
        belay_vec3 from = v3(0.3 * (i % 40 - 20), 0.3 * (i / 40 - 12), 10.0);
        belay_vec3 way = v3(far * cos(turn), far * sin(turn), -14.0);
        run->hits += run->calls->cast_ray(run->world, from, way);
    }
}

void motion_build_rays(motion_scene* s)
{
    motion_mesh_floor_add(s, s->n, 0.5, swell);
    int box = motion_shape_box(s, v3(1.0, 1.0, 1.0));
    for (int i = 0; i < RAY_BOXES; i++) {
        double x = motion_draw_between(s, -50.0, 50.0), y = motion_draw_between(s, -50.0, 50.0);
        belay_pose pose = {v3(x, y, swell(x, y) + 1.0), motion_draw_rotation(s)};
        motion_body_add(s, BELAY_BODY_STATIC, box, pose);
    }
    s->act = cast;
}
