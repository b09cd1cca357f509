// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Hitches on a pole, whose free end an own strand presses onto the pole. Single: the rope goes once round it and then
// over its free end. Clove: once round, over both its ends, and once more round. Rubbed on both sides, what is pinched
// holds eta T of the tension T above it, and a turn makes exp(2 pi mu) times as much of it: from a certain friction on
// no load makes either slip (Bayman 1977). That friction is known as an estimate only, so that twice as much is to hold
// and half as much is not.

#include "support/long.h"
#include "support/rods/rod_scene.h"
#include "support/rods/rod_table.h"
#include "support/skip.h"

#include "scenes/rod_shapes.h"

#include <criterion/criterion.h>

static const double pole = 0.02; // m

// ---------------------------------------------------------------------------------------------------------------------
// Shapes: by the angle u about the pole, along y, from its top. A rope leaves the pole along a tangent in the end.
// ---------------------------------------------------------------------------------------------------------------------

typedef struct hitch_kind {
    bool is_clove;
    double radius; // m, of the rope
} hitch_kind;

static const double first = -1.8;

static double leaves_at(const hitch_kind* kind)
{
    return (kind->is_clove ? 4.0 : 2.0) * SCENE_PI + 1.6;
}

static double smooth(double t)
{
    return t <= 0.0 ? 0.0 : t >= 1.0 ? 1.0 : t * t * (3.0 - 2.0 * t);
}

// From -1 to 1 as t goes from -wide to wide.
static double cross(double t, double wide)
{
    return 2.0 * smooth((t + wide) / (2.0 * wide)) - 1.0;
}

// At u = 0 the free end crosses from one side to the other, at u = 2 pi the rope crosses back above it.
static belay_vec3 single_at(const hitch_kind* kind, double u)
{
    const double wide = 0.9, aside = 1.5 * kind->radius, round = pole + 1.01 * kind->radius;
    bool is_above = u > SCENE_PI;
    double v = is_above ? u - 2.0 * SCENE_PI : u, y = aside * cross(v, wide);
    double out = round + (is_above ? 2.18 * kind->radius * (1.0 - smooth(fabs(v))) : 0.0);
    return v3(out * sin(u), is_above ? -y : y, out * cos(u));
}

// At u = 0 and 4 pi the ends lie side by side; at u = 2 pi the rope crosses above both.
static belay_vec3 clove_at(const hitch_kind* kind, double u)
{
    const double wide = 0.6, beside = 1.1 * kind->radius, beyond = 3.0 * beside, round = pole + 1.01 * kind->radius;
    double v = u - 2.0 * SCENE_PI, y;
    if (fabs(v) < 1.0)
        y = beyond * cross(v, wide);
    else // from beside one's end to beyond both
        y = (v < 0.0 ? -1.0 : 1.0) * (beside + (beyond - beside) * smooth((2.0 * SCENE_PI - 1.0 - fabs(v)) / 3.0));
    double out = round + 2.18 * kind->radius * (1.0 - smooth(fabs(v)));
    return v3(out * sin(u), y, out * cos(u));
}

static belay_vec3 hitch_at(const void* context, double u)
{
    const hitch_kind* kind = context;
    double leaves = leaves_at(kind), on_pole = fmin(u, leaves);
    belay_vec3 x = kind->is_clove ? clove_at(kind, on_pole) : single_at(kind, on_pole);
    if (u <= leaves) return x;
    return v3_add_scaled(x, (u - leaves) * (pole + kind->radius), v3(cos(leaves), 0.0, -sin(leaves)));
}

typedef struct hitch {
    belay_world* world;
    belay_rod_id rope;
    int elements;
    double length, radius;
    belay_vec3 load, free_end; // unit: away from the pole
} hitch;

