// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "scenes/double_loop.h"

#include <belay/vec.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

// ------------------------------------------------------------------------------------------------------------------
// The track
// ------------------------------------------------------------------------------------------------------------------

// A stretch of path. Along it the pitch turns by `turn` with the curvature (2 turn / length) sin^2(pi s / length), so
// that curvature and its slope are zero at both ends, and the path moves sideways by `shift`, with the slope
// (shift / length) (1 - cos(2 pi s / length)).
typedef struct stretch {
    double length, turn, shift;
} stretch;

#define BEHIND 0.3 // m of rail behind the start
#define RUN_UP 0.8 // m from the start to the first loop
#define LOOP_SHIFT 0.13

// A loop's smallest radius of curvature is length / (4 pi).
static const stretch track[] = {
    {BEHIND + RUN_UP, 0.0, 0.0},
    {2.2, 2.0 * PI, LOOP_SHIFT},
    {0.45, 0.0, 0.0},
    {3.2, 2.0 * PI, LOOP_SHIFT},
    {2.4, 0.0, 0.0},
};
#define STRETCHES ((int)(sizeof track / sizeof track[0]))
#define POINT_SPACING 0.0125 // m, about

static double track_length(int stretches)
{
    double sum = 0.0;
    for (int i = 0; i < stretches; i++)
        sum += track[i].length;
    return sum;
}

// The direction of the path at s within a stretch whose pitch begins at 0 (every stretch ends at a multiple of 2 pi).
static belay_vec3 direction(const stretch* p, double s)
{
    double x = s / p->length;
    double pitch = p->turn * (x - sin(2.0 * PI * x) / (2.0 * PI)); // the integral of the curvature
    double sideways = p->shift / p->length * (1.0 - cos(2.0 * PI * x));
    double along = sqrt(1.0 - sideways * sideways);
    belay_vec3 d = {along * cos(pitch), sideways, along * sin(pitch)};
    return d;
}

// One point of the path with its direction, by Simpson's rule from the point before it.
typedef struct path_cursor {
    int stretch;
    double s; // within the stretch
    belay_vec3 position;
} path_cursor;

static void advance_within(path_cursor* c, double ds)
{
    const stretch* p = &track[c->stretch];
    belay_vec3 d0 = direction(p, c->s), d1 = direction(p, c->s + 0.5 * ds), d2 = direction(p, c->s + ds);
    c->position = v3_add_scaled(c->position, ds / 6.0, d0);
    c->position = v3_add_scaled(c->position, 4.0 * ds / 6.0, d1);
    c->position = v3_add_scaled(c->position, ds / 6.0, d2);
    c->s += ds;
}

static void path_advance(path_cursor* c, double ds)
{
    while (c->stretch < STRETCHES - 1 && c->s + ds > track[c->stretch].length) {
        double rest = track[c->stretch].length - c->s;
        advance_within(c, rest);
        ds -= rest;
        c->stretch++;
        c->s = 0.0;
    }
    advance_within(c, ds);
}

// The rails stand below the ball's centre, where the ball of this radius touches both while its centre is on the path:
// below is away from the middle of the loop.
static void place_rails(belay_vec3 position, belay_vec3 tangent, belay_vec3* left, belay_vec3* right)
{
    double reach = DOUBLE_LOOP_BALL_RADIUS + DOUBLE_LOOP_RAIL_RADIUS, half = DOUBLE_LOOP_RAIL_HALF_GAP;
    double below = sqrt(reach * reach - half * half);
    double scale = 1.0 / sqrt(1.0 - tangent.y * tangent.y); // of y made orthogonal to the tangent
    belay_vec3 side = {-scale * tangent.y * tangent.x, scale * (1.0 - tangent.y * tangent.y),
                       -scale * tangent.y * tangent.z};
    belay_vec3 up = v3_cross(tangent, side);
    belay_vec3 middle = v3_add_scaled(position, -below, up);
    *left = v3_add_scaled(middle, half, side);
    *right = v3_add_scaled(middle, -half, side);
}

