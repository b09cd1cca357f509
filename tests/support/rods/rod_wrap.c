// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "support/rods/rod_wrap.h"

#include <criterion/criterion.h>

static const double line_mass = 0.005; // kg/m

// The unit tangent at an angle, towards greater ones; angle 0 is above the axis.
static belay_vec3 tangent_at(const rod_wrap_def* def, double angle)
{
    return v3(cos(angle) * sin(def->helix), cos(def->helix), -sin(angle) * sin(def->helix));
}

static void wind(rod_wrap* w, belay_vec3* nodes)
{
    const rod_wrap_def* def = &w->def;
    double step = def->turn / def->elements, out = def->round / cos(0.5 * step);
    int count = def->elements + 2 * def->tail;
    for (int i = 0; i <= def->elements; i++) {
        double a = i * step;
        nodes[def->tail + i] = v3(out * sin(a), def->round * a / tan(def->helix), out * cos(a));
    }
    w->low = v3_neg(tangent_at(def, 0.0));
    w->high = tangent_at(def, def->turn);
    w->element = v3_distance(nodes[def->tail], nodes[def->tail + 1]);
    for (int i = 1; i <= def->tail; i++) {
        nodes[def->tail - i] = v3_add_scaled(nodes[def->tail], i * w->element, w->low);
        nodes[count - def->tail + i] = v3_add_scaled(nodes[count - def->tail], i * w->element, w->high);
    }
}

rod_wrap rod_wrap_make(const rod_wrap_def* def)
{
    rod_wrap w = {.world = scene_world(1e-3), .def = *def};
    belay_world_set_gravity(w.world, v3_zero());
    belay_vec3 nodes[ROD_MAX_NODES];
    cr_assert_lt(def->elements + 2 * def->tail, ROD_MAX_NODES);
    wind(&w, nodes);
    belay_rod_def rope = rod_of(line_mass, def->stretch > 0.0 ? def->stretch : 1e4, def->bend, def->radius);
    if (def->is_clamped) rope.twist_stiffness = 1e-3;
    rope.element_count = def->elements + 2 * def->tail;
    rope.nodes = nodes;
    rope.model = def->model;
    rope.damping_time = 0.004;
    rope.drag = 10.0;
    rope.touches_itself = false;
    rope.material = (belay_material){def->friction, 0.0};
    w.rope = rod_make(w.world, &rope);
    w.length = rod_length(w.world, w.rope);
    if (def->is_clamped) rod_hold(w.world, w.rope, BELAY_ROD_CLAMP, 0.0, the_world);
    rod_drum(w.world, def->round - def->radius, 2.0, rope.material);
    return w;
}

double rod_wrap_pull(const rod_wrap* w, double ratio, int steps)
{
    double fastest = 0.0;
    for (int k = 1; k <= steps && (2 * k < steps || fastest < 0.1); k++) {
        double share = fmin(1.0, 2.0 * k / steps);
        if (!w->def.is_clamped) rod_push(w->world, w->rope, 0.0, w->low);
        rod_push(w->world, w->rope, w->length, v3_scale(1.0 + (ratio - 1.0) * share, w->high));
        scene_steps(w->world, 1);
        fastest = rod_fastest(w->world, w->rope);
    }
    return fastest;
}

double rod_wrap_growth(const rod_wrap* w, int from, int to)
{
    double tensions[ROD_MAX_NODES];
    cr_assert(belay_rod_get_tensions(w->world, w->rope, tensions, ROD_MAX_NODES, NULL) == BELAY_OK);
    return log(tensions[w->def.tail + to] / tensions[w->def.tail + from]) / (to - from);
}
