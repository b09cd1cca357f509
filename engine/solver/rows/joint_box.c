// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/rows/joint_box.h"

#include "core/assert.h"
#include "solver/rows/row_tolerances.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define N BL_JOINT_BOX_MAX

// Exchanges after which t is made anew from A, so that rounding does not pile up.
#define MAX_EXCHANGES 64

static bool has(uint32_t set, int k)
{
    return (set >> k & 1) != 0;
}

// y = T x with y_k and x_k changing places: the new T, in place. It undoes itself.
static void exchange(double* t, int n, int k)
{
    double d = 1.0 / t[k * n + k];
    for (int i = 0; i < n; i++) {
        if (i == k) continue;
        double c = t[i * n + k] * d;
        if (c != 0.0)
            for (int j = 0; j < n; j++)
                if (j != k) t[i * n + j] -= c * t[k * n + j];
        t[i * n + k] = c;
    }
    for (int j = 0; j < n; j++)
        t[k * n + j] *= -d;
    t[k * n + k] = d;
}

static bool is_dependent(const double* a, const double* t, int n, int k)
{
    return !(t[k * n + k] > BL_ROW_DEPENDENT * a[k * n + k]);
}

uint32_t bl_joint_box_find_idle(int n, const double* a, uint32_t equality)
{
    BELAY_ASSERT(n >= 1 && n <= 32);
    double t[N * N];
    memcpy(t, a, (size_t)(n * n) * sizeof *t);
    uint32_t idle = 0;
    for (int k = 0; k < n; k++) {
        if (!has(equality, k)) continue;
        if (is_dependent(a, t, n, k))
            idle |= 1u << k;
        else
            exchange(t, n, k);
    }
    for (int k = 0; k < n; k++)
        if (!has(equality, k) && is_dependent(a, t, n, k)) idle |= 1u << k;
    return idle;
}

// Lets row k in or out of the free set.
static void flip(bl_joint_box* box, int k)
{
    BELAY_ASSERT(k >= 0 && k < box->n && !has(box->idle, k));
    double* pivot = &box->t[k * box->n + k];
    if (!has(box->free, k) && is_dependent(box->a, box->t, box->n, k)) {
        *pivot = BL_ROW_SUBSTITUTE * box->a[k * box->n + k];
        box->exchanges = MAX_EXCHANGES; // t is no longer that of A
    }
    exchange(box->t, box->n, k);
    box->free ^= 1u << k;
    box->exchanges++;
}

static void make_anew(bl_joint_box* box)
{
    memcpy(box->t, box->a, (size_t)(box->n * box->n) * sizeof *box->t);
    uint32_t wanted = box->free;
    box->free = 0;
    box->exchanges = 0;
    for (int k = 0; k < box->n; k++)
        if (has(wanted, k)) flip(box, k);
}

static void flip_all(bl_joint_box* box, uint32_t rows)
{
    for (int k = 0; k < box->n; k++)
        if (has(rows, k)) flip(box, k);
}

void bl_joint_box_set_free(bl_joint_box* box, uint32_t free)
{
    box->free = free;
    make_anew(box);
}

void bl_joint_box_solve_free(bl_joint_box* box)
{
    int n = box->n;
    for (int i = 0; i < n; i++) {
        if (!has(box->free, i)) continue;
        double dr = 0.0;
        for (int j = 0; j < n; j++)
            if (has(box->free, j)) dr -= box->t[i * n + j] * box->s[j];
        box->r[i] += dr;
    }
}

// Where a pivoting solve stands: from the start (r, s) of the box to a trial.
typedef struct trial {
    double r[N], s[N];
    uint32_t at_upper; // of the rows that are not free: those at the upper bound
} trial;

static double bound_of(const bl_joint_box* box, const trial* now, int k)
{
    return has(now->at_upper, k) ? box->upper[k] : box->lower[k];
}