static bool build_points(double_loop* scene)
{
    double length = track_length(STRETCHES);
    scene->point_count = (int)(length / POINT_SPACING) + 1;
    scene->spacing = length / (scene->point_count - 1);
    size_t bytes = (size_t)scene->point_count * sizeof(belay_vec3);
    scene->path = malloc(bytes);
    scene->rails[0] = malloc(bytes);
    scene->rails[1] = malloc(bytes);
    if (scene->path == NULL || scene->rails[0] == NULL || scene->rails[1] == NULL) return false;
    path_cursor c = {0, 0.0, {-BEHIND, 0.0, 0.0}};
    for (int i = 0; i < scene->point_count; i++) {
        scene->path[i] = c.position;
        place_rails(c.position, direction(&track[c.stretch], c.s), &scene->rails[0][i], &scene->rails[1][i]);
        path_advance(&c, scene->spacing);
    }
    scene->start_index = scene->nearest_index = (int)(BEHIND / scene->spacing + 0.5);
    scene->loop_end[0] = track_length(2) - BEHIND;
    scene->loop_end[1] = track_length(4) - BEHIND;
    scene->run_out_end = length - BEHIND;
    return true;
}

// ------------------------------------------------------------------------------------------------------------------
// The world
// ------------------------------------------------------------------------------------------------------------------

double_loop_def double_loop_def_default(void)
{
    double_loop_def def = {.mu = 0.5, .spin = 460.0, .h = 1e-3, .theta = 0.5};
    return def;
}

static belay_result add_track(double_loop* scene)
{
    belay_body_def body = belay_body_def_default();
    body.type = BELAY_BODY_STATIC;
    belay_result result = belay_body_create(scene->world, &body, &scene->track);
    belay_collider_def parts[3] = {
        belay_collider_def_tube(scene->rails[0], scene->point_count, false, DOUBLE_LOOP_RAIL_RADIUS),
        belay_collider_def_tube(scene->rails[1], scene->point_count, false, DOUBLE_LOOP_RAIL_RADIUS),
        belay_collider_def_plane((belay_vec3){0.0, 0.0, 1.0}, DOUBLE_LOOP_FLOOR),
    };
    for (int i = 0; i < 3 && result == BELAY_OK; i++) {
        parts[i].material.friction = scene->def.mu;
        result = belay_collider_create(scene->world, scene->track, &parts[i], NULL);
    }
    return result;
}

static belay_result add_ball(double_loop* scene)
{
    belay_body_def body = belay_body_def_default();
    body.mass = DOUBLE_LOOP_BALL_MASS;
    body.inertia = belay_inertia_sphere(body.mass, DOUBLE_LOOP_BALL_RADIUS);
    body.pose.position = scene->path[scene->start_index];
    body.angular_velocity.y = scene->def.spin;
    belay_result result = belay_body_create(scene->world, &body, &scene->ball);
    if (result != BELAY_OK) return result;
    belay_collider_def shape = belay_collider_def_sphere(DOUBLE_LOOP_BALL_RADIUS);
    shape.material.friction = scene->def.mu;
    return belay_collider_create(scene->world, scene->ball, &shape, NULL);
}

static double total(belay_energy e)
{
    return e.translation + e.rotation + e.potential;
}

belay_result double_loop_create(const double_loop_def* def, double_loop* scene, belay_error* error)
{
    memset(scene, 0, sizeof *scene);
    scene->def = *def;
    belay_world_def world = belay_world_def_default();
    world.step_seconds = def->h;
    world.theta = def->theta;
    world.solver.tolerance = 1e-13;
    belay_result result = belay_world_create(&world, &scene->world, error);
    if (result != BELAY_OK) return result;
    if (!build_points(scene)) {
        double_loop_destroy(scene);
        return BELAY_ERROR_MEMORY;
    }
    result = add_track(scene);
    if (result == BELAY_OK) result = add_ball(scene);
    if (result != BELAY_OK) {
        if (error != NULL) {
            error->code = result;
            strncpy(error->message, belay_world_last_error(scene->world), sizeof error->message - 1);
        }
        double_loop_destroy(scene);
        return result;
    }
    scene->record.energy = belay_world_get_energy(scene->world);
    scene->record.energy_start = total(scene->record.energy);
    scene->record.is_on_track = true;
    scene->record.has_always_converged = true;
    return BELAY_OK;
}

