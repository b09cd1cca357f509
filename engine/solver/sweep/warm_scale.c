// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/sweep/warm_scale.h"

// r.q and r.W r: W r is what the impulses have changed.
static void sum_up(const bl_row_set* set, const uint32_t* order, uint32_t count, const bl_velocity* velocities,
                   double* along_q, double* along_w)
{
    *along_q = *along_w = 0.0;
    for (uint32_t k = 0; k < count; k++) {
        const bl_contact_row* row = &set->rows[order[k]];
        if (row->r[0] == 0.0) continue;
        const double* q = set->contact_free + 3 * (size_t)order[k];
        double u[3];
        bl_contact_row_velocity(row, velocities, u);
        bl_contact_row_shift(row, u);
        for (int i = 0; i < 3; i++) {
            *along_q += row->r[i] * q[i];
            *along_w += row->r[i] * (u[i] - q[i]);
        }
    }
}

static void scale(const bl_row_set* set, const uint32_t* order, uint32_t count, double factor, bl_velocity* velocities)
{
    for (uint32_t k = 0; k < count; k++) {
        bl_contact_row* row = &set->rows[order[k]];
        if (row->r[0] == 0.0) continue;
        double dr[3];
        for (int i = 0; i < 3; i++) {
            double now = factor * row->r[i]; // in its cone to its own rounding, however small
            dr[i] = now - row->r[i];
            row->r[i] = now;
        }
        bl_contact_row_apply(row, dr, set->responses, velocities);
    }
}

void bl_warm_scale(const bl_row_set* set, const uint32_t* order, uint32_t count, bl_velocity* velocities)
{
    if (count == 0 || order[count - 1] >= set->contact_count) return;
    double along_q, along_w;
    sum_up(set, order, count, velocities, &along_q, &along_w);
    if (!(0.5 * along_w + along_q > 0.0)) return;
    double factor = along_q < 0.0 ? -along_q / along_w : 0.0;
    scale(set, order, count, factor, velocities);
}
