// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/library/lemke.h"

#include "core/assert.h"
#include "solver/library/method_tolerances.h"

#include <float.h>
#include <math.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------------------------------
// The dictionary
// ---------------------------------------------------------------------------------------------------------------------

static double* row_of(const bl_lemke* l, int32_t i)
{
    return l->table + (size_t)i * ((size_t)l->n + 1);
}

// All w basic: w = q + M z + z_0.
static void begin(bl_lemke* l)
{
    int32_t n = l->n;
    for (int32_t i = 0; i < n; i++) {
        memcpy(row_of(l, i), l->m + (size_t)i * (size_t)n, (size_t)n * sizeof(double));
        row_of(l, i)[n] = 1.0;
        l->constant[i] = l->q[i];
        l->basic[i] = i;
        l->nonbasic[i] = n + i;
        l->place[i] = i;
        l->place[n + i] = -1 - i;
    }
    l->nonbasic[n] = 2 * n;
    l->place[2 * n] = -1 - n;
}

// Exchanges basic variable of row i and nonbasic variable of column j: row i is solved for it,
//     nonbasic_j = (basic_i - constant_i - sum_k table_ik nonbasic_k) / table_ij,
// and put into the others.
static void pivot(bl_lemke* l, int32_t i, int32_t j)
{
    BELAY_ASSERT(*(row_of(l, i) + j) != 0.0);
    int32_t n = l->n;
    double *p = row_of(l, i), inverse = 1.0 / p[j];
    for (int32_t k = 0; k <= n; k++)
        p[k] *= -inverse;
    p[j] = inverse;
    l->constant[i] *= -inverse;
    for (int32_t a = 0; a < n; a++) {
        double* t = row_of(l, a);
        double f = t[j];
        if (a == i || f == 0.0) continue;
        t[j] = 0.0;
        for (int32_t k = 0; k <= n; k++)
            t[k] += f * p[k];
        l->constant[a] += f * l->constant[i];
    }
    int32_t leaving = l->basic[i], entering = l->nonbasic[j];
    l->basic[i] = entering, l->place[entering] = i;
    l->nonbasic[j] = leaving, l->place[leaving] = -1 - j;
}

static double value(const bl_lemke* l, int32_t variable)
{
    int32_t index = l->place[variable];
    return index >= 0 ? l->constant[index] : 0.0;
}

static void read_solution(bl_lemke* l)
{
    for (int32_t i = 0; i < l->n; i++)
        l->z[i] = fmax(0.0, value(l, l->n + i));
}

// ---------------------------------------------------------------------------------------------------------------------
// Rounding
// ---------------------------------------------------------------------------------------------------------------------

// Whether w = M z + q + z_0 still holds for the values in the dictionary.
static bool has_drifted(bl_lemke* l)
{
    double z0 = value(l, 2 * l->n);
    for (int32_t i = 0; i < l->n; i++)
        l->z[i] = value(l, l->n + i);
    for (int32_t i = 0; i < l->n; i++) {
        const double* m = l->m + (size_t)i * (size_t)l->n;
        double w = l->q[i] + z0, size = fabs(l->q[i]) + fabs(z0);
        for (int32_t k = 0; k < l->n; k++) {
            w += m[k] * l->z[k];
            size += fabs(m[k] * l->z[k]);
        }
        if (!(fabs(w - value(l, i)) <= BL_LEMKE_DRIFT * size + DBL_MIN)) return true;
    }
    return false;
}

// The row of a w that has to leave the basis with the largest entry in column j, -1: none.
static int32_t row_to_leave(const bl_lemke* l, int32_t j)
{
    int32_t best = -1;
    double largest = BL_LEMKE_LEAST_PIVOT;
    for (int32_t i = 0; i < l->n; i++) {
        if (l->basic[i] >= l->n || l->was_basic[l->basic[i]] || !(fabs(row_of(l, i)[j]) > largest)) continue;
        largest = fabs(row_of(l, i)[j]);
        best = i;
    }
    return best;
}

