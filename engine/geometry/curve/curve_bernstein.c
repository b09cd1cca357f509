// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Sign variations and halving by de Casteljau's scheme, depth first on a small stack.

#include "geometry/curve/curve_bernstein.h"

#include "geometry/geometry_tolerances.h"

#include <string.h>

typedef struct piece {
    double b[BL_BERNSTEIN_MAX_DEGREE + 1];
    double lower, width;
    int depth;
} piece;

int bl_bernstein_variations(const double* b, int degree)
{
    int count = 0;
    for (int i = 0; i < degree; i++)
        count += (b[i] < 0.0) != (b[i + 1] < 0.0);
    return count;
}

// Leaves in `whole` its second half and gives the first. Every new coefficient is a mean of two old ones, so rounding
// never makes a sign that was not there.
static piece split(piece* whole, int degree)
{
    piece first = *whole;
    double* b = whole->b;
    for (int i = 1; i <= degree; i++) {
        for (int j = 0; j <= degree - i; j++)
            b[j] = 0.5 * (b[j] + b[j + 1]);
        first.b[i] = b[0];
    }
    first.width = 0.5 * whole->width;
    first.depth = whole->depth + 1;
    whole->lower += first.width;
    whole->width = first.width;
    whole->depth = first.depth;
    return first;
}

static bool emit(const piece* p, int degree, bl_bernstein_bracket* out)
{
    bool starts_negative = p->b[0] < 0.0, ends_negative = p->b[degree] < 0.0;
    if (starts_negative == ends_negative) return false;
    bl_bernstein_bracket bracket = {p->lower, p->lower + p->width, starts_negative};
    *out = bracket;
    return true;
}

int bl_bernstein_isolate(const double* b, int degree, bl_bernstein_bracket out[BL_BERNSTEIN_MAX_DEGREE])
{
    piece stack[BL_BERNSTEIN_MAX_DEPTH + 2];
    memcpy(stack[0].b, b, sizeof(double) * (size_t)(degree + 1));
    stack[0].lower = 0.0;
    stack[0].width = 1.0;
    stack[0].depth = 0;
    int top = 1, count = 0;
    while (top > 0 && count < degree) {
        piece* p = &stack[top - 1];
        int variations = bl_bernstein_variations(p->b, degree);
        if (variations >= 2 && p->depth < BL_BERNSTEIN_MAX_DEPTH) {
            stack[top] = split(p, degree);
            top++;
            continue;
        }
        top--;
        if (variations > 0 && emit(p, degree, &out[count])) count++;
    }
    return count;
}

// b_k = sum_{i <= k} C(k, i) / C(n, i) a_i
void bl_bernstein_from_powers(const double* a, int degree, double* b)
{
    for (int k = 0; k <= degree; k++) {
        double ratio = 1.0;
        b[k] = 0.0;
        for (int i = 0; i <= k; i++) {
            b[k] += ratio * a[i];
            ratio *= (double)(k - i) / (double)(degree - i > 0 ? degree - i : 1);
        }
    }
}
