// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "support/chance.h"
#include "support/rods/rod_facts.h"

#include <criterion/criterion.h>
#include <string.h>

#define MAX_NODES 65

static void draw_velocities(rod_rig* rig, double scale, uint64_t* lot)
{
    belay_vec3 velocities[MAX_NODES];
    for (uint32_t i = 0; i <= rig->body.element_count; i++)
        velocities[i] = chance_vector(lot, scale);
    rig->ops->set_velocities(&rig->rod, velocities);
}

// In units of the momentum that the mass has at the largest speed.
static double momentum_error(const rod_rig* rig, belay_vec3 right, double speed)
{
    double mass = rig->body.section.line_mass * rig->body.length;
    return v3_distance(fact_momentum(rig), right) / (mass * speed);
}

void fact_flight_keeps_momentum(belay_rod_model model)
{
    uint64_t lot = 10;
    for (int i = 0; i < 6; i++) {
        rod_rig* rig =
            i < 3 ? fact_rubber(model, 20, 0.5 + 0.25 * i) : fact_tangle(model, 20, BL_ROD_FREE, BL_ROD_FREE, &lot);
        draw_velocities(rig, i < 3 ? 0.01 : 0.3, &lot);
        if (i == 5) rig->gravity = v3(1.0, -9.81, 2.0);
        double mass = rig->body.section.line_mass * rig->body.length;
        belay_vec3 start = fact_momentum(rig);
        rod_rig_run(rig, 1.0);
        belay_vec3 right = v3_add_scaled(start, mass, rig->gravity);
        double error = momentum_error(rig, right, rod_rig_speed(rig));
        cr_assert_leq(error, 1e-12, "rod %d: %g", i, error);
        rod_rig_free(rig);
    }
}

// A rod at rest straight, let go as an arc in a plane.
static rod_rig* release(belay_rod_model model, double angle, double theta)
{
    belay_vec3 nodes[21];
    for (int i = 0; i <= 20; i++) {
        double a = angle * (0.05 * i - 0.5);
        nodes[i] = v3(sin(a) / angle, -cos(a) / angle, 0.0);
    }
    bl_rod_body body = rod_rig_body(model, 20, rod_rig_round(0.003, 1000.0, 1e7, 0.3));
    body.theta = theta;
    bl_rod_start start = {.nodes = nodes, .d1 = v3(0.0, 0.0, 1.0)};
    return rod_rig_make(fact_ops(model), &body, &start);
}

void fact_release_keeps_momentum_at_zero(belay_rod_model model)
{
    for (int i = 0; i < 3; i++) {
        rod_rig* rig = release(model, 1.0, 0.5 + 0.25 * i);
        double mass = rig->body.section.line_mass, fastest = 0.0;
        for (int k = 0; k < 1000; k++) {
            rod_rig_step(rig);
            fastest = fmax(fastest, rod_rig_speed(rig));
        }
        cr_assert_geq(fastest, 0.1);
        cr_assert_leq(v3_length(fact_momentum(rig)), 1e-12 * mass * fastest);
        cr_assert_leq(v3_length(fact_angular_momentum(rig)), 1e-12 * mass * fastest);
        rod_rig_free(rig);
    }
}

// What is left of the angular momentum of a rod that turned at 5 rad/s about its middle, after 0.5 s.
static double spin_left(belay_rod_model model, double theta, double h)
{
    rod_rig* rig = fact_rubber(model, 20, theta);
    belay_vec3 velocities[21];
    for (int i = 0; i <= 20; i++)
        velocities[i] = v3(0.0, 5.0 * (0.05 * i - 0.5), 0.0);
    rig->ops->set_velocities(&rig->rod, velocities);
    rig->h = h;
    double start = v3_length(fact_angular_momentum(rig)), last = start;
    // m L^2 / 12 omega, and the 1/n^2 that lumped masses add.
    cr_assert_float_eq(start, 0.0117810 * (1.0 + 2.0 / 400.0), 2e-6);
    for (int k = 0; k < (int)(0.5 / h + 0.5); k++) {
        rod_rig_step(rig);
        double now = v3_length(fact_angular_momentum(rig));
        cr_assert_leq(now, last + 1e-10 * start);
        last = now;
    }
    rod_rig_free(rig);
    return last / start;
}