// The dictionary of the present basis, from the problem itself.
static bool make_anew(bl_lemke* l)
{
    for (int32_t v = 0; v <= 2 * l->n; v++)
        l->was_basic[v] = l->place[v] >= 0;
    begin(l);
    for (int32_t v = l->n; v <= 2 * l->n; v++) {
        if (!l->was_basic[v]) continue;
        if (l->is_over != NULL && l->is_over(l->context)) return false;
        int32_t j = -1 - l->place[v], i = row_to_leave(l, j);
        if (i < 0) return false;
        pivot(l, i, j);
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------------------
// The path
// ---------------------------------------------------------------------------------------------------------------------

// How the constant of row i moves when q_k is raised: the part of B^-1 that the lexicographic rule looks at. Raising
// q_k means w_k - e in place of w_k.
static double sensitivity(const bl_lemke* l, int32_t i, int32_t k)
{
    int32_t index = l->place[k];
    return index >= 0 ? (index == i ? 1.0 : 0.0) : -row_of(l, i)[-1 - index];
}

// Whether row a comes before row b under q + (e, e^2, ...), e -> 0, the constants being tied.
static bool is_before(const bl_lemke* l, int32_t a, double pivot_a, int32_t b, double pivot_b)
{
    for (int32_t k = 0; k < l->n; k++) {
        double x = sensitivity(l, a, k) / pivot_a, y = sensitivity(l, b, k) / pivot_b;
        if (fabs(x - y) > BL_LEMKE_TIE * (fabs(x) + fabs(y))) return x < y;
    }
    return false;
}

// The row that blocks the growth of nonbasic variable j, -1: none does. Among tied rows z_0's comes first, since that
// ends the path.
static int32_t blocking_row(const bl_lemke* l, int32_t j, double tie)
{
    double largest = 0.0, ratio = HUGE_VAL;
    for (int32_t i = 0; i < l->n; i++)
        largest = fmax(largest, fabs(row_of(l, i)[j]));
    double smallest = BL_LEMKE_LEAST_PIVOT * largest;
    for (int32_t i = 0; i < l->n; i++) {
        double t = -row_of(l, i)[j];
        if (t > smallest) ratio = fmin(ratio, fmax(0.0, l->constant[i]) / t);
    }
    int32_t best = -1;
    for (int32_t i = 0; i < l->n; i++) {
        double t = -row_of(l, i)[j];
        if (!(t > smallest) || fmax(0.0, l->constant[i]) - t * ratio > tie) continue;
        if (l->basic[i] == 2 * l->n) return i;
        if (best < 0 || is_before(l, i, t, best, -row_of(l, best)[j])) best = i;
    }
    return best;
}

static int32_t complement(const bl_lemke* l, int32_t variable)
{
    return variable < l->n ? variable + l->n : variable - l->n;
}

// The row of the smallest q: the last of several, which the lexicographic rule makes the smallest.
static int32_t first_row(const bl_lemke* l)
{
    int32_t best = 0;
    for (int32_t i = 1; i < l->n; i++)
        if (l->q[i] <= l->q[best]) best = i;
    return best;
}

static bl_lemke_status follow_path(bl_lemke* l, int32_t first, double tie)
{
    int32_t leaving = l->basic[first];
    pivot(l, first, l->n);
    for (int64_t count = 1;; count++) {
        if (l->watch != NULL && l->watch(l->context)) return BL_LEMKE_CAP;
        if (count % BL_LEMKE_CHECK_INTERVAL == 0 && has_drifted(l) && !make_anew(l)) return BL_LEMKE_ROUNDING;
        int32_t j = -1 - l->place[complement(l, leaving)], i = blocking_row(l, j, tie);
        if (i < 0) return BL_LEMKE_RAY;
        leaving = l->basic[i];
        pivot(l, i, j);
        if (leaving == 2 * l->n) return has_drifted(l) && !make_anew(l) ? BL_LEMKE_ROUNDING : BL_LEMKE_SOLUTION;
    }
}

bl_lemke_status bl_lemke_solve(bl_lemke* l)
{
    if (l->n == 0) return BL_LEMKE_SOLUTION;
    begin(l);
    int32_t first = first_row(l);
    bl_lemke_status status = BL_LEMKE_SOLUTION;
    double scale = 0.0;
    for (int32_t i = 0; i < l->n; i++)
        scale = fmax(scale, fabs(l->q[i]));
    if (l->q[first] < 0.0) status = follow_path(l, first, BL_LEMKE_TIE * scale);
    read_solution(l);
    return status;
}
