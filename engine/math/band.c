// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "math/band.h"

#include "core/assert.h"
#include "core/inline.h"

#include <string.h>

// Four neighbours. Written out, not looped over, so that they stay in registers and become vectors.
typedef struct four {
    double a, b, c, d;
} four;

static inline four four_load(const double* x)
{
    return (four){x[0], x[1], x[2], x[3]};
}

static inline void four_store(double* x, four v)
{
    x[0] = v.a;
    x[1] = v.b;
    x[2] = v.c;
    x[3] = v.d;
}

static inline four four_scale(double s, four v)
{
    return (four){s * v.a, s * v.b, s * v.c, s * v.d};
}

// v - s x
static inline four four_less(four v, double s, const double* x)
{
    return (four){v.a - s * x[0], v.b - s * x[1], v.c - s * x[2], v.d - s * x[3]};
}

void bl_band_clear(const bl_band* band)
{
    memset(band->a, 0, bl_band_doubles(band->size, band->bandwidth) * sizeof(double));
}

static uint32_t first_column(const bl_band* band, uint32_t row)
{
    uint32_t block_end = (row & ~(uint32_t)3) + 4;
    return block_end > band->bandwidth ? block_end - band->bandwidth : 0;
}

static uint32_t end_row(const bl_band* band, uint32_t column)
{
    uint32_t end = (column & ~(uint32_t)3) + band->bandwidth;
    return end < band->size ? end : band->size;
}

void bl_band_hold(const bl_band* band, uint32_t k)
{
    memset(bl_band_at(band, k & ~(uint32_t)3, k), 0, band->bandwidth * sizeof(double));
    for (uint32_t j = first_column(band, k); j < k; j++)
        *bl_band_at(band, k, j) = 0.0;
}

void bl_band_add_column(const bl_band* band, uint32_t k, double s, double* y)
{
    for (uint32_t j = first_column(band, k); j < k; j++)
        y[j] += s * *bl_band_at(band, k, j);
    uint32_t end = end_row(band, k);
    for (uint32_t i = k; i < end; i++)
        y[i] += s * *bl_band_at(band, i, k);
}

// ---------------------------------------------------------------------------------------------------------------------
// Factors. A block of four columns is eliminated at a time: first among themselves, then from all columns to the right
// at once. Its columns hold L D until that is done.
// ---------------------------------------------------------------------------------------------------------------------

static uint32_t eliminate_within(double* block, uint32_t bandwidth, double inverse[4])
{
    uint32_t negative = 0;
    for (uint32_t c = 0; c < 4; c++) {
        const double* column = block + c * bandwidth;
        double pivot = column[c];
        negative += pivot < 0.0 ? 1 : 0;
        inverse[c] = pivot != 0.0 ? 1.0 / pivot : 0.0;
        for (uint32_t k = c + 1; k < 4; k++) {
            double l = column[k] * inverse[c];
            double* target = block + k * bandwidth;
            for (uint32_t i = 0; i < bandwidth; i += 4)
                four_store(target + i, four_less(four_load(target + i), l, column + i));
        }
    }
    return negative;
}

static void eliminate_beyond(double* block, uint32_t bandwidth, const double inverse[4])
{
    const double *c0 = block, *c1 = block + bandwidth, *c2 = block + 2 * bandwidth, *c3 = block + 3 * bandwidth;
    for (uint32_t k = 4; k < bandwidth; k++) {
        double l0 = c0[k] * inverse[0], l1 = c1[k] * inverse[1], l2 = c2[k] * inverse[2], l3 = c3[k] * inverse[3];
        uint32_t first = k & ~(uint32_t)3;
        double* target = block + k * bandwidth - first;
        for (uint32_t i = first; i < bandwidth; i += 4) {
            four v = four_less(four_load(target + i), l0, c0 + i);
            v = four_less(v, l1, c1 + i);
            v = four_less(v, l2, c2 + i);
            four_store(target + i, four_less(v, l3, c3 + i));
        }
    }
}