static hitch make_hitch(const hitch_kind* kind, double mu)
{
    hitch t = {.world = scene_world(1e-3), .radius = kind->radius};
    belay_world_set_gravity(t.world, v3_zero());
    belay_vec3 nodes[65];
    t.elements = kind->is_clove ? 56 : 36;
    double leaves = leaves_at(kind);
    rod_shape_sample(hitch_at, kind, first, leaves + 2.0, nodes, t.elements + 1);
    belay_rod_def def = rod_of(0.01, 5000.0, 2e-6, kind->radius);
    def.element_count = t.elements;
    def.nodes = nodes;
    def.drag = 100.0;
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

// Where on the rope, from the free end, that is pinched: the mean over its contacts with what lies above, by what they
// carry.
static double pinched_at(const hitch* t)
{
    int32_t count;
    const belay_rod_contact* c = belay_world_get_rod_contacts(t->world, &count);
    double sum = 0.0, all = 0.0;
    for (int i = 0; i < count; i++) {
        if (c[i].rod_b.value == 0 || fmin(c[i].s_a, c[i].s_b) > 0.25 * t->length) continue;
        sum += c[i].impulse[0] * fmin(c[i].s_a, c[i].s_b);
        all += c[i].impulse[0];
    }
    return sum / all;
}

static double critical_friction(const hitch_kind* kind)
{
    rod_table table;
    rod_table_open(&table, "rod_hitch_estimate");
    double mu = NAN, thickness = kind->radius / pole;
    for (int i = 0; i < table.rows; i++)
        if (fabs(rod_table_number(&table, i, "rope_radius_over_pole_radius") - thickness) < 1e-9)
            mu = rod_table_number(&table, i, "mu_crit_single_and_clove");
    rod_table_close(&table);
    return mu;
}

// Set with a hand at the free end, which then lets go gently; the load grows a hundredfold, and stays for 10 s when
// there is time for it. Once it has come to rest, neither what is pinched nor the loaded end goes by a hundredth of the
// rope's radius.
static void check_holds(hitch_kind kind)
{
    const int set_in = 100, lets_go_in = 40, grows_in = 240, stays = tests_may_be_long() ? 10000 : 80;
    const double hand = 0.6 * least;
    hitch t = make_hitch(&kind, 2.0 * critical_friction(&kind));
    for (int k = 0; k < set_in; k++)
        step(&t, least * k / set_in, hand * k / set_in);
    for (int k = 0; k < lets_go_in; k++)
        step(&t, least, hand * (1.0 - (double)k / lets_go_in));
    double set = pinched_at(&t);
    for (int k = 0; k < grows_in; k++)
        step(&t, least * pow(most / least, (double)k / grows_in), 0.0);
    for (int k = 0; k < 50 || (k < 1000 && rod_fastest(t.world, t.rope) > 1e-5); k++)
        step(&t, most, 0.0);
    int pinched = (int)lround(set * t.elements / t.length);
    belay_vec3 end = rod_node(t.world, t.rope, -1), inner = rod_node(t.world, t.rope, pinched);
    // 1 % of its length is what the rope stretches by under that load.
    cr_expect_lt(fabs(pinched_at(&t) - set), 0.01 * t.length + 0.1 * t.radius);
    for (int k = 0; k < stays; k++)
        step(&t, most, 0.0);
    double slipped = v3_distance(rod_node(t.world, t.rope, pinched), inner), went = gone(&t, end);
    cr_log_info("pinched at %g mm, goes by %g mm, loaded end by %g mm\n", 1e3 * set, 1e3 * slipped, 1e3 * went);
    cr_expect_lt(slipped, 0.01 * t.radius, "what is pinched slips by %g mm", 1e3 * slipped);
    cr_expect_lt(fabs(went), 0.01 * t.radius, "the loaded end goes by %g mm", 1e3 * went);
    belay_world_destroy(t.world);
}

// It runs also while the hand at the free end pulls with a part of the load.
static void check_runs(hitch_kind kind, double part)
{
    hitch t = make_hitch(&kind, 0.5 * critical_friction(&kind));
    belay_vec3 end = rod_node(t.world, t.rope, -1);
    int k = 0;
    for (; k < 300 && gone(&t, end) < 0.03; k++)
        step(&t, least * fmin(1.0, k / 100.0), part * least * fmin(1.0, k / 100.0));
    cr_log_info("gone %g mm after %d steps\n", 1e3 * gone(&t, end), k);
    cr_expect_geq(gone(&t, end), 0.03);
    belay_world_destroy(t.world);
}

static const hitch_kind single = {false, 2e-3}, clove = {true, 2e-3};

Test(rods_hitches, single_hitch_holds_any_load_with_twice_the_friction)
{
    check_holds(single);
}

Test(rods_hitches, single_hitch_runs_with_half_the_friction)
{
    check_runs(single, 0.3);
}

Test(rods_hitches, clove_hitch_holds_any_load_with_twice_the_friction)
{
    check_holds(clove);
}

Test(rods_hitches, clove_hitch_runs_with_half_the_friction)
{
    check_runs(clove, 0.1);
}

// A rope half as thick against the pole.
Test(rods_hitches, thinner_rope_holds_and_runs_alike)
{
    if (!tests_may_be_long()) SKIP_TEST("takes minutes (BELAY_LONG=1)");
    const hitch_kind thin_single = {false, 1e-3}, thin_clove = {true, 1e-3};
    check_holds(thin_single);
    check_runs(thin_single, 0.3);
    check_holds(thin_clove);
    check_runs(thin_clove, 0.1);
}
