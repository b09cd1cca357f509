// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A twisted rod that has writhed: two strands wound about each other, on hard contacts. With B = E I, radius a and the
// strands' angle al against their axis, tension F, twisting moment M, and the way by which the ends come nearer with
// every turn are, without friction and for a long plectoneme,
//     F a^2 / B = sin^4 al (1/2 + 1 / cos 2 al),  M a / B = 2 cos al sin^3 al / cos 2 al,  4 pi a / sin 2 al.

#include "support/rods/rod_scene.h"
#include "support/rods/rod_table.h"

#include "scenes/rod_shapes.h"

#include <criterion/criterion.h>

static const double radius = 3e-3, bend = 6.361725e-4, twist = 4.893635e-4; // m, N m^2: rubber of 3 mm, E 1e7, nu 0.3
static const double step = 4e-3;

static double tension_at(double angle)
{
    return pow(sin(angle), 4.0) * (0.5 + 1.0 / cos(2.0 * angle)) * bend / (radius * radius);
}

static double moment_at(double angle)
{
    return 2.0 * cos(angle) * pow(sin(angle), 3.0) / cos(2.0 * angle) * bend / radius;
}

static double way_per_turn_at(double angle)
{
    return 4.0 * SCENE_PI * radius / sin(2.0 * angle);
}

static double angle_of(double tension)
{
    double low = 0.0, high = 0.25 * SCENE_PI;
    for (int i = 0; i < 60; i++) {
        double middle = 0.5 * (low + high);
        *(tension_at(middle) < tension ? &low : &high) = middle;
    }
    return low;
}

Test(rods_plectoneme, formulae_are_those_of_the_table)
{
    rod_table table;
    rod_table_open(&table, "rod_plectoneme");
    for (int i = 0; i < table.rows; i++) {
        double angle = angle_of(rod_table_number(&table, i, "F_a2_over_B") * bend / (radius * radius));
        cr_expect_float_eq(angle, rod_table_number(&table, i, "alpha_rad"), 1e-9);
        cr_expect_float_eq(moment_at(angle) * radius / bend, rod_table_number(&table, i, "M_a_over_B"), 1e-8);
        double pressure = pow(sin(angle), 4.0) / cos(2.0 * angle);
        cr_expect_float_eq(pressure, rod_table_number(&table, i, "p_a3_over_B"), 1e-8);
        cr_expect_float_eq(way_per_turn_at(angle) / radius, rod_table_number(&table, i, "minus_dz_dn_over_a"), 1e-6);
    }
    rod_table_close(&table);
}

// ---------------------------------------------------------------------------------------------------------------------
// A rod between two clamps, one of which turns and comes nearer
// ---------------------------------------------------------------------------------------------------------------------

typedef struct plectoneme {
    belay_world* world;
    belay_rod_id rod;
    int elements, held;
    belay_pose made;     // frame of the clamp that is led, at the start
    double turned, away; // turns since then, m
} plectoneme;

// Elements three radii long, two turns of each strand, twisted as by 0.7 N.
static plectoneme make_plectoneme(double mu)
{
    plectoneme p = {.world = scene_world(step)};
    belay_world_set_gravity(p.world, v3_zero());
    rod_shape_plectoneme shape = {.radius = 1.1 * radius, .angle = 0.28, .turns = -2.0, .loop = 0.02, .tail = 0.25};
    belay_vec3 nodes[ROD_MAX_NODES];
    double turns[ROD_MAX_NODES], length = rod_shape_wind_plectoneme(&shape, nodes, 2);
    p.elements = (int)(length / (3.0 * radius));
    rod_shape_wind_plectoneme(&shape, nodes, p.elements + 1);
    for (int i = 0; i < p.elements; i++)
        turns[i] = moment_at(0.28) / twist * length * i / p.elements;
    belay_rod_def def = rod_of(0.02827433, 282.7433, bend, radius);
    def.twist_stiffness = twist;
    def.nodes = nodes;
    def.twist = turns;
    def.element_count = p.elements;
    def.drag = 20.0;
    def.material.friction = mu;
    p.rod = rod_make(p.world, &def);
    rod_hold(p.world, p.rod, BELAY_ROD_CLAMP, 0.0, the_world);
    belay_rod_attachment_def end;
    length = rod_length(p.world, p.rod);
    cr_assert(belay_rod_attachment_def_at(p.world, p.rod, BELAY_ROD_CLAMP, length, the_world, &end) == BELAY_OK);
    cr_assert(belay_rod_attach(p.world, p.rod, &end, &p.held) == BELAY_OK);
    p.made = end.frame;
    return p;
}

typedef struct pull {
    double tension, moment;
} pull;

