// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "support/problems/local_blocks.h"

#include <math.h>

// xorshift
double random_unit(random_source* source)
{
    source->state ^= source->state << 13;
    source->state ^= source->state >> 7;
    source->state ^= source->state << 17;
    return (double)(source->state >> 11) * 0x1p-53;
}

double random_signed(random_source* source)
{
    return 2.0 * random_unit(source) - 1.0;
}

// w = Q diag(values) Q^T, Q a random rotation; exactly symmetric.
static void symmetric_block(random_source* source, const double values[3], double w[9])
{
    double x[4], n = 0.0;
    for (int i = 0; i < 4; i++) {
        x[i] = random_signed(source);
        n += x[i] * x[i];
    }
    double s = 2.0 / n, a = x[0], b = x[1], c = x[2], d = x[3];
    double q[9] = {1.0 - s * (c * c + d * d), s * (b * c - a * d),       s * (b * d + a * c),
                   s * (b * c + a * d),       1.0 - s * (b * b + d * d), s * (c * d - a * b),
                   s * (b * d - a * c),       s * (c * d + a * b),       1.0 - s * (b * b + c * c)};
    for (int i = 0; i < 3; i++)
        for (int j = i; j < 3; j++) {
            double sum = 0.0;
            for (int k = 0; k < 3; k++)
                sum += q[3 * i + k] * values[k] * q[3 * j + k];
            w[3 * i + j] = w[3 * j + i] = sum;
        }
}

static void add_antisymmetric(random_source* source, double size, double w[9])
{
    for (int i = 0; i < 3; i++) {
        double x = size * random_signed(source);
        int row = i == 2 ? 1 : 0, column = i == 0 ? 1 : 2;
        w[3 * row + column] += x, w[3 * column + row] -= x;
    }
}

void random_block(random_source* source, block_kind kind, double w[9])
{
    double spread = pow(10.0, -12.0 * random_unit(source)), u = random_unit(source);
    double values[3] = {1.0, 0.2 + 0.8 * u, 0.2 + 0.8 * random_unit(source)};
    if (kind == BLOCK_ILL) values[1] = pow(spread, u), values[2] = spread;
    if (kind == BLOCK_RANK_2 || kind == BLOCK_RANK_1) values[2] = 0.0;
    if (kind == BLOCK_RANK_1) values[1] = 0.0;
    symmetric_block(source, values, w);
    if (kind == BLOCK_NONSYMMETRIC) add_antisymmetric(source, 1e-3, w);
    if (kind == BLOCK_UNCOUPLED) w[1] = w[2] = w[3] = w[6] = 0.0;
    if (kind == BLOCK_COUPLED) w[1] = w[3] = 3.0 * random_signed(source), w[2] = w[6] = 3.0 * random_signed(source);
    for (int i = 0; i < 9 && kind == BLOCK_ANY; i++)
        w[i] = random_signed(source);
}

void random_free_velocity(random_source* source, block_kind kind, const double w[9], double b[3])
{
    for (int i = 0; i < 3; i++)
        b[i] = random_signed(source);
    b[0] = -fabs(b[0]);
    if (random_unit(source) < 0.1) b[0] *= pow(10.0, -8.0 * random_unit(source));
    if ((kind == BLOCK_RANK_1 || kind == BLOCK_RANK_2) && random_unit(source) < 0.5) {
        double x[3] = {random_signed(source), random_signed(source), random_signed(source)};
        for (int i = 0; i < 3; i++)
            b[i] = w[3 * i] * x[0] + w[3 * i + 1] * x[1] + w[3 * i + 2] * x[2];
        double sign = b[0] > 0.0 ? -1.0 : 1.0;
        for (int i = 0; i < 3; i++)
            b[i] *= sign;
    }
}
