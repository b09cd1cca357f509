// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "support/rods/rod_facts.h"
#include "support/chance.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

const bl_rod_ops* fact_ops(belay_rod_model model)
{
    return bl_rod_ops_of(model);
}

// Points of elements of length about 0.1 that turn by up to half a radian or so.
static void draw_curve(belay_vec3* nodes, uint32_t n, uint64_t* lot)
{
    belay_vec3 direction = v3(1.0, 0.0, 0.0);
    nodes[0] = chance_vector(lot, 1.0);
    for (uint32_t i = 0; i < n; i++) {
        direction = v3_normalize_or(v3_add(direction, chance_vector(lot, 0.4)), direction);
        nodes[i + 1] = v3_add_scaled(nodes[i], 0.1 + 0.02 * chance_signed(lot), direction);
    }
}

static bl_rod_section soft_section(void)
{
    bl_rod_section s = {.line_mass = 1.0, .spin_inertia = 1e-2, .radius = 0.01, .stretch = 50.0, .twist = 0.2};
    s.bend[0] = 0.3;
    s.bend[1] = 0.25;
    return s;
}

rod_rig* fact_tangle(belay_rod_model model, uint32_t n, bl_rod_hold first, bl_rod_hold last, uint64_t* lot)
{
    belay_vec3 nodes[65], rest[65];
    double twist[64], rest_twist[64];
    cr_assert_leq(n, 64);
    draw_curve(nodes, n, lot);
    draw_curve(rest, n, lot);
    for (uint32_t i = 0; i < n; i++) {
        twist[i] = 0.3 * chance_signed(lot);
        rest_twist[i] = 0.3 * chance_signed(lot);
    }
    bl_rod_body body = rod_rig_body(model, n, soft_section());
    const bl_rod_hold holds[2] = {first, last};
    for (int end = 0; end < 2; end++) {
        uint32_t node = end == 0 ? 0 : n, beside = end == 0 ? 1 : n - 1;
        belay_vec3 along = v3_scale(end == 0 ? 1.0 : -1.0, v3_sub(nodes[beside], nodes[node]));
        belay_quat frame = rod_rig_frame(v3_add(along, chance_vector(lot, 0.03)), chance_vector(lot, 1.0));
        body.ends[end] = (bl_rod_end){.hold = holds[end], .position = nodes[node], .rotation = frame};
    }
    bl_rod_start start = {nodes, rest, twist, rest_twist, chance_vector(lot, 1.0)};
    rod_rig* rig = rod_rig_make(fact_ops(model), &body, &start);
    double* v = rod_rig_velocity(rig);
    for (uint32_t k = 0; k < bl_rod_dof_count(rig->ops, n); k++)
        v[k] = 0.03 * chance_signed(lot);
    rig->ops->move(&rig->rod, 1.0);
    return rig;
}

rod_rig* fact_cantilever(belay_rod_model model, uint32_t n)
{
    bl_rod_body body = rod_rig_body(model, n, rod_rig_unit(1.0, 1e-3));
    rod_rig_clamp(&body, 0, v3_zero(), rod_rig_frame(v3(1.0, 0.0, 0.0), v3(0.0, 0.0, 1.0)));
    return rod_rig_make_line(fact_ops(model), &body, v3_zero(), v3(1.0, 0.0, 0.0));
}

rod_rig* fact_rubber(belay_rod_model model, uint32_t n, double theta)
{
    bl_rod_body body = rod_rig_body(model, n, rod_rig_round(0.003, 1000.0, 1e7, 0.3));
    body.theta = theta;
    return rod_rig_make_line(fact_ops(model), &body, v3_zero(), v3(1.0, 0.0, 0.0));
}

typedef struct moving {
    uint32_t n;
    belay_vec3 *nodes, *velocities;
    double* mass;
} moving;

static moving measure(const rod_rig* rig)
{
    uint32_t n = rig->body.element_count;
    moving m = {n, calloc(n + 1, sizeof *m.nodes), calloc(n + 1, sizeof *m.nodes), calloc(n + 1, sizeof *m.mass)};
    rig->ops->nodes(&rig->rod, m.nodes);
    rig->ops->node_velocities(&rig->rod, rod_rig_velocity(rig), m.velocities);
    double* arcs = calloc(n + 1, sizeof *arcs);
    rig->ops->arcs(&rig->rod, arcs);
    for (uint32_t i = 0; i <= n; i++) {
        double length = arcs[i < n ? i + 1 : n] - arcs[i > 0 ? i - 1 : 0];
        m.mass[i] = 0.5 * rig->body.section.line_mass * length;
    }
    free(arcs);
    return m;
}

static void moving_free(moving* m)
{
    free(m->nodes);
    free(m->velocities);
    free(m->mass);
}

belay_vec3 fact_momentum(const rod_rig* rig)
{
    moving m = measure(rig);
    belay_vec3 sum = v3_zero();
    for (uint32_t i = 0; i <= m.n; i++)
        sum = v3_add_scaled(sum, m.mass[i], m.velocities[i]);
    moving_free(&m);
    return sum;
}

belay_vec3 fact_angular_momentum(const rod_rig* rig)
{
    moving m = measure(rig);
    belay_vec3 sum = v3_zero();
    for (uint32_t i = 0; i <= m.n; i++)
        sum = v3_add_scaled(sum, m.mass[i], v3_cross(m.nodes[i], m.velocities[i]));
    double inertia = rig->body.model == BELAY_ROD_CORDE ? rig->body.section.spin_inertia : 0.0;
    double* arcs = calloc(m.n + 1, sizeof *arcs);
    rig->ops->arcs(&rig->rod, arcs);
    for (uint32_t i = 0; i < m.n; i++) {
        belay_vec3 spin = rig->ops->angular_velocity(&rig->rod, i, rod_rig_velocity(rig));
        sum = v3_add_scaled(sum, inertia * (arcs[i + 1] - arcs[i]), spin);
    }
    free(arcs);
    moving_free(&m);
    return sum;
}

size_t fact_state_bytes(const rod_rig* rig)
{
    return bl_rod_state_size(rig->ops, rig->body.element_count) * sizeof(double);
}

uint32_t fact_dofs(const rod_rig* rig)
{
    return bl_rod_dof_count(rig->ops, rig->body.element_count);
}

bool fact_is_held(const rod_rig* rig, uint32_t k)
{
    uint32_t m = fact_dofs(rig);
    if (k < 3) return rig->body.ends[0].hold != BL_ROD_FREE;
    return k >= m - 3 && rig->body.ends[1].hold != BL_ROD_FREE;
}

void fact_place(rod_rig* rig, const double* kept, const double* w, double seconds)
{
    memcpy(rig->rod.state, kept, fact_state_bytes(rig));
    memcpy(rod_rig_velocity(rig), w, fact_dofs(rig) * sizeof(double));
    rig->ops->move(&rig->rod, seconds);
    memset(rod_rig_velocity(rig), 0, fact_dofs(rig) * sizeof(double));
}

void fact_draw_direction(const rod_rig* rig, double* w, uint64_t* lot)
{
    for (uint32_t k = 0; k < fact_dofs(rig); k++)
        w[k] = fact_is_held(rig, k) ? 0.0 : chance_signed(lot);
}
