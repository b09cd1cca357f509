// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "chaos_draw.h"

static double distance_to_segment(belay_vec3 p, belay_vec3 a, belay_vec3 way)
{
    double share = chaos_clamp(v3_dot(v3_sub(p, a), way) / v3_dot(way, way), 0.0, 1.0);
    return v3_length(v3_sub(p, v3_add(a, v3_scale(share, way))));
}

static bool is_clear(const chaos_scene* s, const chaos_rod* rod, belay_vec3 way)
{
    for (int i = 0; i < s->body_count; i++)
        if (i != rod->a && i != rod->b &&
            distance_to_segment(s->bodies[i].pose.position, rod->start, way) < s->bodies[i].radius + 2.0 * rod->radius)
            return false;
    return rod->start.z > 2.0 * rod->radius && rod->start.z + way.z > 2.0 * rod->radius;
}

// From the middle of a body to that of another, to nowhere, or to the world; past all others where that can be found.
bool chaos_draw_rod(chaos_scene* s, chaos_taste* t)
{
    uint64_t* lot = &t->lot;
    chaos_rod rod = {.model = BELAY_ROD_NODAL, .density = random_log(lot, 300.0, 3000.0), .type = BELAY_ROD_PIN};
    if (random_chance(lot, 0.3)) rod.model = (belay_rod_model)(1 + random_below(lot, 3));
    rod.element_count = 4 + random_below(lot, rod.model == BELAY_ROD_SUPER_HELIX ? 5 : 13);
    rod.young_modulus = random_log(lot, 1e5, 1e9);
    rod.damping_time = random_chance(lot, 0.4) ? 0.0 : random_log(lot, 1e-4, 1e-1);
    rod.theta = random_chance(lot, 0.7) ? 1.0 : random_between(lot, 0.5, 1.0);
    rod.material = chaos_draw_material(t);
    if (t->has_drives && random_chance(lot, 0.3)) rod.type = random_chance(lot, 0.5) ? BELAY_ROD_CLAMP : BELAY_ROD_GRIP;
    for (int try = 0; try < 60; try++) {
        rod.a = random_below(lot, s->body_count);
        rod.start = s->bodies[rod.a].pose.position;
        rod.b = random_chance(lot, 0.5) ? CHAOS_NOTHING : CHAOS_WORLD;
        double length = s->bodies[rod.a].radius + t->size * random_log(lot, 2.0, 8.0);
        belay_vec3 way = v3_scale(length, random_direction(lot));
        if (random_chance(lot, 0.5)) {
            rod.b = random_below(lot, s->body_count);
            if (rod.b == rod.a) continue;
            way = v3_sub(s->bodies[rod.b].pose.position, rod.start);
        }
        rod.direction = way;
        rod.length = v3_length(way);
        rod.radius = fmax(rod.length * 0.3 / rod.element_count * random_log(lot, 0.1, 1.0), 0.2 * CHAOS_SMALLEST);
        if (!is_clear(s, &rod, way)) continue;
        rod.max_force = s->bodies[rod.a].density * chaos_body_volume(&s->bodies[rod.a]) * random_log(lot, 3.0, 300.0);
        s->rods[s->rod_count++] = rod;
        return true;
    }
    return false;
}