// The r and s that the free set and the bounds give.
static void evaluate(const bl_joint_box* box, trial* now)
{
    int n = box->n;
    double x[N];
    for (int j = 0; j < n; j++) {
        if (has(box->free, j))
            x[j] = -box->s[j];
        else
            x[j] = has(box->idle, j) ? 0.0 : bound_of(box, now, j) - box->r[j];
    }
    for (int i = 0; i < n; i++) {
        double y = 0.0;
        for (int j = 0; j < n; j++)
            y += box->t[i * n + j] * x[j];
        now->r[i] = box->r[i] + (has(box->free, i) ? y : x[i]);
        now->s[i] = has(box->free, i) ? 0.0 : box->s[i] + y;
    }
}

// What rounding leaves in s_i, as the sum of terms of this size.
static double rounding_of(const bl_joint_box* box, const trial* now, int i)
{
    double size = fabs(box->s[i]);
    for (int j = 0; j < box->n; j++)
        size += fabs(box->a[i * box->n + j]) * (fabs(now->r[j]) + fabs(box->r[j]));
    return 16.0 * DBL_EPSILON * size;
}

// Vanishing pivots overflow.
static bool is_finite(const bl_joint_box* box, const trial* now)
{
    for (int i = 0; i < box->n; i++)
        if (!isfinite(now->r[i]) || !isfinite(now->s[i])) return false;
    return true;
}

// Whether a row is on the wrong side: a free one outside of its bounds, another that s would move inwards. What
// rounding leaves is asked for only where it decides.
static bool is_wrong(const bl_joint_box* box, const trial* now, int i)
{
    if (has(box->free, i)) {
        if (now->r[i] >= box->lower[i] && now->r[i] <= box->upper[i]) return false;
        double tolerance = rounding_of(box, now, i) / box->a[i * box->n + i];
        return now->r[i] < box->lower[i] - tolerance || now->r[i] > box->upper[i] + tolerance;
    }
    bool is_upper = has(now->at_upper, i);
    if (is_upper ? now->s[i] <= 0.0 : now->s[i] >= 0.0) return false;
    double tolerance = rounding_of(box, now, i);
    return is_upper ? now->s[i] > tolerance : now->s[i] < -tolerance;
}

// All that are. What has one value alone is never moved: as free it might depend on other rows.
static uint32_t find_wrong(const bl_joint_box* box, const trial* now)
{
    uint32_t wrong = 0;
    for (int i = 0; i < box->n; i++) {
        if (has(box->idle, i) || (!has(box->free, i) && box->lower[i] == box->upper[i])) continue;
        if (is_wrong(box, now, i)) wrong |= 1u << i;
    }
    return wrong;
}

// The free set that one step of the projection suggests; where bounds are equal, none is free.
static uint32_t guess_free(const bl_joint_box* box, trial* now)
{
    uint32_t free = 0;
    now->at_upper = 0;
    for (int i = 0; i < box->n; i++) {
        if (has(box->idle, i)) continue;
        double r = box->r[i] - box->s[i] / box->a[i * box->n + i];
        if (r >= box->upper[i])
            now->at_upper |= 1u << i;
        else if (r > box->lower[i])
            free |= 1u << i;
    }
    return free;
}

// Rows that leave the free set go to the bound that they were beyond.
static void change_sides(bl_joint_box* box, trial* now, uint32_t rows)
{
    for (int k = 0; k < box->n; k++) {
        if (!has(rows, k)) continue;
        now->at_upper &= ~(1u << k);
        if (has(box->free, k) && now->r[k] > box->upper[k]) now->at_upper |= 1u << k;
    }
    flip_all(box, rows);
}

static uint32_t highest_of(uint32_t rows)
{
    BELAY_ASSERT(rows != 0);
    uint32_t bit = 1;
    while (rows >>= 1)
        bit <<= 1;
    return bit;
}

static int count_of(uint32_t rows)
{
    int count = 0;
    for (; rows != 0; rows &= rows - 1)
        count++;
    return count;
}

#define PATIENCE 3
#define MAX_PIVOTS 200