// Backward Euler brakes by the tension that the turn itself makes: (omega h)^2 per step. Half-way it does not.
void fact_angular_momentum_does_not_grow(belay_rod_model model)
{
    double coarse = 1.0 - spin_left(model, 1.0, 2e-3), fine = 1.0 - spin_left(model, 1.0, 1e-3);
    cr_assert_float_eq(coarse / fine, 2.0, 0.1);
    cr_assert_leq(fine, 1.2 * 0.5 * 25.0 * 1e-3);
    cr_assert_float_eq(spin_left(model, 0.5, 1e-3), 1.0, 1e-8);
}

static void check_energy(rod_rig* rig, double seconds)
{
    double start = rod_rig_energy(rig), last = start;
    for (double t = 0.0; t < seconds; t += rig->h) {
        rod_rig_step(rig);
        double now = rod_rig_energy(rig);
        cr_assert_leq(now, last + 1e-12, "h %g, t %g: from %.12g to %.12g J", rig->h, t, last, now);
        last = now;
    }
    cr_assert_lt(last, start);
}

// From step to step, with nodes that cross half an element in one.
void fact_energy_does_not_grow(belay_rod_model model)
{
    const double steps[4] = {1e-3, 5e-3, 1e-2, 1.0 / 60.0};
    for (int i = 0; i < 4; i++) {
        rod_rig* rig = release(model, 4.0, 1.0);
        rig->h = steps[i];
        check_energy(rig, 3.0);
        rod_rig_free(rig);

        // A rod let go level, held at one end.
        rig = fact_rubber(model, 20, 1.0);
        rig->body.ends[0].hold = i % 2 == 0 ? BL_ROD_PINNED : BL_ROD_CLAMPED;
        rig->body.ends[0].rotation = rod_rig_frame(v3(1.0, 0.0, 0.0), v3(0.0, 0.0, 1.0));
        rig->gravity = v3(0.0, -9.81, 0.0);
        rig->h = steps[i];
        check_energy(rig, 3.0);
        rod_rig_free(rig);
    }
}

// With theta = 1/2 a rod that is let go keeps its energy, in steps that its bending can follow; in far longer ones it
// does not run away.
void fact_energy_stays_half_way(belay_rod_model model)
{
    const double steps[2] = {1e-3, 1.0 / 60.0};
    for (int i = 0; i < 2; i++) {
        rod_rig* rig = release(model, 4.0, 0.5);
        rig->h = steps[i];
        double start = rod_rig_energy(rig), highest = start;
        for (double t = 0.0; t < 3.0; t += rig->h) {
            rod_rig_step(rig);
            highest = fmax(highest, rod_rig_energy(rig));
        }
        cr_assert_leq(highest, (i == 0 ? 1.01 : 1.3) * start, "from %g to %g J", start, highest);
        cr_assert_geq(rod_rig_energy(rig), (i == 0 ? 0.95 : 0.7) * start);
        rod_rig_free(rig);
    }
}

// Random velocities, in steps far too long for them.
void fact_wild_rod_calms_down(belay_rod_model model)
{
    uint64_t lot = 11;
    for (int i = 0; i < 24; i++) {
        rod_rig* rig = fact_rubber(model, 20, i % 2 == 0 ? 1.0 : 0.8);
        if (i % 3 == 0) rig->body.section.stretch *= 100.0;
        rig->h = i % 4 == 0 ? 0.1 : 1.0 / 60.0;
        draw_velocities(rig, 5.0, &lot);
        double start = rod_rig_energy(rig);
        for (int k = 0; k < 600; k++)
            rod_rig_step(rig);
        double end = rod_rig_energy(rig);
        cr_assert_leq(end, 0.5 * start, "rod %d: from %g to %g J", i, start, end);
        rod_rig_free(rig);
    }
}