// Turns and moves the clamp in `moving` seconds and lets the rod come to rest for `resting`; the moment is the mean of
// those at both ends, between which what still turns is slowed down.
static pull lead(plectoneme* p, double turns, double away, double moving, double resting)
{
    const int all = (int)lround(moving / step), rest = (int)lround(resting / step);
    double turned = p->turned, from = p->away;
    for (int k = 1; k <= all; k++) {
        p->turned = turned + (turns - turned) * k / all;
        p->away = from + (away - from) * k / all;
        belay_pose frame = p->made;
        frame.position.x += p->away;
        frame.rotation = q_mul(q_exp(v3(2.0 * SCENE_PI * p->turned, 0.0, 0.0)), frame.rotation);
        cr_assert(belay_rod_move_attachment(p->world, p->rod, p->held, frame) == BELAY_OK);
        scene_steps(p->world, 1);
    }
    scene_steps(p->world, rest);
    belay_vec3 moments[ROD_MAX_NODES];
    double tensions[ROD_MAX_NODES];
    cr_assert(belay_rod_get_moments(p->world, p->rod, moments, ROD_MAX_NODES, NULL) == BELAY_OK);
    cr_assert(belay_rod_get_tensions(p->world, p->rod, tensions, ROD_MAX_NODES, NULL) == BELAY_OK);
    return (pull){0.5 * (tensions[2] + tensions[p->elements - 3]), 0.5 * (moments[3].z + moments[p->elements - 3].z)};
}

// Force per length with which the strands press on each other, N/m: over the middle half of where they touch.
static double pressure(const plectoneme* p)
{
    int32_t count;
    const belay_rod_contact* c = belay_world_get_rod_contacts(p->world, &count);
    double first = HUGE_VAL, last = 0.0, sum = 0.0;
    for (int i = 0; i < count; i++) {
        first = fmin(first, fmin(c[i].s_a, c[i].s_b));
        last = fmax(last, fmin(c[i].s_a, c[i].s_b));
    }
    double from = 0.75 * first + 0.25 * last, to = 0.25 * first + 0.75 * last;
    for (int i = 0; i < count; i++) {
        double s = fmin(c[i].s_a, c[i].s_b);
        if (s >= from && s < to) sum += c[i].impulse[0] / step;
    }
    return sum / (to - from);
}

static void check_pressure(const plectoneme* p, pull f)
{
    double angle = angle_of(f.tension);
    double right = pow(sin(angle), 4.0) / cos(2.0 * angle) * bend / (radius * radius * radius), found = pressure(p);
    cr_log_info("strands press with %g N/m, of a long plectoneme %g\n", found, right);
    cr_expect(fabs(found - right) < 0.1 * right, "the strands press with %g N/m, not %g", found, right);
}

static void check_moment(pull f, const char* when)
{
    double right = moment_at(angle_of(f.tension));
    cr_log_info("%s: %g N, %g N m, of a long plectoneme %g\n", when, f.tension, f.moment, right);
    cr_expect(fabs(f.moment - right) < 0.1 * right, "%s, under %g N: a moment of %g N m, not %g", when, f.tension,
              f.moment, right);
}

// Wound by three turns more while its ends come nearer as they should, the rod pulls as before; what the tension still
// changes by is made good by a way known from how it changes with that.
Test(rods_plectoneme, moment_and_way_are_those_of_the_theory)
{
    plectoneme p = make_plectoneme(0.0);
    lead(&p, 0.0, 0.05, 1.0, 0.8);
    pull before = lead(&p, 0.0, 0.05, 0.0, 0.2);
    check_moment(before, "two turns of each strand");
    double way = way_per_turn_at(angle_of(before.tension));
    pull wound = lead(&p, 3.0, 0.05 - 3.0 * way, 1.5, 1.4);
    check_moment(wound, "wound");
    check_pressure(&p, wound);
    pull pulled = lead(&p, 3.0, 0.07 - 3.0 * way, 0.4, 0.8);
    check_moment(pulled, "pulled");
    double slope = (pulled.tension - wound.tension) / 0.02;
    double off = (before.tension - wound.tension) / slope / 3.0;
    cr_log_info("%g m per turn, off by %g\n", way, off);
    cr_expect_gt(slope, 0.0);
    cr_expect(fabs(off) < 0.1 * way, "the ends come nearer by %g m per turn, not %g", way - off, way);
    belay_world_destroy(p.world);
}

// Turns, comes nearer by as much as keeps the tension, and goes on by half a turn and back.
static double tension_after_return(double mu, double* before)
{
    plectoneme p = make_plectoneme(mu);
    lead(&p, 0.0, 0.04, 0.6, 0.2);
    *before = lead(&p, 1.0, -0.035, 0.6, 0.6).tension;
    lead(&p, 1.5, -0.0725, 0.3, 0.2);
    double after = lead(&p, 1.0, -0.035, 0.3, 0.6).tension;
    belay_world_destroy(p.world);
    return after;
}

// Without friction there is one state for so many turns and such a way; with it, it matters whence one comes.
Test(rods_plectoneme, friction_makes_winding_and_unwinding_differ)
{
    double smooth, rough, smooth_after = tension_after_return(0.0, &smooth),
                          rough_after = tension_after_return(0.3, &rough);
    cr_log_info("without friction %g N and %g N after winding on and back, with it %g N and %g N\n", smooth,
                smooth_after, rough, rough_after);
    cr_expect_lt(fabs(smooth_after / smooth - 1.0), 0.05);
    cr_expect_gt(fabs(rough_after / rough - 1.0), 0.1);
}
