// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The number m 10^e is made a whole number of 32-bit limbs: m 5^e 2^e for e >= 0. For e < 0, m is shifted up until the
// quotient by 5^-e has more than 64 bits, and divided by 5^13 and less again and again: floor(floor(x / a) / b) =
// floor(x / (a b)), and that any remainder is not zero is all that rounding needs to know of what is cut off.

#include "belay/decimal.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

// More digits than the 767 that can decide how a double is rounded; what follows them only counts as "a little more".
#define MAX_DIGITS 780
#define MAX_LIMBS 200 // 10^780 has 81 of them; divided by 5^1128 (82 limbs) with 3 to be left: 166
#define MAX_EXPONENT 100000

static const uint32_t powers_of_5[14] = {1,     5,      25,      125,     625,      3125,      15625,
                                         78125, 390625, 1953125, 9765625, 48828125, 244140625, 1220703125};

// A whole number, least limb first.
typedef struct whole {
    uint32_t limb[MAX_LIMBS];
    int size;
} whole;

// The parts of a number: digits times 10^exponent.
typedef struct parts {
    const char* digits; // with a '.' among them perhaps
    size_t size;
    int exponent; // of the last digit, `skipped` digits left out
} parts;

static void multiply_add(whole* x, uint32_t factor, uint32_t term)
{
    uint64_t carry = term;
    for (int i = 0; i < x->size; i++) {
        carry += (uint64_t)x->limb[i] * factor;
        x->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry != 0) x->limb[x->size++] = (uint32_t)carry;
}

// Divides and returns the remainder.
static uint32_t divide(whole* x, uint32_t divisor)
{
    uint64_t rest = 0;
    for (int i = x->size; i-- > 0;) {
        rest = rest << 32 | x->limb[i];
        x->limb[i] = (uint32_t)(rest / divisor);
        rest %= divisor;
    }
    while (x->size > 0 && x->limb[x->size - 1] == 0)
        x->size--;
    return (uint32_t)rest;
}

static void shift_limbs(whole* x, int count)
{
    memmove(x->limb + count, x->limb, (size_t)x->size * sizeof x->limb[0]);
    memset(x->limb, 0, (size_t)count * sizeof x->limb[0]);
    x->size += count;
}

// The 64 bits from the highest set one down; *exponent is that of the lowest of them. Clear bits below are told by
// *is_more.
static uint64_t top_bits(const whole* x, int* exponent, bool* is_more)
{
    int shift = 0;
    uint32_t top = x->limb[x->size - 1];
    while ((top << shift & 0x80000000u) == 0)
        shift++;
    uint32_t part[3] = {0, 0, 0};
    for (int i = 0; i < 3 && i < x->size; i++)
        part[i] = x->limb[x->size - 1 - i];
    uint64_t bits = (uint64_t)part[0] << 32 | part[1];
    if (shift > 0) bits = bits << shift | part[2] >> (32 - shift);
    *exponent = 32 * (x->size - 2) - shift;
    if ((part[2] << shift) != 0) *is_more = true;
    for (int i = 0; i < x->size - 3; i++)
        if (x->limb[i] != 0) *is_more = true;
    return bits;
}

// The double nearest to bits 2^exponent, and a little more; bits has its highest bit set.
static double round_to_double(uint64_t bits, int exponent, bool is_more)
{
    int cut = 11; // 64 bits to 53
    if (exponent + cut < -1074) cut = -1074 - exponent;
    if (cut > 64) return 0.0;
    uint64_t kept = cut < 64 ? bits >> cut : 0;
    uint64_t half = (uint64_t)1 << (cut - 1), rest = cut < 64 ? bits & ((half << 1) - 1) : bits;
    if (rest > half || (rest == half && (is_more || (kept & 1) != 0))) kept++;
    return ldexp((double)kept, exponent + cut);
}

