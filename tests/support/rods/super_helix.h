// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Super-helices without a world: one rod, stepped alone, and the tables of right values. All inline.

#ifndef BELAY_TESTS_SUPPORT_RODS_SUPER_HELIX_H
#define BELAY_TESTS_SUPPORT_RODS_SUPER_HELIX_H

#include "models/rod/super_helix/rod_super_helix_internal.h"
#include "support/chance.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OPS (&bl_rod_super_helix)

typedef struct helix_rig {
    bl_rod_body body;
    bl_rod rod;
    bl_super_helix view;
    belay_vec3 gravity;
    double* applied; // null, or a force on each node
} helix_rig;

// A round section with Poisson's ratio 0.3: twist stiffness bend / 1.3.
static inline bl_rod_section helix_section(double line_mass, double bend)
{
    bl_rod_section s = {.line_mass = line_mass, .radius = 0.003, .stretch = 1.0, .bend = {bend, bend}};
    s.twist = bend / 1.3;
    return s;
}

// A rod without a shape yet. The scratch is full of NaN: nothing may be read there before it is written.
static inline void helix_rig_init(helix_rig* rig, uint32_t n, bl_rod_section section, bl_rod_hold hold, double theta)
{
    memset(rig, 0, sizeof *rig);
    rig->body = (bl_rod_body){.model = BELAY_ROD_SUPER_HELIX, .element_count = n, .section = section, .theta = theta};
    for (int end = 0; end < 2; end++)
        rig->body.ends[end].rotation = (belay_quat){1.0, 0.0, 0.0, 0.0};
    rig->body.ends[0].hold = hold;
    size_t scratch = bl_rod_scratch_size(OPS, n);
    rig->rod.body = &rig->body;
    rig->rod.state = calloc(bl_rod_state_size(OPS, n), sizeof(double));
    rig->rod.scratch = malloc(scratch * sizeof(double));
    for (size_t i = 0; i < scratch; i++)
        rig->rod.scratch[i] = NAN;
    rig->view = bl_super_helix_view(&rig->rod);
}

static inline void helix_rig_fini(helix_rig* rig)
{
    free(rig->rod.state);
    free(rig->rod.scratch);
    free(rig->applied);
}

// Elements of length `length` each; the frame at end 0 at the origin, its d3 along `direction` and d1 along `d1`.
static inline void helix_rig_shape(helix_rig* rig, double length, belay_vec3 direction, belay_vec3 d1)
{
    bl_super_helix* view = &rig->view;
    belay_mat33 frame = m3_transpose(m3_rows(d1, v3_cross(direction, d1), direction));
    *view->rotation = bl_helix_quat(&frame);
    rig->body.ends[0].rotation = *view->rotation;
    rig->body.segment_count = bl_rod_segment_count(OPS, view->n);
    rig->body.length = length * view->n;
    for (uint32_t e = 0; e < view->n; e++)
        view->length[e] = length;
    bl_super_helix_place(view);
}

// The same u for all elements: at rest, now, or both.
static inline void helix_rig_bend(helix_rig* rig, belay_vec3* u, belay_vec3 value)
{
    for (uint32_t e = 0; e < rig->view.n; e++)
        u[e] = value;
    bl_super_helix_place(&rig->view);
}

static inline double* helix_rig_apply(helix_rig* rig, uint32_t node)
{
    if (rig->applied == NULL) rig->applied = calloc(3 * (size_t)(rig->body.segment_count + 1), sizeof(double));
    return rig->applied + 3 * node;
}

static inline void helix_rig_carry_end(helix_rig* rig, double seconds)
{
    bl_rod_end* end = &rig->body.ends[0];
    end->position = v3_add_scaled(end->position, seconds, end->velocity);
    end->rotation = q_normalize(q_mul(q_exp(v3_scale(seconds, end->angular)), end->rotation));
}

// To the contact instant, the velocities there, and on to the end of the step.
static inline void helix_rig_step(helix_rig* rig, double h)
{
    double theta = rig->body.theta;
    helix_rig_carry_end(rig, h * (1.0 - theta));
    OPS->move(&rig->rod, h * (1.0 - theta));
    OPS->prepare(&rig->rod, rig->gravity, rig->applied, h);
    memcpy(OPS->velocity(&rig->rod), OPS->free_velocity(&rig->rod), rig->view.m * sizeof(double));
    helix_rig_carry_end(rig, h * theta);
    OPS->move(&rig->rod, h * theta);
}

