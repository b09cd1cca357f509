// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The scenes on which engines are compared, at game steps and default settings, against the bars that a release must
// pass: settling balls (S1), masonry (S2), friction (S3), bouncing (S5), a pile of cubes (S6). A ball spun up (S4) is
// in test_rolling.c. The larger runs are the benchmark's.

#include "scenes/experiment.h"
#include "scenes/experiments/voussoir.h"
#include "scenes/overlap.h"
#include "support/chance.h"
#include "support/experiments.h"

#include <criterion/criterion.h>
#include <criterion/logging.h>
#include <math.h>

static void run(experiment* e, double seconds)
{
    experiment_run(e, seconds);
    cr_log_info("%s: %d of %d steps missed the tolerance, worst residual %g\n", e->kind->name, e->record.missed,
                e->record.steps, e->record.worst_residual);
}

// The result of that number; expects it within `allowed` of `right`.
static void check(const experiment* e, int result, double right, double allowed)
{
    experiment_result r[EXPERIMENT_MAX_RESULTS];
    experiment_measure(e, r);
    const experiment_result_def* def = &e->kind->results[result];
    double error = fabs(r[result].value - right);
    cr_log_info("%s, %s: %g %s, right value %g, allowed error %g\n", e->kind->name, def->name, r[result].value,
                def->unit, right, allowed);
    cr_expect(error <= allowed, "%s, %s: %g %s, right value %g, allowed error %g", e->kind->name, def->name,
              r[result].value, def->unit, right, allowed);
}

// A tenth of the default, so that the tests of piles are quick; the bars are those of the default.
#define SHORT_WORK 50000

// ---------------------------------------------------------------------------------------------------------------------
// S1: settling balls

enum { LARGEST_OVERLAP, MEAN_OVERLAP };

static experiment* settle(double n, double h, double seconds, int64_t max_work)
{
    experiment_options o = experiment_options_default();
    o.values[EXPERIMENT_N] = n;
    o.values[EXPERIMENT_H] = h;
    o.world.solver.max_work = max_work;
    experiment* e = experiment_of("settling", &o);
    run(e, seconds);
    return e;
}

static bool is_ball(const experiment_part* part)
{
    return part->shape.type == BELAY_SHAPE_SPHERE;
}

// What passes less than a millionth of the weight does not hold anything.
static int loaded_contacts(const experiment* e, belay_body_id body, double weight)
{
    int32_t count;
    const belay_contact* contacts = belay_world_get_contacts(e->world, &count);
    double least = 1e-6 * weight * experiment_h(e);
    int loaded = 0;
    for (int32_t i = 0; i < count; i++) {
        bool is_own = contacts[i].body_a.value == body.value || contacts[i].body_b.value == body.value;
        loaded += is_own && contacts[i].impulse[0] > least ? 1 : 0;
    }
    return loaded;
}

// J, of the balls that are held in three places or more. One that only the floor carries may roll over it and spin
// about the vertical for ever, one between two contacts may spin about the line through both: nothing resists that, so
// such energy is right, whatever it is.
static double energy_of_held(const experiment* e)
{
    double energy = 0.0;
    for (int i = 0; i < e->part_count; i++) {
        belay_body_state s;
        belay_mass m;
        if (!is_ball(&e->parts[i])) continue;
        cr_assert_eq(belay_body_get_state(e->world, e->parts[i].body, &s), BELAY_OK);
        cr_assert_eq(belay_body_get_mass(e->world, e->parts[i].body, &m), BELAY_OK);
        if (loaded_contacts(e, e->parts[i].body, 9.81 * m.mass) < 3) continue;
        belay_vec3 v = s.linear_velocity, w = s.angular_velocity;
        energy += 0.5 * m.mass * v3_dot(v, v) + 0.5 * m.inertia.m[0] * v3_dot(w, w);
    }
    return energy;
}

Test(scene_S1, balls_settle_without_overlap)
{
    // With a part of the work what a pile does is chance: one ball may creep on for seconds.
    experiment* e = settle(80.0, 1.0 / 60.0, 12.0, belay_world_def_default().solver.max_work);
    check(e, LARGEST_OVERLAP, 0.0, 0.5);
    check(e, MEAN_OVERLAP, 0.0, 0.05);
    double energy = energy_of_held(e);
    cr_expect(energy <= 1e-8, "what is held still has %g J", energy);
    experiment_destroy(e);
}

