// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "support/rods/rod_rig.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bl_rod_section rod_rig_round(double radius, double density, double young, double poisson)
{
    double area = ROD_RIG_PI * radius * radius, second = 0.25 * area * radius * radius;
    bl_rod_section s = {0};
    s.radius = radius;
    s.line_mass = density * area;
    s.spin_inertia = density * 2.0 * second;
    s.stretch = young * area;
    s.bend[0] = s.bend[1] = young * second;
    s.twist = young / (2.0 * (1.0 + poisson)) * 2.0 * second;
    return s;
}

bl_rod_section rod_rig_unit(double bend, double radius)
{
    bl_rod_section s = {0};
    s.radius = radius;
    s.line_mass = 1.0;
    s.stretch = 4.0 * bend / (radius * radius);
    s.bend[0] = s.bend[1] = bend;
    s.twist = bend / 1.3;
    return s;
}

bl_rod_body rod_rig_body(belay_rod_model model, uint32_t elements, bl_rod_section section)
{
    bl_rod_body body;
    memset(&body, 0, sizeof body);
    body.model = model;
    body.element_count = elements;
    body.section = section;
    body.theta = 1.0;
    body.ends[0].rotation = body.ends[1].rotation = belay_quat_identity();
    return body;
}

void rod_rig_line(belay_vec3* nodes, uint32_t elements, belay_vec3 from, belay_vec3 to)
{
    for (uint32_t i = 0; i <= elements; i++)
        nodes[i] = v3_add_scaled(from, (double)i / elements, v3_sub(to, from));
}

belay_quat rod_rig_frame(belay_vec3 d3, belay_vec3 d1)
{
    belay_vec3 z = v3_normalize_or(d3, v3(0.0, 0.0, 1.0));
    belay_vec3 across = v3_add_scaled(d1, -v3_dot(d1, z), z);
    belay_vec3 x = v3_length(across) > 1e-9 ? v3_normalize_or(across, across) : v3_any_orthogonal(z);
    // First z to its place, then x round it.
    belay_vec3 axis = v3_cross(v3(0.0, 0.0, 1.0), z);
    double angle = atan2(v3_length(axis), z.z);
    belay_quat q = belay_quat_from_axis_angle(v3_length(axis) > 0.0 ? axis : v3(1.0, 0.0, 0.0), angle);
    belay_vec3 now = q_rotate(q, v3(1.0, 0.0, 0.0));
    double turn = atan2(v3_dot(v3_cross(now, x), z), v3_dot(now, x));
    return q_mul(belay_quat_from_axis_angle(z, turn), q);
}

void rod_rig_clamp(bl_rod_body* body, int end, belay_vec3 position, belay_quat rotation)
{
    body->ends[end].hold = BL_ROD_CLAMPED;
    body->ends[end].position = position;
    body->ends[end].rotation = rotation;
}

void rod_rig_pin(bl_rod_body* body, int end, belay_vec3 position)
{
    body->ends[end].hold = BL_ROD_PINNED;
    body->ends[end].position = position;
}

rod_rig* rod_rig_make(const bl_rod_ops* ops, const bl_rod_body* body, const bl_rod_start* start)
{
    rod_rig* rig = calloc(1, sizeof *rig);
    rig->ops = ops;
    rig->body = *body;
    rig->h = 1e-3;
    rig->rod.body = &rig->body;
    rig->rod.state = calloc(bl_rod_state_size(ops, body->element_count), sizeof(double));
    rig->rod.scratch = calloc(bl_rod_scratch_size(ops, body->element_count), sizeof(double));
    rig->applied = calloc(3 * ((size_t)bl_rod_segment_count(ops, body->element_count) + 1), sizeof(double));
    belay_error error = {BELAY_OK, ""};
    cr_assert_eq(ops->init(&rig->rod, start, &error), BELAY_OK, "%s", error.message);
    return rig;
}

rod_rig* rod_rig_make_line(const bl_rod_ops* ops, const bl_rod_body* body, belay_vec3 from, belay_vec3 to)
{
    belay_vec3* nodes = calloc((size_t)body->element_count + 1, sizeof *nodes);
    rod_rig_line(nodes, body->element_count, from, to);
    // A clamp's frame and the rod's are alike, so that nothing is twisted at first.
    int end = body->ends[0].hold == BL_ROD_CLAMPED ? 0 : 1;
    belay_vec3 d1 = body->ends[end].hold == BL_ROD_CLAMPED ? q_rotate(body->ends[end].rotation, v3(1.0, 0.0, 0.0))
                                                           : v3_any_orthogonal(v3_normalize_or(v3_sub(to, from), from));
    bl_rod_start start = {.nodes = nodes, .d1 = d1};
    rod_rig* rig = rod_rig_make(ops, body, &start);
    free(nodes);
    return rig;
}

