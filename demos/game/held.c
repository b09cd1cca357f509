// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "game/held.h"

#include <math.h>

static double within_one(double x)
{
    return fmin(fmax(x, -1.0), 1.0);
}

level_controls held_controls(const held* h)
{
    level_controls c = {.brakes = h->brakes || h->grips, .switches = h->switches};
    c.ahead = within_one((double)h->ahead - (double)h->back + h->y + h->lift);
    c.aside = within_one((double)h->right - (double)h->left + h->x);
    return c;
}
