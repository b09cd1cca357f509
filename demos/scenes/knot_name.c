// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A bowline, as a curve from one end of the rope to the other, is a knot of six crossings, 6_3, when its end is led out
// over the loop, and 8_20 when it is led out under it. (Follow the rope: it crosses itself for the small loop; the end
// comes up through that, passes behind the standing part and goes down through it again.)

#include "scenes/knot_name.h"

#include <stdio.h>

typedef struct named {
    const char *word, *number;
    knot_polynomial jones;
} named;

// Of the images that have the more negative powers, as in most tables.
static const named list[] = {
    {"none", "", {0, 1, {1}}},
    {"trefoil ", "3_1", {-4, 4, {-1, 1, 0, 1}}},
    {"figure of eight ", "4_1", {-2, 5, {1, -1, 1, -1, 1}}},
    {"", "5_1", {-7, 6, {-1, 1, -1, 1, 0, 1}}},
    {"", "5_2", {-6, 6, {-1, 1, -1, 2, -1, 1}}},
    {"", "6_1", {-4, 7, {1, -1, 1, -2, 2, -1, 1}}},
    {"", "6_2", {-5, 7, {1, -2, 2, -2, 2, -1, 1}}},
    {"bowline ", "6_3", {-3, 7, {-1, 2, -2, 3, -2, 2, -1}}},
    {"", "7_1", {-10, 8, {-1, 1, -1, 1, -1, 1, 0, 1}}},
    {"bowline ", "8_20", {-5, 7, {-1, 1, -1, 2, -1, 2, -1}}},
};
enum { COUNT = sizeof list / sizeof list[0], IMAGES = 2 };

static knot_polynomial image_of(int k, int image)
{
    return image == 0 ? list[k].jones : knot_polynomial_mirror(&list[k].jones);
}

static const char* star(int image)
{
    return image == 0 ? "" : "*";
}

static bool name_prime(const knot_polynomial* jones, char* name, size_t size)
{
    for (int k = 0; k < COUNT; k++)
        for (int image = 0; image < IMAGES; image++) {
            knot_polynomial p = image_of(k, image);
            if (!knot_polynomial_is_same(&p, jones)) continue;
            snprintf(name, size, "%s%s%s", list[k].word, list[k].number, star(image));
            return true;
        }
    return false;
}

static void write_pair(char* name, size_t size, int a, int image_a, int b, int image_b)
{
    const char* word = a != 1 || b != 1 ? "" : image_a == image_b ? "granny " : "square ";
    snprintf(name, size, "%s%s%s # %s%s", word, list[a].number, star(image_a), list[b].number, star(image_b));
}

static bool name_pair(const knot_polynomial* jones, char* name, size_t size)
{
    for (int a = 1; a < COUNT; a++)
        for (int b = a; b < COUNT; b++)
            for (int images = 0; images < IMAGES * IMAGES; images++) {
                knot_polynomial p = image_of(a, images / IMAGES), q = image_of(b, images % IMAGES), both;
                if (!knot_polynomial_product(&p, &q, &both) || !knot_polynomial_is_same(&both, jones)) continue;
                write_pair(name, size, a, images / IMAGES, b, images % IMAGES);
                return true;
            }
    return false;
}

bool knot_name(const knot_polynomial* jones, char* name, size_t size)
{
    return name_prime(jones, name, size) || name_pair(jones, name, size);
}