void rod_rig_free(rod_rig* rig)
{
    free(rig->rod.state);
    free(rig->rod.scratch);
    free(rig->applied);
    free(rig);
}

void rod_rig_step(rod_rig* rig)
{
    const bl_rod_ops* ops = rig->ops;
    ops->prepare(&rig->rod, rig->gravity, rig->applied, rig->h);
    memcpy(ops->velocity(&rig->rod), ops->free_velocity(&rig->rod),
           bl_rod_dof_count(ops, rig->body.element_count) * sizeof(double));
    for (int end = 0; end < 2; end++) {
        bl_rod_end* e = &rig->body.ends[end];
        e->position = v3_add_scaled(e->position, rig->h, e->velocity);
        e->rotation = q_normalize(q_mul(q_exp(v3_scale(rig->h, e->angular)), e->rotation));
    }
    ops->move(&rig->rod, rig->h);
    rig->time += rig->h;
}

void rod_rig_run(rod_rig* rig, double seconds)
{
    long count = lround(seconds / rig->h);
    for (long i = 0; i < count; i++)
        rod_rig_step(rig);
}

int rod_rig_settle(rod_rig* rig, double speed, int steps)
{
    for (int i = 1; i <= steps; i++) {
        rod_rig_step(rig);
        if (rod_rig_speed(rig) <= speed) return i;
    }
    return steps + 1;
}

void rod_rig_step_wrenched(rod_rig* rig, belay_vec3 force, belay_vec3 moment)
{
    uint32_t n = rig->body.element_count, m = bl_rod_dof_count(rig->ops, n), first, count;
    double* x = calloc(m + 1, sizeof *x);
    rig->ops->prepare(&rig->rod, rig->gravity, rig->applied, rig->h);
    rig->ops->row(&rig->rod, n - 1, 1.0, v3_scale(rig->h, force), v3_scale(rig->h, moment), 1.0, x, &first, &count);
    rig->ops->solve(&rig->rod, x, 1, 0);
    const double* free_velocity = rig->ops->free_velocity(&rig->rod);
    for (uint32_t k = 0; k < m; k++)
        rod_rig_velocity(rig)[k] = free_velocity[k] + x[k];
    rig->ops->move(&rig->rod, rig->h);
    free(x);
}

belay_vec3 rod_rig_node(const rod_rig* rig, uint32_t node)
{
    belay_vec3* nodes = calloc((size_t)rig->body.segment_count + 1, sizeof *nodes);
    rig->ops->nodes(&rig->rod, nodes);
    belay_vec3 x = nodes[node];
    free(nodes);
    return x;
}

void rod_rig_push(rod_rig* rig, uint32_t node, belay_vec3 force)
{
    rig->applied[3 * node] = force.x;
    rig->applied[3 * node + 1] = force.y;
    rig->applied[3 * node + 2] = force.z;
}

double* rod_rig_velocity(const rod_rig* rig)
{
    return rig->ops->velocity(&rig->rod);
}

double rod_rig_energy(const rod_rig* rig)
{
    bl_rod_energy e = rig->ops->energy(&rig->rod, rig->gravity);
    return e.kinetic + e.stretch + e.bend + e.twist + e.potential;
}

double rod_rig_speed(const rod_rig* rig)
{
    belay_vec3* v = calloc((size_t)rig->body.segment_count + 1, sizeof *v);
    rig->ops->node_velocities(&rig->rod, rod_rig_velocity(rig), v);
    double fastest = 0.0;
    for (uint32_t i = 0; i <= rig->body.segment_count; i++) {
        double speed = v3_length(v[i]);
        fastest = speed <= fastest ? fastest : speed; // NaN is fastest
    }
    free(v);
    return fastest;
}

bool rod_rig_read(const char* name, void (*line)(void* context, const char* text), void* context)
{
    const char* given = getenv("BELAY_REFERENCE");
    char path[1024], text[4096];
    snprintf(path, sizeof path, "%s/%s", given != NULL ? given : "../shared/reference", name);
    FILE* file = fopen(path, "r");
    if (file == NULL) return false;
    bool is_header = true;
    while (fgets(text, sizeof text, file) != NULL) {
        if (text[0] == '#') continue;
        if (!is_header) line(context, text);
        is_header = false;
    }
    fclose(file);
    return true;
}

void rod_rig_check_near(double value, double right, double tolerance, const char* what)
{
    cr_expect(fabs(value - right) <= tolerance, "%s: %.9g, not %.9g +- %.2g", what, value, right, tolerance);
}