static void divide(double* block, uint32_t bandwidth, const double inverse[4])
{
    for (uint32_t c = 0; c < 4; c++) {
        double* column = block + c * bandwidth;
        for (uint32_t i = 0; i < bandwidth; i += 4)
            four_store(column + i, four_scale(inverse[c], four_load(column + i)));
        column[c] = inverse[c];
    }
}

uint32_t bl_band_factor(const bl_band* band)
{
    BELAY_ASSERT(band->bandwidth % 4 == 0 && band->bandwidth >= 4);
    uint32_t negative = 0;
    for (uint32_t j = 0; j < band->size; j += 4) {
        double* block = band->a + (size_t)j * band->bandwidth;
        double inverse[4];
        negative += eliminate_within(block, band->bandwidth, inverse);
        eliminate_beyond(block, band->bandwidth, inverse);
        divide(block, band->bandwidth, inverse);
    }
    return negative;
}

// ---------------------------------------------------------------------------------------------------------------------
// A window of the matrix
// ---------------------------------------------------------------------------------------------------------------------

// What the blocks from `from` on leave of the matrix: L D L^T of those alone, as elimination has gone downwards.
static void multiply_factors(const bl_band* factor, uint32_t from, const bl_band* to)
{
    uint32_t bandwidth = factor->bandwidth;
    for (uint32_t k = from; k < factor->size; k++) {
        double inverse = *bl_band_at(factor, k, k);
        if (inverse == 0.0) continue; // held
        uint32_t count = end_row(factor, k) - k;
        const double* l = bl_band_at(factor, k, k); // but for the diagonal, where 1 is meant
        for (uint32_t j = 0; j < count; j++) {
            double of_j = j == 0 ? 1.0 : l[j], s = of_j / inverse;
            double* target = to->a + (size_t)(k - from + j) * bandwidth + ((k - from + j) & 3);
            target[0] += s * of_j;
            for (uint32_t i = j + 1; i < count; i++)
                target[i - j] += s * l[i];
        }
    }
}

// Unknowns from `end` on are eliminated upwards.
static void eliminate_upwards(const bl_band* band, uint32_t end)
{
    for (uint32_t e = band->size; e-- > end;) {
        double pivot = *bl_band_at(band, e, e);
        uint32_t first = first_column(band, e);
        for (uint32_t b = first; b < e; b++) {
            double of_b = *bl_band_at(band, e, b), m = pivot != 0.0 ? of_b / pivot : 0.0;
            for (uint32_t a = b; a < e && m != 0.0; a++)
                *bl_band_at(band, a, b) -= m * *bl_band_at(band, e, a);
        }
        for (uint32_t b = first; b <= e; b++)
            *bl_band_at(band, e, b) = 0.0;
    }
}

void bl_band_condense(const bl_band* factor, uint32_t from, uint32_t to, bl_band* window)
{
    BELAY_ASSERT(from % 4 == 0 && from < to && to <= factor->size);
    window->size = factor->size - from;
    window->bandwidth = factor->bandwidth;
    bl_band_clear(window);
    multiply_factors(factor, from, window);
    eliminate_upwards(window, to - from);
    window->size = to - from;
}

// ---------------------------------------------------------------------------------------------------------------------
// The inverse within the band: from A^-1 L = L^-T D^-1, column by column from the last, with Z = A^-1
//     Z(i, j) = -sum_k>j Z(i, k) L(k, j),   Z(j, j) = 1 / D(j) - sum_k>j Z(k, j) L(k, j)
// ---------------------------------------------------------------------------------------------------------------------

// y += Z l over rows [first, first + count) of the symmetric Z, of which the columns are known.
static void multiply_inverse(const bl_band* inverse, uint32_t first, uint32_t count, const double* l, double* y)
{
    for (uint32_t k = 0; k < count; k++) {
        const double* z = bl_band_at(inverse, first + k, first + k);
        double sum = z[0] * l[k], own = l[k];
        for (uint32_t i = k + 1; i < count; i++) {
            y[i] += z[i - k] * own;
            sum += z[i - k] * l[i];
        }
        y[k] += sum;
    }
}