// The significant digits as a whole number; p->exponent is set to go with them.
static bool gather_digits(parts* p, whole* x)
{
    bool is_more = false;
    int digits = 0, pending = 0;
    uint32_t chunk = 0, scale = 1;
    x->size = 0;
    for (size_t i = 0; i < p->size; i++) {
        if (p->digits[i] == '.') continue;
        uint32_t digit = (uint32_t)(p->digits[i] - '0');
        if (digits == 0 && digit == 0) continue;
        if (digits == MAX_DIGITS) {
            is_more = is_more || digit != 0;
            p->exponent++;
            continue;
        }
        digits++;
        chunk = 10 * chunk + digit;
        scale *= 10;
        if (++pending == 9) {
            multiply_add(x, scale, chunk);
            chunk = 0;
            scale = 1;
            pending = 0;
        }
    }
    if (pending > 0) multiply_add(x, scale, chunk);
    return is_more;
}

static double nearest_double(parts* p)
{
    whole x;
    bool is_more = gather_digits(p, &x);
    if (x.size == 0) return 0.0;
    // Out of range by far: 32 bits a limb are 9.6 digits.
    if (p->exponent > 310) return HUGE_VAL;
    if (p->exponent + 10 * x.size < -330) return 0.0;
    int power = p->exponent < 0 ? -p->exponent : p->exponent;
    if (p->exponent < 0) {
        // 5^power has less than 2.33 power bits.
        int needed = (power * 233 / 100 + 96) / 32 + 1 - x.size;
        if (needed > 0) shift_limbs(&x, needed);
        for (int left = power; left > 0; left -= 13)
            if (divide(&x, powers_of_5[left < 13 ? left : 13]) != 0) is_more = true;
        int exponent;
        uint64_t bits = top_bits(&x, &exponent, &is_more);
        return round_to_double(bits, exponent - 32 * (needed > 0 ? needed : 0) - power, is_more);
    }
    for (int left = power; left > 0; left -= 13)
        multiply_add(&x, powers_of_5[left < 13 ? left : 13], 0);
    int exponent;
    uint64_t bits = top_bits(&x, &exponent, &is_more);
    return round_to_double(bits, exponent + power, is_more);
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

// Reads the exponent behind an 'e'; what is beyond MAX_EXPONENT is as good as that.
static bool read_exponent(const char* text, const char* end, int* exponent)
{
    bool is_negative = text < end && *text == '-';
    if (text < end && (*text == '-' || *text == '+')) text++;
    if (text == end) return false;
    int value = 0;
    for (; text < end; text++) {
        if (!is_digit(*text)) return false;
        if (value < MAX_EXPONENT) value = 10 * value + (*text - '0');
    }
    *exponent = is_negative ? -value : value;
    return true;
}

bool belay_decimal_read(const char* text, size_t size, double* value)
{
    const char *at = text, *end = text + size;
    bool is_negative = at < end && *at == '-';
    if (at < end && (*at == '-' || *at == '+')) at++;
    parts p = {at, 0, 0};
    size_t digits = 0, behind = 0;
    bool has_point = false;
    for (; at < end && (is_digit(*at) || (*at == '.' && !has_point)); at++) {
        if (*at == '.') {
            has_point = true;
            continue;
        }
        digits++;
        if (has_point) behind++;
    }
    p.size = (size_t)(at - p.digits);
    int exponent = 0;
    if (digits == 0) return false;
    if (at < end && ((*at != 'e' && *at != 'E') || !read_exponent(at + 1, end, &exponent))) return false;
    // Nobody writes numbers of this length; it keeps the sum of the exponents an int.
    if (digits > 1000000) return false;
    p.exponent = exponent - (int)behind;
    double magnitude = nearest_double(&p);
    *value = is_negative ? -magnitude : magnitude;
    return true;
}

size_t belay_decimal_write(double value, char text[BELAY_DECIMAL_SIZE])
{
    char local[BELAY_DECIMAL_SIZE];
    snprintf(local, sizeof local, "%.17g", value);
    size_t size = 0;
    bool in_point = false;
    // A decimal point may be any characters, but none of those that numbers are made of.
    for (const char* c = local; *c != '\0'; c++) {
        bool is_own = is_digit(*c) || *c == '-' || *c == '+' || *c == 'e';
        if (is_own || !in_point) text[size++] = is_own ? *c : '.';
        in_point = !is_own;
    }
    text[size] = '\0';
    return size;
}
