// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Overlap, energy and drift, from what stands where.

#include "rigid/bench_rigid.h"
#include "scenes/solid_overlap.h"
#include "scenes/vec.h"

#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------------------------------
// Overlap
// ---------------------------------------------------------------------------------------------------------------------

static overlap_solid solid_of(const rigid_run* run, int body)
{
    const rigid_body* b = &run->scene->bodies[body];
    belay_pose pose = rigid_run_state(run, body).pose;
    overlap_solid s = {.center = pose.position, .body = (uint64_t)body, .is_box = b->shape == RIGID_BOX};
    s.half = v3_scale(0.5, b->size);
    for (int i = 0; i < 3; i++)
        s.axis[i] = belay_quat_rotate(pose.rotation, v3(i == 0, i == 1, i == 2));
    overlap_solid_bound(&s);
    return s;
}

static void add_depth(void* context, double depth)
{
    rigid_overlap* o = context;
    if (!(depth > 0.0)) return;
    o->max = fmax(o->max, depth);
    o->sum += depth;
    o->pairs++;
}

static int gather(const rigid_run* run, overlap_solid* solids)
{
    int count = 0;
    for (int i = 0; i < run->scene->body_count; i++)
        if (run->scene->bodies[i].shape != RIGID_WEDGE) solids[count++] = solid_of(run, i);
    return count;
}

rigid_overlap rigid_measure_overlap(const rigid_run* run)
{
    rigid_overlap o = {0.0, 0.0, 0.0, 0};
    overlap_solid* solids = malloc((size_t)(run->scene->body_count + 1) * sizeof *solids);
    if (solids == NULL) return o;
    int count = gather(run, solids);
    for (int p = 0; p < run->scene->plane_count; p++) {
        const rigid_plane* plane = &run->scene->planes[p];
        for (int i = 0; i < count; i++) {
            double reach = overlap_solid_reach(&solids[i], plane->normal);
            add_depth(&o, plane->offset + reach - v3_dot(plane->normal, solids[i].center));
        }
    }
    o.max_plane = o.max;
    overlap_solids_visit(solids, count, add_depth, &o);
    free(solids);
    return o;
}

// ---------------------------------------------------------------------------------------------------------------------
// Energy
// ---------------------------------------------------------------------------------------------------------------------

static double kinetic_of(const rigid_body* b, const rigid_state* s)
{
    belay_quat q = s->pose.rotation, back = {q.w, -q.x, -q.y, -q.z};
    belay_vec3 w = belay_quat_rotate(back, s->angular_velocity);
    double rotation = b->inertia.x * w.x * w.x + b->inertia.y * w.y * w.y + b->inertia.z * w.z * w.z;
    return 0.5 * (b->mass * v3_dot(s->linear_velocity, s->linear_velocity) + rotation);
}

double rigid_measure_kinetic(const rigid_run* run)
{
    double sum = 0.0;
    for (int i = 0; i < run->scene->body_count; i++) {
        rigid_state state = rigid_run_state(run, i);
        sum += kinetic_of(&run->scene->bodies[i], &state);
    }
    return sum;
}

static int count_touched(const rigid_run* run, int body, double gap)
{
    belay_vec3 at = rigid_run_state(run, body).pose.position;
    double radius = 0.5 * run->scene->bodies[body].size.x;
    int touched = 0;
    for (int p = 0; p < run->scene->plane_count; p++)
        touched += v3_dot(run->scene->planes[p].normal, at) - run->scene->planes[p].offset - radius <= gap ? 1 : 0;
    for (int i = 0; i < run->scene->body_count; i++) {
        if (i == body) continue;
        double apart = v3_length(v3_sub(rigid_run_state(run, i).pose.position, at));
        touched += apart - radius - 0.5 * run->scene->bodies[i].size.x <= gap ? 1 : 0;
    }
    return touched;
}

double rigid_measure_held_kinetic(const rigid_run* run, double gap, int least)
{
    double sum = 0.0;
    for (int i = 0; i < run->scene->body_count; i++) {
        rigid_state state = rigid_run_state(run, i);
        if (count_touched(run, i, gap) >= least) sum += kinetic_of(&run->scene->bodies[i], &state);
    }
    return sum;
}

double rigid_measure_potential(const rigid_run* run)
{
    double sum = 0.0;
    for (int i = 0; i < run->scene->body_count; i++)
        sum += run->scene->bodies[i].mass * RIGID_GRAVITY * rigid_run_state(run, i).pose.position.z;
    return sum;
}

// ---------------------------------------------------------------------------------------------------------------------
// Small things
// ---------------------------------------------------------------------------------------------------------------------

double rigid_worse(double so_far, double error)
{
    return isnan(error) ? HUGE_VAL : fmax(so_far, fabs(error));
}

double rigid_yaw(belay_quat q)
{
    return 2.0 * atan2(q.z, q.w);
}

// ---------------------------------------------------------------------------------------------------------------------
// Drift
// ---------------------------------------------------------------------------------------------------------------------

rigid_drift rigid_drift_begin(const rigid_run* run, int first, double most_sideways, double most_drop, double mark)
{
    rigid_drift d = {.first = first, .most_sideways = most_sideways, .most_drop = most_drop, .mark = mark};
    d.count = run->scene->body_count - first;
    d.start = malloc((size_t)d.count * sizeof *d.start);
    d.marked = malloc((size_t)d.count * sizeof *d.marked);
    if (d.start == NULL || d.marked == NULL) {
        fprintf(stderr, "bench: no memory\n");
        exit(1);
    }
    for (int i = 0; i < d.count; i++)
        d.start[i] = rigid_run_state(run, first + i).pose.position;
    d.creep = NAN;
    return d;
}

void rigid_drift_follow(rigid_drift* d, const rigid_run* run)
{
    double time = rigid_run_time(run), creep = 0.0;
    bool is_mark = !d->is_marked && time >= d->mark - 1e-9, is_there = true;
    d->drop = d->sideways = 0.0;
    for (int i = 0; i < d->count; i++) {
        belay_vec3 now = rigid_run_state(run, d->first + i).pose.position, moved = v3_sub(now, d->start[i]);
        d->drop = fmax(d->drop, -moved.z);
        d->sideways = fmax(d->sideways, vec_length_xy(moved));
        is_there = is_there && -moved.z <= d->most_drop && vec_length_xy(moved) <= d->most_sideways;
        if (is_mark) d->marked[i] = now;
        if (d->is_marked) creep = fmax(creep, v3_length(v3_sub(now, d->marked[i])));
    }
    if (d->is_marked) d->creep = creep;
    d->is_marked = d->is_marked || is_mark;
    if (!d->has_fallen && !is_there) d->fell_at = time;
    d->has_fallen = d->has_fallen || !is_there;
}

void rigid_drift_end(rigid_drift* d)
{
    free(d->start);
    free(d->marked);
    memset(d, 0, sizeof *d);
}

// ---------------------------------------------------------------------------------------------------------------------
// Exact time stepping
// ---------------------------------------------------------------------------------------------------------------------

// v_k = k h a; the sum over k < n of h ((1 - theta) v_k + theta v_(k + 1)).
double rigid_stepping_distance(double h, double theta, double a, int steps)
{
    return 0.5 * h * h * a * steps * (steps - 1 + 2.0 * theta);
}

double rigid_stepping_stop(double h, double theta, double v, double a)
{
    double way = 0.0;
    while (v > 0.0) {
        double next = fmax(v - h * a, 0.0);
        way += h * ((1.0 - theta) * v + theta * next);
        v = next;
    }
    return way;
}