void bl_band_invert(const bl_band* factor, const bl_band* inverse)
{
    BELAY_ASSERT(inverse->size == factor->size && inverse->bandwidth == factor->bandwidth);
    bl_band_clear(inverse);
    for (uint32_t j = factor->size; j-- > 0;) {
        uint32_t count = end_row(factor, j) - j - 1;
        const double* l = bl_band_at(factor, j, j) + 1;
        double *z = bl_band_at(inverse, j, j), sum = l[-1];
        if (l[-1] == 0.0) continue; // held
        multiply_inverse(inverse, j + 1, count, l, z + 1);
        for (uint32_t i = 1; i <= count; i++) {
            sum += z[i] * l[i - 1];
            z[i] = -z[i];
        }
        z[0] = sum;
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Solutions
// ---------------------------------------------------------------------------------------------------------------------

// Rows of a block of columns that lie below it and in the matrix.
static uint32_t rows_below(const bl_band* factor, uint32_t block)
{
    uint32_t end = end_row(factor, block), first = block + 4;
    return end > first ? end - first : 0;
}

static uint32_t columns_in(const bl_band* factor, uint32_t block)
{
    uint32_t left = factor->size - block;
    return left < 4 ? left : 4;
}

// x below a block -= L x of the block.
static inline void reduce_below(const double* l, uint32_t bandwidth, double* x, uint32_t rows)
{
    const double *c0 = l + 4, *c1 = c0 + bandwidth, *c2 = c1 + bandwidth, *c3 = c2 + bandwidth;
    double *y = x + 4, x0 = x[0], x1 = x[1], x2 = x[2], x3 = x[3];
    uint32_t i = 0;
    for (; i + 4 <= rows; i += 4) {
        four v = four_less(four_less(four_load(y + i), x0, c0 + i), x1, c1 + i);
        four_store(y + i, four_less(four_less(v, x2, c2 + i), x3, c3 + i));
    }
    for (; i < rows; i++)
        y[i] = y[i] - x0 * c0[i] - x1 * c1[i] - x2 * c2[i] - x3 * c3[i];
}

// x of a block <- x / D - L^T x of what lies below.
static inline void substitute_below(const double* l, uint32_t bandwidth, double* x, uint32_t rows, uint32_t columns)
{
    for (uint32_t c = 0; c < columns; c++) {
        const double* column = l + c * bandwidth + 4;
        double even = x[c] * column[(ptrdiff_t)c - 4], odd = 0.0;
        uint32_t i = rows;
        for (; i >= 2; i -= 2) {
            even -= column[i - 2] * x[4 + i - 2];
            odd -= column[i - 1] * x[4 + i - 1];
        }
        if (i == 1) even -= column[0] * x[4];
        x[c] = even + odd;
    }
}

void bl_band_solve(const bl_band* factor, double* x)
{
    uint32_t bandwidth = factor->bandwidth;
    for (uint32_t j = 0; j < factor->size; j += 4) {
        const double* l = factor->a + (size_t)j * bandwidth;
        uint32_t columns = columns_in(factor, j);
        for (uint32_t c = 0; c < columns; c++)
            for (uint32_t i = c + 1; i < columns; i++)
                x[j + i] -= l[c * bandwidth + i] * x[j + c];
        uint32_t rows = rows_below(factor, j);
        if (rows > 0) reduce_below(l, bandwidth, x + j, rows);
    }
    for (uint32_t j = (factor->size + 3) & ~(uint32_t)3; j > 0;) {
        j -= 4;
        const double* l = factor->a + (size_t)j * bandwidth;
        uint32_t columns = columns_in(factor, j);
        substitute_below(l, bandwidth, x + j, rows_below(factor, j), columns);
        for (uint32_t c = columns; c-- > 0;)
            for (uint32_t i = c + 1; i < columns; i++)
                x[j + c] -= l[c * bandwidth + i] * x[j + i];
    }
}

// Below, both substitutions begin with what is farthest away: only the last terms wait for the unknown just found.

// How many columns of the right-hand sides are solved together: 8, 4 or 1; a constant wherever it is used.
typedef struct lanes {
    four low, high;
    double one;
} lanes;

static BL_ALWAYS_INLINE lanes lanes_load(const double* x, int count)
{
    lanes v = {{0.0, 0.0, 0.0, 0.0}, {0.0, 0.0, 0.0, 0.0}, 0.0};
    if (count == 1) v.one = *x;
    if (count >= 4) v.low = four_load(x);
    if (count == 8) v.high = four_load(x + 4);
    return v;
}

static BL_ALWAYS_INLINE void lanes_store(double* x, lanes v, int count)
{
    if (count == 1) *x = v.one;
    if (count >= 4) four_store(x, v.low);
    if (count == 8) four_store(x + 4, v.high);
}

static BL_ALWAYS_INLINE lanes lanes_scale(double s, lanes v)
{
    return (lanes){four_scale(s, v.low), four_scale(s, v.high), s * v.one};
}

static BL_ALWAYS_INLINE lanes lanes_less(lanes v, double s, const double* x, int count)
{
    if (count == 1) v.one -= s * *x;
    if (count >= 4) v.low = four_less(v.low, s, x);
    if (count == 8) v.high = four_less(v.high, s, x + 4);
    return v;
}

// x(i) -= sum over from <= j < i of L(i, j) x(j).
static BL_ALWAYS_INLINE void reduce_row(const bl_band* factor, double* x, size_t columns, int count, uint32_t from,
                                        uint32_t i)
{
    uint32_t bandwidth = factor->bandwidth, j = first_column(factor, i);
    if (j < from) j = from;
    lanes sum = lanes_load(x + i * columns, count);
    const double* other = x + j * columns;
    while (j < i) {
        const double* l = bl_band_at(factor, i, j);
        uint32_t block_end = (j & ~(uint32_t)3) + 4, end = block_end < i ? block_end : i;
        for (; j < end; j++, l += bandwidth, other += columns)
            sum = lanes_less(sum, *l, other, count);
    }
    lanes_store(x + i * columns, sum, count);
}

// x(i) <- x(i) / D(i) - sum over j > i of L(j, i) x(j).
static BL_ALWAYS_INLINE void substitute_row(const bl_band* factor, double* x, size_t columns, int count, uint32_t i)
{
    const double* l = bl_band_at(factor, i, i);
    lanes sum = lanes_scale(*l, lanes_load(x + i * columns, count));
    uint32_t rows = end_row(factor, i) - 1 - i;
    const double* other = x + (i + rows) * columns;
    for (uint32_t k = rows; k > 0; k--, other -= columns)
        sum = lanes_less(sum, l[k], other, count);
    lanes_store(x + i * columns, sum, count);
}

static BL_ALWAYS_INLINE void solve_lanes(const bl_band* factor, double* x, size_t columns, int count, uint32_t from)
{
    for (uint32_t i = from + 1; i < factor->size; i++)
        reduce_row(factor, x, columns, count, from, i);
    for (uint32_t i = factor->size; i-- > from;)
        substitute_row(factor, x, columns, count, i);
}

void bl_band_solve_many(const bl_band* factor, double* x, uint32_t columns, uint32_t from)
{
    BELAY_ASSERT(from <= factor->size);
    uint32_t c = 0;
    for (; c + 8 <= columns; c += 8)
        solve_lanes(factor, x + c, columns, 8, from);
    for (; c + 4 <= columns; c += 4)
        solve_lanes(factor, x + c, columns, 4, from);
    for (; c < columns; c++)
        solve_lanes(factor, x + c, columns, 1, from);
}
