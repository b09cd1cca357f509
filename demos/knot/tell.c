// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "knot/tell.h"

#include "scenes/knot_name.h"
#include "scenes/knot_type.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double CLEAR = 0.05; // m above or below all of the rope

static double highest(const belay_vec3* nodes, int count, double sign)
{
    double z = sign * nodes[0].z;
    for (int i = 1; i < count; i++)
        z = fmax(z, sign * nodes[i].z);
    return sign * (z + CLEAR);
}

// Closed above all of it, or (-1) below.
static void name_closed(const rope_form* form, double sign, char* name, size_t size)
{
    belay_vec3 points[ROPE_MAX_NODES + 2];
    knot_polynomial jones;
    int count = form->pieces.first[1];
    memcpy(points, form->nodes, (size_t)count * sizeof *points);
    points[count] = points[count - 1];
    points[count + 1] = points[0];
    points[count].z = points[count + 1].z = highest(points, count, sign);
    if (knot_jones_of(points, count + 2, &jones) && knot_name(&jones, name, size)) return;
    knot_type type = knot_type_of(points, count + 2, true);
    if (type.determinant == 0)
        snprintf(name, size, "not told");
    else
        snprintf(name, size, "determinant %llu", (unsigned long long)type.determinant);
}

tell tell_knot(const rope_form* form)
{
    tell t;
    name_closed(form, 1.0, t.above, sizeof t.above);
    name_closed(form, -1.0, t.below, sizeof t.below);
    if (strcmp(t.above, t.below) == 0) t.below[0] = '\0';
    return t;
}
