// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A single hitch on a pole: the rope goes once round it and then over its own free end. The strand above presses the
// free end onto the pole; rubbed on both sides, that holds eta T of the load T, and the turn makes exp(2 pi
// mu) times as much of it: from a certain friction on no load makes it slip (Bayman 1977). That friction is known as an
// estimate only, so that twice as much is to hold and half as much is not.

#include "support/rod_scene.h"
#include "support/rod_table.h"

#include "scenes/rod_shapes.h"

#include <criterion/criterion.h>

#define ELEMENTS 36

static const double pole = 0.02, radius = 2e-3; // m

// ---------------------------------------------------------------------------------------------------------------------
// Shape: by the angle u about the pole, along y, from its top. At u = 0 the free end crosses from one side to the
// other, at u = 2 pi the rope crosses back above it; then it leaves the pole along a tangent.
// ---------------------------------------------------------------------------------------------------------------------

static const double first = -1.8, leaves = 2.0 * SCENE_PI + 1.6, last = 2.0 * SCENE_PI + 3.6;

static double smooth(double t)
{
    return t <= 0.0 ? 0.0 : t >= 1.0 ? 1.0 : t * t * (3.0 - 2.0 * t);
}

static belay_vec3 hitch_at(const void* context, double u)
{
    const double wide = 0.9, aside = 1.5 * radius, round = pole + 1.01 * radius, over = 2.18 * radius;
    (void)context;
    if (u > leaves) {
        belay_vec3 tangent = v3(cos(leaves), 0.0, -sin(leaves));
        return v3_add_scaled(hitch_at(NULL, leaves), (u - leaves) * round, tangent);
    }
    bool is_above = u > SCENE_PI;
    double v = is_above ? u - 2.0 * SCENE_PI : u, cross = aside * (2.0 * smooth((v + wide) / (2.0 * wide)) - 1.0);
    double out = round + (is_above ? over * (1.0 - smooth(fabs(v))) : 0.0);
    return v3(out * sin(u), is_above ? -cross : cross, out * cos(u));
}

typedef struct hitch {
    belay_world* world;
    belay_rod_id rope;
    double length;
    belay_vec3 load, free_end; // unit: away from the pole
} hitch;

static hitch make_hitch(double mu)
{
    hitch t = {.world = scene_world(1e-3)};
    belay_world_set_gravity(t.world, v3_zero());
    belay_vec3 nodes[ELEMENTS + 1];
    rod_shape_sample(hitch_at, NULL, first, last, nodes, ELEMENTS + 1);
    belay_rod_def def = rod_of(0.01, 5000.0, 2e-6, radius);
    def.element_count = ELEMENTS;
    def.nodes = nodes;
    def.drag = 20.0;
    def.damping_time = 1e-3;
    def.material = (belay_material){mu, 0.0};
    t.rope = rod_make(t.world, &def);
    t.length = rod_length(t.world, t.rope);
    t.load = v3(cos(leaves), 0.0, -sin(leaves));
    t.free_end = v3_normalize_or(v3_sub(nodes[0], nodes[1]), v3_zero());
    rod_drum(t.world, pole, 0.2, def.material);
    return t;
}

// ---------------------------------------------------------------------------------------------------------------------
// Load
// ---------------------------------------------------------------------------------------------------------------------

static const double least = 0.5, most = 50.0; // N

static void step(const hitch* t, double load, double free_end)
{
    rod_push(t->world, t->rope, t->length, v3_scale(load, t->load));
    rod_push(t->world, t->rope, 0.0, v3_scale(free_end, t->free_end));
    scene_steps(t->world, 1);
}

// How far the loaded end has gone.
static double gone(const hitch* t, belay_vec3 from)
{
    return v3_dot(v3_sub(rod_node(t->world, t->rope, -1), from), t->load);
}

// Where on the rope, from the free end, it is pinched: the mean over its contacts with itself, by what they carry.
static double pinched_at(const belay_world* world)
{
    int32_t count;
    const belay_rod_contact* c = belay_world_get_rod_contacts(world, &count);
    double sum = 0.0, all = 0.0;
    for (int i = 0; i < count; i++) {
        if (c[i].rod_b.value == 0) continue;
        sum += c[i].impulse[0] * fmin(c[i].s_a, c[i].s_b);
        all += c[i].impulse[0];
    }
    return sum / all;
}

static double critical_friction(void)
{
    rod_table table;
    rod_table_open(&table, "rod_hitch_estimate");
    double mu = NAN;
    for (int i = 0; i < table.rows; i++)
        if (rod_table_number(&table, i, "rope_radius_over_pole_radius") == 0.1)
            mu = rod_table_number(&table, i, "mu_crit_single_and_clove");
    rod_table_close(&table);
    return mu;
}

// Set with a hand at the free end, which then lets go; the load grows a hundredfold.
Test(rods_hitches, holds_any_load_with_twice_the_friction)
{
    hitch t = make_hitch(2.0 * critical_friction());
    for (int k = 0; k < 200; k++)
        step(&t, least * fmin(1.0, k / 100.0), 0.3 * least * fmin(1.0, k / 100.0));
    double set = pinched_at(t.world);
    for (int k = 0; k < 500; k++)
        step(&t, least * pow(most / least, k / 500.0), 0.0);
    for (int k = 0; k < 100; k++)
        step(&t, most, 0.0);
    belay_vec3 end = rod_node(t.world, t.rope, -1);
    double before = pinched_at(t.world);
    cr_log_info("pinched at %g mm, under load at %g mm\n", 1e3 * set, 1e3 * before);
    // 1 % of its length is what the rope stretches by under that load.
    cr_expect_lt(fabs(before - set), 0.01 * t.length + 0.1 * radius);
    for (int k = 0; k < 300; k++)
        step(&t, most, 0.0);
    double slipped = pinched_at(t.world) - before;
    cr_expect_lt(fabs(slipped), 0.01 * radius, "the free end slips by %g mm", 1e3 * slipped);
    cr_expect_lt(fabs(gone(&t, end)), 0.01 * radius, "the loaded end goes by %g mm", 1e3 * gone(&t, end));
    belay_world_destroy(t.world);
}

// It runs also while the hand at the free end pulls with 0.3 times the load.
Test(rods_hitches, runs_with_half_the_friction)
{
    hitch t = make_hitch(0.5 * critical_friction());
    belay_vec3 end = rod_node(t.world, t.rope, -1);
    for (int k = 0; k < 200 && gone(&t, end) < 0.03; k++)
        step(&t, least * fmin(1.0, k / 100.0), 0.3 * least * fmin(1.0, k / 100.0));
    cr_expect_geq(gone(&t, end), 0.03);
    belay_world_destroy(t.world);
}