void fact_drag_is_as_its_formula(belay_rod_model model)
{
    for (int i = 0; i < 3; i++) {
        double theta = 0.5 + 0.25 * i;
        rod_rig* rig = fact_rubber(model, 10, theta);
        rig->body.section.drag = 2.0;
        belay_vec3 velocities[11], v = v3(1.0, 2.0, -3.0);
        for (int k = 0; k <= 10; k++)
            velocities[k] = v;
        rig->ops->set_velocities(&rig->rod, velocities);
        rig->h = 0.01;
        for (int k = 0; k < 50; k++)
            rod_rig_step(rig);
        double factor = pow((1.0 - 0.01 * (1.0 - theta) * 2.0) / (1.0 + 0.01 * theta * 2.0), 50.0);
        rig->ops->node_velocities(&rig->rod, rod_rig_velocity(rig), velocities);
        for (int k = 0; k <= 10; k++)
            cr_assert_leq(v3_distance(velocities[k], v3_scale(factor, v)), 1e-11);
        rod_rig_free(rig);
    }
}

// A clamp that goes on while it turns by a right angle about z: the rod, along x before, ends along y.
void fact_clamp_leads_the_rod(belay_rod_model model)
{
    for (int end = 0; end < 2; end++) {
        bl_rod_body body = rod_rig_body(model, 20, rod_rig_unit(1.0, 1e-3));
        body.section.drag = 5.0;
        belay_vec3 held = v3(end, 0.0, 0.0);
        rod_rig_clamp(&body, end, held, rod_rig_frame(v3(1.0, 0.0, 0.0), v3(0.0, 0.0, 1.0)));
        body.ends[end].velocity = v3(0.3, 0.2, 0.1);
        body.ends[end].angular = v3(0.0, 0.0, 0.25 * ROD_RIG_PI);
        rod_rig* rig = rod_rig_make_line(fact_ops(model), &body, v3_zero(), v3(1.0, 0.0, 0.0));
        rig->h = 0.01;
        for (int k = 0; k < 200; k++) {
            rod_rig_step(rig);
            belay_vec3 way = v3_scale(rig->time, body.ends[end].velocity);
            cr_assert_leq(v3_distance(rod_rig_node(rig, end == 0 ? 0 : 20), v3_add(held, way)), 1e-12);
        }
        rig->body.ends[end].velocity = rig->body.ends[end].angular = v3_zero();
        cr_assert_leq(rod_rig_settle(rig, 1e-7, 4000), 4000);
        belay_vec3 along = v3_sub(rod_rig_node(rig, 20), rod_rig_node(rig, 0));
        cr_assert_leq(v3_distance(along, v3(0.0, 1.0, 0.0)), 1e-5);
        rod_rig_free(rig);
    }
}

// A rod taken by the ends in flight, just as they are, feels nothing of it.
void fact_clamps_taken_as_they_are_change_nothing(belay_rod_model model)
{
    bl_rod_body body = rod_rig_body(model, 10, rod_rig_round(0.003, 1000.0, 1e7, 0.3));
    rod_rig* rig = rod_rig_make_line(fact_ops(model), &body, v3(1.0, 2.0, 3.0), v3(0.3, 2.5, 2.6));
    belay_vec3 velocities[11], v = v3(0.2, -0.1, 0.3);
    for (int i = 0; i <= 10; i++)
        velocities[i] = v;
    rig->ops->set_velocities(&rig->rod, velocities);
    rod_rig_run(rig, 0.05);
    for (int end = 0; end < 2; end++) {
        uint32_t node = end == 0 ? 0 : 10, segment = end == 0 ? 0 : 9;
        belay_quat frame = rig->ops->frame(&rig->rod, segment);
        rig->body.ends[end] = (bl_rod_end){BL_ROD_CLAMPED, rod_rig_node(rig, node), frame, v, v3_zero()};
    }
    double start = rod_rig_energy(rig);
    for (int i = 0; i < 100; i++) {
        rod_rig_step(rig);
        cr_assert_float_eq(rod_rig_energy(rig) / start, 1.0, 1e-12);
        cr_assert_leq(v3_length(rig->ops->moment(&rig->rod, 0)), 1e-12);
        cr_assert_leq(v3_length(rig->ops->end_force(&rig->rod, 1)), 1e-9);
    }
    rod_rig_free(rig);
}

