// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "support/chance.h"
#include "support/rods/rod_facts.h"

#include <criterion/criterion.h>
#include <string.h>

// Gauss' elimination of a small dense system, in place.
static void solve_dense(double a[FACT_BEADS][FACT_BEADS], double* b)
{
    for (int i = 0; i < FACT_BEADS; i++)
        for (int j = i + 1; j < FACT_BEADS; j++) {
            double f = a[j][i] / a[i][i];
            for (int k = i; k < FACT_BEADS; k++)
                a[j][k] -= f * a[i][k];
            b[j] -= f * b[i];
        }
    for (int i = FACT_BEADS; i-- > 0;) {
        for (int k = i + 1; k < FACT_BEADS; k++)
            b[i] -= a[i][k] * b[k];
        b[i] /= a[i][i];
    }
}

void fact_add_spring(fact_beads* b, const double gradient[FACT_BEADS], double stiffness)
{
    for (int i = 0; i < FACT_BEADS; i++)
        for (int j = 0; j < FACT_BEADS; j++)
            b->stiffness[i][j] += stiffness * gradient[i] * gradient[j];
}

void fact_beads_step(fact_beads* b, const bl_rod_body* body, bool is_stiff, double h)
{
    double theta = body->theta, rest = 1.0 - theta, d = rest, c = body->section.damping_time;
    double next = is_stiff ? h * h + h * c : h * h * (theta * theta + d) + h * theta * c;
    double past = is_stiff ? 0.0 : h * h * (rest * rest + d) - h * rest * c;
    double a[FACT_BEADS][FACT_BEADS], right[FACT_BEADS];
    for (int i = 0; i < FACT_BEADS; i++) {
        right[i] = b->mass[i] * b->v[i] * (1.0 - h * rest * body->section.drag) + h * b->load[i];
        for (int j = 0; j < FACT_BEADS; j++) {
            right[i] += b->stiffness[i][j] * (past * b->v[j] - h * b->x[j]);
            a[i][j] = next * b->stiffness[i][j];
        }
        a[i][i] += b->mass[i] * (1.0 + h * theta * body->section.drag);
    }
    for (int j = 0; b->is_first_held && j < FACT_BEADS; j++)
        a[0][j] = j == 0 ? 1.0 : 0.0;
    if (b->is_first_held) right[0] = b->first;
    solve_dense(a, right);
    memcpy(b->v, right, sizeof right);
}

rod_rig* fact_bead_rig(belay_rod_model model, int i)
{
    rod_rig* rig = fact_cantilever(model, FACT_BEADS - 1);
    rig->body.theta = 0.5 + 0.0625 * i;
    rig->body.section.damping_time = 0.02;
    rig->body.section.drag = 0.7;
    return rig;
}

void fact_draw_beads(fact_beads* b, double places, uint64_t* lot)
{
    for (int i = 0; i < FACT_BEADS; i++) {
        b->x[i] = places * chance_signed(lot);
        b->v[i] = places * chance_signed(lot);
        b->load[i] = places * chance_signed(lot);
    }
}

static void stretch_beads(fact_beads* b, const rod_rig* rig)
{
    double l = rig->body.length / (FACT_BEADS - 1);
    for (int i = 0; i < FACT_BEADS; i++) {
        bool is_end = i == 0 || i == FACT_BEADS - 1;
        b->mass[i] = rig->body.section.line_mass * (is_end ? 0.5 * l : l);
        double gradient[FACT_BEADS] = {0.0};
        if (i == FACT_BEADS - 1) break;
        gradient[i] = -1.0;
        gradient[i + 1] = 1.0;
        fact_add_spring(b, gradient, rig->body.section.stretch / l);
    }
}

void fact_beads_give(const fact_beads* b, rod_rig* rig, belay_vec3 direction)
{
    belay_vec3 moves[FACT_BEADS], velocities[FACT_BEADS];
    for (int i = 0; i < FACT_BEADS; i++) {
        moves[i] = v3_scale(b->x[i], direction);
        velocities[i] = v3_scale(b->v[i], direction);
        rod_rig_push(rig, (uint32_t)i, v3_scale(b->load[i], direction));
    }
    rig->body.ends[0].position = moves[0];
    rig->body.ends[0].velocity = v3_scale(b->first, direction);
    rig->ops->set_velocities(&rig->rod, moves);
    rig->ops->move(&rig->rod, 1.0);
    rig->ops->set_velocities(&rig->rod, velocities);
}

void fact_stretch_follows_its_formula(belay_rod_model model)
{
    uint64_t lot = 6;
    for (int i = 0; i < 9; i++) {
        rod_rig* rig = fact_bead_rig(model, i);
        rig->body.section.stretch = 300.0;
        rig->body.ends[0].hold = (bl_rod_hold)(i % 3);
        fact_beads b = {.is_first_held = i % 3 != 0, .first = chance_signed(&lot)};
        stretch_beads(&b, rig);
        fact_draw_beads(&b, 0.005, &lot);
        fact_beads_give(&b, rig, v3(1.0, 0.0, 0.0));
        rig->ops->prepare(&rig->rod, rig->gravity, rig->applied, 0.05);
        belay_vec3 velocities[FACT_BEADS];
        rig->ops->node_velocities(&rig->rod, rig->ops->free_velocity(&rig->rod), velocities);
        fact_beads_step(&b, &rig->body, true, 0.05);
        for (int k = 0; k < FACT_BEADS; k++)
            cr_assert_leq(v3_distance(velocities[k], v3(b.v[k], 0.0, 0.0)), 1e-11, "node %d: %.12g, not %.12g", k,
                          velocities[k].x, b.v[k]);
        rod_rig_free(rig);
    }
}