void double_loop_destroy(double_loop* scene)
{
    belay_world_destroy(scene->world);
    free(scene->path);
    free(scene->rails[0]);
    free(scene->rails[1]);
    memset(scene, 0, sizeof *scene);
}

// ------------------------------------------------------------------------------------------------------------------
// Measuring
// ------------------------------------------------------------------------------------------------------------------

static double squared_distance(belay_vec3 a, belay_vec3 b)
{
    double x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
    return x * x + y * y + z * z;
}

// Follows the ball along the path: the nearest point moves on from where it was, never across to another branch.
static void follow(double_loop* scene, belay_vec3 ball)
{
    int i = scene->nearest_index;
    while (i + 1 < scene->point_count &&
           squared_distance(ball, scene->path[i + 1]) < squared_distance(ball, scene->path[i]))
        i++;
    while (i > 0 && squared_distance(ball, scene->path[i - 1]) < squared_distance(ball, scene->path[i]))
        i--;
    scene->nearest_index = i;

    double_loop_record* r = &scene->record;
    // Off the track: further from the path than the ball's radius, or beyond the end of the rails.
    double off = squared_distance(ball, scene->path[i]);
    if (off > DOUBLE_LOOP_BALL_RADIUS * DOUBLE_LOOP_BALL_RADIUS || i == 0 || i == scene->point_count - 1)
        r->is_on_track = false;
    if (!r->is_on_track) return;
    belay_vec3 p = scene->path[i], q = scene->path[i + 1];
    double along =
        ((ball.x - p.x) * (q.x - p.x) + (ball.y - p.y) * (q.y - p.y) + (ball.z - p.z) * (q.z - p.z)) / scene->spacing;
    r->progress = (i - scene->start_index) * scene->spacing + along;
    if (r->progress > r->distance) r->distance = r->progress;
    while (r->loops < 2 && r->progress > scene->loop_end[r->loops])
        r->loops++;
}

static bool is_sliding(const belay_world* world)
{
    int32_t count;
    const belay_contact* c = belay_world_get_contacts(world, &count);
    for (int32_t i = 0; i < count; i++)
        if (c[i].impulse[0] > 0.0 && hypot(c[i].velocity[1], c[i].velocity[2]) > 1e-4) return true;
    return false;
}

static void record_step(double_loop* scene)
{
    double_loop_record* r = &scene->record;
    const belay_step_stats* s = belay_world_get_stats(scene->world);
    r->time = belay_world_get_time(scene->world);
    r->energy = belay_world_get_energy(scene->world);
    r->dissipated -= s->normal_work + s->friction_work;
    double error = total(r->energy) + r->dissipated - r->energy_start;
    // The ball starts at height zero, so all of its energy is kinetic; without spin the error is given in J.
    r->balance_error = fabs(error) / (r->energy_start > 0.0 ? r->energy_start : 1.0);
    if (is_sliding(scene->world)) r->sliding_seconds += scene->def.h;
    r->worst_residual = fmax(r->worst_residual, s->residual.natural);
    if (s->iterations > r->worst_iterations) r->worst_iterations = s->iterations;
    if (s->contacts > r->max_contacts) r->max_contacts = s->contacts;
    r->has_always_converged = r->has_always_converged && s->has_converged;
    double n = (double)s->step;
    r->mean_iterations += (s->iterations - r->mean_iterations) / n;
    if (s->step <= 10) return;
    r->mean_step_seconds += (s->seconds - r->mean_step_seconds) / (n - 10.0);
    r->worst_step_seconds = fmax(r->worst_step_seconds, s->seconds);
}

belay_result double_loop_step(double_loop* scene)
{
    belay_result result = belay_world_step(scene->world);
    if (result != BELAY_OK) return result;
    belay_body_state ball;
    belay_body_get_state(scene->world, scene->ball, &ball);
    follow(scene, ball.pose.position);
    record_step(scene);
    return BELAY_OK;
}