Test(scene_S1, balls_settle_without_overlap_at_large_steps)
{
    experiment* e = settle(80.0, 0.04, 12.0, belay_world_def_default().solver.max_work);
    check(e, LARGEST_OVERLAP, 0.0, 2.0);
    experiment_destroy(e);
}

// ---------------------------------------------------------------------------------------------------------------------
// S2: masonry

enum { STANDS, SETTLEMENT, SIDEWAYS, CREEP };

static void check_stands(const experiment* e, double settlement_mm, double creep_mm)
{
    check(e, STANDS, 1.0, 0.0);
    check(e, SETTLEMENT, 0.0, settlement_mm);
    check(e, SIDEWAYS, 0.0, settlement_mm);
    check(e, CREEP, 0.0, creep_mm);
}

Test(scene_S2, wall_stands)
{
    experiment* e = experiment_of("wall", NULL);
    run(e, 10.0);
    check_stands(e, 0.5, 0.001);
    experiment_destroy(e);
}

Test(scene_S2, pyramid_stands)
{
    experiment* e = experiment_of("pyramid", NULL);
    run(e, 20.0);
    check_stands(e, 0.1, 0.1);
    experiment_destroy(e);
}

Test(scene_S2, house_of_cards_stands)
{
    experiment* e = experiment_of("cards", NULL);
    run(e, e->kind->seconds);
    check_stands(e, 0.2, 0.2);
    experiment_destroy(e);
}

// The arch's limit, by the thrust line (Heyman 1966): no tension, no sliding. Half of it, with the horizontal thrust H
// and its moment M at the crown, puts the force at the joint at the angle phi from the crown at the radius
//     rho = (M + S)/(V sin phi + H cos phi),   V the weight above it, S that weight's first moment about the middle,
// and the arch stands iff some (H, M) keeps rho between the inner and the outer radius at all joints. For given H the
// room left for M is a minimum of linear functions of H less a maximum of such: concave, so its largest value is found
// by narrowing in on it.
typedef struct half_arch {
    double sine[VOUSSOIR_COUNT / 2 + 1], cosine[VOUSSOIR_COUNT / 2 + 1]; // of the joints' angles
    double above[VOUSSOIR_COUNT / 2 + 1], moment[VOUSSOIR_COUNT / 2 + 1];
    double inner, outer;
} half_arch;

static half_arch make_half_arch(double thickness)
{
    double pitch = SCENE_PI / VOUSSOIR_COUNT, t = tan(0.5 * pitch), c = cos(0.5 * pitch);
    half_arch a = {.inner = VOUSSOIR_RADIUS - 0.5 * thickness, .outer = VOUSSOIR_RADIUS + 0.5 * thickness};
    // A stone is a trapezium from y1 to y2 along its middle, 2 y tan(pitch/2) wide.
    double y1 = a.inner * c, y2 = a.outer * c;
    double area = t * (y2 * y2 - y1 * y1), out = 2.0 / 3.0 * t * (y2 * y2 * y2 - y1 * y1 * y1) / area;
    double weight = 0.5 * area, moment = t * t * (y2 * y2 * y2 - y1 * y1 * y1) / 6.0; // half of the one at the crown
    for (int j = 0; j <= VOUSSOIR_COUNT / 2; j++) {
        if (j > 0) {
            weight += area;
            moment += area * out * sin(j * pitch);
        }
        a.sine[j] = sin((j + 0.5) * pitch);
        a.cosine[j] = cos((j + 0.5) * pitch);
        a.above[j] = weight;
        a.moment[j] = moment;
    }
    return a;
}

static double room_for_moment(const half_arch* a, double thrust)
{
    double least = -HUGE_VAL, most = HUGE_VAL;
    for (int j = 0; j <= VOUSSOIR_COUNT / 2; j++) {
        double across = a->above[j] * a->sine[j] + thrust * a->cosine[j];
        least = fmax(least, a->inner * across - a->moment[j]);
        most = fmin(most, a->outer * across - a->moment[j]);
    }
    return most - least;
}

static bool can_stand(double t_over_r)
{
    half_arch a = make_half_arch(t_over_r * VOUSSOIR_RADIUS);
    double low = 0.0, high = 2.0 * a.above[VOUSSOIR_COUNT / 2];
    for (int i = 0; i < 200; i++) {
        double left = low + (high - low) / 3.0, right = high - (high - low) / 3.0;
        if (room_for_moment(&a, left) < room_for_moment(&a, right))
            low = left;
        else
            high = right;
    }
    return room_for_moment(&a, 0.5 * (low + high)) >= 0.0;
}

