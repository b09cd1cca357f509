// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A straight rope in as many hands as it has places for. Along itself it hardly gives way, so that hands which do not
// agree on its length to the micrometre pull with all that they have while nothing moves: velocities are then small
// differences of large ones, and rounding is what is left of them.

#include "support/rods/rod_scene.h"

#include <criterion/criterion.h>
#include <math.h>

enum { HANDS = BELAY_ROD_MAX_ATTACHMENTS };

static const double MOST_FORCE = 10.0, MOST_TORQUE = 0.05; // N, N m

typedef struct many_hands {
    belay_world* world;
    belay_rod_id rope;
    belay_rod_attachment_def hands[HANDS];
    int held[HANDS];
} many_hands;

static many_hands take_rope(void)
{
    many_hands m = {.world = scene_world(1e-3)};
    belay_rod_def def = rod_of(0.02, 1500.0, 2e-3, 0.0025);
    def.element_count = 60;
    def.damping_time = 2e-3;
    def.drag = 3.0;
    belay_world_set_gravity(m.world, v3(0.0, 0.0, 0.0));
    m.rope = rod_make(m.world, &def);
    for (int i = 0; i < HANDS; i++) {
        belay_rod_attachment_def* hand = &m.hands[i];
        double s = def.length * i / (HANDS - 1);
        cr_assert(belay_rod_attachment_def_at(m.world, m.rope, BELAY_ROD_GRIP, s, the_world, hand) == BELAY_OK);
        hand->max_force = MOST_FORCE;
        hand->is_oriented = true;
        hand->max_torque = MOST_TORQUE;
        cr_assert(belay_rod_attach(m.world, m.rope, hand, &m.held[i]) == BELAY_OK);
    }
    return m;
}

// Hands that move together, `apart` further from each other in each step.
static void lead(many_hands* m, belay_vec3 way, double apart)
{
    for (int i = 0; i < HANDS; i++) {
        belay_vec3* at = &m->hands[i].frame.position;
        *at = v3_add(*at, v3_add(way, v3(apart * (i - 0.5 * (HANDS - 1)), 0.0, 0.0)));
        cr_assert(belay_rod_move_attachment(m->world, m->rope, m->held[i], m->hands[i].frame) == BELAY_OK);
    }
    scene_steps(m->world, 1);
}

static void check_solved(const many_hands* m, int step)
{
    const belay_step_stats* stats = belay_world_get_stats(m->world);
    cr_expect(stats->has_converged, "step %d: residual %g", step, stats->residual.natural);
    cr_expect(stats->newton_iterations <= 60, "step %d: %d iterations", step, stats->newton_iterations);
    cr_expect(stats->iterations <= 20, "step %d: %d sweeps", step, stats->iterations);
}

Test(rods_many_hands, pull_with_all_they_have_and_no_more)
{
    many_hands m = take_rope();
    for (int step = 1; step <= 60; step++) {
        lead(&m, v3(0.0, 0.0, 0.0), 1e-5);
        check_solved(&m, step);
    }
    belay_vec3 sum = {0.0, 0.0, 0.0};
    for (int i = 0; i < HANDS; i++) {
        belay_vec3 force = rod_held(m.world, m.rope, m.held[i]).force;
        cr_expect(v3_length(force) <= MOST_FORCE * (1.0 + 1e-9), "hand %d: %g N", i, v3_length(force));
        sum = v3_add(sum, force);
    }
    double first = rod_held(m.world, m.rope, m.held[0]).force.x;
    cr_expect(first < -0.999 * MOST_FORCE, "the first pulls with %g N", first);
    cr_expect(fabs(sum.x) < 1e-2 * MOST_FORCE, "all together: %g N", sum.x);
    belay_world_destroy(m.world);
}

// What they give to the ends of it turns these by parts of a radian a second, and by nothing in the end.
Test(rods_many_hands, lead_a_rope_without_a_fight)
{
    many_hands m = take_rope();
    const belay_vec3 velocity = {-3.8e-4, 3.3e-4, -3.6e-5};
    for (int step = 1; step <= 60; step++) {
        lead(&m, v3_scale(1e-3, velocity), 0.0);
        check_solved(&m, step);
    }
    double speed = v3_length(velocity);
    cr_expect_float_eq(rod_fastest(m.world, m.rope), speed, 1e-3 * speed);
    belay_world_destroy(m.world);
}
