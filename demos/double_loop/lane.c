// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "double_loop/lane.h"

#include <math.h>
#include <string.h>

static belay_vec3 lerp(belay_vec3 a, belay_vec3 b, double t)
{
    belay_vec3 r = {a.x + t * (b.x - a.x), a.y + t * (b.y - a.y), a.z + t * (b.z - a.z)};
    return r;
}

// The contacts' impulses as mean forces of the step; the ball is body a or b of them.
static void take_forces(lane* l)
{
    int32_t count;
    const belay_contact* c = belay_world_get_contacts(l->scene.world, &count);
    lane_sample* s = &l->now;
    s->force_count = 0;
    for (int32_t i = 0; i < count && s->force_count < LANE_MAX_FORCES; i++) {
        if (c[i].status == BELAY_CONTACT_OPEN) continue;
        bool is_on_ball = c[i].body_a.value == l->scene.ball.value;
        double scale = (is_on_ball ? 1.0 : -1.0) / l->scene.def.h;
        const double* r = c[i].impulse;
        belay_vec3 n = c[i].normal, t = c[i].tangent1, b = c[i].tangent2;
        belay_vec3 force = {scale * (r[0] * n.x + r[1] * t.x + r[2] * b.x),
                            scale * (r[0] * n.y + r[1] * t.y + r[2] * b.y),
                            scale * (r[0] * n.z + r[1] * t.z + r[2] * b.z)};
        s->forces[s->force_count++] = (lane_force){c[i].point, force};
    }
}

static void take_sample(lane* l)
{
    lane_sample* s = &l->now;
    const double_loop_record* r = &l->scene.record;
    const belay_step_stats* stats = belay_world_get_stats(l->scene.world);
    belay_body_state ball;
    belay_body_get_state(l->scene.world, l->scene.ball, &ball);
    s->time = r->time;
    s->pose = ball.pose;
    s->linear_velocity = ball.linear_velocity;
    s->angular_velocity = ball.angular_velocity;
    s->progress = r->progress;
    s->energy = r->energy;
    s->dissipated = r->dissipated;
    s->balance = r->balance_error;
    s->residual = stats->residual.natural;
    s->sweeps = stats->iterations;
    s->newton = stats->newton_iterations;
    s->contacts = stats->contacts;
    s->loops = r->loops;
    s->is_on_track = r->is_on_track;
    take_forces(l);
}

static void bring_account_up_to_date(lane* l)
{
    lane_statistics* a = &l->statistics;
    int iterations = l->now.sweeps + l->now.newton;
    a->steps++;
    a->mean_iterations += (iterations - a->mean_iterations) / a->steps;
    if (iterations > a->worst_iterations) a->worst_iterations = iterations;
    if (!belay_world_get_stats(l->scene.world)->has_converged) a->unconverged_steps++;
    if (!l->now.is_on_track && a->left_track_time < 0.0) a->left_track_time = l->now.time;
}

bool lane_create(lane* l, const double_loop_def* def, belay_error* error)
{
    memset(l, 0, sizeof *l);
    if (double_loop_create(def, &l->scene, error) != BELAY_OK) return false;
    l->statistics.left_track_time = -1.0;
    take_sample(l);
    l->before = l->now;
    return true;
}

void lane_destroy(lane* l)
{
    if (l->scene.world != NULL) double_loop_destroy(&l->scene);
    memset(l, 0, sizeof *l);
}

bool lane_step(lane* l, belay_error* error)
{
    double sliding = l->scene.record.sliding_seconds;
    belay_result result = double_loop_step(&l->scene);
    if (result != BELAY_OK) {
        error->code = result;
        strncpy(error->message, belay_world_last_error(l->scene.world), sizeof error->message - 1);
        error->message[sizeof error->message - 1] = '\0';
        return false;
    }
    l->before = l->now;
    take_sample(l);
    l->now.is_sliding = l->scene.record.sliding_seconds > sliding;
    bring_account_up_to_date(l);
    return true;
}

// The ball may turn more than once in a long step, so its orientation follows from the spin, not from the two
// orientations, of which the shortest way between is not the way it went.
static belay_quat turn(const lane_sample* from, belay_vec3 spin, double seconds)
{
    double rate = sqrt(spin.x * spin.x + spin.y * spin.y + spin.z * spin.z);
    return belay_quat_multiply(belay_quat_from_axis_angle(spin, rate * seconds), from->pose.rotation);
}

lane_sample lane_sample_blend(const lane_sample* a, const lane_sample* b, double blend)
{
    lane_sample s = *b;
    s.time = a->time + blend * (b->time - a->time);
    s.pose.position = lerp(a->pose.position, b->pose.position, blend);
    s.pose.rotation = turn(a, lerp(a->angular_velocity, b->angular_velocity, 0.5), blend * (b->time - a->time));
    s.linear_velocity = lerp(a->linear_velocity, b->linear_velocity, blend);
    s.angular_velocity = lerp(a->angular_velocity, b->angular_velocity, blend);
    return s;
}

const char* lane_outcome(const lane* l)
{
    const double_loop_record* r = &l->scene.record;
    if (r->loops == 2) return "both loops";
    if (r->distance < 1e-3) return "stays where it is";
    if (!r->is_on_track) {
        if (r->progress < 0.0) return "back off the start";
        return r->loops == 0 ? "falls in loop 1" : "falls in loop 2";
    }
    bool is_back = r->distance > r->progress + DOUBLE_LOOP_BALL_RADIUS;
    if (r->loops == 1) return is_back ? "one loop, turns back" : "one loop";
    return is_back ? "turns back" : "under way";
}