static double least_thickness(void)
{
    double low = 0.05, high = 0.2;
    for (int i = 0; i < 60; i++) {
        double middle = 0.5 * (low + high);
        if (can_stand(middle))
            high = middle;
        else
            low = middle;
    }
    return high;
}

static experiment* build_arch(double t_over_r)
{
    experiment_options o = experiment_options_default();
    o.values[EXPERIMENT_T_OVER_R] = t_over_r;
    return experiment_of("arch", &o);
}

static void check_arch_falls(double t_over_r)
{
    experiment* e = build_arch(t_over_r);
    experiment_result r[EXPERIMENT_MAX_RESULTS] = {{1.0, 0.0, 0.0}};
    for (int k = 0; k < 60 && r[STANDS].value != 0.0; k++) {
        run(e, 0.5);
        experiment_measure(e, r);
    }
    cr_expect(r[STANDS].value == 0.0, "an arch with t/R = %g stands", t_over_r);
    experiment_destroy(e);
}

static void check_arch_stands(double t_over_r)
{
    experiment* e = build_arch(t_over_r);
    run(e, e->kind->seconds);
    check_stands(e, 0.5, 0.01);
    experiment_destroy(e);
}

// A thin continuous semicircle needs 0.1075; stones have fewer places for hinges and stand with a little less.
Test(scene_S2, arch_stands_from_its_least_thickness_on)
{
    double least = least_thickness();
    cr_log_info("S2: least t/R %.6f\n", least);
    cr_assert(least > 0.105 && least < 0.1075, "least t/R %g", least);
    check_arch_falls(0.105);
    check_arch_falls(least - 1e-4);
    check_arch_stands(least + 1e-4);
    check_arch_stands(0.110);
}

// ---------------------------------------------------------------------------------------------------------------------
// S3: friction

enum { ANGLE, DISTANCE, STUCK, LEGS };

static void check_push(const char* name)
{
    experiment* e = experiment_of(name, NULL);
    run(e, e->kind->seconds);
    check(e, ANGLE, 0.0, 1e-3);
    check(e, DISTANCE, 0.0, 1e-3);
    check(e, STUCK, 0.0, 0.0);
    check(e, LEGS, 39.0, 0.0);
    experiment_destroy(e);
}

Test(scene_S3, pushed_balls_go_the_way_they_are_pushed)
{
    check_push("push");
}

Test(scene_S3, pushed_boxes_go_the_way_they_are_pushed)
{
    check_push("pushbox");
}

Test(scene_S3, boxes_hold_and_slide_about_the_angle_of_friction)
{
    experiment* e = experiment_of("incline", NULL);
    run(e, e->kind->seconds);
    check(e, 0, 0.0, 1e-6);
    check(e, 1, 0.0, 0.01);
    check(e, 2, 0.0, 1e-6);
    check(e, 3, 0.0, 0.01);
    experiment_destroy(e);
}

// By the results of the kind: angle and distances of (0 m/s, 10 rad/s), (1, 10), (1, 3), in % of those of a plate whose
// corners carry a quarter each, in continuous time.
enum { SPIN_RESULTS = 5 };

static void check_spin(double h, double theta, const double right[SPIN_RESULTS], double allowed)
{
    experiment_options o = experiment_options_default();
    o.values[EXPERIMENT_H] = h;
    o.world.theta = theta;
    experiment* e = experiment_of("spin", &o);
    run(e, e->kind->seconds);
    for (int i = 0; i < SPIN_RESULTS; i++)
        check(e, i, right[i], allowed);
    experiment_destroy(e);
}

// What exact stepping of first order makes of them.
Test(scene_S3, spinning_plates_follow_exact_stepping)
{
    static const double at_60[] = {-7.13, -4.80, -4.75, -4.86, -5.31}, at_240[] = {-1.78, -1.20, -1.20, -1.22, -1.34};
    check_spin(1.0 / 60.0, 1.0, at_60, 1.0);
    check_spin(1.0 / 240.0, 1.0, at_240, 1.0);
}

Test(scene_S3, spinning_plates_converge)
{
    static const double none[SPIN_RESULTS] = {0.0};
    check_spin(1.0 / 240.0, 0.5, none, 1.5);
    check_spin(1.0 / 1000.0, 0.5, none, 1.5);
}

// ---------------------------------------------------------------------------------------------------------------------
// S5: bouncing

