// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "game/chase.h"

#include <math.h>

static const double FAR_TRUCK = 11.5, FAR_HERO = 6.5, NEAREST = 1.2;    // m
static const double PITCH_TRUCK = 0.36, PITCH_HERO = 0.3;               // rad
static const double TARGET_RATE = 9.0, TURN_RATE = 2.5, FAR_RATE = 4.0; // 1/s
static const double BEHIND_THE_AXLE = 2.5; // m: the truck's picture has the rope and the crate in it

static double share(double rate, double seconds)
{
    return 1.0 - exp(-rate * seconds);
}

static belay_vec3 wanted_target(const level* l, double blend)
{
    belay_vec3 at = level_place(l, blend);
    double heading = level_heading(l);
    if (l->state.is_walking) return v3_add(at, v3(0.0, 0.0, 0.5));
    return v3_add(at, v3(BEHIND_THE_AXLE * sin(heading), -BEHIND_THE_AXLE * cos(heading), 0.6));
}

// From the target towards the eye.
static belay_vec3 direction_of(double yaw, double pitch)
{
    return v3(cos(pitch) * cos(yaw), cos(pitch) * sin(yaw), sin(pitch));
}

// How far the eye can go before something stands between.
static double free_distance(const level* l, belay_vec3 target, belay_vec3 direction, double far)
{
    belay_query_filter filter = belay_query_filter_default();
    belay_shape ball = {.type = BELAY_SHAPE_SPHERE};
    belay_ray_hit hit;
    bool is_hit = false;
    ball.sphere.radius = 0.25;
    filter.ignored = l->state.is_walking ? (belay_body_id){0} : l->truck.chassis;
    filter.may_leave = true;
    if (belay_world_cast_shape(l->world, &ball, make_at(target), v3_scale(far, direction), &filter, &hit, &is_hit) !=
            BELAY_OK ||
        !is_hit)
        return far;
    return fmax(hit.fraction * far, NEAREST);
}

void chase_follow(chase* c, const level* l, double blend, double seconds)
{
    bool walks = l->state.is_walking;
    belay_vec3 target = wanted_target(l, blend);
    double yaw = level_heading(l) - 0.5 * BELAY_PI, pitch = walks ? PITCH_HERO : PITCH_TRUCK;
    double far = walks ? FAR_HERO : FAR_TRUCK;
    if (!c->is_set)
        *c = (chase){.is_set = true, .target = target, .yaw = yaw, .pitch = pitch, .distance = far, .zoom = 1.0};
    c->target = v3_add_scaled(c->target, share(TARGET_RATE, seconds), v3_sub(target, c->target));
    c->yaw += share(TURN_RATE, seconds) * remainder(yaw - c->yaw, 2.0 * BELAY_PI);
    c->pitch += share(TURN_RATE, seconds) * (pitch - c->pitch);
    belay_vec3 direction = direction_of(c->yaw + c->turned, c->pitch + c->raised);
    double free = free_distance(l, c->target, direction, far * c->zoom);
    // Nearer at once, farther softly.
    c->distance = free < c->distance ? free : c->distance + share(FAR_RATE, seconds) * (free - c->distance);
}

void chase_apply(chase* c, viewer* v, bool has_mouse)
{
    double yaw, pitch;
    viewer_camera_angles(v, &yaw, &pitch);
    if (has_mouse && c->told[2] > 0.0) {
        c->turned += remainder(yaw - c->told[0], 2.0 * BELAY_PI);
        c->raised = fmin(fmax(c->raised + pitch - c->told[1], -0.3), 1.0);
        c->zoom = fmin(fmax(c->zoom * viewer_camera_distance(v) / c->told[2], 0.4), 3.0);
    }
    viewer_camera_target_set(v, c->target);
    viewer_camera_angles_set(v, c->yaw + c->turned, c->pitch + c->raised);
    viewer_camera_distance_set(v, c->distance);
    viewer_camera_angles(v, &c->told[0], &c->told[1]);
    c->told[2] = viewer_camera_distance(v);
    viewer_shadow_region_set(v, c->target, 16.0);
}
