// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A rod that sleeps, towards a step: a chain of capsules that stands where it is and that no impulse moves. What would
// press on it has woken it before (step_rod_sleep.c); what comes near all the same within the step, turned by other
// contacts, is stopped by it.

#include "step/motion/step_rods.h"

static const bl_rod_ops* model(const bl_rod* rod)
{
    return bl_rod_ops_of(rod->body->model);
}

static const double* free_velocity(const bl_rod* rod)
{
    static const double none[1] = {0.0};
    (void)rod;
    return none;
}

static double* velocity(const bl_rod* rod)
{
    return model(rod)->velocity(rod);
}

static void row(const bl_rod* rod, uint32_t segment, double s, belay_vec3 linear, belay_vec3 angular, double sign,
                double* out, uint32_t* first, uint32_t* count)
{
    (void)rod, (void)segment, (void)s, (void)linear, (void)angular, (void)sign, (void)out;
    *first = *count = 0;
}

static void solve(const bl_rod* rod, double* x, uint32_t columns, uint32_t from)
{
    (void)rod, (void)x, (void)columns, (void)from;
}

static void nodes(const bl_rod* rod, belay_vec3* out)
{
    model(rod)->nodes(rod, out);
}

static void node_velocities(const bl_rod* rod, const double* v, belay_vec3* velocities)
{
    (void)v;
    for (uint32_t i = 0; i <= rod->body->segment_count; i++)
        velocities[i] = v3_zero();
}

static belay_quat frame(const bl_rod* rod, uint32_t segment)
{
    return model(rod)->frame(rod, segment);
}

static belay_vec3 angular_velocity(const bl_rod* rod, uint32_t segment, const double* v)
{
    (void)rod, (void)segment, (void)v;
    return v3_zero();
}

const bl_rod_ops bl_rod_asleep = {.name = "sleeping",
                                  .free_velocity = free_velocity,
                                  .velocity = velocity,
                                  .row = row,
                                  .solve = solve,
                                  .nodes = nodes,
                                  .node_velocities = node_velocities,
                                  .frame = frame,
                                  .angular_velocity = angular_velocity};