Test(scene_S5, bouncing_column_keeps_its_energy)
{
    static const double counts[] = {1.0, 8.0};
    for (int k = 0; k < 2; k++) {
        experiment_options o = experiment_options_default();
        o.values[EXPERIMENT_N] = counts[k];
        experiment* e = experiment_of("bounce", &o);
        run(e, e->kind->seconds);
        for (int i = 0; i < e->kind->result_count; i++)
            check(e, i, 0.0, 2.0);
        experiment_destroy(e);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// S6: a pile of cubes. Cubes that fall straight would stand in straight towers, so each is given a random velocity.

static void scatter(experiment* e)
{
    uint64_t state = 1;
    for (int i = 0; i < e->part_count; i++) {
        if (e->parts[i].shape.type != BELAY_SHAPE_BOX) continue;
        double x = chance_signed(&state), y = chance_signed(&state), spin = 5.0 * chance_signed(&state);
        belay_vec3 v = v3(x, y, 0.0), w = v3(0.0, 0.0, spin);
        cr_assert_eq(belay_body_set_velocity(e->world, e->parts[i].body, v, w), BELAY_OK);
    }
}

static experiment* drop_cubes(double layers, int64_t max_work)
{
    experiment_options o = experiment_options_default();
    o.values[EXPERIMENT_N] = layers;
    o.world.solver.max_work = max_work;
    experiment* e = experiment_of("column", &o);
    scatter(e);
    return e;
}

static belay_vec3 center_of(const experiment* e)
{
    belay_vec3 sum = v3(0.0, 0.0, 0.0);
    int count = 0;
    for (int i = 0; i < e->part_count; i++) {
        belay_body_state s;
        if (e->parts[i].shape.type != BELAY_SHAPE_BOX) continue;
        cr_assert_eq(belay_body_get_state(e->world, e->parts[i].body, &s), BELAY_OK);
        sum = v3_add(sum, s.pose.position);
        count++;
    }
    return v3_scale(1.0 / count, sum);
}

static double energy_of(const experiment* e)
{
    belay_energy energy = belay_world_get_energy(e->world);
    return energy.translation + energy.rotation + energy.potential;
}

Test(scene_S6, cubes_in_a_pile_do_not_overlap)
{
    experiment* e = drop_cubes(4.0, SHORT_WORK);
    double start = energy_of(e);
    run(e, 1.0);
    overlap o = overlap_measure(e);
    cr_log_info("S6: overlap %g and %g m\n", o.max, o.mean);
    cr_expect(o.max <= 0.05 * 0.1, "overlap %g m", o.max);
    cr_expect(o.mean <= 0.005 * 0.1, "mean overlap %g m", o.mean);
    cr_expect(energy_of(e) <= start, "energy has come from nowhere");
    experiment_destroy(e);
}

// A leaning column of 18 layers of 3 by 3 falls over as one and breaks up; what lies there then does not overlap.
Test(scene_S6, a_leaning_column_collapses)
{
    experiment_options o = experiment_options_default();
    o.values[EXPERIMENT_N] = 18.0;
    experiment* e = experiment_of("collapse", &o);
    double start = energy_of(e);
    for (int k = 1; k <= 240; k++) {
        cr_assert_eq(experiment_step(e), BELAY_OK);
        // Falling freely keeps it, up to rounding.
        cr_assert(energy_of(e) <= start * (1.0 + 1e-12), "%g J have become %g J after %d steps", start, energy_of(e),
                  k);
    }
    overlap m = overlap_measure(e);
    cr_log_info("S6: overlap %g and %g m\n", m.max, m.mean);
    cr_expect(m.max <= 0.05 * 0.1, "overlap %g m", m.max);
    cr_expect(m.mean <= 0.005 * 0.1, "mean overlap %g m", m.mean);
    belay_vec3 center = center_of(e); // was at (0.21, 0.99) m
    cr_expect(center.z <= 0.25 * 0.99 && center.x >= 0.5, "the middle has come to (%g, %g) m", center.x, center.z);
    experiment_destroy(e);
}

// Steps that the cap on work cuts short lose energy but never make it.
Test(scene_S6, unfinished_steps_make_no_energy)
{
    experiment* e = drop_cubes(8.0, belay_solver_settings_default().max_work);
    double start = energy_of(e);
    for (int k = 1; k <= 20; k++) {
        cr_assert_eq(experiment_step(e), BELAY_OK);
        cr_assert(energy_of(e) <= start, "%g J have become %g J after %d steps", start, energy_of(e), k);
    }
    experiment_destroy(e);
}