static inline void helix_rig_run(helix_rig* rig, double h, int steps)
{
    for (int i = 0; i < steps; i++)
        helix_rig_step(rig, h);
}

static inline belay_vec3 helix_rig_tip(const helix_rig* rig)
{
    return v3_add(*rig->view.origin, rig->view.frames[rig->view.n].position);
}

static inline double helix_rig_energy(const helix_rig* rig)
{
    bl_rod_energy e = OPS->energy(&rig->rod, rig->gravity);
    return e.kinetic + e.stretch + e.bend + e.twist + e.potential;
}

// ---------------------------------------------------------------------------------------------------------------------
// Rods made at random
// ---------------------------------------------------------------------------------------------------------------------

// A rod of any shape, far from the origin, that moves.
static inline void helix_rig_randomise(helix_rig* rig, uint64_t* seed, uint32_t n, bl_rod_hold hold)
{
    bl_rod_section section = helix_section(0.03, 1e-3);
    section.spin_inertia = 1e-4;
    helix_rig_init(rig, n, section, hold, 0.5);
    belay_vec3 direction = v3_normalize_or(chance_vector(seed, 1.0), v3(1.0, 0.0, 0.0));
    helix_rig_shape(rig, 0.08, direction, v3_any_orthogonal(direction));
    *rig->view.origin = chance_vector(seed, 3.0);
    for (uint32_t e = 0; e < n; e++) {
        rig->view.length[e] = chance_between(seed, 0.05, 0.1);
        rig->view.u[e] = chance_vector(seed, e % 3 == 1 ? 1e-6 : 15.0);
    }
    for (uint32_t k = 0; k < rig->view.m; k++)
        rig->view.v[k] = chance_between(seed, -1.0, 1.0);
    bl_super_helix_place(&rig->view);
}

// The rod a little later, along the velocities `v` alone.
static inline void helix_rig_carry(helix_rig* rig, const double* v, double seconds)
{
    bl_super_helix* view = &rig->view;
    *view->origin = v3_add_scaled(*view->origin, seconds, v3(v[0], v[1], v[2]));
    *view->rotation = q_mul(q_exp(v3_scale(seconds, v3(v[3], v[4], v[5]))), *view->rotation);
    for (uint32_t e = 0; e < view->n; e++)
        view->u[e] = v3_add_scaled(view->u[e], seconds, bl_super_helix_rate(v, e));
    bl_super_helix_place(view);
}

// Linear, and angular about the world's origin. Overwrites what prepare has left.
static inline bl_helix_twist helix_rig_momentum(const helix_rig* rig)
{
    const bl_super_helix* view = &rig->view;
    double p[6] = {0.0};
    bl_super_helix_find_mass(view);
    for (uint32_t i = 0; i < 6; i++)
        for (uint32_t k = 0; k < view->m; k++)
            p[i] += view->v[k] * (i <= k ? view->mass[i * view->m + k] : view->mass[k * view->m + i]);
    belay_vec3 linear = v3(p[0], p[1], p[2]);
    return (bl_helix_twist){linear, v3_add(v3(p[3], p[4], p[5]), v3_cross(*view->origin, linear))};
}

// ---------------------------------------------------------------------------------------------------------------------
// Tables
// ---------------------------------------------------------------------------------------------------------------------

// Reads the numbers of a table of right values, row by row: lines that begin with # and the heading are left out; what
// is no number becomes NaN, x, y and z 0, 1 and 2. Returns the number of rows; -1 when the table is not there.
static inline int helix_table(const char* name, int columns, double* out, int most)
{
    char path[512], line[8192];
    snprintf(path, sizeof path, "../shared/reference/%s", name);
    FILE* file = fopen(path, "r");
    if (file == NULL) return -1;
    int rows = 0;
    bool has_heading = false;
    while (rows < most && fgets(line, sizeof line, file) != NULL) {
        if (line[0] == '#') continue;
        if (!has_heading) {
            has_heading = true;
            continue;
        }
        char* at = line;
        for (int c = 0; c < columns; c++) {
            char* end = at;
            double value = strtod(at, &end);
            if (end == at) value = *at >= 'x' && *at <= 'z' ? *at - 'x' : NAN;
            out[rows * columns + c] = value;
            at += strcspn(at, ",\n");
            at += *at == ',';
        }
        rows++;
    }
    fclose(file);
    return rows;
}

#endif
