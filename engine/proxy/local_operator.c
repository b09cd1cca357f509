// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The operator of a response: what holds taken out of what bodies and rods would do alone.

#include "proxy/local_response.h"
#include "proxy/local_sides.h"
#include "proxy/proxy_tolerances.h"
#include "step/motion/step_rods.h"

// What a unit impulse along b changes a's velocity by, as far as bodies carry it.
static double coupling(const bl_local_row* a, const bl_local_row* b)
{
    double sum = 0.0;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            if (a->side[i].is_body && a->side[i].member == b->side[j].member)
                sum +=
                    v3_dot(a->side[i].linear, b->side[j].linear_m) + v3_dot(a->side[i].angular, b->side[j].angular_m);
    return sum;
}

// A = J M^-1 J^T + S, and G = J M^-1 R^T for the rows R asked about. The holds stand in it from the furthest to the
// nearest, so that elimination fills in little: what is far off meets only what is next to it.
typedef struct hold_system {
    int m, n;
    const bl_local_row* hold[BL_LOCAL_HOLDS];
    double diagonal[BL_LOCAL_HOLDS]; // of A
    int reach[BL_LOCAL_HOLDS];       // the last column of a row of A that may be other than zero
    bool has_g[BL_LOCAL_HOLDS];      // whether a row of G may be
    bool is_pivot[BL_LOCAL_HOLDS];
    double a[BL_LOCAL_HOLDS][BL_LOCAL_HOLDS]; // columns from the diagonal on
    double g[BL_LOCAL_HOLDS][BELAY_LOCAL_MODEL_ROWS];
} hold_system;

static bool share_a_member(const bl_local_row* a, const bl_local_row* b)
{
    int a0 = a->side[0].member, a1 = a->side[1].member, b0 = b->side[0].member, b1 = b->side[1].member;
    return (a0 >= 0 && (a0 == b0 || a0 == b1)) || (a1 >= 0 && (a1 == b0 || a1 == b1));
}

static void form_row(hold_system* s, int i, const bl_local_row* rows)
{
    const bl_local_row* hold = s->hold[i];
    s->reach[i] = i;
    s->has_g[i] = false;
    for (int j = i; j < s->m; j++) {
        bool meets = share_a_member(hold, s->hold[j]);
        s->a[i][j] = meets ? coupling(hold, s->hold[j]) : 0.0;
        if (meets) s->reach[i] = j;
    }
    s->a[i][i] += hold->softness;
    for (int j = 0; j < s->n; j++) {
        bool meets = share_a_member(hold, &rows[j]);
        s->g[i][j] = meets ? coupling(hold, &rows[j]) : 0.0;
        s->has_g[i] = s->has_g[i] || meets;
    }
}

// W of one rod goes to where its rows, numbered with the holds first, meet: above A's diagonal, in G, and below both.
static bool add_rod(hold_system* s, const bl_local_response* response, int member, const bl_local_row* rows,
                    double compliance[][BELAY_LOCAL_MODEL_ROWS])
{
    bl_rod_row of_rod[BL_LOCAL_ROD_ROWS];
    int number[BL_LOCAL_ROD_ROWS], count = 0;
    for (int i = 0; i < s->m + s->n; i++) {
        const bl_local_row* row = i < s->m ? s->hold[i] : &rows[i - s->m];
        if (row->side[0].member != member && row->side[1].member != member) continue;
        of_rod[count] = row->side[row->side[0].member == member ? 0 : 1].rod;
        number[count++] = i;
    }
    uint32_t rod = response->members[member].node - bl_rod_island_node(&response->world->entities, 0);
    const double* w = bl_local_rod_response(response->world, rod, of_rod, count);
    if (w == NULL) return false;
    for (int i = 0; i < count; i++)
        for (int j = i; j < count; j++) {
            int p = number[i], q = number[j];
            // As it is symmetric only to rounding.
            double sum = 0.5 * (w[i * count + j] + w[j * count + i]);
            if (q < s->m)
                s->a[p][q] += sum;
            else if (p < s->m)
                s->g[p][q - s->m] += sum;
            else
                compliance[p - s->m][q - s->m] += sum;
        }
    return true;
}

