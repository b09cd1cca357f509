// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The crossings cut the curve into arcs at the places where it goes under itself. Each crossing relates the arc above
// it to the two that end there: of the Fox colouring 2 over - in - out = 0. The matrix of these rows, less one row and
// one column, has the knot's determinant, up to sign. It is integer, and computed modulo several primes: by Hadamard's
// bound on rows of norm sqrt(6) these are enough to tell any value that it can have.

#include "scenes/knot_determinant.h"

#include <stdbool.h>
#include <stdlib.h>

static const uint64_t primes[] = {2147483647, 2147483629, 2147483587, 2147483579,
                                  2147483563, 2147483549, 2147483543, 2147483497};
enum { MAX_PRIMES = sizeof primes / sizeof primes[0] };

static int compare_under(const void* a, const void* b)
{
    const knot_crossing *x = a, *y = b;
    return (x->under > y->under) - (x->under < y->under);
}

// How many crossings lie under the curve before the place: the number of its arc, but for the last, which is the first.
static int arc_at(const knot_crossing* sorted, int count, double place)
{
    int low = 0, high = count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (sorted[middle].under < place)
            low = middle + 1;
        else
            high = middle;
    }
    return low % count;
}

static void add_entry(uint64_t* row, int columns, int column, uint64_t value, uint64_t prime)
{
    if (column < columns) row[column] = (row[column] + value) % prime;
}

// The rows of all crossings but the last, in the arcs but the last.
static void set_matrix(uint64_t* m, const knot_crossing* sorted, int count, uint64_t prime)
{
    int n = count - 1;
    for (int i = 0; i < n * n; i++)
        m[i] = 0;
    for (int i = 0; i < n; i++) {
        uint64_t* row = m + (size_t)i * (size_t)n;
        add_entry(row, n, arc_at(sorted, count, sorted[i].over), 2, prime);
        add_entry(row, n, i, prime - 1, prime);
        add_entry(row, n, i + 1, prime - 1, prime);
    }
}

static uint64_t power(uint64_t x, uint64_t exponent, uint64_t prime)
{
    uint64_t r = 1;
    for (; exponent > 0; exponent /= 2, x = x * x % prime)
        if (exponent % 2 == 1) r = r * x % prime;
    return r;
}

// row -= factor pivot, from column `first` on.
static void eliminate(uint64_t* row, const uint64_t* pivot, int first, int n, uint64_t factor, uint64_t prime)
{
    for (int k = first; k < n; k++)
        if (pivot[k] != 0) row[k] = (row[k] + (prime - factor) * pivot[k]) % prime;
}

static int entry_count(const uint64_t* row, int first, int n)
{
    int count = 0;
    for (int k = first; k < n; k++)
        count += row[k] != 0;
    return count;
}

// Of the rows from k on with an entry in column k, the one with the fewest, which fills the others least; n: none.
static int find_pivot(const uint64_t* m, int k, int n)
{
    int pivot = n, fewest = n + 1;
    for (int i = k; i < n; i++) {
        if (m[i * n + k] == 0) continue;
        int count = entry_count(m + i * n, k, n);
        if (count < fewest) pivot = i;
        if (count < fewest) fewest = count;
    }
    return pivot;
}

static void exchange_rows(uint64_t* a, uint64_t* b, int n)
{
    for (int i = 0; i < n; i++) {
        uint64_t swap = a[i];
        a[i] = b[i];
        b[i] = swap;
    }
}

static uint64_t determinant_modulo(uint64_t* m, int n, uint64_t prime)
{
    uint64_t product = 1;
    for (int k = 0; k < n; k++) {
        int pivot = find_pivot(m, k, n);
        if (pivot == n) return 0;
        if (pivot != k) {
            exchange_rows(m + pivot * n, m + k * n, n);
            product = prime - product;
        }
        product = product * m[k * n + k] % prime;
        uint64_t inverse = power(m[k * n + k], prime - 2, prime);
        for (int i = k + 1; i < n; i++)
            if (m[i * n + k] != 0) eliminate(m + i * n, m + k * n, k, n, m[i * n + k] * inverse % prime, prime);
    }
    return product;
}

// The number below primes[0] primes[1] that has these remainders; false when it does not have the others.
static bool rebuild(const uint64_t* remainders, int count, uint64_t* value)
{
    *value = remainders[0];
    if (count > 1) {
        uint64_t p = primes[0], q = primes[1];
        uint64_t more = (remainders[1] + q - remainders[0] % q) % q * power(p % q, q - 2, q) % q;
        *value += more * p;
    }
    for (int i = 2; i < count; i++)
        if (*value % primes[i] != remainders[i]) return false;
    return true;
}

// A value of either sign.
static uint64_t rebuild_absolute(const uint64_t* remainders, int count)
{
    uint64_t negative[MAX_PRIMES] = {0}, value, other;
    for (int i = 0; i < count; i++)
        negative[i] = (primes[i] - remainders[i]) % primes[i];
    bool is_value = rebuild(remainders, count, &value), is_other = rebuild(negative, count, &other);
    if (is_value && is_other) return value < other ? value : other;
    return is_value ? value : (is_other ? other : 0);
}

// |det| <= sqrt(6)^(count - 1), whose double the primes' product must exceed: of 31 bits each, for up to 190 crossings.
static int primes_needed(int count)
{
    int needed = (int)((1.2925 * count + 1.0) / 30.99) + 1;
    return needed < MAX_PRIMES ? needed : MAX_PRIMES;
}

// Sorts the crossings by what is under; fills the determinant modulo the first primes. False when there is no memory.
static bool find_remainders(knot_crossing* crossings, int count, int prime_count, uint64_t* remainders)
{
    int n = count > 0 ? count - 1 : 0;
    uint64_t* m = malloc(((size_t)n * (size_t)n + 1) * sizeof *m);
    if (m == NULL) return false;
    if (n > 0) qsort(crossings, (size_t)count, sizeof *crossings, compare_under);
    for (int i = 0; i < prime_count; i++) {
        set_matrix(m, crossings, n + 1, primes[i]);
        remainders[i] = determinant_modulo(m, n, primes[i]);
    }
    free(m);
    return true;
}

uint64_t knot_determinant(knot_crossing* crossings, int count)
{
    uint64_t remainders[MAX_PRIMES] = {0};
    int needed = primes_needed(count);
    return find_remainders(crossings, count, needed, remainders) ? rebuild_absolute(remainders, needed) : 0;
}

uint64_t knot_determinant_remainder(knot_crossing* crossings, int count)
{
    uint64_t remainder;
    if (!find_remainders(crossings, count, 1, &remainder)) return 0;
    return remainder < primes[0] - remainder ? remainder : primes[0] - remainder;
}
