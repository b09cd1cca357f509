// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A game in C that uses stb_ds itself, with its own functions of it, and a function that has a name like one of Belay's
// own: neither may be in the way. ONE_HEADER: Belay comes as an amalgamation.

#if defined(ONE_HEADER)
#include "belay.h"
#else
#include <belay/belay.h>
#endif

#include <stdbool.h>

#define STB_DS_IMPLEMENTATION
#include <stb/stb_ds.h>

#include "scene.h"

int bin_of(int x);
int bin_of(int x)
{
    return x / 10;
}

static bool uses_its_own_arrays(void)
{
    int* numbers = NULL;
    struct {
        char* key;
        int value;
    }* scores = NULL;
    for (int i = 0; i < 100; i++)
        arrput(numbers, bin_of(i));
    shput(scores, "left", 7);
    shput(scores, "right", 9);
    bool is_right = arrlen(numbers) == 100 && numbers[99] == 9 && shget(scores, "left") == 7;
    arrfree(numbers);
    shfree(scores);
    return is_right;
}

int main(void)
{
    scene_expect(uses_its_own_arrays(), "the game's own stb_ds works");
    return scene_run();
}
