// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Decimal numbers: exact both ways, rounded correctly, whatever the locale.

#include "belay/decimal.h"
#include "support/skip.h"

#include <criterion/criterion.h>
#include <locale.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t next_random(uint64_t* state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static double random_double(uint64_t* state)
{
    double x;
    do {
        uint64_t bits = next_random(state);
        memcpy(&x, &bits, sizeof x);
    } while (!isfinite(x));
    return x;
}

static void check_same(const char* text, double right)
{
    double value = 1.0;
    cr_assert(belay_decimal_read(text, strlen(text), &value), "'%s' is refused", text);
    cr_assert(memcmp(&value, &right, sizeof value) == 0, "'%s' is read as %a, not %a", text, value, right);
}

Test(decimal, every_double_comes_back)
{
    uint64_t state = 88172645463325252u;
    for (int i = 0; i < 200000; i++) {
        char text[BELAY_DECIMAL_SIZE];
        double x = random_double(&state);
        cr_assert_eq(belay_decimal_write(x, text), strlen(text));
        check_same(text, x);
    }
}

// The C library rounds correctly; its locale here is "C".
Test(decimal, rounds_as_the_c_library)
{
    uint64_t state = 42;
    for (int i = 0; i < 100000; i++) {
        char text[64];
        double x = random_double(&state);
        if (i % 2 == 0) x = ldexp((double)(int64_t)next_random(&state), -(int)(next_random(&state) % 140));
        if (i % 7 == 0) x = ldexp((double)(next_random(&state) >> 20), -1074);
        snprintf(text, sizeof text, "%.*g", 1 + (int)(next_random(&state) % 25), x);
        check_same(text, strtod(text, NULL));
    }
}

// Halfway between two doubles, a little above, a little below: in all their digits, and behind them.
Test(decimal, ties)
{
    static char text[2400];
    uint64_t state = 7;
    for (int i = 0; i < 2000; i++) {
        int exponent = (int)(next_random(&state) % 300) - 150;
        double odd = (double)((next_random(&state) >> 11 | (uint64_t)1 << 52) | 1);
        // odd / 2 has 54 bits in all: its decimal digits are exact, and the double between is a tie.
        snprintf(text, sizeof text, "%.0f", odd);
        size_t size = strlen(text);
        snprintf(text + size, sizeof text - size, ".5e%d", exponent % 3 == 0 ? 0 : exponent);
        check_same(text, strtod(text, NULL));
        snprintf(text + size, sizeof text - size, ".5%0*de%d", 900, 1, exponent);
        check_same(text, strtod(text, NULL));
        snprintf(text + size, sizeof text - size, ".4%.*se%d", 17, "99999999999999999", exponent);
        check_same(text, strtod(text, NULL));
    }
}

Test(decimal, edges)
{
    static const char* const texts[] = {"0",
                                        "-0",
                                        "+1",
                                        ".5",
                                        "5.",
                                        "1E5",
                                        "1e+5",
                                        "0e999999999999",
                                        "1e-400",
                                        "-1e-99999999999",
                                        "4.9e-324",
                                        "2.4703282292062327e-324",
                                        "2.4703282292062328e-324",
                                        "2.2250738585072011e-308",
                                        "1.7976931348623158e308",
                                        "0.00000000000000000000000000000000000000001e40"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        check_same(texts[i], strtod(texts[i], NULL));
    check_same("1e400", HUGE_VAL);
    check_same("-1.7976931348623159e308", -HUGE_VAL);
    check_same("1e99999999999999", HUGE_VAL);
}

Test(decimal, malformed)
{
    static const char* const texts[] = {"",    "-",    "+",     ".",   "e5",    "1e", "1e+", "1x",  "0x10", "inf",
                                        "nan", "1..2", "1.2.3", "--1", "1e5.0", "1 ", " 1",  "1,5", "1e5e5"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        double value;
        cr_assert_not(belay_decimal_read(texts[i], strlen(texts[i]), &value), "'%s' is read", texts[i]);
    }
}

Test(decimal, size_ends_the_number)
{
    double value;
    cr_assert(belay_decimal_read("12345", 2, &value));
    cr_assert_eq(value, 12.0);
}

Test(decimal, locale_with_comma)
{
    static const char* const names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "de_DE", "German"};
    const char* found = NULL;
    for (size_t i = 0; i < sizeof names / sizeof names[0] && found == NULL; i++)
        found = setlocale(LC_NUMERIC, names[i]);
    if (found == NULL || localeconv()->decimal_point[0] == '.')
        SKIP_TEST("no locale with a decimal comma is installed");
    char text[BELAY_DECIMAL_SIZE];
    belay_decimal_write(-1.5, text);
    cr_assert_str_eq(text, "-1.5");
    check_same("-1.5", -1.5);
}