static bool form(hold_system* s, const bl_local_response* response, const bl_local_row* rows, int n,
                 double compliance[][BELAY_LOCAL_MODEL_ROWS])
{
    s->m = response->hold_count;
    s->n = n;
    for (int i = 0; i < s->m; i++)
        s->hold[i] = &response->holds[s->m - 1 - i];
    for (int i = 0; i < s->m; i++)
        form_row(s, i, rows);
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            compliance[i][j] = coupling(&rows[i], &rows[j]);
    for (int k = 0; k < response->member_count; k++)
        if (bl_local_is_rod(response->world, response->members[k].node) && !add_rod(s, response, k, rows, compliance))
            return false;
    for (int i = 0; i < s->m; i++)
        s->diagonal[i] = s->a[i][i];
    return true;
}

// Takes out pivot k: what is behind it becomes the Schur complement, rows k of A and G those of L^-1 A and L^-1 G.
static void eliminate(hold_system* s, int k)
{
    double* restrict pivot = s->a[k], * restrict asked = s->g[k], scale = 1.0 / sqrt(pivot[k]);
    int end = s->reach[k] + 1;
    for (int j = k; j < end; j++)
        pivot[j] *= scale;
    for (int j = 0; s->has_g[k] && j < s->n; j++)
        asked[j] *= scale;
    for (int i = k + 1; i < end; i++) {
        double* restrict row = s->a[i], * restrict g = s->g[i], factor = pivot[i];
        if (factor == 0.0) continue;
        if (end - 1 > s->reach[i]) s->reach[i] = end - 1;
        for (int j = i; j < end; j++)
            row[j] -= factor * pivot[j];
        for (int j = 0; s->has_g[k] && j < s->n; j++)
            g[j] -= factor * asked[j];
        s->has_g[i] = s->has_g[i] || s->has_g[k];
    }
}

// Cholesky. A row that depends on those before it (a plate on four corners) has nothing left on its diagonal, to
// rounding, and is left out, which changes nothing, as what it would hold is held.
static void factor(hold_system* s)
{
    for (int k = 0; k < s->m; k++) {
        s->is_pivot[k] = s->diagonal[k] > 0.0 && s->a[k][k] > BL_PROXY_DEPENDENT_ROW * s->diagonal[k];
        if (s->is_pivot[k]) eliminate(s, k);
    }
}

// The operator has no negative eigenvalues, and rounding is not to give it any: |C_ij|^2 <= C_ii C_jj.
static void take_out_rounding(const double bare[], int n, double compliance[][BELAY_LOCAL_MODEL_ROWS])
{
    for (int i = 0; i < n; i++)
        if (compliance[i][i] < BL_PROXY_HELD * bare[i]) compliance[i][i] = 0.0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            double most = sqrt(compliance[i][i]) * sqrt(compliance[j][j]);
            if (fabs(compliance[j][i]) > most) compliance[j][i] = copysign(most, compliance[j][i]);
            compliance[i][j] = compliance[j][i];
        }
}

bool bl_local_response_solve(const bl_local_response* response, const bl_local_row* rows, int n,
                             double compliance[][BELAY_LOCAL_MODEL_ROWS])
{
    hold_system s;
    double bare[BELAY_LOCAL_MODEL_ROWS];
    if (!form(&s, response, rows, n, compliance)) return false;
    factor(&s);
    for (int i = 0; i < n; i++)
        bare[i] = compliance[i][i];
    for (int k = 0; k < s.m; k++)
        for (int i = 0; s.is_pivot[k] && s.has_g[k] && i < n; i++)
            for (int j = i; s.g[k][i] != 0.0 && j < n; j++)
                compliance[i][j] -= s.g[k][i] * s.g[k][j];
    take_out_rounding(bare, n, compliance);
    return true;
}
