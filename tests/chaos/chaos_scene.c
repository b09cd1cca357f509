// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "chaos_scene.h"

#include "chaos_draw.h"

#include <string.h>

#define SHORTEST_STEP (1.0 / 1000.0)
#define LONGEST_STEP (1.0 / 30.0)

const char* chaos_feature_name(chaos_feature feature)
{
    static const char* const names[] = {
#define CHAOS_FEATURE_NAME(name, word) word,
        CHAOS_FEATURES(CHAOS_FEATURE_NAME)
#undef CHAOS_FEATURE_NAME
    };
    return names[feature];
}

const char* chaos_plain_name(chaos_plain plain)
{
    static const char* const names[] = {
#define CHAOS_PLAIN_NAME(name, word, text) word,
        CHAOS_PLAINS(CHAOS_PLAIN_NAME)
#undef CHAOS_PLAIN_NAME
    };
    return names[plain];
}

bool chaos_scene_has(const chaos_scene* scene, chaos_feature feature)
{
    return (scene->features >> feature & 1) != 0;
}

// ---------------------------------------------------------------------------------------------------------------------
// The world
// ---------------------------------------------------------------------------------------------------------------------

static void draw_solver(belay_world_def* def, uint64_t* lot)
{
    // The default would let a scene that does not converge take ten times as long as all others together.
    def->solver.max_work = (int64_t)random_log(lot, 2e4, 2e5);
    if (random_chance(lot, 0.25)) def->solver.max_work = (int64_t)random_log(lot, 50.0, 2e4);
    if (random_chance(lot, 0.2)) def->solver.max_iterations = (int)random_log(lot, 1.0, 60.0);
    if (random_chance(lot, 0.1)) def->solver.enable_warm_start = false;
    if (random_chance(lot, 0.3)) def->solver.tolerance = random_log(lot, 1e-10, 1e-4);
    if (random_chance(lot, 0.03)) def->solver.budget_seconds = random_log(lot, 2e-5, 2e-3);
}

static void draw_world(chaos_scene* s, uint64_t* lot)
{
    belay_world_def* def = &s->world;
    *def = belay_world_def_default();
    def->step_seconds = random_log(lot, SHORTEST_STEP, LONGEST_STEP);
    if (random_chance(lot, 0.4)) def->step_seconds = 1.0 / 60.0;
    def->theta = random_chance(lot, 0.6) ? 0.5 : random_chance(lot, 0.5) ? 1.0 : random_between(lot, 0.5, 1.0);
    if (random_chance(lot, 0.1)) {
        belay_vec3 aslant = random_direction(lot);
        def->gravity = v3_scale(random_between(lot, 0.0, 30.0), v3(aslant.x, aslant.y, -fabs(aslant.z)));
    }
    def->enable_sleep = random_chance(lot, 0.5);
    if (random_chance(lot, 0.1)) def->overlap_recovery = random_unit(lot);
    if (random_chance(lot, 0.1)) def->contact_margin = random_log(lot, 1e-5, 0.1);
    if (random_chance(lot, 0.1)) def->enable_continuous = false;
    draw_solver(def, lot);
}

// ---------------------------------------------------------------------------------------------------------------------
// Deeds
// ---------------------------------------------------------------------------------------------------------------------

static void draw_deeds(chaos_scene* s, chaos_taste* t)
{
    uint64_t* lot = &t->lot;
    bool has_pushes = random_chance(lot, 0.25), has_changes = random_chance(lot, 0.2);
    for (int i = 0; i < CHAOS_MAX_DEEDS; i++) {
        bool is_push = i < 4;
        if (!(is_push ? has_pushes : has_changes)) continue;
        chaos_deed d = {.type = (chaos_deed_type)(1 + random_below(lot, CHAOS_DEED_MATERIAL))};
        if (is_push) d.type = CHAOS_DEED_PUSH;
        d.step = random_below(lot, CHAOS_STEPS);
        d.steps = 1 + random_below(lot, 40);
        d.index = random_below(lot, s->body_count);
        d.number = random_unit(lot);
        d.vector = random_direction(lot);
        s->deeds[s->deed_count++] = d;
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// The whole
// ---------------------------------------------------------------------------------------------------------------------

void chaos_scene_make(chaos_scene* s, uint64_t seed)
{
    bool is_link[CHAOS_MAX_BODIES];
    uint64_t lot = seed;
    memset(s, 0, sizeof *s);
    s->seed = seed;
    draw_world(s, &lot);
    chaos_taste t = chaos_draw_taste(s, lot);
    s->size = t.size;
    chaos_draw_bodies(s, &t, is_link);
    chaos_draw_joints(s, &t, is_link);
    double width = 2.0 * t.region;
    for (int i = 0; i < s->body_count; i++) {
        belay_vec3 p = s->bodies[i].pose.position;
        width = fmax(width, 2.0 * (fmax(fabs(p.x), fabs(p.y)) + s->bodies[i].radius) + 4.0 * t.size);
    }
    chaos_draw_floor(s, &t, width);
    if (random_chance(&t.lot, 0.25)) chaos_draw_walls(s, &t, width);
    if (random_chance(&t.lot, 0.3)) chaos_draw_obstacles(s, &t);
    if (random_chance(&t.lot, 0.25)) chaos_draw_movers(s, &t);
    int rods = t.has_rods ? 1 + random_below(&t.lot, CHAOS_MAX_RODS) : 0;
    for (int i = 0; i < rods; i++)
        chaos_draw_rod(s, &t);
    draw_deeds(s, &t);
    chaos_scene_find_features(s);
}