// At rest, and under the same load while all of it falls freely, which loads nothing.
void fact_ends_carry_the_weight(belay_rod_model model)
{
    bl_rod_body body = rod_rig_body(model, 20, rod_rig_round(0.003, 1000.0, 1e7, 0.3));
    body.section.drag = 5.0;
    rod_rig_pin(&body, 0, v3_zero());
    rod_rig_clamp(&body, 1, v3(0.9, 0.2, 0.0), rod_rig_frame(v3(0.5, 1.0, 0.3), v3(0.0, 0.0, 1.0)));
    rod_rig* rig = rod_rig_make_line(fact_ops(model), &body, v3_zero(), v3(0.9, 0.2, 0.0));
    rig->gravity = v3(0.0, -9.81, 0.0);
    rod_rig_push(rig, 7, v3(0.02, 0.01, 0.03));
    rig->h = 0.01;
    cr_assert_leq(rod_rig_settle(rig, 1e-9, 4000), 4000);
    belay_vec3 pull = v3_add(rig->ops->end_force(&rig->rod, 0), rig->ops->end_force(&rig->rod, 1));
    double weight = 9.81 * rig->body.section.line_mass * rig->body.length;
    cr_assert_leq(v3_distance(pull, v3(0.02, 0.01 - weight, 0.03)), 1e-7 * weight);
    rod_rig_free(rig);

    rig = fact_rubber(model, 20, 1.0);
    rig->body.ends[0].hold = BL_ROD_PINNED;
    rig->gravity = v3(0.0, -9.81, 0.0);
    belay_vec3 velocities[21];
    for (int i = 0; i <= 20; i++)
        velocities[i] = v3(0.0, -1.0, 0.0);
    rig->ops->set_velocities(&rig->rod, velocities);
    rig->body.ends[0].velocity = v3(0.0, -1.0 - 9.81 * rig->h, 0.0);
    rod_rig_step(rig);
    cr_assert_leq(v3_length(rig->ops->end_force(&rig->rod, 0)), 1e-9);
    cr_assert_eq(v3_length(rig->ops->end_force(&rig->rod, 1)), 0.0);
    rod_rig_free(rig);
}

// What presses on a rod as contacts do, by impulses through rows and solve, in the end comes to what holds it.
void fact_ends_carry_contacts(belay_rod_model model)
{
    const bl_rod_ops* ops = bl_rod_ops_of(model);
    bl_rod_body body = rod_rig_body(model, 8, rod_rig_round(0.003, 1000.0, 1e7, 0.3));
    body.section.drag = 20.0;
    body.section.damping_time = 0.05;
    rod_rig_clamp(&body, 0, v3_zero(), rod_rig_frame(v3(1.0, 0.0, 0.0), v3(0.0, 0.0, 1.0)));
    if (ops->can_hold(1, BL_ROD_PINNED)) rod_rig_pin(&body, 1, v3(0.3, 0.0, 0.0));
    rod_rig* rig = rod_rig_make_line(ops, &body, v3_zero(), v3(0.3, 0.0, 0.0));
    rig->h = 0.01;
    // At the end of the first segment but a bit, so that some of it acts on the end's own node.
    const belay_vec3 force = {0.3, 0.2, -0.1}, moment = {0.0, 1e-3, 2e-3};
    uint32_t dofs = bl_rod_dof_count(ops, 8), first, count;
    double x[FACT_MAX_DOFS];
    for (int i = 0; i < 400; i++) {
        ops->prepare(&rig->rod, rig->gravity, NULL, rig->h);
        memset(x, 0, sizeof x);
        ops->row(&rig->rod, 0, 0.7, v3_scale(rig->h, force), v3_scale(rig->h, moment), 1.0, x, &first, &count);
        ops->solve(&rig->rod, x, 1, 0);
        for (uint32_t k = 0; k < dofs; k++)
            ops->velocity(&rig->rod)[k] = ops->free_velocity(&rig->rod)[k] + x[k];
        ops->move(&rig->rod, rig->h);
    }
    belay_vec3 pull = v3_add(ops->end_force(&rig->rod, 0), ops->end_force(&rig->rod, 1));
    for (int end = 0; end < 2; end++)
        pull = v3_add(pull, ops->direct_force(&rig->rod, end, 0, 0.7, force, moment));
    cr_assert_leq(v3_distance(pull, force), 1e-4 * v3_length(force), "(%g, %g, %g) N at the ends", pull.x, pull.y,
                  pull.z);
    rod_rig_free(rig);
}