// Block principal pivoting (Judice and Pires): all wrong rows change sides at once while their number goes down; after
// PATIENCE turns without progress the highest wrong one alone does (Murty), which cannot cycle, until there is
// progress.
static bool pivot(bl_joint_box* box, trial* now)
{
    int fewest = box->n + 1, patience = PATIENCE;
    for (int k = 0; k < MAX_PIVOTS; k++) {
        evaluate(box, now);
        if (!is_finite(box, now)) return false;
        uint32_t wrong = find_wrong(box, now);
        if (wrong == 0) return true;
        int count = count_of(wrong);
        if (count < fewest) {
            fewest = count;
            patience = PATIENCE;
        } else if (patience > 0) {
            patience--;
        }
        change_sides(box, now, patience > 0 ? wrong : highest_of(wrong));
    }
    return false;
}

static double clamp(double x, double low, double high)
{
    return fmin(fmax(x, low), high);
}

// s as A says it, for r in place of the box's.
static void form_s(const bl_joint_box* box, const double* r, double* s)
{
    int n = box->n;
    for (int i = 0; i < n; i++) {
        s[i] = box->s[i];
        for (int j = 0; j < n; j++)
            s[i] += box->a[i * n + j] * (r[j] - box->r[j]);
    }
}

// One step of iterative refinement on the free rows; then into the bounds, which rounding may have missed.
static void finish(bl_joint_box* box, const trial* now)
{
    bl_joint_box refined = *box;
    form_s(box, now->r, refined.s);
    memcpy(refined.r, now->r, sizeof now->r);
    bl_joint_box_solve_free(&refined);
    for (int i = 0; i < box->n; i++)
        if (!has(box->idle, i)) refined.r[i] = clamp(refined.r[i], box->lower[i], box->upper[i]);
    form_s(box, refined.r, refined.s);
    memcpy(box->r, refined.r, sizeof box->r);
    memcpy(box->s, refined.s, sizeof box->s);
}

// No more than rounding_of(box, now, i), of r as it is: one of the terms of the sum.
static double least_rounding(const bl_joint_box* box, int i)
{
    return 16.0 * DBL_EPSILON * (fabs(box->a[i * box->n + i]) * (fabs(box->r[i]) + fabs(box->r[i])));
}

// Whether the free rows are at s = 0 but for a loss of some digits.
static bool is_served(const bl_joint_box* box)
{
    trial now;
    memcpy(now.r, box->r, sizeof now.r);
    for (int i = 0; i < box->n; i++) {
        if (!has(box->free, i) || fabs(box->s[i]) <= BL_ROW_LOST_DIGITS * least_rounding(box, i)) continue;
        if (fabs(box->s[i]) > BL_ROW_LOST_DIGITS * rounding_of(box, &now, i)) return false;
    }
    return true;
}

#define FALLBACK_SWEEPS 200

static void sweep(bl_joint_box* box)
{
    int n = box->n;
    for (int k = 0; k < FALLBACK_SWEEPS; k++)
        for (int i = 0; i < n; i++) {
            if (has(box->idle, i)) continue;
            double r = clamp(box->r[i] - box->s[i] / box->a[i * n + i], box->lower[i], box->upper[i]);
            double dr = r - box->r[i];
            box->r[i] = r;
            for (int j = 0; j < n; j++)
                box->s[j] += box->a[j * n + i] * dr;
        }
}

bool bl_joint_box_solve(bl_joint_box* box)
{
    BELAY_ASSERT(box->n >= 1 && box->n <= 32);
    trial now;
    memset(&now, 0, sizeof now);
    uint32_t free = guess_free(box, &now);
    if (box->exchanges >= MAX_EXCHANGES) make_anew(box);
    flip_all(box, free ^ box->free);
    double r[N], s[N];
    memcpy(r, box->r, sizeof r);
    memcpy(s, box->s, sizeof s);
    bool has_ended = pivot(box, &now);
    if (has_ended) finish(box, &now);
    if (has_ended && is_served(box)) return true;
    // What vanishing pivots gave is nothing to begin with.
    memcpy(box->r, r, sizeof r);
    memcpy(box->s, s, sizeof s);
    box->exchanges = MAX_EXCHANGES;
    sweep(box);
    return false;
}
